//! Text for the terminal, in lines that are not too wide.

/// How wide a printed line may be.
pub(super) const WIDTH: usize = 100;

/// The text broken at blanks, with `indent` blanks before every line but the first, which begins after that many
/// characters of something else. A word longer than a line stays whole.
pub(super) fn wrap(text: &str, indent: usize) -> String {
    let mut wrapped = String::with_capacity(text.len());
    let mut column = indent;
    for (position, word) in text.split_whitespace().enumerate() {
        let length = word.chars().count();
        if position > 0 && column + 1 + length > WIDTH {
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

#[cfg(test)]
mod tests {
    use super::{WIDTH, wrap};

    #[test]
    fn lines_are_broken_at_blanks_and_indented() {
        let wrapped = wrap(&"word ".repeat(40), 10);
        let lines: Vec<&str> = wrapped.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[0].len() + 10 <= WIDTH && lines[1].len() <= WIDTH);
        assert!(lines[1].starts_with("          word"));
    }
}
