//! Which objects and players an instruction speaks of.

use headjudge_derive::Node;

use super::words::words;
use super::{Filter, Link, PaidAs, Quantity, Slot};

words! {
    /// A zone (400.1).
    Zone {
        /// 401.
        Library = "library",
        /// 402.
        Hand = "hand",
        /// 403.
        Battlefield = "battlefield",
        /// 404.
        Graveyard = "graveyard",
        /// 405.
        Stack = "stack",
        /// 406.
        Exile = "exile",
        /// 407.
        Ante = "ante",
        /// 408.
        Command = "command",
    }
}

impl Zone {
    /// Where an object in it is: `the battlefield`, `its owner's hand`.
    pub const fn place(self) -> &'static str {
        match self {
            Self::Battlefield => "the battlefield",
            Self::Stack => "the stack",
            Self::Exile => "exile",
            Self::Command => "the command zone",
            Self::Hand => "its owner's hand",
            Self::Library => "its owner's library",
            Self::Graveyard => "its owner's graveyard",
            Self::Ante => "the ante zone",
        }
    }
}

/// Some objects (or, where damage and the like may go to either, players).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(expected = "`this`, `it`, `target`, `attached`, players, or a map such as `{each: creature}` or `{slot: name}`",
    words("target" = Self::Target(0), "target-2" = Self::Target(1), "target-3" = Self::Target(2)))]
pub enum Selection {
    /// The object that the ability is on, or the spell itself.
    This,
    /// The object of the event: "that creature" of a trigger or replacement. Where an event names two, the one that does
    /// it: the blocker, the blocked attacker of "becomes blocked", the source of damage.
    It,
    /// The chosen targets of the n-th target phrase, counted from 1.
    Target(#[node(from_one)] u8),
    /// What this is attached to: "enchanted creature", "equipped creature" (301.5, 303.4).
    Attached,
    /// What an earlier instruction bound to a slot.
    Slot(Slot),
    /// What the ability linked to this one did it to, such as "the exiled card" (607).
    Linked(Link),
    /// The same, where it is said as of a single object: "the exiled card", "a card exiled with this" (607.3).
    TheLinked(Link),
    /// Every object of a kind when it counts: permanents unless the filter names a zone.
    Each(Box<Filter>),
    /// Those of a selection that are of a kind.
    Among(#[node(name = "of")] Box<Selection>, #[node(name = "what")] Box<Filter>),
    /// The topmost card of a kind in the ordered zone that the filter names (404.2).
    Topmost(Box<Filter>),
    /// The last of a selection to have come where it is (613.7).
    Last(Box<Selection>),
    /// Cards from the top of libraries.
    Top(#[node(name = "count")] Box<Quantity>, #[node(name = "of")] Players),
    /// The other object of the event that "it" is the object of: what is blocked or blocks it, what is dealt the damage.
    Other,
    /// Players, where both players and objects may stand.
    #[node(bare)]
    Players(Players),
    /// Several of these together.
    #[node(bare = only)]
    Several(Vec<Selection>),
    /// The creature that this card in exile is encoded on (702.99b).
    #[node(skip)]
    Host,
    /// The object that this card in exile haunts (702.55b).
    Haunted,
    /// The object whose effect grants this ability, or made the token that has it.
    Grantor,
    /// What was sacrificed (or so) to pay the costs of this spell or ability.
    Paid(PaidAs),
    /// The cards that its controller owns outside the game (400.11).
    Outside,
    /// In what a continuous effect changes: each affected object by itself.
    Itself,
}

/// Some players.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
#[node(expected = "`you`, `opponents`, `each-player`, `target-player`, `that-player`, or a map such as `{owner-of: target}`",
    words("target-player" = Self::Target(0), "its-controller" = Self::ControllerOf(Box::new(Selection::It)), "its-owner" = Self::OwnerOf(Box::new(Selection::It))))]
pub enum Players {
    /// The controller of the spell or ability ("you").
    You,
    /// Each opponent of the controller.
    Opponents,
    /// Every player.
    #[node(name = "each-player")]
    Each,
    /// Every player, the controller first and then in turn order ("starting with you, each player").
    #[node(name = "each-player-from-you")]
    EachFromYou,
    /// The targeted players of the n-th target phrase, counted from 1.
    Target(#[node(from_one)] u8),
    /// The player of the event: "that player".
    #[node(name = "that-player")]
    It,
    /// The player whose turn it is.
    #[node(name = "active-player")]
    Active,
    /// The player whom the creature attacks (508.5).
    #[node(name = "defending-player")]
    Defending,
    /// The attacking player; of several the one whose creature this blocks (506.2, 805.10c).
    #[node(name = "attacking-player")]
    Attacking,
    /// The player that an Aura is attached to.
    #[node(name = "attached-player")]
    Attached,
    /// The players of an earlier choice.
    Slot(Slot),
    /// The players that a linked ability chose as this entered (607.2d).
    Chosen(Link),
    /// The player who was chosen as a cost of the spell was paid, for it or what it has become: to whom a gift was promised (702.174a).
    #[node(name = "promised-player")]
    Promised,
    /// Who controls the selected objects (controlled them last, if they are gone).
    ControllerOf(Box<Selection>),
    /// Who owns the selected objects.
    OwnerOf(Box<Selection>),
    /// Players of a group for whom more is true.
    Where(#[node(name = "of")] Box<Players>, #[node(name = "is")] Box<super::Condition>),
    /// Everyone but these.
    Except(Box<Players>),
    /// The opponents of these.
    OpponentsOf(Box<Players>),
}

impl Players {
    /// Whether they are the same players whenever they are asked for, so long as the ability is the same player's.
    pub const fn are_constant(&self) -> bool {
        matches!(self, Self::You | Self::Opponents | Self::Each)
    }
}
