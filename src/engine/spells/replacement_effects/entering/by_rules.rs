//! What the rules themselves make of what enters.

use crate::engine::additional::keyword_abilities::daybound_and_nightbound;
use crate::engine::additional::saga_cards::Lore;
use crate::engine::additional::{keyword_abilities, saga_cards};
use crate::engine::halt::Outcome;
use crate::game::{AbilityInstance, Characteristics, Game, Origin};
use crate::ir::replacement::Enters;
use crate::ir::{CardType, CounterKind, KeywordName, Measure, Quantity};
use crate::rules::{RuleId, Rules, cr};

use super::super::{Applicable, Effect, rule_based};
use super::{Arrived, Coming};

/// What rules say of how something enters by abilities that its type or a keyword gives it: the counters of a planeswalker, battle or
/// Saga (306.5b, 310.4b, 714.3a), the other face of what has daybound (702.145b).
pub(in crate::engine::spells::replacement_effects) fn by_rules(
    game: &Game,
    coming: &Coming<'_>,
) -> Outcome<Vec<Applicable>> {
    if stated_by_rules(game, coming, &coming.values(game))?.is_empty() {
        return Ok(Vec::new());
    }
    by_rules_there(game, coming, &coming.arrived(game)?)
}

/// The same of what would be there: only what it would have there says anything (614.12).
pub(super) fn by_rules_there(
    game: &Game,
    coming: &Coming<'_>,
    arrived: &Arrived,
) -> Outcome<Vec<Applicable>> {
    let mut there =
        stated_by_rules(game, coming, arrived.view.characteristics(&arrived.game, arrived.object))?;
    // What its types give goes with all other abilities, and comes back with none; a keyword may.
    if arrived.view.is_stripped(arrived.object) {
        there.retain(|it| !matches!(it.what, Effect::Counters(..) | Effect::Lore(_)));
    }
    Ok(there)
}

/// The same of something with these characteristics that has lost none of its abilities.
pub(super) fn stated_by_rules(
    game: &Game,
    coming: &Coming<'_>,
    entering: &Characteristics,
) -> Outcome<Vec<Applicable>> {
    let (object, owner) = coming.object_and_owner(game);
    let printed = |number: Option<i32>| number.map(|number| number.max(0).unsigned_abs());
    let of_type = |card_type| entering.is(card_type);
    let lore = saga_cards::lore_on_entering(entering);
    let loyalty = printed(entering.loyalty).filter(|_| of_type(CardType::Planeswalker));
    let defense = printed(entering.defense).filter(|_| of_type(CardType::Battle));
    let all = [
        (loyalty, CounterKind::LOYALTY, cr!("306.5b")),
        (defense, CounterKind::DEFENSE, cr!("310.4b")),
        (matches!(lore, Lore::One).then_some(1), CounterKind::LORE, cr!("714.3a")),
    ];
    let counters =
        all.into_iter().filter_map(|(count, kind, rule)| Some(Effect::Counters(kind, count?, rule)));
    let ahead = if let Lore::UpTo(last) = lore { Some(Effect::Lore(last)) } else { None };
    let turned =
        coming.shows_front_of_two(game) && daybound_and_nightbound::enters_transformed(game, entering);
    let turned = turned.then_some(Effect::Transformed);
    Ok(counters.chain(ahead).chain(turned).map(|effect| rule_based(object, owner, effect)).collect())
}

/// The rules of the keyword that says how a permanent enters, and of sunburst that says a number for it (702.44c).
pub(in crate::engine::spells::replacement_effects) fn keyword_rules(
    abilities: &[AbilityInstance],
    origin: Origin,
    enters: &Enters,
) -> Option<Rules> {
    let of_origin = |instance: &&AbilityInstance| instance.origin == origin;
    let instance = abilities.iter().find(of_origin)?;
    let (keyword, rule) = (instance.keyword?, keyword_abilities::rule_of_instance(abilities, instance)?);
    let by_colors =
        |(_, count): &(CounterKind, Quantity)| matches!(count, Quantity::Sum(Measure::ColorsSpentOn(_)));
    let sunburst = keyword != KeywordName::Sunburst && enters.counters.iter().any(by_colors);
    let rules = Rules::NONE.and(rule);
    Some(if sunburst { rules.and(cr!("702.44c")) } else { rules })
}

/// The rule that makes an effect on how a permanent enters a replacement effect: its own "enters with" or "as it enters"
/// (614.1c), or any other "enters" (614.1d).
pub(in crate::engine::spells::replacement_effects) fn entering_rule(own: bool, enters: &Enters) -> RuleId {
    let with = !enters.counters.is_empty() || !enters.does.is_empty() || enters.copy_of.is_some();
    if own && with { cr!("614.1c") } else { cr!("614.1d") }
}
