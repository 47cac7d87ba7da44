//! What ARCHITECTURE.md promises of `src/` and the compiler does not check: the order of the layers, who may touch the
//! machine, and which file names which dependency.
//!
//! The code is read as tokens, without comments and texts, so that a link in a doc comment is no dependency.

#![expect(clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use code::{Fault, Token, faults_of_all, is_word, report, sources, tokens};

mod code;

/// The layers, lowest first: a layer uses itself and those before it.
const LAYERS: [&str; 18] = [
    "rules", "diag", "book", "ir", "oracle", "scenario", "cards", "game", "trace", "engine", "why", "board",
    "runner", "mending", "random", "report", "lessons", "cli",
];

/// The chapters' folders of the engine and the files beside them, lowest first. One should use only itself and those before it.
const CHAPTERS: [&str; 20] = [
    "watch",
    "history",
    "halt",
    "view",
    "proposal",
    "happening",
    "variants",
    "reading",
    "play",
    "card_types",
    "parts",
    "additional",
    "spells",
    "casual",
    "turn",
    "zones",
    "multiplayer",
    "concepts",
    "fiat",
    "gaps",
];

/// Which of them use one above them all the same, and why. The list may only grow shorter.
const BACK: [(&str, &str, &str); 10] = [
    (
        "reading",
        "additional",
        "what a filter or a number asks of a keyword, or of a sort of card, is said where that is",
    ),
    (
        "reading",
        "spells",
        "which mana an object could produce, and whether a number is noted, is asked of its abilities there",
    ),
    (
        "additional",
        "spells",
        "a keyword gives ways of casting, and what it does happens, triggers and lasts as everything does",
    ),
    ("additional", "zones", "a keyword action moves objects through the one door"),
    ("additional", "multiplayer", "who has lost leaves the game at once, and what nobody controls is exiled"),
    (
        "additional",
        "concepts",
        "a keyword is paid for, and what it does puts counters, deals damage or has a player lose",
    ),
    ("spells", "turn", "an effect has creatures attack and block, and adds turns and steps"),
    ("spells", "zones", "an effect moves objects through the one door"),
    (
        "spells",
        "concepts",
        "a spell has costs and targets, an ability functions or not, and effects deal damage and make tokens",
    ),
    ("turn", "concepts", "a turn has priority, draws, damage, mana that is lost and costs of attacking"),
];

/// Macros that `#[macro_export]` puts at the root of the crate, with the layers they are from.
const ROOT_MACROS: [(&str, &str); 1] = [("cr", "rules")];

/// Tests beside the code of a layer that may use one above it, with the reason.
const TESTS_ABOVE: [(&str, &str, &str); 1] = [(
    "ir",
    "cards",
    "cards that the checks look at are written in the form that people write, and read by its reader",
)];

/// The parts of the standard library that reach the machine.
const MACHINE: [&str; 5] = ["env", "fs", "net", "process", "time"];

/// The parts of `std::io` that reach the terminal.
const TERMINAL: [&str; 3] = ["stderr", "stdin", "stdout"];

/// The files that change a game, those of `src/game/` aside: the engine in four places, and whoever puts up a
/// board.
const CHANGERS: [&str; 12] = [
    "src/board/designations.rs",
    "src/board/modifiers.rs",
    "src/board/modifiers/links.rs",
    "src/board/modifiers/links/given.rs",
    "src/board/setup.rs",
    "src/board/spells.rs",
    "src/board/supplements.rs",
    "src/engine/concepts/timing_and_priority.rs",
    "src/engine/play.rs",
    "src/engine/spells/events.rs",
    "src/engine/zones/door/mod.rs",
    "src/random/decks.rs",
];

/// The one folder that moves objects between zones.
const DOOR: &str = "src/engine/zones/door/";

#[test]
fn a_layer_uses_only_those_below_it() {
    report(&faults_of_all(layer_faults));
}

#[test]
fn only_the_command_line_touches_the_machine() {
    report(&faults_of_all(machine_faults));
}

#[test]
fn dependencies_that_may_have_to_be_replaced_are_named_in_one_place() {
    report(&faults_of_all(dependency_faults));
}

