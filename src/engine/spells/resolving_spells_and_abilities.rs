//! CR 608: Resolving Spells and Abilities

use std::rc::Rc;
use std::sync::Arc;

use crate::engine::additional::keyword_abilities::ascend;
use crate::engine::additional::keyword_abilities::{at_the_next_end_step, bestow, mutate, overload, sneak};
use crate::engine::card_types::enchantments;
use crate::engine::concepts::targets;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight, conditions};
use crate::engine::zones::general;
use crate::game::{
    Cause, CauseKind, Change, ContinuousEffect, Game, Move, MoveAction, Nature, ObjectId, Occurrence, Origin,
    PlayerId, StackAbility, Thing,
};
use crate::ir::change::{Allowed, Permission};
use crate::ir::part::{Part, mentions};
use crate::ir::{
    self, Ability, Body, Event, Filter, Instruction, KeywordName, Layout, NamedDeed, Quantity, RuleChange,
    Selection, Subtype, Supertype, Trait, Zone,
};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note, What};

use super::activating_activated_abilities::limits;
use super::announcing::specs;
use super::events::{Happening, after};
use super::{casting_spells, continuous_effects, instructions};

/// The top object of the stack resolves (608.1).
///
/// # Errors
/// If something on the way needs a choice that nobody makes, or can't be played.
pub(in crate::engine) fn resolve_top(play: &mut Play<'_>) -> Outcome {
    let Some(top) = play.game.stack().last().copied() else { return Ok(()) };
    let now = play.view()?;
    let controller = now.controller(&play.game, top);
    let mut rules = Rules::of(&[cr!("117.4")]);
    // Of several, the topmost (405.5).
    if play.game.stack().len() > 1 {
        rules = Rules::of(&[cr!("405.5"), cr!("117.4")]);
    }
    // An ability goes on though its source has left since (113.7a).
    if let Some(ability) = play.game.object(top).stack_ability() {
        if play.game.object(ability.source).next.is_some_and(|next| next > top) {
            rules = rules.and(cr!("113.7a"));
            // What it aims at may be legal for what that was as it left.
            let names_it = |part: Part<'_>| {
                matches!(part, Part::Selection(Selection::This) | Part::Filter(Filter::Is(Trait::This)))
            };
            let its = &ability.body().targets;
            if its.iter().any(|spec| mentions(&spec.kind, names_it)) {
                rules = rules.and(cr!("608.2b"));
            }
        }
        // Whose it is was settled as it triggered, or was activated, whoever controls its source by now.
        if play.game.object(ability.source).on_battlefield()
            && now.controller(&play.game, ability.source) != controller
        {
            let delayed = ability.triggered && ability.number == 0;
            let rule = if ability.triggered { cr!("603.3a") } else { cr!("113.8") };
            rules = if delayed { rules } else { rules.and(rule) };
        }
        // What an ability calls by the name of the object that it was is now whoever has gained it.
        if was_of_a_legend(&play.game, ability) && ability.body().does.iter().any(names_itself_or_a_link) {
            rules = rules.and(cr!("201.5b"));
        }
        // What it calls by its name is the same object, whatever that has become a copy of since.
        if has_become_another(&play.game, ability) && ability.body().does.iter().any(names_itself) {
            rules = rules.and(cr!("707.11"));
        }
    }
    if play.game.object(top).is_fused() {
        // The left half is followed first, then the right one.
        rules = rules.and(cr!("702.102d"));
    }
    let entry =
        play.record(Level::Default, CauseKind::Resolution(top, controller), rules, What::Resolves(top));
    continuous_effects::lapses::begin_to_resolve(play, top)?;
    play.under(entry, |play| match play.game.object(top).stack_ability().cloned() {
        Some(ability) => resolve_ability(play, top, controller, &ability),
        None => resolve_spell(play, top, controller),
    })
}

/// Whether an ability was gained from an object that is printed legendary: such cards call themselves by their names, and others
/// speak of "this creature".
fn was_of_a_legend(game: &Game, ability: &StackAbility) -> bool {
    let Origin::Gained(effect, _) = ability.origin else { return false };
    let Some(effect) = game.effects().iter().find(|its| its.id == effect) else { return false };
    let announced = effect.bindings.announced.iter().flat_map(|announced| &announced.targets);
    let mut printed = announced.flatten().filter_map(|thing| thing.object()).filter_map(|object| {
        let its = game.object(object);
        its.definition.as_ref().and_then(|definition| definition.faces.get(usize::from(its.face)))
    });
    printed.any(|face| face.has_supertype(Supertype::Legendary))
}

