//! CR 701.49: Venture into the Dungeon

use crate::engine::card_types::dungeons;
use crate::engine::card_types::dungeons::rooms;
use crate::engine::halt::Halt;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::events::{Happening, happen};
use crate::game::{Cause, CauseKind, ChoiceKind, Item, ObjectId, PlayerId};
use crate::game::{Change, Designation, NewObject};
use crate::ir::Subtype;
use crate::ir::{CardType, NamedDeed, SubtypeFamily, Symbol, Verb, Zone};
use crate::rules::{Rules, cr};
use crate::trace::Level;

/// A player ventures into the dungeon, or into one of a quality (701.49d).
///
/// # Errors
/// If nobody makes a choice, or what waits for it can't be played.
pub(in crate::engine) fn venture(
    play: &mut Play<'_>,
    kind: CauseKind,
    source: ObjectId,
    player: PlayerId,
    quality: Option<Subtype>,
) -> Outcome {
    if play.game.player(player).gone {
        return Ok(());
    }
    let first = if quality.is_some() { cr!("701.49d") } else { cr!("701.49a") };
    let Some(dungeon) = dungeons::of_player(&play.game, player) else {
        return enter(play, Cause::new(kind, first), source, player, quality);
    };
    let ways = dungeons::ways(play.game.object(dungeon));
    if ways.is_empty() {
        let cause = Cause::new(kind, cr!("701.49c"));
        complete(play, cause, dungeon)?;
        return enter(play, cause, source, player, quality);
    }
    let items = ways.into_iter().map(Item::Word).collect();
    let rules = Rules::of(&[dungeons::ARROW]);
    let picked = play.pick(player, ChoiceKind::Choose, Some(source), items, 1, 1, false, rules)?;
    match picked.first() {
        Some(Item::Word(room)) => go_to(play, Cause::new(kind, dungeons::ARROW), dungeon, *room),
        _ => Ok(()),
    }
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
