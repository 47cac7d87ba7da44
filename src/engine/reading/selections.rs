//! Which objects and players.

use crate::ir::CardType;
use smallvec::SmallVec;

use crate::engine::additional::keyword_abilities::haunt;
use crate::engine::halt::{Halt, Outcome, Why};
use crate::engine::variants::commander;
use crate::game::{
    Attachment, Attack, Game, LinkKey, Nature, ObjectId, Occasion, Origin, PlayerId, StackAbility, Thing,
};
use crate::ir::part::{Part, Place, mentions};
use crate::ir::{Condition, Filter, Players, Quantity, Selection, Slot, Trait, Zone};

use super::conditions::holds;
use super::entered;
use super::filters::{attached_to_gone, matches};
use super::informing::{as_it_was_controlled, last_known};
use super::quantities::value;
use super::{Frame, Sight};

/// A few players.
pub type PlayerList = SmallVec<[PlayerId; 4]>;

/// The objects and players of a selection, in canonical order, each once.
///
/// # Errors
/// [`Halt::Undecided`] for what can't be told.
pub fn select(sight: Sight<'_>, frame: &Frame, selection: &Selection) -> Outcome<Vec<Thing>> {
    Ok(match selection {
        Selection::This => vec![Thing::Object(frame.source)],
        Selection::It => match (frame.current, &frame.occasion) {
            (Some(current), _) => vec![current],
            (None, Some(occasion)) => occasion.objects.iter().copied().map(Thing::Object).collect(),
            (None, None) => Vec::new(),
        },
        Selection::Other => frame
            .occasion
            .as_ref()
            .map_or_else(Vec::new, |occasion| occasion.others.iter().copied().map(Thing::Object).collect()),
        Selection::Target(number) => targets(frame, *number),
        Selection::Attached => {
            sight.game.object(frame.source).attached_to.map_or_else(Vec::new, |host| vec![host])
        }
        Selection::Slot(name) => frame.slot(*name).map_or_else(Vec::new, <[Thing]>::to_vec),
        // What has left the zone into which it was put is none of "the exiled cards" any more (607.2a–b).
        Selection::Linked(name) | Selection::TheLinked(name) => sight
            .game
            .linked(frame.link(*name))
            .filter(|object| sight.game.object(*object).exists)
            .map(Thing::Object)
            .collect(),
        Selection::Haunted => {
            let key = LinkKey::own(frame.source, haunt::HAUNTS);
            sight.game.linked(key).map(Thing::Object).collect()
        }
        Selection::Each(filter) => each(sight, frame, filter)?.into_iter().map(Thing::Object).collect(),
        Selection::Among(selection, filter) => {
            let mut found = Vec::new();
            for thing in select(sight, frame, selection)? {
                if let Thing::Object(object) = thing {
                    let fits = match entered::as_beheld(sight, frame, selection, object) {
                        Some(it) => entered::was_such(sight, frame, filter, it)?,
                        None => matches(sight, frame, filter, object)?,
                    };
                    if fits {
                        found.push(thing);
                    }
                }
            }
            found
        }
        Selection::Top(count, who) => top_cards(sight, frame, count, who)?,
        Selection::Players(who) => players(sight, frame, who)?.into_iter().map(Thing::Player).collect(),
        Selection::Several(selections) => {
            let mut found = Vec::new();
            for selection in selections {
                for thing in select(sight, frame, selection)? {
                    if !found.contains(&thing) {
                        found.push(thing);
                    }
                }
            }
            found
        }
        Selection::Topmost(filter) => {
            each(sight, frame, filter)?.last().copied().map(Thing::Object).into_iter().collect()
        }
        Selection::Last(of) => {
            // What has left the zone in which it is looked for is not among them any more (607.2a).
            let objects = select(sight, frame, of)?.into_iter().filter_map(Thing::object);
            let objects = objects.filter(|object| sight.game.object(*object).exists);
            let last = objects.max_by_key(|object| (sight.game.object(*object).timestamp, *object));
            last.map(Thing::Object).into_iter().collect()
        }
        Selection::Host => {
            sight.game.encoded_on(frame.source).map_or_else(Vec::new, |host| vec![host.into()])
        }
        // A copy uses what was used to pay for the original (707.10).
        Selection::Paid(how) => {
            let used = frame.announced_for(sight.game).map_or(&[][..], |announced| announced.used.as_slice());
            used.iter().filter(|(its, _)| *its == how.0).map(|(_, object)| Thing::Object(*object)).collect()
        }
        Selection::Grantor => match frame.origin {
            Origin::Granted(object, _) | Origin::Made(object, _) => {
                // A static ability finds no object of that name any more if it has left (201.5a); for one on the stack it is what it last
                // was, which still does what it says (113.7a, 608.2h).
                Some(object)
                    .filter(|object| frame.on_stack.is_some() || sight.game.object(*object).exists)
                    .map(Thing::Object)
                    .into_iter()
                    .collect()
            }
            _ => Vec::new(),
        },
        Selection::Outside => outside_cards(sight, frame)?,
        Selection::Itself => match frame.affected {
            Some(object) => vec![Thing::Object(object)],
            None => {
                return Err(Halt::undecided(frame.source, NOTHING_AFFECTED));
            }
        },
    })
}

