//! Whether something that happened is an event of a kind, and what "it", "that player" and "that much" are then.

use crate::engine::halt::{Halt, Outcome, Why};
use crate::engine::spells::events::{Happening, Part};
use crate::game::{Daytime, MoveAction, ObjectId, Occasion, PlayerId, Step, Thing};
use crate::ir::event::sorts::of_no_combat;
use crate::ir::event::{Made, Moves, Step as EventStep};
use crate::ir::node::Form as _;
use crate::ir::{CounterKind, DesignationName, Event, Filter, NamedDeed, Players, Verb, Zone};

use super::conditions::holds;
use super::filters::matches;
use super::occurrences;
use super::selections::players;
use super::{Frame, Sight};

mod combat;
mod kinds;

use kinds::leaves;
pub use kinds::{looks_back, may_be, only_this};

/// What permanents do or become by name that headjudge follows.
const BECOMING: [NamedDeed; 15] = [
    NamedDeed::Does(Verb::Mutate),
    NamedDeed::SpellWithHauntResolves,
    NamedDeed::DiscardedWithMadness,
    NamedDeed::RevealedByMiracle,
    NamedDeed::Does(Verb::PlaneswalkTo),
    NamedDeed::Does(Verb::PlaneswalkAway),
    NamedDeed::Does(Verb::Encounter),
    NamedDeed::Does(Verb::SetInMotion),
    NamedDeed::Gets(DesignationName::Monstrous),
    NamedDeed::Gets(DesignationName::Suspected),
    NamedDeed::Does(Verb::Explore),
    NamedDeed::Does(Verb::Connive),
    NamedDeed::Does(Verb::Exert),
    NamedDeed::Gets(DesignationName::Level2),
    NamedDeed::Gets(DesignationName::Level3),
];

/// What players become, take or complete by name.
const GETTING: [NamedDeed; 3] = [
    NamedDeed::Gets(DesignationName::Monarch),
    NamedDeed::Gets(DesignationName::Initiative),
    NamedDeed::Does(Verb::CompleteDungeon),
];

/// Whenever day becomes night or night day, or only one of the two (731.1a).
const DAYTIME: [NamedDeed; 3] =
    [NamedDeed::DayOrNight, NamedDeed::Gets(DesignationName::Day), NamedDeed::Gets(DesignationName::Night)];

