//! The rules that decide what can hold of an object, from what has happened to it.

use crate::engine::View;
use crate::engine::additional::copying_objects;
use crate::engine::additional::keyword_abilities::soulbond;
use crate::game::{Change, ChoiceKind, Designation, Game, Half, Nature, Object, ObjectId, Step, Thing};
use crate::ir::{CounterKind, KeywordName, Supertype, Zone};
use crate::rules::{RuleId, cr};
use crate::trace::{Entry, EntryId, Forbidden, Note, Reason, Reasons, What, Would, is_left_face_down};

use super::characteristics::entered_as_a_copy_of;
use super::steps::{Came, coming, is_meant, notes_about, rules_about};
use super::triggers::grounds::added_step;
use super::whereabouts::path_of;
use super::{Played, applied_first, grounds, made_other, unmet};

/// Whether an object is phased out, and by which rules it is so.
pub(crate) fn phased_out(played: Played<'_>, object: ObjectId) -> (bool, Reasons) {
    let phases = |change: &Change| matches!(change, Change::PhaseOut { .. } | Change::PhaseIn(_));
    let rules = rules_about(played, object, phases);
    let kept =
        notes_about(played, object, |note| matches!(note, Note::NotPhasedIn(_) | Note::PhasedInBefore(_)));
    let rules = rules.joined(kept);
    let rules = if rules.is_empty() { not_phased(played, object) } else { rules };
    let out = played.game.object(object).phased_out.is_some();
    (out, if out { rules.led_by(cr!("702.26b")) } else { rules })
}

/// The rules by which a permanent with phasing has not phased out: the untap step in which it would have was skipped (502.1, 702.26a).
pub(crate) fn not_phased(played: Played<'_>, object: ObjectId) -> Reasons {
    let Played { game, view, .. } = played;
    let its = game.object(object);
    let here = its.exists && its.on_battlefield() && its.phased_out.is_none();
    if !here || !view.has(game, object, KeywordName::Phasing) {
        return Reasons::NONE;
    }
    let controller = Thing::Player(view.controller(game, object));
    let came = coming(played, object).map(|(entry, _)| entry.id);
    let mut since = played.trace.entries().iter().rev().take_while(|entry| Some(entry.id) != came);
    let skipped = since.find(|entry| match &entry.what {
        What::Replaced(whose, _, Would::Step(Step::Untap)) => *whose == controller,
        _ => false,
    });
    skipped.map_or(Reasons::NONE, |entry| entry.reasons().and(cr!("702.26a")))
}

/// The rules by which an object is face down or face up.
pub(crate) fn face_down(played: Played<'_>, object: ObjectId) -> Reasons {
    let its = played.game.object(object);
    // Exiled cards are face up unless something says otherwise.
    let exiled = its.exists && its.zone == Zone::Exile;
    let rules = if exiled { Reasons::of(&[cr!("406.3")]) } else { turned(played, object) };
    let of_a_copy = status_of_a_copy(played.game, object);
    // It enters face up; that its status is not copied matters only if what it copies is face down.
    let entered = its.on_battlefield() && !its.is_face_down() && coming(played, object).is_some();
    let entered = entered && rules.is_empty();
    if !entered {
        return of_a_copy.iter().fold(rules, Reasons::and);
    }
    let copied = entered_as_a_copy_of(played, object);
    let hidden = copied.is_some_and(|copied| played.game.object(copied).is_face_down());
    let of_a_copy = if hidden { of_a_copy } else { of_a_copy.without(&[cr!("707.2")]) };
    Reasons::of(&[cr!("110.5b")]).joined(of_a_copy)
}

/// The rule by which an object has its owner.
pub(crate) fn owned(its: &Object) -> Reasons {
    // No card represents a copy: who put it there owns it.
    Reasons::of(&[match its.nature {
        Nature::Copy if its.zone == Zone::Exile => cr!("112.2a"),
        Nature::Copy => cr!("112.2"),
        Nature::Token => cr!("111.2"),
        Nature::Emblem => cr!("114.2"),
        _ => cr!("108.3"),
    }])
}