#[test]
fn a_game_is_changed_in_few_places_and_zones_in_one() {
    report(&faults_of_all(change_faults));
    let changes = |path: &str| {
        let code = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
        !change_faults("src/board/elsewhere.rs", &code).is_empty()
    };
    for path in CHANGERS {
        assert!(changes(path), "{path} changes no game any more; take it out of `CHANGERS`");
    }
}

#[test]
fn a_board_knows_no_action_and_no_claim() {
    report(&faults_of_all(board_faults));
    let code = "use crate::scenario::script::{Claim, Reference};\nfn f(it: crate::scenario::script::Deed) {}";
    let lines = |path: &str| -> Vec<usize> { board_faults(path, code).iter().map(|it| it.line).collect() };
    assert_eq!(lines("src/board/table.rs"), [1, 2]);
    assert_eq!(lines("src/runner/stage.rs"), []);
}

#[test]
fn every_file_says_first_what_it_is_for() {
    report(&faults_of_all(|_, code| {
        let first = code.lines().next().unwrap_or_default();
        let says = first.strip_prefix("//! ").is_some_and(|words| !words.trim().is_empty());
        if says { Vec::new() } else { vec![Fault { line: 1, what: "a file opens with `//!`".to_owned() }] }
    }));
}

#[test]
fn the_library_lists_its_layers_in_order() {
    let root = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).unwrap();
    let listed: Vec<&str> =
        root.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert_eq!(listed, LAYERS);
    for (path, _) in sources() {
        let known = matches!(path.as_str(), "src/lib.rs" | "src/main.rs") || layer_of(&path).is_some();
        assert!(known, "{path} belongs to no layer");
    }
}

#[test]
fn the_chapters_of_the_engine_use_those_below_them() {
    let mut found: Vec<(&str, &str)> = Vec::new();
    let mut unknown = String::new();
    let all = sources();
    for (path, code) in &all {
        let Some(own) = chapter_of(path) else { continue };
        for (line, reached) in chapters_reached(path, code) {
            if reached > own && !found.contains(&(CHAPTERS[own], CHAPTERS[reached])) {
                found.push((CHAPTERS[own], CHAPTERS[reached]));
                if !BACK.iter().any(|(from, to, _)| (*from, *to) == (CHAPTERS[own], CHAPTERS[reached])) {
                    unknown.push_str(&format!("  {path}:{line}: `{}`\n", CHAPTERS[reached]));
                }
            }
        }
    }
    assert!(unknown.is_empty(), "a chapter's folder uses one above it:\n{unknown}");
    let gone: Vec<_> = BACK.iter().filter(|(from, to, _)| !found.contains(&(*from, *to))).collect();
    assert!(gone.is_empty(), "take out of `BACK` what is no longer so: {gone:?}");
}

/// The place of the chapter's folder, or of the file beside them, in which a file of the engine stands.
fn chapter_of(path: &str) -> Option<usize> {
    let name = path.strip_prefix("src/engine/")?.split('/').next()?;
    chapter(name.strip_suffix(".rs").unwrap_or(name))
}

fn chapter(name: &str) -> Option<usize> {
    CHAPTERS.iter().position(|chapter| *chapter == name)
}

/// The chapters that the paths in a file of the engine lead to, its tests aside, with the lines.
fn chapters_reached(path: &str, code: &str) -> Vec<(usize, usize)> {
    let home = module_of(path);
    let mut reached = Vec::new();
    for found in paths(code).iter().filter(|found| !found.inside.contains(&"tests")) {
        let ups = found.segments.iter().take_while(|segment| **segment == "super").count();
        let whole: Vec<&str> = match found.segments.first() {
            Some(&"crate") => found.segments[1..].to_vec(),
            Some(&"super") => {
                let within: Vec<&str> = home.iter().chain(&found.inside).copied().collect();
                let above = within.len().saturating_sub(ups);
                within[..above].iter().chain(&found.segments[ups..]).copied().collect()
            }
            _ => continue,
        };
        if let ["engine", name, ..] = whole.as_slice() {
            reached.extend(chapter(name).map(|chapter| (found.line, chapter)));
        }
    }
    reached
}

