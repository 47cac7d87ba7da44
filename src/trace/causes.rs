//! Why something happens, in words.

use crate::game::{CauseKind, Move, MoveAction, Object, ObjectId, Over, Thing};
use crate::ir::{CounterKind, DesignationName, Supertype, Symbol, Zone};
use crate::rules::{Rules, cr};

use super::names::Names;
use super::replaced::keyword_of;
use super::styled::{Style, Text, said};
use super::words::cast_so;

/// Whether an object had become another one by the time that a third was made.
fn left_before(names: &Names<'_>, object: ObjectId, other: ObjectId) -> bool {
    let become_by_then = |it: &Object| it.previous == Some(object) && it.id < other;
    !names.game().object(object).exists && names.game().objects().iter().any(|it| become_by_then(it))
}

/// Why an object moves: `destroyed by Naturalize#8`, `lethal: 4 damage, toughness 1`.
pub(super) fn of_move(names: &Names<'_>, it: &Move, cause: CauseKind, rules: &Rules) -> Text {
    let mut text = Text::new();
    let does = done(it.action);
    match cause {
        CauseKind::StateBased => state_based(names, it, rules, &mut text),
        CauseKind::Replacement(source) if names.game().object(source).exists || source != it.object => {
            said(&mut text, "instead, by ");
            names.write_object(&mut text, source);
        }
        CauseKind::Replacement(_) => said(&mut text, instead(rules)),
        CauseKind::Ended(source, over) => {
            said(&mut text, "returns: ");
            of_over(names, source, over, &mut text);
        }
        CauseKind::Announcement(player) if it.action == MoveAction::Cast => {
            names.write_player(&mut text, player);
            let (card, spell) = (names.game().object(it.object), names.game().object(it.new));
            // A half or an Adventure is cast under its own name (709.3a, 715.3a).
            if card.base.name == spell.base.name || spell.base.name.is_empty() {
                said(&mut text, " casts it");
            } else {
                said(&mut text, " casts ");
                text.push(&spell.base.name, Style::Name);
            }
            // What is bestowed or mutates is told to be so by itself.
            let told = |way: &Symbol| matches!(way.as_str(), "evoke" | "prototype" | "flashback");
            said(&mut text, it.way.filter(told).map_or("", |way| cast_so(way.as_str())));
        }
        CauseKind::SpecialAction(player) if it.action == MoveAction::Play => {
            names.write_player(&mut text, player);
            said(&mut text, " plays it");
        }
        CauseKind::Resolution(spell, _) if matches!(it.action, MoveAction::Resolve | MoveAction::Fail) => {
            // Whatever replaces its way to the graveyard.
            let fizzled = it.action == MoveAction::Fail;
            said(
                &mut text,
                match (it.to, fizzled) {
                    (Zone::Battlefield, _) => "resolves, becomes a permanent",
                    (_, true) => "did not resolve",
                    (Zone::Graveyard, false) if rules.contains(cr!("303.4g")) => {
                        "could not be attached to anything"
                    }
                    (Zone::Graveyard, false) if rules.contains(cr!("712.13a")) => {
                        "could not enter with its other face up"
                    }
                    (_, false) => "has resolved",
                },
            );
            if spell != it.object {
                said(&mut text, " during ");
                names.write_object(&mut text, spell);
            }
        }
        CauseKind::Cost(source, player) => {
            said(&mut text, does);
            said(&mut text, " by ");
            names.write_player(&mut text, player);
            said(&mut text, " ");
            if source == it.object {
                said(&mut text, cost_of_declaring(rules).unwrap_or("as a cost"));
            } else {
                of_cost(names, source, rules, &mut text);
            }
        }
        CauseKind::Fiat if it.action == MoveAction::Put => said(&mut text, "given by the scenario"),
        CauseKind::Fiat => {
            said(&mut text, does);
            said(&mut text, ", given by the scenario");
        }
        // Whatever gave control of it to somebody else is over (800.4a, 800.4c).
        CauseKind::PlayerLeft(player) if it.action == MoveAction::Exile => {
            said(&mut text, does);
            said(&mut text, ": ");
            names.write_player(&mut text, player);
            said(&mut text, " would control it, and has left the game");
        }
        CauseKind::TurnBased if it.action == MoveAction::Draw => said(&mut text, "drawn for the turn"),
        CauseKind::Resolution(source, _) if source == it.object && rules.contains(cr!("715.3d")) => {
            said(&mut text, "an Adventure that has resolved");
        }
        CauseKind::Resolution(source, _) if source == it.object && rules.contains(cr!("720.3d")) => {
            said(&mut text, "an Omen that has resolved");
        }
        CauseKind::Resolution(source, _) | CauseKind::Ability(source) if source == it.object => {
            said(&mut text, does);
            said(&mut text, " by its own effect");
        }
        _ => {
            said(&mut text, does);
            let mut by = Text::new();
            of_kind(names, cause, &mut by);
            if !by.is_empty() {
                said(&mut text, " ");
                text.append(&by);
            }
        }
    }
    text
}