/// What one occurrence of the event has to say, if the happening is such an event.
///
/// # Errors
/// [`Halt::Undecided`] for events that headjudge does not follow.
pub fn occasion(
    sight: Sight<'_>,
    frame: &Frame,
    event: &Event,
    happening: &Happening,
) -> Outcome<Option<Occasion>> {
    Ok(match (event, happening) {
        (Event::Any(events), _) => {
            for event in events {
                if let Some(occasion) = occasion(sight, frame, event, happening)? {
                    return Ok(Some(occasion));
                }
            }
            None
        }
        (Event::OneOrMore(event), _) => occasion(sight, frame, event, happening)?,
        (Event::Moves(moves), Happening::LeftGame { object }) => left_game(sight, frame, moves, *object)?,
        (Event::Moves(moves), Happening::Moved { .. } | Happening::Created { .. }) => {
            moved(sight, frame, moves, happening)?
        }
        (Event::Begins(step, who), Happening::Begins { step: its, active }) => (begins(*step, *its)
            && (*step != EventStep::SecondMain || sight.game.turn().mains == 2)
            && players(sight, frame, who)?.contains(active))
        .then(|| Occasion { player: Some(*active), ..Occasion::default() }),
        (Event::Casts(who, what), Happening::Cast { player, spell }) => {
            let fits = players(sight, frame, who)?.contains(player) && matches(sight, frame, what, *spell)?;
            // How many spells were cast before it this turn, by whomever.
            let cast = sight.game.players().map(|player| sight.game.player(player).spells_cast).sum::<u32>();
            let amount = cast.saturating_sub(1);
            fits.then(|| Occasion { player: Some(*player), amount, ..Occasion::of(*spell) })
        }
        (Event::Activates(who, what), Happening::Activated { player, source, ability }) => {
            let fits = players(sight, frame, who)?.contains(player) && matches(sight, frame, what, *source)?;
            fits.then(|| Occasion {
                objects: ability.iter().copied().collect(),
                others: vec![*source],
                player: Some(*player),
                ..Occasion::default()
            })
        }
        (Event::PlaysLand(who, what), Happening::PlayedLand { player, land }) => {
            let fits = players(sight, frame, who)?.contains(player) && matches(sight, frame, what, *land)?;
            fits.then(|| Occasion { player: Some(*player), ..Occasion::of(*land) })
        }
        (
            Event::Attacks(_)
            | Event::PlayerAttacks(_)
            | Event::AttacksWith(..)
            | Event::PlayerAttacked(..)
            | Event::BlockedBySoMany(..)
            | Event::Blocks(..)
            | Event::BecomesBlocked(..)
            | Event::AttacksUnblocked(_),
            _,
        ) => combat::occasion(sight, frame, event, happening)?,
        (Event::DealsDamage(damage), Happening::Damage { source, to, amount, combat }) => {
            let source_fits = match source {
                Some(source) => matches(sight, frame, &damage.source, *source)?,
                None => damage.source == Filter::EVERYTHING,
            };
            let to_fits = match (to, &damage.player, &damage.object) {
                (_, None, None) => true,
                (Thing::Player(player), Some(who), _) => players(sight, frame, who)?.contains(player),
                (Thing::Object(object), _, Some(filter)) => matches(sight, frame, filter, *object)?,
                _ => false,
            };
            let fits = source_fits && to_fits && damage.combat.is_none_or(|wanted| wanted == *combat);
            fits.then(|| Occasion {
                objects: source.iter().copied().collect(),
                before: None,
                others: to.object().into_iter().collect(),
                player: to.player(),
                amount: *amount,
                ..Occasion::default()
            })
        }
        // What is done to a melded or merged permanent is done to it once, whatever its cards are (712.21, 730.3).
        (
            Event::Draws(_)
            | Event::Discards(..)
            | Event::Sacrifices(..)
            | Event::Destroyed(_)
            | Event::Countered(_),
            Happening::Moved { part: Part::Another, .. },
        ) => None,
        (Event::Draws(who), Happening::Moved { to, action: MoveAction::Draw, .. }) => {
            let player = sight.game.object(*to).owner;
            players(sight, frame, who)?.contains(&player).then(|| Occasion {
                player: Some(player),
                amount: 1,
                ..Occasion::of(*to)
            })
        }
        (Event::Discards(who, what), Happening::Moved { from, to, action: MoveAction::Discard, .. }) => {
            let player = sight.game.object(*from).owner;
            let fits = players(sight, frame, who)?.contains(&player) && matches(sight, frame, what, *from)?;
            fits.then(|| Occasion { before: Some(*from), player: Some(player), ..Occasion::of(*to) })
        }
        (Event::Sacrifices(who, what), Happening::Moved { from, to, action: MoveAction::Sacrifice, .. }) => {
            let player = sight.view.controller(sight.game, *from);
            let fits = players(sight, frame, who)?.contains(&player) && matches(sight, frame, what, *from)?;
            fits.then(|| Occasion { before: Some(*from), player: Some(player), ..Occasion::of(*to) })
        }
        (Event::Destroyed(what), Happening::Moved { from, to, action: MoveAction::Destroy, .. }) => {
            matches(sight, frame, what, *from)?.then(|| Occasion { before: Some(*from), ..Occasion::of(*to) })
        }
        (Event::Countered(what), Happening::Moved { from, to, action: MoveAction::Counter, .. }) => {
            matches(sight, frame, what, *from)?.then(|| Occasion { before: Some(*from), ..Occasion::of(*to) })
        }
        (Event::GainsLife(who), Happening::Life { player, amount }) => {
            (*amount > 0 && players(sight, frame, who)?.contains(player)).then(|| life(*player, *amount))
        }
        (Event::Expends(who, amount), Happening::Spent { player, before, now })
            if players(sight, frame, who)?.contains(player) =>
        {
            // It was not reached yet, however it was paid, and is now.
            let reached = before.1 < *amount && *amount <= now.0;
            let may_be = before.0 < *amount && *amount <= now.1;
            if may_be && !reached {
                let why = "it asks how much mana was spent, which here is known under `mana strict` only";
                return Err(Halt::undecided(frame.source, why));
            }
            reached.then(|| life(*player, i32::MAX))
        }
        (Event::LosesLife(who), Happening::Life { player, amount }) => {
            (*amount < 0 && players(sight, frame, who)?.contains(player)).then(|| life(*player, *amount))
        }
        (Event::BecomesTapped(what), Happening::Tapped { object, tapped: true }) => {
            matches(sight, frame, what, *object)?.then(|| Occasion::of(*object))
        }
        (Event::Transforms(what), Happening::Transformed { object }) => {
            matches(sight, frame, what, *object)?.then(|| Occasion::of(*object))
        }
        (Event::TurnedFaceUp(what), Happening::TurnedFaceUp { object }) => {
            matches(sight, frame, what, *object)?.then(|| Occasion::of(*object))
        }
        (Event::BecomesUntapped(what), Happening::Tapped { object, tapped: false }) => {
            matches(sight, frame, what, *object)?.then(|| Occasion::of(*object))
        }
        (Event::TappedForMana(who, what), Happening::TappedForMana { player, object, produced }) => {
            let fits = players(sight, frame, who)?.contains(player) && matches(sight, frame, what, *object)?;
            fits.then(|| Occasion { player: Some(*player), mana: *produced, ..Occasion::of(*object) })
        }
        (
            Event::BecomesTarget { what, of: by_what, by },
            Happening::Targeted { thing, by: ability, player },
        ) => match thing {
            Thing::Object(object) => {
                let fits = matches(sight, frame, what, *object)?
                    && matches(sight, frame, by_what, *ability)?
                    && players(sight, frame, by)?.contains(player);
                fits.then(|| Occasion {
                    others: vec![*ability],
                    player: Some(*player),
                    ..Occasion::of(*object)
                })
            }
            Thing::Player(_) => None,
        },
        (Event::PlayerBecomesTarget(who, by), Happening::Targeted { thing, by: ability, player }) => {
            match thing {
                Thing::Player(target) => {
                    let fits = players(sight, frame, who)?.contains(target)
                        && players(sight, frame, by)?.contains(player);
                    fits.then(|| Occasion { player: Some(*target), ..Occasion::of(*ability) })
                }
                Thing::Object(_) => None,
            }
        }
        (Event::CountersPut(what, kind), Happening::Counters { object, kind: its, amount }) => {
            // What is put on a card elsewhere is not what such words refer to (122.6).
            let fits = *amount > 0
                && kind.is_none_or(|kind| kind == *its)
                && sight.game.object(*object).zone == Zone::Battlefield
                && matches(sight, frame, what, *object)?;
            fits.then(|| Occasion { amount: amount.unsigned_abs(), ..Occasion::of(*object) })
        }
        (Event::CountersRemoved(what, kind), Happening::Counters { object, kind: its, amount }) => {
            let fits =
                *amount < 0 && kind.is_none_or(|kind| kind == *its) && matches(sight, frame, what, *object)?;
            fits.then(|| Occasion { amount: amount.unsigned_abs(), ..Occasion::of(*object) })
        }
        (Event::LastCounterRemoved(what, kind), Happening::Counters { object, kind: its, amount }) => {
            let fits = *amount < 0
                && kind == its
                && sight.game.object(*object).counters_of(*kind) == 0
                && matches(sight, frame, what, *object)?;
            fits.then(|| Occasion::of(*object))
        }
        (Event::BecomesAttached(what, to), Happening::Attached { object, to: host }) => {
            let fits = matches(sight, frame, what, *object)?
                && match host {
                    Thing::Object(host) => matches(sight, frame, to, *host)?,
                    Thing::Player(_) => *to == Filter::EVERYTHING,
                };
            fits.then(|| Occasion { others: host.object().into_iter().collect(), ..Occasion::of(*object) })
        }
        (Event::BecomesUnattached(what, from), Happening::Unattached { object, from: host }) => {
            let fits = matches(sight, frame, what, *object)? && matches(sight, frame, from, *host)?;
            fits.then(|| Occasion { others: vec![*host], ..Occasion::of(*object) })
        }
        (Event::Creates(who, what), Happening::Created { object }) => {
            let player = sight.game.object(*object).controller;
            let fits = players(sight, frame, who)?.contains(&player) && matches(sight, frame, what, *object)?;
            fits.then(|| Occasion { player: Some(player), ..Occasion::of(*object) })
        }
        (Event::Does(who, what), Happening::Gets { player, what: done }) if GETTING.contains(what) => {
            let fits = done == what && players(sight, frame, who)?.contains(player);
            fits.then(|| Occasion { player: Some(*player), ..Occasion::default() })
        }
        (Event::Does(who, what), Happening::Tempted { player, bearer })
            if *what == NamedDeed::Does(Verb::RingTempts) =>
        {
            let fits = players(sight, frame, who)?.contains(player);
            let objects = bearer.iter().copied().collect();
            fits.then(|| Occasion { objects, player: Some(*player), ..Occasion::default() })
        }
        (Event::Does(_, what), Happening::Daytime { to }) if DAYTIME.contains(what) => {
            let fits = match to {
                Daytime::Day => *what != NamedDeed::Gets(DesignationName::Night),
                Daytime::Night => *what != NamedDeed::Gets(DesignationName::Day),
            };
            fits.then(Occasion::default)
        }
        (Event::Room(name), Happening::Room { dungeon, room }) => {
            let player = sight.game.object(*dungeon).owner;
            let fits = *dungeon == frame.source && room == name;
            fits.then(|| Occasion { player: Some(player), ..Occasion::of(*dungeon) })
        }
        (Event::Does(who, what), _) if is_done(*what) => match happening {
            Happening::Does { player, what: done, object }
                if done == what && players(sight, frame, who)?.contains(player) =>
            {
                Some(Occasion { player: Some(*player), ..Occasion::of(*object) })
            }
            // The die has no number and no object rolls it (706.7).
            Happening::Does { player, what: done, .. }
                if *what == NamedDeed::Does(Verb::RollDice)
                    && *done == NamedDeed::Does(Verb::RollPlanarDie)
                    && players(sight, frame, who)?.contains(player) =>
            {
                Some(Occasion { player: Some(*player), ..Occasion::default() })
            }
            _ => None,
        },
        (Event::Becomes(what, named), _) if BECOMING.contains(named) => match happening {
            Happening::Becomes { object, what: its } if its == named => {
                matches(sight, frame, what, *object)?.then(|| Occasion::of(*object))
            }
            _ => None,
        },
        (Event::Becomes(what, word), Happening::Crewed { creature, vehicle })
            if *word == NamedDeed::Does(Verb::Crew) =>
        {
            matches(sight, frame, what, *creature)?
                .then(|| Occasion { others: vec![*vehicle], ..Occasion::of(*creature) })
        }
        // The card is found where it was put as it was cycled (702.29c).
        (Event::Becomes(what, word), Happening::Does { player, what: done, object }) if done == word => {
            let object = sight.game.latest(*object);
            matches(sight, frame, what, object)?
                .then(|| Occasion { player: Some(*player), ..Occasion::of(object) })
        }
        (Event::Chapter(numbers), _) => {
            let reached = chapters(sight, frame, numbers, happening);
            (reached > 0).then(|| Occasion { amount: reached, ..Occasion::of(frame.source) })
        }
        (Event::Provided(condition, event), _) => match occasion(sight, frame, event, happening)? {
            Some(found) => {
                let frame = Frame { current: None, ..frame.clone().with_occasion(found.clone().into()) };
                holds(sight, &frame, condition)?.then_some(found)
            }
            None => None,
        },
        (Event::CausedBy(who, event), _) => match (occasion(sight, frame, event, happening)?, happening) {
            (Some(found), Happening::Moved { causer: Some(causer), .. }) => {
                let caused = players(sight, frame, who)?.contains(causer);
                caused.then_some(Occasion { player: Some(*causer), ..found })
            }
            (Some(_), Happening::Moved { causer: None, .. }) | (None, _) => None,
            // A token that is created has moved from nowhere.
            (Some(_), _) => {
                return Err(match gap_of(event) {
                    Some(why) => Halt::gap(frame.source, why),
                    None => Halt::undecided(frame.source, CAUSED),
                });
            }
        },
        (Event::Copies(who, what), Happening::Copied { player, spell }) => {
            let fits = players(sight, frame, who)?.contains(player) && matches(sight, frame, what, *spell)?;
            fits.then(|| Occasion { player: Some(*player), ..Occasion::of(*spell) })
        }
        // Which time it is is told of all that happens at once.
        (Event::Nth(..), _) => {
            return Err(Halt::gap(frame.source, FIRST_OR_SECOND));
        }
        (Event::State(_), _) => return Err(Halt::gap(frame.source, STATE)),
        (of_no_combat!(), _) => match gap_of(event) {
            Some(why) => return Err(Halt::gap(frame.source, why)),
            None => None,
        },
    })
}

