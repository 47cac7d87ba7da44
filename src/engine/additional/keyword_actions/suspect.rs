//! CR 701.60: Suspect

use std::sync::{Arc, LazyLock};

use crate::game::{AbilityInstance, ByRules, Origin};
use crate::ir::change::{Action, Prohibition};
use crate::ir::{
    Ability, DesignationName, Filter, Instruction, Keyword, KeywordName, RuleChange, Selection, Static,
    Trait, Verb,
};

/// The creature becomes suspected (701.60a).
pub(super) fn meaning(what: &Selection) -> Vec<Instruction> {
    vec![Instruction::Designate { who: what.clone(), name: DesignationName::Suspected }]
}

/// What a suspected permanent has: menace, and an ability by which it can't block (701.60c).
pub(in crate::engine) fn abilities() -> [AbilityInstance; 2] {
    static CANT_BLOCK: LazyLock<Arc<Ability>> = LazyLock::new(|| {
        Arc::new(Ability::Static(Static::of_rules(vec![RuleChange::Cant(Prohibition::of(
            Action::Do(Verb::Block),
            Some(Filter::Is(Trait::This)),
        ))])))
    });
    let menace = Arc::new(Ability::Keyword(Keyword::Plain(KeywordName::Menace)));
    [
        AbilityInstance {
            origin: Origin::Rules(ByRules::SuspectedMenace),
            keyword: Some(KeywordName::Menace),
            ability: menace,
        },
        AbilityInstance {
            origin: Origin::Rules(ByRules::SuspectedCantBlock),
            keyword: None,
            ability: CANT_BLOCK.clone(),
        },
    ]
}
