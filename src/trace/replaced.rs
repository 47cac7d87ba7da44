//! What replacement and prevention effects wait for, and what they replace or prevent, in words.

use crate::game::effects::ShieldKind;
use crate::game::{CauseKind, ObjectId, Shield, Step, Thing};
use crate::ir::event::{Damage, Moves, Step as EventStep};
use crate::ir::selection::Players;
use crate::ir::{Ability, Duration, Event, Filter, ReplacementResult, Selection, Zone};
use crate::oracle::phrases::{self, Sort};
use crate::rules::{Rules, cr};

use super::causes;
use super::entry::Would;
use super::names::{self, Names};
use super::pieces::Piece;
use super::styled::{Style, Text, said};
use super::wording;

/// `Healing Salve#4 prevents 2 of Vampire Nighthawk#1's combat damage to NAP`.
pub(super) fn sentence(
    names: &Names<'_>,
    affected: Thing,
    by: ObjectId,
    would: Would,
    rules: &Rules,
    text: &mut Text,
) {
    match would {
        Would::Prevented { source, amount, combat } => {
            (by, " prevents ", damage_of(source, amount, combat), affected).write(names, text);
        }
        Would::Damage { source, amount, combat } => {
            (by, " replaces ", damage_of(source, amount, combat), affected).write(names, text);
        }
        Would::Redirected { source, amount, combat, to } => {
            (by, " has ", damage_of(source, amount, combat), affected).write(names, text);
            (" dealt to ", to, " instead").write(names, text);
        }
        Would::Life(amount, cause) => {
            (by, " replaces ", affected).write(names, text);
            of_life(names, amount, cause, rules, text);
        }
        Would::LoseGame => {
            (affected, " does not lose the game: ", by, " replaces it").write(names, text);
        }
        Would::Counters(kind, count) => {
            let plural = if count == 1 { "" } else { "s" };
            let to = if affected.object().is_some() { "on" } else { "to" };
            let does = if affected.object().is_some() { "putting" } else { "giving" };
            by.write(names, text);
            text.push_fmt(
                format_args!(" replaces the {does} of {count} {kind} counter{plural} {to} "),
                Style::Plain,
            );
            affected.write(names, text);
        }
        Would::Mana(count) => (by, " replaces the ", count, " mana of ", affected).write(names, text),
        Would::Tokens(count) => {
            let tokens = if count == 1 { " token by " } else { " tokens by " };
            (by, " replaces the creation of ", count, tokens, affected).write(names, text);
        }
        Would::Cards(count) => {
            let cards = if count == 1 { " card by " } else { " cards by " };
            (by, " replaces the drawing of ", count, cards, affected).write(names, text);
        }
        Would::Draw => (by, " replaces a card draw by ", affected).write(names, text),
        Would::Search => (by, " replaces a search of a library by ", affected).write(names, text),
        Would::Turn => {
            write_whose(names, text, affected);
            ("'s turn is skipped because of ", by).write(names, text);
        }
        Would::Step(step) => {
            write_whose(names, text, affected);
            // Where its first step is skipped the combat phase is.
            let skipped = if step == Step::BeginningOfCombat { "combat phase" } else { names::step(step) };
            ("'s ", skipped, " is skipped because of ", by).write(names, text);
        }
        Would::Enter { tapped: Some(tapped) } => {
            let so = if tapped { " enter tapped" } else { " enter untapped" };
            (by, " makes ", affected, so).write(names, text);
        }
        Would::Enter { tapped: None } => (by, " changes how ", affected, " enters").write(names, text),
        Would::EnterUnder(player) if affected == Thing::Object(by) => {
            (affected, "'s own effect replaces how it would enter: under ", player, "'s control")
                .write(names, text);
        }
        Would::EnterUnder(player) => {
            (by, " replaces how ", affected, " would enter: under ").write(names, text);
            (player, "'s control").write(names, text);
        }
        Would::EnterAsCopy(original) => (affected, " enters as a copy of ", original).write(names, text),
        Would::Move(_) | Would::Destruction => {
            (affected, would_go(would), ": ").write(names, text);
            what_replaces(names, affected, by, rules, text);
        }
    }
}

