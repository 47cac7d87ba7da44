//! CR 609: Effects. The instructions of a spell or ability are followed in order (608.2c).
//!
//! [`run`] takes them one by one; [`objects`] does what happens to objects, [`players`] what happens to players, [`lasting`] what is kept,
//! [`optional`] what players may do, [`rounds`] what is done for each of several. What an instruction did is bound to its slot, so that later ones find it ("that card", "this way").

mod acting;
mod active;
mod casting;
mod choosing;
mod chosen;
mod combat;
mod face_down;
mod from_the_top;
mod gaps;
pub(in crate::engine) mod grounds;
pub(in crate::engine) mod information;
pub(in crate::engine::spells) mod last_known;
pub(in crate::engine) mod lasting;
mod meant;
mod nobody;
mod objects;
pub(in crate::engine) mod optional;
mod players;
mod possible;
mod rounds;
mod sacrificing;
pub(in crate::engine) mod supplements;
mod unknown;

use crate::engine::additional::keyword_abilities::{cipher, gift, overload, saddle, soulbond};
use crate::engine::additional::keyword_actions::exchange;
use crate::engine::additional::keyword_actions::{Doing, goad, vote};
use crate::engine::additional::{flipping_a_coin, rolling_a_die};
use crate::engine::concepts::ending_the_game;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight, conditions, found, quantities};
use crate::game::effects::Linked;
use crate::game::{Cause, CauseKind, ChoiceKind, Item, Nature, PlayerId, Thing};
use crate::ir::ability::Delayed;
use crate::ir::instruction::sorts::{
    about_combat, about_objects, about_players, never_followed, that_last, that_turn_over,
};
use crate::ir::instruction::{Apply, ChoosePlayer};
use crate::ir::part::{Part, mentions};
use crate::ir::{Body, Condition, Filter, Instruction, Players, Selection};
use crate::ir::{Costs, Link, Quantity, Slot};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note};

use self::active::choose_active;
use self::chosen::choose;
pub(super) use self::chosen::{candidates, candidates_to_put};
pub(in crate::engine) use self::gaps::gap_of;
use self::gaps::not_played;
pub(in crate::engine) use self::meant::{amount, how_many, one_player, things, who_are};
pub(super) use self::meant::{candidates_in, cards_there, objects_there, rule_of_number, rules_of_who};
use self::optional::Offered;
use super::interaction_of_continuous_effects::noticed;
use super::{continuous_effects, handling_triggered_abilities, linked_abilities};

/// Follows instructions in order (608.2c).
///
/// # Errors
/// If one needs a choice that nobody makes, or can't be played.
pub(in crate::engine) fn run(
    play: &mut Play<'_>,
    frame: &mut Frame,
    instructions: &[Instruction],
) -> Outcome {
    run_first(play, frame, instructions, instructions.len())
}

/// Follows so many of some instructions.
fn run_first(
    play: &mut Play<'_>,
    frame: &mut Frame,
    instructions: &[Instruction],
    how_many: usize,
) -> Outcome {
    let mut rest = instructions;
    for _ in 0..how_many {
        let [instruction, after @ ..] = rest else { break };
        step(play, frame, instruction, |play, frame| {
            if let Instruction::Choose(choice) = instruction {
                return choose(play, frame, choice, after);
            }
            follow(play, frame, instruction)
        })?;
        rest = after;
    }
    Ok(())
}

