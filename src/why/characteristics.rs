//! By which rules an object is what it is: its power and toughness, loyalty, types, colors, name, abilities, and what it is a copy of.

use std::sync::Arc;

use crate::engine::Outcome;
use crate::engine::additional::copying_objects;
use crate::engine::additional::keyword_abilities::bestow;
use crate::engine::reading::{Frame, filters, selections};
use crate::game::{
    AbilityInstance, Affected, Change, Characteristics, Designation, Game, Object, ObjectId, Origin, Thing,
};
use crate::ir::change::Change as Effect;
use crate::ir::{
    Ability, CardType, Color, CounterKind, KeywordName, Selection, Subtype, SubtypeFamily, Supertype, Zone,
};
use crate::rules::{RuleId, cr};
use crate::trace::layers::Influence;
use crate::trace::{Note, Reason, Reasons, What, Would};

use super::layers::Size;
use super::printed::{self, TypePart};
use super::status::{of_number, status_of_a_copy};
use super::steps::rules_about;
use super::values::{self, Asked, Kind, Values};
use super::{Played, layers, lost};

/// The rule by which an object has no power and toughness, though they may be printed, if it has none (208.3).
pub(crate) fn has_no_size(played: Played<'_>, object: ObjectId) -> Option<RuleId> {
    filters::lacks_power_and_toughness(played.sight(), object).then_some(cr!("208.3"))
}

/// The rules by which an object's power and toughness are both what they are.
pub(crate) fn power_and_toughness(played: Played<'_>, object: ObjectId) -> Outcome<Reasons> {
    let rules = layers::power_and_toughness(played, object, Size::Both)?;
    Ok(below_zero(rules, played.view.characteristics(played.game, object)))
}

/// The loyalty of an object, and by which rules it has so much, or none.
pub(crate) fn loyalty(played: Played<'_>, object: ObjectId) -> (Option<i32>, Reasons) {
    let (its, now) = (played.game.object(object), played.view.characteristics(played.game, object));
    match by_counters(its, now, CardType::Planeswalker, CounterKind::LOYALTY, now.loyalty) {
        None => (None, Reasons::of(&[cr!("209.1")])),
        loyalty => (loyalty, of_number(played, object, CounterKind::LOYALTY, cr!("306.5c"))),
    }
}

/// The defense of an object, and by which rules it has so much, or none.
pub(crate) fn defense(played: Played<'_>, object: ObjectId) -> (Option<i32>, Reasons) {
    let (its, now) = (played.game.object(object), played.view.characteristics(played.game, object));
    match by_counters(its, now, CardType::Battle, CounterKind::DEFENSE, now.defense) {
        None => (None, Reasons::of(&[cr!("210.1")])),
        defense => (defense, of_number(played, object, CounterKind::DEFENSE, cr!("310.4c"))),
    }
}

/// The level of a permanent, and by which rule it has that.
pub(crate) fn level(played: Played<'_>, object: ObjectId) -> (i32, Reasons) {
    let its = played.game.object(object);
    let given = its.designations.iter().any(|given| matches!(given, Designation::Level(_)));
    (i32::from(its.level()), Reasons::of(&[if given { cr!("716.2a") } else { cr!("716.2d") }]))
}

/// The mana value of an object, and by which rules it is counted so.
pub(crate) fn mana_value(played: Played<'_>, object: ObjectId) -> (u32, Reasons) {
    let (its, now) = (played.game.object(object), played.view.characteristics(played.game, object));
    let announced = its.announced.as_ref().filter(|_| its.zone == Zone::Stack);
    let value = now.mana_value(announced.map_or(0, |announced| announced.x));
    (value, printed::mana_value(played, its, now))
}

