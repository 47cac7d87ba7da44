//! What binds an object to another: attached, encoded, exiled by it, haunting it; and by which rules.

use crate::engine::Outcome;
use crate::engine::additional::keyword_abilities::{haunt, protection};
use crate::engine::spells::linked_abilities;
use crate::game::effects::Linked;
use crate::game::{Attachment, Change, LinkKey, LinkedObject, ObjectId};
use crate::ir::{CardType, Link};
use crate::rules::cr;
use crate::trace::Reasons;

use super::Played;
use super::found::Found;
use super::status::{entered_attached, not_attached};
use super::steps::rules_about;

/// What the two abilities of a card with imprint call what is exiled (607.2a).
pub(crate) const IMPRINTED: Link = Link::literal("imprinted");

/// What an object is attached to, and by which rules it is so.
pub(crate) fn attached(played: Played<'_>, object: ObjectId) -> Outcome<(Option<Attachment>, Reasons)> {
    let its = played.game.object(object);
    let host = its.attached_to.filter(|_| its.exists);
    let mut rules = rules_about(played, object, |change| matches!(change, Change::Attach(..)));
    if rules.is_empty() && host.is_some() {
        rules = entered_attached(played, object);
    }
    // It phased out, or in, along with what it is on.
    let along =
        rules_about(played, object, |change| matches!(change, Change::PhaseOut { .. } | Change::PhaseIn(_)));
    if host.is_some() && along.contains(cr!("702.26g")) {
        rules = along.only(|rule| rule == cr!("702.26g")).joined(rules);
    }
    rules = not_attached(played, object).map_or(rules, |not| not.joined(rules));
    if let Some(host) = host {
        let stays = protection::leaves_attached(played.sight(), object, host)?;
        rules = stays.into_iter().fold(rules, Reasons::and);
    }
    Ok((host, rules))
}

/// What a card is encoded on, and by which rules it is so (702.99).
pub(crate) fn encoded(played: Played<'_>, object: ObjectId) -> (Option<ObjectId>, Reasons) {
    let Played { game, view, .. } = played;
    let host = game.encoded_on(object);
    let stays = Reasons::of(&[cr!("702.99c")]);
    let was = game.encodings().iter().any(|(card, _)| game.latest(*card) == object);
    let rules = match host {
        // It remains so though the permanent is no creature now.
        Some(host) if !view.characteristics(game, host).is(CardType::Creature) => stays,
        Some(_) => match rules_about(played, object, |change| matches!(change, Change::Encode(..))) {
            // It was encoded from the start, and remains so.
            rules if rules.is_empty() => stays,
            rules => rules,
        },
        None if was => stays,
        None => Reasons::NONE,
    };
    (host, rules)
}

/// Whether an object is imprinted on something, on this if that is said, and by which rule.
pub(crate) fn imprinted(played: Played<'_>, object: ObjectId, on: Option<ObjectId>) -> (bool, Reasons) {
    let game = played.game;
    let root = on.map(|on| game.earliest(on));
    let imprints = |link: &LinkedObject| {
        link.key.name == IMPRINTED && root.is_none_or(|root| game.earliest(link.key.object) == root)
    };
    let linked = game.links().iter().filter(|link| link.object == object).any(imprints);
    (linked, Reasons::of(&[cr!("607.2a")]))
}

/// Why a card in exile is not imprinted, on this if that is said: what exiled it has no ability with that ability word (207.2c).
pub(crate) fn not_imprinted(played: Played<'_>, object: ObjectId, on: Option<ObjectId>) -> Option<Found> {
    let game = played.game;
    if imprinted(played, object, on).0 {
        return None;
    }
    let root = on.map(|on| game.earliest(on));
    let link = game.links().iter().find(|link| {
        link.object == object && root.is_none_or(|root| game.earliest(link.key.object) == root)
    })?;
    let name = &game.object(link.key.object).base.name;
    let words = format!("the ability of {name} that exiled it does not have the ability word imprint");
    (link.how == Linked::Exiled).then_some((cr!("207.2c"), words))
}

/// Whether something has exiled an object, being linked to it or to return it, and by which rules.
pub(crate) fn exiled_by(played: Played<'_>, object: ObjectId, by: ObjectId) -> (bool, Reasons) {
    let Played { game, view, .. } = played;
    let root = game.earliest(by);
    let is_its = |link: &&LinkedObject| link.object == object && game.earliest(link.key.object) == root;
    let link = game.links().iter().find(is_its);
    let returns = game.untils().iter().any(|until| {
        game.earliest(until.source) == root && until.moved.iter().any(|(moved, _)| *moved == object)
    });
    // What it has not exiled is no matter of any link.
    let rules = match link {
        Some(link) => Reasons::of(&[linked_abilities::rule_of_link(game, view, link)]),
        None if returns => Reasons::of(&[cr!("610.3")]),
        None => match linked_abilities::rule_of_pair(game, view, by) {
            rule if [cr!("607.1d"), cr!("607.2c")].contains(&rule) => Reasons::NONE,
            rule => Reasons::of(&[rule]),
        },
    };
    (link.is_some() || returns, rules)
}

/// Whether a card haunts anything, or this if that is said, and by which rule.
pub(crate) fn haunts(played: Played<'_>, card: ObjectId, what: Option<ObjectId>) -> (bool, Reasons) {
    let game = played.game;
    let mut haunted = game.linked(LinkKey::own(card, haunt::HAUNTS));
    let haunts = game.object(card).exists && haunted.any(|linked| what.is_none_or(|what| linked == what));
    (haunts, Reasons::of(&[cr!("702.55b")]))
}

/// Whether anything haunts a creature, and by which rule.
pub(crate) fn is_haunted(played: Played<'_>, creature: ObjectId) -> (bool, Reasons) {
    let mut links = played.game.links().iter();
    let haunted = links.any(|link| haunts(played, link.key.object, Some(creature)).0);
    (haunted, Reasons::of(&[cr!("702.55b")]))
}