/// Whether an instruction speaks of the object whose ability it is, or of what another ability of that object is linked to.
fn names_itself_or_a_link(instruction: &Instruction) -> bool {
    if let Instruction::Choose(choice) = instruction {
        return matches!(choice.from, Some(Selection::Linked(_) | Selection::TheLinked(_)));
    }
    names_itself(instruction)
}

/// Whether a permanent has become a copy of something else since it had the ability as one that is printed legendary: only such
/// cards call themselves by name.
fn has_become_another(game: &Game, ability: &StackAbility) -> bool {
    let by = match ability.origin {
        Origin::Copied(effect, _) => Some(effect),
        Origin::Printed(_) | Origin::Made(..) => None,
        _ => return false,
    };
    let copies = |effect: &&ContinuousEffect| effect.makes_a_copy(ability.source);
    let now = game.effects().iter().rev().find(copies).map(|effect| effect.id);
    let source = game.object(ability.source);
    let was = match by {
        Some(by) => {
            game.effects().iter().find(|effect| effect.id == by).and_then(|effect| effect.copy.as_ref())
        }
        None => source.copied.as_ref(),
    };
    let was = was.and_then(|faces| faces.first()).unwrap_or(&source.base);
    source.on_battlefield() && now != by && was.has_supertype(Supertype::Legendary)
}

/// Whether an instruction calls by name the object that the ability is on. An ability that a copy effect has added says "this".
fn names_itself(instruction: &Instruction) -> bool {
    let copies = matches!(instruction, Instruction::Apply(apply)
        if apply.changes.iter().any(|change| matches!(change, ir::Change::CopyOf { .. })));
    acts_on_itself(instruction) && !copies
}

/// Whether an instruction does something to the object that the ability is on.
fn acts_on_itself(instruction: &Instruction) -> bool {
    if let Instruction::Apply(apply) = instruction {
        return apply.to == Some(Selection::This);
    }
    if let Instruction::Damage(it) = instruction {
        return it.source.is_none();
    }
    matches!(
        instruction,
        Instruction::Regenerate(Selection::This)
            | Instruction::Tap { what: Selection::This, .. }
            | Instruction::Untap { what: Selection::This, .. }
            | Instruction::PutCounters { on: Selection::This, .. }
    )
}

fn resolve_ability(
    play: &mut Play<'_>,
    top: ObjectId,
    controller: PlayerId,
    ability: &Rc<StackAbility>,
) -> Outcome {
    let mut frame = Frame::of_source(ability.source, controller, ability.origin);
    frame.on_stack = Some(top);
    frame.occasion.clone_from(&ability.occasion);
    if let Some(slots) = &ability.slots {
        frame.inherit(slots);
    }
    frame.announced.clone_from(&play.game.object(top).announced);
    let kind = CauseKind::Resolution(top, controller);
    // An intervening "if" is asked again (608.2a).
    if let Ability::Triggered(triggered) = &*ability.ability {
        if let Some(condition) = &triggered.only_if {
            let view = play.view()?;
            if !conditions::holds(Sight { game: &play.game, view: &view }, &frame, condition)? {
                play.note(
                    Level::Default,
                    kind,
                    Rules::of(&[cr!("603.4"), cr!("608.2a")]),
                    Note::ConditionFalse(top),
                );
                play.change(Cause::new(kind, cr!("608.2a")), Level::Hidden, Change::Cease(top));
                return Ok(());
            }
        }
    }
    if !check_targets(play, &mut frame, ability.body(), top)? {
        play.record(Level::Default, kind, Rules::of(&[cr!("608.2b")]), What::Fizzles(top));
        play.change(Cause::new(kind, cr!("608.2b")), Level::Hidden, Change::Cease(top));
        return Ok(());
    }
    note_still_meant(play, &frame, ability)?;
    // Whoever controlled it, and copies of it too, count as times that it resolved.
    if mentions(ability.body(), |part| matches!(part, Part::Quantity(Quantity::TimesResolved))) {
        let resolved = Change::Occurred(Occurrence::Resolved(ability.source, ability.origin));
        play.change(Cause::new(kind, cr!("608.2")), Level::Hidden, resolved);
    }
    let whole = limits::is_done_as_a_whole(&ability.ability);
    if !whole || !limits::is_done_already(play, &frame) {
        if whole {
            limits::do_it(play, &frame);
        }
        follow(play, &mut frame, ability.body())?;
    }
    // As the final part the ability leaves the stack and ceases to exist (608.2n).
    if play.game.object(top).exists {
        play.change(Cause::new(kind, cr!("608.2n")), Level::Detail, Change::Cease(top));
    }
    Ok(())
}

