//! CR 701.30: Clash

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::reading::filters::{known, mana_value};
use crate::engine::spells::events::{Happening, after};
use crate::engine::zones::general;
use crate::game::{Cause, ChoiceKind, Item, ObjectId, PlayerId};
use crate::ir::{NamedDeed, Verb};
use crate::rules::{Rules, cr};

use super::{reveal, scry};

/// How a clash has gone.
pub(in crate::engine) struct Clashed {
    /// With whom the player has clashed.
    pub(in crate::engine) opponent: Option<PlayerId>,
    /// Whether the player has won.
    pub(in crate::engine) won: bool,
}

/// A player and an opponent clash, who is chosen if nobody is said (701.30b): both reveal the top card of their library, then each in APNAP
/// order says whether theirs goes to the bottom, then the cards move (701.30c). Who revealed the card of the higher mana value has won
/// (701.30d).
///
/// # Errors
/// If a choice is missing, or the mana value of a card that is revealed is not known.
pub(in crate::engine) fn clash(
    play: &mut Play<'_>,
    cause: Cause,
    source: ObjectId,
    player: PlayerId,
    with: Option<PlayerId>,
) -> Outcome<Clashed> {
    let opponents: Vec<PlayerId> = match with {
        Some(with) => vec![with],
        None => play.game.opponents(player).collect(),
    };
    let opponent = match opponents.as_slice() {
        [] => None,
        [one] => Some(*one),
        _ => {
            let items = opponents.into_iter().map(Item::Player).collect();
            let rules = Rules::of(&[cr!("701.30b")]);
            let picked = play.pick(player, ChoiceKind::Player, Some(source), items, 1, 1, false, rules)?;
            picked.into_iter().filter_map(Item::thing).find_map(|thing| thing.player())
        }
    };
    let Some(opponent) = opponent else { return Ok(Clashed { opponent: None, won: false }) };
    let before = play.view()?;
    let both: Vec<PlayerId> =
        play.game.apnap().into_iter().filter(|its| [player, opponent].contains(its)).collect();
    let mut revealed: Vec<(PlayerId, ObjectId)> = Vec::with_capacity(both.len());
    for clashing in &both {
        let top = general::top_of_library(play, *clashing, 1)?;
        revealed.extend(top.into_iter().map(|card| (*clashing, card)));
    }
    let cards: Vec<ObjectId> = revealed.iter().map(|(_, card)| *card).collect();
    reveal::reveal(play, cause.by(cr!("701.30c")), &cards);
    let winner = winner(play, &revealed)?;
    let mut to_bottom = Vec::new();
    for (clashing, card) in revealed {
        let rules = Rules::of(&[cr!("701.30c")]);
        let items = vec![Item::Object(card)];
        if !play.pick(clashing, ChoiceKind::Bottom, Some(source), items, 0, 1, false, rules)?.is_empty() {
            to_bottom.push((clashing, card));
        }
    }
    for (clashing, card) in to_bottom {
        scry::arrange(play, cause.by(cr!("701.30c")), clashing, &[card], &[], &[card]);
    }
    let did = |player, verb| Happening::Does { player, what: NamedDeed::Does(verb), object: source };
    let happenings = both.into_iter().map(|player| did(player, Verb::Clash));
    let happenings: Vec<Happening> =
        happenings.chain(winner.map(|winner| did(winner, Verb::WinClash))).collect();
    after(play, &before, &happenings)?;
    Ok(Clashed { opponent: Some(opponent), won: winner == Some(player) })
}

/// Who has revealed a card with a higher mana value than all others (701.30d).
fn winner(play: &mut Play<'_>, revealed: &[(PlayerId, ObjectId)]) -> Outcome<Option<PlayerId>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let mut values = Vec::with_capacity(revealed.len());
    for (player, card) in revealed {
        known(sight, *card)?;
        values.push((*player, mana_value(sight, *card)));
    }
    let higher_than_others =
        |(player, value): &(PlayerId, i32)| values.iter().all(|(other, its)| other == player || its < value);
    Ok(values.iter().find(|it| higher_than_others(it)).map(|(player, _)| *player))
}
