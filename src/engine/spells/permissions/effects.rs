//! What continuous effects permit and forbid: casting from where a card is, as though it had flash, not at all (601.3).

use std::sync::Arc;

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::{players, select};
use crate::engine::reading::{Frame, Sight};
use crate::engine::view::{ActiveRules, View};
use crate::engine::zones::exile;
use crate::game::{Characteristics, ObjectId, Origin, PlayerId, Thing};
use crate::ir::change::{Action, Allowed, Permission as Allowance, Prohibition};
use crate::ir::{Costs, Filter, RuleChange, Verb};
use crate::rules::{RuleId, Rules, cr};

use super::super::continuous_effects::{self, ANY_MANA, UNLESS_PAID, WHICH_LIMITED, frame_of, is_this_now};
use super::AsCast;

/// An ability that permits something only so many times each turn, where it is such by which something is permitted.
type Limited = Option<(ObjectId, Origin)>;

/// Whether an effect lets a player cast a card from where it is.
pub(super) enum Permitted {
    /// By these rules, for this cost instead of the mana cost, if the effect says so, and by this ability, if it permits that only so
    /// many times each turn.
    Yes(Rules, Option<Costs>, Limited),
    /// It would, but not once more this turn, by an effect of this object.
    NotAgain(ObjectId),
    /// Only for the effect's own cost, while another would be paid instead of the mana cost (118.9a).
    ForOneCostOnly,
    /// Not at all.
    No,
}

/// Whether an effect lets the player cast the card from where it is, while another alternative cost would be paid or not.
pub(super) fn by_effect(
    play: &Play<'_>,
    view: &View,
    as_cast: Option<&AsCast>,
    player: PlayerId,
    card: ObjectId,
    alternative: bool,
) -> Outcome<Permitted> {
    let sight = Sight { game: &play.game, view };
    let zone = play.game.object(card).zone;
    let mut found: Option<(Rules, Option<Costs>, Limited)> = None;
    let (mut for_its_cost, mut used_up) = (false, None);
    for (active, allowance) in allowances(view, &[Allowed::Cast, Allowed::Play]) {
        // What says no zone is about particular cards, wherever they are.
        if allowance.from.is_some_and(|from| from != zone)
            || !allows(sight, as_cast, active, allowance, player, card)?
        {
            continue;
        }
        if !continuous_effects::lets_again(&play.game, active, allowance)? {
            used_up = Some(active.source);
            continue;
        }
        // Mana of any type is as good as any other where its payment is taken as made.
        if allowance.any_mana && play.strict_mana {
            return Err(Halt::undecided(active.source, ANY_MANA));
        }
        let mut rules = Rules::of(&[cr!("601.3")]);
        if allowance.spells.is_some() && play.game.object(card).is_face_down() {
            // Of face-down cards only one that the player may look at (406.3b).
            if exile::is_hidden(&play.game, card, player) {
                continue;
            }
            rules = rules.and(cr!("406.3b"));
        }
        // Only one alternative cost can be applied to a spell (118.9a).
        if allowance.cost.is_some() && alternative {
            for_its_cost = true;
            continue;
        }
        if found.as_ref().is_some_and(|(_, cost, _)| *cost != allowance.cost) {
            return Err(Halt::undecided(card, "two effects permit casting it, for different costs"));
        }
        // One that permits it however often it was done is used up by nothing.
        let used = match (&found, continuous_effects::limited(active, allowance)) {
            (_, None) | (Some((.., None)), _) => None,
            (None, own) => own,
            (Some((.., Some(_))), Some(_)) => return Err(Halt::undecided(card, WHICH_LIMITED)),
        };
        found = Some((rules, allowance.cost.clone(), used));
    }
    Ok(match (found, used_up) {
        (Some((rules, cost, used)), _) => Permitted::Yes(rules, cost, used),
        (None, _) if for_its_cost => Permitted::ForOneCostOnly,
        (None, Some(by)) => Permitted::NotAgain(by),
        (None, None) => Permitted::No,
    })
}

/// Whether an effect lets the player cast the card from where a rule lets them cast it, without paying its mana cost (118.9).
pub(super) fn for_nothing(
    play: &Play<'_>,
    view: &View,
    as_cast: Option<&AsCast>,
    player: PlayerId,
    card: ObjectId,
) -> Outcome<Permitted> {
    let sight = Sight { game: &play.game, view };
    let zone = play.game.object(card).zone;
    let by =
        |limited| Permitted::Yes(Rules::of(&[cr!("118.9"), cr!("601.2b")]), Some(Costs(Vec::new())), limited);
    let (mut found, mut used_up) = (None, None);
    for (active, allowance) in allowances(view, &[Allowed::Cast, Allowed::Play]) {
        let free = allowance.cost.as_ref().is_some_and(|cost| cost.0.is_empty());
        if !free
            || allowance.from.is_some_and(|from| from != zone)
            || !allows(sight, as_cast, active, allowance, player, card)?
        {
            continue;
        }
        if !continuous_effects::lets_again(&play.game, active, allowance)? {
            used_up = Some(active.source);
            continue;
        }
        match (continuous_effects::limited(active, allowance), &found) {
            // One that permits it however often it was done is used up by nothing.
            (None, _) => return Ok(by(None)),
            (limited, None) => found = Some(limited),
            (Some(_), Some(_)) => return Err(Halt::undecided(card, WHICH_LIMITED)),
        }
    }
    Ok(match (found, used_up) {
        (Some(limited), _) => by(limited),
        (None, Some(used_up)) => Permitted::NotAgain(used_up),
        (None, None) => Permitted::No,
    })
}

