//! What the words of an instruction mean as it is followed: which objects and players, and how much.

use std::rc::Rc;

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::{
    PlayerList, attack_meant, attacking, defending_of, players as players_of, select,
};
use crate::engine::reading::{Frame, Sight, found, quantities};
use crate::engine::zones;
use crate::game::{Announced, ChoiceKind, Game, Item, ObjectId, PlayerId, Thing};
use crate::ir::instruction::Choose;
use crate::ir::part::{Part, mentions};
use crate::ir::{Condition, Players, Quantity, Selection, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note};

use super::super::{linked_abilities, one_shot_effects};
use super::{cause, information};

/// The objects and players of a selection, now.
pub(in crate::engine) fn things(
    play: &mut Play<'_>,
    frame: &Frame,
    selection: &Selection,
) -> Outcome<Vec<Thing>> {
    if let Selection::Top(count, who) = selection {
        // Cards that nobody has written down are dealt as they are needed.
        let count = amount(play, frame, count)? as usize;
        let mut found = Vec::new();
        for player in who_are(play, frame, who)? {
            let top = zones::general::top_of_library(play, player, count)?;
            found.extend(top.into_iter().map(Thing::Object));
        }
        return Ok(found);
    }
    let view = play.view()?;
    select(Sight { game: &play.game, view: &view }, frame, selection)
}

/// The objects of a selection that are still where they are expected to be; those that are not are noted (603.6, 603.7c).
pub(in crate::engine::spells) fn objects_there(
    play: &mut Play<'_>,
    frame: &Frame,
    selection: &Selection,
) -> Outcome<Vec<ObjectId>> {
    there(play, frame, selection, false)
}

/// The same where what is done can be done to a card wherever it is: "this" is also the card that the source has become where its ability
/// finds it (400.7e, 400.7j).
pub(in crate::engine::spells) fn cards_there(
    play: &mut Play<'_>,
    frame: &Frame,
    selection: &Selection,
) -> Outcome<Vec<ObjectId>> {
    // Of what kind it must be is asked of the card that is found.
    if let Selection::Among(of, kind) = selection
        && **of == Selection::This
        && !play.game.object(frame.source).exists
    {
        let found = there(play, frame, of, true)?;
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        let mut fitting = Vec::with_capacity(found.len());
        for object in found {
            if matches(sight, frame, kind, object)? {
                fitting.push(object);
            }
        }
        return Ok(fitting);
    }
    there(play, frame, selection, true)
}

/// What "this" is where its object has gone to another zone: the cards that it has become, or only what is on the battlefield or in
/// exile because of this very effect.
fn become_by_now(play: &Play<'_>, frame: &Frame, cards: bool) -> Vec<ObjectId> {
    let found = found::this(&play.game, frame).into_iter();
    let fits = |(object, rule): &(ObjectId, RuleId)| {
        let zone = play.game.object(*object).zone;
        cards || *rule == cr!("400.7j") && matches!(zone, Zone::Battlefield | Zone::Exile)
    };
    found.filter(fits).map(|(object, _)| object).collect()
}

/// Whether what the triggering event moved went where it can't be found: to a hand or a library (400.7e).
fn is_hidden(play: &Play<'_>, frame: &Frame, selection: &Selection, object: ObjectId) -> bool {
    let its = play.game.object(object);
    let was = its.previous.map(|previous| play.game.object(previous).zone);
    let moved = frame.occasion.as_ref().is_some_and(|occasion| occasion.before.is_some());
    *selection == Selection::It
        && frame.current.is_none()
        && moved
        && matches!(its.zone, Zone::Hand | Zone::Library)
        && matches!(was, Some(Zone::Battlefield | Zone::Graveyard | Zone::Exile))
}

