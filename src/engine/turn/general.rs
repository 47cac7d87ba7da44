//! CR 500: General, with the short steps of CR 502 and 504

use smallvec::SmallVec;

use crate::engine::additional::controlling_another_player;
use crate::engine::additional::day_and_night;
use crate::engine::additional::keyword_abilities::phasing;
use crate::engine::additional::keyword_actions::tap;
use crate::engine::additional::saga_cards;
use crate::engine::casual::{archenemy, planechase};
use crate::engine::concepts::{drawing_a_card, mana, starting_the_game, timing_and_priority};
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::reading::events::begins;
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::players;
use crate::engine::spells::continuous_effects::{self, frame_of};
use crate::engine::spells::events::{Happening, after};
use crate::engine::spells::{handling_triggered_abilities, prevention_effects, replacement_effects};
use crate::engine::view::View;
use crate::game::agenda::AgendaChange;
use crate::game::{
    Affected, Cause, CauseKind, Change, ChoiceKind, Combat, ContinuousEffect, Deed, Game, Item, Object,
    ObjectId, PlayerId, Step, Thing,
};
use crate::ir::change::{Action, Allowed};
use crate::ir::event::Step as EventStep;
use crate::ir::{Duration, RuleChange, Verb};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note, What, Would};

use super::{cleanup_step, combat_damage_step, declare_attackers_step, declare_blockers_step, extra};

/// The present step or phase ends and the next begins (500.2); goes on until a player has priority.
///
/// # Errors
/// If something on the way needs a choice that nobody makes, or can't be played.
pub(in crate::engine) fn next_step(play: &mut Play<'_>) -> Outcome {
    play.tick("steps and phases without end")?;
    let ending = play.game.turn().step;
    end_step(play, ending)?;
    let (next, begins) = after_step(play, ending)?;
    go_on(play, next, begins)
}

/// An effect has ended the turn: the present step or phase ends, and the game goes on with the cleanup step (724.1d).
///
/// # Errors
/// As [`next_step`].
pub(in crate::engine) fn skip_to_cleanup(play: &mut Play<'_>) -> Outcome {
    let ending = play.game.turn().step;
    let cause = Cause::new(CauseKind::TurnBased, cr!("724.1d"));
    if ending.is_combat() {
        if *play.game.combat() != Combat::default() {
            play.change(cause, Level::Default, Change::ClearCombat);
        }
        // The combat phase is over, and with it what lasts until then.
        end_step(play, Step::EndOfCombat)?;
    } else {
        end_step(play, ending)?;
    }
    play.change(cause, Level::Hidden, Change::Agenda(AgendaChange::SkipToCleanup));
    begin(play, Step::Cleanup, cause.rules)
}

/// A step or phase begins by these rules if it is not skipped, or else the next that is not (500.11).
fn go_on(play: &mut Play<'_>, mut next: Step, mut begins: Rules) -> Outcome {
    if let (Step::Draw, Some(rule)) = (next, starting_the_game::skips_draw(&play.game)) {
        let note = Note::SkipsFirstDraw(play.game.turn().active);
        play.note(Level::Default, CauseKind::TurnBased, Rules::NONE.and(rule), note);
        (next, begins) = after_step(play, next)?;
    }
    while let Some((source, rules)) = skips(play, next)? {
        play.tick("steps are skipped without end")?;
        let active = play.game.turn().active;
        let what = What::Replaced(Thing::Player(active), source, Would::Step(next));
        play.record(Level::Default, CauseKind::Replacement(source), rules, what);
        // Who skips the combat phase skips all of its steps.
        let last = if next == Step::BeginningOfCombat { Step::EndOfCombat } else { next };
        (next, begins) = after_step(play, last)?;
    }
    begin(play, next, begins)
}

