//! CR 601: Casting Spells. The steps of 601.2, letter by letter.

use std::rc::Rc;

use crate::engine::additional::keyword_abilities::casting::{
    is_of_one_instance, is_paid_any_number_of_times,
};
use crate::engine::additional::keyword_abilities::{self, escalate, kicker, mutate, splice, spree};
use crate::engine::additional::preparation_cards;
use crate::engine::concepts::targets::together;
use crate::engine::concepts::total_cost::{self, Bill, Less, PaidFor};
use crate::engine::concepts::{costs, targets};
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::announcing;
use crate::engine::spells::continuous_effects;
use crate::engine::spells::events::{Happening, after};
use crate::engine::spells::permissions::Start;
use crate::engine::zones::general;
use crate::game::{
    Announced, Answer, Cause, CauseKind, Change, Characteristics, Choice, ChoiceKind, Move, MoveAction,
    ObjectId, Options, Origin, PlayerId,
};
use crate::ir::ability::AdditionalCost;
use crate::ir::change::Action;
use crate::ir::{Ability, Body, Cost, KeywordName, Layout, Symbol, Verb, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note};

use super::{CastRequest, body_as_paid};

/// A spell that is being cast, with what has been settled about it so far.
pub(super) struct Casting<'a> {
    player: PlayerId,
    /// The card as it was before.
    card: ObjectId,
    spell: ObjectId,
    request: &'a CastRequest,
    start: Start,
    /// What it asks for.
    body: Body,
    frame: Frame,
    /// What has been announced for it.
    announced: Announced,
    /// What is to be paid.
    costs: Vec<Cost>,
    /// By how much the cost that was chosen makes it cost less, by which rule.
    less: Option<(Less, RuleId)>,
    /// The rules by which costs were announced, and those by which its modes cost more.
    rules: (Rules, Rules),
    /// Whether anything is paid besides the mana cost or an alternative cost.
    adds_costs: bool,
    /// Whether the {X} in its mana cost is not in what is paid in its place, so that X is 0 in all other costs, too (107.3b).
    x_is_zero: bool,
}