fn there(play: &mut Play<'_>, frame: &Frame, selection: &Selection, cards: bool) -> Outcome<Vec<ObjectId>> {
    let mut those = Vec::new();
    let mut ceased = false;
    let looked_for: Vec<ObjectId> = if let Selection::Linked(link) | Selection::TheLinked(link) = selection {
        // Those that are gone are none of them any more, and are only noted.
        play.game.linked(frame.link(*link)).collect()
    } else {
        things(play, frame, selection)?.into_iter().filter_map(Thing::object).collect()
    };
    for object in looked_for {
        let its = play.game.object(object);
        if is_hidden(play, frame, selection, object) {
            let by = cause(frame, cr!("400.7e"));
            play.note(Level::Default, by.kind, by.rules, Note::NotFound(object));
            continue;
        }
        if its.exists || its.outside && its.next.is_none() {
            those.push(object);
            continue;
        }
        if object == frame.source && !matches!(selection, Selection::Target(_)) {
            let now = become_by_now(play, frame, cards);
            if !now.is_empty() {
                those.extend(now);
                continue;
            }
        }
        if found::moved_before_named(&play.game, frame, selection, object) {
            one_shot_effects::note_gone(play, cause(frame, cr!("400.7")), object);
            continue;
        }
        if let Some(now) = found::by_now(&play.game, frame, object) {
            let zone = play.game.object(now).zone;
            if cards || matches!(zone, Zone::Battlefield | Zone::Exile) {
                those.push(now);
                continue;
            }
        }
        if let Some(now) = paid_with(play, frame, selection, object).filter(|_| cards) {
            those.push(now);
            continue;
        }
        if let Some(rule) = not_found_rule(play, frame, selection, object) {
            ceased |= one_shot_effects::ceased(play, object).is_some();
            let by = cause(frame, rule);
            // What decided that it would be done does not decide that it is not found.
            let by = if frame.because == Some(cr!("608.2h")) { by.by(rule) } else { by };
            // What explores or connives does so though it is gone, as the object that it was.
            let by = match frame.within {
                Some(within) if within == cr!("701.44a") => by.without_rules().and(cr!("701.44c")),
                Some(within) if within == cr!("701.50a") || within == cr!("701.50d") => {
                    by.without_rules().and(cr!("701.50b"))
                }
                _ => by,
            };
            // A token that has died has ceased to exist as the object that it became (111.7).
            let last = found::of_event(&play.game, frame).find(|_| object == frame.source);
            let last = last.filter(|last| play.game.object(*last).has_ceased());
            one_shot_effects::note_gone(play, by, last.unwrap_or(object));
        }
    }
    if let (true, false, Some((link, single))) =
        (those.is_empty(), ceased, linked_abilities::link_of(selection))
    {
        if single && linked_abilities::finds(play, frame, link) {
            // The one object that it speaks of is there, and is not of the kind.
            let by = cause(frame, cr!("608.2c"));
            let note = Note::PartLeftOut(frame.asking());
            if let Selection::Among(of, what) = selection {
                let condition = Condition::Is(of.clone(), what.clone());
                play.note_unmet(Level::Default, by, note, (frame, &condition));
            } else {
                play.note(Level::Default, by.kind, by.rules, note);
            }
        } else {
            linked_abilities::note_nothing(play, frame, link);
        }
    }
    Ok(those)
}

/// The rule by which an object that is gone isn't found; a target that is gone has been noted before (608.2b).
fn not_found_rule(
    play: &mut Play<'_>,
    frame: &Frame,
    selection: &Selection,
    object: ObjectId,
) -> Option<RuleId> {
    match selection {
        Selection::Target(_) => None,
        // Where nothing is the object of the event that a delayed ability has waited for, it was settled as that was made.
        Selection::It if is_of_the_maker(play, frame) => Some(cr!("603.7c")),
        // Only what changes zones is looked for in the zone to which it went.
        Selection::It => {
            let moved = frame.occasion.as_ref().is_some_and(|occasion| occasion.before.is_some());
            Some(if moved { cr!("603.6") } else { cr!("400.7") })
        }
        Selection::Slot(_) => Some(cr!("603.7c")),
        Selection::Linked(_) | Selection::TheLinked(_) => {
            Some(linked_abilities::rule_of_object(play, frame, object))
        }
        // In a hand or a library it is not found by what triggered as it went there.
        Selection::This if went_to_hidden(play, frame, object) => Some(cr!("400.7e")),
        Selection::This | Selection::Attached | Selection::Grantor if frame.on_stack.is_some() => {
            Some(cr!("400.7"))
        }
        Selection::Paid(_) | Selection::Other => Some(cr!("400.7")),
        Selection::Among(of, _) => not_found_rule(play, frame, of, object),
        // By the part of the list that means it.
        Selection::Several(parts) => parts.iter().find_map(|part| {
            let means_it =
                things(play, frame, part).is_ok_and(|meant| meant.contains(&Thing::Object(object)));
            if means_it { not_found_rule(play, frame, part, object) } else { None }
        }),
        Selection::This
        | Selection::Attached
        | Selection::Each(_)
        | Selection::Topmost(_)
        | Selection::Last(_)
        | Selection::Top(..)
        | Selection::Players(_)
        | Selection::Host
        | Selection::Haunted
        | Selection::Grantor
        | Selection::Outside
        | Selection::Itself => None,
    }
}

