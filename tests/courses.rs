//! The courses in `courses/`: every step plays, every exercise has an answer that does it and one that does not, and the quiz asks
//! nothing whose answer it gives away.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Component, Path, PathBuf};

use headjudge::cards::Pool;
use headjudge::diag::{Look, Source, render};
use headjudge::lessons::{self, Attempt, Course, Exercise, Quizzing, Step};
use headjudge::runner::{Outcome, Runner, Verdict};
use headjudge::scenario::{NoIncludes, alone};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("courses")
}

/// The courses with their files' names.
fn courses() -> Vec<(String, Course)> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let courses = files.into_iter().map(|file| {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        assert!(name.ends_with(".course"), "{name} is no course");
        let source = Source::new(name.clone(), fs::read_to_string(&file).unwrap());
        let course = lessons::read(&source).unwrap_or_else(|faults| {
            let faults: Vec<String> =
                faults.iter().map(|fault| render(fault, &source, Look::Plain)).collect();
            panic!("{}", faults.join("\n"))
        });
        (name, course)
    });
    courses.collect()
}

/// A path without `..`, from the folder of the project.
fn plain(path: &str) -> String {
    let mut parts: Vec<String> = vec!["courses".to_owned()];
    for part in Path::new(path).components() {
        match part {
            Component::ParentDir => drop(parts.pop()),
            part => parts.push(part.as_os_str().to_string_lossy().into_owned()),
        }
    }
    parts.join("/")
}

/// What is asked of a scenario of a course.
fn quizzing(runner: &Runner<'_>, path: &str, title: Option<&str>) -> Option<Quizzing> {
    let file = folder().join(path);
    let text = fs::read_to_string(&file).unwrap_or_else(|_| panic!("there is no {path}"));
    let source = Source::new(path, text);
    let mut texts = alone(&source, &NoIncludes).into_iter();
    let wanted = title.map(|title| format!("scenario  {title}"));
    let text = texts.find(|text| wanted.as_deref().is_none_or(|wanted| text.lines().next() == Some(wanted)));
    let verdict =
        if source.text.contains("# verdict: undecided") { Verdict::Undecided } else { Verdict::Expected };
    let text = text.unwrap_or_else(|| panic!("{path} has no such scenario"));
    Quizzing::of(runner, Source::new(path, text), verdict)
}

#[test]
fn every_ruling_of_a_course_plays_and_can_be_asked() {
    let pool = Pool::new();
    let runner = Runner::new(&pool);
    for (name, course) in courses() {
        for step in course.taken() {
            let Step::Ruling { path, title } = step else { continue };
            let quizzing = quizzing(&runner, path.as_str(), title.as_ref().map(|title| title.as_str()));
            let Some(quizzing) = quizzing else { panic!("{name}: {} is not as it expects", path.as_str()) };
            assert!(
                name == "zones.course" || !quizzing.questions.is_empty(),
                "{name}: of {} nothing can be asked",
                path.as_str()
            );
        }
    }
}

#[test]
fn every_course_has_ten_to_fifteen_steps_and_exercises_among_them() {
    for (name, course) in courses().into_iter().filter(|(name, _)| name != "zones.course") {
        let taken: Vec<&Step> = course.taken().collect();
        let written = taken.iter().filter(|step| matches!(step, Step::Write(_))).count();
        assert!((10..=15).contains(&taken.len()), "{name}: {} steps", taken.len());
        assert!(written >= 3, "{name}: {written} exercises");
        assert!(!course.about.is_empty(), "{name}");
    }
}

fn exercises() -> Vec<(String, Exercise)> {
    let of_course = |(name, course): (String, Course)| {
        let written = course.steps.into_iter().filter_map(move |step| match step {
            Step::Write(exercise) => Some((name.clone(), exercise)),
            _ => None,
        });
        written.collect::<Vec<_>>()
    };
    courses().into_iter().flat_map(of_course).collect()
}

