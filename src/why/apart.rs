//! What tells two objects apart that are in the same place and state: what of the game knows one of them and not the other.

use smallvec::SmallVec;

use crate::engine::View;
use crate::engine::additional::preparation_cards::preparer;
use crate::game::{
    Characteristics, ContinuousEffect, DelayedTrigger, Designation, EffectId, Game, Knower, Mark, Object,
    ObjectId, Role, Series, Shield, Thing,
};
use crate::ir::part::{Part, any};
use crate::ir::{Trait, Zone};

/// Whether anything tells objects apart by a name of their own, whatever the game knows of them.
pub(crate) type HasName<'a> = &'a dyn Fn(ObjectId) -> bool;

/// Whether two objects without a name of their own are in the same place and state.
pub(crate) fn of_one_state(game: &Game, has_name: HasName<'_>, one: ObjectId, other: ObjectId) -> bool {
    !has_name(one)
        && !has_name(other)
        && say_alike(game.object(one), game.object(other))
        && game.chose_alike(one, other)
        && game.attached_to(Thing::Object(one)).next().is_none()
        && game.attached_to(Thing::Object(other)).next().is_none()
}

/// Whether two objects are in the same place and state, so far as they say themselves.
fn say_alike(first: &Object, second: &Object) -> bool {
    first.zone == second.zone
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
}

/// Whether nothing tells any of these objects from another. The named ones are those with a name of their own.
pub(crate) fn all_alike(
    game: &Game,
    view: &View,
    has_name: HasName<'_>,
    named: impl Iterator<Item = ObjectId>,
    objects: &[ObjectId],
) -> bool {
    let [first, others @ ..] = objects else { return true };
    // Most are known to nothing, which is found out once for all of them.
    let noticed = noticed(game, named);
    // Those of a series say the same; where cards lie in a library or on the stack is no matter of what they say.
    let in_order = matches!(game.object(*first).zone, Zone::Library | Zone::Stack);
    let series = game.series_of(*first).filter(|_| !in_order);
    let of_series =
        |other: ObjectId| series.is_some_and(|series| series.has(other)) && view.changes_alike(*first, other);
    // Where no effect changes anything and nothing knows any of the series, one of them is asked for all.
    let quiet = series.filter(|series| view.is_as_printed() && !noticed.has_any_of(*series));
    let mut others = others.iter().filter(|other| !quiet.is_some_and(|series| series.has(**other)));
    others.all(|other| match noticed.has(*first) || noticed.has(*other) {
        true => alike(game, view, has_name, *first, *other),
        false => of_series(*other) || unnoticed_alike(game, view, *first, *other),
    })
}

/// The objects that something of the game knows, or that have a name, so that something may tell them from others.
fn noticed(game: &Game, named: impl Iterator<Item = ObjectId>) -> Marks {
    let mut noticed = Marks::of(game);
    named.for_each(|object| noticed.mark(object));
    game.chosen_for().for_each(|object| noticed.mark(object));
    for permanent in game.marked(Mark::Attached) {
        let host = game.object(*permanent).attached_to.and_then(Thing::object);
        host.into_iter().for_each(|host| noticed.mark(host));
    }
    for permanent in game.marked(Mark::Designated) {
        let its = game.object(*permanent);
        let copy = its.prepare_spell().filter(|_| its.on_battlefield());
        copy.into_iter().for_each(|copy| noticed.mark(copy));
    }
    game.knowers().for_each(|knower| {
        knower.objects(&mut |role, its| {
            if role != Role::Maker {
                noticed.mark(its);
            }
        });
    });
    noticed
}

/// Whether nothing tells two objects apart that nothing knows.
fn unnoticed_alike(game: &Game, view: &View, one: ObjectId, other: ObjectId) -> bool {
    let (first, second) = (game.object(one), game.object(other));
    // Cards of a library lie in an order, but for those that have been shuffled.
    let shuffled = |object| game.player(game.object(object).owner).unordered.contains(&object);
    say_alike(first, second)
        && first.zone != Zone::Stack
        && view.controller(game, one) == view.controller(game, other)
        && (first.zone != Zone::Library || shuffled(one) && shuffled(other))
        && same_values(game, view, one, other)
        && came_alike(game, one, other)
}

