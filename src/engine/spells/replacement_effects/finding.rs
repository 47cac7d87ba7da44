//! CR 614: Replacement Effects. Which of them would replace a move from one zone to another.

use std::sync::Arc;

use crate::engine::additional::keyword_abilities::ways;
use crate::engine::additional::keyword_actions::destroy;
use crate::engine::additional::merging_with_permanents;
use crate::engine::concepts::abilities::functions;
use crate::engine::concepts::counters::protecting;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::proposal::Proposal;
use crate::engine::reading::{Frame, Sight};
use crate::engine::view::View;
use crate::engine::zones::general::causer;
use crate::game::effects::ShieldKind;
use crate::game::{Cause, CauseKind, Characteristics, Game, Move, MoveAction, ObjectId, Origin, PlayerId};
use crate::ir::{Event, Replacement, Zone};
use crate::rules::cr;

use super::at_work::{applies, made_effects, stated_effects};
use super::entering::{self, Arrived, Coming, enters_itself, others_watch_entering, own_abilities};
use super::{Applicable, Effect, moving, rule_based, sent_to_exile};

/// Whether an effect would replace the destruction of a permanent by state-based actions, which does nothing about its going to the
/// graveyard otherwise: regeneration, umbra armor (701.8b).
///
/// # Errors
/// If what such an effect asks for can't be told.
pub(in crate::engine) fn would_replace_destruction(play: &mut Play<'_>, object: ObjectId) -> Outcome<bool> {
    let cause = Cause::new(CauseKind::StateBased, cr!("704.5g"));
    let mut found = |action| -> Outcome<usize> {
        Ok(for_move(play, &cause, &Move::new(object, Zone::Graveyard, action))?.len())
    };
    Ok(found(MoveAction::Destroy)? > found(MoveAction::StateBased)?)
}

/// A move that would be made, and how it is looked at.
struct Looked<'a> {
    it: &'a Move,
    sight: Sight<'a>,
    /// It as its own words and those of what goes with it see it: what moves as it is where it is.
    here: Proposal<'a>,
    /// It as the words of others see it: what enters as it would be there (614.12).
    there: Proposal<'a>,
    found: Vec<Applicable>,
}

/// The effects that would replace this move.
pub(super) fn for_move(play: &mut Play<'_>, cause: &Cause, it: &Move) -> Outcome<Vec<Applicable>> {
    let view = play.view()?;
    let causer = causer(play, cause);
    let game = &play.game;
    let values = (it.to == Zone::Battlefield).then(|| Coming::Moves(&mut it.clone()).values(game));
    let arrived = arrived(game, &view, it, values.as_deref())?;
    let here = Proposal::of_move(game, it, causer, None);
    let there = Proposal::of_move(game, it, causer, arrived.as_ref());
    let mut looked = Looked { it, sight: Sight { game, view: &view }, here, there, found: Vec::new() };
    looked.stated_by_objects()?;
    looked.stated_by_card_in_library()?;
    looked.protecting(cause.kind)?;
    looked.stated_by_itself(arrived.as_ref(), values.as_deref())?;
    looked.made_by_rules();
    looked.made_by_spells()?;
    Ok(looked.found)
}

/// What would enter as it would be there, if any effect looks at that.
fn arrived(
    game: &Game,
    view: &View,
    it: &Move,
    values: Option<&Characteristics>,
) -> Outcome<Option<Arrived>> {
    let watched = others_watch_entering(game, view);
    Ok(match values {
        Some(values) if watched || entering::may_be_given_abilities(view, values) => {
            Some(Arrived::by_move(game, it)?)
        }
        // Where a choice that is made only now would have to be known, it is what it is where it is.
        Some(values) if it.face_down.is_none() && own_abilities(values).next().is_some() => {
            Arrived::by_move(game, it).ok()
        }
        _ => None,
    })
}

