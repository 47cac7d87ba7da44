//! The pieces of which a sentence is made: words, and what is called by its name.
//!
//! Several are a piece, so that a sentence reads as it will be: `(by, " replaces a card draw by ", player).write(names, text)`.

use crate::game::{ManaAmount, ObjectId, PlayerId, Thing};

use super::names::Names;
use super::styled::{Style, Text, said};

/// A piece of a sentence.
pub(super) trait Piece {
    /// Writes it behind the pieces before it.
    fn write(self, names: &Names<'_>, text: &mut Text);
}

impl Piece for &str {
    fn write(self, _: &Names<'_>, text: &mut Text) {
        said(text, self);
    }
}

impl Piece for ObjectId {
    fn write(self, names: &Names<'_>, text: &mut Text) {
        names.write_object(text, self);
    }
}

impl Piece for PlayerId {
    fn write(self, names: &Names<'_>, text: &mut Text) {
        names.write_player(text, self);
    }
}

impl Piece for Thing {
    fn write(self, names: &Names<'_>, text: &mut Text) {
        names.write_thing(text, self);
    }
}

/// What is written as it is shown.
macro_rules! shown {
    ($($type:ty)+) => {
        $(impl Piece for $type {
            fn write(self, _: &Names<'_>, text: &mut Text) {
                text.push_fmt(format_args!("{self}"), Style::Plain);
            }
        })+
    };
}

shown!(u8 u16 u32 i32 ManaAmount);

impl<P: Piece> Piece for Option<P> {
    fn write(self, names: &Names<'_>, text: &mut Text) {
        if let Some(piece) = self {
            piece.write(names, text);
        }
    }
}

/// Pieces one behind the other.
macro_rules! in_a_row {
    ($(($($piece:ident)+))+) => {
        $(impl<$($piece: Piece),+> Piece for ($($piece),+) {
            fn write(self, names: &Names<'_>, text: &mut Text) {
                #[expect(non_snake_case, reason = "a piece is called as its type is")]
                let ($($piece),+) = self;
                $($piece.write(names, text);)+
            }
        })+
    };
}

in_a_row!((A B) (A B C) (A B C D) (A B C D E));

/// A piece that has to look at more than itself.
struct With<F>(F);

impl<F: FnOnce(&Names<'_>, &mut Text)> Piece for With<F> {
    fn write(self, names: &Names<'_>, text: &mut Text) {
        (self.0)(names, text);
    }
}

/// The piece that a function writes.
pub(super) fn with(write: impl FnOnce(&Names<'_>, &mut Text)) -> impl Piece {
    With(write)
}
