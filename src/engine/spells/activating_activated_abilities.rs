//! CR 602: Activating Activated Abilities, with CR 605: Mana Abilities, and CR 606: Loyalty Abilities

use std::rc::Rc;

use crate::engine::additional::controlling_another_player;
use crate::engine::additional::keyword_abilities::{ninjutsu, phasing, split_second};
use crate::engine::additional::{case_cards, keyword_abilities, taking_shortcuts};
use crate::engine::concepts::abilities::functions;
use crate::engine::concepts::targets::together;
use crate::engine::concepts::total_cost::{self};
use crate::engine::concepts::{abilities, costs, targets, timing_and_priority};
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight, selections};
use crate::engine::view::View;
use crate::game::{
    AbilityInstance, Announced, ByRules, Called, Cause, CauseKind, Change, Characteristics, ChoiceKind, Game,
    Nature, NewObject, ObjectId, Options, Origin, PlayerId, StackAbility,
};
use crate::ir::change::{Action, Allowed};
use crate::ir::part::{Part, mentions};
use crate::ir::{Ability, Activated, CardType, Cost, CounterKind, KeywordName, Limit, NamedDeed, Verb, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Attempt, Level, Note, What};

use super::announcing;
use super::casting_spells::sorcery_timing;
use super::continuous_effects;
use super::events::{Happening, after};
use super::handling_triggered_abilities;
use super::mana_abilities::{self, is_mana_ability};
use super::resolving_spells_and_abilities;

pub(super) mod limits;

pub(in crate::engine) use limits::is_used;

/// The activated abilities that an object has now, in order, wherever they function.
///
/// # Errors
/// If the layers can't be worked out.
pub fn activated_abilities(play: &mut Play<'_>, object: ObjectId) -> Outcome<Vec<AbilityInstance>> {
    let view = play.view()?;
    let characteristics = view.characteristics(&play.game, object);
    let activated = |instance: &&AbilityInstance| matches!(*instance.ability, Ability::Activated(_));
    Ok(characteristics.abilities.iter().filter(activated).cloned().collect())
}

/// A player activates an ability (602.2, 602.2a–b), and gets priority again.
///
/// # Errors
/// [`Halt::Illegal`] with the rule that forbids it; then nothing has happened (733.1).
pub fn activate(
    play: &mut Play<'_>,
    player: PlayerId,
    source: ObjectId,
    instance: &AbilityInstance,
) -> Outcome<Option<ObjectId>> {
    let called = called(play, source, instance)?;
    play.attempt(Attempt::Activate(source, instance.origin, called), |play| {
        timing_and_priority::must_have_priority(play, player)?;
        controlling_another_player::decides(play, player);
        if let Ability::Activated(activated) = &*instance.ability {
            let costs = &activated.cost.0;
            taking_shortcuts::must_end_fragmented_loop(play, player, source, instance.origin, costs)?;
        }
        let made = activate_now(play, player, source, instance)?;
        // Whoever had priority gets it afterwards, after a mana ability as well (117.3c).
        timing_and_priority::give_priority(play, player)?;
        Ok(made)
    })
}

/// What an activated ability of an object is called among those that this has now.
pub fn called(play: &mut Play<'_>, source: ObjectId, instance: &AbilityInstance) -> Outcome<Called> {
    Ok(Called::activated(&play.view()?.characteristics(&play.game, source).abilities, instance))
}

/// A player activates a mana ability while paying a cost (605.3a).
///
/// # Errors
/// As [`activate`], but what has happened is not undone here; and if it is no mana ability, for which there is no priority.
pub(in crate::engine) fn activate_for_mana(
    play: &mut Play<'_>,
    player: PlayerId,
    source: ObjectId,
    instance: &AbilityInstance,
) -> Outcome {
    let mana = match instance.ability.as_activated() {
        Some(activated) => mana_abilities::is_activated(activated, source)?,
        None => false,
    };
    if !mana {
        let why = "only mana abilities can be activated while a cost is being paid";
        return Err(Halt::illegal(player, cr!("601.2g"), why, Some(source)));
    }
    limits::may_pay_with(player, source, instance)?;
    activate_now(play, player, source, instance)?;
    Ok(())
}

