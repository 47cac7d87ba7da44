//! CR 702: Keyword Abilities. One file each.
//!
//! A keyword that the book defines by other words ("Persist means ...") expands to the ability form that cards use; one
//! that a rule of the game looks at (flying, trample) is asked for where that rule is.

use std::sync::{Arc, LazyLock};

use crate::engine::additional::{class_cards, saga_cards};
use crate::engine::card_types::dungeons;
use crate::engine::halt::Why;
use crate::game::{AbilityInstance, Called, Origin};
use crate::ir::{Ability, Activated, Cost, Event, Keyword, KeywordName, NamedDeed, Symbol, Triggered, Zone};
use crate::rules::{RuleId, Rules, cr};

pub mod affinity;
pub mod aftermath;
pub mod ascend;
pub mod assist;
pub mod at_the_next_end_step;
pub mod aura_swap;
pub mod awaken;
pub mod banding;
pub mod bargain;
pub mod battle_cry;
pub mod bestow;
pub mod blitz;
pub mod buyback;
pub mod cascade;
pub mod casting;
pub mod casualty;
pub mod champion;
pub mod changeling;
pub mod cipher;
pub mod companion;
pub mod conspire;
pub mod convoke;
pub mod crew;
pub mod cumulative_upkeep;
pub mod cycling;
pub mod dash;
pub mod daybound_and_nightbound;
pub mod decayed;
pub mod delve;
pub mod devoid;
pub mod devour;
pub mod disguise;
pub mod disturb;
pub mod dredge;
pub mod echo;
pub mod embalm;
pub mod emerge;
pub mod encore;
pub mod entwine;
pub mod equip;
pub mod escalate;
pub mod escape;
pub mod eternalize;
pub mod evoke;
pub mod exalted;
pub mod exhaust;
pub mod fading;
pub mod flashback;
pub mod for_mirrodin;
pub mod foretell;
pub mod fortify;
pub mod freerunning;
pub mod fuse;
pub mod gift;
pub mod given;
pub mod gravestorm;
pub mod harmonize;
pub mod haunt;
pub mod hexproof;
pub mod hideaway;
pub mod impending;
pub mod improvise;
pub mod job_select;
pub mod jump_start;
pub mod kicker;
pub mod living_weapon;
pub mod madness;
pub mod mayhem;
mod meanings;
pub mod miracle;
pub mod modular;
pub mod morph;
pub mod mutate;
pub mod ninjutsu;
pub mod offspring;
pub mod overload;
pub mod persist;
pub mod phasing;
pub mod plot;
pub mod protection;
pub mod prototype;
pub mod prowess;
pub mod prowl;
pub mod rebound;
pub mod reconfigure;
pub mod replicate;
pub mod retrace;
pub mod saddle;
pub mod scavenge;
pub mod shroud;
pub mod sneak;
pub mod space_sculptor;
pub mod spectacle;
pub mod splice;
pub mod split_second;
pub mod spree;
pub mod squad;
pub mod start_your_engines;
pub mod station;
pub mod storm;
pub mod sunburst;
pub mod surge;
pub mod suspend;
pub mod toxic;
pub mod trample;
pub mod umbra_armor;
pub mod undaunted;
pub mod undying;
pub mod unearth;
pub mod ward;
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

