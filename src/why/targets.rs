//! Why the targets of what did not resolve were illegal.

use crate::rules::cr;
use crate::trace::illegal::targets_of;
use crate::trace::{Reasons, Trace};

/// These reasons, with those for which the targets were illegal behind that for which something did not resolve (608.2b).
pub(crate) fn with_illegal(trace: &Trace, reasons: Reasons) -> Reasons {
    let mut all = Reasons::NONE;
    for reason in reasons.iter() {
        all = all.and(reason);
        let fails = reason.step.and_then(|step| trace.get(step)).filter(|_| reason.rule == cr!("608.2b"));
        // That what has left is another object now is told in words.
        let each = fails.into_iter().flat_map(|fails| targets_of(trace, fails));
        all = each.fold(all, |all, illegal| all.joined(illegal.reasons().without(&[cr!("400.7")])));
    }
    all
}
