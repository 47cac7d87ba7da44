//! CR 121: Drawing a Card

use crate::engine::additional::keyword_abilities::miracle;
use crate::engine::additional::keyword_actions::reveal;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::reading::selections::players;
use crate::engine::spells::events::{Happening, after};
use crate::engine::spells::replacement_effects::drawing;
use crate::engine::spells::{continuous_effects, counting};
use crate::engine::zones::general;
use crate::game::{Cause, CauseKind, Change, ChoiceKind, Item, Move, MoveAction, ObjectId, PlayerId, Thing};
use crate::ir::change::{Action, RevealedCards};
use crate::ir::{NamedDeed, RuleChange, Verb, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Forbidden, Level, Note};

/// Players draw cards, each of them all of theirs before the next does: in turn order (121.2c), or team by team, the players of each in the
/// order that the team likes (121.2d).
///
/// # Errors
/// If a choice is missing, or a replacement can't be played.
pub(in crate::engine) fn draw_each(
    play: &mut Play<'_>,
    cause: Cause,
    players: &[PlayerId],
    count: u32,
) -> Outcome {
    let mut waiting: Vec<PlayerId> = players.to_vec();
    while let Some(first) = waiting.first().copied() {
        let (own, others) =
            waiting.iter().partition(|player| **player == first || play.game.same_team(first, **player));
        waiting = others;
        for player in in_order(play, own, count)? {
            draw(play, cause, player, count)?;
        }
    }
    Ok(())
}

/// The order in which the players of a team draw. It is asked for only where one of their draws may become something else, for without
/// that nothing that a teammate does between two draws could depend on them.
fn in_order(play: &mut Play<'_>, team: Vec<PlayerId>, count: u32) -> Outcome<Vec<PlayerId>> {
    let mut matters = false;
    if team.len() > 1 && count > 0 && play.game.shares_turns() {
        for player in &team {
            matters = matters || drawing::could_become_something_else(play, *player)?;
        }
    }
    // If they can't agree, the primary player says it (805.2): the first of them in turn order.
    let Some(primary) = team.first().copied().filter(|_| matters) else { return Ok(team) };
    let items: Vec<Item> = team.iter().copied().map(Item::Player).collect();
    let number = u32::try_from(items.len()).unwrap_or(u32::MAX);
    let rules = Rules::of(&[cr!("121.2d"), cr!("805.2")]);
    let picked = play.pick(primary, ChoiceKind::Order, None, items, number, number, true, rules)?;
    Ok(picked
        .into_iter()
        .filter_map(|item| match item {
            Item::Player(player) => Some(player),
            _ => None,
        })
        .collect())
}

/// A player draws cards, one at a time (121.2).
///
/// # Errors
/// If a replacement needs a choice that nobody makes, or can't be played.
pub(in crate::engine) fn draw(play: &mut Play<'_>, cause: Cause, player: PlayerId, count: u32) -> Outcome {
    if play.game.player(player).gone {
        return Ok(());
    }
    let (count, applied) = counting::draws(play, player, count)?;
    let outer = std::mem::replace(&mut play.drawing, applied);
    let done = draw_so_many(play, cause, player, count);
    play.drawing = outer;
    done
}

/// A player draws so many cards, one after another (121.2).
fn draw_so_many(play: &mut Play<'_>, cause: Cause, player: PlayerId, count: u32) -> Outcome {
    // What chance decides of a shuffled library it decides for all of these cards together.
    general::top_of_library(play, player, count as usize)?;
    for number in 1..=count {
        play.tick("cards are drawn without end")?;
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        if let Some(source) =
            continuous_effects::prohibited(sight, Action::Do(Verb::Draw), None, Some(player), None)?
        {
            // What can't happen can't be replaced either.
            let replaceable = drawing::could_be_replaced(play, player)?;
            let rules = Rules::of(&[cr!("101.2")]);
            let rules = if replaceable { rules.and(cr!("614.17c")) } else { rules };
            let note = Note::Cant(Forbidden::Draw, Thing::Player(player), Some(source));
            play.note(Level::Default, cause.kind, rules, note);
            return Ok(());
        }
        let top = general::top_of_library(play, player, 1)?.first().copied();
        let mut rules = Rules::NONE;
        if top.is_none() {
            rules = rules.and(cr!("614.11"));
        }
        // Whose draw comes first decides what is left for the others.
        let order = [cr!("121.2c"), cr!("121.2d")].into_iter().filter(|order| cause.rules.contains(*order));
        rules = order.fold(rules, Rules::and);
        // Before the next draw, all that is done instead of this one is done.
        if number < count {
            rules = rules.and(cr!("614.11a"));
        }
        let instead = drawing::replace_draw(play, player, rules)?;
        if instead.happens {
            // Each card after the first is drawn by a draw of its own.
            let cause = if number > 1 { cause.and(cr!("121.1")).and(cr!("121.2")) } else { cause };
            let cause = if instead.had_its_chance { cause.and(cr!("614.5")) } else { cause };
            draw_one(play, cause, player, top)?;
        }
        instead.finish(play)?;
        if play.game.player(player).gone {
            return Ok(());
        }
    }
    Ok(())
}

/// A player draws one card, if there is one.
fn draw_one(play: &mut Play<'_>, cause: Cause, player: PlayerId, top: Option<ObjectId>) -> Outcome {
    let Some(top) = top else {
        // The state-based action of 704.5b remembers it.
        play.change(cause.by(cr!("121.4")), Level::Default, Change::DrewFromEmpty(player));
        return Ok(());
    };
    let moved =
        general::move_one(play, cause.and(cr!("121.1")), Move::new(top, Zone::Hand, MoveAction::Draw))?;
    if let Some(card) = moved {
        let first = play.game.player(player).drawn == 0;
        play.change(cause, Level::Hidden, Change::Drawn(player));
        if first {
            reveal_first(play, player, card)?;
            miracle::drawn_first(play, player, card)?;
        }
    }
    Ok(())
}

/// The first card that a player draws in a turn is revealed where an effect says so, once for all such effects.
fn reveal_first(play: &mut Play<'_>, player: PlayerId, card: ObjectId) -> Outcome {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let mut by = None;
    for (active, rule) in view.rule_changes() {
        let RuleChange::Revealed(who, RevealedCards::FirstDraw) = rule else { continue };
        if players(sight, &continuous_effects::frame_of(active), who)?.contains(&player) {
            by = Some(active.source);
        }
    }
    let Some(source) = by else { return Ok(()) };
    general::must_be_known(play, card)?;
    reveal::reveal(play, Cause::new(CauseKind::Ability(source), cr!("603.11")), &[card]);
    after(play, &view, &[Happening::Does { player, what: NamedDeed::RevealFirstDraw, object: card }])
}
