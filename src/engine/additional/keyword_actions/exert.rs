//! CR 701.43: Exert

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::continuous_effects;
use crate::engine::spells::events::{Happening, after};
use crate::game::{Cause, CauseKind, ContinuousEffect, Deed, Game, ObjectId, Origin, PlayerId};
use crate::ir::change::{Action, Allowed, Prohibition};
use crate::ir::instruction::Apply;
use crate::ir::{Condition, Duration, Filter, NamedDeed, Players, RuleChange, Selection, Verb};
use crate::rules::{Rules, cr};

/// The creatures that a player exerts as they attack: an optional cost to attack (701.43d, 508.1g).
///
/// # Errors
/// If nobody says whether they are exerted.
pub(in crate::engine) fn as_they_attack(
    play: &mut Play<'_>,
    player: PlayerId,
    attackers: &[ObjectId],
) -> Outcome<Vec<ObjectId>> {
    let mut exerted = Vec::new();
    for creature in attackers {
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        let may = continuous_effects::permitted(sight, Allowed::ExertAsItAttacks, Some(*creature), player)?;
        let rules = Rules::of(&[cr!("508.1g"), cr!("701.43d")]);
        if may && play.ask_to(player, Deed::Do(Verb::Exert, true), Some(*creature), rules)? {
            exerted.push(*creature);
        }
    }
    Ok(exerted)
}

/// It doesn't untap in the untap step of the player who exerted it.
fn stays_tapped() -> RuleChange {
    RuleChange::Cant(Prohibition {
        only_if: Some(Condition::TurnOf(Players::You)),
        ..Prohibition::of(Action::Do(Verb::Untap), Some(Filter::EVERYTHING))
    })
}

/// The effect by which a permanent is one that its player has exerted before the scenario (701.43a).
pub fn effect(game: &Game, permanent: ObjectId, player: PlayerId) -> ContinuousEffect {
    ContinuousEffect {
        rules: [stays_tapped()].into(),
        duration: Duration::NextUntapStep,
        ..ContinuousEffect::on_itself(game, permanent, player, [].into())
    }
}

/// A permanent is exerted: it doesn't untap during its player's next untap step (701.43a), whoever controls it by then.
///
/// # Errors
/// If what waits for it can't be played.
pub(in crate::engine) fn exert(play: &mut Play<'_>, player: PlayerId, permanent: ObjectId) -> Outcome {
    exert_for(play, player, permanent, &[NamedDeed::Does(Verb::Exert)])
}

/// An attacking creature is exerted as its own ability lets its player do, which "when you do" refers to alone (607.2h).
///
/// # Errors
/// If what waits for it can't be played.
pub(in crate::engine) fn exert_attacking(
    play: &mut Play<'_>,
    player: PlayerId,
    creature: ObjectId,
) -> Outcome {
    exert_for(play, player, creature, &[NamedDeed::Does(Verb::Exert), NamedDeed::ExertedAsItAttacks])
}

fn exert_for(play: &mut Play<'_>, player: PlayerId, permanent: ObjectId, told: &[NamedDeed]) -> Outcome {
    let frame = Frame::of_source(permanent, player, Origin::NONE);
    let apply = Apply {
        to: Some(Selection::This),
        changes: Vec::new(),
        rules: vec![stays_tapped()],
        duration: Duration::NextUntapStep,
    };
    let cause = Cause::new(CauseKind::SpecialAction(player), cr!("701.43a"));
    continuous_effects::begin(
        play,
        Cause { kind: CauseKind::Cost(permanent, player), ..cause },
        &frame,
        &apply,
    )?;
    let before = play.view()?;
    let happenings = told.iter().map(|what| Happening::Becomes { object: permanent, what: *what });
    after(play, &before, &happenings.collect::<Vec<_>>())
}
