//! CR 702.95: Soulbond

use crate::game::effects::Bindings;
use crate::game::{Affected, ContinuousEffect, Game, ObjectId, PlayerId, Thing};
use crate::ir::instruction::Apply;
use crate::ir::{CardType, Condition, Duration, Filter, Mark, Players, RuleChange, Selection, Slot};

/// The slot for the creature that the one with soulbond is paired with.
const PARTNER: Slot = Slot::literal("partner");

/// Whether what is applied pairs two creatures (702.95b).
pub(in crate::engine) fn pairs(apply: &Apply) -> bool {
    marks(&apply.rules)
}

/// Whether it is what keeps two creatures paired (702.95b).
pub fn is_pairing(effect: &ContinuousEffect) -> bool {
    marks(&effect.rules)
}

fn marks(rules: &[RuleChange]) -> bool {
    rules.contains(&RuleChange::Marked(Mark::Paired))
}

/// The two creatures that an effect keeps paired, if it does.
pub(in crate::engine) fn pair(effect: &ContinuousEffect) -> Option<(ObjectId, ObjectId)> {
    match &effect.affected {
        Affected::Objects(both) if is_pairing(effect) => Some((*both.first()?, *both.get(1)?)),
        Affected::Objects(_) | Affected::Rules => None,
    }
}

/// The creature that a permanent is paired with, if it is paired: it is with no more than one (702.95d).
pub fn partner_of(game: &Game, permanent: ObjectId) -> Option<ObjectId> {
    game.effects().iter().filter_map(pair).find_map(|(one, other)| match permanent {
        it if it == one => Some(other),
        it if it == other => Some(one),
        _ => None,
    })
}

/// What keeps two creatures of a player paired by the soulbond of the first, for as long as both are that player's creatures (702.95a).
pub fn effect(game: &Game, creature: ObjectId, partner: ObjectId, player: PlayerId) -> ContinuousEffect {
    let yours = vec![Filter::Type(CardType::Creature), Filter::ControlledBy(Players::You)];
    let stays = |what| Condition::Is(Box::new(what), Box::new(Filter::All(yours.clone())));
    let both = vec![stays(Selection::This), stays(Selection::Slot(PARTNER))];
    let slots = vec![(PARTNER, vec![Thing::Object(partner)])];
    ContinuousEffect {
        affected: Affected::Objects([creature, partner].into()),
        rules: [RuleChange::Marked(Mark::Paired)].into(),
        duration: Duration::While(Box::new(Condition::All(both))),
        bindings: Bindings { slots, ..Bindings::default() },
        ..ContinuousEffect::on_itself(game, creature, player, [].into())
    }
}