/// The top cards of libraries, as far as they are written out.
fn top_cards(sight: Sight<'_>, frame: &Frame, count: &Quantity, who: &Players) -> Outcome<Vec<Thing>> {
    let count = usize::try_from(value(sight, frame, count)?).unwrap_or(0);
    let mut found = Vec::new();
    for player in players(sight, frame, who)? {
        let library = sight.game.zone(Zone::Library, player);
        let its = sight.game.player(player);
        if its.endless_library && its.listed_on_top() < count {
            return Err(Halt::undecided(
                frame.source,
                "it needs cards of a library that the scenario does not write out",
            ));
        }
        found.extend(library.iter().rev().take(count).copied().map(Thing::Object));
    }
    Ok(found)
}

/// The cards that the controller owns outside the game and may choose (400.11b).
fn outside_cards(sight: Sight<'_>, frame: &Frame) -> Outcome<Vec<Thing>> {
    let its = sight.game.player(frame.controller);
    let outside = &its.outside;
    // Who controls the player sees no card outside the game, and can choose none (723.4).
    if sight.game.decider(frame.controller) != frame.controller {
        return Ok(Vec::new());
    }
    if outside.is_empty() && !its.outside_known {
        let why =
            "nothing says which cards its controller owns outside the game: write them behind `outside`";
        return Err(Halt::undecided(frame.source, why));
    }
    let mut found = Vec::with_capacity(outside.len());
    for card in outside {
        if commander::stays_outside(sight.game, frame.controller, *card)?.is_none() {
            found.push(Thing::Object(*card));
        }
    }
    Ok(found)
}

/// Why "itself" is not played where no object is being changed.
const NOTHING_AFFECTED: &str = "it asks about each of the objects that it changes, as it resolves";

/// Why "each affected object by itself" is not played where it stands: it means something only in what a continuous effect changes, and
/// in what is said of each object that is put somewhere.
pub(in crate::engine) fn gap_of(place: &Place<'_, '_>) -> Option<Why> {
    if !place.part.is_each_affected() {
        return None;
    }
    let mut at = place;
    while let Some(above) = at.above {
        match above.part {
            Part::Change(_) | Part::RuleChange(_) | Part::Apply(_) => return None,
            Part::Put(_) if matches!(at.field.as_bytes(), b"under") => return None,
            // "An amount equal to its mana value", of the card that is cast so.
            Part::Cast(_) if matches!(at.field.as_bytes(), b"cost") => return None,
            Part::Static(_) | Part::Body(_) => return Some(NOTHING_AFFECTED.into()),
            _ => at = above,
        }
    }
    None
}

/// Which defending player is meant, where its targets have decided that (508.5a).
pub fn defending_of(frame: &Frame) -> Option<PlayerId> {
    frame.announced.as_ref()?.defending
}

