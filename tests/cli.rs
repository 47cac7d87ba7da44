//! The binary's commands, driven as a user would drive them: what is printed, and the exit codes.

#![expect(clippy::expect_used, reason = "a test says what it expects by panicking")]

use std::ffi::OsString;
use std::path::PathBuf;

use headjudge::cli::{Exit, run};

/// Runs headjudge in this process: exit, what it prints, what it complains about.
fn headjudge(arguments: &[&str]) -> (Exit, String, String) {
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    let arguments = ["headjudge"].iter().chain(arguments).map(OsString::from);
    let exit = run(arguments, &mut out, &mut errors);
    (exit, String::from_utf8(out).expect("text"), String::from_utf8(errors).expect("text"))
}

/// A scenario in a file of its own, and what `headjudge run` makes of it.
fn ruling(name: &str, text: &str) -> (Exit, String) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(format!("{name}.scn"));
    std::fs::write(&path, text).expect("a file");
    let (exit, out, errors) = headjudge(&["run", &path.display().to_string()]);
    assert_eq!(errors, "");
    (exit, out)
}

const BOARD: &str =
    "scenario  A test\nAP\n  hand  Terminate; Divination\nNAP\n  battlefield  Grizzly Bears; Serra Angel\n\n";

#[test]
fn the_exit_code_says_how_it_went() {
    let cases = [
        (
            "expected",
            "AP casts Terminate -> Grizzly Bears\nexpect Grizzly Bears in NAP's graveyard [701.8a]\n",
            Exit::Expected,
        ),
        ("failed", "AP casts Terminate -> Grizzly Bears\nexpect Grizzly Bears in exile\n", Exit::Failed),
        (
            "wrong-rule",
            "AP casts Terminate -> Grizzly Bears\nexpect Grizzly Bears in NAP's graveyard [704.5g]\n",
            Exit::Failed,
        ),
        ("invalid", "AP casts Terminate -> Grizzly Bear\n", Exit::Invalid),
        ("illegal", "NAP casts Terminate -> Serra Angel\n", Exit::Invalid),
        ("open", "AP casts Terminate\nexpect Grizzly Bears in NAP's graveyard\n", Exit::Undecided),
        ("unasked", "AP casts Terminate -> Grizzly Bears\n", Exit::Expected),
    ];
    for (name, script, expected) in cases {
        let (exit, out) = ruling(name, &format!("{BOARD}{script}"));
        assert_eq!(exit, expected, "{name}: {out}");
    }
    assert_eq!(headjudge(&["run", "no-such-file.scn"]).0, Exit::Usage);
    assert_eq!(headjudge(&["card", "No Such Card"]).0, Exit::Usage);
}

#[test]
fn the_answer_comes_first_with_the_rule_that_decides() {
    let script = "AP casts Terminate -> Grizzly Bears\nask Grizzly Bears\n";
    let (_, out) = ruling("ask", &format!("{BOARD}{script}"));
    let answer = out.lines().nth(1).expect("an answer");
    assert!(answer.starts_with("Answer: Grizzly Bears is in NAP's graveyard"), "{out}");
    assert!(answer.contains("701.8a"), "{out}");
}

#[test]
fn a_scenario_that_asks_nothing_says_what_changed() {
    let (_, out) = ruling("changed", &format!("{BOARD}AP casts Terminate -> Grizzly Bears\n"));
    assert!(out.contains("Grizzly Bears is in NAP's graveyard"), "{out}");
    assert!(out.contains("AP has 20 life"), "{out}");
}

#[test]
fn an_open_choice_lists_the_answers_and_the_line_to_add() {
    let (_, out) = ruling("open-choice", &format!("{BOARD}AP casts Terminate\n"));
    assert!(out.contains("error[open-choice]: AP must choose what to target for `Terminate`"), "{out}");
    assert!(out.contains("Grizzly Bears; Serra Angel"), "{out}");
    assert!(out.contains("write it behind the line, for example: `-> Grizzly Bears`"), "{out}");
    let edict = "scenario  An edict\nAP\n  battlefield  Liliana of the Veil\nNAP\n  battlefield  Grizzly Bears; Serra Angel\n\nAP activates Liliana of the Veil -2 -> NAP\n";
    let (_, out) = ruling("open-sacrifice", edict);
    assert!(out.contains("NAP sacrifice Liliana of the Veil: Grizzly Bears"), "{out}");
}

