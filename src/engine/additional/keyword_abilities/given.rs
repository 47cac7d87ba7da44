//! CR 702: Keyword Abilities. A permanent that is sacrificed or tapped for an alternative cost, and makes the spell cost less: it is chosen
//! as that cost is (601.2b), and used as the total cost is paid (601.2h).

use crate::engine::concepts::costs::payable;
use crate::engine::concepts::total_cost::Less;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::filters::known;
use crate::engine::reading::{Frame, Sight, quantities};
use crate::game::{ChoiceKind, Item, PlayerId, Thing};
use crate::ir::instruction::Sacrifice;
use crate::ir::{Cost, Filter, ManaCost, ManaSymbol, Measure, Quantity, Selection, Slot, Trait, Zone};
use crate::rules::{RuleId, Rules, cr};

/// The slot for the permanent.
const GIVEN: Slot = Slot::literal("given for it");

/// What is given for a spell that is cast so.
#[derive(Debug, Clone)]
pub(in crate::engine) struct Given {
    /// The rule that asks for it.
    pub(in crate::engine) rule: RuleId,
    /// The rule by which it is chosen along with the cost.
    pub(super) chosen_by: RuleId,
    /// Of what kind it is.
    pub(super) what: Filter,
    /// Whether it is tapped, and reduces the cost by its power, and may be left out; otherwise it is sacrificed and reduces the cost by its
    /// mana value.
    pub(super) tapped: bool,
    /// Whether it reduces the cost by its own mana cost, rather than by a number.
    pub(super) by_mana_cost: bool,
}

impl Given {
    /// The player chooses it; what is to be done with it becomes part of the costs. Says by how much it reduces the total.
    ///
    /// # Errors
    /// If there is none that must be given, or nobody chooses.
    pub(in crate::engine) fn choose(
        &self,
        play: &mut Play<'_>,
        player: PlayerId,
        frame: &mut Frame,
        costs: &mut Vec<Cost>,
    ) -> Outcome<Less> {
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        let what = match self.tapped {
            true => Filter::All(vec![self.what.clone(), Filter::Is(Trait::Untapped)]),
            false => self.what.clone(),
        };
        let items: Vec<Item> =
            payable(sight, frame, player, &what, Zone::Battlefield)?.into_iter().map(Item::Object).collect();
        let least = u32::from(!self.tapped);
        if items.is_empty() {
            let why = "there is nothing that could be sacrificed for it";
            let refused = Halt::illegal(player, cr!("118.3"), why, Some(frame.source)).and_rule(self.rule);
            return if self.tapped { Ok(Less::Generic(0)) } else { Err(refused) };
        }
        let kind = if self.tapped { ChoiceKind::Tap } else { ChoiceKind::Sacrifice };
        let rules = Rules::of(&[self.chosen_by, cr!("601.2b")]);
        let picked = play.pick(player, kind, Some(frame.asking()), items, least, 1, false, rules)?;
        let Some(permanent) = picked.iter().find_map(Item::object) else { return Ok(Less::Generic(0)) };
        frame.bind(Some(GIVEN), vec![Thing::Object(permanent)]);
        let it = || Box::new(Selection::Slot(GIVEN));
        let (cost, measure) = if self.tapped {
            (Cost::TapOthers(Filter::Among(it()), Quantity::Fixed(1)), Measure::PowerOf(it()))
        } else {
            let sacrifice = Sacrifice { what: Some(Filter::Among(it())), ..Sacrifice::plain() };
            (Cost::Sacrifice(sacrifice), Measure::ManaValueOf(it()))
        };
        costs.push(cost);
        if self.by_mana_cost {
            known(Sight { game: &play.game, view: &view }, permanent)?;
            // An {X} in the mana cost of a permanent is 0 (107.3g).
            let cost = view.characteristics(&play.game, permanent).cost.as_deref();
            let symbols = cost.map_or(&[][..], |cost| &cost.symbols).iter();
            let symbols =
                symbols.copied().filter(|symbol| !matches!(symbol, ManaSymbol::Variable(_))).collect();
            return Ok(Less::Mana(ManaCost { symbols }));
        }
        let sight = Sight { game: &play.game, view: &view };
        quantities::amount(sight, frame, &Quantity::Sum(measure)).map(Less::Generic)
    }
}

/// Whether it is the permanent that has been chosen already.
pub(in crate::engine) fn is_settled(what: &Filter) -> bool {
    if let Filter::All(all) = what {
        return all.iter().any(is_settled);
    }
    matches!(what, Filter::Among(it) if **it == Selection::Slot(GIVEN))
}
