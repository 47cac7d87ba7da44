//! CR 615: Prevention Effects. What each result of a prevention or replacement effect makes of so much of something.

use std::sync::Arc;

use crate::engine::additional::keyword_abilities;
use crate::engine::concepts::counters::protecting;
use crate::engine::concepts::damage;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::proposal::Proposal;
use crate::engine::reading::selections::select;
use crate::engine::reading::{Frame, Sight, quantities};
use crate::engine::spells::replacement_effects::{
    Applicable, Effect, IN_SUCH_A_WAY, Key, Pending, drawing, gap_of_result,
};
use crate::game::{Cause, CauseKind, Change, Occasion, Shield, Thing};
use crate::ir::{Event, Filter, Instruction, Quantity, Replacement, ReplacementResult, Selection};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Forbidden, Level, Note, Would};

use super::{Affected, Amount, is_of_a_source, rechecks, record, rule_of_counting};

/// An effect that is being applied.
struct Applying<'a> {
    effect: &'a Applicable,
    replacement: &'a Arc<Replacement>,
    shield: Option<Shield>,
    frame: Frame,
    /// The event as others have made it (616.1f).
    affected: Affected,
    /// How much of it a shield for so much in all is for at most.
    share: u32,
}

/// Applies an effect; a shield for so much in all to so much of the event at most as is its share.
pub(super) fn apply(play: &mut Play<'_>, effect: &Applicable, it: &mut Amount<'_>, share: u32) -> Outcome {
    let replacement = match &effect.what {
        Effect::Said(replacement) => replacement,
        Effect::Protection(rule) => {
            forbid(play, effect, it, *rule);
            return Ok(());
        }
        _ => return Ok(()),
    };
    // One that does the same has changed the event before, and will not be asked again.
    let again = it.state.results.iter().any(|earlier| earlier.result == replacement.result);
    it.state.results.push(replacement.clone());
    let shield = play.game.shields().iter().find(|shield| Some(shield.id) == effect.shield).cloned();
    let frame = Frame::of_source(effect.source, effect.controller, effect.origin);
    let frame = match &shield {
        Some(shield) => frame.bound(&shield.bindings),
        None => frame,
    };
    let affected = Affected { would: it.affected.would.with_amount(it.left), ..it.affected };
    let applying = Applying { effect, replacement, shield, frame, affected, share };
    if let Some(who) = &replacement.may
        && !drawing::would_rather(play, effect, who, &applying.frame_of(it, it.left))?
    {
        return Ok(());
    }
    let is_damage = matches!(affected.would, Would::Damage { .. });
    match &replacement.result {
        ReplacementResult::Prevent { amount, then } if is_damage => {
            return applying.prevent(play, it, (amount.as_ref(), then));
        }
        ReplacementResult::Redirect(to) if is_damage => return applying.redirect(play, it, to),
        ReplacementResult::Amount(quantity) => {
            it.left = applying.number(play, it, quantity)?;
        }
        ReplacementResult::Nothing => it.left = 0,
        ReplacementResult::Instead(instructions) => {
            applying.follow(it, instructions);
            it.left = 0;
        }
        ReplacementResult::Also(instructions) => applying.follow(it, instructions),
        ReplacementResult::Redirect(_) => {
            return Err(Halt::gap(effect.source, gap_of_result(replacement).unwrap_or_default()));
        }
        ReplacementResult::Prevent { .. }
        | ReplacementResult::To { .. }
        | ReplacementResult::Under(_)
        | ReplacementResult::Produces(_)
        | ReplacementResult::Tokens { .. }
        | ReplacementResult::Enters(_) => return Err(Halt::gap(effect.source, IN_SUCH_A_WAY)),
    }
    let mut rules = applying.rules(it.left, again);
    // What enters says it of itself.
    if matches!(it.proposal, Proposal::PutCounters { object, arrived: Some(_), .. } if *object == effect.source)
    {
        rules = rules.and(cr!("614.12"));
    }
    record(play, effect, affected.thing, affected.would, rules);
    it.state.used.apply(play, effect);
    Ok(())
}

/// Damage can't be dealt, by the protection of what would be dealt it (702.16e).
fn forbid(play: &mut Play<'_>, effect: &Applicable, it: &mut Amount<'_>, rule: RuleId) {
    if let Would::Damage { source, combat, .. } = it.affected.would {
        let note = Note::Cant(Forbidden::Damage { amount: it.left, combat }, it.affected.thing, source);
        play.note(Level::Default, CauseKind::Replacement(effect.source), Rules::NONE.and(rule), note);
        it.left = 0;
    }
}

