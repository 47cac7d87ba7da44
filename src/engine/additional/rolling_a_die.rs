//! CR 706: Rolling a Die

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight, quantities};
use crate::engine::spells::events::{Happening, after};
use crate::engine::spells::instructions::{amount, cause, run, who_are};
use crate::game::{Answer, Choice, ChoiceKind, ObjectId, Options, PlayerId, Thing};
use crate::ir::instruction::RollDie;
use crate::ir::{Instruction, NamedDeed, Players, Verb};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

/// Players roll dice, one after another in turn order; chance says the natural results (706.2). Of a table the part is followed that
/// lists the result (706.3a).
///
/// # Errors
/// If it is open how a die falls, or something that follows can't be played.
pub(in crate::engine) fn roll(play: &mut Play<'_>, frame: &mut Frame, die: &RollDie) -> Outcome {
    let mut rolled: Vec<(PlayerId, i32)> = Vec::new();
    let added = match &die.add {
        Some(quantity) => {
            let view = play.view()?;
            quantities::value(Sight { game: &play.game, view: &view }, frame, quantity)?
        }
        None => 0,
    };
    for player in who_are(play, frame, &die.who)? {
        let times = amount(play, frame, &die.times)?;
        for _ in 0..times {
            play.tick("dice are rolled without end")?;
            let natural = falls(play, frame, player, die.sides)?;
            let result = natural.saturating_add(added);
            if die.add.is_some() {
                let by = cause(frame, cr!("706.2"));
                play.note(Level::Default, by.kind, by.rules, Note::RollResult(player, result));
            }
            rolled.push((player, result));
        }
        if times > 0 {
            notice(play, player, NamedDeed::Does(Verb::RollDice), frame.source)?;
        }
    }
    let sum = rolled.iter().fold(0_i32, |sum, (_, result)| sum.saturating_add(*result));
    frame.numbers.extend(die.slot.map(|slot| (slot, sum)));
    if die.results.is_empty() {
        return Ok(());
    }
    let outer = frame.current;
    for (player, result) in rolled {
        if die.who != Players::You {
            frame.current = Some(Thing::Player(player));
        }
        let listed = listed(die, result);
        let by = cause(frame, cr!("706.3a"));
        let rules = Rules::of(&[cr!("706.3a")]);
        let note = Note::RollListed(result, listed.map(|(from, to, _)| (from, to)));
        play.note(Level::Default, by.kind, rules, note);
        run(play, frame, listed.map_or(&[][..], |(_, _, does)| does))?;
    }
    frame.current = outer;
    Ok(())
}

/// Lets what waits for a player to roll one or more dice see it.
///
/// # Errors
/// If what waits can't be played.
pub(in crate::engine) fn notice(
    play: &mut Play<'_>,
    player: PlayerId,
    what: NamedDeed,
    object: ObjectId,
) -> Outcome {
    let before = play.view()?;
    after(play, &before, &[Happening::Does { player, what, object }])
}

/// The part of the table that lists a result: the least and the greatest one there, and what is done.
fn listed(die: &RollDie, result: i32) -> Option<(u8, Option<u8>, &[Instruction])> {
    let place = die.results.iter().rposition(|(from, _)| i32::from(*from) <= result)?;
    die.results.get(place).map(|(from, does)| (*from, die.greatest(place), does.as_slice()))
}

/// The natural result of one die.
fn falls(play: &mut Play<'_>, frame: &Frame, player: PlayerId, sides: u8) -> Outcome<i32> {
    let options = Options::Number { least: 1, most: u32::from(sides.max(1)) };
    let choice =
        Choice { player, kind: ChoiceKind::Die, source: Some(frame.asking()), options, indifferent: false };
    let answer = play.choose(choice, Rules::of(&[cr!("706.2")]))?;
    Ok(match answer {
        Answer::Number(number) => i32::try_from(number).unwrap_or(i32::MAX),
        _ => 1,
    })
}