fn activate_now(
    play: &mut Play<'_>,
    player: PlayerId,
    source: ObjectId,
    instance: &AbilityInstance,
) -> Outcome<Option<ObjectId>> {
    let Ability::Activated(activated) = &*instance.ability else {
        return Err(Halt::illegal(player, cr!("602.1c"), "it is no activated ability", Some(source)));
    };
    let permitted = may_begin(play, player, source, instance, activated)?;
    let mana = mana_abilities::is_activated(activated, source)?;
    // What can't be read of it may add mana (605.1a).
    let may_add = !mana && !is_loyalty(activated) && activated.effect.targets.is_empty();
    if may_add && mentions(&activated.effect, Part::is_unread) {
        let why = "whether it is a mana ability: headjudge can't play a part of what it does";
        return Err(Halt::undecided(source, why));
    }
    // A mana ability does not go on the stack, but resolves at once (605.3b).
    let rules = if mana { Rules::of(&[cr!("605.3a"), cr!("605.3b")]) } else { Rules::of(&[cr!("602.2")]) };
    // It is one though it may add none, or none though it may add some.
    let rules = if mana_abilities::needs_telling(activated, mana) { rules.and(cr!("605.1a")) } else { rules };
    // What a land has that is of a basic land type only now is an ability of that type.
    let of_its_type = mana && matches!(instance.origin, Origin::Rules(_));
    let has_come_to_it = |its: &AbilityInstance| its.origin == instance.origin;
    let rules = if of_its_type && !play.game.object(source).base.abilities.iter().any(has_come_to_it) {
        rules.led_by(cr!("305.6"))
    } else {
        rules
    };
    let rules = permitted.iter().fold(rules, Rules::and);
    let called = called(play, source, instance)?;
    let entry = play.record(
        Level::Default,
        CauseKind::Announcement(player),
        rules,
        What::Activates { player, source, origin: instance.origin, called, mana },
    );
    play.under(entry, |play| {
        limits::begin(play, player, source, instance, activated);
        reveal(play, player, source, instance);
        let on_stack = (!mana).then(|| put_on_stack(play, player, source, (instance, called), activated));
        let mut it = Activating::of(player, source, (instance, activated), on_stack);
        let (to_pay, rules) = it.announce(play)?;
        it.choose_targets_and_divide(play)?;
        let crewing = it.pay(play, to_pay, rules)?;
        it.become_activated(play, crewing)?;
        if mana {
            it.resolve_at_once(play)?;
        }
        Ok(on_stack)
    })
}

/// 602.2a: the card in a hidden zone whose ability is activated is revealed (701.20a).
fn reveal(play: &mut Play<'_>, player: PlayerId, source: ObjectId, instance: &AbilityInstance) {
    if matches!(play.game.object(source).zone, Zone::Hand | Zone::Library) {
        let rules = Rules::of(&[cr!("602.2a"), cr!("701.20a")]);
        let rules = match instance.keyword.and_then(ninjutsu::stays_revealed) {
            Some(rule) => rules.and(rule),
            None => rules,
        };
        play.record(Level::Default, CauseKind::Announcement(player), rules, What::Reveals(vec![source]));
    }
}

/// An ability that is being activated, with what has been settled about it so far: the steps of 602.2b, which are those of 601.2b to i.
struct Activating<'a> {
    player: PlayerId,
    source: ObjectId,
    instance: &'a AbilityInstance,
    activated: &'a Activated,
    /// The ability on the stack; a mana ability is not there (605.3b).
    on_stack: Option<ObjectId>,
    frame: Frame,
    announced: Announced,
}

impl<'a> Activating<'a> {
    fn of(
        player: PlayerId,
        source: ObjectId,
        (instance, activated): (&'a AbilityInstance, &'a Activated),
        on_stack: Option<ObjectId>,
    ) -> Self {
        let mut frame = Frame::of_source(source, player, instance.origin);
        frame.on_stack = on_stack;
        frame.announcing = true;
        let announced = Announced::default();
        Self { player, source, instance, activated, on_stack, frame, announced }
    }

    /// What is named by what is announced: the ability on the stack, or its source.
    fn announcing(&self) -> ObjectId {
        self.on_stack.unwrap_or(self.source)
    }

