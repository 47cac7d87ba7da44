//! The state that an object is in: its status, what is on it, and what sort of object it is.

use crate::game::ObjectId;
use crate::ir::{CounterKind, Layout};
use crate::runner::claims::Judged;
use crate::runner::stage::{Stage, Staged};
use crate::scenario::script::FactKind;
use crate::why::values::token;
use crate::why::{damage, status};

use super::{on, say};

/// Whether such a fact holds of an object.
pub(super) fn judge(stage: &mut Stage<'_, '_>, object: ObjectId, fact: &FactKind) -> Staged<Judged> {
    let view = stage.view()?;
    let its = stage.play.game.shared(object);
    Ok(match fact {
        FactKind::PhasedOut => {
            let (out, rules) = status::phased_out(stage.played(&view), object);
            on(out, "is phased out", "is phased in", rules)
        }
        FactKind::FaceDown => {
            let rules = status::face_down(stage.played(&view), object);
            on(its.is_face_down(), "is face down", "is face up", rules)
        }
        FactKind::Tapped => {
            let (tapped, rules) = status::tapped(stage.played(&view), object);
            match tapped {
                Some(tapped) => on(tapped, "is tapped", "is untapped", rules),
                None => on(false, "", "is no permanent, so it is neither tapped nor untapped", rules),
            }
        }
        FactKind::Counters(count, kind) => {
            let parsed = CounterKind::parse(&kind.text);
            let actual = parsed.map_or(0, |kind| its.counters_of(kind));
            let rules = status::counters(stage.played(&view), object, parsed);
            let plural = if actual == 1 { "" } else { "s" };
            say(actual == *count, format!("has {actual} {} counter{plural}", kind.text), rules)
        }
        FactKind::NoCounters => {
            let rules = status::counters(stage.played(&view), object, None);
            let kinds = its.counters.iter().filter(|(_, count)| *count > 0);
            let has: Vec<String> = kinds.map(|(kind, count)| format!("{count} {kind}")).collect();
            let sentence = match has.as_slice() {
                [] => "has no counters".to_owned(),
                has => format!("has counters: {}", has.join(", ")),
            };
            say(has.is_empty(), sentence, rules)
        }
        FactKind::Damage(amount) => {
            let rules = damage::of_damage(stage.played(&view), object);
            say(its.damage == *amount, format!("has {} damage", its.damage), rules)
        }
        FactKind::ProtectedBy(player) => {
            let player = stage.player(player)?;
            let sentence = match its.protector() {
                Some(protector) => format!("is protected by {}", stage.answers.table().name_of(protector)),
                None => "has no protector".to_owned(),
            };
            let rules = status::protector(stage.played(&view), object);
            say(its.protector() == Some(player), sentence, rules)
        }
        FactKind::Commander => {
            let (is, rules) = status::commander(stage.played(&view), object);
            on(is, "is a commander", "is no commander", rules)
        }
        FactKind::Token => {
            let (is, rules) = token(stage.played(&view), object);
            on(is, "is a token", "is no token", rules)
        }
        // Transformed.
        _ => {
            let double =
                its.definition.as_ref().is_some_and(|definition| definition.layout == Layout::Transform);
            let rules = status::transformed(stage.played(&view), object);
            on(double && its.face > 0, "is transformed", "is not transformed", rules)
        }
    })
}
