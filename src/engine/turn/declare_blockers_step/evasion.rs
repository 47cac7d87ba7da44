//! CR 509: Declare Blockers Step. What an ability of the attacker keeps from blocking it (509.1b).

use crate::engine::additional::keyword_abilities::protection;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight, selections};
use crate::engine::spells::continuous_effects::{self, frame_of};
use crate::engine::view::View;
use crate::game::{Characteristics, ObjectId, PlayerId, Thing};
use crate::ir::change::Action;
use crate::ir::part::{Part, mentions};
use crate::ir::{CardType, Color, Comparison, Filter, Keyword, KeywordName, RuleChange, Verb};
use crate::oracle::phrases::{self, Sort};
use crate::oracle::tokens::OWN;
use crate::rules::{RuleId, Rules, cr};

/// Of an evasion ability that says which creatures can block: what lets a creature block, if anything does.
struct Case {
    keyword: KeywordName,
    /// What is said of the creature, or of what it and the attacker have in common, which is named behind it then.
    fits: Option<&'static str>,
    reason: (RuleId, &'static str),
}

/// What the evasion abilities of an attacker ask of a creature that would block it.
fn cases(attacking: &Characteristics, blocking: &Characteristics) -> [Case; 5] {
    let has = |keyword, words| blocking.has(keyword).then_some(words);
    let artifact = blocking.is(CardType::Artifact).then_some("is an artifact creature");
    let black = blocking.colors.contains(Color::Black).then_some("is black");
    let shares = blocking.colors.intersects(attacking.colors).then_some("shares a color with ");
    let no_greater = blocking.power.unwrap_or(0) <= attacking.power.unwrap_or(0);
    [
        Case {
            keyword: KeywordName::Flying,
            fits: has(KeywordName::Flying, "has flying").or(has(KeywordName::Reach, REACHES)),
            reason: (cr!("702.9b"), "only creatures with flying or reach can block it"),
        },
        Case {
            keyword: KeywordName::Fear,
            fits: artifact.or(black),
            reason: (cr!("702.36b"), "only artifact creatures and black creatures can block it"),
        },
        Case {
            keyword: KeywordName::Intimidate,
            fits: artifact.or(shares),
            reason: (cr!("702.13b"), "only artifact creatures and creatures that share a color can block it"),
        },
        Case {
            keyword: KeywordName::Horsemanship,
            fits: has(KeywordName::Horsemanship, "has horsemanship"),
            reason: (cr!("702.31b"), "only creatures with horsemanship can block it"),
        },
        Case {
            keyword: KeywordName::Skulk,
            fits: no_greater.then_some("has no greater power than "),
            reason: (cr!("702.118b"), "creatures with greater power can't block it"),
        },
    ]
}

/// What is said of a creature that can block one with flying only by its reach (702.17b).
const REACHES: &str = "has reach";

/// The player whose lands matter to the landwalk of an attacker: whom it attacks, whoever of a team would block it.
fn whose_lands(sight: Sight<'_>, attacker: ObjectId, blocker: ObjectId) -> PlayerId {
    let attack = sight.game.combat().attack_of(attacker);
    attack.map_or_else(
        || sight.view.controller(sight.game, blocker),
        |attack| selections::defending_player(sight, attack.defender),
    )
}

/// The evasion ability of the attacker that keeps a creature from blocking it (509.1b).
pub(super) fn evasion(
    sight: Sight<'_>,
    attacker: ObjectId,
    blocker: ObjectId,
) -> Outcome<Option<(RuleId, &'static str)>> {
    let attacking = sight.view.characteristics(sight.game, attacker);
    let blocking = sight.view.characteristics(sight.game, blocker);
    for case in cases(attacking, blocking) {
        if attacking.has(case.keyword) && case.fits.is_none() {
            return Ok(Some(case.reason));
        }
    }
    if attacking.has(KeywordName::Shadow) != blocking.has(KeywordName::Shadow) {
        return Ok(Some((cr!("702.28b"), "shadow blocks and is blocked by shadow only")));
    }
    for keyword in attacking.keywords(KeywordName::Landwalk) {
        if let Keyword::Filter(_, filter) = keyword {
            let player = whose_lands(sight, attacker, blocker);
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

/// An evasion ability of an attacker that does not keep a legal block from being declared.
pub(crate) struct Evaded {
    /// The rule of the ability, and that by which it lets the creature block if it is another.
    pub rules: Rules,
    /// Of whom or what it is said what makes it so.
    pub who: Thing,
    /// What is said of that: `controls no Swamps`.
    pub words: String,
    /// What is named behind that.
    pub of: Option<ObjectId>,
}

/// The evasion abilities of what is blocked that do not keep these creatures, which may block it, from that (509.1b).
pub(crate) fn evaded(sight: Sight<'_>, declared: &[(ObjectId, ObjectId)]) -> Vec<Evaded> {
    let mut found: Vec<Evaded> = Vec::new();
    let mut add = |rules: Rules, who: Thing, words: &str, of: Option<ObjectId>| {
        let known = |it: &Evaded| it.who == who && it.words == words && it.of == of;
        if !found.iter().any(known) {
            found.push(Evaded { rules, who, words: words.to_owned(), of });
        }
    };
    for (blocker, attacker) in declared.iter().copied() {
        let attacking = sight.view.characteristics(sight.game, attacker);
        let blocking = sight.view.characteristics(sight.game, blocker);
        let it = Thing::Object(blocker);
        for case in cases(attacking, blocking).iter().filter(|case| attacking.has(case.keyword)) {
            let Some(words) = case.fits else { continue };
            let rules = Rules::of(&[case.reason.0]);
            let rules = if words == REACHES { rules.and(cr!("702.17b")) } else { rules };
            add(rules, it, words, words.ends_with(' ').then_some(attacker));
        }
        if attacking.has(KeywordName::Shadow) {
            add(Rules::of(&[cr!("702.28b")]), it, "has shadow", None);
        }
        for keyword in attacking.keywords(KeywordName::Landwalk) {
            let Keyword::Filter(_, filter) = keyword else { continue };
            let lands = phrases::objects(filter, Sort::Permanents);
            let words = match &lands {
                Some(lands) => format!("controls no {lands}"),
                None => "controls no land of the kind that the landwalk names".to_owned(),
            };
            let who = Thing::Player(whose_lands(sight, attacker, blocker));
            add(Rules::of(&[cr!("702.14c")]), who, &words, None);
        }
        if attacking.keywords(KeywordName::Protection).next().is_some() {
            let who = Thing::Object(attacker);
            add(Rules::of(&[cr!("702.16f")]), who, "has no protection from ", Some(blocker));
        }
        for (said, negative) in not_kept_from(sight, attacker, blocker) {
            let rules = if negative { Rules::of(&[cr!("107.1b")]) } else { Rules::NONE };
            add(rules, it, &said, Some(attacker));
        }
        if alone_is_kept(sight, blocker) && declared.iter().any(|(other, _)| *other != blocker) {
            add(Rules::NONE, it, "does not block alone", None);
        }
        let blockers = declared.iter().filter(|(_, other)| *other == attacker).count();
        if attacking.has(KeywordName::Menace) && blockers > 1 {
            let who = Thing::Object(attacker);
            add(Rules::of(&[cr!("702.111b")]), who, "is blocked by more than one creature", None);
        }
    }
    found
}

/// Of what kind of creatures a blocker is none that can't block an attacker, as effects say of that; and whether a power less than 0 is looked at
/// for that (107.1b).
fn not_kept_from(sight: Sight<'_>, attacker: ObjectId, blocker: ObjectId) -> Vec<(String, bool)> {
    let power = |object| sight.view.characteristics(sight.game, object).power.unwrap_or(0);
    let of_power = |part: Part<'_>| matches!(part, Part::Filter(Filter::Power(_)));
    let kinds = sight.view.rule_changes().filter_map(|(active, rule)| {
        let RuleChange::Cant(it) = rule else { return None };
        let by = it.by.as_ref().filter(|_| it.action == Action::Be(Verb::Block) && it.only_if.is_none())?;
        let frame = frame_of(active);
        let is_such = |kind: &Filter, object| matches(sight, &frame, kind, object).unwrap_or(false);
        let concerned = active.objects.as_ref().is_none_or(|objects| objects.contains(&attacker))
            && it.what.as_ref().is_none_or(|what| is_such(what, attacker));
        if !concerned || is_such(by, blocker) {
            return None;
        }
        // What speaks of the attacker has no words of its own here.
        let plain = |kind: &String| !kind.contains(OWN) && !kind.contains(" it");
        let kind = phrases::objects(by, Sort::Permanents).filter(plain);
        let less = |part: Part<'_>| matches!(part, Part::Filter(Filter::Power(Comparison::AtMost(_))));
        let words = match kind {
            Some(kind) => format!("is none of the {kind} that can't block "),
            None if mentions(by, less) => "has no less power than ".to_owned(),
            None => "is none of the creatures that can't block ".to_owned(),
        };
        let negative = mentions(by, of_power) && (power(attacker) < 0 || power(blocker) < 0);
        Some((words, negative))
    });
    kinds.collect()
}

/// Whether an effect says that a creature can't block alone.
fn alone_is_kept(sight: Sight<'_>, blocker: ObjectId) -> bool {
    let controller = Some(sight.view.controller(sight.game, blocker));
    let alone = Action::Alone(Verb::Block);
    sight.view.rule_changes().any(|(active, rule)| {
        let it = if let RuleChange::Cant(it) = rule { it } else { return false };
        it.action == alone
            && continuous_effects::applies(sight, active, it, Some(blocker), controller, None)
                .unwrap_or(false)
    })
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
