//! What is kept of the answers while ways of doing something are tried, and what answers then.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::diag::Span;
use crate::engine::concepts::mana;
use crate::engine::halt::Outcome;
use crate::engine::spells::activating_activated_abilities::mana_abilities;
use crate::engine::{Halt, Position, View};
use crate::game::{AbilityInstance, Answer, Choice, ChoiceKind, Game, Item, ObjectId, Options, PlayerId};
use crate::ir::ManaCost;
use crate::ir::instruction::ManaType;
use crate::scenario::script::AnswerItem;

use super::{Answers, Queue, State, Table};

/// What has been taken of the lines, and what they mean.
pub(in crate::runner) struct Kept<'a> {
    table: Rc<Table>,
    queues: Vec<Queue<'a>>,
    lines_of: BTreeMap<ObjectId, usize>,
}

impl<'a> Answers<'a> {
    /// What has been taken of the lines, to come back to.
    pub(in crate::runner) fn keep(&self) -> Kept<'a> {
        let state = self.state.borrow();
        Kept { table: state.table.clone(), queues: state.queues.clone(), lines_of: state.lines_of.clone() }
    }

    /// Nothing has been taken of the lines since.
    pub(in crate::runner) fn put_back(&self, kept: &Kept<'a>) {
        let mut state = self.state.borrow_mut();
        state.table = kept.table.clone();
        state.queues.clone_from(&kept.queues);
        state.lines_of.clone_from(&kept.lines_of);
        (state.of_mode, state.tapped) = (None, None);
        state.paying.clear();
    }

    /// Of the answers under the line being played only those that stand before a place are there.
    pub(in crate::runner) fn only_before(&self, place: Span) {
        if let Some(queue) = self.state.borrow_mut().queues.last_mut() {
            queue.choices.retain(|waiting| waiting.line.kind.span.start < place.start);
        }
    }

    /// Answers what stays open while something is tried, one after the other.
    pub(in crate::runner) fn probe(&self, answers: Vec<Answer>) {
        self.state.borrow_mut().probed = answers.into_iter();
    }

    /// What is tried stops at one of the choices that make themselves, the first behind all that is written or one so many later.
    pub(in crate::runner) fn stop_at_forced(&self, place: Option<usize>) {
        self.state.borrow_mut().stops_at_forced = place;
    }

    /// The answer to a question that stands at the head of these items, and how many of them it takes.
    pub(in crate::runner) fn read(
        &self,
        game: &Game,
        view: &View,
        choice: &Choice,
        items: &[AnswerItem],
    ) -> Option<(Answer, usize)> {
        self.state.borrow().read(&Position { game, view }, choice, items)
    }

    /// Whether permanents are tapped for mana while something is tried, though no line says so.
    pub(in crate::runner) fn tap_for_mana(&self, taps: bool) {
        let mut state = self.state.borrow_mut();
        (state.taps_for_mana, state.tapped) = (taps, None);
    }

    /// Of the colors of mana that something tapped for mana could make, those of which there is too little; nothing where that is not
    /// asked.
    pub(in crate::runner) fn lacking(&self, choice: &Choice) -> Option<Vec<ManaType>> {
        let state = self.state.borrow();
        let (source, lacking) = state.tapped.as_ref()?;
        (choice.kind == ChoiceKind::Color && choice.source == Some(*source)).then(|| lacking.clone())
    }

    /// Whether a player has mana abilities that no line says they activate, and whether each takes no more than a tap.
    pub(in crate::runner) fn mana_abilities(
        &self,
        game: &Game,
        view: &View,
        player: PlayerId,
    ) -> (bool, bool) {
        let said = self.state.borrow().queues.last().is_some_and(|queue| !queue.payments.is_empty());
        let found = mana_abilities(game, view, player);
        if said { (false, true) } else { (!found.is_empty(), found.iter().all(|(.., simple)| *simple)) }
    }
}

impl State<'_> {
    /// Whether a choice that makes itself is the one at which what is tried stops.
    pub(super) fn asks_for_forced(&mut self, choice: &Choice) -> bool {
        let Some(left) = &mut self.stops_at_forced else { return false };
        let said = self.queues.get(self.current).is_none_or(|queue| queue.choices.iter().all(|it| it.used));
        let something = match &choice.options {
            Options::Pick { from, at_most, .. } => !from.is_empty() && *at_most > 0,
            Options::Divide { .. } => true,
            Options::YesNo(_) | Options::Number { .. } => false,
        };
        if !(self.trying && said && something) {
            return false;
        }
        let found = *left == 0;
        *left = left.saturating_sub(1);
        found
    }

    /// The next permanent that a player taps for mana while something is tried, and by which of its abilities.
    pub(super) fn tapped_for_mana(
        &mut self,
        position: &Position<'_>,
        player: PlayerId,
        (paid_for, cost): (ObjectId, &ManaCost),
    ) -> Outcome<Option<(ObjectId, AbilityInstance)>> {
        if !self.taps_for_mana {
            return Ok(None);
        }
        let (game, view) = (position.game, position.view);
        let mut found = mana_abilities(game, view, player);
        found.retain(|(.., simple)| *simple);
        let Some(source) = found.first().map(|(object, ..)| *object) else { return Ok(None) };
        let mut abilities = Vec::new();
        for (_, instance, _) in found.into_iter().filter(|(object, ..)| *object == source) {
            let lacking = mana::lacking((game, view), (player, paid_for, cost), (source, &instance))?;
            abilities.push((instance, lacking));
        }
        // One mana of a type that is lacking does for all that one of another type does.
        let one_each = abilities
            .iter()
            .all(|(instance, _)| mana::one_of_types((game, view), source, instance).is_some());
        if one_each {
            let makes_lacking = |(instance, lacking): &(AbilityInstance, Vec<ManaType>)| {
                let types = mana::one_of_types((game, view), source, instance).unwrap_or_default();
                types.iter().any(|kind| lacking.contains(kind))
            };
            match abilities.iter().any(makes_lacking) {
                true => abilities.retain(makes_lacking),
                false => abilities.truncate(1),
            }
        }
        let chosen = if abilities.len() > 1 {
            let from = (1u8..).zip(&abilities).map(|(number, _)| Item::Mode(number)).collect();
            let choice = Choice {
                player,
                kind: ChoiceKind::Mode,
                source: Some(source),
                options: Options::Pick { from, at_least: 1, at_most: 1, ordered: false },
                indifferent: false,
            };
            match self.probed.next() {
                Some(Answer::Picked(picked)) => picked.first().map_or(0, |index| *index as usize),
                _ => return Err(Halt::Open(Box::new(choice))),
            }
        } else {
            0
        };
        let Some((instance, lacking)) = abilities.into_iter().nth(chosen) else { return Ok(None) };
        self.tapped = Some((source, lacking));
        Ok(Some((source, instance)))
    }
}
