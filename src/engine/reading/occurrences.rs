//! How often an event has happened this turn: what abilities ask for that wait for its first or second time.

use crate::engine::halt::{Halt, Outcome, Why};
use crate::engine::happening::{Alone, Happening, Part};
use crate::engine::view::View;
use crate::game::{Game, MoveAction, ObjectId, Occasion, Occurrence, Player, PlayerId, Thing};
use crate::ir::event::Damage;
use crate::ir::{Event, Filter, NamedDeed, Players, Trait, Verb, Zone};

use super::entered;
use super::events::{Candidate, occasion};
use super::filters::{matches, objects};
use super::selections::{players, players_who_did};
use super::{Frame, Sight};

mod kept;

use self::kept::{KEPT_FROM, gap_unless, is_kept, is_kept_in_order, is_settled, is_totalled};

/// What is kept of something that happens, if abilities may ask for it later in the turn.
pub(in crate::engine) fn kept(game: &Game, view: &View, happening: &Happening) -> Option<Occurrence> {
    Some(match happening {
        Happening::Cast { player, spell } => Occurrence::Cast(*player, *spell),
        Happening::Attacks { attacker, defender, .. } => Occurrence::Attacked(*attacker, *defender),
        Happening::PlayerAttacked { player, by, first } => {
            Occurrence::PlayerAttacked { player: *player, by: *by, first: *first }
        }
        Happening::Targeted { thing, by, player } => Occurrence::Targeted(*thing, *by, *player),
        Happening::Damage { source, to, amount, combat } => {
            let controller = source.map(|source| view.controller(game, source));
            Occurrence::Damaged { source: *source, to: *to, amount: *amount, combat: *combat, controller }
        }
        Happening::Life { player, amount } => Occurrence::Life(*player, *amount),
        Happening::Moved { from, to, action, causer, part }
            if matches!(action, MoveAction::Discard | MoveAction::Draw)
                || KEPT_FROM.contains(&game.object(*from).zone)
                || game.object(*to).zone == Zone::Graveyard =>
        {
            let another = *part == Part::Another;
            Occurrence::Moved { from: *from, to: *to, action: *action, causer: *causer, another }
        }
        Happening::LeftGame { object } => Occurrence::LeftGame(*object),
        Happening::Does { player, what: NamedDeed::Does(Verb::CommitCrime), object } => {
            Occurrence::Crime(*player, *object)
        }
        _ => return None,
    })
}

/// What happened, as events look at it; nothing where nobody knows what it was.
fn happening(occurrence: Occurrence) -> Option<Happening> {
    Some(match occurrence {
        Occurrence::Cast(player, spell) => Happening::Cast { player, spell },
        // Whether it attacked alone is not kept, nor asked for.
        Occurrence::Attacked(attacker, defender) => {
            Happening::Attacks { attacker, defender, alone: Alone::Together }
        }
        Occurrence::PlayerAttacked { player, by, first } => Happening::PlayerAttacked { player, by, first },
        Occurrence::Targeted(thing, by, player) => Happening::Targeted { thing, by, player },
        Occurrence::Damaged { source, to, amount, combat, controller: _ } => {
            Happening::Damage { source, to, amount, combat }
        }
        Occurrence::Life(player, amount) => Happening::Life { player, amount },
        Occurrence::Moved { from, to, action, causer, another } => {
            let part = if another { Part::Another } else { Part::Whole };
            Happening::Moved { from, to, action, causer, part }
        }
        Occurrence::LeftGame(object) => Happening::LeftGame { object },
        Occurrence::Crime(player, object) => {
            Happening::Does { player, what: NamedDeed::Does(Verb::CommitCrime), object }
        }
        Occurrence::DamagedBefore(_)
        | Occurrence::Done(..)
        | Occurrence::Chose(..)
        | Occurrence::Resolved(..)
        | Occurrence::Struck(..) => return None,
    })
}

/// Why it is never told how often an event has happened this turn; nothing for one of which it may be.
pub(in crate::engine) fn gap_of(event: &Event) -> Option<Why> {
    gap_unless(is_totalled(event) || is_kept(event))
}

