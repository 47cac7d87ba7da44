//! CR 603: Handling Triggered Abilities. Of what it is said that it dies (700.4).

use crate::game::{Game, Occasion};
use crate::ir::{CardType, Event, Filter, Zone};

/// Whether a kind of objects is told by who owns them.
fn of_an_owner(what: &Filter) -> bool {
    what.demands(&|demanded| matches!(demanded, Filter::OwnedBy(_)))
}

/// Whether of what has gone to a graveyard it is said that it died: of creatures and planeswalkers (700.4).
pub(super) fn is_said_to_die(game: &Game, occasion: &Occasion) -> bool {
    let known = occasion.before.and_then(|before| game.object(before).known.as_ref());
    known.is_none_or(|known| {
        known.characteristics.is(CardType::Creature) || known.characteristics.is(CardType::Planeswalker)
    })
}

/// Whether what is waited for is that something dies, which is said of nobody's graveyard in particular (700.4).
pub(super) fn dies(event: &Event) -> bool {
    if let Event::OneOrMore(event) | Event::Nth(_, event) = event {
        return dies(event);
    }
    let Event::Moves(moves) = event else { return false };
    let from_and_to = moves.from == [Zone::Battlefield] && moves.to == [Zone::Graveyard];
    from_and_to && !of_an_owner(&moves.what) && !is_never_said_to_die(&moves.what)
}

/// Whether a kind of permanents is none of creatures or planeswalkers: an artifact is put into a graveyard, and not said to die.
fn is_never_said_to_die(what: &Filter) -> bool {
    let dying = |of: CardType| matches!(of, CardType::Creature | CardType::Planeswalker);
    let other = |demanded: &Filter| matches!(demanded, Filter::Type(of) if !dying(*of));
    what.demands(&other) && !what.demands(&|demanded| matches!(demanded, Filter::Type(of) if dying(*of)))
}
