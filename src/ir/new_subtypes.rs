//! CR 205.3: Subtypes that the lists of the pinned edition don't have, as cards have them that are newer than it.

use std::cmp::Ordering;
use std::sync::RwLock;

use super::subtypes::SUBTYPES;
use super::{Subtype, SubtypeFamily};

/// Those that cards have had so far, each with the family that it belongs to.
static NEW: RwLock<Vec<(&str, SubtypeFamily)>> = RwLock::new(Vec::new());

/// More than these are not kept: their names stay as long as the program runs.
const MOST: usize = 4096;

/// A name that is longer is none.
const LONGEST: usize = 30;

impl Subtype {
    /// The subtype of a family that a card newer than the lists has: a word with a capital that is none of them.
    pub fn of_new_card(word: &str, family: SubtypeFamily) -> Option<Self> {
        if let Some(known) = Self::all(family).find(|known| known.word() == word) {
            return Some(known);
        }
        let place = place(word, family)?;
        u16::try_from(SUBTYPES.len() + place).ok().map(Self)
    }

    /// Whether it stands in none of the lists.
    pub fn is_new(self) -> bool {
        usize::from(self.0) >= SUBTYPES.len()
    }

    /// The name of one that stands in none of the lists.
    pub(super) fn new_word(self) -> Option<&'static str> {
        self.new_entry().map(|(word, _)| word)
    }

    pub(super) fn new_entry(self) -> Option<(&'static str, SubtypeFamily)> {
        usize::from(self.0).checked_sub(SUBTYPES.len()).and_then(at)
    }
}

impl PartialOrd for Subtype {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Subtype {
    /// The order of the list; behind it those that it doesn't have, by their names.
    fn cmp(&self, other: &Self) -> Ordering {
        let place = |its: &Self| if its.is_new() { u16::MAX } else { its.0 };
        (place(self), self.new_word(), self.family()).cmp(&(place(other), other.new_word(), other.family()))
    }
}

/// The place of a subtype among those that are not listed; none for what is no name.
fn place(word: &str, family: SubtypeFamily) -> Option<usize> {
    let is_letter = |letter: char| letter.is_alphabetic() || matches!(letter, '-' | '\'' | '’');
    let is_name = word.starts_with(char::is_uppercase) && word.chars().all(is_letter);
    if !is_name || word.len() > LONGEST || word.chars().count() < 3 {
        return None;
    }
    let mut new = NEW.write().ok()?;
    if let Some(known) = new.iter().position(|its| *its == (word, family)) {
        return Some(known);
    }
    if new.len() >= MOST {
        return None;
    }
    new.push((Box::leak(word.to_owned().into_boxed_str()), family));
    Some(new.len() - 1)
}

/// The subtype at a place.
fn at(place: usize) -> Option<(&'static str, SubtypeFamily)> {
    NEW.read().ok()?.get(place).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::TypeLine;

    #[test]
    fn what_is_in_no_list_belongs_to_what_the_card_is() {
        let walker = TypeLine::parse_new("Legendary Planeswalker — Orvek").expect("a type line");
        assert_eq!(walker.to_string(), "Legendary Planeswalker — Orvek");
        assert!(walker.is_possible());
        let golem = TypeLine::parse_new("Artifact Creature — Zimbat Golem").expect("a type line");
        let [zimbat, known] = golem.subtypes.as_slice() else { panic!("{golem}") };
        assert_eq!(
            (zimbat.family(), zimbat.is_new(), known.is_new()),
            (SubtypeFamily::Creature, true, false)
        );
        assert!(known < zimbat && Subtype::of_new_card("Yimbat", SubtypeFamily::Creature) < Some(*zimbat));
        // No list holds it for what doesn't read a new card.
        assert_eq!(Subtype::from_word("Zimbat"), None);
        assert_eq!(TypeLine::parse("Creature — Zimbat"), Err("Zimbat".to_owned()));
    }

    #[test]
    fn what_can_be_no_name_is_refused() {
        for line in
            ["Creature — zimbat", "Creature — 2/2", "Zimbat — Bear", "Legendary — Zimbat", "Plane — Zimbat"]
        {
            assert!(TypeLine::parse_new(line).is_err(), "{line}");
        }
    }
}