/// The same of whether it has happened at all.
pub(in crate::engine) fn gap_of_happening(event: &Event) -> Option<Why> {
    let counted = matches!(event, Event::GainsLife(_) | Event::LosesLife(_) | Event::PlayerAttacks(_));
    gap_of(event).filter(|_| !counted)
}

/// The same of how much of it there was.
pub(in crate::engine) fn gap_of_amount(event: &Event) -> Option<Why> {
    gap_of(event).filter(|_| !matches!(event, Event::GainsLife(_) | Event::LosesLife(_)))
}

/// The same of which time it is.
pub(in crate::engine) fn gap_of_order(event: &Event) -> Option<Why> {
    if let Event::OneOrMore(of) = event {
        let at_once = matches!(**of, Event::Discards(..) | Event::Creates(..));
        return gap_unless(at_once && is_kept(of));
    }
    gap_unless(matches!(event, Event::Draws(_)) || is_kept_in_order(event))
}

/// Whether the source of damage, or what was dealt it, is of a kind. Damage is kept and not what its objects were then: of what is
/// still there only that it is this very object is certain.
pub(super) fn fits(sight: Sight<'_>, frame: &Frame, filter: &Filter, object: ObjectId) -> Outcome<bool> {
    if let Filter::All(filters) = filter {
        for filter in filters {
            if !fits(sight, frame, filter, object)? {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    if let Filter::Not(filter) = filter {
        return Ok(!fits(sight, frame, filter, object)?);
    }
    // What it was is meant where it has gone on since.
    if let Filter::Among(selection) = filter {
        let before = |its: &ObjectId| {
            let is_card = sight.game.object(*its).zone != Zone::Battlefield;
            sight.game.object(*its).previous.filter(|_| is_card)
        };
        let those = objects(sight, frame, selection)?;
        return Ok(those.contains(&object) || those.iter().filter_map(before).any(|its| its == object));
    }
    let by_itself =
        matches!(filter, Filter::Is(Trait::This | Trait::Another | Trait::Token) | Filter::OwnedBy(_));
    if by_itself || is_settled(filter) && !sight.game.object(object).exists {
        return matches(sight, frame, filter, object);
    }
    let why = "it asks what dealt or was dealt damage this turn, and that may have changed since";
    Err(Halt::undecided(frame.source, why))
}

/// Whether every spell but the source itself is of the kind.
fn is_any_other(filter: &Filter) -> bool {
    let is_other = |filter: &Filter| *filter == Filter::Not(Box::new(Filter::Is(Trait::This)));
    let Filter::All(filters) = filter else { return is_other(filter) };
    filters.iter().any(is_other)
        && filters.iter().all(|its| is_other(its) || *its == Filter::Is(Trait::Spell))
}

/// Whether an event has happened this turn.
///
/// # Errors
/// As [`count`].
pub fn happened(sight: Sight<'_>, frame: &Frame, event: &Event) -> Outcome<bool> {
    // Life that was gained before the scenario was gained, nobody knows how often.
    if let Event::GainsLife(_) | Event::LosesLife(_) = event {
        return Ok(amount(sight, frame, event)? > 0);
    }
    // Only the players whose turn it is attack (508.1).
    if let Event::PlayerAttacks(who) = event {
        let is_attack = |it: &Occurrence| matches!(it, Occurrence::Attacked(..));
        let attacked = sight.game.this_turn().iter().any(is_attack);
        if attacked && sight.game.shares_turns() {
            let why = "it asks which of the players of a team have attacked";
            return Err(Halt::undecided(frame.source, why));
        }
        let before = |player| !sight.game.player(player).attacked_before.is_empty();
        return Ok(players(sight, frame, who)?
            .into_iter()
            .any(|player| before(player) || attacked && sight.game.is_active(player)));
    }
    Ok(count(sight, frame, event, None)? > 0)
}

/// How much of it there was this turn, what is happening included: the life gained or lost, the damage dealt, the cards drawn or
/// discarded.
///
/// # Errors
/// As [`count`].
pub fn amount(sight: Sight<'_>, frame: &Frame, event: &Event) -> Outcome<i32> {
    let total = |who: &Players, number: fn(&Player) -> u32| -> Outcome<i32> {
        let numbers =
            players_who_did(sight, frame, who)?.into_iter().map(|player| number(sight.game.player(player)));
        Ok(numbers.map(|number| i32::try_from(number).unwrap_or(i32::MAX)).fold(0, i32::saturating_add))
    };
    if let Event::GainsLife(who) = event {
        return total(who, |its| its.gained);
    }
    if let Event::LosesLife(who) = event {
        return total(who, |its| its.lost);
    }
    if let Event::DealsDamage(_) = event {
        if happened_before(sight, frame, event)? {
            let why = "it asks how much damage was dealt this turn, and the scenario does not say how much of it was before it begins";
            return Err(Halt::undecided(frame.source, why));
        }
        let dealt = found(sight, frame, event, None)?.into_iter().map(|it| it.amount);
        return Ok(i32::try_from(dealt.fold(0, u32::saturating_add)).unwrap_or(i32::MAX));
    }
    // Of what else there is an amount each time it is a single card.
    Ok(i32::try_from(count(sight, frame, event, None)?).unwrap_or(i32::MAX))
}

/// How often an event has happened this turn, what is happening included; of the spells that players cast, those of one player
/// where one is named.
///
/// # Errors
/// [`Halt::Undecided`] for what headjudge does not keep, and what was there before the scenario.
pub fn count(sight: Sight<'_>, frame: &Frame, event: &Event, of: Option<PlayerId>) -> Outcome<usize> {
    let (who, number): (&Players, fn(&Player) -> u32) = if let Event::Casts(who, _) = event {
        (who, |its| its.spells_cast)
    } else if let Event::Draws(who) = event {
        (who, |its| its.drawn)
    } else if let (Event::PlaysLand(who, _), true) = (event, is_totalled(event)) {
        (who, |its| its.lands_played)
    } else {
        return Ok(found(sight, frame, event, of)?.len());
    };
    let whose = players_who_did(sight, frame, who)?;
    let whose: Vec<PlayerId> = whose.into_iter().filter(|player| of.is_none_or(|of| of == *player)).collect();
    let all: u32 = whose.iter().map(|player| number(sight.game.player(*player))).sum();
    let all = usize::try_from(all).unwrap_or(usize::MAX);
    let Event::Casts(_, what) = event else { return Ok(all) };
    if *what == Filter::EVERYTHING {
        return Ok(all);
    }
    // What was cast before the scenario is another object than any that is there (400.7).
    if is_any_other(what) {
        let its_own = |it: &&Occurrence| matches!(it, Occurrence::Cast(player, spell) if *spell == frame.source && whose.contains(player));
        return Ok(all - sight.game.this_turn().iter().filter(its_own).count().min(all));
    }
    let cast = |it: &&Occurrence| matches!(it, Occurrence::Cast(player, _) if whose.contains(player));
    if sight.game.this_turn().iter().filter(cast).count() != all {
        let why = "it asks which spells were cast this turn, and the scenario does not say which were before it begins";
        return Err(Halt::undecided(frame.source, why));
    }
    Ok(found(sight, frame, event, of)?.len())
}

/// Whether anything of what has happened this turn was done by, or happened to, a player who has left the game since (800.4i).
///
/// # Errors
/// As [`count`].
pub(in crate::engine) fn by_one_who_has_left(
    sight: Sight<'_>,
    frame: &Frame,
    event: &Event,
) -> Outcome<bool> {
    let gone = |player: &PlayerId| sight.game.player(*player).gone;
    if !sight.game.players().any(|player| gone(&player)) || gap_of_amount(event).is_some() {
        return Ok(false);
    }
    let such = |who: &Players, number: fn(&Player) -> u32| -> Outcome<bool> {
        let whose = players_who_did(sight, frame, who)?;
        Ok(whose.iter().any(|player| gone(player) && number(sight.game.player(*player)) > 0))
    };
    if let Event::GainsLife(who) = event {
        return such(who, |its| its.gained);
    }
    if let Event::LosesLife(who) = event {
        return such(who, |its| its.lost);
    }
    if let Event::Draws(who) = event {
        return such(who, |its| its.drawn);
    }
    let of_theirs = |occasion: &Occasion| occasion.player.as_ref().is_some_and(gone);
    Ok(found(sight, frame, event, None)?.iter().any(of_theirs))
}

/// The same of what happened in the combat phase that is going on; nothing for an event of which that is kept.
pub(in crate::engine) fn gap_in_combat(event: &Event) -> Option<Why> {
    let kept = matches!(event, Event::PlayerAttacked(..));
    (!kept).then_some(Why::Borrowed("it counts something that headjudge does not keep for the combat"))
}

/// How often an event has happened in the combat phase that is going on.
///
/// # Errors
/// As [`count`].
pub fn count_in_combat(sight: Sight<'_>, frame: &Frame, event: &Event) -> Outcome<usize> {
    if let Some(why) = gap_in_combat(event) {
        return Err(Halt::gap(frame.source, why));
    }
    let mut found = 0;
    for it in &sight.game.combat().players_attacked {
        let Some(happening) = happening(*it) else { continue };
        let fits = occasion(sight, frame, event, Candidate::Remembered(&happening))?.is_some();
        found += usize::from(fits);
    }
    Ok(found)
}

/// How many spells of a kind players had cast this turn before the spell of the event was.
///
/// # Errors
/// As [`count`].
pub fn cast_before(sight: Sight<'_>, frame: &Frame, who: &Players, what: &Filter) -> Outcome<i32> {
    let spell = frame.occasion.as_ref().and_then(|occasion| occasion.objects.first()).copied();
    let Some(spell) = spell else {
        return Err(Halt::undecided(frame.source, "it asks what was cast before a spell that is not there"));
    };
    let whose = players_who_did(sight, frame, who)?;
    let event = Event::Casts(who.clone(), what.clone());
    // Of all that were cast this turn, those since are left out.
    let all = count(sight, frame, &event, None)?;
    let is_it = |it: &&Occurrence| matches!(it, Occurrence::Cast(_, cast) if *cast == spell);
    if !sight.game.this_turn().iter().any(|it| is_it(&it)) {
        return Err(Halt::undecided(frame.source, "it asks what was cast before a spell that was not cast"));
    }
    let mut since = 0;
    for it in sight.game.this_turn().iter().skip_while(|it| !is_it(it)) {
        if let Occurrence::Cast(player, cast) = it {
            since += usize::from(whose.contains(player) && matches(sight, frame, what, *cast)?);
        }
    }
    Ok(i32::try_from(all.saturating_sub(since)).unwrap_or(i32::MAX))
}

/// That the scenario does not say how often something happened before it begins of which something asks how often it did.
const fn how_often_before(event: &Event) -> &'static str {
    if matches!(event, Event::DealsDamage(_)) {
        "it asks how often damage was dealt this turn, and the scenario does not say how often it was before it begins"
    } else if matches!(event, Event::Attacks(_) | Event::PlayerAttacked(..)) {
        "it asks how often something attacked this turn, and the scenario does not say how often it did before it begins"
    } else if matches!(event, Event::GainsLife(_)) {
        "it asks how often life was gained this turn, and the scenario does not say how often it was before it begins"
    } else if matches!(event, Event::LosesLife(_)) {
        "it asks how often life was lost this turn, and the scenario does not say how often it was before it begins"
    } else {
        "it asks how often something happened this turn, and the scenario does not say how often it did before it begins"
    }
}

/// Each time that an event has happened this turn.
fn found(sight: Sight<'_>, frame: &Frame, event: &Event, of: Option<PlayerId>) -> Outcome<Vec<Occasion>> {
    if let Some(why) = gap_of(event) {
        return Err(Halt::gap(frame.source, why));
    }
    if happened_before(sight, frame, event)? {
        return Err(Halt::undecided(frame.source, how_often_before(event)));
    }
    if entered::is_kept(event) {
        return entered::found(sight, frame, event);
    }
    let mut found = Vec::new();
    for it in sight.game.this_turn() {
        let by_another = matches!(it, Occurrence::Cast(player, _) if of.is_some_and(|of| of != *player));
        if by_another {
            continue;
        }
        if let Some(happening) = happening(*it) {
            found.extend(occasion(sight, frame, event, Candidate::Remembered(&happening))?);
        }
    }
    Ok(found)
}

/// Whether a player whose life an event is about had gained or lost some this turn before the scenario began, one of its creatures had
/// attacked, or what it is about had been dealt damage: at least once, but nobody knows how often.
fn happened_before(sight: Sight<'_>, frame: &Frame, event: &Event) -> Outcome<bool> {
    if let Event::Attacks(attacks) = event {
        for attacker in sight.game.players().flat_map(|it| &sight.game.player(it).attacked_before) {
            if matches(sight, frame, &attacks.what, *attacker)? {
                return Ok(true);
            }
        }
        return Ok(false);
    }
    if let Event::PlayerAttacked(..) = event {
        return Ok(sight.game.players().any(|it| !sight.game.player(it).attacked_before.is_empty()));
    }
    if let Event::DealsDamage(damage) = event {
        return was_dealt_before(sight, frame, damage);
    }
    if let Event::Any(events) = event {
        for event in events {
            if happened_before(sight, frame, event)? {
                return Ok(true);
            }
        }
        return Ok(false);
    }
    let (Event::GainsLife(who) | Event::LosesLife(who)) = event else { return Ok(false) };
    let gained = matches!(event, Event::GainsLife(_));
    let before = |player: &PlayerId| {
        let its = sight.game.player(*player);
        if gained { its.gained_before > 0 } else { its.lost_before > 0 }
    };
    Ok(players_who_did(sight, frame, who)?.iter().any(before))
}

/// Whether damage may have been dealt before the scenario began to what an event is about: to an object on which it is marked, or to a
/// player who has lost life. What an object does by itself it has not done unless the scenario says so.
fn was_dealt_before(sight: Sight<'_>, frame: &Frame, damage: &Damage) -> Outcome<bool> {
    if damage.source == Filter::Is(Trait::This) && damage.object.is_none() {
        return Ok(false);
    }
    let any = damage.player.is_none() && damage.object.is_none();
    for it in sight.game.this_turn() {
        let Occurrence::DamagedBefore(object) = it else { continue };
        if any {
            return Ok(true);
        }
        if let Some(filter) = &damage.object
            && fits(sight, frame, filter, *object)?
        {
            return Ok(true);
        }
    }
    let whose = match &damage.player {
        Some(who) => players(sight, frame, who)?,
        None if any => sight.game.players().collect(),
        None => return Ok(false),
    };
    Ok(whose.iter().any(|player| sight.game.player(*player).lost_before > 0))
}

/// Of the occurrences that happen at once, the one that is the n-th this turn (603.2).
///
/// # Errors
/// As [`count`].
pub fn nth(
    sight: Sight<'_>,
    frame: &Frame,
    (number, event): (u8, &Event),
    found: &[Occasion],
) -> Outcome<Option<usize>> {
    // A player draws one card after another, and each counts when it has been looked at (121.2).
    if let (Event::Draws(_), Some(player)) = (event, found.first().and_then(|occasion| occasion.player)) {
        let nth = sight.game.player(player).drawn.saturating_add(1) == u32::from(number);
        return Ok(nth.then_some(0));
    }
    if let Some(why) = gap_of_order(event).filter(|_| !found.is_empty()) {
        return Err(Halt::gap(frame.source, why));
    }
    if number == 1 && happened_before(sight, frame, event)? {
        return Ok(None);
    }
    // It is the first time if nothing of it has happened but what is happening now.
    if let Event::OneOrMore(of) = event {
        let now = found.first().map_or(0, |all| all.objects.len());
        return Ok((now > 0 && count(sight, frame, of, None)? == now).then_some(0));
    }
    for (index, occasion) in found.iter().enumerate() {
        let by = occasion.player.filter(|_| matches!(event, Event::Casts(..)));
        let now = found.len() - index;
        // Those at once come one after another, in the order in which they are told.
        if count(sight, frame, event, by)? + 1 == usize::from(number) + now {
            return Ok(Some(index));
        }
    }
    Ok(None)
}

/// The cards that were drawn since so much had happened this turn, as they are in the hand.
pub(in crate::engine) fn drawn_since(game: &Game, since: usize) -> Vec<Thing> {
    let drawn = game.this_turn().iter().skip(since).filter_map(|it| match it {
        Occurrence::Moved { to, action: MoveAction::Draw, .. } => Some(Thing::Object(*to)),
        _ => None,
    });
    drawn.collect()
}

/// What these sources have dealt damage to since so much had happened this turn.
pub(in crate::engine) fn damaged_since(
    game: &Game,
    since: usize,
    sources: &[Option<ObjectId>],
) -> Vec<Thing> {
    let mut damaged = Vec::new();
    for it in game.this_turn().iter().skip(since) {
        if let Occurrence::Damaged { source, to, .. } = it
            && sources.contains(source)
            && !damaged.contains(to)
        {
            damaged.push(*to);
        }
    }
    damaged
}

/// Whether an object has been dealt damage this turn.
pub fn was_damaged(game: &Game, object: ObjectId) -> bool {
    game.this_turn().iter().any(|it| match it {
        Occurrence::Damaged { to, .. } => *to == Thing::Object(object),
        Occurrence::DamagedBefore(its) => *its == object,
        _ => false,
    })
}

/// Whether a card was drawn this turn and has stayed in the hand.
///
/// # Errors
/// [`Halt::Undecided`] if its owner drew cards before the scenario, and nobody knows which.
pub fn was_drawn(game: &Game, card: ObjectId) -> Outcome<bool> {
    let owner = game.object(card).owner;
    let mut told = 0u32;
    for it in game.this_turn() {
        let Occurrence::Moved { to, action: MoveAction::Draw, .. } = it else { continue };
        if *to == card {
            return Ok(true);
        }
        told += u32::from(game.object(*to).owner == owner);
    }
    if told < game.player(owner).drawn {
        return Err(Halt::undecided(
            card,
            "which cards were drawn before the scenario begins, it does not say",
        ));
    }
    Ok(false)
}

/// Whether something of the sources has dealt damage to the object this turn.
///
/// # Errors
/// [`Halt::Undecided`] if it was dealt damage before the scenario, and nobody knows by what.
pub fn was_damaged_by(
    sight: Sight<'_>,
    frame: &Frame,
    object: ObjectId,
    sources: &[ObjectId],
) -> Outcome<bool> {
    let mut told = 0u32;
    for it in sight.game.this_turn() {
        let Occurrence::Damaged { source, to, amount, .. } = it else { continue };
        if *to != Thing::Object(object) {
            continue;
        }
        if source.is_some_and(|source| sources.contains(&source)) {
            return Ok(true);
        }
        told = told.saturating_add(*amount);
    }
    if sight.game.object(object).damage > told {
        return Err(Halt::undecided(
            frame.source,
            "it asks what dealt damage this turn, and the scenario does not say what did before it begins",
        ));
    }
    Ok(false)
}

/// Whether a source that one of the players controlled has dealt damage to the object this turn.
///
/// # Errors
/// [`Halt::Undecided`] if it was dealt damage before the scenario, and nobody knows by whose source.
pub fn was_damaged_by_source_of(
    sight: Sight<'_>,
    frame: &Frame,
    object: ObjectId,
    who: &Players,
) -> Outcome<bool> {
    let who = players(sight, frame, who)?;
    let mut told = 0u32;
    let mut before = false;
    for it in sight.game.this_turn() {
        match it {
            Occurrence::Damaged { to, amount, controller, .. } if *to == Thing::Object(object) => {
                if controller.is_some_and(|controller| who.contains(&controller)) {
                    return Ok(true);
                }
                told = told.saturating_add(*amount);
            }
            Occurrence::DamagedBefore(its) => before |= *its == object,
            _ => {}
        }
    }
    if before || sight.game.object(object).damage > told {
        return Err(Halt::undecided(
            frame.source,
            "it asks what dealt damage this turn, and the scenario does not say what did before it begins",
        ));
    }
    Ok(false)
}
