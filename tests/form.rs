//! The ability form as a whole: its reference lists every kind of node, what is written reads as the same, and whatever can be
//! read can be played or is said not to be.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;

use fastrand::Rng;
use headjudge::cards::reference::reference;
use headjudge::cards::written::written;
use headjudge::cards::{Pool, library, yaml};
use headjudge::ir::node::{Contents, Form, Kind, Node, Shape};
use headjudge::ir::part::{KINDS, WORDS};
use headjudge::ir::tree::{Key, Tree};
use headjudge::ir::{Ability, Card, Cost, Event, Instruction, KeywordName, RuleChange, Verb, canon};
use headjudge::random::{Cards, Options, play};
use proptest::prelude::*;
use walkdir::WalkDir;

/// Goes through every kind of node and every list of words that can stand in a form of this shape.
fn reach(shape: &Shape, kinds: &mut BTreeSet<&'static str>, words: &mut BTreeSet<&'static str>) {
    match shape {
        Shape::Node(kind) => {
            let kind = kind();
            if kinds.insert(kind.name) {
                kind.bare.iter().for_each(|shape| reach(shape, kinds, words));
                reach_contents(&kind.content, kinds, words);
                kind.entries.iter().for_each(|entry| reach_contents(&entry.content, kinds, words));
                kind.sugar.iter().for_each(|sugar| reach(&Shape::Node(*sugar), kinds, words));
            }
        }
        Shape::Word(name, _) | Shape::Text(name, _) => {
            words.insert(name);
        }
        Shape::Optional(shape) | Shape::List(shape) => reach(shape, kinds, words),
        Shape::Tuple(shapes) => shapes.iter().for_each(|shape| reach(shape, kinds, words)),
        Shape::Truth | Shape::Number(..) => {}
    }
}

fn reach_contents(
    contents: &Contents,
    kinds: &mut BTreeSet<&'static str>,
    words: &mut BTreeSet<&'static str>,
) {
    match contents {
        Contents::Nothing => {}
        Contents::One(shape) => reach(shape, kinds, words),
        Contents::List(shapes) => shapes.iter().for_each(|shape| reach(shape, kinds, words)),
        Contents::Map(fields) => fields.iter().for_each(|field| reach(&field.shape, kinds, words)),
    }
}

#[test]
fn the_reference_lists_every_kind_of_node_and_every_word() {
    let (mut kinds, mut words) = (BTreeSet::new(), BTreeSet::new());
    reach(&Card::SHAPE, &mut kinds, &mut words);
    // What only play makes has a kind and is never written; a target's kind is written as a target.
    let listed: BTreeSet<&str> = KINDS.iter().map(|kind| kind.name).collect();
    let unwritten: Vec<&&str> = listed.difference(&kinds).collect();
    assert_eq!(unwritten, [&"TargetKind", &"TextWord"]);
    let unlisted: Vec<&&str> = kinds.difference(&listed).collect();
    assert!(unlisted.is_empty(), "{unlisted:?}");
    let name = |shape: &Shape| match shape {
        Shape::Word(name, _) | Shape::Text(name, _) => Some(*name),
        _ => None,
    };
    let lists: BTreeSet<&str> = WORDS.iter().filter_map(name).collect();
    let missing: Vec<&&str> = words.difference(&lists).filter(|name| **name != "text").collect();
    assert!(missing.is_empty(), "{missing:?}");
    let unused: Vec<&&str> = lists.difference(&words).collect();
    assert!(unused.is_empty(), "{unused:?}");

    let text = reference(None).expect("the whole reference");
    for kind in KINDS {
        assert!(!kind.doc.is_empty(), "{} says what it is", kind.name);
        for entry in kind.entries.iter().filter(|entry| !entry.word.is_empty()) {
            assert!(!entry.doc.is_empty(), "{} of {} says what it is", entry.word, kind.name);
            let line = format!("\n  {}", entry.word);
            let follows = |rest: &str| rest.starts_with([':', '\n']);
            assert!(
                text.split(&line).skip(1).any(follows),
                "{} of {} stands in the reference",
                entry.word,
                kind.name
            );
        }
    }
    assert!(text.lines().all(|line| line.chars().count() <= 118 || line.contains("such as  ")));
    assert!(reference(Some("destroy")).is_some_and(|text| text.contains("701.8")));
    assert_eq!(reference(Some("destory")), None);
}