/// Whether an object is tapped, and by which rules it is or is not; cards that are no permanents are neither tapped nor untapped (110.5d).
pub(crate) fn tapped(played: Played<'_>, object: ObjectId) -> (Option<bool>, Reasons) {
    let its = played.game.object(object);
    if !its.on_battlefield() {
        return (None, Reasons::of(&[cr!("110.5d")]));
    }
    let rules = rules_about(played, object, |change| matches!(change, Change::Tap(..)));
    let rules = vigilant(played, object).filter(|_| !its.tapped).unwrap_or(rules);
    let rules = if rules.is_empty() && its.tapped { entered_tapped(played, object) } else { rules };
    let rules = match rules.is_empty() && !its.tapped {
        true => unmet::entered_untapped(played, object).unwrap_or(rules),
        false => rules,
    };
    let rules = exerted(played, object).filter(|_| !its.tapped).map_or(rules, |exerted| rules.and(exerted));
    let as_it_entered = rules_about(played, object, |change| matches!(change, Change::Tap(..))).is_empty();
    let rules = if as_it_entered { applied_first::of_entering(played, object, rules) } else { rules };
    let kept = its.tapped && kept_tapped(played, object);
    // The step that tells why it did not untap, if one does.
    let told = played.trace.entries().iter().rev().find(|entry| {
        let does_not = matches!(entry.what, What::Note(_)) && entry.rules.contains(cr!("502.3"));
        does_not && entry.objects().contains(&object)
    });
    let reason = Reason { rule: cr!("502.3"), step: told.map(|entry| entry.id) };
    let rules = if kept { rules.led_by(reason) } else { rules };
    let skipped = untap_step_skipped(played, object).filter(|_| its.tapped);
    let without = phase_without_untap_step(played, object).filter(|_| its.tapped && skipped.is_none());
    let rules = skipped.or(without).map_or(rules, |skipped| rules.led_by(skipped));
    let rules = match exerted_now(played, object).filter(|_| kept) {
        Some(exerted) => rules.led_by(exerted).led_by(reason),
        None => rules,
    };
    // The stun counter that was removed instead is what decides.
    let stunned = stunned(played, object).filter(|_| its.tapped);
    (Some(its.tapped), stunned.map_or(rules, |stunned| rules.led_by(stunned)))
}

/// The step in which a permanent was exerted that has since stayed tapped for it, and become untapped later: that keeps it tapped in one untap
/// step only (701.43a).
fn exerted(played: Played<'_>, object: ObjectId) -> Option<Reason> {
    let entries = played.trace.entries();
    let untapped = entries.iter().rposition(|entry| match &entry.what {
        What::Changed(Change::Tap(its, false), _) => *its == object && entry.rules.contains(cr!("502.3")),
        _ => false,
    })?;
    let mut before = entries.iter().take(untapped).rev();
    let is_kept =
        |entry: &Entry| matches!(&entry.what, What::Note(Note::StaysTapped(its, _)) if *its == object);
    before.find(|entry| is_kept(entry))?;
    let exerts = |entry: &&Entry| {
        let begins =
            matches!(&entry.what, What::Changed(Change::BeginEffect(effect), _) if effect.is_on(object));
        begins && entry.rules.contains(cr!("701.43a"))
    };
    before.find(exerts).map(|entry| Reason { rule: cr!("701.43a"), step: Some(entry.id) })
}

/// The step in which a permanent was exerted that has stayed tapped for it (701.43a).
fn exerted_now(played: Played<'_>, object: ObjectId) -> Option<Reason> {
    let kept =
        |entry: &&Entry| matches!(&entry.what, What::Note(Note::StaysTapped(its, _)) if *its == object);
    let mut before = played.trace.entries().iter().rev();
    before.find(kept)?;
    // It does so in one untap step.
    let mut since = before.take_while(|entry| !kept(entry));
    let exerts = since.find(|entry| {
        let begins =
            matches!(&entry.what, What::Changed(Change::BeginEffect(effect), _) if effect.is_on(object));
        begins && entry.rules.contains(cr!("701.43a"))
    })?;
    Some(Reason { rule: cr!("701.43a"), step: Some(exerts.id) })
}

