//! What stands in brackets behind an action: that it can stand there, and that something has asked for it.

use crate::board::{kicked_with, times_kicked, zone_of};
use crate::diag::{Code, Diagnostic, Span};
use crate::engine::Halt;
use crate::engine::additional::keyword_abilities::ways;
use crate::game::{Characteristics, ObjectId, PlayerId};
use crate::ir::{KeywordName, Symbol, Zone};
use crate::rules::cr;
use crate::runner::answers::Announcing;
use crate::runner::stage::{Staged, Stop};
use crate::scenario::ast::Spanned;
use crate::scenario::script::Announcement;

/// The zone that is written in brackets, `from graveyard`, and where.
pub(super) fn from_zone(announced: &[Spanned<Announcement>]) -> Option<(Zone, Span)> {
    announced.iter().find_map(|item| match &item.value {
        Announcement::From(zone) => zone_of(*zone).map(|zone| (zone, item.span)),
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

/// What can be announced once only is said once: neither in two ways nor twice.
pub(super) fn said_once(announced: &[Spanned<Announcement>]) -> Staged {
    use Announcement as A;
    for (place, item) in announced.iter().enumerate() {
        let same = |other: &Spanned<Announcement>| match (&other.value, &item.value) {
            (A::X(_), A::X(_)) | (A::From(_), A::From(_)) => true,
            (A::Kicked(_), A::Kicked(_)) => true,
            // Other costs may be there several times, and each is paid by itself (702.78b).
            (A::Way(way), A::Way(its)) => way == its && ways::is_played(way),
            (A::KickedWith(_) | A::WithoutPaying | A::FaceDown, its) => other.value == *its,
            _ => false,
        };
        let Some(other) = announced.iter().take(place).find(|other| same(other)) else { continue };
        let message = match other.value == item.value {
            true => "this is announced once only",
            false => "what else is announced says otherwise",
        };
        let fault = Diagnostic::error(Code::RepeatedLine, message, item.span, "");
        let fault = match &item.value {
            A::Kicked(_) | A::KickedWith(_) => fault.with_help("`kicked 2` pays a multikicker cost twice"),
            _ => fault,
        };
        return Err(Stop::Fault(fault));
    }
    Ok(())
}

/// The kicker costs that a player says they will pay, by their names: of several the one that is written (702.33f).
pub(super) fn kicked(
    base: &Characteristics,
    item: &Spanned<Announcement>,
) -> Result<Vec<Symbol>, Diagnostic> {
    match &item.value {
        Announcement::Kicked(times) => times_kicked(base, *times, item.span),
        Announcement::KickedWith(cost) => kicked_with(base, cost, item.span),
        _ => Ok(Vec::new()),
    }
}

/// A spell is cast in one way and for one alternative cost (601.2b).
pub(super) fn one_way(
    announced: &[Spanned<Announcement>],
    player: PlayerId,
    card: ObjectId,
    is_alternative: impl Fn(&str) -> bool,
) -> Staged {
    // Morph and its like say themselves that it is cast face down.
    let face_down = |way: &str| ["morph", "megamorph", "disguise"].contains(&way);
    let says_face_down =
        announced.iter().any(|item| matches!(&item.value, Announcement::Way(way) if face_down(way)));
    let ways: Vec<(&str, Span)> = announced
        .iter()
        .filter_map(|item| match &item.value {
            Announcement::Way(way) if ways::is_played(way) || is_alternative(way) => {
                Some((way.as_str(), item.span))
            }
            Announcement::FaceDown if !says_face_down => Some(("face down", item.span)),
            _ => None,
        })
        .collect();
    let Some((_, span)) = ways.get(1).copied() else { return Ok(()) };
    // Casting it prototyped is neither (718.3).
    if ways.iter().any(|(way, _)| *way == "prototype") {
        let why = "headjudge does not play casting it prototyped and in another way at once yet";
        return Err(Stop::Halt(Halt::undecided(card, why), span));
    }
    let why = "it can't be cast in two of these ways at once";
    let refused = Halt::illegal(player, cr!("601.2b"), why, Some(card));
    // Where one of them is a cost that stands on the card, it is two alternative costs.
    let costs = ways.iter().any(|(way, _)| is_alternative(way));
    Err(Stop::Halt(if costs { refused.and_rule(cr!("118.9a")) } else { refused }, span))
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

/// How it is said what a cost is paid with: keywords that let something other than mana pay, with the line under the spell that says what.
const PAID_WITH: [(KeywordName, &str); 3] = [
    (KeywordName::Delve, "what is exiled stands under the line: `exile: CARD; CARD`"),
    (KeywordName::Convoke, "what is tapped stands under the line: `tap: CREATURE; CREATURE`"),
    (KeywordName::Improvise, "what is tapped stands under the line: `tap: ARTIFACT; ARTIFACT`"),
];

/// The help for brackets that say what a cost is paid with, such as `delve Opt`.
pub(super) fn paid_with(way: &str) -> Option<&'static str> {
    let first = way.split(' ').next().unwrap_or_default();
    PAID_WITH.iter().find(|(keyword, _)| keyword.word() == first).map(|(_, help)| *help)
}
