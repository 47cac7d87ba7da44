//! `headjudge serve` asked by programs: what the API answers, what it refuses, and that nothing asked of it makes it panic, hang or
//! leave its folder.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::disallowed_types,
    reason = "a test says what it expects by panicking"
)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A folder that is served, and is gone afterwards.
struct Served {
    child: Child,
    address: String,
    folder: PathBuf,
}

const SHOCK: &str = "scenario  Shock\nAP\n  hand  Shock\n\nAP casts Shock -> NAP\nexpect NAP life 18\n";
const SECRET: &str = "scenario  A secret outside the folder\n";

/// A course with a scenario of the folder, one outside it, and a line to write.
const COURSE: &str = "course  Two
about   For the test.
text    First.
ruling  ../shock.scn
ruling  ../../secret.scn
write   Shock them.
  hint    Two damage.
  answer  AP casts Shock -> NAP
  wrong   AP casts Shock -> AP
  play
    scenario  Shock them
    AP
      hand  Shock

    ...
    expect NAP life 18
";

impl Served {
    fn new(name: &str, more: &[&str]) -> Self {
        let outside = std::env::temp_dir().join(format!("headjudge-serve-{}-{name}", std::process::id()));
        let folder = outside.join("folder");
        fs::create_dir_all(folder.join("deep")).expect("a folder");
        fs::write(folder.join("shock.scn"), SHOCK).expect("a file");
        fs::write(folder.join("deep/part.scn"), "scenario  Deep\ninclude ../shock.scn\n").expect("a file");
        fs::write(folder.join("notes.txt"), "not for others").expect("a file");
        fs::write(folder.join("deep/two.course"), COURSE).expect("a file");
        fs::write(outside.join("secret.course"), "course  A secret outside\nruling  secret.scn\n")
            .expect("a file");
        fs::write(outside.join("secret.scn"), SECRET).expect("a file");
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(outside.join("secret.scn"), folder.join("link.scn")).expect("a link");
            std::os::unix::fs::symlink(&outside, folder.join("way-out")).expect("a link");
        }
        let mut child = Command::new(env!("CARGO_BIN_EXE_headjudge"))
            .args(["serve", folder.to_str().expect("a path"), "--port", "0"])
            .args(more)
            // What is asked in the quiz is kept there, and not in the data of who runs this.
            .env("HEADJUDGE_DATA", outside.join("data"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("it is served");
        let mut line = String::new();
        let out = child.stdout.take().expect("an output");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let address = line.strip_prefix("http://").and_then(|rest| rest.split('/').next());
        let address = address.expect("an address").to_owned();
        Self { child, address, folder }
    }

    /// What comes back for these bytes, and whether anything did in time.
    fn raw(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout");
        // It may answer, and close, before everything is sent.
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        match stream.read_to_end(&mut answer) {
            Ok(_) => Some(answer),
            // What was not read is thrown away with the connection.
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => Some(answer),
            Err(_) => None,
        }
    }

    fn ask(&self, method: &str, path: &str, body: Option<&str>, more: &str) -> (u16, String, String) {
        let length = body.map_or_else(String::new, |body| format!("Content-Length: {}\r\n", body.len()));
        let json = if body.is_some() { "Content-Type: application/json\r\n" } else { "" };
        let host = if more.contains("Host:") { String::new() } else { format!("Host: {}\r\n", self.address) };
        let head = format!("{method} {path} HTTP/1.1\r\n{host}{json}{length}{more}\r\n");
        let answer = self.raw(format!("{head}{}", body.unwrap_or_default()).as_bytes()).expect("an answer");
        let answer = String::from_utf8(answer).expect("text");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        (status, head.to_owned(), body.to_owned())
    }

    fn get(&self, path: &str) -> (u16, Value) {
        let (status, _, body) = self.ask("GET", path, None, "");
        (status, serde_json::from_str(&body).unwrap_or(Value::String(body)))
    }

    fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let (status, _, body) = self.ask("POST", path, Some(&body.to_string()), "");
        (status, serde_json::from_str(&body).expect("JSON"))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(self.folder.parent().expect("what is around it"));
    }
}

