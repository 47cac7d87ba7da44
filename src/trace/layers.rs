//! What continuous effects do to one object, layer by layer (613.1), and why in that order.

use std::rc::Rc;

use crate::game::{EffectId, ObjectId, PlayerId};
use crate::ir::{Ability, Change, CounterKind, KeywordName, Quantity};
use crate::oracle::phrases;
use crate::oracle::tokens::GRANTOR;
use crate::rules::{RuleId, Rules, cr};

use super::effects::effect_change;
use super::names::Names;
use super::styled::{Style, Text};
use super::wording::spoken;

/// What one continuous effect does to one object in one layer, or would have done.
#[derive(Debug, Clone, PartialEq)]
pub struct Influence {
    /// The object.
    pub object: ObjectId,
    /// Whose ability or effect it is.
    pub source: ObjectId,
    /// The layer or sublayer.
    pub layer: RuleId,
    /// What the effect changes there.
    pub changes: Rc<[Change]>,
    /// What is counted for that, and how many or how great that is.
    pub counted: Rc<[(Quantity, i32)]>,
    /// Whether the effect applies, and why.
    pub standing: Standing,
    /// Its timestamp (613.7).
    pub timestamp: u32,
    /// Whether it had to wait for what it depends on, or stands in a loop of dependencies (613.8b).
    pub waited: bool,
    /// Whether it stands in such a loop.
    pub looped: bool,
    /// Whose effect it is as it applies: "you" in it.
    pub controller: PlayerId,
    /// Who controls the object by it, if it changes that.
    pub to: Option<PlayerId>,
    /// Whether it comes from an ability that an effect has granted (613.7a).
    pub granted: bool,
    /// The effect, if a spell or ability has made it as it resolved (611.2), and no static ability has it (611.3).
    pub made: Option<EffectId>,
    /// Whether the scenario gives it.
    pub given: bool,
    /// Whether it is that of a characteristic-defining ability, which comes first in its layer (613.3).
    pub defining: bool,
    /// The rule of the keyword that the source has it by, if its static ability is one that a keyword stands for.
    pub keyword: Option<RuleId>,
    /// The counters on the source that do it, if no effect does (122.1a, 122.1b, 122.1j).
    pub counters: Option<(CounterKind, u32)>,
    /// Whether it is for being suspected, and by no effect (701.60c).
    pub suspected: bool,
}

impl Influence {
    /// Whether no effect gives the object an ability, but a counter on it or that it is suspected.
    pub fn is_given_by_itself(&self) -> bool {
        self.suspected || self.counters.is_some() && self.layer == cr!("613.1f")
    }
}

/// Whether an effect applies to an object in a layer, and what that depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It applies, as it would without any other effect.
    Applies,
    /// It applies because of what other effects make of the object or the game (613.9).
    AppliesNow,
    /// It applies since it began to in an earlier layer, though its ability or what it asked for is gone by now (613.6).
    GoesOn,
    /// It does not apply because of what other effects make of the object or the game (613.9).
    AppliesNoMore,
    /// It does not apply: the text of the ability it comes from was changed before it began to (613.1c).
    Reworded,
    /// It does not apply: the ability it comes from was lost before it began to (613.6).
    Gone,
    /// It does nothing as long as the permanent is no creature, which has no power and toughness (208.3, 208.3a).
    Waits,
}

impl Standing {
    /// Whether the effect applies.
    pub const fn applies(self) -> bool {
        matches!(self, Self::Applies | Self::AppliesNow | Self::GoesOn)
    }
}