/// `'s loss of 3 life by lifelink of Vampire Nighthawk#1`.
fn of_life(names: &Names<'_>, amount: i32, cause: CauseKind, rules: &Rules, text: &mut Text) {
    let what = match cause {
        CauseKind::Cost(..) if amount < 0 => "payment",
        _ if amount < 0 => "loss",
        _ => "gain",
    };
    ("'s ", what, " of ", amount.unsigned_abs(), " life").write(names, text);
    let lifelink = rules.contains(cr!("702.15b"));
    match cause {
        CauseKind::Ability(source) if lifelink => (" by lifelink of ", source).write(names, text),
        CauseKind::Resolution(..) | CauseKind::Ability(_) => {
            said(text, " ");
            causes::of_kind(names, cause, text);
        }
        _ => {}
    }
}

/// What has something go elsewhere: `its own effect replaces that`.
fn what_replaces(names: &Names<'_>, affected: Thing, by: ObjectId, rules: &Rules, text: &mut Text) {
    // The card may have said it where it was before.
    let same_card = |object: ObjectId| names.game().earliest(object) == names.game().earliest(by);
    let is_own = affected.object().is_some_and(same_card);
    if rules.contains(cr!("903.9b")) {
        let its = affected.object().map(|object| names.game().object(object));
        let of_several = its.is_some_and(|its| its.melded.is_some() || its.merged.is_some());
        return said(
            text,
            match of_several {
                true => "a component of it is a commander, and goes to the command zone instead",
                false => "it is a commander, and goes to the command zone instead",
            },
        );
    }
    if rules.contains(cr!("712.13a")) {
        return said(text, "its other face is an instant or sorcery, and it goes to the graveyard instead");
    }
    // A keyword says it, by its section's name; otherwise what the object itself says.
    match keyword_of(rules) {
        Some(keyword) if is_own => {
            text.push_fmt(format_args!("its {} ability", keyword.to_lowercase()), Style::Plain);
        }
        _ if is_own && rules.contains(cr!("701.19a")) => said(text, "its regeneration shield"),
        None if is_own && rules.contains(cr!("122.1c")) => said(text, "its shield counter"),
        None if is_own && rules.contains(cr!("122.1h")) => said(text, "its finality counter"),
        None if is_own => said(text, "its own effect"),
        _ => by.write(names, text),
    }
    said(text, " replaces that");
}

/// The keyword of whose section the deciding one of these rules is.
pub(super) fn keyword_of(rules: &Rules) -> Option<&'static str> {
    let first = rules.first().filter(|rule| rule.section() == Some(cr!("702")))?;
    first.parent()?.heading()
}

/// Where something would go, or that it would be destroyed.
const fn would_go(would: Would) -> &'static str {
    let Would::Move(to) = would else { return " would be destroyed" };
    match to {
        None | Some(Zone::Battlefield) => " would enter the battlefield",
        Some(Zone::Graveyard) => " would be put into a graveyard",
        Some(Zone::Exile) => " would be exiled",
        Some(Zone::Hand) => " would be put into a hand",
        Some(Zone::Library) => " would be put into a library",
        Some(Zone::Stack) => " would be put onto the stack",
        Some(Zone::Command) => " would be put into the command zone",
        Some(Zone::Ante) => " would be put into the ante",
    }
}

/// `2 of Vampire Nighthawk#1's combat damage to `.
fn damage_of(source: Option<ObjectId>, amount: u32, combat: bool) -> impl Piece {
    let source = source.map(|source| (" of ", source, "'s"));
    (amount, source, if combat { " combat damage to " } else { " damage to " })
}

/// What an effect that has just been made will replace or prevent: `the next 3 damage to NAP is prevented this turn`.
pub(super) fn shield(names: &Names<'_>, shield: &Shield, text: &mut Text) {
    let ShieldKind::Replacement(replacement) = &shield.kind else {
        return said(text, "a shield is made");
    };
    if let Event::Begins(step, who) = &replacement.of {
        return skip(names, shield, *step, who, text);
    }
    let of = replacement.of.alternatives();
    let damages: Vec<&Damage> = of.iter().filter_map(of_dealing).collect();
    if !matches!(replacement.result, ReplacementResult::Prevent { .. }) || damages.len() != of.len() {
        let lasts = if shield.duration == Duration::Forever { "" } else { ", until end of turn" };
        said(text, "a replacement effect is made");
        said(text, lasts);
        if let Some(words) = phrases::ability(&Ability::Replacement((**replacement).clone())) {
            said(text, ": ");
            let words = phrases::begun_small(words.trim_end_matches('.'));
            wording::spoken(names, text, &words, shield.source, shield.controller);
        } else if let [Event::Moves(moves)] = of {
            would_move(names, shield, moves, text);
        }
        return;
    }
    match shield.damage {
        Some(amount) => text.push_fmt(format_args!("the next {amount} "), Style::Plain),
        None if shield.uses == Some(1) => said(text, "the next "),
        None => said(text, "all "),
    }
    for (number, damage) in damages.into_iter().enumerate() {
        said(text, if number > 0 { " and " } else { "" });
        waits_for(names, shield, damage, text);
    }
    said(text, " is prevented this turn");
}

