//! CR 612: Text-Changing Effects

use std::sync::Arc;

use crate::engine::card_types::lands;
use crate::engine::halt::{Halt, Outcome};
use crate::game::{Characteristics, ObjectId, Origin};
use crate::ir::change::TextWord;
use crate::ir::instruction::{Create, TokenSpec};
use crate::ir::mention::mentions;
use crate::ir::{
    Ability, Body, CardType, Change, Colors, Comparison, Condition, Cost, Costs, Event, Filter, Instruction,
    Keyword, Players, Quantity, Replacement, ReplacementResult, Selection, Subtype, TargetKind,
};

/// One word for another, wherever it is used as such a word (612.2).
#[derive(Clone, Copy)]
pub(in crate::engine) struct Exchange {
    /// The word that is replaced.
    pub(in crate::engine) from: TextWord,
    /// The word that stands there instead.
    pub(in crate::engine) to: TextWord,
}

impl Exchange {
    /// Changes the rules text and the type line of an object (612.1). What effects grant is not its text (612.3); in layer 3 they have not done so yet.
    ///
    /// # Errors
    /// If an ability uses the word in a way that headjudge can't exchange.
    pub(in crate::engine) fn apply(self, object: ObjectId, its: &mut Characteristics) -> Outcome {
        for instance in &mut its.abilities {
            if matches!(instance.origin, Origin::Rules(_)) || !self.is_in(&instance.ability) {
                continue;
            }
            let mut ability = (*instance.ability).clone();
            self.ability(&mut ability);
            if self.is_in(&ability) {
                return Err(Halt::undecided(
                    object,
                    "a word of its text is used in a way that can't be changed yet",
                ));
            }
            instance.ability = Arc::new(ability);
        }
        self.subtypes(&mut its.types.subtypes);
        if its.is(CardType::Land) {
            lands::keep_mana_abilities(its);
        }
        Ok(())
    }

    /// Whether an ability has the word anywhere, mana symbols aside, which are no words.
    fn is_in(self, ability: &Ability) -> bool {
        let (word, node) = match self.from {
            TextWord::Color(color) => (format!("{color:?}"), None),
            TextWord::Subtype(subtype) => (subtype.number().to_string(), Some("Subtype")),
        };
        mentions(ability, |it| {
            it.word == word && node.is_none_or(|node| it.before == node) && !it.is_in("ManaCost")
        })
    }

    fn subtype(self, subtype: &mut Subtype) {
        if let (TextWord::Subtype(from), TextWord::Subtype(to)) = (self.from, self.to) {
            if *subtype == from {
                *subtype = to;
            }
        }
    }

    /// A type that is there already is not there twice.
    fn subtypes(self, subtypes: &mut Vec<Subtype>) {
        subtypes.iter_mut().for_each(|subtype| self.subtype(subtype));
        let mut seen: Vec<Subtype> = Vec::with_capacity(subtypes.len());
        subtypes.retain(|subtype| {
            let new = !seen.contains(subtype);
            seen.push(*subtype);
            new
        });
    }

    fn colors(self, colors: &mut Colors) {
        if let (TextWord::Color(from), TextWord::Color(to)) = (self.from, self.to) {
            *colors = colors.iter().map(|color| if color == from { to } else { color }).collect();
        }
    }

    fn ability(self, ability: &mut Ability) {
        match ability {
            Ability::Keyword(keyword) => self.keyword(keyword),
            Ability::Spell(body) => self.body(body),
            Ability::Activated(it) => {
                self.costs(&mut it.cost);
                self.body(&mut it.effect);
                it.only_if.iter_mut().for_each(|condition| self.condition(condition));
            }
            Ability::Triggered(it) => {
                let it = Arc::make_mut(it);
                self.event(&mut it.when);
                it.only_if.iter_mut().for_each(|condition| self.condition(condition));
                self.body(&mut it.effect);
            }
            Ability::Static(it) => {
                it.affects.iter_mut().for_each(|selection| self.selection(selection));
                it.changes.iter_mut().for_each(|change| self.change(change));
                it.condition.iter_mut().for_each(|condition| self.condition(condition));
            }
            Ability::Room(it) => self.body(&mut it.effect),
            Ability::OpeningHand(it) => {
                it.then.iter_mut().for_each(|instruction| self.instruction(instruction))
            }
            Ability::Replacement(it) => self.replacement(it),
            Ability::AdditionalCost(it) => self.costs(&mut it.cost),
            Ability::AlternativeCost(it) => self.costs(&mut it.cost),
            Ability::CastOnly(it) => self.condition(it),
            Ability::DeckLimit(_) | Ability::Unsupported(_) => {}
        }
    }

    fn keyword(self, keyword: &mut Keyword) {
        match keyword {
            Keyword::Filter(_, filter) => self.filter(filter),
            Keyword::Equip(costs, filter) | Keyword::Cycling(costs, filter) => {
                self.costs(costs);
                filter.iter_mut().for_each(|filter| self.filter(filter));
            }
            Keyword::ProtectionKeeping(from, keeps) => {
                self.filter(from);
                self.filter(keeps);
            }
            Keyword::Splice(filter, costs) => {
                self.filter(filter);
                self.costs(costs);
            }
            Keyword::Cost(_, costs) => self.costs(costs),
            Keyword::Number(_, quantity) => self.quantity(quantity),
            _ => {}
        }
    }

