//! What is asked of `/api`, and the answers: written down for programs in `web/API.md`.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::bank::Bank;
use super::http::{JSON, Request, Response};
use super::limits::Limits;
use super::quiz;
use crate::cards::Pool;
use crate::cli::desk::Desk;
use crate::cli::files::Folder;
use crate::cli::rule_page::{Page, Wishes};
use crate::cli::run::viewer;
use crate::cli::shelf::Data;
use crate::diag::Source;
use crate::report::{json, played};
use crate::rules::{EDITION, RuleId};
use crate::runner::Runner;
use crate::scenario::vocabulary as words;
use crate::scenario::{Includes, NoIncludes};
use crate::trace::names::STRANGER;

/// The most bytes of a text that is played; files in a folder may be larger.
pub(super) const MOST_TEXT: usize = 128 << 10;

/// The most bytes of an answer; a longer one is none that a page could show.
const MOST_ANSWER: usize = 16 << 20;

/// How many card names are offered at once.
const MOST_NAMES: usize = 40;

/// The page itself.
const PAGE: &str = include_str!("../../../web/index.html");
/// The program of the page, as esbuild has made it.
const SCRIPT: &str = include_str!("../../../web/dist/page.js");
/// How the page looks.
const STYLE: &str = include_str!("../../../web/dist/page.css");

/// The page of the quiz.
const QUIZ: &str = include_str!("../../../web/quiz.html");
/// Its program.
const QUIZ_SCRIPT: &str = include_str!("../../../web/dist/quiz.js");

/// What all requests share.
pub(super) struct Desktop {
    pub(super) pool: Pool,
    pub(super) bank: Bank,
    pub(super) data: Data,
    pub(super) limits: Limits,
    pub(super) read_only: bool,
    /// The hosts by which the page may be called; any where somebody has said where it is served.
    pub(super) hosts: Option<Vec<String>>,
}

/// What is to be played.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    text: String,
    /// The file of the folder that it is or will be, which says what it may include and how it is called.
    #[serde(default)]
    file: Option<String>,
    /// Who looks.
    #[serde(default, rename = "as")]
    viewer: Option<String>,
    /// Whether the steps are those of `-v`.
    #[serde(default)]
    detail: bool,
    /// Whether cards have what they say.
    #[serde(default)]
    words: bool,
}

/// What is to be kept.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    text: String,
}

/// A word of the language with what it means.
type Word = (&'static str, &'static str);

/// The words of the language, for who completes and colours them.
#[derive(Debug, Serialize)]
struct Words {
    head: &'static [Word],
    player_lines: &'static [Word],
    zones: Vec<Word>,
    steps: Vec<Word>,
    choices: Vec<Word>,
    formats: Vec<Word>,
    verbs: Vec<&'static str>,
    statements: &'static [Word],
    events: &'static [Word],
    expectations: &'static [Word],
    facts: &'static [Word],
    questions: &'static [Word],
    announcements: &'static [Word],
    ways: &'static [&'static str],
}

/// The answer to a request.
pub(super) fn answer(desktop: &Desktop, request: &Request) -> Response {
    if let Some(refusal) = refused(desktop, request) {
        return refusal;
    }
    let reads = matches!(request.method.as_str(), "GET" | "HEAD");
    match (request.path.as_str(), request.method.as_str()) {
        ("/", _) if reads => Response::new(200, "text/html; charset=utf-8", PAGE),
        ("/page.js", _) if reads => Response::new(200, "text/javascript; charset=utf-8", SCRIPT),
        ("/page.css", _) if reads => Response::new(200, "text/css; charset=utf-8", STYLE),
        ("/api", _) if reads => about(desktop),
        ("/api/words", _) if reads => vocabulary(),
        ("/api/cards", _) if reads => names(desktop, request.query("name").unwrap_or_default()),
        ("/api/rule", _) if reads => rule(desktop, request.query("number").unwrap_or_default()),
        ("/api/files", _) if reads => {
            let word = |name: &str| request.query(name).unwrap_or_default();
            let list = || Response::json(&desktop.bank.list(word("words"), word("folder"), word("rule")));
            desktop.limits.at_once(|_| list())
        }
        ("/api/file", _) if reads => match desktop.bank.read(request.query("path").unwrap_or_default()) {
            Some(text) => Response::json(&serde_json::json!({ "text": text })),
            None => Response::fault(404, "the folder has no such scenario file"),
        },
        ("/api/file", "PUT") => keep(desktop, request),
        ("/api/play" | "/api/run", "POST") => play(desktop, request),
        ("/quiz", _) if reads => Response::new(200, "text/html; charset=utf-8", QUIZ),
        ("/quiz.js", _) if reads => Response::new(200, "text/javascript; charset=utf-8", QUIZ_SCRIPT),
        (path, method) if path.starts_with("/api/quiz") => quiz::answer(desktop, request, path, method),
        (
            "/" | "/page.js" | "/page.css" | "/api" | "/api/words" | "/api/cards" | "/api/rule"
            | "/api/files" | "/quiz" | "/quiz.js",
            _,
        ) => not_so("GET, HEAD"),
        ("/api/file", _) => not_so("GET, HEAD, PUT"),
        ("/api/play" | "/api/run", _) => not_so("POST"),
        _ => Response::fault(404, "there is nothing at that address"),
    }
}

