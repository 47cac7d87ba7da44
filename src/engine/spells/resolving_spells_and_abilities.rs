//! CR 608: Resolving Spells and Abilities

use std::rc::Rc;

use crate::engine::additional::keyword_abilities::{overload, paradigm};
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::game::{
    Cause, CauseKind, Change, ContinuousEffect, MoveAction, Nature, ObjectId, PlayerId, StackAbility,
};
use crate::ir::change::{Allowed, Permission};
use crate::ir::part::{Part, mentions};
use crate::ir::{Filter, RuleChange, Selection, Subtype, Trait, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Level, What};

use super::continuous_effects;

pub mod granted;
mod naming;
mod permanent_spells;
mod steps;

pub(super) use steps::follow;

use steps::Resolving;

/// The top object of the stack resolves (608.1).
///
/// # Errors
/// If something on the way needs a choice that nobody makes, or can't be played.
pub(in crate::engine) fn resolve_top(play: &mut Play<'_>) -> Outcome {
    let Some(top) = play.game.stack().last().copied() else { return Ok(()) };
    let now = play.view()?;
    let controller = now.controller(&play.game, top);
    // Where teams have priority, all teams have passed.
    let passed = if play.game.shares_turns() { cr!("805.5b") } else { cr!("117.4") };
    let mut rules = Rules::of(&[passed]);
    // Of several, the topmost (405.5).
    if play.game.stack().len() > 1 {
        rules = Rules::of(&[cr!("405.5"), passed]);
    }
    // An ability goes on though its source has left since (113.7a).
    if let Some(ability) = play.game.object(top).stack_ability() {
        if play.game.object(ability.source).next.is_some_and(|next| next > top) {
            rules = rules.and(cr!("113.7a"));
            // What it aims at may be legal for what that was as it left.
            let names_it = |part: Part<'_>| {
                matches!(part, Part::Selection(Selection::This) | Part::Filter(Filter::Is(Trait::This)))
            };
            let its = &ability.body().targets;
            if its.iter().any(|spec| mentions(&spec.kind, names_it)) {
                rules = rules.and(cr!("608.2b"));
            }
        }
        // Whose it is was settled as it triggered, or was activated, whoever controls its source by now.
        if play.game.object(ability.source).on_battlefield()
            && now.controller(&play.game, ability.source) != controller
        {
            let delayed = ability.triggered && ability.number == 0;
            let rule = if ability.triggered { cr!("603.3a") } else { cr!("113.8") };
            rules = if delayed { rules } else { rules.and(rule) };
        }
        rules = naming::rules(&play.game, ability).fold(rules, Rules::and);
    }
    if play.game.object(top).is_fused() {
        // The left half is followed first, then the right one.
        rules = rules.and(cr!("702.102d"));
    }
    let entry =
        play.record(Level::Default, CauseKind::Resolution(top, controller), rules, What::Resolves(top));
    continuous_effects::lapses::begin_to_resolve(play, top)?;
    play.under(entry, |play| match play.game.object(top).stack_ability().cloned() {
        Some(ability) => resolve_ability(play, (top, controller), &ability),
        None => resolve_spell(play, (top, controller)),
    })
}

/// An ability resolves, by the steps of 608.2.
fn resolve_ability(play: &mut Play<'_>, top: (ObjectId, PlayerId), ability: &Rc<StackAbility>) -> Outcome {
    let mut it = Resolving::of_ability(play, top, ability);
    if !it.ask_again(play, ability)? {
        it.cease(play, cr!("608.2a"), Level::Hidden);
        return Ok(());
    }
    if !it.check_targets(play, ability.body())? {
        it.fizzles(play, cr!("608.2b"));
        it.cease(play, cr!("608.2b"), Level::Hidden);
        return Ok(());
    }
    it.follow_ability(play, ability)?;
    it.cease(play, cr!("608.2n"), Level::Detail);
    Ok(())
}

/// A spell resolves, by the steps of 608.2, or of 608.3 if it becomes a permanent.
fn resolve_spell(play: &mut Play<'_>, top: (ObjectId, PlayerId)) -> Outcome {
    let (mut it, body) = Resolving::of_spell(play, top)?;
    if play.view()?.characteristics(&play.game, it.top).types.is_permanent() {
        return permanent_spells::resolve(play, it, &body);
    }
    if !it.check_targets(play, &body)? {
        it.fizzles(play, cr!("608.2b"));
        return it.put_into_graveyard(play, cr!("608.2b"), MoveAction::Fail);
    }
    overload::each_instead(play, it.top, &mut it.frame)?;
    paradigm::resolves(play, &it.frame)?;
    follow(play, &mut it.frame, &body)?;
    it.leave_the_stack(play)
}

/// The card of a spell that was cast as an Adventure, exiled as that resolved, may be played by who controlled it, though not as an
/// Adventure, for as long as it stays exiled (715.3d).
pub(in crate::engine) fn on_an_adventure(
    play: &mut Play<'_>,
    cause: Cause,
    card: ObjectId,
    controller: PlayerId,
) {
    // A copy is no card that anybody could play from there.
    if matches!(play.game.object(card).nature, Nature::Copy) {
        return;
    }
    let Some(adventure) = Subtype::from_word("Adventure") else { return };
    let cause = cause.by(cr!("715.3d"));
    let top = cause.kind.source().unwrap_or(card);
    let permission = Permission {
        action: Allowed::Play,
        who: None,
        what: None,
        from: Some(Zone::Exile),
        spells: Some(Filter::Not(Box::new(Filter::Subtype(adventure)))),
        cost: None,
        any_mana: false,
        times_each_turn: None,
    };
    // Whatever leaves exile is another object, which the effect does not speak of.
    let effect = ContinuousEffect {
        source: top,
        rules: [RuleChange::May(permission)].into(),
        ..ContinuousEffect::on_itself(&play.game, card, controller, [].into())
    };
    play.change(cause, Level::Default, Change::BeginEffect(Box::new(effect)));
}
