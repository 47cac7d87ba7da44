//! Hidden information stays hidden (400.2): exchanging cards that a player can't see leaves what is printed for that player the same
//! to the byte, for as long as they are not shown to them.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use headjudge::cards::Pool;
use headjudge::diag::Source;
use headjudge::game::{Game, PlayerId, Thing};
use headjudge::report::{json, lesson, played, ruling, zones};
use headjudge::runner::{Outcome, Runner, Verdict};
use headjudge::scenario::NoIncludes;
use headjudge::trace::names::Names;
use headjudge::trace::styled::Paint;
use headjudge::trace::text::TextOptions;
use walkdir::WalkDir;

/// Cards that do nothing from where they are hidden, of several card types, to be exchanged for each other.
const CARDS: [&str; 5] = ["Storm Crow", "Divination", "Mountain", "Giant Growth", "Pacifism"];

/// After how many comparisons the pages of a lesson are compared as well.
const PAGES: usize = 61;

fn files() -> Vec<PathBuf> {
    let files = WalkDir::new("scenarios").sort_by_file_name().into_iter().filter_map(Result::ok);
    files
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|extension| extension == "scn"))
        .collect()
}

/// The places of a scenario's text where a card can be added to a hidden zone: the end of a line of its board.
fn places(text: &str) -> Vec<usize> {
    let mut places = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim_end();
        // A row of a table of examples is no line of a board, whatever its first column says.
        let is_row = words.contains('|');
        let hidden = !is_row && ["  hand ", "  library "].iter().any(|zone| words.starts_with(zone));
        if hidden && !words.ends_with("...") && !words.contains('#') && !words.ends_with("empty") {
            places.push(at + words.len());
        }
        at += line.len();
    }
    places
}

/// Everything that is printed of a ruling for a player.
fn printed(outcome: &Outcome, source: &Source, viewer: PlayerId) -> String {
    let mut text = String::new();
    for detail in [false, true] {
        let text_options =
            TextOptions { detail: ruling::level(detail), viewer: Some(viewer), ..TextOptions::default() };
        text.push_str(&ruling::render(
            outcome,
            &ruling::Options { steps: true, because: true, question: None, text: text_options },
        ));
    }
    text.push_str(&json::render(vec![json::ruling(outcome, source, Some(viewer))]));
    let options = zones::Options { width: 110, colour: Paint::Plain, viewer: Some(viewer) };
    text.push_str(&zones::render(outcome, &options).unwrap_or_default());
    text
}

/// The pages that `headjudge lesson --as` writes of a text for a player.
fn pages(pool: &Pool, source: &Source, viewer: &str) -> Vec<String> {
    let runner = Runner::new(pool).as_seen_by(Some(viewer.to_owned())).keeping_positions();
    let outcomes = runner.run_text(source, &NoIncludes);
    let options = played::Options { viewer: Some(viewer.to_owned()), words: true, ..Default::default() };
    let shown = played::of_text(&outcomes, source, &NoIncludes, &options);
    shown.into_iter().map(|played| lesson::page(vec![played])).collect()
}

/// Whether a card that was added has been seen by a player.
fn was_shown(game: &Game, outcome: &Outcome, viewer: PlayerId, card: &str) -> bool {
    let names = Names::new(game, &outcome.players, Some(viewer));
    let judge = Names::new(game, &outcome.players, None).without_numbers();
    game.objects()
        .iter()
        .any(|object| judge.thing(Thing::Object(object.id)).contains(card) && names.sees(object.id))
}

/// What exchanging hidden cards in files of scenarios has shown.
#[derive(Default)]
struct Found {
    compared: usize,
    compared_pages: usize,
    leaks: Vec<String>,
}

