//! By which rule an object has what is printed on it: mana value, colors, types, abilities; also what it keeps as effects
//! change the rest.

use std::sync::Arc;

use crate::engine::View;
use crate::engine::additional::keyword_abilities::{prototype, toxic};
use crate::engine::reading::Sight;
use crate::engine::spells::continuous_effects;
use crate::game::{
    Affected, CauseKind, Change, Characteristics, Game, Nature, Object, ObjectId, Origin, Thing,
};
use crate::ir::change::{Action, Change as Effect};
use crate::ir::{
    Ability, CardType, Condition, Filter, Layout, ManaSymbol, Quantity, RuleChange, Selection, Subtype,
    SubtypeFamily, Supertype, Trait, Zone,
};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{What, Would};

use super::facts::{self, is_type};
use super::layers;
use super::stage::{Stage, Staged, Stop};

/// The rule by which an object's mana value is counted: the most particular of 202.3.
pub(super) fn mana_value(game: &Game, its: &Object, now: &Characteristics) -> Rules {
    let has =
        |such: fn(&ManaSymbol) -> bool| now.cost.as_ref().is_some_and(|cost| cost.symbols.iter().any(such));
    let split = its.definition.as_ref().is_some_and(|definition| definition.combined.is_some());
    let rule = if its.is_token() && now.cost.is_none() && now.front_cost.is_none() {
        cr!("111.3")
    } else if its.melded.is_some() {
        cr!("202.3c")
    } else if now.front_cost.is_some() {
        cr!("202.3b")
    } else if now.cost.is_none() {
        cr!("202.3a")
    } else if split {
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
    };
    // Both halves count everywhere but on the stack.
    split_rule(its).or_else(|| prototype_rule(game, its)).into_iter().fold(Rules::NONE.and(rule), Rules::and)
}

/// By which rule the halves of a split card count: both, combined, everywhere but on the stack (709.4b); there only the one that is
/// cast (709.3b), or both of a fused spell (709.4d).
fn split_rule(its: &Object) -> Option<RuleId> {
    its.definition.as_ref().filter(|definition| definition.combined.is_some())?;
    Some(match its.zone {
        Zone::Stack if its.is_fused() => cr!("709.4d"),
        Zone::Stack => cr!("709.3b"),
        _ => cr!("709.4b"),
    })
}

/// By which rule a prototype card has its normal or its second power, toughness, mana cost and colors (718.3b, 718.4), or what copies one has
/// the second (718.3c, 718.3d).
pub(super) fn prototype_rule(game: &Game, its: &Object) -> Option<RuleId> {
    // What has become a copy of something has the set that this has (718.3d), whatever its own were.
    let mut effects = game.effects().iter().rev();
    let copying = effects.find(|effect| effect.copy.is_some() && effect.is_on(its.id));
    if let Some(copied) = copying.and_then(|effect| effect.copy.as_ref()?.first()) {
        return prototype::is_prototyped(copied)?.then(|| cr!("718.3d"));
    }
    let prototyped = prototype::is_prototyped(&its.base)?;
    match (prototyped, its.zone) {
        (true, Zone::Stack) if matches!(its.nature, Nature::Copy) => Some(cr!("718.3c")),
        // A copy of the spell becomes a permanent as the spell does.
        (true, _) if its.is_token() && its.previous.is_some() => Some(cr!("718.3c")),
        (true, _) if its.copied.is_some() || its.is_token() => Some(cr!("718.3d")),
        (true, _) => Some(cr!("718.3b")),
        (false, _) if its.copied.is_none() && its.card().is_some() => Some(cr!("718.4")),
        (false, _) => None,
    }
}

/// The rule by which a preparation card is not what only its prepare spell is (722.4).
pub(super) fn inset(its: &Object, word: &str) -> Option<Rules> {
    let prepare = its.base.prepare.as_ref().filter(|spell| is_type(spell, word) && !is_type(&its.base, word));
    prepare.map(|_| Rules::of(&[cr!("722.4")]))
}

/// The keywords that say of the token they make what it is besides the copy of a card.
const MADE_TOKENS: [RuleId; 2] = [cr!("702.128a"), cr!("702.129a")];

