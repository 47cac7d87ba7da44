//! The walk through the small words: selections, players, filters, quantities, conditions, events, costs, durations.

use super::Checker;
use crate::ir::{
    Comparison, Condition, Cost, Costs, Duration, Event, Filter, Keyword, Players, Quantity, Selection,
    TargetKind,
};

impl Checker {
    pub(super) fn selection(&mut self, selection: &Selection) {
        match selection {
            Selection::This
            | Selection::Attached
            | Selection::Host
            | Selection::Haunted
            | Selection::Grantor
            | Selection::Outside
            | Selection::Paid(_)
            | Selection::Itself => {}
            Selection::It => self.needs_event("it"),
            Selection::Other => self.needs_event("other"),
            Selection::Target(number) => self.needs_target(*number),
            Selection::Slot(slot) => self.needs_slot(*slot),
            Selection::Linked(link) | Selection::TheLinked(link) => {
                self.links_used.insert(*link);
            }
            Selection::Each(filter) | Selection::Topmost(filter) => self.filter(filter),
            Selection::Last(of) => self.selection(of),
            Selection::Among(of, filter) => {
                self.selection(of);
                self.filter(filter);
            }
            Selection::Top(count, players) => {
                self.quantity(count);
                self.players(players);
            }
            Selection::Players(players) => self.players(players),
            Selection::Several(parts) => parts.iter().for_each(|part| self.selection(part)),
        }
    }

    pub(super) fn players(&mut self, players: &Players) {
        match players {
            Players::You
            | Players::Opponents
            | Players::Each
            | Players::Active
            | Players::Defending
            | Players::Attacking
            | Players::Attached => {}
            Players::Target(number) => self.needs_target(*number),
            Players::It => self.needs_event("that-player"),
            Players::Slot(slot) => self.needs_slot(*slot),
            Players::Chosen(link) => {
                self.links_used.insert(*link);
            }
            Players::ControllerOf(selection) | Players::OwnerOf(selection) => self.selection(selection),
            Players::Where(of, condition) => {
                self.players(of);
                self.within_event(|checker| checker.condition(condition));
            }
            Players::Except(players) | Players::OpponentsOf(players) => self.players(players),
        }
    }

    pub(super) fn target_kind(&mut self, kind: &TargetKind) {
        match kind {
            TargetKind::Permanent(filter)
            | TargetKind::Spell(filter)
            | TargetKind::Ability(filter)
            | TargetKind::Card(filter, _) => self.filter(filter),
            TargetKind::Player(players) => self.players(players),
            TargetKind::Any => {}
            TargetKind::OneOf(kinds) => kinds.iter().for_each(|kind| self.target_kind(kind)),
        }
    }

    pub(super) fn filter(&mut self, filter: &Filter) {
        match filter {
            Filter::All(filters) | Filter::Any(filters) => {
                filters.iter().for_each(|filter| self.filter(filter))
            }
            Filter::Not(filter)
            | Filter::AttachedTo(filter)
            | Filter::AttachedBy(filter)
            | Filter::Targets(filter)
            | Filter::TargetsOnly(filter)
            | Filter::Source(filter) => self.filter(filter),
            Filter::ControlledBy(players)
            | Filter::OwnedBy(players)
            | Filter::TargetsPlayer(players)
            | Filter::Attacking(players) => self.players(players),
            Filter::Power(comparison)
            | Filter::Toughness(comparison)
            | Filter::ManaValue(comparison)
            | Filter::TargetCount(comparison)
            | Filter::Counters(_, comparison) => self.comparison(comparison),
            Filter::NamedLike(selection)
            | Filter::Among(selection)
            | Filter::InCombatWith(selection)
            | Filter::Shares(_, selection)
            | Filter::DamagedBy(selection) => self.selection(selection),
            Filter::Chosen(link) => {
                self.links_used.insert(*link);
            }
            Filter::Type(_)
            | Filter::Supertype(_)
            | Filter::Subtype(_)
            | Filter::Color(_)
            | Filter::Is(_)
            | Filter::Has(_)
            | Filter::Named(_)
            | Filter::In(_)
            | Filter::CameFrom(_) => {}
        }
    }

