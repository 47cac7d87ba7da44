//! What lasts: continuous effects, waiting returns, delayed triggers, shields, links.

use std::rc::Rc;
use std::sync::Arc;

use crate::ir::ability::Delayed;
use crate::ir::change::Action;
use crate::ir::{
    Change, Condition, Duration, Event, Filter, Link, Players, Replacement, ReplacementResult, RuleChange,
    Selection, Slot, Triggered, Verb,
};
use crate::rules::RuleId;

use super::characteristics::{Called, Characteristics, Origin};
use super::ids::{ObjectId, PlayerId, Thing};
use super::mana::ManaAmount;
use super::object::{Announced, Object};
use super::state::Game;

/// What was bound by the effect that made an ability which waits, or that triggers at once.
pub type Bound = Rc<Bindings>;

/// A continuous effect, delayed trigger or shield that was made, by number in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EffectId(pub u32);

/// Copiable values: one set, or those of both halves of a flip card, of which the status of the copy decides (707.3).
pub type CopiedFaces = Rc<[Arc<Characteristics>]>;

/// A continuous effect that a resolving spell or ability made (611.2).
#[derive(Debug, Clone)]
pub struct ContinuousEffect {
    /// Its number.
    pub id: EffectId,
    /// The spell or ability that made it.
    pub source: ObjectId,
    /// Who controlled that.
    pub controller: PlayerId,
    /// When it was made (613.7b).
    pub timestamp: u32,
    /// What it affects, settled as it began (611.2c).
    pub affected: Affected,
    /// Of which kind those were, where it affects all of a kind.
    pub of: Option<Arc<Filter>>,
    /// What it changes of those objects.
    pub changes: Arc<[Change]>,
    /// What it makes those objects copies of, if it does (613.1a): the copiable values, settled as it began (707.2b).
    pub copy: Option<CopiedFaces>,
    /// What it changes of the rules.
    pub rules: Arc<[RuleChange]>,
    /// How long it lasts.
    pub duration: Duration,
    /// The turn in which it was made.
    pub since_turn: u32,
    /// What had been bound as it was made, for "that creature" or "target creature" in what it changes.
    pub bindings: Bindings,
    /// The rule of the keyword action whose effect it is, if it is the effect of one (701.35a).
    pub of_action: Option<RuleId>,
    /// Whether the scenario gives it, and no spell or ability has made it.
    pub given: bool,
}

impl ContinuousEffect {
    /// Whether what it keeps from untapping stays tapped in the untap step of its own controller, whoever controls that by then (701.43a).
    pub fn is_of_its_players_untap_step(&self) -> bool {
        self.rules.iter().any(|change| {
            matches!(change, RuleChange::Cant(it)
                if it.action == Action::Do(Verb::Untap) && it.only_if == Some(Condition::TurnOf(Players::You)))
        })
    }
}

impl ContinuousEffect {
    /// Whether it changes a set of objects that has this one among them (611.2c).
    pub fn is_on(&self, object: ObjectId) -> bool {
        match &self.affected {
            Affected::Objects(objects) => objects.contains(&object),
            Affected::Rules => false,
        }
    }

    /// Whether it is a copy effect that has made this object a copy of something (707.2).
    pub fn makes_a_copy(&self, object: ObjectId) -> bool {
        self.copy.is_some() && self.is_on(object)
    }

    /// One that the scenario gives, which changes an object from now on and for as long as nothing ends it.
    pub fn given(game: &Game, object: ObjectId, controller: PlayerId, changes: Arc<[Change]>) -> Self {
        Self { given: true, ..Self::on_itself(game, object, controller, changes) }
    }

    /// One that changes the object whose effect it is, from now on and for as long as nothing ends it.
    pub fn on_itself(game: &Game, object: ObjectId, controller: PlayerId, changes: Arc<[Change]>) -> Self {
        Self {
            id: game.next_effect(),
            source: object,
            controller,
            timestamp: game.clock() + 1,
            affected: Affected::Objects([object].into()),
            of: None,
            changes,
            copy: None,
            rules: [].into(),
            duration: Duration::Forever,
            since_turn: game.turn().number,
            bindings: Bindings::default(),
            of_action: None,
            given: false,
        }
    }
}

/// What was bound as an effect that lasts was made: it goes on meaning these very objects and players.
#[derive(Debug, Clone, Default)]
pub struct Bindings {
    /// What was announced for the spell or ability.
    pub announced: Option<Rc<Announced>>,
    /// Where the target phrases of the mode that was followed begin.
    pub first_target: usize,
    /// What earlier instructions had bound.
    pub slots: Vec<(Slot, Vec<Thing>)>,
    /// The numbers that they had counted.
    pub numbers: Vec<(Slot, i32)>,
    /// What made the ability trigger; in a loop its object or player is that of the round.
    pub occasion: Option<Rc<Occasion>>,
    /// "It" and "that player" of the loop that was run.
    pub current: Option<Thing>,
    /// What was announced for the spell or ability whose effect had made the ability that made this.
    pub outer: Option<Rc<Announced>>,
    /// The numbers that could not be counted, of illegal targets (608.2b).
    pub unknown: Vec<Slot>,
    /// The rule of the keyword that stands for the ability that made this.
    pub keyword: Option<RuleId>,
}

