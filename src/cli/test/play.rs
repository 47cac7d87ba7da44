//! One file played: which of its scenarios are meant, and what comes of them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::filter::{End, Filter, Known};
use super::last::Last;
use super::shard::{Shard, key};
use crate::cli::exit::Exit;
use crate::cli::files::{Folder, source};
use crate::cli::run::exit_of;
use crate::diag::{Code, Look, Source, Span};
use crate::report::{Case, Verdict as Reported, Wanted};
use crate::rules::RuleId;
use crate::runner::{Outcome, Runner, Verdict};
use crate::scenario::ast::{Scenario, Text};
use crate::scenario::{Reading, read};
use crate::trace::Level;

/// Which scenarios are meant.
#[derive(Debug, Default)]
pub(super) struct Selection {
    pub(super) filter: Option<Filter>,
    pub(super) shard: Option<Shard>,
    /// Only what failed in the last run.
    pub(super) failed: Option<Last>,
    /// The folder that the command runs in.
    pub(super) working: Option<PathBuf>,
}

/// What came of a file.
#[derive(Debug, Default)]
pub(super) struct Played {
    /// Its scenarios, those that are meant, in their order.
    pub(super) cases: Vec<(Case, Exit)>,
    /// How many of its scenarios are not meant.
    pub(super) left_out: usize,
    /// Whether any is meant, in whatever part it is.
    pub(super) is_meant: bool,
    /// The files that it includes.
    pub(super) includes: Vec<PathBuf>,
    /// The titles of all its scenarios.
    pub(super) titles: BTreeSet<String>,
}

/// Plays one file.
pub(super) fn file(runner: &Runner<'_>, path: &Path, selection: &Selection, look: Look) -> Played {
    let source = match source(path) {
        Ok(source) => source,
        Err(fault) => {
            let name = path.display().to_string();
            let message = fault.message().to_owned();
            let case = Case::of_file(name, Reported::Invalid, Code::UnreadableFile, message);
            return whole(case, Exit::Usage, path, selection);
        }
    };
    text(runner, path, &source, selection, look)
}

/// Plays the text of one file.
pub(super) fn text(
    runner: &Runner<'_>,
    path: &Path,
    source: &Source,
    selection: &Selection,
    look: Look,
) -> Played {
    let folder = Folder::new(path);
    let reading = read(source, &folder);
    let played = if reading.is_faulty() {
        // What can't be read as a whole is one case.
        let outcomes = runner.run_text(source, &folder);
        let (verdict, said) = wanted(source);
        let wanted = Wanted { verdict, said, ..Wanted::EXPECTED };
        outcomes.first().map_or_else(Played::default, |outcome| {
            let case = Case::of(outcome, &wanted, source, look);
            let exit = exit(outcome, &case);
            whole(case, exit, path, selection)
        })
    } else {
        scenarios(runner, path, source, &reading, selection, look)
    };
    Played { includes: folder.into_seen(), ..played }
}

/// A file that is one case.
fn whole(case: Case, exit: Exit, path: &Path, selection: &Selection) -> Played {
    let file = key(path, selection.working.as_deref());
    let known = Known {
        path: &file,
        title: &case.title,
        scenario: None,
        end: Some(End { verdict: case.verdict, cited: &[] }),
    };
    let fits = selection.filter.as_ref().is_none_or(|filter| filter.holds(&known) == Some(true));
    let is_meant = fits && selection.failed.as_ref().is_none_or(|last| last.titles(&file).is_some());
    let is_here = is_meant && selection.shard.is_none_or(|shard| shard.has(&file, ""));
    Played {
        titles: BTreeSet::from([case.title.clone()]),
        left_out: usize::from(!is_here),
        cases: if is_here { vec![(case, exit)] } else { Vec::new() },
        is_meant,
        ..Played::default()
    }
}

