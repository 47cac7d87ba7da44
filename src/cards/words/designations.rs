//! Designations of players and of the game, in words.

use crate::ir::Symbol;

/// What it is called, with the article that it has.
pub(super) fn title(name: Symbol) -> String {
    match name.as_str() {
        "completed-dungeon" => "a dungeon completed".to_owned(),
        "max-speed" => "max speed".to_owned(),
        name => format!("the {}", name.replace('-', " ")),
    }
}

/// "Is the monarch", "has the initiative": what a player is or has.
pub(super) fn being(name: Symbol, you: bool) -> String {
    let is = name.as_str() == "monarch";
    let verb = match (is, you) {
        (true, true) => "are",
        (true, false) => "is",
        (false, true) => "have",
        (false, false) => "has",
    };
    format!("{verb} {}", title(name))
}

/// How the instruction to give it is said to whoever gets it: "become the monarch", "becomes the monarch".
pub(super) fn getting(name: Symbol) -> Option<(&'static str, &'static str, String)> {
    Some(match name.as_str() {
        "monarch" => ("become", "becomes", title(name)),
        "initiative" => ("take", "takes", title(name)),
        "city's blessing" => ("get", "gets", title(name)),
        _ => return None,
    })
}

/// An event that is a player's getting one, or day becoming night: the forms of the verb, and the rest.
pub(super) fn event(name: Symbol) -> Option<([&'static str; 3], &'static str)> {
    Some(match name.as_str() {
        "become-monarch" => (["become", "becomes", "became"], "the monarch"),
        "take-initiative" => (["take", "takes", "took"], "the initiative"),
        "complete-dungeon" => (["complete", "completes", "completed"], "a dungeon"),
        "win-flip" => (["win", "wins", "won"], "a coin flip"),
        "lose-flip" => (["lose", "loses", "lost"], "a coin flip"),
        "flip-coin" => (["flip", "flips", "flipped"], "one or more coins"),
        "roll-dice" => (["roll", "rolls", "rolled"], "one or more dice"),
        "ring-tempts" => (["are", "is", "was"], "tempted by the Ring"),
        _ => return None,
    })
}

/// An event of the game as a whole.
pub(super) fn daytime(name: Symbol) -> Option<&'static str> {
    Some(match name.as_str() {
        "day-or-night" => "day becomes night or night becomes day",
        "day" => "night becomes day",
        "night" => "day becomes night",
        _ => return None,
    })
}
