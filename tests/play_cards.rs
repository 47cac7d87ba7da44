//! Cards dealt into random games until all of each is reached: nothing goes wrong, and nearly all of them is played.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

use headjudge::cards::Pool;
use headjudge::engine::gaps;
use headjudge::random::cards::{CardReport, Company, Effort, play_card};

/// How many cards of the library are drawn.
const SAMPLE: usize = 500;

/// How many of a hundred are played whole at least.
const PLAYED: usize = 90;

/// The reports of cards drawn from the library.
fn reports(sample: usize, seed: u64) -> Vec<CardReport> {
    let pool = Pool::new();
    let company = Company::new(&pool).expect("the company");
    let mut names: Vec<&str> = pool.names().collect();
    fastrand::Rng::with_seed(seed).shuffle(&mut names);
    let cards = names.iter().filter_map(|name| {
        let card = pool.get(name).ok().flatten()?;
        let types = &card.faces.first()?.types;
        let whole = card.name() == **name && gaps(&card).is_empty();
        (whole && types.is_permanent() | !types.stays_in_command_zone()).then_some(card)
    });
    cards.take(sample).map(|card| play_card(&company, &card, seed, Effort::default())).collect()
}

#[test]
fn cards_of_the_library_are_played() {
    let reports = reports(SAMPLE, 1);
    let faults: Vec<String> = reports
        .iter()
        .flat_map(|report| report.faults.iter().map(move |fault| (report, fault)))
        .map(|(report, fault)| format!("{}: {}\n{}\n{}", report.name, fault.what, fault.deed, fault.trace))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let played = reports.iter().filter(|report| report.is_played()).count();
    assert!(played * 100 >= reports.len() * PLAYED, "only {played} of {} are played", reports.len());
}

#[test]
fn the_same_seed_is_the_same_report() {
    assert_eq!(reports(12, 3), reports(12, 3));
}
