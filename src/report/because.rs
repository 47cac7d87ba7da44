//! What decides an answer, said under it: the step that made it so, the effect that does, or what the rule says.

use crate::book::gist;
use crate::game::{Change, Move, PlayerId};
use crate::ir::{Change as LayerChange, Zone};
use crate::rules::{RuleId, cr};
use crate::runner::{Because, Finding, Outcome};
use crate::trace::layers::Influence;
use crate::trace::names::Names;
use crate::trace::text::{self, TextOptions};
use crate::trace::{self, Entry, EntryId, Reasons, What, layers};
use crate::why::layers::{is_layer, is_told_by_effects};
use crate::why::standing::says_more;

/// What stands under each answer of an outcome, in the order of its findings.
pub(super) fn of(outcome: &Outcome, options: &TextOptions) -> Vec<Option<String>> {
    let Some(game) = &outcome.game else { return vec![None; outcome.findings.len()] };
    let options = as_played(outcome, options);
    of_each(outcome, &options, trace::because(&outcome.trace, game, &options, &steps_of(outcome)))
}

/// The same with the steps as text; nothing of these where nothing was played.
pub(super) fn with_steps(outcome: &Outcome, options: &TextOptions) -> (Vec<Option<String>>, Option<String>) {
    let Some(game) = &outcome.game else { return (vec![None; outcome.findings.len()], None) };
    let options = as_played(outcome, options);
    let (text, sentences) = text::render_with_because(&outcome.trace, game, &options, &steps_of(outcome));
    (of_each(outcome, &options, sentences), Some(text))
}

fn as_played(outcome: &Outcome, options: &TextOptions) -> TextOptions {
    TextOptions { player_names: outcome.players.clone(), ..options.clone() }
}

/// The step that decides each answer, if one does, and behind it the one that led there; then those of its other parts.
fn steps_of(outcome: &Outcome) -> Vec<Option<EntryId>> {
    let steps = |finding: &Finding| match finding.own.clone().or_else(|| finding.because.clone()) {
        Some(Because::Step(step, before)) => [Some(step), before],
        Some(Because::Together(step, other)) => [Some(step), Some(other)],
        _ => [None, None],
    };
    outcome.findings.iter().flat_map(parts).flat_map(steps).collect()
}

/// An answer, and what decides its other parts.
fn parts(finding: &Finding) -> impl Iterator<Item = &Finding> {
    std::iter::once(finding).chain(&finding.beside)
}

fn of_each(outcome: &Outcome, options: &TextOptions, sentences: Vec<Option<String>>) -> Vec<Option<String>> {
    let mut sentences = sentences.into_iter();
    let mut next = || (sentences.next().flatten(), sentences.next().flatten());
    let mut each = |finding: &Finding| {
        let first = whole(outcome, options, finding, next());
        let beside: Vec<Told> =
            finding.beside.iter().filter_map(|finding| whole(outcome, options, finding, next())).collect();
        line(finding, first, beside)
    };
    outcome.findings.iter().map(&mut each).collect()
}

/// That the one that is told of is one of several: changes of a player's life, with how much that is in all, times that abilities of
/// an object trigger, or objects that are counted.
fn in_all(outcome: &Outcome, finding: &Finding, step: EntryId) -> Option<String> {
    let player = match &outcome.trace.get(step)?.what {
        What::Changed(Change::Life(player, _), _) => player,
        What::Changed(Change::Create(_), _) => {
            let several = counted(&finding.sentence).filter(|(count, _)| *count > 1);
            return several.map(|(count, _)| format!(", one of {count}"));
        }
        What::Changed(Change::AddMana(player, mana), _) => {
            return mana_in_all(outcome, finding, (step, *player, mana.len()));
        }
        What::Changed(Change::Move(it), _) => return moved_in_all(outcome, finding, (step, it)),
        What::Changed(Change::Trigger(_), _) => {
            let (_, times) = finding.sentence.rsplit_once(" triggers ")?;
            return times.ends_with(" times").then(|| format!(", one of {times}"));
        }
        _ => return None,
    };
    // Other answers rest on the one change alone.
    let of_life = finding.sentence.strip_prefix(outcome.players.get(usize::from(player.0))?.as_str())?;
    if !of_life.starts_with(" has ") || !of_life.contains(" life") {
        return None;
    }
    let changes = outcome.trace.entries().iter().take(finding.after).enumerate();
    let changes: Vec<(usize, i32, u32)> = changes
        .filter_map(|(place, entry)| match &entry.what {
            What::Changed(Change::Life(its, amount), batch) if its == player => {
                Some((place, *amount, *batch))
            }
            _ => None,
        })
        .collect();
    let (last, _, batch) = changes.last().filter(|_| changes.len() > 1)?;
    // Of what happens at once none is the last.
    let at_once = changes.iter().filter(|(_, _, its)| its == batch).count() > 1;
    let which = if *last == step.0 as usize && !at_once { "the last" } else { "one" };
    let sum = |sign: i32| -> u64 {
        let of_sign = changes.iter().filter(|(_, amount, _)| amount.signum() == sign);
        of_sign.map(|(_, amount, _)| u64::from(amount.unsigned_abs())).sum()
    };
    let count = changes.len();
    Some(match (sum(-1), sum(1)) {
        (lost, 0) => format!(", {which} of {count} losses, {lost} life in all"),
        (0, gained) => format!(", {which} of {count} gains, {gained} life in all"),
        (lost, gained) => format!(", {which} of {count} changes: {lost} life lost, {gained} gained"),
    })
}

