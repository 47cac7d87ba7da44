//! Whether an object is of a kind.

use crate::engine::additional::keyword_abilities::soulbond;
use crate::engine::halt::{Halt, Outcome, Why};
use crate::engine::spells::mana_abilities;
use crate::game::{Attachment, LinkKey, LinkedObject, Nature, Object, ObjectId, Origin, Thing};
use crate::ir::filter::Shared;
use crate::ir::node::Node as _;
use crate::ir::{
    Ability, CardType, Comparison, CounterKind, Filter, Keyword, Link, Players, Selection, Subtype,
    SubtypeFamily, Trait, Zone,
};
use crate::rules::{RuleId, cr};

use super::informing::informing;
use super::occurrences::{was_damaged_by, was_damaged_by_source_of};
use super::quantities::compare;
use super::selections::{PlayerList, players, players_who_did, select};
use super::{Frame, Sight, all_are, any_is};

mod traits;

pub use self::traits::has_activated_ability;
pub(super) use self::traits::targets;
use self::traits::{attached_as_last_known, is, is_first_cast};

/// Stands for a power or toughness that can't be told, or counted.
pub const UNKNOWN: i32 = i32::MAX;

/// That it can be told what a number of an object is.
///
/// # Errors
/// [`Halt::Undecided`] if it depends on what nobody knows, or is larger than headjudge can count.
pub fn told(number: i32, object: ObjectId) -> Outcome<i32> {
    match number {
        UNKNOWN => Err(Halt::undecided(object, "its power and toughness can't be told")),
        number => Ok(number),
    }
}

/// Whether it has no power and toughness though they may be printed: a permanent that is no creature (208.3).
pub fn lacks_power_and_toughness(sight: Sight<'_>, object: ObjectId) -> bool {
    sight.game.object(object).zone == Zone::Battlefield
        && !sight.view.characteristics(sight.game, object).is(CardType::Creature)
}