/// Whether an object has a type, and by which rules it has it or not.
pub(crate) fn of_type(played: Played<'_>, object: ObjectId, part: TypePart) -> Outcome<(bool, Reasons)> {
    let Played { game, view, .. } = played;
    let its = game.object(object);
    let now = view.characteristics(game, object);
    let holds = part.is_of(now);
    // What only says of other types that it has them, or has them no more, is no reason.
    let bears = |change: &Effect| printed::bears_on_type(change, part);
    let mut rules = layers::by_effects(played, object, &bears, !holds)?;
    if rules.is_empty() && !holds {
        rules = lost::by_rule(played, object, &bears, false)?;
    }
    if rules.is_empty() && !holds {
        rules = lost::as_ring_bearer(played, object, &bears);
    }
    // It was a copy of something with the type, and is none any more.
    if rules.is_empty() && !holds {
        rules = lost::over(played, object, &|_| false, &|its| part.is_of(its));
    }
    let takes = |change: &Effect| {
        let sets_others = matches!(change, Effect::SetTypes(_)) && !printed::names_type(change, part);
        (sets_others || matches!(change, Effect::LoseTypes(_))) && bears(change)
    };
    let again = holds && rules.is_empty();
    // What is set to a basic land type neither loses nor gets a card type by that, but by its card types being set.
    let of_card_type = matches!(part, TypePart::Card(_));
    if (!holds || of_card_type) && printed::is_set_anew(played, object, part)? {
        rules = rules.without(&[cr!("305.7")]);
        rules = if of_card_type { rules.led_by(cr!("205.1a")) } else { rules };
    }
    if !holds && spared_off_the_battlefield(played, object, part)? {
        rules = rules.led_by(cr!("609.2"));
    }
    if holds || rules.contains(cr!("613.1d")) {
        let kept = printed::types(played, its, now, part)?;
        rules = kept.joined(rules);
    }
    if again {
        rules = lost::over(played, object, &takes, &|its| !part.is_of(its)).joined(rules);
    }
    if let (TypePart::Sub(subtype), false) = (part, holds) {
        rules = without_its_type(played, object, subtype, rules)?;
    }
    if holds && by_changeling(played, object, part) {
        rules = rules.led_by(cr!("702.73a"));
    }
    // Its own ability that would take the type functions on the battlefield alone.
    let loses = |change: &Effect| {
        let Effect::LoseTypes(lost) = change else { return false };
        match part {
            TypePart::Card(card_type) => lost.types.contains(&card_type),
            TypePart::Sub(subtype) => lost.subtypes.contains(&subtype),
            TypePart::Super(_) => false,
        }
    };
    let there_alone = |ability: &Ability| {
        matches!(ability, Ability::Static(it) if it.affects == Some(Selection::This)
            && it.from.is_none()
            && !it.defining
            && it.changes.iter().any(loses))
    };
    if holds && !its.on_battlefield() && now.abilities.iter().any(|its| there_alone(&its.ability)) {
        rules = rules.led_by(cr!("113.6"));
    }
    let legendary = holds && part == TypePart::Super(Supertype::Legendary);
    if legendary
        && its.is_designated(Designation::RingBearer)
        && !its.base.has_supertype(Supertype::Legendary)
    {
        rules = rules.led_by(cr!("701.54c"));
    }
    if its.on_battlefield() && bestow::on(game, object).is_some() {
        rules = rules.led_by(cr!("702.103b"));
    }
    rules = bestowed_no_longer(played, object, part).map_or(rules, |ceased| ceased.joined(rules));
    // What defines it holds in every zone.
    if holds && !its.on_battlefield() && is_defined(played, object, part)? {
        rules = rules.led_by(cr!("604.3"));
    }
    let set = values::of(played, its, Asked::Type(part));
    // Nothing made it so: it is not so among the values that count.
    let lacks = !holds && rules.is_empty() && set.kind != Kind::Made;
    Ok((holds, if lacks || is_blank(&set) { set.rules } else { rules }))
}

