//! CR 7: Additional Rules.

pub mod keyword_abilities;
pub mod keyword_actions;
pub mod state_based_actions;
