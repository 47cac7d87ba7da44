//! Changing a game: the only door.

mod combat;
mod counted;
mod designations;
mod moves;
mod objects;
mod places;
mod players;

use std::rc::Rc;

use smallvec::SmallVec;

use crate::ir::CounterKind;

use self::counted::{is_quiet, is_structural};
use super::change::Change;
use super::effects::{ContinuousEffect, DelayedTrigger, EffectId, Occasion, Shield};
use super::ids::{ObjectId, PlayerId, Thing};
use super::object::{Nature, Object};
use super::occurrence::Occurrence;
use super::player::Player;
use super::state::Game;

impl Game {
    /// The id that the next new object gets.
    pub fn next_object(&self) -> ObjectId {
        ObjectId(u32::try_from(self.objects.len()).unwrap_or(u32::MAX))
    }

    /// The position as it would be after a change; this one stays as it is.
    #[must_use]
    pub fn after(&self, change: &Change) -> Self {
        let mut game = self.clone();
        game.apply(change);
        game
    }

    /// Has it looked at as it would be on the battlefield, where it is not yet (614.12); only of a position that is no more than that.
    pub fn look_at_as_if_there(&mut self, object: ObjectId) {
        self.object_mut(object).as_if_there = true;
        self.objects.settle(&self.cards);
    }

    /// Has what has left a zone looked at as still there, as it was before; only of a position that is no more than that.
    pub fn look_at_as_still_there(&mut self, object: ObjectId, before: &Self) {
        let was = before.object(object);
        let (zone, owner) = (was.zone, was.owner);
        *self.object_mut(object) = was.clone();
        *self.zone_mut(zone, owner) = before.zone(zone, owner).to_vec();
        self.links.clone_from(&before.links);
        self.objects.settle(&self.cards);
    }

    /// Whether an announcement changes {X}, which counts for the mana value of a spell (202.3e); nothing else of it changes an object.
    fn changes_x(&self, change: &Change) -> bool {
        let Change::Announce(object, now) = change else { return false };
        self.object(*object).announced.as_ref().map_or(0, |before| before.x) != now.x
    }

    /// Whether an ability is put on the stack or leaves it, which is neither card nor permanent: no effect that looks at the objects
    /// alone looks at it.
    fn is_of_ability(&self, change: &Change) -> bool {
        match change {
            Change::Create(new) => matches!(new.nature, Nature::Ability(_)),
            Change::Cease(object) => self.object(*object).stack_ability().is_some(),
            _ => false,
        }
    }

    /// Makes one change. It must come with its cause to the trace; the engine sees to that.
    pub fn apply(&mut self, change: &Change) {
        self.make(change);
        self.objects.settle(&self.cards);
    }

