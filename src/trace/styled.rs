//! Text whose pieces know what they are, so that whoever prints it may colour it.

use smallvec::SmallVec;
use unicode_width::UnicodeWidthStr;

/// What a piece of text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Style {
    /// Ordinary words.
    Plain,
    /// The name of a card, token or ability.
    Name,
    /// A player.
    Player,
    /// The number of an object, or of a line.
    Number,
    /// The number of a rule.
    Rule,
    /// A heading.
    Heading,
    /// What is said on the side: a gist, a remark.
    Aside,
    /// What is as it should be.
    Good,
    /// What is not.
    Bad,
}

impl Style {
    /// The ANSI codes that switch the style on; nothing for ordinary words.
    pub const fn ansi(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Name => "\u{1b}[1m",
            Self::Player => "\u{1b}[35m",
            Self::Number | Self::Aside => "\u{1b}[2m",
            Self::Rule => "\u{1b}[36m",
            Self::Good => "\u{1b}[32m",
            Self::Bad => "\u{1b}[31m",
            Self::Heading => "\u{1b}[1;4m",
        }
    }
}

/// With what a text is printed beside its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Paint {
    /// Nothing: what is no terminal has words alone.
    #[default]
    Plain,
    /// ANSI colours.
    Colour,
    /// Colours, and numbers of rules are links to what they say (OSC 8).
    Linked,
}

impl Paint {
    /// Whether there are colours.
    pub const fn is_coloured(self) -> bool {
        matches!(self, Self::Colour | Self::Linked)
    }
}

/// How many cells of a terminal a text takes: a letter of some scripts takes two, a combining sign none.
pub fn cells(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.width() }
}

/// One piece of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Styled<'a> {
    /// The words.
    pub text: &'a str,
    /// What they are.
    pub style: Style,
}

/// A line of text in pieces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text {
    text: String,
    // INVARIANT: how many cells the text takes; everything that measures columns asks again and again.
    width: usize,
    // INVARIANT: each run's end is a character boundary of the text, and they ascend to its length. Few texts have more.
    runs: SmallVec<[(u32, Style); 4]>,
}

/// How long most texts are at most: growing to that from nothing would move each several times.
const USUAL: usize = 48;

impl Text {
    /// An empty line.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a piece at the end.
    pub fn push(&mut self, text: &str, style: Style) {
        if text.is_empty() {
            return;
        }
        self.make_room();
        self.text.push_str(text);
        self.width += cells(text);
        self.close(style);
    }

    /// Adds a number with a sign before it, at the end: `#7`. Formatting takes ten times as long, and most lines have several.
    pub fn push_number(&mut self, sign: &str, number: u32, style: Style) {
        self.make_room();
        let before = self.text.len();
        self.text.push_str(sign);
        push_decimal(&mut self.text, number);
        self.width += self.text.len() - before;
        self.close(style);
    }

    /// Adds what a formatting macro makes, at the end.
    pub fn push_fmt(&mut self, arguments: std::fmt::Arguments<'_>, style: Style) {
        self.make_room();
        let before = self.text.len();
        // Writing to a string cannot fail.
        let _ = std::fmt::Write::write_fmt(&mut self.text, arguments);
        if self.text.len() > before {
            self.width += self.text.get(before..).map_or(0, cells);
            self.close(style);
        }
    }

    /// Adds another line at the end.
    pub fn append(&mut self, other: &Self) {
        let offset = self.end();
        self.text.push_str(&other.text);
        self.width += other.width;
        self.runs.extend(other.runs.iter().map(|(end, style)| (end + offset, *style)));
    }

    /// Adds blanks until the line is this many cells wide.
    pub fn pad_to(&mut self, width: usize) {
        while self.width < width {
            let missing = width - self.width;
            self.push(BLANKS.get(..missing).unwrap_or(BLANKS), Style::Plain);
        }
    }

    /// How many cells it takes.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Whether it has none.
    pub const fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The words without their styles.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The words without their styles.
    pub fn into_string(self) -> String {
        self.text
    }

