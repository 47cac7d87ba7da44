//! CR 613: Interaction of Continuous Effects. Why an object is not of a card type that is printed on it.

use crate::engine::additional::keyword_abilities::{bestow, reconfigure};
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight};
use crate::engine::view::View;
use crate::game::{ObjectId, Thing};
use crate::ir::part::{Part, mentions};
use crate::ir::{CardType, Change, Condition, Filter, Quantity, Static, TargetKind, TargetSpec};
use crate::oracle::phrases;
use crate::rules::{RuleId, Rules, cr};
use crate::trace::layers::Influence;
use crate::trace::refusal::Unmade;

/// Why something is not of a card type that a target phrase asks for, if that is printed on it, with the rules of that.
pub(in crate::engine) fn of_target(
    sight: Sight<'_>,
    frame: &Frame,
    spec: &TargetSpec,
    thing: Thing,
) -> Option<(Unmade, Rules)> {
    let object = thing.object()?;
    if let TargetKind::Permanent(filter) | TargetKind::Spell(filter) = &spec.kind {
        return of_phrase(sight, frame, filter, object);
    }
    let targetable = [CardType::Creature, CardType::Planeswalker, CardType::Battle];
    let is_any = spec.kind == TargetKind::Any;
    targetable.into_iter().filter(|_| is_any).find_map(|card_type| unmade(sight, object, card_type))
}

/// Why an object is not of a card type that a phrase asks for, if that is printed on it, with the rules of that.
fn of_phrase(sight: Sight<'_>, frame: &Frame, filter: &Filter, object: ObjectId) -> Option<(Unmade, Rules)> {
    if let Filter::Type(card_type) = filter {
        return unmade(sight, object, *card_type);
    }
    if let Filter::All(parts) | Filter::Any(parts) = filter {
        let lacking = |part: &&Filter| matches!(matches(sight, frame, part, object), Ok(false));
        return parts.iter().filter(lacking).find_map(|part| of_phrase(sight, frame, part, object));
    }
    None
}

/// Why an object is not of a card type that is printed on it, if it is, with the rules of that.
pub(in crate::engine) fn unmade(
    sight: Sight<'_>,
    object: ObjectId,
    card_type: CardType,
) -> Option<(Unmade, Rules)> {
    let Sight { game, view } = sight;
    let its = game.object(object);
    if view.characteristics(game, object).is(card_type) {
        return None;
    }
    let so = |words: &str, rule: RuleId| {
        let as_long_as = Some(words.to_owned().into_boxed_str());
        Some((Unmade { by: object, own: true, as_long_as }, Rules::of(&[rule])))
    };
    if !view.copiable(game, object).is(card_type) {
        let face = its.definition.as_ref().and_then(|definition| definition.faces.first());
        let hidden = its.is_face_down() && face.is_some_and(|face| face.is(card_type));
        return if hidden { so("it is face down", cr!("708.2a")) } else { None };
    }
    let influences = View::influences(game).ok()?;
    let is_it = |it: &&Influence| {
        it.object == object
            && it.standing.applies()
            && it.changes.iter().any(|change| takes(change, card_type))
    };
    let last = influences.iter().rev().find(is_it)?;
    if last.made.is_some() && last.made == bestow::on(game, object) {
        return so("it is bestowed", cr!("702.103b"));
    }
    if last.made.is_some() && last.made == reconfigure::on(game, object) {
        return so("it is attached to a creature", cr!("702.151b"));
    }
    if last.keyword == Some(cr!("702.176a")) {
        let words = "it was cast for its impending cost and has a time counter on it";
        return so(words, cr!("702.176a"));
    }
    let sets = last.changes.iter().any(|change| matches!(change, Change::SetTypes(_)));
    let condition = condition_of(sight, last, card_type);
    let of_devotion = condition.as_ref().is_some_and(|condition| {
        mentions(condition, |part| matches!(part, Part::Quantity(Quantity::Devotion(_))))
    });
    let rules = [
        last.keyword,
        of_devotion.then_some(cr!("700.5")),
        sets.then_some(cr!("205.1a")),
        last.keyword.is_none().then_some(cr!("613.1d")),
    ];
    let rules = rules.into_iter().flatten().fold(Rules::NONE, Rules::and);
    let own = last.source == object;
    let as_long_as = condition.filter(|_| own).as_ref().and_then(phrases::condition);
    Some((Unmade { by: last.source, own, as_long_as: as_long_as.map(String::into_boxed_str) }, rules))
}

/// Whether a change takes a card type from an object that has it.
fn takes(change: &Change, card_type: CardType) -> bool {
    if let Change::LoseTypes(lost) = change {
        return lost.types.contains(&card_type);
    }
    matches!(change, Change::SetTypes(set) if !set.types.is_empty() && !set.types.contains(&card_type))
}

/// The condition under which a static ability of the source takes the type.
fn condition_of(sight: Sight<'_>, last: &Influence, card_type: CardType) -> Option<Condition> {
    let abilities = &sight.view.characteristics(sight.game, last.source).abilities;
    let is_it = |ability: &&Static| ability.changes.iter().any(|change| takes(change, card_type));
    let mut statics = abilities.iter().filter_map(|instance| instance.ability.as_static());
    statics.find(is_it).filter(|_| last.made.is_none()).and_then(|ability| ability.condition.clone())
}
