//! What `--filter` says: which scenarios are meant, by what they are and by what comes of them.
//!
//! ```text
//! tag:layers and not (rule:613 or card:"Blood Moon") and verdict:failed
//! ```

use crate::cli::exit::Fault;
use crate::diag::nearest;
use crate::report::Verdict;
use crate::rules::RuleId;
use crate::scenario::ast::{Entry, EntryWhat, Modifier, ObjectText, Scenario, Spanned};

/// How deep parentheses may nest.
const DEEPEST: usize = 64;

/// How many words a filter may have.
const MOST_WORDS: usize = 1000;

/// A condition on scenarios.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Filter {
    /// Both.
    And(Box<Filter>, Box<Filter>),
    /// Either.
    Or(Box<Filter>, Box<Filter>),
    /// The opposite.
    Not(Box<Filter>),
    /// One thing.
    Term(Term),
}

/// One thing that can be said of a scenario. Letters count whatever their case, and `*` stands for any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Term {
    /// `tag:WORD`.
    Tag(String),
    /// `rule:NUMBER`: the head names it, or a step or an answer cites it, or a rule under it.
    Rule(String),
    /// `card:NAME`: it is on the board or written out.
    Card(String),
    /// `verdict:WORD`.
    Verdict(Verdict),
    /// `title:WORDS`.
    Title(String),
    /// `path:PATH`.
    Path(String),
    /// A word alone: it stands in the path or the title.
    Anywhere(String),
}

/// The sorts of terms.
const KINDS: [&str; 6] = ["tag", "rule", "card", "verdict", "title", "path"];

/// What is known of a scenario.
#[derive(Debug, Default)]
pub(super) struct Known<'a> {
    /// The file.
    pub(super) path: &'a str,
    /// The full title.
    pub(super) title: &'a str,
    /// The scenario, if it could be read.
    pub(super) scenario: Option<&'a Scenario>,
    /// What came of it, once it has been played.
    pub(super) end: Option<End<'a>>,
}

/// What came of a scenario.
#[derive(Debug)]
pub(super) struct End<'a> {
    /// How it is reported.
    pub(super) verdict: Verdict,
    /// Whether a rule that fits is cited.
    pub(super) cited: &'a [RuleId],
}

impl Filter {
    /// Reads a condition.
    pub(super) fn parse(text: &str) -> Result<Self, Fault> {
        let words = words(text)?;
        if words.len() > MOST_WORDS {
            return Err(in_filter("...", &format!("it has more than {MOST_WORDS} words")));
        }
        let mut reader = Reader { words: &words, depth: 0 };
        let filter = reader.either().map_err(|message| in_filter(text, &message))?;
        match reader.words.first() {
            None => Ok(filter),
            Some(word) => {
                Err(in_filter(text, &format!("`{}` stands where nothing should follow", word.text)))
            }
        }
    }

