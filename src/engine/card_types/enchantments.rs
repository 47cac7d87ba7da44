//! CR 303: Enchantments

use crate::engine::additional::keyword_abilities::protection;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::continuous_effects;
use crate::engine::view::View;
use crate::engine::zones::general::{as_if_moved, move_one};
use crate::game::{
    Cause, Change, ChoiceKind, Game, Item, Move, MoveAction, NewObject, ObjectId, PlayerId, Thing,
};
use crate::ir::change::Action;
use crate::ir::{Ability, CardType, Keyword, KeywordName, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Forbidden, Level, Note};

/// An Aura that enters the battlefield by any other means than as a resolving Aura spell, and without anything saying what it is
/// attached to, is attached to something its controller chooses (303.4f). Says whether it enters: not if there is nothing legal
/// (303.4g).
///
/// # Errors
/// If the choice is missing, or what is legal can't be told.
pub(in crate::engine) fn choose_host(play: &mut Play<'_>, cause: &mut Cause, it: &mut Move) -> Outcome<bool> {
    // A spell that becomes a copy of an Aura only as it enters has no target that it could enchant.
    let by_target = it.action == MoveAction::Resolve && it.copied.is_none();
    let chosen_by_others = it.attached_to.is_some() || it.face_down.is_some() || by_target;
    if it.to != Zone::Battlefield || chosen_by_others || !it.values(&play.game).has_subtype_named("Aura") {
        return Ok(true);
    }
    let player = it.controller.unwrap_or(play.game.object(it.object).owner);
    let there = as_if_moved(&play.game, it);
    match host_for(play, there, player, Some(it.object))? {
        Hosts::OfNoAura => {}
        Hosts::None => {
            let note = Note::Cant(Forbidden::EnterAttached(None), Thing::Object(it.object), None);
            play.note(Level::Default, cause.kind, Rules::of(&[cr!("303.4g")]), note);
            // From the stack it goes to the graveyard instead; from elsewhere it goes nowhere.
            if play.game.object(it.object).zone == Zone::Stack {
                let instead = Move::new(it.object, Zone::Graveyard, it.action);
                move_one(play, Cause::new(cause.kind, cr!("303.4g")), instead)?;
            }
            return Ok(false);
        }
        Hosts::Chosen(host) => {
            it.attached_to = Some(host);
            *cause = cause.and(cr!("303.4f"));
        }
    }
    Ok(true)
}

/// The same of a token, which is not there to be named; with nothing to enchant it is not created.
///
/// # Errors
/// As [`choose_host`].
pub(in crate::engine) fn choose_host_of_token(
    play: &mut Play<'_>,
    cause: &mut Cause,
    token: &mut NewObject,
) -> Outcome<bool> {
    if token.attached_to.is_some() || !token.values().has_subtype_named("Aura") {
        return Ok(true);
    }
    let new = play.game.next_object();
    let there = play.game.after(&Change::Create(Box::new(NewObject { new, ..token.clone() })));
    match host_for(play, (there, new), token.controller, None)? {
        Hosts::OfNoAura => {}
        Hosts::None => {
            play.note(Level::Default, cause.kind, Rules::of(&[cr!("303.4g")]), Note::NotCreated(None));
            return Ok(false);
        }
        Hosts::Chosen(host) => {
            token.attached_to = Some(host);
            *cause = cause.and(cr!("303.4f"));
        }
    }
    Ok(true)
}

/// What something that enters is attached to.
enum Hosts {
    /// Nothing, for it would be no Aura there.
    OfNoAura,
    /// Nothing, for there is nothing that it could enchant.
    None,
    /// What its controller has chosen.
    Chosen(Thing),
}

/// Has a player choose what an Aura enchants that enters under their control, among what it could enchant as it would be there.
fn host_for(
    play: &mut Play<'_>,
    (mut there, aura): (Game, ObjectId),
    player: PlayerId,
    asking: Option<ObjectId>,
) -> Outcome<Hosts> {
    there.look_at_as_if_there(aura);
    let view = View::of(&there)?;
    if !is_aura(&view, &there, aura) {
        return Ok(Hosts::OfNoAura);
    }
    let sight = Sight { game: &there, view: &view };
    let permanents = play.game.battlefield().iter().copied().map(Thing::Object);
    let hosts = play.game.apnap().into_iter().map(Thing::Player).chain(permanents);
    let mut items = Vec::new();
    for host in hosts {
        if may_enchant_for(sight, aura, player, host)? {
            items.push(Item::of(host));
        }
    }
    if items.is_empty() {
        return Ok(Hosts::None);
    }
    let rules = Rules::of(&[cr!("303.4f")]);
    let picked = play.pick(player, ChoiceKind::Attach, asking, items, 1, 1, false, rules)?;
    Ok(picked.first().copied().and_then(Item::thing).map_or(Hosts::None, Hosts::Chosen))
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
        if continuous_effects::prohibited(sight, Action::BeEnchanted, Some(object), None, by)?.is_some() {
            return Ok(false);
        }
    }
    for instance in &characteristics.abilities {
        let frame = Frame::of_source(aura, controller, instance.origin);
        match (&*instance.ability, host) {
            (Ability::Keyword(Keyword::Filter(KeywordName::Enchant, filter)), Thing::Object(object)) => {
                let there = sight.game.object(object).on_battlefield();
                return Ok(there && matches(sight, &frame, filter, object)?);
            }
            (Ability::Keyword(Keyword::EnchantPlayer(who)), Thing::Player(player)) => {
                return Ok(players(sight, &frame, who)?.contains(&player));
            }
            _ => {}
        }
    }
    Ok(false)
}