/// Whether an object is of the kind.
///
/// # Errors
/// [`Halt::Undecided`] for a question that headjudge can't answer, or one about a card that nobody knows.
pub fn matches(sight: Sight<'_>, frame: &Frame, filter: &Filter, object: ObjectId) -> Outcome<bool> {
    let its = sight.game.object(object);
    if its.is_unknown() && asks_about_the_card(filter) {
        known(sight, object)?;
    }
    let characteristics = sight.view.characteristics(sight.game, object);
    Ok(match filter {
        Filter::All(filters) => all_are(filters, |filter| matches(sight, frame, filter, object))?,
        Filter::Any(filters) => any_is(filters, |filter| matches(sight, frame, filter, object))?,
        // What a choice that was never made is asked for does nothing, turned around or not (607.5a).
        Filter::Not(filter) => !undefined(sight, frame, filter) && !matches(sight, frame, filter, object)?,
        Filter::Type(card_type) => characteristics.is(*card_type),
        Filter::Supertype(supertype) => characteristics.has_supertype(*supertype),
        Filter::Subtype(subtype) => characteristics.has_subtype(*subtype),
        Filter::Color(color) => characteristics.colors.contains(*color),
        Filter::Is(word) => is(sight, frame, *word, object)?,
        Filter::ControlledBy(who) => {
            of(sight, frame, who, its)?.contains(&sight.view.controller(sight.game, object))
        }
        Filter::OwnedBy(who) => of(sight, frame, who, its)?.contains(&its.owner),
        Filter::Power(comparison) => measures(sight, frame, (object, characteristics.power), comparison)?,
        Filter::Toughness(comparison) => {
            measures(sight, frame, (object, characteristics.toughness), comparison)?
        }
        Filter::ManaValue(comparison) => compare(sight, frame, mana_value(sight, object), comparison)?,
        Filter::Colors(comparison) => {
            let count = i32::try_from(characteristics.colors.iter().count()).unwrap_or(i32::MAX);
            compare(sight, frame, count, comparison)?
        }
        Filter::ManaCost(cost) => characteristics.cost.as_deref() == Some(cost),
        Filter::CouldProduce(kind) => mana_abilities::could_produce(sight, object, *kind)?,
        Filter::Has(keyword) => characteristics.has_kind_of(*keyword),
        Filter::Counters(kind, comparison) => {
            let count = counters(sight, object, *kind);
            compare(sight, frame, count, comparison)?
        }
        Filter::Named(name) => characteristics.is_named(name),
        Filter::NamedLike(selection) => is_named_like(sight, frame, object, selection)?,
        Filter::In(zones) => zones.contains(&its.zone),
        Filter::Among(selection) => is_among(sight, frame, object, selection)?,
        Filter::AttachedTo(filter) => is_attached_to(sight, frame, object, filter)?,
        Filter::AttachedBy(filter) => has_attached(sight, frame, object, filter)?,
        Filter::Targets(filter) => {
            any_is(targets(sight, object), |target| is_still(sight, frame, filter, target))?
        }
        Filter::TargetsOnly(filter) => targets_only(sight, frame, object, filter)?,
        // Each time that something was chosen counts, legal as it may be by now (115.9a).
        Filter::TargetCount(comparison) => {
            let count = i32::try_from(targets(sight, object).len()).unwrap_or(i32::MAX);
            compare(sight, frame, count, comparison)?
        }
        Filter::InCombatWith(selection) => {
            let combat = sight.game.combat();
            let others = informing(sight, frame, selection)?;
            others.into_iter().any(|other| combat.fight_as_last_known(other, object))
        }
        Filter::PairedWith(selection) => {
            let others = informing(sight, frame, selection)?;
            soulbond::partner_of(sight.game, object).is_some_and(|partner| others.contains(&partner))
        }
        Filter::TargetsPlayer(who) => {
            let who = players(sight, frame, who)?;
            targets(sight, object).iter().any(|target| target.player().is_some_and(|p| who.contains(&p)))
        }
        Filter::Attacking(who) => attacks(sight, frame, object, who)?,
        Filter::Shares(what, selection) => shares_with(sight, frame, (*what, object), selection)?,
        Filter::CameFrom(zones) => its
            .announced
            .as_ref()
            .and_then(|announced| announced.from)
            .or_else(|| its.previous.map(|previous| sight.game.object(previous).zone))
            .is_some_and(|zone| zones.contains(&zone)),
        Filter::CastBy(who) => match its.announced.as_ref().and_then(|announced| announced.cast) {
            Some(caster) => players(sight, frame, who)?.contains(&caster),
            None => false,
        },
        Filter::Source(filter) => match its.stack_ability() {
            Some(ability) => matches(sight, frame, filter, ability.source)?,
            None => matches(sight, frame, filter, object)?,
        },
        Filter::Chosen(link) => is_chosen(sight, frame, object, *link)?,
        Filter::LinkedThisTurn(name) => {
            let (key, turn) = (frame.link(*name), sight.game.turn().number);
            let now = |its: &&LinkedObject| its.key == key && its.turn == turn;
            sight.game.links().iter().filter(now).any(|its| its.object == object)
        }
        Filter::FirstCast(filter) => {
            matches(sight, frame, filter, object)? && is_first_cast(sight, frame, filter, object)?
        }
        Filter::DamagedBySourceOf(who) => was_damaged_by_source_of(sight, frame, object, who)?,
        Filter::DamagedBy(selection) => {
            was_damaged_by(sight, frame, object, &informing(sight, frame, selection)?)?
        }
    })
}

/// Whether a power or toughness, if the object has any now, compares so.
fn measures(
    sight: Sight<'_>,
    frame: &Frame,
    (object, number): (ObjectId, Option<i32>),
    comparison: &Comparison,
) -> Outcome<bool> {
    match number {
        Some(number) if !lacks_power_and_toughness(sight, object) => {
            compare(sight, frame, told(number, object)?, comparison)
        }
        _ => Ok(false),
    }
}

/// Whether an object shares a name with any of some others.
fn is_named_like(sight: Sight<'_>, frame: &Frame, object: ObjectId, selection: &Selection) -> Outcome<bool> {
    let characteristics = sight.view.characteristics(sight.game, object);
    let mut found = false;
    for other in informing(sight, frame, selection)? {
        known(sight, other)?;
        found |= characteristics.shares_name(sight.view.characteristics(sight.game, other));
    }
    Ok(found)
}

/// Whether an object is one of some. Of what is linked and has left it is asked as it does so, such as whether it is the one that was put
/// onto the battlefield.
fn is_among(sight: Sight<'_>, frame: &Frame, object: ObjectId, selection: &Selection) -> Outcome<bool> {
    Ok(if let Selection::Linked(name) | Selection::TheLinked(name) = selection {
        sight.game.linked(frame.link(*name)).any(|linked| linked == object)
    } else {
        objects(sight, frame, selection)?.contains(&object)
    })
}

