//! CR 702.143: Foretell

use crate::engine::additional::keyword_actions::reveal;
use crate::engine::concepts::special_actions::{self, FromHand};
use crate::engine::concepts::timing_and_priority;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::game::{Cause, CauseKind, Change, Characteristics, Designation, ObjectId, PlayerId};
use crate::ir::{Cost, Costs, KeywordName, ManaCost, ManaSymbol, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Attempt, Level};

/// A player exiles a card with foretell from their hand face down for {2}, in their own turn (702.143a, 116.2h).
///
/// # Errors
/// [`Halt::Illegal`] with the rule that forbids it; then nothing has happened.
pub fn foretell(play: &mut Play<'_>, player: PlayerId, card: ObjectId) -> Outcome {
    play.attempt(Attempt::ByKeyword(card, KeywordName::Foretell), |play| {
        timing_and_priority::must_have_priority(play, player)?;
        let illegal = |rule, why| Err(Halt::illegal(player, rule, why, Some(card)));
        let its = play.game.object(card);
        let in_hand = its.zone == Zone::Hand && its.owner == player;
        if !in_hand || !play.view()?.has(&play.game, card, KeywordName::Foretell) {
            return illegal(cr!("702.143a"), "only a card with foretell in one's own hand can be foretold");
        }
        if !play.game.is_active(player) {
            return illegal(cr!("116.2h"), "a card is foretold in one's own turn");
        }
        let two = Costs(vec![Cost::Mana(ManaCost { symbols: vec![ManaSymbol::Generic(2)] })]);
        let how = FromHand {
            keyword: KeywordName::Foretell,
            rules: Rules::of(&[cr!("116.2h"), cr!("702.143a")]),
            rule: cr!("702.143a"),
            face_down: true,
        };
        if let Some(exiled) = special_actions::exile_from_hand(play, player, card, &how, two)? {
            let cause = Cause::new(CauseKind::SpecialAction(player), cr!("702.143a"));
            let turn = play.game.turn().number;
            play.change(cause, Level::Default, Change::Designate(exiled, Designation::Foretold(turn)));
            reveal::look(play, cause, &[exiled], player, Level::Default);
        }
        timing_and_priority::give_priority(play, player)
    })
}

/// What is paid for a foretold card that a player casts from exile after the turn in which it was foretold (702.143a).
///
/// # Errors
/// [`Halt::Illegal`] if it is no such card, or still that turn.
pub(in crate::engine) fn cost(
    play: &Play<'_>,
    player: PlayerId,
    card: ObjectId,
    face: &Characteristics,
) -> Outcome<Costs> {
    let its = play.game.object(card);
    let illegal = |why| Err(Halt::illegal(player, cr!("702.143a"), why, Some(card)));
    let Some(turn) = its.foretold().filter(|_| its.zone == Zone::Exile && its.owner == player) else {
        return illegal("it is no foretold card of the player's in exile");
    };
    if turn >= play.game.turn().number {
        return illegal("it can be cast only after the turn in which it was foretold");
    }
    let cost = face.keyword_cost(KeywordName::Foretell).cloned();
    cost.map_or_else(|| illegal("it has no foretell cost"), Ok)
}
