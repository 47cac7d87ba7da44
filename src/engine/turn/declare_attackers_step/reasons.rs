//! CR 508: Declare Attackers Step. What is so that a legal declaration is legal, though it may seem that it isn't: what lets a creature attack
//! that otherwise could not, and what keeps one from attacking that otherwise would have to (508.1a, 508.1c, 508.1d).

use crate::engine::reading::Sight;
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::defending_player;
use crate::engine::spells::continuous_effects::{self, frame_of};
use crate::engine::turn::declare_blockers_step::Evaded;
use crate::game::{ObjectId, PlayerId, Thing};
use crate::ir::change::{Action, Allowed};
use crate::ir::{KeywordName, RuleChange, Verb};
use crate::oracle::phrases;
use crate::rules::{RuleId, Rules, cr};

use super::{DEFENDER, KEPT, NO_CREATURE, SICK, why_not};

/// What lets creatures attack that otherwise could not: haste, an effect by which defender does not matter, or that what their own ability
/// asks for is so.
pub(crate) fn lets_attack(sight: Sight<'_>, declared: &[(ObjectId, Thing)]) -> Vec<Evaded> {
    let mut found: Vec<Evaded> = Vec::new();
    let mut add = |rules: Rules, who: Thing, words: &str, of: Option<ObjectId>| {
        let known = |it: &Evaded| it.who == who && it.words == words && it.of == of;
        if !found.iter().any(known) {
            found.push(Evaded { rules, who, words: words.to_owned(), of });
        }
    };
    for (creature, defender) in declared.iter().copied() {
        let its = sight.view.characteristics(sight.game, creature);
        let controller = sight.view.controller(sight.game, creature);
        if its.has(KeywordName::Defender) {
            let rules = Rules::of(&[cr!("702.3b"), cr!("609.4"), cr!("508.1c")]);
            let actions = [Allowed::AttackAsThoughNoDefender];
            let by = continuous_effects::permitted_by(sight, &actions, creature, controller).ok().flatten();
            let (words, by) = match by.map(|(by, _)| by) {
                Some(by) if by == creature => ("can attack despite its defender, by its own ability", None),
                Some(by) => ("can attack despite its defender, by ", Some(by)),
                None => ("can attack despite its defender", None),
            };
            add(rules, Thing::Object(creature), words, by);
        }
        if sight.game.object(creature).sick && its.has(KeywordName::Haste) {
            add(Rules::of(&[cr!("702.10b")]), Thing::Object(creature), "has haste", None);
        }
        for (words, with) in company(sight, (creature, controller), declared) {
            add(Rules::of(&[cr!("508.1c")]), Thing::Object(creature), words, with);
        }
        for instance in &its.abilities {
            let Some(condition) = phrases::kept_while(&instance.ability, Verb::Attack) else { continue };
            let Some(unless) = condition.strip_prefix("unless ") else { continue };
            let (who, words) = match unless.strip_prefix("the defending player ") {
                Some(words) => (defending_player(sight, defender), Some(words.to_owned())),
                None => {
                    (controller, unless.strip_prefix("you control ").map(|what| format!("controls {what}")))
                }
            };
            if let Some(words) = words {
                add(Rules::of(&[cr!("508.1c")]), Thing::Player(who), &words, None);
            }
        }
    }
    found
}

