//! What led to the step that decides an answer, where that alone does not say enough.

use crate::game::{Answer, CauseKind, Change, ChoiceKind, ObjectId, PlayerId, Thing};
use crate::rules::cr;
use crate::trace::entry::How;
use crate::trace::illegal::targets_of;
use crate::trace::{Entry, EntryId, Note, Reasons, Trace, What, Would};

use super::beside::changes_an_amount;
use super::whereabouts::creature_again;

/// The step that is told as what decides, of reasons of which this one does, and the step before it that led there, if one is to be told
/// with it.
pub(crate) fn led_up_to(trace: &Trace, reasons: &Reasons, step: EntryId) -> (EntryId, Option<EntryId>) {
    let Some(entry) = trace.get(step) else { return (step, None) };
    let others = || reasons.steps().into_iter().filter_map(|other| trace.get(other));
    // What did nothing has not brought it where it is: what did so afterwards is told first.
    if is_idle(entry) {
        let done = others().find(|other| other.id > step && moves(other));
        return done.map_or((step, None), |done| (done.id, Some(step)));
    }
    // What was not found is a new object by what has moved it before.
    if matches!(entry.what, What::Note(Note::NotFound(_))) {
        let last = others().filter(|other| other.id < step && moves(other)).map(|other| other.id).max();
        return (step, last);
    }
    // An ability may have triggered in a step that was added, or for what has made its condition true; else its event says more than that it
    // has.
    if is_trigger(entry) {
        let made_so = |other: &&Entry| other.id < step && !is_trigger(other) && tells_what_happened(other);
        return (step, others().rfind(made_so).map(|before| before.id).or_else(|| trace.event_of(step)));
    }
    // What was exerted stays tapped for that.
    if matches!(entry.what, What::Note(Note::StaysTapped(..))) {
        let exerts = |other: &&Entry| other.id < step && other.rules.contains(cr!("701.43a"));
        return (step, others().rfind(exerts).map(|exerts| exerts.id));
    }
    // Which effect applied first is told with what came of that.
    if is_order(entry) {
        let done = others().find(|other| other.id > step && other.parent == entry.parent);
        return done.map_or((step, None), |done| (done.id, Some(step)));
    }
    if let What::Note(Note::GoesAlong(_, permanent)) = &entry.what {
        return (step, replaced_with(trace, entry, *permanent));
    }
    // So is what an effect has made another amount of, and on which X it hangs.
    if is_amount(entry) {
        let done = others().find(|other| other.id > step && tells_what_happened(other));
        return done.map_or((step, None), |done| (done.id, Some(step)));
    }
    // How it enters rests on what was chosen, or has become so, as the same thing resolves or enters.
    let before = |other: &&Entry| other.id < step && other.parent == entry.parent && prepares(other);
    let kicked = |other: &&Entry| other.id < step && matches!(other.what, What::Note(Note::Kicked(..)));
    let last = others().rfind(before).filter(|_| moves(entry));
    let changed = matches!(entry.what, What::Changed(..));
    let last = last.or_else(|| others().rfind(kicked).filter(|_| changed));
    let set = |other: &&Entry| other.id < step && (is_x(other) || is_damage(other));
    let last = last.or_else(|| others().rfind(set).filter(|_| moves(entry)));
    let last = last.or_else(|| redirected(trace, entry)).or_else(|| as_a_copy(trace, entry));
    let last = last.or_else(|| unpaid(trace, entry)).or_else(|| taken_there(trace, entry));
    // What else was to be done with it is told as well, be it before or behind.
    let last = last.or_else(|| others().find(|other| other.parent == entry.parent && is_left_out(other)));
    // Which of several effects applied first has led to what was replaced, too.
    let first = |other: &&Entry| other.id < step && other.parent == entry.parent && is_chosen_order(other);
    let last = last.or_else(|| others().find(first).filter(|_| matches!(entry.what, What::Replaced(..))));
    let since = |other: &&Entry| other.id > step && is_undone(other) && !looks_for_others(entry, other);
    let last = last.or_else(|| others().rfind(since).filter(|_| changes(entry)));
    (step, last.map(|last| last.id))
}

