//! CR 115: Targets
//!
//! Changing the targets of a spell or ability, or choosing new ones for it (115.7).

use std::rc::Rc;

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::announcing::{specs, targeted};
use crate::engine::spells::casting_spells;
use crate::game::{Announced, Cause, Change, ChoiceKind, Deed, Item, ObjectId, Thing};
use crate::ir::{Body, TargetSpec};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note};

use super::{legal, together};

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
    check(play, frame, &of_frame, &body, &announced, &targets, (of, cr!("115.7e")))?;
    let pairs = targets.iter().zip(&announced.targets);
    let fresh: Vec<Thing> =
        pairs.flat_map(|(new, old)| new.iter().copied().filter(|target| !old.contains(target))).collect();
    if targets == announced.targets {
        return Ok(());
    }
    let places = targets.iter().flatten().zip(announced.targets.iter().flatten());
    let changed = places.filter(|(new, old)| new != old).count();
    let controller = of_frame.controller;
    let announced = Announced { targets, ..(*announced).clone() };
    // Only the set as it is in the end is looked at (115.7e).
    let by = Cause { rules: Rules::NONE.and(rule), ..cause };
    let by = if changed > 1 { by.and(cr!("115.7e")) } else { by };
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
/// are already, legal or not (115.7d). Where they are changed, each becomes another one, which may be what another of them was
/// (115.7a, 115.7e).
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
            // What there is stands first.
            let others = options.into_iter().filter(|target| !now.contains(target));
            options = now.iter().copied().chain(others).collect();
        } else if let [only] = now.as_slice() {
            options.retain(|target| target != only);
        }
        if options.len() < now.len() {
            return Ok(None);
        }
        // Whether there is a choice of others that is legal together is not looked for.
        if spec.together.is_some() && !may && now.len() > 1 {
            return Err(Halt::undecided(of, "its targets must be so together, and each of them is changed"));
        }
        offered.push((options, now, spec));
    }
    if !may && let Some((it, options)) = same_for_all(&offered) {
        return become_one(play, frame, (it, options), announced, rule);
    }
    let source = Some(frame.asking());
    let mut targets: Vec<Vec<Thing>> = Vec::with_capacity(offered.len());
    // What has been chosen so far, and whether it was no target of that phrase before.
    let mut earlier: Vec<(Thing, bool)> = Vec::new();
    let all: Vec<Phrase<'_>> =
        offered.iter().map(|(options, now, spec)| Phrase { options, now, other: spec.other }).collect();
    for (place, (options, now, spec)) in offered.iter().enumerate() {
        let (now, divided) = (*now, spec.divided.is_some());
        // Where targets must differ, what is one by now, or would leave none for another phrase, is not offered.
        let mut left = options.clone();
        let these = all.get(place..).and_then(<[Phrase<'_>]>::split_first);
        if let ([_], Some((this, rest))) = (now.as_slice(), these) {
            let goes_on = |target: &Thing| this.goes_on(*target, &earlier, rest);
            left.retain(goes_on);
            if left.is_empty() && !may {
                return Ok(None);
            }
            if left.is_empty() {
                left.clone_from(options);
            }
        } else if !may && spec.other {
            let fits = |target: &&Thing| all.get(place).is_some_and(|this| this.fits(**target, &earlier));
            if options.iter().filter(fits).count() >= now.len() {
                left.retain(|target| fits(&target));
            }
        }
        // Of several that must differ it is the set as it is in the end.
        let differ = all.iter().any(|phrase| phrase.other);
        let narrowed = (left.len() < options.len() || differ).then_some(cr!("115.7e"));
        let options = left;
        // Two that can only change places do that; of more it would be said which takes the place of which.
        if !may && divided && now.len() > 2 && options.len() == now.len() {
            let why = "which target takes the place of which is not asked where no other is legal";
            return Err(Halt::undecided(of, why));
        }
        let mut picked = if !may && now.len() > 1 && options.len() == now.len() {
            options
        } else {
            // What can't stay as it is becomes another one by the set alone.
            let stays = now.iter().all(|target| options.contains(target));
            let items: Vec<Item> = options.into_iter().map(Item::of).collect();
            let count = u32::try_from(now.len()).unwrap_or(u32::MAX);
            let own = if may && !stays { Rules::NONE } else { Rules::NONE.and(rule) };
            let rules = narrowed.into_iter().fold(own, Rules::and);
            let kind = ChoiceKind::Targets;
            let picked = play.pick(frame.controller, kind, source, items, count, count, true, rules)?;
            let picked: Vec<Thing> = picked.into_iter().filter_map(Item::thing).collect();
            if divided && !may && picked.iter().zip(now).any(|(new, old)| new == old) {
                let why = "each target must become another one";
                return Err(Halt::illegal(frame.controller, rule, why, Some(of)).as_choice());
            }
            picked
        };
        if !may {
            displace(&mut picked, now);
        }
        earlier.extend(picked.iter().map(|target| (*target, !now.contains(target))));
        targets.push(picked);
    }
    Ok(Some(targets))
}

/// What all of several phrases have as their one target, and what would be a legal target of each of them; nothing where there is but one,
/// or they have others. It is "the target" that is changed then, so that it becomes the same one everywhere.
fn same_for_all(offered: &[(Vec<Thing>, &Vec<Thing>, &TargetSpec)]) -> Option<(Thing, Vec<Thing>)> {
    let mut chosen = offered.iter().filter(|(_, now, _)| !now.is_empty());
    let (options, now, _) = chosen.next()?;
    let [it] = now.as_slice() else { return None };
    let others: Vec<&Vec<Thing>> = chosen
        .map(|(options, now, _)| (now.as_slice() == [*it]).then_some(options))
        .collect::<Option<_>>()?;
    if others.is_empty() {
        return None;
    }
    let fits = |target: &Thing| others.iter().all(|options| options.contains(target));
    Some((*it, options.iter().copied().filter(fits).collect()))
}

/// The one target of several phrases becomes another one for all of them; none of them is changed where there is none (115.7a).
fn become_one(
    play: &mut Play<'_>,
    frame: &Frame,
    (it, options): (Thing, Vec<Thing>),
    announced: &Announced,
    rule: RuleId,
) -> Outcome<Option<Vec<Vec<Thing>>>> {
    if options.is_empty() {
        return Ok(None);
    }
    let items = options.into_iter().map(Item::of).collect();
    let source = Some(frame.asking());
    let rules = Rules::NONE.and(rule);
    let picked = play.pick(frame.controller, ChoiceKind::Targets, source, items, 1, 1, true, rules)?;
    let Some(new) = picked.first().and_then(|item| item.thing()) else { return Ok(None) };
    let mut targets = announced.targets.clone();
    for target in targets.iter_mut().flatten().filter(|target| **target == it) {
        *target = new;
    }
    Ok(Some(targets))
}

/// A phrase whose targets are changed: what may become one, and what is one now.
#[derive(Clone, Copy)]
struct Phrase<'a> {
    options: &'a [Thing],
    now: &'a [Thing],
    /// Whether they must differ from those of the phrases before it.
    other: bool,
}

