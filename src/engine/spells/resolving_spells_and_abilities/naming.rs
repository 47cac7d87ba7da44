//! CR 608: Resolving Spells and Abilities. What an ability calls by name as it resolves (201.5b, 707.11).

use crate::game::{ContinuousEffect, Game, Origin, StackAbility};
use crate::ir::{self, Instruction, Selection, Supertype};
use crate::rules::{RuleId, cr};

/// The rules by which what a resolving ability calls by name is the object that it means.
pub(super) fn rules(game: &Game, ability: &StackAbility) -> impl Iterator<Item = RuleId> {
    let does = &ability.body().does;
    // What an ability calls by the name of the object that it was is now whoever has gained it.
    let gained = was_of_a_legend(game, ability) && does.iter().any(names_itself_or_a_link);
    // What it calls by its name is the same object, whatever that has become a copy of since.
    let copied = has_become_another(game, ability) && does.iter().any(names_itself);
    let rules = [(gained, cr!("201.5b")), (copied, cr!("707.11"))];
    rules.into_iter().filter(|(is_so, _)| *is_so).map(|(_, rule)| rule)
}

/// Whether an ability was gained from an object that is printed legendary: such cards call themselves by their names, and others
/// speak of "this creature".
fn was_of_a_legend(game: &Game, ability: &StackAbility) -> bool {
    let Origin::Gained(effect, _) = ability.origin else { return false };
    let Some(effect) = game.effects().iter().find(|its| its.id == effect) else { return false };
    let announced = effect.bindings.announced.iter().flat_map(|announced| &announced.targets);
    let mut printed = announced.flatten().filter_map(|thing| thing.object()).filter_map(|object| {
        let its = game.object(object);
        its.definition.as_ref().and_then(|definition| definition.faces.get(usize::from(its.face)))
    });
    printed.any(|face| face.has_supertype(Supertype::Legendary))
}

/// Whether an instruction speaks of the object whose ability it is, or of what another ability of that object is linked to.
fn names_itself_or_a_link(instruction: &Instruction) -> bool {
    if let Instruction::Choose(choice) = instruction {
        return matches!(choice.from, Some(Selection::Linked(_) | Selection::TheLinked(_)));
    }
    names_itself(instruction)
}

/// Whether a permanent has become a copy of something else since it had the ability as one that is printed legendary: only such
/// cards call themselves by name.
fn has_become_another(game: &Game, ability: &StackAbility) -> bool {
    let by = match ability.origin {
        Origin::Copied(effect, _) => Some(effect),
        Origin::Printed(_) | Origin::Made(..) => None,
        _ => return false,
    };
    let copies = |effect: &&ContinuousEffect| effect.makes_a_copy(ability.source);
    let now = game.effects().iter().rev().find(copies).map(|effect| effect.id);
    let source = game.object(ability.source);
    let was = match by {
        Some(by) => {
            game.effects().iter().find(|effect| effect.id == by).and_then(|effect| effect.copy.as_ref())
        }
        None => source.copied.as_ref(),
    };
    let was = was.and_then(|faces| faces.first()).unwrap_or(&source.base);
    source.on_battlefield() && now != by && was.has_supertype(Supertype::Legendary)
}

/// Whether an instruction calls by name the object that the ability is on. An ability that a copy effect has added says "this".
fn names_itself(instruction: &Instruction) -> bool {
    let copies = matches!(instruction, Instruction::Apply(apply)
        if apply.changes.iter().any(|change| matches!(change, ir::Change::CopyOf { .. })));
    acts_on_itself(instruction) && !copies
}

/// Whether an instruction does something to the object that the ability is on.
fn acts_on_itself(instruction: &Instruction) -> bool {
    if let Instruction::Apply(apply) = instruction {
        return apply.to == Some(Selection::This);
    }
    if let Instruction::Damage(it) = instruction {
        return it.source.is_none();
    }
    matches!(
        instruction,
        Instruction::Regenerate(Selection::This)
            | Instruction::Tap { what: Selection::This, .. }
            | Instruction::Untap { what: Selection::This, .. }
            | Instruction::PutCounters { on: Selection::This, .. }
    )
}
