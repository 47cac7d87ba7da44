//! CR 614: Replacement Effects, and CR 616: Interaction of Replacement and/or Prevention Effects

use std::sync::Arc;

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::events::only_this;
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::{players, select};
use crate::engine::reading::{Frame, Sight, conditions, quantities};
use crate::engine::view::functions;
use crate::game::effects::ShieldKind;
use crate::game::{
    Answer, Cause, CauseKind, Change, Choice, ChoiceKind, EffectId, Item, Move, MoveAction, ObjectId,
    Occasion, Options, Origin, PlayerId, Thing,
};
use crate::ir::replacement::Enters;
use crate::ir::{Ability, CardType, CounterKind, Event, Instruction, Replacement, ReplacementResult, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Level, What};

/// What becomes of a move that replacement effects have looked at.
pub(in crate::engine) enum Replaced {
    /// The move, as it happens now, and what happens in addition.
    Move(Cause, Move, Vec<Pending>),
    /// Something else happens instead.
    Instead(Vec<Pending>),
}

/// Instructions that a replacement effect puts in the place of an event or adds to it.
pub(in crate::engine) struct Pending {
    frame: Frame,
    instructions: Vec<Instruction>,
}

impl Pending {
    /// Follows them.
    pub(in crate::engine) fn run(mut self, play: &mut Play<'_>) -> Outcome {
        super::instructions::run(play, &mut self.frame, &self.instructions)
    }
}

/// One effect that could apply to the event.
struct Applicable {
    source: ObjectId,
    controller: PlayerId,
    origin: Origin,
    shield: Option<EffectId>,
    what: Effect,
}

#[derive(Clone)]
enum Effect {
    /// As cards say it.
    Said(Arc<Replacement>),
    /// A regeneration shield (701.19a).
    Regeneration,
    /// A planeswalker enters with loyalty counters (306.5b).
    Loyalty(u32),
    /// A commander may go to the command zone instead of a hand or library (903.9b).
    Commander,
}

/// Lets the effects that would replace a move do so, one after another, each at most once (614.5, 616.1f).
///
/// # Errors
/// If several apply and nobody says which first, or one can't be played.
pub(in crate::engine) fn replace_move(play: &mut Play<'_>, cause: Cause, it: Move) -> Outcome<Replaced> {
    let mut cause = cause;
    let mut it = it;
    let mut also = Vec::new();
    let mut applied: Vec<(ObjectId, Origin, Option<EffectId>)> = Vec::new();
    loop {
        play.tick("replacement effects apply to one event again and again")?;
        let mut applicable = for_move(play, &it)?;
        applicable.retain(|effect| !applied.contains(&(effect.source, effect.origin, effect.shield)));
        let Some(chosen) = choose(play, it.object, applicable)? else {
            return Ok(Replaced::Move(cause, it, also));
        };
        applied.push((chosen.source, chosen.origin, chosen.shield));
        match apply_to_move(play, &chosen, &mut cause, &mut it, &mut also)? {
            Applied::Changed => {}
            Applied::Instead(pending) => {
                also.extend(pending);
                return Ok(Replaced::Instead(also));
            }
        }
    }
}

enum Applied {
    Changed,
    Instead(Option<Pending>),
}

/// The effects that would replace this move.
fn for_move(play: &mut Play<'_>, it: &Move) -> Outcome<Vec<Applicable>> {
    let view = play.view()?;
    let game = &play.game;
    let sight = Sight { game, view: &view };
    let mut found = Vec::new();
    for object in game.objects() {
        if !object.exists || object.zone == Zone::Library {
            continue;
        }
        // An object's own effects on how it enters apply although it isn't there yet (614.12).
        let own = object.id == it.object;
        let characteristics = view.characteristics(game, object.id);
        for instance in &characteristics.abilities {
            let Ability::Replacement(replacement) = &*instance.ability else { continue };
            let entering = own && it.to == Zone::Battlefield && enters_itself(replacement);
            if !entering && !functions(instance, object.zone) {
                continue;
            }
            let controller = if entering {
                it.controller.unwrap_or(object.owner)
            } else {
                view.controller(game, object.id)
            };
            let frame = Frame::of_source(object.id, controller, instance.origin);
            if fits_move(sight, &frame, replacement, it)? {
                found.push(Applicable {
                    source: object.id,
                    controller,
                    origin: instance.origin,
                    shield: None,
                    what: Effect::Said(Arc::new(replacement.clone())),
                });
            }
        }
    }
    let moving = game.object(it.object);
    if it.to == Zone::Battlefield && moving.base.is(CardType::Planeswalker) && !it.face_down {
        if let Some(loyalty) = moving.base.loyalty {
            found.push(rule_based(it.object, moving.owner, Effect::Loyalty(loyalty.max(0).unsigned_abs())));
        }
    }
    let commander = moving.card().is_some_and(|card| game.card(card).commander);
    if commander && matches!(it.to, Zone::Hand | Zone::Library) {
        found.push(rule_based(it.object, moving.owner, Effect::Commander));
    }
    for shield in game.shields() {
        let what = match &shield.kind {
            ShieldKind::Regeneration => {
                if it.action != MoveAction::Destroy || shield.protects != Some(it.object) {
                    continue;
                }
                Effect::Regeneration
            }
            ShieldKind::Replacement(replacement) => {
                let mut frame = Frame::of_source(shield.source, shield.controller, Origin::Rules(0));
                if let Some(protected) = shield.protects {
                    frame.current = Some(Thing::Object(protected));
                }
                if !fits_move(sight, &frame, replacement, it)? {
                    continue;
                }
                Effect::Said(replacement.clone())
            }
        };
        found.push(Applicable {
            source: shield.source,
            controller: shield.controller,
            origin: Origin::Rules(0),
            shield: Some(shield.id),
            what,
        });
    }
    Ok(found)
}

