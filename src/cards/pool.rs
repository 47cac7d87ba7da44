//! The cards there are: the bundled library and the user's own definitions, found by name.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::fold::fold;
use super::library::{self, Entry, Place};
use super::packed::{Line, Packed, Unpacked};
use super::pasted;
use super::yaml::{self, Unreadable};
use crate::diag::{Code, Diagnostic, Source, Span};
use crate::ir::Card;

/// Every card that a scenario may name.
///
/// The user's own definitions win over bundled ones. A look-up finds the card of exactly that name; if there is none, it
/// finds one whose name differs only in case, accents, the shape of the apostrophe or the way halves are joined.
///
/// Bundled cards are read when they are first asked for and then kept, so a pool is best made once and shared.
#[derive(Debug, Default)]
pub struct Pool {
    /// The user's cards by folded name, in the order in which they were added.
    own: BTreeMap<String, Vec<Own>>,
    /// What is to be said of the user's cards although they can be read.
    notes: Vec<(Source, Vec<Diagnostic>)>,
    /// The bundled cards read so far.
    read: Mutex<Read>,
    /// The cards that the user has imported, if any.
    imported: Option<Imported>,
    /// Whether nothing may rest on a user's card.
    refuses_users: bool,
}

/// Cards that the user has imported.
#[derive(Debug)]
struct Imported {
    /// Packed definitions.
    bytes: Vec<u8>,
    /// The file that holds them.
    file: Arc<str>,
}

/// What was read of the bundled cards.
#[derive(Debug, Default)]
struct Read {
    /// By the place of their definition.
    cards: BTreeMap<Place, Arc<Card>>,
    /// The block that was unpacked last.
    unpacked: Unpacked,
    /// The same of the imported cards.
    imported: (BTreeMap<Line, Arc<Card>>, Unpacked),
}

/// A user's card under one of its names.
#[derive(Debug)]
struct Own {
    name: String,
    /// Whether it is the card's own name rather than that of a further face.
    own_name: bool,
    card: Arc<Card>,
    /// The name of the file it came from.
    file: Arc<str>,
}

/// Where a card comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// Bundled with headjudge: the file of the project in which somebody wrote it down.
    Bundled(&'static str),
    /// Bundled with headjudge: made from its Oracle text.
    Library,
    /// The user's: the file that defines it.
    File(Arc<str>),
    /// The user's, imported from an Oracle file: the file that keeps it.
    Imported(Arc<str>),
}

impl Origin {
    /// Whether it is a card of the user's.
    #[must_use]
    pub const fn is_users(&self) -> bool {
        matches!(self, Self::File(_) | Self::Imported(_))
    }

    /// A word for programs.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Bundled(_) => "written",
            Self::Library => "oracle",
            Self::File(_) => "file",
            Self::Imported(_) => "imported",
        }
    }

    /// The file that defines it or keeps it, if it is one of its own.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        match self {
            Self::Bundled(path) => Some(path),
            Self::Library => None,
            Self::File(path) | Self::Imported(path) => Some(path),
        }
    }
}

impl Pool {
    /// The pool of the bundled library alone.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the cards of a text, one or a list, and says how many they were. `name` is what diagnostics call the text; one that ends in
    /// `.txt` holds the texts of cards, any other their definitions.
    ///
    /// # Errors
    /// Every definition that can't be read or whose name the user's cards have already; nothing is added then.
    pub fn add_file(&mut self, name: &str, text: &str) -> Result<usize, Unreadable> {
        let unreadable = |faults| Unreadable { source: Source::new(name, text), faults };
        let (cards, notes) = if name.ends_with(".txt") {
            (pasted::file(text).map_err(unreadable)?, Vec::new())
        } else {
            yaml::read_noting(text).map_err(unreadable)?
        };
        let mut faults = Vec::new();
        let mut earlier: BTreeMap<String, ()> = BTreeMap::new();
        for card in &cards {
            let its_name = card.name();
            let elsewhere = self.own(&fold(&its_name), |own| own.own_name && own.name == its_name);
            let place = elsewhere.map(|own| own.file.as_ref());
            let here = earlier.insert(its_name.clone(), ()).map(|()| name);
            if let Some(place) = place.or(here) {
                faults.push(repeated(&its_name, place, text));
            }
        }
        if !faults.is_empty() {
            return Err(unreadable(faults));
        }
        if !notes.is_empty() {
            self.notes.push((Source::new(name, text), notes));
        }
        let count = cards.len();
        let file: Arc<str> = Arc::from(name);
        for card in cards {
            self.add(Arc::new(card), &file);
        }
        Ok(count)
    }