/// The rules by which a token, or the copy of a spell, has something in which `alike` compares it with a card: what created it
/// says it (111.3), it is copied (707.2), or it is an exception of what copies it (707.9b), as of one of the keywords. Nothing of
/// what is neither, or stands there from the start.
pub(super) fn of_a_token(
    stage: &Stage<'_, '_>,
    its: &Object,
    alike: &dyn Fn(&Characteristics) -> bool,
    keywords: &[RuleId],
) -> Option<Rules> {
    if !its.is_token() && !matches!(its.nature, Nature::Copy) {
        return None;
    }
    // What created it plays no part any more where it has become a copy of something else.
    if let Some(copied) = copied_since(stage, its) {
        let face = stage.play.game.named_faces().find(|face| face.name == copied);
        let as_it_is = face.is_none_or(|face| alike(face));
        return Some(Rules::of(&[if as_it_is { cr!("707.2") } else { cr!("707.9b") }]));
    }
    let made = facts::created(stage, its.id);
    if made.is_empty() {
        return None;
    }
    if ![cr!("707.2"), cr!("707.10"), cr!("707.12")].into_iter().any(|rule| made.contains(rule)) {
        // The copy of a prepare spell is no token.
        if !its.is_token() {
            return None;
        }
        // A predefined token is what its rule says, and one that is created by its name alone what the card is.
        let defines = |rule: &RuleId| rule.as_str().starts_with("111.10") || *rule == cr!("111.11");
        let defined = made.iter().find(defines).unwrap_or(cr!("111.3"));
        let paid = Some(cr!("607.2g")).filter(|rule| made.contains(*rule));
        return Some(paid.into_iter().fold(Rules::of(&[defined]), Rules::and));
    }
    // What embalm or eternalize says it is whatever is copied.
    if let Some(keyword) = keywords.iter().find(|rule| by_ability(stage, its, **rule)) {
        return Some(Rules::of(&[*keyword, cr!("707.9b")]));
    }
    let name = &its.base.name;
    let copied = stage.play.game.named_faces().find(|face| face.name == *name);
    if !made.contains(cr!("707.9b")) || copied.is_none_or(|face| alike(face)) {
        return Some(Rules::of(&[cr!("707.2")]));
    }
    Some(Rules::of(&[cr!("707.9b")]))
}

/// What is called what a token has become a copy of since it was to be created: it entered so, or an effect that still lasts has made it so.
fn copied_since(stage: &Stage<'_, '_>, its: &Object) -> Option<Arc<str>> {
    let game = &stage.play.game;
    let lasts = |id| game.effects().iter().any(|effect| effect.id == id);
    stage.play.trace.entries().iter().rev().find_map(|entry| match &entry.what {
        What::Replaced(Thing::Object(object), _, Would::EnterAsCopy(of)) => {
            (*object == its.id).then(|| game.object(*of).base.name.clone())
        }
        What::Changed(Change::BeginEffect(effect), _)
            if effect.copy.is_some() && effect.is_on(its.id) && lasts(effect.id) =>
        {
            effect.copy.as_ref()?.first().map(|values| values.name.clone())
        }
        _ => None,
    })
}

/// Whether a token was created by an ability of a keyword, the one whose activation cites this rule.
fn by_ability(stage: &Stage<'_, '_>, its: &Object, keyword: RuleId) -> bool {
    let root = stage.play.game.earliest(its.id);
    let entries = stage.play.trace.entries();
    let maker = entries.iter().find_map(|entry| match (&entry.what, entry.cause) {
        (What::Changed(Change::Create(new), _), CauseKind::Resolution(by, _)) if new.new == root => Some(by),
        _ => None,
    });
    entries.iter().any(|entry| match &entry.what {
        What::Changed(Change::Create(new), _) => maker == Some(new.new) && entry.rules.contains(keyword),
        _ => false,
    })
}

