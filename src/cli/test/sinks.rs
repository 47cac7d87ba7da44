//! `--report FORMAT[=FILE]`: where the reports of a run go.

use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::cli::exit::Fault;
use crate::report::github::Annotations;
use crate::report::junit::Junit;
use crate::report::markdown::Markdown;
use crate::report::tap::Tap;
use crate::report::terminal::{self, Terminal};
use crate::report::{Case, Report, Summary, tests_json};
use crate::trace::styled::Paint;

/// A format of reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    Terminal,
    Json,
    Jsonl,
    Junit,
    Tap,
    Markdown,
    /// Annotations, for the log of a workflow of GitHub.
    Github,
    /// Markdown, added to the summary of the job that GitHub shows.
    GithubSummary,
}

/// What `--report` says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wish {
    format: Format,
    file: Option<PathBuf>,
}

impl Wish {
    /// Reads `junit=FILE` or `tap`.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let (name, file) = match text.split_once('=') {
            Some((_, "" | "-")) => return Err("leave the `=` out to print the report".to_owned()),
            Some((name, file)) => (name, Some(PathBuf::from(file))),
            None => (text, None),
        };
        let format = <Format as clap::ValueEnum>::from_str(name, false).map_err(|_| {
            let names = <Format as clap::ValueEnum>::value_variants().iter();
            let names: Vec<String> = names
                .filter_map(clap::ValueEnum::to_possible_value)
                .map(|value| value.get_name().to_owned())
                .collect();
            let near = crate::diag::nearest(name, names.iter().map(String::as_str));
            match near {
                Some(near) => format!("no report `{name}`; did you mean `{near}`?"),
                None => format!("no report `{name}`; there are {}", names.join(", ")),
            }
        })?;
        Ok(Self { format, file })
    }
}

/// The reports of a run.
pub(super) struct Sinks {
    sinks: Vec<Sink>,
}

struct Sink {
    report: Box<dyn Report>,
    file: Option<(PathBuf, BufWriter<File>)>,
}

impl Sinks {
    /// Opens what is asked for: the terminal's report, unless something else is to be printed.
    pub(super) fn open(wishes: &[Wish], options: terminal::Options) -> Result<Self, Fault> {
        let mut sinks = Vec::new();
        let mut printed: Option<Format> = None;
        for wish in wishes {
            let file = match (&wish.file, wish.format) {
                (Some(path), _) => Some((path.clone(), create(path)?)),
                (None, Format::GithubSummary) => Some(summary()?),
                (None, Format::Github) => None,
                (None, format) => {
                    if printed.replace(format).is_some() {
                        return Err(Fault::usage("only one report can be printed")
                            .with_help("give the others files, as in `--report junit=junit.xml`"));
                    }
                    None
                }
            };
            let plain = wish.file.is_some();
            let colour = if plain { Paint::Plain } else { options.colour };
            let options = terminal::Options { colour, ..options };
            sinks.push(Sink { report: make(wish.format, options), file });
        }
        if printed.is_none() {
            sinks.insert(0, Sink { report: make(Format::Terminal, options), file: None });
        }
        Ok(Self { sinks })
    }

    /// Whether what is printed is for people.
    pub(super) fn is_for_people(wishes: &[Wish]) -> bool {
        !wishes.iter().any(|wish| {
            wish.file.is_none()
                && !matches!(wish.format, Format::Github | Format::GithubSummary | Format::Terminal)
        })
    }

    pub(super) fn begin(&mut self, out: &mut dyn Write) -> Result<(), Fault> {
        self.each(out, |report| report.begin())
    }

    pub(super) fn case(&mut self, case: &Case, out: &mut dyn Write) -> Result<(), Fault> {
        self.each(out, |report| report.case(case))
    }

    pub(super) fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> Result<(), Fault> {
        // The terminal's report is the first and ends last, so that the counts are the last line whatever else is printed.
        for sink in self.sinks.iter_mut().rev() {
            let text = sink.report.end(summary);
            sink.write(&text, out)?;
            if let Some((path, file)) = &mut sink.file {
                file.flush().map_err(|error| Fault::file(path, error))?;
            }
        }
        Ok(())
    }

    fn each(&mut self, out: &mut dyn Write, piece: impl Fn(&mut dyn Report) -> String) -> Result<(), Fault> {
        for sink in &mut self.sinks {
            let text = piece(&mut *sink.report);
            sink.write(&text, out)?;
        }
        Ok(())
    }
}

impl Sink {
    fn write(&mut self, text: &str, out: &mut dyn Write) -> Result<(), Fault> {
        match &mut self.file {
            Some((path, file)) => file.write_all(text.as_bytes()).map_err(|error| Fault::file(path, error)),
            None => Ok(out.write_all(text.as_bytes())?),
        }
    }
}

fn make(format: Format, options: terminal::Options) -> Box<dyn Report> {
    match format {
        Format::Terminal => Box::new(Terminal::new(options)),
        Format::Json => Box::new(tests_json::Document::default()),
        Format::Jsonl => Box::new(tests_json::Lines),
        Format::Junit => Box::new(Junit::default()),
        Format::Tap => Box::new(Tap::default()),
        Format::Markdown | Format::GithubSummary => Box::new(Markdown::default()),
        Format::Github => Box::new(Annotations),
    }
}

/// A file for a report, with the folders above it.
fn create(path: &Path) -> Result<BufWriter<File>, Fault> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|error| Fault::file(folder, error))?;
    }
    File::create(path).map(BufWriter::new).map_err(|error| Fault::file(path, error))
}

/// The file to which a job of GitHub adds what it shows as its summary.
fn summary() -> Result<(PathBuf, BufWriter<File>), Fault> {
    let path = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty()).map(PathBuf::from);
    let Some(path) = path else {
        return Err(Fault::usage("there is no job of GitHub to write a summary for")
            .with_help("`--report github-summary=FILE` writes it to a file"));
    };
    let opened = OpenOptions::new().create(true).append(true).open(&path);
    let file = opened.map_err(|error| Fault::file(&path, error))?;
    Ok((path, BufWriter::new(file)))
}
