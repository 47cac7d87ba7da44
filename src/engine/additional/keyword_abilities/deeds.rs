//! CR 702: Keyword Abilities. What an object is said to do as the ability of its keyword resolves: it exploits, evolves, mentors or trains.

use std::rc::Rc;

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::spells::events::{Happening, after};
use crate::engine::view::View;
use crate::game::ObjectId;
use crate::ir::{KeywordName, NamedDeed, Verb};
use crate::rules::{RuleId, cr};

/// A creature enlists another (702.154c).
pub(super) const ENLIST: NamedDeed = NamedDeed::Does(Verb::Enlist);

/// What is done by the ability of a keyword has this name.
fn of(keyword: KeywordName) -> Option<NamedDeed> {
    let verb = match keyword {
        KeywordName::Exploit => Verb::Exploit,
        KeywordName::Evolve => Verb::Evolve,
        KeywordName::Mentor => Verb::Mentor,
        KeywordName::Training => Verb::Train,
        _ => return None,
    };
    Some(NamedDeed::Does(verb))
}

/// The rule that says what it is to do so.
pub(in crate::engine) fn rule_of(deed: NamedDeed) -> Option<RuleId> {
    match deed {
        NamedDeed::Does(Verb::Exploit) => Some(cr!("702.110b")),
        NamedDeed::Does(Verb::Evolve) => Some(cr!("702.100b")),
        NamedDeed::Does(Verb::Mentor) => Some(cr!("702.134c")),
        NamedDeed::Does(Verb::Train) => Some(cr!("702.149c")),
        ENLIST => Some(cr!("702.154c")),
        _ => None,
    }
}

/// Tells that the object whose keyword's ability resolves has done that with others, if that has a name. What was there before is looked at
/// by what waits for it: it may have been sacrificed itself.
///
/// # Errors
/// If what waits for it can't be played.
pub(in crate::engine) fn tell(
    play: &mut Play<'_>,
    frame: &Frame,
    before: &Rc<View>,
    (others, whether): (Vec<ObjectId>, bool),
) -> Outcome {
    let Some(what) = play.keyword_followed(frame).and_then(of) else { return Ok(()) };
    // It is enough that the ability of mentor resolves.
    if !whether && what != NamedDeed::Does(Verb::Mentor) {
        return Ok(());
    }
    // What exploits is a creature, and nothing is one that has left the battlefield (702.110b, 109.2).
    let there = |object: ObjectId| {
        let its = play.game.object(object);
        its.on_battlefield() && its.phased_out.is_none()
    };
    if what == NamedDeed::Does(Verb::Exploit) && !there(frame.source) && !others.contains(&frame.source) {
        return Ok(());
    }
    after(play, before, &[Happening::Named { object: frame.source, what, others, by: None }])
}
