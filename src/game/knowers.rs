//! What of a game points at objects, each in one list: what lasts, waits or is on the stack, links, combat, what has happened this turn.

use super::effects::{
    Affected, Bindings, ContinuousEffect, DelayedTrigger, LinkedObject, Occasion, Shield, Until,
    WaitingTrigger,
};
use super::{Announced, Attack, Block, Game, Nature, Object, ObjectId, Occurrence, PlayerId, Thing};
use crate::ir::{Duration, Slot};

/// Something that knows objects.
#[derive(Clone, Copy)]
pub enum Knower<'a> {
    /// A continuous effect.
    Effect(&'a ContinuousEffect),
    /// A replacement or prevention effect that was made.
    Shield(&'a Shield),
    /// What brings objects back.
    Until(&'a Until),
    /// A delayed triggered ability.
    Delayed(&'a DelayedTrigger),
    /// An ability that has triggered and is not on the stack yet.
    Waiting(&'a WaitingTrigger),
    /// A spell or ability on the stack.
    OnStack(&'a Object),
    /// What one ability of a pair has done for the other.
    Link(&'a LinkedObject),
    /// A card, and the creature that it is encoded on.
    Encoded(ObjectId, ObjectId),
    /// An attack.
    Attack(&'a Attack),
    /// A block.
    Block(&'a Block),
    /// A creature that blocks nothing any more.
    BlocksNothing(ObjectId),
    /// A creature that has dealt its damage in a first combat damage step.
    StruckFirst(ObjectId),
    /// A creature that its controller has attacked with this turn.
    AttackedThisTurn(ObjectId),
    /// What has happened this turn.
    Happened(&'a Occurrence),
}

/// As what something knows an object.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// As what it is on, or what does it: affected, protected, moved, linked, encoded, attacking, cast.
    It,
    /// As what it is on in the second place: phased out, encoded on, attacked, blocked, done something to.
    Other,
    /// As its source.
    Source,
    /// As what has made it, of which it does not depend any more.
    Maker,
    /// As what is bound, by which of several slots.
    Bound(usize),
    /// As the object of the event that it was made by.
    Occasion,
    /// As another object of that event.
    Beside,
    /// As what that object was before.
    Before,
    /// As a target.
    Target {
        /// Of which phrase.
        phrase: usize,
        /// What it is to get of what is divided (601.2d).
        share: Option<u32>,
        /// For which player it was chosen.
        whose: Option<PlayerId>,
    },
    /// As what was used to pay for it.
    Used,
}

type Found<'f> = &'f mut dyn FnMut(Role, ObjectId);

impl Game {
    /// Everything that knows objects.
    pub fn knowers(&self) -> impl Iterator<Item = Knower<'_>> {
        let combat = self.combat();
        // What was linked and has gone on is found no more.
        let linked = |link: &&LinkedObject| self.object(link.object).exists;
        (self.effects().iter().map(Knower::Effect))
            .chain(self.shields().iter().map(Knower::Shield))
            .chain(self.untils().iter().map(Knower::Until))
            .chain(self.delayed().iter().map(Knower::Delayed))
            .chain(self.waiting().iter().map(Knower::Waiting))
            .chain(self.stack().iter().map(|object| Knower::OnStack(self.object(*object))))
            .chain(self.links().iter().filter(linked).map(Knower::Link))
            .chain(self.encodings().iter().map(|(card, creature)| Knower::Encoded(*card, *creature)))
            .chain(combat.attacks.iter().map(Knower::Attack))
            .chain(combat.blocks.iter().map(Knower::Block))
            .chain(combat.blocking_nothing.iter().copied().map(Knower::BlocksNothing))
            .chain(combat.struck_first.iter().copied().map(Knower::StruckFirst))
            .chain(self.occurred())
    }

    /// What knows objects for what has happened this turn.
    pub fn occurred(&self) -> impl Iterator<Item = Knower<'_>> {
        let attacked = self.players().flat_map(|player| &self.player(player).attacked_with);
        let attacked = attacked.copied().map(Knower::AttackedThisTurn);
        attacked.chain(self.this_turn().iter().map(Knower::Happened))
    }
}

impl Knower<'_> {
    /// The objects that it knows, each with what it is to it.
    pub fn objects(&self, found: Found<'_>) {
        match self {
            Self::Effect(it) => {
                if let Affected::Objects(objects) = &it.affected {
                    objects.iter().for_each(|object| found(Role::It, *object));
                }
                let lasts_by_source = matches!(it.duration, Duration::While(_) | Duration::Until(_));
                found(if lasts_by_source { Role::Source } else { Role::Maker }, it.source);
                of_bindings(&it.bindings, found);
            }
            Self::Shield(it) => {
                it.protects.iter().for_each(|object| found(Role::It, *object));
                found(Role::Maker, it.source);
                of_bindings(&it.bindings, found);
            }
            Self::Until(it) => {
                found(Role::Source, it.source);
                it.moved.iter().for_each(|(object, _)| found(Role::It, *object));
                it.phased_out.iter().for_each(|object| found(Role::Other, *object));
                it.occasion.iter().for_each(|occasion| of_occasion(occasion, found));
            }
            Self::Delayed(it) => {
                found(Role::Source, it.source);
                of_bindings(&it.slots, found);
            }
            Self::Waiting(it) => {
                found(Role::Source, it.source);
                of_occasion(&it.occasion, found);
                it.slots.iter().for_each(|slots| of_bindings(slots, found));
            }
            Self::OnStack(it) => {
                if let Nature::Ability(ability) = &it.nature {
                    found(Role::Source, ability.source);
                    ability.occasion.iter().for_each(|occasion| of_occasion(occasion, found));
                    ability.slots.iter().for_each(|slots| of_bindings(slots, found));
                }
                if let Some(announced) = &it.announced {
                    of_targets(announced, found);
                    announced.used.iter().for_each(|(_, object)| found(Role::Used, *object));
                }
            }
            Self::Link(it) => {
                found(Role::Source, it.key.object);
                found(Role::It, it.object);
            }
            Self::Encoded(card, creature) => {
                found(Role::It, *card);
                found(Role::Other, *creature);
            }
            Self::Attack(it) => {
                found(Role::It, it.attacker);
                of_thing(it.defender, found);
            }
            Self::Block(it) => {
                found(Role::It, it.blocker);
                found(Role::Other, it.attacker);
            }
            Self::BlocksNothing(creature)
            | Self::StruckFirst(creature)
            | Self::AttackedThisTurn(creature) => found(Role::It, *creature),
            Self::Happened(Occurrence::Cast(_, spell)) => found(Role::It, *spell),
            Self::Happened(Occurrence::Attacked(attacker, defender)) => {
                found(Role::It, *attacker);
                of_thing(*defender, found);
            }
            Self::Happened(Occurrence::Targeted(thing, by, _)) => {
                found(Role::Source, *by);
                of_thing(*thing, found);
            }
            Self::Happened(Occurrence::Damaged { source, to, .. }) => {
                source.iter().for_each(|source| found(Role::Source, *source));
                of_thing(*to, found);
            }
            // What has left is asked for as what it was; the card that it has become is any other.
            Self::Happened(Occurrence::Moved { from: object, .. } | Occurrence::LeftGame(object)) => {
                found(Role::It, *object);
            }
            Self::Happened(
                Occurrence::Done(object, ..)
                | Occurrence::Resolved(object, _)
                | Occurrence::Chose(object, ..),
            ) => found(Role::Source, *object),
            // The damage is marked on the object itself.
            Self::Happened(
                Occurrence::Life(..)
                | Occurrence::PlayerAttacked { .. }
                | Occurrence::Crime(..)
                | Occurrence::DamagedBefore(_)
                | Occurrence::Struck(..),
            ) => {}
        }
    }
}

fn of_thing(thing: Thing, found: Found<'_>) {
    thing.object().into_iter().for_each(|object| found(Role::Other, object));
}

fn of_targets(announced: &Announced, found: Found<'_>) {
    for (phrase, targets) in announced.targets.iter().enumerate() {
        let shares = announced.division.get(phrase);
        let players = announced.chosen_for.get(phrase);
        for (place, target) in targets.iter().enumerate() {
            let Some(object) = target.object() else { continue };
            let share = shares.and_then(|shares| shares.get(place)).copied();
            let whose = players.and_then(|players| players.get(place)).copied();
            found(Role::Target { phrase, share, whose }, object);
        }
    }
}

fn of_slots(slots: &[(Slot, Vec<Thing>)], found: Found<'_>) {
    for (slot, (_, things)) in slots.iter().enumerate() {
        let objects = things.iter().filter_map(|thing| thing.object());
        objects.for_each(|object| found(Role::Bound(slot), object));
    }
}

fn of_occasion(occasion: &Occasion, found: Found<'_>) {
    occasion.objects.iter().for_each(|object| found(Role::Occasion, *object));
    occasion.others.iter().for_each(|object| found(Role::Beside, *object));
    occasion.before.iter().for_each(|object| found(Role::Before, *object));
}

fn of_bindings(bindings: &Bindings, found: Found<'_>) {
    bindings.announced.iter().for_each(|announced| of_targets(announced, found));
    of_slots(&bindings.slots, found);
    bindings.occasion.iter().for_each(|occasion| of_occasion(occasion, found));
}
