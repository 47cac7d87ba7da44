//! Citations and gists: whatever is cited exists, what the engine cites has a gist, and the gists are our own words.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use headjudge::book;
use headjudge::rules::{RuleId, RuleNumber};
use walkdir::WalkDir;

#[test]
fn every_cited_rule_exists() {
    let mut missing = String::new();
    for (folder, extension) in [("src", "rs"), ("cards", "yaml"), ("scenarios", "scn"), ("grammar", "pest")] {
        for (path, text) in files(folder, extension) {
            // These two are about numbers as such, and name some that must not exist.
            if path.starts_with("src/rules") || path.starts_with("src/book") {
                continue;
            }
            for (line, number) in rule_numbers(&text) {
                if RuleId::of(number).is_none() {
                    missing.push_str(&format!("  {}:{line}: {number}\n", path.display()));
                }
            }
        }
    }
    assert!(missing.is_empty(), "the pinned edition has no such rule:\n{missing}");
}

#[test]
fn every_rule_that_play_cites_has_a_gist() {
    let mut without = BTreeSet::new();
    for folder in ["src/engine", "src/game", "src/why", "src/board", "src/runner"] {
        for (_, text) in files(folder, "rs") {
            without.extend(cited(&text).filter(|rule| book::gist(*rule).is_none()));
        }
    }
    let without: Vec<String> = without.iter().map(RuleId::to_string).collect();
    assert!(
        without.is_empty(),
        "write a gist in rules/gists.txt, after reading the rule, for {}",
        without.join(", ")
    );
}

#[test]
fn every_file_of_the_engine_is_headed_by_its_section() {
    let mut wrong = String::new();
    for (path, text) in files("src/engine", "rs") {
        let first = text.lines().next().unwrap_or_default();
        let Some((number, heading)) = first.strip_prefix("//! CR ").and_then(|head| head.split_once(": "))
        else {
            continue;
        };
        let known = RuleId::parse(number).and_then(RuleId::heading);
        // More may follow the heading, but nothing that would make it another one.
        let rest = known.and_then(|known| heading.strip_prefix(known));
        if !rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', ','])) {
            wrong.push_str(&format!("  {}: {number} is {known:?}, not {heading:?}\n", path.display()));
        }
    }
    assert!(wrong.is_empty(), "files whose first line is not as in the pinned edition:\n{wrong}");
}

#[test]
fn no_gist_repeats_the_rulebook() {
    const RUN: usize = 8;
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/rules/cr-20260807.txt");
    let Ok(bytes) = fs::read(&path) else {
        println!("skipped: {} is not at hand", path.display());
        return;
    };
    let book_words = words(&book::decode(&bytes));
    let runs: BTreeSet<&[String]> = book_words.windows(RUN).collect();
    let mut repeated = String::new();
    for (rule, gist) in book::gists() {
        if let Some(run) = words(gist).windows(RUN).find(|run| runs.contains(run)) {
            repeated.push_str(&format!("  {rule}: {}\n", run.join(" ")));
        }
    }
    assert!(repeated.is_empty(), "say it in other words:\n{repeated}");
}

/// The files of a folder of the project with that extension, by their path in it; none if there is no such folder.
fn files(folder: &str, extension: &str) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    WalkDir::new(root.join(folder))
        .sort_by_file_name()
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.path().extension().is_some_and(|found| found == extension))
        .map(|entry| {
            let text = fs::read_to_string(entry.path()).expect("a text file");
            (entry.path().strip_prefix(root).expect("a path in the project").to_owned(), text)
        })
        .collect()
}

/// Everything that looks like the number of a rule, with its line: three digits, a full stop, digits, letters.
fn rule_numbers(text: &str) -> Vec<(usize, RuleNumber)> {
    let mut numbers = Vec::new();
    for (position, line) in text.lines().enumerate() {
        for word in line.split(|character: char| !character.is_ascii_alphanumeric() && character != '.') {
            let number = RuleNumber::parse(word.trim_end_matches('.'));
            numbers
                .extend(number.filter(|number| number.rule().is_some()).map(|number| (position + 1, number)));
        }
    }
    numbers
}

/// The rules that code cites.
fn cited(code: &str) -> impl Iterator<Item = RuleId> {
    let citations = code.split("cr!(").skip(1).filter_map(|rest| rest.trim_start().strip_prefix('"'));
    citations.filter_map(|rest| RuleId::parse(rest.split('"').next()?))
}

fn words(text: &str) -> Vec<String> {
    text.to_lowercase()
        .replace('’', "'")
        .split(|character: char| !character.is_alphanumeric() && !"'+-/".contains(character))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

#[test]
fn numbers_and_citations_are_found_in_text() {
    let found: Vec<String> = rule_numbers("see 704.5g, CR 406.\n[610.3b] 1.5 12.30 x400.7y 903.9a.")
        .iter()
        .map(|(line, number)| format!("{line}:{number}"))
        .collect();
    assert_eq!(found, ["1:704.5g", "2:610.3b", "2:903.9a"]);
    let found: Vec<String> =
        cited("cr!(\"704.5f\"), cr!(\n \"400.7\"\n)").map(|rule| rule.to_string()).collect();
    assert_eq!(found, ["704.5f", "400.7"]);
}
