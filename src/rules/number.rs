//! Rule numbers of any edition, in the order of the book.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use serde::Serialize;

/// The number of a chapter (`4`), section (`406`), rule (`406.3`) or subrule (`406.3a`) in some edition.
///
/// The order is the order of the book: 702.9 stands before 702.10, and 704.5z before 704.5aa. Chapters are 1 to 9,
/// rules 1 to 1023; a subrule has one or two letters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleNumber(u32);

// INVARIANT: from the highest bit: the chapter, the section within it plus one, the rule, the letters counted
// from a = 1. What is absent is zero, so a heading stands before what it heads.
const LETTER_BITS: u32 = 10;
const RULE_BITS: u32 = 10;
const SECTION_BITS: u32 = 7;
const RULE_SHIFT: u32 = LETTER_BITS;
const SECTION_SHIFT: u32 = RULE_SHIFT + RULE_BITS;
const CHAPTER_SHIFT: u32 = SECTION_SHIFT + SECTION_BITS;

impl RuleNumber {
    /// The first heading of every edition, to fill a table with before it is computed.
    pub(super) const CHAPTER_ONE: Self = Self(1 << CHAPTER_SHIFT);

    /// Reads a number as the book prints it, without a closing full stop: `4`, `406`, `406.3`, `406.3a`.
    ///
    /// Leading zeros, capitals and blanks are no number.
    pub const fn parse(text: &str) -> Option<Self> {
        let (first, section, mut rest) = match text.as_bytes() {
            [first @ b'1'..=b'9'] => (*first, 0, &[] as &[u8]),
            [first @ b'1'..=b'9', tens @ b'0'..=b'9', ones @ b'0'..=b'9', rest @ ..] => {
                (*first, digit(*tens) * 10 + digit(*ones) + 1, rest)
            }
            _ => return None,
        };
        let head = (digit(first) << CHAPTER_SHIFT) | (section << SECTION_SHIFT);
        match rest {
            [] => return Some(Self(head)),
            [b'.', b'1'..=b'9', ..] => {
                if let [_, after @ ..] = rest {
                    rest = after;
                }
            }
            _ => return None,
        }
        let mut rule = 0;
        while let [next @ b'0'..=b'9', after @ ..] = rest {
            rule = rule * 10 + digit(*next);
            if rule >> RULE_BITS != 0 {
                return None;
            }
            rest = after;
        }
        let letters = match rest {
            [] => 0,
            [only @ b'a'..=b'z'] => letter(*only),
            [first @ b'a'..=b'z', second @ b'a'..=b'z'] => letter(*first) * 26 + letter(*second),
            _ => return None,
        };
        Some(Self(head | (rule << RULE_SHIFT) | letters))
    }

    /// The chapter, 1 to 9.
    pub const fn chapter(self) -> u32 {
        self.0 >> CHAPTER_SHIFT
    }

    /// The section's three digits, such as 406; nothing for a chapter.
    pub const fn section(self) -> Option<u32> {
        match (self.0 >> SECTION_SHIFT) & ((1 << SECTION_BITS) - 1) {
            0 => None,
            section => Some(self.chapter() * 100 + section - 1),
        }
    }

    /// The rule's number within its section, such as the 3 of 406.3a; nothing for chapters and sections.
    pub const fn rule(self) -> Option<u32> {
        match (self.0 >> RULE_SHIFT) & ((1 << RULE_BITS) - 1) {
            0 => None,
            rule => Some(rule),
        }
    }

    /// Whether this is a subrule, which has letters.
    pub const fn is_subrule(self) -> bool {
        self.letters() != 0
    }

    /// The number this one stands under: a subrule's rule, a rule's section, a section's chapter.
    pub const fn parent(self) -> Option<Self> {
        let shift = if self.is_subrule() {
            RULE_SHIFT
        } else if self.rule().is_some() {
            SECTION_SHIFT
        } else if self.section().is_some() {
            CHAPTER_SHIFT
        } else {
            return None;
        };
        Some(Self((self.0 >> shift) << shift))
    }

    /// Whether the number stands under another at any depth; none stands under itself.
    pub fn stands_under(self, above: Self) -> bool {
        std::iter::successors(self.parent(), |number| number.parent()).any(|parent| parent == above)
    }

    /// The place under the parent: the letters counted from a = 1, the rule's number, the section's two last digits
    /// counted from 1, or the chapter.
    pub const fn place(self) -> u32 {
        if self.is_subrule() {
            return self.letters();
        }
        match (self.rule(), self.section()) {
            (Some(rule), _) => rule,
            (None, Some(section)) => section % 100 + 1,
            (None, None) => self.chapter(),
        }
    }

    /// The order of the book as a plain number, for constant evaluation.
    pub(super) const fn order(self) -> u32 {
        self.0
    }

    const fn letters(self) -> u32 {
        self.0 & ((1 << LETTER_BITS) - 1)
    }
}

impl fmt::Display for RuleNumber {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(section) = self.section() else {
            return write!(formatter, "{}", self.chapter());
        };
        write!(formatter, "{section}")?;
        if let Some(rule) = self.rule() {
            write!(formatter, ".{rule}")?;
        }
        let letters = self.letters();
        if letters > 26 {
            formatter.write_char(as_letter((letters - 1) / 26))?;
        }
        if letters > 0 {
            formatter.write_char(as_letter((letters - 1) % 26 + 1))?;
        }
        Ok(())
    }
}

impl fmt::Debug for RuleNumber {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "RuleNumber({self})")
    }
}

impl FromStr for RuleNumber {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text).ok_or(())
    }
}

impl Serialize for RuleNumber {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

const fn digit(byte: u8) -> u32 {
    (byte - b'0') as u32
}

const fn letter(byte: u8) -> u32 {
    (byte - b'a') as u32 + 1
}

fn as_letter(position: u32) -> char {
    char::from_digit(position + 9, 36).unwrap_or('?')
}

#[cfg(test)]
mod tests {
    use super::RuleNumber;

    fn number(text: &str) -> RuleNumber {
        RuleNumber::parse(text).expect(text)
    }

    #[test]
    fn numbers_print_as_they_are_read() {
        for text in ["4", "400", "499", "406.3", "702.190", "704.5a", "704.5z", "704.5aa", "704.5zz"] {
            assert_eq!(number(text).to_string(), text);
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in [
            "", "0", "12", "406.", "406.0", "406.03", "406.3A", "406.3aaa", "406.3a.", " 406", "406.9999",
            "4.6", "é",
        ] {
            assert_eq!(RuleNumber::parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_order_is_that_of_the_book() {
        let book = [
            "3", "4", "400", "400.1", "400.2", "400.10", "702.9", "702.9a", "702.10", "704.5z", "704.5aa",
            "9",
        ];
        assert!(book.map(number).is_sorted());
    }

    #[test]
    fn parents_lead_to_the_chapter() {
        assert_eq!(number("704.5aa").parent(), Some(number("704.5")));
        assert_eq!(number("704.5").parent(), Some(number("704")));
        assert_eq!(number("704").parent(), Some(number("7")));
        assert_eq!(number("7").parent(), None);
        assert!(number("704.5aa").stands_under(number("7")) && !number("704").stands_under(number("704")));
        let places = ["704.5aa", "704.5", "704", "7"].map(|text| number(text).place());
        assert_eq!(places, [27, 5, 5, 7]);
    }
}
