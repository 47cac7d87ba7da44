//! By which rules a player has their counters, speed, mana and designations, and whether it is day or night.

use crate::engine::Outcome;
use crate::engine::variants::commander;
use crate::game::{Change, Daytime, Definition, PlayerId, Step, Thing};
use crate::ir::{CounterKind, Symbol};
use crate::rules::{RuleId, cr};
use crate::trace::{Entry, Forbidden, Note, Reason, Reasons, What};

use super::{Played, applied_first};

/// How many counters of a kind a player has, and by which rules: of those that they got last, or were kept from getting since.
pub(crate) fn counters(played: Played<'_>, player: PlayerId, kind: CounterKind) -> (u32, Reasons) {
    let its = played.game.player(player);
    match kind {
        CounterKind::POISON => (its.poison, rules_of_poison(played, player).unwrap_or(Reasons::NONE)),
        CounterKind::ENERGY => {
            let about = |change: &Change| matches!(change, Change::Energy(who, _) if *who == player);
            (its.energy, rules_of_counters(played, player, kind, &about))
        }
        kind => {
            let about = |change: &Change| matches!(change, Change::PlayerCounters(who, of, _) if *who == player && *of == kind);
            (its.counters_of(kind), rules_of_counters(played, player, kind, &about))
        }
    }
}

fn rules_of_counters(
    played: Played<'_>,
    player: PlayerId,
    kind: CounterKind,
    about: &dyn Fn(&Change) -> bool,
) -> Reasons {
    let mut kept = Reasons::NONE;
    for entry in played.trace.entries().iter().rev() {
        match &entry.what {
            What::Changed(change, _) if about(change) => {
                return applied_first::of_amount(played, entry.reasons()).joined(kept);
            }
            What::Note(Note::Cant(Forbidden::GetCounters(of), Thing::Player(its), _))
                if *its == player && *of == kind =>
            {
                kept = kept.joined(entry.reasons());
            }
            _ => {}
        }
    }
    if kept.is_empty() { Reasons::of(&[cr!("122.1")]) } else { kept }
}

/// A player's speed, and by which rules: it is no counter (702.179b).
pub(crate) fn speed(played: Played<'_>, player: PlayerId) -> (u32, Reasons) {
    let about = |change: &Change| matches!(change, Change::Speed(its, _) if *its == player);
    let speed = played.game.player(player).speed.unwrap_or(0);
    (speed, rules_of_last(played, about, cr!("702.179b")))
}

/// Whether a player has max speed, and by which rule (702.179e).
pub(crate) fn has_max_speed(played: Played<'_>, player: PlayerId) -> (bool, Reasons) {
    (played.game.player(player).speed == Some(4), Reasons::of(&[cr!("702.179e")]))
}

/// The rules by which a player last got poison counters, or got none.
fn rules_of_poison(played: Played<'_>, player: PlayerId) -> Option<Reasons> {
    let entries = played.trace.entries();
    let game = played.game;
    // Teammates have them together.
    let mates = game.with_shared_totals(player);
    let (rules, its) = entries.iter().rev().find_map(|entry| {
        match &entry.what {
            What::Changed(Change::Poison(its, amount), _) if *amount > 0 => {
                Some((applied_first::of_amount(played, entry.reasons()), *its))
            }
            What::Note(Note::Cant(Forbidden::GetCounters(CounterKind::POISON), Thing::Player(its), _)) => {
                Some((entry.reasons(), *its))
            }
            _ => None,
        }
        .filter(|(_, its)| mates.contains(its))
    })?;
    Some(if its == player { rules } else { rules.led_by(cr!("810.10")) })
}

/// Whether a player has completed a dungeon, and by which rules that is so (309.7).
pub(crate) fn has_completed_a_dungeon(played: Played<'_>, player: PlayerId) -> (bool, Reasons) {
    let game = played.game;
    let about = |change: &Change| matches!(change, Change::CompleteDungeon(dungeon) if game.object(*dungeon).owner == player);
    (!game.player(player).completed.is_empty(), rules_of_last(played, about, cr!("309.7")))
}

/// Whether a player has a designation: is the monarch, has the initiative or the city's blessing; and by which rules that has changed last.
pub(crate) fn has_designation(played: Played<'_>, player: PlayerId, name: Symbol) -> (bool, Reasons) {
    let otherwise = match name.as_str() {
        "monarch" => cr!("725.1"),
        "initiative" => cr!("726.1"),
        "enduring story" => cr!("702.195a"),
        // With fewer than ten permanents nobody gets it; once it has been got it stays.
        _ => cr!("702.131b"),
    };
    let about = |change: &Change| match change {
        // What several may have says nothing of another player.
        Change::Hold(hold) => hold.name == name && (hold.sole || hold.player == player),
        Change::LetGo(_, its) => *its == name,
        _ => false,
    };
    let others = |change: &Change| matches!(change, Change::Hold(hold) if hold.name == name && !hold.sole);
    let holds = played.game.holds(player, name);
    let rules = rules_of_last(played, about, otherwise);
    // Others have got it: that leaves this player without it, by what gave it to those who met what it asks for.
    let given = played.trace.entries().iter().rev().find(|entry| match &entry.what {
        What::Changed(change, _) => others(change),
        _ => false,
    });
    let of_others =
        given.filter(|_| !holds && name.as_str() == "city's blessing").map_or(Reasons::NONE, |entry| {
            let ways = [cr!("702.131a"), cr!("702.131b")];
            let ways =
                entry.rules.iter().filter(|rule| ways.contains(rule)).fold(Reasons::NONE, Reasons::and);
            ways.and(cr!("702.131c"))
        });
    (holds, if of_others.is_empty() { rules } else { of_others })
}

