//! What a keyword means is held against what is printed in brackets behind it, read by the same grammar.
//!
//! It needs the Oracle data beside the project and skips itself, saying so, where that is absent.

use std::collections::{BTreeMap, BTreeSet};

use headjudge::cards::written::on_one_line;
use headjudge::engine::additional::keyword_abilities::meaning;
use headjudge::ir::node::Node as _;
use headjudge::ir::{Ability, Keyword};
use headjudge::oracle::{self, face, normal};

mod oracle_data;

/// A keyword with what is printed behind it.
struct Reminder {
    keyword: Keyword,
    text: String,
    card: String,
}

/// The keywords of real cards that are explained there.
fn reminders() -> Option<Vec<Reminder>> {
    let cards = oracle_data::cards()?;
    let mut found = Vec::new();
    for it in &cards {
        for face in it.printed.iter().flat_map(|printed| &printed.faces) {
            let is_permanent = face.types.is_permanent();
            for line in face.text.lines() {
                let Some((before, rest)) = line.split_once('(') else { continue };
                let Some((inside, "")) = rest.split_once(')') else { continue };
                let words = normal::lines(before, &face.name, false).join(" ");
                let Ok(read) = face::read(oracle::grammar(), &words, is_permanent) else { continue };
                let [Ability::Keyword(keyword)] = read.abilities.as_slice() else { continue };
                let text = normal::lines(inside, &face.name, false).join(" ");
                let text = SHORT.iter().fold(text, |text, (short, long)| text.replace(short, long));
                found.push(Reminder { keyword: keyword.clone(), text, card: it.name.clone() });
            }
        }
    }
    Some(found)
}

/// Reminder text is shorter than rules text: what it says, and what a card says for that.
const SHORT: [(&str, &str); 11] = [
    ("Equip only as", "Activate only as"),
    ("Fortify only as", "Activate only as"),
    ("Scavenge only as", "Activate only as"),
    ("Level up only as", "Activate only as"),
    ("Outlast only as", "Activate only as"),
    ("counter on this.", "counter on ~."),
    ("Attach to target", "Attach ~ to target"),
    ("attach this to it", "attach ~ to it"),
    ("has no color", "is colorless"),
    ("When it attacks", "When ~ attacks"),
    ("This enters", "~ enters"),
];

/// The abilities that a text says, the longest first that some of its sentences say together.
fn abilities(text: &str) -> Option<Vec<Ability>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    let ends: Vec<usize> = text.match_indices(". ").map(|(place, _)| place + 1).chain([text.len()]).collect();
    ends.into_iter().rev().find_map(|end| {
        let (first, rest) = text.split_at(end);
        let its = face::read(oracle::grammar(), first, true).ok()?.abilities;
        Some([its, abilities(rest.trim_start())?].concat())
    })
}

fn on_lines(abilities: &[Ability]) -> String {
    abilities.iter().map(|it| on_one_line(&it.written())).collect::<Vec<_>>().join("\n        ")
}

/// Keywords whose reminder text agrees with what the engine plays; they may only become more.
const AGREE: usize = 27;

/// Reminder text that says otherwise, and why neither is wrong.
const OTHERWISE: [(&str, &str); 3] = [
    (
        "cumulative upkeep",
        "the keyword asks whether it is still there, and chooses of its cost for each counter (702.24a)",
    ),
    ("equip", "of a kind of creature it leaves out that it is a creature (702.6c)"),
    ("sunburst", "it says what this card gets, and the keyword what each kind of object does (702.44a)"),
];

