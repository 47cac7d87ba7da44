//! CR 614: Replacement Effects. Effects that are used up by what they replace.

use crate::engine::play::Play;
use crate::game::effects::Shield;
use crate::game::{Cause, CauseKind, Change, EffectId, ObjectId};
use crate::ir::Event;
use crate::rules::cr;
use crate::trace::Level;

use super::{Applicable, Effect};

/// The effects that have replaced some of the events that happen at once, with their sources: they replace the others too before they are
/// used up.
#[derive(Default)]
pub(in crate::engine) struct Used(Vec<(ObjectId, EffectId)>);

impl Used {
    /// An effect has been applied to one of the events.
    pub(in crate::engine::spells) fn apply(&mut self, play: &mut Play<'_>, effect: &Applicable) {
        let Some(shield) = effect.shield else { return };
        // What replaces one or more events at once replaces each of them before it is used up, and so does what is for the next time that
        // damage is dealt (615.8).
        let of_several = matches!(&effect.what, Effect::Said(said)
            if said.of.alternatives().iter().all(|of| matches!(of, Event::OneOrMore(_) | Event::DealsDamage(_))));
        if !of_several {
            use_shield(play, effect.source, shield);
        } else if !self.0.iter().any(|(_, used)| *used == shield) {
            self.0.push((effect.source, shield));
        }
    }

    /// They have replaced all that they could.
    pub(in crate::engine) fn up(self, play: &mut Play<'_>) {
        for (source, shield) in self.0 {
            use_shield(play, source, shield);
        }
    }

    /// One of them has, if it is one of them.
    pub(in crate::engine::spells) fn one_up(&mut self, play: &mut Play<'_>, shield: EffectId) {
        if let Some(place) = self.0.iter().position(|(_, used)| *used == shield) {
            let (source, shield) = self.0.remove(place);
            use_shield(play, source, shield);
        }
    }

    /// Those that another part of what happens at once has used as well.
    pub(in crate::engine::spells) fn join(&mut self, other: Self) {
        for (source, shield) in other.0 {
            if !self.0.iter().any(|(_, used)| *used == shield) {
                self.0.push((source, shield));
            }
        }
    }
}

fn use_shield(play: &mut Play<'_>, source: ObjectId, shield: EffectId) {
    // One that lasts for some time is there for whatever happens in that time.
    let lasts = |its: &Shield| its.id == shield && its.uses.is_none() && its.damage.is_none();
    if play.game.shields().iter().any(lasts) {
        return;
    }
    let cause = Cause::new(CauseKind::Replacement(source), cr!("614.5"));
    play.change(cause, Level::Hidden, Change::UseShield(shield, 1));
}