/// The object whose effect makes the active player skip a step, or their team (805.8), if one does, and by which rules (614.10); one that is
/// for the next such step alone is used up by it (614.10a). Where there are both, the player chooses by which it is skipped (616.1).
fn skips(play: &mut Play<'_>, next: Step) -> Outcome<Option<(ObjectId, Rules)>> {
    let rules = rules_of_skipping(play);
    let lasting = skipped(play, next)?;
    let active = play.game.turn().active;
    let is_it = |step: EventStep| step != EventStep::Turn && begins(step, next);
    let Some((shield, another)) = prevention_effects::skips(play, active, &is_it)? else {
        return Ok(lasting.map(|source| (source, rules)));
    };
    if let Some(source) = lasting.filter(|source| *source != shield.source) {
        let items = [source, shield.source].map(|source| Item::AbilityOf(source, 1, None)).to_vec();
        let of_choice = Rules::of(&[cr!("616.1")]);
        let chosen = play.pick(active, ChoiceKind::First, None, items.clone(), 1, 1, false, of_choice)?;
        if chosen.first() == items.first() {
            return Ok(Some((source, rules)));
        }
    }
    let rules = if another { rules.and(cr!("614.10a")) } else { rules };
    let cause = Cause { kind: CauseKind::Replacement(shield.source), rules };
    play.change(cause, Level::Hidden, Change::UseShield(shield.id, 1));
    Ok(Some((shield.source, rules)))
}

/// The object whose effect makes the active player skip every combat phase that is still to come in this turn, as far as is settled, and
/// by which rules (614.10); nothing if one comes.
pub(in crate::engine) fn skips_every_combat(play: &mut Play<'_>) -> Outcome<Option<(ObjectId, Rules)>> {
    let rules = rules_of_skipping(play);
    if let Some(source) = skipped(play, Step::BeginningOfCombat)? {
        return Ok(Some((source, rules)));
    }
    let agenda = play.game.agenda();
    // The ordinary one comes after the phases that effects have put before it.
    let ordinary = match agenda.resume {
        Some(resumed) => resumed <= Step::BeginningOfCombat,
        None => play.game.turn().step < Step::BeginningOfCombat,
    };
    let added = agenda.phases.iter().filter(|phase| phase.first == Step::BeginningOfCombat).count();
    let to_come = added + usize::from(ordinary);
    let active = play.game.turn().active;
    let is_it = |step: EventStep| step != EventStep::Turn && begins(step, Step::BeginningOfCombat);
    // Each of these is satisfied by one (614.10a).
    let shields = prevention_effects::all_skips(play, active, &is_it)?;
    let rules = if to_come > 1 { rules.and(cr!("614.10a")) } else { rules };
    Ok(shields.first().filter(|_| shields.len() >= to_come).map(|shield| (shield.source, rules)))
}

/// The rules by which a step or phase is skipped: by the whole team, where teams take turns (805.8).
fn rules_of_skipping(play: &Play<'_>) -> Rules {
    let rules = Rules::of(&[cr!("614.10"), cr!("500.11")]);
    if play.game.shares_turn(play.game.turn().active) { rules.and(cr!("805.8")) } else { rules }
}

/// The object whose effect makes the active player skip a step, or one of the active team (805.8), if one does (614.10).
fn skipped(play: &mut Play<'_>, next: Step) -> Outcome<Option<ObjectId>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    for (rules, rule) in view.rule_changes() {
        let RuleChange::Skip(who, step) = rule else { continue };
        // Of the main phases the second is the one that comes after one has begun (505.1b).
        let counted = *step != EventStep::SecondMain || play.game.turn().mains == 1;
        if !counted || !begins(*step, next) {
            continue;
        }
        if players(sight, &frame_of(rules), who)?.iter().any(|player| play.game.is_active(*player)) {
            if *step == EventStep::Beginning {
                return Err(Halt::gap(rules.source, continuous_effects::SKIPS_BEGINNING));
            }
            let whole = next == Step::BeginningOfCombat && *step == EventStep::Combat;
            if next == Step::Cleanup || next.is_combat() && !whole {
                return Err(Halt::gap(rules.source, continuous_effects::SKIPS_A_STEP));
            }
            return Ok(Some(rules.source));
        }
    }
    Ok(None)
}

