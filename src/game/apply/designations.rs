//! Designations of players and of the game: who has them, and the markers that stand for their abilities.

use std::sync::Arc;

use crate::game::change::{Change, Hold, NewObject};
use crate::game::ids::{ObjectId, PlayerId};
use crate::game::object::Nature;
use crate::game::state::Game;
use crate::ir::{Symbol, Zone};

impl Game {
    /// Makes a change of a designation.
    pub(super) fn designate(&mut self, change: &Change) {
        match change {
            Change::Hold(hold) => self.hold(hold),
            Change::LetGo(player, name) => {
                self.held.retain(|held| *held != (*name, *player));
                if let Some(marker) = self.marker(*name, Some(*player)) {
                    self.object_mut(marker).exists = false;
                }
            }
            Change::Speed(player, speed) => self.player_mut(*player).speed = Some(*speed),
            Change::Daytime(daytime) => self.daytime = Some(*daytime),
            Change::CompleteDungeon(dungeon) => {
                self.take_out(*dungeon);
                let dungeon = self.object_mut(*dungeon);
                dungeon.exists = false;
                // Then it is outside the game again.
                let (id, owner, card) = (dungeon.id, dungeon.owner, dungeon.card());
                let its = self.player_mut(owner);
                its.completed.extend(card);
                its.outside.push(id);
            }
            Change::SetAside(card) => {
                self.take_out(*card);
                let card = self.object_mut(*card);
                card.exists = false;
                // A dungeon card stays there, and another object stands for it in the game (309.2).
                card.outside = !card.base.is(crate::ir::CardType::Dungeon);
                let (id, owner) = (card.id, card.owner);
                self.player_mut(owner).outside.push(id);
            }
            Change::EnteredAs(object, faces) => {
                let object = self.object_mut(*object);
                if let Some(values) = faces.first() {
                    object.base = values.clone();
                }
                object.copied = Some(faces.clone());
            }
            Change::Tempt(emblem, abilities) => {
                let emblem = self.object_mut(*emblem);
                emblem.base = abilities.clone();
                let owner = emblem.owner;
                let its = self.player_mut(owner);
                its.tempted = its.tempted.saturating_add(1);
            }
            Change::Undesignate(object, designation) => {
                self.object_mut(*object).designations.retain(|its| its != designation);
            }
            _ => {}
        }
    }

    fn hold(&mut self, hold: &Hold) {
        if hold.sole {
            self.held.retain(|(name, _)| *name != hold.name);
        }
        if !self.holds(hold.player, hold.name) {
            self.held.push((hold.name, hold.player));
        }
        let Some(abilities) = &hold.marker else { return };
        let whose = (!hold.sole).then_some(hold.player);
        match self.marker(hold.name, whose) {
            Some(marker) => {
                let marker = self.object_mut(marker);
                (marker.owner, marker.controller) = (hold.player, hold.player);
                marker.noticed_controller = hold.player;
            }
            None => {
                let (nature, new) = (Nature::Marker(hold.name), self.next_object());
                let marker = NewObject::new(new, nature, hold.player, Zone::Command, Arc::clone(abilities));
                self.create(&marker);
            }
        }
    }

    /// What stands for a designation, of one player or of anybody.
    pub fn marker(&self, name: Symbol, whose: Option<PlayerId>) -> Option<ObjectId> {
        let found = self.objects.iter().find(|object| {
            object.exists
                && matches!(object.nature, Nature::Marker(its) if its == name)
                && whose.is_none_or(|player| object.owner == player)
        });
        found.map(|object| object.id)
    }
}
