//! A course, step by step.

use std::io::Write;
use std::path::Path;

use colored::Colorize;

use super::ask::{Desk, Line};
use super::record::Key;
use crate::cli::exit::{Exit, Fault};
use crate::cli::files::{Folder, bounded, source};
use crate::cli::look;
use crate::cli::test;
use crate::cli::wrap::{counted, wrap};
use crate::diag::{Source, render};
use crate::lessons::{self, Attempt, Course, Exercise, Quizzing, Step};
use crate::runner::Runner;
use crate::scenario::{MAX_BYTES, alone};

/// Goes through a course from a step on.
pub(super) fn go_through(
    path: &Path,
    from: usize,
    desk: &mut Desk<'_>,
    errors: &mut dyn Write,
) -> Result<Exit, Fault> {
    let text = bounded(path, MAX_BYTES, "a course")?;
    let course = match lessons::read(&text) {
        Ok(course) => course,
        Err(faults) => {
            for fault in &faults {
                writeln!(errors, "{}", render(fault, &text, look()))?;
            }
            return Ok(Exit::Invalid);
        }
    };
    let all = course.taken().count();
    if from == 0 || from > all {
        return Err(Fault::usage(format!("the course has no step {from}"))
            .with_help(format!("it has {}", counted(all, "step"))));
    }
    writeln!(desk.out, "{}\n{}\n", course.title.bold(), wrap(&course.about, 0))?;
    let done = steps(&course, path, from, desk)?;
    desk.sum_up()?;
    if done < all {
        let next = format!("headjudge quiz {} --from {}", path.display(), done + 1);
        writeln!(desk.out, "To go on: `{next}`")?;
    }
    Ok(Exit::Expected)
}

/// Says how many steps have been done, those before the first included.
fn steps(course: &Course, path: &Path, from: usize, desk: &mut Desk<'_>) -> Result<usize, Fault> {
    let all = course.taken().count();
    let mut number = 1;
    for step in &course.steps {
        let heading = format!("Step {number} of {all}");
        match step {
            // What stands before the first step asked for has been read.
            Step::Part(_) | Step::Text(_) if number < from => {}
            Step::Part(title) => writeln!(desk.out, "{}\n", title.bold())?,
            Step::Text(text) => writeln!(desk.out, "{}\n", wrap(text, 0))?,
            Step::Ruling { .. } | Step::Write(_) if number < from => number += 1,
            Step::Ruling { path: file, title } => {
                let file = path.parent().unwrap_or(Path::new("")).join(&file.text);
                ruling(&heading, &file, title.as_ref().map(|title| title.as_str()), desk)?;
                number += 1;
            }
            Step::Write(exercise) => {
                let key = key(path, number, exercise);
                write(&heading, &key, exercise, desk)?;
                number += 1;
            }
        }
        if desk.is_over {
            return Ok(number.saturating_sub(2));
        }
    }
    Ok(all)
}

/// The scenario with a title in a file, or its first one, played as it is meant to end; nothing if it ends otherwise.
///
/// # Errors
/// A file that can't be read, or has no such scenario.
pub(in crate::cli) fn meant(
    runner: &Runner<'_>,
    file: &Path,
    title: Option<&str>,
) -> Result<Option<Quizzing>, Fault> {
    let source = source(file)?;
    let texts = alone(&source, &Folder::new(file));
    let titled = |text: &String| {
        let first = text.lines().next().and_then(|line| line.strip_prefix("scenario"));
        title.is_none_or(|title| first.is_some_and(|first| first.trim() == title))
    };
    let Some(text) = texts.into_iter().find(titled) else {
        return Err(Fault::file(file, format!("it has no scenario `{}`", title.unwrap_or_default())));
    };
    let verdict = test::wanted(&source).0;
    Ok(Quizzing::of(runner, Source::new(file.display().to_string(), text), verdict))
}

/// Which exercise of a course it is, for the record.
pub(in crate::cli) fn key(path: &Path, number: usize, exercise: &Exercise) -> Key {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    Key::new(path, &format!("Step {number} of {file}"), &exercise.task)
}

/// Asks about a scenario of a file and shows it.
fn ruling(heading: &str, file: &Path, title: Option<&str>, desk: &mut Desk<'_>) -> Result<(), Fault> {
    let Some(quizzing) = meant(desk.runner, file, title)? else {
        return Err(Fault::file(file, "a scenario of the course is not as it expects")
            .with_help(format!("`headjudge run {}` says why", file.display())));
    };
    match quizzing.questions.first() {
        Some(question) => desk.put(heading, file, &quizzing, question),
        None => {
            writeln!(desk.out, "{}", heading.bold())?;
            desk.show(&quizzing.outcome, &quizzing.source)?;
            writeln!(desk.out)?;
            desk.line("").map(drop)
        }
    }
}

/// Has a line written until it does what is wanted.
fn write(heading: &str, key: &Key, exercise: &Exercise, desk: &mut Desk<'_>) -> Result<(), Fault> {
    writeln!(desk.out, "{}\n{}\n", heading.bold(), wrap(&exercise.task, 0))?;
    for line in exercise.scene().lines() {
        writeln!(desk.out, "  {line}")?;
    }
    writeln!(
        desk.out,
        "\nWrite what stands in place of the dots, and end it with an empty line. `?` gives a hint, then an answer; \
         `skip` goes on, `q` stops."
    )?;
    let mut helps = exercise.hints.iter().chain(exercise.answers.first());
    let mut is_first = true;
    loop {
        let Some(lines) = lines(desk)? else { return Ok(()) };
        match lines.trim() {
            "" => continue,
            "skip" => return Ok(()),
            "?" => {
                let help = helps.next().map_or("that was all the help there is", String::as_str);
                writeln!(desk.out, "{help}")?;
                continue;
            }
            _ => {}
        }
        let attempt = exercise.attempt(desk.runner, &lines);
        let right = matches!(attempt, Attempt::Right(..));
        if std::mem::take(&mut is_first) {
            desk.asked += 1;
            desk.right += usize::from(right);
        }
        if !matches!(attempt, Attempt::NoMove(_)) {
            desk.record.keep(key, right)?;
        }
        match attempt {
            Attempt::NoMove(why) => {
                writeln!(desk.out, "{}: {why}. Write what a player does.", "Not played".red())?;
            }
            Attempt::Wrong(outcome, source) => {
                writeln!(desk.out, "{}:", "Not so".red())?;
                desk.show(&outcome, &source)?;
            }
            Attempt::Right(outcome, source) => {
                writeln!(desk.out, "{}:", "Right".green())?;
                desk.show(&outcome, &source)?;
                writeln!(desk.out)?;
                return Ok(());
            }
        }
    }
}

/// The lines up to an empty one, or the one word that is an order; nothing if no more come.
fn lines(desk: &mut Desk<'_>) -> Result<Option<String>, Fault> {
    let mut text = String::new();
    loop {
        let Line::Words(line) = desk.line("")? else {
            // What stands at the end without an empty line behind it is meant as well.
            desk.is_over = true;
            return Ok(Some(text).filter(|text| !text.is_empty()));
        };
        if text.is_empty() && ["q", "quit"].contains(&line.trim()) {
            desk.is_over = true;
            return Ok(None);
        }
        if text.is_empty() && ["?", "skip"].contains(&line.trim()) {
            return Ok(Some(line));
        }
        if line.trim().is_empty() {
            return Ok(Some(text));
        }
        text.push_str(&line);
        text.push('\n');
    }
}
