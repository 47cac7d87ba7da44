//! The `headjudge` binary: everything it does is in [`headjudge::cli`].

fn main() -> std::process::ExitCode {
    headjudge::cli::main()
}
