//! Whole traces as they are printed, for some rulings about order and reasons. Read every line that changes.

#![expect(clippy::expect_used, reason = "a test says what it expects by panicking")]

use std::ffi::OsString;
use std::process::Command;

use headjudge::cli::run;

const RULINGS: [&str; 17] = [
    "linked-abilities/the-trick-before-the-first-trigger-resolves",
    "linked-abilities/each-ring-returns-its-own-card",
    "stack/persist-for-persist-in-the-redcaps-turn",
    "stack/persist-for-persist-in-the-finks-turn",
    "stack/a-bolt-in-flight-misses-what-was-flickered",
    "stack/divination-meets-dissolve",
    "exile/slid-out-until-the-end-step",
    "exile/rest-in-peace-and-a-board-wipe",
    "cipher/flickering-an-encoded-creature",
    "equipment/trample-and-lifelink-through-a-blocker",
    "state-based-actions/a-damaged-legend-beside-its-twin",
    "legality/hexproof",
    "triggers/granted-beside-its-own",
    "triggers/granted-beside-one-that-does-not-trigger",
    "phasing/two-are-freed-at-once",
    "triggers/the-captor-is-taken",
    "keyword-actions/proliferating",
];

fn printed(arguments: &[&str]) -> String {
    printed_by("run", arguments)
}

fn printed_by(command: &str, arguments: &[&str]) -> String {
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    let words = ["headjudge", command];
    let arguments = words.iter().chain(arguments).map(OsString::from);
    run(arguments, &mut out, &mut errors);
    assert_eq!(String::from_utf8_lossy(&errors), "");
    String::from_utf8(out).expect("text")
}

#[test]
fn traces_of_some_rulings() {
    for ruling in RULINGS {
        let path = format!("scenarios/{ruling}.scn");
        insta::assert_snapshot!(ruling.replace('/', "__"), printed(&[&path]));
    }
}

#[test]
fn the_cost_of_a_mana_ability_is_told_of_that_ability() {
    let told = printed(&["-v", "scenarios/characteristics/hybrid-symbols-and-devotion.scn"]);
    assert!(told.contains("the total cost of Nykthos, Shrine to Nyx#1's ability 2 is {2}"), "{told}");
}

#[test]
fn those_who_block_together_are_told_with_the_rules_of_each() {
    let told = printed(&["scenarios/teams/a-team-attacks-and-blocks-as-one.scn"]);
    let by_both =
        told.lines().find(|line| line.contains("Grizzly Bears#2; Storm Crow#3 block Boggart Brute#1"));
    assert!(by_both.is_some_and(|line| line.ends_with("509.1g, 805.10d")), "{told}");
}

