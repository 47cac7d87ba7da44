//! CR 118: Costs

use crate::engine::additional::keyword_abilities;
use crate::engine::additional::keyword_abilities::{assist, convoke, delve, given, improvise};
use crate::engine::additional::keyword_actions::waterbend;
use crate::engine::halt::{Halt, Outcome, Why};
use crate::engine::play::{Play, Unpaid};
use crate::engine::reading::{Frame, Sight, quantities};
use crate::engine::spells::activating_activated_abilities;
use crate::engine::zones::general;
use crate::game::{Cause, CauseKind, ChoiceKind, Entered, Item, ManaAmount, ObjectId, PlayerId};
use crate::ir::cost::{ANYTHING, Used};
use crate::ir::part::{self, mentions};
use crate::ir::{Ability, CardType, Cost, Filter, ManaCost, ManaSymbol, Quantity, Verb, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note};

use super::mana;
use super::total_cost::Bill;

mod able_to_pay;
mod announced;
mod choosing;
mod one_part;
mod order;
mod symbols;
pub(in crate::engine) mod together;
mod written_out;

use self::one_part::pay_one;
pub(in crate::engine) use able_to_pay::{lacks_mana, payable, refuse_unpayable, why_unpayable};
use able_to_pay::{powers, why_not};
use order::{Part, with_mana};
pub(in crate::engine) use symbols::{announce_symbols, halves, may_pay_life};
pub(in crate::engine) use written_out::{chosen_of_several, with_mana_cost, written_out};

/// What was paid.
#[derive(Debug, Default)]
pub(in crate::engine) struct Payment {
    /// The mana that was spent, where mana is tracked.
    pub(in crate::engine) mana: ManaAmount,
    /// How much mana was spent at least and at most: two numbers only where its payment is taken as made and could have been of either.
    pub(in crate::engine) amount: (u32, u32),
    /// Who assisted, and with which mana (702.132a).
    pub(in crate::engine) assisted: Option<(PlayerId, ManaAmount)>,
    /// The player who was chosen (702.174a).
    pub(in crate::engine) promised: Option<PlayerId>,
    /// The objects that were used, and how.
    pub(in crate::engine) used: Vec<(Verb, ObjectId)>,
    /// What was beheld, as it was then.
    pub(in crate::engine) beheld: Vec<Entered>,
    /// The rules of the keywords by which some of its mana was or could have been paid otherwise, had there been anything for that.
    helped: Rules,
    /// Cards that chance picked from face-down piles: nobody sees them before all is paid.
    hidden: Vec<ObjectId>,
}

/// A player pays a cost in full (601.2h, 602.2b): after mana abilities (601.2g) the mana, then everything else; but before cards are
/// exiled for mana what may bring them to the graveyard. Says which mana was spent, where mana is tracked; else its payment is taken as made.
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
    let mut left = match &bill.mana {
        Some(cost) => Some(help_to_pay(play, frame, (player, object), bill, cost, &mut payment)?),
        None => None,
    };
    for part in with_mana(bill.delve, &bill.others) {
        let cost = match (part, left.take()) {
            (Part::Other(cost), not_yet) => {
                left = not_yet;
                cost
            }
            (Part::Mana, Some(to_pay)) => {
                pay_mana(play, frame, (player, object), bill, to_pay, cause, &mut payment)?;
                continue;
            }
            (Part::Mana, None) => continue,
        };
        let of_keyword = rule_of_keyword(play, frame, cost)?;
        if let Some((rule, why)) = why_not(play, frame, player, cost)? {
            let refused = Halt::illegal(player, rule, why, Some(frame.source));
            let of_symbol = matches!(cost, Cost::Untap).then_some(cr!("107.6"));
            return Err(of_symbol.into_iter().chain(of_keyword).fold(refused, Halt::and_rule));
        }
        let cause = of_keyword.into_iter().fold(cause, Cause::and);
        let besides = bill.rules.contains(cr!("118.9d")) && is_additional(play, frame, cost)?;
        let cause = if besides { cause.and(cr!("118.9d")) } else { cause };
        let cause = as_announced(play, bill, object, cost, cause);
        pay_one(play, frame, player, cost, cause, &mut payment)?;
    }
    // What chance has picked from a hidden pile is shown only now (406.4).
    for card in std::mem::take(&mut payment.hidden) {
        let rules = Rules::of(&[cr!("406.4")]);
        play.note(Level::Default, cause.kind, rules, Note::ShownAfterCost(card));
    }
    Ok(payment)
}