    /// The pieces in order.
    pub fn pieces(&self) -> impl Iterator<Item = Styled<'_>> {
        let mut start = 0;
        self.runs.iter().map(move |(end, style)| {
            let end = *end as usize;
            let text = self.text.get(start..end).unwrap_or_default();
            start = end;
            Styled { text, style: *style }
        })
    }

    /// The line cut at blanks so that no part is wider than `width`; the parts after the first begin with `indent`
    /// blanks. A word that is wider than that stays whole.
    pub fn wrap(self, width: usize, indent: usize) -> Vec<Self> {
        if self.width() <= width {
            return vec![self];
        }
        let mut lines = vec![Self::new()];
        let mut column = 0;
        let (words, parts) = self.words();
        let mut parts = parts.as_slice();
        for word in words {
            let mut start = column + word.blanks;
            if start + word.width > width && column > indent {
                lines.push(Self::new());
                start = indent;
            }
            let (its, rest) = parts.split_at(word.parts.min(parts.len()));
            parts = rest;
            if let Some(line) = lines.last_mut() {
                line.pad_to(start);
                line.width += word.width;
                for (place, part) in its.iter().enumerate() {
                    line.text.push_str(part.text);
                    // A word begins a run of its own.
                    match place {
                        0 => {
                            let end = line.end();
                            line.runs.push((end, part.style));
                        }
                        _ => line.close(part.style),
                    }
                }
            }
            column = start + word.width;
        }
        lines
    }

    /// The words, and the parts of them in one style each, those of the first word first.
    fn words(&self) -> (Vec<Word>, Vec<Styled<'_>>) {
        let mut words: Vec<Word> = Vec::new();
        let mut parts: Vec<Styled<'_>> = Vec::new();
        let mut blanks = 0;
        for Styled { text, style } in self.pieces() {
            for (place, part) in text.split(' ').enumerate() {
                blanks += usize::from(place > 0);
                if part.is_empty() {
                    continue;
                }
                let width = cells(part);
                match words.last_mut() {
                    Some(word) if blanks == 0 => {
                        word.width += width;
                        word.parts += 1;
                    }
                    _ => words.push(Word { blanks, width, parts: 1 }),
                }
                parts.push(Styled { text: part, style });
                blanks = 0;
            }
        }
        (words, parts)
    }

    /// Adds the line to a text for the terminal, with or without colour, without blanks at its end.
    pub fn paint(&self, paint: Paint, out: &mut String) {
        let kept = self.text.trim_end().len();
        if paint == Paint::Plain {
            out.push_str(self.text.get(..kept).unwrap_or_default());
            return;
        }
        let mut start = 0;
        for (end, style) in &self.runs {
            let end = (*end as usize).min(kept);
            let piece = self.text.get(start..end).unwrap_or_default();
            start = end.max(start);
            if piece.is_empty() {
                continue;
            }
            let on = style.ansi();
            out.push_str(on);
            match (paint, *style) {
                (Paint::Linked, Style::Rule) => linked(piece, out),
                _ => out.push_str(piece),
            }
            if !on.is_empty() {
                out.push_str("\u{1b}[0m");
            }
        }
    }

    fn make_room(&mut self) {
        if self.text.capacity() == 0 {
            self.text.reserve(USUAL);
        }
    }

    fn end(&self) -> u32 {
        u32::try_from(self.text.len()).unwrap_or(u32::MAX)
    }

    fn close(&mut self, style: Style) {
        let end = self.end();
        match self.runs.last_mut() {
            Some((last, same)) if *same == style => *last = end,
            _ => self.runs.push((end, style)),
        }
    }
}

/// Adds rule numbers and what stands between them, each number as a link to a page that has the rules' text.
fn linked(text: &str, out: &mut String) {
    for piece in text.split_inclusive([' ', ',']) {
        let number = piece.trim_end_matches([' ', ',']);
        let rest = piece.get(number.len()..).unwrap_or_default();
        match number.split_once('.') {
            Some((rule, under)) if rule.bytes().all(|byte| byte.is_ascii_digit()) => {
                let link = format!("{RULES_PAGE}{rule}{under}");
                out.push_str(&format!("\u{1b}]8;;{link}\u{1b}\\{number}\u{1b}]8;;\u{1b}\\"));
            }
            _ => out.push_str(number),
        }
        out.push_str(rest);
    }
}

/// Where the rules can be read, a place for each; the number without its point follows.
const RULES_PAGE: &str = "https://yawgatog.com/resources/magic-rules/#R";

/// A word of a text that is wrapped.
struct Word {
    /// The number of blanks before it.
    blanks: usize,
    /// How many cells it takes.
    width: usize,
    /// How many parts it has, each of one style.
    parts: usize,
}

/// Adds plain words to a line.
pub(super) fn said(text: &mut Text, words: &str) {
    text.push(words, Style::Plain);
}

const BLANKS: &str = "                                                                ";

/// Writes so many blanks, not one by one.
pub(super) fn push_blanks(text: &mut String, mut count: usize) {
    while count > 0 {
        let some = BLANKS.get(..count).unwrap_or(BLANKS);
        text.push_str(some);
        count -= some.len();
    }
}

/// Writes a number without going through a formatter.
pub(super) fn push_decimal(text: &mut String, number: u32) {
    let mut place = 1;
    while number / place >= 10 {
        place *= 10;
    }
    while place > 0 {
        text.extend(char::from_digit(number / place % 10, 10));
        place /= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::{Paint, Style, Text, cells};

    fn line() -> Text {
        let mut text = Text::new();
        text.push("Murder", Style::Name);
        text.push("#4", Style::Number);
        text.push("  destroys a creature of somebody", Style::Plain);
        text
    }

    #[test]
    fn colour_is_only_where_it_is_wanted() {
        let (mut plain, mut coloured) = (String::new(), String::new());
        line().paint(Paint::Plain, &mut plain);
        line().paint(Paint::Colour, &mut coloured);
        assert_eq!(plain, "Murder#4  destroys a creature of somebody");
        assert_eq!(coloured, "\u{1b}[1mMurder\u{1b}[0m\u{1b}[2m#4\u{1b}[0m  destroys a creature of somebody");
    }

    #[test]
    fn long_lines_are_cut_between_words() {
        let lines: Vec<String> = line().wrap(20, 4).into_iter().map(Text::into_string).collect();
        assert_eq!(lines, ["Murder#4  destroys a", "    creature of", "    somebody"]);
        let whole: Vec<String> = line().wrap(3, 1).into_iter().map(Text::into_string).collect();
        assert_eq!(whole.first().map(String::as_str), Some("Murder#4"));
    }

    #[test]
    fn rules_are_links_where_the_terminal_has_them() {
        let mut text = Text::new();
        text.push("702.102b, 400", Style::Rule);
        let mut linked = String::new();
        text.paint(Paint::Linked, &mut linked);
        let place = "https://yawgatog.com/resources/magic-rules/#R702102b";
        assert_eq!(
            linked,
            format!("\u{1b}[36m\u{1b}]8;;{place}\u{1b}\\702.102b\u{1b}]8;;\u{1b}\\, 400\u{1b}[0m")
        );
    }

    #[test]
    fn widths_are_those_of_the_terminal() {
        assert_eq!((cells("Æther"), cells("霊"), cells("e\u{301}")), (5, 2, 1));
        let mut text = Text::new();
        text.push("霊気", Style::Name);
        assert_eq!(text.width(), 4);
    }
}
