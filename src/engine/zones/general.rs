//! CR 400: General. The one door between zones.

use crate::engine::additional::keyword_abilities::haunt;
use crate::engine::additional::keyword_actions::shuffle;
use crate::engine::additional::{
    face_down_spells_and_permanents, merging_with_permanents, preparation_cards,
};
use crate::engine::card_types::{battles, enchantments};
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::spells::continuous_effects;
use crate::engine::spells::events::{Happening, Part, after};
use crate::engine::spells::interaction_of_continuous_effects::simultaneous;
use crate::engine::spells::replacement_effects::{self, AtOnce, Coming, Replaced, sent_to_exile};
use crate::engine::turn::combat_phase::{self, Joins};
use crate::game::{
    Answer, Cause, CauseKind, Change, Characteristics, Choice, ChoiceKind, FaceDown, Game, Item, LinkKey,
    Move, MoveAction, Nature, NewObject, ObjectId, Options, PlayerId, Position, SentBy, Thing,
};
use crate::ir::change::Action;
use crate::ir::{CardType, Layout, Verb, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Forbidden, Level, Note};

use super::{graveyard, library};

/// Moves an object, and says what it is then: nothing if it didn't move.
///
/// # Errors
/// As [`move_each`].
pub(in crate::engine) fn move_one(play: &mut Play<'_>, cause: Cause, it: Move) -> Outcome<Option<ObjectId>> {
    Ok(move_each(play, vec![(cause, it)])?.into_iter().next().flatten())
}

/// Moves objects as one event: asks replacement effects (614, 616), gives each a new identity (400.7), and lets
/// everything look that waits for it. Says what each is then: nothing for those that didn't move.
///
/// # Errors
/// If a replacement needs a choice that nobody makes, or can't be played.
pub(in crate::engine) fn move_each(
    play: &mut Play<'_>,
    moves: Vec<(Cause, Move)>,
) -> Outcome<Vec<Option<ObjectId>>> {
    move_each_fighting(play, moves, None)
}

