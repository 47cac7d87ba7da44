//! Whether something that leaves choices open may be done: whether any legal answers lead to its end.

use crate::engine::Halt;
use crate::engine::spells::activating_activated_abilities::Effort;
use crate::game::{Answer, Choice, ChoiceKind, Item, Options};
use crate::ir::CounterKind;
use crate::ir::instruction::ManaType;

use super::explore::{alike, is_first_of_its_like};
use super::stage::{Stage, Staged, Stop};

/// Why it can't be told whether something can be paid for.
const NOT_WORKED_OUT: &str =
    "whether mana abilities that do more than tap their source could pay for it is not worked out";

/// The most ways that are tried.
const MOST_WAYS: usize = 2_000;

/// The most answers to one question that are tried.
const MOST_ANSWERS: usize = 500;

/// The most that is done in all of these ways, of what might never end.
const MOST_TICKS: u32 = 200_000;

/// The most questions in a row.
const MOST_QUESTIONS: usize = 64;

/// Tries as [`try_each_way`] what a player might do with the mana that their permanents can make.
pub(super) fn try_with_mana<'a, T>(
    stage: &mut Stage<'_, 'a>,
    mut attempt: impl FnMut(&mut Stage<'_, 'a>) -> Staged<T>,
) -> Staged<T> {
    let start = (stage.play.save(), stage.answers.keep());
    let result = try_each_way(stage, &mut attempt);
    let Err(Stop::Halt(Halt::Illegal(illegal), span)) = &result else { return result };
    // Mana abilities can be activated before costs are paid (601.2g), though nothing says so.
    let (player, span, why) = (illegal.player, *span, illegal.why);
    if !illegal.lacks_mana() || !stage.play.strict_mana {
        return result;
    }
    let view = stage.view()?;
    let mut efforts = stage.answers.mana_abilities(&stage.play.game, &view, player);
    efforts.dedup();
    let Some(most) = efforts.last().copied() else { return result };
    let all = most < Effort::More;
    let refused = (stage.play.save(), stage.answers.keep());
    let before = stage.play.trace.mark();
    let mut otherwise = |stage: &mut Stage<'_, 'a>, effort: Option<Effort>| {
        // What else could make mana is taken for granted where that does not do.
        stage.answers.make_mana(effort);
        stage.play.strict_mana = effort.is_some();
        let result = try_each_way(stage, &mut attempt);
        stage.play.strict_mana = true;
        stage.answers.make_mana(None);
        result
    };
    // What is sacrificed is missing afterwards, so that is done only where tapping does not do.
    let mut lacking = None;
    let mut least = None;
    for effort in efforts.iter().filter(|effort| **effort < Effort::More) {
        let with_mana = otherwise(stage, Some(*effort));
        let Err(Stop::Halt(Halt::Illegal(illegal), _)) = with_mana else {
            if stage.play.trace.mark() == before {
                // What can't be decided has not been refused.
                stage.play.take_back(start.0);
            }
            return with_mana;
        };
        // What else it lacks once something has been sacrificed for mana it may lack for that.
        if *effort == Effort::Sacrificing && illegal.why != why && !illegal.has_unfit_mana() {
            return Err(Stop::Halt(Halt::undecided(None, NOT_WORKED_OUT), span));
        }
        (lacking, least) = (Some(illegal), Some(*effort));
    }
    // Where it takes no more than mana, what else could make mana might do.
    if !all {
        match otherwise(stage, None) {
            Err(Stop::Halt(Halt::Illegal(illegal), _)) => (lacking, least) = (Some(illegal), None),
            _ => return Err(Stop::Halt(Halt::undecided(None, NOT_WORKED_OUT), span)),
        }
    }
    let Some(lacking) = lacking else { return result };
    // With all mana that there could be it is something else that is missing; and what all of it together may not be spent on says more
    // than that there is none.
    if lacking.why != why || (all && lacking.has_unfit_mana()) {
        stage.play.take_back(start.0);
        stage.answers.put_back(&start.1);
        return otherwise(stage, least);
    }
    stage.play.trace.rewind(before);
    stage.play.take_back(refused.0);
    stage.answers.put_back(&refused.1);
    result
}

