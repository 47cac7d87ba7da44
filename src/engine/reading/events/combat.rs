//! Whether something that happened in combat is an event of a kind (508.3, 509.3).

use crate::engine::halt::{Halt, Outcome};
use crate::engine::happening::{Alone, Happening};
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::{defending_player, players, players_who_did};
use crate::engine::reading::{Frame, Sight, quantities};
use crate::game::{ObjectId, Occasion, Thing};
use crate::ir::event::sorts::{made_up, of_combat, of_no_combat};
use crate::ir::{CardType, Event, Filter};

/// What one occurrence of an event of attacking or blocking has to say, if the happening is such an event.
///
/// # Errors
/// If what the event asks for can't be told.
pub(super) fn occasion(
    sight: Sight<'_>,
    frame: &Frame,
    event: &Event,
    happening: &Happening,
) -> Outcome<Option<Occasion>> {
    Ok(match (event, happening) {
        (Event::Attacks(attacks), Happening::Attacks { attacker, defender, alone }) => {
            let player = defending_player(sight, *defender);
            // A creature attacks a player, or what the player has or protects (508.3a).
            let directly = match defender {
                Thing::Player(_) => true,
                Thing::Object(object) => {
                    attacks.or_planeswalker
                        && sight.view.characteristics(sight.game, *object).is(CardType::Planeswalker)
                }
            };
            let fits = (!attacks.alone || *alone != Alone::Together)
                && matches(sight, frame, &attacks.what, *attacker)?
                && match &attacks.player {
                    Some(who) => directly && players(sight, frame, who)?.contains(&player),
                    None => true,
                }
                && match &attacks.with {
                    Some((what, count)) => {
                        let others = attacking(sight, frame, what, Some(*attacker))?;
                        quantities::compare(
                            sight,
                            frame,
                            i32::try_from(others.len()).unwrap_or(i32::MAX),
                            count,
                        )?
                    }
                    None => true,
                };
            if fits && attacks.alone && *alone == Alone::LeftAlone {
                let why = "the other creatures chosen to attack are gone before they attack, and whether they were declared is unclear";
                return Err(Halt::undecided(*attacker, why));
            }
            fits.then(|| Occasion { player: Some(player), ..Occasion::of(*attacker) })
        }
        (Event::PlayerAttacks(who), Happening::PlayerAttacks { player }) => players(sight, frame, who)?
            .contains(player)
            .then(|| Occasion { player: Some(*player), ..Occasion::default() }),
        (Event::AttacksWith(who, what, count), Happening::PlayerAttacks { player }) => {
            let mut with = attacking(sight, frame, what, None)?;
            // Of a team's attack only what that player attacks with.
            with.retain(|creature| sight.view.controller(sight.game, *creature) == *player);
            let fits = players(sight, frame, who)?.contains(player)
                && quantities::compare(sight, frame, i32::try_from(with.len()).unwrap_or(i32::MAX), count)?;
            let amount = u32::try_from(with.len()).unwrap_or(u32::MAX);
            fits.then(|| Occasion { objects: with, player: Some(*player), amount, ..Occasion::default() })
        }
        (Event::PlayerAttacked(who, by), Happening::PlayerAttacked { player, by: attacker, first }) => {
            // It is asked of the turn as well, in which a player may have left since.
            let fits = players_who_did(sight, frame, who)?.contains(player)
                && match by {
                    Some(by) => players_who_did(sight, frame, by)?.contains(attacker),
                    None => *first,
                };
            fits.then(|| Occasion { player: Some(*player), ..Occasion::default() })
        }
        (Event::BlockedBySoMany(what, count), Happening::BlockedBySoMany { attacker, before, now }) => {
            let so_many = |number: usize| {
                quantities::compare(sight, frame, i32::try_from(number).unwrap_or(i32::MAX), count)
            };
            let fits = !so_many(*before)? && so_many(*now)? && matches(sight, frame, what, *attacker)?;
            fits.then(|| Occasion::of(*attacker))
        }
        // Who "blocks" does so once; who "blocks a creature", once for each (509.3a, 509.3b).
        (Event::Blocks(what, by), Happening::Blocks { blocker, attacker, first, entered }) => {
            let fits = !entered
                && (*first || *by != Filter::EVERYTHING)
                && matches(sight, frame, what, *blocker)?
                && matches(sight, frame, by, *attacker)?;
            fits.then(|| Occasion { others: vec![*attacker], ..Occasion::of(*blocker) })
        }
        // What "becomes blocked" does so once; what "becomes blocked by a creature", once for each (509.3c, 509.3d).
        (Event::BecomesBlocked(what, by), Happening::BecomesBlocked { attacker, blockers })
            if *by == Filter::EVERYTHING =>
        {
            let fits = matches(sight, frame, what, *attacker)?;
            fits.then(|| Occasion { others: blockers.clone(), ..Occasion::of(*attacker) })
        }
        (Event::BecomesBlocked(what, by), Happening::Blocks { blocker, attacker, .. })
            if *by != Filter::EVERYTHING =>
        {
            let fits = matches(sight, frame, what, *attacker)? && matches(sight, frame, by, *blocker)?;
            fits.then(|| Occasion { others: vec![*blocker], ..Occasion::of(*attacker) })
        }
        (Event::AttacksUnblocked(what), Happening::Unblocked { attacker }) => {
            matches(sight, frame, what, *attacker)?.then(|| Occasion::of(*attacker))
        }
        (of_combat!() | made_up!() | of_no_combat!() | Event::Chapter(_) | Event::State(_), _) => None,
    })
}

/// The creatures of a kind that were declared as attackers, beside one: as they are declared nothing else attacks.
fn attacking(
    sight: Sight<'_>,
    frame: &Frame,
    what: &Filter,
    beside: Option<ObjectId>,
) -> Outcome<Vec<ObjectId>> {
    let mut found = Vec::new();
    for attack in &sight.game.combat().attacks {
        if Some(attack.attacker) != beside && matches(sight, frame, what, attack.attacker)? {
            found.push(attack.attacker);
        }
    }
    Ok(found)
}
