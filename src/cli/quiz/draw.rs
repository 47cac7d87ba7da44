//! Questions drawn from scenario files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use fastrand::Rng;

use super::Arguments;
use super::ask::Desk;
use super::record::{Kept, Key};
use crate::cli::exit::{Exit, Fault};
use crate::cli::files::{Folder, scenario_files, source};
use crate::cli::test;
use crate::diag::Source;
use crate::lessons::{Question, Quizzing};
use crate::rules::RuleNumber;
use crate::runner::{Runner, Verdict};
use crate::scenario::ast::Scenario;
use crate::scenario::{NoIncludes, alone, read};

/// What questions are to be about.
#[derive(Debug, Clone, Default)]
pub(in crate::cli) struct Wishes {
    /// Only of a folder with this name, or with this tag.
    pub(in crate::cli) topic: Option<String>,
    /// Only what rests on this rule, or one below it.
    pub(in crate::cli) rule: Option<RuleNumber>,
    /// Only so much happening.
    pub(in crate::cli) level: Option<u8>,
    /// Only what was wrong when it was asked last.
    pub(in crate::cli) wrong: bool,
}

/// Questions drawn one after the other, in an order that the seed says.
pub(in crate::cli) struct Draw {
    files: std::vec::IntoIter<PathBuf>,
    wishes: Wishes,
    kept: BTreeMap<Key, Kept>,
    rng: Rng,
}

/// A question, with the scenario that it is about.
pub(in crate::cli) struct Drawn {
    pub(in crate::cli) file: PathBuf,
    pub(in crate::cli) quizzing: Quizzing,
    pub(in crate::cli) question: Question,
}

impl Drawn {
    /// What the scenario is about: the name of its folder.
    pub(in crate::cli) fn topic(&self) -> String {
        let folder = self.file.parent().and_then(Path::file_name);
        folder.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }
}

impl Draw {
    /// Of these files, and of what was asked before, all that is wished for.
    pub(in crate::cli) fn new(
        mut files: Vec<PathBuf>,
        wishes: Wishes,
        kept: BTreeMap<Key, Kept>,
        seed: u64,
    ) -> Self {
        if wishes.wrong {
            let wrong = kept.iter().filter(|(_, kept)| !kept.last_was_right);
            let wrong: BTreeSet<&str> = wrong.map(|(key, _)| key.path.as_str()).collect();
            files.retain(|file| wrong.contains(Key::new(file, "", "").path.as_str()));
        }
        let mut rng = Rng::with_seed(seed);
        rng.shuffle(&mut files);
        Self { files: files.into_iter(), wishes, kept, rng }
    }

    /// The next file, and the question that is drawn from it; no question if nothing in it fits.
    ///
    /// # Errors
    /// A file that can't be read.
    pub(in crate::cli) fn next(&mut self, runner: &Runner<'_>) -> Option<Result<Option<Drawn>, Fault>> {
        let file = self.files.next()?;
        Some(self.drawn(file, runner))
    }

    fn drawn(&mut self, file: PathBuf, runner: &Runner<'_>) -> Result<Option<Drawn>, Fault> {
        let Some(quizzing) = self.fitting(&file, runner)? else { return Ok(None) };
        let was_wrong = |question: &&Question| {
            let key = Key::new(&file, &quizzing.outcome.title, &question.words);
            self.kept.get(&key).is_some_and(|kept| !kept.last_was_right)
        };
        let questions = quizzing.questions.iter();
        let questions: Vec<_> =
            questions.filter(|question| !self.wishes.wrong || was_wrong(question)).collect();
        let question = questions.get(self.rng.usize(0..questions.len().max(1)));
        let question = question.map(|question| Question::clone(question));
        Ok(question.map(|question| Drawn { file, quizzing, question }))
    }

    /// A scenario of a file that fits and of which something can be asked.
    fn fitting(&mut self, file: &Path, runner: &Runner<'_>) -> Result<Option<Quizzing>, Fault> {
        let source = source(file)?;
        if test::wanted(&source).0 != Verdict::Expected {
            return Ok(None);
        }
        let mut texts = alone(&source, &Folder::new(file));
        self.rng.shuffle(&mut texts);
        let wishes = &self.wishes;
        for text in texts {
            let source = Source::new(file.display().to_string(), text);
            let reading = read(&source, &NoIncludes);
            let Some(scenario) = reading.scenarios.first() else { continue };
            let topic =
                |topic: &str| is_below(file, topic) || scenario.head.tags.iter().any(|tag| tag.text == topic);
            let fits = wishes.topic.as_deref().is_none_or(topic)
                && wishes.rule.is_none_or(|rule| rests_on(scenario, rule));
            if !fits {
                continue;
            }
            let Some(quizzing) = Quizzing::of(runner, source, Verdict::Expected) else { continue };
            let level = wishes.level.is_none_or(|level| level == quizzing.level);
            if level && !quizzing.questions.is_empty() {
                return Ok(Some(quizzing));
            }
        }
        Ok(None)
    }
}

/// Asks as many questions as are wanted, in an order that the seed says.
pub(super) fn ask(paths: &[PathBuf], arguments: &Arguments, desk: &mut Desk<'_>) -> Result<Exit, Fault> {
    let kept = desk.record.entries()?;
    // Without a seed it is another quiz whenever something has been asked, and no clock is read.
    let seed = arguments.seed.unwrap_or_else(|| kept.values().map(|kept| kept.asked as u64).sum());
    let wishes = Wishes {
        topic: arguments.topic.clone(),
        rule: arguments.rule,
        level: arguments.level,
        wrong: arguments.wrong,
    };
    let mut draw = Draw::new(scenario_files(paths)?, wishes, kept, seed);
    let mut put = 0;
    while put < arguments.count && !desk.is_over {
        let Some(drawn) = draw.next(desk.runner) else { break };
        let Some(drawn) = drawn? else { continue };
        put += 1;
        let (topic, level) = (drawn.topic(), drawn.quizzing.level);
        let heading = format!("Question {put} of at most {}: {topic}, level {level}", arguments.count);
        desk.put(&heading, &drawn.file, &drawn.quizzing, &drawn.question)?;
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
