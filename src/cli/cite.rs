//! `headjudge cite FILE...`: the rule numbers that any text cites, checked.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::desk::{Crossing, Desk, There};
use super::exit::{Exit, Fault};
use super::look;
use super::rule::{Format, json};
use super::shelf::Data;
use super::wrap::counted;
use crate::book::{self, Citation, citations, doubt};
use crate::diag::{Code, Diagnostic, Severity, Source, Span, render};
use crate::rules::{EDITION, RuleId, RuleNumber};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Texts of any kind: Markdown, plain text, HTML, scenarios; `-` is the standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The edition that the texts cite; the newest without it
    #[arg(long, value_name = "DATE")]
    edition: Option<String>,
    /// List every citation with its number in this edition
    #[arg(long, value_name = "DATE")]
    into: Option<String>,
    /// List every citation, not only the faulty ones
    #[arg(long)]
    list: bool,
    /// A warning is a failure too
    #[arg(long)]
    strict: bool,
    /// How the answer is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    data: Data,
}

/// A citation as it is printed for programs.
#[derive(Debug, Serialize)]
struct Cited {
    file: String,
    line: usize,
    column: usize,
    rule: RuleNumber,
    edition: String,
    /// Whether the edition has the rule; nothing if nobody can say.
    exists: Option<bool>,
    /// The rule that the words beside the number suggest.
    suggests: Option<RuleId>,
    /// The numbers in the other edition that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    into: Option<Vec<RuleNumber>>,
}

/// Larger than any text that people write.
const MOST_BYTES: u64 = 64 << 20;

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write, errors: &mut dyn Write) -> Result<Exit, Fault> {
    let desk = Desk::open(&arguments.data)?;
    let edition = desk.edition(arguments.edition.as_deref())?;
    let into = arguments.into.as_deref().map(|date| desk.edition(Some(date))).transpose()?;
    let mut exit = Exit::Expected;
    let mut all: Vec<Cited> = Vec::new();
    let (mut wrong, mut doubtful, mut unsaid) = (0, 0, 0);
    for file in &arguments.files {
        let source = match text_of(file) {
            Ok(source) => source,
            Err(fault) => {
                exit = exit.and(fault.report(errors));
                continue;
            }
        };
        let found = citations(&source.text);
        for citation in &found {
            let of = match citation.edition {
                Some(date) => desk.shelf.find(date, &desk.concordance).unwrap_or_else(|_| edition.clone()),
                None => edition.clone(),
            };
            let exists = desk.has(citation.number, &of)?;
            // A number that no word calls a rule, in a section that there is not, is some other number; and so is a price or a version
            // that was no rule's in any edition.
            if exists == Some(false)
                && !citation.is_marked
                && (!has_section(citation.number, &of, &desk)?
                    || citation.is_measure && !ever_was(citation.number, &desk)?)
            {
                continue;
            }
            let doubt = if of == EDITION { doubt(&source.text, citation, &found) } else { None };
            let crossing = into.as_deref().map(|into| desk.crossing(&of, into)).transpose()?;
            let (line, column) = source.line_and_column(citation.start);
            all.push(Cited {
                file: source.name.clone(),
                line,
                column,
                rule: citation.number,
                edition: of.clone(),
                exists,
                suggests: doubt.map(|doubt| doubt.named),
                into: crossing.as_ref().map(|crossing| match crossing.number(citation.number) {
                    There::At(numbers) => numbers,
                    There::Nowhere | There::Unknown => Vec::new(),
                }),
            });
            wrong += usize::from(exists == Some(false));
            doubtful += usize::from(doubt.is_some());
            unsaid += usize::from(exists.is_none());
            if arguments.format == Format::Json {
                continue;
            }
            if let Some(diagnostic) = judge(citation, exists, doubt, &of, &desk)? {
                writeln!(out, "{}", render(&diagnostic, &source, look()))?;
            }
            if arguments.list || crossing.is_some() {
                let gist = (of == EDITION).then(|| RuleId::of(citation.number)).flatten();
                let says =
                    gist.and_then(|rule| rule.heading().or_else(|| book::gist(rule))).unwrap_or_default();
                let there = crossing.map_or_else(String::new, |crossing| there(&crossing, citation.number));
                let line = format!("{}:{line}:{column}: {}{there}  {says}", source.name, citation.number);
                writeln!(out, "{}", line.trim_end())?;
            }
        }
    }
    if wrong > 0 || (arguments.strict && doubtful > 0) {
        exit = exit.and(Exit::Failed);
    }
    if arguments.format == Format::Json {
        json(&serde_json::json!({ "edition": edition, "into": into, "citations": all }), out)?;
        return Ok(exit);
    }
    let unsaid =
        if unsaid > 0 { format!(", {unsaid} that nothing at hand can check") } else { String::new() };
    writeln!(
        out,
        "{} of CR {edition}: {wrong} wrong, {doubtful} doubtful{unsaid}",
        counted(all.len(), "citation")
    )?;
    Ok(exit)
}