/// The place of a file's layer in the order; nothing for the roots of the library and the binary.
fn layer_of(path: &str) -> Option<usize> {
    let name = path.strip_prefix("src/")?.split('/').next()?;
    position(name.strip_suffix(".rs").unwrap_or(name))
}

fn position(layer: &str) -> Option<usize> {
    LAYERS.iter().position(|name| *name == layer)
}

/// The paths that lead from a file into a layer above its own.
fn layer_faults(path: &str, code: &str) -> Vec<Fault> {
    let Some(own) = layer_of(path) else { return Vec::new() };
    let home = module_of(path);
    let mut faults = Vec::new();
    for found in paths(code) {
        let Some(item) = root_item(&home, &found) else { continue };
        let layer = ROOT_MACROS.iter().find(|(name, _)| *name == item).map_or(item, |(_, layer)| layer);
        let what = match position(layer) {
            Some(reached) if reached <= own || is_test_above(LAYERS[own], layer, &found) => continue,
            Some(_) => {
                format!("`{}` leads up from `{}` to `{layer}`", found.segments.join("::"), LAYERS[own])
            }
            None => format!("`{}` names no layer", found.segments.join("::")),
        };
        faults.push(Fault { line: found.line, what });
    }
    faults
}

/// Whether a path stands in a test that may lead there.
fn is_test_above(own: &str, layer: &str, found: &Found<'_>) -> bool {
    found.inside.contains(&"tests")
        && TESTS_ABOVE.iter().any(|(test, uses, _)| (*test, *uses) == (own, layer))
}

/// The item of the crate's root that a path goes through, if it goes there.
fn root_item<'a>(home: &[&str], found: &Found<'a>) -> Option<&'a str> {
    match found.segments.split_first()? {
        (&"crate", rest) => rest.first().copied(),
        (&"super", _) => {
            let ups = found.segments.iter().take_while(|segment| **segment == "super").count();
            let item = found.segments.get(ups).copied();
            // At the root, or even above it, which does not compile.
            if ups >= home.len() + found.inside.len() { item } else { None }
        }
        _ => None,
    }
}

/// The module that a file is, from the crate's root down.
fn module_of(path: &str) -> Vec<&str> {
    let inner = path.strip_prefix("src/").unwrap_or(path);
    let inner = inner.strip_suffix(".rs").unwrap_or(inner);
    inner.split('/').filter(|part| *part != "mod").collect()
}

/// Where a file that is not of `cli` reaches files, the environment, the clock or the terminal.
fn machine_faults(path: &str, code: &str) -> Vec<Fault> {
    if path.starts_with("src/cli/") || path == "src/main.rs" {
        return Vec::new();
    }
    let reaches = |found: &Found<'_>| match found.segments.as_slice() {
        ["std", "io" | "prelude", "*", ..] | ["std", "*", ..] => true,
        ["std", "io", item, ..] | ["io", item, ..] => TERMINAL.contains(item),
        ["std", part, ..] => MACHINE.contains(part),
        _ => false,
    };
    let says = |found: Found<'_>| Fault {
        line: found.line,
        what: format!("`{}` is for `cli` alone", found.segments.join("::")),
    };
    paths(code).into_iter().filter(reaches).map(says).collect()
}

/// Where a dependency is named outside its place.
fn dependency_faults(path: &str, code: &str) -> Vec<Fault> {
    let misplaced = |found: &Found<'_>| match found.segments.first() {
        Some(&"colored") => !path.starts_with("src/cli/"),
        Some(&"serde_yaml") => path != "src/cards/yaml.rs",
        Some(&"clap") => !path.starts_with("src/cli/"),
        Some(&"quick_junit") => path != "src/report/junit.rs",
        Some(&"similar") => path != "src/cli/test/update.rs",
        Some(&"rustyline") => path != "src/cli/answer.rs",
        Some(&"notify") => path != "src/cli/test/watch.rs",
        Some(&"globset") => path != "src/cli/files.rs",
        Some(&"httparse") => path != "src/cli/serve/http.rs",
        Some(&"indicatif") => path != "src/cli/test/progress.rs",
        _ => false,
    };
    let says = |found: Found<'_>| Fault {
        line: found.line,
        what: format!("`{}` is not named here", found.segments.join("::")),
    };
    paths(code).into_iter().filter(misplaced).map(says).collect()
}

