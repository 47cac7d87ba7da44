//! CR 702.33: Kicker

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::game::{Announced, CauseKind, Characteristics, ChoiceKind, Deed, ObjectId, PlayerId};
use crate::ir::{Cost, Costs, Keyword, KeywordName, ManaCost, Symbol};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

/// Under this name each time stands that a spell is kicked, by whichever of its kicker costs (702.33d).
pub const KICKER: Symbol = Symbol::literal("kicker");

/// The names of the kicker costs of a card that has several, in the order in which they are printed (702.33f).
const EACH: [Symbol; 3] =
    [Symbol::literal("kicker-1"), Symbol::literal("kicker-2"), Symbol::literal("kicker-3")];

/// Whether a cost of this name is a kicker cost (702.33a, 702.33f).
pub(in crate::engine) fn is_of(name: Symbol) -> bool {
    name == KICKER || EACH.contains(&name)
}

/// The kicker costs of a card, in the order in which they are printed; a multikicker cost is one (702.33c).
pub fn costs(of: &Characteristics) -> impl Iterator<Item = (KeywordName, &Costs)> {
    of.abilities.iter().filter_map(|instance| {
        let Keyword::Cost(name, cost) = instance.ability.as_keyword()? else { return None };
        matches!(name, KeywordName::Kicker | KeywordName::Multikicker).then_some((*name, cost))
    })
}

/// What the n-th kicker cost of a card with several is called.
pub fn name_of(place: usize) -> Option<Symbol> {
    EACH.get(place).copied()
}

/// What the kicker cost of this mana is called (702.33f); nothing where there is none.
pub(in crate::engine) fn of_cost(its: &Characteristics, mana: &ManaCost) -> Option<Symbol> {
    let several = costs(its).count() > 1;
    let is_it = |cost: &Costs| matches!(cost.0.as_slice(), [Cost::Mana(its)] if its == mana);
    let (place, _) = costs(its).enumerate().find(|(_, (_, cost))| is_it(cost))?;
    if several { name_of(place) } else { Some(KICKER) }
}

/// Whether a cost of this name is a kicker cost.
pub(in crate::engine) fn is_named(name: Symbol) -> bool {
    name == KICKER || EACH.contains(&name)
}

/// The kicker costs that a player pays for a spell cast while something resolves, by their names, each as often as it is paid (601.2b).
///
/// # Errors
/// If nobody says which.
pub(in crate::engine) fn asked(
    play: &mut Play<'_>,
    player: PlayerId,
    spell: ObjectId,
    its: &Characteristics,
) -> Outcome<Vec<Symbol>> {
    let several = costs(its).count() > 1;
    let mut wanted = Vec::new();
    for (place, (keyword, _)) in costs(its).enumerate() {
        let Some(name) = (if several { name_of(place) } else { Some(KICKER) }) else { continue };
        let many = keyword == KeywordName::Multikicker;
        let rules = Rules::of(&[cr!("601.2b"), if many { cr!("702.33c") } else { cr!("702.33a") }]);
        let times = if many {
            play.number(player, Some(spell), (0, 10_000), rules)?
        } else {
            let place = u8::try_from(place).unwrap_or(u8::MAX);
            u32::from(play.ask_whether(player, (ChoiceKind::Pay, Deed::Kick(place)), Some(spell), rules)?)
        };
        wanted.extend((0..times).map(|_| name));
    }
    Ok(wanted)
}

/// The kicker costs that a player means to pay are added, and noted as such (702.33a, 601.2b). A multikicker cost is paid as many
/// times as it is named (702.33c).
pub(in crate::engine) fn announce(
    play: &mut Play<'_>,
    (player, spell, its): (PlayerId, ObjectId, &Characteristics),
    paying: &[Symbol],
    all: &mut Vec<Cost>,
    announced: &mut Announced,
) {
    let several = costs(its).count() > 1;
    for (place, (keyword, cost)) in costs(its).enumerate() {
        let own = if several { name_of(place) } else { Some(KICKER) };
        let wanted = paying.iter().filter(|name| Some(**name) == own).count();
        let times = if keyword == KeywordName::Multikicker { wanted } else { wanted.min(1) };
        for _ in 0..times {
            all.extend(cost.0.iter().cloned());
            announced.paid.push(KICKER);
            announced.paid.extend(own.filter(|_| several));
        }
        if times > 0 {
            let many = keyword == KeywordName::Multikicker;
            let rules = Rules::of(&[cr!("601.2b"), if many { cr!("702.33c") } else { cr!("702.33d") }]);
            let place = u8::try_from(place).ok().filter(|_| several);
            let note = Note::Kicked(spell, place, u8::try_from(times).unwrap_or(u8::MAX));
            play.note(Level::Default, CauseKind::Announcement(player), rules, note);
        }
    }
}