    /// 601.2b: {X}, and how costs are paid. Says what is to be paid, and by which rules.
    fn announce(&mut self, play: &mut Play<'_>) -> Outcome<(Vec<Cost>, [Rules; 2])> {
        let (player, source, announcing) = (self.player, self.source, self.announcing());
        choose_x(play, player, announcing, self.activated, &mut self.announced)?;
        let its = play.view()?.shared(&play.game, source);
        let costs = self.activated.cost.0.clone();
        let (its_cost, cost_rules) = costs::with_mana_cost(player, source, its.cost.as_deref(), costs)?;
        let step = Some(cr!("602.2b"));
        let (to_pay, symbol_rules) = costs::announce_symbols(play, player, announcing, its_cost, step)?;
        self.frame.announced = Some(Rc::new(self.announced.clone()));
        Ok((to_pay, [symbol_rules, cost_rules]))
    }

    /// 601.2b to d: modes and targets are chosen, and what is divided is divided among them.
    fn choose_targets_and_divide(&mut self, play: &mut Play<'_>) -> Outcome {
        let (announcing, body) = (self.announcing(), &self.activated.effect);
        if !announcing::modes_and_targets(play, &self.frame, body, &mut self.announced, announcing)? {
            let why = "there is no legal target for it";
            let halt = Halt::illegal(self.player, cr!("602.2b"), why, Some(self.source));
            let halt = targets::for_want_of_suspended(halt.and_rule(cr!("601.2c")), body);
            let phrases = announcing::specs(body, &self.announced.modes);
            let phrase = (phrases.as_slice(), self.announced.targets.len(), announcing);
            return Err(together::for_want_of_so_many(play, &self.frame, phrase, halt));
        }
        self.frame.announced = Some(match self.on_stack {
            Some(on_stack) => {
                let cause = Cause::new(CauseKind::Announcement(self.player), cr!("602.2b"));
                let (frame, announced) = (&self.frame, &mut self.announced);
                announcing::targets_and_division(play, cause, frame, body, announced, on_stack)?
            }
            None => Rc::new(self.announced.clone()),
        });
        Ok(())
    }

    /// 601.2f to h: the total cost is determined and paid. Says which untapped creatures could crew, if it is a crew ability.
    fn pay(&mut self, play: &mut Play<'_>, to_pay: Vec<Cost>, rules: [Rules; 2]) -> Outcome<Vec<ObjectId>> {
        let (player, source) = (self.player, self.source);
        let rule = if is_loyalty(self.activated) { cr!("606.4") } else { cr!("602.2b") };
        let mut bill =
            total_cost::determine_for_ability(play, &self.frame, (player, source), self.activated, to_pay)?;
        bill.rules = rules.iter().flat_map(Rules::iter).fold(bill.rules, Rules::and);
        let crews = self.instance.keyword == Some(KeywordName::Crew);
        let untapped = if crews { untapped(play) } else { Vec::new() };
        let payment = costs::pay(play, &self.frame, player, source, &bill, rule)?;
        (self.announced.used, self.announced.beheld) = (payment.used, payment.beheld);
        if !self.announced.used.is_empty() {
            let announced = Rc::new(self.announced.clone());
            self.frame.announced = Some(announced.clone());
            if let Some(on_stack) = self.on_stack {
                let cause = Cause::new(CauseKind::Announcement(player), cr!("602.2b"));
                play.change(cause, Level::Hidden, Change::Announce(on_stack, announced));
            }
        }
        Ok(untapped)
    }

    /// 601.2i: the ability has become activated, and what waits for that triggers.
    fn become_activated(&self, play: &mut Play<'_>, untapped: Vec<ObjectId>) -> Outcome {
        let Self { player, source, instance, activated, .. } = *self;
        if is_loyalty(activated) || limits::counts_times(&activated.limits) {
            let cause = Cause::new(CauseKind::Announcement(player), cr!("602.5"));
            play.change(cause, Level::Hidden, Change::Used(source, used_as(instance, activated), player));
        }
        let before = play.view()?;
        let mut happenings = vec![Happening::Activated { player, source, ability: self.on_stack }];
        // Discarding a card to pay for its cycling ability is cycling it (702.29c).
        if instance.keyword == Some(KeywordName::Cycling) {
            // An X that was paid for that is the X of the card's abilities that trigger by it (107.3e).
            if self.announced.x > 0 {
                let announced = Rc::new(Announced { x: self.announced.x, ..Announced::default() });
                let cause = Cause::new(CauseKind::Announcement(player), cr!("107.3e"));
                play.change(cause, Level::Hidden, Change::Announce(play.game.latest(source), announced));
            }
            happenings.push(Happening::Does { player, what: NamedDeed::Does(Verb::Cycle), object: source });
        }
        if activated.limits.contains(&Limit::Exhaust) {
            happenings.push(Happening::Does { player, what: NamedDeed::Does(Verb::Exhaust), object: source });
        }
        let crewing = untapped.into_iter().filter(|creature| play.game.object(*creature).tapped);
        happenings.extend(crewing.map(|creature| Happening::Crewed { creature, vehicle: source }));
        after(play, &before, &happenings)
    }

