//! `headjudge cards`: which cards there are.

#![expect(clippy::expect_used, reason = "a test says what it expects by panicking")]

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::OnceLock;

use headjudge::cli::{Exit, run};
use serde_json::Value;

fn headjudge(arguments: &[&str]) -> (Exit, String, String) {
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    let arguments = ["headjudge", "cards"].iter().chain(arguments).map(OsString::from);
    let exit = run(arguments, &mut out, &mut errors);
    (exit, String::from_utf8(out).expect("text"), String::from_utf8(errors).expect("text"))
}

/// A file of invented cards whose names all hold one word.
fn file() -> String {
    // The tests run at the same time.
    static WRITTEN: OnceLock<String> = OnceLock::new();
    WRITTEN.get_or_init(write).clone()
}

fn write() -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("card-list");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("qux.yaml");
    let text = "\
- {name: Qux Zebra, cost: \"{1}{W}\", types: Creature — Horse, power: 2, toughness: 2, abilities: [first strike]}
- {name: Qux Âbbot, cost: \"{W}{U}\", types: Legendary Creature — Human Cleric, power: 1, toughness: 1, abilities: [flying, first strike]}
- {name: Qux Bauble, cost: \"{0}\", types: Artifact, abilities: [{unsupported: it hums}]}
- layout: split
  faces:
  - {name: Qux Left, cost: \"{1}{R}\", types: Instant, abilities: [{spell: [draw: {}]}]}
  - {name: Qux Right, cost: \"{2}{G}\", types: Sorcery, abilities: [{spell: [draw: {}]}]}
";
    std::fs::write(&path, text).expect("a file");
    path.display().to_string()
}

#[test]
fn cards_are_found_by_a_part_of_their_names() {
    let file = file();
    let (exit, out, errors) = headjudge(&["qux", "--cards", &file]);
    assert_eq!((exit, errors.as_str()), (Exit::Expected, ""));
    insta::assert_snapshot!(out.replace(&file, "FILE"), @r"
    Qux Âbbot              {W}{U}            Legendary Creature — Human Cleric 1/1  (in FILE)
    Qux Bauble             {0}               Artifact  (gaps)  (in FILE)
    Qux Left // Qux Right  {1}{R} // {2}{G}  Instant // Sorcery  (in FILE)
    Qux Zebra              {1}{W}            Creature — Horse 2/2  (in FILE)
    4 cards: 3 playable, 1 with gaps
    ");
    // Of cards that come with headjudge too, with several words and however they are typed.
    let (_, out, _) = headjudge(&["SERRA", "ange"]);
    assert!(out.starts_with("Serra Angel"), "{out}");
    let (exit, out, _) = headjudge(&["Serra Angle"]);
    assert_eq!((exit, out.as_str()), (Exit::Expected, "0 cards\nnearest to that name: `Serra Angel`\n"));
}

#[test]
fn cards_are_found_by_what_they_are() {
    let file = file();
    let found = |arguments: &[&str]| {
        let all = [&["qux", "--cards", &file, "--format", "json"], arguments].concat();
        let (exit, out, errors) = headjudge(&all);
        assert_eq!((exit, errors.as_str()), (Exit::Expected, ""));
        let list: Value = serde_json::from_str(&out).expect("JSON");
        let cards = list["cards"].as_array().expect("cards");
        assert_eq!(list["counts"]["cards"], cards.len());
        let names = cards.iter().filter_map(|card| card["name"].as_str()?.strip_prefix("Qux "));
        names.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(found(&["--type", "creature"]), ["Âbbot", "Zebra"]);
    assert_eq!(found(&["--type", "legendary cleric"]), ["Âbbot"]);
    assert_eq!(found(&["--type", "creature", "--type", "horse"]), ["Zebra"]);
    assert_eq!(found(&["--type", "sorcery"]), ["Left // Qux Right"]);
    assert_eq!(found(&["--keyword", "First Strike"]), ["Âbbot", "Zebra"]);
    assert_eq!(found(&["--keyword", "flying", "--keyword", "first strike"]), ["Âbbot"]);
    assert_eq!(found(&["--colored", "white"]), ["Âbbot", "Zebra"]);
    assert_eq!(found(&["--colored", "w", "--colored", "u"]), ["Âbbot"]);
    assert_eq!(found(&["--colored", "colorless"]), ["Bauble"]);
    assert_eq!(found(&["--mana-value", "5"]), ["Left // Qux Right"]);
    assert_eq!(found(&["--playable"]), ["Âbbot", "Left // Qux Right", "Zebra"]);
    assert_eq!(found(&["--gaps"]), ["Bauble"]);
    assert_eq!(found(&["--no-user-cards"]), [""; 0]);
}

#[test]
fn a_row_for_programs_says_what_the_line_says() {
    let file = file();
    let (_, out, _) = headjudge(&["qux ab", "--cards", &file, "--format", "json"]);
    let list: Value = serde_json::from_str(&out).expect("JSON");
    let card = &list["cards"][0];
    assert_eq!((&card["mana_value"], &card["playable"]), (&2.into(), &true.into()));
    assert_eq!(card["colors"], serde_json::json!(["white", "blue"]));
    assert_eq!(card["faces"][0]["keywords"], serde_json::json!(["flying", "first strike"]));
    assert_eq!((&card["faces"][0]["corner"], &card["file"]), (&"1/1".into(), &file.as_str().into()));
}

#[test]
fn every_card_is_listed_once_in_the_order_of_the_names() {
    let (_, out, _) = headjudge(&["--format", "json"]);
    let list: Value = serde_json::from_str(&out).expect("JSON");
    let names: Vec<&str> =
        list["cards"].as_array().expect("cards").iter().filter_map(|card| card["name"].as_str()).collect();
    assert!(names.len() > 1000);
    let mut once = names.clone();
    once.dedup();
    assert_eq!(names, once);
    let place = |name: &str| names.iter().position(|its| *its == name);
    assert!(place("Cloudshift") < place("Serra Angel") && place("Cloudshift").is_some());
}

#[test]
fn a_slip_is_told_with_what_was_meant() {
    for (arguments, exit) in [
        (["--type", "creture"], Exit::Usage),
        (["--keyword", "flyign"], Exit::Usage),
        (["--colored", "withe"], Exit::Usage),
    ] {
        assert_eq!(headjudge(&arguments).0, exit, "{arguments:?}");
    }
}
