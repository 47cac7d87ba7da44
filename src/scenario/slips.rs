//! What is often written in place of a name: help for whoever wrote it in a hurry.

/// What the words probably mean, in words, and what would be written instead where that is certain; `is_name` knows the names.
pub(crate) fn meant(words: &str, is_name: impl Fn(&str) -> bool) -> Option<(String, Option<String>)> {
    let help = help_for(words, is_name)?;
    // What is to be written stands at the end; a word in capitals stands for something else.
    let instead = help.strip_suffix('`').and_then(|help| help.rsplit_once(": `")).map(|(_, instead)| instead);
    let is_whole = |instead: &&str| !instead.contains("TARGET") && !instead.contains("MODIFIER");
    let plain = words.contains('\u{a0}').then(|| words.replace('\u{a0}', " "));
    let instead = plain.or_else(|| instead.filter(is_whole).map(str::to_owned));
    Some((help, instead))
}

/// What the words probably mean where no name is what they are.
fn help_for(words: &str, is_name: impl Fn(&str) -> bool) -> Option<String> {
    if words.contains('\u{a0}') {
        return Some("a no-break space (U+00A0) stands in it: write a plain blank".to_owned());
    }
    if let Some((whose, name)) = words.split_once("’s ")
        && is_name(name)
    {
        return Some(format!("write a plain apostrophe: `{whose}'s {name}`"));
    }
    // Behind the name of a spell or ability.
    for sign in ["→", "⇒", "=", " targeting ", " on ", " at ", " to "] {
        if let Some((name, target)) = words.split_once(sign)
            && is_name(name.trim())
        {
            let (name, target) = (name.trim(), target.trim());
            let target = if target.is_empty() { "TARGET" } else { target };
            return Some(format!("targets stand behind an arrow of two signs: `{name} -> {target}`"));
        }
    }
    if let Some((name, said)) = words.strip_suffix(')').and_then(|words| words.rsplit_once('('))
        && is_name(name.trim())
    {
        let said = if counted(said).is_some() { "MODIFIER" } else { said };
        return Some(format!("what is said of it stands in square brackets: `{} [{said}]`", name.trim()));
    }
    if let Some(name) = words.strip_prefix(OPENING).and_then(|words| words.strip_suffix(CLOSING))
        && is_name(name.trim())
    {
        return Some(format!("a name stands without quotation marks: `{}`", name.trim()));
    }
    // `2 Islands`.
    let (number, several) = match words.split_once(' ') {
        Some((number, several)) if number.parse::<u32>().is_ok() => (Some(number), several.trim()),
        _ => (None, words),
    };
    if let Some(name) = singular(several).filter(|name| is_name(name)) {
        let number = number.map_or_else(String::new, |number| format!("{number} "));
        return Some(format!("a card is called by its own name, also of several: `{number}{name}`"));
    }
    let (first, rest) = words.split_once(' ')?;
    if let Some(number) = counted(first)
        && is_name(rest.trim())
    {
        return Some(format!("the number stands alone in front: `{number} {}`", rest.trim()));
    }
    if let Some((name, last)) = words.rsplit_once(' ')
        && let Some(number) = counted(last)
        && is_name(name.trim())
    {
        return Some(format!("the number stands in front: `{number} {}`", name.trim()));
    }
    if ["a", "an", "the", "my", "his", "her", "their"].contains(&first) && is_name(rest.trim()) {
        return Some(format!("write the name alone: `{}`", rest.trim()));
    }
    if let Some(number) =
        NUMBERS.iter().zip(1u32..).find(|(word, _)| first.eq_ignore_ascii_case(word)).map(|(_, it)| it)
        && let Some(name) = [Some(rest.trim().to_owned()), singular(rest.trim())]
            .into_iter()
            .flatten()
            .find(|name| is_name(name) || is_token_of(name))
    {
        return Some(match number {
            1 => format!("write the name alone: `{name}`"),
            number => format!("the number is written in digits: `{number} {name}`"),
        });
    }
    if let Some((name, token)) = words.rsplit_once(' ')
        && ["Token", "Tokens"].contains(&token)
    {
        let is_described = name.starts_with(|first: char| first.is_ascii_digit());
        if !is_described {
            return Some(format!("`token` begins with a small letter: `{name} {}`", token.to_lowercase()));
        }
    }
    let is_token = |word: &str| ["token", "tokens"].contains(&word.to_lowercase().as_str());
    if words.split(' ').any(is_token) {
        return Some(
            "a token is written as `token 1/1 white Soldier`, with a number in front for several".to_owned(),
        );
    }
    let bare = |item: &str| {
        let item = item.trim();
        item.split_once(' ')
            .filter(|(number, _)| number.parse::<u32>().is_ok())
            .map_or(item, |(_, name)| name)
            .to_owned()
    };
    [", ", " and ", " & "].into_iter().find_map(|sign| {
        let items: Vec<&str> = words.split(sign).map(str::trim).collect();
        let all = items.len() > 1 && items.iter().all(|item| is_name(item) || is_name(&bare(item)));
        all.then(|| format!("several are separated by `;`: `{}`", items.join("; ")))
    })
}

