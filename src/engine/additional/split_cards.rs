//! CR 709: Split Cards
//!
//! Which halves of a permanent with a shared type line are unlocked, and what it lacks while they are not (709.5). What is known of
//! split cards in other zones and on the stack is part of their definition.

use std::sync::Arc;

use crate::engine::additional::copiable_values;
use crate::engine::additional::copying_objects;
use crate::engine::concepts::total_cost::{self, PaidFor};
use crate::engine::concepts::{costs, timing_and_priority};
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::casting_spells::sorcery_timing;
use crate::engine::spells::events::{Happening, happen};
use crate::engine::view::View;
use crate::game::{
    Cause, CauseKind, Change, Characteristics, ChoiceKind, CopiedFaces, Definition, Game, Half, Halves, Item,
    Object, ObjectId, Origin, PlayerId,
};
use crate::ir::{Change as IrChange, Cost, Layout, ManaCost, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Attempt, Level, What};

/// What a permanent is without the name, the mana cost and the rules text of its locked halves (709.5); nothing if it lacks none.
pub(in crate::engine) fn without_locked(its: &Object, values: &Characteristics) -> Option<Characteristics> {
    let halves = values.halves.as_ref()?;
    let is_locked = |half: &Half| !its.is_unlocked(*half);
    let locked: Vec<Half> = Half::BOTH.into_iter().filter(is_locked).collect();
    if locked.is_empty() {
        return None;
    }
    let one = Half::BOTH.into_iter().find(|half| !locked.contains(half)).map(|half| halves.of(half));
    let mut left = values.clone();
    // What a copy has otherwise than its original is in neither half (707.9b).
    if values.name == halves.whole.name {
        left.name = one.map_or_else(|| "".into(), |one| one.name.clone());
    }
    if values.cost == halves.whole.cost {
        left.cost = one.and_then(|one| one.cost.clone());
    }
    if values.colors == halves.whole.colors {
        left.colors = one.map_or_else(Default::default, |one| one.colors);
    }
    left.abilities.retain(|instance| halves.with(instance.origin).is_none_or(|half| !locked.contains(&half)));
    Some(left)
}

/// Whether a permanent with these copiable values lacks what is in a locked half of it (709.5).
pub(crate) fn lacks(its: &Object, values: &Characteristics) -> bool {
    values.halves.is_some()
        && its.on_battlefield()
        && !its.is_face_down()
        && Half::BOTH.into_iter().any(|half| !its.is_unlocked(half))
}

/// The halves of a permanent, if it has any (709.5): a face-down one has none, whatever its card is.
fn halves<'a>(game: &'a Game, view: &'a View, permanent: ObjectId) -> Option<&'a Arc<Halves>> {
    let its = game.object(permanent);
    let there = its.on_battlefield() && its.exists;
    view.characteristics(game, permanent).halves.as_ref().filter(|_| there)
}

/// The halves of a permanent that are unlocked, or that are locked (709.5c).
pub(in crate::engine) fn that_are(
    game: &Game,
    view: &View,
    permanent: ObjectId,
    unlocked: bool,
) -> Vec<Half> {
    let its = game.object(permanent);
    match halves(game, view, permanent) {
        Some(_) => Half::BOTH.into_iter().filter(|half| its.is_unlocked(*half) == unlocked).collect(),
        None => Vec::new(),
    }
}

/// A player pays the mana cost of a locked half of a permanent of theirs to unlock it (116.2m, 709.5e); of two, they choose one if
/// none is said.
///
/// # Errors
/// [`Halt::Illegal`] with the rule that forbids it; then nothing has happened.
pub fn unlock_for_its_cost(
    play: &mut Play<'_>,
    player: PlayerId,
    permanent: ObjectId,
    half: Option<Half>,
) -> Outcome {
    play.attempt(Attempt::Unlock(permanent, half), |play| {
        timing_and_priority::must_have_priority(play, player)?;
        let illegal = |why| Err(Halt::illegal(player, cr!("709.5e"), why, Some(permanent)));
        let view = play.view()?;
        let locked = that_are(&play.game, &view, permanent, false);
        if locked.is_empty() {
            return illegal("it has no locked half");
        }
        if view.controller(&play.game, permanent) != player {
            return illegal("its controller alone can unlock a half of it");
        }
        if !sorcery_timing(play, player) {
            return illegal("a half is unlocked in a main phase of one's own turn while the stack is empty");
        }
        let half = match half {
            Some(half) if !locked.contains(&half) => return illegal("that half is unlocked already"),
            Some(half) => Some(half),
            None => choose(play, player, permanent, &locked, Rules::of(&[cr!("709.5e")]))?,
        };
        let Some(half) = half else { return Ok(()) };
        let cost = halves(&play.game, &view, permanent).and_then(|halves| halves.of(half).cost.clone());
        let Some(cost) = cost else {
            // Without a mana cost nothing can be paid (118.6).
            return illegal("that half has no mana cost").map_err(|halt: Halt| halt.and_rule(cr!("118.6")));
        };
        let kind = CauseKind::SpecialAction(player);
        let rules = Rules::of(&[cr!("116.2m"), cr!("709.5e")]);
        let entry = play.record(Level::Default, kind, rules, What::Unlocks(player, permanent, half));
        play.under(entry, |play| {
            pay(play, player, permanent, &cost)?;
            unlock(play, Cause::new(kind, cr!("709.5e")), player, permanent, half)
        })?;
        // The player who had priority gets it again (117.3c).
        timing_and_priority::give_priority(play, player)
    })
}

