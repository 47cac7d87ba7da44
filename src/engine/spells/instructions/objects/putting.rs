//! Instructions that put objects into a zone: "return", "put", "shuffle into" (608.2c, 400.7).

use crate::engine::additional::keyword_actions::attach::{Entering, Hosts};
use crate::engine::additional::keyword_actions::{attach, shuffle};
use crate::engine::additional::merging_with_permanents;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::fighters::Joins;
use crate::engine::reading::{Sight, found};
use crate::engine::spells::instructions::meant::pays_for_itself;
use crate::engine::spells::instructions::{Frame, cards_there, cause, one_player, things, who_are};
use crate::engine::spells::{continuous_effects, linked_abilities};
use crate::engine::turn::declare_attackers_step::entering;
use crate::engine::turn::declare_blockers_step::entering as blocked;
use crate::engine::zones::{general, library};
use crate::game::{
    Cause, Change, Definition, FaceDown, Game, Move, MoveAction, Nature, Object, ObjectId, PlayerId,
    Position, Thing,
};
use crate::ir::instruction::{Place, Put};
use crate::ir::part::{Part, any, mentions};
use crate::ir::{Instruction, Layout, Players, Selection, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note};

use super::{bound, counters_with};

/// Puts objects into a zone: "return", "put", "shuffle into" (608.2c, 400.7).
pub(super) fn put_objects(play: &mut Play<'_>, frame: &mut Frame, put: &Put) -> Outcome {
    let shuffles = put.place == Some(Place::Shuffled);
    let libraries: Vec<PlayerId> = if shuffles { libraries_of(play, frame, put)? } else { Vec::new() };
    // A player who was a target and is illegal does nothing, so no card goes into a library either (608.2b).
    if shuffles && put.whose.is_some() && libraries.is_empty() {
        frame.did = false;
        frame.bind(put.slot, Vec::new());
        return Ok(());
    }
    let objects = cards_there(play, frame, &put.what)?;
    let none = objects.is_empty();
    let said = if none { None } else { said_under(play, frame, put)? };
    let entering = counters_with(play, frame, &put.counters)?;
    let hosts = hosts(play, frame, put)?;
    let keyword = play.keyword_rule(frame);
    let by = by_what(play, frame, put, keyword);
    let being = if put.being.is_empty() {
        None
    } else {
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        Some(continuous_effects::being(sight, frame, &put.being)?)
    };
    let by = if being.is_some() { by.and(cr!("611.2e")) } else { by };
    let mut moves = Vec::new();
    for object in objects.iter().copied() {
        let by = match merging_with_permanents::finds_known(&put.what) {
            true => merging_with_permanents::of_its_cards(&play.game, by, object, &objects),
            false => by,
        };
        let its = play.game.object(object);
        // It is brought into the game, and stays in it (400.11b).
        let by = if its.outside { by.and(cr!("400.11b")) } else { by };
        if found::is_lost(&play.game, frame, &put.what, object) {
            let rules = Rules::of(&[cr!("400.7")]);
            play.note(Level::Default, by.kind, rules, Note::NotFound(object));
            continue;
        }
        // Found only where it is expected (608.2h, 603.7c).
        if put.from.is_some_and(|zone| zone != its.zone) {
            // What this very effect has moved already is nothing to tell of.
            if !found::moved_now(frame, object) {
                let rules = Rules::of(&[cr!("400.7")]);
                play.note(Level::Default, by.kind, rules, Note::NotFound(object));
            }
            continue;
        }
        let mut it = Move::new(object, put.to, MoveAction::Put);
        it.controller = under_whom(play, frame, put, said, object)?;
        // Nothing else says under whose control it enters than who puts it there.
        let by = if put.under.is_none() && it.controller.is_some() { by.and(cr!("110.2a")) } else { by };
        it.tapped = put.tapped;
        it.face_down = put.face_down.then_some(FaceDown::Plainly);
        it.counters.clone_from(&entering);
        let Some(mut by) = as_it_enters(play, put, by, &mut it, hosts.as_ref())? else { continue };
        it.position = position(&put.place);
        if let Some(Place::FromTop(place)) = put.place {
            by = library::counted_from_top(play, by, object, place)?;
        }
        it.being = being.clone().map(Box::new);
        moves.push((by, it));
    }
    let moves = library::arranged(play, frame.asking(), moves, put.place.as_ref())?;
    let joins = Joins {
        attacking: put.attacking,
        whom: put.attacking_whom.as_ref(),
        or_planeswalker: false,
        like: put.attacking_as.as_ref(),
        blocking: put.blocking.as_ref(),
    };
    let results = general::move_each_fighting(play, moves, Some((frame, &joins)))?;
    let entered: Vec<ObjectId> = results.iter().copied().flatten().collect();
    if put.blocking.is_some() {
        blocked::entered(play, &entered)?;
    }
    if put.attacking {
        entering::unbound(play, &entered, cr!("508.4c"))?;
    }
    if keyword == Some(cr!("702.35a")) {
        found_after_madness(play, frame, &entered);
    }
    // A library is shuffled even if nothing has gone into it (701.24c, 701.24d).
    let reached: Vec<PlayerId> = entered
        .iter()
        .map(|new| play.game.object(*new))
        .filter(|new| new.zone == Zone::Library)
        .map(|new| new.owner)
        .collect();
    for player in libraries.into_iter().filter(|player| !reached.contains(player)) {
        let rule =
            if none && things(play, frame, &put.what)?.is_empty() { cr!("701.24d") } else { cr!("701.24c") };
        shuffle::shuffle_around(play, by.by(rule), player, &[]);
    }
    frame.did = results.iter().any(Option::is_some);
    frame.bind(put.slot, bound(play, &results));
    Ok(())
}