/// The rules by which an object has the colors of its mana cost and its color indicator, or none.
pub(super) fn color(stage: &Stage<'_, '_>, its: &Object, now: &Characteristics) -> Rules {
    let game = &stage.play.game;
    let from_cost = now.cost.as_ref().map_or_else(Default::default, |cost| cost.colors());
    // What is face down or merged, or has another face up, has the colors of that.
    let made = of_a_token(stage, its, &|face| face.colors == now.colors, &MADE_TOKENS)
        .filter(|_| prototype_rule(game, its).is_none());
    if its.is_face_down() && (its.on_battlefield() || its.zone == Zone::Stack) {
        other_values(game, its).map_or(Rules::NONE, |rule| Rules::of(&[rule]))
    } else if let Some(made) = made {
        made
    } else if now.colors.count() == 0 && of_a_copy(stage, its).is_none() {
        let other = split_rule(its).or_else(|| prototype_rule(game, its)).or_else(|| is_a_copy(game, its));
        other.into_iter().fold(Rules::NONE, Rules::and).and(cr!("202.2b"))
    } else if from_cost == now.colors && now.cost.is_some() {
        match split_rule(its).or_else(|| prototype_rule(game, its)).or_else(|| is_a_copy(game, its)) {
            Some(rule) => Rules::of(&[rule, cr!("202.2")]),
            None => Rules::of(&[cr!("202.2"), cr!("202.2a"), cr!("105.2")]),
        }
    } else if let Some(rules) = of_a_copy(stage, its) {
        rules
    } else {
        Rules::of(&[cr!("105.2")])
    }
}

/// The rule by which an object has the values of what it is a copy of (707.2).
fn is_a_copy(game: &Game, its: &Object) -> Option<RuleId> {
    other_values(game, its).filter(|rule| *rule == cr!("707.2"))
}

/// Whose colors an object has that has become a copy: its own, as the copy effect says (707.9c), those that it says (707.9b), or
/// those of what is copied, which came about in one of these ways (707.3).
fn of_a_copy(stage: &Stage<'_, '_>, its: &Object) -> Option<Rules> {
    let rules = became_a_copy(stage, its)?;
    let decisive = [cr!("707.9c"), cr!("707.9b"), cr!("707.3")];
    let rule = decisive.into_iter().find(|rule| rules.contains(*rule))?;
    Some(Rules::of(&[rule]))
}

/// The rules by which an object last became a copy, entered as one or was created as one: those that copying is about.
pub(super) fn became_a_copy(stage: &Stage<'_, '_>, its: &Object) -> Option<Rules> {
    let became = stage.play.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Replaced(Thing::Object(object), _, Would::EnterAsCopy(_)) => {
            *object == its.id || Some(*object) == its.previous
        }
        What::Changed(Change::BeginEffect(effect), _) if effect.copy.is_some() => effect.is_on(its.id),
        What::Changed(Change::Create(new), _) => new.new == its.id && new.copied.is_some(),
        _ => false,
    })?;
    let of_copying = |rule: &RuleId| rule.as_str().starts_with("707.") || *rule == cr!("616.2");
    let rules = became.rules.iter().filter(of_copying).fold(Rules::of(&[cr!("707.2")]), Rules::and);
    Some(rules)
}

/// The rule by which an object has other values than those that are printed on the front of its card: it is face down (708.2),
/// merged with another (730.2a), a copy (707.2), flipped (710.2), or has its other face up (712.8e–g).
pub(super) fn other_values(game: &Game, its: &Object) -> Option<RuleId> {
    let copied = game.effects().iter().any(|effect| match &effect.affected {
        Affected::Objects(objects) => effect.copy.is_some() && objects.contains(&its.id),
        Affected::Rules => false,
    });
    let layout = its.definition.as_ref().map(|definition| definition.layout);
    match () {
        () if its.is_face_down() && its.on_battlefield() => Some(cr!("708.2a")),
        () if its.is_face_down() && its.zone == Zone::Stack => Some(cr!("708.2")),
        // Nothing merges with a copy here, so that the copy effect is the later one.
        () if copied => Some(cr!("707.2")),
        () if its.merged.is_some() => Some(cr!("730.2a")),
        () if its.copied.is_some() => Some(cr!("707.2")),
        () if its.flipped => Some(cr!("710.2")),
        () if its.face == 0 || !its.on_battlefield() => None,
        () => match layout {
            Some(Layout::Transform) => Some(cr!("712.8e")),
            Some(Layout::Modal) => Some(cr!("712.8f")),
            Some(Layout::Meld) => Some(cr!("712.8g")),
            _ => None,
        },
    }
}