#[test]
fn what_stands_alone_is_never_taken_for_the_map() {
    let mut found = Vec::new();
    for kind in KINDS {
        let maps = [&kind.content].into_iter().chain(kind.entries.iter().map(|entry| &entry.content));
        for contents in maps {
            let Contents::Map(fields) = contents else { continue };
            for field in fields.iter().filter(|field| field.alone) {
                let mut shape = field.shape;
                while let Shape::Optional(inner) = shape {
                    shape = *inner;
                }
                let Shape::Node(alone) = shape else { continue };
                let clashes = fields.iter().filter(|field| alone().has(field.word));
                found.extend(clashes.map(|field| (kind.name, field.word)));
            }
        }
    }
    // Of a target, `any` is "any target" and `in` is where a card is: such kinds of permanents stand behind `permanent`.
    assert_eq!(found, [("TargetShape", "in"), ("TargetShape", "any")]);
}

/// A random tree of a shape, of so many levels at most.
fn random_tree(rng: &mut Rng, shape: &Shape, depth: u8) -> Tree {
    match shape {
        Shape::Node(kind) => random_node(rng, kind(), depth),
        Shape::Word(_, words) => {
            let words = words();
            Tree::word(words.get(rng.usize(0..words.len().max(1))).copied().unwrap_or_default())
        }
        // Names are few, so that they meet.
        Shape::Text("name", _) => {
            Tree::word(["one", "two", "kicker"].get(rng.usize(0..3)).copied().unwrap_or("one"))
        }
        Shape::Text(_, samples) => match samples.get(rng.usize(0..samples.len().max(1))) {
            Some(sample) => sample.parse().map_or_else(|_| Tree::word(*sample), Tree::number),
            None => Tree::word("Text"),
        },
        Shape::Truth => Tree::truth(rng.bool()),
        Shape::Number(..) => Tree::number(rng.i64(0..4)),
        Shape::Optional(shape) => random_tree(rng, shape, depth),
        Shape::List(shape) => {
            let count = if depth == 0 { 0 } else { rng.usize(0..3) };
            Tree::list((0..count).map(|_| random_tree(rng, shape, depth.saturating_sub(1))).collect())
        }
        Shape::Tuple(shapes) => {
            Tree::list(shapes.iter().map(|shape| random_tree(rng, shape, depth)).collect())
        }
    }
}

fn random_node(rng: &mut Rng, kind: &Kind, depth: u8) -> Tree {
    let depth_below = depth.saturating_sub(1);
    if kind.is_map() {
        return random_contents(rng, &kind.content, depth_below);
    }
    let full: Vec<_> =
        kind.entries.iter().filter(|entry| !matches!(entry.content, Contents::Nothing)).collect();
    let words = kind.all_words();
    let sugar = kind.sugar.map(|sugar| sugar()).filter(|_| rng.u8(0..3) == 0 || kind.entries.is_empty());
    if let Some(sugar) = sugar {
        return random_node(rng, sugar, depth);
    }
    let bare = kind.bare.get(rng.usize(0..kind.bare.len().max(1)));
    match rng.u8(0..4) {
        0 | 1 if depth > 0 && !full.is_empty() => {}
        2 if bare.is_some() && depth > 0 => {
            return bare.map_or_else(Tree::nothing, |shape| random_tree(rng, shape, depth_below));
        }
        _ if !words.is_empty() => {
            return Tree::word(words.get(rng.usize(0..words.len())).copied().unwrap_or_default());
        }
        _ if bare.is_some() => return bare.map_or_else(Tree::nothing, |shape| random_tree(rng, shape, 0)),
        _ => {}
    }
    let Some(entry) = full.get(rng.usize(0..full.len().max(1))) else { return Tree::list(Vec::new()) };
    let word = match entry.word {
        "" => KeywordName::ALL.get(rng.usize(0..KeywordName::ALL.len())).map_or("", |name| name.word()),
        word => word,
    };
    Tree::one(word, random_contents(rng, &entry.content, depth_below))
}

