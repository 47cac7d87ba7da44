//! What tells two objects apart that are in the same place and state: what of the game knows one of them and not the other.

use smallvec::SmallVec;

use crate::engine::View;
use crate::engine::additional::preparation_cards::preparer;
use crate::game::combat::{Attack, Block};
use crate::game::effects::{ContinuousEffect, DelayedTrigger, Link, Until};
use crate::game::{
    Affected, Announced, Bindings, Designation, EffectId, Game, Nature, Object, ObjectId, Occasion,
    Occurrence, PlayerId, Shield, Thing, WaitingTrigger,
};
use crate::ir::{Duration, Symbol, Zone};

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
    AttackedThisTurn(ObjectId),
    Happened(&'a Occurrence),
}

impl Table {
    /// Whether two objects have no label and are in the same place and state.
    pub(super) fn of_one_state(&self, game: &Game, one: ObjectId, other: ObjectId) -> bool {
        let (first, second) = (game.object(one), game.object(other));
        !self.labelled(game, one)
            && !self.labelled(game, other)
            && first.zone == second.zone
            && first.exists == second.exists
            && first.owner == second.owner
            && first.tapped == second.tapped
            && first.damage == second.damage
            && first.counters == second.counters
            && first.sick == second.sick
            && first.face_down == second.face_down
            && first.attached_to == second.attached_to
            && first.phased_out.is_some() == second.phased_out.is_some()
            && first.deathtouched == second.deathtouched
            && first.flipped == second.flipped
            && first.uses == second.uses
            && first.exhausted == second.exhausted
            && designated(first).eq(designated(second))
            && game.chose_alike(one, other)
            && game.attached_to(Thing::Object(one)).next().is_none()
            && game.attached_to(Thing::Object(other)).next().is_none()
    }

    /// Whether nothing tells two objects apart.
    pub(super) fn alike(&self, game: &Game, view: &View, one: ObjectId, other: ObjectId) -> bool {
        // Cards of a library lie in an order, but for those that have been shuffled.
        let shuffled = |object| game.player(game.object(object).owner).unordered.contains(&object);
        self.of_one_state(game, one, other)
            && view.controller(game, one) == view.controller(game, other)
            && game.object(one).zone != Zone::Stack
            && (game.object(one).zone != Zone::Library || shuffled(one) && shuffled(other))
            && game.combat().attack_of(one).is_some() == game.combat().attack_of(other).is_some()
            && view.characteristics(game, one) == view.characteristics(game, other)
            && came_alike(game, one, other)
            && match (preparer(game, one), preparer(game, other)) {
                // It shows which of two copies is cast: the permanent of that one becomes unprepared (722.3c).
                (Some(its), Some(others)) => self.alike(game, view, its, others),
                (its, others) => its == others,
            }
            && known_alike(self, game, view, one, other)
    }
}

/// The designations of an object, but for that it is prepared: which copy it has is no matter of its own.
fn designated(its: &Object) -> impl Iterator<Item = &Designation> {
    its.designations.iter().filter(|designation| !matches!(designation, Designation::Prepared(_)))
}