#[test]
fn a_scenario_is_played_as_by_run() {
    let served = Served::new("run", &[]);
    let asked = json!({ "text": SHOCK, "file": "shock.scn" });
    let (status, rulings) = served.post("/api/run", &asked);
    assert_eq!(status, 200);
    let run = Command::new(env!("CARGO_BIN_EXE_headjudge"))
        .args(["run", "--format", "json", "shock.scn"])
        .current_dir(&served.folder)
        .output()
        .expect("it runs");
    assert_eq!(rulings, serde_json::from_slice::<Value>(&run.stdout).expect("JSON"));
    let (status, played) = served.post("/api/play", &asked);
    assert_eq!((status, &played["schema"]), (200, &"headjudge-played/1".into()));
    let scenario = &played["scenarios"][0];
    assert_eq!(scenario["verdict"], rulings["rulings"][0]["verdict"]);
    let mut answers = scenario["answers"].clone();
    for answer in answers.as_array_mut().expect("answers") {
        let answer = answer.as_object_mut().expect("an answer");
        answer.remove("step");
        answer.remove("after");
    }
    assert_eq!(answers, rulings["rulings"][0]["answers"]);
    assert_eq!(
        scenario["boards"]
            .as_array()
            .and_then(|boards| boards.last())
            .map(|board| &board["players"][1]["life"]),
        Some(&18.into())
    );
}

#[test]
fn who_is_no_player_of_a_scenario_sees_nothing_that_is_hidden_from_any() {
    let served = Served::new("stranger", &[]);
    let one = "scenario  One\nAP\n  hand  Shock\nNAP\n  hand  Counterspell\n\nask Shock\n";
    let other = "scenario  Other\nplayers  Ada; Bo\nAda\n  hand  Opt\nBo\n  hand  Divination\n\nask Opt\n";
    let text = format!("{one}\n{other}");
    for path in ["/api/run", "/api/play"] {
        let seen = |viewer: Option<&str>| {
            let asked = match viewer {
                Some(viewer) => json!({ "text": text, "as": viewer, "words": true }),
                None => json!({ "text": text, "words": true }),
            };
            let (status, answer) =
                served.post(path, &if path == "/api/run" { without_words(asked) } else { asked });
            assert_eq!(status, 200, "{answer}");
            let scenarios = if path == "/api/run" { "rulings" } else { "scenarios" };
            [0, 1].map(|place| answer[scenarios][place].to_string())
        };
        let shows = |seen: &[String; 2]| {
            [(0, "Shock"), (0, "Counterspell"), (1, "Opt"), (1, "Divination")]
                .map(|(place, card)| seen[place].contains(card))
        };
        let judge = shows(&seen(None));
        assert!(judge[0] && judge[2], "{path} {judge:?}");
        let of_ap = shows(&seen(Some("AP")));
        assert!(of_ap[0] && !of_ap[1] && !of_ap[2] && !of_ap[3], "{path} {of_ap:?}");
        let of_bo = shows(&seen(Some("Bo")));
        assert!(!of_bo[0] && !of_bo[1] && !of_bo[2], "{path} {of_bo:?}");
        assert_eq!(shows(&seen(Some("Nobody"))), [false; 4], "{path}");
    }
}

/// What is sent to `/api/run`, which shows no cards.
fn without_words(mut asked: Value) -> Value {
    asked.as_object_mut().expect("an object").remove("words");
    asked
}

#[test]
fn no_answer_depends_on_what_was_asked_before() {
    let served = Served::new("before", &[]);
    let with = |subtype: &str| {
        let card = format!(
            "card Sample Beast\n  text\n    Sample Beast {{1}}{{G}}\n    Creature — {subtype}\n    2/2\n"
        );
        json!({ "text": format!("scenario  A new subtype\n{card}AP\n  battlefield  Sample Beast\n\nask Sample Beast\n") })
    };
    let (_, before) = served.post("/api/run", &with("Zzquorb"));
    assert!(before.to_string().contains("Zzquorb"), "{before}");
    let letters = || 'a'..='z';
    let names = letters().flat_map(|one| letters().map(move |other| format!("{one}{other}")));
    // Several in a request: 5,000 and more in all.
    for two in names {
        let subtypes: Vec<String> = letters().take(8).map(|last| format!("Q{two}{last}")).collect();
        let (status, _) = served.post("/api/run", &with(&subtypes.join(" ")));
        assert_eq!(status, 200);
    }
    assert_eq!(served.post("/api/run", &with("Zzquorb")).1, before);
    let (_, other) = served.post("/api/run", &with("Yyquorb"));
    assert_eq!(other.to_string().replace("Yyquorb", "Zzquorb"), before.to_string());
}

