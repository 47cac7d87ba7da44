//! `headjudge board --svg`: the picture is well formed, is the same each time, refers to nothing, and shows nobody what they may not see.

#![expect(clippy::unwrap_used, clippy::string_slice, reason = "a test fails by panicking")]

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use headjudge::cli::{Exit, run};

fn headjudge(arguments: &[&str]) -> (Exit, String, String) {
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    let arguments = ["headjudge"].iter().chain(arguments).map(OsString::from);
    let exit = run(arguments, &mut out, &mut errors);
    (exit, String::from_utf8(out).unwrap(), String::from_utf8(errors).unwrap())
}

const BOARD: &str = "scenario  A <\"board\"> & more
card A Creature Whose Name Is So Very Long That It Is Wider Than Any Card
  text
    {2}{W/U}{B}
    Legendary Artifact Creature — Human Wizard
    12/12
    Flying
AP
  life         17
  poison       3
  hand         Lightning Bolt; Fact or Fiction
  library      Wrath of God; ...
  battlefield  2 Forest [tapped]; A Creature Whose Name Is So Very Long That It Is Wider Than Any Card [tapped; 2 +1/+1; damage 3]; Grizzly Bears @bear; Loxodon Warhammer [attached to @bear]; Storm Crow [encoded Hands of Binding]; Banishing Light [exiling NAP's Serra Angel]; 2 token 1/1 white Soldier
  graveyard    Divination
NAP
  hand         Counterspell; 2 unknown
  battlefield  Hill Giant; Liliana of the Veil [loyalty 3]
  exile        Shivan Dragon [face down]

AP casts Lightning Bolt -> NAP
in response NAP casts Counterspell -> Lightning Bolt
expect NAP life 20
";

fn board(name: &str, text: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("picture");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}.scn"));
    fs::write(&path, text).unwrap();
    path.display().to_string()
}

/// Checks that every tag is closed in its order and that no text has a sign of its own.
fn well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>'), "a `>` stands in a text");
        let end = start + rest[start..].find('>').unwrap();
        let tag = &rest[start + 1..end];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap());
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "{open:?} is not closed");
    let known = ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"];
    for (place, _) in svg.match_indices('&') {
        assert!(known.iter().any(|sign| svg[place..].starts_with(sign)), "{}", &svg[place..place + 9]);
    }
}

#[test]
fn everything_on_the_board_is_drawn() {
    let file = board("drawn", BOARD);
    let (exit, svg, errors) = headjudge(&["board", &file, "--svg"]);
    assert_eq!((exit, errors.as_str()), (Exit::Expected, ""));
    well_formed(&svg);
    for part in [
        "A &lt;&quot;board&quot;&gt; &amp; more",
        ">life 17, poison 3, active player, has priority<",
        ">Loxodon<",
        ">Warhammer<",
        "rotate(90)",
        ">14/14<",
        ">2 +1/+1 counters<",
        ">3 damage<",
        ">3 loyalty counters<",
        ">5/2<",
        ">2 unknown cards<",
        ">until Banishing Light#",
        ">with it: Serra<",
        "face-down Shivan Dragon",
    ] {
        let wrapped = part == ">with it: Serra<" && svg.contains(">with it: Serra ");
        assert!(wrapped || svg.contains(part), "{part} is not in\n{svg}");
    }
    // Nothing of it lies elsewhere, and nothing of it does anything.
    for foreign in ["href", "url(", "<script", "<image", "<use", "onload"] {
        assert!(!svg.contains(foreign), "{foreign}");
    }
    assert_eq!(svg.matches("http").count(), 1, "only the name of the form");
    assert_eq!(headjudge(&["board", &file, "--svg"]).1, svg);
}

#[test]
fn a_step_is_shown_with_what_has_happened() {
    let file = board("steps", BOARD);
    let (_, start, _) = headjudge(&["board", &file, "--svg", "--step", "0"]);
    assert!(start.contains(">Before anything happens<") && !start.contains(">stack<"), "{start}");
    let (_, second, _) = headjudge(&["board", &file, "--svg", "--step", "3"]);
    well_formed(&second);
    assert!(second.contains(">stack<") && second.contains(">Step 3: Counterspell#"), "{second}");
    let (exit, _, errors) = headjudge(&["board", &file, "--svg", "--step", "99"]);
    assert!(exit == Exit::Usage && errors.contains("there is no step 99"), "{errors}");
}

#[test]
fn nobody_is_shown_what_they_may_not_see() {
    let file = board("seen", BOARD);
    for step in ["0", "1"] {
        let (_, svg, _) = headjudge(&["board", &file, "--svg", "--as", "NAP", "--step", step]);
        well_formed(&svg);
        for hidden in ["Fact or Fiction", "Wrath of God", "Shivan Dragon"] {
            assert!(!svg.contains(hidden), "{hidden} is in\n{svg}");
        }
        assert!(svg.contains(", as NAP sees it<") && svg.contains(">Counterspell<"), "{svg}");
    }
    let (exit, _, errors) = headjudge(&["board", &file, "--svg", "--as", "Nobody"]);
    assert!(exit == Exit::Usage && errors.contains("no player is called `Nobody`"), "{errors}");
}

#[test]
fn a_picture_is_written_whole_and_of_the_scenario_that_is_meant() {
    let file = board("two", &format!("{BOARD}\nscenario  The other\nAP\n  life  3\n\nexpect AP life 3\n"));
    let out = PathBuf::from(&file).with_extension("svg");
    let (exit, printed, _) =
        headjudge(&["board", &file, "--svg", "--title", "The other", "--out", &out.display().to_string()]);
    assert_eq!((exit, printed.as_str()), (Exit::Expected, ""));
    let svg = fs::read_to_string(&out).unwrap();
    assert!(svg.contains(">The other<") && svg.contains(">life 3, active player"), "{svg}");
    let (exit, _, errors) = headjudge(&["board", &file, "--svg", "--title", "None"]);
    assert!(exit == Exit::Usage && errors.contains("no scenario of the file has that title"), "{errors}");
    let bad = board("bad", "scenario  A\nAP\n  hand  No Such Card\n");
    let (exit, printed, errors) = headjudge(&["board", &bad, "--svg"]);
    assert_eq!((exit, printed.as_str()), (Exit::Invalid, ""));
    assert!(errors.contains("unknown-card"), "{errors}");
}

/// The pictures of some hundred scenarios.
#[test]
fn many_pictures_are_well_formed() {
    for folder in ["scenarios/face-down", "scenarios/planes", "scenarios/multiplayer"] {
        for entry in fs::read_dir(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap() {
            let file = entry.unwrap().path();
            if file.extension().is_none_or(|extension| extension != "scn") {
                continue;
            }
            let (exit, svg, errors) = headjudge(&["board", &file.display().to_string(), "--svg"]);
            if exit == Exit::Usage || exit == Exit::OwnFault {
                panic!("{}: {errors}", file.display());
            }
            well_formed(&svg);
        }
    }
}
