//! What is asked of a question rather than answered: whether something is a legal answer, and which answers there are.

use crate::engine::Position;
use crate::engine::zones::exile::pile_of;
use crate::game::{Answer, Choice, Item, Options};
use crate::scenario::script::AnswerItem;
use crate::scenario::vocabulary::NONE;

use super::{Answers, State};

impl Answers<'_> {
    /// Whether these can be chosen, be it along with others.
    pub(in crate::runner) fn offers(
        &self,
        position: &Position<'_>,
        choice: &Choice,
        items: &[AnswerItem],
    ) -> bool {
        let state = self.state.borrow();
        if is_none(items) {
            return choice.allows(&Answer::Picked(Vec::new()));
        }
        let shares = items.iter().any(|item| matches!(item, AnswerItem::Share { .. }));
        match &choice.options {
            Options::Pick { from, at_most, .. } => {
                state.each_one(position, items, from).is_some_and(|taken| taken.len() <= *at_most as usize)
            }
            Options::Divide { among, .. } if !shares => state.each_one(position, items, among).is_some(),
            _ => {
                let answer = state.answer_meant(position, choice, items);
                matches!(answer, Ok(Some(answer)) if choice.allows(&answer))
            }
        }
    }

    /// Whether these are all that can be chosen.
    pub(in crate::runner) fn are_all_offered(
        &self,
        position: &Position<'_>,
        choice: &Choice,
        items: &[AnswerItem],
    ) -> bool {
        let state = self.state.borrow();
        // That nothing may be chosen is said beside what may be.
        let (none, items): (Vec<_>, Vec<_>) =
            items.iter().cloned().partition(|item| is_none(std::slice::from_ref(item)));
        if !none.is_empty() && !choice.allows(&Answer::Picked(Vec::new())) {
            return false;
        }
        let items = items.as_slice();
        match &choice.options {
            Options::Pick { from, .. } | Options::Divide { among: from, .. } => {
                let options = one_of_each_pile(position, from);
                let taken = state.each_one(position, items, &options);
                taken.is_some_and(|taken| taken.len() == options.len())
            }
            Options::YesNo(_) => matches!(
                items,
                [AnswerItem::Yes(_), AnswerItem::No(_)] | [AnswerItem::No(_), AnswerItem::Yes(_)]
            ),
            Options::Number { .. } => {
                let mut answers = Vec::new();
                for item in items {
                    match state.answer_meant(position, choice, std::slice::from_ref(item)) {
                        Ok(Some(answer @ Answer::Number(_)))
                            if choice.allows(&answer) && !answers.contains(&answer) =>
                        {
                            answers.push(answer);
                        }
                        _ => return false,
                    }
                }
                choice.count_answers() == answers.len() as u64
            }
        }
    }
}

impl State<'_> {
    /// The options that these mean, each another one; nothing if one of them means none that is left.
    fn each_one(&self, position: &Position<'_>, items: &[AnswerItem], from: &[Item]) -> Option<Vec<u32>> {
        let mut taken = Vec::new();
        for item in items {
            taken.push(self.pick(position, item, from, &taken).ok()?);
        }
        Some(taken)
    }
}

/// Whether what is written is that nothing is chosen.
pub(in crate::runner) fn is_none(items: &[AnswerItem]) -> bool {
    matches!(items, [AnswerItem::Words(words)] if words.text == NONE)
}

/// The options, of the cards of a face-down pile one: which of them it is chance says (406.4).
fn one_of_each_pile(position: &Position<'_>, from: &[Item]) -> Vec<Item> {
    let mut options: Vec<Item> = Vec::with_capacity(from.len());
    let game = position.game;
    for item in from {
        let known = |other: &Item| match (item, other) {
            (Item::Pile(card), Item::Pile(other)) => pile_of(game, *card) == pile_of(game, *other),
            _ => false,
        };
        if !options.iter().any(known) {
            options.push(*item);
        }
    }
    options
}