    fn make(&mut self, change: &Change) {
        // What is to come is not there for anything to look at.
        if let Change::Create(new) = change
            && new.to_come
        {
            return self.create(new);
        }
        self.count(change);
        match change {
            Change::Move(it) => self.move_object(it),
            Change::Create(new) => self.create(new),
            Change::Merge(it) => self.merge(it),
            Change::Cease(object) => self.cease(*object),
            Change::LeaveGame(object, known) => self.leave_game(*object, known),
            Change::PhaseOut { object, how, known } => self.phase_out(*object, *how, known),
            Change::PhaseIn(object) => self.phase_in(*object),
            Change::Tap(object, tapped) => self.object_mut(*object).tapped = *tapped,
            Change::Damage { .. } => self.damage(change),
            Change::RemoveDamage(object) => self.remove_damage(*object),
            Change::ForgetDeathtouch(object) => self.object_mut(*object).deathtouched = false,
            Change::Life(player, amount) => self.change_life(*player, *amount),
            Change::Counters(object, kind, amount) => self.change_counters(*object, *kind, *amount),
            Change::Poison(player, amount) => self.change_poison(*player, *amount),
            Change::AddMana(player, mana) => self.player_mut(*player).mana.extend(mana.iter().cloned()),
            Change::SpendMana(player, _, places) | Change::LoseMana(player, _, places) => {
                self.take_mana(*player, places)
            }
            Change::TurnMana(player, _, places, kind) => self.turn_mana(*player, places, *kind),
            Change::EndKeeping(player, duration) => self.end_keeping(*player, duration),
            Change::PlayerCounters(player, kind, amount) => {
                change_counters(&mut self.player_mut(*player).counters, *kind, *amount);
            }
            Change::Hold(_)
            | Change::LetGo(..)
            | Change::Speed(..)
            | Change::Daytime(_)
            | Change::CompleteDungeon(_)
            | Change::SetAside(_)
            | Change::EnteredAs(..)
            | Change::Tempt(..)
            | Change::Undesignate(..) => self.designate(change),
            Change::Energy(player, amount) => self.change_energy(*player, *amount),
            Change::Attach(object, to) => self.attach(*object, *to),
            Change::Announce(object, announced) => {
                self.object_mut(*object).announced = Some(announced.clone());
            }
            Change::Offered(object) => self.object_mut(*object).offered = true,
            Change::Controller(object, player) => self.object_mut(*object).controller = *player,
            Change::ControlNoticed(object, player) => self.notice_control(*object, *player),
            Change::Designate(object, designation) => self.give_designation(*object, *designation),
            Change::EnteredNow(object) => self.entered_now(*object),
            Change::AttackedBefore(object) => self.attacked_before(*object),
            Change::Sick(object, sick) => self.become_sick(*object, *sick),
            Change::FaceDown(object_id, face_down) => self.turn_face(*object_id, *face_down),
            Change::Transform(object) => self.transform(*object),
            Change::Timestamp(object) => self.stamp(*object),
            Change::Flip(object) => self.flip(*object),
            Change::MayLook(object, player) => self.let_look(*object, *player),
            Change::BeginTurn(player) => self.begin_turn(*player),
            Change::BeginStep(step) => self.begin_step(*step),
            Change::Priority(player) => self.give_priority(*player),
            Change::Pass => self.pass(),
            Change::Agenda(change) => self.agenda.apply(*change),
            Change::Band(band) => self.combat_mut().bands.push(band.to_vec()),
            Change::ClearCombat => self.combat = Rc::default(),
            Change::Attack(attack) => self.begin_attack(*attack),
            Change::Block(block) => self.block(*block),
            Change::Blocked(attacker) => self.become_blocked(*attacker),
            Change::Unblocked(attacker) => self.become_unblocked(*attacker),
            Change::Reselect(attacker, defender) => self.attack_another(*attacker, *defender),
            Change::BlockersDeclared => self.combat_mut().blockers_declared = true,
            Change::StruckFirst(creature) => self.combat_mut().struck_first.push(*creature),
            Change::FirstStrikeDone => self.combat_mut().first_strike_done = true,
            Change::RemoveFromCombat(creature) => self.combat_without(*creature),
            Change::StaysInCombat { object, blocks: true } => self.attacked_no_more(*object),
            Change::StaysInCombat { object, blocks: false } => self.blocks_no_more(*object),
            Change::BeginEffect(effect) => self.begin_effect(effect),
            Change::EndEffect(id) => self.effects.retain(|effect| effect.id != *id),
            Change::AddUntil(until) => self.untils.push((**until).clone()),
            Change::EndUntil(index) => self.end_until(*index),
            Change::AddDelayed(delayed) => self.add_delayed(delayed),
            Change::EndDelayed(id) => self.delayed.retain(|delayed| delayed.id != *id),
            Change::AddShield(shield) => self.add_shield(shield),
            Change::UseShield(id, amount) => self.use_shield(*id, *amount),
            Change::EndShield(id) => self.shields.retain(|shield| shield.id != *id),
            Change::Trigger(trigger) => self.waiting.push((**trigger).clone()),
            Change::TakeTriggers => self.waiting.clear(),
            Change::TakeTrigger(place) => self.take_trigger(*place),
            Change::LapseWaiting(place, which) => self.lapse_waiting(*place, *which),
            Change::Lapse(on_stack, which) => self.object_mut(*on_stack).lapsed = *which,
            Change::FindAgain(old, new) => self.find_again(*old, *new),
            Change::AddLink(link) => self.links.push(**link),
            Change::Encode(card, host) => self.encodings.push((*card, *host)),
            Change::ChooseWord(key, word) => self.words.push((**key, *word)),
            Change::ChooseName(key, name) => self.names.push((**key, name.clone())),
            Change::Arrange(..) | Change::Place(..) | Change::Shuffle(..) | Change::Settle(..) => {
                self.put_in_order(change);
            }
            Change::InDeck(player, object) => self.player_mut(*player).deck.push(*object),
            Change::PlanarRoll(player) => self.player_mut(*player).planar_rolls += 1,
            Change::LandPlayed(player) => self.player_mut(*player).lands_played += 1,
            Change::Drawn(player) => self.draw(*player),
            Change::DrewFromEmpty(player) => self.player_mut(*player).drew_from_empty = true,
            Change::ForgetEmptyDraws => self.forget_empty_draws(),
            Change::SpentOnSpells(player, amounts) => self.player_mut(*player).spent_on_spells = *amounts,
            Change::Occurred(it) => self.has_occurred(*it),
            Change::Entered(it) => self.entered.push(it.clone()),
            Change::DealtExcess(it) => self.dealt_excess.push(it.clone()),
            Change::CastCounted(player) => self.player_mut(*player).spells_cast += 1,
            Change::Resolves(player, name) => self.resolved.push((*player, name.clone())),
            Change::Used(object, origin, by) => self.count_use(*object, *origin, *by),
            Change::Exhaust(player, object, origin) => self.exhaust(*player, *object, *origin),
            Change::UsedUp(object, origin) => self.use_up(*object, *origin),
            Change::Unexhaust(player) => self.player_mut(*player).exhausted = false,
            Change::Leave(player) => self.leave(*player),
            Change::End(ending) => self.ending = Some(*ending),
        }
    }

