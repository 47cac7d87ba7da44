//! What the scenario says happens, caused by nobody.

use crate::game::{
    Cause, CauseKind, Change, ContinuousEffect, Move, MoveAction, ObjectId, Origin, PlayerId, Position, Thing,
};
use crate::ir::{Change as EffectChange, CounterKind, Players, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Level, What};

use super::additional::face_down_spells_and_permanents;
use super::additional::keyword_abilities::phasing;
use super::additional::keyword_actions::{
    attach, counter, destroy, discard, exile, mill, regenerate, sacrifice, shuffle, tap, transform,
};
use super::concepts::damage::Packet;
use super::concepts::{counters, damage, drawing_a_card, life, timing_and_priority};
use super::halt::{Halt, Outcome};
use super::play::Play;
use super::reading::Frame;
use super::zones::general;

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
}

/// Makes it happen; then players get priority as after anything that happens.
///
/// # Errors
/// If something on the way needs a choice that nobody makes, or can't be played.
pub fn happen(play: &mut Play<'_>, fiat: &Fiat) -> Outcome {
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
            let mut it = Move::new(*object, *zone, MoveAction::Put);
            it.controller = *controller;
            it.position = *position;
            // Another player's hand, library or graveyard it does not reach (400.3).
            let owned = matches!(zone, Zone::Hand | Zone::Library | Zone::Graveyard);
            let owner = play.game.object(*object).owner;
            let elsewhere = owned && controller.is_some_and(|player| player != owner);
            let cause = if elsewhere { plain.and(cr!("400.3")) } else { plain };
            general::move_one(play, cause, it).map(|_| ())
        }
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
            let effect = ContinuousEffect::on_itself(&play.game, *object, *player, changes);
            play.change(by(cr!("613.1b")), Level::Default, Change::BeginEffect(Box::new(effect)));
            Ok(())
        }
        Fiat::Counter(object) => counter::counter(play, plain, *object, None, &[]).map(|_| ()),
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
            let effect = ContinuousEffect::on_itself(&play.game, *object, controller, changes);
            play.change(by(cr!("613.1f")), Level::Default, Change::BeginEffect(Box::new(effect)));
            Ok(())
        }
        Fiat::Phase(object, true) => phasing::phase_out(play, by(cr!("702.26b")), &[*object], None),
        Fiat::Phase(object, false) => phasing::phase_in(play, &[(by(cr!("702.26c")), *object, false)]),
        Fiat::Shuffle(player) => {
            shuffle::shuffle(play, plain, *player);
            Ok(())
        }
    }
}
