//! How a scenario goes on between its lines: players pass until what was set going is over, or until something is on the stack.

use crate::diag::{Code, Diagnostic};
use crate::engine::Halt;
use crate::engine::concepts::timing_and_priority;
use crate::game::{ObjectId, PlayerId};
use crate::scenario::script::Reference;

use super::{MOST_PASSES, Stage, Staged, Stop, until_the_end};

impl Stage<'_, '_> {
    /// Whoever controls a permanent on the board by an effect has done so before the scenario begins, and nobody has to notice it.
    pub(in crate::runner) fn accept_control(&mut self) {
        let Ok(view) = self.view() else { return };
        let game = &self.play.game;
        let taken: Vec<(ObjectId, PlayerId)> = game
            .battlefield()
            .iter()
            .map(|object| (*object, view.controller(game, *object)))
            .filter(|(object, now)| {
                let fights = game.combat().attack_of(*object).is_some() || game.combat().is_blocking(*object);
                game.object(*object).noticed_controller != *now && !fights
            })
            .collect();
        for (object, now) in taken {
            self.play.game.controlled_from_the_start(object, now);
        }
    }

    /// What was set going is over: the stack is empty and combat is done.
    pub(in crate::runner) fn settle(&mut self) -> Staged {
        // Who has priority keeps it where another player concedes; the next time a player would get it the game looks around (117.5).
        if std::mem::take(&mut self.unsettled) && self.play.game.ending().is_none() {
            timing_and_priority::catch_up(&mut self.play).map_err(|halt| Stop::Halt(halt, self.span))?;
        }
        self.empty_stack()?;
        if !self.in_combat {
            return Ok(());
        }
        for _ in 0..MOST_PASSES {
            if !self.play.game.turn().step.is_combat() || self.play.game.ending().is_some() {
                self.in_combat = false;
                return Ok(());
            }
            self.pass()?;
        }
        Ok(())
    }

    /// Players pass until the stack is empty.
    pub(in crate::runner) fn empty_stack(&mut self) -> Staged {
        // As long as the stack gets lower than it has been, it empties.
        let (mut lowest, mut passes) = (usize::MAX, 0);
        while passes < MOST_PASSES {
            let height = self.play.game.stack().len();
            if height == 0 || self.play.game.ending().is_some() {
                return Ok(());
            }
            if height < lowest {
                (lowest, passes) = (height, 0);
                self.play.decides();
            }
            passes += 1;
            self.pass()?;
        }
        Err(Stop::Halt(Halt::Runaway("the stack never empties"), self.span))
    }

    /// The player who has priority passes.
    pub(in crate::runner) fn pass(&mut self) -> Staged {
        if self.play.game.stack().is_empty() {
            self.answers.acting();
        } else {
            self.answers.resolving(&self.play.game);
        }
        let span = self.answers.asking_span().unwrap_or(self.span);
        let passed = timing_and_priority::pass(&mut self.play);
        // What is new on the stack has come there by the doing of the line that was asked.
        self.answers.notice(&self.play.game);
        until_the_end(passed.map_err(|halt| self.at_payment(Stop::Halt(halt, span))))
    }

    /// Players pass until something is on top of the stack.
    pub(in crate::runner) fn wait_for(&mut self, reference: &Reference) -> Staged {
        let table = self.answers.table();
        for _ in 0..MOST_PASSES {
            let view = self.view()?;
            if let Some(top) = self.play.game.stack().last().copied() {
                let wanted = table.whole(&self.play.game, &view, reference, |object| {
                    object == top || table.on_stack(&self.play.game, object, reference) == Some(top)
                })?;
                let on_stack = match reference.part {
                    crate::scenario::script::Part::Whole => wanted == top,
                    _ => table.on_stack(&self.play.game, wanted, reference) == Some(top),
                };
                if on_stack {
                    return Ok(());
                }
            }
            if self.play.game.stack().is_empty() || self.play.game.ending().is_some() {
                break;
            }
            self.pass()?;
        }
        Err(Stop::Fault(Diagnostic::error(
            Code::NothingToAnswer,
            format!("`{}` never comes to the top of the stack", reference.name.text),
            reference.span,
            "",
        )))
    }
}
