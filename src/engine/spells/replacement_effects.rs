//! CR 614: Replacement Effects, and CR 616: Interaction of Replacement and/or Prevention Effects

use std::rc::Rc;
use std::sync::Arc;

use crate::engine::additional::keyword_abilities::ways;
use crate::engine::additional::merging_with_permanents;
use crate::engine::concepts::counters::protecting;
use crate::engine::halt::{Halt, Outcome, Why};
use crate::engine::play::Play;
use crate::engine::proposal::Proposal;
use crate::engine::reading::events::{Candidate, occasion};
use crate::engine::reading::selections::{players, select};
use crate::engine::reading::{Frame, Sight, conditions, quantities};
use crate::engine::view::functions;
use crate::game::effects::{Linked, ShieldKind};
use crate::game::{
    ByRules, Cause, CauseKind, Deed, EffectId, Move, MoveAction, ObjectId, Occasion, Origin, PlayerId,
    SentBy, Thing,
};
use crate::ir::event::Made;
use crate::ir::event::sorts::of_combat;
use crate::ir::part::mentions;
use crate::ir::{
    Ability, CounterKind, Event, Filter, Instruction, Link, NamedDeed, Players, Replacement,
    ReplacementResult, Selection, Slot, Verb, Zone,
};
use crate::rules::{RuleId, cr};

mod applying;
mod choosing;
pub(in crate::engine) mod drawing;
mod entering;
mod interaction;
mod moving;
mod same;
pub(in crate::engine) mod sent_to_exile;
mod tokens;
mod used;

pub(in crate::engine) use applying::{deal, enter_token, replace_move};
pub(super) use choosing::choose;
use choosing::{choose_as, only_add, who_chooses, who_may};
pub(in crate::engine) use entering::gap_as_it_enters;
pub(in crate::engine) use entering::{Arrived, AtOnce, Coming, change_gives_entering};
use entering::{enters_itself, others_watch_entering, own_abilities};
pub(super) use interaction::{Next, Replaceable, Turn, replace};
use same::are_same;
pub(in crate::engine) use used::Used;

/// What is not put where the others are.
const LEFT_OUT: Slot = Slot::literal("left-out");

/// What becomes of a move that replacement effects have looked at.
#[expect(
    clippy::large_enum_variant,
    reason = "one is made for each move, and nearly all are of the large sort"
)]
pub(in crate::engine) enum Replaced {
    /// The move, as it happens now, and what happens in addition.
    Move(Cause, Move, Vec<Pending>),
    /// Something else happens instead.
    Instead(Vec<Pending>),
}

/// Instructions that a replacement effect puts in the place of an event or adds to it.
pub(in crate::engine) struct Pending {
    pub(super) frame: Frame,
    pub(super) instructions: Vec<Instruction>,
    /// The object that the effect itself exiles, and the link under which that keeps what it becomes (607.2a).
    pub(super) links: Option<(Link, ObjectId)>,
}

impl Pending {
    /// What they would move, and what they would do to it: the source that they exile, the objects that they put somewhere.
    ///
    /// # Errors
    /// If what they speak of can't be told.
    pub(in crate::engine) fn moved(&self, play: &mut Play<'_>) -> Outcome<Vec<(ObjectId, Deed)>> {
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        let mut moved = Vec::new();
        for instruction in &self.instructions {
            if matches!(instruction, Instruction::Exile(exile) if exile.what == Selection::This) {
                moved.push((self.frame.source, Deed::Do(Verb::Exile, true)));
            }
            if let Instruction::Put(put) = instruction {
                let objects = select(sight, &self.frame, &put.what)?.into_iter().filter_map(Thing::object);
                moved.extend(objects.map(|object| (object, Deed::Put(put.to))));
            }
        }
        Ok(moved)
    }

