//! The index of the pinned edition, made from `rules/index.tsv` when the library is built.

use super::number::RuleNumber;
use super::texts::Texts;

// For every rule of the pinned edition, in the order of the book, `NUMBER_TEXTS`: the number as the book prints it; `HEADINGS`: the
// heading of a chapter, a section, or a rule that is a heading, and an empty text for all others; `FINGERPRINTS`: that of the
// rule's words, as `book::fingerprint` computes it.
include!(concat!(env!("OUT_DIR"), "/rules_index.rs"));

/// The numbers of all rules, read when the library is compiled.
pub(super) static NUMBERS: [RuleNumber; FINGERPRINTS.len()] = {
    let mut numbers = [RuleNumber::CHAPTER_ONE; FINGERPRINTS.len()];
    let mut previous = 0;
    let mut place = 0;
    let mut room: &mut [RuleNumber] = &mut numbers;
    while let [slot, room_after @ ..] = room {
        let Some(number) = RuleNumber::parse(NUMBER_TEXTS.get(place)) else {
            panic_at_compile_time("rules/index.tsv has a malformed number")
        };
        if number.order() <= previous {
            panic_at_compile_time("rules/index.tsv is not in the order of the book");
        }
        *slot = number;
        previous = number.order();
        place += 1;
        room = room_after;
    }
    numbers
};

/// Where a number stands in [`NUMBERS`].
pub(super) const fn position(number: RuleNumber) -> Option<u16> {
    let wanted = number.order();
    // INVARIANT: the rules left stand between `before` and what follows; halving ends after twelve rounds.
    let mut rest: &[RuleNumber] = &NUMBERS;
    let mut before = 0;
    loop {
        let (low, high) = rest.split_at(rest.len() / 2);
        let [middle, above @ ..] = high else { return None };
        if middle.order() == wanted {
            return Some((before + low.len()) as u16);
        }
        if middle.order() < wanted {
            before += low.len() + 1;
            rest = above;
        } else {
            rest = low;
        }
    }
}

#[expect(clippy::panic, reason = "called in constants only, where a panic is a compile error")]
const fn panic_at_compile_time(message: &str) -> ! {
    panic!("{}", message)
}
