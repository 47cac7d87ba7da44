//! CR 614: Replacement Effects. Those on what would happen to a player: life gained, lost and paid, a search, the loss of the game.

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::proposal::Proposal;
use crate::engine::reading::{Frame, Sight, quantities};
use crate::engine::spells::replacement_effects::{
    self, Applicable, Effect, IN_SUCH_A_WAY, Key, LOSS_AND_MORE, Next, Pending, Replaceable, SEARCH_AND_MORE,
    Turn, Used, choose,
};
use crate::game::{Cause, PlayerId, Thing};
use crate::ir::ReplacementResult;
use crate::rules::{RuleId, Rules, cr};
use crate::trace::Would;

use super::{Affected, applicable, record, replace};

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
    let would = Proposal::Life(player, amount);
    replace_life_change(play, (cause, cause.rules.first()), player, amount, &would)
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
    Ok(!applicable(play, &Proposal::Life(player, amount), amount.unsigned_abs())?.is_empty())
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
    let would = Proposal::PayLife(player);
    let rule = Some(cr!("118.11"));
    let (left, instead) = replace_life_change(play, (cause, rule), player, amount.saturating_neg(), &would)?;
    Ok((left.saturating_neg(), instead))
}

/// A change of a player's life total by so much, after the effects on what is proposed.
fn replace_life_change(
    play: &mut Play<'_>,
    (cause, rule): (Cause, Option<RuleId>),
    player: PlayerId,
    amount: i32,
    proposal: &Proposal<'_>,
) -> Outcome<(i32, Vec<Pending>)> {
    let rules = rule.map_or(Rules::NONE, Rules::from);
    let (thing, would) = (Thing::Player(player), Would::Life(amount, cause.kind));
    let affected = Affected { thing, preventable: false, would, rules };
    let (left, also) = replace(play, affected, amount.unsigned_abs(), proposal)?;
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
    let would = Would::Life(change, cause.kind);
    let mut it = LifeTotal { player, after, would, instead: None, applied: Vec::new() };
    replacement_effects::replace(play, &mut it)?;
    Ok(it.instead)
}

/// A life total to which damage would reduce a player's, while an effect is applied to it.
struct LifeTotal {
    player: PlayerId,
    after: i32,
    would: Would,
    instead: Option<i32>,
    applied: Vec<Key>,
}

impl Replaceable for LifeTotal {
    fn effects(&mut self, play: &mut Play<'_>) -> Outcome<Vec<Applicable>> {
        holding(play, self.player, self.after)
    }

    fn applied(&mut self) -> &mut Vec<Key> {
        &mut self.applied
    }

    fn choose(
        &mut self,
        play: &mut Play<'_>,
        effects: Vec<Applicable>,
        _: Option<RuleId>,
        again: bool,
    ) -> Outcome<Option<Applicable>> {
        choose(play, Thing::Player(self.player), effects, again)
    }

    fn apply(&mut self, play: &mut Play<'_>, chosen: Applicable, _: Turn) -> Outcome<Next> {
        let Effect::Said(replacement) = &chosen.what else { return Ok(Next::None) };
        let ReplacementResult::Amount(total) = &replacement.result else {
            return Err(Halt::gap(chosen.source, IN_SUCH_A_WAY));
        };
        if replacement.may.is_some() {
            return Err(Halt::gap(chosen.source, IN_SUCH_A_WAY));
        }
        let view = play.view()?;
        let frame = Frame::of_source(chosen.source, chosen.controller, chosen.origin);
        let total = quantities::value(Sight { game: &play.game, view: &view }, &frame, total)?;
        let rules = Rules::of(&[cr!("614.1a"), cr!("120.4c")]);
        let rules = if play.game.shares_life() { rules.and(cr!("810.9a")) } else { rules };
        record(play, &chosen, Thing::Player(self.player), self.would, rules);
        let mut used = Used::default();
        used.apply(play, &chosen);
        used.up(play);
        self.instead = Some(total);
        // Another would only say to what it is reduced instead, and that is said.
        Ok(Next::None)
    }
}

/// The effects that say something of damage that would reduce a player's life total to this.
fn holding(play: &mut Play<'_>, player: PlayerId, after: i32) -> Outcome<Vec<Applicable>> {
    // The life total is that of the team (810.9a).
    let whose = play.game.with_shared_totals(player);
    applicable(play, &Proposal::ReduceLife(player, &whose, after), after.max(0).unsigned_abs())
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
    let thing = Thing::Player(player);
    let affected = Affected { thing, preventable: false, would: Would::Search, rules: Rules::NONE };
    let whole = u32::MAX;
    let (left, also) = replace(play, affected, whole, &Proposal::Search(player))?;
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
    // Where one of a team loses, the others would too (810.8a).
    let losers: Vec<PlayerId> =
        if play.game.shares_life() { play.game.team_of(player).collect() } else { vec![player] };
    // Several rules that would have the same result are replaced together (704.7).
    let rules = if rules.len() > 1 { Rules::of(&[cr!("704.7")]) } else { rules };
    let rules = if losers.len() > 1 { rules.and(cr!("810.8a")) } else { rules };
    let thing = Thing::Player(player);
    let affected = Affected { thing, preventable: false, would: Would::LoseGame, rules };
    let (left, also) = replace(play, affected, 1, &Proposal::LoseGame(player, &losers))?;
    if let Some(more) = also.first().filter(|_| left > 0) {
        return Err(Halt::gap(more.frame.source, LOSS_AND_MORE));
    }
    Ok((left == 0).then_some(also))
}
