//! CR 702.160: Prototype

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::game::{Characteristics, Definition};
use crate::ir::card::PrintedNumber;
use crate::ir::{Card, Face, Keyword, Layout, Symbol};
use crate::rules::cr;

use super::ways::{Casting, Way};

/// What casting a card prototyped is called.
pub(in crate::engine) const PROTOTYPE: Symbol = Symbol::literal("prototype");

/// The player casts the card with its second mana cost, power and toughness, and only these are looked at to see whether they may
/// (702.160a, 718.3a).
pub(super) const WAY: Way =
    Way { face: Some(1), puts_on_stack: true, ..Way::named("prototype", cr!("702.160a"), begin) };

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    let definition = play.game.object(casting.card).definition.as_ref();
    if definition.is_none_or(|its| its.layout != Layout::Prototype) {
        return Err(casting.refused(cr!("702.160a"), "it is no prototype card"));
    }
    start.looked_at = Some((casting.face.clone(), cr!("718.3a")));
    Ok(())
}

/// Casting this face of a card is casting it prototyped.
pub(in crate::engine) fn way_of(definition: Option<&Definition>, face: u8) -> Option<Symbol> {
    definition.filter(|its| its.layout == Layout::Prototype && face > 0).map(|_| PROTOTYPE)
}

/// The card as a prototyped spell, and as the permanent that becomes: another mana cost, with its colors, and another power and
/// toughness (718.3b). Everything else is the same (718.5).
pub(in crate::engine) fn face(card: &Card) -> Option<Face> {
    let [front] = card.faces.as_slice() else { return None };
    front.abilities.iter().find_map(|ability| {
        let Keyword::Prototype { cost, power, toughness } = ability.as_keyword()? else { return None };
        Some(Face {
            cost: Some(cost.clone()),
            colors: None,
            power: Some(*power),
            toughness: Some(*toughness),
            ..front.clone()
        })
    })
}

/// Of an object with prototype, whether it has the second set of characteristics (718.3b).
pub fn is_prototyped(of: &Characteristics) -> Option<bool> {
    of.abilities.iter().find_map(|instance| {
        let Keyword::Prototype { cost, power, toughness } = instance.ability.as_keyword()? else { return None };
        let same = |number: Option<i32>, printed: &PrintedNumber| {
            matches!(printed, PrintedNumber::Fixed(printed) if number == Some(*printed))
        };
        let second = of.cost.as_deref() == Some(cost);
        Some(second && same(of.power, power) && same(of.toughness, toughness))
    })
}
