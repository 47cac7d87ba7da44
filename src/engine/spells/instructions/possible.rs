//! CR 608: Resolving Spells and Abilities. Whether what a player may do as it resolves is possible at all (608.2d).

use crate::engine::halt::Outcome;
use crate::engine::multiplayer::two_headed_giant;
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight, quantities, selections};
use crate::engine::spells::continuous_effects;
use crate::game::{Object, ObjectId, PlayerId, Thing};
use crate::ir::change::Action;
use crate::ir::instruction::{Discard, Exile, Put, Sacrifice};
use crate::ir::{CounterKind, Filter, Instruction, Players, Quantity, Selection, Zone};
use crate::rules::{RuleId, cr};
use crate::trace::Forbidden;

use super::{amount, candidates, things, who_are};

/// Why something can't be chosen to be done.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Obstacle {
    /// The rule that says so of this very thing, if one does.
    pub(super) rule: Option<RuleId>,
    /// What is forbidden to whom, and by what, if it is not what it takes that is missing.
    pub(super) forbidden: Option<(Forbidden, PlayerId, ObjectId)>,
}

impl Obstacle {
    const fn by(rule: RuleId) -> Self {
        Self { rule: Some(rule), forbidden: None }
    }
}

/// What stands in the way of the first thing that a player may do, if anything does.
///
/// # Errors
/// If that can't be told.
pub(super) fn obstacle(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    does: &[Instruction],
) -> Outcome<Option<Obstacle>> {
    let missing = |there: bool| (!there).then(Obstacle::default);
    Ok(match does.first() {
        Some(Instruction::Choose(choice)) => {
            let count = amount(play, frame, &choice.count)? as usize;
            missing(choice.up_to || candidates(play, frame, choice)?.len() >= count)
        }
        Some(Instruction::Sacrifice(sacrifice)) if sacrifice.these.is_none() => {
            missing(enough_to_sacrifice(play, frame, sacrifice)?)
        }
        Some(Instruction::Discard(discard)) if discard.these.is_none() && !discard.whole_hand => {
            missing(enough_to_discard(play, frame, discard)?)
        }
        Some(
            Instruction::Exile(Exile { what, .. })
            | Instruction::Destroy { what, .. }
            | Instruction::Put(Put { what, .. }),
        ) => {
            let there = things(play, frame, what)?;
            missing(any_there(play, &there))
        }
        // There must be something to attach, and something to attach it to.
        Some(Instruction::Attach { what, to, .. }) => {
            let (what, to) = (things(play, frame, what)?, things(play, frame, to)?);
            let there = |things: &[Thing]| {
                any_there(play, things) || things.iter().any(|thing| thing.player().is_some())
            };
            missing(there(&what) && there(&to))
        }
        Some(Instruction::RemoveCounters { kind, count: Some(count), from }) => {
            missing(enough_counters(play, frame, *kind, count, from)?)
        }
        // Only what is untapped can be tapped, and what is tapped untapped.
        Some(Instruction::Tap(what)) => {
            let untapped = any(play, frame, what, |object| object.on_battlefield() && !object.tapped)?;
            (!untapped).then_some(Obstacle::by(cr!("701.26a")))
        }
        Some(Instruction::Untap(what)) => {
            let tapped = any(play, frame, what, |object| object.on_battlefield() && object.tapped)?;
            (!tapped).then_some(Obstacle::by(cr!("701.26b")))
        }
        // An empty library makes no draw impossible, but an effect may.
        Some(Instruction::Draw { who, .. }) => forbidden_to_draw(play, frame, player, who)?,
        Some(Instruction::Mill { who, count, .. }) => {
            let count = amount(play, frame, count)? as usize;
            let enough = who_are(play, frame, who)?.into_iter().all(|player| {
                let its = play.game.player(player);
                its.endless_library || its.library.len() >= count
            });
            (!enough).then_some(Obstacle::by(cr!("701.17b")))
        }
        _ => None,
    })
}

fn any_there(play: &Play<'_>, things: &[Thing]) -> bool {
    things.iter().any(|thing| thing.object().is_some_and(|object| play.game.object(object).exists))
}

