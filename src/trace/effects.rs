//! What a continuous effect does, in words.

use crate::game::effects::KEPT;
use crate::game::{Affected, Change, ContinuousEffect, Merge, ObjectId, PlayerId, Thing};
use crate::ir::change::{
    Action, Allowed, Change as Effect, HandSize, Permission, Prohibition, Requirement, RuleChange, TypeChange,
};
use crate::ir::part::{Part, mentions};
use crate::ir::{Color, Duration, Mark, Players, Quantity, Selection, Verb, Zone};
use crate::oracle::phrases::{self, Sort};
use crate::oracle::pieces::plural;
use crate::oracle::tokens::with_article;

use super::meant::objects;
use super::names::Names;
use super::pieces::Piece;
use super::rule_changes::{narrowed, of_another_sort, taker, to_whom, write_players};
use super::styled::{Style, Text, said};
use super::wording;

mod playing;

/// What a continuous effect does, as far as a line can hold it, and how long.
pub(super) fn begins(names: &Names<'_>, effect: &ContinuousEffect, subject: &mut Text, became: &mut Text) {
    does(names, effect, subject, became);
    let of_players = effect.affected == Affected::Rules || playing::permitted(effect).is_some();
    until(names, if of_players { subject } else { became }, effect);
}

/// What a continuous effect does.
pub(super) fn does(names: &Names<'_>, effect: &ContinuousEffect, subject: &mut Text, became: &mut Text) {
    let mut separator = "";
    if let Some(permitted) = playing::permitted(effect) {
        return permitted.write(names, effect, subject);
    }
    match &effect.affected {
        Affected::Objects(objects) => {
            let things: Vec<Thing> = objects.iter().copied().map(Thing::Object).collect();
            names.write_list(subject, &things);
            if let Some(copied) = effect.copy.as_ref().and_then(|faces| faces.first()) {
                said(became, if objects.len() == 1 { "becomes a copy of " } else { "become copies of " });
                // One that keeps its own name is a copy of what has another (707.9b).
                let is_own = |it: &ObjectId| names.game().object(*it).base.name == copied.name;
                let original = copied.exceptions.name_of_original().filter(|_| objects.iter().any(is_own));
                text_of_name(became, original.unwrap_or(&copied.name));
                separator = ", ";
            }
            let changes = effect.changes.iter().map(|change| {
                let mut part = Text::new();
                effect_change(names, &mut part, change, (effect.controller, taker(change, effect)));
                part
            });
            let rules = effect.rules.iter().map(|change| {
                let mut part = Text::new();
                rule_for_objects(names, &mut part, change, effect);
                part
            });
            for part in changes.chain(rules) {
                said(became, separator);
                became.append(&if objects.len() == 1 { part } else { of_several(&part) });
                separator = ", ";
            }
        }
        Affected::Rules => {
            said(subject, "an effect ");
            for change in effect.rules.iter() {
                said(subject, separator);
                rule_change(names, subject, change, effect);
                separator = ", ";
            }
        }
    }
}

/// What is said of one object, said of several: `get +1/+1` for `gets +1/+1`.
fn of_several(one: &Text) -> Text {
    const VERBS: [(&str, &str); 13] = [
        ("gets ", "get "),
        ("gains ", "gain "),
        ("loses ", "lose "),
        ("has ", "have "),
        ("is ", "are "),
        ("becomes ", "become "),
        ("also becomes ", "also become "),
        ("doesn't ", "don't "),
        ("changes ", "change "),
        ("switches ", "switch "),
        ("keeps ", "keep "),
        ("reads ", "read "),
        ("its ", "their "),
    ];
    let mut text = Text::new();
    for (place, piece) in one.pieces().enumerate() {
        let verb = VERBS.iter().filter(|_| place == 0).find(|(verb, _)| piece.text.starts_with(verb));
        let Some((singular, plural)) = verb else {
            text.push(piece.text, piece.style);
            continue;
        };
        text.push(plural, piece.style);
        let rest = piece.text.strip_prefix(singular).unwrap_or_default();
        // `a creature`, of a card type alone.
        let thing = rest.strip_prefix("a ").or_else(|| rest.strip_prefix("an "));
        match thing.filter(|thing| *plural != "gain " && thing.ends_with(|last: char| last.is_lowercase())) {
            Some(thing) => text.push(&plural_of(thing), piece.style),
            None => text.push(rest, piece.style),
        }
    }
    text
}

