//! What changes of players and of their turns.

use std::rc::Rc;

use crate::game::{Game, ObjectId, Origin, PlayerId, Step};
use crate::ir::Duration;
use crate::ir::instruction::ManaType;

impl Game {
    /// A player has priority, or nobody.
    pub(super) fn give_priority(&mut self, player: Option<PlayerId>) {
        self.turn.priority = player;
        self.turn.passes = 0;
    }

    /// The player with priority passes.
    pub(super) fn pass(&mut self) {
        self.turn.passes = self.turn.passes.saturating_add(1);
        self.turn.priority = self.turn.priority.map(|player| self.priority_after(player));
    }

    /// A player activates an exhaust ability.
    pub(super) fn exhaust(&mut self, player: PlayerId, object: ObjectId, origin: Origin) {
        self.player_mut(player).exhausted = true;
        self.use_up(object, origin);
    }

    /// Mana leaves a pool, from these places.
    pub(super) fn take_mana(&mut self, player: PlayerId, places: &[usize]) {
        let pool = &mut self.player_mut(player).mana;
        for place in places.iter().rev() {
            if *place < pool.len() {
                pool.remove(*place);
            }
        }
    }

    /// Mana in these places of a pool becomes mana of another type.
    pub(super) fn turn_mana(&mut self, player: PlayerId, places: &[usize], kind: ManaType) {
        let pool = &mut self.player_mut(player).mana;
        for place in places.iter() {
            if let Some(mana) = pool.get_mut(*place) {
                mana.kind = kind;
            }
        }
    }

    /// Mana that was kept so long is kept no longer.
    pub(super) fn end_keeping(&mut self, player: PlayerId, duration: &Duration) {
        let pool = &mut self.player_mut(player).mana;
        pool.iter_mut().filter(|mana| mana.keep.as_ref() == Some(duration)).for_each(|mana| mana.keep = None);
    }

    /// Energy is got, or paid.
    pub(super) fn change_energy(&mut self, player: PlayerId, amount: i32) {
        let player = self.player_mut(player);
        player.energy = player.energy.saturating_add_signed(amount);
    }

    /// A creature has attacked this turn, for the player whose turn it is.
    pub(super) fn attacked_before(&mut self, object: ObjectId) {
        // Only the players whose turn it is have attacked (508.1), whoever controls the creature by now.
        let its = self.object(object).controller;
        let active = self.turn.active;
        let by = if self.same_team(its, active) { its } else { active };
        let player = self.player_mut(by);
        player.attacked_with.push(object);
        player.attacked_before.push(object);
    }

    /// That players would have drawn from an empty library is over.
    pub(super) fn forget_empty_draws(&mut self) {
        for player in self.players.iter_mut().filter(|player| player.drew_from_empty) {
            Rc::make_mut(player).drew_from_empty = false;
        }
    }

    /// A step begins, and what is counted by the step is counted anew.
    pub(super) fn begin_step(&mut self, step: Step) {
        self.turn.upkeep_over |= self.turn.step == Step::Upkeep;
        self.turn.step = step;
        self.turn.begun = self.turn.begun.saturating_add(1);
        self.turn.priority = None;
        self.turn.passes = 0;
        for player in self.players.iter_mut().filter(|player| player.drawn_this_step > 0) {
            Rc::make_mut(player).drawn_this_step = 0;
        }
        if step.is_main() {
            self.turn.mains = self.turn.mains.saturating_add(1);
        }
        // A scenario may begin behind the first main phase.
        if step == Step::PostcombatMain {
            self.turn.mains = self.turn.mains.max(2);
        }
        if step == Step::BeginningOfCombat {
            self.combat = Rc::default();
            self.turn.combats = self.turn.combats.saturating_add(1);
        }
        // A scenario may begin in the middle of a combat phase.
        if step.is_combat() {
            self.turn.combats = self.turn.combats.max(1);
        }
        let past_blocks =
            matches!(step, Step::DeclareBlockers | Step::FirstStrikeDamage | Step::CombatDamage);
        self.turn.blocks |= past_blocks && self.turn.combats == 1;
        if step == Step::Upkeep {
            self.count_upkeep();
        }
    }

    /// An ability of an object that can be used only once has been.
    pub(super) fn use_up(&mut self, object: ObjectId, origin: Origin) {
        let used = &mut self.object_mut(object).exhausted;
        if !used.contains(&origin) {
            used.push(origin);
        }
    }

