//! CR 614: Replacement Effects. What a player may do instead of beginning their turn.

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::proposal::Proposal;
use crate::engine::reading::Sight;
use crate::engine::reading::selections::players;
use crate::game::{ObjectId, PlayerId};
use crate::ir::event::Step;
use crate::ir::{Event, Replacement, ReplacementResult};

use super::{Pending, applies, stated_effects};

/// An effect that lets a player do something instead of beginning a turn: its source, who may, and what is done.
type Instead = (ObjectId, PlayerId, Pending);

/// Whether it is such an effect, which headjudge plays: one that is done only if its player likes.
pub(super) fn is_such(replacement: &Replacement) -> bool {
    matches!(&replacement.of, Event::Begins(Step::Turn, _))
        && matches!(&replacement.result, ReplacementResult::Instead(_))
        && replacement.may.is_some()
}

/// The effects that let somebody do something else instead of a player's turn.
///
/// # Errors
/// If it can't be told whether one applies.
pub(in crate::engine) fn instead_of_turn(play: &mut Play<'_>, player: PlayerId) -> Outcome<Vec<Instead>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let whose = play.game.whose_turn_it_would_be(player);
    let would = Proposal::Begin(&whose, &|step| step == Step::Turn);
    let mut found = Vec::new();
    for effect in stated_effects(&play.game, &view) {
        let (ReplacementResult::Instead(does), Some(who)) =
            (&effect.replacement.result, &effect.replacement.may)
        else {
            continue;
        };
        let frame = effect.frame(sight);
        if !is_such(effect.replacement) || !applies(sight, &frame, effect.replacement, &would, 0)? {
            continue;
        }
        let [who] = players(sight, &frame, who)?[..] else {
            return Err(Halt::undecided(effect.source, "several players may do something instead of a turn"));
        };
        let instructions = does.clone();
        let instead = Pending { frame, instructions, moved: None, once: None, in_place: Vec::new() };
        found.push((effect.source, who, instead));
    }
    Ok(found)
}
