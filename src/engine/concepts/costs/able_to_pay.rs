//! CR 118: Costs. What a player needs to have so that a cost can be paid (118.3)

use crate::engine::additional::keyword_abilities::{craft, crew};
use crate::engine::additional::keyword_actions::behold;
use crate::engine::additional::merging_with_permanents::all_components;
use crate::engine::concepts::{counters, life, mana};
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight, found, quantities, selections};
use crate::engine::spells::{activating_activated_abilities, continuous_effects};
use crate::engine::variants::commander;
use crate::game::{Game, Nature, ObjectId, PlayerId, Thing};
use crate::ir::change::Action;
use crate::ir::cost::Used;
use crate::ir::part::{Part, mentions};
use crate::ir::{CardType, Cost, Costs, CounterKind, Filter, ManaSymbol, Quantity, Selection, Verb, Zone};
use crate::rules::{RuleId, cr};

use super::one_part::announced_x;
use super::{ANY_COUNTERS, NOT_PAID, choosing, order};

/// Whether a player can pay a cost in full (118.3).
///
/// # Errors
/// If it asks for what can't be told, or for what only another part of it would bring: where no spell is cast and no ability activated,
/// no rule says in which order its parts are paid.
pub(in crate::engine) fn can_pay(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    costs: &[Cost],
) -> Outcome<bool> {
    Ok(why_unpayable(play, frame, player, costs)?.is_none())
}

/// By which rule a player can't pay a cost in full; nothing if they can.
///
/// # Errors
/// As [`can_pay`].
pub(in crate::engine) fn why_unpayable(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    costs: &[Cost],
) -> Outcome<Option<RuleId>> {
    match first_unpayable(play, frame, player, costs)? {
        None => Ok(None),
        Some(Missing { rule, brought: false, .. }) => Ok(Some(rule)),
        Some(_) => Err(Halt::undecided(
            frame.source,
            "whether a cost of several parts can be paid is not worked out",
        )),
    }
}

