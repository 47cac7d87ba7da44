//! CR 118: Costs

use crate::engine::additional::keyword_abilities::convoke;
use crate::engine::additional::keyword_actions::{exile, reveal, sacrifice, tap, waterbend};
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight, quantities, selections};
use crate::engine::spells::{activating_activated_abilities, continuous_effects};
use crate::engine::zones::general;
use crate::game::{
    Cause, CauseKind, ChoiceKind, Item, ManaAmount, Move, MoveAction, ObjectId, PlayerId, Thing,
};
use crate::ir::change::Action;
use crate::ir::{
    CardType, Cost, CounterKind, Filter, KeywordName, ManaCost, PaidAs, Quantity, Selection, Zone,
};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note};

use super::total_cost::Bill;
use super::{counters, drawing_a_card, life, mana};

mod symbols;

pub(in crate::engine) use symbols::announce_symbols;

/// What was paid.
#[derive(Debug, Default)]
pub(in crate::engine) struct Payment {
    /// The mana that was spent, where mana is tracked.
    pub(in crate::engine) mana: ManaAmount,
    /// The objects that were used, and how.
    pub(in crate::engine) used: Vec<(PaidAs, ObjectId)>,
}

/// A player pays a cost in full (601.2h, 602.2b): after mana abilities (601.2g) the mana, then everything else. Says which mana
/// was spent, where mana is tracked; else its payment is taken as made.
///
/// # Errors
/// [`Halt::Illegal`] if something can't be paid (118.3).
pub(in crate::engine) fn pay(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    object: ObjectId,
    bill: &Bill,
    rule: RuleId,
) -> Outcome<Payment> {
    let cause = Cause::new(CauseKind::Cost(object, player), rule);
    let mut payment = Payment::default();
    if let Some(cost) = &bill.mana {
        while let Some((source, instance)) = play.mana_ability(player)? {
            activating_activated_abilities::activate_for_mana(play, player, source, &instance)?;
        }
        let left =
            if bill.convoke { convoke::convoke(play, player, object, cost)? } else { vec![cost.clone()] };
        let left = waterbend::waterbend(play, player, object, bill.waterbend, left)?;
        if play.strict_mana {
            let of_mana = bill.rules.iter().filter(|rule| *rule != cr!("107.4f"));
            let cause = of_mana.fold(cause, Cause::and);
            match mana::spend(play, frame, player, &left, cause)? {
                Some(amount) => payment.mana = amount,
                None => {
                    let refused = match mana::would_do(play, frame, player, &left)? {
                        // There is enough, but not all of it may be spent on this.
                        true => {
                            (cr!("106.6"), "the mana that could pay for it may be spent on other things only")
                        }
                        false if mana::lacks_snow(play, frame, player, &left)? => {
                            (cr!("107.4h"), "there is not enough mana from snow sources to pay for it")
                        }
                        false => (cr!("118.3"), "the mana that there is can't pay for it"),
                    };
                    let halt = Halt::illegal(player, refused.0, refused.1, Some(frame.source));
                    // What it costs is said by the flashback that an effect gave it.
                    let by_mana_cost = bill.rules.contains(cr!("702.1b"));
                    let halt = if by_mana_cost { halt.and_rule(cr!("702.1b")) } else { halt };
                    // What is tapped pays for the waterbend cost alone.
                    return Err(if bill.waterbend > 0 { halt.and_rule(cr!("701.67b")) } else { halt });
                }
            }
        } else if !cost.symbols.is_empty() {
            play.note(Level::Detail, cause.kind, cause.rules, Note::PaymentTaken(player));
        }
    }
    // What chance or the library decides comes last (601.2h).
    let last = |cost: &&Cost| matches!(cost, Cost::DiscardRandom(_) | Cost::Mill(_) | Cost::ExileTop(_));
    let others = bill.others.iter().filter(|cost| !last(cost)).chain(bill.others.iter().filter(last));
    for cost in others {
        if let Some((rule, why)) = why_not(play, frame, player, cost)? {
            let refused = Halt::illegal(player, rule, why, Some(frame.source));
            // Which creatures count is what the keyword says.
            return Err(match (cost, play.keyword(frame.source, frame.origin)) {
                (Cost::TapPower(..), Some(KeywordName::Crew)) => refused.and_rule(cr!("702.122a")),
                (Cost::TapPower(..), Some(KeywordName::Saddle)) => refused.and_rule(cr!("702.171a")),
                _ => refused,
            });
        }
        // A loyalty cost that others have become part of is what their sum says.
        if matches!(cost, Cost::Loyalty(0)) && bill.rules.contains(cr!("606.5")) {
            play.note(Level::Default, cause.kind, Rules::of(&[cr!("606.5")]), Note::LoyaltyStays(object));
        }
        let cause = match cost {
            Cost::Loyalty(_) if bill.rules.contains(cr!("606.5")) => cause.and(cr!("606.5")),
            // Announced in the place of a Phyrexian symbol, which is two life.
            Cost::Life(Quantity::Fixed(2)) if bill.rules.contains(cr!("107.4f")) => cause.and(cr!("107.4f")),
            _ => cause,
        };
        pay_one(play, frame, player, cost, cause, &mut payment.used)?;
    }
    Ok(payment)
}

