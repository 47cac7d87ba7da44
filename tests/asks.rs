//! Whatever is asked of any object, player or number in any scenario, the answer has a rule that decides it.

#![expect(clippy::indexing_slicing, reason = "a test fails by panicking")]

use headjudge::cards::Pool;
use headjudge::diag::Source;
use headjudge::runner::{Runner, Verdict};
use headjudge::scenario::ast::{EntryWhat, Scenario};
use headjudge::scenario::{NoIncludes, read};

/// What is asked: X and Y are objects, P a player and N a number.
const FORMS: &[&str] = &[
    "X",
    "where is X",
    "who controls X",
    "who owns X",
    "who may look at X",
    "path of X",
    "trigger from X",
    "P",
    "P life N",
    "P may cast X",
    "P may look at X",
    "stack",
    "active player",
    "winner",
    "X in exile",
    "X on the battlefield",
    "X in P's hand",
    "X tapped",
    "X power N",
    "X toughness N",
    "X is N/N",
    "X is a creature",
    "X is blue",
    "X has flying",
    "X has N +1/+1",
    "X has no counters",
    "X has N damage",
    "X is a token",
    "X is a copy of Y",
    "X attached to Y",
    "X face down",
    "X moved",
    "X is a new object",
    "N cards in P's hand",
    "N creatures on the battlefield",
    "N tokens controlled by P",
    "P poison N",
    "P won",
    "P not lost",
    "X attacking",
    "X blocked",
    "X replaced by Y",
    "damage to X prevented",
    "damage to P prevented",
    "P asked by X",
    "P not asked",
    "X mana value N",
    "X is named Y",
    "X resolved",
    "X countered",
    "X has no abilities",
    "X exiled by Y",
    "X is legendary",
    "X loyalty N",
    "X phased out",
    "it is day",
    "step upkeep",
    "nothing attached to X",
    "X and Y moved at the same time",
    "P is the monarch",
    "X owned by P",
    "X controlled by P",
    "X's color identity is red",
    "X on top of P's library",
    "why did X not trigger",
    "why did X not die",
    "why is X still attached to Y",
    "why was X not replaced",
    "why was X not replaced by Y",
    "N tapped creatures",
    "N lands controlled by P",
    "N cards in P's graveyard",
    "N cards in exile",
    "X: battlefield > graveyard",
    "X did not move",
    "draw",
    "P has N energy",
    "X is a Zombie",
    "X transformed",
    "X blocking Y",
    "N instants in P's hand",
    "why X is N/N",
    "why P life N",
    "X is colorless",
    "X level N",
    "X suspended",
    "X goaded",
    "X foretold",
    "X plotted",
    "X encoded on Y",
    "X imprinted",
    "X haunting Y",
    "X monstrous",
    "X is a commander",
    "X ceased to exist",
    "N tokens on the battlefield",
    "X unblocked",
    "X has X's ability",
    "X defense N",
    "X untapped",
];

/// How many answers are looked at.
const MOST: usize = 500;

/// A generator of numbers that gives the same ones each time (a linear congruence).
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % bound.max(1)
    }

    fn one<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// The scenario files, in order.
fn files() -> Vec<std::path::PathBuf> {
    let mut files: Vec<_> = walkdir::WalkDir::new("scenarios")
        .into_iter()
        .filter_map(|entry| Some(entry.ok()?.into_path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "scn"))
        .collect();
    files.sort();
    files
}

/// What the objects of a scenario's board are called.
fn objects(scenario: &Scenario) -> Vec<String> {
    let zones = scenario.blocks.iter().flat_map(|block| &block.zones);
    let named = zones.flat_map(|zone| &zone.entries).filter_map(|entry| match (&entry.label, &entry.what) {
        (Some(label), _) => Some(format!("@{}", label.text)),
        (None, EntryWhat::Card(name)) => {
            Some(name.text.trim_start_matches(|sign: char| sign.is_ascii_digit() || sign == ' ').to_owned())
        }
        _ => None,
    });
    named.collect()
}

#[test]
fn whatever_is_asked_a_rule_decides_the_answer() {
    let pool = Pool::new();
    let runner = Runner::new(&pool);
    let files = files();
    let mut chance = Chance(20_260_807);
    let (mut answered, mut undecided) = (0, Vec::new());
    while answered < MOST {
        let path = chance.one(&files);
        let text = std::fs::read_to_string(path).expect("a scenario");
        let reading = read(&Source::new("asks.scn".to_owned(), text.clone()), &NoIncludes);
        let (Some(last), false) = (reading.scenarios.last(), reading.is_faulty()) else { continue };
        let (objects, players) = (objects(last), last.player_names());
        if objects.is_empty() || !last.cells.is_empty() {
            continue;
        }
        for _ in 0..6 {
            let mut question = String::new();
            for word in chance.one(FORMS).split_inclusive(|sign: char| !sign.is_alphanumeric()) {
                let bare = word.trim_end_matches(|sign: char| !sign.is_alphanumeric());
                match bare {
                    "X" | "Y" => question.push_str(chance.one::<String>(&objects)),
                    "P" => question.push_str(chance.one::<&str>(&players)),
                    "N" => question.push_str(&chance.below(5).to_string()),
                    bare => question.push_str(bare),
                }
                question.push_str(word.get(bare.len()..).unwrap_or_default());
            }
            let asked = format!("{}\nask {question}\n", text.trim_end());
            let outcomes = runner.run_text(&Source::new("asks.scn".to_owned(), asked), &NoIncludes);
            // A name may be that of several, or what is asked can't be said of it: then there is no answer.
            let Some(outcome) = outcomes.last().filter(|outcome| outcome.verdict == Verdict::Expected) else {
                continue;
            };
            let Some(finding) = outcome.findings.last() else { continue };
            answered += 1;
            if !finding.decided {
                undecided.push(format!(
                    "{}: {question}: {} [{}]",
                    path.display(),
                    finding.sentence,
                    finding.rules
                ));
            }
        }
    }
    assert!(undecided.is_empty(), "{} of {answered}:\n{}", undecided.len(), undecided.join("\n"));
}
