//! The `headjudge` binary: everything it does is in [`headjudge::cli`].

use mimalloc::MiMalloc;

/// A ruling is thousands of small, short-lived pieces.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> std::process::ExitCode {
    headjudge::cli::main()
}
