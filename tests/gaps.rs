//! What of a card is not played is told from its form alone.

#![expect(clippy::expect_used, clippy::panic, reason = "a test says what it expects by panicking")]

use std::collections::BTreeMap;

use headjudge::cards::yaml;
use headjudge::engine::{Gap, gaps};
use headjudge::ir::{Card, KeywordName};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn cards_of(folder: &str) -> Vec<Card> {
    let folder = format!("{ROOT}/{folder}");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .unwrap_or_else(|fault| panic!("{folder}: {fault}"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "yaml"))
        .collect();
    files.sort();
    files
        .iter()
        .flat_map(|file| {
            let text = std::fs::read_to_string(file).expect("a file of cards");
            yaml::read(&text).unwrap_or_else(|faults| panic!("{}: {faults:#?}", file.display()))
        })
        .collect()
}

/// The gaps of an invented card with these abilities.
fn gaps_of(abilities: &str) -> Vec<Gap> {
    let text = format!("{{name: Trial, types: Artifact, abilities: [{abilities}]}}");
    let cards = yaml::read(&text).unwrap_or_else(|faults| panic!("{abilities}: {faults:#?}"));
    cards.iter().flat_map(gaps).collect()
}

/// The word of each gap, the path to it, and why.
fn told(abilities: &str) -> Vec<(String, String, String)> {
    let gaps = gaps_of(abilities).into_iter();
    gaps.map(|gap| (gap.node, gap.path.join(" "), gap.why)).collect()
}

/// The reasons alone.
fn whys(abilities: &str) -> Vec<String> {
    gaps_of(abilities).into_iter().map(|gap| gap.why).collect()
}

/// How many of some cards have gaps, and for which reasons how many; of what stands in free words only that.
fn counted(cards: &[Card]) -> String {
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let mut with = 0;
    for card in cards {
        let mut whys: Vec<String> = gaps(card)
            .into_iter()
            .map(|gap| match gap.why.split_once(": ") {
                Some((why, words)) if gap.node == "unsupported" && !words.starts_with("the keyword ") => {
                    format!("{why}: ...")
                }
                _ => gap.why,
            })
            .collect();
        with += usize::from(!whys.is_empty());
        whys.sort();
        whys.dedup();
        for why in whys {
            *reasons.entry(why).or_default() += 1;
        }
    }
    let mut lines = vec![format!("{with} of {} cards", cards.len())];
    lines.extend(reasons.iter().map(|(why, count)| format!("{count:3} {why}")));
    lines.join("\n")
}

#[test]
fn the_cards_written_by_hand_have_these_gaps() {
    insta::assert_snapshot!(counted(&cards_of("cards")));
}

#[test]
fn the_cards_made_from_oracle_text_have_these_gaps() {
    insta::assert_snapshot!(counted(&cards_of("library")));
}

#[test]
fn the_sample_cards_have_these_gaps() {
    insta::assert_snapshot!(counted(&cards_of("tests/data/sample-cards")));
}

#[test]
fn common_abilities_have_none() {
    for ability in [
        "flying",
        "keyword: {cycling: \"{2}\"}",
        "keyword: {flashback: \"{1}{U}\"}",
        "keyword: {cumulative upkeep: \"{1}\"}",
        "keyword: {ward: {life: 2}}",
        "triggered: {when: {dies: this}, effect: [draw: {}]}",
        "triggered: {when: {nth: {n: 2, of: {casts: {who: you}}}}, effect: [draw: {}]}",
        "replacement: {of: {enters: this}, with: {enters: {tapped: true}}}",
        "static: {rules: [cant: {action: draw, who: each-player}]}",
        "static: {rules: [cant: {action: attack, what: creature, more-than: 1}]}",
        "activated: {cost: [tap], effect: [apply: {to: this, changes: [control: you], for: end-of-turn}]}",
    ] {
        assert_eq!(whys(ability), [""; 0], "{ability}");
    }
}

