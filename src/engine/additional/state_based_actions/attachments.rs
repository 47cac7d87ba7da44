//! CR 704: State-Based Actions. Auras, Equipment and others that can't stay attached (704.5m-p, 704.5z).

use crate::engine::additional::keyword_abilities::enchant;
use crate::engine::additional::keyword_abilities::equip;
use crate::engine::additional::keyword_abilities::{bestow, protection};
use crate::engine::additional::keyword_actions::attach;
use crate::engine::card_types::enchantments;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::game::{Cause, CauseKind, MoveAction, ObjectId, Thing};
use crate::ir::CardType;
use crate::rules::{RuleId, Rules, cr};

use super::{Found, add_move};

pub(super) fn unattached_auras(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    let view = play.view()?;
    for object in play.game.battlefield() {
        if !enchantments::is_aura(&view, &play.game, *object) {
            continue;
        }
        let sight = Sight { game: &play.game, view: &view };
        let host = play.game.object(*object).attached_to;
        // One that is also a creature becomes unattached first (303.4d, 704.5p).
        if host.is_some() && view.characteristics(&play.game, *object).is(CardType::Creature) {
            continue;
        }
        let attached = match host {
            Some(host) => enchant::may_enchant(sight, *object, host)?,
            None => false,
        };
        if attached {
            continue;
        }
        // A bestowed Aura stays, and is none any more (702.103f).
        if bestow::on(&play.game, *object).is_some() {
            found.unattached.push((*object, cr!("702.103f")));
            continue;
        }
        found.moves(*object, MoveAction::StateBased);
        let why = match host {
            Some(host) => Some(protection::forbids_attaching(sight, *object, host)?.unwrap_or(cr!("303.4c"))),
            None => None,
        };
        if let Some(rule) = why {
            add_move(&mut found.moves, *object, MoveAction::StateBased, rule);
        }
    }
    Ok(())
}

pub(super) fn unlawful_equipment(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    let view = play.view()?;
    for object in play.game.battlefield() {
        let characteristics = view.characteristics(&play.game, *object);
        let Some(host) = play.game.object(*object).attached_to else { continue };
        let attachable =
            ["Equipment", "Fortification"].iter().any(|name| characteristics.has_subtype_named(name));
        if !attachable || characteristics.is(CardType::Creature) {
            continue;
        }
        let sight = Sight { game: &play.game, view: &view };
        if !equip::may_equip(sight, *object, host, false)? {
            found.unattached.extend(found.rule.map(|rule| (*object, rule)));
        }
    }
    Ok(())
}

pub(super) fn attached_strangers(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    let view = play.view()?;
    for object in play.game.battlefield() {
        let characteristics = view.characteristics(&play.game, *object);
        if play.game.object(*object).attached_to.is_none() {
            continue;
        }
        let attachable = ["Aura", "Equipment", "Fortification"]
            .iter()
            .any(|subtype| characteristics.has_subtype_named(subtype));
        let is_creature = characteristics.is(CardType::Creature) || characteristics.is(CardType::Battle);
        if is_creature || !attachable {
            found.unattached.extend(found.rule.map(|rule| (*object, rule)));
        }
    }
    Ok(())
}

/// Of several Roles that one player controls on a permanent only the youngest stays (303.7a).
pub(super) fn doubled_roles(play: &mut Play<'_>, found: &mut Found) -> Outcome {
    let view = play.view()?;
    let game = &play.game;
    let roles: Vec<ObjectId> = game
        .battlefield()
        .iter()
        .copied()
        .filter(|object| view.characteristics(game, *object).has_subtype_named("Role"))
        .collect();
    for role in &roles {
        let younger = roles.iter().any(|other| {
            let (one, other_one) = (game.object(*role), game.object(*other));
            one.attached_to.is_some()
                && one.attached_to == other_one.attached_to
                && view.controller(game, *role) == view.controller(game, *other)
                && one.timestamp < other_one.timestamp
        });
        if younger {
            found.moves(*role, MoveAction::StateBased);
        }
    }
    Ok(())
}

/// What was found to be attached to nothing lawful becomes unattached.
///
/// # Errors
/// If what a protection asks for can't be told.
pub(super) fn unattach(play: &mut Play<'_>, unattached: Vec<(ObjectId, RuleId)>) -> Outcome {
    let cause = |rule| Cause::new(CauseKind::StateBased, rule);
    for (object, rule) in unattached {
        let its = play.game.object(object);
        if its.on_battlefield() {
            let gone = |host: ObjectId| !play.game.object(host).on_battlefield();
            let because = match its.attached_to {
                Some(Thing::Object(host)) if rule == cr!("704.5n") && gone(host) => {
                    cause(rule).and(cr!("301.5c"))
                }
                // Why the permanent is an illegal one for it.
                Some(host) if rule == cr!("704.5n") => {
                    let view = play.view()?;
                    let sight = Sight { game: &play.game, view: &view };
                    let forbidden = protection::forbids_attaching(sight, object, host)?;
                    forbidden.map_or(cause(rule), |forbids| cause(rule).and(forbids))
                }
                Some(_) if rule == cr!("704.5p") => {
                    let view = play.view()?;
                    match enchantments::is_aura(&view, &play.game, object) {
                        true => cause(rule).and(cr!("303.4d")),
                        false => cause(rule),
                    }
                }
                _ => cause(rule),
            };
            attach::unattach(play, because, object)?;
            // One that has phased in attached to nothing.
            bestow::end(play, CauseKind::StateBased, object, Rules::of(&[cr!("702.103g")]));
        }
    }
    Ok(())
}
