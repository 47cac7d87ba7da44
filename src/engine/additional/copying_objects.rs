//! CR 707: Copying Objects

use std::rc::Rc;
use std::sync::Arc;

use crate::engine::additional::{face_down_spells_and_permanents, keyword_abilities};
use crate::engine::halt::{Halt, Outcome};
use crate::engine::reading::{Frame, Sight, quantities};
use crate::game::{Affected, Characteristics, CopiedFaces, Definition, ObjectId, Origin};
use crate::ir::{Change, Layout, ManaCost};

/// The copiable values of an object (707.2): of a flip card, or a copy of one, both halves, since the status of the copy decides
/// which it has (707.3); of another the face that is up (707.8).
pub(in crate::engine) fn copiable_faces(sight: Sight<'_>, object: ObjectId) -> CopiedFaces {
    let its = sight.game.object(object);
    // Of something face down these are what makes it so lists; the copy is face up.
    if let Some(how) = its.face_down {
        return face_down_spells_and_permanents::copiable(how);
    }
    let by_effect = sight.game.effects().iter().rev().find_map(|effect| match &effect.affected {
        Affected::Objects(objects) if objects.contains(&object) => effect.copy.clone(),
        _ => None,
    });
    if let Some(faces) = by_effect.or_else(|| its.copied.clone()) {
        return faces;
    }
    let definition = its.definition.as_ref().filter(|definition| definition.layout == Layout::Flip);
    if let Some(definition) = definition {
        return definition.faces.as_slice().into();
    }
    Rc::new([without_front(&its.base)])
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

/// The copied values with the exceptions that the effect makes (707.9).
///
/// # Errors
/// If one of them is more than headjudge plays.
pub(in crate::engine) fn with_exceptions(
    sight: Sight<'_>,
    frame: &Frame,
    faces: CopiedFaces,
    except: &[Change],
) -> Outcome<CopiedFaces> {
    if except.is_empty() {
        return Ok(faces);
    }
    let mut changed = Vec::with_capacity(faces.len());
    for face in faces.iter() {
        let mut values = (**face).clone();
        for change in except {
            make_exception(sight, frame, &mut values, change)?;
        }
        changed.push(Arc::new(values));
    }
    Ok(changed.into())
}

fn make_exception(sight: Sight<'_>, frame: &Frame, values: &mut Characteristics, change: &Change) -> Outcome {
    let number = |quantity| quantities::value(sight, frame, quantity);
    match change {
        Change::SetName(name) => values.name = name.as_str().into(),
        Change::AddTypes(added) if added.chosen.is_none() && added.all_of.is_empty() => {
            extend(&mut values.types.supertypes, &added.supertypes);
            extend(&mut values.types.types, &added.types);
            extend(&mut values.types.subtypes, &added.subtypes);
        }
        Change::LoseTypes(lost) if lost.chosen.is_none() && lost.all_of.is_empty() => {
            values.types.supertypes.retain(|supertype| !lost.supertypes.contains(supertype));
            values.types.types.retain(|card_type| !lost.types.contains(card_type));
            values.types.subtypes.retain(|subtype| !lost.subtypes.contains(subtype));
        }
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
        Change::GainThis => {
            let own = sight.view.characteristics(sight.game, frame.source);
            let origin = Origin::Printed(next(values));
            for instance in own.abilities.iter().filter(|instance| instance.origin == frame.origin) {
                let mut instance = instance.clone();
                instance.origin = origin;
                values.abilities.push(instance);
            }
        }
        _ => {
            return Err(Halt::undecided(
                frame.source,
                "it copies something with an exception that is not played yet",
            ));
        }
    }
    Ok(())
}

/// The number that the next ability gets.
fn next(values: &Characteristics) -> u16 {
    let numbers = values.abilities.iter().filter_map(|instance| match instance.origin {
        Origin::Printed(number) => Some(number + 1),
        _ => None,
    });
    numbers.max().unwrap_or(0)
}

fn extend<T: Copy + PartialEq>(list: &mut Vec<T>, added: &[T]) {
    for one in added {
        if !list.contains(one) {
            list.push(*one);
        }
    }
}

/// What a token that copies an object is defined as: of a double-faced one both faces, with the same one up (707.8a).
///
/// # Errors
/// As [`with_exceptions`].
pub(in crate::engine) fn definition_of_token(
    sight: Sight<'_>,
    frame: &Frame,
    object: ObjectId,
    except: &[Change],
) -> Outcome<(Arc<Definition>, u8)> {
    let its = sight.game.object(object);
    let copied = its.copied.is_some()
        || sight.game.effects().iter().any(|effect| match &effect.affected {
            Affected::Objects(objects) => effect.copy.is_some() && objects.contains(&object),
            Affected::Rules => false,
        });
    let double = its.definition.as_ref().filter(|definition| {
        !copied
            && definition.faces.len() > 1
            && matches!(definition.layout, Layout::Transform | Layout::Modal)
    });
    let (faces, layout, up) = match double {
        Some(definition) => (definition.faces.as_slice().into(), definition.layout, its.face),
        None => {
            let faces = copiable_faces(sight, object);
            let layout = if faces.len() > 1 { Layout::Flip } else { Layout::Normal };
            (faces, layout, 0)
        }
    };
    let faces = with_exceptions(sight, frame, faces, except)?;
    let name = faces.first().map_or_else(|| "".into(), |face| face.name.clone());
    let definition = Definition { layout, faces: faces.to_vec(), name, combined: None };
    Ok((Arc::new(definition), up))
}
