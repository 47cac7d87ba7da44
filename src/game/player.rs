//! A player, and what a game counts of them.

use std::rc::Rc;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::ir::CounterKind;

use super::ids::{CardId, ObjectId};
use super::mana::Mana;
use super::state::Game;

/// A player.
#[derive(Debug, Clone)]
pub struct Player {
    /// The life total (119).
    pub life: i32,
    /// The starting life total (103.4).
    pub starting_life: i32,
    /// The maximum hand size before effects: seven, as a vanguard card modifies it (402.2, 902.5b).
    pub hand_size: i32,
    /// The cards on top of the planar or scheme deck, the topmost last (901.3, 904.3). What was put on the bottom is not among them.
    pub deck: Vec<ObjectId>,
    /// How often the player has rolled the planar die as a special action this turn (901.9).
    pub planar_rolls: u16,
    /// Poison counters (122.1f).
    pub poison: u32,
    /// Energy counters (107.14).
    pub energy: u32,
    /// Counters of other kinds, in the order in which they first came.
    pub counters: SmallVec<[(CounterKind, u32); 2]>,
    /// How many turns of theirs they have begun this game, where that is known.
    pub turns: Option<u32>,
    /// The speed, for one who has any (702.179b).
    pub speed: Option<u32>,
    /// How often the Ring has tempted the player (701.54c).
    pub tempted: u32,
    /// The cards they own outside the game that can be brought into it (400.11).
    pub outside: Vec<ObjectId>,
    /// Whether these are all there are, and not only nobody says which there are.
    pub outside_known: bool,
    /// The dungeons that they have completed, in this order (309.7).
    pub completed: Vec<CardId>,
    /// Unspent mana, in the order in which it came (106.4).
    pub mana: Vec<Mana>,
    /// The library, the top card last.
    pub library: Vec<ObjectId>,
    /// Cards of the library that have been shuffled since anybody knew their order: each of them may be in the place of any other.
    pub unordered: Vec<ObjectId>,
    /// Whether unknown cards lie below those that are listed, as many as needed.
    pub endless_library: bool,
    /// The listed cards that were put on the bottom, below even those.
    pub beneath: Vec<ObjectId>,
    /// The hand.
    pub hand: Vec<ObjectId>,
    /// The graveyard, the top card last.
    pub graveyard: Vec<ObjectId>,
    /// Lands played this turn (305.2).
    pub lands_played: u32,
    /// The game as it was just before they left it while others went on (800.4i).
    pub before_leaving: Option<Rc<Game>>,
    /// Cards drawn this turn.
    pub drawn: u32,
    /// Those of them drawn in this step.
    pub drawn_this_step: u32,
    /// Spells cast this turn.
    pub spells_cast: u32,
    /// How much mana they have spent to cast spells this turn, at least and at most (700.14).
    pub spent_on_spells: (u32, u32),
    /// Has begun to activate an exhaust ability this turn (702.177b).
    pub exhausted: bool,
    /// The creatures they have attacked with this turn.
    pub attacked_with: Vec<ObjectId>,
    /// Those of them that had attacked before the scenario began, nobody knows how often and what.
    pub attacked_before: Vec<ObjectId>,
    /// Life gained this turn.
    pub gained: u32,
    /// Life lost this turn.
    pub lost: u32,
    /// How much of it they had gained this turn before the scenario began, nobody knows in how many steps.
    pub gained_before: u32,
    /// How much of it they had lost this turn before the scenario began.
    pub lost_before: u32,
    /// Tried to draw from an empty library since the last check (704.5b).
    pub drew_from_empty: bool,
    /// Combat damage dealt to the player by each commander over the course of the game (903.10a).
    pub commander_damage: Vec<(CardId, u32)>,
    /// The names of the cards of the deck that they started with, where it is written.
    pub starting_deck: Rc<[Arc<str>]>,
    /// Has left the game (104.5, 800.4).
    pub gone: bool,
}

impl Player {
    /// How many cards are listed from the top of the library on, before there are unknown ones.
    pub fn listed_on_top(&self) -> usize {
        let below = if self.endless_library { self.beneath.len() } else { 0 };
        self.library.len().saturating_sub(below)
    }

    /// How many counters of a kind they have, poison and energy included (122.1).
    pub fn counters_of(&self, kind: CounterKind) -> u32 {
        match kind {
            CounterKind::POISON => self.poison,
            CounterKind::ENERGY => self.energy,
            kind => self.counters.iter().find(|(its, _)| *its == kind).map_or(0, |(_, count)| *count),
        }
    }
}

impl Default for Player {
    fn default() -> Self {
        Self {
            life: 20,
            starting_life: 20,
            hand_size: 7,
            deck: Vec::new(),
            planar_rolls: 0,
            poison: 0,
            energy: 0,
            counters: SmallVec::new(),
            turns: None,
            speed: None,
            tempted: 0,
            outside: Vec::new(),
            outside_known: false,
            completed: Vec::new(),
            mana: Vec::new(),
            library: Vec::new(),
            unordered: Vec::new(),
            endless_library: true,
            beneath: Vec::new(),
            hand: Vec::new(),
            graveyard: Vec::new(),
            lands_played: 0,
            before_leaving: None,
            drawn: 0,
            drawn_this_step: 0,
            spells_cast: 0,
            spent_on_spells: (0, 0),
            exhausted: false,
            attacked_with: Vec::new(),
            attacked_before: Vec::new(),
            gained: 0,
            lost: 0,
            gained_before: 0,
            lost_before: 0,
            drew_from_empty: false,
            commander_damage: Vec::new(),
            starting_deck: Rc::from([]),
            gone: false,
        }
    }
}
