//! CR 601: Casting Spells

use std::rc::Rc;

use smallvec::SmallVec;

use crate::engine::additional::keyword_abilities::casting::{
    is_of_one_instance, is_paid_any_number_of_times,
};
use crate::engine::additional::keyword_abilities::{
    self, awaken, bestow, entwine, escalate, kicker, mutate, overload, splice,
};
use crate::engine::additional::{controlling_another_player, preparation_cards};
use crate::engine::card_types::enchantments;
use crate::engine::concepts::total_cost::{self, PaidFor};
use crate::engine::concepts::{costs, timing_and_priority};
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight};
use crate::engine::zones::{exile, general};
use crate::game::{
    Announced, Cause, CauseKind, Change, ChoiceKind, Move, MoveAction, Nature, ObjectId, Options, Origin,
    PlayerId,
};
use crate::ir::change::Action;
use crate::ir::{Ability, Body, CardType, Cost, Costs, KeywordName, Layout, Symbol, Verb, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Attempt, Level, Note, What};

use super::announcing;
use super::continuous_effects;
use super::events::{Happening, after};
use super::permissions::{self, Start};

/// How a spell is cast: who, what, and by which permission.
#[derive(Debug, Clone, Default)]
pub struct CastRequest {
    /// Which face is cast (709.3a, 712.11a, 715.3), by index.
    pub face: u8,
    /// The alternative way, by its keyword or name: `flashback`, `evoke` ...
    pub way: Option<Symbol>,
    /// Optional costs the player means to pay, by name: `kicker` ...
    pub paying: SmallVec<[Symbol; 2]>,
    /// Whether the player says that its mana cost is not paid, which something must let them do (118.9).
    pub without_paying: bool,
    /// What the permission to cast it says, when it isn't the normal one from the hand (601.3).
    pub permission: Option<Permission>,
}

/// A permission to cast that an effect gives (601.3, 608.2g).
#[derive(Debug, Clone, PartialEq)]
pub struct Permission {
    /// What is paid instead of the mana cost; nothing for "without paying its mana cost".
    pub cost: Option<Costs>,
    /// Whether it is cast while something resolves, so that timing by card type does not count and nobody gets
    /// priority afterwards (608.2g).
    pub while_resolving: bool,
    /// The rule that permits it.
    pub rule: RuleId,
}

/// A player casts a spell, step by step (601.2a–i), and gets priority again.
///
/// # Errors
/// [`Halt::Illegal`] with the rule that forbids it; then nothing has happened (733.1).
pub fn cast(
    play: &mut Play<'_>,
    player: PlayerId,
    card: ObjectId,
    request: &CastRequest,
) -> Outcome<ObjectId> {
    play.attempt(Attempt::Cast(card, request.face), |play| {
        timing_and_priority::must_have_priority(play, player)?;
        controlling_another_player::decides(play, player);
        let spell = cast_now(play, player, card, request)?;
        // Whoever had priority gets it again (601.2i, 117.3c).
        timing_and_priority::give_priority(play, player)?;
        Ok(spell)
    })
}