/// Says of an object that the trigger condition named that it is meant even if it is no longer of that kind (608.2k).
fn note_still_meant(play: &mut Play<'_>, frame: &Frame, ability: &StackAbility) -> Outcome {
    let (Ability::Triggered(triggered), Some(occasion)) = (&*ability.ability, &frame.occasion) else {
        return Ok(());
    };
    let when = &triggered.when;
    let (it, other) = if let Event::Blocks(it, other) | Event::BecomesBlocked(it, other) = when {
        (it, other)
    } else if let Event::Attacks(attacks) = when {
        (&attacks.what, &Filter::EVERYTHING)
    } else {
        return Ok(());
    };
    let view = play.view()?;
    let mut changed = Vec::new();
    let speaks_of_it = mentions(ability.body(), Part::is_it);
    let speaks_of_other = mentions(ability.body(), Part::is_other);
    for (objects, kind, speaks) in
        [(&occasion.objects, it, speaks_of_it), (&occasion.others, other, speaks_of_other)]
    {
        for object in objects.iter().filter(|object| play.game.object(**object).on_battlefield()) {
            let sight = Sight { game: &play.game, view: &view };
            if !matches(sight, frame, kind, *object)? && speaks {
                changed.push(*object);
            }
        }
    }
    for object in changed {
        let rules = Rules::of(&[cr!("608.2k")]);
        play.note(Level::Default, CauseKind::Ability(frame.source), rules, Note::StillMeant(object));
    }
    Ok(())
}

fn resolve_spell(play: &mut Play<'_>, top: ObjectId, controller: PlayerId) -> Outcome {
    general::must_be_known(play, top)?;
    let kind = CauseKind::Resolution(top, controller);
    let (body, mut frame) = casting_spells::body_of(play, controller, top)?;
    frame.announced.clone_from(&play.game.object(top).announced);
    let view = play.view()?;
    let permanent = view.characteristics(&play.game, top).types.is_permanent();
    let resolves = check_targets(play, &mut frame, &body, top)?;
    // A bestowed Aura spell without its target goes on as a creature spell.
    let ceasing = Rules::of(&[cr!("702.103e"), cr!("608.3b")]);
    if !resolves && bestow::end(play, kind, top, ceasing) {
        return become_permanent(play, top, controller, &frame);
    }
    // So does a mutating creature spell.
    if !resolves && mutate::end(play, kind, top) {
        return become_permanent(play, top, controller, &frame);
    }
    if !resolves {
        play.record(
            Level::Default,
            kind,
            Rules::of(&[if permanent { cr!("608.3b") } else { cr!("608.2b") }]),
            What::Fizzles(top),
        );
        let rule = if permanent { cr!("608.3b") } else { cr!("608.2b") };
        return to_graveyard(play, top, Cause::new(kind, rule), MoveAction::Fail);
    }
    if permanent && mutate::is_mutating(&play.game, top) {
        let mut targets = frame.announced.iter().flat_map(|announced| announced.targets.iter().flatten());
        if let Some(creature) = targets.find_map(|target| target.object()) {
            return mutate::resolve(play, top, controller, creature);
        }
    }
    if permanent {
        return become_permanent(play, top, controller, &frame);
    }
    overload::each_instead(play, top, &mut frame)?;
    follow(play, &mut frame, &body)?;
    // As the final part of the resolution the card goes to its owner's graveyard, if it is still there (608.2n).
    if play.game.object(top).exists && play.game.object(top).zone == Zone::Stack {
        return to_graveyard(play, top, Cause::new(kind, cr!("608.2n")), MoveAction::Resolve);
    }
    Ok(())
}

