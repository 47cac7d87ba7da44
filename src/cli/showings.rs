//! Which scenarios of a folder show a rule.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use serde::Serialize;
use walkdir::{DirEntry, WalkDir};

use super::test::{jobs, workers};
use crate::rules::RuleNumber;

/// A scenario and the rules that it cites.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub(super) struct Showing {
    pub(super) file: String,
    pub(super) line: usize,
    pub(super) title: String,
    pub(super) rules: Vec<RuleNumber>,
}

/// The scenario files below a folder with their texts, in the order of their names.
///
/// A folder that is absent, and a file that cannot be read or is no text, give nothing.
pub(super) fn texts(folder: &Path) -> Vec<(String, String)> {
    let files = WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    let paths: Vec<PathBuf> = files
        .map(DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|extension| extension == "scn"))
        .collect();
    // Most of the time goes into opening files, which several threads can do.
    let parts: Vec<&[PathBuf]> = paths.chunks(FILES_AT_ONCE).collect();
    let work = |(): &mut (), number: usize| {
        let part = parts.get(number).copied().unwrap_or_default();
        part.iter().filter_map(|path| Some((plain(path), fs::read_to_string(path).ok()?))).collect()
    };
    let mut texts: Vec<(String, String)> = Vec::new();
    let take = |_, part: Vec<(String, String)>| {
        texts.extend(part);
        ControlFlow::Continue(())
    };
    // Where no thread can be started, the texts are read without.
    if workers::in_order(parts.len(), jobs(None), || (), work, take).is_err() {
        texts = (0..parts.len()).flat_map(|number| work(&mut (), number)).collect();
    }
    texts
}

/// How many files a thread reads before it hands them over.
const FILES_AT_ONCE: usize = 32;

/// The path with the same sign between its parts everywhere.
fn plain(path: &Path) -> String {
    let parts = path.components().map(|part| part.as_os_str().to_string_lossy());
    parts.collect::<Vec<_>>().join("/")
}

/// The scenarios below a folder that cite the rule or one under it, in the order of their files' names.
pub(super) fn showings(rule: RuleNumber, folder: &Path) -> Vec<Showing> {
    let mut all: Vec<Showing> =
        texts(folder).into_iter().flat_map(|(file, text)| cited_in(&file, &text)).collect();
    for showing in &mut all {
        showing.rules.retain(|number| *number == rule || number.stands_under(rule));
    }
    all.retain(|showing| !showing.rules.is_empty());
    all
}

/// The scenarios of one file with the rules that they cite: in the head, in brackets, or in a table.
pub(super) fn cited_in(file: &str, text: &str) -> Vec<Showing> {
    let mut showings: Vec<Showing> = Vec::new();
    for (position, line) in text.lines().enumerate() {
        let (line, _) = line.split_once(" #").unwrap_or((line, ""));
        if let Some(title) = line.strip_prefix("scenario ") {
            let (file, title) = (file.to_owned(), title.trim().to_owned());
            showings.push(Showing { file, line: position + 1, title, rules: Vec::new() });
        }
        let cites = line.starts_with("rules ") || line.contains(['[', '|']);
        let Some(showing) = showings.last_mut().filter(|_| cites && !line.starts_with('#')) else { continue };
        let words = line.split(|character: char| character.is_whitespace() || "[]|;,".contains(character));
        for number in words.filter_map(RuleNumber::parse) {
            // A lone figure is a count, not a section.
            if number.rule().is_some() && !showing.rules.contains(&number) {
                showing.rules.push(number);
            }
        }
    }
    showings
}

#[cfg(test)]
mod tests {
    use super::cited_in;

    #[test]
    fn scenarios_are_found_by_head_brackets_and_tables() {
        let text = "scenario  One\nrules     400.7; 406.3a\nAP\n  hand  3 Plains\n\nscenario  Two  # 406.3\n\
                    expect Plains in exile [406.3]\n# [406.3a]\nscenario  Three\nexamples\n  rule\n  406.3b | x\n";
        let found = cited_in("a.scn", text);
        let rules: Vec<(&str, usize, String)> = found
            .iter()
            .map(|showing| {
                let rules: Vec<String> = showing.rules.iter().map(ToString::to_string).collect();
                (showing.title.as_str(), showing.line, rules.join(" "))
            })
            .collect();
        assert_eq!(
            rules,
            [
                ("One", 1, "400.7 406.3a".to_owned()),
                ("Two", 6, "406.3".to_owned()),
                ("Three", 9, "406.3b".to_owned())
            ]
        );
    }
}