/// `artifacts` for `artifact`, `Phyrexian Horrors` for `Phyrexian Horror`.
fn plural_of(thing: &str) -> String {
    let (before, last) = thing.rsplit_once(' ').map_or((None, thing), |(before, last)| (Some(before), last));
    let last = match last.starts_with(char::is_uppercase) {
        true => plural(last),
        false => format!("{last}s"),
    };
    before.map_or(last.clone(), |before| format!("{before} {last}"))
}

fn text_of_name(text: &mut Text, name: &str) {
    text.push(if name.is_empty() { "something without a name" } else { name }, Style::Name);
}

/// How long an effect lasts; its words call its source `this` and its controller `you`, which a line must name.
fn until(names: &Names<'_>, text: &mut Text, effect: &ContinuousEffect) {
    if let Some(permitted) = playing::permitted(effect).filter(|_| effect.duration == Duration::Forever) {
        return permitted.write_end(names, text);
    }
    // How long they stay paired the rules say (702.95e).
    if effect.duration != Duration::Forever && mark(effect) != Some(Mark::Paired) {
        said(text, " ");
        if effect.is_of_its_players_untap_step() {
            said(text, "during ");
            names.write_player(text, effect.controller);
            return said(text, "'s next untap step");
        }
        let several = matches!(&effect.affected, Affected::Objects(objects) if objects.len() > 1);
        if several && effect.duration == Duration::NextUntapStep {
            return said(text, "during their controllers' next untap step");
        }
        if is_of_another(effect) {
            return of_its_source(names, text, effect.source);
        }
        write_duration(names, text, &effect.duration, effect.source, effect.controller);
    }
}

/// Whether an effect lasts as long as something is so of what a loop was at, and that is not what it affects.
fn is_of_another(effect: &ContinuousEffect) -> bool {
    let of_loop = |part: Part<'_>| matches!(part, Part::Selection(Selection::It));
    let Some(Thing::Object(current)) = effect.bindings.current else {
        return mentions(&effect.duration, of_loop);
    };
    !matches!(&effect.affected, Affected::Objects(objects) if objects[..] == [current])
        && mentions(&effect.duration, of_loop)
}

/// How long something lasts of which its source alone says it.
fn of_its_source(names: &Names<'_>, text: &mut Text, source: ObjectId) {
    said(text, "for as long as ");
    names.write_object(text, source);
    said(text, " says");
}

/// Adds how long an effect lasts to a line: `until Banishing Light#5 leaves the battlefield`. `source` is what it comes from.
pub fn write_duration(
    names: &Names<'_>,
    text: &mut Text,
    duration: &Duration,
    source: ObjectId,
    controller: PlayerId,
) {
    let whose = |text: &mut Text, before: &str, behind: &str| {
        said(text, before);
        names.write_player(text, controller);
        said(text, behind);
    };
    match duration {
        Duration::EndOfTurn => said(text, "until end of turn"),
        Duration::EndOfCombat => said(text, "until end of combat"),
        Duration::YourNextTurn => whose(text, "until ", "'s next turn"),
        Duration::EndOfYourNextTurn => whose(text, "until the end of ", "'s next turn"),
        Duration::NextUntapStep => said(text, "during its controller's next untap step"),
        Duration::Until(_) | Duration::While(_) => {
            let object = names.game().object(source);
            let source = object.stack_ability().map_or(source, |ability| ability.source);
            match phrases::duration(duration) {
                Some(words) => wording::spoken(names, text, &words, source, controller),
                None => of_its_source(names, text, source),
            }
        }
        Duration::Forever => {}
    }
}

/// What a permanent is as long as the effect lasts, if it does no more than mark it: `saddled` (702.171b).
pub(super) fn mark(effect: &ContinuousEffect) -> Option<Mark> {
    match (&*effect.changes, &*effect.rules) {
        ([], [RuleChange::Marked(name)]) => Some(*name),
        _ => None,
    }
}

