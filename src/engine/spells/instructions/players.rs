//! Instructions about players.

use crate::engine::additional::controlling_another_player;
use crate::engine::additional::ending_turns_and_phases;
use crate::engine::additional::keyword_actions::{discard, double, mill, scry, surveil};
use crate::engine::concepts::damage::{self, Packet};
use crate::engine::concepts::{drawing_a_card, life, mana};
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::informing::informing;
use crate::engine::reading::{Sight, occurrences, quantities};
use crate::engine::turn::extra;
use crate::game::{Answer, Cause, Choice, ChoiceKind, Item, Nature, ObjectId, Options, PlayerId, Thing};
use crate::ir::instruction::sorts::{
    about_combat, about_objects, by_themselves, never_followed, of_abilities, that_last, that_turn_over,
    with_courses,
};
use crate::ir::instruction::{DealDamage, Discard};
use crate::ir::part::{Part, mentions};
use crate::ir::{Filter, Instruction, Players, Quantity, Selection, Slot, Zone};
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

use super::objects::{is_announced, shares_of};
use super::{
    Frame, amount, cause, how_many, information, objects_there, one_player, rule_of_number, rules_of_who,
    things, who_are,
};

mod searching;

use searching::{search_libraries, shuffle_libraries};

/// Life totals become a number: each player gains or loses what is missing (119.5). Where it is that of teammates, their team
/// chooses one of them, who alone is affected (810.9d).
fn set_life(play: &mut Play<'_>, frame: &Frame, whose: &[PlayerId], to: i32) -> Outcome {
    let shares = play.game.shares_life();
    let mut seen: Vec<PlayerId> = Vec::new();
    let mut proposals = Vec::with_capacity(whose.len());
    for first in whose.iter().copied() {
        if shares && seen.iter().any(|other| play.game.same_team(first, *other)) {
            continue;
        }
        seen.push(first);
        let mates: Vec<Item> = whose
            .iter()
            .filter(|other| shares && play.game.same_team(first, **other))
            .map(|other| Item::Player(*other))
            .collect();
        let difference = i64::from(to) - i64::from(play.game.player(first).life);
        let difference = i32::try_from(difference).unwrap_or(i32::MAX);
        let by = cause(frame, cr!("119.5"));
        let (player, by) = if mates.len() > 1 {
            // Nothing happens to either of them where the total is that number already.
            let rules = Rules::of(&[cr!("810.9d")]);
            let source = Some(frame.asking());
            let options =
                Options::Pick { from: mates.clone().into(), at_least: 1, at_most: 1, ordered: false };
            let indifferent = difference == 0;
            let choice = Choice { player: first, kind: ChoiceKind::Choose, source, options, indifferent };
            let picked = match play.choose(choice, rules)? {
                Answer::Picked(picked) => {
                    picked.first().and_then(|index| mates.get(*index as usize)).copied()
                }
                _ => None,
            };
            let chosen = if let Some(Item::Player(player)) = picked { player } else { first };
            (chosen, by.and(cr!("810.9d")))
        } else {
            (first, if shares { by.and(cr!("810.9c")) } else { by })
        };
        proposals.push((by, player, difference));
    }
    life::change_each(play, proposals).map(|_| ())
}

/// Two players exchange their life totals, unless one of them can't gain or lose what that takes: then nothing happens (119.7, 119.8,
/// 701.12a, 701.12c).
fn exchange_life(play: &mut Play<'_>, frame: &Frame, who: &[PlayerId]) -> Outcome {
    let [one, other] = *who else { return Ok(()) };
    if play.game.shares_life() {
        return Err(Halt::undecided(frame.source, "life totals are exchanged that teams share"));
    }
    let life = |player: PlayerId| i64::from(play.game.player(player).life);
    let difference = i32::try_from(life(other) - life(one)).unwrap_or(i32::MAX);
    let by = cause(frame, cr!("701.12c"));
    let proposals = vec![(by, one, difference), (by, other, difference.saturating_neg())];
    for (by, player, amount) in &proposals {
        if let Some((rule, note)) = life::why_no_exchange(play, *player, *amount)? {
            play.note(Level::Default, by.kind, Rules::of(&[rule, cr!("701.12a")]), note);
            return Ok(());
        }
    }
    life::change_each(play, proposals).map(|_| ())
}

