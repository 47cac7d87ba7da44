//! CR 111: Tokens. The predefined ones (111.10), as `rules/predefined-tokens.yaml` has them.

use std::sync::LazyLock;

use crate::cards::yaml;
use crate::ir::card::PrintedNumber;
use crate::ir::instruction::TokenFace;
use crate::ir::{Face, Quantity, Subtype};
use crate::rules::{RuleId, cr};

static TOKENS: LazyLock<Vec<Face>> = LazyLock::new(|| {
    let cards = yaml::read(include_str!("../../../rules/predefined-tokens.yaml")).unwrap_or_default();
    cards.into_iter().flat_map(|card| card.faces).collect()
});

/// The predefined token of a subtype, with the rule that defines it; nothing for one that is not played yet.
pub(super) fn of(kind: Subtype) -> Option<(RuleId, TokenFace)> {
    let rule = match kind.word() {
        "Treasure" => cr!("111.10a"),
        "Food" => cr!("111.10b"),
        "Gold" => cr!("111.10c"),
        "Shard" => cr!("111.10e"),
        "Clue" => cr!("111.10f"),
        "Blood" => cr!("111.10g"),
        "Powerstone" => cr!("111.10h"),
        "Map" => cr!("111.10s"),
        "Junk" => cr!("111.10t"),
        "Lander" => cr!("111.10u"),
        "Mutagen" => cr!("111.10v"),
        "Vibranium" => cr!("111.10w"),
        _ => return None,
    };
    let face = TOKENS.iter().find(|face| face.types.has_subtype(kind))?;
    let number = |printed: Option<PrintedNumber>| match printed {
        Some(PrintedNumber::Fixed(number)) => Some(Quantity::Fixed(number)),
        _ => None,
    };
    let token = TokenFace {
        // It is called by its subtypes (111.4).
        name: None,
        colors: face.colors.unwrap_or_default(),
        types: face.types.clone(),
        power: number(face.power),
        toughness: number(face.toughness),
        abilities: face.abilities.clone(),
    };
    Some((rule, token))
}