/// The rules by which an object has a type that is printed on it, where no effect has a say in its types or what effects
/// change leaves it that type.
pub(super) fn types(
    stage: &mut Stage<'_, '_>,
    its: &Object,
    now: &Characteristics,
    word: &str,
) -> Staged<Rules> {
    // What embalm or eternalize makes is a Zombie besides.
    if word == "Zombie"
        && copied_since(stage, its).is_none()
        && let Some(keyword) = MADE_TOKENS.into_iter().find(|rule| by_ability(stage, its, *rule))
    {
        return Ok(Rules::of(&[keyword, cr!("707.9b")]));
    }
    // When devotion is counted decides what a type-changing effect makes of it (700.5a).
    let by_devotion = |ability: &Ability| match ability {
        Ability::Static(it) => {
            it.changes.iter().any(|change| names_type(change, word))
                && it.condition.as_ref().is_some_and(asks_for_devotion)
        }
        _ => false,
    };
    if its.on_battlefield() && its.base.abilities.iter().any(|instance| by_devotion(&instance.ability)) {
        return Ok(Rules::of(&[cr!("700.5a")]));
    }
    if !is_type(&its.base, word) {
        return Ok(Rules::NONE);
    }
    let added = |change: &Effect| matches!(change, Effect::AddTypes(_));
    let set = |change: &Effect| matches!(change, Effect::SetTypes(_));
    let changed = layers::by_effects(stage, its.id, &layers::changes_types, false)?;
    if !changed.is_empty() {
        // Types that are set replace those there were, with the subtypes of what is lost.
        let replaced = !is_type(now, word)
            && !changed.contains(cr!("305.7"))
            && !layers::by_effects(stage, its.id, &set, false)?.is_empty();
        let keeps = !layers::by_effects(stage, its.id, &added, false)?.is_empty();
        return Ok(if Supertype::from_word(word).is_some() {
            Rules::of(&[cr!("205.4b")])
        } else if replaced {
            Rules::of(&[cr!("205.1a")])
        } else if keeps && is_type(now, word) {
            Rules::of(&[cr!("205.1b")])
        } else {
            Rules::NONE
        });
    }
    // What creates a token says what types it has; of one that stands there from the start that is all there is.
    if let Some(made) = of_a_token(stage, its, &|face| is_type(face, word), &MADE_TOKENS) {
        return Ok(made);
    }
    if its.is_token() && its.copied.is_none() {
        return Ok(Rules::of(&[cr!("111.3")]));
    }
    let Some(subtype) = Subtype::from_word(word) else { return Ok(Rules::NONE) };
    // What entered as a copy has what was copied.
    if its.copied.is_some() {
        return Ok(Rules::of(&[cr!("707.2")]));
    }
    Ok(match (now.types.types.as_slice(), subtype.family()) {
        ([_, _, ..], _) => Rules::of(&[cr!("205.3c")]),
        ([CardType::Creature], SubtypeFamily::Creature) => Rules::of(&[cr!("302.3"), cr!("205.3b")]),
        ([CardType::Land], SubtypeFamily::Land) => Rules::of(&[cr!("305.5"), cr!("205.3b")]),
        _ => Rules::of(&[cr!("205.3b")]),
    })
}

/// Whether a change of types says this type, or that what has it loses it.
fn names_type(change: &Effect, word: &str) -> bool {
    let of_creatures =
        || Subtype::from_word(word).is_some_and(|subtype| subtype.family() == SubtypeFamily::Creature);
    match change {
        Effect::AddTypes(types) | Effect::SetTypes(types) | Effect::LoseTypes(types) => {
            let lost = matches!(change, Effect::LoseTypes(_)) && types.types.contains(&CardType::Creature);
            types.types.iter().any(|its| Some(*its) == CardType::from_word(word))
                || types.subtypes.iter().any(|its| Some(*its) == Subtype::from_word(word))
                || lost && of_creatures()
        }
        Effect::EveryCreatureType => of_creatures(),
        _ => false,
    }
}