/// What a keyword stands for.
pub fn meaning(keyword: &Keyword) -> Vec<Ability> {
    if let Some(meaning) = meanings::of(keyword) {
        return meaning.to_vec();
    }
    if let Some(meaning) = casting::meaning(keyword) {
        return meaning;
    }
    match keyword {
        Keyword::Plain(KeywordName::Persist) => vec![persist::meaning()],
        Keyword::Plain(KeywordName::Undying) => vec![undying::meaning()],
        Keyword::Plain(KeywordName::Exalted) => vec![exalted::meaning()],
        Keyword::Plain(KeywordName::BattleCry) => vec![battle_cry::meaning()],
        Keyword::Plain(KeywordName::Storm) => vec![storm::meaning()],
        Keyword::Plain(KeywordName::Prowess) => vec![prowess::meaning()],
        Keyword::Plain(KeywordName::Changeling) => vec![changeling::meaning()],
        Keyword::Plain(KeywordName::Decayed) => decayed::meaning(),
        Keyword::Cost(KeywordName::Eternalize, cost) => vec![eternalize::meaning(cost)],
        Keyword::Plain(KeywordName::Devoid) => vec![devoid::meaning()],
        Keyword::Filter(KeywordName::Champion, what) => champion::meaning(what),
        Keyword::Cost(KeywordName::Ninjutsu, cost) => vec![ninjutsu::meaning(cost)],
        Keyword::Cost(KeywordName::Unearth, cost) => vec![unearth::meaning(cost)],
        Keyword::Cost(KeywordName::Buyback, cost) => vec![buyback::meaning(cost)],
        Keyword::Cost(KeywordName::Evoke, _) => vec![evoke::meaning()],
        Keyword::Plain(KeywordName::Conspire) => conspire::meaning(),
        Keyword::Plain(KeywordName::Cascade) => vec![cascade::meaning()],
        Keyword::Plain(KeywordName::Cipher) => cipher::meaning(),
        Keyword::Cost(KeywordName::CumulativeUpkeep, cost) => vec![cumulative_upkeep::meaning(cost)],
        Keyword::Plain(KeywordName::Station) => vec![station::meaning()],
        Keyword::Plain(KeywordName::Haunt) => haunt::meaning(),
        Keyword::Plain(KeywordName::Sunburst) => sunburst::meaning(),
        Keyword::Number(KeywordName::Modular, count) => modular::meaning(count),
        Keyword::Number(KeywordName::Devour, crate::ir::Quantity::Fixed(times)) => devour::meaning(*times),
        Keyword::Cost(KeywordName::Echo, cost) => vec![echo::meaning(cost)],
        Keyword::Suspend(..) | Keyword::Plain(KeywordName::Suspend) => suspend::meaning(),
        Keyword::Cost(KeywordName::Scavenge, cost) => vec![scavenge::meaning(cost)],
        Keyword::Cost(KeywordName::AuraSwap, cost) => vec![aura_swap::meaning(cost)],
        Keyword::Cost(KeywordName::Madness, cost) => vec![madness::meaning(cost)],
        Keyword::Number(KeywordName::Hideaway, count) => vec![hideaway::meaning(count)],
        Keyword::Cost(KeywordName::Embalm, cost) => vec![embalm::meaning(cost)],
        Keyword::Equip(cost, what) => vec![equip::meaning(cost, what.as_ref())],
        Keyword::Cost(KeywordName::EquipPlaneswalker, cost) => vec![equip::planeswalker(cost)],
        Keyword::Plain(KeywordName::LivingWeapon) => living_weapon::meaning(),
        Keyword::Plain(KeywordName::ForMirrodin) => for_mirrodin::meaning(),
        Keyword::Plain(KeywordName::JobSelect) => job_select::meaning(),
        Keyword::Cost(KeywordName::Reconfigure, cost) => reconfigure::meaning(cost),
        Keyword::Plain(KeywordName::UmbraArmor) => vec![umbra_armor::meaning()],
        Keyword::Cost(KeywordName::Fortify, cost) => vec![fortify::meaning(cost)],
        Keyword::Cost(KeywordName::Ward, cost) => vec![ward::meaning(cost)],
        Keyword::Number(KeywordName::Dredge, count) => vec![dredge::meaning(count)],
        Keyword::Number(KeywordName::Fading, counters) => fading::meaning(counters),
        Keyword::Number(KeywordName::Crew, power) => vec![crew::meaning(power)],
        Keyword::Number(KeywordName::Saddle, power) => vec![saddle::meaning(power)],
        Keyword::Cycling(cost, what) => cycling::meaning(cost, what.as_ref()),
        Keyword::Plain(name) | Keyword::Filter(name, _) | Keyword::Number(name, _)
            if stands_for_itself(*name) =>
        {
            Vec::new()
        }
        // Kicker, flashback and splice are announced as the spell is cast (702.33a, 702.34a, 702.47a, 601.2b), and so is that
        // it is cast face down (702.37c, 702.168b).
        Keyword::Cost(
            KeywordName::Kicker
            | KeywordName::Multikicker
            | KeywordName::Bestow
            | KeywordName::Flashback
            | KeywordName::Disturb
            | KeywordName::Escape
            | KeywordName::Foretell
            | KeywordName::Plot
            | KeywordName::Morph
            | KeywordName::Megamorph
            | KeywordName::Disguise
            | KeywordName::Mutate,
            _,
        )
        | Keyword::Splice(..)
        | Keyword::Prototype { .. }
        | Keyword::EnchantPlayer(_)
        | Keyword::ProtectionKeeping(..) => Vec::new(),
        other @ (Keyword::Plain(_)
        | Keyword::Cost(..)
        | Keyword::Number(..)
        | Keyword::Filter(..)
        | Keyword::PartnerWith(_)
        | Keyword::NumberAndCost(..)
        | Keyword::Word(..)) => vec![Ability::Unsupported(format!("the keyword {}", other.name()))],
    }
}

