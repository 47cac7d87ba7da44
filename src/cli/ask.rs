//! `headjudge ask`: a question asked without a file. Board and actions are typed line by line, with an answer after each; what the rules
//! leave to a player is asked there and then, and the whole can be saved as a scenario.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::answer::Input;
use super::asking;
use super::exit::{Exit, Fault};
use super::files::{Folder, create_whole};
use super::page;
use super::pool::Cards;
use super::wrap::wrap_hanging;
use crate::cards::Pool;
use crate::diag::{Code, Severity, Source};
use crate::report::{ruling, zones};
use crate::runner::{Finding, Outcome, Runner};
use crate::scenario::format::format;
use crate::scenario::vocabulary::{self, ChoiceKind, HEAD_WORDS, PLAYER_LINES, VERBS, Zone};
use crate::trace::Level;
use crate::trace::json;
use crate::trace::text::{self, TextOptions};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A scenario file to begin with
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    cards: Cards,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write, errors: &mut dyn Write) -> Result<Exit, Fault> {
    let pool = match arguments.cards.pool(errors)? {
        Ok(pool) => pool,
        Err(exit) => return Ok(exit),
    };
    let mut session = Session::new(&pool);
    if let Some(path) = &arguments.file {
        let source = super::files::source(path)?;
        session.written = Written::of(&source.text);
        session.file = Some(path.clone());
        session.folder = path.clone();
    }
    let names = pool.names().map(str::to_owned).collect();
    let mut input = Input::new(names, words());
    if input.is_typed() {
        writeln!(out, "{}", wrap_hanging(GREETING, 0, 0, page::width()))?;
    }
    if arguments.file.is_some() {
        session.look(out)?;
    }
    while let Some(line) = input.line(out, "> ")? {
        if !session.take(&line, &mut input, out)? {
            return Ok(Exit::Expected);
        }
    }
    session.add_card(&mut input, out)?;
    if session.is_unsaved() && input.is_typed() {
        session.offer(&mut input, out)?;
    }
    Ok(Exit::Expected)
}

/// What a person at a terminal is greeted with.
const GREETING: &str = "Type the board (`AP battlefield Grizzly Bears; Forest`), then what happens (`NAP casts Lightning Bolt -> \
                        Grizzly Bears`); `help` says more, the tab key completes names, `quit` ends it.";

/// What can be typed beside the lines of a scenario.
const COMMANDS: [(&str, &str); 9] = [
    ("show", "the scenario as it stands"),
    ("steps", "all that has happened"),
    ("zones", "where everything is"),
    ("undo", "takes the last line back"),
    ("title WORDS", "names the scenario"),
    ("save FILE", "writes it into a file"),
    ("new", "begins anew"),
    ("help", "this"),
    ("quit", "ends; so does the end of the input"),
];

/// What has been typed so far, as the parts of a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Written {
    head: Vec<String>,
    /// The lines of each player's block.
    blocks: Vec<(String, Vec<String>)>,
    script: Vec<String>,
}

impl Written {
    fn new() -> Self {
        let block = |name: &str| (name.to_owned(), Vec::new());
        Self {
            head: vec!["scenario  A question".to_owned()],
            blocks: vec![block("AP"), block("NAP")],
            script: Vec::new(),
        }
    }