    /// A mana ability resolves at once (605.3b).
    fn resolve_at_once(&mut self, play: &mut Play<'_>) -> Outcome {
        let taps = self.activated.cost.0.contains(&Cost::Tap);
        (self.frame.announcing, self.frame.taps_for_mana) = (false, taps);
        resolving_spells_and_abilities::follow(play, &mut self.frame, &self.activated.effect)?;
        // "Tapped for mana" is said of what has produced mana (106.12a).
        let (player, object, produced) = (self.player, self.source, self.frame.produced);
        if taps && self.frame.produces {
            let before = play.view()?;
            after(play, &before, &[Happening::TappedForMana { player, object, produced }])?;
        }
        handling_triggered_abilities::resolve_mana_abilities(play)
    }
}

/// The permanents that are untapped now.
fn untapped(play: &Play<'_>) -> Vec<ObjectId> {
    play.game.battlefield().iter().copied().filter(|object| !play.game.object(*object).tapped).collect()
}

/// Loyalty abilities of one permanent share one use a turn (606.3).
const fn used_as(instance: &AbilityInstance, activated: &Activated) -> Origin {
    if is_loyalty(activated) { Origin::Rules(ByRules::Loyalty) } else { instance.origin }
}

/// Whether an ability functions only in one zone because its cost or effect moves the object that it is on out of there (113.6m).
fn moves_itself_out(activated: &Activated) -> bool {
    activated
        .cost
        .0
        .iter()
        .any(|cost| cost.moves_this() && matches!(cost, Cost::Exile(..) | Cost::Discard(_)))
        || abilities::of_activated(activated).is_some_and(|from| activated.from.is_none_or(|its| its == from))
}

