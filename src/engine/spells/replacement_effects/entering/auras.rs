//! What an Aura is attached to that enters without a target or a word of it (303.4f–g).

use crate::engine::additional::keyword_abilities::enchant::may_enchant_for;
use crate::engine::card_types::enchantments::{is_aura, zones_of};
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::zones::general::move_one;
use crate::game::{Cause, ChoiceKind, Game, Item, Move, MoveAction, Thing};
use crate::ir::{Ability, Keyword, KeywordName, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Forbidden, Level, Note};

use super::Coming;

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
