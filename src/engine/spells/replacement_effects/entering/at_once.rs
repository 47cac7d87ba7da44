//! CR 614: Replacement Effects. What enters the battlefield at the same time, and what is done as it enters: all that is to be chosen
//! for it is chosen first (614.12a, 614.13).

use crate::engine::additional::keyword_actions::{exile, sacrifice};
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::spells::instructions;
use crate::engine::zones::general;
use crate::game::{Cause, CauseKind, ObjectId};
use crate::ir::{Instruction, Link};
use crate::rules::cr;

use super::super::Used;

/// What enters the battlefield in one event, and what is put off until all choices for it are made.
#[derive(Default)]
pub(in crate::engine) struct AtOnce {
    entering: Vec<ObjectId>,
    put_off: Vec<PutOff>,
    /// The effects that have replaced some of it.
    pub(in crate::engine) used: Used,
}

/// What is done as something enters.
struct PutOff {
    /// What enters.
    of: ObjectId,
    frame: Frame,
    deed: Deed,
}

/// What it is that is done.
pub(super) enum Deed {
    /// These are sacrificed.
    Sacrifice(Vec<ObjectId>),
    /// These are exiled, and linked to what enters if a link is named.
    Exile(Vec<ObjectId>, Option<Link>),
    /// An instruction is followed, which moves these.
    Follow(Box<Instruction>, Vec<ObjectId>),
}

impl AtOnce {
    /// Objects that enter from other zones.
    pub(in crate::engine) fn of(entering: Vec<ObjectId>) -> Self {
        Self { entering, ..Self::default() }
    }

    /// Whether an object enters at the same time (614.13a).
    pub(super) fn enters(&self, object: ObjectId) -> bool {
        self.entering.contains(&object)
    }

    /// Whether an object has been chosen to change zones as something enters (614.13b).
    pub(super) fn takes(&self, object: ObjectId) -> bool {
        self.put_off.iter().any(|its| match &its.deed {
            Deed::Sacrifice(objects) | Deed::Exile(objects, _) | Deed::Follow(_, objects) => {
                objects.contains(&object)
            }
        })
    }

    /// Whether counters are to be removed already as something enters.
    pub(super) fn removes_counters(&self) -> bool {
        let removes = |deed: &Deed| matches!(deed, Deed::Follow(instruction, _) if matches!(**instruction, Instruction::RemoveCounters { .. }));
        self.put_off.iter().any(|its| removes(&its.deed))
    }

    /// Puts off what is done as something enters.
    pub(super) fn put_off(&mut self, of: ObjectId, frame: &Frame, deed: Deed) {
        self.put_off.push(PutOff { of, frame: Frame { on_stack: Some(of), ..frame.clone() }, deed });
    }

    /// Does what was put off for all that still enters. Says which objects are linked to what enters by it, under the names of the links.
    ///
    /// # Errors
    /// If something that is done can't be played.
    pub(in crate::engine) fn follow(
        &mut self,
        play: &mut Play<'_>,
        enters: &dyn Fn(ObjectId) -> bool,
    ) -> Outcome<Vec<(ObjectId, Link, ObjectId)>> {
        let mut links = Vec::new();
        let mut put_off = std::mem::take(&mut self.put_off);
        put_off.retain(|its| enters(its.of));
        // What several sacrifice as they enter is sacrificed at the same time.
        let mut sacrificed = Vec::new();
        for PutOff { of, frame, deed } in &put_off {
            let Deed::Sacrifice(objects) = deed else { continue };
            let by = Cause::new(CauseKind::Ability(*of), play.keyword_rule(frame).unwrap_or(cr!("614.13")));
            let by = by.and(cr!("614.13"));
            sacrificed.extend(objects.iter().map(|object| sacrifice::of(by, *object)));
        }
        sacrificed.retain(|(_, it)| play.game.object(it.object).on_battlefield());
        if !sacrificed.is_empty() {
            general::move_each(play, sacrificed)?;
        }
        for PutOff { of, mut frame, deed } in put_off {
            let by = CauseKind::Ability(of);
            match deed {
                Deed::Sacrifice(_) => {}
                Deed::Exile(objects, link) => {
                    let exiled = exile::exile(play, Cause::new(by, cr!("614.1c")), &objects, false, &[])?;
                    let exiled = exiled.into_iter().flatten();
                    links.extend(link.iter().flat_map(|link| exiled.clone().map(|card| (of, *link, card))));
                }
                Deed::Follow(instruction, _) => {
                    instructions::run(play, &mut frame, std::slice::from_ref(&*instruction))?;
                }
            }
        }
        Ok(links)
    }
}