/// The step that has added a beginning phase to a turn of a permanent's controller which had nothing but an upkeep step, since it became tapped
/// (500.10).
fn phase_without_untap_step(played: Played<'_>, object: ObjectId) -> Option<Reason> {
    let controller = played.game.object(object).controller;
    let entries = played.trace.entries();
    let tapped = entries.iter().rposition(|entry| match &entry.what {
        What::Changed(Change::Tap(its, _), _) => *its == object,
        _ => Came::of(entry).is_some_and(|came| came.object() == object),
    });
    let since = tapped.map_or(0, |place| place + 1);
    let came = entries.iter().enumerate().skip(since).rev().find(|(_, entry)| match entry.what {
        What::Step(active, Step::Upkeep) => {
            entry.rules.contains(cr!("500.10")) && played.game.fights_with(active, controller)
        }
        _ => false,
    });
    added_step(entries.get(..=came?.0)?)
}

/// The step at which a stun counter was removed from a permanent instead of untapping it, if it has not become tapped since (122.1d).
fn stunned(played: Played<'_>, object: ObjectId) -> Option<Reason> {
    let last = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(Change::Counters(its, ..), _) => *its == object && entry.rules.contains(cr!("122.1d")),
        What::Changed(Change::Tap(its, _), _) => *its == object,
        _ => false,
    })?;
    let instead = last.rules.contains(cr!("122.1d"));
    instead.then(|| Reason { rule: cr!("122.1d"), step: Some(last.id) })
}

/// The rules by which a creature did not become tapped as it attacked, if it has become neither tapped nor untapped since (702.20b).
fn vigilant(played: Played<'_>, object: ObjectId) -> Option<Reasons> {
    let last = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(Change::Attack(attack), _) => attack.attacker == object,
        What::Changed(Change::Tap(its, _), _) => *its == object,
        _ => false,
    })?;
    let attacked = last.rules.contains(cr!("702.20b"));
    attacked.then(|| Reasons::NONE.and(Reason { rule: cr!("702.20b"), step: Some(last.id) }))
}

/// The rules by which an object has its counters of a kind, or none.
pub(crate) fn counters(played: Played<'_>, object: ObjectId, kind: Option<CounterKind>) -> Reasons {
    let is_of = |its: CounterKind| kind.is_none_or(|kind| kind == its);
    let its = played.game.object(object);
    let count: u32 = its.counters.iter().filter(|(its, _)| is_of(*its)).map(|(_, count)| *count).sum();
    let last = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(Change::Counters(on, of, _), _) => *on == object && is_of(*of),
        _ => false,
    });
    if let Some(last) = last {
        return applied_first::of_amount(played, last.reasons());
    }
    match kind.filter(|_| count > 0) {
        Some(kind) => applied_first::of_amount(played, entered_with(played, object, kind)),
        None if count > 0 => Reasons::NONE,
        None => got_no_counters(played, object)
            .or_else(|| replaced_by_none(played, object, kind))
            .or_else(|| left_behind(played, object, kind))
            .or_else(|| unmet::chosen_counters(played, object, kind))
            .or_else(|| unmet::told_of_a_kind(played, object, kind))
            .or_else(|| unmet::told_not_to_trigger(played, object, kind))
            .unwrap_or(Reasons::NONE),
    }
}

/// The rules by which an object has lost the counters that it had before it moved (122.2).
fn left_behind(played: Played<'_>, object: ObjectId, kind: Option<CounterKind>) -> Option<Reasons> {
    let game = played.game;
    let had = |its: &Object| {
        its.counters.iter().any(|(of, count)| *count > 0 && kind.is_none_or(|kind| kind == *of))
    };
    let earlier = std::iter::successors(game.object(object).previous, |its| game.object(*its).previous);
    let last = earlier.map(|its| game.object(its)).find(|its| had(its))?;
    let moved = played.trace.entries().iter().find(|entry| match &entry.what {
        What::Changed(Change::Move(it), _) => it.object == last.id,
        _ => false,
    })?;
    Some(Reasons::NONE.and(Reason { rule: cr!("122.2"), step: Some(moved.id) }).and(cr!("400.7")))
}

