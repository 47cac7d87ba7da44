//! A short name that is copied instead of allocated: of a slot, of a link, of a cost, of a kind of counter.

use std::fmt;

use super::node::{Shape, leaf};
use super::tree::Tree;

/// A name of at most 23 bytes: lower-case letters, digits, `-`, `'` and blanks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol([u8; Self::LONGEST]);

impl Symbol {
    /// The longest name, in bytes.
    pub const LONGEST: usize = 23;

    /// Reads a name; `None` where it is empty, too long or has another character in it.
    pub fn parse(text: &str) -> Option<Self> {
        let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-' ".contains(&byte);
        if text.is_empty() || !text.bytes().all(allowed) {
            return None;
        }
        let mut bytes = [0; Self::LONGEST];
        bytes.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        Some(Self(bytes))
    }

    /// A name that the program itself uses; a name that is too long does not compile.
    #[expect(clippy::indexing_slicing, reason = "evaluated while compiling, where a fault stops the build")]
    pub const fn literal(text: &'static str) -> Self {
        let source = text.as_bytes();
        let mut bytes = [0; Self::LONGEST];
        let mut at = 0;
        while at < source.len() {
            bytes[at] = source[at];
            at += 1;
        }
        Self(bytes)
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        let length = self.0.iter().position(|byte| *byte == 0).unwrap_or(Self::LONGEST);
        self.0.get(..length).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or("")
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), formatter)
    }
}

leaf!(Symbol, Shape::Text("name", &["name"]), "a short lower-case name",
    word: |text| Symbol::parse(text), otherwise: |text| format!("`{text}` is not a short lower-case name"),
    written: |name| Tree::word(name.as_str()),
    part: Symbol);

/// Makes types of names that nothing else can stand for.
macro_rules! names {
    ($($(#[$meta:meta])* $name:ident = $expected:literal;)+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Symbol);

        impl $name {
            /// One that the program itself uses; a name that is too long does not compile.
            pub const fn literal(text: &'static str) -> Self {
                Self(Symbol::literal(text))
            }

            /// The one of a name.
            pub const fn named(name: Symbol) -> Self {
                Self(name)
            }

            /// Its name.
            pub const fn name(self) -> Symbol {
                self.0
            }

            /// Its name as text.
            pub fn as_str(&self) -> &str {
                self.0.as_str()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, formatter)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.0, formatter)
            }
        }

        leaf!($name, Shape::Text($expected, &["name"]), "a short lower-case name",
            word: |text| Symbol::parse(text).map($name), otherwise: |text| format!("`{text}` is not a short lower-case name"),
            written: |name| Tree::word(name.as_str()),
            part: $name);
    )+};
}

names! {
    /// Where an instruction keeps what it did or found for those that are followed after it.
    Slot = "slot";
    /// What the two abilities of a linked pair share (607.1).
    Link = "link";
}

impl Link {
    /// What the triggered ability of hideaway exiles (702.75a).
    pub const HIDDEN: Self = Self::literal("hidden");

    /// The cards that were exiled to craft it (702.167c).
    pub const CRAFTED: Self = Self::literal("crafted");

    /// The card name that was chosen for a hidden agenda (702.106d).
    pub const CHOSEN_NAME: Self = Self::literal("chosen-name");

    /// The second card name that was chosen for a double agenda (702.106f).
    pub const OTHER_CHOSEN_NAME: Self = Self::literal("other-chosen-name");

    /// That tribute was paid (702.104b).
    pub const TRIBUTE: Self = Self::literal("tribute");
}
