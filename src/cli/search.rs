//! `headjudge search face down exile`: ranked full text over rules, gists, glossary and scenarios.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use clap::ValueEnum;
use colored::Colorize;
use serde::Serialize;

use super::desk::Desk;
use super::exit::{Exit, Fault};
use super::rule::{Format, json};
use super::shelf::Data;
use super::showings::{drawn, named};
use super::wrap::{title_line, wrap};
use crate::book::{self, Document, Edition, Search, excerpt, matches};
use crate::rules::{EDITION, RuleId, RuleNumber};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The words to search for
    #[arg(required = true, value_name = "WORD")]
    words: Vec<String>,
    /// Search only here
    #[arg(long = "in", value_enum, value_name = "PART")]
    part: Option<Part>,
    /// The edition whose rules and glossary are searched
    #[arg(long, value_name = "DATE")]
    edition: Option<String>,
    /// How many results are shown
    #[arg(long, default_value = "10")]
    limit: NonZeroUsize,
    /// The folder whose scenarios are searched [default: scenarios]
    #[arg(long, value_name = "FOLDER")]
    scenarios: Option<PathBuf>,
    /// How the answer is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    data: Data,
}

/// A part of what can be searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// The rules and what headjudge says of them
    Rules,
    /// The glossary
    Glossary,
    /// The scenarios: their titles, questions and answers
    Scenarios,
}

/// Where a document is from.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Place<'a> {
    Rule(RuleNumber),
    Term,
    Scenario(&'a str, usize),
}

/// A result as it is printed for programs.
#[derive(Debug, Serialize)]
struct Hit {
    part: &'static str,
    /// The rule's number, the term, or the scenario's file with its line.
    place: String,
    /// The heading or title.
    name: String,
    excerpt: String,
    rank: u32,
}

/// A scenario's head.
struct Head {
    file: String,
    line: usize,
    title: String,
    texts: Vec<String>,
}