/// Whether two objects have the same characteristics, as equal cards have them together.
fn same_values(game: &Game, view: &View, one: ObjectId, other: ObjectId) -> bool {
    let (first, second) = (view.characteristics(game, one), view.characteristics(game, other));
    std::ptr::eq(first, second) || first == second
}

/// Marks on objects of a game.
pub(crate) struct Marks(Vec<bool>);

impl Marks {
    /// None yet.
    pub(crate) fn of(game: &Game) -> Self {
        Self(vec![false; game.objects().len()])
    }

    /// Marks an object.
    pub(crate) fn mark(&mut self, object: ObjectId) {
        if let Some(mark) = self.0.get_mut(object.index()) {
            *mark = true;
        }
    }

    /// Whether any object of a series is marked.
    fn has_any_of(&self, series: Series) -> bool {
        let (first, count) = (series.first.index(), series.count as usize);
        self.0.get(first..first + count).is_some_and(|marks| marks.contains(&true))
    }

    /// Whether an object is marked.
    pub(crate) fn has(&self, object: ObjectId) -> bool {
        self.0.get(object.index()).is_some_and(|mark| *mark)
    }
}

/// Whether nothing tells two objects apart.
pub(crate) fn alike(game: &Game, view: &View, has_name: HasName<'_>, one: ObjectId, other: ObjectId) -> bool {
    // Cards of a library lie in an order, but for those that have been shuffled.
    let shuffled = |object| game.player(game.object(object).owner).unordered.contains(&object);
    let of_library = game.object(one).zone == Zone::Library;
    (!of_library || shuffled(one) && shuffled(other)) && alike_but_for_order(game, view, has_name, one, other)
}

/// Whether nothing tells two objects apart but the order in which they lie in a library: of several cards of one name to which somebody
/// may choose any one is as good as another.
pub(crate) fn alike_but_for_order(
    game: &Game,
    view: &View,
    has_name: HasName<'_>,
    one: ObjectId,
    other: ObjectId,
) -> bool {
    of_one_state(game, has_name, one, other)
        && view.controller(game, one) == view.controller(game, other)
        && game.object(one).zone != Zone::Stack
        && game.combat().attack_of(one).is_some() == game.combat().attack_of(other).is_some()
        && view.characteristics(game, one) == view.characteristics(game, other)
        && came_alike(game, one, other)
        && match (preparer(game, one), preparer(game, other)) {
            // It shows which of two copies is cast: the permanent of that one becomes unprepared (722.3c).
            (Some(its), Some(others)) => alike(game, view, has_name, its, others),
            (its, others) => its == others,
        }
        && known_alike(game, view, has_name, one, other)
}

/// The designations of an object, but for that it is prepared: which copy it has is no matter of its own.
fn designated(its: &Object) -> impl Iterator<Item = &Designation> {
    its.designations.iter().filter(|designation| !matches!(designation, Designation::Prepared(_)))
}

