//! An expectation that is not so must fail, however near it comes to what is so.

use headjudge::cards::Pool;
use headjudge::diag::{Code, Source};
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
        "AP\n  hand  Tormenting Voice; Opt; Terror\n\nAP casts Tormenting Voice\n  AP tries to choose Opt\n",
        &["    expect options Opt; Terror; none", "    expect options none"],
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
    // Nothing holds of the name of a face that an object doesn't show.
    (
        "AP\n  battlefield  Delver of Secrets; Valki, God of Lies\n  hand  Bonecrusher Giant; Jwari Disruption\n  \
         graveyard  Delver of Secrets\nNAP\n  hand  Fire // Ice\n\n",
        &[
            "expect AP's Tibalt, Cosmic Impostor on the battlefield",
            "expect Tibalt, Cosmic Impostor is legendary",
            "expect Tibalt, Cosmic Impostor controlled by AP",
            "expect Tibalt, Cosmic Impostor is not tapped",
            "expect Stomp in AP's hand",
            "expect Jwari Ruins in AP's hand",
            "expect Jwari Ruins owned by AP",
        ],
    ),
    (
        "AP\n  hand  Fire // Ice\nNAP\n  battlefield  Grizzly Bears\n\nAP casts Ice -> Grizzly Bears\n",
        &["  expect stack Fire", "  expect Fire on the stack"],
    ),
    // A library that isn't written is not empty.
    ("AP\n  hand  Island\n\n", &["expect AP has 0 cards in their library", "expect 0 cards in AP's library"]),
    // `no` with a keyword is about the ability, and of subtypes about what has them.
    (
        "AP\n  battlefield  Serra Angel; 2 token 1/1 white Elf Warrior\n\n",
        &[
            "expect Serra Angel has no flying",
            "expect Serra Angel has no flying, untapped",
            "expect no Angel on the battlefield",
            "expect no Warrior on the battlefield",
            "expect 1 Elf on the battlefield",
            "expect no Warrior tokens on the battlefield",
            "expect no Elf Warrior on the battlefield",
            "expect 3 Elf Warrior tokens on the battlefield",
        ],
    ),
    // Loyalty, defense and levels are of planeswalkers, battles and permanents.
    (
        "AP\n  battlefield  Serra Angel\n  hand  Lightning Bolt\n\n",
        &[
            "expect Serra Angel has loyalty 0",
            "expect Serra Angel has defense 0",
            "expect Lightning Bolt has loyalty 0",
            "expect Lightning Bolt is level 1",
        ],
    ),
];

