//! A position as a table shows it, for one who looks: whole boards, whose cards are listed once for all of them.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::engine::View;
use crate::game::{Ending, Game, ManaAmount, ObjectId, PlayerId, Thing};
use crate::ir::Zone;
use crate::trace::names::{self, Names};

use super::card::{Card, Said, card};
use crate::report::zones::piles;

/// What lies in a zone: numbers of cards in the document's list; a negative one is so many cards that who looks does not know.
pub type Lying = Vec<i32>;

/// A position.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Board {
    /// The number of the turn since the scenario began, from 1; 0 before the game begins.
    pub turn: u32,
    /// The step or phase.
    pub step: &'static str,
    /// The player whose turn it is.
    pub active: String,
    /// The player who has priority, if one has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<String>,
    /// How the game has ended, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<String>,
    /// The players in turn order.
    pub players: Vec<Seat>,
    /// The stack, its top first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stack: Lying,
    /// The piles of exile.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exile: Vec<Heap>,
    /// The command zone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub command: Lying,
    /// The ante.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ante: Lying,
}

/// A player and the zones that are theirs.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Seat {
    /// The name.
    pub name: String,
    /// The life total.
    pub life: i32,
    /// Counters that the player has, and how many of each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<(String, u32)>,
    /// Unspent mana, in symbols.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mana: Option<String>,
    /// Whether the player has left the game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub gone: bool,
    /// The hand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hand: Lying,
    /// The library, its top first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub library: Lying,
    /// Behind how many entries of the library unknown cards lie, as many as needed; absent where it is as long as its list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endless_after: Option<usize>,
    /// What the player controls, each permanent with what is attached to it behind it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub battlefield: Vec<Lying>,
    /// The graveyard, its top first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub graveyard: Lying,
}

/// A pile in exile.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Heap {
    /// What may take its cards from there, or finds them there; absent for cards that are there for good.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Whether its cards are face down.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub face_down: bool,
    /// The cards in the order in which they came.
    pub cards: Lying,
}

/// Cards of all boards of a document, each once.
#[derive(Debug, Default)]
pub(super) struct Cards {
    pub(super) list: Vec<Card>,
    places: BTreeMap<String, i32>,
    /// What they say, if that is asked for.
    said: Option<Said>,
}

impl Cards {
    /// No cards yet; of those to come with or without what they say.
    pub(super) fn new(words: bool) -> Self {
        Self { said: words.then(Said::default), ..Self::default() }
    }

    /// The number of a card that looks like this.
    fn place(&mut self, card: Card) -> i32 {
        // Plain structs are always written.
        let key = serde_json::to_string(&card).unwrap_or_default();
        if let Some(place) = self.places.get(&key) {
            return *place;
        }
        let place = i32::try_from(self.list.len()).unwrap_or(i32::MAX);
        self.list.push(card);
        self.places.insert(key, place);
        place
    }
}

/// The board of a position for one who looks, or (`None`) for the judge.
pub(super) fn board(game: &Game, players: &[String], viewer: Option<PlayerId>, cards: &mut Cards) -> Board {
    let names = Names::new(game, players, viewer);
    let view = View::of(game).ok();
    let mut table = Table { game, names, view: view.as_ref(), viewer, cards };
    table.board()
}

struct Table<'a> {
    game: &'a Game,
    names: Names<'a>,
    /// What the layers make of the objects, where that can be told.
    view: Option<&'a View>,
    viewer: Option<PlayerId>,
    cards: &'a mut Cards,
}

