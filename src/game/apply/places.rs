//! Where objects stand: their places in the zones, and the order of libraries.

use crate::game::change::{Change, Position};
use crate::game::ids::{ObjectId, PlayerId};
use crate::game::state::Game;
use crate::ir::Zone;

impl Game {
    /// An object is no longer where it was.
    pub(super) fn take_out(&mut self, id: ObjectId) {
        let (zone, owner) = {
            let object = self.object(id);
            (object.zone, object.owner)
        };
        let list = self.zone_mut(zone, owner);
        if let Some(place) = list.iter().position(|object| *object == id) {
            list.remove(place);
        }
        // What is brought into the game is outside it no longer (400.11b).
        if self.object(id).outside {
            self.player_mut(owner).outside.retain(|object| *object != id);
        }
        if zone == Zone::Command {
            self.player_mut(owner).deck.retain(|object| *object != id);
        }
        if zone == Zone::Library {
            let its = self.player_mut(owner);
            its.unordered.retain(|object| *object != id);
            its.beneath.retain(|object| *object != id);
        }
    }

    /// An object is in a zone, at this place.
    pub(super) fn put_in(&mut self, id: ObjectId, owner: PlayerId, zone: Zone, position: Position) {
        let list = self.zone_mut(zone, owner);
        let place = match position {
            Position::Top | Position::Shuffled => list.len(),
            Position::Bottom => 0,
            Position::FromTop(place) => list.len().saturating_sub(place.saturating_sub(1) as usize),
        };
        list.insert(place, id);
        if zone == Zone::Library && position == Position::Bottom {
            self.player_mut(owner).beneath.push(id);
        }
    }

    /// The objects of a zone; of library, hand and graveyard the player's.
    pub(super) fn zone_mut(&mut self, zone: Zone, player: PlayerId) -> &mut Vec<ObjectId> {
        match zone {
            Zone::Library => &mut self.player_mut(player).library,
            Zone::Hand => &mut self.player_mut(player).hand,
            Zone::Graveyard => &mut self.player_mut(player).graveyard,
            Zone::Battlefield => &mut self.battlefield,
            Zone::Stack => &mut self.stack,
            Zone::Exile => &mut self.exile,
            Zone::Ante => &mut self.ante,
            Zone::Command => &mut self.command,
        }
    }

    /// A library gets another order.
    pub(super) fn put_in_order(&mut self, change: &Change) {
        match change {
            Change::Arrange(player, order, bottom) => {
                let its = self.player_mut(*player);
                its.library = order.to_vec();
                its.beneath.retain(|card| !bottom.contains(card));
                its.beneath.extend(bottom.iter());
            }
            Change::Place(card, position) => {
                let owner = self.object(*card).owner;
                self.take_out(*card);
                self.put_in(*card, owner, Zone::Library, *position);
            }
            Change::Shuffle(player, kept) => {
                let its = self.player_mut(*player);
                its.unordered = its.library.iter().copied().filter(|card| !kept.contains(card)).collect();
                its.beneath.retain(|card| kept.contains(card));
            }
            Change::Settle(player, order, settled) => {
                let its = self.player_mut(*player);
                its.library = order.to_vec();
                its.unordered.retain(|card| !settled.contains(card));
            }
            _ => {}
        }
    }
}
