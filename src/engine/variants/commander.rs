//! CR 903: Commander

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::engine::halt::{Halt, Outcome, Why};
use crate::game::{
    Announced, Characteristics, Definition, Game, Object, ObjectId, Origin, PlayerId, Variant,
};
use crate::ir::instruction::{ManaProduced, ManaType};
use crate::ir::part::{Part, any, mentions};
use crate::ir::{
    Ability, CardType, Change, Color, Colors, Event, Filter, Layout, Players, Quantity, Supertype, Trait,
    Zone,
};
use crate::rules::{RuleId, Rules, cr};

use super::partner;

/// Some cards of a deck that are the same.
#[derive(Debug, Clone)]
pub struct DeckCard {
    /// What they are.
    pub definition: Arc<Definition>,
    /// How many there are.
    pub count: u32,
    /// Whether it is the deck's commander (903.3).
    pub commander: bool,
}

/// How often a player has cast a commander from the command zone before, if this spell is it and is cast from there (903.8).
pub(in crate::engine) fn earlier_casts(game: &Game, player: PlayerId, spell: ObjectId) -> u16 {
    let spell = game.object(spell);
    let from_home = |object: &Object| is_cast_from_home(object, player);
    let Some(card) = spell.card().filter(|card| game.card(*card).commander && from_home(spell)) else {
        return 0;
    };
    let earlier = game
        .objects()
        .iter()
        .filter(|object| object.id != spell.id && object.card() == Some(card) && from_home(object));
    let earlier = u16::try_from(earlier.count()).unwrap_or(u16::MAX);
    let its = game.card(card);
    let before = its.cast_before.filter(|_| its.owner == player).unwrap_or(0);
    earlier.saturating_add(before)
}

/// Whether a player has cast it as a spell from the command zone. Who has cast it counts, not who has controlled it since.
fn is_cast_from_home(object: &Object, player: PlayerId) -> bool {
    let announced = object.announced.as_ref();
    let by = |its: &Announced| its.cast == Some(player) && its.from == Some(Zone::Command);
    object.zone == Zone::Stack && announced.is_some_and(|its| by(its))
}

/// Who has cast a commander from the command zone, where an event is that; and whether it is their own.
pub(in crate::engine) fn cast_from_home(event: &Event) -> Option<(&Players, bool)> {
    let Event::Casts(who, Filter::All(parts)) = event else { return None };
    let own = |part: &Filter| matches!(part, Filter::OwnedBy(owner) if owner == who);
    let home = |part: &Filter| matches!(part, Filter::CameFrom(zones) if **zones == [Zone::Command]);
    let is_commander = |part: &Filter| *part == Filter::Is(Trait::Commander);
    let known = parts.iter().all(|part| own(part) || home(part) || is_commander(part));
    let fits = known && parts.iter().any(home) && parts.iter().any(is_commander);
    fits.then(|| (who, parts.iter().any(own)))
}

/// How often a player has cast a commander from the command zone this game, each time a spell of it was (903.8): one of their own, or any.
///
/// # Errors
/// [`Halt::Undecided`] if nothing says how often that was before, or which card is their commander.
pub(in crate::engine) fn times_cast(game: &Game, player: PlayerId, own: bool) -> Outcome<usize> {
    let is_one = |object: &Object| {
        let card = object.card().map(|card| game.card(card));
        card.is_some_and(|card| card.commander && (card.owner == player || !own))
    };
    let cast = game.objects().iter().filter(|object| is_cast_from_home(object, player) && is_one(object));
    let cast = cast.count();
    if game.variant() == Variant::Commander && !has_one(game, player) {
        return Err(Halt::undecided(None, UNKNOWN_COMMANDER));
    }
    let mut before = 0;
    for card in game.cards().iter().filter(|card| card.commander && card.owner == player) {
        before += usize::from(card.cast_before.ok_or_else(|| Halt::undecided(None, UNKNOWN_TIMES))?);
    }
    Ok(before.saturating_add(cast))
}

/// Why it can't be told how often a commander was cast.
const UNKNOWN_TIMES: &str = "nothing says how often a commander has been cast from the command zone before: `cast before 0` behind it does so";

/// The color identity of a card (903.4), of all its faces, and the rules by which it is what it is.
///
/// # Errors
/// [`Halt::Undecided`] if a part of its text is not there to be looked at.
pub fn color_identity(card: &Definition) -> Outcome<(Colors, Rules)> {
    let (identity, rules, doubt) = known_identity(card);
    doubt.map_or(Ok((identity, rules)), Err)
}

/// Whether some card is a player's commander (903.3).
pub(in crate::engine) fn has_one(game: &Game, player: PlayerId) -> bool {
    game.cards().iter().any(|card| card.commander && card.owner == player)
}

