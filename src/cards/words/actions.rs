//! Instructions with many parts in words: exiling, putting, creating, effects that last.

use super::Voice;
use super::changes::quoted;
use super::english::{colors, list, ordinal, plural};
use super::events::Mood;
use super::instructions::{called, from};
use super::selections::zone;
use crate::ir::change::Action;
use crate::ir::instruction::{Apply, Create, Exile, Place, Put, TokenFace, TokenSpec};
use crate::ir::{CounterKind, Duration, Players, Quantity, RuleChange, Selection, Verb, Zone};

impl Voice<'_> {
    /// `exile it face down until this leaves the battlefield`.
    pub(super) fn exile(&self, exile: &Exile) -> String {
        let mut words = format!("exile {}", self.selection(&exile.what));
        if exile.face_down {
            words.push_str(" face down");
        }
        words.push_str(&self.with_counters(&exile.counters));
        if let Some(haunted) = &exile.haunting {
            words.push_str(&format!(" haunting {}", self.selection(haunted)));
        }
        if let Some(players) = &exile.may_look {
            words.push_str(&format!(", where {} may look at it", self.players(players)));
        }
        if let Some(event) = &exile.until {
            words.push_str(&format!(" until {}", self.event(event, Mood::Does)));
        }
        if let Some(link) = exile.link {
            words.push_str(&format!(" (linked to this as \"{link}\")"));
        }
        words + &called(exile.slot)
    }

    /// `put it from a graveyard onto the battlefield tapped`.
    pub(super) fn put(&self, put: &Put) -> String {
        let mut words = format!("put {}{}", self.selection(&put.what), from(put.from));
        words.push_str(&match (put.to, &put.place) {
            (Zone::Battlefield, _) => " onto the battlefield".to_owned(),
            (Zone::Stack, _) => " onto the stack".to_owned(),
            (Zone::Library, place) => format!(" {}", self::place(place.as_ref())),
            (Zone::Hand, _) => " into its owner's hand".to_owned(),
            (Zone::Graveyard, _) => " into its owner's graveyard".to_owned(),
            (Zone::Exile | Zone::Ante | Zone::Command, _) => format!(" into {}", zone(put.to)),
        });
        let states = [
            (put.tapped, " tapped"),
            (put.attacking && put.attacking_whom.is_none() && put.attacking_as.is_none(), " attacking"),
            (put.face_down, " face down"),
            (put.transformed, " transformed"),
        ];
        words.extend(states.iter().filter(|(so, _)| *so).map(|(_, state)| *state));
        if let Some(players) = &put.attacking_whom {
            words.push_str(&format!(" attacking {}", self.players(players)));
        }
        if let Some(attacker) = &put.attacking_as {
            words.push_str(&format!(" attacking what {} attacked", self.selection(attacker)));
        }
        if let Some(attacker) = &put.blocking {
            words.push_str(&format!(" blocking {}", self.selection(attacker)));
        }
        words.push_str(&self.with_counters(&put.counters));
        if matches!(&put.under, Some(Players::OwnerOf(of)) if **of == Selection::Itself) {
            words.push_str(" under its owner's control");
        } else if let Some(players) = &put.under {
            words.push_str(&format!(" under {} control", self.possessive(players)));
        }
        if let Some(to) = &put.attached_to {
            words.push_str(&format!(" attached to {}", self.selection(to)));
        }
        if !put.being.is_empty() {
            words.push_str(&format!("; there it {}", self.changes(&put.being)));
        }
        words + &called(put.slot)
    }

    /// `create two tapped 1/1 white Soldier creature tokens`.
    pub(super) fn create(&self, create: &Create) -> String {
        let mut words = self.tokens(create);
        for other in &create.and {
            words.push_str(&format!(" and {}", self.tokens(other)));
        }
        self.does(&create.who, Verb::Create, &words) + &called(create.slot)
    }

    /// What is created, as a noun phrase.
    fn tokens(&self, create: &Create) -> String {
        let (noun, of) = match &create.token {
            TokenSpec::New(face) => self.token(face),
            TokenSpec::Predefined(subtype) => (format!("{} token", subtype.word()), String::new()),
            TokenSpec::Named(name) => (format!("{name} token"), String::new()),
            TokenSpec::CopyOf { what, except } => {
                let except = if except.is_empty() {
                    String::new()
                } else {
                    format!(", except that it {}", self.changes(except))
                };
                ("token".to_owned(), format!(" that copies {}{except}", self.selection(what)))
            }
        };
        let tapped = if create.tapped { "tapped " } else { "" };
        let attacking = if create.attacking && create.attacking_whom.is_none() { "attacking " } else { "" };
        let noun = format!("{tapped}{attacking}{noun}");
        let mut words = self.counted(&create.count, &noun, &plural(&noun)) + &of;
        if let Some(players) = &create.attacking_whom {
            words.push_str(&format!(" attacking {}", self.players(players)));
        }
        if let Some(attacker) = &create.blocking {
            words.push_str(&format!(" blocking {}", self.selection(attacker)));
        }
        words.push_str(&self.with_counters(&create.counters));
        if let Some(to) = &create.attached_to {
            words.push_str(&format!(" attached to {}", self.selection(to)));
        }
        words
    }

    /// The token's noun phrase and what stands after the noun.
    fn token(&self, face: &TokenFace) -> (String, String) {
        let fixed = |number: &Option<Quantity>| number.as_ref().and_then(Quantity::fixed);
        let size = match (fixed(&face.power), fixed(&face.toughness)) {
            (Some(power), Some(toughness)) => format!("{power}/{toughness} "),
            _ => String::new(),
        };
        let types = face.types.types.iter().map(|card_type| card_type.word());
        let supertypes = face.types.supertypes.iter().map(|supertype| supertype.word());
        let subtypes = face.types.subtypes.iter().map(|subtype| subtype.word());
        let line: Vec<&str> = supertypes.chain(subtypes).chain(types).collect();
        let noun = format!("{size}{} {} token", colors(face.colors), line.join(" "));
        let mut after = String::new();
        if let Some(name) = &face.name {
            after.push_str(&format!(" named {name}"));
        }
        let mut qualities: Vec<String> = face.abilities.iter().map(quoted).collect();
        if size.is_empty() {
            let numbers = [("power", &face.power), ("toughness", &face.toughness)];
            qualities.extend(
                numbers
                    .iter()
                    .filter_map(|(name, number)| number.as_ref().map(|number| (name, number)))
                    .map(|(name, number)| format!("{name} {}", self.amount(number))),
            );
        }
        if !qualities.is_empty() {
            after.push_str(&format!(" with {}", list(&qualities, "and")));
        }
        (noun, after)
    }

    /// A continuous effect of a resolving spell or ability.
    pub(super) fn apply(&self, apply: &Apply) -> String {
        let mut parts = Vec::new();
        if !apply.changes.is_empty() {
            let subject = apply.to.as_ref().map_or_else(|| "this".to_owned(), |to| self.selection(to));
            parts.push(format!("{subject} {}", self.changes(&apply.changes)));
        }
        if let (Some(to), [RuleChange::Cant(it)], Duration::NextUntapStep) =
            (&apply.to, apply.rules.as_slice(), &apply.duration)
            && it.action == Action::Do(Verb::Untap)
        {
            parts.push(format!(
                "{} doesn't untap during its controller's next untap step",
                self.selection(to)
            ));
            return parts.join(" and ");
        }
        if let ([RuleChange::ExtraLands(who, count)], Duration::EndOfTurn) =
            (apply.rules.as_slice(), &apply.duration)
        {
            let lands = self.some(count, "additional land");
            parts.push(format!("{} may play {lands} this turn", self.players(who)));
            return parts.join(" and ");
        }
        if !apply.rules.is_empty() {
            parts.push(self.rule_changes(&apply.rules, apply.to.as_ref()));
        }
        parts.join(" and ") + &self.duration(&apply.duration)
    }

    /// Counters to remove or move: `all +1/+1 counters`.
    pub(super) fn some_counters(&self, kind: Option<CounterKind>, count: Option<&Quantity>) -> String {
        let noun = kind.map_or_else(|| "counter".to_owned(), |kind| format!("{kind} counter"));
        count.map_or_else(|| format!("all {noun}s"), |count| self.some(count, &noun))
    }
}

pub(super) fn place(place: Option<&Place>) -> String {
    match place {
        None | Some(Place::Top) => "on top of its owner's library".to_owned(),
        Some(Place::Bottom) => "on the bottom of its owner's library".to_owned(),
        Some(Place::BottomRandom) => "on the bottom of its owner's library in a random order".to_owned(),
        Some(Place::Shuffled) => "into its owner's library, which is shuffled".to_owned(),
        Some(Place::TopOrBottom) => {
            "on the top or the bottom of its owner's library, as the owner chooses".to_owned()
        }
        Some(Place::FromTop(number)) => {
            format!("into its owner's library, {} from the top", ordinal(*number))
        }
    }
}
