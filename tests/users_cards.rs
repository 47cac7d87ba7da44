//! An answer that rests on a card of the user's says so, in every form in which it is told, and can be refused.

#![expect(clippy::expect_used, reason = "a test says what it expects by panicking")]

use std::ffi::OsString;
use std::path::PathBuf;

use headjudge::cli::{Exit, run};
use serde_json::{Value, json};

fn headjudge(arguments: &[&str]) -> (Exit, String, String) {
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    let arguments = ["headjudge"].iter().chain(arguments).map(OsString::from);
    let exit = run(arguments, &mut out, &mut errors);
    (exit, String::from_utf8(out).expect("text"), String::from_utf8(errors).expect("text"))
}

/// A folder with a scenario that writes a card out and uses another of a file, and the paths of both.
fn folder(name: &str) -> (String, String) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("users-cards").join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("a file");
        path.display().to_string()
    };
    let scenario = write("two.scn", SCENARIO);
    let cards = write("mine.txt", "Pale Ferret {1}{W}\nCreature — Weasel\n2/1\nVigilance\n");
    (scenario, cards)
}

const SCENARIO: &str = "\
card Hexing Heron
  text
    {1}{U}
    Creature — Bird
    1/3
    Flying
card Unused Urchin
  types: Creature — Beast
  power: 1
  toughness: 1

scenario  Two of our own
AP
  battlefield  Hexing Heron; Pale Ferret; Grizzly Bears

AP attacks Hexing Heron; Pale Ferret
expect NAP life 17
";

#[test]
fn an_answer_says_on_which_of_the_users_cards_it_rests() {
    let (scenario, cards) = folder("run");
    let (exit, out, errors) = headjudge(&["run", "-q", &scenario, "--cards", &cards]);
    assert_eq!((exit, errors.as_str()), (Exit::Expected, ""), "{out}");
    let line = format!("rests on users' cards: Hexing Heron (in the scenario), Pale Ferret (in {cards})");
    assert!(out.replace("\n  ", " ").contains(&line), "{out}");
    let (_, out, _) = headjudge(&["zones", &scenario, "--cards", &cards]);
    assert!(out.contains(&line), "{out}");
    let (_, out, _) = headjudge(&["explore", &scenario, "--cards", &cards]);
    assert!(out.contains("rests on users' cards: Hexing Heron (in the scenario)"), "{out}");
    // Of what it does not use nothing is said, and nothing where it uses none.
    let plain = scenario.replace("two.scn", "plain.scn");
    std::fs::write(&plain, SCENARIO.replace("Hexing Heron; Pale Ferret", "Grizzly Bears")).expect("a file");
    let (_, out, _) = headjudge(&["run", "-q", &plain, "--cards", &cards]);
    assert!(!out.contains("rests on"), "{out}");
}

#[test]
fn programs_are_told_so_too() {
    let (scenario, cards) = folder("json");
    let both = json!([
        {"name": "Hexing Heron", "from": "scenario", "line": 1},
        {"name": "Pale Ferret", "from": "file", "file": cards},
    ]);
    let validate = |name: &str, document: &Value| {
        let schema = std::fs::read_to_string(format!("schema/{name}")).expect("the schema");
        let schema: Value = serde_json::from_str(&schema).expect("the schema is JSON");
        let validator = jsonschema::validator_for(&schema).expect("the schema is one");
        let faults: Vec<String> = validator.iter_errors(document).map(|fault| fault.to_string()).collect();
        assert_eq!(faults, Vec::<String>::new(), "{name}");
    };
    let (_, out, _) = headjudge(&["run", &scenario, "--cards", &cards, "--format", "json"]);
    let document: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(document["rulings"][0]["users_cards"], both);
    validate("rulings-v1.json", &document);
    let (_, out, _) = headjudge(&["explore", &scenario, "--cards", &cards, "--format", "json"]);
    let document: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(document["scenarios"][0]["ways"][0]["ruling"]["users_cards"], both);
    validate("ways-v1.json", &document);
    let (_, out, _) = headjudge(&["test", &scenario, "--cards", &cards, "--report", "json"]);
    let document: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(document["cases"][0]["users_cards"], both);
    assert_eq!(document["summary"]["resting_on_users"], 1);
    validate("tests-v1.json", &document);
    let (_, out, _) = headjudge(&["test", &scenario, "--cards", &cards, "--report", "jsonl"]);
    for line in out.lines() {
        validate("test-events-v1.json", &serde_json::from_str(line).expect("JSON"));
    }
}

