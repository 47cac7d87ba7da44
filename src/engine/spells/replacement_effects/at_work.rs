//! CR 614: Replacement Effects. Those that are at work, and whether one applies to what would happen.

use std::sync::Arc;

use crate::engine::halt::Outcome;
use crate::engine::proposal::Proposal;
use crate::engine::reading::events::{Candidate, occasion};
use crate::engine::reading::{Frame, Sight, conditions};
use crate::engine::view::View;
use crate::game::effects::{Shield, ShieldKind};
use crate::game::{Game, ObjectId, Occasion, Origin};
use crate::ir::Replacement;

use super::{Applicable, Effect};

/// A replacement or prevention effect at work: an ability of an object, or what a spell or ability has made.
#[derive(Clone, Copy)]
pub(in crate::engine::spells) struct AtWork<'a> {
    /// The object that says it, or the source of what was made.
    pub(in crate::engine::spells) source: ObjectId,
    /// Which of the object's abilities it is.
    origin: Origin,
    /// What it says.
    pub(in crate::engine::spells) replacement: &'a Replacement,
    /// What was made, with what it says.
    made: Option<(&'a Shield, &'a Arc<Replacement>)>,
}

impl AtWork<'_> {
    pub(in crate::engine::spells) fn frame(&self, sight: Sight<'_>) -> Frame {
        match self.made {
            Some((shield, _)) => Frame::of_effect(shield.source, shield.controller, &shield.bindings),
            None => {
                Frame::of_source(self.source, sight.view.controller(sight.game, self.source), self.origin)
            }
        }
    }

    /// It as one that could apply.
    pub(in crate::engine::spells) fn with(&self, frame: &Frame) -> Applicable {
        let what = Effect::Said(match self.made {
            Some((_, said)) => Arc::clone(said),
            None => Arc::new(self.replacement.clone()),
        });
        let shield = self.made.map(|(shield, _)| shield.id);
        Applicable { source: self.source, controller: frame.controller, origin: self.origin, shield, what }
    }
}

/// Those that abilities of objects say.
pub(in crate::engine::spells) fn stated_effects<'a>(
    game: &'a Game,
    view: &'a View,
) -> impl Iterator<Item = AtWork<'a>> {
    view.replacements.iter().filter_map(move |at| {
        let instance = view.ability(game, *at)?;
        let replacement = instance.ability.as_replacement()?;
        Some(AtWork { source: at.object, origin: instance.origin, replacement, made: None })
    })
}

/// Those that spells and abilities have made, the oldest first.
pub(in crate::engine::spells) fn made_effects(game: &Game) -> impl Iterator<Item = AtWork<'_>> {
    game.shields().iter().filter_map(|shield| match &shield.kind {
        ShieldKind::Replacement(said) => {
            let (source, made) = (shield.source, Some((shield, said)));
            Some(AtWork { source, origin: Origin::NONE, replacement: said, made })
        }
        ShieldKind::Regeneration => None,
    })
}

/// Whether an effect replaces what would happen, of which there is so much if there is a number of it.
pub(in crate::engine::spells) fn applies(
    sight: Sight<'_>,
    frame: &Frame,
    replacement: &Replacement,
    would: &Proposal<'_>,
    amount: u32,
) -> Outcome<bool> {
    if occasion(sight, frame, &replacement.of, Candidate::Would(would))?.is_none() {
        return Ok(false);
    }
    match &replacement.only_if {
        Some(condition) => {
            let occasion = Occasion { amount, ..would.occasion() };
            conditions::holds(sight, &frame.clone().with_occasion(occasion.into()), condition)
        }
        None => Ok(true),
    }
}
