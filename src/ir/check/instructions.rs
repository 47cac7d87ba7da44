//! The walk through instructions, continuous effects and replacement effects.

use super::Checker;
use crate::ir::change::{HandSize, TypeChange};
use crate::ir::instruction::{Cast, Create, ManaProduced, TokenSpec};
use crate::ir::{
    Change, CounterKind, Instruction, Quantity, Replacement, ReplacementResult, RuleChange, Symbol,
};

impl Checker {
    pub(super) fn instructions(&mut self, instructions: &[Instruction]) {
        instructions.iter().for_each(|instruction| self.instruction(instruction));
    }

    fn instruction(&mut self, instruction: &Instruction) {
        match instruction {
            Instruction::May { who, does, then, otherwise } => {
                self.players(who);
                self.instructions(does);
                self.instructions(then);
                self.instructions(otherwise);
            }
            Instruction::MayPay { who, cost, then, otherwise } => {
                self.players(who);
                self.costs(cost);
                self.instructions(then);
                self.instructions(otherwise);
            }
            Instruction::If { condition, then, otherwise } => {
                self.condition(condition);
                self.instructions(then);
                self.instructions(otherwise);
            }
            Instruction::Repeat { times, does } => {
                self.quantity(times);
                self.instructions(does);
            }
            Instruction::ForEach { of, does } => {
                self.selection(of);
                self.within_event(|checker| checker.instructions(does));
            }
            Instruction::ChooseOne { who, from, piles: _ } => {
                self.players(who);
                from.iter().for_each(|course| self.instructions(course));
            }
            Instruction::Part { first_target: _, does } => self.instructions(does),
            Instruction::WhenYouDo(body) => self.body(body, self.event),
            Instruction::Delayed(delayed) => {
                self.within_event(|checker| checker.event(&delayed.when));
                self.optional(delayed.duration.as_ref(), Self::duration);
                self.body(&delayed.effect, true);
            }
            Instruction::Exile(exile) => {
                self.selection(&exile.what);
                self.optional(exile.until.as_deref(), Self::event);
                self.optional(exile.may_look.as_ref(), Self::players);
                self.counters(&exile.counters);
                self.optional(exile.haunting.as_ref(), Self::selection);
                self.links.extend(exile.link);
                self.slots.extend(exile.slot);
            }
            Instruction::Destroy { what, no_regeneration: _, slot } => self.acts(what, *slot),
            Instruction::Sacrifice(sacrifice) => {
                self.players(&sacrifice.who);
                self.optional(sacrifice.these.as_ref(), Self::selection);
                self.optional(sacrifice.what.as_ref(), Self::filter);
                self.quantity(&sacrifice.count);
                sacrifice.and.iter().for_each(|kind| self.filter(kind));
                self.slots.extend(sacrifice.slot);
            }
            Instruction::Put(put) => {
                self.selection(&put.what);
                self.optional(put.under.as_ref(), Self::players);
                self.optional(put.whose.as_ref(), Self::players);
                self.optional(put.attacking_whom.as_ref(), Self::players);
                self.optional(put.attacking_as.as_ref(), Self::selection);
                self.optional(put.blocking.as_ref(), Self::selection);
                self.optional(put.attached_to.as_ref(), Self::selection);
                put.being.iter().for_each(|change| self.change(change));
                self.counters(&put.counters);
                self.slots.extend(put.slot);
            }
            Instruction::Counter { what, to: _, counters, slot } => {
                self.selection(what);
                self.counters(counters);
                self.slots.extend(*slot);
            }
            Instruction::Tap(what)
            | Instruction::Untap(what)
            | Instruction::Unattach(what)
            | Instruction::RemoveDamage(what)
            | Instruction::Regenerate(what)
            | Instruction::Transform(what)
            | Instruction::Flip(what)
            | Instruction::TurnFaceDown(what)
            | Instruction::TurnFaceUp(what)
            | Instruction::Meld(what)
            | Instruction::PhaseOut(what)
            | Instruction::RemoveFromCombat(what)
            | Instruction::RemoveBlocker(what)
            | Instruction::BecomeBlocked(what)
            | Instruction::ChangeTargets { of: what, may: _ }
            | Instruction::Encode { on: what }
            | Instruction::DoublePower { what, toughness: _ }
            | Instruction::DoubleCounters { on: what, kind: _ }
            | Instruction::Designate { who: what, name: _ }
            | Instruction::Undesignate { who: what, name: _ } => self.selection(what),
            Instruction::ExchangeControl(what) => self.selection(what),
            Instruction::PhaseOutUntil { what, until, tapping: _ } => {
                self.selection(what);
                self.event(until);
            }
            Instruction::Attach { what: one, to: other, as_creature: _ }
            | Instruction::ExchangeCards(one, other)
            | Instruction::Fight(one, other) => {
                self.selection(one);
                self.selection(other);
            }
            Instruction::PutCounters { kind: _, count, on: what, divided: _ } => {
                self.quantity(count);
                self.selection(what);
            }
            Instruction::CopySpell { what, count, new_targets: _, except, targeting, slot } => {
                self.quantity(count);
                self.selection(what);
                except.iter().for_each(|change| self.change(change));
                self.optional(targeting.as_ref(), Self::selection);
                self.slots.extend(*slot);
            }
            Instruction::RemoveCounters { kind: _, count, from } => {
                self.optional(count.as_ref(), Self::quantity);
                self.selection(from);
            }
            Instruction::ChooseCounter { who, on, then: _ } => {
                self.players(who);
                self.selection(on);
            }
            Instruction::MoveCounters { kind: _, count, from, to } => {
                self.optional(count.as_ref(), Self::quantity);
                self.selection(from);
                self.selection(to);
            }
            Instruction::ExtraPhase(extra) => self.quantity(&extra.count),
            Instruction::Proliferate | Instruction::EndTurn | Instruction::Unsupported(_) => {}
            Instruction::Do { action: _, who, what, subtype: _, count } => {
                self.players(who);
                self.optional(what.as_ref(), Self::selection);
                self.optional(count.as_ref(), Self::quantity);
            }
            Instruction::Draw { who, count }
            | Instruction::Scry { who, count }
            | Instruction::Surveil { who, count }
            | Instruction::GainLife { who, amount: count }
            | Instruction::SetLife { who, to: count } => {
                self.players(who);
                self.quantity(count);
            }
            Instruction::Mill { who, count, slot } | Instruction::LoseLife { who, amount: count, slot } => {
                self.players(who);
                self.quantity(count);
                self.slots.extend(*slot);
            }
            Instruction::Discard(discard) => {
                self.players(&discard.who);
                self.optional(discard.these.as_ref(), Self::selection);
                self.optional(discard.what.as_ref(), Self::filter);
                self.optional(discard.chosen_by.as_ref(), Self::players);
                self.quantity(&discard.count);
                self.slots.extend(discard.slot);
            }
            Instruction::Damage(damage) => self.damage(damage),
            Instruction::Look { who, at, slot } => {
                self.players(who);
                self.acts(at, *slot);
            }
            Instruction::Reveal { what, slot } => self.acts(what, *slot),
            Instruction::RevealHand(who)
            | Instruction::Shuffle(who)
            | Instruction::WinGame(who)
            | Instruction::LoseGame(who)
            | Instruction::ControlPlayers(who)
            | Instruction::ExtraTurn(who) => self.players(who),
            Instruction::RevealUntil { who, what, exiling: _, slot, rest } => {
                self.players(who);
                self.filter(what);
                self.slots.extend([*slot, *rest]);
            }
            Instruction::Search { who, library, what, count, zones: _, up_to: _, slot } => {
                self.players(who);
                self.players(library);
                self.filter(what);
                self.quantity(count);
                self.slots.insert(*slot);
            }
            Instruction::Choose(choose) => {
                self.players(&choose.who);
                self.optional(choose.from.as_ref(), Self::selection);
                self.filter(&choose.what);
                self.quantity(&choose.count);
                self.slots.insert(choose.slot);
                self.slots.extend(choose.rest);
            }
            Instruction::Link { what, link, of } => {
                self.selection(what);
                self.selection(of);
                self.links.insert(*link);
            }
            Instruction::ChooseWord { who, kind: _, from: _, only, link } => {
                self.players(who);
                self.optional(only.as_ref(), Self::filter);
                self.links.insert(*link);
            }
            Instruction::PayAnyLife { link } => {
                self.links.insert(*link);
            }
            Instruction::ChoosePlayer { who, from, random: _, slot, link } => {
                self.links.extend(*link);
                self.players(who);
                self.players(from);
                self.slots.insert(*slot);
            }
            Instruction::Count { quantity, slot } => {
                self.quantity(quantity);
                self.slots.insert(*slot);
            }
            Instruction::Note { what, slot } => self.acts(what, Some(*slot)),
            Instruction::DoubleMana { who } | Instruction::DoubleLife { who } => self.players(who),
            Instruction::ExtraStep { .. } => {}
            Instruction::Block { what, attacker } => {
                self.selection(what);
                self.selection(attacker);
            }
            Instruction::Reselect { who, what } => {
                self.players(who);
                self.selection(what);
            }
            Instruction::AddMana(added) => {
                self.players(&added.who);
                self.quantity(&added.count);
                self.optional(added.only_for.as_ref(), Self::filter);
                match &added.mana {
                    ManaProduced::CouldProduce(filter) | ManaProduced::ColorsOf(filter) => {
                        self.filter(filter)
                    }
                    ManaProduced::Chosen(link) => {
                        self.links_used.insert(*link);
                    }
                    ManaProduced::Exactly(_)
                    | ManaProduced::OneOf(_)
                    | ManaProduced::AnyColor
                    | ManaProduced::AnyOneColor
                    | ManaProduced::TypeProduced => {}
                }
            }
            Instruction::Create(create) => self.create(create),
            Instruction::Emblem { who, abilities, link } => {
                self.links.extend(*link);
                self.players(who);
                abilities.iter().for_each(|ability| self.ability(ability));
            }
            Instruction::FlipCoin(coin) => self.coin(coin),
            Instruction::RollDie(die) => self.die(die),
            Instruction::Vote(vote) => self.vote(vote),
            Instruction::Cast(Cast {
                who,
                what,
                copy: _,
                cost,
                count,
                transformed: _,
                or_play: _,
                spells,
                slot,
            }) => {
                self.optional(spells.as_ref(), Self::filter);
                self.slots.extend(*slot);
                self.players(who);
                self.selection(what);
                self.optional(cost.as_ref(), Self::costs);
                self.quantity(count);
            }
            Instruction::Apply(apply) => {
                self.optional(apply.to.as_ref(), Self::selection);
                apply.changes.iter().for_each(|change| self.change(change));
                apply.rules.iter().for_each(|rule| self.rule(rule));
                self.duration(&apply.duration);
            }
            Instruction::Shield { replacement, duration, uses, damage } => {
                self.replacement(replacement);
                self.duration(duration);
                self.optional(uses.as_ref(), Self::quantity);
                self.optional(damage.as_ref(), Self::quantity);
            }
        }
    }

