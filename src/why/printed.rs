//! By which rule an object has what is printed on it: mana value, colors, types, abilities; also what it keeps as effects
//! change the rest.

use crate::engine::Outcome;
use crate::engine::additional::keyword_abilities::toxic;
use crate::engine::additional::split_cards;
use crate::engine::reading::mana_values;
use crate::engine::spells::continuous_effects;
use crate::game::{Characteristics, Object, ObjectId, Origin};
use crate::ir::change::{Action, Change as Effect, TextWord, TypeChange};
use crate::ir::{
    Ability, CardType, Color, Filter, Measure, Quantity, RuleChange, Selection, Subtype, SubtypeFamily,
    Supertype, Trait, Verb, Zone,
};
use crate::rules::cr;
use crate::trace::{Reasons, What};

use super::values::{self, Asked, Kind};
use super::{Played, devotion, layers};

/// A part of a type line: a card type, a supertype or a subtype (205).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TypePart {
    /// A card type.
    Card(CardType),
    /// A supertype.
    Super(Supertype),
    /// A subtype.
    Sub(Subtype),
}

impl TypePart {
    /// The card type, supertype or subtype that is called so.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        CardType::from_word(word)
            .map(Self::Card)
            .or_else(|| Supertype::from_word(word).map(Self::Super))
            .or_else(|| Subtype::from_word(word).map(Self::Sub))
    }

    /// Whether it is part of a type line.
    pub(crate) fn is_of(self, its: &Characteristics) -> bool {
        match self {
            Self::Card(card_type) => its.is(card_type),
            Self::Super(supertype) => its.has_supertype(supertype),
            Self::Sub(subtype) => its.has_subtype(subtype),
        }
    }
}

/// The rules by which an object's mana value is counted: the most particular of 202.3, and that of the values which count.
pub(crate) fn mana_value(played: Played<'_>, its: &Object, now: &Characteristics) -> Reasons {
    let values = values::of(played, its, Asked::ManaValue);
    let copied = values.kind == Kind::Copied;
    let rule = mana_values::rule_of_mana_value(played.game, its, now, copied);
    if now.front_cost.is_some() {
        return Reasons::of(&[rule]);
    }
    let rule = if its.is_token() && now.cost.is_none() && !copied {
        cr!("111.3")
    } else if now.cost.is_some() && split_cards::lacks(its, now) && !copied {
        return Reasons::of(&[cr!("202.3"), cr!("709.5")]);
    } else {
        rule
    };
    // For what it was cast is no matter of its mana cost.
    if rule == cr!("202.3") && was_cast_for_another_cost(played, its) {
        return Reasons::of(&[cr!("118.9c"), rule]).joined(values.rules);
    }
    if values.kind == Kind::Made { Reasons::of(&[rule]) } else { Reasons::of(&[rule]).joined(values.rules) }
}

/// Whether an object is a spell that was cast for an alternative cost (118.9).
fn was_cast_for_another_cost(played: Played<'_>, its: &Object) -> bool {
    its.zone == Zone::Stack
        && played.trace.entries().iter().any(|entry| {
            matches!(entry.what, What::Casts(_, spell) if spell == its.id)
                && entry.rules.contains(cr!("118.9"))
        })
}

/// The rules by which an object has the colors of its mana cost and its color indicator, or none; where one of them is asked for, by
/// which it has that or has it not.
pub(crate) fn color(
    played: Played<'_>,
    its: &Object,
    now: &Characteristics,
    asked: Option<Color>,
) -> Reasons {
    let from_cost = now.cost.as_ref().map_or_else(Default::default, |cost| cost.colors());
    let set = values::of(played, its, Asked::Color(asked));
    let excepted = [cr!("707.9b"), cr!("707.9c")].into_iter().any(|rule| set.rules.contains(rule));
    if excepted || matches!(set.kind, Kind::Hidden | Kind::Made) {
        set.rules
    } else if now.colors.count() == 0 {
        set.rules.and(cr!("202.2b"))
    } else if from_cost == now.colors && now.cost.is_some() {
        match set.kind {
            Kind::Only => Reasons::of(&[cr!("202.2"), cr!("202.2a"), cr!("105.2")]),
            _ => set.rules.and(cr!("202.2")),
        }
    } else {
        match set.kind {
            Kind::Other | Kind::Copied => set.rules,
            Kind::Only if has_indicator(its) => Reasons::of(&[cr!("202.2e"), cr!("105.2")]),
            _ => set.rules.iter().fold(Reasons::of(&[cr!("105.2")]), Reasons::and),
        }
    }
}

