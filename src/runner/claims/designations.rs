//! Claims about designations of players and of the game.

use crate::game::{Change, Daytime, PlayerId, Thing};
use crate::rules::{RuleId, Rules, cr};
use crate::runner::stage::Stage;
use crate::trace::{Forbidden, Note, What};

use super::Judged;

/// Whether a player has a designation, and by which rules that has changed last.
pub(super) fn player(stage: &Stage<'_, '_>, player: PlayerId, name: &str, wanted: bool) -> Judged {
    let game = &stage.play.game;
    let its = game.player(player);
    let table = stage.answers.table();
    let who = table.name_of(player);
    let holder = crate::ir::Symbol::parse(name);
    let (holds, title, rule) = match name {
        "completed-dungeon" => (!its.completed.is_empty(), "completed a dungeon", cr!("309.7")),
        "max-speed" => (its.speed == Some(4), "max speed", cr!("702.179e")),
        "monarch" => (game.holder(HELD_MONARCH) == Some(player), "the monarch", cr!("725.1")),
        "initiative" => (holder.is_some_and(|name| game.holds(player, name)), "the initiative", cr!("726.1")),
        // With fewer than ten permanents nobody gets it; once it has been got it stays.
        _ => (holder.is_some_and(|name| game.holds(player, name)), "the city's blessing", cr!("702.131b")),
    };
    let verb = match (name, holds) {
        ("monarch", true) => "is",
        ("monarch", false) => "is not",
        (_, true) => "has",
        ("completed-dungeon", false) => "has not",
        (_, false) => "doesn't have",
    };
    let about = |change: &Change| match change {
        Change::Hold(hold) => hold.name.as_str() == name,
        Change::LetGo(_, its) => its.as_str() == name,
        Change::CompleteDungeon(dungeon) => {
            name == "completed-dungeon" && game.object(*dungeon).owner == player
        }
        _ => false,
    };
    let rules = rules_of_last(stage, about, rule);
    Judged { holds: holds == wanted, sentence: format!("{who} {verb} {title}"), rules }
}

const HELD_MONARCH: crate::ir::Symbol = crate::ir::Symbol::literal("monarch");

/// Whether it is day or night, or neither.
pub(super) fn daytime(stage: &Stage<'_, '_>, wanted: Option<Daytime>) -> Judged {
    let actual = stage.play.game.daytime();
    let sentence = match actual {
        Some(Daytime::Day) => "it is day",
        Some(Daytime::Night) => "it is night",
        None => "it is neither day nor night",
    };
    let rule = if actual.is_some() { cr!("731.1") } else { cr!("731.2c") };
    let rules = rules_of_last(stage, |change| matches!(change, Change::Daytime(_)), rule);
    Judged { holds: actual == wanted, sentence: sentence.to_owned(), rules }
}

/// The rules of a player's speed, and of counters that they have, or were kept from getting since.
pub(super) fn rules_of_number(stage: &Stage<'_, '_>, player: PlayerId, kind: &str) -> Rules {
    let about = |change: &Change| match change {
        Change::Speed(its, _) => kind == "speed" && *its == player,
        Change::Energy(its, _) => kind == "energy" && *its == player,
        Change::PlayerCounters(its, of, _) => *its == player && of.to_string() == kind,
        _ => false,
    };
    let mut kept = Rules::NONE;
    for entry in stage.play.trace.entries().iter().rev() {
        match &entry.what {
            What::Changed(change, _) if about(change) => return kept.iter().fold(entry.rules, Rules::and),
            What::Note(Note::Cant(Forbidden::GetCounters(of), Thing::Player(its), _))
                if *its == player && of.to_string() == kind =>
            {
                kept = entry.rules.iter().fold(kept, Rules::and);
            }
            _ => {}
        }
    }
    match kept.is_empty() {
        true => Rules::of(&[if kind == "speed" { cr!("702.179b") } else { cr!("122.1") }]),
        false => kept,
    }
}

fn rules_of_last(stage: &Stage<'_, '_>, about: impl Fn(&Change) -> bool, otherwise: RuleId) -> Rules {
    let mut entries = stage.play.trace.entries().iter().rev();
    let last = entries.find(|entry| matches!(&entry.what, What::Changed(change, _) if about(change)));
    last.map_or_else(|| Rules::of(&[otherwise]), |entry| entry.rules)
}
