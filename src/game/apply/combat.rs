//! Changes of who fights.

use std::rc::Rc;

use crate::game::combat::Combat;
use crate::game::ids::{ObjectId, Thing};
use crate::game::state::Game;
use crate::game::{Attack, Block};

impl Game {
    pub(in crate::game) fn attack(&mut self, attack: Attack) {
        let combat = self.combat_mut();
        combat.had_attackers = true;
        combat.attacks.push(attack);
    }

    pub(in crate::game) fn block(&mut self, block: Block) {
        let combat = self.combat_mut();
        combat.had_blocked.push((block.attacker, Some(block.blocker)));
        combat.blocking_nothing.retain(|blocker| *blocker != block.blocker);
        combat.blocks.push(block);
    }

    pub(in crate::game) fn block_on_entering(&mut self, blocker: ObjectId, attacker: Option<ObjectId>) {
        if let Some(attacker) = attacker {
            self.block(Block { blocker, attacker });
        }
    }

    /// A creature attacks. Of a team that attacks together each player attacks with their own creatures.
    pub(super) fn begin_attack(&mut self, attack: Attack) {
        let by = self.object(attack.attacker).noticed_controller;
        let attacked = &mut self.player_mut(by).attacked_with;
        if !attacked.contains(&attack.attacker) {
            attacked.push(attack.attacker);
        }
        self.attack(attack);
    }

    /// An attacking creature becomes blocked.
    pub(super) fn become_blocked(&mut self, attacker: ObjectId) {
        let combat = self.combat_mut();
        if !combat.had_blocked.iter().any(|(its, _)| *its == attacker) {
            combat.had_blocked.push((attacker, None));
        }
        for attack in &mut combat.attacks {
            attack.blocked |= attack.attacker == attacker;
        }
    }

    /// It becomes unblocked.
    pub(super) fn become_unblocked(&mut self, attacker: ObjectId) {
        for attack in &mut self.combat_mut().attacks {
            attack.blocked &= attack.attacker != attacker;
        }
    }

    /// It attacks another player or permanent from now on.
    pub(super) fn attack_another(&mut self, attacker: ObjectId, defender: Thing) {
        let attacks = self.combat_mut().attacks.iter_mut();
        for attack in attacks.filter(|attack| attack.attacker == attacker) {
            attack.defender = defender;
        }
    }

    /// It blocks nothing any more, and attacks as before.
    pub(super) fn blocks_no_more(&mut self, object: ObjectId) {
        let combat = self.combat_mut();
        combat.blocks.retain(|block| block.blocker != object);
        combat.blocking_nothing.retain(|blocker| *blocker != object);
    }

    /// A permanent stops being attacked, if it is; the defending player stays who it was (508.5).
    pub(super) fn attacked_no_more(&mut self, permanent: ObjectId) {
        if self.combat.is_attacked(permanent) {
            let its = self.object(permanent);
            let player = its.protector().unwrap_or(its.noticed_controller);
            self.combat_mut().no_longer_attacked.push((permanent, player));
        }
    }

    /// Takes an object that leaves the battlefield out of combat, and keeps in mind how it has fought.
    pub(super) fn leaves_combat(&mut self, object: ObjectId) {
        if self.combat.is_going_on() {
            self.combat_mut().leaves_fighting(object);
            self.combat_without(object);
        }
    }

    /// Removes a creature from combat, or what is attacked; the defending player stays who it was (508.5).
    pub(super) fn combat_without(&mut self, creature: ObjectId) {
        self.attacked_no_more(creature);
        self.combat_mut().remove(creature);
    }

    pub(super) fn combat_mut(&mut self) -> &mut Combat {
        Rc::make_mut(&mut self.combat)
    }
}
