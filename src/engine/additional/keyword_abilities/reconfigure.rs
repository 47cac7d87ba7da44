//! CR 702.151: Reconfigure

use std::sync::Arc;

use crate::engine::play::Play;
use crate::engine::spells::events::Happening;
use crate::game::{
    Cause, CauseKind, Change, ContinuousEffect, EffectId, Game, ObjectId, Over, PlayerId, Thing,
};
use crate::ir::CardType;
use crate::ir::change::{Change as Effect, TypeChange};
use crate::rules::cr;
use crate::trace::Level;

/// What the effect changes by which an attached Equipment with reconfigure is no creature (702.151b).
fn changes() -> [Effect; 1] {
    [Effect::LoseTypes(TypeChange { types: vec![CardType::Creature], ..TypeChange::default() })]
}

/// The effect that makes an Equipment no creature for as long as it stays attached (702.151b).
pub fn effect(game: &Game, equipment: ObjectId, controller: PlayerId) -> ContinuousEffect {
    // Until it becomes unattached from that creature.
    ContinuousEffect::on_itself(game, equipment, controller, Arc::new(changes()))
}

/// The effect by which an Equipment is no creature now, if there is one.
pub(in crate::engine) fn on(game: &Game, equipment: ObjectId) -> Option<EffectId> {
    let is = |effect: &&ContinuousEffect| effect.source == equipment && *effect.changes == changes();
    game.effects().iter().find(is).map(|effect| effect.id)
}

/// What happens as an Equipment with reconfigure is attached to a creature: it stops being a creature itself (702.151b).
pub(in crate::engine) fn attaching(
    game: &Game,
    kind: CauseKind,
    equipment: ObjectId,
    player: PlayerId,
) -> Vec<(Cause, Level, Change)> {
    // The timestamp before is that of the attachment (701.3c).
    let effect = effect(game, equipment, player);
    let effect = ContinuousEffect { timestamp: effect.timestamp + 1, ..effect };
    let ends = on(game, equipment).map(|id| {
        (
            Cause::new(CauseKind::Ended(equipment, Over::Otherwise), cr!("702.151b")),
            Level::Default,
            Change::EndEffect(id),
        )
    });
    let begins = (Cause::new(kind, cr!("702.151b")), Level::Default, Change::BeginEffect(Box::new(effect)));
    ends.into_iter().chain([begins]).collect()
}

/// What has become unattached, and is attached to nothing else, is no longer kept from being a creature (702.151b). As its bearer
/// leaves it is unattached at once, before it is a creature again (701.3d).
pub(in crate::engine) fn unattached(play: &mut Play<'_>, happenings: &[Happening]) {
    for happening in happenings {
        let Happening::Unattached { object, .. } = happening else { continue };
        let host = play.game.object(*object).attached_to.and_then(Thing::object);
        if host.is_some_and(|host| play.game.object(host).on_battlefield()) {
            continue;
        }
        if let Some(id) = on(&play.game, *object) {
            if play.game.object(*object).on_battlefield() && host.is_some() {
                let cause = Cause::new(CauseKind::Rules, cr!("701.3d"));
                play.change(cause, Level::Default, Change::Attach(*object, None));
            }
            let cause = Cause::new(CauseKind::Ended(*object, Over::Otherwise), cr!("702.151b"));
            play.change(cause, Level::Default, Change::EndEffect(id));
        }
    }
}
