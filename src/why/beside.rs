//! Rules that a step shows without citing them: they say why it could be so though one may think otherwise.

use crate::game::{CauseKind, Change, Game, ObjectId, Thing};
use crate::ir::{Event, KeywordName};
use crate::rules::{RuleId, cr};
use crate::trace::{Entry, Note, Reasons, What, Would};

use super::Played;

/// The rules that an answer to "why" gives beside those that decide it, where a step that bears on it cites or shows them.
pub(crate) const TELLING: [RuleId; 6] =
    [cr!("113.7a"), cr!("115.10a"), cr!("608.2h"), cr!("614.5"), cr!("611.2c"), cr!("702.26b")];

/// Whether a step shows a rule: that an effect had its one chance to change what happened (614.5), or that what an effect did to something
/// which can't well be targeted did not target it (115.10a).
pub(super) fn shows(played: Played<'_>, entry: &Entry, rule: RuleId) -> bool {
    match &entry.what {
        What::Replaced(_, _, would) if rule == cr!("614.5") => changes_an_amount(would),
        What::Changed(..) if rule == cr!("115.10a") => {
            untargeted(played.game, entry).is_some_and(|object| is_hard_to_target(played, object))
        }
        _ => false,
    }
}

/// The rule by which it is settled for whom the effect is that a step says keeps a player from something (608.2h).
pub(super) fn settled(played: Played<'_>, entry: &Entry) -> Reasons {
    let What::Note(Note::Cant(_, Thing::Player(_), Some(source))) = &entry.what else { return Reasons::NONE };
    let begins = |entry: &&Entry| {
        matches!(entry.what, What::Changed(Change::BeginEffect(_), _))
            && entry.cause.source() == Some(*source)
            && entry.rules.contains(cr!("608.2h"))
    };
    let begun = played.trace.entries().iter().find(begins);
    begun.map_or(Reasons::NONE, |begun| begun.reasons().only(|rule| rule == cr!("608.2h")))
}

/// The rules of an entry that an answer may give though nobody asks for them: all of something that did nothing, but of a copy no more
/// than that it is one, and what it is aimed at anew.
pub(super) fn told_unasked(entry: &Entry) -> Reasons {
    match &entry.what {
        What::Note(_) | What::Fizzles(_) => entry.reasons(),
        What::Changed(Change::Create(_), _) | What::Targets(..) => {
            let of_copies = [cr!("707.10"), cr!("707.10c")];
            entry.reasons().only(|rule| of_copies.contains(&rule))
        }
        _ => Reasons::NONE,
    }
}

/// Whether what happens instead is the same in another amount, to which the effect would apply again.
pub(super) const fn changes_an_amount(would: &Would) -> bool {
    match would {
        Would::Damage { .. }
        | Would::Redirected { .. }
        | Would::Life(..)
        | Would::Counters(..)
        | Would::Tokens(_)
        | Would::Cards(_)
        | Would::Mana(_) => true,
        Would::Prevented { .. }
        | Would::Step(_)
        | Would::Enter { .. }
        | Would::EnterUnder(_)
        | Would::EnterAsCopy(_)
        | Would::Move(_)
        | Would::Destruction
        | Would::LoseGame
        | Would::Draw
        | Would::Search
        | Would::Turn => false,
    }
}

/// The object to which a spell or ability has done something without targeting it.
pub(super) fn untargeted(game: &Game, entry: &Entry) -> Option<ObjectId> {
    let (What::Changed(..), CauseKind::Resolution(doer, _)) = (&entry.what, entry.cause) else { return None };
    let object = entry.objects().into_iter().find(|object| *object != doer)?;
    let targets = game.object(doer).announced.iter().flat_map(|announced| announced.targets.iter().flatten());
    let is_it = |thing: &Thing| thing.object().is_some_and(|it| game.earliest(it) == game.earliest(object));
    (!targets.into_iter().any(is_it)).then_some(object)
}

/// Whether an object has what matters to what targets it alone: one may think that it were a target.
fn is_hard_to_target(played: Played<'_>, object: ObjectId) -> bool {
    let its = played.game.object(object);
    let had = match &its.known {
        Some(known) => &known.characteristics,
        None if its.exists => played.view.characteristics(played.game, object),
        None => &its.base,
    };
    let keywords = [KeywordName::Hexproof, KeywordName::Shroud, KeywordName::Protection, KeywordName::Ward];
    let waits = |event: &Event| event.is_made_of(&mut |event| matches!(event, Event::BecomesTarget { .. }));
    keywords.into_iter().any(|keyword| had.has(keyword))
        || had.abilities.iter().any(|its| its.ability.as_triggered().is_some_and(|it| waits(&it.when)))
}