/// A permanent spell becomes a permanent under its controller's control (608.3a), an Aura attached to its target (608.3c).
fn become_permanent(play: &mut Play<'_>, top: ObjectId, controller: PlayerId, frame: &Frame) -> Outcome {
    let kind = CauseKind::Resolution(top, controller);
    let view = play.view()?;
    let is_aura = enchantments::is_aura(&view, &play.game, top);
    let rule = if is_aura { cr!("608.3c") } else { cr!("608.3a") };
    let mut cause = Cause::new(kind, rule);
    // A copy of a permanent spell becomes a token.
    if matches!(play.game.object(top).nature, Nature::Copy) {
        cause = cause.and(cr!("608.3f"));
    }
    // An Equipment enters like any other artifact, attached to nothing (301.5b).
    if view.characteristics(&play.game, top).has_subtype_named("Equipment") {
        cause = cause.and(cr!("301.5b"));
    }
    // What effects have changed of the spell stays changed of the permanent.
    let bestowed = bestow::on(&play.game, top);
    let changes = |of_characteristics: bool| {
        // Who controls it is none of its characteristics (109.3).
        let changes = |change: &ir::Change| !of_characteristics || !matches!(change, ir::Change::Control(_));
        play.game.effects().iter().any(|effect| {
            effect.is_on(top) && effect.changes.iter().any(changes) && Some(effect.id) != bestowed
        })
    };
    if bestowed.is_some() {
        cause = cause.and(cr!("702.103b"));
    }
    if changes(true) {
        cause = cause.and(cr!("112.4"));
    }
    if changes(false) {
        cause = cause.and(cr!("400.7a"));
    }
    let by_default = play.game.object(top).controller;
    let taken = by_default != controller && is_given(&play.game, top);
    if taken {
        cause = cause.and(cr!("110.2b"));
    }
    let mut it = Move::new(top, Zone::Battlefield, MoveAction::Resolve);
    it.controller = Some(controller);
    // The face that is up on the stack stays up (712.13).
    let spell = play.game.object(top);
    let up = spell
        .definition
        .as_ref()
        .and_then(|its| its.faces.iter().position(|face| Arc::ptr_eq(face, &spell.base)));
    it.face = up.and_then(|face| u8::try_from(face).ok()).unwrap_or(0);
    it.face_down = spell.face_down;
    if it.face_down.is_some() {
        // A spell that was cast face down becomes a face-down permanent.
        cause = cause.and(cr!("708.4"));
    }
    let prototype = spell.definition.as_ref().is_some_and(|its| its.layout == Layout::Prototype);
    if it.face > 0 {
        // A prototyped spell becomes a permanent with the same characteristics.
        cause = cause.and(if prototype { cr!("718.3b") } else { cr!("712.13") });
    }
    if is_aura {
        it.attached_to =
            frame.announced.as_ref().and_then(|announced| announced.targets.iter().flatten().next().copied());
    }
    let was = view.shared(&play.game, top);
    let moved = if sneak::was_paid(&play.game, top) {
        it.tapped = true;
        let joins = sneak::joins();
        let moves = vec![(cause.and(cr!("702.190b")), it)];
        general::move_each_fighting(play, moves, Some((frame, &joins)))?.into_iter().flatten().next()
    } else {
        general::move_one(play, cause, it)?
    };
    if let (Some(permanent), Some(announced)) = (moved, &frame.announced) {
        at_the_next_end_step::wait(play, cause, (&was, announced), (permanent, controller))?;
    }
    if moved.is_none() && play.game.object(top).exists {
        return to_graveyard(play, top, Cause::new(kind, cr!("608.3e")), MoveAction::Resolve);
    }
    if let Some(permanent) = moved.filter(|_| taken) {
        // The effect goes on (400.7a); by default the permanent is the player's who put the spell onto the stack.
        let its = play.game.object(permanent);
        if its.on_battlefield() && its.controller == controller && is_given(&play.game, permanent) {
            let cause = Cause::new(CauseKind::Rules, cr!("110.2b"));
            play.change(cause, Level::Hidden, Change::Controller(permanent, by_default));
        }
    }
    Ok(())
}

/// Whether an effect of a spell or ability gives somebody control of an object.
fn is_given(game: &Game, object: ObjectId) -> bool {
    game.effects().iter().any(|effect| {
        effect.is_on(object) && effect.changes.iter().any(|change| matches!(change, ir::Change::Control(_)))
    })
}

/// The card of a spell that was cast as an Adventure, exiled as that resolved, may be played by who controlled it, though not as an
/// Adventure, for as long as it stays exiled (715.3d).
pub(in crate::engine) fn on_an_adventure(
    play: &mut Play<'_>,
    cause: Cause,
    card: ObjectId,
    controller: PlayerId,
) {
    // A copy is no card that anybody could play from there.
    if matches!(play.game.object(card).nature, Nature::Copy) {
        return;
    }
    let Some(adventure) = Subtype::from_word("Adventure") else { return };
    let cause = cause.by(cr!("715.3d"));
    let top = cause.kind.source().unwrap_or(card);
    let permission = Permission {
        action: Allowed::Play,
        who: None,
        what: None,
        from: Some(Zone::Exile),
        spells: Some(Filter::Not(Box::new(Filter::Subtype(adventure)))),
        cost: None,
        any_mana: false,
        times_each_turn: None,
    };
    // Whatever leaves exile is another object, which the effect does not speak of.
    let effect = ContinuousEffect {
        source: top,
        rules: [RuleChange::May(permission)].into(),
        ..ContinuousEffect::on_itself(&play.game, card, controller, [].into())
    };
    play.change(cause, Level::Default, Change::BeginEffect(Box::new(effect)));
}

