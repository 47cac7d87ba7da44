//! What is so before anything has happened: said of the game as it is set up, and no change of it.

use std::rc::Rc;

use super::state::{Game, PhysicalCard};
use super::turn::Step;
use super::{ObjectId, PlayerId};

impl Game {
    /// Makes a player the active one before anything has happened.
    pub const fn begin_with(&mut self, player: PlayerId) {
        self.turn.active = player;
        self.agenda.regular = player;
    }

    /// Lets a player have controlled a permanent for as long as it has been there, before anything has happened.
    pub fn controlled_from_the_start(&mut self, object: ObjectId, player: PlayerId) {
        self.object_mut(object).noticed_controller = player;
        self.objects.settle(&self.cards);
    }

    /// Lets the first turn have gone on to a step: its upkeep step is over if that comes later.
    pub fn begin_in(&mut self, step: Step) {
        self.turn.upkeep_over = step > Step::Upkeep;
    }

    /// Goes back to before the game has begun: the first turn is still to come.
    pub fn before_the_first_turn(&mut self) {
        self.turn.number = 0;
        self.turn.step = Step::Untap;
        self.players.iter_mut().map(Rc::make_mut).for_each(|player| player.turns = Some(0));
        // Nothing has been cast by then.
        if self.cards.iter().any(|card| card.commander) {
            let uncast = |card: &PhysicalCard| PhysicalCard { cast_before: Some(0), ..card.clone() };
            self.cards = self.cards.iter().map(uncast).collect();
        }
    }
}