/// Whether an object is attached to one of a kind, or was to what is gone.
fn is_attached_to(sight: Sight<'_>, frame: &Frame, object: ObjectId, filter: &Filter) -> Outcome<bool> {
    let is_now = match sight.game.object(object).attached_to {
        Some(Attachment::Object(host)) => matches(sight, frame, filter, host)?,
        _ => false,
    };
    Ok(is_now || attached_to_gone(sight, frame, filter)?.contains(&object))
}

/// Whether one of a kind is attached to an object, or the source was as it left.
fn has_attached(sight: Sight<'_>, frame: &Frame, object: ObjectId, filter: &Filter) -> Outcome<bool> {
    for attached in attached_as_last_known(sight.game, object) {
        if matches(sight, frame, filter, attached)? {
            return Ok(true);
        }
    }
    // What the source was attached to as it left it is known to have been attached to (608.2b).
    let source = sight.game.object(frame.source);
    Ok(!source.exists
        && source.attached_to == Some(Thing::Object(object))
        && filter.demands(&|demanded| *demanded == Filter::Is(Trait::This))
        && matches(sight, frame, filter, frame.source)?)
}

/// Whether a target is still where it was, and of a kind: what is not is of no kind (115.9b).
fn is_still(sight: Sight<'_>, frame: &Frame, filter: &Filter, target: Thing) -> Outcome<bool> {
    let Thing::Object(target) = target else { return Ok(false) };
    Ok(sight.game.object(target).exists && matches(sight, frame, filter, target)?)
}

/// Whether all that is targeted is one object of a kind.
fn targets_only(sight: Sight<'_>, frame: &Frame, object: ObjectId, filter: &Filter) -> Outcome<bool> {
    let targets = targets(sight, object);
    let Some(only) = targets.first() else { return Ok(false) };
    Ok(targets.iter().all(|target| target == only) && is_still(sight, frame, filter, *only)?)
}

/// Whether a creature attacks any of some players.
fn attacks(sight: Sight<'_>, frame: &Frame, object: ObjectId, who: &Players) -> Outcome<bool> {
    let who = players(sight, frame, who)?;
    let attack = sight.game.combat().attack_as_last_known(object);
    Ok(attack.and_then(|attack| attack.defender.player()).is_some_and(|player| who.contains(&player)))
}

/// Whether an object shares something with any of some others.
fn shares_with(
    sight: Sight<'_>,
    frame: &Frame,
    (what, object): (Shared, ObjectId),
    selection: &Selection,
) -> Outcome<bool> {
    let mut found = false;
    for other in informing(sight, frame, selection)? {
        if !matches!(what, Shared::Owner | Shared::Controller | Shared::Sector) {
            known(sight, other)?;
        }
        found |= shares(sight, what, object, other);
    }
    Ok(found)
}

/// Whether an object is of the sector, color, type or name that was chosen.
fn is_chosen(sight: Sight<'_>, frame: &Frame, object: ObjectId, link: Link) -> Outcome<bool> {
    let its = sight.game.object(object);
    let characteristics = sight.view.characteristics(sight.game, object);
    let key = chosen_key(sight, frame, link);
    if let Some(name) = sight.game.chosen_name(key) {
        return Ok(characteristics.is_named(name));
    }
    let Some(word) = frame.chosen(sight.game, key, "what", Some)? else { return Ok(false) };
    let word = word.as_str();
    Ok(its.sector().is_some_and(|sector| sector.as_str() == word)
        || characteristics.colors.iter().any(|color| color.word() == word)
        || characteristics.types.types.iter().any(|card_type| card_type.word() == word)
        || characteristics.types.subtypes.iter().any(|subtype| subtype.word().eq_ignore_ascii_case(word)))
}

/// The words for how many colors something has, and the rules that say what they mean.
pub(crate) const NUMBERS_OF_COLORS: [(Trait, RuleId); 3] = [
    (Trait::Monocolored, cr!("105.2a")),
    (Trait::Multicolored, cr!("105.2b")),
    (Trait::Colorless, cr!("105.2c")),
];

/// The players by whom an object is meant: what is gone may have been a player's who has left the game since (800.4i).
fn of(sight: Sight<'_>, frame: &Frame, who: &Players, its: &Object) -> Outcome<PlayerList> {
    if its.exists { players(sight, frame, who) } else { players_who_did(sight, frame, who) }
}

/// Whether a quality speaks of a choice that was never made for the abilities that it is linked to (607.5a, 708.8).
pub fn undefined(sight: Sight<'_>, frame: &Frame, filter: &Filter) -> bool {
    filter.asks(&|asked| matches!(asked, Filter::Chosen(link) if is_undefined(sight, frame, *link)))
}