/// The attack by which "defending player" is one of several (508.5): that of the attacking creatures that the trigger event is about
/// (508.5a), or of the source itself.
pub fn attack_meant<'g>(game: &'g Game, frame: &Frame) -> Option<&'g Attack> {
    let combat = game.combat();
    let own = combat.last_attack_of(frame.source);
    let of = |object: &ObjectId| match own {
        Some(_) => combat.attack_of(*object),
        None => combat.last_attack_of(*object),
    };
    let objects = frame.occasion.as_ref().map_or(&[][..], |occasion| &occasion.objects);
    let first = objects.first().and_then(of);
    let of_event = first.filter(|first| {
        objects.iter().all(|object| of(object).is_some_and(|attack| attack.defender == first.defender))
    });
    of_event.or(own)
}

/// The chosen targets of a target phrase.
pub fn targets(frame: &Frame, number: u8) -> Vec<Thing> {
    frame
        .announced
        .as_ref()
        .and_then(|announced| announced.targets.get(frame.first_target + usize::from(number)))
        .cloned()
        .unwrap_or_default()
}

/// Every object of a kind: permanents, unless the kind names zones.
pub fn each(sight: Sight<'_>, frame: &Frame, filter: &Filter) -> Outcome<Vec<ObjectId>> {
    let mut found = Vec::new();
    let mut look = |objects: &[ObjectId]| -> Outcome {
        for object in objects {
            if matches(sight, frame, filter, *object)? {
                found.push(*object);
            }
        }
        Ok(())
    };
    match zones(filter) {
        None if filter.demands(&|demanded| *demanded == Filter::Is(Trait::SourceOfDamage)) => {
            look(&sources_of_damage(sight.game))?;
        }
        None if stack_only(filter) => look(sight.game.stack())?,
        None => {
            look(sight.game.battlefield())?;
            // What was attached to something that has left may have left as well.
            if let Some(host) = filter.host() {
                let gone = attached_to_gone(sight, frame, host)?.into_iter();
                look(&gone.filter(|its| !sight.game.object(*its).on_battlefield()).collect::<Vec<_>>())?;
            }
        }
        Some(zones) => {
            for zone in zones {
                match zone {
                    Zone::Library | Zone::Hand | Zone::Graveyard => {
                        let is_card = |id: &&ObjectId| lies_as_card(sight.game, **id);
                        for player in sight.game.apnap() {
                            let cards: Vec<ObjectId> =
                                sight.game.zone(*zone, player).iter().filter(is_card).copied().collect();
                            look(&cards)?;
                        }
                    }
                    _ => look(sight.game.zone(*zone, PlayerId(0)))?,
                }
            }
        }
    }
    Ok(found)
}

/// Whether an object that lies in a library, hand or graveyard is one of those there: they are spoken of as cards, and a token or copy
/// of one is none (108.2b).
pub(super) fn lies_as_card(game: &Game, object: ObjectId) -> bool {
    matches!(game.object(object).nature, Nature::Card(_) | Nature::Unknown)
}

/// What may be chosen as a source of damage (609.7a): a permanent, a spell, what an object on the stack, a replacement or prevention
/// effect or a delayed ability speaks of, even if it has left, and what is face up in the command zone.
fn sources_of_damage(game: &Game) -> Vec<ObjectId> {
    let mut found = game.battlefield().to_vec();
    for on_stack in game.stack().iter().map(|it| game.object(*it)) {
        let targets = on_stack.announced.iter().flat_map(|its| its.targets.iter().flatten());
        let targets = targets.copied().filter_map(Thing::object);
        match on_stack.stack_ability() {
            None => found.push(on_stack.id),
            Some(ability) => {
                found.push(ability.source);
                found.extend(ability.occasion.iter().flat_map(|its| referred_to(game, its)));
                found.extend(grantor_named_by(ability));
                let slots = ability.slots.iter().flat_map(|slots| slots.things());
                found.extend(slots.filter_map(Thing::object));
            }
        }
        found.extend(targets);
    }
    for bindings in game.shields().iter().map(|it| &it.bindings) {
        found.extend(bindings.things().filter_map(Thing::object));
    }
    for delayed in game.delayed() {
        found.extend(delayed.slots.things().filter_map(Thing::object));
    }
    let command = game.zone(Zone::Command, PlayerId(0)).iter().copied();
    found.extend(command.filter(|it| !game.object(*it).is_face_down()));
    let mut seen = Vec::new();
    // An ability is no source of damage, and what nobody sees isn't spoken of.
    found.retain(|it| {
        let its = game.object(*it);
        let hidden = its.exists && matches!(its.zone, Zone::Hand | Zone::Library);
        let new = !seen.contains(it) && its.stack_ability().is_none() && !hidden;
        seen.push(*it);
        new
    });
    found
}

