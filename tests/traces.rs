//! Whole traces as they are printed, for a dozen rulings about order and reasons. Read every line that changes.

#![expect(clippy::expect_used, reason = "a test says what it expects by panicking")]

use std::ffi::OsString;

use headjudge::cli::run;

const RULINGS: [&str; 12] = [
    "linked-abilities/the-trick-before-the-first-trigger-resolves",
    "linked-abilities/each-ring-returns-its-own-card",
    "stack/persist-for-persist-in-the-redcaps-turn",
    "stack/persist-for-persist-in-the-finks-turn",
    "stack/a-bolt-in-flight-misses-what-was-flickered",
    "stack/divination-meets-dissolve",
    "exile/slid-out-until-the-end-step",
    "exile/rest-in-peace-and-a-board-wipe",
    "cipher/flickering-an-encoded-creature",
    "equipment/trample-and-lifelink-through-a-blocker",
    "state-based-actions/a-damaged-legend-beside-its-twin",
    "legality/hexproof",
];

fn printed(arguments: &[&str]) -> String {
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    let arguments = ["headjudge", "run"].iter().chain(arguments).map(OsString::from);
    run(arguments, &mut out, &mut errors);
    assert_eq!(String::from_utf8_lossy(&errors), "");
    String::from_utf8(out).expect("text")
}

#[test]
fn traces_of_a_dozen_rulings() {
    for ruling in RULINGS {
        let path = format!("scenarios/{ruling}.scn");
        insta::assert_snapshot!(ruling.replace('/', "__"), printed(&[&path]));
    }
}

#[test]
fn two_runs_give_the_same_bytes_at_every_level() {
    for level in [&["scenarios"][..], &["-q", "scenarios"], &["-v", "--gists", "scenarios"]] {
        assert_eq!(printed(level), printed(level));
    }
}
