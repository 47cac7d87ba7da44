//! CR 3: Card Types.

pub mod artifacts;
pub mod battles;
pub mod enchantments;
pub mod lands;
pub mod planeswalkers;
