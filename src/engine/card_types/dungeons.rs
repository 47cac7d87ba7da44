//! CR 309: Dungeons

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::spells::events::{Happening, happen};
use crate::game::{
    Cause, Change, ChoiceKind, Designation, Game, Item, NewObject, Object, ObjectId, PlayerId,
};
use crate::ir::ability::Room;
use crate::ir::{Ability, CardType, Event, NamedDeed, Subtype, SubtypeFamily, Symbol, Triggered, Verb, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::Level;

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

/// A player chooses a dungeon card that they own from outside the game, puts it into the command zone and their venture marker on
/// its topmost room (309.2a, 309.4a).
///
/// # Errors
/// If no such card is known, nobody chooses one, or what waits for the room can't be played.
pub(in crate::engine) fn enter(
    play: &mut Play<'_>,
    cause: Cause,
    source: ObjectId,
    player: PlayerId,
    quality: Option<Subtype>,
) -> Outcome {
    let fits = |card: &ObjectId| {
        let types = &play.game.object(*card).base.types;
        types.is(CardType::Dungeon)
            && match quality {
                Some(quality) => types.has_subtype(quality),
                // The one with a dungeon type is entered only where it is asked for.
                None => !types.subtypes.iter().any(|its| its.family() == SubtypeFamily::Dungeon),
            }
    };
    let cards: Vec<ObjectId> = play.game.player(player).outside.iter().copied().filter(fits).collect();
    if cards.is_empty() {
        let why = match quality {
            Some(quality) => {
                let word = quality.word();
                format!(
                    "nothing says that the player owns {word}: write it behind `outside`, and where the card library has no such \
                     card, describe it in a `card` block with `types: Dungeon — {word}`"
                )
            }
            None => {
                "nothing says which dungeon cards the player owns: write them behind `outside`".to_owned()
            }
        };
        return Err(Halt::undecided(source, why));
    }
    let items = cards.iter().copied().map(Item::Object).collect();
    let rules = Rules::of(&[cr!("309.2a")]);
    let picked = play.pick(player, ChoiceKind::Choose, Some(source), items, 1, 1, false, rules)?;
    let Some(Item::Object(card)) = picked.first().copied() else { return Ok(()) };
    let card = play.game.object(card).clone();
    let new = play.game.next_object();
    let dungeon = NewObject {
        definition: card.definition.clone(),
        ..NewObject::new(new, card.nature.clone(), player, Zone::Command, card.base.clone())
    };
    let Some(topmost) = rooms(&card).next().map(|room| room.name) else {
        return Err(Halt::undecided(source, "the dungeon has no rooms"));
    };
    play.change(cause, Level::Default, Change::Create(Box::new(dungeon)));
    go_to(play, cause.without_rules().and(cr!("309.4a")), new, topmost)
}

/// A player moves their venture marker into a room (309.5a).
///
/// # Errors
/// If what waits for it can't be played.
pub(in crate::engine) fn go_to(
    play: &mut Play<'_>,
    cause: Cause,
    dungeon: ObjectId,
    room: Symbol,
) -> Outcome {
    let change = Change::Designate(dungeon, Designation::Room(room));
    happen(play, vec![(cause, Level::Default, change)], &[Happening::Room { dungeon, room }])?;
    Ok(())
}

/// A dungeon card is removed from the game, and so its owner completes it (309.7).
///
/// # Errors
/// If what waits for it can't be played.
pub(in crate::engine) fn complete(play: &mut Play<'_>, cause: Cause, dungeon: ObjectId) -> Outcome {
    let player = play.game.object(dungeon).owner;
    let change = Change::CompleteDungeon(dungeon);
    let happenings = [Happening::Gets { player, what: NamedDeed::Does(Verb::CompleteDungeon) }];
    happen(play, vec![(cause.and(cr!("309.7")), Level::Default, change)], &happenings)?;
    Ok(())
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
