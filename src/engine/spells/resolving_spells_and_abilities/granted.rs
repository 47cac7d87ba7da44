//! CR 608: Resolving Spells and Abilities. Abilities that static abilities grant to a permanent spell go on to the permanent that it
//! becomes (400.7b).

use std::sync::Arc;

use crate::engine::additional::keyword_abilities;
use crate::engine::concepts::abilities::functions;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::replacement_effects::Coming;
use crate::game::{
    AbilityInstance, Cause, Change, Characteristics, ContinuousEffect, Game, Move, ObjectId, Origin, PlayerId,
};
use crate::ir::{Ability, Change as EffectChange, Zone};
use crate::rules::cr;
use crate::trace::Level;

/// What static abilities of other objects have granted to a spell, as far as it functions on the battlefield, and whose ability that was.
fn to_spell(
    game: &Game,
    spell: ObjectId,
    was: &Characteristics,
) -> impl Iterator<Item = (ObjectId, AbilityInstance)> {
    let mut found: Vec<(ObjectId, AbilityInstance)> = Vec::new();
    for instance in &was.abilities {
        let Origin::Granted(by, _) = instance.origin else { continue };
        // An effect of a spell or ability that has resolved lasts by itself (400.7a), and what a spell says of itself the permanent says.
        let lasts = game.effects().iter().any(|effect| effect.source == by && effect.is_on(spell));
        // The other instances of a keyword say what it means.
        let again = found.iter().any(|(_, its)| its.origin == instance.origin);
        if by == spell || lasts || again {
            continue;
        }
        if goes_along(was, instance.origin) {
            found.push((by, instance.clone()));
        }
    }
    found.into_iter()
}

/// Whether what a spell has from somewhere functions on the battlefield, so that the permanent which the spell becomes has it, too.
pub fn goes_along(was: &Characteristics, from: Origin) -> bool {
    let mut parts = was.abilities.iter().filter(|its| its.origin == from);
    parts.any(|its| {
        its.keyword.is_some_and(keyword_abilities::is_of_permanents)
            || functions(its, Zone::Battlefield) && !functions(its, Zone::Stack)
    })
}

/// The effect by which the permanent that a spell becomes has what static abilities have granted to the spell, for as long as it is there
/// (400.7b, 611.3d): nothing if there is none, or if it will have that anyway because they affect it there, too.
///
/// # Errors
/// If the layers can't be worked out.
fn lasting(
    play: &Play<'_>,
    (spell, controller): (ObjectId, PlayerId),
    was: &Characteristics,
    there: &Characteristics,
) -> Option<ContinuousEffect> {
    let anyway = |its: &AbilityInstance| there.abilities.iter().any(|other| other.origin == its.origin);
    let granted: Vec<_> = to_spell(&play.game, spell, was).filter(|(_, its)| !anyway(its)).collect();
    let (source, _) = granted.first()?;
    let abilities: Vec<Ability> = granted.iter().map(|(_, its)| (*its.ability).clone()).collect();
    Some(ContinuousEffect {
        source: *source,
        ..ContinuousEffect::on_itself(&play.game, spell, controller, [EffectChange::Gain(abilities)].into())
    })
}

/// Has a permanent enter with what static abilities have granted to the spell that it was. Says why it enters then.
///
/// # Errors
/// If the layers can't be worked out.
pub(super) fn enter_with(
    play: &Play<'_>,
    cause: Cause,
    spell: (ObjectId, PlayerId),
    was: &Arc<Characteristics>,
    enters: &mut Move,
) -> Outcome<Cause> {
    if enters.face_down.is_some() || to_spell(&play.game, spell.0, was).next().is_none() {
        return Ok(cause);
    }
    let arrived = Coming::Moves(enters).arrived(&play.game)?;
    let there = arrived.view.characteristics(&arrived.game, arrived.object);
    let Some(effect) = lasting(play, spell, was, there) else { return Ok(cause) };
    enters.being = Some(Box::new(effect));
    Ok(cause.and(cr!("400.7b")))
}

/// The same of a spell that has merged with a permanent (702.140f).
///
/// # Errors
/// If the layers can't be worked out.
pub(super) fn merge_with(
    play: &mut Play<'_>,
    cause: Cause,
    (spell, controller): (ObjectId, PlayerId),
    was: &Arc<Characteristics>,
    permanent: ObjectId,
) -> Outcome {
    let view = play.view()?;
    let there = view.characteristics(&play.game, permanent);
    let Some(effect) = lasting(play, (spell, controller), was, there) else { return Ok(()) };
    let of_permanent = ContinuousEffect::on_itself(&play.game, permanent, controller, effect.changes);
    let effect = ContinuousEffect { source: effect.source, ..of_permanent };
    let cause = cause.by(cr!("400.7b")).and(cr!("702.140f"));
    play.change(cause, Level::Default, Change::BeginEffect(Box::new(effect)));
    Ok(())
}