/// What has happened that an effect of an object lasted until: `Banishing Light#5 has left the battlefield`, `NAP has become the monarch,
/// as Palace Jailer#3 waited for`.
fn of_over(names: &Names<'_>, source: ObjectId, over: Over, text: &mut Text) {
    let about = match over {
        Over::Left(object) => {
            names.write_object(text, object);
            said(text, " has left the battlefield");
            Some(object)
        }
        Over::LeftGame(object) => {
            names.write_object(text, object);
            said(text, " has left the game");
            Some(object)
        }
        Over::NotControlled(player, object) => {
            names.write_player(text, player);
            said(text, " has lost control of ");
            names.write_object(text, object);
            Some(object)
        }
        Over::Gets(player, DesignationName::Monarch) => {
            names.write_player(text, player);
            said(text, " has become the monarch");
            None
        }
        Over::Gets(..) | Over::Otherwise => {
            said(text, "what ");
            names.write_object(text, source);
            said(text, " waited for has happened");
            return;
        }
    };
    if about != Some(source) {
        said(text, ", as ");
        names.write_object(text, source);
        said(text, " waited for");
    }
}

/// What is paid for where attackers or blockers are declared.
pub(super) fn cost_of_declaring(rules: &Rules) -> Option<&'static str> {
    match () {
        () if rules.contains(cr!("508.1j")) => Some("as a cost to attack"),
        () if rules.contains(cr!("509.1f")) => Some("as a cost to block"),
        () => None,
    }
}

/// Whose cost it is: `as a cost of Fling#5`, `as a cost of Sky Skiff#1's ability` (602.2b), `as a cost to attack with Bear#2`.
pub(super) fn of_cost(names: &Names<'_>, source: ObjectId, rules: &Rules, text: &mut Text) {
    // What it takes to attack or to block is paid for the creature, by an effect of something else (508.1j, 509.1f).
    if let Some(to) = cost_of_declaring(rules) {
        said(text, to);
        said(text, " with ");
        names.write_object(text, source);
        return;
    }
    said(text, "as a cost of ");
    if rules.contains(cr!("602.2b")) && names.game().object(source).stack_ability().is_none() {
        names.write_announced(text, source);
    } else {
        names.write_object(text, source);
    }
}

/// Who or what is behind something: `by Lightning Bolt#4`, `as a cost of Fling#5`; nothing where the rules need no more.
pub(super) fn of_kind(names: &Names<'_>, cause: CauseKind, text: &mut Text) {
    match cause {
        CauseKind::Resolution(source, _) | CauseKind::Ability(source) => {
            said(text, "by ");
            names.write_object(text, source);
        }
        CauseKind::Cost(source, _) => {
            said(text, "as a cost of ");
            names.write_object(text, source);
        }
        CauseKind::Replacement(source) => {
            said(text, "instead, by ");
            names.write_object(text, source);
        }
        CauseKind::Ended(source, _) => {
            said(text, "as the effect of ");
            names.write_object(text, source);
            said(text, " is over");
        }
        CauseKind::PlayerLeft(player) => {
            said(text, "as ");
            names.write_player(text, player);
            said(text, " has left the game");
        }
        CauseKind::StateBased => said(text, "by a state-based action"),
        CauseKind::Combat => said(text, "in combat"),
        CauseKind::Fiat => said(text, "given by the scenario"),
        CauseKind::Announcement(_)
        | CauseKind::SpecialAction(_)
        | CauseKind::TurnBased
        | CauseKind::Rules => {}
    }
}

/// That an object goes elsewhere by itself: by what it says, unless by a keyword, a counter or what it is.
fn instead(rules: &Rules) -> &'static str {
    let otherwise = [cr!("903.9b"), cr!("712.13a"), cr!("122.1c"), cr!("122.1h"), cr!("701.19a")];
    let says_itself = keyword_of(rules).is_none() && !otherwise.iter().any(|rule| rules.contains(*rule));
    if says_itself { "instead, by its own effect" } else { "instead" }
}

/// Whether another world permanent has entered at the same time as this one.
fn is_tied(names: &Names<'_>, world: ObjectId) -> bool {
    let game = names.game();
    let is_world = |object: &ObjectId| game.object(*object).base.has_supertype(Supertype::World);
    let together =
        |object: ObjectId| std::iter::successors(Some(object), |its| game.object(*its).together_with).skip(1);
    together(world).any(|earlier| is_world(&earlier))
        || game.objects().iter().any(|its| is_world(&its.id) && together(its.id).any(|with| with == world))
}

