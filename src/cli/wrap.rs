//! Text for the terminal, in lines that are not too wide.

use super::page;

/// How wide a printed line may be; less where the terminal is narrower.
pub(super) const WIDTH: usize = 100;

/// How wide lines are printed here.
pub(super) fn width() -> usize {
    page::width().min(WIDTH)
}

/// The text broken at blanks, with `indent` blanks before every line but the first, which begins after that many
/// characters of something else. A word longer than a line stays whole.
pub(super) fn wrap(text: &str, indent: usize) -> String {
    wrap_to(text, indent, width())
}

fn wrap_to(text: &str, indent: usize, width: usize) -> String {
    wrap_hanging(text, indent, indent, width)
}

/// The text broken at blanks, where it begins at a column and its further lines at another.
pub(super) fn wrap_hanging(text: &str, begin: usize, indent: usize, width: usize) -> String {
    let mut wrapped = String::with_capacity(text.len());
    let mut column = begin;
    for (position, word) in text.split_whitespace().enumerate() {
        let length = visible(word);
        if position > 0 && column + 1 + length > width {
            wrapped.push('\n');
            wrapped.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else if position > 0 {
            wrapped.push(' ');
            column += 1;
        }
        wrapped.push_str(word);
        column += length;
    }
    wrapped
}

/// How many characters of a word are seen: those that set its colour are not.
fn visible(word: &str) -> usize {
    let mut is_hidden = false;
    let seen = word.chars().filter(|character| {
        let was_hidden = is_hidden;
        match character {
            '\u{1b}' => is_hidden = true,
            'm' if is_hidden => is_hidden = false,
            _ => {}
        }
        !was_hidden && !is_hidden
    });
    seen.count()
}

/// A number with what it counts, in the plural unless it is one.
pub(super) fn counted(number: usize, word: &str) -> String {
    if number == 1 { format!("1 {word}") } else { format!("{number} {word}s") }
}

/// A line with a title at its left end and an edition at its right end.
pub(super) fn title_line(title: &str, edition: &str) -> String {
    use colored::Colorize;
    let right = format!("CR {edition}");
    let gap = width().saturating_sub(title.chars().count() + right.len()).max(2);
    format!("{}{}{right}\n", title.bold(), " ".repeat(gap))
}

#[cfg(test)]
mod tests {
    use super::{WIDTH, wrap_to};

    #[test]
    fn lines_are_broken_at_blanks_and_indented() {
        let wrapped = wrap_to(&"word ".repeat(40), 10, WIDTH);
        let lines: Vec<&str> = wrapped.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[0].len() + 10 <= WIDTH && lines[1].len() <= WIDTH);
        assert!(lines[1].starts_with("          word"));
    }

    #[test]
    fn colours_take_no_room() {
        assert_eq!(wrap_to("\u{1b}[1mone\u{1b}[0m two", 0, 7), "\u{1b}[1mone\u{1b}[0m two");
    }
}
