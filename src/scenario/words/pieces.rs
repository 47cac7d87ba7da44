//! A line as words and signs, with labels left among the words, and slices of words that know their place.

use std::borrow::Cow;

use crate::diag::Span;
use crate::scenario::ast::Text;
use crate::scenario::format::spaced;
use crate::scenario::lines::{Group, Part};

/// Words up to a sign, or a sign.
#[derive(Debug, Clone)]
pub(super) enum Piece<'a> {
    /// Words and labels.
    Words(Cow<'a, Text>),
    /// Brackets.
    Group(&'a Group),
    /// `->`.
    Arrow(Span),
    /// `;`.
    Semicolon(Span),
    /// `>`.
    Greater(Span),
    /// `|`.
    Bar(Span),
}

impl Piece<'_> {
    pub(super) fn span(&self) -> Span {
        match self {
            Piece::Words(text) => text.span,
            Piece::Group(group) => group.span,
            Piece::Arrow(span) | Piece::Semicolon(span) | Piece::Greater(span) | Piece::Bar(span) => *span,
        }
    }

    pub(super) fn described(&self) -> String {
        match self {
            Piece::Words(text) => format!("`{}`", text.text),
            Piece::Group(_) => "brackets".to_owned(),
            Piece::Arrow(_) => "`->`".to_owned(),
            Piece::Semicolon(_) => "`;`".to_owned(),
            Piece::Greater(_) => "`>`".to_owned(),
            Piece::Bar(_) => "`|`".to_owned(),
        }
    }
}

/// The parts of a line with words and labels joined.
pub(super) fn pieces(parts: &[Part]) -> Vec<Piece<'_>> {
    let mut pieces: Vec<Piece<'_>> = Vec::with_capacity(parts.len());
    for part in parts {
        let piece = match part {
            Part::Text(text) if text.text.contains("  ") => {
                Piece::Words(Cow::Owned(Text::new(spaced(&text.text), text.span)))
            }
            Part::Text(text) => Piece::Words(Cow::Borrowed(text)),
            Part::Label(label) => Piece::Words(Cow::Owned(Text::new(format!("@{}", label.text), label.span))),
            Part::Group(group) => Piece::Group(group),
            Part::Arrow(span) => Piece::Arrow(*span),
            Part::Semicolon(span) => Piece::Semicolon(*span),
            Part::Greater(span) => Piece::Greater(*span),
            Part::Bar(span) => Piece::Bar(*span),
        };
        match (pieces.last_mut(), piece) {
            (Some(Piece::Words(before)), Piece::Words(text)) => {
                let joined = before.to_mut();
                // Blanks before a label don't stand in the parts; the places tell.
                let gap = text.span.start.saturating_sub(joined.span.end).min(8);
                let glued = text.text.starts_with(['\'', ':', ',']);
                let blanks = if gap == 0 && !glued { 1 } else { gap };
                joined.text.extend(std::iter::repeat_n(' ', blanks));
                joined.text.push_str(&text.text);
                joined.span = joined.span.to(text.span);
            }
            (_, piece) => pieces.push(piece),
        }
    }
    pieces
}

/// Some of the words of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words<'a> {
    /// The words.
    pub(super) text: &'a str,
    whole: &'a Text,
}

impl<'a> Words<'a> {
    /// All words of a text.
    pub(super) fn new(whole: &'a Text) -> Words<'a> {
        Words { text: whole.text.as_str(), whole }
    }

    /// The same text, other words; `text` has to be a slice of it.
    pub(super) fn with(self, text: &'a str) -> Words<'a> {
        Words { text, whole: self.whole }
    }

    /// Where they stand.
    pub(super) fn span(self) -> Span {
        self.whole.span_of(self.text)
    }

    /// Words that outlive the line.
    pub(super) fn owned(self) -> Text {
        self.whole.sub(self.text)
    }

    /// The first word.
    pub(super) fn first(self) -> &'a str {
        // Words are shorter than it takes to set up a searcher, and this is asked of every line in many ways.
        let end = self.text.bytes().position(|byte| byte == b' ');
        end.and_then(|end| self.text.get(..end)).unwrap_or(self.text)
    }

    /// The first `length` bytes.
    pub(super) fn up_to(self, length: usize) -> Words<'a> {
        self.with(self.text.get(..length).unwrap_or(self.text))
    }

    /// What stands before and behind a byte, without the blanks between.
    pub(super) fn cut(self, at: usize) -> Option<(Words<'a>, Words<'a>)> {
        let (before, behind) = self.text.split_at_checked(at)?;
        Some((self.with(before.trim_end()), self.with(behind.trim_start())))
    }

    /// What follows these words, if it begins with them.
    pub(super) fn after(self, words: &str) -> Option<Words<'a>> {
        let rest = self.text.strip_prefix(words)?;
        (rest.is_empty() || rest.starts_with(' ')).then(|| self.with(rest.trim_start()))
    }

    /// What stands before these words, if it ends with them.
    pub(super) fn before(self, words: &str) -> Option<Words<'a>> {
        let rest = self.text.strip_suffix(words)?;
        (rest.is_empty() || rest.ends_with(' ')).then(|| self.with(rest.trim_end()))
    }

    /// Every place where a word begins, from the last to the first, the whole text's ends left out.
    pub(super) fn word_starts(self) -> impl Iterator<Item = usize> + use<'a> {
        // Behind a label several blanks may stand; a word begins behind the last one.
        let is_last = |at: &usize| self.text.as_bytes().get(*at) != Some(&b' ');
        self.text.match_indices(' ').map(|(at, _)| at + 1).filter(is_last).rev()
    }

    /// Whether nothing is left.
    pub(super) fn is_empty(self) -> bool {
        self.text.is_empty()
    }
}

/// Words, and what is made of the value that follows them.
pub(super) type Form<V, T> = (&'static str, fn(V) -> T);