/// Whether a color indicator is printed on the face of a card that is up (204).
fn has_indicator(its: &Object) -> bool {
    let faces = its.definition.iter().flat_map(|definition| &definition.faces);
    faces
        .skip(usize::from(its.face))
        .take(1)
        .any(|face| face.cost.as_ref().map_or_else(Default::default, |cost| cost.colors()) != face.colors)
}

/// Whether an effect sets the card types of an object, on which depends whether it has this type, which is no land type (205.1a).
pub(crate) fn is_set_anew(played: Played<'_>, object: ObjectId, part: TypePart) -> Outcome<bool> {
    let land_type = matches!(part, TypePart::Sub(subtype) if subtype.family() == SubtypeFamily::Land);
    Ok(!land_type && !layers::by_effects(played, object, &layers::sets_card_types, false)?.is_empty())
}

/// The rules by which an object has a type that is printed on it, where no effect has a say in its types or what effects
/// change leaves it that type.
pub(crate) fn types(
    played: Played<'_>,
    its: &Object,
    now: &Characteristics,
    part: TypePart,
) -> Outcome<Reasons> {
    // Where its card types are set, it has no others, whatever else would be said of them.
    let set_anew = !part.is_of(now) && is_set_anew(played, its.id, part)?;
    if !set_anew && let Some(devoted) = devotion::of_type(played, its.id, part)? {
        return Ok(devoted.rules);
    }
    if !part.is_of(played.view.copiable(played.game, its.id)) {
        return Ok(Reasons::NONE);
    }
    let added = |change: &Effect| matches!(change, Effect::AddTypes(_));
    let set = |change: &Effect| matches!(change, Effect::SetTypes(_));
    let changed = layers::by_effects(played, its.id, &layers::changes_types, false)?;
    if !changed.is_empty() {
        // Types that are set replace those there were, with the subtypes of what is lost.
        let replaced = !part.is_of(now)
            && (set_anew || !changed.contains(cr!("305.7")))
            && !layers::by_effects(played, its.id, &set, false)?.is_empty();
        let keeps = !layers::by_effects(played, its.id, &added, false)?.is_empty();
        let kept = if matches!(part, TypePart::Super(_)) {
            Reasons::of(&[cr!("205.4b")])
        } else if replaced {
            Reasons::of(&[cr!("205.1a")])
        } else if keeps && part.is_of(now) {
            Reasons::of(&[cr!("205.1b")])
        } else {
            Reasons::NONE
        };
        // It has it to begin with because it is a copy or the like.
        let values = values::of(played, its, Asked::Type(part));
        if values.are_others() && !kept.is_empty() && !replaced {
            return Ok(values.rules.joined(kept));
        }
        // What none of them has a say in is as printed.
        let bears = |change: &Effect| bears_on_type(change, part);
        if !kept.is_empty() || !layers::by_effects(played, its.id, &bears, true)?.is_empty() {
            return Ok(kept);
        }
    }
    // Which of several sets of values has it, or what created the token.
    let set = values::of(played, its, Asked::Type(part));
    if set.are_others() || set.kind == Kind::Made {
        return Ok(set.rules);
    }
    let TypePart::Sub(subtype) = part else { return Ok(set.rules) };
    let rules = match (now.types.types.as_slice(), subtype.family()) {
        ([_, _, ..], _) => Reasons::of(&[cr!("205.3c")]),
        ([CardType::Creature], SubtypeFamily::Creature) => Reasons::of(&[cr!("302.3"), cr!("205.3b")]),
        ([CardType::Land], SubtypeFamily::Land) => Reasons::of(&[cr!("305.5"), cr!("205.3b")]),
        _ => Reasons::of(&[cr!("205.3b")]),
    };
    Ok(rules.joined(set.rules))
}

/// Whether a change of types says this type, or that what has it loses it.
pub(crate) fn names_type(change: &Effect, part: TypePart) -> bool {
    let of_creatures =
        || matches!(part, TypePart::Sub(subtype) if subtype.family() == SubtypeFamily::Creature);
    if let Effect::AddTypes(types) | Effect::SetTypes(types) | Effect::LoseTypes(types) = change {
        let lost = matches!(change, Effect::LoseTypes(_)) && types.types.contains(&CardType::Creature);
        let named = match part {
            TypePart::Card(card_type) => types.types.contains(&card_type),
            TypePart::Super(supertype) => types.supertypes.contains(&supertype),
            TypePart::Sub(subtype) => types.subtypes.contains(&subtype),
        };
        return named || lost && of_creatures();
    }
    *change == Effect::EveryCreatureType && of_creatures()
}

/// Whether a change gives what has it this type.
pub(crate) fn gives_type(change: &Effect, part: TypePart) -> bool {
    !matches!(change, Effect::LoseTypes(_)) && names_type(change, part)
}

