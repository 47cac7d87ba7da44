//! What a card says, as plain data.
//!
//! This is the *ability form*: the one form that hand-made cards, users' own cards and, later, compiled Oracle text
//! share. It knows no game and no engine. It grows by composition: a node says one thing (who, which, how many, when,
//! for how long), and an ability is a tree of them. Names of cards are the only free strings.
//!
//! Read it in this order: [`card`] (a card and its faces), [`ability`] (what stands in a text box), [`instruction`]
//! (what a resolving spell or ability does), [`change`] (continuous effects), [`replacement`]; then the small words they
//! are made of: [`selection`] (which objects and players), [`filter`] (of what kind), [`quantity`] (how many),
//! [`condition`] (if), [`event`] (when), [`cost`] (for what), [`duration`] (how long), [`keyword`].
//!
//! In YAML a node is a bare word, a list or a map with one key, whichever says it shortest: `creature`,
//! `[creature, {controlled-by: you}]`, `{not: land}`. An unknown word or field is an error with its place.

pub mod ability;
pub mod card;
pub mod change;
pub mod characteristics;
pub mod check;
pub mod condition;
pub mod cost;
pub mod duration;
pub mod event;
pub mod filter;
pub mod instruction;
pub mod keyword;
pub mod quantity;
pub mod replacement;
pub mod selection;
mod subtypes;
mod symbol;
mod words;

pub use ability::{Ability, Activated, Body, Modes, Static, TargetKind, TargetSpec, Triggered};
pub use card::{Card, Face, Layout};
pub use change::{Change, RuleChange};
pub use characteristics::{
    CardType, Color, Colors, CounterKind, ManaCost, ManaSymbol, Subtype, SubtypeFamily, Supertype, TypeLine,
};
pub use condition::Condition;
pub use cost::{Cost, Costs};
pub use duration::Duration;
pub use event::Event;
pub use filter::{Filter, Trait};
pub use instruction::{Instruction, TokenSpec};
pub use keyword::{Keyword, KeywordName};
pub use quantity::{Comparison, Quantity};
pub use replacement::{Replacement, ReplacementResult};
pub use selection::{Players, Selection, Zone};
pub use symbol::Symbol;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_may_be_a_word_a_list_or_a_map() {
        let card: Card = serde_yaml::from_str(
            r#"
name: Oblivion Ring
cost: "{2}{W}"
types: Enchantment
abilities:
- triggered:
    when: {enters: this}
    effect:
      targets: [{permanent: [another, {not: land}]}]
      do:
      - exile: {what: target, link: exiled}
- triggered:
    when: {leaves: this}
    effect:
    - put: {what: {linked: exiled}, from: exile, to: battlefield}
- flying
- keyword: {equip: "{3}"}
"#,
        )
        .expect("the card");
        let face = card.faces.first().expect("a face");
        let Some(Ability::Triggered(first)) = face.abilities.first() else { panic!("{:?}", face.abilities) };
        assert_eq!(first.effect.targets.len(), 1);
        assert_eq!(
            face.abilities.last(),
            Some(&Ability::Keyword(Keyword::Equip(
                Costs(vec![Cost::Mana(ManaCost::parse("{3}").expect("a cost"))]),
                None
            )))
        );
    }

    #[test]
    fn an_unknown_word_or_field_is_an_error_that_names_it() {
        let fault = |yaml: &str| serde_yaml::from_str::<Card>(yaml).expect_err("a fault").to_string();
        assert!(fault("{name: X, types: Creature — Gobblin}").contains("Gobblin"));
        assert!(fault("{name: X, types: Artifact, abilties: []}").contains("abilties"));
        assert!(fault("{name: X, types: Artifact, abilities: [flyng]}").contains("flyng"));
        assert!(
            fault("{name: X, types: Artifact, abilities: [{static: {affects: {each: [creatur]}}}]}")
                .contains("creatur")
        );
    }
}
