//! The table at which a card is played: what it is, and its company.

use std::sync::Arc;

use fastrand::Rng;

use crate::board::Library;
use crate::cards::{Pool, yaml};
use crate::engine::additional::copiable_values;
use crate::engine::gaps;
use crate::game::{Definition, Game, Player, PlayerId};
use crate::ir::characteristics::SubtypeFamily;
use crate::ir::part::{Part, any, mentions};
use crate::ir::{
    Ability, Card, CardType, Condition, CounterKind, Event, Filter, Instruction, KeywordName, Subtype,
    Supertype, TargetKind, Zone,
};
use crate::random::decks::{Placed, one_of, put_up};

/// The invented cards that every card is played among.
const COMPANY: &str = include_str!("../company.yaml");

/// The plain cards among which a card is played.
pub struct Company<'p> {
    /// The cards by whose names tokens may be created.
    library: Library<'p>,
    permanents: Vec<Arc<Definition>>,
    lands: Vec<Arc<Definition>>,
    spells: Vec<Arc<Definition>>,
    dungeons: Vec<Arc<Definition>>,
    /// What does keyword actions for whoever likes.
    workshop: Option<Arc<Definition>>,
    instructions: Vec<Instruction>,
}

/// The company can't be read, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoCompany(pub String);

impl<'p> Company<'p> {
    /// The company, with the cards of a pool at hand for tokens that are named for them.
    ///
    /// # Errors
    /// If the file of it that is part of the program can't be read, which a test makes sure of.
    pub fn new(pool: &'p Pool) -> Result<Self, NoCompany> {
        let cards = yaml::read(COMPANY).map_err(|faults| {
            let told: Vec<String> = faults.iter().map(|fault| fault.message.clone()).collect();
            NoCompany(told.join("; "))
        })?;
        let mut company = Self {
            library: Library::new(pool),
            permanents: Vec::new(),
            lands: Vec::new(),
            spells: Vec::new(),
            dungeons: Vec::new(),
            workshop: None,
            instructions: Vec::new(),
        };
        for card in &cards {
            any(card, &mut |place| {
                if let Part::Instruction(instruction) = place.part {
                    company.instructions.push(instruction.clone());
                }
                false
            });
            let definition = Arc::new(copiable_values::definition(card));
            match definition.faces.first() {
                Some(face) if face.is(CardType::Land) => company.lands.push(definition),
                Some(face) if face.is(CardType::Dungeon) => company.dungeons.push(definition),
                Some(face) if !face.types.is_permanent() => company.spells.push(definition),
                Some(face) if face.abilities.len() > 4 => company.workshop = Some(definition),
                _ => company.permanents.push(definition),
            }
        }
        Ok(company)
    }

    /// Whether one of these cards has the instruction.
    pub(super) fn instructs(&self, instruction: &Instruction) -> bool {
        self.instructions.contains(instruction)
    }
}

/// A card to be played.
pub(super) struct Subject {
    pub(super) definition: Arc<Definition>,
    /// The cards that it creates tokens of by their names.
    reference: Vec<Arc<Definition>>,
    /// What its text asks for by subtype or keyword.
    kin: Vec<Arc<Definition>>,
    /// The kinds of counters that it speaks of.
    pub(super) counters: Vec<CounterKind>,
    /// Whether it looks at spells or abilities on the stack, or at their being cast.
    pub(super) looks_at_spells: bool,
    /// Whether it asks what mana was spent, or what its own mana is spent on.
    pub(super) asks_for_mana: bool,
    /// Whether it says what may be done with it from an opening hand.
    is_opening: bool,
}

