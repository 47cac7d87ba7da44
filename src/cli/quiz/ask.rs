//! One question put, answered and resolved.

use std::io::{BufRead, IsTerminal, Write};
use std::path::Path;

use colored::Colorize;

use crate::cli::exit::Fault;
use crate::cli::page;
use crate::cli::wrap::{counted, wrap};
use crate::diag::Source;
use crate::lessons::{Question, Quizzing};
use crate::report::ruling;
use crate::runner::{Outcome, Runner};
use crate::trace::Level;
use crate::trace::text::TextOptions;

use super::record::{Key, Record};

/// Where questions are asked: what is written there, where it is printed, and what is kept of it.
pub(super) struct Desk<'a> {
    pub(super) input: &'a mut dyn BufRead,
    pub(super) out: &'a mut dyn Write,
    pub(super) record: Record,
    pub(super) runner: &'a Runner<'a>,
    pub(super) right: usize,
    pub(super) asked: usize,
    /// Whether nothing more is written there, or somebody wants to stop.
    pub(super) is_over: bool,
}

/// A line that was written.
pub(super) enum Line {
    /// Nothing more comes.
    End,
    Words(String),
}

impl Desk<'_> {
    /// The next line that is written, behind a prompt.
    pub(super) fn line(&mut self, prompt: &str) -> Result<Line, Fault> {
        write!(self.out, "{prompt}> ")?;
        self.out.flush()?;
        let mut line = String::new();
        let read = self.input.read_line(&mut line).map_err(Fault::from)?;
        if read == 0 {
            writeln!(self.out)?;
            self.is_over = true;
            return Ok(Line::End);
        }
        if !std::io::stdin().is_terminal() {
            // What was typed is seen on a terminal; elsewhere it is repeated.
            writeln!(self.out, "{}", line.trim_end())?;
        }
        Ok(Line::Words(line.trim_end().to_owned()))
    }

    /// Puts a question, says whether it is answered rightly, and shows what decides it.
    pub(super) fn put(
        &mut self,
        heading: &str,
        path: &Path,
        quizzing: &Quizzing,
        question: &Question,
    ) -> Result<(), Fault> {
        writeln!(self.out, "{}", heading.bold())?;
        for line in question.scene.lines() {
            writeln!(self.out, "  {line}")?;
        }
        writeln!(self.out, "\n{}", wrap(&question.words, 0))?;
        for (place, choice) in question.shape.choices().iter().enumerate() {
            writeln!(self.out, "  {}  {choice}", place + 1)?;
        }
        let Some(right) = self.answered(question)? else { return Ok(()) };
        self.asked += 1;
        self.right += usize::from(right);
        let key = Key::new(path, &quizzing.outcome.title, &question.words);
        self.record.keep(&key, right)?;
        let word = if right { "Right".green() } else { "Wrong".red() };
        writeln!(self.out, "{word}: {}.\n", question.shape.say(&question.right))?;
        self.show(&quizzing.outcome, &quizzing.source)?;
        writeln!(self.out, "({})\n", path.display())?;
        Ok(())
    }

    /// Whether the reply is right; nothing where there is none.
    fn answered(&mut self, question: &Question) -> Result<Option<bool>, Fault> {
        loop {
            let Line::Words(line) = self.line("")? else { return Ok(None) };
            match line.trim() {
                "q" | "quit" => {
                    self.is_over = true;
                    return Ok(None);
                }
                "skip" => return Ok(None),
                // Who does not know says so.
                "" | "?" => return Ok(Some(false)),
                line => match question.shape.read(line) {
                    Some(reply) => return Ok(Some(reply == question.right)),
                    None => {
                        let hint = question.shape.hint();
                        let line =
                            format!("Write {hint}; nothing if you don't know, `skip` to go on, q to stop.");
                        writeln!(self.out, "{line}")?;
                    }
                },
            }
        }
    }

    /// The answers and the steps of a scenario.
    pub(super) fn show(&mut self, outcome: &Outcome, source: &Source) -> Result<(), Fault> {
        let options = ruling::Options {
            steps: true,
            because: true,
            question: None,
            text: TextOptions {
                detail: Level::Default,
                colour: page::paint(),
                width: page::width(),
                ..TextOptions::default()
            },
        };
        self.out.write_all(ruling::render(outcome, &options).as_bytes())?;
        for diagnostic in &outcome.diagnostics {
            writeln!(self.out, "{}", page::drawn(diagnostic, source))?;
        }
        Ok(())
    }

    /// How many were right.
    pub(super) fn sum_up(&mut self) -> Result<(), Fault> {
        match self.asked {
            0 => writeln!(self.out, "Nothing was answered.")?,
            asked => writeln!(self.out, "{} of {} right.", self.right, counted(asked, "question"))?,
        }
        Ok(())
    }
}
