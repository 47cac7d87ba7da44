//! Which scenarios are run, and when a run stops.

use crate::{Ended, Folder};

/// The files of the lines of `-v`, without their folders and endings.
fn run_files(ended: &Ended) -> Vec<String> {
    let lines = ended.out.lines().filter(|line| !line.starts_with(' '));
    lines
        .filter_map(|line| {
            let (_, rest) = line.split_once(' ')?;
            let (file, _) = rest.trim_start().split_once(".scn")?;
            Some(file.rsplit('/').next().unwrap_or(file).to_owned())
        })
        .collect()
}

const ALL: [&str; 9] =
    ["passed", "failed", "invalid", "todo", "undecided", "unexpected", "unsettled", "variants", "variants"];

#[test]
fn files_are_run_in_their_order_however_many_at_once() {
    let folder = Folder::of_all_sorts("order");
    let one = folder.headjudge(&["test", "-v", ".", "-j", "1"]);
    assert_eq!(run_files(&one), ALL);
    assert_eq!((one.code, one.errors.as_str()), (3, ""));
    assert!(
        one.out.ends_with("among them: 1 unsettled, 1 todo, 1 undecided, 1 invalid\n5 passed, 4 failed\n"),
        "{}",
        one.out
    );
    for jobs in ["2", "3", "16"] {
        assert_eq!(folder.headjudge(&["test", "-v", ".", "-j", jobs]).out, one.out);
    }
}

#[test]
fn paths_patterns_and_folders_are_taken_once_each() {
    let folder = Folder::of_all_sorts("paths");
    let of = |arguments: &[&str]| run_files(&folder.headjudge(&[&["test", "-v"], arguments].concat()));
    assert_eq!(of(&["c", "a/passed.scn", "./a", "a/../a/passed.scn"]).len(), 4);
    assert_eq!(of(&["*/un*.scn"]), ["undecided", "unexpected", "unsettled"]);
    assert_eq!(of(&["**/{passed,todo}.scn"]), ["passed", "todo"]);
    for nothing in
        [&["test", "nowhere"][..], &["test", "*/x*.scn"], &["test"], &["test", "--shard", "3/2", "."]]
    {
        let ended = folder.headjudge(nothing);
        assert_eq!(ended.code, 2, "{nothing:?}: {}", ended.out);
    }
}

#[test]
fn a_run_stops_after_so_many_failures_at_the_same_place() {
    let folder = Folder::of_all_sorts("stop");
    for jobs in ["1", "4"] {
        let first = folder.headjudge(&["test", "-v", ".", "--fail-fast", "-j", jobs]);
        assert_eq!((run_files(&first), first.code), (vec!["passed".to_owned(), "failed".to_owned()], 1));
        assert!(first.out.contains("not looked at: 6 files"), "{}", first.out);
        let third = folder.headjudge(&["test", "-v", ".", "--max-failures", "3", "-j", jobs]);
        assert_eq!(run_files(&third), ALL[..5]);
    }
}

#[test]
fn a_filter_knows_tags_rules_cards_and_verdicts() {
    let folder = Folder::of_all_sorts("filter");
    let of = |filter: &str| run_files(&folder.headjudge(&["test", "-v", ".", "--filter", filter]));
    assert_eq!(of("tag:removal"), ["passed"]);
    assert_eq!(of("card:\"Serra Angel\""), ["undecided", "variants", "variants"]);
    assert_eq!(of("card:swords* or verdict:undecided"), ["undecided", "variants"]);
    assert_eq!(of("rule:701.13"), ["variants"]);
    assert_eq!(of("rule:701.8a and not (path:b/* or card:*angel)"), ["passed"]);
    assert_eq!(of("verdict:failed or verdict:invalid"), ["failed", "invalid", "unexpected"]);
    let nothing = folder.headjudge(&["test", ".", "--filter", "tag:none"]);
    assert_eq!(nothing.code, 2, "a check that checks nothing is a slip");
    assert!(nothing.errors.contains("no scenario fits the filter"), "{}", nothing.errors);
    let both = folder.headjudge(&["test", "-v", ".", "--filter", "a", "--filter", "verdict:todo"]);
    assert_eq!(run_files(&both), ["todo"]);
}

#[test]
fn shards_are_parts_of_the_whole_and_stay_so() {
    let folder = Folder::of_all_sorts("shards");
    let parts = |folder: &Folder| -> Vec<Vec<String>> {
        (1..=3)
            .map(|n| run_files(&folder.headjudge(&["test", "-v", ".", "--shard", &format!("{n}/3")])))
            .collect()
    };
    let before = parts(&folder);
    let mut all = before.concat();
    all.sort();
    let mut expected = ALL.to_vec();
    expected.sort_unstable();
    assert_eq!(all, expected);
    for number in 0..20 {
        folder.write(&format!("a/new{number}.scn"), crate::FILES[0].1);
    }
    let mut after = parts(&folder);
    after.iter_mut().for_each(|part| part.retain(|file| !file.starts_with("new")));
    assert_eq!(after, before);
}

#[test]
fn what_failed_can_be_run_again() {
    let folder = Folder::of_all_sorts("failed");
    let none = folder.headjudge(&["test", "--failed"]);
    assert_eq!(none.code, 2, "{}", none.out);
    folder.headjudge(&["test", "."]);
    let again = |arguments: &[&str]| folder.headjudge(&[&["test", "-v", "--failed"], arguments].concat());
    assert_eq!(run_files(&again(&[])), ["failed", "invalid", "undecided", "unexpected"]);
    assert_eq!(run_files(&again(&["a", "b/failed.scn"])), ["failed"]);
    // What is mended is forgotten, and what was not run is not.
    folder.write("b/invalid.scn", crate::FILES[0].1);
    assert_eq!(run_files(&again(&["b/invalid.scn"])), ["invalid"]);
    assert_eq!(run_files(&again(&[])), ["failed", "undecided", "unexpected"]);
    for file in ["b/failed.scn", "b/undecided.scn", "b/unexpected.scn"] {
        folder.write(file, crate::FILES[0].1);
    }
    assert_eq!(again(&[]).code, 0);
    assert_eq!(again(&[]).out, "nothing failed in the last run\n");
}

#[test]
fn one_variant_that_failed_is_run_again_alone() {
    let folder = Folder::empty("variant");
    folder.write("a.scn", crate::FILES[7].1.replace("| exile", "| NAP's hand"));
    assert_eq!(run_files(&folder.headjudge(&["test", "-v", "."])).len(), 2);
    let again = folder.headjudge(&["test", "-v", "--failed"]);
    assert!(again.out.contains("Swords") && !again.out.contains("(Terminate"), "{}", again.out);
}
