//! CR 303: Enchantments

use crate::engine::additional::keyword_abilities::protection;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::continuous_effects;
use crate::engine::view::View;
use crate::game::{Cause, ChoiceKind, Game, Item, Move, MoveAction, ObjectId, PlayerId, Thing};
use crate::ir::change::Action;
use crate::ir::{Ability, CardType, Keyword, KeywordName, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Forbidden, Level, Note};

/// An Aura that enters the battlefield without being cast, and without anything saying what it is attached to, is attached
/// to something its controller chooses (303.4f). Says whether it enters: not if there is nothing legal (303.4g).
///
/// # Errors
/// If the choice is missing, or what is legal can't be told.
pub(in crate::engine) fn choose_host(play: &mut Play<'_>, cause: &mut Cause, it: &mut Move) -> Outcome<bool> {
    let chosen_by_others =
        it.attached_to.is_some() || it.face_down.is_some() || it.action == MoveAction::Resolve;
    if it.to != Zone::Battlefield || chosen_by_others {
        return Ok(true);
    }
    let view = play.view()?;
    if !is_aura(&view, &play.game, it.object) {
        return Ok(true);
    }
    let player = it.controller.unwrap_or(play.game.object(it.object).owner);
    let permanents = play.game.battlefield().iter().copied().map(Thing::Object);
    let hosts: Vec<Thing> = play.game.apnap().into_iter().map(Thing::Player).chain(permanents).collect();
    let mut items = Vec::new();
    for host in hosts {
        let sight = Sight { game: &play.game, view: &view };
        if may_enchant_for(sight, it.object, player, host)? {
            items.push(Item::of(host));
        }
    }
    if items.is_empty() {
        let rules = Rules::of(&[cr!("303.4g")]);
        play.note(
            Level::Default,
            cause.kind,
            rules,
            Note::Cant(Forbidden::EnterAttached(None), Thing::Object(it.object), None),
        );
        return Ok(false);
    }
    let rules = Rules::of(&[cr!("303.4f")]);
    let picked = play.pick(player, ChoiceKind::Attach, Some(it.object), items, 1, 1, false, rules)?;
    it.attached_to = picked.first().copied().and_then(Item::thing);
    *cause = cause.and(cr!("303.4f"));
    Ok(true)
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
