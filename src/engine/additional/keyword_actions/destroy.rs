//! CR 701.8: Destroy

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::spells::continuous_effects::{self, by_what};
use crate::engine::view::View;
use crate::engine::zones::general;
use crate::game::effects::ShieldKind;
use crate::game::{Cause, Game, Move, MoveAction, ObjectId, Shield, Thing};
use crate::ir::change::Action;
use crate::ir::{KeywordName, Verb, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Forbidden, Level, Note};

/// Destroys permanents at the same time (701.8a); those with indestructible aren't (702.12b). Says what each is then.
///
/// # Errors
/// If a replacement needs a choice that nobody makes, or can't be played.
pub(in crate::engine) fn destroy(
    play: &mut Play<'_>,
    cause: Cause,
    objects: &[ObjectId],
) -> Outcome<Vec<Option<ObjectId>>> {
    let each: Vec<(Cause, ObjectId)> = objects.iter().map(|object| (cause, *object)).collect();
    destroy_each(play, &each)
}

/// The same, each for a cause of its own.
///
/// # Errors
/// As [`destroy`].
pub(in crate::engine) fn destroy_each(
    play: &mut Play<'_>,
    objects: &[(Cause, ObjectId)],
) -> Outcome<Vec<Option<ObjectId>>> {
    let mut moves = Vec::with_capacity(objects.len());
    for (cause, object) in objects {
        moves.extend(propose(play, *cause, *object)?);
    }
    general::move_each(play, moves)
}

/// The rules by which an indestructible permanent is not destroyed: if nothing but a counter makes it so, also by what (122.1b).
pub(in crate::engine) fn indestructible(game: &Game, view: &View, object: ObjectId) -> Rules {
    let rules = Rules::of(&[cr!("702.12b")]);
    let counted = view.characteristics(game, object).has_by_counter_only(KeywordName::Indestructible);
    if counted { rules.and(cr!("122.1b")) } else { rules }
}

/// The move by which a permanent is destroyed, if it can be.
///
/// # Errors
/// If it can't be told whether something says that it can't.
pub(in crate::engine) fn propose(
    play: &mut Play<'_>,
    cause: Cause,
    object: ObjectId,
) -> Outcome<Option<(Cause, Move)>> {
    if !play.game.object(object).on_battlefield() {
        return Ok(None);
    }
    let view = play.view()?;
    if view.has(&play.game, object, KeywordName::Indestructible) {
        let note = Note::Cant(Forbidden::DestroyIndestructible, Thing::Object(object), None);
        play.note(Level::Default, cause.kind, indestructible(&play.game, &view, object), note);
        return Ok(None);
    }
    let sight = Sight { game: &play.game, view: &view };
    let by = by_what(&play.game, cause.kind);
    let by = continuous_effects::prohibited(sight, Action::Be(Verb::Destroy), Some(object), None, by)?;
    if by.is_some() {
        let note = Note::Cant(Forbidden::Destroy, Thing::Object(object), by);
        play.note(Level::Default, cause.kind, Rules::of(&[cr!("101.2")]), note);
        return Ok(None);
    }
    let cause = despite_shields(play, cause.led_by(cr!("701.8a")), object)?;
    Ok(Some((cause, Move::new(object, Zone::Graveyard, MoveAction::Destroy))))
}

/// The cause of a destruction: also that regeneration shields are not applied, where an effect says that the permanent can't be regenerated
/// (701.19c).
///
/// # Errors
/// If it can't be told whether one does.
pub(in crate::engine) fn despite_shields(
    play: &mut Play<'_>,
    cause: Cause,
    object: ObjectId,
) -> Outcome<Cause> {
    if !is_shielded(&play.game, object) {
        return Ok(cause);
    }
    let view = play.view()?;
    if may_be_regenerated(Sight { game: &play.game, view: &view }, object)? {
        return Ok(cause);
    }
    let note = Note::Cant(Forbidden::Regenerate, Thing::Object(object), None);
    play.note(Level::Default, cause.kind, Rules::of(&[cr!("701.19c")]), note);
    Ok(cause.and(cr!("701.19c")))
}

/// Whether a regeneration shield waits for the destruction of a permanent (701.19a).
fn is_shielded(game: &Game, object: ObjectId) -> bool {
    let waits = |shield: &Shield| matches!(shield.kind, ShieldKind::Regeneration);
    game.shields().iter().any(|shield| waits(shield) && shield.protects == Some(object))
}

/// Whether no effect says that a permanent can't be regenerated, so that its regeneration shields are applied (701.19c).
///
/// # Errors
/// If it can't be told whether one does.
pub(in crate::engine) fn may_be_regenerated(sight: Sight<'_>, object: ObjectId) -> Outcome<bool> {
    let by = continuous_effects::prohibited(sight, Action::Be(Verb::Regenerate), Some(object), None, None)?;
    Ok(by.is_none())
}
