//! Words beside a citation that belong to another rule: a keyword's name beside another keyword's number.

use super::citations::Citation;
use crate::rules::{RuleId, RuleNumber};

/// A keyword that is named beside the number of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// What the number's own keyword is called.
    pub own: &'static str,
    /// The rule of the keyword that is named.
    pub named: RuleId,
    /// Where the name begins, in bytes.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

/// How many bytes beside a number are looked at.
const NEAR: usize = 60;

/// The keyword that the words beside a citation name, if it is another than the one that is cited, and of the same section;
/// nothing where the cited one is named too. `others` are all citations of the text.
pub fn doubt(text: &str, citation: &Citation<'_>, others: &[Citation<'_>]) -> Option<Doubt> {
    let cited = heading_above(citation.number)?;
    let own = cited.heading()?;
    let (from, to) = (window_start(text, citation, others), window_end(text, citation, others));
    let before = text.get(from..citation.start)?;
    let after = text.get(citation.end..to)?;
    if names(before, own, true).is_some() || names(after, own, false).is_some() {
        return None;
    }
    let mut nearest: Option<(usize, Doubt)> = None;
    for rule in cited.siblings().filter(|rule| *rule != cited) {
        let Some(name) = rule.heading() else { continue };
        for (part, offset, is_before) in [(before, from, true), (after, citation.end, false)] {
            let Some((start, end)) = names(part, name, is_before) else { continue };
            if is_of_a_name(part, start, end)
                || is_zone(part, start, end)
                || is_told_of_another(text, offset + start, rule, others)
            {
                continue;
            }
            let distance = if is_before { part.len() - end } else { start };
            // A longer name wins over a shorter one within it: double strike over strike.
            let is_nearer = nearest.is_none_or(|(least, other)| {
                distance < least || (distance == least && end - start > other.end - other.start)
            });
            if is_nearer {
                nearest =
                    Some((distance, Doubt { own, named: rule, start: offset + start, end: offset + end }));
            }
        }
    }
    // Right beside it: at most a bracket, a dash and a small word between.
    nearest.filter(|(distance, _)| *distance <= 12).map(|(_, doubt)| doubt)
}

/// Whether a word is the beginning of a name of several: Storm Crow.
fn is_of_a_name(text: &str, start: usize, end: usize) -> bool {
    let is_upper = |text: Option<&str>| text.is_some_and(|text| text.starts_with(char::is_uppercase));
    is_upper(text.get(start..)) && is_upper(text.get(end..).and_then(|after| after.strip_prefix(' ')))
}

/// Whether a word is the zone rather than what moves something there: in exile.
fn is_zone(text: &str, start: usize, end: usize) -> bool {
    let before = text.get(..start).unwrap_or_default();
    text.get(start..end).is_some_and(|word| word.eq_ignore_ascii_case("exile"))
        && [" in ", " into ", " to ", " from ", "> "].iter().any(|word| before.ends_with(word))
}

/// Whether a name stands right behind another citation, which is the one of it: 702.9b flying, 702.19b trample.
fn is_told_of_another(text: &str, start: usize, named: RuleId, others: &[Citation<'_>]) -> bool {
    let before = others.iter().filter(|other| other.end <= start).max_by_key(|other| other.end);
    before.is_some_and(|other| {
        let between = text.get(other.end..start).unwrap_or_default();
        heading_above(other.number) == Some(named) && !between.contains(char::is_alphanumeric)
    })
}

/// The keyword whose rule this is: 702.9 for 702.9b.
fn heading_above(number: RuleNumber) -> Option<RuleId> {
    if !matches!(number.section(), Some(701 | 702)) {
        return None;
    }
    std::iter::successors(RuleId::of(number), |rule| rule.parent())
        .find(|rule| {
            rule.number().rule().is_some() && !rule.number().is_subrule() && rule.heading().is_some()
        })
        .filter(|rule| rule.heading() != Some("General"))
}

/// Where the words before a citation begin: after the sentence and the citation before it.
fn window_start(text: &str, citation: &Citation<'_>, others: &[Citation<'_>]) -> usize {
    let other = others.iter().map(|other| other.end).filter(|end| *end <= citation.start).max().unwrap_or(0);
    let least = floor(text, citation.start.saturating_sub(NEAR).max(other));
    let before = text.get(least..citation.start).unwrap_or_default();
    let stop = ["\n", ". ", "; ", "|"]
        .iter()
        .filter_map(|sign| before.rfind(sign).map(|place| place + sign.len()))
        .max();
    least + stop.unwrap_or(0)
}

/// Where the words after a citation end: before the end of the sentence and the citation after it.
fn window_end(text: &str, citation: &Citation<'_>, others: &[Citation<'_>]) -> usize {
    let other = others.iter().map(|other| other.start).filter(|start| *start >= citation.end).min();
    let most = floor(text, (citation.end + NEAR).min(other.unwrap_or(text.len())).min(text.len()));
    let after = text.get(citation.end..most).unwrap_or_default();
    let stop = ["\n", ". ", "; ", ", ", "|", ")"].iter().filter_map(|sign| after.find(sign)).min();
    citation.end + stop.unwrap_or(after.len())
}

fn floor(text: &str, place: usize) -> usize {
    (0..=place.min(text.len())).rfind(|place| text.is_char_boundary(*place)).unwrap_or(0)
}

/// Where a name stands in a text as whole words, in either case: the last place or the first.
fn names(text: &str, name: &str, last: bool) -> Option<(usize, usize)> {
    let (text, name) = (text.to_ascii_lowercase(), name.to_ascii_lowercase());
    let is_word = |sign: char| sign.is_alphanumeric();
    let found = text.match_indices(&name).map(|(start, found)| (start, start + found.len()));
    let mut whole = found.filter(|(start, end)| {
        !text.get(..*start).is_some_and(|before| before.ends_with(is_word))
            && !text.get(*end..).is_some_and(|after| after.starts_with(is_word))
    });
    if last { whole.last() } else { whole.next() }
}

#[cfg(test)]
mod tests {
    use super::doubt;
    use crate::book::citations;

    fn doubts(text: &str) -> Vec<String> {
        let all = citations(text);
        all.iter()
            .filter_map(|citation| doubt(text, citation, &all))
            .map(|doubt| doubt.named.to_string())
            .collect()
    }

    #[test]
    fn a_keyword_beside_a_wrong_number_is_doubted() {
        assert_eq!(doubts("It has trample (702.9b)."), ["702.19"]);
        assert_eq!(doubts("702.19b flying"), ["702.9"]);
        assert_eq!(doubts("Double strike [702.7b] helps."), ["702.4"]);
        assert_eq!(doubts("Trample (702.9b) is not flying (702.19b)."), ["702.19", "702.9"]);
    }

    #[test]
    fn what_fits_or_says_nothing_is_not_doubted() {
        for text in [
            "It has trample (702.19b) and flying (702.9b).",
            "Trample. See 702.9b.",
            "Flying beats trample: 702.9b",
            "In exile (406.3) it fights (704.5g).",
            "702.9b",
            "The card is encoded on Storm Crow [702.99c].",
            "Forest goes from the library > exile > library [701.57a].",
            "See 702.109, “Dash,” 702.152, “Blitz,” and 702.185.",
            "702.9b flying, 702.19b trample",
        ] {
            assert_eq!(doubts(text), Vec::<String>::new(), "{text}");
        }
    }
}
