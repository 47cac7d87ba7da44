//! What a player does or not, and which of several courses they take, in words.

use crate::game::{Answer, Choice, ChoiceKind, Deed, Item, Options};
use crate::ir::{Body, Instruction, KeywordName, Players, Verb, Zone};
use crate::oracle::phrases;
use crate::rules::{Rules, cr};

use crate::trace::names::Names;
use crate::trace::notes::words::kicker_cost;
use crate::trace::styled::{Style, Text, said};
use crate::trace::wording;

/// What is chosen by its number and is no mode (700.2): one of several costs, or one of several things to do.
pub(super) fn course(names: &Names<'_>, choice: &Choice, answer: &Answer, rules: &Rules, text: &mut Text) {
    let cost = rules.iter().any(|rule| [cr!("118.12"), cr!("601.2b"), cr!("602.2b")].contains(&rule));
    let what = if choice.kind == ChoiceKind::Pile { "pile" } else { "course" };
    let (Answer::Picked(picked), Options::Pick { from, .. }) = (answer, &choice.options) else { return };
    let mut separator = "";
    for item in picked.iter().filter_map(|index| from.get(*index as usize)) {
        let Item::Mode(number) = item else { continue };
        said(text, separator);
        separator = "; ";
        if cost {
            text.push_fmt(format_args!("cost {number}"), Style::Plain);
            continue;
        }
        let body = body(names, choice);
        let courses = body.and_then(|body| {
            only(&body.does, |it| {
                if let Instruction::ChooseOne { from, .. } = it { Some(from.as_slice()) } else { None }
            })
        });
        text.push_fmt(format_args!("{what} {number}"), Style::Plain);
        // Only those that are possible are offered.
        if let Some(count) = courses.map(<[_]>::len).or_else(|| (from.len() > 1).then_some(from.len())) {
            text.push_fmt(format_args!(" of {count}"), Style::Plain);
        }
        let course = courses.and_then(|all| all.get(usize::from(*number).saturating_sub(1)));
        // What was bound before is nothing that a clause by itself could speak of.
        let targets = body.map(|body| body.targets.as_slice()).unwrap_or_default();
        let words = course.and_then(|course| phrases::deeds(targets, course));
        if let (Some(words), Some(source)) = (words, choice.source) {
            said(text, ": ");
            let object = names.game().object(source);
            let own = object.stack_ability().map_or(source, |ability| ability.source);
            wording::spoken(names, text, &words, own, object.controller);
        }
    }
}

/// What the spell or ability does that asks.
fn body<'a>(names: &Names<'a>, choice: &Choice) -> Option<&'a Body> {
    let asks = names.game().object(choice.source?);
    match asks.stack_ability() {
        Some(ability) => Some(ability.body()),
        None => asks.base.abilities.iter().find_map(|instance| instance.ability.as_spell()),
    }
}

/// What is found in the only instruction of a sort, at any depth; nothing if there are several.
fn only<'a, T>(all: &'a [Instruction], is: impl Copy + Fn(&'a Instruction) -> Option<T>) -> Option<T> {
    let mut found = all.iter().flat_map(within).filter_map(is);
    let first = found.next();
    if found.next().is_some() { None } else { first }
}

/// An instruction with those that it is made of.
fn within(instruction: &Instruction) -> Vec<&Instruction> {
    let inner = instruction.courses().into_iter().flatten().flat_map(within);
    std::iter::once(instruction).chain(inner).collect()
}

/// What is paid or not, if the spell or ability that asks says it once: `{2}`.
fn payment(names: &Names<'_>, choice: &Choice) -> Option<String> {
    let cost = only(&body(names, choice)?.does, |it| {
        if let Instruction::MayPay { cost, .. } = it { Some(cost) } else { None }
    })?;
    let mana = wording::mana(cost)?;
    // An X that has its value already is that (107.3i).
    let asks = choice.source.map(|source| names.game().object(source));
    let x = asks.and_then(|asks| asks.announced.as_ref()).map_or(0, |its| its.x);
    Some(if x > 0 { mana.replace("{X}", &format!("{{{x}}}")) } else { mana })
}

/// Whether a player does it or not. That they chose to, where what they chose comes later.
pub(super) fn yes_or_no(names: &Names<'_>, choice: &Choice, yes: bool, rules: &Rules, text: &mut Text) {
    let words = match (choice.kind, yes) {
        // Nothing is paid yet as it is announced (601.2b).
        (ChoiceKind::Pay, _) if let Options::YesNo(Deed::Kick(place)) = choice.options => {
            said(text, if yes { "will pay the kicker cost" } else { "will not pay the kicker cost" });
            if let Some(spell) = choice.source {
                said(text, " ");
                kicker_cost(names, text, spell, place);
            }
            return;
        }
        (ChoiceKind::Pay, _) => {
            // Several players choose before the first of them pays; and what else than mana is paid is chosen next.
            let cost = payment(names, choice);
            let later = rules.contains(cr!("101.4")) || cost.is_none();
            said(
                text,
                match (yes, later) {
                    (true, true) => "chooses to pay",
                    (true, false) => "pays",
                    (false, _) => "does not pay",
                },
            );
            if let Some(cost) = cost {
                said(text, " ");
                said(text, &cost);
            }
            return;
        }
        (ChoiceKind::May, true) => {
            said(text, "may ");
            deed(names, choice, rules, text);
            ", and does"
        }
        (ChoiceKind::May, false) => {
            said(text, "may ");
            deed(names, choice, rules, text);
            ", and does not"
        }
        (ChoiceKind::Mulligan, true) => "decides to take a mulligan",
        (ChoiceKind::Mulligan, false) => "keeps the hand",
        (_, true) => "chooses yes",
        (_, false) => "chooses no",
    };
    said(text, words);
}