/// The rules by which a battle has its protector.
pub(crate) fn protector(played: Played<'_>, object: ObjectId) -> Reasons {
    rules_about(played, object, |change| matches!(change, Change::Designate(..)))
}

/// The rules by which a permanent has the face up that it has: it was transformed, or was to be and stayed as it was.
pub(crate) fn transformed(played: Played<'_>, object: ObjectId) -> Reasons {
    let rules = rules_about(played, object, |change| matches!(change, Change::Transform(_)));
    if !rules.is_empty() {
        // Which face is up is what "transformed" means.
        return rules.and(cr!("701.27g"));
    }
    // It has not transformed where it entered with its back face up.
    let entered = |entry: &&Entry| matches!(&entry.what, What::Changed(Change::Move(it), _) if it.new == object && it.face > 0);
    let attends = [cr!("400.7"), cr!("608.3a"), cr!("608.2c"), cr!("305.1")];
    let rules = played.trace.entries().iter().rev().find(entered).map_or(Reasons::NONE, Entry::reasons);
    let rules = rules.without(&attends);
    if rules.is_empty() { stayed(played, object) } else { rules }
}

/// The rules by which a permanent is prepared, or not.
pub(crate) fn prepared(played: Played<'_>, object: ObjectId) -> Reasons {
    // What becomes prepared also becomes unprepared, in more ways than one.
    let about = |change: &Change| match change {
        Change::Designate(_, its) | Change::Undesignate(_, its) => matches!(its, Designation::Prepared(_)),
        _ => false,
    };
    let rules = rules_about(played, object, about);
    if !rules.is_empty() {
        return rules;
    }
    let entered = |came: Came<'_>| matches!(came, Came::Moved(it) if it.prepared);
    let step = coming(played, object).filter(|(_, came)| entered(*came)).map(|(entry, _)| entry.id);
    Reasons::NONE.and(Reason { rule: cr!("722.3a"), step })
}

/// Whether a creature is paired with another, and by which rules it became so, or is not any more, or never did.
pub(crate) fn paired(played: Played<'_>, object: ObjectId) -> (bool, Reasons) {
    let last = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(Change::BeginEffect(effect), _) => soulbond::is_pairing(effect) && effect.is_on(object),
        What::Note(Note::Unpaired(one, other)) => [*one, *other].contains(&object),
        What::Note(Note::NeverBegins(_, Some(on))) => *on == object,
        // Its own ability asks for both as it resolves.
        What::Note(Note::ConditionFalse(ability)) => {
            let source = played.game.object(*ability).stack_ability().map(|ability| ability.source);
            entry.rules.contains(cr!("702.95a")) && source == Some(object)
        }
        _ => false,
    });
    let rules = last.map_or_else(|| Reasons::of(&[cr!("702.95b")]), |entry| entry.reasons());
    (soulbond::partner_of(played.game, object).is_some(), rules)
}

/// The rule by which a permanent has a designation or not, if it has no more to do than to be there.
const fn designated(designation: Designation) -> Option<RuleId> {
    match designation {
        Designation::Monstrous => Some(cr!("701.37b")),
        Designation::Suspected => Some(cr!("701.60a")),
        Designation::RingBearer => Some(cr!("701.54a")),
        Designation::Renowned => Some(cr!("702.112b")),
        Designation::Solved => Some(cr!("719.3b")),
        Designation::LeftUnlocked
        | Designation::RightUnlocked
        | Designation::Level(_)
        | Designation::Protector(_)
        | Designation::Room(_)
        | Designation::Sector(_)
        | Designation::Companion
        | Designation::Foretold(_)
        | Designation::Plotted(_)
        | Designation::Warped(_)
        | Designation::Prepared(_) => None,
    }
}

/// The rules by which a permanent has such a designation or not: of its becoming so, or becoming so no more, and of what it is.
pub(crate) fn became(played: Played<'_>, object: ObjectId, designation: Designation) -> Reasons {
    let last = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(Change::Designate(its, of) | Change::Undesignate(its, of), _) => {
            *its == object && *of == designation
        }
        _ => false,
    });
    let rules = last.map_or(Reasons::NONE, |entry| entry.reasons());
    designated(designation).into_iter().fold(rules, Reasons::and)
}

