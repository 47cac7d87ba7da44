//! CR 701.12: Exchange

use crate::engine::additional::keyword_abilities::enchant;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::continuous_effects;
use crate::engine::zones::general;
use crate::game::{Cause, CauseKind, Move, MoveAction, ObjectId, Thing};
use crate::ir::instruction::Apply;
use crate::ir::{Change, Duration, KeywordName, Players, Selection, Slot, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Missing, Note};

use super::missing;

/// A permanent whose control is exchanged.
const EXCHANGED: Slot = Slot::literal("exchanged");
/// Who controls it from then on.
const TAKER: Slot = Slot::literal("new-controller");

/// Control of two permanents is exchanged: each player gains control of what was the other's (701.12b). If the whole exchange is
/// impossible, no part of it happens (701.12a); nothing happens either if one player controls both (701.12b).
///
/// # Errors
/// If it asks for what can't be told.
pub(in crate::engine) fn exchange_control(
    play: &mut Play<'_>,
    frame: &Frame,
    what: &Selection,
    things: &[Thing],
) -> Outcome<bool> {
    let there = |object: &ObjectId| play.game.object(*object).on_battlefield();
    let permanents: Vec<ObjectId> = things.iter().filter_map(|thing| thing.object()).filter(there).collect();
    let kind = match frame.on_stack {
        Some(on_stack) => CauseKind::Resolution(on_stack, frame.controller),
        None => CauseKind::Ability(frame.source),
    };
    let view = play.view()?;
    let source = frame.asking();
    let [one, other] = permanents.as_slice() else {
        let mut objects = things.iter().filter_map(|thing| thing.object());
        let gone = objects.find(|object| !play.game.object(*object).on_battlefield());
        let missing = gone.map_or_else(|| missing::of_none(play, frame, what), Missing::Gone);
        play.note(Level::Default, kind, Rules::of(&[cr!("701.12a")]), Note::NoExchange(source, missing));
        return Ok(false);
    };
    let sides = (view.controller(&play.game, *one), view.controller(&play.game, *other));
    if sides.0 == sides.1 {
        let note = Note::NoExchange(source, Missing::OneController(sides.0));
        play.note(Level::Default, kind, Rules::of(&[cr!("701.12b")]), note);
        return Ok(false);
    }
    for (object, player) in [(*one, sides.1), (*other, sides.0)] {
        let mut frame = frame.clone();
        frame.bind(Some(EXCHANGED), vec![Thing::Object(object)]);
        frame.bind(Some(TAKER), vec![Thing::Player(player)]);
        let apply = Apply {
            to: Some(Selection::Slot(EXCHANGED)),
            changes: vec![Change::Control(Players::Slot(TAKER))],
            rules: Vec::new(),
            duration: Duration::Forever,
        };
        continuous_effects::begin(play, Cause::new(kind, cr!("701.12b")), &frame, &apply)?;
    }
    Ok(true)
}

/// A permanent and a card of a player's hand are exchanged: all cards have to be owned by the same player (701.12d), and what the one
/// was attached to the other becomes attached to (701.12e). If it can't be done in full, nothing happens (701.12a).
///
/// # Errors
/// If it asks for what can't be told.
pub(in crate::engine) fn exchange_cards(
    play: &mut Play<'_>,
    frame: &Frame,
    permanent: ObjectId,
    card: ObjectId,
) -> Outcome {
    let kind = match frame.on_stack {
        Some(on_stack) => CauseKind::Resolution(on_stack, frame.controller),
        None => CauseKind::Ability(frame.source),
    };
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let keyword = view
        .characteristics(&play.game, frame.source)
        .abilities
        .iter()
        .find(|instance| instance.origin == frame.origin)
        .and_then(|instance| instance.keyword);
    let swaps = keyword == Some(KeywordName::AuraSwap);
    let (one, other) = (play.game.object(permanent), play.game.object(card));
    // Why it can't be done, beside what comes of that.
    let refused = if !one.on_battlefield() || other.owner != frame.controller {
        Some(None)
    } else if one.owner != other.owner {
        Some(Some(cr!("701.12d")))
    } else {
        match one.attached_to {
            // The Aura would stay where it is.
            Some(host) if !enchant::may_enchant_for(sight, card, frame.controller, host)? => {
                Some(Some(cr!("303.4i")))
            }
            _ => None,
        }
    };
    if let Some(why) = refused {
        let rules = Rules::NONE.and(if swaps { cr!("702.65b") } else { cr!("701.12a") });
        let rules = why.into_iter().fold(rules, Rules::and);
        play.note(Level::Default, kind, rules, Note::NotExchanged(permanent, card));
        return Ok(());
    }
    let host = one.attached_to;
    let cause = Cause::new(kind, if swaps { cr!("702.65a") } else { cr!("701.12d") });
    let mut enters = Move::new(card, other.zone, MoveAction::Put);
    let back = Move::new(permanent, other.zone, MoveAction::Put);
    (enters.to, enters.controller, enters.attached_to) = (Zone::Battlefield, Some(frame.controller), host);
    let into = if host.is_some() { cause.and(cr!("701.12e")) } else { cause };
    general::move_each(play, vec![(cause, back), (into, enters)])?;
    Ok(())
}
