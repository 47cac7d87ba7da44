//! CR 702.11: Hexproof

use crate::engine::halt::Outcome;
use crate::engine::reading::filters::{matches, with_choices};
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::continuous_effects::frame_of;
use crate::engine::view::View;
use crate::game::{Game, ObjectId, PlayerId, Thing};
use crate::ir::{Filter, Keyword, KeywordName, RuleChange};
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

/// The quality of the spell, or of the source of the ability, from which something has hexproof, with what was chosen in it.
pub(in crate::engine) fn quality_against(sight: Sight<'_>, frame: &Frame, thing: Thing) -> Option<Filter> {
    let source = what_targets(sight, frame);
    let has = |quality: &Filter| matches(sight, frame, quality, source).unwrap_or(false);
    match thing {
        Thing::Object(object) => {
            let characteristics = sight.view.characteristics(sight.game, object);
            characteristics.abilities.iter().find_map(|instance| {
                let Keyword::Filter(KeywordName::Hexproof, quality) = instance.ability.as_keyword()? else {
                    return None;
                };
                let own =
                    Frame::of_source(object, sight.view.controller(sight.game, object), instance.origin);
                has(quality).then(|| with_choices(sight, &own, quality))
            })
        }
        Thing::Player(player) => sight.view.rule_changes().find_map(|(active, rule)| {
            let RuleChange::PlayerHexproof(who, quality) = rule else { return None };
            let own = frame_of(active);
            let is_so = players(sight, &own, who).is_ok_and(|found| found.contains(&player));
            (is_so && has(quality)).then(|| with_choices(sight, &own, quality))
        }),
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

/// The hexproof, shroud and protection that effects say a player has, in words, each with the rule that says what it does.
///
/// # Errors
/// If who has it can't be told.
pub fn of_player(game: &Game, view: &View, player: PlayerId) -> Outcome<Vec<(String, RuleId)>> {
    let sight = Sight { game, view };
    let mut found = Vec::new();
    for (active, rule) in view.rule_changes() {
        let (who, words, means) = if let RuleChange::PlayerHas(who, KeywordName::Hexproof) = rule {
            (who, "hexproof".to_owned(), cr!("702.11c"))
        } else if let RuleChange::PlayerHas(who, KeywordName::Shroud) = rule {
            (who, "shroud".to_owned(), cr!("702.18a"))
        } else if let RuleChange::PlayerProtection(who, Filter::Color(color)) = rule {
            (who, format!("protection from {}", color.word()), cr!("702.16b"))
        } else if let RuleChange::PlayerProtection(who, quality) = rule
            && *quality == Filter::EVERYTHING
        {
            (who, "protection from everything".to_owned(), cr!("702.16j"))
        } else {
            continue;
        };
        let known = found.iter().any(|(its, _)| *its == words);
        if !known && players(sight, &frame_of(active), who)?.contains(&player) {
            found.push((words, means));
        }
    }
    Ok(found)
}
