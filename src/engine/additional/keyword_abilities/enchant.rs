//! CR 702.5: Enchant

use crate::engine::additional::keyword_abilities::protection;
use crate::engine::card_types::enchantments::zones_of;
use crate::engine::halt::Outcome;
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::continuous_effects;
use crate::game::{ObjectId, PlayerId, Thing};
use crate::ir::change::Action;
use crate::ir::{Ability, CardType, Keyword, KeywordName, Verb};

/// Whether an Aura may be attached to something, as its enchant ability and other effects have it (303.4a, 303.4c–d, 702.16c).
///
/// # Errors
/// If the enchant ability asks for what can't be told.
pub(in crate::engine) fn may_enchant(sight: Sight<'_>, aura: ObjectId, host: Thing) -> Outcome<bool> {
    may_enchant_for(sight, aura, sight.view.controller(sight.game, aura), host)
}

/// The same for an Aura that this player controls or would control.
///
/// # Errors
/// As [`may_enchant`].
pub(in crate::engine) fn may_enchant_for(
    sight: Sight<'_>,
    aura: ObjectId,
    controller: PlayerId,
    host: Thing,
) -> Outcome<bool> {
    let characteristics = sight.view.characteristics(sight.game, aura);
    if host == Thing::Object(aura) || characteristics.is(CardType::Creature) {
        return Ok(false);
    }
    if protection::forbids_attaching(sight, aura, host)?.is_some() {
        return Ok(false);
    }
    // Other effects can limit what a permanent can be enchanted by (303.4).
    let by = Some(aura);
    if let Thing::Object(object) = host {
        if continuous_effects::prohibited(sight, Action::Be(Verb::Enchant), Some(object), None, by)?.is_some()
        {
            return Ok(false);
        }
    }
    // Of several enchant abilities all apply (702.5c).
    let mut may = false;
    for instance in &characteristics.abilities {
        let frame = Frame::of_source(aura, controller, instance.origin);
        let Ability::Keyword(keyword) = &*instance.ability else { continue };
        may = if let Keyword::Filter(KeywordName::Enchant, filter) = keyword {
            match host {
                Thing::Object(object) => {
                    let its = sight.game.object(object);
                    let zones = zones_of(aura, filter)?;
                    its.exists && zones.contains(&its.zone) && matches(sight, &frame, filter, object)?
                }
                Thing::Player(_) => false,
            }
        } else if let Keyword::EnchantPlayer(who) = keyword {
            match host {
                Thing::Player(player) => players(sight, &frame, who)?.contains(&player),
                Thing::Object(_) => false,
            }
        } else {
            continue;
        };
        if !may {
            break;
        }
    }
    Ok(may)
}
