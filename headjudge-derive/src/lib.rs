//! `#[derive(Node)]`: one definition for each kind of node of the ability form.
//!
//! A node is a plain struct or enum. Of it the derive makes what otherwise would be written again in four places: the reader
//! and the writer of its YAML, the walk over its parts, its name, and its lines in the reference, whose words are the doc
//! comments. What it makes is plain code against `crate::ir::node`; that module says what each piece means.
//!
//! A variant's word is its name in kebab case. Its fields stand behind it as a map, a single nameless field alone, several
//! nameless ones as a list. `#[node(...)]` says what is otherwise:
//!
//! | where | attribute | meaning |
//! | --- | --- | --- |
//! | type | `expected = "a cost"` | what an error says was expected |
//! | type | `words("target" = Self::Target(0))` | other words for some values |
//! | type | `sugar = Moved` | other entries, which are those of that type |
//! | type | `through = Shape` | it is read and written as that type |
//! | type | `older = of_older` | what was written in an older way is first made the tree of today |
//! | struct | `plain` | it has a `plain(...)` of the fields that may not be left out, the others saying nothing |
//! | variant, field | `name = "do"` | another word |
//! | variant | `bare` | its value may stand without the word (`bare = only`: it has no word) |
//! | variant | `key = predicate` | the word is its first field, for which the predicate holds |
//! | variant | `skip` | it is made in play and never written |
//! | field | `default`, `default = Players::You` | it may be left out |
//! | field | `alone` | it may stand alone, without the map, if the others are left out |
//! | field | `from_one` | it is counted from 1 where it is written |
//! | field | `one` | a list of one may be written without the list |

mod code;
mod model;

use proc_macro::TokenStream;

/// Makes the reader, the writer, the walk and the reference of a node.
#[proc_macro_derive(Node, attributes(node))]
pub fn node(input: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    model::Type::of(&input)
        .map(|node| code::of(&node))
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}
