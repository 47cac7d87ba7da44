//! What an object or a player is like now, as one sentence.

use crate::engine::additional::keyword_abilities::hexproof;
use crate::game::{Half, ManaAmount, ObjectId, PlayerId};
use crate::ir::{CardType, Zone};
use crate::runner::changed;
use crate::runner::claims::path_in_words;
use crate::runner::stage::{Stage, Staged};
use crate::trace::Reasons;
use crate::why::endings;
use crate::why::life;
use crate::why::standing::{Standing, says_more};
use crate::why::undone::{self, Unchanged};
use crate::why::whereabouts::{missed_again, moves_of, outside, path_of};

/// Where an object is, its path, what it is now.
pub(super) fn describe(stage: &mut Stage<'_, '_>, object: ObjectId) -> Staged<(String, Reasons)> {
    let moves = stage.why(|played| {
        let moves = moves_of(played, object);
        Ok(missed_again(played, object).map_or(moves, |missed| missed.joined(moves)))
    })?;
    describe_moved(stage, object, moves)
}

/// The same, with the rules of its moves.
pub(super) fn describe_moved(
    stage: &mut Stage<'_, '_>,
    object: ObjectId,
    moves: Reasons,
) -> Staged<(String, Reasons)> {
    let view = stage.view()?;
    let made = changed::told(stage, object)?;
    let moves = match stage.play.game.is_outside(object) {
        true => stage.why(|played| Ok(outside(played, object)))?,
        false => moves,
    };
    let table = stage.answers.table();
    let path = path_of(&stage.play.game, object);
    let game = &stage.play.game;
    let its = game.object(object);
    let title = table.told(game, object);
    let mut parts = Vec::new();
    if !its.exists && its.phased_out.is_none() && !its.outside && !game.is_outside(object) {
        let left = game.has_left(object);
        parts.push((if left { "has left the game" } else { "has ceased to exist" }).to_owned());
    } else {
        parts.push(format!("is {}", table.place(game, &view, object)));
    }
    if its.exists && its.is_face_down() {
        parts.push("face down".to_owned());
    }
    if its.exists && its.zone == Zone::Battlefield {
        let characteristics = view.characteristics(game, object);
        // A permanent that is no creature has none, though they may be printed (208.3).
        if let (Some(power), Some(toughness), true) = (
            characteristics.power,
            characteristics.toughness,
            characteristics.is(CardType::Creature) && !made.is_sized,
        ) {
            parts.push(match [power, toughness].contains(&i32::MAX) {
                true => "of a power or toughness larger than headjudge can count".to_owned(),
                false => format!("{power}/{toughness}"),
            });
        }
        if its.tapped {
            parts.push("tapped".to_owned());
        }
        if its.level() > 1 {
            parts.push(format!("level {}", its.level()));
        }
        if characteristics.halves.is_some() {
            let unlocked = Half::BOTH.map(|half| its.is_unlocked(half));
            parts.push(match unlocked {
                [true, true] => "fully unlocked".to_owned(),
                [true, false] => "left half unlocked".to_owned(),
                [false, true] => "right half unlocked".to_owned(),
                [false, false] => "with both halves locked".to_owned(),
            });
        }
        if its.damage > 0 {
            parts.push(format!("with {} damage", its.damage));
        }
        if let Some(host) = its.attached_to {
            parts.push(format!("attached to {}", table.told_of(game, host)));
        }
    }
    if its.exists {
        if its.foretold().is_some() {
            parts.push("foretold".to_owned());
        }
        if its.plotted().is_some() {
            parts.push("plotted".to_owned());
        }
        for (kind, count) in &its.counters {
            parts.push(format!("with {count} {kind} counter{}", if *count == 1 { "" } else { "s" }));
        }
    }
    if let Some(host) = game.encoded_on(object) {
        parts.push(format!("encoded on {}", table.told(game, host)));
    }
    let way = if path.len() > 1 { format!(" ({})", path_in_words(game, &path)) } else { String::new() };
    let rules = Standing::Place(object).behind(game, moves.joined(made.rules()));
    let changed: String = made.clauses.iter().map(|clause| format!("; {clause}")).collect();
    Ok((format!("{title} {}{way}{changed}", parts.join(", ")), rules))
}

pub(super) fn describe_player(stage: &mut Stage<'_, '_>, player: PlayerId) -> Staged<(String, Reasons)> {
    let rules = stage.why(|played| {
        let total = life::total(played, player);
        // Where nothing has changed it, what would have and did not.
        let unchanged = !says_more(total);
        let undone = || undone::undone(played, Unchanged::Life(player), &[]);
        let total = if unchanged { undone().joined(total) } else { total };
        // That they have lost outweighs how much life they have.
        let lost = played.game.player(player).gone.then(|| endings::lost(played, player));
        Ok(lost.unwrap_or(Reasons::NONE).joined(total))
    })?;
    let rules = Standing::Life(player).behind(&stage.play.game, rules);
    let keywords = stage.why(|played| hexproof::of_player(played.game, played.view, player))?;
    let table = stage.answers.table();
    let its = stage.play.game.player(player);
    let mut parts = vec![format!("has {} life", its.life)];
    if its.poison > 0 {
        parts.push(format!("{} poison counter{}", its.poison, if its.poison == 1 { "" } else { "s" }));
    }
    if its.energy > 0 {
        parts.push(format!("{} energy counter{}", its.energy, if its.energy == 1 { "" } else { "s" }));
    }
    for (kind, count) in its.counters.iter().filter(|(_, count)| *count > 0) {
        parts.push(format!("{count} {kind} counter{}", if *count == 1 { "" } else { "s" }));
    }
    parts.push(match its.hand.len() {
        1 => "1 card in hand".to_owned(),
        count => format!("{count} cards in hand"),
    });
    // Where it is tracked.
    let unspent: ManaAmount = its.mana.iter().map(|mana| mana.kind).collect();
    if unspent.total() > 0 {
        parts.push(format!("{unspent} unspent"));
    }
    let rules = keywords.iter().fold(rules, |rules, (_, rule)| rules.and(*rule));
    parts.extend(keywords.iter().map(|(words, _)| words.clone()));
    if its.gone {
        parts.push("has lost the game".to_owned());
    }
    Ok((format!("{} {}", table.name_of(player), parts.join(", ")), rules))
}
