//! The scenario files of a folder, and nothing outside it: a list to search, a file to read, a file to write.

use std::fs;
use std::io::Write;
use std::path::{Component, Path, PathBuf};

use serde::Serialize;
use walkdir::WalkDir;

use crate::cli::files;
use crate::scenario::MAX_BYTES;

/// How many files of a folder are looked at.
const MOST_FILES: usize = 20_000;

/// How many scenarios are listed at once.
const MOST_LISTED: usize = 200;

/// A folder with scenario files.
#[derive(Debug)]
pub(super) struct Bank {
    /// The folder, without links.
    root: PathBuf,
}

/// A scenario of the folder.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Entry {
    /// The file, from the folder.
    file: String,
    /// The line on which it begins, from 1.
    line: usize,
    title: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    question: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rules: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
}

/// Scenarios that were found.
#[derive(Debug, Serialize)]
pub(super) struct Listed {
    /// How many there are.
    found: usize,
    /// The folders in the folder that have scenarios, with how many of those that were found.
    folders: Vec<(String, usize)>,
    /// The first of them.
    scenarios: Vec<Entry>,
}

impl Bank {
    /// The bank of a folder.
    ///
    /// # Errors
    /// If there is no such folder.
    pub(super) fn of(folder: &Path) -> std::io::Result<Self> {
        let root = fs::canonicalize(folder)?;
        if !root.is_dir() {
            return Err(std::io::Error::other("it is no folder"));
        }
        Ok(Self { root })
    }

    /// The scenarios in whose head, or in the name of whose file, all these words stand; of one folder if one is named, and showing a rule
    /// if one is.
    pub(super) fn list(&self, words: &str, folder: &str, rule: &str) -> Listed {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        let mut listed = Listed { found: 0, folders: Vec::new(), scenarios: Vec::new() };
        for file in self.files("scn") {
            let Some(name) = self.name(&file) else { continue };
            let Some(text) = text(&file) else { continue };
            let its_folder = name.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
            for entry in entries(&name, &text) {
                if !entry.has(&words) || !entry.shows(rule) {
                    continue;
                }
                match listed.folders.iter_mut().find(|(its, _)| *its == its_folder) {
                    Some((_, count)) => *count += 1,
                    None => listed.folders.push((its_folder.clone(), 1)),
                }
                if !folder.is_empty() && folder != its_folder {
                    continue;
                }
                listed.found += 1;
                if listed.scenarios.len() < MOST_LISTED {
                    listed.scenarios.push(entry);
                }
            }
        }
        listed
    }

    /// The files of the folder whose names end so, in the order in which `headjudge quiz` takes them; not what tools keep for themselves.
    pub(super) fn files(&self, extension: &str) -> impl Iterator<Item = PathBuf> {
        let files =
            WalkDir::new(&self.root).follow_links(false).max_depth(12).sort_by_file_name().into_iter();
        let of_tools = |entry: &walkdir::DirEntry| {
            let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            entry.depth() > 0
                && entry.file_type().is_dir()
                && (hidden || entry.path().join("CACHEDIR.TAG").exists())
        };
        let files = files.filter_entry(move |entry| !of_tools(entry)).filter_map(Result::ok);
        let files = files.filter(move |file| {
            let its = file.path().extension();
            file.file_type().is_file() && its.is_some_and(|its| its == extension)
        });
        files.take(MOST_FILES).map(walkdir::DirEntry::into_path)
    }

    /// The path of a file from the folder, with `/` between its parts.
    pub(super) fn name(&self, path: &Path) -> Option<String> {
        let parts = path.strip_prefix(&self.root).ok()?.components();
        let parts: Option<Vec<&str>> = parts.map(|part| part.as_os_str().to_str()).collect();
        Some(parts?.join("/"))
    }

    /// Where a file of that name is or would be; nothing if that is not in the folder, or no scenario file.
    pub(super) fn path(&self, name: &str) -> Option<PathBuf> {
        self.of_kind(name, "scn")
    }

    /// The same of a course.
    pub(super) fn course(&self, name: &str) -> Option<PathBuf> {
        self.of_kind(name, "course")
    }

