//! How alike two rules are by their words.

use super::edition::Rule;
use super::vocabulary::Vocabulary;
use crate::rules::RuleNumber;

/// How many numbers there are for words and pairs of words.
const FEATURES: usize = 1 << 20;

/// A word or pair of words that more rules than this have leads to no candidate.
const COMMON: u32 = 120;

/// How many candidates a rule has at most by its words.
const MOST: usize = 12;

/// The words and pairs of neighbouring words of a rule, as numbers in order, each with its weight.
#[derive(Debug, Default)]
pub(super) struct Text {
    features: Vec<(u32, u32)>,
    pub(super) weight: u32,
}

impl Text {
    /// The weight that two texts have in common.
    pub(super) fn common(&self, other: &Self) -> u32 {
        let mut common = 0;
        self.compare(other, |weight| common += weight);
        common
    }

    /// How alike two texts are, in thousandths.
    pub(super) fn alike(&self, other: &Self) -> u32 {
        thousandths(2 * self.common(other), self.weight + other.weight)
    }

    /// How much of this text stands in another, in thousandths.
    pub(super) fn within(&self, whole: &Self) -> u32 {
        thousandths(self.common(whole), self.weight)
    }

    /// This text without what another has of it.
    pub(super) fn without(&self, taken: &Self) -> Self {
        let mut rest = Self::default();
        let mut others = taken.features.as_slice();
        for (feature, weight) in &self.features {
            while let [(other, _), after @ ..] = others
                && other < feature
            {
                others = after;
            }
            match others {
                [(other, _), after @ ..] if other == feature => others = after,
                _ => {
                    rest.features.push((*feature, *weight));
                    rest.weight += weight;
                }
            }
        }
        rest
    }

    /// Whether two texts say the same.
    pub(super) fn is(&self, other: &Self) -> bool {
        self.features == other.features
    }

    fn compare(&self, other: &Self, mut meet: impl FnMut(u32)) {
        let (mut one, mut two) = (self.features.as_slice(), other.features.as_slice());
        while let ([(first, weight), one_after @ ..], [(second, _), two_after @ ..]) = (one, two) {
            match first.cmp(second) {
                std::cmp::Ordering::Less => one = one_after,
                std::cmp::Ordering::Greater => two = two_after,
                std::cmp::Ordering::Equal => {
                    meet(*weight);
                    one = one_after;
                    two = two_after;
                }
            }
        }
    }
}

fn thousandths(part: u32, whole: u32) -> u32 {
    u32::try_from(u64::from(part) * 1000 / u64::from(whole.max(1))).unwrap_or(u32::MAX)
}

/// The texts of two editions' rules, rare words weighing more.
pub(super) fn texts(old: &[Rule], new: &[Rule]) -> (Vec<Text>, Vec<Text>, Spread) {
    let mut vocabulary = Vocabulary::new();
    let mut read = |rules: &[Rule]| -> Vec<Vec<u32>> {
        rules.iter().map(|rule| features(rule, &mut vocabulary)).collect()
    };
    let (old, new) = (read(old), read(new));
    let mut spread = Spread { rules: vec![0; FEATURES] };
    for features in old.iter().chain(&new) {
        let mut last = None;
        for feature in features {
            if last != Some(feature)
                && let Some(count) = spread.rules.get_mut(*feature as usize)
            {
                *count += 1;
            }
            last = Some(feature);
        }
    }
    let count = old.len() + new.len();
    let weigh =
        |texts: Vec<Vec<u32>>| texts.into_iter().map(|features| spread.text(&features, count)).collect();
    (weigh(old), weigh(new), spread)
}

/// In how many rules each word and pair of words stands.
pub(super) struct Spread {
    rules: Vec<u32>,
}

impl Spread {
    fn of(&self, feature: u32) -> u32 {
        self.rules.get(feature as usize).copied().unwrap_or(0)
    }

    fn text(&self, features: &[u32], count: usize) -> Text {
        let weight = |feature: u32| {
            let rarity = count as u64 * 256 / u64::from(self.of(feature).max(1));
            logarithm(rarity).saturating_sub(128).max(4)
        };
        let features: Vec<(u32, u32)> = features.iter().map(|feature| (*feature, weight(*feature))).collect();
        let weight = features.iter().map(|(_, weight)| weight).sum();
        Text { features, weight }
    }
}

