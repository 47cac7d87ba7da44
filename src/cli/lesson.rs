//! `headjudge lesson`: played scenarios as pages that need no server, with a page that lists them.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::exit::{Exit, Fault};
use super::files::{Folder, bounded, scenario_files, source};
use super::look;
use super::pool::Cards;
use super::run::{exit_of, viewer};
use super::shelf::write_whole;
use super::test;
use super::wrap::counted;
use crate::cards::Pool;
use crate::diag::{Source, render};
use crate::lessons::{self, Course, Step};
use crate::report::lesson::{self, LARGEST, Listed};
use crate::report::played::{self, Played};
use crate::runner::{Outcome, Runner};
use crate::scenario::{Includes, MAX_BYTES, NoIncludes, alone};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Scenario files and folders, or one course (`.course`)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The folder to write the pages to; it is made if it isn't there
    #[arg(long, required = true, value_name = "DIR")]
    out: PathBuf,
    /// Only as this player sees it, so that nothing hidden from them stands in the pages; without it the pages hold every hidden card, as a
    /// judge or a teacher sees it, and beside that what each player sees
    #[arg(long = "as", value_name = "PLAYER")]
    viewer: Option<String>,
    #[command(flatten)]
    cards: Cards,
}

/// Pages that are made, and what they are called.
struct Pages<'a> {
    pool: &'a Pool,
    viewer: Option<&'a str>,
    names: BTreeSet<String>,
    made: Vec<(String, String)>,
    exit: Exit,
    errors: &'a mut dyn Write,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write, errors: &mut dyn Write) -> Result<Exit, Fault> {
    let pool = match arguments.cards.pool(errors)? {
        Ok(pool) => pool,
        Err(exit) => return Ok(exit),
    };
    let mut pages = Pages {
        pool: &pool,
        viewer: arguments.viewer.as_deref(),
        names: BTreeSet::from(["index".to_owned()]),
        made: Vec::new(),
        exit: Exit::Expected,
        errors,
    };
    let is_course = |path: &Path| path.extension().is_some_and(|extension| extension == "course");
    let index = match arguments.files.as_slice() {
        [path] if is_course(path) => {
            let source = bounded(path, MAX_BYTES, "a course")?;
            match lessons::read(&source) {
                Ok(course) => pages.course(&course, path)?,
                Err(faults) => {
                    for fault in &faults {
                        writeln!(pages.errors, "{}", render(fault, &source, look()))?;
                    }
                    return Ok(Exit::Invalid);
                }
            }
        }
        files => {
            let mut listed = Vec::new();
            for file in scenario_files(files)? {
                listed.append(&mut pages.file(&file)?);
            }
            lesson::index("Lessons", "", &listed)
        }
    };
    // Only when all of them are made is anything written, and the page that lists them last.
    fs::create_dir_all(&arguments.out).map_err(|error| Fault::file(&arguments.out, error))?;
    for (name, page) in &pages.made {
        write_whole(&arguments.out.join(name), page)?;
    }
    write_whole(&arguments.out.join("index.html"), index)?;
    let count = counted(pages.made.len(), "page");
    writeln!(out, "{count} and an index in {}", arguments.out.display())?;
    Ok(pages.exit)
}

