//! What can be told only of the board as a whole.

use std::rc::Rc;

use crate::board::setup::{Planned, Setup, illegal};
use crate::engine::View;
use crate::engine::reading::Sight;
use crate::game::{Game, Thing};
use crate::ir::{CardType, Zone};
use crate::rules::cr;
use crate::scenario::ast::Modifier;

/// What can be told only of the board as a whole: what is attached must be attachable there, and an Aura must be attached (301.5,
/// 303.4); damage is marked on creatures only (120.3e).
pub(in crate::board) fn check_as_a_whole(setup: &mut Setup<'_, '_>, game: &Game, planned: &[Planned<'_>]) {
    let Ok(view) = View::of(game) else { return };
    let view = Rc::new(view);
    setup.view = Some(view.clone());
    for plan in planned.iter().filter(|plan| plan.zone == Zone::Battlefield) {
        let object = game.object(plan.object);
        let name = &object.base.name;
        let is_aura = view.characteristics(game, plan.object).has_subtype_named("Aura");
        let is_equipment = ["Equipment", "Fortification"]
            .iter()
            .any(|name| view.characteristics(game, plan.object).has_subtype_named(name));
        let is_creature = view.characteristics(game, plan.object).is(CardType::Creature);
        for modifier in plan.modifiers.iter().filter(|_| !is_creature) {
            if matches!(modifier.value, Modifier::Damage(_) | Modifier::DeathtouchDamage(_)) {
                let message = format!("`{name}` is no creature, so no damage is marked on it");
                setup.faults.push(illegal(message, modifier.span, cr!("120.3e")));
            }
        }
        // A creature can't be attached to another, though it be an Aura or an Equipment.
        let rule = match (is_aura, is_creature) {
            (true, true) => cr!("303.4d"),
            (true, false) => cr!("303.4c"),
            (false, true) if is_equipment => cr!("301.5c"),
            (false, false) if is_equipment => cr!("301.5"),
            (false, _) => cr!("704.5p"),
        };
        match object.attached_to {
            None if is_aura => {
                let message = format!("the Aura `{name}` is attached to nothing");
                let help = match object.is_token() {
                    true => "write `[attached to X]` behind it".to_owned(),
                    false => format!("write `{name} [attached to X]`"),
                };
                setup.faults.push(illegal(message, plan.span, cr!("303.4c")).with_help(help));
            }
            Some(host) => {
                let sight = Sight { game, view: &view };
                let legal = (is_aura || is_equipment)
                    && crate::engine::additional::state_based_actions::may_be_attached(
                        sight,
                        plan.object,
                        host,
                    )
                    .unwrap_or(true);
                if !legal {
                    let to = match host {
                        Thing::Object(host) => {
                            let its = view.characteristics(game, host);
                            let creature = its.is(CardType::Creature);
                            let why = match (creature, is_creature) {
                                (_, true) => ", as it is a creature itself",
                                (true, false) => "",
                                (false, false) => ", which is no creature",
                            };
                            format!("`{}`{}", its.name, if is_equipment || is_creature { why } else { "" })
                        }
                        Thing::Player(_) => "a player".to_owned(),
                    };
                    let message = format!("`{name}` can't be attached to {to}");
                    setup.faults.push(illegal(message, plan.span, rule));
                }
            }
            None => {}
        }
    }
}
