//! Words and signs of a line of text, and a line of text of words and signs.

/// A word or sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// As it is printed.
    pub text: String,
    /// In small letters.
    pub lower: String,
    /// Where it begins in the line, in bytes.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

/// The sign that stands for the card's own name, and for "this creature" and its like.
pub const OWN: &str = "~";

/// The sign that stands for the object whose text grants the ability in which it is named.
pub const GRANTOR: &str = "^";

/// A dash with no space beside it, as in "Ward—Pay 2 life.", where the other dash has spaces.
pub const TIGHT: &str = "——";

/// Quotation marks in a quotation: what an ability in quotation marks gives or makes has its abilities in these.
pub const INNER: [&str; 2] = ["‘", "’"];

/// The most words and signs of a line that is read.
pub const MOST: usize = 400;

/// Cuts a line into words and signs.
pub fn tokens(line: &str) -> Vec<Token> {
    let letters: Vec<(usize, char)> = line.char_indices().collect();
    let at = |place: usize| letters.get(place).map(|(_, letter)| *letter);
    let byte = |place: usize| letters.get(place).map_or(line.len(), |(byte, _)| *byte);
    // A row may begin with it, behind what a slot takes.
    let is_possessive =
        |place: usize| at(place + 1) == Some('s') && !at(place + 2).is_some_and(char::is_alphanumeric);
    let mut found = Vec::new();
    let mut place = 0;
    while let Some(letter) = at(place) {
        if letter == ' ' {
            place += 1;
            continue;
        }
        let start = place;
        let mut sign = None;
        match letter {
            // A comma before a closing quotation mark belongs to the sentence outside, in the place of a full stop inside.
            ',' if at(place + 1) == Some('"') && quotation(&found).is_open => {
                sign = Some(".");
                place += 1;
            }
            // Such a quotation may stand by itself.
            '\'' if !quotation(&found).is_inner_open
                && !is_possessive(place)
                && at(place + 1).is_some_and(|next| next != ' ')
                && start.checked_sub(1).and_then(at).is_none_or(|before| before == ' ') =>
            {
                sign = Some(INNER[0]);
                place += 1;
            }
            '\'' if quotation(&found).is_inner_open
                && (matches!(at(place + 1), None | Some('"'))
                    || start.checked_sub(1).and_then(at).is_some_and(|it| matches!(it, '.' | '}'))) =>
            {
                sign = Some(INNER[1]);
                place += 1;
            }
            // Mana symbols beside each other are one sign.
            '{' => {
                while at(place) == Some('{') {
                    while at(place).is_some_and(|letter| letter != '}') {
                        place += 1;
                    }
                    place += usize::from(at(place).is_some());
                }
            }
            '\'' if is_possessive(place) => place += 2,
            _ if is_inner(letter) || (matches!(letter, '+' | '-') && at(place + 1).is_some_and(is_inner)) => {
                place += 1;
                while let Some(next) = at(place) {
                    let joins = matches!(next, '\'' | '-' | '/' | '+' | '.' | ',' | '*')
                        && at(place + 1).is_some_and(|after| {
                            is_inner(after) || (next == '/' && matches!(after, '+' | '-'))
                        })
                        && !(next == '\''
                            && at(place + 1) == Some('s')
                            && !at(place + 2).is_some_and(is_inner))
                        && !(matches!(next, '.' | ',')
                            && !(is_digit(at(place - 1)) && is_digit(at(place + 1))));
                    let signed = matches!(next, '+' | '-')
                        && at(place - 1) == Some('/')
                        && at(place + 1).is_some_and(is_inner);
                    if !(is_inner(next) || joins || signed) {
                        break;
                    }
                    place += 1;
                }
                // "Start your engines!" is a keyword.
                if at(place) == Some('!') {
                    place += 1;
                }
            }
            _ => place += 1,
        }
        let (first, last) = (byte(start), byte(place));
        let mut text = sign.unwrap_or_else(|| line.get(first..last).unwrap_or_default()).to_owned();
        if letter == '—' && start > 0 && at(start - 1) != Some(' ') {
            text = TIGHT.to_owned();
        }
        found.push(Token { lower: text.to_lowercase(), text, start: first, end: last });
        stop_outside(&mut found, line);
    }
    found
}

/// Which quotations are open.
struct Quotation {
    is_open: bool,
    is_inner_open: bool,
}

fn quotation(found: &[Token]) -> Quotation {
    let count = |sign: &str| found.iter().filter(|token| token.text == sign).count();
    let [opens, closes] = INNER;
    Quotation { is_open: count("\"") % 2 == 1, is_inner_open: count(opens) > count(closes) }
}

