//! Tokens that stand on a board: `token 1/1 white Soldier`, and those that are known by their names, as the rules predefine them
//! (111.10) or a card on the board makes them.

use std::sync::Arc;

use crate::diag::{Code, Diagnostic, nearest};
use crate::engine::additional::copiable_values;
use crate::engine::concepts::predefined_tokens;
use crate::game::Definition;
use crate::ir::card::PrintedNumber;
use crate::ir::instruction::{TokenFace, bare_token_name};
use crate::ir::node::Node as _;
use crate::ir::part::{self, Part};
use crate::ir::{
    Ability, CardType, Color, Colors, Face, Keyword, Quantity, Selection, Subtype, Supertype, TokenSpec,
    TypeLine,
};
use crate::rules::cr;
use crate::scenario::ast::{EntryWhat, Modifier, Scenario, Text, TokenText};

use super::library::Cards;
use super::setup::{Planned, What};
use super::table::Table;

/// The token that stands on a board by its name.
///
/// # Errors
/// If no rule and no card on the board says what it is, or several say different things.
pub(super) fn named(
    scenario: &Scenario,
    cards: &Cards<'_, '_>,
    name: &Text,
) -> Result<Arc<Definition>, Diagnostic> {
    let unknown = |message: String| Diagnostic::error(Code::UnknownCard, message, name.span, "");
    let mut found: Vec<(Arc<Definition>, Option<String>)> = Vec::new();
    let mut unclear = None;
    let predefined = predefined_tokens::called(&name.text);
    found.extend(predefined.map(|predefined| (predefined, None)));
    for maker in cards_on(scenario, cards) {
        for instance in maker.faces.iter().flat_map(|face| &face.abilities) {
            part::any(&*instance.ability, &mut |place| {
                let Part::TokenSpec(spec) = place.part else { return false };
                let made = match spec {
                    TokenSpec::New(face) => is_called(face, &name.text).then(|| made(face)),
                    TokenSpec::Named(card) if *card == name.text => cards.definition(card).map(Ok),
                    TokenSpec::Named(_) | TokenSpec::Predefined(_) | TokenSpec::CopyOf { .. } => None,
                };
                let Some(made) = made else { return false };
                match made {
                    Ok(definition) if found.iter().all(|(known, _)| !is_same(known, &definition)) => {
                        found.push((definition, Some(maker.name.to_string())));
                    }
                    Ok(_) => {}
                    Err(why) => unclear = unclear.take().or(Some((maker.name.to_string(), why))),
                }
                false
            });
        }
    }
    let written_out =
        "a token is written out as `token 1/1 white Soldier with flying`, with a number in front for several";
    match (found.as_slice(), unclear) {
        ([(definition, _)], None) => Ok(definition.clone()),
        ([], Some((maker, why))) => {
            let message =
                format!("the `{}` token of `{maker}` can't stand on a board by its name: {why}", name.text);
            Err(unknown(message).with_help(written_out))
        }
        ([], None) => {
            let message = format!("no rule and no card on the board makes a `{}` token", name.text);
            let near = nearest(&name.text, predefined_tokens::NAMES.iter().copied());
            Err(unknown(message)
                .did_you_mean(near.map(|near| format!("{near} token")))
                .with_help(written_out))
        }
        (several, _) => {
            let makers: Vec<String> = several
                .iter()
                .map(|(_, maker)| maker.as_ref().map_or("the rules".to_owned(), |maker| format!("`{maker}`")))
                .collect();
            let message =
                format!("there is more than one `{}` token here: of {}", name.text, makers.join(" and of "));
            Err(Diagnostic::error(Code::AmbiguousName, message, name.span, "which of them?")
                .with_help(written_out))
        }
    }
}

/// The names that such a token has, or will have.
pub(super) fn names_of(scenario: &Scenario, cards: &Cards<'_, '_>, name: &Text) -> Vec<String> {
    let definition = named(scenario, cards, name);
    definition.iter().flat_map(|definition| &definition.faces).map(|face| face.name.to_string()).collect()
}

/// Keeps of a token on the board that it is no copy of a card, and which rule says what it is.
pub(super) fn note(table: &mut Table, cards: &Cards<'_, '_>, plan: &Planned<'_>) {
    let What::Token(definition) = &plan.what else { return };
    if plan.modifiers.iter().any(|modifier| modifier.value == Modifier::Token) {
        return;
    }
    let of_a_card = || cards.contains(&definition.name).then(|| cr!("111.11"));
    table.start.tokens.push((plan.object, predefined_tokens::rule_of(definition).or_else(of_a_card)));
}

/// The definitions of the cards on the board.
fn cards_on(scenario: &Scenario, cards: &Cards<'_, '_>) -> Vec<Arc<Definition>> {
    let mut all: Vec<Arc<Definition>> = Vec::new();
    for entry in scenario.blocks.iter().flat_map(|block| &block.zones).flat_map(|line| &line.entries) {
        if let EntryWhat::Card(text) = &entry.what {
            let (_, name) = EntryWhat::count_and_name(text, |name| cards.contains(name));
            if all.iter().all(|known| *known.name != *name) {
                all.extend(cards.definition(name));
            }
        }
    }
    all
}

