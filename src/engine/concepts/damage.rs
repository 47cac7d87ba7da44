//! CR 120: Damage

use crate::engine::additional::keyword_abilities::{protection, toxic};
use crate::engine::additional::merging_with_permanents;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::proposal::{ByEffect, DamageEvent};
use crate::engine::reading::Sight;
use crate::engine::spells::events::{Happening, Unsaid, happen_without};
use crate::engine::spells::prevention_effects;
use crate::engine::spells::replacement_effects::Pending;
use crate::engine::view::View;
use crate::game::{Cause, CauseKind, Change, Game, ObjectId, PlayerId, Thing};
use crate::ir::{CardType, CounterKind, KeywordName, NamedDeed, RuleChange};
use crate::rules::{Rules, cr};
use crate::trace::{Forbidden, Level, Note};

use super::{counters, life};

pub(in crate::engine) mod excess;

/// Some damage from one source to one recipient.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct Packet {
    /// The source (120.7); nothing if nobody deals it.
    pub source: Option<ObjectId>,
    /// Who or what is dealt it.
    pub to: Thing,
    /// How much.
    pub amount: u32,
    /// The rules by which it is dealt to this recipient, where some decide (702.19b).
    pub rules: Rules,
    /// Whether it can be prevented (615.12).
    pub preventable: bool,
}

/// Deals damage, all at the same time, in the parts of 120.4: prevention and replacement, then its results.
///
/// # Errors
/// If a replacement needs a choice that nobody makes, or can't be played.
pub(in crate::engine) fn deal(
    play: &mut Play<'_>,
    cause: Cause,
    packets: &[Packet],
    combat: bool,
) -> Outcome {
    let mut outcome = Results::default();
    let mut gains: Vec<(ObjectId, u32)> = Vec::new();
    let mut proposed: Vec<(&Packet, DamageEvent)> = Vec::with_capacity(packets.len());
    for packet in packets {
        proposed.extend(would_be_dealt(play, cause, packet, combat)?.map(|event| (packet, event)));
    }
    let events: Vec<DamageEvent> = proposed.iter().map(|(_, event)| *event).collect();
    let dealt = prevention_effects::replace_damage(play, &events, &mut outcome.pending)?;
    for ((packet, _), dealt) in proposed.into_iter().zip(dealt) {
        for (to, amount, redirection) in dealt {
            let redirected = to != packet.to;
            let rules = redirection.iter().fold(packet.rules, Rules::and);
            let packet = Packet { to, amount, rules, ..*packet };
            if amount == 0 || redirected && would_be_dealt(play, cause, &packet, combat)?.is_none() {
                continue;
            }
            results(play, cause, packet, combat, &mut outcome)?;
            let Some(source) = packet.source else { continue };
            if play.view()?.has(&play.game, source, KeywordName::Lifelink) {
                match gains.iter_mut().find(|(its_source, _)| *its_source == source) {
                    Some((_, gained)) => *gained = gained.saturating_add(amount),
                    None => gains.push((source, amount)),
                }
            }
        }
    }
    // Lifelink's gains are results of the damage, one event for each source (702.15b, 702.15e).
    let several = gains.len() > 1;
    for (source, amount) in gains {
        let player = play.view()?.controller(&play.game, source);
        let amount = i32::try_from(amount).unwrap_or(i32::MAX);
        let mut cause = Cause::new(CauseKind::Ability(source), cr!("702.15b"));
        if several {
            cause = cause.and(cr!("702.15e"));
        }
        if !play.game.object(source).exists {
            cause = cause.and(cr!("702.15c"));
        }
        // More than one instance gains no more.
        let view = play.view()?;
        if view.characteristics(&play.game, source).keywords(KeywordName::Lifelink).count() > 1 {
            cause = cause.and(cr!("702.15f"));
        }
        let (amount, also) = life::proposed_silently(play, cause, player, amount, &mut outcome.forbidden)?;
        outcome.pending.extend(also);
        if amount == 0 {
            continue;
        }
        outcome.changes.push((cause, Level::Default, Change::Life(player, amount)));
        outcome.happenings.push(Happening::Life { player, amount });
    }
    change_counters(play, cause, &mut outcome)?;
    hold_life_totals(play, cause, &mut outcome)?;
    for it in excess::dealt(play, &outcome.happenings)? {
        let what = NamedDeed::DealtExcessDamage;
        outcome.happenings.push(Happening::Becomes { object: it.object, what });
        outcome.changes.push((cause.and(cr!("120.10")), Level::Hidden, Change::DealtExcess(it)));
    }
    happen_without(play, outcome.changes, outcome.forbidden, &outcome.happenings)?;
    // Shield counters have one effect, which prevents all of the damage at the cost of one of them (122.1c).
    let mut shielded = Vec::new();
    for instructions in outcome.pending {
        if let Some(permanent) = instructions.shielded() {
            if shielded.contains(&permanent) {
                continue;
            }
            shielded.push(permanent);
        }
        instructions.run(play)?;
    }
    Ok(())
}

