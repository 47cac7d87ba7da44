//! CR 702.72: Champion

use crate::ir::event::Moves;
use crate::ir::instruction::{Choose, Exile, Put, Sacrifice};
use crate::ir::{
    Ability, Body, Event, Filter, Instruction, Link, Players, Quantity, Selection, Slot, Trait, Triggered,
    Zone,
};

/// The link between its two abilities (702.72b).
const CHAMPIONED: Link = Link::literal("championed");

/// The slot for what is exiled.
const CHOSEN: Slot = Slot::literal("championing");

/// When it enters it is sacrificed unless its controller exiles another object of the kind; when it leaves, the exiled card
/// returns (702.72a).
pub(super) fn meaning(what: &Filter) -> Vec<Ability> {
    let another = vec![what.clone(), Filter::Is(Trait::Another), Filter::ControlledBy(Players::You)];
    let choose = Choose {
        who: Players::You,
        from: None,
        what: Filter::All(another),
        count: Quantity::Fixed(1),
        up_to: false,
        random: false,
        slot: CHOSEN,
        rest: None,
        piles: false,
    };
    let exile = Exile { link: Some(CHAMPIONED), ..Exile::plain(Selection::Slot(CHOSEN)) };
    let sacrifice = Sacrifice::of(Selection::This);
    let unless = Instruction::May {
        who: Players::You,
        does: vec![Instruction::Choose(choose), Instruction::Exile(exile)],
        then: Vec::new(),
        otherwise: vec![Instruction::Sacrifice(sacrifice)],
    };
    let back = Put {
        from: Some(Zone::Exile),
        under: Some(Players::OwnerOf(Box::new(Selection::Itself))),
        ..Put::plain(Selection::TheLinked(CHAMPIONED), Zone::Battlefield)
    };
    let this = || Filter::Is(Trait::This);
    vec![
        triggered(Event::Moves(Moves::between(this(), &[], &[Zone::Battlefield])), unless),
        triggered(Event::Moves(Moves::between(this(), &[Zone::Battlefield], &[])), Instruction::Put(back)),
    ]
}

/// Whether a triggered ability is one of the two that the keyword stands for: what exiles for it, and what returns that.
pub(super) fn is(ability: &Triggered) -> bool {
    let exiles = |its: &Instruction| {
        let Instruction::May { does, .. } = its else { return false };
        does.iter().any(|does| matches!(does, Instruction::Exile(exile) if exile.link == Some(CHAMPIONED)))
    };
    let returns = |its: &Instruction| matches!(its, Instruction::Put(put) if put.what == Selection::TheLinked(CHAMPIONED));
    ability.effect.does.iter().any(|its| exiles(its) || returns(its))
}

fn triggered(when: Event, does: Instruction) -> Ability {
    Ability::triggered(Triggered::new(when, Body::of(vec![does])))
}
