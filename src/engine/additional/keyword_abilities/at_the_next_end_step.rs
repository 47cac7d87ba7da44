//! CR 702: Keyword Abilities. What becomes of a permanent at the beginning of the next end step for the cost that was paid for the spell:
//! dash, blitz and warp.

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::spells::handling_triggered_abilities;
use crate::game::{Announced, Cause, Characteristics, ObjectId, Origin, PlayerId, Thing};
use crate::ir::ability::Delayed;
use crate::ir::event::Step;
use crate::ir::{Body, Event, Instruction, KeywordName, Players, Selection, Slot, Symbol};
use crate::rules::{RuleId, cr};

use super::{blitz, dash, warp};

/// The slot for the permanent.
const IT: Slot = Slot::literal("the permanent");

/// One such keyword.
struct Kin {
    keyword: KeywordName,
    paid: Symbol,
    rule: RuleId,
    does: fn(Selection) -> Vec<Instruction>,
}

const ALL: [Kin; 3] = [
    Kin { keyword: KeywordName::Dash, paid: dash::DASH, rule: cr!("702.109a"), does: dash::at_the_end },
    Kin { keyword: KeywordName::Blitz, paid: blitz::BLITZ, rule: cr!("702.152a"), does: blitz::at_the_end },
    Kin { keyword: KeywordName::Warp, paid: warp::WARP, rule: cr!("702.185a"), does: warp::at_the_end },
];

/// The static ability of a spell makes a delayed triggered ability for the permanent that the spell has become.
///
/// # Errors
/// Never of itself.
pub(in crate::engine) fn wait(
    play: &mut Play<'_>,
    cause: Cause,
    (spell, announced): (&Characteristics, &Announced),
    (permanent, controller): (ObjectId, PlayerId),
) -> Outcome {
    for kin in ALL {
        if !announced.paid.contains(&kin.paid) || !spell.has(kin.keyword) {
            continue;
        }
        let mut frame = Frame::of_source(permanent, controller, Origin::NONE);
        frame.bind(Some(IT), vec![Thing::Object(permanent)]);
        let delayed = Delayed {
            only_if: None,
            when: Event::Begins(Step::End, Players::Each),
            effect: Body::of((kin.does)(Selection::Slot(IT))),
            next_turn: false,
            duration: None,
            once: false,
        };
        let cause = cause.by(cr!("603.7a")).and(kin.rule);
        handling_triggered_abilities::delay(play, cause, &frame, &delayed);
    }
    Ok(())
}
