//! Why something is so, why it is not, and what decided it: asked of a played game.
//!
//! Every function here takes a [`Played`] game and objects, players, numbers or kinds in it, and gives the
//! [`Reasons`](crate::trace::Reasons): the rules by which it is so, the deciding one first, each with the step in which it stands if it
//! does in one. None knows a scenario: whoever asks lowers its own words first, compares, and makes a sentence.
//!
//! What an object is: [`characteristics`] and [`keywords`] ask the [`layers`] (613), which of several sets of [`values`] counts, what is
//! [`printed`], and what it has [`lost`]; [`status`], [`bonds`], [`combat`], [`exile`], [`control`], [`devotion`] and [`looking`] tell the rest. Where it
//! is and has been: [`whereabouts`], [`ordering`]. Whether and why not an ability has triggered: [`triggers`]. Whether something was [`replaced`] or prevented, which effect was [`applied_first`] where much hangs on that, by which effects an amount was [`made_other`], on which [`grounds`] an instruction did what it did, and whether a player was [`asked`]. Of players and the game:
//! [`life`], [`players`], [`turn`], [`stack`], [`endings`]. What lets a card be cast, and a question be asked: [`permission`], [`choices`]. What
//! tells two objects apart: [`apart`]. By which rule what nothing has changed stands as it is: [`standing`]; what is found in the position that
//! keeps it so: [`found`], as what its abilities ask for and is [`unmet`]; what was [`meant`] to change it and was left [`undone`]; which limit or rule is
//! [`switched_off`] for it, and that a card was [`copied_instead`] of being moved; which draws
//! were left [`undrawn`], and why combat damage was [`undealt`]. Which other steps *bear* on an answer: [`bearing`], by the tables of
//! [`matters`], and which rules they show without citing them: [`beside`]. Which step is told, and which that [`led`] to it.

pub(crate) mod apart;
pub(crate) mod applied_first;
pub(crate) mod asked;
pub(crate) mod bearing;
pub(crate) mod beside;
pub(crate) mod bonds;
pub(crate) mod brought;
pub(crate) mod characteristics;
pub(crate) mod choices;
pub(crate) mod combat;
pub(crate) mod control;
pub(crate) mod copied_instead;
pub(crate) mod damage;
pub(crate) mod devotion;
pub(crate) mod endings;
pub(crate) mod exile;
pub(crate) mod found;
pub(crate) mod given;
pub(crate) mod goaded;
pub(crate) mod grounds;
pub(crate) mod idle;
pub(crate) mod keywords;
pub(crate) mod layers;
pub(crate) mod led;
pub(crate) mod life;
pub(crate) mod looking;
pub(crate) mod lost;
pub(crate) mod made_other;
pub(crate) mod matters;
pub(crate) mod meant;
pub(crate) mod moved_together;
pub(crate) mod ordering;
pub(crate) mod permission;
pub(crate) mod players;
pub(crate) mod printed;
pub(crate) mod replaced;
pub(crate) mod stack;
pub(crate) mod standing;
pub(crate) mod status;
pub(crate) mod steps;
pub(crate) mod switched_off;
pub(crate) mod targets;
pub(crate) mod triggers;
pub(crate) mod turn;
pub(crate) mod uncreated;
pub(crate) mod undealt;
pub(crate) mod undone;
pub(crate) mod undrawn;
pub(crate) mod unmet;
pub(crate) mod unmoved;
pub(crate) mod values;
pub(crate) mod whereabouts;

use std::cell::RefCell;
use std::rc::Rc;

use crate::engine::reading::Sight;
use crate::engine::{Outcome, View};
use crate::game::{Game, ObjectId};
use crate::rules::RuleId;
use crate::trace::Trace;
use crate::trace::layers::Influence;

/// A played game: the position as it is now, and the steps that led there.
#[derive(Clone, Copy)]
pub(crate) struct Played<'a> {
    /// The position.
    pub(crate) game: &'a Game,
    /// What has happened.
    pub(crate) trace: &'a Trace,
    /// What the layers make of the position.
    pub(crate) view: &'a Rc<View>,
    /// What the position in which play began says of itself.
    pub(crate) start: &'a Start,
    /// What is kept of what the layers have told.
    pub(crate) influences: &'a Influences,
}

impl<'a> Played<'a> {
    /// The game and what the layers make of it, to read the ability form in.
    pub(crate) fn sight(self) -> Sight<'a> {
        Sight { game: self.game, view: self.view }
    }
}

/// What is known of the position in which play began, and is no part of it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Start {
    /// The tokens that stand there as no copies of cards, with the rule that says what they are if there is one.
    pub(crate) tokens: Vec<(ObjectId, Option<RuleId>)>,
    /// What is attached there, and to which object.
    pub(crate) attached: Vec<(ObjectId, ObjectId)>,
    /// Whether it is a game of Commander.
    pub(crate) is_commander: bool,
}

/// What the effects do to the objects of one position. To keep account takes several times as long as to apply the layers, and several
/// questions in a row ask for it.
#[derive(Default)]
pub(crate) struct Influences(RefCell<Option<Kept>>);

/// The view of a position, and what the effects do in it.
type Kept = (Rc<View>, Rc<[Influence]>);

impl Influences {
    /// What the effects do to the objects of the position that this is the view of, in the order of the layers.
    ///
    /// # Errors
    /// If the layers can't be applied.
    fn of(&self, game: &Game, view: &Rc<View>) -> Outcome<Rc<[Influence]>> {
        if let Some((of, known)) = &*self.0.borrow() {
            if Rc::ptr_eq(of, view) {
                return Ok(known.clone());
            }
        }
        let found: Rc<[Influence]> = View::influences(game)?.into();
        *self.0.borrow_mut() = Some((view.clone(), found.clone()));
        Ok(found)
    }
}
