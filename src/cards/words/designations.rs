//! Designations of players and of the game, in words.

use crate::ir::DesignationName;

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