/// The cost with the mana cost of the object that has the ability, where it says that, and the rules by which it is that: looked at
/// again whenever it counts (702.1b), and nothing but the variable part of a keyword's cost (702.1a).
///
/// # Errors
/// [`Halt::Illegal`] if the object has no mana cost: such a cost can't be paid (118.6).
pub(in crate::engine) fn with_mana_cost(
    player: PlayerId,
    object: ObjectId,
    its: Option<&ManaCost>,
    mut costs: Vec<Cost>,
) -> Outcome<(Vec<Cost>, Rules)> {
    let mut rules = Rules::NONE;
    let more = costs.len() > 1;
    for cost in costs.iter_mut().filter(|cost| **cost == Cost::ItsManaCost) {
        let Some(its) = its else {
            let why = "its cost is that of a card without a mana cost, which can't be paid";
            return Err(Halt::illegal(player, cr!("118.6"), why, Some(object)));
        };
        *cost = Cost::Mana(its.clone());
        rules = if more { rules.and(cr!("702.1a")) } else { rules };
        rules = rules.and(cr!("702.1b"));
    }
    Ok((costs, rules))
}

/// The cost with what is to be paid several times written out: as one sum where nothing is chosen, else time by time.
///
/// # Errors
/// If a number can't be told, or a cost can't be paid several times in a way that headjudge plays.
pub(in crate::engine) fn written_out(
    play: &mut Play<'_>,
    frame: &Frame,
    costs: &[Cost],
) -> Outcome<Vec<Cost>> {
    let mut list = Vec::with_capacity(costs.len());
    for cost in costs {
        let Cost::Each(each, times) = cost else {
            list.push(cost.clone());
            continue;
        };
        let times = amount(play, frame, times)?;
        let mut so_many = |quantity: &Quantity| -> Outcome<Quantity> {
            let one = amount(play, frame, quantity)?;
            Ok(Quantity::Fixed(i32::try_from(one.saturating_mul(times)).unwrap_or(i32::MAX)))
        };
        if times == 0 {
            continue;
        }
        for part in &each.0 {
            match part {
                Cost::Mana(_) | Cost::OneOf(_) => list.extend((0..times).map(|_| part.clone())),
                Cost::Life(quantity) => list.push(Cost::Life(so_many(quantity)?)),
                Cost::Sacrifice(what, quantity) => {
                    list.push(Cost::Sacrifice(what.clone(), so_many(quantity)?));
                }
                Cost::Discard(what, quantity) => list.push(Cost::Discard(what.clone(), so_many(quantity)?)),
                Cost::Return(what, quantity) => list.push(Cost::Return(what.clone(), so_many(quantity)?)),
                Cost::ExileTop(quantity) => list.push(Cost::ExileTop(so_many(quantity)?)),
                Cost::Mill(quantity) => list.push(Cost::Mill(so_many(quantity)?)),
                Cost::Draw(quantity) => list.push(Cost::Draw(so_many(quantity)?)),
                Cost::PutCounters(kind, quantity, Selection::This) => {
                    list.push(Cost::PutCounters(*kind, so_many(quantity)?, Selection::This));
                }
                _ => return Err(Halt::undecided(frame.source, "a cost of its kind is paid several times")),
            }
        }
    }
    Ok(list)
}

