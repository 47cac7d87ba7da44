//! Looking at cards, and revealing them (701.20).

use crate::engine::additional::keyword_actions::reveal;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::found;
use crate::engine::spells::instructions::{Frame, cards_there, cause, one_player, who_are};
use crate::game::Thing;
use crate::ir::{Players, Selection, Slot, Zone};
use crate::rules::cr;
use crate::trace::Level;

/// A player looks at cards (701.20e).
pub(super) fn look(
    play: &mut Play<'_>,
    frame: &mut Frame,
    (who, at): (&Players, &Selection),
    slot: Option<Slot>,
) -> Outcome {
    let Some(player) = one_player(play, frame, who)? else {
        frame.bind(slot, Vec::new());
        return Ok(());
    };
    let objects = cards_there(play, frame, at)?;
    reveal::look(play, cause(frame, cr!("701.20e")), &objects, player, Level::Default);
    frame.bind_looked_for(
        slot,
        objects.into_iter().map(Thing::Object).collect(),
        found::looks_for(frame, at),
    );
    Ok(())
}

/// Cards are revealed (701.20a).
pub(super) fn reveal_cards(
    play: &mut Play<'_>,
    frame: &mut Frame,
    what: &Selection,
    slot: Option<Slot>,
) -> Outcome {
    let objects = cards_there(play, frame, what)?;
    reveal::reveal(play, cause(frame, cr!("701.20a")), &objects);
    frame.bind_looked_for(
        slot,
        objects.into_iter().map(Thing::Object).collect(),
        found::looks_for(frame, what),
    );
    Ok(())
}

/// Players reveal all of their hands (701.20a).
pub(super) fn reveal_hands(play: &mut Play<'_>, frame: &mut Frame, who: &Players) -> Outcome {
    for player in who_are(play, frame, who)? {
        let hand = play.game.zone(Zone::Hand, player).to_vec();
        reveal::reveal(play, cause(frame, cr!("701.20a")), &hand);
    }
    Ok(())
}
