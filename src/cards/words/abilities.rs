//! Abilities in words, each with a voice of its own.

use super::Voice;
use super::english::{number_word, sentence, titled};
use super::events::{Mood, other_of, step};
use super::rules::unsupported;
use super::selections::within;
use crate::ir::ability::{AdditionalCost, AlternativeCost, Delayed, OpeningAction, OpeningHand, Room};
use crate::ir::{Ability, Activated, Body, Event, Limit, Modes, Players, Quantity, Static, Triggered};

/// The ability, its first letter small.
pub(super) fn ability(ability: &Ability) -> String {
    match ability {
        Ability::Keyword(keyword) => Voice::plain().keyword(keyword),
        Ability::Spell(spell) => body(spell, None),
        Ability::Activated(activated) => self::activated(activated),
        Ability::Triggered(triggered) => self::triggered(triggered),
        Ability::Static(it) => continuous(it),
        Ability::Replacement(replacement) => Voice::plain().replacement(replacement),
        Ability::AdditionalCost(cost) => additional_cost(cost),
        Ability::AlternativeCost(cost) => alternative_cost(cost),
        Ability::CastOnly(condition) => {
            format!("cast it only if {}", Voice::plain().condition(condition))
        }
        Ability::Room(room) => self::room(room),
        Ability::OpeningHand(opening) => opening_hand(opening),
        Ability::DeckLimit(count) => deck_limit(count),
        Ability::Unsupported(why) => unsupported(why),
    }
}

/// How many cards of its name a deck may have.
fn deck_limit(count: &Quantity) -> String {
    let up_to = if matches!(count, Quantity::AnyNumber) { "" } else { "up to " };
    format!("a deck may have {up_to}{} with this name", Voice::plain().some(count, "card"))
}

/// A room, where it leads, and what its room ability does.
fn room(room: &Room) -> String {
    let ways: Vec<String> = room.leads_to.iter().map(|name| titled(name.as_str())).collect();
    let ways =
        if ways.is_empty() { "the bottommost".to_owned() } else { format!("leads to {}", ways.join(" or ")) };
    format!("room {} ({ways}): {}", titled(room.name.as_str()), body(&room.effect, None))
}

/// What may be done with the card from an opening hand.
fn opening_hand(opening: &OpeningHand) -> String {
    let voice = Voice::plain();
    let condition = opening
        .only_if
        .as_ref()
        .map_or_else(String::new, |condition| format!(" and {}", voice.condition(condition)));
    let counters: Vec<String> = opening
        .counters
        .iter()
        .map(|(kind, count)| format!("{} {kind} counters", voice.amount(count)))
        .collect();
    let action = match opening.action {
        OpeningAction::Begin if counters.is_empty() => "begin the game with it on the battlefield".to_owned(),
        OpeningAction::Begin => {
            format!("begin the game with it on the battlefield with {}", counters.join(" and "))
        }
        OpeningAction::Reveal => "reveal it".to_owned(),
        OpeningAction::Mulligan => {
            let does = Body::of(opening.then.clone());
            return format!(
                "any time you could mulligan and this is in your hand{condition}, you may do this: {}",
                body(&does, None)
            );
        }
    };
    let then = match opening.then.is_empty() {
        true => String::new(),
        false => {
            let then = Body::of(opening.then.clone());
            format!(". If you do, {}", body(&then, None))
        }
    };
    format!("if this is in your opening hand{condition}, you may {action}{then}")
}

/// What a spell or ability does: sentences, the first letter of the first one small.
pub(super) fn body(body: &Body, event: Option<&Event>) -> String {
    let voice = Voice::new(&body.targets, event.map_or("the other object", other_of));
    let mut sentences: Vec<String> =
        body.does.iter().map(|instruction| voice.settle(&voice.instruction(instruction))).collect();
    let others = voice.unmentioned_targets();
    if !others.is_empty() {
        sentences.insert(0, format!("choose {}", others.join(" and ")));
    }
    if let Some(modes) = &body.choose {
        sentences.push(self::modes(modes));
    }
    let mut words = String::new();
    for (number, words_of_one) in sentences.iter().enumerate() {
        if number == 0 {
            words.push_str(words_of_one);
        } else {
            words.push_str(". ");
            words.push_str(sentence(words_of_one).trim_end_matches('.'));
        }
    }
    words
}

fn modes(modes: &Modes) -> String {
    let count = match (modes.at_least, modes.at_most) {
        (least, most) if least == most => number_word(i32::from(least)),
        (least, most) => format!("{} to {}", number_word(i32::from(least)), number_word(i32::from(most))),
    };
    let by = modes
        .by
        .as_ref()
        .map_or_else(String::new, |players| format!("{} chooses: ", Voice::plain().some_player(players)));
    let repeats = if modes.repeats { ", the same more than once if wanted" } else { "" };
    let fresh = if modes.not_before { " that was not chosen before" } else { "" };
    let if_paid = modes.if_paid.map_or_else(String::new, |paid| {
        let count = match (paid.at_least, paid.at_most) {
            (least, most) if least <= 1 && usize::from(most) >= modes.modes.len() => "any number".to_owned(),
            (least, most) if least == most => number_word(i32::from(least)),
            (least, most) => format!("{} to {}", number_word(i32::from(least)), number_word(i32::from(most))),
        };
        format!(" (if \"{}\" was paid, {count} instead)", paid.cost)
    });
    let listed: Vec<String> = modes
        .modes
        .iter()
        .enumerate()
        .map(|(number, mode)| format!("({}) {}", number.saturating_add(1), body(mode, None)))
        .collect();
    format!("{by}choose {count}{fresh}{repeats}{if_paid}: {}", listed.join("; "))
}

