//! What a casual variant brings along: vanguard cards, planar decks and scheme decks in the command zone.

use crate::game::{Change, FaceDown, Game, ObjectId, Player, PlayerId, Variant};
use crate::ir::{CardType, TypeLine, Zone};
use crate::rules::{RuleId, cr};
use crate::scenario::ast::{Block, Modifier, PlayerLine};
use crate::scenario::vocabulary::Format;

use super::setup::{Planned, Setup, What, illegal};

/// Gives the players the life totals and hand sizes that the variant says (902.4, 902.5b, 904.5).
pub(super) fn prepare(format: Option<Format>, players: &mut [Player], planned: &[Planned<'_>]) {
    if let (Some(Format::Archenemy), Some(first)) = (format, players.first_mut()) {
        (first.life, first.starting_life) = (40, 40);
    }
    if format == Some(Format::TwoHeadedGiant) {
        for player in players.iter_mut() {
            (player.life, player.starting_life) = (30, 30);
        }
    }
    for plan in planned.iter().filter(|plan| plan.zone == Zone::Command) {
        if let (What::Card(card), Some(owner)) = (&plan.what, players.get_mut(plan.owner.index())) {
            let (hand, life) = card.vanguard;
            owner.hand_size += hand;
            owner.starting_life += life;
            owner.life += life;
        }
    }
}

/// Gives teammates the life total and the poison counters that are written for one of them (810.4, 810.10).
pub(super) fn share(format: Option<Format>, players: &mut [Player]) {
    if format != Some(Format::TwoHeadedGiant) {
        return;
    }
    for team in players.chunks_mut(2) {
        let written =
            team.iter().find(|player| player.life != player.starting_life).map(|player| player.life);
        let poison = team.iter().map(|player| player.poison).max().unwrap_or(0);
        for player in team {
            player.life = written.unwrap_or(player.life);
            player.poison = poison;
        }
    }
}

/// What a team shares can't be one number for one of its players and another for the other (810.4, 810.10).
pub(super) fn check_shared(setup: &mut Setup<'_, '_>, format: Option<Format>, blocks: &[Block]) {
    if format != Some(Format::TwoHeadedGiant) {
        return;
    }
    let number = |line: &PlayerLine| match line {
        PlayerLine::Life(life) => Some((cr!("810.4"), i64::from(*life))),
        PlayerLine::Poison(count) => Some((cr!("810.10"), i64::from(*count))),
        _ => None,
    };
    let mut written: Vec<(usize, RuleId, i64)> = Vec::new();
    for block in blocks {
        let Some(player) = setup.table.player(&block.player.text) else { continue };
        let team = player.index() / 2;
        for line in &block.lines {
            let Some((rule, number)) = number(&line.value) else { continue };
            if written.iter().any(|(its, of, other)| (*its, *of) == (team, rule) && *other != number) {
                let what = if rule == cr!("810.4") { "a life total" } else { "the poison counters" };
                let message = format!("teammates share {what}, and another number is written for the other");
                setup.faults.push(illegal(message, line.span, rule));
            }
            written.push((team, rule, number));
        }
    }
}

/// Makes it a game of the variant.
pub(super) const fn variant(format: Option<Format>, game: &mut Game) {
    match format {
        Some(Format::Planechase) => game.play_as(Variant::Planechase),
        Some(Format::Commander) => game.play_as(Variant::Commander),
        Some(Format::TwoHeadedGiant) => game.play_as(Variant::TwoHeadedGiant),
        Some(Format::Archenemy) => game.play_as(Variant::Archenemy(PlayerId(0))),
        _ => {}
    }
}

/// Whether a card lies in its owner's planar or scheme deck: face down in the command zone, the top one written first.
pub(super) fn is_in_deck(plan: &Planned<'_>) -> bool {
    let nontraditional = match &plan.what {
        What::Card(card) => card.faces.iter().any(|face| has_deck(&face.types)),
        _ => false,
    };
    plan.zone == Zone::Command && nontraditional && is_face_down(plan)
}

fn has_deck(types: &TypeLine) -> bool {
    [CardType::Plane, CardType::Phenomenon, CardType::Scheme].iter().any(|card_type| types.is(*card_type))
}

fn is_face_down(plan: &Planned<'_>) -> bool {
    plan.modifiers.iter().any(|modifier| modifier.value == Modifier::FaceDown)
}

/// Puts the decks in order and gives the face-up planes to the planar controller, once all objects are there.
pub(super) fn arrange(setup: &mut Setup<'_, '_>, game: &mut Game, planned: &[Planned<'_>]) {
    for plan in planned {
        check(setup, game, plan);
    }
    for plan in planned.iter().rev().filter(|plan| is_in_deck(plan)) {
        game.apply(&Change::FaceDown(plan.object, Some(FaceDown::Plainly)));
        game.apply(&Change::InDeck(plan.owner, plan.object));
    }
    let controller = game.planar_controller();
    let planes: Vec<ObjectId> = game.planes().collect();
    for plane in planes {
        game.apply(&Change::Controller(plane, controller));
    }
}

/// A card that stays in the command zone throughout a game of its variant is nowhere else.
fn check(setup: &mut Setup<'_, '_>, game: &Game, plan: &Planned<'_>) {
    let its = &game.object(plan.object).base;
    let of = |card_type| its.is(card_type);
    let (rule, played): (RuleId, bool) = if of(CardType::Plane) {
        (cr!("311.2"), game.variant() == Variant::Planechase)
    } else if of(CardType::Phenomenon) {
        (cr!("312.2"), game.variant() == Variant::Planechase)
    } else if of(CardType::Vanguard) {
        (cr!("313.2"), true)
    } else if of(CardType::Scheme) {
        (cr!("314.2"), game.variant() == Variant::Archenemy(plan.owner))
    } else {
        return;
    };
    if plan.zone != Zone::Command {
        let message = format!("`{}` stays in the command zone throughout the game", its.name);
        setup.faults.push(illegal(message, plan.span, rule));
    } else if !played {
        let message =
            format!("`{}` belongs to a variant that this game is not, or to another player", its.name);
        setup.faults.push(illegal(message, plan.span, rule).with_help("say which in a `format` line"));
    }
}