    pub(super) fn quantity(&mut self, quantity: &Quantity) {
        match quantity {
            Quantity::Fixed(_)
            | Quantity::X
            | Quantity::Devotion(_)
            | Quantity::MostCastLastTurn
            | Quantity::TimesResolved
            | Quantity::StationedBy
            | Quantity::TimesPaid(_)
            | Quantity::AnyNumber => {}
            Quantity::DevotionToChosen(link) | Quantity::Chosen(link) => {
                self.links_used.insert(*link);
            }
            Quantity::ThatMuch => self.needs_event("that-much"),
            Quantity::Count(filter)
            | Quantity::Greatest(_, filter)
            | Quantity::Least(_, filter)
            | Quantity::ColorsAmong(filter)
            | Quantity::NamesAmong(filter)
            | Quantity::TypesAmong(filter) => self.filter(filter),
            Quantity::HowMany(selection)
            | Quantity::MostOfOneOwner(selection)
            | Quantity::PowerOf(selection)
            | Quantity::ToughnessOf(selection)
            | Quantity::ManaValueOf(selection)
            | Quantity::LevelOf(selection)
            | Quantity::TimesMutated(selection)
            | Quantity::CountersOn(_, selection)
            | Quantity::ManaSpentOn(selection)
            | Quantity::ColorsSpentOn(selection) => self.selection(selection),
            Quantity::Players(players)
            | Quantity::LifeOf(players)
            | Quantity::LowestLife(players)
            | Quantity::StartingLifeOf(players)
            | Quantity::PlayerCounters(_, players)
            | Quantity::SpeedOf(players)
            | Quantity::TemptedOf(players)
            | Quantity::HandOf(players)
            | Quantity::GraveyardOf(players)
            | Quantity::LibraryOf(players)
            | Quantity::DrawnThisStep(players)
            | Quantity::Domain(players)
            | Quantity::PartyOf(players) => self.players(players),
            Quantity::Happened(event) | Quantity::HappenedThisGame(event) => self.event(event),
            Quantity::AttackedWith(players) => self.players(players),
            Quantity::Slot(slot) => self.needs_slot(*slot),
            Quantity::Plus(parts) => parts.iter().for_each(|part| self.quantity(part)),
            Quantity::Minus(one, other) => {
                self.quantity(one);
                self.quantity(other);
            }
            Quantity::Times(_, of) | Quantity::Half(of, _) | Quantity::Negative(of) => self.quantity(of),
        }
    }

    fn comparison(&mut self, comparison: &Comparison) {
        match comparison {
            Comparison::Exactly(quantity) | Comparison::AtLeast(quantity) | Comparison::AtMost(quantity) => {
                self.quantity(quantity);
            }
            Comparison::Even | Comparison::Odd => {}
        }
    }

