//! What holds of objects and players.

use crate::diag::{Code, nearest};
use crate::ir::{CardType, CounterKind, KeywordName, Subtype, SubtypeFamily, Supertype};
use crate::scenario::ast::{Spanned, Text};
use crate::scenario::board::power_toughness;
use crate::scenario::counters::COUNTERS;
use crate::scenario::script::{Fact, FactKind, LibraryEnd, PlayerFact, Reference};
use crate::scenario::vocabulary::{COLORS, FACTS, Zone};

use super::Reader;
use super::pieces::{Form, Words};

mod plain;

use self::plain::{designated, ended, is_keyword, ordinal, plain_fact, polarity};

/// How many facts one expectation may hold.
const MAX_FACTS: usize = 16;

/// The counters that players get.
const PLAYER_COUNTERS: &[&str] = &["poison", "energy", "experience", "rad", "ticket", "speed"];

/// What a fact about an object may begin with.
const BEGINNINGS: &[&str] = &[
    "in",
    "on",
    "outside",
    "is",
    "does",
    "has",
    "was",
    "not",
    "ceased",
    "left",
    "moved",
    "did",
    "attached",
    "unattached",
    "controlled",
    "owned",
    "face",
    "tapped",
    "untapped",
    "encoded",
    "exiled",
    "imprinted",
    "haunted",
    "haunting",
    "power",
    "toughness",
    "loyalty",
    "mana",
    "total",
    "suspended",
    "foretold",
    "plotted",
    "transformed",
    "attacking",
    "blocking",
    "blocked",
    "unblocked",
    "phased",
    "monstrous",
    "suspected",
    "prepared",
    "goaded",
    "protected",
    "defense",
    "level",
    "countered",
    "resolved",
    "1st",
    "2nd",
    "3rd",
    "top",
    "bottom",
    "last",
    "named",
];

/// The facts that are a number behind a word.
const NUMBERS: [Form<i32, FactKind>; 5] = [
    ("power", FactKind::Power),
    ("toughness", FactKind::Toughness),
    ("loyalty", FactKind::Loyalty),
    ("defense", FactKind::Defense),
    ("level", FactKind::Level),
];

/// Whether a fact about an object may begin so.
pub(super) fn begins_fact(words: Words<'_>) -> bool {
    let first = words.first().trim_end_matches(',');
    BEGINNINGS.contains(&first) || ordinal(first).is_some()
}

/// Whether words hold what separates facts, so that they say more than one thing.
fn holds_separator(text: &str) -> bool {
    text.contains(',') || text.contains(" and ")
}