    /// Whether the scenario is meant; nothing if that depends on what comes of it.
    pub(super) fn holds(&self, known: &Known<'_>) -> Option<bool> {
        match self {
            Self::Not(inner) => inner.holds(known).map(|holds| !holds),
            Self::And(one, other) => match (one.holds(known), other.holds(known)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Self::Or(one, other) => match (one.holds(known), other.holds(known)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
            Self::Term(term) => term.holds(known),
        }
    }
}

impl Term {
    fn holds(&self, known: &Known<'_>) -> Option<bool> {
        Some(match self {
            Self::Title(pattern) => fits(pattern, known.title),
            Self::Path(pattern) => fits(pattern, &known.path.replace('\\', "/")),
            Self::Anywhere(word) => {
                let inside = format!("*{word}*");
                fits(&inside, known.path) || fits(&inside, known.title)
            }
            Self::Tag(pattern) => known
                .scenario
                .is_some_and(|scenario| scenario.head.tags.iter().any(|tag| fits(pattern, &tag.text))),
            Self::Card(pattern) => {
                let mut found = false;
                if let Some(scenario) = known.scenario {
                    each_card(scenario, &mut |name| found |= fits(pattern, name));
                }
                found
            }
            Self::Rule(wanted) => {
                let named = known.scenario.is_some_and(|scenario| {
                    scenario.head.rules.iter().any(|rule| is_under(&rule.text, wanted))
                });
                match &known.end {
                    _ if named => true,
                    None => return None,
                    Some(end) => end.cited.iter().any(|rule| is_under(rule.as_str(), wanted)),
                }
            }
            Self::Verdict(verdict) => return known.end.as_ref().map(|end| end.verdict == *verdict),
        })
    }

    fn parse(kind: &str, value: &str) -> Result<Self, String> {
        if value.is_empty() {
            return Err(format!("`{kind}:` says nothing"));
        }
        let folded = value.to_lowercase();
        Ok(match kind {
            "tag" => Self::Tag(folded),
            "card" => Self::Card(folded),
            "title" => Self::Title(folded),
            "path" => Self::Path(folded.replace('\\', "/")),
            "rule" if RuleId::parse(value).is_some() => Self::Rule(value.to_owned()),
            "rule" => return Err(format!("`{value}` is no rule of the Comprehensive Rules")),
            "verdict" => {
                let known = Verdict::ALL.into_iter().find(|verdict| verdict.word() == folded);
                Self::Verdict(known.ok_or_else(|| {
                    let all: Vec<&str> = Verdict::ALL.iter().map(|verdict| verdict.word()).collect();
                    format!("no verdict `{value}`; they are {}", all.join(", "))
                })?)
            }
            _ => {
                return Err(match nearest(kind, KINDS) {
                    Some(near) => format!("no filter `{kind}:`; did you mean `{near}:`?"),
                    None => format!("no filter `{kind}:`; there are {}", KINDS.join(", ")),
                });
            }
        })
    }
}

fn in_filter(text: &str, message: &str) -> Fault {
    Fault::usage(format!("the filter `{text}` can't be read: {message}"))
        .with_help("for example: `tag:layers and not (rule:613.7 or card:\"Blood Moon\")`")
}

/// A word of a filter; what stands in quotes belongs to it.
#[derive(Debug, PartialEq, Eq)]
struct Word {
    text: String,
    /// Where quotes begin in it, so that a colon or a word of ours inside them means nothing.
    quoted_from: Option<usize>,
}

fn words(text: &str) -> Result<Vec<Word>, Fault> {
    let mut words = Vec::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter.is_whitespace() {
            continue;
        }
        let mut word = Word { text: String::new(), quoted_from: None };
        let mut next = Some(letter);
        if matches!(letter, '(' | ')') {
            word.text.push(letter);
            words.push(word);
            continue;
        }
        while let Some(letter) = next {
            if letter == '"' {
                word.quoted_from.get_or_insert(word.text.len());
                loop {
                    match letters.next() {
                        Some('"') => break,
                        Some(inside) => word.text.push(inside),
                        None => return Err(in_filter(text, "a quote is not closed")),
                    }
                }
            } else {
                word.text.push(letter);
            }
            let ends = letters.peek().is_none_or(|next| next.is_whitespace() || matches!(next, '(' | ')'));
            next = if ends { None } else { letters.next() };
        }
        words.push(word);
    }
    Ok(words)
}

struct Reader<'w> {
    words: &'w [Word],
    depth: usize,
}

impl Reader<'_> {
    fn either(&mut self) -> Result<Filter, String> {
        let mut filter = self.both()?;
        while self.skips("or") {
            filter = Filter::Or(Box::new(filter), Box::new(self.both()?));
        }
        Ok(filter)
    }

    fn both(&mut self) -> Result<Filter, String> {
        let mut filter = self.one()?;
        // Two conditions side by side are both meant.
        while self.skips("and") || self.words.first().is_some_and(|word| !word.is("or") && !word.is(")")) {
            filter = Filter::And(Box::new(filter), Box::new(self.one()?));
        }
        Ok(filter)
    }

    fn one(&mut self) -> Result<Filter, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("it nests too deeply".to_owned());
        }
        let filter = if self.skips("not") {
            Filter::Not(Box::new(self.one()?))
        } else if self.skips("(") {
            let inner = self.either()?;
            if !self.skips(")") {
                return Err("a parenthesis is not closed".to_owned());
            }
            inner
        } else {
            let [word, rest @ ..] = self.words else {
                return Err("something is missing at its end".to_owned());
            };
            if ["and", "or", ")"].iter().any(|own| word.is(own)) {
                return Err(format!("something is missing before `{}`", word.text));
            }
            self.words = rest;
            Filter::Term(word.term()?)
        };
        self.depth -= 1;
        Ok(filter)
    }

    fn skips(&mut self, own: &str) -> bool {
        match self.words {
            [word, rest @ ..] if word.is(own) => {
                self.words = rest;
                true
            }
            _ => false,
        }
    }
}

impl Word {
    fn is(&self, own: &str) -> bool {
        self.quoted_from.is_none() && self.text == own
    }

    fn term(&self) -> Result<Term, String> {
        match self.text.split_once(':') {
            Some((kind, value)) if self.quoted_from.is_none_or(|quotes| kind.len() < quotes) => {
                Term::parse(kind, value)
            }
            _ if self.text.is_empty() => Err("quotes stand around nothing".to_owned()),
            _ => Ok(Term::Anywhere(self.text.to_lowercase())),
        }
    }
}

