//! CR 702.119: Emerge

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::spells::permissions::Start;
use crate::ir::{CardType, Filter, Keyword, KeywordName};
use crate::rules::cr;

use super::given::Given;
use super::ways::{Casting, Way};

/// It may be cast for its emerge cost and a creature, or a permanent of a quality, that is sacrificed, by whose mana value it costs less
/// generic mana (702.119a, 702.119b).
pub(super) const WAY: Way = Way::plain("emerge", begin);

fn begin(play: &Play<'_>, casting: &Casting<'_>, start: &mut Start) -> Outcome {
    let from = casting.face.keywords(KeywordName::Emerge).find_map(|keyword| {
        if let Keyword::EmergeFrom(what, cost) = keyword { Some((what.clone(), cost.clone())) } else { None }
    });
    let (rule, what) = match from {
        Some((what, cost)) => {
            start.costs = vec![cost];
            (cr!("702.119b"), what)
        }
        None => {
            let emerge = (KeywordName::Emerge, cr!("702.119a"), "it has no emerge");
            start.costs = casting.cost_of(play, emerge.0, (emerge.1, emerge.2))?;
            (cr!("702.119a"), Filter::Type(CardType::Creature))
        }
    };
    start.rules = start.rules.and(rule);
    let chosen_by = cr!("702.119c");
    start.given = Some(Given { rule, chosen_by, what, tapped: false, by_mana_cost: false });
    Ok(())
}