/// Whether it is known that nothing was chosen under a link.
pub(super) fn is_undefined(sight: Sight<'_>, frame: &Frame, link: Link) -> bool {
    let key = chosen_key(sight, frame, link);
    sight.game.word(key).is_none() && sight.game.is_unchosen(key)
}

/// Where it is kept what was chosen: by the object itself or, if its ability comes from an object that has made the choice, by that
/// one ("has protection from the chosen color").
fn chosen_key(sight: Sight<'_>, frame: &Frame, link: Link) -> LinkKey {
    let own = frame.link(link);
    match frame.origin {
        Origin::Granted(grantor, _) if sight.game.word(own).is_none() => {
            let of_grantor = LinkKey::own(grantor, link);
            if sight.game.word(of_grantor).is_some() { of_grantor } else { own }
        }
        _ => own,
    }
}

/// The ability with what was chosen for the effect that gives it, where it is a keyword with a quality.
pub fn keyword_with_choices(sight: Sight<'_>, frame: &Frame, ability: &Ability) -> Ability {
    let Some(keyword) = ability.as_keyword() else { return ability.clone() };
    let chosen = |quality: &Filter| with_choices(sight, frame, quality);
    if let Keyword::Filter(name, quality) = keyword {
        return Ability::Keyword(Keyword::Filter(*name, chosen(quality)));
    }
    if let Keyword::ProtectionKeeping(quality, keeps) = keyword {
        return Ability::Keyword(Keyword::ProtectionKeeping(chosen(quality), keeps.clone()));
    }
    ability.clone()
}

/// The quality with what was chosen in place of the words that speak of the choice, so that who else is given it need not know the link.
/// What was never chosen still stands there as it was.
pub fn with_choices(sight: Sight<'_>, frame: &Frame, filter: &Filter) -> Filter {
    let each = |filters: &[Filter]| filters.iter().map(|filter| with_choices(sight, frame, filter)).collect();
    if let Filter::All(filters) = filter {
        return Filter::All(each(filters));
    }
    if let Filter::Any(filters) = filter {
        return Filter::Any(each(filters));
    }
    if let Filter::Not(filter) = filter {
        return Filter::Not(Box::new(with_choices(sight, frame, filter)));
    }
    let Filter::Chosen(link) = filter else { return filter.clone() };
    let key = chosen_key(sight, frame, *link);
    if let Some(name) = sight.game.chosen_name(key) {
        return Filter::Named(name.to_string());
    }
    let subtype = |word: &str| Subtype::from_any_case(word).map(Filter::Subtype);
    let word = sight.game.word(key);
    word.and_then(|word| Filter::from_word(word.as_str()).or_else(|| subtype(word.as_str())))
        .unwrap_or_else(|| filter.clone())
}

/// Whether words that name a card type or subtype mean permanents of it alone, since they speak of no zone, card, spell or source
/// (109.2).
pub fn means_permanents(filter: &Filter) -> bool {
    names_type(filter) && !speaks_of_others(filter)
}

fn names_type(filter: &Filter) -> bool {
    filter.asks(&|asked| matches!(asked, Filter::Type(_) | Filter::Subtype(_)))
}

fn speaks_of_others(filter: &Filter) -> bool {
    filter.asks(&|asked| {
        matches!(
            asked,
            Filter::In(_)
                | Filter::Source(_)
                | Filter::CameFrom(_)
                | Filter::CastBy(_)
                | Filter::Is(Trait::Card | Trait::PermanentCard | Trait::Spell)
        )
    })
}