/// The quotation marks that people put around a name.
const OPENING: [char; 4] = ['"', '\'', '“', '‘'];
const CLOSING: [char; 4] = ['"', '\'', '”', '’'];

/// The numbers in words, from one.
const NUMBERS: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// Whether it is a token by its name: `Goblin token`.
fn is_token_of(words: &str) -> bool {
    words.ends_with(" token") || words.ends_with(" tokens")
}

/// `Island` for `Islands`, `Harpy` for `Harpies`, `Elf` for `Elves`, as far as the words are a plural.
fn singular(words: &str) -> Option<String> {
    for (many, one) in [
        ("ies", "y"),
        ("ves", "f"),
        ("men", "man"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("xes", "x"),
        ("sses", "ss"),
    ] {
        if let Some(start) = words.strip_suffix(many).filter(|start| !start.is_empty()) {
            return Some(format!("{start}{one}"));
        }
    }
    words.strip_suffix('s').map(str::to_owned)
}

/// The number of `3x`, `x3` and `×3`.
fn counted(word: &str) -> Option<u32> {
    let signs = ['x', 'X', '×'];
    word.strip_suffix(signs).or_else(|| word.strip_prefix(signs))?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::meant;

    #[test]
    fn slips_are_known() {
        let is_name = |name: &str| ["Storm Crow", "Bolt", "Axe, of Two"].contains(&name);
        for (words, part) in [
            ("Bolt → Storm Crow", "`Bolt -> Storm Crow`"),
            ("Bolt =", "`Bolt -> TARGET`"),
            ("Bolt targeting Storm Crow", "`Bolt -> Storm Crow`"),
            ("Storm Crow (tapped)", "`Storm Crow [tapped]`"),
            ("3x Storm Crow", "`3 Storm Crow`"),
            ("Storm Crow x3", "`3 Storm Crow`"),
            ("the Storm Crow", "`Storm Crow`"),
            ("1/1 Soldier token", "`token 1/1 white Soldier`"),
            ("1/1 Soldier Token", "`token 1/1 white Soldier`"),
            ("Goblin Token", ": `Goblin token`"),
            ("Goblin Tokens", ": `Goblin tokens`"),
            ("three Storm Crow", ": `3 Storm Crow`"),
            ("two Storm Crows", ": `2 Storm Crow`"),
            ("two Goblin tokens", ": `2 Goblin tokens`"),
            ("One Bolt", ": `Bolt`"),
            ("Storm Crows", ": `Storm Crow`"),
            ("2 Bolts", ": `2 Bolt`"),
            ("\"Storm Crow\"", ": `Storm Crow`"),
            ("‘Storm Crow’", ": `Storm Crow`"),
            ("Storm Crow, 2 Bolt", "`Storm Crow; 2 Bolt`"),
            ("Storm Crow and Bolt", "`Storm Crow; Bolt`"),
            ("NAP’s Storm Crow", "`NAP's Storm Crow`"),
            ("Storm\u{a0}Crow", "plain blank"),
        ] {
            let help = meant(words, is_name);
            assert!(help.as_ref().is_some_and(|(help, _)| help.contains(part)), "{words}: {help:?}");
        }
        let instead = |words: &str| meant(words, is_name).and_then(|(_, instead)| instead);
        assert_eq!(instead("3x Storm Crow").as_deref(), Some("3 Storm Crow"));
        assert_eq!((instead("Bolt ="), instead("1/1 Soldier token")), (None, None));
        for words in ["Strom Crow", "Axe, of Three", "Jace", ""] {
            assert_eq!(meant(words, is_name), None, "{words}");
        }
    }
}