/// A line for each effect in the order in which they apply: `layer 4, types: by Opalescence#3: also becomes a creature`.
pub fn in_words(names: &Names<'_>, influences: &[Influence]) -> Vec<(Text, Rules)> {
    let mut lines = Vec::with_capacity(influences.len());
    for (index, influence) in influences.iter().enumerate() {
        let mut text = Text::new();
        text.push(layer(influence.layer), Style::Plain);
        text.push(": by ", Style::Plain);
        write_source(names, &mut text, influence);
        text.push(": ", Style::Plain);
        for (place, change) in influence.changes.iter().enumerate() {
            text.push(if place > 0 { ", " } else { "" }, Style::Plain);
            effect_change(names, &mut text, change, (influence.controller, influence.to));
        }
        write_counted(names, &mut text, influence);
        let forbidden =
            influences.iter().any(|other| other.layer == influence.layer && forbids(other, influence));
        let before = Before::of(influences, index);
        let mut rules = Rules::NONE.and(influence.layer);
        if influence.is_given_by_itself() {
            rules = rules.and(if influence.suspected { cr!("701.60c") } else { cr!("122.1b") });
        } else if let Some((kind, _)) = influence.counters {
            rules = rules.and(if kind == CounterKind::HONE { cr!("122.1j") } else { cr!("122.1a") });
        }
        let (why, rule) = if forbidden {
            ("it does not: the object can't have that", Some(cr!("113.11")))
        } else {
            reason(influence, before)
        };
        if let Some(rule) = rule {
            text.push("; ", Style::Plain);
            text.push(why, Style::Aside);
            rules = rules.and(rule);
        }
        // What takes the ability is in the same layer, and comes first whatever has which timestamp.
        if influence.standing == Standing::Gone && influence.waited {
            text.push(", as it waits for what it depends on", Style::Aside);
            rules = rules.and(cr!("613.8b"));
        }
        lines.push((text, rules));
    }
    lines
}

/// The effects that make of an object what is asked, as the words behind "because": `of Opalescence#2 it has base power and toughness 4/4
/// (layer 7b; it has the later timestamp) and of Giant Growth#5 it gets +3/+3 (layer 7c)`.
///
/// The rules that name a layer say in which, the deciding one first. In a layer the last effect has the last word, unless each adds its own:
/// sizes and abilities. Nothing if no rule names a layer, or if no effect applies there; where one would apply, that it does not.
///
/// `bearing` are the effects that have a say in what is asked, `all` those that do anything to the object, both in the order in which they
/// apply.
///
/// What they are on is called `it`, or as it is wished.
pub fn because(
    names: &Names<'_>,
    (bearing, all): (&[Influence], &[Influence]),
    rules: Rules,
    it: &str,
) -> Option<String> {
    let mut layers: Vec<RuleId> = Vec::new();
    for rule in rules.iter().filter(|rule| short(*rule).is_some()) {
        // The sublayers of layer 7 are one here: what modifies comes behind what sets.
        if !layers.iter().any(|layer| *layer == rule || is_of_size(*layer) && is_of_size(rule)) {
            layers.push(rule);
        }
    }
    let told: Vec<usize> = layers.iter().flat_map(|layer| telling(bearing, *layer)).collect();
    if told.is_empty() {
        return rules.iter().next().and_then(|rule| overcome(names, bearing, all, rule));
    }
    let mut clauses = Vec::with_capacity(told.len());
    for (place, index) in told.iter().enumerate().take(MOST_TOLD) {
        let Some(influence) = bearing.get(*index) else { continue };
        let beside = |other: usize| told.get(other).and_then(|other| bearing.get(*other));
        let whose = |its: &Influence| (its.source, its.counters, its.given, its.suspected);
        let again = place.checked_sub(1).and_then(beside).map(whose) == Some(whose(influence));
        let goes_on = beside(place + 1).is_some_and(|next| next.layer == influence.layer);
        clauses.push(clause(names, (bearing, it), *index, (again, goes_on)));
    }
    match told.len().saturating_sub(MOST_TOLD) {
        0 => {}
        1 => clauses.push("another effect".to_owned()),
        more => clauses.push(format!("{more} more effects")),
    }
    let last = clauses.pop()?;
    Some(if clauses.is_empty() { last } else { format!("{} and {last}", clauses.join(", ")) })
}

/// How many effects are told of one by one.
const MOST_TOLD: usize = 4;

