//! CR 707: Copying Objects. Copies of spells and abilities on the stack (707.10).

use std::rc::Rc;

use crate::engine::additional::keyword_abilities::{bestow, escape};
use crate::engine::concepts::targets::changing::{body_and_frame, check};
use crate::engine::concepts::targets::{legal, why_not};
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::announcing::{specs, targeted};
use crate::engine::spells::events::{Happening, after};
use crate::game::{
    Announced, Cause, Change, Characteristics, ChoiceKind, Item, ManaAmount, Nature, NewObject, ObjectId,
    StackAbility, Thing,
};
use crate::ir::{Body, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note, What};

use super::definition_of_token;

/// How a spell or ability is copied.
pub(in crate::engine) struct Copying<'a> {
    /// What is different about the copy (707.9).
    pub(in crate::engine) except: &'a [crate::ir::Change],
    /// Whether its controller may choose new targets for it (707.10c).
    pub(in crate::engine) new_targets: bool,
    /// What it targets instead, where the effect says it (707.10e).
    pub(in crate::engine) targeting: Option<&'a [Thing]>,
}

/// Puts a copy of a spell or ability onto the stack (707.10). It is not cast or activated; its decisions are those made for the
/// original.
///
/// # Errors
/// If a choice is missing, or it can't be copied.
pub(in crate::engine) fn copy(
    play: &mut Play<'_>,
    cause: Cause,
    frame: &Frame,
    of: ObjectId,
    how: &Copying<'_>,
) -> Outcome<Option<ObjectId>> {
    let original = play.game.object(of).announced.as_deref().cloned().unwrap_or_default();
    // It was not cast, and the mana spent on the original is no object that could be referred to.
    let mut announced =
        Announced { cast: None, from: None, spent: ManaAmount::default(), spent_in_all: None, ..original };
    // So it has not escaped either, as the original may have (702.138b).
    announced.paid.retain(|name| *name != escape::ESCAPE);
    let (body, mut its_frame) = body_and_frame(play, of)?;
    its_frame.controller = frame.controller;
    let mut by = cause;
    if let Some(targets) = how.targeting {
        let Some(target) = said_target(play, frame, &its_frame, &body, &announced, of, targets)? else {
            let rules = Rules::of(&[cr!("707.10e")]);
            play.note(Level::Default, cause.kind, rules, Note::NotCopied(of));
            return Ok(None);
        };
        for phrase in announced.targets.iter_mut().filter(|phrase| !phrase.is_empty()) {
            *phrase = vec![target];
        }
        by = by.and(cr!("707.10e"));
    }
    let (by, mut made) = create(play, by, frame, of, how, &announced)?;
    let new = made.new;
    // What it may target is judged as it will be there; it is put there once that is decided (707.10c).
    play.apply_ahead(&Change::Create(made.clone()));
    // The copy of a bestowed spell is bestowed too (702.103c).
    let bestowed = bestow::on(&play.game, of).map(|_| {
        let change = Change::BeginEffect(Box::new(bestow::effect(&play.game, new, frame.controller)));
        play.apply_ahead(&change);
        change
    });
    if how.new_targets {
        its_frame.on_stack = Some(new);
        if its_frame.source == of {
            its_frame.source = new;
        }
        if let Some(targets) = new_targets(play, frame, &its_frame, &body, &announced, new)? {
            announced.targets = targets;
            let decided = Rc::new(announced.clone());
            play.apply_ahead(&Change::Announce(new, decided.clone()));
            made.announced = Some(decided);
        }
    }
    let batch = play.trace.next_batch();
    play.record_change(by, Level::Default, Change::Create(made), batch);
    if let Some(change) = bestowed {
        let batch = play.trace.next_batch();
        play.record_change(Cause::new(cause.kind, cr!("702.103c")), Level::Default, change, batch);
    }
    let all: Vec<Thing> = announced.targets.iter().flatten().copied().collect();
    if !all.is_empty() {
        let rule = match how {
            Copying { targeting: Some(_), .. } => cr!("707.10e"),
            Copying { new_targets: true, .. } => cr!("707.10c"),
            _ => cr!("707.10"),
        };
        play.record(Level::Default, cause.kind, Rules::NONE.and(rule), What::Targets(new, all.clone()));
        targeted(play, new, frame.controller, all)?;
    }
    if play.game.object(new).is_spell() {
        let before = play.view()?;
        after(play, &before, &[Happening::Copied { player: frame.controller, spell: new }])?;
    }
    Ok(Some(new))
}

