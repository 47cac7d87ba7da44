//! What helps those who write scenarios: a template, doubts, expectations put right, and a run at each save.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::{FILES, Folder};

#[test]
fn a_new_scenario_is_canonical_as_expected_and_beyond_doubt() {
    let folder = Folder::empty("new");
    let ended = folder.headjudge(&["new", "rings/each-ring-returns"]);
    assert_eq!((ended.code, ended.errors.as_str()), (0, ""));
    assert!(folder.read("rings/each-ring-returns.scn").starts_with("scenario  Each ring returns\n#"));
    for command in [&["fmt", "--check", "."][..], &["test", "."], &["lint", "--strict", "."]] {
        let ended = folder.headjudge(command);
        assert_eq!(ended.code, 0, "{command:?}: {}{}", ended.out, ended.errors);
    }
    // Nothing is written over.
    folder.write("rings/mine.scn", "mine");
    assert_eq!(folder.headjudge(&["new", "rings/mine.scn"]).code, 2);
    assert_eq!(folder.read("rings/mine.scn"), "mine");
    assert!(folder.headjudge(&["new", "-", "--title", "A: B"]).out.starts_with("scenario  A: B\n"));
    assert_eq!(folder.headjudge(&["new", "x", "--title", "a\nb"]).code, 2);
}

fn lint(name: &str, text: &str, strict: bool) -> (i32, String) {
    let folder = Folder::empty(name);
    folder.write("a.scn", text);
    let ended = folder.headjudge(if strict { &["lint", "--strict", "."] } else { &["lint", "."] });
    assert_eq!(ended.errors, "");
    (ended.code, ended.out)
}

#[test]
fn scenarios_that_prove_nothing_are_doubted() {
    let board = "scenario  Nothing\nAP\n  hand  Terminate\nNAP\n  battlefield  Grizzly Bears\n\nAP casts Terminate -> Grizzly Bears\n";
    let (code, said) = lint("lint-none", board, false);
    assert!(
        code == 1 && said.contains("[no-expectation]") && said.ends_with("1 doubt in 1 file\n"),
        "{said}"
    );
    let (code, said) = lint("lint-ask", &format!("{board}ask Grizzly Bears\n"), false);
    assert_eq!((code, said.as_str()), (0, "nothing to say about 1 file\n"));
    let before = format!("{board}expect AP life 20\n");
    let (code, said) = lint("lint-before", &before, false);
    assert!(code == 1 && said.contains("[holds-before]") && said.contains("a.scn:8:1"), "{said}");
    // One expectation that proves something is enough, unless each has to.
    let sharp = format!("{before}expect Grizzly Bears in NAP's graveyard\n");
    assert_eq!(lint("lint-sharp", &sharp, false).0, 0);
    assert_eq!(lint("lint-strict", &sharp, true).0, 1);
    // A row whose empty cells drop all that is expected is named.
    let row = board.replace("Terminate\nNAP", "<spell>\nNAP").replace("casts Terminate", "casts <spell>");
    let table = "examples\n  spell | where\n  Terminate | in NAP's graveyard\n  Murder |\n";
    let (code, said) = lint("lint-row", &format!("{row}expect Grizzly Bears <where>\n{table}"), false);
    assert!(code == 1 && said.contains("[no-expectation]") && said.contains("`Murder`"), "{said}");
    // An empty cell among cells in brackets drops itself and no more.
    let table = "examples\n  spell | rule\n  Terminate | [701.8a]\n  Murder |\n";
    let rules = format!("{row}expect Grizzly Bears in NAP's graveyard <rule>\n{table}");
    assert_eq!(lint("lint-cells", &rules, false), (0, "nothing to say about 1 file\n".to_owned()));
    // Where nothing happens the board is the question.
    let board = "scenario  A lord\nAP\n  battlefield  Glorious Anthem; Grizzly Bears\n\nexpect Grizzly Bears is 3/3\n";
    assert_eq!(lint("lint-board", board, false).0, 0);
}

