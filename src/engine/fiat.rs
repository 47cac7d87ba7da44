//! What the scenario says happens, caused by nobody.

use crate::game::{
    Cause, CauseKind, Change, ContinuousEffect, Move, MoveAction, ObjectId, Origin, PlayerId, Position, Thing,
};
use crate::ir::{Change as EffectChange, CounterKind, Players, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Level, What};

use super::additional::keyword_abilities::phasing;
use super::additional::keyword_actions::{
    attach, counter, destroy, discard, exile, mill, regenerate, sacrifice, shuffle, tap, transform,
};
use super::additional::{face_down_spells_and_permanents, the_initiative, the_monarch};
use super::concepts::damage::Packet;
use super::concepts::{counters, damage, drawing_a_card, life, timing_and_priority};
use super::halt::{Halt, Outcome};
use super::play::Play;
use super::reading::Frame;
use super::zones::{door, general};

/// Something that happens by fiat.
#[derive(Debug, Clone, PartialEq)]
pub enum Fiat {
    /// A permanent is destroyed (701.8a).
    Destroy(ObjectId),
    /// An object is exiled from wherever it is (701.13a), face down or not.
    Exile(ObjectId, bool),
    /// A permanent is sacrificed (701.21a).
    Sacrifice(ObjectId),
    /// An object is put into a zone, under a player's control, at this place.
    Put(ObjectId, Zone, Option<PlayerId>, Position),
    /// A player discards a card (701.9a).
    Discard(ObjectId),
    /// A player draws cards (121.1).
    Draw(PlayerId, u32),
    /// A player mills cards (701.17a).
    Mill(PlayerId, u32),
    /// A player gains life, or (if negative) loses it (119.3).
    Life(PlayerId, i32),
    /// Damage is dealt by a source or by nothing (120).
    Damage(Thing, u32, Option<ObjectId>),
    /// Counters are put on an object, or (if negative) removed (122).
    Counters(ObjectId, CounterKind, i32),
    /// Counters are put on a player, or (if negative) removed (122.1).
    PlayerCounters(PlayerId, CounterKind, i32),
    /// A permanent becomes tapped or untapped (701.26).
    Tap(ObjectId, bool),
    /// A player gains control of an object.
    Control(ObjectId, PlayerId),
    /// A spell or ability is countered (701.6a).
    Counter(ObjectId),
    /// Something is attached to something (701.3a), or to nothing (701.3d).
    Attach(ObjectId, Option<Thing>),
    /// A player shuffles their library (701.24a).
    Shuffle(PlayerId),
    /// A permanent transforms (701.27a).
    Transform(ObjectId),
    /// A permanent is turned face down or face up (708.2a, 708.8).
    Turn(ObjectId, bool),
    /// A permanent is regenerated: the next time it would be destroyed this turn, it is not (701.19a).
    Regenerate(ObjectId),
    /// An object loses all abilities that it has, for good (613.1f).
    LoseAbilities(ObjectId),
    /// A permanent phases out, or in (702.26b, 702.26c).
    Phase(ObjectId, bool),
    /// A player becomes the monarch (725.1).
    Monarch(PlayerId),
    /// A player takes the initiative (726.1).
    Initiative(PlayerId),
    /// The same to each of several, at the same time.
    Together(Vec<Fiat>),
}

/// The one object that it happens to, if it happens to one.
pub fn object_of(fiat: &Fiat) -> Option<ObjectId> {
    match fiat {
        Fiat::Destroy(object)
        | Fiat::Exile(object, _)
        | Fiat::Sacrifice(object)
        | Fiat::Put(object, ..)
        | Fiat::Discard(object)
        | Fiat::Tap(object, _)
        | Fiat::Counters(object, ..)
        | Fiat::Phase(object, _)
        | Fiat::Control(object, _)
        | Fiat::Counter(object)
        | Fiat::Attach(object, _)
        | Fiat::Transform(object)
        | Fiat::Turn(object, _)
        | Fiat::Regenerate(object)
        | Fiat::LoseAbilities(object) => Some(*object),
        Fiat::Damage(to, ..) => to.object(),
        Fiat::Draw(..)
        | Fiat::Mill(..)
        | Fiat::Life(..)
        | Fiat::PlayerCounters(..)
        | Fiat::Shuffle(_)
        | Fiat::Monarch(_)
        | Fiat::Initiative(_)
        | Fiat::Together(_) => None,
    }
}