/// The costs with one chosen of each that leaves a choice.
///
/// # Errors
/// If nobody makes the choice.
pub(in crate::engine) fn chosen_of_several(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    costs: Vec<Cost>,
    rules: Rules,
) -> Outcome<Vec<Cost>> {
    let mut list = Vec::with_capacity(costs.len());
    for cost in costs {
        let Cost::OneOf(options) = cost else {
            list.push(cost);
            continue;
        };
        let mut items = Vec::new();
        for (number, option) in (1u8..).zip(&options) {
            if can_pay(play, frame, player, &option.0)? {
                items.push(Item::Mode(number));
            }
        }
        let source = Some(frame.on_stack.unwrap_or(frame.source));
        let picked = play.pick(player, ChoiceKind::Mode, source, items, 1, 1, false, rules)?;
        if let Some(Item::Mode(number)) = picked.first() {
            list.extend(options.get(usize::from(*number) - 1).iter().flat_map(|option| option.0.clone()));
        }
    }
    Ok(list)
}

/// Whether a player can pay a cost in full (118.3).
///
/// # Errors
/// If it asks for what can't be told.
pub(in crate::engine) fn can_pay(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    costs: &[Cost],
) -> Outcome<bool> {
    for cost in costs {
        if why_not(play, frame, player, cost)?.is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Why a part of a cost can't be paid now, and by which rule; nothing if it can.
fn why_not(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    cost: &Cost,
) -> Outcome<Option<(RuleId, &'static str)>> {
    if let Cost::Life(quantity) = cost {
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        return life::why_not_pay(sight, player, quantities::amount(sight, frame, quantity)?);
    }
    let rule = if matches!(cost, Cost::Loyalty(_) | Cost::LoyaltyX) { cr!("606.6") } else { cr!("118.3") };
    Ok(what_is_missing(play, frame, player, cost)?.map(|why| (rule, why)))
}

/// What is missing so that a part of a cost could be paid.
fn what_is_missing(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    cost: &Cost,
) -> Outcome<Option<&'static str>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let source = play.game.object(frame.source);
    let here = source.on_battlefield();
    let amount = |quantity: &Quantity| quantities::amount(sight, frame, quantity);
    let enough = |filter: &Filter, zone: Zone, quantity: &Quantity| -> Outcome<bool> {
        Ok(payable(sight, frame, player, filter, zone)?.len() >= amount(quantity)? as usize)
    };
    Ok(match cost {
        Cost::Mana(_) | Cost::Waterbend(_) | Cost::ManaTimes(..) | Cost::Life(_) => None,
        Cost::Tap => (!here || source.tapped).then_some("it is already tapped"),
        Cost::Untap => (!here || !source.tapped).then_some("it is not tapped"),
        Cost::Loyalty(loyalty) => {
            let has = source.counters_of(CounterKind::LOYALTY);
            (!here || (*loyalty < 0 && has < loyalty.unsigned_abs())).then_some("it has too little loyalty")
        }
        Cost::LoyaltyX => {
            let x = frame.announced.as_ref().map_or(0, |announced| announced.x);
            (!here || source.counters_of(CounterKind::LOYALTY) < x).then_some("it has too little loyalty")
        }
        Cost::Sacrifice(filter, quantity) => {
            (!enough(filter, Zone::Battlefield, quantity)?).then_some("there is not enough to sacrifice")
        }
        Cost::SacrificeThis | Cost::ReturnThis => (!here
            || view.controller(&play.game, frame.source) != player)
            .then_some("the permanent is not there, or not the player's"),
        Cost::Discard(filter, quantity) => {
            (!enough(filter, Zone::Hand, quantity)?).then_some("there are not enough cards to discard")
        }
        Cost::DiscardThis => {
            (!source.exists || source.zone != Zone::Hand).then_some("the card is not in the hand")
        }
        Cost::DiscardRandom(quantity) => (play.game.zone(Zone::Hand, player).len()
            < amount(quantity)? as usize)
            .then_some("there are not enough cards to discard"),
        Cost::DiscardHand => None,
        Cost::Exile(filter, zone, quantity) => {
            (!enough(filter, *zone, quantity)?).then_some("there is not enough to exile")
        }
        Cost::ExileThis => (!source.exists).then_some("it is not there"),
        Cost::ExileTop(quantity) | Cost::Mill(quantity) => {
            let library = play.game.player(player);
            (!library.endless_library && library.library.len() < amount(quantity)? as usize)
                .then_some("the library has too few cards")
        }
        Cost::Return(filter, quantity) => {
            (!enough(filter, Zone::Battlefield, quantity)?).then_some("there is not enough to return")
        }
        Cost::TapOthers(filter, quantity) => {
            let candidates = payable(sight, frame, player, filter, Zone::Battlefield)?;
            let untapped = candidates.iter().filter(|object| !play.game.object(**object).tapped).count();
            (untapped < amount(quantity)? as usize).then_some("there is not enough to tap")
        }
        Cost::TapPower(filter, quantity) => {
            let all: i32 =
                powers(sight, frame, player, filter)?.iter().map(|(_, power)| *power.max(&0)).sum();
            (i64::from(all) < i64::from(amount(quantity)?))
                .then_some("the other untapped creatures have too little power")
        }
        Cost::Reveal(filter, quantity) => {
            (!enough(filter, Zone::Hand, quantity)?).then_some("there are not enough cards to reveal")
        }
        Cost::RemoveCounters(kind, quantity, from) => {
            let Some(kind) = kind else {
                return Err(Halt::undecided(frame.source, "its cost removes counters of any kind"));
            };
            let objects = selections::select(sight, frame, from)?;
            let wanted = amount(quantity)?;
            let has = objects
                .iter()
                .filter_map(|thing| thing.object())
                .any(|object| play.game.object(object).counters_of(*kind) >= wanted);
            (!has).then_some("there are too few counters to remove")
        }
        Cost::PutCounters(..) => None,
        // From an empty library a card can be drawn as far as costs go (121.3), but not if an effect forbids it.
        Cost::Draw(quantity) => {
            let more_than_one = amount(quantity)? > 1;
            let forbidden = continuous_effects::prohibited(sight, Action::Draw, None, Some(player), None)?
                .is_some()
                || more_than_one && continuous_effects::forbids(&view, Action::DrawMoreThanOne);
            forbidden.then_some("an effect says that the player can't draw so many cards")
        }
        Cost::Energy(quantity) => (play.game.player(player).energy < amount(quantity)?)
            .then_some("the player has too little energy"),
        Cost::OneOf(options) => {
            let mut payable = false;
            for option in options {
                payable |= can_pay(play, frame, player, &option.0)?;
            }
            (!payable).then_some("none of the costs to choose from can be paid")
        }
        Cost::Each(..) | Cost::CollectEvidence(_) | Cost::ItsManaCost => {
            return Err(Halt::undecided(
                frame.source,
                "its cost is of a kind that headjudge does not play yet",
            ));
        }
    })
}

/// The objects with which a player can pay: their permanents, or their own cards.
fn payable(
    sight: Sight<'_>,
    frame: &Frame,
    player: PlayerId,
    filter: &Filter,
    zone: Zone,
) -> Outcome<Vec<ObjectId>> {
    let mut found = Vec::new();
    for object in sight.game.zone(zone, player) {
        let own = match zone {
            Zone::Battlefield => sight.view.controller(sight.game, *object) == player,
            _ => sight.game.object(*object).owner == player,
        };
        // A spell can't pay for itself: it is on the stack while its costs are paid.
        if own && matches(sight, frame, filter, *object)? {
            found.push(*object);
        }
    }
    Ok(found)
}

fn pay_one(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    cost: &Cost,
    cause: Cause,
    used: &mut Vec<(PaidAs, ObjectId)>,
) -> Outcome {
    let source = frame.source;
    let mut uses =
        |how: PaidAs, objects: &[ObjectId]| used.extend(objects.iter().map(|object| (how, *object)));
    match cost {
        // Mana has been paid before everything else.
        Cost::Mana(_) | Cost::Waterbend(_) | Cost::ManaTimes(..) => {}
        Cost::Tap => tap::tap(play, cause, &[source], true)?,
        Cost::Untap => tap::tap(play, cause, &[source], false)?,
        Cost::Loyalty(loyalty) => counters::put(play, cause, &[(source, CounterKind::LOYALTY, *loyalty)])?,
        Cost::LoyaltyX => {
            let x = frame.announced.as_ref().map_or(0, |announced| announced.x);
            let amount = i32::try_from(x).unwrap_or(i32::MAX).saturating_neg();
            counters::put(play, cause, &[(source, CounterKind::LOYALTY, amount)])?;
        }
        Cost::Life(quantity) => {
            let amount = amount(play, frame, quantity)?;
            let amount = i32::try_from(amount).unwrap_or(i32::MAX);
            life::change_life(play, cause.and(cr!("119.4")), player, amount.saturating_neg())?;
        }
        Cost::Sacrifice(filter, quantity) => {
            let chosen = choose(
                play,
                frame,
                player,
                filter,
                Zone::Battlefield,
                quantity,
                (ChoiceKind::Sacrifice, cause.rules),
            )?;
            uses(PaidAs::Sacrificed, &chosen);
            sacrifice::sacrifice(play, cause.without_rules(), &chosen)?;
        }
        Cost::SacrificeThis => {
            uses(PaidAs::Sacrificed, &[source]);
            sacrifice::sacrifice(play, cause.without_rules(), &[source])?;
        }
        Cost::Discard(filter, quantity) => {
            let chosen = choose(
                play,
                frame,
                player,
                filter,
                Zone::Hand,
                quantity,
                (ChoiceKind::Discard, cause.rules),
            )?;
            uses(PaidAs::Discarded, &chosen);
            discard(play, cause, &chosen)?;
        }
        Cost::DiscardThis => discard(play, cause, &[source])?,
        Cost::DiscardHand => {
            let hand = play.game.zone(Zone::Hand, player).to_vec();
            discard(play, cause, &hand)?;
        }
        Cost::Exile(filter, zone, quantity) => {
            let chosen =
                choose(play, frame, player, filter, *zone, quantity, (ChoiceKind::Exile, cause.rules))?;
            let exiled = exile::exile(play, cause, &chosen, false)?;
            uses(PaidAs::Exiled, &exiled.into_iter().flatten().collect::<Vec<_>>());
        }
        Cost::ExileThis => {
            exile::exile(play, cause, &[source], false)?;
        }
        Cost::ExileTop(quantity) => {
            let count = amount(play, frame, quantity)?;
            let top = general::top_of_library(play, player, count as usize)?;
            exile::exile(play, cause, &top, false)?;
        }
        Cost::Mill(quantity) => {
            let count = amount(play, frame, quantity)?;
            crate::engine::additional::keyword_actions::mill::mill(play, cause, player, count)?;
        }
        Cost::Return(filter, quantity) => {
            let chosen = choose(
                play,
                frame,
                player,
                filter,
                Zone::Battlefield,
                quantity,
                (ChoiceKind::Return, cause.rules),
            )?;
            uses(PaidAs::Returned, &chosen);
            let moves = chosen
                .iter()
                .map(|object| (cause, Move::new(*object, Zone::Hand, MoveAction::Put)))
                .collect();
            general::move_each(play, moves)?;
        }
        Cost::ReturnThis => {
            general::move_one(play, cause, Move::new(source, Zone::Hand, MoveAction::Put))?;
        }
        Cost::TapOthers(filter, quantity) => {
            let untapped = Filter::All(vec![filter.clone(), Filter::Is(crate::ir::Trait::Untapped)]);
            let chosen = choose(
                play,
                frame,
                player,
                &untapped,
                Zone::Battlefield,
                quantity,
                (ChoiceKind::Tap, cause.rules),
            )?;
            uses(PaidAs::Tapped, &chosen);
            tap::tap(play, cause, &chosen, true)?;
        }
        Cost::TapPower(filter, quantity) => {
            let chosen = choose_power(play, frame, player, filter, quantity)?;
            uses(PaidAs::Tapped, &chosen);
            tap::tap(play, cause, &chosen, true)?;
        }
        Cost::RemoveCounters(Some(kind), quantity, from) => {
            let count = i32::try_from(amount(play, frame, quantity)?).unwrap_or(i32::MAX);
            let view = play.view()?;
            let objects = selections::select(Sight { game: &play.game, view: &view }, frame, from)?;
            if let Some(object) = objects.into_iter().find_map(Thing::object) {
                counters::put(play, cause, &[(object, *kind, count.saturating_neg())])?;
            }
        }
        Cost::PutCounters(kind, quantity, on) => {
            let count = i32::try_from(amount(play, frame, quantity)?).unwrap_or(i32::MAX);
            let view = play.view()?;
            let objects = selections::select(Sight { game: &play.game, view: &view }, frame, on)?;
            if let Some(object) = objects.into_iter().find_map(Thing::object) {
                counters::put(play, cause, &[(object, *kind, count)])?;
            }
        }
        Cost::Draw(quantity) => {
            let count = amount(play, frame, quantity)?;
            let before = play.game.player(player).drawn;
            drawing_a_card::draw(play, cause, player, count)?;
            let after = play.game.player(player);
            if after.drawn < before.saturating_add(count) && !after.drew_from_empty {
                let rules = Rules::of(&[cr!("118.11")]);
                play.note(Level::Default, cause.kind, rules, Note::PaidOtherwise(player));
            }
        }
        Cost::Reveal(filter, quantity) => {
            let chosen =
                choose(play, frame, player, filter, Zone::Hand, quantity, (ChoiceKind::Reveal, cause.rules))?;
            reveal::reveal(play, cause, &chosen);
        }
        Cost::Energy(quantity) => {
            let count = i32::try_from(amount(play, frame, quantity)?).unwrap_or(i32::MAX);
            let change = crate::game::Change::Energy(player, count.saturating_neg());
            play.change(cause.and(cr!("107.14")), Level::Default, change);
        }
        _ => return Err(Halt::undecided(source, "its cost is of a kind that headjudge does not play yet")),
    }
    Ok(())
}

fn amount(play: &mut Play<'_>, frame: &Frame, quantity: &Quantity) -> Outcome<u32> {
    let view = play.view()?;
    quantities::amount(Sight { game: &play.game, view: &view }, frame, quantity)
}

/// The objects with which a player pays, chosen by them.
fn choose(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    filter: &Filter,
    zone: Zone,
    quantity: &Quantity,
    (kind, rules): (ChoiceKind, Rules),
) -> Outcome<Vec<ObjectId>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let count = quantities::amount(sight, frame, quantity)?;
    let items: Vec<Item> =
        payable(sight, frame, player, filter, zone)?.into_iter().map(Item::Object).collect();
    let source = frame.on_stack.unwrap_or(frame.source);
    let picked = play.pick(player, kind, Some(source), items, count, count, false, rules)?;
    Ok(picked
        .into_iter()
        .filter_map(|item| match item {
            Item::Object(object) => Some(object),
            _ => None,
        })
        .collect())
}

