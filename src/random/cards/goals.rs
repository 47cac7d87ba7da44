//! What is to be reached of a card: its faces, its abilities, their instructions.

use std::sync::Arc;

use crate::cards::written::on_one_line;
use crate::engine::watch::Followed;
use crate::game::{Game, ObjectId, Origin};
use crate::ir::instruction::sorts::{of_abilities, with_courses};
use crate::ir::node::Form as _;
use crate::ir::part::{Part, any};
use crate::ir::{Ability, Card, Event, Instruction, Layout, NamedDeed};

use super::board::{Company, Subject};
use super::{Missed, Why};

/// How far something is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reached {
    Not,
    /// An instruction was followed, but left no step.
    Silently,
    Whole,
}

/// What is to be reached.
enum Aim {
    /// The face is cast, or is on the battlefield.
    Face,
    /// The ability is used, or triggers, or functions.
    Ability(Arc<Ability>),
    /// The instruction of this number is followed.
    Instruction(u16),
}

struct Goal {
    face: usize,
    ability: Option<u16>,
    aim: Aim,
    reached: Reached,
}

/// All that is to be reached of a card.
pub(super) struct Goals {
    name: Arc<str>,
    faces: Vec<Arc<str>>,
    /// The instructions of all abilities, each once.
    instructions: Arc<[Instruction]>,
    /// Which of them other cards at the table have too.
    shared: Vec<bool>,
    goals: Vec<Goal>,
}

impl Goals {
    /// Those of a card.
    pub(super) fn of(company: &Company<'_>, card: &Card, subject: &Subject) -> Self {
        let mut instructions: Vec<Instruction> = Vec::new();
        let mut goals = Vec::new();
        for (face, its) in subject.definition.faces.iter().take(card.faces.len()).enumerate() {
            // A melded permanent needs a counterpart, which no single card is.
            if face > 0 && card.layout == Layout::Meld {
                continue;
            }
            goals.push(Goal { face, ability: None, aim: Aim::Face, reached: Reached::Not });
            for instance in &its.abilities {
                let Origin::Printed(number) = instance.origin else { continue };
                if waits_for_a_spell(&instance.ability) && its.types.is_permanent() {
                    continue;
                }
                let ability = Some(number + 1);
                let aim = Aim::Ability(instance.ability.clone());
                goals.push(Goal { face, ability, aim, reached: Reached::Not });
                if instance.keyword.is_some() {
                    continue;
                }
                any(&*instance.ability, &mut |place| {
                    if let Part::Instruction(instruction) = place.part {
                        let known = instructions.iter().position(|known| known == instruction);
                        let place = known.unwrap_or(instructions.len());
                        if known.is_none() {
                            instructions.push(instruction.clone());
                        }
                        let aim = Aim::Instruction(u16::try_from(place).unwrap_or(u16::MAX));
                        goals.push(Goal { face, ability, aim, reached: Reached::Not });
                    }
                    false
                });
            }
        }
        let shared = instructions.iter().map(|instruction| company.instructs(instruction)).collect();
        Self {
            name: subject.definition.name.clone(),
            faces: subject.definition.faces.iter().map(|face| face.name.clone()).collect(),
            instructions: instructions.into(),
            shared,
            goals,
        }
    }

    /// The instructions to look out for.
    pub(super) fn instructions(&self) -> Arc<[Instruction]> {
        self.instructions.clone()
    }

    /// Whether all is reached.
    pub(super) fn is_done(&self) -> bool {
        self.goals.iter().all(|goal| goal.reached == Reached::Whole)
    }

    /// A face of the card has been cast or is on the battlefield.
    pub(super) fn face(&mut self, name: &str) {
        for goal in &mut self.goals {
            let its = self.faces.get(goal.face).is_some_and(|face| **face == *name);
            if its && matches!(goal.aim, Aim::Face) {
                goal.reached = Reached::Whole;
            }
        }
    }

    /// An ability of the card has been used, or functions.
    pub(super) fn ability(&mut self, used: &Ability) {
        for goal in &mut self.goals {
            if matches!(&goal.aim, Aim::Ability(ability) if **ability == *used) {
                goal.reached = Reached::Whole;
            }
        }
    }

    /// Whether an ability of the card is still to be used.
    pub(super) fn wants(&self, ability: &Ability) -> bool {
        self.goals.iter().any(|goal| match &goal.aim {
            Aim::Ability(wanted) => goal.reached != Reached::Whole && **wanted == *ability,
            _ => false,
        }) || self.is_within(ability)
    }

