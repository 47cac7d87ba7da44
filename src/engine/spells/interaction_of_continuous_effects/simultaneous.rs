//! CR 613: Interaction of Continuous Effects. The relative timestamps of objects that get theirs at the same time (613.7m).

use crate::engine::concepts::abilities::functions;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::view::View;
use crate::engine::zones::door::Going;
use crate::engine::zones::general;
use crate::game::{Cause, Change as GameChange, ChoiceKind, Game, Move, ObjectId, PlayerId};
use crate::ir::change::TypeChange;
use crate::ir::{Change, Selection, Static, SubtypeFamily, Zone};
use crate::rules::cr;
use crate::trace::Level;
use crate::trace::layers::conflict;

use super::{layer_of, objects};

/// Of how many objects it is tried out whether their order can be seen; it is asked for of more.
const MOST_TRIED: usize = 8;

/// What gets a timestamp at the same time as others, most often because it enters the battlefield.
struct Entering {
    /// Its place among the moves, or the changes.
    place: usize,
    /// The object that moves, or changes.
    object: ObjectId,
    /// What it would be on the battlefield.
    new: ObjectId,
    /// Under whose control.
    controller: PlayerId,
}

/// Puts what enters the battlefield at the same time in the order of the timestamps it will have: in APNAP order, and what one player
/// controls in the order of that player's choice (613.7m). The choice is asked for only where continuous effects of those objects could
/// come out differently; all else enters as it is moved.
///
/// # Errors
/// If nobody says the order where it could be seen, or the answer is not among the legal ones.
pub(in crate::engine) fn arrange(play: &mut Play<'_>, moves: &mut [Going]) -> Outcome {
    if moves.iter().filter(|Going { it, .. }| it.to == Zone::Battlefield).count() < 2 {
        return Ok(());
    }
    let mut game = play.game.clone();
    let mut entering: Vec<Entering> = Vec::new();
    for (place, Going { it, .. }) in moves.iter().enumerate() {
        if it.to == Zone::Battlefield {
            let new = game.next_object();
            game = game.after(&GameChange::Move(Box::new(Move { new, ..it.clone() })));
            let controller = game.object(new).controller;
            entering.push(Entering { place, object: it.object, new, controller });
        }
    }
    rearrange(play, &game, &entering, moves)
}

/// Puts the changes by which permanents get new timestamps at the same time, being attached (613.7e), turned (613.7f) or transformed
/// (613.7g) together, in the order of those timestamps.
///
/// # Errors
/// As [`arrange`].
pub(in crate::engine) fn arrange_renewed(
    play: &mut Play<'_>,
    changes: &mut [(Cause, Level, GameChange)],
) -> Outcome {
    let renewed = |change: &GameChange| match change {
        GameChange::Attach(object, Some(_))
        | GameChange::Transform(object)
        | GameChange::FaceDown(object, _) => Some(*object),
        _ => None,
    };
    if changes.iter().filter(|(_, _, change)| renewed(change).is_some()).count() < 2 {
        return Ok(());
    }
    let view = play.view()?;
    let mut game = play.game.clone();
    let mut entering: Vec<Entering> = Vec::new();
    for (place, (_, _, change)) in changes.iter().enumerate() {
        game = game.after(change);
        if let Some(object) = renewed(change).filter(|object| play.game.object(*object).on_battlefield()) {
            let controller = view.controller(&play.game, object);
            entering.push(Entering { place, object, new: object, controller });
        }
    }
    rearrange(play, &game, &entering, changes)
}

/// Puts what is at certain places in the order of the timestamps, player by player.
fn rearrange<T: Clone>(play: &mut Play<'_>, game: &Game, entering: &[Entering], all: &mut [T]) -> Outcome {
    let places: Vec<usize> = entering.iter().map(|its| its.place).collect();
    let mut ordered: Vec<usize> = Vec::with_capacity(entering.len());
    for player in play.game.apnap() {
        let own: Vec<&Entering> = entering.iter().filter(|its| its.controller == player).collect();
        ordered.extend(order(play, game, player, &own)?);
    }
    // Nobody who has left the game controls anything that enters.
    if ordered.len() != places.len() || ordered == places {
        return Ok(());
    }
    let arranged: Vec<T> = ordered.iter().filter_map(|place| all.get(*place).cloned()).collect();
    for (place, it) in places.into_iter().zip(arranged) {
        if let Some(slot) = all.get_mut(place) {
            *slot = it;
        }
    }
    Ok(())
}

/// The places of what one player controls, in the order of the timestamps.
fn order(play: &mut Play<'_>, game: &Game, player: PlayerId, own: &[&Entering]) -> Outcome<Vec<usize>> {
    let as_moved: Vec<usize> = own.iter().map(|its| its.place).collect();
    let disputed = disputed(game, own);
    if disputed.len() < 2 {
        return Ok(as_moved);
    }
    let objects: Vec<ObjectId> = disputed.iter().map(|its| its.object).collect();
    let picked = general::order(play, player, (ChoiceKind::Order, None), &objects, false, cr!("613.7m"))?;
    // What nobody has to order keeps its place between the others.
    let mut chosen = picked
        .iter()
        .filter_map(|object| disputed.iter().find(|its| its.object == *object))
        .map(|its| its.place);
    let is_disputed = |place: usize| disputed.iter().any(|its| its.place == place);
    Ok(as_moved
        .into_iter()
        .filter_map(|place| if is_disputed(place) { chosen.next() } else { Some(place) })
        .collect())
}