/// The slot in which an effect keeps what its source has become, for what waits: a delayed triggered ability, or an effect that lasts.
pub const KEPT: Slot = Slot::literal("this card");

impl Bindings {
    /// The objects and players that were bound, without those of the occasion and the targets.
    pub fn things(&self) -> impl Iterator<Item = Thing> + '_ {
        self.slots.iter().flat_map(|(_, things)| things).copied()
    }

    /// Lets whatever means a spell mean the permanent as well that it has become.
    pub fn follow(&mut self, spell: Thing, permanent: Thing) {
        let follow = |things: &mut Vec<Thing>| {
            if things.contains(&spell) {
                things.push(permanent);
            }
        };
        self.slots.iter_mut().for_each(|(_, things)| follow(things));
        let targets = |announced: &&mut Rc<Announced>| announced.targets.iter().any(|of| of.contains(&spell));
        for announced in self.announced.iter_mut().chain(&mut self.outer).filter(targets) {
            Rc::make_mut(announced).targets.iter_mut().for_each(follow);
        }
        if let (Some(occasion), Some(spell), Some(permanent)) =
            (&mut self.occasion, spell.object(), permanent.object())
            && occasion.objects.contains(&spell)
        {
            Rc::make_mut(occasion).objects.push(permanent);
        }
    }

    /// Whether both mean the same by numbers, X, what was paid, and "it".
    pub fn counts_like(&self, other: &Self) -> bool {
        let told = |its: &Self| {
            let announced = its.outer.as_ref().or(its.announced.as_ref());
            announced.map(|its| (its.x, its.paid.clone(), its.used.clone()))
        };
        self.numbers == other.numbers && self.current == other.current && told(self) == told(other)
    }
}

/// What a continuous effect affects.
#[derive(Debug, Clone, PartialEq)]
pub enum Affected {
    /// These objects and no others (611.2c).
    Objects(Rc<[ObjectId]>),
    /// No objects: only rules of the game.
    Rules,
}

/// Objects that return when something happens: from another zone (610.3) or from being phased out (610.4).
#[derive(Debug, Clone)]
pub struct Until {
    /// The object whose effect it is.
    pub source: ObjectId,
    /// The spell or ability that made it.
    pub made_by: ObjectId,
    /// Who controlled that.
    pub controller: PlayerId,
    /// What ends it.
    pub event: Arc<Event>,
    /// What it moved, and where each came from (610.3).
    pub moved: Vec<(ObjectId, crate::ir::Zone)>,
    /// What it has phased out, and whether those become tapped as they phase in (610.4).
    pub phased_out: Vec<ObjectId>,
    /// Whether what it has phased out becomes tapped as it phases in this way.
    pub tapping: bool,
    /// What made the ability trigger.
    pub occasion: Option<Rc<Occasion>>,
}

/// A delayed triggered ability (603.7).
#[derive(Debug, Clone)]
pub struct DelayedTrigger {
    /// Its number.
    pub id: EffectId,
    /// What it waits for and does.
    pub delayed: Arc<Delayed>,
    /// The source of the spell or ability that made it (603.7d, 603.7e).
    pub source: ObjectId,
    /// Who controls it (603.7d).
    pub controller: PlayerId,
    /// What the instructions before it had bound.
    pub slots: Bound,
    /// The turn in which it was made.
    pub since_turn: u32,
    /// When it was made (613.7).
    pub made: u32,
}

/// A replacement or prevention effect that a resolving spell or ability made (614.5, 615.7).
#[derive(Debug, Clone)]
pub struct Shield {
    /// Its number.
    pub id: EffectId,
    /// The spell or ability that made it.
    pub source: ObjectId,
    /// Who controlled that.
    pub controller: PlayerId,
    /// What it protects, if particular objects.
    pub protects: Option<ObjectId>,
    /// What it does.
    pub kind: ShieldKind,
    /// How long it lasts.
    pub duration: Duration,
    /// The turn in which it was made.
    pub since_turn: u32,
    /// How often it works until it is used up, if that is limited.
    pub uses: Option<u32>,
    /// How much damage it still prevents, if that is limited (615.7).
    pub damage: Option<u32>,
    /// What had been bound as it was made.
    pub bindings: Bindings,
    /// The rule of the keyword that stands for the ability that made it.
    pub keyword: Option<RuleId>,
}

impl Shield {
    /// Whether it prevents damage, or is about the damage of a source that was chosen for it (400.7c, 609.7a).
    pub fn is_about_damage(&self) -> bool {
        let ShieldKind::Replacement(it) = &self.kind else { return false };
        let chosen =
            |filter: &Filter| matches!(filter, Filter::Among(what) if matches!(**what, Selection::Slot(_)));
        let prevents = matches!(it.result, ReplacementResult::Prevent { .. });
        it.of
            .alternatives()
            .iter()
            .all(|of| matches!(of, Event::DealsDamage(damage) if prevents || damage.source.demands(&chosen)))
    }