/// Whether an effect that describes a token calls it so, or leaves it to be called by its subtypes (111.4).
fn is_called(face: &TokenFace, name: &str) -> bool {
    match &face.name {
        Some(own) => own == name || bare_token_name(own) == name,
        None => bare_token_name(&crate::ir::instruction::token_name(&face.types.subtypes)) == name,
    }
}

/// A token as an effect describes it, whatever object has made it.
fn made(face: &TokenFace) -> Result<Arc<Definition>, &'static str> {
    let number = |quantity: &Option<Quantity>| {
        let Some(quantity) = quantity else { return Ok(None) };
        let Quantity::Fixed(number) = quantity else {
            return Err("how large it is, its maker works out as it is created");
        };
        Ok(Some(*number))
    };
    let (power, toughness) = (number(&face.power)?, number(&face.toughness)?);
    let names_its_maker = |part: Part<'_>| matches!(part, Part::Selection(Selection::Grantor));
    if face.abilities.iter().any(|ability| part::mentions(ability, names_its_maker)) {
        return Err("its text speaks of the object that has made it");
    }
    Ok(Arc::new(copiable_values::definition_of(&face.face(power, toughness))))
}

/// Whether two tokens are the same but for the order in which something is said of them.
fn is_same(one: &Definition, other: &Definition) -> bool {
    one.faces == other.faces
}

/// The predefined token that a token is which is written out, such as `token artifact Treasure`: what is a Treasure and no more has the
/// abilities of one.
fn predefined(types: &TypeLine, colors: Colors, token: &TokenText) -> Option<Arc<Definition>> {
    let words: Vec<&str> = token.words.iter().map(|word| word.text.as_str()).collect();
    if let (None, Some(predefined)) = (token.power_toughness, predefined_tokens::called(&words.join(" "))) {
        return Some(predefined);
    }
    let subtypes: Vec<&str> = types.subtypes.iter().map(|subtype| subtype.word()).collect();
    let predefined = predefined_tokens::called(&subtypes.join(" "))?;
    let front = predefined.faces.first()?;
    let size = token.power_toughness;
    let is_it = front.types == *types
        && front.colors == colors
        && size.map(|size| size.0) == front.power
        && size.map(|size| size.1) == front.toughness;
    is_it.then_some(predefined)
}

/// The fault of a predefined token with more abilities than it has by the rules.
fn with_more(token: &TokenText, predefined: &Definition) -> Diagnostic {
    let span = token.keywords.first().map_or_else(Default::default, |keyword| keyword.span);
    let message = format!("`{}` is predefined, and can't be written with more abilities", predefined.name);
    Diagnostic::error(Code::UnknownCard, message, span, "")
        .with_help("write what it is into a `card` block, and put it there as `X [token]`")
}

/// What a token is called that no card describes: its subtypes and "Token" (111.4).
pub(super) fn token_name(token: &TokenText) -> String {
    let words = token.words.iter().map(|word| word.text.as_str());
    let subtypes: Vec<Subtype> = words.filter_map(Subtype::from_word).collect();
    crate::ir::instruction::token_name(&subtypes)
}

/// The characteristics of `token 1/1 white Soldier`.
pub(super) fn token_definition(token: &TokenText) -> Result<Arc<Definition>, Diagnostic> {
    let mut types = TypeLine::default();
    let mut colors = Colors::NONE;
    for word in &token.words {
        let text = word.text.as_str();
        if let Some(color) = Color::from_word(text) {
            colors = colors.with(color);
        } else if let Some(card_type) = CardType::from_word(text) {
            types.types.push(card_type);
        } else if let Some(supertype) = Supertype::from_word(text) {
            types.supertypes.push(supertype);
        } else if let Some(subtype) = Subtype::from_word(text) {
            types.subtypes.push(subtype);
        } else if !matches!(text, "colorless" | "and") {
            let message = format!("`{text}` is no colour, type or subtype of a token");
            return Err(Diagnostic::error(Code::UnknownCard, message, word.span, "")
                .did_you_mean(nearest(text, Color::ALL.iter().map(|color| color.word()))));
        }
    }
    if types.types.is_empty() && token.power_toughness.is_some() {
        types.types.push(CardType::Creature);
    }
    let mut abilities = Vec::new();
    for keyword in &token.keywords {
        let ability = Keyword::from_word(&keyword.text).map(Ability::Keyword).ok_or_else(|| {
            let message = format!("`{}` is no keyword that a token can have here", keyword.text);
            Diagnostic::error(Code::UnknownCard, message, keyword.span, "")
        })?;
        abilities.push(ability);
    }
    if let Some(predefined) = predefined(&types, colors, token) {
        return if abilities.is_empty() { Ok(predefined) } else { Err(with_more(token, &predefined)) };
    }
    let face = Face {
        name: token_name(token),
        cost: None,
        colors: Some(colors),
        types,
        power: token.power_toughness.map(|(power, _)| PrintedNumber::Fixed(power)),
        toughness: token.power_toughness.map(|(_, toughness)| PrintedNumber::Fixed(toughness)),
        loyalty: None,
        defense: None,
        hand_modifier: None,
        life_modifier: None,
        abilities,
    };
    Ok(Arc::new(copiable_values::definition_of(&face)))
}