/// The turn is over and the next begins.
fn next_turn(play: &mut Play<'_>) -> Outcome {
    play.tick("turns without end")?;
    let (mut player, mut extra) = extra::next_player(play);
    // One effect is used up by each turn that is skipped (614.10a).
    while let Some((shield, another)) =
        prevention_effects::skips(play, player, &|step| step == EventStep::Turn)?
    {
        play.tick("turns are skipped without end")?;
        let cause = Cause::new(CauseKind::Replacement(shield.source), cr!("614.10"));
        let cause = if another { cause.and(cr!("614.10a")) } else { cause };
        let cause = if play.game.shares_turn(player) { cause.and(cr!("805.8")) } else { cause };
        let what = What::Replaced(Thing::Player(player), shield.source, Would::Turn);
        play.record(Level::Default, cause.kind, cause.rules, what);
        play.change(cause, Level::Hidden, Change::UseShield(shield.id, 1));
        (player, extra) = extra::next_player(play);
    }
    while skips_instead(play, player)? {
        (player, extra) = extra::next_player(play);
        if prevention_effects::skips(play, player, &|step| step == EventStep::Turn)?.is_some() {
            let why = "a turn would be skipped by one effect and may be skipped by another";
            return Err(Halt::undecided(None, why));
        }
    }
    if extra {
        let rules = Rules::of(&[cr!("500.7")]);
        let rules = if play.game.shares_turn(player) { rules.and(cr!("805.8")) } else { rules };
        play.note(Level::Default, CauseKind::TurnBased, rules, Note::ExtraTurn(player));
    }
    let cause = Cause::new(CauseKind::TurnBased, cr!("500.1"));
    begin_turn(play, cause, player)
}

/// Whether a player does something else instead of beginning their turn, which an effect lets them do (614.6, 614.10).
fn skips_instead(play: &mut Play<'_>, player: PlayerId) -> Outcome<bool> {
    let found = replacement_effects::instead_of_turn(play, player)?;
    for (source, who, instead) in found {
        let rules = Rules::of(&[cr!("614.6")]);
        if !play.ask_to(who, Deed::Replace, Some(source), rules)? {
            continue;
        }
        play.tick("turns are skipped without end")?;
        let kind = CauseKind::Replacement(source);
        let what = What::Replaced(Thing::Player(player), source, Would::Turn);
        play.record(Level::Default, kind, Rules::of(&[cr!("614.10"), cr!("614.6")]), what);
        instead.run(play)?;
        return Ok(true);
    }
    Ok(false)
}

/// A player's turn begins, and goes on until a player has priority.
///
/// # Errors
/// If something on the way needs a choice that nobody makes, or can't be played.
pub(in crate::engine) fn begin_turn(play: &mut Play<'_>, cause: Cause, player: PlayerId) -> Outcome {
    play.change(cause, Level::Hidden, Change::BeginTurn(player));
    controlling_another_player::turn_begins(play, player);
    continuous_effects::end_as_turn_begins(play);
    handling_triggered_abilities::end_as_turn_begins(play);
    planechase::as_turn_begins(play);
    end_sickness(play)?;
    let rules = order(&play.game, Step::Untap);
    go_on(play, Step::Untap, rules)
}

/// What the active player, or each of the active team, has controlled since their turn began is no longer sick (302.6), also what is
/// phased out, whose history goes on (702.26d).
fn end_sickness(play: &mut Play<'_>) -> Outcome {
    let view = play.view()?;
    let is_its = |object: &&Object| match object.phased_out {
        Some(how) => play.game.is_active(how.under),
        None => object.on_battlefield() && play.game.is_active(view.controller(&play.game, object.id)),
    };
    let objects =
        play.game.objects().iter().map(|object| &**object).filter(|object| object.sick).filter(is_its);
    let controlled: Vec<ObjectId> = objects.map(|object| object.id).collect();
    let cause = Cause::new(CauseKind::TurnBased, cr!("302.6"));
    for object in controlled {
        play.change(cause, Level::Hidden, Change::Sick(object, false));
    }
    Ok(())
}

/// What ends with a step or phase (500.5).
fn end_step(play: &mut Play<'_>, step: Step) -> Outcome {
    if step == Step::EndOfCombat {
        // All creatures are removed from combat (511.3), and effects "until end of combat" end (500.5a).
        if *play.game.combat() != Combat::default() {
            let cause = Cause::new(CauseKind::TurnBased, cr!("511.3"));
            play.change(cause, Level::Detail, Change::ClearCombat);
        }
        let cause = Cause::new(CauseKind::TurnBased, cr!("500.5a"));
        continuous_effects::end_where(play, cause, |it| *it.duration == Duration::EndOfCombat);
        mana::emptying::end_keeping(play, cause, &Duration::EndOfCombat);
    }
    mana::emptying::empty(play)
}

