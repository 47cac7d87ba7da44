//! CR 701.13: Exile

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::zones::general;
use crate::game::{Cause, FaceDown, Move, MoveAction, ObjectId};
use crate::ir::{CounterKind, Zone};
use crate::rules::cr;

/// Exiles objects from wherever they are, at the same time (701.13a), with these counters on them; says what each is then.
///
/// # Errors
/// If a replacement needs a choice that nobody makes, or can't be played.
pub(in crate::engine) fn exile(
    play: &mut Play<'_>,
    cause: Cause,
    objects: &[ObjectId],
    face_down: bool,
    counters: &[(CounterKind, u32)],
) -> Outcome<Vec<Option<ObjectId>>> {
    let moves = objects
        .iter()
        .map(|object| {
            let mut it = Move::new(*object, Zone::Exile, MoveAction::Exile);
            it.face_down = face_down.then_some(FaceDown::Plainly);
            it.counters = counters.to_vec();
            let mut rules = general::exile_rules(play, *object);
            for of_cause in cause.rules.iter() {
                rules = rules.and(of_cause);
            }
            // Hidden from everybody whom nothing lets look.
            let rules = if face_down { rules.and(cr!("406.3")) } else { rules };
            (Cause { kind: cause.kind, rules }, it)
        })
        .collect();
    general::move_each(play, moves)
}
