//! The rulebook at hand: reading the official texts of nine editions, opening one that is kept, searching it, aligning two,
//! and `headjudge rule` and `headjudge search` as whole processes.
//!
//! Run with `cargo bench --bench rulebook`. The texts are looked for beside the project; without them nothing is measured.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use divan::Bencher;
use headjudge::book::{self, Document, Edition};

/// As in the binary.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[expect(clippy::print_stderr, reason = "a benchmark says what its samples are")]
fn main() {
    let found = texts();
    if found.is_empty() {
        eprintln!("no rules texts are at hand");
        return;
    }
    let bytes: usize = found.iter().map(|(_, text)| text.len()).sum();
    eprintln!("{} editions, {bytes} bytes", found.len());
    if import(&data()) {
        divan::main();
    }
}

/// The official texts with their paths, the oldest first.
fn texts() -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/rules");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    paths.sort();
    paths.into_iter().filter_map(|path| Some((path.clone(), std::fs::read(path).ok()?))).collect()
}

/// The last editions that are at hand, read.
fn editions(count: usize) -> Vec<Edition> {
    let texts = texts();
    texts
        .iter()
        .skip(texts.len().saturating_sub(count))
        .filter_map(|(_, text)| book::read(text).ok())
        .collect()
}

/// A folder of the benchmark's own.
fn data() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench-rulebook")
}

/// Runs the binary, and says whether it ended well.
fn headjudge(data: &Path, arguments: &[&str]) -> bool {
    let mut command = Command::new(env!("CARGO_BIN_EXE_headjudge"));
    command.args(arguments).env("HEADJUDGE_DATA", data).stdout(Stdio::null());
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command.status().is_ok_and(|status| status.success())
}

fn import(data: &Path) -> bool {
    let paths: Vec<String> = texts().iter().map(|(path, _)| path.display().to_string()).collect();
    let arguments: Vec<&str> =
        ["rules", "import"].into_iter().chain(paths.iter().map(String::as_str)).collect();
    headjudge(data, &arguments)
}

/// Every text that is at hand, taken apart and checked.
#[divan::bench]
fn read(bencher: Bencher<'_, '_>) {
    let texts = texts();
    bencher.bench_local(|| {
        texts
            .iter()
            .filter_map(|(_, text)| book::read(text).ok())
            .map(|edition| edition.rules.len())
            .sum::<usize>()
    });
}

/// The newest edition as it is kept, opened.
#[divan::bench]
fn open(bencher: Bencher<'_, '_>) {
    let kept: Vec<String> = editions(1).iter().map(book::store).collect();
    bencher.bench_local(|| kept.iter().filter_map(|text| book::restore(text)).count());
}

/// Words among the rules of the newest edition: three that stand there, and one that is a slip of the finger.
#[divan::bench(args = ["face down exile", "trampel"])]
fn search(bencher: Bencher<'_, '_>, query: &str) {
    let editions = editions(1);
    let rules = editions.iter().flat_map(|edition| &edition.rules);
    let documents: Vec<Document<'_>> = rules
        .map(|rule| Document { name: "", texts: rule.paragraphs.iter().map(String::as_str).collect() })
        .collect();
    bencher.bench_local(|| book::search(query, &documents).documents.len());
}

/// The last edition with the one before.
#[divan::bench]
fn align(bencher: Bencher<'_, '_>) {
    let editions = editions(2);
    bencher.bench_local(|| match editions.as_slice() {
        [old, new] => book::align(old, new).links().len(),
        _ => 0,
    });
}

/// All texts imported by the binary, with the alignments of neighbours.
#[divan::bench(sample_count = 5)]
fn whole_import(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| {
        // Alignments that are there would not be made again.
        std::fs::remove_dir_all(data()).is_ok() && import(&data())
    });
}

/// The binary as a whole: a rule with its subrules, searches that also read the scenarios, the same among the rules or the
/// scenarios alone, and a definition.
#[divan::bench(args = [
    &["rule", "702.99"] as &[&str],
    &["search", "face down exile"],
    &["search", "trampel"],
    &["search", "trampel", "--in", "rules"],
    &["search", "trampel", "--in", "scenarios"],
    &["define", "dies"],
])]
fn whole(bencher: Bencher<'_, '_>, arguments: &[&str]) {
    bencher.bench_local(|| headjudge(&data(), arguments));
}