impl Pages<'_> {
    /// The pages of a file, one for each of its scenarios.
    fn file(&mut self, path: &Path) -> Result<Vec<Listed>, Fault> {
        let source = source(path)?;
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let ends = test::wanted(&source).0;
        let outcomes = self.seen_by(self.viewer).run_text(&source, &Folder::new(path));
        for outcome in &outcomes {
            for diagnostic in outcome.diagnostics.iter().filter(|_| outcome.verdict != ends) {
                writeln!(self.errors, "{}", render(diagnostic, &source, look()))?;
            }
            let ended = if outcome.verdict == ends { Exit::Expected } else { exit_of(outcome.verdict) };
            self.exit = self.exit.and(ended);
        }
        self.pages(&outcomes, &source, &Folder::new(path), &stem)
    }

    /// What plays scenarios for the eyes of a player, or of the judge.
    fn seen_by(&self, viewer: Option<&str>) -> Runner<'_> {
        Runner::new(self.pool).as_seen_by(viewer.map(str::to_owned)).keeping_positions()
    }

    /// A page for each scenario of a text that has been played.
    fn pages(
        &mut self,
        outcomes: &[Outcome],
        source: &Source,
        includes: &dyn Includes,
        stem: &str,
    ) -> Result<Vec<Listed>, Fault> {
        let mut names: Vec<&String> = outcomes.iter().flat_map(|outcome| &outcome.players).collect();
        names.sort();
        names.dedup();
        let names = names.into_iter().filter(|_| self.viewer.is_none());
        // A player may know less than the judge, so that the answers are others as well.
        let others: Vec<(String, Vec<Outcome>)> =
            names.map(|name| (name.clone(), self.seen_by(Some(name)).run_text(source, includes))).collect();
        let shown = |outcomes: &[Outcome], viewer: Option<&str>, words: bool| {
            let options =
                played::Options { viewer: viewer.map(str::to_owned), detail: false, words, stop: None };
            played::of_text(outcomes, source, includes, &options)
        };
        let whose = self.viewer;
        let mut all: Vec<(Option<&str>, Vec<Option<Played>>)> =
            vec![(whose, given(shown(outcomes, whose, true)))];
        all.extend(others.iter().map(|(name, outcomes)| {
            let name = Some(name.as_str());
            (name, given(shown(outcomes, name, true)))
        }));
        let mut listed = Vec::new();
        for (place, outcome) in outcomes.iter().enumerate() {
            viewer(whose, outcome)?;
            let sits = |name: &Option<&str>| {
                name.is_none_or(|name| {
                    Some(name) == whose || outcome.players.iter().any(|player| player == name)
                })
            };
            let views = all.iter_mut().filter(|(name, _)| sits(name));
            let views: Vec<Played> = views.filter_map(|(_, views)| views.get_mut(place)?.take()).collect();
            let question = views.first().and_then(|played| played.question.clone());
            let mut page = lesson::page(views);
            // What makes a page too large is left out of it: first how each player sees it, then what cards say.
            for words in [true, false] {
                if page.len() > LARGEST {
                    page =
                        lesson::page(shown(outcomes, whose, words).into_iter().skip(place).take(1).collect());
                }
            }
            if page.len() > LARGEST {
                return Err(Fault::usage(format!("`{}`: the page would be too large", outcome.title))
                    .with_help(format!("a page has at most {LARGEST} bytes; play less in one scenario")));
            }
            let file = format!("{}.html", self.name(stem));
            listed.push(Listed::Page { file: file.clone(), title: outcome.title.clone(), question });
            self.made.push((file, page));
        }
        Ok(listed)
    }

    /// A course with a page for each of its steps; the page that lists them has its words.
    fn course(&mut self, course: &Course, path: &Path) -> Result<String, Fault> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut listed = Vec::new();
        for step in &course.steps {
            match step {
                Step::Part(words) => listed.push(Listed::Part(words.clone())),
                Step::Text(words) => listed.push(Listed::Text(words.clone())),
                Step::Ruling { path, title } => {
                    let file = folder.join(&path.text);
                    let source = source(&file)?;
                    let stem =
                        file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
                    let titled = |text: &String| {
                        let first = text.lines().next().and_then(|line| line.strip_prefix("scenario"));
                        title
                            .as_ref()
                            .is_none_or(|title| first.is_some_and(|first| first.trim() == title.text))
                    };
                    let Some(text) = alone(&source, &Folder::new(&file)).into_iter().find(titled) else {
                        return Err(Fault::file(&file, "it has no such scenario"));
                    };
                    listed.append(&mut self.text(Source::new(source.name.clone(), text), &stem)?);
                }
                Step::Write(exercise) => {
                    let Some(answer) = exercise.answers.first() else { continue };
                    let source = Source::new(path.display().to_string(), exercise.with(answer));
                    let pages = self.text(source, "exercise")?;
                    let Some(Listed::Page { file, .. }) = pages.into_iter().next() else { continue };
                    listed.push(Listed::Task {
                        task: exercise.task.clone(),
                        scene: exercise.scene(),
                        hints: exercise.hints.clone(),
                        answer: answer.clone(),
                        file,
                    });
                }
            }
        }
        Ok(lesson::index(&course.title, &course.about, &listed))
    }

    /// The page of a scenario that stands alone.
    fn text(&mut self, source: Source, stem: &str) -> Result<Vec<Listed>, Fault> {
        let outcomes = self.seen_by(self.viewer).run_text(&source, &NoIncludes);
        self.pages(&outcomes, &source, &NoIncludes, stem)
    }

    /// A name that no other page has.
    fn name(&mut self, stem: &str) -> String {
        let plain: String = stem
            .chars()
            .map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' })
            .collect();
        let plain = if plain.is_empty() { "scenario".to_owned() } else { plain };
        let numbered = (2..).map(|number| format!("{plain}-{number}"));
        let free = std::iter::once(plain.clone()).chain(numbered).find(|name| !self.names.contains(name));
        let name = free.unwrap_or(plain);
        self.names.insert(name.clone());
        name
    }
}

/// Values that are each taken once.
fn given<T>(values: Vec<T>) -> Vec<Option<T>> {
    values.into_iter().map(Some).collect()
}
