//! The bundled card library: the files of `cards/`, and an index by name that `build.rs` makes of them.
//!
//! Nothing is read or parsed until a card is asked for; finding one is a binary search.

/// A name under which a bundled card is found: its own, or that of one of its faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The name as [`super::fold::fold`] gives it; the index is sorted by it.
    pub key: &'static str,
    /// The name as printed.
    pub name: &'static str,
    /// Whether it is the card's own name rather than that of a further face.
    pub own: bool,
    /// The number of its file in [`FILES`].
    pub file: usize,
    /// The first byte of its definition in the file.
    pub start: usize,
    /// The byte after its definition.
    pub end: usize,
}

/// One file of the library.
#[derive(Debug, Clone, Copy)]
pub struct File {
    /// Its path in the project.
    pub path: &'static str,
    /// The whole text.
    pub text: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// Every entry whose folded name is this; more than one where cards differ in accents alone.
pub fn entries(key: &str) -> impl Iterator<Item = &'static Entry> {
    let first = ENTRIES.partition_point(|entry| entry.key < key);
    ENTRIES.iter().skip(first).take_while(move |entry| entry.key == key)
}

impl Entry {
    /// The text of the definition: one item of a YAML list.
    #[must_use]
    pub fn text(&self) -> &'static str {
        FILES.get(self.file).and_then(|file| file.text.get(self.start..self.end)).unwrap_or_default()
    }

    /// How many lines stand before the definition in its file.
    #[must_use]
    pub fn lines_before(&self) -> usize {
        let before = FILES.get(self.file).and_then(|file| file.text.get(..self.start));
        before.unwrap_or_default().matches('\n').count()
    }

    /// The path of its file in the project.
    #[must_use]
    pub fn path(&self) -> &'static str {
        FILES.get(self.file).map_or("", |file| file.path)
    }
}
