//! CR 702: Keyword Abilities. Those that change how a spell is cast or what it costs: what each stands for, and the rules that say so.

use crate::ir::change::CostChange;
use crate::ir::{
    Ability, Cost, Costs, Filter, Keyword, KeywordName, Quantity, RuleChange, Static, Symbol, Trait, Zone,
};
use crate::rules::{RuleId, cr};

use super::{
    affinity, awaken, bargain, blitz, casualty, dash, encore, entwine, gift, given, gravestorm, impending,
    miracle, offspring, replicate, retrace, squad, undaunted,
};

/// What such a keyword stands for; nothing for any other keyword.
pub(super) fn meaning(keyword: &Keyword) -> Option<Vec<Ability>> {
    match keyword {
        Keyword::Plain(name) => of_plain(*name),
        Keyword::Cost(name, cost) => of_cost(*name, cost),
        Keyword::NumberAndCost(KeywordName::Impending, count, _) => Some(impending::meaning(count)),
        Keyword::NumberAndCost(KeywordName::Awaken, count, _) => Some(vec![awaken::meaning(count)]),
        Keyword::Filter(KeywordName::Affinity, of) => Some(vec![affinity::meaning(of)]),
        Keyword::Number(KeywordName::Casualty, power) => Some(casualty::meaning(power)),
        Keyword::Word(KeywordName::Gift, what) => gift::meaning(*what),
        Keyword::Number(..)
        | Keyword::Filter(..)
        | Keyword::NumberAndCost(..)
        | Keyword::Equip(..)
        | Keyword::Suspend(..)
        | Keyword::Cycling(..)
        | Keyword::Splice(..)
        | Keyword::EnchantPlayer(_)
        | Keyword::ProtectionKeeping(..)
        | Keyword::PartnerWith(_)
        | Keyword::Prototype { .. }
        | Keyword::Word(..) => None,
    }
}

/// Of those with nothing behind them.
fn of_plain(name: KeywordName) -> Option<Vec<Ability>> {
    Some(match name {
        KeywordName::Undaunted => vec![undaunted::meaning()],
        KeywordName::Bargain => vec![bargain::meaning()],
        KeywordName::Gravestorm => vec![gravestorm::meaning()],
        // It is asked for them as the spell is cast and paid, or while it is on the stack.
        KeywordName::Assist | KeywordName::Improvise | KeywordName::Retrace | KeywordName::SplitSecond => {
            Vec::new()
        }
        _ => return None,
    })
}

/// Of those with a cost.
fn of_cost(name: KeywordName, cost: &Costs) -> Option<Vec<Ability>> {
    Some(match name {
        KeywordName::Dash => vec![dash::meaning()],
        KeywordName::Blitz => vec![blitz::meaning()],
        KeywordName::Entwine => vec![entwine::meaning(cost)],
        KeywordName::Squad => squad::meaning(cost),
        KeywordName::Offspring => offspring::meaning(cost),
        KeywordName::Replicate => replicate::meaning(cost),
        KeywordName::Encore => vec![encore::meaning(cost)],
        KeywordName::Miracle => vec![miracle::meaning(cost)],
        // Their costs are announced as the spell is cast (601.2b).
        KeywordName::Warp
        | KeywordName::Overload
        | KeywordName::Emerge
        | KeywordName::Escalate
        | KeywordName::Freerunning
        | KeywordName::Harmonize
        | KeywordName::Mayhem
        | KeywordName::Prowl
        | KeywordName::Sneak
        | KeywordName::Spectacle
        | KeywordName::Surge
        | KeywordName::WebSlinging => Vec::new(),
        _ => return None,
    })
}