/// Why a keyword is not played as it stands there, though the keyword is; nothing for one that may be.
pub(in crate::engine) fn gap_of(keyword: &Keyword) -> Option<Why> {
    if let Keyword::Filter(KeywordName::Companion, every) = keyword {
        return companion::gap_of_kind(every);
    }
    (*keyword == Keyword::Plain(KeywordName::ReadAhead)).then(|| saga_cards::READ_AHEAD.into())
}

/// Keywords that rules of the game look at, or that say nothing beyond deck construction.
const fn stands_for_itself(name: KeywordName) -> bool {
    matches!(
        name,
        KeywordName::Banding
            | KeywordName::Deathtouch
            | KeywordName::Convoke
            | KeywordName::Defender
            | KeywordName::DoubleStrike
            | KeywordName::Enchant
            | KeywordName::Fear
            | KeywordName::FirstStrike
            | KeywordName::Flash
            | KeywordName::Flying
            | KeywordName::Haste
            | KeywordName::Hexproof
            | KeywordName::Horsemanship
            | KeywordName::Indestructible
            | KeywordName::Infect
            | KeywordName::Intimidate
            | KeywordName::Landwalk
            | KeywordName::Lifelink
            | KeywordName::Menace
            | KeywordName::Phasing
            | KeywordName::Protection
            | KeywordName::Reach
            | KeywordName::Shadow
            | KeywordName::Shroud
            | KeywordName::Skulk
            | KeywordName::SpaceSculptor
            | KeywordName::Toxic
            | KeywordName::Trample
            | KeywordName::TrampleOverPlaneswalkers
            | KeywordName::Vigilance
            | KeywordName::Ascend
            | KeywordName::Daybound
            | KeywordName::Nightbound
            | KeywordName::StartYourEngines
            | KeywordName::Wither
            // Its modes and their costs are chosen as it is cast (702.172a, 702.183a).
            | KeywordName::Spree
            | KeywordName::Tiered
            // Casting both halves is announced as it is done (702.102a); one half is cast like any other (709.3).
            | KeywordName::Fuse
            // These let it be cast from the graveyard, or pay for it (702.66a, 702.127a, 702.133a).
            | KeywordName::Aftermath
            | KeywordName::Delve
            | KeywordName::JumpStart
            // It is asked for as the spell resolves (702.88a).
            | KeywordName::Rebound
            | KeywordName::Partner
            | KeywordName::Companion
    )
}

/// Whether an optional additional cost to cast a spell is a keyword's, and is called so.
pub fn is_additional_cost(name: &str) -> bool {
    let own = [conspire::CONSPIRE, buyback::BUYBACK];
    own.into_iter().chain(casting::ADDITIONAL.map(|(its, _)| its)).any(|its| its.as_str() == name)
}

