//! Which objects and players an instruction speaks of.

use serde::Deserialize;

use super::words::{shapes, words};
use super::{Filter, Quantity, Symbol};

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

words! {
    /// How an object was used to pay a cost (118.1).
    PaidAs {
        /// Sacrificed.
        Sacrificed = "sacrificed",
        /// Discarded.
        Discarded = "discarded",
        /// Exiled.
        Exiled = "exiled",
        /// Tapped.
        Tapped = "tapped",
        /// Returned to a hand.
        Returned = "returned",
        /// Put into another zone.
        Put = "put",
    }
}

/// Some objects (or, where damage and the like may go to either, players).
#[derive(Debug, Clone, PartialEq)]
pub enum Selection {
    /// The object that the ability is on, or the spell itself.
    This,
    /// The object of the event: "that creature" of a trigger or replacement. Where an event names two, the one that does
    /// it: the blocker, the blocked attacker of "becomes blocked", the source of damage.
    It,
    /// The chosen targets of the n-th target phrase, counted from 0.
    Target(u8),
    /// What this is attached to: "enchanted creature", "equipped creature" (301.5, 303.4).
    Attached,
    /// What an earlier instruction bound to a slot.
    Slot(Symbol),
    /// What the ability linked to this one did it to, such as "the exiled card" (607).
    Linked(Symbol),
    /// The same, where it is said as of a single object: "the exiled card", "a card exiled with this" (607.3).
    TheLinked(Symbol),
    /// Every object of a kind when it counts: permanents unless the filter names a zone.
    Each(Box<Filter>),
    /// Those of a selection that are of a kind.
    Among(Box<Selection>, Box<Filter>),
    /// The topmost card of a kind in the ordered zone that the filter names (404.2).
    Topmost(Box<Filter>),
    /// The last of a selection to have come where it is (613.7).
    Last(Box<Selection>),
    /// Cards from the top of libraries.
    Top(Box<Quantity>, Players),
    /// The other object of the event that "it" is the object of: what is blocked or blocks it, what is dealt the damage.
    Other,
    /// Players, where both players and objects may stand.
    Players(Players),
    /// Several of these together.
    Several(Vec<Selection>),
    /// The creature that this card in exile is encoded on (702.99b).
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

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum SelectionNode {
    Target(u8),
    Slot(Symbol),
    Linked(Symbol),
    TheLinked(Symbol),
    Each(Box<Filter>),
    Among { of: Box<Selection>, what: Box<Filter> },
    Topmost(Box<Filter>),
    Last(Box<Selection>),
    Top { count: Box<Quantity>, of: Players },
    Players(Players),
    Paid(PaidAs),
}

shapes!(Selection, "`this`, `it`, `target`, `attached`, players, or a map such as `{each: creature}` or `{slot: name}`",
word: |word| match word {
    "this" => Some(Selection::This),
    "it" => Some(Selection::It),
    "target" => Some(Selection::Target(0)),
    "target-2" => Some(Selection::Target(1)),
    "target-3" => Some(Selection::Target(2)),
    "attached" => Some(Selection::Attached),
    "other" => Some(Selection::Other),
    "haunted" => Some(Selection::Haunted),
    "grantor" => Some(Selection::Grantor),
    "outside" => Some(Selection::Outside),
    "itself" => Some(Selection::Itself),
    _ => Players::from_word(word).map(Selection::Players),
},
list<Selection>: Selection::Several,
map<SelectionNode>: |node| match node {
    SelectionNode::Target(number) => Selection::Target(number.saturating_sub(1)),
    SelectionNode::Slot(slot) => Selection::Slot(slot),
    SelectionNode::Linked(link) => Selection::Linked(link),
    SelectionNode::TheLinked(link) => Selection::TheLinked(link),
    SelectionNode::Each(filter) => Selection::Each(filter),
    SelectionNode::Among { of, what } => Selection::Among(of, what),
    SelectionNode::Topmost(filter) => Selection::Topmost(filter),
    SelectionNode::Last(of) => Selection::Last(of),
    SelectionNode::Top { count, of } => Selection::Top(count, of),
    SelectionNode::Players(players) => Selection::Players(players),
    SelectionNode::Paid(how) => Selection::Paid(how),
});

/// Some players.
#[derive(Debug, Clone, PartialEq)]
pub enum Players {
    /// The controller of the spell or ability ("you").
    You,
    /// Each opponent of the controller.
    Opponents,
    /// Every player.
    Each,
    /// The targeted players of the n-th target phrase, counted from 0.
    Target(u8),
    /// The player of the event: "that player".
    It,
    /// The player whose turn it is.
    Active,
    /// The player whom the creature attacks (508.5).
    Defending,
    /// The attacking player; of several the one whose creature this blocks (506.2, 805.10c).
    Attacking,
    /// The player that an Aura is attached to.
    Attached,
    /// The players of an earlier choice.
    Slot(Symbol),
    /// The players that a linked ability chose as this entered (607.2d).
    Chosen(Symbol),
    /// Who controls the selected objects (controlled them last, if they are gone).
    ControllerOf(Box<Selection>),
    /// Who owns the selected objects.
    OwnerOf(Box<Selection>),
    /// Players of a group for whom more is true.
    Where(Box<Players>, Box<super::Condition>),
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

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum PlayersNode {
    Target(u8),
    Slot(Symbol),
    Chosen(Symbol),
    ControllerOf(Box<Selection>),
    OwnerOf(Box<Selection>),
    Where { of: Box<Players>, is: Box<super::Condition> },
    Except(Box<Players>),
    OpponentsOf(Box<Players>),
}

impl Players {
    /// Reads a bare word such as `you` or `opponents`.
    pub fn from_word(word: &str) -> Option<Self> {
        match word {
            "you" => Some(Self::You),
            "opponents" => Some(Self::Opponents),
            "each-player" => Some(Self::Each),
            "target-player" => Some(Self::Target(0)),
            "that-player" => Some(Self::It),
            "active-player" => Some(Self::Active),
            "defending-player" => Some(Self::Defending),
            "attacking-player" => Some(Self::Attacking),
            "attached-player" => Some(Self::Attached),
            "its-controller" => Some(Self::ControllerOf(Box::new(Selection::It))),
            "its-owner" => Some(Self::OwnerOf(Box::new(Selection::It))),
            _ => None,
        }
    }
}

shapes!(Players, "`you`, `opponents`, `each-player`, `target-player`, `that-player`, or a map such as `{owner-of: target}`",
word: Self::Value::from_word,
map<PlayersNode>: |node| match node {
    PlayersNode::Target(number) => Players::Target(number.saturating_sub(1)),
    PlayersNode::Slot(slot) => Players::Slot(slot),
    PlayersNode::Chosen(link) => Players::Chosen(link),
    PlayersNode::ControllerOf(selection) => Players::ControllerOf(selection),
    PlayersNode::OwnerOf(selection) => Players::OwnerOf(selection),
    PlayersNode::Where { of, is } => Players::Where(of, is),
    PlayersNode::Except(players) => Players::Except(players),
    PlayersNode::OpponentsOf(players) => Players::OpponentsOf(players),
});
