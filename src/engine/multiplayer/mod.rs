//! Chapter 8 of the Comprehensive Rules: Multiplayer Rules

pub mod general;
pub mod leaving;
pub mod shared_team_turns_option;
pub mod two_headed_giant;
