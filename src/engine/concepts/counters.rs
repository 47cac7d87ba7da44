//! CR 122: Counters

use crate::engine::additional::designations;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::proposal::ByEffect;
use crate::engine::reading::Sight;
use crate::engine::spells::continuous_effects::teammates;
use crate::engine::spells::counting::Counted;
use crate::engine::spells::events::{Happening, Unsaid, happen};
use crate::engine::spells::{continuous_effects, counting};
use crate::game::{Cause, CauseKind, Change, ObjectId, PlayerId, Thing};
use crate::ir::CounterKind;
use crate::ir::Verb;
use crate::ir::change::Action;
use crate::rules::{Rules, cr};
use crate::trace::{Forbidden, Level, Note};

pub(in crate::engine) mod protecting;

/// Puts counters on players at the same time, or (if negative) removes as many as they have.
///
/// # Errors
/// As [`put_together`].
pub(in crate::engine) fn put_on_players(
    play: &mut Play<'_>,
    cause: Cause,
    players: &[PlayerId],
    kind: CounterKind,
    amount: i32,
) -> Outcome {
    let on_players: Vec<_> = players.iter().map(|player| (*player, kind, amount)).collect();
    put_together(play, cause, &on_players, &[])
}

/// Puts counters on objects at the same time, or (if negative) removes as many as are there.
///
/// # Errors
/// As [`put_together`].
pub(in crate::engine) fn put(
    play: &mut Play<'_>,
    cause: Cause,
    counters: &[(ObjectId, CounterKind, i32)],
) -> Outcome {
    put_together(play, cause, &[], counters)
}

/// What changes of counters on players are: of each as many as effects let the player get.
fn of_players(
    play: &mut Play<'_>,
    cause: Cause,
    counters: &[(PlayerId, CounterKind, i32)],
) -> Outcome<Vec<(Cause, Level, Change)>> {
    let mut changes = Vec::new();
    for (player, kind, amount) in counters.iter().copied() {
        let there = i32::try_from(play.game.player(player).counters_of(kind)).unwrap_or(i32::MAX);
        let amount = amount.max(there.saturating_neg());
        if amount == 0 || play.game.player(player).gone || amount > 0 && !may_get(play, cause, player, kind)?
        {
            continue;
        }
        let change = match kind {
            CounterKind::POISON => Change::Poison(player, amount),
            CounterKind::ENERGY => Change::Energy(player, amount),
            kind => Change::PlayerCounters(player, kind, amount),
        };
        // What energy counters are for has a rule of its own.
        let cause = if kind == CounterKind::ENERGY { cause.and(cr!("107.14")) } else { cause };
        changes.push((cause, Level::Default, change));
        if kind == CounterKind::RAD
            && let Some(change) = designations::from_the_start("radiation", player)
        {
            changes.push((cause.by(cr!("728.1")), Level::Hidden, change));
        }
    }
    Ok(changes)
}

/// Puts counters on players and objects at the same time, or (if negative) removes as many as are there.
///
/// # Errors
/// If what waits for it can't be played, or can't be told.
pub(in crate::engine) fn put_together(
    play: &mut Play<'_>,
    cause: Cause,
    on_players: &[(PlayerId, CounterKind, i32)],
    counters: &[(ObjectId, CounterKind, i32)],
) -> Outcome {
    let mut changes = of_players(play, cause, on_players)?;
    let mut happenings = Vec::new();
    let mut also = Vec::new();
    for (object, kind, amount) in counters {
        let there = i32::try_from(play.game.object(*object).counters_of(*kind)).unwrap_or(i32::MAX);
        let amount = (*amount).max(there.saturating_neg());
        if amount == 0 || !play.game.object(*object).exists {
            continue;
        }
        let (mut amount, mut cause) = (amount, cause);
        let mut causer = None;
        if amount > 0 {
            causer = who_puts(play, cause, *object)?;
            let by = counting::by_effect(cause);
            let (count, rules, more) = proposed(play, cause, *object, *kind, amount.unsigned_abs(), by)?;
            let wanted = std::mem::replace(&mut amount, i32::try_from(count).unwrap_or(i32::MAX));
            if amount != wanted {
                cause = rules.iter().fold(cause, Cause::and);
            }
            also.extend(more);
            if amount == 0 {
                continue;
            }
        }
        changes.push((cause, Level::Default, Change::Counters(*object, *kind, amount)));
        happenings.push(Happening::Counters { object: *object, kind: *kind, amount, causer });
    }
    happen(play, changes, &happenings)?;
    for instructions in also {
        instructions.run(play)?;
    }
    Ok(())
}