/// What changes in the rules: `forbids NAP to play land`.
fn rule_change(names: &Names<'_>, text: &mut Text, change: &RuleChange, effect: &ContinuousEffect) {
    let (verb, who, action) = match change {
        RuleChange::Cant(it) => ("forbids ", it.who.as_ref(), it.action.word()),
        RuleChange::Must(it) => ("requires ", None, it.action.word()),
        RuleChange::May(it) => ("permits ", it.who.as_ref(), it.action.word()),
        RuleChange::ExtraLands(who, Quantity::Fixed(1)) => ("lets ", Some(who), "play one more land"),
        RuleChange::ExtraLands(who, _) => ("lets ", Some(who), "play more lands"),
        RuleChange::HandSize(Players::You, size) => {
            said(text, if *size == HandSize::Unlimited { "gives " } else { "changes " });
            names.write_player(text, effect.controller);
            let no = *size == HandSize::Unlimited;
            return said(text, if no { " no maximum hand size" } else { "'s maximum hand size" });
        }
        RuleChange::CostChange(_)
        | RuleChange::HandSize(..)
        | RuleChange::Skip(..)
        | RuleChange::PlayerHas(..)
        | RuleChange::PlayerProtection(..)
        | RuleChange::PlayerHexproof(..)
        | RuleChange::CombatDamage(..)
        | RuleChange::StationsByToughness(_)
        | RuleChange::CrewsAsThoughGreater(..)
        | RuleChange::UntapsDuring(..)
        | RuleChange::KeepsMana(..)
        | RuleChange::LostManaBecomes(..)
        | RuleChange::ExtraTrigger { .. }
        | RuleChange::NoTrigger { .. }
        | RuleChange::AnyColor(_)
        | RuleChange::LifeForMana(..)
        | RuleChange::DamageCantBePrevented
        | RuleChange::NoLegendRule(_)
        | RuleChange::Devotion(..)
        | RuleChange::Revealed(..)
        | RuleChange::MostCounters { .. }
        | RuleChange::AsYouCascade { .. }
        | RuleChange::Goaded(_)
        | RuleChange::Marked(_)
        | RuleChange::Unsupported(_) => return of_another_sort(names, text, change, effect),
    };
    // What nobody can do with some objects is said of these: `creatures without flying can't block`.
    if let (RuleChange::Cant(Prohibition { what: Some(what), .. }), None) = (change, who) {
        let spells = matches!(action, "cast" | "counter");
        said(text, "says that ");
        objects(names, text, what, if spells { Sort::Spells } else { Sort::Permanents }, effect);
        said(text, " can't ");
        return said(text, &action.replace('-', " "));
    }
    // So is what they must do: `creatures your opponents control must attack if able`.
    if let RuleChange::Must(it) = change {
        said(text, "says that ");
        objects(names, text, &it.what, Sort::Permanents, effect);
        said(text, " ");
        return rule_for_objects(names, text, change, effect);
    }
    said(text, verb);
    match who {
        // Who is permitted something, where that is not said, is the effect's controller.
        None if matches!(change, RuleChange::May(_)) => names.write_player(text, effect.controller),
        None => said(text, "players"),
        Some(who) => write_players(names, text, who, effect),
    }
    said(text, if matches!(change, RuleChange::ExtraLands(..)) { " " } else { " to " });
    // One card is named, as it is where it may be cast or played from.
    if let RuleChange::May(permission) = change
        && permission.what == Some(Selection::This)
        && matches!(permission.action, Allowed::Cast | Allowed::Play | Allowed::PlayLand)
    {
        said(text, if permission.action == Allowed::Cast { "cast " } else { "play " });
        let kept = effect.bindings.slots.iter().find(|(name, _)| *name == KEPT);
        let kept = kept.and_then(|(_, things)| things.first()?.object());
        names.write_object(text, kept.unwrap_or(effect.source));
        if let Some(from) = permission.from {
            text.push_fmt(format_args!(" from {from}"), Style::Plain);
        }
        return;
    }
    said(text, &deed(change, action));
}

/// What players may do or can't, in words: `play lands from graveyards`.
fn deed(change: &RuleChange, action: &str) -> String {
    let (from, own) = if let RuleChange::Cant(it) = change {
        (it.from.as_slice(), if it.own { "their own " } else { "" })
    } else {
        ([].as_slice(), "")
    };
    let words = match action {
        "cast" => "cast spells".to_owned(),
        "play-land" => "play lands".to_owned(),
        "play" => "play cards".to_owned(),
        "activate" => "activate abilities".to_owned(),
        "use-other-graveyards" => "use the graveyards of others as their own".to_owned(),
        other => other.replace('-', " "),
    };
    let zones: Vec<String> = from
        .iter()
        .map(|zone| match zone {
            Zone::Graveyard => "graveyards".to_owned(),
            Zone::Hand => "hands".to_owned(),
            Zone::Library => "libraries".to_owned(),
            other => other.to_string(),
        })
        .collect();
    if zones.is_empty() { words } else { format!("{words} from {own}{}", zones.join(" or ")) }
}

