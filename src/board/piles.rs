//! The face-down piles in exile that a scenario gives names (406.4).

use crate::engine::zones::exile::pile_of;
use crate::game::{Game, ObjectId};
use crate::ir::Zone;
use crate::rules::cr;
use crate::scenario::ast::{Modifier, Spanned, Text};

use super::setup::{Planned, Setup, illegal};
use super::table::Table;

impl Table {
    /// The name of the pile in which a card lies, if it has one.
    pub(crate) fn pile_named(&self, game: &Game, card: ObjectId) -> Option<&str> {
        let pile = pile_of(game, card);
        self.piles.iter().find(|(_, its)| pile_of(game, *its) == pile).map(|(name, _)| name.as_str())
    }
}

/// Of the cards of a pile each was exiled along with the one written before it. Says which that is.
pub(super) fn lie_together(table: &mut Table, plan: &Planned<'_>) -> Option<ObjectId> {
    let named = |modifier: &Spanned<Modifier>| match &modifier.value {
        Modifier::Pile(name) => Some(name.text.clone()),
        _ => None,
    };
    let name = plan.modifiers.iter().find_map(named)?;
    match table.piles.iter_mut().find(|(its, _)| *its == name) {
        Some((_, last)) => Some(std::mem::replace(last, plan.object)),
        None => {
            table.piles.push((name, plan.object));
            None
        }
    }
}

/// Only face-down cards in exile lie in piles from which chance picks.
pub(super) fn check(setup: &mut Setup<'_, '_>, game: &Game, plan: &Planned<'_>, name: &Text) {
    let face_down = plan.modifiers.iter().any(|modifier| matches!(modifier.value, Modifier::FaceDown));
    if plan.zone != Zone::Exile || !face_down {
        let card = &game.object(plan.object).base.name;
        let message = format!("`{card}` is not face down in exile, so it lies in no pile");
        setup.faults.push(illegal(message, name.span, cr!("406.4")));
    }
}
