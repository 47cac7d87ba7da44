//! CR 702: Keyword Abilities.
//!
//! A keyword that the book defines by other words ("Persist means ...") has its file in `rules/keywords/` and expands to the ability form
//! that cards use; one that a rule of the game looks at (flying, trample) is asked for where that rule is, and has its row in `table.rs`, as
//! have those that give a way of casting a spell.

use crate::engine::play::Play;
use crate::engine::reading::{Frame, events};
use std::sync::{Arc, LazyLock};

use crate::engine::additional::{class_cards, designations};
use crate::engine::card_types::dungeons;
use crate::engine::halt::Why;
use crate::engine::variants::partner;
use crate::game::{AbilityInstance, Called, Origin, StackAbility};
use crate::ir::{Ability, Activated, Cost, Event, Keyword, KeywordName, Quantity, Symbol, Triggered};
use crate::rules::{RuleId, Rules, cr};

pub mod aftermath;
pub mod ascend;
pub mod assist;
pub mod at_the_next_end_step;
pub mod awaken;
pub mod backup;
pub mod banding;
pub mod bestow;
pub mod blitz;
pub mod boast;
pub mod buyback;
pub mod cascade;
pub mod casting;
pub mod cipher;
pub mod cleave;
pub mod companion;
pub mod compleated;
pub mod convoke;
pub mod craft;
pub mod crew;
pub mod cycling;
pub mod dash;
pub mod daybound_and_nightbound;
pub mod deeds;
pub mod delve;
pub mod disguise;
pub mod disturb;
pub mod dredge;
pub mod emerge;
pub mod enchant;
pub mod enlist;
pub mod entwine;
pub mod equip;
pub mod escalate;
pub mod escape;
pub mod evoke;
pub mod exhaust;
pub mod flashback;
pub mod forecast;
pub mod foretell;
pub mod freerunning;
pub mod fuse;
pub mod gift;
pub mod given;
pub mod harmonize;
pub mod haunt;
pub mod hexproof;
pub mod hidden_agenda;
pub mod hideaway;
pub mod impending;
pub mod improvise;
pub mod jump_start;
pub mod kicker;
pub mod mayhem;
mod meanings;
pub mod miracle;
pub mod more_than_meets_the_eye;
pub mod morph;
pub mod mutate;
pub mod ninjutsu;
pub mod offering;
pub mod overload;
pub mod paradigm;
pub mod phasing;
pub mod plot;
pub mod power_up;
pub mod protection;
pub mod prototype;
pub mod prowl;
pub mod rebound;
pub mod reconfigure;
pub mod retrace;
pub mod saddle;
pub mod shroud;
pub mod sneak;
pub mod soulbond;
pub mod space_sculptor;
pub mod spectacle;
pub mod splice;
pub mod split_second;
pub mod spree;
pub mod start_your_engines;
pub mod station;
pub mod storied;
pub mod surge;
pub mod suspend;
mod table;
pub mod toxic;
pub mod trample;
pub mod tribute;
pub mod warp;
pub mod ways;
pub mod web_slinging;

/// An ability as an object has it: itself, and what it stands for if it is a keyword with a meaning in other words.
pub fn instances(ability: &Ability, origin: Origin, into: &mut Vec<AbilityInstance>) {
    let keyword = ability.as_keyword();
    let name = keyword.map(Keyword::name);
    let shared =
        if let Some(Keyword::Plain(name)) = keyword { plain(*name) } else { Arc::new(ability.clone()) };
    into.push(AbilityInstance { origin, keyword: name, ability: shared });
    if let Ability::Room(room) = ability {
        let ability = Ability::triggered(dungeons::room_ability(room));
        into.push(AbilityInstance { origin, keyword: None, ability: Arc::new(ability) });
    }
    if let Some(keyword) = keyword {
        for ability in meaning(keyword) {
            into.push(AbilityInstance { origin, keyword: name, ability: Arc::new(ability) });
        }
    }
}

