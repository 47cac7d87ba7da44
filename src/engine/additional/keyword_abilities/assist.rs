//! CR 702.132: Assist

use crate::engine::concepts::mana;
use crate::engine::concepts::total_cost::{add_generic, generic};
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::game::{Cause, CauseKind, ChoiceKind, Item, ManaAmount, ObjectId, PlayerId};
use crate::ir::{ManaCost, ManaSymbol};
use crate::rules::{Rules, cr};
use crate::trace::Attempt;

/// Before mana abilities are activated for a spell whose total cost has generic mana in it, its player may choose another player
/// (702.132a).
///
/// # Errors
/// If nobody says whom.
pub(in crate::engine) fn choose(
    play: &mut Play<'_>,
    player: PlayerId,
    spell: ObjectId,
    cost: &ManaCost,
) -> Outcome<Option<PlayerId>> {
    if generic(cost) == 0 {
        return Ok(None);
    }
    let others: Vec<Item> = play.game.players().filter(|other| *other != player).map(Item::Player).collect();
    let rules = Rules::of(&[cr!("702.132a")]);
    let picked = play.pick(player, ChoiceKind::Choose, Some(spell), others, 0, 1, false, rules)?;
    Ok(picked.into_iter().find_map(|item| match item {
        Item::Player(player) => Some(player),
        _ => None,
    }))
}

/// The player who was chosen pays for as much of the generic mana as they like (702.132a). Says what is left, and what was spent.
///
/// # Errors
/// If nobody says how much, or that player has not so much mana.
pub(in crate::engine) fn pay(
    play: &mut Play<'_>,
    frame: &Frame,
    (helper, spell): (PlayerId, ObjectId),
    cost: &ManaCost,
) -> Outcome<(ManaCost, ManaAmount)> {
    let rules = Rules::of(&[cr!("702.132a")]);
    let paid = play.number(helper, Some(spell), (0, u32::from(generic(cost))), rules)?;
    let paid = u16::try_from(paid).unwrap_or(u16::MAX);
    let mut left = cost.clone();
    if paid == 0 {
        return Ok((left, ManaAmount::default()));
    }
    add_generic(&mut left, -i64::from(paid));
    let part = ManaCost { symbols: vec![ManaSymbol::Generic(paid)] };
    let cause = Cause::new(CauseKind::Cost(spell, helper), cr!("702.132a")).and(cr!("601.2h"));
    match mana::spend(play, frame, helper, &[part], cause)? {
        Some(spent) => Ok((left, spent)),
        None => {
            let why = "the player who assists has not so much mana";
            let card = play.game.object(spell).previous.unwrap_or(spell);
            let refused = Halt::illegal(helper, cr!("118.3"), why, Some(spell)).and_rule(cr!("702.132a"));
            Err(refused.trying(Attempt::Assist(card)))
        }
    }
}
