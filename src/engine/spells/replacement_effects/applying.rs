//! CR 616: Interaction of Replacement and/or Prevention Effects, on what moves from one zone to another or is created.

use crate::engine::spells::replacement_effects::auras;
use std::rc::Rc;

use crate::engine::additional::merging_with_permanents;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::counting;
use crate::game::{Cause, Change, Move, NewObject, ObjectId, PlayerId, Thing};
use crate::ir::{Event, Zone};
use crate::rules::{RuleId, Rules, cr};

use super::super::linked_abilities;
use super::entering::{self, AtOnce, Coming};
use super::moving::apply_to_move;
use super::tokens::{apply_to_token, choose_for_token, for_token};
use super::{
    Applicable, Applied, Effect, Key, Moving, Next, Pending, Replaceable, Replaced, Turn, choose_as,
    for_move, replace, who_chooses,
};

/// Lets the effects that would replace a move do so, one after another, each at most once (614.5, 616.1f).
///
/// # Errors
/// If several apply and nobody says which first, or one can't be played.
pub(in crate::engine) fn replace_move(
    play: &mut Play<'_>,
    cause: Cause,
    it: Move,
    at_once: &mut AtOnce,
) -> Outcome<Replaced> {
    let mut cause = cause;
    let mut it = it;
    if let Some(rule) = entering::own_effect_does_nothing(play, &Coming::Moves(&mut it))? {
        cause = cause.and(rule);
    }
    let mut state = Moving { also: Vec::new(), of_copy: Vec::new(), by_x: false, at_once };
    let happens = apply_each(play, &mut cause, Coming::Moves(&mut it), &mut state)?;
    let Moving { mut also, mut of_copy, by_x, .. } = state;
    if !happens {
        return Ok(Replaced::Instead(also));
    }
    entering::put_together(&mut it.counters, &mut of_copy);
    if by_x && !it.counters.is_empty() {
        cause = cause.and(cr!("107.3m"));
        if linked_abilities::pays_x_as_cast(&play.game.object(it.object).base) {
            cause = cause.and(cr!("607.2j"));
        }
    }
    if it.to == Zone::Battlefield {
        entering::without_forbidden_counters(play, cause.kind, Coming::Moves(&mut it))?;
    }
    if it.to == Zone::Battlefield {
        let rules = counting::on_entering(play, &mut Coming::Moves(&mut it), &mut also)?;
        cause = rules.iter().fold(cause, Cause::and);
    }
    Ok(Replaced::Move(cause, it, also))
}

/// Lets the effects that change how a token enters do so, its own among them. Its id is dealt, so that what is chosen for it can speak of
/// it. Says what happens in addition.
///
/// # Errors
/// If several apply and nobody says which first, or one of them does more than headjudge plays for a token.
pub(in crate::engine) fn enter_token(
    play: &mut Play<'_>,
    cause: Cause,
    token: &mut NewObject,
    maker: ObjectId,
    at_once: &mut AtOnce,
) -> Outcome<(Cause, Vec<Pending>)> {
    let mut cause = cause;
    deal(play, token);
    if let Some(rule) = entering::own_effect_does_nothing(play, &Coming::Token(token, maker))? {
        cause = cause.and(rule);
    }
    let mut state = Moving { also: Vec::new(), of_copy: Vec::new(), by_x: false, at_once };
    // What is played for a token changes only how it enters.
    apply_each(play, &mut cause, Coming::Token(token, maker), &mut state)?;
    let Moving { mut also, mut of_copy, .. } = state;
    entering::put_together(&mut token.counters, &mut of_copy);
    entering::without_forbidden_counters(play, cause.kind, Coming::Token(token, maker))?;
    // By now it is known who would control it.
    deal(play, token);
    let rules = counting::on_entering(play, &mut Coming::Token(token, maker), &mut also)?;
    Ok((rules.iter().fold(cause, Cause::and), also))
}

/// Deals its id to what will be created when all is decided that must be before (614.12a).
pub(in crate::engine) fn deal(play: &mut Play<'_>, new: &NewObject) {
    play.apply_ahead(&Change::Create(Box::new(NewObject { to_come: true, ..new.clone() })));
}

/// What moves from one zone to another or is created, while effects are applied to it.
struct Course<'a, 'b, 'c> {
    cause: &'a mut Cause,
    coming: Coming<'b>,
    state: &'a mut Moving<'c>,
    applied: Vec<Key>,
    /// How often it has become a copy of something: abilities that it has got so are others than those before.
    copies: u8,
    /// The player who would control it by an effect.
    taken_by: Option<PlayerId>,
    /// Whether it still happens, and nothing else instead.
    happens: bool,
}

/// Applies effects to what moves or is created. Says whether it still happens, or something else instead.
fn apply_each(
    play: &mut Play<'_>,
    cause: &mut Cause,
    coming: Coming<'_>,
    state: &mut Moving<'_>,
) -> Outcome<bool> {
    let applied = Vec::new();
    let mut course = Course { cause, coming, state, applied, copies: 0, taken_by: None, happens: true };
    replace(play, &mut course)?;
    Ok(course.happens)
}

