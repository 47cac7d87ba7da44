//! CR 506: who attacks whom, and who blocks.

use smallvec::SmallVec;

use super::ids::{ObjectId, Thing};

/// The combat phase as it stands.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Combat {
    /// The attacking creatures, in the order in which they were declared.
    pub attacks: Vec<Attack>,
    /// Whether any creature was declared as an attacker or put onto the battlefield attacking (508.8); so it stays though all of
    /// them are gone.
    pub had_attackers: bool,
    /// The attacking creatures that are banded together (702.22c).
    pub bands: Vec<Vec<ObjectId>>,
    /// The blocking creatures.
    pub blocks: Vec<Block>,
    /// Whether blockers have been declared (509).
    pub blockers_declared: bool,
    /// The creatures that dealt damage in the first of two combat damage steps (510.4).
    pub struck_first: SmallVec<[ObjectId; 4]>,
    /// Whether the first of two combat damage steps has been.
    pub first_strike_done: bool,
}

/// One attacking creature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attack {
    /// The creature.
    pub attacker: ObjectId,
    /// The player, planeswalker or battle.
    pub defender: Thing,
    /// Whether it has become blocked; it stays so though its blockers leave (509.1h).
    pub blocked: bool,
}

/// One creature that blocks one attacker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    /// The blocking creature.
    pub blocker: ObjectId,
    /// What it blocks.
    pub attacker: ObjectId,
}

impl Combat {
    /// The attack of a creature, if it attacks.
    pub fn attack_of(&self, creature: ObjectId) -> Option<&Attack> {
        self.attacks.iter().find(|attack| attack.attacker == creature)
    }

    /// The other members of the band that a creature attacks in.
    pub fn banded_with(&self, creature: ObjectId) -> impl Iterator<Item = ObjectId> {
        let band = self.bands.iter().find(|band| band.contains(&creature));
        band.into_iter().flatten().copied().filter(move |other| *other != creature)
    }

    /// Whether the creature blocks.
    pub fn is_blocking(&self, creature: ObjectId) -> bool {
        self.blocks.iter().any(|block| block.blocker == creature)
    }

    /// What blocks an attacker, in the order in which it was declared.
    pub fn blockers_of(&self, attacker: ObjectId) -> impl Iterator<Item = ObjectId> {
        self.blocks.iter().filter(move |block| block.attacker == attacker).map(|block| block.blocker)
    }

    /// What a creature blocks.
    pub fn blocked_by(&self, blocker: ObjectId) -> impl Iterator<Item = ObjectId> {
        self.blocks.iter().filter(move |block| block.blocker == blocker).map(|block| block.attacker)
    }
}
