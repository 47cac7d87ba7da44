//! CR 608: Resolving Spells and Abilities. What players may do or pay for as it resolves (608.2d, 118.12).

use std::rc::Rc;

use crate::engine::additional::keyword_abilities::{self, cipher};
use crate::engine::concepts::costs;
use crate::engine::concepts::total_cost::Bill;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::spells::activating_activated_abilities::limits;
use crate::engine::spells::linked_abilities;
use crate::game::{Announced, ChoiceKind, Deed, Item, ObjectId, PlayerId, Thing};
use crate::ir::instruction::{Exile, Put, Sacrifice};
use crate::ir::{Cost, Instruction, Players, Quantity, Selection, Verb, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Lacking, Level, Note};

use super::possible::{self, Obstacle};
use super::{cause, information, one_player, run, things, who_are};

mod offered;
mod paying_x;

pub(super) use self::offered::Offered;

/// A player may pay a cost as the spell or ability resolves (118.12), of another player's also where something happens unless
/// they do (118.12a). Says whether it was paid, and leaves in the frame if a player's having left decided that.
pub(super) fn may_pay(
    play: &mut Play<'_>,
    frame: &mut Frame,
    who: &Players,
    cost: &[Cost],
    offered: Offered,
) -> Outcome<bool> {
    if limits::is_done_already(play, frame) {
        return Ok(false);
    }
    let rules = rules_of_paying(play, frame, offered);
    let mut paid = false;
    let mut used = Vec::new();
    let players = who_are(play, frame, who)?;
    let chosen_x = paying_x::is_chosen(play, frame, cost, &players)?;
    for player in players {
        let Some(cost) = agrees_to_pay(play, frame, player, cost, rules, false)? else { continue };
        if chosen_x {
            paying_x::choose(play, frame, player, &cost)?;
        }
        used.extend(pay(play, frame, player, cost, offered)?);
        paid = true;
    }
    remember(play, frame, used);
    if paid {
        frame.undone = None;
        limits::do_it(play, frame);
    }
    Ok(paid)
}

/// A player pays what they have agreed to; says what with.
pub(super) fn pay(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    cost: Vec<Cost>,
    offered: Offered,
) -> Outcome<Vec<(Verb, ObjectId)>> {
    let source = frame.asking();
    // What a keyword's variable is is looked at again until it is paid (702.1b).
    let variable = cost
        .iter()
        .any(|cost| matches!(cost, Cost::ManaTimes(_, times) if !matches!(times, Quantity::Fixed(_))));
    let (to_pay, symbols) = costs::announce_symbols(play, player, source, cost, None)?;
    let mut bill = Bill::of(play, frame, to_pay)?;
    bill.rules = symbols;
    if variable && play.keyword_followed(frame).is_some() {
        bill.rules = bill.rules.and(cr!("702.1b"));
    }
    let paying = costs::pay(play, frame, player, source, &bill, offered.rule());
    // It is no illegal action that parts of a cost can't all be paid with the same thing.
    let payment = paying.map_err(|halt| match halt {
        // What can't be paid in full can't be chosen either.
        Halt::Illegal(its) if !its.choosing && bill.others.is_empty() => {
            Halt::Illegal(its).and_rule(cr!("608.2d")).as_choice()
        }
        Halt::Illegal(its) if !its.choosing => {
            Halt::undecided(source, "whether a cost of several parts can be paid is not worked out")
        }
        other => other,
    })?;
    Ok(payment.used)
}

/// Keeps what has been used to pay as something resolves; of that kind it is meant then, and of others what was used before.
pub(super) fn remember(play: &Play<'_>, frame: &mut Frame, used: Vec<(Verb, ObjectId)>) {
    if used.is_empty() {
        return;
    }
    // What was announced for the spell that its source was stays readable (400.7d), but for its targets.
    let of_source = play.game.object(frame.source).announced.as_deref();
    let of_source = || of_source.map(|its| Announced { targets: Vec::new(), ..its.clone() });
    let mut announced = frame.announced.as_deref().cloned().or_else(of_source).unwrap_or_default();
    announced.used.retain(|(before, _)| !used.iter().any(|(how, _)| how == before));
    announced.used.extend(used);
    frame.announced = Some(Rc::new(announced));
}

