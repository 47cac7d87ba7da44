//! CR 725: The Monarch

use std::sync::{Arc, LazyLock};

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::events::{Happening, happen};
use crate::game::{Cause, Change, Characteristics, Game, Hold, PlayerId};
use crate::ir::event::Step;
use crate::ir::{Body, DesignationName, Event, Instruction, NamedDeed, Players, Quantity, Symbol, Triggered};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

use super::designations;

/// The name of the designation.
pub(in crate::engine) const MONARCH: Symbol = Symbol::literal("monarch");

/// The two inherent triggered abilities, which have no source (725.2).
static ABILITIES: LazyLock<Arc<Characteristics>> = LazyLock::new(|| {
    let draw = Instruction::Draw { who: Players::It, count: Quantity::Fixed(1), up_to: false, slot: None };
    designations::marker(
        "the monarch",
        &[
            Triggered::new(Event::Begins(Step::End, Players::You), Body::of(vec![draw])),
            Triggered::new(
                designations::creature_hits_holder(),
                Body::of(vec![designations::to_its_controller(DesignationName::Monarch)]),
            ),
        ],
    )
});

/// What the designation is to a game.
pub(in crate::engine) fn hold(player: PlayerId) -> Hold {
    Hold { player, name: MONARCH, sole: true, marker: Some(ABILITIES.clone()) }
}

/// The player who is the monarch, if anybody is.
pub(in crate::engine) fn monarch(game: &Game) -> Option<PlayerId> {
    game.holder(MONARCH)
}

/// A player becomes the monarch, and whoever was it is it no longer (725.3); nothing happens to one who is it already.
///
/// # Errors
/// If what waits for it can't be played.
pub(in crate::engine) fn become_monarch(play: &mut Play<'_>, cause: Cause, player: PlayerId) -> Outcome {
    let before = monarch(&play.game);
    if play.game.player(player).gone {
        return Ok(());
    }
    if before == Some(player) {
        play.note(Level::Default, cause.kind, Rules::of(&[cr!("725.1")]), Note::AlreadyMonarch(player));
        return Ok(());
    }
    let rule = if before.is_some() { cr!("725.3") } else { cr!("725.1") };
    let cause = if cause.rules.is_empty() { cause.and(rule) } else { cause };
    let change = Change::Hold(Box::new(hold(player)));
    happen(
        play,
        vec![(cause, Level::Default, change)],
        &[Happening::Gets { player, what: NamedDeed::Gets(DesignationName::Monarch) }],
    )?;
    Ok(())
}
