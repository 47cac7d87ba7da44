//! `--watch`: plays what is affected whenever a file is saved, until it is interrupted.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use notify::event::ModifyKind;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::{Arguments, Exit, Fault, Round, Selection, Sinks};
use crate::cli::files::scenario_files;

/// How long nothing may happen before what was saved is played: an editor saves in several steps.
const QUIET: Duration = Duration::from_millis(10);

/// Plays everything once, and then what is affected by each change.
pub(super) fn run(
    arguments: &Arguments,
    selection: &Selection,
    out: &mut dyn Write,
    errors: &mut dyn Write,
) -> Result<Exit, Fault> {
    let (sender, changes) = channel();
    let watcher = notify::recommended_watcher(move |event| {
        // Nobody listens any more when the command ends.
        let _ = sender.send(event);
    });
    let mut watcher = watcher.map_err(unwatched)?;
    for path in arguments.paths.iter().chain(arguments.cards.paths()) {
        watch(&mut watcher, path)?;
    }
    let mut includes = BTreeMap::new();
    let mut affected = scenario_files(&arguments.paths)?;
    loop {
        play(arguments, selection, &affected, &mut includes, out, errors)?;
        writeln!(out, "\nwatching; interrupt to end")?;
        out.flush()?;
        affected = loop {
            let changed = next(&changes)?;
            let affected = affected_by(&changed, arguments, &includes)?;
            if !affected.is_empty() {
                break affected;
            }
        };
        // A person sees one run at a time; a log keeps them all.
        if std::io::stdout().is_terminal() {
            out.write_all(b"\x1b[2J\x1b[3J\x1b[H")?;
        }
    }
}

fn play(
    arguments: &Arguments,
    selection: &Selection,
    files: &[PathBuf],
    includes: &mut BTreeMap<PathBuf, Vec<PathBuf>>,
    out: &mut dyn Write,
    errors: &mut dyn Write,
) -> Result<(), Fault> {
    // Cards may have changed as well; reading none of them takes no time.
    let Ok(pool) = arguments.cards.pool(errors)? else { return Ok(()) };
    let mut sinks = Sinks::open(&arguments.report, arguments.look())?;
    let mut round = Round::new(arguments, &pool, selection);
    match round.play(files, &mut sinks, out) {
        Ok(_) => {}
        // A filter that fits nothing yet may fit something soon.
        Err(fault) if !fault.is_silent() => {
            fault.report(errors);
        }
        Err(fault) => return Err(fault),
    }
    includes.extend(round.includes);
    Ok(())
}

fn watch(watcher: &mut RecommendedWatcher, path: &Path) -> Result<(), Fault> {
    let is_folder = path.is_dir();
    let mode = if is_folder { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
    // A file may be replaced by another of its name, which only its folder knows; of a pattern the part without signs counts.
    let folder = if is_folder { Some(path) } else { path.ancestors().skip(1).find(|folder| folder.is_dir()) };
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mode = if !is_folder && !path.exists() { RecursiveMode::Recursive } else { mode };
    watcher.watch(folder, mode).map_err(unwatched)
}

fn unwatched(error: notify::Error) -> Fault {
    Fault::usage(format!("the files can't be watched: {error}"))
}

/// The files that have changed, after nothing has changed for a moment.
fn next(changes: &Receiver<notify::Result<Event>>) -> Result<BTreeSet<PathBuf>, Fault> {
    let mut changed = BTreeSet::new();
    let mut note = |event: notify::Result<Event>| {
        let Ok(event) = event else { return };
        if matches!(event.kind, EventKind::Access(_)) {
            return;
        }
        // What was put into a new folder at once is not told of by itself; of an old one it is.
        let is_new = matches!(event.kind, EventKind::Create(_) | EventKind::Modify(ModifyKind::Name(_)));
        let paths = event.paths.iter().filter(|path| is_new || !path.is_dir());
        changed.extend(paths.map(|path| real(path)));
    };
    note(changes.recv().map_err(|_| Fault::usage("the files can't be watched any longer"))?);
    while let Ok(event) = changes.recv_timeout(QUIET) {
        note(event);
    }
    Ok(changed)
}

/// The scenario files that have to be played again.
fn affected_by(
    changed: &BTreeSet<PathBuf>,
    arguments: &Arguments,
    includes: &BTreeMap<PathBuf, Vec<PathBuf>>,
) -> Result<Vec<PathBuf>, Fault> {
    // A folder may be empty for a moment.
    let mut files = scenario_files(&arguments.paths).unwrap_or_default();
    let cards: Vec<PathBuf> = arguments.cards.paths().map(|path| real(path)).collect();
    if changed.iter().any(|path| cards.iter().any(|cards| path.starts_with(cards))) {
        return Ok(files);
    }
    let includes_changed = |file: &PathBuf| {
        includes.get(file).is_some_and(|all| all.iter().any(|path| changed.contains(&real(path))))
    };
    let has_changed = |file: &Path| changed.iter().any(|path| file.starts_with(path));
    files.retain(|file| has_changed(&real(file)) || includes_changed(file));
    Ok(files)
}

/// The path by which the machine knows a file, as far as it is there.
fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}
