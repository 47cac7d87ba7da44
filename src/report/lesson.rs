//! A played scenario as a page that needs nothing but itself: to step through, and as a sheet to print.
//!
//! The page is the one of `headjudge serve` without what needs a server. Where scripts don't run, and on paper, the sheet is what is
//! seen: the board before, the steps, the board after, and what each rule decides.

use super::picture::{self, Heading, escaped};
use super::played::{Document, Played, SCHEMA, Step};
use crate::rules::EDITION;

/// What steps through the scenario, and what it looks like; `web/build.mjs` makes them.
const SCRIPT: &str = include_str!("../../web/dist/lesson.js");
const STYLE: &str = include_str!("../../web/dist/page.css");

/// What the sheet looks like, and which of the two is seen.
const SHEET: &str = "\
    .sheet{max-width:60rem;margin:0 auto;padding:1rem;display:block}\
    .sheet h1{font-size:1.4rem;margin-bottom:.5rem}.sheet h2{font-size:1.1rem;margin:1.2rem 0 .4rem}\
    .sheet p,.sheet li,.sheet dd{margin:.25rem 0}.sheet svg{width:100%;height:auto}.sheet a{color:var(--accent)}\
    .sheet .cited{color:var(--aside);font-size:.85em}\
    .sheet dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem .8rem}\
    .sheet dt{font-weight:600;margin:.25rem 0}.sheet dd{margin-inline-start:0}.sheet .deep-1{padding-inline-start:1.2rem}\
    .sheet pre{overflow:auto;background:var(--paper);border:1px solid var(--edge);border-radius:6px;padding:.6rem;\
    font:.85rem/1.4 var(--mono)}.sheet details{margin:.3rem 0}.sheet section{margin:1rem 0}\
    @media screen{html[data-live] .sheet.played{display:none}}\
    @media print{:root{color-scheme:light}body>:not(.sheet){display:none!important}body{background:#fff;color:#000;display:block}\
    .sheet{max-width:none;padding:0}.sheet .cited{color:#333}.sheet svg{break-inside:avoid;max-height:24cm}\
    .sheet h2{break-after:avoid}}";

/// Nothing is fetched, whatever stands in the page.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; \
                      base-uri 'none'; form-action 'none'";

const NOTICE: &str = "headjudge is unofficial Fan Content permitted under the Fan Content Policy of Wizards of the Coast. It is not \
     affiliated with, approved or endorsed by Wizards.";

/// How large a page may be, in bytes.
pub const LARGEST: usize = 500_000;

/// A scenario as a page. It is played once for each who looks, first for whom the sheet is meant.
pub fn page(views: Vec<Played>) -> String {
    let Some(first) = views.first() else { return String::new() };
    let (title, sheet) = (escaped(&first.title), sheet(first));
    let document = Document { schema: SCHEMA, edition: EDITION, scenarios: views };
    // The structs have no maps with odd keys, so that this can't fail. No tag can begin in it.
    let data = serde_json::to_string(&document).unwrap_or_default().replace('<', "\\u003c");
    let body = format!(
        "{sheet}<script type=\"application/json\" id=\"played\">{data}</script>\n<script>{SCRIPT}</script>\n"
    );
    whole(&title, &body)
}

/// What stands in the index of lessons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Listed {
    /// A heading.
    Part(String),
    /// A paragraph.
    Text(String),
    /// A page.
    Page {
        /// The file.
        file: String,
        /// What the scenario is called.
        title: String,
        /// What is asked, in prose.
        question: Option<String>,
    },
    /// A line to write, with a page that shows a way to do it.
    Task {
        /// What is to be done.
        task: String,
        /// The scenario with its gap.
        scene: String,
        /// What helps.
        hints: Vec<String>,
        /// A way to do it.
        answer: String,
        /// The page that shows it.
        file: String,
    },
}

/// The page that lists the others.
pub fn index(title: &str, about: &str, listed: &[Listed]) -> String {
    let title = escaped(title);
    let mut body = format!("<main class=\"sheet\">\n<h1>{title}</h1>\n");
    if !about.is_empty() {
        body.push_str(&format!("<p>{}</p>\n", escaped(about)));
    }
    for item in listed {
        match item {
            Listed::Part(words) => body.push_str(&format!("<h2>{}</h2>\n", escaped(words))),
            Listed::Text(words) => body.push_str(&format!("<p>{}</p>\n", escaped(words))),
            Listed::Page { file, title, question } => {
                let link = format!("<a href=\"{}\">{}</a>", escaped(file), escaped(title));
                let question =
                    question.as_ref().map_or(String::new(), |words| format!(" {}", escaped(words)));
                body.push_str(&format!("<p>{link}{question}</p>\n"));
            }
            Listed::Task { task, scene, hints, answer, file } => {
                let hints: String = hints.iter().map(|hint| format!("<p>{}</p>", escaped(hint))).collect();
                body.push_str(&format!(
                    "<section><p><b>To write:</b> {}</p><pre>{}</pre>\n\
                     <details><summary>A hint</summary>{hints}</details>\n\
                     <details><summary>A way to do it</summary><pre>{}</pre>\
                     <p><a href=\"{}\">How it goes then</a></p></details></section>\n",
                    escaped(task),
                    lines(scene),
                    lines(answer),
                    escaped(file)
                ));
            }
        }
    }
    body.push_str(&format!("<p class=\"cited\">Comprehensive Rules of {EDITION}. {NOTICE}</p>\n</main>\n"));
    whole(&title, &body)
}

