//! CR 702.99: Cipher
//!
//! Its meaning stands here and not in `rules/keywords/`: no definition says what a card is encoded on, or which card gives the ability.

use crate::engine::play::Play;
use crate::game::{CauseKind, ObjectId};
use crate::ir::event::Damage;
use crate::ir::instruction::{CardCopy, Cast, Choose};
use crate::ir::{
    Ability, Body, CardType, Change, Condition, Costs, Event, Filter, Instruction, Players, Quantity,
    Selection, Slot, Static, Trait, Triggered, Zone,
};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note};

/// The slot for the creature that the card is encoded on.
const HOST: Slot = Slot::literal("encoded on");

/// The two abilities of cipher (702.99a): as the last part of its resolution the spell, if a card represents it, may be
/// exiled encoded on a creature; and while it is, that creature has a triggered ability that offers a copy of the card.
pub(super) fn meaning() -> Vec<Ability> {
    let card = Condition::Is(Box::new(Selection::This), Box::new(Filter::Is(Trait::Card)));
    let encode = Instruction::May {
        who: Players::You,
        does: vec![
            Instruction::Choose(Choose {
                for_each: None,
                different: None,
                who: Players::You,
                from: None,
                what: Filter::All(vec![Filter::Type(CardType::Creature), Filter::ControlledBy(Players::You)]),
                count: Quantity::Fixed(1),
                up_to: false,
                random: false,
                slot: HOST,
                rest: None,
                piles: false,
                together: None,
            }),
            Instruction::Encode { on: Selection::Slot(HOST) },
        ],
        then: Vec::new(),
        otherwise: Vec::new(),
    };
    let spell = Ability::Spell(Body::of(vec![Instruction::If {
        condition: card,
        then: vec![encode],
        otherwise: Vec::new(),
    }]));
    let granted = Ability::Static(Static {
        affects: Some(Selection::Host),
        changes: vec![Change::Gain(vec![Ability::triggered(trigger())])],
        rules: Vec::new(),
        condition: None,
        from: Some(Zone::Exile),
        also_from: None,
        defining: false,
    });
    vec![spell, granted]
}

/// Whenever this creature deals combat damage to a player, its controller may copy the encoded card and may cast the copy
/// without paying its mana cost (702.99a).
fn trigger() -> Triggered {
    Triggered::new(
        Event::DealsDamage(Damage {
            at_once: false,
            source: Filter::Is(Trait::This),
            player: Some(Players::Each),
            object: None,
            combat: Some(true),
        }),
        Body::of(vec![Instruction::Cast(Cast {
            copy: Some(CardCopy::May),
            ..Cast::of(Selection::Grantor, Costs::default())
        })]),
    )
}

/// Whether instructions are what cipher offers where a card represents the spell (702.99a).
pub(in crate::engine) fn encodes(instructions: &[Instruction]) -> bool {
    matches!(instructions, [Instruction::May { does, .. }] if matches!(does.last(), Some(Instruction::Encode { .. })))
}

/// Whether a granted triggered ability is cipher's.
pub(super) fn is_granted(ability: &Triggered) -> bool {
    matches!(
        ability.effect.does.as_slice(),
        [Instruction::Cast(Cast { what: Selection::Grantor, copy: Some(_), .. })]
    )
}

/// The rule that lets a player copy an encoded card and cast the copy, where that is what would be copied.
pub(in crate::engine) fn rule_of_copy(what: &Selection) -> Option<RuleId> {
    (*what == Selection::Grantor).then_some(cr!("702.99a"))
}

/// Whether the choice of a creature is the one that cipher asks for, so that it is asked by its own word.
pub(in crate::engine) fn asks(choose: &Choose) -> bool {
    choose.slot == HOST
}

/// A card is encoded on a creature no longer if either of them has left (702.99c), unless that was over before.
pub(in crate::engine) fn note_encodings_ended(play: &mut Play<'_>, ended: &[ObjectId]) {
    for (card, host) in play.game.encodings().to_vec() {
        let until_now = |object| {
            let its = play.game.object(object);
            ended.contains(&object) || its.exists || its.phased_out.is_some()
        };
        if ended.iter().any(|object| [card, host].contains(object)) && until_now(card) && until_now(host) {
            let rules = Rules::of(&[cr!("702.99c")]);
            play.note(Level::Default, CauseKind::Rules, rules, Note::NoLongerEncoded(card, host));
        }
    }
}
