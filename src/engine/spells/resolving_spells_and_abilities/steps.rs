//! CR 608: Resolving Spells and Abilities. The steps of 608.2, letter by letter.
//!
//! The letters c to m are followed in no specific order, each where an instruction asks for it.
//! - c: [`follow`], and the order of what an instruction says in `src/engine/spells/instructions/mod.rs`.
//! - d: what is chosen meanwhile, `src/engine/spells/instructions/possible.rs`.
//! - e, f: what several players do, and what is done to several, `src/engine/spells/instructions/rounds.rs` and `players.rs`.
//! - g: what is paid and cast meanwhile, `src/engine/spells/instructions/casting.rs`.
//! - h, i, j: by which information, `src/engine/reading/quantities.rs`, `measures.rs`, `selections.rs`.
//! - k: [`Resolving::follow_ability`].
//! - m: nothing stops what has begun to resolve, wherever its object is by then; so nothing here asks where it is before n.

use std::rc::Rc;

use crate::engine::additional::keyword_abilities::ascend;
use crate::engine::concepts::targets;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight, conditions};
use crate::engine::spells::activating_activated_abilities::limits;
use crate::engine::spells::announcing::specs;
use crate::engine::spells::events::{Happening, after};
use crate::engine::spells::{casting_spells, instructions};
use crate::engine::zones::general;
use crate::game::{
    Cause, CauseKind, Change, Move, MoveAction, ObjectId, Occurrence, PlayerId, StackAbility, Thing,
};
use crate::ir::part::{Part, mentions};
use crate::ir::{Ability, Body, Event, Filter, KeywordName, NamedDeed, Quantity, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note, What};

/// A spell or ability that is resolving.
pub(super) struct Resolving {
    /// The object on the stack.
    pub(super) top: ObjectId,
    /// Who controls it.
    pub(super) controller: PlayerId,
    /// What is caused by it.
    pub(super) kind: CauseKind,
    /// What it has bound.
    pub(super) frame: Frame,
}

impl Resolving {
    /// An ability.
    pub(super) fn of_ability(
        play: &Play<'_>,
        (top, controller): (ObjectId, PlayerId),
        ability: &StackAbility,
    ) -> Self {
        let mut frame = Frame::of_source(ability.source, controller, ability.origin);
        (frame.on_stack, frame.announcing) = (Some(top), false);
        frame.occasion.clone_from(&ability.occasion);
        if let Some(slots) = &ability.slots {
            frame.inherit(slots);
        }
        frame.announced.clone_from(&play.game.object(top).announced);
        Self { top, controller, kind: CauseKind::Resolution(top, controller), frame }
    }

    /// A spell, with what it says.
    pub(super) fn of_spell(
        play: &mut Play<'_>,
        (top, controller): (ObjectId, PlayerId),
    ) -> Outcome<(Self, Body)> {
        general::must_be_known(play, top)?;
        let (body, mut frame) = casting_spells::body_of(play, controller, top)?;
        frame.announced.clone_from(&play.game.object(top).announced);
        Ok((Self { top, controller, kind: CauseKind::Resolution(top, controller), frame }, body))
    }

    /// 608.2a: whether the condition of an intervening "if" still holds, if there is one.
    pub(super) fn ask_again(&mut self, play: &mut Play<'_>, ability: &StackAbility) -> Outcome<bool> {
        let Ability::Triggered(triggered) = &*ability.ability else { return Ok(true) };
        let Some(condition) = &triggered.only_if else { return Ok(true) };
        let view = play.view()?;
        let holds = conditions::holds(Sight { game: &play.game, view: &view }, &self.frame, condition)?;
        let by_last_known = instructions::last_known::decides(play, &self.frame, condition)?;
        if holds {
            self.frame.because = by_last_known.then(|| cr!("608.2h")).or(self.frame.because);
            return Ok(true);
        }
        let rules = Rules::of(&[cr!("603.4"), cr!("608.2a")]);
        let rules = if by_last_known { rules.and(cr!("608.2h")) } else { rules };
        let by = Cause { kind: self.kind, rules };
        play.note_unmet(Level::Default, by, Note::ConditionFalse(self.top), (&self.frame, condition));
        Ok(false)
    }

