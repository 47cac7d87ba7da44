//! Spells that stand on the stack as a scenario begins, announced as if they had been cast (601.2b–d).

use std::rc::Rc;

use crate::diag::Diagnostic;
use crate::game::{Announced, Change, Characteristics, Game, Occurrence, Thing};
use crate::ir::card::PrintedNumber;
use crate::ir::part::{Part, mentions};
use crate::ir::{
    Ability, Body, Condition, KeywordName, Layout, Quantity, Selection, Subtype, Symbol, TargetKind,
    TargetSpec, Zone,
};
use crate::rules::cr;
use crate::scenario::ast::{Modifier, PlayerLine, Scenario};

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
    // A fused spell has those of both halves.
    let bodies = || base.abilities.iter().filter_map(|instance| instance.ability.as_spell());
    let fault = |message: String, rule, help: String| illegal(message, plan.span, rule).with_help(help);
    let mut faults: Vec<Diagnostic> = Vec::new();
    let has_x = plan.modifiers.iter().any(|modifier| matches!(modifier.value, Modifier::X(_)));
    if base.cost.as_ref().is_some_and(|cost| cost.has_variable()) && !has_x {
        let message = format!("nothing says with which X `{name}` was cast");
        faults.push(fault(message, cr!("601.2b"), format!("write `{name} [X 3]`")));
    }
    let specs: Vec<&TargetSpec> = bodies().flat_map(|body| specs_of(body, &announced)).collect();
    if let Some(choose) = bodies().find_map(|body| body.choose.as_ref()) {
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
            let at_least = fixed(&spec.at_least).filter(|_| spec.only_if.is_none());
            (least + at_least.unwrap_or(0), most + fixed(&spec.at_most).unwrap_or(targets.len()))
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
    if asks_what_was_paid(&base) {
        let message = format!("nothing says what was paid to cast `{name}`, which its effect asks about");
        let active = setup.table.name_of(plan.controller);
        let help = format!("cast it in the scenario: `{active} casts {name}`");
        faults.push(fault(message, cr!("601.2h"), help));
    }
    let never =
        specs.len() == 1 && specs.iter().any(|spec| targets.iter().any(|it| !may_be(game, &spec.kind, *it)));
    if faults.is_empty() && never {
        let message = format!("what `{name}` targets can't have been a target of it");
        faults.push(fault(message, cr!("601.2c"), format!("write what it may target: `{name} -> X`")));
    }
    if specs.iter().any(|spec| spec.divided.is_some()) {
        setup.cannot(format!("headjudge does not set up how `{name}` divides what it deals yet"), plan.span);
    }
    announced.targets = distributed(&specs, targets);
    let (from, way) = cast_from(game, plan, &base);
    announced.from = Some(from);
    announced.paid.extend(way);
    let player = game.object(plan.object).controller;
    announced.cast = Some(player);
    setup.faults.append(&mut faults);
    game.apply(&Change::Announce(plan.object, Rc::new(announced)));
    game.apply(&Change::Occurred(Occurrence::Cast(player, plan.object)));
}

/// A spell that stands on the stack has been cast this turn (601.2i): a line that says how many were counts it too.
pub(super) fn count(
    setup: &mut Setup<'_, '_>,
    scenario: &Scenario,
    game: &mut Game,
    planned: &[Planned<'_>],
) {
    for block in &scenario.blocks {
        let Some(player) = setup.table.player(&block.player.text) else { continue };
        let cast =
            |plan: &&Planned<'_>| plan.zone == Zone::Stack && game.object(plan.object).controller == player;
        let least = planned.iter().filter(cast).count();
        let said = block.lines.iter().find(|line| matches!(line.value, PlayerLine::Cast(_)));
        match said.map(|line| (&line.value, line.span)) {
            Some((PlayerLine::Cast(count), span))
                if usize::try_from(*count).is_ok_and(|count| count < least) =>
            {
                let message = "more of this player's spells stand on the stack than this line says were cast"
                    .to_owned();
                setup.faults.push(illegal(message, span, cr!("601.2i")));
            }
            Some(_) => {}
            None => (0..least).for_each(|_| game.apply(&Change::CastCounted(player))),
        }
    }
}

/// From where a spell was cast, and in which way where there is no other: from a hand, if nothing says otherwise.
fn cast_from(game: &Game, plan: &Planned<'_>, base: &Characteristics) -> (Zone, Option<Symbol>) {
    let definition = game.object(plan.object).definition.as_ref();
    let front = definition.filter(|its| plan.face > 0 && its.layout == Layout::Transform);
    match front.and_then(|its| its.faces.first()) {
        Some(front) if front.has(KeywordName::Disturb) => (Zone::Graveyard, Some(Symbol::literal("disturb"))),
        Some(front) if front.has_subtype_named("Siege") => (Zone::Exile, None),
        _ if base.has(KeywordName::Aftermath) => (Zone::Graveyard, None),
        _ => (Zone::Hand, None),
    }
}

/// Whether anything about the spell depends on an {X} that was announced (107.3a).
pub(super) fn has_x(base: &Characteristics) -> bool {
    base.cost.as_ref().is_some_and(|cost| cost.has_variable())
        || base.abilities.iter().any(|instance| {
            mentions(&*instance.ability, |part| match part {
                Part::Quantity(Quantity::X) | Part::PrintedNumber(PrintedNumber::Variable) => true,
                Part::ManaCost(cost) => cost.has_variable(),
                _ => false,
            })
        })
}

/// Whether it is a spell with modes (700.2).
pub(super) fn is_modal(base: &Characteristics) -> bool {
    base.abilities
        .iter()
        .any(|instance| matches!(&*instance.ability, Ability::Spell(body) if body.choose.is_some()))
}

/// Whether the effect of a spell looks at what its costs were paid with, which a board does not say.
fn asks_what_was_paid(base: &Characteristics) -> bool {
    base.abilities.iter().any(|instance| {
        matches!(&*instance.ability, Ability::Spell(body) if mentions(body, |part| matches!(part, Part::Selection(Selection::Paid(_)) | Part::Condition(Condition::Paid(_)))))
    })
}

/// Whether a thing can ever have been a target of this kind: what stands elsewhere now would be another object (400.7).
fn may_be(game: &Game, kind: &TargetKind, thing: Thing) -> bool {
    match (kind, thing) {
        (TargetKind::OneOf(kinds), _) => kinds.iter().any(|kind| may_be(game, kind, thing)),
        (TargetKind::Player(_) | TargetKind::Any, Thing::Player(_)) => true,
        (_, Thing::Player(_)) | (TargetKind::Player(_) | TargetKind::Ability(_), Thing::Object(_)) => false,
        (kind, Thing::Object(object)) => {
            let zone = match kind {
                TargetKind::Card(_, zone) => *zone,
                TargetKind::Spell(_) => Zone::Stack,
                TargetKind::Permanent(_)
                | TargetKind::Ability(_)
                | TargetKind::Player(_)
                | TargetKind::Any
                | TargetKind::OneOf(_) => Zone::Battlefield,
            };
            game.object(object).zone == zone
        }
    }
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
    quantity.fixed().and_then(|number| usize::try_from(number).ok())
}

fn counts(least: usize, most: usize) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}
