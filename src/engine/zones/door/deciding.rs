//! CR 400: General. What becomes of each move before any is made: whether it can be made, what replaces it, and what is chosen for what
//! enters.

use crate::engine::additional::keyword_actions::destroy;
use crate::engine::card_types::battles;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::reading::fighters::Joins;
use crate::engine::spells::continuous_effects;
use crate::engine::spells::replacement_effects::auras;
use crate::engine::spells::replacement_effects::{self, AtOnce, Coming, Replaced};
use crate::engine::zones::general::causer;
use crate::game::{Cause, Change, Game, Move, MoveAction, ObjectId, Thing};
use crate::ir::change::Action;
use crate::ir::{CardType, Layout, Verb, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Forbidden, Level, Note};

use super::{Batch, Going};

/// Decides of each move what becomes of it: whether it is made, what replaces it, what is chosen for what enters. What is to be done as
/// something enters is done when all is chosen (614.12a).
///
/// # Errors
/// If a choice is missing, or a replacement can't be played.
pub(super) fn decide(
    play: &mut Play<'_>,
    moves: Vec<(Cause, Move)>,
    fights: Option<(&Frame, &Joins<'_>)>,
) -> Outcome<Batch> {
    let proposed = moves.len();
    let entering = moves.iter().map(|(_, it)| it).filter(|it| it.to == Zone::Battlefield);
    let entering: Vec<ObjectId> = entering.map(|it| it.object).collect();
    let in_library = |object: &ObjectId| play.game.object(*object).zone == Zone::Library;
    let from_library: Vec<ObjectId> = entering.iter().copied().filter(in_library).collect();
    let mut at_once = AtOnce::of(if proposed > 1 { entering } else { Vec::new() });
    let mut batch = Batch { proposed, going: Vec::with_capacity(proposed), instead: Vec::new() };
    play.while_entering(from_library, |play| {
        let mut of_move = Vec::new();
        for (index, cause, it) in in_order_of_choices(play, moves)? {
            decide_one(play, &mut batch, (index, cause, it), fights, &mut at_once)?;
            of_move.resize(batch.instead.len(), index);
        }
        // Only choices are made in that order; what is decided then happens as it was proposed.
        batch.going.sort_by_key(|going| going.index);
        let mut instead: Vec<_> = of_move.into_iter().zip(std::mem::take(&mut batch.instead)).collect();
        instead.sort_by_key(|(index, _)| *index);
        batch.instead = instead.into_iter().map(|(_, pending)| pending).collect();
        destroy_in_place(play, &mut batch, &mut at_once)?;
        let going = &batch.going;
        let enters =
            |object| going.iter().any(|Going { it, .. }| it.object == object && it.to == Zone::Battlefield);
        for (of, link, object) in at_once.follow(play, &enters)? {
            if let Some(Going { it, .. }) = batch.going.iter_mut().find(|Going { it, .. }| it.object == of) {
                it.links.push((link, object));
            }
        }
        Ok(())
    })?;
    at_once.used.up(play);
    Ok(batch)
}

/// The moves with their numbers, in the order in which what is chosen about them is chosen: the active player chooses first, then the
/// others in turn order (101.4, 616.1).
fn in_order_of_choices(play: &mut Play<'_>, moves: Vec<(Cause, Move)>) -> Outcome<Vec<(usize, Cause, Move)>> {
    let mut ordered: Vec<_> =
        moves.into_iter().enumerate().map(|(index, (cause, it))| (index, cause, it)).collect();
    if ordered.len() < 2 {
        return Ok(ordered);
    }
    let view = play.view()?;
    let apnap = play.game.apnap();
    let chooser = |it: &Move| {
        let its = play.game.object(it.object);
        let chooses = match (it.to, its.zone) {
            (Zone::Battlefield, _) => it.controller.unwrap_or(its.owner),
            (_, Zone::Battlefield | Zone::Stack) => view.controller(&play.game, it.object),
            _ => its.owner,
        };
        apnap.iter().position(|player| *player == chooses)
    };
    ordered.sort_by_cached_key(|(_, _, it)| chooser(it));
    Ok(ordered)
}

/// What is destroyed in place of something goes at the same time as all that would have gone with that (614.6, 704.3).
fn destroy_in_place(play: &mut Play<'_>, batch: &mut Batch, at_once: &mut AtOnce) -> Outcome {
    for mut pending in std::mem::take(&mut batch.instead) {
        let destroyed = pending.take_destruction();
        let Some((cause, object)) = destroyed else {
            batch.instead.push(pending);
            continue;
        };
        pending.run(play)?;
        let goes_anyway = batch.going.iter().any(|Going { it, .. }| it.object == object);
        if let Some(proposed) = destroy::propose(play, cause, object)?.filter(|_| !goes_anyway) {
            let (cause, it) = proposed;
            play.replacing += 1;
            let decided = decide_one(play, batch, (IN_PLACE, cause, it), None, at_once);
            play.replacing -= 1;
            decided?;
        }
    }
    Ok(())
}

/// The number of a move that nobody proposed: it is made in place of something else.
const IN_PLACE: usize = usize::MAX;

/// Decides of one of the moves.
fn decide_one(
    play: &mut Play<'_>,
    batch: &mut Batch,
    (index, cause, it): (usize, Cause, Move),
    fights: Option<(&Frame, &Joins<'_>)>,
    at_once: &mut AtOnce,
) -> Outcome {
    let to_library_anyway = it.to == Zone::Library;
    let proposer = causer(play, &cause);
    // Who has a card discarded does so, wherever another effect puts it instead.
    let discarder = proposer.filter(|_| it.action == MoveAction::Discard);
    let (cause, it) = match becomes(play, cause, it, fights, at_once)? {
        Some(Replaced::Move(cause, it, also)) => {
            batch.instead.extend(also);
            (cause, it)
        }
        Some(Replaced::Instead(what)) => {
            batch.instead.extend(what);
            return Ok(());
        }
        None => return Ok(()),
    };
    let mut protector = None;
    if it.to == Zone::Battlefield && it.face_down.is_none() {
        let controller = it.controller.unwrap_or(play.game.object(it.object).owner);
        let (entering, copied) = (it.values(&play.game), it.copied.is_some());
        protector = battles::choose_protector(play, &entering, (it.object, controller), copied)?;
    }
    batch.going.push(Going { index, cause, it, to_library_anyway, proposer, discarder, protector });
    Ok(())
}

/// What becomes of a move once prohibitions, replacement effects (614, 616) and what is chosen for what enters have had their say: nothing
/// if it isn't made.
fn becomes(
    play: &mut Play<'_>,
    mut cause: Cause,
    mut it: Move,
    fights: Option<(&Frame, &Joins<'_>)>,
    at_once: &mut AtOnce,
) -> Outcome<Option<Replaced>> {
    if passes_over_what_enters(play, &it) {
        cause = cause.and(cr!("614.13c"));
    }
    if !can_move(play, &cause, &it) || !auras::choose_host(play, &mut cause, &mut Coming::Moves(&mut it))? {
        return Ok(None);
    }
    let replaced = replacement_effects::replace_move(play, cause, it, at_once)?;
    let Replaced::Move(mut cause, mut it, also) = replaced else { return Ok(Some(replaced)) };
    if cant_enter(play, cause, &Coming::Moves(&mut it))? {
        return Ok(None);
    }
    if let Some((frame, joins)) = fights.filter(|_| it.to == Zone::Battlefield) {
        cause = joins.decide(play, frame, cause, &mut Coming::Moves(&mut it))?;
    }
    // What has become a copy of an Aura is one only now.
    let enters = it.copied.is_none() || auras::choose_host(play, &mut cause, &mut Coming::Moves(&mut it))?;
    Ok(enters.then_some(Replaced::Move(cause, it, also)))
}

/// What says that what would enter the battlefield can't, if anything does, looking at it as it would be there (614.17d).
///
/// # Errors
/// If the layers can't be worked out, or the prohibition asks for what can't be told.
pub(in crate::engine) fn forbidden_to_enter(
    play: &mut Play<'_>,
    it: &Coming<'_>,
) -> Outcome<Option<ObjectId>> {
    if !it.enters() || !continuous_effects::forbids(&*play.view()?, Action::Do(Verb::Enter)) {
        return Ok(None);
    }
    let there = it.arrived(&play.game)?;
    continuous_effects::prohibited(there.sight(), Action::Do(Verb::Enter), Some(there.object), None, None)
}

/// Whether something would enter the battlefield that can't, which is noted then; a token, which is not created, is known by what
/// would create it.
///
/// # Errors
/// If the prohibition asks for what can't be told.
pub(in crate::engine) fn cant_enter(play: &mut Play<'_>, cause: Cause, it: &Coming<'_>) -> Outcome<bool> {
    let Some(by) = forbidden_to_enter(play, it)? else { return Ok(false) };
    let (rules, note) = match it {
        Coming::Moves(it) => (Rules::NONE, Note::Cant(Forbidden::Enter, Thing::Object(it.object), Some(by))),
        Coming::Token(..) => (Rules::of(&[cr!("111.5")]), Note::NoToken(by)),
    };
    play.note(Level::Default, cause.kind, rules.and(cr!("614.17d")), note);
    Ok(true)
}

/// The position as it would be after a move, and what the object would be there (614.12).
pub(in crate::engine) fn as_if_moved(game: &Game, it: &Move) -> (Game, ObjectId) {
    let new = game.next_object();
    (game.after(&Change::Move(Box::new(Move { new, ..it.clone() }))), new)
}

/// Whether an object can make the move at all.
fn can_move(play: &mut Play<'_>, cause: &Cause, it: &Move) -> bool {
    let object = play.game.object(it.object);
    if !object.exists && !object.outside {
        return false;
    }
    // A token that has left the battlefield can't come back or go on (111.8).
    if object.is_token() && object.zone != Zone::Battlefield {
        play.note(Level::Default, cause.kind, Rules::of(&[cr!("111.8")]), Note::TokenStays(it.object));
        return false;
    }
    // Nothing enters under the control of a player who has left the game (800.4b).
    let under = it.controller.unwrap_or(object.owner);
    if matches!(it.to, Zone::Battlefield | Zone::Stack) && play.game.player(under).gone {
        let note = Note::ForOneWhoLeft(it.object, under);
        play.note(Level::Default, cause.kind, Rules::of(&[cr!("800.4b")]), note);
        return false;
    }
    // An instant or sorcery card can't enter the battlefield (400.4a).
    // Of a double-faced card the face that would be up counts (712.12).
    let coming =
        object.definition.as_ref().filter(|_| it.face > 0).and_then(|its| its.in_zone(it.to, it.face));
    let its = coming.as_ref().unwrap_or(&object.base);
    let spell_card = its.is(CardType::Instant) || its.is(CardType::Sorcery);
    if it.to == Zone::Battlefield && spell_card && it.face_down.is_none() {
        let modal = object.definition.as_ref().is_some_and(|its| its.layout == Layout::Modal);
        let rule = if modal && it.face == 0 { cr!("712.14b") } else { cr!("400.4a") };
        let note = Note::RemainsIn(it.object, object.zone);
        play.note(Level::Default, cause.kind, Rules::of(&[rule]), note);
        return false;
    }
    // Cards of the variants never leave the command zone (400.4b).
    let stays = object.base.types.stays_in_command_zone();
    if object.zone == Zone::Command && it.to != Zone::Command && stays {
        let note = Note::RemainsIn(it.object, Zone::Command);
        play.note(Level::Default, cause.kind, Rules::of(&[cr!("400.4b")]), note);
        return false;
    }
    true
}

/// Whether a card goes from a library although one above it is only about to enter the battlefield (614.13c).
fn passes_over_what_enters(play: &Play<'_>, it: &Move) -> bool {
    let object = play.game.object(it.object);
    if play.entering().is_empty() || object.zone != Zone::Library || play.entering().contains(&it.object) {
        return false;
    }
    let library = play.game.zone(Zone::Library, object.owner);
    let above = library.iter().rev().take_while(|card| **card != it.object);
    above.into_iter().any(|card| play.entering().contains(card))
}