/// The step in which a player did not pay what would have kept from happening what another step tells, or could not (118.12a): of several
/// players the one who controlled what has moved, or whose life has changed.
pub(super) fn unpaid<'a>(trace: &'a Trace, done: &Entry) -> Option<&'a Entry> {
    if !done.rules.contains(cr!("118.12a")) || !matches!(done.what, What::Changed(..)) {
        return None;
    }
    let who = |entry: &Entry| match &entry.what {
        What::Chose(choice, Answer::No, _) if choice.kind == ChoiceKind::Pay => Some(choice.player),
        What::Note(Note::CantPay(player, None)) => Some(*player),
        _ => None,
    };
    let whose = match &done.what {
        What::Changed(Change::Move(it), _) => it.known.as_ref().map(|known| known.controller),
        What::Changed(Change::Life(player, _), _) => Some(*player),
        _ => None,
    };
    let beside = trace.entries().get(..done.id.0 as usize)?.iter().rev();
    let beside = beside.take_while(|entry| Some(entry.id) != done.parent);
    let unpaid: Vec<(&Entry, PlayerId)> = beside
        .filter(|entry| entry.parent == done.parent)
        .filter_map(|entry| Some((entry, who(entry)?)))
        .collect();
    let (last, player) = unpaid.first()?;
    if unpaid.iter().all(|(_, other)| other == player) {
        return Some(last);
    }
    unpaid.iter().find(|(_, player)| Some(*player) == whose).map(|(entry, _)| *entry)
}

/// The step in which a permanent went elsewhere by what replaced that, of which another step tells that a component has gone along with it.
fn replaced_with(trace: &Trace, along: &Entry, permanent: ObjectId) -> Option<EntryId> {
    let goes = |entry: &&Entry| {
        let moves = matches!(&entry.what, What::Changed(Change::Move(it), _) if it.object == permanent);
        moves && entry.parent == along.parent && matches!(entry.cause, CauseKind::Replacement(_))
    };
    let before = trace.entries().get(..along.id.0 as usize)?;
    before.iter().rfind(goes).map(|entry| entry.id)
}

/// The step that took an object where another step tells that it is found by what had it moved for a cost (400.7j), or that it ceases to exist,
/// being a token (704.5d).
fn taken_there<'a>(trace: &'a Trace, done: &Entry) -> Option<&'a Entry> {
    let found = match &done.what {
        What::Changed(Change::Move(it), _) if done.rules.contains(cr!("400.7j")) => it.object,
        What::Changed(Change::Cease(token), _) if done.rules.contains(cr!("704.5d")) => *token,
        _ => return None,
    };
    let takes = |entry: &&Entry| matches!(&entry.what, What::Changed(Change::Move(it), _) if it.new == found);
    trace.entries().get(..done.id.0 as usize)?.iter().rfind(takes)
}

/// The step in which a token became a copy of something else as it entered that another step tells is created (707.5).
fn as_a_copy<'a>(trace: &'a Trace, created: &Entry) -> Option<&'a Entry> {
    let What::Changed(Change::Create(token), _) = &created.what else { return None };
    let enters_so = |entry: &&Entry| matches!(entry.what, What::Replaced(Thing::Object(object), _, Would::EnterAsCopy(_)) if object == token.new);
    trace.entries().get(..created.id.0 as usize)?.iter().rfind(enters_so)
}

/// The step in which damage was redirected that another step tells is dealt (614.9).
fn redirected<'a>(trace: &'a Trace, dealt: &Entry) -> Option<&'a Entry> {
    if !dealt.rules.contains(cr!("614.9")) {
        return None;
    }
    let before = trace.entries().get(..dealt.id.0 as usize)?;
    // The damage that has cost life is told just before.
    let damage =
        if matches!(dealt.what, What::Changed(Change::Life(..), _)) { before.last()? } else { dealt };
    let What::Changed(Change::Damage { to, source, .. }, _) = &damage.what else { return None };
    before.iter().rfind(|entry| {
        matches!(&entry.what, What::Replaced(_, _, Would::Redirected { to: its, source: of, .. })
            if its == to && of == source)
    })
}

/// Whether a step tells that the game has changed, and another led there from before it: not the one that it is part of.
pub(crate) fn leads_to(trace: &Trace, before: EntryId, step: EntryId) -> bool {
    let mut within = std::iter::successors(Some(step), |step| trace.get(*step)?.parent);
    let is_change = trace.get(step).is_some_and(|entry| matches!(entry.what, What::Changed(..)));
    before < step && is_change && within.all(|step| step != before)
}

