//! CR 701.3: Attach

use crate::engine::additional::keyword_abilities::{bestow, protection};
use crate::engine::additional::state_based_actions::may_be_attached;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::spells::events::{Happening, happen};
use crate::game::{Cause, Change, ObjectId, Thing};
use crate::ir::CardType;
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Forbidden, Level, Note};

/// Attaches an Aura, Equipment or Fortification to something (701.3a). If it can't be attached there, or is already, it
/// doesn't move (701.3b).
///
/// # Errors
/// If what waits for it can't be played.
pub(in crate::engine) fn attach(play: &mut Play<'_>, cause: Cause, object: ObjectId, to: Thing) -> Outcome {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let same = play.game.object(object).attached_to == Some(to);
    if same || !play.game.object(object).on_battlefield() || !may_be_attached(sight, object, to)? {
        let why = if same { None } else { why_not(sight, object, to)? };
        let rules = why.into_iter().fold(Rules::NONE, Rules::and).and(cr!("701.3b"));
        let note = Note::Cant(Forbidden::Attach(to), Thing::Object(object), None);
        play.note(Level::Default, cause.kind, rules, note);
        return Ok(());
    }
    let cause = cause.and(cr!("701.3a"));
    happen(
        play,
        vec![(cause, Level::Default, Change::Attach(object, Some(to)))],
        &[Happening::Attached { object, to }],
    )?;
    Ok(())
}

/// The rule by which an object can't be attached to something it may not be attached to.
fn why_not(sight: Sight<'_>, object: ObjectId, to: Thing) -> Outcome<Option<RuleId>> {
    let its = sight.view.characteristics(sight.game, object);
    let against_protection = protection::forbids_attaching(sight, object, to)?;
    Ok(if its.has_subtype_named("Aura") {
        Some(if against_protection { cr!("702.16c") } else { cr!("303.4j") })
    } else if its.is(CardType::Creature) || to == Thing::Object(object) {
        Some(if its.has_subtype_named("Equipment") { cr!("301.5c") } else { cr!("301.6") })
    } else if against_protection {
        Some(cr!("702.16d"))
    } else if its.has_subtype_named("Equipment") {
        Some(cr!("301.5"))
    } else {
        its.has_subtype_named("Fortification").then_some(cr!("301.6"))
    })
}

/// Unattaches an object: it stays on the battlefield, attached to nothing (701.3d).
pub(in crate::engine) fn unattach(play: &mut Play<'_>, cause: Cause, object: ObjectId) {
    if play.game.object(object).attached_to.is_some() {
        play.change(cause.and(cr!("701.3d")), Level::Default, Change::Attach(object, None));
        bestow::end(play, cause.kind, object, Rules::of(&[cr!("702.103f")]));
    }
}
