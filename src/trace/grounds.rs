//! What stands behind a change as it is made: the condition on which its instruction was followed, and what was counted for it.

use std::rc::Rc;

use crate::game::{ObjectId, PlayerId};
use crate::ir::part::{Part, mentions};
use crate::ir::{Condition, Measure, Quantity};
use crate::oracle::phrases;
use crate::oracle::tokens::GRANTOR;

use super::conditions::{self, Unmet};
use super::names::Names;
use super::styled::{Style, Text, said};
use super::wording::spoken;

/// What is known of a change beside its cause and its rules.
#[derive(Debug, Clone, Default)]
pub(crate) struct Grounds {
    /// The condition that decided about it, and whether that was true.
    pub(crate) condition: Option<(Rc<Unmet>, bool)>,
    /// What was counted for it.
    pub(crate) counted: Option<Rc<Counted>>,
}

/// A number that was worked out as an instruction was followed.
#[derive(Debug, Clone)]
pub(crate) struct Counted {
    /// What was asked for.
    pub(crate) quantity: Quantity,
    /// How much that was.
    pub(crate) number: i32,
    /// The object of which something was measured, if it is just one.
    pub(crate) of: Option<ObjectId>,
    /// The object that it calls by its own name.
    pub(crate) own: ObjectId,
    /// Who "you" are.
    pub(crate) you: PlayerId,
}

impl Grounds {
    /// Whether how much it is was chosen as the X of a spell or ability.
    pub(crate) fn is_of_x(&self) -> bool {
        self.counted.as_ref().is_some_and(|counted| counted.quantity == Quantity::X)
    }
}

/// Behind what tells of a change: `, as the number of Forests AP controls is 3`, or `: its condition (...) is true`.
pub(super) fn write(names: &Names<'_>, text: &mut Text, grounds: &Grounds) {
    if let Some(counted) = &grounds.counted {
        write_counted(names, text, counted);
    }
    let Some((condition, holds)) = &grounds.condition else { return };
    // That it was kicked is a step of its own.
    if mentions(&condition.condition, asks_for_kicker) {
        return;
    }
    let mut words = Text::new();
    if conditions::in_words(names, &mut words, condition) {
        said(text, ": its condition ");
        text.append(&words);
        said(text, if *holds { "is true" } else { "is not true" });
    }
}

/// Whether part of a condition is that a spell was kicked.
pub(crate) fn asks_for_kicker(part: Part<'_>) -> bool {
    matches!(part, Part::Condition(Condition::KickedWith(_)))
        || matches!(part, Part::Condition(Condition::Paid(cost)) if cost.as_str() == "kicker")
}

/// `, as the power of Serra Angel#2 is 4`.
fn write_counted(names: &Names<'_>, text: &mut Text, counted: &Counted) {
    let measured = counted.quantity.measure().and_then(measured);
    if let (Some(measured), Some(of)) = (measured, counted.of.filter(|of| names.sees(*of))) {
        text.push_fmt(format_args!(", as the {measured} of "), Style::Plain);
        names.write_object(text, of);
        return text.push_fmt(format_args!(" is {}", counted.number), Style::Plain);
    }
    // What else is spoken of has no name here.
    let is_bound = |word: &str| {
        matches!(word, GRANTOR | "it" | "its" | "that" | "this" | "they" | "their" | "X" | "target")
    };
    let words = phrases::number(&counted.quantity);
    let Some(words) = words.filter(|words| !words.split([' ', '\'']).any(is_bound)) else { return };
    said(text, ", as ");
    spoken(names, text, &words, counted.own, counted.you);
    text.push_fmt(format_args!(" is {}", counted.number), Style::Plain);
}

/// What is measured of an object, where that has a name.
const fn measured(measure: &Measure) -> Option<&'static str> {
    match measure {
        Measure::PowerOf(_) => Some("power"),
        Measure::ToughnessOf(_) => Some("toughness"),
        Measure::ManaValueOf(_) => Some("mana value"),
        Measure::LevelOf(_)
        | Measure::TimesMutated(_)
        | Measure::UnlockedHalvesOf(_)
        | Measure::ManaSpentOn(_)
        | Measure::ColorsSpentOn(_)
        | Measure::TargetsOf(_)
        | Measure::CountersOn(..)
        | Measure::LifeOf(_)
        | Measure::PlayerCounters(..)
        | Measure::SpeedOf(_)
        | Measure::TemptedOf(_)
        | Measure::StartingLifeOf(_)
        | Measure::TurnsOf(_)
        | Measure::DrawnThisStep(_)
        | Measure::AttackedWith(_) => None,
    }
}
