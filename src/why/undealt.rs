//! Why combat damage that might have been dealt to a player or a creature was not: the attacker was blocked, had no power, deals its damage
//! in the other combat damage step, attacks somebody else, or is in combat no more.

use crate::game::{Answer, Change, ObjectId, PlayerId, Step, Thing};
use crate::ir::{KeywordName, Zone};
use crate::rules::{RuleId, cr};
use crate::trace::{Entry, EntryId, Note, Reason, Reasons, What};

use super::Played;
use super::steps::Came;

/// A creature that attacks.
struct Attacker {
    object: ObjectId,
    /// Whom or what it attacks, and the step in which it came to.
    attacks: (Thing, EntryId),
    /// What blocks it, and that it became blocked by an effect.
    blocks: Vec<(Option<ObjectId>, EntryId)>,
    /// Whether it has dealt combat damage to the player who is asked about.
    has_dealt: bool,
    /// Why it assigned no damage in this combat damage step.
    assigned_none: Reasons,
}

/// A combat as it has gone so far.
struct Combat<'a> {
    played: Played<'a>,
    attackers: Vec<Attacker>,
    /// What has left combat, and the step that told of it.
    gone: Vec<(ObjectId, EntryId)>,
    /// What has dealt its damage in the first of two steps.
    struck_first: Vec<ObjectId>,
    /// The combat damage step that it is.
    damage_step: Option<(Step, EntryId)>,
    /// Whether there was a first combat damage step.
    has_first: bool,
    /// That a token which would have attacked another player was not created: its controller did not want it (702.116a).
    unwanted: Reasons,
}

/// Why the combat damage of the last creature that attacked a player, or what is theirs, was not dealt to them in the last combat damage step
/// in which it might have been.
pub(crate) fn to_player(played: Played<'_>, player: PlayerId) -> Reasons {
    let mates = played.game.with_shared_totals(player);
    let found = last_of(
        played,
        |combat, entry| {
            if let What::Changed(
                Change::Damage { source: Some(source), to: Thing::Player(to), combat: true, .. },
                _,
            ) = &entry.what
                && mates.contains(to)
            {
                combat
                    .attackers
                    .iter_mut()
                    .filter(|its| its.object == *source)
                    .for_each(|its| its.has_dealt = true);
            }
        },
        |combat| {
            let at_player = |its: &&Attacker| match its.attacks.0 {
                Thing::Player(attacked) => mates.contains(&attacked),
                Thing::Object(_) => false,
            };
            // What isn't blocked comes first: of that one asks why it has dealt none.
            let (blocked, unblocked): (Vec<&Attacker>, Vec<&Attacker>) =
                combat.attackers.iter().filter(at_player).partition(|its| !its.blocks.is_empty());
            if !(blocked.is_empty() && unblocked.is_empty()) {
                let each =
                    unblocked.into_iter().chain(blocked).map(|attacker| combat.not_to_player(attacker));
                return Some(each.fold(Reasons::NONE, Reasons::joined));
            }
            let elsewhere = combat.attackers.iter().find(|its| combat.is_elsewhere(its, &mates))?;
            let (attacked, step) = elsewhere.attacks;
            let attacks =
                Reasons::NONE.and(Reason { rule: cr!("510.1b"), step: Some(step) }).and(cr!("508.1b"));
            // What it attacked may be out of combat.
            let nothing = attacked.object().is_some() && !elsewhere.assigned_none.is_empty();
            Some(if nothing { elsewhere.assigned_none } else { combat.unwanted.joined(attacks) })
        },
    );
    found.unwrap_or(Reasons::NONE)
}

/// Why what a creature blocks, or is blocked by, has dealt it no combat damage in the last combat damage step in which it might have.
pub(crate) fn to_creature(played: Played<'_>, object: ObjectId) -> Reasons {
    let found = last_of(
        played,
        |_, _| {},
        |combat| {
            let mut opposing = Vec::new();
            for attacker in &combat.attackers {
                let blockers = || attacker.blocks.iter().filter_map(|(blocker, _)| *blocker);
                if attacker.object == object {
                    opposing.extend(blockers());
                } else if blockers().any(|blocker| blocker == object) {
                    opposing.push(attacker.object);
                }
            }
            let each = opposing.iter().map(|opposing| combat.not_by(*opposing));
            (!opposing.is_empty()).then(|| each.fold(Reasons::NONE, Reasons::joined))
        },
    );
    found.unwrap_or(Reasons::NONE)
}

