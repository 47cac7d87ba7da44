//! CR 103: Starting the Game

use std::sync::Arc;

use crate::engine::additional::keyword_actions::{reveal, shuffle};
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::{Frame, Sight, conditions, quantities};
use crate::engine::spells::instructions;
use crate::engine::turn::general::begin_turn;
use crate::engine::zones::general;
use crate::game::agenda::AgendaChange;
use crate::game::{
    AbilityInstance, Cause, CauseKind, Change, Choice, ChoiceKind, Deed, Game, Item, Move, MoveAction,
    ObjectId, Options, PlayerId, Position, Variant,
};
use crate::ir::ability::{OpeningAction, OpeningHand};
use crate::ir::{Ability, CardType, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Attempt, Level, Note};

use super::drawing_a_card;

/// The game starts: a player is determined who takes the first turn, decks are shuffled, hands are drawn, mulligans taken, what
/// an opening hand allows is done, and the first turn begins (103). Who takes it may be settled already; else it is left to chance
/// who chooses (103.1).
///
/// # Errors
/// [`Halt::Illegal`] if that player can't take the first turn; else if something needs a choice that nobody makes.
pub fn start(play: &mut Play<'_>, first: Option<PlayerId>) -> Outcome {
    let first = starting_player(play, first)?;
    let order = in_order(&play.game, first);
    commanders(play, &order)?;
    for player in &order {
        shuffle_deck(play, *player);
    }
    for player in &order {
        draw_hand(play, *player, cr!("902.5"))?;
    }
    mulligans(play, &order)?;
    for player in &order {
        actions_from_hand(play, *player)?;
    }
    starting_plane(play, first)?;
    let cause = Cause::new(CauseKind::TurnBased, cr!("103.8"));
    begin_turn(play, cause, first)
}

/// Who takes the first turn (103.1); the archenemy does (103.1b), and where teams take turns, it is a team (103.1a).
fn starting_player(play: &mut Play<'_>, settled: Option<PlayerId>) -> Outcome<PlayerId> {
    let mut rules = Rules::of(&[cr!("103.1")]);
    let first = match (play.game.variant(), settled) {
        (Variant::Archenemy(archenemy), None) => archenemy,
        (Variant::Archenemy(archenemy), Some(player)) if player != archenemy => {
            let why = "in an Archenemy game the archenemy takes it";
            let refused = Halt::illegal(player, cr!("103.1b"), why, None);
            let attempt = Attempt::TakeFirstTurn;
            return play.attempt(attempt.clone(), |_| Err(refused.trying(attempt)));
        }
        (_, Some(player)) => player,
        (_, None) => {
            let players: Vec<Item> = play.game.players().map(Item::Player).collect();
            let chosen = play.pick(PlayerId(0), ChoiceKind::Random, None, players, 1, 1, false, rules)?;
            let [Item::Player(chooser)] = chosen.as_slice() else { return Ok(PlayerId(0)) };
            let sides: Vec<Item> =
                play.game.players().filter(|player| leads(&play.game, *player)).map(Item::Player).collect();
            match play.pick(*chooser, ChoiceKind::Player, None, sides, 1, 1, false, rules)?.as_slice() {
                [Item::Player(first)] => *first,
                _ => PlayerId(0),
            }
        }
    };
    let mut starting = first;
    if matches!(play.game.variant(), Variant::Archenemy(_)) {
        rules = Rules::of(&[cr!("103.1b")]);
    } else if play.game.shares_turns() {
        rules = Rules::of(&[cr!("103.1a"), cr!("103.1")]);
        starting = play.game.team_of(first).next().unwrap_or(first);
    }
    play.note(Level::Default, CauseKind::Rules, rules, Note::TakesFirstTurn(starting));
    let cause = Cause { kind: CauseKind::Rules, rules };
    play.change(cause, Level::Hidden, Change::Agenda(AgendaChange::Start(starting)));
    Ok(starting)
}

/// Whether a player stands for all of their team where teams take turns; else each player does.
fn leads(game: &Game, player: PlayerId) -> bool {
    !game.shares_turns() || game.team_of(player).next() == Some(player)
}