#[test]
fn what_no_name_tells_apart_has_its_number_among_the_answers() {
    let edict = "scenario  An edict\nAP\n  battlefield  Liliana of the Veil\nNAP\n  battlefield  2 Grizzly Bears; Grizzly Bears [tapped]\n\nAP activates Liliana of the Veil -2 -> NAP\n";
    let (_, out) = ruling("open-differing", edict);
    assert!(out.contains("NAP's Grizzly Bears #2 (2 alike); NAP's Grizzly Bears #4"), "{out}");
    assert!(out.contains("NAP sacrifice Liliana of the Veil: @label"), "{out}");
    assert!(out.contains("no name tells them apart"), "{out}");
    // Of whom they are is said by who controls them.
    let taken = edict
        .replace("\n  battlefield  Liliana", "\n  battlefield  Grizzly Bears; Liliana")
        .replace("AP activates", "event: NAP gains control of AP's Grizzly Bears\nAP activates");
    let (_, out) = ruling("open-taken", &taken);
    // What each answer would lead to is said before.
    let asked = out.split("error[open-choice]").nth(1).unwrap_or_default();
    assert!(asked.contains("NAP's Grizzly Bears #1") && !asked.contains(" AP's Grizzly"), "{out}");
}

#[test]
fn triggers_of_one_ability_are_told_apart_by_what_they_are_about() {
    let blocks = "scenario  Two blocks\nAP\n  battlefield  Grizzly Bears @a; Runeclaw Bear @b\nNAP\n  battlefield  High Ground; Brimaz, King of Oreskos\n\nAP attacks @a; @b\nNAP blocks @a with Brimaz, King of Oreskos\nNAP blocks @b with Brimaz, King of Oreskos\n";
    let (_, out) = ruling("open-order", blocks);
    assert!(out.contains("(about @a)") && out.contains("(about @b)"), "{out}");
    let (_, out) = ruling(
        "closed-order",
        &format!(
            "{blocks}  NAP order: Brimaz, King of Oreskos's ability 2; Brimaz, King of Oreskos's ability 1\n"
        ),
    );
    assert!(!out.contains("NAP must choose"), "{out}");
}

#[test]
fn abilities_of_one_keyword_are_told_apart_by_their_number() {
    let text = |ability: &str| {
        format!(
            "scenario Two crews\nAP\n  battlefield Smuggler's Copter; Craw Wurm; Swift Reconfiguration [attached to Smuggler's Copter]\nAP activates Smuggler's Copter {ability}\n  tap: Craw Wurm\nexpect Smuggler's Copter is a creature\n"
        )
    };
    let (exit, out) = ruling("crews.scn", &text("crew"));
    assert_eq!(exit, Exit::Invalid, "{out}");
    assert!(out.contains("`ability 1`, `ability 2` (from Swift Reconfiguration)"), "{out}");
    for ability in ["ability 1", "ability 2"] {
        let (exit, out) = ruling("crews.scn", &text(ability));
        assert_eq!(exit, Exit::Expected, "{out}");
    }
}

