//! Reading Oracle text: a card's words in, its ability form out, and back.
//!
//! A text is made plain ([`normal`]), cut into words ([`tokens`]), and read by the rows of a grammar ([`grammar`], [`chart`]); what it
//! speaks of is found ([`references`]). A line is read whole or not at all; several readings that mean different things are a
//! fault of the grammar. Writing goes the same way back ([`writer`]).

pub mod chart;
pub mod face;
pub mod grammar;
pub mod normal;
pub mod pieces;
pub mod references;
pub mod tokens;
pub mod value;
pub mod writer;