/// The players in turn order, the starting player first, or the starting team's (103.5d, 103.6c).
fn in_order(game: &Game, first: PlayerId) -> Vec<PlayerId> {
    game.in_turn_order_from(first).to_vec()
}

/// Commanders go from the decks into the command zone (903.6).
fn commanders(play: &mut Play<'_>, order: &[PlayerId]) -> Outcome {
    for player in order {
        let cards = play.game.zone(Zone::Library, *player).iter().copied();
        let commanders = cards.filter(|object| {
            play.game.object(*object).card().is_some_and(|card| play.game.card(card).commander)
        });
        let cause = Cause::new(CauseKind::Rules, cr!("903.6"));
        let moves: Vec<(Cause, Move)> =
            commanders.map(|object| (cause, Move::new(object, Zone::Command, MoveAction::Put))).collect();
        if !moves.is_empty() {
            general::move_each(play, moves)?;
        }
    }
    Ok(())
}

/// A player shuffles their deck, which becomes their library (103.3). Cards of which it is settled where they come to lie stay there.
fn shuffle_deck(play: &mut Play<'_>, player: PlayerId) {
    let its = play.game.player(player);
    let settled: Vec<ObjectId> =
        its.library.iter().copied().filter(|card| !its.unordered.contains(card)).collect();
    let cause = Cause::new(CauseKind::Rules, cr!("103.3"));
    play.change(cause, Level::Default, Change::Shuffle(player, settled.into()));
}

/// The starting hand size: seven, as a vanguard card modifies it (103.5, 902.5).
fn hand_size(game: &Game, player: PlayerId) -> u32 {
    u32::try_from(game.player(player).hand_size).unwrap_or(0)
}

/// A player draws as many cards as their starting hand size says, which a vanguard card may have modified by this rule.
fn draw_hand(play: &mut Play<'_>, player: PlayerId, modified: RuleId) -> Outcome {
    let size = hand_size(&play.game, player);
    let mut cause = Cause::new(CauseKind::Rules, cr!("103.5"));
    if size != 7 {
        cause = cause.and(modified);
    }
    let entry = play.note(Level::Default, cause.kind, cause.rules, Note::DrawsHand(player, size));
    let mark = play.trace.mark();
    play.under(entry, |play| {
        drawing_a_card::draw(play, cause.without_rules().and(cr!("103.5")), player, size)
    })?;
    // Which cards these are, one by one, is for those who ask for details.
    play.trace.shorten(mark);
    Ok(())
}

/// The players declare in turn order whether they take a mulligan, those who do take it at the same time, and so on until nobody
/// does (103.5).
fn mulligans(play: &mut Play<'_>, order: &[PlayerId]) -> Outcome {
    // In a multiplayer game the first one does not count (103.5c).
    let free = u32::from(play.game.players().count() > 2);
    let mut deciding = order.to_vec();
    let mut taken = 0;
    while !deciding.is_empty() {
        play.tick("mulligans without end")?;
        let mut taking = Vec::new();
        for player in deciding {
            if taken >= hand_size(&play.game, player) + free {
                let rules = Rules::of(&[cr!("103.5")]);
                play.note(Level::Default, CauseKind::Rules, rules, Note::NoMoreMulligans(player));
                continue;
            }
            instead_of_mulligan(play, player)?;
            let options = Options::YesNo(Deed::Mulligan);
            let choice =
                Choice { player, kind: ChoiceKind::Mulligan, source: None, options, indifferent: false };
            let rule = if play.game.shares_turns() { cr!("103.5d") } else { cr!("103.5") };
            if play.choose(choice, Rules::NONE.and(rule))? == crate::game::Answer::Yes {
                taking.push(player);
            }
        }
        taken += 1;
        take_mulligans(play, &taking, taken, free)?;
        deciding = taking;
    }
    Ok(())
}

/// What cards in the hand let their owner do any time they could mulligan (103.5b), one by one until they do no more.
fn instead_of_mulligan(play: &mut Play<'_>, player: PlayerId) -> Outcome {
    let mut declined: Vec<ObjectId> = Vec::new();
    while let Some((card, instance)) =
        openings(play, player, true)?.into_iter().find(|(card, _)| !declined.contains(card))
    {
        play.tick("actions before mulligans without end")?;
        if play.ask_to(player, Deed::Something, Some(card), Rules::of(&[cr!("103.5b")]))? {
            let Ability::OpeningHand(opening) = &*instance.ability else { return Ok(()) };
            let mut frame = Frame::of_source(card, player, instance.origin);
            frame.because = Some(cr!("103.5b"));
            instructions::run(play, &mut frame, &opening.then)?;
        } else {
            declined.push(card);
        }
    }
    Ok(())
}