/// Whether the player may begin to activate the ability at all (602.2, 602.5), and by what rules where it would be forbidden.
fn may_begin(
    play: &mut Play<'_>,
    player: PlayerId,
    source: ObjectId,
    instance: &AbilityInstance,
    activated: &Activated,
) -> Outcome<Rules> {
    let illegal = |rule: RuleId, why| Err(Halt::illegal(player, rule, why, Some(source)));
    let view = play.view()?;
    if let Some((rule, why)) = phasing::why_untouched(&play.game, source) {
        return illegal(rule, why);
    }
    let object = play.game.object(source);
    if !object.exists || !functions(instance, object.home()) {
        // What can't be read may be what moves it out of where it is (113.6m).
        if object.exists && activated.from.is_none() && mentions(activated, Part::is_unread) {
            let why = "it may function where it is: headjudge can't play a part of what it does";
            return Err(Halt::undecided(source, why));
        }
        let rule = match activated.from {
            _ if moves_itself_out(activated) => cr!("113.6m"),
            Some(_) => cr!("113.6b"),
            None => cr!("113.6"),
        };
        return illegal(rule, no_function_in(object.zone));
    }
    let sight = Sight { game: &play.game, view: &view };
    let frame = Frame::of_source(source, player, instance.origin);
    let controller = match object.zone {
        Zone::Battlefield | Zone::Stack => view.controller(&play.game, source),
        _ => object.owner,
    };
    let allowed = match &activated.by {
        Some(who) => {
            let frame = Frame::of_source(source, controller, instance.origin);
            selections::players(sight, &frame, who)?.contains(&player)
        }
        None => controller == player,
    };
    if !allowed {
        let who = match object.zone {
            _ if activated.by.is_some() => "it says itself who can activate it",
            Zone::Battlefield | Zone::Stack => "only the permanent's controller can activate it",
            _ => "only its owner can activate it",
        };
        return illegal(cr!("602.2"), who);
    }
    if !is_mana_ability(activated)
        && let Some(refused) = split_second::forbids(&play.game, &view, player, source)
    {
        return Err(refused);
    }
    let asked = if is_mana_ability(activated) { 1 } else { 2 };
    for action in [Action::Do(Verb::Activate), Action::ActivateNonmana].into_iter().take(asked) {
        let by = continuous_effects::prohibiting(sight, action, Some(source), Some(player), None)?;
        let Some(by) = by else { continue };
        if action == Action::ActivateNonmana {
            mana_abilities::is_activated(activated, source)?;
        }
        let refused = illegal(cr!("602.5"), "an effect says that it can't be activated")
            .map_err(|halt: Halt| halt.said_by(by.source));
        return match by.of_keyword {
            Some(rule) => refused.map_err(|halt| halt.led_by(rule)),
            None => refused,
        };
    }
    if is_loyalty(activated) {
        may_use_loyalty(play, player, source, &frame, activated)?;
    }
    let permitted = limits::may_activate(play, player, (source, instance), &frame, activated)?;
    let permitted = match abilities::where_it_moves_from(instance) {
        Some(from) if from == play.game.object(source).home() => permitted.and(cr!("113.6m")),
        _ => permitted,
    };
    let object = play.game.object(source);
    let characteristics = view.characteristics(&play.game, source);
    let taps = activated.cost.0.iter().any(|cost| matches!(cost, Cost::Tap | Cost::Untap));
    if taps && object.sick && characteristics.is(CardType::Creature) {
        if characteristics.has(KeywordName::Haste) {
            let rules = Rules::of(&[cr!("702.10c")]);
            play.note(Level::Default, CauseKind::Rules, rules, Note::Permits(source));
            return Ok(permitted);
        }
        let why = "the creature has not been under its controller's control since the turn began";
        return illegal(cr!("602.5a"), why).map_err(|halt| halt.and_rule(cr!("302.6")));
    }
    Ok(permitted)
}

/// Whether the player may activate a loyalty ability of a permanent (606.3, 606.6).
fn may_use_loyalty(
    play: &mut Play<'_>,
    player: PlayerId,
    source: ObjectId,
    frame: &Frame,
    activated: &Activated,
) -> Outcome {
    let illegal = |rule: RuleId, why| Err(Halt::illegal(player, rule, why, Some(source)));
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let as_instant = Allowed::ActivateLoyaltyAsInstant;
    if !sorcery_timing(play, player)
        && !continuous_effects::permitted(sight, as_instant, Some(source), player)?
    {
        return illegal(cr!("606.3"), "loyalty abilities wait for one's own main phase and an empty stack");
    }
    let object = play.game.object(source);
    let used = object.uses.iter().any(|its| its.origin == Origin::Rules(ByRules::Loyalty));
    if used {
        return illegal(cr!("606.3"), "a loyalty ability of it was already activated this turn");
    }
    // Additional costs count (606.6).
    let its_cost = activated.cost.0.clone();
    let bill = total_cost::determine_for_ability(play, frame, (player, source), activated, its_cost)?;
    let object = play.game.object(source);
    let removed = bill.others.iter().find_map(|cost| {
        let Cost::Loyalty(loyalty) = cost else { return None };
        (*loyalty < 0).then_some(loyalty.unsigned_abs())
    });
    if removed.is_some_and(|removed| object.counters_of(CounterKind::LOYALTY) < removed) {
        return illegal(cr!("606.6"), "it has too little loyalty");
    }
    Ok(())
}

/// Whether the cost has a loyalty symbol (606.2).
pub const fn is_loyalty(activated: &Activated) -> bool {
    let mut costs: &[Cost] = activated.cost.0.as_slice();
    while let [cost, rest @ ..] = costs {
        if matches!(cost, Cost::Loyalty(_) | Cost::LoyaltyX) {
            return true;
        }
        costs = rest;
    }
    false
}