#[test]
fn a_wrong_player_and_an_unasked_line_are_told() {
    let edict = "scenario  An edict\nAP\n  battlefield  Liliana of the Veil\nNAP\n  battlefield  Grizzly Bears; Serra Angel\n\nAP activates Liliana of the Veil -2 -> NAP\n";
    let (exit, out) = ruling("wrong-player", &format!("{edict}  AP sacrifice: Grizzly Bears\n"));
    assert_eq!(exit, Exit::Failed, "{out}");
    assert!(out.contains("NAP makes this choice, not AP"), "{out}");
    // Of a choice that makes itself it is told in the end, when no other question has been asked.
    let both = "scenario  Blood\nAP\n  hand  Innocent Blood\n  battlefield  Storm Crow\nNAP\n  battlefield  Grizzly Bears; Serra Angel\n\nAP casts Innocent Blood\n  NAP sacrifice: Grizzly Bears\n";
    let (exit, out) = ruling("forced-player", &format!("{both}  NAP sacrifice: Storm Crow\n"));
    assert_eq!(exit, Exit::Failed, "{out}");
    assert!(out.contains("AP makes this choice, not NAP"), "{out}");
    let (exit, out) = ruling("forced-answer", &format!("{both}  AP sacrifice: Serra Angel\n"));
    assert_eq!(exit, Exit::Invalid, "{out}");
    assert!(out.contains("`Serra Angel` is not among the legal answers"), "{out}");
    // What the rules leave open for one player is not answered by what another says for later.
    let (exit, out) = ruling("open-for-one", &both.replace("Storm Crow", "Storm Crow; Hill Giant"));
    assert_eq!(exit, Exit::Undecided, "{out}");
    assert!(out.contains("AP sacrifice Innocent Blood: Storm Crow"), "{out}");
    let (exit, out) =
        ruling("unused", &format!("{edict}  NAP sacrifice: Grizzly Bears\n  NAP discard: Serra Angel\n"));
    assert_eq!(exit, Exit::Invalid, "{out}");
    assert!(out.contains("nothing asks for this `discard`"), "{out}");
}

#[test]
fn what_cannot_be_played_is_undecided_and_says_why() {
    let text = "scenario  A card nobody can play\ncard Riddle\n  types: Creature — Sphinx\n  power: 1\n  toughness: 1\n  abilities:\n  - unsupported: it asks a riddle\nAP\n  battlefield  Riddle\n\nnext turn AP\nexpect Riddle on the battlefield\n";
    let (exit, out) = ruling("unsupported", text);
    assert_eq!(exit, Exit::Undecided, "{out}");
    assert!(out.contains("error[unsupported]") && out.contains("it asks a riddle"), "{out}");
}

#[test]
fn what_could_be_paid_in_too_many_ways_is_undecided() {
    let more = "effect: [{gain-life: {amount: 1}}, {add-mana: {mana:";
    let text = format!(
        "scenario  Too many ways\nmana  strict\n\
         card Monument\n  cost: \"{{U}}{{U}}{{G}}{{G}}{}\"\n  types: Enchantment\n\
         card Land\n  types: Land\n  abilities:\n  \
         - activated: {{cost: tap, {more} any-color}}}}]}}\n  \
         - activated: {{cost: tap, {more} {{exactly: \"{{W}}{{W}}\"}}}}}}]}}\n\
         AP\n  hand  Monument\n  battlefield  10 Land\n\nAP tries to cast Monument\nexpect illegal\n",
        "{W}".repeat(20)
    );
    let (exit, out) = ruling("too-many-ways", &text);
    assert_eq!(exit, Exit::Undecided, "{out}");
    assert!(out.contains("there are too many ways of doing it to try them all"), "{out}");
}

#[test]
fn a_folder_ends_in_a_count() {
    let (exit, out, errors) = headjudge(&["test", "scenarios/exile"]);
    assert_eq!((exit, errors.as_str()), (Exit::Expected, ""));
    let last = out.lines().last().expect("a count");
    assert!(last.ends_with(" passed, 0 failed"), "{last}");
}

#[test]
fn the_trace_says_more_or_less_on_request() {
    let path = "scenarios/stack/divination-meets-dissolve.scn";
    let lines = |arguments: &[&str]| headjudge(arguments).1.lines().count();
    let (quiet, plain, verbose) =
        (lines(&["run", "-q", path]), lines(&["run", path]), lines(&["run", "-v", path]));
    assert!(quiet < plain && plain < verbose, "{quiet} {plain} {verbose}");
    assert!(lines(&["run", "--gists", path]) > plain);
}

