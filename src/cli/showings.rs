//! Which scenarios of a folder show a rule.

use std::fs;
use std::path::Path;

use serde::Serialize;
use walkdir::WalkDir;

use crate::rules::RuleNumber;

/// A scenario and the rules that it cites.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub(super) struct Showing {
    pub(super) file: String,
    pub(super) line: usize,
    pub(super) title: String,
    pub(super) rules: Vec<RuleNumber>,
}

/// The scenario files below a folder with their texts, in the order of their names.
///
/// A folder that is absent, and a file that cannot be read or is no text, give nothing.
pub(super) fn texts(folder: &Path) -> impl Iterator<Item = (String, String)> {
    let files = WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    files.filter(|entry| entry.path().extension().is_some_and(|extension| extension == "scn")).filter_map(
        |entry| {
            let text = fs::read_to_string(entry.path()).ok()?;
            let parts = entry.path().components().map(|part| part.as_os_str().to_string_lossy());
            Some((parts.collect::<Vec<_>>().join("/"), text))
        },
    )
}

/// The scenarios below a folder that cite the rule or one under it, in the order of their files' names.
pub(super) fn showings(rule: RuleNumber, folder: &Path) -> Vec<Showing> {
    let mut all: Vec<Showing> = texts(folder).flat_map(|(file, text)| cited_in(&file, &text)).collect();
    for showing in &mut all {
        showing.rules.retain(|number| *number == rule || number.stands_under(rule));
    }
    all.retain(|showing| !showing.rules.is_empty());
    all
}

/// The scenarios of one file with the rules that they cite: in the head, in brackets, or in a table.
pub(super) fn cited_in(file: &str, text: &str) -> Vec<Showing> {
    let mut showings: Vec<Showing> = Vec::new();
    for (position, line) in text.lines().enumerate() {
        let (line, _) = line.split_once(" #").unwrap_or((line, ""));
        if let Some(title) = line.strip_prefix("scenario ") {
            let (file, title) = (file.to_owned(), title.trim().to_owned());
            showings.push(Showing { file, line: position + 1, title, rules: Vec::new() });
        }
        let cites = line.starts_with("rules ") || line.contains(['[', '|']);
        let Some(showing) = showings.last_mut().filter(|_| cites && !line.starts_with('#')) else { continue };
        let words = line.split(|character: char| character.is_whitespace() || "[]|;,".contains(character));
        for number in words.filter_map(RuleNumber::parse) {
            // A lone figure is a count, not a section.
            if number.rule().is_some() && !showing.rules.contains(&number) {
                showing.rules.push(number);
            }
        }
    }
    showings
}

#[cfg(test)]
mod tests {
    use super::cited_in;

    #[test]
    fn scenarios_are_found_by_head_brackets_and_tables() {
        let text = "scenario  One\nrules     400.7; 406.3a\nAP\n  hand  3 Plains\n\nscenario  Two  # 406.3\n\
                    expect Plains in exile [406.3]\n# [406.3a]\nscenario  Three\nexamples\n  rule\n  406.3b | x\n";
        let found = cited_in("a.scn", text);
        let rules: Vec<(&str, usize, String)> = found
            .iter()
            .map(|showing| {
                let rules: Vec<String> = showing.rules.iter().map(ToString::to_string).collect();
                (showing.title.as_str(), showing.line, rules.join(" "))
            })
            .collect();
        assert_eq!(
            rules,
            [
                ("One", 1, "400.7 406.3a".to_owned()),
                ("Two", 6, "406.3".to_owned()),
                ("Three", 9, "406.3b".to_owned())
            ]
        );
    }
}
