//! What holds of every text, tried on many that are made up. The same ones each time: chance begins at a fixed number.

use headjudge::diag::Source;
use headjudge::report::{
    Case, Report, Summary, Verdict, github::Annotations, junit::Junit, tap::Tap, tests_json::Lines,
};
use headjudge::scenario::format::format;
use headjudge::scenario::{NoIncludes, read};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

fn check<S: Strategy>(strategy: &S, property: impl Fn(S::Value)) {
    let config = Config { cases: 200, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let result = runner.run(strategy, |value| {
        property(value);
        Ok(())
    });
    assert_eq!(result.map_err(|fault| fault.to_string()), Ok(()));
}

/// A scenario that looks like one: its words, blanks and comments are made up.
fn scenarios() -> impl Strategy<Value = String> {
    let cards = prop::sample::select(vec![
        "Grizzly Bears",
        "Storm Crow",
        "Borrowing 100,000 Arrows",
        "Fire // Ice",
        "3 Plains",
        "+2 Mace",
    ]);
    let modifiers =
        prop::sample::select(vec!["", " [tapped]", "[ damage 1 ;tapped]", " @a", " @b [2 +1/+1;  tapped ]"]);
    let entry = (cards.clone(), modifiers).prop_map(|(card, modifier)| format!("{card}{modifier}"));
    let zone = (
        prop::sample::select(vec!["hand", "battlefield", "graveyard", "exile"]),
        prop::collection::vec(entry, 1..4),
    )
        .prop_map(|(zone, entries)| format!("   {zone}   {}", entries.join(" ; ")));
    let line = prop_oneof![
        cards.clone().prop_map(|card| format!("AP casts {card}->NAP")),
        cards.prop_map(|card| format!("expect   {card} in exile   [ 400.7 ]")),
        "# [a-z ]{0,20}".prop_map(|comment| comment),
        Just(String::new()),
        "expect AP life [0-9]{1,3} # [a-z ]{0,9}".prop_map(|line| line),
    ];
    ("[A-Z][a-z ,]{0,30}", prop::collection::vec(zone, 0..3), prop::collection::vec(line, 0..6)).prop_map(
        |(title, zones, lines)| {
            format!("scenario {title}\n\nAP:\n{}\n\n{}\n", zones.join("\n"), lines.join("\n"))
        },
    )
}

#[test]
fn the_canonical_form_says_the_same_and_is_its_own() {
    check(&scenarios(), |text| {
        let source = Source::new("x.scn", text);
        let Ok(formatted) = format(&source) else { return };
        let again = Source::new("x.scn", formatted.clone());
        assert_eq!(format(&again).as_ref().ok(), Some(&formatted));
        let (before, after) = (read(&source, &NoIncludes), read(&again, &NoIncludes));
        assert_eq!(before.scenarios.len(), after.scenarios.len());
        for (before, after) in before.scenarios.iter().zip(&after.scenarios) {
            assert!(before.title.text.split_whitespace().eq(after.title.text.split_whitespace()));
            assert_eq!(before.statements.len(), after.statements.len());
        }
    });
}

#[test]
fn every_report_takes_every_text() {
    check(&(any::<String>(), any::<String>(), any::<String>()), |(file, title, message)| {
        let mut case = Case::of_file(
            file.clone(),
            Verdict::Failed,
            headjudge::diag::Code::InternalError,
            message.clone(),
        );
        case.title.clone_from(&title);
        let mut summary = Summary::default();
        summary.add(&case);
        let printed = |report: &mut dyn Report| report.begin() + &report.case(&case) + &report.end(&summary);
        // One line for each test, and no directive that nobody wrote.
        let tap = printed(&mut Tap::default());
        let tests: Vec<&str> =
            tap.lines().filter(|line| line.starts_with("not ok ") || line.starts_with("ok ")).collect();
        assert_eq!(tests.len(), 1, "{tap}");
        assert!(!tests[0].replace("\\\\", "").replace("\\#", "").contains('#'), "{tap}");
        // One command, which gives the message back.
        let github = printed(&mut Annotations);
        assert_eq!(github.lines().count(), 1);
        let command = github.strip_prefix("::").and_then(|rest| rest.strip_suffix('\n'));
        let (_, data) = command.and_then(|rest| rest.split_once("::")).unwrap();
        let back = data.replace("%0A", "\n").replace("%0D", "\r").replace("%25", "%");
        assert_eq!(back, message);
        // JSON that gives all of it back.
        let lines = printed(&mut Lines);
        let event: serde_json::Value = serde_json::from_str(lines.lines().nth(1).unwrap()).unwrap();
        assert_eq!((event["file"].as_str(), event["title"].as_str()), (Some(&file[..]), Some(&title[..])));
        // XML that can be read.
        let junit = printed(&mut Junit::default());
        assert!(quick_junit::Report::deserialize_from_str(&junit).is_ok(), "{junit}");
    });
}
