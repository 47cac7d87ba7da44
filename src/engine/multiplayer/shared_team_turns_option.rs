//! CR 805: Shared Team Turns Option

use crate::engine::halt::{Halt, Outcome};
use crate::game::{Game, ObjectId};
use crate::ir::mention::{Word, mentions};
use crate::ir::{Body, Condition, Event, Instruction, Players, Selection};

/// Leaves an ability that triggers at the beginning of a step one of the occasions that there are for the players of a team, unless it
/// speaks of the player whose step it is: then it triggers once for each of them (805.4d). Says whether there were several.
///
/// # Errors
/// If it can't be told of whom it speaks.
pub(in crate::engine) fn once_for_team<T>(
    game: &Game,
    source: ObjectId,
    (when, only_if, effect): (&Event, Option<&Condition>, &Body),
    found: &mut Vec<T>,
) -> Outcome<bool> {
    let Event::Begins(_, whose) = when else { return Ok(false) };
    if !game.shares_turns() || found.len() < 2 {
        return Ok(false);
    }
    if !speaks_of_player(source, whose, only_if, effect)? {
        found.truncate(1);
    }
    Ok(true)
}

/// Whether an ability that triggers at the beginning of a step of each of some players speaks of the player whose step it is.
///
/// # Errors
/// If that can't be told.
fn speaks_of_player(
    source: ObjectId,
    whose: &Players,
    only_if: Option<&Condition>,
    effect: &Body,
) -> Outcome<bool> {
    let of_occasion = |word: Word<'_>| word.word == "It";
    // Of "each player who ..." and in "for each ..." it is another player, or an object.
    let of_another = |word: Word<'_>| word.word == "It" && (word.is_in("Where") || word.is_in("ForEach"));
    let mut speaks = matches!(whose, Players::Where(..))
        || mentions(&(&only_if, &effect.targets, &effect.choose), of_occasion);
    let mut unclear = mentions(&(&only_if, &effect.targets, &effect.choose), of_another);
    for instruction in &effect.does {
        match instruction {
            Instruction::ForEach { of: Selection::Players(of), .. } => {
                speaks |= mentions(of, of_occasion);
                unclear |= mentions(of, of_another);
            }
            other => {
                speaks |= mentions(other, of_occasion);
                unclear |= mentions(other, of_another);
            }
        }
    }
    if unclear {
        return Err(Halt::undecided(
            source,
            "it triggers at the beginning of a step of each player of a team",
        ));
    }
    Ok(speaks)
}
