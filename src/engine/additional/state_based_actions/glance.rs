//! CR 704: State-Based Actions. What a glance at the game tells of which of them may apply.

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::view::View;
use crate::game::{Characteristics, Game, Mark, Nature, Object, ObjectId};
use crate::ir::{CardType, Supertype, Zone};

/// What an action applies to, as far as a glance tells whether there is any.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    Anything,
    /// Players who might lose.
    Losers,
    /// Tokens and copies where they can't be.
    Strays,
    /// Creatures without toughness or with damage.
    Wounded,
    Planeswalkers,
    Attached,
    Counters,
    Battles,
    Auras,
    Sagas,
    Roles,
    /// Several legendary permanents.
    Legends,
    /// Several world permanents.
    Worlds,
    /// Objects in the command zone.
    InCommand,
    /// Commanders that have come to where they may leave.
    Commanders,
}

/// Which of these there are, so that most checks need not look: nearly always there is nothing to do, and the game is checked
/// several times a step.
#[derive(Default, PartialEq, Eq)]
pub(super) struct Present {
    losers: bool,
    strays: bool,
    wounded: bool,
    planeswalkers: bool,
    attached: bool,
    counters: bool,
    battles: bool,
    auras: bool,
    sagas: bool,
    roles: bool,
    legends: u32,
    worlds: u32,
    in_command: bool,
    commanders: bool,
    /// What a check looks back on, and only once: [`super::looking_back`].
    pub(super) to_forget: bool,
}

impl Present {
    pub(super) fn at_a_glance(play: &mut Play<'_>) -> Outcome<Self> {
        let view = play.view()?;
        let game = &play.game;
        let mut present = Self { in_command: !game.command().is_empty(), ..Self::default() };
        for player in game.players() {
            let its = game.player(player);
            let commanders =
                || its.commander_damage.iter().any(|(_, damage)| *damage >= DEADLY_COMMANDER_DAMAGE);
            present.to_forget |= its.drew_from_empty;
            present.losers |=
                its.life <= 0 || its.drew_from_empty || its.poison >= DEADLY_POISON || commanders();
        }
        for object in view.marked(game, Mark::Checked) {
            present.look_at(game, &view, object);
        }
        Ok(present)
    }

    /// An object that there is.
    fn look_at(&mut self, game: &Game, view: &View, object: &Object) {
        self.strays |= is_stray_token(&object.nature, object.zone);
        self.strays |= is_stray_copy(&object.nature, object.zone);
        self.commanders |= is_commander_elsewhere(game, object);
        if object.on_battlefield() {
            self.see(object, view.characteristics(game, object.id));
        }
    }

    /// A permanent that there is, as the layers have made it.
    fn see(&mut self, its: &Object, characteristics: &Characteristics) {
        self.wounded |= characteristics.is(CardType::Creature)
            && (characteristics.toughness.unwrap_or(0) <= 0 || its.damage > 0 || its.deathtouched);
        self.planeswalkers |= characteristics.is(CardType::Planeswalker);
        self.attached |= its.attached_to.is_some();
        self.counters |= !its.counters.is_empty();
        self.battles |= characteristics.is(CardType::Battle);
        self.to_forget |= its.deathtouched;
        self.legends += u32::from(characteristics.has_supertype(Supertype::Legendary));
        self.worlds += u32::from(characteristics.has_supertype(Supertype::World));
        // What is no enchantment any more has lost the subtypes of one (205.1a), and nothing gains them (205.3d).
        if characteristics.is(CardType::Enchantment) {
            self.auras |= characteristics.has_subtype_named("Aura");
            self.sagas |= characteristics.has_subtype_named("Saga");
            self.roles |= characteristics.has_subtype_named("Role");
        }
    }

    pub(super) const fn any(&self, of: Of) -> bool {
        match of {
            Of::Anything => true,
            Of::Losers => self.losers,
            Of::Strays => self.strays,
            Of::Wounded => self.wounded,
            Of::Planeswalkers => self.planeswalkers,
            Of::Attached => self.attached,
            Of::Counters => self.counters,
            Of::Battles => self.battles,
            Of::Auras => self.auras,
            Of::Sagas => self.sagas,
            Of::Roles => self.roles,
            Of::Legends => self.legends > 1,
            Of::Worlds => self.worlds > 1,
            Of::InCommand => self.in_command,
            Of::Commanders => self.commanders,
        }
    }
}

/// An object that a glance passes over although it would see something of it: there must be none.
pub(super) fn passed_over(game: &Game, view: &View) -> Option<ObjectId> {
    view.unmarked(game, Mark::Checked).find_map(|object| {
        let mut present = Present::default();
        present.look_at(game, view, object);
        (present != Present::default()).then_some(object.id)
    })
}

/// How many poison counters make a player lose, at the least (704.5c); a team has more (704.6b).
pub(super) const DEADLY_POISON: u32 = 10;

/// How much combat damage by one commander makes a player lose (704.6c).
pub(super) const DEADLY_COMMANDER_DAMAGE: u32 = 21;

pub(super) fn is_stray_token(nature: &Nature, zone: Zone) -> bool {
    matches!(nature, Nature::Token) && zone != Zone::Battlefield
}

pub(super) fn is_stray_copy(nature: &Nature, zone: Zone) -> bool {
    matches!(nature, Nature::Copy) && !matches!(zone, Zone::Stack | Zone::Battlefield)
}

pub(super) fn is_commander_elsewhere(game: &Game, object: &Object) -> bool {
    let arrived = object.previous.is_some() && !object.offered;
    arrived
        && matches!(object.zone, Zone::Graveyard | Zone::Exile)
        && object.card().is_some_and(|card| game.card(card).commander)
}
