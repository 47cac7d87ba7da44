//! CR 614: Replacement Effects. What happens instead of card draws (614.11).

use crate::engine::additional::keyword_abilities::dredge;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::proposal::Proposal;
use crate::engine::reading::events::{self, Candidate};
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::prevention_effects::{self, Affected, State, replace_on};
use crate::game::{Deed, PlayerId, Thing};
use crate::ir::{KeywordName, Players, Replacement, ReplacementResult};
use crate::rules::{Rules, cr};
use crate::trace::Would;

use super::{Applicable, Key, Pending, made_effects, stated_effects, who_may};

/// What effects have made of a draw.
pub(in crate::engine) struct Draw {
    /// Whether the card is drawn all the same.
    pub(in crate::engine) happens: bool,
    /// Whether an effect would replace it that had its chance at the draw which this one has replaced (614.5).
    pub(in crate::engine) had_its_chance: bool,
    also: Vec<Pending>,
    applied: Vec<Key>,
}

impl Draw {
    /// Does what is done instead or in addition, before any other draw (614.11a). An effect that has been applied to this draw
    /// gets no chance at the draws that are made of it (614.5).
    ///
    /// # Errors
    /// If it needs a choice that nobody makes, or can't be played.
    pub(in crate::engine) fn finish(self, play: &mut Play<'_>) -> Outcome {
        let outer = std::mem::replace(&mut play.drawing, self.applied);
        let mut done = Ok(());
        for pending in self.also {
            done = done.and_then(|()| pending.run(play));
        }
        play.drawing = outer;
        done
    }
}

/// Lets the effects that would replace a player's drawing a card do so, whether or not there is a card to draw (614.11). What they do
/// rests on these rules as well.
///
/// # Errors
/// If several apply and nobody says which first, or one can't be played.
pub(in crate::engine) fn replace_draw(play: &mut Play<'_>, player: PlayerId, rules: Rules) -> Outcome<Draw> {
    let would = Proposal::Draw(player);
    dredge::note_too_few(play, player)?;
    let thing = Thing::Player(player);
    let affected = Affected { thing, preventable: false, would: Would::Draw, rules };
    let mut state = State::after(play.drawing.clone());
    let left = replace_on(play, affected, 1, &would, &mut state)?;
    let State { applied, mut also, .. } = state;
    for pending in &mut also {
        let (source, origin) = (pending.frame.source, pending.frame.origin);
        if play.keyword(source, origin) == Some(KeywordName::Dredge) {
            pending.frame.within = Some(cr!("702.52a"));
        }
    }
    let mut had_its_chance = false;
    if left > 0 && !play.drawing.is_empty() {
        let again = prevention_effects::applicable(play, &would, left)?;
        had_its_chance = again.iter().any(|effect| play.drawing.contains(&effect.key()));
    }
    Ok(Draw { happens: left > 0, had_its_chance, also, applied })
}

/// Whether an effect would replace a player's drawing a card.
///
/// # Errors
/// If what one of them asks for can't be told.
pub(in crate::engine) fn could_be_replaced(play: &mut Play<'_>, player: PlayerId) -> Outcome<bool> {
    let would = Proposal::Draw(player);
    Ok(!prevention_effects::applicable(play, &would, 1)?.is_empty())
}

/// Whether an effect may do something else in the place of a draw of a player, or in addition: more than having them draw another number
/// of cards, or none.
///
/// # Errors
/// If whose draws it replaces can't be told.
pub(in crate::engine) fn could_become_something_else(play: &mut Play<'_>, player: PlayerId) -> Outcome<bool> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let does = |replacement: &Replacement| {
        !matches!(replacement.result, ReplacementResult::Nothing | ReplacementResult::Amount(_))
    };
    let would = Proposal::Draw(player);
    let others = stated_effects(&play.game, &view).chain(made_effects(&play.game));
    for effect in others.filter(|effect| does(effect.replacement)) {
        let of = &effect.replacement.of;
        if events::occasion(sight, &effect.frame(sight), of, Candidate::Would(&would))?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a player who may does what an effect would put in the place of an event.
///
/// # Errors
/// If nobody makes the choice.
pub(in crate::engine::spells) fn would_rather(
    play: &mut Play<'_>,
    effect: &Applicable,
    who: &Players,
    frame: &Frame,
) -> Outcome<bool> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let player = who_may(sight, frame, who, effect)?;
    let (deed, rule) = match play.keyword(effect.source, effect.origin) {
        Some(KeywordName::Dredge) => (Deed::Dredge, cr!("702.52a")),
        _ => (Deed::Replace, cr!("614.1a")),
    };
    play.ask_to(player, deed, Some(effect.source), Rules::of(&[rule]))
}
