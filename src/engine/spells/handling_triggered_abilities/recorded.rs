//! CR 603: Handling Triggered Abilities. The step in which the event is told on which an ability triggers.

use crate::engine::spells::events::Happening;
use crate::game::Change;
use crate::trace::{Entry, EntryId, Level, Trace, What};

/// The entry that tells of what has just happened, of which an ability waits for one thing; none where it can't be told which it is, or
/// several things together are the event.
pub(super) fn event(trace: &Trace, by: &[&Happening]) -> Option<EntryId> {
    let [happening] = by else { return None };
    // What happened before the step or phase began is none of it.
    let mut ended = false;
    let recent = trace.entries().iter().rev().take_while(|entry| {
        let goes_on = !ended;
        ended = matches!(entry.what, What::Step(..));
        goes_on
    });
    let mut recent = recent.skip_while(|entry| !tells_of(entry, happening));
    let last = recent.next()?;
    (last.level != Level::Hidden && !is_one_of_several(recent, last, happening)).then_some(last.id)
}

/// Whether among the entries before one another tells of the same at the same time: of two that are alike it can't be told which it is.
fn is_one_of_several<'a>(
    before: impl Iterator<Item = &'a Entry>,
    last: &Entry,
    happening: &Happening,
) -> bool {
    let What::Changed(_, batch) = &last.what else { return false };
    // What happened earlier need not be looked at.
    let mut since = before.take_while(|entry| !matches!(&entry.what, What::Changed(_, its) if its < batch));
    since.any(|entry| {
        matches!(&entry.what, What::Changed(_, its) if its == batch) && tells_of(entry, happening)
    })
}

/// Whether an entry tells of this.
fn tells_of(entry: &Entry, happening: &Happening) -> bool {
    let change = match &entry.what {
        What::Changed(change, _) => change,
        What::Step(active, step) => {
            return matches!(happening, Happening::Begins { step: its, active: whose } if its == step && whose == active);
        }
        What::Casts(player, spell) => {
            return matches!(happening, Happening::Cast { player: who, spell: its } if who == player && its == spell);
        }
        What::Targets(by, targets) => {
            return matches!(happening, Happening::Targeted { thing, by: its, .. } if its == by && targets.contains(thing));
        }
        _ => return false,
    };
    match happening {
        Happening::Moved { from, to, .. } => {
            change.as_move().is_some_and(|it| it.object == *from && it.new == *to)
        }
        Happening::Created { object } => matches!(change, Change::Create(it) if it.new == *object),
        Happening::Attacks { attacker, defender, .. } => {
            matches!(change, Change::Attack(it) if it.attacker == *attacker && it.defender == *defender)
        }
        Happening::Blocks { blocker, attacker, .. } => {
            matches!(change, Change::Block(it) if it.blocker == *blocker && it.attacker == *attacker)
        }
        Happening::BecomesBlocked { attacker, blockers } => match blockers[..] {
            [one] => {
                matches!(change, Change::Block(it) if it.blocker == one && it.attacker == *attacker)
            }
            _ => false,
        },
        Happening::Damage { source, to, amount, combat } => {
            matches!(change, Change::Damage { source: its, to: whom, amount: dealt, combat: in_combat, .. }
                if its == source && whom == to && dealt == amount && in_combat == combat)
        }
        Happening::Life { player, amount } => {
            matches!(change, Change::Life(who, much) if who == player && much == amount)
        }
        Happening::Counters { object, kind, amount, .. } => {
            matches!(change, Change::Counters(its, of, many) if its == object && of == kind && many == amount)
        }
        Happening::Tapped { object, tapped } => {
            matches!(change, Change::Tap(its, now) if its == object && now == tapped)
        }
        Happening::Transformed { object, .. } => matches!(change, Change::Transform(its) if its == object),
        Happening::TurnedFaceUp { object } => {
            matches!(change, Change::FaceDown(its, None) if its == object)
        }
        Happening::Attached { object, to } => {
            matches!(change, Change::Attach(its, Some(host)) if its == object && host == to)
        }
        Happening::Daytime { to } => matches!(change, Change::Daytime(its) if its == to),
        _ => false,
    }
}
