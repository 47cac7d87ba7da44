//! CR 614 and 615: replacement and prevention effects as cards say them.

use headjudge_derive::Node;

use super::instruction::{Create, ManaProduced, Place};
use super::{Condition, CounterKind, Event, Filter, Instruction, Players, Quantity, Selection, Zone};

/// A replacement or prevention effect.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct Replacement {
    /// The event that is replaced.
    pub of: Event,
    /// What happens instead, or how the event is changed.
    #[node(name = "with")]
    pub result: ReplacementResult,
    /// Only while this is true.
    #[node(name = "if")]
    pub only_if: Option<Condition>,
    /// Whether a player may choose not to apply it, and who.
    pub may: Option<Players>,
    /// The zone in which it functions, if not plain (113.6).
    pub from: Option<Zone>,
}

/// What happens instead.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub enum ReplacementResult {
    /// The object goes to another zone instead.
    To {
        /// Which.
        #[node(alone)]
        zone: Zone,
        /// Where in a library; the top if not said.
        place: Option<Place>,
        /// Revealed first.
        revealed: bool,
    },
    /// It enters so: tapped, with counters, as a copy, and so on (614.1c, 614.1d).
    Enters(Enters),
    /// These instructions instead of the event (614.1a).
    Instead(Vec<Instruction>),
    /// The event, and these instructions as well.
    Also(Vec<Instruction>),
    /// The number in the event is another: twice as many, one more.
    Amount(Quantity),
    /// The damage is prevented, all or so much of it (615.1), and then these instructions are followed.
    Prevent {
        /// How much; all if not said.
        amount: Option<Quantity>,
        /// What follows (615.5).
        #[node(default)]
        then: Vec<Instruction>,
    },
    /// The damage is dealt to these instead (614.9).
    Redirect(Selection),
    /// It enters under this player's control instead.
    Under(Players),
    /// The permanent that is tapped for mana produces this mana instead (106.12b).
    Produces(ManaProduced),
    /// These tokens are created instead of each token of the event, or besides all of them (614.1a).
    Tokens {
        /// Which.
        create: Vec<Create>,
        /// Besides those that would be created.
        besides: bool,
    },
    /// Nothing happens: the event is skipped (614.10).
    Nothing,
}

impl ReplacementResult {
    /// The object goes to another zone instead.
    pub const fn to(zone: Zone) -> Self {
        Self::To { zone, place: None, revealed: false }
    }
}

/// How a permanent enters (614.12).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Node)]
pub struct Enters {
    /// Tapped.
    pub tapped: bool,
    /// Untapped, whatever else says that it enters tapped.
    pub untapped: bool,
    /// Prepared (722.3a).
    pub prepared: bool,
    /// With counters of kinds.
    #[node(default)]
    pub counters: Vec<(CounterKind, Quantity)>,
    /// As a copy of an object of this kind, with exceptions.
    pub copy_of: Option<Filter>,
    /// What is different about the copy.
    #[node(default)]
    pub except: Vec<super::Change>,
    /// More of that, if the copy is of a kind.
    pub if_copy: Option<Box<CopyIf>>,
    /// Instructions followed as it enters: choices, payments and reveals; `tap: this` among them makes it enter tapped.
    #[node(name = "do", default)]
    pub does: Vec<Instruction>,
}

/// What is so of a copy only if it is of a kind, judged by what it would be without that (707.9f).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct CopyIf {
    /// The kind.
    pub is: Filter,
    /// What is different about the copy then.
    #[node(default)]
    pub except: Vec<super::Change>,
    /// The counters that it enters with then.
    #[node(default)]
    pub counters: Vec<(CounterKind, Quantity)>,
}
