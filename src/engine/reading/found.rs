//! What "this" finds where its object has gone to another zone, and so is another object (400.7).

use std::rc::Rc;

use crate::game::effects::{Bindings, KEPT};
use crate::game::{Game, ObjectId, Thing};
use crate::ir::part::any;
use crate::ir::{Ability, Cost, Instruction, Selection, Zone};
use crate::rules::{RuleId, cr};

use super::Frame;

/// The objects that the source of an ability has become, where the ability finds them: by the event on which it triggered (400.7e), as an
/// Aura on what that event moved (400.7f), by a payment of its own cost, or by what its effect has done so far (400.7j); each with the rule
/// by which it does. What has gone to a
/// hand or a library is not found, nor what has gone on since by anything else.
pub(in crate::engine) fn this(game: &Game, frame: &Frame) -> Vec<(ObjectId, RuleId)> {
    if game.object(frame.source).exists {
        return Vec::new();
    }
    let mut found: Vec<(ObjectId, RuleId)> = of_event(game, frame).map(|new| (new, cr!("400.7e"))).collect();
    if found.is_empty() {
        found.extend(aura_left_behind(game, frame).map(|new| (new, cr!("400.7f"))));
    }
    let next = game.object(frame.source).next;
    if let Some(new) = next.filter(|new| found.is_empty() && (paid(game, frame) || moved_now(frame, *new))) {
        found.push((new, cr!("400.7j")));
    }
    // What an earlier part of the effect found, a later part of it finds that waits.
    if found.is_empty() {
        let kept = frame.slot(KEPT).unwrap_or_default().iter().filter_map(|thing| thing.object());
        found.extend(kept.map(|object| (object, cr!("400.7j"))));
    }
    // What the effect itself has moved on it still finds.
    for (object, rule) in &mut found {
        while let Some(next) = game.object(*object).next.filter(|next| moved_now(frame, *next)) {
            if !is_public(game, *object) {
                break;
            }
            (*object, *rule) = (next, cr!("400.7j"));
        }
    }
    found.retain(|(object, _)| game.object(*object).exists && is_public(game, *object));
    found
}

/// What an object has become by what this very effect has done with it so far: other parts of the effect find it, if that is public (400.7j).
pub(in crate::engine) fn by_now(game: &Game, frame: &Frame, object: ObjectId) -> Option<ObjectId> {
    let mut now = object;
    while let Some(next) = game.object(now).next.filter(|next| moved_now(frame, *next)) {
        if !is_public(game, next) {
            return None;
        }
        now = next;
    }
    (now != object && game.object(now).exists).then_some(now)
}

/// Whether another part of the effect has moved an object, be it as another target, before words speak of it as the target that it was:
/// they mean it only where it was as it was targeted (400.7, 608.2b).
pub(in crate::engine) fn moved_before_named(
    game: &Game,
    frame: &Frame,
    selection: &Selection,
    object: ObjectId,
) -> bool {
    named_first(frame, selection, object)
        && !game.object(object).exists
        && game.object(object).next.is_some_and(|next| moved_now(frame, next))
}

/// Whether words speak of an object as a target for the first time.
fn named_first(frame: &Frame, selection: &Selection, object: ObjectId) -> bool {
    let Some(announced) = frame.announced.as_deref() else { return false };
    let mut phrases = Vec::new();
    any(selection, &mut |place| {
        phrases.extend(place.part.target().map(|number| frame.first_target + usize::from(number)));
        false
    });
    phrases.retain(|phrase| {
        announced.targets.get(*phrase).is_some_and(|targets| targets.contains(&Thing::Object(object)))
    });
    !phrases.is_empty() && phrases.iter().all(|phrase| !frame.named.contains(phrase))
}

/// Keeps of which targets an instruction that has been followed speaks.
pub(in crate::engine) fn keep_named(frame: &mut Frame, instruction: &Instruction) {
    if frame.announced.as_ref().is_none_or(|announced| announced.targets.is_empty()) {
        return;
    }
    let Frame { first_target, named, .. } = frame;
    any(instruction, &mut |place| {
        let phrase = place.part.target().map(|number| *first_target + usize::from(number));
        named.extend(phrase.filter(|phrase| !named.contains(phrase)));
        false
    });
}

/// Whether an object is in a hand or a library since this very effect, or the payment of its cost, has put it there out of a public zone:
/// then nothing finds it any more (400.7, 400.7j) but what looks for it there.
pub(in crate::engine) fn is_lost(
    game: &Game,
    frame: &Frame,
    selection: &Selection,
    object: ObjectId,
) -> bool {
    if looks_for(frame, selection) {
        return false;
    }
    let paid = matches!(selection, Selection::Paid(_));
    let its = game.object(object);
    let from_public = its.previous.is_some_and(|before| is_public(game, before));
    its.exists && from_public && !is_public(game, object) && (paid || moved_now(frame, object))
}

