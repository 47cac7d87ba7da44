//! What an answer rests on beside what it is judged by: why targets were illegal, which effect was applied first, and what was left undone since.

use crate::runner::stage::{Stage, Staged};
use crate::scenario::ast::Spanned;
use crate::scenario::script::{Claim, Fact, FactKind};
use crate::trace::Reasons;
use crate::why::standing::can_decide;
use crate::why::targets::with_illegal;
use crate::why::{applied_first, undone};

use super::{Judged, judge, subjects};

/// Whether a claim holds, with why the targets of what did not resolve were illegal, and which of several effects on a move was applied first.
pub(super) fn judged(stage: &mut Stage<'_, '_>, claim: &Claim) -> Staged<Judged> {
    let judged = judge(stage, claim)?;
    let rules = with_illegal(&stage.play.trace, judged.rules);
    let of_object = matches!(claim, Claim::Object { .. } | Claim::Path { .. });
    let rules =
        if of_object { stage.why(|played| Ok(applied_first::of_move(played, rules)))? } else { rules };
    Ok(Judged { rules, ..judged })
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