impl Table<'_> {
    fn board(&mut self) -> Board {
        let turn = self.game.turn();
        let ended = self.game.ending().map(|ending| match ending {
            Ending::Won(player) => {
                let winners = self.game.winners_with(player);
                let winners: Vec<String> = winners.iter().map(|player| self.names.player(*player)).collect();
                let have = if winners.len() > 1 { "have" } else { "has" };
                format!("{} {have} won the game", winners.join(" and "))
            }
            Ending::Draw => "the game is a draw".to_owned(),
        });
        let stack: Vec<ObjectId> = self.game.stack().iter().rev().copied().collect();
        Board {
            turn: turn.number,
            step: names::step_of(self.game),
            active: self.names.player(turn.active),
            priority: turn.priority.map(|player| self.names.player(player)),
            ended,
            players: self.game.players().map(|player| self.seat(player)).collect(),
            stack: self.lying(&stack),
            exile: self.exile(),
            command: self.lying(self.game.command()),
            ante: self.lying(self.game.zone(Zone::Ante, PlayerId(0))),
        }
    }

    fn seat(&mut self, player: PlayerId) -> Seat {
        let its = self.game.player(player);
        let mut counters: Vec<(String, u32)> = [("poison", its.poison), ("energy", its.energy)]
            .into_iter()
            .map(|(kind, count)| (kind.to_owned(), count))
            .chain(its.counters.iter().map(|(kind, count)| (kind.to_string(), *count)))
            .collect();
        counters.retain(|(_, count)| *count > 0);
        let mana: ManaAmount = its.mana.iter().map(|mana| mana.kind).collect();
        let (library, endless_after) = self.library(player);
        let graveyard: Vec<ObjectId> = its.graveyard.iter().rev().copied().collect();
        Seat {
            name: self.names.player(player),
            life: its.life,
            counters,
            mana: (!its.mana.is_empty()).then(|| mana.to_string()),
            gone: its.gone,
            hand: self.lying(&its.hand),
            library,
            endless_after,
            battlefield: self.battlefield(player),
            graveyard: self.lying(&graveyard),
        }
    }

    /// Cards in their order, those that who looks does not know counted behind them.
    fn lying(&mut self, objects: &[ObjectId]) -> Lying {
        let mut lying = Vec::with_capacity(objects.len());
        let mut hidden = 0;
        for object in objects {
            if self.is_hidden(*object) {
                hidden += 1;
            } else {
                lying.push(self.card(*object));
            }
        }
        if hidden > 0 {
            lying.push(-hidden);
        }
        lying
    }

    /// A library from the top down (401.2): where a card lies among those that were shuffled nobody knows.
    fn library(&mut self, player: PlayerId) -> (Lying, Option<usize>) {
        let its = self.game.player(player);
        let mut lying: Lying = Vec::new();
        let mut endless_after = None;
        let mut hidden = 0;
        for (place, card) in its.library.iter().rev().enumerate() {
            if its.endless_library && place == its.listed_on_top() {
                lying.extend((hidden > 0).then_some(-std::mem::take(&mut hidden)));
                endless_after = Some(lying.len());
            }
            if self.is_hidden(*card) || self.viewer.is_some() && its.unordered.contains(card) {
                hidden += 1;
                continue;
            }
            lying.extend((hidden > 0).then_some(-std::mem::take(&mut hidden)));
            lying.push(self.card(*card));
        }
        lying.extend((hidden > 0).then_some(-hidden));
        if its.endless_library && endless_after.is_none() {
            endless_after = Some(lying.len());
        }
        (lying, endless_after)
    }

    /// What a player controls, with what is attached to it behind each permanent, and then what has phased out.
    fn battlefield(&mut self, player: PlayerId) -> Vec<Lying> {
        let controls = |object: &ObjectId| match self.view {
            Some(view) => view.controller(self.game, *object) == player,
            None => self.game.object(*object).controller == player,
        };
        // What is attached lies with what it is on, whoever controls it.
        let field = self.game.battlefield();
        let host = |object: ObjectId| match self.game.object(object).attached_to {
            Some(Thing::Object(host)) if field.contains(&host) => Some(host),
            _ => None,
        };
        let mut groups: Vec<Vec<ObjectId>> = Vec::new();
        for permanent in field.iter().filter(|permanent| host(**permanent).is_none() && controls(permanent)) {
            let mut group = Vec::new();
            let mut waiting = vec![*permanent];
            while let Some(object) = waiting.pop() {
                if group.contains(&object) {
                    continue;
                }
                group.push(object);
                waiting.extend(field.iter().rev().filter(|other| host(**other) == Some(object)));
            }
            groups.push(group);
        }
        let phased = self
            .game
            .objects()
            .iter()
            .filter(|object| object.phased_out.as_ref().is_some_and(|phased| phased.under == player));
        groups.extend(phased.map(|object| vec![object.id]));
        groups.into_iter().map(|group| group.into_iter().map(|object| self.card(object)).collect()).collect()
    }

    fn exile(&mut self) -> Vec<Heap> {
        let piles = piles::of(self.game, &self.names);
        let heap = |pile: piles::Pile| Heap {
            why: (!pile.why.is_empty()).then(|| pile.why.as_str().to_owned()),
            face_down: pile.face_down.is_some(),
            cards: self.lying(&pile.cards),
        };
        piles.into_iter().map(heap).collect()
    }

    fn card(&mut self, object: ObjectId) -> i32 {
        let card = card(self.game, &self.names, self.view, object, self.cards.said.as_mut());
        self.cards.place(card)
    }

    /// Whether nobody, or not who looks, knows what a card is.
    fn is_hidden(&self, object: ObjectId) -> bool {
        let its = self.game.object(object);
        its.is_unknown() || !self.names.sees(object) && !its.is_face_down()
    }
}
