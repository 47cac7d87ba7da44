//! Claims of several parts: what decides each of them is told beside what decides the first.

use crate::game::Change;
use crate::rules::{RuleId, cr};
use crate::runner::outcome::{Because, Finding};
use crate::runner::stage::{Stage, Staged};
use crate::scenario::ast::Spanned;
use crate::scenario::script::{Claim, Fact, FactKind, PlayerFact};
use crate::scenario::vocabulary::Zone as WrittenZone;
use crate::trace::layers::Influence;
use crate::trace::{EntryId, Reason, Reasons, What};
use crate::why::found;
use crate::why::layers::{is_layer, is_told_by_effects};
use crate::why::standing::{can_decide, says_more};

use super::{bearing_on, behind, influences_on, judge, naming, unasked};

/// More parts than these are not told of beside the first.
const MOST_BESIDE: usize = 2;

/// What decides the parts of a claim that holds, each as if it had been asked by itself, beside what is told first of the whole: of a part that
/// is as the board or the card has it nothing, unless it says that something is not so.
pub(in crate::runner) fn beside(
    stage: &mut Stage<'_, '_>,
    claim: &Claim,
    (first, rules): (Option<&Because>, Reasons),
) -> Staged<Vec<Finding>> {
    let mut found: Vec<(bool, bool, Finding)> = Vec::new();
    // The first part that the deciding rule decides is the one that is told first.
    let mut deciding = rules.first().map(|first| first.rule);
    for (part, of_none) in parts(stage, claim)? {
        let Some((finding, _)) = alone(stage, &part)? else { continue };
        if deciding.is_some_and(|rule| finding.rules.contains(rule)) {
            deciding = None;
            continue;
        }
        let Some(because) = &finding.because else { continue };
        // That it is as printed is no reason by itself, either.
        let only_stands = |rule| !says_more(Reasons::of(&[rule]).without(&[cr!("613.1")]));
        let stands = finding.rules.iter().next().is_none_or(only_stands);
        let tells = match because {
            // The effect is told of in its layer.
            Because::Step(step, _) if begins(stage, *step) && finding.rules.iter().any(is_layer) => {
                !first.is_some_and(is_by_layers)
            }
            // That it resolved is told with what came of that.
            Because::Step(step, _) | Because::Together(step, _) => !resolves(stage, *step),
            Because::Found(_) => of_none || !stands,
            Because::Rule(rule) if is_told_by_effects(*rule) && applies_in_a_layer(&finding) => true,
            Because::Rule(rule) => {
                of_none && !stands && !only_stands(*rule) && can_decide(*rule) && !is_of_status(&part)
            }
        };
        let again = found.iter().map(|(.., other)| other.because.as_ref()).chain([first]);
        let again = again.flatten().any(|other| is_told_by(because, other));
        if tells && !again {
            found.push((stands, !of_none, finding));
        }
    }
    // What something has made so is told before what nothing has changed, and first what is not so.
    found.sort_by_key(|(stands, is_so, _)| (*stands, *is_so));
    Ok(found.into_iter().map(|(.., finding)| finding).take(MOST_BESIDE).collect())
}

/// The reason with such a rule of a part of a claim, if one part has it by itself.
pub(super) fn of_a_part(stage: &mut Stage<'_, '_>, claim: &Claim, rule: RuleId) -> Staged<Option<Reason>> {
    for (part, _) in parts(stage, claim)? {
        let reason = alone(stage, &part)?.and_then(|(_, rules)| rules.get(rule));
        if reason.is_some() {
            return Ok(reason);
        }
    }
    Ok(None)
}

/// The rules of an answer, with those that decide its other parts behind so many, unless these are told of with the first.
pub(in crate::runner) fn with_rules(
    (first, rules): (Option<&Because>, Reasons),
    demanded: usize,
    beside: &[Finding],
) -> Reasons {
    let place = demanded.max(1);
    let by_layers = |because: Option<&Because>| because.is_some_and(is_by_layers);
    let decides = |finding: &Finding| {
        if by_layers(first) && by_layers(finding.because.as_ref()) {
            return None;
        }
        let rule = finding.rules.iter().find(|rule| can_decide(*rule))?;
        let step = match finding.because {
            Some(Because::Step(step, _)) => Some(step),
            _ => None,
        };
        Some(Reason { rule, step })
    };
    let head = rules.iter().take(place).chain(beside.iter().filter_map(decides));
    head.fold(Reasons::NONE, Reasons::and).joined(rules)
}

/// The parts of a claim as claims of their own, each with whether it says that something is not so; none of a claim that has only one.
fn parts(stage: &mut Stage<'_, '_>, claim: &Claim) -> Staged<Vec<(Claim, bool)>> {
    Ok(match claim {
        Claim::Object { what, facts } if facts.len() > 1 => {
            let (_, otherwise) = naming::with_facts(stage, what, facts)?;
            let told = facts.iter().filter(|fact| otherwise.is_none() && !is_there(&fact.value));
            let alone = |fact: &Spanned<Fact>| {
                let claim = Claim::Object { what: what.clone(), facts: vec![fact.clone()] };
                (claim, is_of_none(&fact.value))
            };
            told.map(alone).collect()
        }
        Claim::Player { player, facts } if facts.len() > 1 => {
            let alone = |fact: &Spanned<PlayerFact>| {
                let claim = Claim::Player { player: player.clone(), facts: vec![fact.clone()] };
                (claim, matches!(fact.value, PlayerFact::Counters(0, _)))
            };
            facts.iter().map(alone).collect()
        }
        _ => Vec::new(),
    })
}

