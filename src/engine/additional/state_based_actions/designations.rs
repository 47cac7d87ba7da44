//! CR 704: State-Based Actions. Dungeons whose last room has done its work, and players who get speed.

use crate::engine::additional::keyword_abilities::{space_sculptor, start_your_engines};
use crate::engine::additional::keyword_actions::venture_into_the_dungeon;
use crate::engine::card_types::dungeons;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::game::{Cause, CauseKind, ObjectId, PlayerId};
use crate::rules::cr;

use super::Found;

/// Dungeons with the venture marker on the bottommost room and no room ability left to resolve (704.5t).
pub(super) fn finished_dungeons(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    found.dungeons = dungeons::finished(&play.game);
    Ok(())
}

/// Creatures in no sector while somebody sculpts space (704.5u).
pub(super) fn without_sector(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    let view = play.view()?;
    found.without_sector = space_sculptor::without_sector(&play.game, &view);
    Ok(())
}

/// Players who control a permanent with start your engines! and have no speed (704.5aa).
pub(super) fn without_speed(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    let view = play.view()?;
    if view.watched {
        found.without_speed = start_your_engines::starting(&play.game, &view);
    }
    Ok(())
}

/// Does what was found.
pub(super) fn act(play: &mut Play<'_>, finished: &[ObjectId], without_speed: &[PlayerId]) -> Outcome {
    for dungeon in finished {
        venture_into_the_dungeon::complete(play, Cause::new(CauseKind::StateBased, cr!("704.5t")), *dungeon)?;
    }
    for player in without_speed {
        start_your_engines::increase(play, Cause::new(CauseKind::StateBased, cr!("704.5aa")), *player);
    }
    Ok(())
}
