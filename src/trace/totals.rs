//! What life totals and counters were before and after each change, and as a player lost the game.

use std::collections::BTreeMap;

use crate::game::{Change, Game, ObjectId, PlayerId};
use crate::ir::CounterKind;
use crate::rules::{Rules, cr};

use super::entry::{EntryId, Trace, What};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Account {
    Life(PlayerId),
    Poison(PlayerId),
    Energy(PlayerId),
    Others(PlayerId, CounterKind),
    Counters(ObjectId, CounterKind),
}

/// The totals around each entry that changes one, found by going back from the game as it is at the end.
#[derive(Debug, Default)]
pub(super) struct Totals {
    around: BTreeMap<EntryId, (i64, i64)>,
}

impl Totals {
    /// Goes back through a trace from the game at its end.
    pub(super) fn of(trace: &Trace, game: &Game) -> Self {
        let mut totals: BTreeMap<Account, i64> = BTreeMap::new();
        let mut around = BTreeMap::new();
        for (index, entry) in trace.entries().iter().enumerate().rev() {
            let What::Changed(change, _) = &entry.what else { continue };
            let (account, amount) = match change {
                Change::Life(player, amount) => (Account::Life(game.keeper_of_totals(*player)), *amount),
                Change::Poison(player, amount) => (Account::Poison(game.keeper_of_totals(*player)), *amount),
                Change::Energy(player, amount) => (Account::Energy(*player), *amount),
                Change::PlayerCounters(player, kind, amount) => (Account::Others(*player, *kind), *amount),
                Change::Counters(object, kind, amount) => (Account::Counters(*object, *kind), *amount),
                // What a player had who lost for it.
                Change::Leave(player) if is_by_poison(&entry.rules) => {
                    (Account::Poison(game.keeper_of_totals(*player)), 0)
                }
                Change::Leave(player) => (Account::Life(game.keeper_of_totals(*player)), 0),
                _ => continue,
            };
            let total = totals.entry(account).or_insert_with(|| at_the_end(game, account));
            let after = *total;
            *total -= i64::from(amount);
            around.insert(EntryId(u32::try_from(index).unwrap_or(u32::MAX)), (*total, after));
        }
        Self { around }
    }

    /// The total before and after an entry that changes one.
    pub(super) fn around(&self, entry: EntryId) -> Option<(i64, i64)> {
        self.around.get(&entry).copied()
    }
}

/// Whether a player loses the game for poison counters (704.5c, 704.6b).
pub(super) fn is_by_poison(rules: &Rules) -> bool {
    rules.contains(cr!("704.5c")) || rules.contains(cr!("704.6b"))
}

fn at_the_end(game: &Game, account: Account) -> i64 {
    match account {
        Account::Life(player) => i64::from(game.player(player).life),
        Account::Poison(player) => i64::from(game.player(player).poison),
        Account::Energy(player) => i64::from(game.player(player).energy),
        Account::Others(player, kind) => i64::from(game.player(player).counters_of(kind)),
        Account::Counters(object, kind) => i64::from(game.object(object).counters_of(kind)),
    }
}
