//! One expectation checked: whether the claim holds, and by the rules that it names.

use crate::diag::{Code, Diagnostic, Span};
use crate::rules::{RuleId, cr};
use crate::runner::outcome::{Because, Finding, FindingState};
use crate::runner::stage::{Stage, Staged};
use crate::scenario::ast::Text;
use crate::scenario::script::{Claim, Expectation};
use crate::trace::Reasons;
use crate::why::bearing::{self, Bearing};
use crate::why::found::{self as position, Found};
use crate::why::standing::{can_decide, says_more};

use super::{
    bearing_on, bears, behind, beside, decides_itself, found, influences_on, is_untriggered, of_a_part,
    of_whole_size, rest, says_why, subjects, together, unasked, with_rules,
};

/// Checks one expectation and keeps what was found.
pub(in crate::runner) fn expect(stage: &mut Stage<'_, '_>, expectation: &Expectation, span: Span) -> Staged {
    let judged = rest::judged(stage, &expectation.claim)?;
    let mut holds = judged.holds;
    let (unasked, undone) = unasked(stage, &expectation.claim, &judged)?;
    let of_all = judged.rules.joined(unasked).joined(undone);
    let found: Vec<Found> = if holds { found(stage, &expectation.claim, of_all)? } else { Vec::new() };
    let Demands { asked_for, supporting, missing } =
        demands(stage, expectation, (judged.rules, unasked, undone), &found)?;
    // A rule of the answer that is asked for stands first in it, and what bears on it behind the rule that decides.
    let all = behind(&expectation.claim, judged.rules, unasked.joined(undone));
    let rules = if holds {
        let first = all.first().filter(|first| asked_for.is_empty() && bearing::decides(first.rule));
        let rules = asked_for.iter().chain(first).chain(supporting.iter());
        let rules = rules.fold(Reasons::NONE, Reasons::and);
        rules.joined(all)
    } else {
        judged.rules.joined(unasked).joined(undone)
    };
    let claim_holds = holds;
    holds &= missing.is_empty() || !stage.play.trace.is_on();
    let state = state_of(stage, expectation, holds);
    if state == FindingState::Fails && !holds {
        let missing = claim_holds.then_some(&*missing);
        let because = if claim_holds { judged.rules } else { rules };
        stage.diagnostics.push(not_so(missing, &judged.sentence, because, span));
    }
    if holds && stage.spoken_of.is_some() {
        let roots = subjects::roots(stage, &expectation.claim);
        stage.spoken_of.iter_mut().for_each(|spoken| spoken.extend(&roots));
    }
    // What takes abilities away is a reason of an ability's not having triggered only where nothing else is.
    let takes = judged.rules.get(cr!("613.1f")).is_some();
    let of_layers = takes || !matches!(expectation.claim, Claim::Triggers { .. });
    let layers = if of_layers { influences_on(stage, &expectation.claim)? } else { Vec::new() };
    let bearing = bearing_on(&expectation.claim, &layers);
    let after = stage.play.trace.mark();
    let sentence = judged.sentence;
    let demanded = asked_for.joined(supporting).rules();
    let told = || Because::of_demanded(&rules, &all, &stage.play.trace);
    let by_found = found.iter().map(|(rule, _)| *rule);
    // Another rule that is asked for decides before it, unless that says only how it stands.
    let leads =
        |rule: RuleId| by_found.clone().any(|found| found == rule) || !says_more(Reasons::of(&[rule]));
    let (rules, because) = match position::in_words(&found) {
        Some(words) if demanded.iter().all(leads) => {
            (by_found.rev().fold(rules, Reasons::led_by), Some(Because::Found(words)))
        }
        _ => (by_found.fold(rules, Reasons::and), told()),
    };
    let because = together(stage, &expectation.claim)?.or(because);
    let because = of_whole_size(stage, &expectation.claim, because, (rules, &bearing));
    let because = because
        .filter(|because| !says_why(&expectation.claim) && !is_untriggered(&expectation.claim, because));
    let own = because.as_ref().filter(|_| !demanded.is_empty());
    let own = own.and_then(|because| because.beside(&all, &stage.play.trace));
    let parts = because.as_ref().filter(|_| claim_holds);
    let beside =
        if parts.is_some() { beside(stage, &expectation.claim, (parts, rules))? } else { Vec::new() };
    let rules = with_rules((parts, rules), demanded.iter().count(), &beside);
    let decided = rules.iter().any(|reason| can_decide(reason.rule)) || decides_itself(&expectation.claim);
    let (rules, steps) = (rules.rules(), rules.steps());
    stage.findings.push(Finding {
        span: Some(span),
        sentence,
        rules,
        decided,
        because,
        own,
        steps,
        demanded,
        layers,
        bearing,
        beside,
        after,
        state,
    });
    Ok(())
}

