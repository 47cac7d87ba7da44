//! Files on the disk: scenarios and what they include.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};

use globset::{GlobBuilder, GlobMatcher};
use walkdir::WalkDir;

use super::exit::{Exit, Fault};
use super::pool::Cards;
use crate::diag::{Source, nearest};
use crate::scenario::{Includes, MAX_BYTES};

/// The files that are named, those in the folders that are named, and those that fit the patterns; in a stable order, each once.
///
/// # Errors
/// A folder that can't be read, and a pattern or folder without any scenario: a check that checks nothing is a slip.
pub(super) fn scenario_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Fault> {
    let mut files = Vec::new();
    let mut known = BTreeSet::new();
    for path in paths {
        let found = if path.is_dir() {
            below(path, None)?
        } else if path.exists() || !is_pattern(path) {
            vec![path.clone()]
        } else {
            fitting(path)?
        };
        if found.is_empty() {
            let what = if path.is_dir() { "no scenario file lies below" } else { "no scenario file fits" };
            return Err(Fault::usage(format!("{what} `{}`", path.display()))
                .with_help("the names of scenario files end in `.scn`"));
        }
        files.extend(found.into_iter().filter(|file| known.insert(plain(file))));
    }
    Ok(files)
}

/// How many files are played together at most.
const TOGETHER: usize = 16;

/// From how many bytes of text on files are played, however few they are: it bounds what is kept of them.
const TOGETHER_BYTES: usize = 64 << 10;

/// What a command plays: scenarios, and with which cards.
#[derive(Debug, clap::Args)]
pub(super) struct Scenarios {
    /// Scenario files, and folders whose scenario files (`.scn`) are meant; `-` is the standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) cards: Cards,
}

impl Scenarios {
    /// Whether a folder or a pattern is named: then there may be many.
    pub(super) fn has_folder(&self) -> bool {
        self.paths.iter().any(|path| path.is_dir() || !path.exists() && is_pattern(path))
    }

    /// Does something with each file; one that can't be read is told to `errors`, and the others are taken all the same.
    ///
    /// # Errors
    /// As [`scenario_files`], and what `play` ends with.
    pub(super) fn each(
        &self,
        errors: &mut dyn Write,
        play: impl FnMut(&Path, &Source, &mut dyn Write) -> Result<Exit, Fault>,
    ) -> Result<Exit, Fault> {
        each(&self.paths, errors, play)
    }

    /// The same with several files at a time, in their order: what is played one after the other is played faster.
    ///
    /// # Errors
    /// As [`Scenarios::each`].
    pub(super) fn several(
        &self,
        errors: &mut dyn Write,
        mut play: impl FnMut(&[(PathBuf, Source)]) -> Result<Exit, Fault>,
    ) -> Result<Exit, Fault> {
        let mut exit = Exit::Expected;
        let mut held = Vec::new();
        for path in scenario_files(&self.paths)? {
            match source(&path) {
                Ok(source) => held.push((path, source)),
                Err(fault) => exit = exit.and(fault.report(errors)),
            }
            let bytes: usize = held.iter().map(|(_, source)| source.text.len()).sum();
            if held.len() >= TOGETHER || bytes >= TOGETHER_BYTES {
                exit = exit.and(play(&held)?);
                held.clear();
            }
        }
        Ok(if held.is_empty() { exit } else { exit.and(play(&held)?) })
    }
}

/// Does something with each scenario file that is named; one that can't be read is told to `errors`.
///
/// # Errors
/// As [`scenario_files`], and what `work` ends with.
pub(super) fn each(
    paths: &[PathBuf],
    errors: &mut dyn Write,
    mut work: impl FnMut(&Path, &Source, &mut dyn Write) -> Result<Exit, Fault>,
) -> Result<Exit, Fault> {
    let mut exit = Exit::Expected;
    for path in scenario_files(paths)? {
        let ended = match source(&path) {
            Ok(source) => work(&path, &source, errors)?,
            Err(fault) => fault.report(errors),
        };
        exit = exit.and(ended);
    }
    Ok(exit)
}

/// The scenario files below a folder, those that fit a pattern if there is one.
fn below(folder: &Path, pattern: Option<&GlobMatcher>) -> Result<Vec<PathBuf>, Fault> {
    let mut files = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.map_err(|error| Fault::file(folder, error))?;
        let is_scenario = entry.path().extension().is_some_and(|extension| extension == "scn");
        let fits = || pattern.is_none_or(|pattern| pattern.is_match(plain(entry.path())));
        if is_scenario && entry.file_type().is_file() && fits() {
            files.push(plain(entry.path()));
        }
    }
    Ok(files)
}

/// The path without `.` in it.
fn plain(path: &Path) -> PathBuf {
    path.components().filter(|part| *part != Component::CurDir).collect()
}

/// Whether a path that leads to nothing is meant as a pattern.
fn is_pattern(path: &Path) -> bool {
    path.to_str().is_some_and(|path| path.contains(['*', '?', '[', '{']))
}

