//! What an answer rests on beside what it is judged by: why targets were illegal, which effect was applied first, and what was left undone since.

use crate::runner::stage::{Stage, Staged};
use crate::scenario::ast::Spanned;
use crate::scenario::script::{Claim, Fact, FactKind};
use crate::trace::Reasons;
use crate::why::standing::can_decide;
use crate::why::targets::with_illegal;
use crate::why::{applied_first, undone};

use super::{Judged, has_reasons, judge, subjects, unasked};

/// Whether a claim holds, with why the targets of what did not resolve were illegal, and which of several effects on a move was applied first.
pub(super) fn judged(stage: &mut Stage<'_, '_>, claim: &Claim) -> Staged<Judged> {
    let judged = judge(stage, claim)?;
    let rules = with_illegal(&stage.play.trace, judged.rules);
    let of_object = matches!(claim, Claim::Object { .. } | Claim::Path { .. });
    let rules =
        if of_object { stage.why(|played| Ok(applied_first::of_move(played, rules)))? } else { rules };
    let of_place = if judged.holds { of_place(stage, claim)? } else { Reasons::NONE };
    Ok(Judged { rules: of_place.joined(rules), ..judged })
}

/// The rules of what has kept an object where it is, or would have moved it and did nothing, for a claim that says as well who controls it: that
/// is another question.
fn of_place(stage: &mut Stage<'_, '_>, claim: &Claim) -> Staged<Reasons> {
    let Claim::Object { what, facts } = claim else { return Ok(Reasons::NONE) };
    let of_control = |fact: &Spanned<Fact>| matches!(fact.value.kind, FactKind::ControlledBy(_));
    let is_of_place = |fact: &&Spanned<Fact>| matches!(fact.value.kind, FactKind::Zone { .. });
    let places: Vec<Spanned<Fact>> = facts.iter().filter(is_of_place).cloned().collect();
    if places.is_empty() || !facts.iter().any(of_control) {
        return Ok(Reasons::NONE);
    }
    let place = Claim::Object { what: what.clone(), facts: places };
    let judged = judge(stage, &place)?;
    // What has moved it there is among the reasons of the whole.
    if has_reasons(&place, judged.rules) {
        return Ok(Reasons::NONE);
    }
    let (kept_so, undone) = unasked(stage, &place, &judged)?;
    Ok(kept_so.joined(undone))
}

/// The rules of what would have changed again what a claim speaks of, since the step that decides how that is, and did not.
pub(super) fn since(stage: &mut Stage<'_, '_>, claim: &Claim, judged: &Judged) -> Staged<Reasons> {
    let step = judged.rules.because(can_decide).and_then(|reason| reason.step).filter(|_| judged.holds);
    // How it is suspended rests on what has exiled it alone.
    let suspends = |fact: &Spanned<Fact>| matches!(fact.value.kind, FactKind::Suspended(_));
    if matches!(claim, Claim::Object { facts, .. } if facts.iter().any(suspends)) {
        return Ok(Reasons::NONE);
    }
    match (step, subjects::unchanged(stage, claim)) {
        (Some(step), Some(what)) => {
            let matters = subjects::matters(claim);
            stage.why(|played| Ok(undone::since(played, what, &matters, step)))
        }
        _ => Ok(Reasons::NONE),
    }
}
