//! The outcomes of many scenarios for the terminal.
//!
//! ```text
//! failed     scenarios/exile/until.scn: Oblivion Ring
//!            error[expectation-failed]: this expectation does not hold
//!             --> scenarios/exile/until.scn:9:1
//!              |
//!            9 | expect Grizzly Bears in exile
//!              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected
//!              |
//!              = help: actual: Grizzly Bears is on the battlefield
//!            the steps that led there:
//!             1  Oblivion Ring#1  hand > stack as #4  AP casts it  601.2a
//! undecided  scenarios/combat/blocks.scn
//!            NAP must choose an order
//!
//! among them: 1 unsettled, 1 undecided
//! 12 passed, 2 failed
//! ```

use crate::trace::styled::{Paint, Style, Text};

use super::{Case, Report, Summary, Tally, Verdict};

/// How outcomes are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Which scenarios are printed.
    pub shown: Shown,
    /// What is printed beside the words.
    pub colour: Paint,
}

/// Which scenarios are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shown {
    /// Those that did not end as expected, by name alone.
    Names,
    /// Those that did not end as expected, with what is to be said about them.
    #[default]
    Failures,
    /// All.
    All,
}

/// The report for the terminal.
#[derive(Debug, Default)]
pub struct Terminal {
    options: Options,
    printed: bool,
}

impl Terminal {
    /// The report, with these options.
    pub const fn new(options: Options) -> Self {
        Self { options, printed: false }
    }
}

impl Report for Terminal {
    fn case(&mut self, case: &Case) -> String {
        let text = outcome(case, self.options);
        self.printed |= !text.is_empty();
        text
    }

    fn end(&mut self, summary: &Summary) -> String {
        let blank = if self.printed { "\n" } else { "" };
        format!("{blank}{}", ending(summary, self.options))
    }
}

/// The most steps that are printed before a failure; those before them are counted.
const MOST_STEPS: usize = 12;

/// The outcome of one scenario with what is to be said about it; nothing if the options leave it out.
fn outcome(case: &Case, options: Options) -> String {
    let mut out = String::new();
    let is_asked = !case.asks.is_empty() && options.shown != Shown::Names;
    if options.shown != Shown::All && case.verdict.is_expected() && !is_asked {
        return out;
    }
    let mut text = Text::new();
    // What has passed stands there for its questions alone.
    match options.shown {
        Shown::Failures if case.verdict.is_expected() => text.push("asks", Style::Aside),
        _ => text.push(case.verdict.word(), style(case.verdict)),
    }
    text.pad_to(INDENT);
    text.push(&case.name(), Style::Plain);
    print(&text, options, &mut out);
    if options.shown == Shown::Names {
        return out;
    }
    for (place, problem) in case.problems.iter().enumerate() {
        let drawn =
            problem.painted.as_ref().filter(|_| options.colour.is_coloured()).unwrap_or(&problem.drawn);
        for line in drawn.trim_end().lines() {
            write(line, &mut out);
        }
        // The steps before a later problem are for the most part the same.
        if place > 0 || problem.steps.is_empty() {
            continue;
        }
        let left_out = problem.steps.len().saturating_sub(MOST_STEPS);
        let earlier = match left_out {
            0 => String::new(),
            _ => format!(" (`headjudge run` shows {left_out} more lines before them)"),
        };
        write(&format!("the steps that led there{earlier}:"), &mut out);
        for line in problem.steps.iter().skip(left_out) {
            write(line, &mut out);
        }
    }
    for asked in &case.asks {
        let rules =
            if asked.rules.is_empty() { String::new() } else { format!("  [{}]", asked.rules.join(", ")) };
        write(&format!("line {}: {}{rules}", asked.line, asked.answer), &mut out);
    }
    if let Some(line) = case.rests_on() {
        write(&line, &mut out);
    }
    for gap in &case.gaps {
        write(&format!("todo in line {}: {} (now: {})", gap.line, gap.why, gap.actual), &mut out);
    }
    out
}

fn write(line: &str, out: &mut String) {
    if !line.is_empty() {
        out.extend(std::iter::repeat_n(' ', INDENT));
    }
    out.push_str(line);
    out.push('\n');
}

