//! A card as it is printed, and as its text is copied from a card site.

use std::borrow::Cow;

use crate::ir::card::{Layout, PrintedNumber};
use crate::ir::node::Node as _;
use crate::ir::tree::Tree;
use crate::ir::{Color, Colors, ManaCost, TypeLine};

/// The longest text of a card that is read, in bytes.
pub const LONGEST: usize = 20_000;

/// A card as it is printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Printed {
    /// How its faces belong together.
    pub layout: Layout,
    /// Its faces, the front (or left) one first.
    pub faces: Vec<PrintedFace>,
}

/// A face as it is printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedFace {
    /// The name.
    pub name: String,
    /// The mana cost.
    pub cost: Option<ManaCost>,
    /// A colour indicator.
    pub colors: Option<Colors>,
    /// The type line.
    pub types: TypeLine,
    /// The power.
    pub power: Option<PrintedNumber>,
    /// The toughness.
    pub toughness: Option<PrintedNumber>,
    /// The loyalty.
    pub loyalty: Option<PrintedNumber>,
    /// The defense.
    pub defense: Option<PrintedNumber>,
    /// The rules text.
    pub text: String,
}

/// What stands before the number of a station symbol, as in `STATION 8+`.
pub(super) const STATION: &str = "STATION ";

impl PrintedFace {
    /// The face of a station card (721): the box with power and toughness belongs to the last of its station symbols, so that it is no
    /// characteristic of the card (721.2b, 721.2c). Files give it as one.
    #[must_use]
    pub fn stationed(mut self) -> Self {
        let symbol = self.text.lines().rev().find(|line| line.starts_with(STATION)).map(str::to_owned);
        if let Some(symbol) = symbol
            && let (Some(PrintedNumber::Fixed(power)), Some(PrintedNumber::Fixed(toughness))) =
                (self.power, self.toughness)
            && let Some((before, behind)) = self.text.rsplit_once(&symbol)
        {
            self.text = format!("{before}{symbol}\n{power}/{toughness}{behind}");
            (self.power, self.toughness) = (None, None);
        }
        self
    }
}

/// What is wrong with a text that should be a card's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The line, counted from 0.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

/// Reads a card's text as it is copied: for each face its mana cost, type line, power and toughness or loyalty or defense, and rules
/// text. The name stands before it or with the cost on its first line. Faces are parted by `//` or `---`.
///
/// # Errors
/// If a face has no type line, or the text is too long.
pub fn paste(name: &str, text: &str) -> Result<Printed, Fault> {
    if text.len() > LONGEST {
        return Err(Fault { line: 0, message: "the text is longer than that of any card".to_owned() });
    }
    let mut parts: Vec<Vec<(usize, &str)>> = vec![Vec::new()];
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if matches!(line, "//" | "---" | "——" | "----") {
            parts.push(Vec::new());
        } else if let Some(part) = parts.last_mut().filter(|_| !line.is_empty()) {
            part.push((number, line));
        }
    }
    let mut faces = Vec::new();
    // The name of a card with several faces may be that of all of them.
    let whole = name.split(" // ").count() == parts.len();
    let mut names = name.split(if whole { " // " } else { "\n" });
    for lines in &parts {
        faces.push(face(names.next(), lines)?);
    }
    let layout = if faces.len() > 1 { layout(&faces) } else { Layout::Normal };
    Ok(Printed { layout, faces })
}

/// How the faces of a copied text belong together, told by their types and costs.
fn layout(faces: &[PrintedFace]) -> Layout {
    let Some(back) = faces.get(1) else { return Layout::Normal };
    let is = |word: &str| back.types.subtypes.iter().any(|subtype| subtype.word() == word);
    match () {
        () if is("Adventure") => Layout::Adventure,
        () if is("Omen") => Layout::Omen,
        () if back.cost.is_none() => Layout::Transform,
        () if faces.iter().all(|face| !face.types.is_permanent()) => Layout::Split,
        // The halves share a type line (709.5).
        () if is("Room") => Layout::Split,
        () => Layout::Modal,
    }
}

