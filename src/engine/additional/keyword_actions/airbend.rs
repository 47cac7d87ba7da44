//! CR 701.65: Airbend

use super::MADE;
use crate::ir::change::{Allowed, Permission};
use crate::ir::instruction::{Apply, Exile};
use crate::ir::{
    Cost, Costs, Duration, Instruction, ManaCost, ManaSymbol, Players, RuleChange, Selection, Zone,
};

/// A player exiles permanents or spells; the owner of each card exiled so may cast it for {2} for as long as it is there (701.65a).
pub(super) fn meaning(what: &Selection) -> Vec<Instruction> {
    let two = Cost::Mana(ManaCost { symbols: vec![ManaSymbol::Generic(2)] });
    let may = Permission {
        action: Allowed::Cast,
        who: Some(Players::OwnerOf(Box::new(Selection::It))),
        what: None,
        from: Some(Zone::Exile),
        spells: None,
        cost: Some(Costs(vec![two])),
        any_mana: false,
        times_each_turn: None,
    };
    let apply = Apply {
        to: Some(Selection::It),
        changes: Vec::new(),
        rules: vec![RuleChange::May(may)],
        duration: Duration::Forever,
    };
    vec![
        Instruction::Exile(Exile { slot: Some(MADE), ..Exile::plain(what.clone()) }),
        Instruction::ForEach { of: Selection::Slot(MADE), does: vec![Instruction::Apply(apply)] },
    ]
}
