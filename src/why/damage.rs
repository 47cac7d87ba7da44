//! By which rules an object has the damage that is marked on it, or none.

use crate::game::{Answer, Change, ChoiceKind, Item, ObjectId, Options, Thing};
use crate::rules::cr;
use crate::trace::{Entry, Forbidden, Note, Reasons, What, Would};

use super::status::was_another_permanent;
use super::steps::is_meant;
use super::undone::{self, Unchanged};
use super::{Played, applied_first, undealt};

/// The rules by which an object has the damage that is marked on it, or none: it was dealt that last, lost it, or is not dealt any; what was
/// prevented or replaced is missing.
pub(crate) fn of_damage(played: Played<'_>, object: ObjectId) -> Reasons {
    let game = played.game;
    // What damage it had as another permanent it has no more.
    let mut last =
        if was_another_permanent(game, object) { Reasons::of(&[cr!("400.7")]) } else { Reasons::NONE };
    let mut missing = Reasons::NONE;
    for entry in played.trace.entries() {
        match &entry.what {
            What::Changed(Change::Damage { to: Thing::Object(its), .. } | Change::RemoveDamage(its), _)
            | What::Note(
                Note::Cant(Forbidden::Damage { .. }, Thing::Object(its), _) | Note::DamageStays(its),
            ) if is_meant(game, *its, object) => {
                last = entry.reasons();
            }
            What::Replaced(
                Thing::Object(its),
                _,
                Would::Prevented { .. } | Would::Damage { .. } | Would::Redirected { .. },
            ) if is_meant(game, *its, object) => {
                missing = missing.joined(entry.reasons());
            }
            _ => {}
        }
    }
    let last = undone::with_left_out(played, last, Unchanged::Object(object));
    let rules = applied_first::of_amount(played, last).joined(missing);
    let rules = if rules.is_empty() { given_no_share(played, object) } else { rules };
    let rules = if rules.is_empty() { dealt_elsewhere(played, object) } else { rules };
    if rules.is_empty() { undealt::to_creature(played, object) } else { rules }
}

/// The rules of the last division of damage of which an object could have been dealt a share and was dealt none (608.2d).
fn given_no_share(played: Played<'_>, object: ObjectId) -> Reasons {
    let last = played.trace.entries().iter().rev().find(|entry| {
        let What::Chose(choice, Answer::Divided(shares), _) = &entry.what else { return false };
        let Options::Divide { among, .. } = &choice.options else { return false };
        let passed_over = |(share, item): (&u32, &Item)| {
            *share == 0 && Item::thing(*item).and_then(Thing::object) == Some(object)
        };
        choice.kind == ChoiceKind::Divide
            && entry.rules.contains(cr!("608.2d"))
            && shares.iter().zip(among.iter()).any(passed_over)
            && deals_damage_there(played, entry)
    });
    last.map_or(Reasons::NONE, Entry::reasons)
}

/// The rules of the last choice of what applied first by which damage was redirected elsewhere, where another of the effects would have redirected
/// it to an object: it enchants that or targets it (616.1, 614.9).
fn dealt_elsewhere(played: Played<'_>, object: ObjectId) -> Reasons {
    let game = played.game;
    let entries = played.trace.entries();
    let points_at = |item: &Item| {
        let (Item::Object(source) | Item::AbilityOf(source, ..)) = item else { return false };
        let its = game.object(*source);
        let mut targets = its.announced.iter().flat_map(|announced| announced.targets.iter().flatten());
        its.attached_to == Some(Thing::Object(object)) || targets.any(|thing| *thing == Thing::Object(object))
    };
    let redirected = |chosen: &Entry| {
        let later = entries.get(chosen.id.0 as usize..).unwrap_or_default();
        later.iter().find(|entry| {
            entry.parent == chosen.parent
                && matches!(entry.what, What::Replaced(_, _, Would::Redirected { .. }))
        })
    };
    let mut found = entries.iter().rev().filter_map(|entry| {
        let What::Chose(choice, Answer::Picked(picked), _) = &entry.what else { return None };
        let Options::Pick { from, .. } = &choice.options else { return None };
        let is_picked = |index: usize| picked.iter().any(|its| *its as usize == index);
        let other = |(index, item): (usize, &Item)| !is_picked(index) && points_at(item);
        let passes_over = choice.kind == ChoiceKind::First && from.iter().enumerate().any(other);
        let done = redirected(entry).filter(|_| passes_over)?;
        Some(entry.reasons().joined(done.reasons()))
    });
    found.next().unwrap_or(Reasons::NONE)
}

/// Whether it is damage that what makes a choice does then.
fn deals_damage_there(played: Played<'_>, choice: &Entry) -> bool {
    let later = played.trace.entries().get(choice.id.0 as usize..).unwrap_or_default();
    let source = choice.cause.source();
    later.iter().any(|entry| {
        matches!(entry.what, What::Changed(Change::Damage { .. }, _)) && entry.cause.source() == source
    })
}
