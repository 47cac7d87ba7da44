//! How a command ends: the documented exit codes, and faults that stop it.

use std::cell::RefCell;
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::path::Path;
use std::process::ExitCode;

/// The exit codes. They are documented and do not change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Everything is as expected.
    Expected = 0,
    /// An expectation failed.
    Failed = 1,
    /// The command line is wrong, or a file cannot be read or written.
    Usage = 2,
    /// A scenario or card is invalid.
    Invalid = 3,
    /// A choice is open, or a card or rule is not supported.
    Undecided = 4,
    /// A fault of headjudge's own.
    OwnFault = 70,
}

impl Exit {
    /// The code for both outcomes together: the first of 70, 2, 3, 1, 4, 0 that one of them has.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        [Self::OwnFault, Self::Usage, Self::Invalid, Self::Failed, Self::Undecided]
            .into_iter()
            .find(|exit| *exit == self || *exit == other)
            .unwrap_or(Self::Expected)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why a command stopped before it had a result.
#[derive(Debug)]
pub struct Fault {
    exit: Exit,
    message: String,
    /// Lines of advice and notes, each with the word before it.
    help: Vec<(&'static str, String)>,
}

impl Fault {
    /// A wrong argument. The message is lower case, without a full stop, with the user's words in backticks.
    pub fn usage(message: impl Into<String>) -> Self {
        Self { exit: Exit::Usage, message: message.into(), help: Vec::new() }
    }

    /// A file that cannot be read or written.
    pub fn file(path: &Path, error: impl Display) -> Self {
        Self::usage(format!("`{}`: {error}", path.display()))
    }

    /// The fault with a line of advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help.push(("help", help.into()));
        self
    }

    /// The fault with a line that says more of it.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.help.push(("note", note.into()));
        self
    }

    /// Whether nobody is to be told: whoever reads the output has stopped.
    pub(super) fn is_silent(&self) -> bool {
        self.exit == Exit::Expected
    }

    /// The fault in one line.
    pub(super) fn message(&self) -> &str {
        &self.message
    }

    /// Prints the fault and says how the process ends.
    pub(super) fn report(&self, errors: &mut dyn Write) -> Exit {
        if self.exit == Exit::Expected {
            return self.exit;
        }
        let drawn = self.exit == Exit::Invalid;
        let mut text =
            if drawn { format!("{}\n", self.message) } else { format!("error: {}\n", self.message) };
        for (word, help) in &self.help {
            text.push_str(&format!("  = {word}: {help}\n"));
        }
        // Where not even standard error can be written to, the exit code still tells.
        errors.write_all(text.as_bytes()).map_or(self.exit, |()| self.exit)
    }
}

impl From<io::Error> for Fault {
    /// A fault in printing the result. A reader that stops early, as `head` does, is not one.
    fn from(error: io::Error) -> Self {
        let exit = if error.kind() == ErrorKind::BrokenPipe { Exit::Expected } else { Exit::Usage };
        Self { exit, message: format!("the result cannot be printed: {error}"), help: Vec::new() }
    }
}

/// Prints what clap found wrong, or the help or version that was asked for.
pub(super) fn report_usage(error: &clap::Error) -> Exit {
    let exit = if error.use_stderr() { Exit::Usage } else { Exit::Expected };
    error.print().map_or(exit, |()| exit)
}

thread_local! {
    /// What the last fault of headjudge's own on this thread was, where somebody wants to know it rather than have it printed.
    static CAUGHT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Does something that may go wrong by a fault of headjudge's own, and says what the fault was.
pub(super) fn catch<T>(what: impl FnOnce() -> T) -> Result<T, String> {
    CAUGHT.set(Some(String::new()));
    let result = panic::catch_unwind(AssertUnwindSafe(what));
    let caught = CAUGHT.take().unwrap_or_default();
    result.map_err(|_| caught)
}

/// Says, in place of a stack trace, that this is a fault of headjudge and what would help to mend it.
pub(super) fn report_own_fault(fault: &PanicHookInfo<'_>) {
    let place =
        fault.location().map_or_else(String::new, |place| format!(" ({}:{})", place.file(), place.line()));
    let payload = fault.payload();
    let what = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let what = what.unwrap_or("no message");
    // A thread that is about to end has nowhere to keep it any more.
    let kept = CAUGHT.try_with(|caught| {
        let mut caught = caught.borrow_mut();
        caught.as_mut().map(|caught| *caught = format!("{what}{place}"))
    });
    if let Ok(Some(())) = kept {
        return;
    }
    let text = format!(
        "error: this is a fault of headjudge, not of yours{place}: {what}\n  \
         = help: please report it with the command and the file that you ran\n"
    );
    // There is nowhere left to say that this could not be printed.
    io::stderr().write_all(text.as_bytes()).unwrap_or_default();
}

#[cfg(test)]
mod tests {
    use super::Exit;

    #[test]
    fn the_gravest_outcome_counts() {
        assert_eq!(Exit::Expected.and(Exit::Undecided), Exit::Undecided);
        assert_eq!(Exit::Undecided.and(Exit::Failed), Exit::Failed);
        assert_eq!(Exit::Failed.and(Exit::Invalid), Exit::Invalid);
        assert_eq!(Exit::Usage.and(Exit::Invalid), Exit::Usage);
        assert_eq!(Exit::OwnFault.and(Exit::Expected), Exit::OwnFault);
        assert_eq!(Exit::Expected.and(Exit::Expected), Exit::Expected);
    }
}
