//! CR 707: Copying Objects. From a card as data to the copiable values that the game starts from (707.2).

use std::sync::Arc;

use crate::engine::additional::keyword_abilities::{self, prototype};
use crate::engine::card_types::{battles, lands};
use crate::game::{Characteristics, Definition, Exceptions, Halves, ObjectId, Origin};
use crate::ir::card::PrintedNumber;
use crate::ir::{Card, Face, KeywordName, Layout, ManaCost};

/// A card's definition: of each face the copiable values, keywords with what they stand for.
pub fn definition(card: &Card) -> Definition {
    // A prototype card may be cast as a second one, which is the same but for three of its characteristics (718.2).
    let prototype = prototype::face(card).map(|face| Arc::new(characteristics(&face)));
    let (combined, halves) = match (combined(card), halves(card)) {
        (_, Some(halves)) => {
            let whole = with_halves(&halves.whole, &halves);
            (Some(whole), Some(halves))
        }
        (combined, None) => (combined, None),
    };
    let faces = match &halves {
        Some(halves) => vec![with_halves(&halves.left, halves), with_halves(&halves.right, halves)],
        None => faces(card),
    };
    // Who casts a card with fuse may cast both halves as one spell (702.102a).
    let fused = combined.clone().filter(|both| both.has(KeywordName::Fuse));
    Definition {
        layout: if prototype.is_some() { Layout::Prototype } else { card.layout },
        faces: faces.into_iter().chain(prototype).chain(fused).collect(),
        name: card.name().into(),
        combined,
        vanguard: card.faces.first().map_or((0, 0), modifiers),
    }
}

/// The hand modifier and the life modifier of a vanguard card (211, 212).
fn modifiers(face: &Face) -> (i32, i32) {
    (face.hand_modifier.unwrap_or(0), face.life_modifier.unwrap_or(0))
}

/// The faces of a card, each as copiable values. The lower half of a flip card has the color and mana cost of the upper
/// (710.1c); the back face of a nonmodal double-faced card counts its mana value from the front (202.3b).
fn faces(card: &Card) -> Vec<Arc<Characteristics>> {
    let mut faces: Vec<Characteristics> = card.faces.iter().map(characteristics).collect();
    if let [front, others @ ..] = faces.as_mut_slice() {
        if let (Layout::Prepare, [spell]) = (card.layout, &*others) {
            front.prepare = Some(Arc::new(spell.clone()));
        }
        for other in others {
            match card.layout {
                Layout::Flip => (other.cost, other.colors) = (front.cost.clone(), front.colors),
                Layout::Transform => other.front_cost.clone_from(&front.cost),
                _ => {}
            }
        }
    }
    faces.into_iter().map(Arc::new).collect()
}

/// A definition with this one face.
pub fn definition_of(face: &Face) -> Definition {
    Definition {
        layout: Layout::Normal,
        faces: vec![Arc::new(characteristics(face))],
        name: face.name.as_str().into(),
        combined: None,
        vanguard: modifiers(face),
    }
}

/// The halves of a permanent card with a shared type line (709.5).
fn halves(card: &Card) -> Option<Arc<Halves>> {
    let [left, right] = card.faces.as_slice() else { return None };
    if card.layout != Layout::Split || !left.types.is_permanent() {
        return None;
    }
    let first_of_right = u16::try_from(left.abilities.len()).unwrap_or(u16::MAX);
    let of_right = u16::try_from(right.abilities.len()).unwrap_or(u16::MAX);
    Some(Arc::new(Halves {
        left: Arc::new(characteristics(left)),
        // Its abilities are called as they are where both halves are together.
        right: Arc::new(characteristics_from(right, |number| {
            Origin::Printed(number.saturating_add(first_of_right))
        })),
        whole: combined(card)?,
        first_of_right,
        end: first_of_right.saturating_add(of_right),
    }))
}

/// A half, or both, with the halves that there are: those are part of its copiable values (709.5b).
pub(in crate::engine) fn with_halves(
    values: &Arc<Characteristics>,
    halves: &Arc<Halves>,
) -> Arc<Characteristics> {
    Arc::new(Characteristics { halves: Some(halves.clone()), ..(**values).clone() })
}

/// What a split card is with its halves together (709.4): both names, both costs, every type and every ability.
fn combined(card: &Card) -> Option<Arc<Characteristics>> {
    let [left, right] = card.faces.as_slice() else { return None };
    if card.layout != Layout::Split {
        return None;
    }
    let symbols = |face: &Face| face.cost.iter().flat_map(|cost| cost.symbols.clone()).collect::<Vec<_>>();
    let mut face = left.clone();
    face.name = card.name();
    face.cost = Some(ManaCost { symbols: [symbols(left), symbols(right)].concat() });
    face.colors = left.colors.map(|colors| colors.union(right.colors.unwrap_or_default())).or(right.colors);
    join(&mut face.types.supertypes, &right.types.supertypes);
    join(&mut face.types.types, &right.types.types);
    join(&mut face.types.subtypes, &right.types.subtypes);
    face.abilities.extend(right.abilities.iter().cloned());
    Some(Arc::new(characteristics(&face)))
}

/// Adds what is not there yet.
fn join<T: PartialEq + Clone>(words: &mut Vec<T>, more: &[T]) {
    for word in more {
        if !words.contains(word) {
            words.push(word.clone());
        }
    }
}

/// The copiable values of a face (109.3, 707.2).
pub fn characteristics(face: &Face) -> Characteristics {
    characteristics_from(face, Origin::Printed)
}

/// The definition of a token whose text an effect of an object sets (111.3).
pub fn definition_of_token(face: &Face, maker: ObjectId) -> Definition {
    Definition {
        layout: Layout::Normal,
        faces: vec![Arc::new(characteristics_from(face, |number| Origin::Made(maker, number)))],
        name: face.name.as_str().into(),
        combined: None,
        vanguard: modifiers(face),
    }
}

fn characteristics_from(face: &Face, origin: impl Fn(u16) -> Origin) -> Characteristics {
    let mut abilities = Vec::new();
    for (number, ability) in (0u16..).zip(&face.abilities) {
        keyword_abilities::instances(ability, origin(number), &mut abilities);
    }
    let mut characteristics = Characteristics {
        name: face.name.as_str().into(),
        cost: face.cost.clone().map(Arc::new),
        front_cost: None,
        prepare: None,
        halves: None,
        // A colour indicator and the mana cost's colours together make the colour (105.2, 202.2, 204.1).
        colors: face
            .colors
            .unwrap_or_default()
            .union(face.cost.as_ref().map_or_else(Default::default, |cost| cost.colors())),
        types: face.types.clone(),
        power: number(face.power),
        toughness: number(face.toughness),
        loyalty: number(face.loyalty),
        defense: number(face.defense),
        abilities,
        exceptions: Exceptions::default(),
    };
    lands::keep_mana_abilities(&mut characteristics);
    battles::keep_siege_ability(&mut characteristics);
    characteristics
}

/// A printed number; a star is 0 until a characteristic-defining ability says more (208.2a), and so is {X} (107.3).
fn number(printed: Option<PrintedNumber>) -> Option<i32> {
    printed.map(|printed| match printed {
        PrintedNumber::Fixed(number) => number,
        PrintedNumber::Star(added) => added,
        PrintedNumber::Variable => 0,
    })
}