/// A keyword ability that has no parameters, which all that have it share: effects grant such abilities again and again.
fn plain(name: KeywordName) -> Arc<Ability> {
    static PLAIN: LazyLock<Vec<Arc<Ability>>> = LazyLock::new(|| {
        KeywordName::ALL.iter().map(|name| Arc::new(Ability::Keyword(Keyword::Plain(*name)))).collect()
    });
    let shared = PLAIN.get(name as usize).cloned();
    shared.unwrap_or_else(|| Arc::new(Ability::Keyword(Keyword::Plain(name))))
}

/// A keyword and the number behind it that is counted before its ability triggers, as that looks back in time: by then what has the keyword
/// may be gone, and others with it (603.10a).
pub(in crate::engine) fn counted_ahead(ability: &Ability) -> Option<(KeywordName, &Quantity)> {
    let Some(Keyword::Number(name, number)) = ability.as_keyword() else { return None };
    if matches!(number, Quantity::Fixed(_) | Quantity::X) {
        return None;
    }
    let looks_back = |its: &Ability| matches!(its, Ability::Triggered(its) if events::looks_back(&its.when));
    meaning(&Keyword::Number(*name, number.clone())).iter().any(looks_back).then_some((*name, number))
}

/// What a keyword stands for.
pub fn meaning(keyword: &Keyword) -> Vec<Ability> {
    if let Some(meaning) = meanings::of(keyword) {
        return meaning.to_vec();
    }
    match keyword {
        Keyword::Plain(KeywordName::Cipher) => cipher::meaning(),
        Keyword::Word(KeywordName::Gift, what) => {
            gift::meaning(*what).unwrap_or_else(|| unsupported(keyword))
        }
        Keyword::Cycling(cost, what) => cycling::meaning(cost, what.as_ref()),
        Keyword::Word(KeywordName::Partner, way) if partner::is_known(*way) => Vec::new(),
        Keyword::Word(KeywordName::Companion, what) if companion::is_known(*what) => Vec::new(),
        Keyword::Splice(..)
        | Keyword::Prototype { .. }
        | Keyword::EnchantPlayer(_)
        | Keyword::EmergeFrom(..)
        | Keyword::ProtectionKeeping(..) => Vec::new(),
        Keyword::Plain(name)
        | Keyword::Filter(name, _)
        | Keyword::Number(name, _)
        | Keyword::Cost(name, _)
            if table::is_looked_at(*name) =>
        {
            Vec::new()
        }
        other @ (Keyword::Plain(_)
        | Keyword::Cost(..)
        | Keyword::Number(..)
        | Keyword::Filter(..)
        | Keyword::Equip(..)
        | Keyword::Suspend(..)
        | Keyword::PartnerWith(_)
        | Keyword::NumberAndCost(..)
        | Keyword::Craft(..)
        | Keyword::Word(..)) => unsupported(other),
    }
}

/// That a keyword is not played.
fn unsupported(keyword: &Keyword) -> Vec<Ability> {
    vec![Ability::Unsupported(format!("the keyword {}", keyword.name()))]
}

/// Why a keyword is not played as it stands there, though the keyword is; nothing for one that may be.
pub(in crate::engine) fn gap_of(keyword: &Keyword) -> Option<Why> {
    if let Keyword::Filter(KeywordName::Companion, every) = keyword {
        return companion::gap_of_kind(every);
    }
    None
}

/// The keyword whose optional additional cost is called so, if one's is: each is called as its keyword is.
fn of_additional_cost(name: &str) -> Option<KeywordName> {
    let asks =
        |keyword: &KeywordName| *keyword == KeywordName::Gift || meanings::has_additional_cost(*keyword);
    KeywordName::from_word(name).filter(asks)
}

/// Whether an optional additional cost to cast a spell is a keyword's, and is called so.
pub fn is_additional_cost(name: &str) -> bool {
    of_additional_cost(name).is_some()
}

