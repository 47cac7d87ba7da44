//! What is true of every position and every trace, whatever has been played.

use std::collections::BTreeMap;

use crate::engine::View;
use crate::engine::additional::state_based_actions;
use crate::engine::spells::interaction_of_continuous_effects as layers;
use crate::game::{
    Affected, CardId, CauseKind, Change, Game, MARKS, Mark, Nature, Object, ObjectId, PlayerId, Series, Thing,
};
use crate::ir::{CounterKind, Duration, Zone};
use crate::rules::cr;
use crate::trace::{Trace, What};

/// What does not hold, in words.
pub type Broken = String;

/// A number of anything that nobody gets to by honest play.
const ABSURD: u32 = 1_000_000;

type Check = fn(&Game) -> Result<(), Broken>;

/// The checks of a position, each by what it says.
const CHECKS: [Check; 12] = [
    ids_are_places,
    marks_are_true,
    marks_pass_over_nothing,
    series_are_of_equals,
    zones_are_consistent,
    cards_are_in_one_place,
    lives_are_linked,
    counters_make_sense,
    attachments_make_sense,
    stack_makes_sense,
    combat_makes_sense,
    players_make_sense,
];

/// Checks a position in which a player has priority, or in which the game is over.
///
/// # Errors
/// The first thing that does not hold.
pub fn check(game: &Game) -> Result<(), Broken> {
    CHECKS.iter().try_for_each(|check| check(game))?;
    effects_end(game)
}

/// Checks what the layers have made of a position.
///
/// # Errors
/// The first thing that does not hold.
pub fn check_view(game: &Game, view: &View) -> Result<(), Broken> {
    if game.ending().is_some() {
        return Ok(());
    }
    if let Some(object) = layers::passed_over(game, view) {
        return Err(format!("the layers pass over {}", told(game.object(object))));
    }
    if let Some(object) = state_based_actions::passed_over(game, view) {
        return Err(format!("state-based actions pass over {}", told(game.object(object))));
    }
    for object in game.battlefield().iter().map(|object| game.object(*object)) {
        if game.player(view.controller(game, object.id)).gone {
            return Err(format!("{} is controlled by a player who has left the game", told(object)));
        }
    }
    settled(game, view)
}

/// Whenever a player has priority, state-based actions have been performed (117.5): none of those that no effect stops is left to do.
fn settled(game: &Game, view: &View) -> Result<(), Broken> {
    use crate::ir::{CardType, KeywordName};
    for object in game.battlefield().iter().map(|object| game.object(*object)) {
        let its = view.characteristics(game, object.id);
        if its.is(CardType::Creature) {
            let toughness = its.toughness.unwrap_or(0);
            if toughness <= 0 {
                return Err(format!("{} has toughness {toughness} (704.5f)", told(object)));
            }
            let lethal = i64::from(object.damage) >= i64::from(toughness);
            if lethal && !view.has(game, object.id, KeywordName::Indestructible) {
                return Err(format!("{} has lethal damage (704.5g)", told(object)));
            }
        }
        let loyal = its.is(CardType::Planeswalker) && !its.is(CardType::Creature);
        if loyal && object.counters_of(CounterKind::LOYALTY) == 0 {
            return Err(format!("{} has no loyalty (704.5i)", told(object)));
        }
    }
    Ok(())
}

/// An object's id is its place among all objects, so none is ever used again.
fn ids_are_places(game: &Game) -> Result<(), Broken> {
    match game.objects().iter().enumerate().find(|(place, object)| object.id.index() != *place) {
        Some((place, object)) => Err(format!("{} stands at place {place}", told(object))),
        None => Ok(()),
    }
}

/// What a list of objects that stand out says is what a look at every object finds.
fn marks_are_true(game: &Game) -> Result<(), Broken> {
    for mark in MARKS {
        let (kept, found) = (game.marked(mark), game.marked_at_length(mark));
        if kept == found {
            continue;
        }
        let in_one = |object: &&ObjectId| kept.contains(object) != found.contains(object);
        if let Some(object) = kept.iter().chain(&found).find(in_one) {
            let stands = if kept.contains(object) { "stands" } else { "does not stand" };
            return Err(format!("{} {stands} among those that are {mark:?}", told(game.object(*object))));
        }
        return Err(format!("those that are {mark:?} stand in no order"));
    }
    Ok(())
}

