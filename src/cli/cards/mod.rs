//! `headjudge cards`: lists and searches the cards there are, and keeps those of the user's.

mod import;
mod kept;

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;

use serde::Serialize;

use super::exit::{Exit, Fault};
use super::pool::{self, Cards};
use super::test::{jobs, workers};
use super::wrap::counted;
use crate::cards::{Origin, Pool, Unreadable, fold};
use crate::diag::nearest;
use crate::engine::gaps;
use crate::ir::keyword::KeywordName;
use crate::ir::{Ability, Card, CardType, Color, Colors, Face, Layout, Subtype, Supertype};

pub(super) use kept::Kept;

#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,
    /// Part of a name; several words need no quotation marks
    #[arg(value_name = "NAME")]
    name: Vec<String>,
    /// Only cards of this type, supertype or subtype; several words mean all of them, as in `legendary bird`
    #[arg(long = "type", value_name = "TYPE", value_parser = Kinds::parse)]
    types: Vec<Kinds>,
    /// Only cards with this keyword ability
    #[arg(long = "keyword", value_name = "KEYWORD", value_parser = keyword)]
    keywords: Vec<KeywordName>,
    /// Only cards of this colour: white, blue, black, red, green (or w, u, b, r, g), or colorless
    #[arg(long = "colored", value_name = "COLOR", value_parser = Hue::parse)]
    colors: Vec<Hue>,
    /// Only cards of this mana value
    #[arg(long, value_name = "NUMBER")]
    mana_value: Option<u32>,
    /// Only cards of which all is played
    #[arg(long, conflicts_with = "gaps")]
    playable: bool,
    /// Only cards of which something is not played
    #[arg(long)]
    gaps: bool,
    #[command(flatten)]
    cards: Cards,
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// What else there is to do with cards.
#[derive(Debug, clap::Subcommand)]
enum Task {
    /// Read the cards of Oracle files and keep them, for every command
    Import(import::Arguments),
}

/// What `headjudge cards` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

/// What a type line has to say, all on one face.
#[derive(Debug, Clone)]
struct Kinds(Vec<Kind>);

#[derive(Debug, Clone, Copy)]
enum Kind {
    Type(CardType),
    Supertype(Supertype),
    Subtype(Subtype),
}