    /// Whether an instruction of the ability is still to be followed.
    pub(super) fn is_within(&self, ability: &Ability) -> bool {
        let open = |instruction: &Instruction| {
            self.goals.iter().any(|goal| {
                goal.reached != Reached::Whole
                    && matches!(goal.aim, Aim::Instruction(number)
                        if self.instructions.get(usize::from(number)) == Some(instruction))
            })
        };
        any(ability, &mut |place| matches!(place.part, Part::Instruction(instruction) if open(instruction)))
    }

    /// An instruction has been followed.
    pub(super) fn followed(&mut self, game: &Game, followed: Followed, mana_is_tracked: bool) {
        let number = followed.number;
        let its_own = is_named(game, followed.source, &self.name, &self.faces);
        if !its_own && self.shared.get(usize::from(number)).copied().unwrap_or(true) {
            return;
        }
        // A triggered mana ability is never on the stack; that it is followed says that it has triggered.
        if let (true, Origin::Printed(origin)) = (its_own, followed.origin) {
            for goal in &mut self.goals {
                let triggered = matches!(&goal.aim, Aim::Ability(its) if its.as_triggered().is_some());
                if triggered && goal.ability == Some(origin + 1) {
                    goal.reached = Reached::Whole;
                }
            }
        }
        let instruction = self.instructions.get(usize::from(number));
        // What only decides which others are followed, or names something for them, is no step by itself.
        let no_step = matches!(
            instruction,
            Some(
                with_courses!()
                    | of_abilities!()
                    | Instruction::Note { .. }
                    | Instruction::Link { .. }
                    | Instruction::Count { .. }
            )
        );
        let no_step = no_step || !mana_is_tracked && matches!(instruction, Some(Instruction::AddMana(_)));
        let reached = if followed.left_a_step || no_step { Reached::Whole } else { Reached::Silently };
        for goal in &mut self.goals {
            if matches!(goal.aim, Aim::Instruction(wanted) if wanted == number) {
                goal.reached = goal.reached.max(reached);
            }
        }
    }

    /// What was not reached.
    pub(super) fn missed(&self) -> Vec<Missed> {
        let missed = self.goals.iter().filter(|goal| goal.reached != Reached::Whole);
        let told = missed.map(|goal| {
            let (what, why) = match &goal.aim {
                Aim::Face => ("never cast, never on the battlefield".to_owned(), Why::NotPlayed),
                Aim::Ability(ability) => (told_of(ability), Why::NotPlayed),
                Aim::Instruction(number) => {
                    let instruction = self.instructions.get(usize::from(*number));
                    let written = instruction.map(|it| on_one_line(&Part::Instruction(it).written()));
                    let silent = goal.reached == Reached::Silently;
                    (written.unwrap_or_default(), if silent { Why::Silent } else { Why::NotFollowed })
                }
            };
            let face = self.faces.get(goal.face).map(|name| name.to_string()).unwrap_or_default();
            Missed { face, ability: goal.ability, what, why }
        });
        told.collect()
    }
}

/// Whether it is what haunt means on an instant or sorcery.
fn waits_for_a_spell(ability: &Ability) -> bool {
    let waits = |event: &Event| matches!(event, Event::Becomes(_, NamedDeed::SpellWithHauntResolves));
    ability.as_triggered().is_some_and(|its| waits(&its.when))
}

/// What sort of ability it is, with what makes it happen.
fn told_of(ability: &Ability) -> String {
    match ability {
        Ability::Triggered(triggered) => {
            format!("triggered: {}", on_one_line(&Part::Event(&triggered.when).written()))
        }
        Ability::Activated(activated) => {
            format!("activated: {}", on_one_line(&Part::Costs(&activated.cost).written()))
        }
        Ability::Keyword(keyword) => format!("keyword: {}", keyword.name()),
        other => other.name().to_owned(),
    }
}

/// Whether an object is the card, or an ability of it.
pub(super) fn is_named(game: &Game, object: ObjectId, name: &str, faces: &[Arc<str>]) -> bool {
    let its = game.object(object);
    let its = its.stack_ability().map_or(its, |ability| game.object(ability.source));
    match &its.definition {
        Some(definition) => *definition.name == *name,
        None => faces.iter().any(|face| **face == *its.base.name),
    }
}