/// Follows the instruction if it is about players; says whether it was.
pub(super) fn follow(play: &mut Play<'_>, frame: &mut Frame, instruction: &Instruction) -> Outcome<bool> {
    match instruction {
        Instruction::Draw { who, count, up_to, slot } => {
            draw_cards(play, frame, (who, count), *up_to, *slot)?
        }
        Instruction::Discard(it) => discard_cards(play, frame, it)?,
        Instruction::Mill { who, count, slot } => mill_cards(play, frame, (who, count), *slot)?,
        Instruction::ControlPlayers(who) => {
            let players = who_are(play, frame, who)?;
            let by = cause(frame, cr!("723.1"));
            controlling_another_player::control_next_turn(play, by, frame.controller, &players);
        }
        Instruction::EndTurn => ending_turns_and_phases::end_turn(play, cause(frame, cr!("724.1b")).kind)?,
        Instruction::ExtraTurn(who) => {
            let players = who_are(play, frame, who)?;
            extra::add_turns(play, cause(frame, cr!("500.7")), &players);
        }
        Instruction::ExtraPhase(phases) => {
            let times = amount(play, frame, &phases.count)?;
            let kind = cause(frame, cr!("500.8")).kind;
            let source = frame.asking();
            extra::add_phases(play, kind, source, frame.controller, phases, times)?;
        }
        Instruction::ExtraStep { step, you_get } => {
            let cause = cause(frame, cr!("500.9"));
            let source = frame.asking();
            extra::add_step(play, cause, source, frame.controller, *step, *you_get)?;
        }
        Instruction::Scry { who, count } => scry_each(play, frame, (who, count))?,
        Instruction::Surveil { who, count } => surveil_each(play, frame, (who, count))?,
        Instruction::GainLife { who, amount: quantity, slot } => {
            let gained = change_life(play, frame, who, quantity, 1)?;
            frame.numbers.extend(slot.map(|slot| (slot, gained)));
        }
        Instruction::LoseLife { who, amount: quantity, slot } => {
            let lost = change_life(play, frame, who, quantity, -1)?;
            if let Some(slot) = slot {
                frame.numbers.push((*slot, lost));
            }
        }
        Instruction::SetLife { who, to } => {
            // A life total may become a negative number (107.1b).
            let view = play.view()?;
            let to = quantities::value(Sight { game: &play.game, view: &view }, frame, to)?;
            let whose = who_are(play, frame, who)?;
            set_life(play, frame, &whose, to)?;
        }
        Instruction::ExchangeLife(who) => {
            let who: Vec<PlayerId> =
                things(play, frame, who)?.iter().filter_map(|thing| thing.player()).collect();
            exchange_life(play, frame, &who)?;
        }
        Instruction::Damage(it) => deal(play, frame, it)?,
        Instruction::Search(search) => search_libraries(play, frame, search)?,
        Instruction::Shuffle(who) => shuffle_libraries(play, frame, who)?,
        Instruction::AddMana(it) => mana::add(play, frame, it)?,
        Instruction::DoublePower { what, toughness } => {
            for object in objects_there(play, frame, what)? {
                double::power(play, cause(frame, cr!("701.10b")).kind, frame, object, *toughness)?;
            }
        }
        Instruction::DoubleCounters { on, kind } => {
            let objects = objects_there(play, frame, on)?;
            double::counters(play, cause(frame, cr!("701.10e")).kind, &objects, *kind)?;
        }
        Instruction::DoubleLife { who } => {
            let whose = who_are(play, frame, who)?;
            double::life(play, cause(frame, cr!("701.10d")).kind, &whose)?;
        }
        Instruction::DoubleMana { who } => {
            for player in who_are(play, frame, who)? {
                mana::double(play, frame, player);
            }
        }
        Instruction::RevealUntil(_)
        | with_courses!()
        | of_abilities!()
        | about_objects!()
        | that_last!()
        | that_turn_over!()
        | about_combat!()
        | by_themselves!()
        | never_followed!() => return Ok(false),
    }
    Ok(true)
}

