//! CR 303: Enchantments

use crate::engine::additional::keyword_abilities::protection;
use crate::engine::halt::Outcome;
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight};
use crate::engine::view::View;
use crate::game::{Game, ObjectId, Thing};
use crate::ir::{Ability, CardType, Keyword, KeywordName};

/// Whether an object is an Aura (303.4).
pub(in crate::engine) fn is_aura(view: &View, game: &Game, object: ObjectId) -> bool {
    view.characteristics(game, object).has_subtype_named("Aura")
}

/// Whether an Aura may be attached to something, as its enchant ability and other effects have it (303.4a, 303.4c–d, 702.16c).
///
/// # Errors
/// If the enchant ability asks for what can't be told.
pub(in crate::engine) fn may_enchant(sight: Sight<'_>, aura: ObjectId, host: Thing) -> Outcome<bool> {
    let characteristics = sight.view.characteristics(sight.game, aura);
    if host == Thing::Object(aura) || characteristics.is(CardType::Creature) {
        return Ok(false);
    }
    if protection::forbids_attaching(sight, aura, host)? {
        return Ok(false);
    }
    let controller = sight.view.controller(sight.game, aura);
    for instance in &characteristics.abilities {
        let frame = Frame::of_source(aura, controller, instance.origin);
        match (&*instance.ability, host) {
            (Ability::Keyword(Keyword::Filter(KeywordName::Enchant, filter)), Thing::Object(object)) => {
                let there = sight.game.object(object).on_battlefield();
                return Ok(there && matches(sight, &frame, filter, object)?);
            }
            (Ability::Keyword(Keyword::EnchantPlayer(who)), Thing::Player(player)) => {
                return Ok(players(sight, &frame, who)?.contains(&player));
            }
            _ => {}
        }
    }
    Ok(false)
}
