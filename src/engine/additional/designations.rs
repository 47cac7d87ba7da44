//! Designations of players and of the game, which several sections of chapter 7 define: how they are given, and what stands for
//! the abilities that have no source (113.8).

use std::sync::Arc;

use crate::engine::halt::{Halt, Outcome, Why};
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::spells::events::Happening;
use crate::game::{
    AbilityInstance, Cause, CauseKind, Change, Characteristics, Daytime, Game, Hold, Nature, ObjectId,
    Origin, PlayerId, Thing, WaitingTrigger,
};
use crate::ir::event::Damage;
use crate::ir::{
    Ability, CardType, DesignationName, Event, Filter, Instruction, NamedDeed, Players, Selection, Triggered,
};
use crate::rules::{RuleId, cr};
use crate::trace::Level;

use super::keyword_abilities::{ascend, start_your_engines, storied};
use super::keyword_actions::the_ring_tempts_you;
use super::{day_and_night, rad_counters, the_initiative, the_monarch};

/// A creature deals combat damage to the player who has the designation.
pub(super) fn creature_hits_holder() -> Event {
    Event::DealsDamage(Damage {
        at_once: false,
        source: Filter::Type(CardType::Creature),
        player: Some(Players::You),
        object: None,
        combat: Some(true),
    })
}

/// The controller of the creature that has just dealt damage gets the designation.
pub(super) fn to_its_controller(name: DesignationName) -> Instruction {
    let who = Selection::Players(Players::ControllerOf(Box::new(Selection::It)));
    Instruction::Designate { who, name }
}

/// The characteristics of what stands for a designation: a name to speak of it, and its abilities.
pub(super) fn marker(name: &str, abilities: &[Triggered]) -> Arc<Characteristics> {
    let instances = (0u16..).zip(abilities).map(|(number, ability)| AbilityInstance {
        origin: Origin::Printed(number),
        keyword: None,
        ability: Arc::new(Ability::triggered(ability.clone())),
    });
    let abilities = instances.collect();
    Arc::new(Characteristics { name: name.into(), abilities, ..(*Characteristics::none()).clone() })
}

/// The rule that defines a triggered ability whose source is a designation, a dungeon or the Ring, if it is one of those.
pub(in crate::engine) fn rule_of_trigger(game: &Game, trigger: &WaitingTrigger) -> Option<RuleId> {
    let source = game.object(trigger.source);
    match source.nature {
        Nature::Marker(_) => rule_of_marker(game, trigger.source),
        Nature::Emblem if the_ring_tempts_you::is_the_ring(game, trigger.source) => Some(cr!("701.54c")),
        Nature::Card(_) if source.base.is(CardType::Dungeon) => Some(cr!("309.4c")),
        _ => None,
    }
}

/// The rule that gives abilities to the designation, or whatever else, that a marker stands for.
pub(in crate::engine) fn rule_of_marker(game: &Game, marker: ObjectId) -> Option<RuleId> {
    match game.object(marker).nature {
        Nature::Marker(the_monarch::MONARCH) => Some(cr!("725.2")),
        Nature::Marker(the_initiative::INITIATIVE) => Some(cr!("726.2")),
        Nature::Marker(rad_counters::RADIATION) => Some(cr!("728.1")),
        Nature::Marker(start_your_engines::SPEED) => Some(cr!("702.179d")),
        _ => None,
    }
}

/// Why players are never given a designation.
fn unknown(name: DesignationName) -> Why {
    format!("no player can get the designation `{name}`").into()
}

/// Why nobody can be given a designation; nothing for one that players or the game can get.
pub(in crate::engine) fn gap_of(name: DesignationName) -> Option<Why> {
    let is_given = matches!(
        name,
        DesignationName::Day
            | DesignationName::Night
            | DesignationName::Monarch
            | DesignationName::Initiative
            | DesignationName::Speed
            | DesignationName::CitysBlessing
            | DesignationName::EnduringStory
            // It is a card's that warp has exiled.
            | DesignationName::Warped
    );
    (!is_given).then(|| unknown(name))
}

