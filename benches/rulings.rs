//! How many rulings a second: over all of `scenarios/`, parsed, played and printed, each apart, and all of it
//! together.
//!
//! One sample is every scenario once, but for playing; below the times stand the rulings a second. Run with `cargo bench`.

use std::path::PathBuf;

use divan::Bencher;
use divan::counter::ItemsCount;
use headjudge::cards::Pool;
use headjudge::diag::Source;
use headjudge::report::ruling::{Options, render};
use headjudge::runner::Runner;
use headjudge::scenario::ast::Scenario;
use headjudge::scenario::{Includes, NoIncludes, read};
use headjudge::trace::text::TextOptions;
use walkdir::WalkDir;

/// As in the binary.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How many scenarios are made ready before they are played, as in a run.
const TOGETHER: usize = 32;

/// How often each ruling is played.
const ROUNDS: usize = 40;

fn main() {
    divan::main();
}

/// The texts of all scenarios of the project.
fn sources() -> Vec<Source> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let files = WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    files
        .filter(|file| file.path().extension().is_some_and(|extension| extension == "scn"))
        .filter_map(|file| {
            let text = std::fs::read_to_string(file.path()).ok()?;
            Some(Source::new(file.path().display().to_string(), text))
        })
        .collect()
}

/// The trees of all scenarios of the project.
fn scenarios() -> Vec<Scenario> {
    sources().iter().flat_map(|source| read(source, &NoIncludes).scenarios).collect()
}

/// How many samples there are where one is what is made ready together: a whole number of rounds, so that the mean is that of all
/// rulings.
fn samples() -> u32 {
    u32::try_from(scenarios().len().div_ceil(TOGETHER) * ROUNDS).unwrap_or(u32::MAX)
}

/// From text to trees, and from trees to boards and statements that are ready to be played.
#[divan::bench]
fn parse(bencher: Bencher<'_, '_>) {
    let sources = sources();
    let pool = Pool::new();
    let runner = Runner::new(&pool);
    bencher.counter(ItemsCount::new(scenarios().len())).bench_local(|| {
        let readings = sources.iter().map(|source| read(source, &NoIncludes));
        readings
            .map(|reading| {
                reading.scenarios.iter().filter(|scenario| runner.prepare(scenario).is_ok()).count()
            })
            .sum::<usize>()
    });
}

/// What is ready is played, every step kept with its cause and its citations as values, and every expectation checked. One sample is
/// what a run has ready at a time; where all of `scenarios/` is ready at once, much of the time goes into reaching it.
#[divan::bench(sample_count = samples(), sample_size = 1)]
fn play(bencher: Bencher<'_, '_>) {
    let scenarios = scenarios();
    let pool = Pool::new();
    let runner = Runner::new(&pool);
    let mut groups = scenarios.chunks(TOGETHER).cycle();
    let ready = || {
        let group = groups.next().unwrap_or_default().iter();
        group.filter_map(|scenario| runner.prepare(scenario).ok()).collect::<Vec<_>>()
    };
    let played = bencher.with_inputs(ready).input_counter(|ready| ItemsCount::new(ready.len()));
    played.bench_local_values(|ready| {
        ready.into_iter().map(|scenario| runner.play(scenario).trace.entries().len()).sum::<usize>()
    });
}

/// What has been played becomes text, in full.
#[divan::bench]
fn print(bencher: Bencher<'_, '_>) {
    let pool = Pool::new();
    let runner = Runner::new(&pool);
    let outcomes: Vec<_> = sources().iter().flat_map(|source| runner.run_text(source, &NoIncludes)).collect();
    let options = Options { steps: true, because: true, question: None, text: TextOptions::default() };
    let printed = bencher.counter(ItemsCount::new(outcomes.len()));
    printed.bench_local(|| outcomes.iter().map(|outcome| render(outcome, &options).len()).sum::<usize>());
}

/// From text to text: parsed, played and printed, several files at a time as `headjudge run` does it.
#[divan::bench]
fn whole(bencher: Bencher<'_, '_>) {
    let sources = sources();
    let pool = Pool::new();
    let runner = Runner::new(&pool);
    let options = Options { steps: true, because: true, question: None, text: TextOptions::default() };
    bencher.counter(ItemsCount::new(scenarios().len())).bench_local(|| {
        let printed = sources.chunks(16).map(|several| {
            let texts: Vec<(&Source, &dyn Includes)> =
                several.iter().map(|source| (source, &NoIncludes as &dyn Includes)).collect();
            let outcomes = runner.run_texts(&texts);
            outcomes.iter().flatten().map(|outcome| render(outcome, &options).len()).sum::<usize>()
        });
        printed.sum::<usize>()
    });
}
