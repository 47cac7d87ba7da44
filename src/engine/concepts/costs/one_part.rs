//! Paying one part of a cost (601.2h).

use crate::engine::additional::keyword_abilities::craft;
use crate::engine::additional::keyword_actions::{
    attach, behold, exert, exile, mill, reveal, sacrifice, tap,
};
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight, entered, found, selections};
use crate::engine::spells::instructions::information;
use crate::engine::spells::prevention_effects;
use crate::engine::zones;
use crate::engine::zones::general;
use crate::game::{Cause, ChoiceKind, Item, Move, MoveAction, ObjectId, PlayerId, Thing};
use crate::ir::ability::Together;
use crate::ir::cost::Used;
use crate::ir::{Comparison, Cost, CounterKind, Filter, Players, Quantity, Selection, Trait, Verb, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

use super::super::{counters, drawing_a_card, life};
use super::able_to_pay::anybodys;
use super::{ANY_COUNTERS, NOT_PAID, Payment, amount, choose, choose_power, choosing, discard, one_of};

pub(super) fn pay_one(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    cost: &Cost,
    cause: Cause,
    payment: &mut Payment,
) -> Outcome {
    let source = frame.source;
    let choose = |play: &mut Play<'_>, used: Used<'_>, zone, kind| {
        choose(play, frame, player, (used, zone), (kind, cause.rules))
    };
    let used = &mut payment.used;
    let mut uses = |how: Verb, objects: &[ObjectId]| used.extend(objects.iter().map(|object| (how, *object)));
    match cost {
        // Mana has been paid before everything else.
        Cost::Mana(_) | Cost::Waterbend(_) | Cost::ManaTimes(..) => {}
        Cost::Tap => tap::tap(play, cause.and(cr!("107.5")), &[source], true)?,
        Cost::Untap => tap::tap(play, cause.and(cr!("107.6")), &[source], false)?,
        Cost::Loyalty(loyalty) => counters::put(play, cause, &[(source, CounterKind::LOYALTY, *loyalty)])?,
        Cost::LoyaltyX => {
            let removed = announced_x(frame).saturating_neg();
            counters::put(play, cause, &[(source, CounterKind::LOYALTY, removed)])?;
        }
        Cost::Life(quantity) => pay_life(play, frame, player, quantity, cause)?,
        Cost::Sacrifice(it) => {
            let chosen = choose(play, it.used(), Zone::Battlefield, ChoiceKind::Sacrifice)?;
            uses(Verb::Sacrifice, &chosen);
            sacrifice::sacrifice(play, cause, &chosen)?;
        }
        Cost::Discard(it) => {
            let chosen = choose(play, it.used(), Zone::Hand, ChoiceKind::Discard)?;
            uses(Verb::Discard, &chosen);
            discard(play, cause, &chosen)?;
        }
        Cost::Exile(filter, Some(zone), quantity) => {
            let chosen = choose(play, Used::Chosen(filter, quantity), *zone, ChoiceKind::Exile)?;
            pay_by_exiling(play, &chosen, cause, payment)?;
        }
        Cost::Behold(what, quantity) => {
            pay_by_beholding(play, frame, player, (what, quantity), cause, payment)?
        }
        Cost::ExileMaterials(what, count, together) => {
            let materials = (what, count, together.as_ref());
            exile_materials(play, frame, player, materials, cause, payment)?
        }
        Cost::Put(filter, from, to, quantity) => {
            pay_by_putting(play, frame, player, (filter, *from, *to, quantity), cause, payment)?
        }
        Cost::Exile(_, None, _) => exile_itself(play, frame, cause, payment)?,
        Cost::ExileTop(quantity) => {
            let top = choose(play, Used::Top(quantity), Zone::Library, ChoiceKind::Exile)?;
            pay_by_exiling(play, &top, cause, payment)?;
        }
        Cost::Mill(quantity) => pay_by_milling(play, frame, player, quantity, cause, payment)?,
        Cost::Return(..) => pay_by_returning(play, frame, player, cost, cause, payment)?,
        Cost::Exert => exert::exert(play, player, source)?,
        Cost::Unattach(what) => unattach(play, frame, what, cause)?,
        Cost::TapOthers(filter, quantity) => {
            let untapped = Filter::All(vec![filter.clone(), Filter::Is(Trait::Untapped)]);
            let chosen = choose(play, Used::Chosen(&untapped, quantity), Zone::Battlefield, ChoiceKind::Tap)?;
            pay_by_tapping(play, &chosen, cause, payment)?;
        }
        Cost::TapPower(filter, quantity) => {
            let chosen = choose_power(play, frame, player, (filter, quantity), cause.rules)?;
            pay_by_tapping(play, &chosen, cause, payment)?;
        }
        Cost::RemoveCounters(Some(kind), quantity, from) => {
            remove_counters(play, frame, player, (*kind, quantity, from), cause)?
        }
        Cost::PutCounters(kind, quantity, on) => {
            put_counters(play, frame, player, (*kind, quantity, on), cause)?
        }
        Cost::Draw(quantity) => pay_by_drawing(play, frame, player, quantity, cause)?,
        Cost::Reveal(filter, quantity) => {
            let chosen = choose(play, Used::Chosen(filter, quantity), Zone::Hand, ChoiceKind::Reveal)?;
            uses(Verb::Reveal, &chosen);
            reveal::reveal(play, cause, &chosen);
        }
        Cost::Choose(filter, quantity) => {
            let chosen = choose(play, Used::Chosen(filter, quantity), Zone::Battlefield, ChoiceKind::Choose)?;
            uses(Verb::Choose, &chosen);
        }
        // Whom it is for is chosen as the cost is paid (702.174a).
        Cost::ChoosePlayer(from) => {
            payment.promised = promise(play, frame, player, from, cause.and(cr!("702.174a")))?
        }
        Cost::Energy(quantity) => pay_energy(play, frame, player, quantity, cause)?,
        Cost::RemoveCounters(None, quantity, from) => {
            if choosing::removes_from_several(cost) {
                return Err(Halt::gap(source, ANY_COUNTERS));
            }
            choosing::remove_any(play, frame, player, (quantity, from), cause)?;
        }
        Cost::CollectEvidence(quantity) => pay_evidence(play, frame, player, quantity, cause, payment)?,
        Cost::OneOf(_) | Cost::Each(..) | Cost::ItsManaCost => return Err(Halt::gap(source, NOT_PAID)),
    }
    Ok(())
}

/// What was announced for {X}.
pub(super) fn announced_x(frame: &Frame) -> i32 {
    let x = frame.announced.as_ref().map_or(0, |announced| announced.x);
    i32::try_from(x).unwrap_or(i32::MAX)
}

/// Objects are exiled.
fn pay_by_exiling(play: &mut Play<'_>, objects: &[ObjectId], cause: Cause, payment: &mut Payment) -> Outcome {
    let exiled = exile::exile(play, cause, objects, false, &[])?;
    payment.used.extend(exiled.into_iter().flatten().map(|object| (Verb::Exile, object)));
    Ok(())
}

/// Permanents are tapped.
fn pay_by_tapping(play: &mut Play<'_>, objects: &[ObjectId], cause: Cause, payment: &mut Payment) -> Outcome {
    payment.used.extend(objects.iter().map(|object| (Verb::Tap, *object)));
    tap::tap(play, cause, objects, true)
}

/// Evidence is collected: cards are exiled from the graveyard (701.59a).
fn pay_evidence(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    quantity: &Quantity,
    cause: Cause,
    payment: &mut Payment,
) -> Outcome {
    let chosen = choosing::collect_evidence(play, frame, player, quantity, cause.rules)?;
    pay_by_exiling(play, &chosen, cause.and(cr!("701.59a")), payment)
}

/// Something is beheld.
fn pay_by_beholding(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    (what, quantity): (&Filter, &Quantity),
    cause: Cause,
    payment: &mut Payment,
) -> Outcome {
    let count = amount(play, frame, quantity)?;
    let chosen = behold::behold(play, frame, player, (what, count), cause)?;
    let view = play.view()?;
    payment.beheld.extend(chosen.iter().map(|object| entered::as_it_is(&play.game, &view, *object)));
    payment.used.extend(chosen.iter().map(|object| (Verb::Behold, *object)));
    Ok(())
}

/// The object itself is exiled.
fn exile_itself(play: &mut Play<'_>, frame: &Frame, cause: Cause, payment: &mut Payment) -> Outcome {
    // It may be a card by now that the ability finds.
    let found = found::this(&play.game, frame);
    let cause = found.first().map_or(cause, |(_, rule)| cause.and(*rule));
    let these: Vec<ObjectId> = found.into_iter().map(|(object, _)| object).collect();
    let these = if these.is_empty() { vec![frame.source] } else { these };
    pay_by_exiling(play, &these, cause, payment)
}

/// The materials of which it is crafted are exiled (702.167b).
fn exile_materials(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    materials: (&Filter, &Comparison, Option<&Together>),
    cause: Cause,
    payment: &mut Payment,
) -> Outcome {
    let chosen = craft::choose(play, frame, player, materials, cause.rules)?;
    let buried = chosen.iter().any(|object| play.game.object(*object).zone == Zone::Graveyard);
    let cause = if buried { cause.and(cr!("702.167b")) } else { cause };
    let exiled = exile::exile(play, cause, &chosen, false, &[])?;
    payment.used.extend(exiled.into_iter().flatten().map(|object| (Verb::Craft, object)));
    Ok(())
}

/// Cards are milled.
fn pay_by_milling(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    quantity: &Quantity,
    cause: Cause,
    payment: &mut Payment,
) -> Outcome {
    let count = amount(play, frame, quantity)?;
    let milled = mill::mill(play, |rule| cause.led_by(rule), &[player], count)?;
    payment.used.extend(mill::findable(play, cause, milled).into_iter().map(|card| (Verb::Put, card)));
    Ok(())
}

/// Permanents are returned to their owners' hands.
fn pay_by_returning(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    cost: &Cost,
    cause: Cause,
    payment: &mut Payment,
) -> Outcome {
    let used = (cost.used().map_or(Used::This, |(used, _)| used), Zone::Battlefield);
    let chosen = choose(play, frame, player, used, (ChoiceKind::Return, cause.rules))?;
    payment.used.extend(chosen.iter().map(|object| (Verb::Return, *object)));
    let moves =
        chosen.iter().map(|object| (cause, Move::new(*object, Zone::Hand, MoveAction::Put))).collect();
    general::move_each(play, moves)?;
    Ok(())
}

/// Objects are unattached from what they are attached to.
fn unattach(play: &mut Play<'_>, frame: &Frame, what: &Selection, cause: Cause) -> Outcome {
    let view = play.view()?;
    let objects = selections::select(Sight { game: &play.game, view: &view }, frame, what)?;
    for object in objects.into_iter().filter_map(Thing::object) {
        attach::unattach(play, cause, object)?;
    }
    Ok(())
}

/// Energy counters are removed from the player (107.14).
fn pay_energy(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    quantity: &Quantity,
    cause: Cause,
) -> Outcome {
    let count = i32::try_from(amount(play, frame, quantity)?).unwrap_or(i32::MAX);
    let change = crate::game::Change::Energy(player, count.saturating_neg());
    play.change(cause.and(cr!("107.14")), Level::Default, change);
    Ok(())
}

/// Whom the cost is for is chosen as it is paid (702.174a).
fn promise(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    from: &Players,
    cause: Cause,
) -> Outcome<Option<PlayerId>> {
    let from = {
        let view = play.view()?;
        selections::players(Sight { game: &play.game, view: &view }, frame, from)?
    };
    let items = from.into_iter().map(Item::Player).collect();
    let asking = Some(frame.asking());
    let picked = play.pick(player, ChoiceKind::Player, asking, items, 1, 1, false, cause.rules)?;
    Ok(picked.into_iter().filter_map(Item::thing).find_map(Thing::player))
}

/// Cards are drawn; that something else happens instead pays the cost all the same (118.11).
fn pay_by_drawing(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    quantity: &Quantity,
    cause: Cause,
) -> Outcome {
    let count = amount(play, frame, quantity)?;
    let before = play.game.player(player).drawn;
    drawing_a_card::draw(play, cause, player, count)?;
    let after = play.game.player(player);
    if after.drawn < before.saturating_add(count) && !after.drew_from_empty {
        let rules = Rules::of(&[cr!("118.11")]);
        play.note(Level::Default, cause.kind, rules, Note::PaidOtherwise(player));
    }
    Ok(())
}

/// Counters are put on one object.
fn put_counters(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    (kind, quantity, on): (CounterKind, &Quantity, &Selection),
    cause: Cause,
) -> Outcome {
    let count = i32::try_from(amount(play, frame, quantity)?).unwrap_or(i32::MAX);
    let view = play.view()?;
    let objects = selections::select(Sight { game: &play.game, view: &view }, frame, on)?;
    let objects: Vec<ObjectId> = objects.into_iter().filter_map(Thing::object).collect();
    // What can't have counters put on it pays nothing (614.17b).
    let mut able = Vec::with_capacity(objects.len());
    for object in objects {
        if counters::cant_be_put(Sight { game: &play.game, view: &view }, object)?.is_none() {
            able.push(object);
        }
    }
    let objects = able;
    if let Some(object) = one_of(play, player, frame.source, cause.rules, objects)? {
        counters::put(play, cause, &[(object, kind, count)])?;
    }
    Ok(())
}

/// Counters are removed from one object that has so many.
fn remove_counters(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    (kind, quantity, from): (CounterKind, &Quantity, &Selection),
    cause: Cause,
) -> Outcome {
    let count = i32::try_from(amount(play, frame, quantity)?).unwrap_or(i32::MAX);
    let view = play.view()?;
    let objects = selections::select(Sight { game: &play.game, view: &view }, frame, from)?;
    let with_them =
        |object: &ObjectId| i64::from(play.game.object(*object).counters_of(kind)) >= i64::from(count);
    let objects = objects.into_iter().filter_map(Thing::object).filter(with_them).collect();
    if let Some(object) = one_of(play, player, frame.source, cause.rules, objects)? {
        counters::put(play, cause, &[(object, kind, count.saturating_neg())])?;
    }
    Ok(())
}

/// Cards are put from one zone into another, chosen among anybody's there.
fn pay_by_putting(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    (filter, from, to, quantity): (&Filter, Zone, Zone, &Quantity),
    cause: Cause,
    payment: &mut Payment,
) -> Outcome {
    let (view, count) = (play.view()?, amount(play, frame, quantity)?);
    let found = anybodys(Sight { game: &play.game, view: &view }, frame, filter, from)?;
    let asking = (player, ChoiceKind::Choose, Some(frame.on_stack.unwrap_or(frame.source)));
    let chosen = zones::exile::pick(play, asking, found, (count, count), cause.rules)?;
    let hidden: Vec<ObjectId> =
        chosen.iter().copied().filter(|card| zones::exile::is_hidden(&play.game, *card, player)).collect();
    let put = |card: &ObjectId| (cause, Move::new(*card, to, MoveAction::Put));
    let put = general::move_each(play, chosen.iter().map(put).collect())?;
    let put = put.into_iter().flatten();
    payment.used.extend(put.map(|card| (Verb::Put, card)));
    payment.hidden.extend(hidden);
    Ok(())
}

/// Life is paid (119.4), by a team of its life total (810.9a).
fn pay_life(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    quantity: &Quantity,
    cause: Cause,
) -> Outcome {
    let amount = amount(play, frame, quantity)?;
    let amount = i32::try_from(amount).unwrap_or(i32::MAX);
    let cause = cause.and(cr!("119.4"));
    let cause = if play.game.shares_life() { cause.and(cr!("810.9a")) } else { cause };
    let cause = information::informed(play, frame, cause, quantity)?;
    let (amount, instead) = prevention_effects::replace_payment(play, cause, player, amount)?;
    life::change_life(play, cause, player, amount.saturating_neg())?;
    for instructions in instead {
        instructions.run(play)?;
    }
    Ok(())
}
