//! What players and permanents do or become that has a name of its own, rooms (309.4c) and chapters (714.2b).

use crate::engine::halt::Outcome;
use crate::engine::happening::Happening;
use crate::engine::proposal::Proposal;
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight};
use crate::game::{Daytime, Occasion};
use crate::ir::{CounterKind, DesignationName, Filter, KeywordName, NamedDeed, Players, Symbol, Verb};

use super::{Candidate, whose};

/// What permanents do or become by name that headjudge follows.
pub(super) const BECOMING: [NamedDeed; 19] = [
    NamedDeed::Does(Verb::Mutate),
    NamedDeed::SpellWithHauntResolves,
    NamedDeed::DiscardedWithMadness,
    NamedDeed::RevealedByMiracle,
    NamedDeed::DealtExcessDamage,
    NamedDeed::Does(Verb::PlaneswalkTo),
    NamedDeed::Does(Verb::PlaneswalkAway),
    NamedDeed::Does(Verb::Encounter),
    NamedDeed::Does(Verb::SetInMotion),
    NamedDeed::Gets(DesignationName::Monstrous),
    NamedDeed::Gets(DesignationName::Renowned),
    NamedDeed::Gets(DesignationName::Solved),
    NamedDeed::Gets(DesignationName::Suspected),
    NamedDeed::Does(Verb::Explore),
    NamedDeed::Does(Verb::Connive),
    NamedDeed::Does(Verb::Exert),
    NamedDeed::ExertedAsItAttacks,
    NamedDeed::Gets(DesignationName::Level2),
    NamedDeed::Gets(DesignationName::Level3),
];

/// What permanents do with others by name.
pub(super) const NAMED: [NamedDeed; 6] = [
    NamedDeed::Does(Verb::Exploit),
    NamedDeed::Does(Verb::Evolve),
    NamedDeed::Does(Verb::Mentor),
    NamedDeed::Does(Verb::Train),
    NamedDeed::Does(Verb::Enlist),
    NamedDeed::EnlistsForThis,
];

/// What players become, take or complete by name.
pub(super) const GETTING: [NamedDeed; 3] = [
    NamedDeed::Gets(DesignationName::Monarch),
    NamedDeed::Gets(DesignationName::Initiative),
    NamedDeed::Does(Verb::CompleteDungeon),
];

/// What players do with the halves of a permanent (709.5h, 709.5i).
pub(super) const UNLOCKING: [NamedDeed; 2] = [NamedDeed::UnlockThisDoor, NamedDeed::FullyUnlock];

/// Whenever day becomes night or night day, or only one of the two (731.1a).
pub(super) const DAYTIME: [NamedDeed; 3] =
    [NamedDeed::DayOrNight, NamedDeed::Gets(DesignationName::Day), NamedDeed::Gets(DesignationName::Night)];

/// A player does something that has a name, or something that nobody does (731.1a).
pub(super) fn done(
    sight: Sight<'_>,
    frame: &Frame,
    (who, what): (&Players, NamedDeed),
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    let happening = match candidate {
        Candidate::Would(would) => return would_be_done(sight, frame, (who, what), would),
        Candidate::Happened(happening) | Candidate::Remembered(happening) => happening,
    };
    Ok(match happening {
        Happening::Gets { player, what: done } if GETTING.contains(&what) => {
            let fits = *done == what && players(sight, frame, who)?.contains(player);
            fits.then(|| Occasion { player: Some(*player), ..Occasion::default() })
        }
        Happening::Tempted { player, bearer } if what == NamedDeed::Does(Verb::RingTempts) => {
            let fits = players(sight, frame, who)?.contains(player);
            let objects = bearer.iter().copied().collect();
            fits.then(|| Occasion { objects, player: Some(*player), ..Occasion::default() })
        }
        Happening::Daytime { to } if DAYTIME.contains(&what) => {
            let fits = match to {
                Daytime::Day => what != NamedDeed::Gets(DesignationName::Night),
                Daytime::Night => what != NamedDeed::Gets(DesignationName::Day),
            };
            fits.then(Occasion::default)
        }
        Happening::Does { player, what: done, object }
            if is_done(what) && *done == what && whose(sight, frame, who, candidate)?.contains(player) =>
        {
            Some(Occasion { player: Some(*player), ..Occasion::of(*object) })
        }
        // The half is that in which the ability is (709.5h).
        Happening::Unlocked { player, permanent, half, fully } if UNLOCKING.contains(&what) => {
            let halves = sight.view.characteristics(sight.game, frame.source).halves.as_ref();
            let own = halves.and_then(|halves| halves.with(frame.origin));
            let fits = match what {
                NamedDeed::UnlockThisDoor => *permanent == frame.source && own == Some(*half),
                _ => *fully,
            };
            (fits && players(sight, frame, who)?.contains(player))
                .then(|| Occasion { player: Some(*player), ..Occasion::of(*permanent) })
        }
        // The die has no number and no object rolls it (706.7).
        Happening::Does { player, what: done, .. }
            if what == NamedDeed::Does(Verb::RollDice)
                && *done == NamedDeed::Does(Verb::RollPlanarDie)
                && players(sight, frame, who)?.contains(player) =>
        {
            Some(Occasion { player: Some(*player), ..Occasion::default() })
        }
        _ => None,
    })
}

