//! CR 614: Replacement Effects. What enters the battlefield as a copy (707.5), and of what.

use std::sync::Arc;

use crate::engine::additional::copying_objects;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::filters::objects;
use crate::engine::reading::selections::each;
use crate::engine::reading::{Frame, Sight, quantities};
use crate::game::{CauseKind, ChoiceKind, Definition, Item, ObjectId, Thing};
use crate::ir::replacement::{CopyIf, Enters};
use crate::ir::{CounterKind, Filter, Trait};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note, What, Would};

use super::{Arrived, Coming};

/// A permanent enters as a copy of one of a kind, which its controller chooses (614.12a, 707.2); where there is none, as itself. Says
/// whether it does.
pub(super) fn enter_as_copy(
    play: &mut Play<'_>,
    frame: &Frame,
    (what, enters): (&Filter, &Enters),
    it: &mut Coming<'_>,
    arrived: Option<&Arrived>,
    of_copy: &mut Vec<(CounterKind, u32)>,
) -> Outcome<bool> {
    let Some(copied) = choose_original(play, frame, what, it, arrived)? else { return Ok(false) };
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let own = it.values(&play.game);
    let faces = copying_objects::copiable_faces(sight, copied);
    let (mut faces, mut rules) = copying_objects::with_exceptions(sight, frame, faces, &enters.except, &own)?;
    rules = copying_objects::rule_of_original(&play.game, copied).into_iter().fold(rules, Rules::and);
    // It is no double-faced token, whatever it enters as.
    let double = |definition: &Arc<Definition>| definition.is_double_faced();
    let copies_double = play.game.object(copied).definition.as_ref().is_some_and(double);
    // An effect that it has only because of what it has become a copy of.
    if frame.source == it.object() && it.copied().is_some() {
        rules.push(cr!("616.2"));
    }
    if let Coming::Token(token, _) = &*it {
        if copies_double && !token.definition.as_ref().is_some_and(double) {
            rules.push(cr!("707.8a"));
        }
    }
    let again = !of_copy.is_empty();
    of_copy.clear();
    // What holds only for a copy of some kind is judged by how it would be without that (707.9f).
    if let Some(CopyIf { is, except, counters }) = enters.if_copy.as_deref() {
        rules.push(cr!("707.9f"));
        if it.arrived_as(&play.game, faces.clone())?.is(frame, is)? {
            let (more, by) = copying_objects::with_exceptions(sight, frame, faces, except, &own)?;
            faces = more;
            rules = by.iter().fold(rules, Rules::and);
            for (kind, count) in counters {
                of_copy.push((*kind, quantities::amount(sight, frame, count)?));
            }
        }
    }
    let rules = rules.iter().fold(Rules::of(&[cr!("707.5"), cr!("707.2")]), Rules::and);
    let rules = if again { rules.and(cr!("707.9e")) } else { rules };
    let what = What::Replaced(Thing::Object(it.object()), frame.source, Would::EnterAsCopy(copied));
    play.record(Level::Default, CauseKind::Replacement(frame.source), rules, what);
    it.becomes(faces);
    Ok(true)
}

/// Whether an effect that would make it a copy has nothing to make it a copy of. Where its controller would have chosen that, it is said
/// that there is no such choice: nobody chooses what is impossible.
pub(in crate::engine::spells::replacement_effects) fn nothing_to_copy(
    play: &mut Play<'_>,
    frame: &Frame,
    enters: &Enters,
    it: &Coming<'_>,
) -> Outcome<bool> {
    let Some(what) = &enters.copy_of else { return Ok(false) };
    let arrived = match it {
        Coming::Moves(_) => None,
        Coming::Token(..) => Some(it.arrived(&play.game)?),
    };
    let none = originals(play, frame, what, it, arrived.as_ref())?.is_empty();
    if none && !matches!(what, Filter::Is(Trait::This) | Filter::Among(_)) {
        let rules = Rules::of(&[cr!("614.12a"), cr!("609.3")]);
        let kind = CauseKind::Replacement(frame.source);
        play.note(Level::Default, kind, rules, Note::NothingToEnterAs(it.object()));
    }
    Ok(none)
}

/// Which permanent it enters as a copy of: the one that the effect says, or one that its controller chooses.
fn choose_original(
    play: &mut Play<'_>,
    frame: &Frame,
    what: &Filter,
    it: &Coming<'_>,
    arrived: Option<&Arrived>,
) -> Outcome<Option<ObjectId>> {
    let items = originals(play, frame, what, it, arrived)?;
    if let (Filter::Is(Trait::This) | Filter::Among(_), [Item::Object(this)]) = (what, items.as_slice()) {
        return Ok(Some(*this));
    }
    if items.is_empty() {
        return Ok(None);
    }
    let rules = Rules::of(&[cr!("614.12a")]);
    let source = Some(it.asking());
    play.next_asks_of(frame, what, None);
    let picked = play.pick(frame.controller, ChoiceKind::Choose, source, items, 1, 1, false, rules)?;
    Ok(picked.first().and_then(Item::object))
}

/// What there is on the battlefield to enter as a copy of.
fn originals(
    play: &mut Play<'_>,
    frame: &Frame,
    what: &Filter,
    it: &Coming<'_>,
    arrived: Option<&Arrived>,
) -> Outcome<Vec<Item>> {
    let view = play.view()?;
    let now = Sight { game: &play.game, view: &view };
    let sight = arrived.map_or(now, Arrived::sight);
    let itself = arrived.map_or_else(|| it.object(), |arrived| arrived.object);
    // What has been chosen before is copied as it last existed, should it be gone (608.2h).
    let all = if let Filter::Among(chosen) = what {
        objects(sight, frame, chosen)?
    } else {
        each(sight, frame, what)?
    };
    Ok(all.into_iter().filter(|object| *object != itself).map(Item::Object).collect())
}