fn random_contents(rng: &mut Rng, contents: &Contents, depth: u8) -> Tree {
    match contents {
        Contents::Nothing => Tree::nothing(),
        Contents::One(shape) => random_tree(rng, shape, depth),
        Contents::List(shapes) => {
            Tree::list(shapes.iter().map(|shape| random_tree(rng, shape, depth)).collect())
        }
        Contents::Map(fields) => {
            let mut entries = Vec::new();
            for field in *fields {
                let optional = field.optional || matches!(field.shape, Shape::Optional(_) | Shape::Truth);
                if !optional || rng.u8(0..4) == 0 {
                    let key = Key { word: field.word.to_owned(), span: Default::default() };
                    entries.push((key, random_tree(rng, &field.shape, depth)));
                }
            }
            Tree::map(entries)
        }
    }
}

/// A card with a random ability; none where what came out is refused.
fn random_card(seed: u64) -> Option<Card> {
    let mut rng = Rng::with_seed(seed);
    let depth = rng.u8(2..7);
    // What is refused is drawn again, so that most seeds make a card.
    (0..20).find_map(|_| {
        let ability = Ability::read(&random_tree(&mut rng, &Ability::SHAPE, depth)).ok()?;
        let types = match ability {
            Ability::Spell(_) | Ability::AdditionalCost(_) | Ability::AlternativeCost(_) => "types: Sorcery",
            _ => "types: Artifact Creature — Golem\n  power: 1\n  toughness: 1",
        };
        let text = format!("- name: Trial {seed}\n  cost: \"{{0}}\"\n  {types}\n");
        let mut card = yaml::read(&text).expect("a card").remove(0);
        card.faces.iter_mut().for_each(|face| face.abilities.push(ability.clone()));
        yaml::read(&written(&card)).is_ok().then_some(card)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_of_a_random_form_reads_as_the_same(seed in any::<u64>()) {
        if let Some(card) = random_card(seed) {
            let text = written(&card);
            let read = yaml::read(&text).unwrap_or_else(|faults| panic!("{text}\n{faults:#?}"));
            prop_assert_eq!(&read, &[card], "{}", text);
        }
    }
}

#[test]
fn what_stands_alone_is_no_word_that_means_something_else() {
    let text = "- name: Trial\n  cost: \"{0}\"\n  types: Sorcery\n  abilities:\n  - spell: {targets: [{permanent: spell}, spell], do: [proliferate]}\n";
    let card = yaml::read(text).expect("a card").remove(0);
    assert!(written(&card).contains("targets: [{permanent: spell}, spell]"), "{}", written(&card));
}

#[test]
fn the_canonical_form_holds_together_and_is_its_own() {
    let bundled = library::FILES.iter().flat_map(|file| yaml::read(file.text).expect(file.path));
    for card in bundled.chain((0..2000).filter_map(random_card)) {
        let canonical = canon::card(&card);
        let text = written(&canonical);
        let read = yaml::read(&text).unwrap_or_else(|faults| panic!("{text}\n{faults:#?}"));
        assert_eq!(read, std::slice::from_ref(&canonical), "{text}");
        assert_eq!(canon::card(&canonical), canonical, "{text}");
        assert!(canon::are_same(&card, &canonical), "{text}");
    }
}

/// Random forms in random games: what they can't do is undecided, and nothing breaks. `HEADJUDGE_FORM_ROUNDS` plays more of them.
#[test]
#[expect(clippy::disallowed_methods, reason = "how many games is for who starts the test to say")]
fn random_forms_are_played_or_undecided() {
    let rounds =
        std::env::var("HEADJUDGE_FORM_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(1);
    let mut faults: Vec<String> = Vec::new();
    for round in 0..rounds {
        let mut pool = Pool::new();
        let mut made = BTreeSet::new();
        for seed in (0..400).map(|seed| round * 400 + seed) {
            if let Some(card) = random_card(seed) {
                let text = written(&card);
                pool.add_file(&format!("trial-{seed}.yaml"), &text)
                    .expect("a definition that was read before");
                made.insert(card.name());
            }
        }
        assert!(made.len() > 200, "{} of 400 seeds made a card", made.len());
        let cards = Cards::of(&pool).only(|name| made.contains(name));
        let options = Options { turns: 8, steps: 300, again: false, ..Options::default() };
        faults.extend((0..60).map(|seed| play(&cards, options, round * 60 + seed)).filter_map(|report| {
            let fault = report.fault?;
            Some(format!("seed {}: {}\n{}\n{}", report.seed, fault.what, fault.deed, fault.trace))
        }));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Where debug text may be made in the library, and why: never to ask a form anything.
const DEBUG_TEXT: &[(&str, &str)] = &[
    ("src/why/apart.rs", "what is known of two objects is compared"),
    ("src/board/library.rs", "a name is quoted"),
    ("src/mending/lint.rs", "two whole traces are compared"),
    ("src/cli/maintain.rs", "a date is quoted"),
    ("src/random/", "faults of headjudge's own are told to its makers"),
];

#[test]
fn no_form_is_asked_through_its_debug_text() {
    let mut found = Vec::new();
    for entry in WalkDir::new("src").sort_by_file_name().into_iter().filter_map(Result::ok) {
        let path = entry.path().to_string_lossy().replace('\\', "/");
        if !path.ends_with(".rs") || DEBUG_TEXT.iter().any(|(allowed, _)| path.starts_with(allowed)) {
            continue;
        }
        let text = fs::read_to_string(entry.path()).expect("a source file");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = code.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
        found.extend(
            lines
                .filter(|(_, line)| line.contains(":?}") || line.contains(":#?}"))
                .map(|(number, line)| format!("{path}:{}: {}", number + 1, line.trim())),
        );
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The deeds of what a card says: of an instruction and a cost, an event, and what can't be done; each of them may be left out.
fn deeds_of(instruction: &str, cost: &str, event: &str, action: &str) -> Vec<Option<Verb>> {
    let mut abilities = vec![format!("{{activated: {{cost: [{cost}], effect: [{instruction}]}}}}")];
    if !event.is_empty() {
        abilities.push(format!("{{triggered: {{when: {{{event}}}, effect: []}}}}"));
    }
    if !action.is_empty() {
        abilities.push(format!("{{static: {{rules: [{{cant: {{action: {action}}}}}]}}}}"));
    }
    let text = format!("{{name: Trial, types: Artifact, abilities: [{}]}}", abilities.join(", "));
    let cards = yaml::read(&text).expect("a card that holds together");
    let abilities = cards.iter().flat_map(|card| &card.faces).flat_map(|face| &face.abilities);
    abilities
        .flat_map(|ability| match ability {
            Ability::Activated(it) => {
                let done = it.effect.does.iter().map(Instruction::verb);
                it.cost.0.iter().map(Cost::verb).chain(done).collect()
            }
            Ability::Triggered(it) => vec![it.when.verb()],
            Ability::Static(it) => it
                .rules
                .iter()
                .map(|rule| if let RuleChange::Cant(it) = rule { Some(it.action.verb()) } else { None })
                .collect(),
            _ => vec![None],
        })
        .collect()
}

#[test]
fn a_deed_is_the_same_wherever_it_stands() {
    for (verb, instruction, cost, event, action) in [
        (
            Verb::Sacrifice,
            "sacrifice: {these: this}",
            "sacrifice: {what: creature}",
            "sacrifices: {who: you}",
            "be-sacrificed",
        ),
        (Verb::Discard, "discard: {count: 2}", "discard-this", "discards: {who: you}", ""),
        (Verb::Discard, "discard: {whole-hand: true}", "discard-random: 2", "discards: {who: you}", ""),
        (Verb::Exile, "exile: this", "exile: {what: creature, from: graveyard}", "", ""),
        (Verb::Exile, "exile: this", "exile-top: 2", "", ""),
        (
            Verb::Put,
            "put: {what: this, to: hand}",
            "put: {what: creature, from: exile, to: graveyard}",
            "",
            "",
        ),
        (Verb::Return, "", "return-this", "", ""),
        (Verb::Mill, "mill: {count: 1}", "mill: 1", "", ""),
        (Verb::Draw, "draw: {}", "draw: 1", "draws: you", "draw"),
        (Verb::Destroy, "destroy: {what: this}", "", "destroyed: creature", "be-destroyed"),
        (Verb::Counter, "counter: {what: this}", "", "countered: creature", "be-countered"),
        (Verb::Regenerate, "regenerate: this", "", "", "be-regenerated"),
        (Verb::Transform, "transform: this", "", "transforms: creature", "transform"),
        (Verb::Tap, "tap: this", "tap: {what: creature}", "becomes-tapped: creature", ""),
        (Verb::Untap, "untap: this", "untap", "becomes-untapped: creature", "become-untapped"),
        (Verb::Attach, "attach: {to: this}", "", "becomes-attached: {what: creature}", ""),
        (Verb::Unattach, "unattach: this", "unattach-this", "becomes-unattached: {what: creature}", ""),
        (
            Verb::PutCounters,
            "put-counters: {kind: +1/+1, on: this}",
            "put-counters: {kind: +1/+1}",
            "counters-put: {on: creature}",
            "get-counters",
        ),
        (
            Verb::RemoveCounters,
            "remove-counters: {from: this}",
            "remove-counters: {kind: +1/+1}",
            "counters-removed: {from: creature}",
            "",
        ),
        (Verb::TurnFaceUp, "turn-face-up: this", "", "turned-face-up: creature", ""),
        (Verb::Block, "become-blocked: this", "", "blocks: creature", "be-blocked"),
        (Verb::Damage, "damage: {amount: 1, to: this}", "", "deals-damage: {source: creature}", ""),
        (
            Verb::PayLife,
            "pay-any-life: {link: paid}",
            "life: 2",
            "does: {who: you, what: pay-life}",
            "pay-life",
        ),
        (Verb::GainLife, "gain-life: {amount: 1}", "", "gains-life: you", "gain-life"),
        (Verb::LoseLife, "lose-life: {amount: 1}", "", "loses-life: you", "lose-life"),
        (
            Verb::Reveal,
            "reveal: {what: this}",
            "reveal: {what: creature}",
            "becomes: {what: creature, as: reveal-first-draw}",
            "",
        ),
        (Verb::Search, "search: {for: creature, as: found}", "", "does: {who: you, what: search}", "search"),
        (Verb::Cast, "cast: {what: this}", "", "casts: {who: you}", "cast"),
        (Verb::LoseGame, "lose-game: you", "", "loses-game: you", "lose-game"),
        (Verb::WinGame, "win-game: you", "", "", "win-game"),
        (Verb::Explore, "do: {action: explore}", "", "becomes: {what: creature, as: explore}", ""),
        (Verb::Investigate, "do: {action: investigate}", "", "does: {who: you, what: investigate}", ""),
        (
            Verb::Become,
            "designate: {who: you, as: monarch}",
            "",
            "does: {who: you, what: become-monarch}",
            "",
        ),
        (
            Verb::Become,
            "designate: {who: this, as: suspected}",
            "",
            "becomes: {what: this, as: suspected}",
            "",
        ),
        (Verb::RollDice, "roll-die: {sides: 6}", "", "does: {who: you, what: roll-dice}", ""),
    ] {
        let deeds = deeds_of(instruction, &braced(cost), event, action);
        assert!(!deeds.is_empty());
        assert!(deeds.iter().all(|deed| *deed == Some(verb)), "{verb:?}: {deeds:?}");
    }
}

/// A cost that is a map, as an item of a list.
fn braced(cost: &str) -> String {
    if cost.contains(':') { format!("{{{cost}}}") } else { cost.to_owned() }
}

#[test]
fn every_instruction_and_cost_is_a_deed_or_none() {
    // These say whether and how often others are followed, keep something for later, or make an effect; mana is spent.
    const NO_DEED: [&str; 26] = [
        "may",
        "may-pay",
        "if",
        "repeat",
        "again",
        "for-each",
        "part",
        "when-you-do",
        "when-you-do-if",
        "delayed",
        "set-life",
        "count",
        "note",
        "link",
        "extra-phase",
        "extra-step",
        "undesignate",
        "apply",
        "shield",
        "unsupported",
        "mana",
        "mana-times",
        "one-of",
        "each",
        "its-mana-cost",
        "loyalty",
    ];
    // Those whose word is not their verb's.
    const OTHERWISE: [&str; 23] = [
        "do",
        "exile-materials",
        "designate",
        "emblem",
        "phase-out-until",
        "remove-blocker",
        "become-blocked",
        "exchange-control",
        "exchange-cards",
        "exchange-life",
        "reveal-until",
        "reveal-hand",
        "choose-one",
        "choose-counter",
        "choose-word",
        "choose-player",
        "change-targets",
        "reselect",
        "pay-any-life",
        "pay-any-energy",
        "roll-die",
        "life",
        "exile-top",
    ];
    let kinds = [&<Instruction as Form>::KIND, &<Cost as Form>::KIND];
    for entry in kinds.into_iter().flat_map(|kind| kind.entries) {
        let known = Verb::from_word(entry.word).is_some()
            || NO_DEED.contains(&entry.word)
            || OTHERWISE.contains(&entry.word)
            || ["loyalty-x", "tap-power"].contains(&entry.word);
        assert!(known, "{} is neither a deed nor none", entry.word);
    }
}

/// Whether such a node stands directly in some contents, in a list or by itself.
fn holds(contents: &Contents, kind: &str) -> bool {
    fn is(shape: &Shape, kind: &str) -> bool {
        match shape {
            Shape::Node(its) => its().name == kind,
            Shape::Optional(shape) | Shape::List(shape) => is(shape, kind),
            Shape::Tuple(shapes) => shapes.iter().any(|shape| is(shape, kind)),
            Shape::Word(..) | Shape::Text(..) | Shape::Truth | Shape::Number(..) => false,
        }
    }
    match contents {
        Contents::Nothing => false,
        Contents::One(shape) => is(shape, kind),
        Contents::List(shapes) => shapes.iter().any(|shape| is(shape, kind)),
        Contents::Map(fields) => fields.iter().any(|field| is(&field.shape, kind)),
    }
}

#[test]
fn what_is_made_up_of_others_says_so() {
    let made_of_its_own = |kind: &Kind| -> Vec<&str> {
        let entries = kind.entries.iter().filter(|entry| holds(&entry.content, kind.name));
        entries.map(|entry| entry.word).collect()
    };
    // `Event::made` and `Instruction::courses` answer for these; for all others they say that there is nothing.
    // What makes another ability trigger is that ability's event, and not what is waited for.
    assert_eq!(
        made_of_its_own(&<Event as Form>::KIND),
        ["any", "one-or-more", "nth", "triggers", "caused-by", "provided"]
    );
    let courses = ["may", "may-pay", "if", "repeat", "again", "for-each", "choose-one", "part"];
    assert_eq!(made_of_its_own(&<Instruction as Form>::KIND), courses);
}