/// The rules by which a player is asked whether they pay.
pub(super) fn rules_of_paying(play: &Play<'_>, frame: &Frame, offered: Offered) -> Rules {
    let mut rules = Rules::of(&[offered.rule()]);
    if offered == Offered::Unless {
        rules = rules.and(cr!("118.12a"));
    }
    // What is asked for, and what happens if it is not paid, is what the keyword says.
    let keyword = match frame.on_stack.and_then(|ability| play.game.object(ability).stack_ability()) {
        Some(its) => its
            .ability
            .as_triggered()
            .and_then(|triggered| keyword_abilities::rule_of_trigger(its.origin, its.called, triggered)),
        None => None,
    };
    if let Some(rule) = keyword {
        rules = rules.and(rule);
    }
    rules
}

/// Whether a player pays: the cost as they would pay it, with the choice made that it leaves.
pub(super) fn agrees_to_pay(
    play: &mut Play<'_>,
    frame: &mut Frame,
    player: PlayerId,
    cost: &[Cost],
    rules: Rules,
    in_turn: bool,
) -> Outcome<Option<Vec<Cost>>> {
    if not_there_to_pay(play, frame, player) {
        frame.because = Some(cr!("800.4f"));
        return Ok(None);
    }
    let rules = information::of_costs(play, frame, cost)?.iter().fold(rules, Rules::and);
    let cost = costs::written_out(play, frame, cost)?;
    let obstacle = match costs::lacks_mana(play, frame, player, &cost)? {
        true => Some(cr!("118.3")),
        false => costs::why_unpayable(play, frame, player, &cost)?,
    };
    if let Some(rule) = obstacle {
        let by = cause(frame, rule);
        let rules = rules.iter().skip(1).fold(by.rules, Rules::and);
        play.note(Level::Default, by.kind, rules, Note::CantPay(player, None));
        return Ok(None);
    }
    let source = frame.asking();
    let rules = if in_turn { rules.and(cr!("101.4")) } else { rules };
    match play.ask(player, ChoiceKind::Pay, Some(source), rules)? {
        true => costs::chosen_of_several(play, frame, player, cost, rules).map(Some),
        false => Ok(None),
    }
}

/// A player may do something; several players all say whether they do before the first of them does it (608.2e).
pub(super) fn may(
    play: &mut Play<'_>,
    frame: &mut Frame,
    who: &Players,
    does: &[Instruction],
    then: &[Instruction],
    otherwise: &[Instruction],
) -> Outcome {
    if limits::is_done_already(play, frame) {
        frame.did = false;
        return run(play, frame, otherwise);
    }
    let players = who_are(play, frame, who)?;
    let mut willing = 0;
    // What something else depends on is a cost (118.12).
    let is_cost = !then.is_empty() || !otherwise.is_empty();
    let mut somebody_left = false;
    for player in &players {
        if is_cost && not_there_to_pay(play, frame, *player) {
            somebody_left = true;
            continue;
        }
        if let (true, Some(obstacle)) = (is_cost, possible::gain_that_cant_be_paid(play, frame, does)?) {
            note_obstacle(play, frame, *player, does, obstacle)?;
            continue;
        }
        willing += u32::from(is_willing(play, frame, who, *player, does, players.len() > 1)?);
    }
    if willing > 0 {
        limits::do_it(play, frame);
    }
    // An instruction that has done nothing says so.
    let outer_undone = frame.undone.replace(false);
    frame.did = true;
    for _ in 0..willing {
        run(play, frame, does)?;
    }
    frame.undone = frame.undone.map(|undone| undone || !frame.did).filter(|undone| *undone);
    frame.did = willing > 0;
    if !frame.did {
        let outer = frame.because;
        frame.because = somebody_left.then(|| cr!("800.4f")).or(outer);
        frame.undone = outer_undone;
        let followed = run(play, frame, otherwise);
        frame.because = outer;
        return followed;
    }
    // That the player chose to do it is what counts, whatever came of it (118.12).
    let outer = frame.because.replace(cr!("118.12"));
    let followed = run(play, frame, then);
    (frame.because, frame.undone) = (outer, outer_undone);
    followed
}

