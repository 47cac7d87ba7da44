//! The scenario language from outside: samples, faults, and texts that are no scenarios at all.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use headjudge::cards::Pool;
use headjudge::diag::{Diagnostic, Look, Source, nearest, render};
use headjudge::ir::Subtype;
use headjudge::scenario::ast::{EntryWhat, Modifier, ObjectText, Scenario, Spanned};
use headjudge::scenario::format::format;
use headjudge::scenario::words::{self, Names};
use headjudge::scenario::{NoIncludes, read};

const SAMPLES: [(&str, &str); 3] = [
    ("flicker.scn", include_str!("samples/flicker.scn")),
    ("examples.scn", include_str!("samples/examples.scn")),
    ("commander.scn", include_str!("samples/commander.scn")),
];

/// The names that stand on the board, and some more.
struct BoardNames(BTreeSet<String>);

impl BoardNames {
    fn of(scenario: &Scenario) -> BoardNames {
        let mut names: BTreeSet<String> = [
            "Storm Crow",
            "Grizzly Bears",
            "Lightning Bolt",
            "Serra Angel",
            "Dance with Devils",
            "Turn",
            "Plains",
            "Boo",
            "Blood",
            "Clue",
            "Food",
            "Lander",
            "Map",
            "Powerstone",
            "Treasure",
            "Chittering Host",
            "Elf",
            "Ooze",
            "Saproling",
            "Serra Faithkeeper",
            "Soldier",
            "Soldier Ally",
            "Brisela, Voice of Nightmares",
            "Werewolf Ransacker",
            "Incubator",
            "Junk",
            "Cursed",
            "Monster",
            "Phyrexian Germ",
            "Rebel",
            "Hero",
            "Tarmogoyf",
            "Chop Down",
            "All Aboard",
            "Forum's Favor",
            "Have a Bite",
            "Jump",
            "Petty Theft",
            "Glasspool Shore",
            "Bala Ged Sanctuary",
            "Black Lotus",
            "Sol Ring",
            "Murder",
            "the monarch",
            "the initiative",
            "radiation",
            "speed",
            "The Ring",
            "Phyrexian",
        ]
        .map(str::to_owned)
        .into();
        for entry in scenario.blocks.iter().flat_map(|block| &block.zones).flat_map(|zone| &zone.entries) {
            match &entry.what {
                EntryWhat::Card(text) => {
                    let (_, name) = EntryWhat::count_and_name(text, |_| false);
                    names.extend(name.split(" // ").map(str::to_owned));
                    names.insert(name.to_owned());
                }
                EntryWhat::Token(token) => names.extend(token.words.iter().map(|word| word.text.clone())),
                EntryWhat::NamedToken(token) => {
                    names.insert(token.name.text.trim_end_matches(" Role").to_owned());
                }
                EntryWhat::Unknown(_) => {}
            }
            insert_objects(&entry.modifiers, &mut names);
        }
        // Cards of the library have faces with names of their own.
        static POOL: LazyLock<Pool> = LazyLock::new(Pool::new);
        let cards: Vec<_> = names.iter().filter_map(|name| POOL.get(name).ok().flatten()).collect();
        names.extend(cards.iter().flat_map(|card| &card.faces).map(|face| face.name.clone()));
        // A card that is written out may have faces with names of their own.
        for card in &scenario.cards {
            names.insert(card.name.text.clone());
            names.extend(card.name.text.split(" // ").map(str::to_owned));
            let lines = card.body.lines().map(|line| line.trim_start().trim_start_matches("- "));
            names.extend(lines.filter_map(|line| line.strip_prefix("name: ")).map(str::to_owned));
            // In a pasted text the name of the other face stands behind `//`, before its cost.
            let lines: Vec<&str> = card.body.lines().map(str::trim).collect();
            let behind = lines.windows(2).filter_map(|pair| match pair {
                ["//", name] => name.split(" {").next(),
                _ => None,
            });
            names.extend(behind.map(str::to_owned));
        }
        // Tokens that an effect makes are counted by names that are its own.
        for statement in &scenario.statements {
            let words = statement.line.text.text.split(" token").next().unwrap_or_default();
            names.extend(words.rsplit(' ').next().map(str::to_owned));
        }
        // What something is said to be named or to copy need not be on the board.
        for statement in &scenario.statements {
            for said in [" named ", " a copy of "] {
                let behind = statement.line.text.text.split(said).skip(1);
                names.extend(
                    behind.map(|name| name.split([',', '[']).next().unwrap_or_default().trim().to_owned()),
                );
            }
        }
        BoardNames(names)
    }
}

fn insert_objects(modifiers: &[Spanned<Modifier>], names: &mut BTreeSet<String>) {
    for ObjectText { name, modifiers, .. } in modifiers.iter().filter_map(|modifier| modifier.value.object())
    {
        names.insert(name.text.clone());
        insert_objects(modifiers, names);
    }
}

impl Names for BoardNames {
    fn is_name(&self, name: &str) -> bool {
        // Tokens that an effect creates are called by their subtypes (111.4).
        self.0.contains(name) || name.split(' ').all(|word| Subtype::from_word(word).is_some())
    }