/// The spell leaves the stack for its owner's graveyard.
fn to_graveyard(play: &mut Play<'_>, top: ObjectId, cause: Cause, action: MoveAction) -> Outcome {
    let haunts = action == MoveAction::Resolve && play.view()?.has(&play.game, top, KeywordName::Haunt);
    let moved = general::move_one(play, cause, Move::new(top, Zone::Graveyard, action))?;
    // What haunts as it resolves triggers only then, not as it fails to, and not from elsewhere (702.55a).
    if let Some(object) = moved.filter(|card| haunts && play.game.object(*card).zone == Zone::Graveyard) {
        let before = play.view()?;
        after(play, &before, &[Happening::Becomes { object, what: NamedDeed::SpellWithHauntResolves }])?;
    }
    Ok(())
}

/// Whether the spell or ability resolves: not if it has targets and all of them are illegal now (608.2b). Illegal ones
/// among several are taken out of the frame, so that no instruction affects them.
fn check_targets(play: &mut Play<'_>, frame: &mut Frame, body: &Body, top: ObjectId) -> Outcome<bool> {
    let Some(announced) = frame.announced.clone() else { return Ok(true) };
    if announced.targets.iter().all(Vec::is_empty) {
        return Ok(true);
    }
    let view = play.view()?;
    let mut kept = announced.clone();
    let mut illegal: Vec<(Thing, Rules)> = Vec::new();
    let mut any = false;
    for (index, spec) in specs(body, &announced.modes).into_iter().enumerate() {
        let Some(chosen) = announced.targets.get(index) else { continue };
        let mut legal = Vec::with_capacity(chosen.len());
        let mut shares = Vec::new();
        for (place, thing) in chosen.iter().enumerate() {
            let sight = Sight { game: &play.game, view: &view };
            // "That player" is the one for whom it was chosen.
            let whose = announced.chosen_for.get(index).and_then(|players| players.get(place));
            let frame = &Frame { current: whose.copied().map(Thing::Player), ..frame.clone() };
            match targets::no_longer_legal(sight, frame, spec, *thing, top)? {
                None => {
                    any = true;
                    legal.push(*thing);
                    shares.extend(announced.division.get(index).and_then(|shares| shares.get(place)));
                }
                Some(rules) => illegal.push((*thing, rules)),
            }
        }
        if legal.len() == chosen.len() {
            continue;
        }
        if legal.is_empty() {
            frame.illegal.push(index);
        } else {
            frame.partly_illegal.push(index);
        }
        let kept = Rc::make_mut(&mut kept);
        if let Some(slot) = kept.targets.get_mut(index) {
            *slot = legal;
        }
        if let Some(slot) = kept.division.get_mut(index) {
            *slot = shares;
        }
    }
    for (thing, rules) in illegal {
        let controller = frame.controller;
        play.note(
            Level::Default,
            CauseKind::Resolution(top, controller),
            rules,
            Note::IllegalTarget(top, thing),
        );
    }
    frame.announced = Some(kept);
    Ok(any)
}

/// Follows the instructions: the body's own, then those of the chosen modes in printed order (608.2c, 700.2).
pub(super) fn follow(play: &mut Play<'_>, frame: &mut Frame, body: &Body) -> Outcome {
    if let Some(spell) = frame.on_stack
        && play.game.object(spell).is_spell()
    {
        ascend::as_it_resolves(play, spell, frame.controller)?;
    }
    instructions::run(play, frame, &body.does)?;
    let Some(choose) = &body.choose else { return Ok(()) };
    let modes = frame.announced.as_ref().map(|announced| announced.modes.clone()).unwrap_or_default();
    let mut first = body.targets.len();
    for mode in modes {
        let Some(mode) = choose.modes.get(usize::from(mode)) else { continue };
        frame.first_target = first;
        instructions::run(play, frame, &mode.does)?;
        first += mode.targets.len();
    }
    frame.first_target = 0;
    Ok(())
}
