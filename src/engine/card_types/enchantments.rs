//! CR 303: Enchantments

use crate::engine::additional::keyword_abilities::protection;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::{players, zones};
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::continuous_effects;
use crate::engine::spells::replacement_effects::Coming;
use crate::engine::view::View;
use crate::engine::zones::general::move_one;
use crate::game::{
    Cause, Characteristics, ChoiceKind, Game, Item, Move, MoveAction, ObjectId, Origin, PlayerId, Thing,
};
use crate::ir::change::Action;
use crate::ir::part::{Part, mentions};
use crate::ir::{
    Ability, CardType, Filter, Keyword, KeywordName, Players, TargetKind, TargetSpec, Verb, Zone,
};
use crate::rules::{Rules, cr};
use crate::trace::{Forbidden, Level, Note};

/// An Aura that enters the battlefield by any other means than as a resolving Aura spell, and without anything saying what it is
/// attached to, is attached to something its controller chooses (303.4f). Says whether it enters: not if there is nothing legal, and
/// a token is not created then (303.4g).
///
/// # Errors
/// If the choice is missing, or what is legal can't be told.
pub(in crate::engine) fn choose_host(
    play: &mut Play<'_>,
    cause: &mut Cause,
    it: &mut Coming<'_>,
) -> Outcome<bool> {
    let Some(items) = hosts(&play.game, it)? else { return Ok(true) };
    let player = it.controller_there(&play.game);
    let host = match items.is_empty() {
        true => None,
        false => {
            let (kind, rules) = (ChoiceKind::Attach, Rules::of(&[cr!("303.4f")]));
            let asking = matches!(it, Coming::Moves(_)).then(|| it.object());
            let picked = play.pick(player, kind, asking, items, 1, 1, false, rules)?;
            picked.first().copied().and_then(Item::thing)
        }
    };
    if host.is_some() {
        *cause = cause.and(cr!("303.4f"));
    } else {
        let note = match it {
            Coming::Moves(it) => Note::Cant(Forbidden::EnterAttached(None), Thing::Object(it.object), None),
            Coming::Token(..) => Note::NotCreated(None),
        };
        play.note(Level::Default, cause.kind, Rules::of(&[cr!("303.4g")]), note);
    }
    match it {
        // From the stack it goes to the graveyard instead; from elsewhere it goes nowhere.
        Coming::Moves(it) if host.is_none() && play.game.object(it.object).zone == Zone::Stack => {
            let instead = Move::new(it.object, Zone::Graveyard, it.action);
            move_one(play, Cause::new(cause.kind, cr!("303.4g")), instead)?;
        }
        Coming::Moves(it) => it.attached_to = host,
        Coming::Token(token, _) => token.attached_to = host,
    }
    Ok(host.is_some())
}

/// Whether what has become a copy of an Aura as it enters could enchant nothing there, so that it does not enter (303.4g).
///
/// # Errors
/// If what is legal can't be told.
pub(in crate::engine) fn has_no_host(game: &Game, it: &Coming<'_>) -> Outcome<bool> {
    Ok(it.copied().is_some() && hosts(game, it)?.is_some_and(|hosts| hosts.is_empty()))
}

/// What something that enters could enchant, if it is an Aura for which that is chosen as it enters.
fn hosts(game: &Game, it: &Coming<'_>) -> Outcome<Option<Vec<Item>>> {
    let chosen_by_others = match it {
        // A spell that becomes a copy of an Aura only as it enters has no target that it could enchant.
        Coming::Moves(it) => {
            it.attached_to.is_some() || it.action == MoveAction::Resolve && it.copied.is_none()
        }
        Coming::Token(token, _) => token.attached_to.is_some(),
    };
    // What becomes an Aura as it enters is one there.
    let becomes = matches!(it, Coming::Moves(it) if it.being.is_some());
    if !it.enters_face_up() || chosen_by_others || !becomes && !it.values(game).has_subtype_named("Aura") {
        return Ok(None);
    }
    // It could enchant what it could as it would be there.
    let there = it.arrived(game)?;
    let (sight, aura) = (there.sight(), there.object);
    if !is_aura(&there.view, &there.game, aura) {
        return Ok(None);
    }
    let player = it.controller_there(game);
    let mut hosts: Vec<Thing> = game.apnap().into_iter().map(Thing::Player).collect();
    hosts.extend(game.battlefield().iter().copied().map(Thing::Object));
    for instance in &there.view.characteristics(&there.game, aura).abilities {
        let Ability::Keyword(Keyword::Filter(KeywordName::Enchant, filter)) = &*instance.ability else {
            continue;
        };
        for zone in zones_of(it.object(), filter)? {
            for player in game.apnap() {
                let cards = game.zone(zone, player).iter().copied().map(Thing::Object);
                hosts.extend(cards.filter(|card| !hosts.contains(card)).collect::<Vec<_>>());
            }
        }
    }
    let mut items = Vec::new();
    for host in hosts {
        if may_enchant_for(sight, aura, player, host)? {
            items.push(Item::of(host));
        }
    }
    Ok(Some(items))
}

