//! Traces as text and as JSON.

mod hand_made;
mod json;
mod traces;

use headjudge::game::PlayerId;
use headjudge::trace::Level;
use headjudge::trace::styled::Paint;
use headjudge::trace::text::{TextOptions, render};

use hand_made::Table;

fn text(table: &Table, options: &TextOptions) -> String {
    render(&table.trace, &table.game, options)
}

#[test]
fn the_default_level_tells_what_a_judge_would() {
    for (name, table) in [
        ("removed_in_response", traces::removed_in_response()),
        ("damage_to_all", traces::damage_to_all()),
        ("next_turn", traces::next_turn()),
    ] {
        insta::assert_snapshot!(name, text(&table, &TextOptions::default()));
    }
}

#[test]
fn details_tell_every_step() {
    let options = TextOptions { detail: Level::Detail, ..TextOptions::default() };
    insta::assert_snapshot!(text(&traces::removed_in_response(), &options));
}

#[test]
fn gists_stand_below_the_line_that_cites_the_rule() {
    let options = TextOptions { gists: true, ..TextOptions::default() };
    insta::assert_snapshot!(text(&traces::damage_to_all(), &options));
}

#[test]
fn a_narrow_terminal_gets_broken_lines() {
    let options = TextOptions { width: 72, ..TextOptions::default() };
    let text = text(&traces::removed_in_response(), &options);
    assert!(text.lines().all(|line| line.chars().count() <= 72), "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn players_read_no_more_than_they_may_see() {
    let as_player = |seat| TextOptions { viewer: Some(PlayerId(seat)), ..TextOptions::default() };
    let table = traces::next_turn();
    let (drawer, other) = (text(&table, &as_player(1)), text(&table, &as_player(0)));
    assert!(drawer.contains("Forest#1") && !drawer.contains("unknown"), "{drawer}");
    assert!(other.contains("an unknown card#1") && !other.contains("Forest"), "{other}");
}

#[test]
fn players_have_their_names() {
    let player_names = vec!["Ann".to_owned(), "Bo".to_owned()];
    let options = TextOptions { player_names, ..TextOptions::default() };
    let text = text(&traces::next_turn(), &options);
    assert!(text.contains("Turn 2 (Bo), declare attackers step") && text.contains("Ann"), "{text}");
    assert!(!text.contains("AP"), "{text}");
}

#[test]
fn colour_changes_no_words() {
    let table = traces::damage_to_all();
    let coloured = text(&table, &TextOptions { colour: Paint::Colour, ..TextOptions::default() });
    let mut plain = String::new();
    let mut code = false;
    for character in coloured.chars() {
        match character {
            '\u{1b}' => code = true,
            'm' if code => code = false,
            _ if code => {}
            _ => plain.push(character),
        }
    }
    assert_ne!(plain, coloured);
    assert_eq!(plain, text(&table, &TextOptions::default()));
}