/// The rules by which an object that was bestowed is a creature, and no Aura, again (702.103e, 702.103f).
fn bestowed_no_longer(played: Played<'_>, object: ObjectId, part: TypePart) -> Option<Reasons> {
    let of_either = match part {
        TypePart::Card(card_type) => card_type == CardType::Creature,
        TypePart::Sub(subtype) => {
            subtype.family() == SubtypeFamily::Creature || Some(subtype) == Subtype::from_word("Aura")
        }
        TypePart::Super(_) => false,
    };
    let before = played.game.object(object).previous;
    let ceased = played.trace.entries().iter().rev().find(|entry| match entry.what {
        What::Note(Note::NoLongerBestowed(its)) => its == object || Some(its) == before,
        _ => false,
    })?;
    of_either.then(|| ceased.reasons())
}

/// Whether a characteristic-defining ability says that an object has a type.
fn is_defined(played: Played<'_>, object: ObjectId, part: TypePart) -> Outcome<bool> {
    let says = |its: &Influence| {
        its.defining
            && its.standing.applies()
            && its.changes.iter().any(|change| printed::gives_type(change, part))
    };
    Ok(layers::influences_on(played, object)?.iter().any(says))
}

/// The same rules of a subtype that an object does not have: behind why it could not have it, or lost it with its card type.
fn without_its_type(
    played: Played<'_>,
    object: ObjectId,
    subtype: Subtype,
    mut rules: Reasons,
) -> Outcome<Reasons> {
    let Played { game, view, .. } = played;
    if view.characteristics(game, object).types.may_have(subtype) {
        return Ok(rules);
    }
    let names = |change: &Effect| {
        matches!(change, Effect::AddTypes(types) | Effect::SetTypes(types)
            if types.subtypes.contains(&subtype))
    };
    if !layers::by_effects(played, object, &names, true)?.is_empty() {
        rules = rules.led_by(cr!("205.3d"));
    }
    // It went with the card type that an effect takes away.
    let takes = |change: &Effect| {
        matches!(change, Effect::LoseTypes(lost)
            if lost.types.iter().any(|kind| subtype.family().is_of(*kind)))
    };
    if view.copiable(game, object).has_subtype(subtype)
        && !layers::by_effects(played, object, &takes, false)?.is_empty()
    {
        rules = rules.led_by(cr!("205.1a"));
    }
    Ok(rules)
}

/// Whether an object is of a color, or of any if none is named, and by which rules it is or is not.
pub(crate) fn of_color(
    played: Played<'_>,
    object: ObjectId,
    color: Option<Color>,
) -> Outcome<(bool, Reasons)> {
    let its = played.game.object(object);
    let now = played.view.characteristics(played.game, object);
    let holds = match color {
        Some(color) => now.colors.contains(color),
        None => now.colors.count() > 0,
    };
    // An effect that leaves it without the color, or without any, counts though it is not there any more.
    let gone_too = if color.is_some() { !holds } else { holds };
    let rules = layers::by_effects(played, object, &layers::changes_colors, gone_too)?;
    let own = printed::color(played, its, now, color);
    let from_effects = !rules.is_empty() && !own.contains(cr!("406.3a"));
    // What defines a characteristic changes nothing (105.2).
    let changed = from_effects && {
        let changes = |its: &Influence| !its.defining && its.changes.iter().any(layers::changes_colors);
        layers::influences_on(played, object)?.iter().any(changes)
    };
    let again = |color: Color| {
        let takes = |change: &Effect| matches!(change, Effect::SetColors(to) if !to.contains(&color));
        lost::over(played, object, &takes, &|its| !its.colors.contains(color))
    };
    let rules = match color.filter(|_| holds) {
        _ if from_effects => rules,
        Some(color) => again(color).joined(own),
        None => own,
    };
    let rules = if changed { rules.and(cr!("105.3")) } else { rules };
    let unmade = |instance: &AbilityInstance| {
        instance.ability.as_static().is_some_and(|it| it.changes.iter().any(layers::changes_colors))
            && layers::is_unmade(played, its, instance)
    };
    let rules = if now.abilities.iter().any(unmade) { rules.and(cr!("607.5a")) } else { rules };
    // What has no color is what is called colorless.
    let rules = if color.is_none() && !holds { rules.and(cr!("105.2c")) } else { rules };
    let devoid = !holds && by_devoid(played, object);
    Ok((holds, if devoid { rules.led_by(cr!("702.114a")) } else { rules }))
}

