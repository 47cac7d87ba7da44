//! Games between random decks, played by random legal choices: nothing panics, hangs or breaks an invariant, and the same seed is
//! the same game.

use headjudge::cards::Pool;
use headjudge::random::{Cards, Ended, Options, Report, play};

/// Plays these seeds, and wants no fault in any of them.
fn play_all(seeds: std::ops::Range<u64>, options: Options) -> Vec<Report> {
    play_all_with(&Pool::new(), seeds, options)
}

/// The same with the cards of a pool.
fn play_all_with(pool: &Pool, seeds: std::ops::Range<u64>, options: Options) -> Vec<Report> {
    let cards = Cards::of(pool);
    let reports: Vec<Report> = seeds.map(|seed| play(&cards, options, seed)).collect();
    let faults: Vec<String> = reports
        .iter()
        .filter_map(|report| report.fault.as_ref().map(|fault| (report.seed, fault)))
        .map(|(seed, fault)| {
            let (what, step, deed, trace) = (&fault.what, fault.step, &fault.deed, &fault.trace);
            format!("seed {seed}, {options:?}, after step {step}: {what}\n{deed}\n{trace}\n")
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    reports
}

#[test]
fn many_short_games_hold() {
    let options = Options { turns: 12, steps: 400, ..Options::default() };
    let reports = play_all(0..120, options);
    let undecided = reports.iter().filter(|report| matches!(report.ended, Ended::Undecided(_))).count();
    assert!(undecided * 10 < reports.len(), "{undecided} games came to nothing");
}

#[test]
fn games_of_fifty_turns_hold() {
    let reports = play_all(10_000..10_012, Options::default());
    assert!(reports.iter().any(|report| report.turns > 40), "no game went on for long");
}

#[test]
fn games_of_several_players_hold() {
    let several = Options { turns: 15, steps: 500, players: 4, ..Options::default() };
    play_all(20_000..20_020, several);
    let commander = Options { turns: 15, steps: 500, players: 3, commander: true, ..Options::default() };
    play_all(30_000..30_020, commander);
}

#[test]
fn what_is_not_played_of_the_sample_cards_was_announced() {
    let mut pool = Pool::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/sample-cards");
    for entry in std::fs::read_dir(folder).expect("the sample cards") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "yaml") {
            let text = std::fs::read_to_string(&path).expect("a file of cards");
            pool.add_file(&path.display().to_string(), &text).expect("cards");
        }
    }
    // A game that comes to a gap which no card has announced breaks down.
    let options = Options { turns: 10, steps: 300, ..Options::default() };
    let reports = play_all_with(&pool, 40_000..40_060, options);
    assert!(reports.iter().any(|report| !report.undecided.is_empty()), "nothing was undecided");
}

#[test]
fn the_same_seed_is_the_same_game() {
    let pool = Pool::new();
    let cards = Cards::of(&pool);
    let options = Options { turns: 6, ..Options::default() };
    for seed in 0..4 {
        let (one, other) = (play(&cards, options, seed), play(&cards, options, seed));
        assert!(one.bytes > 0);
        assert_eq!(format!("{one:?}"), format!("{other:?}"));
    }
    let (one, other) = (play(&cards, options, 1), play(&cards, options, 2));
    assert_ne!(format!("{one:?}"), format!("{other:?}"));
}
