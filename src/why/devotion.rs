//! What a player's devotion makes of their permanent: an ability of its own takes its type as long as that is so small (700.5).

use crate::engine::Outcome;
use crate::engine::reading::quantities::value;
use crate::engine::reading::{Frame, conditions};
use crate::game::{ObjectId, PlayerId};
use crate::ir::part::{Part, any};
use crate::ir::{Ability, Condition, Quantity, RuleChange};
use crate::oracle::phrases;
use crate::rules::cr;
use crate::trace::Reasons;

use super::Played;
use super::printed::{TypePart, names_type};

/// That a permanent has a type, or not, by how great its controller's devotion is.
pub(crate) struct Devoted {
    /// Whose devotion it is.
    pub(crate) player: PlayerId,
    /// How great it is.
    pub(crate) devotion: i32,
    /// As long as what is so the type is taken, in the words of the card: `your devotion to black is less than five`.
    pub(crate) as_long_as: String,
    /// The rules by which it is counted.
    pub(crate) rules: Reasons,
}

/// What devotion makes of whether a permanent has a type, where that decides it.
pub(crate) fn of_type(played: Played<'_>, object: ObjectId, part: TypePart) -> Outcome<Option<Devoted>> {
    let Played { game, view, .. } = played;
    if !game.object(object).on_battlefield() {
        return Ok(None);
    }
    let player = view.controller(game, object);
    let holds = part.is_of(view.characteristics(game, object));
    for instance in &view.copiable(game, object).abilities {
        let Some(ability) = instance.ability.as_static() else { continue };
        let Some(condition) = &ability.condition else { continue };
        let (true, Some(counted)) =
            (ability.changes.iter().any(|change| names_type(change, part)), counted(condition))
        else {
            continue;
        };
        let frame = Frame::of_source(object, player, instance.origin);
        // Something else has made it so, or has kept it.
        if conditions::holds(played.sight(), &frame, condition)? == holds {
            continue;
        }
        let Some(as_long_as) = phrases::condition(condition) else { continue };
        let devotion = value(played.sight(), &frame, &counted)?;
        let rules = Reasons::of(&[cr!("700.5")]);
        // What adds to devotion counts whatever has become of its abilities since.
        let rules = if is_increased(played, player) { rules.and(cr!("700.5a")) } else { rules };
        return Ok(Some(Devoted { player, devotion, as_long_as, rules }));
    }
    Ok(None)
}

/// The devotion that a condition asks for.
fn counted(condition: &Condition) -> Option<Quantity> {
    let mut found = None;
    any(condition, &mut |place| {
        if let Part::Quantity(quantity @ Quantity::Devotion(_)) = place.part {
            found = Some(quantity.clone());
        }
        found.is_some()
    });
    found
}

/// Whether something that a player controls increases somebody's devotion.
fn is_increased(played: Played<'_>, player: PlayerId) -> bool {
    let Played { game, view, .. } = played;
    let increases = |ability: &Ability| {
        ability
            .as_static()
            .is_some_and(|it| it.rules.iter().any(|rule| matches!(rule, RuleChange::Devotion(..))))
    };
    game.battlefield().iter().any(|object| {
        view.controller(game, *object) == player
            && view.copiable(game, *object).abilities.iter().any(|its| increases(&its.ability))
    })
}
