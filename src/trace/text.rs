//! The trace as text: numbered lines in a tree, the rules at the right.
//!
//! ```text
//!  1  Naturalize#3         hand > stack as #5             AP casts it, target Banishing Light#2  601.2a, 601.2c, 400.7
//!  2  Naturalize#5 resolves                                                                      608.1
//!  2.1  Banishing Light#2  battlefield > graveyard as #6  destroyed by Naturalize#5              701.8a, 400.7
//!  2.2  Naturalize#5       stack > graveyard as #7        has resolved                           608.2n, 400.7
//! ```

use std::sync::Arc;

use crate::book::gist;
use crate::game::{Game, PlayerId};
use crate::rules::Elsewhere;

use super::because;
use super::entry::{EntryId, Level, Trace};
use super::lengths::{self, Shown};
use super::names::Names;
use super::past::Past;
use super::styled::{Paint, Style, Text, push_blanks};
use super::teaching::Taught;
use super::totals::Totals;
use super::tree::Line;
use super::words::Words;

/// How a trace is printed.
#[derive(Debug, Clone)]
pub struct TextOptions {
    /// How much is shown: [`Level::Default`], or [`Level::Detail`] for `-v`.
    pub detail: Level,
    /// Whether the gist of each rule stands below the line that cites it.
    pub gists: bool,
    /// Whether the words of each ability stand where it is first used, and the gist of each rule where it is first cited.
    pub teach: bool,
    /// How wide a line may be, in cells; below [`NARROWEST`] counts as that.
    pub width: usize,
    /// What is printed beside the words.
    pub colour: Paint,
    /// The players' names in turn order; AP and NAP if there are none.
    pub player_names: Vec<String>,
    /// Who looks; nobody for the judge, who sees all.
    pub viewer: Option<PlayerId>,
    /// The edition whose numbers the rules bear, if it is not the pinned one.
    pub elsewhere: Option<Arc<Elsewhere>>,
    /// The first entry that is shown: those before it have been shown.
    pub since: usize,
    /// How many of the entries are shown, if not all: those that come before something.
    pub first: Option<usize>,
}

/// On a narrower page rules have no column of their own: they would leave too little room for the rest.
pub const NARROW: usize = 72;

/// How narrow a page may be.
pub const NARROWEST: usize = 30;

impl Default for TextOptions {
    fn default() -> Self {
        Self {
            detail: Level::Default,
            gists: false,
            teach: false,
            width: 110,
            colour: Paint::Plain,
            player_names: Vec::new(),
            viewer: None,
            elsewhere: None,
            since: 0,
            first: None,
        }
    }
}

/// The steps of a trace as text, each line ended; `game` is the game at the trace's end.
pub fn render(trace: &Trace, game: &Game, options: &TextOptions) -> String {
    told(trace, game, options, Some(&[]), |words, shown| page(words, shown, options))
}

/// The same, with the steps that decide answers as sentences behind "because", in the same order. Those steps are shown in every
/// length.
pub fn render_with_because(
    trace: &Trace,
    game: &Game,
    options: &TextOptions,
    steps: &[Option<EntryId>],
) -> (String, Vec<Option<String>>) {
    told(trace, game, options, Some(steps), |words, shown| {
        (page(words, shown, options), because::sentences(words, &shown.lines, steps))
    })
}

/// What is made of a trace in words and of its lines. Where it is said which steps decide something, the usual length is without those
/// that nobody needs.
pub(super) fn told<T>(
    trace: &Trace,
    game: &Game,
    options: &TextOptions,
    deciding: Option<&[Option<EntryId>]>,
    make: impl FnOnce(&Words<'_>, &Shown) -> T,
) -> T {
    let past = Past::of(trace);
    let names = Names::new(game, &options.player_names, options.viewer).through(&past);
    let words = Words { names, trace, totals: Totals::of(trace, game) };
    let shown = lengths::shown(trace, &words, options.detail, options.first, options.since, deciding);
    make(&words, &shown)
}

/// The lines of a trace as text.
fn page(words: &Words<'_>, shown: &Shown, options: &TextOptions) -> String {
    let mut rows = Vec::new();
    place(&shown.lines, options.elsewhere.as_deref(), &mut rows);
    let layout = Layout::of(&rows, options.width.max(NARROWEST));
    let mut out = String::with_capacity((rows.len() + 8) * options.width);
    let mut lines = Vec::new();
    let mut taught = Taught::default();
    for mut row in rows {
        if row.line.heading && !out.is_empty() {
            out.push('\n');
        }
        if options.colour == Paint::Plain && layout.write_plain(&row, &mut out) {
            if !options.gists && !options.teach {
                continue;
            }
        } else {
            layout.write(&mut row, &mut lines);
        }
        if options.teach {
            layout.write_lessons(&row, taught.of_line(words, row.line), &mut lines);
        } else if options.gists {
            layout.write_gists(&row, &mut lines);
        }
        for line in lines.drain(..) {
            line.paint(options.colour, &mut out);
            out.push('\n');
        }
    }
    if shown.left_out > 0 {
        let mut text = Text::new();
        let steps = if shown.left_out == 1 { "step is" } else { "steps are" };
        text.push_fmt(format_args!("{} {steps} left out; `-v` shows all", shown.left_out), Style::Aside);
        text.paint(options.colour, &mut out);
        out.push('\n');
    }
    out
}

/// A line and where it stands.
struct Row<'a> {
    line: &'a Line,
    rules: Text,
}