/// The steps of 601.2 without anybody having priority: also for spells cast while something resolves (608.2g).
///
/// # Errors
/// As [`cast`], but what has happened is not undone here.
pub(in crate::engine) fn cast_now(
    play: &mut Play<'_>,
    player: PlayerId,
    card: ObjectId,
    request: &CastRequest,
) -> Outcome<ObjectId> {
    let start = permissions::may_begin(play, player, card, request)?;
    if start.face_down.is_none() {
        exile::turn_up_to_play(play, CauseKind::Announcement(player), card);
    }
    let spell = play.game.next_object();
    let mut rules = Rules::of(&[cr!("601.2")]);
    if commander_at_home(play, player, card) {
        rules.push(cr!("903.8"));
    }
    rules = start.rules.iter().fold(rules, Rules::and);
    if request.way.is_some()
        && start.called.is_none()
        && (start.instead.is_some() || start.additional.is_some())
    {
        // That it will be paid is announced (118.8a, 118.9a).
        rules.push(cr!("601.2b"));
    }
    let mark = play.trace.mark();
    let entry =
        play.record(Level::Default, CauseKind::Announcement(player), rules, What::Casts(player, spell));
    play.under(entry, |play| {
        let from = play.game.object(card).zone;
        let proposed = propose(play, player, card, request, &start);
        if proposed.is_err() && play.game.next_object() == spell {
            // Nothing can be told of a spell that there is not yet.
            play.trace.rewind(mark);
        }
        proposed?;
        if start.bestowed {
            bestow::begin(play, spell, player);
        }
        let tracked = play.strict_mana;
        let mut announced =
            Announced { from: Some(from), cast: Some(player), tracked, ..Announced::default() };
        let (costs, symbol_rules) = announce(play, player, spell, request, &start, &mut announced)?;
        let its = play.view()?.shared(&play.game, spell);
        let (mut body, mut frame) = body_as_paid(play, player, spell, &its, &announced.paid)?;
        if start.mutating {
            body.targets.push(mutate::target());
        }
        let mut costs = costs;
        let own = match &start.given {
            Some(given) => Some((given.choose(play, player, &mut frame, &mut costs)?, given.rule)),
            None => None,
        };
        splice::add(spell, &mut body, &announced)?;
        frame.announced = Some(Rc::new(announced.clone()));
        if !announcing::modes_and_targets(play, &frame, &body, &mut announced, spell)? {
            return Err(Halt::illegal(player, cr!("601.2c"), "there is no legal target for it", Some(card)));
        }
        let (besides, rules_of_modes) = escalate::costs_of_modes(play, player, spell, announced.modes.len())?;
        costs.extend(besides);
        let cause = Cause::new(CauseKind::Announcement(player), cr!("601.2c"));
        let so_far = announcing::targets_and_division(play, cause, &frame, &body, &mut announced, spell)?;
        check(play, player, spell, card)?;
        frame.announced = Some(so_far);
        let otherwise = start.instead.is_some()
            || request.permission.as_ref().is_some_and(|permission| permission.cost.is_some());
        let paid_for = if otherwise { PaidFor::SpellOtherwise(spell) } else { PaidFor::Spell(spell) };
        let mut bill = total_cost::determine(play, &frame, player, paid_for, (costs, own))?;
        bill.rules = symbol_rules.iter().chain(rules_of_modes.iter()).fold(bill.rules, Rules::and);
        if play.game.object(spell).is_fused() && !otherwise {
            bill.rules = bill.rules.and(cr!("702.102c"));
        }
        bill.delve = play.view()?.has(&play.game, spell, KeywordName::Delve);
        bill.assist = play.strict_mana && play.view()?.has(&play.game, spell, KeywordName::Assist);
        bill.improvise = play.view()?.has(&play.game, spell, KeywordName::Improvise);
        bill.convoke = play.view()?.has(&play.game, spell, KeywordName::Convoke);
        let payment = costs::pay(play, &frame, player, spell, &bill, cr!("601.2h"))?;
        let by_another = payment.assisted.map(|(_, mana)| mana).unwrap_or_default();
        (announced.spent, announced.used) = (payment.mana.plus(by_another), payment.used);
        let spent = announced.spent.total();
        if spent > 0 || !announced.used.is_empty() {
            let cause = Cause::new(CauseKind::Announcement(player), cr!("601.2h"));
            play.change(cause, Level::Hidden, Change::Announce(spell, Rc::new(announced)));
        }
        if let Some((helper, mana)) = payment.assisted {
            count_spent(play, helper, (mana.total(), mana.total()))?;
        }
        let asks_mana = bill.mana.as_ref().is_some_and(|mana| mana.mana_value() > 0);
        let (mut least, most) = payment.amount;
        if !play.strict_mana && play.view()?.has(&play.game, spell, KeywordName::Assist) {
            // Who has paid for the generic mana is not told where payments are taken as made (702.132a).
            let generic = bill.mana.as_ref().map_or(0, total_cost::generic);
            least = least.saturating_sub(u32::from(generic));
        }
        if asks_mana { count_spent(play, player, (least, most)) } else { Ok(()) }
    })?;
    become_cast(play, player, spell)?;
    Ok(spell)
}

/// What a player has spent on spells this turn is counted, at least and at most, for abilities that look at that (700.14).
fn count_spent(play: &mut Play<'_>, player: PlayerId, (least, most): (u32, u32)) -> Outcome {
    if most == 0 {
        return Ok(());
    }
    let before = play.game.player(player).spent_on_spells;
    let now = (before.0.saturating_add(least), before.1.saturating_add(most));
    let cause = Cause::new(CauseKind::Announcement(player), cr!("601.2h"));
    play.change(cause, Level::Hidden, Change::SpentOnSpells(player, now));
    let view = play.view()?;
    after(play, &view, &[Happening::Spent { player, before, now }])
}

/// Whether the card is the player's own commander in the command zone, from where they may cast it (903.8).
pub(super) fn commander_at_home(play: &Play<'_>, player: PlayerId, card: ObjectId) -> bool {
    let object = play.game.object(card);
    object.zone == Zone::Command
        && object.owner == player
        && object.card().is_some_and(|card| play.game.card(card).commander)
}