fn any(
    play: &mut Play<'_>,
    frame: &Frame,
    what: &Selection,
    fits: impl Fn(&Object) -> bool,
) -> Outcome<bool> {
    let there = things(play, frame, what)?;
    Ok(there.iter().filter_map(|thing| thing.object()).any(|object| fits(play.game.object(object))))
}

fn enough_to_sacrifice(play: &mut Play<'_>, frame: &Frame, sacrifice: &Sacrifice) -> Outcome<bool> {
    let filter = sacrifice.what.clone().unwrap_or(Filter::EVERYTHING);
    let own = Filter::All(vec![filter, Filter::ControlledBy(sacrifice.who.clone())]);
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let count = quantities::amount(sight, frame, &sacrifice.count)? as usize;
    Ok(selections::each(sight, frame, &own)?.len() >= count)
}

/// Whether each player who would discard has as many cards of the kind.
fn enough_to_discard(play: &mut Play<'_>, frame: &Frame, discard: &Discard) -> Outcome<bool> {
    let count = amount(play, frame, &discard.count)? as usize;
    let players = who_are(play, frame, &discard.who)?;
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    for player in players {
        let mut found = 0;
        for card in play.game.zone(Zone::Hand, player) {
            if found >= count {
                break;
            }
            let fits = match &discard.what {
                Some(what) => matches(sight, frame, what, *card)?,
                None => true,
            };
            found += usize::from(fits);
        }
        if found < count {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether any of the objects or players has as many counters, of the kind or of all kinds together.
fn enough_counters(
    play: &mut Play<'_>,
    frame: &Frame,
    kind: Option<CounterKind>,
    count: &Quantity,
    from: &Selection,
) -> Outcome<bool> {
    let count = amount(play, frame, count)?;
    Ok(things(play, frame, from)?.into_iter().any(|thing| {
        let has = match (thing, kind) {
            (Thing::Object(object), _) if !play.game.object(object).exists => return false,
            (Thing::Object(object), Some(kind)) => play.game.object(object).counters_of(kind),
            (Thing::Object(object), None) => {
                play.game.object(object).counters.iter().map(|(_, count)| *count).sum()
            }
            (Thing::Player(player), Some(kind)) => play.game.player(player).counters_of(kind),
            // Of any kind counters are removed from objects alone.
            (Thing::Player(_), None) => return true,
        };
        has >= count
    }))
}

/// What forbids all those to draw who would: the player themselves (121.3), or others (121.3a).
fn forbidden_to_draw(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    who: &Players,
) -> Outcome<Option<Obstacle>> {
    let players = who_are(play, frame, who)?;
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let mut first = None;
    for whom in players {
        let by = continuous_effects::prohibited(sight, Action::Draw, None, Some(whom), None)?;
        let Some(source) = by else { return Ok(None) };
        first.get_or_insert((Forbidden::Draw, whom, source));
    }
    Ok(first.map(|forbidden| {
        let rule = if forbidden.1 == player { cr!("121.3") } else { cr!("121.3a") };
        Obstacle { rule: Some(rule), forbidden: Some(forbidden) }
    }))
}

/// What keeps a cost from being paid that involves having a player gain life who can't (119.7).
///
/// # Errors
/// If who would gain it can't be told.
pub(super) fn gain_that_cant_be_paid(
    play: &mut Play<'_>,
    frame: &Frame,
    cost: &[Instruction],
) -> Outcome<Option<Obstacle>> {
    for instruction in cost {
        let Instruction::GainLife { who, .. } = instruction else { continue };
        let players = who_are(play, frame, who)?;
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        for whom in players {
            if let Some((source, of_mate)) = two_headed_giant::prohibited(sight, Action::GainLife, whom)? {
                let forbidden = Some((Forbidden::GainLife, whom, source));
                let rule = if of_mate { cr!("810.9g") } else { cr!("119.7") };
                return Ok(Some(Obstacle { rule: Some(rule), forbidden }));
            }
        }
    }
    Ok(None)
}
