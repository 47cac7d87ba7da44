//! CR 702.51: Convoke

use crate::engine::additional::keyword_actions::tap;
use crate::engine::concepts::total_cost::add_generic;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::game::{Cause, CauseKind, ChoiceKind, Item, ObjectId, PlayerId};
use crate::ir::{CardType, Colors, ManaCost, ManaSymbol};
use crate::rules::{Rules, cr};

/// The player taps untapped creatures for the mana of a total cost (702.51a), once that is determined (702.51b). Says which
/// were tapped and what can be left to pay: it may depend on which creature pays for which mana.
///
/// # Errors
/// If nobody says which creatures, or a creature pays for nothing.
pub(in crate::engine) fn convoke(
    play: &mut Play<'_>,
    player: PlayerId,
    spell: ObjectId,
    cost: &ManaCost,
) -> Outcome<(Vec<ObjectId>, Vec<ManaCost>)> {
    let view = play.view()?;
    let could = |object: &&ObjectId| {
        !play.game.object(**object).tapped
            && view.controller(&play.game, **object) == player
            && view.characteristics(&play.game, **object).is(CardType::Creature)
    };
    let items: Vec<Item> = play.game.battlefield().iter().filter(could).copied().map(Item::Object).collect();
    let most = u32::try_from(items.len()).unwrap_or(u32::MAX).min(cost.mana_value());
    if most == 0 {
        return Ok((Vec::new(), vec![cost.clone()]));
    }
    let rules = Rules::of(&[cr!("702.51a")]);
    let picked = play.pick(player, ChoiceKind::Tap, Some(spell), items, 0, most, false, rules)?;
    let creatures: Vec<ObjectId> = picked.iter().filter_map(Item::object).collect();
    if creatures.is_empty() {
        return Ok((Vec::new(), vec![cost.clone()]));
    }
    let colors: Vec<Colors> =
        creatures.iter().map(|object| view.characteristics(&play.game, *object).colors).collect();
    let mut left = Vec::new();
    assign(&colors, cost, &mut left);
    if left.is_empty() {
        let why = "a creature that would be tapped for it pays for none of its mana";
        return Err(Halt::illegal(player, cr!("702.51a"), why, Some(spell)));
    }
    let cause = Cause::new(CauseKind::Cost(spell, player), cr!("702.51a")).and(cr!("702.51b"));
    tap::tap(play, cause, &creatures, true)?;
    Ok((creatures, left))
}

/// All that can be left of a cost if each creature pays for one mana: generic, or of a colour it has.
fn assign(creatures: &[Colors], cost: &ManaCost, left: &mut Vec<ManaCost>) {
    let [first, rest @ ..] = creatures else {
        if !left.contains(cost) {
            left.push(cost.clone());
        }
        return;
    };
    let mut tried: Vec<ManaSymbol> = Vec::new();
    for (place, symbol) in cost.symbols.iter().enumerate() {
        let fits = match symbol {
            ManaSymbol::Generic(amount) => *amount > 0,
            other => first.iter().any(|color| other.colors().contains(color)),
        };
        if !fits || tried.contains(symbol) {
            continue;
        }
        tried.push(*symbol);
        let mut less = cost.clone();
        if matches!(symbol, ManaSymbol::Generic(_)) {
            add_generic(&mut less, -1);
        } else {
            less.symbols.remove(place);
        }
        assign(rest, &less, left);
    }
}
