//! `headjudge cards import FILE...`: the cards of an Oracle file of the user's, read and kept.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::kept::Kept;
use crate::cards::oracle_file::{self, OracleCard};
use crate::cards::packed::Definition;
use crate::cards::written::InJson;
use crate::cards::{Pool, names_of, yaml};
use crate::cli::exit::{Exit, Fault};
use crate::cli::shelf::{Data, homeless};
use crate::cli::test::{jobs, workers};
use crate::cli::wrap::counted;
use crate::ir::card::Fingerprint;
use crate::ir::node::Node as _;
use crate::ir::{Card, canon};
use crate::oracle::{self, card};

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Arguments {
    /// Oracle files, plain or gzipped: Scryfall's bulk data, MTGJSON's `AtomicCards`, or a card a line
    #[arg(value_name = "FILE", required_unless_present = "remove", conflicts_with = "remove")]
    files: Vec<PathBuf>,
    /// Forget all cards that were imported
    #[arg(long)]
    remove: bool,
    #[command(flatten)]
    data: Data,
}

/// The most that is read of an Oracle file, in bytes, unpacked.
const LARGEST: u64 = 1 << 30;

/// The most that the names and texts of a file's cards may be together, in bytes: those of all cards there are take a tenth of it.
const LONGEST: usize = 128 << 20;

/// How many names are listed.
const MOST_LISTED: usize = 30;

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Fault> {
    let shelf = Kept::of(&arguments.data).ok_or_else(|| homeless("cards"))?;
    if arguments.remove {
        shelf.remove()?;
        writeln!(out, "no imported card is kept any more")?;
        return Ok(Exit::Expected);
    }
    // All files are read before anything is kept: with one that is no Oracle file, nothing is.
    let mut texts: BTreeMap<String, OracleCard> = BTreeMap::new();
    for file in &arguments.files {
        read(file, &mut texts)?;
    }
    let mut kept = shelf.cards()?;
    let cards: Vec<OracleCard> = texts.into_values().collect();
    let bundled = Pool::new();
    let mut summary = Summary::default();
    let work = |(): &mut (), number: usize| cards.get(number).map(|it| Import::of(it, &bundled));
    let take = |number: usize, import: Option<Import>| {
        if let Some((import, it)) = import.zip(cards.get(number)) {
            summary.add(&it.name, import, &mut kept);
        }
        ControlFlow::Continue(())
    };
    workers::in_order(cards.len(), jobs(None), || (), work, take)
        .map_err(|error| Fault::usage(format!("no thread can be started: {error}")))?;
    shelf.keep(kept)?;
    summary.print(out)?;
    writeln!(out, "kept in {}", shelf.path().display())?;
    Ok(Exit::Expected)
}

/// Adds the cards of a file; of several of one name the last is the newest.
fn read(file: &Path, texts: &mut BTreeMap<String, OracleCard>) -> Result<(), Fault> {
    let opened = File::open(file).map_err(|error| Fault::file(file, error))?;
    let mut plain = BufReader::new(opened);
    let start = plain.fill_buf().map_err(|error| Fault::file(file, error))?;
    let is_gzipped = start.starts_with(&[0x1f, 0x8b]);
    let reader: Box<dyn Read> =
        if is_gzipped { Box::new(flate2::read::MultiGzDecoder::new(plain)) } else { Box::new(plain) };
    // A byte more than is taken tells that there is more.
    let mut limited = reader.take(LARGEST + 1);
    let (mut count, mut length) = (0, 0);
    let read = oracle_file::each(&mut limited, &mut |card| {
        count += 1;
        let faces = card.printed.iter().flat_map(|printed| &printed.faces);
        length += card.name.len() + faces.map(|face| face.name.len() + face.text.len()).sum::<usize>();
        if length <= LONGEST {
            texts.insert(card.name.clone(), card);
        }
    });
    let help = "take the `oracle-cards` of https://scryfall.com/docs/api/bulk-data or the `AtomicCards` of https://mtgjson.com";
    if limited.limit() == 0 || length > LONGEST {
        let what = if length > LONGEST { "its texts are" } else { "it is" };
        let most = if length > LONGEST { LONGEST >> 20 } else { LARGEST as usize >> 20 };
        let fault = format!("{what} larger than {most} megabytes, and nothing is imported");
        return Err(Fault::file(file, fault).with_help(help));
    }
    match read {
        Err((line, message)) => {
            let fault = format!(
                "it can't be read as an Oracle file, and nothing is imported: line {line}: {message}"
            );
            Err(Fault::file(file, fault).with_help(help))
        }
        Ok(()) if count == 0 => {
            Err(Fault::file(file, "there is no card in it, and nothing is imported").with_help(help))
        }
        Ok(()) => Ok(()),
    }
}

