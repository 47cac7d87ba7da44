//! Which keyword ability the words of a fact mean.

use crate::ir::change::TextWord;
use crate::ir::{Ability, CardType, Color, Filter, Keyword, KeywordName};

/// A keyword as an expectation names it.
pub(super) enum Wanted {
    /// By its name alone.
    Name(KeywordName),
    /// Protection or hexproof from a quality.
    From(KeywordName, Filter),
}

impl Wanted {
    pub(super) fn is_named(&self, keyword: KeywordName) -> bool {
        match self {
            Self::Name(name) | Self::From(name, _) => *name == keyword,
        }
    }

    /// Whether an ability that is gained is it.
    pub(super) fn is_given_by(&self, ability: &Ability) -> bool {
        match (self, ability) {
            (Self::From(name, quality), Ability::Keyword(Keyword::Filter(its, filter))) => {
                its == name && (filter == quality || matches!(filter, Filter::Chosen(_)))
            }
            (_, Ability::Keyword(keyword)) => self.is_named(keyword.name()),
            _ => false,
        }
    }

    /// Whether an ability is of that keyword and of this word.
    pub(super) fn is_of_word(&self, ability: &Ability, word: TextWord) -> bool {
        match (self, ability) {
            (Self::From(name, _), Ability::Keyword(Keyword::Filter(its, Filter::Color(color)))) => {
                its == name && word == TextWord::Color(*color)
            }
            (_, Ability::Keyword(keyword)) => {
                self.is_named(keyword.name()) && !matches!(keyword, Keyword::Filter(_, Filter::Type(_)))
            }
            _ => false,
        }
    }

    /// Whether the quality behind the keyword is this word, which may have been changed.
    pub(super) fn is_about(&self, word: TextWord) -> bool {
        match (self, word) {
            (Self::From(_, Filter::Color(color)), TextWord::Color(word)) => *color == word,
            (Self::From(_, Filter::Subtype(subtype)), TextWord::Subtype(word)) => *subtype == word,
            _ => false,
        }
    }
}

/// What keyword ability the words mean: `flying`, `protection from red`, `hexproof from creatures`.
pub(super) fn keyword_wanted(words: &str) -> Option<Wanted> {
    if let Some(name) = KeywordName::from_word(words) {
        return Some(Wanted::Name(name));
    }
    let (name, quality) = words.split_once(" from ")?;
    let singular = quality.strip_suffix('s').unwrap_or(quality);
    let filter = Color::from_word(quality)
        .map(Filter::Color)
        .or_else(|| CardType::from_word(singular).map(Filter::Type))?;
    KeywordName::from_word(name).map(|name| Wanted::From(name, filter))
}