/// Why what is caused by somebody is not told of an event.
const CAUSED: &str = "it asks what caused an event that is no move";

/// Why an event is not waited for that would be counted.
const FIRST_OR_SECOND: &str = "it waits for the first or second time of something";

/// Why a state of the game is not waited for by what waits for events.
const STATE: &str = "it waits for a state of the game where it would wait for an event";

/// Why an event is never seen, whatever happens; nothing for one that may be. Of the events that it is made of each is looked at by
/// itself.
pub(in crate::engine) fn gap_of(event: &Event) -> Option<Why> {
    if let Event::CausedBy(_, of) = event
        && is_followed(of)
        && !is_moved(of)
    {
        return Some(CAUSED.into());
    }
    if let Event::Nth(_, of) = event {
        return if is_followed(of) { occurrences::gap_of_order(of) } else { None };
    }
    let why = || format!("it waits for something that headjudge does not follow ({})", event.name()).into();
    (!is_followed(event)).then(why)
}

/// Why an event is not waited for that stands within another one or says how long something lasts, if it is looked for in another way.
pub(in crate::engine) fn gap_within(event: &Event) -> Option<Why> {
    if matches!(event, Event::Nth(..)) {
        return Some(FIRST_OR_SECOND.into());
    }
    if matches!(event, Event::State(_)) { Some(STATE.into()) } else { gap_of(event) }
}