/// Follows one instruction in this way, unless it needs to know something that is not known.
fn step<'a>(
    play: &mut Play<'a>,
    frame: &mut Frame,
    instruction: &Instruction,
    how: impl FnOnce(&mut Play<'a>, &mut Frame) -> Outcome,
) -> Outcome {
    play.tick("instructions are followed without end")?;
    if play.game.shares_turns() {
        choose_active(play, frame, instruction)?;
    }
    if unknown::leaves_out(play, frame, instruction)? {
        return Ok(());
    }
    if frame.on_stack.is_some() {
        frame.began.get_or_insert(play.game.next_object());
    }
    if matches!(
        instruction,
        Instruction::Apply(_)
            | Instruction::Delayed(_)
            | Instruction::WhenYouDo(_)
            | Instruction::WhenYouDoIf(..)
    ) {
        found::keep(&play.game, frame);
    }
    let mark = play.trace.mark();
    let given = gift::rules_of(play, frame, instruction);
    let outer = given.map(|(what, given)| (frame.within.replace(what), frame.because.replace(given)));
    let because = frame.because;
    let by_last_known = because.is_none() && last_known::finds(play, frame, instruction)?;
    if by_last_known {
        frame.because = Some(cr!("608.2h"));
    }
    let counted = grounds::counted(play, frame, instruction);
    let followed = how(play, frame);
    counted.into_iter().for_each(|counted| grounds::keep_counted(play, frame, counted, mark));
    watched(play, frame, instruction, mark);
    followed?;
    if by_last_known {
        frame.because = because;
    }
    found::keep_named(frame, instruction);
    if play.trace.mark() == mark && linked_abilities::speaks_of_none(&play.game, frame, instruction) {
        let by = cause(frame, cr!("607.5a"));
        play.note(Level::Default, by.kind, by.rules, Note::Undefined(frame.source));
    } else if play.trace.mark() == mark {
        nobody::note(play, frame, instruction);
    }
    if let Some(outer) = outer {
        (frame.within, frame.because) = outer;
    }
    Ok(())
}

/// Tells who looks out for it that an instruction has been followed, and whether it has left a step since.
fn watched(play: &mut Play<'_>, frame: &Frame, instruction: &Instruction, since: usize) {
    if let Some(watch) = &mut play.watch {
        watch.followed(instruction, frame.source, frame.origin, play.trace.mark() > since);
    }
}

