//! The quiz of the page: the questions, courses and exercises of `headjudge quiz`, asked one by one. What was wrong goes into the same
//! record, unless nothing is kept here.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::api::{Desktop, MOST_TEXT, body, not_so, within};
use super::bank;
use super::http::{Request, Response};
use crate::cli::exit::Fault;
use crate::cli::quiz::course::{key, meant};
use crate::cli::quiz::draw::{Draw, Wishes};
use crate::cli::quiz::record::{Key, Record};
use crate::diag::Source;
use crate::lessons::{self, Attempt, Course, Question, Quizzing, Shape, Step};
use crate::report::played::{self, Played};
use crate::runner::{Outcome, Runner};

/// The most questions that are drawn at once.
const MOST_QUESTIONS: usize = 30;

/// A question without its answer.
#[derive(Debug, Serialize)]
struct Asked {
    /// The file, from the folder.
    file: String,
    /// The title of the scenario.
    title: String,
    /// The name of the folder in which the file lies.
    topic: String,
    level: u8,
    /// The question.
    words: String,
    /// What sort of reply it wants.
    shape: &'static str,
    /// What a reply looks like.
    hint: &'static str,
    /// What there is to choose among, or to put in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choices: Vec<String>,
    /// The lines of the scenario up to the question.
    scene: String,
    /// The board before anything happens.
    board: Played,
}

impl Asked {
    fn new(file: &str, quizzing: &Quizzing, question: &Question) -> Self {
        let mut topics = file.rsplit('/').skip(1);
        Self {
            file: file.to_owned(),
            title: quizzing.outcome.title.clone(),
            topic: topics.next().unwrap_or_default().to_owned(),
            level: quizzing.level,
            words: question.words.clone(),
            shape: match question.shape {
                Shape::YesNo => "yes or no",
                Shape::One(_) => "one",
                Shape::Number => "number",
                Shape::Size => "size",
                Shape::Order(_) => "order",
            },
            hint: question.shape.hint(),
            choices: question.shape.choices().to_vec(),
            scene: question.scene.clone(),
            board: played::beginning(&quizzing.outcome, &quizzing.source),
        }
    }
}

/// What somebody replies to a question.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Replied {
    file: String,
    title: String,
    words: String,
    /// As it would be typed; nothing from who does not know.
    reply: Option<String>,
}

/// What a reply is worth, and what decides it.
#[derive(Debug, Serialize)]
struct Judged {
    right: bool,
    /// The right reply.
    said: String,
    played: Played,
}

/// Lines that were written into the gap of an exercise.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    course: String,
    /// Which step of the course it is, from 1.
    step: usize,
    /// Nothing from who wants to see an answer.
    lines: Option<String>,
}

/// Answers what is asked of the quiz.
pub(super) fn answer(desktop: &Desktop, request: &Request, path: &str, method: &str) -> Response {
    let reads = matches!(method, "GET" | "HEAD");
    let word = |name: &str| request.query(name).filter(|word| !word.is_empty());
    let its_turn = |does: &dyn Fn(&Arc<AtomicBool>) -> Result<Response, Response>| {
        desktop.limits.at_once(|stop| {
            let response = does(stop).unwrap_or_else(|fault| fault);
            // What has been stopped is no answer.
            if stop.load(Ordering::Relaxed) {
                return Response::fault(503, "it takes too long to be found here");
            }
            response
        })
    };
    match (path, method) {
        ("/api/quiz", _) if reads => its_turn(&|stop| drawn(desktop, request, stop)),
        ("/api/quiz/question", _) if reads => its_turn(&|stop| {
            let file = word("file").unwrap_or_default();
            one(desktop, file, word("title"), word("words"), stop)
        }),
        ("/api/quiz/record", _) if reads => recorded(desktop).unwrap_or_else(|fault| fault),
        ("/api/quiz/courses", _) if reads => its_turn(&|_| Ok(courses(desktop))),
        ("/api/quiz/course", _) if reads => course(desktop, word("file").unwrap_or_default()),
        ("/api/quiz/reply", "POST") => its_turn(&|stop| reply(desktop, body(request)?, stop)),
        ("/api/quiz/write", "POST") => its_turn(&|stop| written(desktop, body(request)?, stop)),
        (
            "/api/quiz" | "/api/quiz/question" | "/api/quiz/record" | "/api/quiz/courses"
            | "/api/quiz/course",
            _,
        ) => not_so("GET, HEAD"),
        ("/api/quiz/reply" | "/api/quiz/write", _) => not_so("POST"),
        _ => Response::fault(404, "there is nothing at that address"),
    }
}

/// A runner of one request's own, which keeps the positions that are shown.
fn runner<'a>(desktop: &'a Desktop, stop: &Arc<AtomicBool>) -> Runner<'a> {
    Runner::new(&desktop.pool).keeping_positions().stopped_by(stop.clone())
}

