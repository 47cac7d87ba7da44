//! The rules texts that the user has imported: plain files in the user's data folder, and one index.
//!
//! ```text
//! DATA/rules/editions.tsv            a line for each edition: name, date since when it is effective, rules, terms
//! DATA/rules/2017-09-25.txt          the text, as `book::store` writes it
//! DATA/rules/OLD.NEW.tsv             which rules of one edition are which of the next, as `Alignment::store` writes it
//! ```
//!
//! Beside them are the imported cards, which `super::cards` knows.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use super::exit::Fault;
use crate::book::{Alignment, Concordance, Edition, is_date, restore, store};
use crate::rules::EDITION;

/// Where the data of the user are.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Data {
    /// The folder with the imported rules texts and cards, instead of the one in the user's data folder
    #[arg(
        long = "data",
        value_name = "FOLDER",
        env = "HEADJUDGE_DATA",
        hide_env_values = true,
        global = false
    )]
    folder: Option<PathBuf>,
}

/// An edition on the shelf.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Kept {
    /// The date by which the edition is known.
    pub(super) name: String,
    /// The date from which it is effective.
    pub(super) effective: String,
    /// How many numbered rules it has.
    pub(super) rules: usize,
    /// How many terms its glossary defines.
    pub(super) terms: usize,
}

/// The imported editions.
#[derive(Debug)]
pub(super) struct Shelf {
    folder: PathBuf,
    /// In the order of their names.
    pub(super) editions: Vec<Kept>,
}

impl Data {
    /// The shelf in this folder; an empty one where nothing has been imported.
    pub(super) fn shelf(&self) -> Result<Shelf, Fault> {
        let folder = self.folder().ok_or_else(|| homeless("rules texts"))?;
        Shelf::open(folder.join("rules"))
    }

    /// The folder, unless none is named and there is no home folder either.
    pub(super) fn folder(&self) -> Option<PathBuf> {
        self.folder.clone().or_else(|| {
            let platform = etcetera::choose_base_strategy().ok()?;
            Some(platform.data_dir().join("headjudge"))
        })
    }
}

