//! A card as a tile: as high as what is written on it, turned where it is tapped.

use crate::report::played::Card;

use super::letters::{Weight, escaped, width, wrapped};

/// How wide a card is, and the room between its edge and what is written.
const WIDTH: i32 = 132;
const EDGE: i32 = 6;

/// How far one that is attached to another is moved to the right.
const STEP: i32 = 14;

/// A piece of a picture with its size, drawn from its upper left corner.
#[derive(Debug, Clone, Default)]
pub(super) struct Piece {
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) drawn: String,
}

impl Piece {
    /// The piece at a place.
    pub(super) fn at(&self, x: i32, y: i32) -> String {
        format!("<g transform=\"translate({x} {y})\">{}</g>\n", self.drawn)
    }
}

/// A line of text.
pub(super) fn text(x: i32, y: i32, size: i32, weight: Weight, class: &str, words: &str) -> String {
    let bold = if weight == Weight::Bold { " font-weight=\"bold\"" } else { "" };
    let class = if class.is_empty() { String::new() } else { format!(" class=\"j-{class}\"") };
    format!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{bold}{class}>{}</text>", escaped(words))
}

/// The colours of a card, one letter for the sheet of styles.
fn colour(card: &Card) -> &'static str {
    match card.colors.as_str() {
        "W" => "w",
        "U" => "u",
        "B" => "b",
        "R" => "r",
        "G" => "g",
        "" if card.types.split(' ').any(|word| word == "Land") => "l",
        "" => "a",
        _ => "m",
    }
}

/// The symbols of a cost as small signs in a row, our own, and how wide the row is.
fn signs(cost: &str) -> (String, i32) {
    let mut drawn = String::new();
    let mut x = 0;
    for symbol in cost.split(['{', '}']).filter(|symbol| !symbol.is_empty()) {
        let wide = (width(symbol, 9, Weight::Bold) + 6).max(14);
        let class = match symbol {
            "W" => "w",
            "U" => "u",
            "B" => "b",
            "R" => "r",
            "G" => "g",
            _ => "a",
        };
        let inset = (wide - width(symbol, 9, Weight::Bold)) / 2;
        drawn.push_str(&format!(
            "<rect x=\"{x}\" y=\"0\" width=\"{wide}\" height=\"14\" rx=\"7\" class=\"j-sign j-{class}\"/>"
        ));
        drawn.push_str(&text(x + inset, 10, 9, Weight::Bold, "", symbol));
        x += wide + 2;
    }
    (drawn, (x - 2).max(0))
}

