//! CR 106: Mana. Whether what a player could make would pay a cost, worked out before any of it is made.

use std::collections::BTreeSet;

use crate::engine::spells::replacement_effects::changes_mana;
use crate::engine::view::View;
use crate::game::{AbilityInstance, Game, MANA_TYPES, Mana, ManaAmount, ObjectId};
use crate::ir::instruction::{AddMana, ManaProduced, ManaType};
use crate::ir::{Ability, Event, Instruction, ManaCost, ManaSymbol, Players, Quantity, RuleChange};

use super::one_of_types;

/// The most states of payment that are looked at.
const MOST_STATES: usize = 20_000;

/// What a mana ability that only adds mana could add, in the order in which its types are offered; nothing if it does more, or what
/// it adds may be spent on some things only (106.6).
pub fn ways_to_add(
    (game, view): (&Game, &View),
    source: ObjectId,
    instance: &AbilityInstance,
) -> Option<Vec<ManaAmount>> {
    let Ability::Activated(activated) = &*instance.ability else { return None };
    let ([Instruction::AddMana(it)], None) = (activated.effect.does.as_slice(), &activated.effect.choose)
    else {
        return None;
    };
    let AddMana {
        who: Players::You, mana, count: Quantity::Fixed(1), only_for: None, if_spent: None, ..
    } = it
    else {
        return None;
    };
    if let ManaProduced::Exactly(cost) = mana {
        return exactly(cost).map(|amount| vec![amount]);
    }
    let types = one_of_types((game, view), source, instance)?;
    if types.is_empty() {
        return Some(vec![ManaAmount::default()]);
    }
    Some(types.into_iter().map(|kind| [kind].into_iter().collect()).collect())
}

/// The mana that these symbols add; nothing if one of them leaves a choice.
fn exactly(cost: &ManaCost) -> Option<ManaAmount> {
    let mut amount = ManaAmount::default();
    for symbol in &cost.symbols {
        match symbol {
            ManaSymbol::Color(color) => amount.add(ManaType::Color(*color), 1),
            ManaSymbol::Colorless => amount.add(ManaType::Colorless, 1),
            _ => return None,
        }
    }
    Some(amount)
}

/// Whether something may add more mana as mana is made (605.1b), or lets mana be spent as though it were another (609.4b).
pub fn more_is_made(game: &Game, view: &View) -> bool {
    let waits = |ability: &Ability| {
        ability.as_triggered().is_some_and(|triggered| matches!(triggered.when, Event::TappedForMana(..)))
    };
    let there = game.objects().iter().filter(|object| object.exists);
    there
        .map(|object| view.characteristics(game, object.id))
        .any(|its| its.abilities.iter().any(|it| waits(&it.ability)))
        || !game.delayed().is_empty()
        || changes_mana(game, view)
        || view.rule_changes().any(|(_, rule)| matches!(rule, RuleChange::AnyColor(_)))
}

/// Which of the ways to make the next mana that are offered is the first after which a cost can be paid with a pool and one way of
/// each source that comes later; the first of all where it can't be paid. Nothing if that can't be told by amounts alone.
pub fn best_way(
    pool: &[Mana],
    cost: &ManaCost,
    offered: &[ManaAmount],
    later: &[Vec<ManaAmount>],
) -> Option<usize> {
    if pool.iter().any(|mana| mana.only_for.is_some()) {
        return None;
    }
    let left = Left::of(cost)?.paid_with(&pool.iter().map(|mana| mana.kind).collect());
    let later = reaching(later);
    let mut tried = BTreeSet::new();
    for (way, amount) in offered.iter().enumerate() {
        if can_be_paid(left.paid_with(amount), &later, &mut tried)? {
            return Some(way);
        }
    }
    (!offered.is_empty()).then_some(0)
}

/// Whether a cost can be paid with a pool and one way of each source. Nothing if that can't be told by amounts alone.
pub fn could_pay(pool: &[Mana], cost: &ManaCost, sources: &[Vec<ManaAmount>]) -> Option<bool> {
    if pool.iter().any(|mana| mana.only_for.is_some()) {
        return None;
    }
    let left = Left::of(cost)?.paid_with(&pool.iter().map(|mana| mana.kind).collect());
    can_be_paid(left, &reaching(sources), &mut BTreeSet::new())
}

/// What is not paid yet of a cost: how much that only mana of one type pays, in the order of [`MANA_TYPES`], and how much that any does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Left {
    of_type: [u32; MANA_TYPES.len()],
    generic: u32,
}

impl Left {
    /// All of a cost; nothing if a symbol of it can be paid in several ways, or by snow mana only.
    fn of(cost: &ManaCost) -> Option<Self> {
        let mut left = Self::default();
        let mut typed = ManaAmount::default();
        for symbol in &cost.symbols {
            match symbol {
                ManaSymbol::Generic(amount) => left.generic = left.generic.saturating_add(u32::from(*amount)),
                ManaSymbol::Color(color) => typed.add(ManaType::Color(*color), 1),
                ManaSymbol::Colorless => typed.add(ManaType::Colorless, 1),
                _ => return None,
            }
        }
        // A cost of more of one type than an amount holds is not counted.
        if typed.0.contains(&u8::MAX) {
            return None;
        }
        left.of_type = typed.0.map(u32::from);
        Some(left)
    }

