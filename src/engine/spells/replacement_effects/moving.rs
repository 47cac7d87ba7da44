//! CR 614: Replacement Effects, what an effect makes of an object that would move.

use std::rc::Rc;

use super::entering::{self, Coming, enter_so, entering_rule, nothing_to_copy};
use super::{
    Applicable, Applied, Effect, MovedItself, Moving, Pending, gap_of_result, sent_to_exile, under_whom,
    who_may,
};
use crate::engine::additional::keyword_abilities::{self, escape};
use crate::engine::additional::keyword_actions::reveal;
use crate::engine::additional::merging_with_permanents;
use crate::engine::concepts::counters::protecting;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::proposal::Proposal;
use crate::engine::reading::selections::select;
use crate::engine::reading::{Frame, Sight, paid, quantities};
use crate::engine::zones::general::exile_rules;
use crate::game::{Cause, CauseKind, Change, Deed, Game, Move, MoveAction, ObjectId, Position, Thing};
use crate::ir::instruction::{Exile, Place, Put};
use crate::ir::part::{Part, mentions};
use crate::ir::replacement::Enters;
use crate::ir::{
    Condition, CounterKind, Event, Instruction, Players, Quantity, Replacement, ReplacementResult, Selection,
    Verb, Zone,
};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, What, Would};

/// Applies a replacement effect to a move.
///
/// # Errors
/// If nobody makes a choice that it asks for, or it can't be played.
pub(super) fn apply_to_move(
    play: &mut Play<'_>,
    effect: &Applicable,
    cause: &mut Cause,
    it: &mut Move,
    state: &mut Moving<'_>,
) -> Outcome<Applied> {
    let mut frame = Frame::of_source(effect.source, effect.controller, effect.origin);
    if let Some(shield) = play.game.shields().iter().find(|shield| Some(shield.id) == effect.shield) {
        frame = frame.bound(&shield.bindings);
    }
    let would = Proposal::of_move(&play.game, it, None, None);
    let frame = knowing_what_was_paid(&play.game, frame.with_occasion(would.occasion().into()), it);
    let Effect::Said(replacement) = &effect.what else {
        return apply_rule(play, effect, cause, it, state);
    };
    let replacement = replacement.clone();
    if let ReplacementResult::Enters(enters) = &replacement.result {
        if nothing_to_copy(play, &frame, enters, &Coming::Moves(it))? {
            return Ok(Applied::Changed);
        }
    }
    if let Some(who) = &replacement.may
        && !is_let(play, it, (effect, &replacement, who), &frame)?
    {
        // No other copy effect is applied after the one that counters belong to.
        if would_copy(&replacement) && !state.of_copy.is_empty() {
            *cause = cause.and(cr!("707.9e"));
        }
        return Ok(Applied::Changed);
    }
    // An effect that is used up is no more afterwards.
    let made_by = play.game.shields().iter().find(|shield| Some(shield.id) == effect.shield);
    let keyword_of_shield = made_by.and_then(|shield| shield.keyword);
    state.at_once.used.apply(play, effect);
    match &replacement.result {
        ReplacementResult::To { zone, place, revealed } => {
            let to = (*zone, place.as_ref(), *revealed);
            go_elsewhere(play, (effect, &replacement, to), keyword_of_shield, cause, it)?;
        }
        ReplacementResult::Enters(enters) => {
            apply_entering(play, (effect, &replacement, enters), &frame, cause, it, state)?;
        }
        ReplacementResult::Instead(instructions) => {
            return happen_instead(play, (effect, instructions), frame, cause, it, state);
        }
        ReplacementResult::Also(instructions) => {
            state.also.push(Pending {
                frame,
                instructions: instructions.clone(),
                moved: None,
                once: None,
                in_place: Vec::new(),
            });
        }
        ReplacementResult::Under(who) => {
            let view = play.view()?;
            let sight = Sight { game: &play.game, view: &view };
            let player = under_whom(sight, &frame, who)?;
            record_as(play, effect, cause, (it.object, cr!("614.6")), Would::EnterUnder(player));
            it.controller = Some(player);
            *cause = cause.and(cr!("614.6"));
        }
        ReplacementResult::Nothing => {
            record(play, effect, cause, it, cr!("614.6"));
            return Ok(Applied::Instead(None));
        }
        ReplacementResult::Amount(_)
        | ReplacementResult::Prevent { .. }
        | ReplacementResult::Produces(_)
        | ReplacementResult::Tokens { .. }
        | ReplacementResult::Redirect(_) => {
            return Err(Halt::gap(effect.source, gap_of_result(&replacement).unwrap_or_default()));
        }
    }
    Ok(Applied::Changed)
}