/// Mana abilities are activated for the mana of a cost (601.2g), and what may be done to pay for it instead is done: what is left to pay.
fn help_to_pay(
    play: &mut Play<'_>,
    frame: &Frame,
    (player, object): (PlayerId, ObjectId),
    bill: &Bill,
    cost: &ManaCost,
    payment: &mut Payment,
) -> Outcome<Vec<ManaCost>> {
    let mana_alone = !bill.may_be_helped();
    let unpaid = Unpaid { object, cost, mana_alone };
    let helper = if bill.assist { assist::choose(play, player, object, cost)? } else { None };
    if let Some(helper) = helper {
        while let Some((source, instance)) = play.mana_ability(helper, unpaid)? {
            activating_activated_abilities::activate_for_mana(play, helper, source, &instance)?;
        }
    }
    while let Some((source, instance)) = play.mana_ability(player, unpaid)? {
        activating_activated_abilities::activate_for_mana(play, player, source, &instance)?;
    }
    let cost = match helper {
        Some(helper) => {
            let (left, spent) = assist::pay(play, frame, (helper, object), cost)?;
            payment.assisted = Some((helper, spent));
            left
        }
        None => cost.clone(),
    };
    let (mut tapped, to_pay) = match bill.convoke {
        true => convoke::convoke(play, player, object, &cost)?,
        false => (Vec::new(), vec![cost]),
    };
    if bill.convoke && (!tapped.is_empty() || !has_untapped(play, player, CardType::Creature)?) {
        payment.helped.push(cr!("702.51a"));
    }
    let (also, to_pay) = match bill.improvise {
        true => improvise::improvise(play, player, object, to_pay)?,
        false => (Vec::new(), to_pay),
    };
    if bill.improvise && (!also.is_empty() || !has_untapped(play, player, CardType::Artifact)?) {
        payment.helped.push(cr!("702.126a"));
    }
    tapped.extend(also);
    let (also, to_pay) = waterbend::waterbend(play, player, object, bill.waterbend, to_pay)?;
    tapped.extend(also);
    payment.used.extend(tapped.into_iter().map(|permanent| (Verb::Tap, permanent)));
    Ok(to_pay)
}

/// Whether a player controls an untapped permanent of a type.
fn has_untapped(play: &mut Play<'_>, player: PlayerId, of: CardType) -> Outcome<bool> {
    let view = play.view()?;
    Ok(play.game.battlefield().iter().any(|permanent| {
        !play.game.object(*permanent).tapped
            && view.controller(&play.game, *permanent) == player
            && view.characteristics(&play.game, *permanent).is(of)
    }))
}

/// The rule of the keyword that asks for a part of a cost: which creatures count is what the keyword says.
fn rule_of_keyword(play: &mut Play<'_>, frame: &Frame, cost: &Cost) -> Outcome<Option<RuleId>> {
    let asked = matches!(
        cost,
        Cost::TapPower(..)
            | Cost::TapOthers(..)
            | Cost::Return(..)
            | Cost::Sacrifice(_)
            | Cost::Discard(_)
            | Cost::Exile(_, None, _)
            | Cost::ExileMaterials(..)
    );
    Ok(if asked {
        let of_ability = play.keyword_followed(frame);
        let paid = frame.announced.as_ref().map_or(&[][..], |announced| &announced.paid);
        let view = play.view()?;
        let spell = &view.characteristics(&play.game, frame.source).abilities;
        keyword_abilities::rule_of_cost(cost, of_ability, paid, spell)
    } else {
        None
    })
}

/// The cause of what pays a part of a cost, with the rule by which it stands for another (107.4f, 118.13, 606.5).
fn as_announced(play: &mut Play<'_>, bill: &Bill, object: ObjectId, cost: &Cost, cause: Cause) -> Cause {
    // A loyalty cost that others have become part of is what their sum says.
    if matches!(cost, Cost::Loyalty(0)) && bill.rules.contains(cr!("606.5")) {
        play.note(Level::Default, cause.kind, Rules::of(&[cr!("606.5")]), Note::LoyaltyStays(object));
    }
    // Two life may have been announced in the place of a Phyrexian symbol.
    if matches!(cost, Cost::Loyalty(_)) && bill.rules.contains(cr!("606.5")) {
        cause.and(cr!("606.5"))
    } else if matches!(cost, Cost::Life(Quantity::Fixed(2))) && bill.rules.contains(cr!("107.4f")) {
        cause.and(cr!("107.4f"))
    } else if matches!(cost, Cost::Life(Quantity::Fixed(2))) && bill.rules.contains(cr!("118.13")) {
        cause.and(cr!("118.13"))
    } else {
        cause
    }
}

/// Whether a spell asks for a cost besides, whatever else is paid for it.
fn is_additional(play: &mut Play<'_>, frame: &Frame, cost: &Cost) -> Outcome<bool> {
    let view = play.view()?;
    let abilities = &view.characteristics(&play.game, frame.source).abilities;
    let asks =
        |ability: &Ability| matches!(ability, Ability::AdditionalCost(its) if its.cost.0.contains(cost));
    Ok(abilities.iter().any(|instance| asks(&instance.ability)))
}