    /// The parts of a file that holds one scenario; others are left out.
    fn of(text: &str) -> Self {
        let mut written = Self::new();
        written.head.clear();
        let mut block: Option<usize> = None;
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let is_below = line.starts_with(' ');
            let word = line.trim();
            if written.script.is_empty()
                && is_below
                && let Some(place) = block
            {
                if let Some((_, lines)) = written.blocks.get_mut(place) {
                    lines.push(word.to_owned());
                }
            } else if written.script.is_empty()
                && let Some(place) = written.player(word)
            {
                block = Some(place);
            } else if block.is_none() && written.script.is_empty() && (is_below || is_head(word)) {
                if let Some(names) = word.strip_prefix("players ") {
                    written.name_players(names);
                }
                written.head.push(line.trim_end().to_owned());
            } else {
                block = None;
                written.script.push(line.trim_end().to_owned());
            }
        }
        if written.head.is_empty() {
            written.head.push("scenario  A question".to_owned());
        }
        written
    }

    /// The place of a player's block.
    fn player(&self, name: &str) -> Option<usize> {
        self.blocks.iter().position(|(player, _)| player == name)
    }

    fn name_players(&mut self, names: &str) {
        let names: Vec<&str> = names.split(';').map(str::trim).collect();
        let mut lines = std::mem::take(&mut self.blocks).into_iter().map(|(_, lines)| lines);
        let block = |name: &&str| ((*name).to_owned(), lines.next().unwrap_or_default());
        self.blocks = names.iter().map(block).collect();
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |line: &str| {
            text.push_str(line);
            text.push('\n');
        };
        self.head.iter().for_each(|head| line(head));
        for (player, lines) in self.blocks.iter().filter(|(_, lines)| !lines.is_empty()) {
            line(player);
            lines.iter().for_each(|its| line(&format!("  {its}")));
        }
        if !self.script.is_empty() {
            line("");
        }
        self.script.iter().for_each(|its| line(its));
        text
    }

    /// The same without what is asked and expected, so that what has changed is told.
    fn unasked(&self) -> String {
        let is_asked = |line: &&String| !line.trim_start().starts_with("ask ") && !is_expected(line);
        let script = self.script.iter().filter(is_asked).cloned().collect();
        Self { script, ..self.clone() }.text()
    }
}

fn is_expected(line: &str) -> bool {
    line.trim_start().starts_with("expect ")
}

/// Whether a line belongs to the head.
fn is_head(line: &str) -> bool {
    let word = line.split(' ').next().unwrap_or_default();
    HEAD_WORDS.iter().any(|(head, _)| *head == word) && word != "mana"
        || matches!(line, "mana free" | "mana strict")
}

/// Whether a line is one of a player's block.
fn is_of_a_block(line: &str) -> bool {
    let begins = |word: &str| {
        line.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ':']))
    };
    Zone::ALL.iter().any(|zone| begins(zone.word())) || PLAYER_LINES.iter().any(|(word, _)| begins(word))
}

/// Whether a line answers a question of the line above it: `NAP sacrifice: Grizzly Bears`, `target: Storm Crow`.
fn is_choice(line: &str, players: &[(String, Vec<String>)]) -> bool {
    let after = players.iter().find_map(|(player, _)| line.strip_prefix(player.as_str())?.strip_prefix(' '));
    let line = after.unwrap_or(line);
    line.contains(':')
        && ChoiceKind::ALL
            .iter()
            .any(|kind| line.strip_prefix(kind.word()).is_some_and(|rest| rest.starts_with([':', ' '])))
}

/// The words that a line is completed with.
fn words() -> Vec<String> {
    let mut words: Vec<&str> =
        vec!["AP", "NAP", "in response", "expect", "ask", "next turn", "go to", "tries to", "nothing"];
    words.extend(VERBS.iter().map(|verb| verb.third));
    words.extend(Zone::ALL.iter().map(|zone| zone.word()));
    words.extend(PLAYER_LINES.iter().map(|(word, _)| *word));
    words.extend(ChoiceKind::ALL.iter().map(|kind| kind.word()));
    words.extend(vocabulary::Step::ALL.iter().map(|step| step.word()));
    words.extend(COMMANDS.iter().map(|(command, _)| command.split(' ').next().unwrap_or_default()));
    words.into_iter().filter(|word| word.len() > 1).map(str::to_owned).collect()
}

/// What is being asked.
struct Session<'p> {
    runner: Runner<'p>,
    written: Written,
    /// What stood there before each line.
    before: Vec<Written>,
    /// The player whose block was opened last.
    block: usize,
    /// The lines of a card that is being written out, until one at the margin or an empty one ends it.
    card: Vec<String>,
    /// What was played last.
    last: Option<Outcome>,
    /// What had changed then.
    told: Vec<String>,
    saved: Written,
    file: Option<PathBuf>,
    /// What files may be included.
    folder: PathBuf,
}

