//! Files on the disk: scenarios, what they include, the user's own cards.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use walkdir::WalkDir;

use super::exit::Fault;
use crate::cards::Pool;
use crate::diag::{Source, render};
use crate::scenario::{Includes, MAX_BYTES};

/// The files that are named, and those in the folders that are named, in a stable order.
pub(super) fn scenario_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Fault> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        for entry in WalkDir::new(path).sort_by_file_name() {
            let entry = entry.map_err(|error| Fault::file(path, error))?;
            let is_scenario = entry.path().extension().is_some_and(|extension| extension == "scn");
            if is_scenario && entry.file_type().is_file() {
                files.push(entry.into_path());
            }
        }
    }
    Ok(files)
}

/// A scenario file's text.
pub(super) fn source(path: &Path) -> Result<Source, Fault> {
    let fault = |error: io::Error| Fault::file(path, error);
    let size = fs::metadata(path).map_err(fault)?.len();
    if size > MAX_BYTES as u64 {
        return Err(Fault::file(path, "the file is too large to be a scenario"));
    }
    let bytes = fs::read(path).map_err(fault)?;
    let text = String::from_utf8(bytes).map_err(|_| Fault::file(path, "the file is not UTF-8 text"))?;
    Ok(Source::new(path.display().to_string(), text))
}

/// The files that a scenario may include: those below its own folder.
pub(super) struct Folder<'a>(pub(super) &'a Path);

impl Includes for Folder<'_> {
    fn read(&self, name: &str) -> Result<String, String> {
        let relative = Path::new(name);
        let below = relative.components().all(|part| matches!(part, Component::Normal(_)));
        if !below {
            return Err("it lies outside the scenario's own folder".to_owned());
        }
        let folder = self.0.parent().unwrap_or(Path::new(""));
        let path = folder.join(relative);
        // A link may not lead out of the folder either.
        let real = fs::canonicalize(&path).map_err(|error| error.to_string().to_lowercase())?;
        let home = fs::canonicalize(if folder.as_os_str().is_empty() { Path::new(".") } else { folder })
            .map_err(|error| error.to_string().to_lowercase())?;
        if !real.starts_with(home) {
            return Err("it lies outside the scenario's own folder".to_owned());
        }
        source(&path).map(|source| source.text).map_err(|_| "it can't be read as a scenario".to_owned())
    }
}

/// The card pool with the user's own cards: files, and the `.yaml` files of folders.
pub(super) fn pool(paths: &[PathBuf]) -> Result<Pool, Fault> {
    let mut pool = Pool::new();
    for path in paths {
        let mut files = Vec::new();
        if path.is_dir() {
            for entry in WalkDir::new(path).sort_by_file_name() {
                let entry = entry.map_err(|error| Fault::file(path, error))?;
                let is_cards = entry
                    .path()
                    .extension()
                    .is_some_and(|extension| extension == "yaml" || extension == "yml");
                if is_cards && entry.file_type().is_file() {
                    files.push(entry.into_path());
                }
            }
        } else {
            files.push(path.clone());
        }
        for file in files {
            let bytes = fs::read(&file).map_err(|error| Fault::file(&file, error))?;
            let text =
                String::from_utf8(bytes).map_err(|_| Fault::file(&file, "the file is not UTF-8 text"))?;
            pool.add_file(&file.display().to_string(), &text).map_err(|unreadable| {
                let faults: Vec<String> = unreadable
                    .faults
                    .iter()
                    .map(|fault| render(fault, &unreadable.source, super::look()))
                    .collect();
                Fault::invalid(faults.join("\n"))
            })?;
        }
    }
    Ok(pool)
}