/// What knows an object, in words that go on: `, linked to Hill Giant`.
pub(super) fn in_words_of(table: &Table, game: &Game, object: ObjectId) -> String {
    let mut words: Vec<String> = Vec::new();
    let its = game.object(object);
    if its.on_battlefield() {
        if its.entered_turn == game.turn().number {
            words.push("entered this turn".to_owned());
        }
        let paid = its.announced.iter().flat_map(|it| &it.paid);
        words.extend(paid.map(|cost| format!("its {cost} cost was paid")));
    }
    for knower in knowers(game) {
        if knower.knows(object).is_empty() {
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
                let mut target = None;
                it.announced.iter().for_each(|its| {
                    of_targets(its, &mut |what, its| {
                        if its == object {
                            target = Some(what);
                        }
                    });
                });
                let its = table.told(game, it.id);
                match target {
                    Some(As { share: Some(share), .. }) => {
                        format!("a target of {its}, which gives it {share}")
                    }
                    Some(As { whose: Some(whose), .. }) => {
                        format!("a target of {its} for {}", table.name_of(whose))
                    }
                    Some(_) => format!("a target of {its}"),
                    None => format!("{its} on the stack"),
                }
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
            Knower::AttackedThisTurn(_) | Knower::Happened(Occurrence::Attacked(..)) => {
                "attacked this turn".to_owned()
            }
            Knower::Happened(Occurrence::Targeted(..)) => "became a target this turn".to_owned(),
            Knower::Happened(Occurrence::Damaged { to, .. }) if *to == Thing::Object(object) => {
                "was dealt damage this turn".to_owned()
            }
            Knower::Happened(Occurrence::Damaged { .. }) => "dealt damage this turn".to_owned(),
            Knower::Happened(Occurrence::Cast(..) | Occurrence::Life(..)) => "cast this turn".to_owned(),
        });
    }
    words.dedup();
    words.iter().map(|word| format!(", {word}")).collect()
}

/// As what something knows an object: its source, what it affects, a target of a phrase, and so on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct As {
    what: &'static str,
    /// Which of several phrases or slots.
    place: usize,
    /// Of a target, what it is to get of what is divided (601.2d).
    share: Option<u32>,
    /// Of a target, the player for whom it was chosen.
    whose: Option<PlayerId>,
}

impl As {
    const fn plain(what: &'static str) -> Self {
        Self::at(what, 0)
    }

    const fn at(what: &'static str, place: usize) -> Self {
        Self { what, place, share: None, whose: None }
    }
}

/// Whether nothing of the game knows one of two objects otherwise than the other: each knows both alike, or there is another such thing
/// that knows them the other way round.
fn known_alike(table: &Table, game: &Game, view: &View, one: ObjectId, other: ObjectId) -> bool {
    // What knows them differently, with what they are to it.
    let mut unequal: Vec<(Knower<'_>, Vec<As>, Vec<As>)> = Vec::new();
    for knower in knowers(game) {
        let (first, second) = (knower.knows(one), knower.knows(other));
        if first != second {
            unequal.push((knower, first, second));
        }
    }
    while let Some((knower, first, second)) = unequal.pop() {
        let content = knower.content();
        let (words, objects) = apart_from_objects(&content);
        let of_two = |object: ObjectId| object == one || object == other;
        let mirrored = unequal.iter().position(|(another, its_first, its_second)| {
            let content = another.content();
            let (its_words, its_objects) = apart_from_objects(&content);
            *its_first == second
                && *its_second == first
                && its_words == words
                && its_objects.len() == objects.len()
                && objects.iter().zip(&its_objects).all(|(object, its)| {
                    match of_two(*object) || of_two(*its) {
                        true => of_two(*object) && of_two(*its) && object != its,
                        false => others_alike(table, game, view, *object, *its),
                    }
                })
        });
        match mirrored {
            Some(place) => drop(unequal.swap_remove(place)),
            None => return false,
        }
    }
    true
}

/// Whether the same has happened to two objects, and by them, of what may be asked for later in the turn.
pub(super) fn happened_alike(game: &Game, one: ObjectId, other: ObjectId) -> bool {
    let happened = |object: ObjectId| {
        let mut said = Vec::new();
        for knower in occurred(game) {
            let known = knower.knows(object);
            if !known.is_empty() {
                said.push((known, knower.content().replace(&format!("{object:?}"), "it")));
            }
        }
        said.sort_unstable();
        said
    };
    happened(one) == happened(other)
}

/// Whether two objects have come alike, so far as it may be asked for: this turn or before it, and with what costs paid (400.7d).
fn came_alike(game: &Game, one: ObjectId, other: ObjectId) -> bool {
    let (first, second) = (game.object(one), game.object(other));
    let now = |its: &Object| its.entered_turn == game.turn().number;
    let paid = |its: &Object| its.announced.as_ref().map_or_else(SmallVec::new, |it| it.paid.clone());
    first.zone != Zone::Battlefield || now(first) == now(second) && paid(first) == paid(second)
}

/// What of the game knows objects for what has happened this turn.
fn occurred(game: &Game) -> impl Iterator<Item = Knower<'_>> {
    let attacked = game.players().flat_map(|player| &game.player(player).attacked_with);
    let attacked = attacked.copied().map(Knower::AttackedThisTurn);
    attacked.chain(game.this_turn().iter().map(Knower::Happened))
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
        .chain(occurred(game))
}

