//! Which face of a card its name on the board means: on the battlefield and on the stack that one is up, where the rules let it be.

use super::{Setup, illegal};
use crate::diag::{Code, Diagnostic, Span};
use crate::game::{Characteristics, Definition};
use crate::ir::{KeywordName, Layout, Zone};
use crate::rules::cr;

impl Setup<'_, '_> {
    /// The face that is up of a card that is called so on the board, by index. Elsewhere a card is known by the name of any face, and has
    /// the characteristics of the front one (712.8a, 715.4).
    pub(super) fn face_up(
        &mut self,
        (definition, name): (&Definition, &str),
        (zone, span): (Zone, Span),
    ) -> u8 {
        let on_stack = zone == Zone::Stack;
        if !on_stack && zone != Zone::Battlefield {
            return 0;
        }
        let named = |face: &&std::sync::Arc<Characteristics>| *face.name == *name;
        let index = definition.faces.iter().position(|face| named(&face));
        let Some(index) = index.and_then(|index| u8::try_from(index).ok()) else {
            // The whole name of a split card.
            if on_stack {
                return self.both_halves(definition, span);
            }
            return 0;
        };
        if index == 0 || definition.layout == Layout::Split {
            return index;
        }
        let front = definition.faces.first().map_or("", |front| &*front.name);
        let (why, rule) = match (definition.layout, on_stack) {
            (Layout::Transform, false) | (Layout::Modal, _) | (Layout::Flip, false) => return index,
            (Layout::Adventure | Layout::Omen, true) => return index,
            (Layout::Transform, true) if cast_transformed(definition) => return index,
            (Layout::Transform, true) => {
                ("is the back face, and nothing lets it be cast transformed", cr!("712.8c"))
            }
            (Layout::Flip, true) => ("is there only on the battlefield, once it is flipped", cr!("710.2")),
            (Layout::Meld, true) => {
                ("is there only on the battlefield, once two cards are melded", cr!("712.8b"))
            }
            (Layout::Meld, false) => {
                let why = format!(
                    "headjudge does not set up `{name}` as melded yet: put both cards on the board, and let `{front}` or its \
                     counterpart meld them"
                );
                self.cannot(why, span);
                return 0;
            }
            (Layout::Adventure, false) => ("is there only on the stack, as an Adventure", cr!("715.4")),
            (Layout::Omen, false) => ("is there only on the stack, as an Omen", cr!("720.4")),
            (Layout::Prepare, _) => ("is only what a copy of it is cast as", cr!("722.4")),
            (Layout::Normal | Layout::Prototype | Layout::Split, _) => return 0,
        };
        let message = format!("`{name}` {why}");
        self.faults
            .push(illegal(message, span, rule).with_help(format!("the card is called `{front}` there")));
        0
    }

    /// A split card whose name is written whole is a fused spell, if it can be (702.102a); else nobody says which half of it was cast.
    fn both_halves(&mut self, definition: &Definition, span: Span) -> u8 {
        let last = definition.faces.len().saturating_sub(1);
        if definition.combined.is_none() || definition.is_fused(last) {
            return if definition.is_fused(last) { u8::try_from(last).unwrap_or(0) } else { 0 };
        }
        let halves: Vec<String> = definition.faces.iter().map(|face| format!("`{}`", face.name)).collect();
        self.faults.push(
            Diagnostic::error(Code::AmbiguousName, "which half of the split card was cast?", span, "")
                .with_help(format!("write {}", halves.join(" or ")))
                .with_rule(cr!("709.3")),
        );
        0
    }
}

/// Whether a way of casting the card puts it onto the stack with its back face up (712.11a).
fn cast_transformed(definition: &Definition) -> bool {
    let ways = [KeywordName::Disturb, KeywordName::MoreThanMeetsTheEye];
    definition
        .faces
        .first()
        .is_some_and(|front| ways.iter().any(|way| front.has(*way)) || front.has_subtype_named("Siege"))
}
