//! `headjudge define dies`: what a term means, from the glossary of an imported text.

use std::io::Write;

use serde::Serialize;

use super::desk::Desk;
use super::exit::{Exit, Fault};
use super::rule::{Format, json};
use super::shelf::Data;
use super::wrap::{title_line, wrap};
use crate::book::{self, Edition, Term};
use crate::diag::nearest;
use crate::rules::{EDITION, RuleId};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The term; several words need no quotation marks
    #[arg(required = true, value_name = "TERM")]
    term: Vec<String>,
    /// The edition whose glossary is meant
    #[arg(long, value_name = "DATE")]
    edition: Option<String>,
    /// How the answer is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    data: Data,
}

/// A term as it is printed for programs.
#[derive(Debug, Serialize)]
struct Defined<'a> {
    edition: &'a str,
    term: &'a str,
    text: &'a [String],
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Fault> {
    let desk = Desk::open(&arguments.data)?;
    let edition = desk.edition(arguments.edition.as_deref())?;
    let wanted = arguments.term.join(" ");
    let Some(text) = desk.text(&edition)? else { return Err(without_text(&wanted, &edition)) };
    let found = find(text, &wanted);
    if found.is_empty() {
        let fault = Fault::usage(format!("the glossary of {edition} does not define `{wanted}`"));
        let near = of_words(text, &wanted).or_else(|| nearest(&wanted, text.glossary.iter().flat_map(names)));
        return Err(match near {
            Some(near) => fault.with_help(format!("did you mean `{near}`?")),
            None => fault.with_help(format!("`headjudge search {wanted}` searches the rules too")),
        });
    }
    if arguments.format == Format::Json {
        let defined: Vec<Defined<'_>> = found
            .iter()
            .map(|term| Defined { edition: &edition, term: &term.name, text: &term.paragraphs })
            .collect();
        json(&defined, out)?;
        return Ok(Exit::Expected);
    }
    for (position, term) in found.iter().enumerate() {
        let gap = if position > 0 { "\n" } else { "" };
        write!(out, "{gap}{}", title_line(&term.name, &edition))?;
        for paragraph in &term.paragraphs {
            writeln!(out, "  {}", wrap(paragraph, 2))?;
        }
    }
    Ok(Exit::Expected)
}

/// What an entry may be asked by: "Active Player, Nonactive Player Order" by all of it or by a part between commas, without
/// what stands in brackets.
fn names(term: &Term) -> impl Iterator<Item = &str> {
    let whole = term.name.as_str();
    let bare = whole.split_once(" (").map_or(whole, |(bare, _)| bare);
    [whole, bare].into_iter().chain(bare.split(", ")).filter(|name| !name.is_empty())
}

/// The entries of that name; if there are none, those whose name in the singular or plural is meant.
fn find<'a>(edition: &'a Edition, wanted: &str) -> Vec<&'a Term> {
    let by = |fold: fn(&str) -> String| -> Vec<&'a Term> {
        let wanted = fold(wanted);
        edition.glossary.iter().filter(|term| names(term).any(|name| fold(name) == wanted)).collect()
    };
    let exact = by(|name| book_words(name).join(" "));
    if exact.is_empty() {
        by(|name| book_words(name).iter().map(|word| stem(word)).collect::<Vec<_>>().join(" "))
    } else {
        exact
    }
}

/// The shortest name that has all the words of what is wanted, or else whose words all stand in it; small words aside.
fn of_words<'a>(edition: &'a Edition, wanted: &str) -> Option<&'a str> {
    let stems = |name: &str| -> Vec<String> {
        let words = book_words(name).into_iter().filter(|word| word.len() > 3 || word.starts_with('+'));
        words.map(|word| stem(&word).to_owned()).collect()
    };
    let wanted = stems(wanted);
    let is_within =
        |some: &[String], all: &[String]| !some.is_empty() && some.iter().all(|word| all.contains(word));
    let of = |name: &str| {
        let name = stems(name);
        if is_within(&wanted, &name) { Some(true) } else { is_within(&name, &wanted).then_some(false) }
    };
    let fitting = edition.glossary.iter().flat_map(names).filter_map(|name| Some((of(name)?, name)));
    fitting.min_by_key(|(has_all, name)| (!has_all, name.len())).map(|(_, name)| name)
}

fn book_words(name: &str) -> Vec<String> {
    let words = name.split(|sign: char| !(sign.is_alphanumeric() || sign == '/' || sign == '+'));
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// A word without the endings of other forms: dies, died, dying.
fn stem(word: &str) -> String {
    let endings = ["ing", "ied", "ies", "ed", "es", "ie", "s", "e", "d", "y"];
    let bare = endings
        .iter()
        .find_map(|ending| word.strip_suffix(ending).filter(|bare| bare.len() >= 2 || word == "dies"));
    bare.unwrap_or(word).trim_end_matches(['y', 'i', 'e']).to_owned()
}

/// Without a text, our own words on the rule of that heading, and how to get the text.
fn without_text(wanted: &str, edition: &str) -> Fault {
    let fault = Fault::usage(format!("the glossary of {edition} is not at hand"))
        .with_help("`headjudge rules import FILE` reads it from the official text file at https://magic.wizards.com/en/rules");
    let rule =
        RuleId::all().find(|rule| rule.heading().is_some_and(|heading| heading.eq_ignore_ascii_case(wanted)));
    match rule.filter(|_| edition == EDITION) {
        Some(rule) => {
            let first =
                rule.children().next().and_then(book::gist).or_else(|| book::gist(rule)).unwrap_or_default();
            fault.with_help(format!("rule {rule} is headed so: {first} (`headjudge rule {rule}`)"))
        }
        None => fault,
    }
}

#[cfg(test)]
mod tests {
    use super::find;
    use crate::book::{Edition, Term};

    #[test]
    fn a_term_is_found_by_its_forms() {
        let term = |name: &str| Term { name: name.to_owned(), paragraphs: Vec::new() };
        let glossary =
            ["Dies", "Exile", "Cast", "Removed, Removed-from-the-Game Zone (Obsolete)"].map(term).to_vec();
        let edition = Edition { glossary, ..Edition::default() };
        for (wanted, name) in [
            ("dies", "Dies"),
            ("die", "Dies"),
            ("exiles", "Exile"),
            ("exiled", "Exile"),
            ("casting", "Cast"),
            ("removed from the game zone", "Removed, Removed-from-the-Game Zone (Obsolete)"),
        ] {
            let found: Vec<&str> = find(&edition, wanted).iter().map(|term| term.name.as_str()).collect();
            assert_eq!(found, [name], "{wanted}");
        }
        assert!(find(&edition, "flying").is_empty());
    }
}
