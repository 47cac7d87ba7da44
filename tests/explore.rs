//! Every way that a scenario can go: the choices are taken out of the scenarios, and all answers to what is open then are followed. Each
//! way ends in a verdict, and what the scenario had chosen is one of them.

use std::path::{Path, PathBuf};

use headjudge::cards::Pool;
use headjudge::diag::{Code, Source};
use headjudge::report::ways::{Options, render};
use headjudge::runner::{Exploration, Runner, Verdict};
use headjudge::scenario::vocabulary::ChoiceKind;
use headjudge::scenario::{NoIncludes, read};
use headjudge::trace::styled::Paint;
use walkdir::WalkDir;

/// How many ways of each scenario are followed.
const MOST: usize = 40;

/// The scenarios of the project that end as expected, in a stable order.
fn files() -> Vec<PathBuf> {
    let files = WalkDir::new("scenarios").sort_by_file_name().into_iter().filter_map(Result::ok);
    let files = files.map(walkdir::DirEntry::into_path);
    files.filter(|path| path.extension().is_some_and(|extension| extension == "scn")).collect()
}

/// A scenario without the lines that answer questions and without targets; nothing if it has none. New targets for copies stay, as
/// silence keeps the old ones; before a game silence keeps a hand; that nothing is found among cards that nobody knows only a line says;
/// and in a card that is written out such words mean something else.
fn opened(text: &str) -> Option<String> {
    let other =
        ["# verdict:", "\nunsettled", "\ncard ", "tries to choose", "starts the game", "\nstart the game"];
    if other.iter().any(|word| text.contains(word)) {
        return None;
    }
    let answers = |line: &str| {
        let Some((before, _)) = line.trim_start().split_once(": ") else { return false };
        let mut words = before.split(' ');
        let kind = |word: &str| ChoiceKind::from_word(word).is_some_and(|kind| kind != ChoiceKind::Targets);
        line.starts_with(' ') && (words.next().is_some_and(kind) || words.next().is_some_and(kind))
    };
    let mut changed = false;
    let mut tries = false;
    let mut in_card = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        // What is only tried is not played on.
        if !line.starts_with(' ') {
            tries = line.contains(" tries to ");
        }
        // In a card that the file writes out for all its scenarios such words mean something else.
        if !line.starts_with(' ') && !line.is_empty() {
            in_card = line.starts_with("card ");
        }
        if answers(line) && !in_card && !tries && !line.ends_with(" find: none") {
            changed = true;
            continue;
        }
        let announces = !line.starts_with(' ') && !line.contains(" tries to ") && !line.starts_with("expect");
        let announces = announces && (line.contains(" casts ") || line.contains(" activates "));
        let announces = announces && !line.contains(" as @");
        match line.split_once(" -> ").filter(|_| announces) {
            Some((before, _)) => {
                changed = true;
                lines.push(before);
            }
            None => lines.push(line),
        }
    }
    changed.then(|| lines.join("\n") + "\n")
}

fn explored(runner: &Runner<'_>, path: &Path) -> Vec<Exploration> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let Some(text) = opened(&text) else { return Vec::new() };
    let source = Source::new(path.display().to_string(), text);
    let reading = read(&source, &NoIncludes);
    reading.scenarios.iter().map(|scenario| runner.explore(scenario, MOST)).collect()
}

#[test]
fn every_way_ends_in_a_verdict_and_one_of_them_is_what_the_scenario_says() {
    let pool = Pool::new();
    let runner = Runner::new(&pool);
    let (mut whole, mut ways) = (0, 0);
    let mut faults = Vec::new();
    for path in files() {
        for exploration in explored(&runner, &path) {
            let name = format!("{}: {}", path.display(), exploration.title);
            ways += exploration.ways.len();
            for way in &exploration.ways {
                let codes: Vec<Code> =
                    way.outcome.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
                if way.outcome.verdict != Verdict::Expected && codes.is_empty() {
                    faults.push(format!("{name}: a way is {:?} without a reason", way.outcome.verdict));
                }
                if codes.iter().any(|code| matches!(code, Code::OpenChoice | Code::InternalError)) {
                    faults.push(format!("{name}: a way ends before its end: {:?}", way.answers));
                }
            }
            if exploration.left_out == 0 {
                whole += usize::from(exploration.ways.len() > 1);
                if exploration.count(Verdict::Expected) == 0 {
                    faults.push(format!("{name}: no way is as expected"));
                }
            }
            // However it goes, it can be told.
            assert!(render(&exploration, Options { width: 100, colour: Paint::Plain }).len() > 20);
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
    assert!(whole >= 100 && ways >= 1000, "only {whole} scenarios with {ways} ways");
}
