//! CR 702.154: Enlist

use crate::engine::additional::keyword_actions::tap;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::spells::events::{Happening, after};
use crate::game::{Cause, CauseKind, ChoiceKind, Item, ObjectId, Origin, PlayerId, Thing};
use crate::ir::{CardType, KeywordName, NamedDeed};
use crate::rules::{Rules, cr};

/// That a creature is tapped for the enlist ability of another that attacks: an optional cost to attack (702.154b).
pub(in crate::engine) struct Enlisted {
    player: PlayerId,
    attacker: ObjectId,
    /// Which of its abilities it is (702.154d).
    origin: Origin,
    creature: ObjectId,
}

/// The creatures that a player enlists as their creatures attack, as they are chosen (508.1g).
///
/// # Errors
/// If nobody says which.
pub(in crate::engine) fn as_they_attack(
    play: &mut Play<'_>,
    player: PlayerId,
    declared: &[(ObjectId, Thing)],
) -> Outcome<Vec<Enlisted>> {
    let view = play.view()?;
    let mut enlisted: Vec<Enlisted> = Vec::new();
    for (attacker, _) in declared {
        if view.controller(&play.game, *attacker) != player {
            continue;
        }
        let its = view.characteristics(&play.game, *attacker);
        let is_enlist = |name: Option<KeywordName>| name == Some(KeywordName::Enlist);
        let abilities = its.abilities.iter().filter(|instance| instance.ability.as_keyword().is_some());
        let origins: Vec<Origin> = abilities
            .filter(|instance| is_enlist(instance.keyword))
            .map(|instance| instance.origin)
            .collect();
        for origin in origins {
            let may_be = |creature: &ObjectId| {
                let object = play.game.object(*creature);
                let rested = !object.sick || view.has(&play.game, *creature, KeywordName::Haste);
                view.controller(&play.game, *creature) == player
                    && view.characteristics(&play.game, *creature).is(CardType::Creature)
                    && !object.tapped
                    && rested
                    && !declared.iter().any(|(attacker, _)| attacker == creature)
                    && !enlisted.iter().any(|other| other.creature == *creature)
            };
            let items: Vec<Item> =
                play.game.battlefield().iter().filter(|its| may_be(its)).copied().map(Item::Object).collect();
            if items.is_empty() {
                continue;
            }
            let rules = Rules::of(&[cr!("508.1g"), cr!("702.154a")]);
            let picked = play.pick(player, ChoiceKind::Tap, Some(*attacker), items, 0, 1, false, rules)?;
            let creature = picked.iter().find_map(Item::object);
            enlisted.extend(creature.map(|creature| Enlisted {
                player,
                attacker: *attacker,
                origin,
                creature,
            }));
        }
    }
    Ok(enlisted)
}

/// Taps what has been chosen (508.1j); the ability linked to that triggers (702.154a, 607.2h).
///
/// # Errors
/// If one can't be tapped any more.
pub(in crate::engine) fn pay(play: &mut Play<'_>, enlisted: &[Enlisted]) -> Outcome {
    for Enlisted { player, attacker, origin, creature } in enlisted {
        let view = play.view()?;
        let object = play.game.object(*creature);
        if !object.on_battlefield() || object.tapped || view.controller(&play.game, *creature) != *player {
            let why = "the creature that it enlists can't be tapped any more";
            return Err(Halt::illegal(*player, cr!("508.1j"), why, Some(*creature)));
        }
        let kind = CauseKind::Cost(*attacker, *player);
        tap::tap(play, Cause::new(kind, cr!("702.154a")).and(cr!("508.1j")), &[*creature], true)?;
        let before = play.view()?;
        let told = |what: NamedDeed| Happening::Named {
            object: *attacker,
            what,
            others: vec![*creature],
            by: Some(*origin),
        };
        after(play, &before, &[told(super::deeds::ENLIST), told(NamedDeed::EnlistsForThis)])?;
    }
    Ok(())
}
