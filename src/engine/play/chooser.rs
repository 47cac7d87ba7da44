//! Who answers the questions of a game.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::game::{AbilityInstance, Answer, Choice, Game, ObjectId, PlayerId, Thing};
use crate::ir::ManaCost;
use crate::trace::entry::How;

use super::super::halt::Outcome;
use super::super::view::View;

/// Mana that a player is about to pay.
#[derive(Debug, Clone, Copy)]
pub struct Unpaid<'a> {
    /// What it is paid for.
    pub object: ObjectId,
    /// How much it is.
    pub cost: &'a ManaCost,
    /// Whether nothing else may pay for any of it, as creatures may for a spell with convoke.
    pub mana_alone: bool,
}

/// Who answers the questions that the game asks.
pub trait Chooser {
    /// The answer to a question, and how it came about.
    ///
    /// `forced` is the only legal answer, if there is but one; an answer that the user has written is checked against it.
    ///
    /// # Errors
    /// [`Halt::Open`](crate::engine::Halt::Open) if nothing says what to answer, [`Halt::Answer`](crate::engine::Halt::Answer) or
    /// [`Halt::NotAllowed`](crate::engine::Halt::NotAllowed) if what is said can't be the answer.
    fn answer(
        &mut self,
        play: &Position<'_>,
        choice: &Choice,
        forced: Option<Answer>,
    ) -> Outcome<(Answer, How)>;

    /// The next mana ability that a player activates while paying this for an object (601.2g, 605.3a). Silence is none.
    ///
    /// # Errors
    /// As [`Chooser::answer`].
    fn mana_ability(
        &mut self,
        play: &Position<'_>,
        player: PlayerId,
        unpaid: Unpaid<'_>,
    ) -> Outcome<Option<(ObjectId, AbilityInstance)>>;

    /// A player has not enough mana for any of these, which an object asks for, and has activated what mana abilities they do.
    ///
    /// # Errors
    /// If nothing says that they activate no other ones (605.3a).
    fn short_of_mana(&mut self, _: &Position<'_>, _: PlayerId, _: ObjectId, _: &[ManaCost]) -> Outcome {
        Ok(())
    }

    /// The creatures that attack, and whom (508.1a–b). Silence is no attack.
    ///
    /// # Errors
    /// As [`Chooser::answer`].
    fn attackers(&mut self, play: &Position<'_>, player: PlayerId)
    -> Outcome<Option<Vec<(ObjectId, Thing)>>>;

    /// The bands that the attacking creatures are in (508.1e). Silence is none.
    ///
    /// # Errors
    /// As [`Chooser::answer`].
    fn bands(&mut self, _: &Position<'_>, _: PlayerId) -> Outcome<Vec<Vec<ObjectId>>> {
        Ok(Vec::new())
    }

    /// The creatures that block, and what (509.1a); nothing where nobody says it.
    ///
    /// # Errors
    /// As [`Chooser::answer`].
    fn blockers(
        &mut self,
        play: &Position<'_>,
        player: PlayerId,
    ) -> Outcome<Option<Vec<(ObjectId, ObjectId)>>>;

    /// Targets are about to be chosen for a phrase, and these phrases come after it: for whoever has said all of them at once.
    fn to_come(&mut self, _phrases: Vec<PhraseToCome>) {}

    /// A spell or ability that resolves has created an object: for whoever calls it something.
    fn created(&mut self, _by: ObjectId, _object: ObjectId) {}
}

/// A target phrase for which targets are chosen after those of another (601.2c).
#[derive(Debug, Clone)]
pub struct PhraseToCome {
    /// How many targets it needs at least.
    pub least: u32,
    /// How many it can have at most.
    pub most: u32,
    /// What they may be, where that does not depend on what is chosen before.
    pub legal: Option<Vec<Thing>>,
}

impl PhraseToCome {
    /// The places in this row of targets from which these phrases can take all the rest in this order; that of the end among them, if they
    /// need none.
    pub fn starts(phrases: &[Self], targets: &[Thing]) -> BTreeSet<usize> {
        let mut starts = BTreeSet::from([targets.len()]);
        for phrase in phrases.iter().rev() {
            let leads_on = |place: &usize| {
                let rest = targets.get(*place..).unwrap_or_default();
                phrase.counts(rest).any(|count| starts.contains(&(place + count)))
            };
            starts = (0..=targets.len()).filter(leads_on).collect();
        }
        starts
    }

    /// How many of these, from the first one on, can be its targets, each of them once (115.3).
    pub fn counts(&self, targets: &[Thing]) -> RangeInclusive<usize> {
        let mut seen = BTreeSet::new();
        let may_be = |target: &Thing| self.legal.as_ref().is_none_or(|legal| legal.contains(target));
        let fitting = targets.iter().take(self.most as usize);
        let fitting = fitting.take_while(|target| may_be(target) && seen.insert(**target)).count();
        self.least as usize..=fitting
    }
}

/// What somebody who answers may look at.
pub struct Position<'a> {
    /// The game.
    pub game: &'a Game,
    /// What the layers make of its objects.
    pub view: &'a View,
}
