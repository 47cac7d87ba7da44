//! CR 309: Dungeons

use crate::game::{Game, Object, ObjectId, PlayerId};
use crate::ir::ability::Room;
use crate::ir::{Ability, CardType, Event, Symbol, Triggered, Zone};
use crate::rules::{RuleId, cr};

/// The dungeon card that a player owns in the command zone; there is at most one (309.3).
pub(in crate::engine) fn of_player(game: &Game, player: PlayerId) -> Option<ObjectId> {
    let is_theirs = |dungeon: &ObjectId| {
        game.object(*dungeon).owner == player && game.object(*dungeon).base.is(CardType::Dungeon)
    };
    game.command().iter().copied().find(is_theirs)
}

/// The rooms of a dungeon card, the topmost first (309.4).
pub fn rooms(dungeon: &Object) -> impl Iterator<Item = &Room> {
    dungeon
        .base
        .abilities
        .iter()
        .filter_map(|instance| if let Ability::Room(room) = &*instance.ability { Some(room) } else { None })
}

/// The triggered ability of a room (309.4c).
pub(in crate::engine) fn room_ability(room: &Room) -> Triggered {
    Triggered { from: Some(Zone::Command), ..Triggered::new(Event::Room(room.name), room.effect.clone()) }
}

/// The rooms to which arrows point from the one in which the venture marker is: none from the bottommost.
pub(in crate::engine) fn ways(dungeon: &Object) -> Vec<Symbol> {
    let here = dungeon.room();
    let room = rooms(dungeon).find(|room| Some(room.name) == here);
    room.map_or_else(Vec::new, |room| room.leads_to.clone())
}

/// The dungeons with the venture marker on the bottommost room that are the source of no room ability any more (309.6).
pub(in crate::engine) fn finished(game: &Game) -> Vec<ObjectId> {
    let pending = |dungeon: ObjectId| {
        game.waiting().iter().any(|trigger| trigger.source == dungeon)
            || game.stack().iter().any(|object| {
                game.object(*object).stack_ability().is_some_and(|ability| ability.source == dungeon)
            })
    };
    let finished = |dungeon: &ObjectId| {
        let its = game.object(*dungeon);
        its.base.is(CardType::Dungeon) && its.room().is_some() && ways(its).is_empty() && !pending(*dungeon)
    };
    game.command().iter().copied().filter(finished).collect()
}

/// The rule by which a player follows an arrow, where they choose one of several (701.49b).
pub(in crate::engine) const ARROW: RuleId = cr!("701.49b");