/// Whether a rule is that of a sublayer in which power and toughness are made what they are.
fn is_of_size(rule: RuleId) -> bool {
    rule.as_str().starts_with("613.4")
}

/// The effects in a layer that make what is asked what it is, by their places.
fn telling(influences: &[Influence], layer: RuleId) -> Vec<usize> {
    let there = |its: RuleId| its == layer || is_of_size(its) && is_of_size(layer);
    // What the object can't have does not apply (113.11).
    let forbidden =
        |its: &Influence| influences.iter().any(|other| other.layer == its.layer && forbids(other, its));
    let applying = influences.iter().enumerate();
    let applying = applying.filter(|(_, its)| there(its.layer) && its.standing.applies() && !forbidden(its));
    let applying: Vec<(usize, &Influence)> = applying.collect();
    let adds_up = is_of_size(layer) || layer == cr!("613.1f");
    let counts = |(place, (_, its)): &(usize, &(usize, &Influence))| {
        let mut later = applying.iter().skip(place + 1).map(|(_, later)| later);
        let again = |later: &Influence| !is_of_size(layer) && later.changes == its.changes;
        if adds_up {
            !later.any(|later| overrules(later, its) || again(later))
        } else {
            later.next().is_none()
        }
    };
    applying.iter().enumerate().filter(counts).map(|(_, (index, _))| *index).collect()
}

/// What one effect does, without its source where that has been named, and without its layer where the next one is in the same: `of Giant
/// Growth#5 it gets +3/+3 (layer 7c)`.
fn clause(
    names: &Names<'_>,
    (influences, it): (&[Influence], &str),
    index: usize,
    (again, goes_on): (bool, bool),
) -> String {
    let mut text = Text::new();
    let Some(influence) = influences.get(index) else { return String::new() };
    if !again {
        text.push("of ", Style::Plain);
        write_source(names, &mut text, influence);
        text.push_fmt(format_args!(" {it} "), Style::Plain);
    }
    for (place, change) in influence.changes.iter().enumerate() {
        text.push(if place > 0 { ", " } else { "" }, Style::Plain);
        effect_change(names, &mut text, change, (influence.controller, influence.to));
    }
    if influence.keyword == Some(cr!("702.178a")) {
        text.push(" at max speed", Style::Plain);
    }
    write_counted(names, &mut text, influence);
    // Where it says what the object can't have, no timestamp decides.
    let settles = influence.changes.iter().all(|change| !matches!(change, Change::CantHave(_)));
    let why = match reason(influence, Before::of(influences, index)) {
        (why, Some(_)) if settles => Some(why),
        _ => None,
    };
    let layer = short(influence.layer).unwrap_or_default();
    match why {
        Some(why) => text.push_fmt(format_args!(" ({layer}; {why})"), Style::Plain),
        None if goes_on => {}
        None => text.push_fmt(format_args!(" ({layer})"), Style::Plain),
    }
    text.into_string()
}

/// That an effect does nothing to the object by what another has made of that or of its text; the other is told if it alone has made
/// anything of the object before.
fn overcome(names: &Names<'_>, bearing: &[Influence], all: &[Influence], rule: RuleId) -> Option<String> {
    if rule != cr!("613.9") {
        return None;
    }
    let is_such = |its: &&Influence| matches!(its.standing, Standing::AppliesNoMore | Standing::Reworded);
    let it = bearing.iter().rev().find(is_such)?;
    let mut text = Text::new();
    write_source(names, &mut text, it);
    text.push(" does nothing to it: ", Style::Plain);
    if it.standing == Standing::Reworded {
        text.push("its text has been changed", Style::Plain);
        return Some(text.into_string());
    }
    text.push("another effect has changed what it asks for", Style::Plain);
    let mut before = all.iter().enumerate().filter(|(_, its)| its.standing.applies() && its.layer < it.layer);
    if let (Some((index, _)), None) = (before.next(), before.next()) {
        let clause = clause(names, (all, "it"), index, (false, false));
        text.push_fmt(format_args!(" ({})", clause.replace(" (", ", ").trim_end_matches(')')), Style::Plain);
    }
    Some(text.into_string())
}