/// What is said of a card beside its face, a line each.
fn remarks(card: &Card, is_below_its_bearer: bool) -> Vec<(String, &'static str)> {
    let mut lines: Vec<(String, &'static str)> = Vec::new();
    for (kind, count) in &card.counters {
        let plural = if *count == 1 { "" } else { "s" };
        lines.push((format!("{count} {kind} counter{plural}"), "good"));
    }
    if card.damage > 0 {
        lines.push((format!("{} damage", card.damage), "bad"));
    }
    lines.extend(card.attacks.iter().map(|what| (format!("attacks {what}"), "bad")));
    if !card.blocks.is_empty() {
        lines.push((format!("blocks {}", card.blocks.join("; ")), "bad"));
    }
    if let Some(host) = card.attached_to.as_ref().filter(|_| !is_below_its_bearer) {
        lines.push((format!("attached to {host}"), "tie"));
    }
    if !card.linked.is_empty() {
        lines.push((format!("with it: {}", card.linked.join("; ")), "tie"));
    }
    if !card.targets.is_empty() {
        lines.push((format!("\u{2192} {}", card.targets.join("; ")), "tie"));
    }
    lines.extend(card.remarks.iter().map(|remark| (remark.clone(), "soft")));
    if !card.may_look.is_empty() {
        lines.push((format!("{} may look", card.may_look.join(" and ")), "soft"));
    }
    lines.extend(card.owner.iter().map(|owner| (format!("owned by {owner}"), "soft")));
    lines
}

/// How a card is called on its tile.
fn name(card: &Card) -> String {
    match card.sort {
        // `Soldier token` says it already.
        Some(sort) if !card.name.split([' ', '\'']).any(|word| word == sort) => {
            format!("{} ({sort})", card.name)
        }
        _ => card.name.clone(),
    }
}

/// A card as it lies on the battlefield or on the stack.
pub(super) fn card(card: &Card, is_below_its_bearer: bool) -> Piece {
    let inner = WIDTH - 2 * EDGE - 4;
    let left = EDGE + 4;
    let mut drawn = String::new();
    let mut y = EDGE;
    for line in wrapped(&name(card), 11, Weight::Bold, inner) {
        y += 13;
        drawn.push_str(&text(left, y, 11, Weight::Bold, "", &line));
    }
    if let Some(cost) = card.cost.as_ref().filter(|cost| !cost.is_empty()) {
        let (row, wide) = signs(cost);
        // A cost of more signs than a card is wide is written.
        if wide <= inner {
            y += 4;
            drawn.push_str(&format!("<g transform=\"translate({} {y})\">{row}</g>", WIDTH - EDGE - wide));
            y += 14;
        } else {
            for line in wrapped(cost, 9, Weight::Plain, inner) {
                y += 12;
                drawn.push_str(&text(left, y, 9, Weight::Plain, "", &line));
            }
        }
    }
    let mut lines: Vec<(String, &'static str)> = Vec::new();
    if card.face_down && !card.name.contains("face-down") {
        lines.push(("face down".to_owned(), "soft"));
    }
    if !card.types.is_empty() {
        lines.push((card.types.clone(), ""));
    }
    if !card.keywords.is_empty() {
        lines.push((card.keywords.join(", "), "soft"));
    }
    lines.extend(remarks(card, is_below_its_bearer));
    if card.phased_out {
        lines.push(("phased out".to_owned(), "bad"));
    }
    y += 2;
    for (words, class) in lines {
        for line in wrapped(&words, 9, Weight::Plain, inner) {
            y += 12;
            drawn.push_str(&text(left, y, 9, Weight::Plain, class, &line));
        }
    }
    if let (Some(power), Some(toughness)) = (card.power, card.toughness) {
        let size = format!("{power}/{toughness}");
        y += 17;
        let x = WIDTH - EDGE - width(&size, 13, Weight::Bold);
        drawn.push_str(&text(x, y, 13, Weight::Bold, "", &size));
    }
    let number = format!("#{}", card.number);
    if card.power.is_none() || card.toughness.is_none() {
        y += 12;
    }
    drawn.push_str(&text(left, y, 8, Weight::Plain, "soft", &number));
    let height = (y + EDGE + 2).max(60);
    let faded = if card.phased_out { " opacity=\"0.5\"" } else { "" };
    let face = format!(
        "<g{faded}><rect width=\"{WIDTH}\" height=\"{height}\" rx=\"7\" class=\"j-card\"/>\
         <rect x=\"1\" y=\"5\" width=\"5\" height=\"{}\" rx=\"2\" class=\"j-{}\"/>{drawn}</g>",
        height - 10,
        colour(card),
    );
    if !card.tapped {
        return Piece { width: WIDTH, height, drawn: face };
    }
    // Turned to the right, its left edge becomes the upper one.
    let drawn = format!("<g transform=\"translate({height} 0) rotate(90)\">{face}</g>");
    Piece { width: height, height: WIDTH, drawn }
}

/// A permanent with what is attached to it below it.
pub(super) fn group(cards: &[&Card]) -> Piece {
    let mut whole = Piece::default();
    for (place, card) in cards.iter().enumerate() {
        let tile = self::card(card, place > 0);
        let x = if place > 0 { STEP } else { 0 };
        if place > 0 {
            // The line says what it is on.
            let from = whole.height;
            whole.drawn.push_str(&format!(
                "<path d=\"M6 {from} v{} h{}\" class=\"j-line\"/>",
                tile.height / 2 + 4,
                STEP - 6
            ));
            whole.height += 4;
        }
        whole.drawn.push_str(&tile.at(x, whole.height));
        whole.height += tile.height;
        whole.width = whole.width.max(x + tile.width);
    }
    whole
}

/// A card in a zone in which it has nothing to do: its name, its cost and what is special about it, on one or a few lines.
pub(super) fn slip(card: &Card, most: i32) -> Piece {
    let mut words = name(card);
    if card.face_down && !card.name.contains("face-down") {
        words.push_str(", face down");
    }
    let more: Vec<String> = remarks(card, false).into_iter().map(|(words, _)| words).collect();
    if !more.is_empty() {
        words.push_str(&format!(" ({})", more.join(", ")));
    }
    let cost = card.cost.as_deref().unwrap_or_default();
    let (row, wide) = signs(cost);
    labelled(&words, (&row, wide), colour(card), most)
}

/// So many cards that nobody who looks knows.
pub(super) fn unknown(count: u32, most: i32) -> Piece {
    let words = if count == 1 { "1 unknown card".to_owned() } else { format!("{count} unknown cards") };
    labelled(&words, ("", 0), "x", most)
}

/// Words in a frame of their own, as cards whose number is unknown.
pub(super) fn note(words: &str, most: i32) -> Piece {
    labelled(words, ("", 0), "x", most)
}

fn labelled(words: &str, (row, wide): (&str, i32), class: &str, most: i32) -> Piece {
    let room = most - 22 - if wide > 0 { wide + 6 } else { 0 };
    let lines = wrapped(words, 10, Weight::Plain, room.max(60));
    let longest = lines.iter().map(|line| width(line, 10, Weight::Plain)).max().unwrap_or(0);
    let high = 8 + 13 * i32::try_from(lines.len()).unwrap_or(1);
    let all = 14 + longest + if wide > 0 { wide + 6 } else { 0 } + 6;
    let mut drawn = format!("<rect width=\"{all}\" height=\"{high}\" rx=\"5\" class=\"j-card\"/>");
    drawn.push_str(&format!(
        "<rect x=\"1\" y=\"3\" width=\"5\" height=\"{}\" rx=\"2\" class=\"j-{class}\"/>",
        high - 6
    ));
    for (place, line) in (0..).zip(&lines) {
        drawn.push_str(&text(11, 14 + 13 * place, 10, Weight::Plain, "", line));
    }
    if wide > 0 {
        drawn.push_str(&format!("<g transform=\"translate({} 3)\">{row}</g>", all - wide - 6));
    }
    Piece { width: all, height: high, drawn }
}
