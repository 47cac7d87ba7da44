//! Which number a topic has in which edition: `rules/concordance.tsv`, 335 topics in 113 editions.
//!
//! The file's first line lists the editions. Every other line is a topic with the editions at which its number changes,
//! as in `406.1<TAB>20031001 217.7b 20090711 406.1`: `-` is "has no rule of its own", `?` is "nobody looked".

use crate::rules::RuleNumber;

/// What is known of a topic in an edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// It has this number.
    At(RuleNumber),
    /// The edition has no rule of its own for it.
    Absent,
    /// The concordance does not say.
    Unknown,
}

/// A topic of the rules and its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// What it is about, in a few words joined by hyphens.
    pub name: &'static str,
    /// The editions at which the standing changes, as places in the list of editions, in order; the first is 0.
    changes: Vec<(usize, Standing)>,
}

/// The topics and the editions that they are listed in.
#[derive(Clone, Debug)]
pub struct Concordance {
    /// The editions by their dates, such as `2003-10-01`, in order.
    pub editions: Vec<String>,
    /// The topics.
    pub topics: Vec<Topic>,
}

const TEXT: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/rules/concordance.tsv"));

impl Concordance {
    /// The concordance of the project.
    pub fn bundled() -> Self {
        let (editions, topics) = TEXT.split_once('\n').unwrap_or((TEXT, ""));
        let days: Vec<&str> = editions.split(' ').collect();
        let topics = topics.lines().filter_map(|line| {
            let (name, numbers) = line.split_once('\t')?;
            let mut words = numbers.split(' ');
            let changes = std::iter::from_fn(|| {
                let day = words.next()?;
                let standing = match words.next()? {
                    "-" => Standing::Absent,
                    number => RuleNumber::parse(number).map_or(Standing::Unknown, Standing::At),
                };
                Some((days.binary_search(&day).ok()?, standing))
            });
            Some(Topic { name, changes: changes.collect() })
        });
        Self { topics: topics.collect(), editions: days.iter().map(|day| dashed(day)).collect() }
    }

    /// The place of an edition in the list.
    pub fn place(&self, edition: &str) -> Option<usize> {
        self.editions.binary_search_by(|known| known.as_str().cmp(edition)).ok()
    }

    /// The topics that have this number in an edition.
    pub fn topics_of(&self, number: RuleNumber, edition: &str) -> impl Iterator<Item = &Topic> {
        let place = self.place(edition);
        self.topics
            .iter()
            .filter(move |topic| place.is_some_and(|place| topic.at(place) == Standing::At(number)))
    }

    /// Where the topics stand in one edition that have a number in another, each standing once; nothing if it is no
    /// topic's.
    pub fn across(&self, number: RuleNumber, from: &str, to: &str) -> Vec<Standing> {
        let Some(there) = self.place(to) else { return Vec::new() };
        let mut standings: Vec<Standing> = self
            .topics_of(number, from)
            .map(|topic| topic.at(there))
            .filter(|found| *found != Standing::Unknown)
            .collect();
        standings.sort_unstable();
        standings.dedup();
        standings
    }

    /// The edition by which a text is known that is effective from a date: the last that was published up to then, if
    /// that was in the month before.
    pub fn name_of(&self, effective: &str) -> String {
        let before = self.editions.iter().rfind(|edition| edition.as_str() <= effective);
        match before {
            Some(edition) if day_number(effective).saturating_sub(day_number(edition)) <= 30 => {
                edition.clone()
            }
            _ => effective.to_owned(),
        }
    }
}

impl Topic {
    /// Where the topic stands in the edition of that place.
    pub fn at(&self, place: usize) -> Standing {
        let change = self.changes.iter().rfind(|(from, _)| *from <= place);
        change.map_or(Standing::Unknown, |(_, standing)| *standing)
    }

    /// The editions at which the standing changes, as places in the list of editions, in order.
    pub fn changes(&self) -> &[(usize, Standing)] {
        &self.changes
    }
}

/// `20031001` as `2003-10-01`.
fn dashed(day: &str) -> String {
    match (day.get(..4), day.get(4..6), day.get(6..)) {
        (Some(year), Some(month), Some(day)) => format!("{year}-{month}-{day}"),
        _ => day.to_owned(),
    }
}

