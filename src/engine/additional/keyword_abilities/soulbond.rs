//! CR 702.95: Soulbond

use crate::engine::play::Play;
use crate::game::effects::Bindings;
use crate::game::{
    Affected, Cause, CauseKind, Change, ContinuousEffect, EffectId, Game, ObjectId, Over, PlayerId, Thing,
};
use crate::ir::instruction::Apply;
use crate::ir::{CardType, Condition, Duration, Filter, Mark, Players, RuleChange, Selection, Slot};
use crate::rules::cr;
use crate::trace::{Level, Note};

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

/// Ends each pair of which a creature has left the battlefield (702.95e).
pub(in crate::engine) fn end_where_one_left(play: &mut Play<'_>) {
    let game = &play.game;
    let left = |object: ObjectId| {
        let its = game.object(object);
        !its.exists && its.phased_out.is_none()
    };
    let pairs = game.effects().iter().filter_map(|effect| Some((effect.id, effect.source, pair(effect)?)));
    let over: Vec<_> = pairs.filter(|(_, _, (one, other))| left(*one) || left(*other)).collect();
    for (id, source, both) in over {
        let cause = Cause::new(CauseKind::Ended(source, Over::Otherwise), cr!("702.95e"));
        unpair(play, cause, id, both);
    }
}

/// Ends what keeps two creatures paired, which is told of both.
pub(in crate::engine) fn unpair(
    play: &mut Play<'_>,
    cause: Cause,
    id: EffectId,
    (one, other): (ObjectId, ObjectId),
) {
    play.note(Level::Default, cause.kind, cause.rules, Note::Unpaired(one, other));
    play.change(cause, Level::Hidden, Change::EndEffect(id));
}
