//! A course: scenarios in an order, with words between them and exercises.

use crate::diag::{Code, Diagnostic, Source, Span};
use crate::scenario::ast::Text;

use super::exercise::Exercise;

/// The largest file that is read as a course, in bytes.
const MAX_BYTES: usize = 1 << 20;

/// The line of an exercise's scenario that the learner writes.
const GAP: &str = "...";

/// A course.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Course {
    /// What it is called.
    pub title: String,
    /// What it is about, and for whom.
    pub about: String,
    /// What stands in it, in order.
    pub steps: Vec<Step>,
}

/// Something that stands in a course.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A heading.
    Part(String),
    /// A paragraph.
    Text(String),
    /// A scenario, to be asked and then shown.
    Ruling {
        /// The file, from the folder of the course.
        path: Text,
        /// The scenario that is meant in it; the first where none is named.
        title: Option<Text>,
    },
    /// A line to write.
    Write(Exercise),
}

impl Course {
    /// The steps that a learner takes: rulings and exercises, without what is said between them.
    pub fn taken(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(|step| matches!(step, Step::Ruling { .. } | Step::Write(_)))
    }
}

/// A line with those that belong to it.
struct Statement<'a> {
    word: &'a str,
    value: &'a str,
    span: Span,
    /// Where the value stands.
    at: usize,
    /// The lines under it, each with its place, blank ones between them included.
    under: Vec<(usize, &'a str)>,
}

/// Reads a course.
///
/// # Errors
/// All that is wrong with it.
pub fn read(source: &Source) -> Result<Course, Vec<Diagnostic>> {
    let mut faults = Vec::new();
    if source.text.len() > MAX_BYTES {
        let message = format!("the file holds more than {MAX_BYTES} bytes");
        return Err(vec![Diagnostic::error(Code::TooLarge, message, Span::default(), "")]);
    }
    let mut lines = Vec::new();
    let mut at = 0;
    for line in source.text.split_inclusive('\n') {
        lines.push((at, line.trim_end()));
        at += line.len();
    }
    let mut course = Course::default();
    for statement in statements(&lines, &mut faults) {
        take(&statement, &mut course, &mut faults);
    }
    if course.title.is_empty() && faults.is_empty() {
        let help = "write `course` and a title as the first line";
        faults.push(fault("the course has no title", Span::default()).with_help(help));
    }
    if course.taken().next().is_none() && faults.is_empty() {
        faults
            .push(fault("the course has no step", Span::default()).with_help("add a `ruling` or a `write`"));
    }
    if faults.is_empty() { Ok(course) } else { Err(faults) }
}

fn fault(message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::error(Code::BadCourse, message, span, "")
}

/// The lines that are indented less than all others here, each with those below it that are indented more. A comment is a line of its own.
fn statements<'a>(lines: &[(usize, &'a str)], faults: &mut Vec<Diagnostic>) -> Vec<Statement<'a>> {
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let told = |line: &str| !line.is_empty() && !line.trim_start().starts_with('#');
    let margin = lines.iter().filter(|(_, line)| told(line)).map(|(_, line)| indent(line)).min().unwrap_or(0);
    let mut statements: Vec<Statement<'a>> = Vec::new();
    for (at, line) in lines {
        let depth = indent(line);
        if line.get(depth..).is_some_and(|rest| rest.starts_with('\t')) {
            let span = Span::new(at + depth, at + line.len());
            faults.push(fault("a line is indented with a tab", span).with_help("indent with blanks"));
            continue;
        }
        if line.is_empty() || depth > margin {
            if let Some(last) = statements.last_mut() {
                last.under.push((*at, line));
            }
            continue;
        }
        if !told(line) {
            continue;
        }
        let text = line.get(depth..).unwrap_or_default();
        let (word, value) = text.split_once(' ').unwrap_or((text, ""));
        let value = value.trim_start();
        statements.push(Statement {
            word,
            value,
            span: Span::new(at + depth, at + line.len()),
            at: at + line.len() - value.len(),
            under: Vec::new(),
        });
    }
    statements
}

