//! Which scenarios of a folder show a rule.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, is_separator};
use std::thread;

use serde::Serialize;
use walkdir::{DirEntry, WalkDir};

use super::exit::Fault;
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

/// A folder that somebody has named has to be there; the one that is meant where none is named may be absent.
///
/// # Errors
/// If there is no such folder.
pub(super) fn named(folder: Option<&Path>) -> Result<&Path, Fault> {
    match folder {
        Some(folder) if !folder.exists() => {
            Err(Fault::usage(format!("there is no folder `{}`", folder.display())))
        }
        Some(folder) => Ok(folder),
        None => Ok(Path::new("scenarios")),
    }
}

/// What is drawn from the scenario files below a folder, each by its name and its text, in the order of their names.
///
/// A folder that is absent, and a file that cannot be read or is no text, give nothing.
pub(super) fn drawn<T: Send>(folder: &Path, draw: impl Fn(&str, &str) -> Vec<T> + Sync) -> Vec<T> {
    let files = WalkDir::new(folder).into_iter().filter_map(Result::ok);
    let mut files: Vec<DirEntry> =
        files.filter(|file| file.path().extension().is_some_and(|extension| extension == "scn")).collect();
    files.sort_by_cached_key(|file| by_parts(file.path()));
    // Most of the time goes into opening files, which several threads can do; each takes a part of them.
    let parts: Vec<&[DirEntry]> = files.chunks(files.len().div_ceil(jobs(None)).max(FEW_FILES)).collect();
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

/// What puts paths below one folder in the order of the names of their parts: the end of a name stands before every letter. To ask
/// a path for its parts at each comparison takes longer than all the rest of the sorting.
fn by_parts(path: &Path) -> Vec<u8> {
    let bytes = path.as_os_str().as_encoded_bytes();
    bytes.iter().map(|byte| if is_separator(char::from(*byte)) { 0 } else { *byte }).collect()
}

/// So few files are read sooner than a thread is started.
const FEW_FILES: usize = 32;

/// What is drawn from some files.
fn drawn_of<T>(files: &[DirEntry], draw: impl Fn(&str, &str) -> Vec<T>) -> Vec<T> {
    let mut all = Vec::new();
    let mut room = vec![0; 1 << 16];
    for file in files {
        if let Some(text) = text_of(file, &mut room) {
            all.extend(draw(&plain(file.path()), text));
        }
    }
    all
}

/// The text of a file, in the room, which grows if that takes more; of a file with more than a scenario file may hold, its
/// beginning.
fn text_of<'a>(file: &DirEntry, room: &'a mut Vec<u8>) -> Option<&'a str> {
    let mut open = File::open(file.path()).ok()?;
    let mut filled = 0;
    while filled < MAX_BYTES {
        if filled == room.len() {
            room.resize((filled * 2).min(MAX_BYTES), 0);
        }
        let free = room.get_mut(filled..)?;
        let wanted = free.len();
        let read = match open.read(free) {
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return None,
        };
        filled += read;
        // What is a file and no pipe gives less than is asked for at its end alone; to ask again would take as long as to close it.
        if read == 0 || (read < wanted && file.file_type().is_file()) {
            break;
        }
    }
    std::str::from_utf8(room.get(..filled)?).ok()
}

/// The path with the same sign between its parts everywhere.
fn plain(path: &Path) -> String {
    let parts = path.components().map(|part| part.as_os_str().to_string_lossy());
    let path = parts.collect::<Vec<_>>().join("/");
    // The root is a part of its own.
    path.strip_prefix('/').filter(|rest| rest.starts_with('/')).unwrap_or(&path).to_owned()
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
    use std::path::Path;

    use super::{by_parts, cited_in};

    #[test]
    fn files_stand_in_the_order_of_their_folders() {
        let mut paths = ["a/b.scn", "a-b.scn", "a/b/c.scn", "b.scn", "a/b-c.scn", "a/B.scn"].map(Path::new);
        paths.sort_by_cached_key(|path| by_parts(path));
        let names = paths.map(|path| path.display().to_string());
        assert_eq!(names, ["a/B.scn", "a/b/c.scn", "a/b-c.scn", "a/b.scn", "a-b.scn", "b.scn"]);
    }

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
