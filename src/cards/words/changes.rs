//! Changes of an object's characteristics in words: `gets +2/+2 and gains flying`.

use super::Voice;
use super::abilities;
use super::english::{list, spaced, with_article};
use super::keywords;
use crate::ir::change::TypeChange;
use crate::ir::{Ability, Change, Duration, Quantity};

impl Voice<'_> {
    /// The changes as what the affected object does.
    pub(super) fn changes(&self, changes: &[Change]) -> String {
        let changes: Vec<String> = changes.iter().map(|change| self.change(change)).collect();
        list(&changes, "and")
    }

    fn change(&self, change: &Change) -> String {
        match change {
            Change::CopyOf { what, except } => {
                let except = if except.is_empty() {
                    String::new()
                } else {
                    format!(", except that it {}", self.changes(except))
                };
                format!("becomes a copy of {}{except}", self.selection(what))
            }
            Change::Control(players) => format!("is controlled by {}", self.players(players)),
            Change::Text { words, not } => {
                let not = not.map_or_else(String::new, |not| format!(" (but not by {not})"));
                format!("has one {} replaced in its text by another{not}", spaced(words.word()))
            }
            Change::Exchange { from, to } => format!("has {} for {} in its text", to.word(), from.word()),
            Change::AddTypes(types) => format!("is also {}", type_change(self, types)),
            Change::SetTypes(types) => format!("becomes {} instead", type_change(self, types)),
            Change::LoseTypes(types) => format!("is no longer {}", type_change(self, types)),
            Change::EveryCreatureType => "is every creature type".to_owned(),
            Change::AddColors(colors) => {
                let names: Vec<String> = colors.iter().map(|color| color.word().to_owned()).collect();
                format!("is also {}", list(&names, "and"))
            }
            Change::SetChosenColor(_) => "becomes the chosen color and no other".to_owned(),
            Change::SetColors(colors) if colors.is_empty() => "becomes colorless".to_owned(),
            Change::SetColors(colors) => {
                let names: Vec<String> = colors.iter().map(|color| color.word().to_owned()).collect();
                format!("becomes {} and no other color", list(&names, "and"))
            }
            Change::Gain(gained) | Change::Gained(gained) => {
                let gained: Vec<String> = gained.iter().map(quoted).collect();
                format!("gains {}", list(&gained, "and"))
            }
            Change::GainActivatedOf(of) => {
                format!("gains all activated abilities of {}", self.selection(of))
            }
            Change::GainKeywordsOf { of, keywords } => {
                format!(
                    "gains whichever of {} there is among {}",
                    keywords::names(keywords),
                    self.selection(of)
                )
            }
            Change::KeepColors => "keeps its own colors".to_owned(),
            Change::NoManaCost => "has no mana cost".to_owned(),
            Change::GainThis => "has this ability".to_owned(),
            Change::Lose(lost) => format!("loses {}", keywords::names(lost)),
            Change::LoseAllAbilities => "loses all abilities".to_owned(),
            Change::CantHave(names) => format!("can't have {}", keywords::names(names)),
            Change::SetPowerToughness { power, toughness } => self.size(power.as_ref(), toughness.as_ref()),
            Change::AddPowerToughness { power, toughness } => match (power.fixed(), toughness.fixed()) {
                (Some(power), Some(toughness)) => {
                    let signed = |number: i32, other: i32| {
                        if number == 0 && other < 0 { "-0".to_owned() } else { format!("{number:+}") }
                    };
                    format!("gets {}/{}", signed(power, toughness), signed(toughness, power))
                }
                _ if power == toughness => format!("gets +N/+N, N being {},", self.amount(power)),
                _ => format!("gets +N/+M, N being {} and M {},", self.amount(power), self.amount(toughness)),
            },
            Change::SwitchPowerToughness => "has its power and toughness switched".to_owned(),
            Change::SetName(name) => format!("is named {name}"),
        }
    }

    /// The base power and toughness, as far as they are set.
    fn size(&self, power: Option<&Quantity>, toughness: Option<&Quantity>) -> String {
        let fixed = |number: Option<&Quantity>| number.and_then(Quantity::fixed);
        if let (Some(power), Some(toughness)) = (fixed(power), fixed(toughness)) {
            return format!("has base power and toughness {power}/{toughness}");
        }
        if let Some(power) = power.filter(|power| toughness == Some(*power)) {
            return format!("has base power and base toughness {}", self.equal_to(power));
        }
        let power = power.map(|power| format!("base power {}", self.equal_to(power)));
        let toughness = toughness.map(|toughness| format!("base toughness {}", self.equal_to(toughness)));
        let parts: Vec<String> = power.into_iter().chain(toughness).collect();
        format!("has {}", list(&parts, "and"))
    }

    fn equal_to(&self, quantity: &Quantity) -> String {
        match quantity.fixed() {
            Some(number) => number.to_string(),
            None => format!("equal to {}", self.amount(quantity)),
        }
    }

    /// How long: ` until end of turn`, or nothing for good.
    pub(super) fn duration(&self, duration: &Duration) -> String {
        match duration {
            Duration::EndOfTurn => " until end of turn".to_owned(),
            Duration::EndOfCombat => " until end of combat".to_owned(),
            Duration::YourNextTurn => " until your next turn".to_owned(),
            Duration::EndOfYourNextTurn => " until the end of your next turn".to_owned(),
            Duration::NextUntapStep => " (its controller's next one)".to_owned(),
            Duration::Until(event) => format!(" until {}", self.event(event, super::events::Mood::Does)),
            Duration::While(condition) => format!(" for as long as {}", self.condition(condition)),
            Duration::Forever => " for the rest of the game".to_owned(),
        }
    }
}

/// An ability that something gains: a keyword as it is, any other in quotes.
pub(super) fn quoted(ability: &Ability) -> String {
    match ability {
        Ability::Keyword(_) => abilities::ability(ability),
        Ability::Spell(_)
        | Ability::Activated(_)
        | Ability::Triggered(_)
        | Ability::Static(_)
        | Ability::Replacement(_)
        | Ability::AdditionalCost(_)
        | Ability::AlternativeCost(_)
        | Ability::CastOnly(_)
        | Ability::Room(_)
        | Ability::OpeningHand(_)
        | Ability::DeckLimit(_)
        | Ability::Unsupported(_) => format!("\"{}\"", super::ability(ability)),
    }
}

fn type_change(voice: &Voice<'_>, types: &TypeChange) -> String {
    let mut words: Vec<String> = Vec::new();
    words.extend(types.supertypes.iter().map(|supertype| supertype.word().to_owned()));
    words.extend(types.subtypes.iter().map(|subtype| subtype.word().to_owned()));
    words.extend(types.types.iter().map(|card_type| card_type.word().to_owned()));
    words.extend(types.all_of.iter().map(|family| format!("all {}", spaced(family.word()))));
    words.extend(
        types.creature_types_of.iter().map(|of| format!("of the creature types of {}", voice.selection(of))),
    );
    words.extend(types.chosen.iter().map(|link| format!("of the chosen \"{link}\"")));
    match words.first() {
        None => "of no type".to_owned(),
        Some(first) if first.starts_with("all ") || first.starts_with("of ") => words.join(" "),
        Some(_) => with_article(&words.join(" ")),
    }
}
