//! `headjudge deck`: which cards of decks are played.

#![expect(clippy::expect_used, reason = "a test says what it expects by panicking")]

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use headjudge::cli::{Exit, run};
use serde_json::Value;

fn deck(arguments: &[&str]) -> (Exit, String, String) {
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    let arguments = ["headjudge", "deck"].iter().chain(arguments).map(OsString::from);
    let exit = run(arguments, &mut out, &mut errors);
    (exit, String::from_utf8(out).expect("text"), String::from_utf8(errors).expect("text"))
}

/// A file with this text, which the test of that name writes.
fn file(name: &str, text: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("deck");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    fs::write(&path, text).expect("a file");
    path.display().to_string()
}

/// Invented cards, one of which has a gap.
fn cards() -> String {
    file(
        "cards.yaml",
        "- {name: Quux Bauble, cost: \"{0}\", types: Artifact, abilities: [{unsupported: it hums}]}\n\
         - {name: Quux Zebra, cost: \"{W}\", types: Creature — Horse, power: 1, toughness: 1}\n",
    )
}

#[test]
fn what_is_not_played_stands_under_its_reason() {
    let list = "4 Quux Zebra\n12 Plains\n2 Quux Bauble\n1 Quux Zibra\n\nSideboard\n3 quux bauble\n";
    let path = file("reasons.txt", list);
    // Wherever the project lies, its path breaks no line.
    let (exit, out, errors) = deck(&[&path, "--cards", &cards(), "--width", "250"]);
    assert_eq!((exit, errors.as_str()), (Exit::Invalid, ""));
    insta::assert_snapshot!(out.replace(&path, "FILE"), @r"
    FILE: 2 of 4 cards are played (16 of 22 with their copies)
      read, but not all of it is played:
        2 Quux Bauble: headjudge can't play a part of it: it hums
        3 Quux Bauble (sideboard): headjudge can't play a part of it: it hums
      not known:
        Quux Zibra: did you mean `Quux Zebra`?
    ");
}

#[test]
fn the_exit_code_says_whether_all_is_played() {
    let cards = cards();
    let exit = |name: &str, text: &str| deck(&[&file(name, text), "--cards", &cards]).0;
    assert_eq!(exit("whole.txt", "20 Plains\n4 Quux Zebra"), Exit::Expected);
    assert_eq!(exit("gap.txt", "20 Plains\n4 Quux Bauble"), Exit::Undecided);
    assert_eq!(exit("unknown.txt", "20 Planes\n4 Quux Bauble"), Exit::Invalid);
    // Nobody's own cards may be used.
    let path = file("own.txt", "4 Quux Zebra");
    let (exit, out, _) = deck(&[&path, "--cards", &cards, "--no-user-cards"]);
    assert_eq!(exit, Exit::Invalid);
    assert!(out.contains("4 Quux Zebra: it is a user's card"), "{out}");
}

#[test]
fn several_decks_are_counted_together() {
    let path = file(
        "several.json",
        r#"[{"name": "One", "format": "modern", "cards": ["Plains", "Quux Bauble"]},
            {"name": "Two", "main": {"Plains": 20, "Quux Bauble": 4}},
            {"name": "Three", "cards": [{"name": "Plains", "count": 60}]}]"#,
    );
    let (exit, out, errors) = deck(&[&path, "--cards", &cards()]);
    assert_eq!((exit, errors.as_str()), (Exit::Undecided, ""));
    insta::assert_snapshot!(out, @r"
    One (modern): 1 of 2 cards are played
      read, but not all of it is played:
        Quux Bauble: headjudge can't play a part of it: it hums

    Two: 1 of 2 cards are played (20 of 24 with their copies)
      read, but not all of it is played:
        4 Quux Bauble: headjudge can't play a part of it: it hums

    Three: all of it is played (1 card, 60 with their copies)

    3 decks: 1 is played whole
      missing in most of them:
        Quux Bauble, in 2
    ");
    let (_, out, _) = deck(&[&path, "--cards", &cards(), "--format", "json"]);
    let report: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(report["counts"], serde_json::json!({"decks": 3, "whole": 1}));
    let bauble = &report["decks"][1]["cards"][1];
    assert_eq!(
        (&bauble["copies"], &bauble["part"], &bauble["state"]),
        (&4.into(), &"main".into(), &"gaps".into())
    );
    assert_eq!(bauble["why"][0], "headjudge can't play a part of it: it hums");
}

#[test]
fn what_is_no_deck_is_told_and_the_others_are_taken() {
    let (broken, good) = (file("broken.txt", "4 Plains\n0 Island\n"), file("good.txt", "4 Plains\n"));
    let (exit, out, errors) = deck(&["nowhere.txt", &broken, &good]);
    assert_eq!(exit, Exit::Usage);
    assert!(out.ends_with("all of it is played (1 card, 4 with their copies)\n"), "{out}");
    assert!(
        errors.contains("`nowhere.txt`: ") && errors.contains("broken.txt`: line 2: a list names"),
        "{errors}"
    );
}

/// How many of the decks at hand are played whole; they may only become more.
const WHOLE: usize = 33;

/// How many different cards of them are not played; they may only become fewer.
const MISSING: usize = 2;

#[test]
fn the_decks_at_hand_are_played() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/decks");
    let Ok(files) = fs::read_dir(&folder) else {
        eprintln!("skipped: {} is not there", folder.display());
        return;
    };
    let mut files: Vec<String> =
        files.filter_map(Result::ok).map(|file| file.path().display().to_string()).collect();
    files.sort();
    let mut arguments: Vec<&str> = files.iter().map(String::as_str).collect();
    arguments.extend(["--format", "json", "--data", "nowhere"]);
    let (_, out, errors) = deck(&arguments);
    assert_eq!(errors, "");
    let report: Value = serde_json::from_str(&out).expect("JSON");
    let number = |key: &str| report["counts"][key].as_u64().and_then(|number| usize::try_from(number).ok());
    let (decks, whole) = (number("decks").expect("a number"), number("whole").expect("a number"));
    assert!(decks >= 35 && whole >= WHOLE, "{whole} of {decks} decks are played whole");
    let all = report["decks"].as_array().expect("decks").iter();
    let cards: Vec<&Value> = all.flat_map(|deck| deck["cards"].as_array().expect("cards")).collect();
    let missing: BTreeSet<&str> = cards
        .iter()
        .filter(|card| card["state"] != "playable")
        .filter_map(|card| card["name"].as_str())
        .collect();
    assert!(missing.len() <= MISSING, "{} cards are not played: {missing:?}", missing.len());
    let unknown: Vec<&&Value> = cards.iter().filter(|card| card["state"] == "unknown").collect();
    assert!(unknown.is_empty(), "not known: {unknown:?}");
}
