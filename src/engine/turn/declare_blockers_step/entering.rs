//! CR 509: Declare Blockers Step. What enters the battlefield blocking (509.4), and what becomes blocked or blocks by an effect
//! (509.1h, 509.3).

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::fighters::Fighter;
use crate::engine::reading::selections::select;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::events::{Happening, after};
use crate::game::{Block, Cause, CauseKind, Change, ChoiceKind, Item, ObjectId, PlayerId, Thing};
use crate::ir::{CardType, Selection};
use crate::rules::{Rules, cr};
use crate::trace::{Forbidden, Level, Note};

use super::{attacks_side_of, why_not};

/// What a permanent blocks that an effect puts onto the battlefield blocking: what the effect says, or which of several its
/// controller chooses (509.4). Nothing if it is no creature or a battle (506.3a, 506.3f), or if nothing that the effect means attacks its controller, or what
/// that player has or protects (509.4a).
///
/// # Errors
/// If nobody makes the choice, or blockers have not been declared yet.
pub(in crate::engine) fn blocks(
    play: &mut Play<'_>,
    frame: &Frame,
    controller: PlayerId,
    which: &Selection,
    fighter: Fighter,
) -> Outcome<Option<ObjectId>> {
    let source = frame.asking();
    let never = |play: &mut Play<'_>, rules| {
        play.note(Level::Default, CauseKind::Rules, rules, Note::NeverBlocks(source));
        Ok(None)
    };
    if let Some(rule) = fighter.why_not() {
        return never(play, Rules::of(&[rule]));
    }
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let meant = select(sight, frame, which)?;
    let found: Vec<ObjectId> = meant
        .into_iter()
        .filter_map(Thing::object)
        .filter(|attacker| {
            let attack = play.game.combat().attack_of(*attacker);
            attack.is_some_and(|attack| attacks_side_of(sight, controller, attack))
        })
        .collect();
    if found.is_empty() {
        return never(play, Rules::of(&[cr!("509.4a"), cr!("506.3e")]));
    }
    declared(play, source)?;
    if let [only] = found.as_slice() {
        return Ok(Some(*only));
    }
    let items: Vec<Item> = found.into_iter().map(Item::Object).collect();
    let rules = Rules::of(&[cr!("509.4")]);
    let picked = play.pick(controller, ChoiceKind::Choose, Some(source), items, 1, 1, false, rules)?;
    Ok(picked.iter().find_map(Item::object))
}

/// What creatures that have entered blocking make of what they block: it becomes blocked, and has one more blocker. They never "blocked" (509.4).
///
/// # Errors
/// If what waits for it can't be played.
pub(in crate::engine) fn entered(play: &mut Play<'_>, entered: &[ObjectId]) -> Outcome {
    let mut happenings = Vec::new();
    for blocker in entered {
        unbound(play, *blocker)?;
        let attackers: Vec<ObjectId> = play.game.combat().blocked_by(*blocker).collect();
        for attacker in attackers {
            happenings.push(Happening::Blocks { blocker: *blocker, attacker, first: false, entered: true });
            happenings.extend(one_more(play, *blocker, attacker));
            happenings.extend(its_band(play, *blocker, attacker, true));
        }
    }
    let before = play.view()?;
    after(play, &before, &happenings)
}

/// Tells if a creature blocks what it could not have been declared as blocking: what was not declared is not affected by requirements
/// and restrictions (509.4b).
fn unbound(play: &mut Play<'_>, blocker: ObjectId) -> Outcome {
    let player = play.view()?.controller(&play.game, blocker);
    let attackers: Vec<ObjectId> = play.game.combat().blocked_by(blocker).collect();
    for attacker in attackers {
        if why_not(play, player, blocker, attacker)?.is_some() {
            let rules = Rules::of(&[cr!("509.4b")]);
            play.note(Level::Default, CauseKind::Rules, rules, Note::Unbound(blocker));
            return Ok(());
        }
    }
    Ok(())
}

/// Attacking creatures become blocked though nothing blocks them (509.1h).
///
/// # Errors
/// If blockers have not been declared yet, or what waits for it can't be played.
pub(in crate::engine) fn become_blocked(
    play: &mut Play<'_>,
    cause: Cause,
    source: ObjectId,
    attackers: &[ObjectId],
) -> Outcome {
    let mut happenings = Vec::new();
    let mut all: Vec<(ObjectId, Cause)> = attackers.iter().map(|attacker| (*attacker, cause)).collect();
    // The whole band becomes blocked with one of it (702.22i).
    for attacker in attackers {
        let band = play.game.combat().banded_with(*attacker);
        all.extend(band.map(|other| (other, cause.by(cr!("702.22i")))));
    }
    for (attacker, cause) in all {
        if play.game.combat().attack_of(attacker).is_some_and(|attack| !attack.blocked) {
            declared(play, source)?;
            play.change(cause, Level::Default, Change::Blocked(attacker));
            happenings.push(Happening::BecomesBlocked { attacker, blockers: Vec::new() });
        }
    }
    let before = play.view()?;
    after(play, &before, &happenings)
}