/// The object that has granted an ability, where the ability speaks of it.
fn grantor_named_by(ability: &StackAbility) -> Option<ObjectId> {
    let (Origin::Granted(grantor, _) | Origin::Made(grantor, _)) = ability.origin else { return None };
    let is_named = |part: Part<'_>| matches!(part, Part::Selection(Selection::Grantor));
    mentions(&*ability.ability, is_named).then_some(grantor)
}

/// The objects that an ability which triggered on this refers to: what has left the battlefield as the permanent that it was, and not as
/// what it has become.
fn referred_to(game: &Game, occasion: &Occasion) -> Vec<ObjectId> {
    let left = occasion.before.filter(|before| game.object(*before).zone == Zone::Battlefield);
    let became = |object: &ObjectId| left.is_some_and(|left| game.latest(left) == *object);
    let objects = occasion.objects.iter().chain(&occasion.others).copied();
    left.into_iter().chain(objects.filter(|object| !became(object))).collect()
}

/// The players meant where it is asked what players have done: those who have left are among them (800.4i).
///
/// # Errors
/// As [`players`].
pub fn players_who_did(sight: Sight<'_>, frame: &Frame, who: &Players) -> Outcome<PlayerList> {
    let mut whose = players(sight, frame, who)?;
    whose.extend(gone_of(sight, frame, who)?);
    Ok(whose)
}

/// The players who have left the game and were of a kind that is looked for among all players.
fn gone_of(sight: Sight<'_>, frame: &Frame, who: &Players) -> Outcome<PlayerList> {
    let game = sight.game;
    let mut gone: PlayerList = game.players().filter(|player| game.player(*player).gone).collect();
    if gone.is_empty() {
        return Ok(gone);
    }
    match who {
        Players::Each | Players::EachFromYou => {}
        Players::Opponents => gone.retain(|player| !game.same_team(*player, frame.controller)),
        Players::OpponentsOf(who) => {
            let of = players_who_did(sight, frame, who)?;
            gone.retain(|player| of.iter().any(|other| !game.same_team(*player, *other)));
        }
        Players::Except(others) => {
            let others = players_who_did(sight, frame, others)?;
            gone.retain(|player| !others.contains(player));
        }
        Players::Where(group, condition) => {
            let mut found = PlayerList::new();
            for player in gone_of(sight, frame, group)? {
                let frame = Frame { current: Some(Thing::Player(player)), ..frame.clone() };
                if holds(sight, &frame, condition)? {
                    found.push(player);
                }
            }
            return Ok(found);
        }
        // These are found by themselves, whether they have left or not.
        Players::You
        | Players::Target(_)
        | Players::It
        | Players::Active
        | Players::Defending
        | Players::Attacking
        | Players::Attached
        | Players::Slot(_)
        | Players::Chosen(_)
        | Players::Promised
        | Players::ControllerOf(_)
        | Players::OwnerOf(_) => gone.clear(),
    }
    Ok(gone)
}

/// The zones that a kind of object names, if it does.
pub fn zones(filter: &Filter) -> Option<&[Zone]> {
    filter.find_demanded(&|demanded| {
        if let Filter::In(zones) = demanded { Some(zones.as_slice()) } else { None }
    })
}

/// Whether a kind speaks of spells or abilities on the stack.
fn stack_only(filter: &Filter) -> bool {
    filter.demands(&|demanded| {
        matches!(demanded, Filter::Is(Trait::Spell | Trait::ActivatedAbility | Trait::TriggeredAbility))
    })
}

