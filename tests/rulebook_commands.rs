//! The commands for the rulebook, driven as a user would drive them, with invented rules texts in a folder of their own.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use headjudge::cli::{Exit, run};

/// An invented edition of 2003.
const OLD: &str = "Invented Rules\n\nThese rules are current as of October 1, 2003.\n\nContents\n\n1. Duels\n100. General\n\nGlossary\n\nCredits\n\n\n\
    1. Duels\n\n100. General\n\n100.1. A wizard begins a duel with seven scrolls in the left sleeve. See rule 100.2.\n\n\
    100.2. Brooms are parked outside.\n\n100.2a A broom that is parked inside sweeps the floor.\nExample: Yours does.\n\n\
    100.3. Whoever guesses the hidden coin correctly begins the duel. The loser of the guess may look into the well.\n\n\
    Glossary\n\nBroom\nWhat wizards fly on. See rule 100.2.\n\nWell (Obsolete)\nA hole.\n\nCredits\n\nNobody\n";

/// An invented edition of 2031.
const NEW: &str = "Invented Rules\n\nThese rules are effective as of May 3, 2031.\n\nContents\n\n1. Duels\n100. General\n\nGlossary\n\nCredits\n\n\n\
    1. Duels\n\n100. General\n\n100.1. Familiars are companions that nobody can banish.\n\n\
    100.2. A wizard begins a duel with eight scrolls in their left sleeve. See rule 100.3.\n\n\
    100.3. Brooms are parked outside.\n\n100.3a A broom that is parked inside sweeps the floor.\nExample: Yours does.\n\n\
    100.4. Whoever guesses the hidden coin correctly begins the duel.\n\n\
    100.5. The loser of the guess may look into the well.\n\n\
    Glossary\n\nBroom\nWhat wizards fly on. See rule 100.3.\n\nCredits\n\nNobody\n";

/// A folder of a test's own, with both texts.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("rulebook").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("old.txt"), OLD).unwrap();
    fs::write(folder.join("new.txt"), NEW).unwrap();
    folder
}

/// Runs headjudge with the folder's data: exit, and what it prints with what it complains about.
fn headjudge(folder: &Path, arguments: &[&str]) -> (Exit, String) {
    let data = folder.join("data").display().to_string();
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    let all = ["headjudge"].iter().chain(arguments).copied().chain(["--data", &data]);
    let exit = run(all.map(OsString::from), &mut out, &mut errors);
    let text = String::from_utf8([out, errors].concat()).unwrap();
    (exit, text.replace(&folder.display().to_string(), "FOLDER"))
}

/// A folder into which both texts have been imported.
fn imported(name: &str) -> PathBuf {
    let folder = folder(name);
    let files = ["old.txt", "new.txt"].map(|file| folder.join(file).display().to_string());
    let (exit, text) = headjudge(&folder, &["rules", "import", &files[0], &files[1]]);
    assert_eq!(exit, Exit::Expected, "{text}");
    assert!(
        text.ends_with(
            "kept in FOLDER/data/rules
"
        ),
        "{text}"
    );
    folder
}

#[test]
fn texts_are_listed_and_forgotten() {
    let folder = imported("list");
    insta::assert_snapshot!(headjudge(&folder, &["rules", "list"]).1);
    assert_eq!(headjudge(&folder, &["rules", "remove", "2003"]).0, Exit::Expected);
    insta::assert_snapshot!(headjudge(&folder, &["rules", "list"]).1);
    let (exit, text) = headjudge(&folder, &["rules", "remove", "2017-09"]);
    assert_eq!(exit, Exit::Usage, "{text}");
}

#[test]
fn what_is_no_rules_text_leaves_nothing_behind() {
    let folder = folder("refused");
    let file = folder.join("broken.txt");
    fs::write(&file, OLD.replace("100.3.", "100.1.").replace("Credits\n\nNobody", "")).unwrap();
    let (good, bad) = (folder.join("new.txt").display().to_string(), file.display().to_string());
    let (exit, text) = headjudge(&folder, &["rules", "import", &good, &bad]);
    assert_eq!(exit, Exit::Usage);
    insta::assert_snapshot!(text);
    fs::write(
        &file,
        OLD.replace("Credits\n\nNobody", "")
            .replace("100. General\n\nGlossary", "100. General\n199. Ghosts\n\nGlossary"),
    )
    .unwrap();
    insta::assert_snapshot!(headjudge(&folder, &["rules", "import", &bad]).1);
    assert!(!folder.join("data").exists());
}