    fn replacement(self, it: &mut Replacement) {
        self.event(&mut it.of);
        it.only_if.iter_mut().for_each(|condition| self.condition(condition));
        match &mut it.result {
            ReplacementResult::Instead(instructions) | ReplacementResult::Also(instructions) => {
                self.instructions(instructions);
            }
            ReplacementResult::Prevent { then, .. } => self.instructions(then),
            ReplacementResult::Redirect(selection) => self.selection(selection),
            _ => {}
        }
    }

    fn body(self, body: &mut Body) {
        for spec in &mut body.targets {
            self.target(&mut spec.kind);
        }
        self.instructions(&mut body.does);
        for mode in body.choose.iter_mut().flat_map(|modes| &mut modes.modes) {
            self.body(mode);
        }
    }

    fn target(self, kind: &mut TargetKind) {
        match kind {
            TargetKind::Permanent(filter)
            | TargetKind::Spell(filter)
            | TargetKind::Ability(filter)
            | TargetKind::Card(filter, _) => self.filter(filter),
            TargetKind::OneOf(kinds) => kinds.iter_mut().for_each(|kind| self.target(kind)),
            TargetKind::Player(_) | TargetKind::Any => {}
        }
    }

    fn instructions(self, instructions: &mut [Instruction]) {
        instructions.iter_mut().for_each(|instruction| self.instruction(instruction));
    }

    fn instruction(self, instruction: &mut Instruction) {
        match instruction {
            Instruction::May { does, then, otherwise, .. } => {
                self.instructions(does);
                self.instructions(then);
                self.instructions(otherwise);
            }
            Instruction::MayPay { cost, then, otherwise, .. } => {
                self.costs(cost);
                self.instructions(then);
                self.instructions(otherwise);
            }
            Instruction::If { condition, then, otherwise } => {
                self.condition(condition);
                self.instructions(then);
                self.instructions(otherwise);
            }
            Instruction::ForEach { of, does } => {
                self.selection(of);
                self.instructions(does);
            }
            Instruction::Destroy { what, .. }
            | Instruction::Tap(what)
            | Instruction::Untap(what)
            | Instruction::RemoveDamage(what)
            | Instruction::Regenerate(what)
            | Instruction::PutCounters { on: what, .. } => self.selection(what),
            Instruction::Exile(exile) => self.selection(&mut exile.what),
            Instruction::Put(put) => self.selection(&mut put.what),
            Instruction::Sacrifice(it) => {
                it.what.iter_mut().chain(&mut it.and).for_each(|filter| self.filter(filter));
            }
            Instruction::Search { what, .. } => self.filter(what),
            Instruction::Choose(it) => self.filter(&mut it.what),
            Instruction::Damage(it) => {
                self.quantity(&mut it.amount);
                self.selection(&mut it.to);
            }
            Instruction::Draw { count, .. } => self.quantity(count),
            Instruction::GainLife { amount, .. } | Instruction::LoseLife { amount, .. } => {
                self.quantity(amount)
            }
            Instruction::Apply(apply) => {
                apply.to.iter_mut().for_each(|selection| self.selection(selection));
                apply.changes.iter_mut().for_each(|change| self.change(change));
            }
            Instruction::Create(create) => self.create(create),
            Instruction::AddMana(it) => self.quantity(&mut it.count),
            _ => {}
        }
    }

    fn costs(self, costs: &mut Costs) {
        for cost in &mut costs.0 {
            match cost {
                Cost::Sacrifice(filter, _)
                | Cost::Discard(filter, _)
                | Cost::Exile(filter, _, _)
                | Cost::Put(filter, _, _, _)
                | Cost::Return(filter, _)
                | Cost::TapOthers(filter, _)
                | Cost::TapPower(filter, _)
                | Cost::Reveal(filter, _) => self.filter(filter),
                Cost::OneOf(options) => options.iter_mut().for_each(|costs| self.costs(costs)),
                Cost::Each(costs, _) => self.costs(costs),
                _ => {}
            }
        }
    }

    fn create(self, create: &mut Create) {
        self.quantity(&mut create.count);
        // Also where the type is the token's name as well (612.2a).
        if let TokenSpec::New(face) = &mut create.token {
            self.colors(&mut face.colors);
            self.subtypes(&mut face.types.subtypes);
            face.abilities.iter_mut().for_each(|ability| self.ability(ability));
        }
        create.and.iter_mut().for_each(|other| self.create(other));
    }