fn allowances<'a>(
    view: &'a View,
    actions: &'a [Allowed],
) -> impl Iterator<Item = (&'a ActiveRules, &'a Allowance)> {
    view.rules.iter().flat_map(move |active| {
        active.rules.as_slice().iter().filter_map(move |rule| {
            let RuleChange::May(allowance) = rule else { return None };
            actions.contains(&allowance.action).then_some((active, allowance))
        })
    })
}

/// Whether an effect lets the player do this with the card: as the spell it would be, where it speaks of spells of a kind.
fn allows(
    sight: Sight<'_>,
    as_cast: Option<&AsCast>,
    active: &ActiveRules,
    allowance: &Allowance,
    player: PlayerId,
    card: ObjectId,
) -> Outcome<bool> {
    // "Its owner" is the owner of the card that is asked about.
    let frame = Frame { affected: Some(card), ..frame_of(active) };
    let who = match &allowance.who {
        Some(who) => players(sight, &frame, who)?.contains(&player),
        None => active.controller == player,
    };
    if !who {
        return Ok(false);
    }
    let what = match &allowance.what {
        Some(selection) => {
            select(sight, &frame, selection)?.contains(&Thing::Object(card))
                || is_this_now(sight, &frame, selection, card)
        }
        None => active.objects.as_ref().is_none_or(|objects| objects.contains(&card)),
    };
    if !what {
        return Ok(false);
    }
    match (&allowance.spells, as_cast) {
        (None, _) => Ok(true),
        (Some(filter), Some(cast)) => {
            matches(Sight { game: &cast.game, view: &cast.view }, &frame, filter, cast.spell)
        }
        (Some(_), None) => Ok(false),
    }
}

/// Whether an effect lets the player cast it as though it had flash (601.3b, 601.3d).
pub(super) fn as_though_flash(
    sight: Sight<'_>,
    as_cast: Option<&AsCast>,
    player: PlayerId,
    card: ObjectId,
) -> Outcome<bool> {
    let zone = sight.game.object(card).zone;
    for (active, allowance) in allowances(sight.view, &[Allowed::CastAsThoughFlash]) {
        if allowance.from.is_none_or(|from| from == zone)
            && allows(sight, as_cast, active, allowance, player, card)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Refuses what an effect says can't be cast (101.2); says by which rule such an effect is passed over for now, since choices to come
/// may change what it looks at (601.3a).
pub(super) fn forbidden(
    play: &Play<'_>,
    view: &View,
    as_cast: Option<&AsCast>,
    player: PlayerId,
    card: ObjectId,
    face: &Arc<Characteristics>,
) -> Outcome<Option<RuleId>> {
    let mut passed_over = None;
    for (active, rule) in view.rule_changes() {
        let RuleChange::Cant(prohibition) = rule else { continue };
        if prohibition.action != Action::Do(Verb::Cast) {
            continue;
        }
        if !applies(play, view, as_cast, active, prohibition, player, card)? {
            continue;
        }
        let variable = face.cost.as_ref().is_some_and(|cost| cost.has_variable());
        if variable && prohibition.what.as_ref().is_some_and(asks_mana_value) {
            passed_over = Some(cr!("601.3a"));
            continue;
        }
        if prohibition.unless_pay.is_some() {
            return Err(Halt::gap(active.source, UNLESS_PAID));
        }
        let why = "an effect says that it can't be cast";
        // Whatever else lets it be cast (101.2).
        let refused = Halt::illegal(player, cr!("601.3"), why, Some(card)).said_by(active.source);
        return Err(refused.and_rule(cr!("101.2")));
    }
    Ok(passed_over)
}

fn applies(
    play: &Play<'_>,
    view: &View,
    as_cast: Option<&AsCast>,
    active: &ActiveRules,
    prohibition: &Prohibition,
    player: PlayerId,
    card: ObjectId,
) -> Outcome<bool> {
    // Where it is cast from is asked of the card, everything else of the spell.
    if !prohibition.from.is_empty() && !prohibition.from.contains(&play.game.object(card).zone) {
        return Ok(false);
    }
    let mut elsewhere = prohibition.clone();
    elsewhere.from = Vec::new();
    match as_cast.filter(|_| prohibition.what.is_some()) {
        Some(cast) => {
            let sight = Sight { game: &cast.game, view: &cast.view };
            continuous_effects::applies(sight, active, &elsewhere, Some(cast.spell), Some(player), None)
        }
        None => {
            let sight = Sight { game: &play.game, view };
            continuous_effects::applies(sight, active, &elsewhere, Some(card), Some(player), None)
        }
    }
}

/// Whether a kind of spell is one by its mana value, which {X} is part of (202.3e).
fn asks_mana_value(filter: &Filter) -> bool {
    filter.asks(&|asked| matches!(asked, Filter::ManaValue(_)))
}
