//! How something is used to pay the costs of a spell or ability: of that alone `paid` can speak.

use std::collections::BTreeSet;

use crate::ir::{Ability, Card, Cost, Costs, Keyword, KeywordName, PaidAs};

/// Of a card as it is cast, by whatever it says that can be paid for it.
pub(super) fn of_spell(card: &Card) -> BTreeSet<PaidAs> {
    let abilities = card.faces.iter().flat_map(|face| &face.abilities);
    abilities.flat_map(of_ability).collect()
}

fn of_ability(ability: &Ability) -> BTreeSet<PaidAs> {
    match ability {
        Ability::AdditionalCost(cost) => of_costs(&cost.cost),
        Ability::AlternativeCost(cost) => of_costs(&cost.cost),
        Ability::Keyword(keyword) => of_keyword(keyword),
        Ability::Spell(_)
        | Ability::Activated(_)
        | Ability::Triggered(_)
        | Ability::Static(_)
        | Ability::Replacement(_)
        | Ability::CastOnly(_)
        | Ability::Room(_)
        | Ability::OpeningHand(_)
        | Ability::DeckLimit(_)
        | Ability::Unsupported(_) => BTreeSet::new(),
    }
}

fn of_keyword(keyword: &Keyword) -> BTreeSet<PaidAs> {
    let mut paid = match keyword {
        Keyword::Cost(_, costs)
        | Keyword::Equip(costs, _)
        | Keyword::Cycling(costs, _)
        | Keyword::Suspend(_, costs)
        | Keyword::NumberAndCost(_, _, costs)
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
        KeywordName::Delve | KeywordName::Escape => Some(PaidAs::Exiled),
        KeywordName::Convoke | KeywordName::Improvise | KeywordName::Conspire | KeywordName::Harmonize => {
            Some(PaidAs::Tapped)
        }
        KeywordName::Emerge | KeywordName::Casualty | KeywordName::Bargain | KeywordName::Offering => {
            Some(PaidAs::Sacrificed)
        }
        KeywordName::JumpStart | KeywordName::Retrace => Some(PaidAs::Discarded),
        _ => None,
    });
    paid
}

/// Of a cost, in whatever way it is paid.
pub(super) fn of_costs(costs: &Costs) -> BTreeSet<PaidAs> {
    costs.0.iter().flat_map(of_cost).collect()
}

fn of_cost(cost: &Cost) -> BTreeSet<PaidAs> {
    let how = match cost {
        Cost::Sacrifice(..) | Cost::SacrificeThis => PaidAs::Sacrificed,
        Cost::Discard(..) | Cost::DiscardThis | Cost::DiscardHand | Cost::DiscardRandom(_) => {
            PaidAs::Discarded
        }
        Cost::Exile(..) | Cost::ExileThis | Cost::ExileTop(_) | Cost::CollectEvidence(_) => PaidAs::Exiled,
        Cost::Put(..) | Cost::Mill(_) => PaidAs::Put,
        Cost::Return(..) | Cost::ReturnThis => PaidAs::Returned,
        Cost::TapOthers(..) | Cost::TapPower(..) | Cost::Waterbend(_) => PaidAs::Tapped,
        Cost::OneOf(costs) => return costs.iter().flat_map(of_costs).collect(),
        Cost::Each(costs, _) => return of_costs(costs),
        Cost::Mana(_)
        | Cost::ManaTimes(..)
        | Cost::ItsManaCost
        | Cost::Tap
        | Cost::Untap
        | Cost::Loyalty(_)
        | Cost::LoyaltyX
        | Cost::Life(_)
        | Cost::Unattach(_)
        | Cost::Reveal(..)
        | Cost::RemoveCounters(..)
        | Cost::PutCounters(..)
        | Cost::Energy(_)
        | Cost::Draw(_) => return BTreeSet::new(),
    };
    BTreeSet::from([how])
}

/// Whether objects are picked to pay a cost, whose number says how many "any number" is.
pub(super) const fn picks_objects(cost: &Cost) -> bool {
    matches!(
        cost,
        Cost::Sacrifice(..)
            | Cost::Discard(..)
            | Cost::Exile(..)
            | Cost::Return(..)
            | Cost::TapOthers(..)
            | Cost::Reveal(..)
    )
}
