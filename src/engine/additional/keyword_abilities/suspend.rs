//! CR 702.62: Suspend

use crate::engine::concepts::total_cost::Bill;
use crate::engine::concepts::{costs, special_actions, timing_and_priority};
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight, quantities};
use crate::engine::spells::casting_spells::{CastRequest, Permission};
use crate::engine::spells::permissions;
use crate::engine::zones::general;
use crate::game::{Cause, CauseKind, Characteristics, Move, MoveAction, ObjectId, Origin, PlayerId};
use crate::ir::{Costs, CounterKind, Keyword, KeywordName, Quantity, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Attempt, Level, What};

/// Whether a card is suspended: in exile, with suspend and a time counter on it (702.62b).
pub fn is_suspended(sight: Sight<'_>, card: ObjectId) -> bool {
    let its = sight.game.object(card);
    its.exists
        && its.zone == Zone::Exile
        && its.card().is_some()
        && its.counters_of(CounterKind::TIME) > 0
        && sight.view.has(sight.game, card, KeywordName::Suspend)
}

/// The numbers and costs for which a card can be suspended.
pub fn costs(of: &Characteristics) -> impl Iterator<Item = (&Quantity, &Costs)> {
    of.abilities.iter().filter_map(|instance| {
        let Keyword::Suspend(count, cost) = instance.ability.as_keyword()? else { return None };
        Some((count, cost))
    })
}

/// A player exiles a card with suspend from their hand, for its suspend cost and with time counters on it (116.2f, 702.62a). It doesn't
/// use the stack.
///
/// # Errors
/// [`Halt::Illegal`] with the rule that forbids it; then nothing has happened.
pub fn suspend(play: &mut Play<'_>, player: PlayerId, card: ObjectId) -> Outcome {
    play.attempt(Attempt::Suspend(card), |play| {
        timing_and_priority::must_have_priority(play, player)?;
        let illegal = |rule, why| Err(Halt::illegal(player, rule, why, Some(card)));
        general::must_be_known(play, card)?;
        let its = play.game.object(card);
        if its.zone != Zone::Hand || its.owner != player {
            return illegal(cr!("702.62a"), "a card is suspended from its player's hand");
        }
        let characteristics = play.view()?.shared(&play.game, card);
        let ways: Vec<(Quantity, Costs)> =
            costs(&characteristics).map(|(count, cost)| (count.clone(), cost.clone())).collect();
        let (count, cost) = match ways.as_slice() {
            [] => return illegal(cr!("702.62a"), "it has no suspend with a cost"),
            [(count, cost)] => (count, cost),
            _ => return Err(Halt::undecided(card, "it could be suspended in several ways")),
        };
        // Whether it could begin to be cast by putting it onto the stack, whatever it would then cost.
        let permission =
            Permission { cost: Some(Costs::default()), while_resolving: false, rule: cr!("702.62a") };
        let request = CastRequest { permission: Some(permission), ..CastRequest::default() };
        permissions::may_begin(play, player, card, &request).map_err(|halt| match &halt {
            Halt::Illegal(its) if its.rules.contains(cr!("101.2")) => halt.and_rule(cr!("702.62c")),
            _ => halt.and_rule(cr!("116.2f")),
        })?;
        let entry = play.record(
            Level::Default,
            CauseKind::SpecialAction(player),
            Rules::of(&[cr!("116.2f"), cr!("702.62a")]),
            What::Suspends(player, card),
        );
        play.under(entry, |play| {
            let mut frame = Frame::of_source(card, player, Origin::NONE);
            // Where the number of counters is X, X can't be 0.
            special_actions::choose_x(play, player, card, cost, u32::from(*count == Quantity::X))?;
            frame.announced.clone_from(&play.game.object(card).announced);
            let (to_pay, rules) =
                costs::announce_symbols(play, player, card, cost.0.clone(), Some(cr!("702.62a")))?;
            let mut bill = Bill::of(play, &frame, to_pay)?;
            bill.rules = rules;
            costs::pay(play, &frame, player, card, &bill, cr!("702.62a"))?;
            let view = play.view()?;
            let counters = quantities::amount(Sight { game: &play.game, view: &view }, &frame, count)?;
            let mut it = Move::new(card, Zone::Exile, MoveAction::Exile);
            it.counters = vec![(CounterKind::TIME, counters)];
            let cause = Cause::new(CauseKind::SpecialAction(player), cr!("702.62a"));
            general::move_one(play, cause, it)?;
            Ok(())
        })?;
        // The player who had priority gets it again (117.3c).
        timing_and_priority::give_priority(play, player)
    })
}
