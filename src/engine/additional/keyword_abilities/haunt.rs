//! CR 702.55: Haunt

use crate::engine::play::Play;
use crate::game::{CauseKind, LinkKey, ObjectId};
use crate::ir::event::Moves;
use crate::ir::instruction::Exile;
use crate::ir::{
    Ability, Body, CardType, Event, Filter, Instruction, Link, NamedDeed, Selection, TargetKind, TargetSpec,
    Trait, Triggered, Zone,
};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

/// The link from a card in exile to what it haunts.
pub const HAUNTS: Link = Link::literal("haunts");

/// When a permanent with it dies, or a spell with it is put into a graveyard during its resolution, the card is exiled haunting a
/// creature (702.55a).
pub(super) fn meaning() -> Vec<Ability> {
    let dies =
        Event::Moves(Moves::between(Filter::Is(Trait::This), &[Zone::Battlefield], &[Zone::Graveyard]));
    let resolved = Event::Becomes(Filter::Is(Trait::This), NamedDeed::SpellWithHauntResolves);
    vec![exiled_when(dies, None), exiled_when(resolved, Some(Zone::Graveyard))]
}

fn exiled_when(when: Event, from: Option<Zone>) -> Ability {
    let exile = Exile { haunting: Some(Selection::Target(0)), ..Exile::plain(Selection::It) };
    Ability::triggered(Triggered {
        from,
        ..Triggered::new(
            when,
            Body {
                targets: vec![TargetSpec::one(TargetKind::Permanent(Filter::Type(CardType::Creature)))],
                does: vec![Instruction::Exile(exile)],
                ..Body::default()
            },
        )
    })
}

/// Whether a triggered ability is what haunt stands for.
pub(super) fn is(ability: &Triggered) -> bool {
    match ability.effect.does.as_slice() {
        [Instruction::Exile(exile)] => exile.haunting.is_some(),
        _ => false,
    }
}

/// A card that leaves exile haunts nothing any more: only cards there do (702.55b).
pub(in crate::engine) fn note_hauntings_ended(play: &mut Play<'_>, ended: &[ObjectId]) {
    for card in ended {
        let haunted: Vec<ObjectId> = play.game.linked(LinkKey::own(*card, HAUNTS)).collect();
        for creature in haunted {
            let rules = Rules::of(&[cr!("702.55b")]);
            play.note(Level::Default, CauseKind::Rules, rules, Note::NoLongerHaunts(*card, creature));
        }
    }
}