const fn rule_based(object: ObjectId, owner: PlayerId, what: Effect) -> Applicable {
    let origin = match what {
        Effect::Loyalty(_) => Origin::Rules(901),
        _ => Origin::Rules(900),
    };
    Applicable { source: object, controller: owner, origin, shield: None, what }
}

/// Whether the replacement is about how the object itself enters (614.1c).
fn enters_itself(replacement: &Replacement) -> bool {
    match &replacement.of {
        Event::Moves(moves) => moves.to.contains(&Zone::Battlefield) && only_this(&moves.what),
        _ => false,
    }
}

fn fits_move(sight: Sight<'_>, frame: &Frame, replacement: &Replacement, it: &Move) -> Outcome<bool> {
    let object = sight.game.object(it.object);
    let event_fits = match &replacement.of {
        Event::Moves(moves) => {
            if it.to == object.zone
                || !(moves.from.is_empty() || moves.from.contains(&object.zone))
                || !(moves.to.is_empty() || moves.to.contains(&it.to))
                || moves.not_to.contains(&it.to)
            {
                return Ok(false);
            }
            matches(sight, frame, &moves.what, it.object)?
        }
        Event::Destroyed(what) => it.action == MoveAction::Destroy && matches(sight, frame, what, it.object)?,
        Event::Draws(who) => {
            it.action == MoveAction::Draw && players(sight, frame, who)?.contains(&object.owner)
        }
        Event::Discards(who, what) => {
            it.action == MoveAction::Discard
                && players(sight, frame, who)?.contains(&object.owner)
                && matches(sight, frame, what, it.object)?
        }
        _ => false,
    };
    if !event_fits {
        return Ok(false);
    }
    match &replacement.only_if {
        Some(condition) => {
            let frame = frame.clone().with_occasion(occasion_of(it).into());
            conditions::holds(sight, &frame, condition)
        }
        None => Ok(true),
    }
}

fn occasion_of(it: &Move) -> Occasion {
    Occasion { objects: vec![it.object], before: Some(it.object), ..Occasion::default() }
}

/// Which of several effects applies first: the controller of the affected object chooses, its owner if it has none (616.1).
fn choose(
    play: &mut Play<'_>,
    object: ObjectId,
    mut applicable: Vec<Applicable>,
) -> Outcome<Option<Applicable>> {
    if applicable.len() < 2 {
        return Ok(applicable.pop());
    }
    let view = play.view()?;
    let its = play.game.object(object);
    let player = match its.zone {
        Zone::Battlefield | Zone::Stack => view.controller(&play.game, object),
        _ => its.owner,
    };
    let mut items = Vec::with_capacity(applicable.len());
    for (index, effect) in applicable.iter().enumerate() {
        let earlier = applicable.iter().take(index).filter(|other| other.source == effect.source).count();
        items.push(Item::AbilityOf(effect.source, u8::try_from(earlier + 1).unwrap_or(u8::MAX)));
    }
    let same = applicable.windows(2).all(|pair| match pair {
        [one, other] => match (&one.what, &other.what) {
            (Effect::Said(one), Effect::Said(other)) => one.result == other.result,
            (Effect::Regeneration, Effect::Regeneration) => true,
            _ => false,
        },
        _ => true,
    });
    // Effects that only add to how the object enters lead to the same result in any order.
    let only_adding = applicable.iter().all(|effect| match &effect.what {
        Effect::Loyalty(_) => true,
        Effect::Said(replacement) => matches!(
            &replacement.result,
            ReplacementResult::Enters(enters) if enters.copy_of.is_none() && enters.does.is_empty()
        ),
        _ => false,
    });
    let choice = Choice {
        player,
        kind: ChoiceKind::First,
        source: Some(object),
        options: Options::Pick { from: items.into(), at_least: 1, at_most: 1, ordered: false },
        indifferent: same || only_adding,
    };
    let index = match play.choose(choice, Rules::of(&[cr!("616.1")]))? {
        Answer::Picked(picked) => picked.first().copied().unwrap_or(0) as usize,
        _ => 0,
    };
    Ok((index < applicable.len()).then(|| applicable.swap_remove(index)))
}