/// Exchanges two cards at every hidden place of a file, and compares what each player is shown of both. The file's number says of
/// which the pages are compared as well.
fn exchange(pool: &Pool, (number, file): (usize, &Path), found: &mut Found) {
    let before = found.compared;
    let name = file.display().to_string();
    let text = std::fs::read_to_string(file).unwrap();
    let names = text.lines().find_map(|line| line.strip_prefix("players ")).unwrap_or("AP; NAP");
    let seats: Vec<(PlayerId, Runner<'_>)> = names
        .split(';')
        .zip(0..2)
        .map(|(name, seat)| (PlayerId(seat), Runner::new(pool).as_seen_by(Some(name.trim().to_owned()))))
        .collect();
    let free: Vec<&str> = CARDS.iter().copied().filter(|card| !text.contains(card)).collect();
    let &[one, other, ..] = free.as_slice() else { return };
    for place in places(&text) {
        let (start, rest) = text.split_at(place);
        let with = |card: &str| Source::new(name.clone(), format!("{start}; {card}{rest}"));
        let (first, second) = (with(one), with(other));
        for (viewer, runner) in &seats {
            let outcomes = [&first, &second].map(|source| runner.run_text(source, &NoIncludes));
            let [firsts, seconds] = &outcomes;
            // Of the pages some, with their board after each step.
            let seat = names.split(';').nth(usize::from(viewer.0)).unwrap_or_default().trim();
            let pages = (number + found.compared - before)
                .is_multiple_of(PAGES)
                .then(|| [&first, &second].map(|source| pages(pool, source, seat)));
            for (place, (a, b)) in firsts.iter().zip(seconds).enumerate() {
                let (Some(game), Some(other_game)) = (&a.game, &b.game) else { continue };
                if was_shown(game, a, *viewer, one) || was_shown(other_game, b, *viewer, other) {
                    continue;
                }
                found.compared += 1;
                // The sources differ in one card; nothing else may.
                let (one, other) = (printed(a, &first, *viewer), printed(b, &second, *viewer));
                if let Some((one, other)) = one.lines().zip(other.lines()).find(|(one, other)| one != other) {
                    found
                        .leaks
                        .push(format!("{name}: {} as seat {viewer:?} sees it:\n  {one}\n  {other}", a.title));
                } else if one != other {
                    found.leaks.push(format!("{name}: {}: more is printed", a.title));
                }
                // `lesson --as` makes no page of a scenario in which nobody is called so.
                let is_player = a.players.iter().any(|player| player == seat);
                if let Some([one, other]) = pages.as_ref().filter(|_| is_player) {
                    found.compared_pages += 1;
                    if one.get(place) != other.get(place) {
                        found.leaks.push(format!("{name}: {}: the pages of a lesson differ", a.title));
                    }
                }
            }
        }
    }
}

#[test]
fn exchanging_hidden_cards_changes_nothing_for_who_can_not_see_them() {
    let pool = Pool::new();
    let (next, files) = (AtomicUsize::new(0), files());
    // It is the longest of all tests, so every core takes files until none is left.
    let work = || {
        let mut found = Found::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(file) = files.get(number) else { break };
            exchange(&pool, (number, file), &mut found);
        }
        found
    };
    let workers = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let found: Vec<Found> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    let compared: usize = found.iter().map(|found| found.compared).sum();
    let compared_pages: usize = found.iter().map(|found| found.compared_pages).sum();
    let mut leaks: Vec<String> = found.into_iter().flat_map(|found| found.leaks).collect();
    leaks.sort();
    assert!(leaks.is_empty(), "{} of {compared} leak:\n{}", leaks.len(), leaks.join("\n"));
    assert!(compared > 300, "only {compared} were compared");
    assert!(compared_pages > 50, "only {compared_pages} pages were compared");
}

#[test]
fn what_is_expected_of_a_hidden_card_does_not_tell_what_it_is() {
    let facts = [
        ("is a creature", "Creature"),
        ("is 4/4", "4/4"),
        ("has power 4", "power 4"),
        ("is white", "white"),
        ("has mana value 5", "mana value 5"),
        ("has flying", "flying"),
    ];
    let pool = Pool::new();
    for (fact, word) in facts {
        let board = "scenario  Hidden\nNAP\n  hand  Serra Angel\n\n";
        let source = Source::new("hidden.scn", format!("{board}expect Serra Angel {fact}\n"));
        let told = |name: &str| {
            let runner = Runner::new(&pool).as_seen_by(Some(name.to_owned()));
            let [outcome] = runner.run_text(&source, &NoIncludes).try_into().unwrap();
            assert_eq!(outcome.verdict, Verdict::Expected, "{fact} for {name}");
            let options =
                ruling::Options { steps: false, because: true, question: None, text: TextOptions::default() };
            let text = ruling::render(&outcome, &options);
            text.lines().filter(|line| line.starts_with("Answer")).collect::<String>()
        };
        assert!(told("NAP").contains(word), "{fact}: {}", told("NAP"));
        let hidden = told("AP");
        assert!(hidden.starts_with("Answer: an unknown card is nothing more that may be known"), "{hidden}");
        assert!(hidden.contains("400.2") && !hidden.contains(word), "{fact}: {hidden}");
    }
}
