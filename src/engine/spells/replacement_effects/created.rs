//! CR 614: Replacement Effects. Those that change which tokens are created: others instead of some, or others besides.

use std::sync::Arc;

use crate::engine::concepts::tokens;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::proposal::Proposal;
use crate::engine::reading::{Frame, Sight, quantities};
use crate::game::{Cause, CauseKind, Characteristics, ObjectId, Occasion, PlayerId, Thing};
use crate::ir::instruction::Create;
use crate::ir::{Event, Filter, Quantity, Replacement, ReplacementResult, TokenSpec, Trait};
use crate::rules::{Rules, cr};
use crate::trace::{Level, What, Would};

use super::super::counting::by_effect;
use super::{Applicable, Effect, Key, TOKENS_AND_MORE, applies, choose_as, made_effects, stated_effects};

/// Tokens of one kind that a player is to create.
#[derive(Clone)]
pub(in crate::engine) struct Kind {
    /// What an effect has put in the place of the tokens that were to be created, or besides them; nothing for those themselves.
    pub other: Option<(TokenSpec, Frame)>,
    /// How many.
    pub count: u32,
    values: Arc<Characteristics>,
}

/// Of which tokens an effect that replaces their creation speaks; nothing for another effect.
fn which(event: &Event) -> Option<&Filter> {
    if let Event::CausedBy(_, event) = event {
        return which(event);
    }
    if let Event::Creates(_, what) = event { Some(what) } else { None }
}

/// Whether an effect looks at what the tokens are, or makes others of them.
fn looks_at_kinds(replacement: &Replacement) -> bool {
    which(&replacement.of).is_some_and(|what| {
        *what != Filter::EVERYTHING || matches!(replacement.result, ReplacementResult::Tokens { .. })
    })
}

/// Whether headjudge tells of tokens that are to be created whether they are of a kind.
pub(in crate::engine::spells) fn is_told(filter: &Filter) -> bool {
    if let Filter::All(filters) | Filter::Any(filters) = filter {
        return filters.iter().all(is_told);
    }
    if let Filter::Not(filter) = filter {
        return is_told(filter);
    }
    matches!(
        filter,
        Filter::Type(_)
            | Filter::Subtype(_)
            | Filter::Supertype(_)
            | Filter::Color(_)
            | Filter::Is(Trait::Token | Trait::Permanent)
    )
}

/// Whether tokens are of a kind.
fn are(values: &Characteristics, filter: &Filter) -> bool {
    if let Filter::All(filters) = filter {
        return filters.iter().all(|filter| are(values, filter));
    }
    if let Filter::Any(filters) = filter {
        return filters.iter().any(|filter| are(values, filter));
    }
    if let Filter::Not(filter) = filter {
        return !are(values, filter);
    }
    let is_one = matches!(filter, Filter::Is(Trait::Token | Trait::Permanent));
    is_one
        || matches!(filter, Filter::Type(card_type) if values.is(*card_type))
        || matches!(filter, Filter::Subtype(subtype) if values.has_subtype(*subtype))
        || matches!(filter, Filter::Supertype(supertype) if values.has_supertype(*supertype))
        || matches!(filter, Filter::Color(color) if values.colors.contains(*color))
}

/// Whether any effect looks at which tokens are created, so that their number alone does not say enough.
///
/// # Errors
/// If the position can't be looked at.
pub(in crate::engine) fn look_at_kinds(play: &mut Play<'_>) -> Outcome<bool> {
    let view = play.view()?;
    let mut effects = stated_effects(&play.game, &view).chain(made_effects(&play.game));
    Ok(effects.any(|effect| looks_at_kinds(effect.replacement)))
}

/// What has an effect that changes how many tokens are created otherwise than by so many times, if anything has: it counts all that are
/// created at once.
///
/// # Errors
/// If the position can't be looked at.
pub(in crate::engine) fn counts_all(play: &mut Play<'_>) -> Outcome<Option<ObjectId>> {
    let view = play.view()?;
    let mut effects = stated_effects(&play.game, &view).chain(made_effects(&play.game));
    let such = effects.find(|effect| {
        let other = |amount: &Quantity| !matches!(amount, Quantity::Times(..));
        which(&effect.replacement.of).is_some()
            && matches!(&effect.replacement.result, ReplacementResult::Amount(amount) if other(amount))
    });
    Ok(such.map(|effect| effect.source))
}

/// Why such an effect is not applied to tokens of several kinds, or of which some are created for each of several.
pub(in crate::engine) const IN_ALL: &str = "it changes how many tokens of several kinds are created in all";

