//! CR 3: Card Types.

pub mod artifacts;
pub mod enchantments;
pub mod lands;
pub mod planeswalkers;