#[test]
fn a_gap_is_found_however_deep_it_stands() {
    let unsupported = "it asks a riddle";
    let why = format!("headjudge can't play a part of it: {unsupported}");
    let riddle = format!("unsupported: {unsupported}");
    for (ability, path) in [
        (riddle.clone(), ""),
        (format!("triggered: {{when: {{dies: this}}, effect: [may: {{do: [{riddle}]}}]}}"), "triggered may"),
        (
            format!("activated: {{cost: [tap], effect: [if: {{condition: did, then: [{riddle}]}}]}}"),
            "activated if",
        ),
        (
            format!(
                "activated: {{cost: [tap], effect: [for-each: {{of: {{each: creature}}, do: [{riddle}]}}]}}"
            ),
            "activated for-each",
        ),
        (
            format!(
                "activated: {{cost: [tap], effect: {{choose: {{at-least: 1, at-most: 1, modes: [[draw: {{}}], [{riddle}]]}}}}}}"
            ),
            "activated",
        ),
        (
            format!(
                "activated: {{cost: [tap], effect: [delayed: {{when: {{begins: {{step: end}}}}, effect: [{riddle}]}}]}}"
            ),
            "activated delayed",
        ),
        (format!("static: {{affects: {{each: creature}}, changes: [gain: [{riddle}]]}}"), "static gain"),
        (
            format!(
                "activated: {{cost: [tap], effect: [create: {{token: {{new: {{types: Artifact, abilities: [{riddle}]}}}}}}]}}"
            ),
            "activated create new",
        ),
        (
            format!("activated: {{cost: [tap], effect: [emblem: {{abilities: [{riddle}]}}]}}"),
            "activated emblem",
        ),
    ] {
        assert_eq!(told(&ability), [("unsupported".to_owned(), path.to_owned(), why.clone())], "{ability}");
    }
}

#[test]
fn a_gap_is_where_its_node_stands_and_not_where_that_is_played() {
    // What is chosen as something enters is kept; as something resolves it is not.
    let choice = "choose-player: {from: opponents, as: foe, link: foe}";
    assert_eq!(
        whys(&format!("replacement: {{of: {{enters: this}}, with: {{enters: {{do: [{choice}]}}}}}}")),
        [""; 0]
    );
    assert_eq!(
        whys(&format!("triggered: {{when: {{enters: this}}, effect: [{choice}]}}")),
        ["it keeps the chosen player for another ability"]
    );
    // An effect may make something a copy; a static ability does not.
    let copy = "copy-of: {what: target}";
    let effect =
        format!("{{targets: [creature], do: [apply: {{to: this, changes: [{copy}], for: end-of-turn}}]}}");
    assert_eq!(whys(&format!("activated: {{cost: [tap], effect: {effect}}}")), [""; 0]);
    assert_eq!(
        whys("static: {affects: this, changes: [copy-of: {what: attached}]}"),
        ["it makes something a copy"]
    );
    // A cost is paid several times as something resolves, but not to activate an ability.
    let each = "{each: {cost: {life: 1}, times: {count: creature}}}";
    assert_eq!(
        whys(&format!("triggered: {{when: {{enters: this}}, effect: [may-pay: {{cost: {each}}}]}}")),
        [""; 0]
    );
    assert_eq!(
        whys(&format!("activated: {{cost: [{each}], effect: [draw: {{}}]}}")),
        ["its cost is of a kind that headjudge does not play yet"]
    );
}

