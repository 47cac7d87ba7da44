//! Where an object is, and how it has come there.

use crate::engine::additional::saga_cards;
use crate::engine::zones::general::new_when_turned_down;
use crate::engine::{Halt, View};
use crate::game::{Change, Game, MoveAction, ObjectId, PlayerId};
use crate::ir::{CardType, Zone};
use crate::rules::{Rules, cr};
use crate::runner::claims::{Judged, last_move_of};
use crate::runner::setup::zone_of;
use crate::runner::stage::{Stage, Staged, Stop};
use crate::scenario::ast::Text;
use crate::scenario::script::LibraryEnd;
use crate::scenario::vocabulary::Zone as WrittenZone;
use crate::trace::What;

use super::deciding::{rules_about, twin_of_another_player};
use super::{on, ordering, say};

/// Whether an object is in a zone, that of its owner if a player is named.
pub(in crate::runner) fn is_in(
    game: &Game,
    object: ObjectId,
    zone: WrittenZone,
    whose: Option<PlayerId>,
) -> bool {
    let its = game.object(object);
    let there = match zone {
        WrittenZone::Outside => game.is_outside(object),
        zone => its.exists && zone_of(zone) == Some(its.zone),
    };
    there && whose.is_none_or(|player| player == its.owner)
}

/// Where an object is, behind its name.
pub(super) fn place(stage: &Stage<'_, '_>, view: &View, object: ObjectId) -> String {
    let game = &stage.play.game;
    let its = game.object(object);
    if its.exists || its.outside || game.is_outside(object) || its.phased_out.is_some() {
        format!("is {}", stage.answers.table().place(game, view, object))
    } else {
        (if game.has_left(object) { "has left the game" } else { "has ceased to exist" }).to_owned()
    }
}

/// Whether an object is in a zone.
pub(super) fn zone(
    stage: &mut Stage<'_, '_>,
    object: ObjectId,
    zone: WrittenZone,
    whose: Option<&Text>,
) -> Staged<Judged> {
    let view = stage.view()?;
    let (game, table) = (&stage.play.game, stage.answers.table());
    let its = game.shared(object);
    let whose = whose.map(|name| table.player_at(name)).transpose()?;
    let outside = zone == WrittenZone::Outside && game.is_outside(object);
    let holds = is_in(game, object, zone, whose);
    let moves = last_move_of(stage, object);
    // What the legend rule spares: one of that name, but another player's.
    let spared = moves.is_empty() && twin_of_another_player(game, &view, object);
    let rules = if spared { Rules::of(&[cr!("704.5j")]) } else { moves };
    // What is in the ante does not leave the game with its owner.
    let rule = if its.base.is(CardType::Dungeon) { cr!("309.2") } else { cr!("400.11a") };
    let rules = if outside && (its.outside || rules.is_empty()) { Rules::of(&[rule]) } else { rules };
    let in_ante = its.zone == Zone::Ante && game.player(its.owner).gone;
    let rules = if in_ante { rules.led_by(cr!("800.4n")) } else { rules };
    // A Saga at its end stays until its last chapter ability has left the stack.
    let told = its.on_battlefield() && saga_cards::is_still_told(game, &view, object);
    // What is phased out has not left the battlefield, but is treated as though it did not exist.
    let rules = if its.phased_out.is_some() { rules.led_by(cr!("702.26b")) } else { rules };
    // That what changes the spell changes the permanent says nothing of where it is.
    let aside = [cr!("112.4"), cr!("400.7a")];
    let rules = rules.iter().filter(|rule| !aside.contains(rule)).fold(Rules::NONE, Rules::and);
    let place = place(stage, &view, object);
    Ok(say(holds, place, if told { rules.led_by(cr!("704.5s")) } else { rules }))
}

