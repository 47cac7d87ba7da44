//! Small helps with English: articles, plurals, lists, sentences.

use crate::ir::Colors;

/// The name of a room or the like, which is kept in small letters: `Veils of Fear`.
pub fn titled(name: &str) -> String {
    let mut words = String::new();
    for word in name.split(' ') {
        let small = !words.is_empty() && ["of", "the", "and", "in", "to"].contains(&word);
        if !words.is_empty() {
            words.push(' ');
        }
        let mut letters = word.chars();
        words.extend(letters.next().map(|first| if small { first } else { first.to_ascii_uppercase() }));
        words.push_str(letters.as_str());
    }
    words
}

/// The words with a capital at the start and a full stop at the end.
pub(super) fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let mut text: String =
        letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default();
    // An aside that ends the sentence needs no comma behind it.
    text.truncate(text.trim_end_matches(',').len());
    if !text.ends_with('.') && !text.ends_with(".\"") {
        text.push('.');
    }
    text
}

/// The words with `a` or `an` before them.
pub fn with_article(words: &str) -> String {
    if words.starts_with("other ") {
        return format!("an{words}");
    }
    let lower = words.to_lowercase();
    let sounds_like_a_consonant = ["uni", "use", "one", "eu"].iter().any(|start| lower.starts_with(start));
    let article =
        if lower.starts_with(['a', 'e', 'i', 'o', 'u']) && !sounds_like_a_consonant { "an" } else { "a" };
    format!("{article} {words}")
}

/// The plural of a phrase whose last word is a noun.
pub(super) fn plural(words: &str) -> String {
    let irregular = [
        ("Elf", "Elves"),
        ("Wolf", "Wolves"),
        ("Dwarf", "Dwarves"),
        ("Plains", "Plains"),
        ("Merfolk", "Merfolk"),
        ("Fish", "Fish"),
        ("Mouse", "Mice"),
        ("Ox", "Oxen"),
        ("Fungus", "Fungi"),
    ];
    for (one, many) in irregular {
        if let Some(start) = words.strip_suffix(one) {
            return format!("{start}{many}");
        }
    }
    if let Some(start) = words.strip_suffix('y')
        && !start.ends_with(['a', 'e', 'o', 'u'])
    {
        return format!("{start}ies");
    }
    if words.ends_with(['s', 'x', 'z']) || words.ends_with("ch") || words.ends_with("sh") {
        return format!("{words}es");
    }
    format!("{words}s")
}

/// `a`, `a or b`, `a, b or c` with the joining word given.
pub(super) fn list(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// `one` to `ten`, then figures.
pub(super) fn number_word(number: i32) -> String {
    const WORDS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    usize::try_from(number)
        .ok()
        .and_then(|number| WORDS.get(number))
        .map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// `first`, `second`, `third`, `4th` ...
pub(super) fn ordinal(number: i32) -> String {
    match number {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        _ => format!("{number}th"),
    }
}

/// The colours by name, or `colorless`.
pub(super) fn colors(colors: Colors) -> String {
    let names: Vec<String> = colors.iter().map(|color| color.word().to_owned()).collect();
    if names.is_empty() { "colorless".to_owned() } else { list(&names, "and") }
}

/// A word of the form as a reader would write it: `card-type` is `card type`.
pub(super) fn spaced(word: &str) -> String {
    word.replace('-', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_and_plurals_follow_the_ear() {
        assert_eq!(with_article("untapped land"), "an untapped land");
        assert_eq!(with_article("Unicorn"), "a Unicorn");
        assert_eq!(plural("sorcery card"), "sorcery cards");
        assert_eq!(plural("Elf"), "Elves");
        assert_eq!(plural("sorcery"), "sorceries");
        assert_eq!(list(&["a".to_owned(), "b".to_owned(), "c".to_owned()], "or"), "a, b or c");
    }
}
