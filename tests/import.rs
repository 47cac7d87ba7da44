//! `headjudge cards import`: cards of the user's Oracle files, kept for every command.

#![expect(clippy::expect_used, reason = "a test says what it expects by panicking")]

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;

use headjudge::cli::{Exit, run};
use serde_json::{Value, json};

/// A folder of files, and the data folder below it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("import").join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).expect("a file");
        path.display().to_string()
    }

    fn data(&self) -> String {
        self.0.join("data").display().to_string()
    }

    /// Runs headjudge with this data folder.
    fn headjudge(&self, arguments: &[&str]) -> (Exit, String, String) {
        let (mut out, mut errors) = (Vec::new(), Vec::new());
        let data = self.data();
        let arguments = ["headjudge"].iter().chain(arguments).copied().chain(["--data", &data]);
        let exit = run(arguments.map(OsString::from), &mut out, &mut errors);
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (exit, text(out).replace(&data, "DATA"), text(errors).replace(&data, "DATA"))
    }

    fn import(&self, files: &[&str]) -> String {
        let (exit, out, errors) = self.headjudge(&[&["cards", "import"], files].concat());
        assert_eq!((exit, errors.as_str()), (Exit::Expected, ""), "{out}");
        out
    }
}

/// A card as Scryfall has it.
fn scryfall(name: &str, cost: &str, types: &str, text: &str) -> Value {
    json!({"object": "card", "lang": "en", "name": name, "layout": "normal", "mana_cost": cost, "type_line": types,
        "oracle_text": text, "legalities": {"modern": "legal"}, "prices": {"usd": null}})
}

fn heron(text: &str) -> Value {
    json!({"name": "Hexing Heron", "layout": "normal", "mana_cost": "{1}{U}", "type_line": "Creature — Bird",
        "oracle_text": text, "power": "1", "toughness": "3"})
}

fn two_faces() -> Value {
    let face = |name: &str, types: &str, text: &str| json!({"object": "card_face", "name": name, "mana_cost": "", "type_line": types, "oracle_text": text, "power": "2", "toughness": "2"});
    json!({"name": "Dusk Caller // Dawn Caller", "layout": "transform",
        "card_faces": [face("Dusk Caller", "Creature — Human", "Flying"), face("Dawn Caller", "Creature — Human", "Trample")]})
}

#[test]
fn imported_cards_are_found_by_every_command() {
    let folder = Folder::new("found");
    let list = json!([
        heron("Flying"),
        two_faces(),
        scryfall("Qux", "{3}", "Artifact", "Frobnicate this artifact."),
        json!({"name": "A Token", "layout": "token", "type_line": "Token Creature — Bird"}),
        scryfall("Odd", "{3}", "Gizmo", "")
    ]);
    let file = folder.write("oracle-cards.json", list.to_string());
    insta::assert_snapshot!(folder.import(&[&file]), @r"
    3 cards: 3 new, 0 changed, 0 the same as before, 0 as they come with headjudge
    not all of the text is understood of 1 card; a scenario that comes to the rest is undecided
    left out, as no cards of ordinary games: 1
    declined: 1
      Odd: `Gizmo` is no type that headjudge knows
    kept in DATA/cards/imported.hjc
    ");
    let (_, out, _) = folder.headjudge(&["card", "hexing heron"]);
    assert!(
        out.contains("Creature — Bird, 1/3\n  Flying\na user's card: it was imported, into DATA"),
        "{out}"
    );
    let (_, out, _) = folder.headjudge(&["card", "Dawn Caller", "--json"]);
    let page: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&page["name"], &page["from"]["kind"]), (&"Dusk Caller".into(), &"imported".into()));
    let (_, out, _) = folder.headjudge(&["cards", "caller", "--type", "human"]);
    assert!(out.contains("Dusk Caller") && out.contains("(imported)\n"), "{out}");
    let scenario = folder.write(
        "a.scn",
        "scenario  A heron\nAP\n  battlefield  Hexing Heron\n\nAP attacks Hexing Heron\nexpect NAP life 19\n",
    );
    let (exit, out, errors) = folder.headjudge(&["run", "-q", &scenario]);
    assert_eq!((exit, errors.as_str()), (Exit::Expected, ""), "{out}");
    assert!(out.contains("rests on a user's card: Hexing Heron (imported)"), "{out}");
    let (_, out, _) = folder.headjudge(&["run", "--format", "json", &scenario]);
    let document: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(document["rulings"][0]["users_cards"], json!([{"name": "Hexing Heron", "from": "imported"}]));
    let (exit, out, _) = folder.headjudge(&["run", "-q", &scenario, "--no-user-cards"]);
    assert_eq!(exit, Exit::Invalid, "{out}");
    assert!(out.contains("it was imported, into DATA"), "{out}");
    // What a file of the user's says goes before what was imported.
    let own =
        folder.write("own.yaml", "{name: Hexing Heron, types: Creature — Bird, power: 5, toughness: 5}\n");
    let (_, out, _) = folder.headjudge(&["card", "Hexing Heron", "--cards", &own]);
    assert!(out.contains("5/5"), "{out}");
    // And all of it can be undone.
    let (exit, out, _) = folder.headjudge(&["cards", "import", "--remove"]);
    assert_eq!((exit, out.as_str()), (Exit::Expected, "no imported card is kept any more\n"));
    assert_eq!(folder.headjudge(&["card", "Hexing Heron"]).0, Exit::Usage);
    assert_eq!(folder.headjudge(&["cards", "import", "--remove"]).0, Exit::Expected);
}

