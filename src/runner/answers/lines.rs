//! Which line answers a question.

use crate::diag::{Code, Diagnostic};
use crate::engine::{Halt, Outcome, Position};
use crate::game::{Answer, Choice, ChoiceKind, ObjectId, Options};
use crate::runner::kinds::same_kind;
use crate::scenario::ast::Text;
use crate::scenario::script::{AnswerItem, ChoiceLine, Reference, ReferenceSort};

use super::{State, Waiting};

impl State<'_> {
    /// The answer from a choice line: under the action that leads to the question, or under an earlier one.
    ///
    /// What can be answered in one way only needs no line, nor does what nothing can see: one that names another player, or says
    /// what is impossible, is for a question to come, and only if none comes is it at fault.
    pub(super) fn written(
        &mut self,
        position: &Position<'_>,
        choice: &Choice,
        needs_none: bool,
    ) -> Outcome<Option<Answer>> {
        let (mut of_another, mut of_others) = (None, None);
        for (queue, index) in self.fitting(position, choice) {
            let place = self.queues.get(queue).and_then(|queue| queue.choices.get(index));
            let Some(waiting) = place else { continue };
            let (line, taken) = (waiting.line, waiting.taken);
            // A line with several answers serves several questions that take one each.
            let one_at_a_time =
                matches!(&choice.options, Options::Pick { at_most: 1, .. }) && line.answers.len() > 1;
            let answers = if one_at_a_time {
                line.answers.get(taken..taken + 1).unwrap_or_default()
            } else {
                line.answers.as_slice()
            };
            let fault =
                match (self.wrong_player(line, choice), self.translate(position, choice, line, answers)) {
                    (None, Ok(answer)) => {
                        self.take_behind(choice, answers);
                        let last = !one_at_a_time || taken + 1 >= line.answers.len();
                        if let Some(waiting) =
                            self.queues.get_mut(queue).and_then(|queue| queue.choices.get_mut(index))
                        {
                            waiting.taken += 1;
                            waiting.used = last;
                        }
                        return Ok(Some(answer));
                    }
                    // How another creature's damage is assigned stands beside it, under its own line of the declaration.
                    (None, Err(fault)) if !needs_none && choice.kind == ChoiceKind::Damage => {
                        of_others.get_or_insert(fault);
                        continue;
                    }
                    (None, Err(fault)) if !needs_none => {
                        self.fault = Some(*fault);
                        return Err(Halt::Answer("the answer is not among the legal ones".to_owned()));
                    }
                    (None, Err(fault)) => fault,
                    (Some(fault), Ok(_)) => fault,
                    // What that player could not choose here is an answer to something else.
                    (Some(_), Err(_)) => continue,
                };
            if needs_none {
                let place = self.queues.get_mut(queue).and_then(|queue| queue.choices.get_mut(index));
                if let Some(waiting) = place {
                    waiting.misfit.get_or_insert(*fault);
                }
            } else {
                of_another.get_or_insert(fault);
            }
        }
        if let Some(fault) = of_others {
            self.fault = Some(*fault);
            return Err(Halt::Answer("the answer is not among the legal ones".to_owned()));
        }
        match of_another {
            Some(fault) => {
                self.fault = Some(*fault);
                Err(Halt::Answer("another player makes this choice".to_owned()))
            }
            None => Ok(None),
        }
    }

    /// The choice lines that could be about the question: those under the action that leads to it first.
    fn fitting(&self, position: &Position<'_>, choice: &Choice) -> Vec<(usize, usize)> {
        let mut order: Vec<usize> = Vec::new();
        for queue in [self.asking, self.current].into_iter().chain((0..self.queues.len()).rev()) {
            if !order.contains(&queue) {
                order.push(queue);
            }
        }
        let mut found = Vec::new();
        for queue in order {
            let Some(its) = self.queues.get(queue) else { continue };
            let lines = its.choices.iter().enumerate();
            let fit = lines.filter(|(_, waiting)| !waiting.used && self.fits(position, waiting.line, choice));
            // What is chosen for a mana ability stands under that, or under the action with its name; all else under the action first.
            let paying = self.paying.last().filter(|it| it.line.0 == queue).map(|it| it.line.1);
            let (first, rest): (Vec<_>, Vec<_>) = fit.partition(|(_, waiting)| waiting.payment == paying);
            let named = |waiting: &Waiting<'_>| waiting.payment.is_none() && waiting.line.source.is_some();
            let rest = rest.into_iter().filter(|(_, waiting)| paying.is_none() || named(waiting));
            found.extend(first.into_iter().chain(rest).map(|(index, _)| (queue, index)));
        }
        found
    }

    /// The fault of a choice line that names another player than the one who chooses.
    fn wrong_player(&self, line: &ChoiceLine, choice: &Choice) -> Option<Box<Diagnostic>> {
        // Nobody chooses what chance picks, whoever is named there.
        let by_chance = choice.kind.by_chance();
        let player = line.player.as_ref().filter(|_| !by_chance)?;
        if self.table.player(&player.text) == Some(choice.player) {
            return None;
        }
        let right = self.table.name_of(choice.player);
        let fault = Diagnostic::error(
            Code::WrongPlayer,
            format!("{right} makes this choice, not {}", player.text),
            player.span,
            "another player chooses",
        );
        let own = "if both are asked, each answer needs a line of its own";
        Some(Box::new(fault.with_help(format!("the rules let {right} choose here; {own}"))))
    }

    /// Keeps the targets that stand behind the modes of an answer for the questions to come.
    fn take_behind(&mut self, choice: &Choice, answers: &[AnswerItem]) {
        let mut modes: Vec<(u32, &[Reference])> = Vec::new();
        for item in answers {
            if let AnswerItem::Mode { number, targets } = item {
                modes.push((number.value, targets));
            }
        }
        // Whatever the order in which the modes are written, their targets are asked for as printed (601.2c).
        modes.sort_by_key(|(number, _)| *number);
        let behind: Vec<Reference> =
            modes.into_iter().flat_map(|(_, targets)| targets.iter().cloned()).collect();
        if let (Some(source), false) = (choice.source, behind.is_empty()) {
            self.of_mode = Some((source, behind));
        }
    }

    /// Whether a choice line is about the question.
    fn fits(&self, position: &Position<'_>, line: &ChoiceLine, choice: &Choice) -> bool {
        if !same_kind(line.kind.value, choice) {
            return false;
        }
        // Everybody is asked whether to take a mulligan, round for round.
        let of_another = |name: &Text| self.table.player(&name.text) != Some(choice.player);
        if choice.kind == ChoiceKind::Mulligan && line.player.as_ref().is_some_and(of_another) {
            return false;
        }
        // From nothing nobody can choose: the line is for another question, unless it says so.
        let of_nothing = matches!(choice.options, Options::Pick { at_most: 0, .. });
        if of_nothing && !line.answers.is_empty() {
            return false;
        }
        match (&line.source, choice.source) {
            (None, _) => true,
            (Some(written), Some(source)) => self.is_named(position, written, source),
            // The rules themselves ask; a name tells which object it is about.
            (Some(_), None) => true,
        }
    }

    /// Whether a reference means the object, or the object whose ability it is.
    pub(super) fn is_named(&self, position: &Position<'_>, written: &Reference, object: ObjectId) -> bool {
        let game = position.game;
        let source = game.object(object).stack_ability().map_or(object, |ability| ability.source);
        if written.sort == ReferenceSort::Label {
            let root = game.earliest(source);
            return self
                .table
                .labels
                .iter()
                .any(|(label, labelled)| *label == written.name.text && game.earliest(*labelled) == root);
        }
        let its = game.object(source);
        if written.sort == ReferenceSort::Emblem {
            return self.table.emblems_of(game, &written.name.text).contains(&source);
        }
        if written.sort == ReferenceSort::Token && !its.is_token() {
            return false;
        }
        let name = written.name.text.as_str();
        *its.base.name == *name
            || its.is_token() && crate::ir::instruction::bare_token_name(&its.base.name) == name
            || its.definition.as_ref().is_some_and(|definition| {
                *definition.name == *name || definition.faces.iter().any(|face| *face.name == *name)
            })
            || *position.view.characteristics(game, source).name == *name
    }
}