/// The slot of the one active player of several whom an ability's controller has chosen (805.9).
pub(in crate::engine) const ACTIVE: Slot = Slot::literal("active player");

/// The one active player of several whom an ability's controller has chosen for this turn (805.9).
pub(in crate::engine) fn chosen_active(game: &Game, frame: &Frame) -> Option<PlayerId> {
    let chosen = frame.slot(ACTIVE)?.first()?.player()?;
    game.whose_turn_it_would_be(game.turn().active).contains(&chosen).then_some(chosen)
}

/// The players meant, in APNAP order where several are.
///
/// # Errors
/// [`Halt::Undecided`] for what can't be told.
pub fn players(sight: Sight<'_>, frame: &Frame, who: &Players) -> Outcome<PlayerList> {
    let game = sight.game;
    Ok(match who {
        Players::You => PlayerList::from_slice(&[frame.controller]),
        Players::Opponents => {
            game.apnap().into_iter().filter(|player| !game.same_team(*player, frame.controller)).collect()
        }
        Players::Each => game.apnap().into_iter().collect(),
        Players::EachFromYou => game.in_turn_order_from(frame.controller).into_iter().collect(),
        Players::Target(number) => targets(frame, *number)
            .into_iter()
            .filter_map(|thing| match thing {
                Thing::Player(player) => Some(player),
                Thing::Object(_) => None,
            })
            .collect(),
        Players::It => match (frame.current, &frame.occasion) {
            (Some(Thing::Player(player)), _) => PlayerList::from_slice(&[player]),
            (_, Some(occasion)) => occasion.player.into_iter().collect(),
            _ => PlayerList::new(),
        },
        Players::Active if game.shares_turns() => {
            if let Some(chosen) = chosen_active(game, frame) {
                return Ok(PlayerList::from_slice(&[chosen]));
            }
            let why = "it speaks of one active player of several, whom its controller would choose";
            return Err(Halt::undecided(frame.source, why));
        }
        Players::Active => PlayerList::from_slice(&[game.turn().active]),
        Players::Defending if frame.defending.is_some() => frame.defending.into_iter().collect(),
        Players::Defending => match attack_meant(game, frame) {
            Some(attack) => PlayerList::from_slice(&[defending_player(sight, attack.defender)]),
            None if defending_of(frame).is_some() => defending_of(frame).into_iter().collect(),
            // What attacks nothing itself means one of the defending players (506.2, 508.5a).
            None if game.turn().step.is_combat() => {
                let defending: PlayerList = game.opponents(game.turn().active).collect();
                if defending.len() > 1 {
                    return Err(Halt::undecided(frame.source, "which of several defending players it means"));
                }
                defending
            }
            None => PlayerList::new(),
        },
        Players::Attacking => {
            let attacking = attacking(sight, frame.source);
            if attacking.len() > 1 {
                return Err(Halt::undecided(frame.source, "which of several attacking players it means"));
            }
            attacking
        }
        Players::Attached => match game.object(frame.source).attached_to {
            Some(Attachment::Player(player)) => PlayerList::from_slice(&[player]),
            _ => PlayerList::new(),
        },
        Players::Slot(name) => {
            frame.slot(*name).unwrap_or_default().iter().filter_map(|thing| thing.player()).collect()
        }
        Players::Chosen(link) => {
            let chosen = frame.chosen(game, frame.link(*link), "which player", PlayerId::of_word);
            // Nobody has been chosen for what is not on the battlefield (208.2a).
            let there = game.object(frame.source).on_battlefield();
            (if there { chosen? } else { chosen.unwrap_or(None) }).into_iter().collect()
        }
        Players::Promised => {
            // A triggered ability of what the spell has become has been announced itself.
            let source = || game.object(frame.source).announced.as_ref().and_then(|its| its.promised);
            frame.announcement().and_then(|its| its.promised).or_else(source).into_iter().collect()
        }
        Players::ControllerOf(selection) => {
            let last = |object| as_it_was_controlled(sight, frame, selection, object);
            owners(sight, frame, selection, |object| sight.view.controller(game, last(object)))?
        }
        Players::OwnerOf(selection) => owners(sight, frame, selection, |object| game.object(object).owner)?,
        Players::Where(group, condition) => {
            let mut found = PlayerList::new();
            for player in players(sight, frame, group)? {
                let mut frame = frame.clone();
                frame.current = Some(Thing::Player(player));
                if holds(sight, &frame, condition)? {
                    found.push(player);
                }
            }
            found
        }
        Players::OpponentsOf(who) => {
            let of = players(sight, frame, who)?;
            let opposes = |player: &PlayerId| of.iter().any(|other| !game.same_team(*player, *other));
            game.apnap().into_iter().filter(opposes).collect()
        }
        Players::Except(others) => {
            let others = players(sight, frame, others)?;
            game.apnap().into_iter().filter(|player| !others.contains(player)).collect()
        }
    })
}

