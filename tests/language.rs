//! The scenario language from outside: samples, faults, and texts that are no scenarios at all.

use headjudge::diag::{Look, Source, render};
use headjudge::scenario::{NoIncludes, read};

const SAMPLES: [(&str, &str); 3] = [
    ("flicker.scn", include_str!("samples/flicker.scn")),
    ("examples.scn", include_str!("samples/examples.scn")),
    ("commander.scn", include_str!("samples/commander.scn")),
];

fn rendered(name: &str, text: &str) -> String {
    let source = Source::new(name, text);
    let reading = read(&source, &NoIncludes);
    reading.diagnostics.iter().map(|diagnostic| render(diagnostic, &source, Look::Plain)).collect()
}

#[test]
fn samples_are_read_without_a_fault() {
    for (name, text) in SAMPLES {
        assert_eq!(rendered(name, text), "");
    }
}