fn follow(play: &mut Play<'_>, frame: &mut Frame, instruction: &Instruction) -> Outcome {
    if let Some(why) = gap_of(instruction) {
        return Err(Halt::gap(frame.source, why));
    }
    match instruction {
        Instruction::May { who, does, then, otherwise } => {
            optional::may(play, frame, who, does, then, otherwise)
        }
        Instruction::MayPay { who, cost, then, otherwise, either } => {
            may_pay(play, frame, (who, cost, *either), then, otherwise)
        }
        Instruction::If { condition, then, otherwise } => if_so(play, frame, condition, then, otherwise),
        Instruction::Repeat { times, does } => {
            for _ in 0..amount(play, frame, times)? {
                run(play, frame, does)?;
            }
            Ok(())
        }
        Instruction::Again { does, only_if } => choosing::again(play, frame, does, only_if),
        Instruction::ForEach { of, does } => rounds::for_each(play, frame, of, does),
        Instruction::ChooseOne { who, from, piles } => {
            match optional::choose_one(play, frame, who, from, *piles)? {
                Some(course) => run(play, frame, course),
                None => Ok(()),
            }
        }
        Instruction::Part { first_target, does } => {
            let outer = (frame.first_target, frame.spliced);
            (frame.first_target, frame.spliced) = (usize::from(*first_target), true);
            let followed = run(play, frame, does);
            (frame.first_target, frame.spliced) = outer;
            followed
        }
        Instruction::WhenYouDo(body) => reflex(play, frame, None, body),
        Instruction::WhenYouDoIf(condition, body) => reflex(play, frame, Some(condition), body),
        Instruction::Delayed(delayed) => delay(play, frame, delayed),
        Instruction::Apply(apply) => apply_effect(play, frame, apply),
        Instruction::Do { action, who, what, subtype, count, slot } => {
            let (what, count) = (what.as_ref(), count.as_ref());
            acting::act(
                play,
                frame,
                &Doing { action: action.0, who, what, subtype: *subtype, count, slot: *slot },
            )
        }
        Instruction::Choose(choice) => choose(play, frame, choice, &[]),
        Instruction::ExchangeControl(what) => {
            let things = things(play, frame, what)?;
            frame.did = exchange::exchange_control(play, frame, what, &things)?;
            noticed::notice_changes(play)
        }
        Instruction::ExchangeCards(one, other) => exchange_cards(play, frame, one, other),
        Instruction::ChoosePlayer(ChoosePlayer { who, from, count, up_to, slot, random, link: _ }) => {
            choose_player(play, frame, (who, from, count), (*up_to, *random), *slot)
        }
        Instruction::PayAnyEnergy { one_or_more, slot } => pay_any_energy(play, frame, *one_or_more, *slot),
        Instruction::Count { quantity, slot, link } => count(play, frame, quantity, *slot, *link),
        Instruction::Note { what, slot } => {
            let things = things(play, frame, what)?;
            let anew = found::looks_for(frame, what);
            frame.bind_looked_for(*slot, things, anew);
            Ok(())
        }
        Instruction::Link { what, link, of } => keep_linked(play, frame, what, *link, of),
        Instruction::FlipCoin(coin) => flipping_a_coin::flip(play, frame, coin),
        Instruction::RollDie(die) => rolling_a_die::roll(play, frame, die),
        Instruction::Vote(vote) => vote::vote(play, frame, vote),
        Instruction::Cast(cast) => casting::follow(play, frame, cast),
        Instruction::WinGame(who) => win(play, frame, who),
        Instruction::LoseGame(who) => {
            let losers: Vec<(PlayerId, RuleId)> =
                who_are(play, frame, who)?.into_iter().map(|player| (player, cr!("104.3e"))).collect();
            ending_the_game::lose(play, &losers, cause(frame, cr!("104.3e")).kind)?;
            Ok(())
        }
        about_objects!()
        | about_players!()
        | that_last!()
        | that_turn_over!()
        | about_combat!()
        | never_followed!() => {
            if objects::follow(play, frame, instruction)?
                || players::follow(play, frame, instruction)?
                || lasting::follow(play, frame, instruction)?
                || face_down::follow(play, frame, instruction)?
                || from_the_top::follow(play, frame, instruction)?
                || combat::follow(play, frame, instruction)?
            {
                Ok(())
            } else {
                Err(Halt::gap(frame.source, not_played(instruction)))
            }
        }
    }
}

/// A reflexive triggered ability, with a condition of its own or without, unless what it looks for has not happened (603.12).
fn reflex(play: &mut Play<'_>, frame: &Frame, condition: Option<&Condition>, body: &Body) -> Outcome {
    if frame.undone == Some(true) {
        let kind = cause(frame, cr!("603.12")).kind;
        let note = Note::ReflexiveDoesNotTrigger(frame.source);
        play.note(Level::Default, kind, Rules::of(&[cr!("603.12")]), note);
        return Ok(());
    }
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    // It triggers only if that is so (603.4).
    if let Some(condition) = condition
        && !conditions::holds(sight, frame, condition)?
    {
        let by = Cause {
            kind: cause(frame, cr!("603.12")).kind,
            rules: Rules::of(&[cr!("603.4"), cr!("603.12")]),
        };
        let note = Note::ReflexiveUnmet(frame.source);
        play.note_unmet(Level::Default, by, note, (frame, condition));
        return Ok(());
    }
    handling_triggered_abilities::reflex(play, frame, condition, body);
    Ok(())
}

/// A delayed triggered ability is made (603.7).
fn delay(play: &mut Play<'_>, frame: &mut Frame, delayed: &Delayed) -> Outcome {
    if waits_for_illegal(frame, delayed) {
        return Ok(());
    }
    // What a keyword stands for is said by the keyword.
    let keyword = play.keyword_rule(frame);
    let cause = keyword.into_iter().fold(cause(frame, cr!("603.7a")).by(cr!("603.7a")), Cause::and);
    handling_triggered_abilities::delay(play, cause, frame, delayed);
    Ok(())
}

