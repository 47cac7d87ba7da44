//! CR 701: Keyword Actions. One file each.
//!
//! A keyword action that the book defines by other words expands to the instructions that cards use; the others are done
//! by a function of their file.

use crate::engine::reading::Frame;
use crate::game::Thing;
use crate::ir::{Instruction, Players, Quantity, Selection, Slot, Subtype, Verb};
use crate::rules::{RuleId, cr};

pub mod abandon;
pub mod adapt;
pub mod airbend;
pub mod amass;
pub mod attach;
pub mod behold;
pub mod blight;
pub mod bolster;
pub mod clash;
pub mod cloak;
pub mod connive;
pub mod counter;
pub mod destroy;
pub mod detain;
pub mod discard;
pub mod discover;
pub mod double;
pub mod earthbend;
pub mod endure;
pub mod exchange;
pub mod exert;
pub mod exile;
pub mod explore;
pub mod fateseal;
pub mod fight;
pub mod forage;
pub mod goad;
pub mod incubate;
pub mod investigate;
pub mod learn;
pub mod manifest;
pub mod manifest_dread;
pub mod meld;
pub mod mill;
mod missing;
pub mod monstrosity;
pub mod planeswalk;
pub mod populate;
pub mod recruit;
pub mod regenerate;
pub mod reveal;
pub mod sacrifice;
pub mod scry;
pub mod search;
pub mod set_in_motion;
pub mod shuffle;
pub mod support;
pub mod surveil;
pub mod suspect;
pub mod tap;
pub mod waterbend;

/// The slot in which a keyword action's own instructions have what it makes or chooses.
const MADE: Slot = Slot::literal("made or chosen");

/// What a keyword action has made or chosen, once its instructions have been followed; what another one did is forgotten before.
pub(in crate::engine) fn made(frame: &Frame) -> Vec<Thing> {
    frame.slot(MADE).map_or_else(Vec::new, <[Thing]>::to_vec)
}

/// Forgets what another keyword action has made or chosen.
pub(in crate::engine) fn forget_made(frame: &mut Frame) {
    frame.bind(Some(MADE), Vec::new());
}

/// Who does a keyword action, to what, and how much.
pub(in crate::engine) struct Doing<'a> {
    /// The action.
    pub(in crate::engine) action: Verb,
    /// Who does it.
    pub(in crate::engine) who: &'a Players,
    /// To what; the object itself if not said.
    pub(in crate::engine) what: Option<&'a Selection>,
    /// Of what creature type.
    pub(in crate::engine) subtype: Option<Subtype>,
    /// How much; 1 if not said.
    pub(in crate::engine) count: Option<&'a Quantity>,
    /// The slot for what it makes or chooses.
    pub(in crate::engine) slot: Option<Slot>,
}

/// What a keyword action stands for, and the rule that says so; nothing for one that is not played yet.
pub(in crate::engine) fn meaning(doing: &Doing<'_>) -> Option<(RuleId, Vec<Instruction>)> {
    let what = doing.what.cloned().unwrap_or(Selection::This);
    let count = doing.count.cloned().unwrap_or(Quantity::Fixed(1));
    Some(match doing.action {
        Verb::Goad => (cr!("701.15a"), goad::meaning(&what)),
        Verb::Investigate => (cr!("701.16a"), investigate::meaning(doing.who, count)),
        Verb::Detain => (cr!("701.35a"), detain::meaning(&what)),
        Verb::Populate => (cr!("701.36a"), populate::meaning(doing.who)),
        Verb::Monstrosity => (cr!("701.37a"), monstrosity::meaning(&what, count)),
        Verb::Bolster => (cr!("701.39a"), bolster::meaning(doing.who, count)),
        Verb::Support => (cr!("701.41a"), support::meaning(&what)),
        Verb::Learn => (cr!("701.48a"), learn::meaning(doing.who)),
        Verb::Explore => (cr!("701.44a"), explore::meaning(&what)),
        Verb::Adapt => (cr!("701.46a"), adapt::meaning(&what, count)),
        Verb::Amass => (cr!("701.47a"), amass::meaning(doing.who, doing.subtype?, count)),
        Verb::Connive => {
            // So many cards at once are another rule's.
            let rule = if count == Quantity::Fixed(1) { cr!("701.50a") } else { cr!("701.50d") };
            (rule, connive::meaning(&what, count))
        }
        Verb::Discover => (cr!("701.57a"), discover::meaning(count)),
        Verb::TimeTravel => (cr!("701.56a"), time_travel::meaning(doing.who)),
        Verb::Incubate => (cr!("701.53a"), incubate::meaning(doing.who, count)),
        Verb::Suspect => (cr!("701.60a"), suspect::meaning(&what)),
        Verb::ManifestDread => (cr!("701.62a"), manifest_dread::meaning(doing.who)),
        Verb::Endure => (cr!("701.63a"), endure::meaning(&what, count)),
        Verb::Airbend => (cr!("701.65a"), airbend::meaning(&what)),
        Verb::Earthbend => (cr!("701.66a"), earthbend::meaning(&what, count)),
        Verb::Forage => (cr!("701.61a"), forage::meaning(doing.who)),
        Verb::Recruit => (cr!("701.70a"), recruit::meaning(doing.who)),
        Verb::Blight => (cr!("701.68a"), blight::meaning(doing.who, count)),
        _ => return None,
    })
}
pub mod the_ring_tempts_you;
pub mod time_travel;
pub mod transform;
pub mod venture_into_the_dungeon;
pub mod vote;
