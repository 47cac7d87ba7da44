//! CR 702.19: Trample, and its variant that goes over planeswalkers.

use smallvec::{SmallVec, smallvec};

use crate::engine::concepts::damage::Packet;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::view::View;
use crate::game::{Attack, ObjectId, PlayerId, Thing};
use crate::ir::{CardType, CounterKind, KeywordName};
use crate::rules::{RuleId, cr};
use crate::trace::Attempt;

/// The rule by which a creature's combat damage may go beyond what blocks it; none if it has no trample.
pub(in crate::engine) fn of(play: &Play<'_>, view: &View, creature: ObjectId) -> Option<RuleId> {
    if view.has(&play.game, creature, KeywordName::TrampleOverPlaneswalkers) {
        return Some(cr!("702.19c"));
    }
    view.has(&play.game, creature, KeywordName::Trample).then_some(cr!("702.19b"))
}

/// What combat damage may be assigned to beyond the blockers: what the creature attacks, if that is still there; with trample
/// over planeswalkers also the controller of the planeswalker, who stays if it has left (702.19c, 702.19e).
pub(in crate::engine) fn beyond(
    play: &Play<'_>,
    view: &View,
    attack: &Attack,
    defender_there: bool,
) -> SmallVec<[Thing; 2]> {
    let mut beyond: SmallVec<[Thing; 2]> = smallvec![];
    if defender_there {
        beyond.push(attack.defender);
    }
    let over = view.has(&play.game, attack.attacker, KeywordName::TrampleOverPlaneswalkers);
    let Some(attacked) = attack.defender.object().filter(|_| over) else { return beyond };
    let battle = play.game.object(attacked).protector().is_some();
    if battle || defender_there && !view.characteristics(&play.game, attacked).is(CardType::Planeswalker) {
        return beyond;
    }
    // The defending player stays who it was, whoever has the planeswalker now (508.5).
    let removed = play.game.combat().defended_by_removed(attacked);
    let whose = removed.unwrap_or_else(|| view.controller(&play.game, attacked));
    if !play.game.player(whose).gone {
        beyond.push(Thing::Player(whose));
    }
    beyond
}

/// Each blocker must be assigned lethal damage before anything goes beyond the blockers (702.19b), counting the damage marked
/// on it and all that is assigned to it now, any of which is lethal from a source with deathtouch (702.2c); and an attacked
/// planeswalker as much as its loyalty before anything goes to its controller (702.19c). Says whether deathtouch is what
/// made it enough.
///
/// # Errors
/// [`Halt::Illegal`] if less was assigned.
pub(in crate::engine) fn check(
    play: &Play<'_>,
    view: &View,
    player: PlayerId,
    attack: &Attack,
    packets: &[Packet],
) -> Outcome<bool> {
    let blocks =
        |object: ObjectId| play.game.combat().blockers_of(attack.attacker).any(|blocker| blocker == object);
    let goes_beyond = |packet: &&Packet| {
        packet.source == Some(attack.attacker) && packet.amount > 0 && !packet.to.object().is_some_and(blocks)
    };
    if !packets.iter().any(|packet| goes_beyond(&packet)) {
        return Ok(false);
    }
    let assigned_to = |to: Thing| packets.iter().filter(move |packet| packet.to == to && packet.amount > 0);
    let total = |to: Thing| assigned_to(to).fold(0u32, |total, packet| total.saturating_add(packet.amount));
    let mut by_deathtouch = false;
    let deadly = |packet: &Packet| {
        packet.source.is_some_and(|source| view.has(&play.game, source, KeywordName::Deathtouch))
    };
    for blocker in play.game.combat().blockers_of(attack.attacker) {
        let toughness =
            view.characteristics(&play.game, blocker).toughness.unwrap_or(0).max(0).unsigned_abs();
        let it = Thing::Object(blocker);
        if total(it).saturating_add(play.game.object(blocker).damage) >= toughness {
            continue;
        }
        if !assigned_to(it).any(deadly) {
            let why = "every blocker must be assigned lethal damage first";
            let halt = Halt::illegal(player, cr!("702.19b"), why, Some(attack.attacker))
                .trying(Attempt::AssignDamage(attack.attacker));
            return Err(halt.and_rule(cr!("510.1e")));
        }
        by_deathtouch = true;
    }
    let to_player = packets.iter().any(|packet| goes_beyond(&packet) && packet.to != attack.defender);
    if let Some(planeswalker) = attack.defender.object().filter(|_| to_player) {
        let its = play.game.object(planeswalker);
        let is_one = view.characteristics(&play.game, planeswalker).is(CardType::Planeswalker);
        let attacked = its.on_battlefield() && is_one;
        let loyalty = if attacked { its.counters_of(CounterKind::LOYALTY) } else { 0 };
        if total(attack.defender) < loyalty {
            let why = "the planeswalker must be assigned as much damage as its loyalty first";
            let halt = Halt::illegal(player, cr!("702.19c"), why, Some(attack.attacker))
                .trying(Attempt::AssignDamage(attack.attacker));
            return Err(halt.and_rule(cr!("510.1e")));
        }
    }
    Ok(by_deathtouch)
}