/// Pays an unlock cost (709.5e).
fn pay(play: &mut Play<'_>, player: PlayerId, permanent: ObjectId, cost: &ManaCost) -> Outcome {
    let frame = Frame::of_source(permanent, player, Origin::NONE);
    let rule = cr!("709.5e");
    let cost = vec![Cost::Mana(cost.clone())];
    let (costs, rules) = costs::announce_symbols(play, player, permanent, cost, Some(rule))?;
    let paid_for = PaidFor::Unlocking(permanent);
    let mut bill = total_cost::determine(play, &frame, player, paid_for, (costs, None))?;
    bill.rules = rules.iter().fold(bill.rules, Rules::and);
    costs::pay(play, &frame, player, permanent, &bill, rule)?;
    Ok(())
}

/// Which of some halves of a permanent a player means.
fn choose(
    play: &mut Play<'_>,
    player: PlayerId,
    permanent: ObjectId,
    among: &[Half],
    rules: Rules,
) -> Outcome<Option<Half>> {
    let items = among.iter().map(|half| Item::Face(permanent, half.face())).collect();
    let picked = play.pick(player, ChoiceKind::Choose, Some(permanent), items, 1, 1, false, rules)?;
    Ok(match picked.first() {
        Some(Item::Face(_, face)) => Half::of_face(*face),
        _ => None,
    })
}

/// A player unlocks, or locks, a half of a permanent that they choose (709.5f, 709.5g). Says whether there was one to choose.
///
/// # Errors
/// If nobody chooses, or what waits for it can't be played.
pub(in crate::engine) fn turn_key(
    play: &mut Play<'_>,
    kind: CauseKind,
    player: PlayerId,
    permanent: ObjectId,
    unlocks: bool,
) -> Outcome<bool> {
    let rule = if unlocks { cr!("709.5f") } else { cr!("709.5g") };
    let view = play.view()?;
    let among = that_are(&play.game, &view, permanent, !unlocks);
    if among.is_empty() {
        return Ok(false);
    }
    let Some(half) = choose(play, player, permanent, &among, Rules::of(&[rule]))? else { return Ok(false) };
    let cause = Cause::new(kind, rule);
    if unlocks {
        unlock(play, cause, player, permanent, half)?;
    } else {
        play.change(cause, Level::Default, Change::Undesignate(permanent, half.unlocked()));
    }
    Ok(true)
}

/// A permanent is given an unlocked designation (709.5c).
fn unlock(play: &mut Play<'_>, cause: Cause, player: PlayerId, permanent: ObjectId, half: Half) -> Outcome {
    let change = Change::Designate(permanent, half.unlocked());
    let happening = unlocked(&play.game, player, permanent, half);
    happen(play, vec![(cause, Level::Default, change)], &[happening])?;
    Ok(())
}

/// That a half is unlocked, as abilities wait for it: with the other one it fully unlocks the permanent (709.5h, 709.5i).
fn unlocked(game: &Game, player: PlayerId, permanent: ObjectId, half: Half) -> Happening {
    let fully = game.object(permanent).is_unlocked(half.other());
    Happening::Unlocked { player, permanent, half, fully }
}

/// Tells of the half that was unlocked as its permanent entered, because it was cast (709.5d).
pub(in crate::engine) fn as_it_enters(
    play: &mut Play<'_>,
    kind: CauseKind,
    permanent: ObjectId,
) -> Option<Happening> {
    let its = play.game.object(permanent);
    let half = Half::BOTH.into_iter().find(|half| its.on_battlefield() && its.is_unlocked(*half))?;
    let player = its.controller;
    let change = Change::Designate(permanent, half.unlocked());
    play.change(Cause::new(kind, cr!("709.5d")), Level::Default, change);
    Some(unlocked(&play.game, player, permanent, half))
}

/// What a token that copies a permanent with two halves is defined as, or a copy of a spell that is a half of one: it has both halves, too
/// (709.5b); nothing for another object. Says by which rules it is different, and which half it is where it is a spell.
///
/// # Errors
/// As [`copying_objects::with_exceptions`].
pub(in crate::engine) fn definition_of_copy(
    sight: Sight<'_>,
    frame: &Frame,
    object: ObjectId,
    except: &[IrChange],
) -> Outcome<Option<(Arc<Definition>, u8, Rules)>> {
    let its = sight.game.object(object);
    let values = copying_objects::copiable_faces(sight, object);
    let Some(first) = values.first() else { return Ok(None) };
    let Some(halves) = first.halves.clone() else { return Ok(None) };
    let each = Half::BOTH.map(|half| copiable_values::with_halves(halves.of(half), &halves));
    // Of a spell the half that was cast has been made what it is, and both of them with it.
    let own = its.definition.as_ref().filter(|its| its.layout == Layout::Split);
    let both = own.and_then(|its| its.combined.clone());
    let whole = match its.zone {
        Zone::Stack => both.unwrap_or_else(|| copiable_values::with_halves(&halves.whole, &halves)),
        _ => first.clone(),
    };
    let faces: CopiedFaces = each.into_iter().chain([whole]).collect();
    let own = its.base.clone();
    let (faces, mut rules) = copying_objects::with_exceptions(sight, frame, faces, except, &own)?;
    rules = copying_objects::rule_of_original(sight.game, object).into_iter().fold(rules, Rules::and);
    let [left, right, whole] = &*faces else { return Ok(None) };
    let definition = Definition {
        layout: Layout::Split,
        faces: vec![left.clone(), right.clone()],
        name: whole.name.clone(),
        combined: Some(whole.clone()),
        vanguard: (0, 0),
    };
    let face = if its.zone == Zone::Stack { its.face } else { 0 };
    Ok(Some((Arc::new(definition), face, rules)))
}