#[test]
fn cards_and_rules_that_nothing_needs_are_doubted() {
    let with = |cards: &str, head: &str| {
        format!(
            "scenario  Too much\n{head}AP\n  hand  Terminate\nNAP\n  battlefield  Grizzly Bears{cards}\n\nAP casts Terminate -> Grizzly Bears\nexpect Grizzly Bears in NAP's graveyard\n"
        )
    };
    let (code, said) = lint("lint-card", &with("; Forest", ""), false);
    assert!(code == 1 && said.contains("`Forest` makes no difference"), "{said}");
    let spoken = with("; Forest", "question  Does it matter that NAP has a Forest?\n");
    assert_eq!(lint("lint-spoken", &spoken, false).0, 0);
    assert_eq!(lint("lint-comment", &with("; Forest", "# The Forest is there to be seen.\n"), false).0, 0);
    let (_, said) = lint("lint-dies", &with("; Blood Artist", ""), false);
    assert!(!said.contains("Blood Artist"), "it triggers: {said}");
    let (code, said) = lint("lint-rule", &with("", "rules     702.9b; 701.8a\n"), false);
    assert!(code == 1 && said.contains("the head names 702.9b"), "{said}");
}

/// What `--update` makes of the expectations of a scenario on one board.
fn updated(name: &str, lines: &str) -> (i32, String, String) {
    let folder = Folder::empty(name);
    let board = "scenario  A test\nAP\n  hand         Terminate; Divination\n  battlefield  Storm Crow\nNAP\n  battlefield  Grizzly Bears @bears; Serra Angel [2 +1/+1]\n\n";
    folder.write("a.scn", format!("{board}{lines}"));
    let ended = folder.headjudge(&["test", "--update", "--force", "."]);
    assert_eq!(ended.errors, "");
    let text = folder.read("a.scn");
    (ended.code, text.strip_prefix(board).unwrap_or_default().to_owned(), ended.out)
}

#[test]
fn expectations_are_put_right_as_they_are_written() {
    let cases = [
        ("expect @bears in exile", "expect @bears in NAP's graveyard"),
        (
            "expect Grizzly Bears in NAP's graveyard [704.5g]",
            "expect Grizzly Bears in NAP's graveyard [701.8a]",
        ),
        (
            "expect @bears: battlefield > exile [701.13a]  # where?",
            "expect @bears: battlefield > graveyard [701.8a]  # where?",
        ),
        ("expect AP life 17", "expect AP life 20"),
        ("expect Serra Angel is 5/5", "expect Serra Angel is 6/6"),
        ("expect Serra Angel has 3 +1/+1", "expect Serra Angel has 2 +1/+1"),
        ("expect 2 cards in NAP's graveyard", "expect 1 card in NAP's graveyard"),
        ("expect Storm Crow is tapped", "expect Storm Crow is untapped"),
        ("expect todo \"later\" @bears in NAP's graveyard", "expect @bears in NAP's graveyard"),
        ("expect trigger from Storm Crow", "expect no trigger from Storm Crow"),
    ];
    for (place, (wrong, right)) in cases.iter().enumerate() {
        let (code, text, out) =
            updated(&format!("update-{place}"), &format!("AP casts Terminate -> @bears\n{wrong}\n"));
        let is_right = text == format!("AP casts Terminate -> @bears\n{right}\n")
            || text.replace("1 cards", "1 card") == format!("AP casts Terminate -> @bears\n{right}\n");
        assert!(is_right, "{wrong}\n{text}{out}");
        assert_eq!(code, 0, "{wrong}: {out}");
    }
    let (_, text, out) =
        updated("update-tries", "AP tries to cast Terminate -> Storm Crow\n  expect illegal [601.3]\n");
    assert_eq!(text.lines().nth(1).map(|line| line.starts_with("  expect legal")), Some(true), "{text}{out}");
}

#[test]
fn what_is_changed_is_shown_and_what_cannot_be_is_left() {
    let folder = Folder::of_all_sorts("update-shown");
    folder.write("c/variants.scn", FILES[7].1.replace("| exile", "| NAP's hand"));
    let before = folder.read("c/variants.scn");
    let ended = folder.headjudge(&["test", "--update", "--force", "."]);
    for part in [
        "--- b/failed.scn\n+++ b/failed.scn\n",
        "-expect Grizzly Bears in exile\n+expect Grizzly Bears in NAP's graveyard\n",
    ] {
        assert!(ended.out.contains(part), "{part}: {}", ended.out);
    }
    assert!(
        ended.out.contains("c/variants.scn: can't be put right by itself: expect Serra Angel in <zone>"),
        "{}",
        ended.out
    );
    assert_eq!(folder.read("c/variants.scn"), before);
    // What is invalid or undecided is left as well, and the second time there is nothing to do.
    assert_eq!(folder.read("b/undecided.scn"), FILES[4].1);
    let texts: Vec<String> = FILES.iter().map(|(file, _)| folder.read(file)).collect();
    let again = folder.headjudge(&["test", "--update", "--force", "."]);
    assert!(!again.out.contains("+++"), "{}", again.out);
    assert_eq!(FILES.iter().map(|(file, _)| folder.read(file)).collect::<Vec<_>>(), texts);
}