#[test]
fn the_page_and_what_it_needs_are_there() {
    let served = Served::new("page", &[]);
    for (path, has) in [
        ("/", "/page.js"),
        ("/page.js", "CodeMirror"),
        ("/page.css", ".card"),
        ("/quiz", "/quiz.js"),
        ("/quiz.js", "/api/quiz"),
    ] {
        let (status, head, body) = served.ask("GET", path, None, "");
        assert_eq!(status, 200, "{path}");
        assert!(body.contains(has), "{path}");
        assert!(head.contains("Content-Security-Policy: default-src 'none'; script-src 'self'"), "{head}");
        assert_eq!(served.ask("HEAD", path, None, "").2, "", "{path}");
    }
    let size = fs::metadata("web/dist/page.js").expect("the page").len()
        + fs::metadata("web/dist/page.css").expect("its style").len();
    assert!(size <= 400 << 10, "the page has {size} bytes");
    assert!(served.get("/api/words").1["choices"].as_array().expect("choices").len() > 20);
    let (_, names) = served.get("/api/cards?name=grizzly+bear");
    assert_eq!(names[0], "Grizzly Bears");
    assert_eq!(served.get("/api/rule?number=704.5g").1["rule"], "704.5g");
    assert_eq!(served.get("/api/rule?number=999.9").0, 404);
    assert_eq!(served.get("/api/nothing").0, 404);
    assert_eq!(served.get("/api/play").0, 405);
}

#[test]
fn the_folder_is_a_bank_and_nothing_else_is() {
    let served = Served::new("bank", &[]);
    let (_, listed) = served.get("/api/files");
    let files = listed["scenarios"].as_array().expect("scenarios").iter().map(|its| its["file"].clone());
    assert_eq!(files.collect::<Vec<_>>(), ["deep/part.scn", "shock.scn"]);
    assert_eq!(served.get("/api/files?words=SHOCK").1["found"], 1);
    assert_eq!(served.get("/api/files?folder=deep").1["found"], 1);
    assert_eq!(served.get("/api/file?path=shock.scn"), (200, json!({ "text": SHOCK })));
    let outside = [
        "../secret.scn",
        "link.scn",
        "way-out/secret.scn",
        "notes.txt",
        "/etc/passwd",
        "deep",
        "",
        ".",
        "..",
        "deep/../../secret.scn",
        "..%2fsecret.scn",
        "%2e%2e/secret.scn",
        "shock.scn%00",
        "./shock.scn/../../secret.scn",
        "C:%5csecret.scn",
        "folder",
    ];
    for path in outside {
        assert_eq!(
            served.get(&format!("/api/file?path={path}")).0,
            if path.contains("%00") { 400 } else { 404 },
            "{path}"
        );
        let (status, _, _) =
            served.ask("PUT", &format!("/api/file?path={path}"), Some("{\"text\":\"x\"}"), "");
        assert!((400..500).contains(&status), "{path}: {status}");
    }
    // What a scenario includes is of its folder too.
    let text = "scenario  A\ninclude ../../secret.scn\n";
    let (_, played) = served.post("/api/play", &json!({ "text": text, "file": "deep/part.scn" }));
    assert!(!played.to_string().contains("A secret"), "{played}");
    let secret = served.folder.parent().expect("outside").join("secret.scn");
    assert_eq!(fs::read_to_string(secret).expect("the secret"), SECRET);
}

#[test]
fn a_file_is_kept_unless_nothing_is() {
    let served = Served::new("keep", &[]);
    let text = json!({ "text": "scenario  New\n" }).to_string();
    assert_eq!(served.ask("PUT", "/api/file?path=deep/new.scn", Some(&text), "").0, 201);
    assert_eq!(served.ask("PUT", "/api/file?path=deep/new.scn", Some(&text), "").0, 200);
    assert_eq!(fs::read_to_string(served.folder.join("deep/new.scn")).expect("a file"), "scenario  New\n");
    assert_eq!(served.ask("PUT", "/api/file?path=none/new.scn", Some(&text), "").0, 404);
    let public = Served::new("public", &["--read-only"]);
    assert_eq!(public.ask("PUT", "/api/file?path=new.scn", Some(&text), "").0, 403);
    assert!(!public.folder.join("new.scn").exists());
    assert_eq!(public.get("/api").1["read_only"], true);
}