/// Players get a designation, or it becomes day or night.
///
/// # Errors
/// [`Halt::Undecided`] for a designation that headjudge does not know.
pub(in crate::engine) fn give(
    play: &mut Play<'_>,
    frame: &Frame,
    cause: Cause,
    who: &[Thing],
    name: DesignationName,
) -> Outcome {
    let of_day = |daytime| (cause.and(cr!("731.1")), daytime);
    let day_or_night = match name {
        DesignationName::Day => Some(of_day(Daytime::Day)),
        DesignationName::Night => Some(of_day(Daytime::Night)),
        _ => None,
    };
    if let Some((cause, daytime)) = day_or_night {
        return day_and_night::become_daytime(play, cause, daytime);
    }
    // There is one at a time.
    let of_one = matches!(name, DesignationName::Monarch | DesignationName::Initiative);
    if of_one && who.iter().filter(|thing| thing.player().is_some()).count() > 1 {
        return Err(Halt::undecided(frame.source, "it gives a designation of one player to several"));
    }
    // What a spell or ability gives without a keyword rests on what the mark is.
    let of_mark = |rule| if cause.rules.is_empty() { cause.and(rule) } else { cause };
    for player in who.iter().filter_map(|thing| thing.player()) {
        match name {
            DesignationName::Monarch => the_monarch::become_monarch(play, cause, player)?,
            DesignationName::Initiative => the_initiative::take(play, cause, player)?,
            DesignationName::Speed => {
                start_your_engines::increase(play, cause.and(cr!("702.179d")), player);
            }
            DesignationName::CitysBlessing => ascend::bless(play, of_mark(cr!("702.131c")), player)?,
            DesignationName::EnduringStory => storied::give(play, of_mark(cr!("702.195b")), player),
            _ => {
                return Err(Halt::gap(frame.source, unknown(name)));
            }
        }
    }
    Ok(())
}

/// What becomes of the designations of players who leave the game, at the same time as they do: the active player, or the next in turn
/// order, becomes the monarch and takes the initiative (725.4, 726.4); what else they had is nobody's.
pub(in crate::engine) fn passing_on(
    game: &Game,
    leavers: &[PlayerId],
) -> (Vec<(Cause, Level, Change)>, Vec<Happening>) {
    let (mut changes, mut happenings) = (Vec::new(), Vec::new());
    let heir = game.in_turn_order_from(game.turn().active).first().copied();
    let of_rules = |rule| Cause::new(CauseKind::Rules, rule);
    let passes = |name| game.holder(name).is_some_and(|holder| leavers.contains(&holder));
    if let Some(heir) = heir.filter(|_| passes(the_monarch::MONARCH)) {
        let change = Change::Hold(Box::new(the_monarch::hold(heir)));
        changes.push((of_rules(cr!("725.4")), Level::Default, change));
        happenings.push(Happening::Gets { player: heir, what: NamedDeed::Gets(DesignationName::Monarch) });
    }
    if let Some(heir) = heir.filter(|_| passes(the_initiative::INITIATIVE)) {
        let change = Change::Hold(Box::new(the_initiative::hold(heir)));
        changes.push((of_rules(cr!("726.4")), Level::Default, change));
        happenings.push(Happening::Gets { player: heir, what: NamedDeed::Gets(DesignationName::Initiative) });
    }
    for player in leavers.iter().copied() {
        for name in [rad_counters::RADIATION, start_your_engines::SPEED] {
            if game.holds(player, name) {
                changes.push((of_rules(cr!("800.4a")), Level::Hidden, Change::LetGo(player, name)));
            }
        }
    }
    (changes, happenings)
}

/// What a designation that a player has from the start is to a game, if headjudge knows it.
pub fn from_the_start(name: &str, player: PlayerId) -> Option<Change> {
    let hold = match name {
        "monarch" => the_monarch::hold(player),
        "initiative" => the_initiative::hold(player),
        "city's blessing" => ascend::hold(player),
        "enduring story" => storied::hold(player),
        "radiation" => rad_counters::hold(player),
        "speed" => start_your_engines::hold(player),
        _ => return None,
    };
    Some(Change::Hold(Box::new(hold)))
}

/// A player gets a designation without more ado.
pub(super) fn hold(play: &mut Play<'_>, cause: Cause, hold: Hold) {
    play.change(cause, Level::Default, Change::Hold(Box::new(hold)));
}