/// What happens, and lines with a word that nothing has or with more than fits, each with the code of its fault.
const SLIPS: &[(&str, &[(&str, Code)])] = &[
    (
        "AP\n  battlefield  Serra Angel; Blood Artist; 2 token 1/1 white Soldier\n\n",
        &[
            ("expect 0 Solder tokens on the battlefield", Code::UnknownCard),
            ("expect no soldier tokens on the battlefield", Code::UnknownCard),
            ("expect no card named Foo in exile", Code::UnknownExpectation),
            ("expect Serra Angel is not named Sera Angel", Code::UnknownCard),
            ("expect Serra Angel is not a copy of Grizzly Bear", Code::UnknownCard),
            ("expect Serra Angel has 0 chargee", Code::UnknownExpectation),
            ("expect Serra Angel does not have 2 chargee counters", Code::UnknownExpectation),
            ("expect Serra Angel has no power", Code::UnknownExpectation),
            ("expect Serra Angel has 0 toughness", Code::UnknownExpectation),
            ("expect no trigger from Blood Artist's ability 7", Code::UnknownObject),
            ("expect does not cite 608.2n and 400.7", Code::UnexpectedText),
            ("expect cites 608.2n, 400.7", Code::UnknownRule),
            ("expect Serra Angel on the battlefield [110.1 and 400.7]", Code::UnexpectedText),
        ],
    ),
    // What nothing asks for is not said.
    (
        "AP\n  hand  Lightning Bolt\n  battlefield  Prodigal Sorcerer\n\n",
        &[
            ("AP casts Lightning Bolt [X 3] -> NAP", Code::UnusedChoice),
            ("AP casts Lightning Bolt [mode 9] -> NAP", Code::UnusedChoice),
            ("AP activates Prodigal Sorcerer [X 3] -> NAP", Code::UnusedChoice),
            ("AP activates Prodigal Sorcerer [kicked] -> NAP", Code::UnknownModifier),
            ("AP activates Prodigal Sorcerer [flashback] -> NAP", Code::UnknownModifier),
            ("AP activates Prodigal Sorcerer [without paying] -> NAP", Code::UnknownModifier),
        ],
    ),
    // How the game begins stands above what happens in it.
    (
        "AP\n  hand  Lightning Bolt\n\nAP casts Lightning Bolt -> NAP\n",
        &[
            ("turn NAP main1", Code::UnexpectedText),
            ("format commander", Code::UnexpectedText),
            ("mana strict", Code::UnexpectedText),
            ("night", Code::UnexpectedText),
            ("NAP\n  hand  Island", Code::UnexpectedText),
        ],
    ),
    // A list says where it ends in one place.
    (
        "AP\n  hand  Lightning Bolt\nNAP\n",
        &[
            ("  library  ...; Forest; Island", Code::UnexpectedText),
            ("  library  Forest; ...; Island; ...", Code::UnexpectedText),
            ("  library  Forest\n  library  Island", Code::RepeatedLine),
            ("  library  empty; Forest", Code::UnexpectedText),
            ("  hand  empty\n  hand  Forest", Code::RepeatedLine),
        ],
    ),
    // Blocks are those of the creatures of the defending player who declares them.
    (
        "players  Ann; Bo; Cy\nAnn\n  battlefield  Grizzly Bears\nBo\n  battlefield  Serra Angel\nCy\n  battlefield  Hill Giant\n\n\
         Ann attacks Bo with Grizzly Bears\n",
        &[
            ("Bo blocks Serra Angel with Grizzly Bears", Code::IllegalAction),
            ("Ann blocks Grizzly Bears with Serra Angel", Code::IllegalAction),
            ("Cy blocks Grizzly Bears with Serra Angel", Code::IllegalAction),
            ("Bo blocks Grizzly Bears with Hill Giant", Code::IllegalAction),
            ("Cy blocks Grizzly Bears with Hill Giant", Code::IllegalAction),
            ("Bo blocks nothing\nBo blocks Grizzly Bears with Serra Angel", Code::UnexpectedText),
        ],
    ),
    // What is said beside an object is called by a name that it has, or had where the past is spoken of.
    (
        "AP\n  battlefield  Delver of Secrets; Pacifism [attached to Delver of Secrets]\n  hand  Huntmaster of the Fells\n\n\
         AP casts Huntmaster of the Fells\n",
        &[
            ("expect Pacifism attached to Insectile Aberration", Code::UnknownObject),
            ("expect trigger from Ravager of the Fells", Code::UnknownObject),
            ("expect Ravager of the Fells: hand > stack > battlefield", Code::UnknownObject),
            ("ask who may look at Insectile Aberration", Code::UnknownObject),
        ],
    ),
    (
        "AP\n  battlefield  Grizzly Bears\nNAP\n  battlefield  Serra Angel\n\n",
        &[
            ("AP attacks nothing\nAP attacks Grizzly Bears", Code::UnexpectedText),
            ("NAP attacks Serra Angel", Code::IllegalAction),
        ],
    ),
];

#[test]
fn a_slip_is_told_and_proves_nothing() {
    let pool = Pool::new();
    let runner = Runner::new(&pool);
    for (happens, lines) in SLIPS {
        for (line, code) in *lines {
            let text = format!("scenario  A slip\n{happens}{line}\n");
            let outcomes = runner.run_text(&Source::new("slip.scn".to_owned(), text), &NoIncludes);
            let told = outcomes.first().map(|outcome| {
                (outcome.verdict, outcome.diagnostics.iter().map(|fault| fault.code).collect::<Vec<_>>())
            });
            let Some((verdict, codes)) = told else { panic!("{happens}{line}") };
            assert_eq!(verdict, Verdict::Invalid, "{happens}{line}");
            assert!(codes.contains(code), "{happens}{line}: {codes:?}");
        }
    }
}

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

/// Questions about players, what is answered, and by which rules.
const ASKED: &[(&str, &str, &[&str])] = &[
    (
        "format    two-headed giant\nplayers   Ann; Bo; Cy; Di\n\nCy concedes\nask winner\n",
        "Ann and Bo have won the game",
        &["104.2c", "810.8b", "104.3a"],
    ),
    (
        "format    archenemy\nplayers   Villain; Ann; Bo\n\nVillain concedes\nask winner\n",
        "Ann and Bo have won the game",
        &["104.2c", "104.3a"],
    ),
    (
        "format    two-headed giant\nplayers   Ann; Bo; Cy; Di\n\nnext turn\nask active player\n",
        "the active players are Cy and Di",
        &["102.1", "805.4a"],
    ),
    // Whose turn it is goes on without them (800.4j).
    (
        "players   Ann; Bo; Cy\n\nAnn concedes\nask active player\n",
        "there is no active player: it is the turn of Ann, who has left",
        &["800.4j"],
    ),
    // What has befallen another decides nothing of one who plays on.
    ("players   Ann; Bo; Cy\n\nCy concedes\nask Bo lost\n", "no: the game goes on", &["104.3"]),
];