#[test]
fn a_question_is_asked_without_its_answer_and_a_reply_is_judged_and_kept() {
    let served = Served::new("quiz", &[]);
    let (status, drawn) = served.get("/api/quiz?seed=1");
    assert_eq!((status, &drawn["seed"]), (200, &"1".into()));
    let [asked] = drawn["questions"].as_array().expect("questions").as_slice() else { panic!("{drawn}") };
    assert_eq!(
        (&asked["words"], &asked["shape"]),
        (&"How much life does NAP have?".into(), &"number".into())
    );
    assert_eq!(asked["scene"], "AP\n  hand  Shock\n\nAP casts Shock -> NAP\n");
    let board = &asked["board"];
    assert_eq!(board["boards"][0]["players"][1]["life"], 20);
    for empty in ["steps", "answers"] {
        assert_eq!(board[empty], json!([]), "{empty}");
    }
    assert!(
        board["boards"].as_array().is_some_and(|boards| boards.len() == 1)
            && !drawn.to_string().contains("18")
    );
    let mut reply = json!({ "file": "shock.scn", "title": "Shock", "words": "How much life does NAP have?", "reply": "20" });
    let (_, judged) = served.post("/api/quiz/reply", &reply);
    assert_eq!((&judged["right"], &judged["said"]), (&false.into(), &"18".into()));
    assert_eq!(judged["played"]["answers"][0]["sentence"], "NAP has 18 life");
    assert_eq!(served.get("/api/quiz/record").1["wrong"][0]["file"], "shock.scn");
    assert_eq!(served.get("/api/quiz?wrong=1").1["questions"].as_array().map(Vec::len), Some(1));
    for (its, status) in [("eighteen", 422), ("18", 200)] {
        reply["reply"] = its.into();
        assert_eq!(served.post("/api/quiz/reply", &reply).0, status, "{its}");
    }
    assert_eq!(served.get("/api/quiz/record").1, json!({ "kept": true, "asked": 1, "wrong": [] }));
    assert_eq!(served.get("/api/quiz?wrong=1").1["questions"], json!([]));
    for (path, status) in
        [("level=x", 400), ("rule=seven", 400), ("seed=-1", 400), ("topic=deep", 200), ("rule=702.99", 200)]
    {
        assert_eq!(served.get(&format!("/api/quiz?{path}")).0, status, "{path}");
    }
    // Where nothing is kept, nothing is.
    let public = Served::new("quiz-public", &["--read-only"]);
    assert_eq!(public.post("/api/quiz/reply", &reply).0, 200);
    assert_eq!(public.get("/api/quiz/record").1["kept"], false);
    assert!(!public.folder.parent().expect("outside").join("data").exists());
}

#[test]
fn a_course_is_gone_through_and_what_is_written_is_played() {
    let served = Served::new("course", &[]);
    let (_, courses) = served.get("/api/quiz/courses");
    assert_eq!(
        courses,
        json!([{ "file": "deep/two.course", "title": "Two", "about": "For the test.", "steps": 3 }])
    );
    let (_, course) = served.get("/api/quiz/course?file=deep/two.course");
    assert_eq!(course["steps"][1]["ruling"]["file"], "shock.scn");
    assert_eq!(course["steps"][2]["ruling"]["file"], Value::Null, "it lies outside");
    assert!(!course.to_string().contains("AP casts"), "{course}");
    let write = |lines: Option<&str>| {
        served.post("/api/quiz/write", &json!({ "course": "deep/two.course", "step": 3, "lines": lines })).1
    };
    assert_eq!(write(None)["answer"], "AP casts Shock -> NAP");
    assert_eq!(write(Some("AP casts Shock -> NAP"))["right"], true);
    assert_eq!(write(Some("AP casts Shock -> AP"))["right"], false);
    assert_eq!(write(Some("AP casts Shok -> AP"))["played"]["verdict"], "invalid");
    assert!(write(Some("expect AP life 20"))["no_move"].is_string());
    let (_, record) = served.get("/api/quiz/record");
    assert_eq!((&record["asked"], &record["wrong"][0]["title"]), (&1.into(), &"Step 3 of two.course".into()));
    for (course, step) in
        [("deep/two.course", 1), ("deep/two.course", 0), ("deep/two.course", 9), ("../secret.course", 1)]
    {
        let written = json!({ "course": course, "step": step, "lines": "next turn" });
        assert_eq!(served.post("/api/quiz/write", &written).0, 404, "{course} {step}");
    }
    for path in [
        "course?file=../secret.course",
        "course?file=shock.scn",
        "question?file=../secret.scn",
        "question?file=link.scn",
        "question?file=deep/two.course",
    ] {
        assert_eq!(served.get(&format!("/api/quiz/{path}")).0, 404, "{path}");
    }
}

