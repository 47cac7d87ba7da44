//! Where how much it is of something is not what a spell, ability or rule says by itself, but what replacement effects have made of that (614.1a).

use crate::game::{Change, ChoiceKind, Thing};
use crate::ir::CounterKind;
use crate::rules::{RuleId, cr};
use crate::trace::{Entry, Reasons, What, Would};

use super::Played;
use super::steps::Came;

/// These reasons of an amount, led by those by which effects have replaced it, where the step that tells of it last does not tell so.
pub(crate) fn of_amount(played: Played<'_>, last: &Entry, reasons: Reasons) -> Reasons {
    let dealt = played.trace.damage_behind(last).unwrap_or(last);
    let (What::Changed(first, _), What::Changed(result, _)) = (&dealt.what, &last.what) else {
        return reasons;
    };
    let is_it = |thing: Thing, would: &Would| replaces(first, thing, would) || replaces(result, thing, would);
    led(played, dealt, reasons, &is_it)
}

/// Whether what is replaced for somebody or something is such a change.
fn replaces(change: &Change, thing: Thing, would: &Would) -> bool {
    match (change, would) {
        (Change::Damage { source, to, .. }, Would::Damage { source: of, .. }) => source == of && *to == thing,
        (Change::Life(player, _), Would::Life(..)) => Thing::Player(*player) == thing,
        (Change::Counters(object, kind, _), Would::Counters(of, _)) => {
            Thing::Object(*object) == thing && kind == of
        }
        (Change::Poison(player, _), Would::Counters(of, _)) => {
            Thing::Player(*player) == thing && *of == CounterKind::POISON
        }
        (Change::Energy(player, _), Would::Counters(of, _)) => {
            Thing::Player(*player) == thing && *of == CounterKind::ENERGY
        }
        (Change::PlayerCounters(player, kind, _), Would::Counters(of, _)) => {
            Thing::Player(*player) == thing && kind == of
        }
        (Change::Create(token), Would::Tokens(_)) => Thing::Player(token.controller) == thing,
        _ => false,
    }
}

/// The same of the counters of a kind with which something has entered.
pub(crate) fn as_it_entered(
    played: Played<'_>,
    entered: &Entry,
    kind: CounterKind,
    reasons: Reasons,
) -> Reasons {
    let (was, new) = match Came::of(entered) {
        Some(Came::Moved(it)) => (it.object, it.new),
        Some(Came::Created(it)) => (it.new, it.new),
        None => return reasons,
    };
    let is_it = |thing: Thing, would: &Would| {
        let is_thing = thing == Thing::Object(was) || thing == Thing::Object(new);
        is_thing && matches!(would, Would::Counters(of, _) if *of == kind)
    };
    led(played, entered, reasons, &is_it)
}

/// Reasons led by those of the first of the steps before a change, and at the same time, that tell that effects replace such.
fn led(
    played: Played<'_>,
    change: &Entry,
    reasons: Reasons,
    is_such: &dyn Fn(Thing, &Would) -> bool,
) -> Reasons {
    let What::Changed(_, batch) = &change.what else { return reasons };
    let before = played.trace.entries().get(..change.id.0 as usize).unwrap_or_default();
    let with_it = before.iter().rev().take_while(|entry| match &entry.what {
        What::Changed(_, its) => its == batch,
        What::Replaced(..) | What::Note(_) => true,
        What::Chose(choice, ..) => choice.kind == ChoiceKind::First,
        _ => false,
    });
    let replaced = with_it.filter(|entry| match &entry.what {
        What::Replaced(thing, _, would) => is_such(*thing, would),
        _ => false,
    });
    let Some(first) = replaced.last() else { return reasons };
    let says_so = |rule: RuleId| [cr!("614.1a"), cr!("614.16"), cr!("701.10g")].contains(&rule);
    first.reasons().only(says_so).joined(reasons)
}
