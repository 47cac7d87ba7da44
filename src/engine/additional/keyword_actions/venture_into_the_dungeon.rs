//! CR 701.49: Venture into the Dungeon

use crate::engine::card_types::dungeons;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::game::{Cause, CauseKind, ChoiceKind, Item, ObjectId, PlayerId};
use crate::ir::Subtype;
use crate::rules::{Rules, cr};

/// A player ventures into the dungeon, or into one of a quality (701.49d).
///
/// # Errors
/// If nobody makes a choice, or what waits for it can't be played.
pub(in crate::engine) fn venture(
    play: &mut Play<'_>,
    kind: CauseKind,
    source: ObjectId,
    player: PlayerId,
    quality: Option<Subtype>,
) -> Outcome {
    if play.game.player(player).gone {
        return Ok(());
    }
    let first = if quality.is_some() { cr!("701.49d") } else { cr!("701.49a") };
    let Some(dungeon) = dungeons::of_player(&play.game, player) else {
        return dungeons::enter(play, Cause::new(kind, first), source, player, quality);
    };
    let ways = dungeons::ways(play.game.object(dungeon));
    if ways.is_empty() {
        let cause = Cause::new(kind, cr!("701.49c"));
        dungeons::complete(play, cause, dungeon)?;
        return dungeons::enter(play, cause, source, player, quality);
    }
    let items = ways.into_iter().map(Item::Word).collect();
    let rules = Rules::of(&[dungeons::ARROW]);
    let picked = play.pick(player, ChoiceKind::Choose, Some(source), items, 1, 1, false, rules)?;
    match picked.first() {
        Some(Item::Word(room)) => dungeons::go_to(play, Cause::new(kind, dungeons::ARROW), dungeon, *room),
        _ => Ok(()),
    }
}
