//! Lines as scenarios: head, blocks, tables, statements. Every fault of a file is found in one reading.

use std::collections::BTreeMap;

use crate::diag::{Code, Diagnostic, Severity, Source, Span, nearest};
use crate::scenario::ast::{Block, InlineCard, Scenario, Statement, Text};
use crate::scenario::lines::{self, Line};
use crate::scenario::vocabulary::{HEAD_WORDS, Zone};
use crate::scenario::{board, examples, head};

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 1 << 20;
/// How large what a file includes may be altogether, in bytes; a line takes 64 beside its text.
const MAX_INCLUDED: usize = 4 << 20;
/// How many scenarios and variants a file may hold.
pub(crate) const MAX_SCENARIOS: usize = 1000;
/// How many faults of a file are reported; a file with more is no scenario file.
pub(crate) const MAX_FAULTS: usize = 100;

/// Where `include FILE` finds files: given by who may touch files.
pub trait Includes {
    /// The text of a file named by `include`.
    ///
    /// # Errors
    /// Why it can't be used, in lower case, such as `no such file`.
    fn read(&self, name: &str) -> Result<String, String>;
}

/// No file can be included.
pub struct NoIncludes;

impl Includes for NoIncludes {
    fn read(&self, _name: &str) -> Result<String, String> {
        Err("files can't be included here".to_owned())
    }
}

/// What was read from a file.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    /// The scenarios in the order written, a table's variants in the order of its rows.
    pub scenarios: Vec<Scenario>,
    /// What is wrong, in the order of the file. If there is an error, the scenarios are what could be understood.
    pub diagnostics: Vec<Diagnostic>,
}

impl Reading {
    /// Whether the text has an error, so that not all of it could be read.
    pub fn is_faulty(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}

/// Reads a scenario file.
pub fn read(source: &Source, includes: &dyn Includes) -> Reading {
    let mut faults = Faults::default();
    if source.text.len() > MAX_BYTES {
        let message = format!("the file holds more than {MAX_BYTES} bytes");
        faults.push(
            Diagnostic::error(Code::TooLarge, message, Span::default(), "")
                .with_help("split it into several files"),
        );
        return Reading { scenarios: Vec::new(), diagnostics: faults.list };
    }
    let mut scenarios = Vec::new();
    each_variant(source, includes, &mut faults, |cells, variant, faults| {
        scenarios.push(assemble(variant, cells, faults));
    });
    let mut diagnostics = faults.list;
    // What tabs do to a line is told once, and not what else follows from them.
    if diagnostics.iter().any(|fault| fault.code == Code::TabInIndentation) {
        let has_tab = |fault: &Diagnostic| {
            fault.span().is_some_and(|span| line_at(&source.text, span.start).contains('\t'))
        };
        diagnostics.retain(|fault| fault.code == Code::TabInIndentation || !has_tab(fault));
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.span().map(|span| span.start));
    Reading { scenarios, diagnostics }
}

/// Does something with the lines of each scenario of a text, a table's variants in the order of its rows, with what it includes in
/// its place.
fn each_variant(
    source: &Source,
    includes: &dyn Includes,
    faults: &mut Faults,
    mut take: impl FnMut(Vec<String>, Vec<Line>, &mut Faults),
) {
    let mut lines = lines::cut(&source.text);
    let first = lines.iter().position(starts_scenario).unwrap_or(lines.len());
    let preamble = read_preamble(lines.drain(..first).collect(), includes, faults);
    if lines.is_empty() && faults.list.is_empty() {
        let place = Span::new(0, source.text.find('\n').unwrap_or(source.text.len()));
        faults.push(
            Diagnostic::error(Code::NoScenario, "the file holds no scenario", place, "")
                .with_help("begin with `scenario` and a title"),
        );
    }
    let mut count = 0;
    while !lines.is_empty() {
        let next =
            lines.iter().skip(1).position(starts_scenario).map_or(lines.len(), |position| position + 1);
        let own: Vec<Line> = lines.drain(..next).collect();
        let title_span = own.first().map(|line| line.text.span).unwrap_or_default();
        let own = include_lines(own, &preamble, includes, faults);
        for (cells, variant) in examples::variants(own, &source.text, faults) {
            if count >= MAX_SCENARIOS {
                let message = format!("the file holds more than {MAX_SCENARIOS} scenarios and variants");
                faults.push(
                    Diagnostic::error(Code::TooMany, message, title_span, "")
                        .with_help("split it into several files"),
                );
                lines.clear();
                break;
            }
            count += 1;
            take(cells, variant, faults);
        }
    }
}

/// Each scenario of a text as a text of its own, without comments: a table's variants one by one with their cells in place, and what
/// is included written out. Of a text that can't be read what could be understood.
pub fn alone(source: &Source, includes: &dyn Includes) -> Vec<String> {
    let mut texts = Vec::new();
    if source.text.len() > MAX_BYTES {
        return texts;
    }
    each_variant(source, includes, &mut Faults::default(), |cells, lines, _| {
        let mut text = String::new();
        for line in lines.iter().filter(|line| !line.text.text.is_empty()) {
            text.extend(std::iter::repeat_n(' ', line.indent));
            text.push_str(&line.text.text);
            if starts_scenario(line) && !cells.is_empty() {
                text.push_str(&format!(" ({})", cells.join(", ")));
            }
            text.push('\n');
        }
        texts.push(text);
    });
    texts
}

/// The faults found so far. The same fault in several variants counts once.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    list: Vec<Diagnostic>,
    /// How large the lines are together that have been included so far.
    included: usize,
}