fn activated(activated: &Activated) -> String {
    let voice = Voice::plain();
    let mut words = format!("{}: {}", voice.costs(&activated.cost), sentence(&body(&activated.effect, None)));
    let mut limits = Vec::new();
    if let Some(from) = activated.from {
        limits.push(format!("while this is {}", within(from)));
    }
    limits.extend(activated.limits.iter().map(|limit| match limit {
        Limit::AsASorcery => "when you could cast a sorcery".to_owned(),
        Limit::TimesEachTurn(1) | Limit::DoOnceEachTurn => "once each turn".to_owned(),
        Limit::TimesEachTurn(most) => format!("{most} times each turn"),
        Limit::Once => "once".to_owned(),
        Limit::Exhaust => "once (exhaust)".to_owned(),
        Limit::OnlyIf(condition) => format!("if {}", voice.condition(condition)),
    }));
    if !limits.is_empty() {
        words.push_str(&format!(" Only {}.", limits.join(" and ")));
    }
    if let Some(players) = &activated.by {
        words.push_str(&format!(
            " {}",
            sentence(&format!("{} may activate this", voice.some_player(players)))
        ));
    }
    words
}

fn triggered(triggered: &Triggered) -> String {
    let voice = Voice::plain();
    let condition = triggered
        .only_if
        .as_ref()
        .map_or_else(String::new, |condition| format!(", if {}", voice.condition(condition)));
    let when = voice.trigger(&triggered.when);
    let mut words =
        sentence(&format!("{when}{condition}, {}", body(&triggered.effect, Some(&triggered.when))));
    if let Some(from) = triggered.from {
        words.push_str(&format!(" Only while this is {}.", within(from)));
    }
    for limit in &triggered.limits {
        words.push_str(&match limit {
            Limit::TimesEachTurn(1) => " It triggers only once each turn.".to_owned(),
            Limit::TimesEachTurn(most) => format!(" It triggers only {most} times each turn."),
            Limit::Once | Limit::Exhaust => " It triggers only once.".to_owned(),
            Limit::DoOnceEachTurn => " This is done only once each turn.".to_owned(),
            Limit::AsASorcery => " Only when you could cast a sorcery.".to_owned(),
            Limit::OnlyIf(condition) => format!(" Only if {}.", voice.condition(condition)),
        });
    }
    words
}

fn continuous(it: &Static) -> String {
    let voice = Voice::plain();
    let mut words = String::new();
    if let Some(condition) = &it.condition {
        words.push_str(&format!("as long as {}, ", voice.condition(condition)));
    }
    let mut parts = Vec::new();
    if !it.changes.is_empty() {
        let subject =
            it.affects.as_ref().map_or_else(|| "this".to_owned(), |affected| voice.selection(affected));
        parts.push(format!("{subject} {}", voice.changes(&it.changes)));
    }
    if !it.rules.is_empty() {
        parts.push(voice.rule_changes(&it.rules, None));
    }
    words.push_str(&parts.join(" and "));
    if let Some(from) = it.from {
        words.push_str(&format!(", while this is {}", within(from)));
    }
    if it.defining {
        words.push_str(" (in every zone)");
    }
    words
}

fn additional_cost(cost: &AdditionalCost) -> String {
    let voice = Voice::plain();
    let may = if cost.optional { "you may " } else { "" };
    let name = cost.name.map_or_else(String::new, |name| format!(" (called \"{name}\")"));
    format!("as an additional cost to cast this, {may}{}{name}", voice.paying(&cost.cost))
}

fn alternative_cost(cost: &AlternativeCost) -> String {
    let voice = Voice::plain();
    let condition = cost
        .only_if
        .as_ref()
        .map_or_else(String::new, |condition| format!("if {}, ", voice.condition(condition)));
    let name = cost.name.map_or_else(String::new, |name| format!(" (called \"{name}\")"));
    format!("{condition}you may {} instead of this spell's mana cost{name}", voice.paying(&cost.cost))
}

impl Voice<'_> {
    /// A delayed triggered ability, which has targets of its own but may speak of ours by their slots.
    pub(super) fn delayed(&self, delayed: &Delayed) -> String {
        let effect = body(&delayed.effect, Some(&delayed.when));
        let when = match (&delayed.when, &delayed.duration) {
            (when, Some(duration)) => format!("{}{}", self.trigger(when), self.duration(duration)),
            (Event::Begins(its, Players::Each), None) if delayed.next_turn => {
                format!("at the beginning of the next turn's {}", step(*its))
            }
            (when, None) if delayed.next_turn => format!("in the next turn, {}", self.trigger(when)),
            (Event::Begins(next, Players::Each), None) => {
                format!("at the beginning of the next {}", step(*next))
            }
            (Event::Begins(next, players), None) => {
                format!("at the beginning of {} next {}", self.possessive(players), step(*next))
            }
            (when, None) => format!("the next time {}", self.event(when, Mood::Does)),
        };
        format!("{when}, {effect}")
    }
}
