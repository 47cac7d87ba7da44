//! Reading the ability form against a game: which objects, how many, whether.
//!
//! Everything here is a pure function of a [`Sight`] (the game and what the layers make of it) and a [`Frame`] (whose
//! ability speaks, and what it has bound so far).

pub mod conditions;
pub(crate) mod entered;
pub mod events;
pub(in crate::engine) mod fighters;
pub mod filters;
pub(in crate::engine) mod found;
pub(in crate::engine) mod informing;
pub(in crate::engine) mod left;
pub mod likeness;
pub mod mana_values;
mod measures;
pub mod occurrences;
pub(in crate::engine) mod paid;
pub(in crate::engine) mod points;
pub mod quantities;
pub mod selections;

use std::rc::Rc;

use crate::game::{
    Announced, Bindings, Called, CauseKind, Game, LinkKey, ManaAmount, ObjectId, Occasion, Origin, PlayerId,
    Thing,
};
use crate::ir::Symbol;
use crate::ir::{Link, Slot};
use crate::rules::RuleId;

use super::halt::{Halt, Outcome};
use super::view::View;

/// The game and what the layers make of it.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    /// The game.
    pub game: &'a Game,
    /// What the layers make of its objects.
    pub view: &'a View,
}

/// Whose ability speaks, and what it has bound so far.
#[derive(Debug, Clone)]
pub struct Frame {
    /// The object that has the ability, or the spell: "this".
    pub source: ObjectId,
    /// The controller of the spell or ability: "you".
    pub controller: PlayerId,
    /// The spell or ability on the stack, if it is there.
    pub on_stack: Option<ObjectId>,
    /// Which ability of the source it is.
    pub origin: Origin,
    /// What made it trigger, or what is replaced.
    pub occasion: Option<Rc<Occasion>>,
    /// What was announced for it.
    pub announced: Option<Rc<Announced>>,
    /// What was announced for the spell or ability whose effect made this ability (603.7, 603.12).
    pub outer: Option<Rc<Announced>>,
    /// Where the target phrases of the mode being followed begin.
    pub first_target: usize,
    /// The objects and players bound by earlier instructions.
    pub slots: Vec<(Slot, Vec<Thing>)>,
    /// Those of the slots whose objects were looked for where they are, and not put there by what has bound them.
    pub looked_for: Vec<Slot>,
    /// The numbers bound by earlier instructions.
    pub numbers: Vec<(Slot, i32)>,
    /// Whether the last "may", "if able" or payment was done: "if you do".
    pub did: bool,
    /// Whether what a player chose to do has not happened, so that nothing triggers "when" they do it (603.12); nothing where no choice
    /// of theirs is followed.
    pub undone: Option<bool>,
    /// How many of the slots were bound before this ability, by the effect that made it wait.
    pub inherited: usize,
    /// The keyword action that the instructions being followed stand for, by its rule.
    pub within: Option<RuleId>,
    /// What would have destroyed something, where these instructions are followed in place of that (614.6).
    pub in_place_of: Option<CauseKind>,
    /// Why the instructions being followed are followed at all, where a player's choice decided it (118.12).
    pub because: Option<RuleId>,
    /// "It" and "that player" of the loop being run, before those of the occasion.
    pub current: Option<Thing>,
    /// Whether what is followed now was added by splice (702.47c).
    pub spliced: bool,
    /// The mana that has been added so far, where it is tracked.
    pub produced: ManaAmount,
    /// Whether any mana has been added so far.
    pub produces: bool,
    /// The links under which a word has been chosen so far, for the same ability.
    pub chosen: Vec<Link>,
    /// The object that a continuous effect changes just now: "itself".
    pub affected: Option<ObjectId>,
    /// The player whom a creature would attack, where it is judged whether it may: "defending player" (508.5).
    pub defending: Option<PlayerId>,
    /// The target phrases all of whose targets are illegal, of which nothing is known (608.2b).
    pub illegal: Vec<usize>,
    /// Those of which only some targets are, so that no number that is asked of all of them is known.
    pub partly_illegal: Vec<usize>,
    /// The slots of numbers that would have been counted of those.
    pub unknown: Vec<Slot>,
    /// The links under which those would have been noted.
    pub unnoted: Vec<Link>,
    /// Whether it is a mana ability for which its source is tapped (106.12).
    pub taps_for_mana: bool,
    /// Whether it is being cast or activated, so that what is paid is paid for that.
    pub announcing: bool,
    /// Of a spell or ability that is being followed: the id that was next to be dealt as that began.
    pub began: Option<ObjectId>,
    /// The target phrases of which the instructions that have been followed speak, counted from the first of all modes.
    pub named: Vec<usize>,
    /// Of a delayed or reflexive ability: the rule of the keyword that stands for the one that made it.
    pub keyword: Option<RuleId>,
}