#[test]
fn a_newer_text_wins() {
    let folder = Folder::new("newer");
    let file = folder.write("one.json", json!([heron("Flying"), two_faces()]).to_string());
    folder.import(&[&file]);
    let file = folder.write("two.json", json!([heron("Flying\nVigilance"), two_faces()]).to_string());
    let out = folder.import(&[&file]);
    assert!(out.starts_with("2 cards: 0 new, 1 changed, 1 the same as before, 0 as"), "{out}");
    assert!(folder.headjudge(&["card", "Hexing Heron"]).1.contains("Vigilance"));
    // Of several files, and of several printings in one, the last counts.
    let file = folder.write("three.jsonl", format!("{}\n\n{}\n", heron("Haste"), heron("Trample")));
    folder.import(&[&file]);
    assert!(folder.headjudge(&["card", "Hexing Heron"]).1.contains("Trample"));
}

#[test]
fn a_card_that_comes_with_headjudge_is_replaced_only_by_another() {
    let folder = Folder::new("bundled");
    let mut knight =
        scryfall("White Knight", "{W}{W}", "Creature — Human Knight", "First strike\nProtection from black");
    knight["power"] = "2".into();
    knight["toughness"] = "2".into();
    let scenario =
        folder.write("a.scn", "scenario  A knight\nAP\n  battlefield  White Knight\n\nask White Knight\n");
    let mut same = json!([scryfall("Grizzly Bears", "{1}{G}", "Creature — Bear", ""), knight.clone()]);
    same[0]["power"] = "2".into();
    same[0]["toughness"] = "2".into();
    let file = folder.write("same.json", same.to_string());
    let out = folder.import(&[&file]);
    assert!(out.starts_with("2 cards: 0 new, 0 changed, 0 the same as before, 2 as they come"), "{out}");
    assert!(
        !folder
            .headjudge(&[
                "run",
                &folder.write(
                    "b.scn",
                    "scenario  A bear\nAP\n  battlefield  Grizzly Bears\n\nask Grizzly Bears\n"
                )
            ])
            .1
            .contains("rests on")
    );
    knight["toughness"] = "3".into();
    let file = folder.write("other.json", json!([knight]).to_string());
    let out = folder.import(&[&file]);
    assert!(
        out.contains("other than what comes with headjudge, which they replace: 1\n  White Knight\n"),
        "{out}"
    );
    let (_, out, _) = folder.headjudge(&["run", "-q", &scenario]);
    assert!(out.contains("2/3") && out.contains("rests on a user's card: White Knight (imported)"), "{out}");
    // Where nothing may rest on a user's card, the one that comes with headjudge is there still.
    let (_, out, _) = folder.headjudge(&["run", "-q", &scenario, "--no-user-cards"]);
    assert!(out.contains("2/2") && !out.contains("rests on"), "{out}");
    let (_, out, _) = folder.headjudge(&["cards", "white knight"]);
    assert!(out.contains("2/3") && out.ends_with("1 card, all playable\n"), "{out}");
}