/// Players draw cards (121.1).
fn draw_cards(
    play: &mut Play<'_>,
    frame: &mut Frame,
    (who, count): (&Players, &Quantity),
    up_to: bool,
    slot: Option<Slot>,
) -> Outcome {
    let by = information::informed(play, frame, cause(frame, cr!("121.1")), count)?;
    let by = information::of_whom(play, frame, who)?.iter().fold(by, Cause::and);
    let by = play.keyword_rule(frame).into_iter().fold(by, Cause::and);
    let count = amount(play, frame, count)?;
    let players = who_are(play, frame, who)?;
    // The active player makes all of their draws first, or the active team its own.
    let order = if play.game.shares_turns() { cr!("121.2d") } else { cr!("121.2c") };
    let by = if players.len() > 1 { by.and(order) } else { by };
    let since = play.game.this_turn().len();
    if up_to {
        // Each says how many, in turn order, before anybody draws (608.2e).
        let mut counts = Vec::with_capacity(players.len());
        for player in players {
            let rules = Rules::of(&[cr!("608.2d")]);
            counts.push((player, play.number(player, Some(frame.asking()), (0, count), rules)?));
        }
        for (player, count) in counts {
            drawing_a_card::draw_each(play, by, &[player], count)?;
        }
    } else {
        drawing_a_card::draw_each(play, by, &players, count)?;
    }
    if slot.is_some() {
        frame.bind(slot, occurrences::drawn_since(&play.game, since));
    }
    Ok(())
}

/// Players mill cards (701.17a).
fn mill_cards(
    play: &mut Play<'_>,
    frame: &mut Frame,
    (who, count): (&Players, &Quantity),
    slot: Option<Slot>,
) -> Outcome {
    let informed = information::of_number(play, frame, count)?;
    let count = amount(play, frame, count)?;
    let players = who_are(play, frame, who)?;
    let by = |rule| informed.iter().fold(cause(frame, rule), Cause::and);
    let milled = mill::mill(play, by, &players, count)?;
    if slot.is_some() {
        let found = mill::findable(play, cause(frame, cr!("701.17c")), milled);
        frame.bind(slot, found.into_iter().map(Thing::Object).collect());
    }
    Ok(())
}

/// Players scry (701.22a), each in turn.
fn scry_each(play: &mut Play<'_>, frame: &mut Frame, (who, count): (&Players, &Quantity)) -> Outcome {
    let count = amount(play, frame, count)?;
    for player in who_are(play, frame, who)? {
        let source = frame.asking();
        scry::scry(play, cause(frame, cr!("701.22a")), source, player, count)?;
    }
    Ok(())
}

/// Players surveil (701.25a), each in turn.
fn surveil_each(play: &mut Play<'_>, frame: &mut Frame, (who, count): (&Players, &Quantity)) -> Outcome {
    let count = amount(play, frame, count)?;
    for player in who_are(play, frame, who)? {
        let source = frame.asking();
        surveil::surveil(play, cause(frame, cr!("701.25a")), source, player, count)?;
    }
    Ok(())
}

/// Players gain or lose life (119.3); says how much in all.
fn change_life(
    play: &mut Play<'_>,
    frame: &mut Frame,
    who: &Players,
    quantity: &Quantity,
    sign: i32,
) -> Outcome<i32> {
    let of_each = life_of_each(play, frame, who, quantity, sign)?;
    Ok(in_all(&life::change_each(play, of_each)?))
}

/// How much life players gain or lose, taken together.
pub(super) fn in_all(changed: &[i32]) -> i32 {
    changed.iter().fold(0, |all, of| of.saturating_abs().saturating_add(all))
}

/// What life players would gain or lose.
pub(super) fn life_of_each(
    play: &mut Play<'_>,
    frame: &Frame,
    who: &Players,
    quantity: &Quantity,
    sign: i32,
) -> Outcome<Vec<(Cause, PlayerId, i32)>> {
    let mut informed = information::of_number(play, frame, quantity)?;
    informed = information::of_whom(play, frame, who)?.iter().fold(informed, Rules::and);
    informed = rules_of_who(play, who).iter().fold(informed, Rules::and);
    let amount = i32::try_from(amount(play, frame, quantity)?).unwrap_or(i32::MAX);
    let keyword = play.keyword_rule(frame);
    let by = informed.iter().chain(keyword).fold(cause(frame, cr!("119.3")), Cause::and);
    let whose = who_are(play, frame, who)?;
    Ok(whose.into_iter().map(|player| (by, player, amount.saturating_mul(sign))).collect())
}

