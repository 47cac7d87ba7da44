//! CR 1: Game Concepts.

pub mod abilities;
pub mod costs;
pub mod counters;
pub mod damage;
pub mod drawing_a_card;
pub mod emblems;
pub mod ending_the_game;
pub mod life;
pub mod mana;
pub mod predefined_tokens;
pub mod special_actions;
pub mod starting_the_game;
pub mod targets;
pub mod timing_and_priority;
pub mod tokens;
pub mod total_cost;