/// Whoever looks only at the objects that stand out would find nothing at the others: nothing attached, no sector, no prepared permanent,
/// no change of control that nobody has noticed, nothing that can have a name.
fn marks_pass_over_nothing(game: &Game) -> Result<(), Broken> {
    let passed_over = |object: &Object, mark: Mark| {
        let kept = game.marked(mark).binary_search(&object.id).is_ok();
        if kept { Ok(()) } else { Err(format!("{} is passed over as {mark:?}", told(object))) }
    };
    for object in game.battlefield().iter().map(|object| game.object(*object)) {
        if object.attached_to.is_some() {
            passed_over(object, Mark::Attached)?;
        }
        if object.prepare_spell().is_some() {
            passed_over(object, Mark::Designated)?;
        }
        if object.controller != object.noticed_controller {
            passed_over(object, Mark::NewlyControlled)?;
        }
    }
    for object in game.objects() {
        if object.sector().is_some() && (object.exists || object.phased_out.is_some()) {
            passed_over(object, Mark::Designated)?;
        }
        if object.previous.is_none() && !object.is_to_come() && object.stack_ability().is_none() {
            passed_over(object, Mark::First)?;
        }
    }
    Ok(())
}

/// Whoever asks one object of a series asks all: the series are those that a look at every object finds, and no object of one was or became
/// anything else.
fn series_are_of_equals(game: &Game) -> Result<(), Broken> {
    let (kept, found) = (game.series(), game.series_at_length());
    let in_one = |series: &&Series| kept.contains(series) != found.contains(series);
    if let Some(series) = kept.iter().chain(&found).find(in_one) {
        let kept = if kept.contains(series) { "are kept" } else { "are not kept" };
        let first = told(game.object(series.first));
        return Err(format!("{first} and the {} that stand behind it {kept} as a series", series.count - 1));
    }
    for series in kept {
        let mut objects = (series.first.0..series.first.0 + series.count).map(ObjectId);
        let moved = |object: &ObjectId| {
            game.marked(Mark::First).binary_search(object).is_err() || game.latest(*object) != *object
        };
        if let Some(object) = objects.find(moved) {
            return Err(format!(
                "{} is in a series, and was or became something else",
                told(game.object(object))
            ));
        }
    }
    Ok(())
}

/// An object that exists stands in exactly one zone list, once: that of its zone, and of its owner where each player has one (400.1,
/// 400.3); what doesn't exist stands in none.
fn zones_are_consistent(game: &Game) -> Result<(), Broken> {
    let mut listed = vec![0u32; game.objects().len()];
    let mut note = |zone: Zone, whose: Option<PlayerId>, list: &[ObjectId]| {
        for id in list {
            let Some(count) = listed.get_mut(id.index()) else {
                return Err(format!("{id} stands in {zone:?} and is no object"));
            };
            *count += 1;
            let object = game.object(*id);
            if object.zone != zone || !object.exists {
                let exists = object.exists;
                return Err(format!(
                    "{} stands in {zone:?}, but says {:?}, exists {exists}",
                    told(object),
                    object.zone
                ));
            }
            if whose.is_some_and(|player| object.owner != player) {
                return Err(format!("{} stands in another player's {zone:?} (400.3)", told(object)));
            }
        }
        Ok(())
    };
    for zone in [Zone::Battlefield, Zone::Stack, Zone::Exile, Zone::Command, Zone::Ante] {
        note(zone, None, game.zone(zone, PlayerId(0)))?;
    }
    for player in game.players() {
        for zone in [Zone::Library, Zone::Hand, Zone::Graveyard] {
            note(zone, Some(player), game.zone(zone, player))?;
        }
        for card in &game.player(player).unordered {
            let object = game.object(*card);
            if object.zone != Zone::Library || !object.exists {
                return Err(format!("{} counts as shuffled and is in no library", told(object)));
            }
        }
    }
    for (object, count) in game.objects().iter().zip(listed) {
        // What only stands for a designation of a player is in no zone.
        let somewhere = object.exists && !matches!(object.nature, Nature::Marker(_));
        if count != u32::from(somewhere) {
            return Err(format!("{} stands in {count} zone lists", told(object)));
        }
    }
    Ok(())
}