/// Whose effects they are, and in which layers: `Turn to Frog (layer 7b) and 2 +1/+1 counters on it (layer 7c)`. Those of which a later
/// one leaves nothing are left out.
pub fn by_each(influences: &[&Influence], called: impl Fn(ObjectId) -> String) -> String {
    let mut each: Vec<String> = Vec::new();
    for (index, influence) in influences.iter().enumerate() {
        if influences.iter().skip(index + 1).any(|later| overrules(later, influence)) {
            continue;
        }
        let source = match influence.counters {
            Some((kind, count)) => {
                let ending = if count == 1 { "" } else { "s" };
                let on = if influence.source == influence.object {
                    "it".to_owned()
                } else {
                    called(influence.source)
                };
                format!("{count} {kind} counter{ending} on {on}")
            }
            None if influence.suspected => "being suspected".to_owned(),
            None if influence.given => GIVEN.to_owned(),
            None if influence.source == influence.object && influence.made.is_none() => {
                "its own ability".to_owned()
            }
            None => called(influence.source),
        };
        let words = format!("{source} ({})", short(influence.layer).unwrap_or_default());
        if !each.contains(&words) {
            each.push(words);
        }
    }
    each.join(" and ")
}

/// Whether a later effect leaves nothing of an earlier one in its layer.
fn overrules(later: &Influence, earlier: &Influence) -> bool {
    let is_undone = |change: &Change| {
        later.changes.iter().any(|its| {
            if let Change::SetPowerToughness { power, toughness } = its
                && let Change::SetPowerToughness { power: before, toughness: beside } = change
            {
                return (power.is_some() || before.is_none()) && (toughness.is_some() || beside.is_none());
            }
            matches!(
                (its, change),
                (Change::SetColors(_), Change::SetColors(_) | Change::AddColors(_))
                    | (Change::LoseAllAbilities, Change::Gain(_) | Change::Gained(_))
            )
        })
    };
    later.layer == earlier.layer && earlier.changes.iter().all(is_undone)
}

/// What is counted for a size: `, as the number of Swamps AP controls is 3`. What has no words of its own is left out.
fn write_counted(names: &Names<'_>, text: &mut Text, influence: &Influence) {
    let mut separator = ", as ";
    for (quantity, number) in influence.counted.iter() {
        // What else is spoken of has no name here.
        let is_bound =
            |word: &str| matches!(word, GRANTOR | "it" | "its" | "that" | "this" | "they" | "their" | "X");
        let words = phrases::number(quantity);
        let Some(words) = words.filter(|words| !words.split([' ', '\'']).any(is_bound)) else { continue };
        text.push(separator, Style::Plain);
        spoken(names, text, &words, influence.source, influence.controller);
        text.push_fmt(format_args!(" is {number}"), Style::Plain);
        separator = " and ";
    }
}

/// Whose effect it is, or which counters do it.
fn write_source(names: &Names<'_>, text: &mut Text, influence: &Influence) {
    if influence.suspected {
        return text.push("its being suspected", Style::Plain);
    }
    if let Some((kind, count)) = influence.counters {
        let ending = if count == 1 { "" } else { "s" };
        text.push_fmt(format_args!("{count} {kind} counter{ending} on "), Style::Plain);
    }
    if influence.given {
        return text.push(GIVEN, Style::Plain);
    }
    names.write_object(text, influence.source);
}

/// What an effect is called that the scenario gives.
const GIVEN: &str = "an event of the scenario";

/// Whether one effect says that the object can't have what another would give it (113.11).
fn forbids(one: &Influence, other: &Influence) -> bool {
    let gives = |name: KeywordName| {
        let is_it = |ability: &Ability| ability.as_keyword().is_some_and(|keyword| keyword.name() == name);
        other.changes.iter().any(|change| change.given().is_some_and(|abilities| abilities.iter().all(is_it)))
    };
    let forbids =
        |change: &Change| matches!(change, Change::CantHave(names) if names.iter().any(|name| gives(*name)));
    one.standing.applies() && one.changes.iter().any(forbids)
}