/// Keywords whose reminder text is not read, and what of it no rules text says. There are more, of keywords that have come to be
/// played since.
const NOT_READ: [(&str, &str); 46] = [
    ("aura swap", "exchanging the object itself with a card in a hand"),
    ("bloodthirst", "damage that an opponent was dealt before"),
    ("buyback", "a sentence on the payment, and where the spell goes as it resolves"),
    ("cascade", "\"costs less\", and casting one of the exiled cards"),
    ("champion", "sacrificing unless something is exiled"),
    ("cipher", "an encoded card"),
    ("conspire", "what is tapped as a spell is cast"),
    ("crew", "any number with a total power as a cost"),
    ("devour", "what was sacrificed as it entered"),
    ("dredge", "milling in place of drawing, and then \"if you do\""),
    ("echo", "\"since the beginning of your last upkeep\""),
    ("embalm", "a copy without a mana cost"),
    ("equip", "a sentence on how Equipment enters, on a few cards"),
    ("eternalize", "a copy without a mana cost"),
    ("evoke", "a sentence on the payment"),
    ("evolve", "either of two comparisons"),
    ("extort", "a hybrid symbol as a price, and that much life"),
    ("fabricate", "one of two orders"),
    ("fading", "\"if you can't\""),
    ("firebending", "how long mana lasts"),
    ("flanking", "a creature without the keyword"),
    ("fortify", "a sentence on how Fortifications enter, on one card"),
    ("graft", "moving a counter to what enters"),
    ("haunt", "a card that haunts"),
    ("hideaway", "\"exile one face down\""),
    ("madness", "\"discard it into exile\""),
    ("mentor", "a lesser power"),
    ("modular", "\"its counters\" of what has died"),
    ("ninjutsu", "an unblocked attacker as a cost"),
    ("rampage", "each creature beyond the first"),
    ("ravenous", "a condition on X"),
    ("reconfigure", "two abilities in one sentence"),
    ("recover", "a card that is put into a graveyard beside it"),
    ("renown", "being renowned"),
    ("saddle", "any number with a total power as a cost"),
    ("station", "\"its power\" of what was tapped"),
    ("storm", "copying for each spell before"),
    ("suspend", "another way to pay"),
    ("training", "attacking with another"),
    ("transfigure", "the same mana value"),
    ("transmute", "the same mana value"),
    ("umbra armor", "two things instead of one"),
    ("unearth", "a sentence of two conditions"),
    ("unleash", "entering in one of two ways"),
    ("vanishing", "the last counter of those just spoken of"),
    ("ward", "some of its costs"),
];

#[test]
fn reminder_text_says_what_the_keyword_means() {
    let Some(reminders) = reminders() else { return };
    let (mut seen, mut same) = (BTreeSet::new(), BTreeSet::new());
    let mut otherwise: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut not_read: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for it in &reminders {
        let name = it.keyword.name().word();
        let meant = meaning(&it.keyword);
        // Rules of the game look at the others (702), or they are not played.
        let is_played = !meant.is_empty() && !matches!(meant.as_slice(), [Ability::Unsupported(_)]);
        if !is_played || !seen.insert((&it.keyword, &it.text)) {
            continue;
        }
        match abilities(&it.text) {
            None => not_read.entry(name).or_default().push(format!("{}: {}", it.card, it.text)),
            Some(said) if face::mean_the_same(&said, &meant) => {
                same.insert(name);
            }
            Some(said) => {
                let (said, meant) = (on_lines(&said), on_lines(&meant));
                let shown =
                    format!("{}: {}\n    said\n        {said}\n    meant\n        {meant}", it.card, it.text);
                otherwise.entry(name).or_default().push(shown);
            }
        }
    }
    let is_listed = |list: &[(&str, &str)], name: &str| list.iter().any(|(listed, _)| *listed == name);
    let mut faults = Vec::new();
    for (name, of) in otherwise.iter().filter(|(name, _)| !is_listed(&OTHERWISE, name)) {
        faults.push(format!("{name} means something else than its reminder text:\n{}", of.join("\n")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    for (list, found) in [(&OTHERWISE[..], &otherwise), (&NOT_READ[..], &not_read)] {
        for (name, why) in list {
            assert!(found.contains_key(name), "{name} is listed for nothing: {why}");
        }
    }
    assert!(same.len() >= AGREE, "only {} agree: {same:?}", same.len());
}
