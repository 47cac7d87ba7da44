//! The cards that scenarios use, made into definitions once.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::cards::{Origin, Pool, Unreadable, pasted, yaml};
use crate::diag::{Code, Diagnostic, Span};
use crate::engine::additional::copiable_values;
use crate::engine::{Gap, gaps};
use crate::game::Definition;
use crate::ir::{Card, Subtype, TypeLine};
use crate::scenario::ast::{EntryWhat, InlineCard, Scenario, Text};

/// A pool of cards with the definitions made from it so far.
pub struct Library<'a> {
    pool: &'a Pool,
    definitions: RefCell<BTreeMap<String, Option<Arc<Definition>>>>,
    /// The names that cards of the pool give the tokens that they create, by the whole names of the cards.
    tokens: RefCell<BTreeMap<Arc<str>, Rc<[String]>>>,
    /// The cards that scenarios write out themselves, by their text: all variants of a scenario share them, and reading one
    /// takes longer than playing a ruling.
    written: RefCell<BTreeMap<String, Arc<Definition>>>,
    /// What is wrong with the cards of the pool that were asked for and can't be read.
    unreadable: RefCell<BTreeMap<String, Unreadable>>,
}

/// How many of the cards that scenarios write out are kept.
const MOST_WRITTEN: usize = 1000;

impl<'a> Library<'a> {
    /// The library of a pool.
    pub fn new(pool: &'a Pool) -> Self {
        Self {
            pool,
            definitions: RefCell::default(),
            tokens: RefCell::default(),
            written: RefCell::default(),
            unreadable: RefCell::default(),
        }
    }

