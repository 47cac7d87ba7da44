//! CR 707: Copying Objects

use std::rc::Rc;
use std::sync::Arc;

use crate::engine::additional::{face_down_spells_and_permanents, keyword_abilities, split_cards};
use crate::engine::halt::{Halt, Outcome, Why};
use crate::engine::parts::card_names;
use crate::engine::reading::informing::informing;
use crate::engine::reading::selections::select;
use crate::engine::reading::{Frame, Sight, quantities};
use crate::engine::spells::interaction_of_continuous_effects::{extend, set_types};
use crate::game::{
    AbilityInstance, Characteristics, CopiedFaces, Definition, Exceptions, Game, Object, ObjectId, Origin,
    Thing,
};
use crate::ir::change::TypeChange;
use crate::ir::{
    Ability, Change, KeywordName, Layout, ManaCost, ReplacementResult, Selection, Supertype, Zone,
};
use crate::rules::{RuleId, Rules, cr};

pub(in crate::engine) mod on_the_stack;

/// The copiable values of an object (707.2): of a flip card, or a copy of one, both halves, since the status of the copy decides
/// which it has (707.3); of another the face that is up (707.8).
pub(in crate::engine) fn copiable_faces(sight: Sight<'_>, object: ObjectId) -> CopiedFaces {
    let its = sight.game.object(object);
    // Of something face down these are what makes it so lists; the copy is face up.
    if let Some(how) = its.face_down {
        return face_down_spells_and_permanents::copiable(how);
    }
    let mut effects = sight.game.effects().iter().rev();
    let by_effect = effects.find(|effect| effect.makes_a_copy(object)).and_then(|effect| effect.copy.clone());
    let halves = || {
        let definition = its.definition.as_ref()?;
        let flips = definition.layout == Layout::Flip && its.merged.is_none();
        flips.then(|| definition.faces.as_slice().into())
    };
    let faces = by_effect.or_else(|| its.copied.clone()).or_else(halves);
    as_copied(faces.unwrap_or_else(|| Rc::new([without_front(&its.base)])))
}

/// The object of a selection that is copied, and the rule if that is what it was before it left the battlefield (608.2h). A card
/// that the effect itself has exiled is copied as the card that it is there.
///
/// # Errors
/// If it can't be told which one is meant.
pub(in crate::engine) fn original(
    sight: Sight<'_>,
    frame: &Frame,
    what: &Selection,
) -> Outcome<Option<(ObjectId, Rules)>> {
    let mut objects = select(sight, frame, what)?.into_iter().filter_map(Thing::object);
    let Some(now) = objects.next() else { return Ok(None) };
    if objects.any(|other| other != now) {
        return Err(Halt::undecided(frame.source, "it copies one object where there are several"));
    }
    let left = if matches!(what, Selection::Slot(_)) && sight.game.object(now).zone == Zone::Exile {
        now
    } else {
        informing(sight, frame, what)?.first().copied().unwrap_or(now)
    };
    let is_there = left == now && sight.game.object(left).exists;
    let rules = if is_there { Rules::NONE } else { Rules::of(&[cr!("608.2h")]) };
    Ok(Some((left, rules)))
}

/// Whether an object is a copy already, so that what copies it gets the values that it has become (707.3).
pub fn is_copy(game: &Game, object: ObjectId) -> bool {
    game.object(object).copied.is_some() || is_made_a_copy(game, object)
}

/// Whether an effect has made an object a copy of something (707.2), whatever it was before.
pub fn is_made_a_copy(game: &Game, object: ObjectId) -> bool {
    game.effects().iter().any(|effect| effect.makes_a_copy(object))
}

/// What a permanent on a board is a copy of.
pub enum Original {
    /// A permanent that is there.
    There(ObjectId),
    /// What isn't there any more: its copiable values.
    Printed(CopiedFaces),
}

/// What makes a permanent on a board a copy.
pub enum AsCopy {
    /// It has entered with these copiable values.
    Is(CopiedFaces),
    /// Its text lets it enter as a copy of something else only.
    NotOfThat,
    /// Nothing in its text lets it enter as a copy.
    Nothing,
}

