//! The walk through what chance or a vote decides.

use super::{Checker, Fault};
use crate::ir::Players;
use crate::ir::instruction::{FlipCoin, RollDie, Vote};

impl Checker {
    pub(super) fn coin(&mut self, coin: &FlipCoin) {
        if coin.contradicts_itself() {
            let why = "a coin flip is won or lost, or comes up heads or tails; never both (705.2)";
            self.faults.insert(Fault::Contradiction("flip-coin", why));
        }
        self.players(&coin.who);
        self.quantity(&coin.times);
        self.slots.extend(coin.wins_as);
        self.slots.extend(coin.heads_as);
        self.of_each(&coin.who, |checker| coin.courses().for_each(|does| checker.instructions(does)));
    }

    pub(super) fn die(&mut self, die: &RollDie) {
        if die.sides == 0 || !die.results.is_sorted_by(|(one, _), (next, _)| one < next) {
            let why = "a die has a side, and the results of its table rise (706.1a, 706.3a)";
            self.faults.insert(Fault::Contradiction("roll-die", why));
        }
        self.players(&die.who);
        self.quantity(&die.times);
        self.optional(die.add.as_ref(), Self::quantity);
        self.slots.extend(die.slot);
        self.of_each(&die.who, |checker| {
            die.results.iter().for_each(|(_, does)| checker.instructions(does));
        });
    }

    pub(super) fn vote(&mut self, vote: &Vote) {
        if vote.words.is_empty() == vote.what.is_none() {
            let why = "a vote is for one of several words or for an object; never for both (701.38b)";
            self.faults.insert(Fault::Contradiction("vote", why));
        }
        self.players(&vote.who);
        self.players(&vote.first);
        self.optional(vote.what.as_ref(), Self::filter);
        self.slots.extend(vote.words.iter().copied());
        // What is voted for is kept where it is an object.
        if vote.what.is_some() {
            self.slots.extend(vote.most_as.into_iter().chain(vote.slot));
        }
    }

    /// What follows for each of several players speaks of that player as of an event's.
    fn of_each(&mut self, who: &Players, walk: impl FnOnce(&mut Self)) {
        if *who == Players::You { walk(self) } else { self.within_event(walk) }
    }
}