/// A colour that is asked for, or that a card has none.
#[derive(Debug, Clone, Copy)]
enum Hue {
    Of(Color),
    None,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write, errors: &mut dyn Write) -> Result<Exit, Fault> {
    if let Some(Task::Import(arguments)) = &arguments.task {
        return import::run(arguments, out);
    }
    let pool = match arguments.cards.pool(errors)? {
        Ok(pool) => pool,
        Err(exit) => return Ok(exit),
    };
    let part = fold(&arguments.name.join(" "));
    let mut found: Vec<(String, &str)> = pool
        .names()
        .map(|name| (fold(name), name))
        .filter(|(folded, _)| part.is_empty() || folded.contains(&part))
        .collect();
    found.sort();
    let mut rows = Vec::new();
    let work = |(): &mut (), number: usize| match found.get(number) {
        Some((_, name)) => arguments.find(&pool, name),
        None => Ok(None),
    };
    let mut broken = None;
    let take = |_, row: Result<Option<Row>, Unreadable>| match row {
        Ok(row) => {
            rows.extend(row);
            ControlFlow::Continue(())
        }
        Err(unreadable) => {
            broken = Some(unreadable);
            ControlFlow::Break(())
        }
    };
    workers::in_order(found.len(), jobs(None), || (), work, take)
        .map_err(|error| Fault::usage(format!("no thread can be started: {error}")))?;
    if let Some(unreadable) = broken {
        return pool::report(&unreadable, errors);
    }
    let playable = rows.iter().filter(|row| row.playable).count();
    let counts = Counts { cards: rows.len(), playable, gaps: rows.len() - playable };
    match arguments.format {
        Format::Text => {
            out.write_all(table(&rows).as_bytes())?;
            writeln!(out, "{}", counts.text())?;
            if rows.is_empty() && !part.is_empty() {
                let near: Vec<String> = pool.nearest(&part).iter().map(|near| format!("`{near}`")).collect();
                if !near.is_empty() {
                    writeln!(out, "nearest to that name: {}", near.join(", "))?;
                }
            }
        }
        Format::Json => {
            serde_json::to_writer_pretty(&mut *out, &List { cards: rows, counts })
                .map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
    }
    Ok(Exit::Expected)
}

impl Arguments {
    /// What is told of the card of that name; nothing if it is not meant.
    fn find(&self, pool: &Pool, name: &str) -> Result<Option<Row>, Unreadable> {
        let origin = pool.origin(name);
        if pool.refuses_users_cards() && origin.as_ref().is_some_and(Origin::is_users) {
            return Ok(None);
        }
        Ok(pool.get(name)?.and_then(|card| self.row(&card, origin)))
    }

    /// What is told of a card; nothing if it is not meant.
    fn row(&self, card: &Arc<Card>, origin: Option<Origin>) -> Option<Row> {
        let fits = self.types.iter().all(|kinds| card.faces.iter().any(|face| kinds.fit(face)))
            && self.keywords.iter().all(|keyword| card.faces.iter().any(|face| has(face, *keyword)))
            && self.colors.iter().all(|hue| hue.fits(colors(card)))
            && self.mana_value.is_none_or(|value| mana_value(card) == value);
        if !fits {
            return None;
        }
        let playable = gaps(card).is_empty();
        let is_meant = if playable { !self.gaps } else { !self.playable };
        is_meant.then(|| Row::of(card, playable, origin))
    }
}

impl Kinds {
    fn parse(text: &str) -> Result<Self, String> {
        // Some subtypes are of two words.
        if let Some(subtype) = Subtype::from_any_case(text) {
            return Ok(Self(vec![Kind::Subtype(subtype)]));
        }
        text.split_whitespace().map(Kind::parse).collect::<Result<_, _>>().map(Self)
    }

    fn fit(&self, face: &Face) -> bool {
        self.0.iter().all(|kind| match kind {
            Kind::Type(its) => face.types.is(*its),
            Kind::Supertype(its) => face.types.has_supertype(*its),
            Kind::Subtype(its) => face.types.has_subtype(*its),
        })
    }
}

impl Kind {
    fn parse(word: &str) -> Result<Self, String> {
        let lower = word.to_lowercase();
        let plain = CardType::from_word(&lower).map(Self::Type);
        let found = plain.or_else(|| Supertype::from_word(&lower).map(Self::Supertype));
        found.or_else(|| Subtype::from_any_case(word).map(Self::Subtype)).ok_or_else(|| {
            let known = CardType::ALL.iter().map(|its| its.word());
            let known = known.chain(Supertype::ALL.iter().map(|its| its.word()));
            said(format!("`{word}` is no type, supertype or subtype"), nearest(&lower, known))
        })
    }
}

fn keyword(text: &str) -> Result<KeywordName, String> {
    let lower = text.to_lowercase();
    KeywordName::from_word(&lower).ok_or_else(|| {
        let near = nearest(&lower, KeywordName::ALL.iter().map(|keyword| keyword.word()));
        said(format!("`{text}` is no keyword ability"), near)
    })
}

/// A fault with what was probably meant.
fn said(fault: String, near: Option<&str>) -> String {
    match near {
        Some(near) => format!("{fault}; did you mean `{near}`?"),
        None => fault,
    }
}

/// Whether a face has a keyword ability printed on it.
fn has(face: &Face, keyword: KeywordName) -> bool {
    face.abilities.iter().any(|ability| matches!(ability, Ability::Keyword(its) if its.name() == keyword))
}

impl Hue {
    fn parse(text: &str) -> Result<Self, String> {
        let lower = text.to_lowercase();
        let letter = || match lower.as_str() {
            "colorless" | "c" => Some(Self::None),
            "w" | "u" | "b" | "r" | "g" => {
                lower.to_uppercase().chars().next().and_then(Color::from_letter).map(Self::Of)
            }
            _ => None,
        };
        Color::from_word(&lower).map(Self::Of).or_else(letter).ok_or_else(|| {
            let known = Color::ALL.iter().map(|color| color.word()).chain(["colorless"]);
            said(format!("`{text}` is no colour"), nearest(&lower, known))
        })
    }

    fn fits(self, colors: Colors) -> bool {
        match self {
            Self::Of(color) => colors.contains(color),
            Self::None => colors.count() == 0,
        }
    }
}

/// The colours of a card's faces together, by mana cost or indicator.
fn colors(card: &Card) -> Colors {
    let of_face = |face: &Face| {
        face.colors.or_else(|| face.cost.as_ref().map(crate::ir::ManaCost::colors)).unwrap_or(Colors::NONE)
    };
    card.faces.iter().map(of_face).fold(Colors::NONE, Colors::union)
}

/// The mana value of a card: of a split card of both halves together, of others of the front face.
fn mana_value(card: &Card) -> u32 {
    let faces = if card.layout == Layout::Split { card.faces.len() } else { 1 };
    card.faces
        .iter()
        .take(faces)
        .filter_map(|face| face.cost.as_ref())
        .map(crate::ir::ManaCost::mana_value)
        .sum()
}

/// The list in the shape of the JSON output.
#[derive(Debug, Serialize)]
struct List {
    cards: Vec<Row>,
    counts: Counts,
}

#[derive(Debug, Serialize)]
struct Counts {
    cards: usize,
    /// Of how many all is played.
    playable: usize,
    /// Of how many something is not.
    gaps: usize,
}

impl Counts {
    fn text(&self) -> String {
        let all = counted(self.cards, "card");
        match (self.cards, self.gaps) {
            (0, _) => all,
            (_, 0) => format!("{all}, all playable"),
            _ => format!("{all}: {} playable, {} with gaps", self.playable, self.gaps),
        }
    }
}

/// A card of the list.
#[derive(Debug, Serialize)]
struct Row {
    name: String,
    faces: Vec<Side>,
    colors: Vec<&'static str>,
    mana_value: u32,
    /// Whether all of it is played.
    playable: bool,
    /// `written` by hand for headjudge, made from the `oracle` text, of a user's `file`, or `imported`.
    from: &'static str,
    /// The file of the user's that defines it.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

#[derive(Debug, Serialize)]
struct Side {
    name: String,
    cost: Option<String>,
    types: String,
    /// Power and toughness, loyalty or defense.
    corner: Option<String>,
    keywords: Vec<&'static str>,
}

impl Row {
    fn of(card: &Card, playable: bool, origin: Option<Origin>) -> Self {
        Self {
            name: card.name(),
            faces: card.faces.iter().map(Side::of).collect(),
            colors: colors(card).iter().map(Color::word).collect(),
            mana_value: mana_value(card),
            playable,
            from: origin.as_ref().map_or("", Origin::word),
            file: match origin {
                Some(Origin::File(path)) => Some(path.to_string()),
                _ => None,
            },
        }
    }

    fn costs(&self) -> String {
        let costs: Vec<&str> = self.faces.iter().filter_map(|face| face.cost.as_deref()).collect();
        costs.join(" // ")
    }

    fn types(&self) -> String {
        let types: Vec<String> = self.faces.iter().map(Side::words).collect();
        types.join(" // ")
    }
}

impl Side {
    fn of(face: &Face) -> Self {
        let corner = match (face.power, face.toughness) {
            (Some(power), Some(toughness)) => Some(format!("{power}/{toughness}")),
            _ => face.loyalty.or(face.defense).map(|number| number.to_string()),
        };
        let keyword = |ability: &Ability| match ability {
            Ability::Keyword(keyword) => Some(keyword.name().word()),
            _ => None,
        };
        Self {
            name: face.name.clone(),
            cost: face.cost.as_ref().map(ToString::to_string),
            types: face.types.to_string(),
            corner,
            keywords: face.abilities.iter().filter_map(keyword).collect(),
        }
    }

    fn words(&self) -> String {
        match &self.corner {
            Some(corner) => format!("{} {corner}", self.types),
            None => self.types.clone(),
        }
    }
}

/// No column but the last is wider than this.
const WIDEST: usize = 34;

/// The cards as a table, a line each.
fn table(rows: &[Row]) -> String {
    let width = |text: &str| text.chars().count().min(WIDEST);
    let names = rows.iter().map(|row| width(&row.name)).max().unwrap_or_default();
    let costs = rows.iter().map(|row| width(&row.costs())).max().unwrap_or_default();
    let mut text = String::new();
    for row in rows {
        let mut line = format!("{:names$}  {:costs$}  {}", row.name, row.costs(), row.types());
        if !row.playable {
            line.push_str("  (gaps)");
        }
        if let Some(file) = &row.file {
            line.push_str(&format!("  (in {file})"));
        }
        if row.from == "imported" {
            line.push_str("  (imported)");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
