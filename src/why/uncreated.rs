//! Why there is no token of a kind: an ability that would have created one has not triggered.

use std::borrow::Cow;

use crate::engine::Outcome;
use crate::engine::additional::keyword_abilities;
use crate::game::{AbilityInstance, ObjectId};
use crate::ir::instruction::TokenSpec;
use crate::ir::part::{Part, mentions};
use crate::ir::{Ability, Instruction, Subtype, Zone};
use crate::rules::RuleId;
use crate::trace::{Reasons, What};

use super::whereabouts::path_of;
use super::{Played, triggers};

/// An ability that would have created such a token, and has not triggered.
pub(crate) struct Uncreated {
    /// The object whose ability it is.
    pub(crate) source: ObjectId,
    /// Why it has not triggered.
    pub(crate) why: Cow<'static, str>,
    /// The rules by which it has not.
    pub(crate) rules: Reasons,
    /// Whether the step of the first of them says so.
    pub(crate) is_told: bool,
}

/// The ability that would have created a token of which this holds, its name and subtypes, and has not triggered: one of which a step tells that,
/// if there is one.
pub(crate) fn uncreated(
    played: Played<'_>,
    is_such: &dyn Fn(&str, &[Subtype]) -> bool,
) -> Outcome<Option<Uncreated>> {
    let game = played.game;
    let mut found: Option<Uncreated> = None;
    let mut seen: Vec<ObjectId> = Vec::new();
    for object in game.objects() {
        let root = game.earliest(object.id);
        if object.stack_ability().is_some() || seen.contains(&root) {
            continue;
        }
        seen.push(root);
        let path = path_of(game, root);
        let Some((number, rule)) = path.iter().find_map(|stay| creates(played, *stay, is_such)) else {
            continue;
        };
        let triggered = triggers::triggered(played, root, Some(number))?;
        let Some(why) = triggered.why_not else { continue };
        let rules = rule.into_iter().fold(triggered.rules, Reasons::and);
        let step = rules.first().and_then(|first| played.trace.get(first.step?));
        let is_told = step.is_some_and(|step| {
            matches!(step.what, What::Replaced(..) | What::Note(_) | What::Chose(..) | What::Refused(_))
        });
        let source = path.last().copied().unwrap_or(root);
        if found.is_none() || is_told {
            found = Some(Uncreated { source, why, rules, is_told });
        }
        if is_told {
            break;
        }
    }
    Ok(found)
}

/// The triggered ability of something in play that creates such tokens, by its number, and the rule of the keyword that stands for it.
fn creates(
    played: Played<'_>,
    stay: ObjectId,
    is_such: &dyn Fn(&str, &[Subtype]) -> bool,
) -> Option<(u32, Option<RuleId>)> {
    let its = played.game.object(stay);
    if !matches!(its.home(), Zone::Battlefield | Zone::Command) {
        return None;
    }
    let printed = its.definition.as_ref().and_then(|card| card.in_zone(its.home(), its.face));
    let has = match &its.known {
        Some(known) => &known.characteristics,
        None if its.exists => played.view.characteristics(played.game, stay),
        None => &its.base,
    };
    // What it has lost it may still be asked about.
    [Some(has), printed.as_deref()].into_iter().flatten().find_map(|has| {
        let triggered =
            has.abilities.iter().filter(|instance| matches!(&*instance.ability, Ability::Triggered(_)));
        let is_it = |(_, instance): &(u32, &AbilityInstance)| makes(&instance.ability, is_such);
        let (number, instance) = (1..).zip(triggered).find(is_it)?;
        Some((number, keyword_abilities::rule_of_instance(&has.abilities, instance)))
    })
}

/// Whether an ability creates such a token.
fn makes(ability: &Ability, is_such: &dyn Fn(&str, &[Subtype]) -> bool) -> bool {
    mentions(ability, |part| match part {
        Part::Instruction(Instruction::Create(it)) => match &it.token {
            TokenSpec::New(face) => is_such(face.name.as_deref().unwrap_or_default(), &face.types.subtypes),
            TokenSpec::Predefined(subtype) => is_such("", &[*subtype]),
            TokenSpec::Named(name) => is_such(name, &[]),
            TokenSpec::CopyOf { .. } => false,
        },
        _ => false,
    })
}
