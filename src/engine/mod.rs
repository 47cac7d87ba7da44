//! The rules at work: a folder for each chapter of the Comprehensive Rules, a file for each section, named by its
//! heading, with its number in the first line.
//!
//! The engine knows rules and keywords, never a card's name, and never sees a scenario. It plays on a
//! [`Play`]: the position, the trace, and whoever answers the questions ([`Chooser`]). Whatever happens goes one way:
//! it is proposed, replaced (614, 616), applied ([`crate::game::Game::apply`]), recorded with its rules, and looked at
//! by triggers (603); [`spells::events`] is that way, and [`zones::door`] the door between zones.
//!
//! Read [`play`], [`reading`] (what the ability form means against a game), [`view`] (the layers' result), then
//! [`concepts::timing_and_priority`], [`spells::casting_spells`] and [`spells::resolving_spells_and_abilities`].

pub mod additional;
pub mod card_types;
pub mod casual;
pub mod concepts;
pub mod fiat;
pub mod gaps;
pub mod halt;
pub mod happening;
pub mod history;
pub mod multiplayer;
pub mod parts;
pub mod play;
pub mod proposal;
pub mod reading;
pub mod spells;
pub mod turn;
pub mod variants;
pub mod view;
pub mod watch;
pub mod zones;

pub use gaps::{Gap, gaps};
pub use halt::{Halt, Illegal, Outcome, Undecided};
pub use history::{History, Moment};
pub use play::{Chooser, PhraseToCome, Play, Position, Saved, Unpaid};
pub use view::View;
