//! CR 4: Zones.

pub mod general;
