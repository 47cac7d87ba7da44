//! What tells two objects apart that are in the same place and state: what of the game knows one of them and not the other.

use crate::game::combat::{Attack, Block};
use crate::game::effects::{ContinuousEffect, DelayedTrigger, Link, Until};
use crate::game::{
    Affected, Bindings, EffectId, Game, Nature, Object, ObjectId, Occasion, Shield, Thing, WaitingTrigger,
};
use crate::ir::{Duration, Symbol};

use super::table::Table;

/// Something that knows objects.
enum Knower<'a> {
    Effect(&'a ContinuousEffect),
    Shield(&'a Shield),
    Until(&'a Until),
    Delayed(&'a DelayedTrigger),
    Waiting(&'a WaitingTrigger),
    OnStack(&'a Object),
    Link(&'a Link),
    Encoded(ObjectId, ObjectId),
    Attack(&'a Attack),
    Block(&'a Block),
    BlocksNothing(ObjectId),
    StruckFirst(ObjectId),
}

/// What knows an object, in words that go on: `, linked to Hill Giant`.
pub(super) fn in_words_of(table: &Table, game: &Game, object: ObjectId) -> String {
    let mut words: Vec<String> = Vec::new();
    for knower in knowers(game) {
        let mut known = false;
        knower.objects(&mut |_, its| known |= its == object);
        if !known {
            continue;
        }
        words.push(match knower {
            Knower::Link(it) if it.key.object == object => {
                format!("linked to {}", table.told(game, it.object))
            }
            Knower::Link(it) => format!("linked to {}", table.told(game, it.key.object)),
            Knower::Encoded(card, creature) => {
                format!("encoded: {} on {}", table.told(game, card), table.told(game, creature))
            }
            Knower::Effect(it) => format!("an effect of {}", table.told(game, it.source)),
            Knower::Shield(it) => format!("a shield of {}", table.told(game, it.source)),
            Knower::Until(it) => {
                let away = it.moved.iter().map(|(moved, _)| *moved).chain(it.phased_out.iter().copied());
                let away: Vec<ObjectId> = away.collect();
                if away.contains(&object) {
                    format!("kept away by {}", table.told(game, it.source))
                } else {
                    let away: Vec<String> = away.into_iter().map(|away| table.told(game, away)).collect();
                    format!("keeps {} away", away.join(" and "))
                }
            }
            Knower::Delayed(it) => format!("a delayed trigger of {}", table.told(game, it.source)),
            Knower::Waiting(it) => format!("a trigger of {}", table.told(game, it.source)),
            Knower::OnStack(it) => {
                let is_target = it
                    .announced
                    .iter()
                    .any(|its| its.targets.iter().flatten().any(|target| *target == Thing::Object(object)));
                let its = table.told(game, it.id);
                if is_target { format!("a target of {its}") } else { format!("{its} on the stack") }
            }
            Knower::Attack(it) if it.attacker == object => {
                format!("attacks {}", table.told_of(game, it.defender))
            }
            Knower::Attack(it) => format!("attacked by {}", table.told(game, it.attacker)),
            Knower::Block(it) if it.attacker == object => {
                format!("blocked by {}", table.told(game, it.blocker))
            }
            Knower::Block(it) => format!("blocks {}", table.told(game, it.attacker)),
            Knower::BlocksNothing(_) => "blocks nothing".to_owned(),
            Knower::StruckFirst(_) => "has dealt first-strike damage".to_owned(),
        });
    }
    words.dedup();
    words.iter().map(|word| format!(", {word}")).collect()
}

/// As what something knows an object: its source, what it affects, a target of a phrase, and so on.
type As = (&'static str, usize);

/// Whether nothing of the game knows one of two objects otherwise than the other: each knows both alike, or there is another such thing
/// that knows them the other way round.
pub(super) fn known_alike(table: &Table, game: &Game, one: ObjectId, other: ObjectId) -> bool {
    // What knows them differently, with what they are to it.
    let mut unequal: Vec<(Knower<'_>, Vec<As>, Vec<As>)> = Vec::new();
    for knower in knowers(game) {
        let (mut first, mut second) = (Vec::new(), Vec::new());
        knower.objects(&mut |what, object| {
            if object == one {
                first.push(what);
            } else if object == other {
                second.push(what);
            }
        });
        first.sort_unstable();
        second.sort_unstable();
        if first != second {
            unequal.push((knower, first, second));
        }
    }
    while let Some((knower, first, second)) = unequal.pop() {
        let said = |knower: &Knower<'_>, one, other| in_words(table, game, &knower.content(), one, other);
        let mirrored = unequal.iter().position(|(another, its_first, its_second)| {
            *its_first == second
                && *its_second == first
                && said(&knower, one, other) == said(another, other, one)
        });
        match mirrored {
            Some(place) => drop(unequal.swap_remove(place)),
            None => return false,
        }
    }
    true
}

fn knowers(game: &Game) -> impl Iterator<Item = Knower<'_>> {
    let combat = game.combat();
    // What was linked and has gone on is found no more.
    let linked = |link: &&Link| game.object(link.object).exists;
    game.effects()
        .iter()
        .map(Knower::Effect)
        .chain(game.shields().iter().map(Knower::Shield))
        .chain(game.untils().iter().map(Knower::Until))
        .chain(game.delayed().iter().map(Knower::Delayed))
        .chain(game.waiting().iter().map(Knower::Waiting))
        .chain(game.stack().iter().map(|object| Knower::OnStack(game.object(*object))))
        .chain(game.links().iter().filter(linked).map(Knower::Link))
        .chain(game.encodings().iter().map(|(card, creature)| Knower::Encoded(*card, *creature)))
        .chain(combat.attacks.iter().map(Knower::Attack))
        .chain(combat.blocks.iter().map(Knower::Block))
        .chain(combat.blocking_nothing.iter().copied().map(Knower::BlocksNothing))
        .chain(combat.struck_first.iter().copied().map(Knower::StruckFirst))
}

impl Knower<'_> {
    /// The objects that it knows, each with what it is to it.
    fn objects(&self, found: &mut dyn FnMut(As, ObjectId)) {
        match self {
            Self::Effect(it) => {
                if let Affected::Objects(objects) = &it.affected {
                    objects.iter().for_each(|object| found(("affected", 0), *object));
                }
                // What has made it counts no more, but where it lasts for as long as something is true of that.
                if matches!(it.duration, Duration::While(_) | Duration::Until(_)) {
                    found(("source", 0), it.source);
                }
                of_bindings(&it.bindings, found);
            }
            Self::Shield(it) => {
                it.protects.iter().for_each(|object| found(("protected", 0), *object));
                of_bindings(&it.bindings, found);
            }
            Self::Until(it) => {
                found(("source", 0), it.source);
                it.moved.iter().for_each(|(object, _)| found(("moved", 0), *object));
                it.phased_out.iter().for_each(|object| found(("phased out", 0), *object));
            }
            Self::Delayed(it) => {
                found(("source", 0), it.source);
                of_slots(&it.slots, found);
            }
            Self::Waiting(it) => {
                found(("source", 0), it.source);
                of_occasion(&it.occasion, found);
                it.slots.iter().for_each(|slots| of_slots(slots, found));
            }
            Self::OnStack(it) => {
                if let Nature::Ability(ability) = &it.nature {
                    found(("source", 0), ability.source);
                    ability.occasion.iter().for_each(|occasion| of_occasion(occasion, found));
                    ability.slots.iter().for_each(|slots| of_slots(slots, found));
                }
                if let Some(announced) = &it.announced {
                    of_targets(&announced.targets, found);
                    announced.used.iter().for_each(|(_, object)| found(("used", 0), *object));
                }
            }
            Self::Link(it) => {
                found(("source", 0), it.key.object);
                found(("linked", 0), it.object);
            }
            Self::Encoded(card, creature) => {
                found(("encoded", 0), *card);
                found(("encoded on", 0), *creature);
            }
            Self::Attack(it) => {
                found(("attacker", 0), it.attacker);
                it.defender.object().into_iter().for_each(|object| found(("defender", 0), object));
            }
            Self::Block(it) => {
                found(("blocker", 0), it.blocker);
                found(("attacker", 0), it.attacker);
            }
            Self::BlocksNothing(creature) => found(("blocker", 0), *creature),
            Self::StruckFirst(creature) => found(("struck first", 0), *creature),
        }
    }

    /// What it is, without what only counts up.
    fn content(&self) -> String {
        match self {
            Self::Effect(it) => {
                let (id, source) = (EffectId(0), it.source);
                let plain = ContinuousEffect { id, source, timestamp: 0, since_turn: 0, ..(*it).clone() };
                format!("{plain:?}")
            }
            Self::Shield(it) => {
                let plain = Shield { id: EffectId(0), since_turn: 0, ..(*it).clone() };
                format!("{plain:?}")
            }
            Self::Until(it) => {
                format!("{:?} {:?} {:?} {:?}", it.event, it.moved, it.phased_out, it.controller)
            }
            Self::Delayed(it) => {
                let plain = DelayedTrigger { id: EffectId(0), since_turn: 0, made: 0, ..(*it).clone() };
                format!("{plain:?}")
            }
            Self::Waiting(it) => format!("{it:?}"),
            Self::OnStack(it) => {
                format!("{:?} {} {:?} {:?}", it.stack_ability(), it.base.name, it.controller, it.announced)
            }
            Self::Link(it) => format!("{:?} {:?} {:?} {:?}", it.key.name, it.key.object, it.object, it.how),
            Self::Encoded(card, creature) => format!("{card:?} {creature:?}"),
            Self::Attack(it) => format!("{it:?}"),
            Self::Block(it) => format!("{it:?}"),
            Self::BlocksNothing(creature) => format!("nothing {creature:?}"),
            Self::StruckFirst(creature) => format!("first {creature:?}"),
        }
    }
}

fn of_targets(targets: &[Vec<Thing>], found: &mut dyn FnMut(As, ObjectId)) {
    for (phrase, targets) in targets.iter().enumerate() {
        targets
            .iter()
            .filter_map(|target| target.object())
            .for_each(|object| found(("target", phrase), object));
    }
}

fn of_slots(slots: &[(Symbol, Vec<Thing>)], found: &mut dyn FnMut(As, ObjectId)) {
    for (slot, (_, things)) in slots.iter().enumerate() {
        things.iter().filter_map(|thing| thing.object()).for_each(|object| found(("bound", slot), object));
    }
}

fn of_occasion(occasion: &Occasion, found: &mut dyn FnMut(As, ObjectId)) {
    occasion.objects.iter().for_each(|object| found(("occasion", 0), *object));
    occasion.others.iter().for_each(|object| found(("occasion", 1), *object));
}

fn of_bindings(bindings: &Bindings, found: &mut dyn FnMut(As, ObjectId)) {
    bindings.announced.iter().for_each(|announced| of_targets(&announced.targets, found));
    of_slots(&bindings.slots, found);
    bindings.occasion.iter().for_each(|occasion| of_occasion(occasion, found));
}

/// The content of what knows one or both of two objects: they are the first and the second there, and other objects are what they are.
fn in_words(table: &Table, game: &Game, content: &str, first: ObjectId, second: ObjectId) -> String {
    const ID: &str = "ObjectId(";
    let mut words = String::new();
    let mut rest = content;
    while let Some((before, after)) = rest.split_once(ID) {
        words.push_str(before);
        let Some((digits, behind)) = after.split_once(')') else { break };
        rest = behind;
        let Ok(number) = digits.parse() else { continue };
        match ObjectId(number) {
            object if object == first => words.push_str("the first"),
            object if object == second => words.push_str("the second"),
            object => words.push_str(&looks(table, game, object)),
        }
    }
    words.push_str(rest);
    words
}

/// What an object is, so far as others of its name are told from it.
fn looks(table: &Table, game: &Game, object: ObjectId) -> String {
    if table.labelled(game, game.latest(object)) {
        return format!("{object}");
    }
    let its = game.object(object);
    format!(
        "{} {:?} {:?} {:?} {} {} {} {:?} {:?}",
        its.base.name,
        its.owner,
        its.controller,
        its.zone,
        its.exists,
        its.tapped,
        its.damage,
        its.counters,
        its.attached_to.is_some(),
    )
}
