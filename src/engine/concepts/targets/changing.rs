//! CR 115: Targets
//!
//! Changing the targets of a spell or ability, or choosing new ones for it (115.7).

use std::rc::Rc;

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::spells::announcing::{specs, targeted};
use crate::engine::spells::casting_spells;
use crate::game::{Announced, Cause, Change, ChoiceKind, Deed, Item, ObjectId, Thing};
use crate::ir::Body;
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note};

use super::legal;

/// A player changes the targets of a spell or ability on the stack, or may choose new ones for it.
///
/// # Errors
/// If a choice is missing, or the targets as they would be in the end are illegal (115.7e).
pub(in crate::engine) fn change(
    play: &mut Play<'_>,
    cause: Cause,
    frame: &Frame,
    of: ObjectId,
    may: bool,
) -> Outcome {
    let rule = if may { cr!("115.7d") } else { cr!("115.7a") };
    let (body, of_frame) = body_and_frame(play, of)?;
    let Some(announced) = play.game.object(of).announced.clone() else { return Ok(()) };
    if announced.targets.iter().all(Vec::is_empty) {
        return Ok(());
    }
    let source = Some(frame.asking());
    if may && !play.ask_to(frame.controller, Deed::ChooseNewTargets, source, Rules::NONE.and(rule))? {
        return Ok(());
    }
    let Some(targets) = choose(play, frame, &of_frame, &body, &announced, of, rule)? else {
        // If not all of them can be changed to other legal ones, none is (115.7a).
        play.note(Level::Default, cause.kind, Rules::NONE.and(rule), Note::TargetsStay(of));
        return Ok(());
    };
    check(play, frame, &of_frame, &body, &announced, &targets, of)?;
    let pairs = targets.iter().zip(&announced.targets);
    let fresh: Vec<Thing> =
        pairs.flat_map(|(new, old)| new.iter().copied().filter(|target| !old.contains(target))).collect();
    if fresh.is_empty() {
        return Ok(());
    }
    let controller = of_frame.controller;
    let announced = Announced { targets, ..(*announced).clone() };
    // Only the set as it is in the end is looked at (115.7e).
    let by = Cause { rules: Rules::NONE.and(rule), ..cause };
    let by = if fresh.len() > 1 { by.and(cr!("115.7e")) } else { by };
    play.change(by, Level::Default, Change::Announce(of, Rc::new(announced)));
    targeted(play, of, controller, fresh)
}

/// What a spell or ability on the stack does, and who speaks.
///
/// # Errors
/// If its text can't be read.
pub(in crate::engine) fn body_and_frame(play: &mut Play<'_>, of: ObjectId) -> Outcome<(Body, Frame)> {
    let view = play.view()?;
    let controller = view.controller(&play.game, of);
    let Some(ability) = play.game.object(of).stack_ability().cloned() else {
        return casting_spells::body_of(play, controller, of);
    };
    let mut frame = Frame::of_source(ability.source, controller, ability.origin);
    frame.on_stack = Some(of);
    frame.occasion.clone_from(&ability.occasion);
    if let Some(slots) = &ability.slots {
        frame.inherit(slots);
    }
    Ok((ability.body().clone(), frame))
}

/// As many targets for each phrase as there are, from those that would be legal; where new ones may be chosen, also those there
/// are already, legal or not (115.7d).
fn choose(
    play: &mut Play<'_>,
    frame: &Frame,
    of_frame: &Frame,
    body: &Body,
    announced: &Rc<Announced>,
    of: ObjectId,
    rule: RuleId,
) -> Outcome<Option<Vec<Vec<Thing>>>> {
    let may = rule == cr!("115.7d");
    let mut of_frame = of_frame.clone();
    of_frame.announced = Some(announced.clone());
    let mut offered = Vec::new();
    for (spec, now) in specs(body, &announced.modes).into_iter().zip(&announced.targets) {
        let mut options = legal(play, &of_frame, spec, of)?;
        if may {
            options
                .extend(now.iter().copied().filter(|target| !options.contains(target)).collect::<Vec<_>>());
        } else {
            options.retain(|target| !now.contains(target));
        }
        if options.len() < now.len() {
            return Ok(None);
        }
        offered.push((options, now.len()));
    }
    let source = Some(frame.asking());
    let mut targets = Vec::with_capacity(offered.len());
    for (options, count) in offered {
        let items: Vec<Item> = options.into_iter().map(Item::of).collect();
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        let rules = Rules::NONE.and(rule);
        let picked =
            play.pick(frame.controller, ChoiceKind::Targets, source, items, count, count, true, rules)?;
        targets.push(picked.into_iter().filter_map(Item::thing).collect());
    }
    Ok(Some(targets))
}

/// Whether the targets as they are in the end are legal: each that is new, and none twice where they must differ (115.7d, 115.7e).
fn check(
    play: &mut Play<'_>,
    frame: &Frame,
    of_frame: &Frame,
    body: &Body,
    announced: &Rc<Announced>,
    targets: &[Vec<Thing>],
    of: ObjectId,
) -> Outcome {
    let illegal = |why| Err(Halt::illegal(frame.controller, cr!("115.7e"), why, Some(of)).as_choice());
    let mut of_frame = of_frame.clone();
    of_frame.announced = Some(Rc::new(Announced { targets: targets.to_vec(), ..(**announced).clone() }));
    for (index, spec) in specs(body, &announced.modes).into_iter().enumerate() {
        let (Some(new), Some(old)) = (targets.get(index), announced.targets.get(index)) else { continue };
        let may_be = legal(play, &of_frame, spec, of)?;
        if new.iter().any(|target| !old.contains(target) && !may_be.contains(target)) {
            return illegal("a new target must be a legal one");
        }
        let earlier = || targets.iter().take(index).flatten();
        if spec.other && new.iter().any(|target| earlier().any(|other| other == target)) {
            return illegal("the targets must differ");
        }
    }
    Ok(())
}