/// Whether the event on which an ability triggered has moved its source to a hand or a library.
fn went_to_hidden(play: &Play<'_>, frame: &Frame, source: ObjectId) -> bool {
    let hidden = |object: ObjectId| matches!(play.game.object(object).zone, Zone::Hand | Zone::Library);
    source == frame.source && frame.on_stack.is_some() && found::of_event(&play.game, frame).any(hidden)
}

/// What an object has become that was moved to pay for the very spell or ability that is being followed, and that this finds: what it is in
/// the public zone to which that went (400.7j).
fn paid_with(play: &Play<'_>, frame: &Frame, selection: &Selection, object: ObjectId) -> Option<ObjectId> {
    if !pays_for_itself(&play.game, frame, selection) {
        return None;
    }
    let its = play.game.object(object);
    // Where it was taken from; what lies where the payment put it, and has gone on, is not found there.
    let new = its.next.filter(|_| matches!(its.zone, Zone::Battlefield | Zone::Hand))?;
    let new = play.game.object(new);
    (new.exists && !matches!(new.zone, Zone::Hand | Zone::Library)).then_some(new.id)
}

/// Whether what is meant was used to pay for the very spell or ability that is being followed, and not for the spell that its permanent was,
/// of which it knows only what was used (400.7d).
pub(in crate::engine) fn pays_for_itself(game: &Game, frame: &Frame, selection: &Selection) -> bool {
    if let Selection::Among(of, _) = selection {
        return pays_for_itself(game, frame, of);
    }
    let ability = frame.on_stack.and_then(|on_stack| game.object(on_stack).stack_ability());
    let used = |announced: Option<&Rc<Announced>>| announced.map(|its| its.used.clone()).unwrap_or_default();
    let of_spell = used(frame.announcement()) == used(game.object(frame.source).announced.as_ref());
    matches!(selection, Selection::Paid(_)) && !(of_spell && ability.is_some_and(|its| its.triggered))
}

/// Whether "it" is that of the effect which made the delayed ability that resolves.
fn is_of_the_maker(play: &Play<'_>, frame: &Frame) -> bool {
    let ability = frame.on_stack.and_then(|on_stack| play.game.object(on_stack).stack_ability());
    ability.is_some_and(|its| {
        let triggered = its.ability.as_triggered();
        its.slots.is_some() && triggered.is_some_and(|triggered| !triggered.when.names_an_object())
    })
}

/// The players meant.
pub(in crate::engine) fn who_are(play: &mut Play<'_>, frame: &Frame, who: &Players) -> Outcome<PlayerList> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    // Which of several attacking or defending players is meant the controller of the spell or ability chooses.
    let (several, rule) = if *who == Players::Attacking {
        (attacking(sight, frame.source), cr!("805.10c"))
    } else if *who == Players::Defending
        && attack_meant(&play.game, frame).is_none()
        && defending_of(frame).is_none()
    {
        let rule = if play.game.shares_turns() { cr!("805.10e") } else { cr!("508.5a") };
        let combat = play.game.turn().step.is_combat();
        (play.game.opponents(play.game.turn().active).filter(|_| combat).collect(), rule)
    } else {
        return players_of(sight, frame, who);
    };
    if several.len() < 2 {
        return Ok(several);
    }
    let items = several.into_iter().map(Item::Player).collect();
    let source = Some(frame.asking());
    let rules = Rules::of(&[rule]);
    let picked = play.pick(frame.controller, ChoiceKind::Player, source, items, 1, 1, false, rules)?;
    Ok(picked.first().copied().and_then(Item::thing).and_then(Thing::player).into_iter().collect())
}

/// The rules by which "the defending player" or "the attacking player" is one particular player (508.5, 805.10c).
pub(in crate::engine::spells) fn rules_of_who(play: &Play<'_>, who: &Players) -> Rules {
    match who {
        Players::Defending if play.game.shares_turns() => Rules::of(&[cr!("805.10e")]),
        Players::Defending if play.game.players().count() > 2 => Rules::of(&[cr!("508.5"), cr!("508.5a")]),
        Players::Defending => Rules::of(&[cr!("508.5")]),
        Players::Attacking if play.game.shares_turns() => Rules::of(&[cr!("805.10c")]),
        Players::Attacking => Rules::of(&[cr!("506.2")]),
        Players::Active if play.game.shares_turns() => Rules::of(&[cr!("805.9")]),
        // Who attacks a player is who controls what attacks them now.
        Players::Where(_, condition) if mentions(&**condition, Part::is_attacking) => {
            Rules::of(&[cr!("508.6")])
        }
        Players::You
        | Players::Opponents
        | Players::Each
        | Players::Target(_)
        | Players::It
        | Players::Active
        | Players::Attached
        | Players::Slot(_)
        | Players::Chosen(_)
        | Players::Promised
        | Players::EachFromYou
        | Players::ControllerOf(_)
        | Players::OwnerOf(_)
        | Players::Where(..)
        | Players::Except(_)
        | Players::OpponentsOf(_) => Rules::NONE,
    }
}

