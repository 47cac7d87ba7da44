//! `headjudge fix`: what a message says to write instead, written where there is only one thing that can be meant.

use std::io::Write;
use std::path::PathBuf;

use super::exit::{Exit, Fault};
use super::files::{Folder, each, is_standard_input, replace};
use super::pool::Cards;
use super::test::difference;
use super::wrap::counted;
use crate::diag::Source;
use crate::runner::Runner;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Scenario files, and folders whose scenario files (`.scn`) are meant; `-` is the standard input, which is printed mended
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    cards: Cards,
    /// Only show what would be changed
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write, errors: &mut dyn Write) -> Result<Exit, Fault> {
    let pool = match arguments.cards.pool(errors)? {
        Ok(pool) => pool,
        Err(exit) => return Ok(exit),
    };
    let runner = Runner::new(&pool);
    each(&arguments.paths, errors, |path, source, errors| {
        // Tabs hide what else is wrong with a line.
        let plain = Source::new(source.name.clone(), without_tabs(&source.text));
        let (text, left) = runner.fixed(&plain, &Folder::new(path));
        if is_standard_input(path) && !arguments.dry_run {
            out.write_all(text.as_bytes())?;
        } else if text != source.text {
            out.write_all(difference(&source.name, &source.text, &text, 1).as_bytes())?;
            if !arguments.dry_run {
                replace(path, &text).map_err(|error| Fault::file(path, error))?;
            }
        }
        if left > 0 {
            let left = counted(left, "fault");
            writeln!(errors, "{}: {left} left, which `headjudge run` shows", source.name)?;
        }
        Ok(if left == 0 { Exit::Expected } else { Exit::Invalid })
    })
}

/// A text indented with blanks, and without tabs elsewhere.
fn without_tabs(text: &str) -> String {
    let line = |line: &str| {
        let bare = line.trim_start_matches([' ', '\t']);
        let indent = line.get(..line.len() - bare.len()).unwrap_or_default();
        format!("{}{}", indent.replace('\t', "  "), bare.replace('\t', " "))
    };
    if text.contains('\t') { text.split_inclusive('\n').map(line).collect() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::without_tabs;

    #[test]
    fn tabs_become_blanks() {
        assert_eq!(without_tabs("AP\n\thand\tForest\n \tlife 3"), "AP\n  hand Forest\n   life 3");
    }
}