/// Which tokens a player creates, and how many of each kind, after the effects that change that. An effect that adds some to all that are
/// created at once does so once (614.5): those that have are kept in `besides`.
///
/// # Errors
/// If several effects apply and nobody says which first, or one can't be played.
pub(in crate::engine) fn kinds(
    play: &mut Play<'_>,
    cause: Cause,
    player: PlayerId,
    (values, count): (&Arc<Characteristics>, u32),
    besides: &mut Vec<(PlayerId, Key)>,
) -> Outcome<Vec<Kind>> {
    let mut kinds = vec![Kind { other: None, count, values: values.clone() }];
    let mut applied: Vec<Key> = Vec::new();
    loop {
        kinds.retain(|kind| kind.count > 0);
        let found = found(play, cause, player, &kinds)?;
        let is_new = |effect: &Applicable| {
            !applied.contains(&effect.key()) && !besides.contains(&(player, effect.key()))
        };
        let found: Vec<Applicable> = found.into_iter().filter(is_new).collect();
        let Some(chosen) =
            choose_as(play, player, Thing::Player(player), found, (Rules::NONE, !applied.is_empty()))?
        else {
            return Ok(kinds);
        };
        applied.push(chosen.key());
        let Effect::Said(said) = &chosen.what else { continue };
        let before = kinds.iter().fold(0u32, |sum, kind| sum.saturating_add(kind.count));
        let frame = Frame::of_source(chosen.source, chosen.controller, chosen.origin);
        let frame = frame.with_occasion(Occasion { player: Some(player), ..Occasion::default() }.into());
        let is_meant = |kind: &Kind| which(&said.of).is_some_and(|what| are(&kind.values, what));
        match &said.result {
            ReplacementResult::Amount(amount) => {
                let several = kinds.iter().filter(|kind| is_meant(kind)).count() > 1;
                if several && !matches!(amount, Quantity::Times(..)) {
                    return Err(Halt::undecided(chosen.source, IN_ALL));
                }
                for kind in &mut kinds {
                    if is_meant(kind) {
                        kind.count = so_many(play, &frame, amount, kind.count)?;
                    }
                }
            }
            ReplacementResult::Tokens { create, besides: true } => {
                besides.push((player, chosen.key()));
                for its in create {
                    kinds.push(kind_of(play, &frame, its, 1)?);
                }
            }
            ReplacementResult::Tokens { create, besides: false } => {
                let mut others = Vec::new();
                for kind in kinds {
                    if !is_meant(&kind) {
                        others.push(kind);
                        continue;
                    }
                    for its in create {
                        let new = kind_of(play, &frame, its, kind.count)?;
                        match others.iter_mut().find(|other: &&mut Kind| other.values == new.values) {
                            Some(same) => same.count = same.count.saturating_add(new.count),
                            None => others.push(new),
                        }
                    }
                }
                kinds = others;
            }
            ReplacementResult::Nothing => kinds.retain(|kind| !is_meant(kind)),
            ReplacementResult::To { .. }
            | ReplacementResult::Enters(_)
            | ReplacementResult::Instead(_)
            | ReplacementResult::Also(_)
            | ReplacementResult::Prevent { .. }
            | ReplacementResult::Redirect(_)
            | ReplacementResult::Under(_)
            | ReplacementResult::Produces(_) => {
                return Err(Halt::gap(chosen.source, TOKENS_AND_MORE));
            }
        }
        let what = What::Replaced(Thing::Player(player), chosen.source, Would::Tokens(before));
        let rules = Rules::of(&[cr!("614.1a")]);
        let of_effects = matches!(&said.of, Event::CausedBy(..));
        let rules = if of_effects { rules.and(cr!("614.16")) } else { rules };
        play.record(Level::Default, CauseKind::Replacement(chosen.source), rules, what);
        if kinds.len() > 50 {
            return Err(Halt::Runaway("tokens of more than 50 kinds are created at once"));
        }
    }
}

/// The effects that apply to tokens of these kinds.
fn found(play: &mut Play<'_>, cause: Cause, player: PlayerId, kinds: &[Kind]) -> Outcome<Vec<Applicable>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let would = Proposal::CreateTokens(player, by_effect(cause));
    let mut found = Vec::new();
    for effect in stated_effects(&play.game, &view).chain(made_effects(&play.game)) {
        let Some(what) = which(&effect.replacement.of) else { continue };
        let frame = effect.frame(sight);
        if kinds.iter().any(|kind| are(&kind.values, what))
            && applies(sight, &frame, effect.replacement, &would, 0)?
        {
            if effect.replacement.may.is_some() {
                return Err(Halt::gap(effect.source, TOKENS_AND_MORE));
            }
            found.push(effect.with(&frame));
        }
    }
    Ok(found)
}

/// How many tokens there are of what were so many.
fn so_many(play: &mut Play<'_>, frame: &Frame, amount: &Quantity, count: u32) -> Outcome<u32> {
    let view = play.view()?;
    let occasion = Occasion { amount: count, ..frame.occasion.as_deref().cloned().unwrap_or_default() };
    let frame = frame.clone().with_occasion(occasion.into());
    quantities::amount(Sight { game: &play.game, view: &view }, &frame, amount)
}

/// The tokens that an effect puts in the place of others, or besides them, so many times over.
fn kind_of(play: &mut Play<'_>, frame: &Frame, create: &Create, times: u32) -> Outcome<Kind> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let count = quantities::amount(sight, frame, &create.count)?.saturating_mul(times);
    let Some(values) = tokens::values_of(sight, frame, &create.token)? else {
        return Err(Halt::undecided(frame.source, "it creates a token that is a copy of nothing"));
    };
    Ok(Kind { other: Some((create.token.clone(), frame.clone())), count, values })
}
