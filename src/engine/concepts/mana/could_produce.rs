//! CR 106: Mana. Which types of mana a permanent could produce (106.7).

use std::collections::BTreeSet;

use crate::engine::halt::{Halt, Outcome};
use crate::engine::reading::{Frame, Sight, conditions, quantities};
use crate::engine::spells::mana_abilities::is_mana_ability;
use crate::engine::spells::replacement_effects::changes_mana;
use crate::game::ObjectId;
use crate::ir::instruction::{AddMana, ChooseWord, ManaProduced, ManaType, WordKind};
use crate::ir::part::{Part, mentions};
use crate::ir::{Ability, Color, Instruction, Link, Quantity};

use super::types_of;

/// The types of mana that an object's abilities would produce, were they to resolve now (106.7).
///
/// # Errors
/// If what one of them does with other instructions decides what it produces.
pub(in crate::engine) fn could_produce(
    sight: Sight<'_>,
    object: ObjectId,
    seen: &mut BTreeSet<ObjectId>,
) -> Outcome<Vec<ManaType>> {
    if changes_mana(sight.game, sight.view) {
        let why = "what it could produce depends on an effect that changes what is produced (106.7)";
        return Err(Halt::undecided(object, why));
    }
    // What depends on itself defines no type.
    if !seen.insert(object) {
        return Ok(Vec::new());
    }
    let mut types = Vec::new();
    let controller = sight.view.controller(sight.game, object);
    for instance in &sight.view.characteristics(sight.game, object).abilities {
        let Ability::Activated(activated) = &*instance.ability else { continue };
        if is_mana_ability(activated) {
            let frame = Frame::of_source(object, controller, instance.origin);
            let body = &activated.effect;
            types.extend(by_instructions(sight, &frame, &body.does, None, seen)?);
            // Whichever mode was chosen would be what it does.
            for mode in body.choose.iter().flat_map(|choose| &choose.modes) {
                types.extend(by_instructions(sight, &frame, &mode.does, None, seen)?);
            }
        }
    }
    seen.remove(&object);
    Ok(types)
}

/// A colour as it might be chosen while the ability resolves, and the link under which it would be kept.
type Chosen = Option<(Link, Color)>;

/// The types that instructions would produce.
fn by_instructions(
    sight: Sight<'_>,
    frame: &Frame,
    does: &[Instruction],
    chosen: Chosen,
    seen: &mut BTreeSet<ObjectId>,
) -> Outcome<Vec<ManaType>> {
    let mut types = Vec::new();
    let mut rest = does;
    while let [instruction, after @ ..] = rest {
        rest = after;
        let is_fixed_after = || after.iter().all(is_fixed);
        if let Instruction::AddMana(it) = instruction {
            types.extend(added(sight, frame, it, chosen, seen)?);
        } else if let Instruction::If { condition, then, otherwise } = instruction {
            let branch = if conditions::holds(sight, frame, condition)? { then } else { otherwise };
            types.extend(by_instructions(sight, frame, branch, chosen, seen)?);
        } else if let Instruction::ChooseWord(ChooseWord { kind: WordKind::Color, from, link, .. }) =
            instruction
        {
            // Each color that could be chosen would be.
            let may_be = |color: &Color| from.is_empty() || from.iter().any(|word| *word == color.word());
            for color in Color::ALL.iter().copied().filter(may_be) {
                types.extend(by_instructions(sight, frame, after, Some((*link, color)), seen)?);
            }
            return Ok(types);
        } else if let Instruction::ChooseOne { from, .. } = instruction
            && is_fixed_after()
        {
            // So is each course.
            for course in from {
                types.extend(by_instructions(sight, frame, course, chosen, seen)?);
            }
        } else if adds(instruction) || !is_fixed_after() {
            let why = "what it could produce depends on more than its words";
            return Err(Halt::undecided(frame.source, why));
        }
    }
    Ok(types)
}

/// The types of the mana that one instruction would add.
fn added(
    sight: Sight<'_>,
    frame: &Frame,
    it: &AddMana,
    chosen: Chosen,
    seen: &mut BTreeSet<ObjectId>,
) -> Outcome<Vec<ManaType>> {
    let devotion = if let (Quantity::DevotionToChosen(link), Some((own, color))) = (&it.count, chosen)
        && *link == own
    {
        Some(Quantity::Devotion(vec![color]))
    } else {
        None
    };
    let count = quantities::value(sight, frame, devotion.as_ref().unwrap_or(&it.count))?;
    if count <= 0 {
        return Ok(Vec::new());
    }
    if let (ManaProduced::Chosen(link), Some((own, color))) = (&it.mana, chosen)
        && *link == own
    {
        return Ok(vec![ManaType::Color(color)]);
    }
    types_of(sight, frame, &it.mana, seen)
}

fn adds(instruction: &Instruction) -> bool {
    mentions(instruction, |part| matches!(part, Part::AddMana(_)))
}

/// Whether an instruction produces the same whatever is done before it, which may be nothing.
fn is_fixed(instruction: &Instruction) -> bool {
    let Instruction::AddMana(it) = instruction else { return !adds(instruction) };
    matches!(it.count, Quantity::Fixed(_))
        && matches!(
            it.mana,
            ManaProduced::Exactly(_)
                | ManaProduced::OneOf(_)
                | ManaProduced::AnyColor
                | ManaProduced::AnyOneColor
        )
}
