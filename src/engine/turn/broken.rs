//! CR 508: Declare Attackers Step. The restriction on a whole declaration of attackers or blockers that it breaks (508.1c, 509.1b).

use crate::engine::halt::Halt;
use crate::engine::view::{ActiveRules, RulesOf, View};
use crate::game::{ObjectId, PlayerId};
use crate::ir::change::Action;
use crate::ir::{Filter, RuleChange, Verb};
use crate::oracle::phrases::{self, Sort};
use crate::rules::RuleId;

/// A restriction that a declaration breaks.
pub(super) struct Broken<'a> {
    /// The creature that breaks it, or that can't be blocked so.
    pub(super) creature: ObjectId,
    /// Whose effect it is, if it is no keyword of the creature.
    pub(super) by: Option<ObjectId>,
    /// The rule.
    pub(super) rule: RuleId,
    /// What it forbids.
    pub(super) what: Restraint<'a>,
}

/// What a restriction forbids of a whole declaration.
pub(super) enum Restraint<'a> {
    /// That more than so many creatures do it.
    NoMore(Verb, usize),
    /// That the creature does it alone.
    NotAlone(Verb),
    /// That another attacks with it.
    OnlyAlone,
    /// That it does it and no creature of this kind does.
    Without(Verb, &'a Filter),
    /// That the attacker is blocked by fewer than so many creatures.
    ByFewer(usize),
    /// That the attacker is blocked by more than so many.
    ByMore(usize),
    /// That menace is not heeded.
    Menace,
}

impl Broken<'_> {
    /// The refusal of the declaration: of all of it, where the creature is no more at fault than others.
    pub(super) fn refused(&self, player: PlayerId) -> Halt {
        let whole = matches!(self.what, Restraint::NoMore(..));
        let object = (!whole).then_some(self.creature);
        let (why, words) = self.what.why();
        Halt::illegal(player, self.rule, why, object).said_by(self.by).being(words)
    }
}

impl Restraint<'_> {
    /// Why it can't be declared so, and that in more words where there is more to say.
    fn why(&self) -> (&'static str, Option<String>) {
        let creatures = |count: usize| match count {
            1 => "one creature".to_owned(),
            2 => "two creatures".to_owned(),
            _ => format!("{count} creatures"),
        };
        match self {
            Self::NoMore(verb, 0) => match verb {
                Verb::Attack => ("an effect says that it can't attack", None),
                _ => ("an effect says that it can't block", None),
            },
            Self::NoMore(verb, most) => {
                let words =
                    |does| Some(format!("an effect says that no more than {} can {does}", creatures(*most)));
                match verb {
                    Verb::Attack => ("an effect says that no more can attack", words("attack")),
                    _ => ("an effect says that no more can block", words("block")),
                }
            }
            Self::NotAlone(Verb::Attack) => ("an effect says that it can't attack alone", None),
            Self::NotAlone(_) => ("an effect says that it can't block alone", None),
            Self::OnlyAlone => ("an effect says that it can only attack alone", None),
            Self::Without(verb, kind) => {
                let words = |does| {
                    let kind = phrases::objects(kind, Sort::Permanents)?;
                    Some(format!(
                        "an effect says that it can't {does} unless one of the other {kind} {does}s too"
                    ))
                };
                match verb {
                    Verb::Attack => {
                        ("an effect says that it can't attack unless certain others do", words("attack"))
                    }
                    _ => ("an effect says that it can't block unless certain others do", words("block")),
                }
            }
            Self::ByFewer(least) => {
                let words = format!(
                    "an effect says that the attacker can't be blocked by fewer than {}",
                    creatures(*least)
                );
                ("an effect says that so few creatures can't block it", Some(words))
            }
            Self::ByMore(most) => {
                let words = format!(
                    "an effect says that the attacker can't be blocked by more than {}",
                    creatures(*most)
                );
                ("an effect says that so many creatures can't block it", Some(words))
            }
            Self::Menace => ("a creature with menace can't be blocked except by two or more creatures", None),
        }
    }
}

/// Why a creature is kept from attacking or blocking by an ability of an object, with the condition under which that says so.
pub(super) fn kept_while(view: &View, by: ObjectId, verb: Verb) -> Option<String> {
    let said = |(active, rule): &(&ActiveRules, &RuleChange)| {
        active.source == by && matches!(rule, RuleChange::Cant(it) if it.action == Action::Do(verb))
    };
    let mut abilities = view.rule_changes().filter(said);
    let (active, _) = abilities.next()?;
    let RulesOf::Static(ability) = &active.rules else { return None };
    // Of several of them it is not said which one it is.
    let condition = phrases::kept_while(ability, verb).filter(|_| abilities.next().is_none())?;
    Some(format!("an effect says that it can't {} {condition}", verb.infinitive()))
}
