//! By which rules the game has ended, or goes on.

use crate::engine::Outcome;
use crate::engine::additional::state_based_actions;
use crate::game::{Change, Ending, Game, PlayerId, Thing};
use crate::rules::cr;
use crate::trace::{Entry, Forbidden, Note, Reason, Reasons, Trace, What, Would};

use super::{Played, undone};

/// Whether a player has won, with their team maybe, though they may have left before (104.2c).
pub(crate) fn has_won(game: &Game, player: PlayerId) -> bool {
    matches!(game.ending(), Some(Ending::Won(winner)) if game.same_team(winner, player))
}

/// Whether a player has lost: they have left the game without winning, or others have won.
pub(crate) fn has_lost(game: &Game, player: PlayerId) -> bool {
    let others = matches!(game.ending(), Some(Ending::Won(winner)) if !game.same_team(winner, player));
    !has_won(game, player) && (game.player(player).gone || others)
}

/// The rules by which a player has lost: as they left the game, or, if they haven't, as it ended.
pub(crate) fn lost(played: Played<'_>, player: PlayerId) -> Reasons {
    let is_it = |what: &What| matches!(what, What::Changed(Change::Leave(its), _) if *its == player);
    let left = played.trace.entries().iter().find(|entry| is_it(&entry.what));
    left.map_or_else(|| ended(played.trace), |entry| entry.reasons())
}

/// The rules by which a player has won: as the last of the others left the game, where nothing else has made them win (104.2a, 104.2c).
pub(crate) fn won(trace: &Trace) -> Reasons {
    let entries = trace.entries();
    let Some(end) = entries.iter().rfind(|entry| matches!(entry.what, What::Changed(Change::End(_), _)))
    else {
        return ended(trace);
    };
    let alone = [cr!("104.2a"), cr!("104.2c")];
    let left = entries.iter().rfind(|entry| matches!(entry.what, What::Changed(Change::Leave(_), _)));
    match left.filter(|_| end.rules.iter().any(|rule| alone.contains(&rule))) {
        Some(left) => {
            let of_end = end.rules.iter().map(|rule| Reason { rule, step: Some(left.id) });
            of_end.fold(Reasons::NONE, Reasons::and).joined(ended(trace))
        }
        None => ended(trace),
    }
}

/// The rules by which a player who would have won or lost has not: an effect says that they can't, or replaces it.
pub(crate) fn goes_on(played: Played<'_>, player: PlayerId, of_winning: bool) -> Outcome<Reasons> {
    let what = if of_winning { Forbidden::WinGame } else { Forbidden::LoseGame };
    let kept = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Note(Note::Cant(forbidden, thing, _)) => *forbidden == what && *thing == Thing::Player(player),
        What::Replaced(Thing::Player(its), _, Would::LoseGame) => !of_winning && *its == player,
        _ => false,
    });
    if let Some(entry) = kept {
        return Ok(entry.reasons());
    }
    if of_winning {
        return Ok(undone::unwon(played, player));
    }
    // What state-based actions look for is there, and an effect keeps the player in the game each time.
    let is_draw =
        |what: &What| matches!(what, What::Changed(Change::DrewFromEmpty(its), _) if *its == player);
    let has_drawn = played.trace.entries().iter().any(|entry| is_draw(&entry.what));
    if state_based_actions::kept_in_game(played.sight(), player, has_drawn)?.is_none() {
        return Ok(Reasons::NONE);
    }
    let by_team = played.game.shares_life().then_some(cr!("810.8a"));
    Ok(by_team.into_iter().fold(Reasons::of(&[cr!("101.2")]), Reasons::and))
}

/// The rules by which the game has ended, and players have left it.
pub(crate) fn ended(trace: &Trace) -> Reasons {
    let ends = |entry: &&Entry| matches!(&entry.what, What::Changed(Change::End(_) | Change::Leave(_), _));
    let entries = trace.entries().iter().rev().filter(ends);
    entries.fold(Reasons::NONE, |reasons, entry| reasons.joined(entry.reasons()))
}