impl Phrase<'_> {
    /// Whether a target differs as it must from those that have been chosen before it; each with whether it is another than before.
    fn fits(&self, target: Thing, earlier: &[(Thing, bool)]) -> bool {
        let fresh = !self.now.contains(&target);
        !self.other || !earlier.iter().any(|(other, was_fresh)| *other == target && (fresh || *was_fresh))
    }

    /// Whether it can be chosen so that each phrase that follows still has one that fits. Phrases of several targets are not looked at.
    fn goes_on(&self, target: Thing, earlier: &[(Thing, bool)], rest: &[Phrase<'_>]) -> bool {
        if !self.fits(target, earlier) {
            return false;
        }
        let Some((next, rest)) = rest.split_first() else { return true };
        let mut earlier = earlier.to_vec();
        earlier.push((target, !self.now.contains(&target)));
        let differ = next.other || rest.iter().any(|phrase| phrase.other);
        !differ || next.now.len() != 1 || next.options.iter().any(|its| next.goes_on(*its, &earlier, rest))
    }
}

/// Orders two or more different targets so that none takes its own place among those that there are now.
fn displace(targets: &mut [Thing], now: &[Thing]) {
    for index in 0..targets.len() {
        if targets.get(index) == now.get(index) {
            targets.swap(index, (index + 1) % targets.len());
        }
    }
}

/// Whether the targets as they are in the end are legal: each that is new, and none twice where they must differ (115.7d, 115.7e). What
/// stays as it was need not be.
///
/// # Errors
/// If they are illegal, by the rule that lets the player choose them.
pub(in crate::engine) fn check(
    play: &mut Play<'_>,
    frame: &Frame,
    of_frame: &Frame,
    body: &Body,
    announced: &Announced,
    targets: &[Vec<Thing>],
    (of, rule): (ObjectId, RuleId),
) -> Outcome {
    let illegal = |why| Err(Halt::illegal(frame.controller, rule, why, Some(of)).as_choice());
    let mut of_frame = of_frame.clone();
    of_frame.announced = Some(Rc::new(Announced { targets: targets.to_vec(), ..announced.clone() }));
    // Each target, and whether it is another than before.
    let mut earlier: Vec<(Thing, bool)> = Vec::new();
    for (index, spec) in specs(body, &announced.modes).into_iter().enumerate() {
        let (Some(new), Some(old)) = (targets.get(index), announced.targets.get(index)) else { continue };
        let may_be = legal(play, &of_frame, spec, of)?;
        if new.iter().any(|target| !old.contains(target) && !may_be.contains(target)) {
            return illegal("a new target must be a legal one");
        }
        let its: Vec<(Thing, bool)> = new.iter().map(|target| (*target, !old.contains(target))).collect();
        let twice = |(target, fresh): &(Thing, bool)| {
            earlier.iter().any(|(other, was_fresh)| other == target && (*fresh || *was_fresh))
        };
        if spec.other && its.iter().any(twice) {
            return illegal("the targets must differ");
        }
        if let Some(together) = &spec.together
            && new != old
        {
            let view = play.view()?;
            if !together::fits(Sight { game: &play.game, view: &view }, &of_frame, together, new)? {
                return Err(together::refused(frame.controller, rule, Some(together), new).as_choice());
            }
        }
        earlier.extend(its);
    }
    Ok(())
}
