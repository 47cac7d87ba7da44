//! Why the targets of what does not resolve are illegal, in words.

use crate::game::{Change, MoveAction, Thing};
use crate::rules::{Rules, cr};

use super::entry::{Entry, Trace, What};
use super::notes::Note;
use super::styled::{Text, said};
use super::words::Words;

/// More targets than these make no sentence any more.
const MOST_TOLD: usize = 2;

/// The steps that tell of each target of a spell or ability that it is illegal, if a step tells that it does not resolve for that (608.2b).
pub(crate) fn targets_of<'a>(trace: &'a Trace, fails: &Entry) -> impl Iterator<Item = &'a Entry> {
    let failing = match &fails.what {
        What::Fizzles(object) => Some(*object),
        What::Changed(Change::Move(it), _) if it.action == MoveAction::Fail => Some(it.object),
        _ => None,
    };
    let beside = trace.entries().get(..fails.id.0 as usize).filter(|_| failing.is_some());
    beside.unwrap_or_default().iter().filter(
        move |entry| matches!(entry.what, What::Note(Note::IllegalTarget(of, _)) if Some(of) == failing),
    )
}

/// Behind the words for that: `: Grizzly Bears#2 has hexproof`, or with a comma and "as".
pub(super) fn why(words: &Words<'_>, fails: &Entry, text: &mut Text) {
    let mut illegal: Vec<(Thing, &Rules)> = Vec::new();
    for entry in targets_of(words.trace, fails) {
        if let What::Note(Note::IllegalTarget(_, thing)) = entry.what
            && illegal.iter().all(|(other, _)| *other != thing)
        {
            illegal.push((thing, &entry.rules));
        }
    }
    let first = if matches!(fails.what, What::Fizzles(_)) { ", as " } else { ": " };
    if illegal.len() > MOST_TOLD {
        return;
    }
    for (place, (thing, rules)) in illegal.into_iter().enumerate() {
        said(text, if place == 0 { first } else { ", and " });
        words.names.write_thing(text, thing);
        of_target(words, thing, rules, text);
    }
}

/// Why something is no legal target any more, by the rules that say so.
fn of_target(words: &Words<'_>, thing: Thing, rules: &Rules, text: &mut Text) {
    let game = words.names.game();
    let has = |rule| rules.contains(rule);
    let left = match thing {
        Thing::Player(player) => game.player(player).gone,
        Thing::Object(_) => has(cr!("800.4a")),
    };
    if left {
        return said(text, " has left the game");
    }
    if let Thing::Object(object) = thing
        && has(cr!("400.7"))
    {
        said(text, " has left ");
        return said(text, game.object(object).zone.place());
    }
    let protected = rules.iter().any(|rule| rule.parent() == Some(cr!("702.16")));
    said(
        text,
        match () {
            () if has(cr!("702.26b")) => " is phased out",
            () if has(cr!("702.18a")) => " has shroud",
            () if has(cr!("702.11b")) || has(cr!("702.11c")) => " has hexproof",
            () if has(cr!("702.11d")) => " has hexproof from it",
            () if protected => " has protection from it",
            () => " is no longer what it may target",
        },
    );
}