/// The step that follows one in which players have had priority, or the untap step, and the rules by which it comes.
fn after_step(play: &mut Play<'_>, step: Step) -> Outcome<(Step, Rules)> {
    let follows = ordinarily_after(play, step)?;
    let (next, added) = extra::instead(play, step, follows);
    Ok((next, added.unwrap_or_else(|| order(&play.game, next))))
}

/// The rules by which a step or phase comes as the next one if no effect has added it: the order of the phases (500.1), and that of the
/// steps in each.
fn order(game: &Game, step: Step) -> Rules {
    match step {
        Step::Untap => Rules::of(&[cr!("500.1"), cr!("501.1")]),
        Step::Upkeep | Step::Draw => Rules::of(&[cr!("501.1")]),
        Step::PrecombatMain | Step::PostcombatMain => Rules::of(&[cr!("500.1")]),
        Step::BeginningOfCombat => Rules::of(&[cr!("500.1"), cr!("506.1")]),
        // There are two combat damage steps if anything strikes first as the first of them begins.
        Step::FirstStrikeDamage => Rules::of(&[cr!("506.1"), cr!("510.4")]),
        Step::CombatDamage if game.turn().step == Step::FirstStrikeDamage => Rules::of(&[cr!("510.4")]),
        // A scenario may begin in the second of them.
        Step::CombatDamage if game.combat().first_strike_done => Rules::of(&[cr!("510.4")]),
        Step::DeclareAttackers | Step::DeclareBlockers | Step::CombatDamage | Step::EndOfCombat => {
            Rules::of(&[cr!("506.1")])
        }
        Step::End => Rules::of(&[cr!("500.1"), cr!("512.1")]),
        // Where players had priority in a cleanup step, another one follows.
        Step::Cleanup if game.turn().step == Step::Cleanup => Rules::of(&[cr!("514.3a")]),
        Step::Cleanup => Rules::of(&[cr!("512.1")]),
    }
}

/// The step that follows another if no effect has added anything.
fn ordinarily_after(play: &mut Play<'_>, step: Step) -> Outcome<Step> {
    // A phase with one step only is over with it.
    if play.game.agenda().only {
        return Ok(step);
    }
    Ok(match step {
        Step::Untap => Step::Upkeep,
        Step::Upkeep => Step::Draw,
        Step::Draw => Step::PrecombatMain,
        Step::PrecombatMain => Step::BeginningOfCombat,
        Step::BeginningOfCombat => Step::DeclareAttackers,
        // Without attackers the blockers and damage steps are skipped (508.8); not if those there were are gone.
        Step::DeclareAttackers if play.game.combat().had_attackers => {
            if play.game.combat().attacks.is_empty() {
                let rules = Rules::of(&[cr!("508.8")]);
                play.note(Level::Default, CauseKind::TurnBased, rules, Note::AttackersGone);
            }
            Step::DeclareBlockers
        }
        Step::DeclareAttackers => {
            let rules = Rules::of(&[cr!("508.8")]);
            play.note(Level::Detail, CauseKind::TurnBased, rules, Note::NoAttackers);
            Step::EndOfCombat
        }
        Step::DeclareBlockers => {
            if combat_damage_step::strikes_first(play)? {
                Step::FirstStrikeDamage
            } else {
                Step::CombatDamage
            }
        }
        Step::FirstStrikeDamage => Step::CombatDamage,
        Step::CombatDamage => Step::EndOfCombat,
        Step::EndOfCombat => Step::PostcombatMain,
        Step::PostcombatMain => Step::End,
        Step::End => Step::Cleanup,
        // Where players had priority in a cleanup step, another one follows (514.3a).
        Step::Cleanup => Step::Cleanup,
    })
}

/// A step or phase begins in the ordinary order: its turn-based actions, what triggers at its beginning, priority (117.3a, 703.3).
///
/// # Errors
/// If something needs a choice that nobody makes, or can't be played.
pub fn begin_step(play: &mut Play<'_>, step: Step) -> Outcome {
    let rules = order(&play.game, step);
    begin(play, step, rules)
}