/// Lets effects look at the -1/-1 counters that the damage would put on each creature (120.3d): all that sources put there at
/// the same time are one event, and it is the damage that does it, no effect. The damage is dealt all the same.
fn change_counters(play: &mut Play<'_>, cause: Cause, outcome: &mut Results) -> Outcome {
    let kind = CounterKind::MINUS_ONE;
    let mut creatures: Vec<ObjectId> = Vec::new();
    for (_, _, change) in &outcome.changes {
        match change {
            Change::Counters(object, its, 1..) if *its == kind && !creatures.contains(object) => {
                creatures.push(*object);
            }
            _ => {}
        }
    }
    for creature in creatures {
        let of_changes = outcome.changes.iter_mut().filter_map(|(_, _, change)| match change {
            Change::Counters(object, its, amount) if (*object, *its) == (creature, kind) => Some(amount),
            _ => None,
        });
        let of_changes: Vec<&mut i32> = of_changes.collect();
        let before: Vec<i32> = of_changes.iter().map(|amount| **amount).collect();
        let would = before.iter().fold(0, |sum: i32, amount| sum.saturating_add(*amount));
        let unsaid = (cause, &mut outcome.forbidden);
        let would = would.unsigned_abs();
        let (count, rules, also) =
            counters::proposed_silently(play, unsaid, creature, kind, would, ByEffect(false))?;
        outcome.pending.extend(also);
        let count = i32::try_from(count).unwrap_or(i32::MAX);
        put_in_all(of_changes.into_iter(), count);
        let counted = outcome.changes.iter_mut().filter_map(|(cause, _, change)| match change {
            Change::Counters(object, its, amount) if (*object, *its) == (creature, kind) => {
                Some((cause, *amount))
            }
            _ => None,
        });
        // Of several damages only that is changed of which more or fewer counters are put there.
        for ((cause, _), _) in counted.zip(before).filter(|((_, amount), before)| amount != before) {
            *cause = rules.iter().fold(*cause, Cause::and);
        }
        let of_happenings = outcome.happenings.iter_mut().filter_map(|happening| match happening {
            Happening::Counters { object, kind: its, amount, .. } if (*object, *its) == (creature, kind) => {
                Some(amount)
            }
            _ => None,
        });
        put_in_all(of_happenings, count);
    }
    outcome.changes.retain(|(_, _, change)| !matches!(change, Change::Counters(_, its, 0) if *its == kind));
    outcome.happenings.retain(
        |happening| !matches!(happening, Happening::Counters { kind: its, amount: 0, .. } if *its == kind),
    );
    Ok(())
}

/// Makes the parts of a sum another sum: the first get as much as they had, as far as it goes, and what is more the last.
fn put_in_all<'a>(parts: impl Iterator<Item = &'a mut i32>, sum: i32) {
    let mut left = sum;
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        *part = if parts.peek().is_some() { left.min(*part) } else { left };
        left -= *part;
    }
}

