//! The outcomes of many scenarios, one format a file.
//!
//! A report takes finished values and makes text of them, piece by piece as they come: [`Case`] says how one scenario ended,
//! [`Summary`] counts them, and a [`Report`] is told of each in the order of the files. No clock is in it, so two runs give
//! the same bytes. [`ruling`] and [`json`] are what `headjudge run` prints.

mod because;

pub mod case;
pub mod github;
pub mod json;
pub mod junit;
pub mod lesson;
pub mod markdown;
pub mod picture;
pub mod played;
pub mod ruling;
pub mod tap;
pub mod terminal;
pub mod tests_json;
pub mod ways;
pub mod ways_json;
pub mod zones;

pub use case::{Asked, Case, Gap, Place, Problem, Wanted};

/// Makes the text of a report as the outcomes come in. What is returned is printed at once, so that nothing has to be kept.
pub trait Report {
    /// What stands before the first scenario.
    fn begin(&mut self) -> String {
        String::new()
    }

    /// One scenario.
    fn case(&mut self, case: &Case) -> String;

    /// What stands behind the last one.
    fn end(&mut self, summary: &Summary) -> String;
}

/// How a scenario ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Everything that it expects holds.
    Answered,
    /// The rules themselves give no answer, and the scenario says so.
    Unsettled,
    /// What it marks as a known gap is still one, and everything else holds.
    Todo,
    /// Something that it expects does not hold, or a known gap is none any more.
    Failed,
    /// It needs a choice that nobody makes, or something that headjudge does not play.
    Undecided,
    /// It can't be read, or its board is illegal.
    Invalid,
    /// headjudge itself failed on it.
    Crashed,
}

impl Verdict {
    /// Every verdict, in the order in which they are counted.
    pub const ALL: [Self; 7] = [
        Self::Answered,
        Self::Unsettled,
        Self::Todo,
        Self::Failed,
        Self::Undecided,
        Self::Invalid,
        Self::Crashed,
    ];

    /// Whether it is what the scenario's author expects.
    pub const fn is_expected(self) -> bool {
        match self {
            Self::Answered | Self::Unsettled | Self::Todo => true,
            Self::Failed | Self::Undecided | Self::Invalid | Self::Crashed => false,
        }
    }

    /// The verdict as the word at the start of a line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Answered => "passed",
            Self::Unsettled => "unsettled",
            Self::Todo => "todo",
            Self::Failed => "failed",
            Self::Undecided => "undecided",
            Self::Invalid => "invalid",
            Self::Crashed => "crashed",
        }
    }
}

/// What a run came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    /// How many scenarios ended how.
    pub tally: Tally,
    /// How many of those that failed did so because a known gap is none any more.
    pub unexpected_passes: usize,
    /// How many scenarios were left out by what was asked for.
    pub left_out: usize,
    /// How many files were not looked at any more, as there had been failures enough.
    pub not_reached: usize,
    /// How many questions nothing is expected of.
    pub asks: usize,
    /// How many scenarios rest on a card of the user's that does not stand in them.
    pub resting_on_users: usize,
}

impl Summary {
    /// Counts one more.
    pub fn add(&mut self, case: &Case) {
        self.tally.add(case.verdict);
        self.unexpected_passes += usize::from(case.is_unexpected_pass());
        self.asks += case.asks.len();
        self.resting_on_users += usize::from(case.rests_on_other_files());
    }
}

/// How many scenarios ended how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    counts: [usize; Verdict::ALL.len()],
}

impl Tally {
    /// Counts one more.
    pub fn add(&mut self, verdict: Verdict) {
        for (counted, count) in Verdict::ALL.iter().zip(&mut self.counts) {
            *count += usize::from(*counted == verdict);
        }
    }

    /// How many ended so.
    pub fn of(&self, verdict: Verdict) -> usize {
        Verdict::ALL
            .iter()
            .zip(self.counts)
            .filter(|(counted, _)| **counted == verdict)
            .map(|(_, count)| count)
            .sum()
    }

    /// How many there were.
    pub fn all(&self) -> usize {
        self.counts.iter().sum()
    }

    /// How many ended as their authors expect.
    pub fn passed(&self) -> usize {
        Verdict::ALL.into_iter().filter(|verdict| verdict.is_expected()).map(|verdict| self.of(verdict)).sum()
    }

    /// How many did not: those that failed, and those that are undecided or invalid.
    pub fn failed(&self) -> usize {
        self.all() - self.passed()
    }
}

impl Extend<Verdict> for Tally {
    fn extend<I: IntoIterator<Item = Verdict>>(&mut self, verdicts: I) {
        for verdict in verdicts {
            self.add(verdict);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Tally, Verdict};

    #[test]
    fn each_scenario_has_passed_or_failed() {
        let mut tally = Tally::default();
        tally.extend(Verdict::ALL);
        tally.extend([Verdict::Answered, Verdict::Answered, Verdict::Invalid]);
        assert_eq!((tally.passed(), tally.failed()), (5, 5));
        assert_eq!(tally.of(Verdict::Invalid), 2);
        assert_eq!(tally.of(Verdict::Todo), 1);
    }
}
