//! CR 702.75: Hideaway

use crate::game::{Affected, ContinuousEffect, Game, ObjectId};
use crate::ir::change::{Allowed, Permission};
use crate::ir::{Players, RuleChange, Selection, Zone};

/// That whoever controls the permanent may look at the card that it has exiled, which the card gains (702.75a).
fn look_permission() -> Permission {
    Permission {
        action: Allowed::LookAtExiled,
        who: Some(Players::ControllerOf(Box::new(Selection::This))),
        what: None,
        from: Some(Zone::Exile),
        spells: None,
        cost: None,
        any_mana: false,
        times_each_turn: None,
    }
}

/// What a card gains that the hideaway ability of a permanent has exiled (702.75a).
pub fn gained(game: &Game, permanent: ObjectId, card: ObjectId) -> ContinuousEffect {
    let controller = game.object(permanent).controller;
    ContinuousEffect {
        affected: Affected::Objects([card].into()),
        rules: [RuleChange::May(look_permission())].into(),
        ..ContinuousEffect::on_itself(game, permanent, controller, [].into())
    }
}

/// Whether an object may be looked at by what it has gained as hideaway exiled it (702.75a).
pub fn lets_look(game: &Game, card: ObjectId) -> bool {
    game.effects().iter().any(|effect| effect.is_on(card) && effect.rules.iter().any(is_look))
}

/// Whether a rule is what the card has gained that hideaway has exiled.
fn is_look(rule: &RuleChange) -> bool {
    matches!(rule, RuleChange::May(permission) if *permission == look_permission())
}