    fn nearest_name(&self, name: &str) -> Option<String> {
        nearest(name, self.0.iter().map(String::as_str)).map(str::to_owned)
    }
}

/// Everything that is wrong with a text, in both readings.
fn faults(source: &Source) -> Vec<Diagnostic> {
    let reading = read(source, &NoIncludes);
    let mut faults = reading.diagnostics;
    for scenario in &reading.scenarios {
        faults.extend(words::read(scenario, &BoardNames::of(scenario)).err().into_iter().flatten());
    }
    faults
}

fn rendered(name: &str, text: &str) -> String {
    let source = Source::new(name, text);
    faults(&source).iter().map(|fault| render(fault, &source, Look::Plain)).collect::<Vec<_>>().join("\n")
}

/// Every scenario file of the project, with its text.
fn scenario_files() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios");
    walkdir::WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "scn"))
        .map(|entry| {
            (entry.path().display().to_string(), std::fs::read_to_string(entry.path()).unwrap_or_default())
        })
        .collect()
}

#[test]
fn samples_are_read_without_a_fault() {
    for (name, text) in SAMPLES {
        assert_eq!(rendered(name, text), "");
    }
}

#[test]
fn every_scenario_file_is_read_without_a_fault() {
    let files = scenario_files();
    assert!(!files.is_empty());
    let faults: String = files.iter().map(|(name, text)| rendered(name, text)).collect();
    assert_eq!(faults, "");
}

#[test]
fn samples_and_scenarios_are_in_canonical_form() {
    let mut files = scenario_files();
    files.extend(SAMPLES.map(|(name, text)| (name.to_owned(), text.to_owned())));
    for (name, text) in files {
        let formatted = format(&Source::new(name.as_str(), text.as_str())).unwrap();
        assert_eq!(formatted, text, "{name}");
    }
}

#[test]
fn formatting_mends_blanks_and_nothing_else() {
    let untidy = include_str!("samples/untidy.scn");
    let source = Source::new("untidy.scn", untidy);
    let formatted = format(&source).unwrap();
    insta::assert_snapshot!(formatted);
    let again = format(&Source::new("untidy.scn", formatted.as_str())).unwrap();
    assert_eq!(again, formatted);
}

/// A scenario with one line changed.
fn with(line: &str, instead: &str) -> String {
    let text = SAMPLES[0].1;
    assert!(text.contains(line));
    text.replacen(line, instead, 1)
}

#[test]
fn a_card_name_with_a_slip_is_found() {
    let text = with("expect Storm Crow is a new object", "expect Strom Crow is a new object");
    insta::assert_snapshot!(rendered("flicker.scn", &text));
}

#[test]
fn a_modifier_with_a_slip_is_found() {
    insta::assert_snapshot!(rendered("flicker.scn", &with("[tapped]", "[taped]")));
}

#[test]
fn a_bracket_left_open_is_found() {
    insta::assert_snapshot!(rendered("flicker.scn", &with("@bear [2 +1/+1]", "@bear [2 +1/+1")));
}

#[test]
fn only_what_is_on_the_stack_has_targets() {
    let text = with("  battlefield  Serra", "  battlefield  Hill Giant -> Nobody; Serra");
    let told = rendered("flicker.scn", &text);
    assert!(told.contains("`->` can't stand here") && told.contains("only what is on the stack"), "{told}");
}

#[test]
fn a_column_without_a_cell_is_found() {
    let text = "scenario  X\nAP\n  hand  Forest\n\nexpect AP life <life> <rule>\nexamples\n  life | rule\n  20   |\n";
    let told = rendered("a.scn", text);
    assert!(told.contains("no row has a cell in the column `rule`"), "{told}");
}

#[test]
fn a_zone_or_player_with_a_slip_is_found() {
    let text = with("  battlefield  Serra", "  batlefield   Serra").replace("next turn AP", "next turn PA");
    insta::assert_snapshot!(rendered("flicker.scn", &text));
}

#[test]
fn a_verb_with_a_slip_is_found() {
    insta::assert_snapshot!(rendered("flicker.scn", &with("AP casts Cloudshift", "AP cats Cloudshift")));
}

#[test]
fn every_fault_of_a_file_is_reported_at_once() {
    let text = include_str!("samples/faults.scn");
    insta::assert_snapshot!(rendered("faults.scn", text));
}

#[test]
fn a_line_with_two_readings_is_an_error_that_backticks_mend() {
    let head = "scenario  Two readings\nAP\n  exile        Wall; Wall in exile\n";
    let board = |line: &str| format!("{head}expect {line}\n");
    assert_eq!(rendered("a.scn", &board("Wall in exile in exile")), "");
    assert_eq!(rendered("a.scn", &board("`Wall` in exile")), "");
    let two = "scenario  Two readings\nAP\n  exile        Wall; Wall controlled by AP and\nexpect ";
    insta::assert_snapshot!(rendered("a.scn", &format!("{two}Wall controlled by AP and in exile\n")));
}

