//! Chapter 9 of the Comprehensive Rules: Casual Variants

pub mod commander;
pub mod partner;