#[test]
fn those_of_one_name_are_listed_as_they_can_be_written() {
    let text = |own: &str| {
        format!(
            "scenario  A test\nAP\n  hand         Lightning Bolt\n  battlefield  Grizzly Bears\nNAP\n  battlefield  {own}\n\nAP casts Lightning Bolt -> Grizzly Bears\n"
        )
    };
    for (own, help) in [
        ("Grizzly Bears", "write `AP's Grizzly Bears` or `NAP's Grizzly Bears`\n"),
        (
            "Grizzly Bears @one; Grizzly Bears [tapped]",
            "write `AP's Grizzly Bears`, `@one`, or give the one that is meant a label",
        ),
    ] {
        let (exit, out) = ruling("ambiguous", &text(own));
        assert!(exit == Exit::Invalid && out.contains(help), "{out}");
    }
}

#[test]
fn any_order_is_an_order() {
    let text = "scenario  A test\nAP\n  battlefield  Soul Warden; Soul's Attendant\n  hand         Grizzly Bears\n\nAP casts Grizzly Bears\n  order: any\nexpect AP life 22\n";
    let (exit, out) = ruling("any-order", &text.replace("Soul's Attendant", "Essence Warden"));
    assert_eq!(exit, Exit::Expected, "{out}");
}

#[test]
fn who_goes_to_a_step_of_a_combat_that_is_over_is_told_why() {
    let text = "scenario  A test\nAP\n  battlefield  Grizzly Bears\n\nAP attacks Grizzly Bears\nexpect NAP life 18\ngo to declare blockers\n";
    let (_, out) = ruling("too-late", text);
    assert!(out.contains("write `go to` before them"), "{out}");
}

/// The steps that a ruling is printed with, by their numbers.
fn numbers(printed: &str) -> Vec<String> {
    let number = |line: &str| {
        let (number, rest) = line.strip_prefix(' ')?.trim_start().split_once("  ")?;
        let is_number = number.starts_with(|letter: char| letter.is_ascii_digit())
            && number.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
        (is_number && !rest.starts_with(' ')).then(|| number.to_owned())
    };
    printed.lines().filter_map(number).collect()
}

#[test]
fn a_step_has_the_same_number_in_all_lengths() {
    let path = "scenarios/linked-abilities/the-enchantment-leaves-with-its-trigger-on-the-stack.scn";
    let (quiet, plain, all) =
        (headjudge(&["run", "-q", path]).1, headjudge(&["run", path]).1, headjudge(&["run", "-v", path]).1);
    let (shown, full) = (numbers(&plain), numbers(&all));
    assert!(shown.len() < full.len() && shown.iter().all(|number| full.contains(number)), "{plain}");
    assert!(plain.contains(" steps are left out; `-v` shows all\n") && !all.contains("left out"), "{plain}");
    // What an answer names is shown.
    for printed in [&quiet, &plain, &all] {
        let step = printed.split_once("(step ").and_then(|(_, rest)| rest.split_once(')')).expect("a step").0;
        assert_eq!(step, "12.1", "{printed}");
    }
    assert!(shown.contains(&"12.1".to_owned()), "{plain}");
}

#[test]
fn what_nobody_needs_is_left_out_and_repetitions_are_counted() {
    let text = "scenario  A turn goes by\nAP\n  hand  Lightning Bolt\nNAP\n  battlefield  Grizzly Bears\n\nAP casts Lightning Bolt -> Grizzly Bears\nnext turn NAP\ngo to NAP's upkeep\nnext turn AP\nexpect Grizzly Bears in NAP's graveyard\n";
    let (_, out) = ruling("bookkeeping", text);
    assert!(!out.contains("has resolved") && !out.contains("drawn for the turn"), "{out}");
    // Who asks about the spell is told what became of it.
    let (_, out) = ruling("asked", &format!("{text}expect Lightning Bolt in AP's graveyard\n"));
    assert!(out.contains("has resolved"), "{out}");
    let (_, out, _) = headjudge(&["run", "--steps", "scenarios/shortcuts/a-sequence-that-is-repeated.scn"]);
    assert!(out.contains(" times more: steps ") || !out.contains("732.2a"), "{out}");
}

