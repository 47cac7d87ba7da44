//! The card pool of a command: the bundled library and what `--cards` names.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::cards::Kept;
use super::exit::{Exit, Fault};
use super::look;
use super::shelf::Data;
use crate::cards::{Pool, Unreadable, yaml};
use crate::diag::render;

/// The option of every command that looks cards up.
#[derive(Debug, clap::Args)]
pub(super) struct Cards {
    /// Card definitions of your own: a YAML file, or a folder of them; may be given more than once
    #[arg(long = "cards", id = "cards", value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Refuse to play with cards that do not come with headjudge: those of files, and those that scenarios write out
    #[arg(long)]
    no_user_cards: bool,
    #[command(flatten)]
    data: Data,
}

impl Cards {
    /// The files and folders that are named.
    pub(super) fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.paths.iter()
    }

    /// Where the data of the user are.
    pub(super) const fn data(&self) -> &Data {
        &self.data
    }

    /// The pool. Cards that can't be read are printed to `errors`, those of all files at once.
    ///
    /// # Errors
    /// A file that can't be read.
    pub(super) fn pool(&self, errors: &mut dyn Write) -> Result<Result<Pool, Exit>, Fault> {
        let pool = self.without_imported(errors)?;
        let Ok(mut pool) = pool else { return Ok(pool) };
        if let Some(kept) = Kept::of(&self.data) {
            if let Some(bytes) = kept.bytes()? {
                if !pool.add_imported(&kept.path().display().to_string(), bytes) {
                    return Err(kept.broken());
                }
            }
        }
        Ok(Ok(pool))
    }

    /// The same without the cards that the user has imported.
    pub(super) fn without_imported(&self, errors: &mut dyn Write) -> Result<Result<Pool, Exit>, Fault> {
        let mut pool = Pool::new();
        if self.no_user_cards {
            pool.refuse_users_cards();
        }
        let mut exit = Exit::Expected;
        for path in files(&self.paths)? {
            match pool.add_file(&path.display().to_string(), &text(&path)?) {
                Ok(0) => return Err(Fault::file(&path, "it defines no card")),
                Ok(_) => {}
                Err(unreadable) => exit = report(&unreadable, errors)?,
            }
        }
        for (source, notes) in pool.notes() {
            for note in notes {
                writeln!(errors, "{}", render(note, source, look()))?;
            }
        }
        Ok(if exit == Exit::Expected { Ok(pool) } else { Err(exit) })
    }
}

/// Prints what is wrong with card definitions.
pub(super) fn report(unreadable: &Unreadable, errors: &mut dyn Write) -> Result<Exit, Fault> {
    for fault in &unreadable.faults {
        writeln!(errors, "{}", render(fault, &unreadable.source, look()))?;
    }
    Ok(Exit::Invalid)
}

/// The files that are named, and the YAML files in the folders that are named, in a stable order.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Fault> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        for entry in WalkDir::new(path).sort_by_file_name() {
            let entry = entry.map_err(|error| Fault::file(path, error))?;
            let extension = entry.path().extension();
            let is_yaml = extension.is_some_and(|extension| extension == "yaml" || extension == "yml");
            if is_yaml && entry.file_type().is_file() {
                files.push(entry.into_path());
            }
        }
    }
    Ok(files)
}

/// The text of a file, as much of it as the reader takes and a byte more, so that what is too large is found to be so.
fn text(path: &Path) -> Result<String, Fault> {
    let fault = |error: io::Error| Fault::file(path, error);
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(fault)?;
    file.take(yaml::LARGEST as u64 + 1).read_to_end(&mut bytes).map_err(fault)?;
    String::from_utf8(bytes).map_err(|_| Fault::file(path, "the file is not UTF-8 text"))
}
