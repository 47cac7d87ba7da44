//! Paragraphs of a text whose lines are cut at a fixed width, as the files of 2003 are, put together again.

use super::reader::head;
use crate::rules::RuleNumber;

/// A line longer than this is a paragraph of its own.
const WIDEST: usize = 160;

/// Whether a text's lines are cut: it has many, and not one that is as long as a paragraph.
pub(super) fn are_cut(lines: &[&str]) -> bool {
    let long = lines.iter().filter(|line| line.len() > WIDEST / 3).count();
    long > 100 && lines.iter().all(|line| line.chars().count() <= WIDEST)
}

/// The paragraphs of the lines, each with the place of its first line, from 0.
///
/// A paragraph ends at a blank line, before an example, before an indented line, and before a number that comes next
/// in the order of the book; any other number that happens to begin a line belongs to the sentence.
pub(super) fn join(lines: &[&str]) -> Vec<(usize, String)> {
    let mut paragraphs: Vec<(usize, String)> = Vec::new();
    let mut last: Option<RuleNumber> = None;
    let mut is_open = false;
    for (position, raw) in lines.iter().enumerate() {
        let line = raw.trim();
        if line.is_empty() {
            is_open = false;
            continue;
        }
        let number = head(line).map(|(number, _)| number);
        let begins = !is_open
            || raw.starts_with("  ")
            || line.starts_with("Example:")
            || number.is_some_and(|number| last.is_none_or(|last| follows(last, number)));
        match paragraphs.last_mut().filter(|_| !begins) {
            Some((_, paragraph)) => {
                paragraph.push(' ');
                paragraph.push_str(line);
            }
            None => {
                paragraphs.push((position, line.to_owned()));
                last = number.or(last);
            }
        }
        // A heading is one line; what follows it is another paragraph.
        is_open = number.is_none_or(|number| number.rule().is_some());
    }
    paragraphs
}

/// Whether a number may come right after another: its first child, or next after it or after one it stands under.
fn follows(last: RuleNumber, next: RuleNumber) -> bool {
    if next.parent() == Some(last) {
        return true;
    }
    std::iter::successors(Some(last), |number| number.parent()).any(|number| {
        // Letters skip l and o.
        next.parent() == number.parent() && next > number && next.place() - number.place() <= 2
    })
}

#[cfg(test)]
mod tests {
    use super::{are_cut, join};

    #[test]
    fn cut_lines_become_paragraphs() {
        let text = "1. Start\n100. Basics\n\n100.1. See rule\n702.9. It is\nlong.\nExample: So is\nthis.\n     And this.\n100.1a Next.";
        let lines: Vec<&str> = text.split('\n').collect();
        let joined: Vec<String> = join(&lines).into_iter().map(|(_, paragraph)| paragraph).collect();
        assert_eq!(
            joined,
            [
                "1. Start",
                "100. Basics",
                "100.1. See rule 702.9. It is long.",
                "Example: So is this.",
                "And this.",
                "100.1a Next."
            ]
        );
        assert!(!are_cut(&lines));
    }
}
