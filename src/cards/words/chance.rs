//! What chance or a vote decides, in words.

use super::Voice;
use super::english::{list, spaced};
use super::instructions::called;
use super::kinds::Head;
use crate::ir::instruction::{FlipCoin, RollDie, Vote};
use crate::ir::{Instruction, Players, Quantity, Verb};

impl Voice<'_> {
    pub(super) fn coin(&self, coin: &FlipCoin) -> String {
        let mut words = self.does(&coin.who, Verb::FlipCoin, &self.some(&coin.times, "coin"));
        if coin.until_lost {
            words.push_str(", again and again until a flip is lost");
        }
        let single = coin.who == Players::You && coin.times == Quantity::Fixed(1) && !coin.until_lost;
        let results = [
            ("the flip is won", "flip that is won", &coin.win),
            ("the flip is lost", "flip that is lost", &coin.lose),
            ("it comes up heads", "coin that comes up heads", &coin.heads),
            ("it comes up tails", "coin that comes up tails", &coin.tails),
        ];
        for (result, of_several, steps) in results {
            if !steps.is_empty() {
                let when = if single { format!("if {result}") } else { format!("for each {of_several}") };
                words.push_str(&format!("; {when}, {}", self.steps(steps)));
            }
        }
        let counted = [("flips won", coin.wins_as), ("heads", coin.heads_as)];
        for (what, slot) in counted.into_iter().filter(|(_, slot)| slot.is_some()) {
            words.push_str(&format!("; count the {what}{}", called(slot)));
        }
        words
    }

    pub(super) fn die(&self, die: &RollDie) -> String {
        let sides = format!("{}-sided", die.sides);
        let dice = match die.times.fixed() {
            Some(1) => format!("a {sides} die"),
            _ => self.counted(&die.times, &format!("{sides} die"), &format!("{sides} dice")),
        };
        let mut words = self.does(&die.who, Verb::RollDice, &dice);
        if let Some(add) = &die.add {
            words.push_str(&format!(", adding {}", self.amount(add)));
        }
        words.push_str(&called(die.slot));
        if !die.results.is_empty() {
            let results = die.results.iter().enumerate();
            let results: Vec<String> =
                results.map(|(place, (from, does))| self.listed(*from, die.greatest(place), does)).collect();
            words.push_str(&format!(" ({})", results.join("; ")));
        }
        words
    }

    /// A part of a table of results.
    fn listed(&self, from: u8, to: Option<u8>, does: &[Instruction]) -> String {
        let range = match to {
            None => format!("{from} or more"),
            Some(to) if to <= from => from.to_string(),
            Some(to) => format!("{from} to {to}"),
        };
        format!("{range}: {}", self.steps(does))
    }

    pub(super) fn vote(&self, vote: &Vote) -> String {
        let what = match &vote.what {
            Some(what) => self.a_kind(what, Head::Permanent),
            None => {
                let words: Vec<String> =
                    vote.words.iter().map(|word| format!("\"{}\"", spaced(word.as_str()))).collect();
                list(&words, "or") + " (afterwards each stands for its number of votes)"
            }
        };
        let first = if vote.first == Players::You { "you".to_owned() } else { self.players(&vote.first) };
        let mut words =
            format!("starting with {first}, {}", self.does(&vote.who, Verb::Vote, &format!("for {what}")));
        if vote.most_as.is_some() {
            words.push_str(&format!("; those with the most votes, tied ones too{}", called(vote.most_as)));
        }
        if vote.slot.is_some() {
            words.push_str(&format!("; all that have a vote{}", called(vote.slot)));
        }
        words
    }
}
