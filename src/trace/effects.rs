//! What a continuous effect does, in words.

use crate::game::{Affected, ContinuousEffect, PlayerId, Thing};
use crate::ir::change::{Action, Change as Effect, RuleChange, TypeChange};
use crate::ir::{Ability, Color, Duration, Keyword, Players, Quantity};

use super::names::Names;
use super::styled::{Style, Text};

/// What a continuous effect does, as far as a line can hold it.
pub(super) fn begins(names: &Names<'_>, effect: &ContinuousEffect, subject: &mut Text, became: &mut Text) {
    let mut separator = "";
    match &effect.affected {
        Affected::Objects(objects) => {
            let things: Vec<Thing> = objects.iter().copied().map(Thing::Object).collect();
            names.write_list(subject, &things);
            if let Some(copied) = effect.copy.as_ref().and_then(|faces| faces.first()) {
                said(became, "becomes a copy of ");
                text_of_name(became, &copied.name);
                separator = ", ";
            }
            for change in effect.changes.iter() {
                said(became, separator);
                effect_change(names, became, change, effect.controller);
                separator = ", ";
            }
            for change in effect.rules.iter() {
                said(became, separator);
                rule_for_objects(became, change);
                separator = ", ";
            }
            said(became, until(&effect.duration));
        }
        Affected::Rules => {
            said(subject, "an effect ");
            for change in effect.rules.iter() {
                said(subject, separator);
                rule_change(subject, change);
                separator = ", ";
            }
            said(subject, until(&effect.duration));
        }
    }
}

fn text_of_name(text: &mut Text, name: &str) {
    text.push(if name.is_empty() { "something without a name" } else { name }, Style::Name);
}

/// How long an effect lasts.
const fn until(duration: &Duration) -> &'static str {
    match duration {
        Duration::EndOfTurn => " until end of turn",
        Duration::EndOfCombat => " until end of combat",
        Duration::YourNextTurn => " until its controller's next turn",
        Duration::EndOfYourNextTurn => " until the end of its controller's next turn",
        Duration::NextUntapStep => " during its controller's next untap step",
        Duration::Until(_) => " until something happens",
        Duration::While(_) => " for as long as something is true",
        Duration::Forever => "",
    }
}

fn rule_change(text: &mut Text, change: &RuleChange) {
    let (verb, action) = match change {
        RuleChange::Cant(prohibition) => ("forbids to ", prohibition.action.word()),
        RuleChange::Must(requirement) => ("requires to ", requirement.action.word()),
        RuleChange::May(permission) => ("permits to ", permission.action.word()),
        RuleChange::ExtraLands(_, Quantity::Fixed(1)) => ("lets one more land be played", ""),
        RuleChange::ExtraLands(..) => ("lets more lands be played", ""),
        _ => ("changes the rules", ""),
    };
    said(text, verb);
    said(text, &action.replace('-', " "));
}

/// The same, said of objects: `can't untap`.
fn rule_for_objects(text: &mut Text, change: &RuleChange) {
    let (verb, action, end) = match change {
        RuleChange::Cant(prohibition) => ("can't ", prohibition.action.word(), ""),
        RuleChange::Must(requirement) => ("must ", requirement.action.word(), " if able"),
        RuleChange::May(permission) if permission.action == Action::Play => ("may be ", "played", ""),
        RuleChange::May(permission) if permission.action == Action::Cast => ("may be ", "cast", ""),
        RuleChange::May(permission) => ("may ", permission.action.word(), ""),
        _ => ("is under other rules", "", ""),
    };
    said(text, verb);
    said(text, &action.replace('-', " "));
    said(text, end);
}

