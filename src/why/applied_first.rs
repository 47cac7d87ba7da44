//! Where what came of an event hangs on the order in which somebody applied replacement effects to it (616.1).

use std::mem::discriminant;

use crate::game::effects::ShieldKind;
use crate::game::{Answer, Change, Choice, ChoiceKind, Item, ObjectId, Options, Thing};
use crate::ir::{Ability, ReplacementResult, Zone};
use crate::rules::cr;
use crate::trace::entry::How;
use crate::trace::{Entry, Reason, Reasons, What, Would};

use super::beside::changes_an_amount;
use super::steps::coming;
use super::{Played, made_other, unmet};

/// These reasons of an amount, led by the choice on which it hangs: that of several effects on it, which do not do the same, one was applied
/// first. Where none was to be chosen, by those by which effects have made it another amount.
pub(crate) fn of_amount(played: Played<'_>, reasons: Reasons) -> Reasons {
    let last = reasons.steps().first().and_then(|step| played.trace.get(*step));
    let chosen = last.and_then(|last| {
        let of = affected(last)?;
        // Of tokens of several sorts it may be the others of which there are so many.
        if !are_alike(played, last) {
            return None;
        }
        let replaced = |entry: &Entry| match &entry.what {
            What::Replaced(thing, source, would) if of.contains(thing) => {
                let counts = changes_an_amount(would) || matches!(would, Would::Prevented { .. });
                counts.then_some(*source)
            }
            _ => None,
        };
        let about = |choice: &Choice| match choice.source {
            Some(source) => of.contains(&Thing::Object(source)) || is_created(last),
            None => of.contains(&Thing::Player(choice.player)),
        };
        let (choice, later) = chosen_first(played, last, &about)?;
        let sources: Vec<ObjectId> = later.iter().filter_map(replaced).collect();
        let (first, others) = picked(choice_of(choice)?)?;
        let another = others.into_iter().find(|other| sources.contains(other) && *other != first)?;
        (sources.contains(&first) && differ(played, first, another)).then_some(choice)
    });
    match (chosen, last) {
        (Some(chosen), _) => led_by(chosen, reasons),
        (None, Some(last)) => made_other::of_amount(played, last, reasons),
        (None, None) => reasons,
    }
}

/// These reasons of whether a permanent is tapped as it entered, led by the choice on which that hangs: one effect has it enter tapped and
/// another untapped.
pub(crate) fn of_entering(played: Played<'_>, object: ObjectId, reasons: Reasons) -> Reasons {
    let chosen = coming(played, object).and_then(|(entry, _)| {
        let before = played.game.object(object).previous;
        let is_it = |its: ObjectId| its == object || Some(its) == before;
        let about = |choice: &Choice| choice.source.is_some_and(is_it) || is_created(entry);
        let (choice, later) = chosen_first(played, entry, &about)?;
        let says = |tapping: bool| {
            move |entry: &Entry| match &entry.what {
                What::Replaced(Thing::Object(its), source, Would::Enter { tapped: Some(tapped) })
                    if is_it(*its) && *tapped == tapping =>
                {
                    Some(*source)
                }
                _ => None,
            }
        };
        let (first, others) = picked(choice_of(choice)?)?;
        let of_choice = |source: &ObjectId| *source == first || others.contains(source);
        let untapped = later.iter().filter_map(says(false)).any(|source| of_choice(&source));
        let by_another = later.iter().filter_map(says(true)).any(|source| of_choice(&source));
        let by_itself = (is_it(first) || others.iter().any(|other| is_it(*other)))
            && unmet::says_that_it_enters_tapped(played, object);
        (untapped && (by_another || by_itself)).then_some(choice)
    });
    chosen.map_or(reasons, |chosen| led_by(chosen, reasons))
}

/// These reasons of where an object is, or of how it has stayed, with the choice behind the first on which that hangs: that of several effects on
/// what would have moved or destroyed it, one was applied first.
pub(crate) fn of_move(played: Played<'_>, reasons: Reasons) -> Reasons {
    let Some(first) = reasons.first() else { return reasons };
    let Some(step) = first.step.and_then(|step| played.trace.get(step)) else { return reasons };
    let object = match &step.what {
        What::Changed(Change::Move(it), _) if it.to != Zone::Battlefield => it.object,
        What::Replaced(Thing::Object(object), _, Would::Move(_) | Would::Destruction) => *object,
        _ => return reasons,
    };
    let root = played.game.earliest(object);
    let about = |choice: &Choice| choice.source.is_some_and(|its| played.game.earliest(its) == root);
    let Some((chosen, _)) = chosen_first(played, step, &about) else { return reasons };
    let chosen = Reason { rule: cr!("616.1"), step: Some(chosen.id) };
    Reasons::NONE.and(first).and(chosen).joined(reasons)
}

