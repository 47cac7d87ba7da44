//! Oracle text that nobody prints: long, repeated, quoted within quotes, and put together of the grammar's own words. It is read or
//! refused with little work; how long that takes is not measured here, but how many steps.

use headjudge::oracle;
use headjudge::oracle::chart::{MOST_WORK, Reader};
use headjudge::oracle::face::{self, Why};
use headjudge::oracle::grammar::{Grammar, Item};
use headjudge::oracle::tokens::{MOST, text, tokens};

/// Whether a line is refused as too much. It is read as a permanent's and as a spell's.
fn is_too_much(line: &str) -> bool {
    let grammar = oracle::grammar();
    let words = tokens(line);
    let mut is_too_much = false;
    for (kind, is_permanent) in [("permanent-line", true), ("spell-line", false)] {
        if words.len() <= MOST {
            let mut reader = Reader::new(grammar, &words);
            reader.phrase(grammar.kind(kind).expect("a kind of line"), 0);
            // What is begun when the limit is reached is not begun again.
            assert!(
                reader.work() <= 2 * MOST_WORK || reader.work() == usize::MAX,
                "{} {line}",
                reader.work()
            );
        }
        match face::read(grammar, line, is_permanent) {
            Ok(read) => {
                drop(face::written_so(grammar, &read, is_permanent));
                drop(face::written(grammar, &read.abilities, is_permanent, None));
            }
            Err(unread) => is_too_much |= unread.why == Why::Limit,
        }
    }
    is_too_much
}

#[test]
fn what_may_be_read_in_very_many_ways_is_refused() {
    // Each of these pairs of sentences may be read as one and as two.
    let pairs = "Create a 1/1 white Soldier creature token. It gains haste. ";
    assert!(!is_too_much(&pairs.repeat(2)));
    for times in [8, 12, 19, 26] {
        is_too_much(&pairs.repeat(times));
        is_too_much(&format!("Choose one —{}", format!(" • {pairs}").repeat(times)));
    }
    assert!(is_too_much(&"Draw a card. ".repeat(60)));
    assert!(is_too_much(&"Draw a card. ".repeat(1_000)));
}

#[test]
fn what_is_repeated_is_read_or_refused_with_little_work() {
    for phrase in [
        "You may draw a card. If you do, discard a card. If you don't, you gain 1 life. ",
        "If you control a creature, ",
        "Draw a card, then ",
        "Draw a card unless you pay {1} unless ",
        "Draw cards equal to the number of creatures that share a name with ",
        "Destroy all nonblack nonred nonartifact legendary tapped attacking ",
        "Destroy target creature with flying with power 2 or less you control that's tapped ",
        "Flying, ",
        "Protection from red and from white, ",
        "Creatures you control have \"When this creature dies, target creature gains ",
        "~ has \"",
        "You get an emblem with \"",
        "• Raid — ",
        "artifact and/or creature and/or ",
        "target target ",
        "{T}, {T}: ",
    ] {
        for times in [1, 2, 5, 12, 40, 150] {
            is_too_much(&phrase.repeat(times));
            is_too_much(&format!("{}flying.", phrase.repeat(times)));
            is_too_much(&format!("{}flying.{}", phrase.repeat(times), "\"".repeat(times)));
        }
    }
}

#[test]
fn what_is_put_together_of_the_grammars_own_words_is_read_or_refused_with_little_work() {
    let grammar = oracle::grammar();
    let mut random = fastrand::Rng::with_seed(33);
    for _ in 0..150 {
        let mut words = Vec::new();
        match random.usize(0..3) {
            0 => {
                while words.len() < MOST - 10 {
                    phrase(grammar, random.usize(0..grammar.kinds.len()), 0, &mut random, &mut words);
                }
            }
            1 => {
                let steps = grammar.kind("steps").expect("what is done");
                while words.len() < MOST - 10 {
                    phrase(grammar, steps, 0, &mut random, &mut words);
                }
            }
            _ => {
                let mut part = Vec::new();
                phrase(grammar, random.usize(0..grammar.kinds.len()), 3, &mut random, &mut part);
                let between = ["and", "or", ",", ".", "•", "\"", "and/or", "with", "that"];
                while words.len() < MOST - 10 {
                    words.extend(part.iter().cloned());
                    words.push(between[random.usize(0..between.len())].to_owned());
                }
            }
        }
        words.truncate(MOST - 10);
        is_too_much(&text(&words));
    }
}

/// Puts the words of a phrase together by rows taken at random.
fn phrase(grammar: &Grammar, kind: usize, depth: usize, random: &mut fastrand::Rng, words: &mut Vec<String>) {
    let of = &grammar.kinds[kind];
    if words.len() >= MOST || depth > 20 || of.rows.is_empty() {
        words.extend(["two", "target", "creatures"].map(str::to_owned));
        return;
    }
    let row = grammar.rows.get(of.rows[random.usize(0..of.rows.len())]).expect("a row of a kind");
    for item in &row.left {
        match item {
            Item::Word(word) => words.push(word.text.to_string()),
            Item::Verb(one, other) | Item::Noun(one, other, _) => {
                words.push(if random.bool() { one } else { other }.text.to_string());
            }
            Item::Not(_) => {}
            Item::Slot(slot) => phrase(grammar, row.slots[*slot].kind, depth + 1, random, words),
        }
    }
}
