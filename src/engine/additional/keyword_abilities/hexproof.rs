//! CR 702.11: Hexproof

use crate::engine::halt::Outcome;
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::continuous_effects::frame_of;
use crate::game::{ObjectId, PlayerId, Thing};
use crate::ir::{Keyword, KeywordName, RuleChange};
use crate::rules::{RuleId, cr};

/// The rule by which hexproof keeps something from being the target of a spell or ability of the frame's controller.
///
/// # Errors
/// If a quality asks for what can't be told.
pub(in crate::engine) fn forbids(sight: Sight<'_>, frame: &Frame, thing: Thing) -> Outcome<Option<RuleId>> {
    match thing {
        Thing::Object(object) => {
            if !sight.game.object(object).on_battlefield()
                || sight.view.controller(sight.game, object) == frame.controller
            {
                return Ok(None);
            }
            let characteristics = sight.view.characteristics(sight.game, object);
            for keyword in characteristics.keywords(KeywordName::Hexproof) {
                match keyword {
                    Keyword::Plain(_) => return Ok(Some(cr!("702.11b"))),
                    Keyword::Filter(_, quality) => {
                        if matches(sight, frame, quality, what_targets(sight, frame))? {
                            return Ok(Some(cr!("702.11d")));
                        }
                    }
                    Keyword::Cost(..)
                    | Keyword::Number(..)
                    | Keyword::Equip(..)
                    | Keyword::Suspend(..)
                    | Keyword::Cycling(..)
                    | Keyword::Splice(..)
                    | Keyword::EnchantPlayer(_)
                    | Keyword::ProtectionKeeping(..)
                    | Keyword::PartnerWith(_)
                    | Keyword::Prototype { .. }
                    | Keyword::NumberAndCost(..)
                    | Keyword::Craft(..)
                    | Keyword::EmergeFrom(..)
                    | Keyword::Word(..) => {}
                }
            }
            Ok(None)
        }
        Thing::Player(player) => {
            if player == frame.controller {
                return Ok(None);
            }
            if player_has(sight, player, KeywordName::Hexproof)? {
                return Ok(Some(cr!("702.11c")));
            }
            for (active, rule) in sight.view.rule_changes() {
                let RuleChange::PlayerHexproof(who, quality) = rule else { continue };
                if players(sight, &frame_of(active), who)?.contains(&player)
                    && matches(sight, frame, quality, what_targets(sight, frame))?
                {
                    return Ok(Some(cr!("702.11d")));
                }
            }
            Ok(None)
        }
    }
}

/// What has the quality that is asked for: the spell, or the source of the ability.
fn what_targets(sight: Sight<'_>, frame: &Frame) -> ObjectId {
    frame.on_stack.filter(|on_stack| sight.game.object(*on_stack).is_spell()).unwrap_or(frame.source)
}

/// Whether an effect says that a player has a keyword.
///
/// # Errors
/// If who has it can't be told.
pub(super) fn player_has(sight: Sight<'_>, player: PlayerId, keyword: KeywordName) -> Outcome<bool> {
    for (active, rule) in sight.view.rule_changes() {
        let RuleChange::PlayerHas(who, had) = rule else { continue };
        if *had == keyword && players(sight, &frame_of(active), who)?.contains(&player) {
            return Ok(true);
        }
    }
    Ok(false)
}
