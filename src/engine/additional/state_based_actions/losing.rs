//! CR 704: State-Based Actions. Players who lose the game (704.5a-c, 704.6a-c).

use crate::engine::concepts::ending_the_game;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::game::{CardId, CauseKind, ObjectId, PlayerId, Thing};
use crate::ir::change::Action;
use crate::rules::{Rules, cr};
use crate::trace::{Forbidden, Level, Note};

use super::Found;
use super::glance::{DEADLY_COMMANDER_DAMAGE, DEADLY_POISON};

/// With so many poison counters a team loses (704.6b).
const DEADLY_POISON_OF_A_TEAM: u32 = 15;

pub(super) fn no_life(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    if play.game.shares_life() {
        found.rule = Some(cr!("704.6a"));
    }
    losers(play, found, |play, player| play.game.player(player).life <= 0)
}

pub(super) fn drew_from_empty_library(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    losers(play, found, |play, player| play.game.player(player).drew_from_empty)
}

pub(super) fn ten_poison_counters(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    let shared = play.game.shares_life();
    if shared {
        found.rule = Some(cr!("704.6b"));
    }
    let most = if shared { DEADLY_POISON_OF_A_TEAM } else { DEADLY_POISON };
    losers(play, found, |play, player| play.game.player(player).poison >= most)
}

/// The source of an effect that keeps a player in the game who would lose it by what is there to be seen: their life total, their poison
/// counters, the combat damage that commanders have dealt them; or because they have drawn from an empty library, which is forgotten.
///
/// # Errors
/// If what an effect forbids can't be told.
pub(crate) fn kept_in_game(sight: Sight<'_>, player: PlayerId, has_drawn: bool) -> Outcome<Option<ObjectId>> {
    let game = sight.game;
    let its = game.player(player);
    let most = if game.shares_life() { DEADLY_POISON_OF_A_TEAM } else { DEADLY_POISON };
    let commanded = its.commander_damage.iter().any(|(_, damage)| *damage >= DEADLY_COMMANDER_DAMAGE);
    let otherwise = its.poison >= most || has_drawn || commanded;
    if its.life > 0 && !otherwise {
        return Ok(None);
    }
    match ending_the_game::kept_in_game(sight, player)? {
        None if !otherwise => ending_the_game::kept_from(sight, Action::LoseGameByLife, player),
        by => Ok(by),
    }
}

fn losers(play: &mut Play<'_>, found: &mut Found, loses: impl Fn(&Play<'_>, PlayerId) -> bool) -> Outcome {
    for player in play.game.apnap() {
        if !loses(play, player) {
            continue;
        }
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        if ending_the_game::kept_in_game(sight, player)?.is_some() {
            continue;
        }
        let by_life = [Some(cr!("704.5a")), Some(cr!("704.6a"))].contains(&found.rule);
        if by_life && let Some(by) = ending_the_game::kept_from(sight, Action::LoseGameByLife, player)? {
            // What keeps one player of a team in the game keeps the team (810.8a).
            if play.game.shares_life() {
                let note = Note::Cant(Forbidden::LoseGame, Thing::Player(player), Some(by));
                play.note(Level::Default, CauseKind::StateBased, Rules::of(&[cr!("810.8a")]), note);
            }
            continue;
        }
        let Some(rule) = found.rule else { continue };
        match found.losers.iter_mut().find(|(loser, _)| *loser == player) {
            // One loss by several rules, which a single effect would replace (704.7).
            Some((_, rules)) => *rules = rules.and(rule),
            None => found.losers.push((player, Rules::NONE.and(rule))),
        }
    }
    Ok(())
}

/// A player who has been dealt 21 combat damage by one commander loses, whatever zones it went through (704.6c).
pub(super) fn commander_damage(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    losers(play, found, |play, player| {
        play.game.player(player).commander_damage.iter().any(|(_, damage)| *damage >= DEADLY_COMMANDER_DAMAGE)
    })?;
    // A melded or merged permanent is the commander that one of its cards is.
    let rule_of = |card: CardId| {
        let of_several = play.game.battlefield().iter().find(|object| {
            play.game.object(**object).components().next().is_some()
                && play.game.commanders(**object).any(|its| its == card)
        });
        let melded = |object: &ObjectId| play.game.object(*object).melded.is_some();
        of_several.map(|object| if melded(object) { cr!("903.3b") } else { cr!("903.3c") })
    };
    for (player, rules) in &mut found.losers {
        let dealt = play.game.player(*player).commander_damage.iter();
        let deadly = dealt.filter(|(_, damage)| *damage >= DEADLY_COMMANDER_DAMAGE);
        *rules = deadly.filter_map(|(card, _)| rule_of(*card)).fold(*rules, Rules::and);
    }
    Ok(())
}