#[test]
fn what_is_said_otherwise_is_shown_as_it_is_written() {
    let board = |line: &str| {
        format!("scenario  Otherwise\nAP\n  exile        Forest\n  battlefield  Storm Crow\nexpect {line}\n")
    };
    let said = [
        ("Storm Crow dies", "`X in graveyard`"),
        ("Storm Crow is destroyed", "`X in graveyard`"),
        ("Storm Crow survives", "`X on the battlefield`"),
        ("not AP won", "`X not in graveyard`"),
        ("Storm Crow in AP graveyard", "`X in AP's graveyard`"),
        ("AP hand 0", "`AP has 3 cards in hand`"),
    ];
    for (line, help) in said {
        let message = rendered("a.scn", &board(line));
        assert!(message.contains(help), "{line}: {message}");
    }
    let read = ["AP not won", "AP has not lost", "AP doesn't win the game", "AP has no cards in hand"];
    for line in read {
        assert_eq!(rendered("a.scn", &board(line)), "", "{line}");
    }
    assert_eq!(rendered("a.scn", &board("1 Bird tokens on the battlefield with power 1")), "");
}

#[test]
fn it_is_not_day_and_night() {
    for [first, second] in [["day", "night"], ["night", "day"]] {
        let text = format!(
            "scenario  Day and night\n{first}\n{second}\nAP\n  hand         Forest\nexpect it is day\n"
        );
        assert!(rendered("a.scn", &text).contains("it can't be day and night"), "{first}, {second}");
    }
}

#[test]
fn statements_of_every_form_are_read() {
    assert_eq!(rendered("forms.scn", include_str!("samples/forms.scn")), "");
}

#[test]
fn a_variants_faults_point_at_the_template() {
    let text = SAMPLES[1].1.replace("| exile       |", "| elsewhere   |");
    insta::assert_snapshot!(rendered("examples.scn", &text));
}

#[test]
fn the_reference_is_complete() {
    insta::assert_snapshot!(headjudge::scenario::manual::manual());
}

/// A generator of the same numbers on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

#[test]
fn no_text_makes_the_reader_panic_or_hang() {
    const BITS: &[&str] = &[
        "[",
        "]",
        ";",
        "->",
        ">",
        "|",
        "@",
        "#",
        "`",
        "\"",
        "<",
        "<zone>",
        "\n",
        "\n  ",
        "\t",
        "\0",
        "\r\n",
        ": ",
        "'s",
        "'s trigger",
        "AP ",
        "expect ",
        "examples\n",
        "scenario ",
        "[[[[",
        "é",
        "\u{FEFF}",
        "99999999999",
        " in ",
        " and ",
        ", ",
        "todo \"",
        "event: ",
        "ask ",
        "players A; B\n",
        "card X\n  a: b\n",
        "include x\n",
        "-1",
        "\u{2028}",
    ];
    let mut numbers = Numbers(0x5DEE_CE66_D1CE_4E5B);
    let mut samples: Vec<&str> = SAMPLES.map(|(_, text)| text).to_vec();
    samples.extend([include_str!("samples/forms.scn"), include_str!("samples/untidy.scn")]);
    for round in 0..1500 {
        let mut text: Vec<char> = samples[round % samples.len()].chars().collect();
        for _ in 0..=numbers.below(6) {
            let place = numbers.below(text.len());
            match numbers.below(4) {
                0 => text.truncate(place),
                1 => drop(text.splice(place..(place + numbers.below(9)).min(text.len()), [])),
                _ => drop(text.splice(place..place, BITS[numbers.below(BITS.len())].chars())),
            }
        }
        let source = Source::new("fuzz.scn", text.into_iter().collect::<String>());
        for fault in faults(&source) {
            assert!(!render(&fault, &source, Look::Plain).is_empty());
        }
        if let Ok(formatted) = format(&source) {
            let again = format(&Source::new("fuzz.scn", formatted.as_str()));
            assert_eq!(again.as_deref(), Ok(formatted.as_str()), "{:?}", source.text);
        }
    }
}

#[test]
fn texts_beyond_the_limits_are_refused() {
    let board = |line: &str| format!("scenario  Limits\nAP\n  battlefield  {line}\n");
    let texts = [
        " ".repeat(2 << 20),
        "scenario  x\n".repeat(1001),
        board(&format!("Storm Crow {}", "[exiling Storm Crow ".repeat(5000))),
        board("4000000000 Plains"),
        (0..100).fold("scenario  x\n".to_owned(), |text, depth| text + &" ".repeat(depth) + "AP passes\n"),
        format!("scenario  x\nexpect <a>\nexamples\n  a\n{}", "  draw\n".repeat(2000)),
        format!("scenario  x\nexpect Storm Crow {}", "in exile, ".repeat(5000)),
        format!("scenario  x\nexpect {} in exile", "Storm Crow and ".repeat(60)),
    ];
    for text in texts {
        let source = Source::new("limits.scn", text);
        assert!(!faults(&source).is_empty(), "{}", source.text.chars().take(80).collect::<String>());
    }
}