fn is_at_mulligans(instance: &AbilityInstance) -> bool {
    opening_of(instance).is_some_and(|opening| opening.action == OpeningAction::Mulligan)
}

/// The cards in a player's hand that let them do something before the first turn, at the time of mulligans or after it, with the
/// ability that says so. Of one whose condition is not true that is noted.
fn openings(
    play: &mut Play<'_>,
    player: PlayerId,
    at_mulligans: bool,
) -> Outcome<Vec<(ObjectId, AbilityInstance)>> {
    let view = play.view()?;
    let mut found = Vec::new();
    let mut failing = Vec::new();
    for card in play.game.zone(Zone::Hand, player) {
        for instance in &view.characteristics(&play.game, *card).abilities {
            let Some(opening) = opening_of(instance) else { continue };
            if is_at_mulligans(instance) != at_mulligans {
                continue;
            }
            let frame = Frame::of_source(*card, player, instance.origin);
            let sight = Sight { game: &play.game, view: &view };
            match &opening.only_if {
                Some(condition) if !conditions::holds(sight, &frame, condition)? => {
                    failing.push((*card, frame, condition.clone()));
                }
                _ => found.push((*card, instance.clone())),
            }
        }
    }
    for (card, frame, condition) in failing {
        let rules = Rules::of(&[cr!("103.6")]);
        let by = Cause { kind: CauseKind::Ability(card), rules };
        play.note_unmet(Level::Default, by, Note::NoOpeningAction(card), (&frame, &condition));
    }
    Ok(found)
}

/// Players take their n-th mulligan at the same time: each shuffles the hand back, draws a new one, and puts as many cards on the
/// bottom of the library as they have taken mulligans that count.
fn take_mulligans(play: &mut Play<'_>, players: &[PlayerId], taken: u32, free: u32) -> Outcome {
    let cause = Cause::new(CauseKind::Rules, cr!("103.5"));
    for player in players {
        play.note(Level::Default, cause.kind, cause.rules, Note::TakesMulligan(*player, taken));
    }
    let mut moves = Vec::new();
    for player in players {
        for card in play.game.zone(Zone::Hand, *player) {
            let mut it = Move::new(*card, Zone::Library, MoveAction::Put);
            it.position = Position::Shuffled;
            moves.push((cause, it));
        }
    }
    let results = general::move_each(play, moves)?;
    let reached =
        |player: PlayerId| results.iter().flatten().any(|card| play.game.object(*card).owner == player);
    let without: Vec<PlayerId> = players.iter().copied().filter(|player| !reached(*player)).collect();
    for player in without {
        shuffle::shuffle_around(play, cause, player, &[]);
    }
    for player in players {
        draw_hand(play, *player, cr!("902.5a"))?;
    }
    for player in players {
        let counting = taken.saturating_sub(free);
        if counting < taken {
            let rules = Rules::of(&[cr!("103.5c")]);
            play.note(Level::Default, cause.kind, rules, Note::MulliganUncounted(*player));
        }
        put_on_bottom(play, cause, *player, counting)?;
    }
    Ok(())
}

/// A player puts so many cards of their choice from their hand on the bottom of their library in any order.
fn put_on_bottom(play: &mut Play<'_>, cause: Cause, player: PlayerId, count: u32) -> Outcome {
    let items: Vec<Item> = play.game.zone(Zone::Hand, player).iter().copied().map(Item::Object).collect();
    let count = count.min(u32::try_from(items.len()).unwrap_or(u32::MAX));
    if count == 0 {
        return Ok(());
    }
    let picked = play.pick(player, ChoiceKind::Bottom, None, items, count, count, true, cause.rules)?;
    let moves = picked.into_iter().filter_map(|item| match item {
        Item::Object(card) => {
            let mut it = Move::new(card, Zone::Library, MoveAction::Put);
            it.position = Position::Bottom;
            Some((cause, it))
        }
        _ => None,
    });
    let moves: Vec<(Cause, Move)> = moves.collect();
    general::move_each(play, moves)?;
    Ok(())
}

