//! CR 119: Life

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::spells::continuous_effects;
use crate::engine::spells::continuous_effects::teammates;
use crate::engine::spells::events::{Happening, Unsaid, happen};
use crate::engine::spells::prevention_effects;
use crate::engine::spells::replacement_effects::Pending;
use crate::game::{Cause, Change, ObjectId, PlayerId, Thing};
use crate::ir::Verb;
use crate::ir::change::Action;
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Forbidden, Level, Note};

/// A player gains life, or (if negative) loses it (119.3).
///
/// # Errors
/// If what waits for it can't be played.
pub(in crate::engine) fn change_life(
    play: &mut Play<'_>,
    cause: Cause,
    player: PlayerId,
    amount: i32,
) -> Outcome {
    change_each(play, vec![(cause, player, amount)]).map(|_| ())
}

/// Several players gain or lose life, all at the same time (119.3, 608.2f). Says how much each of them does.
///
/// # Errors
/// If what waits for it can't be played.
pub(in crate::engine) fn change_each(
    play: &mut Play<'_>,
    proposals: Vec<(Cause, PlayerId, i32)>,
) -> Outcome<Vec<i32>> {
    let mut amounts = Vec::with_capacity(proposals.len());
    let mut changes = Vec::with_capacity(proposals.len());
    let mut happenings = Vec::with_capacity(proposals.len());
    let mut in_addition = Vec::new();
    for (cause, player, amount) in proposals {
        // Nothing happens any more to a player who has left the game.
        if play.game.player(player).gone {
            amounts.push(0);
            continue;
        }
        let (amount, also) = proposed(play, cause, player, amount)?;
        if play.game.player(player).life.checked_add(amount).is_none() {
            return Err(Halt::undecided(None, "the life total is larger than headjudge can count"));
        }
        amounts.push(amount);
        in_addition.extend(also);
        if amount != 0 {
            changes.push((cause, Level::Default, Change::Life(player, amount)));
            happenings.push(Happening::Life { player, amount });
        }
    }
    if !changes.is_empty() {
        happen(play, changes, &happenings)?;
    }
    for instructions in in_addition {
        instructions.run(play)?;
    }
    Ok(amounts)
}

/// By which rule a player can't be given another life total in an exchange, so much higher or lower (119.7, 119.8); nothing if they can.
///
/// # Errors
/// If what an effect forbids can't be told.
pub(in crate::engine) fn why_no_exchange(
    play: &mut Play<'_>,
    player: PlayerId,
    amount: i32,
) -> Outcome<Option<(RuleId, Note)>> {
    let (verb, what, rule) = match amount {
        0 => return Ok(None),
        1.. => (Verb::GainLife, Forbidden::GainLife, cr!("119.7")),
        _ => (Verb::LoseLife, Forbidden::LoseLife, cr!("119.8")),
    };
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let by = continuous_effects::prohibited(sight, Action::Do(verb), None, Some(player), None)?;
    Ok(by.map(|source| (rule, Note::Cant(what, Thing::Player(player), Some(source)))))
}

/// How much of a gain or loss of life is left where effects forbid or replace it, and what happens in addition.
///
/// # Errors
/// If several effects apply and nobody says which first, or one can't be played.
pub(in crate::engine) fn proposed(
    play: &mut Play<'_>,
    cause: Cause,
    player: PlayerId,
    amount: i32,
) -> Outcome<(i32, Vec<Pending>)> {
    let mut forbidden = Vec::new();
    let proposed = proposed_silently(play, cause, player, amount, &mut forbidden);
    for note in forbidden {
        note.record(play);
    }
    proposed
}

/// The same; that an effect forbids it is said later, after what would have caused it.
///
/// # Errors
/// If several effects apply and nobody says which first, or one can't be played.
pub(in crate::engine) fn proposed_silently(
    play: &mut Play<'_>,
    cause: Cause,
    player: PlayerId,
    amount: i32,
    forbidden: &mut Vec<Unsaid>,
) -> Outcome<(i32, Vec<Pending>)> {
    if amount == 0 {
        return Ok((0, Vec::new()));
    }
    let view = play.view()?;
    let action = if amount > 0 { Action::Do(Verb::GainLife) } else { Action::Do(Verb::LoseLife) };
    let sight = Sight { game: &play.game, view: &view };
    if let Some((source, of_mate)) = teammates::prohibited(sight, action, player)? {
        let what = if amount > 0 { Forbidden::GainLife } else { Forbidden::LoseLife };
        let note = Note::Cant(what, Thing::Player(player), Some(source));
        // What would replace it does nothing.
        let replaceable = prevention_effects::could_be_replaced(play, player, amount)?;
        let rules = Rules::of(&[cr!("101.2")]);
        let rules = match replaceable {
            true => rules.and(if amount > 0 { cr!("119.7") } else { cr!("614.17c") }),
            false => rules,
        };
        let by_team = if amount > 0 { cr!("810.9g") } else { cr!("810.9h") };
        let rules = if of_mate { rules.and(by_team) } else { rules };
        // That a total which is set or doubled is gained or lost at all.
        let as_gained = [cr!("119.5"), cr!("701.10d"), cr!("810.9a"), cr!("810.9c"), cr!("810.9d")];
        let rules = cause.rules.iter().filter(|rule| as_gained.contains(rule)).fold(rules, Rules::and);
        forbidden.push(Unsaid { kind: cause.kind, rules, note });
        return Ok((0, Vec::new()));
    }
    prevention_effects::replace_life(play, cause, player, amount)
}

/// Why a player can't pay so much life, and by which rule; nothing if they can. No life can always be paid (119.4b). Where it is paid to
/// cast a spell or to activate an ability that uses the stack, that is said.
///
/// # Errors
/// If what an effect forbids can't be told.
pub(in crate::engine) fn why_not_pay(
    sight: Sight<'_>,
    player: PlayerId,
    amount: u32,
    paid_for: Option<ObjectId>,
) -> Outcome<Option<(RuleId, &'static str)>> {
    if amount == 0 {
        return Ok(None);
    }
    if continuous_effects::prohibited(sight, Action::Do(Verb::PayLife), None, Some(player), paid_for)?
        .is_some()
    {
        return Ok(Some((cr!("101.2"), "an effect says that the player can't pay life")));
    }
    match teammates::prohibited(sight, Action::Do(Verb::LoseLife), player)? {
        Some((_, false)) => return Ok(Some((cr!("119.8"), "a player who can't lose life can't pay life"))),
        Some((_, true)) => {
            return Ok(Some((cr!("810.9h"), "a player whose teammate can't lose life can't pay life")));
        }
        None => {}
    }
    let short = i64::from(sight.game.player(player).life) < i64::from(amount);
    Ok(short.then_some((cr!("119.4"), "the player has too little life")))
}
