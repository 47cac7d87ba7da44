//! What lets a player do what they try, beyond that it is a time for it: what its targets are, what it costs, and what it waits for.

use crate::engine::Saved;
use crate::engine::spells::announcing::fitting::targets_in_words;
use crate::game::{Choice, Game, Item, Mana, ObjectId, Options, PlayerId};
use crate::rules::{Rules, cr};
use crate::runner::stage::{Attempted, Stage, Staged, Tried};
use crate::scenario::script::{Action, Announcement, Deed};
use crate::trace::refusal::{Attempt, Granted};
use crate::trace::{CostChanged, Note, What};
use crate::why::permission;

/// What is to be said of what a player may do, with the rules that decide it and those that stand behind.
#[derive(Default)]
pub(super) struct Told {
    granted: Granted,
    deciding: Rules,
    behind: Rules,
}

/// What came of a try that is legal: by these rules, where anything special has to permit it, and else by the rule of its time.
pub(super) fn tried(
    stage: &mut Stage<'_, '_>,
    action: &Action,
    permitted: Rules,
    told: Told,
) -> Staged<Tried> {
    let Told { mut granted, deciding, behind } = told;
    let Some(Attempted { player, attempt, x, .. }) = &stage.attempted else {
        return Ok(Tried { legal: true, sentence: stage.allowed(&granted), rules: permitted });
    };
    let (player, attempt, x) = (*player, attempt.clone(), *x);
    // What lets it be done at all comes first where something has to.
    let rules = match permitted.is_empty() {
        true => {
            let ordinary = stage.why(|played| Ok(permission::ordinary(played, player, &attempt)))?;
            ordinary.iter().fold(deciding, Rules::and)
        }
        false => {
            let met = stage.why(|played| Ok(permission::restrictions_met(played, &attempt)))?;
            let flash = stage.why(|played| Ok(permission::at_any_time(played, player, &attempt)))?;
            met.iter().chain(deciding.iter()).chain(flash).fold(permitted, Rules::and)
        }
    };
    // Evasion abilities that keep none of it from being declared come first, with the step in which they are looked at.
    let evaded = stage.why(|played| Ok(permission::evaded(played, &attempt)))?;
    let rules = match evaded.is_empty() {
        true => rules,
        false => {
            let of_abilities = evaded.iter().flat_map(|it| it.rules.iter());
            let step = matches!(attempt, Attempt::Block(_)).then_some(cr!("509.1b"));
            of_abilities.chain(step).chain(rules.iter()).fold(Rules::NONE, Rules::and)
        }
    };
    // What has to attack if able comes behind the rule that asks for it.
    let kept = stage.why(|played| Ok(permission::kept(played, player, &attempt)))?;
    let rules = kept.iter().flat_map(|it| it.rules.iter()).fold(rules, Rules::and);
    granted.evaded = evaded.into_iter().chain(kept).map(|it| (it.who, it.words, it.of)).collect();
    let rules = behind.iter().chain(x.map(|_| cr!("107.3a"))).fold(rules, Rules::and);
    as_before(&mut granted, &attempt, stage.play.game.objects().len());
    granted.x = x;
    granted.for_nothing = matches!(&action.deed, Deed::Cast { announced, .. }
        if announced.iter().any(|item| matches!(item.value, Announcement::WithoutPaying)));
    let by = stage.why(|played| Ok(permission::permitted_by(played, player, &attempt, rules)))?;
    let action = stage.why(|played| {
        Ok(by.as_ref().and_then(|(by, _)| permission::action_that_permits(played, &attempt, *by)))
    })?;
    let rules = action.map_or(rules, |action| rules.led_by(action));
    granted.by = by;
    granted.met = stage.why(|played| Ok(permission::met_in_words(played, &attempt)))?;
    Ok(Tried { legal: true, sentence: stage.allowed(&granted), rules })
}

