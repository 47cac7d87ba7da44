//! Changes of the rules that neither forbid nor require nor permit, and of whom an effect speaks, in words.

use crate::game::{ContinuousEffect, ObjectId, PlayerId, Thing};
use crate::ir::change::{Action, Change as Effect, Prohibition, RuleChange};
use crate::ir::{Filter, Players, Selection, Verb};
use crate::oracle::phrases::{self, Sort};

use super::meant::objects;
use super::names::Names;
use super::styled::{Style, Text, said};

/// Who is meant by what an effect says of players.
pub(super) fn write_players(names: &Names<'_>, text: &mut Text, who: &Players, effect: &ContinuousEffect) {
    match who {
        Players::You => names.write_player(text, effect.controller),
        Players::Opponents => {
            said(text, "opponents of ");
            names.write_player(text, effect.controller);
        }
        Players::Target(_) => {
            let announced = effect.bindings.announced.iter().flat_map(|announced| &announced.targets);
            let targets = announced.skip(effect.bindings.first_target).flatten();
            let players: Vec<Thing> = targets.copied().filter(|thing| thing.player().is_some()).collect();
            names.write_list(text, &players);
        }
        Players::Except(who) if **who == Players::You => {
            said(text, "players other than ");
            names.write_player(text, effect.controller);
        }
        Players::Each => said(text, "players"),
        Players::OwnerOf(of) if **of == Selection::It => match current(effect) {
            Some(object) => names.write_player(text, names.game().object(object).owner),
            None => said(text, "some players"),
        },
        who @ (Players::It | Players::Slot(_)) => match bound_players(who, effect).as_slice() {
            [] => said(text, "some players"),
            players => names.write_list(text, players),
        },
        Players::Active
        | Players::Defending
        | Players::Attacking
        | Players::Attached
        | Players::Chosen(_)
        | Players::Promised
        | Players::EachFromYou
        | Players::ControllerOf(_)
        | Players::OwnerOf(_)
        | Players::Where(..)
        | Players::Except(_)
        | Players::OpponentsOf(_) => said(text, "some players"),
    }
}

/// The object that "it" means in an effect: what a loop was at as it was made.
fn current(effect: &ContinuousEffect) -> Option<ObjectId> {
    effect.bindings.current.and_then(Thing::object)
}

/// A change of the rules that neither forbids nor requires nor permits.
pub(super) fn of_another_sort(
    names: &Names<'_>,
    text: &mut Text,
    change: &RuleChange,
    effect: &ContinuousEffect,
) {
    let gives = |text: &mut Text, who: &Players, what: &str| {
        said(text, "gives ");
        write_players(names, text, who, effect);
        said(text, " ");
        said(text, what);
    };
    let lets = |text: &mut Text, who: &Players, what: &str| {
        said(text, "lets ");
        write_players(names, text, who, effect);
        said(text, what);
    };
    let quality = |from: &Filter| {
        if let Filter::Color(color) = from {
            return format!(" from {}", color.word());
        }
        if *from == Filter::EVERYTHING {
            return " from everything".to_owned();
        }
        phrases::objects(from, Sort::Permanents).map_or_else(String::new, |what| format!(" from {what}"))
    };
    match change {
        RuleChange::PlayerHas(who, keyword) => gives(text, who, keyword.word()),
        RuleChange::PlayerProtection(who, from) => gives(text, who, &format!("protection{}", quality(from))),
        RuleChange::PlayerHexproof(who, from) => gives(text, who, &format!("hexproof{}", quality(from))),
        RuleChange::NoLegendRule(_) => said(text, "keeps the legend rule from some permanents"),
        RuleChange::DamageCantBePrevented => said(text, "says that damage can't be prevented"),
        RuleChange::AnyColor(who) => lets(text, who, " spend mana as though it were of any color"),
        RuleChange::LifeForMana(who, color) => {
            lets(text, who, &format!(" pay 2 life rather than each {} mana in a cost", color.word()));
        }
        RuleChange::KeepsMana(who, _) => lets(text, who, " keep unspent mana"),
        RuleChange::LostManaBecomes(..) => said(text, "changes what becomes of unspent mana"),
        RuleChange::HandSize(who, _) => {
            said(text, "changes the maximum hand size of ");
            write_players(names, text, who, effect);
        }
        RuleChange::Skip(who, _) => {
            said(text, "has ");
            write_players(names, text, who, effect);
            said(text, " skip a step");
        }
        RuleChange::CostChange(_) => said(text, "changes costs"),
        RuleChange::CombatDamage(..) => said(text, "changes how combat damage is assigned"),
        RuleChange::UntapsDuring(..) => said(text, "has more untap in an untap step"),
        RuleChange::ExtraTrigger { .. } => said(text, "has abilities trigger once more"),
        RuleChange::NoTrigger { .. } => said(text, "keeps abilities from triggering"),
        RuleChange::Devotion(..) => said(text, "changes devotion"),
        RuleChange::Revealed(..) => said(text, "has cards revealed"),
        RuleChange::MostCounters { .. } => said(text, "limits how many counters there can be"),
        RuleChange::Goaded(what) => {
            said(text, "goads ");
            objects(names, text, what, Sort::Permanents, effect);
        }
        RuleChange::Cant(_)
        | RuleChange::Must(_)
        | RuleChange::May(_)
        | RuleChange::ExtraLands(..)
        | RuleChange::StationsByToughness(_)
        | RuleChange::CrewsAsThoughGreater(..)
        | RuleChange::AsYouCascade { .. }
        | RuleChange::Marked(_)
        | RuleChange::Unsupported(_) => said(text, "changes the rules"),
    }
}

