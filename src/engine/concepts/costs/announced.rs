//! CR 118: Costs. That a cost can't be paid as it was announced, where another way to pay its symbols could be (601.2b).

use crate::engine::concepts::mana;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::game::{Answer, ChoiceKind, Item, ObjectId, Options, PlayerId};
use crate::ir::{ManaCost, ManaSymbol};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::What;

/// How a symbol was announced to be paid that could be paid in another way.
struct Way {
    /// With this mana.
    announced: ManaSymbol,
    /// The other ways: with that mana, or with life.
    others: Vec<Option<ManaSymbol>>,
    rules: Rules,
}

/// What of the announcement of a cost keeps it from being paid with the mana that there is, in words, and the rules of that: which symbols
/// would have to be paid otherwise, as few as can be. Nothing if that would be no help.
///
/// # Errors
/// If it can't be told what mana would pay for it.
pub(super) fn in_the_way(
    play: &Play<'_>,
    frame: &Frame,
    player: PlayerId,
    object: ObjectId,
    left: &[ManaCost],
) -> Outcome<Option<(String, Rules)>> {
    let ways = announced(play, player, object);
    if ways.is_empty() || ways.len() > 6 {
        return Ok(None);
    }
    let mut sets: Vec<u32> = (1..1u32 << ways.len()).collect();
    sets.sort_by_key(|set| set.count_ones());
    for set in sets {
        let otherwise: Vec<&Way> =
            (0u32..).zip(&ways).filter(|(place, _)| set & (1 << place) != 0).map(|(_, way)| way).collect();
        for cost in left {
            for cost in paid_otherwise(cost, &otherwise, play.game.player(player).life) {
                if mana::would_do(play, frame, player, &[cost])? {
                    return Ok(Some(in_words(&otherwise)));
                }
            }
        }
    }
    Ok(None)
}

/// What has been announced of the symbols of the cost that is being paid for an object.
fn announced(play: &Play<'_>, player: PlayerId, object: ObjectId) -> Vec<Way> {
    let entries = play.trace.entries().iter().rev();
    let chosen = entries.filter_map(|entry| match &entry.what {
        What::Chose(choice, Answer::Picked(picked), _)
            if choice.kind == ChoiceKind::Pay
                && choice.player == player
                && choice.source == Some(object)
                && (entry.rules.contains(cr!("107.4e")) || entry.rules.contains(cr!("107.4f"))) =>
        {
            let Options::Pick { from, .. } = &choice.options else { return None };
            let picked = from.get(*picked.first()? as usize)?;
            Some((entry, from, picked))
        }
        _ => None,
    });
    let mut chosen: Vec<_> = chosen.collect();
    chosen.reverse();
    // Of several costs that were paid for it, it is the last one.
    let parent = chosen.last().map(|(entry, ..)| entry.parent);
    chosen.retain(|(entry, ..)| Some(entry.parent) == parent);
    let printed = play.game.object(object).base.cost.iter().flat_map(|cost| &cost.symbols);
    let mut phyrexian = printed.filter_map(|symbol| match symbol {
        ManaSymbol::Phyrexian(color) => Some(Some(*color)),
        ManaSymbol::HybridPhyrexian(..) => Some(None),
        _ => None,
    });
    let mut ways = Vec::new();
    for (entry, from, picked) in chosen {
        if entry.rules.contains(cr!("107.4f")) {
            // Which half of one that is hybrid, too, is asked by itself.
            let Some(Some(color)) = phyrexian.next() else { continue };
            if *picked == Item::Mana && from.contains(&Item::Life) {
                let announced = ManaSymbol::Color(color);
                ways.push(Way { announced, others: vec![None], rules: entry.rules });
            }
            continue;
        }
        let Item::Symbol(announced) = *picked else { continue };
        let others = from.iter().filter_map(|item| match item {
            Item::Symbol(other) if *other != announced => Some(Some(*other)),
            _ => None,
        });
        ways.push(Way { announced, others: others.collect(), rules: entry.rules });
    }
    ways
}

/// A cost as it would be if these symbols were paid otherwise, in each of the ways that there are, with so much life.
fn paid_otherwise(cost: &ManaCost, otherwise: &[&Way], life: i32) -> Vec<ManaCost> {
    let mut costs = vec![(cost.clone(), life)];
    for way in otherwise {
        let mut next = Vec::new();
        for (cost, life) in costs {
            let Some(place) = cost.symbols.iter().position(|symbol| *symbol == way.announced) else {
                continue;
            };
            for other in &way.others {
                let (mut cost, mut life) = (cost.clone(), life);
                cost.symbols.remove(place);
                match other {
                    Some(symbol) => cost.symbols.push(*symbol),
                    None => life -= 2,
                }
                if life >= 0 || other.is_some() {
                    next.push((cost, life));
                }
            }
        }
        costs = next;
    }
    costs.into_iter().map(|(cost, _)| cost).collect()
}

/// `{W} for a hybrid mana symbol and mana for 2 Phyrexian mana symbols`, with the rules of that.
fn in_words(otherwise: &[&Way]) -> (String, Rules) {
    let (phyrexian, hybrid): (Vec<&Way>, Vec<&Way>) =
        otherwise.iter().partition(|way| way.rules.contains(cr!("107.4f")));
    let mut words = Vec::new();
    let symbols: String = hybrid.iter().map(|way| way.announced.to_string()).collect();
    match hybrid.len() {
        0 => {}
        1 => words.push(format!("{symbols} for a hybrid mana symbol")),
        number => words.push(format!("{symbols} for {number} hybrid mana symbols")),
    }
    match phyrexian.len() {
        0 => {}
        1 => words.push("mana for a Phyrexian mana symbol".to_owned()),
        number => words.push(format!("mana for {number} Phyrexian mana symbols")),
    }
    let all = [cr!("602.2b"), cr!("601.2b"), cr!("107.4e"), cr!("107.4f")];
    let used = |rule: &RuleId| otherwise.iter().any(|way| way.rules.contains(*rule));
    let rules = all.into_iter().filter(used).fold(Rules::NONE, Rules::and);
    (words.join(" and "), rules)
}