/// A permanent on a board that has entered as a copy from the start, by what its own text says (707.5), with the exceptions that this
/// makes (707.9).
///
/// # Errors
/// If the text asks for more than headjudge plays.
pub fn from_the_start(sight: Sight<'_>, object: ObjectId, original: &Original) -> Outcome<AsCopy> {
    let its = sight.game.object(object);
    let copying = its.base.abilities.iter().find_map(|instance| {
        let ReplacementResult::Enters(enters) = &instance.ability.as_replacement()?.result else {
            return None;
        };
        Some((instance.origin, enters, enters.copy_of.as_ref()?))
    });
    let Some((origin, enters, what)) = copying else { return Ok(AsCopy::Nothing) };
    let faces = match original {
        Original::There(original) => copiable_faces(sight, *original),
        Original::Printed(faces) => faces.clone(),
    };
    let is = |faces: &CopiedFaces, what| card_names::is_printed(what, faces.first()?);
    if is(&faces, what) == Some(false) {
        return Ok(AsCopy::NotOfThat);
    }
    let frame = Frame::of_source(object, its.controller, origin);
    let (mut faces, _) = with_exceptions(sight, &frame, faces, &enters.except, &its.base)?;
    if let Some(only) = enters.if_copy.as_deref() {
        let applies = is(&faces, &only.is);
        if applies.ok_or_else(|| Halt::undecided(object, "what it is a copy of is not known well enough"))? {
            (faces, _) = with_exceptions(sight, &frame, faces, &only.except, &its.base)?;
        }
    }
    Ok(AsCopy::Is(faces))
}

/// A copy of a back face has no front face to count its mana value from (202.3b).
fn without_front(values: &Arc<Characteristics>) -> Arc<Characteristics> {
    match values.front_cost {
        Some(_) => {
            let front_cost = Some(Arc::new(ManaCost::default()));
            Arc::new(Characteristics { front_cost, ..(**values).clone() })
        }
        None => values.clone(),
    }
}

/// The values themselves, whatever exceptions they came about by: what copies them makes its own.
fn as_copied(faces: CopiedFaces) -> CopiedFaces {
    if faces.iter().all(|face| face.exceptions.all().is_empty()) {
        return faces;
    }
    let bare = |face: &Arc<Characteristics>| {
        Arc::new(Characteristics { exceptions: Exceptions::default(), ..(**face).clone() })
    };
    faces.iter().map(bare).collect()
}

/// By which rule the copiable values of a permanent are those that are copied: it is a copy itself (707.3), or a melded or otherwise
/// double-faced one of which the face that is up counts (707.8).
pub(in crate::engine) fn rule_of_original(game: &Game, copied: ObjectId) -> Option<RuleId> {
    if is_copy(game, copied) {
        return Some(cr!("707.3"));
    }
    let its = game.object(copied);
    let double = its.melded.is_some() || its.definition.as_ref().is_some_and(|it| it.is_double_faced());
    (double && its.merged.is_none() && its.face_down.is_none() && its.zone == Zone::Battlefield)
        .then(|| cr!("707.8"))
}

/// The copied values with the exceptions that the effect makes (707.9), and the rules of these. What is not copied is what the
/// object's own values have there.
///
/// # Errors
/// If one of them is more than headjudge plays.
pub(in crate::engine) fn with_exceptions(
    sight: Sight<'_>,
    frame: &Frame,
    faces: CopiedFaces,
    except: &[Change],
    own: &Characteristics,
) -> Outcome<(CopiedFaces, Rules)> {
    if except.is_empty() {
        return Ok((faces, Rules::NONE));
    }
    let mut rules = Rules::NONE;
    let mut changed = Vec::with_capacity(faces.len());
    for face in faces.iter() {
        let mut values = (**face).clone();
        for change in except {
            // What it takes away was perhaps not there; then it modifies nothing.
            let before = matches!(change, Change::LoseTypes(_)).then(|| values.types.clone());
            if before.is_none() {
                rules.push(rule_of(change));
            }
            if *change == Change::GainThis && named_itself(sight, frame, face) {
                rules.push(cr!("201.5b"));
            }
            if drop_defining(&mut values, change) || adds_to_defined(&values, change) {
                rules.push(cr!("707.9d"));
            }
            make_exception(sight, frame, &mut values, change, own)?;
            if before.is_some_and(|before| before != values.types) {
                rules.push(rule_of(change));
            }
        }
        // No subtype of none of its card types is among them (205.3d).
        if !values.types.is_possible() {
            values.types.drop_impossible();
            rules.push(cr!("205.3d"));
        }
        values.exceptions = values.exceptions.and(except, &face.name);
        changed.push(Arc::new(values));
    }
    Ok((changed.into(), rules))
}