/// Whether the question is about what is printed on the card, so that an unknown card leaves it open.
fn asks_about_the_card(filter: &Filter) -> bool {
    match filter {
        Filter::All(filters) | Filter::Any(filters) => filters.iter().any(asks_about_the_card),
        Filter::Not(filter) => asks_about_the_card(filter),
        Filter::Type(_)
        | Filter::Supertype(_)
        | Filter::Subtype(_)
        | Filter::Color(_)
        | Filter::Power(_)
        | Filter::Toughness(_)
        | Filter::ManaValue(_)
        | Filter::Colors(_)
        | Filter::ManaCost(_)
        | Filter::CouldProduce(_)
        | Filter::Has(_)
        | Filter::Named(_)
        | Filter::NamedLike(_)
        | Filter::Shares(..)
        | Filter::Chosen(_) => true,
        Filter::Is(word) => matches!(
            word,
            Trait::PermanentCard
                | Trait::Colorless
                | Trait::Multicolored
                | Trait::Monocolored
                | Trait::Historic
                | Trait::Outlaw
                | Trait::Suspended
                | Trait::NoAbilities
                | Trait::WithActivatedAbility
        ),
        Filter::ControlledBy(_)
        | Filter::OwnedBy(_)
        | Filter::Counters(..)
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

/// Why it is never told whether something is so; nothing for what may be told.
pub(in crate::engine) fn gap_of(word: Trait) -> Option<Why> {
    let untold = matches!(word, Trait::ManaAbility | Trait::ArrivedThisTurn);
    untold.then(|| format!("it asks whether something is {word}").into())
}

/// What was attached to the very object that a filter names, where that has left, as it did so (608.2h).
///
/// # Errors
/// If it can't be told which object that is.
pub(in crate::engine) fn attached_to_gone(
    sight: Sight<'_>,
    frame: &Frame,
    host: &Filter,
) -> Outcome<Vec<ObjectId>> {
    let named = host.find_demanded(&|demanded| {
        if *demanded == Filter::Is(Trait::This) {
            return Some(Ok(vec![frame.source]));
        }
        if let Filter::Among(selection) = demanded { Some(informing(sight, frame, selection)) } else { None }
    });
    let Some(hosts) = named.transpose()? else { return Ok(Vec::new()) };
    let gone = hosts.into_iter().filter_map(|host| {
        let its = sight.game.object(host);
        its.known.as_deref().filter(|_| !its.exists)
    });
    Ok(gone.flat_map(|known| known.attached.iter().copied()).collect())
}

/// The objects of a selection.
pub(in crate::engine) fn objects(
    sight: Sight<'_>,
    frame: &Frame,
    selection: &Selection,
) -> Outcome<Vec<ObjectId>> {
    Ok(select(sight, frame, selection)?.into_iter().filter_map(Thing::object).collect())
}

/// The mana value of an object, {X} counting what was announced while it is on the stack (202.3e).
pub fn mana_value(sight: Sight<'_>, object: ObjectId) -> i32 {
    let its = sight.game.object(object);
    let x = match (&its.announced, its.zone) {
        (Some(announced), Zone::Stack) => announced.x,
        _ => 0,
    };
    i32::try_from(sight.view.characteristics(sight.game, object).mana_value(x)).unwrap_or(i32::MAX)
}

/// What its characteristics tell can be asked of an object: it is no card that nobody knows.
///
/// # Errors
/// [`Halt::Undecided`] for a card that the scenario leaves unknown.
pub fn known(sight: Sight<'_>, object: ObjectId) -> Outcome {
    match sight.game.object(object).nature {
        Nature::Unknown => {
            Err(Halt::undecided(object, "it depends on a card that the scenario leaves unknown"))
        }
        _ => Ok(()),
    }
}

/// How many counters of a kind, or of any kind, an object has.
pub fn counters(sight: Sight<'_>, object: ObjectId, kind: Option<CounterKind>) -> i32 {
    let its = sight.game.object(object);
    let count = match kind {
        Some(kind) => its.counters_of(kind),
        None => its.counters.iter().map(|(_, count)| *count).sum(),
    };
    i32::try_from(count).unwrap_or(i32::MAX)
}

pub(in crate::engine) fn shares(sight: Sight<'_>, what: Shared, one: ObjectId, other: ObjectId) -> bool {
    let first = sight.view.characteristics(sight.game, one);
    let second = sight.view.characteristics(sight.game, other);
    let subtypes = |family: SubtypeFamily| {
        first
            .types
            .subtypes
            .iter()
            .any(|subtype| subtype.family() == family && second.types.subtypes.contains(subtype))
    };
    match what {
        Shared::Color => first.colors.intersects(second.colors),
        Shared::CardType => first.types.types.iter().any(|card_type| second.types.types.contains(card_type)),
        Shared::CreatureType => subtypes(SubtypeFamily::Creature),
        Shared::LandType => subtypes(SubtypeFamily::Land),
        Shared::Name | Shared::HalfName => first.shares_name(second),
        Shared::Owner => sight.game.object(one).owner == sight.game.object(other).owner,
        Shared::Sector => {
            let sector = sight.game.object(one).sector();
            sector.is_some() && sector == sight.game.object(other).sector()
        }
        Shared::Controller => {
            sight.view.controller(sight.game, one) == sight.view.controller(sight.game, other)
        }
        Shared::ManaValue => mana_value(sight, one) == mana_value(sight, other),
        Shared::Power => first.power.is_some() && first.power == second.power,
    }
}
