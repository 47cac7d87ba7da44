//! What the layers make of the objects: an immutable view of one position (613).

use std::sync::Arc;

use smallvec::SmallVec;

use crate::game::{AbilityInstance, Characteristics, Game, Mark, Object, ObjectId, PlayerId};
use crate::ir::{Ability, KeywordName, RuleChange};
use crate::rules::RuleId;
use crate::trace::layers::Influence;

/// The characteristics and controllers of all objects of one position.
#[derive(Debug, Clone)]
pub struct View {
    revision: u64,
    /// The structure on which alone everything here depends, if it does: no effect was at work that looks at more.
    pub(super) structure: Option<u64>,
    // Only objects that some effect changes have an entry; all others are as they are printed.
    pub(super) changed: Vec<Option<Arc<Characteristics>>>,
    pub(super) controllers: Vec<Option<PlayerId>>,
    /// What copy effects have made of objects, before all other effects (613.1a).
    pub(super) copied: Vec<(ObjectId, Arc<Characteristics>)>,
    pub(super) rules: Vec<ActiveRules>,
    // INVARIANT: both lists are in the order of objects and of the abilities of each.
    pub(super) triggered: Places,
    pub(super) replacements: Places,
    /// Whether a permanent has an ability of which something happens at any time: ascend, daybound, nightbound.
    pub(super) watched: bool,
    /// Whether a permanent has space sculptor.
    pub(super) sculpted: bool,
    /// Whether an ability that functions triggers on a state of the game (603.8), of which few do.
    pub(super) state_triggers: bool,
    /// The objects with a triggered ability that can be read only in part and does not function where they are.
    pub(super) unread_triggers: Vec<ObjectId>,
    /// Whether an effect is at work that gives objects abilities which say how they enter (614.12).
    pub(super) gives_entering: bool,
    /// The static abilities that effects have granted, each with the timestamp of the effect, while the layers are applied.
    pub(super) granted: Vec<(Arc<Ability>, u32)>,
    /// Which keyword abilities objects can't have, and the source of what says so (113.11).
    pub(super) cant_have: Vec<(ObjectId, KeywordName, ObjectId)>,
    /// Which objects have lost all their abilities, those among them that are nowhere but in the rules (306.5b, 310.4b, 714.3a).
    pub(super) stripped: Vec<ObjectId>,
    /// What each layer did, kept only where somebody asks for it.
    pub(super) influences: Option<Vec<Influence>>,
}

/// A list of abilities; few positions have more.
pub(super) type Places = SmallVec<[AbilityAt; 8]>;

/// Where an ability that functions stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct AbilityAt {
    /// The object that has it.
    pub object: ObjectId,
    /// Its place among the object's abilities.
    pub index: u16,
    /// Of a triggered ability: which of the object's triggered abilities it is, from 1.
    pub number: u8,
}

/// An ability whose changes of the rules of the game apply now (613.11).
#[derive(Debug, Clone)]
pub struct ActiveRules {
    /// Its timestamp (613.7a, 613.7b).
    pub timestamp: u32,
    /// The object whose ability it is.
    pub source: ObjectId,
    /// Who controls it.
    pub controller: PlayerId,
    /// Where the object has it from.
    pub origin: crate::game::Origin,
    /// What it changes.
    pub rules: RulesOf,
    /// The objects that the effect was made for, if it was made for some.
    pub objects: Option<std::rc::Rc<[ObjectId]>>,
    /// What had been bound as the effect was made.
    pub bindings: crate::game::Bindings,
    /// The rule of the keyword or the keyword action that says so, if one does.
    pub of_keyword: Option<RuleId>,
}

/// Where the changes of the rules stand.
#[derive(Debug, Clone)]
pub enum RulesOf {
    /// In a static ability.
    Static(Arc<Ability>),
    /// In an effect that was made.
    Effect(Arc<[RuleChange]>),
}

impl RulesOf {
    /// The changes.
    pub fn as_slice(&self) -> &[RuleChange] {
        match self {
            Self::Static(ability) => ability.as_static().map_or(&[], |it| &it.rules),
            Self::Effect(rules) => rules,
        }
    }
}

impl View {
    /// A view in which nothing is changed yet.
    pub fn unchanged(game: &Game) -> Self {
        Self {
            revision: game.revision(),
            structure: None,
            changed: Vec::new(),
            controllers: Vec::new(),
            copied: Vec::new(),
            rules: Vec::new(),
            triggered: Places::new(),
            replacements: Places::new(),
            watched: false,
            sculpted: false,
            state_triggers: false,
            unread_triggers: Vec::new(),
            gives_entering: false,
            granted: Vec::new(),
            cant_have: Vec::new(),
            stripped: Vec::new(),
            influences: None,
        }
    }

    /// Whether this is the view of the position that the game is in now.
    pub fn is_of(&self, game: &Game) -> bool {
        self.revision == game.revision() || self.structure == Some(game.structure())
    }

    /// Whether no effect changes any object: each is as it is printed, and whose it was as it came.
    pub fn is_as_printed(&self) -> bool {
        self.changed.is_empty() && self.controllers.is_empty()
    }

    /// The objects there are that have a mark, or that an effect changes, so that they may be what the mark is of: by id.
    pub(super) fn marked<'a>(&'a self, game: &'a Game, mark: Mark) -> impl Iterator<Item = &'a Object> {
        let mut marked = game.marked(mark).iter().copied().peekable();
        let changed = (0u32..).zip(&self.changed).filter(|(_, its)| its.is_some());
        let mut changed = changed.map(|(index, _)| ObjectId(index)).peekable();
        let ids = std::iter::from_fn(move || {
            let next = match (marked.peek(), changed.peek()) {
                (Some(one), Some(other)) => *one.min(other),
                (one, other) => *one.or(other)?,
            };
            marked.next_if_eq(&next);
            changed.next_if_eq(&next);
            Some(next)
        });
        ids.map(|id| game.object(id)).filter(|object| object.exists)
    }