/// The rules by which a half of a permanent is locked or unlocked: what it is to be so, and that it entered with the halves that were cast,
/// if nothing has locked or unlocked that half since.
pub(crate) fn half(played: Played<'_>, object: ObjectId, half: Half) -> Reasons {
    let rules = Reasons::of(&[cr!("709.5c")]);
    let is_it = |its: ObjectId, designation: Designation| its == object && designation == half.unlocked();
    let last = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(Change::Move(it), _) => it.new == object,
        What::Changed(Change::Create(it), _) => it.new == object,
        What::Changed(Change::Designate(its, designation) | Change::Undesignate(its, designation), _) => {
            is_it(*its, *designation)
        }
        _ => false,
    });
    let entered = |entry: &Entry| matches!(entry.what, What::Changed(Change::Move(_) | Change::Create(_), _));
    if last.is_some_and(entered) { rules.and(cr!("709.5d")) } else { rules }
}

/// Whether an object is a commander, and by which rule (903.3).
pub(crate) fn commander(played: Played<'_>, object: ObjectId) -> (bool, Reasons) {
    let its = played.game.object(object);
    let rule = match its.melded {
        Some(_) => cr!("903.3b"),
        None if its.components().next().is_some() => cr!("903.3c"),
        None => cr!("903.3"),
    };
    (played.game.commanders(object).next().is_some(), Reasons::of(&[rule]))
}

/// Whether the card that an object is has been on the battlefield before, as another object.
pub(crate) fn was_another_permanent(game: &Game, object: ObjectId) -> bool {
    let was_there = |stay: ObjectId| stay != object && game.object(stay).zone == Zone::Battlefield;
    path_of(game, object).into_iter().any(was_there)
}

/// The rules by which a permanent has so much loyalty or defense: of what last changed it, or of what would have and did not; and
/// that it is what its counters say.
pub(crate) fn of_number(played: Played<'_>, object: ObjectId, kind: CounterKind, counted: RuleId) -> Reasons {
    let game = played.game;
    let last =
        played.trace.entries().iter().rev().find(|entry| match &entry.what {
            What::Changed(Change::Damage { to: Thing::Object(its), .. }, _)
            | What::Note(
                Note::LoyaltyStays(its) | Note::Cant(Forbidden::Damage { .. }, Thing::Object(its), _),
            ) => is_meant(game, *its, object),
            What::Changed(Change::Counters(its, of, _), _) => *of == kind && is_meant(game, *its, object),
            _ => false,
        });
    let rules = match last {
        Some(last) => applied_first::of_amount(played, last.reasons()),
        None => entered_with(played, object, kind),
    };
    rules.and(counted)
}

/// The rules by which an object has got no counters that it would have got, there or as it came there (113.6i).
fn got_no_counters(played: Played<'_>, object: ObjectId) -> Option<Reasons> {
    let game = played.game;
    let last = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Note(Note::Cant(Forbidden::Counters, Thing::Object(its), _)) => {
            *its == object || game.object(*its).next == Some(object)
        }
        _ => false,
    })?;
    Some(last.reasons())
}

/// The rules by which an object has got no counters of a kind: an effect has made none of those that would have been put on it last.
fn replaced_by_none(played: Played<'_>, object: ObjectId, kind: Option<CounterKind>) -> Option<Reasons> {
    let game = played.game;
    let last = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Replaced(Thing::Object(its), _, Would::Counters(of, _)) => {
            kind.is_none_or(|kind| kind == *of) && (*its == object || game.object(*its).next == Some(object))
        }
        _ => false,
    })?;
    Some(last.reasons())
}

/// The rules by which an object is not attached to what it was to become attached to last.
pub(crate) fn not_attached(played: Played<'_>, object: ObjectId) -> Option<Reasons> {
    let last = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(Change::Attach(its, _), _)
        | What::Note(Note::AlreadyAttached(its, _))
        | What::Note(Note::Cant(Forbidden::Attach(_), Thing::Object(its), _)) => *its == object,
        _ => false,
    })?;
    matches!(last.what, What::Note(_)).then_some(last.reasons())
}

