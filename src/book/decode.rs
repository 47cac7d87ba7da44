//! Bytes of a text file in whatever encoding, as text with plain lines and blanks.

/// The text of a file in UTF-8, UTF-16 or windows-1252, with or without a byte-order mark.
///
/// Every kind of line end becomes `\n`, every kind of blank a plain one; signs without width are left out. The line
/// separator U+2028 stays, since it breaks a line within a paragraph. No bytes are refused: what is none of the Unicode
/// encodings is read as windows-1252, in which every byte means something.
///
/// ```
/// use headjudge::book::decode;
///
/// assert_eq!(decode(b"\xef\xbb\xbfone\r\ntwo\rthree"), "one\ntwo\nthree");
/// assert_eq!(decode(b"\xff\xfeo\0k\0"), "ok");
/// assert_eq!(decode(b"\x93quoted\x94\xa0text"), "“quoted” text");
/// ```
pub fn decode(bytes: &[u8]) -> String {
    let text = match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => utf_8_or_windows_1252(rest),
        [0xFF, 0xFE, rest @ ..] => utf_16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => utf_16(rest, u16::from_be_bytes),
        // A rules text begins with Latin letters, so a zero byte gives UTF-16 away.
        [first, 0, ..] if *first != 0 => utf_16(bytes, u16::from_le_bytes),
        [0, second, ..] if *second != 0 => utf_16(bytes, u16::from_be_bytes),
        _ => utf_8_or_windows_1252(bytes),
    };
    plain_lines(&text)
}

fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks(2).map(|pair| match pair {
        [first, second] => unit([*first, *second]),
        // Half a character at the end of the file.
        _ => 0xFFFD,
    });
    char::decode_utf16(units).map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

fn utf_8_or_windows_1252(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(windows_1252).collect(),
    }
}

fn windows_1252(byte: u8) -> char {
    match byte {
        0x80 => '€',
        0x82 => '‚',
        0x83 => 'ƒ',
        0x84 => '„',
        0x85 => '…',
        0x86 => '†',
        0x87 => '‡',
        0x88 => 'ˆ',
        0x89 => '‰',
        0x8A => 'Š',
        0x8B => '‹',
        0x8C => 'Œ',
        0x8E => 'Ž',
        0x91 => '‘',
        0x92 => '’',
        0x93 => '“',
        0x94 => '”',
        0x95 => '•',
        0x96 => '–',
        0x97 => '—',
        0x98 => '˜',
        0x99 => '™',
        0x9A => 'š',
        0x9B => '›',
        0x9C => 'œ',
        0x9E => 'ž',
        0x9F => 'Ÿ',
        other => char::from(other),
    }
}

/// The sign that breaks a line within a paragraph.
pub(super) const LINE_SEPARATOR: char = '\u{2028}';

fn plain_lines(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            // Two carriage returns before a line feed come of a text that was made a text twice: one line end.
            '\r' => {
                let mut ahead = characters.clone();
                if ahead.next() == Some('\r') && ahead.next() == Some('\n') {
                    characters.next();
                }
                characters.next_if_eq(&'\n');
                plain.push('\n');
            }
            // Next line, paragraph separator, vertical tab, form feed.
            '\n' | '\u{85}' | '\u{2029}' | '\u{b}' | '\u{c}' => plain.push('\n'),
            LINE_SEPARATOR => plain.push(LINE_SEPARATOR),
            // Byte-order mark, zero-width blanks and joiners, soft hyphen.
            '\u{feff}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{ad}' => {}
            blank if blank.is_whitespace() => plain.push(' '),
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn one_text_in_every_encoding() {
        let text = "100.1. “Æther”\n\n100.1a It’s";
        let wide: Vec<u16> = text.encode_utf16().collect();
        let little: Vec<u8> = wide.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = wide.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        assert_eq!(decode(text.as_bytes()), text);
        assert_eq!(decode(&little), text);
        assert_eq!(decode(&big), text);
        assert_eq!(decode(&[b"\xff\xfe", little.as_slice()].concat()), text);
        assert_eq!(decode(&[b"\xfe\xff", big.as_slice()].concat()), text);
        assert_eq!(decode(b"100.1. \x93\xc6ther\x94\r\n\r\n100.1a It\x92s"), text);
    }

    #[test]
    fn odd_blanks_and_line_ends_become_plain() {
        assert_eq!(
            decode("a\u{a0}b\u{2029}c\u{2009}d\u{feff}\te\r\r\nf\r\rg".as_bytes()),
            "a b\nc d e\nf\n\ng"
        );
        assert_eq!(decode("a\u{2028}b".as_bytes()), "a\u{2028}b");
    }

    #[test]
    fn broken_files_are_read_as_far_as_they_go() {
        assert_eq!(decode(b""), "");
        assert_eq!(decode(b"\xff\xfea\0b"), "a\u{fffd}");
        assert_eq!(decode(b"\xff\xfe\0\xd8"), "\u{fffd}");
    }
}
