//! CR 4: Zones.

pub mod door;
pub mod exile;
pub mod general;
pub mod graveyard;
pub mod library;