/// Where a game is changed, or a move between zones is made, outside the places for it.
fn change_faults(path: &str, code: &str) -> Vec<Fault> {
    let tokens = tokens(code);
    let texts: Vec<&str> = tokens.iter().map(|token| token.text).collect();
    let mut faults = Vec::new();
    if !path.starts_with("src/game/") && !CHANGERS.contains(&path) {
        for (window, token) in texts.windows(4).zip(&tokens) {
            if window == ["game", ".", "apply", "("] {
                faults.push(Fault { line: token.line, what: "a game is not changed here".to_owned() });
            }
        }
    }
    if path.starts_with("src/engine/") && !path.starts_with(DOOR) {
        for found in paths(code).iter().filter(|found| found.segments.ends_with(&["Change", "Move"])) {
            faults.push(Fault { line: found.line, what: format!("objects are moved by {DOOR}") });
        }
    }
    faults
}

/// What a board knows of the lines that are played on it: how a thing is called.
const OF_LINES: [&str; 3] = ["Part", "Reference", "ReferenceSort"];

/// Where a board asks what is done in it or claimed of it.
fn board_faults(path: &str, code: &str) -> Vec<Fault> {
    let asks = |found: &Found<'_>| match found.segments.as_slice() {
        ["crate", "scenario", "script", item, ..] => !OF_LINES.contains(item),
        _ => false,
    };
    let says = |found: Found<'_>| Fault {
        line: found.line,
        what: format!("`{}` is of what is played, which a board knows nothing of", found.segments.join("::")),
    };
    if path.starts_with("src/board/") {
        paths(code).into_iter().filter(asks).map(says).collect()
    } else {
        Vec::new()
    }
}

/// A path in the code, with the modules written out around it in the same file.
#[derive(Debug, PartialEq, Eq)]
struct Found<'a> {
    line: usize,
    segments: Vec<&'a str>,
    inside: Vec<&'a str>,
}