/// What an effect waits for that has no words of its own: ` for Opt#3, if it would be put into a graveyard`.
fn would_move(names: &Names<'_>, shield: &Shield, moves: &Moves, text: &mut Text) {
    let would = match (moves.from.as_slice(), moves.to.as_slice()) {
        (_, [to]) => would_go(Would::Move(Some(*to))),
        ([Zone::Battlefield], []) => " would leave the battlefield",
        _ => return,
    };
    let bound = bound(shield, &moves.what);
    if bound.is_empty() {
        return;
    }
    said(text, " for ");
    names.write_list(text, &bound);
    said(text, if bound.len() > 1 { ", if any of them" } else { ", if it" });
    said(text, would);
}

/// The things that a filter speaks of alone and that were known as the effect was made.
fn bound(shield: &Shield, filter: &Filter) -> Vec<Thing> {
    let Filter::Among(among) = filter else { return Vec::new() };
    if let Selection::Target(place) = &**among {
        return chosen_by_phrase(shield, *place);
    }
    if let Selection::Slot(slot) = &**among {
        let found = shield.bindings.slots.iter().find(|(name, _)| name == slot);
        return found.map(|(_, things)| things.to_vec()).unwrap_or_default();
    }
    if **among == Selection::This {
        return vec![Thing::Object(shield.source)];
    }
    let is_it = **among == Selection::It;
    shield.bindings.current.into_iter().filter(|_| is_it).collect()
}

fn of_dealing(event: &Event) -> Option<&Damage> {
    if let Event::DealsDamage(damage) = event { Some(damage) } else { None }
}

/// `combat damage from Hill Giant#1 to NAP`.
fn waits_for(names: &Names<'_>, shield: &Shield, damage: &Damage, text: &mut Text) {
    said(
        text,
        match damage.combat {
            Some(true) => "combat damage",
            Some(false) => "noncombat damage",
            None => "damage",
        },
    );
    let from = phrase_of(&damage.source).map(|place| chosen_by_phrase(shield, place));
    if damage.source != Filter::EVERYTHING {
        said(text, " from ");
        // "It" is what the loop was at as the shield was made, or the object of the event.
        let is_it = matches!(&damage.source, Filter::Among(among) if **among == Selection::It);
        let of_event = shield.bindings.occasion.iter().flat_map(|occasion| &occasion.objects);
        let of_event = of_event.copied().map(Thing::Object);
        let its: Vec<Thing> = match shield.bindings.current {
            Some(current) => vec![current],
            None => of_event.collect(),
        };
        // The one that was chosen for it (609.7a).
        let chosen = damage.source.find_demanded(&|demanded| {
            let Filter::Among(among) = demanded else { return None };
            let Selection::Slot(slot) = **among else { return None };
            shield.bindings.slots.iter().find(|(name, _)| *name == slot)
        });
        if let Some((_, chosen)) = chosen {
            names.write_list(text, chosen);
        } else if let Some(targets) = from.filter(|targets| !targets.is_empty()) {
            names.write_list(text, &targets);
        } else if is_it && !its.is_empty() {
            names.write_list(text, &its);
        } else {
            let words = wording::objects(&damage.source, Sort::Permanents);
            wording::spoken(names, text, &words, shield.source, shield.controller);
        }
    }
    if damage.player.is_some() || damage.object.is_some() {
        // What was bound for this shield alone is what it protects, whatever the targets were.
        let slot = damage.object.as_ref().and_then(|object| {
            let Filter::Among(among) = object else { return None };
            if let Selection::Slot(slot) = **among { Some(slot) } else { None }
        });
        let own = slot.and_then(|slot| shield.bindings.slots.iter().find(|(name, _)| *name == slot));
        said(text, " to ");
        let phrase = if let Some(Players::Target(place)) = &damage.player {
            Some(*place)
        } else {
            damage.object.as_ref().and_then(phrase_of)
        };
        let targets = phrase.map(|place| chosen_by_phrase(shield, place)).unwrap_or_default();
        if let Some((_, own)) = own {
            names.write_list(text, own);
        } else if !targets.is_empty() {
            names.write_list(text, &targets);
        } else if damage.player == Some(Players::You) && damage.object.is_none() {
            names.write_player(text, shield.controller);
        } else {
            said(text, "what it protects");
        }
    }
}

