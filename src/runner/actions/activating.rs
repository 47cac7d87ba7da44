//! A line that activates an ability.

use crate::diag::{Code, Diagnostic};
use crate::engine::Halt;
use crate::engine::halt::Illegal;
use crate::engine::spells::activating_activated_abilities::{self as activating, activated_abilities};
use crate::engine::spells::mana_abilities::is_mana_ability;
use crate::game::{AbilityInstance, Called, Game, ObjectId, Origin, PlayerId};
use crate::ir::Ability;
use crate::rules::{Rules, cr};
use crate::scenario::ast::Spanned;
use crate::scenario::script::{AbilityPick, Action, Announcement, Reference, Targets};
use crate::trace::Attempt;
use crate::why::{lost, unmet};

use super::super::abilities::{can_mean, choose_ability, was_ever};
use super::super::stage::{Stage, Staged, Stop};
use super::brackets::{all_asked_for, of_an_ability};
use super::{announcement, attempted, targets};

pub(super) fn activate(
    stage: &mut Stage<'_, '_>,
    action: &Action,
    what: &Reference,
    pick: &AbilityPick,
    announced: &[Spanned<Announcement>],
    targets: &Targets,
) -> Staged<Option<ObjectId>> {
    let span = stage.span;
    let player = stage.actor(action)?;
    let source = stage.object_where(what, |game, view, object| can_mean(game, view, object, player))?;
    let abilities = activated_abilities(&mut stage.play, source).map_err(|halt| Stop::Halt(halt, span))?;
    let table = stage.answers.table();
    let chosen = choose_ability(&table, &stage.play.game, source, &abilities, pick, targets, what);
    // No mana ability has targets (605.1a): with some, one that is printed may be meant.
    let is_meant = |instance: &AbilityInstance| !is_mana(instance) || !matches!(targets, Targets::These(_));
    if !chosen.as_ref().is_ok_and(is_meant)
        && let Some(refused) =
            lost_ability(stage, player, source, (pick, targets, what), chosen.as_ref().err())?
    {
        return Ok(refused);
    }
    let instance = chosen?;
    of_an_ability(announced)?;
    let mut announcing = announcement(stage, announced, targets)?;
    let mana = is_mana(&instance);
    announcing.object = Some(if mana { source } else { stage.play.game.next_object() });
    let called =
        activating::called(&mut stage.play, source, &instance).map_err(|halt| Stop::Halt(halt, span))?;
    let attempt = Attempt::Activate(source, instance.origin, called);
    attempted(stage, player, attempt, announcing.targets.clone())?;
    stage.attempted.iter_mut().for_each(|tried| tried.x = announcing.x);
    stage.answers.announce(Some(announcing));
    let mark = stage.play.trace.mark();
    let result = activating::activate(&mut stage.play, player, source, &instance);
    let given = stage.answers.announce(None);
    let left = given.as_ref().map(|given| given.targets.clone()).unwrap_or_default();
    let made = result.map_err(|halt| Stop::Halt(halt, span))?;
    all_asked_for(announced, given)?;
    targets::none_left(stage, action, (made, mark), &left, targets)?;
    Ok(made)
}

/// Whether an ability is an activated mana ability (605.1a).
fn is_mana(instance: &AbilityInstance) -> bool {
    matches!(&*instance.ability, Ability::Activated(activated) if is_mana_ability(activated))
}