#[test]
fn other_pages_get_nothing() {
    let served = Served::new("others", &[]);
    assert_eq!(served.ask("GET", "/api", None, "Host: evil.example\r\n").0, 403);
    assert_eq!(served.ask("GET", "/api", None, "Origin: http://evil.example\r\n").0, 403);
    let body = json!({ "text": SHOCK }).to_string();
    assert_eq!(served.ask("POST", "/api/play", Some(&body), "Origin: null\r\n").0, 403);
    let own = format!("Origin: http://{}\r\n", served.address);
    assert_eq!(served.ask("POST", "/api/play", Some(&body), &own).0, 200);
    // As a form of another page would send it.
    let plain = format!(
        "POST /api/play HTTP/1.1\r\nHost: {}\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n\r\n{body}",
        served.address,
        body.len()
    );
    let answer = served.raw(plain.as_bytes()).expect("an answer");
    assert!(answer.starts_with(b"HTTP/1.1 415 "), "{}", String::from_utf8_lossy(&answer));
}

#[test]
fn what_is_too_long_or_takes_too_long_is_refused() {
    let served = Served::new("long", &[]);
    let long = "x".repeat(200 << 10);
    assert_eq!(served.post("/api/play", &json!({ "text": long })).0, 413);
    let head = format!("GET / HTTP/1.1\r\nHost: {}\r\nX: {}\r\n\r\n", served.address, "x".repeat(64 << 10));
    let answer = served.raw(head.as_bytes()).expect("an answer");
    assert!(answer.starts_with(b"HTTP/1.1 431 ") || answer.is_empty());
    // As much as may be sent, all of it work.
    let mut text = String::from(
        "scenario  Long\nAP\n  battlefield  400 Grizzly Bears\nNAP\n  battlefield  400 Grizzly Bears\n\n",
    );
    while text.len() < 120 << 10 {
        text.push_str("next turn\n");
    }
    let begun = Instant::now();
    let (status, _) = served.post("/api/play", &json!({ "text": text }));
    assert!(matches!(status, 200 | 413 | 503), "{status}");
    assert!(begun.elapsed() < Duration::from_secs(25), "{:?}", begun.elapsed());
    // Many at once are no way around it.
    let many: String = (0..900)
        .map(|number| format!("scenario  A{number}\nAP\n  battlefield  900 Grizzly Bears\n\nnext turn\n"))
        .collect();
    let begun = Instant::now();
    assert!(matches!(served.post("/api/play", &json!({ "text": many })).0, 200 | 413 | 503));
    assert!(begun.elapsed() < Duration::from_secs(25), "{:?}", begun.elapsed());
    // Somebody who says nothing keeps nobody else waiting.
    let silent: Vec<TcpStream> = (0..20).filter_map(|_| TcpStream::connect(&served.address).ok()).collect();
    assert_eq!(served.get("/api").0, 200);
    drop(silent);
}

/// How many requests are thrown at it.
const REQUESTS: usize = 10_000;

