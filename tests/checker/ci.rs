//! The Action and the hooks that the project offers do what they say, as far as that can be tried without GitHub.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{Folder, ended};

fn project(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("a file of the project")
}

/// The Action's last step on a folder.
fn action(folder: &Folder, settings: &[(&str, &str)]) -> crate::Ended {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci/action");
    let binary = Path::new(env!("CARGO_BIN_EXE_headjudge"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = binary.parent().into_iter().map(Path::to_path_buf).chain(std::env::split_paths(&path));
    let mut command = Command::new("bash");
    command
        .arg(script)
        .current_dir(folder.path(""))
        .env("PATH", std::env::join_paths(paths).expect("a path"));
    command.env("GITHUB_STEP_SUMMARY", folder.path("summary.md")).env("XDG_CACHE_HOME", folder.path("cache"));
    for (name, default) in [("PATHS", "."), ("ARGUMENTS", ""), ("JUNIT", "")] {
        let set = settings.iter().find(|(own, _)| *own == name).map_or(default, |(_, value)| value);
        command.env(format!("HEADJUDGE_{name}"), set);
    }
    ended(command.output().expect("bash"))
}

#[test]
fn the_action_annotates_summarizes_and_fails_as_headjudge_does() {
    let folder = Folder::of_all_sorts("action");
    let all = action(&folder, &[("JUNIT", "out/junit.xml")]);
    assert_eq!(all.code, 3, "{}{}", all.out, all.errors);
    assert!(all.out.contains("::error file=b/failed.scn,line=8"), "{}", all.out);
    assert!(folder.read("summary.md").starts_with("## headjudge: 5 passed, 4 failed"));
    assert!(folder.read("out/junit.xml").starts_with("<?xml"));
    // Patterns are headjudge's, and nothing that is written in them is a command.
    let some = action(&folder, &[("PATHS", "a/*.scn\nc"), ("ARGUMENTS", "--jobs 1 -v")]);
    assert!(some.code == 0 && some.out.ends_with("3 passed, 0 failed\n"), "{}{}", some.out, some.errors);
    let hostile = action(&folder, &[("PATHS", "$(touch pwned) ; touch pwned")]);
    assert!(hostile.code == 2 && !folder.path("pwned").exists(), "{}", hostile.errors);
}

#[test]
fn the_action_hands_its_inputs_on_by_the_environment_alone() {
    let action = project("action.yml");
    for (input, name) in [("paths", "PATHS"), ("arguments", "ARGUMENTS"), ("junit", "JUNIT")] {
        assert!(action.contains(&format!("\n  {input}:\n    description: ")), "{input}");
        assert!(action.contains(&format!("HEADJUDGE_{name}: ${{{{ inputs.{input} }}}}\n")), "{input}");
    }
    for line in action.lines().filter(|line| line.trim_start().starts_with("run:")) {
        assert!(!line.contains("${{"), "{line}: an input in a script is a command");
    }
}

#[test]
fn each_hook_runs_a_command_that_there_is() {
    let folder = Folder::of_all_sorts("hooks");
    let hooks = project(".pre-commit-hooks.yaml");
    let entries: Vec<&str> =
        hooks.lines().filter_map(|line| line.trim().strip_prefix("entry: headjudge ")).collect();
    assert_eq!(entries, ["fmt", "test", "lint"]);
    for entry in entries {
        let words: Vec<&str> = entry.split(' ').chain(["a/passed.scn", "c/variants.scn"]).collect();
        let ended = folder.headjudge(&words);
        assert_eq!(ended.code, 0, "{entry}: {}{}", ended.out, ended.errors);
    }
}