    /// 608.2b: whether it resolves: not if it has targets and all of them are illegal now. Illegal ones among several are taken out of the
    /// frame, so that no instruction affects them.
    pub(super) fn check_targets(&mut self, play: &mut Play<'_>, body: &Body) -> Outcome<bool> {
        let Some(announced) = self.frame.announced.clone() else { return Ok(true) };
        if announced.targets.iter().all(Vec::is_empty) {
            return Ok(true);
        }
        let view = play.view()?;
        let mut kept = announced.clone();
        let mut illegal: Vec<(Thing, Rules, usize)> = Vec::new();
        let mut any = false;
        for (index, spec) in specs(body, &announced.modes).into_iter().enumerate() {
            let Some(chosen) = announced.targets.get(index) else { continue };
            let mut legal = Vec::with_capacity(chosen.len());
            let mut shares = Vec::new();
            for (place, thing) in chosen.iter().enumerate() {
                let sight = Sight { game: &play.game, view: &view };
                // "That player" is the one for whom it was chosen.
                let whose = announced.chosen_for.get(index).and_then(|players| players.get(place));
                let frame = &Frame { current: whose.copied().map(Thing::Player), ..self.frame.clone() };
                match targets::no_longer_legal(sight, frame, spec, *thing, self.top)? {
                    None => {
                        legal.push(*thing);
                        shares.extend(announced.division.get(index).and_then(|shares| shares.get(place)));
                    }
                    Some(rules) => {
                        any |= spec.resolves_anyway;
                        illegal.push((*thing, rules, index));
                    }
                }
            }
            if let Some(together) = &spec.together {
                let sight = Sight { game: &play.game, view: &view };
                if !targets::together::fits(sight, &self.frame, together, &legal)? {
                    if !targets::together::all_illegal(sight, &self.frame, together, &legal)? {
                        let why = "its targets are no more together as they must be";
                        return Err(Halt::undecided(self.top, why));
                    }
                    let rules = Rules::of(&[cr!("608.2b")]);
                    illegal.extend(legal.drain(..).map(|thing| (thing, rules, index)));
                    shares.clear();
                }
            }
            any |= !legal.is_empty();
            if legal.len() == chosen.len() {
                continue;
            }
            if legal.is_empty() {
                self.frame.illegal.push(index);
            } else {
                self.frame.partly_illegal.push(index);
            }
            let kept = Rc::make_mut(&mut kept);
            if let Some(slot) = kept.targets.get_mut(index) {
                *slot = legal;
            }
            if let Some(slot) = kept.division.get_mut(index) {
                *slot = shares;
            }
        }
        for (thing, rules, index) in illegal {
            // It may have been chosen for another target as well, and be legal as that.
            let note = match kept.targets.iter().flatten().any(|target| *target == thing) {
                true => Note::IllegalAs(self.top, thing, u8::try_from(index).unwrap_or(u8::MAX)),
                false => Note::IllegalTarget(self.top, thing),
            };
            play.note(Level::Default, self.kind, rules, note);
        }
        self.frame.announced = Some(kept);
        Ok(any)
    }

    /// 608.2b: it doesn't resolve, all its targets being illegal.
    pub(super) fn fizzles(&self, play: &mut Play<'_>, rule: RuleId) {
        play.record(Level::Default, self.kind, Rules::of(&[rule]), What::Fizzles(self.top));
    }

    /// 608.2c to 608.2m, of an ability: what it says is done, once in a turn if it says so as a whole.
    pub(super) fn follow_ability(&mut self, play: &mut Play<'_>, ability: &StackAbility) -> Outcome {
        self.means_them_still(play, ability)?;
        // Whoever controlled it, and copies of it too, count as times that it resolved.
        if mentions(ability.body(), |part| matches!(part, Part::Quantity(Quantity::TimesResolved))) {
            let resolved = Change::Occurred(Occurrence::Resolved(ability.source, ability.origin));
            play.change(Cause::new(self.kind, cr!("608.2")), Level::Hidden, resolved);
        }
        let whole = limits::is_done_as_a_whole(&ability.ability);
        if whole && limits::is_done_already(play, &self.frame) {
            return Ok(());
        }
        if whole {
            limits::do_it(play, &self.frame);
        }
        follow(play, &mut self.frame, ability.body())
    }