/// Whether a change that sets types says whether what it changes has this one: it sets those of the sort that this is of, or takes the
/// card types that a subtype belongs to (205.1a).
pub(crate) fn sets_type(set: &TypeChange, part: TypePart) -> bool {
    let sets_subtype = |subtype: Subtype| {
        let family = subtype.family();
        let stays = |kind: &CardType| family.is_of(*kind);
        set.subtypes.iter().any(|its| its.family() == family)
            || !set.types.is_empty() && !set.types.iter().any(stays)
    };
    match part {
        TypePart::Card(_) => !set.types.is_empty(),
        TypePart::Super(_) => !set.supertypes.is_empty(),
        TypePart::Sub(subtype) => sets_subtype(subtype),
    }
}

/// Whether a change of types has a say in whether an object has this one.
pub(crate) fn bears_on_type(change: &Effect, part: TypePart) -> bool {
    if names_type(change, part) {
        return true;
    }
    let named_otherwise = |types: &TypeChange| {
        let TypePart::Sub(subtype) = part else { return false };
        let is_open = types.chosen.is_some() || types.creature_types_of.is_some();
        is_open || types.all_of.iter().any(|family| family.names(subtype))
    };
    if let Effect::SetTypes(set) = change {
        return sets_type(set, part) || named_otherwise(set);
    }
    if let Effect::AddTypes(types) | Effect::LoseTypes(types) = change {
        return named_otherwise(types);
    }
    if let Effect::Exchange { from: TextWord::Subtype(from), to: TextWord::Subtype(to) } = change {
        return [*from, *to].map(TypePart::Sub).contains(&part);
    }
    false
}

/// The rules by which an object has abilities or none, apart from effects that take them away: what only says a quality of it
/// is no ability of its own (113.12), and one that does it no good is one nonetheless (113.2a).
pub(crate) fn abilities(played: Played<'_>, its: &Object, now: &Characteristics) -> Outcome<Reasons> {
    if now.abilities.is_empty() {
        let qualities = |change: &Effect| {
            layers::changes_colors(change)
                || layers::changes_types(change)
                || layers::sets_power_toughness(change)
        };
        let stated = !layers::by_effects(played, its.id, &qualities, false)?.is_empty();
        let sight = played.sight();
        let ruled = continuous_effects::is_restricted(sight, its.id)?;
        return Ok(if stated || ruled {
            Reasons::of(&[cr!("113.12")])
        } else {
            values::of(played, its, Asked::Abilities).rules
        });
    }
    let restricts_it = |rule: &RuleChange| {
        if let RuleChange::Cant(cant) = rule {
            let fights = matches!(
                cant.action,
                Action::Do(Verb::Attack | Verb::Block)
                    | Action::Alone(Verb::Attack)
                    | Action::Alone(Verb::Block)
            );
            return fights && cant.what == Some(Filter::Is(Trait::This));
        }
        matches!(rule, RuleChange::Must(must) if must.what == Filter::Is(Trait::This))
    };
    let restricts = |ability: &Ability| {
        let of_rules = ability.as_static().filter(|it| it.changes.is_empty() && !it.rules.is_empty());
        of_rules.is_some_and(|it| it.rules.iter().all(restricts_it))
    };
    let detrimental = now.abilities.iter().all(|instance| restricts(&instance.ability));
    if detrimental {
        return Ok(Reasons::of(&[cr!("113.2a")]));
    }
    let values = values::of(played, its, Asked::Abilities);
    Ok(if values.are_others() { values.rules } else { Reasons::NONE })
}

/// The rules by which a characteristic-defining ability makes power and toughness what they are, apart from its layer: off the
/// battlefield it functions as well, what can't be told counting 0 (208.2a); what made a token is what the token names (201.5a).
pub(crate) fn defining(its: &Object, rules: Reasons) -> Reasons {
    let of_maker =
        |quantity: &Quantity| quantity.measure().and_then(Measure::objects) == Some(&Selection::Grantor);
    let names_maker = |change: &Effect| {
        matches!(change, Effect::SetPowerToughness { power, toughness }
            if power.iter().chain(toughness).any(of_maker))
    };
    let made = its.base.abilities.iter().any(|instance| {
        matches!(instance.origin, Origin::Made(..))
            && instance.ability.as_static().is_some_and(|it| it.changes.iter().any(names_maker))
    });
    if made {
        rules.led_by(cr!("201.5a"))
    } else if its.on_battlefield() {
        rules
    } else {
        rules.led_by(cr!("208.2a"))
    }
}

/// The sum of the numbers of an object's toxic abilities, and by which rule it is counted (702.164b).
pub(crate) fn total_toxic_value(played: Played<'_>, object: ObjectId) -> Outcome<(u32, Reasons)> {
    Ok((toxic::total(played.sight(), object)?, Reasons::of(&[cr!("702.164b")])))
}
