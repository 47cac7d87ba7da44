//! What failed in the last run, for `--failed`. It is kept in the user's folder for caches, apart for each working folder, so
//! that nothing is left beside the scenarios; where it can't be kept, nothing is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::shard::hash;

/// What failed, by file and title.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Last {
    /// The titles of what failed in each file.
    pub(super) failed: BTreeMap<String, BTreeSet<String>>,
}

/// The largest record that is read.
const LARGEST: u64 = 16 << 20;

impl Last {
    /// What is kept of the last run in this folder; nothing if there was none.
    pub(super) fn read(working: &Path) -> Option<Self> {
        let path = place(working)?;
        if fs::metadata(&path).ok()?.len() > LARGEST {
            return None;
        }
        serde_json::from_slice(&fs::read(path).ok()?).ok()
    }

    /// Keeps it. A folder that can't be written to is no reason to fail.
    pub(super) fn write(&self, working: &Path) {
        let Some(path) = place(working) else { return };
        let Some(folder) = path.parent() else { return };
        let Ok(text) = serde_json::to_vec(self) else { return };
        let fresh = path.with_extension(format!("new-{}", std::process::id()));
        let written = fs::create_dir_all(folder)
            .and_then(|()| fs::write(&fresh, text))
            .and_then(|()| fs::rename(&fresh, &path));
        if written.is_err() {
            let _ = fs::remove_file(&fresh);
        }
    }

    /// Whether something of the file failed.
    pub(super) fn titles(&self, file: &str) -> Option<&BTreeSet<String>> {
        self.failed.get(file)
    }

    /// Takes note of how one scenario ended now.
    pub(super) fn note(&mut self, file: &str, title: &str, failed: bool) {
        if failed {
            self.failed.entry(file.to_owned()).or_default().insert(title.to_owned());
        } else if let Some(titles) = self.failed.get_mut(file) {
            titles.remove(title);
            if titles.is_empty() {
                self.failed.remove(file);
            }
        }
    }

    /// Forgets what is no longer in the file.
    pub(super) fn keep_only(&mut self, file: &str, titles: &BTreeSet<String>) {
        if let Some(known) = self.failed.get_mut(file) {
            known.retain(|title| titles.contains(title));
            if known.is_empty() {
                self.failed.remove(file);
            }
        }
    }
}

/// The file for this working folder.
fn place(working: &Path) -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let caches = set("XDG_CACHE_HOME")
        .or_else(|| set("LOCALAPPDATA"))
        .or_else(|| set("HOME").map(|home| home.join(".cache")))?;
    let name = format!("last-{:016x}.json", hash(&[working.as_os_str().as_encoded_bytes()]));
    Some(caches.join("headjudge").join(name))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::Last;

    #[test]
    fn what_was_not_run_stays_as_it_was() {
        let mut last = Last::default();
        for (file, title) in [("a", "1"), ("a", "2"), ("b", "1")] {
            last.note(file, title, true);
        }
        last.note("a", "1", false);
        last.note("c", "1", false);
        assert_eq!(last.titles("a"), Some(&BTreeSet::from(["2".to_owned()])));
        last.keep_only("a", &BTreeSet::from(["3".to_owned()]));
        assert_eq!(last.failed.keys().collect::<Vec<_>>(), ["b"]);
    }
}
