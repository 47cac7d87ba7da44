//! The answers as the engine asks for them.

use std::rc::Rc;

use crate::engine::play::Chooser;
use crate::engine::{Outcome, PhraseToCome, Position, Unpaid};
use crate::game::{AbilityInstance, Answer, Choice, ObjectId, PlayerId, Thing};
use crate::ir::ManaCost;
use crate::trace::entry::How;

use super::Answers;

/// What the engine asks: a handle that leaves the answers with the stage.
pub(in crate::runner) struct Handle<'b, 'a>(pub(in crate::runner) &'b Answers<'a>);

impl Chooser for Handle<'_, '_> {
    fn answer(
        &mut self,
        position: &Position<'_>,
        choice: &Choice,
        forced: Option<Answer>,
    ) -> Outcome<(Answer, How)> {
        self.0.state.borrow_mut().answer(position, choice, forced)
    }

    fn mana_ability(
        &mut self,
        position: &Position<'_>,
        player: PlayerId,
        unpaid: Unpaid<'_>,
    ) -> Outcome<Option<(ObjectId, AbilityInstance)>> {
        self.0.state.borrow_mut().mana_ability(position, player, unpaid)
    }

    fn short_of_mana(
        &mut self,
        position: &Position<'_>,
        player: PlayerId,
        object: ObjectId,
        costs: &[ManaCost],
    ) -> Outcome {
        self.0.state.borrow().short_of_mana(position, (player, object), costs)
    }

    fn to_come(&mut self, phrases: Vec<PhraseToCome>) {
        self.0.state.borrow_mut().to_come = phrases;
    }

    fn created(&mut self, by: ObjectId, object: ObjectId) {
        let mut state = self.0.state.borrow_mut();
        // What has a label for what it creates gives that to the first object.
        if let Some(place) = state.table.labels.iter().position(|(_, labelled)| *labelled == by) {
            if let Some((_, labelled)) = Rc::make_mut(&mut state.table).labels.get_mut(place) {
                *labelled = object;
            }
        }
    }

    fn attackers(&mut self, _: &Position<'_>, _: PlayerId) -> Outcome<Option<Vec<(ObjectId, Thing)>>> {
        Ok(std::mem::take(&mut self.0.state.borrow_mut().attackers))
    }

    fn bands(&mut self, _: &Position<'_>, _: PlayerId) -> Outcome<Vec<Vec<ObjectId>>> {
        Ok(std::mem::take(&mut self.0.state.borrow_mut().bands))
    }

    fn blockers(&mut self, _: &Position<'_>, player: PlayerId) -> Outcome<Option<Vec<(ObjectId, ObjectId)>>> {
        let mut state = self.0.state.borrow_mut();
        // Whose creatures they are the rules see to: those of another player can't be declared (509.1a).
        let (own, others) =
            std::mem::take(&mut state.blockers).into_iter().partition::<Vec<_>, _>(|(who, _)| *who == player);
        state.blockers = others;
        let own: Vec<(ObjectId, ObjectId)> = own.into_iter().map(|(_, block)| block).collect();
        let said = !own.is_empty() || std::mem::take(&mut state.blocks_nothing);
        Ok(said.then_some(own))
    }
}