/// Lines of a text as they are.
fn lines(text: &str) -> String {
    text.trim_end().lines().map(escaped).collect::<Vec<_>>().join("\n")
}

fn whole(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n<title>{title}</title>\n\
         <link rel=\"icon\" href=\"data:,\">\n<style>{STYLE}{SHEET}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// The scenario on paper.
fn sheet(played: &Played) -> String {
    let mut out = format!("<article class=\"sheet played\">\n<h1>{}</h1>\n", escaped(&played.title));
    for (label, words) in [("", &played.question), ("Answer: ", &played.prose)] {
        if let Some(words) = words {
            out.push_str(&format!("<p>{label}{}</p>\n", escaped(words)));
        }
    }
    let drawn = |place: usize, step: &str| {
        let heading = Heading { title: &played.title, step, viewer: played.viewer.as_deref() };
        played.boards.get(place).map(|board| picture::svg(board, &played.cards, &heading)).unwrap_or_default()
    };
    let last = played.boards.len().saturating_sub(1);
    if !played.boards.is_empty() {
        out.push_str(&format!("<h2>Before</h2>\n{}", drawn(0, "Before anything happens")));
    }
    if !played.steps.is_empty() {
        out.push_str("<h2>The steps</h2>\n<ul>\n");
        played.steps.iter().for_each(|step| out.push_str(&line(step)));
        out.push_str("</ul>\n");
    }
    if !played.answers.is_empty() {
        out.push_str("<h2>The answers</h2>\n<ul>\n");
        for answer in &played.answers {
            let because =
                answer.plain.because.as_ref().map_or(String::new(), |why| format!(" {}", escaped(why)));
            let rules: Vec<String> = answer.plain.rules.iter().map(|rule| rule.to_string()).collect();
            let sentence = escaped(&answer.plain.sentence);
            out.push_str(&format!("<li><b>{sentence}</b>{because}{}</li>\n", cited(&rules)));
        }
        out.push_str("</ul>\n");
    }
    for fault in &played.faults {
        out.push_str(&format!("<p>{}</p>\n", escaped(&fault.message)));
    }
    if last > 0 {
        out.push_str(&format!("<h2>After</h2>\n{}", drawn(last, "")));
    }
    if !played.rules.is_empty() {
        out.push_str("<h2>The rules, in our words</h2>\n<dl>\n");
        for (rule, gist) in &played.rules {
            out.push_str(&format!("<dt>{}</dt><dd>{}</dd>\n", escaped(rule), escaped(gist)));
        }
        out.push_str("</dl>\n");
    }
    out.push_str(&format!("<p class=\"cited\">Comprehensive Rules of {EDITION}. {NOTICE}</p>\n</article>\n"));
    out
}

/// A step as a sentence.
pub fn sentence(step: &Step) -> String {
    let mut words = step.subject.clone();
    for more in [&step.became, &step.why].into_iter().filter(|words| !words.is_empty()) {
        let goes_on = more == &step.became || ["by ", "in ", "as "].iter().any(|word| more.starts_with(word));
        words.push_str(if goes_on { " " } else { ", " });
        words.push_str(more);
    }
    words
}

/// A step as a line of the sheet.
fn line(step: &Step) -> String {
    let words = escaped(&sentence(step));
    let rules: Vec<String> = step.rules.iter().map(ToString::to_string).collect();
    match &step.number {
        Some(number) => {
            let deep = if step.depth > 0 { " class=\"deep-1\"" } else { "" };
            format!("<li{deep}>{} {words}{}</li>\n", escaped(number), cited(&rules))
        }
        None => format!("<li><b>{words}</b></li>\n"),
    }
}

fn cited(rules: &[String]) -> String {
    if rules.is_empty() {
        String::new()
    } else {
        format!(" <span class=\"cited\">[{}]</span>", rules.join(", "))
    }
}
