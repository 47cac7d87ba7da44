//! CR 702.129: Eternalize

use crate::ir::change::TypeChange;
use crate::ir::{Ability, Change, Color, Costs, Quantity, Subtype};

use super::embalm::from_the_graveyard;

/// For its cost and the card's exile from the graveyard, at sorcery speed, a token that is a black 4/4 Zombie copy of it without
/// a mana cost (702.129a).
pub(super) fn meaning(cost: &Costs) -> Ability {
    let four = || Some(Quantity::Fixed(4));
    from_the_graveyard(
        cost,
        vec![
            Change::SetColors(vec![Color::Black]),
            Change::SetPowerToughness { power: four(), toughness: four() },
            Change::NoManaCost,
            zombie(),
        ],
    )
}

/// It is a Zombie in addition to its other types.
pub(super) fn zombie() -> Change {
    let subtypes = Subtype::from_word("Zombie").into_iter().collect();
    Change::AddTypes(TypeChange { subtypes, ..TypeChange::default() })
}
