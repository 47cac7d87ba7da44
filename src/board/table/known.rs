//! The names that the words of a scenario may be.

use std::sync::Arc;

use crate::cards::fold;
use crate::diag::nearest;
use crate::game::Definition;
use crate::ir::instruction::bare_token_name;
use crate::ir::{Ability, CounterKind, TokenSpec, part};
use crate::scenario::ast::{EntryWhat, Modifier, Scenario};
use crate::scenario::counters::COUNTERS;
use crate::scenario::words::Names;

use super::super::designations;
use super::super::library::Cards;
use super::super::tokens::{names_of, token_name};

/// The names that the words of a scenario may be: those on its board first, then every card's.
pub(crate) struct KnownNames<'a> {
    cards: &'a Cards<'a, 'a>,
    tokens: Vec<String>,
    /// The names of the cards on the board, which nearly every name is one of.
    written: Vec<&'a str>,
    /// The kinds of counters on the board.
    counters: Vec<&'a str>,
}

impl<'a> KnownNames<'a> {
    pub(crate) fn new(cards: &'a Cards<'a, 'a>, scenario: &'a Scenario) -> Self {
        let mut tokens = Vec::new();
        let mut written: Vec<&str> = Vec::new();
        let mut counters: Vec<&str> = Vec::new();
        for entry in scenario.blocks.iter().flat_map(|block| &block.zones).flat_map(|zone| &zone.entries) {
            counters.extend(entry.modifiers.iter().filter_map(|modifier| match &modifier.value {
                Modifier::Counters(_, kind) => Some(kind.as_str()),
                _ => None,
            }));
            match &entry.what {
                EntryWhat::Token(token) => tokens.push(token_name(token)),
                EntryWhat::NamedToken(token) => tokens.extend(names_of(scenario, cards, &token.name)),
                EntryWhat::Card(name) if is_counted(&name.text) => {}
                EntryWhat::Card(name) => {
                    if let Some(definition) = cards.definition(&name.text) {
                        written.push(&name.text);
                        tokens.extend(cards.tokens_of(&definition).iter().cloned());
                    }
                }
                EntryWhat::Unknown(_) => {}
            }
        }
        Self { cards, tokens, written, counters }
    }
}

/// Adds the names that an ability gives the tokens that it creates, wherever in it that is said.
pub(in crate::board) fn tokens_of(ability: &Ability, names: &mut Vec<String>) {
    part::any(ability, &mut |place| {
        let part::Part::TokenSpec(token) = place.part else { return false };
        match token {
            TokenSpec::New(face) => names.extend(face.name.clone()),
            TokenSpec::Named(name) => {
                // A Role token has the name before that word (111.10j).
                names.extend(name.strip_suffix(" Role").map(str::to_owned));
                names.push(name.clone());
            }
            TokenSpec::Predefined(_) | TokenSpec::CopyOf { .. } => {}
        }
        false
    });
}

/// Whether a number stands before it, perhaps of copies.
pub(in crate::board) fn is_counted(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_digit())
}

impl Names for KnownNames<'_> {
    fn is_name(&self, name: &str) -> bool {
        self.written.contains(&name)
            || self.tokens.iter().any(|token| token == name || bare_token_name(token) == name)
            || self.cards.contains(name)
            || designations::NAMES.contains(&name)
            // Tokens that an effect creates are called by their subtypes (111.4).
            || bare_token_name(name).split(' ').all(|word| {
                crate::ir::Subtype::from_word(word).is_some_and(|subtype| {
                    use crate::ir::SubtypeFamily::{Artifact, Creature, Enchantment};
                    matches!(subtype.family(), Artifact | Creature | Enchantment)
                })
            })
    }

    fn spelled(&self, name: &str) -> Option<String> {
        let is_face =
            |card: Arc<Definition>| *card.name == *name || card.faces.iter().any(|face| *face.name == *name);
        let is_token = || self.tokens.iter().any(|token| token == name || bare_token_name(token) == name);
        if self.written.contains(&name) || is_token() || self.cards.definition(name).is_some_and(is_face) {
            return None;
        }
        // A word that some card has for its name may mean something else; what is on this board means that.
        let folded = fold(name);
        let cards = self.written.iter().filter_map(|written| self.cards.definition(written));
        let its = cards.flat_map(|card| {
            let names = std::iter::once(&card.name).chain(card.faces.iter().map(|face| &face.name));
            names.filter(|its| fold(its) == folded).map(|its| its.to_string()).collect::<Vec<String>>()
        });
        its.into_iter().next().filter(|its| its != name)
    }

    fn nearest_here(&self, name: &str) -> Option<String> {
        // Players call things by the first words of their names.
        let folded = fold(name);
        let begins = |known: &&str| {
            let known = fold(known);
            let rest = known.strip_prefix(folded.as_str());
            rest.is_some_and(|rest| rest.starts_with([',', ' ', '\'']))
        };
        let here = || self.written.iter().copied();
        here().find(begins).or_else(|| nearest(name, here())).map(str::to_owned)
    }

    fn nearest_name(&self, name: &str) -> Option<String> {
        self.nearest_here(name).or_else(|| self.cards.nearest(name).into_iter().next())
    }

    fn is_subtypes(&self, name: &str) -> bool {
        let is_subtype = |word: &str| crate::ir::Subtype::from_word(word).is_some();
        !self.written.contains(&name)
            && !self.tokens.iter().any(|token| token == name)
            && !self.cards.contains(name)
            && (is_subtype(name) || name.split(' ').all(is_subtype))
    }

    fn is_counter(&self, kind: &str) -> bool {
        // A kind that none of the known cards has may be one of a card that somebody has written.
        let is_sought = |its: part::Part<'_>| match its {
            part::Part::CounterKind(CounterKind::Named(name)) => name.as_str() == kind,
            _ => false,
        };
        let mut faces = |card: Arc<Definition>| {
            let abilities = card.faces.iter().flat_map(|face| &face.abilities);
            abilities.into_iter().any(|instance| part::mentions(&*instance.ability, is_sought))
        };
        COUNTERS.contains(&kind)
            || self.counters.contains(&kind)
            || self.written.iter().any(|name| self.cards.definition(name).is_some_and(&mut faces))
    }
}