impl<'p> Session<'p> {
    fn new(pool: &'p Pool) -> Self {
        let written = Written::new();
        Self {
            runner: Runner::new(pool),
            saved: written.clone(),
            written,
            before: Vec::new(),
            block: 0,
            card: Vec::new(),
            last: None,
            told: Vec::new(),
            file: None,
            folder: PathBuf::from("ask.scn"),
        }
    }

    /// Takes a line; says whether there will be another.
    fn take(&mut self, line: &str, input: &mut Input, out: &mut dyn Write) -> Result<bool, Fault> {
        let bare = line.trim();
        if !self.card.is_empty() {
            if line.starts_with([' ', '\t']) && !bare.is_empty() {
                self.card.push(line.trim_end().to_owned());
                return Ok(true);
            }
            self.add_card(input, out)?;
        }
        let (word, rest) = bare.split_once(' ').map_or((bare, ""), |(word, rest)| (word, rest.trim()));
        match (word, rest) {
            ("", _) => {}
            ("quit" | "exit", "") => {
                if self.is_unsaved() && input.is_typed() {
                    self.offer(input, out)?;
                }
                return Ok(false);
            }
            ("help", "") => {
                for (command, what) in COMMANDS {
                    writeln!(out, "  {command:12}  {what}")?;
                }
                let more = "Everything else is a line of a scenario, as `headjudge help language` has them: `AP hand Cloudshift`, `AP attacks Grizzly Bears`, `in response NAP casts ...`, `next turn NAP`, `ask Grizzly Bears`.";
                writeln!(out, "{}", wrap_hanging(more, 0, 0, page::width()))?;
            }
            ("show", "") => out.write_all(self.written.text().as_bytes())?,
            ("steps", "") => self.steps(0, out)?,
            ("zones", "") => self.zones(out)?,
            ("undo", "") => match self.before.pop() {
                Some(before) => {
                    self.written = before;
                    self.last = None;
                    self.told.clear();
                    writeln!(out, "taken back")?;
                    self.replay();
                }
                None => writeln!(out, "there is nothing to take back")?,
            },
            ("new", "") => self.begin_anew(),
            ("title", title) if !title.is_empty() => self.title(title),
            ("scenario", title) => self.begin(title, out)?,
            ("card", name) if !name.is_empty() => self.card.push(bare.to_owned()),
            ("save", name) => {
                let path = (!name.is_empty()).then(|| PathBuf::from(name)).or_else(|| self.file.clone());
                match path {
                    Some(path) => self.save(&path, out)?,
                    None => writeln!(out, "save it as what? `save FILE`")?,
                }
            }
            _ => self.add(line, input, out)?,
        }
        Ok(true)
    }

    /// Begins with an empty board; what stood there can be taken back.
    fn begin_anew(&mut self) {
        self.before.push(std::mem::replace(&mut self.written, Written::new()));
        (self.last, self.block) = (None, 0);
        self.told.clear();
    }

    /// A scenario's first line names the one that nothing has been written of; otherwise another begins.
    fn begin(&mut self, title: &str, out: &mut dyn Write) -> Result<(), Fault> {
        if self.written != Written::new() {
            self.begin_anew();
            writeln!(out, "another scenario begins; `undo` goes back to the one before")?;
        }
        if !title.is_empty() {
            self.title(title);
        }
        Ok(())
    }

    fn title(&mut self, title: &str) {
        let line = format!("scenario  {title}");
        match self.written.head.iter_mut().find(|line| line.starts_with("scenario ")) {
            Some(head) => *head = line,
            None => self.written.head.insert(0, line),
        }
    }

    /// Adds the card that has been written out, if there is one.
    fn add_card(&mut self, input: &mut Input, out: &mut dyn Write) -> Result<(), Fault> {
        let lines = std::mem::take(&mut self.card);
        let Some(first) = lines.first().cloned() else { return Ok(()) };
        let before = self.written.clone();
        self.written.script.extend(lines);
        self.play(before, &first, input, out)
    }