/// The rules of meaning to pay an optional additional cost that is called so, so many times (601.2b): the keyword's own, or that there
/// are such costs (118.8b).
pub(in crate::engine) fn rules_of_additional_cost(name: Option<Symbol>, times: usize) -> Rules {
    let rules = Rules::of(&[cr!("601.2b")]);
    let keyword = name.and_then(|name| of_additional_cost(name.as_str()));
    let own = match keyword {
        // What is given has a rule of its own (702.174b).
        Some(KeywordName::Gift) => Some(cr!("702.174a")),
        keyword => keyword.and_then(rule_of),
    };
    let rules = rules.and(own.unwrap_or(cr!("118.8b")));
    // Only of conspire several instances are told apart by how often its cost is paid (702.78b).
    let each =
        keyword.filter(|keyword| *keyword == KeywordName::Conspire && times > 1).and_then(rule_of_several);
    each.into_iter().fold(rules, Rules::and)
}

/// The rule of the keyword by which just these objects can be tapped, returned, sacrificed or discarded for a cost, and how many must be:
/// of the ability that is activated, or of the spell for which costs of these names are paid, if it is one's.
pub(in crate::engine) fn rule_of_cost(
    cost: &Cost,
    of_ability: Option<KeywordName>,
    paid: &[Symbol],
    spell: &[AbilityInstance],
) -> Option<RuleId> {
    let its_own = of_ability.filter(|keyword| match keyword {
        KeywordName::Crew | KeywordName::Saddle => matches!(cost, Cost::TapPower(..)),
        KeywordName::Craft => {
            matches!(cost, Cost::ExileMaterials(..)) || matches!(cost, Cost::Exile(..)) && cost.moves_this()
        }
        KeywordName::Station => matches!(cost, Cost::TapOthers(..)),
        KeywordName::Ninjutsu => matches!(cost, Cost::Return(..)),
        KeywordName::Scavenge | KeywordName::Embalm | KeywordName::Eternalize | KeywordName::Encore => {
            matches!(cost, Cost::Exile(..)) && cost.moves_this()
        }
        KeywordName::Reinforce | KeywordName::Transmute => {
            matches!(cost, Cost::Discard(_)) && cost.moves_this()
        }
        KeywordName::Transfigure => matches!(cost, Cost::Sacrifice(_)) && cost.moves_this(),
        _ => false,
    });
    let asks = |instance: &&AbilityInstance| {
        matches!(&*instance.ability, Ability::AdditionalCost(its)
            if its.name.is_some_and(|name| paid.contains(&name)) && its.cost.0.contains(cost))
    };
    let additional = || spell.iter().find(asks).and_then(|instance| instance.keyword);
    // The same may be asked for by what the spell says beside.
    let says_so = |instance: &AbilityInstance| matches!(&*instance.ability, Ability::AdditionalCost(its) if its.cost.0.contains(cost));
    let of_casting = || casting::rule_of_cost(cost, paid).filter(|_| !spell.iter().any(says_so));
    its_own
        .or_else(additional)
        .and_then(rule_of)
        .or_else(of_casting)
        .or_else(|| escalate::rule_of_cost(cost, spell))
}

/// The rule that says what a keyword stands for, where its words move or change something.
pub(crate) fn rule_of(keyword: KeywordName) -> Option<RuleId> {
    if keyword == KeywordName::Gift { Some(cr!("702.174b")) } else { meanings::rule(keyword) }
}

/// Whether a keyword for which no other words stand is one that functions on the battlefield, rather than on the stack or wherever its card
/// could be cast or used (113.6).
pub(in crate::engine) const fn is_of_permanents(keyword: KeywordName) -> bool {
    matches!(
        keyword,
        KeywordName::Deathtouch
            | KeywordName::Defender
            | KeywordName::DoubleStrike
            | KeywordName::FirstStrike
            | KeywordName::Flying
            | KeywordName::Haste
            | KeywordName::Hexproof
            | KeywordName::Indestructible
            | KeywordName::Intimidate
            | KeywordName::Landwalk
            | KeywordName::Lifelink
            | KeywordName::Protection
            | KeywordName::Reach
            | KeywordName::Shroud
            | KeywordName::Trample
            | KeywordName::TrampleOverPlaneswalkers
            | KeywordName::Vigilance
            | KeywordName::Banding
            | KeywordName::Phasing
            | KeywordName::Shadow
            | KeywordName::Horsemanship
            | KeywordName::Fear
            | KeywordName::Wither
            | KeywordName::Infect
            | KeywordName::Menace
            | KeywordName::Skulk
            | KeywordName::Ascend
            | KeywordName::Toxic
            | KeywordName::StartYourEngines
    )
}