/// Whether the ability that the copy keeps calls its object by a name that the copy has not: cards do so that are printed legendary.
fn named_itself(sight: Sight<'_>, frame: &Frame, copy: &Characteristics) -> bool {
    let its = sight.game.object(frame.source);
    let printed = its.definition.as_ref().and_then(|definition| definition.faces.get(usize::from(its.face)));
    printed.is_some_and(|face| face.has_supertype(Supertype::Legendary) && face.name != copy.name)
}

/// The rule of an exception: abilities that are gained (707.9a), what is not copied (707.9c), or what is changed (707.9b).
const fn rule_of(change: &Change) -> RuleId {
    match change {
        Change::Gain(_) | Change::GainThis => cr!("707.9a"),
        Change::KeepColors => cr!("707.9c"),
        Change::CopyOf { .. }
        | Change::Control(_)
        | Change::Text { .. }
        | Change::Exchange { .. }
        | Change::AddTypes(_)
        | Change::SetTypes(_)
        | Change::LoseTypes(_)
        | Change::EveryCreatureType
        | Change::AddColors(_)
        | Change::SetColors(_)
        | Change::SetChosenColor(_)
        | Change::AddChosenColor(_)
        | Change::KeepName
        | Change::NoManaCost
        | Change::GainActivatedOf(_)
        | Change::GainPrintedBelow
        | Change::GainKeywordsOf { .. }
        | Change::Gained(_)
        | Change::Lose(_)
        | Change::LoseAllAbilities
        | Change::CantHave(_)
        | Change::SetPowerToughness { .. }
        | Change::AddPowerToughness { .. }
        | Change::SwitchPowerToughness
        | Change::SetName(_) => cr!("707.9b"),
    }
}

/// Leaves out the characteristic-defining abilities of what the effect says otherwise (707.9d). Says whether there were any.
fn drop_defining(values: &mut Characteristics, change: &Change) -> bool {
    let defines = |defined: &Change| match change {
        Change::SetColors(_) | Change::KeepColors => {
            matches!(defined, Change::SetColors(_) | Change::AddColors(_))
        }
        Change::SetPowerToughness { .. } => matches!(defined, Change::SetPowerToughness { .. }),
        Change::SetTypes(_) => {
            matches!(defined, Change::AddTypes(_) | Change::SetTypes(_) | Change::EveryCreatureType)
        }
        Change::CopyOf { .. }
        | Change::Control(_)
        | Change::Text { .. }
        | Change::Exchange { .. }
        | Change::AddTypes(_)
        | Change::LoseTypes(_)
        | Change::EveryCreatureType
        | Change::AddColors(_)
        | Change::SetChosenColor(_)
        | Change::AddChosenColor(_)
        | Change::Gain(_)
        | Change::GainThis
        | Change::KeepName
        | Change::NoManaCost
        | Change::GainActivatedOf(_)
        | Change::GainPrintedBelow
        | Change::GainKeywordsOf { .. }
        | Change::Gained(_)
        | Change::Lose(_)
        | Change::LoseAllAbilities
        | Change::CantHave(_)
        | Change::AddPowerToughness { .. }
        | Change::SwitchPowerToughness
        | Change::SetName(_) => false,
    };
    let dropped: Vec<Origin> = values
        .abilities
        .iter()
        .filter(|instance| {
            instance.ability.as_static().is_some_and(|it| it.defining && it.changes.iter().any(defines))
        })
        .map(|instance| instance.origin)
        .collect();
    // A keyword goes along with what it stands for.
    values.abilities.retain(|instance| !dropped.contains(&instance.origin));
    !dropped.is_empty()
}