impl Faults {
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        if self.list.len() < MAX_FAULTS && !self.list.contains(&diagnostic) {
            self.list.push(diagnostic);
        }
    }
}

/// Whether the line begins a scenario.
pub(crate) fn starts_scenario(line: &Line) -> bool {
    line.indent == 0 && line.first_word() == "scenario"
}

/// What stands above the first scenario: `include` lines and cards, which all scenarios share.
fn read_preamble(lines: Vec<Line>, includes: &dyn Includes, faults: &mut Faults) -> Vec<Line> {
    let mut shared = Vec::new();
    let (mut complained, mut in_card) = (false, false);
    for line in lines {
        if line.is_blank() {
            continue;
        }
        in_card = line.first_word() == "card" && line.indent == 0 || in_card && line.indent > 0;
        if in_card {
            shared.push(line);
            continue;
        }
        if line.first_word() == "include" && line.indent == 0 {
            shared.extend(included(&line, includes, faults));
        } else if !complained {
            complained = true;
            let word = line.first_word().to_owned();
            let near = nearest(word.trim_end_matches(':'), ["scenario", "include", "card"])
                .filter(|near| word != *near);
            let no_break = line.text.text.contains('\u{a0}');
            let fault = Diagnostic::error(
                Code::NoScenario,
                "a scenario begins with `scenario` and a title",
                line.text.span,
                "stands before any scenario",
            );
            faults.push(match no_break {
                true => fault.with_help("a no-break space (U+00A0) stands in the line: write a plain blank"),
                false => fault.did_you_mean(near).with_help("write `scenario` and a title as the first line"),
            });
        }
    }
    shared
}

/// The lines of a scenario with what it includes in place of its `include` lines.
fn include_lines(
    lines: Vec<Line>,
    shared: &[Line],
    includes: &dyn Includes,
    faults: &mut Faults,
) -> Vec<Line> {
    if shared.is_empty() && !lines.iter().any(|line| line.first_word() == "include") {
        return lines;
    }
    let mut all = Vec::new();
    for (number, line) in lines.into_iter().enumerate() {
        let span = line.text.span;
        if line.indent == 0 && line.first_word() == "include" {
            all.extend(included(&line, includes, faults));
        } else {
            all.push(line);
        }
        if number == 0 && fits(shared, span, faults) {
            all.extend(shared.iter().cloned());
        }
    }
    all
}

/// Whether lines that are included are not too much for the file together with all that has been included before.
fn fits(lines: &[Line], span: Span, faults: &mut Faults) -> bool {
    let was = faults.included;
    // A short line takes more room than its text.
    faults.included += lines.iter().map(|line| line.text.text.len() + 64).sum::<usize>();
    if faults.included > MAX_INCLUDED && was <= MAX_INCLUDED {
        let message = format!("what is included makes more than {MAX_INCLUDED} bytes together");
        faults.push(
            Diagnostic::error(Code::TooLarge, message, span, "").with_help("split it into several files"),
        );
    }
    faults.included <= MAX_INCLUDED
}