/// Whether the event is a move of something, of which it is known who has caused it.
fn is_moved(event: &Event) -> bool {
    match event.made() {
        Made::Any(events) => events.iter().all(is_moved),
        Made::OneOrMore(event) | Made::Provided(_, event) => is_moved(event),
        Made::Nth(..) | Made::CausedBy(..) => false,
        Made::Plain => matches!(
            event,
            Event::Moves(_)
                | Event::Draws(_)
                | Event::Discards(..)
                | Event::Sacrifices(..)
                | Event::Destroyed(_)
                | Event::Countered(_)
        ),
    }
}

/// Whether headjudge looks for events of this kind: an ability that waits for another one must not be passed over in
/// silence.
fn is_followed(event: &Event) -> bool {
    match event {
        Event::Any(_)
        | Event::OneOrMore(_)
        | Event::Moves(_)
        | Event::Begins(..)
        | Event::Casts(..)
        | Event::Copies(..)
        | Event::Activates(..)
        | Event::PlaysLand(..)
        | Event::Attacks(_)
        | Event::PlayerAttacks(_)
        | Event::PlayerAttacked(..)
        | Event::AttacksWith(..)
        | Event::BlockedBySoMany(..)
        | Event::Blocks(..)
        | Event::BecomesBlocked(..)
        | Event::AttacksUnblocked(_)
        | Event::DealsDamage(_)
        | Event::Draws(_)
        | Event::Discards(..)
        | Event::GainsLife(_)
        | Event::LosesLife(_)
        | Event::Expends(..)
        | Event::Sacrifices(..)
        | Event::BecomesTapped(_)
        | Event::BecomesUntapped(_)
        | Event::Transforms(_)
        | Event::TurnedFaceUp(_)
        | Event::TappedForMana(..)
        | Event::BecomesTarget { .. }
        | Event::PlayerBecomesTarget(..)
        | Event::CountersPut(..)
        | Event::CountersRemoved(..)
        | Event::LastCounterRemoved(..)
        | Event::BecomesAttached(..)
        | Event::BecomesUnattached(..)
        | Event::Destroyed(_)
        | Event::Countered(_)
        | Event::Creates(..)
        | Event::CausedBy(..)
        | Event::Provided(..)
        | Event::Chapter(_)
        | Event::Room(_)
        | Event::State(_)
        | Event::Never => true,
        Event::Becomes(_, word) => {
            BECOMING.contains(word)
                || matches!(
                    word,
                    NamedDeed::Does(Verb::Cycle) | NamedDeed::Does(Verb::Crew) | NamedDeed::RevealFirstDraw
                )
        }
        Event::Does(_, what) => {
            GETTING.contains(what)
                || DAYTIME.contains(what)
                || *what == NamedDeed::Does(Verb::RingTempts)
                || is_done(*what)
        }
        Event::Nth(_, event) => is_followed(event),
        Event::LosesControl(..) | Event::DamageReducesLife(..) | Event::LosesGame(_) => false,
    }
}