/// The rules by which an object has its name.
pub(crate) fn name(played: Played<'_>, object: ObjectId) -> Outcome<Reasons> {
    let rules = values::of(played, played.game.object(object), Asked::Name).rules;
    let now = &played.view.characteristics(played.game, object).name;
    let renamed = |change: &Effect| matches!(change, Effect::SetName(_));
    let rules = lost::over(played, object, &renamed, &|its| its.name != *now).joined(rules);
    // No change of words changes a name.
    let reworded = |change: &Effect| matches!(change, Effect::Exchange { .. });
    let reworded = !layers::by_effects(played, object, &reworded, false)?.is_empty();
    Ok(if reworded { rules.led_by(cr!("612.2")) } else { rules })
}

/// The rules by which an object has abilities or none.
pub(crate) fn abilities(played: Played<'_>, object: ObjectId) -> Outcome<Reasons> {
    let taken = |change: &Effect| matches!(change, Effect::LoseAllAbilities);
    let rules = layers::by_effects(played, object, &taken, false)?;
    if rules.is_empty() {
        let now = played.view.characteristics(played.game, object);
        return printed::abilities(played, played.game.object(object), now);
    }
    // What was given before in the same layer is taken as well.
    let either = |change: &Effect| change.given().is_some() || taken(change);
    let both = layers::by_effects(played, object, &either, false)?;
    Ok(if both.contains(cr!("613.7")) { rules.and(cr!("613.7")) } else { rules })
}

/// Whether an object has an ability from another, and by which rules it has one or not.
pub(crate) fn ability_from(
    played: Played<'_>,
    object: ObjectId,
    grantor: ObjectId,
) -> Outcome<(bool, Reasons)> {
    let Played { game, view, .. } = played;
    let root = game.earliest(grantor);
    let holds = view.characteristics(game, object).abilities.iter().any(|instance| match instance.origin {
        Origin::Granted(by, _) => game.earliest(by) == root,
        _ => false,
    });
    // Of what gives it abilities and what takes them in the same layer, the later has the last word.
    let either = |change: &Effect| change.given().is_some() || *change == Effect::LoseAllAbilities;
    Ok((holds, layers::by_effects(played, object, &either, false)?))
}

/// What an object is a copy of, and by which rules.
pub(crate) struct Copied {
    /// Whether it is a copy of anything.
    pub(crate) copies: bool,
    /// The name of what was copied, where the copy has got another one.
    original: Option<String>,
    /// The values that were copied.
    of: Characteristics,
    /// The rules by which it is so.
    pub(crate) rules: Reasons,
}

impl Copied {
    /// The name of what it is a copy of, which has none maybe.
    pub(crate) fn name(&self) -> &str {
        self.original.as_deref().unwrap_or(&self.of.name)
    }

    /// Whether it is a copy of something of this name.
    pub(crate) fn is_of(&self, name: &str) -> bool {
        self.copies && self.original.as_deref().map_or_else(|| self.of.is_named(name), |of| of == name)
    }
}

