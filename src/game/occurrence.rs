//! What has happened this turn that abilities ask for later: "for the first time each turn", "dealt damage this turn".

use std::rc::Rc;

use super::change::MoveAction;
use super::characteristics::Origin;
use super::ids::{ObjectId, PlayerId, Thing};
use super::object::Known;
use crate::ir::Subtype;

/// Something that has happened this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occurrence {
    /// A player cast a spell.
    Cast(PlayerId, ObjectId),
    /// A creature was declared as attacking.
    Attacked(ObjectId, Thing),
    /// A player was attacked by creatures that another controls.
    PlayerAttacked {
        /// Who was attacked.
        player: PlayerId,
        /// Who attacked.
        by: PlayerId,
        /// Whether by nobody before in this declaration.
        first: bool,
    },
    /// An object or player became the target of a spell or ability that a player controlled.
    Targeted(Thing, ObjectId, PlayerId),
    /// Damage was dealt.
    Damaged {
        /// By what.
        source: Option<ObjectId>,
        /// To whom or what.
        to: Thing,
        /// How much.
        amount: u32,
        /// Whether it was combat damage.
        combat: bool,
        /// Who controlled its source then.
        controller: Option<PlayerId>,
    },
    /// A player gained life, or lost it if it is less than nothing.
    Life(PlayerId, i32),
    /// An object left the battlefield or a graveyard, or a card was discarded or drawn.
    Moved {
        /// What it was, and is no more.
        from: ObjectId,
        /// What it is.
        to: ObjectId,
        /// What the move is called.
        action: MoveAction,
        /// Who controlled the spell or ability that caused it, if one did.
        causer: Option<PlayerId>,
        /// Whether it was another card of a melded or merged permanent, which has left once.
        another: bool,
    },
    /// A player committed a crime as they put this on the stack (700.13).
    Crime(PlayerId, ObjectId),
    /// A permanent left the game along with its owner (603.6c).
    LeftGame(ObjectId),
    /// A player did what a triggered ability of an object lets its controller do only once each turn (603.2h).
    Done(ObjectId, Origin, PlayerId),
    /// A mode was chosen for an ability of an object, counted from 0; kept of those alone that ask for it.
    Chose(ObjectId, Origin, u8),
    /// An ability of an object has resolved, or does; kept of those alone that count how often.
    Resolved(ObjectId, Origin),
    /// A player was dealt combat damage by a source that a player controlled then and that was this then.
    Struck(PlayerId, Struck),
    /// An object had been dealt damage before the scenario began, nobody knows by what, how often and how much in all.
    DamagedBefore(ObjectId),
}

/// What has entered the battlefield this turn, or was beheld, as it was then.
#[derive(Debug, Clone, PartialEq)]
pub struct Entered {
    /// The object.
    pub object: ObjectId,
    /// What the layers had made of it.
    pub known: Rc<Known>,
    /// Whether it was face down.
    pub face_down: bool,
}

/// What the source of combat damage was as it dealt that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Struck {
    /// A creature or another object of this creature type.
    Kind(Subtype),
    /// A commander.
    Commander,
}