/// Whether a card is at a place of a library or graveyard, counted from one of its ends.
pub(super) fn position(
    stage: &mut Stage<'_, '_>,
    object: ObjectId,
    (zone, whose): (WrittenZone, Option<&Text>),
    (from, wanted): (LibraryEnd, u32),
) -> Staged<Judged> {
    let view = stage.view()?;
    let (game, table) = (&stage.play.game, stage.answers.table());
    let its = game.shared(object);
    let whose = whose.map(|name| table.player_at(name)).transpose()?;
    let zone = zone_of(zone).unwrap_or(Zone::Library);
    let library = game.player(its.owner);
    let endless = library.endless_library && zone == Zone::Library;
    // The only card that shuffling has moved among known ones is where it was.
    let certain = library.unordered.len() < 2 && !endless;
    if its.exists && its.zone == Zone::Library && library.unordered.contains(&object) && !certain {
        let why = "nobody knows its place in the library since that was shuffled";
        return Err(Stop::Halt(Halt::undecided(object, why), stage.span));
    }
    let list = game.zone(zone, its.owner);
    let index = list.iter().position(|other| *other == object);
    let (on_top, beneath) =
        if endless { (library.listed_on_top(), library.beneath.len()) } else { (0, list.len()) };
    // Between the cards on top and those on the bottom of a library that isn't written lie unknown ones, nobody knows how many.
    let below = index.is_some_and(|index| index < beneath);
    let from_top = index.map(|index| list.len() - index).filter(|_| !endless || !below);
    let from_bottom = index.map(|index| index + 1).filter(|_| below);
    let (actual, certain) = match from {
        LibraryEnd::Top => (from_top, on_top),
        LibraryEnd::Bottom => (from_bottom, beneath),
    };
    if endless && its.exists && its.zone == zone && actual.is_none() && wanted as usize > certain + 1 {
        let why = "nobody knows how many unknown cards lie between";
        return Err(Stop::Halt(Halt::undecided(object, why), stage.span));
    }
    let holds = its.exists
        && its.zone == zone
        && whose.is_none_or(|player| player == its.owner)
        && actual == Some(wanted as usize);
    let place = place(stage, &view, object);
    let sentence = match (from_top, from_bottom) {
        (Some(number), _) => {
            format!("is number {number} from the top {}", place.trim_start_matches("is "))
        }
        (None, Some(number)) => {
            format!("is number {number} from the bottom {}", place.trim_start_matches("is "))
        }
        (None, None) => place,
    };
    Ok(say(holds, sentence, ordering::rules_of_place(stage, object, from_top)?))
}

/// Whether it is another object than at the beginning.
pub(super) fn is_new(stage: &Stage<'_, '_>, object: ObjectId) -> Judged {
    let game = &stage.play.game;
    let its = game.object(object);
    let new = its.previous.is_some();
    let transformed = rules_about(stage, object, |change| matches!(change, Change::Transform(_)));
    let again = its.previous.is_some_and(|before| game.object(before).zone == Zone::Exile);
    let command = its.previous.filter(|before| game.object(*before).zone == Zone::Command);
    let rules = if again && its.zone == Zone::Exile {
        Rules::of(&[cr!("406.7"), cr!("400.8")])
    } else if let Some(before) = command.filter(|_| its.zone == Zone::Command) {
        Rules::of(&[match its.is_face_down() {
            true => new_when_turned_down(game, before),
            false => cr!("400.10"),
        }])
    } else if new {
        Rules::of(&[cr!("400.7")])
    } else if its.merged.is_some() {
        Rules::of(&[cr!("730.2c")])
    } else if transformed.is_empty() {
        Rules::NONE
    } else {
        Rules::of(&[cr!("712.18")])
    };
    on(new, "is a new object", "is the same object as at the beginning", rules)
}

/// Whether a spell or ability was countered, or has resolved.
pub(super) fn left_the_stack(stage: &Stage<'_, '_>, object: ObjectId, countered: bool) -> Judged {
    let game = &stage.play.game;
    let root = game.earliest(object);
    let (mut holds, mut rules) = (false, Rules::NONE);
    for entry in stage.play.trace.entries() {
        if let What::Fizzles(spell) = &entry.what
            && !countered
            && game.earliest(*spell) == root
        {
            (holds, rules) = (false, entry.rules);
        }
        let right = match &entry.what {
            What::Changed(Change::Move(it), _) if countered => {
                it.action == MoveAction::Counter && game.earliest(it.object) == root
            }
            What::Resolves(resolved) if !countered => game.earliest(*resolved) == root,
            _ => false,
        };
        if right {
            (holds, rules) = (true, entry.rules);
        }
    }
    let word = if countered { "countered" } else { "resolved" };
    let (yes, no) = (format!("is {word}"), format!("is not {word}"));
    on(holds, &yes, &no, rules)
}
