//! The words of a rules text, made alike across editions: what the book calls by another name today counts as the
//! same word.

/// Runs of words that one edition says and another says otherwise, with the words that stand for both. A run stands
/// before those that it begins with; its words are without endings.
const ALIKE: &[(&str, &str)] = &[
    ("active player nonactive player", "apnap"),
    ("beginning of the end step", "endstep"),
    ("at end of turn", "endstep"),
    ("end of turn step", "endstep"),
    ("end step", "endstep"),
    ("come into play", "enter"),
    ("enter the battlefield", "enter"),
    ("converted mana cost", "mana value"),
    ("him or they", "they"),
    ("they or they", "they"),
    ("in play", "battlefield"),
    ("into play", "battlefield"),
    ("on the battlefield", "battlefield"),
    ("onto the battlefield", "battlefield"),
    ("leave the battlefield", "leave battlefield"),
    ("leave play", "leave battlefield"),
    ("out of play", "leave battlefield"),
    ("local enchantment", "aura"),
    ("remove from the game", "exile"),
    ("removed from the game", "exile"),
    ("state based effect", "sba"),
    ("state based action", "sba"),
];

/// Single words with the one that stands for them; in the order of the letters.
const STANDS_FOR: &[(&str, &str)] = &[
    ("activate", "play"),
    ("activates", "play"),
    ("activating", "play"),
    ("announce", "play"),
    ("cast", "play"),
    ("casting", "play"),
    ("casts", "play"),
    ("dies", "die"),
    ("dying", "die"),
    ("he", "they"),
    ("her", "they"),
    ("his", "they"),
    ("legend", "legendary"),
    ("legends", "legendary"),
    ("played", "play"),
    ("playing", "play"),
    ("plays", "play"),
    ("she", "they"),
    ("their", "they"),
    ("them", "they"),
];

/// A word as a number that is nearly always its own.
pub(super) type Word = u32;

/// Reads texts into words.
pub(super) struct Vocabulary {
    /// [`ALIKE`] with words as numbers.
    alike: Vec<(Vec<Word>, Vec<Word>)>,
    /// The word being read, in small letters.
    letters: String,
    /// The words read, before runs are replaced.
    plain: Vec<Word>,
}

impl Vocabulary {
    pub(super) fn new() -> Self {
        let numbers = |run: &str| run.split(' ').map(number).collect();
        let alike = ALIKE.iter().map(|(run, stand)| (numbers(run), numbers(stand))).collect();
        Self { alike, letters: String::new(), plain: Vec::new() }
    }

    /// The words of a text, without rule numbers.
    pub(super) fn words(&mut self, text: &str) -> Vec<Word> {
        self.plain.clear();
        let is_cut = |sign: char| !(sign.is_alphanumeric() || matches!(sign, '\'' | '’' | '.'));
        for piece in text.split(is_cut).map(|piece| piece.trim_matches(['\'', '’', '.'])) {
            let is_reference = piece.starts_with(|first: char| first.is_ascii_digit()) && piece.len() >= 3;
            if piece.is_empty() || is_reference {
                continue;
            }
            for part in piece.split('.').filter(|part| !part.is_empty()) {
                self.letters.clear();
                self.letters.extend(part.chars().flat_map(char::to_lowercase));
                let bare = self.letters.trim_end_matches("'s").trim_end_matches("’s");
                self.plain.push(stem(bare));
            }
        }
        let mut words = Vec::with_capacity(self.plain.len());
        let mut rest = self.plain.as_slice();
        while let Some((first, after)) = rest.split_first() {
            let run =
                self.alike.iter().find_map(|(run, stand)| Some((rest.strip_prefix(run.as_slice())?, stand)));
            match run {
                Some((tail, stand)) => {
                    words.extend(stand);
                    rest = tail;
                }
                None => {
                    words.push(*first);
                    rest = after;
                }
            }
        }
        words
    }
}

/// The word without the endings that make another form of it, as a number.
fn stem(word: &str) -> Word {
    if let Ok(place) = STANDS_FOR.binary_search_by_key(&word, |(from, _)| from) {
        return STANDS_FOR.get(place).map_or(0, |(_, to)| number(to));
    }
    match word {
        _ if word.len() <= 3 || word.ends_with("ss") || word.ends_with("us") => number(word),
        _ if word.ends_with("sses") => number(word.strip_suffix("es").unwrap_or(word)),
        _ => match word.strip_suffix("ies") {
            Some(stem) => stem.bytes().chain([b'y']).fold(BASIS, mix),
            None => number(word.strip_suffix('s').unwrap_or(word)),
        },
    }
}

const BASIS: u32 = 0x811c_9dc5;

fn number(word: &str) -> Word {
    word.bytes().fold(BASIS, mix)
}

/// A step of the 32-bit FNV-1a hash.
const fn mix(hash: u32, byte: u8) -> u32 {
    (hash ^ byte as u32).wrapping_mul(0x0100_0193)
}

#[cfg(test)]
mod tests {
    use super::{STANDS_FOR, Vocabulary};

    #[test]
    fn what_editions_call_otherwise_is_alike() {
        let mut vocabulary = Vocabulary::new();
        for (old, new) in [
            ("comes into play", "enters the battlefield"),
            ("his or her abilities", "Their ability"),
            ("is removed from the game (406.1)", "is exile"),
            ("plays a spell", "casts a spell"),
            ("a state-based effect", "a state-based action"),
            ("the card’s owner", "the card's owner"),
        ] {
            assert_eq!(vocabulary.words(old), vocabulary.words(new), "{old}");
        }
        assert_ne!(vocabulary.words("flying"), vocabulary.words("fear"));
        assert!(STANDS_FOR.is_sorted());
    }
}