/// What a card lets its owner do with it from the opening hand.
fn opening_of(instance: &AbilityInstance) -> Option<&OpeningHand> {
    if let Ability::OpeningHand(opening) = &*instance.ability { Some(opening) } else { None }
}

/// A player takes the actions that cards of their opening hand allow, in any order (103.6).
fn actions_from_hand(play: &mut Play<'_>, player: PlayerId) -> Outcome {
    let rule = cr!("103.6");
    let found = openings(play, player, false)?;
    if found.is_empty() {
        return Ok(());
    }
    let items: Vec<Item> = found.iter().map(|(card, _)| Item::Object(*card)).collect();
    let most = u32::try_from(items.len()).unwrap_or(u32::MAX);
    let picked = play.pick(player, ChoiceKind::Choose, None, items, 0, most, true, Rules::NONE.and(rule))?;
    for item in picked {
        let Item::Object(card) = item else { continue };
        let Some((_, instance)) = found.iter().find(|(its, _)| *its == card) else { continue };
        act(play, player, card, instance)?;
    }
    Ok(())
}

/// A player begins the game with a card on the battlefield (103.6a), or reveals it (103.6b).
fn act(play: &mut Play<'_>, player: PlayerId, card: ObjectId, instance: &AbilityInstance) -> Outcome {
    let ability: Arc<Ability> = instance.ability.clone();
    let Ability::OpeningHand(opening) = &*ability else { return Ok(()) };
    // Another such action may have taken it away.
    if !play.game.object(card).exists {
        return Ok(());
    }
    let mut frame = Frame::of_source(card, player, instance.origin);
    match opening.action {
        OpeningAction::Begin => {
            let mut it = Move::new(card, Zone::Battlefield, MoveAction::Put);
            it.controller = Some(player);
            let view = play.view()?;
            for (kind, count) in &opening.counters {
                let sight = Sight { game: &play.game, view: &view };
                it.counters.push((*kind, quantities::amount(sight, &frame, count)?));
            }
            let rule: RuleId = cr!("103.6a");
            let entered = general::move_one(play, Cause::new(CauseKind::Ability(card), rule), it)?;
            let Some(entered) = entered else { return Ok(()) };
            frame.source = entered;
            frame.because = Some(rule);
        }
        OpeningAction::Reveal => {
            let cause = Cause::new(CauseKind::Ability(card), cr!("103.6b"));
            reveal::reveal(play, cause, &[card]);
        }
        OpeningAction::Mulligan => return Ok(()),
    }
    instructions::run(play, &mut frame, &opening.then)
}

/// The starting player turns up cards of their planar deck until one is a plane (103.7). No ability triggers on that (901.5).
fn starting_plane(play: &mut Play<'_>, first: PlayerId) -> Outcome {
    if play.game.variant() != Variant::Planechase || play.game.planes().next().is_some() {
        return Ok(());
    }
    while let Some(card) = play.game.player(first).deck.last().copied() {
        let cause = Cause::new(CauseKind::Rules, cr!("103.7")).and(cr!("901.5"));
        general::turn_up_from_deck(play, cause, card);
        if !play.game.object(card).base.is(CardType::Phenomenon) {
            break;
        }
        general::put_under_deck(play, cause, card)?;
    }
    Ok(())
}

/// The rule by which the starting player skips the draw step of the first turn: of two players (103.8a), or as a team of a
/// Two-Headed Giant game (103.8b). Of more players nobody does (103.8c).
pub(in crate::engine) fn skips_draw(game: &Game) -> Option<RuleId> {
    if !is_first_turn(game) {
        None
    } else if game.variant() == Variant::TwoHeadedGiant {
        Some(cr!("103.8b"))
    } else {
        (game.players().count() == 2).then_some(cr!("103.8a"))
    }
}

/// Whether it is the first turn of a game that was played from its start.
pub(in crate::engine) fn is_first_turn(game: &Game) -> bool {
    game.agenda().starting.is_some() && game.turn().number == 1
}