pub(super) fn not_so(allow: &'static str) -> Response {
    Response { allow: Some(allow), ..Response::fault(405, "that can't be done with it") }
}

/// Why a request is not even looked at: a page of somebody else's must not use a browser to reach this one.
fn refused(desktop: &Desktop, request: &Request) -> Option<Response> {
    let host = request.host.as_deref().unwrap_or_default();
    if let Some(hosts) = &desktop.hosts
        && !hosts.iter().any(|its| its.eq_ignore_ascii_case(host))
    {
        return Some(Response::fault(403, "the page is not served by that name"));
    }
    let is_ours =
        |origin: &str| origin.split_once("://").is_some_and(|(_, its)| its.eq_ignore_ascii_case(host));
    if request.origin.as_deref().is_some_and(|origin| !is_ours(origin)) {
        return Some(Response::fault(403, "another page asks"));
    }
    None
}

/// What this is, for who wants to know what they talk to.
fn about(desktop: &Desktop) -> Response {
    Response::json(&serde_json::json!({
        "headjudge": env!("CARGO_PKG_VERSION"),
        "edition": EDITION,
        "read_only": desktop.read_only,
    }))
}

fn vocabulary() -> Response {
    let zones = words::Zone::ALL.iter().map(|it| (it.word(), it.gist()));
    let steps = words::Step::ALL.iter().map(|it| (it.word(), it.gist()));
    let choices = words::ChoiceKind::ALL.iter().map(|it| (it.word(), it.gist()));
    let formats = words::Format::ALL.iter().map(|it| (it.word(), it.gist()));
    Response::json(&Words {
        head: words::HEAD_WORDS,
        player_lines: words::PLAYER_LINES,
        zones: zones.collect(),
        steps: steps.collect(),
        choices: choices.collect(),
        formats: formats.collect(),
        verbs: words::VERBS.iter().map(|verb| verb.third).collect(),
        statements: words::STATEMENTS,
        events: words::EVENTS,
        expectations: words::EXPECTATIONS,
        facts: words::FACTS,
        questions: words::QUESTIONS,
        announcements: words::ANNOUNCEMENTS,
        ways: words::WAYS,
    })
}

/// The names of cards that begin so, and then those in which a word does.
fn names(desktop: &Desktop, begun: &str) -> Response {
    let begun = begun.trim().to_lowercase();
    if begun.chars().count() < 2 {
        return Response::json(&Vec::<&str>::new());
    }
    let (mut first, mut others) = (Vec::new(), Vec::new());
    for name in desktop.pool.names() {
        let lower = name.to_lowercase();
        if lower.starts_with(&begun) {
            first.push(name);
        } else if others.len() < MOST_NAMES && lower.split([' ', '-']).any(|word| word.starts_with(&begun)) {
            others.push(name);
        }
    }
    first.sort_unstable_by_key(|name| (name.len(), *name));
    first.truncate(MOST_NAMES);
    first.extend(others.into_iter().take(MOST_NAMES.saturating_sub(first.len())).collect::<Vec<_>>());
    Response::json(&first)
}

