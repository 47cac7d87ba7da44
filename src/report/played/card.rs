//! A card, token, copy or ability as it is drawn.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use crate::cards::written::on_one_line;
use crate::engine::View;
use crate::game::{Characteristics, Designation, Game, Nature, Object, ObjectId};
use crate::ir::node::{Node, Style};
use crate::ir::{Ability, Color, Zone};
use crate::oracle::phrases;
use crate::trace::names::Names;

/// What is drawn of an object.
#[derive(Debug, PartialEq, Eq, Default, Serialize)]
pub struct Card {
    /// The number, from 1: one stay of a card in one zone.
    pub number: u32,
    /// What it is called by who looks.
    pub name: String,
    /// The mana cost, in symbols.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<String>,
    /// The colours, as letters.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub colors: String,
    /// The type line.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub types: String,
    /// The power.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub power: Option<i32>,
    /// The toughness.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub toughness: Option<i32>,
    /// The keyword abilities.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<String>,
    /// What it says, a text for each ability, if that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub text: Vec<String>,
    /// `token`, `copy`, `ability`, `emblem` or `marker`; absent for a card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sort: Option<&'static str>,
    /// Whether it is face down.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub face_down: bool,
    /// Whether it is tapped.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub tapped: bool,
    /// Whether it has phased out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub phased_out: bool,
    /// Damage marked on it.
    #[serde(skip_serializing_if = "is_none")]
    pub damage: u32,
    /// Its counters, and how many of each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<(String, u32)>,
    /// What it is attached to: the name and number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attached_to: Option<String>,
    /// What it attacks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attacks: Option<String>,
    /// What it blocks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<String>,
    /// The cards that it has an eye on: exiled by it, or encoded on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub linked: Vec<String>,
    /// On the stack, the targets.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<String>,
    /// Its designations, and what else is to be said of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// Its owner, where another player controls it, and outside the zones that are a player's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// Its controller, on the stack and on the battlefield.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub controller: Option<String>,
    /// Who may look at it while it is face down.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub may_look: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "this is what serde calls")]
const fn is_none(count: &u32) -> bool {
    *count == 0
}

/// What abilities say, each asked for once.
#[derive(Debug, Default)]
pub(super) struct Said {
    // By where an ability is kept, which the ability beside it keeps from being anything else. No order comes of it.
    known: BTreeMap<usize, (Arc<Ability>, String)>,
}

impl Said {
    /// An ability in words; as the form says it where it has none.
    fn of(&mut self, ability: &Arc<Ability>) -> String {
        let (_, words) = self.known.entry(Arc::as_ptr(ability).addr()).or_insert_with(|| {
            let words = phrases::ability(ability);
            let words = words.unwrap_or_else(|| on_one_line(&ability.write(Style::Shortest)));
            (ability.clone(), words)
        });
        words.clone()
    }
}

/// What is drawn of an object for who these names are for, with what it says if that is asked for.
pub(super) fn card(
    game: &Game,
    names: &Names<'_>,
    view: Option<&View>,
    object: ObjectId,
    mut said: Option<&mut Said>,
) -> Card {
    let its = game.object(object);
    let mut card = Card {
        number: object.0.saturating_add(1),
        name: names.bare(object),
        face_down: its.is_face_down(),
        tapped: its.tapped,
        phased_out: its.phased_out.is_some(),
        damage: its.damage,
        counters: its
            .counters
            .iter()
            .filter(|(_, count)| *count > 0)
            .map(|(kind, count)| (kind.to_string(), *count))
            .collect(),
        sort: sort(&its.nature).or_else(|| its.is_token().then_some("token")),
        ..Card::default()
    };
    if let Some(known) = characteristics(game, names, view, its) {
        characterise(&mut card, known, said.as_deref_mut());
    }
    if let Nature::Ability(ability) = &its.nature {
        card.remarks.push(format!("of {}", names.object(ability.source)));
        card.text.extend(said.map(|said| said.of(&ability.ability).replace('~', "this")));
    }
    stands(&mut card, game, names, view, its);
    card.linked = linked(game, object).into_iter().map(|card| names.object(card)).collect();
    card
}

const fn sort(nature: &Nature) -> Option<&'static str> {
    match nature {
        Nature::Card(_) | Nature::Unknown => None,
        Nature::Token => Some("token"),
        Nature::Copy => Some("copy"),
        Nature::Ability(_) => Some("ability"),
        Nature::Emblem => Some("emblem"),
        Nature::Marker(_) => Some("marker"),
    }
}

/// The characteristics that who looks may know: of what lies face down in exile those of its front face, if they may look at it.
fn characteristics<'a>(
    game: &'a Game,
    names: &Names<'_>,
    view: Option<&'a View>,
    its: &'a Object,
) -> Option<&'a Characteristics> {
    let is_there = matches!(its.zone, Zone::Battlefield | Zone::Stack);
    if its.is_face_down() && !is_there {
        let front = its.definition.as_ref().and_then(|definition| definition.faces.first());
        return front.filter(|_| names.sees(its.id)).map(|front| &**front);
    }
    Some(view.map_or(&*its.base, |view| view.characteristics(game, its.id)))
}

