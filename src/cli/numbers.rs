//! The rules that a user means: `406.3`, `CR 406.3A.`, `406.3-406.5`, `704.5k@2015-09`.

use super::desk::Desk;
use super::exit::Fault;
use crate::rules::{EDITION, RuleId, RuleNumber};

/// Rules of one edition, from one number to another; mostly they are the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) first: RuleNumber,
    pub(super) last: RuleNumber,
    /// The edition as the user writes it.
    pub(super) edition: Option<String>,
}

/// Reads what the user wrote.
pub(super) fn read(text: &str) -> Result<Wanted, Fault> {
    let (numbers, edition) = match text.split_once('@') {
        Some((numbers, edition)) => (numbers, Some(edition.to_owned())),
        None => (text, None),
    };
    let (first, last) = match numbers.split_once(['-', '–']) {
        Some((first, last)) => (number(first, text)?, number(last, text)?),
        None => (number(numbers, text)?, number(numbers, text)?),
    };
    if last < first {
        return Err(
            Fault::usage(format!("`{text}` goes backwards")).with_help(format!("write {last}-{first}"))
        );
    }
    Ok(Wanted { first, last, edition })
}

/// A number as printed, in capitals, with a full stop, or after "CR" or "rule".
fn number(text: &str, whole: &str) -> Result<RuleNumber, Fault> {
    let lower = text.trim().to_ascii_lowercase();
    let bare = lower.trim_start_matches("cr").trim_start_matches("rule").trim_start().trim_end_matches('.');
    RuleNumber::parse(bare).ok_or_else(|| {
        let fault = Fault::usage(format!("`{whole}` is no rule number"));
        let headed = RuleId::all()
            .find(|rule| rule.heading().is_some_and(|heading| heading.eq_ignore_ascii_case(bare)));
        if let Some(rule) = headed {
            return fault.with_help(format!("rule {rule} is headed so: `headjudge rule {rule}`"));
        }
        fault.with_help(
            "write a rule such as 406.3, a subrule such as 406.3a, a section such as 406, or a chapter; \
             `headjudge search` finds rules by words",
        )
    })
}

/// The rules from one number to another that an edition has, by its text or its index.
pub(super) fn in_edition(wanted: &Wanted, desk: &Desk, edition: &str) -> Result<Vec<RuleNumber>, Fault> {
    let every: Vec<RuleNumber> = match desk.text(edition)? {
        Some(text) => text.rules.iter().map(|rule| rule.number).collect(),
        None if edition == EDITION => RuleId::all().map(RuleId::number).collect(),
        None if desk.has(wanted.first, edition)? == Some(true) => return Ok(vec![wanted.first]),
        None => {
            return Err(Fault::usage(format!(
                "nothing at hand says whether CR {edition} has a rule `{}`, or what it is",
                wanted.first
            ))
            .with_help("with the text of that edition it can be said: `headjudge rules import FILE`"));
        }
    };
    let is_range = wanted.first != wanted.last;
    let found: Vec<RuleNumber> = every
        .iter()
        .copied()
        .filter(|number| (wanted.first..=wanted.last).contains(number))
        // What stands under a rule of the range is shown with it.
        .filter(|number| !is_range || number.parent().is_none_or(|parent| parent < wanted.first))
        .collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let fault = Fault::usage(format!("the rules of {edition} have no rule `{}`", wanted.first));
    // What stands beside it says something only within its section, or for a section within its chapter.
    let is_beside =
        |number: &&RuleNumber| number.section().is_some() && around(**number) == around(wanted.first);
    let before = every.iter().filter(is_beside).rfind(|number| **number < wanted.first);
    let after = every.iter().filter(is_beside).find(|number| **number > wanted.first);
    let near: Vec<String> =
        [before, after].into_iter().flatten().map(|number| format!("`{number}`")).collect();
    let skips = wanted.first.to_string().ends_with(['l', 'o']).then_some("letters skip l and o");
    let fault = skips.into_iter().fold(fault, Fault::with_help);
    Err(match (desk.once(wanted.first, edition), near.as_slice()) {
        (Some(once), _) => fault.with_help(once),
        (None, []) => fault.with_help("`headjudge search` finds rules by words"),
        (None, near) => fault.with_help(format!("nearest to it: {}", near.join(", "))),
    })
}

/// What a number has to share with another for that one to stand beside it: the section, or for a section the chapter.
fn around(number: RuleNumber) -> (u32, Option<u32>) {
    (number.chapter(), number.section().filter(|_| number.rule().is_some()))
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn a_number_is_read_however_it_is_written() {
        for text in ["406.3a", "406.3A", " 406.3a. ", "CR 406.3a", "cr406.3a", "rule 406.3a"] {
            assert_eq!(read(text).expect(text).first.to_string(), "406.3a");
        }
        let range = read("406.3-406.5@2017-09").expect("a range");
        assert_eq!((range.last.to_string().as_str(), range.edition.as_deref()), ("406.5", Some("2017-09")));
        assert!(read("exile").is_err() && read("406.5-406.3").is_err());
    }
}
