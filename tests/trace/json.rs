//! The JSON trace and its published schema agree.

#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "a test says what it expects by panicking")]

use headjudge::trace::json::{SCHEMA, render};
use serde_json::{Value, json};

use super::hand_made::Table;
use super::traces;

fn schema() -> jsonschema::Validator {
    let schema: Value = serde_json::from_str(include_str!("../../schema/trace-v1.json")).expect("JSON");
    assert_eq!(schema["properties"]["schema"]["const"], SCHEMA);
    jsonschema::validator_for(&schema).expect("a schema")
}

fn document(table: &Table) -> Value {
    serde_json::from_str(&render(&table.trace, &table.game, &[], None)).expect("JSON")
}

#[test]
fn every_trace_fits_the_schema() {
    let schema = schema();
    for table in [traces::removed_in_response(), traces::damage_to_all(), traces::next_turn()] {
        let document = document(&table);
        let faults: Vec<String> = schema
            .iter_errors(&document)
            .map(|fault| format!("{}: {fault}", fault.instance_path()))
            .collect();
        assert!(faults.is_empty(), "{faults:#?}");
    }
}

/// Something wrong that somebody does to a document.
type Break = fn(&mut Value);

#[test]
fn a_broken_document_does_not_fit() {
    let schema = schema();
    let breaks: [(&str, Break); 7] = [
        ("another version", |document| document["schema"] = json!("headjudge-trace/2")),
        ("no edition", |document| {
            document.as_object_mut().expect("a map").remove("edition");
        }),
        ("no cause", |document| {
            first(document, "move").as_object_mut().expect("a map").remove("cause");
        }),
        ("a move to nowhere", |document| {
            first(document, "move").as_object_mut().expect("a map").remove("to");
        }),
        ("no rule", |document| first(document, "move")["rules"] = json!([])),
        ("a rule that is no number", |document| first(document, "move")["rules"] = json!(["704.5g."])),
        ("an event of another sort", |document| first(document, "move")["event"] = json!("moved")),
    ];
    for (what, does) in breaks {
        let mut document = document(&traces::removed_in_response());
        assert!(schema.is_valid(&document));
        does(&mut document);
        assert!(!schema.is_valid(&document), "{what} is taken for a trace");
    }
}

fn first<'a>(document: &'a mut Value, event: &str) -> &'a mut Value {
    let entries = document["entries"].as_array_mut().expect("a list");
    entries.iter_mut().find(|entry| entry["event"] == event).expect("such an entry")
}

#[test]
fn parents_and_batches_hold_the_tree_together() {
    let document = document(&traces::damage_to_all());
    let entries = document["entries"].as_array().expect("a list");
    let deaths: Vec<&Value> = entries.iter().filter(|entry| entry["rules"][0] == "704.5g").collect();
    let [one, other] = deaths.as_slice() else { panic!("two creatures die: {deaths:?}") };
    assert_eq!(one["batch"], other["batch"]);
    assert_eq!(one["parent"], other["parent"]);
    let parent = entries.iter().find(|entry| entry["id"] == one["parent"]).expect("the parent is there");
    assert_eq!(parent["event"], "state-based-actions");
    assert_eq!(one["object"]["name"], "Murderous Redcap");
    assert_eq!(one["to"], "graveyard");
}

#[test]
fn players_get_no_more_than_they_may_see() {
    let table = traces::next_turn();
    let seen = |seat| render(&table.trace, &table.game, &[], Some(headjudge::game::PlayerId(seat)));
    assert!(seen(1).contains("Forest"));
    assert!(!seen(0).contains("Forest"));
}

#[test]
fn one_entry_as_it_is_published() {
    let document = document(&traces::removed_in_response());
    insta::assert_json_snapshot!(document["entries"][1]);
}
