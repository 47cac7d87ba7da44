//! What became of the rules between two editions, and which words changed.

use std::collections::BTreeSet;
use std::fmt;

use serde::Serialize;

use super::align::Alignment;
use super::citations::without_numbers;
use super::edition::Edition;
use crate::rules::RuleNumber;

/// What became of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Same number, same words; the numbers of rules that it points to may differ.
    Unchanged,
    /// Another number, same words.
    Moved,
    /// Same number, other words.
    Reworded,
    /// Another number and other words.
    MovedAndReworded,
    /// It is several rules now.
    Split,
    /// Several rules are one now.
    Merged,
    /// It is new.
    Added,
    /// It is gone.
    Removed,
}

impl Kind {
    /// Every kind, in the order of the summary.
    pub const ALL: [Self; 8] = [
        Self::Unchanged,
        Self::Moved,
        Self::Reworded,
        Self::MovedAndReworded,
        Self::Split,
        Self::Merged,
        Self::Added,
        Self::Removed,
    ];
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Unchanged => "unchanged",
            Self::Moved => "moved",
            Self::Reworded => "reworded",
            Self::MovedAndReworded => "moved and reworded",
            Self::Split => "split",
            Self::Merged => "merged",
            Self::Added => "added",
            Self::Removed => "removed",
        })
    }
}

/// What became of one rule, or of several that belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// What became of it.
    pub kind: Kind,
    /// The numbers in the older edition.
    pub old: Vec<RuleNumber>,
    /// The numbers in the newer edition.
    pub new: Vec<RuleNumber>,
}

/// What became of every rule, in the order of the newer edition; what is gone stands where its number would.
pub fn changes(old: &Edition, new: &Edition, alignment: &Alignment) -> Vec<Change> {
    let mut changes = Vec::with_capacity(new.rules.len());
    let mut told: BTreeSet<RuleNumber> = BTreeSet::new();
    for rule in &old.rules {
        let mut goes_on: Vec<RuleNumber> = alignment.forward(rule.number).map(|link| link.new).collect();
        goes_on.sort_unstable();
        match goes_on.as_slice() {
            [] => changes.push(Change { kind: Kind::Removed, old: vec![rule.number], new: Vec::new() }),
            [_] => {}
            _ => {
                told.extend(&goes_on);
                changes.push(Change { kind: Kind::Split, old: vec![rule.number], new: goes_on });
            }
        }
    }
    for rule in &new.rules {
        let mut comes_from: Vec<RuleNumber> = alignment.backward(rule.number).map(|link| link.old).collect();
        comes_from.sort_unstable();
        let kind = match comes_from.as_slice() {
            [] => Kind::Added,
            [number] if told.contains(&rule.number) => {
                let _ = number;
                continue;
            }
            [number] => {
                let is_same_text = same_words(old, *number, new, rule.number);
                match (*number == rule.number, is_same_text) {
                    (true, true) => Kind::Unchanged,
                    (false, true) => Kind::Moved,
                    (true, false) => Kind::Reworded,
                    (false, false) => Kind::MovedAndReworded,
                }
            }
            _ => Kind::Merged,
        };
        changes.push(Change { kind, old: comes_from, new: vec![rule.number] });
    }
    let place = |change: &Change| change.new.iter().min().or_else(|| change.old.iter().min()).copied();
    changes.sort_by_key(|change| (place(change), change.kind));
    changes
}

/// Whether two rules say the same, apart from the numbers that they point to.
pub fn same_words(old: &Edition, old_number: RuleNumber, new: &Edition, new_number: RuleNumber) -> bool {
    match (old.rule(old_number), new.rule(new_number)) {
        (Some(one), Some(other)) => {
            one.paragraphs == other.paragraphs
                || without_numbers(&one.text()) == without_numbers(&other.text())
        }
        _ => false,
    }
}

