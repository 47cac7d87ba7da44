//! What `headjudge run --format json` and `--format played` print is what the published schemas say.

#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "a test says what it expects by panicking")]

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use headjudge::cards::Pool;
use headjudge::cli::run;
use headjudge::diag::Source;
use headjudge::report::played::{self, Edit, Options, Played};
use headjudge::runner::Runner;
use headjudge::scenario::NoIncludes;
use serde_json::Value;
use walkdir::WalkDir;

fn printed(path: &str) -> Value {
    printed_by("run", path)
}

fn printed_by(command: &str, path: &str) -> Value {
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    let arguments = ["headjudge", command, "--format", "json", path].map(OsString::from);
    run(arguments, &mut out, &mut errors);
    assert_eq!(String::from_utf8_lossy(&errors), "");
    serde_json::from_slice(&out).expect("JSON")
}

fn schema(name: &str) -> jsonschema::Validator {
    let text = fs::read_to_string(format!("schema/{name}")).expect("the schema");
    let schema: Value = serde_json::from_str(&text).expect("the schema is JSON");
    jsonschema::validator_for(&schema).expect("the schema is one")
}

#[test]
fn every_ruling_of_the_project_is_as_the_schemas_say() {
    let rulings = printed("scenarios");
    let (of_rulings, of_traces) = (schema("rulings-v1.json"), schema("trace-v1.json"));
    let faults: Vec<String> = of_rulings.iter_errors(&rulings).map(|fault| fault.to_string()).collect();
    assert_eq!(faults, Vec::<String>::new());
    let mut traces = 0;
    for ruling in rulings["rulings"].as_array().expect("rulings") {
        let Some(trace) = ruling.get("trace") else { continue };
        let faults: Vec<String> = of_traces.iter_errors(trace).map(|fault| fault.to_string()).collect();
        assert_eq!(faults, Vec::<String>::new(), "{}", ruling["title"]);
        traces += 1;
    }
    assert!(traces > 100, "{traces} traces");
}

#[test]
fn a_ruling_without_a_verdict_is_refused() {
    let mut rulings = printed("scenarios/open");
    rulings["rulings"][0].as_object_mut().expect("a ruling").remove("verdict");
    assert!(!schema("rulings-v1.json").is_valid(&rulings));
}

#[test]
fn every_way_is_as_its_schema_says() {
    let explored = printed_by("explore", "scenarios/open");
    let faults: Vec<String> =
        schema("ways-v1.json").iter_errors(&explored).map(|fault| fault.to_string()).collect();
    assert_eq!(faults, Vec::<String>::new());
    let scenarios = explored["scenarios"].as_array().expect("scenarios");
    let several = |scenario: &&Value| scenario["ways"].as_array().is_some_and(|ways| ways.len() > 1);
    let choices = |scenario: &Value| scenario["ways"][1]["choices"].as_array().map(Vec::len);
    assert!(scenarios.iter().filter(several).any(|scenario| choices(scenario) > Some(0)));
}

/// Every so-manieth scenario file of the project.
fn files(every: usize) -> Vec<PathBuf> {
    let files = WalkDir::new("scenarios").sort_by_file_name().into_iter().filter_map(Result::ok);
    let files = files.map(walkdir::DirEntry::into_path);
    files.filter(|path| path.extension().is_some_and(|its| its == "scn")).step_by(every).collect()
}

fn played(pool: &Pool, name: &str, text: &str, viewer: Option<&str>, words: bool) -> Vec<Played> {
    let source = Source::new(name, text);
    let options = Options { viewer: viewer.map(str::to_owned), detail: false, words, stop: None };
    let runner = Runner::new(pool).as_seen_by(options.viewer.clone()).keeping_positions();
    played::of_text(&runner.run_text(&source, &NoIncludes), &source, &NoIncludes, &options)
}