/// The one player under whose control objects are put, if that is said; under which opponent's is chosen (608.2d).
fn said_under(play: &mut Play<'_>, frame: &mut Frame, put: &Put) -> Outcome<Option<PlayerId>> {
    let Some(who) = put.under.as_ref().filter(|who| !of_each(who)) else { return Ok(None) };
    match one_player(play, frame, who)? {
        None => Err(Halt::undecided(frame.source, "under whose control it would put something is gone")),
        one => Ok(one),
    }
}

/// What moves objects: the keyword, the keyword action, the replaced event, or the instruction (608.2c); and a rule may decide what it
/// finds.
fn by_what(play: &mut Play<'_>, frame: &Frame, put: &Put, keyword: Option<RuleId>) -> Cause {
    let finds = rules_of(play, frame, put);
    match keyword.or(frame.within) {
        Some(rule) => finds.iter().fold(cause(frame, rule), Cause::and),
        None => finds.iter().fold(cause(frame, cr!("608.2c")), Cause::and),
    }
}

/// Whether each of the objects that are put somewhere has a controller of its own, as "under its owner's control" says.
pub(in crate::engine::spells::instructions) fn of_each(who: &Players) -> bool {
    mentions(who, Part::is_each_affected)
}

/// Under whose control an object is put onto the battlefield: as the instruction says, else under that of the player who is instructed, the
/// controller of the spell or ability (110.2a); nothing where that is its owner, or where it is not put there.
///
/// # Errors
/// If a card is put there out of what another player holds hidden, who may well be instructed to do it; or if it can't be told who it is.
pub(in crate::engine::spells::instructions) fn under_whom(
    play: &mut Play<'_>,
    frame: &Frame,
    put: &Put,
    said: Option<PlayerId>,
    object: ObjectId,
) -> Outcome<Option<PlayerId>> {
    if let Some(who) = &put.under {
        if !of_each(who) {
            return Ok(said);
        }
        let frame = Frame { affected: Some(object), ..frame.clone() };
        return one_player(play, &frame, who);
    }
    let its = play.game.object(object);
    if put.to != Zone::Battlefield || its.owner == frame.controller {
        return Ok(None);
    }
    if matches!(its.zone, Zone::Hand | Zone::Library) {
        return Err(Halt::undecided(frame.source, NOBODY_SAID));
    }
    Ok(Some(frame.controller))
}

/// Why nobody knows under whose control a card would enter: another player than the effect's controller may be the one to put it there.
pub(in crate::engine::spells::instructions) const NOBODY_SAID: &str = "it does not say under whose control it puts something onto the battlefield, and who is to put it there may be another player";

