//! What was asked, how often, and what was wrong, in the user's data folder.
//!
//! ```text
//! DATA/quiz/record.tsv     a line for each question: file, title, question, times asked, times wrong, whether right when asked last
//! DATA/quiz/lock           held while the record is rewritten, so that two at once lose nothing
//! ```

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::cli::exit::Fault;
use crate::cli::shelf::{Data, homeless, write_whole};

/// Which question it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::cli) struct Key {
    /// The file of the scenario, whole.
    pub(in crate::cli) path: String,
    pub(in crate::cli) title: String,
    pub(in crate::cli) words: String,
}

/// What is kept of a question.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::cli) struct Kept {
    pub(in crate::cli) asked: usize,
    pub(in crate::cli) wrong: usize,
    pub(in crate::cli) last_was_right: bool,
}

#[derive(Debug)]
pub(in crate::cli) struct Record {
    folder: PathBuf,
}

impl Key {
    /// The question with these words about the scenario with this title in a file.
    pub(in crate::cli) fn new(path: &Path, title: &str, words: &str) -> Self {
        let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        Self { path: plain(&whole.display().to_string()), title: plain(title), words: plain(words) }
    }
}

/// A text without what ends a field or a line.
fn plain(text: &str) -> String {
    text.replace(['\t', '\n', '\r'], " ")
}

impl Record {
    /// The record in the user's data folder; nothing is made there before something is kept.
    pub(in crate::cli) fn open(data: &Data) -> Result<Self, Fault> {
        let folder = data.folder().ok_or_else(|| homeless("what was asked"))?;
        Ok(Self { folder: folder.join("quiz") })
    }

    fn path(&self) -> PathBuf {
        self.folder.join("record.tsv")
    }

    /// Everything that is kept.
    pub(in crate::cli) fn entries(&self) -> Result<BTreeMap<Key, Kept>, Fault> {
        let path = self.path();
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(Fault::file(&path, error)),
        };
        let entries: Option<BTreeMap<Key, Kept>> = text.lines().map(read).collect();
        // What can't be read is not written over.
        entries.ok_or_else(|| {
            Fault::file(&path, "it is no record of a quiz").with_help("move it away to begin a new one")
        })
    }

    /// Keeps how a question was answered, beside all that is kept by then.
    pub(in crate::cli) fn keep(&self, key: &Key, right: bool) -> Result<(), Fault> {
        fs::create_dir_all(&self.folder).map_err(|error| Fault::file(&self.folder, error))?;
        let lock = self.folder.join("lock");
        let held = File::create(&lock).and_then(|file| file.lock().map(|()| file));
        let held = held.map_err(|error| Fault::file(&lock, error))?;
        let mut entries = self.entries()?;
        let kept = entries.entry(key.clone()).or_default();
        kept.asked += 1;
        kept.wrong += usize::from(!right);
        kept.last_was_right = right;
        let text: String = entries.iter().map(|(key, kept)| line(key, *kept)).collect();
        let written = write_whole(&self.path(), text);
        drop(held);
        written
    }
}

fn line(key: &Key, kept: Kept) -> String {
    let last = if kept.last_was_right { "right" } else { "wrong" };
    format!("{}\t{}\t{}\t{}\t{}\t{last}\n", key.path, key.title, key.words, kept.asked, kept.wrong)
}

fn read(line: &str) -> Option<(Key, Kept)> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [path, title, words, asked, wrong, last] = fields.as_slice() else { return None };
    let last_was_right = match *last {
        "right" => true,
        "wrong" => false,
        _ => return None,
    };
    let key = Key { path: (*path).to_owned(), title: (*title).to_owned(), words: (*words).to_owned() };
    Some((key, Kept { asked: asked.parse().ok()?, wrong: wrong.parse().ok()?, last_was_right }))
}

#[cfg(test)]
mod tests {
    use super::{Kept, Key, line, read};

    #[test]
    fn a_line_is_read_as_it_was_written() {
        let key = Key { path: "/a b/c.scn".into(), title: "A title".into(), words: "Where is it?".into() };
        let kept = Kept { asked: 3, wrong: 1, last_was_right: true };
        assert_eq!(read(line(&key, kept).trim_end()), Some((key, kept)));
        assert_eq!(read("a\tb\tc\t1\t0\tperhaps"), None);
        assert_eq!(read("half a li"), None);
    }
}
