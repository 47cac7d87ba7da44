//! What changes of one object.

use std::rc::Rc;

use crate::game::object::{Designation, PhasedOut, Use};
use crate::game::{Game, Known, ObjectId, Origin, PlayerId, Thing};
use crate::ir::{CounterKind, Layout};

use super::change_counters;

impl Game {
    /// It has entered this turn.
    pub(super) fn entered_now(&mut self, object: ObjectId) {
        let turn = self.turn.number;
        self.object_mut(object).entered_turn = turn;
    }

    /// It ceases to exist.
    pub(super) fn cease(&mut self, object: ObjectId) {
        self.take_out(object);
        self.object_mut(object).exists = false;
        self.leaves_combat(object);
    }

    /// It leaves the game with its owner (800.4a).
    pub(super) fn leave_game(&mut self, object: ObjectId, known: &Option<Rc<Known>>) {
        self.take_out(object);
        self.leaves_combat(object);
        let object = self.object_mut(object);
        if object.exists {
            object.known = known.clone();
        }
        (object.exists, object.phased_out) = (false, None);
    }

    /// It phases out: it does not exist, and is remembered as it was.
    pub(super) fn phase_out(&mut self, object: ObjectId, how: PhasedOut, known: &Option<Rc<Known>>) {
        self.take_out(object);
        self.combat_without(object);
        let object = self.object_mut(object);
        object.exists = false;
        object.phased_out = Some(how);
        object.known = known.clone();
    }

    /// No damage is marked on it any more.
    pub(super) fn remove_damage(&mut self, object: ObjectId) {
        let object = self.object_mut(object);
        object.damage = 0;
        object.deathtouched = false;
    }

    /// Counters are put on it, or removed.
    pub(super) fn change_counters(&mut self, object: ObjectId, kind: CounterKind, amount: i32) {
        let timestamp = self.tick();
        let object = self.object_mut(object);
        change_counters(&mut object.counters, kind, amount);
        // Those that modify power and toughness do so in whatever order (613.7c).
        if amount > 0 && matches!(kind, CounterKind::Named(_)) {
            object.counted.retain(|(its_kind, _)| *its_kind != kind);
            object.counted.push((kind, timestamp));
        }
    }

    /// It becomes attached, or unattached; what is attached gets a new timestamp (613.7e).
    pub(super) fn attach(&mut self, object: ObjectId, to: Option<Thing>) {
        let timestamp = self.tick();
        let object = self.object_mut(object);
        object.attached_to = to;
        if to.is_some() {
            object.timestamp = timestamp;
        }
    }

    /// It has come under another player's control.
    pub(super) fn notice_control(&mut self, object: ObjectId, player: PlayerId) {
        let noticed = self.object_mut(object);
        noticed.sick = true;
        noticed.upkeeps = 0;
        noticed.noticed_controller = player;
        // Under another player's control it is nobody's Ring-bearer (701.54a).
        noticed.designations.retain(|its| *its != Designation::RingBearer);
        self.combat_without(object);
    }

    /// It gets a designation.
    pub(super) fn give_designation(&mut self, object: ObjectId, designation: Designation) {
        if designation == Designation::Suspected {
            self.object_mut(object).suspected = Some(self.tick());
        }
        let designations = &mut self.object_mut(object).designations;
        // Of each sort there is one, and a new level or protector takes the place of the old.
        let sort = std::mem::discriminant(&designation);
        designations.retain(|other| std::mem::discriminant(other) != sort);
        designations.push(designation);
    }

    /// It has come under its controller's control this turn, or has been there long enough (302.6).
    pub(super) fn become_sick(&mut self, object: ObjectId, sick: bool) {
        let object = self.object_mut(object);
        object.sick = sick;
        if sick {
            object.upkeeps = 0;
        }
    }

    /// It gets a new timestamp.
    pub(super) fn stamp(&mut self, object: ObjectId) {
        let timestamp = self.tick();
        self.object_mut(object).timestamp = timestamp;
    }

    /// A flip card is flipped: its lower half counts.
    pub(super) fn flip(&mut self, object: ObjectId) {
        let object = self.object_mut(object);
        object.flipped = true;
        let of_card = object.definition.as_ref().filter(|definition| definition.layout == Layout::Flip);
        let faces = object.copied.as_deref().or(of_card.map(|definition| definition.faces.as_slice()));
        if let Some(lower) = faces.and_then(|faces| faces.get(1)).cloned() {
            object.base = lower;
        }
    }

    /// A player may look at it.
    pub(super) fn let_look(&mut self, object: ObjectId, player: PlayerId) {
        let object = self.object_mut(object);
        if !object.seen_by.contains(&player) {
            object.seen_by.push(player);
        }
    }

    /// An ability of it has been used once more.
    pub(super) fn count_use(&mut self, object: ObjectId, origin: Origin, by: PlayerId) {
        let uses = &mut self.object_mut(object).uses;
        match uses.iter_mut().find(|its| its.origin == origin) {
            Some(its) => (its.count, its.by) = (its.count.saturating_add(1), by),
            None => uses.push(Use { origin, count: 1, by }),
        }
    }
}