/// Whether a word is for what a player does with an object that is told as such.
fn is_done(what: NamedDeed) -> bool {
    const DONE: [NamedDeed; 6] = [
        NamedDeed::Does(Verb::Cycle),
        NamedDeed::Does(Verb::ChaosEnsues),
        NamedDeed::Does(Verb::RollDice),
        NamedDeed::Does(Verb::FlipCoin),
        NamedDeed::Does(Verb::WinFlip),
        NamedDeed::Does(Verb::LoseFlip),
    ];
    DONE.contains(&what)
}

/// To how many of these chapters lore counters put on the ability's object have brought it (714.2b, 714.2c).
fn chapters(sight: Sight<'_>, frame: &Frame, numbers: &[u8], happening: &Happening) -> u32 {
    let now = sight.game.object(frame.source).counters_of(CounterKind::LORE);
    let added = match happening {
        Happening::Counters { object, kind: CounterKind::LORE, amount }
            if *object == frame.source && *amount > 0 =>
        {
            amount.unsigned_abs()
        }
        // It has entered with its counters.
        Happening::Moved { to, .. } | Happening::Created { object: to } if *to == frame.source => now,
        _ => return 0,
    };
    let before = now.saturating_sub(added);
    let reached = numbers.iter().filter(|number| before < u32::from(**number) && u32::from(**number) <= now);
    u32::try_from(reached.count()).unwrap_or(u32::MAX)
}