/// The last choice before a step of which effect applies first, within the same, if the answer was given; with the steps between them.
fn chosen_first<'a>(
    played: Played<'a>,
    step: &Entry,
    about: &dyn Fn(&Choice) -> bool,
) -> Option<(&'a Entry, &'a [Entry])> {
    let before = played.trace.entries().get(..step.id.0 as usize)?;
    let is_first = |entry: &Entry| {
        entry.parent == step.parent
            && choice_of(entry).is_some_and(|(choice, _)| about(choice))
            && matches!(&entry.what, What::Chose(.., How::Written))
    };
    // Where one of several was applied first, and then one of those left, the first choice of them has begun it.
    let beside = before.iter().rposition(|entry| entry.parent < step.parent).map_or(0, |place| place + 1);
    let within = before.get(beside..)?;
    let place = within.iter().rposition(is_first)?;
    let begun = within.get(..place)?.iter().rposition(|entry| !is_first(entry) && !is_replacing(entry));
    let begun = begun.map_or(0, |other| other + 1);
    let place = begun + within.get(begun..)?.iter().position(is_first)?;
    Some((within.get(place)?, within.get(place + 1..)?))
}

/// Whether a step tells that something was created: what applies to how that enters is asked of what creates it.
const fn is_created(entry: &Entry) -> bool {
    matches!(entry.what, What::Changed(Change::Create(_), _))
}

/// Whether a step tells that an effect was applied to what would happen.
const fn is_replacing(entry: &Entry) -> bool {
    matches!(entry.what, What::Replaced(..))
}

/// The choice of which effect applies first that a step tells, with its answer.
fn choice_of(entry: &Entry) -> Option<(&Choice, &Answer)> {
    match &entry.what {
        What::Chose(choice, answer, _) if choice.kind == ChoiceKind::First => Some((choice, answer)),
        _ => None,
    }
}

/// What the effect is of that was applied first, and the others.
fn picked((choice, answer): (&Choice, &Answer)) -> Option<(ObjectId, Vec<ObjectId>)> {
    let (Options::Pick { from, .. }, Answer::Picked(picked)) = (&choice.options, answer) else { return None };
    let source = |item: &Item| match item {
        Item::AbilityOf(source, ..) => Some(*source),
        _ => None,
    };
    let chosen = *picked.first()? as usize;
    let others = from.iter().enumerate().filter(|(place, _)| *place != chosen);
    Some((source(from.get(chosen)?)?, others.filter_map(|(_, item)| source(item)).collect()))
}

/// The object or player whose counters, life or damage a change is about, or what has entered with counters.
fn affected(entry: &Entry) -> Option<Vec<Thing>> {
    let What::Changed(change, _) = &entry.what else { return None };
    Some(match change {
        Change::Counters(object, ..) => vec![Thing::Object(*object)],
        Change::Move(it) => vec![Thing::Object(it.object), Thing::Object(it.new)],
        Change::Create(it) => vec![Thing::Object(it.new), Thing::Player(it.controller)],
        Change::Damage { to, .. } => vec![*to],
        Change::Life(player, _)
        | Change::Poison(player, _)
        | Change::Energy(player, _)
        | Change::PlayerCounters(player, ..) => vec![Thing::Player(*player)],
        _ => return None,
    })
}

/// Whether all tokens that are created at the same time as that of a step are of its name.
fn are_alike(played: Played<'_>, last: &Entry) -> bool {
    let What::Changed(Change::Create(token), batch) = &last.what else { return true };
    played.trace.entries().iter().all(|entry| match &entry.what {
        What::Changed(Change::Create(other), its) => its != batch || other.base.name == token.base.name,
        _ => true,
    })
}

/// Whether the effects of two objects change an amount in different ways, as twice as many and one more do: in whichever order two apply that
/// only add, or only multiply, the same comes of it.
fn differ(played: Played<'_>, one: ObjectId, other: ObjectId) -> bool {
    let (its, others) = (amounts(played, one), amounts(played, other));
    let alike = |its: &ReplacementResult, other: &ReplacementResult| {
        if let (ReplacementResult::Amount(its), ReplacementResult::Amount(other)) = (its, other) {
            return discriminant(its) == discriminant(other);
        }
        discriminant(its) == discriminant(other)
    };
    let same = its.iter().all(|its| others.iter().all(|other| alike(its, other)));
    !its.is_empty() && !others.is_empty() && !same
}

/// What the replacement effects of an object make of amounts: of its abilities, and of what it has made.
fn amounts(played: Played<'_>, source: ObjectId) -> Vec<ReplacementResult> {
    let game = played.game;
    let its = game.object(source);
    let has = match &its.known {
        Some(known) => &*known.characteristics,
        None => played.view.characteristics(game, source),
    };
    let said = has.abilities.iter().filter_map(|instance| {
        let Ability::Replacement(it) = &*instance.ability else { return None };
        Some(&it.result)
    });
    let made = played.trace.entries().iter().filter_map(|entry| match &entry.what {
        What::Changed(Change::AddShield(shield), _) if shield.source == source => match &shield.kind {
            ShieldKind::Replacement(it) => Some(&it.result),
            _ => None,
        },
        _ => None,
    });
    let is_of_amount = |result: &&ReplacementResult| {
        matches!(
            result,
            ReplacementResult::Amount(_)
                | ReplacementResult::Prevent { .. }
                | ReplacementResult::Redirect(_)
                | ReplacementResult::Tokens { .. }
        )
    };
    said.chain(made).filter(is_of_amount).cloned().collect()
}

/// Reasons led by the rule by which somebody has chosen, in the step that tells it.
fn led_by(chosen: &Entry, reasons: Reasons) -> Reasons {
    reasons.led_by(Reason { rule: cr!("616.1"), step: Some(chosen.id) })
}
