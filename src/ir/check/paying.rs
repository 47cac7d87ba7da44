//! How something is used to pay the costs of a spell or ability: of that alone `paid` can speak.

use std::collections::BTreeSet;

use crate::ir::verb::Place;
use crate::ir::{Ability, Card, Cost, Costs, Filter, Keyword, KeywordName, Players, Selection, Trait, Verb};

/// Of a card as it is cast, by whatever it says that can be paid for it.
pub(super) fn of_spell(card: &Card) -> BTreeSet<Verb> {
    let abilities = card.faces.iter().flat_map(|face| &face.abilities);
    abilities.flat_map(of_ability).collect()
}

fn of_ability(ability: &Ability) -> BTreeSet<Verb> {
    match ability {
        Ability::AdditionalCost(cost) => of_costs(&cost.cost),
        Ability::AlternativeCost(cost) => of_costs(&cost.cost),
        Ability::Keyword(keyword) => of_keyword(keyword),
        Ability::Spell(_)
        | Ability::Cleaved(_)
        | Ability::Activated(_)
        | Ability::Triggered(_)
        | Ability::Static(_)
        | Ability::Replacement(_)
        | Ability::CastOnly(_)
        | Ability::ManaFrom(_)
        | Ability::Room(_)
        | Ability::OpeningHand(_)
        | Ability::DeckLimit(_)
        | Ability::CanBeCommander
        | Ability::Unsupported(_) => BTreeSet::new(),
    }
}

fn of_keyword(keyword: &Keyword) -> BTreeSet<Verb> {
    let mut paid = match keyword {
        Keyword::Cost(_, costs)
        | Keyword::Equip(costs, _)
        | Keyword::Cycling(costs, _)
        | Keyword::Suspend(_, costs)
        | Keyword::NumberAndCost(_, _, costs)
        | Keyword::Craft(_, _, _, costs)
        | Keyword::EmergeFrom(_, costs)
        | Keyword::Splice(_, costs) => of_costs(costs),
        Keyword::Plain(_)
        | Keyword::Number(..)
        | Keyword::Filter(..)
        | Keyword::EnchantPlayer(_)
        | Keyword::ProtectionKeeping(..)
        | Keyword::PartnerWith(_)
        | Keyword::Prototype { .. }
        | Keyword::Word(..) => BTreeSet::new(),
    };
    paid.extend(match keyword.name() {
        KeywordName::Delve | KeywordName::Escape => Some(Verb::Exile),
        KeywordName::Convoke | KeywordName::Improvise | KeywordName::Conspire | KeywordName::Harmonize => {
            Some(Verb::Tap)
        }
        KeywordName::Emerge | KeywordName::Casualty | KeywordName::Bargain | KeywordName::Offering => {
            Some(Verb::Sacrifice)
        }
        KeywordName::Craft => Some(Verb::Craft),
        KeywordName::JumpStart | KeywordName::Retrace => Some(Verb::Discard),
        _ => None,
    });
    paid
}

/// Of a cost, in whatever way it is paid.
pub(super) fn of_costs(costs: &Costs) -> BTreeSet<Verb> {
    costs.0.iter().flat_map(of_cost).collect()
}

fn of_cost(cost: &Cost) -> BTreeSet<Verb> {
    let how = match cost {
        Cost::OneOf(costs) => return costs.iter().flat_map(of_costs).collect(),
        Cost::Each(costs, _) => return of_costs(costs),
        // By the symbol this very permanent is tapped, which was not chosen.
        Cost::Tap => None,
        Cost::CollectEvidence(_) => Some(Verb::Exile),
        Cost::Mill(_) => Some(Verb::Put),
        Cost::Waterbend(_) => Some(Verb::Tap),
        Cost::ExileMaterials(..) => Some(Verb::Craft),
        Cost::Behold(..) => Some(Verb::Behold),
        Cost::Mana(_)
        | Cost::ManaTimes(..)
        | Cost::Untap
        | Cost::Exert
        | Cost::Loyalty(_)
        | Cost::LoyaltyX
        | Cost::Life(_)
        | Cost::Sacrifice(_)
        | Cost::Discard(_)
        | Cost::Exile(..)
        | Cost::Put(..)
        | Cost::ExileTop(_)
        | Cost::Return(..)
        | Cost::Unattach(_)
        | Cost::TapOthers(..)
        | Cost::TapPower(..)
        | Cost::Reveal(..)
        | Cost::Choose(..)
        | Cost::RemoveCounters(..)
        | Cost::PutCounters(..)
        | Cost::Energy(_)
        | Cost::Draw(_)
        | Cost::ChoosePlayer(_)
        | Cost::ItsManaCost => cost.verb(),
    };
    how.filter(|verb| verb.at(Place::Paid).is_some()).into_iter().collect()
}

/// Whether objects are picked to pay a cost, whose number says how many "any number" is.
pub(super) const fn picks_objects(cost: &Cost) -> bool {
    matches!(
        cost,
        Cost::Exile(..) | Cost::Return(..) | Cost::TapOthers(..) | Cost::Reveal(..) | Cost::Choose(..)
    )
}

/// Why a cost can't be paid as it says; nothing for one that can.
pub(super) fn why_not_paid(cost: &Cost) -> Option<&'static str> {
    if let Cost::Exile(what, None, _) = cost
        && *what != Filter::Is(Trait::This)
    {
        return Some("`from` says out of which of a player's zones cards are exiled to pay a cost");
    }
    let (who, these, chosen) = if let Cost::Sacrifice(it) = cost {
        (&it.who, &it.these, it.up_to || it.slot.is_some() || !it.and.is_empty())
    } else if let Cost::Discard(it) = cost {
        (&it.who, &it.these, it.up_to || it.slot.is_some() || it.chosen_by.is_some())
    } else {
        return None;
    };
    if *who != Players::You {
        return Some("a cost is paid by its player alone, so that it has no `who` (118.1)");
    }
    if !matches!(these, None | Some(Selection::This)) {
        return Some("a cost is paid with `this` or with what its player chooses by `what`");
    }
    chosen.then_some("a cost is paid in full: what it is paid with is one kind and so many (118.3), and is found by `paid`")
}