    /// Leaves these objects out of what they put somewhere: something else has happened to them (400.6).
    pub(in crate::engine) fn leave_out(&mut self, objects: &[ObjectId]) {
        self.frame.bind(Some(LEFT_OUT), objects.iter().copied().map(Thing::Object).collect());
        for instruction in &mut self.instructions {
            if let Instruction::Put(put) = instruction {
                let left_out = Filter::Among(Box::new(Selection::Slot(LEFT_OUT)));
                let what = std::mem::replace(&mut put.what, Selection::This);
                put.what = Selection::Among(Box::new(what), Box::new(Filter::Not(Box::new(left_out))));
            }
        }
    }

    /// Whether both are what follows the prevention of damage by one effect, and speak of nothing of the event but how much that was.
    pub(super) fn is_of_one_prevention(&self, other: &Self) -> bool {
        let follows = |pending: &Self| pending.frame.within == Some(cr!("615.5"));
        let dealt = |pending: &Self| {
            let occasion = pending.frame.occasion.as_ref();
            occasion.map(|it| (it.objects.clone(), it.others.clone(), it.player))
        };
        follows(self)
            && follows(other)
            && self.instructions == other.instructions
            && (dealt(self) == dealt(other)
                || !mentions(&self.instructions, |part| part.is_it() || part.is_other()))
    }

    /// Adds how much was prevented of other damage.
    pub(super) fn add(&mut self, other: &Self) {
        let more = other.frame.occasion.as_ref().map_or(0, |occasion| occasion.amount);
        if let Some(occasion) = &mut self.frame.occasion {
            let occasion = Rc::make_mut(occasion);
            occasion.amount = occasion.amount.saturating_add(more);
        }
    }

    /// The permanent from which they remove a shield counter because damage to it is prevented, if it is that.
    pub(in crate::engine) fn shielded(&self) -> Option<ObjectId> {
        protecting::prevents_damage(self.frame.origin).then_some(self.frame.source)
    }

    /// How much life a player gains by them, as far as they are nothing but gains of life.
    ///
    /// # Errors
    /// If a number can't be told.
    pub(in crate::engine) fn life_gained(&self, play: &mut Play<'_>, player: PlayerId) -> Outcome<i32> {
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        let mut gained = 0i32;
        for instruction in &self.instructions {
            let Instruction::GainLife { who, amount, .. } = instruction else { continue };
            if players(sight, &self.frame, who)?.contains(&player) {
                gained = gained.saturating_add(quantities::value(sight, &self.frame, amount)?);
            }
        }
        Ok(gained)
    }

    /// Follows them.
    pub(in crate::engine) fn run(mut self, play: &mut Play<'_>) -> Outcome {
        // Nothing resolves here: what happens instead is the modified event.
        self.frame.within.get_or_insert(cr!("614.6"));
        play.replacing += 1;
        let followed = super::instructions::run(play, &mut self.frame, &self.instructions);
        play.replacing -= 1;
        if let Some((link, gone)) = self.links {
            let next = play.game.object(gone).next;
            let others = merging_with_permanents::parts_of(&play.game, gone);
            for new in next.into_iter().chain(others) {
                if play.game.object(new).zone == Zone::Exile {
                    super::linked_abilities::keep(play, &self.frame, link, new, Linked::Exiled);
                }
            }
        }
        followed
    }
}

/// One effect that could apply to the event.
pub(super) struct Applicable {
    pub(super) source: ObjectId,
    pub(super) controller: PlayerId,
    pub(super) origin: Origin,
    pub(super) shield: Option<EffectId>,
    pub(super) what: Effect,
}

/// What tells one effect from another: its source, which of its abilities it is, and the shield if it is one; of what has become a copy
/// of something, which copy.
pub(in crate::engine) type Key = (ObjectId, Origin, Option<EffectId>, u8);

/// What comes together as effects are applied to what moves or is created.
struct Moving<'a> {
    also: Vec<Pending>,
    of_copy: Vec<(CounterKind, u32)>,
    /// Whether the counters that it enters with are as many as the X of the spell that it was (107.3m).
    by_x: bool,
    /// What enters the battlefield at the same time (614.13a).
    at_once: &'a mut AtOnce,
}

