//! `--update`: expectations that do not hold, put right in their files, with the difference shown.

use std::collections::BTreeSet;
use std::path::Path;

use similar::TextDiff;

use super::play::{self, Played, Selection, wanted};
use crate::cli::exit::Fault;
use crate::cli::files::{Folder, replace, source};
use crate::diag::Look;
use crate::report::Verdict as Reported;
use crate::runner::{Runner, Verdict};

/// Refuses where nobody would read what has changed.
pub(super) fn may(forced: bool) -> Result<(), Fault> {
    let set = |name: &str| {
        std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "false" && value != "0")
    };
    if set("CI") && !forced {
        return Err(Fault::usage("expectations are not rewritten under CI, where nobody reads them")
            .with_help("run `headjudge test --update` yourself and read what it changes; `--force` does it all the same"));
    }
    Ok(())
}

/// Plays a file, puts right what it expects and is not so, and plays it again.
pub(super) fn file(runner: &Runner<'_>, path: &Path, selection: &Selection, look: Look) -> Played {
    let played = play::file(runner, path, selection, look);
    let failed = played.cases.iter().filter(|(case, _)| case.verdict == Reported::Failed);
    let titles: BTreeSet<&str> = failed.map(|(case, _)| case.title.as_str()).collect();
    let Ok(before) = source(path) else { return played };
    // What a file says that it fails at is as it should be.
    if titles.is_empty() || wanted(&before).0 != Verdict::Expected {
        return played;
    }
    let after = runner.rewritten(&before, &Folder::new(path), &titles);
    let mut told = String::new();
    if after.changed > 0 {
        if let Err(error) = replace(path, &after.text) {
            told = format!("error: {}\n", Fault::file(path, error).message());
            return Played { updated: Some(told), ..played };
        }
        let diff = TextDiff::from_lines(&before.text, &after.text);
        told.push_str(&diff.unified_diff().context_radius(2).header(&before.name, &before.name).to_string());
    }
    for span in &after.left {
        let text = after.text.get(span.start..span.end).unwrap_or_default();
        told.push_str(&format!("{}: can't be put right by itself: {text}\n", before.name));
    }
    Played {
        updated: Some(told).filter(|told| !told.is_empty()),
        ..play::file(runner, path, selection, look)
    }
}
