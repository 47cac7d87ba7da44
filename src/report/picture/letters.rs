//! How much room text takes, measured without a font: in whole numbers, and never less than it takes on the screen.

/// How heavy letters are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    Plain,
    Bold,
}

/// How wide the letters from the blank to the tilde are in DejaVu Sans and Verdana, in thousandths of the size.
const PLAIN: [u16; 95] = [
    318, 401, 460, 838, 637, 951, 780, 275, 391, 391, 501, 838, 318, 361, 318, 337, 637, 637, 637, 637, 637,
    637, 637, 637, 637, 637, 337, 337, 838, 838, 838, 531, 1001, 685, 687, 699, 771, 632, 576, 775, 752, 295,
    295, 656, 558, 863, 749, 788, 604, 788, 695, 635, 611, 732, 685, 989, 686, 611, 686, 391, 337, 391, 838,
    501, 501, 613, 635, 550, 635, 616, 353, 635, 634, 278, 278, 580, 278, 975, 634, 612, 635, 635, 412, 521,
    393, 634, 592, 818, 592, 592, 525, 637, 337, 637, 838,
];
const BOLD: [u16; 95] = [
    349, 457, 521, 838, 696, 1002, 873, 307, 458, 458, 523, 838, 380, 416, 380, 366, 696, 696, 696, 696, 696,
    696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 581, 1001, 774, 763, 734, 831, 684, 684, 821, 837, 373,
    373, 775, 638, 996, 837, 851, 733, 851, 771, 721, 683, 813, 774, 1104, 771, 725, 726, 458, 366, 458, 838,
    501, 501, 675, 716, 593, 716, 679, 436, 716, 712, 343, 343, 666, 343, 1042, 712, 688, 716, 716, 494, 596,
    479, 712, 652, 924, 646, 652, 583, 712, 366, 712, 838,
];

/// What any other letter takes: no Latin one is wider.
const OTHER: u16 = 1100;

/// How wide a text is at a size, rounded up.
pub(super) fn width(text: &str, size: i32, weight: Weight) -> i32 {
    let table = if weight == Weight::Bold { &BOLD } else { &PLAIN };
    let letter = |letter: char| -> i64 {
        let place = u32::from(letter).checked_sub(32).and_then(|place| usize::try_from(place).ok());
        place.and_then(|place| table.get(place)).copied().unwrap_or(OTHER).into()
    };
    let all: i64 = text.chars().map(letter).sum::<i64>().saturating_mul(size.into());
    i32::try_from(all / 1000 + 1).unwrap_or(i32::MAX)
}

/// The text in lines that are no wider than that: broken at blanks, and within a word that is longer than a line.
pub(super) fn wrapped(text: &str, size: i32, weight: Weight, most: i32) -> Vec<String> {
    let fits = |line: &str| width(line, size, weight) <= most;
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if fits(&longer) {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for letter in word.chars() {
            let mut longer = line.clone();
            longer.push(letter);
            if !fits(&longer) && !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            line.push(letter);
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// A text as it may stand in XML.
pub(in crate::report) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // What XML has no place for.
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Weight, escaped, width, wrapped};

    #[test]
    fn lines_are_no_wider_than_they_may_be() {
        for text in
            ["Asmoranomardicadaistinaculdacar", "Oblivion Ring", "a b c d e f g h i j", "Æther Ünter 魔法"]
        {
            for most in [30, 60, 120] {
                let lines = wrapped(text, 11, Weight::Bold, most);
                assert!(lines.iter().all(|line| width(line, 11, Weight::Bold) <= most), "{lines:?}");
                let letters = |text: &str| text.split_whitespace().collect::<String>();
                assert_eq!(letters(&lines.join(" ")), letters(text));
            }
        }
    }

    #[test]
    fn nothing_of_a_text_is_a_tag() {
        assert_eq!(escaped("<a href=\"x\">&'\u{7}"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39; ");
    }
}