fn asks_for_devotion(condition: &Condition) -> bool {
    match condition {
        Condition::Compare(quantity, _) => matches!(**quantity, Quantity::Devotion(_)),
        Condition::Not(condition) => asks_for_devotion(condition),
        Condition::All(conditions) | Condition::Any(conditions) => conditions.iter().any(asks_for_devotion),
        _ => false,
    }
}

/// The rules by which an object has abilities or none, apart from effects that take them away: what only says a quality of it
/// is no ability of its own (113.12), and one that does it no good is one nonetheless (113.2a).
pub(super) fn abilities(
    stage: &mut Stage<'_, '_>,
    view: &View,
    its: &Object,
    now: &Characteristics,
) -> Staged<Rules> {
    if let Some(rules) = blank(its).filter(|_| now.abilities.is_empty()) {
        return Ok(rules);
    }
    if now.abilities.is_empty() {
        let qualities = |change: &Effect| {
            layers::changes_colors(change)
                || layers::changes_types(change)
                || layers::sets_power_toughness(change)
        };
        let stated = !layers::by_effects(stage, its.id, &qualities, false)?.is_empty();
        let sight = Sight { game: &stage.play.game, view };
        let ruled =
            continuous_effects::is_restricted(sight, its.id).map_err(|halt| Stop::Halt(halt, stage.span))?;
        return Ok(if stated || ruled {
            Rules::of(&[cr!("113.12")])
        } else if its.is_token() && its.base.abilities.is_empty() {
            Rules::of(&[cr!("111.3")])
        } else {
            Rules::NONE
        });
    }
    let restricts = |ability: &Ability| match ability {
        Ability::Static(it) => {
            it.changes.is_empty()
                && !it.rules.is_empty()
                && it.rules.iter().all(|rule| match rule {
                    RuleChange::Cant(cant) => {
                        cant.what == Some(Filter::Is(Trait::This))
                            && matches!(
                                cant.action,
                                Action::Attack | Action::Block | Action::AttackAlone | Action::BlockAlone
                            )
                    }
                    RuleChange::Must(must) => must.what == Filter::Is(Trait::This),
                    _ => false,
                })
        }
        _ => false,
    };
    let detrimental = now.abilities.iter().all(|instance| restricts(&instance.ability));
    Ok(if detrimental { Rules::of(&[cr!("113.2a")]) } else { Rules::NONE })
}

/// The rules by which a characteristic-defining ability makes power and toughness what they are, apart from its layer: off the
/// battlefield it functions as well, what can't be told counting 0 (208.2a); what made a token is what the token names (201.5a).
pub(super) fn defining(its: &Object, rules: Rules) -> Rules {
    let of_maker = |quantity: &Quantity| match quantity {
        Quantity::CountersOn(_, what) | Quantity::PowerOf(what) | Quantity::ToughnessOf(what) => {
            **what == Selection::Grantor
        }
        _ => false,
    };
    let names_maker = |change: &Effect| match change {
        Effect::SetPowerToughness { power, toughness } => power.iter().chain(toughness).any(of_maker),
        _ => false,
    };
    let made = its.base.abilities.iter().any(|instance| match (&instance.origin, &*instance.ability) {
        (Origin::Made(..), Ability::Static(it)) => it.changes.iter().any(names_maker),
        _ => false,
    });
    if made {
        rules.led_by(cr!("201.5a"))
    } else if its.on_battlefield() {
        rules
    } else {
        rules.led_by(cr!("208.2a"))
    }
}

/// The sum of the numbers of an object's toxic abilities (702.164b).
pub(super) fn total_toxic_value(stage: &Stage<'_, '_>, view: &View, object: ObjectId) -> Staged<u32> {
    let sight = Sight { game: &stage.play.game, view };
    toxic::total(sight, object).map_err(|halt| Stop::Halt(halt, stage.span))
}

/// The rule by which an object has no characteristics at all: it is face down in exile (406.3a).
pub(super) fn blank(its: &Object) -> Option<Rules> {
    (its.zone == Zone::Exile && its.is_face_down()).then(|| Rules::of(&[cr!("406.3a")]))
}
