//! What an object is and has: its characteristics, as the layers make them.

use crate::engine::Halt;
use crate::engine::reading::filters::UNKNOWN;
use crate::game::{Characteristics, ObjectId};
use crate::ir::{CardType, Color, Colors, Filter, KeywordName, Subtype, SubtypeFamily};
use crate::runner::claims::{Judged, naming};
use crate::runner::stage::{Stage, Staged, Stop};
use crate::scenario::script::{FactKind, ReferenceSort};
use crate::trace::Reasons;
use crate::why::keywords::Wanted;
use crate::why::layers::Size;
use crate::why::printed::TypePart;
use crate::why::{characteristics, keywords, layers, printed};

use super::{on, say};

/// Whether a fact about the characteristics of an object holds.
pub(super) fn judge(stage: &mut Stage<'_, '_>, object: ObjectId, fact: &FactKind) -> Staged<Judged> {
    let view = stage.view()?;
    let its = stage.play.game.shared(object);
    let now = view.shared(&stage.play.game, object);
    Ok(match fact {
        FactKind::PowerToughness(..) | FactKind::Power(_) | FactKind::Toughness(_) => {
            size(stage, object, fact)?
        }
        FactKind::Loyalty(wanted) => {
            let (loyalty, rules) = stage.why(|played| Ok(characteristics::loyalty(played, object)))?;
            let has = loyalty.map_or("no loyalty".to_owned(), |loyalty| format!("loyalty {loyalty}"));
            say(loyalty == Some(*wanted), format!("has {has}"), rules)
        }
        FactKind::Defense(wanted) => {
            let (defense, rules) = stage.why(|played| Ok(characteristics::defense(played, object)))?;
            let has = defense.map_or("no defense".to_owned(), |defense| format!("defense {defense}"));
            say(defense == Some(*wanted), format!("has {has}"), rules)
        }
        FactKind::Level(_) if !its.on_battlefield() => {
            say(false, "is no permanent, so it has no level".to_owned(), Reasons::NONE)
        }
        FactKind::Level(wanted) => {
            let (level, rules) = stage.why(|played| Ok(characteristics::level(played, object)))?;
            say(level == *wanted, format!("is level {level}"), rules)
        }
        FactKind::ManaValue(wanted) => {
            let (actual, rules) = stage.why(|played| Ok(characteristics::mana_value(played, object)))?;
            say(actual == *wanted, format!("has mana value {actual}"), rules)
        }
        FactKind::Type(text) => {
            let part = TypePart::from_word(&text.text);
            let why = |part| stage.why(|played| characteristics::of_type(played, object, part));
            let (holds, rules) = part.map(why).transpose()?.unwrap_or((false, Reasons::NONE));
            say(holds, format!("is {}", types_in_words(&now)), rules)
        }
        FactKind::Color(text) => {
            let color = Color::from_word(&text.text);
            let (holds, rules) = stage.why(|played| characteristics::of_color(played, object, color))?;
            say(holds, format!("is {}", colors_in_words(now.colors)), rules)
        }
        FactKind::Named(name) => {
            let sentence = match &*now.name {
                "" => "has no name".to_owned(),
                name => format!("is named {name}"),
            };
            let rules = stage.why(|played| characteristics::name(played, object))?;
            say(now.is_named(&name.text), sentence, rules)
        }
        FactKind::Keyword(text) => keyword(stage, object, &text.text)?,
        FactKind::NoAbilities => {
            let rules = stage.why(|played| characteristics::abilities(played, object))?;
            on(now.abilities.is_empty(), "has no abilities", "has abilities", rules)
        }
        FactKind::ToxicValue(wanted) => {
            let (actual, rules) = stage.why(|played| printed::total_toxic_value(played, object))?;
            say(actual == *wanted, format!("has total toxic value {actual}"), rules)
        }
        FactKind::AbilityFrom(grantor) => {
            let grantor = naming::ever(stage, grantor)?;
            let (holds, rules) =
                stage.why(|played| characteristics::ability_from(played, object, grantor))?;
            let whose = stage.answers.table().told(&stage.play.game, grantor);
            let article = if holds { "an" } else { "no" };
            say(holds, format!("has {article} ability from {whose}"), rules)
        }
        FactKind::CopyOf(what) => {
            let name = match what.sort {
                // Of an object that stands there, what it is a copy of is called as that is.
                ReferenceSort::Label => {
                    let original = stage.object(what)?;
                    stage.why(|played| Ok(played.view.copiable(played.game, original).name.to_string()))?
                }
                _ => what.name.text.clone(),
            };
            let copied = stage.why(|played| Ok(characteristics::copied(played, object)))?;
            let sentence = match copied.name() {
                _ if !copied.copies => "is a copy of nothing".to_owned(),
                "" if its.is_face_down() => "is face down and shows nothing of what it copies".to_owned(),
                "" => "is a copy of something without a name".to_owned(),
                of => format!("is a copy of {of}"),
            };
            say(copied.is_of(&name), sentence, copied.rules)
        }
        // Colorless.
        _ => {
            let (colored, rules) = stage.why(|played| characteristics::of_color(played, object, None))?;
            on(!colored, "is colorless", "has a color", rules)
        }
    })
}

