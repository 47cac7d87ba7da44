//! Why abilities that wait for something to enter the battlefield have not triggered: what was printed on it was not what it was there
//! (603.6b), or what it says of its entering is no triggered ability (603.6d).

use crate::game::{Change, ObjectId};
use crate::ir::{Ability, CardType, Event, Filter, ReplacementResult, Trait, Zone};
use crate::trace::What;
use crate::why::Played;
use crate::why::whereabouts::path_of;

/// Whether a permanent has entered that an ability of an object would wait for by the types that are printed on it, and that was never on
/// the battlefield with them.
pub(super) fn was_never_so(played: Played<'_>, object: ObjectId) -> bool {
    let Played { game, view, .. } = played;
    let entered = played.trace.entries().iter().filter_map(|entry| match &entry.what {
        What::Changed(Change::Move(it), _) if game.object(it.new).home() == Zone::Battlefield => Some(it.new),
        _ => None,
    });
    let unlike_printed = |new: ObjectId, filter: &Filter| {
        let its = game.object(new);
        let now = match &its.known {
            Some(known) => &known.characteristics,
            None => view.characteristics(game, new),
        };
        matches!(filter, Filter::Type(card_type) if its.base.is(*card_type) && !now.is(*card_type))
    };
    let entered: Vec<ObjectId> = entered.collect();
    let waits = |event: &Event| {
        event.is_made_of(&mut |event| {
            let Event::Moves(moves) = event else { return false };
            moves.to == [Zone::Battlefield]
                && entered.iter().any(|new| moves.what.demands(&|filter| unlike_printed(*new, filter)))
        })
    };
    path_of(game, object).into_iter().any(|stay| {
        let abilities = &view.characteristics(game, stay).abilities;
        abilities.iter().any(|its| its.ability.as_triggered().is_some_and(|triggered| waits(&triggered.when)))
    })
}

/// Whether a permanent has entered that is of a card type which is not printed on it.
pub(super) fn became_at_once(played: Played<'_>, object: ObjectId) -> bool {
    let Played { game, view, .. } = played;
    let entered = played
        .trace
        .entries()
        .iter()
        .any(|entry| matches!(&entry.what, What::Changed(Change::Move(it), _) if it.new == object));
    let its = game.object(object);
    let now = match &its.known {
        Some(known) => &known.characteristics,
        None => view.characteristics(game, object),
    };
    let more = CardType::ALL.iter().any(|card_type| now.is(*card_type) && !its.base.is(*card_type));
    entered && its.home() == Zone::Battlefield && more
}

/// Whether an object says how it enters, which is a static ability.
pub(super) fn says_how_it_enters(played: Played<'_>, object: ObjectId) -> bool {
    let own = |event: &Event| {
        matches!(event, Event::Moves(moves)
            if moves.to == [Zone::Battlefield] && moves.what == Filter::Is(Trait::This))
    };
    let is_such = |ability: &Ability| {
        matches!(ability, Ability::Replacement(it)
            if own(&it.of) && matches!(it.result, ReplacementResult::Enters(_)))
    };
    let its = played.game.object(object);
    its.base.abilities.iter().any(|instance| is_such(&instance.ability))
}
