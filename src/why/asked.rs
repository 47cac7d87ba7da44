//! Whether a player was given a choice, and why not.

use crate::engine::Outcome;
use crate::game::{Change, Game, MoveAction, ObjectId, Options, PlayerId, Thing};
use crate::rules::cr;
use crate::trace::entry::How;
use crate::trace::{Entry, Forbidden, Note, Reason, Reasons, What};

use super::replaced::Happened;
use super::triggers::triggered;
use super::{Played, choices};

/// Whether a player was asked anything, by an object or an ability of its if that is said, and by which rules.
pub(crate) fn asked(played: Played<'_>, player: PlayerId, by: Option<ObjectId>) -> Outcome<Happened> {
    let game = played.game;
    let entries = played.trace.entries();
    let is_by = |source: ObjectId| by.is_none_or(|by| source_of(game, source) == game.earliest(by));
    let is_such = |entry: &&Entry| match &entry.what {
        What::Chose(choice, _, how) => {
            let has_choice = matches!(how, How::Written | How::Default);
            choice.player == player
                && has_choice
                && match choice.source {
                    Some(source) => is_by(source),
                    None => by.is_none(),
                }
        }
        _ => false,
    };
    let rules_of = |entry: &Entry| match &entry.what {
        What::Chose(choice, ..) => {
            let rules = choices::rules_of(played.trace, choice, entry.rules);
            rules.iter().fold(Reasons::NONE, |all, rule| all.and(Reason { rule, step: Some(entry.id) }))
        }
        _ => entry.reasons(),
    };
    let rules = entries.iter().filter(is_such).fold(Reasons::NONE, |all, it| all.joined(rules_of(it)));
    if !rules.is_empty() {
        return Ok(Happened { has: true, why_not: None, rules });
    }
    let not = |why: &'static str, rules| Ok(Happened { has: false, why_not: Some(why.into()), rules });
    // A choice of one is none.
    let forced = entries.iter().rev().find(|entry| match &entry.what {
        What::Chose(choice, _, How::Forced) => choice.player == player && choice.source.is_some_and(is_by),
        _ => false,
    });
    if let Some(forced) = forced {
        let of_nothing = matches!(&forced.what, What::Chose(choice, ..)
            if matches!(&choice.options, Options::Pick { from, .. } if from.is_empty()));
        let why =
            if of_nothing { "there was nothing to choose" } else { "there was only one thing to choose" };
        return not(why, rules_of(forced));
    }
    let Some(by) = by else { return not("nothing gave them a choice", Reasons::of(&[cr!("608.2d")])) };
    let failed = entries.iter().rev().find(|entry| match &entry.what {
        What::Fizzles(object) => is_by(*object),
        What::Changed(Change::Move(it), _) => it.action == MoveAction::Counter && is_by(it.object),
        _ => false,
    });
    if let Some(failed) = failed {
        let why = match failed.what {
            What::Fizzles(_) => "it did not resolve",
            _ => "it was countered",
        };
        return not(why, failed.reasons());
    }
    // What it would have let them do can't be done.
    let kept_from = entries.iter().rev().find(|entry| match &entry.what {
        What::Note(Note::Cant(Forbidden::Dredge, Thing::Object(card), _)) => is_by(*card),
        What::Refused(refusal) => refusal.player == player && entry.objects().into_iter().any(is_by),
        _ => false,
    });
    if let Some(kept_from) = kept_from {
        return not("what it would let them do can't be done", kept_from.reasons());
    }
    let did_nothing = entries.iter().rev().find(|entry| match &entry.what {
        What::Note(note) => note.idle().flatten().is_some_and(is_by),
        _ => false,
    });
    if let Some(did_nothing) = did_nothing {
        return not("there was nothing to choose", did_nothing.reasons());
    }
    let other = entries.iter().rev().find(|entry| match &entry.what {
        What::Chose(choice, ..) => choice.player != player && choice.source.is_some_and(is_by),
        _ => false,
    });
    if let Some(other) = other {
        return not("another player makes that choice", rules_of(other));
    }
    let trigger = triggered(played, by, None)?;
    if let Some(why) = trigger.why_not.filter(|_| trigger.rules.iter().any(|it| it.rule != cr!("603.2"))) {
        return Ok(Happened { has: false, why_not: Some(why), rules: trigger.rules });
    }
    not("it gave them no choice", Reasons::of(&[cr!("608.2d")]))
}

/// What an object was at the beginning; of an ability on the stack, its source.
fn source_of(game: &Game, object: ObjectId) -> ObjectId {
    game.earliest(game.object(object).stack_ability().map_or(object, |ability| ability.source))
}
