//! CR 702.75: Hideaway

use crate::game::{Affected, ContinuousEffect, Game, ObjectId};
use crate::ir::change::{Allowed, Permission};
use crate::ir::instruction::{Apply, Choose, Exile, Place, Put};
use crate::ir::{
    Ability, Body, Duration, Event, Filter, Instruction, Link, Players, Quantity, RuleChange, Selection,
    Slot, Trait, Triggered, Zone,
};

/// The link between the hideaway ability and those that speak of the exiled card.
const HIDDEN: Link = Link::HIDDEN;
const EXILED: Slot = Slot::literal("hidden");
const SEEN: Slot = Slot::literal("seen");
const CHOSEN: Slot = Slot::literal("chosen");
const OTHERS: Slot = Slot::literal("others");

/// When the permanent enters, its controller looks at the top cards of their library, exiles one face down, and puts the others on the
/// bottom in a random order; whoever controls the permanent may look at the exiled card (702.75a).
pub(super) fn meaning(count: &Quantity) -> Ability {
    let look = Instruction::Look {
        who: Players::You,
        at: Selection::Top(Box::new(count.clone()), Players::You),
        slot: Some(SEEN),
    };
    let choose = Instruction::Choose(Choose {
        who: Players::You,
        from: Some(Selection::Slot(SEEN)),
        what: Filter::EVERYTHING,
        count: Quantity::Fixed(1),
        up_to: false,
        random: false,
        slot: CHOSEN,
        rest: Some(OTHERS),
        piles: false,
    });
    let exile = Instruction::Exile(Exile {
        face_down: true,
        link: Some(HIDDEN),
        slot: Some(EXILED),
        ..Exile::plain(Selection::Slot(CHOSEN))
    });
    let others =
        Put { place: Some(Place::BottomRandom), ..Put::plain(Selection::Slot(OTHERS), Zone::Library) };
    // The exiled card has it from then on, whatever becomes of the permanent's own abilities.
    let look_on = Instruction::Apply(Apply {
        to: Some(Selection::Slot(EXILED)),
        changes: Vec::new(),
        rules: vec![RuleChange::May(look_permission())],
        duration: Duration::Forever,
    });
    Ability::triggered(Triggered::new(
        Event::Moves(crate::ir::event::Moves::between(Filter::Is(Trait::This), &[], &[Zone::Battlefield])),
        Body::of(vec![look, choose, exile, Instruction::Put(others), look_on]),
    ))
}

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

/// Whether a triggered ability is what hideaway stands for.
pub fn is(ability: &Triggered) -> bool {
    let links = |instruction: &Instruction| matches!(instruction, Instruction::Exile(exile) if exile.link == Some(HIDDEN) && exile.face_down);
    ability.effect.does.iter().any(links)
}