/// Whether a copy asks what was used to pay for the original.
fn asks_of_the_original(play: &Play<'_>, frame: &Frame, quantity: &Quantity) -> bool {
    let its = play.game.object(frame.source);
    // A copy that was cast has been paid for itself (707.12).
    let cast = its.announced.as_ref().is_some_and(|announced| announced.cast.is_some());
    let copy = matches!(its.nature, Nature::Copy) && !cast;
    copy && mentions(quantity, |part| matches!(part, Part::Selection(Selection::Paid(_))))
}

/// Damage that is about to be dealt at the same time, and of which of it what is excess is dealt to something else.
#[derive(Default)]
pub(super) struct Dealt {
    pub(super) packets: Vec<Packet>,
    excess: Vec<(usize, Vec<Thing>)>,
}

/// Deals damage to each recipient at the same time (120.4, 608.2f).
fn deal(play: &mut Play<'_>, frame: &mut Frame, it: &DealDamage) -> Outcome {
    let mut dealt = Dealt::default();
    pack_all(play, frame, it, &mut dealt)?;
    deal_packed(play, frame, it, dealt)
}

/// The damage of all phrases.
pub(super) fn pack_all(play: &mut Play<'_>, frame: &Frame, it: &DealDamage, dealt: &mut Dealt) -> Outcome {
    for part in std::iter::once(it).chain(&it.and) {
        pack(play, frame, part, (&mut dealt.packets, &mut dealt.excess))?;
    }
    Ok(())
}

/// Deals what has been put together.
pub(super) fn deal_packed(play: &mut Play<'_>, frame: &mut Frame, it: &DealDamage, dealt: Dealt) -> Outcome {
    let Dealt { mut packets, excess } = dealt;
    damage::excess::deal_elsewhere(play, &mut packets, excess)?;
    let by = cause(frame, cr!("120.3")).without_rules();
    // It follows what was prevented at once.
    let follows = frame.within.filter(|within| *within == cr!("615.5"));
    let by = follows.into_iter().fold(by, Cause::and);
    // Whom a linked ability has chosen.
    let chosen = matches!(it.to, Selection::Players(Players::Chosen(_)));
    let since = play.game.this_turn().len();
    damage::deal(play, if chosen { by.and(cr!("607.2d")) } else { by }, &packets, false)?;
    let sources: Vec<Option<ObjectId>> = packets.iter().map(|packet| packet.source).collect();
    let damaged = occurrences::damaged_since(&play.game, since, &sources);
    // Damage that is prevented never happens (615.6).
    frame.undone = frame.undone.map(|undone| undone || damaged.is_empty());
    frame.bind(it.slot, damaged);
    Ok(())
}

/// The damage of one phrase, to each of its recipients, and to what excess damage of which of it is dealt instead.
fn pack(
    play: &mut Play<'_>,
    frame: &Frame,
    it: &DealDamage,
    (packets, excess): (&mut Vec<Packet>, &mut Vec<(usize, Vec<Thing>)>),
) -> Outcome {
    let fixed = it.divided && is_announced(frame, &it.to, &it.amount);
    let each = if fixed { 0 } else { amount(play, frame, &it.amount)? };
    let shares = if it.divided { shares_of(play, frame, &it.to, &it.amount)? } else { None };
    let source = match &it.source {
        // What has moved deals it as it most recently existed (608.2h).
        Some(selection) => {
            let view = play.view()?;
            informing(Sight { game: &play.game, view: &view }, frame, selection)?.first().copied()
        }
        None => Some(frame.source),
    };
    // The spell deals it, whatever card the text is from, even where that names itself (702.47c, 201.5b).
    let rules = if frame.spliced { Rules::of(&[cr!("702.47c"), cr!("201.5b")]) } else { Rules::NONE };
    let rules = if asks_of_the_original(play, frame, &it.amount) { rules.and(cr!("707.10")) } else { rules };
    let rules = if fixed {
        rules.and(cr!("601.2d"))
    } else {
        information::of_number(play, frame, &it.amount)?.iter().fold(rules, Rules::and)
    };
    let rules = if let Selection::Players(who) = &it.to {
        let rules = information::of_whom(play, frame, who)?.iter().fold(rules, Rules::and);
        rules_of_who(play, who).iter().fold(rules, Rules::and)
    } else {
        rules
    };
    let before = packets.len();
    packets.extend(things(play, frame, &it.to)?.into_iter().enumerate().map(|(index, to)| {
        let share = shares.as_ref().and_then(|shares| shares.get(index)).copied();
        Packet { source, to, amount: share.unwrap_or(each), rules, preventable: !it.unpreventable }
    }));
    if let Some(excess_to) = &it.excess_to {
        let to = things(play, frame, excess_to)?;
        excess.extend((before..packets.len()).map(|place| (place, to.clone())));
    }
    Ok(())
}