/// Whether it adds types to those that a characteristic-defining ability defines, which is copied all the same (707.9d).
fn adds_to_defined(values: &Characteristics, change: &Change) -> bool {
    matches!(change, Change::AddTypes(_)) && values.defines_every_creature_type()
}

/// Why a copy is never made with such an exception; nothing for one with which it is.
pub(in crate::engine) fn gap_of_exception(change: &Change) -> Option<Why> {
    let plain = |types: &TypeChange| {
        types.chosen.is_none() && types.all_of.is_empty() && types.creature_types_of.is_none()
    };
    let is_played = match change {
        Change::AddTypes(types) | Change::SetTypes(types) | Change::LoseTypes(types) => plain(types),
        Change::SetName(_)
        | Change::KeepColors
        | Change::KeepName
        | Change::NoManaCost
        | Change::SetColors(_)
        | Change::AddColors(_)
        | Change::SetPowerToughness { .. }
        | Change::Gain(_)
        | Change::Lose(_)
        | Change::GainThis => true,
        Change::CopyOf { .. }
        | Change::Control(_)
        | Change::Text { .. }
        | Change::Exchange { .. }
        | Change::EveryCreatureType
        | Change::SetChosenColor(_)
        | Change::AddChosenColor(_)
        | Change::GainActivatedOf(_)
        | Change::GainPrintedBelow
        | Change::GainKeywordsOf { .. }
        | Change::Gained(_)
        | Change::LoseAllAbilities
        | Change::CantHave(_)
        | Change::AddPowerToughness { .. }
        | Change::SwitchPowerToughness => false,
    };
    (!is_played).then_some(Why::Borrowed(NO_SUCH_EXCEPTION))
}

const NO_SUCH_EXCEPTION: &str = "it copies something with an exception that is not played yet";

fn make_exception(
    sight: Sight<'_>,
    frame: &Frame,
    values: &mut Characteristics,
    change: &Change,
    own: &Characteristics,
) -> Outcome {
    if let Some(why) = gap_of_exception(change) {
        return Err(Halt::gap(frame.source, why));
    }
    let number = |quantity| quantities::value(sight, frame, quantity);
    match change {
        Change::SetName(name) => values.name = name.as_str().into(),
        Change::AddTypes(added) => {
            extend(&mut values.types.supertypes, &added.supertypes);
            extend(&mut values.types.types, &added.types);
            extend(&mut values.types.subtypes, &added.subtypes);
        }
        Change::SetTypes(set) => set_types(values, set),
        Change::LoseTypes(lost) => {
            values.types.supertypes.retain(|supertype| !lost.supertypes.contains(supertype));
            values.types.types.retain(|card_type| !lost.types.contains(card_type));
            // Subtypes go with the card types that they belong to (205.1a).
            let left = values.types.types.clone();
            values.types.subtypes.retain(|subtype| {
                let stays = lost.types.is_empty() || left.iter().any(|kind| subtype.family().is_of(*kind));
                stays && !lost.subtypes.contains(subtype)
            });
        }
        Change::KeepColors => values.colors = own.colors,
        Change::KeepName => values.name.clone_from(&own.name),
        Change::NoManaCost => values.cost = None,
        Change::SetColors(colors) => values.colors = colors.iter().copied().collect(),
        Change::AddColors(colors) => values.colors = values.colors.union(colors.iter().copied().collect()),
        Change::SetPowerToughness { power, toughness } => {
            values.power = power.as_ref().map(number).transpose()?.or(values.power);
            values.toughness = toughness.as_ref().map(number).transpose()?.or(values.toughness);
        }
        // An ability that is gained so is part of the copiable values (707.9a).
        Change::Gain(abilities) => {
            for ability in abilities {
                let origin = Origin::Printed(next(values));
                keyword_abilities::instances(ability, origin, &mut values.abilities);
            }
        }
        // With a keyword goes what that stands for.
        Change::Lose(keywords) => {
            let lost = |name: &Option<KeywordName>| name.is_some_and(|name| keywords.contains(&name));
            values.abilities.retain(|instance| !lost(&instance.keyword));
        }
        Change::GainThis => {
            let Some(this) = this_ability(sight, frame) else {
                return Err(Halt::undecided(frame.source, "it can't be told which ability the copy has"));
            };
            let origin = Origin::Printed(next(values));
            values.abilities.push(AbilityInstance { origin, keyword: None, ability: this });
        }
        Change::CopyOf { .. }
        | Change::Control(_)
        | Change::Text { .. }
        | Change::Exchange { .. }
        | Change::EveryCreatureType
        | Change::SetChosenColor(_)
        | Change::AddChosenColor(_)
        | Change::GainActivatedOf(_)
        | Change::GainPrintedBelow
        | Change::GainKeywordsOf { .. }
        | Change::Gained(_)
        | Change::LoseAllAbilities
        | Change::CantHave(_)
        | Change::AddPowerToughness { .. }
        | Change::SwitchPowerToughness => {
            return Err(Halt::gap(frame.source, NO_SUCH_EXCEPTION));
        }
    }
    Ok(())
}

