//! A board that is what there is before the game: what is in the decks, and what chance will deal from them.

use crate::diag::Span;
use crate::game::{Game, ObjectId, PlayerId};
use crate::ir::Zone;
use crate::rules::{RuleId, cr};
use crate::scenario::ast::{PlayerLine, Scenario};
use crate::scenario::vocabulary::Zone as WrittenZone;

use super::setup::{Planned, Setup, What, illegal};

/// Whether the script starts the game, so that the board stands for what is before it.
pub(super) fn is_played(scenario: &Scenario) -> bool {
    scenario.statements.iter().any(|statement| {
        let text = statement.line.text.text.as_str();
        text.ends_with("start the game") || text.ends_with(" starts the game")
    })
}

/// What stands behind `hand` is what chance will deal first from the shuffled deck, and lies on top of it until then; the rest of the
/// hand nobody knows. Where a whole deck is written, everything is left to chance.
pub(super) fn plan<'a>(setup: &mut Setup<'_, '_>, scenario: &'a Scenario, planned: &mut Vec<Planned<'a>>) {
    check(setup, scenario);
    let players = u8::try_from(setup.table.players.len()).unwrap_or(u8::MAX);
    for player in (0..players).map(PlayerId) {
        if setup.table.decks.iter().any(|(owner, _)| *owner == player) {
            continue;
        }
        let modified: i32 = planned
            .iter()
            .filter(|plan| plan.owner == player && plan.zone == Zone::Command)
            .map(|plan| match &plan.what {
                What::Card(card) => card.vanguard.0,
                _ => 0,
            })
            .sum();
        let size = usize::try_from(7 + modified).unwrap_or(0);
        let (mut hand, rest): (Vec<Planned<'a>>, Vec<Planned<'a>>) =
            planned.drain(..).partition(|plan| plan.owner == player && plan.zone == Zone::Hand);
        *planned = rest;
        if let Some(surplus) = hand.get(size) {
            let message = format!("a hand of {size} cards is drawn, and this is one more");
            setup.faults.push(illegal(message, surplus.span, cr!("103.5")));
        }
        let span = hand.first().map_or(scenario.title.span, |plan| plan.span);
        planned.extend((hand.len()..size).map(|_| unknown(player, span)));
        hand.iter_mut().for_each(|plan| plan.zone = Zone::Library);
        planned.extend(hand.into_iter().rev());
    }
}

/// A card of a library that nobody knows.
fn unknown<'a>(owner: PlayerId, span: Span) -> Planned<'a> {
    Planned {
        owner,
        controller: owner,
        zone: Zone::Library,
        what: What::Unknown,
        face: 0,
        half: None,
        label: None,
        modifiers: &[],
        targets: &[],
        span,
        outside: false,
        object: ObjectId(u32::MAX),
    }
}

/// Nothing is anywhere but in the decks, in the command zone and outside the game, and nothing has happened.
fn check(setup: &mut Setup<'_, '_>, scenario: &Scenario) {
    for block in &scenario.blocks {
        let has_deck = block.zones.iter().any(|line| line.zone.value == WrittenZone::Deck);
        for line in &block.zones {
            let (rule, why): (RuleId, &str) = match line.zone.value {
                WrittenZone::Battlefield => (cr!("403.1"), "the battlefield is empty before the game"),
                WrittenZone::Graveyard => (cr!("404.1"), "graveyards are empty before the game"),
                WrittenZone::Stack | WrittenZone::Exile => {
                    (cr!("103.3"), "before the game cards are in decks")
                }
                WrittenZone::Hand | WrittenZone::Library if has_deck => {
                    (cr!("103.3"), "where the deck is written, chance says what comes from it")
                }
                _ => continue,
            };
            setup.faults.push(illegal(why.to_owned(), line.zone.span, rule));
        }
        for line in &block.lines {
            match line.value {
                PlayerLine::Life(_) => {
                    let message = "the rules say what each life total starts at".to_owned();
                    setup.faults.push(illegal(message, line.span, cr!("103.4")));
                }
                _ => setup.cannot("before the game nothing can have happened", line.span),
            }
        }
    }
    if let Some(turn) = &scenario.head.turn {
        let span = turn.player.as_ref().map(|player| player.span).or(turn.step.map(|step| step.span));
        let message = "the game begins with the first turn".to_owned();
        setup.faults.push(illegal(message, span.unwrap_or(scenario.title.span), cr!("103.8")));
    }
}

/// The players whose decks are written, so that nobody knows their order.
pub(super) fn decks(setup: &Setup<'_, '_>, game: &Game) -> Vec<PlayerId> {
    game.players().filter(|player| setup.table.decks.iter().any(|(owner, _)| owner == player)).collect()
}
