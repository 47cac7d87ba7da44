//! Instructions about who attacks and who blocks (506.4, 508.7, 509.1h).

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::turn::combat_phase;
use crate::engine::turn::declare_attackers_step::entering as attackers;
use crate::engine::turn::declare_blockers_step::entering as blockers;
use crate::ir::Instruction;
use crate::ir::instruction::sorts::{
    about_objects, about_players, by_themselves, never_followed, of_abilities, that_last, that_turn_over,
    with_courses,
};
use crate::rules::cr;

use super::{cause, objects_there, one_player};

/// Follows the instruction if it is about combat; says whether it was.
pub(super) fn follow(play: &mut Play<'_>, frame: &mut Frame, instruction: &Instruction) -> Outcome<bool> {
    let source = frame.asking();
    match instruction {
        Instruction::RemoveFromCombat { what, unblocking } => {
            let objects = objects_there(play, frame, what)?;
            let by_cause = cause(frame, cr!("506.4"));
            if *unblocking {
                combat_phase::remove_blockers(play, by_cause, &objects);
            } else {
                combat_phase::remove_by_effect(play, by_cause, &objects);
            }
        }
        Instruction::BecomeBlocked(what) => {
            let objects = objects_there(play, frame, what)?;
            blockers::become_blocked(play, cause(frame, cr!("509.1h")), source, &objects)?;
        }
        Instruction::Block { what, attacker } => {
            let attacked = objects_there(play, frame, attacker)?;
            for blocker in objects_there(play, frame, what)? {
                for attacker in &attacked {
                    let cause = cause(frame, cr!("509.1g"));
                    blockers::block(play, cause, source, blocker, *attacker)?;
                }
            }
        }
        Instruction::Reselect { who, what } => {
            let Some(player) = one_player(play, frame, who)? else { return Ok(true) };
            for attacker in objects_there(play, frame, what)? {
                attackers::reselect(play, cause(frame, cr!("508.7a")), source, player, attacker)?;
            }
        }
        with_courses!()
        | of_abilities!()
        | about_objects!()
        | about_players!()
        | that_last!()
        | that_turn_over!()
        | by_themselves!()
        | never_followed!() => return Ok(false),
    }
    Ok(true)
}
