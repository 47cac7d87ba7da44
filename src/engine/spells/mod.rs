//! CR 6: Spells, Abilities, and Effects.
//!
//! [`casting_spells`] and [`activating_activated_abilities`] put things on the stack, [`handling_triggered_abilities`]
//! does it for what has triggered; [`resolving_spells_and_abilities`] takes them off and [`instructions`] does what
//! they say; [`events`] is the way that everything that happens goes.

pub mod activating_activated_abilities;
pub mod announcing;
pub mod casting_spells;
pub mod continuous_effects;
pub mod counting;
pub mod events;
pub mod handling_triggered_abilities;
pub mod instructions;
pub mod interaction_of_continuous_effects;
pub mod linked_abilities;
pub mod mana_abilities;
pub mod one_shot_effects;
pub mod permissions;
pub mod prevention_effects;
pub mod replacement_effects;
pub mod resolving_spells_and_abilities;
pub mod text_changing_effects;