/// The untapped creatures of a kind that a player controls, each with its power.
fn powers(
    sight: Sight<'_>,
    frame: &Frame,
    player: PlayerId,
    filter: &Filter,
) -> Outcome<Vec<(ObjectId, i32)>> {
    let mut found = Vec::new();
    for object in payable(sight, frame, player, filter, Zone::Battlefield)? {
        let characteristics = sight.view.characteristics(sight.game, object);
        if characteristics.is(CardType::Creature) && !sight.game.object(object).tapped {
            found.push((object, characteristics.power.unwrap_or(0)));
        }
    }
    Ok(found)
}

/// The creatures that a player taps, with enough power in all (702.122a, 702.171a).
fn choose_power(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    filter: &Filter,
    quantity: &Quantity,
) -> Outcome<Vec<ObjectId>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let wanted = i64::from(quantities::amount(sight, frame, quantity)?);
    let creatures = powers(sight, frame, player, filter)?;
    // With the strongest first, it takes at least so many.
    let mut strongest: Vec<i64> = creatures.iter().map(|(_, power)| i64::from(*power)).collect();
    strongest.sort_unstable_by(|one, other| other.cmp(one));
    let (mut least, mut total) = (0, 0);
    for power in strongest {
        if total >= wanted {
            break;
        }
        (least, total) = (least + 1, total + power);
    }
    let items: Vec<Item> = creatures.iter().map(|(object, _)| Item::Object(*object)).collect();
    let most = u32::try_from(items.len()).unwrap_or(u32::MAX);
    let source = frame.on_stack.unwrap_or(frame.source);
    let rules = Rules::of(&[cr!("601.2h")]);
    let picked = play.pick(player, ChoiceKind::Tap, Some(source), items, least, most, false, rules)?;
    let chosen = |object: &ObjectId| picked.contains(&Item::Object(*object));
    let (mut tapped, mut total) = (Vec::new(), 0);
    for (object, power) in creatures.into_iter().filter(|(object, _)| chosen(object)) {
        tapped.push(object);
        total += i64::from(power);
    }
    if total < wanted {
        let why = "the creatures tapped for it have too little power in all";
        return Err(Halt::illegal(player, cr!("118.3"), why, Some(frame.source)));
    }
    Ok(tapped)
}

fn discard(play: &mut Play<'_>, cause: Cause, cards: &[ObjectId]) -> Outcome {
    crate::engine::additional::keyword_actions::discard::discard(play, cause.without_rules(), cards)
        .map(|_| ())
}
