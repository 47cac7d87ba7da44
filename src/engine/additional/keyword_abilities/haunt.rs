//! CR 702.55: Haunt

use crate::engine::play::Play;
use crate::game::{CauseKind, LinkKey, ObjectId};
use crate::ir::Link;
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

/// The link from a card in exile to what it haunts.
pub const HAUNTS: Link = Link::literal("haunts");

/// A card that leaves exile haunts nothing any more: only cards there do (702.55b).
pub(in crate::engine) fn note_hauntings_ended(play: &mut Play<'_>, ended: &[ObjectId]) {
    for card in ended {
        let haunted: Vec<ObjectId> = play.game.linked(LinkKey::own(*card, HAUNTS)).collect();
        for creature in haunted {
            let rules = Rules::of(&[cr!("702.55b")]);
            play.note(Level::Default, CauseKind::Rules, rules, Note::NoLongerHaunts(*card, creature));
        }
    }
}