    /// The cards of a scenario: the pool's and those written out in the scenario itself.
    ///
    /// # Errors
    /// Every inline card that can't be read.
    pub(crate) fn of_scenario<'b>(&'b self, scenario: &Scenario) -> Result<Cards<'b, 'a>, Vec<Diagnostic>> {
        let mut own = BTreeMap::new();
        let mut faults = Vec::new();
        for inline in &scenario.cards {
            let text = text_of(inline);
            // What a text says of its card depends on the card's name.
            let key = format!("{}\n{text}", inline.name.text);
            if let Some(known) = self.written.borrow().get(&key) {
                own.extend(names_of(known).map(|name| (name, (known.clone(), inline.name.span))));
                continue;
            }
            match pasted::block(&inline.name.text, &text) {
                Ok(cards) => {
                    if let Some(card) = cards.last() {
                        let definition = Arc::new(copiable_values::definition(card));
                        if names_of(&definition).all(|name| name != inline.name.text) {
                            faults.push(named_otherwise(&inline.name, card));
                            continue;
                        }
                        let here = |name| (name, (definition.clone(), inline.name.span));
                        own.extend(names_of(&definition).map(here));
                        let mut written = self.written.borrow_mut();
                        if written.len() < MOST_WRITTEN {
                            written.insert(key, definition);
                        }
                    }
                }
                Err(of_card) => {
                    for fault in of_card {
                        let here = unreadable(&inline.name.text, inline.name.span, &fault);
                        faults.push(match line_of(&fault, &text) {
                            // The text of a card stands in the file as it is.
                            Some((number, line))
                                if pasted::text_of(&inline.body).is_some() && !line.is_empty() =>
                            {
                                let span = inline.lines.get(number - 1).copied();
                                unreadable(&inline.name.text, span.unwrap_or(inline.name.span), &fault)
                            }
                            // The first line of a card with one face is ours.
                            Some((1, _)) if !has_faces(inline) => here,
                            None => here,
                            Some((_, line)) => here.with_help(format!("it is about the line `{line}`")),
                        });
                    }
                }
            }
        }
        if faults.is_empty() {
            Ok(Cards { library: self, own, of_users: RefCell::default() })
        } else {
            Err(faults)
        }
    }

    /// What of the cards that a scenario names is not played: of each that is so its name, where that stands first, and what.
    pub(crate) fn gaps(&self, scenario: &Scenario) -> Vec<(String, Span, Vec<Gap>)> {
        let of_each = named(scenario).into_iter().map(|(name, span)| {
            let own = scenario.cards.iter().find(|card| card.name.text == name);
            let found = match own {
                Some(inline) => pasted::block(&inline.name.text, &text_of(inline))
                    .unwrap_or_default()
                    .iter()
                    .flat_map(gaps)
                    .collect(),
                None => self.pool.get(&name).ok().flatten().map_or_else(Vec::new, |card| gaps(&card)),
            };
            (name, span, found)
        });
        of_each.filter(|(.., found)| !found.is_empty()).collect()
    }

    /// What of the texts of cards that a scenario holds is not understood, each at its word.
    pub(crate) fn not_understood(&self, scenario: &Scenario) -> Vec<Diagnostic> {
        let texts = scenario.cards.iter().filter_map(|inline| Some((inline, pasted::text_of(&inline.body)?)));
        let found = texts.flat_map(|(inline, text)| {
            let faults = pasted::not_understood(&inline.name.text, text);
            faults.into_iter().filter_map(|fault| {
                // The word `text` stands on the first line.
                let line = inline.lines.get(fault.line + 1)?;
                let blanks =
                    text.lines().nth(fault.line).map_or(0, |line| line.len() - line.trim_start().len());
                let start = line.start + fault.at.saturating_sub(blanks);
                let span = Span::new(start, start + fault.length);
                let told =
                    Diagnostic::error(Code::Unsupported, fault.message, span, "not understood from here on");
                let mut expected: Vec<String> =
                    fault.expected.iter().map(|word| word.replace('-', " ")).collect();
                expected.truncate(MOST_EXPECTED);
                let told = told.as_warning();
                Some(if expected.is_empty() {
                    told
                } else {
                    told.with_help(format!("what is understood here: {}", expected.join(", ")))
                })
            })
        });
        found.collect()
    }

    /// Says of what can't be played because words of a text are not understood where these words stand.
    pub(crate) fn point_into_texts(&self, scenario: &Scenario, told: &mut [Diagnostic]) {
        let is_gap = |fault: &&mut Diagnostic| fault.code == Code::Unsupported;
        if scenario.cards.is_empty() || !told.iter_mut().any(|fault| is_gap(&fault)) {
            return;
        }
        let words = self.not_understood(scenario);
        for fault in told.iter_mut().filter(is_gap) {
            let of_it = words.iter().find(|word| fault.message.ends_with(word.message.as_str()));
            if let Some(word) = of_it {
                let stopped_at = fault.span();
                fault.labels.clone_from(&word.labels);
                if let Some(line) = stopped_at.filter(|span| *span != scenario.title.span) {
                    *fault = fault.clone().with_label(line, "this comes to it");
                }
                fault.help.extend(word.help.iter().cloned());
            }
        }
    }

    /// The old spellings of the cards that a scenario writes out.
    pub(crate) fn old_spellings(&self, scenario: &Scenario) -> Vec<Diagnostic> {
        let mut all = Vec::new();
        for inline in &scenario.cards {
            if pasted::text_of(&inline.body).is_some() {
                continue;
            }
            let (_, notes) = yaml::read_noting(&text_of(inline)).unwrap_or_default();
            all.extend(notes.into_iter().map(|note| {
                let message = format!("in the card `{}` {}", inline.name.text, note.message);
                let mut here = Diagnostic::error(note.code, message, inline.name.span, "").as_warning();
                here.help.clone_from(&note.help);
                here
            }));
        }
        all
    }

    /// Every card of the pool, in the order of their names; those that can't be read are left out.
    pub fn every_card(&self) -> Vec<Arc<Definition>> {
        self.pool.names().filter_map(|name| self.definition(name)).collect()
    }

    /// The cards that these cards create tokens of by their names (111.11).
    pub fn named_for_tokens<'d>(
        &self,
        definitions: impl Iterator<Item = &'d Arc<Definition>>,
    ) -> Vec<Arc<Definition>> {
        self.names_for_tokens(definitions).iter().filter_map(|name| self.definition(name)).collect()
    }

    /// The names that these cards give the tokens that they create.
    fn names_for_tokens<'d>(&self, definitions: impl Iterator<Item = &'d Arc<Definition>>) -> Vec<String> {
        definitions.flat_map(|its| self.tokens_of(its).to_vec()).collect()
    }

    /// The names that a card gives the tokens that it creates.
    fn tokens_of(&self, definition: &Arc<Definition>) -> Rc<[String]> {
        // Of another card of that name nothing is kept: a scenario may have one of its own.
        let definitions = self.definitions.borrow();
        let is_kept = definitions.get(&*definition.name).and_then(Option::as_ref);
        let is_kept = is_kept.is_some_and(|known| Arc::ptr_eq(known, definition));
        if let Some(known) = self.tokens.borrow().get(&definition.name).filter(|_| is_kept) {
            return Rc::clone(known);
        }
        let mut names = Vec::new();
        let abilities = definition.faces.iter().flat_map(|face| &face.abilities);
        abilities.for_each(|instance| super::table::tokens_of(&instance.ability, &mut names));
        let names = Rc::<[String]>::from(names);
        if is_kept {
            self.tokens.borrow_mut().insert(definition.name.clone(), Rc::clone(&names));
        }
        names
    }

    fn definition(&self, name: &str) -> Option<Arc<Definition>> {
        if let Some(known) = self.definitions.borrow().get(name) {
            return known.clone();
        }
        let card = self.pool.get(name).unwrap_or_else(|unreadable| {
            self.unreadable.borrow_mut().insert(name.to_owned(), unreadable);
            None
        });
        let definition = card.map(|card| Arc::new(copiable_values::definition(&card)));
        self.definitions.borrow_mut().insert(name.to_owned(), definition.clone());
        definition
    }
}

