//! CR 704: State-Based Actions. Creatures without toughness or with lethal damage (704.5f-h).

use crate::engine::additional::keyword_actions::destroy::indestructible;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::spells::continuous_effects;
use crate::game::{CauseKind, Change, MoveAction, ObjectId, Thing};
use crate::ir::change::Action;
use crate::ir::{CardType, KeywordName, Verb};
use crate::trace::{Forbidden, Level, Note};

use super::Found;

pub(super) fn no_toughness(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    for (creature, toughness) in creatures(play)? {
        if toughness <= 0 {
            found.moves(creature, MoveAction::StateBased);
        }
    }
    Ok(())
}

pub(super) fn lethal_damage(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    for (creature, toughness) in creatures(play)? {
        let damage = i64::from(play.game.object(creature).damage);
        if toughness > 0 && damage > 0 && damage >= i64::from(toughness) && destructible(play, creature)? {
            found.moves(creature, MoveAction::Destroy);
        }
    }
    Ok(())
}

pub(super) fn deathtouch_damage(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    for (creature, toughness) in creatures(play)? {
        if toughness > 0 && play.game.object(creature).deathtouched && destructible(play, creature)? {
            found.moves(creature, MoveAction::Destroy);
        }
    }
    Ok(())
}

/// The creatures on the battlefield with their toughness.
fn creatures(play: &mut Play<'_>) -> Outcome<Vec<(ObjectId, i32)>> {
    let view = play.view()?;
    let creatures = play.game.battlefield().iter().filter_map(|object| {
        let characteristics = view.characteristics(&play.game, *object);
        characteristics.is(CardType::Creature).then(|| (*object, characteristics.toughness.unwrap_or(0)))
    });
    Ok(creatures.collect())
}

/// Indestructible permanents ignore lethal damage (702.12b), which is said once for what they have been dealt.
fn destructible(play: &mut Play<'_>, object: ObjectId) -> Outcome<bool> {
    let view = play.view()?;
    if view.has(&play.game, object, KeywordName::Indestructible) {
        let note = Note::Cant(Forbidden::DestroyIndestructible, Thing::Object(object), None);
        let dealt =
            |change: &Change| matches!(change, Change::Damage { to, .. } if *to == Thing::Object(object));
        if play.trace.is_news(&note, &dealt) {
            play.note(Level::Default, CauseKind::StateBased, indestructible(&play.game, &view, object), note);
        }
        return Ok(false);
    }
    let sight = Sight { game: &play.game, view: &view };
    let forbidden =
        continuous_effects::prohibited(sight, Action::Be(Verb::Destroy), Some(object), None, None)?;
    Ok(forbidden.is_none())
}
