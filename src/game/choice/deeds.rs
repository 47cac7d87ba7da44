//! What players may do as an instruction says it, as far as a word can say it.

use crate::ir::instruction::{Discard, Sacrifice};
use crate::ir::{Instruction, Players, Verb};

use super::Deed;

impl Deed {
    /// To encode the card on a creature.
    pub const ENCODE: Self = Self::Do(Verb::Encode, true);

    /// What these players may do.
    pub fn of(who: &Players, does: &[Instruction]) -> Self {
        let [first, rest @ ..] = does else { return Self::Something };
        if let Instruction::Put(put) = first {
            return Self::Put(put.to);
        }
        if let (Instruction::Choose(_), [Instruction::Put(put), ..]) = (first, rest) {
            return Self::PutChosen(put.to);
        }
        if let Instruction::Do { action, what, .. } = first {
            return Self::Do(action.0, what.is_some());
        }
        if let (Instruction::Choose(_), [Instruction::Encode { .. }]) = (first, rest) {
            return Self::ENCODE;
        }
        if let Instruction::ChangeTargets { .. } = first {
            return Self::ChooseNewTargets;
        }
        if let Instruction::Sacrifice(Sacrifice { who: its, .. })
        | Instruction::Discard(Discard { who: its, .. })
        | Instruction::Draw { who: its, .. } = first
            && !is_own(who, its)
        {
            return Self::Something;
        }
        if let Instruction::CopySpell(_) = first {
            return Self::Do(Verb::Copy, false);
        }
        const ON_IT: [Verb; 8] = [
            Verb::Exile,
            Verb::Destroy,
            Verb::Tap,
            Verb::Untap,
            Verb::Transform,
            Verb::Attach,
            Verb::Cast,
            Verb::Copy,
        ];
        if let (Instruction::Choose(_), [next, ..]) = (first, rest) {
            let verb = next.verb().filter(|verb| ON_IT.contains(verb));
            return verb.map_or(Self::Something, Self::DoChosen);
        }
        const WITH_MORE: [Verb; 10] = [
            Verb::Sacrifice,
            Verb::Discard,
            Verb::Draw,
            Verb::Search,
            Verb::Create,
            Verb::Damage,
            Verb::PutCounters,
            Verb::GainLife,
            Verb::MoveCounters,
            Verb::Reveal,
        ];
        let verb = first.verb().filter(|_| !matches!(first, Instruction::RevealUntil(_)));
        verb.filter(|verb| ON_IT.contains(verb) || WITH_MORE.contains(verb))
            .map_or(Self::Something, |verb| Self::Do(verb, ON_IT.contains(&verb)))
    }
}

/// Whether it is who may have something done that does it, and no other player.
fn is_own(who: &Players, does: &Players) -> bool {
    if *who == Players::You {
        return *does == Players::You;
    }
    !matches!(does, Players::Target(_) | Players::Opponents | Players::Each)
}