#[test]
fn a_rule_is_shown_with_its_text() {
    let folder = imported("rule");
    let (exit, text) = headjudge(&folder, &["rule", "100.3", "--examples", "--follow"]);
    assert_eq!(exit, Exit::Expected);
    insta::assert_snapshot!(text);
    insta::assert_snapshot!(headjudge(&folder, &["rule", "100.2@2003", "--follow", "--trace", "--only"]).1);
    insta::assert_snapshot!(headjudge(&folder, &["rule", "100.4-100.5", "--edition", "2003-10", "--only"]).1);
    insta::assert_snapshot!(headjudge(&folder, &["rule", "100.9"]).1);
    insta::assert_snapshot!(headjudge(&folder, &["rule", "100.1", "--edition", "2003"]).1);
    let (_, json) = headjudge(&folder, &["rule", "100.2", "--trace", "--format", "json"]);
    let page: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(page["edition"], "2031-05-03");
    assert_eq!(page["trace"][0]["rules"][0], "100.1");
    assert_eq!(page["points_to"][0]["rule"], "100.3");
}

#[test]
fn terms_are_defined() {
    let folder = imported("define");
    insta::assert_snapshot!(headjudge(&folder, &["define", "brooms"]).1);
    insta::assert_snapshot!(headjudge(&folder, &["define", "well", "--edition", "2003"]).1);
    insta::assert_snapshot!(headjudge(&folder, &["define", "brom"]).1);
    insta::assert_snapshot!(headjudge(&folder, &["define", "flying", "--edition", "2026-08"]).1);
}

#[test]
fn words_are_found() {
    let folder = imported("search");
    assert_eq!(headjudge(&folder, &["search", "broom", "--scenarios", "nowhere"]).0, Exit::Usage);
    let nowhere = folder.join("nowhere");
    fs::create_dir_all(&nowhere).unwrap();
    let nowhere = nowhere.display().to_string();
    let nowhere = ["--scenarios", nowhere.as_str()];
    let search = |words: &[&str]| {
        let (exit, text) = headjudge(&folder, &[&["search"], words, &nowhere].concat());
        (exit, text)
    };
    insta::assert_snapshot!(search(&["broom", "inside"]).1);
    insta::assert_snapshot!(search(&["familars"]).1);
    assert_eq!(search(&["xylophone"]).0, Exit::Failed);
    let (exit, text) = search(&["legend", "rule", "--edition", "2026-08", "--limit", "2"]);
    assert_eq!(exit, Exit::Expected);
    assert!(text.contains("704.5j  State-Based Actions") && text.contains("rules import"), "{text}");
}

#[test]
fn editions_are_compared() {
    let folder = imported("compare");
    let (exit, text) = headjudge(&folder, &["rules", "compare", "2003", "2031"]);
    assert_eq!(exit, Exit::Expected);
    insta::assert_snapshot!(text);
    insta::assert_snapshot!(headjudge(&folder, &["rules", "compare", "2031", "2003", "100.2"]).1);
    let (_, text) = headjudge(&folder, &["rules", "compare", "2017-09-25", "2026-08-07", "704.5j"]);
    insta::assert_snapshot!(text);
}

#[test]
fn citations_are_checked() {
    let folder = imported("cite");
    let file = folder.join("page.md");
    fs::write(&file, "Trample (702.9b) is not [704.5l].\nThe legend rule is 704.5j; it costs $704.50.\n")
        .unwrap();
    let page = file.display().to_string();
    let (exit, text) = headjudge(&folder, &["cite", &page, "--edition", "2026-08"]);
    assert_eq!(exit, Exit::Failed);
    insta::assert_snapshot!(text);
    fs::write(&file, "Trample (702.9b), and the legend rule (704.5j).\n").unwrap();
    assert_eq!(headjudge(&folder, &["cite", &page, "--edition", "2026-08"]).0, Exit::Expected);
    assert_eq!(headjudge(&folder, &["cite", &page, "--edition", "2026-08", "--strict"]).0, Exit::Failed);
    fs::write(&file, "See 704.5j.\n").unwrap();
    let (_, text) = headjudge(&folder, &["cite", &page, "--edition", "2026-08", "--into", "2015-09"]);
    insta::assert_snapshot!(text);
}

