//! What was replaced or prevented, by what, and by which rules; and why not.

use std::borrow::Cow;

use crate::engine::Outcome;
use crate::engine::proposal::{DamageEvent, Proposal};
use crate::engine::reading::Frame;
use crate::engine::reading::events::{Candidate, occasion};
use crate::game::effects::ShieldKind;
use crate::game::{Change, ObjectId, Thing};
use crate::ir::{Ability, Zone};
use crate::rules::{RuleId, cr};
use crate::trace::{Entry, Forbidden, Note, Reason, Reasons, What, Would};

use super::steps::Came;
use super::whereabouts::path_of;
use super::{Played, lost};

/// Whether something has happened, why not if it has not, and by which rules.
pub(crate) struct Happened {
    /// Whether it has.
    pub(crate) has: bool,
    /// Why not, where there is something to say.
    pub(crate) why_not: Option<Cow<'static, str>>,
    /// By which rules.
    pub(crate) rules: Reasons,
}

impl Happened {
    fn not(why: impl Into<Cow<'static, str>>, rules: Reasons) -> Self {
        Self { has: false, why_not: Some(why.into()), rules }
    }
}

/// Whether an effect of an object, or of any, has replaced anything that would have happened to something, and by which rules (614).
pub(crate) fn by(played: Played<'_>, what: Thing, by: Option<ObjectId>) -> Outcome<Happened> {
    let game = played.game;
    let is_its = |effect: ObjectId| by.is_none_or(|by| game.earliest(effect) == game.earliest(by));
    let replaced = played.trace.entries().iter().filter(|entry| match &entry.what {
        What::Replaced(thing, effect, would) => {
            let prevented = by.is_none() && matches!(would, Would::Prevented { .. });
            is_same(played, *thing, what) && is_its(*effect) && !prevented
        }
        _ => false,
    });
    let rules = replaced.fold(Reasons::NONE, |rules, entry| rules.joined(entry.reasons()));
    if !rules.is_empty() {
        return Ok(Happened { has: true, why_not: None, rules });
    }
    if let Some(rules) = entered_so(played, what, by) {
        return Ok(Happened { has: true, why_not: None, rules });
    }
    if let Some(found) = not_regenerated(played, what, by) {
        return Ok(found);
    }
    match by {
        Some(by) => not_by(played, what, by),
        None => Ok(not_at_all(played, what)),
    }
}

/// The rules of a permanent's entering where it has changed itself how it enters: that is a replacement effect (614.1c, 614.1d).
fn entered_so(played: Played<'_>, what: Thing, by: Option<ObjectId>) -> Option<Reasons> {
    let game = played.game;
    let object = what.object()?;
    if by.is_some_and(|by| game.earliest(by) != game.earliest(object)) {
        return None;
    }
    let entered = |entry: &&Entry| match &entry.what {
        What::Changed(Change::Move(it), _) => {
            let changed = entry.rules.contains(cr!("614.1c")) || entry.rules.contains(cr!("614.1d"));
            changed && it.to == Zone::Battlefield && is_same(played, Thing::Object(it.new), what)
        }
        _ => false,
    };
    let entry = played.trace.entries().iter().rev().find(entered)?;
    let decides = |rule: &RuleId| *rule == cr!("614.1c") || *rule == cr!("614.1d");
    let rules = entry.rules.iter().filter(decides);
    Some(rules.fold(Reasons::NONE, |rules, rule| rules.and(Reason { rule, step: Some(entry.id) })))
}

/// That a regeneration shield did not apply, because what it was for couldn't be regenerated (701.19c).
fn not_regenerated(played: Played<'_>, what: Thing, by: Option<ObjectId>) -> Option<Happened> {
    let game = played.game;
    let entries = played.trace.entries();
    let is_its = |source: ObjectId| by.is_none_or(|by| game.earliest(source) == game.earliest(by));
    let cant = entries.iter().rposition(|entry| match &entry.what {
        What::Note(Note::Cant(Forbidden::Regenerate, thing, _)) => is_same(played, *thing, what),
        _ => false,
    })?;
    let shielded = entries.iter().take(cant).any(|entry| match &entry.what {
        What::Changed(Change::AddShield(shield), _) => is_its(shield.source),
        _ => false,
    });
    let entry = entries.get(cant).filter(|_| shielded)?;
    Some(Happened::not("it can't be regenerated", entry.reasons()))
}