/// The scenario files that fit a pattern such as `scenarios/**/*ring*.scn`.
fn fitting(pattern: &Path) -> Result<Vec<PathBuf>, Fault> {
    let pattern = plain(pattern);
    let text = pattern.to_str().unwrap_or_default();
    let glob = GlobBuilder::new(text).literal_separator(true).build();
    let glob = glob.map_err(|error| Fault::file(&pattern, error.kind()))?.compile_matcher();
    let fixed = |part: &Component<'_>| !is_pattern(Path::new(part.as_os_str()));
    let root: PathBuf = pattern.components().take_while(fixed).collect();
    let root = if root.as_os_str().is_empty() { Path::new(".") } else { &root };
    if root.is_dir() { below(root, Some(&glob)) } else { Ok(Vec::new()) }
}

/// Whether a path stands for the standard input.
pub(super) fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}

/// A scenario file's text, or that of the standard input.
pub(super) fn source(path: &Path) -> Result<Source, Fault> {
    bounded(path, MAX_BYTES, "a scenario")
}

/// The text of a file or of the standard input, which is of a kind that has so many bytes at most.
///
/// # Errors
/// A file that can't be read, that is too large to be such a one, or that is no text.
pub(super) fn bounded(path: &Path, most_bytes: usize, what: &str) -> Result<Source, Fault> {
    let fault = |error: io::Error| absent(path, error);
    let most = most_bytes as u64 + 1;
    // Not by the size that the file says it has: a device has none and never ends.
    let mut bytes = Vec::new();
    if is_standard_input(path) {
        io::stdin().lock().take(most).read_to_end(&mut bytes).map_err(fault)?;
    } else {
        File::open(path).map_err(fault)?.take(most).read_to_end(&mut bytes).map_err(fault)?;
    }
    if bytes.len() > most_bytes {
        return Err(Fault::file(path, format!("the file is too large to be {what}")));
    }
    let text = String::from_utf8(bytes).map_err(|_| Fault::file(path, "the file is not UTF-8 text"))?;
    let name = if is_standard_input(path) { "standard input".to_owned() } else { path.display().to_string() };
    Ok(Source::new(name, text))
}

/// The fault of a file that can't be opened, with the file beside it that may have been meant.
fn absent(path: &Path, error: io::Error) -> Fault {
    let is_absent = error.kind() == io::ErrorKind::NotFound;
    let fault = Fault::file(path, error);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (true, Some(name), Ok(beside)) =
        (is_absent, path.file_name().and_then(|name| name.to_str()), fs::read_dir(folder))
    else {
        return fault;
    };
    let mut names: Vec<String> = beside
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".scn"))
        .collect();
    names.sort();
    let with_ending = format!("{name}.scn");
    let near = names
        .iter()
        .find(|known| **known == with_ending)
        .map(String::as_str)
        .or_else(|| nearest(name, names.iter().map(String::as_str)));
    match near {
        Some(near) => fault.with_help(format!("did you mean `{}`?", path.with_file_name(near).display())),
        None => fault,
    }
}

/// The files that a scenario may include: those below its own folder.
pub(super) struct Folder<'a> {
    scenario: &'a Path,
    seen: RefCell<Vec<PathBuf>>,
}

impl<'a> Folder<'a> {
    /// The files that this scenario may include.
    pub(super) fn new(scenario: &'a Path) -> Self {
        Self { scenario, seen: RefCell::new(Vec::new()) }
    }

    /// The files that it has asked for.
    pub(super) fn into_seen(self) -> Vec<PathBuf> {
        self.seen.into_inner()
    }
}

impl Includes for Folder<'_> {
    fn read(&self, name: &str) -> Result<String, String> {
        let relative = Path::new(name);
        let below = relative.components().all(|part| matches!(part, Component::Normal(_)));
        if !below {
            return Err("it lies outside the scenario's own folder".to_owned());
        }
        let folder = self.scenario.parent().unwrap_or(Path::new(""));
        let path = folder.join(relative);
        self.seen.borrow_mut().push(path.clone());
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

/// Writes a new file, whole or not at all.
///
/// # Errors
/// If there is such a file already, or it can't be written.
pub(super) fn create_whole(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    // The name is taken first, so that nobody else's file is written over.
    let taken = OpenOptions::new().write(true).create_new(true).open(path)?;
    drop(taken);
    replace(path, text).inspect_err(|_| {
        // An empty file is of no use; that it can't be deleted changes nothing.
        let _ = fs::remove_file(path);
    })
}

/// Puts a text in the place of a file's, so that at every moment either the old or the new one is there.
pub(super) fn replace(path: &Path, text: &str) -> io::Result<()> {
    // A link stays a link; what it leads to is replaced.
    let path = fs::canonicalize(path)?;
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".headjudge-new");
    let fresh = path.with_file_name(name);
    let written = OpenOptions::new().write(true).create_new(true).open(&fresh).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.set_permissions(fs::metadata(&path)?.permissions())?;
        file.sync_all()?;
        fs::rename(&fresh, &path)
    });
    if let Err(error) = &written
        && error.kind() != io::ErrorKind::AlreadyExists
    {
        // What could not be put in place is of no use; that it can't be deleted either changes nothing.
        let _ = fs::remove_file(&fresh);
    }
    written
}