/// 601.2a: the card goes on the stack.
pub(super) fn propose(
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

impl<'a> Casting<'a> {
    /// A spell that has been put on the stack.
    pub(super) fn of(
        play: &Play<'_>,
        (player, card, spell): (PlayerId, ObjectId, ObjectId),
        from: Zone,
        request: &'a CastRequest,
        start: Start,
    ) -> Self {
        let tracked = play.strict_mana;
        let announced = Announced { from: Some(from), cast: Some(player), tracked, ..Announced::default() };
        Self {
            player,
            card,
            spell,
            request,
            start,
            body: Body::default(),
            frame: Frame::of_source(spell, player, Origin::NONE),
            announced,
            costs: Vec::new(),
            less: None,
            rules: (Rules::NONE, Rules::NONE),
            adds_costs: false,
            x_is_zero: false,
        }
    }

    /// 601.2b: alternative, additional and variable costs are announced, and modes are chosen.
    pub(super) fn announce(&mut self, play: &mut Play<'_>) -> Outcome {
        let printed = play.view()?.shared(&play.game, self.spell);
        self.announce_main_cost(&printed);
        let main = self.costs.len();
        self.announce_additional_costs(play, &printed)?;
        self.adds_costs = self.costs.len() > main;
        self.announce_rest_of_costs(play, &printed)?;
        let its = play.view()?.shared(&play.game, self.spell);
        let (body, frame) = body_as_paid(play, self.player, self.spell, &its, &self.announced.paid)?;
        (self.body, self.frame) = (body, frame);
        if self.start.mutating {
            self.body.targets.push(mutate::target());
        }
        if let Some(given) = &self.start.given {
            let less = given.choose(play, self.player, &mut self.frame, &mut self.costs)?;
            self.less = Some((less, given.rule));
        }
        splice::add(self.spell, &mut self.body, &self.announced)?;
        self.frame.announced = Some(Rc::new(self.announced.clone()));
        let Self { frame, body, announced, spell, .. } = self;
        if announcing::choose_modes(play, frame, body, announced, *spell)? {
            Ok(())
        } else {
            Err(self.no_target())
        }
    }

    fn no_target(&self) -> Halt {
        let halt =
            Halt::illegal(self.player, cr!("601.2c"), "there is no legal target for it", Some(self.card));
        targets::for_want_of_suspended(halt, &self.body)
    }

    /// The mana cost or an alternative cost (118.9).
    fn announce_main_cost(&mut self, printed: &Characteristics) {
        let Self { request, start, .. } = self;
        self.announced.paid.extend(start.called.or(request.way).filter(|_| start.face_down.is_none()));
        let permitted = request.permission.as_ref().and_then(|permission| permission.cost.clone());
        match permitted.or_else(|| start.instead.clone()) {
            // {X} is 0 where the mana cost isn't paid (107.3b).
            Some(instead) => self.costs.extend(instead.0),
            None => self.costs.extend(printed.cost.as_ref().map(|cost| Cost::Mana((**cost).clone()))),
        }
        let has_x = printed.cost.as_ref().is_some_and(|cost| cost.has_variable());
        let includes_x = |cost: &Cost| *cost == Cost::ItsManaCost || costs::has_variable(cost);
        self.x_is_zero = has_x && !self.costs.iter().any(includes_x);
    }

    /// Whether it is cast for an alternative cost, be it none at all.
    fn is_otherwise(&self) -> bool {
        let permission = self.request.permission.as_ref();
        self.start.instead.is_some() || permission.is_some_and(|permission| permission.cost.is_some())
    }

    /// What is cast while something resolves is announced then, and nobody has said before what will be paid for it.
    fn is_resolving(&self) -> bool {
        self.request.permission.as_ref().is_some_and(|permission| permission.while_resolving)
    }

    /// How often an optional additional cost is paid.
    fn how_often(&self, play: &mut Play<'_>, cost: &AdditionalCost) -> Outcome<usize> {
        let name = cost.name;
        let many = cost.repeats || name.is_some_and(is_paid_any_number_of_times);
        match name {
            // Each of several instances is paid for by itself (702.78b).
            Some(name) if !self.is_resolving() => {
                let (wanted, paid) = (&self.request.paying, &self.announced.paid);
                let left = times(wanted, name).saturating_sub(times(paid, name));
                Ok(if many { left } else { left.min(1) })
            }
            name => {
                let rules = keyword_abilities::rules_of_additional_cost(name, 1);
                if many {
                    let number = play.number(self.player, Some(self.spell), (0, 10_000), rules)?;
                    Ok(usize::try_from(number).unwrap_or(usize::MAX))
                } else {
                    Ok(usize::from(play.ask(self.player, ChoiceKind::Pay, Some(self.spell), rules)?))
                }
            }
        }
    }

    /// The additional costs that the spell names (118.8).
    fn announce_additional_costs(&mut self, play: &mut Play<'_>, printed: &Characteristics) -> Outcome {
        let mut optional: Vec<(Option<Symbol>, usize)> = Vec::new();
        for instance in &printed.abilities {
            let Ability::AdditionalCost(additional) = &*instance.ability else { continue };
            let mut often = 1;
            if additional.optional {
                often = self.how_often(play, additional)?;
                if often == 0 {
                    continue;
                }
                match optional.iter_mut().find(|(name, _)| *name == additional.name) {
                    Some((_, times)) => *times += often,
                    None => optional.push((additional.name, often)),
                }
            }
            for _ in 0..often {
                self.costs.extend(additional.cost.0.iter().cloned());
                self.announced.paid.extend(additional.name);
            }
        }
        for (name, paid) in &optional {
            let Some(name) = name.filter(|name| is_of_one_instance(*name)) else { continue };
            let allows = |ability: &Ability| matches!(ability, Ability::AdditionalCost(cost) if cost.name == Some(name));
            let instances = printed.abilities.iter().filter(|its| allows(&its.ability)).count();
            if instances > 1 && (is_paid_any_number_of_times(name) || *paid < instances) {
                let why = "for which of several instances of the keyword the cost was paid";
                return Err(Halt::undecided(self.spell, why));
            }
        }
        for (cost, times) in optional {
            let rules = keyword_abilities::rules_of_additional_cost(cost, times);
            let rules = if self.is_otherwise() { rules.and(cr!("118.9d")) } else { rules };
            let note = Note::PaysAlso(self.spell, cost, u8::try_from(times).unwrap_or(u8::MAX));
            play.note(Level::Default, CauseKind::Announcement(self.player), rules, note);
        }
        self.costs.extend(self.start.additional.clone());
        Ok(())
    }

    /// Kicker, what is chosen of several costs, splicing, {X}, and how symbols are paid.
    fn announce_rest_of_costs(&mut self, play: &mut Play<'_>, printed: &Characteristics) -> Outcome {
        let (player, spell, paying) = (self.player, self.spell, &self.request.paying);
        let mut costs = std::mem::take(&mut self.costs);
        let mut kicking = paying.clone();
        if self.is_resolving() {
            kicking.extend(kicker::asked(play, player, spell, printed)?);
        }
        let announced = &mut self.announced;
        let before = costs.len();
        kicker::announce(play, (player, spell, printed), &kicking, &mut costs, announced);
        self.adds_costs |= costs.len() > before;
        let (costs, cost_rules) = costs::with_mana_cost(player, spell, printed.cost.as_deref(), costs)?;
        let mut frame = Frame::of_source(spell, player, Origin::NONE);
        (frame.on_stack, frame.announcing) = (Some(spell), true);
        let rules = Rules::of(&[cr!("601.2b")]);
        let mut costs = costs::chosen_of_several(play, &frame, player, costs, rules)?;
        splice::announce(play, player, spell, &mut costs, announced)?;
        if paying.iter().any(|name| times(&announced.paid, *name) < times(paying, *name)) {
            return Err(Halt::illegal(player, cr!("601.2b"), "it has no such additional cost", Some(spell)));
        }
        // With no {X} in what is paid for its mana cost there is none to be chosen but 0.
        if self.x_is_zero {
            choose_x(play, player, spell, (0, cr!("107.3b")))?;
        } else if costs.iter().any(costs::has_variable) {
            announced.x = choose_x(play, player, spell, (10_000, cr!("107.3a")))?.unwrap_or(announced.x);
        }
        let with_life = |costs: &[Cost]| costs.iter().filter(|cost| matches!(cost, Cost::Life(_))).count();
        let before = with_life(&costs);
        let (costs, rules) = costs::announce_symbols(play, player, spell, costs, Some(cr!("601.2b")))?;
        let for_symbols = with_life(&costs).saturating_sub(before);
        announced.symbols_for_life = u32::try_from(for_symbols).unwrap_or(u32::MAX);
        self.costs = costs;
        self.rules.0 = cost_rules.iter().fold(rules, Rules::and);
        Ok(())
    }

    /// 601.2c: targets are chosen. What the chosen modes cost besides is told when it is known that the spell has its targets.
    pub(super) fn choose_targets(&mut self, play: &mut Play<'_>) -> Outcome {
        let Self { frame, body, announced, spell, player, .. } = self;
        let (spell, player) = (*spell, *player);
        if !announcing::choose_all_targets(play, frame, body, announced, spell)? {
            let refused = self.no_target();
            let phrases = announcing::specs(&self.body, &self.announced.modes);
            let phrase = (phrases.as_slice(), self.announced.targets.len(), spell);
            return Err(together::for_want_of_so_many(play, &self.frame, phrase, refused));
        }
        let (besides, rules) = escalate::costs_of_modes(play, player, spell, self.announced.modes.len())?;
        self.adds_costs |= !besides.is_empty();
        self.costs.extend(besides);
        let modes = &self.announced.modes;
        let (of_modes, by_modes) = spree::costs_of_modes(play, (player, spell), &self.body, modes)?;
        self.adds_costs |= !of_modes.is_empty();
        self.costs.extend(of_modes);
        self.rules.1 = by_modes.iter().fold(rules, Rules::and);
        let cause = Cause::new(CauseKind::Announcement(player), cr!("601.2c"));
        let so_far = announcing::become_the_targets(play, cause, &self.frame, &self.announced, spell)?;
        self.frame.announced = Some(so_far);
        Ok(())
    }

    /// 601.2d: what is divided is divided among the targets.
    pub(super) fn divide(&mut self, play: &mut Play<'_>) -> Outcome {
        let cause = Cause::new(CauseKind::Announcement(self.player), cr!("601.2c"));
        let Self { frame, body, announced, spell, .. } = self;
        if let Some(all) = announcing::divide_among_targets(play, cause, frame, body, announced, *spell)? {
            self.frame.announced = Some(all);
        }
        Ok(())
    }

    /// 601.2e: whether the spell as it was proposed can legally be cast.
    pub(super) fn check(&self, play: &mut Play<'_>) -> Outcome {
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        let (spell, player) = (Some(self.spell), Some(self.player));
        if let Some(by) = continuous_effects::prohibited(sight, Action::Do(Verb::Cast), spell, player, None)?
        {
            let why = "an effect says that it can't be cast";
            return Err(Halt::illegal(self.player, cr!("601.2e"), why, Some(self.card)).said_by(by));
        }
        Ok(())
    }

    /// 601.2f: the total cost is determined.
    pub(super) fn determine_cost(&mut self, play: &mut Play<'_>) -> Outcome<Bill> {
        let spell = self.spell;
        let otherwise = self.is_otherwise();
        let paid_for = if otherwise { PaidFor::SpellOtherwise(spell) } else { PaidFor::Spell(spell) };
        let costs = std::mem::take(&mut self.costs);
        let mut bill =
            total_cost::determine(play, &self.frame, self.player, paid_for, (costs, self.less.clone()))?;
        let (of_costs, of_modes) = &self.rules;
        bill.rules = of_costs.iter().chain(of_modes.iter()).fold(bill.rules, Rules::and);
        // What is paid besides is paid besides the alternative cost.
        if otherwise && self.adds_costs {
            bill.rules = bill.rules.and(cr!("118.9d"));
        }
        if play.game.object(spell).is_fused() && !otherwise {
            bill.rules = bill.rules.and(cr!("702.102c"));
        }
        let view = play.view()?;
        let has = |keyword| view.has(&play.game, spell, keyword);
        bill.delve = has(KeywordName::Delve);
        bill.assist = play.strict_mana && has(KeywordName::Assist);
        bill.improvise = has(KeywordName::Improvise);
        bill.convoke = has(KeywordName::Convoke);
        Ok(bill)
    }

    /// 601.2g and 601.2h: mana abilities are activated, and the total cost is paid.
    pub(super) fn pay(mut self, play: &mut Play<'_>, bill: &Bill) -> Outcome {
        let (player, spell) = (self.player, self.spell);
        let payment = costs::pay(play, &self.frame, player, spell, bill, cr!("601.2h"))?;
        let by_another = payment.assisted.map(|(_, mana)| mana).unwrap_or_default();
        let announced = &mut self.announced;
        (announced.spent, announced.used) = (payment.mana.plus(by_another), payment.used);
        announced.beheld = payment.beheld;
        announced.promised = payment.promised;
        // What another player has paid for it was spent on it, too (702.132a).
        let more = by_another.total();
        let (least, most) = payment.amount;
        announced.spent_in_all = Some((least.saturating_add(more), most.saturating_add(more)));
        let cause = Cause::new(CauseKind::Announcement(player), cr!("601.2h"));
        play.change(cause, Level::Hidden, Change::Announce(spell, Rc::new(self.announced)));
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
    }
}

fn times(list: &[Symbol], name: Symbol) -> usize {
    list.iter().filter(|other| **other == name).count()
}

/// The value of {X}, up to a number, by a rule.
fn choose_x(
    play: &mut Play<'_>,
    player: PlayerId,
    spell: ObjectId,
    (most, rule): (u32, RuleId),
) -> Outcome<Option<u32>> {
    let options = Options::Number { least: 0, most };
    let choice = Choice { player, kind: ChoiceKind::X, source: Some(spell), options, indifferent: false };
    Ok(match play.choose(choice, Rules::of(&[cr!("601.2b"), rule]))? {
        Answer::Number(x) => Some(x),
        _ => None,
    })
}

/// 601.2i: the spell has become cast, and what waits for that triggers.
pub(super) fn become_cast(play: &mut Play<'_>, player: PlayerId, spell: ObjectId) -> Outcome {
    let cause = Cause::new(CauseKind::Announcement(player), cr!("601.2i"));
    // What it is while it is not counted yet.
    let before = play.view()?;
    play.change(cause, Level::Hidden, Change::CastCounted(player));
    preparation_cards::became_cast(play, cause, spell);
    after(play, &before, &[Happening::Cast { player, spell }])
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
