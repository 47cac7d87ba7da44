//! CR 722: Preparation Cards
//!
//! The alternative characteristics are part of a permanent's copiable values (722.2b), and only copies are cast with them: one is
//! created in exile as a permanent becomes prepared, and stays there for as long as that permanent is (722.3c).

use std::sync::Arc;

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::view::View;
use crate::game::{
    Cause, Change, Characteristics, Definition, Designation, Game, Mark, Nature, NewObject, ObjectId,
    PlayerId,
};
use crate::ir::{Layout, Zone};
use crate::rules::cr;
use crate::trace::Level;

/// A permanent becomes prepared, unless it has no prepare spell or is prepared already (722.3a); its controller creates the copy of
/// that spell in exile (722.3c). Says whether it became so.
///
/// # Errors
/// If the layers can't be worked out.
pub(in crate::engine) fn become_prepared(
    play: &mut Play<'_>,
    cause: Cause,
    permanent: ObjectId,
) -> Outcome<bool> {
    let its = play.game.object(permanent);
    if !its.on_battlefield() || its.prepare_spell().is_some() {
        return Ok(false);
    }
    let view = play.view()?;
    let Some(spell) = view.characteristics(&play.game, permanent).prepare.clone() else { return Ok(false) };
    let controller = view.controller(&play.game, permanent);
    for (rule, change) in changes(permanent, controller, spell, play.game.next_object()) {
        play.change(cause.by(rule), Level::Default, change);
    }
    Ok(true)
}

/// What is done as a permanent of a player's becomes prepared, each with its rule: it is, and the copy is there.
pub(in crate::engine) fn changes(
    permanent: ObjectId,
    controller: PlayerId,
    spell: Arc<Characteristics>,
    new: ObjectId,
) -> [(crate::rules::RuleId, Change); 2] {
    // Those characteristics are the copy's normal ones, and it has no others.
    let name = spell.name.clone();
    let faces = vec![spell.clone()];
    let definition = Definition { layout: Layout::Normal, faces, name, combined: None, vanguard: (0, 0) };
    let copy = NewObject {
        definition: Some(Arc::new(definition)),
        ..NewObject::new(new, Nature::Copy, controller, Zone::Exile, spell)
    };
    [
        (cr!("722.3a"), Change::Designate(permanent, Designation::Prepared(new))),
        (cr!("722.3c"), Change::Create(Box::new(copy))),
    ]
}

/// What is prepared on a board from the start, with the copy in exile; nothing if it has no prepare spell (722.3a).
pub fn from_the_start(game: &Game, permanent: ObjectId, controller: PlayerId) -> Option<[Change; 2]> {
    let spell = game.object(permanent).base.prepare.clone()?;
    Some(changes(permanent, controller, spell, game.next_object()).map(|(_, change)| change))
}

/// A permanent becomes unprepared (722.3b); the copy has nothing to stay in exile for then. Says whether it was prepared.
pub(in crate::engine) fn become_unprepared(play: &mut Play<'_>, cause: Cause, permanent: ObjectId) -> bool {
    let its = play.game.object(permanent);
    let Some(copy) = its.prepare_spell().filter(|_| its.on_battlefield()) else { return false };
    let change = Change::Undesignate(permanent, Designation::Prepared(copy));
    play.change(cause, Level::Default, change);
    true
}

/// Of permanents that have phased in, those that are prepared get a new copy: the old one has ceased to exist (722.3c).
///
/// # Errors
/// If the layers can't be worked out.
pub(in crate::engine) fn phased_in(play: &mut Play<'_>, cause: Cause, permanents: &[ObjectId]) -> Outcome {
    for permanent in permanents {
        let Some(old) = play.game.object(*permanent).prepare_spell() else { continue };
        let view = play.view()?;
        let Some(spell) = view.characteristics(&play.game, *permanent).prepare.clone() else { continue };
        let controller = view.controller(&play.game, *permanent);
        let [(_, designate), (rule, create)] =
            changes(*permanent, controller, spell, play.game.next_object());
        let marked = cause.by(cr!("722.3a"));
        play.change(marked, Level::Hidden, Change::Undesignate(*permanent, Designation::Prepared(old)));
        play.change(marked, Level::Hidden, designate);
        play.change(cause.by(rule), Level::Default, create);
    }
    Ok(())
}

/// The prepared permanent for which a copy of a prepare spell is in exile.
pub fn preparer(game: &Game, copy: ObjectId) -> Option<ObjectId> {
    let is_of = |object: &&ObjectId| {
        let its = game.object(**object);
        its.on_battlefield() && its.prepare_spell() == Some(copy)
    };
    game.marked(Mark::Designated).iter().find(is_of).copied()
}

/// Whether a copy stays in exile although copies of spells cease to exist there (704.5e): its permanent is prepared.
pub(in crate::engine) fn stays(game: &Game, copy: ObjectId) -> bool {
    game.object(copy).zone == Zone::Exile && preparer(game, copy).is_some()
}

/// Whether a player may cast a copy from exile: who controls the prepared permanent may (722.3c).
pub fn may_cast(game: &Game, view: &View, player: PlayerId, copy: ObjectId) -> bool {
    game.object(copy).zone == Zone::Exile
        && preparer(game, copy).is_some_and(|permanent| view.controller(game, permanent) == player)
}

/// A prepared permanent loses the designation the moment that the spell becomes cast (722.3c, 601.2i).
pub(in crate::engine) fn became_cast(play: &mut Play<'_>, cause: Cause, spell: ObjectId) {
    let permanent = play.game.object(spell).previous.and_then(|copy| preparer(&play.game, copy));
    if let Some(permanent) = permanent {
        become_unprepared(play, cause.led_by(cr!("722.3c")), permanent);
    }
}