/// 602.2a: the ability is created on the stack.
fn put_on_stack(
    play: &mut Play<'_>,
    player: PlayerId,
    source: ObjectId,
    (instance, called): (&AbilityInstance, Called),
    activated: &Activated,
) -> ObjectId {
    let new = play.game.next_object();
    let ability = StackAbility {
        source,
        origin: instance.origin,
        triggered: false,
        number: 1,
        called: Some(called),
        ability: instance.ability.clone(),
        occasion: None,
        slots: None,
        copied: false,
    };
    let object =
        NewObject::new(new, Nature::Ability(Rc::new(ability)), player, Zone::Stack, Characteristics::none());
    let mut cause = Cause::new(CauseKind::Announcement(player), cr!("602.2a"));
    // What the ability is, where only its keyword is printed.
    if let Some(rule) = keyword_abilities::rule_of_activated(instance.keyword, activated) {
        cause = cause.and(rule);
    }
    if case_cards::is_of_solved(&play.game.object(source).base, &instance.ability) {
        cause = cause.and(cr!("719.3c"));
    }
    play.change(cause, Level::Default, Change::Create(Box::new(object)));
    new
}

fn choose_x(
    play: &mut Play<'_>,
    player: PlayerId,
    announcing: ObjectId,
    activated: &Activated,
    announced: &mut Announced,
) -> Outcome {
    if !activated.cost.0.iter().any(costs::has_variable) {
        return Ok(());
    }
    let choice = crate::game::Choice {
        player,
        kind: ChoiceKind::X,
        source: Some(announcing),
        options: Options::Number { least: 0, most: 10_000 },
        indifferent: false,
    };
    if let crate::game::Answer::Number(x) = play.choose(choice, Rules::of(&[cr!("602.2b"), cr!("107.3a")]))? {
        announced.x = x;
    }
    Ok(())
}

/// What it takes to activate a mana ability.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// Tapping what it is of.
    Tapping,
    /// Sacrificing what it is of.
    Sacrificing,
    /// Anything else.
    More,
}

/// The mana abilities that a player could activate (605.1a), and what each takes.
pub fn mana_abilities(
    game: &Game,
    view: &View,
    player: PlayerId,
) -> Vec<(ObjectId, AbilityInstance, Effort)> {
    let mut found = Vec::new();
    let own = [Zone::Hand, Zone::Graveyard].into_iter().flat_map(|zone| game.zone(zone, player));
    for object in game.battlefield().iter().chain(own) {
        let there = game.object(*object);
        let on_battlefield = there.on_battlefield();
        if on_battlefield && view.controller(game, *object) != player {
            continue;
        }
        let its = view.characteristics(game, *object);
        let sick = there.sick && its.is(CardType::Creature) && !its.has(KeywordName::Haste);
        for instance in &its.abilities {
            let Ability::Activated(activated) = &*instance.ability else { continue };
            if !is_mana_ability(activated) || on_battlefield == activated.from.is_some() {
                continue;
            }
            let taps = activated.cost.0.contains(&Cost::Tap);
            if taps && (there.tapped || sick) {
                continue;
            }
            let plain = on_battlefield && !activated.has_a_condition();
            let costs = activated.cost.0.as_slice();
            let sacrifices = |cost: &Cost| matches!(cost, Cost::Sacrifice(_)) && cost.moves_this();
            let effort = if plain && *costs == [Cost::Tap] {
                Effort::Tapping
            } else if plain && matches!(costs, [Cost::Tap, own] | [own] if sacrifices(own)) {
                Effort::Sacrificing
            } else {
                Effort::More
            };
            found.push((*object, instance.clone(), effort));
        }
    }
    found
}

/// That an ability does not function in the zone where its source is (113.6).
const fn no_function_in(zone: Zone) -> &'static str {
    match zone {
        Zone::Battlefield => "the ability does not function on the battlefield",
        Zone::Hand => "the ability does not function in a hand",
        Zone::Library => "the ability does not function in a library",
        Zone::Graveyard => "the ability does not function in a graveyard",
        Zone::Exile => "the ability does not function in exile",
        Zone::Stack => "the ability does not function on the stack",
        Zone::Command => "the ability does not function in the command zone",
        Zone::Ante => "the ability does not function in the ante",
    }
}

/// Whether a player has a mana ability that they could activate while they pay mana (605.3a).
pub(in crate::engine) fn has_mana_ability(game: &Game, view: &View, player: PlayerId) -> bool {
    !mana_abilities(game, view, player).is_empty()
}
