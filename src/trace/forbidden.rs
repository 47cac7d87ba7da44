//! What can't happen, and so does not: what it is, in words, and what of an object it says something of.

use crate::game::{ObjectId, Thing};
use crate::ir::{CounterKind, KeywordName};

use super::matter::Matter::{self, Abilities, Attachment, Being, Combat, Numbers, Place, Status};
use super::pieces::{Piece, with};
use super::styled::said;

/// What can't happen, and so does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Forbidden {
    /// It can't be countered (101.2).
    Counter,
    /// It can't be destroyed (101.2).
    Destroy,
    /// It is indestructible (702.12b).
    DestroyIndestructible,
    /// It can't be regenerated (701.19c).
    Regenerate,
    /// It can't be turned face up (101.2).
    TurnFaceUp,
    /// Who would sacrifice it does not control it (701.21a).
    Sacrifice,
    /// It can't be attached to that, or is already (701.3b).
    Attach(Thing),
    /// It can't enter attached to that (303.4i), or there is nothing to attach it to (303.4g).
    EnterAttached(Option<Thing>),
    /// There are several things that it would enter attached to, and it can't be attached to any of them (303.4i).
    EnterAttachedToAny,
    /// No counters can be put on it (101.2).
    Counters,
    /// They can't get counters of this kind (101.2).
    GetCounters(CounterKind),
    /// Its protection from the damage's source, which is said last, prevents that damage (702.16e).
    Damage {
        /// How much would be dealt.
        amount: u32,
        /// Whether it is combat damage.
        combat: bool,
    },
    /// They can't gain life (101.2).
    GainLife,
    /// They can't lose life (101.2).
    LoseLife,
    /// They can't draw cards (101.2).
    Draw,
    /// They can't search libraries (101.2).
    Search,
    /// They can't lose the game (101.2).
    LoseGame,
    /// Win the game.
    WinGame,
    /// It can't enter the battlefield (101.2).
    Enter,
    /// It can't block what attacks another player's side (802.4a).
    Block(ObjectId),
    /// It can't be dredged, with fewer cards in the library than would be milled (702.52b).
    Dredge,
    /// It can't have this ability (113.11).
    Have(KeywordName),
}

impl Forbidden {
    /// It can't enter attached to these.
    pub(crate) const fn entering_attached(hosts: &[Thing]) -> Self {
        match hosts {
            [] => Self::EnterAttached(None),
            [one] => Self::EnterAttached(Some(*one)),
            _ => Self::EnterAttachedToAny,
        }
    }

    /// What is not done to something, or not done by it.
    const fn words(self, thing: Thing) -> &'static str {
        match self {
            Self::Counter => " can't be countered",
            Self::Destroy => " can't be destroyed",
            Self::DestroyIndestructible => " is not destroyed: it is indestructible",
            Self::Regenerate => " can't be regenerated this time",
            Self::TurnFaceUp => " can't be turned face up",
            Self::Sacrifice => " can't be sacrificed by a player who does not control it",
            Self::Attach(_) => " can't become attached to ",
            Self::EnterAttached(None) => " does not enter: there is nothing that it could be attached to",
            Self::EnterAttached(Some(_)) => " does not enter: it can't be attached to ",
            Self::EnterAttachedToAny => {
                " does not enter: it can't be attached to any of what it would enter attached to"
            }
            Self::Counters | Forbidden::GetCounters(_) => " can't get counters",
            Self::Damage { .. } if matches!(thing, Thing::Player(_)) => {
                " is dealt no damage: they have protection from "
            }
            Self::Damage { .. } => " is dealt no damage: it has protection from ",
            Self::GainLife => " can't gain life",
            Self::LoseLife => " can't lose life",
            Self::Draw => " can't draw cards",
            Self::Search => " can't search libraries",
            Self::WinGame => " can't win the game",
            Self::LoseGame => " can't lose the game",
            Self::Enter => " can't enter the battlefield",
            Self::Block(_) => " can't block what attacks another side: ",
            Self::Dredge => " can't be dredged: too few cards are in the library",
            Self::Have(_) => " can't have ",
        }
    }

    /// What of an object it says something of.
    pub(super) const fn bears_on(self) -> &'static [Matter] {
        match self {
            Self::Counter
            | Self::Destroy
            | Self::DestroyIndestructible
            | Self::Regenerate
            | Self::Sacrifice
            | Self::Enter
            | Self::Dredge => &[Place],
            Self::TurnFaceUp => &[Status, Being],
            Self::EnterAttached(_) | Self::EnterAttachedToAny => &[Place, Attachment],
            Self::Attach(_) => &[Attachment],
            Self::Counters | Self::GetCounters(_) | Self::Damage { .. } => &[Numbers],
            Self::Have(_) => &[Abilities],
            Self::Block(_) => &[Combat],
            Self::GainLife | Self::LoseLife | Self::Draw | Self::Search | Self::LoseGame | Self::WinGame => {
                &[]
            }
        }
    }
}

/// `Volcanic Fallout#3 can't be countered by its own ability`.
pub(super) fn cant(what: Forbidden, thing: Thing, by: Option<ObjectId>) -> impl Piece {
    with(move |names, text| {
        names.write_thing(text, thing);
        said(text, what.words(thing));
        if let Forbidden::Have(keyword) = what {
            said(text, keyword.word());
        }
        match (what, by) {
            (Forbidden::Attach(host) | Forbidden::EnterAttached(Some(host)), _) => {
                names.write_thing(text, host)
            }
            (Forbidden::Block(attacker), _) => names.write_object(text, attacker),
            (Forbidden::Damage { .. }, Some(source)) => names.write_object(text, source),
            (_, Some(source)) if thing == Thing::Object(source) => said(text, " by its own ability"),
            (_, Some(source)) => {
                said(text, " because of ");
                names.write_object(text, source);
            }
            (_, None) => {}
        }
    })
}