    /// Adds the cards that the user has imported, packed, with the name of the file that keeps them. They win over bundled ones, and those
    /// of texts win over them. Says whether they are such cards.
    pub fn add_imported(&mut self, file: &str, bytes: Vec<u8>) -> bool {
        let is_packed = Packed::new(&bytes).is_some();
        if is_packed {
            self.imported = Some(Imported { bytes, file: Arc::from(file) });
        }
        is_packed
    }

    /// The old spellings in each text that was added and has any.
    #[must_use]
    pub fn notes(&self) -> &[(Source, Vec<Diagnostic>)] {
        &self.notes
    }

    /// The card that is found under the name, of a face as well as of the whole card.
    ///
    /// # Errors
    /// A bundled definition that can't be read, which a test of the project makes sure there is none of.
    pub fn get(&self, name: &str) -> Result<Option<Arc<Card>>, Unreadable> {
        match self.find(name) {
            Some(Found::Own(own)) => Ok(Some(Arc::clone(&own.card))),
            Some(Found::Imported(imported, place)) => self.read_imported(imported, place).map(Some),
            Some(Found::Bundled(entry)) => self.read(entry).map(Some),
            None => Ok(None),
        }
    }

    /// Whether [`Pool::get`] finds a card under the name; reads none.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// Says that nothing may rest on a user's card: whoever plays with this pool refuses to.
    pub fn refuse_users_cards(&mut self) {
        self.refuses_users = true;
    }

    /// Whether nothing may rest on a user's card.
    #[must_use]
    pub const fn refuses_users_cards(&self) -> bool {
        self.refuses_users
    }

    /// Whether there are any cards of the user's.
    #[must_use]
    pub fn has_users_cards(&self) -> bool {
        !self.own.is_empty() || self.imported.is_some()
    }

    /// Where the card comes from that is found under the name.
    #[must_use]
    pub fn origin(&self, name: &str) -> Option<Origin> {
        self.find(name).map(|found| match found {
            Found::Own(own) => Origin::File(Arc::clone(&own.file)),
            Found::Imported(imported, _) => Origin::Imported(Arc::clone(&imported.file)),
            Found::Bundled(entry) if entry.is_by_hand() => {
                Origin::Bundled(entry.place().map_or("", Place::path))
            }
            Found::Bundled(_) => Origin::Library,
        })
    }

    /// The name, as printed, under which the look-up finds a card or face.
    #[must_use]
    pub fn printed_name(&self, name: &str) -> Option<&str> {
        self.find(name).map(|found| match found {
            Found::Own(own) => own.name.as_str(),
            Found::Imported(imported, place) => imported.packed().map_or("", |packed| packed.name(place)),
            Found::Bundled(entry) => entry.name(),
        })
    }

