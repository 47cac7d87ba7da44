//! CR 116: Special Actions

pub mod planar_die;

use std::rc::Rc;

use crate::engine::additional::keyword_abilities::hidden_agenda;
use crate::engine::additional::keyword_actions::exile as exile_action;
use crate::engine::additional::{controlling_another_player, face_down_spells_and_permanents};
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::reading::{Sight, quantities, selections};
use crate::engine::spells::casting_spells::{self, sorcery_timing};
use crate::engine::spells::continuous_effects;
use crate::engine::spells::events::{Happening, after};
use crate::engine::view::View;
use crate::engine::zones::{exile, general};
use crate::game::{
    Answer, Cause, CauseKind, Change, Choice, ChoiceKind, FaceDown, Item, Move, MoveAction, Object, ObjectId,
    Options, Origin, PlayerId,
};
use crate::ir::change::{Action, Allowed};
use crate::ir::{CardType, Cost, Costs, KeywordName, Layout, RuleChange, Symbol, Verb, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{Attempt, Level, What};

use super::total_cost::Bill;
use super::{costs, timing_and_priority};

/// A player plays a land (116.2a, 305.1), of a modal double-faced card the face of that index (712.12). It doesn't use the stack.
///
/// # Errors
/// [`Halt::Illegal`] with the rule that forbids it; then nothing has happened.
pub fn play_land(play: &mut Play<'_>, player: PlayerId, land: ObjectId, face: u8) -> Outcome {
    play.attempt(Attempt::PlayLand(land, face), |play| {
        timing_and_priority::must_have_priority(play, player)?;
        controlling_another_player::decides(play, player);
        let illegal = |rule, why| Err(Halt::illegal(player, rule, why, Some(land)));
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        let permitted = |action| continuous_effects::permitted(sight, action, Some(land), player);
        let its = play.game.object(land);
        if its.zone == Zone::Exile && its.is_face_down() {
            if !permitted(Allowed::Play)? && !permitted(Allowed::PlayLand)? {
                return illegal(cr!("305.1"), "a land is played from its player's hand");
            }
            exile::turn_up_to_play(play, CauseKind::SpecialAction(player), land);
        }
        let modal = is_modal(play.game.object(land));
        // Any other card is looked at as the one face that it has where it is (712.8a).
        let face = if modal { face } else { 0 };
        if !casting_spells::face_of(play, land, face)?.is(CardType::Land) {
            if modal {
                let why = "of its faces only one that is a land can be played as a land";
                return illegal(cr!("712.12"), why).map_err(|halt| halt.and_rule(cr!("305.1")));
            }
            return illegal(cr!("305.1"), "only a land card can be played as a land");
        }
        let view = play.view()?;
        let object = play.game.object(land);
        let sight = Sight { game: &play.game, view: &view };
        let permitted = |action| continuous_effects::permitted(sight, action, Some(land), player);
        let at_hand = object.zone == Zone::Hand && object.owner == player;
        if !at_hand && !permitted(Allowed::Play)? && !permitted(Allowed::PlayLand)? {
            if face > 0 && permits_kinds(&view) {
                let why = "whether an effect lets a player play a card as its other face is not worked out";
                return Err(Halt::undecided(land, why));
            }
            if let Some(by) = continuous_effects::lets_no_more(sight, land, player)? {
                let why = "an effect says that it may be played from there, but not once more this turn";
                return illegal(cr!("305.1"), why).map_err(|halt| halt.said_by(by));
            }
            return illegal(cr!("305.1"), "a land is played from its player's hand");
        }
        let used = if at_hand { None } else { continuous_effects::lets_play_land(sight, land, player)? };
        if !play.game.is_active(player) {
            return illegal(cr!("305.3"), "a land can be played only in one's own turn");
        }
        if !sorcery_timing(play, player) {
            return illegal(cr!("305.1"), "a land is played in a main phase while the stack is empty");
        }
        let rules = Rules::of(&[cr!("116.2a")]);
        // A teammate of the active player may play one in the turn of both.
        let rules = if play.game.turn().active == player { rules } else { rules.and(cr!("805.4c")) };
        let kind = CauseKind::SpecialAction(player);
        if let Some((source, origin)) = used {
            let change = Change::Used(source, origin, player);
            play.change(Cause::new(kind, cr!("305.1")), Level::Hidden, change);
        }
        put_onto_battlefield(play, player, land, face, kind, rules.and(cr!("305.1")))?;
        // The player who had priority gets it again (117.3c).
        timing_and_priority::give_priority(play, player)
    })
}

/// Whether a card is a modal double-faced one, of which a player chooses the face to play (712.12).
fn is_modal(card: &Object) -> bool {
    card.definition.as_ref().is_some_and(|definition| definition.layout == Layout::Modal)
}

/// Whether an effect lets somebody play cards of a kind: that is said of what they are, and not of particular cards.
fn permits_kinds(view: &View) -> bool {
    view.rule_changes().any(|(_, rule)| {
        let RuleChange::May(allowance) = rule else { return false };
        matches!(allowance.action, Allowed::Play | Allowed::PlayLand) && allowance.what.is_some()
    })
}

/// A player plays a land while something resolves that lets them: whatever allows it, only in their own turn and as many as they may
/// play in it (305.2b, 305.3). Says what it is then.
///
/// # Errors
/// [`Halt::Illegal`] with the rule that forbids it.
pub(in crate::engine) fn play_land_now(
    play: &mut Play<'_>,
    player: PlayerId,
    land: ObjectId,
    face: u8,
) -> Outcome<Option<ObjectId>> {
    may_play_now(play, player, land)?;
    exile::turn_up_to_play(play, CauseKind::Announcement(player), land);
    put_onto_battlefield(
        play,
        player,
        land,
        face,
        CauseKind::Announcement(player),
        Rules::of(&[cr!("305.2a")]),
    )
}

/// Whether nothing forbids a player to play a land while a spell or ability resolves that lets them (305.2b, 305.3).
///
/// # Errors
/// [`Halt::Illegal`] with the rule that forbids it.
pub(in crate::engine) fn may_play_now(play: &mut Play<'_>, player: PlayerId, land: ObjectId) -> Outcome {
    if !play.game.is_active(player) {
        let why = "a land can be played only in one's own turn";
        return Err(Halt::illegal(player, cr!("305.3"), why, Some(land)));
    }
    is_not_forbidden(play, player, land)
}

/// Whether no effect forbids to play the land, and it is not one too many this turn.
fn is_not_forbidden(play: &mut Play<'_>, player: PlayerId, land: ObjectId) -> Outcome {
    let illegal = |rule, why| Err(Halt::illegal(player, rule, why, Some(land)));
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    if let Some(by) =
        continuous_effects::prohibited(sight, Action::Do(Verb::PlayLand), Some(land), Some(player), None)?
    {
        return illegal(cr!("101.2"), "an effect says that it can't be played")
            .map_err(|halt| halt.said_by(by));
    }
    if i64::from(play.game.player(player).lands_played) >= lands_each_turn(sight, player)? {
        return illegal(cr!("305.2b"), "no more lands can be played this turn");
    }
    Ok(())
}

/// The part of playing a land that is the same whatever allows it. The last of the rules by which it is played is the one that
/// moves it.
fn put_onto_battlefield(
    play: &mut Play<'_>,
    player: PlayerId,
    land: ObjectId,
    face: u8,
    kind: CauseKind,
    rules: Rules,
) -> Outcome<Option<ObjectId>> {
    is_not_forbidden(play, player, land)?;
    let entry = play.record(Level::Default, kind, rules, What::PlaysLand(player, land));
    play.under(entry, |play| {
        let mut cause =
            Cause { kind, rules: rules.iter().last().map_or(Rules::NONE, |rule| Rules::NONE.and(rule)) };
        // That it is not the first of the turn some effect allows (305.2a).
        if play.game.player(player).lands_played > 0 {
            cause = cause.and(cr!("305.2a"));
        }
        if is_modal(play.game.object(land)) {
            cause = cause.and(cr!("712.12"));
        }
        let mut it = Move::new(land, Zone::Battlefield, MoveAction::Play);
        it.controller = Some(player);
        it.face = face;
        let moved = general::move_one(play, cause, it)?;
        play.change(cause, Level::Hidden, Change::LandPlayed(player));
        if let Some(land) = moved {
            let before = play.view()?;
            after(play, &before, &[Happening::PlayedLand { player, land }])?;
        }
        Ok(moved)
    })
}

/// A player turns a face-down permanent of theirs face up (116.2b): by morph (702.37e), disguise (702.168d), or because it was
/// manifested or cloaked and is a creature card (701.40b, 701.58b).
///
/// # Errors
/// [`Halt::Illegal`] with the rule that forbids it; then nothing has happened.
pub fn turn_face_up(
    play: &mut Play<'_>,
    player: PlayerId,
    permanent: ObjectId,
    by: Option<Symbol>,
) -> Outcome {
    play.attempt(Attempt::TurnFaceUp(permanent), |play| {
        timing_and_priority::must_have_priority(play, player)?;
        let illegal = |rule, why| Err(Halt::illegal(player, rule, why, Some(permanent)));
        let object = play.game.object(permanent);
        if hidden_agenda::is_hidden(object) {
            return hidden_agenda::reveal(play, player, permanent);
        }
        let Some(how) = object.face_down.filter(|_| object.on_battlefield()) else {
            return illegal(cr!("116.2b"), "it is no face-down permanent");
        };
        if play.view()?.controller(&play.game, permanent) != player {
            let rule = face_down_spells_and_permanents::rule_without_way(how);
            return illegal(rule, "its controller alone can turn it face up");
        }
        if face_down_spells_and_permanents::cant_be_turned_up(play, permanent)?.is_some() {
            return illegal(cr!("101.2"), "an effect says that it can't be turned face up");
        }
        general::must_be_known(play, permanent)?;
        let mut ways = face_down_spells_and_permanents::ways(&play.game, permanent)?;
        // A card may be turned by what it would have face up as well as by how it came to be face down.
        let either = face_down_spells_and_permanents::either(how, &ways);
        if let Some(by) = by {
            ways.retain(|way| way.name == by);
        }
        let way = match ways.len() {
            0 => {
                let rule = face_down_spells_and_permanents::rule_without_way(how);
                let why = match how {
                    FaceDown::Manifest | FaceDown::Cloak
                        if by.is_none_or(|by| by.as_str() == "mana-cost") =>
                    {
                        "it isn't represented by a creature card with a mana cost"
                    }
                    _ => "nothing it would have face up lets it be turned",
                };
                return illegal(rule, why);
            }
            1 => ways.pop(),
            _ => {
                let items = ways.iter().map(|way| Item::Word(way.name)).collect();
                let rules = Rules::of(&[either.unwrap_or(cr!("116.2b"))]);
                let kind = ChoiceKind::Pay;
                let picked = play.pick(player, kind, Some(permanent), items, 1, 1, false, rules)?;
                ways.into_iter().find(|way| picked.contains(&Item::Word(way.name)))
            }
        };
        let Some(way) = way else { return Ok(()) };
        let entry = play.record(
            Level::Default,
            CauseKind::SpecialAction(player),
            either.into_iter().fold(Rules::of(&[cr!("116.2b"), way.rule]), Rules::and),
            What::TurnsFaceUp(player, permanent),
        );
        play.under(entry, |play| {
            let mut frame = Frame::of_source(permanent, player, Origin::NONE);
            choose_x(play, player, permanent, &way.cost, 0)?;
            frame.announced.clone_from(&play.game.object(permanent).announced);
            let (costs, rules) =
                costs::announce_symbols(play, player, permanent, way.cost.0, Some(way.rule))?;
            let mut bill = Bill::of(play, &frame, costs)?;
            bill.rules = rules;
            costs::pay(play, &frame, player, permanent, &bill, way.rule)?;
            let cause = Cause::new(CauseKind::SpecialAction(player), way.rule);
            face_down_spells_and_permanents::turn_face_up(play, cause, permanent, Some(way.name))?;
            Ok(())
        })?;
        // The player who had priority gets it again (117.3c).
        timing_and_priority::give_priority(play, player)
    })
}

/// How a card is exiled from a hand by a keyword that allows it as a special action.
pub(in crate::engine) struct FromHand {
    /// The keyword.
    pub(in crate::engine) keyword: KeywordName,
    /// The rules by which it may be done.
    pub(in crate::engine) rules: Rules,
    /// The rule of the keyword.
    pub(in crate::engine) rule: RuleId,
    /// Whether it lies face down then.
    pub(in crate::engine) face_down: bool,
}

/// A player pays a cost and exiles a card from their hand. Says what it is in exile, if it has come there.
///
/// # Errors
/// If the cost can't be paid.
pub(in crate::engine) fn exile_from_hand(
    play: &mut Play<'_>,
    player: PlayerId,
    card: ObjectId,
    how: &FromHand,
    cost: Costs,
) -> Outcome<Option<ObjectId>> {
    let kind = CauseKind::SpecialAction(player);
    let entry = play.record(Level::Default, kind, how.rules, What::ByKeyword(player, how.keyword, card));
    let moved = play.under(entry, |play| {
        let frame = Frame::of_source(card, player, Origin::NONE);
        let (costs, rules) = costs::announce_symbols(play, player, card, cost.0, Some(how.rule))?;
        let mut bill = Bill::of(play, &frame, costs)?;
        bill.rules = rules;
        costs::pay(play, &frame, player, card, &bill, how.rule)?;
        exile_action::exile(play, Cause::new(kind, how.rule), &[card], how.face_down, &[])
    })?;
    let exiled = moved.into_iter().flatten().next();
    Ok(exiled.filter(|exiled| play.game.object(*exiled).zone == Zone::Exile))
}

/// The value of {X} in the cost of a special action, at least so much, is chosen immediately before it is paid (107.3d); abilities of
/// the permanent that speak of X mean the same (702.37f).
pub(in crate::engine) fn choose_x(
    play: &mut Play<'_>,
    player: PlayerId,
    permanent: ObjectId,
    cost: &Costs,
    least: u32,
) -> Outcome {
    if !cost.0.iter().any(|cost| matches!(cost, Cost::Mana(mana) if mana.has_variable())) {
        return Ok(());
    }
    let choice = Choice {
        player,
        kind: ChoiceKind::X,
        source: Some(permanent),
        options: Options::Number { least, most: 10_000 },
        indifferent: false,
    };
    if let Answer::Number(x) = play.choose(choice, Rules::of(&[cr!("107.3d")]))? {
        let mut announced = play.game.object(permanent).announced.as_deref().cloned().unwrap_or_default();
        announced.x = x;
        let cause = Cause::new(CauseKind::SpecialAction(player), cr!("107.3d"));
        play.change(cause, Level::Hidden, Change::Announce(permanent, Rc::new(announced)));
    }
    Ok(())
}

/// How many lands a player can play this turn (305.2).
fn lands_each_turn(sight: Sight<'_>, player: PlayerId) -> Outcome<i64> {
    let mut lands = 1i64;
    for (active, rule) in sight.view.rule_changes() {
        if let RuleChange::ExtraLands(who, count) = rule {
            let frame = Frame::of_source(active.source, active.controller, active.origin);
            if selections::players(sight, &frame, who)?.contains(&player) {
                lands += i64::from(quantities::value(sight, &frame, count)?);
            }
        }
    }
    Ok(lands)
}
