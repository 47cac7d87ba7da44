//! CR 701: Keyword Actions. One file each.

pub mod attach;
pub mod counter;
pub mod destroy;
pub mod discard;
pub mod exile;
pub mod fight;
pub mod mill;
pub mod regenerate;
pub mod reveal;
pub mod sacrifice;
pub mod scry;
pub mod search;
pub mod shuffle;
pub mod surveil;
pub mod tap;