/// The lines of an included file. All their places are that of the `include` line.
fn included(line: &Line, includes: &dyn Includes, faults: &mut Faults) -> Vec<Line> {
    let (_, name) = split_word(&line.text);
    if name.text.is_empty() {
        faults.push(Diagnostic::error(
            Code::MissingValue,
            "`include` without a file",
            line.text.span,
            "name a file behind it",
        ));
        return Vec::new();
    }
    if faults.included > MAX_INCLUDED {
        return Vec::new();
    }
    let text = match includes.read(&name.text) {
        Ok(text) if text.len() <= MAX_BYTES => text,
        Ok(_) => {
            let message = format!("`{}` holds more than {MAX_BYTES} bytes", name.text);
            faults.push(Diagnostic::error(Code::IncludeFailed, message, name.span, ""));
            return Vec::new();
        }
        Err(why) => {
            let message = format!("`{}` can't be included: {why}", name.text);
            faults.push(Diagnostic::error(Code::IncludeFailed, message, name.span, ""));
            return Vec::new();
        }
    };
    let mut lines = lines::cut(&text);
    for (number, inner) in lines.iter_mut().enumerate() {
        let word = inner.first_word();
        if inner.indent == 0 && ["include", "scenario", "examples"].contains(&word) {
            let message = format!("line {} of `{}` begins with `{word}`", number + 1, name.text);
            faults.push(
                Diagnostic::error(Code::IncludeFailed, message, name.span, "")
                    .with_help("an included file holds head lines, players' blocks, cards and statements"),
            );
            return Vec::new();
        }
        inner.move_to(line.text.span);
        for fault in &mut inner.faults {
            fault.message = format!("{} (line {} of `{}`)", fault.message, number + 1, name.text);
        }
    }
    if fits(&lines, name.span, faults) { lines } else { Vec::new() }
}

/// A text's first word and the rest.
pub(crate) fn split_word(text: &Text) -> (Text, Text) {
    let blank = text.text.bytes().position(|byte| byte == b' ');
    match blank.and_then(|blank| text.text.split_at_checked(blank)) {
        Some((word, rest)) => (text.sub(word), text.sub(rest.get(1..).unwrap_or_default().trim_start())),
        None => (text.clone(), Text::new("", Span::new(text.span.end, text.span.end))),
    }
}

/// Puts the lines of one scenario together.
fn assemble(lines: Vec<Line>, cells: Vec<String>, faults: &mut Faults) -> Scenario {
    let roots = grow(lines, faults);
    let mut scenario = Scenario {
        title: Text::default(),
        head: head::Head::default(),
        blocks: Vec::new(),
        cards: Vec::new(),
        statements: Vec::new(),
        cells,
    };
    // Who plays decides which lines are blocks, so it is read first.
    if let Some(players) = roots.iter().find(|root| root.line.first_word() == "players") {
        head::read_players(&players.line, &mut scenario.head, faults);
    }
    let mut seen = BTreeMap::new();
    for root in roots {
        read_root(root, &mut scenario, &mut seen, faults);
    }
    scenario
}

/// Reads one line at the margin with what belongs to it.
fn read_root(
    root: Statement,
    scenario: &mut Scenario,
    seen: &mut BTreeMap<String, Span>,
    faults: &mut Faults,
) {
    let word = root.line.first_word().to_owned();
    let is_card = word == "card" && root.line.text.text.len() > "card".len();
    if is_card {
        let (_, name) = split_word(&root.line.text);
        scenario.cards.push(inline_card(name, &root));
        return;
    }
    report(&root, faults);
    if word == "scenario" || HEAD_WORDS.iter().any(|(head_word, _)| *head_word == word) {
        if let Some(first) = seen.insert(word.clone(), root.line.text.span) {
            faults.push(
                Diagnostic::error(
                    Code::RepeatedLine,
                    format!("a second `{word}` line"),
                    root.line.text.span,
                    "",
                )
                .with_label(first, "the first one"),
            );
            return;
        }
        if WORDS_OF_THE_START.contains(&word.as_str()) {
            comes_before(&root.line.text, scenario, faults);
        }
        head::read(&root, scenario, faults);
        return;
    }
    let whole = root.line.text.text.trim_end_matches(':').trim_end();
    if scenario.player_names().contains(&whole) {
        let player = root.line.text.sub(whole);
        comes_before(&player, scenario, faults);
        if let Some(block) = scenario.blocks.iter().find(|block| block.player.text == player.text) {
            faults.push(
                Diagnostic::error(
                    Code::RepeatedLine,
                    format!("a second block of `{whole}`"),
                    player.span,
                    "",
                )
                .with_label(block.player.span, "the first one"),
            );
        }
        let mut block = Block { player, lines: Vec::new(), zones: Vec::new() };
        board::read(&root.children, &mut block, &scenario.player_names(), faults);
        scenario.blocks.push(block);
    } else if looks_like_block(&root) {
        let known = scenario.player_names();
        faults.push(
            Diagnostic::error(
                Code::UnknownPlayer,
                format!("no player named `{whole}`"),
                root.line.text.span,
                format!("the players are {}", listed(&known)),
            )
            .did_you_mean(nearest(whole, known.iter().copied())),
        );
        let mut block = Block { player: root.line.text.clone(), lines: Vec::new(), zones: Vec::new() };
        board::read(&root.children, &mut block, &known, faults);
    } else {
        scenario.statements.push(root);
    }
}

