//! Searching libraries (701.23), and shuffling them (701.24).

use crate::engine::additional::keyword_actions::{search, shuffle};
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::instructions::{Frame, amount, cause, one_player, who_are};
use crate::game::{PlayerId, Thing};
use crate::ir::instruction::Search;
use crate::ir::{Players, Quantity};
use crate::rules::cr;

/// Players search libraries, and find cards (701.23a).
pub(super) fn search_libraries(play: &mut Play<'_>, frame: &mut Frame, search: &Search) -> Outcome {
    let Search { who, library, what, count, all, zones, any_zones, up_to, different, slot, searched } =
        search;
    // Where several search, each searches their own library (101.4).
    let several = if who == library { who_are(play, frame, who)? } else { Default::default() };
    let in_turn = several.len() > 1;
    let searches: Vec<(PlayerId, PlayerId)> = if in_turn {
        several.iter().map(|player| (*player, *player)).collect()
    } else {
        let Some(searcher) = one_player(play, frame, who)? else {
            frame.bind(Some(*slot), Vec::new());
            return Ok(());
        };
        who_are(play, frame, library)?.into_iter().map(|of| (searcher, of)).collect()
    };
    // Any number may be none, though they lie open (107.1c).
    let any_number = !*all && *count == Quantity::AnyNumber;
    let up_to = any_number || *up_to;
    let count = if *all || any_number { u32::MAX } else { amount(play, frame, count)? };
    let mut found = Vec::new();
    let mut in_part = Vec::new();
    let mut libraries = Vec::new();
    for (searcher, player) in searches {
        let by = cause(frame, cr!("701.23a"));
        let by = if in_turn { by.and(cr!("101.4")) } else { by };
        let by = if any_number { by.and(cr!("107.1c")) } else { by };
        let how = search::How { zones, any_zones: *any_zones, up_to, different: *different };
        let search = search::search(play, by, frame, searcher, player, what, count, how)?;
        found.extend(search.found);
        in_part.extend(search.in_part.then_some(Thing::Player(player)));
        libraries.extend(search.of_library.then_some(Thing::Player(player)));
    }
    frame.bind(*searched, libraries);
    frame.bind((!in_part.is_empty()).then_some(search::IN_PART), in_part);
    frame.bind_looked_for(*slot, found.into_iter().map(Thing::Object).collect(), true);
    Ok(())
}

/// Players shuffle their libraries (701.24a).
pub(super) fn shuffle_libraries(play: &mut Play<'_>, frame: &mut Frame, who: &Players) -> Outcome {
    for player in who_are(play, frame, who)? {
        // What is to be done as the library was searched is done though only a part of it was.
        let part = frame.slot(search::IN_PART);
        let in_part = part.is_some_and(|players| players.contains(&Thing::Player(player)));
        let by = cause(frame, cr!("701.24a"));
        shuffle::shuffle(play, if in_part { by.and(cr!("701.23f")) } else { by }, player);
    }
    Ok(())
}
