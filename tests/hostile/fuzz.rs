//! Real texts with pieces swapped, repeated, cut out and put in, always in the same way: a small fuzzer for every machine.
//!
//! `HEADJUDGE_FUZZ_ROUNDS` says how many texts each reader is given; a failing one is printed with its number.

use std::fs;
use std::panic;

use walkdir::WalkDir;

use crate::targets;

/// Numbers that look like chance and are the same on every machine (xorshift64*).
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(number).unwrap() % bound.max(1)
    }
}

/// What is put in: signs and words that mean something to one of the readers.
const PIECES: [&[u8]; 34] = [
    b"\n",
    b" ",
    b"\t",
    b"  ",
    b"[",
    b"]",
    b"[[",
    b"<",
    b">",
    b"->",
    b"@",
    b"@x",
    b"|",
    b";",
    b":",
    b"\"",
    b"#",
    b"`",
    b"{",
    b"}",
    b"- ",
    b"&a",
    b"*a",
    b"99999999999",
    b"-1",
    b"\xff",
    b"\xe2\x80\x99",
    b"\r",
    b"\0",
    b"expect ",
    b"examples\n",
    b"include x\n",
    b"scenario  ",
    b"100.1a ",
];

fn rounds() -> usize {
    let wished = std::env::var_os("HEADJUDGE_FUZZ_ROUNDS").and_then(|rounds| rounds.to_str()?.parse().ok());
    wished.unwrap_or(150)
}

/// The texts of the project's files of that kind.
fn texts(folder: &str, extension: &str) -> Vec<Vec<u8>> {
    let files = WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    let files = files.filter(|file| file.path().extension().is_some_and(|own| own == extension));
    files.map(|file| fs::read(file.path()).expect("a file")).collect()
}

/// A text with one to four things done to it.
fn broken(chance: &mut Chance, texts: &[Vec<u8>]) -> Vec<u8> {
    let mut text = texts[chance.below(texts.len())].clone();
    for _ in 0..=chance.below(4) {
        let at = chance.below(text.len() + 1);
        let end = (at + chance.below(40)).min(text.len());
        match chance.below(6) {
            0 => drop(text.drain(at..end)),
            1 => drop(text.splice(at..at, PIECES[chance.below(PIECES.len())].iter().copied())),
            2 => drop(text.splice(at..end, PIECES[chance.below(PIECES.len())].iter().copied())),
            3 => {
                let piece = text[at..end].to_vec();
                let to = chance.below(text.len() + 1);
                drop(text.splice(to..to, piece));
            }
            4 => {
                let other = &texts[chance.below(texts.len())];
                let from = chance.below(other.len() + 1);
                let to = (from + chance.below(80)).min(other.len());
                drop(text.splice(at..end, other[from..to].iter().copied()));
            }
            _ => {
                let line_start =
                    text[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |place| place + 1);
                let piece = text[line_start..end.max(line_start)].to_vec();
                drop(text.splice(line_start..line_start, piece));
            }
        }
    }
    text
}

fn survives(name: &str, seed: u64, texts: &[Vec<u8>], target: fn(&[u8])) {
    assert!(!texts.is_empty());
    let mut chance = Chance(seed);
    for round in 0..rounds() {
        let text = broken(&mut chance, texts);
        let result = panic::catch_unwind(|| target(&text));
        assert!(result.is_ok(), "{name}, round {round}:\n{}", String::from_utf8_lossy(&text));
    }
}

#[test]
fn fuzz_scenarios() {
    survives("scenario", 0x5eed_0001, &texts("scenarios", "scn"), targets::scenario);
}

#[test]
fn fuzz_cards() {
    // A card at a time: the files hold hundreds.
    let files = texts("cards", "yaml");
    let cards = files.iter().flat_map(|text| {
        let text = String::from_utf8_lossy(text).into_owned();
        text.split("\n- ").map(|card| format!("- {card}\n").into_bytes()).collect::<Vec<_>>()
    });
    survives("cards", 0x5eed_0002, &cards.collect::<Vec<_>>(), targets::cards);
}

#[test]
fn fuzz_rules() {
    // The official text is not in the project; this has its shape.
    let mut text = String::from(
        "Rules\n\nThese rules are effective as of June 1, 2020.\n\nContents\n\n1. Concepts\n100. General\n\n1. Concepts\n\n100. General\n\n",
    );
    for number in 1..30 {
        text.push_str(&format!("100.{number}. Words of a rule, see rule 100.{number}a.\n\n100.{number}a More words.\nExample: Something.\n\n"));
    }
    text.push_str("Glossary\n\nWord\nIts meaning. See rule 100.1.\n\nCredits\n\nNobody\n");
    let windows: Vec<u8> = text.bytes().chain([0x93, 0x94]).collect();
    let wide: Vec<u8> =
        [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    survives(
        "rules",
        0x5eed_0003,
        &[text.clone().into_bytes(), text.replace('\n', "\r\n").into_bytes(), windows, wide],
        targets::rules,
    );
}

#[test]
fn fuzz_oracle_files() {
    let files: [&[u8]; 3] = [
        br#"[{"name": "Qux Bird", "layout": "normal", "mana_cost": "{1}{U}", "type_line": "Creature - Bird", "power": "1", "toughness": "*",
            "oracle_text": "Flying\nWhen this creature enters, draw a card, then discard a card."}]"#,
        br#"{"name": "Left // Right", "layout": "split", "card_faces": [
            {"name": "Left", "mana_cost": "{X}{R}", "type_line": "Instant", "oracle_text": "Left deals X damage to any target."},
            {"name": "Right", "mana_cost": "{2}{G/U}", "type_line": "Sorcery", "oracle_text": "Choose one -\nDraw a card."}]}
           {"name": "Next", "type_line": "Artifact", "oracle_text": "{T}: Add {C}."}"#,
        br#"{"meta": {"version": "5"}, "data": {"Hill": [{"name": "Hill", "type": "Land", "text": "{T}: Add {G}.", "layout": "normal"}]}}"#,
    ];
    let files: Vec<Vec<u8>> = files.iter().map(|file| file.to_vec()).collect();
    survives("oracle file", 0x5eed_0004, &files, targets::oracle_file);
}
