//! CR 901: Planechase

use std::rc::Rc;
use std::sync::Arc;

use crate::engine::additional::keyword_actions::planeswalk;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::events::Happening;
use crate::engine::view::View;
use crate::game::{
    ByRules, Cause, CauseKind, Change, Game, ObjectId, Occasion, Origin, PlayerId, Variant, WaitingTrigger,
};
use crate::ir::KeywordAction;
use crate::ir::{Body, Event, Instruction, NamedDeed, Players, Triggered, Verb};
use crate::rules::cr;
use crate::trace::Level;

/// Where the planeswalking ability stands, which no object has (901.8).
pub const PLANESWALKING: Origin = Origin::Rules(ByRules::Planeswalking);

/// The planeswalking ability triggers (901.8): nothing is its source, and who has rolled controls it.
pub(in crate::engine) fn planeswalking_ability(play: &mut Play<'_>, player: PlayerId, plane: ObjectId) {
    let planeswalk = Instruction::Do {
        action: KeywordAction(Verb::Planeswalk),
        who: Players::You,
        what: None,
        subtype: None,
        count: None,
        slot: None,
    };
    let trigger = WaitingTrigger {
        source: plane,
        origin: PLANESWALKING,
        number: 0,
        called: None,
        controller: player,
        ability: Arc::new(Triggered::new(
            Event::Does(Players::You, NamedDeed::RollPlaneswalker),
            Body::of(vec![planeswalk]),
        )),
        occasion: Rc::new(Occasion { player: Some(player), ..Occasion::default() }),
        slots: None,
        lapsed: 0,
        on_stack: None,
    };
    let cause = Cause::new(CauseKind::SpecialAction(player), cr!("901.8"));
    play.change(cause, Level::Default, Change::Trigger(Box::new(trigger)));
}

/// The planar controller controls the face-up planes and phenomena: the active player, as each turn begins (901.6).
pub(in crate::engine) fn as_turn_begins(play: &mut Play<'_>) {
    let controller = play.game.planar_controller();
    let changing: Vec<ObjectId> =
        play.game.planes().filter(|plane| play.game.object(*plane).controller != controller).collect();
    for plane in changing {
        let cause = Cause::new(CauseKind::Rules, cr!("901.6"));
        play.change(cause, Level::Default, Change::Controller(plane, controller));
    }
}

/// Players are about to leave: if the planar controller is one of them, the next in turn order who stays is it now (800.4p, 901.6).
/// What abilities of phenomena the leavers own stay on the stack, which the planar controller controls now (901.10b).
pub(in crate::engine) fn before_players_leave(play: &mut Play<'_>, leavers: &[PlayerId]) {
    if play.game.variant() != Variant::Planechase {
        return;
    }
    let controller = play.game.planar_controller();
    for plane in play.game.planes().collect::<Vec<_>>() {
        if leavers.contains(&play.game.object(plane).controller) {
            let cause = Cause::new(CauseKind::Rules, cr!("800.4p")).and(cr!("901.6"));
            play.change(cause, Level::Default, Change::Controller(plane, controller));
        }
    }
    for ability in play.game.stack().to_vec() {
        if stays_of_phenomenon(&play.game, ability) && leavers.contains(&play.game.object(ability).controller)
        {
            let cause = Cause::new(CauseKind::Rules, cr!("901.10b"));
            play.change(cause, Level::Default, Change::Controller(ability, controller));
        }
    }
}

/// Whether an object is an ability of a phenomenon, which does not leave with its owner (901.10).
pub(in crate::engine) fn stays_of_phenomenon(game: &Game, object: ObjectId) -> bool {
    let source = game.object(object).stack_ability().map(|ability| ability.source);
    game.variant() == Variant::Planechase
        && source.is_some_and(|source| game.object(source).base.is(crate::ir::CardType::Phenomenon))
}

/// Face-up planes and phenomena have left along with their owners: planeswalking abilities on the stack cease to exist (901.10a),
/// and the planar controller turns the top card of their planar deck face up (901.10).
///
/// # Errors
/// If the scenario doesn't say what the next card of the planar deck is.
pub(in crate::engine) fn planes_have_left(
    play: &mut Play<'_>,
    before: &Rc<View>,
    planes: &[ObjectId],
) -> Outcome {
    if planes.is_empty() {
        return Ok(());
    }
    let walks = |game: &Game, object: ObjectId| {
        game.object(object).stack_ability().is_some_and(|ability| ability.origin == PLANESWALKING)
    };
    for ability in play.game.stack().to_vec() {
        if walks(&play.game, ability) {
            let cause = Cause::new(CauseKind::Rules, cr!("901.10a"));
            play.change(cause, Level::Default, Change::Cease(ability));
        }
    }
    let away =
        |plane: &ObjectId| Happening::Becomes { object: *plane, what: NamedDeed::Does(Verb::PlaneswalkAway) };
    let happenings = planes.iter().map(away).collect();
    let cause = Cause::new(CauseKind::Rules, cr!("901.10"));
    planeswalk::turn_up(play, cause, play.game.planar_controller(), before, happenings)
}
