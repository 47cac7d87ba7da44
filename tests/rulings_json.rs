//! What `headjudge run --format json` prints is what its published schemas say.

#![expect(clippy::expect_used, reason = "a test says what it expects by panicking")]

use std::ffi::OsString;

use headjudge::cli::run;
use serde_json::Value;

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
    let text = std::fs::read_to_string(format!("schema/{name}")).expect("the schema");
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
