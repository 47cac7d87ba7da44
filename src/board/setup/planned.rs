//! The entries of a board as objects to be, before there is a game.

use crate::board::zone_of;

use super::{MOST_OBJECTS, Planned, Setup, What};
use crate::board::before_the_game;
use crate::board::table::is_counted;
use crate::board::tokens;
use crate::diag::{Code, Diagnostic};
use crate::engine::variants::commander::DeckCard;
use crate::game::{Half, ObjectId, PlayerId};
use crate::ir::instruction::bare_token_name;
use crate::ir::{Layout, Zone};
use crate::scenario::ast::{Entry, EntryWhat, Modifier, Scenario, Spanned};
use crate::scenario::vocabulary::Zone as WrittenZone;

/// How many faults of a board are told: a board with more is no board.
const MOST_FAULTS: usize = 100;

impl Planned<'_> {
    /// Whether its card has this name, or one of its faces has.
    pub(in crate::board) fn is_called(&self, name: &str) -> bool {
        match &self.what {
            What::Card(definition) => {
                *definition.name == *name || definition.faces.iter().any(|face| *face.name == *name)
            }
            What::Token(definition) => {
                *definition.name == *name
                    || definition
                        .faces
                        .iter()
                        .any(|face| *face.name == *name || bare_token_name(&face.name) == name)
            }
            What::Unknown => false,
        }
    }

    /// Whether another is the same card.
    pub(in crate::board) fn same_card(&self, other: &Self) -> bool {
        match (&self.what, &other.what) {
            (What::Card(one), What::Card(other)) => one.name == other.name,
            _ => false,
        }
    }
}