/// Whether two effects on an object make changes of a kind in one layer whose order makes a difference, so that it takes their
/// timestamps (613.7) or a dependency (613.8) to settle it.
pub fn contend(one: &Influence, other: &Influence, is_such: &dyn Fn(&Change) -> bool) -> bool {
    let clash = |change: &Change| {
        is_such(change) && other.changes.iter().any(|its| is_such(its) && conflict(change, its))
    };
    one.layer == other.layer
        && one.standing.applies()
        && other.standing.applies()
        && one.changes.iter().any(clash)
}

/// The sort of a change, of which several have the same result in any order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    AddsTypes,
    TakesTypes,
    AddsColors,
    GivesAbilities,
    TakesAbilities,
    ForbidsAbilities,
    AddsToSize,
    SwitchesSize,
    /// None of these: the later has the last word.
    Sets,
}

impl Sort {
    const fn of(change: &Change) -> Self {
        match change {
            Change::AddTypes(_) | Change::EveryCreatureType => Self::AddsTypes,
            Change::LoseTypes(_) => Self::TakesTypes,
            Change::AddColors(_) => Self::AddsColors,
            Change::Gain(_)
            | Change::GainKeywordsOf { .. }
            | Change::GainActivatedOf(_)
            | Change::GainPrintedBelow
            | Change::Gained(_)
            | Change::GainThis => Self::GivesAbilities,
            Change::Lose(_) | Change::LoseAllAbilities => Self::TakesAbilities,
            Change::CantHave(_) => Self::ForbidsAbilities,
            Change::AddPowerToughness { .. } => Self::AddsToSize,
            Change::SwitchPowerToughness => Self::SwitchesSize,
            Change::CopyOf { .. }
            | Change::Control(_)
            | Change::Text { .. }
            | Change::Exchange { .. }
            | Change::SetTypes(_)
            | Change::SetColors(_)
            | Change::SetChosenColor(_)
            | Change::AddChosenColor(_)
            | Change::KeepColors
            | Change::KeepName
            | Change::NoManaCost
            | Change::SetPowerToughness { .. }
            | Change::SetName(_) => Self::Sets,
        }
    }
}

/// Whether the order of two changes in one layer makes a difference: what is added, and what is taken away, adds up in any order,
/// and what an object can't have it has in none (113.11).
pub fn conflict(one: &Change, other: &Change) -> bool {
    if let (Change::Gain(given) | Change::Gained(given), Change::Lose(names))
    | (Change::Lose(names), Change::Gain(given) | Change::Gained(given)) = (one, other)
    {
        let is_lost =
            |ability: &Ability| ability.as_keyword().is_some_and(|keyword| names.contains(&keyword.name()));
        return given.iter().any(is_lost);
    }
    if let (
        Change::SetPowerToughness { power, toughness },
        Change::SetPowerToughness { power: its_power, toughness: its_toughness },
    ) = (one, other)
    {
        return unlike(power.as_ref(), its_power.as_ref())
            || unlike(toughness.as_ref(), its_toughness.as_ref());
    }
    if let (Change::SetColors(colors), Change::SetColors(its)) = (one, other) {
        return colors != its;
    }
    if let (Change::SetTypes(types), Change::SetTypes(its)) = (one, other) {
        let settled = types.chosen.is_none() && types.creature_types_of.is_none();
        return types != its || !settled;
    }
    let sorts = [Sort::of(one), Sort::of(other)];
    let [sort, its_sort] = sorts;
    !sorts.contains(&Sort::ForbidsAbilities) && (sort == Sort::Sets || sort != its_sort)
}

/// Whether two effects set a number, and to different values.
fn unlike(one: Option<&Quantity>, other: Option<&Quantity>) -> bool {
    matches!((one, other), (Some(one), Some(other)) if one != other)
}

