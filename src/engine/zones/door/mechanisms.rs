//! CR 400: General. What looks after objects that change zones, mechanism by mechanism, in its order.

use crate::engine::additional::keyword_abilities::{cipher, haunt, soulbond};
use crate::engine::additional::keyword_actions::shuffle;
use crate::engine::additional::{
    face_down_spells_and_permanents, merging_with_permanents, preparation_cards, split_cards,
};
use crate::engine::card_types::battles;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::events::{Happening, Part};
use crate::engine::spells::interaction_of_continuous_effects::simultaneous;
use crate::engine::spells::replacement_effects::sent_to_exile;
use crate::engine::turn::combat_phase;
use crate::engine::zones::{graveyard, library};
use crate::game::{Cause, CauseKind, ObjectId, PlayerId, Position};
use crate::ir::Zone;
use crate::rules::{RuleId, cr};
use crate::trace::{Level, Note};

use super::{Arrivals, Going, Moved};

/// A mechanism that cares about what changes zones: its rule, and what it does when.
struct Mechanism {
    #[expect(dead_code, reason = "it is for who reads the table")]
    rule: RuleId,
    does: Does,
}

/// When a mechanism has its say, and what it does then.
enum Does {
    /// Before anything has moved: it orders the moves, or adds to them.
    Before(fn(&mut Play<'_>, &mut [Going]) -> Outcome),
    /// As each object has become another one.
    Each(fn(&mut Play<'_>, &mut Arrivals, &Moved)),
    /// When all have moved, before anything looks.
    All(fn(&mut Play<'_>, &mut Arrivals) -> Outcome),
    /// When everything has looked.
    Last(fn(&mut Play<'_>, &mut Arrivals) -> Outcome),
}

/// The mechanisms, in their order.
const MECHANISMS: &[Mechanism] = &[
    Mechanism { rule: cr!("730.3a"), does: Does::Before(order_components) },
    Mechanism { rule: cr!("608.2h"), does: Does::Before(keep_what_is_known) },
    Mechanism { rule: cr!("404.3"), does: Does::Before(graveyard::arrange) },
    Mechanism { rule: cr!("401.4"), does: Does::Before(library::arrange) },
    Mechanism { rule: cr!("613.7m"), does: Does::Before(simultaneous::arrange) },
    Mechanism { rule: cr!("708.9"), does: Does::Each(show_what_was_face_down) },
    Mechanism { rule: cr!("310.9a"), does: Does::Each(protect_battle) },
    Mechanism { rule: cr!("603.6"), does: Does::Each(tell) },
    Mechanism { rule: cr!("730.3"), does: Does::Each(tell_of_other_cards) },
    Mechanism { rule: cr!("709.5d"), does: Does::Each(unlock_what_was_cast) },
    Mechanism { rule: cr!("603.2e"), does: Does::Each(tell_of_attached) },
    Mechanism { rule: cr!("701.24g"), does: Does::All(shuffle_libraries) },
    Mechanism { rule: cr!("722.3a"), does: Does::All(prepare) },
    Mechanism { rule: cr!("506.4"), does: Does::All(leave_combat) },
    Mechanism { rule: cr!("702.99c"), does: Does::All(note_encodings_ended) },
    Mechanism { rule: cr!("702.55b"), does: Does::All(note_hauntings_ended) },
    Mechanism { rule: cr!("702.95e"), does: Does::All(unpair) },
    Mechanism { rule: cr!("702.35a"), does: Does::All(tell_of_sent) },
    Mechanism { rule: cr!("614.6"), does: Does::Last(go_on_with_sent) },
];

/// Orders the moves of a batch before they are made.
///
/// # Errors
/// If an order is to be chosen and nobody chooses it, or the layers can't be worked out.
pub(super) fn arrange(play: &mut Play<'_>, going: &mut [Going]) -> Outcome {
    for mechanism in MECHANISMS {
        if let Does::Before(does) = mechanism.does {
            does(play, going)?;
        }
    }
    Ok(())
}

/// Does what belongs to the move of one object.
pub(super) fn as_it_moves(play: &mut Play<'_>, arrivals: &mut Arrivals, moved: &Moved) {
    for mechanism in MECHANISMS {
        if let Does::Each(does) = mechanism.does {
            does(play, arrivals, moved);
        }
    }
}

/// Does what follows when all have moved, before anything looks.
///
/// # Errors
/// If the layers can't be worked out.
pub(super) fn afterwards(play: &mut Play<'_>, arrivals: &mut Arrivals) -> Outcome {
    for mechanism in MECHANISMS {
        if let Does::All(does) = mechanism.does {
            does(play, arrivals)?;
        }
    }
    Ok(())
}

/// Does what follows when everything has looked.
///
/// # Errors
/// If it can't be told who may do what with a card.
pub(super) fn at_last(play: &mut Play<'_>, arrivals: &mut Arrivals) -> Outcome {
    for mechanism in MECHANISMS {
        if let Does::Last(does) = mechanism.does {
            does(play, arrivals)?;
        }
    }
    Ok(())
}

/// The cards of a melded or merged permanent go in an order (712.21, 730.3).
fn order_components(play: &mut Play<'_>, going: &mut [Going]) -> Outcome {
    for Going { cause, it, proposer, .. } in going {
        if play.game.object(it.object).components().next().is_some() {
            merging_with_permanents::order_components(play, (cause, *proposer), it)?;
        }
    }
    Ok(())
}

/// What was in a public zone is known as it last was there (608.2h); so is a card of a hand or library that an effect, or an ability of its
/// own that functions everywhere, has made other than it is printed (604.3).
fn keep_what_is_known(play: &mut Play<'_>, going: &mut [Going]) -> Outcome {
    for Going { it, .. } in going {
        let its = play.game.object(it.object);
        let public = matches!(
            its.zone,
            Zone::Battlefield | Zone::Stack | Zone::Graveyard | Zone::Exile | Zone::Command
        );
        let outside = its.outside;
        if !outside && (public || play.view()?.is_changed(it.object)) {
            it.known = Some(play.known(it.object)?);
        }
    }
    Ok(())
}

/// What was face down is shown as it leaves (708.9).
fn show_what_was_face_down(play: &mut Play<'_>, _: &mut Arrivals, moved: &Moved) {
    face_down_spells_and_permanents::reveal_as_it_leaves(play, moved.by.kind, moved.from, moved.to);
}

/// A battle has the protector that was chosen as it entered (310.9a).
fn protect_battle(play: &mut Play<'_>, _: &mut Arrivals, moved: &Moved) {
    if let Some(player) = moved.protector {
        battles::protect(play, Cause::new(moved.by.kind, cr!("310.9a")), moved.to, player);
    }
}

/// What goes to another zone is told of (603.6).
fn tell(play: &mut Play<'_>, arrivals: &mut Arrivals, moved: &Moved) {
    if moved.left != moved.entered {
        arrivals.happenings.push(super::happens(play, moved));
    }
}

/// What enters attached to something becomes attached to it (303.4f, 608.3c): of what becomes so only tapping and untapping are
/// excepted (603.2e).
fn tell_of_attached(play: &mut Play<'_>, arrivals: &mut Arrivals, moved: &Moved) {
    if moved.entered == Zone::Battlefield
        && let Some(to) = play.game.object(moved.to).attached_to
    {
        arrivals.happenings.push(Happening::Attached { object: moved.to, to });
    }
}

/// A half that was cast is unlocked as the permanent enters (709.5d).
fn unlock_what_was_cast(play: &mut Play<'_>, arrivals: &mut Arrivals, moved: &Moved) {
    if (moved.left, moved.entered) == (Zone::Stack, Zone::Battlefield) {
        arrivals.happenings.extend(split_cards::as_it_enters(play, moved.by.kind, moved.to));
    }
}

/// The other cards of a melded or merged permanent go along with it, or apart (712.21, 730.3).
fn tell_of_other_cards(play: &mut Play<'_>, arrivals: &mut Arrivals, moved: &Moved) {
    if moved.left == moved.entered {
        return;
    }
    let Moved { from, action, causer, .. } = *moved;
    for other in merging_with_permanents::parts_of(&play.game, from) {
        let zone = play.game.object(other).zone;
        let apart = zone != moved.entered;
        let (kind, rules) = merging_with_permanents::along(&play.game, moved.recorded, from, apart);
        let note = if apart { Note::GoesApart(other, from, zone) } else { Note::GoesAlong(other, from) };
        play.note(Level::Default, kind, rules, note);
        arrivals.happenings.push(Happening::Moved { from, to: other, action, causer, part: Part::Another });
    }
}

/// Libraries are shuffled into which cards are shuffled; what goes to a certain place there at the same time stays there (701.24g).
fn shuffle_libraries(play: &mut Play<'_>, arrivals: &mut Arrivals) -> Outcome {
    let into_library = || arrivals.moved.iter().filter(|moved| moved.entered == Zone::Library);
    let mut shuffled: Vec<(PlayerId, Cause)> = Vec::new();
    for moved in into_library().filter(|moved| moved.position == Position::Shuffled) {
        if !shuffled.iter().any(|(owner, _)| *owner == moved.owner) {
            shuffled.push((moved.owner, moved.by));
        }
    }
    for (player, cause) in shuffled {
        let placed = into_library().filter(|moved| moved.position != Position::Shuffled);
        let placed = placed.map(|moved| moved.to);
        let kept: Vec<ObjectId> = placed.filter(|card| play.game.object(*card).owner == player).collect();
        // A rule that has it shuffled says so itself (103.5).
        let by = if cause.kind == CauseKind::Rules { cause } else { cause.without_rules() };
        shuffle::shuffle_around(play, by, player, &kept);
    }
    Ok(())
}

/// What enters prepared becomes so (722.3a).
fn prepare(play: &mut Play<'_>, arrivals: &mut Arrivals) -> Outcome {
    for moved in arrivals.moved.iter().filter(|moved| moved.prepared) {
        preparation_cards::become_prepared(play, moved.by.without_rules(), moved.to)?;
    }
    Ok(())
}

/// What leaves the battlefield leaves combat (506.4).
fn leave_combat(play: &mut Play<'_>, arrivals: &mut Arrivals) -> Outcome {
    let gone = arrivals.moved.iter().filter(|moved| moved.left == Zone::Battlefield);
    let gone: Vec<ObjectId> = gone.map(|moved| moved.from).collect();
    combat_phase::left(play, &arrivals.combat, &gone);
    Ok(())
}

/// What was encoded on something, or something on it, is so no more (702.99c).
fn note_encodings_ended(play: &mut Play<'_>, arrivals: &mut Arrivals) -> Outcome {
    cipher::note_encodings_ended(play, &arrivals.ended());
    Ok(())
}

/// Who was paired with what has left is so no longer, at once (702.95e).
fn unpair(play: &mut Play<'_>, _: &mut Arrivals) -> Outcome {
    soulbond::end_where_one_left(play);
    Ok(())
}

/// What leaves exile haunts nothing any more (702.55b).
fn note_hauntings_ended(play: &mut Play<'_>, arrivals: &mut Arrivals) -> Outcome {
    haunt::note_hauntings_ended(play, &arrivals.ended());
    Ok(())
}

/// What was exiled by an effect that has more to say of it is told of as that (702.35a).
fn tell_of_sent(_: &mut Play<'_>, arrivals: &mut Arrivals) -> Outcome {
    let sent = arrivals.moved.iter().filter_map(|moved| sent_to_exile::happening(moved.sent_by?, moved.to));
    let sent: Vec<Happening> = sent.collect();
    arrivals.happenings.extend(sent);
    Ok(())
}

/// Such an effect goes on with what it has exiled.
fn go_on_with_sent(play: &mut Play<'_>, arrivals: &mut Arrivals) -> Outcome {
    for moved in &arrivals.moved {
        if let Some(by) = moved.sent_by {
            sent_to_exile::arrived(play, by, moved.by, moved.to)?;
        }
    }
    Ok(())
}

impl Arrivals {
    /// What exists no more as the object that it was.
    fn ended(&self) -> Vec<ObjectId> {
        self.moved.iter().filter(|moved| !moved.stays()).map(|moved| moved.from).collect()
    }
}