/// Damage that a step tells to be prevented, by an effect that says it or by protection (702.16e).
#[derive(Clone, Copy)]
pub(super) struct Prevented {
    /// To whom or what it would have been dealt.
    pub(super) to: Thing,
    /// Its source, if there is one.
    pub(super) source: Option<ObjectId>,
}

impl Prevented {
    /// What an entry tells, if it tells of such damage.
    pub(super) const fn of(entry: &Entry) -> Option<Self> {
        match entry.what {
            What::Replaced(to, _, Would::Prevented { source, .. })
            | What::Note(Note::Cant(Forbidden::Damage { .. }, to, source)) => Some(Self { to, source }),
            _ => None,
        }
    }
}

/// Whether damage that would have been dealt to something was prevented, and by which rules (615).
pub(crate) fn prevented(played: Played<'_>, to: Thing) -> Happened {
    let entries = played.trace.entries();
    let of = |entry: &&Entry| Prevented::of(entry).is_some_and(|prevented| is_same(played, prevented.to, to));
    let rules = entries.iter().filter(of).fold(Reasons::NONE, |rules, entry| rules.joined(entry.reasons()));
    if !rules.is_empty() {
        return Happened { has: true, why_not: None, rules };
    }
    let cant = entries.iter().rev().find(|entry| {
        matches!(&entry.what, What::Note(Note::PreventsNothing(_, thing)) if is_same(played, *thing, to))
    });
    if let Some(cant) = cant {
        return Happened::not("it can't be prevented", cant.reasons());
    }
    let dealt = entries.iter().rposition(|entry| match &entry.what {
        What::Changed(Change::Damage { to: thing, .. }, _) => is_same(played, *thing, to),
        _ => false,
    });
    let Some(dealt) = dealt else {
        return Happened::not("none would have been dealt", Reasons::of(&[cr!("615.1")]));
    };
    let later = entries.iter().skip(dealt).find(|entry| shields_from(played, entry, dealt));
    match later {
        Some(later) => Happened::not(
            "the effect that would prevent it began only afterwards",
            Reasons::NONE.and(Reason { rule: cr!("615.4"), step: Some(later.id) }),
        ),
        None => Happened::not("no effect that prevents damage applied to it", Reasons::of(&[cr!("615.1")])),
    }
}

/// Whether an entry tells that a spell or ability has made an effect that would replace or prevent what has happened at a place of the trace.
fn shields_from(played: Played<'_>, entry: &Entry, place: usize) -> bool {
    let What::Changed(Change::AddShield(shield), _) = &entry.what else { return false };
    let ShieldKind::Replacement(replacement) = &shield.kind else { return false };
    let frame = Frame::of_effect(shield.source, shield.controller, &shield.bindings);
    happened(played, place).is_some_and(|proposal| {
        occasion(played.sight(), &frame, &replacement.of, Candidate::Would(&proposal))
            .is_ok_and(|found| found.is_some())
    })
}

