//! What lets a player do what they try, beyond that it is a time for it: what its targets are, what it costs, and what it waits for.

use crate::engine::Saved;
use crate::engine::spells::announcing::fitting::targets_in_words;
use crate::game::{Choice, Game, Item, Mana, ObjectId, Options, PlayerId};
use crate::rules::{Rules, cr};
use crate::runner::stage::Stage;
use crate::trace::refusal::{Attempt, Granted};
use crate::trace::{CostChanged, What};

/// What is to be said of what a player has tried since then, with the rules that decide and those that stand behind.
pub(super) fn granted(stage: &mut Stage<'_, '_>, before: &Saved) -> (Granted, Rules, Rules) {
    let (mut told, mut deciding, mut behind) = (Granted::default(), Rules::NONE, Rules::NONE);
    let Some(tried) = &stage.attempted else { return (told, deciding, behind) };
    let (player, attempt) = (tried.player, tried.attempt.clone());
    let since = stage.play.trace.entries().get(before.mark..).unwrap_or_default();
    let targets = since.iter().rev().find_map(|entry| match &entry.what {
        What::Targets(of, _) if is_it(stage, &attempt, player, *of) => Some(*of),
        _ => None,
    });
    let strict = stage.play.strict_mana;
    let cost = since.iter().rev().find_map(|entry| match &entry.what {
        What::TotalCost { of, mana, changed: Some(changed), .. }
            if strict && is_it(stage, &attempt, player, *of) =>
        {
            Some(((**mana).clone(), (**changed).clone()))
        }
        _ => None,
    });
    // What restricts the mana that is spent, or lets a symbol be paid in one of two ways, is looked at only where mana is.
    let ways = [cr!("601.2b"), cr!("107.4e"), cr!("107.4f"), cr!("106.6")];
    let mana = since.iter().filter(|entry| match &entry.what {
        What::Chose(choice, ..) => strict && is_of_symbols(choice),
        _ => strict && entry.rules.contains(cr!("106.6")),
    });
    let mana: Vec<_> = mana.flat_map(|entry| ways.iter().filter(|way| entry.rules.contains(**way))).collect();
    behind = mana.into_iter().fold(behind, |rules, rule| rules.and(*rule));
    let restricted =
        |game: &Game| game.player(player).mana.iter().filter(|its: &&Mana| its.only_for.is_some()).count();
    if strict && restricted(&before.game) > restricted(&stage.play.game) {
        behind = behind.and(cr!("106.6"));
    }
    if let Some(on_stack) = targets {
        let is_ability = matches!(attempt, Attempt::Activate(..));
        let step = is_ability.then_some(cr!("602.2b")).into_iter().chain([cr!("601.2c")]);
        told.targets = targets_in_words(&mut stage.play, on_stack);
        let by = if told.targets.is_empty() { &mut behind } else { &mut deciding };
        *by = step.fold(*by, Rules::and);
    }
    if let Some((mana, changed)) = cost {
        let step = matches!(attempt, Attempt::Activate(..)).then_some(cr!("602.2b"));
        deciding = [cr!("601.2f")].into_iter().chain(step).fold(deciding, Rules::and);
        told.cost = Some((mana, changed));
    }
    (told, deciding, behind)
}

/// Whether it is asked in which of its ways a symbol of mana is paid.
fn is_of_symbols(choice: &Choice) -> bool {
    let first = match &choice.options {
        Options::Pick { from, .. } => from.first(),
        _ => None,
    };
    matches!(first, Some(Item::Symbol(_) | Item::Life | Item::Mana))
}

/// Whether what is on the stack, or has an ability that never is, is what a player tries.
fn is_it(stage: &Stage<'_, '_>, attempt: &Attempt, player: PlayerId, of: ObjectId) -> bool {
    let game = &stage.play.game;
    let its = game.object(of);
    let is = |object: ObjectId| game.earliest(object) == game.earliest(of);
    match (attempt, its.stack_ability()) {
        (Attempt::Cast(card, _), None) => is(*card) && its.is_spell(),
        (Attempt::Activate(source, ..), Some(ability)) => {
            !ability.triggered && ability.source == *source && its.controller == player
        }
        (Attempt::Activate(source, ..), None) => *source == of,
        _ => false,
    }
}

/// The changed cost as it can be told once all is taken back: what was on the stack is what it was before.
pub(super) fn as_before(granted: &mut Granted, attempt: &Attempt, objects: usize) {
    let there = |object: &ObjectId| object.index() < objects;
    if let Some((_, CostChanged { by, .. })) = &mut granted.cost {
        by.iter_mut().filter(|by| !there(by)).for_each(|by| *by = attempt.own().unwrap_or(*by));
        by.retain(there);
    }
    granted.targets.retain(|(thing, _)| thing.object().is_none_or(|object| there(&object)));
}
