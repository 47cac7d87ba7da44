//! The scenario language from outside: samples, faults, and texts that are no scenarios at all.

use std::collections::BTreeSet;

use headjudge::diag::{Diagnostic, Look, Source, nearest, render};
use headjudge::scenario::ast::{EntryWhat, Modifier, ObjectText, Scenario, Spanned};
use headjudge::scenario::format::format;
use headjudge::scenario::words::{self, Names};
use headjudge::scenario::{NoIncludes, read};

const SAMPLES: [(&str, &str); 3] = [
    ("flicker.scn", include_str!("samples/flicker.scn")),
    ("examples.scn", include_str!("samples/examples.scn")),
    ("commander.scn", include_str!("samples/commander.scn")),
];

/// The names that stand on the board, and some more.
struct BoardNames(BTreeSet<String>);

impl BoardNames {
    fn of(scenario: &Scenario) -> BoardNames {
        let mut names: BTreeSet<String> = [
            "Storm Crow",
            "Grizzly Bears",
            "Lightning Bolt",
            "Serra Angel",
            "Dance with Devils",
            "Turn",
            "Plains",
        ]
        .map(str::to_owned)
        .into();
        for entry in scenario.blocks.iter().flat_map(|block| &block.zones).flat_map(|zone| &zone.entries) {
            match &entry.what {
                EntryWhat::Card(text) => {
                    let (_, name) = EntryWhat::count_and_name(text, |_| false);
                    names.insert(name.to_owned());
                }
                EntryWhat::Token(token) => names.extend(token.words.iter().map(|word| word.text.clone())),
                EntryWhat::Unknown(_) => {}
            }
            insert_objects(&entry.modifiers, &mut names);
        }
        BoardNames(names)
    }
}

fn insert_objects(modifiers: &[Spanned<Modifier>], names: &mut BTreeSet<String>) {
    for ObjectText { name, modifiers, .. } in modifiers.iter().filter_map(|modifier| modifier.value.object())
    {
        names.insert(name.text.clone());
        insert_objects(modifiers, names);
    }
}

impl Names for BoardNames {
    fn is_name(&self, name: &str) -> bool {
        self.0.contains(name)
    }

    fn nearest_name(&self, name: &str) -> Option<String> {
        nearest(name, self.0.iter().map(String::as_str)).map(str::to_owned)
    }
}

/// Everything that is wrong with a text, in both readings.
fn faults(source: &Source) -> Vec<Diagnostic> {
    let reading = read(source, &NoIncludes);
    let mut faults = reading.diagnostics;
    for scenario in &reading.scenarios {
        faults.extend(words::read(scenario, &BoardNames::of(scenario)).err().into_iter().flatten());
    }
    faults
}

fn rendered(name: &str, text: &str) -> String {
    let source = Source::new(name, text);
    faults(&source).iter().map(|fault| render(fault, &source, Look::Plain)).collect::<Vec<_>>().join("\n")
}

/// Every scenario file of the project, with its text.
fn scenario_files() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios");
    walkdir::WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "scn"))
        .map(|entry| {
            (entry.path().display().to_string(), std::fs::read_to_string(entry.path()).unwrap_or_default())
        })
        .collect()
}

#[test]
fn samples_are_read_without_a_fault() {
    for (name, text) in SAMPLES {
        assert_eq!(rendered(name, text), "");
    }
}

#[test]
fn every_scenario_file_is_read_without_a_fault() {
    let files = scenario_files();
    assert!(!files.is_empty());
    let faults: String = files.iter().map(|(name, text)| rendered(name, text)).collect();
    assert_eq!(faults, "");
}

#[test]
fn samples_and_scenarios_are_in_canonical_form() {
    let mut files = scenario_files();
    files.extend(SAMPLES.map(|(name, text)| (name.to_owned(), text.to_owned())));
    for (name, text) in files {
        let formatted = format(&Source::new(name.as_str(), text.as_str())).unwrap();
        assert_eq!(formatted, text, "{name}");
    }
}

#[test]
fn formatting_mends_blanks_and_nothing_else() {
    let untidy = include_str!("samples/untidy.scn");
    let source = Source::new("untidy.scn", untidy);
    let formatted = format(&source).unwrap();
    insta::assert_snapshot!(formatted);
    let again = format(&Source::new("untidy.scn", formatted.as_str())).unwrap();
    assert_eq!(again, formatted);
}
