//! What stands in brackets behind an action: that it can stand there, and that something has asked for it.

use crate::diag::{Code, Diagnostic, Span};
use crate::engine::Halt;
use crate::ir::Zone;
use crate::rules::cr;
use crate::runner::answers::Announcing;
use crate::runner::stage::{Staged, Stop};
use crate::scenario::ast::Spanned;
use crate::scenario::script::Announcement;

/// The zone that is written in brackets, `from graveyard`, and where.
pub(super) fn from_zone(announced: &[Spanned<Announcement>]) -> Option<(Zone, Span)> {
    announced.iter().find_map(|item| match &item.value {
        Announcement::From(zone) => crate::runner::setup::zone_of(*zone).map(|zone| (zone, item.span)),
        _ => None,
    })
}

pub(in crate::runner) fn refuse_announcements(announced: &[Spanned<Announcement>]) -> Staged {
    match announced.first() {
        None => Ok(()),
        Some(item) => Err(Stop::Halt(
            Halt::undecided(None, "headjudge does not know what this would announce here"),
            item.span,
        )),
    }
}

/// Of an activated ability only the value of X and the modes are announced so: it is neither kicked nor cast in some other way (602.2b).
pub(super) fn of_an_ability(announced: &[Spanned<Announcement>]) -> Staged {
    let wrong = announced.iter().find(|item| {
        !matches!(item.value, Announcement::X(_) | Announcement::Mode(_) | Announcement::From(_))
    });
    let Some(item) = wrong else { return Ok(()) };
    let message = "this is not announced as an ability is activated";
    Err(Stop::Fault(
        Diagnostic::error(Code::UnknownModifier, message, item.span, "")
            .with_help("behind an ability stand `[X 2]` and `[mode 1]`; spells alone are kicked or cast in another way")
            .with_rule(cr!("602.2b")),
    ))
}

/// A value of X and a mode that nothing has asked for are slips: only where the text has an {X} or is modal are they announced (601.2b).
pub(super) fn all_asked_for(announced: &[Spanned<Announcement>], given: Option<Announcing>) -> Staged {
    let Some(given) = given else { return Ok(()) };
    for item in announced {
        let message = match &item.value {
            Announcement::X(_) if !given.asked_for_x => "it has no X whose value is announced",
            Announcement::Mode(_) if !given.asked_for_modes => "it has no modes to choose from",
            _ => continue,
        };
        return Err(Stop::Fault(
            Diagnostic::error(Code::UnusedChoice, message, item.span, "nothing asks for this")
                .with_rule(cr!("601.2b")),
        ));
    }
    Ok(())
}
