//! That files and functions stay small: what a person can't hold in the head is parted along the rules that it plays.

use code::{Fault, faults_of_all, is_word, report, sources, tokens};

mod code;

/// More lines than a person holds in the head.
const LONG: usize = 600;

/// A function that does more than this is parted along the rules that it plays.
const LONG_FUNCTION: usize = 100;

/// The functions that are longer all the same, and why each is a table: one match over the variants, of which almost every arm is one
/// line. The list may only grow shorter.
const TABLES: [(&str, &str, &str); 3] = [
    ("src/diag/code_pages.rs", "page", "an example and a remedy for each code"),
    (
        "src/engine/spells/instructions/gaps.rs",
        "gap_of",
        "who says of an instruction why it is not played, or nobody",
    ),
    ("src/game/apply.rs", "make", "what makes each change"),
];

#[test]
fn files_stay_small() {
    report(&faults_of_all(|_, code| {
        let lines = code.lines().count();
        let fault = || Fault { line: lines, what: format!("{lines} lines; split the file") };
        (lines > LONG).then(fault).into_iter().collect()
    }));
}

#[test]
fn functions_stay_short() {
    let mut met = Vec::new();
    let faults = faults_of_all(|path, code| {
        long_functions(code)
            .into_iter()
            .filter(|(name, _)| {
                !TABLES.iter().any(|(its_path, its_name, _)| (*its_path, *its_name) == (path, *name))
            })
            .map(|(name, line)| Fault { line, what: format!("`{name}` is long; part it") })
            .collect()
    });
    report(&faults);
    for (path, code) in sources() {
        met.extend(long_functions(&code).into_iter().map(|(name, _)| (path.clone(), name.to_owned())));
    }
    let is_short = |(path, name, _): &&(&str, &str, &str)| {
        !met.iter().any(|(its_path, its_name)| (its_path.as_str(), its_name.as_str()) == (*path, *name))
    };
    let short: Vec<_> = TABLES.iter().filter(is_short).collect();
    assert!(short.is_empty(), "take out of `TABLES` what is short now: {short:?}");
}

/// The functions of more lines than are allowed, with the lines on which they begin.
fn long_functions(code: &str) -> Vec<(&str, usize)> {
    let tokens = tokens(code);
    let mut found = Vec::new();
    for (at, window) in tokens.windows(2).enumerate() {
        let [word, name] = window else { continue };
        if word.text != "fn" || !is_word(name.text) {
            continue;
        }
        let (mut depth, mut bracket) = (0usize, false);
        for token in tokens.iter().skip(at) {
            match token.text {
                // An array says its length behind one.
                "[" | "]" if depth == 0 => bracket = token.text == "[",
                ";" if depth == 0 && !bracket => break,
                "{" => depth += 1,
                "}" if depth == 1 => {
                    if token.line - word.line >= LONG_FUNCTION {
                        found.push((name.text, word.line));
                    }
                    break;
                }
                "}" => depth -= 1,
                _ => {}
            }
        }
    }
    found
}

#[test]
fn a_long_function_is_found() {
    let body = "    f();\n".repeat(LONG_FUNCTION);
    let code = format!(
        "fn short() {{\n    g(\"{{\");\n}}\n\nfn long() {{\n{body}}}\n\ntrait It {{\n    fn said();\n}}\n"
    );
    assert_eq!(long_functions(&code), [("long", 5)]);
    assert_eq!(long_functions(&format!("fn f() {{\n{}}}\n", "    f();\n".repeat(LONG_FUNCTION - 2))), []);
}