/// Whether an object is an Aura (303.4).
pub(in crate::engine) fn is_aura(view: &View, game: &Game, object: ObjectId) -> bool {
    view.characteristics(game, object).has_subtype_named("Aura")
}

/// Whether an Aura may be attached to something, as its enchant ability and other effects have it (303.4a, 303.4c–d, 702.16c).
///
/// # Errors
/// If the enchant ability asks for what can't be told.
pub(in crate::engine) fn may_enchant(sight: Sight<'_>, aura: ObjectId, host: Thing) -> Outcome<bool> {
    may_enchant_for(sight, aura, sight.view.controller(sight.game, aura), host)
}

/// The same for an Aura that this player controls or would control.
///
/// # Errors
/// As [`may_enchant`].
pub(in crate::engine) fn may_enchant_for(
    sight: Sight<'_>,
    aura: ObjectId,
    controller: PlayerId,
    host: Thing,
) -> Outcome<bool> {
    let characteristics = sight.view.characteristics(sight.game, aura);
    if host == Thing::Object(aura) || characteristics.is(CardType::Creature) {
        return Ok(false);
    }
    if protection::forbids_attaching(sight, aura, host)?.is_some() {
        return Ok(false);
    }
    // Other effects can limit what a permanent can be enchanted by (303.4).
    let by = Some(aura);
    if let Thing::Object(object) = host {
        if continuous_effects::prohibited(sight, Action::Be(Verb::Enchant), Some(object), None, by)?.is_some()
        {
            return Ok(false);
        }
    }
    // Of several enchant abilities all apply (702.5c).
    let mut may = false;
    for instance in &characteristics.abilities {
        let frame = Frame::of_source(aura, controller, instance.origin);
        let Ability::Keyword(keyword) = &*instance.ability else { continue };
        may = if let Keyword::Filter(KeywordName::Enchant, filter) = keyword {
            match host {
                Thing::Object(object) => {
                    let its = sight.game.object(object);
                    let zones = zones_of(aura, filter)?;
                    its.exists && zones.contains(&its.zone) && matches(sight, &frame, filter, object)?
                }
                Thing::Player(_) => false,
            }
        } else if let Keyword::EnchantPlayer(who) = keyword {
            match host {
                Thing::Player(player) => players(sight, &frame, who)?.contains(&player),
                Thing::Object(_) => false,
            }
        } else {
            continue;
        };
        if !may {
            break;
        }
    }
    Ok(may)
}

/// The zones in which is what an Aura of this enchant ability can enchant: a permanent on the battlefield, or a card in the zones that
/// the ability names (303.4, 702.5a).
///
/// # Errors
/// If it names a zone only for a part of what it speaks of.
fn zones_of(aura: ObjectId, filter: &Filter) -> Outcome<Vec<Zone>> {
    match zones(filter) {
        Some(zones) => Ok(zones.to_vec()),
        None if mentions(filter, |part| matches!(part, Part::Filter(Filter::In(_)))) => {
            Err(Halt::undecided(aura, "in which zones what it can enchant may be"))
        }
        None => Ok(vec![Zone::Battlefield]),
    }
}

/// What an Aura spell can target by its enchant abilities (303.4a, 702.5c); nothing for what has none.
///
/// # Errors
/// If its enchant abilities can't be read together.
pub(in crate::engine) fn target_of(
    aura: ObjectId,
    characteristics: &Characteristics,
) -> Outcome<Option<(TargetSpec, Origin)>> {
    let mut filters: Vec<(&Filter, Origin)> = Vec::new();
    let mut whose: Vec<(&Players, Origin)> = Vec::new();
    for instance in &characteristics.abilities {
        let keyword = instance.ability.as_keyword();
        if let Some(Keyword::Filter(KeywordName::Enchant, filter)) = keyword {
            filters.push((filter, instance.origin));
        }
        if let Some(Keyword::EnchantPlayer(who)) = keyword {
            whose.push((who, instance.origin));
        }
    }
    let several = || Halt::undecided(aura, "what it can enchant by several of its abilities together");
    let (kind, origin) = match (filters.as_slice(), whose.as_slice()) {
        ([], []) => return Ok(None),
        ([], [(who, origin)]) => (TargetKind::Player((*who).clone()), *origin),
        ([(first, origin), others @ ..], []) => {
            let zones = zones_of(aura, first)?;
            for (other, _) in others {
                if zones_of(aura, other)? != zones {
                    return Err(several());
                }
            }
            let filter = match others {
                [] => (*first).clone(),
                _ => Filter::All(filters.iter().map(|(filter, _)| (*filter).clone()).collect()),
            };
            let mut kinds: Vec<TargetKind> = Vec::new();
            for zone in zones {
                kinds.push(match zone {
                    Zone::Battlefield => TargetKind::Permanent(filter.clone()),
                    Zone::Stack => return Err(Halt::undecided(aura, "it can enchant what is on the stack")),
                    _ => TargetKind::Card(filter.clone(), zone),
                });
            }
            (if kinds.len() == 1 { kinds.remove(0) } else { TargetKind::OneOf(kinds) }, *origin)
        }
        _ => return Err(several()),
    };
    Ok(Some((TargetSpec::one(kind), origin)))
}