/// What has happened at a place of the trace, as it would have happened.
fn happened(played: Played<'_>, place: usize) -> Option<Proposal<'static>> {
    let What::Changed(change, _) = &played.trace.entries().get(place)?.what else { return None };
    Some(match change {
        Change::Move(it) => Proposal::Move {
            object: it.object,
            from: played.game.object(it.object).home(),
            to: it.to,
            action: it.action,
            causer: None,
            arrived: None,
        },
        Change::Damage { source, to, amount, combat, .. } => Proposal::Damage(DamageEvent {
            source: *source,
            to: *to,
            amount: *amount,
            combat: *combat,
            preventable: true,
        }),
        Change::Life(player, amount) => Proposal::Life(*player, *amount),
        _ => return None,
    })
}

/// Why no effect of an object has replaced anything of something.
fn not_by(played: Played<'_>, what: Thing, by: ObjectId) -> Outcome<Happened> {
    let game = played.game;
    let entries = played.trace.entries();
    let events = events_of(played, what);
    // Of all that has happened to it that which the effect would replace, if it can be told.
    let meant = events.iter().rev().find(|place| would_replace(played, by, **place));
    let Some(place) = meant.or(events.last()).copied() else {
        return Ok(Happened::not("nothing has happened to it", Reasons::of(&[cr!("614.7")])));
    };
    let root = game.earliest(by);
    let start = start_of_batch(entries, place);
    // What a spell or ability of its makes exists from then on, and what a permanent says while it is there.
    let made = entries.iter().position(|entry| match &entry.what {
        What::Changed(Change::AddShield(shield), _) => game.earliest(shield.source) == root,
        _ => false,
    });
    if let Some(made) = made {
        let step = entries.get(made).map(|entry| entry.id);
        let would = entries.get(made).is_some_and(|entry| shields_from(played, entry, place));
        if made > place && would {
            let rules = Reasons::NONE.and(Reason { rule: cr!("614.4"), step });
            return Ok(Happened::not("its effect began only afterwards", rules));
        }
    } else {
        let failed = entries.iter().rev().find(|entry| match &entry.what {
            What::Fizzles(object) => {
                let source = game.object(*object).stack_ability().map_or(*object, |ability| ability.source);
                game.earliest(source) == root
            }
            _ => false,
        });
        if let Some(failed) = failed {
            return Ok(Happened::not("it did not resolve", failed.reasons()));
        }
    }
    if made.is_none() {
        if let Some(found) = not_there(played, by, (start, place)) {
            return Ok(found);
        }
        let stays = path_of(game, by);
        let has = |stay: &ObjectId| {
            let known = game.object(*stay).known.as_ref().map(|known| &known.characteristics);
            let abilities = match known {
                Some(known) => &known.abilities,
                None => &played.view.characteristics(game, *stay).abilities,
            };
            abilities.iter().any(|its| matches!(&*its.ability, Ability::Replacement(_)))
        };
        if !stays.iter().any(has) {
            let now = game.latest(by);
            return Ok(match lost::of_abilities(played, now)? {
                Some(rules) => Happened::not("it has lost the ability", rules),
                None => Happened::not("it has no replacement effect", Reasons::of(&[cr!("614.1")])),
            });
        }
    }
    let other = entries
        .iter()
        .rev()
        .find(|entry| matches!(&entry.what, What::Replaced(thing, ..) if is_same(played, *thing, what)));
    Ok(match other {
        Some(other) => {
            let rules = Reasons::NONE.and(Reason { rule: cr!("614.6"), step: Some(other.id) });
            Happened::not("another effect replaced that first, so it never happened", rules)
        }
        None => Happened::not("what happened is not what it replaces", Reasons::of(&[cr!("614.7")])),
    })
}

/// Why the effect of a permanent was not there as something happened: it came only afterwards or at the same time, had left before (614.4), or
/// was phased out (702.26b).
fn not_there(played: Played<'_>, by: ObjectId, (start, place): (usize, usize)) -> Option<Happened> {
    let game = played.game;
    let entries = played.trace.entries();
    let stays: Vec<ObjectId> =
        path_of(game, by).into_iter().filter(|stay| game.object(*stay).home() == Zone::Battlefield).collect();
    let came = |stay: &ObjectId| {
        entries.iter().position(|entry| Came::of(entry).is_some_and(|came| came.object() == *stay))
    };
    let left = |stay: &ObjectId| {
        entries.iter().position(|entry| match &entry.what {
            What::Changed(Change::Move(it), _) => it.object == *stay,
            What::Changed(Change::Cease(it) | Change::LeaveGame(it, _), _) => it == stay,
            _ => false,
        })
    };
    let step_at =
        |place: usize| Reason { rule: cr!("614.4"), step: entries.get(place).map(|entry| entry.id) };
    let mut found = None;
    for stay in &stays {
        match (came(stay), left(stay)) {
            // It was there just before.
            (None, left) if left.is_none_or(|left| left >= start) => return phased(played, *stay, start),
            (Some(came), left) if came < start && left.is_none_or(|left| left >= start) => {
                return phased(played, *stay, start);
            }
            (Some(came), _) if came > place => {
                found.get_or_insert(("its effect began only afterwards", step_at(came)));
            }
            (Some(came), _) if came >= start => {
                found.get_or_insert(("its effect did not exist before that", step_at(came)));
            }
            (_, Some(left)) => found = Some(("its effect existed no more", step_at(left))),
            (_, None) => {}
        }
    }
    found.map(|(why, reason)| Happened::not(why, Reasons::NONE.and(reason)))
}

/// That a permanent was phased out as something happened.
fn phased(played: Played<'_>, stay: ObjectId, start: usize) -> Option<Happened> {
    let before = played.trace.entries().iter().take(start).rev();
    let mut phasing = before.filter_map(|entry| match &entry.what {
        What::Changed(Change::PhaseOut { object, .. }, _) if *object == stay => Some((entry.id, true)),
        What::Changed(Change::PhaseIn(object), _) if *object == stay => Some((entry.id, false)),
        _ => None,
    });
    let (step, _) = phasing.next().filter(|(_, out)| *out)?;
    let rules = Reasons::NONE.and(Reason { rule: cr!("702.26b"), step: Some(step) });
    Some(Happened::not("it was phased out", rules))
}

/// Why nothing has replaced anything of something: nothing happened to it, or what would replace it came too late, or there is no such effect.
fn not_at_all(played: Played<'_>, what: Thing) -> Happened {
    let Some(place) = events_of(played, what).last().copied() else {
        return Happened::not("nothing has happened to it", Reasons::of(&[cr!("614.7")]));
    };
    let game = played.game;
    let entries = played.trace.entries();
    let start = start_of_batch(entries, place);
    let later = entries.iter().skip(start).find(|entry| match &entry.what {
        What::Changed(Change::AddShield(_), _) => shields_from(played, entry, place),
        _ => Came::of(entry).is_some_and(|came| {
            let new = came.object();
            let is_itself = what == Thing::Object(new) || is_same(played, Thing::Object(new), what);
            game.object(new).on_battlefield() && would_replace(played, new, place) && !is_itself
        }),
    });
    match later {
        Some(later) => Happened::not(
            "no effect that existed by then replaces it",
            Reasons::NONE.and(Reason { rule: cr!("614.4"), step: Some(later.id) }),
        ),
        None => Happened::not("no effect replaces it", Reasons::of(&[cr!("614.1")])),
    }
}

/// Where in the trace something has happened to something: it moved, or was dealt damage, or gained or lost life.
fn events_of(played: Played<'_>, what: Thing) -> Vec<usize> {
    let is_one = |entry: &Entry| match &entry.what {
        What::Changed(Change::Move(it), _) => {
            let whose = Thing::Player(played.game.object(it.new).owner);
            is_same(played, Thing::Object(it.object), what) || whose == what
        }
        What::Changed(Change::Create(it), _) => is_same(played, Thing::Object(it.new), what),
        What::Changed(Change::Damage { to, .. }, _) => is_same(played, *to, what),
        What::Changed(Change::Life(player, _), _) => Thing::Player(*player) == what,
        What::Changed(Change::Counters(object, ..), _) => is_same(played, Thing::Object(*object), what),
        _ => false,
    };
    let entries = played.trace.entries().iter().enumerate();
    entries.filter(|(_, entry)| is_one(entry)).map(|(place, _)| place).collect()
}

/// Whether an effect that an object has, or had last, would replace what has happened at a place of the trace.
fn would_replace(played: Played<'_>, by: ObjectId, place: usize) -> bool {
    let game = played.game;
    let Some(proposal) = happened(played, place) else { return false };
    path_of(game, by).into_iter().any(|stay| {
        let its = game.object(stay);
        let known = its.known.as_ref().map(|known| (&*known.characteristics, known.controller));
        let (has, controller) = known.unwrap_or_else(|| {
            let now = played.view.characteristics(game, stay);
            (now, played.view.controller(game, stay))
        });
        has.abilities.iter().any(|instance| {
            let frame = Frame::of_source(stay, controller, instance.origin);
            let found = instance.ability.as_replacement().map(|replacement| {
                occasion(played.sight(), &frame, &replacement.of, Candidate::Would(&proposal))
            });
            found.is_some_and(|found| found.is_ok_and(|found| found.is_some()))
        })
    })
}

/// Where what happened at the same time as the change at a place begins.
fn start_of_batch(entries: &[Entry], place: usize) -> usize {
    let batch = |at: usize| match entries.get(at).map(|entry| &entry.what) {
        Some(What::Changed(_, batch)) => Some(*batch),
        _ => None,
    };
    let its = batch(place);
    (0..place).rev().take_while(|at| its.is_some() && batch(*at) == its).last().unwrap_or(place)
}

/// Whether two are the same player, or one object, whatever it has become.
fn is_same(played: Played<'_>, one: Thing, other: Thing) -> bool {
    match (one, other) {
        (Thing::Object(one), Thing::Object(other)) => {
            played.game.earliest(one) == played.game.earliest(other)
        }
        (one, other) => one == other,
    }
}
