//! CR 613: Interaction of Continuous Effects. What functions once all layers have been applied (613.11).

use crate::engine::additional::keyword_abilities;
use crate::engine::concepts::abilities::functions;
use crate::engine::halt::{self, Halt, Outcome};
use crate::engine::reading::{Frame, Sight, conditions};
use crate::engine::spells::replacement_effects::change_gives_entering;
use crate::engine::spells::{continuous_effects, replacement_effects};
use crate::engine::view::{AbilityAt, ActiveRules, Places, RulesOf, View};
use crate::game::{Affected, Bindings, Game, Mark, Object, ObjectId, Origin};
use crate::ir::part::{Part, mentions};
use crate::ir::{Ability, Event, KeywordName, Zone};

use super::{is_apart, outside, steady, timestamp_of, unread};

/// Finds the abilities that function now, of those that somebody will ask for: triggered ones, replacements, and those that
/// change rules of the game, which apply after all others (613.11). Says whether a static ability holds only under a condition that
/// looks at more than the objects.
pub(super) fn survey(game: &Game, view: &mut View) -> Outcome<bool> {
    let mut found = Functioning::default();
    for object in view.marked(game, Mark::Brings).chain(outside(game)) {
        if !is_apart(object) {
            found.add(game, view, object)?;
        } else if unread::is_revealed(game, object) {
            let abilities = &view.characteristics(game, object.id).abilities;
            abilities.iter().try_for_each(|instance| unread::stop_at(object, instance))?;
        }
    }
    let mut rules = found.rules;
    let of_abilities = rules.len();
    for effect in game.effects().iter().filter(|effect| !effect.rules.is_empty()) {
        rules.push(ActiveRules {
            timestamp: effect.timestamp,
            source: effect.source,
            controller: effect.controller,
            origin: Origin::NONE,
            rules: RulesOf::Effect(effect.rules.clone()),
            objects: match &effect.affected {
                Affected::Objects(objects) => Some(objects.clone()),
                Affected::Rules => None,
            },
            bindings: effect.bindings.clone(),
            of_keyword: effect.of_action,
        });
    }
    // They are applied together, those of abilities and those that were made (613.11); equal ones in the order of objects.
    if of_abilities > 0 {
        rules.sort_by_key(|active| active.timestamp);
    }
    for active in &rules {
        if let Some(text) = active.rules.as_slice().iter().find_map(unread::unread_rule) {
            return Err(Halt::gap(active.source, halt::of_free_text(text)));
        }
        let of_objects = active.objects.is_some();
        let why = |rule| continuous_effects::why_not_played(rule, of_objects);
        if let Some(why) = active.rules.as_slice().iter().find_map(why) {
            return Err(Halt::gap(active.source, why));
        }
    }
    view.gives_entering =
        found.gives_entering || game.effects().iter().any(|effect| change_gives_entering(&effect.changes));
    (view.rules, view.triggered, view.replacements) = (rules, found.triggered, found.replacements);
    (view.watched, view.sculpted, view.state_triggers) =
        (found.watched, found.sculpted, found.state_triggers);
    view.unread_triggers = found.unread_triggers;
    unread::stop_at_revealed_tops(game, view)?;
    Ok(found.on_condition)
}

/// What a survey has found so far.
#[derive(Default)]
struct Functioning {
    rules: Vec<ActiveRules>,
    triggered: Places,
    replacements: Places,
    /// Whether a static ability gives objects abilities that say how they enter.
    gives_entering: bool,
    /// Whether a static ability holds only under a condition that looks at more than the objects.
    on_condition: bool,
    /// Whether a permanent has an ability of which something happens at any time.
    watched: bool,
    /// Whether a permanent has space sculptor.
    sculpted: bool,
    /// Whether an ability triggers on a state of the game.
    state_triggers: bool,
    /// The objects with a triggered ability that can be read only in part and does not function where they are.
    unread_triggers: Vec<ObjectId>,
}

impl Functioning {
    fn add(&mut self, game: &Game, view: &View, object: &Object) -> Outcome {
        let mut number = 0;
        for (index, instance) in (0u16..).zip(&view.characteristics(game, object.id).abilities) {
            match &*instance.ability {
                Ability::Triggered(it) => {
                    number += u8::from(instance.counts_as_triggered());
                    if functions(instance, object.home()) {
                        self.state_triggers |= matches!(it.when, Event::State(_));
                        self.triggered.push(AbilityAt { object: object.id, index, number });
                    } else if it.from.is_none() && mentions(&it.effect, Part::is_unread) {
                        self.unread_triggers.push(object.id);
                    }
                }
                Ability::Replacement(it) if functions(instance, object.home()) => {
                    if !replacement_effects::is_let(it) {
                        return Err(Halt::gap(object.id, replacement_effects::NOT_REPLACED));
                    }
                    self.replacements.push(AbilityAt { object: object.id, index, number: 0 });
                }
                Ability::Static(it) if functions(instance, object.home()) => {
                    self.gives_entering |= change_gives_entering(&it.changes);
                    self.on_condition |= it.condition.as_ref().is_some_and(|it| !steady::condition(it));
                    if it.rules.is_empty() {
                        continue;
                    }
                    let controller = view.controller(game, object.id);
                    if let Some(condition) = &it.condition {
                        let frame = Frame::of_source(object.id, controller, instance.origin);
                        if !conditions::holds(Sight { game, view }, &frame, condition)? {
                            continue;
                        }
                    }
                    self.rules.push(ActiveRules {
                        timestamp: timestamp_of(game, view, object.id, instance),
                        source: object.id,
                        controller,
                        origin: instance.origin,
                        rules: RulesOf::Static(instance.ability.clone()),
                        objects: None,
                        bindings: Bindings::default(),
                        of_keyword: instance.keyword.and_then(keyword_abilities::rule_of),
                    });
                }
                Ability::Keyword(keyword) if object.zone == Zone::Battlefield => {
                    self.sculpted |= keyword.name() == KeywordName::SpaceSculptor;
                    self.watched |= matches!(
                        keyword.name(),
                        KeywordName::Ascend
                            | KeywordName::Daybound
                            | KeywordName::Nightbound
                            | KeywordName::StartYourEngines
                            | KeywordName::Storied
                    );
                }
                Ability::Static(_) | Ability::Unsupported(_) => unread::stop_at(object, instance)?,
                Ability::Keyword(_)
                | Ability::Spell(_)
                | Ability::Cleaved(_)
                | Ability::Activated(_)
                | Ability::Replacement(_)
                | Ability::AdditionalCost(_)
                | Ability::AlternativeCost(_)
                | Ability::CastOnly(_)
                | Ability::ManaFrom(_)
                | Ability::Room(_)
                | Ability::OpeningHand(_)
                | Ability::DeckLimit(_)
                | Ability::CanBeCommander => {}
            }
        }
        Ok(())
    }
}
