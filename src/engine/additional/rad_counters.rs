//! CR 728: Rad Counters

use std::sync::{Arc, LazyLock};

use crate::game::{Characteristics, Hold, PlayerId};
use crate::ir::event::Step;
use crate::ir::{
    Body, CardType, Comparison, Condition, CounterKind, Event, Filter, Instruction, Measure, Players,
    Quantity, Selection, Slot, Symbol, Triggered,
};

use super::designations;

/// What stands for the inherent ability of a player who has had rad counters.
pub(in crate::engine) const RADIATION: Symbol = Symbol::literal("radiation");

const MILLED: Slot = Slot::literal("milled");

/// The inherent triggered ability: the player whose main phase it is mills, and for each nonland card loses 1 life and a rad
/// counter (728.1).
static ABILITIES: LazyLock<Arc<Characteristics>> = LazyLock::new(|| {
    let rad = || Quantity::from(Measure::PlayerCounters(CounterKind::RAD, Players::It));
    let nonland = Filter::Not(Box::new(Filter::Type(CardType::Land)));
    let each = Selection::Among(Box::new(Selection::Slot(MILLED)), Box::new(nonland));
    let count = Quantity::HowMany(Box::new(each));
    let mut ability = Triggered::new(
        Event::Begins(Step::PrecombatMain, Players::You),
        Body::of(vec![
            Instruction::Mill { who: Players::It, count: rad(), slot: Some(MILLED) },
            Instruction::LoseLife { who: Players::It, amount: count.clone(), slot: None },
            Instruction::RemoveCounters {
                kind: Some(CounterKind::RAD),
                count: Some(count),
                from: Selection::Players(Players::It),
                up_to: false,
                slot: None,
            },
        ]),
    );
    ability.only_if = Some(Condition::Compare(Box::new(rad()), Comparison::at_least_one()));
    designations::marker("radiation", &[ability])
});

/// What stands for the ability of a player.
pub(in crate::engine) fn hold(player: PlayerId) -> Hold {
    Hold { player, name: RADIATION, sole: false, marker: Some(ABILITIES.clone()) }
}