/// The rules of meaning to pay an optional additional cost that is called so, so many times (601.2b): the keyword's own, or that there
/// are such costs (118.8b).
pub(in crate::engine) fn rules_of_additional_cost(name: Option<Symbol>, times: usize) -> Rules {
    let rules = Rules::of(&[cr!("601.2b")]);
    match name {
        Some(name) if name == conspire::CONSPIRE && times > 1 => {
            rules.and(cr!("702.78a")).and(cr!("702.78b"))
        }
        Some(name) if name == conspire::CONSPIRE => rules.and(cr!("702.78a")),
        Some(name) if name == buyback::BUYBACK => rules.and(cr!("702.27a")),
        name => {
            let own = casting::ADDITIONAL.into_iter().find(|(its, _)| Some(*its) == name);
            rules.and(own.map_or(cr!("118.8b"), |(_, rule)| rule))
        }
    }
}

/// The rule of the keyword by which just these objects can be tapped or returned for a cost, and how many must be: of the ability that
/// is activated or of those whose costs are paid by these names, if it is one's.
pub(in crate::engine) fn rule_of_cost(
    cost: &Cost,
    of_ability: Option<KeywordName>,
    paid: &[Symbol],
) -> Option<RuleId> {
    let its_own = of_ability.filter(|keyword| match keyword {
        KeywordName::Crew | KeywordName::Saddle => matches!(cost, Cost::TapPower(..)),
        KeywordName::Station => matches!(cost, Cost::TapOthers(..)),
        KeywordName::Ninjutsu => matches!(cost, Cost::Return(..)),
        _ => false,
    });
    let conspires = || {
        matches!(cost, Cost::TapOthers(..)) && paid.contains(&conspire::CONSPIRE) && conspire::is_cost(cost)
    };
    let keyword = its_own.or_else(|| conspires().then_some(KeywordName::Conspire));
    keyword.and_then(rule_of).or_else(|| casting::rule_of_cost(cost, paid))
}

/// The rule that says what a keyword stands for, where its words move or change something.
pub(in crate::engine) fn rule_of(keyword: KeywordName) -> Option<RuleId> {
    Some(match keyword {
        KeywordName::Cascade => cr!("702.85a"),
        KeywordName::Conspire => cr!("702.78a"),
        KeywordName::Storm => cr!("702.40a"),
        KeywordName::Evoke => cr!("702.74a"),
        KeywordName::CumulativeUpkeep => cr!("702.24a"),
        KeywordName::Persist => cr!("702.79a"),
        KeywordName::Undying => cr!("702.93a"),
        KeywordName::Echo => cr!("702.30a"),
        KeywordName::Fading => cr!("702.32a"),
        KeywordName::Suspend => cr!("702.62a"),
        KeywordName::Station => cr!("702.184a"),
        KeywordName::Crew => cr!("702.122a"),
        KeywordName::Saddle => cr!("702.171a"),
        KeywordName::Modular => cr!("702.43a"),
        KeywordName::Devour => cr!("702.82a"),
        KeywordName::Sunburst => cr!("702.44a"),
        KeywordName::Equip => cr!("702.6a"),
        KeywordName::EquipPlaneswalker => cr!("702.6e"),
        KeywordName::LivingWeapon => cr!("702.92a"),
        KeywordName::ForMirrodin => cr!("702.163a"),
        KeywordName::JobSelect => cr!("702.182a"),
        KeywordName::Reconfigure => cr!("702.151a"),
        KeywordName::UmbraArmor => cr!("702.89a"),
        KeywordName::Fortify => cr!("702.67a"),
        KeywordName::Hideaway => cr!("702.75a"),
        KeywordName::Madness => cr!("702.35a"),
        KeywordName::Ninjutsu => cr!("702.49a"),
        KeywordName::Unearth => cr!("702.84a"),
        KeywordName::Exalted => cr!("702.83a"),
        KeywordName::Prowess => cr!("702.108a"),
        KeywordName::Scavenge => cr!("702.97a"),
        KeywordName::Champion => cr!("702.72a"),
        KeywordName::Decayed => cr!("702.147a"),
        KeywordName::Embalm => cr!("702.128a"),
        KeywordName::Eternalize => cr!("702.129a"),
        other => return meanings::rule(other).or_else(|| casting::rule_of(other)),
    })
}