impl Applying<'_> {
    /// The frame of the effect, where there is so much of the event.
    fn frame_of(&self, it: &Amount<'_>, amount: u32) -> Frame {
        self.frame.clone().with_occasion(Occasion { amount, ..it.proposal.occasion() }.into())
    }

    fn number(&self, play: &mut Play<'_>, it: &Amount<'_>, quantity: &Quantity) -> Outcome<u32> {
        let view = play.view()?;
        quantities::amount(Sight { game: &play.game, view: &view }, &self.frame_of(it, it.left), quantity)
    }

    /// Has instructions followed instead of the event, or in addition to it.
    fn follow(&self, it: &mut Amount<'_>, instructions: &[Instruction]) {
        let frame = self.frame_of(it, it.left);
        let instructions = instructions.to_vec();
        it.state.also.push(Pending {
            frame,
            instructions,
            moved: None,
            once: self.once(),
            in_place: Vec::new(),
        });
    }

    /// Has instructions followed by this rule, where the effect was applied to so much and has prevented so much.
    fn follow_by(
        &self,
        it: &mut Amount<'_>,
        then: &[Instruction],
        (amount, prevented): (u32, u32),
        rule: RuleId,
    ) {
        if !then.is_empty() {
            let occasion = Occasion { amount, prevented, ..it.proposal.occasion() };
            let frame = Frame { within: Some(rule), ..self.frame.clone().with_occasion(occasion.into()) };
            let instructions = then.to_vec();
            it.state.also.push(Pending {
                frame,
                instructions,
                moved: None,
                once: self.once(),
                in_place: Vec::new(),
            });
        }
    }

    /// The effect, if it is about damage that is dealt to something, whatever deals it: all that is dealt to that at once is one such event.
    /// What prevents so much of it does so of each source's by itself (615.10).
    fn once(&self) -> Option<Key> {
        let of_each = matches!(self.replacement.result, ReplacementResult::Prevent { amount: Some(_), .. });
        let of_whatever =
            matches!(&self.replacement.of, Event::DealsDamage(damage) if damage.source == Filter::EVERYTHING);
        (of_whatever && !of_each).then(|| self.effect.key())
    }

    /// The shield, if it is for so much in all, and how much of this damage is its share.
    fn for_so_much(&self) -> Option<(&Shield, u32)> {
        let shield = self.shield.as_ref()?;
        shield.damage.map(|damage| (shield, damage.min(self.share)))
    }

    /// A shield for so much in all has been used for some of it, by this rule; or the effect has been applied.
    fn use_up(&self, play: &mut Play<'_>, it: &mut Amount<'_>, amount: u32, rule: RuleId) {
        match self.for_so_much() {
            Some((shield, _)) => {
                let cause = Cause::new(CauseKind::Replacement(self.effect.source), rule);
                play.change(cause, Level::Hidden, Change::UseShield(shield.id, amount));
            }
            None => it.state.used.apply(play, self.effect),
        }
    }

    /// Prevents damage (615.1a): all of it, or so much.
    fn prevent(
        &self,
        play: &mut Play<'_>,
        it: &mut Amount<'_>,
        (amount, then): (Option<&Quantity>, &[Instruction]),
    ) -> Outcome {
        let Self { effect, affected, .. } = self;
        let counts_times = self.shield.as_ref().is_some_and(|shield| shield.uses.is_some());
        let (most, rule) = match (self.for_so_much(), amount) {
            (Some((_, most)), _) => (most, cr!("615.7")),
            (None, Some(amount)) => (self.number(play, it, amount)?, cr!("615.10")),
            // The whole of it, however much that is.
            (None, None) if counts_times && is_of_a_source(self.replacement) => (u32::MAX, cr!("615.8")),
            (None, None) => (u32::MAX, protecting::rule(effect.origin).unwrap_or(cr!("615.6"))),
        };
        let prevented = most.min(it.left);
        // It is applied all the same, prevents nothing, and is not used up; what else it does is done (615.12).
        if !affected.preventable {
            let own = protecting::rule(effect.origin);
            let rules = own.into_iter().fold(Rules::of(&[cr!("615.12")]), Rules::and);
            let note = Note::PreventsNothing(effect.source, affected.thing);
            play.note(Level::Default, CauseKind::Replacement(effect.source), rules, note);
            self.follow_by(it, then, (prevented, 0), cr!("615.12"));
            return Ok(());
        }
        if prevented == 0 {
            return Ok(());
        }
        it.left -= prevented;
        let would = match affected.would {
            Would::Damage { source, combat, .. } => Would::Prevented { source, amount: prevented, combat },
            other => other,
        };
        // What a keyword prevents it prevents by its own rule.
        let keyword = play.keyword(effect.source, effect.origin).and_then(keyword_abilities::rule_of);
        let rules = keyword.into_iter().fold(Rules::of(&[cr!("615.1a"), rule]), Rules::and);
        let rechecks =
            self.shield.is_some() && is_of_a_source(self.replacement) && rechecks(self.replacement);
        let rules = if rechecks { rules.and(cr!("615.9")) } else { rules };
        // Of what is prevented to the last point nothing happens.
        let rules = if it.left == 0 { rules.and(cr!("615.6")) } else { rules };
        // It was made for a permanent spell.
        let source = it.proposal.occasion().objects.first().map(|source| play.game.object(*source));
        let follows = self.shield.as_ref().zip(source).is_some_and(|(shield, its)| shield.has_followed(its));
        let rules = if follows { rules.and(cr!("400.7c")) } else { rules };
        record(play, effect, affected.thing, would, rules);
        self.use_up(play, it, prevented, cr!("615.7"));
        // What the effect does besides is no modified event: it follows the prevention at once.
        self.follow_by(it, then, (prevented, prevented), cr!("615.5"));
        Ok(())
    }

    /// Has damage dealt to something else (614.9).
    fn redirect(&self, play: &mut Play<'_>, it: &mut Amount<'_>, to: &Selection) -> Outcome {
        let Self { effect, affected, .. } = self;
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        let to = match select(sight, &self.frame_of(it, it.left), to)?.as_slice() {
            [to] => *to,
            [] => {
                let note = Note::RedirectsToNothing(effect.source, affected.thing);
                let rules = Rules::of(&[cr!("614.9")]);
                play.note(Level::Default, CauseKind::Replacement(effect.source), rules, note);
                return Ok(());
            }
            [..] => return Err(Halt::undecided(effect.source, "it redirects damage to several")),
        };
        if to == affected.thing {
            return Ok(());
        }
        // What is there no more, or can't be dealt damage, keeps nothing from being dealt it.
        if !damage::can_be_damaged(play, to)? {
            let gone = match to {
                Thing::Player(player) => play.game.player(player).gone,
                Thing::Object(object) => !play.game.object(object).on_battlefield(),
            };
            let note = if gone { Note::RedirectsToGone } else { Note::RedirectsNothing };
            let note = note(effect.source, affected.thing, to);
            let rules = Rules::of(&[cr!("614.9")]);
            play.note(Level::Default, CauseKind::Replacement(effect.source), rules, note);
            return Ok(());
        }
        // A shield is for its share at most, whatever it counts.
        let most =
            self.shield.as_ref().map_or(u32::MAX, |its| its.damage.unwrap_or(u32::MAX).min(self.share));
        let part = most.min(it.left);
        if part == 0 {
            return Ok(());
        }
        it.state.redirected = Some((to, part));
        let would = match affected.would {
            Would::Damage { source, combat, .. } => Would::Redirected { source, amount: part, combat, to },
            other => other,
        };
        it.state.spared.push(affected.thing);
        record(play, effect, affected.thing, would, it.state.rules_of_redirection(to));
        self.use_up(play, it, part, cr!("614.9"));
        Ok(())
    }

    /// The rules by which the event has been changed, of which so much is left.
    fn rules(&self, left: u32, again: bool) -> Rules {
        let Self { replacement, affected, .. } = self;
        let skips =
            matches!((affected.would, &replacement.result), (Would::Draw, ReplacementResult::Nothing));
        let rule = match left {
            0 if skips => cr!("614.10"),
            0 => cr!("614.6"),
            _ => cr!("614.1a"),
        };
        let rules = affected.rules.iter().fold(Rules::NONE.and(rule), Rules::and);
        let rules = match affected.would {
            Would::Counters(..) | Would::Tokens(_) => rules.and(rule_of_counting(&replacement.of)),
            _ => rules,
        };
        let twice = matches!(&replacement.result, ReplacementResult::Amount(Quantity::Times(2, of))
            if **of == Quantity::ThatMuch);
        // To double damage is to deal twice that much.
        let rules = match affected.would {
            Would::Damage { .. } if twice => rules.and(cr!("701.10g")),
            _ => rules,
        };
        if again && left > 0 { rules.and(cr!("614.5")) } else { rules }
    }
}
