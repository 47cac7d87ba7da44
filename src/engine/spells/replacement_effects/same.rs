//! CR 616: Interaction of Replacement and/or Prevention Effects, those of which it is the same which applies first.

use crate::engine::additional::copying_objects::copiable_faces;
use crate::engine::reading::likeness::{Tells, speaks};
use crate::engine::reading::selections::targets;
use crate::engine::reading::{Frame, Sight};
use crate::game::{Game, Shield};
use crate::ir::replacement::Enters;
use crate::ir::{Filter, Replacement, ReplacementResult, Trait};

use super::{Applicable, Effect};

/// Whether all the effects do the same.
pub(super) fn are_same(sight: Sight<'_>, applicable: &[Applicable]) -> bool {
    applicable.windows(2).all(|pair| match pair {
        [one, other] => match (&one.what, &other.what) {
            (Effect::Said(said), Effect::Said(another)) => {
                say_the_same(sight.game, (one, said), (other, another))
                    || copy_the_same(sight, (one, said), (other, another))
            }
            (Effect::Regeneration, Effect::Regeneration) => true,
            _ => false,
        },
        _ => true,
    })
}

/// Whether two effects do the same to an event, with the same words that mean the same, and the same is left of them for another.
fn say_the_same(game: &Game, one: (&Applicable, &Replacement), other: (&Applicable, &Replacement)) -> bool {
    let ((one, said), (other, another)) = (one, other);
    let shield = |effect: &Applicable| game.shields().iter().find(|shield| Some(shield.id) == effect.shield);
    let (its, others) = (shield(one), shield(other));
    // What is used up by it is not there for the next event (614.5, 615.7): then it has to be the same events that both are for, and as
    // long.
    let limits = |shield: Option<&Shield>| {
        shield.map_or((false, false), |shield| (shield.uses.is_some(), shield.damage.is_some()))
    };
    if limits(its) != limits(others) {
        return false;
    }
    let limited = limits(its) != (false, false);
    let lasts = |shield: Option<&Shield>| shield.map(|shield| (shield.duration.clone(), shield.since_turn));
    if limited && (said != another || lasts(its) != lasts(others)) {
        return false;
    }
    let frame = |effect: &Applicable, shield: Option<&Shield>| match shield {
        Some(shield) => Frame::of_effect(shield.source, shield.controller, &shield.bindings),
        None => Frame::of_source(effect.source, effect.controller, effect.origin),
    };
    let (its, others) = (frame(one, its), frame(other, others));
    let differs = |tells| !means_the_same(game, tells, &its, &others);
    let result = speaks(&said.result, differs);
    let event = limited && (speaks(&said.of, differs) || speaks(&said.only_if, differs));
    said.result == another.result && said.may == another.may && !result && !event
}

/// Whether two effects do nothing but make what enters a copy of their sources, and these have the same copiable values (707.2).
fn copy_the_same(
    sight: Sight<'_>,
    one: (&Applicable, &Replacement),
    other: (&Applicable, &Replacement),
) -> bool {
    let ((one, said), (other, another)) = (one, other);
    let of_itself = Enters { copy_of: Some(Filter::Is(Trait::This)), ..Enters::default() };
    let only_copies = |effect: &Applicable, said: &Replacement| {
        effect.shield.is_none()
            && said.may.is_none()
            && matches!(&said.result, ReplacementResult::Enters(enters) if *enters == of_itself)
    };
    only_copies(one, said)
        && only_copies(other, another)
        && copiable_faces(sight, one.source) == copiable_faces(sight, other.source)
}

/// Whether what tells the meaning of a word is the same for two effects that would replace one event.
fn means_the_same(game: &Game, tells: Tells, one: &Frame, other: &Frame) -> bool {
    let same_source = one.source == other.source;
    match tells {
        Tells::Controller => one.controller == other.controller,
        Tells::Source | Tells::Link | Tells::Attack | Tells::Dealer => same_source,
        Tells::Host => game.object(one.source).attached_to == game.object(other.source).attached_to,
        Tells::Targets => (0..=u8::MAX)
            .map(|number| (targets(one, number), targets(other, number)))
            .take_while(|(its, others)| !its.is_empty() || !others.is_empty())
            .all(|(its, others)| its == others),
        Tells::Announced => match (&one.announced, &other.announced) {
            (Some(its), Some(others)) => {
                its.x == others.x && its.paid == others.paid && its.used == others.used
            }
            _ => same_source,
        },
        Tells::Slots => one.slots == other.slots,
        Tells::PlayerOfEvent | Tells::Event => true,
    }
}