/// The record, unless nothing is kept here.
fn record(desktop: &Desktop) -> Result<Option<Record>, Response> {
    if desktop.read_only {
        return Ok(None);
    }
    Record::open(&desktop.data).map(Some).map_err(|_| broken())
}

/// Where the record is on this machine, and what is wrong with it, is told at the terminal.
fn broken() -> Response {
    Response::fault(500, "the record of the quiz can't be used: `headjudge quiz --record` says why")
}

fn whole(value: &impl Serialize) -> Response {
    serde_json::to_string(value).map_or_else(|_| Response::fault(500, "the answer can't be written"), within)
}

/// Questions that are drawn, as at the terminal.
fn drawn(desktop: &Desktop, request: &Request, stop: &Arc<AtomicBool>) -> Result<Response, Response> {
    let word = |name: &str| request.query(name).filter(|word| !word.is_empty());
    let bad = |what: &str| Response::fault(400, what);
    let wishes = Wishes {
        topic: word("topic").map(str::to_owned),
        rule: word("rule").map(|rule| rule.parse().map_err(|_| bad("there is no such rule"))).transpose()?,
        level: word("level")
            .map(|level| level.parse().map_err(|_| bad("levels are 1, 2 and 3")))
            .transpose()?,
        wrong: word("wrong").is_some(),
    };
    let count =
        word("count").map(|count| count.parse().map_err(|_| bad("`count` is no number"))).transpose()?;
    let kept = record(desktop)?.map(|record| record.entries().map_err(|_| broken())).transpose()?;
    let kept = kept.unwrap_or_default();
    let seed = word("seed").map(|seed| seed.parse().map_err(|_| bad("`seed` is no number"))).transpose()?;
    let seed = seed.unwrap_or_else(|| kept.values().map(|kept| kept.asked as u64).sum());
    let runner = runner(desktop, stop);
    let mut draw = Draw::new(desktop.bank.files("scn").collect(), wishes, kept, seed);
    let mut questions = Vec::new();
    while questions.len() < usize::min(count.unwrap_or(10), MOST_QUESTIONS) && !stop.load(Ordering::Relaxed) {
        let Some(drawn) = draw.next(&runner) else { break };
        // What can't be read is nothing to ask about.
        let Ok(Some(drawn)) = drawn else { continue };
        let Some(file) = desktop.bank.name(&drawn.file) else { continue };
        questions.push(Asked::new(&file, &drawn.quizzing, &drawn.question));
    }
    // In JavaScript a number holds no more than this exactly.
    Ok(whole(&serde_json::json!({ "seed": seed.to_string(), "questions": questions })))
}

/// A scenario of the folder, played as it is meant to end.
fn played_one(
    desktop: &Desktop,
    file: &str,
    title: Option<&str>,
    stop: &Arc<AtomicBool>,
) -> Result<Quizzing, Response> {
    let none = |_| Response::fault(404, "the folder has no such scenario");
    let path = desktop.bank.path(file).ok_or(()).map_err(none)?;
    let quizzing = meant(&runner(desktop, stop), &path, title).map_err(|_: Fault| none(()))?;
    quizzing.ok_or_else(|| Response::fault(409, "the scenario is not as it expects"))
}

fn question<'a>(quizzing: &'a Quizzing, words: &str) -> Result<&'a Question, Response> {
    let found = quizzing.questions.iter().find(|question| question.words == words);
    found.ok_or_else(|| Response::fault(404, "the scenario has no such question"))
}

/// One question, the first of the scenario if no words are named; what can't be asked is shown.
fn one(
    desktop: &Desktop,
    file: &str,
    title: Option<&str>,
    words: Option<&str>,
    stop: &Arc<AtomicBool>,
) -> Result<Response, Response> {
    let quizzing = played_one(desktop, file, title, stop)?;
    let question = match words {
        Some(words) => Some(question(&quizzing, words)?),
        None => quizzing.questions.first(),
    };
    Ok(match question {
        Some(question) => whole(&serde_json::json!({ "asked": Asked::new(file, &quizzing, question) })),
        None => whole(&serde_json::json!({ "played": shown(&quizzing.outcome, &quizzing.source, file) })),
    })
}

/// What has been played, under the name that it has in the folder.
fn shown(outcome: &Outcome, source: &Source, file: &str) -> Played {
    let shown = played::played(outcome, source, &played::Options { words: true, ..Default::default() });
    Played { file: file.to_owned(), ..shown }
}

