//! CR 702.190: Sneak

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::fighters::Joins;
use crate::engine::spells::permissions::Start;
use crate::game::{Game, ObjectId, Step};
use crate::ir::{Cost, Filter, KeywordName, PaidAs, Players, Quantity, Selection, Symbol, Trait, Verb};
use crate::rules::cr;

use super::ways::{Casting, Way};

/// What having paid the sneak cost is called.
const SNEAK: Symbol = Symbol::literal("sneak");

/// In its player's declare blockers step it may be cast, like an instant, for its sneak cost and an unblocked creature that returns to
/// its owner's hand (702.190a).
pub(super) const WAY: Way = Way::named("sneak", cr!("702.190a"), begin);

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    let mut costs = casting.cost_of(play, KeywordName::Sneak, (cr!("702.190a"), "it has no sneak"))?;
    let now = play.game.turn().step == Step::DeclareBlockers && play.game.is_active(casting.player);
    if !now {
        let why = "it is cast for its sneak cost in its player's own declare blockers step only";
        return Err(casting.refused(cr!("702.190a"), why));
    }
    let unblocked = Filter::All(vec![Filter::Is(Trait::Unblocked), Filter::ControlledBy(Players::You)]);
    for cost in &mut costs {
        cost.0.push(Cost::Return(unblocked.clone(), Quantity::Fixed(1)));
    }
    start.costs = costs;
    start.any_time = true;
    Ok(())
}

/// Whether the sneak cost was paid for a spell, so that the permanent it becomes enters tapped and attacking (702.190b).
pub(in crate::engine) fn was_paid(game: &Game, spell: ObjectId) -> bool {
    game.object(spell).announced.as_ref().is_some_and(|announced| announced.paid.contains(&SNEAK))
}

/// It attacks what the creature attacked that was returned to pay that (702.190b).
pub(in crate::engine) const fn joins() -> Joins<'static> {
    const RETURNED: &Selection = &Selection::Paid(PaidAs(Verb::Return));
    Joins { attacking: true, whom: None, or_planeswalker: false, like: Some(RETURNED), blocking: None }
}
