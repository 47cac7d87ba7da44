//! The bundled card library: as it is read, as it is found, and against the Oracle data of real cards.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::LazyLock;

use flate2::read::GzDecoder;
use headjudge::cards::written::written;
use headjudge::cards::{Pool, library, yaml};
use headjudge::engine::gaps;
use headjudge::ir::card::Fingerprint;
use headjudge::ir::{Card, Color, Face, Layout, Subtype};
use serde_json::Value;
use walkdir::WalkDir;

/// The cards of the files in a folder of the project.
fn cards_in(folder: &str) -> Vec<Card> {
    let mut cards = Vec::new();
    for entry in WalkDir::new(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).sort_by_file_name() {
        let path = entry.expect("a file").into_path();
        if path.extension().is_some_and(|extension| extension == "yaml") {
            let text = std::fs::read_to_string(&path).expect("its text");
            cards.extend(yaml::read(&text).map_err(|faults| (path, faults)).expect("cards"));
        }
    }
    cards
}

/// Every bundled card, file by file, read without the index.
fn bundled() -> &'static [Card] {
    static CARDS: LazyLock<Vec<Card>> = LazyLock::new(|| [cards_in("cards"), cards_in("library")].concat());
    &CARDS
}

#[test]
fn every_bundled_card_is_found_by_each_of_its_names() {
    let pool = Pool::new();
    let cards = bundled();
    assert!(cards.len() >= 18_000, "{} cards", cards.len());
    for card in cards {
        let faces = card.faces.iter().map(|face| face.name.clone());
        for name in faces.chain([card.name()]) {
            let found = pool.get(&name).expect("a readable card").unwrap_or_else(|| panic!("no {name}"));
            // A prepare spell may be named as a card of its own is, which is found then.
            let inset = card.layout == Layout::Prepare && name != card.name();
            if inset && found.name() == name {
                continue;
            }
            // Both cards of a meld pair have the permanent that they become on their backs.
            let melded = |card: &Card| card.faces.get(1).filter(|_| card.layout == Layout::Meld).cloned();
            match melded(card).filter(|back| back.name == name) {
                Some(back) => assert_eq!(melded(&found), Some(back), "{name}"),
                None => assert_eq!(*found, *card, "{name}"),
            }
        }
    }
}

#[test]
fn the_index_names_the_cards_and_no_others() {
    let pool = Pool::new();
    let listed: Vec<&str> = pool.names().collect();
    let unique: BTreeSet<&str> = listed.iter().copied().collect();
    assert_eq!(listed.len(), unique.len(), "a name is listed twice");
    let cards = bundled();
    let written: BTreeSet<String> = cards.iter().map(Card::name).collect();
    assert_eq!(written.len(), cards.len(), "two cards have one name");
    let written: BTreeSet<&str> = written.iter().map(String::as_str).collect();
    assert_eq!(unique.symmetric_difference(&written).collect::<Vec<_>>(), [""; 0].iter().collect::<Vec<_>>());
}

#[test]
fn the_ledger_says_which_cards_there_are_and_how_they_are_played() {
    let mut ledger: BTreeMap<&str, &str> =
        include_str!("../library/ledger.tsv").lines().filter_map(|line| line.split_once('\t')).collect();
    assert!(ledger.len() > 31_000, "{} cards", ledger.len());
    let by_hand: BTreeSet<String> = cards_in("cards").iter().map(whole_name).collect();
    for card in bundled() {
        let name = whole_name(card);
        let standing = ledger.remove(name.as_str());
        if by_hand.contains(&name) {
            continue;
        }
        let found = if gaps(card).is_empty() { "playable" } else { "gap" };
        assert_eq!(standing, Some(found), "{name}: `headjudge maintain coverage --ledger` keeps the ledger");
    }
    // A melded permanent stands there as a card of its own.
    let pool = Pool::new();
    ledger.retain(|name, standing| *standing != "by hand" || !pool.contains(name));
    let not_there: Vec<_> = ledger.iter().filter(|(_, standing)| **standing != "declined").collect();
    assert!(not_there.is_empty(), "{not_there:?}");
    // A look-up goes through all of them, so that some are enough.
    let mut some = ledger.keys().step_by(500);
    let declined = some.find(|name| library::declined(&name.to_uppercase()) != Some(**name));
    assert_eq!(declined, None, "it is told as a card that is not read");
}

/// The names of all faces.
fn whole_name(card: &Card) -> String {
    card.faces.iter().map(|face| face.name.as_str()).collect::<Vec<_>>().join(" // ")
}

