//! Why an object is still where it was as the scenario began.

use crate::game::{
    Answer, Change, Choice, ChoiceKind, EffectId, Item, Object, ObjectId, Options, PlayerId, Step, Thing,
};
use crate::ir::part::{Part, any};
use crate::ir::{CardType, CounterKind, Verb, Zone};
use crate::rules::cr;
use crate::trace::{Entry, Forbidden, Note, Reason, Reasons, What};

use super::Played;
use super::found::{self, Found};
use super::standing::{Standing, says_more};
use super::status::was_another_permanent;
use super::undone::aims_at;

/// The choices by which objects are moved, whatever asks.
const MOVES: [ChoiceKind; 6] = [
    ChoiceKind::Find,
    ChoiceKind::Sacrifice,
    ChoiceKind::Discard,
    ChoiceKind::Exile,
    ChoiceKind::Return,
    ChoiceKind::Graveyard,
];

/// The reasons of the last step that passed over an object which it could have moved: another was chosen, or the player who would have moved it
/// was an illegal target (608.2b). None if it has moved, or if nothing could have moved it.
pub(crate) fn passed_over(played: Played<'_>, object: ObjectId) -> Reasons {
    let its = played.game.object(object);
    if its.previous.is_some() || !its.exists {
        return Reasons::NONE;
    }
    let last = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Chose(choice, ..) if choice.kind == ChoiceKind::Pile => in_other_pile(played, entry, object),
        What::Chose(choice, Answer::Picked(picked), _) => {
            let Options::Pick { from, .. } = &choice.options else { return false };
            let chosen: Vec<Item> =
                picked.iter().filter_map(|index| from.get(usize::try_from(*index).ok()?)).copied().collect();
            let is_it = |item: &Item| is(played, *item, object);
            let moves = MOVES.contains(&choice.kind)
                || choice.kind == ChoiceKind::Choose && moves_one_of(played, entry, &chosen);
            moves && from.iter().any(is_it) && !chosen.iter().any(is_it)
        }
        What::Note(Note::IllegalTarget(of, Thing::Player(_))) => {
            aims_at(played, played.game.object(*of), object)
        }
        _ => false,
    });
    last.map_or(Reasons::NONE, Entry::reasons)
}

/// Whether an entry tells that a pile is chosen to be moved in which an object is not that was put into another (700.3a).
fn in_other_pile(played: Played<'_>, entry: &Entry, object: ObjectId) -> bool {
    let What::Chose(choice, Answer::Picked(pile), _) = &entry.what else { return false };
    let (Options::Pick { from, .. }, Some(pile)) = (&choice.options, pile.first()) else { return false };
    let first = match from.get(*pile as usize) {
        Some(Item::Mode(number)) => *number == 1,
        _ => return false,
    };
    let before = played.trace.entries().get(..entry.id.0 as usize).unwrap_or_default();
    let mut beside = before.iter().rev().filter(|earlier| earlier.parent == entry.parent);
    let separated = beside.find_map(|earlier| match &earlier.what {
        What::Chose(choice, Answer::Picked(picked), _) if earlier.rules.contains(cr!("700.3a")) => {
            Some((&choice.options, picked))
        }
        _ => None,
    });
    let Some((Options::Pick { from, .. }, picked)) = separated else { return false };
    let place = from.iter().position(|item| is(played, *item, object));
    let in_first = |place: usize| picked.iter().any(|index| *index as usize == place);
    place.is_some_and(|place| in_first(place) != first) && moves_a_pile(played, choice)
}

/// Whether what asks for a pile has something moved.
fn moves_a_pile(played: Played<'_>, choice: &Choice) -> bool {
    choice.source.is_some_and(|source| moves_things(played.game.object(source)))
}

/// Whether a spell or ability moves anything as it resolves.
pub(super) fn moves_things(doer: &Object) -> bool {
    const MOVE: [Verb; 6] =
        [Verb::Sacrifice, Verb::Put, Verb::Exile, Verb::Destroy, Verb::Return, Verb::Discard];
    let moves =
        |part| matches!(part, Part::Instruction(its) if its.verb().is_some_and(|verb| MOVE.contains(&verb)));
    doer.bodies().any(|body| any(body, &mut |place| moves(place.part)))
}

/// Whether what makes a choice moves one of those that were chosen then.
fn moves_one_of(played: Played<'_>, choice: &Entry, chosen: &[Item]) -> bool {
    let later = played.trace.entries().get(choice.id.0 as usize..).unwrap_or_default();
    later.iter().filter(|entry| entry.parent == choice.parent).any(|entry| match &entry.what {
        What::Changed(Change::Move(it), _) => {
            chosen.iter().any(|item| is(played, *item, played.game.earliest(it.object)))
        }
        _ => false,
    })
}

fn is(played: Played<'_>, item: Item, object: ObjectId) -> bool {
    Item::thing(item).and_then(Thing::object).is_some_and(|its| played.game.earliest(its) == object)
}