/// Each physical card is one object, or a part of one, or is phased out, or has left the game with its owner (800.4a).
fn cards_are_in_one_place(game: &Game) -> Result<(), Broken> {
    let mut places: BTreeMap<CardId, u32> = BTreeMap::new();
    for object in game.objects() {
        // Outside the game is a place too (400.11).
        let here = object.exists || object.phased_out.is_some() || game.is_outside(object.id);
        if let Some(card) = object.card() {
            *places.entry(card).or_default() += u32::from(here);
        }
        // A merged token may have cards among its components (730.2d).
        for part in object.components().filter(|_| here) {
            if let Some(part) = game.object(part).card() {
                *places.entry(part).or_default() += 1;
            }
        }
    }
    for (card, count) in places {
        let gone = game.player(game.card(card).owner).gone;
        if count != 1 && !(gone && count == 0) {
            let name = game.card(card).definition.as_ref().map_or("", |definition| &definition.name);
            return Err(format!("the card {name} (number {}) is in {count} places", card.0));
        }
    }
    Ok(())
}

/// What an object became knows what it was (400.7), and only what has left has become something.
fn lives_are_linked(game: &Game) -> Result<(), Broken> {
    for object in game.objects() {
        if let Some(next) = object.next {
            if object.exists {
                return Err(format!("{} is there and has become {next}", told(object)));
            }
            let then = game.objects().get(next.index());
            let knows = then.is_some_and(|then| {
                then.previous == Some(object.id) || then.components().any(|part| part == object.id)
            });
            if !knows {
                return Err(format!("{} has become {next}, which knows nothing of it", told(object)));
            }
        }
        if object.previous.is_some_and(|previous| previous >= object.id) {
            return Err(format!("{} was something later before", told(object)));
        }
    }
    Ok(())
}

/// No object has a kind of counter without having one, nor an absurd number; +1/+1 and -1/-1 don't stand together (704.5q).
fn counters_make_sense(game: &Game) -> Result<(), Broken> {
    for object in game.objects().iter().filter(|object| object.exists) {
        for (kind, count) in &object.counters {
            if *count == 0 || *count > ABSURD {
                return Err(format!("{} has {count} {kind} counters", told(object)));
            }
        }
        let both =
            object.counters_of(CounterKind::PLUS_ONE) > 0 && object.counters_of(CounterKind::MINUS_ONE) > 0;
        if both && object.zone == Zone::Battlefield && game.ending().is_none() {
            return Err(format!("{} has +1/+1 and -1/-1 counters (704.5q)", told(object)));
        }
    }
    Ok(())
}

/// What is attached is attached to another object on the battlefield, or to a player in the game (303.4, 301.5); or, where the
/// game has ended, was.
fn attachments_make_sense(game: &Game) -> Result<(), Broken> {
    if game.ending().is_some() {
        return Ok(());
    }
    for id in game.battlefield() {
        let object = game.object(*id);
        match object.attached_to {
            Some(Thing::Object(host)) if host == *id => {
                return Err(format!("{} is attached to itself (303.4d)", told(object)));
            }
            Some(Thing::Object(host)) if !game.object(host).on_battlefield() => {
                return Err(format!("{} is attached to {host}, which is not there (704.5m)", told(object)));
            }
            Some(Thing::Player(player)) if game.player(player).gone => {
                return Err(format!("{} is attached to a player who has left the game", told(object)));
            }
            _ => {}
        }
    }
    Ok(())
}

/// On the stack are spells and abilities; each target was there before (601.2c).
fn stack_makes_sense(game: &Game) -> Result<(), Broken> {
    for id in game.stack() {
        let object = game.object(*id);
        if matches!(object.nature, Nature::Token | Nature::Emblem) {
            return Err(format!("{} is on the stack and is no spell or ability (112.1)", told(object)));
        }
        if game.player(object.controller).gone && game.ending().is_none() {
            return Err(format!("{} is on the stack of a player who has left the game", told(object)));
        }
        let Some(announced) = &object.announced else { continue };
        for target in announced.targets.iter().flatten() {
            let there = match target {
                Thing::Object(target) => target.index() < game.objects().len() && target != id,
                Thing::Player(player) => game.players().any(|other| other == *player),
            };
            if !there {
                return Err(format!("{} has a target that can't be one", told(object)));
            }
        }
    }
    for id in game.battlefield() {
        let object = game.object(*id);
        if matches!(object.nature, Nature::Ability(_) | Nature::Emblem | Nature::Copy) {
            return Err(format!("{} is on the battlefield and is no permanent (110.1)", told(object)));
        }
        if !object.base.types.is_permanent() && object.face_down.is_none() {
            return Err(format!("{} is on the battlefield and no permanent card (110.4)", told(object)));
        }
    }
    Ok(())
}

