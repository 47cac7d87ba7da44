//! A text cut into lines, and each line into parts: `grammar/scenario.pest` at work, and brackets matched.
//!
//! Nothing here can fail: what is wrong with a line stands in its `faults`, for who uses the line to report.

use pest::Parser;
use pest::iterators::Pair;

use crate::diag::{Code, Diagnostic, Span};
use crate::scenario::ast::Text;

use self::grammar::{Grammar, Rule};

/// How deep brackets may nest.
pub const MAX_NESTING: usize = 16;

/// One line.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// How many blanks stand before it.
    pub indent: usize,
    /// The line without indentation, comment and blanks at the end; empty for a blank line or a comment.
    pub text: Text,
    /// The same, cut at the signs. A head line in prose is one piece.
    pub parts: Vec<Part>,
    /// The comment with its sign, without blanks at the end.
    pub comment: Option<Text>,
    /// What is wrong with the form of the line.
    pub faults: Vec<Diagnostic>,
}

impl Line {
    /// Whether there is nothing but perhaps a comment.
    pub fn is_blank(&self) -> bool {
        self.parts.is_empty()
    }

    /// Says that all of it stands at this place, as a line from elsewhere does.
    pub(crate) fn move_to(&mut self, span: Span) {
        self.text.span = span;
        self.parts.iter_mut().for_each(|part| part.move_to(span));
        for label in self.faults.iter_mut().flat_map(|fault| &mut fault.labels) {
            label.span = span;
        }
    }

    /// The first word of the line; empty if it begins with a sign.
    pub fn first_word(&self) -> &str {
        match self.parts.first() {
            Some(Part::Text(text)) => {
                let end = text.text.bytes().position(|byte| byte == b' ');
                end.and_then(|end| text.text.get(..end)).unwrap_or(&text.text)
            }
            _ => "",
        }
    }
}

/// A piece of a line between two signs, or a sign.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// Words, without blanks around them.
    Text(Text),
    /// `@label`, without the sign.
    Label(Text),
    /// `[ ... ]`, the items separated by `;`; an empty item is left out.
    Group(Group),
    /// `->`.
    Arrow(Span),
    /// `;`.
    Semicolon(Span),
    /// `>`.
    Greater(Span),
    /// `|`.
    Bar(Span),
}

impl Part {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Part::Text(text) | Part::Label(text) => text.span,
            Part::Group(group) => group.span,
            Part::Arrow(span) | Part::Semicolon(span) | Part::Greater(span) | Part::Bar(span) => *span,
        }
    }

    fn move_to(&mut self, to: Span) {
        match self {
            Part::Text(text) | Part::Label(text) => text.span = to,
            Part::Group(group) => {
                group.span = to;
                group.items.iter_mut().flatten().for_each(|part| part.move_to(to));
            }
            Part::Arrow(span) | Part::Semicolon(span) | Part::Greater(span) | Part::Bar(span) => *span = to,
        }
    }
}

/// What stands in a pair of brackets.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// From bracket to bracket.
    pub span: Span,
    /// The parts between the semicolons.
    pub items: Vec<Vec<Part>>,
}

/// Where the bytes of a line stand in the file.
///
/// A line of the file itself stands where it stands. In a line that an `examples` row was put into, what comes from a
/// cell stands where its `<column>` does.
pub struct Places<'a> {
    /// Where the first byte of the line stands in the file.
    pub base: usize,
    /// For each cell in the line, in order: its bytes in the line, and the bytes of its `<column>` in the file.
    pub cells: &'a [(Span, Span)],
}

impl Places<'_> {
    /// Where a piece of the line stands in the file.
    fn span(&self, start: usize, end: usize) -> Span {
        if self.cells.is_empty() {
            return Span::new(self.base + start, self.base + end);
        }
        Span::new(self.place(start, false), self.place(end, true))
    }

    fn place(&self, offset: usize, is_end: bool) -> usize {
        let mut shift_from = (0, self.base);
        for (cell, column) in self.cells {
            let inside = if is_end { cell.start < offset } else { cell.start <= offset };
            if !inside {
                break;
            }
            if offset < cell.end || (is_end && offset == cell.end) {
                return if is_end { column.end } else { column.start };
            }
            shift_from = (cell.end, column.end);
        }
        shift_from.1 + offset.saturating_sub(shift_from.0)
    }
}