/// Whether a player has too little mana for a part of a cost where mana is tracked, and no mana ability to make more (605.3a).
///
/// # Errors
/// If what the player has can't be told.
pub(in crate::engine) fn lacks_mana(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    costs: &[Cost],
) -> Outcome<bool> {
    if !play.strict_mana {
        return Ok(false);
    }
    let view = play.view()?;
    for cost in costs {
        let Cost::Mana(mana) = cost else { continue };
        // Life may pay for these (107.4f).
        let with_life = |symbol: &ManaSymbol| {
            matches!(symbol, ManaSymbol::Phyrexian(_) | ManaSymbol::HybridPhyrexian(..))
        };
        let mut for_life = false;
        for color in mana.symbols.iter().flat_map(|symbol| symbol.colors().iter().collect::<Vec<_>>()) {
            for_life |= super::may_pay_life(play, player, color)?;
        }
        if for_life {
            continue;
        }
        if mana.has_variable()
            || mana.symbols.iter().any(with_life)
            || activating_activated_abilities::has_mana_ability(&play.game, &view, player)
        {
            continue;
        }
        let mut needed = vec![mana.clone()];
        mana::of_any_color(play, player, &mut needed)?;
        if !mana::would_do(play, frame, player, &needed)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Refuses what has a cost that a player can't pay in full (118.3), in whatever order they pay its parts (601.2h).
///
/// # Errors
/// [`Halt::Illegal`] if they can't; else if it asks for what can't be told.
pub(in crate::engine) fn refuse_unpayable(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    costs: &[Cost],
) -> Outcome {
    match first_unpayable(play, frame, player, costs)? {
        Some(Missing { rule, why, brought: false }) => {
            Err(Halt::illegal(player, rule, why, Some(frame.source)))
        }
        _ => Ok(()),
    }
}

/// Why a part of a cost can't be paid as it is.
struct Missing {
    rule: RuleId,
    why: &'static str,
    /// Whether another part, paid first, would bring what is missing.
    brought: bool,
}

/// The first part of a cost that can't be paid, before those for which another part would bring what is missing.
fn first_unpayable(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    costs: &[Cost],
) -> Outcome<Option<Missing>> {
    let mut first = None;
    for cost in joined(play, frame, costs)? {
        let Some((rule, why)) = why_not(play, frame, player, &cost)? else { continue };
        let brought = is_brought(play, frame, player, costs, &cost)?;
        let missing = Missing { rule, why, brought };
        if !brought {
            return Ok(Some(missing));
        }
        first.get_or_insert(missing);
    }
    Ok(first)
}

/// Whether what a part of a cost lacks is not more than what the others, paid first, could bring to where it is paid with it (601.2h).
fn is_brought(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    costs: &[Cost],
    part: &Cost,
) -> Outcome<bool> {
    let bringing: Vec<&Cost> = costs.iter().filter(|other| order::brings_for(other, part)).collect();
    if bringing.is_empty() {
        return Ok(false);
    }
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let (there, needed) = if let Cost::Put(filter, from, _, quantity) = part {
        (anybodys(sight, frame, filter, *from)?, quantity)
    } else if let Some((Used::Random(quantity), _)) = part.used() {
        (play.game.zone(Zone::Hand, player).to_vec(), quantity)
    } else if let Some((filter, zone, quantity)) = paid_with(part) {
        (payable(sight, frame, player, filter, zone)?, quantity)
    } else {
        return Ok(false);
    };
    let mut could_be = u32::try_from(there.len()).unwrap_or(u32::MAX);
    for other in bringing {
        could_be = could_be.saturating_add(most_brought(sight, frame, player, costs, other)?);
    }
    Ok(could_be > 0 && could_be >= quantities::amount(sight, frame, needed)?)
}

/// What a player chooses to pay a part of a cost with, of their own, from where, and how many.
fn paid_with(part: &Cost) -> Option<(&Filter, Zone, &Quantity)> {
    match part.used() {
        Some((Used::Chosen(filter, quantity), Some(zone))) => Some((filter, zone, quantity)),
        _ => None,
    }
}

/// As how many cards at most there arrives what a part of a cost moves: no token does, and a melded or merged permanent as several.
fn most_brought(
    sight: Sight<'_>,
    frame: &Frame,
    player: PlayerId,
    costs: &[Cost],
    part: &Cost,
) -> Outcome<u32> {
    // What yet another part brings may be moved on.
    let moves_on = costs.iter().any(|other| order::brings_for(other, part));
    let amount = |quantity| quantities::amount(sight, frame, quantity);
    let (there, amount) = if let Cost::Draw(quantity) = part {
        return amount(quantity);
    } else if let Cost::Put(filter, from, _, quantity) = part {
        (anybodys(sight, frame, filter, *from)?, amount(quantity)?)
    } else {
        match part.used() {
            Some((Used::Random(quantity) | Used::Top(quantity), _)) => return amount(quantity),
            Some((Used::This, None)) if !sight.game.object(frame.source).exists => {
                (found::this(sight.game, frame).into_iter().map(|(object, _)| object).collect(), 1)
            }
            Some((Used::This, _)) => (vec![frame.source], 1),
            Some((Used::All, _)) => (sight.game.zone(Zone::Hand, player).to_vec(), u32::MAX),
            Some((Used::Chosen(filter, quantity), Some(zone))) => {
                (payable(sight, frame, player, filter, zone)?, amount(quantity)?)
            }
            Some((Used::Chosen(..), None)) | None => return Ok(0),
        }
    };
    if moves_on {
        return Ok(amount);
    }
    let cards = |object: &ObjectId| {
        let its = all_components(sight.game, *object).into_iter();
        let is_card = |component: &ObjectId| {
            matches!(sight.game.object(*component).nature, Nature::Card(_) | Nature::Unknown)
        };
        its.filter(is_card).count()
    };
    let mut cards: Vec<usize> = there.iter().map(cards).collect();
    cards.sort_unstable_by(|one, other| other.cmp(one));
    let most: usize = cards.into_iter().take(amount as usize).sum();
    Ok(u32::try_from(most).unwrap_or(u32::MAX))
}

/// The parts of a cost with those that need the same thing as one.
fn joined(play: &mut Play<'_>, frame: &Frame, costs: &[Cost]) -> Outcome<Vec<Cost>> {
    let mut joined: Vec<Cost> = Vec::with_capacity(costs.len());
    for cost in costs {
        let same = |other: &&mut Cost| match (other.used(), cost.used()) {
            (Some((Used::Chosen(one, _), _)), Some((Used::Chosen(other_kind, _), _))) => {
                one == other_kind
                    && other.verb() == cost.verb()
                    && !matches!(cost, Cost::Exile(..) | Cost::Reveal(..) | Cost::Choose(..))
            }
            _ => matches!(
                (&**other, cost),
                (Cost::Life(_), Cost::Life(_)) | (Cost::Energy(_), Cost::Energy(_))
            ),
        };
        let Some(earlier) = joined.iter_mut().find(same) else {
            joined.push(cost.clone());
            continue;
        };
        let mut cost = cost.clone();
        if let (Some(sum), Some(more)) = (earlier.count_mut(), cost.count_mut()) {
            let view = play.view()?;
            let sight = Sight { game: &play.game, view: &view };
            let one = quantities::amount(sight, frame, sum)?;
            let all = one.saturating_add(quantities::amount(sight, frame, more)?);
            *sum = Quantity::Fixed(i32::try_from(all).unwrap_or(i32::MAX));
        }
    }
    Ok(joined)
}

/// Why a part of a cost can't be paid now, and by which rule; nothing if it can.
pub(super) fn why_not(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    cost: &Cost,
) -> Outcome<Option<(RuleId, &'static str)>> {
    // What refers to colors that nothing has is unpayable.
    if mentions(cost, |part| matches!(part, Part::Quantity(Quantity::CommanderColors)))
        && commander::identity_of(&play.game, frame.controller)?.0.is_none()
    {
        return Ok(Some((cr!("903.4f"), "the player has no commander, of whose colors the cost speaks")));
    }
    if let Cost::Life(quantity) = cost {
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        let amount = quantities::amount(sight, frame, quantity)?;
        return life::why_not_pay(sight, player, amount, frame.on_stack.filter(|_| frame.announcing));
    }
    if puts_what_cant_be_put(play, frame, cost)? {
        return Ok(Some((cr!("614.17b"), "an effect says that counters can't be put there")));
    }
    let rule = if matches!(cost, Cost::Loyalty(_) | Cost::LoyaltyX) { cr!("606.6") } else { cr!("118.3") };
    Ok(what_is_missing(play, frame, player, cost)?.map(|why| (rule, why)))
}

/// Whether a cost puts counters on what can't have counters put on it.
fn puts_what_cant_be_put(play: &mut Play<'_>, frame: &Frame, cost: &Cost) -> Outcome<bool> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let on = if let Cost::PutCounters(_, _, on) = cost {
        selections::select(sight, frame, on)?
    } else if matches!(cost, Cost::Loyalty(1..)) {
        vec![Thing::Object(frame.source)]
    } else {
        return Ok(false);
    };
    let objects: Vec<ObjectId> = on.into_iter().filter_map(Thing::object).collect();
    for object in &objects {
        if counters::cant_be_put(sight, *object)?.is_none() {
            return Ok(false);
        }
    }
    Ok(!objects.is_empty())
}

/// What is missing where creatures of so much power are to be tapped, other than the permanent itself.
fn too_little_power(powers: &[(ObjectId, i32)], least: u32) -> Option<&'static str> {
    let all: i32 = powers.iter().map(|(_, power)| *power.max(&0)).sum();
    (i64::from(all) < i64::from(least)).then_some(match powers {
        [] => "only other creatures can be tapped for it, and none is untapped",
        _ => "the other untapped creatures have too little power",
    })
}

