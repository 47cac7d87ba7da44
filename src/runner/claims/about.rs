//! Which objects and players a claim or an entry of the trace speaks of.

use crate::game::{ObjectId, PlayerId};
use crate::runner::stage::Stage;
use crate::scenario::ast::Text;
use crate::scenario::script::{Claim, FactKind, Part, Reference};

use super::counts;

/// What the objects that a claim speaks of were at the beginning.
pub(super) fn roots(stage: &mut Stage<'_, '_>, claim: &Claim) -> Vec<ObjectId> {
    let mut about: Vec<ObjectId> = Vec::new();
    for reference in references(claim) {
        let whole = Reference { part: Part::Whole, ..reference.clone() };
        if let Ok(object) = stage.object(&whole) {
            about.push(stage.play.game.earliest(object));
        }
    }
    // The objects that are counted, if they have been.
    if let Claim::Count { what, facts, .. } = claim {
        if let Ok((objects, _)) = counts::counted(stage, what, facts) {
            about.extend(objects.into_iter().map(|object| stage.play.game.earliest(object)));
        }
    }
    about
}

/// The players that a claim speaks of, be it by what is theirs.
pub(super) fn players(stage: &Stage<'_, '_>, claim: &Claim) -> Vec<PlayerId> {
    let names: Vec<&Text> = match claim {
        Claim::Player { player, .. } => vec![player],
        Claim::Count { facts, .. } => facts
            .iter()
            .filter_map(|fact| match &fact.value.kind {
                FactKind::Zone { whose, .. } => whose.as_ref(),
                FactKind::ControlledBy(player) | FactKind::OwnedBy(player) => Some(player),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    };
    let table = stage.answers.table();
    names.into_iter().filter_map(|name| table.player(&name.text)).collect()
}

/// The references that a claim speaks of.
pub(super) fn references(claim: &Claim) -> Vec<&Reference> {
    match claim {
        Claim::Object { what, .. } | Claim::Path { what, .. } => vec![what],
        Claim::Triggers { from, .. } => vec![from],
        Claim::Replaced { what, by } => vec![what, by],
        Claim::SameTime(what) => what.iter().collect(),
        _ => Vec::new(),
    }
}
