//! CR 613: Interaction of Continuous Effects. Effects that do the same one after the other, as those of many permanents of one name
//! do: what they apply to is found once, and all that they add is added at once.
//!
//! A hundred of them on a thousand permanents would else be a hundred thousand changes each time that the layers are applied.

use std::sync::Arc;

use crate::engine::view::View;
use crate::game::Game;
use crate::ir::{Change, Filter, Players, Quantity, Selection, Trait};

use super::changes::add_power_toughness;
use super::{Effect, still_there};

/// Applies those effects too that follow an effect which has just been applied, and do the same as that does.
pub(super) fn apply(
    game: &Game,
    view: &mut View,
    effects: &mut [Effect<'_>],
    applied: usize,
    waiting: &mut Vec<usize>,
) {
    let Some(first) = effects.get(applied).filter(|_| view.influences.is_none()) else { return };
    let (Some(ability), Some(settled)) = (first.ability().cloned(), first.affected.clone()) else { return };
    let Some((power, toughness)) = bonus(first) else { return };
    let controller = view.controller(game, first.source);
    let (mut run, mut times) = (0, 0);
    for index in waiting.iter() {
        let Some(other) = effects.get_mut(*index) else { break };
        let same = other.ability().is_some_and(|its| Arc::ptr_eq(its, &ability));
        if !same || other.affected.is_some() || view.controller(game, other.source) != controller {
            break;
        }
        run += 1;
        // An ability that was lost before its effect began to apply makes none (613.6).
        if still_there(game, view, other) {
            other.affected = Some(settled.clone());
            times += 1;
        }
    }
    waiting.drain(..run);
    if times > 0 {
        for object in settled.iter().filter(|object| game.object(**object).exists) {
            let its = view.change(game, *object);
            add_power_toughness(its, power.saturating_mul(times), toughness.saturating_mul(times));
        }
    }
}

/// What an effect adds to power and toughness, if it does nothing else, and the next like it applies to the same objects: whichever
/// object it comes from, and whatever their power and toughness are.
fn bonus(effect: &Effect<'_>) -> Option<(i32, i32)> {
    let it = effect.static_ability()?;
    let Some(Selection::Each(kind)) = &it.affects else { return None };
    let [Change::AddPowerToughness { power: Quantity::Fixed(power), toughness: Quantity::Fixed(toughness) }] =
        it.changes.as_slice()
    else {
        return None;
    };
    (it.condition.is_none() && settled_by_kind(kind)).then_some((*power, *toughness))
}

/// Whether neither the source of the effect nor power or toughness decides which objects are of the kind.
fn settled_by_kind(kind: &Filter) -> bool {
    match kind {
        Filter::All(all) | Filter::Any(all) => all.iter().all(settled_by_kind),
        Filter::Not(other) => settled_by_kind(other),
        Filter::Type(_) | Filter::Supertype(_) | Filter::Subtype(_) | Filter::Color(_) => true,
        Filter::ControlledBy(who) => matches!(who, Players::You | Players::Opponents | Players::Each),
        Filter::Is(word) => matches!(word, Trait::Permanent | Trait::Token),
        Filter::OwnedBy(_)
        | Filter::Power(_)
        | Filter::Toughness(_)
        | Filter::ManaValue(_)
        | Filter::Colors(_)
        | Filter::ManaCost(_)
        | Filter::CouldProduce(_)
        | Filter::Has(_)
        | Filter::Counters(..)
        | Filter::Named(_)
        | Filter::NamedLike(_)
        | Filter::In(_)
        | Filter::Among(_)
        | Filter::AttachedTo(_)
        | Filter::AttachedBy(_)
        | Filter::Targets(_)
        | Filter::TargetsPlayer(_)
        | Filter::TargetsOnly(_)
        | Filter::TargetCount(_)
        | Filter::InCombatWith(_)
        | Filter::PairedWith(_)
        | Filter::Chosen(_)
        | Filter::Shares(..)
        | Filter::DamagedBy(_)
        | Filter::DamagedBySourceOf(_)
        | Filter::LinkedThisTurn(_)
        | Filter::FirstCast(_)
        | Filter::CameFrom(_)
        | Filter::CastBy(_)
        | Filter::Attacking(_)
        | Filter::Source(_) => false,
    }
}