#[test]
fn what_nothing_would_ever_look_at_is_a_gap() {
    let forbids = "it forbids something in a way that headjudge does not look at yet";
    for (ability, why) in [
        ("static: {rules: [cant: {action: draw, what: creature}]}", forbids),
        (
            "activated: {cost: [tap], effect: [apply: {to: this, rules: [cant: {action: gain-life}], for: end-of-turn}]}",
            forbids,
        ),
        ("static: {rules: [cant: {action: be-destroyed, what: creature, who: opponents}]}", forbids),
        ("static: {rules: [cant: {action: attack, what: creature, fewer-than: 2}]}", forbids),
        ("static: {rules: [cant: {action: be-blocked, what: creature, without: artifact}]}", forbids),
        (
            "static: {rules: [must: {action: attack, what: creature, by-all: true}]}",
            "it demands something in a way that headjudge does not look at yet",
        ),
        (
            "static: {rules: [costs: {of: creature, less-mana: \"{G}\", at-least: 1}]}",
            "it changes a cost in a way that headjudge does not work out yet",
        ),
        (
            "activated: {cost: [tap], effect: [apply: {to: this, rules: [player-has: {who: you, keyword: hexproof}], for: end-of-turn}]}",
            "it changes a rule of the game for some objects, of which headjudge does not look at those",
        ),
        (
            "activated: {cost: [tap], effect: [apply: {to: this, changes: [{control: you}], for: {until: {dies: this}}}]}",
            "it lasts until an event that headjudge does not let an effect last for",
        ),
        (
            "activated: {cost: [tap], effect: [delayed: {when: {dies: creature}, for: {while: {exists: land}}, effect: [draw: {}]}]}",
            "it waits for so long as headjudge does not let an ability wait",
        ),
        (
            "activated: {cost: [tap], effect: [shield: {replacement: {of: {turned-face-up: this}, with: {also: [draw: {}]}}, for: end-of-turn}]}",
            "it makes a shield that headjudge does not play yet",
        ),
        (
            "triggered: {when: [{dies: this}, {state: {exists: land}}], effect: [draw: {}]}",
            "it waits for a state of the game where it would wait for an event",
        ),
        (
            "replacement: {of: {loses-game: you}, with: {also: [draw: {}]}}",
            "it does something else as a player loses the game",
        ),
        (
            "replacement: {of: {damage-reduces-life: {who: you, below: 1}}, with: {amount: 1}, may: you}",
            "it replaces an event in a way that can't be played",
        ),
        (
            "activated: {cost: [tap], effect: [create: {token: {new: {types: Artifact — Equipment}}, attached-to: this}]}",
            "a token that is no Aura is created attached to something",
        ),
        (
            "replacement: {of: {gains-life: you}, with: {prevent: {}}}",
            "it replaces an event in a way that can't be played",
        ),
    ] {
        assert_eq!(whys(ability), [why], "{ability}");
    }
}

#[test]
fn what_a_keyword_stands_for_has_no_gaps() {
    let mut unplayed = Vec::new();
    for name in KeywordName::ALL {
        let mut read = Vec::new();
        for form in
            [name.to_string(), format!("keyword: {{{name}: \"{{1}}\"}}"), format!("keyword: {{{name}: 1}}")]
        {
            let text = format!("{{name: Trial, types: Artifact, abilities: [{form}]}}");
            let Ok(cards) = yaml::read(&text) else { continue };
            let whys: Vec<String> = cards.iter().flat_map(gaps).map(|gap| gap.why).collect();
            let plain = format!("headjudge can't play a part of it: the keyword {name}");
            assert!(whys.iter().all(|why| *why == plain), "{form}: {whys:?}");
            read.push(whys.is_empty());
        }
        // What the book does not write behind a keyword is a gap; in one shape that it has each is played.
        if !read.is_empty() && !read.contains(&true) {
            unplayed.push(name);
        }
    }
    for name in unplayed {
        let both = format!("number-and-cost: {{name: {name}, count: 1, cost: \"{{1}}\"}}");
        let text = format!("{{name: Trial, types: Artifact, abilities: [keyword: {{{both}}}]}}");
        let cards = yaml::read(&text).unwrap();
        assert!(cards.iter().all(|card| gaps(card).is_empty()), "{name} is played in no shape");
    }
}

#[test]
fn no_keyword_of_a_card_is_a_gap() {
    for folder in ["cards", "library"] {
        for card in cards_of(folder) {
            let found = gaps(&card).into_iter().find(|gap| gap.why.contains(": the keyword "));
            assert!(found.is_none(), "{}: {:?}", card.name(), found.map(|gap| gap.why));
        }
    }
}
