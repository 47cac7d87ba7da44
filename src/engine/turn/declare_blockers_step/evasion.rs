//! CR 509: Declare Blockers Step. What an ability of the attacker keeps from blocking it (509.1b).

use crate::engine::additional::keyword_abilities::protection;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight, selections};
use crate::engine::view::View;
use crate::game::{ObjectId, Thing};
use crate::ir::{CardType, Color, Filter, Keyword, KeywordName};
use crate::rules::{RuleId, cr};

/// The evasion ability of the attacker that keeps a creature from blocking it (509.1b).
pub(super) fn evasion(
    sight: Sight<'_>,
    attacker: ObjectId,
    blocker: ObjectId,
) -> Outcome<Option<(RuleId, &'static str)>> {
    let attacking = sight.view.characteristics(sight.game, attacker);
    let blocking = sight.view.characteristics(sight.game, blocker);
    let artifact = blocking.is(CardType::Artifact);
    let shares_color = blocking.colors.intersects(attacking.colors);
    let cases = [
        (
            KeywordName::Flying,
            blocking.has(KeywordName::Flying) || blocking.has(KeywordName::Reach),
            (cr!("702.9b"), "only creatures with flying or reach can block it"),
        ),
        (
            KeywordName::Fear,
            artifact || blocking.colors.contains(Color::Black),
            (cr!("702.36b"), "only artifact creatures and black creatures can block it"),
        ),
        (
            KeywordName::Intimidate,
            artifact || shares_color,
            (cr!("702.13b"), "only artifact creatures and creatures that share a color can block it"),
        ),
        (
            KeywordName::Horsemanship,
            blocking.has(KeywordName::Horsemanship),
            (cr!("702.31b"), "only creatures with horsemanship can block it"),
        ),
        (
            KeywordName::Skulk,
            blocking.power.unwrap_or(0) <= attacking.power.unwrap_or(0),
            (cr!("702.118b"), "creatures with greater power can't block it"),
        ),
    ];
    for (keyword, can, reason) in cases {
        if attacking.has(keyword) && !can {
            return Ok(Some(reason));
        }
    }
    if attacking.has(KeywordName::Shadow) != blocking.has(KeywordName::Shadow) {
        return Ok(Some((cr!("702.28b"), "shadow blocks and is blocked by shadow only")));
    }
    for keyword in attacking.keywords(KeywordName::Landwalk) {
        if let Keyword::Filter(_, filter) = keyword {
            // The lands that matter are those of the player whom the creature attacks, whoever of a team would block it.
            let attack = sight.game.combat().attack_of(attacker);
            let player = attack.map_or_else(
                || sight.view.controller(sight.game, blocker),
                |attack| selections::defending_player(sight, attack.defender),
            );
            let frame = Frame::of_source(attacker, player, crate::game::Origin::NONE);
            for land in sight.game.battlefield() {
                if sight.view.controller(sight.game, *land) == player
                    && sight.view.characteristics(sight.game, *land).is(CardType::Land)
                    && matches(sight, &frame, filter, *land)?
                {
                    // Only the same ability could be thought to take it away.
                    let other = blocking.keywords(KeywordName::Landwalk).any(|its| its == keyword);
                    return Ok(Some(if other {
                        (cr!("702.14d"), "landwalk does not cancel landwalk")
                    } else {
                        (
                            cr!("702.14c"),
                            "the defending player controls a land of the kind that its landwalk names",
                        )
                    }));
                }
            }
        }
    }
    if let Some(rule) = protection::forbids_block(sight, attacker, blocker)? {
        return Ok(Some((rule, "the attacker has protection from it")));
    }
    Ok(None)
}

/// The quality of a creature from which another is protected, so that it can't block that, if it is by such a rule.
pub(super) fn quality(
    play: &Play<'_>,
    view: &View,
    blocker: ObjectId,
    attacker: ObjectId,
    rule: RuleId,
) -> Option<Filter> {
    let by_protection = rule == cr!("702.16f") || rule == cr!("702.16j");
    let sight = Sight { game: &play.game, view };
    by_protection.then(|| protection::quality_of(sight, Thing::Object(attacker), blocker)).flatten()
}

/// Why a creature can't block another, in words, where it is by a keyword that only a counter gives (122.1b).
pub(super) fn by_counter(
    play: &mut Play<'_>,
    rule: RuleId,
    blocker: ObjectId,
    attacker: ObjectId,
) -> Outcome<Option<&'static str>> {
    let view = play.view()?;
    let cases = [
        (cr!("702.147a"), KeywordName::Decayed, blocker, "a counter gives it decayed"),
        (
            cr!("702.9b"),
            KeywordName::Flying,
            attacker,
            "a counter gives the attacker flying, and only creatures with flying or reach can block it",
        ),
        (
            cr!("702.28b"),
            KeywordName::Shadow,
            attacker,
            "a counter gives the attacker shadow, which is blocked by shadow only",
        ),
        (cr!("702.28b"), KeywordName::Shadow, blocker, "a counter gives it shadow, which blocks shadow only"),
    ];
    let counted = |keyword, object| view.characteristics(&play.game, object).has_by_counter_only(keyword);
    let mut found =
        cases.iter().filter(|(its, keyword, object, _)| *its == rule && counted(*keyword, *object));
    Ok(found.next().map(|(.., words)| *words))
}
