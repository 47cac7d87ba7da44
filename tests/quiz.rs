//! `headjudge quiz` as somebody would use it: lines come in, and what was wrong is kept.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// A folder of this test's own, empty at first.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("quiz").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A quiz that has been given its lines and runs.
fn begun(data: &Path, arguments: &[&str], lines: &str) -> Child {
    let mut quiz = Command::new(env!("CARGO_BIN_EXE_headjudge"))
        .arg("quiz")
        .args(arguments)
        .arg("--data")
        .arg(data)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // One that ends before it has read all lines is no fault.
    quiz.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap_or_default();
    quiz
}

/// The exit code, what is printed, and what is complained about.
fn quiz(data: &Path, arguments: &[&str], lines: &str) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = begun(data, arguments, lines).wait_with_output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

const BOLT: &str = "scenario  A bolt for the Bears
question  AP casts Lightning Bolt on NAP's Grizzly Bears. Do they survive?
answer    No. 3 damage is more than enough.
rules     704.5g
AP
  hand         Lightning Bolt
NAP
  battlefield  Grizzly Bears

AP casts Lightning Bolt -> Grizzly Bears
expect Grizzly Bears in NAP's graveyard [704.5g]
expect NAP life 20
";

fn bolt(name: &str) -> (PathBuf, String) {
    let folder = folder(name);
    let file = folder.join("bolt.scn");
    fs::write(&file, BOLT).unwrap();
    (folder.join("data"), file.display().to_string())
}

#[test]
fn a_question_is_asked_without_its_answer_and_then_resolved() {
    let (data, file) = bolt("asked");
    // With another seed another question of the three comes.
    let mut asked = Vec::new();
    for seed in 0..12 {
        let (exit, out, errors) = quiz(&data, &[&file, "--seed", &seed.to_string()], "\n");
        assert_eq!((exit, errors.as_str()), (Some(0), ""));
        let (before, after) = out.split_once("\n> ").unwrap();
        for secret in ["expect", "answer", "704.5g", "A bolt for the Bears", "more than enough"] {
            assert!(!before.contains(secret), "{secret} is in\n{before}");
        }
        for shown in ["Wrong: ", "704.5g", "\n 1  Lightning Bolt#1", "0 of 1 question right"] {
            assert!(after.contains(shown), "{shown} is not in\n{after}");
        }
        let question = before.lines().find(|line| line.ends_with('?')).unwrap().to_owned();
        asked.push(question);
    }
    asked.sort();
    asked.dedup();
    let wanted = [
        "AP casts Lightning Bolt on NAP's Grizzly Bears. Do they survive?",
        "How much life does NAP have?",
        "Where is Grizzly Bears?",
    ];
    assert_eq!(asked, wanted);
}

#[test]
fn the_same_seed_asks_the_same() {
    let data = folder("seed");
    let arguments = ["scenarios/cipher", "--seed", "7", "--count", "3"];
    let once = quiz(&data, &arguments, "\n\n\n");
    assert_eq!(once, quiz(&data, &arguments, "\n\n\n"));
    assert!(once.1.contains("0 of 3 questions right"), "{}", once.1);
}

#[test]
fn replies_are_judged_and_what_is_no_reply_is_asked_for_again() {
    let (data, file) = bolt("replies");
    for seed in 0..6 {
        let seed = seed.to_string();
        let (_, out, _) = quiz(&data, &[&file, "--seed", &seed], "q\n");
        let right = match out.lines().find(|line| line.ends_with('?')).unwrap() {
            "How much life does NAP have?" => "20",
            "Where is Grizzly Bears?" => "in the graveyard",
            _ => "no",
        };
        assert!(out.contains("Nothing was answered."), "{out}");
        let (exit, out, _) = quiz(&data, &[&file, "--seed", &seed], &format!("perhaps\n{right}\n"));
        assert!(exit == Some(0) && out.contains("> perhaps\nWrite ") && out.contains("Right: "), "{out}");
        assert!(out.contains("1 of 1 question right"), "{out}");
    }
}

#[test]
fn only_what_fits_is_asked() {
    let data = folder("fits");
    let ask = |more: &[&str]| {
        let arguments: Vec<&str> = ["scenarios/cipher", "scenarios/equipment", "--seed", "1", "--count", "2"]
            .into_iter()
            .chain(more.to_vec())
            .collect();
        quiz(&data, &arguments, "skip\nskip\n")
    };
    let (_, out, _) = ask(&["--topic", "equipment", "--level", "1"]);
    assert_eq!(out.matches(": equipment, level 1").count(), 2, "{out}");
    let (_, out, _) = ask(&["--rule", "702.99"]);
    assert_eq!(out.matches(": cipher, level").count(), 2, "{out}");
    let (exit, _, errors) = ask(&["--rule", "702.2"]);
    assert!(exit == Some(2) && errors.contains("there is nothing to ask"), "{errors}");
    let (exit, _, errors) = ask(&["--rule", "seven"]);
    assert!(exit == Some(2) && errors.contains("`seven` is no rule number"), "{errors}");
}