/// What is found as the last combat damage step ends of which anything is found.
fn last_of(
    played: Played<'_>,
    mut look: impl FnMut(&mut Combat<'_>, &Entry),
    find: impl Fn(&Combat<'_>) -> Option<Reasons>,
) -> Option<Reasons> {
    let mut combat = Combat {
        played,
        attackers: Vec::new(),
        gone: Vec::new(),
        struck_first: Vec::new(),
        damage_step: None,
        has_first: false,
        unwanted: Reasons::NONE,
    };
    let mut last = None;
    for entry in played.trace.entries() {
        let ends = matches!(entry.what, What::Step(..) | What::Changed(Change::ClearCombat, _));
        if ends && combat.damage_step.is_some() {
            last = find(&combat).or(last);
        }
        look(&mut combat, entry);
        combat.goes_on(entry);
    }
    if combat.damage_step.is_some() { find(&combat).or(last) } else { last }
}

impl Combat<'_> {
    /// Takes in what an entry tells.
    fn goes_on(&mut self, entry: &Entry) {
        match &entry.what {
            What::Step(_, step) => {
                let damage = matches!(step, Step::FirstStrikeDamage | Step::CombatDamage);
                self.damage_step = damage.then_some((*step, entry.id));
                self.has_first = damage && (self.has_first || *step == Step::FirstStrikeDamage);
                self.attackers.iter_mut().for_each(|its| its.assigned_none = Reasons::NONE);
            }
            What::Note(
                Note::HasNoPower(attacker)
                | Note::AssignsNone(attacker)
                | Note::AttacksNothing(attacker)
                | Note::AssignsNoneTo(attacker, _),
            ) => {
                let its = self.attackers.iter_mut().find(|its| its.object == *attacker);
                its.into_iter().for_each(|its| its.assigned_none = entry.reasons());
            }
            What::Changed(change, _) => self.changes(change, entry),
            What::Chose(_, Answer::No, _) if entry.rules.contains(cr!("702.116a")) => {
                self.unwanted = Reasons::of(&[cr!("702.116a")]).joined(entry.reasons());
            }
            _ => {}
        }
    }

    fn changes(&mut self, change: &Change, entry: &Entry) {
        match change {
            Change::ClearCombat => {
                self.attackers.clear();
                self.gone.clear();
                self.struck_first.clear();
                self.damage_step = None;
                self.unwanted = Reasons::NONE;
            }
            Change::Attack(attack) => self.attacks(attack.attacker, attack.defender, entry.id),
            Change::Reselect(attacker, defender) => self.attacks(*attacker, *defender, entry.id),
            Change::Block(block) => self.blocked(block.attacker, Some(block.blocker), entry.id),
            Change::Blocked(attacker) => self.blocked(*attacker, None, entry.id),
            Change::Unblocked(attacker) => {
                let its = self.attackers.iter_mut().find(|its| its.object == *attacker);
                its.into_iter().for_each(|its| its.blocks.clear());
            }
            Change::StruckFirst(creature) => self.struck_first.push(*creature),
            Change::RemoveFromCombat(object) => self.leaves(*object, entry.id),
            Change::Move(it) if self.played.game.object(it.object).zone == Zone::Battlefield => {
                self.leaves(it.object, entry.id);
            }
            _ => {}
        }
        if let Some(came) = Came::of(entry)
            && let Some(defender) = came.attacking()
        {
            self.attacks(came.object(), defender, entry.id);
        }
    }

    fn attacks(&mut self, object: ObjectId, defender: Thing, step: EntryId) {
        let attacks = (defender, step);
        match self.attackers.iter_mut().find(|its| its.object == object) {
            Some(its) => its.attacks = attacks,
            None => self.attackers.push(Attacker {
                object,
                attacks,
                blocks: Vec::new(),
                has_dealt: false,
                assigned_none: Reasons::NONE,
            }),
        }
    }

    fn blocked(&mut self, attacker: ObjectId, by: Option<ObjectId>, step: EntryId) {
        let its = self.attackers.iter_mut().find(|its| its.object == attacker);
        // That it has become blocked says nothing beside what blocks it.
        let its = its.filter(|its| by.is_some() || its.blocks.is_empty());
        its.into_iter().for_each(|its| its.blocks.push((by, step)));
    }

    fn leaves(&mut self, object: ObjectId, step: EntryId) {
        let is_in = self.attackers.iter().any(|its| {
            its.object == object || its.blocks.iter().any(|(blocker, _)| *blocker == Some(object))
        });
        if is_in && self.gone_since(object).is_none() {
            self.gone.push((object, step));
        }
    }

    /// The step in which something left combat, if it has.
    fn gone_since(&self, object: ObjectId) -> Option<EntryId> {
        self.gone.iter().find(|(its, _)| *its == object).map(|(_, step)| *step)
    }

    /// Whether a creature attacks something of a player's, or another player than these and whose it is.
    fn is_elsewhere(&self, attacker: &Attacker, players: &[PlayerId]) -> bool {
        let Played { game, view, .. } = self.played;
        match attacker.attacks.0 {
            Thing::Player(_) => {
                let own = players
                    .iter()
                    .any(|player| game.same_team(*player, view.controller(game, attacker.object)));
                !own && self.nothing_else_changed_life()
            }
            Thing::Object(attacked) => {
                let its = game.object(attacked);
                players.contains(&its.protector().unwrap_or_else(|| view.controller(game, attacked)))
            }
        }
    }

    /// Whether life totals have changed by combat damage alone, so that who was attacked tells of them all.
    fn nothing_else_changed_life(&self) -> bool {
        let mut entries = self.played.trace.entries().iter();
        let mut combat = false;
        entries.all(|entry| {
            let by_combat = combat;
            combat = matches!(entry.what, What::Changed(Change::Damage { combat: true, .. }, _));
            by_combat || !matches!(entry.what, What::Changed(Change::Life(..), _))
        })
    }

    /// Why an attacker has dealt no damage to the player it attacks.
    fn not_to_player(&self, attacker: &Attacker) -> Reasons {
        if attacker.has_dealt {
            return Reasons::NONE;
        }
        let at = |rule: RuleId, step: EntryId| Reasons::NONE.and(Reason { rule, step: Some(step) });
        let tramples = self.has(attacker.object, KeywordName::Trample);
        let still = |(blocker, _): &&(Option<ObjectId>, EntryId)| {
            blocker.is_none_or(|blocker| self.gone_since(blocker).is_none())
        };
        let blocks = attacker.blocks.iter();
        if let Some((_, step)) = blocks.clone().find(still).or(blocks.clone().next()) {
            let nothing_left = attacker.assigned_none.rules().contains(cr!("510.1c"));
            return match () {
                () if nothing_left => attacker.assigned_none.joined(at(cr!("509.1h"), *step)),
                () if !attacker.assigned_none.is_empty() => {
                    at(cr!("509.1h"), *step).joined(attacker.assigned_none)
                }
                () if tramples => at(cr!("702.19b"), *step).and(cr!("509.1h")),
                () => at(cr!("509.1h"), *step).and(cr!("510.1c")),
            };
        }
        if !attacker.assigned_none.is_empty() {
            return attacker.assigned_none;
        }
        self.not_yet_or_no_more(attacker.object)
    }

    /// Why a creature deals no combat damage to what it blocks, or what blocks it.
    fn not_by(&self, creature: ObjectId) -> Reasons {
        let Played { game, view, .. } = self.played;
        let attacker = self.attackers.iter().find(|its| its.object == creature);
        if let Some(attacker) = attacker.filter(|its| !its.assigned_none.is_empty()) {
            return attacker.assigned_none;
        }
        let its = game.object(creature);
        let now = its
            .known
            .as_ref()
            .map_or_else(|| view.characteristics(game, creature), |known| &known.characteristics);
        if now.power.is_some_and(|power| power <= 0) {
            return Reasons::of(&[cr!("510.1a")]);
        }
        self.not_yet_or_no_more(creature)
    }

    /// Why a creature deals no damage in this step: it is in combat no more, or has neither first strike nor double strike.
    fn not_yet_or_no_more(&self, creature: ObjectId) -> Reasons {
        let struck_first = self.struck_first.contains(&creature);
        if let Some(step) = self.gone_since(creature) {
            let gone = Reasons::NONE.and(Reason { rule: cr!("506.4"), step: Some(step) });
            let too_late = self.has_first && !struck_first;
            return if too_late { gone.and(cr!("510.4")) } else { gone };
        }
        match self.damage_step {
            Some((Step::FirstStrikeDamage, step)) if !struck_first => {
                Reasons::NONE.and(Reason { rule: cr!("510.4"), step: Some(step) })
            }
            _ => Reasons::NONE,
        }
    }

    fn has(&self, object: ObjectId, keyword: KeywordName) -> bool {
        let its = self.played.game.object(object);
        match &its.known {
            Some(known) => known.characteristics.has(keyword),
            None => self.played.view.has(self.played.game, object, keyword),
        }
    }
}

/// The rule by which nothing prevented damage of which something died (615.12), with the step that tells of that.
pub(super) fn unprevented(played: Played<'_>, object: ObjectId) -> Option<Reason> {
    let root = played.game.earliest(object);
    let last = played.trace.entries().iter().rev().find(|entry| match entry.what {
        What::Note(Note::PreventsNothing(_, Thing::Object(to))) => played.game.earliest(to) == root,
        _ => false,
    })?;
    Some(Reason { rule: cr!("615.12"), step: Some(last.id) })
}