/// Which of several courses a player chooses, of those that are possible (608.2d); none if none is. One of several piles may be empty.
pub(super) fn choose_one<'a>(
    play: &mut Play<'_>,
    frame: &Frame,
    who: &Players,
    from: &'a [Vec<Instruction>],
    piles: bool,
) -> Outcome<Option<&'a [Instruction]>> {
    let Some(player) = one_player(play, frame, who)? else { return Ok(None) };
    let mut rules = Rules::of(&[cr!("608.2d")]);
    if piles {
        rules = rules.and(cr!("700.3"));
    }
    let mut items = Vec::with_capacity(from.len());
    for (number, course) in (1u8..).zip(from) {
        let obstacle = if piles { None } else { possible::obstacle(play, frame, player, course)? };
        match obstacle {
            None => items.push(Item::Mode(number)),
            Some(obstacle) => rules = obstacle.rule.into_iter().fold(rules, Rules::and),
        }
    }
    if items.is_empty() {
        let by = cause(frame, cr!("608.2d"));
        play.note(Level::Default, by.kind, rules, Note::Impossible(player));
        return Ok(None);
    }
    let source = Some(frame.asking());
    let kind = if piles { ChoiceKind::Pile } else { ChoiceKind::Mode };
    // Between two piles without anything in them there is nothing to choose.
    if piles && from.iter().flatten().all(|instruction| moves_nothing(frame, instruction)) {
        items.truncate(1);
    }
    let picked = play.pick(player, kind, source, items, 1, 1, false, rules)?;
    Ok(match picked.first() {
        Some(Item::Mode(number)) => from.get(usize::from(*number) - 1).map(Vec::as_slice),
        _ => None,
    })
}

/// Whether an instruction moves what has been bound to a slot, and nothing has.
fn moves_nothing(frame: &Frame, instruction: &Instruction) -> bool {
    let (Instruction::Put(Put { what: Selection::Slot(slot), .. })
    | Instruction::Sacrifice(Sacrifice { these: Some(Selection::Slot(slot)), .. })) = instruction
    else {
        return false;
    };
    frame.slot(*slot).is_some_and(<[Thing]>::is_empty)
}

/// Whether a player who would pay has left the game, so that the cost is not paid (800.4f).
fn not_there_to_pay(play: &mut Play<'_>, frame: &Frame, player: PlayerId) -> bool {
    let gone = play.game.player(player).gone;
    if gone {
        let by = cause(frame, cr!("800.4f"));
        play.note(Level::Default, by.kind, by.rules, Note::CantPay(player, None));
    }
    gone
}

/// Whether a player does what they may; they aren't asked where it is impossible (608.2d).
pub(super) fn is_willing(
    play: &mut Play<'_>,
    frame: &Frame,
    who: &Players,
    player: PlayerId,
    does: &[Instruction],
    in_turn: bool,
) -> Outcome<bool> {
    if let Some(obstacle) = possible::obstacle(play, frame, player, does)? {
        note_obstacle(play, frame, player, does, obstacle)?;
        return Ok(false);
    }
    let mut rules = Rules::of(&[cr!("608.2d")]);
    // It is the keyword that gives the choice where the card has but its word.
    if let Some(rule) = frame.keyword_action().or_else(|| play.keyword_rule(frame)) {
        rules = rules.led_by(rule);
    } else if Deed::of(who, does) == Deed::ENCODE {
        rules = rules.led_by(cr!("702.99a"));
    }
    if in_turn {
        rules = rules.and(cr!("101.4"));
    }
    // Who "its controller" is comes from last-known information where the object is gone (608.2h).
    if !information::of_whom(play, frame, who)?.is_empty() {
        rules = rules.and(match frame.within {
            Some(rule) if rule == cr!("701.44a") => cr!("701.44c"),
            _ => cr!("608.2h"),
        });
    }
    let source = frame.asking();
    play.ask_to(player, Deed::of(who, does), Some(source), rules)
}