fn apply_to_move(
    play: &mut Play<'_>,
    effect: &Applicable,
    cause: &mut Cause,
    it: &mut Move,
    also: &mut Vec<Pending>,
) -> Outcome<Applied> {
    let frame = Frame::of_source(effect.source, effect.controller, effect.origin)
        .with_occasion(occasion_of(it).into());
    let replaced = |play: &mut Play<'_>, rule| {
        let what = What::Replaced(it.object, effect.source);
        play.record(Level::Default, CauseKind::Replacement(effect.source), Rules::NONE.and(rule), what);
    };
    let replacement = match &effect.what {
        Effect::Regeneration => {
            replaced(play, cr!("701.19a"));
            use_up(play, effect);
            regenerate(play, effect.source, it.object)?;
            return Ok(Applied::Instead(None));
        }
        Effect::Loyalty(loyalty) => {
            it.counters.push((CounterKind::LOYALTY, *loyalty));
            *cause = cause.and(cr!("306.5b"));
            return Ok(Applied::Changed);
        }
        Effect::Commander => {
            let rules = Rules::of(&[cr!("903.9b")]);
            if play.ask(effect.controller, ChoiceKind::May, Some(it.object), rules)? {
                replaced(play, cr!("903.9b"));
                it.to = Zone::Command;
                *cause = cause.by(cr!("903.9b"));
            }
            return Ok(Applied::Changed);
        }
        Effect::Said(replacement) => replacement.clone(),
    };
    if let Some(who) = &replacement.may {
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        let player = players(sight, &frame, who)?.first().copied().unwrap_or(effect.controller);
        if !play.ask(player, ChoiceKind::May, Some(effect.source), Rules::of(&[cr!("614.1a")]))? {
            return Ok(Applied::Changed);
        }
    }
    use_up(play, effect);
    match &replacement.result {
        ReplacementResult::To(zone) => {
            replaced(play, cr!("614.6"));
            it.to = *zone;
            *cause =
                Cause { kind: CauseKind::Replacement(effect.source), rules: cause.rules.and(cr!("614.6")) };
            if *zone == Zone::Exile {
                it.action = if it.action == MoveAction::Destroy { MoveAction::Destroy } else { it.action };
            }
        }
        ReplacementResult::Enters(enters) => {
            let rule = if effect.source == it.object { cr!("614.1c") } else { cr!("614.1d") };
            *cause = cause.and(rule);
            enter_so(play, &frame, enters, it)?;
        }
        ReplacementResult::Instead(instructions) => {
            replaced(play, cr!("614.6"));
            let pending = Pending { frame, instructions: instructions.clone() };
            return Ok(Applied::Instead(Some(pending)));
        }
        ReplacementResult::Also(instructions) => {
            also.push(Pending { frame, instructions: instructions.clone() });
        }
        ReplacementResult::Nothing => {
            replaced(play, cr!("614.6"));
            return Ok(Applied::Instead(None));
        }
        ReplacementResult::ShuffleIntoLibrary => {
            return Err(Halt::undecided(effect.source, "it shuffles something into a library instead"));
        }
        ReplacementResult::Amount(_) | ReplacementResult::Prevent { .. } | ReplacementResult::Redirect(_) => {
            return Err(Halt::undecided(effect.source, "it changes a number of an event that has none"));
        }
        #[allow(unreachable_patterns, reason = "results that other work adds to the form are not played yet")]
        _ => {
            return Err(Halt::undecided(effect.source, "it replaces an event in a way that can't be played"));
        }
    }
    Ok(Applied::Changed)
}

/// How a permanent enters (614.12).
fn enter_so(play: &mut Play<'_>, frame: &Frame, enters: &Enters, it: &mut Move) -> Outcome {
    if enters.copy_of.is_some() || !enters.does.is_empty() {
        return Err(Halt::undecided(frame.source, "it makes a choice as it enters"));
    }
    it.tapped |= enters.tapped;
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    for (kind, count) in &enters.counters {
        let count = quantities::amount(sight, frame, count)?;
        if count > 0 {
            it.counters.push((*kind, count));
        }
    }
    Ok(())
}

fn use_up(play: &mut Play<'_>, effect: &Applicable) {
    if let Some(shield) = effect.shield {
        let cause = Cause::new(CauseKind::Replacement(effect.source), cr!("614.5"));
        play.change(cause, Level::Hidden, Change::UseShield(shield, 1));
    }
}

