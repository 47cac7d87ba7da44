//! CR 702.143: Foretell

use crate::engine::additional::keyword_actions::reveal;
use crate::engine::concepts::special_actions::{self, FromHand};
use crate::engine::concepts::timing_and_priority;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::game::{Cause, CauseKind, Change, Designation, ObjectId, PlayerId};
use crate::ir::{Cost, Costs, KeywordName, ManaCost, ManaSymbol, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Attempt, Level};

use super::ways::{Casting, Way};

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
            become_foretold(play, cause, exiled);
        }
        timing_and_priority::give_priority(play, player)
    })
}

/// A card in exile becomes foretold, and its owner may look at it (702.143a, 702.143d).
pub(in crate::engine) fn become_foretold(play: &mut Play<'_>, cause: Cause, card: ObjectId) {
    let (turn, owner) = (play.game.turn().number, play.game.object(card).owner);
    play.change(cause, Level::Default, Change::Designate(card, Designation::Foretold(turn)));
    if play.game.object(card).is_face_down() {
        reveal::look(play, cause, &[card], owner, Level::Default);
    }
}

/// It is cast from exile for its foretell cost (702.143a).
pub(super) const WAY: Way = Way::from(Zone::Exile, "foretold", cr!("702.143a"), begin);

/// Its owner may cast a foretold card from exile after the turn in which it was foretold (702.143a).
fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    let foretold = play.game.object(casting.card).foretold();
    let Some(turn) = foretold.filter(|_| casting.is_own_in(play, Zone::Exile)) else {
        return Err(casting.refused(cr!("702.143a"), "it is no foretold card of the player's in exile"));
    };
    if turn >= play.game.turn().number {
        let why = "it can be cast only after the turn in which it was foretold";
        return Err(casting.refused(cr!("702.143a"), why));
    }
    let refused = (cr!("702.143a"), "it has no foretell cost");
    start.costs = casting.cost_of(play, KeywordName::Foretell, refused)?;
    Ok(())
}
