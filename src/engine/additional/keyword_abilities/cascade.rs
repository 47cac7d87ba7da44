//! CR 702.85: Cascade

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::continuous_effects::frame_of;
use crate::engine::spells::instructions::run;
use crate::game::{PlayerId, Thing};
use crate::ir::instruction::{Cast, Place, Put, RevealUntil};
use crate::ir::{
    CardType, Condition, Costs, Filter, Instruction, Players, RuleChange, Selection, Slot, Zone,
};
use crate::rules::cr;

/// The slot for the card that is found.
const FOUND: Slot = Slot::literal("found");
/// The slot for the others that are exiled on the way to it.
const OTHERS: Slot = Slot::literal("others");

/// Cards are exiled from the top of the library until one is no land and cheap enough, and that may be cast without paying its mana cost
/// if the resulting spell is cheap enough: what cascading and discovering have in common.
pub(in crate::engine) fn until_found(cheap: Filter) -> Vec<Instruction> {
    let nonland = Filter::Not(Box::new(Filter::Type(CardType::Land)));
    let exile = Instruction::RevealUntil(RevealUntil {
        who: Players::You,
        what: Filter::All(vec![nonland, cheap.clone()]),
        exiling: true,
        slot: FOUND,
        rest: OTHERS,
    });
    let cast =
        Instruction::Cast(Cast { spells: Some(cheap), ..Cast::of(Selection::Slot(FOUND), Costs::default()) });
    vec![exile, cast]
}

/// Follows what effects let the player do as they cascade, once the cards are exiled and before one of them is cast (702.85b).
///
/// # Errors
/// If that can't be told, or needs a choice that nobody makes.
pub(in crate::engine) fn as_you_cascade(
    play: &mut Play<'_>,
    player: PlayerId,
    exiled: impl Iterator<Item = Thing>,
) -> Outcome {
    let exiled: Vec<Thing> = exiled.collect();
    let view = play.view()?;
    for (active, rule) in view.rule_changes().filter(|(active, _)| active.controller == player) {
        let RuleChange::AsYouCascade { cards, does } = rule else { continue };
        let mut frame = frame_of(active);
        frame.within = Some(cr!("702.85b"));
        frame.bind(Some(*cards), exiled.clone());
        run(play, &mut frame, does)?;
    }
    Ok(())
}

/// The card that was found goes to its owner's hand if it is still in exile.
pub(in crate::engine) fn to_the_hand() -> Instruction {
    let found = || Selection::Slot(FOUND);
    let still_there = vec![Filter::In(vec![Zone::Exile]), Filter::Among(Box::new(found()))];
    let put = Put { from: Some(Zone::Exile), ..Put::plain(found(), Zone::Hand) };
    Instruction::If {
        condition: Condition::Exists(Box::new(Filter::All(still_there))),
        then: vec![Instruction::Put(put)],
        otherwise: Vec::new(),
    }
}

/// What is still in exile goes to the bottom of the library in a random order.
pub(in crate::engine) fn to_the_bottom() -> Instruction {
    let all = Selection::Several(vec![Selection::Slot(FOUND), Selection::Slot(OTHERS)]);
    Instruction::Put(Put {
        from: Some(Zone::Exile),
        place: Some(Place::BottomRandom),
        ..Put::plain(all, Zone::Library)
    })
}