/// A full stop before a closing quotation mark ends the sentence outside as well, where nothing goes on behind it.
fn stop_outside(found: &mut Vec<Token>, line: &str) {
    let [.., stop, quote] = found.as_slice() else { return };
    let is_quote = quote.text == "\"" && !quotation(found).is_open;
    let closes = is_quote || quote.text == INNER[1];
    if !closes || stop.text != "." {
        return;
    }
    let end = quote.end;
    if line.get(stop.start..stop.end) == Some(",") {
        found.push(Token { text: ",".to_owned(), lower: ",".to_owned(), start: end, end });
        return;
    }
    let goes_on = line.get(end..).and_then(|rest| rest.trim_start().chars().next());
    if goes_on.is_none_or(|next| next.is_uppercase() || matches!(next, '~' | '"' | '•')) {
        found.push(Token { text: ".".to_owned(), lower: ".".to_owned(), start: end, end });
    }
}

fn is_inner(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '*' || letter == '~' || letter == '²'
}

fn is_digit(letter: Option<char>) -> bool {
    letter.is_some_and(|letter| letter.is_ascii_digit())
}

/// Puts words and signs together to a text, with capitals where sentences begin.
pub fn text(words: &[impl AsRef<str>]) -> String {
    let mut text = String::new();
    // Whether a quotation is open, and whether a sentence begins.
    let (mut quoted, mut begins) = (false, true);
    let mut glued = true;
    for (place, word) in words.iter().map(AsRef::as_ref).enumerate() {
        let [opens, shuts] = INNER;
        let is = |place: Option<usize>, sign: &str| {
            place.and_then(|place| words.get(place)).is_some_and(|it| it.as_ref() == sign)
        };
        let before = |by: usize| place.checked_sub(by);
        let behind_quote = is(before(2), ".") && (is(before(1), "\"") && !quoted || is(before(1), shuts));
        if behind_quote && word == "." {
            begins = true;
            continue;
        }
        // The comma of the sentence outside has stood before the quotation mark.
        if behind_quote && word == "," {
            continue;
        }
        let is_comma = word == "." && quoted && is(Some(place + 1), "\"") && is(Some(place + 2), ",");
        let before_vowel = || words.get(place + 1).is_some_and(|next| sounds_like_a_vowel(next.as_ref()));
        let word = match word {
            _ if is_comma => ",",
            "a" if before_vowel() => "an",
            "A" if before_vowel() => "An",
            word => word,
        };
        let closes = word == "\"" && quoted || word == shuts;
        let tight = closes || matches!(word, "," | "." | ":" | ";" | "'s" | "'" | ")" | TIGHT | "?" | "!");
        if !glued && !tight {
            text.push(' ');
        }
        match word {
            TIGHT => text.push('—'),
            _ if word == opens || word == shuts => text.push('\''),
            _ if begins && word != "\"" => {
                let mut letters = word.chars();
                text.extend(letters.next().into_iter().flat_map(char::to_uppercase));
                text.push_str(letters.as_str());
            }
            _ => text.push_str(word),
        }
        glued = (word == "\"" && !quoted) || word == opens || matches!(word, "(" | TIGHT);
        begins = match word {
            "." | ":" | "—" | "•" | "|" | TIGHT | "?" | "!" => true,
            // What is only named so begins no sentence: the "legend rule".
            "\"" => !quoted && !is(before(1), "the") || begins,
            _ if word == opens => true,
            _ if word == shuts => begins,
            _ => false,
        };
        if word == "\"" {
            quoted = !quoted;
        }
    }
    text
}

/// Words with `a` or `an` before them.
pub fn with_article(words: &str) -> String {
    let first = words.split(' ').next().unwrap_or_default();
    let article = if sounds_like_a_vowel(first) { "an" } else { "a" };
    format!("{article} {words}")
}

/// Whether "an" stands before a word.
fn sounds_like_a_vowel(word: &str) -> bool {
    let lower = word.to_lowercase();
    let consonant = ["uni", "use", "one", "eu"].iter().any(|start| lower.starts_with(start))
        && !lower.starts_with("unin");
    let first = lower.split('/').next().unwrap_or_default();
    let number = first.starts_with('8') || matches!(first, "x" | "11" | "18");
    number || (lower.starts_with(['a', 'e', 'i', 'o', 'u']) && !consonant) || lower.starts_with("hour")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_and_put_together() {
        for line in [
            "{2}{W}, {T}: Target creature gets +2/-1 until end of turn.",
            "Ward—Pay 2 life.",
            "Choose one —",
            "That player's creatures have \"{T}: Add {G}.\"",
            "It's its owners' turn, isn't it?",
            "Start your engines!",
            "'s power is 3.",
            "You get an emblem with \"Creatures you control have haste and '{T}: Draw a card.'\"",
            "It gains \"When ~ dies, draw a card,\" and it becomes red.",
        ] {
            let words: Vec<String> = tokens(line).into_iter().map(|token| token.text).collect();
            assert_eq!(text(&words), line, "{words:?}");
        }
    }
}
