//! A rule that an expectation demands must be a reason of that answer: that a step cites it about the same object is not enough.

use headjudge::cards::Pool;
use headjudge::diag::Source;
use headjudge::report::ruling::{self, Options};
use headjudge::rules::RuleId;
use headjudge::runner::{Runner, Verdict};
use headjudge::scenario::NoIncludes;
use headjudge::trace::text::TextOptions;

/// What happens, an expectation that is true, rules that are its reasons, and rules that are reasons of something else.
const CASES: &[(&str, &str, &[&str], &[&str])] = &[
    // Damage is a reason of nothing but itself: what destroys is the rule that finds it lethal. How the spell was cast that dealt it
    // decides neither.
    (
        "AP\n  hand  Lightning Bolt\nNAP\n  battlefield  Serra Angel\n\nAP casts Lightning Bolt -> Serra Angel\n",
        "expect Serra Angel on the battlefield",
        &[],
        &["120.3e", "608.2n", "601.2c"],
    ),
    (
        "AP\n  hand  Lightning Bolt\nNAP\n  battlefield  Serra Angel\n\nAP casts Lightning Bolt -> Serra Angel\n",
        "expect Serra Angel has 3 damage",
        &["120.3e"],
        &["608.2n", "601.2c", "601.2a", "117.3d"],
    ),
    (
        "AP\n  hand  Lightning Bolt\nNAP\n  battlefield  Grizzly Bears\n\nAP casts Lightning Bolt -> Grizzly Bears\n",
        "expect Grizzly Bears in NAP's graveyard",
        &["704.5g"],
        &["608.2n", "120.3e", "601.2a", "601.2c", "601.2h", "117.3d", "117.4", "704.3"],
    ),
    // What was chosen and paid as a spell was cast is no reason of where it or its target is afterwards.
    (
        "AP\n  hand  Lightning Bolt\nNAP\n  battlefield  Grizzly Bears\n\nAP casts Lightning Bolt -> Grizzly Bears\n",
        "expect Lightning Bolt in AP's graveyard",
        &["608.2n"],
        &["704.5g", "120.3e", "601.2a", "601.2c", "601.2h", "117.4"],
    ),
    (
        "AP\n  hand  Unsummon\nNAP\n  battlefield  Grizzly Bears\n\nAP casts Unsummon -> Grizzly Bears\n",
        "expect Grizzly Bears in NAP's hand",
        &["608.2c", "400.7"],
        &["601.2c", "117.4", "608.2n"],
    ),
    // Nor is how an ability was activated or put on the stack.
    (
        "AP\n  battlefield  Prodigal Sorcerer\nNAP\n\nAP activates Prodigal Sorcerer -> NAP\n",
        "expect NAP life 19",
        &["120.3a"],
        &["602.2a", "602.2b", "117.4"],
    ),
    (
        "AP\n  battlefield  Blood Artist; Grizzly Bears\nNAP\n  hand  Murder\n\n\
         NAP casts Murder -> Grizzly Bears\n  AP target: NAP\n",
        "expect NAP life 19",
        &["119.3"],
        &["603.3", "603.3d", "603.10a", "117.4"],
    ),
    (
        "AP\n  battlefield  Blood Artist; Grizzly Bears\nNAP\n  hand  Murder\n\n\
         NAP casts Murder -> Grizzly Bears\n  AP target: NAP\n",
        "expect 1 trigger from Blood Artist",
        &["700.4", "603.10a"],
        &["603.3", "603.3d", "701.8a"],
    ),
    // What was decided before the last move decides no more.
    (
        "AP\n  hand  Terminate; Unsummon\nNAP\n  battlefield  Darksteel Myr\n\n\
         AP casts Terminate -> Darksteel Myr\nAP casts Unsummon -> Darksteel Myr\n",
        "expect Darksteel Myr in NAP's hand",
        &["608.2c"],
        &["702.12b", "608.2n", "601.2h"],
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
        &["608.2n", "117.3d", "601.2c"],
    ),
    // That an effect makes it larger is no reason of its types, its colors or its abilities.
    (
        "AP\n  hand  Giant Growth\n  battlefield  Storm Crow\nNAP\n\nAP casts Giant Growth -> Storm Crow\n",
        "expect Storm Crow is a Bird",
        &["205.3b"],
        &["611.2a", "613.4c", "601.2c"],
    ),
    (
        "AP\n  hand  Giant Growth\n  battlefield  Storm Crow\nNAP\n\nAP casts Giant Growth -> Storm Crow\n",
        "expect Storm Crow is blue",
        &["202.2"],
        &["611.2a", "613.4c", "601.2c"],
    ),
    (
        "AP\n  hand  Giant Growth\n  battlefield  Storm Crow\nNAP\n\nAP casts Giant Growth -> Storm Crow\n",
        "expect Storm Crow is the same object",
        &[],
        &["611.2a", "601.2c"],
    ),
    // Which targets a copy was given anew decides what it does, and so does what was copied with it.
    (
        "AP\n  hand  Lightning Bolt; Twincast\nNAP\n  battlefield  Serra Angel; Hill Giant\n\n\
         AP casts Lightning Bolt -> Serra Angel\nin response AP casts Twincast -> Lightning Bolt\n  targets: Hill Giant\n",
        "expect Serra Angel has 3 damage",
        &["120.3e"],
        &["707.10", "707.10c", "601.2c"],
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
    // An untap step before it entered tapped keeps nothing tapped.
    (
        "AP\n  hand  Rusted Sentinel\n  library  Island; Plains\nNAP\n  library  Island; Plains\n\n\
         next turn NAP\nnext turn AP\nAP casts Rusted Sentinel\n",
        "expect Rusted Sentinel is tapped",
        &["614.1d"],
        &["502.3"],
    ),
    // Devotion decides of the types that depend on it alone.
    (
        "AP\n  battlefield  Purphoros, God of the Forge\nNAP\n\n",
        "expect Purphoros, God of the Forge is not a creature",
        &["700.5"],
        &["205.4b"],
    ),
    (
        "AP\n  battlefield  Purphoros, God of the Forge\nNAP\n\n",
        "expect Purphoros, God of the Forge is legendary, is an enchantment",
        &[],
        &["700.5"],
    ),
    // What has left combat before leaves it no more as the phase ends.
    (
        "AP\n  battlefield  Grizzly Bears; Serra Angel\nNAP\n\nAP attacks Grizzly Bears; Serra Angel\n\
         event: NAP gains control of Grizzly Bears\n",
        "expect Grizzly Bears not attacking",
        &["506.4"],
        &["511.3"],
    ),
    // That an object is away keeps its ability from triggering only on what happens then.
    (
        "AP\n  battlefield  Soul Warden\n  hand  Lightning Bolt\nNAP\n\n\
         event: Soul Warden phases out\nAP casts Lightning Bolt -> NAP\n",
        "expect no trigger from Soul Warden",
        &["603.2"],
        &["702.26b", "603.10"],
    ),
    (
        "AP\n  battlefield  Guttersnipe\n  hand  Grizzly Bears\nNAP\n\n\
         event: AP sacrifices Guttersnipe\nAP casts Grizzly Bears\n",
        "expect no trigger from Guttersnipe",
        &["603.2"],
        &["603.10", "702.26b"],
    ),
    (
        "AP\n  hand  Grizzly Bears; Soul Warden\nNAP\n\n\
         AP casts Grizzly Bears\nAP casts Soul Warden\nevent: Soul Warden phases out\n",
        "expect no trigger from Soul Warden",
        &["603.2"],
        &["702.26b", "603.10"],
    ),
    // The land became a creature only after it had entered.
    (
        "AP\n  battlefield  Soul Warden\n  hand  Forest; Living Plane\nNAP\n\n\
         event: Soul Warden phases out\nAP plays Forest\nAP casts Living Plane\n",
        "expect no trigger from Soul Warden",
        &["603.2"],
        &["702.26b"],
    ),
    // What entered tapped before it was there it did not wait for, and what becomes tapped may be of another kind.
    (
        "card Testing Sentry\n  cost: \"{1}\"\n  types: Creature\n  power: 1\n  toughness: 1\n  abilities:\n\
         \x20 - triggered: {when: {becomes-tapped: creature}, effect: [draw: {}]}\n\
         AP\n  hand  Chrome Companion; Testing Sentry\nNAP\n  battlefield  Imposing Sovereign\n\n\
         AP casts Chrome Companion\nevent: Imposing Sovereign dies\nAP casts Testing Sentry\n",
        "expect no trigger from Testing Sentry",
        &["603.2"],
        &["603.2e"],
    ),
    (
        "card Testing Sentry\n  cost: \"{1}\"\n  types: Creature\n  power: 1\n  toughness: 1\n  abilities:\n\
         \x20 - triggered: {when: {becomes-tapped: [another, creature]}, effect: [draw: {}]}\n\
         AP\n  battlefield  Testing Sentry\nNAP\n\nAP attacks Testing Sentry\n",
        "expect no trigger from Testing Sentry",
        &["603.2"],
        &["603.2e"],
    ),
    // That a player can't get counters of one kind decides nothing of another kind.
    (
        "card Testing Antidote\n  cost: \"{1}\"\n  types: Artifact\n  abilities:\n\
         \x20 - static: {rules: [cant: {action: get-counters, who: you}]}\n\
         AP\n  battlefield  Testing Antidote\nNAP\n\nevent: AP gets 1 energy counter\n",
        "expect AP poison 0",
        &[],
        &["101.2"],
    ),
    (
        "card Testing Antidote\n  cost: \"{1}\"\n  types: Artifact\n  abilities:\n\
         \x20 - static: {rules: [cant: {action: get-counters, who: you}]}\n\
         AP\n  battlefield  Testing Antidote\nNAP\n\nevent: AP gets 1 poison counter\n",
        "expect AP poison 0",
        &["101.2"],
        &["810.10"],
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

#[test]
fn what_only_bears_on_an_answer_stands_behind_the_rule_that_decides_it() {
    let pool = Pool::new();
    let text = "scenario  A reason\nAP\n  hand  Lightning Bolt; Twincast\nNAP\n  battlefield  Serra Angel; Hill Giant\n\n\
                AP casts Lightning Bolt -> Serra Angel\nin response AP casts Twincast -> Lightning Bolt\n  targets: Serra Angel\n\
                expect Serra Angel in NAP's graveyard [400.7]\n\
                scenario  Another\nAP\n  hand  Lightning Bolt; Twincast\nNAP\n  battlefield  Serra Angel; Hill Giant\n\n\
                AP casts Lightning Bolt -> Serra Angel\nin response AP casts Twincast -> Lightning Bolt\n  targets: Hill Giant\n\
                expect Hill Giant in NAP's graveyard [704.5g]\nexpect Serra Angel has 3 damage [120.3e]\n\
                scenario  A third\nAP\n  hand  Lightning Bolt; Twincast\nNAP\n  battlefield  Serra Angel; Wall of Stone\n\n\
                AP casts Lightning Bolt -> Serra Angel\nin response AP casts Twincast -> Lightning Bolt\n  targets: Wall of Stone\n\
                expect Wall of Stone has 3 damage [707.10c]\n";
    let source = Source::new("reason.scn".to_owned(), text.to_owned());
    let outcomes = Runner::new(&pool).run_text(&source, &NoIncludes);
    let firsts: Vec<Vec<&str>> = outcomes
        .iter()
        .flat_map(|outcome| &outcome.findings)
        .map(|finding| finding.rules.iter().take(2).map(RuleId::as_str).collect())
        .collect();
    // A rule of the answer itself that is demanded leads it; one of a step that bears on it does not.
    assert_eq!(
        firsts,
        [vec!["400.7", "704.5g"], vec!["704.5g", "400.7"], vec!["120.3e"], vec!["120.3e", "707.10c"]]
    );
}

/// Rulings, how an answer of theirs begins, and a rule that it gives though nobody asks for it.
const UNASKED: &[(&str, &str, &str)] = &[
    ("linked-abilities/a-wave-and-its-trick", "Serra Angel: battlefield > exile", "607.2a"),
    ("linked-abilities/what-a-vat-can-make", "there is no token", "111.5"),
    ("exile/a-token-never-returns", "Soldier: battlefield > exile > ceased to exist", "111.7"),
    ("suspend/given-suspend-by-jhoira", "Serra Angel has haste", "702.62a"),
    ("keyword-actions/doubling", "Grizzly Bears is 4/2", "701.10b"),
    ("copying/a-copied-counterspell", "NAP's Counterspell is countered", "707.10c"),
    ("prevention/damage-that-cannot-be-prevented", "AP has 17 life", "615.12"),
    ("life/a-life-total-that-cannot-change", "AP has 14 life", "101.2"),
    (
        "equipment/the-new-bearer-leaves-in-response",
        "Loxodon Warhammer is attached to Grizzly Bears",
        "608.2b",
    ),
    ("legality/protection-gained-in-response", "Grizzly Bears is on the battlefield", "702.16b"),
];

#[test]
fn an_answer_gives_what_decides_it_though_nobody_asks() {
    let pool = Pool::new();
    for (ruling, begins, rule) in UNASKED {
        let text = std::fs::read_to_string(format!("scenarios/{ruling}.scn")).unwrap_or_default();
        let plain = |line: &str| match line.trim_start().strip_prefix("expect ") {
            Some(_) => line.rsplit_once(" [").map_or(line, |(before, _)| before).to_owned(),
            None => line.to_owned(),
        };
        let lines = text.lines().filter(|line| !line.starts_with("rules ")).map(plain);
        let text: String = lines.map(|line| line + "\n").collect();
        let outcomes = Runner::new(&pool).run_text(&Source::new("plain.scn".to_owned(), text), &NoIncludes);
        let mut findings = outcomes.iter().flat_map(|outcome| &outcome.findings);
        let gives = findings.any(|finding| {
            finding.sentence.starts_with(begins) && finding.rules.iter().any(|its| its.as_str() == *rule)
        });
        assert!(gives, "{ruling}: {begins} [{rule}]");
    }
}

#[test]
fn what_has_no_name_is_called_by_its_label() {
    let pool = Pool::new();
    let text = "scenario  No name\nAP\n  hand  Exalted Angel; Double Major\nNAP\n\n\
                AP casts Exalted Angel [face down]\nin response AP casts Double Major -> Exalted Angel as @c\n\
                expect @c is 2/2\n";
    let source = Source::new("reason.scn".to_owned(), text.to_owned());
    let outcomes = Runner::new(&pool).run_text(&source, &NoIncludes);
    let said: Vec<&str> = outcomes
        .iter()
        .flat_map(|outcome| &outcome.findings)
        .map(|finding| finding.sentence.as_str())
        .collect();
    assert_eq!(said, ["@c is 2/2"]);
}

#[test]
fn what_has_merged_decides_nothing_of_a_copy_of_something_else() {
    let pool = Pool::new();
    let text = "scenario  A copy\nAP\n  battlefield  Grizzly Bears; Serra Angel\n  hand  Cubwarden; Cytoshape\nNAP\n\n\
                AP casts Cubwarden [mutate] -> Grizzly Bears\n  AP choose: over\n\
                AP casts Cytoshape -> Cubwarden\n  AP choose: Serra Angel\n\
                expect Cubwarden has flying\n";
    let source = Source::new("reason.scn".to_owned(), text.to_owned());
    let outcomes = Runner::new(&pool).run_text(&source, &NoIncludes);
    let rules: Vec<&str> = outcomes
        .iter()
        .flat_map(|outcome| &outcome.findings)
        .flat_map(|finding| finding.rules.iter().map(RuleId::as_str).take(1).collect::<Vec<_>>())
        .collect();
    assert_eq!(rules, ["707.2"]);
}

#[test]
fn the_effect_that_an_answer_names_has_a_say_in_what_is_asked() {
    let pool = Pool::new();
    let text = "scenario  Several effects in one layer\nAP\n  battlefield  Levitation; Fervor; Grizzly Bears\n  \
                battlefield  Urborg, Tomb of Yawgmoth; Yavimaya, Cradle of Growth; Island\nNAP\n\n\
                expect Grizzly Bears has flying\nask why Grizzly Bears has flying\nexpect Grizzly Bears has haste\n\
                expect Island is a Swamp\nask why is Island a Swamp\nexpect Island is a Forest\n";
    let source = Source::new("reason.scn".to_owned(), text.to_owned());
    let outcomes = Runner::new(&pool).run_text(&source, &NoIncludes);
    let options = Options { steps: false, because: true, question: None, text: TextOptions::default() };
    let shown: String = outcomes.iter().map(|outcome| ruling::render(outcome, &options)).collect();
    let named: Vec<&str> =
        shown.lines().filter_map(|line| line.trim().strip_prefix("because of ")?.split('#').next()).collect();
    let (urborg, yavimaya) = ("Urborg, Tomb of Yawgmoth", "Yavimaya, Cradle of Growth");
    assert_eq!(named, ["Levitation", "Levitation", "Fervor", urborg, urborg, yavimaya], "{shown}");
}

/// What happens and is asked, and what is said of it behind "because".
const IN_WORDS: &[(&str, &[&str])] = &[
    // Each part of an answer has its reason, and effects on it are told of once.
    (
        "AP\n  battlefield  Devoted Druid [tapped]; Vizier of Remedies\nNAP\n\nAP activates Devoted Druid's ability 2\n\
         expect Devoted Druid untapped, has 0 -1/-1 counters\n",
        &["because Devoted Druid#1 becomes untapped by Devoted Druid#1's ability 2 (step 3.1); and \
           Vizier of Remedies#2 replaces the putting of 1 -1/-1 counter on Devoted Druid#1 (step 1.2)"],
    ),
    (
        "AP\n  battlefield  Honor of the Pure; White Knight\n  hand  Chaoslace\nNAP\n\n\
         AP casts Chaoslace -> White Knight\nexpect White Knight is red, is 2/2\n",
        &["because of Chaoslace#4 it becomes red (layer 5); and Honor of the Pure#1 does nothing to it: \
           another effect has changed what it asks for"],
    ),
    (
        "AP\n  battlefield  Loxodon Warhammer\nNAP\n\nexpect Loxodon Warhammer on the battlefield, not attached\n",
        &["because nothing has moved it; and nothing has attached it to anything"],
    ),
    // What makes a size is told whole, where one effect alone does not add up to it.
    (
        "AP\n  battlefield  Grizzly Bears [1 +1/+1 counter]\n  hand  Unleash Fury\nNAP\n\n\
         AP casts Unleash Fury -> Grizzly Bears\nexpect Grizzly Bears is 6/3\n",
        &[
            "because of Unleash Fury#3 it gets +3/+0 and of 1 +1/+1 counter on Grizzly Bears#1 it gets +1/+1 (layer 7c)",
        ],
    ),
    // A counter that gives a keyword is among what makes of an object what it is.
    (
        "AP\n  battlefield  Humility; Serra Angel\nNAP\n\nevent: Serra Angel gets 1 trample counter\n\
         expect Serra Angel has trample [613.7c]\n",
        &[
            "because of Humility#1 it loses all abilities and of 1 trample counter on Serra Angel#2 it gains trample \
           (layer 6; it has the later timestamp)",
        ],
    ),
    // No damage for damage.
    (
        "AP\n  hand  Lightning Bolt\nNAP\n  battlefield  Jace Beleren [4 loyalty counters]\n\n\
         AP casts Lightning Bolt -> Jace Beleren\nexpect Jace Beleren has 0 damage\nexpect NAP poison 0\n",
        &[
            "because it is no creature: damage takes loyalty counters from it and is not marked",
            "because none has been put on them",
        ],
    ),
    (
        "AP\n  battlefield  Glorious Anthem\n  hand  Raise the Alarm\nNAP\n\nAP casts Raise the Alarm\n\
         expect 2 Soldier tokens on the battlefield, is 2/2\n",
        &["because of Glorious Anthem#1 each of them gets +1/+1 (layer 7c)"],
    ),
];

#[test]
fn what_decides_is_told_of_each_part_of_an_answer() {
    let pool = Pool::new();
    for (scenario, wanted) in IN_WORDS {
        let text = format!("scenario  In words\n{scenario}");
        let outcomes = Runner::new(&pool).run_text(&Source::new("words.scn".to_owned(), text), &NoIncludes);
        let mut options =
            Options { steps: false, because: true, question: None, text: TextOptions::default() };
        options.text.width = 1000;
        let shown: String = outcomes.iter().map(|outcome| ruling::render(outcome, &options)).collect();
        let told: Vec<&str> = shown
            .lines()
            .map(str::trim)
            .filter(|line| line.starts_with("because ") || line.starts_with("by "))
            .collect();
        assert_eq!(told, *wanted, "{shown}");
    }
}
