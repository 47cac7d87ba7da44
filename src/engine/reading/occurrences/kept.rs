//! Which events of the past are kept, so that they can be asked for.

use crate::engine::halt::Why;
use crate::ir::event::Attacks;
use crate::ir::{Event, Filter, NamedDeed, Players, Trait, Verb, Zone};

use super::super::entered;

/// From which zones each move is kept: those of which abilities ask what has left them.
pub(super) const KEPT_FROM: [Zone; 2] = [Zone::Battlefield, Zone::Graveyard];

/// Whether the occurrences of an event are kept as they were: those of which objects that change meanwhile say nothing, or which
/// look at what no longer changes.
pub(super) fn is_kept(event: &Event) -> bool {
    if entered::is_kept(event) {
        return true;
    }
    if let Event::GainsLife(who) | Event::LosesLife(who) = event {
        return !matches!(who, Players::Where(..));
    }
    if let Event::Does(who, NamedDeed::Does(Verb::CommitCrime)) = event {
        return !matches!(who, Players::Where(..));
    }
    if let Event::DealsDamage(damage) = event {
        return !matches!(damage.player, Some(Players::Where(..)));
    }
    if let Event::Discards(_, what) | Event::Sacrifices(_, what) | Event::Destroyed(what) = event {
        return is_settled(what);
    }
    if let Event::Moves(moves) = event {
        let from = !moves.from.is_empty() && moves.from.iter().all(|zone| KEPT_FROM.contains(zone));
        // So is each move into a graveyard, from wherever.
        let kept = from && moves.to != [Zone::Battlefield] || moves.to == [Zone::Graveyard];
        return kept && is_settled(&moves.what);
    }
    if let Event::Any(events) = event {
        return events.iter().all(|event| !is_totalled(event) && is_kept(event));
    }
    if let Event::CausedBy(_, event) = event {
        let moves = matches!(
            **event,
            Event::Moves(_) | Event::Discards(..) | Event::Sacrifices(..) | Event::Destroyed(_)
        );
        return moves && is_kept(event);
    }
    is_kept_in_order(event)
}

/// The same where it also matters which of them came first.
pub(super) fn is_kept_in_order(event: &Event) -> bool {
    let its_own = |filter: &Filter| *filter == Filter::Is(Trait::This);
    matches!(
        event,
        Event::Casts(..)
            | Event::PlayerAttacked(..)
            | Event::GainsLife(Players::You)
            | Event::LosesLife(Players::You)
    ) || matches!(event, Event::BecomesTarget { what, .. } if its_own(what))
        || matches!(event, Event::Attacks(attacks) if *attacks == Attacks::plain(Filter::Is(Trait::This)))
        || matches!(event, Event::DealsDamage(damage) if its_own(&damage.source) && damage.object.is_none())
}

pub(super) fn gap_unless(kept: bool) -> Option<Why> {
    (!kept).then_some(Why::Borrowed("it counts something that headjudge does not keep for the turn"))
}

/// Whether the game counts such events for each player, whatever they were.
pub(super) fn is_totalled(event: &Event) -> bool {
    matches!(event, Event::Casts(..) | Event::Draws(_))
        || matches!(event, Event::PlaysLand(_, what) if *what == Filter::EVERYTHING)
}

/// Whether a question about an object that is gone always has the same answer: about what it last was, and nothing that it points at or
/// that points at it.
pub(super) fn is_settled(filter: &Filter) -> bool {
    match filter {
        Filter::All(filters) | Filter::Any(filters) => filters.iter().all(is_settled),
        Filter::Not(filter) => is_settled(filter),
        Filter::Type(_)
        | Filter::Supertype(_)
        | Filter::Subtype(_)
        | Filter::Color(_)
        | Filter::ControlledBy(_)
        | Filter::OwnedBy(_)
        | Filter::Power(_)
        | Filter::Toughness(_)
        | Filter::ManaValue(_)
        | Filter::Colors(_)
        | Filter::ManaCost(_)
        | Filter::Has(_)
        | Filter::Counters(..)
        | Filter::Named(_)
        | Filter::In(_) => true,
        Filter::Is(word) => matches!(
            word,
            Trait::This
                | Trait::Another
                | Trait::Permanent
                | Trait::Card
                | Trait::PermanentCard
                | Trait::Spell
                | Trait::Token
                | Trait::Tapped
                | Trait::FaceDown
                | Trait::Colorless
                | Trait::Multicolored
                | Trait::Monocolored
                | Trait::Historic
                | Trait::Outlaw
                | Trait::Commander
                | Trait::NoAbilities
                | Trait::WithActivatedAbility
        ),
        Filter::NamedLike(_)
        | Filter::CouldProduce(_)
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