/// What an object is a copy of.
pub(crate) fn copied(played: Played<'_>, object: ObjectId) -> Copied {
    let game = played.game;
    let its = game.object(object);
    let values = played.view.copiable(game, object);
    let printed = its.definition.as_ref().is_some_and(|definition| {
        // A permanent with two halves is both of them, locked or not (709.5).
        let whole = definition.combined.iter();
        definition.faces.iter().chain(whole).any(|face| face.name == values.name)
    });
    // A copy with a name of its own is a copy of what it copies all the same.
    let original = values.exceptions.name_of_original().map(str::to_owned);
    let copies = !printed || its.is_token() || original.is_some();
    // Of a flip card, though it is flipped and has the lower half.
    let whole = if its.flipped { copied_whole(game, object) } else { None };
    let of = whole.as_deref().unwrap_or(values).clone();
    let rules = values::became_a_copy(played, its).unwrap_or(Reasons::of(&[cr!("707.2")]));
    // The status of the copy decides which half of a flip card it has, whatever it was a copy of before.
    let turned = rules_about(played, object, |change| matches!(change, Change::FaceDown(..)));
    let rules = match turned.is_empty() {
        true => rules,
        false => status_of_a_copy(game, object).iter().fold(rules, Reasons::and),
    };
    let lower_half = whole.as_deref().is_some_and(|whole| *whole != *values);
    let rules = if its.flipped { flipped_copy(played, its, lower_half, rules) } else { rules };
    let mut copied = Copied { copies, original, of, rules };
    // What is face down has none of what it copies (708.10), and a copy of what is face down has no name either (708.2a).
    if copies && copied.name().is_empty() {
        let rule = if its.is_face_down() { cr!("708.10") } else { cr!("708.2a") };
        copied.rules = copied.rules.led_by(rule);
    }
    if copies && original_has_changed(played, object) {
        copied.rules = copied.rules.led_by(cr!("707.2b"));
    }
    copied
}

/// Whether an object has no characteristics at all, face down in exile (406.3a).
fn is_blank(set: &Values) -> bool {
    set.rules.contains(cr!("406.3a"))
}

/// The loyalty or defense of an object: of a permanent of the type so many counters of the kind (306.5c, 310.4c), elsewhere the
/// printed number; nothing of what has none.
fn by_counters(
    its: &Object,
    now: &Characteristics,
    of: CardType,
    kind: CounterKind,
    printed: Option<i32>,
) -> Option<i32> {
    match its.zone {
        Zone::Battlefield if now.is(of) => Some(i32::try_from(its.counters_of(kind)).unwrap_or(i32::MAX)),
        Zone::Battlefield => None,
        _ => printed,
    }
}

/// What an object has entered as a copy of, if it has (707.5).
pub(super) fn entered_as_a_copy_of(played: Played<'_>, object: ObjectId) -> Option<ObjectId> {
    let root = played.game.earliest(object);
    played.trace.entries().iter().rev().find_map(|entry| match &entry.what {
        What::Replaced(Thing::Object(copy), _, Would::EnterAsCopy(copied))
            if played.game.earliest(*copy) == root =>
        {
            Some(*copied)
        }
        _ => None,
    })
}

/// Whether what an object entered as a copy of is something else by now, where it still is.
fn original_has_changed(played: Played<'_>, object: ObjectId) -> bool {
    let Played { game, view, .. } = played;
    let original = entered_as_a_copy_of(played, object);
    original.is_some_and(|original| {
        !copying_objects::is_made_a_copy(game, object)
            && game.object(original).exists
            && is_called_otherwise(view.copiable(game, original), view.copiable(game, object))
    })
}

/// Whether what was copied has another name now than it had as it was copied, whatever name the copy was given (707.9b).
fn is_called_otherwise(original: &Characteristics, copy: &Characteristics) -> bool {
    let name = copy.exceptions.name_of_original().unwrap_or(&copy.name);
    *original.name != *name
}

