//! Every report, held against its schema or given to somebody who reads the form for a living.

use std::process::Command;

use serde_json::Value;

use crate::{Ended, Folder, ended};

fn report(name: &str, format: &str) -> String {
    let folder = folder(name);
    let ended = folder.headjudge(&["test", ".", "--report", format]);
    assert_eq!((ended.code, ended.errors.as_str()), (2, ""));
    ended.out
}

/// A folder with every way to end, and a file that is no text.
fn folder(name: &str) -> Folder {
    let folder = Folder::of_all_sorts(name);
    folder.write("d/no-text, 100%.scn", b"scenario  \xff\xfe\n");
    folder
}

fn schema(name: &str) -> jsonschema::Validator {
    let text = std::fs::read_to_string(format!("schema/{name}")).expect("the schema");
    let schema: Value = serde_json::from_str(&text).expect("the schema is JSON");
    jsonschema::validator_for(&schema).expect("the schema is one")
}

fn faults(validator: &jsonschema::Validator, value: &Value) -> Vec<String> {
    validator.iter_errors(value).map(|fault| format!("{fault} at {}", fault.instance_path())).collect()
}

#[test]
fn the_terminal_says_what_is_wrong_where_and_what_led_there() {
    insta::assert_snapshot!(report("terminal", "terminal"));
}

#[test]
fn json_is_as_its_schema_says() {
    let document: Value = serde_json::from_str(&report("json", "json")).expect("JSON");
    assert_eq!(faults(&schema("tests-v1.json"), &document), Vec::<String>::new());
    let cases = document["cases"].as_array().expect("cases");
    let verdicts: Vec<&str> = cases.iter().filter_map(|case| case["verdict"].as_str()).collect();
    assert_eq!(
        verdicts,
        [
            "passed",
            "failed",
            "invalid",
            "todo",
            "undecided",
            "failed",
            "unsettled",
            "passed",
            "passed",
            "invalid"
        ]
    );
    let failed = &cases[1]["problems"][0];
    assert_eq!(failed["expected"], "expect Grizzly Bears in exile");
    assert_eq!(failed["actual"], "Grizzly Bears is in NAP's graveyard");
    assert_eq!((&failed["place"]["line"], &failed["place"]["column"]), (&8.into(), &1.into()));
    let steps = failed["steps"].as_array().expect("steps");
    assert!(
        !steps.is_empty()
            && steps.iter().all(|step| !step.as_str().unwrap_or_default().contains("Divination"))
    );
    assert_eq!(document["summary"]["unexpected_passes"], 1);
    let mut wrong = document;
    wrong["cases"][0].as_object_mut().expect("a case").remove("verdict");
    assert!(!schema("tests-v1.json").is_valid(&wrong));
}

#[test]
fn a_document_without_cases_is_one_too() {
    let folder = folder("no-cases");
    let ended =
        folder.headjudge(&["test", "a", "--report", "json", "--filter", "passed", "--shard", "1/100"]);
    let document: Value = serde_json::from_str(&ended.out).expect("JSON");
    assert_eq!(faults(&schema("tests-v1.json"), &document), Vec::<String>::new());
    assert_eq!(document["cases"].as_array().map(Vec::len), Some(0), "the hash is unlucky: take another part");
}

#[test]
fn each_line_of_json_is_as_its_schema_says() {
    let schema = schema("test-events-v1.json");
    let out = report("jsonl", "jsonl");
    let events: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for event in &events {
        assert_eq!(faults(&schema, event), Vec::<String>::new(), "{event}");
    }
    let kinds: Vec<&str> = events.iter().filter_map(|event| event["event"].as_str()).collect();
    assert_eq!((kinds[0], kinds[kinds.len() - 1], kinds.len()), ("begin", "end", 12));
    assert!(!schema.is_valid(&serde_json::json!({"event": "case"})));
}

#[test]
fn readers_of_junit_understand_it() {
    let text = report("junit", "junit");
    let suites = junit_parser::from_reader(text.as_bytes()).expect("JUnit");
    assert_eq!((suites.tests, suites.failures, suites.errors), (10, 2, 3));
    let cases = || suites.suites.iter().flat_map(|suite| &suite.cases);
    let skipped = cases().filter(|case| matches!(case.status, junit_parser::TestStatus::Skipped(_)));
    assert_eq!((cases().count(), skipped.count()), (10, 1));
    assert_eq!(suites.suites.len(), 9, "a suite for each file");
    let failed = &suites.suites[1].cases[0];
    assert_eq!(failed.original_name, "It is exiled, | they say");
    let junit_parser::TestStatus::Failure(failure) = &failed.status else { panic!("{failed:?}") };
    assert_eq!(failure.failure_type, "expectation-failed");
    for part in ["expected: expect Grizzly Bears in exile", "actual: Grizzly Bears is in NAP", "led there"] {
        assert!(failure.text.contains(part), "{part}: {}", failure.text);
    }
    let again = quick_junit::Report::deserialize_from_str(&text).expect("JUnit");
    assert_eq!((again.tests, again.failures, again.errors), (10, 2, 3));
    assert!(!text.contains(" time=") && !text.contains("timestamp"), "two runs give the same bytes");
}

