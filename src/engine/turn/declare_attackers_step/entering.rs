//! CR 508: Declare Attackers Step. What a creature that enters the battlefield attacking attacks (508.4).

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::announcing::{item, thing};
use crate::game::{Cause, CauseKind, Change, ChoiceKind, Item, ObjectId, PlayerId, Thing};
use crate::ir::Players;
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

use super::defenders;

/// A player reselects what an attacking creature attacks: an opponent of its controller, or what one has or protects (508.7c). It goes on
/// attacking and has not attacked a second time (508.7a).
///
/// # Errors
/// If nobody makes the choice.
pub(in crate::engine) fn reselect(
    play: &mut Play<'_>,
    cause: Cause,
    source: ObjectId,
    player: PlayerId,
    attacker: ObjectId,
) -> Outcome {
    if play.game.combat().attack_of(attacker).is_none() {
        return Ok(());
    }
    let view = play.view()?;
    let all = defenders(play, &view, view.controller(&play.game, attacker));
    let items: Vec<Item> = all.into_iter().map(item).collect();
    let rules = Rules::of(&[cr!("508.7c")]);
    let picked = play.pick(player, ChoiceKind::Choose, Some(source), items, 1, 1, false, rules)?;
    if let Some(defender) = picked.first().copied().and_then(thing) {
        play.change(cause, Level::Default, Change::Reselect(attacker, defender));
    }
    Ok(())
}

/// What a permanent attacks that an effect puts onto the battlefield attacking: what the effect says, or what its controller
/// chooses. Nothing if it is no creature (506.3a), if its controller is not the attacking player (506.3b), or if whom it would attack is
/// not in the game (508.4a).
///
/// # Errors
/// If nobody makes the choice.
pub(in crate::engine) fn attacks(
    play: &mut Play<'_>,
    frame: &Frame,
    controller: PlayerId,
    whom: Option<&Players>,
    creature: bool,
) -> Outcome<Option<Thing>> {
    let source = frame.on_stack.unwrap_or(frame.source);
    let never = |play: &mut Play<'_>, rule| {
        play.note(Level::Default, CauseKind::Rules, Rules::of(&[rule]), Note::NeverAttacks(source));
        Ok(None)
    };
    if !creature {
        return never(play, cr!("506.3a"));
    }
    let turn = play.game.turn();
    if turn.active != controller || !turn.step.is_combat() {
        return never(play, cr!("506.3b"));
    }
    let view = play.view()?;
    let mut all = defenders(play, &view, controller);
    if let Some(whom) = whom {
        let sight = Sight { game: &play.game, view: &view };
        let whom = players(sight, frame, whom)?;
        all.retain(|defender| defender.player().is_some_and(|player| whom.contains(&player)));
        if all.is_empty() {
            return never(play, cr!("508.4a"));
        }
    }
    if let [only] = all.as_slice() {
        return Ok(Some(*only));
    }
    let items: Vec<Item> = all.into_iter().map(item).collect();
    let rules = Rules::of(&[cr!("508.4")]);
    let picked = play.pick(controller, ChoiceKind::Choose, Some(source), items, 1, 1, false, rules)?;
    Ok(picked.first().copied().and_then(thing))
}