impl Knower<'_> {
    /// As what it knows an object, in order; as nothing if it does not.
    fn knows(&self, object: ObjectId) -> Vec<As> {
        let mut known = Vec::new();
        self.objects(&mut |what, its| {
            if its == object {
                known.push(what);
            }
        });
        known.sort_unstable();
        known
    }

    /// The objects that it knows, each with what it is to it.
    fn objects(&self, found: &mut dyn FnMut(As, ObjectId)) {
        match self {
            Self::Effect(it) => {
                if let Affected::Objects(objects) = &it.affected {
                    objects.iter().for_each(|object| found(As::plain("affected"), *object));
                }
                // What has made it counts no more, but where it lasts for as long as something is true of that.
                if matches!(it.duration, Duration::While(_) | Duration::Until(_)) {
                    found(As::plain("source"), it.source);
                }
                of_bindings(&it.bindings, found);
            }
            Self::Shield(it) => {
                it.protects.iter().for_each(|object| found(As::plain("protected"), *object));
                of_bindings(&it.bindings, found);
            }
            Self::Until(it) => {
                found(As::plain("source"), it.source);
                it.moved.iter().for_each(|(object, _)| found(As::plain("moved"), *object));
                it.phased_out.iter().for_each(|object| found(As::plain("phased out"), *object));
            }
            Self::Delayed(it) => {
                found(As::plain("source"), it.source);
                of_slots(&it.slots, found);
            }
            Self::Waiting(it) => {
                found(As::plain("source"), it.source);
                of_occasion(&it.occasion, found);
                it.slots.iter().for_each(|slots| of_slots(slots, found));
            }
            Self::OnStack(it) => {
                if let Nature::Ability(ability) = &it.nature {
                    found(As::plain("source"), ability.source);
                    ability.occasion.iter().for_each(|occasion| of_occasion(occasion, found));
                    ability.slots.iter().for_each(|slots| of_slots(slots, found));
                }
                if let Some(announced) = &it.announced {
                    of_targets(announced, found);
                    announced.used.iter().for_each(|(_, object)| found(As::plain("used"), *object));
                }
            }
            Self::Link(it) => {
                found(As::plain("source"), it.key.object);
                found(As::plain("linked"), it.object);
            }
            Self::Encoded(card, creature) => {
                found(As::plain("encoded"), *card);
                found(As::plain("encoded on"), *creature);
            }
            Self::Attack(it) => {
                found(As::plain("attacker"), it.attacker);
                it.defender.object().into_iter().for_each(|object| found(As::plain("defender"), object));
            }
            Self::Block(it) => {
                found(As::plain("blocker"), it.blocker);
                found(As::plain("attacker"), it.attacker);
            }
            Self::BlocksNothing(creature) => found(As::plain("blocker"), *creature),
            Self::StruckFirst(creature) => found(As::plain("struck first"), *creature),
            Self::AttackedThisTurn(creature) => found(As::plain("attacked"), *creature),
            Self::Happened(it) => of_occurrence(it, found),
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
            Self::AttackedThisTurn(creature) => format!("attacked {creature:?}"),
            Self::Happened(it) => format!("{it:?}"),
        }
    }
}