impl Applicable {
    pub(super) const fn key(&self) -> Key {
        (self.source, self.origin, self.shield, 0)
    }

    /// Whether it would change under whose control something enters.
    fn is_control(&self) -> bool {
        matches!(&self.what, Effect::Said(said) if matches!(said.result, ReplacementResult::Under(_)))
    }

    /// Whether it replaces a discard or a destruction, of which going to a graveyard is only a part (701.8a, 701.9a).
    fn is_of_a_whole(&self) -> bool {
        let is_whole = |event: &Event| matches!(event, Event::Destroyed(_) | Event::Discards(..));
        match &self.what {
            Effect::Said(said) => {
                let of = &said.of;
                if let Event::OneOrMore(event) = of { is_whole(event) } else { is_whole(of) }
            }
            Effect::Regeneration | Effect::Sent(SentBy::Madness) => true,
            _ => false,
        }
    }

    /// Whether it would make something a copy as it enters.
    fn is_copy(&self) -> bool {
        match &self.what {
            Effect::Said(said) => {
                matches!(&said.result, ReplacementResult::Enters(enters) if enters.copy_of.is_some())
            }
            _ => false,
        }
    }
}

#[derive(Clone)]
pub(super) enum Effect {
    /// As cards say it.
    Said(Arc<Replacement>),
    /// A regeneration shield (701.19a).
    Regeneration,
    /// Protection that prevents damage, by this rule (702.16e).
    Protection(RuleId),
    /// A planeswalker, battle or Saga enters with counters by an ability of its type (306.5b, 310.4b, 714.3a).
    Counters(CounterKind, u32, RuleId),
    /// It enters with its other face up by its daybound ability (702.145b).
    Transformed,
    /// A spell that was cast in a certain way is exiled as it leaves the stack, by this rule (702.34a and its like).
    CastSo(RuleId),
    /// A card that would go to a graveyard is exiled, and goes on from there.
    Sent(SentBy),
    /// A commander may go to the command zone instead of a hand or library (903.9b).
    Commander,
}

#[expect(
    clippy::large_enum_variant,
    reason = "one is made for each effect that is applied, and used at once"
)]
enum Applied {
    Changed,
    Instead(Option<Pending>),
}

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