/// The words of a rule and the pairs of neighbours among them, in the order of their numbers.
fn features(rule: &Rule, vocabulary: &mut Vocabulary) -> Vec<u32> {
    let mut features = Vec::new();
    for paragraph in &rule.paragraphs {
        let mut last: Option<u32> = None;
        for word in vocabulary.words(paragraph) {
            features.push(fold(word));
            if let Some(last) = last {
                features.push(fold(
                    last.wrapping_mul(0x9E37_79B1) ^ word.rotate_left(7).wrapping_mul(0x85EB_CA77),
                ));
            }
            last = Some(word);
        }
    }
    features.sort_unstable();
    features
}

const fn fold(hash: u32) -> u32 {
    (hash ^ (hash >> 20)) & (FEATURES as u32 - 1)
}

/// The logarithm to base 2, in sixteenths.
fn logarithm(number: u64) -> u32 {
    let whole = number.max(1).ilog2();
    let fraction = if whole >= 4 { (number >> (whole - 4)) & 15 } else { (number << (4 - whole)) & 15 };
    whole * 16 + u32::try_from(fraction).unwrap_or(0)
}

/// A rule of the older edition and one of the newer, by their places, and how alike their words are, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pair {
    pub(super) old: usize,
    pub(super) new: usize,
    pub(super) alike: u32,
}

/// The pairs that may be one rule: those that share rare words most, those of one number, and equal headings.
pub(super) fn candidates(
    old: &[Text],
    new: &[Text],
    spread: &Spread,
    same_number: impl Fn(usize) -> Option<usize>,
    headings: &(Vec<bool>, Vec<bool>),
) -> Vec<Pair> {
    let postings = Postings::of(new, spread);
    let mut shared = vec![0u32; new.len()];
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (place, text) in old.iter().enumerate() {
        let mut touched: Vec<usize> = Vec::new();
        for (feature, weight) in &text.features {
            for other in postings.of_feature(*feature) {
                let other = *other as usize;
                if let Some(sum) = shared.get_mut(other) {
                    if *sum == 0 {
                        touched.push(other);
                    }
                    *sum += weight;
                }
            }
        }
        let mut ranked: Vec<(u32, usize)> = touched
            .iter()
            .filter_map(|other| {
                let sum = std::mem::take(shared.get_mut(*other)?);
                Some((thousandths(2 * sum, new.get(*other)?.weight + text.weight), *other))
            })
            .collect();
        ranked.sort_unstable_by_key(|(alike, other)| (std::cmp::Reverse(*alike), *other));
        pairs.extend(ranked.iter().take(MOST).map(|(_, other)| (place, *other)));
        pairs.extend(same_number(place).map(|other| (place, other)));
        if headings.0.get(place) == Some(&true) {
            let equal = new.iter().enumerate().filter(|(other, _)| headings.1.get(*other) == Some(&true));
            pairs.extend(equal.filter(|(_, other)| other.is(text)).map(|(other, _)| (place, other)));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    let measured = pairs.into_iter().filter_map(|(place, other)| {
        Some(Pair { old: place, new: other, alike: old.get(place)?.alike(new.get(other)?) })
    });
    measured.filter(|pair| pair.alike >= 150 || headings.0.get(pair.old) == Some(&true)).collect()
}

/// For each rarer word and pair of words, the texts that have it; a text that has it twice stands twice.
struct Postings {
    /// Where the texts of a feature begin; those of the next begin where they end.
    starts: Vec<u32>,
    texts: Vec<u32>,
}

impl Postings {
    fn of(texts: &[Text], spread: &Spread) -> Self {
        let mut entries: Vec<(u32, u32)> = Vec::new();
        for (place, text) in (0u32..).zip(texts) {
            let rare = text.features.iter().filter(|(feature, _)| spread.of(*feature) <= COMMON);
            entries.extend(rare.map(|(feature, _)| (*feature, place)));
        }
        entries.sort_unstable();
        let mut starts = vec![0u32; FEATURES + 1];
        for (feature, _) in &entries {
            if let Some(count) = starts.get_mut(*feature as usize + 1) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        Self { starts, texts: entries.into_iter().map(|(_, place)| place).collect() }
    }

    fn of_feature(&self, feature: u32) -> &[u32] {
        let bound = |place: usize| self.starts.get(place).map_or(0, |start| *start as usize);
        self.texts.get(bound(feature as usize)..bound(feature as usize + 1)).unwrap_or_default()
    }
}

/// The place of a number in the order of the rules.
pub(super) fn place_of(rules: &[Rule], number: RuleNumber) -> Option<usize> {
    rules.binary_search_by_key(&number, |rule| rule.number).ok()
}