/// All paths of two or more segments, each branch of a `use` tree by itself.
fn paths(code: &str) -> Vec<Found<'_>> {
    let tokens = tokens(code);
    let mut found = Vec::new();
    let mut depth = 0usize;
    let mut modules: Vec<(&str, usize)> = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let next = |ahead: usize| tokens.get(at + ahead).map_or("", |token| token.text);
        match token.text {
            "{" => depth += 1,
            "}" => {
                depth = depth.saturating_sub(1);
                modules.retain(|(_, around)| *around < depth + 1);
            }
            "mod" if next(2) == "{" => modules.push((next(1), depth + 1)),
            word if is_word(word) && next(1) == "::" => {
                let inside: Vec<&str> = modules.iter().map(|(name, _)| *name).collect();
                let mut branches = Vec::new();
                at = branch(&tokens, at, &[], &mut branches);
                found.extend(branches.into_iter().map(|(line, segments)| Found {
                    line,
                    segments,
                    inside: inside.clone(),
                }));
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Follows a path from one of its words, through the braces of a `use` tree, and says where it ends.
fn branch<'a>(
    tokens: &[Token<'a>],
    mut at: usize,
    before: &[&'a str],
    found: &mut Vec<(usize, Vec<&'a str>)>,
) -> usize {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let line = tokens.get(at).map_or(0, |token| token.line);
    let mut segments = before.to_vec();
    while is_word(text(at)) || text(at) == "*" {
        segments.push(text(at));
        at += 1;
        if text(at) != "::" {
            break;
        }
        match text(at + 1) {
            "{" => {
                at += 2;
                while !matches!(text(at), "}" | "") {
                    at = if is_word(text(at)) || text(at) == "*" {
                        branch(tokens, at, &segments, found)
                    } else {
                        at + 1
                    };
                }
                return at + 1;
            }
            next if is_word(next) || next == "*" => at += 1,
            // A turbofish; what stands in it is read by itself.
            _ => break,
        }
    }
    // `self` in braces is the module itself.
    if segments.len() > 1 && segments.last() == Some(&"self") {
        segments.pop();
    }
    found.push((line, segments));
    at
}

#[test]
fn a_path_upwards_is_found_however_it_is_written() {
    let lines = |path: &str, code: &str| -> Vec<usize> {
        layer_faults(path, code).iter().map(|fault| fault.line).collect()
    };
    let code = "\
//! [`crate::engine`] in a comment is no path.
use crate::ir::Zone;
use crate::engine::Play;
use crate::{ir, trace::{Level, Note}, rules::cr};
fn f<'a>(x: &'a str) -> crate::runner::Outcome<crate::cli::Exit> {
    let text = \"crate::cli // \\\" crate::cli\";
    let raw = r#\"crate::cli \" crate::cli\"#;
    let signs = ['\\'', '\"', '{'];
    super::super::report::print(crate::cr!(\"400.7\"));
    super::trace();
    crate::elsewhere::f()
}
mod tests {
    use super::super::engine;
    use super::super::super::engine;
}
";
    assert_eq!(lines("src/game/state.rs", code), [3, 4, 4, 5, 5, 9, 11, 15]);
    assert_eq!(lines("src/cli/run.rs", code), [11]);
    assert_eq!(lines("src/game/mod.rs", "use super::cards;\nuse super::trace::Level;"), [2]);
    let tests = "mod tests {\n use crate::cards::yaml;\n use crate::cli;\n}\nuse crate::cards::yaml;";
    assert_eq!(lines("src/ir/check/mod.rs", tests), [3, 5]);
    let fault = layer_faults("src/game/state.rs", "\nuse crate::{ir, engine::Play};");
    let what = "`crate::engine::Play` leads up from `game` to `engine`".to_owned();
    assert_eq!(fault, [Fault { line: 2, what }]);
}

#[test]
fn a_way_to_the_machine_is_found_however_it_is_written() {
    let lines = |code: &str| -> Vec<usize> {
        machine_faults("src/game/state.rs", code).iter().map(|fault| fault.line).collect()
    };
    let code = "\
use std::fs;
use std::{collections::BTreeMap, env, io::{self, Write}};
use std::io::{BufRead, stdout};
fn f() { io::stdin(); std::time::Instant::now(); std::io::Error::other(\"std::fs\"); }
use std::process::*;
use std::*;
";
    assert_eq!(lines(code), [1, 2, 3, 4, 4, 5, 6]);
    assert_eq!(machine_faults("src/cli/run.rs", code), []);
}

#[test]
fn a_change_out_of_its_place_is_found() {
    let code = "fn f() { play.game.apply(&change);\n let moves = Change::Move(it); }";
    let lines =
        |path: &str| -> Vec<usize> { change_faults(path, code).iter().map(|fault| fault.line).collect() };
    assert_eq!(lines("src/engine/turn/general.rs"), [1, 2]);
    assert_eq!(lines("src/engine/play.rs"), [2]);
    assert_eq!(lines("src/runner/claims/mod.rs"), [1]);
    assert_eq!(lines("src/engine/zones/door/mod.rs"), []);
    assert_eq!(lines("src/engine/zones/door/decks.rs"), [1]);
}

#[test]
fn a_dependency_out_of_its_place_is_found() {
    let yaml = "fn f() { serde_yaml::from_str(text) }\nmod tests { use serde_yaml::from_str; }";
    let lines = |path: &str, code: &str| -> Vec<usize> {
        dependency_faults(path, code).iter().map(|fault| fault.line).collect()
    };
    assert_eq!(lines("src/cards/yaml.rs", yaml), []);
    assert_eq!(lines("src/ir/check/mod.rs", yaml), [1, 2]);
    assert_eq!(lines("src/report/terminal.rs", "use colored::Colorize;"), [1]);
    assert_eq!(lines("src/cli/run.rs", "use colored::Colorize;\nuse clap::Parser;"), []);
}
