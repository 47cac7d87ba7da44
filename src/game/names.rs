//! The names of cards that players may choose, and have chosen (201.4).

use std::sync::Arc;

use crate::ir::Layout;

use super::characteristics::{Characteristics, Definition, Half};
use super::effects::LinkKey;
use super::ids::ObjectId;
use super::state::Game;

impl Game {
    /// Tells the game of cards that are no part of it, whose names players may choose (201.4).
    pub fn name_cards(&mut self, cards: Vec<Arc<Definition>>) {
        self.nameable = cards.into();
    }

    /// Every face of a card that the game knows, for its name: of a split card each half, of others also the back or inset one
    /// (201.4b–f).
    pub fn named_faces(&self) -> impl Iterator<Item = &Arc<Characteristics>> {
        self.named_definitions().flat_map(|definition| definition.named())
    }

    /// Whether a name is that of a meld pair's combined back face.
    pub fn is_melded_name(&self, name: &str) -> bool {
        let back = |definition: &Arc<Definition>| {
            definition.layout == Layout::Meld
                && definition.faces.get(1).is_some_and(|face| *face.name == *name)
        };
        self.named_definitions().any(back)
    }

    fn named_definitions(&self) -> impl Iterator<Item = &Arc<Definition>> {
        let own = self.cards.iter().filter_map(|card| card.definition.as_ref());
        own.chain(self.nameable.iter())
    }

    /// What a half of a permanent is called, locked or not (709.5).
    pub fn name_of_half(&self, object: ObjectId, half: Half) -> Option<&str> {
        let copied = self.effects().iter().rev().find(|effect| effect.makes_a_copy(object));
        let copied = copied.and_then(|effect| effect.copy.as_ref()?.first()?.halves.as_ref());
        copied.or(self.object(object).base.halves.as_ref()).map(|halves| &*halves.of(half).name)
    }

    /// The half of a permanent that is called so.
    pub fn half_called(&self, object: ObjectId, name: &str) -> Option<Half> {
        Half::BOTH.into_iter().find(|half| self.name_of_half(object, *half) == Some(name))
    }

    /// Of one of those names, as what its card has it: the card's layout, and which of the faces.
    pub fn place_of_name(&self, place: usize) -> Option<(Layout, usize)> {
        let mut faces = self
            .named_definitions()
            .flat_map(|definition| (0..definition.named().len()).map(|face| (definition.layout, face)));
        faces.nth(place)
    }

    /// The name of a card chosen under a link (607.2d).
    pub fn chosen_name(&self, key: LinkKey) -> Option<&Arc<str>> {
        self.names.iter().rev().find(|(its_key, _)| *its_key == key).map(|(_, name)| name)
    }

    /// Whether a name has been chosen for an object.
    pub fn has_name(&self, object: ObjectId) -> bool {
        self.names.iter().any(|(key, _)| key.object == object)
    }
}
