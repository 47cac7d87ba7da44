//! Whether it can be told of an event, and of what takes part in it, after it has happened.

use crate::ir::event::Step as EventStep;
use crate::ir::{Event, Filter, Players, Trait};

/// Whether it can be told afterwards if something was such an event.
pub(super) fn is_certain(event: &Event) -> bool {
    match event {
        Event::OneOrMore(event) => is_certain(event),
        Event::Moves(moves) => moves.caused_by.is_none() && is_lasting(&moves.what),
        Event::Begins(step, who) => {
            !matches!(step, EventStep::SecondMain | EventStep::Main) && who.are_constant()
        }
        Event::Draws(who) | Event::GainsLife(who) | Event::LosesLife(who) => who.are_constant(),
        Event::Casts(who, what) | Event::Discards(who, what) | Event::Sacrifices(who, what) => {
            who.are_constant() && is_lasting(what)
        }
        Event::Creates(who, what) => who.are_constant() && is_lasting(what),
        Event::Destroyed(what)
        | Event::BecomesTapped(what)
        | Event::BecomesUntapped(what)
        | Event::CountersPut(what, _)
        | Event::CountersRemoved(what, _) => is_lasting(what),
        // Whether it attacked alone, or with whom, is not told of each by itself.
        Event::Attacks(attacks) => {
            !attacks.alone
                && attacks.with.is_none()
                && is_lasting(&attacks.what)
                && attacks.player.as_ref().is_none_or(Players::are_constant)
        }
        Event::BecomesTarget { what, of, by } => is_lasting(what) && is_lasting(of) && by.are_constant(),
        Event::PlayerBecomesTarget(who, by) => who.are_constant() && by.are_constant(),
        Event::DealsDamage(damage) => {
            is_lasting(&damage.source)
                && damage.object.as_ref().is_none_or(is_lasting)
                && damage.player.as_ref().is_none_or(Players::are_constant)
        }
        Event::Any(_)
        | Event::Nth(..)
        | Event::Copies(..)
        | Event::Activates(..)
        | Event::PlaysLand(..)
        | Event::PlayerAttacks(_)
        | Event::PlayerAttacked(..)
        | Event::Blocks(..)
        | Event::BecomesBlocked(..)
        | Event::BlockedBySoMany(..)
        | Event::AttacksUnblocked(_)
        | Event::Expends(..)
        | Event::TappedForMana(..)
        | Event::LastCounterRemoved(..)
        | Event::TurnedFaceUp(_)
        | Event::Transforms(_)
        | Event::BecomesAttached(..)
        | Event::BecomesUnattached(..)
        | Event::Countered(_)
        | Event::LosesControl(..)
        | Event::Triggers { .. }
        | Event::Does(..)
        | Event::Becomes(..)
        | Event::LosesGame(_)
        | Event::DamageReducesLife(..)
        | Event::AttacksWith(..)
        | Event::CausedBy(..)
        | Event::Provided(..)
        | Event::Room(_)
        | Event::Chapter(_)
        | Event::State(_)
        | Event::Never => false,
    }
}

/// Whether a filter looks at nothing of an object that comes and goes but what `is_as_it_was` compares.
pub(super) fn is_lasting(filter: &Filter) -> bool {
    match filter {
        Filter::All(all) | Filter::Any(all) => all.iter().all(is_lasting),
        Filter::Not(other) => is_lasting(other),
        Filter::Type(_) | Filter::Supertype(_) | Filter::Subtype(_) | Filter::Color(_) | Filter::Named(_) => {
            true
        }
        Filter::ControlledBy(who) | Filter::OwnedBy(who) => who.are_constant(),
        Filter::Is(word) => matches!(
            word,
            Trait::This
                | Trait::Another
                | Trait::Permanent
                | Trait::Spell
                | Trait::Card
                | Trait::PermanentCard
                | Trait::Token
                | Trait::Colorless
                | Trait::Multicolored
                | Trait::Monocolored
        ),
        Filter::Power(_)
        | Filter::Toughness(_)
        | Filter::ManaValue(_)
        | Filter::Colors(_)
        | Filter::ManaCost(_)
        | Filter::CouldProduce(_)
        | Filter::Has(_)
        | Filter::Counters(..)
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
