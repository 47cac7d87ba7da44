//! Filters in words: `untapped artifact creature you control with power 2 or less`.

use super::Voice;
use super::english::{list, plural, spaced, with_article};
use super::selections::{zone, zones};
use crate::ir::part::{Part, mentions};
use crate::ir::{Filter, Players, Trait, Zone};

/// What a filter without a noun speaks of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Head {
    /// Whatever has characteristics.
    Thing,
    /// Permanents.
    Permanent,
    /// Cards.
    Card,
    /// Spells.
    Spell,
}

/// A filter taken apart into the places of an English noun phrase.
#[derive(Default)]
struct Phrase {
    /// `other`, `nonblack`, `untapped`.
    adjectives: Vec<String>,
    /// `Elf`, `creature`, `token`; ordered by rank: subtypes, card types, what kind of object.
    nouns: Vec<(u8, String)>,
    /// `you control`, `with flying`.
    after: Vec<String>,
    /// Very objects: `this`, `the target`.
    these: Vec<String>,
    zones: Vec<Zone>,
    owner: Option<Players>,
}

impl Voice<'_> {
    /// The kind in the singular without an article.
    pub(super) fn kind(&self, filter: &Filter, head: Head) -> String {
        self.render(self.phrase(filter), head, false)
    }

    /// The kind in the plural.
    pub(super) fn kinds(&self, filter: &Filter, head: Head) -> String {
        self.render(self.phrase(filter), head, true)
    }

    /// The kind with an article, or the very object: `a creature`, `this`.
    pub(super) fn a_kind(&self, filter: &Filter, head: Head) -> String {
        if let Filter::Any(filters) = filter {
            let phrase = self.phrase(filter);
            if phrase.nouns.is_empty() && phrase.adjectives.is_empty() {
                let kinds: Vec<String> = filters.iter().map(|filter| self.a_kind(filter, head)).collect();
                return list(&kinds, "or");
            }
        }
        let phrase = self.phrase(filter);
        let definite = phrase.is_definite();
        let words = self.render(phrase, head, false);
        if definite { words } else { with_article(&words) }
    }

    /// What is said of something that is of the kind: `is untapped`, `has flying`, `is a creature`.
    pub(super) fn predicate(&self, filter: &Filter) -> String {
        let mut phrase = self.phrase(filter);
        let bare = phrase.nouns.is_empty() && phrase.these.is_empty() && phrase.zones.is_empty();
        if bare && phrase.after.is_empty() && phrase.owner.is_none() && !phrase.adjectives.is_empty() {
            return format!("is {}", phrase.adjectives.join(" and "));
        }
        if bare
            && phrase.adjectives.is_empty()
            && phrase.owner.is_none()
            && let [only] = phrase.after.as_slice()
            && let Some(rest) = only.strip_prefix("with ")
        {
            return format!("has {rest}");
        }
        if let [very] = phrase.these.as_slice()
            && phrase.nouns.is_empty()
        {
            return format!("is {very}");
        }
        let these = std::mem::take(&mut phrase.these);
        phrase.after.extend(these.into_iter().map(|very| format!("that is {very}")));
        format!("is {}", with_article(&self.render(phrase, Head::Thing, false)))
    }

    /// A card (or cards) of a kind in a zone: `creature card in your graveyard`.
    pub(super) fn card_in(&self, filter: &Filter, zone: Zone, many: bool) -> String {
        let mut phrase = self.phrase(filter);
        if phrase.zones.is_empty() {
            phrase.zones.push(zone);
        }
        self.render(phrase, Head::Card, many)
    }

    fn render(&self, mut phrase: Phrase, head: Head, many: bool) -> String {
        let off_the_battlefield = !phrase.zones.is_empty()
            && !phrase.zones.contains(&Zone::Battlefield)
            && !phrase.zones.contains(&Zone::Stack);
        let head = if off_the_battlefield { Head::Card } else { head };
        if phrase.is_definite() && phrase.these.len() == 1 {
            return phrase.these.concat();
        }
        phrase.nouns.sort_by_key(|(rank, _)| *rank);
        let says_what_it_is = phrase.nouns.iter().any(|(rank, _)| *rank >= 3);
        match head {
            Head::Card if !says_what_it_is => phrase.nouns.push((3, "card".to_owned())),
            Head::Spell if !says_what_it_is => phrase.nouns.push((3, "spell".to_owned())),
            Head::Permanent if phrase.nouns.is_empty() => phrase.nouns.push((3, "permanent".to_owned())),
            Head::Thing if phrase.nouns.is_empty() => phrase.nouns.push((3, "object".to_owned())),
            Head::Card | Head::Spell | Head::Permanent | Head::Thing => {}
        }
        let mut nouns: Vec<String> = phrase.nouns.into_iter().map(|(_, noun)| noun).collect();
        if many && let Some(last) = nouns.last_mut() {
            *last = plurals(last);
        }
        let mut words = phrase.adjectives;
        words.extend(nouns);
        words.extend(phrase.these.into_iter().map(|very| format!("that is {very}")));
        match (phrase.zones.as_slice(), phrase.owner) {
            ([], Some(owner)) => words.push(format!(
                "{} {}",
                self.some_player(&owner),
                super::selections::agreeing(&owner, "own", "owns")
            )),
            ([], None) => {}
            ([only @ (Zone::Hand | Zone::Library | Zone::Graveyard)], Some(owner)) => {
                words.push(format!("in {} {only}", self.possessive(&owner)));
            }
            (many, Some(owner)) => {
                let names: Vec<String> = many.iter().map(|one| zone(*one)).collect();
                let own = super::selections::agreeing(&owner, "own", "owns");
                words.push(format!("{} {own}, in {}", self.some_player(&owner), list(&names, "or")));
            }
            (many, None) => words.push(match many {
                [Zone::Battlefield] => "on the battlefield".to_owned(),
                [Zone::Stack] => "on the stack".to_owned(),
                many => format!("in {}", zones(many)),
            }),
        }
        words.extend(phrase.after);
        words.join(" ")
    }

    fn phrase(&self, filter: &Filter) -> Phrase {
        let mut phrase = Phrase::default();
        self.add(filter, &mut phrase);
        phrase
    }

    fn add(&self, filter: &Filter, phrase: &mut Phrase) {
        match filter {
            Filter::All(filters) => filters.iter().for_each(|filter| self.add(filter, phrase)),
            Filter::Any(filters) => self.add_any(filters, phrase),
            Filter::Not(filter) => self.add_not(filter, phrase),
            Filter::Type(card_type) => phrase.nouns.push((2, card_type.word().to_owned())),
            Filter::Supertype(supertype) => phrase.adjectives.push(supertype.word().to_owned()),
            Filter::Subtype(subtype) => phrase.nouns.push((1, subtype.word().to_owned())),
            Filter::Color(color) => phrase.adjectives.push(color.word().to_owned()),
            Filter::Is(word) => add_trait(*word, phrase),
            Filter::ControlledBy(players) => phrase.after.push(self.control(players)),
            Filter::OwnedBy(players) => phrase.owner = Some(players.clone()),
            Filter::Power(comparison) => {
                phrase.after.push(format!("with power {}", self.comparison(comparison)));
            }
            Filter::Toughness(comparison) => {
                phrase.after.push(format!("with toughness {}", self.comparison(comparison)));
            }
            Filter::ManaValue(comparison) => {
                phrase.after.push(format!("with mana value {}", self.comparison(comparison)));
            }
            Filter::Has(keyword) => phrase.after.push(format!("with {keyword}")),
            Filter::Counters(kind, comparison) => {
                let kind = kind.map_or_else(String::new, |kind| format!("{kind} "));
                phrase.after.push(format!("with {} {kind}counters", self.comparison(comparison)));
            }
            Filter::Named(name) => phrase.after.push(format!("named {name}")),
            Filter::NamedLike(selection) => {
                phrase.after.push(format!("with the name of {}", self.selection(selection)));
            }
            Filter::In(zones) => phrase.zones.extend(zones),
            Filter::Among(selection) => phrase.these.push(self.selection(selection)),
            Filter::AttachedTo(filter) => {
                phrase.after.push(format!("attached to {}", self.a_kind(filter, Head::Permanent)));
            }
            Filter::AttachedBy(filter) => {
                phrase.after.push(format!("that {} is attached to", self.a_kind(filter, Head::Permanent)));
            }
            Filter::Targets(filter) => {
                phrase.after.push(format!("that targets {}", self.a_kind(filter, Head::Thing)));
            }
            Filter::TargetsOnly(filter) => {
                phrase.after.push(format!("that targets only {}", self.a_kind(filter, Head::Permanent)));
            }
            Filter::TargetCount(comparison) => {
                phrase.after.push(format!("with {} targets", self.comparison(comparison)));
            }
            Filter::InCombatWith(selection) => {
                phrase.after.push(format!("blocking or blocked by {}", self.selection(selection)));
            }
            Filter::TargetsPlayer(players) => {
                phrase.after.push(format!("that targets {}", self.some_player(players)));
            }
            Filter::Chosen(link) => phrase.after.push(format!("of the chosen \"{link}\"")),
            Filter::Shares(shared, selection) => {
                let shared = with_article(&spaced(shared.word()));
                phrase.after.push(format!("sharing {shared} with {}", self.sharer(selection)));
            }
            Filter::LinkedThisTurn(name) => {
                phrase.after.push(format!("linked to this as \"{name}\" this turn"))
            }
            Filter::DamagedBy(selection) => {
                phrase.after.push(format!("dealt damage this turn by {}", self.selection(selection)));
            }
            Filter::CameFrom(from) => phrase.after.push(format!("that came from {}", zones(from))),
            Filter::Attacking(players) => {
                phrase.after.push(format!("attacking {}", self.some_player(players)))
            }
            Filter::Source(filter) => {
                phrase.after.push(format!("whose source is {}", self.a_kind(filter, Head::Thing)));
            }
        }
    }

    /// A target phrase may speak of its own targets, which are not described yet.
    fn sharer(&self, selection: &crate::ir::Selection) -> String {
        let crate::ir::Selection::Target(number) = selection else { return self.selection(selection) };
        // What the effect does speaks of the target that has been described.
        let described = self.targets.get(usize::from(*number)).is_some_and(|spec| !speaks_of_shared(spec));
        if described { "that target".to_owned() } else { "the other targets".to_owned() }
    }

    fn add_any(&self, filters: &[Filter], phrase: &mut Phrase) {
        let parts: Vec<Phrase> = filters.iter().map(|filter| self.phrase(filter)).collect();
        let nouns: Option<Vec<(u8, String)>> = parts.iter().map(Phrase::only_noun).collect();
        if let Some(nouns) = nouns {
            let rank = nouns.iter().map(|(rank, _)| *rank).max().unwrap_or(2);
            let names: Vec<String> = nouns.into_iter().map(|(_, noun)| noun).collect();
            phrase.nouns.push((rank, list(&names, "or")));
            return;
        }
        let adjectives: Option<Vec<String>> = parts.iter().map(Phrase::only_adjective).collect();
        if let Some(adjectives) = adjectives {
            phrase.adjectives.push(list(&adjectives, "or"));
            return;
        }
        let kinds: Vec<String> = filters.iter().map(|filter| self.a_kind(filter, Head::Thing)).collect();
        phrase.after.push(format!("that is {}", list(&kinds, "or")));
    }

    fn add_not(&self, filter: &Filter, phrase: &mut Phrase) {
        if let Filter::ControlledBy(players) = filter {
            let subject = self.some_player(players);
            let verb = super::selections::agreeing(players, "don't", "doesn't");
            phrase.after.push(format!("{subject} {verb} control"));
            return;
        }
        if let Filter::AttachedBy(filter) = filter {
            phrase.after.push(format!("that {} is not attached to", self.a_kind(filter, Head::Permanent)));
            return;
        }
        // What is none of several things is not the one, and not the other.
        if let Filter::Any(filters) = filter {
            filters.iter().for_each(|filter| self.add_not(filter, phrase));
            return;
        }
        let part = self.phrase(filter);
        if let Some((_, noun)) = part.only_noun() {
            phrase.adjectives.push(format!("non{noun}"));
        } else if let Some(adjective) = part.only_adjective() {
            phrase.adjectives.push(format!("non{adjective}"));
        } else if let [very] = part.these.as_slice()
            && part.is_definite()
        {
            phrase.after.push(format!("that is not {very}"));
        } else if let Some(quality) = part.only_quality() {
            phrase.after.push(format!("without {quality}"));
        } else {
            phrase.after.push(format!("that is not {}", self.a_kind(filter, Head::Thing)));
        }
    }
}