impl<'a> Setup<'_, '_> {
    /// Every entry as objects to be, in the order written.
    pub(super) fn plan(&mut self, scenario: &'a Scenario) -> Vec<Planned<'a>> {
        let mut planned = Vec::new();
        for block in &scenario.blocks {
            let Some(player) = self.table.player(&block.player.text) else { continue };
            for line in &block.zones {
                if line.zone.value == WrittenZone::Deck {
                    self.plan_deck(player, &line.entries);
                    // It becomes the library of a game that is played from its start (103.3).
                    if before_the_game::is_played(scenario) {
                        line.entries.iter().for_each(|entry| {
                            self.plan_entry(scenario, (player, Zone::Library), entry, &mut planned)
                        });
                    }
                    continue;
                }
                let Some(zone) = zone_of(line.zone.value) else {
                    let start = planned.len();
                    line.entries.iter().for_each(|entry| {
                        self.plan_entry(scenario, (player, Zone::Command), entry, &mut planned)
                    });
                    let outside = planned.get_mut(start..).unwrap_or_default();
                    outside.iter_mut().for_each(|plan| plan.outside = true);
                    continue;
                };
                // A library is written from the top down and stands the other way round.
                let entries: Vec<&Entry> = if zone == Zone::Library {
                    line.entries.iter().rev().collect()
                } else {
                    line.entries.iter().collect()
                };
                for entry in entries {
                    self.plan_entry(scenario, (player, zone), entry, &mut planned);
                }
            }
        }
        planned
    }

    /// The cards of a deck, none of which is in the game.
    fn plan_deck(&mut self, player: PlayerId, entries: &[Entry]) {
        for entry in entries {
            let EntryWhat::Card(text) = &entry.what else {
                self.cannot("a deck holds cards that are named", entry.span);
                continue;
            };
            let (count, name) = EntryWhat::count_and_name(text, |name| self.cards.contains(name));
            let Some(definition) = self.cards.definition(name) else {
                self.unknown_card(name, text.span);
                continue;
            };
            let commander = entry.modifiers.iter().any(|modifier| modifier.value == Modifier::Commander);
            if entry.modifiers.len() > usize::from(commander) {
                self.cannot("of a card in a deck only `commander` can be said", entry.span);
            }
            self.table.decks.push((player, DeckCard { definition, count, commander }));
        }
    }

    fn plan_entry(
        &mut self,
        scenario: &Scenario,
        (player, zone): (PlayerId, Zone),
        entry: &'a Entry,
        planned: &mut Vec<Planned<'a>>,
    ) {
        if self.too_many || self.faults.len() >= MOST_FAULTS {
            return;
        }
        let mut half = None;
        let (count, what) = match &entry.what {
            EntryWhat::Unknown(count) => (*count, None),
            EntryWhat::Token(token) => match self.token(token) {
                Some(definition) => (token.count, Some((definition, true, 0))),
                None => return,
            },
            EntryWhat::NamedToken(token) => match tokens::named(scenario, self.cards, &token.name) {
                Ok(definition) => (token.count, Some((definition, true, 0))),
                Err(fault) => {
                    self.faults.push(fault);
                    return;
                }
            },
            EntryWhat::Card(text) => {
                // Most entries are the name of a card and nothing else: then one look is enough.
                let whole = if is_counted(&text.text) { None } else { self.cards.definition(&text.text) };
                let (count, definition, name) = match whole {
                    Some(definition) => (1, definition, text.text.as_str()),
                    None => {
                        let is_name = |name: &str| self.cards.contains(name);
                        let (count, name) = EntryWhat::count_and_name(text, is_name);
                        let Some(definition) = self.cards.definition(name) else {
                            self.unknown_card(name, text.span);
                            return;
                        };
                        (count, definition, name)
                    }
                };
                let token = entry.modifiers.iter().any(|modifier| modifier.value == Modifier::Token);
                let face = self.face_up((&definition, name), (zone, text.span));
                half = Half::BOTH.into_iter().find(|half| {
                    let named = definition.faces.get(usize::from(half.face()));
                    definition.layout == Layout::Split && named.is_some_and(|named| *named.name == *name)
                });
                (count, Some((definition, token, face)))
            }
        };
        if planned.len() + count as usize > MOST_OBJECTS {
            // What else there is too much of is said with it.
            if !std::mem::replace(&mut self.too_many, true) {
                let message = format!("the board holds more than {MOST_OBJECTS} objects");
                self.faults.push(Diagnostic::error(Code::TooMany, message, entry.span, ""));
            }
            return;
        }
        if let Some(label) = entry.label.as_ref().filter(|_| count > 1) {
            let message = format!("one label for {count} objects");
            self.faults.push(
                Diagnostic::error(Code::RepeatedLabel, message, label.span, "a label means one object")
                    .with_help("write the one that is meant by itself, and the others without the label"),
            );
        }
        let (owner, controller) = self.sides(player, &entry.modifiers);
        for _ in 0..count {
            planned.push(Planned {
                owner,
                controller,
                zone,
                what: match &what {
                    None => What::Unknown,
                    Some((definition, true, _)) => What::Token(definition.clone()),
                    Some((definition, false, _)) => What::Card(definition.clone()),
                },
                face: what.as_ref().map_or(0, |(_, _, face)| *face),
                half,
                label: entry.label.as_ref(),
                modifiers: &entry.modifiers,
                targets: &entry.targets,
                span: entry.span,
                outside: false,
                object: ObjectId(u32::MAX),
            });
        }
    }

    /// Who owns and who controls what stands in a player's block.
    fn sides(&mut self, player: PlayerId, modifiers: &[Spanned<Modifier>]) -> (PlayerId, PlayerId) {
        let (mut owner, mut controller) = (player, player);
        for modifier in modifiers {
            match &modifier.value {
                Modifier::OwnedBy(name) => owner = self.player(name).unwrap_or(owner),
                Modifier::ControlledBy(name) => controller = self.player(name).unwrap_or(controller),
                _ => {}
            }
        }
        (owner, controller)
    }

    /// Cards in exile that only a modifier names: `[exiling NAP's Grizzly Bears]` makes one if none stands there.
    pub(super) fn plan_linked(&mut self, scenario: &'a Scenario, planned: &mut Vec<Planned<'a>>) {
        let mut taken: Vec<usize> = Vec::new();
        let mut made = Vec::new();
        for block in &scenario.blocks {
            let Some(player) = self.table.player(&block.player.text) else { continue };
            for entry in block.zones.iter().flat_map(|line| &line.entries) {
                for modifier in &entry.modifiers {
                    let (Modifier::Exiling(object)
                    | Modifier::Imprinting(object)
                    | Modifier::Encoded(object)) = &modifier.value
                    else {
                        continue;
                    };
                    if object.is_label {
                        continue;
                    }
                    let owner = object.owner.as_ref().and_then(|name| self.player(name)).unwrap_or(player);
                    let Some(definition) = self.cards.definition(&object.name.text) else {
                        self.unknown_card(&object.name.text, object.name.span);
                        continue;
                    };
                    let standing = planned.iter().enumerate().find(|(index, planned)| {
                        planned.zone == Zone::Exile
                            && (object.owner.is_none() || planned.owner == owner)
                            && !taken.contains(index)
                            && matches!(&planned.what, What::Card(its) if its.name == definition.name)
                    });
                    match standing {
                        Some((index, _)) => taken.push(index),
                        None => made.push(Planned {
                            owner,
                            controller: owner,
                            zone: Zone::Exile,
                            what: What::Card(definition),
                            face: 0,
                            half: None,
                            label: object.label.as_ref(),
                            modifiers: &object.modifiers,
                            targets: &[],
                            span: object.span,
                            outside: false,
                            object: ObjectId(u32::MAX),
                        }),
                    }
                }
            }
        }
        planned.append(&mut made);
    }
}
