//! By which rule a mana value is what it is (202.3).

use crate::engine::additional::copying_objects;
use crate::game::{Characteristics, Game, Object, ObjectId};
use crate::ir::{ManaSymbol, Measure, Quantity, Selection};
use crate::rules::{RuleId, Rules, cr};

use super::filters::mana_value;
use super::informing::informing;
use super::{Frame, Sight};

/// The most particular rule of 202.3 by which the mana value of an object with these characteristics is counted. What it copies is on no
/// card of its own.
pub(crate) fn rule_of_mana_value(game: &Game, its: &Object, now: &Characteristics, is_copy: bool) -> RuleId {
    let has =
        |such: fn(&ManaSymbol) -> bool| now.cost.as_ref().is_some_and(|cost| cost.symbols.iter().any(such));
    if now.front_cost.is_some() {
        // Of a copy it is 0, whatever its card is.
        let melded = if is_copy { game.is_melded_name(&now.name) } else { its.melded.is_some() };
        return if melded { cr!("202.3c") } else { cr!("202.3b") };
    }
    let split = its.definition.as_ref().is_some_and(|definition| definition.combined.is_some());
    if now.cost.is_none() {
        cr!("202.3a")
    } else if split && !is_copy {
        cr!("202.3d")
    } else if has(|symbol| matches!(symbol, ManaSymbol::Variable(_))) {
        cr!("202.3e")
    } else if has(|symbol| matches!(symbol, ManaSymbol::Phyrexian(_) | ManaSymbol::HybridPhyrexian(..))) {
        cr!("202.3g")
    } else if has(|symbol| {
        matches!(symbol, ManaSymbol::Hybrid(..) | ManaSymbol::MonoHybrid(..) | ManaSymbol::ColorlessHybrid(_))
    }) {
        cr!("202.3f")
    } else {
        cr!("202.3")
    }
}

/// The same of an object as it is now, or as it last was.
pub(in crate::engine) fn rule_of(sight: Sight<'_>, object: ObjectId) -> RuleId {
    let game = sight.game;
    let is_copy = copying_objects::is_copy(game, object);
    rule_of_mana_value(game, game.object(object), sight.view.characteristics(game, object), is_copy)
}

/// The rules by which mana values are counted that a number asks for: those of the objects that make it what it is. Nothing if it asks for
/// none.
pub(in crate::engine) fn rules_of_number(sight: Sight<'_>, frame: &Frame, quantity: &Quantity) -> Rules {
    let of = |selection: &Selection| informing(sight, frame, selection).unwrap_or_default();
    let value = |object: &ObjectId| mana_value(sight, *object);
    let counting: Vec<ObjectId> = if let Quantity::Sum(Measure::ManaValueOf(selection)) = quantity {
        let all = of(selection);
        // What adds nothing to a sum has no say in it, if anything does.
        let adds = all.iter().any(|object| value(object) > 0);
        all.into_iter().filter(|object| !adds || value(object) > 0).collect()
    } else if let Quantity::Greatest(Measure::ManaValueOf(selection)) = quantity {
        let all = of(selection);
        let greatest = all.iter().map(value).max();
        all.into_iter().filter(|object| Some(value(object)) == greatest).collect()
    } else if let Quantity::Least(Measure::ManaValueOf(selection)) = quantity {
        let all = of(selection);
        let least = all.iter().map(value).min();
        all.into_iter().filter(|object| Some(value(object)) == least).collect()
    } else {
        return Rules::NONE;
    };
    if counting.is_empty() {
        return Rules::of(&[cr!("202.3")]);
    }
    counting.into_iter().map(|object| rule_of(sight, object)).fold(Rules::NONE, Rules::and)
}