const TOO_FEW_TO_SACRIFICE: &str = "there are too few permanents of the kind that the cost asks to sacrifice";
const TOO_FEW_TO_RETURN: &str = "there are too few permanents of the kind that the cost asks to return";
const TOO_FEW_TO_TAP: &str =
    "there are too few untapped permanents of the kind that the cost asks to be tapped";

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
    // Any number may be none.
    let amount = |quantity: &Quantity| {
        if *quantity == Quantity::AnyNumber { Ok(0) } else { quantities::amount(sight, frame, quantity) }
    };
    let too_few = |cost: &Cost| -> Outcome<bool> {
        let Some((filter, zone, quantity)) = paid_with(cost) else { return Ok(false) };
        Ok(payable(sight, frame, player, filter, zone)?.len() < amount(quantity)? as usize)
    };
    Ok(match cost {
        Cost::Mana(_) | Cost::Waterbend(_) | Cost::ManaTimes(..) | Cost::Life(_) => None,
        Cost::Tap | Cost::Untap if !here => Some("it is not on the battlefield"),
        Cost::Tap => source.tapped.then_some("it is already tapped"),
        Cost::Untap => (!source.tapped).then_some("it is not tapped"),
        Cost::Loyalty(loyalty) => too_little_loyalty(&play.game, frame, loyalty.saturating_neg()),
        Cost::LoyaltyX => too_little_loyalty(&play.game, frame, announced_x(frame)),
        Cost::Sacrifice(_) | Cost::Return(..) if cost.moves_this() => (!here
            || view.controller(&play.game, frame.source) != player)
            .then_some("the permanent is not there, or not the player's"),
        Cost::Sacrifice(_) => too_few(cost)?.then_some(TOO_FEW_TO_SACRIFICE),
        Cost::Return(..) => too_few(cost)?.then_some(TOO_FEW_TO_RETURN),
        // What is not on the battlefield can't be exerted (701.43c).
        Cost::Exert => (!here).then_some("it is not on the battlefield"),
        // Of the Equipment that gives the ability it is the creature that has it.
        Cost::Unattach(what) => (!is_attached(sight, frame, what)?).then_some("it is attached to nothing"),
        Cost::Discard(it) => match it.used() {
            Used::This => {
                (!source.exists || source.zone != Zone::Hand).then_some("the card is not in the hand")
            }
            Used::Random(quantity) => too_few_in_hand(play, player, amount(quantity)?),
            _ => too_few(cost)?.then_some("there are not enough cards to discard"),
        },
        Cost::Exile(_, None, _) => {
            (!source.exists && found::this(&play.game, frame).is_empty()).then_some("it is not there")
        }
        Cost::Exile(..) => too_few(cost)?.then_some("there are too few objects to exile"),
        Cost::Behold(what, quantity) => {
            let there = behold::beheld(sight, frame, player, what)?.len();
            (there < amount(quantity)? as usize).then_some("there is too little to behold")
        }
        Cost::ExileMaterials(what, count, together) => {
            let there = craft::most(sight, frame, player, (what, together.as_ref()))?;
            let (least, _) = craft::how_many(sight, frame, count)?;
            (there < least as usize).then_some("there are too few materials to exile")
        }
        Cost::Put(filter, from, _, quantity) => {
            let there = anybodys(sight, frame, filter, *from)?.len();
            (there < amount(quantity)? as usize).then_some("there are too few cards to put there")
        }
        Cost::ExileTop(quantity) | Cost::Mill(quantity) => {
            too_few_in_library(play, player, amount(quantity)?)
        }
        Cost::TapOthers(filter, quantity) => {
            let untapped = untapped(sight, frame, player, filter)?;
            (untapped < amount(quantity)? as usize).then_some(TOO_FEW_TO_TAP)
        }
        Cost::TapPower(filter, quantity) => {
            too_little_power(&powers(sight, frame, player, filter)?, amount(quantity)?)
        }
        Cost::Choose(..) => too_few(cost)?.then_some("there are not enough permanents to choose from"),
        Cost::Reveal(..) => too_few(cost)?.then_some("there are not enough cards to reveal"),
        Cost::RemoveCounters(kind, quantity, from) => {
            if choosing::removes_from_several(cost) {
                return Err(Halt::gap(frame.source, ANY_COUNTERS));
            }
            (!has_counters(sight, frame, *kind, amount(quantity)?, from)?)
                .then_some("there are too few counters to remove")
        }
        Cost::PutCounters(_, _, on) => selections::select(sight, frame, on)?
            .is_empty()
            .then_some("there is nothing on which the counters could be put"),
        // From an empty library a card can be drawn as far as costs go (121.3), but not if an effect forbids it.
        Cost::Draw(_) => forbids_drawing(sight, player)?
            .then_some("an effect says that the player can't draw so many cards"),
        Cost::ChoosePlayer(from) => {
            selections::players(sight, frame, from)?.is_empty().then_some("there is no such player to choose")
        }
        Cost::Energy(quantity) => (play.game.player(player).energy < amount(quantity)?)
            .then_some("the player has too little energy"),
        Cost::OneOf(options) => (!any_can_be_paid(play, frame, player, options)?)
            .then_some("none of the costs to choose from can be paid"),
        Cost::CollectEvidence(quantity) => {
            let all: i64 = choosing::evidence(sight, frame, player)?.iter().map(|(_, value)| *value).sum();
            (all < i64::from(amount(quantity)?))
                .then_some("the cards in the graveyard have too little mana value in all")
        }
        Cost::Each(..) | Cost::ItsManaCost => return Err(Halt::gap(frame.source, NOT_PAID)),
    })
}

