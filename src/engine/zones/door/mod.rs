//! CR 400: General. The one door between zones. What moves at once is one `Batch`, which goes through it in steps: decide, replace,
//! arrange, apply and record, aftermath, look.

use std::rc::Rc;

use crate::engine::additional::merging_with_permanents;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::reading::fighters::Joins;
use crate::engine::spells::events::{Happening, Part, after};
use crate::engine::spells::replacement_effects::Pending;
use crate::engine::view::View;
use crate::game::{Cause, Change, Combat, Move, MoveAction, ObjectId, PlayerId, Position, SentBy};
use crate::ir::Zone;
use crate::rules::cr;
use crate::trace::Level;

use super::general::causer;

mod deciding;
pub(super) mod decks;
mod mechanisms;

pub(in crate::engine) use deciding::{as_if_moved, cant_enter, forbidden_to_enter};

/// Objects that move at once, while that is being decided.
struct Batch {
    /// How many moves were proposed.
    proposed: usize,
    /// The moves that are made, as they are by now.
    going: Vec<Going>,
    /// What happens instead of moves, or in addition to them (614.6).
    instead: Vec<Pending>,
}

/// A move that is about to be made.
#[derive(Clone)]
pub(in crate::engine) struct Going {
    /// Which of the proposed moves it was.
    pub(in crate::engine) index: usize,
    /// Why it is made.
    pub(in crate::engine) cause: Cause,
    /// The move itself.
    pub(in crate::engine) it: Move,
    /// Whether it was to go to a library before anything replaced the move.
    pub(in crate::engine) to_library_anyway: bool,
    /// Who caused the move before anything replaced it.
    proposer: Option<PlayerId>,
    /// Who has the card discarded, if it is: another than who controls what puts it elsewhere instead.
    discarder: Option<PlayerId>,
    /// The player chosen to protect it, if it is a battle that enters.
    protector: Option<PlayerId>,
}

/// What has moved at once.
struct Arrivals {
    /// What the layers had made of everything before.
    before: Rc<View>,
    /// The combat as it was before.
    combat: Rc<Combat>,
    /// What has moved, in order.
    moved: Vec<Moved>,
    /// What everything is to look at.
    happenings: Vec<Happening>,
}

/// An object that has moved.
struct Moved {
    /// Which of the proposed moves it was.
    index: usize,
    /// Why it was moved.
    by: Cause,
    /// The same with the rules of the move itself, as it was recorded.
    recorded: Cause,
    /// What it was.
    from: ObjectId,
    /// What it is.
    to: ObjectId,
    owner: PlayerId,
    /// The zone where it was.
    left: Zone,
    /// The zone where it is.
    entered: Zone,
    position: Position,
    action: MoveAction,
    /// Who controls what moved it.
    causer: Option<PlayerId>,
    /// Whether it enters prepared.
    prepared: bool,
    sent_by: Option<SentBy>,
    protector: Option<PlayerId>,
}

impl Moved {
    /// Whether it only lies at another place of its library, as the object that it was.
    fn stays(&self) -> bool {
        self.from == self.to
    }
}

/// Moves an object, and says what it is then: nothing if it didn't move.
///
/// # Errors
/// As [`move_each`].
pub(in crate::engine) fn move_one(play: &mut Play<'_>, cause: Cause, it: Move) -> Outcome<Option<ObjectId>> {
    Ok(move_each(play, vec![(cause, it)])?.into_iter().next().flatten())
}

/// Moves objects as one event: asks replacement effects (614, 616), gives each a new identity (400.7), and lets
/// everything look that waits for it. Says what each is then: nothing for those that didn't move.
///
/// # Errors
/// If a replacement needs a choice that nobody makes, or can't be played.
pub(in crate::engine) fn move_each(
    play: &mut Play<'_>,
    moves: Vec<(Cause, Move)>,
) -> Outcome<Vec<Option<ObjectId>>> {
    move_each_fighting(play, moves, None)
}

/// The same of what an effect puts onto the battlefield attacking or blocking, if it says that.
///
/// # Errors
/// As [`move_each`].
pub(in crate::engine) fn move_each_fighting(
    play: &mut Play<'_>,
    moves: Vec<(Cause, Move)>,
    fights: Option<(&Frame, &Joins<'_>)>,
) -> Outcome<Vec<Option<ObjectId>>> {
    let mut batch = deciding::decide(play, moves, fights)?;
    let before = play.view()?;
    mechanisms::arrange(play, &mut batch.going)?;
    let mut arrivals = apply(play, batch.going, before);
    mechanisms::afterwards(play, &mut arrivals)?;
    after(play, &arrivals.before, &arrivals.happenings)?;
    mechanisms::at_last(play, &mut arrivals)?;
    for instructions in batch.instead {
        instructions.run(play)?;
    }
    let mut results = vec![None; batch.proposed];
    for moved in &arrivals.moved {
        if let Some(slot) = results.get_mut(moved.index) {
            *slot = Some(moved.to);
        }
    }
    Ok(results)
}

/// Makes the moves, and records each with what belongs to it.
fn apply(play: &mut Play<'_>, going: Vec<Going>, before: Rc<View>) -> Arrivals {
    let batch = play.trace.next_batch();
    let combat = play.game.combat_as_it_is();
    let (moved, happenings) = (Vec::with_capacity(going.len()), Vec::with_capacity(going.len()));
    let mut arrivals = Arrivals { before, combat, moved, happenings };
    for (place, going) in going.into_iter().enumerate() {
        let moved = apply_one(play, going, place > 0, batch);
        if !moved.stays() {
            mechanisms::as_it_moves(play, &mut arrivals, &moved);
        }
        arrivals.moved.push(moved);
    }
    arrivals
}

/// Makes one of the moves, and records it.
fn apply_one(play: &mut Play<'_>, going: Going, together: bool, batch: u32) -> Moved {
    let Going { index, cause, mut it, discarder, protector, .. } = going;
    let its = play.game.object(it.object);
    let (left, owner) = (its.zone, its.owner);
    let stays = it.to == Zone::Library && left == Zone::Library && !its.outside;
    it.new = if stays { it.object } else { play.game.next_object() };
    it.together = together;
    let recorded = match left {
        Zone::Command if it.to == Zone::Command => cause.and(cr!("400.10")),
        // Outside the game is no zone (400.11).
        _ if left == it.to || its.outside => cause,
        _ => cause.and(cr!("400.7")),
    };
    let recorded = match left == Zone::Battlefield && it.to != left {
        true => merging_with_permanents::leaving(&play.game, recorded, it.object),
        false => recorded,
    };
    let moved = Moved {
        index,
        by: cause,
        recorded,
        from: it.object,
        to: it.new,
        owner,
        left,
        entered: it.to,
        position: it.position,
        action: it.action,
        causer: discarder.or_else(|| causer(play, &cause)),
        prepared: it.prepared && it.to == Zone::Battlefield,
        sent_by: it.sent_by,
        protector,
    };
    let change = match stays {
        true => Change::Place(it.object, it.position),
        false => Change::Move(Box::new(it)),
    };
    play.game.apply(&change);
    play.record_change(recorded, Level::Default, change, batch);
    moved
}

/// That an object has gone from one zone to another, with the other cards of what it was.
fn happens(play: &Play<'_>, moved: &Moved) -> Happening {
    let others = merging_with_permanents::parts_of(&play.game, moved.from);
    let part = if others.is_empty() { Part::Whole } else { Part::With(others.to_vec().into()) };
    let Moved { from, to, action, causer, .. } = *moved;
    Happening::Moved { from, to, action, causer, part }
}
