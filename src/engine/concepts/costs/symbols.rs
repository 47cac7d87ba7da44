//! CR 118: Costs. How mana symbols are paid that can be paid in several ways.

use crate::engine::concepts::life;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::reading::selections::players;
use crate::engine::spells::continuous_effects::frame_of;
use crate::game::{ChoiceKind, Item, ObjectId, PlayerId};
use crate::ir::{Color, Cost, ManaCost, ManaSymbol, Quantity, RuleChange, Zone};
use crate::rules::{RuleId, Rules, cr};

/// Announces how mana symbols are paid that can be paid in several ways (601.2b, 118.13): Phyrexian ones each with mana or with 2
/// life (107.4f), hybrid ones each by one of their halves (107.4e), which is asked only where mana is tracked; those of a color for which an
/// effect lets the player pay life. Says what is to be paid
/// then, and by which of these rules.
///
/// # Errors
/// If nobody says how.
pub(in crate::engine) fn announce_symbols(
    play: &mut Play<'_>,
    player: PlayerId,
    object: ObjectId,
    costs: Vec<Cost>,
    step: Option<RuleId>,
) -> Outcome<(Vec<Cost>, Rules)> {
    let rules_of = |rule: RuleId| step.into_iter().fold(Rules::NONE.and(rule), Rules::and);
    let mut announced = Vec::with_capacity(costs.len());
    let mut used = Rules::NONE;
    let mut life = 0u32;
    let is_announced = step.is_some() && play.game.object(object).zone == Zone::Stack;
    for cost in costs {
        let Cost::Mana(mana) = cost else {
            announced.push(cost);
            continue;
        };
        let mut symbols = Vec::with_capacity(mana.symbols.len());
        let mut with_life = 0;
        for symbol in &mana.symbols {
            let mut symbol = *symbol;
            if matches!(symbol, ManaSymbol::Phyrexian(_) | ManaSymbol::HybridPhyrexian(..)) {
                if pays_with_life(play, player, (object, is_announced), life, rules_of(cr!("107.4f")))? {
                    used = used.and(cr!("107.4f"));
                    life = life.saturating_add(2);
                    with_life += 1;
                    continue;
                }
                symbol = match symbol {
                    ManaSymbol::Phyrexian(color) if play.strict_mana => ManaSymbol::Color(color),
                    ManaSymbol::HybridPhyrexian(one, other) if play.strict_mana => {
                        ManaSymbol::Hybrid(one, other)
                    }
                    other => other,
                };
            }
            if play.strict_mana {
                let halves = halves(symbol);
                if !halves.is_empty() {
                    let items = halves.into_iter().map(Item::Symbol).collect();
                    let rules = rules_of(cr!("107.4e"));
                    let picked =
                        play.pick(player, ChoiceKind::Pay, Some(object), items, 1, 1, false, rules)?;
                    if let Some(Item::Symbol(half)) = picked.first() {
                        symbol = *half;
                    }
                }
            }
            // An effect may let a player pay life rather than mana of a color.
            if let ManaSymbol::Color(color) = symbol
                && may_pay_life(play, player, color)?
                && pays_with_life(play, player, (object, is_announced), life, rules_of(cr!("118.13")))?
            {
                used = used.and(cr!("118.13"));
                life = life.saturating_add(2);
                with_life += 1;
                continue;
            }
            symbols.push(symbol);
        }
        if !symbols.is_empty() || mana.symbols.is_empty() {
            announced.push(Cost::Mana(ManaCost { symbols }));
        }
        announced.extend((0..with_life).map(|_| Cost::Life(Quantity::Fixed(2))));
    }
    Ok((announced, used))
}

/// Whether a player pays 2 life for a symbol, rather than mana; where they can't pay so much they aren't asked.
fn pays_with_life(
    play: &mut Play<'_>,
    player: PlayerId,
    (object, is_announced): (ObjectId, bool),
    before: u32,
    rules: Rules,
) -> Outcome<bool> {
    let mut items = vec![Item::Mana];
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let paid_for = Some(object).filter(|_| is_announced);
    if life::why_not_pay(sight, player, before.saturating_add(2), paid_for)?.is_none() {
        items.push(Item::Life);
    }
    let picked = play.pick(player, ChoiceKind::Pay, Some(object), items, 1, 1, false, rules)?;
    Ok(picked.contains(&Item::Life))
}

/// Whether an effect lets a player pay life rather than mana of a color.
///
/// # Errors
/// If it can't be told of whom an effect speaks.
pub(in crate::engine) fn may_pay_life(play: &mut Play<'_>, player: PlayerId, color: Color) -> Outcome<bool> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    for (active, rule) in view.rule_changes() {
        if let RuleChange::LifeForMana(who, of) = rule
            && *of == color
            && players(sight, &frame_of(active), who)?.contains(&player)
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The two ways in which a hybrid symbol can be paid (107.4e); none of any other symbol.
pub(in crate::engine) fn halves(symbol: ManaSymbol) -> Vec<ManaSymbol> {
    match symbol {
        ManaSymbol::Hybrid(one, other) => vec![ManaSymbol::Color(one), ManaSymbol::Color(other)],
        ManaSymbol::MonoHybrid(amount, color) => vec![ManaSymbol::Color(color), ManaSymbol::Generic(amount)],
        ManaSymbol::ColorlessHybrid(color) => vec![ManaSymbol::Colorless, ManaSymbol::Color(color)],
        _ => Vec::new(),
    }
}
