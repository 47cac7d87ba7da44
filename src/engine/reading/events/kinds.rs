//! What an event is as far as its kind tells: of what sort of happenings, and whether it is looked back for.

use crate::engine::happening::Happening;
use crate::ir::event::Moves;
use crate::ir::{Event, Filter, NamedDeed, Selection, Trait, Verb, Zone};

/// Whether the happening can be such an event at all, as far as their kinds tell: for most abilities most of what happens is none, and
/// nothing else of it need be looked at.
pub fn may_be(event: &Event, happening: &Happening) -> bool {
    match event {
        Event::Any(events) => events.iter().any(|event| may_be(event, happening)),
        Event::OneOrMore(event) | Event::Nth(_, event) => may_be(event, happening),
        Event::Moves(_) => matches!(
            happening,
            Happening::Moved { .. } | Happening::Created { .. } | Happening::LeftGame { .. }
        ),
        Event::Begins(..) => matches!(happening, Happening::Begins { .. }),
        Event::Casts(..) => matches!(happening, Happening::Cast { .. }),
        Event::DealsDamage(_) => matches!(happening, Happening::Damage { .. }),
        Event::LosesGame(_) => matches!(happening, Happening::LostGame { .. }),
        Event::Copies(..)
        | Event::Activates(..)
        | Event::PlaysLand(..)
        | Event::Attacks(_)
        | Event::PlayerAttacks(_)
        | Event::PlayerAttacked(..)
        | Event::Blocks(..)
        | Event::BecomesBlocked(..)
        | Event::BlockedBySoMany(..)
        | Event::AttacksUnblocked(_)
        | Event::Draws(_)
        | Event::Discards(..)
        | Event::GainsLife(_)
        | Event::LosesLife(_)
        | Event::Expends(..)
        | Event::Sacrifices(..)
        | Event::BecomesTapped(_)
        | Event::BecomesUntapped(_)
        | Event::TappedForMana(..)
        | Event::BecomesTarget { .. }
        | Event::PlayerBecomesTarget(..)
        | Event::CountersPut(..)
        | Event::CountersRemoved(..)
        | Event::LastCounterRemoved(..)
        | Event::TurnedFaceUp(_)
        | Event::Transforms(_)
        | Event::BecomesAttached(..)
        | Event::BecomesUnattached(..)
        | Event::Destroyed(_)
        | Event::Countered(_)
        | Event::LosesControl(..)
        | Event::Does(..)
        | Event::Becomes(..)
        | Event::Creates(..)
        | Event::DamageReducesLife(..)
        | Event::AttacksWith(..)
        | Event::CausedBy(..)
        | Event::Provided(..)
        | Event::Room(_)
        | Event::Chapter(_)
        | Event::State(_)
        | Event::Never => true,
        // Nothing that happens is one: an ability triggers on it.
        Event::Triggers { .. } => false,
    }
}

/// Whether an ability with this event looks back in time (603.10a).
pub fn looks_back(event: &Event) -> bool {
    match event {
        Event::Any(events) => events.iter().any(looks_back),
        Event::OneOrMore(event)
        | Event::Nth(_, event)
        | Event::CausedBy(_, event)
        | Event::Provided(_, event) => looks_back(event),
        Event::Moves(moves) => leaves(moves),
        // A spell that is countered as well (603.10e).
        Event::Sacrifices(..) | Event::Destroyed(_) | Event::Countered(_) => true,
        // What something is attached to no more (603.10c).
        Event::BecomesUnattached(..) => true,
        // A permanent of which a player loses control (603.10d).
        Event::LosesControl(..) => true,
        // A player who loses the game (603.10f).
        Event::LosesGame(_) => true,
        // A plane that a player planeswalks away from (603.10g).
        // What exploits itself is looked back at, as it is sacrificed (603.10a).
        Event::Becomes(_, word) => matches!(word, NamedDeed::Does(Verb::PlaneswalkAway | Verb::Exploit)),
        Event::Begins(..)
        | Event::Casts(..)
        | Event::Copies(..)
        | Event::Activates(..)
        | Event::PlaysLand(..)
        | Event::Attacks(_)
        | Event::PlayerAttacks(_)
        | Event::PlayerAttacked(..)
        | Event::Blocks(..)
        | Event::BecomesBlocked(..)
        | Event::BlockedBySoMany(..)
        | Event::AttacksUnblocked(_)
        | Event::DealsDamage(_)
        | Event::Draws(_)
        | Event::Discards(..)
        | Event::GainsLife(_)
        | Event::LosesLife(_)
        | Event::Expends(..)
        | Event::BecomesTapped(_)
        | Event::BecomesUntapped(_)
        | Event::TappedForMana(..)
        | Event::BecomesTarget { .. }
        | Event::PlayerBecomesTarget(..)
        | Event::CountersPut(..)
        | Event::CountersRemoved(..)
        | Event::LastCounterRemoved(..)
        | Event::TurnedFaceUp(_)
        | Event::Transforms(_)
        | Event::BecomesAttached(..)
        | Event::Does(..)
        | Event::Creates(..)
        | Event::DamageReducesLife(..)
        | Event::AttacksWith(..)
        | Event::Room(_)
        | Event::Chapter(_)
        | Event::Triggers { .. }
        | Event::State(_)
        | Event::Never => false,
    }
}

/// Whether a zone change is looked at for what leaves the battlefield or a graveyard, or is put into a hand or a library from where all
/// players see it, rather than for what enters the battlefield (603.6a, 603.10a).
pub(super) fn leaves(moves: &Moves) -> bool {
    let from = &moves.from;
    let hidden = |zone: &Zone| matches!(zone, Zone::Hand | Zone::Library);
    let out_of_sight = !moves.to.is_empty() && moves.to.iter().all(hidden);
    moves.to != [Zone::Battlefield]
        && (from.iter().any(|zone| matches!(zone, Zone::Battlefield | Zone::Graveyard))
            || out_of_sight && !from.is_empty() && !from.iter().any(hidden))
}

/// Whether the event is one that only the object itself can take part in ("when this ...").
pub fn only_this(filter: &Filter) -> bool {
    filter.demands(&|demanded| *demanded == Filter::Is(Trait::This))
}

/// Whether an event is one of the creature that the card haunts: such an ability triggers in exile (702.55c).
pub fn of_haunted(event: &Event) -> bool {
    let Event::Moves(moves) = event else { return false };
    matches!(&moves.what, Filter::Among(what) if **what == Selection::Haunted)
}

/// Whether it is that something else than the source itself enters the battlefield.
pub(in crate::engine) fn enters_another(moves: &Moves) -> bool {
    moves.to == [Zone::Battlefield] && !only_this(&moves.what)
}