    pub(super) fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::All(conditions) | Condition::Any(conditions) => {
                conditions.iter().for_each(|condition| self.condition(condition));
            }
            Condition::Not(condition) => self.condition(condition),
            Condition::Exists(filter) => self.filter(filter),
            Condition::Compare(quantity, comparison) => {
                self.quantity(quantity);
                self.comparison(comparison);
            }
            Condition::Is(selection, filter) => {
                self.selection(selection);
                self.filter(filter);
            }
            Condition::TurnOf(players)
            | Condition::Designated(players, _)
            | Condition::During(_, players) => {
                self.players(players);
            }
            Condition::Happened(event) => self.event(event),
            Condition::Paid(name) => {
                self.costs_used.insert(*name);
            }
            Condition::Chose(link, _) => {
                self.links_used.insert(*link);
            }
            Condition::Same(one, other) => {
                self.selection(one);
                self.selection(other);
            }
            Condition::WasCast(by) => self.optional(by.as_ref(), Self::players),
            Condition::Did
            | Condition::State(_)
            | Condition::Spent(_)
            | Condition::Past(_)
            | Condition::Combat(_) => {}
        }
    }

    pub(super) fn event(&mut self, event: &Event) {
        match event {
            Event::Any(events) => events.iter().for_each(|event| self.event(event)),
            Event::OneOrMore(event) | Event::Nth(_, event) => self.event(event),
            Event::Moves(moves) => {
                self.filter(&moves.what);
                self.optional(moves.caused_by.as_ref(), Self::players);
            }
            Event::Begins(_, players)
            | Event::PlayerAttacks(players)
            | Event::Draws(players)
            | Event::GainsLife(players)
            | Event::LosesLife(players)
            | Event::Expends(players, _)
            | Event::DamageReducesLife(players, _)
            | Event::LosesGame(players)
            | Event::Does(players, _) => self.players(players),
            Event::Casts(players, filter)
            | Event::Activates(players, filter)
            | Event::PlaysLand(players, filter)
            | Event::Copies(players, filter)
            | Event::Discards(players, filter)
            | Event::Sacrifices(players, filter)
            | Event::TappedForMana(players, filter)
            | Event::LosesControl(players, filter)
            | Event::Creates(players, filter) => {
                self.players(players);
                self.filter(filter);
            }
            Event::Attacks(attacks) => {
                self.filter(&attacks.what);
                self.optional(attacks.player.as_ref(), Self::players);
                self.optional(attacks.with.as_ref(), |checker, (filter, comparison)| {
                    checker.filter(filter);
                    checker.comparison(comparison);
                });
            }
            Event::Blocks(one, other)
            | Event::BecomesBlocked(one, other)
            | Event::BecomesAttached(one, other)
            | Event::BecomesUnattached(one, other) => {
                self.filter(one);
                self.filter(other);
            }
            Event::DealsDamage(damage) => {
                self.filter(&damage.source);
                self.optional(damage.player.as_ref(), Self::players);
                self.optional(damage.object.as_ref(), Self::filter);
            }
            Event::BecomesTarget { what, of, by } => {
                self.filter(what);
                self.filter(of);
                self.players(by);
            }
            Event::PlayerBecomesTarget(players, by) => {
                self.players(players);
                self.players(by);
            }
            Event::AttacksUnblocked(filter)
            | Event::BecomesTapped(filter)
            | Event::BecomesUntapped(filter)
            | Event::CountersPut(filter, _)
            | Event::CountersRemoved(filter, _)
            | Event::LastCounterRemoved(filter, _)
            | Event::TurnedFaceUp(filter)
            | Event::Transforms(filter)
            | Event::Destroyed(filter)
            | Event::Countered(filter)
            | Event::Becomes(filter, _) => self.filter(filter),
            Event::PlayerAttacked(players, by) => {
                self.players(players);
                self.optional(by.as_ref(), Self::players);
            }
            Event::BlockedBySoMany(filter, comparison) => {
                self.filter(filter);
                self.comparison(comparison);
            }
            Event::AttacksWith(players, filter, comparison) => {
                self.players(players);
                self.filter(filter);
                self.comparison(comparison);
            }
            Event::CausedBy(players, event) => {
                self.players(players);
                self.event(event);
            }
            Event::Provided(condition, event) => {
                self.event(event);
                self.condition(condition);
            }
            Event::State(condition) => self.condition(condition),
            Event::Chapter(_) | Event::Room(_) | Event::Never => {}
        }
    }

    pub(super) fn duration(&mut self, duration: &Duration) {
        match duration {
            Duration::Until(event) => self.event(event),
            Duration::While(condition) => self.condition(condition),
            Duration::EndOfTurn
            | Duration::EndOfCombat
            | Duration::YourNextTurn
            | Duration::EndOfYourNextTurn
            | Duration::NextUntapStep
            | Duration::Forever => {}
        }
    }

    pub(super) fn costs(&mut self, costs: &Costs) {
        costs.0.iter().for_each(|cost| self.cost(cost));
    }

    fn cost(&mut self, cost: &Cost) {
        match cost {
            Cost::Sacrifice(filter, count)
            | Cost::Discard(filter, count)
            | Cost::Exile(filter, _, count)
            | Cost::Put(filter, _, _, count)
            | Cost::Return(filter, count)
            | Cost::TapOthers(filter, count)
            | Cost::TapPower(filter, count)
            | Cost::Reveal(filter, count) => {
                self.filter(filter);
                self.quantity(count);
            }
            Cost::ManaTimes(_, quantity)
            | Cost::Life(quantity)
            | Cost::DiscardRandom(quantity)
            | Cost::ExileTop(quantity)
            | Cost::Mill(quantity)
            | Cost::Draw(quantity)
            | Cost::Energy(quantity)
            | Cost::CollectEvidence(quantity) => self.quantity(quantity),
            Cost::RemoveCounters(_, count, selection) | Cost::PutCounters(_, count, selection) => {
                self.quantity(count);
                self.selection(selection);
            }
            Cost::Each(costs, quantity) => {
                self.costs(costs);
                self.quantity(quantity);
            }
            Cost::OneOf(costs) => costs.iter().for_each(|costs| self.costs(costs)),
            Cost::Mana(_)
            | Cost::ItsManaCost
            | Cost::Waterbend(_)
            | Cost::Tap
            | Cost::Untap
            | Cost::Loyalty(_)
            | Cost::LoyaltyX
            | Cost::SacrificeThis
            | Cost::DiscardThis
            | Cost::DiscardHand
            | Cost::ExileThis
            | Cost::ReturnThis => {}
            Cost::Unattach(what) => self.selection(what),
        }
    }

    pub(super) fn keyword(&mut self, keyword: &Keyword) {
        match keyword {
            Keyword::Plain(_) | Keyword::PartnerWith(_) | Keyword::Word(..) | Keyword::Prototype { .. } => {}
            Keyword::Cost(_, costs) => self.costs(costs),
            Keyword::Number(_, number) => self.quantity(number),
            Keyword::Filter(_, filter) => self.filter(filter),
            Keyword::Equip(costs, filter) | Keyword::Cycling(costs, filter) => {
                self.costs(costs);
                self.optional(filter.as_ref(), Self::filter);
            }
            Keyword::Suspend(count, costs) | Keyword::NumberAndCost(_, count, costs) => {
                self.quantity(count);
                self.costs(costs);
            }
            Keyword::Splice(filter, costs) => {
                self.filter(filter);
                self.costs(costs);
            }
            Keyword::EnchantPlayer(players) => self.players(players),
            Keyword::ProtectionKeeping(from, keeps) => {
                self.filter(from);
                self.filter(keeps);
            }
        }
    }
}