impl Subject {
    /// A card, with what its form asks for.
    pub(super) fn of(company: &Company<'_>, card: &Card) -> Self {
        let mut texts: Vec<String> = Vec::new();
        let mut counters = vec![CounterKind::PLUS_ONE, CounterKind::MINUS_ONE];
        any(card, &mut |place| {
            let text = match place.part {
                Part::Subtype(subtype) => of_subtype(*subtype),
                Part::KeywordName(name) if place.is_within(|part| matches!(part, Part::Filter(_))) => {
                    of_keyword(*name)
                }
                Part::Filter(Filter::Named(name)) => of_name(card, name),
                Part::CardType(CardType::Battle) => Some(BATTLE.to_owned()),
                Part::CounterKind(kind) => {
                    if !counters.contains(kind) {
                        counters.push(*kind);
                    }
                    None
                }
                _ => None,
            };
            texts.extend(text.filter(|text| !texts.contains(text)));
            false
        });
        texts.truncate(8);
        // Where something is asked of a mana value, it is mostly a great one.
        if mentions(card, |part| matches!(part, Part::Filter(Filter::ManaValue(_)))) {
            texts = texts.iter().map(|text| text.replace("cost: \"{2}\"", "cost: \"{7}\"")).collect();
        }
        let read = texts.iter().filter_map(|text| yaml::read(text).ok()).flatten();
        // What headjudge doesn't play itself is no company.
        let kin = read
            .filter(|card| gaps(card).is_empty())
            .map(|card| Arc::new(copiable_values::definition(&card)))
            .collect();
        let definition = Arc::new(copiable_values::definition(card));
        let reference = company.library.named_for_tokens(std::iter::once(&definition));
        let looks_at_spells = mentions(card, |part| {
            matches!(
                part,
                Part::TargetKind(TargetKind::Spell(_) | TargetKind::Ability(_))
                    | Part::Event(Event::Casts(..))
            )
        });
        let asks_for_mana = mentions(card, |part| {
            matches!(
                part,
                Part::Condition(Condition::Spent(..))
                    | Part::KeywordName(KeywordName::Sunburst)
                    | Part::IfSpent(_)
            ) || part.name().contains("spent")
        });
        let is_opening = mentions(card, |part| matches!(part, Part::Ability(Ability::OpeningHand(_))));
        Self { definition, reference, kin, counters, looks_at_spells, asks_for_mana, is_opening }
    }

    /// Whether its front face is a permanent's.
    pub(super) fn is_permanent(&self) -> bool {
        self.definition.faces.first().is_some_and(|face| face.types.is_permanent())
    }
}

/// A battle, for cards that ask for one.
const BATTLE: &str = "{layout: transform, faces: [{name: Company Siege, cost: \"{2}\", types: Battle — Siege, defense: 3}, \
    {name: Company Peace, types: Enchantment, colors: [white]}]}";

/// A card of a subtype.
fn of_subtype(subtype: Subtype) -> Option<String> {
    let word = subtype.word();
    let rest = match subtype.family() {
        SubtypeFamily::Creature => "Creature — {}\", power: 2, toughness: 2",
        SubtypeFamily::Artifact if word == "Vehicle" => return None,
        SubtypeFamily::Artifact => "Artifact — {}\"",
        SubtypeFamily::Enchantment if !matches!(word, "Aura" | "Saga" | "Class" | "Room") => {
            "Enchantment — {}\""
        }
        SubtypeFamily::Land => "Land — {}\"",
        SubtypeFamily::Planeswalker => "Legendary Planeswalker — {}\", loyalty: 4",
        SubtypeFamily::Spell if !matches!(word, "Adventure" | "Omen") => {
            return Some(format!(
                "{{name: \"Company {word}\", cost: \"{{1}}\", types: \"Sorcery — {word}\", abilities: [spell: [draw: {{}}]]}}"
            ));
        }
        _ => return None,
    };
    let cost = if subtype.family() == SubtypeFamily::Land { "" } else { "cost: \"{2}\", " };
    Some(format!("{{name: \"Company {word}\", {cost}types: \"{}}}", rest.replace("{}", word)))
}

/// A creature of a name, if that is not the card's own.
fn of_name(card: &Card, name: &str) -> Option<String> {
    let own = card.faces.iter().any(|face| face.name == name);
    let plain = name.chars().all(|letter| letter.is_alphanumeric() || " ',-".contains(letter));
    (!own && plain).then(|| {
        format!("{{name: \"{name}\", cost: \"{{2}}\", types: Creature — Human, power: 2, toughness: 2}}")
    })
}

/// A creature with a keyword.
fn of_keyword(name: KeywordName) -> Option<String> {
    let keyword = if name.is_plain() {
        name.to_string()
    } else if name.has_cost() {
        format!("{{keyword: {{{name}: \"{{1}}\"}}}}")
    } else {
        return None;
    };
    Some(format!(
        "{{name: Company Adept, cost: \"{{2}}\", types: Creature — Human Monk, power: 2, toughness: 3, abilities: [{keyword}]}}"
    ))
}

