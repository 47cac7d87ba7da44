//! `--update`: expectations that do not hold, put right in their files; `--accept`: questions made expectations. The difference is shown
//! before anything is written, and written only if whoever runs it says so.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use colored::Colorize;
use similar::TextDiff;

use super::play::{self, Selection, wanted};
use crate::cli::answer;
use crate::cli::exit::Fault;
use crate::cli::files::{Folder, is_standard_input, replace, source};
use crate::cli::wrap::counted;
use crate::diag::{Look, Source, Span};
use crate::mending::Rewritten;
use crate::report::Verdict as Reported;
use crate::runner::{Runner, Verdict};

/// What is to be done to the files.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "they are words of the command line")]
pub(super) struct Wishes {
    /// Put right in the files what they expect and is not so: the difference is shown, and written if you say so
    #[arg(long)]
    update: bool,
    /// Make `expect`, with the rule that decides, of what the files `ask`: shown, and written if you say so
    #[arg(long)]
    accept: bool,
    /// Go through the changes one by one: change, keep what is there, or skip the rest of the file
    #[arg(long)]
    review: bool,
    /// Only show what would be changed
    #[arg(long, conflicts_with_all = ["review", "force"])]
    dry_run: bool,
    /// Write without asking, also under CI
    #[arg(long, conflicts_with = "review")]
    force: bool,
}

impl Wishes {
    /// Whether anything is to be done.
    pub(super) const fn any(self) -> bool {
        self.update || self.accept || self.review || self.dry_run || self.force
    }

    /// Refuses what makes no sense, and to write where nobody would read what has changed.
    pub(super) fn check(self) -> Result<(), Fault> {
        let set = |name: &str| {
            std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "false" && value != "0")
        };
        if self.any() && !self.update && !self.accept && !self.review {
            return Err(Fault::usage("`--dry-run` and `--force` go with `--update` or `--accept`"));
        }
        if self.any() && set("CI") && !self.force && !self.dry_run {
            return Err(Fault::usage("files are not rewritten under CI, where nobody reads what has changed")
                .with_help("run `headjudge test --update` yourself and read what it changes; `--force` does it all the same"));
        }
        Ok(())
    }

    /// Both, where it is not said what is to be gone through.
    const fn meant(self) -> (bool, bool) {
        if self.update || self.accept { (self.update, self.accept) } else { (true, true) }
    }
}

/// What was decided of one change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Decision {
    Change,
    Keep,
    SkipFile,
    Quit,
}

/// Shows what would be changed in each file, and writes what is wanted.
pub(super) fn files(
    wishes: Wishes,
    runner: &Runner<'_>,
    files: &[PathBuf],
    selection: &Selection,
    out: &mut dyn Write,
) -> Result<(), Fault> {
    let (update, accept) = wishes.meant();
    let mut changes = 0;
    for path in files.iter().filter(|path| !is_standard_input(path)) {
        let Ok(before) = source(path) else { continue };
        let played = play::file(runner, path, selection, Look::Plain);
        let mut left = Vec::new();
        let mut text = Source::new(before.name.clone(), before.text.clone());
        let mut decision = Decision::Change;
        // What a file says that it fails at is as it should be.
        let may_update = update && wanted(&before).0 == Verdict::Expected;
        for stage in
            [may_update.then_some(Stage::Update), accept.then_some(Stage::Accept)].into_iter().flatten()
        {
            let meant = played.cases.iter().map(|(case, _)| case).filter(|case| match stage {
                Stage::Update => case.verdict == Reported::Failed,
                Stage::Accept => !case.asks.is_empty(),
            });
            let titles: BTreeSet<&str> = meant.map(|case| case.title.as_str()).collect();
            if titles.is_empty() || matches!(decision, Decision::SkipFile | Decision::Quit) {
                continue;
            }
            let folder = Folder::new(path);
            let after = match stage {
                Stage::Update => runner.rewritten(&text, &folder, &titles),
                Stage::Accept => runner.accepted(&text, &folder, &titles),
            };
            let said = |span: &Span| after.text.get(span.start..span.end).unwrap_or_default().to_owned();
            left.extend(after.left.iter().map(said));
            changes += after.edits.len();
            if wishes.review {
                let (reviewed, last) = review(&text, &after, out)?;
                (text.text, decision) = (reviewed, last);
            } else {
                text.text = after.text;
            }
        }
        if text.text != before.text {
            let agreed = wishes.review || agreed(wishes, &before, &text, out)?;
            if agreed {
                replace(path, &text.text).map_err(|error| Fault::file(path, error))?;
            }
        }
        for line in left {
            writeln!(out, "{}: can't be put right by itself: {line}", before.name)?;
        }
        if decision == Decision::Quit {
            break;
        }
    }
    if changes == 0 {
        writeln!(out, "nothing to change")?;
    } else if wishes.dry_run {
        writeln!(out, "nothing was written: {} would be made", counted(changes, "change"))?;
    }
    Ok(())
}