impl Course<'_, '_, '_> {
    fn add(&mut self, rule: RuleId) {
        *self.cause = self.cause.and(rule);
    }

    /// An effect has changed under whose control it enters (616.1b): that player chooses from then on.
    fn is_taken(&mut self, turn: Turn) {
        // One that another player's effect has made applicable.
        if self.taken_by.is_some() {
            self.add(cr!("616.1f"));
        }
        self.taken_by = self.coming.controller();
        turn.held_back.into_iter().for_each(|rule| self.add(rule));
    }

    /// It has become a copy of something (616.1c).
    fn is_copied(&mut self, turn: Turn) {
        // By an effect that applies to it as the copy that it already is.
        if self.copies > 0 {
            self.add(cr!("616.1f"));
        }
        self.copies = self.copies.saturating_add(1);
        // The others count only as far as they apply to what it is now.
        if let Some(rule) = turn.held_back {
            self.add(rule);
            self.add(cr!("616.1f"));
        }
    }
}

impl Replaceable for Course<'_, '_, '_> {
    fn effects(&mut self, play: &mut Play<'_>) -> Outcome<Vec<Applicable>> {
        let (mut found, object) = match &mut self.coming {
            Coming::Moves(it) => (for_move(play, self.cause, it)?, it.object),
            Coming::Token(token, maker) => return for_token(play, token, *maker),
        };
        // What this is done in place of has had its chance at them (614.5).
        found.retain(|effect| !play.in_place.contains(&(object, self.key(effect))));
        Ok(found)
    }

    fn key(&self, effect: &Applicable) -> Key {
        let (source, origin, shield, _) = effect.key();
        (source, origin, shield, if source == self.coming.object() { self.copies } else { 0 })
    }

    fn applied(&mut self) -> &mut Vec<Key> {
        &mut self.applied
    }

    fn loses_one(&mut self) {
        self.add(cr!("616.1f"));
    }

    fn choose(
        &mut self,
        play: &mut Play<'_>,
        effects: Vec<Applicable>,
        held_back: Option<RuleId>,
        again: bool,
    ) -> Outcome<Option<Applicable>> {
        let affected = Thing::Object(self.coming.object());
        let chosen = match &self.coming {
            Coming::Moves(_) => {
                // Once another player would control it, that player chooses.
                let player = match self.taken_by {
                    Some(player) => player,
                    None => who_chooses(play, affected)?,
                };
                let waiting = held_back.filter(|_| effects.first().is_some_and(Applicable::is_of_a_whole));
                let waiting = waiting.into_iter().fold(Rules::NONE, Rules::and);
                choose_as(play, player, affected, effects, (waiting, again))?
            }
            Coming::Token(token, maker) => choose_for_token(play, token, *maker, (effects, again))?,
        };
        let Some(chosen) = chosen else { return Ok(None) };
        // Of a copy of an Aura that can't enter nothing else is asked.
        let asked = chosen.is_copy() || chosen.is_control();
        let ends = !asked && auras::has_no_host(&play.game, &self.coming)?;
        Ok((!ends).then_some(chosen))
    }

    fn apply(&mut self, play: &mut Play<'_>, chosen: Applicable, turn: Turn) -> Outcome<Next> {
        if turn.came_later {
            self.add(cr!("616.2"));
        }
        let was = self.coming.copied().cloned();
        let key = self.key(&chosen);
        match &mut self.coming {
            Coming::Moves(it) => match apply_to_move(play, &chosen, self.cause, it, self.state)? {
                Applied::Changed => {}
                Applied::Instead(pending) => {
                    let object = it.object;
                    let keys = self.applied.iter().copied().chain([key]);
                    let in_place: Vec<(ObjectId, Key)> = keys.map(|key| (object, key)).collect();
                    self.state.also.extend(pending.map(|its| Pending { in_place, ..its }));
                    self.happens = false;
                    return Ok(Next::None);
                }
            },
            Coming::Token(token, maker) => {
                *self.cause = apply_to_token(play, *self.cause, &chosen, (token, *maker), self.state)?;
            }
        }
        if chosen.is_control() {
            self.is_taken(turn);
        }
        if let Coming::Moves(it) = &self.coming {
            *self.cause = with_its_cards(play, *self.cause, it, &chosen, turn.several);
        }
        let copied = match (&was, self.coming.copied()) {
            (None, Some(_)) => true,
            (Some(was), Some(is)) => !Rc::ptr_eq(was, is),
            _ => false,
        };
        if copied {
            self.is_copied(turn);
        }
        // What would replace only a part of the event had to wait.
        if let Some(rule) = turn.held_back.filter(|_| chosen.is_of_a_whole()) {
            self.add(rule);
        }
        // What the other face says of entering counts no more.
        let turned = turn.held_back.filter(|_| matches!(chosen.what, Effect::Transformed));
        if let Some(rule) = turned {
            self.add(rule);
            self.add(cr!("616.1f"));
        }
        Ok(if copied || turned.is_some() { Next::Anew } else { Next::Others })
    }
}

/// The cause of the move of a permanent that is several cards, with what says that an effect on one of them counts for all.
fn with_its_cards(play: &Play<'_>, cause: Cause, it: &Move, chosen: &Applicable, several: bool) -> Cause {
    let mut cause = cause;
    if let Effect::Said(said) = &chosen.what
        && let Event::Moves(moves) = &said.of
        && merging_with_permanents::takes_tokens_along(&play.game, it.object, &moves.what)
    {
        cause = cause.and(cr!("730.3e"));
    }
    if several && play.game.object(it.object).components().next().is_some() {
        cause = cause.and(merging_with_permanents::rule_of_replacing(&play.game, it.object));
    }
    cause
}
