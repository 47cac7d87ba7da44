//! Fingerprints of words: they tell that a text changed without keeping it.

/// The 64-bit FNV-1a hash of a text, blind to what differs between files of one edition but not in meaning: blanks,
/// the shape of quotation marks and dashes, underscores that mark italics, and the signs ® and ™.
///
/// ```
/// use headjudge::book::fingerprint;
///
/// assert_eq!(fingerprint("_Magic®_  “cards”"), fingerprint("Magic \"cards\""));
/// assert_ne!(fingerprint("may"), fingerprint("must"));
/// ```
pub fn fingerprint(text: &str) -> u64 {
    const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let text = plain(text);
    text.bytes().fold(OFFSET_BASIS, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

/// The text with plain quotation marks and dashes, single blanks and no marks for italics.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let before = plain.len();
        if before > 0 {
            plain.push(' ');
        }
        let start = plain.len();
        plain.extend(word.chars().filter_map(|character| match character {
            '“' | '”' => Some('"'),
            '‘' | '’' => Some('\''),
            '–' | '—' | '−' => Some('-'),
            '_' | '®' | '™' => None,
            other => Some(other),
        }));
        if plain.len() == start {
            plain.truncate(before);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::{fingerprint, plain};

    #[test]
    fn the_hash_is_fnv_1a() {
        assert_eq!(fingerprint(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fingerprint("foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn words_of_marks_alone_leave_no_blank() {
        assert_eq!(plain(" a  _ “b” –\u{a0}c "), "a \"b\" - c");
    }
}