/// Lets effects look at what the whole event would make of each life total, a player's or a team's (810.9), gains that are part of it
/// included (120.4c). The damage is dealt all the same.
fn hold_life_totals(play: &mut Play<'_>, cause: Cause, outcome: &mut Results) -> Outcome {
    let mut looked_at: Vec<PlayerId> = Vec::new();
    for player in play.game.apnap() {
        let mates = play.game.with_shared_totals(player);
        let its_change = |change: &(Cause, Level, Change)| match change.2 {
            Change::Life(its, amount) if mates.contains(&its) => Some((its, amount)),
            _ => None,
        };
        let of_player = |change: &(Cause, Level, Change)| its_change(change).map(|(_, amount)| amount);
        let loses = |change| its_change(change).is_some_and(|(its, amount)| its == player && amount < 0);
        if looked_at.contains(&player) || !outcome.changes.iter().any(loses) {
            continue;
        }
        looked_at.extend(&mates);
        let mut change = outcome.changes.iter().filter_map(of_player).fold(0, i32::saturating_add);
        let mut gained = 0i32;
        for pending in &outcome.pending {
            for mate in &mates {
                gained = gained.saturating_add(pending.life_gained(play, *mate)?);
            }
        }
        let without = play.game.player(player).life.saturating_add(change);
        change = change.saturating_add(gained);
        let after = play.game.player(player).life.saturating_add(change);
        let Some(total) = prevention_effects::replace_life_total(play, cause, player, (change, after))?
        else {
            // The damage alone would have been held; the event as a whole is not.
            if gained > 0 && prevention_effects::is_held(play, player, without)? {
                play.note(Level::Default, cause.kind, Rules::of(&[cr!("120.4c")]), Note::NotHeld(player));
            }
            continue;
        };
        let mut less = total.saturating_sub(after);
        for (_, _, change) in outcome.changes.iter_mut().rev() {
            if let Change::Life(its, amount) = change {
                if mates.contains(its) && *amount < 0 && less > 0 {
                    let kept = less.min(amount.saturating_neg());
                    (*amount, less) = (amount.saturating_add(kept), less - kept);
                }
            }
        }
        // What triggers look at is the life that is really lost.
        outcome.happenings.retain(
            |happening| !matches!(happening, Happening::Life { player: its, amount } if mates.contains(its) && *amount < 0),
        );
        outcome.happenings.extend(
            outcome
                .changes
                .iter()
                .filter_map(its_change)
                .filter(|(_, amount)| *amount < 0)
                .map(|(player, amount)| Happening::Life { player, amount }),
        );
        outcome.changes.retain(|change| of_player(change) != Some(0));
    }
    Ok(())
}

/// The damage that would be dealt, before shields and other effects look at it; nothing if it can't be or protection prevents
/// all of it.
fn would_be_dealt(
    play: &mut Play<'_>,
    cause: Cause,
    packet: &Packet,
    combat: bool,
) -> Outcome<Option<DamageEvent>> {
    // Damage of 0 is no damage at all (120.8), and only these can be dealt any (120.1).
    if packet.amount == 0 || !can_be_damaged(play, packet.to)? {
        return Ok(None);
    }
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let preventable = packet.preventable && !cant_be_prevented(&view);
    let protection = match preventable {
        true => protection::prevents_damage(sight, packet.source, packet.to)?,
        false => None,
    };
    let Packet { source, to, amount, .. } = *packet;
    let event = DamageEvent { source, to, amount, combat, preventable };
    // Where another effect would do something else with it, it is one of several that may be applied first (616.1).
    if let Some(rule) = protection
        && !prevention_effects::compete(play, &event)?
    {
        let rules = Rules::NONE.and(rule);
        let note = Note::Cant(Forbidden::Damage { amount, combat }, to, source);
        play.note(Level::Default, cause.kind, rules, note);
        return Ok(None);
    }
    Ok(Some(event))
}

