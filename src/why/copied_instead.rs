//! Why a card has not moved of which a copy was cast: the copy is made where the card is, and it is the copy that is cast (707.12).

use std::sync::Arc;

use crate::game::{Change, Nature, ObjectId};
use crate::ir::Zone;
use crate::rules::{RuleId, cr};
use crate::trace::{Entry, EntryId, Reason, Reasons, What};

use super::Played;

/// What lets the card be copied: cipher, or that another ability of the same object has exiled it.
const LETS_COPY: [RuleId; 2] = [cr!("702.99a"), cr!("607.2a")];

/// The rules of the last step in which a copy of a card was cast, or else made, where the card itself is as the scenario began. Nothing if another
/// card in that zone could be the one that was copied.
pub(crate) fn copied_instead(played: Played<'_>, card: ObjectId) -> Reasons {
    let Played { game, trace, .. } = played;
    let its = game.object(card);
    let Some(definition) = its.definition.as_ref().filter(|_| its.exists && its.previous.is_none()) else {
        return Reasons::NONE;
    };
    if !matches!(its.nature, Nature::Card(_)) || matches!(its.zone, Zone::Battlefield | Zone::Stack) {
        return Reasons::NONE;
    }
    let is_such = |other: &ObjectId| {
        let other = game.object(*other);
        let same = other.definition.as_ref().is_some_and(|of| Arc::ptr_eq(of, definition));
        same && other.zone == its.zone && matches!(other.nature, Nature::Card(_))
    };
    if game.objects().iter().map(|object| object.id).filter(is_such).count() > 1 {
        return Reasons::NONE;
    }
    let entries = trace.entries();
    let makes = |entry: &&Entry| match &entry.what {
        What::Changed(Change::Create(new), _) => {
            let same = new.definition.as_ref().is_some_and(|of| Arc::ptr_eq(of, definition));
            same && new.zone == its.zone && matches!(new.nature, Nature::Copy)
        }
        _ => false,
    };
    let Some(made) = entries.iter().rfind(makes) else { return Reasons::NONE };
    let What::Changed(Change::Create(new), _) = &made.what else { return Reasons::NONE };
    let casts = |entry: &&Entry| matches!(entry.what, What::Casts(_, cast) if game.earliest(cast) == new.new);
    let step: EntryId = entries.iter().rfind(casts).map_or(made.id, |entry| entry.id);
    let reasons = Reasons::NONE.and(Reason { rule: cr!("707.12"), step: Some(step) });
    let beside = entries.iter().filter(|entry| entry.parent == made.parent && entry.id < step);
    let lets = |rule: &RuleId| beside.clone().any(|entry| entry.rules.contains(*rule));
    LETS_COPY.into_iter().filter(lets).fold(reasons, Reasons::and)
}