/// The rules that an expectation names: those of the answer, those that bear on it beside what decides, and those that do neither.
struct Demands {
    asked_for: Reasons,
    supporting: Reasons,
    missing: Vec<Text>,
}

/// How the rules that an expectation names stand to an answer with such reasons, and what is found by which it is so.
fn demands(
    stage: &mut Stage<'_, '_>,
    expectation: &Expectation,
    (own, unasked, undone): (Reasons, Reasons, Reasons),
    found: &[Found],
) -> Staged<Demands> {
    let (mut asked_for, mut supporting) = (Reasons::NONE, Reasons::NONE);
    let mut missing = Vec::new();
    for rule in &expectation.rules {
        let Some(id) = RuleId::parse(&rule.text) else {
            missing.push(rule.clone());
            continue;
        };
        if let Some(reason) = own.get(id) {
            asked_for = asked_for.and(reason);
            continue;
        }
        if found.iter().any(|(rule, _)| *rule == id) {
            asked_for = asked_for.and(id);
            continue;
        }
        if let Some(reason) = undone.get(id) {
            asked_for = asked_for.and(reason);
            continue;
        }
        // Not among the reasons of the answer by itself, but of what has kept it so or made it so.
        match bears(stage, &expectation.claim, id)? {
            Some((Bearing::Keeps, reason)) => asked_for = asked_for.and(reason),
            Some((Bearing::Supports, reason)) => supporting = supporting.and(reason),
            None => match unasked.get(id) {
                Some(reason) => supporting = supporting.and(reason),
                None => match of_a_part(stage, &expectation.claim, id)? {
                    Some(reason) => supporting = supporting.and(reason),
                    None => missing.push(rule.clone()),
                },
            },
        }
    }
    Ok(Demands { asked_for, supporting, missing })
}

/// How an answer stands to what was expected; one that holds though it is marked `todo` is a fault.
fn state_of(stage: &mut Stage<'_, '_>, expectation: &Expectation, holds: bool) -> FindingState {
    match (&expectation.todo, holds) {
        (None, true) if matches!(expectation.claim, Claim::Cites(_) | Claim::DoesNotCite(_)) => {
            FindingState::Checked
        }
        (None, true) => FindingState::Holds,
        (None, false) => FindingState::Fails,
        (Some(_), false) => FindingState::Todo,
        (Some(why), true) => {
            let message = "an expectation marked `todo` holds";
            stage.diagnostics.push(
                Diagnostic::error(Code::UnexpectedSuccess, message, why.span, "this works now")
                    .with_help("take the `todo` away"),
            );
            FindingState::Fails
        }
    }
}

/// The fault of an expectation that does not hold, or that holds by other rules than those that it names.
fn not_so(missing: Option<&[Text]>, sentence: &str, because: Reasons, span: Span) -> Diagnostic {
    let fault = if let Some(missing) = missing {
        let names: Vec<&str> = missing.iter().map(|rule| rule.text.as_str()).collect();
        let message = format!("it is so, but not by {}", names.join(", "));
        Diagnostic::error(Code::ExpectationFailed, message, span, "the rule is not among the reasons")
    } else {
        Diagnostic::error(Code::ExpectationFailed, "this expectation does not hold", span, "expected")
    };
    let fault = fault.with_help(format!("actual: {sentence}"));
    because.rules().iter().fold(fault, Diagnostic::with_rule)
}
