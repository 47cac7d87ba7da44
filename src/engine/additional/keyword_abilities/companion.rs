//! CR 702.139: Companion

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::engine::additional::face_down_spells_and_permanents::generic;
use crate::engine::concepts::total_cost::Bill;
use crate::engine::concepts::{costs, timing_and_priority};
use crate::engine::halt::{Halt, Outcome, Why};
use crate::engine::parts::card_names::{asks_for_print, is_printed};
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::spells::casting_spells::sorcery_timing;
use crate::engine::variants::commander::{self, DeckCard};
use crate::engine::zones::general;
use crate::game::change::Hold;
use crate::game::{
    Cause, CauseKind, Change, Characteristics, Designation, Move, MoveAction, ObjectId, Origin, PlayerId,
};
use crate::ir::{CardType, Filter, Keyword, KeywordName, Symbol, Zone};
use crate::rules::cr;
use crate::trace::{Attempt, Level};

/// What a player has who has put their companion into their hand: they do so once a game (116.2g).
const USED: Symbol = Symbol::literal("companion put into hand");

/// A player pays {3} and puts their companion from outside the game into their hand (702.139a): a special action. The card must
/// have been revealed before the game, and could be only if the starting deck fulfils its condition.
///
/// # Errors
/// [`Halt::Illegal`] with the rule that forbids it; then nothing has happened.
pub fn put_into_hand(play: &mut Play<'_>, player: PlayerId, card: ObjectId, deck: &[DeckCard]) -> Outcome {
    play.attempt(Attempt::Companion(card), |play| {
        timing_and_priority::must_have_priority(play, player)?;
        let illegal = |rule, why| Halt::illegal(player, rule, why, Some(card));
        let object = play.game.object(card);
        let condition = object.base.abilities.iter().find_map(|instance| {
            instance.ability.as_keyword().filter(|keyword| keyword.name() == KeywordName::Companion).cloned()
        });
        let own = object.outside && object.next.is_none() && object.owner == player;
        let Some(condition) = condition.filter(|_| own) else {
            return Err(illegal(
                cr!("702.139a"),
                "only one's own companion outside the game is put into a hand so",
            ));
        };
        if play.game.holds(player, USED) {
            return Err(illegal(cr!("116.2g"), "a player does so only once a game"));
        }
        if let Some((rule, why)) = commander::stays_outside(&play.game, player, card)? {
            return Err(illegal(rule, why));
        }
        if !object.is_designated(Designation::Companion) {
            fulfils(&condition, player, card, deck)?;
        }
        if !sorcery_timing(play, player) {
            let why = "it is done in a main phase of one's own turn while the stack is empty";
            return Err(illegal(cr!("116.2g"), why));
        }
        let frame = Frame::of_source(card, player, Origin::NONE);
        let (cost, rules) = costs::announce_symbols(play, player, card, generic(3).0, Some(cr!("702.139a")))?;
        let mut bill = Bill::of(play, &frame, cost)?;
        bill.rules = rules;
        costs::pay(play, &frame, player, card, &bill, cr!("702.139a"))?;
        let cause = Cause::new(CauseKind::SpecialAction(player), cr!("702.139a"));
        general::move_one(play, cause, Move::new(card, Zone::Hand, MoveAction::Put))?;
        let hold = Hold { player, name: USED, sole: false, marker: None };
        play.change(cause.by(cr!("116.2g")), Level::Hidden, Change::Hold(Box::new(hold)));
        // The player who had priority gets it again (117.3c).
        timing_and_priority::give_priority(play, player)
    })
}

const MORE_THAN_PRINTED: &str = "it asks for more of the cards of a deck than headjudge looks at";

/// Why a companion's kind of card is never looked for in a deck; nothing for one that may be.
pub(super) fn gap_of_kind(every: &Filter) -> Option<Why> {
    (!asks_for_print(every)).then_some(Why::Borrowed(MORE_THAN_PRINTED))
}