/// The player who puts counters on an object: who follows the instruction or pays the cost, or for whom a rule says so; nobody, if the
/// scenario does it.
fn who_puts(play: &mut Play<'_>, cause: Cause, object: ObjectId) -> Outcome<Option<PlayerId>> {
    let view = play.view()?;
    let controller = |object: ObjectId| Some(view.controller(&play.game, object));
    // What explores, connives or endures has them put on it by its own controller; who amasses, bolsters, blights or travels
    // through time puts them on what they control themselves, whoever controls the effect.
    let of_its_own = [
        cr!("701.39a"),
        cr!("701.44a"),
        cr!("701.47a"),
        cr!("701.50a"),
        cr!("701.50d"),
        cr!("701.56a"),
        cr!("701.63a"),
        cr!("701.68a"),
    ];
    if of_its_own.iter().any(|rule| cause.rules.contains(*rule)) {
        return Ok(controller(object));
    }
    Ok(match cause.kind {
        CauseKind::Resolution(_, player)
        | CauseKind::Cost(_, player)
        | CauseKind::Announcement(player)
        | CauseKind::SpecialAction(player) => Some(player),
        CauseKind::Ability(source) | CauseKind::Replacement(source) | CauseKind::Ended(source, _) => {
            controller(source)
        }
        // A lore counter by the player whose main phase begins (714.3c), and so on.
        CauseKind::TurnBased | CauseKind::Rules => controller(object),
        CauseKind::StateBased | CauseKind::Combat | CauseKind::PlayerLeft(_) | CauseKind::Fiat => None,
    })
}

/// How many counters are put on an object where effects forbid or change that, and what happens in addition.
///
/// # Errors
/// If several effects apply and nobody says which first, or one can't be played.
pub(in crate::engine) fn proposed(
    play: &mut Play<'_>,
    cause: Cause,
    object: ObjectId,
    kind: CounterKind,
    count: u32,
    by: ByEffect,
) -> Outcome<Counted> {
    let mut forbidden = Vec::new();
    let proposed = proposed_silently(play, (cause, &mut forbidden), object, kind, count, by);
    for note in forbidden {
        note.record(play);
    }
    proposed
}

/// The same; that an effect forbids it is said later, after what would have caused it.
///
/// # Errors
/// If nobody says which of several effects is applied first, or one of them can't be played.
pub(in crate::engine) fn proposed_silently(
    play: &mut Play<'_>,
    (cause, forbidden): (Cause, &mut Vec<Unsaid>),
    object: ObjectId,
    kind: CounterKind,
    count: u32,
    by: ByEffect,
) -> Outcome<Counted> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    if let Some(source) = cant_be_put(sight, object)? {
        let note = Note::Cant(Forbidden::Counters, Thing::Object(object), Some(source));
        forbidden.push(Unsaid { kind: cause.kind, rules: Rules::of(&[cr!("101.2")]), note });
        return Ok((0, Rules::NONE, Vec::new()));
    }
    counting::counters(play, object, kind, count, by)
}

/// Whether a player can get counters of a kind; that an effect forbids it is noted.
///
/// # Errors
/// If what an effect forbids can't be told.
pub(in crate::engine) fn may_get(
    play: &mut Play<'_>,
    cause: Cause,
    player: PlayerId,
    kind: CounterKind,
) -> Outcome<bool> {
    let forbidden = why_not_get(play, cause, player, kind)?;
    let may = forbidden.is_none();
    if let Some(note) = forbidden {
        note.record(play);
    }
    Ok(may)
}

/// What forbids that a player gets counters of a kind, if anything does.
///
/// # Errors
/// If what an effect forbids can't be told.
pub(in crate::engine) fn why_not_get(
    play: &mut Play<'_>,
    cause: Cause,
    player: PlayerId,
    kind: CounterKind,
) -> Outcome<Option<Unsaid>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    // A team gets poison counters together, and none if one of it can't; all others are a player's own.
    let forbidden = match kind {
        CounterKind::POISON => teammates::prohibited(sight, Action::Be(Verb::PutCounters), player)?,
        _ => continuous_effects::prohibited(sight, Action::Be(Verb::PutCounters), None, Some(player), None)?
            .map(|source| (source, false)),
    };
    Ok(forbidden.map(|(source, of_mate)| {
        let note = Note::Cant(Forbidden::GetCounters(kind), Thing::Player(player), Some(source));
        let rules = Rules::of(&[cr!("101.2")]);
        let rules = if of_mate { rules.and(cr!("810.10c")) } else { rules };
        Unsaid { kind: cause.kind, rules, note }
    }))
}

/// What says that counters can't be put on an object, if anything does.
///
/// # Errors
/// If what an effect forbids can't be told.
pub(in crate::engine) fn cant_be_put(sight: Sight<'_>, object: ObjectId) -> Outcome<Option<ObjectId>> {
    continuous_effects::prohibited(sight, Action::Be(Verb::PutCounters), Some(object), None, None)
}
