//! The README is true: its scenarios are played and its commands are run, and what they print is compared with what
//! it says. `UPDATE_README=1 cargo test --test readme` writes what they print now into it; read what it changed.
//!
//! A block marked `scenario NAME`, or `text NAME` if it is none, is a file of that name. A block marked `console` is a session: `$ headjudge ...` and
//! what is printed, where a line `...` stands for lines left out, and `$ echo $?` for how the last command ended.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A fenced block: what stands behind its opening fence, and its lines.
#[derive(Debug, PartialEq, Eq)]
struct Block<'a> {
    mark: &'a str,
    /// The place of the opening fence, counted from 1.
    line: usize,
    lines: Vec<&'a str>,
}

/// The blocks of a text in Markdown.
fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut is_open = false;
    for (index, line) in text.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(mark) if !is_open => {
                blocks.push(Block { mark, line: index + 1, lines: Vec::new() });
                is_open = true;
            }
            Some(_) => is_open = false,
            None if is_open => blocks.last_mut().unwrap().lines.push(line),
            None => {}
        }
    }
    blocks
}

/// The commands of a session, each with its place and the lines that it is said to print.
fn commands<'a>(block: &Block<'a>) -> Vec<(usize, &'a str, Vec<&'a str>)> {
    let mut commands: Vec<(usize, &str, Vec<&str>)> = Vec::new();
    for (index, line) in block.lines.iter().enumerate() {
        match line.strip_prefix("$ ") {
            Some(command) => commands.push((block.line + index + 1, command, Vec::new())),
            None => commands.last_mut().expect("a session begins with a command").2.push(line),
        }
    }
    commands
}

/// The project's folder.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A folder with the README's scenarios and other files, written anew.
fn folder(blocks: &[Block<'_>]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    for block in blocks {
        if let Some(name) = block.mark.strip_prefix("scenario ").or_else(|| block.mark.strip_prefix("text "))
        {
            fs::write(folder.join(name), block.lines.join("\n") + "\n").unwrap();
        }
    }
    folder
}

/// Runs `headjudge` as a user would, and says what is printed, and how it ends.
fn run(command: &str, folder: &Path) -> (String, i32) {
    let mut arguments: Vec<String> = Vec::new();
    // Between quotes nothing is cut.
    for (index, part) in command.split('"').enumerate() {
        if index % 2 == 0 {
            arguments.extend(part.split_whitespace().map(str::to_owned));
        } else {
            arguments.push(part.to_owned());
        }
    }
    assert_eq!(arguments.first().map(String::as_str), Some("headjudge"), "{command}");
    // What is about the README's own files is run beside them, and all else in the project's folder.
    let is_own = arguments.last().is_some_and(|file| folder.join(file).is_file());
    let here = if is_own { folder } else { root() };
    let output = Command::new(env!("CARGO_BIN_EXE_headjudge"))
        .args(&arguments[1..])
        .current_dir(here)
        .env("NO_COLOR", "1")
        // Nobody's own rules texts.
        .env("HEADJUDGE_DATA", folder.join("no-data"))
        .output()
        .unwrap();
    let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    let lines: Vec<&str> = printed.lines().map(str::trim_end).collect();
    (lines.join("\n").trim_end().to_owned(), output.status.code().unwrap())
}

/// Whether the lines are as said, where `...` stands for any number of them.
fn fits(said: &[&str], printed: &[&str]) -> bool {
    match said.split_first() {
        None => printed.is_empty(),
        Some((&"...", rest)) => (0..=printed.len()).any(|from| fits(rest, &printed[from..])),
        Some((line, rest)) => {
            printed.split_first().is_some_and(|(first, printed)| first == line && fits(rest, printed))
        }
    }
}

#[test]
fn every_command_prints_what_the_readme_says() {
    let path = root().join("README.md");
    let readme = fs::read_to_string(&path).unwrap();
    let blocks = blocks(&readme);
    let folder = folder(&blocks);
    let updates = std::env::var_os("UPDATE_README").is_some();
    let mut lines: Vec<String> = readme.lines().map(str::to_owned).collect();
    let mut wrong = String::new();
    let mut ran = 0;
    // From the last to the first, so that places stay true when lines are replaced.
    for block in blocks.iter().filter(|block| block.mark == "console").rev() {
        let mut ended = 0;
        let mut results = Vec::new();
        for (line, command, said) in commands(block) {
            let printed = if command == "echo $?" {
                ended.to_string()
            } else {
                let (printed, exit) = run(command, &folder);
                ended = exit;
                ran += 1;
                printed
            };
            results.push((line, command, said, printed));
        }
        for (line, command, said, printed) in results.into_iter().rev() {
            let printed: Vec<&str> = printed.lines().collect();
            let (from, to) = (line, line + said.len());
            let said: Vec<&str> = said.iter().map(|line| line.trim_end()).collect();
            let trimmed: &[&str] = match said.split_last() {
                Some((&"", rest)) => rest,
                _ => &said,
            };
            if fits(trimmed, &printed) {
                continue;
            }
            if updates && !said.contains(&"...") {
                lines.splice(from..to, printed.iter().map(|line| (*line).to_owned()));
            } else {
                wrong.push_str(&format!("README.md:{line}: {command}\n{}\n\n", printed.join("\n")));
            }
        }
    }
    assert!(ran >= 5, "only {ran} commands were run");
    if updates {
        fs::write(&path, lines.join("\n") + "\n").unwrap();
    }
    assert!(wrong.is_empty(), "these print something else now (UPDATE_README=1 mends it):\n\n{wrong}");
}

