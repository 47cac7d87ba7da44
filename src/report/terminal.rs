//! The outcomes of many scenarios for the terminal.
//!
//! ```text
//! passed     scenarios/exile/zones.scn: from the graveyard
//! failed     scenarios/exile/until.scn: Oblivion Ring
//!            expected Grizzly Bears in exile, but it is on the battlefield
//! undecided  scenarios/combat/blocks.scn
//!            NAP must choose an order
//!
//! among them: 1 unsettled, 1 undecided
//! 12 passed, 2 failed
//! ```

use crate::trace::styled::{Style, Text};

use super::{Line, Tally, Verdict};

/// How outcomes are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Whether only those are printed that did not end as expected.
    pub quiet: bool,
    /// Whether ANSI colours are used.
    pub colour: bool,
}

/// The outcomes in their order, then the counts. The last line is `N passed, N failed` and nothing else; every scenario
/// is in one of the two, and the line above says which of them ended in another way.
pub fn summary(lines: &[Line], options: Options) -> String {
    let mut out = String::new();
    let mut tally = Tally::default();
    for line in lines {
        tally.add(line.verdict);
        out.push_str(&outcome(line, options));
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out.push_str(&counts(&tally, options));
    out
}

/// The outcome of one scenario with what is to be said about it; nothing if the options leave it out.
pub fn outcome(line: &Line, options: Options) -> String {
    let mut out = String::new();
    if options.quiet && line.verdict.is_expected() {
        return out;
    }
    let mut text = Text::new();
    text.push(line.verdict.word(), style(line.verdict));
    text.pad_to(INDENT);
    text.push(&line.name, Style::Plain);
    print(&text, options, &mut out);
    for message in line.messages.iter().flat_map(|message| message.lines()) {
        let mut text = Text::new();
        text.pad_to(INDENT);
        text.push(message, Style::Plain);
        print(&text, options, &mut out);
    }
    out
}

/// The counts: which ended otherwise than simply passed or failed, and on the last line `N passed, N failed`.
pub fn counts(tally: &Tally, options: Options) -> String {
    let mut out = String::new();
    let others = [Verdict::Unsettled, Verdict::Todo, Verdict::Undecided, Verdict::Invalid];
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
        Verdict::Failed | Verdict::Undecided | Verdict::Invalid => Style::Bad,
    }
}

fn print(text: &Text, options: Options, out: &mut String) {
    text.paint(options.colour, out);
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::{Options, summary};
    use crate::report::{Line, Verdict};

    fn lines() -> Vec<Line> {
        let line = |name: &str, verdict, messages: &[&str]| Line {
            name: name.to_owned(),
            verdict,
            messages: messages.iter().map(|message| (*message).to_owned()).collect(),
        };
        vec![
            line("scenarios/exile/zones.scn: from the graveyard", Verdict::Answered, &[]),
            line("scenarios/layers/loop.scn", Verdict::Unsettled, &[]),
            line("scenarios/exile/until.scn", Verdict::Failed, &["expected exile\nactual battlefield"]),
            line("scenarios/combat/blocks.scn", Verdict::Undecided, &["NAP must choose an order"]),
        ]
    }

    #[test]
    fn every_scenario_has_its_line() {
        insta::assert_snapshot!(summary(&lines(), Options::default()));
    }

    #[test]
    fn quiet_leaves_out_what_is_as_expected() {
        insta::assert_snapshot!(summary(&lines(), Options { quiet: true, ..Options::default() }));
    }

    #[test]
    fn without_a_failure_quiet_prints_the_counts_alone() {
        let passed: Vec<Line> = lines().into_iter().take(1).collect();
        let options = Options { quiet: true, ..Options::default() };
        assert_eq!(summary(&passed, options), "1 passed, 0 failed\n");
        let coloured = summary(&passed, Options { colour: true, ..options });
        assert_eq!(coloured, "\u{1b}[32m1 passed, 0 failed\u{1b}[0m\n");
    }
}
