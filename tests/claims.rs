//! An expectation that is not so must fail, however near it comes to what is so.

use headjudge::cards::Pool;
use headjudge::diag::Source;
use headjudge::rules::RuleId;
use headjudge::runner::{Runner, Verdict};
use headjudge::scenario::NoIncludes;
use headjudge::trace::Level;

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

/// What happens, and rules of which each is cited by steps that stand before those that cite the next.
const ORDERS: &[(&str, &[&str])] = &[
    // Bands are announced, creatures become tapped, optional costs are chosen, costs are locked in and paid, and then they attack.
    (
        "AP\n  battlefield  Benalish Hero; Glory-Bound Initiate; Plains\nNAP\n  battlefield  Propaganda\n\n\
         AP attacks NAP with Benalish Hero; Glory-Bound Initiate [band]\n  may Glory-Bound Initiate: yes\n",
        &["508.1e", "508.1f", "508.1g", "508.1h", "508.1j", "701.43a", "508.1k"],
    ),
    // Targets are chosen and announced before what is divided among them.
    (
        "AP\n  hand  Fire // Ice\nNAP\n  battlefield  Grizzly Bears\n\n\
         AP casts Fire -> NAP; Grizzly Bears\n",
        &["601.2c", "601.2d", "601.2h"],
    ),
    // A card that removes a blocker from combat says so before it says what becomes unblocked.
    (
        "AP\n  hand  False Orders\n  battlefield  Grizzly Bears\nNAP\n  battlefield  Hill Giant\n\n\
         AP attacks Grizzly Bears\nNAP blocks Grizzly Bears with Hill Giant\n\
         AP casts False Orders -> Hill Giant\n  AP may: no\nresolve\n",
        &["509.1g", "506.4", "509.1h"],
    ),
];

#[test]
fn steps_stand_in_the_order_in_which_they_are_taken() {
    let pool = Pool::new();
    let runner = Runner::new(&pool);
    for (happens, rules) in ORDERS {
        let text = format!("scenario  An order\n{happens}");
        let outcomes = runner.run_text(&Source::new("order.scn".to_owned(), text), &NoIncludes);
        let outcome = outcomes.first().expect("one scenario");
        let told = outcome.trace.entries().iter().filter(|entry| entry.level != Level::Hidden);
        let told: Vec<_> = told.collect();
        let places = |rule: &str| {
            let rule = RuleId::parse(rule).expect("a rule");
            let cites = |(place, _): &(usize, _)| told.get(*place).is_some_and(|it| it.rules.contains(rule));
            told.iter().enumerate().filter(cites).map(|(place, _)| place).collect::<Vec<_>>()
        };
        for pair in rules.windows(2) {
            let [one, other] = pair else { continue };
            let (last, first) = (places(one).last().copied(), places(other).first().copied());
            assert!(
                last.is_some() && first.is_some() && last < first,
                "{happens}: {one} is cited last at {last:?}, {other} first at {first:?}"
            );
        }
    }
}
