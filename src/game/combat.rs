//! CR 506: who attacks whom, and who blocks.

use smallvec::SmallVec;

use super::ids::{ObjectId, PlayerId, Thing};
use super::occurrence::Occurrence;

/// The combat phase as it stands.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Combat {
    /// The attacking creatures, in the order in which they were declared.
    pub attacks: Vec<Attack>,
    /// Whether any creature was declared as an attacker or put onto the battlefield attacking (508.8); so it stays though all of
    /// them are gone.
    pub had_attackers: bool,
    /// Which players were attacked, and by whom, as attackers were declared.
    pub players_attacked: SmallVec<[Occurrence; 1]>,
    /// The attacking creatures that are banded together (702.22c).
    pub bands: Vec<Vec<ObjectId>>,
    /// The permanents that were attacked and have been removed from combat, with the defending player that they stood for (506.4,
    /// 508.5).
    pub no_longer_attacked: SmallVec<[(ObjectId, PlayerId); 1]>,
    /// The attacks of creatures that have been removed from combat (508.5).
    pub former: SmallVec<[Attack; 2]>,
    /// The creatures that left the battlefield while they were attacking, each with its attack, or blocking (603.10).
    pub left_fighting: SmallVec<[(ObjectId, Option<Attack>); 2]>,
    /// Which of the creatures that left the battlefield blocked what then, or were blocked by what (608.2b, 608.2h).
    pub left_blocks: SmallVec<[Block; 2]>,
    /// The blocking creatures.
    pub blocks: Vec<Block>,
    /// The creatures that are still blocking though all that they blocked has been removed from combat (509.1g).
    pub blocking_nothing: SmallVec<[ObjectId; 2]>,
    /// What has made each attacking creature become blocked this combat: a creature that blocked it, or nothing for an effect.
    pub had_blocked: Vec<(ObjectId, Option<ObjectId>)>,
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
    /// Whether there is anything in combat.
    pub fn is_going_on(&self) -> bool {
        !self.attacks.is_empty() || !self.blocks.is_empty() || !self.blocking_nothing.is_empty()
    }

    /// Removes a creature from combat (506.4).
    pub(super) fn remove(&mut self, creature: ObjectId) {
        self.former.extend(self.attacks.iter().copied().filter(|attack| attack.attacker == creature));
        self.attacks.retain(|attack| attack.attacker != creature);
        self.bands.iter_mut().for_each(|band| band.retain(|member| *member != creature));
        let blockers = self.blockers();
        self.blocks.retain(|block| block.blocker != creature && block.attacker != creature);
        // What blocked it goes on blocking, if only nothing (509.1g).
        let left = |blocker: &ObjectId| {
            *blocker != creature && !self.blocks.iter().any(|block| block.blocker == *blocker)
        };
        self.blocking_nothing = blockers.into_iter().filter(left).collect();
    }

    /// The attack of a creature, if it attacks.
    pub fn attack_of(&self, creature: ObjectId) -> Option<&Attack> {
        self.attacks.iter().find(|attack| attack.attacker == creature)
    }

    /// Whether creatures attack a permanent that is still in combat.
    pub fn is_attacked(&self, permanent: ObjectId) -> bool {
        self.attacks.iter().any(|attack| attack.defender == Thing::Object(permanent))
            && self.defended_by_removed(permanent).is_none()
    }

    /// The defending player that a permanent stood for before it was removed from combat (508.5).
    pub fn defended_by_removed(&self, permanent: ObjectId) -> Option<PlayerId> {
        self.no_longer_attacked.iter().find(|(removed, _)| *removed == permanent).map(|(_, player)| *player)
    }

    /// The attack of a creature, or the one that it made before it was removed from combat (508.5).
    pub fn last_attack_of(&self, creature: ObjectId) -> Option<&Attack> {
        let former = || self.former.iter().rev().find(|attack| attack.attacker == creature);
        self.attack_of(creature).or_else(former)
    }

    /// The attack of a creature that attacks, or that left the battlefield attacking.
    pub fn attack_as_last_known(&self, creature: ObjectId) -> Option<&Attack> {
        let left = || self.left_fighting.iter().find(|(left, _)| *left == creature);
        self.attack_of(creature).or_else(|| left().and_then(|(_, attack)| attack.as_ref()))
    }

    /// Whether a creature blocks, or left the battlefield blocking.
    pub fn is_blocking_as_last_known(&self, creature: ObjectId) -> bool {
        self.is_blocking(creature)
            || self.left_fighting.iter().any(|(left, attack)| *left == creature && attack.is_none())
    }

    /// Keeps in mind how a creature that leaves the battlefield has fought.
    pub(in crate::game) fn leaves_fighting(&mut self, creature: ObjectId) {
        let attack = self.attack_of(creature).copied();
        if attack.is_some() || self.is_blocking(creature) {
            self.left_fighting.push((creature, attack));
        }
        let its = self.blocks.iter().filter(|block| block.blocker == creature || block.attacker == creature);
        self.left_blocks.extend(its.copied());
    }

    /// Whether one of two creatures blocks the other, or did so as one of them left the battlefield.
    pub fn fight_as_last_known(&self, one: ObjectId, other: ObjectId) -> bool {
        let are = |block: &Block| {
            [block.blocker, block.attacker] == [one, other] || [block.attacker, block.blocker] == [one, other]
        };
        self.blocks.iter().any(are) || self.left_blocks.iter().any(are)
    }

    /// The other members of the band that a creature attacks in: those that were announced and came to attack, for what is paid to
    /// attack comes in between (508.1e, 508.1j).
    pub fn banded_with(&self, creature: ObjectId) -> impl Iterator<Item = ObjectId> {
        let band = self.bands.iter().find(|band| band.contains(&creature));
        let attacks = |other: &ObjectId| self.attack_of(*other).is_some();
        band.into_iter().flatten().copied().filter(move |other| *other != creature && attacks(other))
    }

    /// Whether the creature blocks.
    pub fn is_blocking(&self, creature: ObjectId) -> bool {
        self.blocks.iter().any(|block| block.blocker == creature) || self.blocking_nothing.contains(&creature)
    }

    /// The blocking creatures, each once.
    pub fn blockers(&self) -> Vec<ObjectId> {
        let mut blockers: Vec<ObjectId> = Vec::new();
        let blocking = self.blocks.iter().map(|block| block.blocker);
        for blocker in blocking.chain(self.blocking_nothing.iter().copied()) {
            if !blockers.contains(&blocker) {
                blockers.push(blocker);
            }
        }
        blockers
    }

    /// What blocks an attacker, in the order in which it was declared.
    pub fn blockers_of(&self, attacker: ObjectId) -> impl Iterator<Item = ObjectId> {
        self.blocks.iter().filter(move |block| block.attacker == attacker).map(|block| block.blocker)
    }

    /// What has become blocked by a creature that blocks it, and by nothing else this combat.
    pub fn blocked_only_by(&self, blocker: ObjectId) -> Vec<ObjectId> {
        let only = |attacker: &ObjectId| {
            let mut by = self.had_blocked.iter().filter(|(its, _)| its == attacker);
            by.all(|(_, by)| *by == Some(blocker))
        };
        self.blocked_by(blocker).filter(only).collect()
    }

    /// What a creature blocks.
    pub fn blocked_by(&self, blocker: ObjectId) -> impl Iterator<Item = ObjectId> {
        self.blocks.iter().filter(move |block| block.blocker == blocker).map(|block| block.attacker)
    }
}
