//! "Did you mean": the known word nearest to one that nobody knows.

/// The word of `known` that is most like `word`, if one is near enough to be meant.
///
/// Near enough is an edit distance of a third of the longer word, at most four; upper and lower case count as alike.
/// Of several equally near the first one given wins, so the answer depends on the order of `known` alone.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    all_nearest(word, known).into_iter().next()
}

/// The words of `known` that are equally near to `word`, and nearer than all others, in the order in which they are given.
pub fn all_nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    // Nobody's slip of the fingers is longer than this; the distance takes quadratic time.
    const LONGEST: usize = 80;
    let length = word.chars().count();
    if length == 0 || length > LONGEST {
        return Vec::new();
    }
    let lower = word.to_lowercase();
    let letters = letters_of(&lower);
    let mut best = Vec::new();
    let mut least = usize::MAX;
    for candidate in known {
        let candidate_length = candidate.chars().count();
        let allowed = (length.max(candidate_length) / 3).clamp(1, 4);
        if length.abs_diff(candidate_length) > allowed {
            continue;
        }
        // A changed letter makes two letters differ; most words are told apart by that.
        let differing = (letters_of(candidate) ^ letters).count_ones() as usize;
        if differing > 2 * allowed && candidate.is_ascii() && lower.is_ascii() {
            continue;
        }
        let distance = strsim::osa_distance(&lower, &candidate.to_lowercase());
        if distance <= allowed && distance <= least {
            if distance < least {
                best.clear();
            }
            least = distance;
            best.push(candidate);
        }
    }
    best
}

/// Which letters and signs of ASCII a word has, a bit for each; those of both cases share one.
pub(crate) fn letters_of(word: &str) -> u32 {
    word.bytes().fold(0, |letters, byte| letters | 1 << (byte.to_ascii_lowercase() & 31))
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_transposed_letters_and_ignores_case() {
        assert_eq!(nearest("Typhiod Rats", ["Storm Crow", "Typhoid Rats"]), Some("Typhoid Rats"));
        assert_eq!(nearest("HAND", ["hand", "exile"]), Some("hand"));
    }

    #[test]
    fn offers_nothing_that_is_far_off() {
        assert_eq!(nearest("Forest", ["Storm Crow", "Plains"]), None);
        assert_eq!(nearest("", ["hand"]), None);
    }
}
