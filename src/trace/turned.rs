//! What is turned face up or face down, and who sees it, as words.

use crate::game::{Change, Move, ObjectId, PlayerId};
use crate::ir::{CardType, Zone};
use crate::rules::{Rules, cr};

use super::entry::EntryId;
use super::names::Names;
use super::styled::{Style, Text, said};

/// A permanent, or a card of the command zone, has been turned over, has transformed or flipped.
pub(super) fn over(
    names: &Names<'_>,
    (id, change): (EntryId, &Change),
    rules: &Rules,
    (subject, became): (&mut Text, &mut Text),
) {
    match change {
        Change::FaceDown(object, down) => {
            names.write_object(subject, *object);
            said(became, if down.is_some() { "turned face down" } else { "turned face up" });
            if rules.contains(cr!("901.11")) {
                said(became, ": ");
                names.write_player(became, names.game().object(*object).owner);
                said(became, " has planeswalked");
            }
        }
        Change::Transform(object) => {
            names.write_object(subject, *object);
            let converts = rules.contains(cr!("701.28a"));
            said(became, if converts { "converts into " } else { "transforms into " });
            names.tell(EntryId(id.0.saturating_add(1)));
            became.push(&names.bare(*object), Style::Name);
            names.tell(id);
        }
        Change::Flip(object) => {
            names.write_object(subject, *object);
            said(became, "flips");
        }
        _ => {}
    }
}

/// Whether a move is within the command zone, under a deck.
pub(super) fn is_under_deck(names: &Names<'_>, it: &Move) -> bool {
    let from = names.game().object(it.object).zone;
    from == Zone::Command && it.to == Zone::Command && it.face_down.is_some()
}

/// A card of the command zone, which it never leaves (311.2, 312.2, 314.2), is turned face down and put under its deck.
pub(super) fn under_deck(names: &Names<'_>, it: &Move, subject: &mut Text, became: &mut Text) {
    names.write_object(subject, it.object);
    write_under_deck(names, it, became);
    became.push_fmt(format_args!(" as #{}", it.new.0 + 1), Style::Plain);
}

/// `turned face down and put on the bottom of AP's scheme deck`.
pub(super) fn write_under_deck(names: &Names<'_>, it: &Move, text: &mut Text) {
    let card = names.game().object(it.object);
    said(text, "turned face down and put on the bottom of ");
    names.write_player(text, card.owner);
    said(text, if card.base.is(CardType::Scheme) { "'s scheme deck" } else { "'s planar deck" });
}

/// A player sees an object: looking that is ordered is done, while what is exiled face down may be looked at again and again (406.3).
pub(super) fn looked_at(
    names: &Names<'_>,
    (object, player): (ObjectId, PlayerId),
    rules: &Rules,
    subject: &mut Text,
) {
    names.write_player(subject, player);
    let ordered = [cr!("701.20e"), cr!("701.22a"), cr!("701.25a")];
    let looks = ordered.iter().any(|rule| rules.contains(*rule));
    said(subject, if looks { " looks at " } else { " may look at " });
    names.write_object(subject, object);
    let foretold = [cr!("702.143a"), cr!("702.143d")].iter().any(|rule| rules.contains(*rule));
    said(subject, if foretold { ", which is foretold" } else { "" });
}
