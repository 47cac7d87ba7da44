//! CR 603: Handling Triggered Abilities. Those that trigger at the beginning of a step of several players who share it (805.4d).

use crate::engine::halt::{Halt, Outcome};
use crate::game::{Game, ObjectId};
use crate::ir::node::Node;
use crate::ir::part::{Part, any};
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
    let mut speaks = matches!(whose, Players::Where(..));
    let mut unclear = false;
    if let Some(condition) = only_if {
        look(condition, &mut speaks, &mut unclear);
    }
    effect.targets.iter().for_each(|spec| look(spec, &mut speaks, &mut unclear));
    effect.choose.iter().for_each(|modes| look(&**modes, &mut speaks, &mut unclear));
    for instruction in &effect.does {
        if let Instruction::ForEach { of: Selection::Players(of), .. } = instruction {
            look(of, &mut speaks, &mut unclear);
        } else {
            look(instruction, &mut speaks, &mut unclear);
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

/// Whether a part of an ability speaks of "it" or "that player", and whether that may be another player or an object: of "each player
/// who ..." and in "for each ...".
fn look(form: &impl Node, speaks: &mut bool, unclear: &mut bool) {
    any(form, &mut |place| {
        if place.part.is_it() {
            *speaks = true;
            *unclear |= place.is_within(|part| {
                matches!(
                    part,
                    Part::Players(Players::Where(..)) | Part::Instruction(Instruction::ForEach { .. })
                )
            });
        }
        false
    });
}
