//! Whom an effect means that speaks of the active player, where a team has the turn (805.9).

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::reading::selections::{ACTIVE, chosen_active};
use crate::game::{ChoiceKind, Item};
use crate::ir::instruction::sorts::{
    about_combat, about_objects, about_players, by_themselves, never_followed, of_abilities, that_last,
    that_turn_over,
};
use crate::ir::node::Node;
use crate::ir::part::{Part, any};
use crate::ir::{Instruction, Players};
use crate::rules::{Rules, cr};

/// The controller of what speaks of the active player chooses one of several, once as its effect is applied (805.9).
pub(super) fn choose_active(play: &mut Play<'_>, frame: &mut Frame, instruction: &Instruction) -> Outcome {
    if chosen_active(&play.game, frame).is_some() || !needs_active(instruction) {
        return Ok(());
    }
    let team = play.game.whose_turn_it_would_be(play.game.turn().active);
    let items = team.into_iter().map(Item::Player).collect();
    let rules = Rules::of(&[cr!("805.9")]);
    let source = Some(frame.asking());
    let picked = play.pick(frame.controller, ChoiceKind::Player, source, items, 1, 1, false, rules)?;
    frame.bind(Some(ACTIVE), picked.into_iter().filter_map(Item::thing).collect());
    Ok(())
}

/// Whether the active player has to be known to follow an instruction. Of those that it may come to the choice waits until it does, but
/// for what is weighed beforehand and what is done in rounds, where one player is meant throughout; and another ability has its own.
fn needs_active(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::May { who, does, .. } => says_active(who) || does.iter().any(needs_active),
        Instruction::MayPay { who, cost, .. } => says_active(who) || says_active(cost),
        Instruction::If { condition, .. } => says_active(condition),
        Instruction::Repeat { times, does } => says_active(times) || does.iter().any(needs_active),
        Instruction::Again { does, .. } => does.iter().any(needs_active),
        Instruction::ForEach { of, does } => says_active(of) || does.iter().any(needs_active),
        Instruction::ChooseOne { who, from, .. } => {
            says_active(who) || from.iter().flatten().any(needs_active)
        }
        Instruction::FlipCoin(coin) => says_active(&coin.who) || says_active(&coin.times),
        Instruction::RollDie(die) => {
            says_active(&die.who) || says_active(&die.times) || says_active(&die.add)
        }
        Instruction::Part { .. } | of_abilities!() => false,
        about_objects!()
        | about_players!()
        | that_last!()
        | that_turn_over!()
        | about_combat!()
        | by_themselves!()
        | never_followed!() => says_active(instruction),
    }
}

/// Whether a form speaks of the active player, but for the abilities that an instruction may give to something.
fn says_active(form: &impl Node) -> bool {
    any(form, &mut |place| {
        matches!(place.part, Part::Players(Players::Active)) && !place.is_within(is_other_ability)
    })
}

/// Whether a part is an ability that an instruction may give to something.
pub(super) const fn is_other_ability(part: Part<'_>) -> bool {
    matches!(part, Part::Activated(_) | Part::Static(_) | Part::Triggered(_))
}
