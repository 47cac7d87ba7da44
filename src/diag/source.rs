//! A text that diagnostics point into, and places in it.

/// A text with the name that its reader knows it by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The name shown in front of places: a path as the user typed it, or a name such as `<stdin>`.
    pub name: String,
    /// The whole text, as it was read.
    pub text: String,
}

impl Source {
    /// A source of that name and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into() }
    }

    /// Line and column of a place, both from 1, the column counted in characters.
    ///
    /// A place beyond the text, or inside a character, is moved back to the nearest one that exists.
    pub fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let before = self.text.get(..self.floor(offset)).unwrap_or_default();
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let last = before.rsplit('\n').next().unwrap_or_default();
        (line, last.chars().count() + 1)
    }

    /// The nearest character boundary at or before `offset` that lies within the text.
    pub(crate) fn floor(&self, offset: usize) -> usize {
        let offset = offset.min(self.text.len());
        (0..=offset).rev().find(|start| self.text.is_char_boundary(*start)).unwrap_or_default()
    }
}

/// A piece of a text, as byte offsets: from `start` up to, not including, `end`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// The piece from `start` to `end`.
    pub const fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    /// The smallest piece that holds both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// How many bytes it holds; 0 where the ends are the wrong way round.
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Whether it holds nothing.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }
}
