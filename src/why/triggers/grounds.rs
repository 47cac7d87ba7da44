//! On what it rests that an ability has triggered, beside its event: on a phase or step that was added to the turn, and on what has made its
//! condition true.

use crate::game::agenda::AgendaChange;
use crate::game::{Change, ObjectId, Step, Thing, WaitingTrigger};
use crate::ir::part::{Part, mentions};
use crate::ir::{Condition, Event, NamedDeed, Zone};
use crate::rules::{RuleId, cr};
use crate::trace::{Entry, Note, Reason, Reasons, What, asks_for_kicker};
use crate::why::Played;

use super::nearly::PUTS;

/// The rules by which what happened is a gain or loss of life: a total is set or doubled, life is paid, or damage is dealt.
const AS_LIFE: [RuleId; 4] = [cr!("119.5"), cr!("701.10d"), cr!("119.4"), cr!("120.3a")];

/// The rules by which what happened is the event of an ability, by which something added the step in which it has triggered, and by which its
/// condition was true.
pub(super) fn of(played: Played<'_>, entry: &Entry, trigger: &WaitingTrigger) -> Reasons {
    let before = played.trace.entries().get(..entry.id.0 as usize).unwrap_or_default();
    let begins = trigger.ability.when.is_made_of(&mut |event| matches!(event, Event::Begins(..)));
    let added = if begins { added_step(before) } else { None };
    let met =
        trigger.ability.only_if.as_ref().and_then(|condition| met(played, before, (trigger, condition)));
    let several = left_as_several(played, before, trigger);
    let of_life = as_life(played, entry);
    let of_counters = as_put(played, entry, trigger);
    let of_event = of_life.into_iter().chain(of_counters);
    of_event.chain(added).chain(met).chain(several).fold(Reasons::NONE, Reasons::and)
}

/// The rule by which what left the battlefield was one permanent and is several cards, with that step: it decides how often what waits for the
/// one or for the others triggers (712.21, 730.3).
fn left_as_several(played: Played<'_>, before: &[Entry], trigger: &WaitingTrigger) -> Option<Reason> {
    let occasion = &trigger.occasion;
    let is_of_it = |object: ObjectId| {
        let is = |its: ObjectId| its == object || played.game.object(its).previous == Some(object);
        let components =
            played.game.object(object).components().filter_map(|part| played.game.object(part).next);
        let mut components = components.collect::<Vec<_>>().into_iter();
        occasion.before.is_some_and(is)
            || occasion.objects.iter().any(|its| is(*its))
            || components.any(|part| occasion.objects.contains(&part))
    };
    before.iter().rev().find_map(|entry| match &entry.what {
        What::Changed(Change::Move(it), _) if is_of_it(it.object) => {
            let its = played.game.object(it.object);
            let rule = match (&its.melded, &its.merged) {
                (_, Some(_)) => cr!("730.3"),
                (Some(_), None) => cr!("712.21"),
                (None, None) => return None,
            };
            (its.zone == Zone::Battlefield).then_some(Reason { rule, step: Some(entry.id) })
        }
        _ => None,
    })
}

/// The rule by which what an ability has triggered on is that life was gained or lost.
fn as_life(played: Played<'_>, trigger: &Entry) -> Option<Reason> {
    let event = played.trace.get(played.trace.event_of(trigger.id)?)?;
    let of_life = matches!(event.what, What::Changed(Change::Life(..), _));
    let rule = AS_LIFE.into_iter().find(|rule| of_life && event.rules.contains(*rule))?;
    Some(Reason { rule, step: Some(event.id) })
}

/// The keyword action by which a player has put the counters somewhere whose doing an ability waits for.
fn as_put(played: Played<'_>, trigger: &Entry, ability: &WaitingTrigger) -> Option<Reason> {
    let event = played.trace.get(played.trace.event_of(trigger.id)?)?;
    let put = matches!(event.what, What::Changed(Change::Counters(..), _));
    let asks_who = mentions(&ability.ability.when, |part| matches!(part, Part::Event(Event::CausedBy(..))));
    let (rule, _) = PUTS.into_iter().find(|(rule, _)| put && asks_who && event.rules.contains(*rule))?;
    Some(Reason { rule, step: Some(event.id) })
}

/// The rule by which the last step that began was added to its turn, with what added it (500.8–500.10).
pub(in crate::why) fn added_step(before: &[Entry]) -> Option<Reason> {
    let began = before.iter().rev().find(|entry| matches!(entry.what, What::Step(..)))?;
    let rule =
        [cr!("500.8"), cr!("500.9"), cr!("500.10")].into_iter().find(|rule| began.rules.contains(*rule))?;
    let adds = |entry: &&Entry| {
        entry.id < began.id
            && entry.rules.contains(rule)
            && matches!(
                &entry.what,
                What::Changed(Change::Agenda(AgendaChange::AddPhase(_) | AgendaChange::AddStep(_)), _)
            )
    };
    Some(Reason { rule, step: before.iter().rev().find(adds).map(|entry| entry.id) })
}

/// The rule by which something is what a condition asks for, with the step that has made it so.
fn met(
    played: Played<'_>,
    before: &[Entry],
    (trigger, condition): (&WaitingTrigger, &Condition),
) -> Option<Reason> {
    let at = |rule: RuleId, is: &dyn Fn(&Entry) -> bool| {
        let last = before.iter().rev().find(|entry| is(entry))?;
        Some(Reason { rule, step: Some(last.id) })
    };
    let since_turn = |is: &dyn Fn(&Entry) -> bool| {
        let in_turn = |entry: &&Entry| !matches!(entry.what, What::Step(_, Step::Untap));
        before.iter().rev().take_while(in_turn).find(|entry| is(entry))
    };
    let asks = |is: &dyn Fn(&Event) -> bool| {
        mentions(condition, |part| matches!(part, Part::Event(event) if is(event)))
    };
    if asks(&|event| matches!(event, Event::Becomes(_, NamedDeed::DealtExcessDamage))) {
        let dealt = since_turn(&|entry| matches!(entry.what, What::Changed(Change::DealtExcess(_), _)))?;
        let What::Changed(Change::DealtExcess(it), _) = &dealt.what else { return None };
        let is_damage = |entry: &Entry| {
            entry.id < dealt.id
                && matches!(&entry.what, What::Changed(Change::Damage { to: Thing::Object(to), .. }, _) if *to == it.object)
        };
        return at(cr!("120.10"), &is_damage);
    }
    if asks(
        &|event| matches!(event, Event::Moves(moves) if moves.from == [Zone::Battlefield] && moves.to == [Zone::Graveyard]),
    ) {
        let died = since_turn(&|entry| match &entry.what {
            What::Changed(Change::Move(it), _) => {
                it.to == Zone::Graveyard && played.game.object(it.object).zone == Zone::Battlefield
            }
            _ => false,
        })?;
        return Some(Reason { rule: cr!("700.4"), step: Some(died.id) });
    }
    let root = played.game.earliest(trigger.source);
    let kicked = |entry: &Entry| matches!(&entry.what, What::Note(Note::Kicked(spell, ..)) if played.game.earliest(*spell) == root);
    // Of several kickers it is not told which one it asks for.
    let once = before.iter().filter(|entry| kicked(entry)).count() == 1;
    if once && mentions(condition, asks_for_kicker) { at(cr!("702.33d"), &kicked) } else { None }
}