#[test]
fn nothing_is_put_right_where_nobody_reads_it() {
    let folder = Folder::of_all_sorts("update-ci");
    let under_ci = |arguments: &[&str]| {
        crate::ended(folder.command(arguments).env("CI", "true").output().expect("headjudge"))
    };
    let refused = under_ci(&["test", "--update", "."]);
    assert!(refused.code == 2 && refused.errors.contains("under CI"), "{}", refused.errors);
    assert_eq!(folder.read("b/failed.scn"), FILES[1].1);
    under_ci(&["test", "--update", "--force", "b/failed.scn"]);
    assert_ne!(folder.read("b/failed.scn"), FILES[1].1);
}

/// What `fix` makes of a scenario's lines, and its exit code.
fn fixed(name: &str, text: &str) -> (i32, String) {
    let folder = Folder::empty(name);
    folder.write("a.scn", format!("scenario  A test\n{text}"));
    // Nothing is written that is only to be shown.
    folder.headjudge(&["fix", "--dry-run", "a.scn"]);
    assert_eq!(folder.read("a.scn"), format!("scenario  A test\n{text}"));
    let ended = folder.headjudge(&["fix", "a.scn"]);
    (ended.code, folder.read("a.scn").replacen("scenario  A test\n", "", 1))
}

#[test]
fn what_can_only_have_been_meant_is_written() {
    let cases = [
        (
            "AP\n  hand Lightning Bolt\nNAP\n  hand Counterspell\n\nAP casts Lightning Bolt -> NAP\nNAP casts Counterspell -> Lightning Bolt\n",
            "\nNAP casts Counterspell",
            "\nin response NAP casts Counterspell",
        ),
        (
            "AP\n  hand Cryptic Command\nNAP\n  battlefield Grizzly Bears\n\nAP casts Cryptic Command -> Grizzly Bears\n  mode: 2, 4\n",
            "2, 4",
            "2; 4",
        ),
        (
            "AP\n  hand 3x Forest; the Plains\n\nexpect AP life 20\n",
            "3x Forest; the Plains",
            "3 Forest; Plains",
        ),
        ("AP\n\thand Forest\n\nexpect AP life 20\n", "\thand", "  hand"),
        // What is seen only when the file can be read is mended as well.
        (
            "AP\n  battlefield Grizly Bears [taped]\n\nexpct Grizzly Bears is tapped\n",
            "Grizly Bears [taped]\n\nexpct",
            "Grizzly Bears [tapped]\n\nexpect",
        ),
    ];
    for (place, (text, wrong, right)) in cases.into_iter().enumerate() {
        assert_eq!(fixed(&format!("fix-{place}"), text), (0, text.replace(wrong, right)));
    }
    // What could be one thing or another is left.
    let unclear = "AP\n  battlefield Nonsense\n\nexpect AP life 20\n";
    assert_eq!(fixed("fix-unclear", unclear), (3, unclear.to_owned()));
}

#[test]
fn tabs_are_told_of_once() {
    let folder = Folder::empty("tabs");
    folder.write("a.scn", "scenario  A test\nAP\n\thand\tForest\n\tlife\t3\n\nexpect AP life 3\n");
    let ended = folder.headjudge(&["run", "a.scn"]);
    assert_eq!(ended.out.matches("error[").count(), 1, "{}", ended.out);
}

const ASKING: &str = "scenario  A test\nAP\n  hand         Terminate\n  battlefield  Storm Crow\nNAP\n  life         7\n  battlefield  Grizzly Bears\n\nAP casts Terminate -> Grizzly Bears\nask Grizzly Bears\nask NAP life  # how much?\nask AP may cast Terminate\nexpect AP life 17\n";

