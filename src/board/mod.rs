//! The board of a scenario as a game: the cards that it names, a position with all that is written of it, and what its things are called.
//!
//! A board is asked for with [`set_up`], of the cards of a [`Library`]. It is a game that nothing has happened in: what is done in it,
//! and what is claimed of it, is of no layer as low as this one.

mod apart;
mod before_the_game;
mod chosen;
mod copies;
mod designations;
mod kicking;
mod library;
mod modifiers;
mod piles;
mod setup;
mod spells;
mod supplements;
mod table;
mod tokens;
mod words;

pub(crate) use kicking::{kicked_with, printed, times_kicked};
pub(crate) use library::Cards;
pub use library::{Library, UsersCard, UsersPlace};
pub(crate) use setup::{Board, set_up};
pub(crate) use table::{KnownNames, Table, UNKNOWN, Whose};
pub(crate) use words::{step_of, zone_of};
