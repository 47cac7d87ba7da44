//! `headjudge test` over ten thousand files, from the disk to the summary: `cargo bench --bench files`.
//!
//! The files are generated once into the folder for temporary files of the build. Two seconds on two cores is the aim.
//! `HEADJUDGE_FILES` says how many there are, if not ten thousand.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a benchmark that can't run says so by panicking"
)]

mod generator;

use std::ffi::OsString;
use std::path::PathBuf;

use divan::Bencher;
use headjudge::cli::{Exit, run};

/// As in the binary.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

/// A folder with the files.
fn folder() -> PathBuf {
    let files = std::env::var_os("HEADJUDGE_FILES").and_then(|files| files.to_str()?.parse().ok());
    let files = files.unwrap_or(10_000);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("files-{files}"));
    if !folder.exists() {
        generator::write(&folder, files).expect("room for the files");
    }
    folder
}

/// So many at once; 0 is as many as there are processors.
#[divan::bench(args = [1, 2, 0], sample_count = 5, sample_size = 1)]
fn test(bencher: Bencher<'_, '_>, jobs: usize) {
    let folder = folder();
    bencher.bench_local(|| {
        let mut arguments = vec![OsString::from("headjudge"), OsString::from("test"), folder.clone().into()];
        if jobs > 0 {
            arguments.extend([OsString::from("--jobs"), OsString::from(jobs.to_string())]);
        }
        let (mut out, mut errors) = (Vec::new(), Vec::new());
        let exit = run(arguments, &mut out, &mut errors);
        assert_eq!((exit, errors.len()), (Exit::Expected, 0), "{}", String::from_utf8_lossy(&out));
    });
}
