//! `headjudge lesson`: pages that need nothing but themselves, of a size, whole or not at all.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use headjudge::cli::{Exit, run};

fn headjudge(arguments: &[&str]) -> (Exit, String, String) {
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    let arguments = ["headjudge"].iter().chain(arguments).map(OsString::from);
    let exit = run(arguments, &mut out, &mut errors);
    (exit, String::from_utf8(out).unwrap(), String::from_utf8(errors).unwrap())
}

/// A folder of this test's own that isn't there yet.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("lesson").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(folder.parent().unwrap()).unwrap();
    folder
}

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut files: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    files.sort();
    files
}

/// The data that stand in a page.
fn data(page: &str) -> serde_json::Value {
    let (_, data) = page.split_once("<script type=\"application/json\" id=\"played\">").unwrap();
    serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap()
}

fn of_the_project(path: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path).display().to_string()
}

#[test]
fn each_scenario_is_a_page_and_an_index_lists_them() {
    let out = folder("pages");
    let file = of_the_project("scenarios/cipher/two-cards-on-one-creature.scn");
    let other = of_the_project("scenarios/exile/exiled-for-good.scn");
    let (exit, printed, errors) = headjudge(&["lesson", &file, &other, "--out", &out.display().to_string()]);
    assert_eq!((exit, errors.as_str()), (Exit::Expected, ""));
    assert!(printed.starts_with("3 pages and an index in "), "{printed}");
    let names = [
        "exiled-for-good.html",
        "index.html",
        "two-cards-on-one-creature-2.html",
        "two-cards-on-one-creature.html",
    ];
    assert_eq!(files(&out), names);
    let index = fs::read_to_string(out.join("index.html")).unwrap();
    for name in names.iter().filter(|name| **name != "index.html") {
        assert!(index.contains(&format!("href=\"{name}\"")), "{name}");
        let page = fs::read_to_string(out.join(name)).unwrap();
        assert!(page.len() <= 500_000, "{name} has {} bytes", page.len());
        // The data and the program, and nothing from elsewhere.
        assert_eq!(page.matches("<script").count(), 2, "{name}");
        assert_eq!(page.matches("</script>").count(), 2, "{name}");
        for foreign in ["src=\"", "@import", "url(", "https://"] {
            assert!(!page.contains(foreign), "{foreign} is in {name}");
        }
        for part in [
            "default-src 'none'",
            "<h2>Before</h2>",
            "<h2>The steps</h2>",
            "<h2>After</h2>",
            "<h2>The rules, in our words</h2>",
            "@media print",
        ] {
            assert!(page.contains(part), "{part} is not in {name}");
        }
        let data = data(&page);
        assert_eq!(data["schema"], "headjudge-played/1");
        let views = data["scenarios"].as_array().unwrap();
        let viewers: Vec<_> = views.iter().map(|played| &played["viewer"]).collect();
        assert_eq!(viewers, [&serde_json::Value::Null, &"AP".into(), &"NAP".into()]);
    }
    let page = fs::read_to_string(out.join("exiled-for-good.html")).unwrap();
    assert!(page.contains("Does it ever come back?") && page.contains("<dt>701.13a</dt>"), "{page}");
}

#[test]
fn a_player_sees_only_what_they_may() {
    let out = folder("seen");
    let file = out.with_extension("scn");
    let text = "scenario  Hidden\nAP\n  hand   Divination; Counterspell\n  exile  Serra Angel [face down]\nNAP\n  \
                hand   Shock\n\nNAP casts Shock -> AP\nexpect AP life 18\n";
    fs::write(&file, text).unwrap();
    let arguments =
        ["lesson", &file.display().to_string(), "--as", "NAP", "--out", &out.display().to_string()];
    assert_eq!(headjudge(&arguments).0, Exit::Expected);
    let page = fs::read_to_string(out.join("seen.html")).unwrap();
    for hidden in ["Divination", "Counterspell", "Serra Angel"] {
        assert!(!page.contains(hidden), "{hidden}");
    }
    assert_eq!(data(&page)["scenarios"].as_array().unwrap().len(), 1);
}

#[test]
fn nothing_of_a_scenario_is_a_part_of_the_page() {
    let out = folder("hostile");
    let file = out.with_extension("scn");
    let text = "scenario  </script><script>alert(1)</script> & \"more\"\nquestion  Is <img src=x onerror=alert(2)> \
                seen?\nAP\n  hand  Divination\n\nexpect AP life 20\n";
    fs::write(&file, text).unwrap();
    let (exit, _, errors) =
        headjudge(&["lesson", &file.display().to_string(), "--out", &out.display().to_string()]);
    assert!(exit == Exit::Expected, "{errors}");
    for name in ["hostile.html", "index.html"] {
        let page = fs::read_to_string(out.join(name)).unwrap();
        for part in ["<script>alert", "<img"] {
            assert!(!page.contains(part), "{part} is in {name}");
        }
    }
    assert!(fs::read_to_string(out.join("hostile.html")).unwrap().contains("&lt;img src=x"));
}

#[test]
fn a_course_becomes_pages_with_its_words() {
    let out = folder("course");
    let course = out.with_extension("course");
    fs::write(out.with_extension("scn"), "scenario  Unhurt\nAP\n  life  7\n\nexpect AP life 7\n").unwrap();
    let text = "course  Bolts & shocks\nabout   For the test.\npart    There\nruling  course.scn\ntext    And then.\n\
                write   Shock NAP.\n  hint    It is a spell.\n  answer  AP casts Shock -> NAP\n  wrong   AP casts Shock -> AP\n  \
                play\n    scenario  Shocked\n    AP\n      hand  Shock\n\n    ...\n    expect NAP life 18\n";
    fs::write(&course, text).unwrap();
    let arguments = ["lesson", &course.display().to_string(), "--out", &out.display().to_string()];
    let (exit, _, errors) = headjudge(&arguments);
    assert_eq!((exit, errors.as_str()), (Exit::Expected, ""));
    assert_eq!(files(&out), ["course.html", "exercise.html", "index.html"]);
    let index = fs::read_to_string(out.join("index.html")).unwrap();
    let mut rest = index.as_str();
    for part in [
        "<h1>Bolts &amp; shocks</h1>",
        "<p>For the test.</p>",
        "<h2>There</h2>",
        "<a href=\"course.html\">Unhurt</a>",
        "<p>And then.</p>",
        "<b>To write:</b> Shock NAP.",
        "\n...\n",
        "It is a spell.",
        "AP casts Shock -&gt; NAP",
        "<a href=\"exercise.html\">",
    ] {
        let (_, after) =
            rest.split_once(part).unwrap_or_else(|| panic!("{part} does not follow in\n{index}"));
        rest = after;
    }
}

#[test]
fn nothing_is_written_where_something_cannot_be() {
    let out = folder("nothing");
    let good = of_the_project("scenarios/exile/exiled-for-good.scn");
    let (exit, _, errors) =
        headjudge(&["lesson", &good, "no-such-file.scn", "--out", &out.display().to_string()]);
    assert!(exit == Exit::Usage && errors.contains("no-such-file.scn"), "{errors}");
    assert!(!out.exists());
}