/// Adds lines, those below each behind it.
fn place<'a>(lines: &'a [Line], elsewhere: Option<&Elsewhere>, rows: &mut Vec<Row<'a>>) {
    for line in lines {
        rows.push(Row { line, rules: cited(line, elsewhere) });
        place(&line.children, elsewhere, rows);
    }
}

fn first_digits(number: &str) -> usize {
    number.bytes().position(|byte| byte == b'.').unwrap_or(number.len())
}

fn cited(line: &Line, elsewhere: Option<&Elsewhere>) -> Text {
    let mut text = Text::new();
    for (place, rule) in line.rules.iter().enumerate() {
        text.push(if place == 0 { "" } else { ", " }, Style::Plain);
        text.push(elsewhere.map_or(rule.as_str(), |elsewhere| elsewhere.name(*rule)), Style::Rule);
    }
    text
}

/// Where the parts of one line begin and its body ends, in characters from the left.
struct Columns {
    became: usize,
    why: usize,
    end: usize,
    hang: usize,
}

/// Where the columns begin, in characters from the left.
struct Layout {
    became: usize,
    why: usize,
    rules: usize,
    end: usize,
    first_digits: usize,
}

impl Layout {
    /// The widest that a column may push the next one.
    const WIDEST: usize = 30;
    /// The widest list of rules that is not broken.
    const RULES: usize = 24;
    /// Blanks between columns.
    const GAP: usize = 2;

