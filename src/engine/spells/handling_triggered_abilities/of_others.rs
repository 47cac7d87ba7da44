//! CR 603: Handling Triggered Abilities. Those that trigger as something makes another ability trigger: they are put on the stack after all
//! others (603.3b), and "that ability" is what the other one will be there.

use std::rc::Rc;

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::events::looks_back;
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::events::Happening;
use crate::engine::view::View;
use crate::game::{Called, Change, Game, NewObject, ObjectId, Occasion, WaitingTrigger};
use crate::ir::{Ability, Event};
use crate::rules::{Rules, cr};
use crate::trace::{EntryId, Told};

use super::{steps, times, trigger_if_it_may};

/// An ability that triggers as another one does, and how many times more than once it does so.
pub(super) struct Other {
    trigger: WaitingTrigger,
    more: u32,
}

/// Whether an ability waits for others to trigger.
pub(super) const fn waits_for_others(event: &Event) -> bool {
    matches!(event, Event::Triggers { .. })
}

/// The abilities that will trigger if an ability of an object does so on an event, because of what has happened.
///
/// # Errors
/// If one of them asks for what can't be told.
pub(super) fn find(
    game: &Game,
    (before, after): (&View, &View),
    (source, event): (ObjectId, &Event),
    by: &[&Happening],
    at_once: &[Happening],
) -> Outcome<Vec<Other>> {
    let mut found = Vec::new();
    for at in &after.triggered {
        let Some(instance) = after.ability(game, *at) else { continue };
        let Ability::Triggered(ability) = &*instance.ability else { continue };
        let Event::Triggers { of, because } = &ability.when else { continue };
        let controller = after.controller(game, at.object);
        let frame = Frame::of_source(at.object, controller, instance.origin);
        let sight = Sight { game, view: if looks_back(because) { before } else { after } };
        let is_such = |occasion: Occasion| {
            let frame = frame.clone().with_occasion(Rc::new(occasion));
            matches(sight, &frame, of, source)
        };
        let mut caused = false;
        for happening in by {
            let how = (event, *happening, at_once);
            caused = caused || times::causes_such(sight, &frame, because, how, &is_such)?;
        }
        if !caused {
            continue;
        }
        let now = Sight { game, view: after };
        let abilities = &after.characteristics(game, at.object).abilities;
        let trigger = WaitingTrigger {
            source: at.object,
            origin: instance.origin,
            number: at.number,
            called: Some(Called::triggered(abilities, instance, at.number)),
            controller,
            ability: ability.clone(),
            occasion: Rc::default(),
            slots: None,
            lapsed: 0,
            on_stack: None,
        };
        found.push(Other { trigger, more: times::of(now, at.object, &ability.when, &[], at_once)?.more });
    }
    Ok(found)
}

/// Deals an ability that triggers the id that it will have on the stack, where others trigger on that.
pub(super) fn deal(play: &mut Play<'_>, trigger: &mut WaitingTrigger, others: &[Other]) {
    if !others.is_empty() {
        let id = play.game.next_object();
        let new = NewObject { to_come: true, ..steps::on_the_stack(trigger, id) };
        play.apply_ahead(&Change::Create(Box::new(new)));
        trigger.on_stack = Some(id);
    }
}

/// Lets the others trigger on an ability that has triggered.
///
/// # Errors
/// If a condition of one of them can't be told.
pub(super) fn trigger(
    play: &mut Play<'_>,
    view: &View,
    on_stack: Option<ObjectId>,
    (triggered, others): (EntryId, &[Other]),
) -> Outcome {
    let Some(ability) = on_stack else { return Ok(()) };
    for other in others {
        let occasion = Rc::new(Occasion::of(ability));
        let trigger = WaitingTrigger { occasion, ..other.trigger.clone() };
        let rules = Rules::of(&[cr!("603.2")]);
        let event = Some(Told { entry: triggered, of: 1 });
        for _ in 0..other.more {
            trigger_if_it_may(play, view, trigger.clone(), (rules.and(cr!("603.2d")), event), &[])?;
        }
        trigger_if_it_may(play, view, trigger, (rules, event), &[])?;
    }
    Ok(())
}