#[test]
fn random_and_mutated_requests_do_no_harm() {
    let served = Served::new("hostile", &[]);
    let before = tree(&served.folder);
    let scenarios = [
        SHOCK.to_owned(),
        fs::read_to_string("tests/samples/forms.scn")
            .expect("the sample")
            .lines()
            .take(60)
            .collect::<Vec<_>>()
            .join("\n"),
    ];
    let paths = [
        "/",
        "/page.js",
        "/api",
        "/api/words",
        "/api/cards?name=li",
        "/api/rule?number=603.10a",
        "/api/files?words=a",
        "/api/file?path=shock.scn",
        "/api/play",
        "/api/run",
        "/api/file?path=../secret.scn",
        "/api/file?path=deep/part.scn",
        "/../secret.scn",
        "/quiz",
        "/api/quiz?seed=3&count=2",
        "/api/quiz?rule=702&level=2&topic=deep",
        "/api/quiz/question?file=shock.scn&title=Shock",
        "/api/quiz/question?file=../secret.scn",
        "/api/quiz/course?file=deep/two.course",
        "/api/quiz/record",
        "/api/quiz/reply",
        "/api/quiz/write",
    ];
    let bodies = [
        "",
        "{}",
        "{\"text\":1}",
        "{\"text\":\"x\",\"file\":\"../secret.scn\"}",
        "[",
        "\u{0}",
        "{\"file\":\"shock.scn\",\"title\":\"Shock\",\"words\":\"How much life does NAP have?\",\"reply\":\"18\"}",
        "{\"course\":\"deep/two.course\",\"step\":3,\"lines\":\"AP casts Shock -> NAP\"}",
    ];
    let answered = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for thread in 0..8u64 {
            let (served, scenarios, answered) = (&served, &scenarios, &answered);
            scope.spawn(move || {
                let mut chance = fastrand::Rng::with_seed(thread);
                for number in 0..REQUESTS / 8 {
                    let request = match number % 8 {
                        0 => (0..chance.usize(0..400)).map(|_| chance.u8(..)).collect(),
                        1 => {
                            let which = chance.usize(0..2);
                            play(&mut chance, served, &scenarios[which])
                        }
                        _ => {
                            let method = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"][chance.usize(0..6)];
                            let path = paths[chance.usize(0..paths.len())];
                            let body = bodies[chance.usize(0..bodies.len())];
                            // What is kept here would change the folder.
                            let method = if method == "PUT" && path.contains("path=") && body.contains("text\":\"") { "GET" } else { method };
                            let text = format!(
                                "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
                                served.address,
                                body.len()
                            );
                            mutated(&mut chance, text.into_bytes())
                        }
                    };
                    let answer = served.raw(&request).unwrap_or_else(|| {
                        panic!("no answer to {:?}", String::from_utf8_lossy(&request))
                    });
                    assert!(!answer.starts_with(b"HTTP/1.1 500"), "{:?}", String::from_utf8_lossy(&request));
                    let text = String::from_utf8_lossy(&answer);
                    assert!(!text.contains("A secret outside"), "{:?}", String::from_utf8_lossy(&request));
                    answered.fetch_add(usize::from(!answer.is_empty()), Ordering::Relaxed);
                }
            });
        }
    });
    assert!(answered.load(Ordering::Relaxed) > REQUESTS / 2);
    assert_eq!(served.get("/api").0, 200, "it still answers");
    assert_eq!(tree(&served.folder), before);
}

/// A scenario that is to be played, with some of its bytes otherwise.
fn play(chance: &mut fastrand::Rng, served: &Served, text: &str) -> Vec<u8> {
    let text = String::from_utf8_lossy(&mutated(chance, text.as_bytes().to_vec())).into_owned();
    let body = json!({ "text": text, "as": "NAP", "file": "deep/part.scn" }).to_string();
    let path = if chance.bool() { "play" } else { "run" };
    let head = format!(
        "POST /api/{path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        served.address,
        body.len()
    );
    [head.into_bytes(), body.into_bytes()].concat()
}

fn mutated(chance: &mut fastrand::Rng, mut bytes: Vec<u8>) -> Vec<u8> {
    for _ in 0..chance.usize(0..6) {
        if bytes.is_empty() {
            break;
        }
        let at = chance.usize(0..bytes.len());
        match chance.u8(0..5) {
            0 => bytes[at] = chance.u8(..),
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, *b"\r\n%/.:;{}\"0".get(chance.usize(0..12)).unwrap_or(&b' ')),
            3 => bytes.truncate(at),
            _ => {
                let piece: Vec<u8> = bytes.iter().skip(at).take(chance.usize(0..30)).copied().collect();
                let to = chance.usize(0..bytes.len());
                bytes.splice(to..to, piece);
            }
        }
    }
    bytes
}

/// The files below a folder with their texts.
fn tree(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let files = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    let files = files.filter(|file| file.file_type().is_file());
    files.map(|file| (file.path().to_owned(), fs::read(file.path()).unwrap_or_default())).collect()
}