/// The same, said of objects: `can't attack`.
fn rule_for_objects(names: &Names<'_>, text: &mut Text, change: &RuleChange, effect: &ContinuousEffect) {
    let controller = effect.controller;
    // "A player other than you", as goading says (701.15b).
    if let RuleChange::Must(Requirement {
        to: Some(Selection::Players(Players::Except(who))), action, ..
    }) = change
        && **who == Players::You
    {
        text.push_fmt(format_args!("must {} a player other than ", action.word()), Style::Plain);
        names.write_player(text, controller);
        return said(text, " if able");
    }
    if let RuleChange::Goaded(_) = change {
        said(text, "is goaded by ");
        return names.write_player(text, controller);
    }
    if let RuleChange::Marked(Mark::Paired) = change {
        return said(text, "becomes paired with each other");
    }
    if let RuleChange::Marked(name) = change {
        return text.push_fmt(format_args!("becomes {name}"), Style::Plain);
    }
    let (verb, action, end) = match change {
        // An object that "doesn't untap" is stopped by no "can't" (101.2).
        RuleChange::Cant(prohibition) if prohibition.action == Action::Do(Verb::Untap) => {
            ("doesn't ", "untap", "")
        }
        RuleChange::Cant(prohibition) if prohibition.action == Action::Do(Verb::Activate) => {
            ("", "its activated abilities can't be activated", "")
        }
        RuleChange::Cant(prohibition) if prohibition.action == Action::ActivateNonmana => {
            ("", "its activated abilities can't be activated", " unless they're mana abilities")
        }
        RuleChange::Cant(prohibition) => ("can't ", prohibition.action.word(), ""),
        RuleChange::Must(it) if it.by_all => ("must ", it.action.word(), " by all that are able"),
        RuleChange::Must(requirement) => ("must ", requirement.action.word(), " if able"),
        RuleChange::May(permission) if permission.action == Allowed::Play => ("may be ", "played", ""),
        RuleChange::May(permission) if permission.action == Allowed::Cast => ("may be ", "cast", ""),
        RuleChange::May(permission) if permission.action == Allowed::LookAtExiled => {
            return looked_at_by(names, text, permission, controller);
        }
        RuleChange::May(permission) => ("may ", permission.action.word(), ""),
        RuleChange::CostChange(change) => {
            let (less, more) = (change.less.as_ref(), change.more.as_ref());
            return if let (Some(Quantity::Fixed(less)), None) = (less, more) {
                text.push_fmt(format_args!("costs {{{less}}} less to cast"), Style::Plain);
            } else if less.is_some() && more.is_none() {
                said(text, "costs less to cast");
            } else if let (None, Some(more)) = (less, more) {
                match wording::mana(more) {
                    Some(more) => text.push_fmt(format_args!("costs {more} more to cast"), Style::Plain),
                    None => said(text, "costs more to cast"),
                }
            } else {
                said(text, "has other costs");
            };
        }
        RuleChange::ExtraLands(..)
        | RuleChange::HandSize(..)
        | RuleChange::Skip(..)
        | RuleChange::PlayerHas(..)
        | RuleChange::PlayerProtection(..)
        | RuleChange::PlayerHexproof(..)
        | RuleChange::CombatDamage(..)
        | RuleChange::StationsByToughness(_)
        | RuleChange::CrewsAsThoughGreater(..)
        | RuleChange::UntapsDuring(..)
        | RuleChange::KeepsMana(..)
        | RuleChange::LostManaBecomes(..)
        | RuleChange::ExtraTrigger { .. }
        | RuleChange::NoTrigger { .. }
        | RuleChange::AnyColor(_)
        | RuleChange::LifeForMana(..)
        | RuleChange::DamageCantBePrevented
        | RuleChange::NoLegendRule(_)
        | RuleChange::Devotion(..)
        | RuleChange::Revealed(..)
        | RuleChange::MostCounters { .. }
        | RuleChange::AsYouCascade { .. }
        | RuleChange::Goaded(_)
        | RuleChange::Marked(_)
        | RuleChange::Unsupported(_) => ("is under other rules", "", ""),
    };
    said(text, verb);
    said(text, &action.replace('-', " "));
    if let RuleChange::Cant(prohibition) = change {
        narrowed(names, text, prohibition, effect);
    } else if let RuleChange::Must(requirement) = change {
        to_whom(names, text, requirement.to.as_ref(), effect);
    }
    said(text, end);
}