    /// Up to three names that the word may have been meant for, the likeliest first.
    #[must_use]
    pub fn nearest(&self, name: &str) -> Vec<&str> {
        const MOST: usize = 3;
        // Faces of different cards may have one name.
        let mut seen = BTreeSet::new();
        let mut left: Vec<&str> = self.every_name().filter(|known| seen.insert(*known)).collect();
        let mut near = Vec::new();
        // A name of which only the first words were typed is meant more often than one that happens to be as long.
        let key = fold(name);
        if key.len() >= 3 {
            near.extend(left.iter().copied().filter(|known| fold(known).starts_with(&key)).take(MOST));
        }
        // Of some names players say the last word alone.
        if key.len() >= 3 && near.is_empty() {
            let ends = format!(" {key}");
            near.extend(left.iter().copied().filter(|known| fold(known).ends_with(&ends)).take(MOST));
        }
        let missing = MOST.saturating_sub(near.len());
        left.retain(|known| !near.contains(known));
        near.extend(crate::diag::all_nearest(name, left.iter().copied()).into_iter().take(missing));
        // The first words may be mistyped as well: `Grizly` is not far from the first word of `Grizzly Bears`.
        let words = name.split_whitespace().count();
        let beginning = |known: &str| known.split_whitespace().take(words).collect::<Vec<_>>().join(" ");
        if near.is_empty() {
            let mut beginnings: Vec<String> = left.iter().map(|known| beginning(known)).collect();
            beginnings.dedup();
            let alike = crate::diag::all_nearest(
                name,
                beginnings.iter().map(|beginning| beginning.trim_end_matches(',')),
            );
            // Of names that begin alike the first one stands for all, so that others have room.
            let firsts = alike.into_iter().filter_map(|alike| {
                left.iter().find(|known| beginning(known).trim_end_matches(',') == alike).copied()
            });
            firsts.for_each(|known| {
                if near.len() < MOST && !near.contains(&known) {
                    near.push(known);
                }
            });
        }
        near
    }

    /// The name of every card, without those of further faces: the bundled ones, the imported ones and then those of the user's texts, each
    /// in the order of their folded names. A card that the user has redefined is named once.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let bundled = library::all().filter(|entry| entry.is_own()).map(|entry| entry.name());
        let redefined = |name: &str| {
            !self.own.is_empty() && self.own(&fold(name), |own| own.own_name && own.name == name).is_some()
        };
        let own = self.own.values().flatten().filter(|own| own.own_name).map(|own| own.name.as_str());
        let imported: BTreeSet<&str> = self.imported_names(true).collect();
        let bundled = bundled.filter(move |name| !imported.contains(name));
        bundled.chain(self.imported_names(true)).filter(move |name| !redefined(name)).chain(own)
    }

    /// The names of the imported cards, or also those of their further faces.
    fn imported_names(&self, own: bool) -> impl Iterator<Item = &str> {
        let packed = self.imported.as_ref().and_then(Imported::packed);
        packed.into_iter().flat_map(move |packed| {
            let places = (0..packed.names()).filter(move |place| !own || packed.is_own(*place));
            places.map(move |place| packed.name(place))
        })
    }

    /// Every name, those of faces included.
    fn every_name(&self) -> impl Iterator<Item = &str> {
        let own = self.own.values().flatten().map(|own| own.name.as_str());
        own.chain(self.imported_names(false)).chain(library::all().map(|entry| entry.name()))
    }

    fn find(&self, name: &str) -> Option<Found<'_>> {
        let key = fold(name);
        if let Some(own) = self.own(&key, |own| own.name == name) {
            return Some(Found::Own(own));
        }
        // The name letter by letter goes before one that is typed otherwise, and that of a card before that of a face.
        let bundled = library::entries(&key).map(|entry| ((entry.name() != name, !entry.is_own()), entry));
        let bundled =
            bundled.min_by_key(|(rank, _)| *rank).map(|(rank, entry)| (rank, Found::Bundled(entry)));
        let imported = self.imported.as_ref().and_then(|imported| imported.find(&key, name));
        // Of the two the imported one, which is newer, unless nothing may rest on it.
        let found = match (imported, bundled) {
            (Some(imported), Some(bundled)) => {
                let first = if self.refuses_users { imported.0 < bundled.0 } else { imported.0 <= bundled.0 };
                Some(if first { imported } else { bundled })
            }
            (imported, bundled) => imported.or(bundled),
        };
        match found {
            Some(((false, _), found)) => Some(found),
            found => self.own(&key, |_| true).map(Found::Own).or(found.map(|(_, found)| found)),
        }
    }

    /// An imported card, read now or before.
    fn read_imported(&self, imported: &Imported, place: usize) -> Result<Arc<Card>, Unreadable> {
        let packed = imported.packed();
        let line = packed.and_then(|packed| packed.line(place));
        let text = {
            let mut read = self.lock();
            let (cards, unpacked) = &mut read.imported;
            if let Some(card) = line.and_then(|line| cards.get(&line)) {
                return Ok(Arc::clone(card));
            }
            let text = packed.zip(line).and_then(|(packed, line)| packed.definition(line, unpacked));
            text.unwrap_or_default().to_owned()
        };
        let unreadable = |faults| Unreadable { source: Source::new(&*imported.file, text.as_str()), faults };
        let card = yaml::read_kept(&text).map_err(unreadable)?.into_iter().next().map(Arc::new);
        let Some((card, line)) = card.zip(line) else {
            let message = "the imported cards are broken: import them again";
            return Err(unreadable(vec![Diagnostic::error(Code::InvalidCard, message, Span::new(0, 0), "")]));
        };
        self.lock().imported.0.insert(line, Arc::clone(&card));
        Ok(card)
    }

    fn own(&self, key: &str, test: impl Fn(&Own) -> bool) -> Option<&Own> {
        self.own.get(key).into_iter().flatten().find(|own| test(own))
    }

    /// The bundled card, read now or before.
    fn read(&self, entry: Entry) -> Result<Arc<Card>, Unreadable> {
        let empty = |path: &str| {
            let message = format!("the definition of `{}` is empty", entry.name());
            let fault = Diagnostic::error(Code::InternalError, message, Span::new(0, 0), "");
            Unreadable { source: Source::new(path, ""), faults: vec![fault] }
        };
        let place = entry.place().ok_or_else(|| empty("library"))?;
        // Others may read while this one is made of its text.
        let text = {
            let mut read = self.lock();
            if let Some(card) = read.cards.get(&place) {
                return Ok(Arc::clone(card));
            }
            place.text(&mut read.unpacked)
        };
        let cards = yaml::read_kept(&text)
            .map_err(|faults| Unreadable { source: Source::new(place.path(), &*text), faults })?;
        let card = cards.into_iter().next().map(Arc::new).ok_or_else(|| empty(place.path()))?;
        self.lock().cards.insert(place, Arc::clone(&card));
        Ok(card)
    }

    fn lock(&self) -> MutexGuard<'_, Read> {
        // A thread that panicked cannot have left a card half written, so its lock is as good as any.
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a card under its own name and under those of its faces.
    fn add(&mut self, card: Arc<Card>, file: &Arc<str>) {
        let own_name = card.name();
        for name in &names_of(&card) {
            let own = Own {
                name: name.clone(),
                own_name: *name == own_name,
                card: Arc::clone(&card),
                file: Arc::clone(file),
            };
            self.own.entry(fold(name)).or_default().push(own);
        }
    }
}