/// The effects that would replace this move.
fn for_move(play: &mut Play<'_>, cause: &Cause, it: &Move) -> Outcome<Vec<Applicable>> {
    let view = play.view()?;
    let game = &play.game;
    let sight = Sight { game, view: &view };
    let mut found = Vec::new();
    let watched = others_watch_entering(game, &view);
    let values = (it.to == Zone::Battlefield).then(|| Coming::Moves(&mut it.clone()).values(game));
    let arrived = match &values {
        Some(values) if watched || entering::may_be_given_abilities(&view, values) => {
            Some(Arrived::by_move(game, it)?)
        }
        // Where a choice that is made only now would have to be known, it is what it is where it is.
        Some(values) if it.face_down.is_none() && own_abilities(values).next().is_some() => {
            Arrived::by_move(game, it).ok()
        }
        _ => None,
    };
    let here = Proposal::of_move(game, it, None);
    let there = Proposal::of_move(game, it, arrived.as_ref());
    for at in &view.replacements {
        let Some(instance) = view.ability(game, *at) else { continue };
        let Ability::Replacement(replacement) = &*instance.ability else { continue };
        if it.to == Zone::Battlefield && at.object == it.object && enters_itself(replacement) {
            continue;
        }
        let controller = view.controller(game, at.object);
        let frame = Frame::of_source(at.object, controller, instance.origin);
        if let Event::Moves(moves) = &replacement.of
            && merging_with_permanents::divides(game, it.object, &moves.what)
            && (moves.to.is_empty() || moves.to.contains(&it.to))
        {
            let why = "it may apply to some cards of a merged permanent that is a token";
            return Err(Halt::undecided(at.object, why));
        }
        let would = if at.object == it.object { &here } else { &there };
        if applies(sight, &frame, replacement, would, 0)? {
            found.push(said(at.object, controller, instance.origin, replacement));
        }
    }
    let moving = game.object(it.object);
    // Of the cards in a library only the one that moves can say anything of that, and functions there if it speaks of its being put
    // somewhere from anywhere (113.6b).
    if moving.zone == Zone::Library {
        for instance in &view.characteristics(game, it.object).abilities {
            let Ability::Replacement(replacement) = &*instance.ability else { continue };
            let frame = Frame::of_source(it.object, moving.owner, instance.origin);
            if functions(instance, Zone::Library) && applies(sight, &frame, replacement, &here, 0)? {
                found.push(said(it.object, moving.owner, instance.origin, replacement));
            }
        }
    }
    for (origin, replacement) in protecting::against_moves(game, it.object, cause.kind) {
        let controller = view.controller(game, it.object);
        let frame = Frame::of_source(it.object, controller, origin);
        if applies(sight, &frame, &replacement, &here, 0)? {
            found.push(said(it.object, controller, origin, &replacement));
        }
    }
    // What an object says of how it enters itself applies although it isn't there yet (614.12); face down it says only what an effect
    // would have it say.
    if it.to == Zone::Battlefield && (it.face_down.is_none() || arrived.is_some()) {
        let changed = values.filter(|_| it.copied.is_some() || it.face != moving.face);
        let values = match (&arrived, &changed) {
            (Some(arrived), _) => arrived.view.characteristics(&arrived.game, arrived.object),
            (None, Some(values)) => values,
            (None, None) => view.characteristics(game, it.object),
        };
        let controller = it.controller.unwrap_or(moving.owner);
        for instance in own_abilities(values) {
            let Ability::Replacement(replacement) = &*instance.ability else { continue };
            let frame = Frame::of_source(it.object, controller, instance.origin);
            let frame = moving::knowing_what_was_paid(game, frame, it);
            if applies(sight, &frame, replacement, &here, 0)? {
                found.push(said(it.object, controller, instance.origin, replacement));
            }
        }
        found.sort_by_key(|effect| effect.source);
        if it.face_down.is_none() {
            found.extend(entering::by_rules(game, &Coming::Moves(&mut it.clone()))?);
        }
    }
    if let Some(rule) = ways::exiles(game, it.object).filter(|_| it.to != Zone::Exile) {
        found.push(rule_based(it.object, moving.controller, Effect::CastSo(rule)));
    }
    for by in sent_to_exile::senders(game, &view, it) {
        found.push(rule_based(it.object, moving.controller, Effect::Sent(by)));
    }
    let commander = merging_with_permanents::is_commander(game, it.object);
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
                let frame = Frame::of_effect(shield.source, shield.controller, &shield.bindings);
                if !applies(sight, &frame, replacement, &there, 0)? {
                    continue;
                }
                Effect::Said(replacement.clone())
            }
        };
        found.push(Applicable {
            source: shield.source,
            controller: shield.controller,
            origin: Origin::NONE,
            shield: Some(shield.id),
            what,
        });
    }
    Ok(found)
}

fn said(source: ObjectId, controller: PlayerId, origin: Origin, it: &Replacement) -> Applicable {
    Applicable { source, controller, origin, shield: None, what: Effect::Said(Arc::new(it.clone())) }
}

pub(super) const fn rule_based(object: ObjectId, owner: PlayerId, what: Effect) -> Applicable {
    let origin = match what {
        Effect::Counters(..) => Origin::Rules(ByRules::EntersWithCounters),
        Effect::CastSo(_) => Origin::Rules(ByRules::EntersAsCast),
        Effect::Sent(SentBy::Madness) => Origin::Rules(ByRules::Madness),
        Effect::Sent(SentBy::Rebound) => Origin::Rules(ByRules::Rebound),
        Effect::Sent(SentBy::Adventure) => Origin::Rules(ByRules::Adventure),
        Effect::Sent(SentBy::Buyback) => Origin::Rules(ByRules::Buyback),
        Effect::Transformed => Origin::Rules(ByRules::EntersTransformed),
        Effect::Protection(_) => Origin::Rules(ByRules::Protection),
        _ => Origin::Rules(ByRules::Replacing),
    };
    Applicable { source: object, controller: owner, origin, shield: None, what }
}