/// What a player may do, in the words of what asks where it says it once: `have target creature gain haste`. Not where that speaks of
/// what has been spoken of before.
fn spelled(names: &Names<'_>, choice: &Choice, text: &mut Text) -> bool {
    let Some((source, body)) = choice.source.zip(body(names, choice)) else { return false };
    let Options::YesNo(asked) = choice.options else { return false };
    let is_you = names.game().object(source).controller == choice.player;
    // What may be done by somebody else is told in no words of what "you" may do; whether they are you is not plain from the form.
    let may = only(&body.does, |it| {
        let Instruction::May { who, does, .. } = it else { return None };
        let is_asked = Deed::of(who, does) == asked && (is_you || *who != Players::You);
        is_asked.then_some((who, does.as_slice()))
    });
    let does = may.filter(|(who, _)| **who == Players::You).map(|(_, does)| does);
    let Some(words) = does.and_then(|does| phrases::deeds(&body.targets, does)) else { return false };
    // What is targeted besides is said before it.
    let words = match words.split_once(". ") {
        Some((before, deed)) if before.starts_with("choose ") => phrases::begun_small(deed),
        _ => words,
    };
    // Of what something else does there is no such verb.
    let is_other =
        ["target ", "each ", "another ", "all ", "you ", "~"].iter().any(|start| words.starts_with(start));
    let is_bound = |word: &str| matches!(word, "it" | "its" | "that" | "them" | "those" | "they" | "their");
    let bare = |word: &str| is_bound(word.trim_end_matches([',', '.', ':', ';']).trim_end_matches("'s"));
    if is_other || words.split(' ').any(bare) || words.contains(['"', '\n', '.']) || words.contains(" have ")
    {
        return false;
    }
    let object = names.game().object(source);
    let own = object.stack_ability().map_or(source, |ability| ability.source);
    wording::spoken(names, text, &words, own, object.controller);
    true
}

/// The keyword whose ability asks.
fn keyword(names: &Names<'_>, choice: &Choice) -> Option<KeywordName> {
    names.game().object(choice.source?).stack_ability()?.called?.keyword
}

/// What a player may do: `put it into the command zone`.
fn deed(names: &Names<'_>, choice: &Choice, rules: &Rules, text: &mut Text) {
    let Options::YesNo(deed) = choice.options else { return said(text, "do so") };
    // What a word says that stands for what no line names, the words of the effect may say.
    let stands_for = matches!(
        deed,
        Deed::Something
            | Deed::Put(_)
            | Deed::PutChosen(_)
            | Deed::DoChosen(_)
            | Deed::Do(Verb::Copy | Verb::MoveCounters | Verb::Reveal, _)
    ) && choice.kind == ChoiceKind::May;
    if stands_for && rules.contains(cr!("608.2d")) && spelled(names, choice, text) {
        return;
    }
    let words = match deed {
        Deed::Something => match keyword(names, choice) {
            Some(keyword) => return text.push_fmt(format_args!("use {}", keyword.word()), Style::Plain),
            None => "do so",
        },
        Deed::Replace => "have it replace that",
        Deed::Copy(card) => {
            said(text, "copy ");
            return names.write_object(text, card);
        }
        Deed::Do(Verb::Copy, _) => "make a copy",
        Deed::Do(Verb::Create, _) => "create tokens",
        Deed::Do(Verb::Damage, _) => "have it deal damage",
        Deed::Do(Verb::PutCounters, _) => "put counters",
        Deed::Do(Verb::GainLife, _) => "gain life",
        Deed::Do(Verb::MoveCounters, _) => "move counters",
        Deed::Do(Verb::Reveal, _) => "reveal cards",
        Deed::Do(verb, on_it) => {
            said(text, verb.infinitive());
            if on_it { " it" } else { "" }
        }
        Deed::DoChosen(verb) => {
            return text.push_fmt(format_args!("choose something to {}", verb.infinitive()), Style::Plain);
        }
        Deed::PutChosen(Zone::Battlefield) => "choose something to put onto the battlefield",
        Deed::PutChosen(zone) => {
            let to = format_args!("choose something to put into the {}", zone.word());
            return text.push_fmt(to, Style::Plain);
        }
        Deed::Put(Zone::Battlefield) => "put it onto the battlefield",
        Deed::Put(Zone::Exile) => "put it into exile",
        Deed::Put(Zone::Command) => "put it into the command zone",
        Deed::Put(zone) => {
            return text.push_fmt(format_args!("put it into the {}", zone.word()), Style::Plain);
        }
        Deed::EnterAsCopy => "have it enter as a copy",
        Deed::EnterWith(kind) => {
            return said(text, &format!("have it enter with an additional {kind} counter"));
        }
        Deed::ChooseNewTargets => "choose new targets",
        Deed::StayTapped => "keep it tapped",
        Deed::PayTribute => "pay tribute",
        Deed::Dredge => "dredge it",
        Deed::Kick(_) => "kick it",
        Deed::Mulligan => "take a mulligan",
        Deed::AssignAsThoughUnblocked => "have it assign its combat damage as though it weren't blocked",
    };
    said(text, words);
}