/// Whether a fact says only that something is on the battlefield: how it came there says little of what else is so.
fn is_there(fact: &Fact) -> bool {
    !fact.negated && matches!(fact.kind, FactKind::Zone { zone: WrittenZone::Battlefield, .. })
}

/// Whether a claim says of an object that its status or its face is the one with which most begin.
fn is_of_status(claim: &Claim) -> bool {
    let of_status = |fact: &Spanned<Fact>| {
        matches!(
            fact.value.kind,
            FactKind::FaceDown | FactKind::PhasedOut | FactKind::Transformed | FactKind::Tapped
        )
    };
    matches!(claim, Claim::Object { facts, .. } if facts.iter().all(of_status))
}

/// Whether a fact says that something is not so, or that there is none of it.
fn is_of_none(fact: &Fact) -> bool {
    let none = matches!(fact.kind, FactKind::Counters(0, _) | FactKind::NoCounters | FactKind::Damage(0));
    fact.negated || none
}

/// What decides a claim, and the rules of that with their steps; nothing if it does not hold.
fn alone(stage: &mut Stage<'_, '_>, claim: &Claim) -> Staged<Option<(Finding, Reasons)>> {
    let judged = judge(stage, claim)?;
    if !judged.holds {
        return Ok(None);
    }
    let (unasked, undone) = unasked(stage, claim, &judged)?;
    let of_all = judged.rules.joined(unasked).joined(undone);
    let found = super::found(stage, claim, of_all)?;
    let rules = behind(claim, judged.rules, unasked.joined(undone));
    let rules = found.iter().rev().fold(rules, |rules, (rule, _)| rules.led_by(*rule));
    let layers = influences_on(stage, claim)?;
    let bearing = bearing_on(claim, &layers);
    let mut finding =
        Finding { layers, bearing, ..Finding::asked(None, (judged.sentence, rules), &stage.play.trace) };
    finding.because = match found::in_words(&found) {
        Some(words) => Some(Because::Found(words)),
        None => of_whole_size(stage, claim, finding.because, (rules, &finding.bearing)),
    };
    Ok(Some((finding, rules)))
}

/// What decides an answer, where that is the step in which one effect on a size began and there are others: by which layers all of them have
/// made it so, for one alone does not add up to it.
pub(in crate::runner) fn of_whole_size(
    stage: &Stage<'_, '_>,
    claim: &Claim,
    because: Option<Because>,
    (rules, bearing): (Reasons, &[Influence]),
) -> Option<Because> {
    let is_sized = |fact: &Spanned<Fact>| {
        matches!(fact.value.kind, FactKind::PowerToughness(..) | FactKind::Power(_) | FactKind::Toughness(_))
    };
    let Claim::Object { facts, .. } = claim else { return because };
    let Some(Because::Step(step, _)) = because else { return because };
    let of_size = |rule: RuleId| rule.as_str().starts_with("613.4");
    let several = bearing.iter().filter(|its| of_size(its.layer) && its.standing.applies()).count() > 1;
    let layer = rules.iter().map(|reason| reason.rule).find(|rule| of_size(*rule));
    match layer {
        Some(layer) if begins(stage, step) && several && facts.iter().any(is_sized) => {
            Some(Because::Rule(layer))
        }
        _ => because,
    }
}

/// Whether an effect began in a step.
fn begins(stage: &Stage<'_, '_>, step: EntryId) -> bool {
    let entry = stage.play.trace.get(step);
    entry.is_some_and(|entry| matches!(entry.what, What::Changed(Change::BeginEffect(_), _)))
}

/// Whether a step is no more than that a spell or ability resolves.
fn resolves(stage: &Stage<'_, '_>, step: EntryId) -> bool {
    stage.play.trace.get(step).is_some_and(|entry| matches!(entry.what, What::Resolves(_)))
}

/// Whether effects decide something in a layer, or would if another had not changed what they ask for.
fn applies_in_a_layer(finding: &Finding) -> bool {
    let is_such = |rule| is_layer(rule) || rule == cr!("613.9");
    !finding.bearing.is_empty() && finding.rules.iter().any(is_such)
}

/// Whether effects are told of in their layers.
fn is_by_layers(because: &Because) -> bool {
    matches!(because, Because::Rule(rule) if is_told_by_effects(*rule))
}

/// Whether what decides one part is told with what decides another.
fn is_told_by(because: &Because, other: &Because) -> bool {
    match (because, other) {
        (Because::Step(step, _), Because::Step(first, before)) => step == first || Some(*step) == *before,
        (Because::Found(words), Because::Found(others)) => others.contains(words.as_str()),
        (Because::Rule(rule), Because::Rule(other)) => rule == other && !is_told_by_effects(*rule),
        _ => false,
    }
}