/// Why nothing about a player's commander can be told.
const UNKNOWN_COMMANDER: &str =
    "nothing says which card is a player's commander: write `[commander]` behind it";

/// The color identity of a player's commander, or of both of them together (702.124c), and the rules by which it is what it is; nothing
/// for a player who has none (903.4f).
///
/// # Errors
/// [`Halt::Undecided`] if a part of a commander's text is not there to be looked at, or nothing says which card it is in a Commander game.
pub(in crate::engine) fn identity_of(game: &Game, player: PlayerId) -> Outcome<(Option<Colors>, Rules)> {
    let mut found = None;
    let mut rules = Rules::NONE;
    for its in game.cards().iter().filter(|its| its.commander && its.owner == player) {
        let Some(commander) = &its.definition else { continue };
        let (colors, by) = color_identity(commander)?;
        if found.is_some() {
            rules = rules.and(cr!("702.124c"));
        }
        rules = by.iter().fold(rules, Rules::and);
        found = Some(found.map_or(colors, |before: Colors| before.union(colors)));
    }
    if found.is_none() && is_played(game) {
        return Err(Halt::undecided(None, UNKNOWN_COMMANDER));
    }
    Ok((found, rules))
}

/// As much of a color identity as can be read, by which rules, and why there may be more to it.
fn known_identity(card: &Definition) -> (Colors, Rules, Option<Halt>) {
    let mut doubt =
        (card.layout == Layout::Meld).then(|| Halt::undecided(None, "the color identity of a meld card"));
    let mut identity = Colors::NONE;
    let mut rules = Rules::of(&[cr!("903.4")]);
    for (place, face) in card.faces.iter().enumerate() {
        let (colors, unread) = of_face(face);
        doubt = doubt.or(unread);
        let all = identity.union(colors);
        if place > 0 && all != identity {
            match card.layout {
                // The back face counts, which has no say otherwise before the game (712.8a).
                Layout::Transform | Layout::Modal => rules = Rules::of(&[cr!("903.4d"), cr!("903.4")]),
                Layout::Adventure | Layout::Omen | Layout::Prepare | Layout::Prototype | Layout::Flip => {
                    rules = Rules::of(&[cr!("903.4e"), cr!("903.4")]);
                }
                _ => {}
            }
        }
        identity = all;
    }
    (identity, rules, doubt)
}

/// The colors of the mana symbols of a face, in its cost and its text, and of its color indicator or what defines its color; and what
/// can't be read of it.
fn of_face(face: &Characteristics) -> (Colors, Option<Halt>) {
    let mut doubt = None;
    // A color that is not that of its mana cost is defined by an indicator (204).
    let mut identity = face.colors;
    identity = face.cost.iter().fold(identity, |identity, cost| identity.union(cost.colors()));
    for instance in &face.abilities {
        // What a keyword means is not printed, but for reminder text, which is ignored (903.4c).
        let expanded = instance.keyword.is_some() && !matches!(&*instance.ability, Ability::Keyword(_));
        // Nor is the mana ability of a basic land type (305.6), of which 903.5d speaks.
        if expanded || matches!(instance.origin, Origin::Rules(_)) {
            continue;
        }
        if let Ability::Static(it) = &*instance.ability
            && it.defining
        {
            for change in &it.changes {
                if let Change::SetColors(colors) | Change::AddColors(colors) = change {
                    identity = colors.iter().fold(identity, |identity, color| identity.with(*color));
                }
            }
        }
        if mentions(&*instance.ability, Part::is_unread) {
            let why = format!("a part of the text of {} can't be read", face.name);
            doubt.get_or_insert_with(|| Halt::undecided(None, why));
        }
        identity = identity.union(symbols_of(&instance.ability));
    }
    (identity, doubt)
}

/// The colors of the mana symbols in what an ability says: of mana that is paid or added.
fn symbols_of(ability: &Ability) -> Colors {
    let mut colors = Colors::NONE;
    any(ability, &mut |place| {
        match place.part {
            Part::ManaCost(cost) => colors = colors.union(cost.colors()),
            Part::ManaProduced(ManaProduced::OneOf(types)) => {
                let of_color = |its: &ManaType| match its {
                    ManaType::Color(color) => Some(*color),
                    ManaType::Colorless => None,
                };
                colors = types.iter().filter_map(of_color).fold(colors, Colors::with);
            }
            _ => {}
        }
        false
    });
    colors
}

/// Whether it is a Commander game: it is said to be one, or some card is a commander (903.3).
pub(in crate::engine) fn is_played(game: &Game) -> bool {
    game.variant() == Variant::Commander || game.cards().iter().any(|card| card.commander)
}