/// Something goes to another zone than it would have (614.6), which the keyword of a shield may say by itself.
///
/// # Errors
/// If it can't be played where in that zone it goes.
fn go_elsewhere(
    play: &mut Play<'_>,
    (effect, replacement, (zone, place, revealed)): (&Applicable, &Replacement, (Zone, Option<&Place>, bool)),
    keyword_of_shield: Option<RuleId>,
    cause: &mut Cause,
    it: &mut Move,
) -> Outcome {
    let Some(position) = place.map_or(Some(it.position), position_of) else {
        return Err(Halt::gap(effect.source, gap_of_result(replacement).unwrap_or_default()));
    };
    let rule = keyword_of_shield.or_else(|| protecting::rule(effect.origin)).unwrap_or(cr!("614.6"));
    record(play, effect, cause, it, rule);
    if revealed {
        let by = Cause::new(CauseKind::Replacement(effect.source), cr!("614.6"));
        let cards: Vec<ObjectId> = merging_with_permanents::all_components(&play.game, it.object).into_vec();
        reveal::reveal(play, by, &cards);
    }
    (it.to, it.position) = (zone, position);
    let rules = Rules::of(&[rule, cr!("614.6")]);
    let exiled = if zone == Zone::Exile { exile_rules(play, it.object) } else { Rules::NONE };
    *cause = in_place_of_it(cause, effect, exiled.iter().fold(rules, Rules::and));
    Ok(())
}

/// Something else happens instead of a move, which may be another move of the same object.
///
/// # Errors
/// If nobody makes a choice that it asks for.
fn happen_instead(
    play: &mut Play<'_>,
    (effect, instructions): (&Applicable, &[Instruction]),
    frame: Frame,
    cause: &mut Cause,
    it: &mut Move,
    state: &mut Moving<'_>,
) -> Outcome<Applied> {
    // A keyword says itself what happens instead.
    let keyword = play
        .keyword(effect.source, effect.origin)
        .and_then(keyword_abilities::rule_of)
        .or_else(|| protecting::rule(effect.origin));
    record(play, effect, cause, it, keyword.unwrap_or(cr!("614.6")));
    let in_place_of = (it.action == MoveAction::Destroy).then_some(cause.kind);
    let frame = Frame { within: keyword, in_place_of, ..frame };
    // That it goes elsewhere is the same event, of all that would have happened at the same time (614.6, 704.3); what else the
    // effect does follows it.
    if let Some(itself) = moves_itself(play, &frame, instructions, it)? {
        let ItselfTo { to, position, counters, moved } = itself;
        (it.to, it.position) = (to, position);
        it.counters.extend(counters);
        let rules = Rules::of(&[keyword.unwrap_or(cr!("614.6")), cr!("614.6")]);
        let exiled = if to == Zone::Exile { exile_rules(play, it.object) } else { Rules::NONE };
        *cause = in_place_of_it(cause, effect, exiled.iter().fold(rules, Rules::and));
        let instructions: Vec<Instruction> = instructions.iter().skip(1).cloned().collect();
        if moved.link.is_some() || moved.slot.is_some() || !instructions.is_empty() {
            state.also.push(Pending {
                frame,
                instructions,
                moved: Some(moved),
                once: None,
                in_place: Vec::new(),
            });
        }
        return Ok(Applied::Changed);
    }
    let pending =
        Pending { frame, instructions: instructions.to_vec(), moved: None, once: None, in_place: Vec::new() };
    Ok(Applied::Instead(Some(pending)))
}

/// Whether an effect would have something enter as a copy.
fn would_copy(replacement: &Replacement) -> bool {
    matches!(&replacement.result, ReplacementResult::Enters(enters) if enters.copy_of.is_some())
}