/// A step or phase begins by these rules.
fn begin(play: &mut Play<'_>, step: Step, rules: Rules) -> Outcome {
    let active = play.game.turn().active;
    // That there is another cleanup step is told even where steps are not.
    let another_cleanup = step == Step::Cleanup && play.game.turn().step == Step::Cleanup;
    let level = if another_cleanup { Level::Default } else { play.step_level };
    // The turn of a player who has left goes on to its end (800.4j).
    let nobody = play.game.whose_turn_it_would_be(active).iter().all(|player| play.game.player(*player).gone);
    let rules = if nobody { rules.and(cr!("800.4j")) } else { rules };
    let cause = Cause { kind: CauseKind::TurnBased, rules };
    play.change(cause, Level::Hidden, Change::BeginStep(step));
    let entry = play.record(level, CauseKind::TurnBased, rules, What::Step(active, step));
    play.under(entry, |play| turn_based_actions(play, step))?;
    if step != Step::Untap {
        let before = play.view()?;
        after(play, &before, &beginning(&play.game, step))?;
    }
    match step {
        // Nobody gets priority in the untap step (502.4).
        Step::Untap => {
            let before = play.view()?;
            after(play, &before, &beginning(&play.game, step))?;
            next_step(play)
        }
        // In the cleanup step only if something happens (514.3), and then there is another one (514.3a).
        Step::Cleanup => {
            if timing_and_priority::settle(play)? {
                let rules = Rules::of(&[cr!("514.3a")]);
                play.note(Level::Default, CauseKind::TurnBased, rules, Note::PriorityInCleanup);
                timing_and_priority::give_priority(play, active)
            } else {
                end_step(play, step)?;
                next_turn(play)
            }
        }
        // Without attackers declared nobody needs to do more than pass.
        _ => timing_and_priority::give_priority(play, active),
    }
}

/// A step or phase begins for the active player, or for each player of the active team (805.4d).
fn beginning(game: &Game, step: Step) -> SmallVec<[Happening; 2]> {
    let active = game.turn().active;
    match game.shares_turns() {
        true => game.team_of(active).map(|active| Happening::Begins { step, active }).collect(),
        false => smallvec::smallvec![Happening::Begins { step, active }],
    }
}

fn turn_based_actions(play: &mut Play<'_>, step: Step) -> Outcome {
    match step {
        Step::Untap => {
            phasing::untap_step(play)?;
            day_and_night::untap_step(play)?;
            untap(play)
        }
        // A turn without an active player goes on (800.4j).
        Step::Draw => {
            let cause = Cause::new(CauseKind::TurnBased, cr!("504.1"));
            // Each player of a team draws.
            let cause = if play.game.shares_turns() { cause.and(cr!("805.4b")) } else { cause };
            // Of more than two players nobody skips the first one.
            let first = starting_the_game::is_first_turn(&play.game);
            let cause = if first { cause.and(cr!("103.8c")) } else { cause };
            let players = play.game.whose_turn_it_would_be(play.game.turn().active);
            drawing_a_card::draw_each(play, cause, &players, 1)
        }
        Step::PrecombatMain => {
            archenemy::as_main_phase_begins(play)?;
            saga_cards::add_lore(play)
        }
        Step::DeclareAttackers => declare_attackers_step::declare(play),
        Step::DeclareBlockers => declare_blockers_step::declare(play),
        Step::FirstStrikeDamage | Step::CombatDamage => combat_damage_step::deal(play, step),
        Step::Cleanup => cleanup_step::cleanup(play),
        _ => Ok(()),
    }
}

/// What untaps at the same time though other players control it: permanents of which an effect says so.
fn of_other_players(play: &Play<'_>, view: &View) -> Outcome<Vec<(ObjectId, ObjectId)>> {
    let sight = Sight { game: &play.game, view };
    let mut found: Vec<(ObjectId, ObjectId)> = Vec::new();
    for (active, rule) in view.rule_changes() {
        let RuleChange::UntapsDuring(what, of) = rule else { continue };
        let frame = frame_of(active);
        if !players(sight, &frame, of)?.iter().any(|player| play.game.is_active(*player)) {
            continue;
        }
        for object in play.game.battlefield().iter().copied() {
            let its = play.game.object(object);
            let own = play.game.is_active(view.controller(&play.game, object));
            let known = found.iter().any(|(untapping, _)| *untapping == object);
            if !its.tapped || own || known || !matches(sight, &frame, what, object)? {
                continue;
            }
            // What doesn't untap in its controller's untap step does so in another player's, but for what that player has exerted (701.43a).
            let exerted = |effect: &ContinuousEffect| {
                effect.is_of_its_players_untap_step()
                    && play.game.is_active(effect.controller)
                    && matches!(&effect.affected, Affected::Objects(objects) if objects.contains(&object))
            };
            if !play.game.effects().iter().any(exerted) {
                found.push((object, active.source));
            }
        }
    }
    Ok(found)
}