/// Cuts a whole text into lines.
pub fn cut(text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    // No rule of the grammar crosses the end of a line but `file` itself, so each line can be cut alone.
    let mut base = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    let mut rest = text.get(base..);
    while let Some(left) = rest {
        let (line, next) = match left.split_once('\n') {
            Some((line, next)) => (line, Some(next)),
            None => (left, None),
        };
        let whole = if next.is_some() { line.strip_suffix('\r').unwrap_or(line) } else { line };
        lines.extend(cut_line(whole, &Places { base, cells: &[] }));
        base += line.len() + 1;
        rest = next;
    }
    tell_of_tabs_once(&mut lines);
    lines
}

/// Leaves the fault of the first line that is indented with tabs, and says there how many more there are.
fn tell_of_tabs_once(lines: &mut [Line]) {
    let is_tab = |fault: &Diagnostic| fault.code == Code::TabInIndentation;
    let mut more = 0;
    let mut first: Option<&mut Diagnostic> = None;
    for line in lines {
        match first {
            None => first = line.faults.iter_mut().find(|fault| is_tab(fault)),
            Some(_) => {
                let before = line.faults.len();
                line.faults.retain(|fault| !is_tab(fault));
                more += before - line.faults.len();
            }
        }
    }
    if let Some(first) = first.filter(|_| more > 0) {
        let lines = if more == 1 { "one more line is" } else { "more lines are" };
        let count = if more == 1 { String::new() } else { format!("{more} ") };
        first.help.push(format!("{count}{lines} indented with tabs"));
    }
}

/// Cuts one line that does not stand in the file as it is.
pub fn cut_line(text: &str, places: &Places<'_>) -> Option<Line> {
    // INVARIANT: every text matches `file` and every line `lone_line`; `tests/language.rs` tries.
    simple(text, places).or_else(|| cut_as(Rule::lone_line, text, places).into_iter().next())
}

/// A line of ordinary characters and signs, as nearly all lines are, cut as the grammar would cut it, in a tenth of the time:
/// between two signs stand words. Quotes, comments, tabs and whatever is not as it should be are left to the grammar.
fn simple(line: &str, places: &Places<'_>) -> Option<Line> {
    let classes = line.bytes().fold(0, |classes, byte| classes | class_of(byte));
    if classes & ODD != 0 {
        return None;
    }
    let content = line.trim_start_matches(' ');
    let indent = line.len() - content.len();
    let words = content.trim_end_matches(' ');
    let text = Text::new(words, places.span(indent, indent + words.len()));
    let is_prose =
        || PROSE.iter().any(|head| words.strip_prefix(head).is_some_and(|rest| rest.starts_with(' ')));
    if classes == 0 || is_prose() && !(classes & COMMENT != 0 && words.contains(" #")) {
        let parts = if words.is_empty() { Vec::new() } else { vec![Part::Text(text.clone())] };
        return Some(Line { indent, text, parts, comment: None, faults: Vec::new() });
    }
    if classes & (QUOTE | COMMENT) != 0 {
        return None;
    }
    let mut faults = Vec::new();
    let mut brackets = Brackets::default();
    let end = indent + words.len();
    let (mut start, mut at) = (indent, indent);
    while let Some(byte) = line.as_bytes().get(at).filter(|_| at < end) {
        match class_of(*byte) {
            SIGN => {
                let arrow = *byte == b'>' && line.get(start..at).is_some_and(|before| before.ends_with('-'));
                let from = if arrow { at - 1 } else { at };
                brackets.words(line.get(start..from).unwrap_or_default(), start, places);
                brackets.sign(
                    line.get(from..=at).unwrap_or_default(),
                    places.span(from, at + 1),
                    &mut faults,
                );
                at += 1;
                start = at;
            }
            LABEL => {
                brackets.words(line.get(start..at).unwrap_or_default(), start, places);
                let length = label_length(line.get(at + 1..end).unwrap_or_default());
                let name = line.get(at + 1..at + 1 + length).filter(|name| !name.is_empty())?;
                let span = places.span(at, at + 1 + length);
                brackets.parts.push(Part::Label(Text::new(name, span)));
                at += 1 + length;
                start = at;
            }
            COLUMN => at += column_length(line.get(at..end).unwrap_or_default())?,
            _ => at += 1,
        }
    }
    brackets.words(line.get(start..end).unwrap_or_default(), start, places);
    let parts = brackets.finish(&mut faults);
    Some(Line { indent, text, parts, comment: None, faults })
}

