//! CR 508: Declare Attackers Step

use crate::engine::additional::keyword_actions::tap;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::reading::filters::matches;
use crate::engine::spells::continuous_effects::{self, frame_of};
use crate::engine::spells::events::{Happening, after};
use crate::engine::view::View;
use crate::game::{Attack, Cause, CauseKind, Change, ObjectId, PlayerId, Thing};
use crate::ir::change::Action;
use crate::ir::{CardType, KeywordName, RuleChange};
use crate::rules::{RuleId, cr};
use crate::trace::Level;

/// The active player declares attackers, step by step (508.1a–m).
///
/// # Errors
/// [`Halt::Illegal`] if the declaration is illegal.
pub(in crate::engine) fn declare(play: &mut Play<'_>) -> Outcome {
    let active = play.game.turn().active;
    let declared = play.attackers(active)?;
    check(play, active, &declared)?;
    if declared.is_empty() {
        return Ok(());
    }
    let view = play.view()?;
    // 508.1f: the creatures become tapped, without it being a cost.
    let tapping: Vec<ObjectId> = declared
        .iter()
        .map(|(creature, _)| *creature)
        .filter(|creature| !view.has(&play.game, *creature, KeywordName::Vigilance))
        .collect();
    tap::tap(play, Cause::new(CauseKind::TurnBased, cr!("508.1f")), &tapping, true)?;
    // 508.1k: each becomes an attacking creature.
    let cause = Cause::new(CauseKind::TurnBased, cr!("508.1k"));
    // Whom each attacks is announced only where there is more than one to attack (508.1b).
    let cause = if several_to_attack(play, &view, active) { cause.led_by(cr!("508.1b")) } else { cause };
    for (creature, defender) in &declared {
        let attack = Attack { attacker: *creature, defender: *defender, blocked: false };
        play.change(cause, Level::Default, Change::Attack(attack));
    }
    // 508.1m: what triggers on attackers being declared triggers.
    let alone = declared.len() == 1;
    let mut happenings: Vec<Happening> = declared
        .iter()
        .map(|(attacker, defender)| Happening::Attacks { attacker: *attacker, defender: *defender, alone })
        .collect();
    happenings.push(Happening::PlayerAttacks { player: active });
    let before = play.view()?;
    after(play, &before, &happenings)
}

/// Whether there are several players and planeswalkers that creatures of the active player could attack (508.1b).
fn several_to_attack(play: &Play<'_>, view: &View, active: PlayerId) -> bool {
    let permanents = play.game.battlefield().iter().filter(|object| {
        view.characteristics(&play.game, **object).is(CardType::Planeswalker)
            && view.controller(&play.game, **object) != active
    });
    play.game.opponents(active).count() + permanents.count() > 1
}

/// Whether the declaration is legal: who may attack at all (508.1a), restrictions (508.1c), requirements (508.1d).
///
/// # Errors
/// [`Halt::Illegal`] with the rule that it breaks.
pub fn check(play: &mut Play<'_>, active: PlayerId, declared: &[(ObjectId, Thing)]) -> Outcome {
    let illegal = |rule: RuleId, why, object| Err(Halt::illegal(active, rule, why, Some(object)));
    let view = play.view()?;
    for (index, (creature, defender)) in declared.iter().enumerate() {
        if declared.iter().take(index).any(|(earlier, _)| earlier == creature) {
            return illegal(cr!("508.1b"), "a creature attacks only once", *creature);
        }
        if let Some((rule, why)) = why_not(play, active, *creature)? {
            // The turn-based action and the rule about creatures forbid the same (508.1a, 302.6).
            let sick = why == SICK;
            let halt = Halt::illegal(active, rule, why, Some(*creature));
            return Err(if sick { halt.and_rule(cr!("302.6")) } else { halt });
        }
        let allowed = match defender {
            Thing::Player(player) => *player != active && !play.game.player(*player).gone,
            Thing::Object(object) => {
                let characteristics = view.characteristics(&play.game, *object);
                play.game.object(*object).on_battlefield()
                    && characteristics.is(CardType::Planeswalker)
                    && view.controller(&play.game, *object) != active
            }
        };
        if !allowed {
            return illegal(cr!("508.1b"), "that can't be attacked", *creature);
        }
        let sight = Sight { game: &play.game, view: &view };
        let alone = declared.len() == 1;
        if alone
            && continuous_effects::prohibited(sight, Action::AttackAlone, Some(*creature), None, None)?
                .is_some()
        {
            return illegal(cr!("508.1c"), "an effect says that it can't attack alone", *creature);
        }
    }
    requirements(play, active, declared)
}

/// Why a creature that has only just come can't attack.
const SICK: &str = "it has not been under its controller's control since the turn began";

/// Why a creature can't attack: the rule and the reason; nothing if it can.
fn why_not(
    play: &mut Play<'_>,
    active: PlayerId,
    creature: ObjectId,
) -> Outcome<Option<(RuleId, &'static str)>> {
    let view = play.view()?;
    let object = play.game.object(creature);
    let characteristics = view.characteristics(&play.game, creature);
    let reason = if !object.on_battlefield() || view.controller(&play.game, creature) != active {
        Some((cr!("508.1a"), "the active player does not control it"))
    } else if !characteristics.is(CardType::Creature) {
        Some((cr!("508.1a"), "it is not a creature"))
    } else if characteristics.is(CardType::Battle) {
        Some((cr!("508.1a"), "battles can't attack"))
    } else if object.tapped {
        Some((cr!("508.1a"), "it is tapped"))
    } else if object.sick && !characteristics.has(KeywordName::Haste) {
        Some((cr!("508.1a"), SICK))
    } else {
        None
    };
    if reason.is_some() {
        return Ok(reason);
    }
    let sight = Sight { game: &play.game, view: &view };
    let defender_ignored =
        continuous_effects::permitted(sight, Action::AttackAsThoughNoDefender, Some(creature), active)?;
    if characteristics.has(KeywordName::Defender) && !defender_ignored {
        return Ok(Some((cr!("702.3b"), "it has defender")));
    }
    if continuous_effects::prohibited(sight, Action::Attack, Some(creature), Some(active), None)?.is_some() {
        return Ok(Some((cr!("508.1c"), "an effect says that it can't attack")));
    }
    Ok(None)
}

/// Creatures that must attack if able do (508.1d). Every such creature can, if nothing forbids it by itself.
fn requirements(play: &mut Play<'_>, active: PlayerId, declared: &[(ObjectId, Thing)]) -> Outcome {
    let view = play.view()?;
    for rules in &view.rules {
        for rule in rules.rules.as_slice() {
            let RuleChange::Must(requirement) = rule else { continue };
            if requirement.action != Action::Attack {
                continue;
            }
            let frame = frame_of(rules);
            for creature in play.game.battlefield().to_vec() {
                let sight = Sight { game: &play.game, view: &view };
                let required = rules.objects.as_ref().is_none_or(|objects| objects.contains(&creature))
                    && matches(sight, &frame, &requirement.what, creature)?;
                let attacks = declared.iter().any(|(attacker, _)| *attacker == creature);
                if required && !attacks && why_not(play, active, creature)?.is_none() {
                    return Err(Halt::illegal(
                        active,
                        cr!("508.1d"),
                        "a creature that must attack if able does not",
                        Some(creature),
                    ));
                }
            }
        }
    }
    Ok(())
}