    /// Adds a line of the scenario where it belongs, plays all of it, and says what has come of the line.
    fn add(&mut self, line: &str, input: &mut Input, out: &mut dyn Write) -> Result<(), Fault> {
        let before = self.written.clone();
        let bare = line.trim();
        let is_below = line.starts_with([' ', '\t']);
        let of_player = self.written.blocks.iter().enumerate().find_map(|(place, (player, _))| {
            let rest = bare.strip_prefix(player.as_str())?.strip_prefix(' ')?.trim_start();
            is_of_a_block(rest).then(|| (place, rest.to_owned()))
        });
        if let Some(place) = self.written.player(bare) {
            self.block = place;
            return Ok(());
        } else if let Some((place, rest)) = of_player {
            self.block = place;
            self.add_to_block(rest);
        } else if is_head(bare) {
            if let Some(names) = bare.strip_prefix("players ") {
                self.written.name_players(names);
                self.block = 0;
            }
            self.written.head.push(bare.to_owned());
        } else if is_below && !self.written.script.is_empty() || is_choice(bare, &self.written.blocks) {
            self.written.script.push(format!("  {bare}"));
        } else if is_of_a_block(bare) {
            self.add_to_block(bare.to_owned());
        } else {
            self.written.script.push(bare.to_owned());
        }
        self.play(before, bare, input, out)
    }

    fn add_to_block(&mut self, line: String) {
        if let Some((_, lines)) = self.written.blocks.get_mut(self.block) {
            lines.push(line);
        }
    }

    /// Plays what is written, and says what is new; takes it back where it can't be.
    fn play(
        &mut self,
        before: Written,
        line: &str,
        input: &mut Input,
        out: &mut dyn Write,
    ) -> Result<(), Fault> {
        let mut source = self.source();
        let mut outcome = self.played(&source);
        if outcome.as_ref().is_some_and(asking::is_open) {
            let folder = self.folder.clone();
            let settled = asking::settle(&self.runner, &source, &Folder::new(&folder), 0, input, out)?;
            if !settled.lines.is_empty() {
                source = settled.source;
                self.written = Written::of(&source.text);
                outcome = self.played(&source);
            }
        }
        let Some(outcome) = outcome else { return Ok(()) };
        let is_fault = |code: Code| {
            !matches!(code, Code::OpenChoice | Code::Unsupported | Code::Runaway | Code::ExpectationFailed)
        };
        let mut is_taken_back = false;
        for diagnostic in &outcome.diagnostics {
            write!(out, "{}", page::drawn(diagnostic, &source))?;
            is_taken_back |= diagnostic.severity == Severity::Error && is_fault(diagnostic.code);
        }
        if is_taken_back {
            self.written = before;
            writeln!(out, "the line was not taken")?;
            return Ok(());
        }
        self.before.push(before);
        let since = self.last.as_ref().map_or(0, |last| common(last, &outcome));
        let is_question = line.starts_with("ask ") || is_expected(line);
        let end = source.text.trim_end().len();
        let options = self.options();
        if is_question {
            // The last line's answer.
            let begin = source.text.get(..end).and_then(|text| text.rfind('\n')).map_or(0, |feed| feed + 1);
            let is_last = |finding: &Finding| finding.span.is_some_and(|span| span.start >= begin);
            out.write_all(ruling::answers(&outcome, &options, is_last).as_bytes())?;
        }
        self.last = Some(outcome);
        if !is_question && !self.written.script.is_empty() {
            self.steps(since, out)?;
            self.changes(&options, out)?;
        }
        Ok(())
    }

    /// Says what is otherwise than when it was said last.
    fn changes(&mut self, options: &ruling::Options, out: &mut dyn Write) -> Result<(), Fault> {
        let Some(unasked) = self.played(&Source::new("what is typed", self.written.unasked())) else {
            return Ok(());
        };
        let told = std::mem::take(&mut self.told);
        let is_new = |finding: &Finding| !told.contains(&finding.sentence);
        out.write_all(ruling::answers(&unasked, options, is_new).as_bytes())?;
        self.told = unasked.findings.into_iter().map(|finding| finding.sentence).collect();
        Ok(())
    }

    fn options(&self) -> ruling::Options {
        let text = TextOptions { colour: page::paint(), width: page::width(), ..TextOptions::default() };
        ruling::Options { steps: false, because: true, question: None, text }
    }