/// What a reply is worth; how it was is kept.
fn reply(desktop: &Desktop, replied: Replied, stop: &Arc<AtomicBool>) -> Result<Response, Response> {
    let quizzing = played_one(desktop, &replied.file, Some(&replied.title), stop)?;
    let question = question(&quizzing, &replied.words)?;
    let right = match &replied.reply {
        None => false,
        Some(line) => {
            let read = question.shape.read(line);
            let hint = || Response::fault(422, &format!("write {}", question.shape.hint()));
            read.ok_or_else(hint)? == question.right
        }
    };
    if let (Some(record), Some(path)) = (record(desktop)?, desktop.bank.path(&replied.file)) {
        let key = Key::new(&path, &replied.title, &replied.words);
        record.keep(&key, right).map_err(|_| broken())?;
    }
    Ok(whole(&Judged {
        right,
        said: question.shape.say(&question.right),
        played: shown(&quizzing.outcome, &quizzing.source, &replied.file),
    }))
}

/// What the record holds of this folder.
fn recorded(desktop: &Desktop) -> Result<Response, Response> {
    let Some(record) = record(desktop)? else {
        return Ok(Response::json(&serde_json::json!({ "kept": false, "asked": 0, "wrong": [] })));
    };
    let entries = record.entries().map_err(|_| broken())?;
    let own =
        entries.iter().filter_map(|(key, kept)| Some((desktop.bank.name(Path::new(&key.path))?, key, kept)));
    let own: Vec<_> = own.collect();
    let wrong = own.iter().filter(|(_, _, kept)| !kept.last_was_right).map(|(file, key, kept)| {
        serde_json::json!({ "file": file, "title": key.title, "words": key.words, "asked": kept.asked, "wrong": kept.wrong })
    });
    let wrong: Vec<_> = wrong.collect();
    Ok(whole(&serde_json::json!({ "kept": true, "asked": own.len(), "wrong": wrong })))
}

/// The courses of the folder.
fn courses(desktop: &Desktop) -> Response {
    let courses = desktop.bank.files("course").filter_map(|path| {
        let course = read(&path)?;
        let file = desktop.bank.name(&path)?;
        let steps = course.taken().count();
        Some(
            serde_json::json!({ "file": file, "title": course.title, "about": course.about, "steps": steps }),
        )
    });
    whole(&courses.collect::<Vec<_>>())
}

fn read(path: &Path) -> Option<Course> {
    lessons::read(&Source::new("", bank::text(path)?)).ok()
}

/// A course with what stands in it, and without any answer.
fn course(desktop: &Desktop, file: &str) -> Response {
    let Some(course) = desktop.bank.course(file).and_then(|path| read(&path)) else {
        return Response::fault(404, "the folder has no such course");
    };
    let steps = course.steps.iter().map(|step| match step {
        Step::Part(title) => serde_json::json!({ "part": title }),
        Step::Text(text) => serde_json::json!({ "text": text }),
        Step::Ruling { path, title } => serde_json::json!({ "ruling": {
            // What lies outside the folder is not served.
            "file": desktop.bank.beside(file, path.as_str()),
            "title": title.as_ref().map(|title| title.as_str()),
        } }),
        Step::Write(exercise) => serde_json::json!({ "write": {
            "task": exercise.task,
            "scene": exercise.scene(),
            "hints": exercise.hints,
        } }),
    });
    let steps: Vec<_> = steps.collect();
    whole(&serde_json::json!({ "title": course.title, "about": course.about, "steps": steps }))
}

/// Plays what was written into the gap of an exercise; how it was is kept.
fn written(desktop: &Desktop, written: Written, stop: &Arc<AtomicBool>) -> Result<Response, Response> {
    let none = || Response::fault(404, "the folder has no such exercise");
    let path = desktop.bank.course(&written.course).ok_or_else(none)?;
    let course = read(&path).ok_or_else(none)?;
    let step = written.step.checked_sub(1).and_then(|place| course.taken().nth(place));
    let Some(Step::Write(exercise)) = step else { return Err(none()) };
    let Some(lines) = written.lines else {
        return Ok(Response::json(&serde_json::json!({ "answer": exercise.answers.first() })));
    };
    if lines.len() > MOST_TEXT {
        return Err(Response::fault(413, "the lines are too long to be played here"));
    }
    let attempt = exercise.attempt(&runner(desktop, stop), &lines);
    let right = matches!(attempt, Attempt::Right(..));
    if stop.load(Ordering::Relaxed) {
        return Err(none());
    }
    if let Some(record) = record(desktop)?.filter(|_| !matches!(attempt, Attempt::NoMove(_))) {
        let key = key(&path, written.step, exercise);
        record.keep(&key, right).map_err(|_| broken())?;
    }
    Ok(match attempt {
        Attempt::NoMove(why) => Response::json(&serde_json::json!({ "no_move": why })),
        Attempt::Right(outcome, source) | Attempt::Wrong(outcome, source) => {
            whole(&serde_json::json!({ "right": right, "played": shown(&outcome, &source, "") }))
        }
    })
}