/// A piece of a text against another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Piece {
    /// Words that both have.
    Both(String),
    /// Words that only the older has.
    Old(String),
    /// Words that only the newer has.
    New(String),
}

/// The words of two texts against each other: what both have, what is gone, what is new.
pub fn compare_words(old: &str, new: &str) -> Vec<Piece> {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (old.split_whitespace().collect(), new.split_whitespace().collect());
    let alike = |one: &str, other: &str| without_numbers(one) == without_numbers(other);
    // The table of the longest run of words that both have in order, by what is left of each text.
    let width = new.len() + 1;
    let mut longest = vec![0u32; (old.len() + 1) * width];
    let at = |table: &[u32], row: usize, column: usize| table.get(row * width + column).copied().unwrap_or(0);
    for (row, one) in old.iter().enumerate().rev() {
        for (column, other) in new.iter().enumerate().rev() {
            let value = if one == other {
                at(&longest, row + 1, column + 1) + 1
            } else {
                at(&longest, row + 1, column).max(at(&longest, row, column + 1))
            };
            if let Some(slot) = longest.get_mut(row * width + column) {
                *slot = value;
            }
        }
    }
    let mut pieces: Vec<Piece> = Vec::new();
    let (mut row, mut column) = (0, 0);
    loop {
        let piece = match (old.get(row), new.get(column)) {
            (Some(one), Some(other)) if one == other || (alike(one, other) && one.len() > 3) => {
                row += 1;
                column += 1;
                Piece::Both((*other).to_owned())
            }
            (Some(one), other)
                if other.is_none() || at(&longest, row + 1, column) >= at(&longest, row, column + 1) =>
            {
                row += 1;
                Piece::Old((*one).to_owned())
            }
            (_, Some(other)) => {
                column += 1;
                Piece::New((*other).to_owned())
            }
            _ => return pieces,
        };
        match (pieces.last_mut(), piece) {
            (Some(Piece::Both(run)), Piece::Both(word))
            | (Some(Piece::Old(run)), Piece::Old(word))
            | (Some(Piece::New(run)), Piece::New(word)) => {
                run.push(' ');
                run.push_str(&word);
            }
            (_, piece) => pieces.push(piece),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Piece, changes, compare_words};
    use crate::book::{Edition, align, read};

    fn edition(rules: &str) -> Edition {
        read(format!("1. Start\n100. Basics\n{rules}").as_bytes()).expect("a rules text")
    }

    #[test]
    fn every_rule_is_told_once() {
        let old = edition(
            "100.1. A wizard draws seven cards before the first turn begins.\n\
             100.2. Apprentices may never borrow a staff from another wizard. See rule 100.1.\n\
             100.3. Rotten familiars smell of onions.\n",
        );
        let new = edition(
            "100.1. Brooms are parked outside in tidy rows.\n\
             100.2. A wizard draws eight cards before the first turn begins.\n\
             100.3. Apprentices may never borrow a staff from another wizard. See rule 100.2.\n",
        );
        let kinds: Vec<Kind> =
            changes(&old, &new, &align(&old, &new)).iter().map(|change| change.kind).collect();
        assert_eq!(
            kinds,
            [
                Kind::Unchanged,
                Kind::Unchanged,
                Kind::Added,
                Kind::MovedAndReworded,
                Kind::Moved,
                Kind::Removed
            ]
        );
    }

    #[test]
    fn words_are_compared_in_runs() {
        let piece = |text: &str| text.to_owned();
        assert_eq!(
            compare_words(
                "A wizard draws seven cards. See 100.1.",
                "A wizard draws eight shiny cards. See 100.2."
            ),
            [
                Piece::Both(piece("A wizard draws")),
                Piece::Old(piece("seven")),
                Piece::New(piece("eight shiny")),
                Piece::Both(piece("cards. See 100.2.")),
            ]
        );
        assert_eq!(compare_words("", "new"), [Piece::New(piece("new"))]);
        assert_eq!(compare_words("", ""), []);
    }
}