    fn of(rows: &[Row<'_>], end: usize) -> Self {
        let most = |measure: &dyn Fn(&Row<'_>) -> usize| rows.iter().map(measure).max().unwrap_or(0);
        let first_digits = most(&|row| first_digits(&row.line.number));
        let mut layout = Self { became: 0, why: 0, rules: 0, end, first_digits };
        if end < NARROW {
            return layout;
        }
        let subject = most(&|row| {
            let phrase = &row.line.phrase;
            let width = layout.start(row) + phrase.subject.width().min(Self::WIDEST);
            if phrase.became.is_empty() { 0 } else { width }
        });
        layout.became = subject + Self::GAP;
        let path = most(&|row| row.line.phrase.became.width().min(Self::WIDEST));
        layout.why = layout.became + path + Self::GAP;
        let furthest = end.saturating_sub(most(&|row| row.rules.width().min(Self::RULES)));
        layout.rules = furthest;
        let widest = most(&|row| layout.columns(row).end + Self::GAP);
        layout.rules = widest.min(furthest);
        layout
    }

    /// Where what a line says begins: behind its number, so that longer numbers stand further in.
    fn start(&self, row: &Row<'_>) -> usize {
        1 + self.first_digits - first_digits(&row.line.number) + row.line.number.len() + Self::GAP
    }

    /// Where the parts of a line that is no heading begin, and where a second line of it would.
    fn columns(&self, row: &Row<'_>) -> Columns {
        let phrase = &row.line.phrase;
        if row.line.heading {
            return Columns { became: 0, why: 0, end: phrase.subject.width(), hang: Self::GAP };
        }
        let start = self.start(row);
        let mut columns =
            Columns { became: 0, why: 0, end: start + phrase.subject.width(), hang: start + Self::GAP };
        // A column is left where what follows would not fit on the line otherwise.
        let place = |column: usize, end: usize, needed: usize| {
            column.min(self.rules.saturating_sub(Self::GAP + needed)).max(end + Self::GAP)
        };
        if !phrase.became.is_empty() {
            let needed = phrase.became.width() + Self::GAP + phrase.why.width();
            columns.became = place(self.became, columns.end, needed);
            columns.hang = columns.became;
            columns.end = columns.became + phrase.became.width();
        }
        if !phrase.why.is_empty() {
            columns.why = place(self.why, columns.end, phrase.why.width());
            columns.hang = columns.why;
            columns.end = columns.why + phrase.why.width();
        }
        columns
    }

    /// Number, subject, what became of it and why in their columns.
    fn body_of(&self, row: &Row<'_>, columns: &Columns) -> Text {
        let phrase = &row.line.phrase;
        let mut text = Text::new();
        if !row.line.heading {
            let start = self.start(row);
            text.pad_to(start - Self::GAP - row.line.number.len());
            text.push(&row.line.number, Style::Number);
            text.pad_to(start);
        }
        text.append(&phrase.subject);
        for (part, column) in [(&phrase.became, columns.became), (&phrase.why, columns.why)] {
            if !part.is_empty() {
                text.pad_to(column);
                text.append(part);
            }
        }
        text
    }

    const fn is_narrow(&self) -> bool {
        self.end < NARROW
    }

    /// Everything behind one another, the rules in brackets.
    fn write_narrow(&self, row: &Row<'_>, out: &mut Vec<Text>) {
        let phrase = &row.line.phrase;
        let mut text = Text::new();
        let start = if row.line.heading { 0 } else { self.start(row) };
        if !row.line.heading {
            text.pad_to(start - Self::GAP - row.line.number.len());
            text.push(&row.line.number, Style::Number);
            text.pad_to(start);
        }
        text.append(&phrase.subject);
        for (part, separator) in [(&phrase.became, ": "), (&phrase.why, ", ")] {
            if !part.is_empty() {
                text.push(separator, Style::Plain);
                text.append(part);
            }
        }
        if !row.rules.is_empty() {
            text.push(" [", Style::Plain);
            text.append(&row.rules);
            text.push("]", Style::Plain);
        }
        out.extend(text.wrap(self.end, start + Self::GAP));
    }

    fn write(&self, row: &mut Row<'_>, out: &mut Vec<Text>) {
        if self.is_narrow() {
            return self.write_narrow(row, out);
        }
        let columns = self.columns(row);
        let (body, hang) = (self.body_of(row, &columns), columns.hang);
        let room = self.rules.saturating_sub(Self::GAP);
        // A narrow last column would make a tall one.
        let hang = if hang + 20 > room { self.start(row) + 2 * Self::GAP } else { hang };
        let mut rules = std::mem::take(&mut row.rules).wrap(self.room_for_rules(), 0).into_iter();
        for mut line in body.wrap(room, hang) {
            self.cite(&mut line, rules.next());
            out.push(line);
        }
        for rest in rules {
            let mut line = Text::new();
            self.cite(&mut line, Some(rest));
            out.push(line);
        }
    }

    const fn room_for_rules(&self) -> usize {
        let room = self.end.saturating_sub(self.rules);
        if room < 10 { 10 } else { room }
    }

    /// Writes the row as [`Layout::write`] would without colour, if it fits on one line, as most rows do; says whether it did.
    fn write_plain(&self, row: &Row<'_>, out: &mut String) -> bool {
        if self.is_narrow() {
            return false;
        }
        let columns = self.columns(row);
        if columns.end + Self::GAP > self.rules || row.rules.width() > self.room_for_rules() {
            return false;
        }
        let begin = out.len();
        let phrase = &row.line.phrase;
        let mut end = 0;
        let mut put = |column: usize, text: &str, width: usize| {
            push_blanks(out, column.saturating_sub(end));
            out.push_str(text);
            end = column + width;
        };
        if row.line.heading {
            put(0, phrase.subject.as_str(), phrase.subject.width());
        } else {
            let start = self.start(row);
            put(start - Self::GAP - row.line.number.len(), &row.line.number, row.line.number.len());
            put(start, phrase.subject.as_str(), phrase.subject.width());
        }
        for (part, column) in [(&phrase.became, columns.became), (&phrase.why, columns.why)] {
            if !part.is_empty() {
                put(column, part.as_str(), part.width());
            }
        }
        if !row.rules.is_empty() {
            put(self.rules, row.rules.as_str(), row.rules.width());
        }
        out.truncate(begin + out.get(begin..).map_or(0, |line| line.trim_end().len()));
        out.push('\n');
        true
    }

    fn cite(&self, line: &mut Text, rules: Option<Text>) {
        if let Some(rules) = rules.filter(|rules| !rules.is_empty()) {
            line.pad_to(self.rules.max(line.width() + Self::GAP));
            line.append(&rules);
        }
    }

    /// What a learner needs beside the line.
    fn write_lessons(&self, row: &Row<'_>, lessons: Vec<(Text, &'static str)>, out: &mut Vec<Text>) {
        for (said, gist) in lessons {
            let mut text = Text::new();
            text.pad_to(self.start(row) + Self::GAP);
            text.append(&said);
            let mut hang = text.width();
            if gist.is_empty() {
                hang = self.start(row) + 2 * Self::GAP;
            } else {
                text.push("  ", Style::Plain);
                hang += 2;
                text.push(gist, Style::Aside);
            }
            out.extend(text.wrap(self.end, hang));
        }
    }

    /// What each rule of the line says, in our own words.
    fn write_gists(&self, row: &Row<'_>, out: &mut Vec<Text>) {
        for rule in &row.line.rules {
            let Some(gist) = gist(*rule) else { continue };
            let mut text = Text::new();
            text.pad_to(self.start(row) + Self::GAP);
            text.push(rule.as_str(), Style::Rule);
            text.push("  ", Style::Plain);
            let hang = text.width();
            text.push(gist, Style::Aside);
            out.extend(text.wrap(self.end, hang));
        }
    }
}
