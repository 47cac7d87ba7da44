//! What binds an object to another: attached, encoded, imprinted on it, exiled by it.

use crate::game::{ObjectId, Thing};
use crate::runner::claims::{Judged, naming};
use crate::runner::stage::{Stage, Staged};
use crate::scenario::script::FactKind;
use crate::why::bonds;

use super::{on, optional, say};

/// Whether such a fact holds of an object.
pub(super) fn judge(stage: &mut Stage<'_, '_>, object: ObjectId, fact: &FactKind) -> Staged<Judged> {
    let table = stage.answers.table();
    Ok(match fact {
        FactKind::Attached(to) => {
            let wanted = match to {
                Some(reference) => Some(naming::thing_now(stage, reference)?),
                None => None,
            };
            let (host, rules) = stage.why(|played| bonds::attached(played, object))?;
            let holds = host.is_some_and(|host| wanted.is_none_or(|wanted| host == wanted));
            let to = match host {
                Some(Thing::Object(host)) => table.told(&stage.play.game, host),
                Some(Thing::Player(player)) => table.name_of(player).to_owned(),
                None => "nothing".to_owned(),
            };
            say(holds, format!("is attached to {to}"), rules)
        }
        FactKind::Encoded(on) => {
            let wanted = optional(stage, on.as_ref())?;
            let (host, rules) = stage.why(|played| Ok(bonds::encoded(played, object)))?;
            let holds = host.is_some_and(|host| wanted.is_none_or(|wanted| host == wanted));
            let sentence = match host {
                Some(host) => format!("is encoded on {}", table.told(&stage.play.game, host)),
                None => "is not encoded".to_owned(),
            };
            say(holds, sentence, rules)
        }
        FactKind::ExiledBy(by) => {
            let by = naming::ever(stage, by)?;
            let (exiled, rules) = stage.why(|played| Ok(bonds::exiled_by(played, object, by)))?;
            let not = if exiled { "" } else { "not " };
            say(exiled, format!("is {not}exiled by {}", table.told(&stage.play.game, by)), rules)
        }
        FactKind::Imprinted(Some(onto)) => {
            let onto = naming::now(stage, onto)?;
            let (linked, rules) = stage.why(|played| Ok(bonds::imprinted(played, object, Some(onto))))?;
            let not = if linked { "" } else { "not " };
            say(linked, format!("is {not}imprinted on {}", table.told(&stage.play.game, onto)), rules)
        }
        // Imprinted on anything.
        _ => {
            let (linked, rules) = stage.why(|played| Ok(bonds::imprinted(played, object, None)))?;
            on(linked, "is imprinted", "is not imprinted", rules)
        }
    })
}