/// What comes of activating an ability that is printed on an object that does not have it any more; nothing if none of them can be meant,
/// or the fault is another one.
fn lost_ability(
    stage: &mut Stage<'_, '_>,
    player: PlayerId,
    source: ObjectId,
    (pick, targets, what): (&AbilityPick, &Targets, &Reference),
    fault: Option<&Diagnostic>,
) -> Staged<Option<Option<ObjectId>>> {
    let printed = printed_activated(&stage.play.game, source);
    let table = stage.answers.table();
    let mut fitting = printed.clone();
    if fault.is_none() && *pick == AbilityPick::Only {
        fitting.retain(|instance| !is_mana(instance));
    }
    let meant = choose_ability(&table, &stage.play.game, source, &fitting, pick, targets, what).ok();
    let other = fault.is_some_and(|fault| fault.code != Code::UnknownObject);
    if other || fault.is_none() && meant.as_ref().is_none_or(is_mana) {
        return Ok(None);
    }
    let Some(rules) = stage.why(|played| lost::of_abilities(played, source))? else {
        return not_given(stage, player, source, (pick, targets, what));
    };
    let rules = rules.rules();
    // What it never had is a slip of the pen, and no action that a rule forbids.
    if meant.is_none() && *pick != AbilityPick::Only {
        let view = stage.view()?;
        let table = stage.answers.table();
        if !was_ever(&table, &stage.play.game, &view, source, (pick, targets, what)) {
            // Of what it has now the fault knows the ways to write; with nothing, what is printed has them.
            if let (Some(fault), true) = (fault, printed.is_empty()) {
                return Err(fault.clone().into());
            }
            choose_ability(&table, &stage.play.game, source, &printed, pick, targets, what)?;
        }
    }
    let (origin, called) = match meant {
        Some(instance) => (instance.origin, Called::activated(&printed, &instance)),
        None => (Origin::Printed(0), Called::default()),
    };
    let by = stage.why(|played| lost::taken_by(played, source))?;
    without(stage, player, Attempt::Activate(source, origin, called), (rules, by, None))
}

/// What comes of activating an ability that an effect would give an object, and does not; nothing if none of them can be meant.
fn not_given(
    stage: &mut Stage<'_, '_>,
    player: PlayerId,
    source: ObjectId,
    (pick, targets, what): (&AbilityPick, &Targets, &Reference),
) -> Staged<Option<Option<ObjectId>>> {
    let others = stage.why(|played| unmet::activated_not_given(played, source))?;
    let abilities: Vec<AbilityInstance> = others.iter().map(|(instance, _)| instance.clone()).collect();
    let table = stage.answers.table();
    let meant = choose_ability(&table, &stage.play.game, source, &abilities, pick, targets, what);
    drop(table);
    let Ok(meant) = meant else { return Ok(None) };
    let found = others.into_iter().find(|(instance, _)| *instance == meant);
    let Some((_, (rule, words))) = found else { return Ok(None) };
    let attempt = Attempt::Activate(source, meant.origin, Called::activated(&abilities, &meant));
    without(stage, player, attempt, (Rules::of(&[rule]), None, Some(words)))
}

/// Refuses the activation of an ability that an object does not have, by these rules and for what is said.
fn without(
    stage: &mut Stage<'_, '_>,
    player: PlayerId,
    attempt: Attempt,
    (rules, by, words): (Rules, Option<ObjectId>, Option<String>),
) -> Staged<Option<Option<ObjectId>>> {
    attempted(stage, player, attempt.clone(), Vec::new())?;
    // What has been given to it since is all that it has.
    let has_others = match &attempt {
        Attempt::Activate(source, ..) => {
            !stage.view()?.characteristics(&stage.play.game, *source).abilities.is_empty()
        }
        _ => false,
    };
    let why = match by {
        Some(_) if has_others => "an effect says that it loses all other abilities",
        Some(_) => "an effect says that it has no abilities",
        None if rules.contains(cr!("708.2a")) => {
            "it is face down, and does not have the abilities of its card"
        }
        None if rules.contains(cr!("707.2")) => "it is a copy, and does not have the abilities of its card",
        None if rules.contains(cr!("305.7")) => "it has lost that ability with its land types",
        None => "it does not have that ability",
    };
    let being = words.map(|words| format!("{why}: {words}").into_boxed_str());
    let (object, target, more) = (None, None, None);
    let (choosing, cost) = (false, None);
    let illegal = Illegal { player, rules, why, object, target, by, more, choosing, cost, being };
    let refused = stage.play.attempt(attempt, |_| Err(Halt::Illegal(illegal)));
    refused.map(Some).map_err(|halt| Stop::Halt(halt, stage.span))
}

/// The activated abilities that are printed on the card of an object.
fn printed_activated(game: &Game, object: ObjectId) -> Vec<AbilityInstance> {
    let its = game.object(object);
    let printed = its.definition.as_ref().and_then(|card| card.in_zone(its.zone, its.face));
    let abilities = printed.map(|printed| printed.abilities.clone()).unwrap_or_default();
    abilities.into_iter().filter(|instance| matches!(&*instance.ability, Ability::Activated(_))).collect()
}