#[test]
fn who_learns_is_told_the_words_and_each_rule_once() {
    let path = "scenarios/linked-abilities/the-enchantment-leaves-with-its-trigger-on-the-stack.scn";
    let (_, out, _) = headjudge(&["run", "--teach", path]);
    let first = out.split("CR 2026-08-07").nth(1).expect("a ruling");
    assert!(first.contains("\nQuestion: ") && first.contains("Naturalize: \"Destroy target"), "{out}");
    assert_eq!(first.matches("       400.7  ").count(), 1, "{out}");
    assert_eq!(first.matches("When Oblivion Ring enters, exile").count(), 1, "{out}");
}

#[test]
fn of_a_folder_the_answers_are_printed() {
    let (exit, out, _) = headjudge(&["run", "scenarios/legality"]);
    assert_eq!(exit, Exit::Expected);
    assert!(out.contains("Answer: ") && !out.contains("  because ") && !out.contains("\n 1  "), "{out}");
    assert!(out.ends_with("`--steps` for all of these\n"), "{out}");
    let (_, out, _) = headjudge(&["run", "--steps", "scenarios/legality"]);
    assert!(out.contains("\n 1  ") && !out.contains("for all of these"), "{out}");
}

#[test]
fn what_is_written_in_a_hurry_is_told_with_how_it_is_written() {
    let cases = [
        ("AP casts Terminate → Grizzly Bears", "`Terminate -> Grizzly Bears`"),
        ("AP casts Terminate => Grizzly Bears", "an arrow of two signs"),
        ("AP casts Terminate targeting Grizzly Bears", "`Terminate -> Grizzly Bears`"),
        ("AP casts Terminate -> NAP’s Grizzly Bears", "`NAP's Grizzly Bears`"),
        ("AP equips Terminate", "an ability is activated"),
        ("NAP responds Terminate", "`in response AP casts X -> Y`"),
        ("AP tries cast Terminate", "`tries to cast X`"),
        ("AP life 10", "stands under the player"),
        ("expect NAP life = 20", "write the number alone: `20`"),
        ("expect NAP life 20 (119.1)", "`20 [119.1]`"),
        ("expect NAP life 20 [CR 119.1]", "write the number alone: `119.1`"),
        ("NAP\n  battlefield  Serra Angel (tapped)", "`Serra Angel [tapped]`"),
        ("NAP\n  battlefield  3x Serra Angel", "`3 Serra Angel`"),
        ("NAP\n  battlefield  Serra Angel, Grizzly Bears", "`Serra Angel; Grizzly Bears`"),
        ("NAP\n  battlefield  Serra Angel [+1/+1 counter]", "`1 +1/+1`"),
        ("NAP\n  battlefield  1/1 Soldier token", "`token 1/1 white Soldier with flying`"),
        ("NAP\n  battlefield  token Soldier", "with its power and toughness"),
        ("NAP\n  hand  Helix", "`Lightning Helix` or "),
    ];
    for (line, help) in cases {
        let (exit, out) = ruling("hurry", &format!("{BOARD}{line}\n"));
        assert_eq!(exit, Exit::Invalid, "{line}: {out}");
        assert!(out.contains(help) && out.contains("hurry.scn:"), "{line}: {out}");
    }
    for (line, help) in [
        ("rules  704.5g, 400.7", "separated by `;`"),
        ("edition  2026-13", "`2026-13` is no edition"),
        ("edition  2031", "`2031` is no edition"),
        ("AP\n  hand  Murder\nexamples\n  card | number\n  Murder", "a row of 1 cells"),
    ] {
        let (exit, out) = ruling("hurry", &format!("scenario  A test\n{line}\n"));
        assert_eq!(exit, Exit::Invalid, "{line}: {out}");
        assert!(out.contains(help) && out.matches("error[").count() == 1, "{line}: {out}");
    }
    // Two of one name are told apart by their labels.
    let (_, out) = ruling(
        "labels",
        "scenario  A test\nAP\n  battlefield  Storm Crow @one; Storm Crow [tapped] @other\nAP attacks Storm Crow\n",
    );
    assert!(out.contains("`@one` on the battlefield") && out.contains("`@other` on"), "{out}");
}

