//! Chapter 8 of the Comprehensive Rules: Multiplayer Rules

pub mod general;
pub mod leaving;
pub mod two_headed_giant;
