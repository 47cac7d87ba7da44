//! The Oracle data beside the project, for the tests that read it.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]
#![expect(clippy::print_stdout, reason = "a test that skips itself says so")]

use std::io::Read as _;

use headjudge::cards::oracle_file::{self, OracleCard};

/// Where the data is, from the project.
const DATA: &str = "../shared/cards/oracle-cards.jsonl.gz";

/// The cards of the data; nothing where it is absent, which is said.
pub(super) fn cards() -> Option<Vec<OracleCard>> {
    let Ok(file) = std::fs::File::open(DATA) else {
        println!("skipped: {DATA} is not there");
        return None;
    };
    let mut text = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("the data is gzipped");
    Some(oracle_file::cards(&text).expect("the data is a JSON object a line"))
}