/// The rule that says what such a keyword stands for, where its words move or change something.
pub(super) const fn rule_of(keyword: KeywordName) -> Option<RuleId> {
    Some(match keyword {
        KeywordName::Affinity => cr!("702.41a"),
        KeywordName::Undaunted => cr!("702.125a"),
        KeywordName::Bargain => cr!("702.166a"),
        KeywordName::Gravestorm => cr!("702.69a"),
        KeywordName::Casualty => cr!("702.153a"),
        KeywordName::Gift => cr!("702.174b"),
        KeywordName::Dash => cr!("702.109a"),
        KeywordName::Blitz => cr!("702.152a"),
        KeywordName::Squad => cr!("702.157a"),
        KeywordName::Offspring => cr!("702.175a"),
        KeywordName::Replicate => cr!("702.56a"),
        KeywordName::Encore => cr!("702.141a"),
        KeywordName::Miracle => cr!("702.94a"),
        KeywordName::Impending => cr!("702.176a"),
        _ => return None,
    })
}

/// The optional additional costs that these keywords allow, each with its name and the rule of the keyword.
pub(super) const ADDITIONAL: [(Symbol, RuleId); 7] = [
    (bargain::BARGAIN, cr!("702.166a")),
    (casualty::CASUALTY, cr!("702.153a")),
    (gift::GIFT, cr!("702.174a")),
    (entwine::ENTWINE, cr!("702.42a")),
    (offspring::OFFSPRING, cr!("702.175a")),
    (replicate::REPLICATE, cr!("702.56a")),
    (squad::SQUAD, cr!("702.157a")),
];

/// The rule of the keyword that asks for this part of a cost, of a spell for which costs of these names are paid.
pub(super) fn rule_of_cost(cost: &Cost, paid: &[Symbol]) -> Option<RuleId> {
    let was_paid = |name: &str| paid.iter().any(|paid| paid.as_str() == name);
    let is = |meaning: Ability| matches!(meaning, Ability::AdditionalCost(its) if its.cost.0.contains(cost));
    if let Cost::Return(..) = cost {
        let slings = was_paid("web-slinging").then_some(cr!("702.188a"));
        return was_paid("sneak").then_some(cr!("702.190a")).or(slings);
    }
    if let Cost::TapOthers(what, _) = cost {
        return given::is_settled(what).then_some(cr!("702.180a"));
    }
    if let Cost::Discard(it) = cost {
        return (was_paid("retrace") && *it == retrace::land()).then_some(cr!("702.81a"));
    }
    let Cost::Sacrifice(it) = cost else { return None };
    if it.what.as_ref().is_some_and(given::is_settled) {
        return Some(cr!("702.119a"));
    }
    let of_bargain = was_paid("bargain") && is(bargain::meaning());
    let of_casualty = was_paid("casualty") && casualty::is_cost(it);
    of_bargain.then_some(cr!("702.166a")).or(of_casualty.then_some(cr!("702.153a")))
}

/// Whether a cost of this name may be paid any number of times (702.56a, 702.157a).
pub(in crate::engine) fn is_paid_any_number_of_times(name: Symbol) -> bool {
    name == replicate::REPLICATE || name == squad::SQUAD
}

/// Whether an ability that asks for a cost of this name asks for that of its own instance alone, so that it matters for which of several
/// it was paid (702.56b, 702.153b, 702.157b, 702.175b).
pub(in crate::engine) fn is_of_one_instance(name: Symbol) -> bool {
    is_paid_any_number_of_times(name) || name == casualty::CASUALTY || name == offspring::OFFSPRING
}

/// A static ability of a spell that costs {1} less for each of so many.
pub(super) fn costs_less(for_each: Quantity) -> Ability {
    let change = CostChange {
        of: Filter::Is(Trait::This),
        who: None,
        more: None,
        less: Some(Quantity::Fixed(1)),
        less_mana: None,
        for_each: Some(for_each),
        abilities: false,
        at_least: None,
        no_less_than: None,
    };
    Ability::Static(Static {
        from: Some(Zone::Stack),
        ..Static::of_rules(vec![RuleChange::CostChange(change)])
    })
}