/// How long the name of a label is that begins here.
fn label_length(text: &str) -> usize {
    let mut at = 0;
    while let Some(byte) = text.as_bytes().get(at) {
        at += match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' => 1,
            b'-' if text.as_bytes().get(at + 1) != Some(&b'>') => 1,
            b'<' => match text.get(at..).and_then(column_length) {
                Some(length) => length,
                None => break,
            },
            _ => break,
        };
    }
    at
}

/// How long the `<column>` is that begins here, if there is one.
fn column_length(text: &str) -> Option<usize> {
    let name = text.strip_prefix('<')?;
    let behind =
        name.trim_start_matches(|letter: char| letter.is_ascii_alphanumeric() || "_-".contains(letter));
    (behind.len() < name.len() && behind.starts_with('>')).then(|| text.len() - behind.len() + 1)
}

/// A byte that cuts a line, or that may as the second one of `->`.
const SIGN: u8 = 1;
/// A byte for which the grammar is asked.
const ODD: u8 = 2;
/// The sign of a label.
const LABEL: u8 = 4;
/// The beginning of a column.
const COLUMN: u8 = 8;
/// What quotes; in prose it does nothing.
const QUOTE: u8 = 16;
/// What may begin a comment.
const COMMENT: u8 = 32;

#[expect(clippy::indexing_slicing, reason = "there is an entry for every byte")]
const fn class_of(byte: u8) -> u8 {
    CLASSES[byte as usize]
}