/// Whether it is day or night, or neither, and by which rules.
pub(crate) fn daytime(played: Played<'_>) -> (Option<Daytime>, Reasons) {
    let now = played.game.daytime();
    // In each untap step the turn before decides whether it stays so.
    let checked = played.trace.entries().iter().any(|entry| matches!(entry.what, What::Step(_, Step::Untap)));
    let otherwise = match now {
        None => cr!("731.2c"),
        Some(Daytime::Day) if checked => cr!("731.2a"),
        Some(Daytime::Night) if checked => cr!("731.2b"),
        Some(_) => cr!("731.1"),
    };
    (now, rules_of_last(played, |change| matches!(change, Change::Daytime(_)), otherwise))
}

/// Why a deck may not be played in Commander, in words, and by which rules it may or may not (903.5).
pub(crate) fn commander_deck(deck: &[commander::DeckCard]) -> Outcome<(Vec<String>, Reasons)> {
    let faults = commander::faults_of_deck(deck)?;
    let rules = match faults.is_empty() {
        true => Reasons::of(&[cr!("903.5")]),
        false => faults.iter().fold(Reasons::NONE, |rules, (rule, _)| rules.and(*rule)),
    };
    // Two commanders are those of one deck by an ability of theirs.
    let commanders = deck.iter().filter(|card| card.commander).map(|card| &*card.definition);
    let commanders: Vec<&Definition> = commanders.collect();
    let paired = commander::rule_of_pair(&commanders).filter(|_| faults.is_empty());
    let rules = paired.into_iter().fold(rules, Reasons::and);
    // Of some cards their own text says how many there may be.
    let own_limit = commander::goes_by_own_limit(deck)?;
    let rules = if own_limit { rules.and(cr!("113.6n")) } else { rules };
    Ok((faults.into_iter().map(|(_, why)| why).collect(), rules))
}

/// The rules by which a player has the mana that is in their pool: of what was added, spent and lost, the latest first.
pub(crate) fn mana(played: Played<'_>, player: PlayerId) -> Reasons {
    let mut rules = Reasons::NONE;
    let held = played.game.player(player).mana.len();
    let mut then = held;
    for entry in played.trace.entries().iter().rev() {
        // What had happened before the pool was empty says nothing of what is in it now.
        if held > 0 && then == 0 {
            break;
        }
        match &entry.what {
            What::Changed(Change::AddMana(its, mana), _) if *its == player => {
                then = then.saturating_sub(mana.len());
            }
            What::Changed(Change::SpendMana(its, _, places) | Change::LoseMana(its, _, places), _)
                if *its == player =>
            {
                then += places.len();
            }
            _ => {}
        }
        let about = match &entry.what {
            What::Changed(
                Change::AddMana(its, _)
                | Change::SpendMana(its, ..)
                | Change::LoseMana(its, ..)
                | Change::TurnMana(its, ..),
                _,
            )
            | What::Note(Note::NoMana(_, its) | Note::KeepsMana(its, ..)) => *its == player,
            _ => false,
        };
        if about {
            rules = rules.joined(by_land_type(played, entry)).joined(entry.reasons());
        }
    }
    rules
}

/// The rule by which a land has the ability that has added mana, where only its basic land type has given it that (305.6).
fn by_land_type(played: Played<'_>, added: &Entry) -> Reasons {
    let rule = cr!("305.6");
    let activated = added.parent.and_then(|parent| played.trace.get(parent));
    let is_of_type = activated
        .is_some_and(|entry| matches!(entry.what, What::Activates { .. }) && entry.rules.contains(rule));
    let adds = is_of_type && matches!(added.what, What::Changed(Change::AddMana(..), _));
    if adds { Reasons::NONE.and(Reason { rule, step: Some(added.id) }) } else { Reasons::NONE }
}

fn rules_of_last(played: Played<'_>, about: impl Fn(&Change) -> bool, otherwise: RuleId) -> Reasons {
    let mut entries = played.trace.entries().iter().rev();
    let last = entries.find(|entry| matches!(&entry.what, What::Changed(change, _) if about(change)));
    last.map_or_else(|| Reasons::of(&[otherwise]), |entry| entry.reasons())
}