#[test]
fn readers_of_tap_understand_it() {
    let text = report("tap", "tap");
    insta::assert_snapshot!(text);
    let tests: Vec<&str> =
        text.lines().filter(|line| line.starts_with("ok ") || line.starts_with("not ok ")).collect();
    for (place, line) in tests.iter().enumerate() {
        let number = line.trim_start_matches("not ").trim_start_matches("ok ").split(' ').next();
        assert_eq!(number, Some((place + 1).to_string().as_str()), "{line}");
    }
    assert!(text.starts_with("TAP version 14\n") && text.ends_with(&format!("\n1..{}\n", tests.len())));
    // The reader that most who speak TAP use is Perl's; it is not on every machine.
    let script = "my $p = TAP::Parser->new({tap => do { local $/; <STDIN> }}); $p->run; \
                  print join ' ', scalar($p->passed), scalar($p->failed), scalar($p->todo), scalar($p->parse_errors);";
    let Some(said) = perl(script, &text) else { return };
    assert_eq!(said.out, "5 5 1 0", "passed, failed, todo, errors: {}", said.errors);
}

/// What Perl says about a text with `TAP::Parser`, if it is here.
fn perl(script: &str, text: &str) -> Option<Ended> {
    use std::io::Write;
    use std::process::Stdio;
    let mut command = Command::new("perl");
    command
        .args(["-MTAP::Parser", "-e", script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().ok()?;
    // The parser knows version 13 of the form, of which this is an extension.
    let text = text.replace("TAP version 14", "TAP version 13");
    let _ = child.stdin.take()?.write_all(text.as_bytes());
    let output = child.wait_with_output().ok()?;
    output.status.success().then(|| ended(output))
}

/// A command of a workflow as GitHub's runner takes it apart.
fn command(line: &str) -> (String, Vec<(String, String)>, String) {
    let (head, data) = line.strip_prefix("::").and_then(|rest| rest.split_once("::")).expect("a command");
    let (name, properties) = head.split_once(' ').expect("properties");
    let unescaped = |text: &str| {
        let text = text.replace("%2C", ",").replace("%3A", ":").replace("%0A", "\n").replace("%0D", "\r");
        text.replace("%25", "%")
    };
    let properties = properties.split(',').map(|property| {
        let (key, value) = property.split_once('=').expect("a value");
        (key.to_owned(), unescaped(value))
    });
    (name.to_owned(), properties.collect(), unescaped(data))
}

#[test]
fn github_shows_each_failure_at_its_line() {
    let out = report("github", "github");
    let commands: Vec<_> = out.lines().filter(|line| line.starts_with("::")).map(command).collect();
    assert_eq!(commands.len(), 5);
    let (name, properties, message) = &commands[0];
    assert_eq!(name, "error");
    let property = |key: &str| properties.iter().find(|(own, _)| own == key).map(|(_, value)| value.as_str());
    assert_eq!(
        (property("file"), property("line"), property("col")),
        (Some("b/failed.scn"), Some("8"), Some("1"))
    );
    assert_eq!(property("title"), Some("It is exiled, | they say"));
    assert!(message.contains("\nexpected: expect Grizzly Bears in exile\nactual: "), "{message}");
    assert_eq!(commands[4].1[0], ("file".to_owned(), "d/no-text, 100%.scn".to_owned()));
    // Annotations stand beside what is for people.
    assert!(out.ends_with("\n5 passed, 5 failed\n"), "{out}");
}

#[test]
fn markdown_shows_what_failed() {
    insta::assert_snapshot!(report("markdown", "markdown"));
}

#[test]
fn several_reports_go_to_files_at_once() {
    let folder = folder("files");
    let summary = folder.path("summary.md");
    let mut command =
        folder.command(&["test", ".", "--report", "junit=out/deep/junit.xml", "--report", "tap=out/a.tap"]);
    command.args(["--report", "github-summary", "--report", "json"]).env("GITHUB_STEP_SUMMARY", &summary);
    folder.write("summary.md", "before\n");
    let one = ended(command.output().expect("headjudge"));
    assert_eq!((one.code, one.errors.as_str()), (2, ""));
    assert!(serde_json::from_str::<Value>(&one.out).is_ok(), "what is printed is the document alone");
    assert!(
        folder.read("out/deep/junit.xml").starts_with("<?xml") && folder.read("out/a.tap").starts_with("TAP")
    );
    assert!(folder.read("summary.md").starts_with("before\n## headjudge: 5 passed, 5 failed\n"));
}

#[test]
fn wrong_wishes_are_refused() {
    let folder = folder("wishes");
    for wrong in [
        &["--report", "junti"][..],
        &["--report", "json", "--report", "tap"],
        &["--report", "github-summary"],
        &["--report", "tap=a/passed.scn/x"],
        &["--report", "tap="],
    ] {
        let ended = folder.headjudge(&[&["test", "."], wrong].concat());
        assert_eq!((ended.code, ended.out.as_str()), (2, ""), "{wrong:?}");
        assert!(!ended.errors.is_empty());
    }
    let ended = folder.headjudge(&["test", ".", "--report", "junti"]);
    assert!(ended.errors.contains("did you mean `junit`?"), "{}", ended.errors);
}
