//! Changing a game: the only door.

mod combat;
mod counted;
mod designations;
mod moves;
mod places;
mod players;

use std::rc::Rc;

use smallvec::SmallVec;

use crate::ir::{CounterKind, Layout};

use self::counted::{is_quiet, is_structural};
use super::change::Change;
use super::effects::{EffectId, Occasion};
use super::ids::{ObjectId, PlayerId, Thing};
use super::object::{Designation, Nature, Object, Use};
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
    }

    /// Has what has left a zone looked at as still there, as it was before; only of a position that is no more than that.
    pub fn look_at_as_still_there(&mut self, object: ObjectId, before: &Self) {
        let was = before.object(object);
        let (zone, owner) = (was.zone, was.owner);
        *self.object_mut(object) = was.clone();
        *self.zone_mut(zone, owner) = before.zone(zone, owner).to_vec();
        self.links.clone_from(&before.links);
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
        // What is to come is not there for anything to look at.
        if let Change::Create(new) = change
            && new.to_come
        {
            return self.create(new);
        }
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
        match change {
            Change::Move(it) => self.move_object(it),
            Change::Create(new) => self.create(new),
            Change::Merge(it) => self.merge(it),
            Change::Cease(object) => {
                self.take_out(*object);
                self.object_mut(*object).exists = false;
                self.leaves_combat(*object);
            }
            Change::LeaveGame(object, known) => {
                self.take_out(*object);
                self.leaves_combat(*object);
                let object = self.object_mut(*object);
                if object.exists {
                    object.known = known.clone();
                }
                (object.exists, object.phased_out) = (false, None);
            }
            Change::PhaseOut { object, how, known } => {
                self.take_out(*object);
                self.combat_without(*object);
                let object = self.object_mut(*object);
                object.exists = false;
                object.phased_out = Some(*how);
                object.known = known.clone();
            }
            Change::PhaseIn(object) => self.phase_in(*object),
            Change::Tap(object, tapped) => self.object_mut(*object).tapped = *tapped,
            Change::Damage { source, to, amount, combat, deathtouch, marks } => {
                self.damage(*to, if *marks { *amount } else { 0 }, *deathtouch);
                if let (Some(source), Thing::Player(player), true) = (source, to, combat) {
                    self.commander_damage(*source, *player, *amount);
                }
            }
            Change::RemoveDamage(object) => {
                let object = self.object_mut(*object);
                object.damage = 0;
                object.deathtouched = false;
            }
            Change::ForgetDeathtouch(object) => self.object_mut(*object).deathtouched = false,
            Change::Life(player, amount) => self.change_life(*player, *amount),
            Change::Counters(object, kind, amount) => {
                let timestamp = self.tick();
                let object = self.object_mut(*object);
                change_counters(&mut object.counters, *kind, *amount);
                // Those that modify power and toughness do so in whatever order (613.7c).
                if *amount > 0 && matches!(kind, CounterKind::Named(_)) {
                    object.counted.retain(|(its_kind, _)| its_kind != kind);
                    object.counted.push((*kind, timestamp));
                }
            }
            Change::Poison(player, amount) => self.change_poison(*player, *amount),
            Change::AddMana(player, mana) => self.player_mut(*player).mana.extend(mana.iter().cloned()),
            Change::SpendMana(player, _, places) | Change::LoseMana(player, _, places) => {
                let pool = &mut self.player_mut(*player).mana;
                for place in places.iter().rev() {
                    if *place < pool.len() {
                        pool.remove(*place);
                    }
                }
            }
            Change::TurnMana(player, _, places, kind) => {
                let pool = &mut self.player_mut(*player).mana;
                for place in places.iter() {
                    if let Some(mana) = pool.get_mut(*place) {
                        mana.kind = *kind;
                    }
                }
            }
            Change::EndKeeping(player, duration) => {
                let pool = &mut self.player_mut(*player).mana;
                pool.iter_mut()
                    .filter(|mana| mana.keep.as_ref() == Some(duration))
                    .for_each(|mana| mana.keep = None);
            }
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
            Change::Energy(player, amount) => {
                let player = self.player_mut(*player);
                player.energy = player.energy.saturating_add_signed(*amount);
            }
            Change::Attach(object, to) => {
                let timestamp = self.tick();
                let object = self.object_mut(*object);
                object.attached_to = *to;
                if to.is_some() {
                    object.timestamp = timestamp;
                }
            }
            Change::Announce(object, announced) => {
                self.object_mut(*object).announced = Some(announced.clone());
            }
            Change::Offered(object) => self.object_mut(*object).offered = true,
            Change::Controller(object, player) => self.object_mut(*object).controller = *player,
            Change::ControlNoticed(object, player) => {
                let noticed = self.object_mut(*object);
                noticed.sick = true;
                noticed.upkeeps = 0;
                noticed.noticed_controller = *player;
                // Under another player's control it is nobody's Ring-bearer (701.54a).
                noticed.designations.retain(|its| *its != Designation::RingBearer);
                self.combat_without(*object);
            }
            Change::Designate(object, designation) => {
                if *designation == Designation::Suspected {
                    self.object_mut(*object).suspected = Some(self.tick());
                }
                let designations = &mut self.object_mut(*object).designations;
                // Of each sort there is one, and a new level or protector takes the place of the old.
                let sort = std::mem::discriminant(designation);
                designations.retain(|other| std::mem::discriminant(other) != sort);
                designations.push(*designation);
            }
            Change::EnteredNow(object) => {
                let turn = self.turn.number;
                self.object_mut(*object).entered_turn = turn;
            }
            Change::AttackedBefore(object) => {
                // Only the players whose turn it is have attacked (508.1), whoever controls the creature by now.
                let its = self.object(*object).controller;
                let active = self.turn.active;
                let by = if self.same_team(its, active) { its } else { active };
                let player = self.player_mut(by);
                player.attacked_with.push(*object);
                player.attacked_before.push(*object);
            }
            Change::Sick(object, sick) => {
                let object = self.object_mut(*object);
                object.sick = *sick;
                if *sick {
                    object.upkeeps = 0;
                }
            }
            Change::FaceDown(object_id, face_down) => self.turn_face(*object_id, *face_down),
            Change::Transform(object) => self.transform(*object),
            Change::Timestamp(object) => {
                let timestamp = self.tick();
                self.object_mut(*object).timestamp = timestamp;
            }
            Change::Flip(object) => {
                let object = self.object_mut(*object);
                object.flipped = true;
                let of_card =
                    object.definition.as_ref().filter(|definition| definition.layout == Layout::Flip);
                let faces =
                    object.copied.as_deref().or(of_card.map(|definition| definition.faces.as_slice()));
                if let Some(lower) = faces.and_then(|faces| faces.get(1)).cloned() {
                    object.base = lower;
                }
            }
            Change::MayLook(object, player) => {
                let object = self.object_mut(*object);
                if !object.seen_by.contains(player) {
                    object.seen_by.push(*player);
                }
            }
            Change::BeginTurn(player) => self.begin_turn(*player),
            Change::BeginStep(step) => self.begin_step(*step),
            Change::Priority(player) => {
                self.turn.priority = *player;
                self.turn.passes = 0;
            }
            Change::Pass => {
                self.turn.passes = self.turn.passes.saturating_add(1);
                self.turn.priority = self.turn.priority.map(|player| self.priority_after(player));
            }
            Change::Agenda(change) => self.agenda.apply(*change),
            Change::Band(band) => self.combat_mut().bands.push(band.to_vec()),
            Change::ClearCombat => self.combat = Rc::default(),
            Change::Attack(attack) => {
                // Of a team that attacks together each player attacks with their own creatures.
                let by = self.object(attack.attacker).noticed_controller;
                let attacked = &mut self.player_mut(by).attacked_with;
                if !attacked.contains(&attack.attacker) {
                    attacked.push(attack.attacker);
                }
                self.attack(*attack);
            }
            Change::Block(block) => self.block(*block),
            Change::Blocked(attacker) => {
                let combat = self.combat_mut();
                if !combat.had_blocked.iter().any(|(its, _)| its == attacker) {
                    combat.had_blocked.push((*attacker, None));
                }
                for attack in &mut combat.attacks {
                    attack.blocked |= attack.attacker == *attacker;
                }
            }
            Change::Unblocked(attacker) => {
                for attack in &mut self.combat_mut().attacks {
                    attack.blocked &= attack.attacker != *attacker;
                }
            }
            Change::Reselect(attacker, defender) => {
                let attacks = self.combat_mut().attacks.iter_mut();
                for attack in attacks.filter(|attack| attack.attacker == *attacker) {
                    attack.defender = *defender;
                }
            }
            Change::BlockersDeclared => self.combat_mut().blockers_declared = true,
            Change::StruckFirst(creature) => self.combat_mut().struck_first.push(*creature),
            Change::FirstStrikeDone => self.combat_mut().first_strike_done = true,
            Change::RemoveFromCombat(creature) => self.combat_without(*creature),
            Change::StaysInCombat { object, blocks: true } => self.attacked_no_more(*object),
            Change::StaysInCombat { object, blocks: false } => {
                let combat = self.combat_mut();
                combat.blocks.retain(|block| block.blocker != *object);
                combat.blocking_nothing.retain(|blocker| blocker != object);
            }
            Change::BeginEffect(effect) => {
                self.tick();
                self.next_effect = effect.id.0 + 1;
                self.effects.push((**effect).clone());
            }
            Change::EndEffect(id) => self.effects.retain(|effect| effect.id != *id),
            Change::AddUntil(until) => self.untils.push((**until).clone()),
            Change::EndUntil(index) => {
                if *index < self.untils.len() {
                    self.untils.remove(*index);
                }
            }
            Change::AddDelayed(delayed) => {
                self.next_effect = delayed.id.0 + 1;
                self.delayed.push((**delayed).clone());
            }
            Change::EndDelayed(id) => self.delayed.retain(|delayed| delayed.id != *id),
            Change::AddShield(shield) => {
                self.next_effect = shield.id.0 + 1;
                self.shields.push((**shield).clone());
            }
            Change::UseShield(id, amount) => self.use_shield(*id, *amount),
            Change::EndShield(id) => self.shields.retain(|shield| shield.id != *id),
            Change::Trigger(trigger) => self.waiting.push((**trigger).clone()),
            Change::TakeTriggers => self.waiting.clear(),
            Change::TakeTrigger(place) => {
                if *place < self.waiting.len() {
                    self.waiting.remove(*place);
                }
            }
            Change::LapseWaiting(place, which) => {
                if let Some(trigger) = self.waiting.get_mut(*place) {
                    trigger.lapsed = *which;
                }
            }
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
            Change::ForgetEmptyDraws => {
                for player in self.players.iter_mut().filter(|player| player.drew_from_empty) {
                    Rc::make_mut(player).drew_from_empty = false;
                }
            }
            Change::SpentOnSpells(player, amounts) => self.player_mut(*player).spent_on_spells = *amounts,
            Change::Occurred(it) => self.has_occurred(*it),
            Change::Entered(it) => self.entered.push(it.clone()),
            Change::DealtExcess(it) => self.dealt_excess.push(it.clone()),
            Change::CastCounted(player) => self.player_mut(*player).spells_cast += 1,
            Change::Resolves(player, name) => self.resolved.push((*player, name.clone())),
            Change::Used(object, origin, by) => {
                let uses = &mut self.object_mut(*object).uses;
                match uses.iter_mut().find(|its| its.origin == *origin) {
                    Some(its) => (its.count, its.by) = (its.count.saturating_add(1), *by),
                    None => uses.push(Use { origin: *origin, count: 1, by: *by }),
                }
            }
            Change::Exhaust(player, object, origin) => {
                self.player_mut(*player).exhausted = true;
                self.use_up(*object, *origin);
            }
            Change::UsedUp(object, origin) => self.use_up(*object, *origin),
            Change::Unexhaust(player) => self.player_mut(*player).exhausted = false,
            Change::Leave(player) => self.leave(*player),
            Change::End(ending) => self.ending = Some(*ending),
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

    /// Marks damage on a permanent; what damage does to players is life or poison, changes of their own (120.3a–b).
    fn damage(&mut self, to: Thing, amount: u32, deathtouch: bool) {
        if let Thing::Object(object) = to {
            let object = self.object_mut(object);
            object.damage = object.damage.saturating_add(amount);
            object.deathtouched |= deathtouch;
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
        self.this_turn.push(it);
        if let Occurrence::PlayerAttacked { .. } = it {
            self.combat_mut().players_attacked.push(it);
        }
    }

    #[expect(clippy::indexing_slicing, reason = "ids are dealt by the game that holds the objects")]
    pub(super) fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        Rc::make_mut(&mut self.objects[id.index()])
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