impl Imported {
    fn packed(&self) -> Option<Packed<'_>> {
        Packed::new(&self.bytes)
    }

    /// The place of the card that is found under a name, given how that is folded; first whether the name is another letter by letter, and
    /// whether it is that of a further face.
    fn find(&self, key: &str, name: &str) -> Option<((bool, bool), Found<'_>)> {
        let packed = self.packed()?;
        let ranked =
            packed.find(key).map(|place| ((packed.name(place) != name, !packed.is_own(place)), place));
        ranked.min().map(|(rank, place)| (rank, Found::Imported(self, place)))
    }
}

/// The names under which a card is found: its own first, and then that of both halves together and those of its faces.
pub(crate) fn names_of(card: &Card) -> Vec<String> {
    let faces: Vec<String> = card.faces.iter().map(|face| face.name.clone()).collect();
    let mut names = vec![card.name()];
    let more = if faces.len() > 1 { [vec![faces.join(" // ")], faces].concat() } else { Vec::new() };
    for name in more {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Where a name was found.
enum Found<'a> {
    Own(&'a Own),
    Imported(&'a Imported, usize),
    Bundled(Entry),
}

/// The fault of a second card of one name; its place is where the name last stands in the text.
fn repeated(name: &str, file: &str, text: &str) -> Diagnostic {
    let start = text.rfind(name).unwrap_or_default();
    let span = Span::new(start, start + name.len().min(text.len() - start));
    let message = format!("there are two cards named `{name}`");
    Diagnostic::error(Code::InvalidCard, message, span, format!("`{file}` has one already"))
        .with_help("give one of them another name, or leave it out")
}