#[test]
fn a_name_may_be_typed_in_small_letters_everywhere() {
    let (exit, out) = ruling(
        "small",
        &format!("{BOARD}AP casts terminate -> grizzly bears\nexpect grizzly bears in NAP's graveyard\n"),
    );
    assert_eq!(exit, Exit::Expected, "{out}");
    assert!(out.contains("Answer: Grizzly Bears is in NAP's graveyard"), "{out}");
}

#[test]
fn a_card_file_that_cannot_be_read_says_where() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("foo.yaml").display().to_string();
    for (text, place, help) in [
        ("name: Foo\ncost: {1}{G}\ntypes: sorcery\n", "foo.yaml:2:", "quotation marks"),
        ("name: Foo\ntypes: sorcery\n\tcost: \"{1}\"\n", "foo.yaml:", "not tabs"),
        (
            "- name: Foo\n  types: sorcery\n- name: Bar: Baz\n  types: sorcery\n",
            "foo.yaml:3:",
            "quotation marks",
        ),
        ("name: Foo\ntypes: sorcery\n---\nname: Bar\ntypes: sorcery\n", "foo.yaml:3:", "one document"),
        ("name: Foo\ntypes: creature — Bear\n", "foo.yaml:1:", "without `power` and `toughness`"),
        ("name: Foo\ntypes: [sorcery]\n", "foo.yaml:2:", "a list stands here instead of a word or a text"),
        (
            "name: Foo\ntypes: sorcery\nabilities:\n- spell: [{destroy: 3}]\n",
            "foo.yaml:4:",
            "the number 3 stands here instead of a map such as",
        ),
        ("# nothing yet\n", "foo.yaml`", "it defines no card"),
    ] {
        std::fs::write(&path, text).expect("a file");
        let (exit, _, errors) = headjudge(&["card", "Foo", "--cards", &path]);
        assert!(matches!(exit, Exit::Invalid | Exit::Usage), "{text}: {errors}");
        assert!(errors.contains(place) && errors.contains(help), "{text}: {errors}");
    }
}

#[test]
fn a_command_line_with_a_slip_is_told_what_was_meant() {
    for (arguments, told) in [
        (&["search", ""] as &[&str], "there is no word to search for"),
        (&["rule", "704.5g", "--edition", "2017-13", "--data", "nowhere"], "`2017-13` is no edition"),
        (&["lint", "no-such-file.scn"], "No such file"),
        (&["my-first.scn"], "to play it: `headjudge run my-first.scn`"),
        (&["rule", "Trample"], "rule 702.19 is headed so"),
    ] {
        let (_, out, errors) = headjudge(arguments);
        assert!(errors.contains(told), "{arguments:?}: {out}{errors}");
        assert!(!out.contains("about 1 file"), "{out}");
    }
    // The file beside the one that is named.
    let (exit, _) = ruling("a-file-beside", &format!("{BOARD}ask AP life\n"));
    assert_eq!(exit, Exit::Expected);
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli").join("a-flie-beside.scn");
    let (exit, _, errors) = headjudge(&["run", &path.display().to_string()]);
    assert_eq!(exit, Exit::Usage);
    assert!(errors.contains("a-file-beside.scn`?"), "{errors}");
}

