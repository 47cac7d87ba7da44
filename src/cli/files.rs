//! Files on the disk: scenarios and what they include.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use walkdir::WalkDir;

use super::exit::Fault;
use crate::diag::Source;
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