    /// What is left when this has been added: it pays first for what nothing else pays.
    fn paid_with(mut self, amount: &ManaAmount) -> Self {
        for (left, more) in self.of_type.iter_mut().zip(amount.0) {
            let paid = (*left).min(u32::from(more));
            *left -= paid;
            self.generic = self.generic.saturating_sub(u32::from(more) - paid);
        }
        self
    }

    fn is_nothing(&self) -> bool {
        self.generic == 0 && self.of_type.iter().all(|count| *count == 0)
    }
}

/// What one source could add, and the most that it and all that come later could: of each type, and in all.
struct Source<'a> {
    ways: &'a [ManaAmount],
    most_of_type: [u32; MANA_TYPES.len()],
    most: u32,
}

impl Source<'_> {
    /// Whether from here on too little could be made, if each made as much of every type as it can.
    fn cannot_pay(&self, left: &Left) -> bool {
        let lacking: u32 = left.of_type.iter().sum();
        self.most < lacking.saturating_add(left.generic)
            || self.most_of_type.iter().zip(left.of_type).any(|(most, count)| *most < count)
    }
}

/// The sources with what can be reached from each of them on.
fn reaching(sources: &[Vec<ManaAmount>]) -> Vec<Source<'_>> {
    let mut reached = Vec::with_capacity(sources.len());
    let (mut most_of_type, mut most) = ([0; MANA_TYPES.len()], 0);
    for ways in sources.iter().rev() {
        most += ways.iter().map(ManaAmount::total).max().unwrap_or(0);
        for (place, reach) in most_of_type.iter_mut().enumerate() {
            let of_type = |way: &ManaAmount| way.0.get(place).copied().map_or(0, u32::from);
            *reach += ways.iter().map(of_type).max().unwrap_or(0);
        }
        reached.push(Source { ways, most_of_type, most });
    }
    reached.reverse();
    reached
}

/// Whether one way of each of these pays what is left; nothing if there are too many to look at.
fn can_be_paid(left: Left, sources: &[Source<'_>], tried: &mut BTreeSet<(usize, Left)>) -> Option<bool> {
    if left.is_nothing() {
        return Some(true);
    }
    let [source, later @ ..] = sources else { return Some(false) };
    // What is left decides, however it came to be left.
    if source.cannot_pay(&left) || !tried.insert((sources.len(), left)) {
        return Some(false);
    }
    if tried.len() > MOST_STATES {
        return None;
    }
    for way in source.ways {
        if can_be_paid(left.paid_with(way), later, tried)? {
            return Some(true);
        }
    }
    Some(false)
}

#[cfg(test)]
mod tests {
    use super::{Left, best_way};
    use crate::game::{Mana, ManaAmount};
    use crate::ir::instruction::ManaType;
    use crate::ir::{Color, ManaCost};

    const WHITE: ManaAmount = ManaAmount([1, 0, 0, 0, 0, 0]);
    const BLUE: ManaAmount = ManaAmount([0, 1, 0, 0, 0, 0]);
    const TWO_WHITE: ManaAmount = ManaAmount([2, 0, 0, 0, 0, 0]);

    fn cost(text: &str) -> ManaCost {
        ManaCost::parse(text).unwrap_or_default()
    }

    fn found(text: &str, offered: &[ManaAmount], later: &[Vec<ManaAmount>]) -> Option<usize> {
        best_way(&[], &cost(text), offered, later)
    }

    #[test]
    fn the_first_way_after_which_it_can_be_paid_is_taken() {
        let duals = [vec![WHITE], vec![WHITE, BLUE]];
        assert_eq!(found("{U}{W}{W}", &[WHITE, BLUE], &duals), Some(0));
        assert_eq!(found("{U}{U}{W}", &[WHITE, BLUE], &duals), Some(1));
        assert_eq!(found("{1}{W}{W}{W}", &[WHITE, TWO_WHITE], &duals), Some(1));
    }

    #[test]
    fn what_no_way_pays_takes_the_first() {
        assert_eq!(found("{B}", &[WHITE, BLUE], &[]), Some(0));
        assert_eq!(found("{2}", &[WHITE, BLUE], &[]), Some(0));
        assert_eq!(found("{U}{U}", &[WHITE, BLUE], &[vec![WHITE]]), Some(0));
    }

    #[test]
    fn more_than_a_type_asks_for_pays_for_generic_mana() {
        let Some(left) = Left::of(&cost("{2}{W}")) else { panic!("the cost is plain") };
        assert!(left.paid_with(&TWO_WHITE).paid_with(&BLUE).is_nothing());
        assert!(!left.paid_with(&BLUE).paid_with(&BLUE).paid_with(&BLUE).is_nothing());
    }

    #[test]
    fn what_may_be_spent_on_some_things_only_is_left_alone() {
        let only_for = Some(std::sync::Arc::new(crate::ir::Filter::All(Vec::new())));
        let mana = Mana {
            kind: ManaType::Color(Color::White),
            snow: false,
            only_for,
            source: None,
            source_was: None,
            keep: None,
            rider: None,
        };
        assert_eq!(best_way(&[mana], &cost("{W}"), &[WHITE], &[]), None);
        assert_eq!(found("{S}", &[WHITE], &[]), None);
    }
}