/// The rule by which a card of this type is cast in its player's main phase while the stack is empty; none if it has no such
/// type.
pub fn main_phase_rule(face: &crate::game::Characteristics) -> Option<RuleId> {
    let rules = [
        (CardType::Sorcery, cr!("307.1")),
        (CardType::Creature, cr!("302.1")),
        (CardType::Artifact, cr!("301.1")),
        (CardType::Enchantment, cr!("303.1")),
        (CardType::Planeswalker, cr!("306.1")),
        (CardType::Battle, cr!("310.1")),
    ];
    rules.iter().find(|(card_type, _)| face.is(*card_type)).map(|(_, rule)| *rule)
}

/// Whether the player could cast a sorcery now: their main phase, the stack empty (307.1, 117.1a).
pub(in crate::engine) fn sorcery_timing(play: &Play<'_>, player: PlayerId) -> bool {
    let turn = play.game.turn();
    play.game.is_active(player) && turn.step.is_main() && play.game.stack().is_empty()
}

/// 601.2a: the card goes on the stack.
fn propose(
    play: &mut Play<'_>,
    player: PlayerId,
    card: ObjectId,
    request: &CastRequest,
    start: &Start,
) -> Outcome {
    let mut it = Move::new(card, Zone::Stack, MoveAction::Cast);
    it.controller = Some(player);
    it.face = request.face;
    it.face_down = start.face_down;
    it.way = request.way;
    let cause = Cause::new(CauseKind::Announcement(player), cr!("601.2a"));
    // The way that puts it there as it is, or from where it was.
    let mut cause = start.put_by.into_iter().fold(cause, Cause::and);
    let definition = play.game.object(card).definition.as_ref();
    if let Some(definition) = definition.filter(|definition| definition.combined.is_some()) {
        // Of a split card only the chosen half is put onto the stack, unless it is fused.
        let fused = definition.is_fused(usize::from(it.face));
        cause = cause.and(if fused { cr!("709.4d") } else { cr!("709.3a") });
    }
    let layout = definition.map(|definition| definition.layout).filter(|_| it.face > 0);
    // It is cast as an Adventure or an Omen.
    match layout {
        Some(Layout::Adventure) => cause = cause.and(cr!("715.3")),
        Some(Layout::Omen) => cause = cause.and(cr!("720.3")),
        _ => {}
    }
    let back = it.face > 0 && definition.is_some_and(|definition| definition.layout == Layout::Transform);
    if back {
        // It is put onto the stack with its back face up.
        cause = cause.and(cr!("712.11a"));
    }
    let moved = general::move_one(play, cause, it)?;
    if moved.is_none() {
        return Err(Halt::illegal(player, cr!("601.2a"), "it can't be put onto the stack", Some(card)));
    }
    Ok(())
}

/// What the spell asks for as it is announced: its own modes and targets, or an Aura's target (303.4a).
pub(in crate::engine) fn body_of(
    play: &mut Play<'_>,
    player: PlayerId,
    spell: ObjectId,
) -> Outcome<(Body, Frame)> {
    let characteristics = play.view()?.shared(&play.game, spell);
    body_of_face(play, player, spell, &characteristics)
}

/// A face of a card as it is looked at before it is cast: of a card with one face, as the layers make it (601.3e).
pub(in crate::engine) fn face_of(
    play: &mut Play<'_>,
    card: ObjectId,
    face: u8,
) -> Outcome<std::sync::Arc<crate::game::Characteristics>> {
    let several = |definition: &&std::sync::Arc<crate::game::Definition>| definition.faces.len() > 1;
    let definition = play.game.object(card).definition.as_ref().filter(several);
    let face = definition.and_then(|definition| definition.faces.get(usize::from(face)).cloned());
    // A card that is face down in exile is turned face up just before it is played (406.3a).
    let object = play.game.object(card);
    let hidden = object.is_face_down() && object.zone == Zone::Exile;
    let up = object.definition.as_ref().filter(|_| hidden).and_then(|its| its.faces.first().cloned());
    match face.or(up) {
        Some(face) => Ok(face),
        None => Ok(play.view()?.shared(&play.game, card)),
    }
}

/// What a spell with these characteristics asks for as it is announced.
pub(in crate::engine) fn body_of_face(
    play: &Play<'_>,
    player: PlayerId,
    spell: ObjectId,
    characteristics: &crate::game::Characteristics,
) -> Outcome<(Body, Frame)> {
    let announced = play.game.object(spell).announced.as_ref();
    let paid = announced.map(|announced| announced.paid.clone()).unwrap_or_default();
    body_as_paid(play, player, spell, characteristics, &paid)
}

