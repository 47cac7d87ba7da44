//! CR 118: Costs, as they are to be paid, with everything determined that they leave open

use crate::engine::halt::{Halt, Outcome, Why};
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::game::{ChoiceKind, Item, ObjectId, PlayerId};
use crate::ir::cost::Used;
use crate::ir::{Cost, Costs, ManaCost, Measure, Quantity, Selection};
use crate::rules::{Rules, cr};

use super::able_to_pay::can_pay;
use super::amount;

/// The cost with the mana cost or mana value of the object that has the ability or is cast for it, where it says that, and the rules by which it is that: looked at
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
    // "Its mana value" is that of the spell, {X} being 0 where its mana cost is not paid (107.3b).
    let value = its.map_or(0, |its| i32::try_from(its.mana_value()).unwrap_or(i32::MAX));
    for cost in &mut costs {
        if let Cost::Life(amount) | Cost::Energy(amount) = cost
            && matches!(amount, Quantity::Sum(Measure::ManaValueOf(of)) if **of == Selection::Itself)
        {
            *amount = Quantity::Fixed(value);
        }
    }
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

const PAID_SEVERAL_TIMES: &str = "a cost of its kind is paid several times";

/// Why costs are never paid several times; nothing for those that may be.
pub(super) fn gap_of_several(each: &Costs) -> Option<Why> {
    (!each.0.iter().all(is_paid_several_times)).then_some(Why::Borrowed(PAID_SEVERAL_TIMES))
}

/// Whether a part of a cost can be paid several times: as one sum, or time by time where its player chooses among costs.
fn is_paid_several_times(part: &Cost) -> bool {
    match part.used() {
        Some((Used::Chosen(..), _)) => {
            matches!(part, Cost::Sacrifice(_) | Cost::Discard(_) | Cost::Return(..))
        }
        Some((Used::Top(_), _)) => true,
        Some(_) => false,
        None => matches!(
            part,
            Cost::Mana(_)
                | Cost::OneOf(_)
                | Cost::Life(_)
                | Cost::Draw(_)
                | Cost::PutCounters(_, _, Selection::This)
        ),
    }
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
        if times == 0 {
            continue;
        }
        for part in &each.0 {
            if !is_paid_several_times(part) {
                return Err(Halt::gap(frame.source, PAID_SEVERAL_TIMES));
            }
            let mut part = part.clone();
            if let Some(count) = part.count_mut() {
                let sum = amount(play, frame, count)?.saturating_mul(times);
                *count = Quantity::Fixed(i32::try_from(sum).unwrap_or(i32::MAX));
                list.push(part);
            } else {
                list.extend(std::iter::repeat_n(part, times as usize));
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
        if items.is_empty() {
            let why = "none of the costs of which it asks for one can be paid";
            return Err(Halt::illegal(player, cr!("118.3"), why, Some(frame.source)));
        }
        let source = Some(frame.asking());
        let picked = play.pick(player, ChoiceKind::Mode, source, items, 1, 1, false, rules)?;
        if let Some(Item::Mode(number)) = picked.first() {
            list.extend(options.get(usize::from(*number) - 1).iter().flat_map(|option| option.0.clone()));
        }
    }
    Ok(list)
}