#[test]
fn reports_of_many_scenarios_tell_it() {
    let (scenario, cards) = folder("reports");
    let report = |format: &str| headjudge(&["test", &scenario, "--cards", &cards, "--report", format]).1;
    let line = format!("Pale Ferret (in {cards})");
    let junit = report("junit");
    assert!(junit.contains(&format!("<property name=\"users-card\" value=\"{line}\"/>")), "{junit}");
    assert!(junit_parser::from_reader(junit.as_bytes()).is_ok(), "{junit}");
    let tap = report("tap");
    assert!(tap.contains("# rests on users' cards: ") && tap.contains(&line), "{tap}");
    let counted = "resting on cards of your own: 1 scenario\n1 passed, 0 failed\n";
    assert_eq!(report("terminal"), counted);
    assert!(report("markdown").contains("Resting on cards of your own: 1."));
    let (_, out, _) = headjudge(&["test", "-v", &scenario, "--cards", &cards]);
    assert!(out.contains(&line) && out.ends_with(counted), "{out}");
    // A card that stands in the scenario is no news to who reads that.
    let (alone, _) = folder("alone");
    std::fs::write(&alone, SCENARIO.replace("Pale Ferret", "Grizzly Bears")).expect("a file");
    assert!(!headjudge(&["test", &alone]).1.contains("your own"));
}

#[test]
fn cards_of_the_user_can_be_refused() {
    let (scenario, cards) = folder("refused");
    let (exit, out, _) = headjudge(&["run", &scenario, "--cards", &cards, "--no-user-cards"]);
    assert_eq!(exit, Exit::Invalid, "{out}");
    for part in [
        "error[users-card]: `Hexing Heron` is a user's card",
        "two.scn:1:6",
        "it is written out in the scenario",
        "error[users-card]: `Pale Ferret` is a user's card",
        "two.scn:14:30",
        &format!("it is defined in {cards}"),
    ] {
        assert!(out.contains(part), "{part} is not in\n{out}");
    }
    assert!(!out.contains("Unused Urchin` is"), "{out}");
    let (exit, out, _) = headjudge(&["test", &scenario, "--cards", &cards, "--no-user-cards"]);
    assert_eq!(exit, Exit::Invalid, "{out}");
    // What the user has not touched is played as ever.
    let plain = scenario.replace("two.scn", "plain.scn");
    std::fs::write(
        &plain,
        SCENARIO.replace("Hexing Heron; Pale Ferret", "Grizzly Bears").replace("17", "18"),
    )
    .expect("a file");
    let (exit, out, _) = headjudge(&["run", &plain, "--cards", &cards, "--no-user-cards"]);
    assert_eq!(exit, Exit::Expected, "{out}");
    let (exit, _, errors) = headjudge(&["card", "Pale Ferret", "--cards", &cards, "--no-user-cards"]);
    assert_eq!(exit, Exit::Usage);
    assert!(errors.contains("`Pale Ferret` is a user's card") && errors.contains(&cards), "{errors}");
    let (exit, _, errors) = headjudge(&["random", "--cards", &cards, "--no-user-cards"]);
    assert_eq!(exit, Exit::Usage, "{errors}");
}

/// Plays a scenario and says how it ends and what is told.
fn told_of(name: &str, text: &str) -> (Exit, String) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("users-cards").join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("a.scn");
    std::fs::write(&path, text).expect("a file");
    let (exit, out, _) = headjudge(&["run", &path.display().to_string()]);
    (exit, out)
}

#[test]
fn what_a_text_says_that_is_not_understood_is_shown_at_its_word() {
    let text = "card Odd Bolt\n  text\n  Odd Bolt {R}\n  Instant\n  Draw a card, then sneeze twice.\n\
                scenario  A text\nAP\n  hand  Odd Bolt\n\nask Odd Bolt\n";
    let (exit, out) = told_of("word", text);
    assert_eq!(exit, Exit::Undecided, "{out}");
    assert!(out.contains("a.scn:5:21") && out.contains("^^^^^^ not understood"), "{out}");
    let (exit, out) = told_of("types", &text.replace("Instant", "Instent"));
    assert!(exit == Exit::Invalid && out.contains("a.scn:4:3") && out.contains("^^^^^^^"), "{out}");
}

#[test]
fn a_subtype_that_no_list_has_is_noted() {
    let text = "card Odd Bat\n  text\n  Odd Bat {B}\n  Creature — Zimbat\n  2/2\n\
                scenario  A text\nAP\n  battlefield  Odd Bat\n\nexpect Odd Bat is 2/2\n";
    let (exit, out) = told_of("subtype", text);
    assert!(exit == Exit::Expected && out.contains("warning[new-subtype]"), "{out}");
    assert!(out.contains("a.scn:4:14") && out.contains("did you mean `Wombat`?"), "{out}");
}