/// That the mana which was added last is not all that there is: `, the last of 3 additions, {U}{U}{U} in all`.
fn mana_in_all(
    outcome: &Outcome,
    finding: &Finding,
    (step, player, last): (EntryId, PlayerId, usize),
) -> Option<String> {
    let held = finding.sentence.rsplit_once(" has ")?.1.strip_suffix(" unspent")?;
    let mut missing = held.matches('{').count().checked_sub(last)?;
    let mut count = 1;
    let before = outcome.trace.entries().get(..step.0 as usize)?;
    for entry in before.iter().rev() {
        match &entry.what {
            _ if missing == 0 => break,
            What::Changed(Change::AddMana(its, mana), _) if *its == player => {
                missing = missing.checked_sub(mana.len())?;
                count += 1;
            }
            What::Changed(
                Change::SpendMana(its, ..) | Change::LoseMana(its, ..) | Change::TurnMana(its, ..),
                _,
            ) if *its == player => return None,
            _ => {}
        }
    }
    (count > 1 && missing == 0).then(|| format!(", the last of {count} additions, {held} in all"))
}

/// How many objects an answer counts, and the words for them and for where they are.
fn counted(sentence: &str) -> Option<(usize, &str)> {
    let told = sentence.strip_prefix("there are ").or_else(|| sentence.strip_prefix("there is "))?;
    let (count, words) = told.split_once(' ')?;
    let words = words.split_once(": ").map_or(words, |(words, _)| words);
    Some((if count == "no" { 0 } else { count.parse().ok()? }, words))
}

/// That what has moved is one of several that have moved so: of those that are counted, if that many came there so, or of those that have left
/// them.
fn moved_in_all(outcome: &Outcome, finding: &Finding, (step, it): (EntryId, &Move)) -> Option<String> {
    let (count, words) = counted(&finding.sentence)?;
    let game = outcome.game.as_ref()?;
    let told = outcome.trace.get(step)?;
    let owner = |object| game.object(object).owner;
    let from = game.object(it.object).zone;
    let so = |entry: &&Entry| match &entry.what {
        What::Changed(Change::Move(other), _) => {
            entry.cause == told.cause
                && entry.parent == told.parent
                && (other.action, other.to) == (it.action, it.to)
                && game.object(other.object).zone == from
                && (it.to == Zone::Battlefield || owner(other.object) == owner(it.object))
        }
        _ => false,
    };
    let all = outcome.trace.entries().iter().take(finding.after).filter(so).count();
    let came = match it.to {
        Zone::Battlefield => !is_elsewhere(words),
        Zone::Library
        | Zone::Hand
        | Zone::Graveyard
        | Zone::Exile
        | Zone::Stack
        | Zone::Command
        | Zone::Ante => words.contains(zone_word(it.to)),
    };
    match came {
        true => (count > 1 && all >= count).then(|| format!(", one of {count}")),
        false => (all > 1).then(|| format!(", one of {all} that left")),
    }
}