impl Looked<'_> {
    /// One applies, if it does, where the object that says it is the one that moves.
    fn own(&mut self, frame: &Frame, replacement: &Replacement) -> Outcome {
        if applies(self.sight, frame, replacement, &self.here, 0)? {
            self.found.push(said(frame.source, frame.controller, frame.origin, replacement));
        }
        Ok(())
    }

    /// What abilities of objects say, but for what the one that enters says of that.
    fn stated_by_objects(&mut self) -> Outcome {
        let Self { it, sight, .. } = *self;
        for effect in stated_effects(sight.game, sight.view) {
            let own = effect.source == it.object;
            if it.to == Zone::Battlefield && own && enters_itself(effect.replacement) {
                continue;
            }
            if let Event::Moves(moves) = &effect.replacement.of
                && merging_with_permanents::divides(sight.game, it.object, &moves.what)
                && (moves.to.is_empty() || moves.to.contains(&it.to))
            {
                let why = "it may apply to some cards of a merged permanent that is a token";
                return Err(Halt::undecided(effect.source, why));
            }
            let would = if own { &self.here } else { &self.there };
            let frame = effect.frame(sight);
            if applies(sight, &frame, effect.replacement, would, 0)? {
                self.found.push(effect.with(&frame));
            }
        }
        Ok(())
    }

    /// Of the cards in a library only the one that moves can say anything of that, and its ability functions there if it speaks of its
    /// being put somewhere from anywhere (113.6b).
    fn stated_by_card_in_library(&mut self) -> Outcome {
        let Self { it, sight, .. } = *self;
        let moving = sight.game.object(it.object);
        if moving.zone != Zone::Library {
            return Ok(());
        }
        for instance in &sight.view.characteristics(sight.game, it.object).abilities {
            let Some(replacement) = instance.ability.as_replacement() else { continue };
            if functions(instance, Zone::Library) {
                self.own(&Frame::of_source(it.object, moving.owner, instance.origin), replacement)?;
            }
        }
        Ok(())
    }

    /// What counters on it do.
    fn protecting(&mut self, kind: CauseKind) -> Outcome {
        let Self { it, sight, .. } = *self;
        for (origin, replacement) in protecting::against_moves(sight.game, it.object, kind) {
            let controller = sight.view.controller(sight.game, it.object);
            self.own(&Frame::of_source(it.object, controller, origin), &replacement)?;
        }
        Ok(())
    }

    /// What an object says of how it enters itself applies although it isn't there yet (614.12); face down it says only what an effect
    /// would have it say. The rules say the rest.
    fn stated_by_itself(&mut self, arrived: Option<&Arrived>, values: Option<&Characteristics>) -> Outcome {
        let Self { it, sight: Sight { game, view }, .. } = *self;
        if it.to != Zone::Battlefield || it.face_down.is_some() && arrived.is_none() {
            return Ok(());
        }
        let moving = game.object(it.object);
        let changed = values.filter(|_| it.copied.is_some() || it.face != moving.face);
        let values = match (arrived, changed) {
            (Some(arrived), _) => arrived.view.characteristics(&arrived.game, arrived.object),
            (None, Some(values)) => values,
            (None, None) => view.characteristics(game, it.object),
        };
        let controller = it.controller.unwrap_or(moving.owner);
        for instance in own_abilities(values) {
            let Some(replacement) = instance.ability.as_replacement() else { continue };
            let frame = Frame::of_source(it.object, controller, instance.origin);
            self.own(&moving::knowing_what_was_paid(game, frame, it), replacement)?;
        }
        self.found.sort_by_key(|effect| effect.source);
        if it.face_down.is_none() {
            self.found.extend(entering::by_rules(game, &Coming::Moves(&mut it.clone()))?);
        }
        Ok(())
    }

    /// What rules say of a spell that was cast in some way, and of a commander.
    fn made_by_rules(&mut self) {
        let Self { it, sight: Sight { game, view }, .. } = *self;
        let moving = game.object(it.object);
        if let Some(rule) = ways::exiles(game, it.object).filter(|_| it.to != Zone::Exile) {
            self.found.push(rule_based(it.object, moving.controller, Effect::CastSo(rule)));
        }
        for by in sent_to_exile::senders(game, view, it) {
            self.found.push(rule_based(it.object, moving.controller, Effect::Sent(by)));
        }
        let commander = merging_with_permanents::is_commander(game, it.object);
        if commander && matches!(it.to, Zone::Hand | Zone::Library) {
            self.found.push(rule_based(it.object, moving.owner, Effect::Commander));
        }
    }

    /// What spells and abilities have made, regeneration shields among it, the oldest first.
    fn made_by_spells(&mut self) -> Outcome {
        let Self { it, sight, .. } = *self;
        let mut others = made_effects(sight.game);
        for shield in sight.game.shields() {
            if matches!(shield.kind, ShieldKind::Regeneration) {
                if it.action == MoveAction::Destroy
                    && shield.protects == Some(it.object)
                    && destroy::may_be_regenerated(sight, it.object)?
                {
                    self.found.push(Applicable {
                        source: shield.source,
                        controller: shield.controller,
                        origin: Origin::NONE,
                        shield: Some(shield.id),
                        what: Effect::Regeneration,
                    });
                }
                continue;
            }
            let Some(effect) = others.next() else { continue };
            let frame = effect.frame(sight);
            if applies(sight, &frame, effect.replacement, &self.there, 0)? {
                self.found.push(effect.with(&frame));
            }
        }
        Ok(())
    }
}

fn said(source: ObjectId, controller: PlayerId, origin: Origin, it: &Replacement) -> Applicable {
    Applicable { source, controller, origin, shield: None, what: Effect::Said(Arc::new(it.clone())) }
}