    /// Counts that there has been a change: one that what is computed of the game may look at, or that changes what its objects are.
    fn count(&mut self, change: &Change) {
        // Who has priority decides nothing about any object.
        if !matches!(change, Change::Pass | Change::Priority(_)) {
            self.revision += 1;
        }
        if is_structural(change) && !self.is_of_ability(change) || self.changes_x(change) {
            self.structure += 1;
        }
        if !is_quiet(change) {
            self.stirred += 1;
        }
    }

    /// A permanent takes its old place among the others: it has kept its timestamp.
    fn phase_in(&mut self, permanent: ObjectId) {
        let object = self.object_mut(permanent);
        object.exists = true;
        object.phased_out = None;
        object.known = None;
        let came = object.timestamp;
        let place = self.battlefield.iter().position(|other| self.object(*other).timestamp > came);
        self.battlefield.insert(place.unwrap_or(self.battlefield.len()), permanent);
    }

    /// Nothing is left to return.
    fn end_until(&mut self, index: usize) {
        if index < self.untils.len() {
            self.untils.remove(index);
        }
    }

    /// A triggered ability waits no longer.
    fn take_trigger(&mut self, place: usize) {
        if place < self.waiting.len() {
            self.waiting.remove(place);
        }
    }

    /// What these "until"s of a waiting trigger wait for has happened (610.3b).
    fn lapse_waiting(&mut self, place: usize, which: u32) {
        if let Some(trigger) = self.waiting.get_mut(place) {
            trigger.lapsed = which;
        }
    }

    /// A continuous effect begins.
    fn begin_effect(&mut self, effect: &ContinuousEffect) {
        self.tick();
        self.next_effect = effect.id.0 + 1;
        self.effects.push(effect.clone());
    }

    /// A delayed triggered ability waits.
    fn add_delayed(&mut self, delayed: &DelayedTrigger) {
        self.next_effect = delayed.id.0 + 1;
        self.delayed.push(delayed.clone());
    }

    /// A shield waits.
    fn add_shield(&mut self, shield: &Shield) {
        self.next_effect = shield.id.0 + 1;
        self.shields.push(shield.clone());
    }

    /// The other face of a double-faced permanent is up; it gets a new timestamp (613.7g).
    fn transform(&mut self, object: ObjectId) {
        let timestamp = self.tick();
        let object = self.object_mut(object);
        object.timestamp = timestamp;
        object.transformed = Some(timestamp);
        object.face = 1 - object.face.min(1);
        let face = object.definition.as_ref().and_then(|its| its.faces.get(usize::from(object.face)));
        if let (Some(face), None) = (face.cloned(), &object.copied) {
            object.base = face;
        }
    }