fn moved(sight: Sight<'_>, frame: &Frame, moves: &Moves, happening: &Happening) -> Outcome<Option<Occasion>> {
    let mut others: &[ObjectId] = &[];
    let (from, to, from_zone, to_zone) = match happening {
        // The permanent has left once, whatever its cards are.
        Happening::Moved { part: Part::Another, .. } if leaves(moves) => return Ok(None),
        Happening::Moved { from, to, part, .. } => {
            if let (Part::With(with), true) = (part, leaves(moves)) {
                others = with;
            }
            (Some(*from), *to, Some(sight.game.object(*from).zone), sight.game.object(*to).zone)
        }
        Happening::Created { object } => (None, *object, None, sight.game.object(*object).zone),
        _ => return Ok(None),
    };
    let zones_fit = (moves.from.is_empty() || from_zone.is_some_and(|zone| moves.from.contains(&zone)))
        && (moves.to.is_empty() || moves.to.contains(&to_zone))
        && !moves.not_to.contains(&to_zone);
    if !zones_fit {
        return Ok(None);
    }
    let looked_at = if leaves(moves) { from.unwrap_or(to) } else { to };
    let mut fits = matches(sight, frame, &moves.what, looked_at)?;
    // "This" of an object that has moved is found under both its ids.
    if !fits && only_this(&moves.what) {
        fits = from == Some(frame.source) && matches(sight, frame, &moves.what, frame.source)?;
    }
    if let (true, Some(who)) = (fits, &moves.caused_by) {
        let causer = match happening {
            Happening::Moved { causer, .. } => *causer,
            _ => None,
        };
        let who: &Players = who;
        fits = match causer {
            Some(player) => players(sight, frame, who)?.contains(&player),
            None => false,
        };
    }
    Ok(fits.then(|| Occasion {
        objects: std::iter::once(to).chain(others.iter().copied()).collect(),
        before: from,
        others: Vec::new(),
        player: Some(sight.view.controller(sight.game, looked_at)),
        amount: 1,
        ..Occasion::default()
    }))
}