impl Shelf {
    fn open(folder: PathBuf) -> Result<Self, Fault> {
        let index = folder.join("editions.tsv");
        let text = match fs::read_to_string(&index) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(Fault::file(&index, error)),
        };
        let editions: Option<Vec<Kept>> = text.lines().map(Kept::read).collect();
        match editions {
            Some(editions) => Ok(Self { folder, editions }),
            None => Err(Fault::file(&index, "it is no list of editions")
                .with_help("move it away, and import the rules texts again")),
        }
    }

    /// The folder with the texts.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Keeps editions with their names. What was there under a name is replaced; either all are kept or none is listed.
    pub(super) fn keep(&mut self, imported: &[(String, Edition)]) -> Result<(), Fault> {
        fs::create_dir_all(&self.folder).map_err(|error| Fault::file(&self.folder, error))?;
        for (name, edition) in imported {
            self.forget_alignments(name);
            write_whole(&self.path(name), store(edition))?;
            let kept = Kept {
                name: name.clone(),
                effective: edition.effective.clone().unwrap_or_else(|| name.clone()),
                rules: edition.rules.len(),
                terms: edition.glossary.len(),
            };
            match self.editions.binary_search_by(|other| other.name.cmp(name)) {
                Ok(place) => self.editions.splice(place..=place, [kept]).for_each(drop),
                Err(place) => self.editions.insert(place, kept),
            }
        }
        let index: String = self.editions.iter().map(Kept::line).collect();
        write_whole(&self.folder.join("editions.tsv"), &index)
    }

    /// Takes an edition from the shelf.
    pub(super) fn remove(&mut self, name: &str) -> Result<(), Fault> {
        self.editions.retain(|kept| kept.name != name);
        let index: String = self.editions.iter().map(Kept::line).collect();
        write_whole(&self.folder.join("editions.tsv"), &index)?;
        self.forget_alignments(name);
        let path = self.path(name);
        fs::remove_file(&path).map_err(|error| Fault::file(&path, error))
    }

    /// The text of an edition that is on the shelf.
    pub(super) fn read(&self, name: &str) -> Result<Edition, Fault> {
        let path = self.path(name);
        let text = fs::read_to_string(&path).map_err(|error| Fault::file(&path, error))?;
        restore(&text).ok_or_else(|| {
            Fault::file(&path, "it is no rules text of headjudge").with_help("import the official file again")
        })
    }

    /// The alignment of two editions, if it is kept.
    pub(super) fn alignment(&self, old: &str, new: &str) -> Option<Alignment> {
        Alignment::restore(&fs::read_to_string(self.folder.join(format!("{old}.{new}.tsv"))).ok()?)
    }

    /// Keeps the alignment of two editions.
    pub(super) fn keep_alignment(&self, old: &str, new: &str, alignment: &Alignment) -> Result<(), Fault> {
        write_whole(&self.folder.join(format!("{old}.{new}.tsv")), alignment.store())
    }

    /// Takes away what was found out about an edition whose text changes.
    fn forget_alignments(&self, name: &str) {
        for other in &self.editions {
            for pair in [format!("{name}.{}.tsv", other.name), format!("{}.{name}.tsv", other.name)] {
                // Most of them never were.
                fs::remove_file(self.folder.join(pair)).unwrap_or_default();
            }
        }
    }

    /// Whether an edition is on the shelf.
    pub(super) fn has(&self, name: &str) -> bool {
        self.editions.iter().any(|kept| kept.name == name)
    }

    /// The newest edition: the pinned one, unless a newer one is on the shelf.
    pub(super) fn newest(&self) -> String {
        let newest = self.editions.last().map_or("", |kept| kept.name.as_str());
        newest.max(EDITION).to_owned()
    }

    /// The edition that a date means: `2017-09` is the one of that month, `2018-01-20` the one in force then.
    pub(super) fn find(&self, date: &str, concordance: &Concordance) -> Result<String, Fault> {
        let date = date.trim();
        let mut known: Vec<&str> = concordance.editions.iter().map(String::as_str).collect();
        known.extend(self.editions.iter().map(|kept| kept.name.as_str()));
        known.extend([EDITION]);
        known.sort_unstable();
        known.dedup();
        let effective = self.editions.iter().find(|kept| kept.effective == date);
        if let Some(kept) = effective {
            return Ok(kept.name.clone());
        }
        // Without dashes it is a file's name.
        let digits: String = date.chars().filter(|character| *character != '-').collect();
        if !is_date(date) {
            return Err(Fault::usage(format!("`{date}` is no edition")).with_help(
                "an edition is known by its date, such as 2017-09-25; 2017-09 is enough where it is the only one",
            ));
        }
        let bare = |name: &str| name.replace('-', "");
        let fitting: Vec<&str> =
            known.iter().copied().filter(|name| bare(name).starts_with(&digits)).collect();
        let on_shelf: Vec<&str> = fitting.iter().copied().filter(|name| self.has(name)).collect();
        match (fitting.as_slice(), on_shelf.as_slice()) {
            ([only], _) | (_, [only]) => Ok((*only).to_owned()),
            // A day or month between two editions: the one that was in force.
            ([], _) if digits.len() == 8 || digits.len() == 6 => {
                let last = known.last().copied().unwrap_or(EDITION);
                // What will be in force one day nobody knows; in the year of the last known edition that is likely to be it.
                if digits.get(..4) > last.get(..4) {
                    return Err(Fault::usage(format!("no edition of {date} is known"))
                        .with_help(format!("the last known edition is that of {last}")));
                }
                let in_force = known.iter().rfind(|name| bare(name) <= digits);
                in_force.map(|name| (*name).to_owned()).ok_or_else(|| {
                    let first = known.first().copied().unwrap_or(EDITION);
                    Fault::usage(format!("no edition is known that was in force on {date}"))
                        .with_help(format!("the first known edition is that of {first}"))
                })
            }
            ([], _) => {
                let before = known.iter().rfind(|name| bare(name) < digits);
                let after = known.iter().find(|name| bare(name) > digits);
                let near: Vec<&str> = [before, after].into_iter().flatten().copied().collect();
                Err(Fault::usage(format!("no edition of {date} is known"))
                    .with_help(format!("nearest to it: {}", near.join(", "))))
            }
            (several, _) => Err(Fault::usage(format!("there are several editions of {date}"))
                .with_help(format!("which one? {}", several.join(", ")))),
        }
    }
}

impl Shelf {
    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.txt"))
    }
}

impl Kept {
    fn read(line: &str) -> Option<Self> {
        let mut fields = line.split('\t');
        let (name, effective) = (fields.next()?.to_owned(), fields.next()?.to_owned());
        let is_name = name.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        let (rules, terms) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
        (is_name && fields.next().is_none()).then_some(Self { name, effective, rules, terms })
    }

    fn line(&self) -> String {
        format!("{}\t{}\t{}\t{}\n", self.name, self.effective, self.rules, self.terms)
    }
}

/// The fault that nothing says where to keep something.
pub(super) fn homeless(what: &str) -> Fault {
    Fault::usage(format!("there is no home folder to keep {what} in"))
        .with_help("name a folder with `--data FOLDER` or in HEADJUDGE_DATA")
}

/// Writes a file so that whoever reads it finds the old text or the new one, whole.
pub(super) fn write_whole(path: &Path, text: impl AsRef<[u8]>) -> Result<(), Fault> {
    let beside = path.with_extension(format!("{}.new", std::process::id()));
    let write = || -> io::Result<()> {
        fs::write(&beside, text)?;
        fs::rename(&beside, path)
    };
    write().map_err(|error| {
        // What could not be put into place is not left behind; if it can't be removed either, it harms nothing.
        fs::remove_file(&beside).unwrap_or_default();
        Fault::file(path, error)
    })
}