/// Whether nothing of the game knows one of two objects otherwise than the other: each knows both alike, or there is another such thing
/// that knows them the other way round.
fn known_alike(game: &Game, view: &View, has_name: HasName<'_>, one: ObjectId, other: ObjectId) -> bool {
    // What knows them differently, with what they are to it.
    let mut unequal: Vec<(Knower<'_>, Vec<Role>, Vec<Role>)> = Vec::new();
    for knower in game.knowers() {
        let (first, second) = (known(&knower, one), known(&knower, other));
        if first != second {
            unequal.push((knower, first, second));
        }
    }
    while let Some((knower, first, second)) = unequal.pop() {
        let (words, objects) = apart_from_objects(&content(&knower));
        let of_two = |object: ObjectId| object == one || object == other;
        let mirrored = unequal.iter().position(|(another, its_first, its_second)| {
            let (its_words, its_objects) = apart_from_objects(&content(another));
            *its_first == second
                && *its_second == first
                && its_words == words
                && its_objects.len() == objects.len()
                && objects.iter().zip(&its_objects).all(|(object, its)| {
                    match of_two(*object) || of_two(*its) {
                        true => of_two(*object) && of_two(*its) && object != its,
                        false => others_alike(game, view, has_name, *object, *its),
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
pub(crate) fn happened_alike(game: &Game, one: ObjectId, other: ObjectId) -> bool {
    let happened = |object: ObjectId| {
        let mut said = Vec::new();
        for knower in game.occurred() {
            let known = known(&knower, object);
            if !known.is_empty() {
                said.push((known, content(&knower).replace(&format!("{object:?}"), "it")));
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
    match first.zone {
        Zone::Battlefield => now(first) == now(second) && paid(first) == paid(second),
        _ => now(first) == now(second) || !asks_since_when(game, first.zone),
    }
}

/// Whether an ability in the game that speaks of this zone asks of objects if they have come to where they are this turn, as of cards that
/// were put into a graveyard.
pub(crate) fn asks_since_when(game: &Game, zone: Zone) -> bool {
    let asks = |values: &Characteristics| {
        values.abilities.iter().any(|its| {
            let (mut asked, mut there) = (false, false);
            any(&*its.ability, &mut |place| {
                asked |= matches!(place.part, Part::Trait(Trait::EnteredThisTurn));
                // Where something goes is no question about what is there.
                there |= matches!(place.part, Part::Zone(its) if *its == zone && place.field != "to");
                asked && there
            })
        })
    };
    game.objects().iter().any(|object| match &object.definition {
        Some(definition) => definition.faces.iter().any(|face| asks(face)),
        None => asks(&object.base),
    })
}

/// As what something knows an object, in order; as nothing if it does not. What has made it counts no more, but where it lasts for as long
/// as something is true of that.
pub(crate) fn known(knower: &Knower<'_>, object: ObjectId) -> Vec<Role> {
    let mut known = Vec::new();
    knower.objects(&mut |role, its| {
        if its == object && role != Role::Maker {
            known.push(role);
        }
    });
    known.sort_unstable();
    known
}

/// What something is that knows objects, without what only counts up.
fn content(knower: &Knower<'_>) -> String {
    match knower {
        Knower::Effect(it) => {
            let (id, source) = (EffectId(0), it.source);
            let plain = ContinuousEffect { id, source, timestamp: 0, since_turn: 0, ..(*it).clone() };
            format!("{plain:?}")
        }
        Knower::Shield(it) => {
            let plain = Shield { id: EffectId(0), since_turn: 0, ..(*it).clone() };
            format!("{plain:?}")
        }
        Knower::Until(it) => {
            format!("{:?} {:?} {:?} {:?}", it.event, it.moved, it.phased_out, it.controller)
        }
        Knower::Delayed(it) => {
            let plain = DelayedTrigger { id: EffectId(0), since_turn: 0, made: 0, ..(*it).clone() };
            format!("{plain:?}")
        }
        Knower::Waiting(it) => format!("{it:?}"),
        Knower::OnStack(it) => {
            format!("{:?} {} {:?} {:?}", it.stack_ability(), it.base.name, it.controller, it.announced)
        }
        Knower::Link(it) => format!("{:?} {:?} {:?} {:?}", it.key.name, it.key.object, it.object, it.how),
        Knower::Encoded(card, creature) => format!("{card:?} {creature:?}"),
        Knower::Attack(it) => format!("{it:?}"),
        Knower::Block(it) => format!("{it:?}"),
        Knower::BlocksNothing(creature) => format!("nothing {creature:?}"),
        Knower::StruckFirst(creature) => format!("first {creature:?}"),
        Knower::AttackedThisTurn(creature) => format!("attacked {creature:?}"),
        Knower::Happened(it) => format!("{it:?}"),
    }
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
fn others_alike(game: &Game, view: &View, has_name: HasName<'_>, one: ObjectId, other: ObjectId) -> bool {
    let same = |one: ObjectId, other: ObjectId| {
        one == other
            || of_one_state(game, has_name, one, other)
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
fn said_of(game: &Game, object: ObjectId) -> Vec<(Vec<Role>, String, Vec<&str>)> {
    let mut said = Vec::new();
    for knower in game.knowers() {
        let known = known(&knower, object);
        if !known.is_empty() {
            let (words, objects) = apart_from_objects(&content(&knower));
            said.push((known, words, objects.into_iter().map(|its| &*game.object(its).base.name).collect()));
        }
    }
    said.sort_unstable();
    said
}
