//! What is so of a card because it is in exile.

use crate::diag::{Code, Diagnostic};
use crate::game::ObjectId;
use crate::ir::CounterKind;
use crate::runner::claims::{Judged, naming};
use crate::runner::stage::{Stage, Staged, Stop};
use crate::scenario::script::FactKind;
use crate::why::{bonds, exile};

use super::{on, optional, say};

/// Whether such a fact holds of a card.
pub(super) fn judge(stage: &mut Stage<'_, '_>, object: ObjectId, fact: &FactKind) -> Staged<Judged> {
    let table = stage.answers.table();
    let its = stage.play.game.shared(object);
    Ok(match fact {
        FactKind::Haunting(what) => {
            let haunted = optional(stage, what.as_ref())?;
            let (holds, rules) = stage.why(|played| Ok(bonds::haunts(played, object, haunted)))?;
            let name = haunted.map(|what| table.told(&stage.play.game, what));
            let sentence = match (name, holds) {
                (Some(name), true) => format!("haunts {name}"),
                (Some(name), false) => format!("does not haunt {name}"),
                (None, true) => "haunts something".to_owned(),
                (None, false) => "haunts nothing".to_owned(),
            };
            say(holds, sentence, rules)
        }
        FactKind::Haunted(by) => {
            let card = optional(stage, by.as_ref())?;
            let (holds, rules) = stage.why(|played| {
                Ok(match card {
                    Some(card) => bonds::haunts(played, card, Some(object)),
                    None => bonds::is_haunted(played, object),
                })
            })?;
            let not = if holds { "" } else { "not " };
            let by = card.map(|card| format!(" by {}", table.told(&stage.play.game, card)));
            say(holds, format!("is {not}haunted{}", by.unwrap_or_default()), rules)
        }
        FactKind::Suspended(count) => {
            let (is, rules) = stage.why(|played| Ok(exile::suspended(played, object)))?;
            let actual = its.counters_of(CounterKind::TIME);
            let plural = if actual == 1 { "" } else { "s" };
            let sentence = match is {
                true => format!("is suspended with {actual} time counter{plural}"),
                false => "is not suspended".to_owned(),
            };
            say(is && count.is_none_or(|count| count == actual), sentence, rules)
        }
        FactKind::Foretold => {
            let (is, rules) = exile::foretold(&its);
            on(is, "is foretold", "is not foretold", rules)
        }
        FactKind::Plotted => {
            let (is, rules) = stage.why(|played| Ok(exile::plotted(played, object)))?;
            on(is, "is plotted", "is not plotted", rules)
        }
        fact => in_pile(stage, object, fact)?,
    })
}

/// Whether a card lies face down in a pile: one that has a name, or that of another card (406.4).
fn in_pile(stage: &mut Stage<'_, '_>, object: ObjectId, fact: &FactKind) -> Staged<Judged> {
    let (pile, called) = match fact {
        FactKind::InPileOf(card) => {
            let card = naming::now(stage, card)?;
            (card, stage.answers.table().told(&stage.play.game, card))
        }
        FactKind::InPile(name) => {
            let table = stage.answers.table();
            let named = table.piles.iter().find(|(its, _)| *its == name.text).map(|(_, card)| *card);
            let Some(card) = named else {
                let message = format!("no pile is called `{}`", name.text);
                return Err(Stop::Fault(Diagnostic::error(Code::UnknownWord, message, name.span, "")));
            };
            (card, format!("`{}`", name.text))
        }
        _ => (object, String::new()),
    };
    let (holds, rules) = exile::piled(&stage.play.game, object, pile);
    let of = if matches!(fact, FactKind::InPileOf(_)) { "the pile of" } else { "the pile" };
    let sentence = format!("is {}in {of} {called}", if holds { "" } else { "not " });
    Ok(say(holds, sentence, rules))
}
