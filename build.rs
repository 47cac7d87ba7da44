//! Prepares the data that the library embeds.

fn main() {}
