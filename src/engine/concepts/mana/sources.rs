//! CR 106: Mana. Spells on which only mana of some sources may be spent (106.3).

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight};
use crate::engine::view::View;
use crate::game::{Cause, Game, Mana, Mark, ObjectId};
use crate::ir::{Ability, Filter, Zone};
use crate::rules::cr;

/// The permanents whose mana alone may be spent to cast a spell, as each of its abilities says it.
fn asked_for(game: &Game, view: &View, spell: ObjectId) -> Vec<Filter> {
    let abilities = &view.characteristics(game, spell).abilities;
    let of =
        |ability: &Ability| if let Ability::ManaFrom(from) = ability { Some(from.clone()) } else { None };
    abilities.iter().filter_map(|instance| of(&instance.ability)).collect()
}

/// Whether only mana of some sources may be spent to cast a spell.
pub fn asks_for_sources(game: &Game, view: &View, spell: ObjectId) -> bool {
    !asked_for(game, view, spell).is_empty()
}

/// The same, of what is being paid for now: only as a spell is cast (601.2h).
pub(super) fn asked_as_cast(play: &mut Play<'_>, object: ObjectId, cause: &Cause) -> Outcome<Vec<Filter>> {
    if !cause.rules.contains(cr!("601.2h")) || !play.game.object(object).is_spell() {
        return Ok(Vec::new());
    }
    let view = play.view()?;
    Ok(asked_for(&play.game, &view, object))
}

/// Whether mana was produced by permanents of all these kinds: such a phrase means permanents, as they were when they produced it (109.2).
///
/// # Errors
/// If nobody has said what produced it, or that is not what it was any more.
pub(super) fn is_from(sight: Sight<'_>, frame: &Frame, mana: &Mana, kinds: &[Filter]) -> Outcome<bool> {
    if kinds.is_empty() {
        return Ok(true);
    }
    let (Some(source), Some(was)) = (mana.source, &mana.source_was) else {
        return Err(Halt::undecided(frame.asking(), "nothing says what produced the mana in the pool"));
    };
    if sight.game.object(source).zone != Zone::Battlefield {
        return Ok(false);
    }
    if sight.view.characteristics(sight.game, source) != &**was {
        return Err(Halt::undecided(frame.asking(), "what produced the mana in the pool has changed since"));
    }
    for kind in kinds {
        if !matches(sight, frame, kind, source)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether there is a card that asks of what sources mana is, so that it matters which is spent on something else.
pub(super) fn may_matter(game: &Game) -> bool {
    let asks = |object: &ObjectId| {
        let mut abilities = game.object(*object).base.abilities.iter();
        abilities.any(|instance| matches!(*instance.ability, Ability::ManaFrom(_)))
    };
    game.marked(Mark::Brings).iter().any(asks)
}

/// Whether two mana come of the same sort of source, as far as the form of the sources tells it.
pub(super) fn of_like_sources(one: &Mana, other: &Mana) -> bool {
    one.source == other.source || one.source_was == other.source_was
}
