//! CR 5: Turn Structure.

mod broken;
mod cleanup_step;
pub mod combat_damage_step;
pub mod combat_phase;
mod declaration_costs;
pub mod declare_attackers_step;
pub mod declare_blockers_step;
pub(in crate::engine) mod extra;
pub mod general;
mod requirements;
