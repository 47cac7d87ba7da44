//! CR 614: Replacement Effects. How they change what a permanent that is tapped for mana produces (106.12b).

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::proposal::Proposal;
use crate::engine::reading::Sight;
use crate::engine::view::View;
use crate::game::{CauseKind, Game, ManaAmount, ObjectId, PlayerId, Thing};
use crate::ir::instruction::ManaProduced;
use crate::ir::{Event, ReplacementResult};
use crate::rules::{Rules, cr};
use crate::trace::{Level, What, Would};

use super::at_work::AtWork;
use super::{Applicable, Effect, Key, applies, choose_as, made_effects, stated_effects};

fn is_such(effect: &AtWork<'_>) -> bool {
    effect.replacement.of.is_made_of(&mut |event| matches!(event, Event::TappedForMana(..)))
}

/// Whether any effect changes what is produced when something is tapped for mana.
pub(in crate::engine) fn changes_mana(game: &Game, view: &View) -> bool {
    stated_effects(game, view).chain(made_effects(game)).any(|effect| is_such(&effect))
}

/// What a permanent that is tapped for so much mana produces instead, by the next effect that changes that; nothing if none does. None
/// applies to it twice (614.5).
///
/// # Errors
/// If several apply and nobody says which first.
pub(in crate::engine) fn produced_instead(
    play: &mut Play<'_>,
    (player, object): (PlayerId, ObjectId),
    produced: ManaAmount,
    applied: &mut Vec<Key>,
) -> Outcome<Option<ManaProduced>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let would = Proposal::TapForMana { player, object, produced };
    let mut found: Vec<Applicable> = Vec::new();
    for effect in stated_effects(&play.game, &view).chain(made_effects(&play.game)) {
        let frame = effect.frame(sight);
        if is_such(&effect) && applies(sight, &frame, effect.replacement, &would, produced.total())? {
            found.push(effect.with(&frame));
        }
    }
    found.retain(|effect| !applied.contains(&effect.key()));
    let Some(chosen) =
        choose_as(play, player, Thing::Object(object), found, (Rules::NONE, !applied.is_empty()))?
    else {
        return Ok(None);
    };
    applied.push(chosen.key());
    let Effect::Said(said) = &chosen.what else { return Ok(None) };
    let ReplacementResult::Produces(mana) = &said.result else { return Ok(None) };
    let what = What::Replaced(Thing::Object(object), chosen.source, Would::Mana(produced.total()));
    let rules = Rules::of(&[cr!("106.12b"), cr!("614.6")]);
    play.record(Level::Default, CauseKind::Replacement(chosen.source), rules, what);
    Ok(Some(mana.clone()))
}
