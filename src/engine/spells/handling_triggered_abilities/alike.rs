//! CR 603: Handling Triggered Abilities, those that nothing tells apart, so that any order of them leads to the same.

use crate::engine::reading::Sight;
use crate::engine::reading::likeness::{self, Tells};
use crate::engine::reading::selections::players;
use crate::game::{Game, Knower, Nature, ObjectId, Occasion, PlayerId, Thing, WaitingTrigger};
use crate::ir::part::{Part, mentions};
use crate::ir::{Instruction, Players};

use super::steps::frame_of;

/// Whether nothing tells two triggers apart: the same words, and each of them means the same for both. Modes and targets are chosen for
/// each as it is put on the stack, so that any choice can be had in any order.
pub(super) fn alike(sight: Sight<'_>, one: &WaitingTrigger, other: &WaitingTrigger) -> bool {
    let game = sight.game;
    let name = |trigger: &WaitingTrigger| game.object(trigger.source).base.name.clone();
    // Of what a designation does when its holder is struck it matters only whose the creature is (725.2).
    let whose = |trigger: &WaitingTrigger| -> Vec<PlayerId> {
        trigger.occasion.objects.iter().map(|object| sight.view.controller(game, *object)).collect()
    };
    if matches!(game.object(one.source).nature, Nature::Marker(_))
        && one.source == other.source
        && one.ability == other.ability
        && whose(one) == whose(other)
    {
        return true;
    }
    one.ability == other.ability
        && name(one) == name(other)
        && one.lapsed == other.lapsed
        && (of_one_source(sight, one, other) || interchangeable(sight, one.source, other.source))
        && (!speaks(one, |tells| tells == Tells::Slots) || bound_alike(sight, one, other))
        && same_round(one, other)
        && (same_event(one, other)
            || !asks_of_its_event(sight, one, other)
            || each_of_its_own(sight, one, other))
}

/// Whether what a trigger does, or the condition that is checked again as it resolves (603.4), has a word that is told by something of
/// this kind.
fn speaks(trigger: &WaitingTrigger, of: impl Fn(Tells) -> bool) -> bool {
    likeness::speaks(&trigger.ability.only_if, &of) || likeness::speaks(&trigger.ability.effect, &of)
}

/// Whether two triggers were made in the same round of a loop, or don't speak of its object or player: "it", "that player".
fn same_round(one: &WaitingTrigger, other: &WaitingTrigger) -> bool {
    let current = |trigger: &WaitingTrigger| trigger.slots.as_ref().and_then(|bound| bound.current);
    current(one) == current(other)
        || !speaks(one, |tells| matches!(tells, Tells::Event | Tells::PlayerOfEvent))
}

/// Whether two triggers have the same event. When a delayed one was made is of importance only for what transforms (701.27f).
fn same_event(one: &WaitingTrigger, other: &WaitingTrigger) -> bool {
    let (its, others) = (&one.occasion, &other.occasion);
    its == others
        || **its == Occasion { since: its.since, ..(**others).clone() }
            && !mentions(&one.ability.effect, |part| {
                matches!(part, Part::Instruction(Instruction::Transform { .. }))
            })
}

/// Whether two triggers have the same event but that each is about its own source, and those sources are tokens that have ceased to
/// exist, which nothing tells apart.
fn each_of_its_own(sight: Sight<'_>, one: &WaitingTrigger, other: &WaitingTrigger) -> bool {
    let game = sight.game;
    let first = |object: &ObjectId| game.earliest(*object);
    let (own, others) = (first(&one.source), first(&other.source));
    let seen_by = |trigger: &WaitingTrigger, exchanged: bool| {
        let exchange = |object: &ObjectId| match first(object) {
            it if exchanged && it == own => others,
            it if exchanged && it == others => own,
            it => it,
        };
        let its = &trigger.occasion;
        let objects: Vec<ObjectId> = its.objects.iter().map(exchange).collect();
        let mut together: Vec<ObjectId> = its.others.iter().map(exchange).collect();
        together.sort_unstable();
        (objects, its.before.as_ref().map(exchange), together, its.player, its.amount, its.mana, its.since)
    };
    // Which of two cards comes back first can be seen; of tokens that have ceased to exist nothing can.
    let ceased = |trigger: &WaitingTrigger| game.object(game.latest(trigger.source)).has_ceased();
    ceased(one)
        && ceased(other)
        && seen_by(one, true) == seen_by(other, false)
        && interchangeable(sight, one.source, other.source)
}

/// Whether two triggers have one source, or nothing that their effect speaks of is told by that, or what it is told by is the same for
/// both sources.
fn of_one_source(sight: Sight<'_>, one: &WaitingTrigger, other: &WaitingTrigger) -> bool {
    one.source == other.source
        || !speaks(one, |tells| match tells {
            Tells::Source | Tells::Link | Tells::Announced => true,
            Tells::Host => !have_one_host(sight.game, one.source, other.source),
            Tells::Attack => !attack_one_player(sight, one, other),
            Tells::Dealer => !deal_alike(sight, one.source, other.source),
            Tells::Targets => !may_target_alike(sight, one.source, other.source),
            _ => false,
        })
}

/// Whether two objects are attached to the same thing, or were as they left.
fn have_one_host(game: &Game, one: ObjectId, other: ObjectId) -> bool {
    let (its, others) = (game.object(one), game.object(other));
    its.attached_to == others.attached_to && its.exists == others.exists
}