#[test]
fn what_was_wrong_is_kept_and_asked_again_until_it_is_right() {
    let (data, file) = bolt("kept");
    let (_, out, _) = quiz(&data, &[&file, "--seed", "2"], "\n");
    let question = out.lines().find(|line| line.ends_with('?')).unwrap().to_owned();
    let (_, out, _) = quiz(&data, &["--record"], "");
    assert!(
        out.starts_with("asked 1, wrong when asked last 1\n") && out.contains("A bolt for the Bears"),
        "{out}"
    );
    let right = if question.starts_with("How much") {
        "20"
    } else if question.starts_with("Where") {
        "graveyard"
    } else {
        "no"
    };
    let (_, out, _) = quiz(&data, &[&file, "--wrong"], &format!("{right}\n"));
    assert!(out.contains(&question) && out.contains("1 of 1 question right"), "{out}");
    let (exit, _, errors) = quiz(&data, &[&file, "--wrong"], "");
    assert!(exit == Some(2) && errors.contains("nothing of what was wrong is left"), "{errors}");
    let (_, out, _) = quiz(&data, &["--record"], "");
    assert_eq!(out, "asked 1, wrong when asked last 0\n");
}

#[test]
fn two_at_once_lose_nothing_of_each_other() {
    let data = folder("at-once");
    let file = |folder: &str| format!("scenarios/{folder}");
    let arguments = |folder: &str| [file(folder), "--seed".to_owned(), "1".to_owned()].map(String::from);
    let quizzes: Vec<Child> = ["cipher", "equipment", "layers", "triggers"]
        .map(|folder| {
            let arguments = arguments(folder);
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            begun(&data, &arguments, &"\n".repeat(10))
        })
        .into_iter()
        .collect();
    for quiz in quizzes {
        assert_eq!(quiz.wait_with_output().unwrap().status.code(), Some(0));
    }
    let (_, out, _) = quiz(&data, &["--record"], "");
    assert!(out.starts_with("asked 40, wrong when asked last 40\n"), "{out}");
    let left: Vec<_> =
        fs::read_dir(data.join("quiz")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[test]
fn a_record_that_cannot_be_read_is_not_written_over() {
    let (data, file) = bolt("broken");
    fs::create_dir_all(data.join("quiz")).unwrap();
    let record = data.join("quiz/record.tsv");
    fs::write(&record, "this is no record\n").unwrap();
    let (exit, _, errors) = quiz(&data, &[&file], "\n");
    assert!(exit == Some(2) && errors.contains("it is no record of a quiz"), "{errors}");
    assert_eq!(fs::read_to_string(record).unwrap(), "this is no record\n");
}

const COURSE: &str = "course  Bolts
about   A course for the test.
part    One
text    A word before.
ruling  bolt.scn
write   Respond so that the Bears survive.
  hint    They must be larger.
  answer  in response NAP casts Giant Growth -> Grizzly Bears
  wrong   in response NAP casts Shock -> AP
  play
    scenario  The Bears survive
    AP
      hand         Lightning Bolt
    NAP
      hand         Giant Growth; Shock
      battlefield  Grizzly Bears
    AP casts Lightning Bolt -> Grizzly Bears
    ...
    expect Grizzly Bears on the battlefield
";

#[test]
fn a_course_is_gone_through_and_its_lines_are_played() {
    let (data, file) = bolt("course");
    let course = Path::new(&file).with_file_name("bolts.course");
    fs::write(&course, COURSE).unwrap();
    let course = course.display().to_string();
    let lines = "no\n?\nevent: Grizzly Bears gets 3 +1/+1\n\nin response NAP casts Shock -> AP\n\n\
                 in response NAP casts Giant Growth -> Grizzly Bears\n\n";
    let (exit, out, errors) = quiz(&data, &[&course], lines);
    assert_eq!((exit, errors.as_str()), (Some(0), ""), "{out}");
    let mut rest = out.as_str();
    for part in [
        "Bolts\nA course for the test.",
        "One\n",
        "A word before.",
        "Step 1 of 2",
        "Do they survive?",
        "Right: no.",
        "Step 2 of 2",
        "  ...\n",
        "They must be larger.",
        "Not played: it makes something happen that nobody does.",
        "Not so:",
        "Right:",
        "Giant Growth#",
        "1 of 2 questions right",
    ] {
        let Some((_, after)) = rest.split_once(part) else { panic!("{part} does not follow in\n{out}") };
        rest = after;
    }
    assert!(!rest.contains("To go on"), "{out}");
    let (_, out, _) = quiz(&data, &[&course], "no\nq\n");
    assert!(out.contains(&format!("To go on: `headjudge quiz {course} --from 2`")), "{out}");
    let (_, out, _) = quiz(&data, &[&course, "--from", "2"], "skip\n");
    assert!(
        out.contains("Step 2 of 2") && !out.contains("Step 1 of 2") && !out.contains("A word before"),
        "{out}"
    );
    assert_eq!(quiz(&data, &[&course, "--from", "3"], "").0, Some(2));
}

#[test]
fn a_course_that_cannot_be_read_is_told_with_its_places() {
    let folder = folder("bad-course");
    let course = folder.join("bad.course");
    fs::write(&course, "course  A\nrulings  a.scn\n").unwrap();
    let (exit, _, errors) = quiz(&folder, &[&course.display().to_string()], "");
    assert_eq!(exit, Some(3));
    assert!(errors.contains("error[bad-course]: a course has no `rulings` line"), "{errors}");
    assert!(errors.contains("did you mean `ruling`?"), "{errors}");
    fs::write(&course, "course  A\nruling  a.scn\n").unwrap();
    let (exit, _, errors) = quiz(&folder, &[&course.display().to_string()], "");
    assert!(exit == Some(2) && errors.contains("a.scn"), "{errors}");
}