#[test]
fn the_piles_of_exile_stand_at_the_end_where_one_could_be_taken_for_another() {
    let board = "scenario  A test\nNAP\n  exile  Storm Crow [face down; pile early]; Divination [face down; pile early]; \
                 Island [face down; AP may look]; Grizzly Bears\n\nask active player\n";
    let (exit, out) = ruling("piles", board);
    assert_eq!(exit, Exit::Expected, "{out}");
    let (_, end) = out.split_once("\nexile at end ").expect(&out);
    let rows: Vec<&str> = end.lines().map(str::trim).collect();
    assert!(rows.iter().all(|row| !row.contains("Grizzly Bears")), "{end}");
    assert!(
        matches!(rows.as_slice(), [first, _, _, second, third, ..]
        if first.starts_with("exiled face down together:") && first.ends_with("406.4")
        && second.starts_with("exiled face down:") && third.contains("Island#3") && third.contains("AP may look")),
        "{end}"
    );
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli").join("piles.scn").display().to_string();
    let (_, out, _) = headjudge(&["run", "-q", &path]);
    assert!(!out.contains("exile at end"), "{out}");
    let (_, out, _) = headjudge(&["run", "--as", "NAP", &path]);
    assert!(out.contains("a face-down card#3") && !out.contains("Island"), "{out}");
    let (_, out, _) = headjudge(&["run", "--format", "json", &path]);
    let read: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let piles = &read["rulings"][0]["exile"];
    assert_eq!(
        (&piles[0]["face_down"], &piles[0]["cards"][1]["number"]),
        (&true.into(), &2.into()),
        "{piles}"
    );
    assert_eq!(
        (&piles[1]["cards"][0]["may_look"][0], &piles[2]["rules"]),
        (&"AP".into(), &serde_json::json!([]))
    );
    // One pile that lies open is told by the steps.
    let (_, out) = ruling(
        "one-pile",
        "scenario  A test\nAP\n  battlefield  Banishing Light [exiling NAP's Grizzly Bears]\n\nask active player\n",
    );
    assert!(!out.contains("exile at end"), "{out}");
}

#[test]
fn a_token_that_nothing_describes_is_told_with_what_was_meant() {
    let told = |name: &str, cards: &str, board: &str| {
        let text = format!("{cards}scenario  A token\nAP\n  battlefield  {board}\n\nask stack\n");
        let (exit, out) = ruling(name, &text);
        assert_eq!(exit, Exit::Invalid, "{out}");
        out
    };
    let maker = |name: &str, color: &str, power: &str| {
        format!(
            "card {name}\n  types: Creature — Human\n  power: 1\n  toughness: 1\n  abilities:\n  - triggered:\n      when: {{enters: this}}\n      effect: [create: {{token: {{new: {{colors: [{color}], types: Creature — Soldier, power: {power}, toughness: 1}}}}}}]\n"
        )
    };
    let out = told("token-slip", "", "Tresure token");
    assert!(out.contains("did you mean `Treasure token`?"), "{out}");
    let out = told("token-as-card", "", "2 Treasure");
    assert!(out.contains("no card named `Treasure`") && out.contains("write `Treasure token`"), "{out}");
    let out = told("token-of-nobody", "", "Soldier token");
    assert!(out.contains("no rule and no card on the board makes a `Soldier` token"), "{out}");
    let two = maker("Drum Major", "white", "1") + &maker("Drum Minor", "red", "1");
    let out = told("token-of-two", &two, "Drum Major; Drum Minor; Soldier token");
    assert!(out.contains("more than one `Soldier` token here: of `Drum Major` and of `Drum Minor`"), "{out}");
    let counted = maker("Drum Giant", "white", "{count: artifact}");
    let out = told("token-counted", &counted, "Drum Giant; Soldier token");
    assert!(out.contains("how large it is, its maker works out as it is created"), "{out}");
    let out = told("role-on-nothing", "", "Royal Role token");
    assert!(out.contains("the Aura `Royal` is attached to nothing") && out.contains("303.4c"), "{out}");
    let out = told("treasure-with-more", "", "token artifact Treasure with flying");
    assert!(out.contains("is predefined, and can't be written with more abilities"), "{out}");
}
