//! CR 106: Mana. What happens as it is spent on a spell (106.6).

use std::rc::Rc;
use std::sync::Arc;

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::instructions;
use crate::game::{Cause, CauseKind, Change, Game, ObjectId, Occasion, PlayerId, Rider, WaitingTrigger};
use crate::ir::instruction::IfSpent;
use crate::ir::{Body, Event, Players, Triggered};
use crate::rules::cr;
use crate::trace::{Level, Told, What};

/// Why it can't be told where mana is not tracked.
pub(super) const UNTRACKED: &str = "what its mana is spent on is not tracked in this scenario";

/// What an effect that adds mana says of its being spent, for all the mana that it adds.
pub(super) fn of(frame: &Frame, if_spent: &IfSpent) -> Arc<Rider> {
    let (source, origin, controller) = (frame.source, frame.origin, frame.controller);
    Arc::new(Rider { if_spent: if_spent.clone(), source, origin, controller })
}

/// What is said of the mana at these places of a player's pool, once for all the mana that one effect has added.
pub(super) fn of_mana(game: &Game, player: PlayerId, places: &[usize]) -> Vec<Arc<Rider>> {
    let mut found: Vec<Arc<Rider>> = Vec::new();
    for mana in places.iter().filter_map(|place| game.player(player).mana.get(*place)) {
        if let Some(rider) = &mana.rider
            && !found.iter().any(|earlier| Arc::ptr_eq(earlier, rider))
        {
            found.push(Arc::clone(rider));
        }
    }
    found
}

/// Mana has been spent to cast a spell, and something was said of that: it is done at once, or triggers (106.6, 603.7a).
///
/// # Errors
/// If it can't be told whether the spell is of the kind, or it can't be done.
pub(super) fn take_effect(
    play: &mut Play<'_>,
    player: PlayerId,
    spell: ObjectId,
    riders: Vec<Arc<Rider>>,
) -> Outcome {
    for rider in riders {
        let Rider { if_spent, source, origin, controller } = &*rider;
        let mut frame = Frame::of_source(*source, *controller, *origin);
        let view = play.view()?;
        if !matches(Sight { game: &play.game, view: &view }, &frame, &if_spent.on, spell)? {
            continue;
        }
        let occasion = Rc::new(Occasion { player: Some(player), ..Occasion::of(spell) });
        if if_spent.triggers {
            let cast = Event::Casts(Players::Each, if_spent.on.clone());
            let trigger = WaitingTrigger {
                source: *source,
                origin: *origin,
                number: 0,
                called: None,
                controller: *controller,
                ability: Arc::new(Triggered::new(cast, Body::of(if_spent.does.clone()))),
                occasion,
                slots: None,
                lapsed: 0,
                on_stack: None,
            };
            let cause = Cause::new(CauseKind::Ability(*source), cr!("106.6")).and(cr!("603.7a"));
            let spent = play.trace.entries().iter().rfind(
                |entry| matches!(&entry.what, What::Changed(Change::SpendMana(who, ..), _) if *who == player),
            );
            let spent = spent.map(|entry| Told { entry: entry.id, of: 1 });
            let id = play.change(cause, Level::Default, Change::Trigger(Box::new(trigger)));
            spent.iter().for_each(|its| play.trace.keep_event(id, *its));
        } else {
            frame.occasion = Some(occasion);
            frame.because = Some(cr!("106.6"));
            instructions::run(play, &mut frame, &if_spent.does)?;
        }
    }
    Ok(())
}
