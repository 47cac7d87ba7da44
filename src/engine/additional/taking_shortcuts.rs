//! CR 732: Taking Shortcuts

use crate::engine::concepts::{ending_the_game, timing_and_priority};
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Begun;
use crate::engine::play::Play;
use crate::game::{CauseKind, Origin, PlayerId};
use crate::ir::{Cost, ManaSymbol};
use crate::rules::{Rules, cr};
use crate::trace::{Attempt, Level, Note};

/// The player with priority proposes a sequence of choices, perhaps one that is repeated so many times (732.2a).
///
/// # Errors
/// [`Halt::Illegal`] if the player can't have priority.
pub fn propose(play: &mut Play<'_>, player: PlayerId, times: Option<u32>) -> Outcome {
    timing_and_priority::must_have_priority(play, player)?;
    let rules = Rules::of(&[cr!("732.2a")]);
    play.note(Level::Default, CauseKind::Announcement(player), rules, Note::Proposes(player, times));
    Ok(())
}

/// Another player names a place of the sequence where they will choose otherwise: it ends there (732.2b).
pub fn shorten(play: &mut Play<'_>, player: PlayerId) {
    let rules = Rules::of(&[cr!("732.2b")]);
    play.note(Level::Default, CauseKind::Announcement(player), rules, Note::Shortens(player));
}

/// A place that is not in the sequence, or no longer, doesn't shorten it (732.2b).
pub fn must_shorten(player: PlayerId) -> Halt {
    let why = "that place is not in it, or no longer";
    Halt::illegal(player, cr!("732.2b"), why, None).trying(Attempt::Shorten)
}

/// Who has shortened a sequence must choose otherwise than was proposed for them (732.2c).
pub fn must_choose_otherwise(player: PlayerId) -> Halt {
    let why = "the sequence was shortened for another choice than the proposed one";
    Halt::illegal(player, cr!("732.2c"), why, None).trying(Attempt::AsProposed)
}

/// A sequence can't hold what the outcome of something decides (732.2a).
pub fn must_be_predictable(player: PlayerId) -> Halt {
    let why = "its results can't be foretold";
    Halt::illegal(player, cr!("732.2a"), why, None).trying(Attempt::Propose)
}

/// Players may not go on with a loop to which each of them adds an action of their own: when a position comes again in which one of
/// them did this very thing, the active player, or else the first in turn order of those involved, must choose otherwise (732.3).
///
/// # Errors
/// [`Halt::Illegal`] if this player must.
pub(in crate::engine) fn must_end_fragmented_loop(
    play: &mut Play<'_>,
    player: PlayerId,
    source: crate::game::ObjectId,
    origin: Origin,
    costs: &[Cost],
) -> Outcome {
    if !costs.iter().all(is_free) {
        return Ok(());
    }
    let view = play.view()?;
    let now = ending_the_game::look_of(&play.game, &view);
    let what = (view.characteristics(&play.game, source).name.to_string(), origin);
    let objects = play.game.objects().len();
    // What was only tried has not happened.
    play.fragments.begun.retain(|begun| begun.objects < objects);
    let begun = &play.fragments.begun;
    let earlier = begun.iter().rposition(|it| it.by == player && it.what == what && it.position == now);
    if let Some(earlier) = earlier {
        let involved: Vec<PlayerId> = begun.iter().skip(earlier).map(|it| it.by).collect();
        let others = involved.iter().any(|by| *by != player);
        let first = play.game.apnap().into_iter().find(|one| involved.contains(one));
        if others && first == Some(player) {
            let why = "it would repeat a loop to which several players add actions";
            return Err(Halt::illegal(player, cr!("732.3"), why, Some(source)));
        }
    }
    play.fragments.begun.push(Begun { position: now, by: player, what, objects });
    Ok(())
}

/// Whether nothing is used up by paying it.
fn is_free(cost: &Cost) -> bool {
    let Cost::Mana(mana) = cost else { return false };
    mana.symbols.iter().all(|symbol| matches!(symbol, ManaSymbol::Generic(0)))
}