#[test]
fn cards_of_mtgjson_and_gzipped_files_are_read() {
    let folder = Folder::new("mtgjson");
    let face = |side: &str, name: &str, cost: &str, text: &str| {
        json!({"name": "Gust // Gale", "faceName": name, "side": side, "layout": "split", "manaCost": cost, "type": "Instant",
            "types": ["Instant"], "subtypes": [], "text": text, "colors": [], "manaValue": 3.0})
    };
    let heron = json!({"name": "Hexing Heron", "layout": "normal", "manaCost": "{1}{U}", "type": "Creature — Bird", "text": "Flying",
        "power": "1", "toughness": "3", "foreignData": [{"language": "German", "name": "Reiher"}]});
    let funny = json!({"name": "Silly", "layout": "normal", "type": "Artifact", "isFunny": true});
    let file = json!({"meta": {"date": "2026-08-01", "version": "5.2.2"}, "data": {
        "Gust // Gale": [face("b", "Gale", "{2}{R}", "Draw two cards."), face("a", "Gust", "{U}", "Draw a card.")],
        "Hexing Heron": [heron], "Silly": [funny]}});
    let mut gzipped = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzipped.write_all(file.to_string().as_bytes()).expect("bytes");
    let file = folder.write("AtomicCards.json.gz", gzipped.finish().expect("bytes"));
    let out = folder.import(&[&file]);
    assert!(out.starts_with("2 cards: 2 new") && out.contains("ordinary games: 1\n"), "{out}");
    let (_, out, _) = folder.headjudge(&["card", "gust/gale"]);
    assert!(out.starts_with("Gust {U}\nInstant\n  Draw a card.\n//\nGale {2}{R}\n"), "{out}");
    assert!(folder.headjudge(&["card", "Hexing Heron"]).1.contains("1/3\n  Flying"));
    // A list as the service answers a question.
    let list = json!({"object": "list", "has_more": false, "data": [two_faces()]});
    let file = folder.write("answer.json", list.to_string());
    assert!(folder.import(&[&file]).starts_with("1 card: 1 new"));
}

#[test]
fn what_is_no_oracle_file_leaves_everything_as_it_was() {
    let folder = Folder::new("faults");
    let good = folder.write("good.json", json!([heron("Flying")]).to_string());
    folder.import(&[&good]);
    let kept = || std::fs::read(folder.0.join("data/cards/imported.hjc")).expect("imported cards");
    let before = kept();
    let deep = "[".repeat(100_000);
    let long = format!("[{{\"name\": \"{}\"}}]", "x".repeat(9 << 20));
    let cut = {
        let mut gzipped = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzipped.write_all(json!([heron("Haste")]).to_string().as_bytes()).expect("bytes");
        let mut bytes = gzipped.finish().expect("bytes");
        bytes.truncate(bytes.len() / 2);
        bytes
    };
    let cases: [(&str, Vec<u8>, &str); 8] = [
        ("empty.json", b"".to_vec(), "EOF"),
        ("text.json", b"Grizzly Bears\n".to_vec(), "line 1: expected value"),
        ("lines.jsonl", format!("{}\n{{\"name\": }}\n", heron("Haste")).into(), "line 2: expected value"),
        ("numbers.json", b"[1, 2]".to_vec(), "there is no card in it"),
        ("deep.json", deep.into(), "recursion limit"),
        ("long.json", long.into(), "a card of more than 4 megabytes"),
        ("cut.json.gz", cut, "line 1"),
        ("names.json", b"{\"data\": {\"A\": 3}}".to_vec(), "line 1: invalid type"),
    ];
    for (name, bytes, part) in cases {
        let file = folder.write(name, bytes);
        let (exit, out, errors) = folder.headjudge(&["cards", "import", &good, &file]);
        assert_eq!((exit, out.as_str()), (Exit::Usage, ""), "{name}");
        assert!(
            errors.contains(part) && errors.contains(name) && errors.contains("= help: "),
            "{name}: {errors}"
        );
        assert_eq!(kept(), before, "{name}");
    }
    assert_eq!(folder.headjudge(&["cards", "import"]).0, Exit::Usage);
    assert_eq!(folder.headjudge(&["cards", "import", "no-such-file.json"]).0, Exit::Usage);
    // What is kept may be broken; then it is told, with what helps.
    let kept_in = folder.0.join("data/cards/imported.hjc");
    std::fs::write(&kept_in, b"broken").expect("a file");
    let (exit, _, errors) = folder.headjudge(&["card", "Grizzly Bears"]);
    assert_eq!(exit, Exit::Usage);
    assert!(errors.contains("import --remove"), "{errors}");
    let mut broken = before;
    let end = broken.len() - 10;
    broken.truncate(end);
    std::fs::write(&kept_in, broken).expect("a file");
    let (exit, _, errors) = folder.headjudge(&["card", "Hexing Heron"]);
    assert!(exit != Exit::Expected && !errors.is_empty(), "{errors}");
    assert_eq!(folder.headjudge(&["cards", "import", "--remove"]).0, Exit::Expected);
    assert_eq!(folder.headjudge(&["card", "Grizzly Bears"]).0, Exit::Expected);
    // No file is left beside.
    let left = std::fs::read_dir(folder.0.join("data/cards")).expect("a folder").count();
    assert_eq!(left, 0);
}
