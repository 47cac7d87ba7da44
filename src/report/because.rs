//! What decides an answer, said under it: the step that made it so, the effect that does, or what the rule says.

use crate::book::gist;
use crate::game::Change;
use crate::ir::{Change as LayerChange, Zone};
use crate::rules::{RuleId, cr};
use crate::runner::{Because, Finding, Outcome};
use crate::trace::layers::Influence;
use crate::trace::names::Names;
use crate::trace::text::{self, TextOptions};
use crate::trace::{self, EntryId, What, layers};

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

/// The step that decides each answer, if one does, and behind it the one that led there.
fn steps_of(outcome: &Outcome) -> Vec<Option<EntryId>> {
    let steps = |finding: &Finding| match finding.own.clone().or_else(|| finding.because.clone()) {
        Some(Because::Step(step, before)) => [Some(step), before],
        Some(Because::Together(step, other)) => [Some(step), Some(other)],
        _ => [None, None],
    };
    outcome.findings.iter().flat_map(steps).collect()
}

fn of_each(outcome: &Outcome, options: &TextOptions, sentences: Vec<Option<String>>) -> Vec<Option<String>> {
    let mut sentences = sentences.into_iter();
    let mut next = || (sentences.next().flatten(), sentences.next().flatten());
    outcome.findings.iter().map(|finding| line(outcome, options, finding, next())).collect()
}

/// That the one that is told of is one of several: changes of a player's life, with how much that is in all, times that abilities of
/// an object trigger, or objects that are counted.
fn in_all(outcome: &Outcome, finding: &Finding, step: EntryId) -> Option<String> {
    let player = match &outcome.trace.get(step)?.what {
        What::Changed(Change::Life(player, _), _) => player,
        What::Changed(Change::Create(_) | Change::Move(_), _) => {
            let (count, _) = finding.sentence.strip_prefix("there are ")?.split_once(' ')?;
            return count.parse::<u32>().ok().map(|count| format!(", one of {count}"));
        }
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
    let made = layers::because(&names, &finding.bearing, &finding.layers, finding.rules)?;
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

/// `because ...`, or `by RULE: ...` where the rule says it of the game as it is; with both where a rule is asked for, and the answer has a
/// cause by itself.
fn line(
    outcome: &Outcome,
    options: &TextOptions,
    finding: &Finding,
    sentences: (Option<String>, Option<String>),
) -> Option<String> {
    let because = finding.because.as_ref()?;
    let (Because::Rule(rule), Some(own)) = (because, &finding.own) else {
        return told(outcome, options, finding, (because, sentences));
    };
    let by_rule = told(outcome, options, finding, (because, (None, None)));
    // An effect in the layer that is asked for is the cause.
    if by_rule.as_ref().is_none_or(|line| line.starts_with("because ")) {
        return by_rule;
    }
    let cause = told(outcome, options, finding, (own, sentences));
    // What another rule says is no cause, but says more than how the layers go.
    let says_more = match own {
        Because::Rule(own) => is_of_layers(*rule) && !is_of_layers(*own),
        Because::Step(..) | Because::Together(..) | Because::Found(_) => false,
    };
    match cause.filter(|cause| cause.starts_with("because ") || says_more) {
        Some(cause) => by_rule.map(|by_rule| format!("{}; {by_rule}", cause.trim_end_matches('.'))),
        None => by_rule,
    }
}

/// Whether a rule says in which layer or order effects apply; what defines a characteristic does so in its layer.
fn is_of_layers(rule: RuleId) -> bool {
    rule.as_str().starts_with("613.") || rule == cr!("604.3")
}

/// What decides an answer, in words.
fn told(
    outcome: &Outcome,
    options: &TextOptions,
    finding: &Finding,
    (because, (sentence, before)): (&Because, (Option<String>, Option<String>)),
) -> Option<String> {
    let rule = match because {
        Because::Step(step, event) => {
            let in_all = in_all(outcome, finding, *step).unwrap_or_default();
            let more = match before {
                Some(before) => Some(led_there(outcome, *step, *event, before)),
                None => made_since(outcome, options, finding, *step),
            };
            let more = more.unwrap_or_default();
            return sentence.map(|sentence| format!("because {sentence}{in_all}{more}"));
        }
        Because::Together(..) => {
            let other = before.map(|other| format!(", and at the same time {other}")).unwrap_or_default();
            return sentence.map(|sentence| format!("because {sentence}{other}"));
        }
        Because::Found(words) => return Some(format!("because {words}")),
        Because::Rule(rule) => *rule,
    };
    // By which layer and in which order is told with the effect that comes last there.
    let effect = || {
        let names = Names::new(outcome.game.as_ref()?, &outcome.players, options.viewer);
        layers::because(&names, &finding.bearing, &finding.layers, finding.rules)
    };
    if let Some(effect) = is_of_layers(rule).then(effect).flatten() {
        return Some(format!("because {effect}"));
    }
    let name = options.elsewhere.as_ref().map_or(rule.as_str(), |elsewhere| elsewhere.name(rule));
    gist(rule).map(|gist| format!("by {name}: {gist}"))
}