/// The game in which a card is played for the n-th time.
pub(super) fn set(company: &Company<'_>, subject: &Subject, rng: &mut Rng, number: u32) -> Game {
    let mut placed: Vec<Placed> = Vec::new();
    let mut seats = Vec::new();
    // Every fourth table is a poor one, at another a player is well off.
    let poor = number % 4 == 3;
    let life = match number % 4 {
        1 => 45,
        3 => 9,
        _ => 20,
    };
    // What is done from an opening hand needs the game from its beginning, with all cards in the libraries.
    let opens = number % 6 == 5 || subject.is_opening && number.is_multiple_of(2);
    let card = &subject.definition;
    for player in [PlayerId(0), PlayerId(1)] {
        let mut put = |definition: &Arc<Definition>, zone: Zone| {
            let zone = if opens { Zone::Library } else { zone };
            placed.push(Placed {
                definition: definition.clone(),
                owner: player,
                zone,
                token: false,
                outside: false,
            });
        };
        for _ in 0..if poor { 2 } else { 12 } {
            let any = match rng.u32(0..8) {
                0 | 1 => one_of(rng, &company.lands),
                2..5 => one_of(rng, &company.spells),
                _ => one_of(rng, &company.permanents),
            };
            any.iter().for_each(|definition| put(definition, Zone::Library));
        }
        subject.kin.iter().for_each(|definition| put(definition, Zone::Library));
        (0..if opens { 8 } else { 1 }).for_each(|_| put(card, Zone::Library));
        put(card, Zone::Hand);
        put(card, Zone::Graveyard);
        if player.0 == 0 {
            put(card, Zone::Hand);
            put(card, Zone::Library);
        }
        let size = if poor { 1 } else { 5 };
        for zone in [Zone::Hand, Zone::Graveyard] {
            for _ in 0..rng.u32(1..=size) {
                let any = if rng.bool() { &company.spells } else { &company.permanents };
                one_of(rng, any).iter().for_each(|definition| put(definition, zone));
            }
            one_of(rng, &company.lands).iter().for_each(|definition| put(definition, zone));
            subject.kin.iter().filter(|_| !poor).for_each(|definition| put(definition, zone));
        }
        for _ in 0..3 {
            one_of(rng, &company.permanents).iter().for_each(|definition| put(definition, Zone::Exile));
        }
        company.workshop.iter().for_each(|definition| put(definition, Zone::Battlefield));
        company.lands.iter().filter(|_| !poor).for_each(|definition| put(definition, Zone::Battlefield));
        subject.kin.iter().filter(|kin| stands(kin)).for_each(|definition| {
            put(definition, Zone::Battlefield);
        });
        for definition in company.permanents.iter().filter(|definition| stands(definition)) {
            // At one table there are no creatures.
            if number % 8 == 7 && definition.faces.iter().any(|face| face.is(CardType::Creature)) {
                continue;
            }
            if rng.u32(0..4) >= if poor { 3 } else { 1 } {
                put(definition, Zone::Battlefield);
            }
        }
        let token = one_of(rng, &company.permanents).filter(stands);
        placed.extend(token.map(|definition| Placed {
            definition,
            owner: player,
            zone: Zone::Battlefield,
            token: true,
            outside: false,
        }));
        placed.extend(outside(company, subject, rng, player));
        seats.push(Player {
            life,
            energy: 5,
            turns: Some(2),
            endless_library: false,
            outside_known: true,
            ..Player::default()
        });
    }
    let mut game = put_up(seats, subject.reference.clone(), placed);
    if opens {
        game.before_the_first_turn();
    }
    game
}

/// What a player owns outside the game: dungeons, and some of everything.
fn outside(company: &Company<'_>, subject: &Subject, rng: &mut Rng, owner: PlayerId) -> Vec<Placed> {
    let land = one_of(rng, &company.lands);
    let all = company.dungeons.iter().chain(&land).chain(&subject.kin);
    let all = all.chain(&company.permanents).chain(&company.spells).cloned();
    let apart = |definition| Placed { definition, owner, zone: Zone::Command, token: false, outside: true };
    all.map(apart).collect()
}

/// Whether it can simply be on the battlefield: no Aura, no spell.
fn stands(definition: &Arc<Definition>) -> bool {
    definition.faces.first().is_some_and(|face| {
        face.types.is_permanent() && !face.has_subtype_named("Aura") && !face.is(CardType::Battle)
            || face.has_supertype(Supertype::World)
    })
}