/// The copy as it is to be on the stack, with the rules by which it is so.
fn create(
    play: &mut Play<'_>,
    cause: Cause,
    frame: &Frame,
    of: ObjectId,
    how: &Copying<'_>,
    announced: &Announced,
) -> Outcome<(Cause, Box<NewObject>)> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let ability = play.game.object(of).stack_ability().cloned();
    let mut cause = cause;
    let (nature, base, definition, face) = match ability {
        Some(ability) => {
            if !how.except.is_empty() {
                return Err(Halt::undecided(frame.source, "it copies an ability with an exception"));
            }
            // A copy of an ability has the same source as the original.
            cause = cause.and(cr!("707.10b"));
            let copy = StackAbility { copied: true, ..(*ability).clone() };
            (Nature::Ability(Rc::new(copy)), Characteristics::none(), None, 0)
        }
        None => {
            let (definition, face, rules) = definition_of_token(sight, frame, of, how.except)?;
            cause = rules.iter().fold(cause, Cause::and);
            let base = definition.faces.get(usize::from(face)).cloned().unwrap_or_else(Characteristics::none);
            (Nature::Copy, base, Some(definition), face)
        }
    };
    let new = play.game.next_object();
    let copy = NewObject {
        definition,
        announced: Some(Rc::new(announced.clone())),
        face,
        ..NewObject::new(new, nature, frame.controller, Zone::Stack, base)
    };
    Ok((cause, Box::new(copy)))
}

/// The one thing that the effect lets the copy target: one that is legal for each target phrase, of several the one that its
/// controller chooses (707.10e).
fn said_target(
    play: &mut Play<'_>,
    frame: &Frame,
    its_frame: &Frame,
    body: &Body,
    announced: &Announced,
    of: ObjectId,
    targets: &[Thing],
) -> Outcome<Option<Thing>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let mut may_be = Vec::new();
    for target in targets {
        let mut is_legal = true;
        for (spec, now) in specs(body, &announced.modes).into_iter().zip(&announced.targets) {
            is_legal &= now.is_empty() || why_not(sight, its_frame, spec, *target, of)?.is_none();
        }
        if is_legal {
            may_be.push(Item::of(*target));
        }
    }
    if may_be.is_empty() {
        return Ok(None);
    }
    let source = Some(frame.asking());
    let rules = Rules::of(&[cr!("707.10e")]);
    let picked = play.pick(frame.controller, ChoiceKind::Choose, source, may_be, 1, 1, false, rules)?;
    Ok(picked.first().copied().and_then(Item::thing))
}

/// The targets as the copy's controller wants them: each as it is, legal or not, or another that is legal (707.10c). Nothing if all
/// stay as they are.
fn new_targets(
    play: &mut Play<'_>,
    frame: &Frame,
    its_frame: &Frame,
    body: &Body,
    announced: &Announced,
    copy: ObjectId,
) -> Outcome<Option<Vec<Vec<Thing>>>> {
    let mut its_frame = its_frame.clone();
    its_frame.announced = Some(Rc::new(announced.clone()));
    let mut chosen: Vec<Vec<Thing>> = Vec::with_capacity(announced.targets.len());
    let all = specs(body, &announced.modes);
    for (spec, now) in all.into_iter().zip(&announced.targets) {
        if now.is_empty() {
            chosen.push(Vec::new());
            continue;
        }
        let mut items: Vec<Item> = now.iter().copied().map(Item::of).collect();
        let others = legal(play, &its_frame, spec, copy)?;
        items.extend(others.into_iter().filter(|target| !now.contains(target)).map(Item::of));
        let count = u32::try_from(now.len()).unwrap_or(u32::MAX);
        let source = Some(frame.asking());
        let rules = Rules::of(&[cr!("707.10c")]);
        let kind = ChoiceKind::CopyTargets;
        let picked = play.pick(frame.controller, kind, source, items, count, count, true, rules)?;
        chosen.push(picked.into_iter().filter_map(Item::thing).collect());
    }
    if chosen == announced.targets {
        return Ok(None);
    }
    check(play, frame, &its_frame, body, announced, &chosen, (copy, cr!("707.10c")))?;
    Ok(Some(chosen))
}
