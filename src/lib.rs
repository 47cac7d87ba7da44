//! headjudge answers Magic rulings questions by playing them.
//!
//! A scenario file says what is on the table and what happens; the engine plays it by the Comprehensive Rules
//! and every step of the trace cites the rule behind it. ARCHITECTURE.md is the map. The modules below stand
//! lowest first: a module uses those above it in this list and never those below, and `tests/layers.rs` checks it.

pub mod rules;

pub mod diag;

pub mod book;

pub mod ir;
pub mod oracle;

pub mod scenario;

pub mod cards;

pub mod game;

pub mod trace;

pub mod engine;

pub mod why;

pub mod board;

pub mod runner;

pub mod mending;

pub mod random;

pub mod report;

pub mod lessons;

pub mod cli;
