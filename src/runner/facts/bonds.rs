//! What binds an object to another: attached, encoded, exiled by it.

use crate::engine::additional::keyword_abilities::protection;
use crate::engine::reading::Sight;
use crate::engine::spells::linked_abilities;
use crate::game::{Attachment, Change, LinkedObject, ObjectId};
use crate::ir::CardType;
use crate::rules::{Rules, cr};
use crate::runner::claims::Judged;
use crate::runner::modifiers::IMPRINTED;
use crate::runner::stage::{Stage, Staged, Stop};
use crate::scenario::script::Reference;

use super::deciding::{entered_attached, not_attached, rules_about};
use super::{optional, say};

/// Whether an object is attached, or attached to something.
pub(super) fn attached(
    stage: &mut Stage<'_, '_>,
    object: ObjectId,
    to: Option<&Reference>,
) -> Staged<Judged> {
    let view = stage.view()?;
    let table = stage.answers.table();
    let its = stage.play.game.shared(object);
    let wanted = match to {
        Some(reference) => Some(stage.thing(reference)?),
        None => None,
    };
    let game = &stage.play.game;
    let attached = its.attached_to.filter(|_| its.exists);
    let holds = match wanted {
        Some(wanted) => attached == Some(wanted),
        None => attached.is_some(),
    };
    let sentence = match attached {
        Some(Attachment::Object(host)) => format!("is attached to {}", table.told(game, host)),
        Some(Attachment::Player(player)) => format!("is attached to {}", table.name_of(player)),
        None => "is attached to nothing".to_owned(),
    };
    let mut rules = rules_about(stage, object, |change| matches!(change, Change::Attach(..)));
    if rules.is_empty() && attached.is_some() {
        rules = entered_attached(stage, object);
    }
    rules = not_attached(stage, object).map_or(rules, |not| rules.iter().fold(not, Rules::and));
    if let Some(host) = attached {
        let sight = Sight { game: &stage.play.game, view: &view };
        let stays =
            protection::leaves_attached(sight, object, host).map_err(|halt| Stop::Halt(halt, stage.span))?;
        rules = stays.into_iter().fold(rules, Rules::and);
    }
    Ok(say(holds, sentence, rules))
}

/// Whether a card is encoded, or encoded on something (702.99).
pub(super) fn encoded(stage: &mut Stage<'_, '_>, object: ObjectId, on: Option<&Reference>) -> Staged<Judged> {
    let view = stage.view()?;
    let table = stage.answers.table();
    let wanted = optional(stage, on)?;
    let game = &stage.play.game;
    let host = game.encoded_on(object);
    let holds = match wanted {
        Some(wanted) => host == Some(wanted),
        None => host.is_some(),
    };
    let was = game.encodings().iter().any(|(card, _)| game.latest(*card) == object);
    let rules = match host {
        // It remains so though the permanent is no creature now.
        Some(host) if !view.characteristics(game, host).is(CardType::Creature) => {
            Rules::of(&[cr!("702.99c")])
        }
        Some(_) => match rules_about(stage, object, |change| matches!(change, Change::Encode(..))) {
            // It was encoded from the start, and remains so.
            rules if rules.is_empty() => Rules::of(&[cr!("702.99c")]),
            rules => rules,
        },
        None if was => Rules::of(&[cr!("702.99c")]),
        None => Rules::NONE,
    };
    let sentence = match host {
        Some(host) => format!("is encoded on {}", table.told(&stage.play.game, host)),
        None => "is not encoded".to_owned(),
    };
    Ok(say(holds, sentence, rules))
}

/// Whether a link is that of an ability with imprint and the one that refers to what it exiled (607.2a).
pub(super) fn imprints(link: &LinkedObject) -> bool {
    link.key.name == IMPRINTED
}

/// Whether something has an object imprinted.
pub(super) fn imprinted_on(stage: &mut Stage<'_, '_>, object: ObjectId, on: &Reference) -> Staged<Judged> {
    let table = stage.answers.table();
    let on = stage.object(on)?;
    let game = &stage.play.game;
    let root = game.earliest(on);
    let is_its = |link: &&LinkedObject| link.object == object && game.earliest(link.key.object) == root;
    let linked = game.links().iter().filter(is_its).any(imprints);
    let whose = table.told(game, on);
    let not = if linked { "" } else { "not " };
    Ok(say(linked, format!("is {not}imprinted on {whose}"), Rules::of(&[cr!("607.2a")])))
}

/// Whether something has exiled an object: they are linked, or it is to return it.
pub(super) fn exiled_by(stage: &mut Stage<'_, '_>, object: ObjectId, by: &Reference) -> Staged<Judged> {
    let table = stage.answers.table();
    let by = stage.object(by)?;
    let view = stage.view()?;
    let game = &stage.play.game;
    let root = game.earliest(by);
    let is_its = |link: &&LinkedObject| link.object == object && game.earliest(link.key.object) == root;
    let link = game.links().iter().find(is_its);
    let returns = game.untils().iter().any(|until| {
        game.earliest(until.source) == root && until.moved.iter().any(|(moved, _)| *moved == object)
    });
    let linked = link.is_some() || returns;
    // What it has not exiled is no matter of any link.
    let rules = match link {
        Some(link) => Rules::of(&[linked_abilities::rule_of_link(game, &view, link)]),
        None if returns => Rules::of(&[cr!("610.3")]),
        None => match linked_abilities::rule_of_pair(game, &view, by) {
            rule if [cr!("607.1d"), cr!("607.2c")].contains(&rule) => Rules::NONE,
            rule => Rules::of(&[rule]),
        },
    };
    let whose = table.told(game, by);
    let not = if linked { "" } else { "not " };
    Ok(say(linked, format!("is {not}exiled by {whose}"), rules))
}