/// Discards these cards, or some that a player chooses (701.9a–b); those of several players at the same time (101.4).
fn discard_cards(play: &mut Play<'_>, frame: &mut Frame, it: &Discard) -> Outcome {
    let chosen = to_discard(play, frame, it, false)?;
    let results = discard::discard_each(play, chosen.into_iter())?;
    frame.did = results.iter().any(Option::is_some);
    frame.bind(it.slot, results.into_iter().flatten().map(Thing::Object).collect());
    Ok(())
}

/// Which cards are to be discarded, and by what. Other players may discard some at the same time.
pub(super) fn to_discard(
    play: &mut Play<'_>,
    frame: &Frame,
    it: &Discard,
    and_others: bool,
) -> Outcome<Vec<(Cause, ObjectId)>> {
    let mut chosen: Vec<(Cause, ObjectId)> = Vec::new();
    let mut by = cause(frame, cr!("701.9a"));
    by = rules_of_who(play, &it.who).iter().fold(by, Cause::and);
    by = information::of_whom(play, frame, &it.who)?.iter().fold(by, Cause::and);
    match &it.these {
        Some(these) => {
            chosen.extend(objects_there(play, frame, these)?.into_iter().map(|card| (by, card)));
        }
        None => {
            let players = who_are(play, frame, &it.who)?;
            // Each chooses in turn, then all of it happens at once (101.4).
            let in_turn = and_others || players.len() > 1;
            for player in players {
                let cards = choose_to_discard(play, frame, it, player, in_turn)?;
                // As many as there are.
                let lacks = !it.whole_hand
                    && it.count != Quantity::AnyNumber
                    && !it.up_to
                    && !cards.is_empty()
                    && cards.len() < amount(play, frame, &it.count)? as usize;
                let by = if lacks { by.and(cr!("609.3")) } else { by };
                chosen.extend(cards.into_iter().map(|card| (by, card)));
            }
        }
    }
    Ok(chosen)
}

fn choose_to_discard(
    play: &mut Play<'_>,
    frame: &Frame,
    it: &Discard,
    player: PlayerId,
    in_turn: bool,
) -> Outcome<Vec<ObjectId>> {
    let hand = play.game.zone(Zone::Hand, player).to_vec();
    if it.whole_hand {
        return Ok(hand);
    }
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let filter = it.what.clone().unwrap_or(Filter::EVERYTHING);
    let mut items = Vec::new();
    for card in hand {
        if matches(sight, frame, &filter, card)? {
            items.push(Item::Object(card));
        }
    }
    if it.random && (it.up_to || it.count == Quantity::AnyNumber) {
        return Err(Halt::undecided(frame.source, "how many cards are discarded at random is not asked"));
    }
    let (least, most) = how_many(play, frame, (&it.count, it.up_to), items.len())?;
    // Up to so many, and any number, may be none.
    if most == 0 && !it.up_to && it.count != Quantity::AnyNumber {
        let by = cause(frame, cr!("609.3"));
        play.note(Level::Default, by.kind, by.rules, Note::Impossible(player));
        return Ok(Vec::new());
    }
    let chooser = match &it.chosen_by {
        Some(who) => match one_player(play, frame, who)? {
            Some(chooser) => chooser,
            None => return Ok(Vec::new()),
        },
        None => player,
    };
    let source = frame.asking();
    let kind = if it.random { ChoiceKind::Random } else { ChoiceKind::Discard };
    let rules = Rules::of(&[cr!("701.9b")]);
    let rules = if in_turn { rules.and(cr!("101.4")) } else { rules };
    let rules = rule_of_number(&it.count).into_iter().fold(rules, Rules::and);
    play.next_asks_of(frame, &filter, None);
    let picked = play.pick(chooser, kind, Some(source), items, least, most, false, rules)?;
    Ok(picked.iter().filter_map(Item::object).collect())
}
