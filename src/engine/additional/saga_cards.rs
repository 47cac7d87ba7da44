//! CR 714: Saga Cards

use crate::engine::concepts::counters;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::view::View;
use crate::game::{Cause, CauseKind, Characteristics, Game, ObjectId};
use crate::ir::{CounterKind, Event, KeywordName};
use crate::rules::cr;

/// As a player's precombat main phase begins, they put a lore counter on each Saga they control that has a chapter ability
/// (714.3c).
///
/// # Errors
/// If what waits for it can't be played.
pub(in crate::engine) fn add_lore(play: &mut Play<'_>) -> Outcome {
    let view = play.view()?;
    let sagas: Vec<(ObjectId, CounterKind, i32)> = play
        .game
        .battlefield()
        .iter()
        .filter(|object| play.game.is_active(view.controller(&play.game, **object)))
        .filter(|object| {
            let its = view.characteristics(&play.game, **object);
            is_saga(its) && final_chapter(its) > 0
        })
        .map(|object| (*object, CounterKind::LORE, 1))
        .collect();
    if sagas.is_empty() {
        return Ok(());
    }
    counters::put(play, Cause::new(CauseKind::TurnBased, cr!("714.3c")).and(cr!("505.4")), &sagas)
}

/// How a permanent enters as a Saga.
pub(in crate::engine) enum Lore {
    /// It is no Saga.
    None,
    /// With one lore counter (714.3a).
    One,
    /// With read ahead: with as many as its controller chooses, at most so many (714.3b).
    UpTo(u8),
}

/// How many lore counters a permanent enters with as a Saga.
pub(in crate::engine) fn lore_on_entering(its: &Characteristics) -> Lore {
    match is_saga(its) {
        true if its.has(KeywordName::ReadAhead) => Lore::UpTo(final_chapter(its)),
        true => Lore::One,
        false => Lore::None,
    }
}

/// The Sagas that have come to their final chapter, none of whose chapter abilities has triggered and not left the stack
/// (714.4, 704.5s).
pub(in crate::engine) fn finished(game: &Game, view: &View) -> Vec<ObjectId> {
    let is_finished = |object: &&ObjectId| is_at_its_end(game, view, **object) && !is_telling(game, **object);
    game.battlefield().iter().filter(is_finished).copied().collect()
}

/// Whether a Saga has come to its final chapter and is not sacrificed yet: a chapter ability of it has not left the stack
/// (704.5s).
pub fn is_still_told(game: &Game, view: &View, object: ObjectId) -> bool {
    is_at_its_end(game, view, object) && is_telling(game, object)
}

/// Whether a permanent is a Saga that has lost the chapter abilities of its text, and with them its end (714.4).
pub fn has_lost_its_chapters(game: &Game, view: &View, object: ObjectId) -> bool {
    let its = game.object(object);
    let now = view.characteristics(game, object);
    its.on_battlefield() && is_saga(now) && final_chapter(now) == 0 && final_chapter(&its.base) > 0
}

fn is_at_its_end(game: &Game, view: &View, object: ObjectId) -> bool {
    let its = view.characteristics(game, object);
    let last = final_chapter(its);
    is_saga(its) && last > 0 && game.object(object).counters_of(CounterKind::LORE) >= u32::from(last)
}

fn is_saga(its: &Characteristics) -> bool {
    its.has_subtype_named("Saga")
}

/// The greatest number among the chapter abilities; 0 without any (714.2d).
fn final_chapter(its: &Characteristics) -> u8 {
    let numbers =
        its.abilities.iter().filter_map(|instance| chapters(&instance.ability.as_triggered()?.when));
    numbers.flatten().copied().max().unwrap_or(0)
}

const fn chapters(event: &Event) -> Option<&Vec<u8>> {
    if let Event::Chapter(numbers) = event { Some(numbers) } else { None }
}

/// Whether a chapter ability of an object has triggered and not yet left the stack.
fn is_telling(game: &Game, object: ObjectId) -> bool {
    let waits = game
        .waiting()
        .iter()
        .any(|trigger| trigger.source == object && chapters(&trigger.ability.when).is_some());
    waits
        || game.stack().iter().filter_map(|on_stack| game.object(*on_stack).stack_ability()).any(|ability| {
            let triggered = ability.ability.as_triggered();
            let chapter = triggered.is_some_and(|triggered| chapters(&triggered.when).is_some());
            ability.source == object && chapter
        })
}
