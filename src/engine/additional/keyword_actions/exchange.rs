//! CR 701.12: Exchange

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::spells::continuous_effects;
use crate::game::{Cause, CauseKind, ObjectId, Thing};
use crate::ir::instruction::Apply;
use crate::ir::{Change, Duration, Players, Selection, Symbol};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

/// Control of two permanents is exchanged: each player gains control of what was the other's (701.12b). If the whole exchange is
/// impossible, no part of it happens (701.12a); nothing happens either if one player controls both (701.12b).
///
/// # Errors
/// If it asks for what can't be told.
pub(in crate::engine) fn exchange_control(play: &mut Play<'_>, frame: &Frame, things: &[Thing]) -> Outcome {
    let there = |object: &ObjectId| play.game.object(*object).on_battlefield();
    let permanents: Vec<ObjectId> = things.iter().filter_map(|thing| thing.object()).filter(there).collect();
    let kind = match frame.on_stack {
        Some(on_stack) => CauseKind::Resolution(on_stack, frame.controller),
        None => CauseKind::Ability(frame.source),
    };
    let view = play.view()?;
    let source = frame.on_stack.unwrap_or(frame.source);
    let [one, other] = permanents.as_slice() else {
        play.note(Level::Default, kind, Rules::of(&[cr!("701.12a")]), Note::NotDone(source));
        return Ok(());
    };
    let sides = (view.controller(&play.game, *one), view.controller(&play.game, *other));
    if sides.0 == sides.1 {
        play.note(Level::Default, kind, Rules::of(&[cr!("701.12b")]), Note::NotDone(source));
        return Ok(());
    }
    let (what, to) = (Symbol::literal("exchanged"), Symbol::literal("new-controller"));
    for (object, player) in [(*one, sides.1), (*other, sides.0)] {
        let mut frame = frame.clone();
        frame.bind(Some(what), vec![Thing::Object(object)]);
        frame.bind(Some(to), vec![Thing::Player(player)]);
        let apply = Apply {
            to: Some(Selection::Slot(what)),
            changes: vec![Change::Control(Players::Slot(to))],
            rules: Vec::new(),
            duration: Duration::Forever,
        };
        continuous_effects::begin(play, Cause::new(kind, cr!("701.12b")), &frame, &apply)?;
    }
    Ok(())
}