/// Whether an object has a creature type only because it is a changeling, or was one as that began to apply (613.6).
fn by_changeling(played: Played<'_>, object: ObjectId, part: TypePart) -> bool {
    let Played { game, view, .. } = played;
    let TypePart::Sub(subtype) = part else { return false };
    let now = view.characteristics(game, object);
    let copiable = view.copiable(game, object);
    let changeling = |instance: &AbilityInstance| instance.keyword == Some(KeywordName::Changeling);
    subtype.family() == SubtypeFamily::Creature
        && (now.abilities.iter().any(changeling)
            || copiable.abilities.iter().any(changeling) && now.types.has_every_creature_type())
        && !copiable.types.subtypes.contains(&subtype)
}

/// Whether an object has no color because it has devoid, or had it as that began to apply (613.6).
fn by_devoid(played: Played<'_>, object: ObjectId) -> bool {
    let Played { game, view, .. } = played;
    let devoid = |instance: &AbilityInstance| instance.keyword == Some(KeywordName::Devoid);
    let copiable = view.copiable(game, object);
    copiable.abilities.iter().any(devoid)
        && view.characteristics(game, object).colors.count() == 0
        && copiable.colors.count() > 0
}

/// What the last effect that made an object a copy copied, by its upper half if it is a flip card.
fn copied_whole(game: &Game, object: ObjectId) -> Option<Arc<Characteristics>> {
    let of_it = |affected: &Affected| match affected {
        Affected::Objects(objects) => objects.contains(&object),
        Affected::Rules => false,
    };
    let mut faces = game
        .effects()
        .iter()
        .filter(|effect| of_it(&effect.affected))
        .filter_map(|effect| effect.copy.as_ref());
    faces.next_back().and_then(|faces| faces.first()).cloned()
}

/// The rules by which a flipped permanent is a copy with these values, led by those of its lower half where what it copies has one: it has
/// flipped since (710.2), or was flipped before and still is (110.5c), which what it is a copy of takes into account (707.3). Of what has no
/// lower half it is a copy like any other.
fn flipped_copy(played: Played<'_>, its: &Object, lower_half: bool, rules: Reasons) -> Reasons {
    if !lower_half {
        return rules.without(&[cr!("707.3"), cr!("110.5c")]);
    }
    let last = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(Change::Flip(flipped), _) => *flipped == its.id,
        What::Changed(Change::BeginEffect(effect), _) => effect.makes_a_copy(its.id),
        _ => false,
    });
    match last.filter(|last| matches!(last.what, What::Changed(Change::Flip(_), _))) {
        Some(flips) => rules.led_by(Reason { rule: cr!("710.2"), step: Some(flips.id) }),
        None => rules.led_by(cr!("707.3")).led_by(cr!("110.5c")),
    }
}

/// A power or toughness may be below zero, and is used so in calculations (107.1b).
fn below_zero(rules: Reasons, characteristics: &Characteristics) -> Reasons {
    let below = |number: Option<i32>| number.is_some_and(|number| number < 0);
    if below(characteristics.power) || below(characteristics.toughness) {
        rules.and(cr!("107.1b"))
    } else {
        rules
    }
}

/// Whether an effect that makes all objects of a kind something does not make it this, only because it is no permanent (609.2).
fn spared_off_the_battlefield(played: Played<'_>, object: ObjectId, part: TypePart) -> Outcome<bool> {
    let Played { game, view, .. } = played;
    if game.object(object).zone == Zone::Battlefield {
        return Ok(false);
    }
    let TypePart::Card(wanted) = part else { return Ok(false) };
    let makes_so =
        |change: &Effect| matches!(change, Effect::AddTypes(added) if added.types.contains(&wanted));
    for source in game.battlefield() {
        for instance in &view.characteristics(game, *source).abilities {
            let Ability::Static(it) = &*instance.ability else { continue };
            let Some(Selection::Each(filter)) = &it.affects else { continue };
            if !it.changes.iter().any(makes_so) || selections::zones(filter).is_some() {
                continue;
            }
            let frame = Frame::of_source(*source, view.controller(game, *source), instance.origin);
            let sight = played.sight();
            if filters::matches(sight, &frame, filter, object)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}
