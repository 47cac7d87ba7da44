//! CR 701.20: Reveal

use crate::engine::play::Play;
use crate::game::{Cause, Change, ObjectId, PlayerId};
use crate::rules::{Rules, cr};
use crate::trace::{Level, What};

/// Shows cards to all players (701.20a).
pub(in crate::engine) fn reveal(play: &mut Play<'_>, cause: Cause, cards: &[ObjectId]) {
    if !cards.is_empty() {
        let rules = Rules::of(&[cr!("701.20a")]);
        play.record(Level::Default, cause.kind, rules, What::Reveals(cards.to_vec()));
    }
    for player in play.game.apnap() {
        look(play, cause.by(cr!("701.20a")), cards, player, Level::Hidden);
    }
}

/// Shows cards to one player (701.20e).
pub(in crate::engine) fn look(
    play: &mut Play<'_>,
    cause: Cause,
    cards: &[ObjectId],
    player: PlayerId,
    level: Level,
) {
    for card in cards {
        if !play.game.object(*card).seen_by.contains(&player) {
            play.change(cause, level, Change::MayLook(*card, player));
        }
    }
}
