//! CR 702.170: Plot

use crate::engine::concepts::special_actions::{self, FromHand};
use crate::engine::concepts::timing_and_priority;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::spells::casting_spells::sorcery_timing;
use crate::engine::spells::permissions::Start;
use crate::game::{Cause, CauseKind, Change, Designation, ObjectId, PlayerId};
use crate::ir::{Costs, KeywordName, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Attempt, Level};

use super::ways::{self, Casting, Way};

/// A player exiles a card with plot from their hand for its plot cost, in their main phase while the stack is empty (702.170a).
///
/// # Errors
/// [`Halt::Illegal`] with the rule that forbids it; then nothing has happened.
pub fn plot(play: &mut Play<'_>, player: PlayerId, card: ObjectId) -> Outcome {
    play.attempt(Attempt::ByKeyword(card, KeywordName::Plot), |play| {
        timing_and_priority::must_have_priority(play, player)?;
        let illegal = |why| Err(Halt::illegal(player, cr!("702.170a"), why, Some(card)));
        let its = play.game.object(card);
        let in_hand = its.zone == Zone::Hand && its.owner == player;
        let view = play.view()?;
        let characteristics = view.characteristics(&play.game, card);
        let mut costs = ways::costs_of(characteristics, KeywordName::Plot);
        if costs.len() > 1 {
            return Err(Halt::undecided(card, "it could be plotted in several ways"));
        }
        let Some(cost) = costs.pop().filter(|_| in_hand) else {
            return illegal("only a card with plot in one's own hand can be plotted");
        };
        if !sorcery_timing(play, player) {
            return illegal("a card is plotted in one's own main phase while the stack is empty");
        }
        let how = FromHand {
            keyword: KeywordName::Plot,
            rules: Rules::of(&[cr!("116.2k"), cr!("702.170a")]),
            rule: cr!("702.170a"),
            face_down: false,
        };
        if let Some(exiled) = special_actions::exile_from_hand(play, player, card, &how, cost)? {
            become_plotted(play, Cause::new(CauseKind::SpecialAction(player), cr!("702.170a")), exiled);
        }
        timing_and_priority::give_priority(play, player)
    })
}

/// A card in exile becomes plotted (702.170c).
pub(in crate::engine) fn become_plotted(play: &mut Play<'_>, cause: Cause, card: ObjectId) {
    let turn = play.game.turn().number;
    play.change(cause, Level::Default, Change::Designate(card, Designation::Plotted(turn)));
}

/// It is cast from exile without paying its mana cost (702.170d).
pub(super) const WAY: Way = Way::from(Zone::Exile, "plotted", cr!("702.170d"), begin);

/// Its owner may begin to cast a plotted card in a main phase of theirs while the stack is empty, in a later turn than that in which it
/// became plotted (702.170d). It costs nothing (118.9).
fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    let refused = |why| Err(casting.refused(cr!("702.170d"), why));
    let plotted = play.game.object(casting.card).plotted();
    let Some(turn) = plotted.filter(|_| casting.is_own_in(play, Zone::Exile)) else {
        return refused("it is no plotted card of the player's in exile");
    };
    if turn >= play.game.turn().number {
        return refused("it can be cast only after the turn in which it became plotted");
    }
    if !sorcery_timing(play, casting.player) {
        return refused("a plotted card is cast in its owner's main phase while the stack is empty");
    }
    start.rules = start.rules.and(cr!("702.170d")).and(cr!("118.9"));
    start.instead = Some(Costs::default());
    Ok(())
}
