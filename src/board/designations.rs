//! Designations on the board: of players, of the game, of cards in exile, and the venture markers of dungeon cards.

use crate::diag::{Code, Diagnostic, Span, nearest};
use crate::engine::additional::keyword_actions::the_ring_tempts_you;
use crate::engine::additional::{day_and_night, designations};
use crate::engine::card_types::dungeons;
use crate::engine::concepts::emblems;
use crate::game::{Change, Designation, FaceDown, Game, Half, PlayerId};
use crate::ir::{CardType, CounterKind, KeywordName, Symbol, Zone};
use crate::rules::cr;
use crate::scenario::ast::{Modifier, PlayerLine, Scenario, Spanned, Text};

use super::setup::{Planned, Setup, illegal};

/// What stands for designations is called so, and the emblem named The Ring.
pub(super) const NAMES: [&str; 5] = ["the monarch", "the initiative", "radiation", "speed", "The Ring"];

/// What the players and the game are from the start, once all objects are there.
pub(super) fn from_the_start(setup: &mut Setup<'_, '_>, scenario: &Scenario, game: &mut Game) {
    for block in &scenario.blocks {
        let Some(player) = setup.table.player(&block.player.text) else { continue };
        for line in &block.lines {
            let name = match &line.value {
                PlayerLine::Monarch => "monarch",
                PlayerLine::Initiative => "initiative",
                PlayerLine::CitysBlessing => "city's blessing",
                PlayerLine::Rad(_) => "radiation",
                PlayerLine::Speed(_) => "speed",
                PlayerLine::Tempted(times) => {
                    game.apply(&the_ring_tempts_you::from_the_start(game, player, *times));
                    continue;
                }
                PlayerLine::EmblemOf(card) => {
                    emblem(setup, game, player, card);
                    continue;
                }
                _ => continue,
            };
            if let Some(change) = designations::from_the_start(name, player) {
                game.apply(&change);
            }
        }
    }
    if let Some(daytime) = &scenario.head.daytime {
        game.apply(&day_and_night::from_the_start(daytime.value == crate::scenario::ast::Daytime::Night));
    }
}

/// A player has the emblem that a card makes (114.1).
fn emblem(setup: &mut Setup<'_, '_>, game: &mut Game, player: PlayerId, card: &Text) {
    let Some(definition) = setup.cards.definition(&card.text) else {
        setup.unknown_card(&card.text, card.span);
        return;
    };
    match definition.faces.iter().find_map(|face| emblems::from_the_start(game, player, face)) {
        Some(emblem) => {
            setup.table.emblems.push((card.text.clone(), game.next_object()));
            game.apply(&emblem);
        }
        None => {
            let message = format!("no one ability of `{}` makes an emblem", card.text);
            setup.faults.push(illegal(message, card.span, cr!("114.1")));
        }
    }
}

/// The venture marker is in a room of a dungeon card (309.4).
pub(super) fn room(setup: &mut Setup<'_, '_>, game: &mut Game, plan: &Planned<'_>, name: &Text) {
    let rooms: Vec<Symbol> = dungeons::rooms(game.object(plan.object)).map(|room| room.name).collect();
    match rooms.iter().find(|room| room.as_str().eq_ignore_ascii_case(&name.text)) {
        Some(room) => game.apply(&Change::Designate(plan.object, Designation::Room(*room))),
        None => {
            let message = format!("no room `{}`", name.text);
            let near = nearest(&name.text, rooms.iter().map(Symbol::as_str));
            setup
                .faults
                .push(Diagnostic::error(Code::UnknownWord, message, name.span, "").did_you_mean(near));
        }
    }
}

/// The counters of a line about a player, where it names a kind that is kept in a list.
pub(super) fn counters(line: &PlayerLine) -> Option<(CounterKind, u32)> {
    match line {
        PlayerLine::Experience(count) => Some((CounterKind::Named(Symbol::literal("experience")), *count)),
        PlayerLine::Rad(count) => Some((CounterKind::RAD, *count)),
        _ => None,
    }
}

/// A card that its owner has foretold lies face down in exile, where they may look at it (702.143a).
pub(super) fn foretold(setup: &mut Setup<'_, '_>, game: &mut Game, plan: &Planned<'_>, span: Span) {
    let its = game.object(plan.object);
    if plan.zone != Zone::Exile || !its.base.has(KeywordName::Foretell) {
        let message = format!("`{}` is no card with foretell in exile", its.base.name);
        setup.faults.push(illegal(message, span, cr!("702.143a")));
        return;
    }
    let owner = its.owner;
    game.apply(&Change::FaceDown(plan.object, Some(FaceDown::Plainly)));
    game.apply(&Change::MayLook(plan.object, owner));
    game.apply(&Change::Designate(plan.object, Designation::Foretold(0)));
}

/// A plotted card lies face up in exile (702.170a).
pub(super) fn plotted(setup: &mut Setup<'_, '_>, game: &mut Game, plan: &Planned<'_>, span: Span) {
    if plan.zone != Zone::Exile || game.object(plan.object).base.is(CardType::Land) {
        let message = format!("`{}` is no card to be cast in exile", game.object(plan.object).base.name);
        setup.faults.push(illegal(message, span, cr!("702.170d")));
        return;
    }
    game.apply(&Change::Designate(plan.object, Designation::Plotted(0)));
}

/// Some halves of a permanent are unlocked from the start, and the others locked (709.5c).
pub(super) fn unlocked(
    setup: &mut Setup<'_, '_>,
    game: &mut Game,
    plan: &Planned<'_>,
    unlocked: &[Half],
    span: Span,
) {
    let its = game.object(plan.object);
    if its.base.halves.is_none() || its.is_face_down() {
        let message = format!("`{}` has no halves to be locked or unlocked", its.base.name);
        setup.faults.push(illegal(message, span, cr!("709.5c")));
        return;
    }
    unlocked.iter().for_each(|half| game.apply(&Change::Designate(plan.object, half.unlocked())));
}

/// A permanent that is called by the name of a half has that half unlocked; where it is called by both and nothing more is said, nobody
/// knows which.
pub(super) fn halves(setup: &mut Setup<'_, '_>, game: &mut Game, plan: &Planned<'_>) {
    let says = |modifier: &Spanned<Modifier>| {
        matches!(
            modifier.value,
            Modifier::LeftUnlocked | Modifier::RightUnlocked | Modifier::FullyUnlocked | Modifier::Locked
        )
    };
    let its = game.object(plan.object);
    let is_copy = its.copied.is_some();
    let Some(halves) = its.base.halves.clone().filter(|_| its.on_battlefield() && !its.is_face_down()) else {
        return;
    };
    if plan.modifiers.iter().any(says) || is_copy {
        return;
    }
    match plan.half {
        Some(half) => game.apply(&Change::Designate(plan.object, half.unlocked())),
        None => setup.faults.push(
            Diagnostic::error(Code::AmbiguousName, "which halves of it are unlocked?", plan.span, "")
                .with_help(format!(
                    "write `{}` or `{}`, or say `[fully unlocked]` or `[locked]` behind it",
                    halves.left.name, halves.right.name
                ))
                .with_rule(cr!("709.5c")),
        ),
    }
}