/// The target phrase that a filter speaks of alone.
fn phrase_of(filter: &Filter) -> Option<u8> {
    let Filter::Among(among) = filter else { return None };
    if let Selection::Target(place) = **among { Some(place) } else { None }
}

/// What was chosen for one target phrase of what made the effect.
fn chosen_by_phrase(shield: &Shield, place: u8) -> Vec<Thing> {
    let bindings = &shield.bindings;
    let targets = bindings.announced.iter().flat_map(|announced| &announced.targets);
    targets.skip(bindings.first_target + usize::from(place)).take(1).flatten().copied().collect()
}

/// `NAP will skip their next combat phase`.
fn skip(names: &Names<'_>, shield: &Shield, step: EventStep, who: &Players, text: &mut Text) {
    match skipping(shield, who).as_slice() {
        [] if *who == Players::Opponents => {
            said(text, "each opponent of ");
            names.write_player(text, shield.controller);
        }
        [] if *who == Players::Each => said(text, "each player"),
        [] => said(text, "the player that it means"),
        players => names.write_list(text, players),
    }
    let what = match step {
        // What is skipped is the step, not only its beginning.
        EventStep::Upkeep => "upkeep step".to_owned(),
        EventStep::Turn => "turn".to_owned(),
        EventStep::Beginning | EventStep::Combat => format!("{} phase", step.word()),
        EventStep::PrecombatMain | EventStep::PostcombatMain | EventStep::SecondMain | EventStep::Main => {
            format!("{} phase", step.word().replace('-', " "))
        }
        _ => format!("{} step", step.word().replace('-', " ")),
    };
    text.push_fmt(format_args!(" will skip their next {what}"), Style::Plain);
}

/// Who skips it, as far as that was settled as the effect was made.
fn skipping(shield: &Shield, who: &Players) -> Vec<Thing> {
    let bindings = &shield.bindings;
    match who {
        Players::You => vec![Thing::Player(shield.controller)],
        Players::Target(place) => chosen_by_phrase(shield, *place),
        Players::It => {
            let player = bindings.occasion.as_ref().and_then(|occasion| occasion.player);
            player.map(Thing::Player).into_iter().collect()
        }
        Players::Slot(slot) => {
            let found = bindings.slots.iter().find(|(name, _)| name == slot);
            found.map(|(_, things)| things.clone()).unwrap_or_default()
        }
        Players::Opponents
        | Players::Each
        | Players::Active
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
        | Players::OpponentsOf(_) => Vec::new(),
    }
}

/// Whose turn, phase or step it is: the player's, or all their team's where teams take turns (805.4).
fn write_whose(names: &Names<'_>, text: &mut Text, affected: Thing) {
    match affected {
        Thing::Player(player) => {
            names.write_side(text, player);
        }
        Thing::Object(_) => names.write_thing(text, affected),
    }
}

impl Would {
    /// The same event with another amount, as effects have modified it.
    #[must_use]
    pub fn with_amount(self, now: u32) -> Self {
        match self {
            Self::Damage { source, combat, .. } => Self::Damage { source, amount: now, combat },
            Self::Life(amount, cause) => {
                let now = i32::try_from(now).unwrap_or(i32::MAX);
                Self::Life(if amount < 0 { now.saturating_neg() } else { now }, cause)
            }
            Self::Counters(kind, _) => Self::Counters(kind, now),
            Self::Tokens(_) => Self::Tokens(now),
            Self::Cards(_) => Self::Cards(now),
            other => other,
        }
    }
}
