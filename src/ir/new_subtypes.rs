//! CR 205.3: Subtypes that the lists of the pinned edition don't have, as cards have them that are newer than it.

use std::cmp::Ordering;

use super::characteristics::Which;
use super::{Subtype, SubtypeFamily};

/// A name that is longer is none.
const LONGEST: usize = 30;

/// A subtype that is in none of the lists. It holds its name itself, so that nothing that has been read before bears on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct NewSubtype {
    // INVARIANT: the first `length` bytes are the name, and all others are 0.
    name: [u8; LONGEST],
    length: u8,
    family: SubtypeFamily,
}

impl NewSubtype {
    /// None for what is no name.
    fn of(word: &str, family: SubtypeFamily) -> Option<Self> {
        let is_letter = |letter: char| letter.is_alphabetic() || matches!(letter, '-' | '\'' | '’');
        let is_name = word.starts_with(char::is_uppercase) && word.chars().all(is_letter);
        if !is_name || word.chars().count() < 3 {
            return None;
        }
        let mut name = [0; LONGEST];
        name.get_mut(..word.len())?.copy_from_slice(word.as_bytes());
        Some(Self { name, length: u8::try_from(word.len()).ok()?, family })
    }

    /// The name as printed.
    pub(super) fn word(&self) -> &str {
        let name = self.name.get(..usize::from(self.length));
        name.and_then(|name| str::from_utf8(name).ok()).unwrap_or_default()
    }

    /// The family that it belongs to.
    pub(super) const fn family(self) -> SubtypeFamily {
        self.family
    }
}

impl Subtype {
    /// The subtype of a family that a card newer than the lists has: a word with a capital that is none of them.
    pub fn of_new_card(word: &str, family: SubtypeFamily) -> Option<Self> {
        if let Some(known) = Self::all(family).find(|known| known.word() == word) {
            return Some(known);
        }
        NewSubtype::of(word, family).map(|new| Self(Which::New(new)))
    }

    /// Whether it stands in none of the lists.
    pub const fn is_new(self) -> bool {
        matches!(self.0, Which::New(_))
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
        let place = |its: &Self| match its.0 {
            Which::Listed(place) => place,
            Which::New(_) => u16::MAX,
        };
        let order = place(self).cmp(&place(other));
        match self.is_new() {
            true => order.then_with(|| (self.word(), self.family()).cmp(&(other.word(), other.family()))),
            false => order,
        }
    }
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
    fn no_number_of_others_keeps_a_new_one_out() {
        let letters = || b'a'..=b'z';
        for (one, other) in letters().flat_map(|one| letters().map(move |other| (one, other))) {
            for third in letters().take(8) {
                let word = String::from_utf8(vec![b'Z', one, other, third]).expect("letters");
                let new = Subtype::of_new_card(&word, SubtypeFamily::Creature).expect("a name");
                assert_eq!(new.word(), word);
            }
        }
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