/// Whether another player controls a legendary permanent of the same name as this one.
pub(crate) fn twin_of_another_player(game: &Game, view: &View, object: ObjectId) -> bool {
    let legendary = |object: ObjectId| {
        let its = game.object(object);
        its.exists
            && its.on_battlefield()
            && view.characteristics(game, object).has_supertype(Supertype::Legendary)
    };
    let name = &view.characteristics(game, object).name;
    legendary(object)
        && game.objects().iter().any(|other| {
            other.id != object
                && legendary(other.id)
                && view.characteristics(game, other.id).name == *name
                && view.controller(game, other.id) != view.controller(game, object)
        })
}

/// The rules by which an Aura that no spell became, or one that did, is attached to something as it enters.
pub(crate) fn entered_attached(played: Played<'_>, object: ObjectId) -> Reasons {
    let came = coming(played, object).filter(|(_, came)| came.attached_to().is_some());
    let Some((entry, came)) = came else { return Reasons::NONE };
    let rules = entry.reasons();
    match came {
        // Its controller chose that as it entered.
        _ if rules.contains(cr!("303.4f")) => {
            let chosen = attached_by_choice(played, entry).or(Some(entry.id));
            rules.led_by(Reason { rule: cr!("303.4f"), step: chosen })
        }
        Came::Moved(it) if played.game.object(it.object).zone == Zone::Stack => rules.led_by(cr!("608.3c")),
        // What creates it, or puts it there, says what it enters attached to.
        Came::Created(_) => rules.led_by(cr!("303.4")),
        Came::Moved(_) => rules,
    }
}

/// The step in which a player chose what the Aura would be attached to of which a step tells that it enters.
fn attached_by_choice(played: Played<'_>, entered: &Entry) -> Option<EntryId> {
    let source = match Came::of(entered)? {
        Came::Moved(it) => it.object,
        Came::Created(it) => it.new,
    };
    let before = played.trace.entries().get(..entered.id.0 as usize).unwrap_or_default();
    let mut beside = before.iter().rev().filter(|entry| entry.parent == entered.parent);
    let chosen = beside.find(|entry| match &entry.what {
        What::Chose(choice, ..) => choice.kind == ChoiceKind::Attach && choice.source == Some(source),
        _ => false,
    });
    chosen.map(|entry| entry.id)
}

/// The rules by which a permanent entered tapped, if it did.
fn entered_tapped(played: Played<'_>, object: ObjectId) -> Reasons {
    let came = coming(played, object).filter(|(_, came)| came.enters_tapped());
    came.map_or(Reasons::NONE, |(entry, _)| {
        // What it attacks is another matter. What an instruction says of how it enters comes before that it would enter untapped.
        let own = entry.reasons().without(&[cr!("508.4")]);
        let says = own.get(cr!("608.2c")).filter(|_| !own.contains(cr!("614.1d")));
        let own = says.map_or(own, |says| own.led_by(cr!("110.5b")).led_by(says));
        own.joined(unmet::chosen_to_be_tapped(played, object))
    })
}

/// The rules by which a permanent entered with counters of a kind, if it did.
fn entered_with(played: Played<'_>, object: ObjectId, kind: CounterKind) -> Reasons {
    let of_kind = |came: Came<'_>| came.counters().iter().any(|(its, _)| *its == kind);
    let came = coming(played, object).filter(|(_, came)| of_kind(*came));
    let Some((entry, _)) = came else { return Reasons::NONE };
    let chosen = unmet::chosen_counters(played, object, Some(kind)).unwrap_or(Reasons::NONE);
    // That it resolved decides nothing of how many there are.
    let own = entry.reasons();
    let own = own.without(&[cr!("608.3a"), cr!("400.7")]).joined(own);
    let own = grounds::as_it_entered(played, entry, own);
    let several = unmet::by_several(played, object, kind);
    let own = several.map_or(own, |several| grounds::second(own, several.into()));
    let all = own.joined(chosen).joined(kicked(played, object, kind));
    made_other::as_it_entered(played, entry, kind, all)
}

