//! From card definitions to [`crate::ir`]: the YAML reader, the card pool, look-up by name.

pub mod words;