/// Whether the player who may lets an effect replace the move.
fn is_let(
    play: &mut Play<'_>,
    it: &mut Move,
    (effect, replacement, who): (&Applicable, &Replacement, &Players),
    frame: &Frame,
) -> Outcome<bool> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let player = who_may(sight, frame, who, effect)?;
    let enters = matches!(replacement.result, ReplacementResult::Enters(_));
    let rules = Rules::of(&[if enters { cr!("614.12a") } else { cr!("614.1a") }]);
    let ReplacementResult::Enters(its) = &replacement.result else {
        return play.ask_to(player, Deed::Replace, Some(effect.source), rules);
    };
    let deed = match its.counters.as_slice() {
        _ if would_copy(replacement) => Deed::EnterAsCopy,
        [(kind, Quantity::Fixed(1))] => Deed::EnterWith(*kind),
        _ => Deed::of(who, &its.does),
    };
    let keyword = match effect.source == it.object {
        true => Coming::Moves(it).keyword_rule(&play.game, effect.origin)?,
        false => play.keyword(effect.source, effect.origin).and_then(keyword_abilities::rule_of),
    };
    let rules = keyword.map_or(rules, |rule| rules.led_by(rule));
    play.ask_to(player, deed, Some(effect.source), rules)
}

/// Where in a library a place is to which something goes instead; nothing for one that somebody chooses, or chance.
pub(super) fn position_of(place: &Place) -> Option<Position> {
    match place {
        Place::Top => Some(Position::Top),
        Place::Bottom => Some(Position::Bottom),
        Place::Shuffled => Some(Position::Shuffled),
        Place::FromTop(number) => u32::try_from(*number).ok().map(Position::FromTop),
        Place::BottomRandom | Place::TopOrBottom => None,
    }
}

/// Where an effect moves an object itself, and how.
struct ItselfTo {
    to: Zone,
    position: Position,
    counters: Vec<(CounterKind, u32)>,
    moved: MovedItself,
}

/// Where the first thing that an effect does instead moves the object itself, if that is all there is to that instruction.
fn moves_itself(
    play: &mut Play<'_>,
    frame: &Frame,
    instructions: &[Instruction],
    it: &Move,
) -> Outcome<Option<ItselfTo>> {
    let first = instructions.first();
    let (what, to, position, counters, link, slot) = if let Some(Instruction::Exile(exile)) = first {
        let Exile { what, link, slot, counters, .. } = exile;
        let plainly =
            Exile { link: *link, slot: *slot, counters: counters.clone(), ..Exile::plain(what.clone()) };
        if *exile != plainly {
            return Ok(None);
        }
        (what, Zone::Exile, it.position, counters.as_slice(), *link, *slot)
    } else if let Some(Instruction::Put(put)) = first
        && !matches!(put.to, Zone::Battlefield | Zone::Stack | Zone::Graveyard)
    {
        let Put { what, to, place, slot, .. } = put;
        let plainly = Put { place: place.clone(), slot: *slot, ..Put::plain(what.clone(), *to) };
        let Some(position) = place.as_ref().map_or(Some(it.position), position_of) else {
            return Ok(None);
        };
        if *put != plainly {
            return Ok(None);
        }
        (what, *to, position, [].as_slice(), None, *slot)
    } else {
        return Ok(None);
    };
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    if select(sight, frame, what)? != [Thing::Object(it.object)] {
        return Ok(None);
    }
    let counted = |(kind, count): &(CounterKind, Quantity)| {
        quantities::amount(sight, frame, count).map(|count| (*kind, count))
    };
    let counters = counters.iter().map(counted).collect::<Outcome<_>>()?;
    Ok(Some(ItselfTo { to, position, counters, moved: MovedItself { object: it.object, link, slot } }))
}

/// The frame of an ability of what enters as a copy of something else: no cost of that was paid for the spell that it was (607.5).
pub(super) fn knowing_what_was_paid(game: &Game, frame: Frame, it: &Move) -> Frame {
    let values = it.copied.as_ref().and_then(|faces| faces.first());
    match (values, &game.object(it.object).announced) {
        (Some(values), Some(announced)) if frame.source == it.object => {
            Frame { announced: Some(paid::as_a_copy(announced, values)), ..frame }
        }
        _ => frame,
    }
}

