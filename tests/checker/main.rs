//! `headjudge test` and what stands beside it, driven as a user would drive them: in a folder of scenarios of all sorts.

#![expect(clippy::expect_used, clippy::panic, reason = "a test says what it expects by panicking")]

mod asking;
mod authors;
mod ci;
mod reports;
mod selection;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder with files in it, and a cache of its own.
pub(crate) struct Folder {
    path: PathBuf,
    cache: PathBuf,
}

/// How a command ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) errors: String,
}

/// One scenario for each way to end, in the order in which they are found.
pub(crate) const FILES: [(&str, &str); 8] = [
    (
        "a/passed.scn",
        "scenario  It dies\ntags      removal\nrules     701.8a\nAP\n  hand  Terminate\nNAP\n  battlefield  Grizzly Bears\n\nAP casts Terminate -> Grizzly Bears\nexpect Grizzly Bears in NAP's graveyard [701.8a]\n",
    ),
    (
        "b/failed.scn",
        "scenario  It is exiled, | they say\nAP\n  hand  Terminate; Divination\nNAP\n  battlefield  Grizzly Bears\n\nAP casts Terminate -> Grizzly Bears\nexpect Grizzly Bears in exile\nAP casts Divination\n",
    ),
    ("b/invalid.scn", "scenario  A slip\nAP\n  battlefield  Grizly Bears\n\nexpect AP life 20\n"),
    (
        "b/todo.scn",
        "scenario  A known gap\nAP\n  hand  Terminate\nNAP\n  battlefield  Grizzly Bears\n\nAP casts Terminate -> Grizzly Bears\nexpect todo \"not #1 yet\" Grizzly Bears in exile\n",
    ),
    (
        "b/undecided.scn",
        "scenario  An open choice\nAP\n  hand  Terminate\nNAP\n  battlefield  Grizzly Bears; Serra Angel\n\nAP casts Terminate\nexpect Grizzly Bears in NAP's graveyard\n",
    ),
    (
        "b/unexpected.scn",
        "scenario  A gap that is none\nAP\n  hand  Terminate\nNAP\n  battlefield  Grizzly Bears\n\nAP casts Terminate -> Grizzly Bears\nexpect todo \"later\" Grizzly Bears in NAP's graveyard\n",
    ),
    (
        "b/unsettled.scn",
        "scenario  Nobody knows\nunsettled \"the rules are silent\"\nAP\n  hand  Terminate\nNAP\n  battlefield  Grizzly Bears\n\nAP casts Terminate -> Grizzly Bears\nexpect Grizzly Bears in NAP's graveyard\n",
    ),
    (
        "c/variants.scn",
        "scenario  Two spells\nAP\n  hand  <spell>\nNAP\n  battlefield  Serra Angel\n\nAP casts <spell> -> Serra Angel\nexpect Serra Angel in <zone>\nexamples\n  spell               | zone\n  Terminate           | NAP's graveyard\n  Swords to Plowshares | exile\n",
    ),
];

impl Folder {
    /// An empty folder of that name.
    pub(crate) fn empty(name: &str) -> Self {
        let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("checker").join(name);
        let _ = fs::remove_dir_all(&home);
        let (path, cache) = (home.join("here"), home.join("cache"));
        fs::create_dir_all(&path).expect("a folder");
        Self { path, cache }
    }

    /// A folder with a scenario for each way to end.
    pub(crate) fn of_all_sorts(name: &str) -> Self {
        let folder = Self::empty(name);
        for (file, text) in FILES {
            folder.write(file, text);
        }
        folder
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.path.join(file)
    }

    pub(crate) fn write(&self, file: &str, text: impl AsRef<[u8]>) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    pub(crate) fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }

    /// headjudge in this folder, with nothing of the machine's around it.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_headjudge"));
        command.current_dir(&self.path).args(arguments).env("XDG_CACHE_HOME", &self.cache);
        for name in ["CI", "GITHUB_STEP_SUMMARY", "GITHUB_ACTIONS", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        command
    }

    /// What `headjudge` does when these lines are typed.
    pub(crate) fn typed(&self, arguments: &[&str], lines: &str) -> Ended {
        use std::io::Write as _;
        use std::process::Stdio;
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("headjudge");
        child.stdin.take().expect("an input").write_all(lines.as_bytes()).expect("it reads");
        ended(child.wait_with_output().expect("it ends"))
    }

    pub(crate) fn headjudge(&self, arguments: &[&str]) -> Ended {
        ended(self.command(arguments).output().expect("headjudge"))
    }
}

pub(crate) fn ended(output: Output) -> Ended {
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Ended { code: output.status.code().unwrap_or(-1), out: text(output.stdout), errors: text(output.stderr) }
}
