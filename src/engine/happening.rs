//! What has happened, as triggered abilities, durations and delayed triggers look at it.

use std::rc::Rc;

use crate::game::{Daytime, Half, ManaAmount, MoveAction, ObjectId, Origin, PlayerId, Step, Thing};
use crate::ir::{CounterKind, NamedDeed, Symbol};

/// Whether an object that has moved was a melded or merged permanent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// It was not, and is all there is.
    Whole,
    /// It was, and this is what its other cards have become.
    With(Rc<[ObjectId]>),
    /// It is another card of one: as a card it has moved, as a permanent the first has.
    Another,
}

/// Whether a creature is the only one declared as an attacker (506.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alone {
    /// It is.
    Only,
    /// Others were chosen to attack, and were gone before they attacked: to pay what attacking costs (508.1j).
    LeftAlone,
    /// Others attack as well.
    Together,
}

/// Something that has happened, as triggers, durations and delayed triggers look at it.
#[derive(Debug, Clone)]
pub enum Happening {
    /// An object went from one zone to another: the object it was and the one it is.
    Moved {
        /// What it was.
        from: ObjectId,
        /// What it is.
        to: ObjectId,
        /// What the move is called.
        action: MoveAction,
        /// Who controls the spell or ability that caused it, if one did.
        causer: Option<PlayerId>,
        /// What the other cards of a melded or merged permanent have become, where that left; or that it is such another card
        /// (712.21, 730.3).
        part: Part,
    },
    /// A player lost control of a permanent that is still there.
    LosesControl {
        /// The permanent.
        object: ObjectId,
        /// Who had controlled it.
        from: PlayerId,
    },
    /// A token or other object came into being.
    Created {
        /// The object.
        object: ObjectId,
    },
    /// A player lost the game, which goes on without them.
    LostGame {
        /// Who.
        player: PlayerId,
    },
    /// A permanent left the game along with its owner (603.6c).
    LeftGame {
        /// The permanent.
        object: ObjectId,
    },
    /// A step or phase begins.
    Begins {
        /// Which.
        step: Step,
        /// Whose turn it is.
        active: PlayerId,
    },
    /// A player cast a spell.
    Cast {
        /// Who.
        player: PlayerId,
        /// The spell.
        spell: ObjectId,
    },
    /// A player copied a spell.
    Copied {
        /// Who.
        player: PlayerId,
        /// The copy.
        spell: ObjectId,
    },
    /// A player spent mana to cast a spell.
    Spent {
        /// Who.
        player: PlayerId,
        /// How much they had spent on spells this turn before, at least and at most.
        before: (u32, u32),
        /// How much they have spent on spells this turn now, at least and at most.
        now: (u32, u32),
    },
    /// A player activated an ability.
    Activated {
        /// Who.
        player: PlayerId,
        /// Its source.
        source: ObjectId,
        /// The ability on the stack; a mana ability is never there.
        ability: Option<ObjectId>,
    },
    /// A player played a land.
    PlayedLand {
        /// Who.
        player: PlayerId,
        /// The land, on the battlefield.
        land: ObjectId,
    },
    /// A creature attacks.
    Attacks {
        /// The creature.
        attacker: ObjectId,
        /// Whom or what it attacks.
        defender: Thing,
        /// Whether another creature was declared as an attacker (506.5), as far as that can be told.
        alone: Alone,
    },
    /// A player attacks with one or more creatures.
    PlayerAttacks {
        /// Who.
        player: PlayerId,
    },
    /// A player is attacked by one or more creatures.
    PlayerAttacked {
        /// Who.
        player: PlayerId,
        /// The attacking player.
        by: PlayerId,
        /// Whether no teammate's attack on that player has been told of before it: they attack together (805.10b).
        first: bool,
    },
    /// So many creatures block an attacking creature now.
    BlockedBySoMany {
        /// The attacking creature.
        attacker: ObjectId,
        /// How many blocked it before.
        before: usize,
        /// How many do now.
        now: usize,
    },
    /// A creature blocks.
    Blocks {
        /// The blocking creature.
        blocker: ObjectId,
        /// What it blocks.
        attacker: ObjectId,
        /// Whether it is the first attacking creature that it blocks (509.3a).
        first: bool,
        /// Whether it was put onto the battlefield blocking, so that it never "blocked" (509.4).
        entered: bool,
    },
    /// An attacking creature becomes blocked.
    BecomesBlocked {
        /// The attacking creature.
        attacker: ObjectId,
        /// What blocks it.
        blockers: Vec<ObjectId>,
    },
    /// An attacking creature is not blocked.
    Unblocked {
        /// The attacking creature.
        attacker: ObjectId,
    },
    /// Damage was dealt.
    Damage {
        /// The source.
        source: Option<ObjectId>,
        /// Who or what was dealt it.
        to: Thing,
        /// How much.
        amount: u32,
        /// Whether it is combat damage.
        combat: bool,
    },
    /// A player gained or lost life.
    Life {
        /// Who.
        player: PlayerId,
        /// How much; negative for a loss.
        amount: i32,
    },
    /// Counters were put on or removed from an object.
    Counters {
        /// The object.
        object: ObjectId,
        /// Which.
        kind: CounterKind,
        /// How many; negative for a removal.
        amount: i32,
        /// The player who put them there (122.6a, 120.3d); nobody, if a rule or the scenario did, or if they were removed.
        causer: Option<PlayerId>,
    },
    /// A permanent became tapped or untapped.
    Tapped {
        /// The permanent.
        object: ObjectId,
        /// Which of the two.
        tapped: bool,
    },
    /// A permanent transformed or converted.
    Transformed {
        /// The permanent.
        object: ObjectId,
        /// Whether it converted.
        converting: bool,
    },
    /// A permanent was turned face up.
    TurnedFaceUp {
        /// The permanent.
        object: ObjectId,
    },
    /// A permanent was tapped for mana.
    TappedForMana {
        /// By whom.
        player: PlayerId,
        /// The permanent.
        object: ObjectId,
        /// What was added, where mana is tracked.
        produced: ManaAmount,
    },
    /// An object or player became a target.
    Targeted {
        /// What.
        thing: Thing,
        /// The spell or ability.
        by: ObjectId,
        /// Who controls that.
        player: PlayerId,
    },
    /// A player did something that has a name of its own: cycled a card.
    Does {
        /// Who.
        player: PlayerId,
        /// What.
        what: NamedDeed,
        /// The object with which.
        object: ObjectId,
    },
    /// A permanent did something with others that has a name of its own: it exploited a creature.
    Named {
        /// The permanent.
        object: ObjectId,
        /// What.
        what: NamedDeed,
        /// With what.
        others: Vec<ObjectId>,
        /// By which of its abilities, where that matters.
        by: Option<Origin>,
    },
    /// A permanent did or became something that has a name of its own: explored, became monstrous.
    Becomes {
        /// The permanent.
        object: ObjectId,
        /// What.
        what: NamedDeed,
    },
    /// A player got a designation, or completed a dungeon, or the Ring tempted them: a name of its own, and no object.
    Gets {
        /// Who.
        player: PlayerId,
        /// What they did.
        what: NamedDeed,
    },
    /// The Ring tempted a player.
    Tempted {
        /// Whom.
        player: PlayerId,
        /// The creature that they chose as their Ring-bearer, if they could.
        bearer: Option<ObjectId>,
    },
    /// Day became night or night day (731.1a).
    Daytime {
        /// Which it is now.
        to: Daytime,
    },
    /// A player moved their venture marker into a room (309.4c).
    Room {
        /// The dungeon card.
        dungeon: ObjectId,
        /// The room.
        room: Symbol,
    },
    /// A half of a permanent was unlocked (709.5h).
    Unlocked {
        /// By whom.
        player: PlayerId,
        /// The permanent.
        permanent: ObjectId,
        /// Which half.
        half: Half,
        /// Whether the other one was unlocked already, so that it is fully unlocked now (709.5i).
        fully: bool,
    },
    /// A creature crewed a Vehicle: it was tapped to pay for the crew ability (702.122b).
    Crewed {
        /// The creature.
        creature: ObjectId,
        /// The Vehicle.
        vehicle: ObjectId,
    },
    /// An object became attached to another.
    Attached {
        /// The Aura, Equipment or Fortification.
        object: ObjectId,
        /// What it is attached to.
        to: Thing,
    },
    /// An object ceased to be attached to another (701.3d).
    Unattached {
        /// The Aura, Equipment or Fortification.
        object: ObjectId,
        /// What it was attached to.
        from: ObjectId,
    },
}