/// Who "that player" is, or who is bound to a name, as they were settled when an effect was made.
fn bound_players(who: &Players, effect: &ContinuousEffect) -> Vec<Thing> {
    let bound = &effect.bindings;
    if let Players::Slot(slot) = who {
        let own = bound.slots.iter().filter(|(name, _)| name == slot).flat_map(|(_, things)| things);
        return own.copied().filter(|thing| thing.player().is_some()).collect();
    }
    let of_event = bound.occasion.as_ref().and_then(|occasion| occasion.player).map(Thing::Player);
    bound.current.filter(|thing| thing.player().is_some()).or(of_event).into_iter().collect()
}

/// Whom or what something can't or must be done to: ` NAP`.
pub(super) fn to_whom(names: &Names<'_>, text: &mut Text, to: Option<&Selection>, effect: &ContinuousEffect) {
    let Some(to) = to else { return };
    if let Selection::Several(several) = to {
        for (place, one) in several.iter().enumerate() {
            said(text, if place > 0 { " or" } else { "" });
            to_whom(names, text, Some(one), effect);
        }
        return;
    }
    said(text, " ");
    if *to == Selection::This {
        names.write_object(text, effect.source);
    } else if let Selection::Players(who) = to {
        write_players(names, text, who, effect);
    } else if let Selection::Each(what) = to {
        objects(names, text, what, Sort::Permanents, effect);
    } else {
        said(text, "what the effect is about");
    }
}

/// What narrows a prohibition that is said of objects: whom it can't be done to, by what, how often, unless what.
pub(super) fn narrowed(names: &Names<'_>, text: &mut Text, it: &Prohibition, effect: &ContinuousEffect) {
    to_whom(names, text, it.to.as_ref(), effect);
    if let Some(by) = &it.by {
        let spells = matches!(it.action, Action::Be(Verb::Counter | Verb::Target));
        said(text, " by ");
        objects(names, text, by, if spells { Sort::Spells } else { Sort::Permanents }, effect);
    }
    if let Some(fewer) = it.fewer_than {
        text.push_fmt(format_args!(" by fewer than {fewer}"), Style::Plain);
    }
    if let Some(more) = it.more_than {
        let blocked = it.action == Action::Be(Verb::Block);
        let (by, each) = if blocked { (" by", "") } else { ("", " each turn") };
        text.push_fmt(format_args!("{by} more than {more}{each}"), Style::Plain);
    }
    if let Some(others) = &it.without {
        said(text, " unless ");
        objects(names, text, others, Sort::Permanents, effect);
        said(text, " do so too");
    }
    if it.unless_pay.is_some() {
        said(text, " unless a cost is paid");
    }
}

/// Who controls an object from now on by a change of an effect that begins, if it says a player who was bound or targeted.
pub(super) fn taker(change: &Effect, effect: &ContinuousEffect) -> Option<PlayerId> {
    let bindings = &effect.bindings;
    let Effect::Control(who) = change else { return None };
    let things = if let Players::Slot(slot) = who {
        &bindings.slots.iter().rev().find(|(name, _)| name == slot)?.1
    } else if let Players::Target(phrase) = who {
        let announced = bindings.announced.as_ref()?;
        announced.targets.get(bindings.first_target + usize::from(*phrase))?
    } else if *who == Players::It {
        // The player that the loop was at, or that of the event.
        let of_event = bindings.occasion.as_ref().and_then(|occasion| occasion.player);
        return bindings.current.and_then(Thing::player).or(of_event);
    } else {
        return None;
    };
    things.iter().find_map(|thing| thing.player())
}