    fn change(self, change: &mut Change) {
        match change {
            Change::AddTypes(types) | Change::SetTypes(types) | Change::LoseTypes(types) => {
                self.subtypes(&mut types.subtypes);
            }
            Change::AddColors(colors) | Change::SetColors(colors) => {
                let mut set: Colors = colors.iter().copied().collect();
                self.colors(&mut set);
                *colors = set.iter().collect();
            }
            Change::Gain(abilities) => abilities.iter_mut().for_each(|ability| self.ability(ability)),
            Change::SetPowerToughness { power, toughness } => {
                power.iter_mut().chain(toughness).for_each(|quantity| self.quantity(quantity));
            }
            Change::AddPowerToughness { power, toughness } => {
                self.quantity(power);
                self.quantity(toughness);
            }
            _ => {}
        }
    }

    fn event(self, event: &mut Event) {
        match event {
            Event::Any(events) => events.iter_mut().for_each(|event| self.event(event)),
            Event::OneOrMore(event) | Event::Nth(_, event) | Event::CausedBy(_, event) => self.event(event),
            Event::Provided(condition, event) => {
                self.condition(condition);
                self.event(event);
            }
            Event::Moves(moves) => self.filter(&mut moves.what),
            Event::Casts(_, what)
            | Event::Discards(_, what)
            | Event::Sacrifices(_, what)
            | Event::PlaysLand(_, what)
            | Event::Copies(_, what)
            | Event::TappedForMana(_, what)
            | Event::BecomesTapped(what)
            | Event::BecomesUntapped(what)
            | Event::Destroyed(what) => self.filter(what),
            Event::Attacks(attacks) => self.filter(&mut attacks.what),
            Event::Blocks(one, other)
            | Event::BecomesBlocked(one, other)
            | Event::BecomesAttached(one, other)
            | Event::BecomesUnattached(one, other) => {
                self.filter(one);
                self.filter(other);
            }
            Event::DealsDamage(damage) => {
                self.filter(&mut damage.source);
                damage.object.iter_mut().for_each(|filter| self.filter(filter));
            }
            _ => {}
        }
    }

    fn condition(self, condition: &mut Condition) {
        match condition {
            Condition::All(conditions) | Condition::Any(conditions) => {
                conditions.iter_mut().for_each(|condition| self.condition(condition));
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
            _ => {}
        }
    }

    fn comparison(self, comparison: &mut Comparison) {
        match comparison {
            Comparison::Exactly(quantity) | Comparison::AtLeast(quantity) | Comparison::AtMost(quantity) => {
                self.quantity(quantity);
            }
            Comparison::Even | Comparison::Odd => {}
        }
    }

    fn quantity(self, quantity: &mut Quantity) {
        match quantity {
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
            | Quantity::CountersOn(_, selection) => self.selection(selection),
            Quantity::Devotion(colors) => {
                if let (TextWord::Color(from), TextWord::Color(to)) = (self.from, self.to) {
                    colors.iter_mut().filter(|color| **color == from).for_each(|color| *color = to);
                }
            }
            Quantity::Plus(quantities) => quantities.iter_mut().for_each(|quantity| self.quantity(quantity)),
            Quantity::Minus(one, other) => {
                self.quantity(one);
                self.quantity(other);
            }
            Quantity::Times(_, quantity) | Quantity::Half(quantity, _) | Quantity::Negative(quantity) => {
                self.quantity(quantity);
            }
            _ => {}
        }
    }

    fn selection(self, selection: &mut Selection) {
        match selection {
            Selection::Each(filter) | Selection::Topmost(filter) => self.filter(filter),
            Selection::Last(of) => self.selection(of),
            Selection::Among(selection, filter) => {
                self.selection(selection);
                self.filter(filter);
            }
            Selection::Several(selections) => {
                selections.iter_mut().for_each(|selection| self.selection(selection));
            }
            Selection::Players(players) => self.players(players),
            _ => {}
        }
    }

    fn players(self, players: &mut Players) {
        match players {
            Players::ControllerOf(selection) | Players::OwnerOf(selection) => self.selection(selection),
            Players::Where(players, condition) => {
                self.players(players);
                self.condition(condition);
            }
            Players::Except(players) | Players::OpponentsOf(players) => self.players(players),
            _ => {}
        }
    }

    fn filter(self, filter: &mut Filter) {
        match filter {
            Filter::All(filters) | Filter::Any(filters) => {
                filters.iter_mut().for_each(|filter| self.filter(filter));
            }
            Filter::Not(filter)
            | Filter::AttachedTo(filter)
            | Filter::AttachedBy(filter)
            | Filter::Targets(filter)
            | Filter::Source(filter) => self.filter(filter),
            Filter::Subtype(subtype) => self.subtype(subtype),
            Filter::Color(color) => {
                if let (TextWord::Color(from), TextWord::Color(to)) = (self.from, self.to) {
                    if *color == from {
                        *color = to;
                    }
                }
            }
            Filter::Power(comparison) | Filter::Toughness(comparison) | Filter::ManaValue(comparison) => {
                self.comparison(comparison);
            }
            Filter::NamedLike(selection)
            | Filter::Among(selection)
            | Filter::Shares(_, selection)
            | Filter::DamagedBy(selection) => self.selection(selection),
            _ => {}
        }
    }
}