#[test]
fn every_scenario_of_the_readme_is_in_canonical_form_and_as_expected_where_nothing_else_is_said() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let blocks = blocks(&readme);
    let sessions: Vec<&str> =
        blocks.iter().filter(|block| block.mark == "console").flat_map(|block| block.lines.clone()).collect();
    let files = blocks.iter().filter_map(|block| block.mark.strip_prefix("scenario "));
    let mut count = 0;
    for file in files {
        count += 1;
        let shown = sessions.iter().any(|line| line.starts_with("$ ") && line.ends_with(file));
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("as-expected-{file}"));
        let block = blocks.iter().find(|block| block.mark.ends_with(file)).unwrap();
        fs::write(&path, block.lines.join("\n") + "\n").unwrap();
        let commands: &[&str] = if shown { &["fmt --check"] } else { &["fmt --check", "test"] };
        for command in commands {
            let mut headjudge = Command::new(env!("CARGO_BIN_EXE_headjudge"));
            let output = headjudge.args(command.split(' ')).arg(&path).output().unwrap();
            let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
            let is_invalid = printed.contains("error[");
            let ended = output.status.code().unwrap();
            assert!(ended == 0 || shown && is_invalid, "README.md:{}: {command}: {printed}", block.line);
        }
    }
    assert!(count >= 4, "only {count} scenarios");
}

#[test]
fn files_that_the_documents_name_exist() {
    for document in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let text = fs::read_to_string(root().join(document)).unwrap();
        let missing: Vec<&str> =
            named(&text).into_iter().filter(|path| !root().join(path).exists()).collect();
        assert!(missing.is_empty(), "{document} names {missing:?}");
    }
}

/// The paths in the project that a text in Markdown names, outside its blocks: as code, or as what a link leads to.
fn named(text: &str) -> Vec<&str> {
    const FOLDERS: [&str; 9] =
        [".ci/", "benches/", "cards/", "grammar/", "rules/", "scenarios/", "schema/", "src/", "tests/"];
    let mut named = Vec::new();
    let mut is_open = false;
    for line in text.lines() {
        if line.starts_with("```") {
            is_open = !is_open;
        }
        if is_open {
            continue;
        }
        let code = line.split('`').skip(1).step_by(2);
        // Capitals stand for a name that is still to be chosen.
        let is_path = |path: &&str| {
            FOLDERS.iter().any(|folder| path.starts_with(folder))
                && !path.contains(|sign: char| sign.is_whitespace() || sign == '*' || sign.is_uppercase())
        };
        named.extend(code.filter(is_path));
        let links = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        named.extend(links.filter(|link| !link.contains("://") && !link.starts_with('#')));
    }
    named
}

#[test]
fn what_the_readme_shows_for_ci_is_there() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let blocks = blocks(&readme);
    let yaml: Vec<&Block<'_>> = blocks.iter().filter(|block| block.mark == "yaml").collect();
    let [workflow, hooks] = yaml[..] else { panic!("{} blocks of YAML", yaml.len()) };
    assert_eq!(workflow.lines.len(), 10, "ten lines set it up");
    let action = fs::read_to_string(root().join("action.yml")).unwrap();
    let with = workflow.lines.iter().skip_while(|line| line.trim() != "with:").skip(1);
    let inputs: Vec<&str> = with.map(|line| line.trim().split(':').next().unwrap()).collect();
    assert!(
        inputs.len() >= 2 && inputs.iter().all(|input| action.contains(&format!("\n  {input}:\n"))),
        "{inputs:?}"
    );
    let offered = fs::read_to_string(root().join(".pre-commit-hooks.yaml")).unwrap();
    let ids: Vec<&str> = hooks
        .lines
        .iter()
        .flat_map(|line| line.split("id: ").skip(1))
        .map(|id| id.split(' ').next().unwrap())
        .collect();
    assert_eq!(ids.len(), 3);
    assert!(ids.iter().all(|id| offered.contains(&format!("- id: {id}\n"))), "{ids:?}");
    let version = format!("v{}", env!("CARGO_PKG_VERSION"));
    assert!(
        workflow.lines.iter().chain(&hooks.lines).filter(|line| line.contains(&version)).count() == 2,
        "{version}"
    );
    // Every option of the table is one.
    let output = Command::new(env!("CARGO_BIN_EXE_headjudge")).args(["test", "--help"]).output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    let rows = readme.lines().filter(|line| line.starts_with("| `-"));
    let options =
        rows.flat_map(|row| row.split('|').nth(1).unwrap().split(|sign: char| " ,`[".contains(sign)));
    let options: Vec<&str> = options.filter(|word| word.starts_with('-')).collect();
    assert!(options.len() > 8 && options.iter().all(|option| help.contains(option)), "{options:?}");
}

#[test]
fn a_document_that_is_wrong_is_found() {
    assert!(fits(&["a", "...", "c"], &["a", "b", "b", "c"]) && fits(&["..."], &[]));
    assert!(!fits(&["a", "...", "c"], &["a", "b"]) && !fits(&["a"], &["a", "b"]) && !fits(&["a"], &[]));
    let text = "See `src/lib.rs`, `src/NAME.rs`, `cards/*.yaml` and [this](that.md).\n```console\n`src/x`\n$ a\nb\n$ c\n```\n";
    assert_eq!(named(text), ["src/lib.rs", "that.md"]);
    let blocks = blocks(text);
    assert_eq!(blocks, [Block { mark: "console", line: 2, lines: vec!["`src/x`", "$ a", "b", "$ c"] }]);
    let session =
        Block { lines: blocks[0].lines[1..].to_vec(), ..Block { mark: "", line: 2, lines: Vec::new() } };
    assert_eq!(commands(&session), [(3, "a", vec!["b"]), (5, "c", vec![])]);
}