/// Whether a delayed triggered ability would wait for what happens to an illegal target: nothing is known of it, so that this part of the
/// effect doesn't happen (608.2b).
fn waits_for_illegal(frame: &Frame, delayed: &Delayed) -> bool {
    if frame.illegal.is_empty() {
        return false;
    }
    let is_unknown = |part: Part<'_>| {
        let Part::Filter(Filter::Among(of)) = part else { return false };
        if let Selection::Target(place) = **of {
            return frame.illegal.contains(&(frame.first_target + usize::from(place)));
        }
        let Selection::Slot(slot) = **of else { return false };
        frame.slot(slot).is_some_and(<[Thing]>::is_empty)
    };
    delayed.when.alternatives().iter().all(|event| mentions(event, is_unknown))
}

/// A permanent and a card of another zone are exchanged, if both are there (701.12).
fn exchange_cards(play: &mut Play<'_>, frame: &mut Frame, one: &Selection, other: &Selection) -> Outcome {
    let permanent = objects_there(play, frame, one)?.first().copied();
    let card = cards_there(play, frame, other)?.first().copied();
    match (permanent, card) {
        (Some(permanent), Some(card)) => exchange::exchange_cards(play, frame, permanent, card),
        _ => Ok(()),
    }
}

/// A player wins, and with that player a team (104.2b).
fn win(play: &mut Play<'_>, frame: &mut Frame, who: &Players) -> Outcome {
    let winners = who_are(play, frame, who)?;
    let Some(winner) = winners.first().copied() else { return Ok(()) };
    // The players of a team win together.
    if winners.iter().any(|other| !play.game.same_team(winner, *other)) {
        return Err(Halt::undecided(frame.source, "it lets several players win who are no team"));
    }
    ending_the_game::win(play, winner, cause(frame, cr!("104.2b")).kind)?;
    Ok(())
}

/// Objects are kept for a linked ability (607).
fn keep_linked(
    play: &mut Play<'_>,
    frame: &mut Frame,
    what: &Selection,
    link: Link,
    of: &Selection,
) -> Outcome {
    let objects = cards_there(play, frame, what)?;
    if *of == Selection::This {
        for object in objects {
            linked_abilities::keep(play, frame, link, object, Linked::Put);
        }
        return Ok(());
    }
    for holder in objects_there(play, frame, of)? {
        for object in &objects {
            linked_abilities::keep_for(play, frame, holder, link, *object);
        }
    }
    Ok(())
}

/// A number is determined now, once and for all that follows (608.2h).
fn count(
    play: &mut Play<'_>,
    frame: &mut Frame,
    quantity: &Quantity,
    slot: Slot,
    link: Option<Link>,
) -> Outcome {
    let view = play.view()?;
    let number = quantities::value(Sight { game: &play.game, view: &view }, frame, quantity)?;
    frame.numbers.push((slot, number));
    if let Some(link) = link {
        return linked_abilities::note_number(play, frame, link, number);
    }
    // It is determined now, once and for all that follows (608.2h).
    let by = cause(frame, cr!("608.2h"));
    play.note(Level::Default, by.kind, by.rules, Note::Counts(frame.asking(), number, false));
    Ok(())
}

/// Any amount of energy is paid (107.14).
fn pay_any_energy(play: &mut Play<'_>, frame: &mut Frame, one_or_more: bool, slot: Slot) -> Outcome {
    let player = frame.controller;
    let most = play.game.player(player).energy;
    let least = u32::from(one_or_more).min(most);
    let rules = Rules::of(&[cr!("608.2d"), cr!("107.14")]);
    let paid = play.number(player, Some(frame.asking()), (least, most), rules)?;
    let paid = i32::try_from(paid).unwrap_or(i32::MAX);
    if paid > 0 {
        let change = crate::game::Change::Energy(player, paid.saturating_neg());
        play.change(cause(frame, cr!("107.14")), Level::Default, change);
    }
    frame.did = paid > 0;
    frame.numbers.push((slot, paid));
    Ok(())
}

