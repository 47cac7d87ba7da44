//! What is offered for an open choice can be taken: the line that a button of the page writes is understood, and the game goes on.

#![expect(clippy::indexing_slicing, reason = "a test says what it expects by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use headjudge::cards::Pool;
use headjudge::diag::Source;
use headjudge::report::played::{self, Edit, Fault, Open, Pick, Played};
use headjudge::runner::Runner;
use headjudge::scenario::{NoIncludes, alone};
use walkdir::WalkDir;

/// Of how many files one is taken: all of them would take minutes.
const ONE_OF: usize = 9;

/// How many answers to one question are taken.
const ANSWERS: usize = 4;

/// Whether a file is one of those that are taken: by its name, so that a file that comes changes nothing of which others are.
fn is_taken(path: &Path) -> bool {
    let sum: usize = path.display().to_string().bytes().map(usize::from).sum();
    sum.is_multiple_of(ONE_OF)
}

fn files() -> Vec<PathBuf> {
    let files = WalkDir::new("scenarios").sort_by_file_name().into_iter().filter_map(Result::ok);
    let files = files.map(walkdir::DirEntry::into_path);
    files.filter(|path| path.extension().is_some_and(|extension| extension == "scn")).collect()
}

fn played(pool: &Pool, text: &str) -> Option<Played> {
    let source = Source::new("open.scn", text);
    let outcomes = Runner::new(pool).keeping_positions().run_text(&source, &NoIncludes);
    played::of_text(&outcomes, &source, &NoIncludes, &played::Options::default()).into_iter().next()
}

/// A scenario as it is, and without each of its answers and targets: what they answer is open then.
fn left_open(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let without = |place: usize, instead: Option<&str>| {
        let mut kept: Vec<&str> = lines.clone();
        match instead {
            Some(line) => kept[place] = line,
            None => drop(kept.remove(place)),
        }
        kept.join("\n") + "\n"
    };
    let mut texts = vec![text.to_owned()];
    for (place, line) in lines.iter().enumerate() {
        let words = line.trim_start();
        let asks = ["expect ", "ask "].iter().any(|word| words.starts_with(word));
        if words.len() < line.len() && words.contains(": ") && !asks {
            texts.push(without(place, None));
        }
        let announces = words.contains(" casts ") || words.contains(" activates ");
        if let Some((before, _)) = line.split_once(" -> ").filter(|_| announces && !asks) {
            texts.push(without(place, Some(before)));
        }
    }
    texts
}

/// A text with something put where it belongs.
fn edited(text: &str, edit: &Edit) -> String {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let line = &mut lines[edit.line - 1];
    let at = line.char_indices().nth(edit.column - 1).map_or(line.len(), |(at, _)| at);
    let end = line.char_indices().nth(edit.column - 1 + edit.takes).map_or(line.len(), |(end, _)| end);
    line.replace_range(at..end, &edit.text);
    lines.join("\n")
}

/// A text with an answer written where it belongs, and labels for what it names.
fn answered(text: &str, answer: &Pick) -> Option<String> {
    let mut labels: Vec<&Edit> = answer.labels.iter().collect();
    // From the end, so that none moves another.
    labels.sort_by_key(|edit| std::cmp::Reverse((edit.line, edit.column)));
    let edit = answer.edit.as_ref()?;
    assert!(labels.iter().all(|label| label.line < edit.line), "{text}");
    Some(labels.into_iter().fold(edited(text, edit), |text, label| edited(&text, label)))
}

/// What is wrong with what has been written: a fault at its place, or that the line that asked can't be done.
fn fault<'p>(then: &'p Played, edit: &Edit, asked: usize) -> Option<&'p Fault> {
    let first = edit.line + usize::from(edit.text.starts_with('\n'));
    let last = edit.line + edit.text.trim_end_matches('\n').matches('\n').count();
    let is_end = |code: &str| ["open-choice", "expectation-failed", "unsupported", "runaway"].contains(&code);
    then.faults.iter().filter(|fault| fault.severity == "error" && !is_end(fault.code)).find(|fault| {
        let line = fault.place.map_or(first, |place| place.line);
        (first..=last).contains(&line) || line == asked && fault.code == "illegal-action"
    })
}

/// The question with its answers, to be told from another one.
fn question(open: &Open) -> String {
    let answers: Vec<&str> = open.answers.iter().map(|answer| answer.words.as_str()).collect();
    format!("{} {} {}: {}", open.line, open.kind, open.asks, answers.join("; "))
}

