//! CR 608: Resolving Spells and Abilities. What is done for several at the same time: of each action first all that is chosen for it, one
//! after the other, then the action, once for all of them (608.2e–f, 101.4).

use std::ops::Range;

use crate::engine::additional::keyword_actions::{discard, sacrifice};
use crate::engine::concepts::{life, tokens};
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::spells::replacement_effects::created;
use crate::engine::zones::general;
use crate::game::{Cause, Move, ObjectId, PlayerId, Thing};
use crate::ir::instruction::{Create, DealDamage, Discard, Sacrifice};
use crate::ir::{Instruction, Players, Quantity, Slot};
use crate::rules::{RuleId, cr};

use super::super::players::{self, Dealt};
use super::super::{cause, run_first, sacrificing, step, watched};
use super::{Round, merge};

/// What can be done to several players or objects at the same time.
enum Action<'a> {
    /// Life is gained, or (-1) lost.
    Life(&'a Players, &'a Quantity, Option<Slot>, i32),
    Damage(&'a DealDamage),
    Create(&'a Create),
    Sacrifice(&'a Sacrifice),
    Discard(&'a Discard),
}

/// What an instruction has done to several at the same time, if it does such a thing; of what players choose among their own, each does it.
fn action(instruction: &Instruction) -> Option<Action<'_>> {
    if let Instruction::GainLife { who, amount, slot } = instruction {
        return Some(Action::Life(who, amount, *slot, 1));
    }
    if let Instruction::LoseLife { who, amount, slot } = instruction {
        return Some(Action::Life(who, amount, *slot, -1));
    }
    if let Instruction::Damage(it) = instruction {
        return Some(Action::Damage(it));
    }
    if let Instruction::Create(it) = instruction {
        return Some(Action::Create(it));
    }
    if let Instruction::Sacrifice(it) = instruction {
        return (it.who == Players::It && it.these.is_none()).then_some(Action::Sacrifice(it));
    }
    if let Instruction::Discard(it) = instruction {
        return (it.who == Players::It && it.these.is_none()).then_some(Action::Discard(it));
    }
    None
}

/// Whether an instruction only chooses something, or keeps in mind what is so, for those that come after it.
fn is_choice(instruction: &Instruction) -> bool {
    matches!(
        instruction,
        Instruction::Choose(_)
            | Instruction::ChoosePlayer(_)
            | Instruction::Note { .. }
            | Instruction::Count { .. }
    )
}

/// Whether it begins to apply, or waits, for each by itself, so that nothing else happens as it does.
fn is_of_each(instruction: &Instruction) -> bool {
    matches!(
        instruction,
        Instruction::Apply(_)
            | Instruction::Delayed(_)
            | Instruction::WhenYouDo(_)
            | Instruction::WhenYouDoIf(..)
    )
}

/// Whether all of that can be done for several players, or objects, at the same time. Where something in it can't be, all of it is done for
/// one after the other (608.2f).
pub(super) fn can_be(does: &[Instruction], of_players: bool) -> bool {
    let fits = |(place, instruction): (usize, &Instruction)| match action(instruction) {
        // One player gains or loses life once for each of several objects.
        Some(Action::Life(..)) => of_players,
        // Of all damage it is only known together what has been dealt it.
        Some(Action::Damage(it)) => it.slot.is_none() || place + 1 == does.len(),
        Some(Action::Create(_) | Action::Sacrifice(_) | Action::Discard(_)) => true,
        None => is_choice(instruction) || is_of_each(instruction),
    };
    does.iter().any(|instruction| action(instruction).is_some()) && does.iter().enumerate().all(fits)
}

/// Follows the same instructions for several, each action for all of them before the next (608.2e).
pub(super) fn follow(
    play: &mut Play<'_>,
    frame: &mut Frame,
    mut rounds: Vec<Round<'_>>,
    does: &[Instruction],
    rule: RuleId,
) -> Outcome {
    let (slots, numbers) = (frame.slots.clone(), frame.numbers.len());
    let chooses = |instruction: &Instruction| {
        is_choice(instruction)
            || matches!(action(instruction), Some(Action::Sacrifice(_) | Action::Discard(_)))
    };
    let rule = if does.iter().any(chooses) { cr!("608.2e") } else { rule };
    let mut from = does;
    while !from.is_empty() {
        let choices = from.iter().take_while(|instruction| is_choice(instruction)).count();
        let rest = from.get(choices..).unwrap_or_default();
        let rest = match rest {
            [instruction, rest @ ..] => {
                let part = Part { from, choices, instruction, rule };
                part.follow(play, frame, &mut rounds)?;
                rest
            }
            [] => {
                for round in &mut rounds {
                    round.within(frame, |frame| run_first(play, frame, from, choices))?;
                }
                rest
            }
        };
        from = rest;
    }
    frame.slots = slots;
    for round in &rounds {
        merge(&mut frame.slots, &round.slots);
        frame.numbers.extend(round.numbers.get(numbers..).unwrap_or_default());
    }
    frame.did = rounds.iter().any(|round| round.did);
    Ok(())
}

/// An action, after the choices that are made for it.
struct Part<'a> {
    from: &'a [Instruction],
    choices: usize,
    instruction: &'a Instruction,
    /// Why all of them do it at the same time.
    rule: RuleId,
}

impl Part<'_> {
    fn follow(&self, play: &mut Play<'_>, frame: &mut Frame, rounds: &mut [Round<'_>]) -> Outcome {
        let Some(action) = action(self.instruction) else {
            for round in rounds {
                round.within(frame, |frame| run_first(play, frame, self.from, self.choices + 1))?;
            }
            return Ok(());
        };
        match action {
            Action::Life(who, amount, slot, sign) => {
                self.life(play, frame, rounds, (who, amount, sign), slot)
            }
            Action::Damage(it) => self.damage(play, frame, rounds, it),
            Action::Create(it) => self.tokens(play, frame, rounds, it),
            Action::Sacrifice(it) => self.sacrifices(play, frame, rounds, it),
            Action::Discard(it) => self.discards(play, frame, rounds, it),
        }
    }

    /// Lets all choose, one after the other, and say what they would do; says which part of all that is whose. What adds to it says
    /// how much there is by then.
    fn gather(
        &self,
        play: &mut Play<'_>,
        frame: &mut Frame,
        rounds: &mut [Round<'_>],
        mut add: impl FnMut(&mut Play<'_>, &mut Frame) -> Outcome<usize>,
    ) -> Outcome<Vec<Range<usize>>> {
        let mut ranges = Vec::with_capacity(rounds.len());
        let mut end = 0;
        for round in rounds {
            let start = end;
            round.within(frame, |frame| {
                run_first(play, frame, self.from, self.choices)?;
                step(play, frame, self.instruction, |play, frame| {
                    end = add(play, frame)?;
                    Ok(())
                })
            })?;
            ranges.push(start..end);
        }
        Ok(ranges)
    }

    fn life(
        &self,
        play: &mut Play<'_>,
        frame: &mut Frame,
        rounds: &mut [Round<'_>],
        (who, amount, sign): (&Players, &Quantity, i32),
        slot: Option<Slot>,
    ) -> Outcome {
        let mut all: Vec<(Cause, PlayerId, i32)> = Vec::new();
        let ranges = self.gather(play, frame, rounds, |play, frame| {
            let more = players::life_of_each(play, frame, who, amount, sign)?;
            all.extend(more.into_iter().map(|(by, player, amount)| (by.and(self.rule), player, amount)));
            Ok(all.len())
        })?;
        let mark = play.trace.mark();
        let changed = life::change_each(play, all)?;
        watched(play, frame, self.instruction, mark);
        for (round, range) in rounds.iter_mut().zip(ranges) {
            let changed = players::in_all(changed.get(range).unwrap_or_default());
            round.numbers.extend(slot.map(|slot| (slot, changed)));
        }
        Ok(())
    }

    fn damage(
        &self,
        play: &mut Play<'_>,
        frame: &mut Frame,
        rounds: &mut [Round<'_>],
        it: &DealDamage,
    ) -> Outcome {
        let mut all = Dealt::default();
        self.gather(play, frame, rounds, |play, frame| {
            players::pack_all(play, frame, it, &mut all)?;
            Ok(all.packets.len())
        })?;
        for packet in &mut all.packets {
            packet.rules = packet.rules.and(self.rule);
        }
        let mark = play.trace.mark();
        players::deal_packed(play, frame, it, all)?;
        watched(play, frame, self.instruction, mark);
        let dealt = it.slot.and_then(|slot| frame.slot(slot)).map(<[Thing]>::to_vec);
        for round in rounds {
            round.within(frame, |frame| {
                frame.bind(it.slot, dealt.clone().unwrap_or_default());
                Ok(())
            })?;
        }
        Ok(())
    }

    fn tokens(
        &self,
        play: &mut Play<'_>,
        frame: &mut Frame,
        rounds: &mut [Round<'_>],
        it: &Create,
    ) -> Outcome {
        let mut all = tokens::Batch::default();
        let ranges = self.gather(play, frame, rounds, |play, frame| {
            if all.len() > 0
                && let Some(other) = created::counts_all(play)?
            {
                return Err(Halt::undecided(other, created::IN_ALL));
            }
            let keyword = play.keyword_rule(frame);
            let by = keyword.into_iter().fold(cause(frame, cr!("701.7a")), Cause::and);
            all.add(play, by, frame, it)?;
            Ok(all.len())
        })?;
        all.by(self.rule);
        let mark = play.trace.mark();
        let new = all.create(play)?;
        watched(play, frame, self.instruction, mark);
        for (round, range) in rounds.iter_mut().zip(ranges) {
            let its = new.get(range).unwrap_or_default().iter().copied().map(Thing::Object).collect();
            round.within(frame, |frame| {
                frame.bind(it.slot, its);
                Ok(())
            })?;
        }
        Ok(())
    }

    fn sacrifices(
        &self,
        play: &mut Play<'_>,
        frame: &mut Frame,
        rounds: &mut [Round<'_>],
        it: &Sacrifice,
    ) -> Outcome {
        let mut all: Vec<(Cause, ObjectId)> = Vec::new();
        let ranges = self.gather(play, frame, rounds, |play, frame| {
            let (by, chosen) = sacrificing::to_sacrifice(play, frame, it, true)?;
            all.extend(chosen.into_iter().map(|permanent| (by.and(self.rule), permanent)));
            Ok(all.len())
        })?;
        let there = play.view()?;
        let mark = play.trace.mark();
        let moves = all.iter().map(|(by, permanent)| sacrifice::of(*by, *permanent)).collect();
        let results = general::move_each(play, moves)?;
        watched(play, frame, self.instruction, mark);
        let chosen: Vec<ObjectId> = all.into_iter().map(|(_, permanent)| permanent).collect();
        for (round, range) in rounds.iter_mut().zip(ranges) {
            let chosen = chosen.get(range.clone()).unwrap_or_default();
            let results = results.get(range).unwrap_or_default();
            round
                .within(frame, |frame| sacrificing::sacrificed(play, frame, it, &there, (chosen, results)))?;
        }
        Ok(())
    }

    fn discards(
        &self,
        play: &mut Play<'_>,
        frame: &mut Frame,
        rounds: &mut [Round<'_>],
        it: &Discard,
    ) -> Outcome {
        let mut all: Vec<(Cause, Move)> = Vec::new();
        let ranges = self.gather(play, frame, rounds, |play, frame| {
            let more = players::to_discard(play, frame, it, true)?;
            all.extend(more.into_iter().map(|(by, card)| discard::of(by.and(self.rule), card)));
            Ok(all.len())
        })?;
        let mark = play.trace.mark();
        let results = general::move_each(play, all)?;
        watched(play, frame, self.instruction, mark);
        for (round, range) in rounds.iter_mut().zip(ranges) {
            let results = results.get(range).unwrap_or_default();
            let its = results.iter().flatten().copied().map(Thing::Object).collect();
            round.within(frame, |frame| {
                frame.did = results.iter().any(Option::is_some);
                frame.bind(it.slot, its);
                Ok(())
            })?;
        }
        Ok(())
    }
}
