//! CR 702.106: Hidden Agenda

use crate::engine::concepts::timing_and_priority;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::game::{Cause, CauseKind, Change, Characteristics, Game, LinkKey, Object, ObjectId, PlayerId};
use crate::ir::{CardType, KeywordName, Link, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Level, What};

/// Whether it is a conspiracy with hidden agenda, for which a card name is chosen as it is put into the command zone (702.106a), or two
/// are (702.106f).
pub fn has(its: &Characteristics) -> bool {
    its.is(CardType::Conspiracy) && (its.has(KeywordName::HiddenAgenda) || its.has(KeywordName::DoubleAgenda))
}

/// Where the next card name is kept that is chosen for such a conspiracy; nothing where all are chosen.
pub fn next_name(game: &Game, object: ObjectId) -> Option<Link> {
    let two = game.object(object).base.has(KeywordName::DoubleAgenda);
    let links = [Link::CHOSEN_NAME, Link::OTHER_CHOSEN_NAME].into_iter().take(if two { 2 } else { 1 });
    links.into_iter().find(|link| game.chosen_name(LinkKey::own(object, *link)).is_none())
}

/// Whether it is such a conspiracy that lies face down in the command zone.
pub fn is_hidden(its: &Object) -> bool {
    its.zone == Zone::Command && its.is_face_down() && has(&its.base)
}

/// A player turns a face-down conspiracy of theirs face up whenever they have priority, which reveals the chosen name (702.106c).
///
/// # Errors
/// [`Halt::Illegal`] if it is another player's.
pub(in crate::engine) fn reveal(play: &mut Play<'_>, player: PlayerId, conspiracy: ObjectId) -> Outcome {
    if play.game.object(conspiracy).owner != player {
        let why = "its controller alone can turn it face up";
        return Err(Halt::illegal(player, cr!("702.106c"), why, Some(conspiracy)));
    }
    let kind = CauseKind::SpecialAction(player);
    let rules = Rules::of(&[cr!("116.2j"), cr!("702.106c")]);
    let entry = play.record(Level::Default, kind, rules, What::TurnsFaceUp(player, conspiracy));
    play.under(entry, |play| {
        let cause = Cause::new(kind, cr!("702.106c"));
        play.change(cause, Level::Default, Change::FaceDown(conspiracy, None));
        Ok(())
    })?;
    // The player who had priority gets it again (117.3c).
    timing_and_priority::give_priority(play, player)
}