fn characterise(card: &mut Card, known: &Characteristics, said: Option<&mut Said>) {
    card.cost = known.cost.as_ref().map(|cost| cost.to_string());
    card.colors = known.colors.iter().map(letter).collect();
    card.types = known.types.to_string();
    (card.power, card.toughness) = (known.power, known.toughness);
    for (label, number) in [("loyalty", known.loyalty), ("defense", known.defense)] {
        let on_it = card.counters.iter().any(|(kind, _)| kind == label);
        card.remarks.extend(number.filter(|_| !on_it).map(|number| format!("{label} {number}")));
    }
    for instance in &known.abilities {
        let Some(keyword) = instance.keyword else { continue };
        let word = keyword.word();
        if card.keywords.iter().all(|known| known != word) {
            card.keywords.push(word.to_owned());
        }
    }
    let Some(said) = said else { return };
    for instance in &known.abilities {
        // What a keyword stands for is said by its word.
        if instance.keyword.is_some() && !matches!(&*instance.ability, Ability::Keyword(_)) {
            continue;
        }
        let text = said.of(&instance.ability).replace('~', &known.name);
        if !card.text.contains(&text) {
            card.text.push(text);
        }
    }
}

const fn letter(color: Color) -> char {
    match color {
        Color::White => 'W',
        Color::Blue => 'U',
        Color::Black => 'B',
        Color::Red => 'R',
        Color::Green => 'G',
    }
}

/// Whose it is, how it stands to others, and what else is to be said of it.
fn stands(card: &mut Card, game: &Game, names: &Names<'_>, view: Option<&View>, its: &Object) {
    let object = its.id;
    let controller = view.map_or(its.controller, |view| view.controller(game, object));
    match its.zone {
        Zone::Battlefield | Zone::Stack => {
            card.controller = Some(names.player(controller));
            card.owner = (controller != its.owner).then(|| names.player(its.owner));
        }
        Zone::Exile | Zone::Command | Zone::Ante => card.owner = Some(names.player(its.owner)),
        Zone::Hand | Zone::Library | Zone::Graveyard => {}
    }
    if its.zone == Zone::Battlefield {
        card.attached_to = its.attached_to.map(|thing| names.thing(thing));
    }
    let combat = game.combat();
    card.attacks = combat.attack_of(object).map(|attack| names.thing(attack.defender));
    card.blocks = combat.blocked_by(object).map(|attacker| names.object(attacker)).collect();
    if its.zone == Zone::Stack {
        let targets = its.announced.iter().flat_map(|announced| announced.targets.iter().flatten());
        card.targets = targets.map(|thing| names.thing(*thing)).collect();
    }
    if let Nature::Card(physical) = its.nature {
        if game.card(physical).commander {
            card.remarks.push("commander".to_owned());
        }
    }
    card.remarks.extend(its.designations.iter().map(|its| designation(*its, names)));
    if its.is_face_down() {
        let may = its.seen_by.iter().filter(|player| !game.player(**player).gone);
        card.may_look = may.map(|player| names.player(*player)).collect();
    }
}

/// A designation in a word or two.
fn designation(designation: Designation, names: &Names<'_>) -> String {
    match designation {
        Designation::Monstrous => "monstrous".to_owned(),
        Designation::Suspected => "suspected".to_owned(),
        Designation::Level(level) => format!("level {level}"),
        Designation::Protector(player) => format!("protected by {}", names.player(player)),
        Designation::RingBearer => "Ring-bearer".to_owned(),
        Designation::Renowned => "renowned".to_owned(),
        Designation::Solved => "solved".to_owned(),
        Designation::LeftUnlocked => "left half unlocked".to_owned(),
        Designation::RightUnlocked => "right half unlocked".to_owned(),
        Designation::Room(word) | Designation::Sector(word) => word.as_str().to_owned(),
        Designation::Companion => "companion".to_owned(),
        Designation::Foretold(_) => "foretold".to_owned(),
        Designation::Plotted(_) => "plotted".to_owned(),
        Designation::Warped(_) => "warped".to_owned(),
        Designation::Prepared(_) => "prepared".to_owned(),
    }
}

/// The cards in exile that something has put there until it leaves, or for an ability of it, or that are encoded on it.
fn linked(game: &Game, object: ObjectId) -> Vec<ObjectId> {
    if !matches!(game.object(object).zone, Zone::Battlefield | Zone::Stack) {
        return Vec::new();
    }
    let in_exile = |card: &ObjectId| {
        let its = game.object(*card);
        its.exists && its.zone == Zone::Exile
    };
    let untils = game.untils().iter().filter(|until| until.source == object);
    let moved = untils.flat_map(|until| until.moved.iter().map(|(card, _)| *card));
    let links = game.links().iter().filter(|link| link.key.object == object).map(|link| link.object);
    let encoded = game.encodings().iter().filter(|(card, _)| game.encoded_on(*card) == Some(object));
    let mut cards: Vec<ObjectId> = Vec::new();
    for card in moved.chain(links).chain(encoded.map(|(card, _)| *card)).filter(in_exile) {
        if !cards.contains(&card) {
            cards.push(card);
        }
    }
    cards
}