/// Why the part that other players than the controller follow is never followed: it puts something onto the battlefield, and does not say
/// under whose control.
pub(in crate::engine::spells::instructions) fn gap_of_others(does: &[Instruction]) -> bool {
    does.iter().any(|instruction| {
        any(instruction, &mut |place| {
            let puts = |put: &Put| put.to == Zone::Battlefield && put.under.is_none();
            matches!(place.part, Part::Put(put) if puts(put))
                && !place.is_within(|above| matches!(above, Part::Ability(_)))
        })
    })
}

/// What refers to a discarded card finds it where its madness ability has put it, if that is a public zone (400.7k).
fn found_after_madness(play: &mut Play<'_>, frame: &Frame, put: &[ObjectId]) {
    for new in put.iter().copied() {
        let its = play.game.object(new);
        if let (Some(old), false) = (its.previous, matches!(its.zone, Zone::Hand | Zone::Library)) {
            play.change(cause(frame, cr!("400.7k")), Level::Hidden, Change::FindAgain(old, new));
        }
    }
}

/// What an instruction says of what that which it puts onto the battlefield is attached to there, if it says anything.
///
/// # Errors
/// If that can't be told.
pub(in crate::engine::spells::instructions) fn hosts(
    play: &mut Play<'_>,
    frame: &Frame,
    put: &Put,
) -> Outcome<Option<Hosts>> {
    Ok(match (&put.attached_to, &put.may_enchant) {
        (Some(these), _) => Some(Hosts::Said(things(play, frame, these)?.to_vec())),
        (None, Some(these)) => Some(Hosts::Among(things(play, frame, these)?.to_vec())),
        (None, None) => None,
    })
}

/// What an object that is put onto the battlefield is attached to as it enters: the cause with the rules of that, or nothing if it stays
/// where it is.
fn as_it_enters(
    play: &mut Play<'_>,
    put: &Put,
    mut by: Cause,
    it: &mut Move,
    hosts: Option<&Hosts>,
) -> Outcome<Option<Cause>> {
    let object = it.object;
    let controller = it.controller.unwrap_or(play.game.object(object).owner);
    if put.to == Zone::Battlefield && put.transformed {
        by = by.and(cr!("712.14a"));
        let its = play.game.object(object);
        let definition = its.definition.as_deref();
        if definition.is_some_and(|definition| definition.layout == Layout::Meld) {
            let why = "whether a card of a meld pair can be put onto the battlefield transformed";
            return Err(Halt::undecided(object, why));
        }
        if !definition.is_some_and(Definition::is_double_faced) {
            let note = Note::RemainsIn(object, its.zone);
            play.note(Level::Default, by.kind, Rules::of(&[cr!("712.14a")]), note);
            return Ok(None);
        }
        it.face = 1;
    } else if put.to == Zone::Battlefield && had_its_back_up(&play.game, object) {
        by = by.and(cr!("712.14"));
    }
    if let Some(hosts) = hosts {
        match attach::entering(play, object, controller, hosts)? {
            Entering::Freely => {}
            Entering::Attached(host) => it.attached_to = Some(host),
            Entering::Chosen(host) => {
                it.attached_to = Some(host);
                by = by.and(cr!("303.4f"));
            }
            Entering::Unattached(rule) => by = by.and(rule),
            Entering::Stays(rules) => {
                let note = Note::Cant(hosts.forbidden(), Thing::Object(object), None);
                play.note(Level::Default, by.kind, rules, note);
                return Ok(None);
            }
        }
    }
    Ok(Some(by))
}

/// Whether a double-faced card that is neither on the battlefield nor on the stack had its back face up there before, as an object that it is no
/// more.
fn had_its_back_up(game: &Game, card: ObjectId) -> bool {
    let its = game.object(card);
    let double_faced = its.definition.as_ref().is_some_and(|definition| definition.is_double_faced());
    let there = |zone| matches!(zone, Zone::Battlefield | Zone::Stack);
    let same = |other: &Object| matches!((&other.nature, &its.nature), (Nature::Card(other), Nature::Card(card)) if other == card);
    double_faced
        && !there(its.zone)
        && game.objects().iter().any(|other| there(other.zone) && other.face > 0 && same(other.as_ref()))
}

