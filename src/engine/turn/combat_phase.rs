//! CR 506: Combat Phase

use crate::engine::additional::keyword_abilities::ninjutsu;
use crate::engine::halt::Halt;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::play::combat::{note_still_blocked, remove};
use crate::engine::reading::fighters::Joins;
use crate::engine::reading::filters::matches;
use crate::engine::reading::points::is_at;
use crate::engine::reading::selections::select;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::continuous_effects;
use crate::engine::spells::replacement_effects::Coming;
use crate::engine::turn::declare_attackers_step::entering as attackers;
use crate::engine::turn::declare_blockers_step::entering as blockers;
use crate::engine::view::View;
use crate::game::combat::Combat;
use crate::game::{Cause, Change, Game, ObjectId, PlayerId, Step, Thing, Turn};
use crate::ir::change::Action;
use crate::ir::condition::CombatPoint;
use crate::ir::event::Step as EventStep;
use crate::ir::{Condition, Filter};
use crate::rules::{Rules, cr};
use crate::trace::Level;

impl Joins<'_> {
    /// Decides what something that enters attacks or blocks, by what it is then and under whose control: that player chooses, once
    /// replacement effects have had their say (506.3, 508.4, 509.4). Adds the rules of that.
    ///
    /// # Errors
    /// If nobody makes the choice.
    pub(in crate::engine) fn decide(
        &self,
        play: &mut Play<'_>,
        frame: &Frame,
        cause: Cause,
        it: &mut Coming<'_>,
    ) -> Outcome<Cause> {
        if !self.attacking && self.blocking.is_none() {
            return Ok(cause);
        }
        let mut cause = cause;
        let (fighter, controller) = (it.fighter(&play.game)?, it.controller_there(&play.game));
        if self.attacking {
            let attacking = match self.like {
                Some(other) => {
                    let view = play.view()?;
                    let other = select(Sight { game: &play.game, view: &view }, frame, other)?;
                    let keyword = play.keyword_followed(frame);
                    cause = keyword.and_then(ninjutsu::rule_of_attack).into_iter().fold(cause, Cause::and);
                    let other = other.into_iter().find_map(Thing::object);
                    attackers::attacks_like(play, frame, controller, other, fighter)?
                }
                None => attackers::attacks(
                    play,
                    frame,
                    controller,
                    self.whom.map(|whom| (whom, self.or_planeswalker)),
                    fighter,
                )?,
            };
            *it.fights().0 = attacking;
            cause = if attacking.is_some() { cause.and(cr!("508.4")) } else { cause };
        }
        if let Some(which) = self.blocking {
            let blocking = blockers::blocks(play, frame, controller, which, fighter)?;
            *it.fights().1 = blocking;
            cause = if blocking.is_some() { cause.and(cr!("509.4")) } else { cause };
        }
        Ok(cause)
    }
}

/// Tells which of the permanents that have left the battlefield were in combat before, and so are removed from it (506.4).
pub(in crate::engine) fn left(play: &mut Play<'_>, before: &Combat, gone: &[ObjectId]) {
    for object in gone {
        let fought = before.attack_of(*object).is_some() || before.is_blocking(*object);
        if fought || before.is_attacked(*object) {
            remove(play, *object);
        }
    }
    note_still_blocked(play, before);
}

/// The permanents of a kind that could fight beside a creature: a player's, or those of whoever fights with that player.
///
/// # Errors
/// If the kind asks for what can't be told.
pub(super) fn others_beside(
    sight: Sight<'_>,
    frame: &Frame,
    kind: &Filter,
    (player, creature): (PlayerId, ObjectId),
) -> Outcome<Vec<ObjectId>> {
    let mut others = Vec::new();
    for other in sight.game.battlefield() {
        let controller = sight.view.controller(sight.game, *other);
        let own = sight.game.fights_with(player, controller) && *other != creature;
        if own && matches(sight, frame, kind, *other)? {
            others.push(*other);
        }
    }
    Ok(others)
}

/// Removes permanents from combat, as an effect says (506.4); what of them is not in combat stays as it is.
pub(in crate::engine) fn remove_by_effect(play: &mut Play<'_>, cause: Cause, objects: &[ObjectId]) {
    let before = play.game.combat_as_it_is();
    for object in objects {
        let fights = before.attack_of(*object).is_some() || before.is_blocking(*object);
        if fights || before.is_attacked(*object) {
            play.change(cause, Level::Default, Change::RemoveFromCombat(*object));
        }
    }
    note_still_blocked(play, &before);
}

/// Removes blocking creatures from combat, as an effect says; what has become blocked by one of them alone becomes unblocked (509.1h).
pub(in crate::engine) fn remove_blockers(play: &mut Play<'_>, cause: Cause, blockers: &[ObjectId]) {
    for blocker in blockers {
        // Which it alone had blocked can't be seen once it is gone.
        let before = play.game.combat_as_it_is();
        let only = before.blocked_only_by(*blocker);
        if before.is_blocking(*blocker) {
            play.change(cause, Level::Default, Change::RemoveFromCombat(*blocker));
        }
        for attacker in &only {
            let cause = Cause { rules: Rules::of(&[cr!("509.1h")]), ..cause };
            play.change(cause, Level::Default, Change::Unblocked(*attacker));
        }
        note_still_blocked(play, &before);
    }
}

