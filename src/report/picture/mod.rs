//! A position as a picture (SVG): the zones as a table shows them, with cards that are drawn from what they are.
//!
//! Everything is measured in whole numbers before it is drawn, so that no text runs over and the same position is the same picture
//! everywhere. The picture refers to nothing outside itself.

mod letters;
mod tile;

use super::played::{Board, Card, Heap, Lying, Seat};
pub(super) use letters::escaped;

use letters::{Weight, width, wrapped};
use tile::{Piece, card, group, note, slip, text, unknown};

/// How wide the picture is; the room at its edges, and between two pieces.
const WIDTH: i32 = 1000;
const MARGIN: i32 = 16;
const GAP: i32 = 8;

/// Where what lies in a zone begins.
const LABEL: i32 = 96;

/// The names of the styles begin with `j-`, for the picture may stand in a page that has its own.
const STYLE: &str = ".j-picture text{font-family:'DejaVu Sans',Verdana,sans-serif;fill:#1c1f24}\
    .j-ground{fill:#f3f1ea}.j-zone{fill:#e6e2d6}.j-card{fill:#fffdf7;stroke:#6b6659}\
    .j-picture .j-soft{fill:#5b5a55}.j-picture .j-good{fill:#1d5b2c}.j-picture .j-bad{fill:#9a1c1c}\
    .j-picture .j-tie{fill:#27408b}.j-line{fill:none;stroke:#6b6659;stroke-width:2}\
    .j-sign{stroke:#6b6659;stroke-width:.5}.j-w{fill:#f0e3ae}.j-u{fill:#9cc3e6}.j-b{fill:#a79fae}\
    .j-r{fill:#ec9d84}.j-g{fill:#9fcf9f}.j-m{fill:#e2bd55}.j-l{fill:#c2a37e}.j-a{fill:#c9ced6}.j-x{fill:#d4d0c4}";

/// What is above the board.
#[derive(Debug, Clone, Copy)]
pub struct Heading<'a> {
    /// The title.
    pub title: &'a str,
    /// What has just happened; empty where that is not said.
    pub step: &'a str,
    /// The player who looks, if it isn't the judge.
    pub viewer: Option<&'a str>,
}

/// A board as an SVG picture. Who looks sits at the lower end, or the first player where nobody does.
pub fn svg(board: &Board, cards: &[Card], heading: &Heading<'_>) -> String {
    let mut picture = Picture { cards, drawn: String::new(), y: MARGIN };
    picture.heading(board, heading);
    let last = heading.viewer.and_then(|viewer| board.players.iter().position(|seat| seat.name == viewer));
    let last = last.unwrap_or(0);
    let others = board.players.iter().enumerate().rev().filter(|(place, _)| *place != last);
    for (_, seat) in others {
        picture.player(board, seat);
    }
    picture.shared(board);
    if let Some(seat) = board.players.get(last) {
        picture.player(board, seat);
    }
    let height = picture.y + MARGIN - GAP;
    let title = escaped(heading.title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" class=\"j-picture\" role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n<rect width=\"{WIDTH}\" height=\"{height}\" class=\"j-ground\"/>\n{}</svg>\n",
        picture.drawn
    )
}

struct Picture<'a> {
    cards: &'a [Card],
    drawn: String,
    /// Where the next row begins.
    y: i32,
}