impl Phrase {
    /// Whether it names very objects and nothing more.
    fn is_definite(&self) -> bool {
        !self.these.is_empty()
            && self.adjectives.is_empty()
            && self.nouns.is_empty()
            && self.after.is_empty()
            && self.zones.is_empty()
            && self.owner.is_none()
    }

    fn is_bare(&self) -> bool {
        self.after.is_empty() && self.these.is_empty() && self.zones.is_empty() && self.owner.is_none()
    }

    fn only_noun(&self) -> Option<(u8, String)> {
        match (self.nouns.as_slice(), self.adjectives.is_empty() && self.is_bare()) {
            ([noun], true) => Some(noun.clone()),
            _ => None,
        }
    }

    fn only_adjective(&self) -> Option<String> {
        match (self.adjectives.as_slice(), self.nouns.is_empty() && self.is_bare()) {
            ([adjective], true) => Some(adjective.clone()),
            _ => None,
        }
    }

    fn only_quality(&self) -> Option<String> {
        let nothing_else = self.nouns.is_empty()
            && self.adjectives.is_empty()
            && self.these.is_empty()
            && self.zones.is_empty()
            && self.owner.is_none();
        match self.after.as_slice() {
            [only] if nothing_else => only.strip_prefix("with ").map(str::to_owned),
            _ => None,
        }
    }
}

