//! Designations of players and of the game, in words.

use crate::ir::{DesignationName, NamedDeed};

/// What it is called, with the article that it has.
pub(super) fn title(name: DesignationName) -> String {
    match name {
        DesignationName::CompletedDungeon => "a dungeon completed".to_owned(),
        DesignationName::MaxSpeed => "max speed".to_owned(),
        name => format!("the {}", name.word().replace('-', " ")),
    }
}

/// "Is the monarch", "has the initiative": what a player is or has.
pub(super) fn being(name: DesignationName, you: bool) -> String {
    let is = name == DesignationName::Monarch;
    let verb = match (is, you) {
        (true, true) => "are",
        (true, false) => "is",
        (false, true) => "have",
        (false, false) => "has",
    };
    format!("{verb} {}", title(name))
}

/// How the instruction to give it is said to whoever gets it: "become the monarch", "becomes the monarch".
pub(super) fn getting(name: DesignationName) -> Option<(&'static str, &'static str, String)> {
    Some(match name {
        DesignationName::Monarch => ("become", "becomes", title(name)),
        DesignationName::Initiative => ("take", "takes", title(name)),
        DesignationName::CitysBlessing => ("get", "gets", title(name)),
        _ => return None,
    })
}

/// An event that is a player's getting one, or day becoming night: the forms of the verb, and the rest.
pub(super) fn event(name: NamedDeed) -> Option<([&'static str; 3], &'static str)> {
    Some(match name {
        NamedDeed::BecomeMonarch => (["become", "becomes", "became"], "the monarch"),
        NamedDeed::TakeInitiative => (["take", "takes", "took"], "the initiative"),
        NamedDeed::CompleteDungeon => (["complete", "completes", "completed"], "a dungeon"),
        NamedDeed::WinFlip => (["win", "wins", "won"], "a coin flip"),
        NamedDeed::LoseFlip => (["lose", "loses", "lost"], "a coin flip"),
        NamedDeed::FlipCoin => (["flip", "flips", "flipped"], "one or more coins"),
        NamedDeed::RollDice => (["roll", "rolls", "rolled"], "one or more dice"),
        NamedDeed::RingTempts => (["are", "is", "was"], "tempted by the Ring"),
        _ => return None,
    })
}

/// An event of the game as a whole.
pub(super) fn daytime(name: NamedDeed) -> Option<&'static str> {
    Some(match name {
        NamedDeed::DayOrNight => "day becomes night or night becomes day",
        NamedDeed::Day => "night becomes day",
        NamedDeed::Night => "day becomes night",
        _ => return None,
    })
}