    /// 608.2k: an object that the trigger condition named is meant even if it is no longer of that kind.
    fn means_them_still(&self, play: &mut Play<'_>, ability: &StackAbility) -> Outcome {
        let (Ability::Triggered(triggered), Some(occasion)) = (&*ability.ability, &self.frame.occasion)
        else {
            return Ok(());
        };
        let when = &triggered.when;
        let (it, other) = if let Event::Blocks(it, other) | Event::BecomesBlocked(it, other) = when {
            (it, other)
        } else if let Event::Attacks(attacks) = when {
            (&attacks.what, &Filter::EVERYTHING)
        } else {
            return Ok(());
        };
        let view = play.view()?;
        let mut changed = Vec::new();
        let speaks_of_it = mentions(ability.body(), Part::is_it);
        let speaks_of_other = mentions(ability.body(), Part::is_other);
        for (objects, kind, speaks) in
            [(&occasion.objects, it, speaks_of_it), (&occasion.others, other, speaks_of_other)]
        {
            for object in objects.iter().filter(|object| play.game.object(**object).on_battlefield()) {
                let sight = Sight { game: &play.game, view: &view };
                if !matches(sight, &self.frame, kind, *object)? && speaks {
                    changed.push(*object);
                }
            }
        }
        for object in changed {
            let rules = Rules::of(&[cr!("608.2k")]);
            play.note(Level::Default, CauseKind::Ability(self.frame.source), rules, Note::StillMeant(object));
        }
        Ok(())
    }

    /// 608.2n, of an ability: it leaves the stack and ceases to exist, as it does where it doesn't resolve.
    pub(super) fn cease(&self, play: &mut Play<'_>, rule: RuleId, level: Level) {
        if play.game.object(self.top).exists {
            play.change(Cause::new(self.kind, rule), level, Change::Cease(self.top));
        }
    }

    /// 608.2n, of a spell: it is put into its owner's graveyard, if it is still on the stack.
    pub(super) fn leave_the_stack(&self, play: &mut Play<'_>) -> Outcome {
        let its = play.game.object(self.top);
        if !its.exists || its.zone != Zone::Stack {
            return Ok(());
        }
        self.put_into_graveyard(play, cr!("608.2n"), MoveAction::Resolve)
    }

    /// A spell leaves the stack for its owner's graveyard. 608.2p: what triggers as it resolves triggers then.
    pub(super) fn put_into_graveyard(
        &self,
        play: &mut Play<'_>,
        rule: RuleId,
        action: MoveAction,
    ) -> Outcome {
        // What haunts as it resolves triggers only then, not as it fails to, and not from elsewhere (702.55a).
        let haunts =
            action == MoveAction::Resolve && play.view()?.has(&play.game, self.top, KeywordName::Haunt);
        let cause = Cause::new(self.kind, rule);
        let moved = general::move_one(play, cause, Move::new(self.top, Zone::Graveyard, action))?;
        if let Some(object) = moved.filter(|card| haunts && play.game.object(*card).zone == Zone::Graveyard) {
            let before = play.view()?;
            after(play, &before, &[Happening::Becomes { object, what: NamedDeed::SpellWithHauntResolves }])?;
        }
        Ok(())
    }
}

/// 608.2c: the instructions are followed in the order written: the body's own, then those of the chosen modes (700.2).
pub(in crate::engine::spells) fn follow(play: &mut Play<'_>, frame: &mut Frame, body: &Body) -> Outcome {
    if let Some(spell) = frame.on_stack
        && play.game.object(spell).is_spell()
    {
        ascend::as_it_resolves(play, spell, frame.controller)?;
    }
    instructions::run(play, frame, &body.does)?;
    let Some(choose) = &body.choose else { return Ok(()) };
    let modes = frame.announced.as_ref().map(|announced| announced.modes.clone()).unwrap_or_default();
    let mut first = body.targets.len();
    for mode in modes {
        let Some(mode) = choose.modes.get(usize::from(mode)) else { continue };
        frame.first_target = first;
        instructions::run(play, frame, &mode.does)?;
        first += mode.targets.len();
    }
    frame.first_target = 0;
    Ok(())
}