/// The cards that a scenario names, each with where that is first.
fn named(scenario: &Scenario) -> Vec<(String, Span)> {
    let mut named: Vec<(String, Span)> = Vec::new();
    let written = scenario.cards.iter().map(|card| (card.name.text.clone(), card.name.span));
    let entries = scenario.blocks.iter().flat_map(|block| &block.zones).flat_map(|line| &line.entries);
    let placed = entries.filter_map(|entry| match &entry.what {
        EntryWhat::Card(text) => Some((EntryWhat::count_and_name(text, |_| false).1.to_owned(), entry.span)),
        _ => None,
    });
    for (name, span) in written.chain(placed) {
        if named.iter().all(|(known, _)| *known != name) {
            named.push((name, span));
        }
    }
    named
}

/// The most that is said of what is understood at a place.
const MOST_EXPECTED: usize = 8;

/// Whether it is a card with several faces, which has its names on them.
fn has_faces(inline: &InlineCard) -> bool {
    inline.body.lines().any(|line| line.starts_with("faces:"))
}

/// The definition of a card that a scenario writes out.
fn text_of(inline: &InlineCard) -> String {
    match has_faces(inline) || pasted::text_of(&inline.body).is_some() {
        true => inline.body.clone(),
        false => format!("name: {:?}\n{}", inline.name.text, inline.body),
    }
}

/// What is wrong with a card's definition, said where the card is named.
fn unreadable(name: &str, span: Span, fault: &Diagnostic) -> Diagnostic {
    let message = format!("the card `{name}` can't be read: {}", fault.message);
    let mut here = Diagnostic::error(Code::InvalidCard, message, span, "");
    here.help.clone_from(&fault.help);
    here
}

/// The names under which a card that is written out is found: its own and that of each face.
fn names_of(definition: &Definition) -> impl Iterator<Item = String> {
    let faces: Vec<String> = definition.faces.iter().map(|face| face.name.to_string()).collect();
    let whole = (faces.len() > 1).then(|| faces.join(" // "));
    whole.into_iter().chain(faces)
}

/// The fault that none of a card's faces has the name behind `card`.
fn named_otherwise(name: &Text, card: &Card) -> Diagnostic {
    let message = format!("no face of the card is named `{}`", name.text);
    let names: Vec<String> = card.faces.iter().map(|face| format!("`{}`", face.name)).collect();
    Diagnostic::error(Code::InvalidCard, message, name.span, "")
        .with_help(format!("its faces are named {}", names.join(" and ")))
}

/// The line of a text that a fault is about, with its number.
fn line_of<'t>(fault: &Diagnostic, text: &'t str) -> Option<(usize, &'t str)> {
    let before = text.get(..fault.span()?.start)?.matches('\n').count();
    Some((before + 1, text.lines().nth(before)?.trim()))
}

/// A card that does not come with headjudge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsersCard {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub place: UsersPlace,
}

/// Where a card of the user's stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UsersPlace {
    /// In the scenario itself, where its name stands.
    Scenario(Span),
    /// In a file.
    File(Arc<str>),
    /// Among those that the user has imported from an Oracle file: the file that keeps them.
    Imported(Arc<str>),
}