/// What a run came to: what was not run, and the counts.
fn ending(summary: &Summary, options: Options) -> String {
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    if summary.not_reached > 0 {
        line(format!(
            "stopped after so many failures; not looked at: {}",
            counted(summary.not_reached, "file")
        ));
    }
    if summary.left_out > 0 {
        line(format!("left out: {}", counted(summary.left_out, "scenario")));
    }
    if summary.resting_on_users > 0 {
        line(format!("resting on cards of your own: {}", counted(summary.resting_on_users, "scenario")));
    }
    if summary.unexpected_passes > 0 {
        line(format!("marked `todo`, and yet so: {}", counted(summary.unexpected_passes, "scenario")));
    }
    if summary.asks > 0 {
        line(format!("open: {} (`--accept` makes expectations of them)", counted(summary.asks, "question")));
    }
    out.push_str(&counts(&summary.tally, options));
    out
}

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// The counts: which ended otherwise than simply passed or failed, and on the last line `N passed, N failed`, in which every
/// scenario is one of the two.
pub fn counts(tally: &Tally, options: Options) -> String {
    let mut out = String::new();
    let others = [Verdict::Unsettled, Verdict::Todo, Verdict::Undecided, Verdict::Invalid, Verdict::Crashed];
    let mut text = Text::new();
    let mut separator = "among them: ";
    for verdict in others {
        let count = tally.of(verdict);
        if count > 0 {
            text.push_fmt(format_args!("{separator}{count} "), Style::Plain);
            text.push(verdict.word(), style(verdict));
            separator = ", ";
        }
    }
    if !text.is_empty() {
        print(&text, options, &mut out);
    }
    let (passed, failed) = (tally.passed(), tally.failed());
    let mut text = Text::new();
    text.push_fmt(
        format_args!("{passed} passed, {failed} failed"),
        if failed == 0 { Style::Good } else { Style::Bad },
    );
    print(&text, options, &mut out);
    out
}

/// Where the names of scenarios begin.
const INDENT: usize = 11;

const fn style(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Answered => Style::Good,
        Verdict::Unsettled | Verdict::Todo => Style::Aside,
        Verdict::Failed | Verdict::Undecided | Verdict::Invalid | Verdict::Crashed => Style::Bad,
    }
}

fn print(text: &Text, options: Options, out: &mut String) {
    text.paint(options.colour, out);
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::{Options, Paint, Shown, Terminal};
    use crate::diag::Code;
    use crate::report::{Case, Report, Summary, Verdict};

    fn printed(shown: Shown) -> String {
        let ended = |file: &str, verdict| Case {
            title: "A ring".to_owned(),
            problems: Vec::new(),
            ..Case::of_file(file, verdict, Code::InternalError, "")
        };
        let cases = [
            ended("exile/zones.scn", Verdict::Answered),
            ended("layers/loop.scn", Verdict::Unsettled),
            Case::of_file(
                "exile/until.scn",
                Verdict::Invalid,
                Code::UnreadableFile,
                "the file is not UTF-8 text",
            ),
            ended("combat/blocks.scn", Verdict::Undecided),
        ];
        let mut report = Terminal::new(Options { shown, colour: Paint::Plain });
        let mut summary = Summary { left_out: 1, not_reached: 2, ..Summary::default() };
        let mut out = report.begin();
        for case in &cases {
            summary.add(case);
            out.push_str(&report.case(case));
        }
        out + &report.end(&summary)
    }

    #[test]
    fn every_scenario_has_its_line_if_wished() {
        insta::assert_snapshot!(printed(Shown::All));
    }

    #[test]
    fn what_is_as_expected_is_not_worth_a_line() {
        insta::assert_snapshot!(printed(Shown::Failures));
    }

    #[test]
    fn without_a_failure_the_counts_stand_alone() {
        let mut report = Terminal::new(Options { shown: Shown::Names, colour: Paint::Colour });
        let mut summary = Summary::default();
        summary.tally.add(Verdict::Answered);
        assert_eq!(report.end(&summary), "\u{1b}[32m1 passed, 0 failed\u{1b}[0m\n");
    }
}