/// Those whose order could make a difference.
fn disputed<'a>(game: &Game, own: &[&'a Entering]) -> Vec<&'a Entering> {
    if own.len() < 2 {
        return Vec::new();
    }
    let mut view = View::unchanged(game);
    objects::copies(game, &mut view);
    objects::face_down(game, &mut view);
    let with_effects: Vec<(&Entering, Vec<&Static>)> = own
        .iter()
        .map(|its| (*its, statics(game, &view, its.new)))
        .filter(|(_, statics)| !statics.is_empty())
        .collect();
    let tries = with_effects.len() <= MOST_TRIED;
    let mut found: Vec<&Entering> = Vec::new();
    for (place, (one, its)) in with_effects.iter().enumerate() {
        for (other, others) in with_effects.iter().skip(place + 1) {
            let clashes = its
                .iter()
                .any(|its| others.iter().any(|others| clash(game, (one.new, its), (other.new, others))));
            if clashes && !(tries && dependency_decides(game, one.new, other.new)) {
                for its in [*one, *other] {
                    if !found.iter().any(|known| known.place == its.place) {
                        found.push(its);
                    }
                }
            }
        }
    }
    found.sort_by_key(|its| its.place);
    found
}

/// The static abilities of an object that make continuous effects whose order may matter; one that defines its own characteristics comes
/// first in any case (613.3).
fn statics<'a>(game: &'a Game, view: &'a View, object: ObjectId) -> Vec<&'a Static> {
    let abilities = &view.characteristics(game, object).abilities;
    let functioning = abilities.iter().filter(|its| functions(its, Zone::Battlefield));
    functioning
        .filter_map(|instance| instance.ability.as_static())
        .filter(|it| !it.changes.is_empty() && !it.defining)
        .collect()
}

/// Whether two effects could come out differently in another order: both change something in one layer that does not go together, of what
/// could be the same object.
fn clash(game: &Game, (one, its): (ObjectId, &Static), (other, others): (ObjectId, &Static)) -> bool {
    let apart = match (only_one(game, one, its), only_one(game, other, others)) {
        (Some(one), Some(other)) => one != other || one.is_none(),
        _ => false,
    };
    !apart
        && its.changes.iter().any(|change| {
            others
                .changes
                .iter()
                .any(|other| layer_of(change, false) == layer_of(other, false) && !commute(change, other))
        })
}

/// The one object that a static ability affects, where it is one at most and no other before the ability's own object gets a new timestamp
/// (613.7e).
fn only_one(game: &Game, object: ObjectId, ability: &Static) -> Option<Option<ObjectId>> {
    if ability.affects == Some(Selection::This) {
        return Some(Some(object));
    }
    let attached = ability.affects == Some(Selection::Attached);
    attached.then(|| game.object(object).attached_to.and_then(|host| host.object()))
}

/// Whether two changes of one layer make the same of an object in either order: of the effects of one player's objects, that the same player
/// gains control as well.
fn commute(one: &Change, other: &Change) -> bool {
    if let (Change::Control(to), Change::Control(its)) = (one, other) {
        return to == its;
    }
    if let (Change::SetTypes(types), Change::SetTypes(its) | Change::AddTypes(its))
    | (Change::AddTypes(types), Change::SetTypes(its)) = (one, other)
        && of_other_families(types, its)
    {
        return true;
    }
    !conflict(one, other)
}

/// Whether two changes of types are about subtypes of different families alone, so that neither takes away what the other gives.
fn of_other_families(one: &TypeChange, other: &TypeChange) -> bool {
    match (families(one), families(other)) {
        (Some(one), Some(other)) => !one.iter().any(|family| other.contains(family)),
        _ => false,
    }
}

/// The families of subtypes that a change is about, if it is about nothing else.
fn families(change: &TypeChange) -> Option<Vec<SubtypeFamily>> {
    let TypeChange { supertypes, types, subtypes, all_of, chosen, creature_types_of } = change;
    if !supertypes.is_empty() || !types.is_empty() || chosen.is_some() {
        return None;
    }
    let named = subtypes.iter().map(|subtype| subtype.family());
    let whole = all_of.iter().map(|family| family.family());
    let borrowed = creature_types_of.iter().map(|_| SubtypeFamily::Creature);
    Some(named.chain(whole).chain(borrowed).collect())
}

/// Whether one effect has to wait for the other by 613.8, whichever has the earlier timestamp, so that all is the same in both orders.
fn dependency_decides(game: &Game, one: ObjectId, other: ObjectId) -> bool {
    let renewed = |first, second| {
        let once = game.after(&GameChange::Timestamp(first));
        once.after(&GameChange::Timestamp(second))
    };
    let (forward, backward) = (renewed(one, other), renewed(other, one));
    let (Ok(before), Ok(after)) = (View::of(&forward), View::of(&backward)) else { return false };
    let same = |object: ObjectId| {
        before.characteristics(&forward, object) == after.characteristics(&backward, object)
            && before.controller(&forward, object) == after.controller(&backward, object)
    };
    let waits = |game: &Game| {
        View::influences(game).is_ok_and(|all| {
            all.iter().any(|its| its.waited && !its.looped && [one, other].contains(&its.source))
        })
    };
    game.objects().iter().filter(|object| object.exists).all(|object| same(object.id))
        && (waits(&forward) || waits(&backward))
}