/// Makes it happen; then players get priority as after anything that happens.
///
/// # Errors
/// If something on the way needs a choice that nobody makes, or can't be played.
pub fn happen(play: &mut Play<'_>, fiat: &Fiat) -> Outcome {
    // No object makes it happen again: what was seen before is no part of a mandatory loop (104.4b).
    play.loops.interrupt();
    let entry = play.record(Level::Default, CauseKind::Fiat, Rules::NONE, What::Fiat);
    play.under(entry, |play| act(play, fiat))?;
    let active = play.game.turn().active;
    timing_and_priority::give_priority(play, active)
}

fn act(play: &mut Play<'_>, fiat: &Fiat) -> Outcome {
    let by = |rule| Cause::new(CauseKind::Fiat, rule);
    let plain = by(cr!("701.13a")).without_rules();
    match fiat {
        Fiat::Destroy(object) => destroy::destroy(play, plain, &[*object]).map(|_| ()),
        Fiat::Exile(object, face_down) => exile::exile(play, plain, &[*object], *face_down, &[]).map(|_| ()),
        Fiat::Sacrifice(object) => sacrifice::sacrifice(play, plain, &[*object]).map(|_| ()),
        Fiat::Put(object, zone, controller, position) => {
            let (cause, it) = moved(play, (*object, *zone), (*controller, *position));
            general::move_one(play, cause, it).map(|_| ())
        }
        Fiat::Together(each) => together(play, each),
        Fiat::Discard(card) => discard::discard(play, plain, &[*card]).map(|_| ()),
        Fiat::Draw(player, count) => drawing_a_card::draw(play, plain, *player, *count),
        Fiat::Mill(player, count) => {
            mill::mill(play, |rule| plain.led_by(rule), &[*player], *count).map(|_| ())
        }
        Fiat::Life(player, amount) => life::change_life(play, by(cr!("119.3")), *player, *amount),
        Fiat::Damage(to, amount, source) => {
            let packet =
                Packet { source: *source, to: *to, amount: *amount, rules: Rules::NONE, preventable: true };
            damage::deal(play, plain, &[packet], false)
        }
        Fiat::Counters(object, kind, count) => {
            counters::put(play, by(cr!("122.1")), &[(*object, *kind, *count)])
        }
        Fiat::PlayerCounters(player, kind, count) => {
            counters::put_on_players(play, by(cr!("122.1")), &[*player], *kind, *count)
        }
        Fiat::Tap(object, tapped) => {
            let rule = if *tapped { cr!("701.26a") } else { cr!("701.26b") };
            tap::tap(play, by(rule), &[*object], *tapped)
        }
        Fiat::Control(object, player) => {
            if !play.game.object(*object).on_battlefield() {
                return Err(Halt::undecided(*object, "control of something changes that is no permanent"));
            }
            // An effect like any other: it has a timestamp, and ends if the player leaves the game (800.4a).
            let changes = [EffectChange::Control(Players::You)].into();
            let effect = ContinuousEffect::given(&play.game, *object, *player, changes);
            play.change(by(cr!("613.1b")), Level::Default, Change::BeginEffect(Box::new(effect)));
            Ok(())
        }
        Fiat::Counter(object) => counter::counter(play, plain, &[*object], None, &[]).map(|_| ()),
        Fiat::Attach(object, Some(to)) => attach::attach(play, plain, *object, *to, false),
        Fiat::Attach(object, None) => attach::unattach(play, by(cr!("701.3d")), *object),
        Fiat::Transform(object) => transform::transform(play, by(cr!("701.27a")), *object),
        Fiat::Turn(object, true) => {
            let cause = by(cr!("708.2a"));
            face_down_spells_and_permanents::turn_face_down(play, cause, &[*object]);
            Ok(())
        }
        Fiat::Turn(object, false) => {
            let cause = by(cr!("708.8"));
            face_down_spells_and_permanents::turn_face_up(play, cause, *object, None).map(|_| ())
        }
        Fiat::Regenerate(object) => {
            let controller = play.view()?.controller(&play.game, *object);
            let frame = Frame::of_source(*object, controller, Origin::NONE);
            regenerate::regenerate(play, plain, &frame, *object);
            Ok(())
        }
        Fiat::LoseAbilities(object) => {
            let controller = play.view()?.controller(&play.game, *object);
            let changes = [EffectChange::LoseAllAbilities].into();
            let effect = ContinuousEffect::given(&play.game, *object, controller, changes);
            play.change(by(cr!("613.1f")), Level::Default, Change::BeginEffect(Box::new(effect)));
            Ok(())
        }
        Fiat::Phase(object, true) => phasing::phase_out(play, by(cr!("702.26b")), &[*object], None),
        Fiat::Phase(object, false) => phasing::phase_in(play, &[(by(cr!("702.26c")), *object, false)]),
        Fiat::Monarch(player) => the_monarch::become_monarch(play, plain, *player),
        Fiat::Initiative(player) => the_initiative::take(play, plain, *player),
        Fiat::Shuffle(player) => {
            shuffle::shuffle(play, plain, *player);
            Ok(())
        }
    }
}

