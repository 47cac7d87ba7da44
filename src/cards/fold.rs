//! One spelling for all the ways a card's name may be typed.
//!
//! `build.rs` compiles this file as well, so that the names in the index of the bundled library are folded in the same way
//! as the names that are looked up; it uses nothing but the standard library.

/// The name without what a typist may leave out or write otherwise: case, accents, curly apostrophes and quotation marks,
/// long dashes, blanks around the `//` of a split card.
///
/// Two cards may share a folded name, so a look-up prefers the name that is equal letter by letter.
#[must_use]
pub(crate) fn fold(name: &str) -> String {
    let mut folded = String::with_capacity(name.len());
    // A blank is written only before the next letter, so that runs of blanks shrink and none is left at the ends.
    let mut blank = false;
    for letter in name.chars() {
        if letter.is_whitespace() {
            blank = true;
        } else if letter == '/' {
            // `Fire/Ice`, `Fire//Ice` and `Fire // Ice` are one name.
            if !folded.ends_with("// ") {
                folded.push_str(if folded.is_empty() { "// " } else { " // " });
            }
            blank = false;
        } else if !is_combining_mark(letter) {
            if blank && !folded.is_empty() && !folded.ends_with(' ') {
                folded.push(' ');
            }
            blank = false;
            push_letter(&mut folded, letter);
        }
    }
    folded.truncate(folded.trim_end().len());
    folded
}

/// The accents of a name that was typed letter by letter (Combining Diacritical Marks).
const fn is_combining_mark(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}')
}

fn push_letter(folded: &mut String, letter: char) {
    // Nearly every letter of nearly every name.
    if letter.is_ascii() && letter != '`' {
        folded.push(letter.to_ascii_lowercase());
        return;
    }
    for lower in letter.to_lowercase() {
        let plain = match lower {
            'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' | 'ă' | 'ą' => "a",
            'æ' => "ae",
            'ç' | 'ć' | 'č' => "c",
            'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ę' | 'ě' => "e",
            'ì' | 'í' | 'î' | 'ï' | 'ī' => "i",
            'ñ' | 'ń' => "n",
            'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ō' | 'ő' => "o",
            'œ' => "oe",
            'ś' | 'š' => "s",
            'ù' | 'ú' | 'û' | 'ü' | 'ū' | 'ű' => "u",
            'ý' | 'ÿ' => "y",
            'ź' | 'ż' | 'ž' => "z",
            '‘' | '’' | 'ʼ' | '`' | '´' => "'",
            '“' | '”' => "\"",
            '‐' | '‑' | '–' | '—' | '−' => "-",
            _ => {
                if !is_combining_mark(lower) {
                    folded.push(lower);
                }
                continue;
            }
        };
        folded.push_str(plain);
    }
}
