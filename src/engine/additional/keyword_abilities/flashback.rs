//! CR 702.34: Flashback

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::spells::continuous_effects;
use crate::engine::spells::permissions::Start;
use crate::ir::change::Action;
use crate::ir::{KeywordName, Zone};
use crate::rules::{Rules, cr};

use super::ways::{Casting, Way, was_cast_by};

/// It is cast from its player's graveyard for the flashback cost, and exiled as it leaves the stack (702.34a).
pub(super) const WAY: Way = Way {
    exiled: |_, announced| was_cast_by(announced, "flashback"),
    ..Way::from(Zone::Graveyard, "flashback", cr!("702.34a"), begin)
};

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    let its = play.game.object(casting.card);
    let characteristics = casting.view.characteristics(&play.game, casting.card);
    let why = "only a card with flashback in one's own graveyard can be cast by it";
    let refused = || Err(casting.refused(cr!("702.34a"), why));
    let Some(cost) = characteristics.keyword_cost(KeywordName::Flashback) else { return refused() };
    if its.zone != Zone::Graveyard {
        return refused();
    }
    if its.owner != casting.player {
        // "As though those cards were in your graveyard" (609.4).
        let sight = Sight { game: &play.game, view: casting.view };
        let action = Action::UseOtherGraveyards;
        if !continuous_effects::permitted(sight, action, Some(casting.card), casting.player)? {
            return refused();
        }
        start.rules = Rules::of(&[cr!("609.4")]);
    }
    start.instead = Some(cost.clone());
    Ok(())
}