/// A player chooses one or more players (608.2d).
fn choose_player(
    play: &mut Play<'_>,
    frame: &mut Frame,
    (who, from, count): (&Players, &Players, &Quantity),
    (up_to, random): (bool, bool),
    slot: Slot,
) -> Outcome {
    let Some(player) = one_player(play, frame, who)? else {
        frame.bind(Some(slot), Vec::new());
        return Ok(());
    };
    let kind = if random { ChoiceKind::Random } else { ChoiceKind::Player };
    let items: Vec<Item> = who_are(play, frame, from)?.into_iter().map(Item::Player).collect();
    let (least, most) = how_many(play, frame, (count, up_to), items.len())?;
    let rules = rule_of_number(count).into_iter().fold(Rules::of(&[cr!("608.2d")]), Rules::and);
    let source = Some(frame.asking());
    let picked = play.pick(player, kind, source, items, least, most, false, rules)?;
    frame.bind(Some(slot), picked.into_iter().filter_map(Item::thing).collect());
    Ok(())
}

/// A continuous effect begins (611.2a); what a designation demands, its own rule says.
fn apply_effect(play: &mut Play<'_>, frame: &mut Frame, apply: &Apply) -> Outcome {
    // A designation is no continuous effect; what it demands, and for how long, its own rules say.
    let rule = match apply {
        _ if saddle::saddles(apply) => cr!("702.171b"),
        _ if soulbond::pairs(apply) => cr!("702.95b"),
        _ if goad::goads(&apply.rules) => cr!("701.15b"),
        _ => cr!("611.2a"),
    };
    let cause = cause(frame, rule);
    // What a keyword's own words do, they do by its rule.
    let keyword = play.keyword_rule(frame);
    let cause = keyword.map_or(cause, |rule| cause.led_by(rule));
    let of_kind = overload::of_the_kind(play, frame, apply)?;
    let cause = if of_kind.is_some() { cause.and(cr!("611.2c")) } else { cause };
    let cause = rule_of_host(play, frame, apply)?.into_iter().fold(cause, Cause::and);
    continuous_effects::begin(play, cause, frame, of_kind.as_ref().unwrap_or(apply))?;
    // What has changed sides or types is out of combat at once, not only when state-based actions are checked.
    noticed::notice_changes(play)
}

/// The rule by which an effect knows what it calls equipped or enchanted: what its source is attached to as it applies (301.5a, 303.4b), or
/// was as it left (608.2h). Nothing if it speaks of nothing so.
fn rule_of_host(play: &mut Play<'_>, frame: &Frame, apply: &Apply) -> Outcome<Option<RuleId>> {
    if apply.to != Some(Selection::Attached) {
        return Ok(None);
    }
    if !play.game.object(frame.source).exists {
        return Ok(Some(cr!("608.2h")));
    }
    let view = play.view()?;
    let its = view.characteristics(&play.game, frame.source);
    let rules = [("Equipment", cr!("301.5a")), ("Aura", cr!("303.4b"))];
    Ok(rules.into_iter().find(|(subtype, _)| its.has_subtype_named(subtype)).map(|(_, rule)| rule))
}

