//! The outcomes of many scenarios, one format a file.
//!
//! A report takes finished values and makes text of them: [`Line`] says how one scenario ended, [`Tally`] counts them,
//! and [`terminal`] prints both. No clock is in it, so two runs give the same bytes.

pub mod json;
pub mod ruling;
pub mod terminal;
pub mod zones;

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
}

impl Verdict {
    /// Every verdict, in the order in which they are counted.
    pub const ALL: [Self; 6] =
        [Self::Answered, Self::Unsettled, Self::Todo, Self::Failed, Self::Undecided, Self::Invalid];

    /// Whether it is what the scenario's author expects.
    pub const fn is_expected(self) -> bool {
        match self {
            Self::Answered | Self::Unsettled | Self::Todo => true,
            Self::Failed | Self::Undecided | Self::Invalid => false,
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
        }
    }
}

/// How one scenario, or one variant of it, ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The scenario: its file, and what tells it apart from others there.
    pub name: String,
    /// How it ended.
    pub verdict: Verdict,
    /// What is to be said about it, each possibly several lines long: failed expectations, diagnostics.
    pub messages: Vec<String>,
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

    /// How many ended as their authors expect.
    pub fn passed(&self) -> usize {
        Verdict::ALL.into_iter().filter(|verdict| verdict.is_expected()).map(|verdict| self.of(verdict)).sum()
    }

    /// How many did not: those that failed, and those that are undecided or invalid.
    pub fn failed(&self) -> usize {
        self.counts.iter().sum::<usize>() - self.passed()
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
        assert_eq!((tally.passed(), tally.failed()), (5, 4));
        assert_eq!(tally.of(Verdict::Invalid), 2);
        assert_eq!(tally.of(Verdict::Todo), 1);
    }
}
