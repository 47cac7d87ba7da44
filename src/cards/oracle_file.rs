//! Files of Oracle texts: a JSON object a line, Scryfall's list of cards, or MTGJSON's cards by their names (`AtomicCards`).

mod stream;

pub use stream::each;

use serde_json::Value;

use crate::ir::card::{Layout, PrintedNumber};
use crate::ir::node::Node as _;
use crate::ir::tree::Tree;
use crate::ir::{CardType, Color, Colors, ManaCost, TypeLine};
use crate::oracle::printed::{LONGEST, Printed, PrintedFace};

/// The most faces of a card.
const MOST_FACES: usize = 5;

/// A card of an Oracle file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OracleCard {
    /// Its name, of all faces.
    pub name: String,
    /// What it is as it is printed; none if headjudge has no such cards, with the reason.
    pub printed: Result<Printed, String>,
    /// Whether it is a card of ordinary games: no joke, plane, scheme or the like.
    pub is_ordinary: bool,
}

/// Reads the cards of a file.
///
/// # Errors
/// The first line that is no JSON, counted from 1, with what is wrong.
pub fn cards(text: &str) -> Result<Vec<OracleCard>, (usize, String)> {
    let mut cards = Vec::new();
    each(text.as_bytes(), &mut |card| cards.push(card))?;
    Ok(cards)
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn card(value: &Value) -> Option<OracleCard> {
    let name = text(value, "name");
    if name.is_empty() {
        return None;
    }
    let faces = ["faces", "card_faces"].iter().find_map(|key| value.get(key).and_then(Value::as_array));
    let faces: Vec<&Value> = match faces {
        Some(faces) if !faces.is_empty() => faces.iter().collect(),
        _ => vec![value],
    };
    let word = text(value, "layout");
    let is_ordinary = value.get("kind").is_none()
        && !matches!(
            word,
            "token" | "double_faced_token" | "emblem" | "art_series" | "planar" | "scheme" | "vanguard"
        );
    let read = if faces.len() > MOST_FACES {
        Err("it has more faces than a card has".to_owned())
    } else if matches!(word, "reversible_card" | "several cards") {
        Err("its faces are not those of one card".to_owned())
    } else if word == "meld" && faces.len() == 1 {
        Err("the other face of a meld card does not stand with it".to_owned())
    } else if faces.len() > 1 && name.split(" // ").count() != faces.len() {
        Err("its faces are not those of its name".to_owned())
    } else {
        faces.iter().map(|it| face(it)).collect::<Result<Vec<PrintedFace>, String>>()
    };
    let printed = read.map(|mut faces| {
        give_cost_to_spell(&mut faces);
        Printed { layout: layout(word, &faces), faces }
    });
    Some(OracleCard { name: name.to_owned(), printed, is_ordinary })
}

/// Gives the cost of a land with an Adventure to the Adventure: lands have none (202.1b). Some files put it on the land.
fn give_cost_to_spell(faces: &mut [PrintedFace]) {
    let [land, spell] = faces else { return };
    if land.types.types.as_slice() == [CardType::Land]
        && has_subtype(spell, "Adventure")
        && spell.cost.is_none()
    {
        spell.cost = land.cost.take();
    }
}

fn has_subtype(face: &PrintedFace, subtype: &str) -> bool {
    face.types.subtypes.iter().any(|its| its.word() == subtype)
}

fn layout(word: &str, faces: &[PrintedFace]) -> Layout {
    let several = faces.len() > 1;
    // Files call an Omen an adventure (720), and some an adventure a flip card: the subtype says what it is (715.2, 720.2).
    let spell = faces.get(1);
    match word {
        "adventure" | "flip" if spell.is_some_and(|face| has_subtype(face, "Omen")) => Layout::Omen,
        "flip" if spell.is_some_and(|face| has_subtype(face, "Adventure")) => Layout::Adventure,
        "split" | "aftermath" | "room" => Layout::Split,
        "flip" => Layout::Flip,
        "transform" | "double_faced" if several => Layout::Transform,
        "modal_dfc" => Layout::Modal,
        "meld" => Layout::Meld,
        "adventure" => Layout::Adventure,
        "omen" => Layout::Omen,
        "prepare" => Layout::Prepare,
        "prototype" => Layout::Prototype,
        _ if several => Layout::Transform,
        _ => Layout::Normal,
    }
}

fn face(value: &Value) -> Result<PrintedFace, String> {
    if text(value, "oracle_text").len() > LONGEST {
        return Err("its text is longer than that of any card".to_owned());
    }
    let line = text(value, "type_line");
    let types = TypeLine::parse(line).map_err(|word| format!("`{word}` is no type that headjudge knows"))?;
    let number = |key: &str| -> Result<Option<PrintedNumber>, String> {
        let text = text(value, key);
        if text.is_empty() {
            return Ok(None);
        }
        let read = text.parse().map(PrintedNumber::Fixed).or_else(|_| PrintedNumber::read(&Tree::word(text)));
        read.map(Some).map_err(|_| format!("`{text}` is no number that stands in a corner"))
    };
    let cost = text(value, "mana_cost");
    let cost = match cost {
        "" => None,
        text => Some(ManaCost::parse(text).ok_or_else(|| format!("`{text}` is no mana cost"))?),
    };
    let colors = value.get("color_indicator").and_then(Value::as_array).map(|letters| {
        let letters = letters.iter().filter_map(Value::as_str).filter_map(|letter| letter.chars().next());
        letters.filter_map(Color::from_letter).collect::<Colors>()
    });
    Ok(PrintedFace {
        name: text(value, "name").to_owned(),
        cost,
        colors,
        types,
        power: number("power")?,
        toughness: number("toughness")?,
        loyalty: number("loyalty")?,
        defense: number("defense")?,
        text: text(value, "oracle_text").to_owned(),
    }
    .stationed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_land_with_an_adventure_has_no_cost_whatever_the_file_says() {
        let text = r#"{"name": "Quiet Harbor // Set Sail", "layout": "flip", "mana_cost": "{2}{U}", "faces": [
            {"name": "Quiet Harbor", "mana_cost": "{2}{U}", "type_line": "Land", "oracle_text": ""},
            {"name": "Set Sail", "mana_cost": "", "type_line": "Sorcery — Adventure", "oracle_text": "Draw a card."}]}"#;
        let cards = cards(text).expect("JSON");
        let printed = cards[0].printed.as_ref().expect("a card");
        assert_eq!(printed.layout, Layout::Adventure);
        assert_eq!(printed.faces[0].cost, None);
        assert_eq!(printed.faces[1].cost, ManaCost::parse("{2}{U}"));
    }
}