    fn source(&self) -> Source {
        Source::new("what is typed", self.written.text())
    }

    fn played(&self, source: &Source) -> Option<Outcome> {
        self.runner.run_text(source, &Folder::new(&self.folder)).into_iter().next()
    }

    /// Plays what is written without a word.
    fn replay(&mut self) {
        self.last = self.played(&self.source());
    }

    /// Plays a file that was named, and says what comes of it.
    fn look(&mut self, out: &mut dyn Write) -> Result<(), Fault> {
        self.saved = self.written.clone();
        self.replay();
        self.steps(0, out)?;
        if let Some(outcome) = &self.last {
            out.write_all(ruling::answers(outcome, &self.options(), |_| true).as_bytes())?;
            for diagnostic in &outcome.diagnostics {
                write!(out, "{}", page::drawn(diagnostic, &self.source()))?;
            }
        }
        Ok(())
    }

    /// The steps from a place on.
    fn steps(&self, since: usize, out: &mut dyn Write) -> Result<(), Fault> {
        let Some(outcome) = &self.last else { return Ok(()) };
        let Some(game) = &outcome.game else { return Ok(()) };
        let options = TextOptions {
            detail: Level::Default,
            since,
            player_names: outcome.players.clone(),
            ..self.options().text
        };
        Ok(out.write_all(text::render(&outcome.trace, game, &options).as_bytes())?)
    }

    fn zones(&self, out: &mut dyn Write) -> Result<(), Fault> {
        let Some(outcome) = self.played(&self.source()) else { return Ok(()) };
        let options = zones::Options { width: page::width(), colour: page::paint(), viewer: None };
        if let Some(picture) = zones::render(&outcome, &options) {
            out.write_all(picture.as_bytes())?;
        }
        Ok(())
    }

    fn is_unsaved(&self) -> bool {
        self.written != self.saved && !self.written.script.is_empty()
    }

    /// Asks whether it is to be saved.
    fn offer(&mut self, input: &mut Input, out: &mut dyn Write) -> Result<(), Fault> {
        let said = input.line(out, "save it as (nothing: not at all)? ")?;
        match said.as_deref().map(str::trim) {
            None | Some("") => Ok(()),
            Some(name) => self.save(Path::new(name), out),
        }
    }

    /// Writes the scenario into a file: whole, and over no other than its own.
    fn save(&mut self, path: &Path, out: &mut dyn Write) -> Result<(), Fault> {
        let mut path = path.to_owned();
        if path.extension().is_none_or(|extension| extension != "scn") {
            let mut name = path.file_name().unwrap_or_default().to_owned();
            name.push(".scn");
            path.set_file_name(name);
        }
        let source = self.source();
        let text = format(&source).unwrap_or_else(|_| source.text.clone());
        let written = if self.file.as_ref() == Some(&path) {
            super::files::replace(&path, &text)
        } else {
            create_whole(&path, &text)
        };
        match written {
            Ok(()) => {
                self.saved = self.written.clone();
                writeln!(out, "{} written; `headjudge run {}` plays it", path.display(), path.display())?;
                self.file = Some(path);
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                writeln!(out, "there is a file {} already: choose another name", path.display())?;
            }
            Err(error) => writeln!(out, "{}: {error}", path.display())?,
        }
        Ok(())
    }
}

/// How many entries of the trace two outcomes begin with in common: as many as are told alike, with all that is told of them.
fn common(one: &Outcome, other: &Outcome) -> usize {
    let told = |outcome: &Outcome| -> Vec<(usize, String)> {
        let Some(game) = &outcome.game else { return Vec::new() };
        let entries = json::document(&outcome.trace, game, &outcome.players, None).entries;
        let in_text = |entry: &json::Entry| serde_json::to_string(entry).unwrap_or_default();
        entries.iter().map(|entry| (entry.id as usize, in_text(entry))).collect()
    };
    let (one, told_now) = (told(one), told(other));
    let differs = told_now.iter().enumerate().find(|(place, entry)| one.get(*place) != Some(*entry));
    differs.map_or(other.trace.entries().len(), |(_, (id, _))| *id)
}