/// Applies an effect that a rule makes, not the text of an object.
fn apply_rule(
    play: &mut Play<'_>,
    effect: &Applicable,
    cause: &mut Cause,
    it: &mut Move,
    state: &mut Moving<'_>,
) -> Outcome<Applied> {
    match &effect.what {
        Effect::Regeneration => {
            record(play, effect, cause, it, cr!("701.19a"));
            state.at_once.used.apply(play, effect);
            regenerate(play, effect.source, it.object)?;
            return Ok(Applied::Instead(None));
        }
        Effect::Counters(kind, count, rule) => {
            it.counters.push((*kind, *count));
            *cause = cause.and(*rule);
        }
        Effect::Lore(last) => {
            let controller = Coming::Moves(it).controller_there(&play.game);
            let count = entering::read_ahead(play, controller, it.object, *last)?;
            it.counters.push((CounterKind::LORE, count));
            *cause = cause.and(cr!("702.155b")).and(cr!("714.3b"));
        }
        Effect::Transformed => {
            let back = play.game.object(it.object).definition.as_ref().and_then(|its| its.faces.get(1));
            // With an instant or sorcery on its back it can't enter so (712.13a).
            if back.is_some_and(|back| !back.types.is_permanent()) {
                record(play, effect, cause, it, cr!("712.13a"));
                it.to = Zone::Graveyard;
                *cause = cause.by(cr!("712.13a"));
                return Ok(Applied::Changed);
            }
            it.face = 1;
            *cause = cause.and(cr!("702.145b"));
        }
        Effect::CastSo(rule) => {
            record(play, effect, cause, it, *rule);
            it.to = Zone::Exile;
            // It is countered all the same.
            let countered = (it.action == MoveAction::Counter).then_some(cr!("701.6a"));
            *cause = countered.into_iter().fold(cause.by(*rule), Cause::and);
        }
        Effect::Sent(by) => {
            *cause = sent_to_exile::send(*by, *cause, it);
        }
        Effect::Commander => {
            let rules = Rules::of(&[cr!("903.9b")]);
            if play.ask_to(effect.controller, Deed::Put(Zone::Command), Some(it.object), rules)? {
                record(play, effect, cause, it, cr!("903.9b"));
                let others = merging_with_permanents::commander_apart(&play.game, it);
                if it.to == Zone::Command {
                    *cause = cause.by(cr!("903.9b"));
                }
                if others {
                    *cause = cause.and(cr!("903.9c"));
                }
            }
        }
        Effect::Said(_) | Effect::Protection(_) => {}
    }
    Ok(Applied::Changed)
}

/// Applies an effect on how the object enters the battlefield (614.1c-d).
fn apply_entering(
    play: &mut Play<'_>,
    (effect, replacement, enters): (&Applicable, &Replacement, &Enters),
    frame: &Frame,
    cause: &mut Cause,
    it: &mut Move,
    state: &mut Moving<'_>,
) -> Outcome {
    let own = effect.source == it.object;
    *cause = cause.and(entering_rule(own, enters));
    if own && matches!(&replacement.only_if, Some(Condition::Paid(way)) if *way == escape::ESCAPE) {
        *cause = cause.and(cr!("702.138c"));
    }
    // It counts what was exiled to pay for the spell that it was.
    if own
        && mentions(&enters.counters, |part| {
            matches!(part, Part::Selection(Selection::Paid(crate::ir::PaidAs(Verb::Exile))))
        })
    {
        *cause = cause.and(cr!("607.2q"));
    }
    // It would have the ability there though it has it not where it is.
    let given = entering::is_given(effect.origin);
    if own && (given || it.copied.is_some() || !entering::has_it_now(play, it.object, replacement)?) {
        *cause = cause.and(cr!("614.12"));
    }
    // Another copy effect takes what came with the one before it (707.9e).
    let says_x = enters.counters.iter().any(|(_, count)| *count == Quantity::X);
    // What it has only as a copy knows no X of the spell that it was (107.3j).
    let gained = own && it.copied.is_some();
    if gained && says_x {
        *cause = cause.and(cr!("107.3j"));
    }
    let by_x = !gained && says_x && play.game.object(it.object).zone == Zone::Stack;
    state.by_x = if enters.copy_of.is_some() { by_x } else { state.by_x || (own && by_x) };
    let values = match own {
        true => Coming::Moves(it).values_behind(&play.game, effect.origin)?,
        false => play.game.object(effect.source).base.clone(),
    };
    if own && entering::chooses_an_anchor(&values, enters) {
        *cause = cause.and(cr!("614.12c"));
    }
    if let Some(rules) = entering::keyword_rules(&values.abilities, effect.origin, enters) {
        *cause = rules.iter().fold(*cause, Cause::and);
    }
    if !own {
        if enters.copy_of.is_none() {
            record(play, effect, cause, it, cr!("614.1d"));
        }
        *cause = cause.and(cr!("614.12"));
    }
    let without_x = (gained && says_x).then(|| Frame { announced: Some(Rc::default()), ..frame.clone() });
    let frame = without_x.as_ref().unwrap_or(frame);
    enter_so(play, frame, enters, Coming::Moves(it), &mut state.of_copy, state.at_once)
}

