//! The piles of exile at the end of a ruling, where it matters which card lies in which: below the steps, and for programs.

use serde::Serialize;

use super::piles::{self, Pile as Found};
use super::{Options, Picture};
use crate::game::{Game, Object, PlayerId};
use crate::rules::{Elsewhere, RuleId, Rules, cr};
use crate::runner::Outcome;
use crate::trace::names::Names;
use crate::trace::styled::Style;
use crate::trace::text::NARROWEST;

/// A pile in exile as programs read it.
#[derive(Debug, Serialize)]
pub struct Pile {
    /// What may take its cards from there, or finds them there; absent for cards that are there for good.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Whether its cards are face down.
    pub face_down: bool,
    /// The cards in the order in which they came.
    pub cards: Vec<Card>,
    /// The rules that keep it apart from other piles.
    pub rules: Rules,
}

/// A card in a pile.
#[derive(Debug, Serialize)]
pub struct Card {
    /// The number, from 1: one stay of a card in one zone.
    pub number: u32,
    /// What it is called by who looks.
    pub name: String,
    /// Its owner.
    pub owner: String,
    /// Who may look at it while it is face down.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub may_look: Vec<String>,
}

/// The players who may look at an object while it is face down: those of them who are in the game.
pub(super) fn lookers(game: &Game, object: &Object) -> Vec<PlayerId> {
    let there = object.seen_by.iter().filter(|player| object.is_face_down() && !game.player(**player).gone);
    there.copied().collect()
}

/// The piles of exile as a scenario has left them, for one who looks or (`None`) for the judge.
pub fn piles_at_end(outcome: &Outcome, viewer: Option<PlayerId>) -> Vec<Pile> {
    let Some(game) = &outcome.game else { return Vec::new() };
    let names = Names::new(game, &outcome.players, viewer);
    let pile = |found: Found| {
        let rules = rule_of(&found).map_or(Rules::NONE, Rules::from);
        let cards = found.cards.iter().map(|card| {
            let its = game.object(*card);
            Card {
                number: card.0.saturating_add(1),
                name: names.bare(*card),
                owner: names.player(its.owner),
                may_look: lookers(game, its).into_iter().map(|player| names.player(player)).collect(),
            }
        });
        Pile {
            why: (!found.why.is_empty()).then(|| found.why.as_str().to_owned()),
            face_down: found.face_down.is_some(),
            cards: cards.collect(),
            rules,
        }
    };
    piles::of(game, &names).into_iter().map(pile).collect()
}

/// The piles of exile below the steps of a ruling: those whose cards may come back or be found there, if there are several,
/// and those that lie face down. Nothing where no pile could be taken for another.
pub fn exile_at_end(outcome: &Outcome, options: &Options, elsewhere: Option<&Elsewhere>) -> Option<String> {
    let game = outcome.game.as_ref()?;
    let names = Names::new(game, &outcome.players, options.viewer);
    let mut piles = piles::of(game, &names);
    piles.retain(|pile| rule_of(pile).is_some());
    if piles.len() < 2 && piles.iter().all(|pile| pile.face_down.is_none()) {
        return None;
    }
    let width = options.width.max(NARROWEST);
    let mut picture = Picture { game, names, view: None, viewer: options.viewer, width, rows: Vec::new() };
    let mut label = "exile at end";
    for pile in piles {
        let mut why = pile.why.clone();
        if why.is_empty() {
            let together =
                if pile.cards.len() > 1 { "exiled face down together" } else { "exiled face down" };
            why.push(together, Style::Plain);
        }
        let rule = rule_of(&pile).map(|rule| name_of(rule, elsewhere)).unwrap_or_default();
        picture.heading_of_pile(label, &why, &rule);
        for entry in picture.cards(&pile.cards) {
            picture.entry("", entry, 2);
        }
        label = "";
    }
    Some(picture.drawn(options.colour))
}

/// The rule by which a pile is kept apart; none for cards that are there for good.
fn rule_of(pile: &Found) -> Option<RuleId> {
    match (pile.face_down, pile.why.is_empty()) {
        (Some(_), _) => Some(cr!("406.4")),
        (None, false) => Some(cr!("406.5")),
        (None, true) => None,
    }
}

fn name_of(rule: RuleId, elsewhere: Option<&Elsewhere>) -> String {
    elsewhere.map_or_else(|| rule.to_string(), |elsewhere| elsewhere.name(rule).to_owned())
}