/// A permanent that leaves the game along with its owner leaves the battlefield, and is put nowhere (603.6c).
fn left_game(sight: Sight<'_>, frame: &Frame, moves: &Moves, object: ObjectId) -> Outcome<Option<Occasion>> {
    let leaves = moves.from == [Zone::Battlefield] && moves.to.is_empty() && moves.caused_by.is_none();
    let fits = leaves && matches(sight, frame, &moves.what, object)?;
    Ok(fits.then(|| Occasion {
        objects: vec![object],
        before: Some(object),
        player: Some(sight.view.controller(sight.game, object)),
        amount: 1,
        ..Occasion::default()
    }))
}

/// Whether a step is what the words of an event or an effect mean.
pub fn begins(wanted: EventStep, step: Step) -> bool {
    match wanted {
        EventStep::Turn | EventStep::Beginning | EventStep::Untap => step == Step::Untap,
        EventStep::Upkeep => step == Step::Upkeep,
        EventStep::Draw => step == Step::Draw,
        EventStep::PrecombatMain => step == Step::PrecombatMain,
        EventStep::Combat => step == Step::BeginningOfCombat,
        EventStep::DeclareAttackers => step == Step::DeclareAttackers,
        EventStep::DeclareBlockers => step == Step::DeclareBlockers,
        EventStep::CombatDamage => matches!(step, Step::CombatDamage | Step::FirstStrikeDamage),
        EventStep::EndOfCombat => step == Step::EndOfCombat,
        EventStep::PostcombatMain => step == Step::PostcombatMain,
        EventStep::SecondMain | EventStep::Main => step.is_main(),
        EventStep::End => step == Step::End,
        EventStep::Cleanup => step == Step::Cleanup,
    }
}

fn life(player: PlayerId, amount: i32) -> Occasion {
    Occasion { player: Some(player), amount: amount.unsigned_abs(), ..Occasion::default() }
}