/// The rule by which each of several instances of a keyword triggers by itself.
pub(in crate::engine) fn rule_of_several(keyword: KeywordName) -> Option<RuleId> {
    Some(match keyword {
        KeywordName::BattleCry => cr!("702.91b"),
        KeywordName::Cascade => cr!("702.85c"),
        KeywordName::Conspire => cr!("702.78b"),
        KeywordName::CumulativeUpkeep => cr!("702.24b"),
        KeywordName::Modular => cr!("702.43b"),
        KeywordName::Prowess => cr!("702.108b"),
        KeywordName::Storm => cr!("702.40b"),
        _ => return meanings::rule_of_several(keyword),
    })
}

/// The rule that defines an activated ability which a keyword stands for.
pub(in crate::engine) fn rule_of_activated(
    keyword: Option<KeywordName>,
    ability: &Activated,
) -> Option<RuleId> {
    if class_cards::is_level_bar(ability) {
        return Some(cr!("716.2a"));
    }
    match keyword? {
        KeywordName::AuraSwap => Some(cr!("702.65a")),
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
    if called.is_some_and(|called| called.keyword.is_none()) {
        return None;
    }
    let of_keyword = |its| meanings::rule(its).or_else(|| casting::rule_of(its));
    if let Some(rule) = called.and_then(|called| called.keyword).and_then(of_keyword) {
        return Some(rule);
    }
    if cumulative_upkeep::is(ability) {
        return Some(cr!("702.24a"));
    }
    if echo::is(ability) {
        return Some(cr!("702.30a"));
    }
    if fading::is(ability) {
        return Some(cr!("702.32a"));
    }
    if suspend::is(ability) {
        return Some(cr!("702.62a"));
    }
    if evoke::is(ability) {
        return Some(cr!("702.74a"));
    }
    if conspire::is(ability) {
        return Some(cr!("702.78a"));
    }
    if ward::is(ability) {
        return Some(cr!("702.21a"));
    }
    if champion::is(ability) {
        return Some(cr!("702.72a"));
    }
    if let Event::Becomes(_, word) = &ability.when {
        if *word == NamedDeed::SpellWithHauntResolves {
            return Some(cr!("702.55a"));
        }
        if *word == NamedDeed::DiscardedWithMadness {
            return Some(cr!("702.35a"));
        }
    }
    if let Event::Moves(moves) = &ability.when
        && moves.to == [Zone::Battlefield]
    {
        if hideaway::is(ability) {
            return Some(cr!("702.75a"));
        }
        if let Some(rule) = living_weapon::rule_of(ability) {
            return Some(rule);
        }
    }
    let is = |meaning: Ability| matches!(meaning, Ability::Triggered(meaning) if *meaning == *ability);
    if matches!(ability.when, Event::Casts(..)) {
        if is(cascade::meaning()) {
            return Some(cr!("702.85a"));
        }
        if is(prowess::meaning()) {
            return Some(cr!("702.108a"));
        }
        if is(storm::meaning()) {
            return Some(cr!("702.40a"));
        }
    }
    if matches!(ability.when, Event::Attacks(_)) {
        if is(exalted::meaning()) {
            return Some(cr!("702.83a"));
        }
        if is(battle_cry::meaning()) {
            return Some(cr!("702.91a"));
        }
        if decayed::meaning().into_iter().any(is) {
            return Some(cr!("702.147a"));
        }
    }
    if let Event::Moves(moves) = &ability.when {
        if moves.from == [Zone::Battlefield] {
            if persist::is(ability) {
                return Some(cr!("702.79a"));
            }
            if haunt::is(ability) {
                return Some(cr!("702.55a"));
            }
            if modular::is(ability) {
                return Some(cr!("702.43a"));
            }
            if undying::is(ability) {
                return Some(cr!("702.93a"));
            }
        }
    }
    None
}