/// The same of what an effect puts onto the battlefield attacking or blocking, if it says that.
///
/// # Errors
/// As [`move_each`].
pub(in crate::engine) fn move_each_fighting(
    play: &mut Play<'_>,
    moves: Vec<(Cause, Move)>,
    fights: Option<(&Frame, &Joins<'_>)>,
) -> Outcome<Vec<Option<ObjectId>>> {
    let count = moves.len();
    let mut replaced: Vec<(usize, Cause, Move)> = Vec::with_capacity(count);
    let mut instead = Vec::new();
    let mut protectors = Vec::new();
    let entering = moves.iter().filter(|(_, it)| it.to == Zone::Battlefield).map(|(_, it)| it.object);
    let mut at_once = AtOnce::of(if count > 1 { entering.collect() } else { Vec::new() });
    let others_entering = play.entering.len();
    let from_library = |(_, it): &&(Cause, Move)| {
        it.to == Zone::Battlefield && play.game.object(it.object).zone == Zone::Library
    };
    let from_library: Vec<ObjectId> = moves.iter().filter(from_library).map(|(_, it)| it.object).collect();
    play.entering.extend(from_library);
    let into_library = moves.iter().enumerate().filter(|(_, (_, it))| it.to == Zone::Library);
    let into_library: Vec<usize> = into_library.map(|(index, _)| index).collect();
    for (index, (cause, it)) in moves.into_iter().enumerate() {
        match becomes(play, cause, it, fights, &mut at_once)? {
            Some(Replaced::Move(cause, it, also)) => {
                instead.extend(also);
                if it.to == Zone::Battlefield && it.face_down.is_none() {
                    let controller = it.controller.unwrap_or(play.game.object(it.object).owner);
                    let (entering, copied) = (it.values(&play.game), it.copied.is_some());
                    let asking = (it.object, controller);
                    let protector = battles::choose_protector(play, &entering, asking, copied)?;
                    protectors.extend(protector.map(|player| (index, player)));
                }
                replaced.push((index, cause, it));
            }
            Some(Replaced::Instead(what)) => instead.extend(what),
            None => {}
        }
    }
    let enters = |object| replaced.iter().any(|(_, _, it)| it.object == object && it.to == Zone::Battlefield);
    for (of, link, object) in at_once.follow(play, &enters)? {
        if let Some((_, _, it)) = replaced.iter_mut().find(|(_, _, it)| it.object == of) {
            it.links.push((link, object));
        }
    }
    play.entering.truncate(others_entering);
    replacement_effects::use_up_at_once(play);
    for (_, cause, it) in &mut replaced {
        if play.game.object(it.object).components().next().is_some() {
            merging_with_permanents::order_components(play, cause, it)?;
        }
    }
    let before = play.view()?;
    for (_, _, it) in &mut replaced {
        let public = matches!(
            play.game.object(it.object).zone,
            Zone::Battlefield | Zone::Stack | Zone::Graveyard | Zone::Exile | Zone::Command
        ) && !play.game.object(it.object).outside;
        if public {
            it.known = Some(play.known(it.object)?);
        }
    }
    graveyard::arrange(play, &mut replaced)?;
    library::arrange(play, &mut replaced, |index| !into_library.contains(&index))?;
    simultaneous::arrange(play, &mut replaced)?;
    let batch = play.trace.next_batch();
    let mut results: Vec<Option<ObjectId>> = vec![None; count];
    let mut happenings = Vec::with_capacity(count);
    let combat = play.game.combat_as_it_is();
    let (mut gone, mut ended) = (Vec::new(), Vec::new());
    let mut shuffled: Vec<(PlayerId, Cause)> = Vec::new();
    let mut placed: Vec<ObjectId> = Vec::new();
    let mut entered_prepared: Vec<(Cause, ObjectId)> = Vec::new();
    let mut sent: Vec<(SentBy, Cause, ObjectId)> = Vec::new();
    for (place, (index, cause, mut it)) in replaced.into_iter().enumerate() {
        let its = play.game.object(it.object);
        let stays = it.to == Zone::Library && its.zone == Zone::Library && !its.outside;
        it.new = if stays { it.object } else { play.game.next_object() };
        it.together = place > 0;
        let (from, to, action, new) = (it.object, it.to, it.action, it.new);
        let prepared = it.prepared && to == Zone::Battlefield;
        sent.extend(it.sent_by.map(|by| (by, cause, new)));
        let owner = play.game.object(from).owner;
        if to == Zone::Library
            && it.position == Position::Shuffled
            && !shuffled.iter().any(|(its, _)| *its == owner)
        {
            shuffled.push((owner, cause));
        }
        if to == Zone::Library && it.position != Position::Shuffled {
            placed.push(new);
        }
        let old_zone = play.game.object(from).zone;
        let causer = causer(play, &cause);
        let change = match stays {
            true => Change::Place(from, it.position),
            false => Change::Move(Box::new(it)),
        };
        play.game.apply(&change);
        if prepared {
            entered_prepared.push((cause, new));
        }
        let cause = match old_zone {
            Zone::Command if to == Zone::Command => cause.and(cr!("400.10")),
            _ if old_zone == to => cause,
            _ => cause.and(cr!("400.7")),
        };
        play.record_change(cause, Level::Default, change, batch);
        if let Some(slot) = results.get_mut(index) {
            *slot = Some(new);
        }
        if stays {
            continue;
        }
        face_down_spells_and_permanents::reveal_as_it_leaves(play, cause.kind, from, new);
        if old_zone == Zone::Battlefield {
            gone.push(from);
        }
        ended.push(from);
        if let Some((_, player)) = protectors.iter().find(|(place, _)| *place == index) {
            battles::protect(play, Cause::new(cause.kind, cr!("310.9a")), new, *player);
        }
        if old_zone == to {
            continue;
        }
        let others = merging_with_permanents::parts_of(&play.game, from);
        let part = if others.is_empty() { Part::Whole } else { Part::With(others.to_vec().into()) };
        happenings.push(Happening::Moved { from, to: new, action, causer, part });
        for other in others {
            let zone = play.game.object(other).zone;
            let (kind, rules) = merging_with_permanents::along(&play.game, cause, from, zone != to);
            let together = Note::GoesAlong(other, from);
            let note = if zone == to { together } else { Note::GoesApart(other, from, zone) };
            play.note(Level::Default, kind, rules, note);
            let part = Part::Another;
            happenings.push(Happening::Moved { from, to: other, action, causer, part });
        }
    }
    // What goes to a certain place at the same time stays there (701.24g).
    for (player, cause) in shuffled {
        let kept: Vec<ObjectId> =
            placed.iter().copied().filter(|card| play.game.object(*card).owner == player).collect();
        // A rule that has it shuffled says so itself (103.5).
        let by = if cause.kind == CauseKind::Rules { cause } else { cause.without_rules() };
        shuffle::shuffle_around(play, by, player, &kept);
    }
    for (cause, permanent) in entered_prepared {
        preparation_cards::become_prepared(play, cause.without_rules(), permanent)?;
    }
    combat_phase::left(play, &combat, &gone);
    note_encodings_ended(play, &ended);
    note_hauntings_ended(play, &ended);
    happenings.extend(sent.iter().filter_map(|(by, _, card)| sent_to_exile::happening(*by, *card)));
    after(play, &before, &happenings)?;
    for (by, cause, card) in sent {
        sent_to_exile::arrived(play, by, cause, card)?;
    }
    for instructions in instead {
        instructions.run(play)?;
    }
    Ok(results)
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
    if !can_move(play, &cause, &it)
        || !enchantments::choose_host(play, &mut cause, &mut Coming::Moves(&mut it))?
    {
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
    let enters =
        it.copied.is_none() || enchantments::choose_host(play, &mut cause, &mut Coming::Moves(&mut it))?;
    Ok(enters.then_some(Replaced::Move(cause, it, also)))
}

/// Puts a face-up card of the command zone on the bottom of its owner's planar or scheme deck, face down. It stays in its zone, so
/// that nothing replaces it.
///
/// # Errors
/// If the layers can't be worked out.
pub(in crate::engine) fn put_under_deck(play: &mut Play<'_>, cause: Cause, card: ObjectId) -> Outcome {
    let mut it = Move::new(card, Zone::Command, MoveAction::Put);
    it.position = Position::Bottom;
    it.face_down = Some(FaceDown::Plainly);
    it.known = Some(play.known(card)?);
    it.new = play.game.next_object();
    let rule = new_when_turned_down(&play.game, card);
    play.change(cause.and(rule), Level::Default, Change::Move(Box::new(it)));
    Ok(())
}

/// The rule by which a card of the command zone that is turned face down is a new object.
pub(crate) fn new_when_turned_down(game: &Game, card: ObjectId) -> RuleId {
    let its = &game.object(card).base;
    match () {
        () if its.is(CardType::Plane) => cr!("311.6"),
        () if its.is(CardType::Phenomenon) => cr!("312.6"),
        () => cr!("400.9"),
    }
}

/// Moves a card off its owner's planar or scheme deck and turns it face up: the object that it was, in the zone where it was (311.2,
/// 314.2), under the control of its owner, whose deck that is.
pub(in crate::engine) fn turn_up_from_deck(play: &mut Play<'_>, cause: Cause, card: ObjectId) {
    play.change(cause, Level::Default, Change::FaceDown(card, None));
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

/// A card is encoded on a creature no longer if either of them has left (702.99c), unless that was over before.
pub(in crate::engine) fn note_encodings_ended(play: &mut Play<'_>, ended: &[ObjectId]) {
    for (card, host) in play.game.encodings().to_vec() {
        let until_now = |object| {
            let its = play.game.object(object);
            ended.contains(&object) || its.exists || its.phased_out.is_some()
        };
        if ended.iter().any(|object| [card, host].contains(object)) && until_now(card) && until_now(host) {
            let rules = Rules::of(&[cr!("702.99c")]);
            play.note(Level::Default, CauseKind::Rules, rules, Note::NoLongerEncoded(card, host));
        }
    }
}

/// A card that leaves exile haunts nothing any more: only cards there do (702.55b).
pub(in crate::engine) fn note_hauntings_ended(play: &mut Play<'_>, ended: &[ObjectId]) {
    for card in ended {
        let haunted: Vec<ObjectId> = play.game.linked(LinkKey::own(*card, haunt::HAUNTS)).collect();
        for creature in haunted {
            let rules = Rules::of(&[cr!("702.55b")]);
            play.note(Level::Default, CauseKind::Rules, rules, Note::NoLongerHaunts(*card, creature));
        }
    }
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

/// The player who does something: who controls the spell or ability, or pays the cost.
pub(in crate::engine) fn causer(play: &Play<'_>, cause: &Cause) -> Option<PlayerId> {
    match cause.kind {
        CauseKind::Resolution(_, player) | CauseKind::Cost(_, player) => Some(player),
        CauseKind::Ability(object) => Some(play.game.object(object).controller),
        _ => None,
    }
}

/// Whether a card goes from a library although one above it is only about to enter the battlefield (614.13c).
fn passes_over_what_enters(play: &Play<'_>, it: &Move) -> bool {
    let object = play.game.object(it.object);
    if play.entering.is_empty() || object.zone != Zone::Library || play.entering.contains(&it.object) {
        return false;
    }
    let library = play.game.zone(Zone::Library, object.owner);
    let above = library.iter().rev().take_while(|card| **card != it.object);
    above.into_iter().any(|card| play.entering.contains(card))
}

/// How many cards of a library that ends in `...` are dealt at most.
const MOST_UNKNOWN: usize = 5_000;

/// The top cards of a library, the topmost first. A card that is about to enter the battlefield is none of them (614.13c). Unknown cards are dealt as they are needed, and chance says which cards of a
/// shuffled library they are.
///
/// # Errors
/// If nobody says what chance does.
pub(in crate::engine) fn top_of_library(
    play: &mut Play<'_>,
    player: PlayerId,
    count: usize,
) -> Outcome<Vec<ObjectId>> {
    let entering = play.entering.iter().filter(|card| play.game.object(**card).owner == player).count();
    let wanted = count;
    let count = count.saturating_add(entering);
    if play.game.player(player).endless_library && count > MOST_UNKNOWN {
        return Err(Halt::undecided(
            None,
            "so many cards of a library that nobody has written down are not made up",
        ));
    }
    settle_top(play, player, count)?;
    while play.game.player(player).endless_library && play.game.player(player).listed_on_top() < count {
        let place = play.game.player(player).listed_on_top() + 1;
        deal_unknown(play, player, Position::FromTop(u32::try_from(place).unwrap_or(u32::MAX)));
    }
    let top = play.game.zone(Zone::Library, player).iter().rev();
    Ok(top.filter(|card| !play.entering.contains(card)).take(wanted).copied().collect())
}

/// Finds out by chance which cards lie in the topmost places of a library that has been shuffled (701.24a).
fn settle_top(play: &mut Play<'_>, player: PlayerId, count: usize) -> Outcome {
    let its = play.game.player(player);
    if its.unordered.is_empty() || count == 0 {
        return Ok(());
    }
    if its.endless_library {
        // Any of the cards that nobody has written down may be there.
        for place in 1..=u32::try_from(count).unwrap_or(u32::MAX) {
            let library = play.game.zone(Zone::Library, player);
            let there = library.len().checked_sub(place as usize).and_then(|index| library.get(index));
            if there.is_some_and(|card| play.game.player(player).unordered.contains(card)) {
                deal_unknown(play, player, Position::FromTop(place));
            }
        }
        return Ok(());
    }
    let library = its.library.clone();
    let unordered = its.unordered.clone();
    let places: Vec<usize> = (0..library.len())
        .rev()
        .take(count)
        .filter(|place| library.get(*place).is_some_and(|card| unordered.contains(card)))
        .collect();
    if places.is_empty() {
        return Ok(());
    }
    let alike = unordered.windows(2).all(|pair| match pair {
        [one, other] => {
            let (one, other) = (play.game.object(*one), play.game.object(*other));
            one.base.name == other.base.name && !one.base.name.is_empty()
        }
        _ => true,
    });
    let number = u32::try_from(places.len()).unwrap_or(u32::MAX);
    let choice = Choice {
        player,
        kind: ChoiceKind::Random,
        source: None,
        options: Options::Pick {
            from: unordered.iter().copied().map(Item::Object).collect(),
            at_least: number,
            at_most: number,
            ordered: true,
        },
        // Where all of them come, or all are of one name, it makes no difference which comes first.
        indifferent: alike || places.len() == unordered.len(),
    };
    let picked: Vec<ObjectId> = match play.choose(choice, Rules::of(&[cr!("701.24a")]))? {
        Answer::Picked(picked) => {
            picked.iter().filter_map(|index| unordered.get(*index as usize).copied()).collect()
        }
        _ => Vec::new(),
    };
    let others = unordered.iter().copied().filter(|card| !picked.contains(card)).collect::<Vec<_>>();
    let mut chosen = picked.iter().copied();
    let mut rest = others.into_iter();
    let mut order = library;
    // The topmost place first gets what chance says; whatever else was shuffled is in the other places.
    for place in (0..order.len()).rev() {
        if let Some(slot) = order.get_mut(place).filter(|card| unordered.contains(card)) {
            if let Some(card) = chosen.next().or_else(|| rest.next()) {
                *slot = card;
            }
        }
    }
    let cause = Cause::new(CauseKind::Rules, cr!("701.24a"));
    play.change(cause, Level::Hidden, Change::Settle(player, order.into(), picked.into()));
    Ok(())
}

/// The order that a player gives cards that come to one place at the same time, or that chance gives them.
///
/// # Errors
/// If nobody says which order that is.
pub(in crate::engine) fn order(
    play: &mut Play<'_>,
    player: PlayerId,
    (kind, source): (ChoiceKind, Option<ObjectId>),
    cards: &[ObjectId],
    indifferent: bool,
    rule: RuleId,
) -> Outcome<Vec<ObjectId>> {
    let count = u32::try_from(cards.len()).unwrap_or(u32::MAX);
    let from = cards.iter().copied().map(Item::Object).collect();
    let options = Options::Pick { from, at_least: count, at_most: count, ordered: true };
    let choice = Choice { player, kind, source, options, indifferent };
    Ok(match play.choose(choice, Rules::of(&[rule]))? {
        Answer::Picked(picked) => {
            picked.iter().filter_map(|index| cards.get(*index as usize).copied()).collect()
        }
        _ => cards.to_vec(),
    })
}

/// Deals a card that nobody knows into a library.
fn deal_unknown(play: &mut Play<'_>, player: PlayerId, position: Position) {
    let new = play.game.next_object();
    let unknown = NewObject {
        position,
        settled: true,
        ..NewObject::new(new, Nature::Unknown, player, Zone::Library, Characteristics::none())
    };
    let cause = Cause::new(CauseKind::Fiat, cr!("401.2"));
    play.change(cause, Level::Hidden, Change::Create(Box::new(unknown)));
}

/// Stops where a card that nobody knows would have to show what it is.
///
/// # Errors
/// [`Halt::Undecided`] if the card is unknown.
pub(in crate::engine) fn must_be_known(play: &Play<'_>, object: ObjectId) -> Outcome {
    match play.game.object(object).nature {
        Nature::Unknown => {
            Err(Halt::undecided(object, "it depends on a card that the scenario leaves unknown"))
        }
        _ => Ok(()),
    }
}

/// An exiled object that is exiled again does not change zones but is a new object (400.8, 406.7): the rules for it.
pub(in crate::engine) fn exile_rules(play: &Play<'_>, object: ObjectId) -> Rules {
    if play.game.object(object).zone == Zone::Exile {
        Rules::of(&[cr!("406.7"), cr!("400.8")])
    } else {
        Rules::of(&[cr!("701.13a")])
    }
}