pub(super) fn effect_change(names: &Names<'_>, text: &mut Text, change: &Effect, controller: PlayerId) {
    match change {
        Effect::AddPowerToughness {
            power: Quantity::Fixed(power),
            toughness: Quantity::Fixed(toughness),
        } => text.push_fmt(format_args!("gets {power:+}/{toughness:+}"), Style::Plain),
        Effect::SetPowerToughness {
            power: Some(Quantity::Fixed(power)),
            toughness: Some(Quantity::Fixed(toughness)),
        } => text.push_fmt(format_args!("has base power and toughness {power}/{toughness}"), Style::Plain),
        Effect::AddPowerToughness { .. } | Effect::SetPowerToughness { .. } => {
            said(text, "changes power and toughness");
        }
        Effect::SwitchPowerToughness => said(text, "switches power and toughness"),
        Effect::Gain(abilities) => {
            let mut separator = "gains ";
            for ability in abilities {
                said(text, separator);
                match ability {
                    Ability::Keyword(Keyword::Plain(name)) => said(text, name.word()),
                    Ability::Keyword(_) => said(text, &keyword_with_its_words(ability)),
                    _ => said(text, "an ability"),
                }
                separator = ", ";
            }
        }
        Effect::SetChosenColor(_) => said(text, "becomes a chosen color"),
        Effect::GainKeywordsOf { .. } => said(text, "gains keywords of others"),
        Effect::GainActivatedOf(_) | Effect::Gained(_) => said(text, "gains activated abilities"),
        Effect::KeepColors => said(text, "keeps its own colors"),
        Effect::GainThis => said(text, "has this ability"),
        Effect::Lose(keywords) => {
            let mut separator = "loses ";
            for keyword in keywords {
                said(text, separator);
                said(text, keyword.word());
                separator = ", ";
            }
        }
        Effect::LoseAllAbilities => said(text, "loses all abilities"),
        Effect::CantHave(_) => said(text, "can't have abilities"),
        Effect::CopyOf { .. } => said(text, "becomes a copy"),
        Effect::Control(Players::You) => {
            said(text, "is controlled by ");
            names.write_player(text, controller);
        }
        Effect::Control(_) => said(text, "changes control"),
        Effect::Text { .. } => said(text, "changes text"),
        Effect::Exchange { from, to } => {
            text.push_fmt(format_args!("reads {} for {}", to.word(), from.word()), Style::Plain);
        }
        Effect::AddTypes(types) => type_change(text, "also becomes", types),
        Effect::SetTypes(types) => type_change(text, "becomes", types),
        Effect::LoseTypes(types) => type_change(text, "loses the type", types),
        Effect::EveryCreatureType => said(text, "is every creature type"),
        Effect::AddColors(colors) => color_change(text, "also becomes", colors),
        Effect::SetColors(colors) => color_change(text, "becomes", colors),
        Effect::SetName(name) => text.push_fmt(format_args!("is named {name}"), Style::Plain),
    }
}

/// `becomes white and blue`.
fn color_change(text: &mut Text, verb: &str, colors: &[Color]) {
    let words: Vec<&str> = colors.iter().map(|color| color.word()).collect();
    said(text, verb);
    said(text, " ");
    said(text, &if words.is_empty() { "colorless".to_owned() } else { words.join(" and ") });
}

/// `loses the type creature`; without the words where a family of subtypes or a choice is meant.
fn type_change(text: &mut Text, verb: &str, types: &TypeChange) {
    let supertypes = types.supertypes.iter().map(ToString::to_string);
    let words = supertypes
        .chain(types.types.iter().map(ToString::to_string))
        .chain(types.subtypes.iter().map(ToString::to_string));
    let words: Vec<String> = words.collect();
    if words.is_empty() {
        return said(text, "changes types");
    }
    said(text, verb);
    said(text, " ");
    said(text, &words.join(" "));
}

/// A keyword with what is printed behind it, within a sentence: `protection from white objects`.
fn keyword_with_its_words(ability: &Ability) -> String {
    let sentence = crate::cards::words::ability(ability);
    let mut letters = sentence.trim_end_matches('.').chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn said(text: &mut Text, words: &str) {
    text.push(words, Style::Plain);
}