    /// Whether an object is the permanent that a spell has become which this was made for (400.7c).
    pub fn has_followed(&self, permanent: &Object) -> bool {
        let Some(spell) = permanent.previous.filter(|_| self.is_about_damage()) else { return false };
        let targets = self.bindings.announced.iter().flat_map(|its| its.targets.iter().flatten()).copied();
        let occasion = self.bindings.occasion.iter().flat_map(|its| its.objects.iter().copied());
        let mut bound = self.bindings.things().chain(targets).filter_map(Thing::object).chain(occasion);
        bound.any(|object| object == spell)
    }
}

/// What a shield does.
#[derive(Debug, Clone)]
pub enum ShieldKind {
    /// Regenerates the object the next time it would be destroyed (701.19a).
    Regeneration,
    /// A replacement as cards say it.
    Replacement(Arc<Replacement>),
}

/// A relation between an ability and an object that a linked ability finds again (607).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinkedObject {
    /// Whose link it is.
    pub key: LinkKey,
    /// The object that is linked.
    pub object: ObjectId,
    /// How it came to be linked.
    pub how: Linked,
    /// Which face was up of what has the abilities (607.1b).
    pub face: u8,
    /// Which ability has dealt with it, where one did (607.1c).
    pub by: Option<Origin>,
    /// The number of the turn in which it came to be linked; 0 if that was before the scenario.
    pub turn: u32,
}

/// What one ability of a linked pair has done to an object that the other finds: of which kind the pair is (607.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Linked {
    /// An activated or triggered ability has exiled it (607.2a).
    Exiled,
    /// A replacement effect has exiled it (607.2b).
    Replaced,
    /// It was put onto the battlefield, or created (607.2c).
    Put,
    /// The ability of another object has dealt with it, which made the one that finds it or put that onto the battlefield (607.1d).
    Elsewhere,
}

/// Whose link: an object and the name that its pair of abilities shares (607.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinkKey {
    /// The object that has the abilities.
    pub object: ObjectId,
    /// The name of the pair.
    pub name: Link,
    /// How the object has come by the pair.
    pub pair: Pair,
}

/// How an object has come by a pair of linked abilities: those of one effect are linked to each other and to no others (607.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pair {
    /// It was printed with them, or entered as a copy that has them.
    Own,
    /// By an effect that a spell or ability has made.
    Effect(EffectId),
    /// By a static ability of an object.
    Static(ObjectId),
}

impl Pair {
    /// How an object has come by the pair that one of its abilities belongs to.
    pub fn of(object: ObjectId, ability: Origin) -> Self {
        match ability {
            Origin::Copied(effect, _) | Origin::Gained(effect, _) => Self::Effect(effect),
            Origin::Granted(by, _) if by != object => Self::Static(by),
            _ => Self::Own,
        }
    }
}

impl LinkKey {
    /// The key of a pair that an object has of its own.
    pub const fn own(object: ObjectId, name: Link) -> Self {
        Self { object, name, pair: Pair::Own }
    }

    /// The key of a pair that one ability of an object belongs to.
    pub fn of(object: ObjectId, ability: Origin, name: Link) -> Self {
        Self { object, name, pair: Pair::of(object, ability) }
    }
}

/// What made a triggered ability trigger, or what is being replaced: the values of "that creature", "that player",
/// "that much".
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Occasion {
    /// The objects of the event, as they are found afterwards.
    pub objects: Vec<ObjectId>,
    /// The object as it was before the event, where it moved.
    pub before: Option<ObjectId>,
    /// The other objects that share the event.
    pub others: Vec<ObjectId>,
    /// The player of the event.
    pub player: Option<PlayerId>,
    /// The number in the event.
    pub amount: u32,
    /// Of damage that a prevention effect was applied to: how much it has prevented.
    pub prevented: u32,
    /// The mana that was produced.
    pub mana: ManaAmount,
    /// Of what a delayed triggered ability triggers on: when that ability was made.
    pub since: Option<u32>,
}

impl Occasion {
    /// An event of one object.
    pub fn of(object: ObjectId) -> Self {
        Self { objects: vec![object], ..Self::default() }
    }
}

/// An ability that has triggered and waits to be put on the stack (603.3).
#[derive(Debug, Clone)]
pub struct WaitingTrigger {
    /// The object that has it.
    pub source: ObjectId,
    /// Which of its abilities.
    pub origin: Origin,
    /// Its number among the source's triggered abilities, from 1.
    pub number: u8,
    /// What it is called, if it is one of the source's own.
    pub called: Option<Called>,
    /// Who will control it (603.3a).
    pub controller: PlayerId,
    /// What it says; a delayed one is given as the triggered ability it amounts to.
    pub ability: Arc<Triggered>,
    /// What made it trigger.
    pub occasion: Rc<Occasion>,
    /// What was bound before, for delayed and reflexive triggers.
    pub slots: Option<Bound>,
    /// For which "until"s of its effect what they wait for has happened since it triggered (610.3b): a bit for each, in the order of
    /// its text.
    pub lapsed: u32,
    /// What it will be on the stack, where another ability has triggered on it, for which that is "that ability".
    pub on_stack: Option<ObjectId>,
}
