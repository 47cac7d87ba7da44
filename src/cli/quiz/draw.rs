//! Questions drawn from scenario files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use fastrand::Rng;

use super::Arguments;
use super::ask::Desk;
use super::record::Key;
use crate::cli::exit::{Exit, Fault};
use crate::cli::files::{Folder, scenario_files, source};
use crate::cli::test;
use crate::diag::Source;
use crate::lessons::Quizzing;
use crate::rules::RuleNumber;
use crate::runner::Verdict;
use crate::scenario::ast::Scenario;
use crate::scenario::{NoIncludes, alone, read};

/// Asks as many questions as are wanted, in an order that the seed says.
pub(super) fn ask(paths: &[PathBuf], arguments: &Arguments, desk: &mut Desk<'_>) -> Result<Exit, Fault> {
    let kept = desk.record.entries()?;
    // Without a seed it is another quiz whenever something has been asked, and no clock is read.
    let seed = arguments.seed.unwrap_or_else(|| kept.values().map(|kept| kept.asked as u64).sum());
    let mut rng = Rng::with_seed(seed);
    let mut files = scenario_files(paths)?;
    if arguments.wrong {
        let wrong = kept.iter().filter(|(_, kept)| !kept.last_was_right).map(|(key, _)| key.path.as_str());
        let wrong: BTreeSet<&str> = wrong.collect();
        files.retain(|file| wrong.contains(Key::new(file, "", "").path.as_str()));
    }
    rng.shuffle(&mut files);
    let mut put = 0;
    for file in files {
        if put >= arguments.count || desk.is_over {
            break;
        }
        let Some((quizzing, name)) = drawn(&file, arguments, desk, &mut rng)? else { continue };
        let was_wrong = |words: &str| {
            let key = Key::new(&file, &quizzing.outcome.title, words);
            kept.get(&key).is_some_and(|kept| !kept.last_was_right)
        };
        let questions: Vec<_> = quizzing
            .questions
            .iter()
            .filter(|question| !arguments.wrong || was_wrong(&question.words))
            .collect();
        let Some(question) = questions.get(rng.usize(0..questions.len().max(1))) else { continue };
        put += 1;
        let heading =
            format!("Question {put} of at most {}: {name}, level {}", arguments.count, quizzing.level);
        desk.put(&heading, &file, &quizzing, question)?;
    }
    if put == 0 {
        return Err(Fault::usage("there is nothing to ask").with_help(match arguments.wrong {
            true => "nothing of what was wrong is left in these files",
            false => "no scenario there fits `--topic`, `--rule` and `--level` and has something to ask",
        }));
    }
    desk.sum_up()?;
    Ok(Exit::Expected)
}

/// A scenario of a file that fits and of which something can be asked, with the name of its folder.
fn drawn(
    file: &Path,
    arguments: &Arguments,
    desk: &Desk<'_>,
    rng: &mut Rng,
) -> Result<Option<(Quizzing, String)>, Fault> {
    let source = source(file)?;
    if test::wanted(&source).0 != Verdict::Expected {
        return Ok(None);
    }
    let folder = file.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    let folder = folder.unwrap_or_default();
    let mut texts = alone(&source, &Folder::new(file));
    rng.shuffle(&mut texts);
    for text in texts {
        let source = Source::new(file.display().to_string(), text);
        let reading = read(&source, &NoIncludes);
        let Some(scenario) = reading.scenarios.first() else { continue };
        let topic =
            |topic: &str| is_below(file, topic) || scenario.head.tags.iter().any(|tag| tag.text == topic);
        let fits = arguments.topic.as_deref().is_none_or(topic)
            && arguments.rule.is_none_or(|rule| rests_on(scenario, rule));
        if !fits {
            continue;
        }
        let Some(quizzing) = Quizzing::of(desk.runner, source, Verdict::Expected) else { continue };
        let level = arguments.level.is_none_or(|level| level == quizzing.level);
        if level && !quizzing.questions.is_empty() {
            return Ok(Some((quizzing, folder)));
        }
    }
    Ok(None)
}

/// Whether a file lies in a folder of that name.
fn is_below(file: &Path, folder: &str) -> bool {
    file.parent().is_some_and(|path| path.components().any(|part| part.as_os_str() == folder))
}

/// Whether the head of a scenario, or what it expects, names a rule or one below it.
fn rests_on(scenario: &Scenario, rule: RuleNumber) -> bool {
    let wanted = rule.to_string();
    let below = |number: &str| {
        let rest = number.trim().strip_prefix(wanted.as_str());
        rest.is_some_and(|rest| !rest.starts_with(|first: char| first.is_ascii_digit()))
    };
    fn lines(statements: &[crate::scenario::ast::Statement], below: &dyn Fn(&str) -> bool) -> bool {
        statements.iter().any(|statement| {
            let text = statement.line.text.as_str();
            let group = text.rsplit_once(" [").and_then(|(_, group)| group.strip_suffix(']'));
            let cited = text.starts_with("expect ") && group.is_some_and(|group| group.split(';').any(below));
            cited || lines(&statement.children, below)
        })
    }
    scenario.head.rules.iter().any(|rule| below(&rule.text)) || lines(&scenario.statements, &below)
}
