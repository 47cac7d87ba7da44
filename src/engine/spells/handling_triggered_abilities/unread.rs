//! CR 603: Handling Triggered Abilities. Those that can be read only in part, on objects that are not where such abilities usually function:
//! what can't be read may move the object out of where it is, and then they function there (113.6m).

use crate::engine::concepts::abilities::functions;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::reading::events::may_be;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::events::Happening;
use crate::engine::view::View;
use crate::game::Game;
use crate::ir::part::{Part, mentions};
use crate::ir::{Ability, Zone};

use super::{before_had, occasions};

/// Stops where one would trigger on what has happened if it functioned where its object is, and nobody knows that it doesn't.
///
/// # Errors
/// [`Halt::Undecided`] that names the object.
pub(super) fn stop_at_triggers(
    game: &Game,
    (before, after): (&View, &View),
    happenings: &[Happening],
) -> Outcome {
    let elsewhere = |zone| matches!(zone, Zone::Graveyard | Zone::Hand | Zone::Exile);
    let mut those = before.unread_triggers.clone();
    those.extend_from_slice(&after.unread_triggers);
    those.sort_unstable();
    those.dedup();
    let objects = those.into_iter().map(|object| game.object(object));
    for object in objects.filter(|object| object.exists && elsewhere(object.zone)) {
        for (view, back) in [(before, true), (after, false)] {
            if back && !before_had(game, object.id, happenings) {
                continue;
            }
            for instance in &view.characteristics(game, object.id).abilities {
                let Ability::Triggered(ability) = &*instance.ability else { continue };
                if ability.from.is_some()
                    || functions(instance, object.home())
                    || !happenings.iter().any(|happening| may_be(&ability.when, happening))
                    || !mentions(&ability.effect, Part::is_unread)
                {
                    continue;
                }
                let frame = Frame::of_source(object.id, view.controller(game, object.id), instance.origin);
                let found = occasions(Sight { game, view }, &frame, &ability.when, back, happenings)?;
                if !found.is_empty() {
                    let why = "it may trigger where it is: headjudge can't play a part of what it then does";
                    return Err(Halt::undecided(object.id, why));
                }
            }
        }
    }
    Ok(())
}
