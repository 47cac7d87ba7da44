//! CR 702.172: Spree

use crate::engine::concepts::costs;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::game::{ObjectId, PlayerId};
use crate::ir::{Body, Cost};
use crate::rules::{Rules, cr};

/// What is paid besides for the modes that were chosen, each as often as it was: costs that stand before them (700.2h).
///
/// # Errors
/// If nobody says how a symbol of one is paid.
pub(in crate::engine) fn costs_of_modes(
    play: &mut Play<'_>,
    (player, spell): (PlayerId, ObjectId),
    body: &Body,
    modes: &[u8],
) -> Outcome<(Vec<Cost>, Rules)> {
    let all = body.choose.iter().flat_map(|choose| &choose.modes).collect::<Vec<_>>();
    let chosen = modes.iter().filter_map(|mode| all.get(usize::from(*mode)));
    let besides: Vec<Cost> = chosen.flat_map(|mode| mode.cost.0.iter().cloned()).collect();
    if besides.is_empty() {
        return Ok((Vec::new(), Rules::NONE));
    }
    let (costs, rules) = costs::announce_symbols(play, player, spell, besides, Some(cr!("601.2b")))?;
    Ok((costs, rules.and(cr!("700.2h"))))
}
