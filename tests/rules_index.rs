//! The rules index against the official texts, where they are at hand beside the project.

#![expect(clippy::print_stdout, clippy::panic, reason = "a test says what it skips, and fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use headjudge::book::{self, Edition};
use headjudge::rules::{EDITION, RuleId, RuleNumber};

/// The editions that are read, with how many chapters, sections, rules with subrules, and examples each has.
const EDITIONS: [(&str, [usize; 4]); 9] = [
    ("2003-10-01", [5, 69, 686, 89]),
    ("2009-07-11", [8, 104, 1472, 189]),
    ("2011-09-30", [9, 123, 1865, 217]),
    ("2013-02-01", [9, 124, 1922, 220]),
    ("2015-09-26", [9, 126, 2049, 226]),
    ("2017-09-25", [9, 129, 2238, 244]),
    ("2021-04-19", [9, 133, 2521, 258]),
    ("2024-11-08", [9, 144, 3007, 272]),
    ("2026-08-07", [9, 147, 3162, 277]),
];

#[test]
fn the_index_is_that_of_the_pinned_edition() {
    let Some(edition) = edition(EDITION) else { return };
    assert_eq!(edition.effective.as_deref(), Some(EDITION));
    let written: BTreeMap<RuleNumber, &book::Rule> =
        edition.rules.iter().map(|rule| (rule.number, rule)).collect();
    let mut read_again = String::new();
    for rule in RuleId::all() {
        let change = match written.get(&rule.number()) {
            None => "is not in the text",
            Some(text) if text.fingerprint() != rule.fingerprint() => "has other words",
            Some(text) if text.heading().as_deref() != rule.heading() => "has another heading",
            Some(_) => continue,
        };
        let gist = book::gist(rule).unwrap_or("no gist");
        read_again.push_str(&format!("  {rule} {change} ({gist})\n"));
    }
    for number in written.keys().filter(|number| RuleId::of(**number).is_none()) {
        read_again.push_str(&format!("  {number} is not in the index\n"));
    }
    assert!(
        read_again.is_empty(),
        "the text of {EDITION} and rules/index.tsv differ; read these rules, the code and the gists again, \
         then run `headjudge maintain rules-index`:\n{read_again}"
    );
}

#[test]
fn every_edition_is_read_whole() {
    for (date, expected) in EDITIONS {
        let Some(edition) = edition(date) else { return };
        let count = |belongs: fn(RuleNumber) -> bool| {
            edition.rules.iter().filter(|rule| belongs(rule.number)).count()
        };
        let counts = [
            count(|number| number.section().is_none()),
            count(|number| number.section().is_some() && number.rule().is_none()),
            count(|number| number.rule().is_some()),
            edition.rules.iter().map(|rule| rule.examples.len()).sum(),
        ];
        assert_eq!(counts, expected, "{date}");
        assert!(edition.glossary.len() > 290, "{date}: {} terms", edition.glossary.len());
        assert!(edition.credits.len() > 3, "{date}: {} lines of credits", edition.credits.len());
        for rule in edition.rules.iter().filter(|rule| rule.number.rule().is_none()) {
            let heading = rule.heading().unwrap_or_default();
            assert!((4..60).contains(&heading.len()), "{date}: {} is headed {heading:?}", rule.number);
        }
    }
}

/// A text of that date, or nothing and a notice where the texts are not at hand.
fn edition(date: &str) -> Option<Edition> {
    let file = format!("../shared/rules/cr-{}.txt", date.replace('-', ""));
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file);
    let Ok(bytes) = fs::read(&path) else {
        println!("skipped: {} is not at hand", path.display());
        return None;
    };
    match book::read(&bytes) {
        Ok(edition) => Some(edition),
        Err(faults) => panic!(
            "{}: {}",
            path.display(),
            faults.iter().map(|fault| format!("\n  {fault}")).collect::<String>()
        ),
    }
}
