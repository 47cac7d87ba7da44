//! CR 514: Cleanup Step

use crate::engine::additional::keyword_actions::discard;
use crate::engine::concepts::mana;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::reading::quantities;
use crate::engine::reading::selections::players;
use crate::engine::spells::continuous_effects::{self, frame_of};
use crate::game::{Cause, CauseKind, Change, ChoiceKind, Item, ObjectId, PlayerId};
use crate::ir::change::HandSize;
use crate::ir::{Duration, RuleChange, Zone};
use crate::rules::cr;
use crate::trace::Level;

/// The active player, or each player of the active team, discards down to their maximum hand size (514.1), then damage is removed and effects "until end of
/// turn" end, at the same time (514.2).
pub(super) fn cleanup(play: &mut Play<'_>) -> Outcome {
    discard_down(play)?;
    let cause = Cause::new(CauseKind::TurnBased, cr!("514.2"));
    let phased_out = play.game.objects().iter().filter(|object| object.phased_out.is_some());
    let permanents = play.game.battlefield().iter().copied().chain(phased_out.map(|object| object.id));
    let damaged: Vec<ObjectId> = permanents.filter(|object| play.game.object(*object).damage > 0).collect();
    for object in damaged {
        play.change(cause, Level::Detail, Change::RemoveDamage(object));
    }
    let turn = play.game.turn().number;
    let active = play.game.whose_turn_it_would_be(play.game.turn().active);
    continuous_effects::end_where(play, cause, |effect| match effect.duration {
        Duration::EndOfTurn => true,
        Duration::EndOfYourNextTurn => active.contains(&effect.controller) && effect.since_turn < turn,
        Duration::EndOfCombat
        | Duration::YourNextTurn
        | Duration::NextUntapStep
        | Duration::Until(_)
        | Duration::While(_)
        | Duration::Forever => false,
    });
    mana::emptying::end_keeping(play, cause, &Duration::EndOfTurn);
    Ok(())
}

/// The active player discards down to their maximum hand size (514.1); where teams take turns, each of its players chooses, and then all
/// the cards are discarded at once (805.6).
fn discard_down(play: &mut Play<'_>) -> Outcome {
    let active = play.game.whose_turn_it_would_be(play.game.turn().active);
    let mut cause = Cause::new(CauseKind::TurnBased, cr!("514.1"));
    let mut cards: Vec<ObjectId> = Vec::new();
    let mut several = 0;
    for player in active {
        let (most, effects) = maximum_hand_size(play, player)?;
        let Some(most) = most else { continue };
        let hand = play.game.zone(Zone::Hand, player).to_vec();
        let surplus = u32::try_from(hand.len()).unwrap_or(u32::MAX).saturating_sub(most);
        if surplus == 0 {
            continue;
        }
        several += 1;
        // What makes it another number than seven, apart from effects, is a vanguard card.
        if play.game.player(player).hand_size != 7 {
            cause = cause.and(cr!("902.5b"));
        }
        // Of several effects the order of their timestamps decides.
        if effects > 1 {
            cause = cause.and(cr!("613.11"));
        }
        let items = hand.into_iter().map(Item::Object).collect();
        let rules = cause.rules;
        let picked = play.pick(player, ChoiceKind::Discard, None, items, surplus, surplus, false, rules)?;
        cards.extend(picked.iter().filter_map(Item::object));
    }
    if several > 1 {
        cause = cause.and(cr!("805.6"));
    }
    discard::discard(play, cause, &cards)?;
    Ok(())
}

/// A player's maximum hand size: seven unless effects say otherwise (402.2); nothing if there is none. With how many effects do.
fn maximum_hand_size(play: &mut Play<'_>, player: PlayerId) -> Outcome<(Option<u32>, u32)> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let mut size = Some(i64::from(play.game.player(player).hand_size));
    let mut effects = 0;
    for (rules, rule) in view.rule_changes() {
        let RuleChange::HandSize(who, change) = rule else { continue };
        let frame = frame_of(rules);
        if !players(sight, &frame, who)?.contains(&player) {
            continue;
        }
        effects += 1;
        size = match change {
            HandSize::Unlimited => None,
            HandSize::Is(quantity) => Some(i64::from(quantities::value(sight, &frame, quantity)?)),
            HandSize::More(quantity) => {
                let more = i64::from(quantities::added(sight, &frame, quantity)?);
                size.map(|size| size + more)
            }
        };
    }
    Ok((size.map(|size| u32::try_from(size.max(0)).unwrap_or(u32::MAX)), effects))
}
