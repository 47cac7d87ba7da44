//! Where an object is, and whether it has been elsewhere.

use crate::board::zone_of;
use crate::engine::{Halt, View};
use crate::game::{Game, ObjectId, PlayerId};
use crate::ir::Zone;
use crate::rules::cr;
use crate::runner::claims::Judged;
use crate::runner::stage::{Stage, Staged, Stop};
use crate::scenario::ast::Text;
use crate::scenario::script::{FactKind, LibraryEnd};
use crate::scenario::vocabulary::Zone as WrittenZone;
use crate::trace::Reasons;
use crate::why::copied_instead::copied_instead;
use crate::why::{ordering, whereabouts};

use super::{on, say};

/// Whether such a fact holds of an object.
pub(super) fn judge(stage: &mut Stage<'_, '_>, object: ObjectId, fact: &FactKind) -> Staged<Judged> {
    let view = stage.view()?;
    Ok(match fact {
        FactKind::Zone { zone, whose } => {
            let whose = whose.as_ref().map(|name| stage.player(name)).transpose()?;
            let game = &stage.play.game;
            let holds = is_in(game, object, *zone, whose);
            let rules = match *zone == WrittenZone::Outside && game.is_outside(object) {
                true => whereabouts::outside(stage.played(&view), object),
                false => whereabouts::place(stage.played(&view), object),
            };
            // Why it is not there is that what would have moved it has not found it.
            let missed =
                if holds { Reasons::NONE } else { whereabouts::not_found(stage.played(&view), object) };
            say(holds, place(stage, &view, object), missed.joined(rules))
        }
        FactKind::Position { zone, whose, place, from } => {
            position(stage, object, (*zone, whose.as_ref()), (*from, *place))?
        }
        FactKind::LeftTheGame => {
            let rules = whereabouts::last_move_of(stage.played(&view), object);
            say(stage.play.game.has_left(object), place(stage, &view, object), rules)
        }
        FactKind::CeasedToExist => {
            let rules = whereabouts::last_move_of(stage.played(&view), object);
            say(stage.play.game.object(object).has_ceased(), place(stage, &view, object), rules)
        }
        FactKind::NewObject => {
            let (new, rules) = whereabouts::is_new(stage.played(&view), object);
            on(new, "is a new object", "is the same object as at the beginning", rules)
        }
        FactKind::Countered => {
            let (countered, rules) = whereabouts::countered(stage.played(&view), object);
            on(countered, "is countered", "is not countered", rules)
        }
        FactKind::Resolved => {
            let (resolved, rules) = whereabouts::resolved(stage.played(&view), object);
            // Where a target was illegal and it resolved all the same, another was legal still (608.2b).
            let of_others = rules.rules().contains(cr!("608.2b")) && !rules.rules().contains(cr!("608.3b"));
            let so = match of_others {
                true => "has resolved: not all of its targets had become illegal",
                false => "has resolved",
            };
            on(resolved, so, "has not resolved", rules)
        }
        // Moved.
        _ => {
            let rules = whereabouts::last_move_of(stage.played(&view), object);
            let rules = if rules.is_empty() { copied_instead(stage.played(&view), object) } else { rules };
            on(stage.play.game.object(object).previous.is_some(), "has moved", "has not moved", rules)
        }
    })
}

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
fn place(stage: &Stage<'_, '_>, view: &View, object: ObjectId) -> String {
    let game = &stage.play.game;
    let its = game.object(object);
    if its.exists || its.outside || game.is_outside(object) || its.phased_out.is_some() {
        format!("is {}", stage.answers.table().place(game, view, object))
    } else {
        (if game.has_left(object) { "has left the game" } else { "has ceased to exist" }).to_owned()
    }
}

/// Whether a card is at a place of a library or graveyard, counted from one of its ends.
fn position(
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
    // Where both are known it is counted from the end that was asked about.
    let from_top = from_top.filter(|_| from == LibraryEnd::Top || from_bottom.is_none());
    let of = place.strip_prefix("is in ").unwrap_or(&place);
    let sentence = match (from_top, from_bottom) {
        (Some(1), _) => format!("is on top of {of}"),
        (Some(number), _) => format!("is number {number} from the top of {of}"),
        (None, Some(1)) => format!("is on the bottom of {of}"),
        (None, Some(number)) => format!("is number {number} from the bottom of {of}"),
        (None, None) => place,
    };
    let rules = stage.why(|played| ordering::rules_of_place(played, object, from_top))?;
    Ok(say(holds, sentence, rules))
}