/// The very ability that speaks: as it was put on the stack, whatever its source has become since.
fn this_ability(sight: Sight<'_>, frame: &Frame) -> Option<Arc<Ability>> {
    let on_stack = frame.on_stack.and_then(|on_stack| sight.game.object(on_stack).stack_ability());
    if let Some(ability) = on_stack {
        return Some(ability.ability.clone());
    }
    let own = sight.view.characteristics(sight.game, frame.source);
    own.abilities.iter().find(|instance| instance.origin == frame.origin).map(|its| its.ability.clone())
}

/// The number that the next ability gets.
fn next(values: &Characteristics) -> u16 {
    let numbers = values.abilities.iter().filter_map(|instance| match instance.origin {
        Origin::Printed(number) => Some(number + 1),
        _ => None,
    });
    numbers.max().unwrap_or(0)
}

/// What a token that copies an object is defined as, or a copy of a spell: of a double-faced one both faces, with the same one up
/// (707.8a, 707.10g). Says by which rules it is different.
///
/// # Errors
/// As [`with_exceptions`].
pub(in crate::engine) fn definition_of_token(
    sight: Sight<'_>,
    frame: &Frame,
    object: ObjectId,
    except: &[Change],
) -> Outcome<(Arc<Definition>, u8, Rules)> {
    let its = sight.game.object(object);
    if let Some(made) = split_cards::definition_of_copy(sight, frame, object, except)? {
        return Ok(made);
    }
    // A merged permanent is no double-faced one, whatever its components are (730.2i).
    let double = its.definition.as_ref().filter(|it| it.is_double_faced() && its.merged.is_none());
    let values = copiable_faces(sight, object);
    let copied = its.copied.is_some() || values.first().is_some_and(|face| !is_face_of(its, face));
    let (faces, layout, up) = match double {
        // Both faces, as copy effects that apply to it have changed them (707.8a).
        Some(definition) if copied => {
            let both = definition.faces.iter().zip(values.iter().cycle()).map(|(_, face)| face.clone());
            (both.collect(), definition.layout, its.face)
        }
        Some(definition) => (as_copied(definition.faces.as_slice().into()), definition.layout, its.face),
        None => {
            let layout = match values.len() {
                // A copy of both halves cast as one spell is such a spell itself (702.102b).
                1 if its.is_fused() && !copied => Layout::Split,
                0 | 1 => Layout::Normal,
                _ => Layout::Flip,
            };
            (values, layout, 0)
        }
    };
    let own = its.base.clone();
    let (faces, mut rules) = with_exceptions(sight, frame, faces, except, &own)?;
    if double.is_none() {
        rules = rule_of_original(sight.game, object).into_iter().fold(rules, Rules::and);
    }
    let name = faces.first().map_or_else(|| "".into(), |face| face.name.clone());
    let definition = Definition { layout, faces: faces.to_vec(), name, combined: None, vanguard: (0, 0) };
    Ok((Arc::new(definition), up, rules))
}

/// Whether values are what is printed on the face of an object that is up.
fn is_face_of(its: &Object, values: &Characteristics) -> bool {
    let face = its.definition.as_ref().and_then(|definition| definition.faces.get(usize::from(its.face)));
    face.is_some_and(|face| face.name == values.name)
}