#[test]
fn a_trace_bears_the_numbers_of_another_edition() {
    let folder = folder("elsewhere");
    let file = folder.join("legends.scn").display().to_string();
    let text = "scenario  Two of one name\nAP\n  hand  Isamaru, Hound of Konda @second\n  battlefield  Isamaru, Hound of Konda @first\n\n\
                AP casts @second\n  AP keep: @second\n";
    fs::write(&file, text).unwrap();
    let (_, today) = headjudge(&folder, &["run", &file]);
    let (exit, then) = headjudge(&folder, &["run", &file, "--edition", "2015-09"]);
    assert!(today.contains("704.5j") && !today.contains("704.5k"), "{today}");
    let (told, since) = then.split_once("Changed since then").expect(&then);
    assert!(exit != Exit::Usage && told.contains("704.5k") && !told.contains("704.5j"), "{then}");
    assert!(since.contains("704.5j    2017-09-25") && !since.contains("2013-07-11"), "{then}");
    assert!(then.contains("numbers of 2015-09-26") && then.contains("the rules bear the numbers"), "{then}");
    assert_eq!(
        headjudge(&folder, &["run", &file, "--edition", "2015-09", "--format", "json"]).0,
        Exit::Usage
    );
}

#[test]
fn coverage_counts_what_scenarios_cite() {
    let folder = folder("coverage");
    fs::write(folder.join("one.scn"), "scenario  One\nrules  704.5g; 400.7\nexpect x [704.5j]\n").unwrap();
    let here = folder.display().to_string();
    let coverage = |more: &[&str]| {
        let (mut out, mut errors) = (Vec::new(), Vec::new());
        let all =
            ["headjudge", "coverage", &here].into_iter().chain(more.iter().copied()).map(OsString::from);
        let exit = run(all, &mut out, &mut errors);
        (exit, String::from_utf8(out).unwrap())
    };
    let (exit, text) = coverage(&["--section", "704", "--at-least", "5"]);
    assert_eq!(exit, Exit::Expected, "{text}");
    assert!(text.contains("2 of "), "{text}");
    assert_eq!(coverage(&["--section", "704", "--at-least", "50"]).0, Exit::Failed);
    assert!(coverage(&["--format", "json"]).1.contains("\"section\": \"704\""));
}

#[test]
fn every_shell_gets_its_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let mut out = Vec::new();
        let exit = run(["headjudge", "completions", shell].map(OsString::from), &mut out, &mut Vec::new());
        assert_eq!(exit, Exit::Expected);
        assert!(String::from_utf8(out).unwrap().contains("coverage"), "{shell}");
    }
}

#[test]
fn numbers_of_2003_about_equipment_lead_to_todays_rules() {
    let folder = folder("numbers-of-2003");
    for (old, today) in [
        ("212.2g", "301.5"),
        ("212.2h", "301.5b"),
        ("212.2i", "301.5c"),
        ("212.2j", "301.5a"),
        ("212.2k", "301.5d"),
        ("502.33a", "702.6a"),
        ("502.33b", "702.6b"),
        ("502.33c", "702.6d"),
        ("502.7d", "702.16d"),
        ("420", "704"),
    ] {
        let (exit, text) = headjudge(&folder, &["rule", &format!("{old}@2003-10")]);
        assert_eq!(exit, Exit::Expected, "{text}");
        let first = text.split("today (CR").nth(1).and_then(|today| today.split_whitespace().nth(1));
        assert_eq!(first, Some(today), "{old}: {text}");
    }
}

#[test]
fn a_trace_under_old_numbers_says_which_of_its_rules_have_changed() {
    let folder = folder("changed-since");
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/scenarios/equipment/trample-and-lifelink-through-a-blocker.scn"
    );
    let (exit, text) = headjudge(&folder, &["run", "--edition", "2003-10", file]);
    assert_eq!(exit, Exit::Expected, "{text}");
    let (_, since) = text.split_once("Changed since then").expect(&text);
    assert!(since.contains("702.15b   2009-07-11") && since.contains("510.2     2009-07-11"), "{text}");
    // What changed before the edition is no news.
    let (_, text) = headjudge(&folder, &["run", "--edition", "2011-09", file]);
    assert!(!text.contains("702.15b   2009-07-11"), "{text}");
}
