//! CR 7: Additional Rules.

pub mod case_cards;
pub mod class_cards;
pub mod controlling_another_player;
pub mod copiable_values;
pub mod copying_objects;
pub mod day_and_night;
pub mod designations;
pub mod ending_turns_and_phases;
pub mod face_down_spells_and_permanents;
pub mod flipping_a_coin;
pub mod keyword_abilities;
pub mod keyword_actions;
pub mod leveler_cards;
pub mod merging_with_permanents;
pub mod preparation_cards;
pub mod rad_counters;
pub mod rolling_a_die;
pub mod saga_cards;
pub mod split_cards;
pub mod state_based_actions;
pub mod taking_shortcuts;
pub mod the_initiative;
pub mod the_monarch;