/// A rule with what stands around it, as `headjudge rule --format json` has it.
fn rule(desktop: &Desktop, number: &str) -> Response {
    let none = || Response::fault(404, "there is no such rule");
    let Some(rule) = RuleId::parse(number) else { return none() };
    let page = |desk: Desk| Page::of(rule.number(), EDITION, &desk, &Wishes::default());
    let page = Desk::open(&desktop.data).and_then(page);
    page.map_or_else(|_| none(), |page| Response::json(&page))
}

/// The value that the body of a request is.
pub(super) fn body<'r, T: Deserialize<'r>>(request: &'r Request) -> Result<T, Response> {
    // No form of another page can send this without being asked for.
    let is_json = request.content_type.as_deref().is_some_and(|its| {
        its.split(';').next().is_some_and(|its| its.trim().eq_ignore_ascii_case("application/json"))
    });
    if !is_json {
        return Err(Response::fault(415, "what is sent has to be application/json"));
    }
    serde_json::from_slice(&request.body).map_err(|error| Response::fault(400, &error.to_string()))
}

fn play(desktop: &Desktop, request: &Request) -> Response {
    let wanted: Wanted = match body(request) {
        Ok(wanted) => wanted,
        Err(fault) => return fault,
    };
    if wanted.text.len() > MOST_TEXT {
        return Response::fault(413, "the scenario is too long to be played here");
    }
    desktop.limits.at_once(|stop| {
        let response = play_now(desktop, &request.path, wanted, stop);
        // What has been stopped is no answer.
        if stop.load(Ordering::Relaxed) {
            return Response::fault(503, "it takes too long to be played here");
        }
        response
    })
}

fn play_now(desktop: &Desktop, how: &str, wanted: Wanted, stop: &Arc<AtomicBool>) -> Response {
    let path = wanted.file.as_deref().and_then(|file| desktop.bank.path(file));
    let name = match (&wanted.file, &path) {
        (Some(file), Some(_)) => file.clone(),
        _ => "scenario.scn".to_owned(),
    };
    let source = Source::new(name, wanted.text);
    let folder = path.as_deref().map(Folder::new);
    let includes: &dyn Includes = folder.as_ref().map_or(&NoIncludes, |folder| folder);
    // A runner keeps the cards that it has read; each request has its own, so that none of them can fill the machine.
    let runner = Runner::new(&desktop.pool).as_seen_by(wanted.viewer.clone()).stopped_by(stop.clone());
    if how == "/api/run" {
        let outcomes = runner.run_text(&source, includes);
        let rulings = outcomes.iter().map(|outcome| {
            // Who is no player of the scenario sees nothing that is hidden from any.
            let viewer = viewer(wanted.viewer.as_deref(), outcome).unwrap_or(Some(STRANGER));
            json::ruling(outcome, &source, viewer)
        });
        return within(json::render(rulings.collect()));
    }
    let outcomes = runner.keeping_positions().run_text(&source, includes);
    let options = played::Options {
        viewer: wanted.viewer,
        detail: wanted.detail,
        words: wanted.words,
        stop: Some(stop.clone()),
    };
    within(played::render(played::of_text(&outcomes, &source, includes, &options)))
}

pub(super) fn within(text: String) -> Response {
    match text.len() {
        0..=MOST_ANSWER => Response::new(200, JSON, text),
        _ => Response::fault(413, "what comes of it is too long to be shown here"),
    }
}

fn keep(desktop: &Desktop, request: &Request) -> Response {
    if desktop.read_only {
        return Response::fault(403, "nothing is kept here");
    }
    let kept: Kept = match body(request) {
        Ok(kept) => kept,
        Err(fault) => return fault,
    };
    let name = request.query("path").unwrap_or_default();
    match desktop.bank.write(name, &kept.text) {
        Ok(is_new) => {
            Response { status: if is_new { 201 } else { 200 }, ..Response::json(&serde_json::json!({})) }
        }
        Err(error) => {
            Response::fault(if desktop.bank.path(name).is_none() { 404 } else { 403 }, &why(&error))
        }
    }
}

fn why(error: &io::Error) -> String {
    // Where the folder is on this machine is nobody's business.
    match error.kind() {
        io::ErrorKind::Other => error.to_string(),
        kind => kind.to_string(),
    }
}
