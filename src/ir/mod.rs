//! What a card says, as plain data.
//!
//! This is the *ability form*: the one form that hand-made cards, users' own cards and, later, compiled Oracle text
//! share. It knows no game and no engine. It grows by composition: a node says one thing (who, which, how many, when,
//! for how long), and an ability is a tree of them. Names of cards are the only free strings.
//!
//! Read it in this order: [`card`] (a card and its faces), [`ability`] (what stands in a text box), [`instruction`]
//! (what a resolving spell or ability does), [`change`] (continuous effects), [`replacement`]; then the small words they
//! are made of: [`selection`] (which objects and players), [`filter`] (of what kind), [`quantity`] (how many),
//! [`condition`] (if), [`event`] (when), [`cost`] (for what), [`duration`] (how long), [`keyword`].
//!
//! In YAML a node is a bare word, a list or a map with one key, whichever says it shortest: `creature`,
//! `[creature, {controlled-by: you}]`, `{not: land}`. An unknown word or field is an error with its place.

pub mod ability;
pub mod canon;
pub mod card;
pub mod change;
pub mod characteristics;
pub mod check;
pub mod condition;
pub mod cost;
pub mod deeds;
pub mod duration;
pub mod event;
pub mod filter;
pub mod instruction;
pub mod keyword;
mod mana;
mod new_subtypes;
pub mod node;
pub mod old;
pub mod part;
pub mod quantity;
pub mod replacement;
pub mod selection;
mod subtypes;
mod symbol;
pub mod tree;
pub mod verb;
mod words;

pub use ability::{Ability, Activated, Body, Limit, Modes, Static, TargetKind, TargetSpec, Triggered};
pub use card::{Card, Face, Layout};
pub use change::{Change, RuleChange};
pub use characteristics::{
    CardType, Color, Colors, CounterKind, Subtype, SubtypeFamily, Supertype, TypeLine,
};
pub use condition::Condition;
pub use cost::{Cost, Costs};
pub use deeds::{DesignationName, Mark, NamedDeed};
pub use duration::Duration;
pub use event::Event;
pub use filter::{Filter, Trait};
pub use instruction::{Instruction, TokenSpec};
pub use keyword::{Keyword, KeywordName};
pub use mana::{ManaCost, ManaSymbol};
pub use quantity::{Comparison, Measure, Quantity};
pub use replacement::{Replacement, ReplacementResult};
pub use selection::{Players, Selection, Zone};
pub use symbol::{Link, Slot, Symbol};
pub use verb::{KeywordAction, PaidAs, Verb};
