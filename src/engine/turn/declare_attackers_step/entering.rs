//! CR 508: Declare Attackers Step. What a creature that enters the battlefield attacking attacks (508.4).

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight};
use crate::game::{Cause, CauseKind, Change, ChoiceKind, Item, ObjectId, PlayerId, Thing};
use crate::ir::change::Action;
use crate::ir::{CardType, Players, Verb};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note};

use super::{Restrictions, defenders};
use crate::engine::reading::fighters::Fighter;
use crate::engine::turn::combat_phase;

/// A player reselects what an attacking creature attacks: an opponent of its controller, or what one has or protects (508.7c). It goes on
/// attacking and has not attacked a second time (508.7a).
///
/// # Errors
/// If nobody makes the choice.
pub(in crate::engine) fn reselect(
    play: &mut Play<'_>,
    cause: Cause,
    source: ObjectId,
    player: PlayerId,
    attacker: ObjectId,
) -> Outcome {
    if play.game.combat().attack_of(attacker).is_none() {
        return Ok(());
    }
    let view = play.view()?;
    let all = defenders(play, &view, view.controller(&play.game, attacker));
    let items: Vec<Item> = all.into_iter().map(Item::of).collect();
    let rules = Rules::of(&[cr!("508.7c")]);
    let picked = play.pick(player, ChoiceKind::Choose, Some(source), items, 1, 1, false, rules)?;
    if let Some(defender) = picked.first().copied().and_then(Item::thing) {
        play.change(cause, Level::Default, Change::Reselect(attacker, defender));
        unbound(play, &[attacker], cr!("508.7b"))?;
    }
    Ok(())
}

/// Tells which creatures attack what they could not have been declared as attacking: what was not declared is not affected by
/// requirements, restrictions and costs (508.4c, 508.7b).
///
/// # Errors
/// If an effect asks for what can't be told.
pub(in crate::engine) fn unbound(play: &mut Play<'_>, creatures: &[ObjectId], rule: RuleId) -> Outcome {
    for creature in creatures {
        let Some(attack) = play.game.combat().attack_of(*creature).copied() else { continue };
        let view = play.view()?;
        let restrictions = Restrictions::of(play, view.controller(&play.game, *creature))?;
        let defender = attack.defender;
        let bound = combat_phase::is_kept_out(&play.game, &view, *creature, Action::Do(Verb::Attack))?
            || restrictions.forbids(*creature, defender)
            || restrictions.taxes(*creature, defender)
            || restrictions.broken(&all(play)).is_some_and(|broken| broken.creature == *creature);
        if bound {
            play.note(Level::Default, CauseKind::Rules, Rules::of(&[rule]), Note::Unbound(*creature));
        }
    }
    Ok(())
}

/// All that attacks, and what.
fn all(play: &Play<'_>) -> Vec<(ObjectId, Thing)> {
    play.game.combat().attacks.iter().map(|attack| (attack.attacker, attack.defender)).collect()
}

/// Whether a player is attacking, so that what enters under their control may be (506.3b).
fn may_attack(play: &Play<'_>, controller: PlayerId) -> bool {
    play.game.is_active(controller) && play.game.turn().step.is_combat()
}

/// Tells that what a source puts onto the battlefield attacks nothing, and why.
fn never(play: &mut Play<'_>, source: ObjectId, rules: Rules) -> Option<Thing> {
    play.note(Level::Default, CauseKind::Rules, rules, Note::NeverAttacks(source));
    None
}

/// What a permanent attacks that an effect puts onto the battlefield attacking the same as another creature does or did (702.49c): nothing
/// if it can't fight, if its controller is not attacking, or if that can't be attacked any more.
///
/// # Errors
/// If the layers can't be worked out.
pub(in crate::engine) fn attacks_like(
    play: &mut Play<'_>,
    frame: &Frame,
    controller: PlayerId,
    other: Option<ObjectId>,
    fighter: Fighter,
) -> Outcome<Option<Thing>> {
    let source = frame.asking();
    let view = play.view()?;
    let attack =
        other.and_then(|other| play.game.combat().last_attack_of(other)).map(|attack| attack.defender);
    let there = attack.filter(|defender| defenders(play, &view, controller).contains(defender));
    let rule = match (fighter.why_not(), there) {
        (Some(rule), _) => rule,
        _ if !may_attack(play, controller) => cr!("506.3b"),
        (None, Some(defender)) => return Ok(Some(defender)),
        (None, None) => cr!("508.4a"),
    };
    Ok(never(play, source, Rules::of(&[rule])))
}

/// What a permanent attacks that an effect puts onto the battlefield attacking: what the effect says, or what its controller
/// chooses. Nothing if it is no creature or a battle (506.3a, 506.3f), if its controller is not the attacking player (506.3b), or if whom it would attack is
/// not in the game (508.4a).
///
/// # Errors
/// If nobody makes the choice.
pub(in crate::engine) fn attacks(
    play: &mut Play<'_>,
    frame: &Frame,
    controller: PlayerId,
    whom: Option<(&Players, bool)>,
    fighter: Fighter,
) -> Outcome<Option<Thing>> {
    let source = frame.asking();
    if let Some(rule) = fighter.why_not() {
        return Ok(never(play, source, Rules::of(&[rule])));
    }
    if !may_attack(play, controller) {
        return Ok(never(play, source, Rules::of(&[cr!("506.3b")])));
    }
    let view = play.view()?;
    let mut all = defenders(play, &view, controller);
    if let Some((whom, or_planeswalker)) = whom {
        let sight = Sight { game: &play.game, view: &view };
        let whom = players(sight, frame, whom)?;
        all.retain(|defender| match defender {
            Thing::Player(player) => whom.contains(player),
            Thing::Object(object) => {
                or_planeswalker
                    && view.characteristics(&play.game, *object).is(CardType::Planeswalker)
                    && whom.contains(&view.controller(&play.game, *object))
            }
        });
        if all.is_empty() {
            return Ok(never(play, source, Rules::of(&[cr!("508.4a"), cr!("506.3c")])));
        }
    }
    if let [only] = all.as_slice() {
        return Ok(Some(*only));
    }
    let items: Vec<Item> = all.into_iter().map(Item::of).collect();
    let rules = Rules::of(&[cr!("508.4")]);
    let picked = play.pick(controller, ChoiceKind::Choose, Some(source), items, 1, 1, false, rules)?;
    Ok(picked.first().copied().and_then(Item::thing))
}
