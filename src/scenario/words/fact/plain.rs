//! Facts that are one phrase.

use crate::ir::{KeywordName, Subtype};
use crate::scenario::script::{FactKind, Mark, PlayerFact};

use super::super::pieces::Words;

/// That a player has won or lost, or has not: `won`, `has not lost the game`.
pub(super) fn ended(words: Words<'_>) -> Option<PlayerFact> {
    let (negated, words) =
        match ["does not", "doesn't", "did not", "didn't"].iter().find_map(|not| words.after(not)) {
            Some(rest) => (true, rest),
            None => polarity(words),
        };
    let words = words.after("has").unwrap_or(words);
    match words.before("the game").unwrap_or(words).text {
        "won" | "wins" | "win" => Some(PlayerFact::Won(!negated)),
        "lost" | "loses" | "lose" => Some(PlayerFact::Lost(!negated)),
        _ => None,
    }
}

/// A designation that a player can have, and whether they have it.
pub(super) fn designated(text: &str) -> Option<(&'static str, bool)> {
    let rest =
        ["is", "has"].iter().find_map(|verb| text.strip_prefix(verb)?.strip_prefix(' ')).unwrap_or(text);
    let not = ["not ", "does not have ", "doesn't have "];
    let (rest, holds) = match not.iter().find_map(|not| rest.strip_prefix(not)) {
        Some(rest) => (rest, false),
        None => (rest, true),
    };
    let bare = ["the ", "an "].iter().find_map(|article| rest.strip_prefix(article));
    let name = match bare.unwrap_or(rest) {
        "monarch" => "monarch",
        "initiative" => "initiative",
        "city's blessing" => "city's blessing",
        "enduring story" => "enduring story",
        "completed a dungeon" => "completed-dungeon",
        "max speed" => "max-speed",
        _ => return None,
    };
    Some((name, holds))
}

/// Whether words are a keyword ability, with what it is from.
pub(super) fn is_keyword(text: &str) -> bool {
    let name = text.split_once(" from ").map_or(text, |(name, _)| name);
    KeywordName::from_word(name).is_some() || Subtype::of_landwalk(name).is_some()
}

/// Cuts `is`, `was` and `not` off the front, and says whether a `not` was there.
pub(super) fn polarity(words: Words<'_>) -> (bool, Words<'_>) {
    let words = ["is", "was", "are", "were"].iter().find_map(|verb| words.after(verb)).unwrap_or(words);
    for not in ["not", "isn't", "no longer", "does not", "did not", "has not"] {
        if let Some(rest) = words.after(not) {
            return (true, rest);
        }
    }
    (false, words)
}

/// Facts without a value; `true` where the word is the opposite of the fact.
pub(super) fn plain_fact(text: &str) -> Option<(FactKind, bool)> {
    Some(match text {
        "ceased to exist" | "has ceased to exist" | "cease to exist" => (FactKind::CeasedToExist, false),
        "left the game" | "has left the game" => (FactKind::LeftTheGame, false),
        "a new object" | "new object" => (FactKind::NewObject, false),
        "the same object" | "same object" => (FactKind::NewObject, true),
        "moved" | "move" => (FactKind::Moved, false),
        "face down" => (FactKind::FaceDown, false),
        "face up" => (FactKind::FaceDown, true),
        "attached" => (FactKind::Attached(None), false),
        "unattached" => (FactKind::Attached(None), true),
        "encoded" => (FactKind::Encoded(None), false),
        "imprinted" => (FactKind::Imprinted(None), false),
        "haunting" => (FactKind::Haunting(None), false),
        "haunted" => (FactKind::Haunted(None), false),
        "tapped" => (FactKind::Tapped, false),
        "untapped" => (FactKind::Tapped, true),
        "attacking" => (FactKind::Attacking(None), false),
        "blocking" => (FactKind::Blocking(None), false),
        "blocked" => (FactKind::Blocked, false),
        "unblocked" => (FactKind::Unblocked, false),
        "phased out" => (FactKind::PhasedOut, false),
        "phased in" => (FactKind::PhasedOut, true),
        "monstrous" => (FactKind::Marked(Mark::Monstrous), false),
        "suspected" => (FactKind::Marked(Mark::Suspected), false),
        "ring-bearer" | "the ring-bearer" => (FactKind::Marked(Mark::RingBearer), false),
        "renowned" => (FactKind::Marked(Mark::Renowned), false),
        "solved" => (FactKind::Marked(Mark::Solved), false),
        "left half unlocked" => (FactKind::Marked(Mark::LeftUnlocked), false),
        "right half unlocked" => (FactKind::Marked(Mark::RightUnlocked), false),
        "fully unlocked" => (FactKind::Marked(Mark::FullyUnlocked), false),
        "prepared" => (FactKind::Marked(Mark::Prepared), false),
        "goaded" => (FactKind::Marked(Mark::Goaded), false),
        "paired" => (FactKind::Marked(Mark::Paired), false),
        "unpaired" => (FactKind::Marked(Mark::Paired), true),
        "transformed" => (FactKind::Transformed, false),
        "suspended" => (FactKind::Suspended(None), false),
        "foretold" => (FactKind::Foretold, false),
        "plotted" => (FactKind::Plotted, false),
        "colorless" => (FactKind::Colorless, false),
        "a commander" => (FactKind::Commander, false),
        "a token" => (FactKind::Token, false),
        "countered" => (FactKind::Countered, false),
        "resolved" | "resolve" => (FactKind::Resolved, false),
        _ => return None,
    })
}

/// `2nd` as 2.
pub(super) fn ordinal(word: &str) -> Option<u32> {
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|ending| word.strip_suffix(ending))?;
    digits.parse().ok()
}