/// What the traces and answers of some rulings say where a judge would ask who, what or why.
const WORDS: [(&str, &str); 62] = [
    ("combat/each-keeps-one-in-peace", "the effect of Vow of Many#7 on Hill Giant#3 ends"),
    ("combat/each-keeps-one-in-peace", "for as long as it is a permanent with a vow counter on it"),
    ("combat/lured-but-only-one-may-block", "Silent Arbiter#2 says that no more than one creature can block"),
    (
        "monarch/who-controls-what-the-monarch-controls",
        "because of Fealty to the Realm#5 it is controlled by NAP (layer 2)",
    ),
    ("layers/what-an-enchantment-has-chosen", "by Test Mirage#4: becomes an Island"),
    ("layers/what-an-enchantment-has-chosen", "by Test Sky#4: becomes blue"),
    (
        "starting/the-archenemy-begins",
        "Ann can't take the first turn: in an Archenemy game the archenemy takes it",
    ),
    (
        "turn/nothing-is-done-in-the-untap-step",
        "AP can't cast Lightning Bolt#1: nobody has priority in the untap step",
    ),
    (
        "resolution/an-exchange-with-one-of-two-gone",
        "control is not exchanged: Grizzly Bears#2 is an illegal target",
    ),
    ("keyword-actions/fighting", "Vampire Nighthawk#2 does not fight: Serra Angel#4 is an illegal target"),
    ("exile/madness", "asks for something that has not been done: AP chooses to cast nothing"),
    ("targets/so-together", "targeting Hill Giant#3; Storm Crow#2: they don't have the same owner"),
    ("keywords/graft", "its condition (Llanowar Reborn#2 has a +1/+1 counter on it) is not true"),
    (
        "keywords/evolve",
        "its condition (Goblin Piker#3 has greater power or toughness than Shambleshark#2) is not true",
    ),
    ("replacement/which-replacement-first", "AP then applies the effect of "),
    ("replacement/which-replacement-first", "AP applies the effect of Test Plus#4 first"),
    (
        "rulings/skyshroud-war-beast",
        "power and toughness 3/3, as the number of nonbasic lands the chosen player controls is 3 (layer 7a)",
    ),
    (
        "rulings/ghastly-demise",
        "(Grizzly Bears#3's toughness is less than or equal to the number of cards in AP's graveyard)",
    ),
    (
        "rulings/coiling-rebirth",
        "(the gift was promised and Isamaru, Hound of Konda#6 isn't legendary) is not true",
    ),
    (
        "resolution/resolved-though-one-target-was-gone",
        "Electrolyze has resolved: not all of its targets had become illegal",
    ),
    ("rulings/disdainful-stroke", "can target, and Blaze has mana value 1"),
    ("drawing/the-thief-has-no-library", "NAP had to draw from an empty library and loses the game"),
    (
        "designations/an-ability-without-max-speed",
        "its own ability gives it that only as long as AP has max speed",
    ),
    ("legality/an-ability-that-is-not-there", "Humility#2 says that it has no abilities"),
    ("why/a-choice-that-moves-nothing", "because nothing has moved it"),
    ("linked-abilities/a-god-who-lies", "because AP chooses Grizzly Bears#2"),
    ("resolution/two-who-may", "AP may tap or untap target creature, and does not"),
    ("resolution/two-who-may", "NAP may make a copy, and does not"),
    (
        "targets/who-would-skip-is-no-legal-target",
        "because Hill Giant#3 becomes tapped by Night Bell#4 (step 8.2)",
    ),
    ("copying/it-keeps-its-name", "Ever-Self#1 becomes a copy of Hill Giant"),
    (
        "copying/the-later-copy-effect-has-ended",
        "becomes a copy of Bonesplitter by Mizzium Transreliquat#1's",
    ),
    (
        "legality/what-it-was-given-is-all-it-has",
        "Minimus Containment#2 says that it loses all other abilities",
    ),
    ("linked-abilities/a-wave-and-its-trick", "as Parallax Wave#2's triggered ability 2 resolves"),
    (
        "casting/how-much-mana-was-spent",
        "its condition (no mana was spent to cast Grizzly Bears#4) is not true",
    ),
    (
        "casting/the-second-creature-spell-of-the-turn",
        "its condition (Shock#6 is the second creature spell AP cast this turn) is not true",
    ),
    ("rulings/blowfly-infestation", "its condition (Hill Giant#7 had a -1/-1 counter on it) is not true"),
    ("keyword-actions/any-number-that-lie-open", "AP finds nothing that is hidden"),
    ("triggers/only-in-the-turn-of-another", "its condition (it's not AP's turn) is not true"),
    (
        "combat/creatures-of-the-player-who-was-targeted",
        "an effect says that creatures that NAP controls can't attack until end of turn",
    ),
    (
        "casting/one-of-two-flashback-costs",
        "because Old Memory#3 has resolved, and its flashback ability exiles it instead",
    ),
    ("exile/an-unearthed-creature-leaves", "because its unearth ability exiles Viscera Dragger#4 instead"),
    ("discard/who-chooses-the-card", ", and at the same time Storm Crow#4 is discarded by Mind Rot#5"),
    ("rulings/wastes", "because AP chooses red (step 3.1)"),
    ("copying/a-copy-of-an-aura", ", and before that AP attaches Copy Artifact#7 to Hill Giant#4"),
    (
        "equipment/the-bearer-dies-and-the-equipment-stays",
        ": what it was attached to has left the battlefield; it stays where it is (step 5.2)",
    ),
    (
        "zones/a-static-ability-is-simply-there",
        "because of Archetype of Imagination#6 it loses flying, can't have flying (layer 6)",
    ),
    ("entering/counters-of-its-type-without-abilities", ", as Humility#2 leaves it no abilities there"),
    ("exile/rebounding", "has resolved, and was not cast from its caster's hand"),
    ("keyword-actions/airbending", "AP may cast Grizzly Bears#5 for as long as it remains exiled"),
    (
        "resolution/the-rest-of-what-is-looked-at",
        "because Island#3 goes to the bottom of its library by Augur of Bolas#7's ability",
    ),
    ("keywords/myriad", "whose condition (one or more tokens have been created this way) is not true"),
    ("mana/a-land-that-produces-none", ", as AP activates Gaea's Cradle#1's mana ability (step 1)"),
    ("combat/attacks-and-is-not-blocked", ", as nothing blocks Abyssal Nightstalker#1"),
    ("keywords/rampage", ", as Serra Angel#2 blocks Frost Giant#1 (step 6), one of 3 at the same time"),
    ("planes/chaos-ensues", ", as AP rolls chaos (step 1.1)"),
    ("rulings/tamanoa", "because AP has 0 life and loses the game (step 4"),
    ("protection/of-a-player", "the player has protection from Lightning Bolt"),
    ("turn/after-the-upkeep-step", "because another upkeep step comes directly after this step"),
    ("rulings/ruric-thar-the-unbowed", "may attack with nothing, as Ruric Thar, the Unbowed is tapped"),
    ("combat/an-attack-that-asks-whom", "with Deep-Sea Serpent, as B controls an Island"),
    ("keyword-actions/exerted-as-it-attacks", "and before that Glory-Bound Initiate#1 is exerted by AP"),
    ("keywords/afterlife", "because Orzhov Enforcer has not triggered: it has not died"),
];

