//! Who attacks, who blocks and what is blocked.

use crate::game::{ObjectId, Thing};
use crate::runner::claims::{Judged, naming};
use crate::runner::stage::{Stage, Staged};
use crate::scenario::script::FactKind;
use crate::why::combat;

use super::{optional, say};

/// Whether such a fact holds of a creature.
pub(super) fn judge(stage: &mut Stage<'_, '_>, creature: ObjectId, fact: &FactKind) -> Staged<Judged> {
    let table = stage.answers.table();
    match fact {
        FactKind::Attacking(wanted) => {
            let wanted = match wanted {
                Some(wanted) => Some(naming::thing_now(stage, wanted)?),
                None => None,
            };
            let (attacked, rules) = stage.why(|played| combat::attacking(played, creature))?;
            let sentence = match attacked {
                None => "is not attacking".to_owned(),
                Some(None) => "is attacking, but no longer any player, planeswalker or battle".to_owned(),
                Some(Some(Thing::Player(player))) => format!("is attacking {}", table.name_of(player)),
                Some(Some(Thing::Object(permanent))) => {
                    format!("is attacking {}", table.told(&stage.play.game, permanent))
                }
            };
            Ok(say(attacked.is_some_and(|its| wanted.is_none() || its == wanted), sentence, rules))
        }
        FactKind::Blocking(wanted) => {
            let wanted = optional(stage, wanted.as_ref())?;
            let rules = stage.why(|played| combat::blocking(played, creature))?;
            let combat = stage.play.game.combat();
            let holds = match wanted {
                Some(wanted) => combat.blocked_by(creature).any(|attacker| attacker == wanted),
                None => combat.is_blocking(creature),
            };
            let what = wanted.map(|wanted| format!(" {}", table.told(&stage.play.game, wanted)));
            let not = if holds { "" } else { "not " };
            Ok(say(holds, format!("is {not}blocking{}", what.unwrap_or_default()), rules))
        }
        fact => blocked(stage, creature, matches!(fact, FactKind::Blocked)),
    }
}

/// Whether an attacking creature is blocked, or unblocked.
fn blocked(stage: &mut Stage<'_, '_>, creature: ObjectId, wanted: bool) -> Staged<Judged> {
    let rules = stage.why(|played| Ok(combat::blocked(played, creature)))?;
    let combat = stage.play.game.combat();
    let (holds, sentence) = match combat.attack_of(creature) {
        None => (false, "is not attacking, so it is neither blocked nor unblocked"),
        Some(attack) if attack.blocked => (wanted, "is blocked"),
        Some(_) if combat.blockers_declared => (!wanted, "is unblocked"),
        Some(_) => (false, "is neither blocked nor unblocked yet"),
    };
    Ok(say(holds, sentence.to_owned(), rules))
}
