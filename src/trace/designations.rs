//! Designations of permanents, players and the game, in words.

use crate::game::{Change, Daytime, Designation};
use crate::rules::{Rules, cr};

use super::names::Names;
use super::styled::{Style, Text, said};

/// What a change does to a designation, if it is about one.
pub(super) fn changed(
    names: &Names<'_>,
    change: &Change,
    rules: &Rules,
    (subject, became): (&mut Text, &mut Text),
) {
    match change {
        Change::Designate(object, designation) => {
            names.write_object(subject, *object);
            permanent(names, *designation, became);
        }
        Change::Undesignate(object, Designation::Prepared(_)) => {
            names.write_object(subject, *object);
            said(became, "becomes unprepared");
        }
        Change::Undesignate(object, designation) => {
            names.write_object(subject, *object);
            no_longer(names, *designation, became);
        }
        Change::Hold(hold) => {
            names.write_player(subject, hold.player);
            match hold.name.as_str() {
                "monarch" => said(became, "becomes the monarch"),
                "initiative" => said(became, "takes the initiative"),
                name => {
                    said(became, "gets the ");
                    said(became, name);
                }
            }
        }
        Change::LetGo(player, name) => {
            names.write_player(subject, *player);
            said(became, "no longer has the designation ");
            said(became, name.as_str());
        }
        Change::Speed(player, speed) => {
            names.write_player(subject, *player);
            became.push_fmt(format_args!("has speed {speed}"), Style::Plain);
        }
        Change::Daytime(daytime) => {
            said(subject, if *daytime == Daytime::Day { "it becomes day" } else { "it becomes night" });
            said(subject, since_the_turn_before(rules));
        }
        Change::CompleteDungeon(dungeon) => {
            names.write_object(subject, *dungeon);
            said(became, "leaves the game, completed by ");
            names.write_player(became, names.game().object(*dungeon).owner);
        }
        Change::Tempt(emblem, _) => {
            names.write_object(subject, *emblem);
            said(became, "tempts ");
            names.write_player(became, names.game().object(*emblem).owner);
        }
        _ => {}
    }
}

/// What happened in the turn before by which it becomes day or night, if that is why.
fn since_the_turn_before(rules: &Rules) -> &'static str {
    let of_a_team = rules.contains(cr!("502.2a"));
    match (rules.contains(cr!("731.2a")), rules.contains(cr!("731.2b"))) {
        (true, _) if of_a_team => ", as no player of the team whose turn was before cast a spell in it",
        (true, _) => ", as the player whose turn was before cast no spell in it",
        (_, true) if of_a_team => {
            ", as a player of the team whose turn was before cast two or more spells in it"
        }
        (_, true) => ", as the player whose turn was before cast two or more spells in it",
        (false, false) => "",
    }
}

fn permanent(names: &Names<'_>, designation: Designation, became: &mut Text) {
    match designation {
        Designation::Monstrous => said(became, "becomes monstrous"),
        Designation::Suspected => said(became, "becomes suspected"),
        Designation::Renowned => said(became, "becomes renowned"),
        Designation::Foretold(_) => said(became, "becomes foretold"),
        Designation::Plotted(_) => said(became, "becomes plotted"),
        Designation::Warped(_) => said(became, "becomes warped"),
        Designation::Solved => said(became, "becomes solved"),
        Designation::Companion => said(became, "is its owner's companion"),
        Designation::Prepared(_) => said(became, "becomes prepared"),
        Designation::LeftUnlocked => said(became, "has its left half unlocked"),
        Designation::RightUnlocked => said(became, "has its right half unlocked"),
        Designation::RingBearer => said(became, "becomes its controller's Ring-bearer"),
        Designation::Level(level) => became.push_fmt(format_args!("becomes level {level}"), Style::Plain),
        Designation::Sector(sector) => {
            became.push_fmt(format_args!("is in the {sector} sector"), Style::Plain);
        }
        Designation::Room(room) => {
            said(became, "the venture marker goes to ");
            said(became, &titled(room.as_str()));
        }
        Designation::Protector(player) => {
            said(became, "protected by ");
            names.write_player(became, player);
        }
    }
}

/// What a permanent is not any more.
fn no_longer(names: &Names<'_>, designation: Designation, became: &mut Text) {
    let word = match designation {
        Designation::Monstrous => "monstrous",
        Designation::Suspected => "suspected",
        Designation::Renowned => "renowned",
        Designation::Foretold(_) => "foretold",
        Designation::Plotted(_) => "plotted",
        Designation::Warped(_) => "warped",
        Designation::Solved => "solved",
        Designation::Companion => "its owner's companion",
        Designation::Prepared(_) => "prepared",
        Designation::RingBearer => "its controller's Ring-bearer",
        Designation::LeftUnlocked => return said(became, "has its left half locked"),
        Designation::RightUnlocked => return said(became, "has its right half locked"),
        Designation::Level(level) => {
            return became.push_fmt(format_args!("is no longer level {level}"), Style::Plain);
        }
        Designation::Sector(sector) => {
            return became.push_fmt(format_args!("is no longer in the {sector} sector"), Style::Plain);
        }
        Designation::Room(room) => {
            said(became, "the venture marker leaves ");
            return said(became, room.as_str());
        }
        Designation::Protector(player) => {
            said(became, "is no longer protected by ");
            return names.write_player(became, player);
        }
    };
    said(became, "is no longer ");
    said(became, word);
}

/// The name of a room or the like, which is kept in small letters: `Veils of Fear`.
pub(super) fn titled(name: &str) -> String {
    let mut words = String::new();
    for word in name.split(' ') {
        let small = !words.is_empty() && ["of", "the", "and", "in", "to"].contains(&word);
        if !words.is_empty() {
            words.push(' ');
        }
        let mut letters = word.chars();
        words.extend(letters.next().map(|first| if small { first } else { first.to_ascii_uppercase() }));
        words.push_str(letters.as_str());
    }
    words
}