/// A creature blocks another by an effect: restrictions and requirements are no matter, and it "blocks" if it was not a blocking creature
/// before (509.3a–b). Only a creature that is no battle can block (506.3, 506.3g), and only what attacks its side.
///
/// # Errors
/// If blockers have not been declared yet, or what waits for it can't be played.
pub(in crate::engine) fn block(
    play: &mut Play<'_>,
    cause: Cause,
    source: ObjectId,
    blocker: ObjectId,
    attacker: ObjectId,
) -> Outcome {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let its = view.characteristics(&play.game, blocker);
    let controller = view.controller(&play.game, blocker);
    let attack = play.game.combat().attack_of(attacker);
    let attacked = attack.is_some_and(|attack| attacks_side_of(sight, controller, attack));
    // A battle never becomes a blocking creature.
    if its.is(CardType::Battle) && its.is(CardType::Creature) {
        play.note(Level::Default, cause.kind, Rules::of(&[cr!("506.3g")]), Note::NeverBlocks(source));
        return Ok(());
    }
    let other_side = attack.is_some() && !attacked;
    let can = play.game.object(blocker).on_battlefield() && its.is(CardType::Creature) && attacked;
    if other_side && play.game.players().count() > 2 {
        let note = Note::Cant(Forbidden::Block(attacker), Thing::Object(blocker), None);
        play.note(Level::Default, cause.kind, Rules::of(&[cr!("802.4a")]), note);
    }
    if !can || play.game.combat().blocked_by(blocker).any(|blocked| blocked == attacker) {
        return Ok(());
    }
    declared(play, source)?;
    let first = !play.game.combat().is_blocking(blocker);
    play.change(cause, Level::Default, Change::Block(Block { blocker, attacker }));
    let mut happenings = vec![Happening::Blocks { blocker, attacker, first, entered: false }];
    happenings.extend(one_more(play, blocker, attacker));
    happenings.extend(its_band(play, blocker, attacker, false));
    let before = play.view()?;
    after(play, &before, &happenings)
}

/// An attacker has one more blocker: if it was unblocked it becomes blocked (509.3c).
fn one_more(play: &mut Play<'_>, blocker: ObjectId, attacker: ObjectId) -> Vec<Happening> {
    let now = play.game.combat().blockers_of(attacker).count();
    let mut happenings = vec![Happening::BlockedBySoMany { attacker, before: now.saturating_sub(1), now }];
    if play.game.combat().attack_of(attacker).is_some_and(|attack| !attack.blocked) {
        let cause = Cause::new(CauseKind::Rules, cr!("509.1h"));
        play.change(cause, Level::Default, Change::Blocked(attacker));
        happenings.push(Happening::BecomesBlocked { attacker, blockers: vec![blocker] });
    }
    happenings
}

/// What has come to block one creature of a band blocks the others in it as well (702.22h).
fn its_band(play: &mut Play<'_>, blocker: ObjectId, attacker: ObjectId, entered: bool) -> Vec<Happening> {
    let mut happenings = Vec::new();
    for other in block_its_band(play, CauseKind::Rules, blocker, attacker) {
        happenings.push(Happening::Blocks { blocker, attacker: other, first: false, entered });
        happenings.extend(one_more(play, blocker, other));
    }
    happenings
}

/// A creature that blocks one of a band blocks the others in it as well (702.22h). Says which it did not block before.
pub(super) fn block_its_band(
    play: &mut Play<'_>,
    kind: CauseKind,
    blocker: ObjectId,
    attacker: ObjectId,
) -> Vec<ObjectId> {
    let band: Vec<ObjectId> = play.game.combat().banded_with(attacker).collect();
    let mut others = Vec::new();
    for other in band {
        if !play.game.combat().blocked_by(blocker).any(|blocked| blocked == other) {
            let block = Change::Block(Block { blocker, attacker: other });
            play.change(Cause::new(kind, cr!("702.22h")), Level::Default, block);
            others.push(other);
        }
    }
    others
}

/// What an attacking creature is before blockers have been declared is neither blocked nor unblocked; what an effect makes of it then headjudge does not play.
fn declared(play: &Play<'_>, source: ObjectId) -> Outcome {
    if play.game.combat().blockers_declared {
        return Ok(());
    }
    Err(Halt::undecided(source, "it would have something blocked before blockers are declared"))
}