    fn damage(&mut self, damage: &crate::ir::instruction::DealDamage) {
        self.quantity(&damage.amount);
        self.selection(&damage.to);
        self.optional(damage.source.as_ref(), Self::selection);
        damage.and.iter().for_each(|also| self.damage(also));
    }

    fn acts(&mut self, what: &crate::ir::Selection, slot: Option<Symbol>) {
        self.selection(what);
        self.slots.extend(slot);
    }

    fn counters(&mut self, counters: &[(CounterKind, Quantity)]) {
        counters.iter().for_each(|(_, count)| self.quantity(count));
    }

    fn create(&mut self, create: &Create) {
        self.players(&create.who);
        self.quantity(&create.count);
        self.optional(create.attacking_whom.as_ref(), Self::players);
        self.optional(create.blocking.as_ref(), Self::selection);
        self.optional(create.attached_to.as_ref(), Self::selection);
        self.counters(&create.counters);
        self.token(&create.token);
        self.slots.extend(create.slot);
        create.and.iter().for_each(|other| self.create(other));
    }

    fn token(&mut self, token: &TokenSpec) {
        match token {
            TokenSpec::New(face) => {
                self.optional(face.power.as_ref(), Self::quantity);
                self.optional(face.toughness.as_ref(), Self::quantity);
                face.abilities.iter().for_each(|ability| self.ability(ability));
            }
            TokenSpec::Predefined(_) | TokenSpec::Named(_) => {}
            TokenSpec::CopyOf { what, except } => {
                self.selection(what);
                except.iter().for_each(|change| self.change(change));
            }
        }
    }