impl Statement<'_> {
    /// The value with the lines under it, as one paragraph.
    fn paragraph(&self) -> String {
        let more = self.under.iter().map(|(_, line)| line.trim()).filter(|line| !line.is_empty());
        let lines: Vec<&str> = [self.value].into_iter().filter(|line| !line.is_empty()).chain(more).collect();
        lines.join(" ")
    }

    /// The value, or the lines under it as they are, moved to the margin.
    fn block(&self) -> String {
        if !self.value.is_empty() {
            return self.value.to_owned();
        }
        let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
        let written = self.under.iter().map(|(_, line)| *line).filter(|line| !line.is_empty());
        let margin = written.map(indent).min().unwrap_or(0);
        let lines = self.under.iter().map(|(_, line)| line.get(margin..).unwrap_or_default());
        let text: String = lines.map(|line| format!("{line}\n")).collect();
        text.trim_end().to_owned()
    }
}

fn take(statement: &Statement<'_>, course: &mut Course, faults: &mut Vec<Diagnostic>) {
    let Statement { word, value, span, .. } = statement;
    let paragraph = statement.paragraph();
    if paragraph.is_empty() {
        faults.push(fault(format!("nothing stands behind `{word}`"), *span));
        return;
    }
    if course.title.is_empty() && *word != "course" {
        let help = "write `course` and a title as the first line";
        faults.push(fault("a course begins with its title", *span).with_help(help));
        course.title = paragraph;
        return;
    }
    match *word {
        "course" | "about" => {
            let place = if *word == "course" { &mut course.title } else { &mut course.about };
            if !place.is_empty() {
                faults.push(fault(format!("a second `{word}` line"), *span));
            }
            *place = paragraph;
        }
        "part" => course.steps.push(Step::Part(paragraph)),
        "text" => course.steps.push(Step::Text(paragraph)),
        "ruling" => {
            let path = Text::new(*value, Span::new(statement.at, statement.at + value.len()));
            if !value.ends_with(".scn") {
                let help = "name a scenario file, whose name ends in `.scn`, from the folder of the course";
                faults.push(fault("`ruling` without a scenario file", *span).with_help(help));
            }
            let mut title = None;
            for under in statements(&statement.under, faults) {
                if under.word == "scenario" && title.is_none() && !under.value.is_empty() {
                    title = Some(Text::new(under.value, under.span));
                } else {
                    let help =
                        "a `ruling` takes one `scenario` line with the title of the scenario that is meant";
                    faults.push(
                        fault(format!("`{}` can't stand under `ruling`", under.word), under.span)
                            .with_help(help),
                    );
                }
            }
            course.steps.push(Step::Ruling { path, title });
        }
        "write" => course.steps.extend(exercise(statement, faults).map(Step::Write)),
        _ => {
            let known = ["course", "about", "part", "text", "ruling", "write"];
            faults.push(
                fault(format!("a course has no `{word}` line"), *span)
                    .did_you_mean(crate::diag::nearest(word, known))
                    .with_help("`headjudge help courses` lists the lines of a course"),
            );
        }
    }
}

/// What stands under `write`.
fn exercise(statement: &Statement<'_>, faults: &mut Vec<Diagnostic>) -> Option<Exercise> {
    let (mut hints, mut answers, mut wrong, mut play) = (Vec::new(), Vec::new(), Vec::new(), None);
    for under in statements(&statement.under, faults) {
        match under.word {
            "hint" => hints.push(under.paragraph()),
            "answer" => answers.push(under.block()),
            "wrong" => wrong.push(under.block()),
            "play" if play.is_none() && under.value.is_empty() => play = Some(under.block()),
            word => {
                let help = "the task is one line; under it stand `hint`, `answer`, `wrong`, and one `play` with a scenario under it";
                faults.push(
                    fault(format!("`{word}` can't stand so under `write`"), under.span).with_help(help),
                );
            }
        }
    }
    let span = statement.span;
    if answers.is_empty() || wrong.is_empty() {
        let help = "the tests play both: what does it, and what does not";
        faults.push(fault("an exercise needs an `answer` and a `wrong`", span).with_help(help));
    }
    let Some(play) = play else {
        faults.push(fault("an exercise needs a scenario under `play`", span));
        return None;
    };
    let gaps: Vec<&str> = play.lines().filter(|line| line.trim() == GAP).collect();
    let [gap] = gaps.as_slice() else {
        let help = "write a line of three dots, `...`, where the learner writes";
        faults.push(fault(format!("the scenario has {} gaps", gaps.len()), span).with_help(help));
        return None;
    };
    let indent = gap.len() - gap.trim_start().len();
    let mut around = (String::new(), String::new());
    let mut is_after = false;
    for line in play.lines() {
        if line.trim() == GAP {
            is_after = true;
            continue;
        }
        let side = if is_after { &mut around.1 } else { &mut around.0 };
        side.push_str(line);
        side.push('\n');
    }
    Some(Exercise { task: statement.value.to_owned(), hints, answers, wrong, around, indent, span })
}

