//! CR 613: Interaction of Continuous Effects. Text that headjudge can't read or play: nobody knows in which zone it functions (113.6), so
//! that nothing is certain while an object with such text is anywhere but hidden in a library.

use crate::engine::additional::keyword_actions::reveal;
use crate::engine::concepts::abilities::functions;
use crate::engine::halt::{self, Halt, Outcome};
use crate::engine::reading::Sight;
use crate::engine::view::View;
use crate::game::{AbilityInstance, Game, Object};
use crate::ir::change::RevealedCards;
use crate::ir::{Ability, RuleChange, Zone};

/// Stops where an ability of an object can't be read, or where it changes the rules in a way that can't be played, and may do so
/// although it is not where such abilities usually function (113.6d, 113.6e, 113.6g).
///
/// # Errors
/// [`Halt::Undecided`] that names the object and what it says.
pub(super) fn stop_at(object: &Object, instance: &AbilityInstance) -> Outcome {
    let why = if let Ability::Unsupported(why) = &*instance.ability {
        Some(why)
    } else if let Some(it) = instance.ability.as_static()
        && it.from.is_none()
        && !functions(instance, object.home())
    {
        it.rules.iter().find_map(unread_rule)
    } else {
        None
    };
    why.map_or(Ok(()), |why| {
        Err(match where_it_may_count(object.zone) {
            "" => Halt::gap(object.id, halt::of_free_text(why)),
            place => Halt::undecided(object.id, format!("headjudge can't play a part of it{place}: {why}")),
        })
    })
}

/// Stops at what can't be read of the card on top of a library, where that is revealed all the time (401.5).
///
/// # Errors
/// As [`stop_at`].
pub(super) fn stop_at_revealed_tops(game: &Game, view: &View) -> Outcome {
    let reveals = |rule: &RuleChange| matches!(rule, RuleChange::Revealed(_, RevealedCards::TopOfLibrary));
    if !view.rule_changes().any(|(_, rule)| reveals(rule)) {
        return Ok(());
    }
    for player in game.players() {
        let top = game.zone(Zone::Library, player).last();
        if let Some(top) = top.filter(|_| reveal::keeps_top_revealed(Sight { game, view }, player)) {
            let abilities = &view.characteristics(game, *top).abilities;
            abilities.iter().try_for_each(|instance| stop_at(game.object(*top), instance))?;
        }
    }
    Ok(())
}

/// What a change of the rules says, if it is one that can't be read.
pub(super) const fn unread_rule(rule: &RuleChange) -> Option<&String> {
    if let RuleChange::Unsupported(why) = rule { Some(why) } else { None }
}

/// Whether all players have been shown a card that is in a library.
pub(super) fn is_revealed(game: &Game, object: &Object) -> bool {
    let shown = |player| object.seen_by.contains(&player) || game.player(player).gone;
    object.exists && object.zone == Zone::Library && !object.seen_by.is_empty() && game.players().all(shown)
}

/// That it may count where it is, although that is neither the battlefield nor the stack.
const fn where_it_may_count(zone: Zone) -> &'static str {
    match zone {
        Zone::Graveyard => ", which may matter while the card is in a graveyard",
        Zone::Hand => ", which may matter while the card is in a hand",
        Zone::Exile => ", which may matter while the card is in exile",
        Zone::Library => ", which may matter as the card is revealed",
        _ => "",
    }
}
