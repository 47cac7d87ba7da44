//! CR 608: Resolving Spells and Abilities. What needs information about an illegal target does not happen (608.2b).

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::ir::instruction::sorts::{
    about_combat, about_objects, about_players, by_themselves, never_followed, that_last, that_turn_over,
};
use crate::ir::node::Node;
use crate::ir::part::{Part, any};
use crate::ir::{Change, Condition, Filter, Instruction, Players, Quantity};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

use super::active::is_other_ability;
use super::cause;

/// Whether a part asks for information about what it is given.
fn asks_about(part: Part<'_>) -> bool {
    match part {
        Part::Filter(filter) => matches!(
            filter,
            Filter::NamedLike(_)
                | Filter::Shares(..)
                | Filter::InCombatWith(_)
                | Filter::PairedWith(_)
                | Filter::DamagedBy(_)
        ),
        Part::Players(players) => {
            matches!(players, Players::ControllerOf(_) | Players::OwnerOf(_) | Players::OpponentsOf(_))
        }
        other => asks_about_all(other),
    }
}

/// Whether it is one answer about all that it is given, and not one about each: a number, or whether something is so.
fn asks_about_all(part: Part<'_>) -> bool {
    match part {
        Part::Quantity(Quantity::Count(filter)) => filter.cards_of().is_some(),
        Part::Quantity(quantity @ (Quantity::Greatest(_) | Quantity::Least(_))) => quantity.among().is_none(),
        Part::Quantity(quantity) => {
            matches!(quantity, Quantity::Sum(_) | Quantity::Domain(_) | Quantity::PartyOf(_))
        }
        Part::Condition(condition) => matches!(
            condition,
            Condition::Is(..)
                | Condition::TwoShare(..)
                | Condition::Same(..)
                | Condition::TurnOf(_)
                | Condition::Designated(..)
                | Condition::During(..)
        ),
        _ => false,
    }
}

/// Whether an instruction can't be followed because it needs to know something of an illegal target; says so, and keeps in mind that
/// what it would have counted or noted is not known either.
///
/// # Errors
/// If only some of the damage that it would deal at once could be known.
pub(super) fn leaves_out(play: &mut Play<'_>, frame: &mut Frame, instruction: &Instruction) -> Outcome<bool> {
    let all_known = frame.illegal.is_empty() && frame.partly_illegal.is_empty() && frame.unknown.is_empty();
    if all_known || !needs_to_know(frame, instruction) {
        return Ok(false);
    }
    if let Instruction::Damage(damage) = instruction
        && !damage.and.is_empty()
    {
        let why = "a part of the damage depends on an illegal target, and another is dealt at the same time";
        return Err(Halt::undecided(frame.source, why));
    }
    let mut note = Note::NothingKnown(frame.asking());
    if let Instruction::Create(create) = instruction {
        if !create.and.is_empty() {
            let why =
                "one of the tokens depends on an illegal target, and another is created at the same time";
            return Err(Halt::undecided(frame.source, why));
        }
        note = Note::NoTokenKnown(frame.asking());
    }
    let by = cause(frame, cr!("608.2b"));
    play.note(Level::Default, by.kind, Rules::of(&[cr!("608.2b")]), note);
    frame.did = false;
    if let Instruction::Count { slot, link, .. } = instruction {
        frame.unknown.push(*slot);
        frame.unnoted.extend(*link);
    }
    Ok(true)
}

/// What is asked by the instruction itself; those within it are looked at as it comes to them.
fn needs_to_know(frame: &Frame, instruction: &Instruction) -> bool {
    let doer = |who: &Players| asks_of_illegal(frame, who, true);
    // Who does it, or what, is asked as well.
    if let Instruction::Discard(discard) = instruction
        && discard.chosen_by.iter().any(doer)
    {
        return true;
    }
    if let Instruction::Put(put) = instruction
        && put.under.iter().any(doer)
    {
        return true;
    }
    if let Instruction::Damage(damage) = instruction
        && damage.source.iter().any(|source| asks_of_illegal(frame, source, true))
    {
        return true;
    }
    // So is what something becomes a copy of.
    let copied =
        |change: &Change| matches!(change, Change::CopyOf { what, .. } if asks_of_illegal(frame, what, true));
    if let Instruction::Apply(apply) = instruction
        && apply.changes.iter().any(copied)
    {
        return true;
    }
    match instruction {
        Instruction::May { who, .. } | Instruction::ChooseOne { who, .. } => doer(who),
        Instruction::MayPay { who, cost, .. } => doer(who) || asks(frame, cost),
        Instruction::If { condition, .. } => asks(frame, condition),
        Instruction::Repeat { times, .. } => asks(frame, times),
        Instruction::Again { .. } => false,
        Instruction::ForEach { of, .. } => asks(frame, of),
        Instruction::FlipCoin(coin) => doer(&coin.who) || asks(frame, &coin.times),
        Instruction::RollDie(die) => doer(&die.who) || asks(frame, &die.times) || asks(frame, &die.add),
        Instruction::Delayed(delayed) => asks(frame, &delayed.when),
        Instruction::Part { .. } | Instruction::WhenYouDo(_) | Instruction::WhenYouDoIf(..) => false,
        about_objects!()
        | about_players!()
        | that_last!()
        | that_turn_over!()
        | about_combat!()
        | by_themselves!()
        | never_followed!() => asks(frame, instruction),
    }
}

fn asks(frame: &Frame, form: &impl Node) -> bool {
    asks_of_illegal(frame, form, false)
}

/// Whether the form asks for information about targets all of which are illegal, for one answer about several of which some are, or for a
/// number that was to be counted of them. Of who
/// does something, or under whose control, or what deals damage, the whole form may be such a target: then nothing of it happens, and
/// nobody has refused to do it either.
fn asks_of_illegal(frame: &Frame, form: &impl Node, is_doer: bool) -> bool {
    any(form, &mut |place| {
        if let Part::Quantity(Quantity::Slot(slot)) = place.part {
            return frame.unknown.contains(slot);
        }
        if let Part::Quantity(Quantity::Chosen(link)) = place.part {
            return frame.unnoted.contains(link);
        }
        place.part.target().is_some_and(|number| {
            let phrase = frame.first_target + usize::from(number);
            let all = frame.illegal.contains(&phrase)
                && (is_doer && place.above.is_none() || place.is_within(asks_about));
            let some = frame.partly_illegal.contains(&phrase) && place.is_within(asks_about_all);
            (all || some) && !place.is_within(is_other_ability)
        })
    })
}
