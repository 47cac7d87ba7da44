//! How an edition is kept on the disk: a line for each paragraph, quick to read and plain to look at.
//!
//! ```text
//! headjudge rules text 1
//! effective<TAB>2026-08-07
//! i<TAB>a paragraph of the introduction
//! c<TAB>a line of the contents page
//! r<TAB>406.3a<TAB>4711<TAB>the first paragraph of the rule that begins at line 4711 of the file
//! +<TAB>another paragraph of the rule, or one that defines the term
//! e<TAB>an example
//! t<TAB>a term of the glossary
//! z<TAB>a line of the credits
//! ```

use std::fmt::Write as _;

use super::edition::{Edition, Rule, Term};
use crate::rules::RuleNumber;

/// The first line, with the version of the form.
const FORM: &str = "headjudge rules text 1";

/// The edition in the form in which it is kept.
pub fn store(edition: &Edition) -> String {
    let mut text = format!("{FORM}\n");
    if let Some(date) = &edition.effective {
        line(&mut text, "effective", date);
    }
    lines(&mut text, "i", &edition.introduction);
    lines(&mut text, "c", &edition.contents);
    for rule in &edition.rules {
        let (first, rest) = rule
            .paragraphs
            .split_first()
            .map_or(("", &[] as &[String]), |(first, rest)| (first.as_str(), rest));
        // Writing to a text can't fail.
        let _ = writeln!(text, "r\t{}\t{}\t{first}", rule.number, rule.line);
        lines(&mut text, "+", rest);
        lines(&mut text, "e", &rule.examples);
    }
    for term in &edition.glossary {
        line(&mut text, "t", &term.name);
        lines(&mut text, "+", &term.paragraphs);
    }
    lines(&mut text, "z", &edition.credits);
    text
}

fn lines(text: &mut String, sort: &str, paragraphs: &[String]) {
    for paragraph in paragraphs {
        line(text, sort, paragraph);
    }
}

fn line(text: &mut String, sort: &str, paragraph: &str) {
    text.extend([sort, "\t", paragraph, "\n"]);
}

/// The edition that was kept; nothing if the text has another form.
pub fn restore(text: &str) -> Option<Edition> {
    let mut edition = Edition::default();
    let mut lines = text.lines();
    if lines.next() != Some(FORM) {
        return None;
    }
    for line in lines {
        let (sort, rest) = line.split_once('\t')?;
        match sort {
            "r" => {
                let (number, rest) = rest.split_once('\t')?;
                let (line, first) = rest.split_once('\t')?;
                edition.rules.push(Rule {
                    number: RuleNumber::parse(number)?,
                    line: line.parse().ok()?,
                    paragraphs: vec![first.to_owned()],
                    examples: Vec::new(),
                });
            }
            "+" => match edition.glossary.last_mut() {
                Some(term) => term.paragraphs.push(rest.to_owned()),
                None => edition.rules.last_mut()?.paragraphs.push(rest.to_owned()),
            },
            "e" => edition.rules.last_mut()?.examples.push(rest.to_owned()),
            "t" => edition.glossary.push(Term { name: rest.to_owned(), paragraphs: Vec::new() }),
            "i" => edition.introduction.push(rest.to_owned()),
            "c" => edition.contents.push(rest.to_owned()),
            "z" => edition.credits.push(rest.to_owned()),
            "effective" => edition.effective = Some(rest.to_owned()),
            _ => return None,
        }
    }
    // INVARIANT: look-ups search by halves.
    edition.rules.is_sorted_by(|one, next| one.number < next.number).then_some(edition)
}

#[cfg(test)]
mod tests {
    use super::{restore, store};
    use crate::book::read;

    #[test]
    fn what_is_kept_comes_back() {
        let text = "Rules\n\nThese rules are effective as of May 3, 2031.\n\nContents\n\n1. Start\n\n1. Start\n\n100. Basics\n\n\
            100.1. Be fair.\nAlways.\nExample: Now.\n\nGlossary\n\nFair\n1. Just.\n2. Light.\n\nCredits\n\nUs\n";
        let edition = read(text.as_bytes()).expect("a rules text");
        assert_eq!(restore(&store(&edition)), Some(edition));
        assert_eq!(restore("anything else\n"), None);
        assert_eq!(restore("headjudge rules text 1\nr\t100.2\t1\tb\nr\t100.1\t2\ta\n"), None);
    }
}