/// The rules by which the spell that became a permanent was kicked, if that decides with how many counters of a kind it enters: by multikicker
/// (702.33c), or at all (702.33d).
fn kicked(played: Played<'_>, object: ObjectId, kind: CounterKind) -> Reasons {
    let spell = played.game.object(object).previous;
    let mut kicked = played.trace.entries().iter().filter(|entry| match &entry.what {
        What::Note(Note::Kicked(its, ..)) => Some(*its) == spell,
        _ => false,
    });
    // Of several kickers it is not told which one it asks for.
    let (Some(entry), None) = (kicked.next(), kicked.next()) else { return Reasons::NONE };
    let decides = |rule: RuleId| {
        rule == cr!("702.33c") || rule == cr!("702.33d") && unmet::counters_if_kicked(played, object, kind)
    };
    entry.reasons().only(decides)
}

/// The step that tells that an untap step of its controller was skipped since a permanent became tapped, or came to be there, if none has been
/// since (614.10).
fn untap_step_skipped(played: Played<'_>, object: ObjectId) -> Option<Reason> {
    let controller = played.game.object(object).controller;
    let since = played.trace.entries().iter().rev().take_while(|entry| match &entry.what {
        What::Changed(Change::Tap(its, _), _) => *its != object,
        What::Step(active, Step::Untap) => !played.game.fights_with(*active, controller),
        _ => Came::of(entry).is_none_or(|came| came.object() != object),
    });
    let skipped = since.into_iter().find(|entry| match &entry.what {
        What::Replaced(Thing::Player(player), _, Would::Step(Step::Untap)) => {
            played.game.fights_with(*player, controller)
        }
        _ => false,
    });
    skipped.map(|entry| Reason { rule: cr!("614.10"), step: Some(entry.id) })
}

/// Whether an untap step of its controller has passed since the object was tapped, or came to be there.
fn kept_tapped(played: Played<'_>, object: ObjectId) -> bool {
    let controller = played.game.object(object).controller;
    let entries = played.trace.entries();
    let since = entries.iter().rev().take_while(|entry| match &entry.what {
        What::Changed(Change::Tap(its, _), _) => *its != object,
        _ => Came::of(entry).is_none_or(|came| came.object() != object),
    });
    let untap_step = |entry: &Entry| matches!(&entry.what, What::Step(active, Step::Untap) if played.game.fights_with(*active, controller));
    since.into_iter().any(untap_step)
}

/// The rules that say what being face down has to do with being a copy, of an object that is one: that is not copied (707.2), and what
/// is face down stays so (708.10).
pub(crate) fn status_of_a_copy(game: &Game, object: ObjectId) -> Reasons {
    if copying_objects::is_made_a_copy(game, object) {
        Reasons::of(&[cr!("708.10"), cr!("707.3")])
    } else if game.object(object).copied.is_some() {
        Reasons::of(&[cr!("707.2")])
    } else {
        Reasons::NONE
    }
}

/// The rules by which an object stayed as it was when it would have been turned over.
fn stayed(played: Played<'_>, object: ObjectId) -> Reasons {
    let last = played
        .trace
        .entries()
        .iter()
        .rev()
        .find(|entry| matches!(&entry.what, What::Note(Note::StaysAsItIs(stays)) if *stays == object));
    last.map_or(Reasons::NONE, |entry| entry.reasons())
}

/// The rules by which an object was turned over, or came to be face down, last.
fn turned(played: Played<'_>, object: ObjectId) -> Reasons {
    let last = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(Change::FaceDown(turned, _), _) => *turned == object,
        What::Changed(Change::Move(it), _) => it.new == object && it.face_down.is_some(),
        _ => false,
    });
    // What would have been turned up and can't be was revealed, and stayed as it was.
    let since = last.map_or(0, |last| last.id.0 as usize);
    let left = played.trace.entries().iter().skip(since).rev().find(|entry| match &entry.what {
        What::Reveals(cards) => cards.contains(&object) && entry.rules.iter().any(is_left_face_down),
        _ => false,
    });
    let left = left.map_or(Reasons::NONE, |entry| entry.reasons());
    last.map_or(left, |entry| left.joined(entry.reasons()))
}