/// A player would do something that has a name, and can be replaced.
fn would_be_done(
    sight: Sight<'_>,
    frame: &Frame,
    (who, what): (&Players, NamedDeed),
    would: &Proposal<'_>,
) -> Outcome<Option<Occasion>> {
    let player = match would {
        Proposal::Search(player) if what == NamedDeed::Does(Verb::Search) => player,
        Proposal::PayLife(player) if what == NamedDeed::Does(Verb::PayLife) => player,
        _ => return Ok(None),
    };
    Ok(players(sight, frame, who)?.contains(player).then(|| would.occasion()))
}

/// A permanent does or becomes something that has a name.
pub(super) fn becomes(
    sight: Sight<'_>,
    frame: &Frame,
    (what, word): (&Filter, NamedDeed),
    candidate: Candidate<'_>,
) -> Outcome<Option<Occasion>> {
    let Some(happening) = candidate.happening() else { return Ok(None) };
    Ok(match happening {
        Happening::Becomes { object, what: its } if BECOMING.contains(&word) && *its == word => {
            matches(sight, frame, what, *object)?.then(|| Occasion::of(*object))
        }
        Happening::Named { object, what: its, others, by } if NAMED.contains(&word) && *its == word => {
            // What is done for one ability is nothing to another of the same keyword (702.154d).
            let for_it = word != NamedDeed::EnlistsForThis || *by == Some(frame.origin);
            (for_it && matches(sight, frame, what, *object)?)
                .then(|| Occasion { others: others.clone(), ..Occasion::of(*object) })
        }
        Happening::Crewed { creature, vehicle } if word == NamedDeed::Does(Verb::Crew) => {
            matches(sight, frame, what, *creature)?
                .then(|| Occasion { others: vec![*vehicle], ..Occasion::of(*creature) })
        }
        // The card is found where it was put as it was cycled (702.29c).
        Happening::Does { player, what: done, object } if !BECOMING.contains(&word) && *done == word => {
            let object = sight.game.latest(*object);
            matches(sight, frame, what, object)?
                .then(|| Occasion { player: Some(*player), ..Occasion::of(object) })
        }
        _ => None,
    })
}

/// A venture marker is moved into the room of this name.
pub(super) fn room(
    sight: Sight<'_>,
    frame: &Frame,
    name: Symbol,
    candidate: Candidate<'_>,
) -> Option<Occasion> {
    let Some(Happening::Room { dungeon, room }) = candidate.happening() else { return None };
    let player = sight.game.object(*dungeon).owner;
    let fits = *dungeon == frame.source && *room == name;
    fits.then(|| Occasion { player: Some(player), ..Occasion::of(*dungeon) })
}

/// Lore counters bring the ability's object to some of these chapters.
pub(super) fn chapter(
    sight: Sight<'_>,
    frame: &Frame,
    numbers: &[u8],
    candidate: Candidate<'_>,
) -> Option<Occasion> {
    let reached = chapters(sight, frame, numbers, candidate.happening()?);
    (reached > 0).then(|| Occasion { amount: reached, ..Occasion::of(frame.source) })
}

/// Whether a word is for what a player does with an object that is told as such.
pub(super) fn is_done(what: NamedDeed) -> bool {
    const DONE: [NamedDeed; 11] = [
        NamedDeed::Does(Verb::CommitCrime),
        NamedDeed::Does(Verb::Clash),
        NamedDeed::Does(Verb::WinClash),
        NamedDeed::Does(Verb::Cycle),
        NamedDeed::Does(Verb::Exhaust),
        NamedDeed::Does(Verb::Search),
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
        Happening::Counters { object, kind: CounterKind::LORE, amount, .. }
            if *object == frame.source && *amount > 0 =>
        {
            amount.unsigned_abs()
        }
        _ => return 0,
    };
    let before = now.saturating_sub(added);
    // Of a Saga with read ahead the chapters that it passed over in the turn in which it entered are not told (702.155a).
    let entered = sight.game.object(frame.source).entered_turn == sight.game.turn().number;
    let exactly = entered && sight.view.has(sight.game, frame.source, KeywordName::ReadAhead);
    let reaches = |number: u32| before < number && if exactly { number == now } else { number <= now };
    let reached = numbers.iter().filter(|number| reaches(u32::from(**number)));
    u32::try_from(reached.count()).unwrap_or(u32::MAX)
}