impl Picture<'_> {
    fn heading(&mut self, board: &Board, heading: &Heading<'_>) {
        let room = WIDTH - 2 * MARGIN;
        for line in wrapped(heading.title, 18, Weight::Bold, room) {
            self.y += 18;
            self.drawn.push_str(&text(MARGIN, self.y, 18, Weight::Bold, "", &line));
            self.y += 4;
        }
        let mut when = match &board.ended {
            Some(ended) => ended.clone(),
            None => format!("Turn {}, {}'s {}", board.turn, board.active, board.step),
        };
        if let Some(viewer) = heading.viewer {
            when.push_str(&format!(", as {viewer} sees it"));
        }
        for words in [when.as_str(), heading.step] {
            for line in wrapped(words, 12, Weight::Plain, room) {
                self.y += 16;
                self.drawn.push_str(&text(MARGIN, self.y, 12, Weight::Plain, "soft", &line));
            }
        }
        self.y += GAP + 6;
        self.drawn.push('\n');
    }

    /// A player with the zones that are theirs.
    fn player(&mut self, board: &Board, seat: &Seat) {
        let mut facts = vec![format!("life {}", seat.life)];
        facts.extend(seat.counters.iter().map(|(kind, count)| format!("{kind} {count}")));
        facts.extend(seat.mana.iter().map(|mana| format!("mana {mana}")));
        if board.active == seat.name {
            facts.push("active player".to_owned());
        }
        if board.priority.as_ref() == Some(&seat.name) {
            facts.push("has priority".to_owned());
        }
        if seat.gone {
            facts = vec!["has left the game".to_owned()];
        }
        self.y += 18;
        self.drawn.push_str(&text(MARGIN, self.y, 15, Weight::Bold, "", &seat.name));
        let x = MARGIN + (width(&seat.name, 15, Weight::Bold) + 12).max(LABEL);
        let room = (WIDTH - MARGIN - x).max(200);
        for (place, line) in wrapped(&facts.join(", "), 12, Weight::Plain, room).iter().enumerate() {
            self.y += if place > 0 { 15 } else { 0 };
            self.drawn.push_str(&text(x, self.y, 12, Weight::Plain, "", line));
        }
        self.y += GAP;
        self.drawn.push('\n');
        if seat.gone {
            return;
        }
        let hand = self.slips(&seat.hand);
        self.zone("hand", hand);
        let rows = self.battlefield(&seat.battlefield);
        let mut label = "battlefield";
        for row in rows {
            self.zone(label, row);
            label = "";
        }
        let graveyard = self.slips(&seat.graveyard);
        self.zone("graveyard", graveyard);
        let mut library = self.slips(&seat.library);
        if let Some(after) = seat.endless_after {
            library.insert(after.min(library.len()), note("unknown cards", room_of_zone()));
        }
        self.zone("library", library);
        self.y += GAP;
    }

    /// Those that are no lands, and the lands behind them.
    fn battlefield(&self, groups: &[Lying]) -> Vec<Vec<Piece>> {
        let (mut front, mut lands) = (Vec::new(), Vec::new());
        for lying in groups {
            let cards: Vec<&Card> = lying.iter().filter_map(|place| self.card(*place)).collect();
            let Some(first) = cards.first() else { continue };
            let is_land = first.types.split(' ').any(|word| word == "Land")
                && !first.types.split(' ').any(|word| word == "Creature");
            let row = if is_land { &mut lands } else { &mut front };
            row.push(group(&cards));
        }
        let rows: Vec<Vec<Piece>> = [front, lands].into_iter().filter(|row| !row.is_empty()).collect();
        if rows.is_empty() { vec![Vec::new()] } else { rows }
    }

    /// The zones that all players share.
    fn shared(&mut self, board: &Board) {
        let stack: Vec<Piece> =
            board.stack.iter().filter_map(|place| self.card(*place)).map(|it| card(it, false)).collect();
        if !stack.is_empty() {
            self.zone("stack", stack);
        }
        for (place, heap) in board.exile.iter().enumerate() {
            self.heap(if place == 0 { "exile" } else { "" }, heap);
        }
        for (label, lying) in [("command", &board.command), ("ante", &board.ante)] {
            if !lying.is_empty() {
                let slips = self.slips(lying);
                self.zone(label, slips);
            }
        }
        self.y += GAP;
    }

    fn heap(&mut self, label: &str, heap: &Heap) {
        let mut pieces = self.slips(&heap.cards);
        if let Some(why) = &heap.why {
            let lines = wrapped(why, 10, Weight::Plain, room_of_zone());
            let mut piece = Piece { width: room_of_zone(), ..Piece::default() };
            for line in lines {
                piece.height += 14;
                piece.drawn.push_str(&text(0, piece.height - 3, 10, Weight::Plain, "soft", &line));
            }
            pieces.insert(0, piece);
        }
        self.zone(label, pieces);
    }

    fn slips(&self, lying: &Lying) -> Vec<Piece> {
        let room = room_of_zone();
        let piece = |place: &i32| match u32::try_from(*place) {
            Ok(_) => self.card(*place).map(|card| slip(card, room)),
            Err(_) => Some(unknown(place.unsigned_abs(), room)),
        };
        lying.iter().filter_map(piece).collect()
    }

    fn card(&self, place: i32) -> Option<&Card> {
        usize::try_from(place).ok().and_then(|place| self.cards.get(place))
    }

    /// A zone with its pieces side by side, in as many rows as they need.
    fn zone(&mut self, label: &str, pieces: Vec<Piece>) {
        let left = MARGIN + LABEL;
        let (mut x, mut top, mut high) = (left, self.y + GAP, 20);
        let mut drawn = String::new();
        for piece in &pieces {
            if x > left && x + piece.width > WIDTH - MARGIN - GAP {
                top += high + GAP;
                (x, high) = (left, 0);
            }
            drawn.push_str(&piece.at(x, top));
            x += piece.width + GAP;
            high = high.max(piece.height);
        }
        let bottom = top + high + GAP;
        self.drawn.push_str(&format!(
            "<rect x=\"{MARGIN}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\" class=\"j-zone\"/>\n",
            self.y,
            WIDTH - 2 * MARGIN,
            bottom - self.y
        ));
        let empty = if pieces.is_empty() { "none" } else { "" };
        self.drawn.push_str(&text(MARGIN + GAP, self.y + 22, 11, Weight::Bold, "soft", label));
        if !empty.is_empty() && !label.is_empty() {
            self.drawn.push_str(&text(left, self.y + 22, 11, Weight::Plain, "soft", empty));
        }
        self.drawn.push_str(&drawn);
        self.y = bottom + 4;
    }
}

/// How wide something in a zone may be.
const fn room_of_zone() -> i32 {
    WIDTH - 2 * MARGIN - LABEL - 2 * GAP
}
