//! The bundled card library: the files of `cards/`, and an index by name that `build.rs` makes of them.
//!
//! Nothing is read or parsed until a card is asked for; finding one is a binary search.

use std::ops::Range;

use crate::rules::Texts;

/// A name under which a bundled card is found: its own, or that of one of its faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
// INVARIANT: a position in `KEYS` and the tables beside it.
pub struct Entry(usize);

/// Where the definition of a bundled card is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The number of its file in [`FILES`].
    file: u8,
    /// The first byte of its definition in the file.
    start: u32,
    /// The byte after its definition.
    end: u32,
}

/// One file of the library.
#[derive(Debug, Clone, Copy)]
pub struct File {
    /// Its path in the project.
    pub path: &'static str,
    /// The whole text.
    pub text: &'static str,
}

// Besides `FILES`, for every name in the library, sorted by its folded form, `KEYS`: the name as `super::fold::fold` gives it;
// `NAMES`: the name as printed; `PLACES`: whether it is the card's own, and where its definition is.
include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// Every entry, sorted by its folded name.
pub fn all() -> impl Iterator<Item = Entry> {
    (0..KEYS.len()).map(Entry)
}

/// Every entry whose folded name is this; more than one where cards differ in accents alone.
pub fn entries(key: &str) -> impl Iterator<Item = Entry> {
    // Half of what is left each time: what stands before `first` is less than the key, and nothing from `end` on is.
    let (mut first, mut end) = (0, KEYS.len());
    while first < end {
        let middle = first.midpoint(end);
        if KEYS.get(middle) < key { first = middle + 1 } else { end = middle }
    }
    (first..KEYS.len()).map(Entry).take_while(move |entry| entry.key() == key)
}

impl Entry {
    /// The folded name.
    fn key(self) -> &'static str {
        KEYS.get(self.0)
    }

    /// The name as printed.
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES.get(self.0)
    }

    /// Whether it is the card's own name rather than that of a further face.
    #[must_use]
    pub fn is_own(self) -> bool {
        PLACES.get(self.0).is_some_and(|place| place.0)
    }

    /// Where the definition of its card is.
    #[must_use]
    pub fn place(self) -> Place {
        PLACES.get(self.0).map(|(_, place)| *place).unwrap_or_default()
    }

    /// The file of the definition, and the bytes there.
    fn bytes(self) -> Option<(&'static File, Range<usize>)> {
        let place = self.place();
        Some((FILES.get(usize::from(place.file))?, place.start as usize..place.end as usize))
    }

    /// The text of the definition: one item of a YAML list.
    #[must_use]
    pub fn text(self) -> &'static str {
        self.bytes().and_then(|(file, bytes)| file.text.get(bytes)).unwrap_or_default()
    }

    /// How many lines stand before the definition in its file.
    #[must_use]
    pub fn lines_before(self) -> usize {
        let before = self.bytes().and_then(|(file, bytes)| file.text.get(..bytes.start));
        before.unwrap_or_default().matches('\n').count()
    }

    /// The path of its file in the project.
    #[must_use]
    pub fn path(self) -> &'static str {
        self.bytes().map_or("", |(file, _)| file.path)
    }
}
