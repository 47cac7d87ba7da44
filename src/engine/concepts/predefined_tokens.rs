//! CR 111: Tokens. The predefined ones (111.10), as `rules/predefined-tokens.yaml` has them.

use std::sync::{Arc, LazyLock};

use crate::cards::yaml;
use crate::engine::additional::copiable_values;
use crate::game::{Definition, ObjectId};
use crate::ir::instruction::{bare_token_name, token_name};
use crate::ir::{Card, Face, Subtype};
use crate::rules::{RuleId, cr};

static TOKENS: LazyLock<Vec<Card>> =
    LazyLock::new(|| yaml::read(include_str!("../../../rules/predefined-tokens.yaml")).unwrap_or_default());

/// What the predefined tokens are called, those whose name says more than a subtype last.
pub const NAMES: [&str; 21] = [
    "Treasure",
    "Food",
    "Gold",
    "Shard",
    "Clue",
    "Blood",
    "Powerstone",
    "Incubator",
    "Map",
    "Junk",
    "Lander",
    "Mutagen",
    "Vibranium",
    "Walker",
    "Cursed Role",
    "Monster Role",
    "Royal Role",
    "Sorcerer Role",
    "Virtuous Role",
    "Wicked Role",
    "Young Hero Role",
];

/// What a predefined token is, with the rule that defines it.
pub(super) struct Predefined {
    rule: RuleId,
    card: &'static Card,
    /// Whether the rule gives it a name; else it is called by its subtypes (111.4).
    named: bool,
}

/// The predefined token of a subtype; nothing for one that is not played yet.
pub(super) fn of(kind: Subtype) -> Option<Predefined> {
    let rule = match kind.word() {
        "Treasure" => cr!("111.10a"),
        "Food" => cr!("111.10b"),
        "Gold" => cr!("111.10c"),
        "Shard" => cr!("111.10e"),
        "Clue" => cr!("111.10f"),
        "Blood" => cr!("111.10g"),
        "Powerstone" => cr!("111.10h"),
        "Incubator" => cr!("111.10i"),
        "Map" => cr!("111.10s"),
        "Junk" => cr!("111.10t"),
        "Lander" => cr!("111.10u"),
        "Mutagen" => cr!("111.10v"),
        "Vibranium" => cr!("111.10w"),
        _ => return None,
    };
    let is_it = |card: &&Card| card.faces.first().is_some_and(|face| face.types.has_subtype(kind));
    Some(Predefined { rule, card: TOKENS.iter().find(is_it)?, named: false })
}

/// The predefined token that an effect calls by a name.
pub(super) fn named(name: &str) -> Option<Predefined> {
    let rule = match name {
        "Walker" => cr!("111.10d"),
        "Cursed Role" => cr!("111.10j"),
        "Monster Role" => cr!("111.10k"),
        "Royal Role" => cr!("111.10m"),
        "Sorcerer Role" => cr!("111.10n"),
        "Virtuous Role" => cr!("111.10p"),
        "Wicked Role" => cr!("111.10q"),
        "Young Hero Role" => cr!("111.10r"),
        _ => return None,
    };
    let own = name.strip_suffix(" Role").unwrap_or(name);
    let is_it = |card: &&Card| card.faces.first().is_some_and(|face| face.name == own);
    Some(Predefined { rule, card: TOKENS.iter().find(is_it)?, named: true })
}

/// The predefined token that is called so, as it is whoever has created it: `Treasure`, `Cursed Role`, `Walker`.
pub fn called(name: &str) -> Option<Arc<Definition>> {
    let predefined = named(name).or_else(|| Subtype::from_word(name).and_then(of))?;
    Some(predefined.made(copiable_values::definition_of))
}

/// The rule that says what a token is, if it is nothing but a predefined one.
pub fn rule_of(token: &Definition) -> Option<RuleId> {
    let bare = bare_token_name(&token.name);
    let its = Subtype::from_word(bare)
        .and_then(of)
        .or_else(|| named(bare))
        .or_else(|| named(&format!("{bare} Role")))?;
    (its.made(copiable_values::definition_of).faces == token.faces).then_some(its.rule)
}

impl Predefined {
    /// The rule that defines it.
    pub(super) const fn rule(&self) -> RuleId {
        self.rule
    }

    /// Its characteristics, on both faces if it has two; what it calls by the name of its maker is this object.
    pub(super) fn definition(&self, maker: ObjectId) -> Arc<Definition> {
        self.made(|face| copiable_values::definition_of_token(face, maker))
    }

    fn made(&self, definition_of_face: impl Fn(&Face) -> Definition) -> Arc<Definition> {
        let definition_of = |(index, face): (usize, &Face)| {
            // The back face has the name that the rule gives it.
            let named = self.named || index > 0;
            let name = if named { face.name.clone() } else { token_name(&face.types.subtypes) };
            definition_of_face(&Face { name, ..face.clone() })
        };
        let faces: Vec<Definition> = self.card.faces.iter().enumerate().map(definition_of).collect();
        let name = faces.first().map_or_else(|| "".into(), |front| front.name.clone());
        let faces = faces.into_iter().flat_map(|definition| definition.faces).collect();
        Arc::new(Definition { layout: self.card.layout, faces, name, combined: None, vanguard: (0, 0) })
    }
}
