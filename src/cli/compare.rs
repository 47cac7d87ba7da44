//! `headjudge rules compare 2017-09-25 2026-08-07 406`: what became of the rules between two editions.

use std::io::Write;

use colored::Colorize;
use serde::Serialize;

use super::desk::Desk;
use super::exit::{Exit, Fault};
use super::numbers;
use super::rule::{Format, json};
use super::shelf::Data;
use super::wrap::wrap;
use crate::book::{self, Change, Edition, Kind, Piece, Standing, compare_words};
use crate::rules::RuleNumber;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// An edition
    one: String,
    /// The edition that it is compared with
    other: String,
    /// Only these rules and what stands under them, by a number of either edition
    #[arg(value_name = "NUMBER")]
    numbers: Vec<String>,
    /// Also what did not change
    #[arg(long)]
    all: bool,
    /// The words that changed, with what is gone in [- -] and what is new in {+ +}; so it is for single rules anyway
    #[arg(long)]
    words: bool,
    /// How the answer is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    data: Data,
}

/// A change as it is printed for programs.
#[derive(Debug, Serialize)]
struct Told {
    #[serde(flatten)]
    change: Change,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    words: Vec<Piece>,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Fault> {
    let desk = Desk::open(&arguments.data)?;
    let (one, other) = (desk.edition(Some(&arguments.one))?, desk.edition(Some(&arguments.other))?);
    let (old, new) = if one <= other { (one, other) } else { (other, one) };
    if old == new {
        return Err(Fault::usage(format!("both are the edition of {old}")));
    }
    let mut wanted = Vec::new();
    for text in &arguments.numbers {
        wanted.push(numbers::read(text)?);
    }
    let is_wanted = |number: &RuleNumber| {
        let within = |number: &RuleNumber| {
            wanted.iter().any(|range| {
                (range.first..=range.last).contains(number)
                    || number.stands_under(range.first)
                    || number.stands_under(range.last)
            })
        };
        wanted.is_empty() || within(number)
    };
    let (Some(alignment), Some(old_text), Some(new_text)) =
        (desk.alignment(&old, &new)?, desk.text(&old)?, desk.text(&new)?)
    else {
        return by_concordance(&desk, &old, &new, is_wanted, arguments, out);
    };
    let mut changes = book::changes(old_text, new_text, &alignment);
    changes.retain(|change| change.new.iter().any(is_wanted) || (change.old.iter().any(is_wanted)));
    if changes.is_empty() {
        return Err(Fault::usage(format!(
            "neither {old} nor {new} has a rule `{}`",
            arguments.numbers.join(" ")
        )));
    }
    let few = !arguments.numbers.is_empty() && changes.len() <= 12;
    let with_words = arguments.words || few;
    let told: Vec<Told> = changes
        .into_iter()
        .map(|change| {
            let words = if with_words { words_of(&change, old_text, new_text) } else { Vec::new() };
            Told { change, words }
        })
        .collect();
    if arguments.format == Format::Json {
        json(&serde_json::json!({ "old": old, "new": new, "changes": told }), out)?;
        return Ok(Exit::Expected);
    }
    writeln!(out, "{}", format!("CR {old} against CR {new}").bold())?;
    let counts: Vec<String> = Kind::ALL
        .iter()
        .map(|kind| (kind, told.iter().filter(|told| told.change.kind == *kind).count()))
        .filter(|(_, count)| *count > 0)
        .map(|(kind, count)| format!("{count} {kind}"))
        .collect();
    writeln!(out, "{}\n", wrap(&counts.join(", "), 0))?;
    for told in told.iter().filter(|told| arguments.all || few || told.change.kind != Kind::Unchanged) {
        print(told, old_text, new_text, out)?;
    }
    Ok(Exit::Expected)
}

/// The words of a change: those that differ where one rule became one, and none where nothing did.
fn words_of(change: &Change, old: &Edition, new: &Edition) -> Vec<Piece> {
    let text = |edition: &Edition, numbers: &[RuleNumber]| {
        let texts: Vec<String> =
            numbers.iter().filter_map(|number| edition.rule(*number)).map(book::Rule::text).collect();
        texts.join("\n")
    };
    match change.kind {
        Kind::Unchanged | Kind::Moved => Vec::new(),
        _ => compare_words(&text(old, &change.old), &text(new, &change.new)),
    }
}

fn print(told: &Told, old: &Edition, new: &Edition, out: &mut dyn Write) -> Result<(), Fault> {
    let Change { kind, old: before, new: after } = &told.change;
    let list =
        |numbers: &[RuleNumber]| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let numbers = match (before.as_slice(), after.as_slice()) {
        (one, other) if one == other => list(one),
        ([], new) => list(new),
        (old, []) => list(old),
        (old, new) => format!("{} > {}", list(old), list(new)),
    };
    let heading = |edition: &Edition, numbers: &[RuleNumber]| {
        numbers.first().and_then(|number| edition.rule(*number)).and_then(book::Rule::heading)
    };
    let heading = heading(new, after).or_else(|| heading(old, before)).unwrap_or_default();
    let line = format!("{numbers:<24} {kind:<20} {heading}");
    writeln!(out, "{}", line.trim_end())?;
    // The words of a new heading stand in the line already.
    let is_told = told.words.is_empty() || (told.words.len() == 1 && !heading.is_empty());
    if !is_told {
        let mut text = String::new();
        for piece in &told.words {
            match piece {
                Piece::Both(words) => text.push_str(&shortened(words)),
                Piece::Old(words) => {
                    text.push_str(&coloured(&format!("[-{words}-]"), |word| word.red().to_string()))
                }
                Piece::New(words) => {
                    text.push_str(&coloured(&format!("{{+{words}+}}"), |word| word.green().to_string()))
                }
            }
            text.push(' ');
        }
        writeln!(out, "    {}", wrap(&text, 4))?;
    }
    Ok(())
}

/// Every word coloured by itself, so that lines can be broken between them.
fn coloured(words: &str, colour: impl Fn(&str) -> String) -> String {
    words.split(' ').map(colour).collect::<Vec<_>>().join(" ")
}

/// A long run of words that did not change, with its middle left out.
fn shortened(words: &str) -> String {
    const ENDS: usize = 12;
    let all: Vec<&str> = words.split(' ').collect();
    if all.len() <= 2 * ENDS + 4 {
        return words.to_owned();
    }
    let (head, rest) = all.split_at(ENDS);
    let tail = rest.get(rest.len() - ENDS..).unwrap_or_default();
    format!("{} … {}", head.join(" "), tail.join(" "))
}

/// Without both texts, the topics of the concordance whose numbers changed.
fn by_concordance(
    desk: &Desk,
    old: &str,
    new: &str,
    is_wanted: impl Fn(&RuleNumber) -> bool,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Exit, Fault> {
    let import = format!(
        "`headjudge rules import FILE` reads official texts, and with both of them every rule can be compared{}",
        desk.missing(&[old, new])
    );
    let (Some(before), Some(after)) = (desk.concordance.place(old), desk.concordance.place(new)) else {
        return Err(
            Fault::usage(format!("the texts of {old} and {new} are not both at hand")).with_help(import)
        );
    };
    let mut rows: Vec<(Standing, Standing, &str)> = desk
        .concordance
        .topics
        .iter()
        .map(|topic| (topic.at(before), topic.at(after), topic.name))
        .filter(|(one, other, _)| {
            let is_wanted =
                |standing: &Standing| matches!(standing, Standing::At(number) if is_wanted(number));
            (is_wanted(one) || is_wanted(other)) && (arguments.all || one != other)
        })
        .filter(|(one, other, _)| *one != Standing::Unknown && *other != Standing::Unknown)
        .collect();
    rows.sort_by_key(|(one, other, _)| (*other, *one));
    if arguments.format == Format::Json {
        let number = |standing: &Standing| match standing {
            Standing::At(number) => Some(*number),
            Standing::Absent | Standing::Unknown => None,
        };
        let rows: Vec<_> = rows
            .iter()
            .map(|(one, other, topic)| serde_json::json!({ "topic": topic, "old": number(one), "new": number(other) }))
            .collect();
        json(&serde_json::json!({ "old": old, "new": new, "concordance": rows }), out)?;
        return Ok(Exit::Expected);
    }
    writeln!(out, "{}", format!("CR {old} against CR {new}, by the concordance").bold())?;
    for (one, other, topic) in &rows {
        let number = |standing: &Standing| match standing {
            Standing::At(number) => number.to_string(),
            Standing::Absent | Standing::Unknown => "no rule".to_owned(),
        };
        writeln!(out, "  {:<9} > {:<9}  {}", number(one), number(other), topic.replace('-', " "))?;
    }
    if rows.is_empty() {
        writeln!(out, "  it knows of no number that changed")?;
    }
    writeln!(out, "\n{}", wrap(&format!("{import}."), 0).dimmed())?;
    Ok(Exit::Expected)
}