/// The active player, or each player of the active team, untaps their permanents, all at once (502.3).
fn untap(play: &mut Play<'_>) -> Outcome {
    let view = play.view()?;
    let active = |game: &Game, player| game.is_active(player);
    let mut untapping: Vec<ObjectId> = Vec::new();
    let mut kept: Vec<(ObjectId, ObjectId)> = Vec::new();
    let own: Vec<ObjectId> = play
        .game
        .battlefield()
        .iter()
        .copied()
        .filter(|object| active(&play.game, view.controller(&play.game, *object)))
        .collect();
    for object in &own {
        if !play.game.object(*object).tapped {
            continue;
        }
        let controller = view.controller(&play.game, *object);
        let sight = Sight { game: &play.game, view: &view };
        match continuous_effects::prohibited(
            sight,
            Action::Do(Verb::Untap),
            Some(*object),
            Some(controller),
            None,
        )? {
            // Some permanents their controller may keep tapped.
            None if continuous_effects::permitted(sight, Allowed::StayTapped, Some(*object), controller)? => {
                let rules = Rules::of(&[cr!("502.3")]);
                if !play.ask_to(controller, Deed::StayTapped, Some(*object), rules)? {
                    untapping.push(*object);
                }
            }
            None => untapping.push(*object),
            Some(by) => kept.push((*object, by)),
        }
    }
    let others = of_other_players(play, &view)?;
    let cause = Cause::new(CauseKind::TurnBased, cr!("502.3"));
    for (object, by) in kept {
        play.note(Level::Default, CauseKind::TurnBased, cause.rules, Note::StaysTapped(object, by));
    }
    // By the rule alone nothing of another player's would untap.
    let by_effects =
        others.iter().map(|(object, by)| (Cause { kind: CauseKind::Ability(*by), ..cause }, *object));
    let untapping: Vec<(Cause, ObjectId)> =
        untapping.iter().map(|object| (cause, *object)).chain(by_effects).collect();
    tap::tap_by(play, &untapping, false)?;
    // "Doesn't untap during its controller's next untap step" has been that step now.
    let cause = Cause::new(CauseKind::TurnBased, cr!("502.3"));
    let game = &play.game;
    let mut over = Vec::new();
    for effect in game.effects().iter().filter(|effect| effect.duration == Duration::NextUntapStep) {
        match &effect.affected {
            // What was exerted stays tapped in the next untap step of who exerted it (701.43a).
            Affected::Objects(_) if effect.is_of_its_players_untap_step() => {
                if active(game, effect.controller) {
                    over.push((effect.id, None));
                }
            }
            // It goes on for those whose controller's untap step is still to come.
            Affected::Objects(objects) => {
                let (ended, others): (Vec<_>, Vec<_>) =
                    objects.iter().partition(|object| active(game, view.controller(game, **object)));
                if !ended.is_empty() {
                    let rest = (!others.is_empty()).then(|| ContinuousEffect {
                        affected: Affected::Objects(others.into_iter().copied().collect()),
                        ..effect.clone()
                    });
                    over.push((effect.id, rest));
                }
            }
            Affected::Rules if active(game, effect.controller) => over.push((effect.id, None)),
            Affected::Rules => {}
        }
    }
    for (id, rest) in over {
        play.change(cause, Level::Hidden, Change::EndEffect(id));
        if let Some(rest) = rest {
            let rest = ContinuousEffect { id: play.game.next_effect(), ..rest };
            play.change(cause, Level::Hidden, Change::BeginEffect(Box::new(rest)));
        }
    }
    Ok(())
}