/// Whether a player's starting deck may have held cards that nothing names.
fn may_have_held_more(game: &Game, player: PlayerId) -> bool {
    let its = game.player(player);
    let unknown = |object: &Object| object.owner == player && object.is_unknown();
    its.starting_deck.is_empty() && (its.endless_library || game.objects().iter().any(|it| unknown(it)))
}

/// Why a player can't bring a card of theirs from outside the game into a Commander game, if they can't: it has the same name as one of
/// their deck or in the game, or a color that their commander's identity has not (903.11a).
///
/// # Errors
/// [`Halt::Undecided`] if nothing says which card is their commander or what their deck held, or a color identity can't be told.
pub(crate) fn stays_outside(
    game: &Game,
    player: PlayerId,
    card: ObjectId,
) -> Outcome<Option<(RuleId, &'static str)>> {
    if !is_played(game) {
        return Ok(None);
    }
    let its = game.object(card);
    // Only of traditional cards is anything said (903.11).
    let Some(definition) = its.definition.as_ref().filter(|_| !its.base.types.stays_in_command_zone()) else {
        return Ok(None);
    };
    let in_game = |object: &Object| {
        let there = object.exists || object.phased_out.is_some();
        let of_card = |its: &Arc<Definition>| its.name == definition.name;
        there
            && object.owner == player
            && object.card().is_some()
            && object.definition.as_ref().is_some_and(of_card)
    };
    let started_with = game.player(player).starting_deck.contains(&definition.name);
    if started_with || game.objects().iter().any(|object| in_game(object)) {
        return Ok(Some((cr!("903.11a"), "it has the same name as a card that its owner has in the game")));
    }
    let unless_of_deck = || {
        let why =
            "nothing says whether its owner's starting deck held a card of its name: write a `deck` line";
        if may_have_held_more(game, player) { Err(Halt::undecided(card, why)) } else { Ok(None) }
    };
    let (identity, _, doubt) = known_identity(definition);
    if identity == Colors::NONE && doubt.is_none() {
        return unless_of_deck();
    }
    let Some(allowed) = identity_of(game, player)?.0 else { return Ok(None) };
    let why = "a color of its color identity is not in that of its owner's commander";
    match doubt {
        _ if identity.union(allowed) != allowed => Ok(Some((cr!("903.11a"), why))),
        // It may have colors that can't be read; there is none that all of them would be.
        Some(doubt) if Color::ALL.iter().any(|color| allowed.with(*color) != allowed) => Err(doubt),
        _ => unless_of_deck(),
    }
}

/// What is wrong with a Commander deck, each fault with its rule (903.5).
///
/// # Errors
/// [`Halt::Undecided`] if a card's text can't be read where it matters.
pub fn faults_of_deck(deck: &[DeckCard]) -> Outcome<Vec<(RuleId, String)>> {
    let mut faults = Vec::new();
    let commanders = deck.iter().filter(|card| card.commander).map(|card| &*card.definition);
    let commanders: Vec<&Definition> = commanders.collect();
    let mut identity = Colors::NONE;
    for commander in &commanders {
        identity = identity.union(color_identity(commander)?.0);
    }
    faults.extend(faults_of_commanders(&commanders)?.into_iter().map(|(_, rule, what)| (rule, what)));
    let total: u32 = deck.iter().map(|card| card.count).sum();
    if total != 100 {
        faults.push((cr!("903.5a"), format!("it has {total} card{}", if total == 1 { "" } else { "s" })));
    }
    let mut names: BTreeMap<&str, u32> = BTreeMap::new();
    for card in deck {
        let basic = card
            .definition
            .faces
            .first()
            .is_some_and(|front| front.has_supertype(Supertype::Basic) && front.is(CardType::Land));
        if !basic {
            *names.entry(&card.definition.name).or_default() += card.count;
        }
    }
    for (name, count) in names {
        if count > limit_of(deck, name)?.unwrap_or(1) {
            let unread = |card: &&DeckCard| {
                *card.definition.name == *name && card.definition.faces.iter().any(|face| is_unread(face))
            };
            if deck.iter().any(|card| unread(&card)) {
                return Err(Halt::gap(None, DECK_LIMIT));
            }
            let most = limit_of(deck, name)?.map_or_else(String::new, |most| format!(", more than {most}"));
            faults.push((cr!("903.5b"), format!("it has {count} cards named {name}{most}")));
        }
    }
    for card in deck.iter().filter(|card| !card.commander) {
        let its = color_identity(&card.definition)?.0;
        if its.union(identity) != identity {
            faults.push((cr!("903.5c"), format!("{} is not of its colors", card.definition.name)));
        }
        let made = card.definition.faces.iter().flat_map(|face| &face.types.subtypes);
        let made = made.filter_map(|subtype| subtype.basic_land_color());
        if made.fold(identity, Colors::with) != identity {
            faults.push((cr!("903.5d"), format!("{} makes mana of other colors", card.definition.name)));
        }
    }
    Ok(faults)
}

