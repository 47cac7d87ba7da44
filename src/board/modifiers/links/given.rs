//! What an ability gives along with exiling a card, on a board that says it has exiled it: a permission to cast that card, or to look at it.

use std::sync::Arc;

use crate::board::setup::Planned;
use crate::game::effects::{Affected, Bindings};
use crate::game::{Change, ContinuousEffect, FaceDown, Game, ObjectId, Thing};
use crate::ir::instruction::{Apply, Exile};
use crate::ir::{Duration, Instruction, Players, Selection, Slot};

/// Whether instructions give what one of them exiles something that lasts as long as the card stays there.
pub(super) fn gives(instructions: &[Instruction], exile: &Exile) -> bool {
    exile.slot.is_some_and(|slot| lasting(instructions, slot).next().is_some())
}

/// Gives a card in exile what the ability that has exiled it has given it with that. Says whether it has given anything.
pub(super) fn with_exile(
    game: &mut Game,
    plan: &Planned<'_>,
    (does, exile): (&[Instruction], &Exile),
    card: ObjectId,
) -> bool {
    let Some((slot, course)) = exile.slot.and_then(|slot| Some((slot, course_of(does, exile)?))) else {
        return false;
    };
    let applies: Vec<&Apply> = lasting(course, slot).collect();
    if applies.is_empty() {
        return false;
    }
    if exile.face_down && !game.object(card).is_face_down() {
        game.apply(&Change::FaceDown(card, Some(FaceDown::Plainly)));
    }
    if exile.may_look == Some(Players::You) {
        game.apply(&Change::MayLook(card, plan.controller));
    }
    for apply in &applies {
        let bindings = Bindings { slots: vec![(slot, vec![Thing::Object(card)])], ..Bindings::default() };
        let effect = ContinuousEffect {
            affected: Affected::Objects([card].into()),
            rules: apply.rules.as_slice().into(),
            duration: apply.duration.clone(),
            bindings,
            ..ContinuousEffect::on_itself(game, plan.object, plan.controller, Arc::from([]))
        };
        game.apply(&Change::BeginEffect(Box::new(effect)));
    }
    true
}

/// The instructions among which one to exile stands.
fn course_of<'a>(does: &'a [Instruction], exile: &Exile) -> Option<&'a [Instruction]> {
    if does.iter().any(|it| matches!(it, Instruction::Exile(its) if its == exile)) {
        return Some(does);
    }
    does.iter().flat_map(Instruction::courses).find_map(|course| course_of(course, exile))
}

/// The effects on what stands in a slot that change the rules for it as long as it is there.
fn lasting(does: &[Instruction], slot: Slot) -> impl Iterator<Item = &Apply> {
    let lasts = move |apply: &&Apply| {
        apply.to == Some(Selection::Slot(slot))
            && apply.changes.is_empty()
            && matches!(apply.duration, Duration::Forever | Duration::While(_))
    };
    let applies =
        does.iter().filter_map(
            |instruction| {
                if let Instruction::Apply(apply) = instruction { Some(apply) } else { None }
            },
        );
    applies.filter(lasts)
}
