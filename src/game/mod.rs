//! What a game is: players, zones, objects, counters, the stack, and every possible change as one enum.
//!
//! [`Game`] holds the whole position and nothing else: no log, no card text, no choices to come. It is read through
//! its methods and changed through [`Game::apply`] alone, which takes a [`Change`]; so whatever can happen in a game
//! is listed in one enum, and nothing happens that a trace could miss. Who decides *which* change happens, and by
//! which rule, is the engine's affair.
//!
//! Read [`ids`], then [`object`] and [`characteristics`], [`state`], [`change`] and [`apply`].

pub mod agenda;
pub mod apply;
mod beginning;
pub mod cause;
pub mod change;
pub mod characteristics;
pub mod choice;
pub mod combat;
pub mod effects;
pub mod ids;
pub mod knowers;
mod log;
pub mod mana;
mod names;
pub mod object;
mod objects;
pub mod occurrence;
mod player;
mod sides;
pub mod state;
pub mod turn;

pub use cause::{Cause, CauseKind, Over};
pub use change::{Change, Hold, Merge, Move, MoveAction, NewObject, Parting, Position, SentBy};
pub use characteristics::{
    AbilityInstance, ByRules, Called, Characteristics, Definition, Exceptions, Granted, Half, Halves, Origin,
    Others,
};
pub use choice::{Answer, Answers, Choice, ChoiceKind, Deed, Item, Options};
pub use combat::{Attack, Block, Combat};
pub use effects::{
    Affected, Bindings, ContinuousEffect, CopiedFaces, DelayedTrigger, EffectId, LinkKey, LinkedObject,
    Occasion, Pair, Shield, Until, WaitingTrigger,
};
pub use ids::{CardId, ObjectId, PlayerId, Thing};
pub use knowers::{Knower, Role};
pub use mana::{MANA_TYPES, Mana, ManaAmount, Rider};
pub use object::{
    Announced, Attachment, Designation, FaceDown, Known, Merged, Nature, Object, PhasedOut, StackAbility, Use,
};
pub use objects::{MARKS, Mark, Objects, Series};
pub use occurrence::{Entered, Occurrence, Struck};
pub use player::Player;
pub use sides::Variant;
pub use state::{Daytime, Ending, Game, PhysicalCard};
pub use turn::{Step, Turn};
