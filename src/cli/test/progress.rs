//! What a person at a terminal sees while scenarios are played: a bar, what runs, and what took longest.
//!
//! This is the one place that reads a clock, and nothing that is printed or written stays of it.

#![expect(clippy::disallowed_types, reason = "what takes long is only shown while somebody waits")]

use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// The progress of a run; nothing where nobody looks.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    slowest: Mutex<Option<(Duration, String)>>,
}

/// One piece of work that has begun.
pub(super) struct Begun {
    at: Option<Instant>,
}

/// What is worth naming as the slowest.
const SLOW: Duration = Duration::from_millis(20);

impl Progress {
    /// The progress of so many files, shown if the terminal is one and more than a moment's work is to be done.
    pub(super) fn of(files: usize) -> Self {
        let is_shown = files > 1 && io::stderr().is_terminal() && io::stdout().is_terminal();
        let bar = is_shown.then(|| {
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len}  {wide_msg}");
            let length = u64::try_from(files).unwrap_or(u64::MAX);
            ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Self { bar, slowest: Mutex::new(None) }
    }

    /// A file is begun.
    pub(super) fn begin(&self, file: &str) -> Begun {
        let Some(bar) = &self.bar else { return Begun { at: None } };
        let slowest = self.slowest.lock().unwrap_or_else(PoisonError::into_inner);
        let tail = slowest
            .as_ref()
            .filter(|(took, _)| *took >= SLOW)
            .map(|(took, file)| format!("; slowest: {file}, {} ms", took.as_millis()));
        bar.set_message(format!("{file}{}", tail.unwrap_or_default()));
        Begun { at: Some(Instant::now()) }
    }

    /// A file is done.
    pub(super) fn end(&self, begun: &Begun, file: &str) {
        let (Some(bar), Some(at)) = (&self.bar, begun.at) else { return };
        let took = at.elapsed();
        let mut slowest = self.slowest.lock().unwrap_or_else(PoisonError::into_inner);
        if slowest.as_ref().is_none_or(|(longest, _)| took > *longest) {
            *slowest = Some((took, file.to_owned()));
        }
        bar.inc(1);
    }

    /// Prints something without the bar in its way.
    pub(super) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Whether somebody looks.
    pub(super) fn is_shown(&self) -> bool {
        self.bar.is_some()
    }

    /// The bar goes away.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