#[test]
fn who_has_won_and_whose_turn_it_is_names_all_of_a_team() {
    each_is_said(ASKED);
}

/// Checks that each scenario has this one answer, by these rules.
fn each_is_said(scenarios: &[(&str, &str, &[&str])]) {
    let pool = Pool::new();
    let runner = Runner::new(&pool);
    for (text, sentence, rules) in scenarios {
        let source = Source::new("said.scn".to_owned(), format!("scenario  A test\n{text}"));
        let outcomes = runner.run_text(&source, &NoIncludes);
        let found: Vec<(&str, Vec<&str>)> = outcomes
            .iter()
            .flat_map(|outcome| &outcome.findings)
            .map(|it| (it.sentence.as_str(), it.rules.iter().map(RuleId::as_str).collect()))
            .collect();
        assert_eq!(found, [(*sentence, rules.to_vec())], "{text}");
    }
}

/// What is only tried, the sentence that says what it came to, and the rules by which it is so.
const TRIED: &[(&str, &str, &[&str])] = &[
    // Of two of a name it is said which.
    (
        "AP\n  battlefield  Grizzly Bears @old; Grizzly Bears @new [summoning sick]\n\nAP tries to attack @old\n  expect legal\n",
        "AP may attack with Grizzly Bears @old",
        &["508.1a"],
    ),
    (
        "AP\n  battlefield  Grizzly Bears @old; Grizzly Bears @new [summoning sick]\n\nAP tries to attack @new\n  expect illegal\n",
        "AP can't attack with Grizzly Bears @new: it has not been under its controller's control since the turn began",
        &["508.1a", "302.6"],
    ),
    // What the target is that is asked for.
    (
        "AP\n  battlefield  Royal Assassin\nNAP\n  battlefield  Hill Giant [tapped]\n\nAP tries to activate Royal Assassin -> Hill Giant\n  expect legal\n",
        "AP may activate Royal Assassin's ability targeting Hill Giant, which is tapped",
        &["602.2b", "601.2c", "117.1b"],
    ),
    // What it costs by now, and what has to be so.
    (
        "mana      strict\nAP\n  mana         {C}\n  battlefield  Clay Statue; Training Grounds\n\nAP tries to activate Clay Statue\n  expect legal\n",
        "AP may activate Clay Statue's ability for {1} instead of {2}, by Training Grounds",
        &["601.2f", "602.2b", "117.1b"],
    ),
    (
        "AP\n  battlefield  Mox Opal; Ornithopter; Memnite\n\nAP tries to activate Mox Opal\n  expect legal\n",
        "AP may activate Mox Opal's ability, as AP controls three or more artifacts",
        &["605.3a", "602.5"],
    ),
    (
        "AP\n  battlefield  Mox Opal; Ornithopter\n\nAP tries to activate Mox Opal\n  expect illegal\n",
        "AP can't activate Mox Opal's ability: it can be activated only if AP controls three or more artifacts",
        &["602.5"],
    ),
    // Who lets it be done, and lets it no more.
    (
        "AP\n  battlefield  Perennial Behemoth\n  graveyard    Forest\n\nAP tries to play Forest [from graveyard]\n  expect legal\n",
        "AP may play Forest, as Perennial Behemoth permits",
        &["305.2a"],
    ),
    // Two targets that are there, and not together.
    (
        "AP\n  hand         Run Away Together\n  battlefield  Storm Crow; Grizzly Bears\n\nAP tries to cast Run Away Together -> Storm Crow; Grizzly Bears\n  expect illegal\n",
        "AP can't cast Run Away Together targeting Storm Crow; Grizzly Bears: there are no two legal targets for it of which each \
         has another controller",
        &["601.2c"],
    ),
    // What can't be chosen.
    (
        "AP\n  hand         Demonic Tutor\n  library      Island; Forest; Swamp; Plains; Serra Angel\nNAP\n  battlefield  Aven Mindcensor\n\nAP casts Demonic Tutor\n  AP tries to choose Serra Angel\n    expect illegal\n",
        "AP can't choose Serra Angel: it is not among the top 4 cards of the library, which alone are searched (Aven Mindcensor)",
        &["614.1a", "608.2d", "701.23d"],
    ),
];

#[test]
fn what_is_tried_is_told_with_what_lets_it_be_done_or_forbids_it() {
    each_is_said(TRIED);
}