/// The one player meant, if there is one; of several opponents the controller of the spell or ability chooses one.
pub(in crate::engine) fn one_player(
    play: &mut Play<'_>,
    frame: &Frame,
    who: &Players,
) -> Outcome<Option<PlayerId>> {
    let players = who_are(play, frame, who)?;
    // Which of several opponents is meant by one is a choice like any other of the effect (608.2d).
    if *who == Players::Opponents && players.len() > 1 {
        let items = players.into_iter().map(Item::Player).collect();
        let rules = Rules::of(&[cr!("608.2d")]);
        let source = Some(frame.asking());
        let kind = ChoiceKind::Player;
        let picked = play.pick(frame.controller, kind, source, items, 1, 1, false, rules)?;
        return Ok(picked.first().copied().and_then(Item::thing).and_then(Thing::player));
    }
    match players.as_slice() {
        [] => Ok(None),
        [one] => Ok(Some(*one)),
        _ => Err(Halt::undecided(frame.source, "it speaks of one player where there are several")),
    }
}

/// Of so many that there are, how many a player takes at least and at most: as many as the text says, as few as they like where it says
/// "up to", or as many as they like where that is any number (107.1c).
pub(in crate::engine) fn how_many(
    play: &mut Play<'_>,
    frame: &Frame,
    (quantity, up_to): (&Quantity, bool),
    there: usize,
) -> Outcome<(u32, u32)> {
    let there = u32::try_from(there).unwrap_or(u32::MAX);
    if *quantity == Quantity::AnyNumber {
        return Ok((0, there));
    }
    let count = amount(play, frame, quantity)?.min(there);
    Ok((if up_to { 0 } else { count }, count))
}

/// The rule by which a player may choose none where the text says any number.
pub(in crate::engine::spells) fn rule_of_number(quantity: &Quantity) -> Option<RuleId> {
    (*quantity == Quantity::AnyNumber).then(|| cr!("107.1c"))
}

/// The rule by which nothing is chosen where there is nothing of the kind: as much is done as is possible.
pub(in crate::engine::spells) fn rule_of_nothing(
    choice: &Choose,
    rule: RuleId,
    found: &[ObjectId],
) -> Option<RuleId> {
    let asked_for = !choice.up_to && choice.count != Quantity::AnyNumber && rule == cr!("608.2d");
    (found.is_empty() && asked_for).then(|| cr!("609.3"))
}

/// How much, now: of less than nothing nothing (107.1b).
pub(in crate::engine) fn amount(play: &mut Play<'_>, frame: &Frame, quantity: &Quantity) -> Outcome<u32> {
    let view = play.view()?;
    let number = quantities::value(Sight { game: &play.game, view: &view }, frame, quantity)?;
    if number < 0 {
        let rules = Rules::of(&[cr!("107.1b")]);
        play.note(
            Level::Default,
            cause(frame, cr!("107.1b")).kind,
            rules,
            Note::BelowZero(frame.asking(), number),
        );
    }
    // With none of what is counted nothing happens, and the trace says so.
    if number == 0 && frame.on_stack.is_some() && information::is_of_the_game(quantity) {
        let rules = information::of_number(play, frame, quantity)?;
        let by = cause(frame, cr!("608.2h"));
        play.note(Level::Default, by.kind, rules, Note::Counts(frame.asking(), 0, false));
    }
    Ok(number.max(0).unsigned_abs())
}

/// What there is to choose from in a position.
///
/// # Errors
/// If it can't be told.
pub(in crate::engine::spells) fn candidates_in(
    sight: Sight<'_>,
    frame: &Frame,
    choice: &Choose,
) -> Outcome<Vec<ObjectId>> {
    let selection = match &choice.from {
        Some(from) => Selection::Among(Box::new(from.clone()), Box::new(choice.what.clone())),
        None => Selection::Each(Box::new(choice.what.clone())),
    };
    Ok(select(sight, frame, &selection)?.into_iter().filter_map(Thing::object).collect())
}