    pub(super) fn replacement(&mut self, replacement: &Replacement) {
        self.within_event(|checker| {
            checker.event(&replacement.of);
            checker.optional(replacement.only_if.as_ref(), Self::condition);
            checker.optional(replacement.may.as_ref(), Self::players);
            match &replacement.result {
                ReplacementResult::To(_)
                | ReplacementResult::ShuffleIntoLibrary { .. }
                | ReplacementResult::BottomOfLibrary { .. }
                | ReplacementResult::Under(_)
                | ReplacementResult::Nothing => {}
                ReplacementResult::Enters(enters) => {
                    checker.counters(&enters.counters);
                    checker.optional(enters.copy_of.as_ref(), Self::filter);
                    enters.except.iter().for_each(|change| checker.change(change));
                    if let Some(copy) = &enters.if_copy {
                        checker.filter(&copy.is);
                        copy.except.iter().for_each(|change| checker.change(change));
                        checker.counters(&copy.counters);
                    }
                    checker.instructions(&enters.does);
                }
                ReplacementResult::Instead(instructions) | ReplacementResult::Also(instructions) => {
                    checker.instructions(instructions);
                }
                ReplacementResult::Amount(amount) => checker.quantity(amount),
                ReplacementResult::Prevent { amount, then } => {
                    checker.optional(amount.as_ref(), Self::quantity);
                    checker.instructions(then);
                }
                ReplacementResult::Redirect(selection) => checker.selection(selection),
            }
        });
    }