/// Where the rule is in another edition, behind its number.
fn there(crossing: &Crossing<'_>, number: RuleNumber) -> String {
    match crossing.number(number) {
        There::At(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            format!(" > {}", numbers.join(", "))
        }
        There::Nowhere => " > no rule".to_owned(),
        There::Unknown => " > not known".to_owned(),
    }
}

/// Whether any edition that is at hand or in the concordance has the rule.
fn ever_was(number: RuleNumber, desk: &Desk) -> Result<bool, Fault> {
    let kept = desk.shelf.editions.iter().map(|kept| kept.name.as_str());
    for edition in desk.concordance.editions.iter().map(String::as_str).chain(kept) {
        if desk.has(number, edition)? == Some(true) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn has_section(number: RuleNumber, edition: &str, desk: &Desk) -> Result<bool, Fault> {
    let section =
        std::iter::successors(Some(number), |number| number.parent()).find(|number| number.rule().is_none());
    Ok(section.map(|section| desk.has(section, edition)).transpose()?.flatten() == Some(true))
}

/// What is wrong with a citation, if anything is.
fn judge(
    citation: &Citation<'_>,
    exists: Option<bool>,
    doubt: Option<book::Doubt>,
    edition: &str,
    desk: &Desk,
) -> Result<Option<Diagnostic>, Fault> {
    let number = citation.number;
    let span = Span::new(citation.start, citation.end);
    if exists == Some(false) {
        let fault = Diagnostic::error(
            Code::UnknownRule,
            format!("no rule `{number}`"),
            span,
            format!("not in CR {edition}"),
        );
        let skips = number.to_string().ends_with(['l', 'o']).then_some("letters skip l and o");
        let fault = skips.into_iter().fold(fault, Diagnostic::with_help);
        // The number of another edition is often the reason.
        return Ok(Some(match desk.once(number, edition) {
            Some(once) => fault.with_help(once),
            None => {
                let section = number.section().and_then(|section| RuleNumber::parse(&section.to_string()));
                let heading = section.map(|section| desk.heading(section, edition)).transpose()?.flatten();
                match (section, heading) {
                    (Some(section), Some(heading)) => {
                        let of = if edition == EDITION { String::new() } else { format!("@{edition}") };
                        fault.with_help(format!(
                            "`headjudge rule {section}{of}` lists the rules of {section}, {heading}"
                        ))
                    }
                    _ => fault,
                }
            }
        }));
    }
    Ok(doubt.map(|doubt| {
        let named = doubt.named;
        let name = named.heading().unwrap_or_default();
        let mut warning = Diagnostic::error(
            Code::DoubtfulCitation,
            format!("`{number}` is about {}, and the words beside it name {name}", doubt.own),
            span,
            doubt.own,
        )
        .with_label(Span::new(doubt.start, doubt.end), format!("{name} is {named}"))
        .as_warning();
        let same = RuleNumber::parse(&format!("{named}{}", letters(number))).and_then(RuleId::of);
        if let Some(rule) = same.filter(|rule| *rule != named) {
            let gist = book::gist(rule).map_or_else(String::new, |gist| format!(": {gist}"));
            warning = warning.with_help(format!("did you mean `{rule}`{gist}"));
        }
        debug_assert_eq!(warning.severity, Severity::Warning);
        warning
    }))
}

/// The letters of a subrule.
fn letters(number: RuleNumber) -> String {
    number.to_string().trim_start_matches(|sign: char| !sign.is_ascii_lowercase()).to_owned()
}

/// The text of a file, in whatever encoding.
fn text_of(path: &Path) -> Result<Source, Fault> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().take(MOST_BYTES).read_to_end(&mut bytes);
        read.map_err(|error| Fault::file(path, error))?;
        return Ok(Source::new("standard input", String::from_utf8_lossy(&bytes)));
    }
    let size = fs::metadata(path).map_err(|error| Fault::file(path, error))?.len();
    if size > MOST_BYTES {
        return Err(Fault::file(path, "the file is too large to be read"));
    }
    let bytes = fs::read(path).map_err(|error| Fault::file(path, error))?;
    Ok(Source::new(path.display().to_string(), String::from_utf8_lossy(&bytes)))
}
