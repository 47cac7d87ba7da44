//! CR 3: Card Types.

pub mod battles;
pub mod dungeons;
pub mod enchantments;
pub mod lands;
pub mod planeswalkers;