/// Whether a rule is the wanted one or stands under it: `603.10a` under `603.10` and `603`, not under `603.1`.
fn is_under(rule: &str, wanted: &str) -> bool {
    rule.strip_prefix(wanted).is_some_and(|rest| {
        let next = rest.chars().next();
        let ends = wanted.chars().next_back().is_some_and(|last| last.is_ascii_alphabetic());
        match next {
            None => true,
            Some('.') => true,
            Some(letter) => letter.is_ascii_alphabetic() && !ends && wanted.contains('.'),
        }
    })
}

/// Whether a text fits a pattern in lower case in which `*` stands for anything.
fn fits(pattern: &str, text: &str) -> bool {
    let text = text.to_lowercase();
    let mut pieces = pattern.split('*');
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut last = None;
    for piece in pieces {
        if let Some(piece) = last.replace(piece) {
            match rest.split_once(piece) {
                Some((_, after)) => rest = after,
                None => return false,
            }
        }
    }
    last.map_or(rest.is_empty(), |last| rest.ends_with(last))
}

/// Every card that a scenario names on its board or writes out.
pub(super) fn each_card(scenario: &Scenario, see: &mut dyn FnMut(&str)) {
    for card in &scenario.cards {
        see(&card.name.text);
    }
    for entry in scenario.blocks.iter().flat_map(|block| &block.zones).flat_map(|zone| &zone.entries) {
        of_entry(entry, see);
    }
}

fn of_entry(entry: &Entry, see: &mut dyn FnMut(&str)) {
    if let EntryWhat::Card(text) = &entry.what {
        see(&text.text);
        // A number in front is a count, unless it belongs to the name.
        let (_, name) = EntryWhat::count_and_name(text, |_| false);
        if name != text.text {
            see(name);
        }
    }
    of_modifiers(&entry.modifiers, see);
}

fn of_modifiers(modifiers: &[Spanned<Modifier>], see: &mut dyn FnMut(&str)) {
    for object in modifiers.iter().filter_map(|modifier| modifier.value.object()) {
        of_object(object, see);
    }
}

fn of_object(object: &ObjectText, see: &mut dyn FnMut(&str)) {
    if !object.is_label {
        see(&object.name.text);
    }
    of_modifiers(&object.modifiers, see);
}

#[cfg(test)]
mod tests {
    use super::{Filter, Known, Term, fits, is_under};

    fn holds(filter: &str) -> Option<bool> {
        let known = Known { path: "scenarios/exile/ring.scn", title: "Fire and ice", ..Known::default() };
        Filter::parse(filter).expect("a filter").holds(&known)
    }

    #[test]
    fn conditions_are_joined_as_usual() {
        assert_eq!(holds("ring"), Some(true));
        assert_eq!(holds("not ring or title:\"fire and *\""), Some(true));
        assert_eq!(holds("not (ring or nothing)"), Some(false));
        assert_eq!(holds("ring path:*/exile/* and title:*ice"), Some(true));
        assert_eq!(holds("\"and\""), Some(true));
        assert_eq!(holds("Ring and ICE"), Some(true));
    }

    #[test]
    fn what_depends_on_the_end_is_open_unless_it_does_not_matter() {
        assert_eq!(holds("verdict:failed"), None);
        assert_eq!(holds("verdict:failed and nowhere"), Some(false));
        assert_eq!(holds("not rule:603.10 or ring"), Some(true));
        assert_eq!(holds("rule:603 and ring"), None);
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        for filter in
            ["", "and", "tag:", "(a", "a)", "not", "a or", "\"a", "\"\"", "rule:999", "verdict:x", "crad:x"]
        {
            assert!(Filter::parse(filter).is_err(), "{filter}");
        }
        assert!(Filter::parse(&"(".repeat(100_000)).is_err());
        assert!(Filter::parse(&"not ".repeat(100_000)).is_err());
        let quoted = Filter::parse("\"tag:x\"").expect("a filter");
        assert_eq!(quoted, Filter::Term(Term::Anywhere("tag:x".to_owned())));
    }

    #[test]
    fn a_rule_covers_those_under_it() {
        for (rule, wanted, is) in [
            ("603.10a", "603.10", true),
            ("603.10a", "603.1", false),
            ("603.10a", "603", true),
            ("603.10a", "6", false),
            ("603", "603", true),
        ] {
            assert_eq!(is_under(rule, wanted), is, "{rule} {wanted}");
        }
    }

    #[test]
    fn a_star_stands_for_anything() {
        for (pattern, text, is) in [
            ("a", "A", true),
            ("a", "ab", false),
            ("a*", "ab", true),
            ("*b", "ab", true),
            ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-c", false),
            ("*", "", true),
            ("ab*bc", "abc", false),
        ] {
            assert_eq!(fits(pattern, text), is, "{pattern} {text}");
        }
    }
}
