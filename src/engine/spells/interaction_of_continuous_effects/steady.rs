//! CR 613: Interaction of Continuous Effects. Which effects look at nothing but the objects and their abilities.
//!
//! What such effects make of the objects stays as it is while creatures are tapped, damage is dealt and steps pass, so
//! that the layers need not be applied again. In doubt an effect is held to look at more.

use crate::engine::additional::keyword_abilities;
use crate::ir::filter::Shared;
use crate::ir::{Change, Comparison, Condition, Filter, Measure, Quantity, Selection, Static, Trait, Zone};

use super::{Effect, EffectKind};

/// Whether nothing but a change of the objects, their abilities or the effects can change what an effect does.
pub(super) fn is_steady(effect: &Effect<'_>) -> bool {
    let applies = match &effect.kind {
        EffectKind::Static(_) => effect.static_ability().is_some_and(applies_steadily),
        EffectKind::Made(_) => true,
    };
    applies && effect.changes().iter().all(change)
}

fn applies_steadily(ability: &Static) -> bool {
    ability.condition.as_ref().is_none_or(condition) && ability.affects.as_ref().is_none_or(selection)
}

/// Whether nothing else can change whether a condition holds.
pub(super) fn condition(it: &Condition) -> bool {
    match it {
        Condition::All(all) | Condition::Any(all) => all.iter().all(condition),
        Condition::Not(other) => condition(other),
        Condition::Exists(kind) => filter(kind),
        Condition::Is(what, kind) => selection(what) && filter(kind),
        Condition::Compare(number, bounds) => quantity(number) && comparison(bounds),
        Condition::TurnOf(_)
        | Condition::Happened(_)
        | Condition::Paid(_)
        | Condition::KickedWith(_)
        | Condition::Spent(..)
        | Condition::WasCast(_)
        | Condition::Did
        | Condition::WonClash
        | Condition::Designated(..)
        | Condition::State(_)
        | Condition::During(..)
        | Condition::Past(_)
        | Condition::Combat(_)
        | Condition::Chose(..)
        | Condition::TwoShare(..)
        | Condition::Same(..) => false,
    }
}

fn selection(it: &Selection) -> bool {
    match it {
        // Which object a card is encoded on and which it haunts, and what is linked, are changes of the objects too.
        Selection::This
        | Selection::Attached
        | Selection::Host
        | Selection::Haunted
        | Selection::Linked(_)
        | Selection::TheLinked(_)
        | Selection::Grantor
        | Selection::Itself => true,
        Selection::Each(kind) => filter(kind),
        Selection::Among(of, kind) => selection(of) && filter(kind),
        Selection::Last(of) => selection(of),
        Selection::Several(all) => all.iter().all(selection),
        Selection::It
        | Selection::Target(_)
        | Selection::Slot(_)
        | Selection::Topmost(_)
        | Selection::Top(..)
        | Selection::Other
        | Selection::Players(_)
        | Selection::Paid(_)
        | Selection::Outside => false,
    }
}

