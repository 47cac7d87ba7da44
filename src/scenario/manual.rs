//! The reference of the language, made from the lists that the reader itself reads by.

use std::fmt::Write;

use crate::scenario::modifiers::{MODIFIERS, Takes};
use crate::scenario::vocabulary::{
    ANNOUNCEMENTS, ChoiceKind, EVENTS, EXPECTATIONS, FACTS, Format, HEAD_WORDS, ManaMode, NOT_ANNOUNCED,
    PLAYER_LINES, QUESTIONS, STATEMENTS, Step, WAYS, Zone,
};

/// What stands above the lists: the form of a file.
const OPENING: &str = "\
The scenario language

A scenario is a text file: a head, the players' boards, what happens, what should be so.

  scenario  Flickering an encoded creature
  rules     400.7; 702.99c
  AP
    hand         Cloudshift
    battlefield  Storm Crow [encoded Hands of Binding]
  NAP
    battlefield  Serra Angel [tapped]; Grizzly Bears @bear [2 +1/+1]

  AP casts Cloudshift -> Storm Crow
  expect Storm Crow is a new object [400.7]
  ask Hands of Binding

One statement a line. A line indented with blanks belongs to the line above it. A comment begins with `#` at the start of
a line or after a blank. Card names are written as printed; objects are separated by `;`. Backticks force a name where a
line could be read in two ways. A number in front is a count: `3 Plains`. `3 unknown` are cards nobody knows.
`@label` names one of several objects, and `@label's X` what is linked or attached to it, or its prepare spell in exile.
`AP's X` is the one AP controls, or owns where nobody controls it. `X's trigger` and `X's ability 2` are abilities of it.
`emblem of X` is the emblem that X makes.
`AP` is the active player at the start, `NAP` the other.
Each action lets the stack empty first, unless it begins `in response`. `expect` and `ask` at the margin wait until the stack is
empty and combat is over; indented under a line they look at what it has come to before anything resolves.
Several scenarios may stand in one file. `include FILE` takes in lines of another file. `card NAME` with the definition
indented under it is a card of your own. `examples` with a table under it makes a variant for each row: `<column>` stands
for the row's cell, and a line with an empty cell is dropped; of `[<column>]` only the brackets are, and so where the other rows'
cells have brackets.
A token is written `2 token 1/1 white Soldier with flying`, a token copy of a card `X [token]`. One that the rules predefine is
known by its name, `2 Treasure tokens`, `Cursed Role token [attached to X]`, and so is one that a card on the board makes:
`Soldier token`.
";

/// The whole reference as plain text, with a line feed at the end.
pub fn manual() -> String {
    let mut text = OPENING.to_owned();
    section(&mut text, "Head lines", HEAD_WORDS.iter().map(|(word, gist)| (*word, *gist)));
    section(&mut text, "Formats", Format::ALL.iter().map(|format| (format.word(), format.gist())));
    section(&mut text, "Mana", ManaMode::ALL.iter().map(|mode| (mode.word(), mode.gist())));
    section(&mut text, "Zones, in a player's block", Zone::ALL.iter().map(|zone| (zone.word(), zone.gist())));
    section(
        &mut text,
        "Other lines in a player's block",
        PLAYER_LINES.iter().map(|(word, gist)| (*word, *gist)),
    );
    let modifiers: Vec<(String, &str)> = MODIFIERS
        .iter()
        .map(|form| {
            let argument = match form.takes {
                Takes::Nothing(_) => "",
                Takes::Number(_) => " N",
                Takes::Object(_) => " X",
                Takes::PerhapsObject(_) => " (X)",
                Takes::Player(_) => " P",
                Takes::Words(_) => " WORDS",
                Takes::PerhapsWords(_) => " (WORDS)",
            };
            (format!("{}{argument}", form.words), form.gist)
        })
        .chain([
            ("N COUNTER".to_owned(), "has so many counters of the kind: `2 +1/+1`"),
            ("P may look".to_owned(), "that player may look at it though it is face down"),
        ])
        .collect();
    section(
        &mut text,
        "Modifiers, in brackets behind an object, separated by `;`",
        modifiers.iter().map(|(word, gist)| (word.as_str(), *gist)),
    );
    section(&mut text, "Statements", STATEMENTS.iter().map(|(form, gist)| (*form, *gist)));
    section(
        &mut text,
        "Announced, in brackets behind what is cast or activated",
        ANNOUNCEMENTS.iter().map(|(form, gist)| (*form, *gist)),
    );
    let ways: Vec<&str> = WAYS.iter().copied().filter(|way| !NOT_ANNOUNCED.contains(way)).collect();
    let ways = ways.join(", ");
    paragraph(&mut text, "Ways to cast", &ways);
    section(&mut text, "After `event:`", EVENTS.iter().map(|(form, gist)| (*form, *gist)));
    section(
        &mut text,
        "Choices, indented under what asks: `P KIND X: ANSWER`; P and X may be left out; `none` is an answer",
        ChoiceKind::ALL.iter().map(|kind| (kind.word(), kind.gist())),
    );
    section(&mut text, "Steps and phases", Step::ALL.iter().map(|step| (step.word(), step.gist())));
    section(
        &mut text,
        "After `expect`; `[610.3b]` behind it is the rule the answer must give; `todo \"why\"` marks a known gap",
        EXPECTATIONS.iter().map(|(form, gist)| (*form, *gist)),
    );
    section(&mut text, "What can hold of an object", FACTS.iter().map(|(form, gist)| (*form, *gist)));
    section(&mut text, "After `ask`", QUESTIONS.iter().map(|(form, gist)| (*form, *gist)));
    text
}

fn section<'a>(text: &mut String, heading: &str, lines: impl Iterator<Item = (&'a str, &'a str)>) {
    let lines: Vec<(&str, &str)> = lines.collect();
    // A form longer than this takes no part in lining up the others.
    const WIDEST: usize = 32;
    let width =
        lines.iter().map(|(word, _)| word.len()).filter(|length| *length <= WIDEST).max().unwrap_or_default();
    text.push('\n');
    text.push_str(heading);
    text.push('\n');
    for (word, gist) in lines {
        let line = format!("  {word:<width$}  {gist}");
        text.push_str(line.trim_end());
        text.push('\n');
    }
}

fn paragraph(text: &mut String, heading: &str, words: &str) {
    // Writing to a string can't fail.
    let _ = write!(text, "\n{heading}\n");
    let mut column = 0;
    for word in words.split_inclusive(", ") {
        if column == 0 || column + word.len() > 100 {
            if column > 0 {
                let end = text.trim_end().len();
                text.truncate(end);
                text.push('\n');
            }
            text.push_str("  ");
            column = 2;
        }
        text.push_str(word);
        column += word.len();
    }
    text.push('\n');
}
