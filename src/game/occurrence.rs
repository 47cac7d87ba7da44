//! What has happened this turn that abilities ask for later: "for the first time each turn", "dealt damage this turn".

use super::ids::{ObjectId, PlayerId, Thing};

/// Something that has happened this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occurrence {
    /// A player cast a spell.
    Cast(PlayerId, ObjectId),
    /// A creature was declared as attacking.
    Attacked(ObjectId, Thing),
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
    },
    /// A player gained life, or lost it if it is less than nothing.
    Life(PlayerId, i32),
}
