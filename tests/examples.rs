//! The worked examples of the Comprehensive Rules: `scenarios/EXAMPLES.md` says of each which scenario plays it, or why none does.
//!
//! A scenario says by its `source` line that it plays one (`source    603.10a#1`). `UPDATE_EXAMPLES=1` writes those into
//! the table; the reasons are kept as they stand.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

/// What stands behind an example that nobody has looked at.
const NOT_YET: &str = "not yet";

/// The examples that show a term or a limit at work: what decides there is another rule, with the reason.
const BY_OTHER_RULES: &[(&str, &str, &str)] = &[
    ("120.4d#1", "120.3d", "the order in which damage is processed shows in what it comes to"),
    ("120.4d#2", "120.4c", "that nothing is replaced shows in what the whole event comes to"),
    ("120.5#1", "704.5g", "that damage destroys nothing shows in what does"),
    ("602.1a#1", "602.2b", "what the activation cost is shows in what is paid"),
    ("607.4#1", "614.12a", "that one choice is linked to two abilities shows in both of them finding it"),
    ("611.3c#1", "613.4c", "that it enters with the bonus shows in its size and in what triggers"),
    ("613.5#1", "613.9", "that it happens at once shows in what one effect makes of the other"),
    ("613.5#2", "613.4b", "that sublayers come in order shows in what the later effect does not undo"),
    ("613.9#1", "613.7", "which of two effects has the last word is a matter of timestamps"),
    ("700.1#1", "509.3d", "what is one event shows in how often an ability triggers on it"),
    ("700.3c#1", "121.5", "that cards in piles stay where they are shows in where they come from"),
    ("700.7#1", "603.7c", "what a word means later shows in the delayed ability that finds it"),
    ("702.24b#1", "702.24a", "each instance triggers by the rule of the keyword"),
    ("723.5a#1", "723.5", "whose resources pay shows in whose card is discarded"),
    ("704.4#1", "603.8", "that nothing is checked during a resolution shows in what triggers there"),
];

/// The root of the project.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// An id as its numbers and letters, so that 601.2c#10 stands behind 601.2c#2 and in front of 601.10.
fn order(id: &str) -> (u16, u16, String, u16) {
    let (rule, number) = id.split_once('#').unwrap_or_else(|| panic!("`{id}` is no id"));
    let (section, rest) = rule.split_once('.').unwrap_or_else(|| panic!("`{id}` is no id"));
    let digits = rest.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
    let letters = rest.strip_prefix(digits).unwrap_or_default().to_owned();
    (section.parse().unwrap(), digits.parse().unwrap(), letters, number.parse().unwrap())
}

/// Whether a text is the id of an example: `603.10a#1`.
fn is_id(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once('#').is_some_and(|(rule, number)| {
        let rest = rule.split_once('.').filter(|(section, _)| digits(section)).map(|(_, rest)| rest);
        rest.is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit())) && digits(number)
    })
}

/// The scenario files that say they play an example: for each id, the files below `scenarios/` with their texts.
fn played() -> BTreeMap<String, Vec<(String, String)>> {
    let mut played: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    let folder = root().join("scenarios");
    for file in WalkDir::new(&folder).sort_by_file_name().into_iter().filter_map(Result::ok) {
        if file.path().extension().is_none_or(|extension| extension != "scn") {
            continue;
        }
        let text = fs::read_to_string(file.path()).unwrap();
        let name = file.path().strip_prefix(&folder).unwrap().display().to_string();
        // The ids stand behind `source`, or in a column of a table of examples that the line names.
        let sources =
            text.lines().filter_map(|line| line.strip_prefix("source ")).flat_map(|line| line.split(';'));
        let cells = text.lines().filter(|line| line.contains('|')).flat_map(|line| line.split('|'));
        for id in sources.chain(cells).map(str::trim).filter(|id| is_id(id)) {
            let files = played.entry(id.to_owned()).or_default();
            if files.iter().all(|(file, _)| *file != name) {
                files.push((name.clone(), text.clone()));
            }
        }
    }
    played
}