impl Reader<'_> {
    /// Facts about an object, separated by commas or `and`.
    pub(super) fn facts(&mut self, words: Words<'_>) -> Option<Vec<Spanned<Fact>>> {
        self.separated(words, |reader, words| reader.fact(words), "says nothing about an object")
    }

    /// Facts about a player.
    pub(super) fn player_facts(&mut self, words: Words<'_>) -> Option<Vec<Spanned<PlayerFact>>> {
        self.separated(words, |reader, words| reader.player_fact(words), "says nothing about a player")
    }

    /// Values separated by commas or `and`; the longest text that is one value is taken first, since names hold commas.
    fn separated<T>(
        &mut self,
        words: Words<'_>,
        one: impl Fn(&mut Self, Words<'_>) -> Option<T>,
        otherwise: &str,
    ) -> Option<Vec<Spanned<T>>> {
        let mut values = Vec::new();
        let mut rest = words;
        while !rest.is_empty() {
            let mut ends: Vec<(usize, usize)> = vec![(rest.text.len(), rest.text.len())];
            let separators = rest
                .text
                .match_indices(", ")
                .chain(rest.text.match_indices(" and "))
                .chain(rest.text.match_indices(" with "))
                .map(|(at, separator)| (at, at + separator.len()));
            ends.extend(separators.take(MAX_FACTS));
            ends.sort_by_key(|(end, _)| std::cmp::Reverse(*end));
            let mut found = None;
            for (end, next) in &ends {
                let part = rest.up_to(*end);
                if let Some(value) = self.attempt(|reader| one(reader, part)) {
                    values.push(Spanned { value, span: part.span() });
                    found = Some(*next);
                    break;
                }
            }
            let Some(next) = found else {
                let (end, _) = ends.last().copied().unwrap_or_default();
                let part = rest.up_to(end);
                let before = self.faults.len();
                one(self, part);
                if self.faults.len() == before {
                    // As in `unknown_reference`: nobody will be told.
                    if self.attempts > 0 {
                        return None;
                    }
                    let message = format!("`{}` {otherwise}", part.text);
                    let zones =
                        ["in exile", "on the battlefield", "in the graveyard", "in hand", "on the stack"];
                    let near = nearest(part.text, FACTS.iter().map(|(form, _)| *form).chain(zones));
                    let fault =
                        crate::diag::Diagnostic::error(Code::UnknownExpectation, message, part.span(), "");
                    let fault = match otherwise_said(part.text) {
                        Some(help) => fault.with_help(help),
                        None => fault.did_you_mean(near),
                    };
                    self.faults
                        .push(fault.with_help("`headjudge help language` lists the forms of expectations"));
                }
                return None;
            };
            let behind = rest.text.get(next..).unwrap_or_default();
            let behind = behind.strip_prefix("and ").or(behind.strip_prefix("with ")).unwrap_or(behind);
            rest = rest.with(behind.trim_start());
        }
        Some(values)
    }

    fn fact(&mut self, words: Words<'_>) -> Option<Fact> {
        let (negated, words) = polarity(words);
        if let Some((kind, is_opposite)) = plain_fact(words.text) {
            return Some(Fact { negated: negated != is_opposite, kind });
        }
        // `has no flying` says that it does not have it; counters of a keyword are called counters.
        if let Some(keyword) = words.after("has no").or(words.after("have no"))
            && is_keyword(keyword.text)
        {
            return Some(Fact { negated: !negated, kind: FactKind::Keyword(keyword.owned()) });
        }
        let kind = self.fact_kind(words)?;
        Some(match kind {
            // `attached to nothing` is `not attached`.
            FactKind::Attached(None) if words.text.ends_with("nothing") => {
                Fact { negated: !negated, kind: FactKind::Attached(None) }
            }
            kind => Fact { negated, kind },
        })
    }

    fn fact_kind(&mut self, words: Words<'_>) -> Option<FactKind> {
        if let Some(place) = self.position(words) {
            return Some(place);
        }
        if let Some(card) = words.after("in the pile of") {
            return self.reference(card).map(FactKind::InPileOf);
        }
        if let Some(pile) = words.after("in pile").filter(|pile| !holds_separator(pile.text)) {
            return Some(FactKind::InPile(pile.owned()));
        }
        let placed =
            words.after("in").or(words.after("on")).or(words.text.starts_with("outside").then_some(words));
        if let Some((zone, whose)) = placed.and_then(|place| zone_phrase(self, place)) {
            return Some(FactKind::Zone { zone, whose });
        }
        if let Some(player) = words.before("may look").or(words.before("may look at it")) {
            return self.whole_player(player).map(FactKind::MayLook);
        }
        if let Some(player) = words.after("controlled by") {
            return self.whole_player(player).map(FactKind::ControlledBy);
        }
        if let Some(player) = words.after("owned by") {
            return self.whole_player(player).map(FactKind::OwnedBy);
        }
        if let Some(player) = words.after("protected by") {
            return self.whole_player(player).map(FactKind::ProtectedBy);
        }
        if words.after("attached to").is_some_and(|what| what.text == "nothing") {
            return Some(FactKind::Attached(None));
        }
        let linked: [Form<Reference, FactKind>; 9] = [
            ("attached to", |what| FactKind::Attached(Some(what))),
            ("encoded on", |what| FactKind::Encoded(Some(what))),
            ("exiled by", FactKind::ExiledBy),
            ("exiled with", FactKind::ExiledBy),
            ("imprinted on", |what| FactKind::Imprinted(Some(what))),
            ("haunting", |what| FactKind::Haunting(Some(what))),
            ("haunted by", |what| FactKind::Haunted(Some(what))),
            ("attacking", |what| FactKind::Attacking(Some(what))),
            ("blocking", |what| FactKind::Blocking(Some(what))),
        ];
        for (start, make) in linked {
            if let Some(what) = words.after(start) {
                return self.reference(what).map(make);
            }
        }
        for (start, make) in NUMBERS {
            if let Some(number) = words.after(start) {
                return self.number(number).map(make);
            }
        }
        if let Some(number) = words.after("suspended") {
            return self.number(number).map(|number| FactKind::Suspended(Some(number)));
        }
        if let Some(number) = words.after("mana value") {
            return self.number(number).map(FactKind::ManaValue);
        }
        if let Some(number) = words.after("total toxic value") {
            return self.number(number).map(FactKind::ToxicValue);
        }
        for start in ["a copy of", "named"] {
            let Some(name) = words.after(start) else { continue };
            let is_label = start != "named" && name.text.starts_with('@');
            if is_label || self.names.is_name(name.text) {
                return match start {
                    "named" => Some(FactKind::Named(name.owned())),
                    _ => self.reference(name).map(FactKind::CopyOf),
                };
            }
            // Names hold commas and `and`, so what is no name may hold more than one fact.
            if !holds_separator(name.text) {
                let fault = self.unknown_reference(name);
                self.faults.push(fault);
            }
            return None;
        }
        if let Some(what) = words.after("has").or(words.after("have")) {
            return self.possession(what);
        }
        self.being(words)
    }

    /// What follows `has`.
    fn possession(&mut self, words: Words<'_>) -> Option<FactKind> {
        if ["no abilities", "no ability"].contains(&words.text) {
            return Some(FactKind::NoAbilities);
        }
        let first = words.first();
        let rest = words.after(first).unwrap_or(words);
        let count: Option<u32> = if first == "no" { Some(0) } else { first.parse().ok() };
        if let Some(count) = count {
            let kind = ["counters", "counter"].iter().find_map(|word| rest.before(word)).unwrap_or(rest);
            let kind = kind.before("counters on it").unwrap_or(kind);
            if kind.is_empty() && count == 0 {
                return Some(FactKind::NoCounters);
            }
            if kind.is_empty() {
                self.fault(Code::MissingValue, "a number of what?", words);
                return None;
            }
            if holds_separator(kind.text) {
                return None;
            }
            if kind.text == "damage" {
                return Some(FactKind::Damage(count));
            }
            let is_kind = CounterKind::parse(kind.text).is_some_and(|it| {
                matches!(it, CounterKind::PowerToughness(..)) || self.names.is_counter(kind.text)
            });
            if !is_kind {
                let fault = crate::diag::Diagnostic::error(
                    Code::UnknownExpectation,
                    format!("no kind of counter `{}`", kind.text),
                    kind.span(),
                    "",
                );
                let value = NUMBERS.iter().map(|(word, _)| *word).find(|word| *word == kind.text);
                self.faults.push(match value {
                    Some(word) => fault.with_help(format!("the number stands behind it: `has {word} 3`")),
                    None => fault.did_you_mean(nearest(kind.text, COUNTERS.iter().copied())),
                });
                return None;
            }
            return Some(FactKind::Counters(count, kind.owned()));
        }
        for (start, make) in NUMBERS {
            if let Some(number) = words.after(start) {
                return self.number(number).map(make);
            }
        }
        let amounts: [Form<u32, FactKind>; 2] =
            [("mana value", FactKind::ManaValue), ("total toxic value", FactKind::ToxicValue)];
        for (start, make) in amounts {
            if let Some(number) = words.after(start) {
                return self.number(number).map(make);
            }
        }
        if let Some(from) = words.text.strip_suffix("'s ability")
            && let Some(reference) = self.known_reference(words.with(from))
        {
            return Some(FactKind::AbilityFrom(reference));
        }
        let is_keyword = words.text.starts_with(|letter: char| letter.is_ascii_lowercase());
        if !is_keyword || holds_separator(words.text) {
            return None;
        }
        let name = words.text.split_once(" from ").map_or(words.text, |(name, _)| name);
        let is_known =
            |name: &str| KeywordName::from_word(name).is_some() || Subtype::of_landwalk(name).is_some();
        if is_known(name) || is_known(first) {
            return Some(FactKind::Keyword(words.owned()));
        }
        let near = nearest(name, KeywordName::ALL.iter().map(|keyword| keyword.word()));
        let message = format!("no keyword `{name}`");
        self.faults.push(
            crate::diag::Diagnostic::error(Code::UnknownExpectation, message, words.span(), "")
                .did_you_mean(near),
        );
        None
    }

    /// What follows `is`: `3/3`, `a creature`, `blue`, `legendary`.
    fn being(&mut self, words: Words<'_>) -> Option<FactKind> {
        let article = words.after("a").or(words.after("an"));
        let what = article.unwrap_or(words);
        if let Some((power, toughness)) = power_toughness(what.text) {
            return Some(FactKind::PowerToughness(power, toughness));
        }
        if COLORS.contains(&what.text) {
            return Some(FactKind::Color(what.owned()));
        }
        let is_supertype = ["legendary", "basic", "snow", "world", "kindred"].contains(&what.text);
        // A subtype may have two words (205.3b).
        let is_one_word = !what.is_empty() && !what.text.contains([' ', ',', ':'])
            || Subtype::from_word(what.text).is_some();
        if !is_supertype && (article.is_none() || !is_one_word) {
            return None;
        }
        let is_type = CardType::from_word(what.text).is_some()
            || Supertype::from_word(what.text).is_some()
            || Subtype::from_word(what.text).is_some();
        if !is_type {
            let message = format!("`{}` is no card type, supertype or subtype", what.text);
            let types = CardType::ALL.iter().map(|card_type| card_type.word());
            let near = nearest(what.text, types.chain(Subtype::words(SubtypeFamily::Creature)));
            self.faults.push(
                crate::diag::Diagnostic::error(Code::UnknownExpectation, message, what.span(), "")
                    .did_you_mean(near),
            );
            return None;
        }
        Some(FactKind::Type(what.owned()))
    }

    /// `on top of AP's library`, `2nd in the library`, `3rd from the bottom of AP's library`, `last in the stack`.
    fn position(&self, words: Words<'_>) -> Option<FactKind> {
        let first = words.first();
        let (place, from, zone) = if let Some(zone) = words.after("on top of").or(words.after("top of")) {
            (1, LibraryEnd::Top, zone)
        } else if let Some(zone) = words.after("on the bottom of").or(words.after("bottom of")) {
            (1, LibraryEnd::Bottom, zone)
        } else if let Some(place) = ordinal(first) {
            let rest = words.after(first)?;
            if let Some(zone) = rest.after("from the bottom of") {
                (place, LibraryEnd::Bottom, zone)
            } else {
                let zone = rest.after("from the top of").or(rest.after("in"))?;
                (place, LibraryEnd::Top, zone)
            }
        } else {
            (1, LibraryEnd::Bottom, words.after("last in")?)
        };
        let (zone, whose) = zone_phrase(self, zone)?;
        Some(FactKind::Position { zone, whose, place, from })
    }

    fn player_fact(&mut self, words: Words<'_>) -> Option<PlayerFact> {
        match words.text {
            "mana none" | "mana empty" => return Some(PlayerFact::Mana(Text::new("", words.span()))),
            _ => {}
        }
        if let Some(ended) = ended(words) {
            return Some(ended);
        }
        if let Some((name, holds)) = designated(words.text) {
            return Some(PlayerFact::Designated(name, holds));
        }
        let forms: [Form<Reference, PlayerFact>; 5] = [
            ("may look at", PlayerFact::MayLook),
            ("may not look at", PlayerFact::MayNotLook),
            ("may cast", PlayerFact::MayCast),
            ("may not cast", PlayerFact::MayNotCast),
            ("may play", PlayerFact::MayCast),
        ];
        for (start, make) in forms {
            if let Some(what) = words.after(start) {
                return self.reference(what).map(make);
            }
        }
        if let Some(mana) = words.after("mana").filter(|mana| !holds_separator(mana.text)) {
            return Some(PlayerFact::Mana(mana.owned()));
        }
        let words = words.after("has").unwrap_or(words);
        if let Some(life) = words.after("life") {
            return self.number(life).map(PlayerFact::Life);
        }
        if let Some(life) = words.before("life") {
            return self.number(life).map(PlayerFact::Life);
        }
        for (at, _) in words.text.match_indices(" in ").take(4) {
            let (cards, place) = words.cut(at)?;
            let count = cards.before("cards").or(cards.before("card"));
            if let (Some(count), Some((zone, None))) = (count, zone_phrase(self, place.after("in")?)) {
                let count = if count.text == "no" { Some(0) } else { self.number(count) };
                return count.map(|count| PlayerFact::CardsIn(count, zone));
            }
        }
        // `poison 2` and `2 poison counters`, and no other word: `live 17` is a slip.
        let (first, rest) = words.cut(words.first().len())?;
        if rest.is_empty() {
            return None;
        }
        if let Ok(count) = rest.text.parse() {
            return PLAYER_COUNTERS.contains(&first.text).then(|| PlayerFact::Counters(count, first.owned()));
        }
        let count = first.text.parse().ok()?;
        let kind = rest.before("counters").or(rest.before("counter")).unwrap_or(rest);
        if !PLAYER_COUNTERS.contains(&kind.text) {
            return None;
        }
        Some(PlayerFact::Counters(count, kind.owned()))
    }
}

