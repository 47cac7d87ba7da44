//! CR 701.20: Reveal

use crate::engine::additional::keyword_abilities::ninjutsu;
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::reading::selections::players;
use crate::engine::spells::continuous_effects::frame_of;
use crate::engine::view::ActiveRules;
use crate::game::{Cause, Change, Game, ObjectId, PlayerId};
use crate::ir::change::RevealedCards;
use crate::ir::{KeywordName, RuleChange, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Level, What};

/// Shows cards to all players (701.20a).
pub(in crate::engine) fn reveal(play: &mut Play<'_>, cause: Cause, cards: &[ObjectId]) {
    if !cards.is_empty() {
        // The rule that has them revealed, where it is no card's words that do.
        let leads = |rule: &RuleId| {
            *rule == cr!("103.6b") || rule.section().is_some_and(|section| section.as_str() == "701")
        };
        let mut rules = cause.rules.iter().filter(leads).fold(Rules::NONE, Rules::and).and(cr!("701.20a"));
        if cards.iter().any(|card| is_revealed(play, *card)) {
            rules = rules.and(cr!("701.20c"));
        }
        play.record(Level::Default, cause.kind, rules, What::Reveals(cards.to_vec()));
    }
    for player in play.game.apnap() {
        look(play, cause.by(cr!("701.20a")), cards, player, Level::Hidden);
    }
}

/// The rules by which a card stays revealed from which an ability was activated in a hidden zone, while that is on the stack
/// (602.2a, 701.20a); nothing where there is no such ability.
pub fn for_its_ability(game: &Game, card: ObjectId) -> Option<Rules> {
    let its = game.stack().iter().find_map(|on_stack| {
        let ability = game.object(*on_stack).stack_ability()?;
        let miracle = ability.called.is_some_and(|called| called.keyword == Some(KeywordName::Miracle));
        (ability.source == card && (!ability.triggered || miracle) && !ability.copied).then_some(ability)
    })?;
    let rules = Rules::of(&[cr!("701.20a")]);
    let keyword = its.called.and_then(|called| called.keyword);
    Some(keyword.and_then(ninjutsu::stays_revealed).map_or(rules, |rule| rules.and(rule)))
}

/// Whether an effect keeps a card in a hand revealed. Where that can't be told, nothing is said of it.
fn is_revealed(play: &mut Play<'_>, card: ObjectId) -> bool {
    let Ok(view) = play.view() else { return false };
    keeps_revealed(Sight { game: &play.game, view: &view }, card)
}

/// Whether an effect that can be told keeps a card in a hand revealed.
pub fn keeps_revealed(sight: Sight<'_>, card: ObjectId) -> bool {
    revealed_by(sight, card).is_some()
}

/// The object whose effect keeps a card in a hand revealed, if that can be told.
pub fn revealed_by(sight: Sight<'_>, card: ObjectId) -> Option<ObjectId> {
    let object = sight.game.object(card);
    if object.zone == Zone::Hand { plays_revealed(sight, object.owner, RevealedCards::Hand) } else { None }
}

/// Whether an effect has a player play with the top card of their library revealed (401.5).
pub fn keeps_top_revealed(sight: Sight<'_>, owner: PlayerId) -> bool {
    top_revealed_by(sight, owner).is_some()
}

/// The object whose effect has a player play with the top card of their library revealed (401.5).
pub fn top_revealed_by(sight: Sight<'_>, owner: PlayerId) -> Option<ObjectId> {
    plays_revealed(sight, owner, RevealedCards::TopOfLibrary)
}

/// The object whose effect has a player play with such cards revealed.
fn plays_revealed(sight: Sight<'_>, owner: PlayerId, cards: RevealedCards) -> Option<ObjectId> {
    let reveals = |active: &&ActiveRules| {
        active.rules.as_slice().iter().any(|rule| {
            let RuleChange::Revealed(who, which) = rule else { return false };
            *which == cards
                && players(sight, &frame_of(active), who).is_ok_and(|players| players.contains(&owner))
        })
    };
    sight.view.rules.iter().find(reveals).map(|active| active.source)
}

/// Shows cards to one player (701.20e).
pub(in crate::engine) fn look(
    play: &mut Play<'_>,
    cause: Cause,
    cards: &[ObjectId],
    player: PlayerId,
    level: Level,
) {
    for card in cards {
        if !play.game.object(*card).seen_by.contains(&player) {
            play.change(cause, level, Change::MayLook(*card, player));
        }
    }
}
