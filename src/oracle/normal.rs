//! What is done to a card's text before it is read: a short list, on which everything that is said of reading and writing is said.
//!
//! - Reminder text goes.
//! - The card's own name, its short name, and "this creature" and its like are one sign.
//! - A minus sign is a hyphen, a curly apostrophe or quotation mark a straight one.
//! - The modes of a list belong to the line before it, bullets or signs of plus before them, and so does a table of results.
//! - What stands behind a level of a Class or a creature with levels says that level, and what stands behind a station symbol that symbol.

use super::printed::STATION;
use super::tokens::{GRANTOR, OWN};
use crate::ir::{Subtype, SubtypeFamily, Supertype, TypeLine};

/// Nouns behind "this" that speak of the object itself.
const OWN_NOUNS: [&str; 26] = [
    "creature",
    "land",
    "artifact",
    "enchantment",
    "Vehicle",
    "Aura",
    "Equipment",
    "spell",
    "card",
    "permanent",
    "Saga",
    "Class",
    "Case",
    "token",
    "planeswalker",
    "battle",
    "Siege",
    "Spacecraft",
    "Fortification",
    "Room",
    "Mount",
    "dungeon",
    "plane",
    "scheme",
    "conspiracy",
    "phenomenon",
];

/// A line without the words in square brackets (702.148a).
pub(super) fn without_bracketed(line: &str) -> String {
    let mut left = String::with_capacity(line.len());
    for (place, piece) in line.split('[').enumerate() {
        let kept = match piece.split_once(']') {
            Some((_, kept)) if place > 0 => kept,
            _ => piece,
        };
        // No blank stands at the end of what is left, nor two of them.
        let joined = left.is_empty() || left.ends_with(' ');
        if kept.starts_with(['.', ',']) {
            left.truncate(left.trim_end().len());
        }
        left.push_str(if joined { kept.trim_start() } else { kept });
    }
    left.trim_end().to_owned()
}

/// The lines of a face's text, ready to be read.
pub fn lines(text: &str, name: &str, is_legendary: bool) -> Vec<String> {
    let text = without_reminders(text);
    let names = names(name, is_legendary);
    let mut lines: Vec<String> = Vec::new();
    let mut class_level = String::new();
    for line in text.lines() {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let line = with_own(&signs(line), &names);
        if let Some((_, number)) = line.rsplit_once(": Level ")
            && number.parse::<u8>().is_ok()
        {
            class_level = format!("Level {number} — ");
            lines.push(format!("{line} of {OWN}"));
            continue;
        }
        if let Some(range) = line.strip_prefix("LEVEL ") {
            lines.push(match (range.split_once('-'), range.strip_suffix('+')) {
                (Some((first, last)), _) => format!("Levels {first} to {last}"),
                (None, Some(first)) => format!("Levels {first} and up"),
                (None, None) => line,
            });
            continue;
        }
        if let Some(number) = line.strip_prefix(STATION).and_then(|range| range.strip_suffix('+')) {
            lines.push(format!("Station {number} or more"));
            continue;
        }
        if let Some(results) = results_of(&line)
            && let Some(last) = lines.last_mut()
        {
            last.push(' ');
            last.push_str(&results);
            continue;
        }
        // Modes with a cost of their own stand behind the keyword that says so (702.172b).
        let is_mode = line.starts_with('•') || line.starts_with("+ {");
        let line = if is_mode { line } else { format!("{class_level}{line}") };
        match lines.last_mut() {
            // The power, the toughness and the abilities of a level are one ability with it.
            Some(last) if last.starts_with("Levels ") => {
                last.push_str(" — ");
                last.push_str(&line);
            }
            // What stands behind a station symbol is one ability with it (721.2).
            Some(last) if last.starts_with("Station ") && !is_mode => {
                let is_first = !last.contains(" — ") || last.rsplit(" — ").next().is_some_and(is_box);
                last.push_str(if is_first { " — " } else { " | " });
                last.push_str(&line);
            }
            Some(last) if is_mode => {
                last.push(' ');
                last.push_str(&line);
            }
            _ => lines.push(line),
        }
    }
    lines
}

/// Whether something is power and toughness in their box, as in `3/2`.
fn is_box(text: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once('/').is_some_and(|(power, toughness)| is_number(power) && is_number(toughness))
}

/// A line of a table of results (706.3a), with the dash that tables have: `1—9 | Draw a card.`
fn results_of(line: &str) -> Option<String> {
    let (range, effect) = line.split_once(" | ")?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_open = range.strip_suffix('+').is_some_and(is_number);
    let ends = range.split_once(['—', '–', '-']);
    match ends {
        Some((first, last)) if is_number(first) && is_number(last) => {
            Some(format!("{first}—{last} | {effect}"))
        }
        None if is_number(range) || is_open => Some(line.to_owned()),
        _ => None,
    }
}

