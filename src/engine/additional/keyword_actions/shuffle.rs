//! CR 701.24: Shuffle

use crate::engine::play::Play;
use crate::game::{Cause, Change, PlayerId};
use crate::rules::cr;
use crate::trace::Level;

/// A player shuffles their library: nobody knows its order afterwards (701.24a).
pub(in crate::engine) fn shuffle(play: &mut Play<'_>, cause: Cause, player: PlayerId) {
    play.change(cause.by(cr!("701.24a")), Level::Default, Change::Shuffle(player));
}