    /// The name of the file to which a path leads from beside another one; nothing if that is outside the folder.
    pub(super) fn beside(&self, name: &str, path: &str) -> Option<String> {
        let mut parts: Vec<&str> = name.split('/').collect();
        parts.pop();
        for part in path.split('/') {
            match part {
                "." => {}
                ".." => drop(parts.pop()?),
                part => parts.push(part),
            }
        }
        let name = parts.join("/");
        self.path(&name).map(|_| name)
    }

    fn of_kind(&self, name: &str, kind: &str) -> Option<PathBuf> {
        let relative = Path::new(name);
        let plain = relative.components().all(|part| matches!(part, Component::Normal(_)));
        let is_kind = relative.extension().is_some_and(|extension| extension == kind);
        if !plain || !is_kind || name.contains(['\\', ':', '\0']) || name.len() > 500 {
            return None;
        }
        let path = self.root.join(relative);
        // A link may not lead out of the folder, neither of the file nor of a folder above it.
        let folder = fs::canonicalize(path.parent()?).ok()?;
        if !folder.starts_with(&self.root) {
            return None;
        }
        match fs::symlink_metadata(&path) {
            Ok(its) if its.is_file() => Some(path),
            Ok(_) => None,
            Err(error) => (error.kind() == std::io::ErrorKind::NotFound).then_some(path),
        }
    }

    /// The text of a file.
    pub(super) fn read(&self, name: &str) -> Option<String> {
        text(&self.path(name)?)
    }

    /// Writes a file; says whether it is a new one.
    ///
    /// # Errors
    /// If it can't be written.
    pub(super) fn write(&self, name: &str, text: &str) -> std::io::Result<bool> {
        let outside = || std::io::Error::other("no scenario file of the folder has that name");
        let path = self.path(name).ok_or_else(outside)?;
        if path.exists() {
            files::replace(&path, text)?;
            return Ok(false);
        }
        let mut file = fs::OpenOptions::new().write(true).create_new(true).open(&path)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        Ok(true)
    }
}

impl Entry {
    fn has(&self, words: &[String]) -> bool {
        let own = format!(
            "{} {} {} {} {}",
            self.file,
            self.title,
            self.question,
            self.rules.join(" "),
            self.tags.join(" ")
        );
        let own = own.to_lowercase();
        words.iter().all(|word| own.contains(word))
    }

    /// Whether it names a rule, or one under it, in its head or behind an expectation.
    fn shows(&self, rule: &str) -> bool {
        let under = |its: &str| {
            its.strip_prefix(rule).is_some_and(|rest| {
                rest.is_empty()
                    || rest.starts_with('.')
                    || rest.starts_with(|letter: char| letter.is_ascii_lowercase())
            })
        };
        rule.is_empty() || self.rules.iter().any(|its| under(its))
    }
}

/// The text of a file, unless it is too long to be looked at.
pub(super) fn text(path: &Path) -> Option<String> {
    let small = fs::metadata(path).ok()?.len() <= MAX_BYTES as u64;
    if small { fs::read_to_string(path).ok() } else { None }
}

/// The scenarios of a text, from the lines of their heads: fast, and as good as a list needs it.
fn entries(file: &str, text: &str) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        let list = || rest.split(';').map(|part| part.trim().to_owned());
        if word == "scenario" {
            let title = rest.trim_matches('"').to_owned();
            let (question, rules, tags) = Default::default();
            entries.push(Entry { file: file.to_owned(), line: number + 1, title, question, rules, tags });
            continue;
        }
        let Some(entry) = entries.last_mut() else { continue };
        match word {
            "question" => entry.question = rest.to_owned(),
            "rules" => entry.rules.extend(list()),
            "tags" => entry.tags.extend(list()),
            _ => {
                // What stands in brackets behind an expectation are rules.
                let expects = line.trim_start().starts_with("expect ");
                let cited = line.trim_end().strip_suffix(']').and_then(|line| line.rsplit_once('['));
                if let Some((_, cited)) = cited.filter(|_| expects) {
                    let numbers = cited.split([',', ';']).map(|rule| rule.trim().to_owned());
                    let rules: Vec<String> = numbers.filter(|rule| !entry.rules.contains(rule)).collect();
                    entry.rules.extend(rules);
                }
            }
        }
    }
    entries
}