fn filter(it: &Filter) -> bool {
    match it {
        Filter::All(all) | Filter::Any(all) => all.iter().all(filter),
        Filter::Not(other) | Filter::AttachedTo(other) | Filter::AttachedBy(other) => filter(other),
        Filter::Type(_)
        | Filter::Supertype(_)
        | Filter::Subtype(_)
        | Filter::Color(_)
        | Filter::Has(_)
        | Filter::Named(_) => true,
        // Abilities come to the stack and leave it without a change of the objects.
        Filter::In(zones) => !zones.contains(&Zone::Stack),
        Filter::ControlledBy(who) | Filter::OwnedBy(who) => who.are_constant(),
        Filter::Power(number) | Filter::Toughness(number) | Filter::ManaValue(number) => comparison(number),
        Filter::Counters(_, number) | Filter::Colors(number) => comparison(number),
        Filter::ManaCost(_) => true,
        Filter::Is(word) => matches!(
            word,
            Trait::This
                | Trait::Another
                | Trait::Permanent
                | Trait::Spell
                | Trait::NoAbilities
                | Trait::RingBearer
                | Trait::Card
                | Trait::PermanentCard
                | Trait::Token
                | Trait::FaceDown
                | Trait::Colorless
                | Trait::Multicolored
                | Trait::Monocolored
                | Trait::Historic
                | Trait::Outlaw
        ),
        Filter::NamedLike(_)
        | Filter::CouldProduce(_)
        | Filter::Among(_)
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

fn comparison(number: &Comparison) -> bool {
    match number {
        Comparison::Exactly(number) | Comparison::AtLeast(number) | Comparison::AtMost(number) => {
            quantity(number)
        }
        Comparison::Even | Comparison::Odd => true,
    }
}

fn quantity(it: &Quantity) -> bool {
    match it {
        Quantity::Fixed(_) | Quantity::Devotion(_) => true,
        Quantity::Count(kind) => match kind.cards_of() {
            Some((who, zone)) => zone != Zone::Library && who.are_constant(),
            None => filter(kind),
        },
        Quantity::Distinct(Shared::Color | Shared::CardType, kind) => filter(kind),
        Quantity::HowMany(of)
        | Quantity::Sum(
            Measure::PowerOf(of)
            | Measure::ToughnessOf(of)
            | Measure::ManaValueOf(of)
            | Measure::CountersOn(_, of),
        ) => selection(of),
        Quantity::Plus(all) => all.iter().all(quantity),
        Quantity::X
        | Quantity::ThatMuch
        | Quantity::Prevented
        | Quantity::MostOfOneOwner(_)
        | Quantity::Players(_)
        | Quantity::DevotionToChosen(_)
        | Quantity::Domain(_)
        | Quantity::Sum(_)
        | Quantity::Greatest(_)
        | Quantity::Least(_)
        | Quantity::Distinct(..)
        | Quantity::Happened(..)
        | Quantity::MostCastLastTurn
        | Quantity::CastBefore(..)
        | Quantity::TimesResolved
        | Quantity::SpellsResolved
        | Quantity::StationedBy
        | Quantity::PartyOf(_)
        | Quantity::CommanderColors
        | Quantity::TimesPaid(_)
        | Quantity::Chosen(_)
        | Quantity::AnyNumber
        | Quantity::Slot(_)
        | Quantity::Minus(..)
        | Quantity::Times(..)
        | Quantity::Half(..)
        | Quantity::Negative(_) => false,
    }
}

fn change(it: &Change) -> bool {
    match it {
        Change::AddTypes(types) | Change::SetTypes(types) | Change::LoseTypes(types) => {
            types.creature_types_of.as_ref().is_none_or(selection)
        }
        Change::AddPowerToughness { power, toughness } => quantity(power) && quantity(toughness),
        Change::SetPowerToughness { power, toughness } => power.iter().chain(toughness).all(quantity),
        Change::Control(who) => who.are_constant(),
        Change::Gain(abilities) => abilities.iter().all(|ability| {
            keyword_abilities::counted_ahead(ability).is_none_or(|(_, number)| quantity(number))
        }),
        Change::EveryCreatureType
        | Change::Exchange { .. }
        | Change::AddColors(_)
        | Change::SetColors(_)
        | Change::Gained(_)
        | Change::Lose(_)
        | Change::LoseAllAbilities
        | Change::CantHave(_)
        | Change::SwitchPowerToughness
        | Change::SetName(_) => true,
        Change::CopyOf { .. }
        | Change::Text { .. }
        | Change::SetChosenColor(_)
        | Change::AddChosenColor(_)
        | Change::GainThis
        | Change::KeepColors
        | Change::KeepName
        | Change::NoManaCost
        | Change::GainActivatedOf(_)
        | Change::GainPrintedBelow
        | Change::GainKeywordsOf { .. } => false,
    }
}
