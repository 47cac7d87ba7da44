//! A card that is read whole or in part: what is not understood is unsupported, at its place.

use super::face::{self, Unread, Why};
use super::grammar::Grammar;
use super::links::{self, Lines};
use super::printed::{Printed, PrintedFace};
use crate::ir::{Ability, Card, Face, Layout};

/// A card as it was read.
#[derive(Debug, Clone)]
pub struct ReadCard {
    /// The card; a line that is not understood is an unsupported ability.
    pub card: Card,
    /// What was not understood, with the number of its face.
    pub unread: Vec<(usize, Unread)>,
}

/// Reads a card.
pub fn read(grammar: &Grammar, printed: &Printed) -> ReadCard {
    of_lines(printed, lines(grammar, printed))
}

/// A card of the lines of its faces, which have been read.
pub fn of_lines(printed: &Printed, lines: Vec<Lines>) -> ReadCard {
    let mut unread = Vec::new();
    let mut faces = Vec::new();
    for (number, (printed, lines)) in printed.faces.iter().zip(lines).enumerate() {
        faces.push(read_face(printed, lines, |fault| unread.push((number, fault))));
    }
    ReadCard { card: Card { layout: printed.layout, faces, oracle: None }, unread }
}

/// The lines of each face of a card, linked to each other (607).
pub fn lines(grammar: &Grammar, printed: &Printed) -> Vec<Lines> {
    let of = |face: &PrintedFace| face::lines_apart(grammar, &face.text, &face.name, &face.types);
    let mut faces: Vec<Lines> = printed.faces.iter().map(of).collect();
    // What is printed on either face of a nonmodal double-faced card is printed on it (607.1b).
    if printed.layout == Layout::Transform {
        links::link(&mut faces.iter_mut().collect::<Vec<_>>());
    } else {
        faces.iter_mut().for_each(|lines| links::link(&mut [lines]));
    }
    faces
}

fn read_face(printed: &PrintedFace, lines: Lines, mut unread: impl FnMut(Unread)) -> Face {
    let mut abilities = Vec::new();
    for line in lines {
        match line {
            Ok(line) => abilities.extend(line.abilities),
            Err(fault) => {
                abilities.push(Ability::Unsupported(said(&fault, &printed.name)));
                unread(fault);
            }
        }
    }
    Face {
        name: printed.name.clone(),
        cost: printed.cost.clone(),
        colors: printed.colors,
        types: printed.types.clone(),
        power: printed.power,
        toughness: printed.toughness,
        loyalty: printed.loyalty,
        defense: printed.defense,
        hand_modifier: None,
        life_modifier: None,
        abilities,
    }
}

/// What is not understood of a line, in a few words.
pub fn said(fault: &Unread, name: &str) -> String {
    let own = |text: &str| text.replace(super::tokens::OWN, name);
    let rest = fault.line.get(fault.at..).unwrap_or_default();
    match &fault.why {
        Why::Word if fault.at == 0 => format!("headjudge does not understand \"{}\"", own(&fault.line)),
        Why::Word => format!("headjudge does not understand \"{}\" in \"{}\"", own(rest), own(&fault.line)),
        Why::Ambiguous(_) => format!("headjudge can read \"{}\" in two ways", own(&fault.line)),
        Why::Meaning(why) => format!("{why} in \"{}\"", own(&fault.line)),
        Why::Limit => "a line of the text is too long".to_owned(),
    }
}

/// A card with nothing but these abilities, as they are compared.
pub fn of_abilities(abilities: Vec<Ability>) -> Option<Card> {
    let types = crate::ir::TypeLine::parse("Instant").ok()?;
    let printed = PrintedFace {
        name: "Abilities".to_owned(),
        cost: None,
        colors: None,
        types,
        power: None,
        toughness: None,
        loyalty: None,
        defense: None,
        text: String::new(),
    };
    let mut face = read_face(&printed, Lines::new(), |_| {});
    face.abilities = abilities;
    Some(Card { layout: Layout::Normal, faces: vec![face], oracle: None })
}