/// What is to be said of what a player has tried since then.
pub(super) fn granted(stage: &mut Stage<'_, '_>, before: &Saved) -> Told {
    let (mut told, mut deciding, mut behind) = (Granted::default(), Rules::NONE, Rules::NONE);
    let Some(tried) = &stage.attempted else { return Told::default() };
    let (player, attempt) = (tried.player, tried.attempt.clone());
    let since = stage.play.trace.entries().get(before.mark..).unwrap_or_default();
    let targets = since.iter().rev().find_map(|entry| match &entry.what {
        What::Targets(of, _) if is_it(stage, &attempt, player, *of) => Some(*of),
        _ => None,
    });
    let cast = since.iter().find_map(|entry| match &entry.what {
        What::Casts(_, spell) if is_it(stage, &attempt, player, *spell) => Some(*spell),
        _ => None,
    });
    let announced = cast.and_then(|spell| stage.play.game.object(spell).announced.as_ref());
    if let Some(announced) = announced {
        // That a card is cast prototyped its face says.
        told.manner = announced.paid.iter().copied().filter(|way| way.as_str() != "prototype").collect();
    }
    let strict = stage.play.strict_mana;
    let cost = since.iter().rev().find_map(|entry| match &entry.what {
        What::TotalCost { of, mana, changed: Some(changed), .. }
            if strict && is_it(stage, &attempt, player, *of) =>
        {
            Some(((**mana).clone(), (**changed).clone(), entry.rules))
        }
        _ => None,
    });
    // What restricts the mana that is spent, be it by what has produced it, or lets a symbol be paid in one of two ways, is looked at only where mana is.
    let ways = [cr!("601.2b"), cr!("107.4e"), cr!("107.4f"), cr!("106.6"), cr!("106.3")];
    let mana = since.iter().filter(|entry| match &entry.what {
        What::Chose(choice, ..) => strict && is_of_symbols(choice),
        _ => strict && (entry.rules.contains(cr!("106.6")) || entry.rules.contains(cr!("106.3"))),
    });
    let mana: Vec<_> = mana.flat_map(|entry| ways.iter().filter(|way| entry.rules.contains(**way))).collect();
    behind = mana.into_iter().fold(behind, |rules, rule| rules.and(*rule));
    let restricted =
        |game: &Game| game.player(player).mana.iter().filter(|its: &&Mana| its.only_for.is_some()).count();
    if strict && restricted(&before.game) > restricted(&stage.play.game) {
        behind = behind.and(cr!("106.6"));
    }
    // What a declaration costs beside is locked in before it is paid (508.1h, 509.1d).
    let locked_in = since.iter().filter_map(|entry| match &entry.what {
        What::Note(Note::CostLockedIn(_, generic)) => Some((entry.rules, *generic)),
        _ => None,
    });
    let locked_in: Vec<_> = locked_in.collect();
    behind = locked_in.iter().flat_map(|(rules, _)| rules.iter()).fold(behind, Rules::and);
    if let [(_, generic @ 1..)] = locked_in.as_slice() {
        told.pays = Some(*generic);
    }
    // Which of its modes is free to who casts it.
    if announced.is_some_and(|announced| !announced.modes.is_empty()) {
        behind = behind.and(cr!("700.2a"));
    }
    if let Some(on_stack) = targets {
        let is_ability = matches!(attempt, Attempt::Activate(..));
        let step = is_ability.then_some(cr!("602.2b")).into_iter().chain([cr!("601.2c")]);
        told.targets = targets_in_words(&mut stage.play, on_stack);
        let by = if told.targets.is_empty() { &mut behind } else { &mut deciding };
        *by = step.fold(*by, Rules::and);
    }
    if let Some((mana, changed, rules)) = cost {
        // What changes it, and what of it that leaves as it is (118.7a), says more than that the total cost is worked out.
        let aside = [cr!("601.2f"), cr!("602.2b"), cr!("118.9d")];
        let by = rules.iter().filter(|rule| !aside.contains(rule));
        let step = matches!(attempt, Attempt::Activate(..)).then_some(cr!("602.2b"));
        deciding = by.chain([cr!("601.2f")]).chain(step).fold(deciding, Rules::and);
        told.cost = Some((mana, changed));
    }
    Told { granted: told, deciding, behind }
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
fn as_before(granted: &mut Granted, attempt: &Attempt, objects: usize) {
    let there = |object: &ObjectId| object.index() < objects;
    if let Some((_, CostChanged { by, .. })) = &mut granted.cost {
        by.iter_mut().filter(|by| !there(by)).for_each(|by| *by = attempt.own().unwrap_or(*by));
        by.retain(there);
    }
    granted.targets.retain(|(thing, _)| thing.object().is_none_or(|object| there(&object)));
}