    /// The objects there are that [`View::marked`] passes over.
    pub(super) fn unmarked<'a>(&'a self, game: &'a Game, mark: Mark) -> impl Iterator<Item = &'a Object> {
        let mut marked = self.marked(game, mark).map(|object| object.id).peekable();
        let objects = game.objects().iter().map(AsRef::as_ref).filter(|object| object.exists);
        objects.filter(move |object| marked.next_if_eq(&object.id).is_none())
    }

    /// Whether some effect has taken all abilities from an object, whatever it has gained since.
    pub(super) fn is_stripped(&self, object: ObjectId) -> bool {
        self.stripped.contains(&object)
    }

    /// Whether some effect changes this object.
    pub fn changes(&self, object: ObjectId) -> bool {
        let changed = self.changed.get(object.index()).is_some_and(Option::is_some);
        changed || self.controllers.get(object.index()).is_some_and(Option::is_some)
    }

    /// Whether an object is other than what is printed on it, or what it copies.
    pub(in crate::engine) fn is_changed(&self, object: ObjectId) -> bool {
        self.changed.get(object.index()).is_some_and(Option::is_some)
    }

    /// Whether effects make the same of two objects: neither is changed, or what they have become is kept as one.
    pub(crate) fn changes_alike(&self, one: ObjectId, other: ObjectId) -> bool {
        let changed = |object: ObjectId| self.changed.get(object.index())?.as_ref().map(Arc::as_ptr);
        let controller = |object: ObjectId| self.controllers.get(object.index()).copied().flatten();
        changed(one) == changed(other) && controller(one) == controller(other)
    }

    /// The characteristics of an object; of one that has left, as it last was.
    pub fn characteristics<'a>(&'a self, game: &'a Game, object: ObjectId) -> &'a Characteristics {
        if let Some(Some(changed)) = self.changed.get(object.index()) {
            return changed;
        }
        let its = game.object(object);
        match &its.known {
            Some(known) if !its.exists => &known.characteristics,
            _ => &its.base,
        }
    }

    /// The copiable values of an object (707.2): what is printed, as copy effects have changed it.
    pub fn copiable<'a>(&'a self, game: &'a Game, object: ObjectId) -> &'a Characteristics {
        let copied = self.copied.iter().find(|(copy, _)| *copy == object);
        copied.map_or(&game.object(object).base, |(_, values)| values)
    }

    /// An ability that functioned as this view was made.
    pub(super) fn ability<'a>(&'a self, game: &'a Game, at: AbilityAt) -> Option<&'a AbilityInstance> {
        self.characteristics(game, at.object).abilities.get(usize::from(at.index))
    }

    /// The same, to be kept.
    pub fn shared(&self, game: &Game, object: ObjectId) -> Arc<Characteristics> {
        if let Some(Some(changed)) = self.changed.get(object.index()) {
            return changed.clone();
        }
        let its = game.object(object);
        match &its.known {
            Some(known) if !its.exists => known.characteristics.clone(),
            _ => its.base.clone(),
        }
    }

    /// Who controls an object; of one that has left, who did last.
    pub fn controller(&self, game: &Game, object: ObjectId) -> PlayerId {
        if let Some(Some(controller)) = self.controllers.get(object.index()) {
            return *controller;
        }
        let its = game.object(object);
        match &its.known {
            Some(known) if !its.exists => known.controller,
            _ => its.controller,
        }
    }

    /// The changes of the rules of the game that apply now, each with the ability or effect that says it, in the order of their
    /// timestamps (613.11).
    pub(super) fn rule_changes(&self) -> impl Iterator<Item = (&ActiveRules, &RuleChange)> {
        self.rules.iter().flat_map(|active| active.rules.as_slice().iter().map(move |rule| (active, rule)))
    }

    /// Whether an object has a keyword ability.
    pub fn has(&self, game: &Game, object: ObjectId, keyword: KeywordName) -> bool {
        self.characteristics(game, object).has(keyword)
    }

    /// The characteristics of an object, to be changed by the layers.
    pub(super) fn change(&mut self, game: &Game, object: ObjectId) -> &mut Characteristics {
        if self.changed.len() <= object.index() {
            self.changed.resize(game.objects().len().max(object.index() + 1), None);
        }
        let base = game.object(object).base.clone();
        #[expect(clippy::indexing_slicing, reason = "the list was just made long enough")]
        let slot = &mut self.changed[object.index()];
        Arc::make_mut(slot.get_or_insert(base))
    }

    /// Gives an object these characteristics in place of those that it has.
    pub(super) fn replace(&mut self, game: &Game, object: ObjectId, values: Arc<Characteristics>) {
        if self.changed.len() <= object.index() {
            self.changed.resize(game.objects().len().max(object.index() + 1), None);
        }
        if let Some(slot) = self.changed.get_mut(object.index()) {
            *slot = Some(values);
        }
    }

    /// Sets who controls an object.
    pub(super) fn set_controller(&mut self, game: &Game, object: ObjectId, player: PlayerId) {
        if self.controllers.len() <= object.index() {
            self.controllers.resize(game.objects().len().max(object.index() + 1), None);
        }
        if let Some(slot) = self.controllers.get_mut(object.index()) {
            *slot = Some(player);
        }
    }
}