/// Only creatures, planeswalkers, battles and players can be dealt damage (120.1).
pub(in crate::engine) fn can_be_damaged(play: &mut Play<'_>, to: Thing) -> Outcome<bool> {
    Ok(match to {
        Thing::Player(player) => !play.game.player(player).gone,
        Thing::Object(object) => {
            let view = play.view()?;
            let characteristics = view.characteristics(&play.game, object);
            play.game.object(object).on_battlefield()
                && (characteristics.is(CardType::Creature)
                    || characteristics.is(CardType::Planeswalker)
                    || characteristics.is(CardType::Battle))
        }
    })
}

/// Whether an effect says that damage can't be prevented (615.12).
fn cant_be_prevented(view: &View) -> bool {
    view.rule_changes().any(|(_, rule)| *rule == RuleChange::DamageCantBePrevented)
}

/// What some damage does: the changes, what triggers look at, and what replacements add.
#[derive(Default)]
struct Results {
    changes: Vec<(Cause, Level, Change)>,
    happenings: Vec<Happening>,
    pending: Vec<Pending>,
    /// What it would have done besides, and what forbids that.
    forbidden: Vec<Unsaid>,
}

/// Damage that is dealt, and what of its source decides what it does.
struct Dealt {
    cause: Cause,
    source: Option<ObjectId>,
    to: Thing,
    amount: u32,
    combat: bool,
    deathtouch: bool,
    infect: bool,
    wither: bool,
}

impl Dealt {
    /// The amount, as a change of life or counters.
    fn signed(&self) -> i32 {
        i32::try_from(self.amount).unwrap_or(i32::MAX)
    }

    /// The damage itself, marked on a creature or not.
    const fn change(&self, marks: bool) -> Change {
        let Self { source, to, amount, combat, deathtouch, .. } = *self;
        Change::Damage { source, to, amount, combat, deathtouch, marks }
    }

    /// Whether its source is where it was no longer, and what it had is looked back at.
    fn is_of_gone(&self, game: &Game) -> bool {
        self.source.is_some_and(|source| !game.object(source).exists)
    }
}

/// What the damage does (120.3).
fn results(
    play: &mut Play<'_>,
    cause: Cause,
    packet: Packet,
    combat: bool,
    outcome: &mut Results,
) -> Outcome {
    let Packet { source, to, amount, rules, .. } = packet;
    let cause = rules.iter().fold(cause, Cause::and);
    let view = play.view()?;
    let has = |keyword| source.is_some_and(|source| view.has(&play.game, source, keyword));
    let (deathtouch, infect) = (has(KeywordName::Deathtouch), has(KeywordName::Infect));
    let wither = has(KeywordName::Wither);
    outcome.happenings.push(Happening::Damage { source, to, amount, combat });
    let dealt = Dealt { cause, source, to, amount, combat, deathtouch, infect, wither };
    match to {
        Thing::Player(player) => to_player(play, &view, &dealt, player, outcome),
        Thing::Object(object) => {
            to_permanent(&play.game, &view, &dealt, object, outcome);
            Ok(())
        }
    }
}

/// What it does to a player: life is lost, or poison counters are got (120.3a, 120.3b, 120.3g).
fn to_player(
    play: &mut Play<'_>,
    view: &View,
    dealt: &Dealt,
    player: PlayerId,
    outcome: &mut Results,
) -> Outcome {
    let Results { changes, happenings, pending, forbidden } = outcome;
    let Dealt { source, combat, infect, .. } = *dealt;
    let mut cause = dealt.cause.and(if infect { cr!("120.3b") } else { cr!("120.3a") });
    if infect && dealt.is_of_gone(&play.game) {
        cause = cause.and(cr!("702.90d"));
    }
    // It counts as a commander's because a component of the permanent is one.
    let commander = source.filter(|source| {
        combat
            && play.game.object(*source).components().next().is_some()
            && merging_with_permanents::is_commander(&play.game, *source)
    });
    if let Some(source) = commander {
        let merged = play.game.object(source).merged.is_some();
        cause = cause.and(if merged { cr!("903.3c") } else { cr!("903.3b") });
    }
    changes.push((cause, Level::Default, dealt.change(false)));
    if infect {
        match counters::why_not_get(play, cause, player, CounterKind::POISON)? {
            None => changes.push((cause, Level::Default, Change::Poison(player, dealt.signed()))),
            Some(note) => forbidden.push(note),
        }
    } else {
        let (lost, also) =
            life::proposed_silently(play, cause, player, dealt.signed().saturating_neg(), forbidden)?;
        pending.extend(also);
        if lost != 0 {
            changes.push((cause, Level::Default, Change::Life(player, lost)));
            happenings.push(Happening::Life { player, amount: lost });
        }
    }
    if let (Some(source), true) = (source, combat) {
        let toxic = toxic::total(Sight { game: &play.game, view }, source)?;
        let toxic = i32::try_from(toxic).unwrap_or(i32::MAX);
        let kept = match toxic {
            ..=0 => None,
            _ => counters::why_not_get(play, cause, player, CounterKind::POISON)?,
        };
        if toxic > 0 && kept.is_none() {
            let cause = cause.by(cr!("120.3g")).and(cr!("702.164c")).and(cr!("702.164b"));
            changes.push((cause, Level::Default, Change::Poison(player, toxic)));
        }
        forbidden.extend(kept);
    }
    Ok(())
}