/// Says why a player is not asked whether they do something.
fn note_obstacle(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    does: &[Instruction],
    obstacle: Obstacle,
) -> Outcome {
    let encodes = matches!(does.first(), Some(Instruction::Choose(choice)) if cipher::asks(choice));
    let rules = Rules::of(&[cr!("608.2d")]);
    let rules = if encodes { rules.and(cr!("702.99a")) } else { rules };
    let kind = cause(frame, cr!("608.2d")).kind;
    if let Some((link, _)) = meant(does).and_then(linked_abilities::link_of) {
        linked_abilities::note_nothing(play, frame, link);
    }
    let rules = obstacle.rule.map_or(rules, |rule| rules.led_by(rule));
    // It is the keyword that gives the choice where the card has but its word.
    let keyword = frame.keyword_action().or_else(|| play.keyword_rule(frame));
    let rules = keyword.into_iter().fold(rules, Rules::and);
    if obstacle.illegal {
        play.note(Level::Default, kind, rules, Note::NotAsked(player, frame.asking()));
        return Ok(());
    }
    let note = match obstacle.forbidden {
        Some((what, whom, source)) => Note::Cant(what, whom, source),
        None if encodes => Note::NothingToEncodeOn(player),
        None => Note::CantChoose(player, lacking(play, frame, does)?),
    };
    play.note(Level::Default, kind, rules, note);
    Ok(())
}

/// What is missing for the first thing to do.
fn lacking(play: &mut Play<'_>, frame: &Frame, does: &[Instruction]) -> Outcome<Lacking> {
    let Some(first) = does.first() else { return Ok(Lacking::ToChoose) };
    if let Some(gone) = gone(play, frame, first)? {
        return Ok(Lacking::Gone(gone));
    }
    Ok(if matches!(first, Instruction::Sacrifice(_)) {
        Lacking::ToSacrifice
    } else if matches!(first, Instruction::Discard(_)) {
        Lacking::ToDiscard
    } else if matches!(first, Instruction::RemoveCounters { .. }) {
        Lacking::Counters
    } else if matches!(first, Instruction::Mill { .. }) {
        Lacking::ToMill
    } else if matches!(first, Instruction::Attach { .. }) {
        Lacking::ToAttach
    } else if matches!(first, Instruction::PayAnyEnergy { .. }) {
        Lacking::Energy
    } else if matches!(first, Instruction::Tap { .. }) {
        Lacking::Untapped
    } else if matches!(first, Instruction::Untap { .. }) {
        Lacking::Tapped
    } else if matches!(first, Instruction::TurnFaceUp(_)) {
        Lacking::FaceDown
    } else {
        Lacking::ToChoose
    })
}

/// The permanent to which alone something would be done, which has left the battlefield.
fn gone(play: &mut Play<'_>, frame: &Frame, instruction: &Instruction) -> Outcome<Option<ObjectId>> {
    let (Instruction::PutCounters { on: what, .. }
    | Instruction::RemoveCounters { from: what, .. }
    | Instruction::Destroy { what, .. }
    | Instruction::Tap { what, .. }
    | Instruction::Untap { what, .. }
    | Instruction::TurnFaceUp(what)
    | Instruction::Exile(Exile { what, .. })
    | Instruction::Put(Put { what, .. })
    | Instruction::Sacrifice(Sacrifice { these: Some(what), .. })) = instruction
    else {
        return Ok(None);
    };
    let things = things(play, frame, what)?;
    let [Thing::Object(object)] = things.as_slice() else { return Ok(None) };
    let its = play.game.object(*object);
    Ok(Some(*object).filter(|_| !its.exists && its.zone == Zone::Battlefield))
}

/// What the first thing to do is done to, where it speaks of particular objects.
fn meant(does: &[Instruction]) -> Option<&Selection> {
    let first = does.first()?;
    if let Instruction::Choose(choice) = first {
        return choice.from.as_ref();
    }
    if let Instruction::Exile(exile) = first {
        return Some(&exile.what);
    }
    if let Instruction::Put(put) = first { Some(&put.what) } else { None }
}