/// How long an excerpt is, in characters.
const EXCERPT: usize = 180;

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Fault> {
    let desk = Desk::open(&arguments.data)?;
    let edition = desk.edition(arguments.edition.as_deref())?;
    let query = arguments.words.join(" ");
    let search = Search::new(&query);
    if search.is_empty() {
        return Err(Fault::usage("there is no word to search for")
            .with_help("as in `headjudge search face down exile`"));
    }
    let usual = Path::new("scenarios");
    // Where only scenarios are searched, their folder has to be there even if nobody has named it.
    let folder =
        arguments.scenarios.as_deref().or((arguments.part == Some(Part::Scenarios)).then_some(usual));
    let folder = named(folder)?;
    let look_at_scenarios = || {
        let is_in = arguments.part.is_none_or(|only| only == Part::Scenarios);
        let heads = if is_in { drawn(folder, heads) } else { Vec::new() };
        let seen = search.look(&documents_of(&heads));
        (heads, seen)
    };
    // The scenarios are many small files: others open them while this thread reads the rules.
    let (rules, scenarios) = thread::scope(|scope| {
        let beside = thread::Builder::new().spawn_scoped(scope, look_at_scenarios);
        let rules = rules(&desk, &edition, arguments.part).map(|(places, documents)| {
            let seen = search.look(&documents);
            (places, documents, seen)
        });
        (rules, beside.ok().and_then(|thread| thread.join().ok()))
    });
    let (mut places, mut documents, seen_rules) = rules?;
    let (heads, seen_scenarios) = scenarios.unwrap_or_else(look_at_scenarios);
    let scenarios = documents_of(&heads);
    let found = search.finish(vec![(&documents, seen_rules), (&scenarios, seen_scenarios)]);
    places.extend(heads.iter().map(|head| Place::Scenario(&head.file, head.line)));
    documents.extend(scenarios);
    // Who searches for a number wants that rule first.
    let asked = RuleNumber::parse(query.trim()).and_then(|number| {
        let place = places.iter().position(|place| *place == Place::Rule(number))?;
        Some((place, u32::MAX))
    });
    let others =
        found.documents.iter().copied().filter(|(place, _)| asked.is_none_or(|(asked, _)| asked != *place));
    let ranked: Vec<(usize, u32)> = asked.into_iter().chain(others).collect();
    let mut hits: Vec<Hit> = ranked
        .iter()
        .take(arguments.limit.get())
        .filter_map(|(place, rank)| {
            Some(hit(places.get(*place)?, documents.get(*place)?, &found.words, *rank))
        })
        .collect();
    for hit in hits.iter_mut().filter(|hit| hit.name.is_empty()) {
        hit.name = heading_above(&hit.place, &edition, &desk)?;
    }
    if arguments.format == Format::Json {
        json(&serde_json::json!({ "edition": edition, "words": found.words, "hits": hits }), out)?;
        return Ok(exit(&hits));
    }
    write!(out, "{}", title_line(&query, &edition))?;
    for (word, instead) in &found.instead {
        writeln!(out, "  nothing has `{word}`; searched for `{instead}`")?;
    }
    for hit in &hits {
        let name = if hit.place == hit.name { String::new() } else { format!("  {}", hit.name) };
        let from = if hit.part == "glossary" { "  (glossary)" } else { "" };
        writeln!(out, "\n{}{}{}", hit.place.bold(), name, from.dimmed())?;
        if !hit.excerpt.is_empty() {
            writeln!(out, "  {}", wrap(&marked(&hit.excerpt, &found.words), 2))?;
        }
    }
    let more = ranked.len().saturating_sub(hits.len());
    match (hits.len(), more) {
        (0, _) => writeln!(out, "\nnothing found")?,
        (_, 0) => {}
        (_, more) => writeln!(out, "\n{more} more; `--limit {}` shows them", hits.len() + more)?,
    }
    if !desk.shelf.has(&edition) && edition == EDITION && arguments.part != Some(Part::Scenarios) {
        let how = "Only headjudge's own words were searched; `headjudge rules import FILE` reads the official text.";
        writeln!(out, "\n{}", wrap(how, 0).dimmed())?;
    }
    Ok(exit(&hits))
}

/// The rules and the glossary of an edition, as far as they are wanted.
fn rules<'a>(
    desk: &'a Desk,
    edition: &str,
    part: Option<Part>,
) -> Result<(Vec<Place<'a>>, Vec<Document<'a>>), Fault> {
    let (mut places, mut documents) = (Vec::new(), Vec::new());
    if part == Some(Part::Scenarios) {
        return Ok((places, documents));
    }
    let text = desk.text(edition)?;
    if part != Some(Part::Glossary) {
        match text {
            Some(text) => add_rules(text, edition == EDITION, &mut places, &mut documents),
            None if edition == EDITION => add_gists(&mut places, &mut documents),
            None => return Err(no_text(edition)),
        }
    }
    if part != Some(Part::Rules) {
        for term in text.iter().flat_map(|text| &text.glossary) {
            places.push(Place::Term);
            let texts = term.paragraphs.iter().map(String::as_str).collect();
            documents.push(Document { name: &term.name, texts });
        }
        if text.is_none() && part.is_some() {
            return Err(no_text(edition));
        }
    }
    Ok((places, documents))
}

/// What a rule stands under.
fn heading_above(number: &str, edition: &str, desk: &Desk) -> Result<String, Fault> {
    let above = std::iter::successors(RuleNumber::parse(number), |number| number.parent());
    for number in above {
        if let Some(heading) = desk.heading(number, edition)? {
            return Ok(heading);
        }
    }
    Ok(String::new())
}

/// Nothing found is an outcome that a script may want to know.
fn exit(hits: &[Hit]) -> Exit {
    if hits.is_empty() { Exit::Failed } else { Exit::Expected }
}

fn no_text(edition: &str) -> Fault {
    Fault::usage(format!("the text of {edition} is not at hand"))
        .with_help("`headjudge rules import FILE` reads it from the official text file")
}