/// What is done to a file, one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Update,
    Accept,
}

/// What has changed in a file, with some lines around each change.
pub(in crate::cli) fn difference(name: &str, before: &str, after: &str, around: usize) -> String {
    let diff = TextDiff::from_lines(before, after);
    diff.unified_diff().context_radius(around).header(name, name).to_string()
}

/// Shows the difference, and asks whether it is to be written.
fn agreed(wishes: Wishes, before: &Source, after: &Source, out: &mut dyn Write) -> Result<bool, Fault> {
    for line in difference(&before.name, &before.text, &after.text, 2).lines() {
        writeln!(out, "{}", tinted(line))?;
    }
    if wishes.dry_run || wishes.force {
        return Ok(wishes.force);
    }
    let said = answer::line(out, &format!("write this into {}? [y/n] ", before.name))?;
    if said.is_none() {
        writeln!(out, "\nnothing was written, as nobody said so: `--force` writes without asking")?;
    }
    Ok(matches!(said.as_deref(), Some("y" | "yes")))
}

/// Goes through the changes one by one: the text with those that are wanted, and what was said last.
fn review(before: &Source, after: &Rewritten, out: &mut dyn Write) -> Result<(String, Decision), Fault> {
    let mut text = String::with_capacity(after.text.len());
    let mut decision = Decision::Keep;
    let mut from = 0;
    for edit in &after.edits {
        let old = before.text.get(edit.span.start..edit.span.end).unwrap_or_default();
        text.push_str(before.text.get(from..edit.span.start).unwrap_or_default());
        from = edit.span.end;
        if !matches!(decision, Decision::SkipFile | Decision::Quit) {
            writeln!(out, "{}:{}", before.name, before.line_and_column(edit.span.start).0)?;
            writeln!(out, "{}", tinted(&format!("-{old}")))?;
            for line in edit.new.lines() {
                writeln!(out, "{}", tinted(&format!("+{}", line.trim_start())))?;
            }
            decision = one(out)?;
        }
        text.push_str(if decision == Decision::Change { &edit.new } else { old });
    }
    text.push_str(before.text.get(from..).unwrap_or_default());
    Ok((text, decision))
}

/// What is wanted of one change; nothing more of anything when the input ends.
fn one(out: &mut dyn Write) -> Result<Decision, Fault> {
    loop {
        let said = answer::line(out, "[c]hange, [k]eep, [s]kip the rest of the file, [q]uit: ")?;
        return Ok(match said.as_deref() {
            Some("c" | "change" | "y") => Decision::Change,
            Some("k" | "keep" | "n") => Decision::Keep,
            Some("s" | "skip") => Decision::SkipFile,
            Some("q" | "quit") | None => Decision::Quit,
            Some(_) => continue,
        });
    }
}

fn tinted(line: &str) -> String {
    match line.bytes().next() {
        Some(b'+') => line.green().to_string(),
        Some(b'-') => line.red().to_string(),
        _ => line.to_owned(),
    }
}
