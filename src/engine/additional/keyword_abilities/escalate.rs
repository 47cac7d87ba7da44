//! CR 702.120: Escalate

use crate::engine::concepts::costs;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::game::{AbilityInstance, CauseKind, ObjectId, PlayerId};
use crate::ir::{Ability, Cost, Keyword, KeywordName, Symbol};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, Note};

use super::ways;

/// What the escalate cost is called.
const ESCALATE: Symbol = Symbol::literal("escalate");

/// What is paid besides for each mode that was chosen beyond the first (702.120a).
///
/// # Errors
/// If nobody says how a symbol of it is paid.
pub(in crate::engine) fn costs_of_modes(
    play: &mut Play<'_>,
    player: PlayerId,
    spell: ObjectId,
    modes: usize,
) -> Outcome<(Vec<Cost>, Rules)> {
    let beyond = modes.saturating_sub(1);
    let its = play.view()?.shared(&play.game, spell);
    let all = ways::costs_of(&its, KeywordName::Escalate);
    if beyond == 0 || all.is_empty() {
        return Ok((Vec::new(), Rules::NONE));
    }
    let rules = Rules::of(&[cr!("601.2b"), cr!("702.120a")]);
    let times = u8::try_from(beyond).unwrap_or(u8::MAX);
    let note = Note::PaysAlso(spell, Some(ESCALATE), times);
    play.note(Level::Default, CauseKind::Announcement(player), rules, note);
    let each: Vec<Cost> = its.keywords(KeywordName::Escalate).filter_map(cost_behind).flatten().collect();
    let besides = (0..beyond).flat_map(|_| each.clone()).collect();
    costs::announce_symbols(play, player, spell, besides, Some(cr!("601.2b")))
}

fn cost_behind(keyword: &Keyword) -> Option<Vec<Cost>> {
    if let Keyword::Cost(_, costs) = keyword { Some(costs.0.clone()) } else { None }
}

/// The rule by which a cost is paid for the modes of a spell beyond the first, if it is such a cost.
pub(super) fn rule_of_cost(cost: &Cost, spell: &[AbilityInstance]) -> Option<RuleId> {
    let escalates = |instance: &AbilityInstance| {
        matches!(&*instance.ability, Ability::Keyword(Keyword::Cost(KeywordName::Escalate, costs))
            if costs.0.contains(cost))
    };
    spell.iter().any(escalates).then_some(cr!("702.120a"))
}
