//! Which scenarios of a folder show a rule.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::thread;

use serde::Serialize;
use walkdir::{DirEntry, WalkDir};

use super::test::jobs;
use crate::rules::RuleNumber;
use crate::scenario::MAX_BYTES;

/// A scenario and the rules that it cites.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub(super) struct Showing {
    pub(super) file: String,
    pub(super) line: usize,
    pub(super) title: String,
    pub(super) rules: Vec<RuleNumber>,
}

/// What is drawn from the scenario files below a folder, each by its name and its text, in the order of their names.
///
/// A folder that is absent, and a file that cannot be read or is no text, give nothing.
pub(super) fn drawn<T: Send>(folder: &Path, draw: impl Fn(&str, &str) -> Vec<T> + Sync) -> Vec<T> {
    let files = WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    let paths: Vec<PathBuf> = files
        .map(DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|extension| extension == "scn"))
        .collect();
    // Most of the time goes into opening files, which several threads can do; each takes a part of them.
    let parts: Vec<&[PathBuf]> = paths.chunks(paths.len().div_ceil(jobs(None)).max(FEW_FILES)).collect();
    let Some((first, others)) = parts.split_first() else { return Vec::new() };
    let draw = &draw;
    thread::scope(|scope| {
        let start = |part| (part, thread::Builder::new().spawn_scoped(scope, move || drawn_of(part, draw)));
        let threads: Vec<_> = others.iter().copied().map(start).collect();
        let mut all = drawn_of(first, draw);
        for (part, thread) in threads {
            // Where no thread can be started, the files are read here.
            let of_part = thread.ok().and_then(|thread| thread.join().ok());
            all.extend(of_part.unwrap_or_else(|| drawn_of(part, draw)));
        }
        all
    })
}

/// So few files are read sooner than a thread is started.
const FEW_FILES: usize = 32;

/// What is drawn from some files.
fn drawn_of<T>(paths: &[PathBuf], draw: impl Fn(&str, &str) -> Vec<T>) -> Vec<T> {
    let mut all = Vec::new();
    let mut text = String::new();
    for path in paths {
        text.clear();
        // A file with more than a scenario file may hold is not read to its end.
        if File::open(path).and_then(|file| file.take(MAX_BYTES as u64).read_to_string(&mut text)).is_ok() {
            all.extend(draw(&plain(path), &text));
        }
    }
    all
}

/// The path with the same sign between its parts everywhere.
fn plain(path: &Path) -> String {
    let parts = path.components().map(|part| part.as_os_str().to_string_lossy());
    parts.collect::<Vec<_>>().join("/")
}

/// The scenarios below a folder that cite the rule or one under it, in the order of their files' names.
pub(super) fn showings(rule: RuleNumber, folder: &Path) -> Vec<Showing> {
    let mut all: Vec<Showing> = drawn(folder, cited_in);
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