/// The days up to a date such as `2003-10-01`, near enough to say how far two dates are apart.
fn day_number(date: &str) -> u32 {
    let mut parts = date.split('-').map(|part| part.parse::<u32>().unwrap_or_default());
    let mut part = || parts.next().unwrap_or_default();
    let (year, month, day) = (part(), part(), part());
    year * 365 + month * 30 + month.saturating_mul(7) / 12 + day
}

/// The concordance in the form in which it is kept, from a table of topics, editions and numbers; the table's first
/// line names the columns. A topic that has no line for an edition is unknown there.
///
/// # Errors
///
/// The first line that is not of three fields, or whose number is none.
pub fn compact(table: &str) -> Result<String, String> {
    use std::collections::{BTreeMap, BTreeSet};
    let mut topics: BTreeMap<&str, BTreeMap<&str, &str>> = BTreeMap::new();
    let mut editions = BTreeSet::new();
    for (position, line) in table.lines().enumerate().skip(1) {
        let mut fields = line.split(',');
        let (Some(topic), Some(edition), Some(number), None) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            return Err(format!("line {}: a line has three fields", position + 1));
        };
        let number = if number.is_empty() { "-" } else { number };
        if number != "-" && RuleNumber::parse(number).is_none() {
            return Err(format!("line {}: `{number}` is no rule number", position + 1));
        }
        topics.entry(topic).or_default().insert(edition, number);
        editions.insert(edition);
    }
    let mut text = editions.iter().copied().collect::<Vec<_>>().join(" ");
    for (topic, numbers) in topics {
        text.push_str(&format!("\n{topic}\t"));
        let mut last = None;
        for edition in &editions {
            let number = numbers.get(edition).copied().unwrap_or("?");
            if last != Some(number) {
                text.push_str(&format!("{}{edition} {number}", if last.is_some() { " " } else { "" }));
            }
            last = Some(number);
        }
    }
    text.push('\n');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::{Concordance, Standing, compact};
    use crate::rules::{EDITION, RuleId, RuleNumber};

    fn number(text: &str) -> RuleNumber {
        RuleNumber::parse(text).expect(text)
    }

    #[test]
    fn a_number_is_found_in_another_edition() {
        let concordance = Concordance::bundled();
        let across = |rule, from, to| concordance.across(number(rule), from, to);
        assert_eq!((concordance.topics.len(), concordance.editions.len()), (335, 113));
        assert_eq!(across("704.5j", EDITION, "2015-09-26"), [Standing::At(number("704.5k"))]);
        assert_eq!(across("407.1", EDITION, "2003-10-01"), [Standing::At(number("217.9a"))]);
        assert_eq!(across("614.17", EDITION, "2009-09-04"), []);
        assert_eq!(across("614.17", EDITION, "2003-10-01"), [Standing::Absent]);
        assert_eq!(across("100.1", EDITION, "2003-10-01"), []);
    }

    #[test]
    fn every_number_of_the_pinned_edition_exists() {
        let concordance = Concordance::bundled();
        let place = concordance.place(EDITION).expect("the pinned edition");
        for topic in &concordance.topics {
            if let Standing::At(number) = topic.at(place) {
                assert!(RuleId::of(number).is_some(), "{}: {number}", topic.name);
            }
        }
    }

    #[test]
    fn a_text_is_known_by_the_date_of_its_publication() {
        let concordance = Concordance::bundled();
        for (effective, name) in [
            ("2017-09-29", "2017-09-25"),
            ("2021-04-22", "2021-04-19"),
            ("2026-08-07", "2026-08-07"),
            ("2002-01-01", "2002-01-01"),
            ("2027-03-01", "2027-03-01"),
        ] {
            assert_eq!(concordance.name_of(effective), name);
        }
    }

    #[test]
    fn a_table_is_kept_by_its_changes() {
        let table = "topic,edition,rule_number\nb,2,1.1\nb,3,100.1\na,1,\na,2,100.2\na,3,100.2\n";
        assert!(compact(table).is_err());
        let text = compact(&table.replace("2,1.1", "2,100.1")).expect("a concordance");
        assert_eq!(text, "1 2 3\na\t1 - 2 100.2\nb\t1 ? 2 100.1\n");
    }
}
