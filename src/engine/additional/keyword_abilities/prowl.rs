//! CR 702.76: Prowl

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::spells::events::Happening;
use crate::engine::spells::permissions::Start;
use crate::engine::view::View;
use crate::game::{Game, Occurrence, Struck, Thing};
use crate::ir::{Filter, KeywordName, SubtypeFamily};
use crate::rules::{RuleId, cr};

use super::ways::{Casting, Way};

/// It may be cast for its prowl cost if a source of its player's that had one of its creature types has dealt a player combat damage this
/// turn (702.76a).
pub(super) const WAY: Way = Way::named("prowl", cr!("702.76a"), begin);

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    let costs = casting.cost_of(play, KeywordName::Prowl, (cr!("702.76a"), "it has no prowl"))?;
    // Its creature types are those that it would have on the stack, whatever an effect makes of spells there.
    let mut types = Vec::new();
    for its in play.game.this_turn() {
        if let Occurrence::Struck(by, Struck::Kind(kind)) = its
            && *by == casting.player
            && casting.would_be(play, &Filter::Subtype(*kind))?
        {
            types.push(*kind);
        }
    }
    let one_of_its = |struck: Struck| matches!(struck, Struck::Kind(its) if types.contains(&its));
    let why =
        "no source of the player's with a creature type of it has dealt a player combat damage this turn";
    has_struck(play, casting, one_of_its, (cr!("702.76a"), why))?;
    start.costs = costs;
    Ok(())
}

/// A source that was of a kind as it dealt a player combat damage this turn, under the control of who would cast the spell, is needed.
///
/// # Errors
/// With the rule and the reason, if there was none; or if that was before the scenario.
pub(super) fn has_struck(
    play: &Play<'_>,
    casting: &Casting<'_>,
    such: impl Fn(Struck) -> bool,
    (rule, why): (RuleId, &'static str),
) -> Outcome {
    let game = &play.game;
    let mut all = game.this_turn().iter();
    if all.any(|it| matches!(it, Occurrence::Struck(by, what) if *by == casting.player && such(*what))) {
        return Ok(());
    }
    if game.players().any(|player| game.player(player).lost_before > 0) {
        let why = "it asks what dealt combat damage this turn, and the scenario does not say what did before it begins";
        return Err(Halt::undecided(casting.card, why));
    }
    Err(casting.refused(rule, why))
}

/// What the sources of combat damage to players were as they dealt it, which is kept for the turn, each once.
pub(in crate::engine) fn struck(game: &Game, before: &View, happenings: &[Happening]) -> Vec<Occurrence> {
    let mut struck: Vec<Occurrence> = Vec::new();
    for happening in happenings {
        let Happening::Damage { source: Some(source), to: Thing::Player(_), combat: true, .. } = happening
        else {
            continue;
        };
        let by = before.controller(game, *source);
        let its = before.characteristics(game, *source);
        let kinds = its.types.subtypes.iter().filter(|its| its.family() == SubtypeFamily::Creature);
        struck.extend(kinds.map(|its| Occurrence::Struck(by, Struck::Kind(*its))));
        if game.object(*source).card().is_some_and(|card| game.card(card).commander) {
            struck.push(Occurrence::Struck(by, Struck::Commander));
        }
    }
    struck.retain(|its| !game.this_turn().contains(its));
    struck
}
