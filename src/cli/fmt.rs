//! `headjudge fmt`: scenario files in their canonical form.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::exit::{Exit, Fault};
use super::look;
use crate::diag::{Code, Diagnostic, Source, Span, render};
use crate::scenario::MAX_BYTES;
use crate::scenario::format::{FormatFault, format};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Scenario files, and folders whose scenario files (`.scn`) are meant
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Change nothing; list the files that are not in canonical form, and fail if there are any
    #[arg(long)]
    check: bool,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write, errors: &mut dyn Write) -> Result<Exit, Fault> {
    let mut exit = Exit::Expected;
    for path in scenario_files(&arguments.paths)? {
        let one = match source(&path) {
            Ok(source) => one(&path, &source, arguments.check, out, errors)?,
            Err(fault) => fault.report(errors),
        };
        exit = exit.and(one);
    }
    Ok(exit)
}

/// Formats one file, or only looks at it.
fn one(
    path: &Path,
    source: &Source,
    check: bool,
    out: &mut dyn Write,
    errors: &mut dyn Write,
) -> Result<Exit, Fault> {
    let formatted = match format(source) {
        Ok(formatted) => formatted,
        Err(FormatFault::Unreadable(faults)) => {
            for fault in faults {
                writeln!(errors, "{}", render(&fault, source, look()))?;
            }
            return Ok(Exit::Invalid);
        }
        Err(FormatFault::Changed) => {
            let message = "the canonical form would not say the same; the file is left as it was";
            let fault = Diagnostic::error(Code::InternalError, message, Span::default(), "")
                .with_help("please report it with the file");
            writeln!(errors, "{}", render(&fault, source, look()))?;
            return Ok(Exit::OwnFault);
        }
    };
    if formatted == source.text {
        return Ok(Exit::Expected);
    }
    if check {
        writeln!(out, "{} is not in canonical form", path.display())?;
        return Ok(Exit::Failed);
    }
    replace(path, &formatted).map_err(|error| Fault::file(path, error))?;
    writeln!(out, "{} formatted", path.display())?;
    Ok(Exit::Expected)
}

/// The files that are named, and those in the folders that are named, in a stable order.
fn scenario_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Fault> {
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
fn source(path: &Path) -> Result<Source, Fault> {
    let fault = |error: io::Error| Fault::file(path, error);
    let size = fs::metadata(path).map_err(fault)?.len();
    if size > MAX_BYTES as u64 {
        return Err(Fault::file(path, "the file is too large to be a scenario"));
    }
    let bytes = fs::read(path).map_err(fault)?;
    let text = String::from_utf8(bytes).map_err(|_| Fault::file(path, "the file is not UTF-8 text"))?;
    Ok(Source::new(path.display().to_string(), text))
}

/// Puts a text in the place of a file's, so that at every moment either the old or the new one is there.
fn replace(path: &Path, text: &str) -> io::Result<()> {
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
