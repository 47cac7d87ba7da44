//! CR 614: Replacement Effects. Those on what would happen to a player: life gained, lost and paid, a search, the loss of the game.

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight, quantities};
use crate::engine::spells::replacement_effects::{
    Applicable, Effect, IN_SUCH_A_WAY, LOSS_AND_MORE, Pending, SEARCH_AND_MORE, Used, choose,
};
use crate::game::{Cause, Occasion, PlayerId, Thing};
use crate::ir::{Event, NamedDeed, ReplacementResult, Verb};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::Would;

use super::{Affected, Fits, applicable, record, replace};

/// How much life a player gains or (negative) loses after the effects that change it, and what happens in addition.
///
/// # Errors
/// As [`super::replace_damage`].
pub(in crate::engine) fn replace_life(
    play: &mut Play<'_>,
    cause: Cause,
    player: PlayerId,
    amount: i32,
) -> Outcome<(i32, Vec<Pending>)> {
    let fits = |sight: Sight<'_>, frame: &Frame, of: &Event| is_change(sight, frame, of, player, amount);
    replace_life_change(play, (cause, cause.rules.first()), player, amount, &fits)
}

/// Whether an effect would change how much life a player gains or (negative) loses.
///
/// # Errors
/// If what one of them asks for can't be told.
pub(in crate::engine) fn could_be_replaced(
    play: &mut Play<'_>,
    player: PlayerId,
    amount: i32,
) -> Outcome<bool> {
    let occasion = Occasion { player: Some(player), ..Occasion::default() };
    let fits = |sight: Sight<'_>, frame: &Frame, of: &Event| is_change(sight, frame, of, player, amount);
    Ok(!applicable(play, &occasion, amount.unsigned_abs(), &fits)?.is_empty())
}

/// Whether an event is that a player gains life, or loses it if the amount is negative.
fn is_change(sight: Sight<'_>, frame: &Frame, of: &Event, player: PlayerId, amount: i32) -> Outcome<bool> {
    let (Event::GainsLife(who) | Event::LosesLife(who)) = of else { return Ok(false) };
    let fits = if matches!(of, Event::GainsLife(_)) { amount > 0 } else { amount < 0 };
    Ok(fits && players(sight, frame, who)?.contains(&player))
}

/// How much life a player pays where effects replace that, and what happens instead: the cost is paid all the same (118.11).
///
/// # Errors
/// As [`super::replace_damage`].
pub(in crate::engine) fn replace_payment(
    play: &mut Play<'_>,
    cause: Cause,
    player: PlayerId,
    amount: i32,
) -> Outcome<(i32, Vec<Pending>)> {
    let fits = |sight: Sight<'_>, frame: &Frame, of: &Event| {
        let Event::Does(who, NamedDeed::Does(Verb::PayLife)) = of else { return Ok(false) };
        Ok(players(sight, frame, who)?.contains(&player))
    };
    let rule = Some(cr!("118.11"));
    let (left, instead) = replace_life_change(play, (cause, rule), player, amount.saturating_neg(), &fits)?;
    Ok((left.saturating_neg(), instead))
}

/// A change of a player's life total by so much, after the effects on events that `fits` tells.
fn replace_life_change(
    play: &mut Play<'_>,
    (cause, rule): (Cause, Option<RuleId>),
    player: PlayerId,
    amount: i32,
    fits: &Fits<'_>,
) -> Outcome<(i32, Vec<Pending>)> {
    let occasion = Occasion { player: Some(player), ..Occasion::default() };
    let rules = rule.map_or(Rules::NONE, Rules::from);
    let (thing, would) = (Thing::Player(player), Would::Life(amount, cause.kind));
    let affected = Affected { thing, preventable: false, would, rules };
    let (left, also) = replace(play, affected, amount.unsigned_abs(), &occasion, fits)?;
    let left = i32::try_from(left).unwrap_or(i32::MAX);
    Ok((if amount < 0 { left.saturating_neg() } else { left }, also))
}