/// Each alternative of `artifact or creature` in the plural.
fn plurals(nouns: &str) -> String {
    let lists: Vec<String> = nouns
        .split(" or ")
        .map(|list| {
            let names: Vec<String> = list.split(", ").map(plural).collect();
            names.join(", ")
        })
        .collect();
    lists.join(" or ")
}

fn add_trait(word: Trait, phrase: &mut Phrase) {
    match word {
        Trait::This => phrase.these.push("this".to_owned()),
        Trait::Another => phrase.adjectives.insert(0, "other".to_owned()),
        Trait::Permanent => phrase.nouns.push((4, "permanent".to_owned())),
        Trait::Card => phrase.nouns.push((4, "card".to_owned())),
        Trait::PermanentCard => phrase.nouns.push((4, "permanent card".to_owned())),
        Trait::Spell => phrase.nouns.push((4, "spell".to_owned())),
        Trait::ActivatedAbility => phrase.nouns.push((4, "activated ability".to_owned())),
        Trait::TriggeredAbility => phrase.nouns.push((4, "triggered ability".to_owned())),
        Trait::ManaAbility => phrase.nouns.push((4, "mana ability".to_owned())),
        Trait::Token => phrase.nouns.push((4, "token".to_owned())),
        Trait::Commander => phrase.nouns.push((4, "commander".to_owned())),
        Trait::Outlaw => phrase.nouns.push((1, "outlaw".to_owned())),
        Trait::AttackingAlone => phrase.after.push("attacking alone".to_owned()),
        Trait::RepeatedManaSymbol => {
            phrase.after.push("with more than one of the same mana symbol".to_owned());
        }
        Trait::ToughnessAbovePower => {
            phrase.after.push("whose toughness is greater than its power".to_owned());
        }
        Trait::NewSinceUpkeep => {
            phrase.after.push("that came under its controller's control since their last upkeep".to_owned());
        }
        Trait::EnteredThisTurn => phrase.after.push("that entered this turn".to_owned()),
        Trait::ArrivedThisTurn => phrase.after.push("that got there this turn".to_owned()),
        Trait::AttackedThisTurn => phrase.after.push("that attacked this turn".to_owned()),
        Trait::DamagedThisTurn => phrase.after.push("that was dealt damage this turn".to_owned()),
        Trait::SourceOfDamage => phrase.nouns.push((4, "source of damage".to_owned())),
        Trait::RingBearer => phrase.after.push("that is its controller's Ring-bearer".to_owned()),
        Trait::GoadedByYou => phrase.after.push("goaded by you".to_owned()),
        Trait::Cast => phrase.after.push("that was cast".to_owned()),
        Trait::NoAbilities => phrase.after.push("with no abilities".to_owned()),
        Trait::Attacking
        | Trait::Blocking
        | Trait::Blocked
        | Trait::Unblocked
        | Trait::Tapped
        | Trait::Untapped
        | Trait::FaceDown
        | Trait::Transformed
        | Trait::Colorless
        | Trait::Multicolored
        | Trait::Monocolored
        | Trait::Enchanted
        | Trait::Equipped
        | Trait::Modified
        | Trait::Historic
        | Trait::Kicked
        | Trait::Suspected
        | Trait::Monstrous
        | Trait::Renowned
        | Trait::Solved
        | Trait::Prepared
        | Trait::Saddled
        | Trait::Suspended
        | Trait::InSector
        | Trait::Goaded => phrase.adjectives.push(spaced(word.word())),
    }
}

/// Whether a target phrase speaks of what is shared, be it among its own targets.
fn speaks_of_shared(spec: &crate::ir::TargetSpec) -> bool {
    mentions(&spec.kind, |part| matches!(part, Part::Filter(Filter::Shares(..))))
}