#[cfg(test)]
mod tests {
    use super::{Course, Step, read};
    use crate::diag::Source;

    fn course(text: &str) -> Result<Course, Vec<String>> {
        let told =
            |faults: Vec<crate::diag::Diagnostic>| faults.into_iter().map(|fault| fault.message).collect();
        read(&Source::new("a.course", text)).map_err(told)
    }

    const WRITE: &str = "write  Save the Bears.\n  hint  Think.\n  answer\n    AP passes\n    NAP passes\n  wrong  resolve\n  \
                         play\n    scenario  A\n    AP\n      hand  Divination\n\n      ...\n    expect AP life 20\n";

    #[test]
    fn a_course_is_read_with_its_words_and_its_exercises() {
        let text = format!(
            "# For nobody.\ncourse  A course\nabout   Of two\n  lines.\n\npart    One\ntext    Object #4 stays\n  \
             where it is.\nruling  a/b.scn\n  scenario  The other\n{WRITE}"
        );
        let read = course(&text).unwrap();
        assert_eq!((read.title.as_str(), read.about.as_str()), ("A course", "Of two lines."));
        assert_eq!(read.steps.len(), 4);
        assert_eq!(read.taken().count(), 2);
        assert_eq!(read.steps[1], Step::Text("Object #4 stays where it is.".to_owned()));
        let Step::Ruling { path, title } = &read.steps[2] else { panic!("{:?}", read.steps) };
        assert_eq!((path.as_str(), title.as_ref().unwrap().as_str()), ("a/b.scn", "The other"));
        let Step::Write(write) = &read.steps[3] else { panic!("{:?}", read.steps) };
        assert_eq!(write.answers, ["AP passes\nNAP passes"]);
        assert_eq!(
            write.with(&write.answers[0]),
            "scenario  A\nAP\n  hand  Divination\n\n  AP passes\n  NAP passes\nexpect AP life 20\n"
        );
        assert!(write.scene().contains("\n  ...\n"));
    }

    #[test]
    fn what_is_wrong_with_a_course_is_said() {
        let cases = [
            ("", "the course has no title"),
            ("text  Hello", "a course begins with its title"),
            ("course  A\ntext", "nothing stands behind `text`"),
            ("course  A\n", "the course has no step"),
            ("course  A\ncourse  B\nruling a.scn", "a second `course` line"),
            ("course  A\nruling  a.txt", "`ruling` without a scenario file"),
            ("course  A\nrulings  a.scn", "a course has no `rulings` line"),
            ("course  A\nruling  a.scn\n  text  b", "`text` can't stand under `ruling`"),
            ("course  A\nwrite  Do it.\n  answer  b", "an exercise needs an `answer` and a `wrong`"),
            ("course  A\n\truling  a.scn", "a line is indented with a tab"),
        ];
        for (text, wanted) in cases {
            let faults = course(text).unwrap_err();
            assert!(faults.iter().any(|fault| fault == wanted), "{text}: {faults:?}");
        }
        let two = format!("course  A\n{}", WRITE.replace("    expect", "    ...\n    expect"));
        assert_eq!(course(&two).unwrap_err(), ["the scenario has 2 gaps"]);
    }
}