/// Whether an effect replaces what would happen, of which there is so much if there is a number of it.
pub(super) fn applies(
    sight: Sight<'_>,
    frame: &Frame,
    replacement: &Replacement,
    would: &Proposal<'_>,
    amount: u32,
) -> Outcome<bool> {
    if occasion(sight, frame, &replacement.of, Candidate::Would(would))?.is_none() {
        return Ok(false);
    }
    match &replacement.only_if {
        Some(condition) => {
            let occasion = Occasion { amount, ..would.occasion() };
            conditions::holds(sight, &frame.clone().with_occasion(occasion.into()), condition)
        }
        None => Ok(true),
    }
}

/// Why a replacement effect is never applied; nothing for one that may be.
pub(in crate::engine) fn gap_of(replacement: &Replacement) -> Option<Why> {
    if !is_played(&replacement.of) {
        return Some(NOT_REPLACED.into());
    }
    gap_of_result(replacement).map(Why::Borrowed)
}

/// Why an event is not replaced at all.
pub(super) const NOT_REPLACED: &str = "it replaces something that headjudge does not let be replaced yet";

/// Why an event is not replaced in this way.
pub(super) const IN_SUCH_A_WAY: &str = "it replaces an event in a way that can't be played";

/// Why what is done in addition to one event of the parts that it is made of, or instead of it, is not done.
pub(super) const TOKENS_AND_MORE: &str = "something else is done as tokens are created";

/// The same of losing the game, which is not all that happens.
pub(super) const LOSS_AND_MORE: &str = "it does something else as a player loses the game";

/// The same of a search.
pub(super) const SEARCH_AND_MORE: &str = "it does something else as a library is searched";

/// Why nothing is applied to something's being turned face up.
pub(in crate::engine) const TURNED_UP: &str =
    "it changes how it is turned face up in a way that is not played";

/// Why events of a kind that are replaced are not replaced by this.
pub(super) fn gap_of_result(replacement: &Replacement) -> Option<&'static str> {
    use ReplacementResult::{Also, Amount, Enters, Instead, Prevent, Redirect, To, Under};
    let result = &replacement.result;
    let of_a_move = matches!(result, To { .. } | Under(_) | Enters(_));
    if matches!(result, To { place: Some(place), .. } if moving::position_of(place).is_none()) {
        return Some("it puts what moves into a library at a place that is still to be chosen");
    }
    let of_damage = matches!(result, Prevent { .. } | Redirect(_));
    let of = &replacement.of;
    match of.made() {
        Made::Any(events) => {
            let of_each =
                |event: &Event| gap_of_result(&Replacement { of: event.clone(), ..replacement.clone() });
            return events.iter().find_map(of_each);
        }
        Made::OneOrMore(event) | Made::CausedBy(_, event) => {
            return gap_of_result(&Replacement { of: event.clone(), ..replacement.clone() });
        }
        Made::Nth(..) | Made::Provided(..) | Made::Plain => {}
    }
    // Which events are replaced at all `is_played` says of each.
    if *of == Event::Never {
        return None;
    }
    if matches!(of, Event::Moves(_) | Event::Destroyed(_) | Event::Discards(..)) {
        let of_a_number = of_damage || matches!(result, Amount(_));
        return of_a_number.then_some("it changes a number of an event that has none");
    }
    if matches!(of, Event::TurnedFaceUp(_)) {
        let plain = replacement.only_if.is_none() && replacement.may.is_none();
        return (!plain || !matches!(result, Also(_))).then_some(TURNED_UP);
    }
    if matches!(of, Event::DamageReducesLife(..)) {
        let is_played = matches!(result, Amount(_)) && replacement.may.is_none();
        return (!is_played).then_some(IN_SUCH_A_WAY);
    }
    if of_a_move {
        return Some(IN_SUCH_A_WAY);
    }
    if matches!(of, Event::DealsDamage(_)) {
        return None;
    }
    if of_damage {
        let redirects = matches!(result, Redirect(_));
        return Some(if redirects { "it redirects what is no damage" } else { IN_SUCH_A_WAY });
    }
    let (also, instead) = (matches!(result, Also(_)), matches!(result, Instead(_)));
    if matches!(of, Event::LosesGame(_)) && also {
        return Some(LOSS_AND_MORE);
    }
    if matches!(of, Event::Creates(..)) && (also || instead) {
        return Some(TOKENS_AND_MORE);
    }
    let searches = matches!(of, Event::Does(_, what) if *what == NamedDeed::Does(Verb::Search));
    (searches && (also || instead)).then_some(SEARCH_AND_MORE)
}

