//! `headjudge fmt`: scenario files in their canonical form.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::exit::{Exit, Fault};
use super::files::{each, is_standard_input, replace};
use super::look;
use crate::diag::{Code, Diagnostic, Source, Span, render};
use crate::scenario::format::{FormatFault, format};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Scenario files, and folders whose scenario files (`.scn`) are meant; `-` is the standard input, whose canonical form is
    /// printed
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Change nothing; list the files that are not in canonical form, and fail if there are any
    #[arg(long)]
    check: bool,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write, errors: &mut dyn Write) -> Result<Exit, Fault> {
    each(&arguments.paths, errors, |path, source, errors| one(path, source, arguments.check, out, errors))
}

/// Formats one file, or only looks at it.
fn one(
    path: &Path,
    source: &Source,
    check: bool,
    out: &mut dyn Write,
    errors: &mut dyn Write,
) -> Result<Exit, Fault> {
    let formatted = match format(source) {
        Ok(formatted) => formatted,
        Err(FormatFault::Unreadable(faults)) => {
            for fault in faults {
                writeln!(errors, "{}", render(&fault, source, look()))?;
            }
            return Ok(Exit::Invalid);
        }
        Err(FormatFault::Changed) => {
            let message = "the canonical form would not say the same; the file is left as it was";
            let fault = Diagnostic::error(Code::InternalError, message, Span::default(), "")
                .with_help("please report it with the file");
            writeln!(errors, "{}", render(&fault, source, look()))?;
            return Ok(Exit::OwnFault);
        }
    };
    if is_standard_input(path) && !check {
        out.write_all(formatted.as_bytes())?;
        return Ok(Exit::Expected);
    }
    if formatted == source.text {
        return Ok(Exit::Expected);
    }
    if check {
        writeln!(out, "{} is not in canonical form", source.name)?;
        return Ok(Exit::Failed);
    }
    replace(path, &formatted).map_err(|error| Fault::file(path, error))?;
    writeln!(out, "{} formatted", path.display())?;
    Ok(Exit::Expected)
}