/// Plays those scenarios of a file that are meant.
fn scenarios(
    runner: &Runner<'_>,
    path: &Path,
    source: &Source,
    reading: &Reading,
    selection: &Selection,
    look: Look,
) -> Played {
    let file = key(path, selection.working.as_deref());
    let (verdict, said) = wanted(source);
    let mut played = Played::default();
    played.titles.extend(reading.scenarios.iter().map(Scenario::full_title));
    let failed = selection.failed.as_ref().map(|last| last.titles(&file));
    // What failed may have another title now; then all that is there is meant.
    let by_title = failed.map(|titles| {
        titles.filter(|titles| titles.iter().any(|title| played.titles.contains(title)) || titles.is_empty())
    });
    let may_be_meant = |scenario: &Scenario| {
        let title = scenario.full_title();
        let known = Known { path: &file, title: &title, scenario: Some(scenario), end: None };
        let fits = selection.filter.as_ref().is_none_or(|filter| filter.holds(&known) != Some(false));
        let failed = match (failed, by_title) {
            (Some(None), _) => false,
            (_, Some(Some(titles))) => titles.contains(&title),
            _ => true,
        };
        fits && failed
    };
    for variants in reading.scenarios.chunk_by(|one, other| one.title.span == other.title.span) {
        let Some(first) = variants.first() else { continue };
        let meant: Vec<&Scenario> = variants.iter().filter(|scenario| may_be_meant(scenario)).collect();
        played.left_out += variants.len() - meant.len();
        played.is_meant |= !meant.is_empty();
        if !selection.shard.is_none_or(|shard| shard.has(&file, &first.title.text)) {
            played.left_out += meant.len();
            continue;
        }
        let outcomes = runner.run_each(&meant);
        // Which rules nothing cites can be said when every variant has been played.
        let uncited = if meant.len() == variants.len() { uncited(first, &outcomes) } else { Vec::new() };
        let wanted = Wanted { verdict, said, uncited: &uncited, title: first.title.span };
        for (scenario, outcome) in meant.into_iter().zip(&outcomes) {
            let case = Case::of(outcome, &wanted, source, look);
            if let Some(filter) = &selection.filter {
                let cited = cited(outcome);
                let end = Some(End { verdict: case.verdict, cited: &cited });
                let known = Known { path: &file, title: &case.title, scenario: Some(scenario), end };
                if filter.holds(&known) != Some(true) {
                    played.left_out += 1;
                    continue;
                }
            }
            let exit = exit(outcome, &case);
            played.cases.push((case, exit));
        }
    }
    // A filter may leave out in the end what might have been meant.
    if played.cases.is_empty() && selection.shard.is_none() {
        played.is_meant = false;
    }
    played
}

/// The rules that a scenario's trace and answers rest on.
fn cited(outcome: &Outcome) -> Vec<RuleId> {
    let steps = outcome.trace.entries().iter().filter(|entry| entry.level == Level::Default);
    let of_steps = steps.flat_map(|entry| entry.rules.iter());
    let of_answers = outcome.findings.iter().flat_map(|finding| finding.rules.iter());
    let forbidding = outcome.diagnostics.iter().flat_map(|diagnostic| &diagnostic.rules);
    let rules: BTreeSet<RuleId> =
        of_steps.chain(of_answers).chain(forbidding.filter_map(|rule| RuleId::parse(rule))).collect();
    rules.into_iter().collect()
}

/// The rules in the head that nothing cites in any variant of the scenario.
fn uncited(scenario: &Scenario, outcomes: &[Outcome]) -> Vec<Text> {
    let rules = scenario.head.rules.iter().filter(|rule| {
        let Some(id) = RuleId::parse(&rule.text) else { return false };
        let mut played = outcomes.iter().filter(|outcome| outcome.game.is_some()).peekable();
        played.peek().is_some() && played.all(|outcome| outcome.uncited.contains(&id))
    });
    rules.cloned().collect()
}

/// The exit code for one scenario.
fn exit(outcome: &Outcome, case: &Case) -> Exit {
    if case.verdict.is_expected() {
        return Exit::Expected;
    }
    match exit_of(outcome.verdict) {
        Exit::Expected => Exit::Failed,
        exit => exit,
    }
}

/// The verdict that a scenario file says it ends with, and where: a comment `# verdict: undecided`.
pub(crate) fn wanted(source: &Source) -> (Verdict, Option<Span>) {
    const MARK: &str = "# verdict:";
    let mut start = 0;
    for line in source.text.split_inclusive('\n') {
        if let Some(word) = line.strip_prefix(MARK) {
            let verdict = match word.trim() {
                "undecided" => Verdict::Undecided,
                "invalid" => Verdict::Invalid,
                "failed" => Verdict::Failed,
                "unsettled" => Verdict::Unsettled,
                _ => Verdict::Expected,
            };
            return (verdict, Some(Span::new(start, start + line.trim_end().len())));
        }
        start += line.len();
    }
    (Verdict::Expected, None)
}