/// Whether the words for what is counted say that it is in another zone than the battlefield.
fn is_elsewhere(words: &str) -> bool {
    let others = [Zone::Library, Zone::Hand, Zone::Graveyard, Zone::Exile, Zone::Stack, Zone::Command];
    !words.contains(zone_word(Zone::Battlefield))
        && others.into_iter().any(|zone| words.contains(zone_word(zone)))
}

/// By which word what is counted is told to be in a zone.
const fn zone_word(zone: Zone) -> &'static str {
    match zone {
        Zone::Battlefield => " on the battlefield",
        Zone::Library => " library",
        Zone::Hand => " hand",
        Zone::Graveyard => " graveyard",
        Zone::Exile => " in exile",
        Zone::Stack => " stack",
        Zone::Command => " command",
        Zone::Ante => " ante",
    }
}

/// What effects have made since of a permanent that a step tells has come to the battlefield: `, and of Jump#5 it gains flying (layer 6)`.
fn made_since(outcome: &Outcome, options: &TextOptions, finding: &Finding, step: EntryId) -> Option<String> {
    let comes = match &outcome.trace.get(step)?.what {
        What::Changed(Change::Move(it), _) => it.to == Zone::Battlefield,
        What::Changed(Change::Create(_), _) => true,
        _ => false,
    };
    let names = Names::new(outcome.game.as_ref().filter(|_| comes)?, &outcome.players, options.viewer);
    // What it would be there has decided how it enters (614.12).
    let as_it_would_be = cr!("614.12");
    let decides = finding.rules.first() == Some(as_it_would_be) || finding.sentence.contains(" has 0 ");
    if decides && outcome.trace.get(step)?.rules.contains(as_it_would_be) {
        let takes =
            |its: &&Influence| its.standing.applies() && its.changes.contains(&LayerChange::LoseAllAbilities);
        if let Some(its) = finding.layers.iter().find(takes) {
            return Some(format!(", as {} leaves it no abilities there", names.object(its.source)));
        }
    }
    let made = by_effects(&names, finding)?;
    Some(format!(", and {made}"))
}

/// What led there, behind the step that decides: `, as ...` of the event on which an ability has triggered, or `, and before that ...`.
fn led_there(outcome: &Outcome, step: EntryId, before: Option<EntryId>, sentence: String) -> String {
    if before.is_some() && outcome.trace.event_of(step) == before {
        if sentence.starts_with("as ") {
            return format!(", {sentence}");
        }
        let at_once = match outcome.trace.events_of(step) {
            0 | 1 => String::new(),
            count => format!(", one of {count} at the same time"),
        };
        return format!(", as {sentence}{at_once}");
    }
    let comma = if sentence.starts_with("as ") { "," } else { "" };
    let when = if before.is_some_and(|before| before > step) { "then" } else { "before that" };
    format!(", and {when}{comma} {sentence}")
}

/// The effects that make it so in their layers.
fn by_effects(names: &Names<'_>, finding: &Finding) -> Option<String> {
    let it = if finding.sentence.starts_with("there are ") { "each of them" } else { "it" };
    layers::because(names, (&finding.bearing, &finding.layers), finding.rules, it)
}

/// What decides a part of an answer, in words behind "because"; of a rule what it says, behind its number.
struct Told {
    words: String,
    /// The rule of which only is told what it says.
    rule: Option<RuleId>,
    /// The layers whose effects are told of.
    layers: Vec<RuleId>,
}

impl Told {
    /// Whether it tells all that something else does.
    fn covers(&self, other: &Self) -> bool {
        let by_layers = !other.layers.is_empty() && other.layers.iter().all(|its| self.layers.contains(its));
        by_layers || self.words.contains(&other.words)
    }

    /// Its words without the effect in brackets at their end, where that has been told of.
    fn without_what_is_in(&self, told: &str) -> &str {
        let aside = self.words.rsplit_once(" (of ");
        let effect = aside.and_then(|(_, aside)| aside.rsplit_once(", "));
        match (aside, effect) {
            (Some((rest, _)), Some((effect, _))) if told.contains(effect) => rest,
            _ => &self.words,
        }
    }
}