/// Whether headjudge lets effects replace events of this kind; one that it would pass over must not be there.
pub(super) fn is_played(event: &Event) -> bool {
    match event {
        Event::Any(events) => events.iter().all(is_move),
        // Cards are drawn one at a time (121.2).
        Event::OneOrMore(event) => is_move(event) && !matches!(**event, Event::Draws(_)),
        Event::DealsDamage(_) | Event::GainsLife(_) | Event::LosesLife(_) | Event::LosesGame(_) => true,
        Event::DamageReducesLife(..) => true,
        Event::Does(_, what) => {
            *what == NamedDeed::Does(Verb::Search) || *what == NamedDeed::Does(Verb::PayLife)
        }
        Event::CountersPut(..) | Event::Creates(..) | Event::CausedBy(..) => {
            super::counting::is_played(event)
        }
        // It applies as the permanent is turned, not to an event of its own (708.11).
        Event::TurnedFaceUp(what) => crate::engine::reading::events::only_this(what),
        Event::Moves(_) | Event::Destroyed(_) | Event::Draws(_) | Event::Discards(..) | Event::Never => {
            is_move(event)
        }
        of_combat!()
        | Event::Nth(..)
        | Event::Provided(..)
        | Event::Begins(..)
        | Event::Casts(..)
        | Event::Copies(..)
        | Event::Activates(..)
        | Event::PlaysLand(..)
        | Event::Expends(..)
        | Event::Sacrifices(..)
        | Event::BecomesTapped(_)
        | Event::BecomesUntapped(_)
        | Event::TappedForMana(..)
        | Event::BecomesTarget { .. }
        | Event::PlayerBecomesTarget(..)
        | Event::CountersRemoved(..)
        | Event::LastCounterRemoved(..)
        | Event::Transforms(_)
        | Event::BecomesAttached(..)
        | Event::BecomesUnattached(..)
        | Event::Countered(_)
        | Event::LosesControl(..)
        | Event::Becomes(..)
        | Event::Room(_)
        | Event::Chapter(_)
        | Event::State(_) => false,
    }
}

fn is_move(event: &Event) -> bool {
    matches!(event, Event::Moves(moves) if moves.caused_by.is_none())
        || matches!(event, Event::Destroyed(_) | Event::Draws(_) | Event::Discards(..) | Event::Never)
}

/// Under whose control something enters instead, where an effect says that.
///
/// # Errors
/// If that is nobody, or one of several, of whom nobody chooses.
fn under_whom(sight: Sight<'_>, frame: &Frame, who: &Players) -> Outcome<PlayerId> {
    match players(sight, frame, who)?.as_slice() {
        [one] => Ok(*one),
        [] => Err(Halt::undecided(frame.source, "under whose control something enters instead is nobody")),
        _ => Err(Halt::undecided(frame.source, "under which of several players' control something enters")),
    }
}