/// Whether "defending player" is the same for the sources of two triggers (508.5).
fn attack_one_player(sight: Sight<'_>, one: &WaitingTrigger, other: &WaitingTrigger) -> bool {
    let defending = |trigger: &WaitingTrigger| players(sight, &frame_of(trigger), &Players::Defending).ok();
    defending(one).is_some_and(|its| Some(its) == defending(other))
}

/// Whether it is the same which of two objects deals damage first: they have the same characteristics, and nothing is about only one
/// of them.
fn deal_alike(sight: Sight<'_>, one: ObjectId, other: ObjectId) -> bool {
    let game = sight.game;
    let attacks = |object| game.combat().attack_as_last_known(object).is_some();
    let marks = |object| (game.object(object).counters.clone(), game.object(object).designations.clone());
    let plain =
        |object| game.attached_to(Thing::Object(object)).next().is_none() && !is_kept_in_mind(game, object);
    sight.view.characteristics(game, one) == sight.view.characteristics(game, other)
        && attacks(one) == attacks(other)
        && marks(one) == marks(other)
        && plain(one)
        && plain(other)
}

/// Whether abilities of two objects can have the same targets, as far as protection and the like ask for their quality (702.16b).
fn may_target_alike(sight: Sight<'_>, one: ObjectId, other: ObjectId) -> bool {
    let of = |object| {
        let its = sight.view.characteristics(sight.game, object);
        (its.colors, &its.types)
    };
    of(one) == of(other)
}

/// Whether what earlier effects have bound for two triggers is the same, or things that nothing tells apart.
fn bound_alike(sight: Sight<'_>, one: &WaitingTrigger, other: &WaitingTrigger) -> bool {
    let slots = |trigger: &WaitingTrigger| trigger.slots.clone().unwrap_or_default();
    let thing = |(its, others): (&Thing, &Thing)| match (its, others) {
        (Thing::Object(its), Thing::Object(others)) => {
            let base = |object: ObjectId| &sight.game.object(object).base;
            its == others || base(*its).name == base(*others).name && interchangeable(sight, *its, *others)
        }
        (its, others) => its == others,
    };
    let (its, others) = (slots(one), slots(other));
    if !its.counts_like(&others) {
        return false;
    }
    let (its, others) = (&its.slots, &others.slots);
    its.len() == others.len()
        && its.iter().zip(others.iter()).all(|((name, things), (other_name, others))| {
            name == other_name && things.len() == others.len() && things.iter().zip(others).all(thing)
        })
}

/// Whether nothing tells two objects of one name apart, so that it is the same which of them comes first.
fn interchangeable(sight: Sight<'_>, one: ObjectId, other: ObjectId) -> bool {
    let game = sight.game;
    let state = |object: ObjectId| {
        let its = game.object(object);
        let place = (its.exists, its.zone, its.owner, its.controller, its.is_token());
        let shape = (its.face, its.flipped, its.face_down.is_some(), its.copied.is_some(), its.tapped);
        let marks = (its.damage, its.counters.clone(), its.attached_to, its.designations.clone(), its.sick);
        let past = (
            its.entered_turn == game.turn().number,
            its.upkeeps,
            its.deathtouched,
            its.uses.clone(),
            its.exhausted.clone(),
        );
        let cast = its.announced.as_ref().map(|cast| (cast.x, cast.paid.clone(), cast.from, cast.cast));
        (place, shape, marks, past, cast, its.known.clone())
    };
    let plain = |object: ObjectId| {
        let thing = Thing::Object(object);
        game.attached_to(thing).next().is_none()
            && game.combat().attack_of(object).is_none()
            && !game.combat().is_blocking(object)
            && !game.links().iter().any(|link| link.key.object == object || link.object == object)
            && !game.encodings().iter().any(|(card, host)| [*card, *host].contains(&object))
            // What has ceased to exist nothing finds any more.
            && (game.object(game.latest(object)).has_ceased() || !is_kept_in_mind(game, object))
    };
    state(one) == state(other)
        && game.chose_alike(one, other)
        && sight.view.characteristics(game, one) == sight.view.characteristics(game, other)
        && plain(one)
        && plain(other)
}

/// Whether something that lasts, waits or is on the stack points at this very object.
fn is_kept_in_mind(game: &Game, object: ObjectId) -> bool {
    let mut known = false;
    for knower in game.knowers() {
        if matches!(
            knower,
            Knower::Effect(_)
                | Knower::Shield(_)
                | Knower::Until(_)
                | Knower::Delayed(_)
                | Knower::OnStack(_)
        ) {
            knower.objects(&mut |_, its| known |= its == object);
        }
    }
    known
}

/// Whether the effect of two triggers that are alike speaks of what is not the same for both: the object, the player or the number
/// of its event, or a source that is another's.
fn asks_of_its_event(sight: Sight<'_>, one: &WaitingTrigger, other: &WaitingTrigger) -> bool {
    let same_source = one.source == other.source;
    // What is done to no target is done to whatever is there then, and each source has its own (607.2).
    let untargeted = one.ability.effect.targets.is_empty();
    speaks(one, |tells| match tells {
        Tells::PlayerOfEvent => one.occasion.player != other.occasion.player,
        Tells::Event => true,
        Tells::Link => untargeted && !same_source,
        Tells::Source => !same_source,
        Tells::Host => !have_one_host(sight.game, one.source, other.source),
        _ => false,
    })
}
