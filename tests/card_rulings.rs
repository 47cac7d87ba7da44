//! The official rulings of some cards: `scenarios/RULINGS-OF-CARDS.md` says of each which scenario shows it, or why none does.
//!
//! A scenario says by its `source` line that it shows one: `ruling Oblivion Ring 2007-10-01#2` is the second of that card's rulings
//! of that day, `ruling Fiend Hunter 2018-03-16` the only or the first one.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use serde_json::Value;
use walkdir::WalkDir;

/// A ruling: the card, and the day with the ruling's place among those of the day.
type Ruling = (String, String);

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios")
}

/// The rows of the table.
fn rows() -> Vec<(Ruling, String)> {
    let text = fs::read_to_string(folder().join("RULINGS-OF-CARDS.md")).unwrap();
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let cells = rows.map(|row| row.split(" | ").map(str::to_owned).collect::<Vec<_>>());
    cells
        .skip(2)
        .map(|cells| match cells.as_slice() {
            [card, day, what] => ((card.clone(), day.clone()), what.clone()),
            other => panic!("{other:?} is no row of three cells"),
        })
        .collect()
}

/// The rulings that scenarios say they show, with their files.
fn shown() -> BTreeMap<Ruling, BTreeSet<String>> {
    let mut shown: BTreeMap<Ruling, BTreeSet<String>> = BTreeMap::new();
    for file in WalkDir::new(folder()).sort_by_file_name().into_iter().filter_map(Result::ok) {
        if file.path().extension().is_none_or(|extension| extension != "scn") {
            continue;
        }
        let name = file.path().strip_prefix(folder()).unwrap().display().to_string();
        let text = fs::read_to_string(file.path()).unwrap();
        let sources = text.lines().filter_map(|line| line.strip_prefix("source "));
        for source in sources.flat_map(|line| line.split(';')) {
            let Some(ruling) = source.trim().strip_prefix("ruling ") else { continue };
            let (card, day) = ruling.rsplit_once(' ').unwrap();
            let day = if day.contains('#') { day.to_owned() } else { format!("{day}#1") };
            shown.entry((card.to_owned(), day)).or_default().insert(name.clone());
        }
    }
    shown
}

#[test]
fn the_table_and_the_scenarios_say_the_same() {
    let rows = rows();
    let shown = shown();
    let cards: BTreeSet<&str> = rows.iter().map(|((card, _), _)| card.as_str()).collect();
    for (ruling, what) in &rows {
        let files = shown.get(ruling);
        match what.strip_prefix('[').and_then(|what| what.split_once(']')) {
            Some((file, _)) => {
                assert!(
                    files.is_some_and(|files| files.contains(file)),
                    "{file} does not say that it shows {ruling:?}"
                );
                assert_eq!(*what, format!("[{file}]({file})"), "{ruling:?}");
            }
            None => assert!(files.is_none(), "{ruling:?} is shown by {files:?}"),
        }
    }
    let listed: BTreeSet<&Ruling> = rows.iter().map(|(ruling, _)| ruling).collect();
    assert_eq!(listed.len(), rows.len(), "a ruling stands there twice");
    let missing: Vec<_> =
        shown.keys().filter(|ruling| cards.contains(ruling.0.as_str()) && !listed.contains(ruling)).collect();
    assert!(missing.is_empty(), "not in the table: {missing:?}");
}

#[test]
fn every_ruling_of_a_card_in_the_table_is_in_it() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/cards/rulings.jsonl.gz");
    let Ok(file) = fs::File::open(&path) else {
        eprintln!("skipped: {} is not there", path.display());
        return;
    };
    let rows = rows();
    let cards: BTreeSet<&str> = rows.iter().map(|((card, _), _)| card.as_str()).collect();
    let mut wanted: BTreeSet<Ruling> = BTreeSet::new();
    for line in BufReader::new(GzDecoder::new(file)).lines() {
        let ruling: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let field = |name: &str| ruling.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let name = field("name");
        let name = name.split(" // ").next().unwrap_or_default().to_owned();
        if !cards.contains(name.as_str()) {
            continue;
        }
        let date = field("date");
        let number =
            (1..).find(|number| !wanted.contains(&(name.clone(), format!("{date}#{number}")))).unwrap_or(1);
        wanted.insert((name, format!("{date}#{number}")));
    }
    let listed: BTreeSet<Ruling> = rows.into_iter().map(|(ruling, _)| ruling).collect();
    let missing: Vec<_> = wanted.difference(&listed).collect();
    let unknown: Vec<_> = listed.difference(&wanted).collect();
    assert!(missing.is_empty() && unknown.is_empty(), "missing: {missing:?}; unknown: {unknown:?}");
}