#[test]
fn every_line_that_is_offered_plays() {
    let pool = Pool::new();
    let (mut taken, mut without, mut wrong) = (0, 0, Vec::new());
    for file in files().into_iter().filter(|path| is_taken(path)) {
        let text = fs::read_to_string(&file).expect("a file");
        let source = Source::new(file.display().to_string(), text);
        let Some(first) = alone(&source, &NoIncludes).into_iter().next() else { continue };
        for text in left_open(&first) {
            let Some(before) = played(&pool, &text) else { continue };
            let Some(open) = &before.open else { continue };
            // The first and the last, and some between them.
            let step = open.answers.len().div_ceil(ANSWERS).max(1);
            let answers = open.answers.iter().step_by(step).chain(open.answers.last());
            for answer in answers {
                let Some(edit) = &answer.edit else {
                    without += 1;
                    continue;
                };
                taken += 1;
                let (mut text, mut edit) = (answered(&text, answer).expect("a line"), edit.clone());
                let mut then = played(&pool, &text).expect("a scenario");
                let mut told = before.steps.len();
                // The same may be asked for each of several things.
                for _ in 0..3 {
                    let same = then.open.as_ref().filter(|then| question(then) == question(open));
                    let its = same.and_then(|same| same.answers.iter().find(|its| its.words == answer.words));
                    let Some((answer, next)) = its.and_then(|its| Some((its, its.edit.clone()?))) else {
                        break;
                    };
                    text = answered(&text, answer).expect("a line");
                    edit = next;
                    told = then.steps.len();
                    then = played(&pool, &text).expect("a scenario");
                }
                if let Some(fault) = fault(&then, &edit, open.line) {
                    wrong.push(format!("{}: {}\n{text}", file.display(), fault.message));
                } else if then.open.as_ref().is_some_and(|open_then| question(open_then) == question(open))
                    // Where more has happened, it is another flip of a coin, and the line has answered the one before.
                    && then.steps.len() <= told
                {
                    wrong.push(format!("{}: it is asked again\n{text}", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {taken}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(taken > 300, "{taken} were taken");
    assert!(without * 20 < taken, "{without} have no line");
}

#[test]
fn targets_of_several_phrases_are_offered_one_after_the_other() {
    let pool = Pool::new();
    let mut text =
        "scenario  Two targets\nAP\n  hand  Prey Upon\n  battlefield  Grizzly Bears; Hill Giant\nNAP\n  \
                    battlefield  Coral Merfolk; Serra Angel\n\nAP casts Prey Upon\nask Coral Merfolk\n"
            .to_owned();
    for _ in 0..2 {
        let before = played(&pool, &text).expect("a scenario");
        let edit = before.open.as_ref().and_then(|open| open.answers[0].edit.as_ref()).expect("a line");
        text = edited(&text, edit);
    }
    let then = played(&pool, &text).expect("a scenario");
    assert!(then.open.is_none() && then.faults.is_empty(), "{text}{:?}", then.faults);
    assert_eq!(
        then.answers[0].plain.sentence, "Coral Merfolk is in NAP's graveyard (battlefield > graveyard)",
        "{text}"
    );
}

#[test]
fn what_another_of_the_name_lies_in_the_way_of_is_written_so_that_it_is_meant() {
    let pool = Pool::new();
    let text = "scenario  Two zones\nAP\n  hand  Plains; Stone Rain; Shock\n  battlefield  Plains; Grizzly Bears\n  graveyard  Grizzly Bears\n\
                NAP\n  battlefield  Plains\n\n";
    for action in ["AP casts Stone Rain", "AP casts Shock"] {
        let text = format!("{text}{action}\nask AP life\n");
        let before = played(&pool, &text).expect("a scenario");
        let open = before.open.as_ref().expect("a question");
        for answer in &open.answers {
            let edit = answer.edit.as_ref().expect("a line");
            let then = played(&pool, &edited(&text, edit)).expect("a scenario");
            assert!(
                then.open.is_none() && then.faults.is_empty(),
                "{}{:?}",
                edited(&text, edit),
                then.faults
            );
        }
    }
}

#[test]
fn what_only_a_label_tells_apart_gets_one() {
    let pool = Pool::new();
    let bears = "Grizzly Bears [tapped]; 3 Grizzly Bears [1 +1/+1 counter]; Grizzly Bears";
    let text = format!(
        "scenario  Several Bears\nAP\n  hand  Diabolic Edict\nNAP\n  battlefield  {bears}; Hill Giant\n\nAP casts Diabolic Edict -> NAP\n"
    );
    let before = played(&pool, &text).expect("a scenario");
    let open = before.open.as_ref().expect("a question");
    assert_eq!(open.answers.len(), 4, "{open:?}");
    let mut written = Vec::new();
    for answer in &open.answers {
        let text = answered(&text, answer).unwrap_or_else(|| panic!("{answer:?}"));
        let then = played(&pool, &text).expect("a scenario");
        assert!(then.open.is_none() && then.faults.is_empty(), "{text}{:?}", then.faults);
        written.push(text);
    }
    let boards = [
        "Grizzly Bears @bears-1 [tapped]",
        "Grizzly Bears @bears-2 [1 +1/+1 counter]; 2 Grizzly Bears [",
        "Grizzly Bears @bears-5",
    ];
    for (text, board) in written.iter().zip(boards) {
        assert!(text.contains(board), "{text}");
    }
}
