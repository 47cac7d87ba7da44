//! An expectation that is not so must fail, however near it comes to what is so.

use headjudge::cards::Pool;
use headjudge::diag::Source;
use headjudge::runner::{Runner, Verdict};
use headjudge::scenario::NoIncludes;

/// What happens, and expectations that are not so.
const CASES: &[(&str, &[&str])] = &[
    // An option stands for itself once, whatever sort of option it is.
    (
        "AP\n  hand  Wibbly-wobbly, Timey-wimey\n  exile  Durkwood Baloth [suspended 2]; Rift Bolt [suspended 2]\n\n\
         AP casts Wibbly-wobbly, Timey-wimey\n  AP tries to choose Durkwood Baloth\n",
        &[
            "    expect options Durkwood Baloth; Durkwood Baloth",
            "    expect options Durkwood Baloth",
            "    expect options Durkwood Baloth; Rift Bolt; AP",
            "    expect options 1; 2",
            "    expect illegal",
        ],
    ),
    (
        "AP\n  hand  Adaptive Automaton\n\nAP casts Adaptive Automaton\n  AP tries to choose Elf\n",
        &[
            "    expect options Elf; Goblin",
            "    expect options 3; 4",
            "    expect options 3",
            "    expect illegal",
        ],
    ),
    (
        "AP\n  hand  Adaptive Automaton\n\nAP casts Adaptive Automaton\n  AP tries to choose 3\n",
        &["    expect legal"],
    ),
    // What is no creature has no power or toughness on the battlefield.
    (
        "AP\n  battlefield  Smuggler's Copter\n\n",
        &["expect Smuggler's Copter has power 3", "expect Smuggler's Copter has toughness 3"],
    ),
    // What has a name within another's is not spoken of by that.
    (
        "card Forest Bear\n  cost: \"{G}\"\n  types: Creature — Bear\n  power: 2\n  toughness: 2\n\
         AP\n  hand  Island\nNAP\n  battlefield  Forest; Forest Bear\n\n\
         event: NAP's Forest dies\nevent: Forest Bear dies\nexpect Forest Bear in NAP's graveyard\n",
        &["expect nothing else moved"],
    ),
    // A library that isn't written is not empty.
    ("AP\n  hand  Island\n\n", &["expect AP has 0 cards in their library", "expect 0 cards in AP's library"]),
];

#[test]
fn what_is_not_so_does_not_hold() {
    let pool = Pool::new();
    let runner = Runner::new(&pool);
    for (happens, claims) in CASES {
        for claim in *claims {
            let text = format!("scenario  A claim\n{happens}{claim}\n");
            let outcomes = runner.run_text(&Source::new("claim.scn".to_owned(), text), &NoIncludes);
            let verdict = outcomes.first().map(|outcome| outcome.verdict);
            assert_eq!(verdict, Some(Verdict::Failed), "{happens}{claim}");
        }
    }
}