/// Why it is not told how many cards of a name a deck may have.
pub(in crate::engine) const DECK_LIMIT: &str = "how many cards of its name a deck may have";

/// Why that is never told; nothing for a number of which it may be.
pub(in crate::engine) fn gap_of_limit(limit: &Quantity) -> Option<Why> {
    (!matches!(limit, Quantity::AnyNumber | Quantity::Fixed(_))).then_some(Why::Borrowed(DECK_LIMIT))
}

/// How many cards of a name their own text lets the deck have, if it says so (113.6n).
fn limit_of(deck: &[DeckCard], name: &str) -> Outcome<Option<u32>> {
    let own = deck.iter().filter(|card| *card.definition.name == *name);
    let faces = own.flat_map(|card| card.definition.faces.first());
    for ability in faces.flat_map(|face| &face.abilities) {
        let Ability::DeckLimit(limit) = &*ability.ability else { continue };
        if *limit == Quantity::AnyNumber {
            return Ok(Some(u32::MAX));
        }
        if let Quantity::Fixed(most) = limit {
            return Ok(Some(most.max(&0).unsigned_abs()));
        }
        return Err(Halt::gap(None, DECK_LIMIT));
    }
    Ok(None)
}

/// Whether the text of some cards of a deck decides how many of them it may have (113.6n).
///
/// # Errors
/// As [`faults_of_deck`].
pub fn goes_by_own_limit(deck: &[DeckCard]) -> Outcome<bool> {
    for card in deck {
        let name = &*card.definition.name;
        let count: u32 = deck.iter().filter(|it| *it.definition.name == *name).map(|it| it.count).sum();
        if count > 1 && limit_of(deck, name)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What is wrong with cards as the commanders of one deck: which of them is at fault, by which rule (903.3), and how.
///
/// # Errors
/// [`Halt::Undecided`] if headjudge does not know whether they can be so.
pub fn faults_of_commanders(commanders: &[&Definition]) -> Outcome<Vec<(usize, RuleId, String)>> {
    let mut faults = Vec::new();
    for (place, commander) in commanders.iter().enumerate() {
        let Some(front) = commander.faces.first() else { continue };
        let sized = front.has_subtype_named("Spacecraft") && front.power.is_some();
        let fit = front.is(CardType::Creature) || front.has_subtype_named("Vehicle") || sized;
        // Its own text may say that it can be one (903.3a).
        let fit = fit || front.abilities.iter().any(|it| *it.ability == Ability::CanBeCommander);
        // A Background is one beside a card that chooses it, and never without (702.124k).
        let chosen = commanders.iter().any(|other| partner::chooses(other, commander));
        if !(front.has_supertype(Supertype::Legendary) && fit || chosen) {
            if is_unread(front) {
                return Err(Halt::undecided(None, "whether the card can be a commander is not known"));
            }
            let why = if front.has_supertype(Supertype::Legendary) {
                "it is no creature, Vehicle or Spacecraft with power and toughness"
            } else {
                "it is not legendary"
            };
            faults.push((place, cr!("903.3"), format!("{} can't be its commander: {why}", commander.name)));
        }
    }
    match commanders {
        [_] => {}
        [one, other] if partner::together(one, other).is_some() => {}
        // What can't be read of them may be what lets them be two.
        [one, other] if [one, other].iter().any(|its| its.faces.first().is_some_and(|it| is_unread(it))) => {
            return Err(Halt::undecided(None, "whether two cards can be the commanders of a deck"));
        }
        [_, _] => faults.push((1, cr!("903.3"), "it has 2 commanders".to_owned())),
        // The first of them that is one too many.
        _ => {
            let place = commanders.len().saturating_sub(1).min(2);
            faults.push((place, cr!("903.3"), format!("it has {} commanders", commanders.len())));
        }
    }
    Ok(faults)
}

/// The rule by which two cards may be the commanders of one deck (702.124a), if there are two and they may.
pub fn rule_of_pair(commanders: &[&Definition]) -> Option<RuleId> {
    if let [one, other] = commanders { partner::together(one, other) } else { None }
}

/// Whether there is an ability that headjudge can't read, which might be about the deck.
fn is_unread(face: &Characteristics) -> bool {
    face.abilities.iter().any(|instance| matches!(&*instance.ability, Ability::Unsupported(_)))
}