/// What it asks for with these optional and alternative costs paid (601.4).
fn body_as_paid(
    play: &Play<'_>,
    player: PlayerId,
    spell: ObjectId,
    characteristics: &crate::game::Characteristics,
    paid: &[Symbol],
) -> Outcome<(Body, Frame)> {
    let mut body = Body::default();
    let mut origin = Origin::Printed(0);
    for instance in &characteristics.abilities {
        let Ability::Spell(its) = &*instance.ability else { continue };
        if instance.keyword == Some(KeywordName::Awaken) && !awaken::was_paid(paid) {
            continue;
        }
        // Several spell abilities are followed in printed order (608.2c), and modes after all else that their body does.
        if body.choose.is_some() && !its.does.is_empty() {
            return Err(Halt::undecided(spell, "it does more after what its modes say"));
        }
        if body.choose.is_none() {
            body.choose.clone_from(&its.choose);
        } else if its.choose.is_some() {
            return Err(Halt::undecided(spell, "it is modal twice over"));
        }
        if its.targets.is_empty() || body.targets.is_empty() {
            body.targets.extend(its.targets.iter().cloned());
            body.does.extend(its.does.iter().cloned());
        } else {
            splice::add_part(spell, &mut body, its)?;
        }
    }
    if overload::applies(characteristics, paid) {
        overload::without_targets(spell, &mut body)?;
    }
    if let Some(modes) = &mut body.choose {
        entwine::widen(characteristics, modes);
    }
    if let Some((target, its_origin)) = enchantments::target_of(spell, characteristics)? {
        origin = its_origin;
        body.targets.push(target);
    }
    if mutate::is_mutating(&play.game, spell) {
        body.targets.push(mutate::target());
    }
    if let Some(announced) = &play.game.object(spell).announced {
        splice::add(spell, &mut body, announced)?;
    }
    let mut frame = Frame::of_source(spell, player, origin);
    frame.on_stack = Some(spell);
    Ok((body, frame))
}