/// A text with what a card calls itself in the place of the signs: "this creature", or its name if it is legendary or no permanent.
pub fn named(text: &str, name: &str, types: &TypeLine) -> String {
    let noun = types.types.iter().rev().find(|its| its.is_permanent()).map(|its| its.word().to_lowercase());
    let is_named = types.has_supertype(Supertype::Legendary);
    let short = name.split(',').next().unwrap_or(name);
    let quoted = |part: usize| part % 2 == 1;
    let own = match &noun {
        Some(noun) if !is_named => format!("this {noun}"),
        _ => short.to_owned(),
    };
    let parts = text.split('"').enumerate().map(|(part, words)| {
        // What is given an ability calls itself by what it is.
        let own = if quoted(part) { "this creature" } else { own.as_str() };
        let mut said = String::new();
        for word in words.replace(GRANTOR, short).split_inclusive(OWN) {
            let begins = said.is_empty()
                || said.ends_with(". ")
                || said.ends_with(": ")
                || said.ends_with("— ")
                || said.ends_with("• ")
                || said.ends_with("| ");
            match word.strip_suffix(OWN) {
                Some(before) => {
                    said.push_str(before);
                    let begins = begins && before.is_empty()
                        || [". ", ": ", "— ", "• ", "| "].iter().any(|end| before.ends_with(end));
                    let mut letters = own.chars();
                    match letters.next() {
                        Some(first) if begins => said.extend(first.to_uppercase()),
                        Some(first) => said.push(first),
                        None => {}
                    }
                    said.push_str(letters.as_str());
                }
                None => said.push_str(word),
            }
        }
        said
    });
    parts.collect::<Vec<_>>().join("\"")
}

fn signs(line: &str) -> String {
    line.chars()
        .map(|letter| match letter {
            '−' => '-',
            '’' | '‘' => '\'',
            '“' | '”' => '"',
            letter => letter,
        })
        .collect()
}

fn without_reminders(text: &str) -> String {
    let mut kept = String::new();
    let mut depth = 0_usize;
    for letter in text.chars() {
        match letter {
            '(' => {
                if depth == 0 {
                    kept.truncate(kept.trim_end_matches(' ').len());
                }
                depth += 1;
            }
            ')' => depth = depth.saturating_sub(1),
            letter if depth == 0 => kept.push(letter),
            _ => {}
        }
    }
    kept
}

/// The names by which a card may speak of itself, the longest first.
fn names(name: &str, is_legendary: bool) -> Vec<String> {
    let mut names = vec![signs(name)];
    let mut add = |short: &str| {
        let short = signs(short.trim());
        if short.len() > 2 && !names.contains(&short) {
            names.push(short);
        }
    };
    if let Some((short, _)) = name.split_once(',') {
        add(short);
    }
    if is_legendary {
        for word in [" of ", " the "] {
            if let Some((short, _)) = name.split_once(word) {
                add(short);
            }
        }
        const NO_NAMES: [&str; 11] =
            ["The", "A", "An", "Lord", "King", "Queen", "Sir", "Dr.", "Lady", "Captain", "Doctor"];
        // "Rat King, Somebody" is no Rat by name.
        let is_kind = |first: &str| name.contains(", ") && is_creature_type(first);
        if let Some((first, _)) = name.split_once(' ')
            && !NO_NAMES.contains(&first)
            && !is_kind(first)
        {
            add(first.trim_end_matches(','));
        }
    }
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names
}

fn is_creature_type(word: &str) -> bool {
    Subtype::from_word(word).is_some_and(|its| its.family() == SubtypeFamily::Creature)
}

/// The line with one sign for the card itself.
fn with_own(line: &str, names: &[String]) -> String {
    let mut text = line.to_owned();
    for name in names.iter().filter(|name| !name.is_empty()) {
        text = replaced(&text, name, OWN, |before| before.ends_with("named ") || is_quoted(before));
        // In quotation marks it is the object whose text grants the ability.
        text = replaced(&text, name, GRANTOR, |before| before.ends_with("named ") || !is_quoted(before));
    }
    let calls_itself = text.contains("his ");
    for noun in OWN_NOUNS.iter().filter(|_| calls_itself) {
        for this in ["This", "this"] {
            text = replaced(&text, &format!("{this} {noun}"), OWN, |_| false);
        }
    }
    text
}

/// Whether a quotation is open behind this text.
fn is_quoted(before: &str) -> bool {
    before.matches('"').count() % 2 == 1
}

/// A text with a sign for each whole word or words of some kind, unless what stands before forbids it.
fn replaced(text: &str, words: &str, sign: &str, is_not: impl Fn(&str) -> bool) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(place) = rest.find(words) {
        let (before, from) = rest.split_at(place);
        let after = from.get(words.len()..).unwrap_or_default();
        let is_word =
            |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '-');
        result.push_str(before);
        let whole = !is_word(result.chars().next_back()) && !is_word(after.chars().next());
        if whole && !is_not(&result) {
            result.push_str(sign);
        } else {
            result.push_str(words);
        }
        rest = after;
    }
    result + rest
}