/// That a permanent is not there, or has not as many loyalty counters as are removed (606.6).
fn too_little_loyalty(game: &Game, frame: &Frame, removed: i32) -> Option<&'static str> {
    let source = game.object(frame.source);
    let has = i64::from(source.counters_of(CounterKind::LOYALTY));
    (!source.on_battlefield() || has < i64::from(removed)).then_some("it has too little loyalty")
}

/// That a hand holds fewer cards than are discarded at random.
fn too_few_in_hand(play: &Play<'_>, player: PlayerId, discarded: u32) -> Option<&'static str> {
    let held = play.game.zone(Zone::Hand, player).len();
    (held < discarded as usize).then_some("there are not enough cards to discard")
}

/// That a library holds fewer cards than are moved from its top.
fn too_few_in_library(play: &Play<'_>, player: PlayerId, moved: u32) -> Option<&'static str> {
    let its = play.game.player(player);
    (!its.endless_library && its.library.len() < moved as usize).then_some("the library has too few cards")
}

/// Whether any of what a cost unattaches is attached to something.
fn is_attached(sight: Sight<'_>, frame: &Frame, what: &Selection) -> Outcome<bool> {
    let objects = selections::select(sight, frame, what)?;
    Ok(objects.iter().filter_map(|thing| thing.object()).any(|object| {
        let its = sight.game.object(object);
        its.on_battlefield() && its.attached_to.is_some()
    }))
}

/// Whether one of some objects has so many counters, of one kind or of any.
fn has_counters(
    sight: Sight<'_>,
    frame: &Frame,
    kind: Option<CounterKind>,
    wanted: u32,
    from: &Selection,
) -> Outcome<bool> {
    let objects = selections::select(sight, frame, from)?;
    let count = |object| match kind {
        Some(kind) => sight.game.object(object).counters_of(kind),
        None => choosing::all_counters(sight.game, object),
    };
    Ok(objects.iter().filter_map(|thing| thing.object()).any(|object| count(object) >= wanted))
}

/// Whether an effect forbids a player to draw.
fn forbids_drawing(sight: Sight<'_>, player: PlayerId) -> Outcome<bool> {
    let by = continuous_effects::prohibited(sight, Action::Do(Verb::Draw), None, Some(player), None)?;
    Ok(by.is_some())
}

/// How many untapped permanents of a kind there are to be tapped.
fn untapped(sight: Sight<'_>, frame: &Frame, player: PlayerId, filter: &Filter) -> Outcome<usize> {
    let candidates = payable(sight, frame, player, filter, Zone::Battlefield)?;
    Ok(candidates.iter().filter(|object| !sight.game.object(**object).tapped).count())
}

/// Whether one of several costs can be paid.
fn any_can_be_paid(play: &mut Play<'_>, frame: &Frame, player: PlayerId, options: &[Costs]) -> Outcome<bool> {
    let mut payable = false;
    for option in options {
        payable |= can_pay(play, frame, player, &option.0)?;
    }
    Ok(payable)
}

/// The objects with which a player can pay: their permanents, or their own cards.
pub(in crate::engine) fn payable(
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

/// The objects of a kind in a zone, whoever they belong to.
pub(super) fn anybodys(
    sight: Sight<'_>,
    frame: &Frame,
    filter: &Filter,
    zone: Zone,
) -> Outcome<Vec<ObjectId>> {
    let there = Filter::All(vec![filter.clone(), Filter::In(vec![zone])]);
    selections::each(sight, frame, &there)
}

/// The untapped creatures of a kind that a player controls, each with its power, or what counts as that for crewing or saddling.
pub(super) fn powers(
    sight: Sight<'_>,
    frame: &Frame,
    player: PlayerId,
    filter: &Filter,
) -> Outcome<Vec<(ObjectId, i32)>> {
    let mut found = Vec::new();
    for object in payable(sight, frame, player, filter, Zone::Battlefield)? {
        let characteristics = sight.view.characteristics(sight.game, object);
        if characteristics.is(CardType::Creature) && !sight.game.object(object).tapped {
            let more = crew::more_power(sight, frame, object)?;
            found.push((object, characteristics.power.unwrap_or(0).saturating_add(more)));
        }
    }
    Ok(found)
}