/// What comes of a card's text.
enum Import {
    /// It is no card of ordinary games, or headjudge has no such cards; then the reason.
    No(Option<String>),
    /// The card of this name is as it comes with headjudge.
    AsBundled(String),
    /// It is kept.
    Yes {
        definition: Definition,
        /// Whether all of its text is understood.
        whole: bool,
        /// Whether headjudge comes with another card of the name.
        differs: bool,
    },
}

impl Import {
    fn of(it: &OracleCard, bundled: &Pool) -> Self {
        let printed = match &it.printed {
            _ if !it.is_ordinary => return Self::No(None),
            Ok(printed) => printed,
            Err(why) => return Self::No(Some(why.clone())),
        };
        let texts: Vec<&str> = printed.faces.iter().map(|face| face.text.as_str()).collect();
        let fingerprint = Fingerprint::of(&texts.join("\n//\n"));
        let read = card::read(oracle::grammar(), printed);
        let card = Card { oracle: Some(fingerprint), ..read.card };
        let name = card.name();
        let theirs = bundled.get(&name).ok().flatten().filter(|theirs| theirs.name() == name);
        if let Some(theirs) = &theirs {
            let plain = |card: &Card| Card { oracle: None, ..card.clone() };
            if theirs.oracle == Some(fingerprint) || canon::are_same(&plain(theirs), &plain(&card)) {
                return Self::AsBundled(name);
            }
        }
        let Ok(line) = serde_json::to_string(&InJson(&card.written())) else {
            return Self::No(Some("it can't be written as JSON".to_owned()));
        };
        // What is kept is never refused when it is read again.
        match yaml::read_kept(&line) {
            Ok(again) if again == [card.clone()] => Self::Yes {
                definition: Definition { names: names_of(&card), line },
                whole: read.unread.is_empty(),
                differs: theirs.is_some(),
            },
            Ok(_) => Self::No(Some("it would be kept otherwise than it is read".to_owned())),
            Err(faults) => Self::No(faults.first().map(|fault| fault.message.clone())),
        }
    }
}

/// What an import came to.
#[derive(Default)]
struct Summary {
    new: usize,
    changed: usize,
    same: usize,
    as_bundled: usize,
    in_part: usize,
    others: usize,
    /// The cards that headjudge has no such of, with the reasons.
    declined: Vec<(String, String)>,
    /// The cards that come with headjudge and are other ones there, and whether all of their text is understood.
    differing: Vec<(String, bool)>,
}

impl Summary {
    fn add(&mut self, name: &str, import: Import, kept: &mut BTreeMap<String, Definition>) {
        match import {
            Import::No(None) => self.others += 1,
            Import::No(Some(why)) => self.declined.push((name.to_owned(), why)),
            Import::AsBundled(name) => {
                self.as_bundled += 1;
                // An older one is not in its way any more.
                kept.remove(&name);
            }
            Import::Yes { definition, whole, differs } => {
                let own = definition.names.first().cloned().unwrap_or_default();
                self.in_part += usize::from(!whole);
                if differs {
                    self.differing.push((own.clone(), whole));
                }
                let line = definition.line.clone();
                match kept.insert(own, definition) {
                    None => self.new += 1,
                    Some(before) if before.line == line => self.same += 1,
                    Some(_) => self.changed += 1,
                }
            }
        }
    }

    fn print(&self, out: &mut dyn Write) -> Result<(), Fault> {
        let all = self.new + self.changed + self.same + self.as_bundled;
        writeln!(
            out,
            "{}: {} new, {} changed, {} the same as before, {} as they come with headjudge",
            counted(all, "card"),
            self.new,
            self.changed,
            self.same,
            self.as_bundled
        )?;
        if self.in_part > 0 {
            let cards = counted(self.in_part, "card");
            writeln!(
                out,
                "not all of the text is understood of {cards}; a scenario that comes to the rest is undecided"
            )?;
        }
        if self.others > 0 {
            writeln!(out, "left out, as no cards of ordinary games: {}", self.others)?;
        }
        list(out, "declined", &self.declined, |(name, why)| format!("{name}: {why}"))?;
        list(
            out,
            "other than what comes with headjudge, which they replace",
            &self.differing,
            |(name, whole)| {
                if *whole { name.clone() } else { format!("{name} (not all of the text is understood)") }
            },
        )
    }
}

/// A list of names under what is said of them.
fn list<T>(out: &mut dyn Write, what: &str, items: &[T], line: impl Fn(&T) -> String) -> Result<(), Fault> {
    if items.is_empty() {
        return Ok(());
    }
    writeln!(out, "{what}: {}", items.len())?;
    for item in items.iter().take(MOST_LISTED) {
        writeln!(out, "  {}", line(item))?;
    }
    let more = items.len().saturating_sub(MOST_LISTED);
    if more > 0 {
        writeln!(out, "  and {more} more")?;
    }
    Ok(())
}
