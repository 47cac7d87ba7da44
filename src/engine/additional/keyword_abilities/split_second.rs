//! CR 702.61: Split Second

use crate::engine::halt::Halt;
use crate::engine::view::View;
use crate::game::{Game, ObjectId, PlayerId};
use crate::ir::KeywordName;
use crate::rules::cr;

/// The refusal of casting a spell, or of activating an ability that is no mana ability, while a spell with split second is on the stack
/// (702.61a); nothing while there is none. Special actions and mana abilities never ask (702.61b), nor do triggered abilities.
pub(in crate::engine) fn forbids(game: &Game, view: &View, player: PlayerId, what: ObjectId) -> Option<Halt> {
    let splits = |spell: &&ObjectId| {
        game.object(**spell).is_spell() && view.has(game, **spell, KeywordName::SplitSecond)
    };
    let spell = game.stack().iter().find(splits)?;
    let why = "a spell with split second is on the stack";
    Some(Halt::illegal(player, cr!("702.61a"), why, Some(what)).said_by(*spell))
}