#[test]
fn the_files_keep_their_cards_in_the_order_of_the_names() {
    for file in library::FILES {
        let names: Vec<String> = yaml::read(file.text).expect("cards").iter().map(Card::name).collect();
        assert!(names.is_sorted(), "{}", file.path);
    }
}

#[test]
fn the_pool_has_every_card_that_the_scenarios_name() {
    let pool = Pool::new();
    let missing: Vec<&str> =
        include_str!("../scenarios/CARDS.txt").lines().filter(|name| !pool.contains(name)).collect();
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn a_name_may_be_typed_without_case_accents_or_the_right_apostrophe() {
    let pool = Pool::new();
    for (typed, printed) in [
        ("serra angel", "Serra Angel"),
        ("Deja Vu", "Déjà Vu"),
        ("De\u{301}ja\u{300}  Vu ", "Déjà Vu"),
        ("AJANI’S PRIDEMATE", "Ajani's Pridemate"),
        ("Far/Away", "Far // Away"),
        ("fire//ice", "Fire // Ice"),
        ("Away", "Away"),
    ] {
        assert_eq!(pool.printed_name(typed), Some(printed), "{typed}");
        assert!(pool.get(typed).expect("a readable card").is_some(), "{typed}");
    }
    assert_eq!(pool.printed_name("Serra Angle"), None);
    assert_eq!(pool.nearest("Serra Angle"), ["Serra Angel"]);
    assert_eq!(pool.nearest("Kokusho"), ["Kokusho, the Evening Star"]);
    assert_eq!(pool.nearest("Grizly"), ["Grisly Ritual", "Grizzly Bears"]);
    assert_eq!(pool.nearest("Isamru"), ["Isamaru, Hound of Konda"]);
    assert!(pool.nearest("").is_empty());
    assert!(pool.nearest("Xyzzyplugh the Unknown").is_empty());
}

#[test]
fn the_users_definitions_win_and_may_not_repeat_a_name() {
    let mut pool = Pool::new();
    let bear = "name: Grizzly Bears\ntypes: Creature — Bear\npower: 7\ntoughness: 7\n";
    assert_eq!(pool.add_file("bear.yaml", bear).expect("a card"), 1);
    let found = pool.get("grizzly bears").expect("a readable card").expect("a card");
    assert_eq!(
        found.faces.first().and_then(|face| face.power).map(|power| power.to_string()).as_deref(),
        Some("7")
    );
    assert_eq!(pool.names().filter(|name| *name == "Grizzly Bears").count(), 1);

    let again =
        pool.add_file("again.yaml", &format!("- {}", bear.replace('\n', "\n  "))).expect_err("a fault");
    let fault = again.faults.first().expect("a fault");
    assert_eq!(again.source.name, "again.yaml");
    assert!(fault.message.contains("Grizzly Bears"), "{fault:?}");
    assert!(fault.labels.iter().any(|label| label.text.contains("bear.yaml")), "{fault:?}");

    let twice = "- {name: A New Card, types: Artifact}\n- {name: A New Card, types: Artifact}\n";
    assert_eq!(pool.add_file("twice.yaml", twice).expect_err("a fault").faults.len(), 1);
    assert!(!pool.contains("A New Card"), "of a file with a fault nothing is added");
}

#[test]
fn old_spellings_are_read_with_a_note_of_what_is_written_today() {
    let card = |abilities: &str| format!("{{name: Trial, types: Artifact, abilities: [{abilities}]}}");
    let draws =
        |count: &str| card(&format!("activated: {{cost: [tap], effect: [draw: {{count: {count}}}]}}"));
    let limited = |limits: &str| card(&format!("activated: {{cost: [tap], {limits}, effect: [draw: {{}}]}}"));
    for (old, today, notes) in [
        (
            limited("sorcery-timing: true, times-each-turn: 2, exhaust: false"),
            limited("limits: [as-a-sorcery, times-each-turn: 2]"),
            &["write `limits: [as-a-sorcery]`", "write `limits: [{times-each-turn: 2}]`", "leave it out"][..],
        ),
        (
            limited("limits: [once], only-if: your-turn"),
            limited("limits: [once, only-if: your-turn]"),
            &["write `limits: [{only-if: your-turn}]`"],
        ),
        (
            draws("{hand-of: opponents}"),
            draws("{count: [{in: hand}, {owned-by: opponents}]}"),
            &["write `count: [{in: hand}, {owned-by: opponents}]`"],
        ),
        (
            draws("{greatest: {measure: power, among: creature}}"),
            draws("{greatest: {power-of: {each: creature}}}"),
            &["write `power-of: {each: creature}`"],
        ),
        (
            draws("{plus: [{types-among: {in: graveyard}}, {lowest-life: opponents}]}"),
            draws(
                "{plus: [{distinct: {of: card-type, among: {in: graveyard}}}, {least: {life-of: opponents}}]}",
            ),
            &[
                "write `distinct: {of: card-type, among: {in: graveyard}}`",
                "write `least: {life-of: opponents}`",
            ],
        ),
        (
            card("replacement: {of: {dies: this}, with: {shuffle-into-library: {revealed: true}}}"),
            card(
                "replacement: {of: {dies: this}, with: {to: {zone: library, place: shuffled, revealed: true}}}",
            ),
            &["write `to: {zone: library, place: shuffled, revealed: true}`"],
        ),
        (
            draws("{amount-happened: {gains-life: you}}"),
            draws("{happened: {event: {gains-life: you}, measure: amount}}"),
            &["write `happened: {event: {gains-life: you}, measure: amount}`"],
        ),
    ] {
        let (cards, told) = yaml::read_noting(&old).unwrap_or_else(|faults| panic!("{old}: {faults:#?}"));
        assert_eq!(cards, yaml::read(&today).expect("a card"), "{old}");
        let helps: Vec<&str> = told.iter().flat_map(|note| &note.help).map(String::as_str).collect();
        assert_eq!(helps, notes, "{old}");
        for note in &told {
            let span = note.span().expect("a place");
            let word = old.get(span.start..span.end).expect("a word");
            assert!(note.message.contains(&format!("`{word}`")), "{note:#?}");
        }
        assert_eq!(yaml::read_noting(&today).map(|(_, notes)| notes), Ok(vec![]), "{today}");
    }
    // Bundled cards are written as today.
    for file in library::FILES {
        assert_eq!(yaml::read_noting(file.text).map(|(_, notes)| notes), Ok(vec![]), "{}", file.path);
    }
}

#[test]
fn an_error_points_at_the_word_and_says_what_was_meant() {
    let cards = "\
- name: First
  types: Artifact
  abilties: []
- name: Second
  types: Artifact
- name: Third
  types: Artifact
  abilities:
  - flyng
- name: Fourth
  types: Creature — Gobblin
- name: Fifth
  types: Artifact
  abilities:
  - static: {affects: {each: creature, slot: x}}
- name: Sixth
  types: Artifact
  abilities:
  - triggered: {when: {enters: this}}
- name: Seventh
  types: Instant
  abilities:
  - spell: {targets: [creature], do: [{destroy: {what: {target: 0}}}]}
";
    let faults = yaml::read(cards).expect_err("faults");
    let seen: Vec<(&str, &str, &str)> = faults
        .iter()
        .map(|fault| {
            let span = fault.span().expect("a place");
            let help = fault.help.first().map_or("", String::as_str);
            (cards.get(span.start..span.end).expect("a place in the text"), fault.message.as_str(), help)
        })
        .collect();
    insta::assert_debug_snapshot!(seen, @r#"
[
    (
        "abilties",
        "there is no field `abilties` here",
        "did you mean `abilities`?",
    ),
    (
        "flyng",
        "`flyng` is not an ability: a keyword, or a map such as `triggered: {...}`",
        "did you mean `flying`?",
    ),
    (
        "Creature — Gobblin",
        "`Gobblin` in `Creature — Gobblin` is no supertype, card type or subtype",
        "did you mean `Goblin`?",
    ),
    (
        "slot",
        "`slot` is one key too many; only one may stand here",
        "",
    ),
    (
        "when",
        "the field `effect` is missing",
        "",
    ),
    (
        "0",
        "the number 0 stands here instead of a number of 1 or more, for the first is 1",
        "",
    ),
]
"#);
}

#[test]
fn hostile_text_is_refused() {
    // The stack that the program itself has: the frames of an unoptimized build are large.
    let thread = std::thread::Builder::new().stack_size(8 << 20);
    thread.spawn(refuse_hostile_text).expect("a thread").join().expect("no overflow");
}

fn refuse_hostile_text() {
    let mut laughs = String::from("a: &a [x, x, x, x, x, x, x, x, x]\n");
    for (before, next) in ('a'..='i').zip('b'..='j') {
        laughs.push_str(&format!("{next}: &{next} [{}]\n", vec![format!("*{before}"); 9].join(", ")));
    }
    let deep_filter = format!(
        "{{name: X, types: Artifact, abilities: [static: {{affects: {{each: {}creature{}}}}}]}}",
        "{not: ".repeat(5000),
        "}".repeat(5000)
    );
    let deep_block: String = (0..3000).map(|depth| format!("{}- \n", " ".repeat(depth))).collect();
    let texts = [
        laughs,
        "[".repeat(100_000),
        "{".repeat(100_000),
        "- ".repeat(100_000),
        deep_filter,
        deep_block,
        "\t- name: X".to_owned(),
        "name: X\n\ttypes: Artifact".to_owned(),
        "name: X\u{0}\ntypes: Artifact".to_owned(),
        "name: \"X\\u0007\"\ntypes: Artifact".to_owned(),
        "name: \"\"\ntypes: Artifact".to_owned(),
        "name: X\nname: Y\ntypes: Artifact".to_owned(),
        "<<: {name: X}\ntypes: Artifact".to_owned(),
        "name: &x X\ntypes: Artifact".to_owned(),
        "name: X\ntypes: Artifact\n---\nname: Y\ntypes: Artifact".to_owned(),
        "name: X\ntypes: Artifact\npower: 99999999999999999999".to_owned(),
        "name: X\ntypes: Artifact\npower: 1.5".to_owned(),
        "? [a, b]\n: c".to_owned(),
        "\"unfinished".to_owned(),
        "just words".to_owned(),
        "!!binary aGVsbG8=".to_owned(),
        "x".repeat(40 << 20),
    ];
    for text in &texts {
        let start: String = text.chars().take(40).collect();
        let faults = yaml::read(text).expect_err(&start);
        for fault in faults {
            let span = fault.span().expect("a place");
            assert!(span.start <= span.end && span.end <= text.len(), "{start}: {fault:?}");
            assert!(fault.message.chars().all(|letter| !letter.is_control()), "{start}: {fault:?}");
        }
    }
    assert_eq!(yaml::read("# nothing here\n").expect("no cards"), []);
}

/// What is compared of a card or face.
#[derive(Debug, PartialEq)]
struct Facts {
    cost: String,
    types: String,
    colors: Vec<String>,
    numbers: [String; 4],
}

impl Facts {
    fn of(face: &Face) -> Self {
        let number = |number: Option<_>| {
            number.map_or_else(String::new, |number: headjudge::ir::card::PrintedNumber| number.to_string())
        };
        Self {
            cost: face.cost.as_ref().map_or_else(String::new, ToString::to_string),
            types: face.types.to_string(),
            colors: face.colors.unwrap_or_default().iter().map(|color| color.letter().to_string()).collect(),
            numbers: [face.power, face.toughness, face.loyalty, face.defense].map(number),
        }
    }

    fn read(real: &Value) -> Self {
        let text = |field: &str| real.get(field).and_then(Value::as_str).unwrap_or_default().to_owned();
        let colors = real.get("color_indicator").and_then(Value::as_array).into_iter().flatten();
        // The numbers of a station card belong to an ability that it has (721.2b).
        let station = text("type_line").contains("Spacecraft");
        let colors: BTreeSet<Option<Color>> = colors
            .filter_map(Value::as_str)
            .map(|letter| Color::from_letter(letter.chars().next()?))
            .collect();
        Self {
            cost: text("mana_cost"),
            types: text("type_line"),
            colors: colors.into_iter().flatten().map(|color| color.letter().to_string()).collect(),
            numbers: ["power", "toughness", "loyalty", "defense"].map(|field| {
                if station {
                    return String::new();
                }
                // Oracle data writes `1+*` both ways round.
                text(field).replace("*+1", "1+*")
            }),
        }
    }
}

#[test]
fn cards_written_by_hand_agree_with_todays_oracle_data() {
    let path = Path::new("../shared/cards/oracle-cards.jsonl.gz");
    let Ok(file) = File::open(path) else {
        println!("skipped: {} is not there", path.display());
        return;
    };
    let cards = [cards_in("cards"), cards_in("tests/forms")].concat();
    // The data names a card by all its faces, and the melded permanent for itself.
    let faces_of = |card: &Card| if card.layout == Layout::Meld { 1 } else { card.faces.len() };
    let name_of = |card: &Card| {
        let faces = card.faces.iter().take(faces_of(card));
        faces.map(|face| face.name.as_str()).collect::<Vec<_>>().join(" // ")
    };
    let mut left: BTreeMap<String, &Card> = cards.iter().map(|card| (name_of(card), card)).collect();
    for line in BufReader::new(GzDecoder::new(file)).lines() {
        let line = line.expect("a line");
        let real: Value = serde_json::from_str(&line).expect("a card");
        let name = real.get("name").and_then(Value::as_str).expect("a name");
        // Planes, dungeons, schemes and vanguard cards are nontraditional cards, but cards; un-cards and the like are not in the library.
        let kind = real.get("kind").and_then(Value::as_str);
        if kind.is_some_and(|kind| !["plane", "scheme", "vanguard", "dungeon"].contains(&kind)) {
            continue;
        }
        // A card of two faces is called by its front face.
        let front = name.split(" // ").next().unwrap_or(name);
        let Some(card) = left.remove(name).or_else(|| left.remove(front)) else { continue };
        match real.get("faces").and_then(Value::as_array).filter(|faces| !faces.is_empty()) {
            Some(faces) => {
                assert_eq!(card.faces.len(), faces.len(), "{name}");
                for (face, real) in card.faces.iter().zip(faces) {
                    assert_eq!(Facts::of(face), Facts::read(real), "{name}");
                }
            }
            None => assert_eq!(
                card.faces.iter().take(faces_of(card)).map(Facts::of).collect::<Vec<_>>(),
                [Facts::read(&real)],
                "{name}"
            ),
        }
        let text = real.get("oracle_text").and_then(Value::as_str).unwrap_or_default();
        assert_eq!(card.oracle, Some(Fingerprint::of(text)), "{name}: its Oracle text has changed");
    }
    assert!(left.is_empty(), "not among the real cards: {:?}", left.keys());
}

/// The engine knows no card: of the bundled cards' names none of two words or more stands in a text of the code that plays,
/// and none of one word is such a text.
#[test]
fn no_text_of_the_code_that_plays_names_a_card() {
    let mut names: BTreeSet<String> = BTreeSet::new();
    for card in bundled() {
        names.insert(card.name());
        names.extend(card.faces.iter().map(|face| face.name.clone()));
    }
    // Some names of one word are words of the book, too.
    names.retain(|name| name.contains(' ') || Subtype::from_word(name).is_none());
    let mut by_word: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for name in &names {
        by_word.entry(name.split(' ').next().unwrap_or_default()).or_default().push(name);
    }
    let mut texts = 0;
    for layer in ["engine", "game", "runner"] {
        for entry in WalkDir::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(layer)) {
            let path = entry.expect("a file").into_path();
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            for text in texts_of(&std::fs::read_to_string(&path).expect("its text")) {
                texts += 1;
                let from_each_word = text.match_indices(' ').map(|(at, _)| at + 1).chain([0]);
                let named = from_each_word.filter_map(|at| text.get(at..)).find_map(|rest| {
                    let likely = by_word.get(rest.split(' ').next()?)?;
                    likely
                        .iter()
                        .find(|name| **name == text || name.contains(' ') && rest.starts_with(**name))
                });
                assert_eq!(named, None, "{}: {text:?} names a card", path.display());
            }
        }
    }
    assert!(texts > 1000, "only {texts} texts");
}

#[test]
fn the_texts_of_code_are_found() {
    let code = "let a = \"Oblivion Ring\"; // \"a comment\"\nlet b = ('\"', \"one \\\" two\");";
    assert_eq!(texts_of(code), ["Oblivion Ring", "one \\\" two"]);
}

/// What stands in quotes in code, without comments.
fn texts_of(code: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut rest = code.chars().peekable();
    while let Some(letter) = rest.next() {
        match letter {
            '/' if rest.peek() == Some(&'/') => {
                rest.find(|letter| *letter == '\n');
            }
            // A character is no text, also where it is a quote.
            '\'' if rest.peek() == Some(&'"') => {
                rest.nth(1);
            }
            '"' => {
                let mut text = String::new();
                while let Some(letter) = rest.next() {
                    match letter {
                        '"' => break,
                        '\\' => {
                            text.push(letter);
                            text.extend(rest.next());
                        }
                        letter => text.push(letter),
                    }
                }
                texts.push(text);
            }
            _ => {}
        }
    }
    texts
}

#[test]
fn a_written_card_reads_as_the_same() {
    for card in bundled() {
        let text = written(card);
        let read = yaml::read(&text).unwrap_or_else(|faults| panic!("{text}\n{faults:#?}"));
        assert_eq!(read.as_slice(), std::slice::from_ref(card), "{text}");
    }
}
