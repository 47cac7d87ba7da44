//! Every card played: a card is dealt into random games among plain company until each of its abilities has been used.
//!
//! The games lean towards the card: whoever can do something with it does, and what happens by itself happens to it first. What has
//! been reached of it is kept in [`Goals`]; what never is, and what went wrong, comes back in a [`CardReport`].

mod board;
mod goals;
mod happenings;
mod steering;
mod table;

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use fastrand::Rng;

use crate::ir::Card;
use board::Subject;
pub use board::{Company, NoCompany};
use goals::Goals;
use table::Table;

/// How much play a card gets at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// How many games.
    pub games: u32,
    /// How many deeds and passes in each.
    pub steps: u32,
}

impl Default for Effort {
    fn default() -> Self {
        Self { games: 24, steps: 260 }
    }
}

/// Something of a card that was not reached.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Missed {
    /// The name of the face.
    pub face: String,
    /// The number of the ability among those printed on the face, from 1; nothing for the face itself.
    pub ability: Option<u16>,
    /// What it is, or the instruction.
    pub what: String,
    /// Why it counts as missed.
    pub why: Why,
}

/// Why something counts as missed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// The face was neither cast nor put onto the battlefield, or the ability neither used nor triggered.
    NotPlayed,
    /// The instruction was never followed.
    NotFollowed,
    /// The instruction was followed, and never left a step in the trace.
    Silent,
}

/// Something that went wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardFault {
    /// What.
    pub what: String,
    /// Whether it is a position that headjudge can't decide, and nothing broken.
    pub undecided: bool,
    /// What was done then.
    pub deed: String,
    /// The last lines of the trace, as far as they can be told.
    pub trace: String,
}

/// What came of a card's games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardReport {
    /// The card.
    pub name: String,
    /// How many games it was dealt into.
    pub games: u32,
    /// How many deeds and passes there were in them.
    pub steps: u64,
    /// What was not reached.
    pub missed: Vec<Missed>,
    /// What went wrong, each sort once.
    pub faults: Vec<CardFault>,
}

impl CardReport {
    /// Whether the card and each of its abilities was played, and nothing went wrong.
    pub fn is_played(&self) -> bool {
        self.faults.is_empty() && self.missed.iter().all(|missed| missed.why != Why::NotPlayed)
    }
}

/// Deals a card into games until all of it is reached, or the effort is spent. The same seed gives the same report.
pub fn play_card(company: &Company<'_>, card: &Card, seed: u64, effort: Effort) -> CardReport {
    let subject = Subject::of(company, card);
    let goals = RefCell::new(Goals::of(company, card, &subject));
    let mut report =
        CardReport { name: card.name(), games: 0, steps: 0, missed: Vec::new(), faults: Vec::new() };
    for game in 0..effort.games {
        if goals.borrow().is_done() {
            break;
        }
        let rng = Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(u64::from(game) + 1));
        let steps = RefCell::new(0u32);
        let play = || Table::new(company, &subject, &goals, rng, game).play(effort.steps, &steps);
        let fault = catch_unwind(AssertUnwindSafe(play)).unwrap_or_else(|_| {
            Some(CardFault {
                what: "it panics".to_owned(),
                undecided: false,
                deed: format!("in game {game}, step {}", steps.borrow()),
                trace: String::new(),
            })
        });
        report.games += 1;
        report.steps += u64::from(*steps.borrow());
        if let Some(fault) = fault {
            if report.faults.iter().all(|known| known.what != fault.what) {
                report.faults.push(fault);
            }
            // More of the same kind tells nothing new.
            if report.games > effort.games / 3 && !report.faults.is_empty() {
                break;
            }
        }
    }
    report.missed = goals.into_inner().missed();
    report
}