/// That nothing has moved an object, behind "because", where nothing has.
pub(crate) fn unmoved(played: Played<'_>, object: ObjectId) -> Option<Found> {
    let its = played.game.object(object);
    let moved = |entry: &Entry| match &entry.what {
        What::Changed(Change::Move(it), _) => played.game.earliest(it.object) == object,
        // Within a library it may have been moved, too.
        What::Changed(Change::Shuffle(owner, _), _) => its.zone == Zone::Library && *owner == its.owner,
        What::Chose(choice, ..) if matches!(choice.kind, ChoiceKind::Top | ChoiceKind::Bottom) => {
            matches!(&choice.options, Options::Pick { from, .. } if from.iter().any(|item| is(played, *item, object)))
        }
        _ => false,
    };
    if its.previous.is_some() || !its.exists || played.trace.entries().iter().any(moved) {
        return None;
    }
    // What has taken it off a permanent says more.
    if came_off(played, object).is_some() {
        return None;
    }
    Some((Standing::Place(object).rule(played.game), "nothing has moved it".to_owned()))
}

/// That nothing has come to a zone, behind "because", where nothing has, nor has left it: no card at all, or none of the sort that is
/// looked for there.
pub(crate) fn still_empty(
    played: Played<'_>,
    (zone, whose): (Zone, Option<PlayerId>),
    all: bool,
) -> Option<Found> {
    let game = played.game;
    let touches = |entry: &Entry| match &entry.what {
        What::Changed(Change::Move(it), _) => {
            let its = game.object(it.object);
            (its.zone == zone || it.to == zone) && whose.is_none_or(|player| its.owner == player)
        }
        _ => false,
    };
    if played.trace.entries().iter().any(touches) {
        return None;
    }
    let words = match (zone, all) {
        (Zone::Graveyard, true) => "it started out empty, and no card has been put there",
        (Zone::Hand, true) => "no card has been drawn or put there",
        (Zone::Exile, true) => "nothing has been exiled",
        (Zone::Graveyard | Zone::Hand | Zone::Exile, false) => "no such card has been put there",
        (Zone::Library | Zone::Battlefield | Zone::Stack | Zone::Command | Zone::Ante, _) => return None,
    };
    Some((Standing::Cards(zone).rule(game), words.to_owned()))
}

/// The rules of the step in which an Equipment or the like became unattached, and stays where it is (704.5n), if it is still attached to nothing.
pub(super) fn came_off(played: Played<'_>, object: ObjectId) -> Option<Reasons> {
    let its = played.game.object(object);
    if !its.on_battlefield() || its.attached_to.is_some() {
        return None;
    }
    let last = played
        .trace
        .entries()
        .iter()
        .rev()
        .find(|entry| matches!(&entry.what, What::Changed(Change::Attach(it, _), _) if *it == object))?;
    last.rules.contains(cr!("704.5n")).then(|| last.reasons())
}

/// The step in which a delayed triggered ability about an object was made too late for the end step that it was made in (513.2): that has passed,
/// and the ability still waits.
pub(super) fn waits_longer(played: Played<'_>, object: ObjectId) -> Option<Reason> {
    let Played { game, trace, .. } = played;
    let turn = game.turn();
    let waits = |id: EffectId| {
        let passed = |since: u32| since < turn.number || turn.step > Step::End;
        game.delayed().iter().any(|waiting| waiting.id == id && passed(waiting.since_turn))
    };
    let last = trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(Change::AddDelayed(made), _) => {
            let its = |other: ObjectId| game.earliest(other) == game.earliest(object);
            entry.rules.contains(cr!("513.2")) && waits(made.id) && entry.objects().into_iter().any(its)
        }
        _ => false,
    })?;
    Some(Reason { rule: cr!("513.2"), step: Some(last.id) })
}

/// That nothing has changed the number of counters on an object, behind "because", where it has had them from the beginning.
pub(crate) fn same_counters(played: Played<'_>, object: ObjectId, kind: CounterKind) -> Option<Found> {
    let its = played.game.object(object);
    let changed = |entry: &Entry| match &entry.what {
        What::Changed(Change::Counters(it, of, _), _) => *it == object && *of == kind,
        _ => false,
    };
    if its.previous.is_some() || its.counters_of(kind) == 0 || played.trace.entries().iter().any(changed) {
        return None;
    }
    let unchanged = "nothing has changed the number of them";
    let phases = |entry: &Entry| match &entry.what {
        What::Changed(Change::PhaseOut { object: it, .. } | Change::PhaseIn(it), _) => *it == object,
        _ => false,
    };
    // Phasing is no change of zone, in which it would lose them.
    if its.phased_out.is_some() || played.trace.entries().iter().any(phases) {
        return Some((
            cr!("702.26d"),
            format!("it keeps its counters while it is phased out, and {unchanged}"),
        ));
    }
    let rule = match kind {
        CounterKind::LOYALTY => cr!("306.5c"),
        CounterKind::DEFENSE => cr!("310.4c"),
        _ => cr!("122.1"),
    };
    Some((rule, unchanged.to_owned()))
}