#[test]
fn who_what_and_why_is_said() {
    says(&WORDS);
}

/// What the answers of some rulings say of what an amount rests on.
const AMOUNTS: [(&str, &str); 11] = [
    (
        "replacement/amounts-made-greater",
        ", and before that Doubling Season#2 replaces the creation of 2 tokens by AP (step 3.1)",
    ),
    ("replacement/amounts-made-greater", ", and before that AP chooses X = 4"),
    (
        "replacement/amounts-made-greater",
        "Jace Beleren#3 is dealt 4 damage by Shock#4, and loses 4 loyalty counters",
    ),
    ("counters/one-more-or-twice-as-many-first", ", and Branching Evolution#3 replaces what comes of that"),
    (
        "resolution/on-which-condition",
        "by Galvanic Blast#5: its condition (AP controls three or more artifacts) is true",
    ),
    (
        "resolution/on-which-condition",
        "by Galvanic Blast#4: its condition (AP controls three or more artifacts) is not true",
    ),
    ("resolution/on-which-condition", ", and before that Burst Lightning#2 is kicked"),
    ("resolution/on-which-condition", ", and before that NAP is dealt 2 damage by Shock#3"),
    ("resolution/how-much-it-is", "by Swords to Plowshares#3, as the power of Serra Angel#2 is 6"),
    ("resolution/how-much-it-is", ", as the number of creature cards in AP's graveyard is 2"),
    (
        "rulings/blackcleave-goblin",
        "because Jace Beleren#3 is dealt 2 damage by Blackcleave Goblin#2, and loses 2 loyalty counters",
    ),
];

#[test]
fn what_an_amount_rests_on_is_said() {
    says(&AMOUNTS);
}

/// Holds rulings to words that their traces or answers say.
fn says(of_rulings: &[(&str, &str)]) {
    for (ruling, words) in of_rulings {
        // In a process of its own: the width is one for all that this one prints.
        let told = Command::new(env!("CARGO_BIN_EXE_headjudge"))
            .args(["run", "-v", "--width", "400", &format!("scenarios/{ruling}.scn")])
            .output()
            .expect("a process");
        let told = String::from_utf8(told.stdout).expect("text");
        assert!(told.contains(words), "{ruling} does not say: {words}\n{told}");
    }
}

#[test]
fn two_runs_give_the_same_bytes_at_every_level() {
    for level in [&["scenarios"][..], &["-q", "scenarios"], &["-v", "--gists", "scenarios"]] {
        assert_eq!(printed(level), printed(level));
    }
}

#[test]
fn pictures_of_the_zones() {
    let path = "scenarios/zones/where-everything-is.scn";
    insta::assert_snapshot!("zones__as_the_judge_sees_them", printed_by("zones", &[path]));
    insta::assert_snapshot!("zones__as_nap_sees_them", printed_by("zones", &["--as", "NAP", path]));
}