/// 601.2b: alternative, additional and variable costs are announced. Says what is to be paid.
fn announce(
    play: &mut Play<'_>,
    player: PlayerId,
    spell: ObjectId,
    request: &CastRequest,
    start: &Start,
    announced: &mut Announced,
) -> Outcome<(Vec<Cost>, Rules)> {
    let characteristics = play.view()?.shared(&play.game, spell);
    let mut costs: Vec<Cost> = Vec::new();
    announced.paid.extend(start.called.or(request.way).filter(|_| start.face_down.is_none()));
    let permitted = request.permission.as_ref().and_then(|permission| permission.cost.clone());
    match permitted.or_else(|| start.instead.clone()) {
        // {X} is 0 where the mana cost isn't paid (107.3b).
        Some(instead) => costs.extend(instead.0),
        None => {
            if let Some(cost) = &characteristics.cost {
                costs.push(Cost::Mana((**cost).clone()));
            }
        }
    }
    let times = |list: &[Symbol], name: &Symbol| list.iter().filter(|other| *other == name).count();
    // What is cast while something resolves is announced then, and nobody has said before what will be paid for it.
    let resolving = request.permission.as_ref().is_some_and(|permission| permission.while_resolving);
    let mut optional: Vec<(Option<Symbol>, usize)> = Vec::new();
    for instance in &characteristics.abilities {
        let Ability::AdditionalCost(additional) = &*instance.ability else { continue };
        let mut often = 1;
        if additional.optional {
            let many = additional.name.is_some_and(is_paid_any_number_of_times);
            often = match additional.name {
                // Each of several instances is paid for by itself (702.78b).
                Some(name) if !resolving => {
                    let left = times(&request.paying, &name).saturating_sub(times(&announced.paid, &name));
                    if many { left } else { left.min(1) }
                }
                name => {
                    let rules = keyword_abilities::rules_of_additional_cost(name, 1);
                    if many {
                        let number = play.number(player, Some(spell), (0, 10_000), rules)?;
                        usize::try_from(number).unwrap_or(usize::MAX)
                    } else {
                        usize::from(play.ask(player, ChoiceKind::Pay, Some(spell), rules)?)
                    }
                }
            };
            if often == 0 {
                continue;
            }
            match optional.iter_mut().find(|(name, _)| *name == additional.name) {
                Some((_, times)) => *times += often,
                None => optional.push((additional.name, often)),
            }
        }
        for _ in 0..often {
            costs.extend(additional.cost.0.iter().cloned());
            announced.paid.extend(additional.name);
        }
    }
    for (name, paid) in &optional {
        let Some(name) = name.filter(|name| is_of_one_instance(*name)) else { continue };
        let allows = |its: &&crate::game::AbilityInstance| matches!(&*its.ability, Ability::AdditionalCost(cost) if cost.name == Some(name));
        let instances = characteristics.abilities.iter().filter(allows).count();
        if instances > 1 && (is_paid_any_number_of_times(name) || *paid < instances) {
            let why = "for which of several instances of the keyword the cost was paid";
            return Err(Halt::undecided(spell, why));
        }
    }
    for (cost, times) in optional {
        let rules = keyword_abilities::rules_of_additional_cost(cost, times);
        let note = Note::PaysAlso { spell, cost, times: u8::try_from(times).unwrap_or(u8::MAX) };
        play.note(Level::Default, CauseKind::Announcement(player), rules, note);
    }
    costs.extend(start.additional.clone());
    let mut kicking = request.paying.clone();
    if resolving {
        kicking.extend(kicker::asked(play, player, spell, &characteristics)?);
    }
    kicker::announce(play, (player, spell, &characteristics), &kicking, &mut costs, announced);
    let (costs, cost_rules) = costs::with_mana_cost(player, spell, characteristics.cost.as_deref(), costs)?;
    let mut costs = {
        let mut frame = Frame::of_source(spell, player, Origin::NONE);
        frame.on_stack = Some(spell);
        costs::chosen_of_several(play, &frame, player, costs, Rules::of(&[cr!("601.2b")]))?
    };
    splice::announce(play, player, spell, &mut costs, announced)?;
    if request.paying.iter().any(|name| times(&announced.paid, name) < times(&request.paying, name)) {
        return Err(Halt::illegal(player, cr!("601.2b"), "it has no such additional cost", Some(spell)));
    }
    // With no {X} in what is paid there is none to be chosen but 0.
    let unpaid = characteristics.cost.as_ref().is_some_and(|cost| cost.has_variable());
    let variable = costs.iter().any(costs::has_variable);
    if variable {
        let choice = crate::game::Choice {
            player,
            kind: ChoiceKind::X,
            source: Some(spell),
            options: Options::Number { least: 0, most: 10_000 },
            indifferent: false,
        };
        if let crate::game::Answer::Number(x) =
            play.choose(choice, Rules::of(&[cr!("601.2b"), cr!("107.3a")]))?
        {
            announced.x = x;
        }
    } else if unpaid {
        let only = crate::game::Choice {
            player,
            kind: ChoiceKind::X,
            source: Some(spell),
            options: Options::Number { least: 0, most: 0 },
            indifferent: false,
        };
        play.choose(only, Rules::of(&[cr!("601.2b"), cr!("107.3b")]))?;
    }
    let (costs, rules) = costs::announce_symbols(play, player, spell, costs, Some(cr!("601.2b")))?;
    Ok((costs, cost_rules.iter().fold(rules, Rules::and)))
}

/// 601.2e: whether the spell as it was proposed can legally be cast.
fn check(play: &mut Play<'_>, player: PlayerId, spell: ObjectId, card: ObjectId) -> Outcome {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    if let Some(by) =
        continuous_effects::prohibited(sight, Action::Do(Verb::Cast), Some(spell), Some(player), None)?
    {
        let why = "an effect says that it can't be cast";
        return Err(Halt::illegal(player, cr!("601.2e"), why, Some(card)).said_by(by));
    }
    Ok(())
}

/// 601.2i: the spell has become cast, and what waits for that triggers.
fn become_cast(play: &mut Play<'_>, player: PlayerId, spell: ObjectId) -> Outcome {
    let cause = Cause::new(CauseKind::Announcement(player), cr!("601.2i"));
    play.change(cause, Level::Hidden, Change::CastCounted(player));
    preparation_cards::became_cast(play, cause, spell);
    let before = play.view()?;
    after(play, &before, &[Happening::Cast { player, spell }])
}

/// A copy of a card is made where the card is and may be cast from there (707.12). It is not cast yet.
///
/// # Errors
/// If the card has no values to copy.
pub(in crate::engine) fn copy_card(
    play: &mut Play<'_>,
    player: PlayerId,
    card: ObjectId,
    cause: Cause,
) -> Outcome<ObjectId> {
    general::must_be_known(play, card)?;
    let object = play.game.object(card);
    let new = play.game.next_object();
    let copy = crate::game::NewObject {
        definition: object.definition.clone(),
        ..crate::game::NewObject::new(new, Nature::Copy, player, object.zone, object.base.clone())
    };
    play.change(cause.and(cr!("707.12")), Level::Default, Change::Create(Box::new(copy)));
    Ok(new)
}
