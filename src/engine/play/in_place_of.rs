//! Who chooses in the place of a player who has left the game (800.4g, 800.4h).

use crate::engine::halt::{Halt, Outcome};
use crate::game::{Choice, ChoiceKind, Item, PlayerId};
use crate::ir::Zone;
use crate::rules::{Rules, cr};

use super::Play;

/// The choice as somebody makes it who is in the game: what an object asks of a player who has left, its controller has another
/// player choose, an opponent rather than a friend if an opponent was to choose (800.4g); what a rule asks, the next player in turn
/// order chooses (800.4h). What chance decides is nobody's choice.
///
/// # Errors
/// If the controller does not say who chooses, or has left too.
pub(super) fn chooser(play: &mut Play<'_>, mut choice: Choice, rules: Rules) -> Outcome<(Choice, Rules)> {
    let player = choice.player;
    if !play.game.player(player).gone || choice.kind.by_chance() {
        return Ok((choice, rules));
    }
    let by_rule =
        matches!(choice.kind, ChoiceKind::First | ChoiceKind::Order | ChoiceKind::Keep | ChoiceKind::Damage);
    let Some(source) = choice.source.filter(|_| !by_rule) else {
        choice.player = play.game.player_after(player);
        return Ok((choice, rules.and(cr!("800.4h"))));
    };
    let its = play.game.object(source);
    let controller = match its.zone {
        Zone::Battlefield | Zone::Stack => play.view()?.controller(&play.game, source),
        _ => its.controller,
    };
    if play.game.player(controller).gone {
        let why = "a player who has left would choose, and so has the one who would say who does";
        return Err(Halt::undecided(source, why));
    }
    let was_opponent = !play.game.same_team(player, controller);
    let mut others: Vec<PlayerId> = play.game.opponents(controller).collect();
    if !was_opponent || others.is_empty() {
        others = play.game.apnap().into_iter().collect();
    }
    if let [only] = others.as_slice() {
        choice.player = *only;
        return Ok((choice, rules.and(cr!("800.4g"))));
    }
    let items = others.into_iter().map(Item::Player).collect();
    let by = Rules::of(&[cr!("800.4g")]);
    let picked = play.pick(controller, ChoiceKind::Player, Some(source), items, 1, 1, false, by)?;
    if let Some(Item::Player(other)) = picked.first() {
        choice.player = *other;
    }
    Ok((choice, rules.and(cr!("800.4g"))))
}
