//! What stands on a board as a copy of something that it has entered as (707.5).

use std::collections::BTreeMap;

use crate::diag::Span;
use crate::engine::additional::copying_objects::{self, AsCopy, Original};
use crate::engine::reading::Sight;
use crate::engine::view::View;
use crate::game::{Change, CopiedFaces, Definition, Game, ObjectId, Thing};
use crate::ir::{Layout, Zone};
use crate::rules::cr;
use crate::scenario::ast::{Modifier, ObjectText};

use super::setup::{Planned, Setup, illegal};

/// A permanent that is to be a copy, and of what.
pub(super) struct Copying {
    copy: ObjectId,
    zone: Zone,
    original: Original,
    /// Where it is said.
    pub(super) span: Span,
}

/// The permanents that are said to be copies, one of a permanent that is a copy itself behind that one.
pub(super) fn all(setup: &mut Setup<'_, '_>, game: &Game, planned: &[Planned<'_>]) -> Vec<Copying> {
    let mut found: BTreeMap<ObjectId, Copying> = BTreeMap::new();
    for plan in planned {
        for modifier in plan.modifiers {
            let Modifier::CopyOf(original) = &modifier.value else { continue };
            let (copy, zone, span) = (plan.object, plan.zone, modifier.span);
            if let Some(original) = original_of(setup, game, (copy, original), planned) {
                found.insert(copy, Copying { copy, zone, original, span });
            }
        }
    }
    let mut ordered = Vec::with_capacity(found.len());
    while let Some((_, mut it)) = found.pop_first() {
        // Those that it has to wait for come before it, the last of them first.
        let mut chain = Vec::new();
        while let Original::There(original) = it.original
            && let Some(next) = found.remove(&original)
        {
            chain.push(std::mem::replace(&mut it, next));
        }
        let first = chain.first().map_or(it.copy, |first| first.copy);
        if matches!(it.original, Original::There(original) if original == it.copy
            || chain.iter().any(|other| other.copy == original))
        {
            let message = format!("`{}` is a copy of what is a copy of it", game.object(first).base.name);
            setup.faults.push(illegal(message, it.span, cr!("707.2")));
            continue;
        }
        ordered.push(it);
        ordered.extend(chain.into_iter().rev());
    }
    ordered
}

fn original_of(
    setup: &mut Setup<'_, '_>,
    game: &Game,
    (copy, original): (ObjectId, &ObjectText),
    planned: &[Planned<'_>],
) -> Option<Original> {
    let name = original.name.text.as_str();
    if !original.is_label && original.owner.is_none() {
        let is_such = |plan: &&Planned<'_>| {
            plan.zone == Zone::Battlefield && plan.object != copy && plan.is_called(name)
        };
        let mut alike = planned.iter().filter(is_such);
        match alike.next() {
            None => match setup.cards.definition(name) {
                Some(definition) => return Some(Original::Printed(faces_of(&definition, name))),
                None => {
                    setup.unknown_card(name, original.name.span);
                    return None;
                }
            },
            // Which of several it was makes no difference where they are the same card and nothing is said of any.
            Some(first)
                if first.modifiers.is_empty()
                    && alike.all(|other| other.modifiers.is_empty() && other.same_card(first)) =>
            {
                return Some(Original::There(first.object));
            }
            Some(_) => {}
        }
    }
    match setup.find(game, original, planned)? {
        Thing::Object(object) => Some(Original::There(object)),
        Thing::Player(_) => {
            let message = format!("`{name}` is a player, and nothing is a copy of one");
            setup.faults.push(illegal(message, original.span, cr!("707.2")));
            None
        }
    }
}

/// What is copied of a card: both halves of a flip card, otherwise the face that is named (707.3, 707.8).
fn faces_of(definition: &Definition, name: &str) -> CopiedFaces {
    if definition.layout == Layout::Flip {
        return definition.faces.as_slice().into();
    }
    let named = definition.faces.iter().find(|face| *face.name == *name);
    named.or(definition.faces.first()).into_iter().cloned().collect()
}

/// What makes a permanent the copy that it is said to be; the view is one of the game before there were copies.
pub(super) fn becoming(
    setup: &mut Setup<'_, '_>,
    (game, view): (&Game, &View),
    it: &Copying,
) -> Option<Change> {
    let name = game.object(it.copy).base.name.clone();
    if it.zone != Zone::Battlefield {
        setup.cannot(format!("headjudge does not set up `{name}` as a copy there"), it.span);
        return None;
    }
    match copying_objects::from_the_start(Sight { game, view }, it.copy, &it.original) {
        Ok(AsCopy::Is(faces)) => return Some(Change::EnteredAs(it.copy, faces)),
        Ok(AsCopy::NotOfThat) => {
            let message = format!("`{name}` can't have entered as a copy of that");
            setup.faults.push(illegal(message, it.span, cr!("707.5")));
        }
        Ok(AsCopy::Nothing) => {
            let why = format!("how `{name}` has become a copy, and for how long, is not said by its text");
            setup.cannot(why, it.span);
        }
        Err(_) => setup.cannot(format!("what `{name}` has become as a copy is not known"), it.span),
    }
    None
}
