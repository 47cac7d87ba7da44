//! What is given texts that nobody meant: the readers of scenarios, of cards and of rules. None may panic, whatever it reads, and
//! what the formatter writes is its own last word. `fuzz/` gives them what a fuzzer thinks of.

use headjudge::book;
use headjudge::cards::{Pool, oracle_file, yaml};
use headjudge::diag::{Look, Source, render};
use headjudge::oracle::{self, card};
use headjudge::runner::Runner;
use headjudge::scenario::NoIncludes;
use headjudge::scenario::format::format;

/// A scenario file: formatted, played, and everything drawn that is wrong with it.
pub(crate) fn scenario(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let source = Source::new("fuzz.scn", text);
    if let Ok(formatted) = format(&source) {
        let again = format(&Source::new("fuzz.scn", formatted.clone()));
        assert_eq!(again.as_ref().ok(), Some(&formatted), "the canonical form of the canonical form");
    }
    let pool = Pool::new();
    for outcome in Runner::new(&pool).run_text(&source, &NoIncludes) {
        for diagnostic in &outcome.diagnostics {
            assert!(!render(diagnostic, &source, Look::Plain).is_empty());
        }
    }
}

/// Card definitions.
pub(crate) fn cards(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Err(faults) = yaml::read(text) {
        let source = Source::new("fuzz.yaml", text);
        assert!(faults.iter().all(|fault| !render(fault, &source, Look::Plain).is_empty()));
    }
}

/// A file of Oracle texts: each card is read as far as it is understood.
pub(crate) fn oracle_file(data: &[u8]) {
    let read = oracle_file::each(data, &mut |card| {
        if let Ok(printed) = &card.printed {
            assert_eq!(card::read(oracle::grammar(), printed).card.faces.len(), printed.faces.len());
        }
    });
    if let Err((line, message)) = read {
        assert!(line > 0 && !message.is_empty());
    }
}

/// A text of the Comprehensive Rules, in whatever encoding.
pub(crate) fn rules(data: &[u8]) {
    if let Err(faults) = book::read(data) {
        assert!(faults.iter().all(|fault| !fault.to_string().is_empty()));
    }
}