/// Whether an effect says now that a creature can't attack or can't block; in combat it stays all the same (506.4a).
///
/// # Errors
/// If an effect asks for what can't be told.
pub fn is_kept_out(game: &Game, view: &View, creature: ObjectId, action: Action) -> Outcome<bool> {
    let sight = Sight { game, view };
    let player = view.controller(game, creature);
    let by = continuous_effects::prohibited(sight, action, Some(creature), Some(player), None)?;
    Ok(by.is_some())
}

/// The rules that say what a condition means with respect to combat as it is met: that it is met by the point in question (506.7a–b), in
/// whichever combat phase of the turn (506.7c), or that the first of several upkeep steps is over (503.2); none if it says nothing of that.
pub(in crate::engine) fn rules_of_time(game: &Game, condition: &Condition) -> Rules {
    let points: Vec<&CombatPoint> = if let Condition::All(all) = condition {
        all.iter().filter_map(as_point).collect()
    } else {
        as_point(condition).into_iter().collect()
    };
    let turn = game.turn();
    let mut rules = Rules::NONE;
    // Of several upkeep steps the first is over.
    let past_upkeep = |its: &Condition| matches!(its, Condition::Past(EventStep::Upkeep));
    let asked =
        past_upkeep(condition) || matches!(condition, Condition::All(all) if all.iter().any(past_upkeep));
    if asked && turn.step == Step::Upkeep {
        rules = rules.and(cr!("503.2"));
    }
    for point in points.into_iter().filter(|_| turn.step.is_combat()) {
        let names = |at| point.before == Some(at) || point.after == Some(at);
        let named = point.before.is_some() || point.after.is_some();
        if point.during && named && turn.combats > 1 {
            rules = rules.and(cr!("506.7c"));
        }
        if names(EventStep::DeclareAttackers) {
            rules = rules.and(cr!("506.7a"));
        } else if names(EventStep::DeclareBlockers) {
            rules = rules.and(cr!("506.7b"));
        }
    }
    rules
}

const fn as_point(condition: &Condition) -> Option<&CombatPoint> {
    if let Condition::Combat(point) = condition { Some(point) } else { None }
}

/// The rules by which something can't be cast or activated now (506.7a–f); none if what is said of it is plain, or not of such a
/// point of the turn.
pub(in crate::engine) fn rules_of_point(game: &Game, condition: &Condition) -> Rules {
    // Which of several conditions is not met is what refuses it.
    if let Condition::All(all) = condition {
        let unmet = |its: &&Condition| as_point(its).is_some_and(|point| !is_at(game, point));
        let each = all.iter().filter(unmet).map(|its| rules_of_point(game, its));
        return each.fold(Rules::NONE, |rules, its| its.iter().fold(rules, Rules::and));
    }
    let Some(point) = as_point(condition) else { return Rules::NONE };
    // "During combat", and nothing else, needs no rule of its own.
    if point.before.is_none() && point.after.is_none() || point.during && !game.turn().step.is_combat() {
        return Rules::NONE;
    }
    let names = |at| point.before == Some(at) || point.after == Some(at);
    let turn = game.turn();
    let mut rules = Rules::NONE;
    // Of a combat phase without a declare blockers step no time is after it.
    let no_blocks_now = turn.step == Step::EndOfCombat && !game.combat().blockers_declared;
    if point.during && point.after == Some(EventStep::DeclareBlockers) && no_blocks_now {
        rules = rules.and(cr!("506.7f"));
    }
    // A step that is skipped, so that only the time before it would have been counts (508.8), or a whole phase. Where it names no combat as
    // such, the first combat phase counts.
    let no_blocks = if point.during { no_blocks_now } else { first_had_no_blocks(turn) };
    let skipped =
        matches!(point.before, Some(EventStep::DeclareBlockers | EventStep::CombatDamage)) && no_blocks;
    let no_combat = point.before.is_some() && turn.combats == 0 && turn.step > Step::EndOfCombat;
    if skipped || no_combat {
        rules = rules.and(cr!("506.7e"));
    } else if names(EventStep::DeclareAttackers) {
        rules = rules.and(cr!("506.7a"));
    } else if names(EventStep::DeclareBlockers) {
        rules = rules.and(cr!("506.7b"));
    }
    // In a turn that has several it matters which counts.
    if !point.during && turn.combats > 1 { rules.and(cr!("506.7d")) } else { rules }
}

/// Why something can't be cast or activated that can only be so before a point of combat which does not come (506.7e).
pub(in crate::engine) const fn of_no_such_point(turn: &Turn) -> &'static str {
    if turn.combats == 0 {
        "without a combat phase, the time for it ended with the precombat main phase"
    } else {
        "without a declare blockers step, the time for it ended with the declare attackers step"
    }
}

/// Whether the first combat phase of the turn has gone past its declare attackers step without a declare blockers step (508.8).
const fn first_had_no_blocks(turn: &Turn) -> bool {
    let declaring = matches!(turn.step, Step::BeginningOfCombat | Step::DeclareAttackers);
    turn.combats > 0 && !turn.blocks && (turn.combats > 1 || !declaring)
}

/// What a team declares is refused to the one of its players who controls the creature at fault (805.10b, 805.10d).
pub(in crate::engine) fn refused_to_mate(play: &mut Play<'_>, halt: Halt) -> Halt {
    let Halt::Illegal(mut illegal) = halt else { return halt };
    if let (Some(object), Ok(view)) = (illegal.object, play.view()) {
        let controller = view.controller(&play.game, object);
        if play.game.same_team(controller, illegal.player) {
            illegal.player = controller;
        }
    }
    Halt::Illegal(illegal)
}
