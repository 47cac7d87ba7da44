//! A line that activates an ability.

use crate::diag::{Code, Diagnostic};
use crate::engine::Halt;
use crate::engine::halt::Illegal;
use crate::engine::spells::activating_activated_abilities::{self as activating, activated_abilities};
use crate::engine::spells::mana_abilities::is_mana_ability;
use crate::game::{AbilityInstance, Called, Game, ObjectId, Origin, PlayerId};
use crate::ir::Ability;
use crate::scenario::ast::Spanned;
use crate::scenario::script::{AbilityPick, Action, Announcement, Reference, Targets};
use crate::trace::Attempt;
use crate::why::lost;

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
    attempted(stage, player, attempt, announcing.targets.clone());
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
    let Some(rules) = stage.why(|played| lost::of_abilities(played, source))? else { return Ok(None) };
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
    let attempt = Attempt::Activate(source, origin, called);
    attempted(stage, player, attempt.clone(), Vec::new());
    let why = "it does not have that ability";
    let (object, target, by) = (None, None, None);
    let (choosing, cost, being, phrase) = (false, None, None, None);
    let illegal = Illegal { player, rules, why, object, target, by, choosing, cost, being, phrase };
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