/// What is put somewhere, as a move.
fn moved(
    play: &Play<'_>,
    (object, zone): (ObjectId, Zone),
    (controller, position): (Option<PlayerId>, Position),
) -> (Cause, Move) {
    let plain = Cause::new(CauseKind::Fiat, cr!("701.13a")).without_rules();
    let mut it = Move::new(object, zone, MoveAction::Put);
    it.controller = controller;
    it.position = position;
    // Another player's hand, library or graveyard it does not reach (400.3).
    let owned = matches!(zone, Zone::Hand | Zone::Library | Zone::Graveyard);
    let owner = play.game.object(object).owner;
    let elsewhere = owned && controller.is_some_and(|player| player != owner);
    (if elsewhere { plain.and(cr!("400.3")) } else { plain }, it)
}

/// The same happens to several objects at the same time.
fn together(play: &mut Play<'_>, each: &[Fiat]) -> Outcome {
    let plain = Cause::new(CauseKind::Fiat, cr!("701.13a")).without_rules();
    let objects: Vec<ObjectId> = each.iter().filter_map(object_of).collect();
    let (Some(first), true) = (each.first(), objects.len() == each.len()) else { return Err(not_together()) };
    let is_same = each.iter().all(|other| match (first, other) {
        (Fiat::Exile(_, one), Fiat::Exile(_, other)) | (Fiat::Tap(_, one), Fiat::Tap(_, other)) => {
            one == other
        }
        (Fiat::Phase(_, one), Fiat::Phase(_, other)) => one == other,
        (one, other) => std::mem::discriminant(one) == std::mem::discriminant(other),
    });
    if !is_same {
        return Err(not_together());
    }
    match first {
        Fiat::Destroy(_) => destroy::destroy(play, plain, &objects).map(|_| ()),
        Fiat::Exile(_, face_down) => exile::exile(play, plain, &objects, *face_down, &[]).map(|_| ()),
        Fiat::Sacrifice(_) => sacrifice::sacrifice(play, plain, &objects).map(|_| ()),
        Fiat::Discard(_) => discard::discard(play, plain, &objects).map(|_| ()),
        Fiat::Tap(_, tapped) => {
            let rule = if *tapped { cr!("701.26a") } else { cr!("701.26b") };
            tap::tap(play, Cause::new(CauseKind::Fiat, rule), &objects, *tapped)
        }
        Fiat::Phase(_, true) => {
            phasing::phase_out(play, Cause::new(CauseKind::Fiat, cr!("702.26b")), &objects, None)
        }
        Fiat::Put(..) => {
            let puts = each.iter().filter_map(|fiat| match fiat {
                Fiat::Put(object, zone, controller, position) => {
                    Some(moved(play, (*object, *zone), (*controller, *position)))
                }
                _ => None,
            });
            let moves: Vec<(Cause, Move)> = puts.collect();
            door::move_each(play, moves).map(|_| ())
        }
        Fiat::Damage(..) => {
            let packets = each.iter().filter_map(|fiat| match fiat {
                Fiat::Damage(to, amount, source) => Some(Packet {
                    source: *source,
                    to: *to,
                    amount: *amount,
                    rules: Rules::NONE,
                    preventable: true,
                }),
                _ => None,
            });
            let packets: Vec<Packet> = packets.collect();
            damage::deal(play, plain, &packets, false)
        }
        Fiat::Counters(..) => {
            let puts = each.iter().filter_map(|fiat| match fiat {
                Fiat::Counters(object, kind, count) => Some((*object, *kind, *count)),
                _ => None,
            });
            let puts: Vec<_> = puts.collect();
            counters::put(play, Cause::new(CauseKind::Fiat, cr!("122.1")), &puts)
        }
        _ => Err(not_together()),
    }
}

fn not_together() -> Halt {
    Halt::undecided(
        None,
        "headjudge does not let that happen to several at the same time: write an `event:` for each",
    )
}
