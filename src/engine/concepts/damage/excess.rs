//! CR 120: Damage. Excess damage, and what an effect has dealt to something else of it instead (120.4a, 120.10).

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::entered;
use crate::engine::spells::events::Happening;
use crate::game::{Entered, ObjectId, Thing};
use crate::ir::{CardType, CounterKind, KeywordName};
use crate::rules::{Rules, cr};

use super::Packet;

/// Deals to something else what of some of this damage would be excess damage.
///
/// # Errors
/// If it would be dealt to several.
pub(in crate::engine) fn deal_elsewhere(
    play: &mut Play<'_>,
    packets: &mut Vec<Packet>,
    of: Vec<(usize, Vec<Thing>)>,
) -> Outcome {
    let mut found = Vec::new();
    for (place, to) in of {
        let Some(packet) = packets.get(place).copied() else { continue };
        let Thing::Object(permanent) = packet.to else { continue };
        let excess = of_packet(play, packets, &packet, permanent)?;
        let to = match to.as_slice() {
            [] => continue,
            [to] => *to,
            _ => return Err(Halt::undecided(packet.source, "it deals excess damage to several")),
        };
        if excess > 0 {
            found.push((place, to, excess));
        }
    }
    for (place, to, excess) in found {
        let Some(packet) = packets.get_mut(place) else { continue };
        packet.rules = packet.rules.and(cr!("120.4a"));
        packet.amount = packet.amount.saturating_sub(excess);
        let beyond = Packet { to, amount: excess, ..*packet };
        packets.push(beyond);
    }
    Ok(())
}

/// The permanents to which damage that is about to be dealt at once is more than lethal damage, the loyalty or the defense (120.10), as
/// they are before it.
///
/// # Errors
/// If what the layers make of one can't be told.
pub(super) fn dealt(play: &mut Play<'_>, happenings: &[Happening]) -> Outcome<Vec<Entered>> {
    let of = |happening: &Happening| match *happening {
        Happening::Damage { source, to: Thing::Object(permanent), amount, .. } => {
            Some((source, permanent, amount))
        }
        _ => None,
    };
    let mut found: Vec<Entered> = Vec::new();
    for (source, permanent, _) in happenings.iter().filter_map(of) {
        if found.iter().any(|it| it.object == permanent) {
            continue;
        }
        let on_it = || happenings.iter().filter_map(of).filter(|(_, its, _)| *its == permanent);
        let amount = on_it().fold(0u32, |sum, (_, _, more)| sum.saturating_add(more));
        let view = play.view()?;
        let is_deadly = |source: &ObjectId| view.has(&play.game, *source, KeywordName::Deathtouch);
        // Any amount from a source with deathtouch is lethal damage (702.2c).
        let deadly = on_it().filter_map(|(source, ..)| source).find(is_deadly);
        let to = Thing::Object(permanent);
        let together =
            Packet { source: deadly.or(source), to, amount, rules: Rules::NONE, preventable: true };
        if of_packet(play, &[], &together, permanent)? > 0 {
            found.push(entered::as_it_is(&play.game, &view, permanent));
        }
    }
    Ok(found)
}

/// How much of the damage is more than lethal damage to a creature, the loyalty of a planeswalker or the defense of a battle, with the
/// damage of other sources at the same time: the greatest of these where the permanent is several of them.
fn of_packet(play: &mut Play<'_>, packets: &[Packet], packet: &Packet, permanent: ObjectId) -> Outcome<u32> {
    let view = play.view()?;
    let its = view.characteristics(&play.game, permanent);
    let object = play.game.object(permanent);
    let of_others = packets.iter().filter(|other| other.to == packet.to && other.source != packet.source);
    let of_others = of_others.fold(0u32, |sum, other| sum.saturating_add(other.amount));
    let deadly = packet.source.is_some_and(|source| view.has(&play.game, source, KeywordName::Deathtouch));
    let mut enough = Vec::new();
    if its.is(CardType::Creature) {
        let toughness = its.toughness.unwrap_or(0).max(0).unsigned_abs();
        let lethal = toughness.saturating_sub(object.damage).saturating_sub(of_others);
        enough.push(if deadly { lethal.min(1) } else { lethal });
    }
    for (card_type, kind) in
        [(CardType::Planeswalker, CounterKind::LOYALTY), (CardType::Battle, CounterKind::DEFENSE)]
    {
        if its.is(card_type) {
            enough.push(object.counters_of(kind).saturating_sub(of_others));
        }
    }
    Ok(enough.into_iter().min().map_or(0, |enough| packet.amount.saturating_sub(enough)))
}
