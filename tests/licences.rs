//! The licences of all dependencies are those that `deny.toml` allows: `cargo deny` for machines that don't have it.

#![expect(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use std::process::Command;

use serde_json::Value;

/// What `deny.toml` says about licences.
#[derive(Debug)]
struct Allowed {
    everywhere: Vec<String>,
    /// A package with the licences that it alone may have.
    exceptions: Vec<(String, Vec<String>)>,
}

#[test]
fn every_dependency_has_a_licence_that_is_allowed() {
    let allowed = allowed(include_str!("../deny.toml"));
    let packages = packages();
    assert!(packages.len() > 40, "only {} packages", packages.len());
    let mut used = Vec::new();
    for (name, licence) in &packages {
        let own = allowed.exceptions.iter().filter(|(package, _)| package == name);
        let may = |licence: &str| {
            allowed.everywhere.iter().any(|allowed| allowed == licence)
                || own.clone().any(|(_, licences)| licences.iter().any(|allowed| allowed == licence))
        };
        assert!(holds(licence, &may), "{name} is under {licence:?}, which deny.toml does not allow");
        used.push(name.as_str());
    }
    for (package, _) in &allowed.exceptions {
        assert!(
            used.contains(&package.as_str()),
            "deny.toml makes an exception for {package}, which is gone"
        );
    }
}

/// The packages that this test was built with, and the licence of each: from cargo, without the network.
fn packages() -> Vec<(String, String)> {
    let cargo = |arguments: &[&str]| -> String {
        let output = Command::new(env!("CARGO"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(arguments)
            .output()
            .expect("cargo, which runs this test");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    let version = cargo(&["-vV"]);
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let metadata =
        cargo(&["metadata", "--locked", "--offline", "--format-version", "1", "--filter-platform", host]);
    let metadata: Value = serde_json::from_str(&metadata).expect("JSON");
    let text = |package: &Value, field: &str| package[field].as_str().unwrap_or_default().to_owned();
    let packages = metadata["packages"].as_array().expect("packages");
    packages.iter().map(|package| (text(package, "name"), text(package, "license"))).collect()
}

/// Reads the lists of `deny.toml`, in the layout that they have there.
fn allowed(deny: &str) -> Allowed {
    let list = |start: &str| {
        let from = deny.split(start).nth(1).unwrap_or_else(|| panic!("no `{start}` in deny.toml"));
        from.split("\n]").next().unwrap_or_default()
    };
    let names =
        |text: &str| -> Vec<String> { text.split('"').skip(1).step_by(2).map(str::to_owned).collect() };
    let entries = list("\nexceptions = [").lines().map(str::trim);
    let exceptions = entries.filter(|line| line.starts_with('{')).filter_map(|line| {
        let (package, licences) =
            names(line).split_first().map(|(package, rest)| (package.clone(), rest.to_vec()))?;
        Some((package, licences))
    });
    Allowed { everywhere: names(list("\nallow = [")), exceptions: exceptions.collect() }
}

/// Whether a licence expression can be met: `OR` and the older `/` leave a choice, `AND` does not and binds tighter.
fn holds(expression: &str, may: &dyn Fn(&str) -> bool) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let (holds, rest) = any(&words, may);
    holds && rest.is_empty()
}

fn any<'w>(words: &'w [&'w str], may: &dyn Fn(&str) -> bool) -> (bool, &'w [&'w str]) {
    let (mut holds, mut rest) = all(words, may);
    while let [first, after @ ..] = rest
        && *first == "OR"
    {
        let (next, left) = all(after, may);
        (holds, rest) = (holds | next, left);
    }
    (holds, rest)
}

fn all<'w>(words: &'w [&'w str], may: &dyn Fn(&str) -> bool) -> (bool, &'w [&'w str]) {
    let (mut holds, mut rest) = one(words, may);
    while let [first, after @ ..] = rest
        && *first == "AND"
    {
        let (next, left) = one(after, may);
        (holds, rest) = (holds & next, left);
    }
    (holds, rest)
}

fn one<'w>(words: &'w [&'w str], may: &dyn Fn(&str) -> bool) -> (bool, &'w [&'w str]) {
    match words {
        ["(", inner @ ..] => match any(inner, may) {
            (holds, [")", rest @ ..]) => (holds, rest),
            (_, rest) => (false, rest),
        },
        [licence, "WITH", exception, rest @ ..] => (may(&format!("{licence} WITH {exception}")), rest),
        [licence, rest @ ..] => (may(licence), rest),
        [] => (false, words),
    }
}

#[test]
fn a_licence_that_is_not_allowed_is_found() {
    let may = |licence: &str| ["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"].contains(&licence);
    for met in ["MIT", "GPL-3.0-only OR MIT", "GPL-3.0-only/MIT", "(GPL-3.0-only OR MIT) AND Zlib"] {
        assert!(holds(met, &may), "{met}");
    }
    assert!(holds("Apache-2.0 WITH LLVM-exception OR GPL-3.0-only", &may));
    for unmet in ["", "GPL-3.0-only", "MIT AND GPL-3.0-only", "Apache-2.0", "(MIT", "MIT GPL-3.0-only"] {
        assert!(!holds(unmet, &may), "{unmet}");
    }
}