/// Tries something in one way after the other until one is legal. Where none is, comes back with the refusal of the one that went
/// furthest: up to its costs (118.3). Game, trace and answers are left as that try leaves them, or as they were where there are too
/// many ways.
pub(super) fn try_each_way<'a, T>(
    stage: &mut Stage<'_, 'a>,
    mut attempt: impl FnMut(&mut Stage<'_, 'a>) -> Staged<T>,
) -> Staged<T> {
    let (saved, kept) = (stage.play.save(), stage.answers.keep());
    let span = stage.span;
    let mut once = |stage: &mut Stage<'_, 'a>, given: &[Answer]| {
        stage.play.take_back(saved.clone());
        stage.answers.put_back(&kept);
        stage.answers.probe(given.to_vec());
        let result = attempt(stage);
        stage.answers.probe(Vec::new());
        result
    };
    let mut waiting: Vec<Vec<Answer>> = vec![Vec::new()];
    let mut refused: Option<(bool, Vec<Answer>)> = None;
    // Which way ends undecided; none where it is that not all can be tried.
    let mut unsure: Option<Option<Vec<Answer>>> = None;
    let (mut tried, mut ticks) = (0, 0_u32);
    while let Some(given) = waiting.pop() {
        tried += 1;
        let result = once(stage, &given);
        ticks = ticks.saturating_add(saved.ticks_until(&stage.play));
        match result {
            Err(Stop::Halt(Halt::Open(choice), span)) => {
                let (answers, all) = answers_to(stage, &choice)?;
                if answers.is_empty() {
                    return Err(Stop::Halt(Halt::Open(choice), span));
                }
                if !all || given.len() >= MOST_QUESTIONS || tried + waiting.len() > MOST_WAYS {
                    unsure.get_or_insert(None);
                }
                if given.len() >= MOST_QUESTIONS {
                    continue;
                }
                waiting.extend(answers.into_iter().rev().map(|answer| {
                    let mut given = given.clone();
                    given.push(answer);
                    given
                }));
            }
            Err(Stop::Halt(Halt::Illegal(illegal), _)) => {
                let costs = illegal.lacks_cost();
                if refused.as_ref().is_none_or(|(known, _)| costs && !known) {
                    refused = Some((costs, given));
                }
            }
            Ok(_) | Err(Stop::Fault(_) | Stop::Halt(Halt::Over, _)) => return result,
            Err(_) => {
                unsure.get_or_insert(Some(given));
            }
        }
        if (tried >= MOST_WAYS || ticks >= MOST_TICKS) && !waiting.is_empty() {
            (unsure, refused) = (None, None);
            break;
        }
    }
    match (unsure, refused) {
        // Once more, so that all is as this try leaves it.
        (Some(Some(given)), _) | (None, Some((_, given))) => once(stage, &given),
        // No try stands for them all.
        (Some(None), _) | (None, None) => {
            stage.play.take_back(saved);
            stage.answers.put_back(&kept);
            Err(too_many(span))
        }
    }
}

fn too_many(span: crate::diag::Span) -> Stop {
    Stop::Halt(Halt::undecided(None, "there are too many ways of doing it to try them all"), span)
}

/// The answers that may differ in whether it goes on, the likeliest to do so first, and whether these are all.
fn answers_to(stage: &mut Stage<'_, '_>, choice: &Choice) -> Staged<(Vec<Answer>, bool)> {
    match &choice.options {
        Options::YesNo(_) => Ok((vec![Answer::No, Answer::Yes], true)),
        // How it is divided changes nothing of whether it may be.
        Options::Divide { .. } => Ok((choice.answers().take(1).collect(), true)),
        // Numbers beyond all that there are in the game differ in nothing but what they cost.
        Options::Number { least, most } => {
            let reach = greatest_number(stage)?.saturating_add(1).max(*least);
            let numbers = (*least..=reach.min(*most)).take(MOST_ANSWERS + 1);
            let mut answers: Vec<Answer> = numbers.map(Answer::Number).collect();
            let all = answers.len() <= MOST_ANSWERS;
            answers.truncate(MOST_ANSWERS);
            Ok((answers, all))
        }
        Options::Pick { from, at_least, at_most, .. } => {
            // Of the cards that are exiled to pay for mana only the number counts (702.66a).
            let only_number = choice.kind == ChoiceKind::Exile && at_least < at_most;
            let alike = if only_number {
                vec![0; from.len()]
            } else {
                alike(&stage.play.game, &stage.answers.table(), choice)
            };
            let firsts = choice.answers().take(20_000).filter(|answer| is_first_of_its_like(answer, &alike));
            // Mana of a color that is lacking does for all that mana of another color does.
            let of_color: Vec<u32> = stage.answers.lacking(choice).map_or_else(Vec::new, |lacking| {
                let is_lacking = |item: &Item| match item {
                    Item::Color(color) => lacking.contains(&ManaType::Color(*color)),
                    Item::Colorless => lacking.contains(&ManaType::Colorless),
                    _ => true,
                };
                let of_use: Vec<u32> = (0u32..)
                    .zip(from.iter())
                    .filter_map(|(index, item)| is_lacking(item).then_some(index))
                    .collect();
                if of_use.is_empty() { vec![0] } else { of_use }
            });
            let of_use = |answer: &Answer| match answer {
                Answer::Picked(picked) if !of_color.is_empty() => {
                    picked.iter().all(|index| of_color.contains(index))
                }
                _ => true,
            };
            let mut answers: Vec<Answer> = firsts.filter(of_use).take(MOST_ANSWERS + 1).collect();
            let all = answers.len() <= MOST_ANSWERS && choice.count_answers() <= 20_000;
            answers.truncate(MOST_ANSWERS);
            // Paid with as much as possible, then with as little.
            if at_least < at_most
                && let Some(last) = answers.pop()
            {
                answers.insert(0, last);
            }
            Ok((answers, all))
        }
    }
}

/// The greatest number that is about anything in the game.
fn greatest_number(stage: &mut Stage<'_, '_>) -> Staged<u32> {
    let view = stage.view()?;
    let game = &stage.play.game;
    let there = game.objects().iter().filter(|object| object.exists);
    let mut greatest = u32::try_from(game.objects().len()).unwrap_or(u32::MAX);
    for object in there {
        let its = view.characteristics(game, object.id);
        let printed = its.cost.as_ref().map_or(0, |cost| cost.mana_value());
        let size = its.power.unwrap_or(0).max(its.toughness.unwrap_or(0));
        let loyalty = object.counters_of(CounterKind::LOYALTY);
        let counters = object.counters.iter().map(|(_, count)| *count).max().unwrap_or(0);
        greatest = greatest.max(printed).max(size.max(0).unsigned_abs()).max(loyalty).max(counters);
    }
    for player in game.players() {
        greatest = greatest.max(game.player(player).life.max(0).unsigned_abs());
    }
    Ok(greatest)
}