fn of_targets(announced: &Announced, found: &mut dyn FnMut(As, ObjectId)) {
    for (phrase, targets) in announced.targets.iter().enumerate() {
        let shares = announced.division.get(phrase);
        let players = announced.chosen_for.get(phrase);
        for (place, target) in targets.iter().enumerate() {
            let Some(object) = target.object() else { continue };
            let share = shares.and_then(|shares| shares.get(place)).copied();
            let whose = players.and_then(|players| players.get(place)).copied();
            found(As { share, whose, ..As::at("target", phrase) }, object);
        }
    }
}

fn of_occurrence(occurrence: &Occurrence, found: &mut dyn FnMut(As, ObjectId)) {
    let to = |thing: &Thing, found: &mut dyn FnMut(As, ObjectId)| {
        thing.object().into_iter().for_each(|object| found(As::plain("to"), object));
    };
    match occurrence {
        Occurrence::Cast(_, spell) => found(As::plain("cast"), *spell),
        Occurrence::Attacked(attacker, defender) => {
            found(As::plain("attacker"), *attacker);
            to(defender, found);
        }
        Occurrence::Targeted(thing, by, _) => {
            found(As::plain("source"), *by);
            to(thing, found);
        }
        Occurrence::Damaged { source, to: thing, .. } => {
            source.iter().for_each(|source| found(As::plain("source"), *source));
            to(thing, found);
        }
        Occurrence::Life(..) => {}
    }
}

fn of_slots(slots: &[(Symbol, Vec<Thing>)], found: &mut dyn FnMut(As, ObjectId)) {
    for (slot, (_, things)) in slots.iter().enumerate() {
        things
            .iter()
            .filter_map(|thing| thing.object())
            .for_each(|object| found(As::at("bound", slot), object));
    }
}

fn of_occasion(occasion: &Occasion, found: &mut dyn FnMut(As, ObjectId)) {
    occasion.objects.iter().for_each(|object| found(As::plain("occasion"), *object));
    occasion.others.iter().for_each(|object| found(As::at("occasion", 1), *object));
}

fn of_bindings(bindings: &Bindings, found: &mut dyn FnMut(As, ObjectId)) {
    bindings.announced.iter().for_each(|announced| of_targets(announced, found));
    of_slots(&bindings.slots, found);
    bindings.occasion.iter().for_each(|occasion| of_occasion(occasion, found));
}

/// What is said of objects, without them, and the objects in their order.
fn apart_from_objects(content: &str) -> (String, Vec<ObjectId>) {
    const ID: &str = "ObjectId(";
    let (mut words, mut objects) = (String::new(), Vec::new());
    let mut rest = content;
    while let Some((before, after)) = rest.split_once(ID) {
        words.push_str(before);
        words.push_str(ID);
        let Some((digits, behind)) = after.split_once(')') else { break };
        rest = behind;
        objects.extend(digits.parse().map(ObjectId));
    }
    words.push_str(rest);
    (words, objects)
}

/// Whether two objects beside those two that are compared are one, or differ in nothing: in their state then and at present, in what they
/// are, and in what is said of them.
fn others_alike(table: &Table, game: &Game, view: &View, one: ObjectId, other: ObjectId) -> bool {
    let same = |one: ObjectId, other: ObjectId| {
        one == other
            || table.of_one_state(game, one, other)
                && view.controller(game, one) == view.controller(game, other)
                && view.characteristics(game, one) == view.characteristics(game, other)
    };
    one == other
        || same(one, other)
            && same(game.latest(one), game.latest(other))
            && said_of(game, one) == said_of(game, other)
            && said_of(game, game.latest(one)) == said_of(game, game.latest(other))
}

/// What knows an object, as what, and what that says, with other objects by their names alone.
fn said_of(game: &Game, object: ObjectId) -> Vec<(Vec<As>, String, Vec<&str>)> {
    let mut said = Vec::new();
    for knower in knowers(game) {
        let known = knower.knows(object);
        if !known.is_empty() {
            let (words, objects) = apart_from_objects(&knower.content());
            said.push((known, words, objects.into_iter().map(|its| &*game.object(its).base.name).collect()));
        }
    }
    said.sort_unstable();
    said
}