    /// Marks damage on a permanent, and counts what a commander deals to a player (903.10a); what else damage does to players is life or
    /// poison, changes of their own (120.3a–b).
    fn damage(&mut self, change: &Change) {
        let Change::Damage { source, to, amount, combat, deathtouch, marks } = change else { return };
        match (to, source) {
            (Thing::Object(object), _) => {
                let object = self.object_mut(*object);
                object.damage = object.damage.saturating_add(if *marks { *amount } else { 0 });
                object.deathtouched |= *deathtouch;
            }
            (Thing::Player(player), Some(source)) if *combat => {
                self.commander_damage(*source, *player, *amount);
            }
            (Thing::Player(_), _) => {}
        }
    }

    /// The abilities that have triggered on an object find it as another one from now on.
    fn find_again(&mut self, old: ObjectId, new: ObjectId) {
        let found = |occasion: &mut Rc<Occasion>| {
            if occasion.objects.contains(&old) {
                let objects = &mut Rc::make_mut(occasion).objects;
                objects.iter_mut().filter(|object| **object == old).for_each(|object| *object = new);
            }
        };
        self.waiting.iter_mut().for_each(|trigger| found(&mut trigger.occasion));
        for on_stack in self.stack.clone() {
            let Nature::Ability(ability) = &self.object(on_stack).nature else { continue };
            // What doesn't know the old object is not copied for it.
            if !ability.occasion.iter().any(|occasion| occasion.objects.contains(&old)) {
                continue;
            }
            if let Nature::Ability(ability) = &mut self.object_mut(on_stack).nature {
                Rc::make_mut(ability).occasion.iter_mut().for_each(found);
            }
        }
    }

    fn use_shield(&mut self, id: EffectId, amount: u32) {
        for shield in &mut self.shields {
            if shield.id == id {
                match &mut shield.damage {
                    Some(damage) => *damage = damage.saturating_sub(amount),
                    None => shield.uses = shield.uses.map(|uses| uses.saturating_sub(1)),
                }
            }
        }
        self.shields.retain(|shield| shield.uses != Some(0) && shield.damage != Some(0));
    }

    fn tick(&mut self) -> u32 {
        self.clock += 1;
        self.clock
    }

    fn has_occurred(&mut self, it: Occurrence) {
        Rc::make_mut(&mut self.this_turn).push(it);
        if let Occurrence::PlayerAttacked { .. } = it {
            self.combat_mut().players_attacked.push(it);
        }
    }

    pub(super) fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        self.objects.of_mut(id)
    }

    #[expect(clippy::indexing_slicing, reason = "ids are dealt by the game that holds the players")]
    fn player_mut(&mut self, id: PlayerId) -> &mut Player {
        Rc::make_mut(&mut self.players[id.index()])
    }
}

/// The counters with which an object enters: none of a kind of which there are 0, and those of one kind together.
fn counters_of(list: &[(CounterKind, u32)]) -> SmallVec<[(CounterKind, u32); 2]> {
    let mut counters = SmallVec::new();
    for (kind, count) in list {
        change_counters(&mut counters, *kind, i32::try_from(*count).unwrap_or(i32::MAX));
    }
    counters
}

fn change_counters(counters: &mut SmallVec<[(CounterKind, u32); 2]>, kind: CounterKind, amount: i32) {
    match counters.iter_mut().find(|(its_kind, _)| *its_kind == kind) {
        Some((_, count)) => *count = count.saturating_add_signed(amount),
        None if amount > 0 => counters.push((kind, amount.unsigned_abs())),
        None => {}
    }
    counters.retain(|(_, count)| *count > 0);
}

/// Whether an object of this nature keeps a card: only those go on to other zones for good (111.7, 704.5e).
impl Nature {
    /// Whether it ceases to exist in any zone but the one it was made in.
    pub const fn is_ephemeral(&self) -> bool {
        matches!(self, Self::Token | Self::Copy | Self::Ability(_))
    }
}
