//! CR 508: Declare Attackers Step. What a declaration of attackers or blockers costs (508.1h–j, 509.1d–f).

use crate::engine::concepts::costs;
use crate::engine::concepts::total_cost::{self, Bill};
use crate::engine::halt::Outcome;
use crate::engine::play::{Play, Unpaid};
use crate::engine::reading::Frame;
use crate::engine::spells::activating_activated_abilities::activate_for_mana;
use crate::game::{CauseKind, ObjectId, PlayerId};
use crate::ir::{Costs, ManaCost, ManaSymbol};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note};

/// Something that a creature's controller pays so that it can attack or block.
pub(super) struct Due<'a> {
    /// The creature that is declared.
    pub(super) creature: ObjectId,
    /// What it costs.
    pub(super) cost: &'a Costs,
    /// The effect that says so.
    pub(super) frame: &'a Frame,
}

/// The rules by which costs of a declaration are worked out, mana is made for them, and they are paid.
pub(super) struct Paying {
    locked_in: RuleId,
    mana: RuleId,
    paid: RuleId,
}

/// Costs to attack.
pub(super) const TO_ATTACK: Paying =
    Paying { locked_in: cr!("508.1h"), mana: cr!("508.1i"), paid: cr!("508.1j") };

/// Costs to block.
pub(super) const TO_BLOCK: Paying =
    Paying { locked_in: cr!("509.1d"), mana: cr!("509.1e"), paid: cr!("509.1f") };

/// Each player pays all that their creatures of a declaration cost: worked out before anything is paid, so that nothing that
/// happens on the way changes it; then mana abilities; then the payment, of the whole or not at all.
///
/// # Errors
/// [`crate::engine::Halt::Illegal`] if one can't be paid.
pub(super) fn pay<'a>(play: &mut Play<'_>, due: impl Iterator<Item = Due<'a>>, rules: &Paying) -> Outcome {
    let mut bills: Vec<(PlayerId, ObjectId, &Frame, Bill)> = Vec::new();
    for due in due {
        let player = play.view()?.controller(&play.game, due.creature);
        let costs = costs::written_out(play, due.frame, &due.cost.0)?;
        let bill = Bill::of(play, due.frame, costs)?;
        bills.push((player, due.creature, due.frame, bill));
    }
    let mut players: Vec<PlayerId> = Vec::new();
    for (player, ..) in &bills {
        if !players.contains(player) {
            players.push(*player);
        }
    }
    for player in players {
        let own = || bills.iter().filter(|(payer, ..)| *payer == player);
        let mana = own().filter_map(|(.., bill)| bill.mana.as_ref());
        let generic = mana.map(total_cost::generic).fold(0, u16::saturating_add);
        let note = Note::CostLockedIn(player, generic);
        play.note(Level::Default, CauseKind::TurnBased, Rules::of(&[rules.locked_in]), note);
        pay_all(play, player, bills.iter_mut().filter(|(payer, ..)| *payer == player), rules)?;
    }
    Ok(())
}

/// A player pays all their bills, the mana of all of them at once.
fn pay_all<'a: 'b, 'b>(
    play: &mut Play<'_>,
    player: PlayerId,
    bills: impl Iterator<Item = &'b mut (PlayerId, ObjectId, &'a Frame, Bill)>,
    rules: &Paying,
) -> Outcome {
    let mut bills: Vec<_> = bills.collect();
    let mut all = ManaCost::default();
    let mut of_mana = None;
    for (_, creature, _, bill) in &mut bills {
        if let Some(mana) = bill.mana.take() {
            of_mana.get_or_insert(*creature);
            let generic = i64::from(total_cost::generic(&mana));
            total_cost::add_generic(&mut all, generic);
            let others = mana.symbols.into_iter().filter(|symbol| !matches!(symbol, ManaSymbol::Generic(_)));
            all.symbols.extend(others);
        }
    }
    if let Some(object) = of_mana {
        let mana_alone = !bills.iter().any(|(.., bill)| bill.may_be_helped());
        activate(play, player, Unpaid { object, cost: &all, mana_alone }, rules.mana)?;
    }
    if let Some((.., first)) = bills.first_mut().filter(|_| !all.symbols.is_empty()) {
        first.mana = Some(all);
    }
    for (_, creature, frame, bill) in bills {
        // That the creature is paid for, be it with the mana of another's bill.
        let cause = CauseKind::Cost(*creature, player);
        play.note(Level::Hidden, cause, Rules::of(&[rules.paid]), Note::PaymentTaken(player));
        costs::pay(play, frame, player, *creature, bill, rules.paid)
            .map_err(|halt| halt.and_rule(rules.paid).and_rule(cr!("733.1")))?;
    }
    Ok(())
}

/// A player who must pay mana may activate mana abilities first.
fn activate(play: &mut Play<'_>, player: PlayerId, unpaid: Unpaid<'_>, rule: RuleId) -> Outcome {
    let Some((source, instance)) = play.mana_ability(player, unpaid)? else { return Ok(()) };
    let note = Note::MakesManaFor(player);
    let entry = play.note(Level::Default, CauseKind::TurnBased, Rules::of(&[rule]), note);
    play.under(entry, |play| {
        activate_for_mana(play, player, source, &instance)?;
        while let Some((source, instance)) = play.mana_ability(player, unpaid)? {
            activate_for_mana(play, player, source, &instance)?;
        }
        Ok(())
    })
}
