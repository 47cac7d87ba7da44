//! Chapter 8 of the Comprehensive Rules: Multiplayer Rules

pub mod general;