/// The life total to which damage reduces a player's instead, if an effect says so of what it would be reduced to (120.4c).
///
/// # Errors
/// If several effects apply and nobody says which first, or one can't be played.
pub(in crate::engine) fn replace_life_total(
    play: &mut Play<'_>,
    cause: Cause,
    player: PlayerId,
    (change, after): (i32, i32),
) -> Outcome<Option<i32>> {
    let found = holding(play, player, after)?;
    let Some(chosen) = choose(play, Thing::Player(player), found)? else { return Ok(None) };
    let Effect::Said(replacement) = &chosen.what else { return Ok(None) };
    let ReplacementResult::Amount(total) = &replacement.result else {
        return Err(Halt::gap(chosen.source, IN_SUCH_A_WAY));
    };
    if replacement.may.is_some() {
        return Err(Halt::gap(chosen.source, IN_SUCH_A_WAY));
    }
    let view = play.view()?;
    let frame = Frame::of_source(chosen.source, chosen.controller, chosen.origin);
    let total = quantities::value(Sight { game: &play.game, view: &view }, &frame, total)?;
    let would = Would::Life(change, cause.kind);
    let rules = Rules::of(&[cr!("614.1a"), cr!("120.4c")]);
    let rules = if play.game.shares_life() { rules.and(cr!("810.9a")) } else { rules };
    record(play, &chosen, Thing::Player(player), would, rules);
    let mut used = Used::default();
    used.apply(play, &chosen);
    used.up(play);
    Ok(Some(total))
}

/// The effects that say something of damage that would reduce a player's life total to this.
fn holding(play: &mut Play<'_>, player: PlayerId, after: i32) -> Outcome<Vec<Applicable>> {
    let occasion = Occasion { player: Some(player), ..Occasion::default() };
    // The life total is that of the team (810.9a).
    let whose = play.game.with_shared_totals(player);
    let fits = |sight: Sight<'_>, frame: &Frame, of: &Event| {
        let Event::DamageReducesLife(who, below) = of else { return Ok(false) };
        Ok(after < *below && players(sight, frame, who)?.iter().any(|its| whose.contains(its)))
    };
    applicable(play, &occasion, after.max(0).unsigned_abs(), &fits)
}

/// Whether an effect says something of damage that would reduce a player's life total to this.
///
/// # Errors
/// If that can't be told.
pub(in crate::engine) fn is_held(play: &mut Play<'_>, player: PlayerId, after: i32) -> Outcome<bool> {
    Ok(!holding(play, player, after)?.is_empty())
}

/// How many cards from the top a player searches instead of a whole library, if an effect says so (701.23f).
///
/// # Errors
/// As [`super::replace_damage`].
pub(in crate::engine) fn replace_search(play: &mut Play<'_>, player: PlayerId) -> Outcome<Option<u32>> {
    let occasion = Occasion { player: Some(player), ..Occasion::default() };
    let fits = |sight: Sight<'_>, frame: &Frame, of: &Event| {
        let Event::Does(who, NamedDeed::Does(Verb::Search)) = of else { return Ok(false) };
        Ok(players(sight, frame, who)?.contains(&player))
    };
    let thing = Thing::Player(player);
    let affected = Affected { thing, preventable: false, would: Would::Search, rules: Rules::NONE };
    let whole = u32::MAX;
    let (left, also) = replace(play, affected, whole, &occasion, &fits)?;
    if let Some(more) = also.first() {
        return Err(Halt::gap(more.frame.source, SEARCH_AND_MORE));
    }
    Ok((left < whole).then_some(left))
}

/// What happens instead if effects replace a player's losing the game (104.3); nothing if they lose it.
///
/// # Errors
/// As [`super::replace_damage`].
pub(in crate::engine) fn replace_loss(
    play: &mut Play<'_>,
    player: PlayerId,
    rules: Rules,
) -> Outcome<Option<Vec<Pending>>> {
    let occasion = Occasion { player: Some(player), ..Occasion::default() };
    // Where one of a team loses, the others would too (810.8a).
    let losers: Vec<PlayerId> =
        if play.game.shares_life() { play.game.team_of(player).collect() } else { vec![player] };
    let fits = |sight: Sight<'_>, frame: &Frame, of: &Event| {
        let Event::LosesGame(who) = of else { return Ok(false) };
        Ok(players(sight, frame, who)?.iter().any(|affected| losers.contains(affected)))
    };
    // Several rules that would have the same result are replaced together (704.7).
    let rules = if rules.len() > 1 { Rules::of(&[cr!("704.7")]) } else { rules };
    let rules = if losers.len() > 1 { rules.and(cr!("810.8a")) } else { rules };
    let thing = Thing::Player(player);
    let affected = Affected { thing, preventable: false, would: Would::LoseGame, rules };
    let (left, also) = replace(play, affected, 1, &occasion, &fits)?;
    if let Some(more) = also.first().filter(|_| left > 0) {
        return Err(Halt::gap(more.frame.source, LOSS_AND_MORE));
    }
    Ok((left == 0).then_some(also))
}
