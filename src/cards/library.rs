//! The bundled card library: the files of `cards/`, written by hand, and `library/`, made from Oracle text. `build.rs` makes JSON of
//! both, which is read sooner than YAML, an index by name of the one, and packs the other.
//!
//! Nothing is read or parsed until a card is asked for; finding one is a binary search.

use std::borrow::Cow;
use std::ops::Range;

use super::fold::fold;
use super::packed::{Line, Packed, Unpacked};
use crate::rules::Texts;

/// A name under which a bundled card is found: its own, or that of one of its faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry(Where);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Where {
    /// Among the cards written by hand.
    // INVARIANT: a position in `KEYS` and the tables beside it.
    ByHand(usize),
    /// Among the packed ones.
    Packed(usize),
}

/// Where the definition of a bundled card is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// In a file of cards written by hand.
    File(InFile),
    /// Among the packed ones.
    Packed(Line),
}

/// Where a definition stands in a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct InFile {
    /// The number of the file in [`FILES`].
    file: u8,
    /// The first byte of its definition in the text of the file.
    start: u32,
    /// The byte after its definition.
    end: u32,
}

/// One file of the library.
#[derive(Debug, Clone, Copy)]
pub struct File {
    /// Its path in the project.
    pub path: &'static str,
    /// Its cards, as a list in JSON.
    pub text: &'static str,
}

// Besides `FILES`, for every name in the library, sorted by its folded form, `KEYS`: the name as `super::fold::fold` gives it;
// `NAMES`: the name as printed; `PLACES`: whether it is the card's own, and where its definition is.
include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// The forms made from Oracle text.
static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/library.bin"));

/// The names of the real cards that are not read whole, a line each.
static DECLINED: &str = include_str!(concat!(env!("OUT_DIR"), "/declined.txt"));

/// The name as printed of a real card that is not read whole, by a name as it may be typed: the card's or a face's.
pub fn declined(name: &str) -> Option<&'static str> {
    let key = fold(name);
    let mut names = DECLINED.lines();
    names.find(|known| fold(known) == key || known.split(" // ").any(|face| fold(face) == key))
}

/// The definitions that were made from Oracle text.
///
/// `build.rs` packs them, and a test reads each of them.
pub fn packed() -> Option<Packed<'static>> {
    Packed::new(PACKED)
}

/// Every entry: those written by hand and then those made from Oracle text, each sorted by its folded name.
pub fn all() -> impl Iterator<Item = Entry> {
    let packed = packed().map_or(0, |packed| packed.names());
    (0..KEYS.len()).map(Where::ByHand).chain((0..packed).map(Where::Packed)).map(Entry)
}

/// Every entry whose folded name is this; more than one where cards differ in accents alone, or where a face has the name of a card.
pub fn entries(key: &str) -> impl Iterator<Item = Entry> {
    // Half of what is left each time: what stands before `first` is less than the key, and nothing from `end` on is.
    let (mut first, mut end) = (0, KEYS.len());
    while first < end {
        let middle = first.midpoint(end);
        if KEYS.get(middle) < key { first = middle + 1 } else { end = middle }
    }
    let by_hand = (first..KEYS.len()).take_while(move |place| KEYS.get(*place) == key).map(Where::ByHand);
    let packed = packed().map_or(0..0, |packed| packed.find(key)).map(Where::Packed);
    by_hand.chain(packed).map(Entry)
}

impl Entry {
    /// The name as printed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            Where::ByHand(place) => NAMES.get(place),
            Where::Packed(place) => packed().map_or("", |packed| packed.name(place)),
        }
    }

    /// Whether it is the card's own name rather than that of a further face.
    #[must_use]
    pub fn is_own(self) -> bool {
        match self.0 {
            Where::ByHand(place) => PLACES.get(place).is_some_and(|place| place.0),
            Where::Packed(place) => packed().is_some_and(|packed| packed.is_own(place)),
        }
    }

    /// Whether the card was written by hand rather than made from Oracle text.
    #[must_use]
    pub const fn is_by_hand(self) -> bool {
        matches!(self.0, Where::ByHand(_))
    }

    /// Where the definition of its card is; nowhere if the packed ones are broken.
    #[must_use]
    pub fn place(self) -> Option<Place> {
        match self.0 {
            Where::ByHand(place) => PLACES.get(place).map(|(_, place)| Place::File(*place)),
            Where::Packed(place) => packed()?.line(place).map(Place::Packed),
        }
    }
}

impl Place {
    /// The file of a definition that was written by hand, and the bytes there.
    fn bytes(self) -> Option<(&'static File, Range<usize>)> {
        let Self::File(place) = self else { return None };
        Some((FILES.get(usize::from(place.file))?, place.start as usize..place.end as usize))
    }

    /// The text of the definition, in JSON; nothing if the packed ones are broken.
    pub fn text(self, unpacked: &mut Unpacked) -> Cow<'static, str> {
        match self {
            Self::File(_) => {
                Cow::Borrowed(self.bytes().and_then(|(file, bytes)| file.text.get(bytes)).unwrap_or_default())
            }
            Self::Packed(line) => {
                let text = packed().and_then(|packed| packed.definition(line, unpacked));
                Cow::Owned(text.unwrap_or_default().to_owned())
            }
        }
    }

    /// The path of its file in the project, or the folder of those that are packed.
    #[must_use]
    pub fn path(self) -> &'static str {
        self.bytes().map_or("library", |(file, _)| file.path)
    }
}