fn told(outcome: &Outcome, source: &Source) -> String {
    let faults: Vec<String> =
        outcome.diagnostics.iter().map(|fault| render(fault, source, Look::Plain)).collect();
    format!("{}: {:?}\n{}", outcome.title, outcome.verdict, faults.join("\n"))
}

#[test]
fn every_exercise_has_an_answer_that_does_it_and_one_that_does_not() {
    let pool = Pool::new();
    let runner = Runner::new(&pool);
    let mut faults = Vec::new();
    for (name, exercise) in exercises() {
        for answer in &exercise.answers {
            match exercise.attempt(&runner, answer) {
                Attempt::Right(..) => {}
                Attempt::Wrong(outcome, source) => {
                    faults.push(format!("{name}: `{answer}` does not do it: {}", told(&outcome, &source)));
                }
                Attempt::NoMove(why) => faults.push(format!("{name}: `{answer}`: {why}")),
            }
        }
        for wrong in exercise.wrong.iter().map(String::as_str).chain([""]) {
            match exercise.attempt(&runner, wrong) {
                // What is wrong can be read: it is a move that does not do it, or one that the rules forbid.
                Attempt::Wrong(outcome, source) => {
                    let unread = outcome.verdict == Verdict::Invalid && outcome.game.is_none();
                    if unread {
                        faults.push(format!("{name}: `{wrong}` can't be read: {}", told(&outcome, &source)));
                    }
                }
                Attempt::Right(..) => faults.push(format!("{name}: `{wrong}` does it as well")),
                Attempt::NoMove(why) => faults.push(format!("{name}: `{wrong}`: {why}")),
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn an_exercise_is_not_done_by_what_is_no_move() {
    let pool = Pool::new();
    let runner = Runner::new(&pool);
    for (name, exercise) in exercises() {
        let cheats = [
            "event: AP gains 40 life",
            "expect AP life 20",
            "ask AP",
            "scenario  Another",
            "scenario  Another\nAP\n  hand  Divination",
            "card Free Win\n  types: Instant",
            "examples\n  a\n  b",
            "AP\n  hand  Black Lotus",
            "answer  It is done.",
            "include ../secret.scn",
        ];
        for cheat in cheats {
            let done = matches!(exercise.attempt(&runner, cheat), Attempt::Right(..));
            assert!(!done, "{name}: {}: `{cheat}` does it", exercise.task);
        }
    }
}

#[test]
fn a_question_gives_no_answer_away() {
    let pool = Pool::new();
    let runner = Runner::new(&pool);
    for (_, course) in courses() {
        for step in course.taken() {
            let Step::Ruling { path, title } = step else { continue };
            let Some(quizzing) = quizzing(&runner, path.as_str(), title.as_ref().map(|title| title.as_str()))
            else {
                continue;
            };
            for question in &quizzing.questions {
                for line in question.scene.lines().map(str::trim_start) {
                    let told = ["expect ", "ask ", "answer ", "rules ", "scenario ", "source "];
                    assert!(!told.iter().any(|word| line.starts_with(word)), "{}: {line}", path.as_str());
                }
                let right = question.shape.say(&question.right);
                assert_eq!(question.shape.read(&right), Some(question.right.clone()), "{right}");
            }
        }
    }
}

/// The course on zones asks of every file of its folder, each once.
#[test]
fn the_course_on_zones_is_whole() {
    let (_, course) = courses().into_iter().find(|(name, _)| name == "zones.course").unwrap();
    let mut listed: Vec<String> = Vec::new();
    for step in course.taken() {
        let Step::Ruling { path, .. } = step else { continue };
        let file = plain(path.as_str());
        assert!(!listed.contains(&file), "{file} stands there twice");
        listed.push(file);
    }
    for entry in fs::read_dir(folder().join("../scenarios/zones")).unwrap().filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        let file = format!("scenarios/zones/{name}");
        assert!(!name.ends_with(".scn") || listed.contains(&file), "{name} is not in the course");
    }
}