    /// A player has drawn one more card.
    pub(super) fn draw(&mut self, player: PlayerId) {
        let its = self.player_mut(player);
        its.drawn = its.drawn.saturating_add(1);
        its.drawn_this_step = its.drawn_this_step.saturating_add(1);
    }

    /// The upkeep of the active player, or of each of the active team, begins for what is under that player's control.
    pub(super) fn count_upkeep(&mut self) {
        let active: smallvec::SmallVec<[PlayerId; 4]> =
            self.players().filter(|player| self.is_active(*player)).collect();
        for permanent in self.battlefield.clone() {
            if active.contains(&self.object(permanent).noticed_controller) {
                let object = self.object_mut(permanent);
                object.upkeeps = object.upkeeps.saturating_add(1).min(2);
            }
        }
    }

    /// A life total goes up or down: the player's, and the same of teammates who share it (810.9). It is the player's own gain or
    /// loss.
    pub(super) fn change_life(&mut self, player: PlayerId, amount: i32) {
        for other in self.with_shared_totals(player) {
            let other = self.player_mut(other);
            other.life = other.life.saturating_add(amount);
        }
        let player = self.player_mut(player);
        let part = if amount < 0 { &mut player.lost } else { &mut player.gained };
        *part = part.saturating_add(amount.unsigned_abs());
    }

    /// A player gets poison counters or loses them, and so do teammates who share them (810.10).
    pub(super) fn change_poison(&mut self, player: PlayerId, amount: i32) {
        for other in self.with_shared_totals(player) {
            let other = self.player_mut(other);
            other.poison = other.poison.saturating_add_signed(amount);
        }
    }

    /// Counts the combat damage that a commander has dealt to a player (903.10a).
    pub(super) fn commander_damage(&mut self, source: ObjectId, player: PlayerId, amount: u32) {
        // A permanent is a commander if a component of it is (903.3b–c).
        let commanders: Vec<_> = self.commanders(source).collect();
        let dealt = &mut self.player_mut(player).commander_damage;
        for card in commanders {
            match dealt.iter_mut().find(|(its, _)| *its == card) {
                Some((_, total)) => *total = total.saturating_add(amount),
                None => dealt.push((card, amount)),
            }
        }
    }

    /// A turn begins, and what is counted by the turn is counted anew.
    pub(super) fn begin_turn(&mut self, player: PlayerId) {
        self.turn.combats = 0;
        self.turn.blocks = false;
        self.turn.mains = 0;
        self.turn.upkeep_over = false;
        // Of a team, whoever has cast the most decides (731.2a–b).
        let before = self.whose_turn_it_would_be(self.turn.active);
        let cast = before.iter().map(|player| self.player(*player).spells_cast);
        self.turn.cast_before = cast.max().or(Some(self.player(self.turn.active).spells_cast));
        self.turn.most_cast_before = self.players.iter().map(|player| player.spells_cast).max();
        self.turn.active = player;
        self.turn.number += 1;
        for its in self.whose_turn_it_would_be(player) {
            let its = self.player_mut(its);
            its.turns = its.turns.map(|turns| turns.saturating_add(1));
        }
        for player in self.players.iter_mut().map(Rc::make_mut) {
            player.lands_played = 0;
            player.planar_rolls = 0;
            player.drawn = 0;
            player.spells_cast = 0;
            player.spent_on_spells = (0, 0);
            player.exhausted = false;
            player.attacked_with.clear();
            player.attacked_before.clear();
            player.gained = 0;
            player.lost = 0;
            player.gained_before = 0;
            player.lost_before = 0;
        }
        self.this_turn = Rc::default();
        self.entered.clear();
        self.dealt_excess.clear();
        let used = self.objects.iter().filter(|object| !object.uses.is_empty()).map(|object| object.id);
        for object in used.collect::<Vec<_>>() {
            self.object_mut(object).uses.clear();
        }
    }

    /// A player is no longer in the game; priority that they had passes to the next (800.4a), and that they had passed it
    /// themselves counts no more.
    pub(super) fn leave(&mut self, player: PlayerId) {
        if let Some(holder) = self.turn.priority {
            let order = self.in_turn_order_from(holder);
            let before_holder = order.iter().rev().position(|other| *other == player);
            if holder == player {
                self.turn.priority = Some(self.player_after(player));
            } else if before_holder.is_some_and(|place| place < usize::from(self.turn.passes)) {
                self.turn.passes -= 1;
            }
        }
        // Of two players nobody is left for whom it matters.
        let before = (self.apnap().len() > 2).then(|| Rc::new(self.clone()));
        let its = self.player_mut(player);
        its.before_leaving = before;
        its.gone = true;
    }
}
