//! Two hundred real cards, drawn without looking (`tests/data/draw-sample.py`) and written in the ability form.
//!
//! They show how much of what cards say the form can say. The engine need not play them.

#![expect(clippy::expect_used, clippy::panic, reason = "a test says what it expects by panicking")]

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use headjudge::cards::yaml;
use headjudge::ir::card::Fingerprint;
use headjudge::ir::check::faults;
use headjudge::ir::{Card, ManaCost, TypeLine};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/sample-cards");
const OFFICIAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/cards/oracle-cards.jsonl.gz");

/// The sample in order of its files.
fn sample() -> Vec<Card> {
    cards_of(FOLDER)
}

/// The cards that come with headjudge.
fn bundled() -> Vec<Card> {
    cards_of(concat!(env!("CARGO_MANIFEST_DIR"), "/cards"))
}

fn cards_of(folder: &str) -> Vec<Card> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap_or_else(|fault| panic!("{folder}: {fault}"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "yaml"))
        .collect();
    files.sort();
    files
        .iter()
        .flat_map(|file| {
            let text = std::fs::read_to_string(file).expect("a file of cards");
            yaml::read(&text).unwrap_or_else(|faults| panic!("{}: {faults:#?}", file.display()))
        })
        .collect()
}

/// The name as the list of names has it: both faces' where there are two.
fn full_name(card: &Card) -> String {
    let names: Vec<&str> = card.faces.iter().map(|face| face.name.as_str()).collect();
    names.join(" // ")
}

/// Whether some text of the card stands in free words, because the form has none for it.
fn has_free_text(card: &Card) -> bool {
    format!("{card:?}").contains("Unsupported(")
}

#[test]
fn the_sample_is_what_was_drawn() {
    let names = std::fs::read_to_string(Path::new(FOLDER).join("names.txt")).expect("the list of names");
    let mut written: Vec<String> = sample().iter().map(full_name).collect();
    written.sort();
    assert_eq!(written, names.lines().collect::<Vec<_>>());
    assert_eq!(written.len(), 200);
}

#[test]
fn all_but_three_are_said_without_free_text() {
    let cards = sample();
    let free: Vec<String> = cards.iter().filter(|card| has_free_text(card)).map(full_name).collect();
    assert_eq!(
        free,
        ["Boreal Outrider", "Tazri, Stalwart Survivor", "Thousand Moons Smithy // Barracks of the Thousand"]
    );
}

#[test]
fn what_is_printed_on_the_cards_is_what_the_official_data_has() {
    let Ok(file) = std::fs::File::open(OFFICIAL) else {
        eprintln!("skipped: {OFFICIAL} is not here");
        return;
    };
    let mut text = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("the official data");
    let official: BTreeMap<String, serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("a card"))
        .filter(|card| card.get("kind").is_none())
        .map(|card| (card["name"].as_str().expect("a name").to_owned(), card))
        .collect();
    for card in sample() {
        let name = full_name(&card);
        let whole = official.get(&name).unwrap_or_else(|| panic!("{name} is not in the official data"));
        let oracle = whole["oracle_text"].as_str().expect("an Oracle text");
        assert_eq!(card.oracle, Some(Fingerprint::of(oracle)), "{name}: the Oracle text has changed");
        let faces = whole["faces"].as_array().map_or_else(|| vec![whole], |faces| faces.iter().collect());
        assert_eq!(faces.len(), card.faces.len(), "{name}");
        for (face, official) in card.faces.iter().zip(faces) {
            let field = |key: &str| official[key].as_str().unwrap_or_default().to_owned();
            assert_eq!(face.name, field("name"));
            let cost = face.cost.as_ref().map_or_else(String::new, ManaCost::to_string);
            assert_eq!(cost, field("mana_cost"), "{name}");
            assert_eq!(Ok(&face.types), TypeLine::parse(&field("type_line")).as_ref(), "{name}");
            for (key, number) in [
                ("power", face.power),
                ("toughness", face.toughness),
                ("loyalty", face.loyalty),
                ("defense", face.defense),
            ] {
                assert_eq!(
                    number.map_or_else(String::new, |number| number.to_string()),
                    field(key),
                    "{name}: {key}"
                );
            }
            let colors: String = face
                .colors
                .into_iter()
                .flat_map(|colors| colors.iter().collect::<Vec<_>>())
                .map(|color| color.letter())
                .collect();
            let indicator: String = official["color_indicator"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|letter| letter.as_str())
                .collect();
            assert_eq!(colors, indicator, "{name}");
        }
    }
}

#[test]
fn whatever_a_card_refers_to_is_bound_before() {
    for card in sample().into_iter().chain(bundled()) {
        let faults: Vec<String> = faults(&card).iter().map(ToString::to_string).collect();
        assert!(faults.is_empty(), "{}: {faults:?}", full_name(&card));
    }
}
