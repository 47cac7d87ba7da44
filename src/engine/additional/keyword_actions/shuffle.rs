//! CR 701.24: Shuffle

use crate::engine::play::Play;
use crate::game::{Cause, Change, ObjectId, PlayerId};
use crate::rules::cr;
use crate::trace::Level;

/// A player shuffles their library: nobody knows its order afterwards (701.24a).
pub(in crate::engine) fn shuffle(play: &mut Play<'_>, cause: Cause, player: PlayerId) {
    let because = cause.rules.contains(cr!("701.23f"));
    let cause = cause.by(cr!("701.24a"));
    shuffle_around(play, if because { cause.and(cr!("701.23f")) } else { cause }, player, &[]);
}

/// A player shuffles their library but for some cards that were put into certain places at the same time (701.24g).
pub(in crate::engine) fn shuffle_around(
    play: &mut Play<'_>,
    cause: Cause,
    player: PlayerId,
    kept: &[ObjectId],
) {
    let mut cause = cause.led_by(cr!("701.24a"));
    if !kept.is_empty() {
        cause = cause.and(cr!("701.24g"));
    }
    play.change(cause, Level::Default, Change::Shuffle(player, kept.into()));
}
