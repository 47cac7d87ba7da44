//! The page that is printed on: how wide it is, and whether it takes colours and links.

use std::io::{self, IsTerminal};
use std::sync::OnceLock;

use super::{look, wrap};
use crate::diag::{Diagnostic, Source, render};
use crate::trace::styled::{Paint, cells};

/// How wide a page is that no terminal shows.
const WIDTH: usize = 110;

/// No page is narrower, however narrow the terminal is.
const NARROWEST: usize = 40;

/// No page is wider, however wide the terminal is: nobody reads from one end to the other.
const WIDEST: usize = 160;

/// Whether colours are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub(super) enum Colour {
    /// On a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    /// Also into files and pipes
    Always,
    /// Nowhere
    Never,
}

/// What the command line says of the page.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub(super) struct Wishes {
    /// Whether to print colours: on a terminal only, always, or never
    #[arg(long, value_enum, global = true, default_value_t = Colour::Auto, hide_default_value = true, hide_possible_values = true, value_name = "auto|always|never")]
    color: Colour,
    /// How wide a line may be; as wide as the terminal if it is not said
    #[arg(long, global = true, value_name = "CELLS")]
    width: Option<usize>,
}

impl Wishes {
    /// Lets what is printed from now on be so.
    pub(super) fn heed(self) {
        match self.color {
            Colour::Auto => {}
            Colour::Always => colored::control::set_override(true),
            Colour::Never => colored::control::set_override(false),
        }
        if let Some(width) = self.width {
            // One command is run by one process; only tests run several.
            let _ = WISHED.set(width);
        }
    }
}

static WISHED: OnceLock<usize> = OnceLock::new();

/// How wide a ruling is printed: as wide as the terminal.
pub(super) fn width() -> usize {
    static HERE: OnceLock<usize> = OnceLock::new();
    if let Some(wished) = WISHED.get() {
        return (*wished).max(NARROWEST);
    }
    *HERE.get_or_init(|| {
        let terminal = io::stdout().is_terminal().then(terminal_size::terminal_size).flatten();
        terminal.map_or(WIDTH, |(columns, _)| usize::from(columns.0).clamp(NARROWEST, WIDEST))
    })
}

/// What is printed beside the words.
pub(super) fn paint() -> Paint {
    if !colored::control::SHOULD_COLORIZE.should_colorize() {
        Paint::Plain
    } else if io::stdout().is_terminal() && has_links(|name| std::env::var_os(name)?.into_string().ok()) {
        Paint::Linked
    } else {
        Paint::Colour
    }
}

/// A diagnostic as it is drawn here: sentences are broken where the page ends, lines of the file are not.
pub(super) fn drawn(diagnostic: &Diagnostic, source: &Source) -> String {
    let drawn = render(diagnostic, source, look());
    let width = width();
    // In a file everything may be as long as it is.
    if !io::stdout().is_terminal() && WISHED.get().is_none() {
        return drawn;
    }
    let mut fitting = String::with_capacity(drawn.len());
    for line in drawn.lines() {
        let bare = line.trim_start();
        let is_help = bare.split_once("= ").is_some_and(|(before, _)| seen(before).is_empty());
        let indent = match (is_help, bare.find(": ")) {
            _ if seen_width(line) <= width => None,
            (true, Some(at)) => {
                Some(line.len() - bare.len() + seen_width(bare.get(..at + 2).unwrap_or_default()))
            }
            (false, Some(_)) if seen(bare).starts_with("error[") || seen(bare).starts_with("warning[") => {
                Some(2)
            }
            _ => None,
        };
        match indent {
            Some(indent) => {
                let before = line.len() - bare.len();
                fitting.push_str(line.get(..before).unwrap_or_default());
                // The blanks that a line to add begins with are part of it.
                let kept = bare.replace("`  ", "`\u{1}\u{1}");
                fitting.push_str(&wrap::wrap_hanging(&kept, before, indent, width).replace('\u{1}', " "));
            }
            None => fitting.push_str(line),
        }
        fitting.push('\n');
    }
    fitting
}

/// The words of a text without what sets their colours.
fn seen(text: &str) -> String {
    let mut is_hidden = false;
    let is_seen = |character: &char| {
        let was_hidden = is_hidden;
        match character {
            '\u{1b}' => is_hidden = true,
            'm' if is_hidden => is_hidden = false,
            _ => {}
        }
        !was_hidden && !is_hidden
    };
    text.chars().filter(is_seen).collect()
}

fn seen_width(text: &str) -> usize {
    cells(&seen(text))
}

/// Whether a terminal shows links, as far as it says who it is. Those that don't know them mostly print nothing for them, but some do.
fn has_links(variable: impl Fn(&str) -> Option<String>) -> bool {
    let is = |name: &str, known: &[&str]| {
        variable(name).is_some_and(|value| known.iter().any(|known| value.starts_with(known)))
    };
    // GNOME's terminal and its relatives have had them since 0.50.
    let vte = variable("VTE_VERSION").and_then(|version| version.parse::<u32>().ok());
    is("TERM_PROGRAM", &["iTerm", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio"])
        || is("TERM", &["xterm-kitty", "alacritty", "foot", "xterm-ghostty", "wezterm"])
        || vte.is_some_and(|version| version >= 5000)
        || variable("WT_SESSION").is_some()
        || variable("KONSOLE_VERSION").is_some()
        || variable("DOMTERM").is_some()
}

#[cfg(test)]
mod tests {
    use super::has_links;

    #[test]
    fn links_are_printed_where_the_terminal_is_known_to_have_them() {
        let of = |name: &'static str, value: &'static str| {
            has_links(move |asked| (asked == name).then(|| value.to_owned()))
        };
        assert!(of("TERM", "xterm-kitty") && of("VTE_VERSION", "6800") && of("TERM_PROGRAM", "WezTerm"));
        assert!(
            !of("TERM", "xterm-256color")
                && !of("VTE_VERSION", "4600")
                && !of("TERM_PROGRAM", "Apple_Terminal")
        );
    }
}