/// Whether a step tells why a target is illegal of what does not resolve for that, which another step tells: that says it as well.
pub(crate) fn is_told_with(trace: &Trace, step: EntryId, fails: EntryId) -> bool {
    let fails = trace.get(fails);
    fails.is_some_and(|fails| targets_of(trace, fails).any(|illegal| illegal.id == step))
}

/// Whether a step tells that something found nothing to do.
fn is_idle(entry: &Entry) -> bool {
    matches!(&entry.what, What::Note(note) if note.idle().is_some())
}

/// Whether a step tells that a part of a spell or ability was left out, as its condition was not true.
const fn is_left_out(entry: &Entry) -> bool {
    matches!(entry.what, What::Note(Note::PartLeftOut(_)))
}

/// Whether a step tells that a linked ability found nothing as something else has just been put where it is: it looks for the others.
fn looks_for_others(done: &Entry, other: &Entry) -> bool {
    other.parent == done.parent && matches!(other.what, What::Note(Note::LinkedNothing(_)))
}

/// Whether a step tells that the game has changed.
const fn changes(entry: &Entry) -> bool {
    matches!(entry.what, What::Changed(..))
}

/// Whether a step tells that something was to be done and was not: it found nothing to do, was countered, had no legal target or another one, was
/// declined, or paid for.
fn is_undone(entry: &Entry) -> bool {
    let is_note = |note: &Note| {
        note.idle().is_some() && !matches!(note, Note::NothingToEncodeOn(_))
            || matches!(
                note,
                Note::Cant(..) | Note::TargetsStay(_) | Note::AsThoughUnblocked(_) | Note::StaysAsItIs(_)
            )
    };
    match &entry.what {
        What::Fizzles(_)
        | What::Replaced(Thing::Player(_), _, Would::Draw | Would::Step(_) | Would::Turn) => true,
        What::Note(note) => is_note(note),
        What::Chose(_, answer, _) => match answer {
            Answer::No => true,
            Answer::Yes => entry.rules.contains(cr!("118.12a")),
            Answer::Picked(picked) => picked.is_empty(),
            Answer::Number(number) => *number == 0,
            _ => false,
        },
        What::Changed(Change::DrewFromEmpty(_), _) => true,
        What::Changed(..) => {
            [cr!("701.6a"), cr!("115.7a")].into_iter().any(|rule| entry.rules.contains(rule))
        }
        _ => false,
    }
}

/// Whether a step tells that an ability triggers.
const fn is_trigger(entry: &Entry) -> bool {
    matches!(entry.what, What::Changed(Change::Trigger(_), _))
}

/// Whether a step tells that the game has changed, or how a spell was cast.
const fn tells_what_happened(entry: &Entry) -> bool {
    matches!(entry.what, What::Changed(..) | What::Note(Note::Kicked(..)))
}

/// Whether a step tells which of several replacement effects somebody chose to apply first, and the scenario says so.
fn is_chosen_order(entry: &Entry) -> bool {
    is_order(entry) && matches!(entry.what, What::Chose(.., How::Written))
}

/// Whether a step tells which of several replacement effects somebody chose to apply first.
fn is_order(entry: &Entry) -> bool {
    matches!(&entry.what, What::Chose(choice, ..) if choice.kind == ChoiceKind::First)
}

/// Whether a step tells which X somebody chose, or that an effect replaces so much of something by another amount.
fn is_amount(entry: &Entry) -> bool {
    match &entry.what {
        What::Replaced(_, _, would) => {
            changes_an_amount(would) && !matches!(would, Would::Redirected { .. } | Would::Mana(_))
        }
        What::Chose(choice, ..) => choice.kind == ChoiceKind::X,
        _ => false,
    }
}

/// Whether a step tells which X somebody chose.
fn is_x(entry: &Entry) -> bool {
    matches!(&entry.what, What::Chose(choice, ..) if choice.kind == ChoiceKind::X)
}

/// Whether a step tells that damage was dealt.
const fn is_damage(entry: &Entry) -> bool {
    matches!(entry.what, What::Changed(Change::Damage { .. }, _))
}

/// Whether a step tells that something moved, or was created.
const fn moves(entry: &Entry) -> bool {
    matches!(entry.what, What::Changed(Change::Move(_) | Change::Create(_), _))
}

/// Whether a step tells of what decides how something enters.
const fn prepares(entry: &Entry) -> bool {
    matches!(entry.what, What::Chose(..) | What::Note(Note::NothingToEncodeOn(_)))
        || creature_again(entry).is_some()
}