#[test]
fn every_played_scenario_is_as_its_schema_says() {
    let (pool, schema) = (Pool::new(), schema("played-v1.json"));
    let mut steps = 0;
    for (place, path) in files(6).into_iter().enumerate() {
        let text = fs::read_to_string(&path).expect("a scenario");
        let name = path.display().to_string();
        let viewer = [None, Some("AP"), Some("NAP")][place % 3];
        for scenario in played(&pool, &name, &text, viewer, place % 50 == 0) {
            // Each step leads to a board, never back to an earlier one, and the last to the last.
            let boards: Vec<usize> = scenario.steps.iter().map(|step| step.board).collect();
            assert!(boards.is_sorted(), "{name}: {boards:?}");
            let last = boards.last().is_none_or(|last| last + 1 == scenario.boards.len());
            assert!(last, "{name}: {boards:?}");
            steps += boards.len();
            let document: Value = serde_json::from_str(&played::render(vec![scenario])).expect("JSON");
            let faults: Vec<String> = schema.iter_errors(&document).map(|fault| fault.to_string()).collect();
            assert_eq!(faults, Vec::<String>::new(), "{name}");
        }
    }
    assert!(steps > 1_000, "{steps} steps");
}

#[test]
fn the_last_step_of_a_long_game_leads_to_the_board_at_its_end() {
    let (pool, name) = (Pool::new(), "scenarios/shortcuts/a-sequence-that-is-repeated.scn");
    let text = fs::read_to_string(name).expect("a scenario");
    let scenario = &played(&pool, name, &text, None, false)[0];
    assert!(scenario.cut_short);
    let last = scenario.steps.last().expect("steps");
    assert_eq!(last.board + 1, scenario.boards.len());
}

/// A text with something put where it belongs.
fn edited(text: &str, edit: &Edit) -> String {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let line = &mut lines[edit.line - 1];
    let at = line.char_indices().nth(edit.column - 1).map_or(line.len(), |(at, _)| at);
    line.insert_str(at, &edit.text);
    lines.join("\n")
}

#[test]
fn an_open_choice_is_answered_by_what_is_offered() {
    let pool = Pool::new();
    let texts = [
        // Under a line, behind what is there already and before what is asked.
        "scenario  Legends\nAP\n  hand  Isamaru, Hound of Konda\n  battlefield  Isamaru, Hound of Konda @old\n\n\
         AP casts Isamaru, Hound of Konda\n  ask stack\nask AP\n",
        // Behind a line.
        "scenario  Shock\nAP\n  hand  Shock\nNAP\n  battlefield  Grizzly Bears\n\nAP casts Shock\nask NAP\n",
        // Several at once, in an order.
        "scenario  Order\nAP\n  battlefield  Soul Warden; Essence Warden\n  hand  Grizzly Bears\n\nAP casts Grizzly Bears\n",
    ];
    let mut answered = 0;
    for text in texts {
        let first = played(&pool, "open.scn", text, None, false);
        let Some(open) = &first[0].open else { continue };
        assert_eq!(first[0].verdict, "undecided");
        assert!(open.answers.len() > 1, "{open:?}");
        for answer in &open.answers {
            let edit = answer.edit.as_ref().expect("a way to write it");
            let text = edited(text, edit);
            let then = played(&pool, "open.scn", &text, None, false);
            assert!(then[0].open.is_none() && then[0].faults.is_empty(), "{text}{:?}", then[0].faults);
            answered += 1;
        }
    }
    assert!(answered >= 4, "{answered} answers");
}

#[test]
fn who_looks_sees_what_that_player_may_know() {
    let pool = Pool::new();
    let text = "scenario  Hidden\nAP\n  hand  Giant Growth\n  library  Island; ...\n  exile  Storm Crow [face down; AP may look]\n\
                NAP\n  hand  Shock\n  life  20\n\nNAP casts Shock -> AP\nask AP life\n";
    let seen = |viewer: Option<&str>| {
        let played = played(&pool, "hidden.scn", text, viewer, true);
        serde_json::to_string(&played[0]).expect("JSON")
    };
    let judge = seen(None);
    for name in ["Giant Growth", "Island", "Storm Crow", "Shock"] {
        assert!(judge.contains(name), "{name}");
    }
    let active = seen(Some("AP"));
    assert!(active.contains("Giant Growth") && active.contains("Storm Crow") && active.contains("Shock"));
    let other = seen(Some("NAP"));
    for name in ["Giant Growth", "Island", "Storm Crow", "Bird", "Target creature gets"] {
        assert!(!other.contains(name), "{name} in {other}");
    }
    // Before it is cast, nobody else knows what it is.
    let before = played(&pool, "hidden.scn", text, Some("AP"), false);
    assert_eq!(before[0].boards[0].players[1].hand, [-1]);
    assert_eq!(before[0].boards[0].players[0].library, [-1]);
}
