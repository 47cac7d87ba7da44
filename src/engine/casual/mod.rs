//! CR 9: Casual Variants.

pub mod archenemy;
pub mod planechase;
