//! Files that are too much, and files that lead where they should not: each ends in an error that says so.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use headjudge::cli::{Exit, run};

/// What a command on one file, named `FILE` in it, ends with and says.
fn said(name: &str, text: &[u8], arguments: &[&str]) -> (Exit, String) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("limits").join(name);
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("x.scn");
    fs::write(&file, text).expect("a file");
    let words = arguments
        .iter()
        .map(|word| if *word == "FILE" { file.clone().into_os_string() } else { OsString::from(word) });
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    let exit = run([OsString::from("headjudge")].into_iter().chain(words), &mut out, &mut errors);
    (exit, String::from_utf8([out, errors].concat()).expect("text"))
}

fn ruling(name: &str, text: &str) -> (Exit, String) {
    said(name, text.as_bytes(), &["run", "-q", "FILE"])
}

const HEAD: &str = "scenario  Too much\nAP\n";

#[test]
fn what_is_too_large_is_refused() {
    let large = format!("{HEAD}{}", "  # a comment that goes on\n".repeat(50_000));
    let (exit, said) = said("large", large.as_bytes(), &["test", "FILE"]);
    assert!(exit == Exit::Usage && said.contains("too large"), "{said}");
    if fs::exists("/dev/zero").unwrap_or(false) {
        let (mut out, mut errors) = (Vec::new(), Vec::new());
        let exit = run(["headjudge", "test", "/dev/zero"].map(OsString::from), &mut out, &mut errors);
        assert_eq!(exit, Exit::Usage, "a device that never ends");
    }
}

#[test]
fn what_nests_too_deeply_is_refused() {
    let brackets = format!("{HEAD}  battlefield  Grizzly Bears {}\n", "[exiling Storm Crow ".repeat(20_000));
    let closed = format!(
        "{HEAD}  battlefield  Grizzly Bears {}{}\n",
        "[exiling Storm Crow ".repeat(5_000),
        "]".repeat(5_000)
    );
    let stairs: String =
        (0..1_200).map(|depth| format!("{}expect AP life 20\n", " ".repeat(depth))).collect();
    let stairs = format!("{HEAD}  life  20\n\n{stairs}");
    for (name, text) in [("brackets", &brackets), ("closed", &closed), ("stairs", &stairs)] {
        let (exit, said) = ruling(name, text);
        assert!(
            exit == Exit::Invalid && said.contains("error["),
            "{name}: {exit:?} {}",
            &said[..said.len().min(500)]
        );
    }
}

#[test]
fn what_is_too_many_is_refused() {
    let boards = [
        "hand         100000 Grizzly Bears",
        "battlefield  4000000000 Plains",
        "battlefield  99999 token 1/1 white Soldier",
    ];
    for (place, board) in boards.iter().enumerate() {
        let (exit, said) =
            ruling(&format!("many-{place}"), &format!("{HEAD}  {board}\n\nexpect AP life 20\n"));
        assert!(exit == Exit::Invalid && said.contains("error["), "{board}: {said}");
    }
    // It is said once, however many there are.
    let many =
        format!("{HEAD}  battlefield  {}Forest\n\nexpect AP life 20\n", "Grizzly Bears; ".repeat(20_000));
    let (exit, said) = ruling("entries", &many);
    assert!(exit == Exit::Invalid && said.matches("[too-many]").count() == 1, "{}", said.len());
    let slips: String = (0..20_000).map(|number| format!("Grizly Bears {number}; ")).collect();
    let (exit, said) = ruling("slips", &format!("{HEAD}  battlefield  {slips}\n\nexpect AP life 20\n"));
    assert!(exit == Exit::Invalid && said.matches("error[").count() <= 100, "{}", said.len());
    let rows: String = (0..1_500).map(|row| format!("  {row}\n")).collect();
    let (exit, said) =
        ruling("rows", &format!("{HEAD}  life  <life>\n\nexpect AP life <life>\nexamples\n  life\n{rows}"));
    assert!(exit == Exit::Invalid && said.contains("[too-many]"), "{said}");
}

#[test]
fn an_include_never_leaves_its_folder() {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("limits");
    fs::create_dir_all(home.join("include")).expect("a folder");
    fs::write(home.join("secret.scn"), "AP\n  battlefield  Grizzly Bears\n").expect("a file");
    let absolute = home.join("secret.scn").display().to_string();
    let mut ways = vec!["../secret.scn", "./../secret.scn", "a/../../secret.scn", absolute.as_str(), ".", ""];
    #[cfg(unix)]
    {
        let link = home.join("include").join("link.scn");
        let _ = fs::remove_file(&link);
        std::os::unix::fs::symlink(home.join("secret.scn"), &link).expect("a link");
        ways.push("link.scn");
    }
    for way in ways {
        let (exit, said) =
            ruling("include", &format!("scenario  A board of others\ninclude {way}\n\nexpect AP life 20\n"));
        assert_eq!(exit, Exit::Invalid, "{way}: {said}");
        assert!(!said.contains("Grizzly"), "{way} shows what is in it: {said}");
    }
}

#[test]
fn a_file_may_include_itself_no_more_than_it_may_end_the_world() {
    let (exit, said) =
        ruling("itself", "scenario  Itself\ninclude x.scn\nAP\n  life  20\n\nexpect AP life 20\n");
    assert_eq!(exit, Exit::Invalid, "{said}");
}

#[test]
fn hostile_card_definitions_are_refused() {
    let laughs: String =
        (1..30).map(|n| format!("b{n}: &b{n} [*b{p},*b{p},*b{p},*b{p}]\n", p = n - 1)).collect();
    let laughs = format!("b0: &b0 [x,x,x,x]\n{laughs}");
    let deep = format!("name: {}{}", "[".repeat(100_000), "]".repeat(100_000));
    let documents = "--- {name: X}\n".repeat(1000);
    let merge = "a: {<<: {name: X}}\n";
    let tag = "!!python/object:os.system {name: X}\n";
    for (name, text) in [
        ("laughs", &laughs[..]),
        ("deep", &deep),
        ("documents", &documents),
        ("merge", merge),
        ("tag", tag),
        ("nul", "name: \"a\\0b\"\n"),
    ] {
        let (exit, said) = said(&format!("cards-{name}"), text.as_bytes(), &["card", "X", "--cards", "FILE"]);
        assert!(
            exit == Exit::Invalid && said.contains("error["),
            "{name}: {exit:?} {}",
            &said[..said.len().min(500)]
        );
        let inline: String = text.lines().map(|line| format!("  {line}\n")).collect();
        let (exit, _) = ruling(
            &format!("inline-{name}"),
            &format!("scenario  A card\ncard X\n{inline}AP\n  battlefield  X\n\nexpect AP life 20\n"),
        );
        assert_eq!(exit, Exit::Invalid, "{name}, written out in a scenario");
    }
}

#[test]
fn what_is_included_too_often_is_refused() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("limits").join("included");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("many.txt"), "ask AP\n".repeat(2_000)).expect("a file");
    for (before, behind) in [("", "include many.txt\n".repeat(2_000)), ("include many.txt\n", String::new())]
    {
        let scenarios = if before.is_empty() { 1 } else { 900 };
        let text = format!("{before}{}{behind}", "scenario  Too much\n".repeat(scenarios));
        let (exit, said) = said("included", text.as_bytes(), &["run", "-q", "FILE"]);
        assert!(exit == Exit::Invalid && said.contains("[too-large]"), "{}", said.len());
    }
}