impl UsersPlace {
    /// The place in words: `in the scenario`.
    pub fn words(&self) -> String {
        match self {
            Self::Scenario(_) => "in the scenario".to_owned(),
            Self::File(path) => format!("in {path}"),
            Self::Imported(_) => "imported".to_owned(),
        }
    }
}

impl UsersCard {
    /// What an answer that rests on such cards says of it; nothing if there are none.
    pub fn rests_on(cards: &[Self]) -> Option<String> {
        Self::said(cards.iter().map(|card| (card.name.clone(), card.place.words())))
    }

    /// The same of cards by their names and places: `rests on users' cards: Hexing Heron, Pale Ferret (in the scenario)`.
    pub fn said(cards: impl Iterator<Item = (String, String)>) -> Option<String> {
        let mut places: Vec<(String, Vec<String>)> = Vec::new();
        let mut count = 0;
        for (name, place) in cards {
            count += 1;
            match places.iter_mut().find(|(known, _)| *known == place) {
                Some((_, names)) => names.push(name),
                None => places.push((place, vec![name])),
            }
        }
        let words: Vec<String> =
            places.into_iter().map(|(place, names)| format!("{} ({place})", names.join(", "))).collect();
        match count {
            0 => None,
            1 => Some(format!("rests on a user's card: {}", words.join(", "))),
            _ => Some(format!("rests on users' cards: {}", words.join(", "))),
        }
    }
}

/// The cards that one scenario may use.
pub(crate) struct Cards<'b, 'a> {
    library: &'b Library<'a>,
    /// The cards that it writes out, each with where its name stands there.
    own: BTreeMap<String, (Arc<Definition>, Span)>,
    /// The cards of the user's that have been asked for, by their names.
    of_users: RefCell<BTreeMap<String, UsersPlace>>,
}

impl Cards<'_, '_> {
    /// The subtypes of the cards whose text a scenario holds that the rules don't list, each where it stands.
    pub(crate) fn new_subtypes(&self, scenario: &Scenario) -> Vec<Diagnostic> {
        let mut told = Vec::new();
        for inline in &scenario.cards {
            let Some((definition, _)) = self.own.get(&inline.name.text) else { continue };
            let subtypes = definition.faces.iter().flat_map(|face| &face.types.subtypes);
            let mut new: Vec<Subtype> = subtypes.copied().filter(|subtype| subtype.is_new()).collect();
            new.dedup();
            for subtype in new {
                let word = subtype.word();
                let places = inline.body.lines().zip(&inline.lines).filter_map(|(line, span)| {
                    let (before, behind) = line.split_once(" — ").or_else(|| line.split_once(" - "))?;
                    let at = behind.find(word)?;
                    let blanks = line.len() - line.trim_start().len();
                    let start = span.start + (line.len() - behind.len()) + at - blanks;
                    TypeLine::parse(before).is_ok().then(|| Span::new(start, start + word.len()))
                });
                let span = places.last().unwrap_or(inline.name.span);
                let message = format!("the rules list no subtype `{word}`: it is taken for a new one");
                let known = Subtype::words(subtype.family());
                let note = Diagnostic::error(Code::NewSubtype, message, span, "").as_warning();
                told.push(note.did_you_mean(crate::diag::nearest(word, known)));
            }
        }
        told
    }

    /// The definition of a card, by the name of the card or of one of its faces.
    pub(crate) fn definition(&self, name: &str) -> Option<Arc<Definition>> {
        if let Some((definition, span)) = self.own.get(name) {
            self.of_users.borrow_mut().insert(definition.name.to_string(), UsersPlace::Scenario(*span));
            return Some(definition.clone());
        }
        let definition = self.library.definition(name)?;
        // Nearly always there are none.
        if !self.library.pool.has_users_cards() {
            return Some(definition);
        }
        let place = match self.library.pool.origin(name) {
            Some(Origin::File(path)) => Some(UsersPlace::File(path)),
            Some(Origin::Imported(path)) => Some(UsersPlace::Imported(path)),
            _ => None,
        };
        if let Some(place) = place {
            self.of_users.borrow_mut().insert(definition.name.to_string(), place);
        }
        Some(definition)
    }

    /// The cards of the user's that have been asked for, in the order of their names.
    pub(crate) fn of_users(&self) -> Vec<UsersCard> {
        let cards = self.of_users.borrow();
        cards.iter().map(|(name, place)| UsersCard { name: name.clone(), place: place.clone() }).collect()
    }

