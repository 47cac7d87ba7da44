//! Reading Oracle text: a card's words in, its ability form out, and back.
//!
//! A text is made plain ([`normal`]), cut into words ([`tokens`]), and read by the rows of a grammar ([`mod@grammar`], [`chart`]); what it
//! speaks of is found ([`references`]). A line is read whole or not at all; several readings that mean different things are a
//! fault of the grammar. Writing goes the same way back ([`writer`]).

pub mod antecedents;
pub mod card;
pub mod chart;
pub mod compile;
mod doubt;
pub mod face;
pub mod grammar;
mod links;
mod made;
mod manner;
mod manners;
mod matching;
pub mod mentions;
pub mod normal;
mod others;
pub mod phrases;
pub mod piece;
pub mod pieces;
pub mod printed;
pub mod references;
mod said;
mod spread;
pub mod tokens;
pub mod value;
pub mod writer;
mod zones;

use std::sync::OnceLock;

use grammar::Grammar;

/// The grammar of Oracle text, compiled with the program from the rows of `grammar/oracle/`.
pub fn grammar() -> &'static Grammar {
    static GRAMMAR: OnceLock<Grammar> = OnceLock::new();
    GRAMMAR.get_or_init(|| {
        let stored: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/oracle_grammar.bin"));
        let rows = include_bytes!(concat!(env!("OUT_DIR"), "/oracle_rows.bin"));
        // What the build has stored can be read; a test holds that it is not empty.
        let (grammar, ends) = postcard::from_bytes::<(Grammar, Vec<usize>)>(stored).unwrap_or_default();
        grammar.restored(rows, ends)
    })
}