/// Records that an effect has replaced what would happen to an object, by a rule.
fn record(play: &mut Play<'_>, effect: &Applicable, cause: &Cause, it: &Move, rule: RuleId) {
    let would = if let Effect::Said(said) = &effect.what
        && let ReplacementResult::Enters(enters) = &said.result
    {
        would_enter(enters)
    } else if of_destruction(effect) {
        Would::Destruction
    } else {
        Would::Move(Some(it.to))
    };
    record_as(play, effect, cause, (it.object, rule), would);
}

/// What it means for how something enters, where it says whether that is tapped or untapped.
pub(super) fn would_enter(enters: &Enters) -> Would {
    Would::Enter { tapped: (enters.tapped || enters.untapped).then_some(enters.tapped) }
}

/// Records that an effect has replaced so much of what would happen to an object, by a rule.
fn record_as(
    play: &mut Play<'_>,
    effect: &Applicable,
    cause: &Cause,
    (object, rule): (ObjectId, RuleId),
    would: Would,
) {
    let what = What::Replaced(Thing::Object(object), effect.source, would);
    // One replacement does for all the state-based actions that would have done the same.
    let actions = cause.rules.iter().filter(|rule| rule.as_str().starts_with("704.5")).count();
    let rules = Rules::NONE.and(rule);
    // What is replaced is a destruction, which a state-based action may be.
    let destroys = |rule: &RuleId| [cr!("704.5g"), cr!("704.5h")].contains(rule);
    let rules = match cause.rules.iter().find(destroys) {
        Some(destroys) if would == Would::Destruction => rules.and(destroys),
        _ => rules,
    };
    let rules = if actions > 1 { rules.and(cr!("704.7")) } else { rules };
    // What another replacement effect has put in the place of an event is replaced in its turn.
    let rules = if play.replacing > 0 { rules.and(cr!("616.2")) } else { rules };
    play.record(Level::Default, CauseKind::Replacement(effect.source), rules, what);
}

/// Whether an effect waits for a permanent to be destroyed, and not for where it goes then (614.8, 701.8a).
fn of_destruction(effect: &Applicable) -> bool {
    match &effect.what {
        Effect::Regeneration => true,
        Effect::Said(said) => said.of.is_made_of(&mut |event| matches!(event, Event::Destroyed(_))),
        Effect::Protection(_)
        | Effect::Counters(..)
        | Effect::Lore(_)
        | Effect::Transformed
        | Effect::CastSo(_)
        | Effect::Sent(_)
        | Effect::Commander => false,
    }
}

/// The modified event has a cause of its own, and the rule behind what was replaced, which it modifies.
fn in_place_of_it(cause: &Cause, effect: &Applicable, rules: Rules) -> Cause {
    let rules = cause.rules.first().into_iter().fold(rules, Rules::and);
    Cause { kind: CauseKind::Replacement(effect.source), rules }
}

/// What regeneration does instead of destruction (701.19a).
fn regenerate(play: &mut Play<'_>, source: ObjectId, object: ObjectId) -> Outcome {
    let cause = Cause::new(CauseKind::Replacement(source), cr!("701.19a"));
    play.change(cause, Level::Default, Change::RemoveDamage(object));
    if !play.game.object(object).tapped {
        crate::engine::additional::keyword_actions::tap::tap(play, cause, &[object], true)?;
    }
    crate::engine::turn::combat_phase::remove_by_effect(play, cause.and(cr!("506.4")), &[object]);
    Ok(())
}