/// How many players who have left the game belong to some who are counted by what has happened to them this turn: they count, though they
/// are opponents of nobody any more (800.4i).
///
/// # Errors
/// As [`players`].
pub(in crate::engine) fn gone_since(sight: Sight<'_>, frame: &Frame, who: &Players) -> Outcome<usize> {
    let Players::Where(_, condition) = who else { return Ok(0) };
    let tallied = if let Condition::Compare(that, _) = &**condition { Some(&**that) } else { None };
    let of_past =
        matches!(&**condition, Condition::Happened(_)) || matches!(tallied, Some(Quantity::Happened(..)));
    if of_past { Ok(gone_of(sight, frame, who)?.len()) } else { Ok(0) }
}

/// The attacking players whom a spell or ability may mean: who controls what its source blocks, or blocked before it was removed
/// from combat; else each attacking player (506.2, 805.10c).
pub(in crate::engine) fn attacking(sight: Sight<'_>, source: ObjectId) -> PlayerList {
    let game = sight.game;
    if !game.turn().step.is_combat() {
        return PlayerList::new();
    }
    let team = game.whose_turn_it_would_be(game.turn().active);
    let combat = game.combat();
    let had_blocked = combat.had_blocked.iter().filter(|(_, by)| *by == Some(source));
    let blocked: Vec<ObjectId> = match combat.is_blocking(source) {
        true => combat.blocked_by(source).collect(),
        false => had_blocked.map(|(attacker, _)| *attacker).collect(),
    };
    let mut players = PlayerList::new();
    for attacker in blocked {
        let its = game.object(attacker);
        let player = match &its.known {
            Some(known) if !its.on_battlefield() => known.controller,
            _ => sight.view.controller(game, attacker),
        };
        if !players.contains(&player) {
            players.push(player);
        }
    }
    if players.is_empty() {
        team.into_iter().filter(|player| !game.player(*player).gone).collect()
    } else {
        players
    }
}

fn owners(
    sight: Sight<'_>,
    frame: &Frame,
    selection: &Selection,
    of: impl Fn(ObjectId) -> PlayerId,
) -> Outcome<PlayerList> {
    let mut found = PlayerList::new();
    for thing in select(sight, frame, selection)? {
        let player = match thing {
            Thing::Object(object) => of(last_known(sight, frame, object)),
            Thing::Player(player) => player,
        };
        if !found.contains(&player) {
            found.push(player);
        }
    }
    Ok(found)
}

/// The player whom an attack is aimed at: the player, who controls the planeswalker, or who protects the battle (508.5, 310.9d).
pub(in crate::engine) fn defending_player(sight: Sight<'_>, defender: Thing) -> PlayerId {
    match defender {
        Thing::Player(player) => player,
        Thing::Object(object) => {
            // Who it was before what was attacked left combat stays the defending player.
            if let Some(player) = sight.game.combat().defended_by_removed(object) {
                return player;
            }
            let protector = sight.game.object(object).protector();
            let battle = sight.view.characteristics(sight.game, object).is(CardType::Battle);
            protector.filter(|_| battle).unwrap_or_else(|| sight.view.controller(sight.game, object))
        }
    }
}
