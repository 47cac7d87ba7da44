//! Spells that stand on the stack as a scenario begins, announced as if they had been cast (601.2b–d).

use std::rc::Rc;

use crate::diag::Diagnostic;
use crate::game::{Announced, Change, Game, Thing};
use crate::ir::{Ability, Body, Layout, Quantity, Subtype, TargetSpec, Zone};
use crate::rules::cr;
use crate::scenario::ast::Modifier;

use super::setup::{Planned, Setup, illegal};

/// Gives a spell on the board its targets, after its modifiers have said which modes and which X it was cast with.
///
/// What announcing would have asked for and the board does not say is a fault.
pub(super) fn announce(
    setup: &mut Setup<'_, '_>,
    game: &mut Game,
    plan: &Planned<'_>,
    planned: &[Planned<'_>],
) {
    let targets: Vec<Thing> =
        plan.targets.iter().filter_map(|target| setup.find(game, target, planned)).collect();
    let object = game.object(plan.object);
    let base = object.base.clone();
    let mut announced = object.announced.as_deref().cloned().unwrap_or_default();
    let name = &base.name;
    let body = base.abilities.iter().find_map(|instance| match &*instance.ability {
        Ability::Spell(body) => Some(body),
        _ => None,
    });
    let fault = |message: String, rule, help: String| illegal(message, plan.span, rule).with_help(help);
    let mut faults: Vec<Diagnostic> = Vec::new();
    let has_x = plan.modifiers.iter().any(|modifier| matches!(modifier.value, Modifier::X(_)));
    if base.cost.as_ref().is_some_and(|cost| cost.has_variable()) && !has_x {
        let message = format!("nothing says with which X `{name}` was cast");
        faults.push(fault(message, cr!("601.2b"), format!("write `{name} [X 3]`")));
    }
    let specs = body.map_or_else(Vec::new, |body| specs_of(body, &announced));
    if let Some(choose) = body.and_then(|body| body.choose.as_ref()) {
        let unknown = announced.modes.iter().any(|mode| usize::from(*mode) >= choose.modes.len());
        if announced.modes.is_empty() || unknown {
            let message =
                format!("nothing says with which of its {} modes `{name}` was cast", choose.modes.len());
            faults.push(fault(message, cr!("601.2b"), format!("write `{name} [mode 1]`")));
        }
    }
    let is_aura = Subtype::from_word("Aura").is_some_and(|aura| base.has_subtype(aura));
    let (least, most) = if is_aura {
        (1, 1)
    } else {
        specs.iter().fold((0, 0), |(least, most), spec| {
            (least + fixed(&spec.at_least).unwrap_or(0), most + fixed(&spec.at_most).unwrap_or(targets.len()))
        })
    };
    if faults.is_empty() {
        if targets.len() < least || targets.len() > most {
            let message = format!(
                "`{name}` was cast with {} targets, and needs {}",
                targets.len(),
                counts(least, most)
            );
            faults.push(fault(message, cr!("601.2c"), format!("write the targets behind it: `{name} -> X`")));
        }
    }
    let definition = game.object(plan.object).definition.clone();
    if definition.is_some_and(|definition| definition.layout == Layout::Split) {
        setup.cannot(format!("headjudge does not set up a half of `{name}` on the stack yet"), plan.span);
    }
    if specs.iter().any(|spec| spec.divided.is_some()) {
        setup.cannot(format!("headjudge does not set up how `{name}` divides what it deals yet"), plan.span);
    }
    announced.targets = distributed(&specs, targets);
    announced.from = Some(Zone::Hand);
    announced.cast = Some(game.object(plan.object).controller);
    setup.faults.append(&mut faults);
    game.apply(&Change::Announce(plan.object, Rc::new(announced)));
}

/// The phrases that name targets, those of the chosen modes included.
fn specs_of<'a>(body: &'a Body, announced: &Announced) -> Vec<&'a TargetSpec> {
    let modes = body
        .choose
        .iter()
        .flat_map(|choose| announced.modes.iter().filter_map(|mode| choose.modes.get(usize::from(*mode))));
    body.targets.iter().chain(modes.flat_map(|mode| &mode.targets)).collect()
}

/// The targets of each phrase, in the order written: as many as a phrase takes, and one list where there is no phrase.
fn distributed(specs: &[&TargetSpec], targets: Vec<Thing>) -> Vec<Vec<Thing>> {
    if specs.is_empty() {
        return vec![targets];
    }
    let mut left = targets.into_iter();
    specs
        .iter()
        .map(|spec| match fixed(&spec.at_most) {
            Some(most) => left.by_ref().take(most).collect(),
            None => left.by_ref().collect(),
        })
        .collect()
}

/// The number that a quantity is, if it is one in itself.
fn fixed(quantity: &Quantity) -> Option<usize> {
    match quantity {
        Quantity::Fixed(number) => usize::try_from(*number).ok(),
        _ => None,
    }
}

fn counts(least: usize, most: usize) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}