/// What has been applied to the object in the same layer before an effect, and would have the last word if it came after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    /// Nothing.
    Nothing,
    /// What characteristic-defining abilities of the object say, which comes first whatever has which timestamp (613.3).
    Defining,
    /// Effects with earlier timestamps.
    Earlier,
}

impl Before {
    fn of(influences: &[Influence], index: usize) -> Self {
        let Some(influence) = influences.get(index) else { return Self::Nothing };
        let defining = |its: &Influence| its.defining && its.source == its.object;
        let mut found = Self::Nothing;
        for other in influences.iter().take(index).filter(|other| contend(other, influence, &|_| true)) {
            if !defining(other) || defining(influence) {
                return Self::Earlier;
            }
            found = Self::Defining;
        }
        found
    }
}

/// What is said of an effect whose ability is gone, or whose condition is (613.6).
const GOES_ON: &str = "it goes on, as it began to apply in an earlier layer";

/// The same, where it is the last of several there (613.7).
const GOES_ON_LAST: &str =
    "it goes on, as it began to apply in an earlier layer, and has the later timestamp";

/// Why an effect applies there, or in this place of the order.
fn reason(influence: &Influence, before: Before) -> (&'static str, Option<RuleId>) {
    match influence.standing {
        Standing::Gone => ("it would, but its ability was lost before it began to apply", Some(cr!("604.2"))),
        Standing::AppliesNoMore => {
            ("it would, but another effect has changed what it asks for", Some(cr!("613.9")))
        }
        Standing::Reworded => ("it would, but its text has been changed", Some(cr!("613.1c"))),
        Standing::Waits => ("it does nothing while the permanent is no creature", Some(cr!("208.3a"))),
        Standing::GoesOn => {
            let last = matches!(before, Before::Earlier);
            (if last { GOES_ON_LAST } else { GOES_ON }, Some(cr!("613.6")))
        }
        _ if influence.looped => {
            ("by its timestamp, in a loop of effects that depend on each other", Some(cr!("613.8b")))
        }
        _ if influence.waited => ("it waits for the effects that it depends on", Some(cr!("613.8b"))),
        Standing::AppliesNow => ("by what another effect has made of it", Some(cr!("613.9"))),
        Standing::Applies => match before {
            Before::Nothing => ("", None),
            Before::Defining => {
                ("after what a characteristic-defining ability of it says", Some(cr!("613.3")))
            }
            Before::Earlier if influence.granted => {
                ("with the later timestamp of what grants the ability", Some(cr!("613.7a")))
            }
            Before::Earlier => ("it has the later timestamp", Some(cr!("613.7"))),
        },
    }
}

/// The layer by its number, if the rule is that of one.
fn short(rule: RuleId) -> Option<&'static str> {
    match rule.as_str() {
        "613.1a" => Some("layer 1"),
        "613.1b" => Some("layer 2"),
        "613.1c" => Some("layer 3"),
        "613.1d" => Some("layer 4"),
        "613.1e" => Some("layer 5"),
        "613.1f" => Some("layer 6"),
        "613.4a" => Some("layer 7a"),
        "613.4b" => Some("layer 7b"),
        "613.4c" => Some("layer 7c"),
        "613.4d" => Some("layer 7d"),
        _ => None,
    }
}

/// The layer in words.
fn layer(rule: RuleId) -> &'static str {
    match rule.as_str() {
        "613.1a" => "layer 1, copies",
        "613.1b" => "layer 2, control",
        "613.1c" => "layer 3, text",
        "613.1d" => "layer 4, types",
        "613.1e" => "layer 5, colors",
        "613.1f" => "layer 6, abilities",
        "613.4a" => "layer 7a, power and toughness defined",
        "613.4b" => "layer 7b, power and toughness set",
        "613.4c" => "layer 7c, power and toughness modified",
        _ => "layer 7d, power and toughness switched",
    }
}