/// What a state-based action found, with the numbers behind it where they are still known.
fn state_based(names: &Names<'_>, it: &Move, rules: &Rules, text: &mut Text) {
    let object = names.game().object(it.object);
    let toughness = it.known.as_ref().and_then(|known| known.characteristics.toughness);
    let damage = object.damage;
    let loyalty = object.counters_of(CounterKind::LOYALTY);
    let rule = |number| rules.contains(number);
    if rule(cr!("704.5f")) {
        match toughness {
            Some(toughness) => text.push_fmt(format_args!("toughness {toughness}"), Style::Plain),
            None => said(text, "toughness 0 or less"),
        }
    } else if rule(cr!("704.5g")) {
        match toughness {
            Some(toughness) => {
                text.push_fmt(format_args!("lethal: {damage} damage, toughness {toughness}"), Style::Plain)
            }
            None => text.push_fmt(format_args!("lethal: {damage} damage"), Style::Plain),
        }
    } else if rule(cr!("704.5h")) {
        said(text, "damage from a source with deathtouch");
    } else if rule(cr!("704.5i")) {
        text.push_fmt(format_args!("loyalty {loyalty}"), Style::Plain);
    } else if rule(cr!("704.5j")) {
        said(text, "the legend rule");
    } else if rule(cr!("704.5k")) {
        let tied = is_tied(names, it.object);
        said(
            text,
            if tied { "the world rule: a tie for the newest" } else { "the world rule: another is newer" },
        );
    } else if rule(cr!("704.5s")) {
        said(text, "sacrificed: a Saga after its last chapter");
    } else if rule(cr!("704.5z")) {
        said(text, "another Role of the same player is newer");
    } else if rule(cr!("704.5v")) || rule(cr!("704.5w")) {
        said(text, "defense 0");
    } else if rule(cr!("704.5m")) {
        match object.attached_to {
            Some(Thing::Object(host)) if left_before(names, host, it.new) => {
                said(text, "an Aura: ");
                names.write_object(text, host);
                // It may have been a card in a graveyard.
                said(
                    text,
                    match names.game().object(host).zone {
                        Zone::Battlefield => " has left the battlefield",
                        _ => " is not there any more",
                    },
                );
            }
            Some(Thing::Object(host)) if names.game().has_left(host) => {
                said(text, "an Aura: ");
                names.write_object(text, host);
                said(text, " has left the game");
            }
            Some(host) if rule(cr!("702.16c")) => {
                said(text, "an Aura: ");
                names.write_thing(text, host);
                said(text, " has protection from it");
            }
            Some(host) => {
                said(text, "an Aura that can't be attached to ");
                names.write_thing(text, host);
            }
            None => said(text, "an Aura attached to nothing"),
        }
    } else {
        // It was destroyed in the place of something else.
        said(
            text,
            if it.action == MoveAction::Destroy {
                "destroyed by a state-based action"
            } else {
                "state-based action"
            },
        );
    }
    // What the legend rule takes may be lost by another rule at the same time.
    if rule(cr!("704.5j")) && rules.as_slice().first() != Some(&cr!("704.5j")) {
        said(text, ", and the legend rule");
    }
}

/// What was done to an object by a move.
const fn done(action: MoveAction) -> &'static str {
    match action {
        MoveAction::Put => "put there",
        MoveAction::Exile => "exiled",
        MoveAction::Destroy => "destroyed",
        MoveAction::Sacrifice => "sacrificed",
        MoveAction::Discard => "discarded",
        MoveAction::Draw => "drawn",
        MoveAction::Mill => "milled",
        MoveAction::Counter => "countered",
        MoveAction::Cast => "cast",
        MoveAction::Play => "played",
        MoveAction::Resolve | MoveAction::Fail => "resolved",
        MoveAction::StateBased => "state-based action",
    }
}

/// The object or nobody behind a cause, and the sort of cause as one word.
pub(super) const fn word(cause: CauseKind) -> (&'static str, Option<ObjectId>) {
    let word = match cause {
        CauseKind::Resolution(..) => "resolution",
        CauseKind::Ability(_) => "ability",
        CauseKind::Cost(..) => "cost",
        CauseKind::Announcement(_) => "announcement",
        CauseKind::SpecialAction(_) => "special-action",
        CauseKind::TurnBased => "turn-based",
        CauseKind::StateBased => "state-based",
        CauseKind::Combat => "combat",
        CauseKind::Replacement(_) => "replacement",
        CauseKind::Ended(..) => "ended",
        CauseKind::PlayerLeft(_) => "player-left",
        CauseKind::Fiat => "fiat",
        CauseKind::Rules => "rules",
    };
    (word, cause.source())
}
