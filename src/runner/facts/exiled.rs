//! What is so of a card because it is in exile.

use crate::diag::{Code, Diagnostic};
use crate::engine::zones::exile::pile_of;
use crate::game::ObjectId;
use crate::ir::Zone;
use crate::rules::{Rules, cr};
use crate::runner::claims::Judged;
use crate::runner::stage::{Stage, Staged, Stop};
use crate::scenario::script::FactKind;

/// Whether a card lies face down in a pile: one that has a name, or that of another card (406.4).
pub(super) fn in_pile(stage: &mut Stage<'_, '_>, object: ObjectId, fact: &FactKind) -> Staged<Judged> {
    let (pile, called) = match fact {
        FactKind::InPileOf(card) => {
            let card = stage.object(card)?;
            (card, stage.answers.table().told(&stage.play.game, card))
        }
        FactKind::InPile(name) => {
            let table = stage.answers.table();
            let named = table.piles.iter().find(|(its, _)| *its == name.text).map(|(_, card)| *card);
            let Some(card) = named else {
                let message = format!("no pile is called `{}`", name.text);
                return Err(Stop::Fault(Diagnostic::error(Code::UnknownWord, message, name.span, "")));
            };
            (card, name.text.clone())
        }
        _ => (object, String::new()),
    };
    let game = &stage.play.game;
    let lies = |card: ObjectId| {
        let its = game.object(card);
        its.exists && its.zone == Zone::Exile && its.is_face_down()
    };
    let holds = lies(object) && pile_of(game, object) == pile_of(game, pile);
    let sentence =
        if holds { format!("is in the pile of {called}") } else { format!("is not in the pile of {called}") };
    Ok(Judged { holds, sentence, rules: Rules::of(&[cr!("406.4")]) })
}