impl Frame {
    /// Which object asks what there is to choose: the spell or ability as it is on the stack, else what has the ability.
    pub fn asking(&self) -> ObjectId {
        self.on_stack.unwrap_or(self.source)
    }

    /// The keyword action that the instructions stand for, where it is one and not some other rule's (701).
    pub fn keyword_action(&self) -> Option<RuleId> {
        self.within.filter(|rule| rule.section().is_some_and(|section| section.as_str() == "701"))
    }

    /// The frame of an ability of an object that is not on the stack: a static or replacement ability.
    pub fn of_source(source: ObjectId, controller: PlayerId, origin: Origin) -> Self {
        Self {
            source,
            controller,
            on_stack: None,
            origin,
            occasion: None,
            announced: None,
            outer: None,
            first_target: 0,
            slots: Vec::new(),
            looked_for: Vec::new(),
            numbers: Vec::new(),
            did: false,
            undone: None,
            inherited: 0,
            within: None,
            in_place_of: None,
            because: None,
            current: None,
            spliced: false,
            produced: ManaAmount::default(),
            produces: false,
            chosen: Vec::new(),
            affected: None,
            defending: None,
            illegal: Vec::new(),
            partly_illegal: Vec::new(),
            unknown: Vec::new(),
            unnoted: Vec::new(),
            taps_for_mana: false,
            announcing: false,
            began: None,
            named: Vec::new(),
            keyword: None,
        }
    }

    /// The frame of an effect that was made, with what had been bound then.
    pub fn of_effect(source: ObjectId, controller: PlayerId, bindings: &Bindings) -> Self {
        Self::of_source(source, controller, Origin::NONE).bound(bindings)
    }

    /// What the ability was called as it was put on the stack, if it is there: whatever its source has lost since (113.7a).
    pub(in crate::engine) fn called_on_stack(&self, game: &Game) -> Option<Called> {
        let ability = game.object(self.on_stack?).stack_ability()?;
        let is_this = ability.source == self.source && ability.origin == self.origin;
        ability.called.filter(|_| is_this)
    }

    /// The frame with what made it trigger.
    #[must_use]
    pub fn with_occasion(mut self, occasion: Rc<Occasion>) -> Self {
        self.occasion = Some(occasion);
        self
    }

    /// The frame with what had been bound as an effect was made.
    #[must_use]
    pub fn bound(mut self, bindings: &Bindings) -> Self {
        self.announced.clone_from(&bindings.announced);
        self.first_target = bindings.first_target;
        self.slots.clone_from(&bindings.slots);
        self.numbers.clone_from(&bindings.numbers);
        self.occasion.clone_from(&bindings.occasion);
        self.outer.clone_from(&bindings.outer);
        self
    }

    /// What is bound now, for an effect that lasts.
    pub fn bindings(&self) -> Bindings {
        Bindings {
            announced: self.announced.clone(),
            first_target: self.first_target,
            slots: self.slots.clone(),
            numbers: self.numbers.clone(),
            occasion: self.occasion_of_round(),
            current: self.current,
            outer: self.outer.clone(),
            unknown: self.unknown.clone(),
            keyword: self.keyword,
        }
    }

