//! What the layers make of the objects: an immutable view of one position (613).

use std::sync::Arc;

use smallvec::SmallVec;

use crate::game::{AbilityInstance, Characteristics, Game, ObjectId, PlayerId};
use crate::ir::{Ability, KeywordName, NamedDeed, RuleChange, Selection, Verb, Zone};
use crate::rules::RuleId;
use crate::trace::layers::Influence;

use super::concepts::abilities;
use super::halt::Outcome;
use super::spells::interaction_of_continuous_effects as layers;

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
    /// The view of a position.
    ///
    /// # Errors
    /// If an ability on the table says something that can't be played.
    pub fn of(game: &Game) -> Outcome<Self> {
        layers::apply_all(game)
    }

    /// What the layers do to the objects of a position, in the order in which they do it.
    ///
    /// # Errors
    /// If an ability on the table says something that can't be played.
    pub fn influences(game: &Game) -> Outcome<Vec<Influence>> {
        let view = Self { influences: Some(Vec::new()), ..Self::unchanged(game) };
        Ok(layers::apply_onto(game, view)?.influences.unwrap_or_default())
    }

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

    /// Whether some effect has taken all abilities from an object, whatever it has gained since.
    pub(super) fn is_stripped(&self, object: ObjectId) -> bool {
        self.stripped.contains(&object)
    }

    /// Whether some effect changes this object.
    pub fn changes(&self, object: ObjectId) -> bool {
        let changed = self.changed.get(object.index()).is_some_and(Option::is_some);
        changed || self.controllers.get(object.index()).is_some_and(Option::is_some)
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

    /// The changes of the rules of the game that apply now, each with the ability or effect that says it.
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

/// Whether an ability of an object functions in the zone the object is in (113.6).
pub fn functions(instance: &AbilityInstance, zone: Zone) -> bool {
    let at_home = zone == Zone::Battlefield;
    match &*instance.ability {
        Ability::Static(it) => {
            it.defining
                || it.also_from == Some(zone)
                || it.from.map_or_else(|| at_home || of_itself(it, zone), |from| from == zone)
        }
        Ability::Triggered(it) if it.also_from == Some(zone) => true,
        Ability::Triggered(it) => it
            .from
            .or_else(|| abilities::of_triggered(it))
            .map_or_else(|| default_zone(&it.when, zone), |from| from == zone),
        Ability::Activated(it) => {
            it.from.or_else(|| abilities::of_activated(it)).map_or(at_home, |from| from == zone)
        }
        Ability::Replacement(it) => it
            .from
            .or_else(|| abilities::of_replacement(it))
            .map_or(at_home || from_anywhere(&it.of), |from| from == zone),
        Ability::Keyword(_)
        | Ability::Spell(_)
        | Ability::Cleaved(_)
        | Ability::AdditionalCost(_)
        | Ability::AlternativeCost(_)
        | Ability::CastOnly(_)
        | Ability::Room(_)
        | Ability::OpeningHand(_)
        | Ability::DeckLimit(_)
        | Ability::Unsupported(_) => false,
    }
}

/// Whether a static ability says only how its own object is cast or played, for what costs, or that it can't be countered: that
/// functions where the object can be cast or played from, or on the stack (113.6d to 113.6g).
fn of_itself(it: &crate::ir::Static, zone: Zone) -> bool {
    use super::reading::events::only_this;
    use crate::ir::change::{Action, Allowed};
    let on_stack = zone == Zone::Stack;
    let elsewhere = !matches!(zone, Zone::Battlefield | Zone::Stack);
    let counts = |rule: &RuleChange| match rule {
        RuleChange::CostChange(change) => on_stack && !change.abilities && only_this(&change.of),
        RuleChange::Cant(cant) if cant.what.as_ref().is_some_and(only_this) => match cant.action {
            Action::Be(Verb::Counter) => on_stack,
            Action::Do(Verb::Cast | Verb::PlayLand) => elsewhere,
            _ => false,
        },
        RuleChange::May(may) if may.what == Some(Selection::This) => {
            let plays = matches!(
                may.action,
                Allowed::Cast | Allowed::Play | Allowed::PlayLand | Allowed::CastAsThoughFlash
            );
            elsewhere && plays
        }
        RuleChange::Cant(_)
        | RuleChange::Must(_)
        | RuleChange::May(_)
        | RuleChange::ExtraLands(..)
        | RuleChange::HandSize(..)
        | RuleChange::Skip(..)
        | RuleChange::PlayerHas(..)
        | RuleChange::PlayerProtection(..)
        | RuleChange::PlayerHexproof(..)
        | RuleChange::CombatDamage(..)
        | RuleChange::StationsByToughness(_)
        | RuleChange::CrewsAsThoughGreater(..)
        | RuleChange::UntapsDuring(..)
        | RuleChange::KeepsMana(..)
        | RuleChange::LostManaBecomes(..)
        | RuleChange::ExtraTrigger { .. }
        | RuleChange::NoTrigger { .. }
        | RuleChange::AnyColor(_)
        | RuleChange::LifeForMana(..)
        | RuleChange::DamageCantBePrevented
        | RuleChange::Devotion(..)
        | RuleChange::Revealed(..)
        | RuleChange::MostCounters { .. }
        | RuleChange::AsYouCascade { .. }
        | RuleChange::Goaded(_)
        | RuleChange::Marked(_)
        | RuleChange::Unsupported(_) => false,
    };
    it.changes.is_empty() && !it.rules.is_empty() && it.rules.iter().all(counts)
}

/// Whether a replacement effect is one of what would be put somewhere "from anywhere", the object itself: that says that it functions
/// wherever the object is (113.6b).
fn from_anywhere(event: &crate::ir::Event) -> bool {
    let crate::ir::Event::Moves(moves) = event else { return false };
    moves.from.is_empty()
        && !moves.to.is_empty()
        && !moves.to.contains(&Zone::Battlefield)
        && super::reading::events::only_this(&moves.what)
}

/// Where a triggered ability functions that does not say it: on the battlefield, or on the stack for "when you cast this spell" (113.6k).
fn default_zone(event: &crate::ir::Event, zone: Zone) -> bool {
    // Each trigger condition functions where it can be met (113.6k).
    event.is_made_of(&mut |event| may_be_met_in(event, zone))
}

/// Whether a plain trigger condition functions in a zone.
fn may_be_met_in(event: &crate::ir::Event, zone: Zone) -> bool {
    use super::reading::events::{of_haunted, only_this};
    if matches!(event, crate::ir::Event::Casts(_, what) if only_this(what)) {
        return zone == Zone::Stack;
    }
    // Nothing but a spell is countered that has such an ability (603.10e).
    if matches!(event, crate::ir::Event::Countered(what) if only_this(what)) {
        return zone == Zone::Stack;
    }
    if of_haunted(event) {
        return zone == Zone::Exile;
    }
    // "When this is put into a graveyard from anywhere" triggers from there, and does not look back (603.6c).
    if let crate::ir::Event::Moves(moves) = event
        && moves.from.is_empty()
        && !moves.to.contains(&Zone::Battlefield)
        && only_this(&moves.what)
    {
        return moves.to.contains(&zone);
    }
    // "When you cycle this card" triggers from wherever the card was put (702.29c).
    if matches!(event, crate::ir::Event::Becomes(what, word) if only_this(what) && *word == NamedDeed::Does(Verb::Cycle))
    {
        return !matches!(zone, Zone::Battlefield | Zone::Hand | Zone::Library);
    }
    zone == Zone::Battlefield
}
