//! What an object lacks of what a filter asks for, and a moment of what a condition does, in words.

use crate::engine::reading::filters::matches;
use crate::engine::reading::{Frame, Sight};
use crate::game::ObjectId;
use crate::ir::event::Step;
use crate::ir::{Condition, Filter, Players, Trait};
use crate::oracle::phrases::{self, Sort};
use crate::oracle::tokens::OWN;

/// The parts of a filter that an object does not meet.
pub(super) struct Lacking<'f> {
    parts: Vec<&'f Filter>,
    is_spell: bool,
}

/// The parts of a filter that an object does not meet, if there are any and each part can be told; nothing if another object is meant by itself.
pub(super) fn lacking<'f>(
    sight: Sight<'_>,
    frame: &Frame,
    filter: &'f Filter,
    object: ObjectId,
) -> Option<Lacking<'f>> {
    let mut parts = Vec::new();
    unmet(sight, frame, filter, object, &mut parts)?;
    let of_itself = parts.iter().any(|part| matches!(part, Filter::Is(Trait::This | Trait::Another)));
    let is_spell = sight.game.object(object).zone == crate::ir::Zone::Stack;
    (!parts.is_empty() && !of_itself).then_some(Lacking { parts, is_spell })
}

fn unmet<'f>(
    sight: Sight<'_>,
    frame: &Frame,
    filter: &'f Filter,
    object: ObjectId,
    parts: &mut Vec<&'f Filter>,
) -> Option<()> {
    if let Filter::All(all) = filter {
        return all.iter().try_for_each(|part| unmet(sight, frame, part, object, parts));
    }
    if !matches(sight, frame, filter, object).ok()? {
        parts.push(filter);
    }
    Some(())
}

impl Lacking<'_> {
    /// How many parts it does not meet.
    pub(super) fn parts(&self) -> usize {
        self.parts.len()
    }

    /// It as a sentence of such a subject: `what entered was no creature`.
    pub(super) fn words(&self, subject: &str) -> Option<String> {
        let (whose, others): (Vec<&Filter>, Vec<&Filter>) = self
            .parts
            .iter()
            .copied()
            .partition(|part| matches!(part, Filter::ControlledBy(_) | Filter::OwnedBy(_)));
        let first = others.first().copied();
        let Some(first) = first else {
            return whose
                .first()
                .and_then(|whose| of_another(whose))
                .map(|words| format!("{subject} {words}"));
        };
        let kind = plain_kind(first).or_else(|| self.none_of(first))?;
        Some(format!("{subject} was {kind}"))
    }

    /// That it is none of what a filter means, in the words of the rows.
    fn none_of(&self, filter: &Filter) -> Option<String> {
        let sort = if self.is_spell { Sort::Spells } else { Sort::Permanents };
        let words = phrases::objects(filter, sort)?;
        let speaks = ["you", "your", "it", "its", "that", "opponent", "opponents", OWN];
        let of_others = words.split([' ', '\'', ',']).any(|word| speaks.contains(&word));
        (!of_others).then(|| format!("none of the {words}"))
    }
}

/// That somebody else has it.
fn of_another(whose: &Filter) -> Option<&'static str> {
    let (Filter::ControlledBy(who) | Filter::OwnedBy(who)) = whose else { return None };
    match () {
        () if *who == Players::You => Some("was another player's"),
        () if *who == Players::Opponents => Some("was no opponent's"),
        () => None,
    }
}

/// That it is not of a kind that one word says, or is.
fn plain_kind(filter: &Filter) -> Option<String> {
    if let Filter::Not(other) = filter {
        if let Filter::Any(_) | Filter::All(_) | Filter::Not(_) = **other {
            return None;
        }
        return Some(match word_of(other)? {
            (word, true) => format!("{} {word}", article(&word)),
            (word, false) => word,
        });
    }
    if let Filter::Any(any) = filter {
        let words: Option<Vec<String>> =
            any.iter().map(|one| word_of(one).filter(|(_, noun)| *noun).map(|(word, _)| word)).collect();
        return words.map(|words| format!("no {}", words.join(" or ")));
    }
    Some(match word_of(filter)? {
        (word, true) => format!("no {word}"),
        (word, false) => format!("not {word}"),
    })
}

/// The word for what a filter asks for, and whether it is a noun.
fn word_of(filter: &Filter) -> Option<(String, bool)> {
    if let Filter::Type(card_type) = filter {
        return Some((card_type.word().to_owned(), true));
    }
    if let Filter::Subtype(subtype) = filter {
        return Some((subtype.to_string(), true));
    }
    if let Filter::Supertype(supertype) = filter {
        return Some((supertype.word().to_owned(), false));
    }
    if let Filter::Color(color) = filter {
        return Some((color.word().to_owned(), false));
    }
    let Filter::Is(word) = filter else { return None };
    match word {
        Trait::Token | Trait::Card | Trait::Permanent | Trait::Spell => Some((word.word().to_owned(), true)),
        Trait::Tapped => Some((word.word().to_owned(), false)),
        _ => None,
    }
}

fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']) { "an" } else { "a" }
}

/// That a condition on the event was not true as it happened.
pub(super) fn not_provided(condition: &Condition) -> String {
    if let Condition::TurnOf(who) = condition {
        if *who == Players::You {
            return "not in its controller's turn".to_owned();
        }
        if *who == Players::Opponents {
            return "not in an opponent's turn".to_owned();
        }
    }
    if let Condition::Not(other) = condition
        && **other == Condition::TurnOf(Players::You)
    {
        return "in its controller's turn".to_owned();
    }
    if let Condition::During(step, _) = condition {
        let phase = matches!(
            step,
            Step::Beginning
                | Step::PrecombatMain
                | Step::Combat
                | Step::PostcombatMain
                | Step::SecondMain
                | Step::Main
        );
        return match step {
            Step::Turn => "not in that turn".to_owned(),
            step => {
                let kind = if phase { "phase" } else { "step" };
                format!("not during the {} {kind}", step.word().replace('-', " "))
            }
        };
    }
    "what else it asks for was not so then".to_owned()
}
