//! `headjudge coverage`: which rules the scenarios of a folder cite, section by section.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;

use colored::Colorize;
use serde::Serialize;

use super::exit::{Exit, Fault};
use super::files::scenario_files;
use super::rule::{Format, json};
use super::showings;
use super::wrap::{title_line, wrap};
use crate::book;
use crate::rules::{EDITION, RuleId, RuleNumber};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The folder with the scenarios
    #[arg(default_value = "scenarios", value_name = "FOLDER")]
    folder: PathBuf,
    /// Only these sections or chapters
    #[arg(long, value_name = "NUMBER")]
    section: Vec<String>,
    /// Fail if fewer of the rules are cited than this, in percent
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(0..=100))]
    at_least: Option<u32>,
    /// Also name the rules that no scenario cites
    #[arg(long)]
    missing: bool,
    /// How the answer is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// A section with how much of it is cited.
#[derive(Debug, Serialize)]
struct Section {
    section: RuleId,
    heading: &'static str,
    /// How many rules and subrules it has that are no headings.
    rules: usize,
    /// How many of them a scenario cites.
    cited: usize,
    /// How many scenarios cite one of them.
    scenarios: usize,
    missing: Vec<RuleId>,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Fault> {
    if !arguments.folder.is_dir() {
        return Err(Fault::file(&arguments.folder, "it is no folder")
            .with_help("name the folder with the scenarios, as in `headjudge coverage scenarios`"));
    }
    scenario_files(std::slice::from_ref(&arguments.folder))?;
    let mut only = Vec::new();
    for text in &arguments.section {
        let rule = RuleId::parse(text).filter(|rule| rule.number().rule().is_none());
        only.push(rule.ok_or_else(|| {
            Fault::usage(format!("`{text}` is no section"))
                .with_help("write a section such as 704, or a chapter such as 7")
        })?);
    }
    let mut citing: BTreeMap<RuleNumber, BTreeSet<(String, usize)>> = BTreeMap::new();
    for showing in showings::drawn(&arguments.folder, showings::cited_in) {
        for number in showing.rules {
            citing.entry(number).or_default().insert((showing.file.clone(), showing.line));
        }
    }
    let is_wanted =
        |section: RuleId| only.is_empty() || only.contains(&section) || only.contains(&section.chapter());
    let sections: Vec<Section> = RuleId::all()
        .filter(|rule| rule.section() == Some(*rule) && is_wanted(*rule))
        .map(|section| Section::of(section, &citing))
        .collect();
    let rules: usize = sections.iter().map(|section| section.rules).sum();
    let cited: usize = sections.iter().map(|section| section.cited).sum();
    let percent = percent(cited, rules);
    if arguments.format == Format::Json {
        let value = serde_json::json!({
            "edition": EDITION, "rules": rules, "cited": cited, "percent": percent, "sections": sections,
        });
        json(&value, out)?;
    } else {
        write!(out, "{}", title_line(&format!("Rules cited in {}", arguments.folder.display()), EDITION))?;
        print(&sections, arguments.missing, out)?;
        writeln!(out, "\n{cited} of {rules} rules are cited: {percent} %")?;
    }
    match arguments.at_least {
        // Compared as fractions, so that nothing is rounded up.
        Some(wanted) if cited * 100 < rules * wanted as usize => {
            if arguments.format == Format::Text {
                writeln!(out, "that is less than {wanted} %")?;
            }
            Ok(Exit::Failed)
        }
        _ => Ok(Exit::Expected),
    }
}

impl Section {
    fn of(section: RuleId, citing: &BTreeMap<RuleNumber, BTreeSet<(String, usize)>>) -> Self {
        let rules = RuleId::all().filter(|rule| {
            rule.section() == Some(section) && rule.number().rule().is_some() && rule.heading().is_none()
        });
        let (cited, missing): (Vec<RuleId>, Vec<RuleId>) =
            rules.partition(|rule| citing.contains_key(&rule.number()));
        let scenarios: BTreeSet<_> =
            cited.iter().filter_map(|rule| citing.get(&rule.number())).flatten().collect();
        Self {
            section,
            heading: section.heading().unwrap_or_default(),
            rules: cited.len() + missing.len(),
            cited: cited.len(),
            scenarios: scenarios.len(),
            missing,
        }
    }
}

fn percent(part: usize, whole: usize) -> usize {
    (part * 100).checked_div(whole).unwrap_or(100)
}

/// A line for each section, under its chapter:
///
/// ```text
///   704 State-Based Actions                    21 of  48   43 %  ########
/// ```
fn print(sections: &[Section], missing: bool, out: &mut dyn Write) -> Result<(), Fault> {
    let mut chapter = None;
    for section in sections {
        if chapter != Some(section.section.chapter()) {
            chapter = Some(section.section.chapter());
            let above = section.section.chapter();
            writeln!(out, "\n{}", format!("{above} {}", above.heading().unwrap_or_default()).bold())?;
        }
        let name = format!("{} {}", section.section, section.heading);
        let share = percent(section.cited, section.rules);
        let bar = "#".repeat(share / 5);
        let line = format!("  {name:<46}{:>4} of {:>4} {share:>4} %  {bar}", section.cited, section.rules);
        writeln!(out, "{}", line.trim_end())?;
        if missing && !section.missing.is_empty() {
            let numbers: Vec<&str> = section.missing.iter().map(|rule| rule.as_str()).collect();
            writeln!(out, "      {}", wrap(&numbers.join(", "), 6))?;
            // With what they decide, where the section is small enough to be read.
            for rule in section.missing.iter().filter(|_| sections.len() == 1) {
                if let Some(gist) = book::gist(*rule) {
                    writeln!(out, "      {:<9}{}", rule.as_str(), wrap(gist, 15))?;
                }
            }
        }
    }
    Ok(())
}
