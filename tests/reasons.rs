//! A rule that an expectation demands must be a reason of that answer: that a step cites it about the same object is not enough.

use headjudge::cards::Pool;
use headjudge::diag::Source;
use headjudge::rules::RuleId;
use headjudge::runner::{Runner, Verdict};
use headjudge::scenario::NoIncludes;

/// What happens, an expectation that is true, rules that are its reasons, and rules that are reasons of something else.
const CASES: &[(&str, &str, &[&str], &[&str])] = &[
    // Damage that kills is a reason of the death; damage that doesn't, of nothing but itself.
    (
        "AP\n  hand  Lightning Bolt\nNAP\n  battlefield  Serra Angel\n\nAP casts Lightning Bolt -> Serra Angel\n",
        "expect Serra Angel on the battlefield",
        &[],
        &["120.3e", "608.2n", "601.2c"],
    ),
    (
        "AP\n  hand  Lightning Bolt\nNAP\n  battlefield  Serra Angel\n\nAP casts Lightning Bolt -> Serra Angel\n",
        "expect Serra Angel has 3 damage",
        &["120.3e", "601.2c"],
        &["608.2n"],
    ),
    (
        "AP\n  hand  Lightning Bolt\nNAP\n  battlefield  Grizzly Bears\n\nAP casts Lightning Bolt -> Grizzly Bears\n",
        "expect Grizzly Bears in NAP's graveyard",
        &["704.5g", "120.3e", "601.2c"],
        &["608.2n"],
    ),
    // What keeps it where it is is a reason, though it did not move.
    (
        "AP\n  hand  Terminate\nNAP\n  battlefield  Darksteel Myr\n\nAP casts Terminate -> Darksteel Myr\n",
        "expect Darksteel Myr on the battlefield",
        &["702.12b"],
        &["608.2n", "701.8a"],
    ),
    // Where it is says nothing of what it is, nor the other way round.
    (
        "AP\n  hand  Giant Growth\n  battlefield  Grizzly Bears\nNAP\n\nAP casts Giant Growth -> Grizzly Bears\n",
        "expect Grizzly Bears on the battlefield",
        &[],
        &["611.2a", "613.4c"],
    ),
    (
        "AP\n  hand  Giant Growth\n  battlefield  Grizzly Bears\nNAP\n\nAP casts Giant Growth -> Grizzly Bears\n",
        "expect Grizzly Bears is 5/5",
        &["611.2a", "613.4c"],
        &["608.2n", "117.3d"],
    ),
    // Of an effect that never begins, whom it would have affected is told, and not its source.
    (
        "AP\n  battlefield  Merieke Ri Berit\nNAP\n  hand  Unsummon\n  battlefield  Grizzly Bears\n\n\
         AP activates Merieke Ri Berit -> Grizzly Bears\nin response NAP casts Unsummon -> Merieke Ri Berit\n",
        "expect Merieke Ri Berit in AP's hand",
        &["608.2c"],
        &["611.2b", "603.7a"],
    ),
    // That a linked ability finds nothing is no reason of what has nothing to do with it.
    (
        "AP\n  hand  Fiend Hunter\nNAP\n  hand  Terminate\n  battlefield  Grizzly Bears; Storm Crow\n  exile  Serra Angel\n\n\
         AP casts Fiend Hunter\n  AP target Fiend Hunter: Grizzly Bears\n  AP may Fiend Hunter: no\n\
         NAP casts Terminate -> Fiend Hunter\n",
        "expect Storm Crow on the battlefield",
        &[],
        &["607.2a", "701.8a"],
    ),
    (
        "AP\n  hand  Fiend Hunter\nNAP\n  hand  Terminate\n  battlefield  Grizzly Bears; Storm Crow\n  exile  Serra Angel\n\n\
         AP casts Fiend Hunter\n  AP target Fiend Hunter: Grizzly Bears\n  AP may Fiend Hunter: no\n\
         NAP casts Terminate -> Fiend Hunter\n",
        "expect Serra Angel in exile",
        &["607.2a"],
        &["701.8a"],
    ),
    // Tapping to attack is a reason of being tapped alone.
    (
        "AP\n  battlefield  Grizzly Bears\nNAP\n\nAP attacks Grizzly Bears\n",
        "expect Grizzly Bears on the battlefield, controlled by AP",
        &[],
        &["508.1f", "508.1k"],
    ),
];

#[test]
fn a_rule_is_a_reason_of_what_it_decides_and_of_nothing_else() {
    let pool = Pool::new();
    let runner = Runner::new(&pool);
    let verdict = |happens: &str, expectation: &str, rule: &str| {
        let text = format!("scenario  A reason\n{happens}{expectation} [{rule}]\n");
        let outcomes = runner.run_text(&Source::new("reason.scn".to_owned(), text), &NoIncludes);
        outcomes.first().map(|outcome| outcome.verdict)
    };
    for (happens, expectation, reasons, others) in CASES {
        for rule in *reasons {
            assert!(RuleId::parse(rule).is_some());
            assert_eq!(
                verdict(happens, expectation, rule),
                Some(Verdict::Expected),
                "{expectation} [{rule}]"
            );
        }
        for rule in *others {
            assert!(RuleId::parse(rule).is_some());
            assert_eq!(verdict(happens, expectation, rule), Some(Verdict::Failed), "{expectation} [{rule}]");
        }
    }
}