/// What is done only if something is so, with a note where it is not (608.2c).
fn if_so(
    play: &mut Play<'_>,
    frame: &mut Frame,
    condition: &Condition,
    then: &[Instruction],
    otherwise: &[Instruction],
) -> Outcome {
    let view = play.view()?;
    let holds = conditions::holds(Sight { game: &play.game, view: &view }, frame, condition)?;
    let known = match information::of_condition(play, frame, condition)? {
        None if last_known::decides(play, frame, condition)? => Some(cr!("608.2h")),
        known => known,
    };
    // A copy has had no mana spent on it, for that is no object it could refer to.
    let copy = matches!(play.game.object(frame.source).nature, Nature::Copy);
    if let Condition::Spent(mana, _) = condition
        && copy
        && !holds
    {
        let kind = cause(frame, cr!("707.10")).kind;
        let note = Note::NotSpent(frame.source, *mana);
        play.note(Level::Default, kind, Rules::of(&[cr!("707.10")]), note);
    }
    if !holds && cipher::encodes(then) {
        let rules = Rules::of(&[cr!("702.99a")]);
        let kind = cause(frame, cr!("702.99a")).kind;
        play.note(Level::Default, kind, rules, Note::NoCard(frame.source));
    }
    if !holds && *condition == Condition::Did {
        let by = cause(frame, cr!("118.12"));
        play.note(Level::Default, by.kind, by.rules, Note::NotDone(frame.asking()));
    }
    let noted = copy && matches!(condition, Condition::Spent(..))
        || cipher::encodes(then)
        || matches!(condition, Condition::Did | Condition::WonClash);
    if !holds && otherwise.is_empty() && *condition == Condition::WonClash {
        let by = cause(frame, cr!("701.30d"));
        play.note_unmet(Level::Default, by, Note::PartLeftOut(frame.asking()), (frame, condition));
    }
    if !holds && otherwise.is_empty() && !noted {
        let by = known.into_iter().fold(cause(frame, cr!("608.2c")), Cause::and);
        let note = Note::PartLeftOut(frame.asking());
        // What was announced, such as a kicker that was not paid, has been told; a number is only counted now.
        let is_counted = known.is_some() || matches!(condition, Condition::Compare(..));
        let level = if is_counted { Level::Default } else { Level::Detail };
        play.note_unmet(level, by, note, (frame, condition));
    }
    // "If you do" asks whether that was begun, and so decides what follows (118.12); in a keyword's text its own rule does.
    let outer = frame.because;
    let asked = *condition == Condition::Did && play.keyword_rule(frame).is_none();
    let by_clash = (*condition == Condition::WonClash).then(|| cr!("701.30d"));
    frame.because = asked.then(|| cr!("118.12")).or(by_clash).or(known).or(outer);
    let asked = grounds::condition(play, frame, condition);
    let mark = play.trace.mark();
    let followed = run(play, frame, if holds { then } else { otherwise });
    asked.into_iter().for_each(|asked| grounds::keep_condition(play, frame, (asked, holds), mark));
    frame.because = outer;
    followed
}

/// A player may pay; what follows is because they did, or did not (118.12a), or because they have chosen it (608.2d).
fn may_pay(
    play: &mut Play<'_>,
    frame: &mut Frame,
    (who, cost, either): (&Players, &Costs, bool),
    then: &[Instruction],
    otherwise: &[Instruction],
) -> Outcome {
    let outer = frame.because;
    let (offered, why) = Offered::of(then, otherwise, either);
    let unless = then.is_empty() && !otherwise.is_empty();
    let paid = optional::may_pay(play, frame, who, &cost.0, offered)?;
    frame.did = paid;
    // That it is not paid is why it is done, unless a player's having left the game is.
    let unpaid = unless && !paid && frame.because == outer;
    frame.because = if unpaid { Some(why) } else { frame.because };
    let followed = run(play, frame, if paid { then } else { otherwise });
    frame.because = outer;
    followed
}

/// The cause of what an instruction does, by this rule.
pub(in crate::engine) fn cause(frame: &Frame, rule: RuleId) -> Cause {
    let kind = match frame.on_stack {
        Some(on_stack) => CauseKind::Resolution(on_stack, frame.controller),
        None => CauseKind::Ability(frame.source),
    };
    // What a gift is says one rule, and that it is given another.
    let given = frame.because.filter(|_| frame.within.is_some_and(gift::says_what));
    match frame.within.or(frame.because) {
        Some(first) => given.into_iter().fold(Cause::new(kind, first), Cause::and).and(rule),
        None => Cause::new(kind, rule),
    }
}