/// What it does to a permanent: it is marked, or counters are put on it or removed (120.3c, 120.3d, 120.3e, 120.3h).
fn to_permanent(game: &Game, view: &View, dealt: &Dealt, object: ObjectId, outcome: &mut Results) {
    let Results { changes, happenings, .. } = outcome;
    let characteristics = view.characteristics(game, object);
    let creature = characteristics.is(CardType::Creature);
    let withered = dealt.infect || dealt.wither;
    let rule = match creature {
        true if withered => cr!("120.3d"),
        true => cr!("120.3e"),
        false if characteristics.is(CardType::Planeswalker) => cr!("120.3c"),
        false => cr!("120.3h"),
    };
    let mut marked = dealt.cause.and(rule);
    if creature && dealt.is_of_gone(game) {
        let looks_back = [
            (dealt.deathtouch, cr!("702.2e")),
            (dealt.infect, cr!("702.90d")),
            (dealt.wither, cr!("702.80b")),
        ];
        let rules = looks_back.into_iter().filter(|(has, _)| *has).map(|(_, rule)| rule);
        marked = rules.fold(marked, Cause::and);
    }
    changes.push((marked, Level::Default, dealt.change(creature && !withered)));
    if creature && withered {
        let change = Change::Counters(object, CounterKind::MINUS_ONE, dealt.signed());
        changes.push((marked, Level::Default, change));
        let kind = CounterKind::MINUS_ONE;
        let causer = dealt.source.map(|source| view.controller(game, source));
        happenings.push(Happening::Counters { object, kind, amount: dealt.signed(), causer });
    }
    // A creature that is one of these too loses counters besides (120.3c, 120.3h).
    for (card_type, kind, rule) in [
        (CardType::Planeswalker, CounterKind::LOYALTY, cr!("120.3c")),
        (CardType::Battle, CounterKind::DEFENSE, cr!("120.3h")),
    ] {
        if characteristics.is(card_type) {
            // Several sources together remove no more than there is, and that is one removal.
            let there = i32::try_from(game.object(object).counters_of(kind)).unwrap_or(i32::MAX);
            let earlier = happenings.iter_mut().find_map(|happening| match happening {
                Happening::Counters { object: its, kind: its_kind, amount, .. }
                    if *its == object && *its_kind == kind && *amount < 0 =>
                {
                    Some(amount)
                }
                _ => None,
            });
            let gone = earlier.as_ref().map_or(0, |amount| **amount);
            let removed = dealt.signed().min(there.saturating_add(gone)).saturating_neg();
            match earlier {
                Some(amount) => *amount = amount.saturating_add(removed),
                None if removed < 0 => {
                    happenings.push(Happening::Counters { object, kind, amount: removed, causer: None });
                }
                None => {}
            }
            let change = Change::Counters(object, kind, removed);
            changes.push((dealt.cause.and(rule), Level::Default, change));
        }
    }
}