/// By whom what is exiled face down may be looked at.
fn looked_at_by(names: &Names<'_>, text: &mut Text, permission: &Permission, controller: PlayerId) {
    said(text, "may be looked at by ");
    match permission.who {
        None | Some(Players::You) => names.write_player(text, controller),
        Some(Players::ControllerOf(_)) => {
            said(text, "the player who controls the permanent that exiled it");
        }
        Some(Players::Each) => said(text, "any player"),
        Some(
            Players::Opponents
            | Players::Target(_)
            | Players::It
            | Players::Active
            | Players::Defending
            | Players::Attacking
            | Players::Attached
            | Players::Slot(_)
            | Players::Chosen(_)
            | Players::Promised
            | Players::EachFromYou
            | Players::OwnerOf(_)
            | Players::Where(..)
            | Players::Except(_)
            | Players::OpponentsOf(_),
        ) => said(text, "some players"),
    }
}

/// What a change does, by an effect of this controller, by which that player may control the object.
pub(super) fn effect_change(
    names: &Names<'_>,
    text: &mut Text,
    change: &Effect,
    (controller, to): (PlayerId, Option<PlayerId>),
) {
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
        Effect::Gain(abilities) if abilities.is_empty() => said(text, "gains no ability"),
        Effect::Gain(abilities) => {
            let mut separator = "gains ";
            for ability in abilities {
                said(text, separator);
                said(text, &wording::given(ability));
                separator = ", ";
            }
        }
        Effect::SetChosenColor(_) | Effect::AddChosenColor(_) => said(text, "becomes a chosen color"),
        Effect::GainKeywordsOf { .. } => said(text, "gains keywords of others"),
        Effect::GainPrintedBelow => said(text, "gains the abilities printed below"),
        Effect::GainActivatedOf(_) => said(text, "gains activated abilities of others"),
        Effect::Gained(abilities) if abilities.is_empty() => said(text, "gains no ability"),
        // Which they are, for nothing says any more whose they were.
        Effect::Gained(abilities) => {
            let words: Vec<String> = abilities.iter().map(wording::ability).collect();
            said(text, "gains ");
            said(text, &words.join(", "));
        }
        Effect::NoManaCost => said(text, "has no mana cost"),
        Effect::KeepColors => said(text, "keeps its own colors"),
        Effect::KeepName => said(text, "keeps its own name"),
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
        Effect::CantHave(keywords) => {
            let words: Vec<&str> = keywords.iter().map(|keyword| keyword.word()).collect();
            said(text, "can't have ");
            said(text, &words.join(" or "));
        }
        Effect::CopyOf { .. } => said(text, "becomes a copy"),
        Effect::Control(Players::You) => {
            said(text, "is controlled by ");
            names.write_player(text, controller);
        }
        Effect::Control(Players::OwnerOf(of)) if matches!(**of, Selection::Itself | Selection::It) => {
            said(text, "is controlled by its owner");
        }
        Effect::Control(_) => match to {
            Some(player) => ("is controlled by ", player).write(names, text),
            None => said(text, "changes control"),
        },
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
    let of_another = types.creature_types_of.is_some();
    if words.is_empty() {
        return said(
            text,
            if of_another { "has the creature types of another object" } else { "changes types" },
        );
    }
    let mut words = words.join(" ");
    if of_another {
        words.push_str(" with the creature types of another object");
    }
    said(text, verb);
    said(text, " ");
    // A thing of a type or subtype; an adjective alone takes no article.
    let bare = types.types.is_empty() && types.subtypes.is_empty() || verb == "loses the type";
    said(text, &if bare { words } else { with_article(&words) });
}

/// Something merges with a permanent.
pub(super) fn merges(names: &Names<'_>, it: &Merge, subject: &mut Text, became: &mut Text, why: &mut Text) {
    names.write_object(subject, it.object);
    said(became, if it.over { "merges with " } else { "merges, under it, with " });
    names.write_object(became, it.permanent);
    *why = Text::new();
}

/// How a permanent is removed from combat, or from a part of it (506.4, 506.4d).
pub(super) const fn out_of_combat(change: &Change) -> &'static str {
    match change {
        Change::StaysInCombat { blocks: true, .. } => "is attacked no more, but goes on blocking",
        Change::StaysInCombat { blocks: false, .. } => "blocks no more, but is still attacked",
        _ => "is removed from combat",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_several_is_in_the_plural() {
        let several = |one: &str| {
            let mut text = Text::new();
            said(&mut text, one);
            of_several(&text).into_string()
        };
        assert_eq!(several("gains flying"), "gain flying");
        assert_eq!(several("gets +1/+1"), "get +1/+1");
        assert_eq!(several("also becomes an artifact"), "also become artifacts");
        assert_eq!(several("becomes black"), "become black");
        assert_eq!(several("becomes a Phyrexian Horror"), "become Phyrexian Horrors");
        assert_eq!(several("becomes a Plains"), "become Plains");
        assert_eq!(several("can't block"), "can't block");
    }
}