/// Only in the combat phase is there combat (506.1, 511.3), and who fights is on the battlefield (506.4).
fn combat_makes_sense(game: &Game) -> Result<(), Broken> {
    let combat = game.combat();
    let fights = !combat.attacks.is_empty() || !combat.blockers().is_empty();
    if game.ending().is_none() && fights && !game.turn().step.is_combat() {
        return Err(format!("creatures fight in the step {:?}", game.turn().step));
    }
    let attackers = combat.attacks.iter().map(|attack| attack.attacker);
    for id in attackers.chain(combat.blockers()) {
        if !game.object(id).on_battlefield() {
            return Err(format!("{} fights and is not there (506.4)", told(game.object(id))));
        }
    }
    for (place, attack) in combat.attacks.iter().enumerate() {
        if combat.attacks.iter().skip(place + 1).any(|other| other.attacker == attack.attacker) {
            return Err(format!("{} attacks twice", told(game.object(attack.attacker))));
        }
    }
    Ok(())
}

/// Whoever has priority or takes a turn is in the game, and no total is absurd.
fn players_make_sense(game: &Game) -> Result<(), Broken> {
    for player in game.players() {
        let its = game.player(player);
        let seat = player.0 + 1;
        if its.life.unsigned_abs() > ABSURD || its.poison > ABSURD || its.energy > ABSURD {
            return Err(format!("player {seat} has life {}, {} poison", its.life, its.poison));
        }
        if its.gone && game.ending().is_none() && game.turn().priority == Some(player) {
            return Err(format!("player {seat} has left the game and has priority"));
        }
    }
    if game.ending().is_none() && game.turn().priority.is_none() {
        return Err("nobody has priority".to_owned());
    }
    Ok(())
}

/// What lasts until end of turn is over then (514.2), and what lasts affects objects that there are or were.
fn effects_end(game: &Game) -> Result<(), Broken> {
    let turn = game.turn().number;
    for effect in game.effects() {
        if effect.duration == Duration::EndOfTurn && effect.since_turn < turn && game.ending().is_none() {
            let source = told(game.object(effect.source));
            return Err(format!("an effect of {source} lasts longer than its turn (514.2)"));
        }
        if let Affected::Objects(objects) = &effect.affected {
            if objects.iter().any(|object| object.index() >= game.objects().len()) {
                return Err(format!("an effect of {} affects no object", told(game.object(effect.source))));
            }
        }
    }
    Ok(())
}

/// Checks the entries of a trace from this place on: what moves, begins, ends or is refused cites a rule, each entry is part of
/// an earlier one.
///
/// # Errors
/// The first entry of which that is not true.
pub fn check_trace(trace: &Trace, from: usize) -> Result<(), Broken> {
    for (place, entry) in trace.entries().iter().enumerate().skip(from) {
        if entry.parent.is_some_and(|parent| parent.0 as usize >= place) {
            return Err(format!("entry {place} is part of a later one"));
        }
        let cited = !entry.rules.as_slice().is_empty();
        let must = match &entry.what {
            What::Changed(change, _) => {
                !matches!(change, Change::Pass) || entry.cause == CauseKind::StateBased
            }
            What::Chose(..) => false,
            _ => true,
        };
        // What the scenario says happens needs no rule for it.
        if must && !cited && entry.cause != CauseKind::Fiat {
            return Err(format!("entry {place} cites no rule: {:?}", entry.what));
        }
        if entry.rules.as_slice() == [cr!("1")] {
            return Err(format!("entry {place} cites nothing but chapter 1"));
        }
    }
    Ok(())
}

/// An object in a few words.
fn told(object: &Object) -> String {
    let source =
        object.stack_ability().map_or(String::new(), |ability| format!("ability of {}", ability.source));
    format!("{} {}{source} ({:?})", object.id, object.base.name, object.zone)
}
