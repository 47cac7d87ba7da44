//! CR 701.19: Regenerate

use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::game::effects::ShieldKind;
use crate::game::{Bindings, Cause, Change, ObjectId, Shield};
use crate::ir::Duration;
use crate::rules::cr;
use crate::trace::Level;

/// Makes a shield that replaces the next destruction of a permanent this turn (701.19a).
pub(in crate::engine) fn regenerate(play: &mut Play<'_>, cause: Cause, frame: &Frame, object: ObjectId) {
    if !play.game.object(object).on_battlefield() {
        return;
    }
    let shield = Shield {
        id: play.game.next_effect(),
        source: frame.source,
        controller: frame.controller,
        protects: Some(object),
        kind: ShieldKind::Regeneration,
        since_turn: play.game.turn().number,
        duration: Duration::EndOfTurn,
        uses: Some(1),
        damage: None,
        bindings: Bindings::default(),
        keyword: None,
    };
    play.change(cause.by(cr!("701.19a")), Level::Default, Change::AddShield(Box::new(shield)));
}