/// How much mana pays one of these costs, at least and at most: a symbol such as {2/W} is paid with one mana or with two (107.4e).
fn amount_of(costs: &[ManaCost]) -> (u32, u32) {
    let least = |cost: &ManaCost| -> u32 {
        let least = |symbol: &ManaSymbol| match symbol {
            ManaSymbol::MonoHybrid(amount, _) => u32::from(*amount).min(1),
            symbol => symbol.mana_value(),
        };
        cost.symbols.iter().map(least).sum()
    };
    let fewest = costs.iter().map(least).min().unwrap_or(0);
    (fewest, costs.iter().map(ManaCost::mana_value).max().unwrap_or(0))
}

/// A player pays what is left of the mana, with cards from their graveyard as far as the spell has delve.
fn pay_mana(
    play: &mut Play<'_>,
    frame: &Frame,
    (player, object): (PlayerId, ObjectId),
    bill: &Bill,
    mut left: Vec<ManaCost>,
    cause: Cause,
    payment: &mut Payment,
) -> Outcome {
    if bill.delve {
        let nothing_there = play.game.zone(Zone::Graveyard, player).is_empty();
        let (exiled, to_pay) = delve::delve(play, player, object, left)?;
        if nothing_there || !exiled.is_empty() {
            payment.helped.push(cr!("702.66a"));
        }
        payment.used.extend(exiled.into_iter().map(|card| (Verb::Exile, card)));
        left = to_pay;
    }
    if !play.strict_mana {
        if bill.mana.as_ref().is_some_and(|cost| !cost.symbols.is_empty()) {
            play.note(Level::Detail, cause.kind, cause.rules, Note::PaymentTaken(player));
        }
        payment.amount = amount_of(&left);
        return Ok(());
    }
    let of_mana = bill.rules.iter().filter(|rule| *rule != cr!("107.4f"));
    let mut cause = of_mana.fold(cause, Cause::and);
    if mana::of_any_color(play, player, &mut left)? {
        cause = cause.and(cr!("609.4b"));
    }
    if let Some(amount) = mana::spend(play, frame, player, &left, cause)? {
        payment.mana = amount;
        payment.amount = (amount.total(), amount.total());
        return Ok(());
    }
    play.short_of_mana(player, object, &left)?;
    let of_sources = mana::lacks_sources(play, frame, player, &left, &cause)?;
    let refused = match mana::would_do(play, frame, player, &left)? {
        true if of_sources => {
            (cr!("106.3"), "there is not enough mana of the sources whose mana alone may be spent on it")
        }
        // There is enough, but not all of it may be spent on this.
        true => (cr!("106.6"), "the mana that could pay for it may be spent on other things only"),
        false if mana::lacks_snow(play, frame, player, &left)? => {
            (cr!("107.4h"), "there is not enough mana from snow sources to pay for it")
        }
        false => (cr!("118.3"), "the mana that there is can't pay for it"),
    };
    let halt = Halt::illegal(player, refused.0, refused.1, Some(frame.source));
    // It could be paid if it had been announced otherwise.
    let halt = match announced::in_the_way(play, frame, player, object, &left)? {
        Some((words, rules)) => rules.iter().fold(halt, Halt::and_rule).announced_so(words),
        None => halt,
    };
    let halt = bill.mana.iter().fold(halt, Halt::of_cost);
    // What else could pay for some of it pays for that alone.
    let halt = payment.helped.iter().fold(halt, Halt::and_rule).with_left(left);
    // Effects have made it another than what is printed.
    let halt = match &bill.changed {
        Some(changed) => {
            let halt = bill.rules.iter().fold(halt.and_rule(cr!("601.2f")), Halt::and_rule);
            halt.changed_so(changed.clone())
        }
        None => halt,
    };
    // What it costs is said by the flashback that an effect gave it.
    let by_mana_cost = bill.rules.contains(cr!("702.1b"));
    let halt = if by_mana_cost { halt.and_rule(cr!("702.1b")) } else { halt };
    // What is tapped pays for the waterbend cost alone.
    Err(if bill.waterbend > 0 { halt.and_rule(cr!("701.67b")) } else { halt })
}

/// When a cost is paid, which tells what of it is settled first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) enum When {
    /// As a spell is cast (601.2b).
    Casting,
    /// As an ability is activated (602.2b).
    Activating,
    /// As something resolves (118.12).
    Resolving,
    /// As attackers or blockers are declared, or something enters.
    Otherwise,
}

