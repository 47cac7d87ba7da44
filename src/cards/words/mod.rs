//! How headjudge reads a card, in plain words of its own.
//!
//! Everything is made from the ability form alone; no Oracle text is at hand here. So what is printed shows whether the
//! form says what the card says. The words are the same every time and for every variant of the form there are some.
//!
//! A [`Voice`] speaks for one ability: it knows the ability's targets, so that the first mention of a target describes it.
//! Read [`abilities`] first; the other files each put one kind of node into words.

mod abilities;
mod actions;
mod chance;
mod changes;
mod conditions;
mod costs;
mod designations;
mod english;
mod events;
mod instructions;
mod keywords;
mod kinds;
mod numbers;
mod replacements;
mod rules;
mod selections;

pub use english::{titled, with_article};

use std::cell::Cell;

use crate::ir::event::Step;
use crate::ir::{Ability, Card, Costs, Duration, Face, Filter, Instruction, TargetSpec};

/// A card in words: for each face a line with name and cost, one with types and numbers, and one for each ability.
///
/// ```text
/// Geist of the Moors {1}{W}{W}
/// Creature — Spirit, 3/1
/// - Flying.
/// ```
pub fn card(card: &Card) -> String {
    let faces: Vec<String> = card.faces.iter().map(face).collect();
    faces.join("//\n")
}

/// An ability in words: one or more sentences, without a line break.
pub fn ability(ability: &Ability) -> String {
    english::sentence(&abilities::ability(ability))
}

/// Which objects a filter means, in the plural: `creatures you control`, `nonblack spells`.
pub fn kinds(filter: &Filter, spells: bool) -> String {
    let head = if spells { kinds::Head::Spell } else { kinds::Head::Permanent };
    Voice::new(&[], "").kinds(filter, head)
}

/// How long an effect lasts, in words with a space before them: ` until end of turn`; nothing for good.
pub fn duration(duration: &Duration) -> String {
    if *duration == Duration::Forever { String::new() } else { Voice::new(&[], "").duration(duration) }
}

/// A step or phase by name: `upkeep`, `draw step`, `combat phase`.
pub fn step(step: Step) -> String {
    events::step(step)
}

/// What several instructions do, as one clause; the other object of what has triggered is `the other object`.
pub fn steps(instructions: &[Instruction]) -> String {
    Voice::plain().steps(instructions)
}

/// A cost as what is done to pay it: `pay {2} and discard a card`.
pub fn paying(costs: &Costs) -> String {
    Voice::plain().paying(costs)
}

fn face(face: &Face) -> String {
    let mut text = face.name.clone();
    if let Some(cost) = &face.cost {
        text.push_str(&format!(" {cost}"));
    }
    text.push_str(&format!("\n{}", face.types));
    if let (Some(power), Some(toughness)) = (face.power, face.toughness) {
        text.push_str(&format!(", {power}/{toughness}"));
    }
    for (number, name) in [(face.loyalty, "loyalty"), (face.defense, "defense")] {
        if let Some(number) = number {
            text.push_str(&format!(", {name} {number}"));
        }
    }
    if let Some(colors) = face.colors {
        text.push_str(&format!(", {}", english::colors(colors)));
    }
    text.push('\n');
    for ability in &face.abilities {
        text.push_str(&format!("- {}\n", self::ability(ability)));
    }
    text
}

/// Speaks for one ability.
struct Voice<'a> {
    targets: &'a [TargetSpec],
    /// A bit for each target that has been described.
    described: Cell<u64>,
    /// What the other object of the trigger event is called.
    other: &'static str,
}

impl<'a> Voice<'a> {
    const fn new(targets: &'a [TargetSpec], other: &'static str) -> Self {
        Self { targets, described: Cell::new(0), other }
    }

    /// A voice for what has no targets.
    const fn plain() -> Self {
        Self::new(&[], "the other object")
    }
}
