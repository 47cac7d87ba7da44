//! CR 611: Continuous Effects. An effect on attacking creatures that speaks of the defending player: of each its own (508.5a).

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::selections::{attack_meant, defending_of, defending_player, select};
use crate::engine::reading::{Frame, Sight};
use crate::game::{ObjectId, PlayerId, Thing};
use crate::ir::instruction::Apply;
use crate::ir::part::{Part, mentions};
use crate::ir::{Players, Selection, Slot};

/// What the creatures that attack one of the defending players are bound to, for the effect on them.
const ATTACKERS: Slot = Slot::literal("attackers of one player");

/// The effect for each of several defending players alone, with the creatures that attack them; nothing where it needs not be told apart,
/// or is about something that does not attack.
///
/// # Errors
/// If it can't be told what it affects.
pub(super) fn apart(
    play: &mut Play<'_>,
    frame: &Frame,
    apply: &Apply,
) -> Outcome<Option<Vec<(Frame, Apply)>>> {
    let Some(to @ Selection::Each(_)) = &apply.to else { return Ok(None) };
    let asks = mentions(&apply.changes, |part| matches!(part, Part::Players(Players::Defending)));
    if !asks || !play.game.turn().step.is_combat() {
        return Ok(None);
    }
    let decided = frame.defending.is_some() || defending_of(frame).is_some();
    let alone = play.game.opponents(play.game.turn().active).nth(1).is_none();
    if decided || alone || attack_meant(&play.game, frame).is_some() {
        return Ok(None);
    }
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let mut groups: Vec<(PlayerId, Vec<ObjectId>)> = Vec::new();
    for object in select(sight, frame, to)?.into_iter().filter_map(Thing::object) {
        let Some(attack) = play.game.combat().attack_of(object) else { return Ok(None) };
        let player = defending_player(sight, attack.defender);
        match groups.iter_mut().find(|(of, _)| *of == player) {
            Some((_, attackers)) => attackers.push(object),
            None => groups.push((player, vec![object])),
        }
    }
    let effect_on = |(player, attackers): (PlayerId, Vec<ObjectId>)| {
        let mut frame = Frame { defending: Some(player), ..frame.clone() };
        frame.bind(Some(ATTACKERS), attackers.into_iter().map(Thing::Object).collect());
        (frame, Apply { to: Some(Selection::Slot(ATTACKERS)), ..apply.clone() })
    };
    Ok(Some(groups.into_iter().map(effect_on).collect()))
}