/// Whether an object has such a power or toughness.
fn size(stage: &mut Stage<'_, '_>, object: ObjectId, fact: &FactKind) -> Staged<Judged> {
    let view = stage.view()?;
    let game = &stage.play.game;
    let now = view.characteristics(game, object);
    let (power, toughness) = (now.power, now.toughness);
    if [power, toughness].contains(&Some(UNKNOWN)) {
        let why = match game.object(object).on_battlefield() {
            true => "the power or toughness is larger than headjudge can count",
            false => "its power and toughness depend on what the scenario leaves unknown",
        };
        return Err(Stop::Halt(Halt::undecided(object, why), stage.span));
    }
    if let Some(rule) = characteristics::has_no_size(stage.played(&view), object) {
        return Ok(say(false, "has no power and toughness".to_owned(), Reasons::of(&[rule])));
    }
    Ok(match fact {
        FactKind::Power(wanted) => {
            let rules = stage.why(|played| layers::power_and_toughness(played, object, Size::Power))?;
            say(power == Some(*wanted), format!("has power {}", power.unwrap_or(0)), rules)
        }
        FactKind::Toughness(wanted) => {
            let rules = stage.why(|played| layers::power_and_toughness(played, object, Size::Toughness))?;
            say(toughness == Some(*wanted), format!("has toughness {}", toughness.unwrap_or(0)), rules)
        }
        fact => {
            let sentence = match (power, toughness) {
                (Some(power), Some(toughness)) => format!("is {power}/{toughness}"),
                _ => "has no power and toughness".to_owned(),
            };
            let holds = matches!(fact, FactKind::PowerToughness(its, other)
                if (power, toughness) == (Some(*its), Some(*other)));
            say(holds, sentence, stage.why(|played| characteristics::power_and_toughness(played, object))?)
        }
    })
}

/// Whether an object has a keyword ability.
fn keyword(stage: &mut Stage<'_, '_>, object: ObjectId, text: &str) -> Staged<Judged> {
    let Some(wanted) = keyword_wanted(text) else {
        let why = "headjudge compares keywords by their names, and protection by a color or card type";
        return Err(Stop::Halt(Halt::undecided(object, why), stage.span));
    };
    let (holds, rules) = stage.why(|played| keywords::has(played, object, &wanted))?;
    Ok(say(holds, format!("{} {text}", if holds { "has" } else { "does not have" }), rules))
}

/// What keyword ability the words mean: `flying`, `protection from red`, `hexproof from creatures`, `islandwalk` (702.14a).
pub(super) fn keyword_wanted(words: &str) -> Option<Wanted> {
    if let Some(name) = KeywordName::from_word(words) {
        return Some(Wanted::Name(name));
    }
    if let Some(land) = Subtype::of_landwalk(words) {
        return Some(Wanted::From(KeywordName::Landwalk, Filter::Subtype(land)));
    }
    let (name, quality) = words.split_once(" from ")?;
    let singular = quality.strip_suffix('s').unwrap_or(quality);
    let filter = Color::from_word(quality)
        .map(Filter::Color)
        .or_else(|| CardType::from_word(singular).map(Filter::Type))?;
    KeywordName::from_word(name).map(|name| Wanted::From(name, filter))
}

/// Colors, or that there are none.
pub(in crate::runner) fn colors_in_words(colors: Colors) -> String {
    let words: Vec<&str> = colors.iter().map(Color::word).collect();
    if words.is_empty() { "colorless".to_owned() } else { words.join(" and ") }
}

/// A type line, in which "every creature type" stands for all of them.
pub(in crate::runner) fn types_in_words(its: &Characteristics) -> String {
    let line = its.types.to_string();
    if line.is_empty() {
        return "of no type".to_owned();
    }
    if !its.types.has_every_creature_type() {
        return line;
    }
    let mut types = its.types.clone();
    types.subtypes.retain(|subtype| subtype.family() != SubtypeFamily::Creature);
    let dash = if types.subtypes.is_empty() { " —" } else { "" };
    format!("{types}{dash} every creature type")
}
