//! What is asked of a player as something enters (614.12a).

use crate::engine::additional::keyword_abilities;
use crate::engine::concepts::total_cost::Bill;
use crate::engine::concepts::{costs, life};
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::selections::each;
use crate::engine::reading::{Frame, Sight, quantities};
use crate::engine::spells::instructions;
use crate::engine::zones::exile;
use crate::game::{CauseKind, ChoiceKind, Deed as May, Item, ObjectId, Thing};
use crate::ir::instruction::{Choose, Sacrifice};
use crate::ir::{Cost, Costs, Filter, Instruction, Link, Players, Quantity, Symbol};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note};

use super::at_once::{AtOnce, Deed};
use super::coming::Coming;
use super::{as_it_enters, how_many, left_to_choose};

/// Permanents are sacrificed as it enters, but none twice (614.13b).
pub(super) fn sacrifice(
    play: &mut Play<'_>,
    frame: &mut Frame,
    (it, at_once): (&mut Coming<'_>, &mut AtOnce),
    of: &Sacrifice,
    rules: Rules,
) -> Outcome {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let what = of.what.clone().unwrap_or(Filter::EVERYTHING);
    let of_player = Filter::All(vec![what, Filter::ControlledBy(Players::You)]);
    let mut found = each(sight, frame, &of_player)?;
    found.retain(|object| *object != it.object() && !at_once.enters(*object));
    let taken = found.iter().any(|object| at_once.takes(*object));
    found.retain(|object| !at_once.takes(*object));
    let most = u32::try_from(found.len()).unwrap_or(u32::MAX);
    let any_number = of.count == Quantity::AnyNumber;
    let count = if any_number { None } else { Some(quantities::amount(sight, frame, &of.count)?) };
    let least = count.map_or(0, |count| count.min(most));
    let most = count.map_or(most, |count| count.min(most));
    let rules = if taken { rules.and(cr!("614.13b")) } else { rules };
    // What goes for another effect is not there to be chosen, and perhaps nothing else is.
    if found.is_empty() && taken {
        let note = Note::Impossible(frame.controller);
        let cause = CauseKind::Ability(it.object());
        play.note(Level::Default, cause, Rules::of(&[cr!("614.13b")]), note);
        frame.bind(of.slot, Vec::new());
        return Ok(());
    }
    let items = found.into_iter().map(Item::Object).collect();
    let asking = Some(it.asking());
    let kind = ChoiceKind::Sacrifice;
    let picked = play.pick(frame.controller, kind, asking, items, least, most, false, rules)?;
    let chosen: Vec<Thing> = picked.into_iter().filter_map(Item::thing).collect();
    let objects: Vec<ObjectId> = chosen.iter().filter_map(|thing| thing.object()).collect();
    frame.bind(of.slot, chosen);
    at_once.put_off(it.object(), frame, Deed::Sacrifice(objects));
    Ok(())
}

/// Objects are chosen as it enters, but none that enters itself or has been chosen for another such effect (614.13a–b).
pub(super) fn choose(
    play: &mut Play<'_>,
    frame: &mut Frame,
    (it, at_once): (&mut Coming<'_>, &mut AtOnce),
    choice: &Choose,
    rules: Rules,
) -> Outcome {
    let (left, excluded, taken) = left_to_choose(play, frame, choice, it, at_once)?;
    let count = how_many(play, frame, choice)?;
    let most = count.min(u32::try_from(left.len()).unwrap_or(u32::MAX));
    let least = if choice.up_to || choice.count == Quantity::AnyNumber { 0 } else { most };
    let rules = if excluded { rules.and(cr!("614.13a")) } else { rules };
    let rules = if taken { rules.and(cr!("614.13b")) } else { rules };
    // Of cards in exile that the player may not look at piles are chosen (406.4).
    let asking = (frame.controller, ChoiceKind::Choose, Some(it.asking()));
    play.next_asks_of(frame, &choice.what, None);
    let picked = exile::pick(play, asking, left, (least, most), rules)?;
    frame.bind(Some(choice.slot), picked.into_iter().map(Thing::Object).collect());
    Ok(())
}

/// Something may be done as it enters, if all of it is possible (608.2d).
pub(super) fn may(
    play: &mut Play<'_>,
    frame: &mut Frame,
    (it, at_once): (&mut Coming<'_>, &mut AtOnce),
    who: &Players,
    (does, then, otherwise): (&[Instruction], &[Instruction], &[Instruction]),
    (keyword, rules): (Option<RuleId>, Rules),
) -> Outcome {
    let mut possible = true;
    for choice in does {
        if let Instruction::Choose(choice) = choice {
            let count = how_many(play, frame, choice)? as usize;
            let (left, ..) = left_to_choose(play, frame, choice, it, at_once)?;
            let any = choice.up_to || choice.count == Quantity::AnyNumber;
            possible &= any || left.len() >= count;
        }
    }
    let asking = Some(it.asking());
    let Some(player) = instructions::one_player(play, frame, who)? else { return Ok(()) };
    let done = possible && play.ask_to(player, what(does, keyword), asking, rules)?;
    // Whether tribute was paid is what another ability asks (702.104b).
    if done && keyword == Some(cr!("702.104a")) {
        it.keep(Link::TRIBUTE, Symbol::parse(keyword_abilities::tribute::PAID));
    }
    let follows = if done { does.iter().chain(then) } else { otherwise.iter().chain(&[]) };
    for instruction in follows {
        as_it_enters(play, frame, instruction, it, at_once)?;
    }
    Ok(())
}

/// What a player may do as it enters, as far as a word can say it.
fn what(does: &[Instruction], keyword: Option<RuleId>) -> May {
    match does {
        _ if keyword == Some(cr!("702.104a")) => May::PayTribute,
        [Instruction::PutCounters { kind, count: Quantity::Fixed(1), and, .. }] if and.is_empty() => {
            May::EnterWith(*kind)
        }
        _ => May::Something,
    }
}

/// A cost may be paid as it enters.
pub(super) fn may_pay(
    play: &mut Play<'_>,
    frame: &mut Frame,
    (it, at_once): (&mut Coming<'_>, &mut AtOnce),
    (cost, then, otherwise): (&Costs, &[Instruction], &[Instruction]),
    rules: Rules,
) -> Outcome {
    let cost = costs::written_out(play, frame, &cost.0)?;
    let player = frame.controller;
    let paid = match costs::why_unpayable(play, frame, player, &cost)? {
        Some(rule) => {
            let note = Note::CantPay(player, Some(it.asking()));
            play.note(Level::Default, CauseKind::Rules, rules.led_by(rule), note);
            false
        }
        None => play.ask(player, ChoiceKind::Pay, Some(it.asking()), rules)?,
    };
    if paid {
        let (to_pay, rules) = costs::announce_symbols(play, player, it.asking(), cost, None)?;
        let mut bill = Bill::of(play, frame, to_pay)?;
        bill.rules = rules;
        costs::pay(play, frame, player, it.asking(), &bill, cr!("614.12a"))?;
    }
    for instruction in if paid { then } else { otherwise } {
        as_it_enters(play, frame, instruction, it, at_once)?;
    }
    Ok(())
}

/// Any amount of life is paid as it enters (119.4).
pub(super) fn pay_any_life(
    play: &mut Play<'_>,
    frame: &mut Frame,
    it: &mut Coming<'_>,
    link: Link,
    rules: Rules,
) -> Outcome {
    let player = frame.controller;
    let life = u32::try_from(play.game.player(player).life).unwrap_or(0);
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    // Who can't pay any can always pay 0 (119.4b).
    let (life, rules) = match life::why_not_pay(sight, player, life, None)? {
        Some((rule, _)) => (0, rules.and(rule).and(cr!("119.4b"))),
        None => (life, rules.and(cr!("119.4"))),
    };
    let paid = play.number(player, Some(it.asking()), (0, life), rules)?;
    let cost = Cost::Life(Quantity::Fixed(i32::try_from(paid).unwrap_or(i32::MAX)));
    let bill = Bill::of(play, frame, vec![cost])?;
    costs::pay(play, frame, player, it.asking(), &bill, cr!("614.12a"))?;
    it.keep(link, Symbol::parse(&paid.to_string()));
    Ok(())
}