/// The rule by which each of several instances of a keyword triggers by itself.
pub(crate) fn rule_of_several(keyword: KeywordName) -> Option<RuleId> {
    meanings::rule_of_several(keyword)
}

/// The rule that defines an activated ability which a keyword stands for.
pub(crate) fn rule_of_activated(keyword: Option<KeywordName>, ability: &Activated) -> Option<RuleId> {
    if class_cards::is_level_bar(ability) {
        return Some(cr!("716.2a"));
    }
    match keyword? {
        KeywordName::Cycling => Some(cycling::rule_of(ability)),
        other => rule_of(other),
    }
}

/// The rule that defines a triggered ability which a keyword stands for. What an object says without a keyword is no keyword's,
/// even in the same words.
pub(in crate::engine) fn rule_of_trigger(
    origin: Origin,
    called: Option<Called>,
    ability: &Triggered,
) -> Option<RuleId> {
    if let (Origin::Granted(..), Event::DealsDamage(_)) = (origin, &ability.when) {
        if cipher::is_granted(ability) {
            return Some(cr!("702.99a"));
        }
    }
    called.and_then(|called| rule_of_words(called.keyword?, called.numberless))
}

/// The rule of the keyword that an ability stands for among those of its object, which of one with an X behind it can be another (702.54b).
pub(crate) fn rule_of_instance(abilities: &[AbilityInstance], instance: &AbilityInstance) -> Option<RuleId> {
    let keyword = instance.keyword?;
    let with_x = |other: &AbilityInstance| {
        other.origin == instance.origin
            && matches!(other.ability.as_keyword(), Some(Keyword::Number(_, Quantity::X)))
    };
    let for_x = meanings::rule_for_x(keyword).filter(|_| abilities.iter().any(with_x));
    for_x.or_else(|| rule_of(keyword))
}

/// The rule that says what a keyword stands for, which of one without the number that it may have can be another (702.63b).
pub(in crate::engine) fn rule_of_words(keyword: KeywordName, numberless: bool) -> Option<RuleId> {
    meanings::rule_without_number(keyword).filter(|_| numberless).or_else(|| rule_of(keyword))
}

impl Play<'_> {
    /// The rule of the keyword that the ability stands for whose text is being followed, if it stands for one.
    pub(in crate::engine) fn keyword_rule(&mut self, frame: &Frame) -> Option<RuleId> {
        // What stands for a designation has its abilities by the rule of that.
        let of_marker = || designations::rule_of_marker(&self.game, frame.source);
        if let Some(rule) = frame.keyword.or_else(of_marker) {
            return Some(rule);
        }
        if let Some(called) = frame.called_on_stack(&self.game) {
            let keyword = called.keyword?;
            let of_cycling =
                |ability: &std::rc::Rc<StackAbility>| cycling::rule_of_text(&ability.body().does);
            return match frame.on_stack.filter(|_| keyword == KeywordName::Cycling) {
                Some(on_stack) => self.game.object(on_stack).stack_ability().map(of_cycling),
                None => rule_of_words(keyword, called.numberless),
            };
        }
        let view = self.view().ok()?;
        let abilities = &view.characteristics(&self.game, frame.source).abilities;
        let instance = abilities.iter().find(|instance| instance.origin == frame.origin)?;
        rule_of_words(instance.keyword?, instance.is_numberless(abilities))
    }
}
