//! Diagnostics: what is wrong, where, why, and what to do about it.
