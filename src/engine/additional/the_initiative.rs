//! CR 726: The Initiative

use std::sync::{Arc, LazyLock};

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::events::{Happening, happen};
use crate::game::{Cause, Change, Characteristics, Hold, PlayerId};
use crate::ir::KeywordAction;
use crate::ir::event::Step;
use crate::ir::{
    Body, DesignationName, Event, Instruction, NamedDeed, Players, Subtype, Symbol, Triggered, Verb,
};
use crate::rules::cr;
use crate::trace::Level;

use super::designations;

/// The name of the designation.
pub(in crate::engine) const INITIATIVE: Symbol = Symbol::literal("initiative");

/// The three inherent triggered abilities, which have no source (726.2).
static ABILITIES: LazyLock<Arc<Characteristics>> = LazyLock::new(|| {
    let venture = Instruction::Do {
        action: KeywordAction(Verb::Venture),
        who: Players::It,
        what: None,
        subtype: Subtype::from_word("Undercity"),
        count: None,
        slot: None,
    };
    designations::marker(
        "the initiative",
        &[
            Triggered::new(Event::Begins(Step::Upkeep, Players::You), Body::of(vec![venture.clone()])),
            Triggered::new(
                Event::OneOrMore(Box::new(designations::creature_hits_holder())),
                Body::of(vec![designations::to_its_controller(DesignationName::Initiative)]),
            ),
            Triggered::new(
                Event::Does(Players::Each, NamedDeed::Gets(DesignationName::Initiative)),
                Body::of(vec![venture]),
            ),
        ],
    )
});

/// What the designation is to a game.
pub(in crate::engine) fn hold(player: PlayerId) -> Hold {
    Hold { player, name: INITIATIVE, sole: true, marker: Some(ABILITIES.clone()) }
}

/// A player takes the initiative, and whoever had it has it no longer (726.3); one who has it takes it all the same (726.5).
///
/// # Errors
/// If what waits for it can't be played.
pub(in crate::engine) fn take(play: &mut Play<'_>, cause: Cause, player: PlayerId) -> Outcome {
    if play.game.player(player).gone {
        return Ok(());
    }
    let rule = match play.game.holder(INITIATIVE) {
        None => cr!("726.1"),
        Some(holder) if holder == player => cr!("726.5"),
        Some(_) => cr!("726.3"),
    };
    let cause = if cause.rules.is_empty() { cause.and(rule) } else { cause };
    let change = Change::Hold(Box::new(hold(player)));
    let happenings = [Happening::Gets { player, what: NamedDeed::Gets(DesignationName::Initiative) }];
    happen(play, vec![(cause, Level::Default, change)], &happenings)?;
    Ok(())
}