/// The rows of the table: id, and what stands behind it.
fn rows(text: &str) -> Vec<(String, String)> {
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | "));
    rows.filter(|(id, _)| id.contains('#')).map(|(id, what)| (id.to_owned(), what.to_owned())).collect()
}

#[test]
fn the_table_says_which_scenario_plays_each_example() {
    let path = root().join("scenarios/EXAMPLES.md");
    let text = fs::read_to_string(&path).unwrap();
    let played = played();
    let mut wanted = rows(&text);
    for id in played.keys() {
        if wanted.iter().all(|(listed, _)| listed != id) {
            wanted.push((id.clone(), NOT_YET.to_owned()));
        }
    }
    wanted.sort_by_key(|(id, _)| order(id));
    for (id, what) in &mut wanted {
        if let Some(files) = played.get(id) {
            let links: Vec<String> = files.iter().map(|(file, _)| format!("[{file}]({file})")).collect();
            *what = links.join(", ");
        } else if what.contains(".scn") {
            *what = NOT_YET.to_owned();
        }
    }
    let head = text.lines().take_while(|line| !line.starts_with("| 1")).map(|line| format!("{line}\n"));
    let table = wanted.iter().map(|(id, what)| format!("| {id} | {what} |\n"));
    let wanted: String = head.chain(table).collect();
    if std::env::var_os("UPDATE_EXAMPLES").is_some() {
        fs::write(&path, &wanted).unwrap();
    } else {
        assert!(
            wanted == text,
            "scenarios/EXAMPLES.md is not what the scenarios say: run this test with UPDATE_EXAMPLES=1"
        );
    }
}

#[test]
fn a_scenario_of_an_example_expects_its_rule() {
    let mut silent: Vec<String> = Vec::new();
    for (id, files) in played() {
        let own = id.split('#').next().unwrap();
        let rule = BY_OTHER_RULES.iter().find(|(other, ..)| *other == id).map_or(own, |(_, rule, _)| rule);
        for (file, text) in files {
            // The rule stands in the brackets behind an expectation, or in a cell of the table of examples.
            let asks = |line: &str| {
                let line = line.trim();
                let behind = line.starts_with("expect ").then(|| line.rsplit_once('[')).flatten();
                let cell = line.contains('|').then(|| line.split('|'));
                line == format!("expect cites {rule}")
                    || behind.is_some_and(|(_, rules)| {
                        rules.trim_end_matches(']').split(';').any(|it| it.trim() == rule)
                    })
                    || cell.is_some_and(|mut cells| {
                        cells.any(|it| it.trim() == rule || it.contains(&format!("[{rule}]")))
                    })
            };
            if !text.lines().any(asks) {
                silent.push(format!("{file} plays {id}, and no expectation asks for {rule}"));
            }
        }
    }
    assert!(silent.is_empty(), "{}", silent.join("\n"));
}

#[test]
fn every_example_is_in_the_table() {
    let path = root().join("../shared/rules/examples.jsonl");
    if !Path::new(&path).exists() {
        eprintln!("skipped: the examples of the rules are not at hand");
        return;
    }
    let lines = fs::read_to_string(path).unwrap();
    let mut official: Vec<String> = Vec::new();
    for line in lines.lines() {
        let example: serde_json::Value = serde_json::from_str(line).unwrap();
        official.push(example["id"].as_str().unwrap().to_owned());
    }
    for id in played().keys() {
        assert!(official.contains(id), "a scenario plays {id}, and there is no such example");
    }
    let table = fs::read_to_string(root().join("scenarios/EXAMPLES.md")).unwrap();
    let rows: Vec<String> = rows(&table).into_iter().map(|(id, _)| id).collect();
    assert_eq!(rows, official);
}