/// What is so of the attackers together by which one of them can attack that can do so only alone, or only with others.
fn company(
    sight: Sight<'_>,
    (creature, controller): (ObjectId, PlayerId),
    declared: &[(ObjectId, Thing)],
) -> Vec<(&'static str, Option<ObjectId>)> {
    let others: Vec<ObjectId> =
        declared.iter().map(|(other, _)| *other).filter(|other| *other != creature).collect();
    let alone = others.is_empty();
    let found = sight.view.rule_changes().filter_map(|(active, rule)| {
        let RuleChange::Cant(it) = rule else { return None };
        let applies =
            || continuous_effects::applies(sight, active, it, Some(creature), Some(controller), None);
        match (it.action, &it.without) {
            (Action::Alone(Verb::Attack), _) if !alone && applies().unwrap_or(false) => {
                Some(("does not attack alone", None))
            }
            (Action::WithOthers(Verb::Attack), _) if alone && applies().unwrap_or(false) => {
                Some(("attacks alone", None))
            }
            (Action::Do(Verb::Attack), Some(kind)) if !alone && applies().unwrap_or(false) => {
                let frame = frame_of(active);
                let fits = |other: &ObjectId| matches(sight, &frame, kind, *other).unwrap_or(false);
                others.iter().copied().find(fits).map(|other| ("attacks with ", Some(other)))
            }
            _ => None,
        }
    });
    found.collect()
}

/// What keeps creatures from attacking that would have to attack if they could, and don't.
pub(crate) fn kept_from_attacking(
    sight: Sight<'_>,
    active: PlayerId,
    declared: &[(ObjectId, Thing)],
) -> Vec<Evaded> {
    let mut found: Vec<Evaded> = Vec::new();
    for creature in sight.game.battlefield().iter().copied() {
        let attacks = declared.iter().any(|(attacker, _)| *attacker == creature);
        let controller = sight.view.controller(sight.game, creature);
        if attacks || !sight.game.fights_with(active, controller) || !must_attack(sight, creature) {
            continue;
        }
        let said = |rules: &[RuleId], words: &str, of: Option<ObjectId>| Evaded {
            rules: rules.iter().copied().fold(Rules::NONE, Rules::and),
            who: Thing::Object(creature),
            words: words.to_owned(),
            of,
        };
        found.extend(match why_not(sight, active, creature).ok().flatten() {
            Some((rule, SICK)) => {
                Some(said(&[rule, cr!("302.6")], "came under its controller's control this turn", None))
            }
            Some((rule, DEFENDER)) => Some(said(&[rule, cr!("508.1c")], "has defender", None)),
            Some((rule, NO_CREATURE)) => Some(said(&[rule], "is not a creature", None)),
            Some((_, KEPT)) => {
                let (attack, whose) = (Action::Do(Verb::Attack), Some(controller));
                let by = continuous_effects::prohibited(sight, attack, Some(creature), whose, None);
                let by = by.ok().flatten();
                let words = if by.is_some() { "can't attack because of " } else { "can't attack" };
                Some(said(&[cr!("508.1c")], words, by))
            }
            Some((rule, _)) if sight.game.object(creature).tapped => Some(said(&[rule], "is tapped", None)),
            Some(_) => None,
            None => taxed_by(sight, creature, controller)
                .map(|by| said(&[cr!("508.1d")], "can attack only for a cost, by ", Some(by))),
        });
    }
    found
}

/// Whether an effect says of a creature that it attacks if able.
fn must_attack(sight: Sight<'_>, creature: ObjectId) -> bool {
    sight.view.rule_changes().any(|(active, rule)| {
        let what = if let RuleChange::Must(it) = rule {
            (it.action == Action::Do(Verb::Attack)).then_some(&it.what)
        } else if let RuleChange::Goaded(what) = rule {
            Some(what)
        } else {
            None
        };
        let bound = active.objects.as_ref().is_none_or(|objects| objects.contains(&creature));
        what.is_some_and(|what| bound && matches(sight, &frame_of(active), what, creature).unwrap_or(false))
    })
}

/// The object whose effect lets a creature attack only for a cost.
fn taxed_by(sight: Sight<'_>, creature: ObjectId, controller: PlayerId) -> Option<ObjectId> {
    sight.view.rule_changes().find_map(|(active, rule)| {
        let RuleChange::Cant(it) = rule else { return None };
        let taxes = it.action == Action::Do(Verb::Attack) && it.unless_pay.is_some();
        let applies =
            || continuous_effects::applies(sight, active, it, Some(creature), Some(controller), None);
        (taxes && applies().unwrap_or(false)).then_some(active.source)
    })
}
