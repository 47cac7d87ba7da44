//! Whether a creature is goaded, and by what.

use crate::engine::Outcome;
use crate::engine::additional::keyword_actions::goad::{self, goads};
use crate::game::{Change, Characteristics, EffectId, ObjectId};
use crate::ir::Zone;
use crate::rules::cr;
use crate::trace::{Entry, Reason, Reasons, What};

use super::Played;
use super::found::Found;
use super::unmet::was_attached;

/// Whether a creature is goaded, and by which rules it is or is not any more: by those of the step in which it was goaded, or in which that ended.
///
/// # Errors
/// If it can't be told.
pub(crate) fn goaded(played: Played<'_>, object: ObjectId) -> Outcome<(bool, Reasons)> {
    let is_goaded = !goad::goaded_by(played.sight(), object)?.is_empty();
    let entries = || played.trace.entries().iter().rev();
    let goads_it = |entry: &Entry| match &entry.what {
        What::Changed(Change::BeginEffect(effect), _) => {
            (effect.is_on(object) && goads(&effect.rules)).then_some(effect.id)
        }
        _ => None,
    };
    if is_goaded {
        let lasts = |entry: &&Entry| {
            goads_it(entry).is_some_and(|id| played.game.effects().iter().any(|effect| effect.id == id))
        };
        let last = entries().find(lasts).map_or(Reasons::NONE, Entry::reasons);
        let given = last.is_empty() && goad::goaded_by_effects(played.game, object).next().is_some();
        let lasting = given.then_some(cr!("701.15a"));
        return Ok((true, lasting.into_iter().fold(last, Reasons::and).and(cr!("701.15b"))));
    }
    let begun: Vec<EffectId> = entries().filter_map(goads_it).collect();
    let ended = |entry: &&Entry| match &entry.what {
        What::Changed(Change::EndEffect(effect), _) => begun.contains(effect),
        _ => left_it(played, entry, object),
    };
    let step = entries().find(ended).map(|entry| entry.id);
    // How long it is decides that it is not any more.
    Ok((false, Reasons::NONE.and(Reason { rule: cr!("701.15a"), step })))
}

/// Whether an entry tells that what was attached to a creature and goaded it has left the battlefield, or was attached to something else.
fn left_it(played: Played<'_>, entry: &Entry, object: ObjectId) -> bool {
    let goads = |known: &Characteristics| {
        let mut statics = known.abilities.iter().filter_map(|its| its.ability.as_static());
        statics.any(|ability| goads(&ability.rules))
    };
    match &entry.what {
        What::Changed(Change::Move(it), _) => {
            let its = played.game.object(it.object);
            let known = it.known.as_ref().map_or(&its.base, |known| &known.characteristics);
            its.zone == Zone::Battlefield && goads(known) && was_attached(played, it.object, object)
        }
        _ => false,
    }
}

/// What goads a creature of which no step tells that it was goaded: a static ability, or what the scenario gives.
///
/// # Errors
/// If it can't be told.
pub(crate) fn by_no_step(played: Played<'_>, object: ObjectId) -> Outcome<Option<Found>> {
    let Played { game, view, .. } = played;
    let (is_goaded, reasons) = goaded(played, object)?;
    if reasons.iter().any(|reason| reason.step.is_some()) {
        return Ok(None);
    }
    if !is_goaded {
        // What the scenario gives has no step in which it began.
        let began = |id: EffectId| {
            played.trace.entries().iter().any(
                |entry| matches!(&entry.what, What::Changed(Change::BeginEffect(effect), _) if effect.id == id),
            )
        };
        let given = played.trace.entries().iter().any(|entry| match &entry.what {
            What::Changed(Change::EndEffect(id), _) => !began(*id) && entry.cause.source() == Some(object),
            _ => false,
        });
        let words =
            if given { "it was goaded only until its goader's next turn" } else { "nothing has goaded it" };
        return Ok(Some((cr!("701.15a"), words.to_owned())));
    }
    if goad::goaded_by_effects(game, object).next().is_some() {
        return Ok(Some((cr!("701.15a"), "it was goaded before, as given by the scenario".to_owned())));
    }
    for source in game.battlefield().iter().copied() {
        if goad::is_goaded_by(played.sight(), source, object)?.is_some() {
            let name = &view.characteristics(game, source).name;
            return Ok(Some((cr!("701.15b"), format!("{name} says that it is goaded"))));
        }
    }
    Ok(None)
}
