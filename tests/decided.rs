//! The rules that decide something: `scenarios/RULES.md` says of each rule of some sections in which scenario it decides an
//! expectation, or why it never decides one.
//!
//! A rule decides where an expectation that holds asks for it (`expect Grizzly Bears in exile [607.2a]`). A section is added
//! by its heading (`## 406: Exile`; for a rule with its subrules `## 301.5`), and `UPDATE_RULES=1` writes its table: one
//! scenario for each rule, the one that stands there as long as it will do. The reasons are kept as they stand.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use headjudge::cards::Pool;
use headjudge::diag::Source;
use headjudge::rules::RuleId;
use headjudge::runner::{FindingState, Runner, Verdict};
use headjudge::scenario::NoIncludes;
use walkdir::WalkDir;

/// What stands behind a rule that nobody has looked at.
const NOT_YET: &str = "not yet";

/// The sections of which every rule has been looked at.
const WHOLE: &[&str] = &[
    "101", "105", "106", "107", "109", "111", "113", "115", "116", "117", "118", "119", "120", "122", "300",
    "301", "302", "303", "304", "305", "306", "307", "308", "309", "310", "311", "312", "313", "314", "315",
    "400", "401", "402", "403", "404", "405", "407", "408", "500", "501", "502", "503", "504", "505", "506",
    "507", "508", "509", "510", "511", "601", "602", "603", "604", "605", "606", "608", "609", "613", "614",
    "615", "616", "802", "805.10",
];

/// The line above the rows of each section.
const COLUMNS: &str = "| rule | decides in, or why it decides nothing |\n| --- | --- |\n";

/// The table.
fn table() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/RULES.md")
}

/// The scenario files in which each rule decides an expectation, below `scenarios/`.
fn decided() -> BTreeMap<RuleId, Vec<String>> {
    let mut decided: BTreeMap<RuleId, Vec<String>> = BTreeMap::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let pool = Pool::new();
    let runner = Runner::new(&pool);
    for file in WalkDir::new(&folder).sort_by_file_name().into_iter().filter_map(Result::ok) {
        if file.path().extension().is_none_or(|extension| extension != "scn") {
            continue;
        }
        let name = file.path().strip_prefix(&folder).unwrap().display().to_string();
        let source = Source::new(name.clone(), fs::read_to_string(file.path()).unwrap());
        for outcome in runner.run_text(&source, &NoIncludes) {
            if outcome.verdict != Verdict::Expected {
                continue;
            }
            for finding in outcome.findings.iter().filter(|finding| finding.state == FindingState::Holds) {
                for rule in finding.demanded.iter() {
                    let files = decided.entry(rule).or_default();
                    if files.last() != Some(&name) {
                        files.push(name.clone());
                    }
                }
            }
        }
    }
    decided
}

/// The rules of a section, or a rule with its subrules, without the headings.
fn rules_of(number: &str) -> Vec<RuleId> {
    let section = RuleId::parse(number).unwrap_or_else(|| panic!("there is no rule {number}"));
    let number = section.number();
    RuleId::all()
        .filter(|rule| rule.number() == number || rule.number().stands_under(number))
        .filter(|rule| rule.heading().is_none())
        .collect()
}

/// How a section's heading must read: `## 406: Exile`, and `## 301.5` where the rulebook has no heading.
fn heading(number: &str) -> String {
    match RuleId::parse(number).and_then(RuleId::heading) {
        Some(words) => format!("## {number}: {words}"),
        None => format!("## {number}"),
    }
}

/// What stands behind a rule: a scenario in which it decides, the same one as long as it will do; else the reason.
fn behind(rule: RuleId, written: Option<&str>, decided: &BTreeMap<RuleId, Vec<String>>) -> String {
    let written = written.unwrap_or(NOT_YET);
    match decided.get(&rule).map(Vec::as_slice) {
        Some([first, ..]) => {
            let link = |file: &str| format!("[{file}]({file})");
            let files = decided.get(&rule).into_iter().flatten();
            let kept = files.map(|file| link(file)).find(|link| link == written);
            kept.unwrap_or_else(|| link(first))
        }
        _ if written.contains(".scn)") => NOT_YET.to_owned(),
        _ => written.to_owned(),
    }
}

#[test]
fn the_table_says_in_which_scenario_each_rule_decides() {
    let text = fs::read_to_string(table()).unwrap();
    let update = std::env::var_os("UPDATE_RULES").is_some();
    let decided = decided();
    let mut sections = text.split("\n## ");
    let mut wanted = sections.next().unwrap_or_default().to_owned();
    for section in sections {
        let number = section.split([':', '\n']).next().unwrap_or_default().trim();
        let rows: BTreeMap<&str, &str> = section
            .lines()
            .filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | "))
            .collect();
        wanted.push_str(&format!("\n{}\n\n{COLUMNS}", heading(number)));
        for rule in rules_of(number) {
            let written = rows.get(rule.as_str()).copied();
            // A first scenario for a rule is welcome; the table hears of it when it is written the next time.
            let what = match written {
                Some(NOT_YET) if !update => NOT_YET.to_owned(),
                _ => behind(rule, written, &decided),
            };
            wanted.push_str(&format!("| {rule} | {what} |\n"));
        }
    }
    let open = wanted.split("\n## ").skip(1).find(|section| {
        let number = section.split([':', '\n']).next().unwrap_or_default().trim();
        WHOLE.contains(&number) && section.contains(NOT_YET)
    });
    if update {
        fs::write(table(), &wanted).unwrap();
    } else {
        assert!(
            wanted == text,
            "scenarios/RULES.md is not what the scenarios say: run this test with UPDATE_RULES=1"
        );
    }
    assert!(
        open.is_none(),
        "a rule of a section that is whole is `{NOT_YET}` again:\n{}",
        open.unwrap_or_default()
    );
}
