//! The one renderer of diagnostics, on annotate-snippets. Any text and any place are safe to give it.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use super::{Diagnostic, Severity, Source, Span};

/// How diagnostics are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// Letters only.
    Plain,
    /// With the escape codes of a terminal.
    Coloured,
}

/// Draws a diagnostic, with a line feed at the end.
///
/// ```text
/// error[unknown-card]: no card named `Typhiod Rats`
///  --> deathtouch.scn:5:16
///   |
/// 5 |   battlefield  Typhiod Rats
///   |                ^^^^^^^^^^^^ not in the card pool
///   |
///   = help: did you mean `Typhoid Rats`?
/// ```
pub fn render(diagnostic: &Diagnostic, source: &Source, look: Look) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let message = printable(&diagnostic.message);
    let name = printable(&source.name);
    let mut group =
        annotate_snippets::Group::with_title(level.primary_title(message).id(diagnostic.code.as_str()));

    let labels: Vec<(Span, String, bool)> = diagnostic
        .labels
        .iter()
        .map(|label| (clamped(source, label.span), printable(&label.text), label.primary))
        .collect();
    let window = window(source, labels.iter().map(|(span, _, _)| *span));
    if let Some((start, excerpt)) = window {
        let before = source.text.get(..start).unwrap_or_default();
        let first_line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let mut snippet = Snippet::source(excerpt).path(name.as_str()).line_start(first_line);
        for (span, text, primary) in &labels {
            let kind = if *primary { AnnotationKind::Primary } else { AnnotationKind::Context };
            let mut annotation = kind.span(span.start.saturating_sub(start)..span.end.saturating_sub(start));
            if !text.is_empty() {
                annotation = annotation.label(text.as_str());
            }
            snippet = snippet.annotation(annotation);
        }
        group = group.element(snippet);
    } else if !name.is_empty() {
        group = group.element(annotate_snippets::Origin::path(name.as_str()));
    }
    for rule in &diagnostic.rules {
        group = group.element(Level::NOTE.with_name("rule").message(printable(rule)));
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(printable(help)));
    }
    let renderer = match look {
        Look::Plain => Renderer::plain(),
        Look::Coloured => Renderer::styled(),
    };
    let mut drawn = renderer.render(&[group]);
    drawn.push('\n');
    drawn
}

/// The lines that hold all the places, and the byte at which they begin; `None` where there is no place.
///
/// The renderer reads all it is given, so it is given no more than it has to show.
fn window(source: &Source, spans: impl Iterator<Item = Span>) -> Option<(usize, &str)> {
    let all = spans.reduce(Span::to)?;
    let before = source.text.get(..all.start)?;
    let start = before.rfind('\n').map_or(0, |feed| feed + 1);
    let behind = source.text.get(all.end..)?;
    let end = all.end + behind.find('\n').unwrap_or(behind.len());
    source.text.get(start..end).map(|excerpt| (start, excerpt))
}

/// The nearest place that exists in the text.
fn clamped(source: &Source, span: Span) -> Span {
    let start = source.floor(span.start);
    let end = source.floor(span.end.max(span.start));
    Span::new(start, end.max(start))
}

/// The text in one line, without characters that a terminal would obey, and not endless.
fn printable(text: &str) -> String {
    const LONGEST: usize = 400;
    let mut printed: String = text
        .chars()
        .take(LONGEST)
        .map(|character| if character.is_control() { char::REPLACEMENT_CHARACTER } else { character })
        .collect();
    if text.chars().nth(LONGEST).is_some() {
        printed.push('…');
    }
    printed
}

#[cfg(test)]
mod tests {
    use super::{Look, render};
    use crate::diag::{Code, Diagnostic, Source, Span};

    #[test]
    fn draws_the_frame_of_rustc() {
        let source = Source::new("deathtouch.scn", "NAP\n  battlefield  Typhiod Rats\n");
        let diagnostic = Diagnostic::error(
            Code::UnknownCard,
            "no card named `Typhiod Rats`",
            Span::new(19, 31),
            "not in the card pool",
        )
        .did_you_mean(Some("Typhoid Rats"));
        insta::assert_snapshot!(render(&diagnostic, &source, Look::Plain), @r"
        error[unknown-card]: no card named `Typhiod Rats`
         --> deathtouch.scn:2:16
          |
        2 |   battlefield  Typhiod Rats
          |                ^^^^^^^^^^^^ not in the card pool
          |
          = help: did you mean `Typhoid Rats`?
        ");
    }

    #[test]
    fn survives_any_place_in_any_text() {
        let texts = ["", "\u{FEFF}\r\n", "\0\u{1b}[31m\tä", "é\n\n\n", &"x".repeat(5000)];
        for text in texts {
            let source = Source::new("a\nb\u{1b}", text);
            for start in [0, 1, 2, 3, 7, usize::MAX] {
                for end in [0, 1, 4, usize::MAX] {
                    let diagnostic =
                        Diagnostic::error(Code::UnknownWord, "\u{7}", Span::new(start, end), "\n")
                            .with_label(Span::new(end, start), "x");
                    let drawn = render(&diagnostic, &source, Look::Plain);
                    assert!(drawn.starts_with("error[unknown-word]"));
                    assert!(!drawn.contains('\u{1b}'), "{drawn:?}");
                }
            }
        }
    }
}
