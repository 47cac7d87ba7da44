//! CR 2: Parts of a Card. From a card as data to the copiable values that the game starts from.

use std::sync::Arc;

use crate::engine::additional::keyword_abilities;
use crate::game::{Characteristics, Definition, Origin};
use crate::ir::card::PrintedNumber;
use crate::ir::{Card, Face, Layout};

/// A card's definition: of each face the copiable values, keywords with what they stand for.
pub fn definition(card: &Card) -> Definition {
    Definition {
        layout: card.layout,
        faces: card.faces.iter().map(|face| Arc::new(characteristics(face))).collect(),
        name: card.name().into(),
    }
}

/// A definition with this one face.
pub fn definition_of(face: &Face) -> Definition {
    Definition {
        layout: Layout::Normal,
        faces: vec![Arc::new(characteristics(face))],
        name: face.name.as_str().into(),
    }
}

/// The copiable values of a face (109.3, 707.2).
pub fn characteristics(face: &Face) -> Characteristics {
    let mut abilities = Vec::new();
    for (number, ability) in (0u16..).zip(&face.abilities) {
        keyword_abilities::instances(ability, Origin::Printed(number), &mut abilities);
    }
    Characteristics {
        name: face.name.as_str().into(),
        cost: face.cost.clone().map(Arc::new),
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
    }
}

/// A printed number; a star is 0 until a characteristic-defining ability says more (208.2a), and so is {X} (107.3).
fn number(printed: Option<PrintedNumber>) -> Option<i32> {
    printed.map(|printed| match printed {
        PrintedNumber::Fixed(number) => number,
        PrintedNumber::Star(added) => added,
        PrintedNumber::Variable => 0,
    })
}