    /// What made it trigger, with the object or player of the loop being run in place of those of the event.
    fn occasion_of_round(&self) -> Option<Rc<Occasion>> {
        let Some(current) = self.current else { return self.occasion.clone() };
        let of_event = self.occasion.as_deref().cloned().unwrap_or_default();
        let of_event = Occasion { objects: Vec::new(), before: None, ..of_event };
        Some(Rc::new(match current {
            Thing::Object(object) => Occasion { objects: vec![object], ..of_event },
            Thing::Player(player) => Occasion { player: Some(player), ..of_event },
        }))
    }

    /// What was announced for the spell or ability that this is, or whose effect made it: the value of X and which costs were paid.
    pub fn announcement(&self) -> Option<&Rc<Announced>> {
        self.outer.as_ref().or(self.announced.as_ref())
    }

    /// What was announced for it or, where it was not announced itself, for the spell that its source was.
    pub(super) fn announced_for<'a>(&'a self, game: &'a Game) -> Option<&'a Rc<Announced>> {
        self.announcement().or_else(|| game.object(self.source).announced.as_ref())
    }

    /// The key under which this ability and the one linked to it find what either of them keeps (607.1).
    pub fn link(&self, name: Link) -> LinkKey {
        LinkKey::of(self.source, self.origin, name)
    }

    /// What was chosen for a pair of linked abilities as their object entered (607.2d), as the words for it are read; nothing where it
    /// is known that nothing was.
    ///
    /// # Errors
    /// [`Halt::Undecided`] if nobody has said what.
    pub fn chosen<T>(
        &self,
        game: &Game,
        key: LinkKey,
        what: &str,
        read: impl FnOnce(Symbol) -> Option<T>,
    ) -> Outcome<Option<T>> {
        match game.word(key).and_then(read) {
            None if !game.is_unchosen(key) => {
                let why = format!("nothing says {what} was chosen as it entered");
                Err(Halt::undecided(self.source, why))
            }
            chosen => Ok(chosen),
        }
    }

    /// What is bound to a slot, if anything.
    pub fn slot(&self, name: Slot) -> Option<&[Thing]> {
        self.slots.iter().rev().find(|(its_name, _)| *its_name == name).map(|(_, things)| things.as_slice())
    }

    /// Takes over what was bound by the effect that made this ability wait.
    pub fn inherit(&mut self, bound: &Bindings) {
        self.slots.clone_from(&bound.slots);
        self.inherited = bound.slots.len();
        self.numbers.clone_from(&bound.numbers);
        self.current = bound.current;
        self.unknown.clone_from(&bound.unknown);
        self.keyword = bound.keyword;
        self.outer = bound.outer.clone().or_else(|| bound.announced.clone());
    }

    /// Whether a slot was bound by the effect that made this ability wait, rather than by this one.
    pub fn is_inherited(&self, name: Slot) -> bool {
        self.slots.iter().take(self.inherited).any(|(its_name, _)| *its_name == name)
    }

    /// Binds things to a slot, in place of what was bound before.
    pub fn bind(&mut self, name: Option<Slot>, things: Vec<Thing>) {
        let Some(name) = name else { return };
        self.looked_for.retain(|its_name| *its_name != name);
        match self.slots.iter_mut().find(|(its_name, _)| *its_name == name) {
            Some((_, bound)) => *bound = things,
            None => self.slots.push((name, things)),
        }
    }

    /// Binds things to a slot that were looked for where they are, if they were, in place of what was bound before.
    pub fn bind_looked_for(&mut self, name: impl Into<Option<Slot>>, things: Vec<Thing>, looked_for: bool) {
        let name = name.into();
        self.bind(name, things);
        self.looked_for.extend(name.filter(|_| looked_for));
    }
}

/// Whether something is so of all of some things.
fn all_are<T>(of: impl IntoIterator<Item = T>, is: impl Fn(T) -> Outcome<bool>) -> Outcome<bool> {
    for each in of {
        if !is(each)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether something is so of any of some things.
fn any_is<T>(of: impl IntoIterator<Item = T>, is: impl Fn(T) -> Outcome<bool>) -> Outcome<bool> {
    for each in of {
        if is(each)? {
            return Ok(true);
        }
    }
    Ok(false)
}