#[expect(clippy::indexing_slicing, reason = "there is an entry for every byte")]
static CLASSES: [u8; 256] = {
    let mut classes = [ODD; 256];
    let mut byte = b' ';
    while byte <= b'~' {
        classes[byte as usize] = match byte {
            b';' | b'[' | b']' | b'>' | b'|' => SIGN,
            b'@' => LABEL,
            b'<' => COLUMN,
            b'"' | b'`' => QUOTE,
            b'#' => COMMENT,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

/// The head lines in prose, as in the grammar.
const PROSE: [&str; 7] = ["scenario", "question", "answer", "source", "rules", "tags", "edition"];

fn cut_as(rule: Rule, text: &str, places: &Places<'_>) -> Vec<Line> {
    let Ok(pairs) = Grammar::parse(rule, text) else { return Vec::new() };
    let mut lines: Vec<Line> = Vec::new();
    let mut brackets = Brackets::default();
    for pair in pairs.flatten() {
        let start = pair.as_span().start();
        if pair.as_rule() == Rule::line {
            if let Some(line) = lines.last_mut() {
                line.parts = std::mem::take(&mut brackets).finish(&mut line.faults);
            }
            let blanks = pair.as_str().len() - pair.as_str().trim_start_matches([' ', '\t']).len();
            let place = places.span(start + blanks, start + blanks);
            lines.push(Line {
                indent: blanks,
                text: Text::new("", place),
                parts: Vec::new(),
                comment: None,
                faults: tab_faults(pair.as_str().get(..blanks).unwrap_or_default(), start, places),
            });
            continue;
        }
        let Some(line) = lines.last_mut() else { continue };
        match pair.as_rule() {
            Rule::comment => {
                let comment = trimmed(&pair, places);
                line.comment = Some(comment);
            }
            Rule::content => {
                line.text = trimmed(&pair, places);
                find_control_characters(line);
            }
            _ => brackets.push(pair, places, &mut line.faults),
        }
    }
    if let Some(line) = lines.last_mut() {
        line.parts = brackets.finish(&mut line.faults);
    }
    lines
}

fn tab_faults(blanks: &str, start: usize, places: &Places<'_>) -> Vec<Diagnostic> {
    if !blanks.contains('\t') {
        return Vec::new();
    }
    let span = places.span(start, start + blanks.len());
    let fault = Diagnostic::error(Code::TabInIndentation, "a tab in the indentation", span, "");
    vec![fault.with_help("indent with blanks")]
}

fn trimmed(pair: &Pair<'_, Rule>, places: &Places<'_>) -> Text {
    let whole = pair.as_str();
    let left = whole.trim_start();
    let start = pair.as_span().start() + (whole.len() - left.len());
    let text = left.trim_end();
    Text::new(text, places.span(start, start + text.len()))
}

fn find_control_characters(line: &mut Line) {
    // Nearly every line is plain ASCII, which is quick to see.
    if line.text.text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        return;
    }
    if let Some((offset, character)) =
        line.text.text.char_indices().find(|(_, character)| character.is_control())
    {
        let start = line.text.span.start + offset;
        let span =
            Span::new(start.min(line.text.span.end), (start + character.len_utf8()).min(line.text.span.end));
        let message = match character {
            '\t' => "a tab inside a line".to_owned(),
            _ => format!("a control character, U+{:04X}", u32::from(character)),
        };
        line.faults.push(
            Diagnostic::error(Code::ControlCharacter, message, span, "")
                .with_help("put a blank in its place"),
        );
    }
}

/// Whether the words hold a `<` that begins no `<column>`.
fn has_lone_angle(text: &str) -> bool {
    let is_name = |character: char| character.is_ascii_alphanumeric() || "-_".contains(character);
    text.split('<').skip(1).any(|behind| {
        let rest = behind.trim_start_matches(is_name);
        rest.len() == behind.len() || !rest.starts_with('>')
    })
}

/// Brackets being matched: the parts read so far, of the line and of each group still open.
#[derive(Default)]
struct Brackets {
    parts: Vec<Part>,
    open: Vec<OpenGroup>,
    /// Openings beyond the bound, whose closings are skipped too.
    too_deep: usize,
}

struct OpenGroup {
    bracket: Span,
    /// What stands before the group, where it will be appended.
    outer: Vec<Part>,
    items: Vec<Vec<Part>>,
}

impl Brackets {
    fn push(&mut self, piece: Pair<'_, Rule>, places: &Places<'_>, faults: &mut Vec<Diagnostic>) {
        let span = places.span(piece.as_span().start(), piece.as_span().end());
        match piece.as_rule() {
            Rule::text | Rule::prose => {
                if piece.as_rule() == Rule::text && has_lone_angle(piece.as_str()) {
                    let span = trimmed(&piece, places).span;
                    let message = "`<` without a column and `>`";
                    faults.push(
                        Diagnostic::error(Code::UnexpectedSign, message, span, "")
                            .with_help("`<column>` stands for a cell of the `examples` table"),
                    );
                }
                self.words(piece.as_str(), piece.as_span().start(), places);
            }
            Rule::label => {
                let name = piece.as_str().trim_start_matches('@');
                if name.is_empty() {
                    faults.push(
                        Diagnostic::error(Code::EmptyLabel, "`@` without a label", span, "")
                            .with_help("write a name of letters and digits behind it, such as `@bear`"),
                    );
                } else {
                    self.parts.push(Part::Label(Text::new(name, span)));
                }
            }
            Rule::sign => self.sign(piece.as_str(), span, faults),
            _ => {}
        }
    }

    /// Words that begin at a byte of the line, without the blanks around them.
    fn words(&mut self, words: &str, start: usize, places: &Places<'_>) {
        let left = words.trim_start();
        let start = start + (words.len() - left.len());
        let text = left.trim_end();
        if !text.is_empty() {
            self.parts.push(Part::Text(Text::new(text, places.span(start, start + text.len()))));
        }
    }

    fn sign(&mut self, sign: &str, span: Span, faults: &mut Vec<Diagnostic>) {
        match sign {
            "->" => self.parts.push(Part::Arrow(span)),
            ">" => self.parts.push(Part::Greater(span)),
            "|" => self.parts.push(Part::Bar(span)),
            ";" => match self.open.last_mut() {
                Some(group) => group.items.push(std::mem::take(&mut self.parts)),
                None => self.parts.push(Part::Semicolon(span)),
            },
            "[" if self.open.len() >= MAX_NESTING => {
                if self.too_deep == 0 {
                    faults.push(
                        Diagnostic::error(Code::TooDeep, "brackets nest too deeply", span, "")
                            .with_help(format!("at most {MAX_NESTING} may stand inside each other")),
                    );
                }
                self.too_deep += 1;
            }
            "[" => {
                let outer = std::mem::take(&mut self.parts);
                self.open.push(OpenGroup { bracket: span, outer, items: Vec::new() });
            }
            "]" if self.too_deep > 0 => self.too_deep -= 1,
            "]" => match self.open.pop() {
                Some(group) => self.close(group, span),
                None => faults.push(
                    Diagnostic::error(Code::UnmatchedBracket, "`]` without `[`", span, "nothing to close")
                        .with_help("delete it, or open the brackets before it"),
                ),
            },
            _ => {}
        }
    }

    fn close(&mut self, group: OpenGroup, end: Span) {
        let OpenGroup { bracket, outer, mut items } = group;
        items.push(std::mem::replace(&mut self.parts, outer));
        items.retain(|item| !item.is_empty());
        self.parts.push(Part::Group(Group { span: bracket.to(end), items }));
    }

    fn finish(mut self, faults: &mut Vec<Diagnostic>) -> Vec<Part> {
        while let Some(group) = self.open.pop() {
            let bracket = group.bracket;
            faults.push(
                Diagnostic::error(Code::UnmatchedBracket, "`[` is never closed", bracket, "opened here")
                    .with_help("write `]` behind the last modifier"),
            );
            self.close(group, bracket);
        }
        self.parts
    }
}

mod grammar {
    //! The parser that pest makes of the grammar.

    /// The parser.
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/scenario.pest"]
    pub(super) struct Grammar;
}

#[cfg(test)]
mod tests {
    use super::{Part, cut};

    #[test]
    fn cuts_at_signs_and_keeps_names_whole() {
        let lines = cut(
            "AP casts Borrowing 100,000 Arrows [kicked; X 3] -> @bear; Ach! # why\n  target: A-B's trigger",
        );
        let [first, second] = lines.as_slice() else { panic!("{lines:#?}") };
        assert!(first.faults.is_empty(), "{:#?}", first.faults);
        assert_eq!(first.comment.as_ref().unwrap().text, "# why");
        assert_eq!(first.parts.len(), 6, "{:#?}", first.parts);
        assert!(matches!(&first.parts[3], Part::Label(label) if label.text == "bear"));
        assert_eq!((second.indent, second.parts.len()), (2, 1));
    }

    #[test]
    fn a_line_alone_is_cut_as_the_grammar_cuts_the_file() {
        let odd = "\u{FEFF}a\r\n  b-c  \n\n \n\r\r\nscenario x -> y # z\n\"a\nb\" `\n<a> <b\tc\n-> ; [x\n]\r";
        let signs = "a->b;[c;d [e]]> f|g\n -> \n;\n- > ->> --> [ ]] [\nscenario; x\nscenario a;b\nanswer\ntags ; \n x[y]z ";
        for text in ["", "\n", "a", "a\n", odd, signs, include_str!("../../grammar/scenario.pest")] {
            let whole = super::cut_as(super::Rule::file, text, &super::Places { base: 0, cells: &[] });
            assert_eq!(cut(text), whole, "{text:?}");
        }
        // Every line of so many of these pieces.
        let of_signs = (5, ["a", " ", "-", ">", ";", "[", "]", "tags"].as_slice());
        let of_others =
            (4, ["a", " ", "-", ">", "]", "tags", "@", "<", "<a>", "<-", "\"", "`", "#"].as_slice());
        for (length, pieces) in [of_signs, of_others] {
            for number in 0..pieces.len().pow(length) {
                let line: String = (0..length)
                    .map(|place| pieces[number / pieces.len().pow(place) % pieces.len()])
                    .collect();
                let whole = super::cut_as(super::Rule::file, &line, &super::Places { base: 0, cells: &[] });
                assert_eq!(cut(&line), whole, "{line:?}");
            }
        }
    }

    #[test]
    fn prose_is_one_piece() {
        let lines = cut("question  Is A -> B; C [d]?\nscenario\nscenarios x");
        assert_eq!(lines.iter().map(|line| line.parts.len()).collect::<Vec<_>>(), [1, 1, 1]);
        assert_eq!(lines[2].first_word(), "scenarios");
    }

    #[test]
    fn a_comment_needs_a_blank_before_it() {
        let comment = |text: &str| cut(text).first().and_then(|line| line.comment.clone()).map(|it| it.text);
        assert_eq!(comment("AP passes # why").as_deref(), Some("# why"));
        assert_eq!(comment("AP passes# why"), None);
        assert_eq!(comment("  A | 603.10a#1  # why").as_deref(), Some("# why"));
        assert_eq!(cut("  A | 603.10a#1  # why").first().map(|line| line.parts.len()), Some(3));
    }

    #[test]
    fn unmatched_and_endless_brackets_are_faults() {
        assert_eq!(cut("A ] [b").first().map(|line| line.faults.len()), Some(2));
        let deep = "[".repeat(100_000);
        assert!(cut(&deep).first().is_some_and(|line| line.faults.len() == 17));
    }
}
