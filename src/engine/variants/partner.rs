//! CR 903: Commander. Which two cards may lead a deck together, by their partner abilities (702.124).
//!
//! All but what `rules/keywords/partner-with.yaml` says is about which cards may be the commanders of a deck, and does nothing in a game
//! (702.124a).

use crate::game::Definition;
use crate::ir::{CardType, Keyword, KeywordName, SubtypeFamily, Supertype, Symbol};
use crate::rules::{RuleId, cr};

/// Choose a Background (702.124k).
const BACKGROUND: &str = "choose a background";

/// Doctor's companion (702.124m).
const COMPANION: &str = "doctor's companion";

/// Those of which both cards must have the same (702.124i).
const ALIKE: [&str; 4] = ["character select", "father & son", "friends forever", "survivors"];

/// Whether there is such a partner ability.
pub(in crate::engine) fn is_known(way: Symbol) -> bool {
    let word = way.as_str();
    word == BACKGROUND || word == COMPANION || ALIKE.contains(&word)
}

/// The partner abilities of a card, by its front face (712.8a).
fn of(card: &Definition) -> Vec<&Keyword> {
    let front = card.faces.first().into_iter();
    let named = [KeywordName::Partner, KeywordName::PartnerWith];
    front.flat_map(|front| named.into_iter().flat_map(|name| front.keywords(name))).collect()
}

/// Whether a card has such a partner ability.
fn has(card: &Definition, way: &str) -> bool {
    of(card).iter().any(|its| matches!(its, Keyword::Word(_, word) if word.as_str() == way))
}

/// Whether one card chooses another, which is a legendary Background enchantment, to be a commander beside it (702.124k).
pub(in crate::engine) fn chooses(one: &Definition, other: &Definition) -> bool {
    has(one, BACKGROUND)
        && other.faces.first().is_some_and(|front| {
            front.has_supertype(Supertype::Legendary)
                && front.is(CardType::Enchantment)
                && front.has_subtype_named("Background")
        })
}

/// Whether a card is the companion of another, which is a Time Lord Doctor and no other kind of creature (702.124m).
fn accompanies(one: &Definition, other: &Definition) -> bool {
    let is_doctor = || {
        other.faces.first().is_some_and(|front| {
            let types =
                front.types.subtypes.iter().filter(|subtype| subtype.family() == SubtypeFamily::Creature);
            let doctor = |word: &str| matches!(word, "Time Lord" | "Doctor");
            front.is(CardType::Creature)
                && front.has_subtype_named("Time Lord")
                && front.has_subtype_named("Doctor")
                && types.into_iter().all(|subtype| doctor(subtype.word()))
        })
    };
    has(one, COMPANION) && is_doctor()
}

/// The rule by which two cards are the commanders of one deck, if they may be (702.124f): each such ability counts for itself.
pub(in crate::engine) fn together(one: &Definition, other: &Definition) -> Option<RuleId> {
    let both = |its: &Keyword| of(one).contains(&its) && of(other).contains(&its);
    let named = |by: &Definition, card: &Definition| {
        of(by).iter().any(|its| matches!(its, Keyword::PartnerWith(name) if **name == *card.name))
    };
    if both(&Keyword::Plain(KeywordName::Partner)) {
        Some(cr!("702.124h"))
    } else if ALIKE.iter().any(|way| has(one, way) && has(other, way)) {
        Some(cr!("702.124i"))
    } else if named(one, other) && named(other, one) {
        Some(cr!("702.124j"))
    } else if chooses(one, other) || chooses(other, one) {
        Some(cr!("702.124k"))
    } else if accompanies(one, other) || accompanies(other, one) {
        Some(cr!("702.124m"))
    } else {
        None
    }
}