/// Whether an instruction has a library shuffled that it names, whatever goes into it (701.24d).
///
/// # Errors
/// If whose library that is can't be told.
pub(in crate::engine::spells::instructions) fn shuffles_a_certain_library(
    play: &mut Play<'_>,
    frame: &Frame,
    put: &Put,
) -> Outcome<bool> {
    let named = put.place == Some(Place::Shuffled) && put.whose.is_some();
    Ok(named && !libraries_of(play, frame, put)?.is_empty())
}

/// The libraries that are shuffled as objects go into them: those that the text names, or the objects' owners'.
fn libraries_of(play: &mut Play<'_>, frame: &Frame, put: &Put) -> Outcome<Vec<PlayerId>> {
    if let Some(who) = &put.whose {
        return Ok(who_are(play, frame, who)?.to_vec());
    }
    let mut owners: Vec<PlayerId> = Vec::new();
    for object in things(play, frame, &put.what)?.into_iter().filter_map(Thing::object) {
        let owner = play.game.object(object).owner;
        if !owners.contains(&owner) {
            owners.push(owner);
        }
    }
    Ok(owners)
}

/// The rules that decide what an instruction finds to move, if any do; a card put into a hand from a library is not drawn
/// (121.5).
fn rules_of(play: &mut Play<'_>, frame: &Frame, put: &Put) -> Rules {
    if put.to == Zone::Hand && put.from == Some(Zone::Library) {
        return Rules::of(&[cr!("121.5")]);
    }
    if let Some((link, single)) = linked_abilities::link_of(&put.what) {
        return linked_abilities::rules_of(play, frame, link, single);
    }
    if let Selection::Slot(name) = &put.what {
        let bound = frame.slot(*name).unwrap_or_default();
        let objects: Vec<ObjectId> = bound.iter().filter_map(|thing| thing.object()).collect();
        let rules = linked_abilities::rules_for(play, frame, &objects);
        if !rules.is_empty() {
            return rules;
        }
    }
    let rule = match &put.what {
        Selection::Slot(name) if frame.is_inherited(*name) => Some(cr!("603.7c")),
        // What this very effect has moved it can find (400.7j).
        Selection::Slot(name) if moved_by_this(play, frame, *name) => Some(cr!("400.7j")),
        what if pays_for_itself(&play.game, frame, what) => Some(cr!("400.7j")),
        Selection::This => found::this(&play.game, frame).first().map(|(_, rule)| *rule),
        // What the trigger event moved the ability can find (400.7e).
        Selection::It if frame.occasion.as_ref().is_some_and(|occasion| occasion.before.is_some()) => {
            Some(cr!("400.7e"))
        }
        Selection::It
        | Selection::Target(_)
        | Selection::Attached
        | Selection::Slot(_)
        | Selection::Linked(_)
        | Selection::TheLinked(_)
        | Selection::Each(_)
        | Selection::Among(..)
        | Selection::Topmost(_)
        | Selection::Last(_)
        | Selection::Top(..)
        | Selection::Other
        | Selection::Players(_)
        | Selection::Several(_)
        | Selection::Host
        | Selection::Haunted
        | Selection::Grantor
        | Selection::Paid(_)
        | Selection::Outside
        | Selection::Itself => None,
    };
    rule.map_or(Rules::NONE, |rule| Rules::of(&[rule]))
}

/// Whether what is bound to a slot has been moved since the spell or ability was put on the stack; not what was looked for in a hand or a
/// library, whatever has put it there.
fn moved_by_this(play: &Play<'_>, frame: &Frame, name: crate::ir::Slot) -> bool {
    let bound = frame.slot(name).unwrap_or_default();
    let objects = bound.iter().filter_map(|thing| thing.object());
    objects.into_iter().any(|object| {
        let its = play.game.object(object);
        let looked_for = frame.looked_for.contains(&name) && matches!(its.zone, Zone::Hand | Zone::Library);
        its.previous.is_some() && !looked_for && frame.on_stack.is_some_and(|on_stack| object > on_stack)
    })
}

fn position(place: &Option<Place>) -> Position {
    match place {
        None | Some(Place::Top | Place::TopOrBottom) => Position::Top,
        Some(Place::Shuffled) => Position::Shuffled,
        Some(Place::Bottom | Place::BottomRandom) => Position::Bottom,
        Some(Place::FromTop(number)) => Position::FromTop(number.unsigned_abs()),
    }
}
