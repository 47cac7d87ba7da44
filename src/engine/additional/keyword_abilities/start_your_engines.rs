//! CR 702.179: Start Your Engines!

use std::sync::{Arc, LazyLock};

use crate::engine::additional::designations;
use crate::engine::play::Play;
use crate::engine::view::View;
use crate::game::{Cause, Change, Characteristics, Game, Hold, PlayerId};
use crate::ir::{
    Body, Comparison, Condition, DesignationName, Event, Instruction, KeywordName, Limit, Measure, Players,
    Quantity, Selection, Symbol, Triggered,
};
use crate::rules::cr;
use crate::trace::Level;

/// What stands for the inherent ability of a player who has speed.
pub(in crate::engine) const SPEED: Symbol = Symbol::literal("speed");

/// The greatest speed that the ability leads to: "max speed" (702.179e).
pub(in crate::engine) const MAXIMUM: u32 = 4;

/// The inherent triggered ability (702.179d).
static ABILITIES: LazyLock<Arc<Characteristics>> = LazyLock::new(|| {
    let loses = Event::OneOrMore(Box::new(Event::LosesLife(Players::Opponents)));
    let yours = Condition::TurnOf(Players::You);
    let faster =
        Instruction::Designate { who: Selection::Players(Players::You), name: DesignationName::Speed };
    let mut ability =
        Triggered::new(Event::Provided(Box::new(yours), Box::new(loses)), Body::of(vec![faster]));
    ability.only_if = Some(Condition::Compare(
        Box::new(Measure::SpeedOf(Players::You).into()),
        Comparison::AtMost(Quantity::Fixed(3)),
    ));
    ability.limits = vec![Limit::TimesEachTurn(1)];
    designations::marker("speed", &[ability])
});

/// What stands for the ability of a player.
pub(in crate::engine) fn hold(player: PlayerId) -> Hold {
    Hold { player, name: SPEED, sole: false, marker: Some(ABILITIES.clone()) }
}

/// The players who control a permanent with the keyword and have no speed (702.179a).
pub(in crate::engine) fn starting(game: &Game, view: &View) -> Vec<PlayerId> {
    let starts = |player: &PlayerId| {
        game.player(*player).speed.is_none()
            && game.battlefield().iter().any(|object| {
                view.controller(game, *object) == *player
                    && view.has(game, *object, KeywordName::StartYourEngines)
            })
    };
    game.apnap().into_iter().filter(starts).collect()
}

/// A player's speed increases by 1, or becomes 1 (702.179a, 702.179c).
pub(in crate::engine) fn increase(play: &mut Play<'_>, cause: Cause, player: PlayerId) {
    let speed = play.game.player(player).speed.unwrap_or(0).saturating_add(1).min(MAXIMUM);
    play.change(cause, Level::Default, Change::Speed(player, speed));
    if !play.game.holds(player, SPEED) {
        play.change(
            cause.without_rules().and(cr!("702.179d")),
            Level::Hidden,
            Change::Hold(Box::new(hold(player))),
        );
    }
}