/// Whether words look for objects where these are now, or find what has been looked for so: neither remembers what an earlier instruction
/// has moved.
pub(in crate::engine) fn looks_for(frame: &Frame, selection: &Selection) -> bool {
    match selection {
        Selection::Each(_) | Selection::Topmost(_) | Selection::Top(..) | Selection::Outside => true,
        Selection::Slot(name) => frame.looked_for.contains(name),
        Selection::Among(of, _) | Selection::Last(of) => looks_for(frame, of),
        Selection::Several(all) => all.iter().all(|one| looks_for(frame, one)),
        Selection::This
        | Selection::It
        | Selection::Target(_)
        | Selection::Attached
        | Selection::Linked(_)
        | Selection::TheLinked(_)
        | Selection::Other
        | Selection::Players(_)
        | Selection::Host
        | Selection::Haunted
        | Selection::Grantor
        | Selection::Paid(_)
        | Selection::Itself => false,
    }
}

/// What is bound for an ability that the effect makes to wait, with the objects as what the effect has made of them so far (400.7j).
pub(in crate::engine) fn bindings(game: &Game, frame: &Frame) -> Bindings {
    let mut bindings = frame.bindings();
    let bring_up = |thing: &mut Thing| {
        if let Thing::Object(object) = thing {
            *object = by_now(game, frame, *object).unwrap_or(*object);
        }
    };
    // A spell that was noted and has been countered is asked about as it last was on the stack (608.2h): the card is no spell.
    let was_spell = |thing: &&mut Thing| {
        thing.object().is_some_and(|it| game.object(it).zone == Zone::Stack && game.object(it).is_spell())
    };
    bindings.slots.iter_mut().flat_map(|(_, things)| things).filter(|it| !was_spell(it)).for_each(bring_up);
    let moved = |thing: &Thing| thing.object().is_some_and(|it| by_now(game, frame, it).is_some());
    if let Some(announced) = &mut bindings.announced {
        if announced.targets.iter().flatten().any(moved) {
            Rc::make_mut(announced).targets.iter_mut().flatten().for_each(bring_up);
        }
    }
    bindings
}

/// Keeps what the source has become for what the next instruction makes that waits.
pub(in crate::engine) fn keep(game: &Game, frame: &mut Frame) {
    let found: Vec<Thing> = this(game, frame).into_iter().map(|(object, _)| Thing::Object(object)).collect();
    if !found.is_empty() {
        frame.bind(Some(KEPT), found);
    }
}

/// What the source has become by the event on which its ability triggered; of a melded or merged permanent all cards (712.21c, 730.3c).
pub(in crate::engine) fn of_event<'a>(
    game: &'a Game,
    frame: &'a Frame,
) -> impl Iterator<Item = ObjectId> + 'a {
    let occasion = frame.occasion.as_deref().filter(|occasion| occasion.before.is_some());
    let objects = occasion.map_or(&[][..], |occasion| occasion.objects.as_slice());
    objects.iter().copied().filter(move |object| game.object(*object).previous == Some(frame.source))
}

/// What an Aura whose ability triggered as the enchanted permanent left the battlefield has become in its owner's graveyard, if it went
/// there at the same time, or by a state-based action for having nothing left to enchant (400.7f).
fn aura_left_behind(game: &Game, frame: &Frame) -> Option<ObjectId> {
    let gone = frame.occasion.as_ref()?.before?;
    let aura = game.object(frame.source);
    let enchanted = aura.zone == Zone::Battlefield
        && aura.base.has_subtype_named("Aura")
        && aura.attached_to == Some(Thing::Object(gone));
    let now = aura.next.filter(|_| frame.on_stack.is_some() && enchanted)?;
    let its = game.object(now);
    (its.exists && its.zone == Zone::Graveyard).then_some(now)
}

/// Whether it was moved to pay for the very ability that is being followed.
fn paid(game: &Game, frame: &Frame) -> bool {
    let ability = frame.on_stack.and_then(|on_stack| game.object(on_stack).stack_ability());
    let Some(Ability::Activated(activated)) = ability.map(|it| &*it.ability) else { return false };
    let moves = |cost: &Cost| cost.moves_this() && !matches!(cost, Cost::Return(..));
    activated.cost.0.iter().any(moves)
}

/// Whether an object has come to be since the instructions began to be followed.
pub(in crate::engine) fn moved_now(frame: &Frame, object: ObjectId) -> bool {
    frame.began.is_some_and(|began| object >= began)
}

fn is_public(game: &Game, object: ObjectId) -> bool {
    !matches!(game.object(object).zone, Zone::Hand | Zone::Library)
}