/// That nothing has dealt damage to a creature on which none is marked, behind "because", where nothing has (120.3e).
pub(crate) fn undamaged(played: Played<'_>, object: ObjectId) -> Option<Found> {
    let its = played.game.object(object);
    let touched = |entry: &Entry| match &entry.what {
        What::Changed(Change::Damage { to: Thing::Object(it), .. } | Change::RemoveDamage(it), _) => {
            *it == object
        }
        _ => false,
    };
    let is_creature = played.view.characteristics(played.game, object).is(CardType::Creature);
    if !its.on_battlefield() || !is_creature || its.damage > 0 || played.trace.entries().iter().any(touched) {
        return None;
    }
    Some(match was_another_permanent(played.game, object) {
        true => (cr!("400.7"), "it is a new object, and nothing has dealt damage to it".to_owned()),
        false => (cr!("120.3e"), "nothing has dealt damage to it".to_owned()),
    })
}

/// That the damage which a player was dealt last has cost no life, behind "because", where it was dealt by a source with infect (120.3b).
pub(crate) fn infected(played: Played<'_>, player: PlayerId) -> Option<Found> {
    let last = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(Change::Life(its, _), _) => *its == player,
        What::Changed(Change::Damage { to, .. }, _) => *to == Thing::Player(player),
        _ => false,
    })?;
    let What::Changed(Change::Damage { source: Some(source), .. }, _) = &last.what else { return None };
    let called = &found::known_as(played, *source).name;
    let infects = last.rules.contains(cr!("120.3b")) && !called.is_empty();
    let words = format!("{called} has infect: its damage costs a player no life");
    infects.then(|| (cr!("120.3b"), words))
}

/// That nothing has attached an object to anything, behind "because", where nothing has.
pub(crate) fn never_attached(played: Played<'_>, object: ObjectId) -> Option<Found> {
    let its = played.game.object(object);
    let touched = |entry: &Entry| match &entry.what {
        What::Changed(Change::Attach(it, _), _)
        | What::Note(Note::AlreadyAttached(it, _))
        | What::Note(Note::Cant(Forbidden::Attach(_), Thing::Object(it), _)) => *it == object,
        _ => false,
    };
    let attaches = its.base.has_subtype_named("Equipment") || its.base.has_subtype_named("Fortification");
    let is_idle = attaches && its.on_battlefield() && its.attached_to.is_none();
    let began = played.start.attached.iter().any(|(it, _)| *it == object);
    if !is_idle || began || played.trace.entries().iter().any(touched) {
        return None;
    }
    let rule = Standing::Attachment(object).rule(played.game);
    Some((rule, "nothing has attached it to anything".to_owned()))
}

/// That a player has none of the counters of a kind because nobody has got them any, or as many as before, behind "because", where nothing
/// has changed that.
pub(crate) fn same_counters_of_player(
    played: Played<'_>,
    player: PlayerId,
    (kind, count): (CounterKind, u32),
    reasons: Reasons,
) -> Option<Found> {
    let mates = played.game.with_shared_totals(player);
    let changed = |entry: &Entry| match &entry.what {
        What::Changed(Change::Poison(its, _), _) => kind == CounterKind::POISON && mates.contains(its),
        What::Changed(Change::Energy(its, _), _) => kind == CounterKind::ENERGY && *its == player,
        What::Changed(Change::PlayerCounters(its, of, _), _) => *of == kind && *its == player,
        _ => false,
    };
    let told = reasons.iter().any(|reason| reason.step.is_some());
    if told || played.game.player(player).gone || played.trace.entries().iter().any(changed) {
        return None;
    }
    let rule = reasons.first().map_or(cr!("122.1"), |first| first.rule);
    let words =
        if count == 0 { "none has been put on them" } else { "nothing has changed the number of them" };
    Some((rule, words.to_owned()))
}

/// That nothing has changed a player's life total, behind "because", where nothing has, by the rule that the answer has for that.
pub(crate) fn same_life(
    played: Played<'_>,
    player: PlayerId,
    reasons: Reasons,
    words: &str,
) -> Option<Found> {
    let mates = played.game.with_shared_totals(player);
    let changed =
        |entry: &Entry| matches!(&entry.what, What::Changed(Change::Life(its, _), _) if mates.contains(its));
    if says_more(reasons) || played.game.player(player).gone || played.trace.entries().iter().any(changed) {
        return None;
    }
    let rule = reasons.first().map_or_else(|| Standing::Life(player).rule(played.game), |first| first.rule);
    // With how much life they begin in a variant of the game says more.
    if ![cr!("119.1"), cr!("119.3"), cr!("810.4")].contains(&rule) {
        return None;
    }
    Some((rule, words.to_owned()))
}