fn face(name: Option<&str>, lines: &[(usize, &str)]) -> Result<PrintedFace, Fault> {
    let first = lines.first().map_or(0, |(number, _)| *number);
    let fault = |line: usize, message: &str| Fault { line, message: message.to_owned() };
    let mut rest = lines;
    let mut named = name.map(str::to_owned);
    let (mut cost, mut colors) = (None, None);
    while let [(_, line), after @ ..] = rest {
        if colors.is_none()
            && let Some(indicated) = indicator(line)
        {
            colors = Some(indicated);
            rest = after;
            continue;
        }
        // The name, the cost, or both on one line.
        let (before, symbols) = match line.find('{') {
            Some(place) if line.ends_with('}') => line.split_at(place),
            _ => (*line, ""),
        };
        let before = before.trim();
        if cost.is_none()
            && !symbols.is_empty()
            && (before.is_empty() || named.as_deref().is_none_or(|name| name == before))
        {
            cost = ManaCost::parse(symbols);
            if cost.is_none() {
                break;
            }
            if named.is_none() && !before.is_empty() {
                named = Some(before.to_owned());
            }
        } else if named.as_deref() == Some(*line) && TypeLine::parse(line).is_err() {
            // The name again.
        } else if named.is_none() && TypeLine::parse(line).is_err() {
            named = Some((*line).to_owned());
        } else {
            break;
        }
        rest = after;
    }
    let [(number, line), after @ ..] = rest else {
        return Err(fault(first, "a type line such as `Creature — Bird` is missing"));
    };
    let types = TypeLine::parse_new(&line.replace(" - ", " — ").replace(" – ", " — ")).map_err(|word| {
        fault(
            *number,
            &format!(
                "`{word}` is no card type or subtype; here the type line is expected, as `Creature — Bird`"
            ),
        )
    })?;
    let name = named
        .filter(|name| !name.is_empty())
        .ok_or_else(|| fault(first, "the name of this face is missing"))?;
    let mut face = PrintedFace {
        name,
        cost,
        colors,
        types,
        power: None,
        toughness: None,
        loyalty: None,
        defense: None,
        text: String::new(),
    };
    for (_, line) in after {
        let line = bare(line);
        if face.colors.is_none()
            && face.text.is_empty()
            && let Some(indicated) = indicator(&line)
        {
            face.colors = Some(indicated);
        } else if !corner(&mut face, &line) {
            face.text.push_str(&line);
            face.text.push('\n');
        }
    }
    Ok(face.stationed())
}

/// A line without the square brackets that some print around a loyalty cost or what stands in a face's corner: `[+1]:`, `[Loyalty: 3]`.
pub fn bare(line: &str) -> Cow<'_, str> {
    let Some((within, behind)) = line.strip_prefix('[').and_then(|rest| rest.split_once(']')) else {
        return Cow::Borrowed(line);
    };
    let is_cost = behind.starts_with(':')
        && within.starts_with(['+', '-', '−', '–', '0'])
        && within.chars().skip(1).all(|letter| letter.is_ascii_digit() || letter == 'X');
    let is_corner = behind.is_empty()
        && ["loyalty", "defense"].iter().any(|word| within.to_lowercase().starts_with(word));
    match is_cost || is_corner {
        true => Cow::Owned(format!("{within}{behind}")),
        false => Cow::Borrowed(line),
    }
}

/// Reads a line that says which colors the color indicator shows, as `Color Indicator: Red and Green` or `(Blue)` (204.1).
fn indicator(line: &str) -> Option<Colors> {
    let lower = line.to_lowercase();
    let named = ["color indicator", "colour indicator", "color", "colour"];
    let behind = |word: &&str| lower.strip_prefix(*word).and_then(|rest| rest.trim_start().strip_prefix(':'));
    let listed = named.iter().find_map(behind).or_else(|| lower.strip_prefix('(')?.strip_suffix(')'))?;
    let words = listed.split([',', '/', ' ', '&']).filter(|word| !word.is_empty() && *word != "and");
    let letter = |word: &str| match word {
        "w" => Some(Color::White),
        "u" => Some(Color::Blue),
        "b" => Some(Color::Black),
        "r" => Some(Color::Red),
        "g" => Some(Color::Green),
        _ => None,
    };
    let mut colors = Colors::NONE;
    for word in words {
        colors = colors.with(Color::from_word(word).or_else(|| letter(word.trim_matches(['{', '}'])))?);
    }
    (colors != Colors::NONE).then_some(colors)
}

/// Reads a line that says what is in a face's corner; whether it is one.
fn corner(face: &mut PrintedFace, line: &str) -> bool {
    let number = |text: &str| {
        PrintedNumber::read(&Tree::word(text.trim()))
            .ok()
            .or_else(|| text.trim().parse().ok().map(PrintedNumber::Fixed))
    };
    if let Some((power, toughness)) = line.split_once('/')
        && face.power.is_none()
        && let (Some(power), Some(toughness)) = (number(power), number(toughness))
    {
        (face.power, face.toughness) = (Some(power), Some(toughness));
        return true;
    }
    let lower = line.to_lowercase();
    let behind = |word: &str| {
        lower
            .strip_prefix(word)
            .map(|rest| rest.trim_start_matches(':').trim().to_owned())
            .and_then(|rest| number(&rest))
    };
    if let Some(loyalty) = behind("loyalty") {
        face.loyalty = Some(loyalty);
        return true;
    }
    if let Some(defense) = behind("defense") {
        face.defense = Some(defense);
        return true;
    }
    false
}