/// How an expectation is written that people are wont to say otherwise.
pub(super) fn otherwise_said(text: &str) -> Option<&'static str> {
    let has = |words: &[&str]| text.split(' ').any(|word| words.contains(&word));
    let zones = ["graveyard", "hand", "library", "exile"];
    Some(match text {
        _ if text.starts_with("not ") => "`not` stands behind what it is about: `X not in graveyard`",
        _ if has(&["dies", "died", "dead", "die", "destroyed"]) => {
            "say where it is or how it got there: `X in graveyard`, `X: battlefield > graveyard`"
        }
        _ if has(&["survives", "survived", "survive", "alive", "lives"]) => {
            "say where it is: `X on the battlefield`"
        }
        _ if text.starts_with("hand ") || text.starts_with("library ") || text.starts_with("graveyard ") => {
            "cards are counted so: `AP has 3 cards in hand`"
        }
        _ if has(&["in"]) && has(&zones) && !text.contains("'s ") => {
            "whose zone it is stands before it: `X in AP's graveyard`"
        }
        _ => return None,
    })
}

/// `exile`, `the battlefield`, `NAP's hand`, `its owner's graveyard`, `the command zone`, `outside the game`.
pub(super) fn zone_phrase(reader: &Reader<'_>, words: Words<'_>) -> Option<(Zone, Option<Text>)> {
    let (whose, zone) = reader.possessive(words);
    let zone = ["the ", "its owner's ", "their owners' ", "their "]
        .iter()
        .find_map(|start| zone.text.strip_prefix(start))
        .unwrap_or(zone.text);
    let zone = zone.strip_suffix(" zone").or(zone.strip_suffix(" the game")).unwrap_or(zone);
    Zone::from_word(zone).map(|zone| (zone, whose))
}
