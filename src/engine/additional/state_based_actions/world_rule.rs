//! CR 704: State-Based Actions. The world rule.

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::game::{MoveAction, ObjectId};
use crate::ir::Supertype;

use super::Found;

/// Of several world permanents only the youngest stays (704.5k).
pub(super) fn world_rule(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    let view = play.view()?;
    let is_world =
        |object: &&ObjectId| view.characteristics(&play.game, **object).has_supertype(Supertype::World);
    let mut worlds: Vec<ObjectId> = play.game.battlefield().iter().filter(is_world).copied().collect();
    worlds.sort_unstable();
    let Some(youngest) = worlds.pop().filter(|_| !worlds.is_empty()) else { return Ok(()) };
    let since_it_came = |object: &ObjectId| play.game.object(*object).base.has_supertype(Supertype::World);
    // Of tokens that are created one after another nothing says whether it is at the same time.
    let created = |object: &ObjectId| {
        play.game.object(*object).is_token() && play.game.object(*object).entered_turn > 0
    };
    let open = worlds.last().is_some_and(|other| created(other) && created(&youngest));
    if open || !since_it_came(&youngest) || !worlds.iter().all(since_it_came) {
        return Err(Halt::undecided(
            youngest,
            "which world permanent has been one for the shortest time is open",
        ));
    }
    // In a tie for the shortest time none stays.
    let tied = worlds.iter().any(|other| came_together(play, *other, youngest));
    if tied {
        worlds.push(youngest);
    }
    for object in worlds {
        found.moves(object, MoveAction::StateBased);
    }
    Ok(())
}

/// Whether an object entered at the same time as a later one.
fn came_together(play: &Play<'_>, earlier: ObjectId, later: ObjectId) -> bool {
    let mut object = later;
    while let Some(before) = play.game.object(object).together_with {
        if before == earlier {
            return true;
        }
        object = before;
    }
    false
}