    /// What is wrong with a scenario that uses cards of the user's where nothing may rest on them.
    pub(crate) fn refused(&self, scenario: &Scenario) -> Vec<Diagnostic> {
        if !self.library.pool.refuses_users_cards() {
            return Vec::new();
        }
        let named = named(scenario);
        let fault = |card: UsersCard| {
            let message = format!("`{}` is a user's card, and none may be used here", card.name);
            let is_it = |name: &str| self.definition(name).is_some_and(|its| *its.name == *card.name);
            let named =
                || named.iter().find(|(name, _)| is_it(name)).map_or(scenario.title.span, |(_, span)| *span);
            let (span, help) = match &card.place {
                UsersPlace::Scenario(span) => (*span, "it is written out in the scenario".to_owned()),
                UsersPlace::File(path) => (named(), format!("it is defined in {path}")),
                UsersPlace::Imported(path) => (named(), format!("it was imported, into {path}")),
            };
            Diagnostic::error(Code::UsersCard, message, span, "")
                .with_help(help)
                .with_help("leave out `--no-user-cards` to play with it all the same")
        };
        self.of_users().into_iter().map(fault).collect()
    }

    /// What is wrong with a card that has been asked for, if it is there and can't be read.
    pub(super) fn unreadable(&self, name: &str, span: Span) -> Option<Vec<Diagnostic>> {
        let known = self.library.unreadable.borrow();
        let Unreadable { source, faults } = known.get(name)?;
        let told = faults.iter().map(|fault| {
            let here = unreadable(name, span, fault);
            match line_of(fault, &source.text) {
                Some((number, line)) => {
                    here.with_help(format!("it is about the line `{line}`, {}:{number}", source.name))
                }
                None => here.with_help(format!("its definition is in {}", source.name)),
            }
        });
        Some(told.collect())
    }

    /// The cards that these cards create tokens of by their names (111.11).
    pub(super) fn named_for_tokens<'d>(
        &self,
        definitions: impl Iterator<Item = &'d Arc<Definition>>,
    ) -> Vec<Arc<Definition>> {
        let names = self.library.names_for_tokens(definitions);
        names.iter().filter_map(|name| self.definition(name)).collect()
    }

    /// The names that a card gives the tokens that it creates.
    pub(super) fn tokens_of(&self, definition: &Arc<Definition>) -> Rc<[String]> {
        self.library.tokens_of(definition)
    }

    /// Whether there is such a card.
    pub(super) fn contains(&self, name: &str) -> bool {
        // Most names are those of cards that were looked up for the board.
        self.own.contains_key(name)
            || match self.library.definitions.borrow().get(name) {
                Some(known) => known.is_some(),
                None => self.library.pool.contains(name),
            }
    }

    /// The nearest names to a name that is none, the likeliest first.
    pub(super) fn nearest(&self, name: &str) -> Vec<String> {
        match crate::diag::nearest(name, self.own.keys().map(String::as_str)) {
            Some(own) => vec![own.to_owned()],
            None => self.library.pool.nearest(name).into_iter().map(str::to_owned).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::BTreeMap;

    use super::{Cards, Library};
    use crate::cards::{Pool, Unreadable, yaml};
    use crate::diag::{Source, Span};

    #[test]
    fn a_card_that_cannot_be_read_says_why() {
        let text = "\n\nname: Foo\ntypes: sorcery\nrarty: common\n";
        let faults = yaml::read(text).expect_err("an unknown field");
        let pool = Pool::new();
        let library = Library::new(&pool);
        let source = Source::new("cards/foo.yaml", text);
        library.unreadable.borrow_mut().insert("Foo".to_owned(), Unreadable { source, faults });
        let cards = Cards { library: &library, own: BTreeMap::new(), of_users: RefCell::default() };
        let told = cards.unreadable("Foo", Span::new(3, 6)).expect("its faults");
        let [fault] = told.as_slice() else { panic!("{told:?}") };
        assert_eq!(fault.message, "the card `Foo` can't be read: there is no field `rarty` here");
        assert_eq!(fault.span(), Some(Span::new(3, 6)));
        assert!(
            fault.help.iter().any(|help| help.ends_with("`rarty: common`, cards/foo.yaml:5")),
            "{:?}",
            fault.help
        );
        assert_eq!(cards.unreadable("Bar", Span::new(3, 6)), None);
    }
}