/// What regeneration does instead of destruction (701.19a).
fn regenerate(play: &mut Play<'_>, source: ObjectId, object: ObjectId) -> Outcome {
    let cause = Cause::new(CauseKind::Replacement(source), cr!("701.19a"));
    play.change(cause, Level::Default, Change::RemoveDamage(object));
    if !play.game.object(object).tapped {
        crate::engine::additional::keyword_actions::tap::tap(play, cause, &[object], true)?;
    }
    play.change(cause, Level::Detail, Change::RemoveFromCombat(object));
    Ok(())
}

/// How much of some damage is left after prevention effects (615), and what happens in addition.
///
/// # Errors
/// If several effects apply and nobody says which first, or one can't be played.
pub(in crate::engine) fn prevent_damage(
    play: &mut Play<'_>,
    source: Option<ObjectId>,
    to: Thing,
    amount: u32,
    combat: bool,
) -> Outcome<(u32, Vec<Pending>)> {
    let view = play.view()?;
    let mut left = amount;
    let mut also = Vec::new();
    let mut effects: Vec<(
        ObjectId,
        PlayerId,
        Option<EffectId>,
        Option<u32>,
        Option<ObjectId>,
        Arc<Replacement>,
    )> = Vec::new();
    for object in play.game.objects() {
        if !object.exists || object.zone == Zone::Library {
            continue;
        }
        for instance in &view.characteristics(&play.game, object.id).abilities {
            if let Ability::Replacement(replacement) = &*instance.ability {
                if matches!(replacement.of, Event::DealsDamage(_)) && functions(instance, object.zone) {
                    let controller = view.controller(&play.game, object.id);
                    effects.push((object.id, controller, None, None, None, Arc::new(replacement.clone())));
                }
            }
        }
    }
    for shield in play.game.shields() {
        if let ShieldKind::Replacement(replacement) = &shield.kind {
            if matches!(replacement.of, Event::DealsDamage(_)) {
                let id = Some(shield.id);
                effects.push((
                    shield.source,
                    shield.controller,
                    id,
                    shield.uses,
                    shield.protects,
                    replacement.clone(),
                ));
            }
        }
    }
    for (owner, controller, shield, uses, protects, replacement) in effects {
        let Event::DealsDamage(damage) = &replacement.of else { continue };
        let mut frame = Frame::of_source(owner, controller, Origin::Rules(0));
        frame.current = protects.map(Thing::Object);
        let sight = Sight { game: &play.game, view: &view };
        let source_fits = match source {
            Some(source) => matches(sight, &frame, &damage.source, source)?,
            None => damage.source == crate::ir::Filter::EVERYTHING,
        };
        let to_fits = match (to, &damage.player, &damage.object) {
            (_, None, None) => protects.is_none_or(|protected| to == Thing::Object(protected)),
            (Thing::Player(player), Some(who), _) => players(sight, &frame, who)?.contains(&player),
            (Thing::Object(object), _, Some(filter)) => matches(sight, &frame, filter, object)?,
            _ => false,
        };
        if left == 0 || !source_fits || !to_fits || damage.combat.is_some_and(|wanted| wanted != combat) {
            continue;
        }
        match &replacement.result {
            ReplacementResult::Prevent { amount, then } => {
                let most = match (amount, uses) {
                    (_, Some(uses)) => uses,
                    (Some(amount), None) => quantities::amount(sight, &frame, amount)?,
                    (None, None) => u32::MAX,
                };
                let prevented = left.min(most);
                left -= prevented;
                let what = What::Replaced(to.object().unwrap_or(owner), owner);
                let rules = Rules::of(&[cr!("615.1")]);
                play.record(Level::Default, CauseKind::Replacement(owner), rules, what);
                if let Some(shield) = shield {
                    let cause = Cause::new(CauseKind::Replacement(owner), cr!("615.7"));
                    play.change(cause, Level::Hidden, Change::UseShield(shield, prevented));
                }
                if !then.is_empty() {
                    let occasion = Occasion { amount: prevented, ..Occasion::default() };
                    let frame = frame.with_occasion(occasion.into());
                    also.push(Pending { frame, instructions: then.clone() });
                }
            }
            ReplacementResult::Amount(quantity) => {
                let occasion = Occasion { amount: left, ..Occasion::default() };
                let frame = frame.with_occasion(occasion.into());
                left = quantities::amount(sight, &frame, quantity)?;
            }
            ReplacementResult::Redirect(selection) => {
                select(sight, &frame, selection)?;
                return Err(Halt::undecided(owner, "it redirects damage"));
            }
            _ => return Err(Halt::undecided(owner, "it replaces damage in a way that can't be played")),
        }
    }
    Ok((left, also))
}