/// Every rule with its words and, in the pinned edition, ours; it is called as the heading that it stands under.
fn add_rules<'a>(
    text: &'a Edition,
    is_pinned: bool,
    places: &mut Vec<Place<'_>>,
    documents: &mut Vec<Document<'a>>,
) {
    let mut heading = "";
    for rule in &text.rules {
        let mut texts: Vec<&str> = rule.paragraphs.iter().map(String::as_str).collect();
        let is_heading = rule.number.rule().is_none() || rule.heading().is_some();
        if is_heading {
            heading = texts.first().copied().unwrap_or_default();
            texts.clear();
        }
        let gist = RuleId::of(rule.number).filter(|_| is_pinned).and_then(book::gist);
        texts.extend(gist);
        places.push(Place::Rule(rule.number));
        // Under a heading of its own a rule bears that name, but counts it less than the heading does.
        let name = if is_heading { heading } else { "" };
        if !is_heading && rule.number.is_subrule() {
            texts.push(heading);
        }
        documents.push(Document { name, texts });
    }
}

/// Every rule with our own words.
fn add_gists(places: &mut Vec<Place<'_>>, documents: &mut Vec<Document<'_>>) {
    for rule in RuleId::all() {
        let (heading, gist) = (rule.heading(), book::gist(rule));
        if heading.is_some() || gist.is_some() {
            places.push(Place::Rule(rule.number()));
            documents.push(Document { name: heading.unwrap_or_default(), texts: gist.into_iter().collect() });
        }
    }
}

/// The heads of the scenarios of a file.
fn heads(file: &str, text: &str) -> Vec<Head> {
    let mut heads: Vec<Head> = Vec::new();
    for (position, line) in text.lines().enumerate() {
        if let Some(title) = line.strip_prefix("scenario ") {
            let (file, title) = (file.to_owned(), title.trim().to_owned());
            heads.push(Head { file, line: position + 1, title, texts: Vec::new() });
        } else if let Some(said) = line.strip_prefix("question ").or_else(|| line.strip_prefix("answer "))
            && let Some(head) = heads.last_mut()
        {
            head.texts.push(said.trim().to_owned());
        }
    }
    heads
}

fn documents_of(heads: &[Head]) -> Vec<Document<'_>> {
    let mut documents = Vec::with_capacity(heads.len());
    for Head { title, texts, .. } in heads {
        documents.push(Document { name: title, texts: texts.iter().map(String::as_str).collect() });
    }
    documents
}

fn hit(place: &Place<'_>, document: &Document<'_>, words: &[String], rank: u32) -> Hit {
    let hits = |text: &&&str| (matches(text, words).len(), std::cmp::Reverse(text.len()));
    let best =
        document.texts.iter().max_by_key(hits).filter(|best| hits(best).0 > 0).or(document.texts.first());
    let (part, begins, ends) = best.map_or(("", true, true), |text| excerpt(text, words, EXCERPT));
    let dots = |is_end: bool| if is_end { "" } else { "…" };
    let excerpt = format!("{}{part}{}", dots(begins), dots(ends));
    let name = document.name.to_owned();
    let (part, place) = match place {
        Place::Rule(number) => ("rules", number.to_string()),
        Place::Term => ("glossary", name.clone()),
        Place::Scenario(file, line) => ("scenarios", format!("{file}:{line}")),
    };
    Hit { part, place, name, excerpt, rank }
}

/// The text with the words that were found set off.
fn marked(text: &str, words: &[String]) -> String {
    let mut marked = String::with_capacity(text.len());
    let mut from = 0;
    for (start, end) in matches(text, words) {
        marked.push_str(text.get(from..start).unwrap_or_default());
        marked.push_str(&text.get(start..end).unwrap_or_default().bold().to_string());
        from = end;
    }
    marked.push_str(text.get(from..).unwrap_or_default());
    marked
}