#[test]
fn questions_become_expectations_with_their_rules() {
    let folder = Folder::empty("accept");
    folder.write("a.scn", ASKING);
    // They are shown, and nothing is written that nobody has agreed to.
    let shown = folder.headjudge(&["test", "."]);
    assert!(shown.out.contains("line 10: Grizzly Bears is in NAP's graveyard"), "{}", shown.out);
    assert!(shown.out.contains("open: 3 questions"), "{}", shown.out);
    let dry = folder.headjudge(&["test", "--accept", "--dry-run", "."]);
    assert!(dry.out.contains("+expect Grizzly Bears is in NAP's graveyard [701.8a]\n"), "{}", dry.out);
    folder.headjudge(&["test", "--accept", "."]);
    folder.typed(&["test", "--accept", "."], "n\n");
    assert_eq!(folder.read("a.scn"), ASKING);
    let ended = folder.typed(&["test", "--accept", "."], "y\n");
    let text = folder.read("a.scn");
    assert!(text.contains("\nexpect Grizzly Bears is in NAP's graveyard [701.8a]\n"), "{text}{}", ended.out);
    assert!(text.contains("\nexpect NAP has 7 life [119.3]  # how much?\n"), "{text}");
    assert!(!text.contains("ask ") && text.contains("expect AP life 17"), "{text}");
}

#[test]
fn changes_are_gone_through_one_by_one() {
    let folder = Folder::empty("review");
    folder.write("a.scn", ASKING.replace("ask NAP life  # how much?\n", "expect NAP life 7\n"));
    let ended = folder.typed(&["test", "--review", "."], "k\nwhat\nc\n");
    let text = folder.read("a.scn");
    // What does not hold comes first, then what is asked; what is not answered stays.
    assert!(text.contains("\nexpect AP life 17\n") && text.contains("\nask AP may"), "{text}{}", ended.out);
    assert!(text.contains("\nexpect Grizzly Bears is in NAP's graveyard [701.8a]\n"), "{text}{}", ended.out);
    // What is skipped stays, and so does everything when the input ends.
    folder.write("a.scn", ASKING);
    folder.typed(&["test", "--review", "."], "s\n");
    folder.typed(&["test", "--review", "."], "");
    assert_eq!(folder.read("a.scn"), ASKING);
}

/// A process that ends with the test, however that ends.
struct Child(std::process::Child);

impl Drop for Child {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The lines of what `--watch` prints, up to where it waits.
fn until_waiting(lines: &Receiver<String>) -> Vec<String> {
    let mut seen = Vec::new();
    loop {
        // Nothing is timed here; a watcher that never says anything is not waited for for ever.
        let line = lines.recv_timeout(Duration::from_secs(60)).expect("a line");
        if line.starts_with("watching") {
            return seen;
        }
        seen.push(line);
    }
}

#[test]
fn what_is_saved_is_played_and_nothing_else() {
    let folder = Folder::of_all_sorts("watch");
    folder.write("a/board.inc", "AP\n  hand  Terminate\n");
    folder.write("a/including.scn", "scenario  With a board\ninclude board.inc\nNAP\n  battlefield  Grizzly Bears\n\nAP casts Terminate -> Grizzly Bears\nexpect Grizzly Bears in NAP's graveyard\n");
    let child =
        folder.command(&["test", "-v", "--watch", "."]).stdout(Stdio::piped()).spawn().expect("headjudge");
    let mut child = Child(child);
    let out = child.0.stdout.take().expect("its output");
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        BufReader::new(out).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
    });
    let counts = |seen: &[String]| seen.iter().rev().find(|line| line.ends_with(" failed")).cloned();
    assert_eq!(counts(&until_waiting(&lines)).as_deref(), Some("6 passed, 4 failed"));
    folder.write("b/failed.scn", FILES[0].1);
    let seen = until_waiting(&lines);
    assert!(
        counts(&seen).as_deref() == Some("1 passed, 0 failed") && seen[0].contains("b/failed.scn"),
        "{seen:?}"
    );
    folder.write("a/board.inc", "AP\n  hand  Divination\n");
    let seen = until_waiting(&lines);
    assert!(
        counts(&seen).as_deref() == Some("0 passed, 1 failed") && seen[0].contains("a/including.scn"),
        "{seen:?}"
    );
    // A new file, in a new folder.
    folder.write("new/one.scn", FILES[0].1);
    let seen = until_waiting(&lines);
    assert!(seen[0].contains("new/one.scn"), "{seen:?}");
}

#[test]
fn lint_tells_slips_in_actions() {
    let board = "scenario  A slip\nAP\n  hand  Lightning Bolt\n\n";
    let (code, said) = lint("lint-unknown", &format!("{board}AP casts Lihgtning Bolt -> NAP\n"), false);
    assert_eq!(code, 3, "{said}");
    assert!(said.contains("no card named `Lihgtning Bolt`"), "{said}");
    let (code, said) = lint("lint-absent", &format!("{board}AP casts Shock -> NAP\nask NAP\n"), false);
    assert_eq!(code, 3, "{said}");
    assert!(said.contains("nothing called `Shock` is in this scenario"), "{said}");
}