/// `because ...; and ...`, or `by RULE: ...` where the rule says it of the game as it is.
fn line(finding: &Finding, first: Option<Told>, beside: Vec<Told>) -> Option<String> {
    let first = first?;
    let more = |told: &Told| told.rule.is_none();
    // How it stands without anything else says less than what decides another part.
    let stands = |rule: RuleId| !says_more(Reasons::of(&[rule])) && !finding.demanded.contains(rule);
    let is_idle = first.rule.is_some_and(stands) && beside.iter().any(more);
    let mut told: Vec<Told> = if is_idle { Vec::new() } else { vec![first] };
    for other in beside {
        let gist_again = other.rule.is_some() && told.iter().any(|told| told.rule.is_some());
        if !gist_again && !told.iter().any(|told| told.covers(&other)) {
            told.push(other);
        }
    }
    let mut words = String::new();
    for part in told.iter().take(MOST_TOLD) {
        let is_begun = part.rule.is_some() || words.starts_with("because ");
        if !words.is_empty() {
            words.truncate(words.trim_end_matches('.').len());
            words.push_str("; and ");
        }
        words.push_str(if is_begun { "" } else { "because " });
        words.push_str(part.without_what_is_in(&words));
    }
    Some(words)
}

/// So many parts of an answer are told of.
const MOST_TOLD: usize = 2;

/// What decides a part of an answer; with what a rule says that is asked for, and the cause that the answer has by itself.
fn whole(
    outcome: &Outcome,
    options: &TextOptions,
    finding: &Finding,
    sentences: (Option<String>, Option<String>),
) -> Option<Told> {
    let because = finding.because.as_ref()?;
    let (Because::Rule(rule), Some(own)) = (because, &finding.own) else {
        return part(outcome, options, finding, (because, sentences));
    };
    let by_rule = part(outcome, options, finding, (because, (None, None)))?;
    // An effect in the layer that is asked for is the cause.
    if by_rule.rule.is_none() {
        return Some(by_rule);
    }
    let cause = part(outcome, options, finding, (own, sentences));
    // What another rule says is no cause, but says more than how the layers go.
    let says_more = match own {
        Because::Rule(own) => is_told_by_effects(*rule) && !is_told_by_effects(*own),
        Because::Step(..) | Because::Together(..) | Because::Found(_) => false,
    };
    Some(match cause.filter(|cause| cause.rule.is_none() || says_more) {
        Some(cause) => {
            Told { words: format!("{}; {}", cause.words.trim_end_matches('.'), by_rule.words), ..cause }
        }
        None => by_rule,
    })
}

/// What decides a part of an answer: the step with what led there or was made of it since, what was found, the effects in their layers, or
/// what the rule says.
fn part(
    outcome: &Outcome,
    options: &TextOptions,
    finding: &Finding,
    (because, (sentence, before)): (&Because, (Option<String>, Option<String>)),
) -> Option<Told> {
    let named = || finding.rules.iter().filter(|rule| is_layer(*rule)).collect();
    let plain = |words: String| Told { words, rule: None, layers: Vec::new() };
    let rule = match because {
        Because::Step(step, event) => {
            let in_all = in_all(outcome, finding, *step).unwrap_or_default();
            let made = match before {
                Some(_) => None,
                None => made_since(outcome, options, finding, *step),
            };
            let layers = if made.is_some() { named() } else { Vec::new() };
            let led = before.map(|before| led_there(outcome, *step, *event, before));
            let more = led.or(made).unwrap_or_default();
            let words = format!("{}{in_all}{more}", sentence?);
            return Some(Told { layers, ..plain(words) });
        }
        Because::Together(..) => {
            let other = before.map(|other| format!(", and at the same time {other}")).unwrap_or_default();
            return sentence.map(|sentence| plain(format!("{sentence}{other}")));
        }
        Because::Found(words) => return Some(plain(words.clone())),
        Because::Rule(rule) => *rule,
    };
    // By which layer and in which order is told with the effect that comes last there.
    let effect = || {
        let names = Names::new(outcome.game.as_ref()?, &outcome.players, options.viewer);
        by_effects(&names, finding)
    };
    if let Some(effect) = is_told_by_effects(rule).then(effect).flatten() {
        return Some(Told { layers: named(), ..plain(effect) });
    }
    let name = options.elsewhere.as_ref().map_or(rule.as_str(), |elsewhere| elsewhere.name(rule));
    gist(rule).map(|gist| Told { rule: Some(rule), ..plain(format!("by {name}: {gist}")) })
}