const NOT_PAID: &str = "its cost is of a kind that headjudge does not play yet";

const ANY_COUNTERS: &str = "its cost removes several counters of any kind from several permanents";

/// Why a cost is never paid then; nothing for one that may be.
pub(in crate::engine) fn gap_of(cost: &Cost, when: When) -> Option<Why> {
    let never = matches!(cost, Cost::OneOf(_)) && !matches!(when, When::Casting | When::Resolving)
        || matches!(cost, Cost::ItsManaCost) && !matches!(when, When::Casting | When::Activating)
        || matches!(cost, Cost::Each(..)) && !matches!(when, When::Resolving | When::Otherwise);
    if never {
        return Some(NOT_PAID.into());
    }
    if let Cost::Each(each, _) = cost {
        return written_out::gap_of_several(each);
    }
    choosing::removes_from_several(cost).then_some(ANY_COUNTERS.into())
}

/// Whether a part of a cost has an {X} or an X in it, whose value somebody announces (107.3a).
pub(in crate::engine) fn has_variable(cost: &Cost) -> bool {
    matches!(cost, Cost::LoyaltyX) || mentions(cost, part::Part::is_variable)
}

fn amount(play: &mut Play<'_>, frame: &Frame, quantity: &Quantity) -> Outcome<u32> {
    let view = play.view()?;
    quantities::amount(Sight { game: &play.game, view: &view }, frame, quantity)
}

/// The objects with which a player pays, chosen by them where there is a choice.
fn choose(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    (used, zone): (Used<'_>, Zone),
    (kind, rules): (ChoiceKind, Rules),
) -> Outcome<Vec<ObjectId>> {
    let (filter, quantity, kind, rules) = match used {
        Used::This => return Ok(vec![frame.source]),
        Used::All => return Ok(play.game.zone(zone, player).to_vec()),
        Used::Top(quantity) => {
            let count = amount(play, frame, quantity)?;
            return general::top_of_library(play, player, count as usize);
        }
        Used::Chosen(filter, quantity) => (filter, quantity, kind, rules),
        // Chance picks among all cards of the hand (701.9b).
        Used::Random(quantity) => (&ANYTHING, quantity, ChoiceKind::Random, rules.and(cr!("701.9b"))),
    };
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let items: Vec<Item> =
        payable(sight, frame, player, filter, zone)?.into_iter().map(Item::Object).collect();
    // What has been chosen before is not chosen again.
    if given::is_settled(filter) {
        return Ok(items.iter().filter_map(Item::object).collect());
    }
    let (least, most) = if *quantity == Quantity::AnyNumber {
        (0, u32::try_from(items.len()).unwrap_or(u32::MAX))
    } else {
        let count = quantities::amount(sight, frame, quantity)?;
        (count, count)
    };
    let source = frame.asking();
    play.next_asks_of(frame, filter, None);
    let picked = play.pick(player, kind, Some(source), items, least, most, false, rules)?;
    Ok(picked.iter().filter_map(Item::object).collect())
}

/// The creatures that a player taps, with enough power in all (702.122a, 702.171a).
fn choose_power(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    (filter, quantity): (&Filter, &Quantity),
    rules: Rules,
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
    let source = frame.asking();
    play.next_asks_of(frame, filter, None);
    let picked = play.pick(player, ChoiceKind::Tap, Some(source), items, least, most, false, rules)?;
    let chosen = |object: &ObjectId| picked.contains(&Item::Object(*object));
    let (mut tapped, mut total) = (Vec::new(), 0);
    for (object, power) in creatures.into_iter().filter(|(object, _)| chosen(object)) {
        tapped.push(object);
        total += i64::from(power);
    }
    if total < wanted {
        let why = "the creatures tapped for it have too little power in all";
        let refused = Halt::illegal(player, cr!("118.3"), why, Some(frame.source));
        return Err(rules.iter().fold(refused, Halt::and_rule));
    }
    Ok(tapped)
}

fn discard(play: &mut Play<'_>, cause: Cause, cards: &[ObjectId]) -> Outcome {
    crate::engine::additional::keyword_actions::discard::discard(play, cause, cards).map(|_| ())
}

/// The one object that a part of a cost is paid with, as its player chooses where there are several.
fn one_of(
    play: &mut Play<'_>,
    player: PlayerId,
    source: ObjectId,
    rules: Rules,
    objects: Vec<ObjectId>,
) -> Outcome<Option<ObjectId>> {
    if objects.len() < 2 {
        return Ok(objects.first().copied());
    }
    let items = objects.into_iter().map(Item::Object).collect();
    let picked = play.pick(player, ChoiceKind::Choose, Some(source), items, 1, 1, false, rules)?;
    Ok(picked.first().and_then(Item::object))
}