/// That no two cards of the starting deck but lands have the same name.
const DIFFERENT_NAMES: Symbol = Symbol::literal("different names");
/// That all cards of the starting deck but lands have a card type in common.
const SHARED_TYPE: Symbol = Symbol::literal("shared card type");
/// That the starting deck has at least twenty cards more than it must.
const TWENTY_MORE: Symbol = Symbol::literal("twenty more cards");

/// Whether it is what a companion asks of the starting deck as a whole.
pub(super) fn is_known(what: Symbol) -> bool {
    [DIFFERENT_NAMES, SHARED_TYPE, TWENTY_MORE].contains(&what)
}

/// Whether a starting deck fulfils a companion's condition (702.139a).
fn fulfils(condition: &Keyword, player: PlayerId, card: ObjectId, deck: &[DeckCard]) -> Outcome {
    if deck.is_empty() {
        let why = "nothing says what its player's starting deck holds, or that it was revealed: write `[companion]` behind it";
        return Err(Halt::undecided(card, why));
    }
    let refused = |why| Err(Halt::illegal(player, cr!("702.139a"), why, Some(card)));
    if let Keyword::Filter(_, every) = condition {
        return each_fits(every, player, card, deck);
    }
    let Keyword::Word(_, word) = condition else { return Err(Halt::gap(card, MORE_THAN_PRINTED)) };
    match *word {
        TWENTY_MORE => {
            let count = deck.iter().fold(0u32, |sum, its| sum.saturating_add(its.count));
            // A constructed deck has at least sixty cards (100.2a), a limited one forty (100.2b).
            if count < 60 {
                return refused("the starting deck has too few cards for the companion");
            }
            if count < 80 {
                let why = "whether the starting deck is a constructed or a limited one";
                return Err(Halt::undecided(card, why));
            }
        }
        DIFFERENT_NAMES => {
            let mut names = BTreeSet::new();
            for its in deck.iter().filter(|its| printed(its).is_some_and(|values| !values.is(CardType::Land)))
            {
                let face = its.definition.faces.first();
                if its.count > 1 || !face.is_some_and(|face| names.insert(face.name.clone())) {
                    return refused("two cards of the starting deck that are no lands have the same name");
                }
            }
        }
        SHARED_TYPE => {
            let nonlands = deck.iter().filter_map(printed).filter(|values| !values.is(CardType::Land));
            let mut shared: Option<Vec<CardType>> = None;
            for values in nonlands {
                let types = &values.types.types;
                shared = Some(match shared {
                    None => types.clone(),
                    Some(before) => before.into_iter().filter(|its| types.contains(its)).collect(),
                });
            }
            if shared.is_some_and(|shared| shared.is_empty()) {
                return refused("the cards of the starting deck that are no lands share no card type");
            }
        }
        _ => return Err(Halt::gap(card, MORE_THAN_PRINTED)),
    }
    Ok(())
}

/// What a card of a deck is: of a split card both halves together (709.4b).
fn printed(its: &DeckCard) -> Option<&Arc<Characteristics>> {
    its.definition.combined.as_ref().or_else(|| its.definition.faces.first())
}

/// Whether every card of a starting deck is of the kind that a companion asks for; of a split card both halves together are looked at
/// (709.4b).
fn each_fits(every: &Filter, player: PlayerId, card: ObjectId, deck: &[DeckCard]) -> Outcome {
    for its in deck {
        let definition = &its.definition;
        let Some(values) = printed(its) else { continue };
        let fits = is_printed(every, values).ok_or_else(|| Halt::gap(card, MORE_THAN_PRINTED))?;
        if !fits {
            let why = "a card of the starting deck is not of the kind that the companion asks for";
            let refused = Halt::illegal(player, cr!("702.139a"), why, Some(card));
            return Err(if definition.combined.is_some() {
                refused.and_rule(cr!("709.4b"))
            } else {
                refused
            });
        }
    }
    Ok(())
}