    pub(super) fn change(&mut self, change: &Change) {
        match change {
            Change::CopyOf { what, except } => {
                self.selection(what);
                except.iter().for_each(|change| self.change(change));
            }
            Change::GainActivatedOf(of) | Change::GainKeywordsOf { of, .. } => self.selection(of),
            Change::Control(players) => self.players(players),
            Change::AddTypes(types) | Change::SetTypes(types) | Change::LoseTypes(types) => self.types(types),
            Change::Gain(abilities) | Change::Gained(abilities) => {
                abilities.iter().for_each(|ability| self.ability(ability))
            }
            Change::SetPowerToughness { power, toughness } => {
                self.optional(power.as_ref(), Self::quantity);
                self.optional(toughness.as_ref(), Self::quantity);
            }
            Change::AddPowerToughness { power, toughness } => {
                self.quantity(power);
                self.quantity(toughness);
            }
            Change::Text { .. }
            | Change::Exchange { .. }
            | Change::EveryCreatureType
            | Change::GainThis
            | Change::KeepColors
            | Change::NoManaCost
            | Change::AddColors(_)
            | Change::SetColors(_)
            | Change::SetChosenColor(_)
            | Change::Lose(_)
            | Change::LoseAllAbilities
            | Change::CantHave(_)
            | Change::SwitchPowerToughness
            | Change::SetName(_) => {}
        }
    }

    fn types(&mut self, types: &TypeChange) {
        self.links_used.extend(types.chosen);
        self.optional(types.creature_types_of.as_ref(), Self::selection);
    }

    pub(super) fn rule(&mut self, rule: &RuleChange) {
        match rule {
            RuleChange::Cant(prohibition) => {
                self.optional(prohibition.what.as_ref(), Self::filter);
                self.optional(prohibition.who.as_ref(), Self::players);
                self.optional(prohibition.by.as_ref(), Self::filter);
                self.optional(prohibition.only_if.as_ref(), Self::condition);
                self.optional(prohibition.unless_pay.as_ref(), Self::costs);
                self.optional(prohibition.to.as_ref(), Self::selection);
                self.optional(prohibition.without.as_ref(), Self::filter);
            }
            RuleChange::Must(requirement) => {
                self.filter(&requirement.what);
                self.optional(requirement.to.as_ref(), Self::selection);
            }
            RuleChange::May(permission) => {
                self.optional(permission.who.as_ref(), Self::players);
                self.optional(permission.what.as_ref(), Self::selection);
                self.optional(permission.cost.as_ref(), Self::costs);
            }
            RuleChange::CostChange(change) => {
                self.filter(&change.of);
                self.optional(change.who.as_ref(), Self::players);
                self.optional(change.more.as_ref(), Self::costs);
                self.optional(change.less.as_ref(), Self::quantity);
                self.optional(change.for_each.as_ref(), Self::quantity);
            }
            RuleChange::ExtraLands(players, count) => {
                self.players(players);
                self.quantity(count);
            }
            RuleChange::HandSize(players, size) => {
                self.players(players);
                match size {
                    HandSize::Is(quantity) | HandSize::More(quantity) => self.quantity(quantity),
                    HandSize::Unlimited => {}
                }
            }
            RuleChange::Skip(players, _)
            | RuleChange::AnyColor(players)
            | RuleChange::KeepsMana(players, _)
            | RuleChange::LostManaBecomes(players, _)
            | RuleChange::PlayerHas(players, _)
            | RuleChange::Revealed(players, _) => self.players(players),
            RuleChange::PlayerProtection(players, from) => {
                self.players(players);
                self.filter(from);
            }
            RuleChange::Devotion(players, more) => {
                self.players(players);
                self.quantity(more);
            }
            RuleChange::CombatDamage(filter, _) | RuleChange::StationsByToughness(filter) => {
                self.filter(filter)
            }
            RuleChange::MostCounters { of, kind: _, count } => {
                self.filter(of);
                self.quantity(count);
            }
            RuleChange::AsYouCascade { cards, does } => {
                self.slots.insert(*cards);
                self.instructions(does);
            }
            RuleChange::Marked(_) => {}
            RuleChange::ExtraTrigger(event) => self.event(event),
            RuleChange::DamageCantBePrevented | RuleChange::Unsupported(_) => {}
        }
    }
}