/// The head lines that say how the game stands as it begins.
const WORDS_OF_THE_START: &[&str] = &["format", "players", "mana", "turn", "day", "night"];

/// What says how the game stands as it begins can't stand below what happens in it: it would be read as something that happens then.
fn comes_before(line: &Text, scenario: &Scenario, faults: &mut Faults) {
    let Some(first) = scenario.statements.first() else { return };
    let (word, _) = split_word(line);
    faults.push(
        Diagnostic::error(
            Code::UnexpectedText,
            format!("`{}` says how the game begins, and stands below what happens in it", line.text),
            line.span,
            "",
        )
        .with_label(first.line.text.span, "this has happened before it")
        .with_help(match word.as_str() {
            "turn" => {
                "time moves by `next turn` and `go to NAP's upkeep`; `turn` belongs above the players' blocks"
                    .to_owned()
            }
            word => format!("move `{word}` above the first action"),
        }),
    );
}

/// Whether a line that names no player was meant as one: a zone stands under it.
fn looks_like_block(root: &Statement) -> bool {
    let first = root.children.first().map(|child| child.line.first_word()).unwrap_or_default();
    Zone::from_word(first).is_some_and(|zone| zone != Zone::Exile || !root.line.text.text.contains(' '))
}

/// The words with commas between them, in backticks.
pub(crate) fn listed(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// Reports what is wrong with the form of a line and of those under it.
fn report(statement: &Statement, faults: &mut Faults) {
    for fault in &statement.line.faults {
        faults.push(fault.clone());
    }
    for child in &statement.children {
        report(child, faults);
    }
}

/// Lines as trees: a line belongs to the nearest line above it that is less indented.
pub(crate) fn grow(lines: Vec<Line>, faults: &mut Faults) -> Vec<Statement> {
    let mut roots: Vec<Statement> = Vec::new();
    // The lines that still take children, outermost first.
    let mut open: Vec<Statement> = Vec::new();
    for line in lines.into_iter().filter(|line| !line.is_blank()) {
        while open.last().is_some_and(|last| last.line.indent >= line.indent) {
            close_last(&mut open, &mut roots);
        }
        if open.is_empty() && line.indent > 0 {
            faults.push(
                Diagnostic::error(
                    Code::UnexpectedIndentation,
                    "an indented line with nothing above it to belong to",
                    line.text.span,
                    "",
                )
                .with_help("move it to the margin"),
            );
        }
        if open.len() >= lines::MAX_NESTING {
            faults.push(
                Diagnostic::error(Code::TooDeep, "lines are indented too deeply", line.text.span, "")
                    .with_help(format!("at most {} may stand inside each other", lines::MAX_NESTING)),
            );
            close_last(&mut open, &mut roots);
        }
        open.push(Statement { line, children: Vec::new() });
    }
    while !open.is_empty() {
        close_last(&mut open, &mut roots);
    }
    roots
}

fn close_last(open: &mut Vec<Statement>, roots: &mut Vec<Statement>) {
    if let Some(done) = open.pop() {
        match open.last_mut() {
            Some(parent) => parent.children.push(done),
            None => roots.push(done),
        }
    }
}

/// `card NAME` with its definition.
fn inline_card(name: Text, root: &Statement) -> InlineCard {
    fn write(
        children: &[Statement],
        indent: usize,
        body: &mut String,
        lines: &mut Vec<Span>,
    ) -> Option<Span> {
        let mut whole: Option<Span> = None;
        for child in children {
            lines.push(child.line.text.span);
            let blanks = child.line.indent.saturating_sub(indent);
            body.extend(std::iter::repeat_n(' ', blanks));
            body.push_str(&child.line.text.text);
            body.push('\n');
            let inner = write(&child.children, indent, body, lines);
            for span in [Some(child.line.text.span), inner].into_iter().flatten() {
                whole = Some(whole.map_or(span, |all| all.to(span)));
            }
        }
        whole
    }
    let indent = root.children.iter().map(|child| child.line.indent).min().unwrap_or_default();
    let mut body = String::new();
    let mut lines = Vec::new();
    let body_span = write(&root.children, indent, &mut body, &mut lines).unwrap_or(name.span);
    InlineCard { name, body, body_span, indent, lines }
}

/// The line that a place stands in.
fn line_at(text: &str, place: usize) -> &str {
    let begin = text.get(..place).and_then(|before| before.rfind('\n')).map_or(0, |feed| feed + 1);
    text.get(begin..).and_then(|rest| rest.lines().next()).unwrap_or_default()
}
