//! What of a card is not played, told from its form alone.
//!
//! Beside whatever plays a sort of node there is a function that says whether it plays this one, and if not why. Play asks it before it
//! goes on ([`Halt::gap`](super::Halt::gap)), and [`gaps`] asks it of every node of a form.

use crate::cards::written::on_one_line;
use crate::ir::part::{Part, Place, any};
use crate::ir::{
    Ability, Card, Change, Condition, Cost, DesignationName, Event, Instruction, Keyword, NamedDeed,
    Quantity, RuleChange, Verb,
};

use super::additional::{copying_objects, keyword_abilities};
use super::concepts::costs::{self, When};
use super::halt::{self, Why};
use super::reading::{conditions, events, filters, quantities, selections};
use super::spells::handling_triggered_abilities::is_told;
use super::spells::interaction_of_continuous_effects::changes;
use super::spells::{announcing, continuous_effects, instructions, replacement_effects};
use super::variants::commander;

/// A node of a card's form that is not played, so that whatever comes to it is undecided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gap {
    /// On which face of the card it stands, counted from 0.
    pub face: usize,
    /// In which ability of the face, counted from 0.
    pub ability: usize,
    /// The words of the nodes in which it stands, the outermost first.
    pub path: Vec<&'static str>,
    /// Its own word.
    pub node: String,
    /// It as it is written in a definition, on one line.
    pub written: String,
    /// Why it is not played, in a few words: what a scenario says that comes to it.
    pub why: String,
}

/// What of a card is not played, in the order in which it is written: no scenario ends at a node that is never played but at one of these.
pub fn gaps(card: &Card) -> Vec<Gap> {
    let mut found = Vec::new();
    for (face, its) in card.faces.iter().enumerate() {
        for (ability, form) in its.abilities.iter().enumerate() {
            each_gap(form, &mut |place, why| {
                let gap = Gap {
                    face,
                    ability,
                    path: path_to(place),
                    node: word_of(place),
                    written: on_one_line(&place.part.written()),
                    why: why.into_owned(),
                };
                if !found.contains(&gap) {
                    found.push(gap);
                }
            });
        }
    }
    found
}

/// Shows each node of an ability that is not played, and why.
fn each_gap(ability: &Ability, show: &mut dyn FnMut(&Place<'_, '_>, Why)) {
    any(ability, &mut |place| {
        if let Part::Keyword(keyword) = place.part {
            of_keyword(keyword, &mut |why| show(place, why));
        } else if !place.is_within(is_said_otherwise) {
            if let Some(why) = why_not(place) {
                show(place, why);
            }
        }
        false
    });
}

/// Whether it is a keyword that stands for other words, in which its parts stand again.
fn is_said_otherwise(part: Part<'_>) -> bool {
    matches!(part, Part::Keyword(keyword) if !keyword_abilities::meaning(keyword).is_empty())
}

/// What of a keyword is not played: of the words that it stands for, or the keyword itself, or a number of it that its rule asks for.
fn of_keyword(keyword: &Keyword, show: &mut dyn FnMut(Why)) {
    let mut all: Vec<Why> = keyword_abilities::gap_of(keyword).into_iter().collect();
    for ability in keyword_abilities::meaning(keyword) {
        each_gap(&ability, &mut |_, why| all.push(why));
    }
    let mut own = Vec::new();
    any(keyword, &mut |place| {
        if let Part::Quantity(quantity) = place.part {
            own.extend(quantities::gap_of(quantity));
        }
        false
    });
    own.retain(|why| !all.contains(why));
    all.into_iter().chain(own).for_each(show);
}

/// Why a node is not played where it stands; nothing for one that is.
fn why_not(place: &Place<'_, '_>) -> Option<Why> {
    match place.part {
        Part::Ability(Ability::Unsupported(text)) => Some(halt::of_free_text(text)),
        Part::Ability(Ability::DeckLimit(limit)) => commander::gap_of_limit(limit),
        Part::Modes(modes) => announcing::gap_of_modes(modes),
        Part::Instruction(instruction) if is_followed_on_entering(place) => {
            replacement_effects::gap_as_it_enters(instruction)
        }
        Part::Instruction(instruction) => instructions::gap_of(instruction),
        // Of one that lasts the instruction is looked at that makes it.
        Part::Replacement(_) if is_below(place, |part| matches!(part, Part::Shield(_))) => None,
        Part::Replacement(replacement) => replacement_effects::gap_of(replacement),
        Part::Change(change) => of_change(place, change),
        Part::RuleChange(rule) => {
            let of_objects = is_below(place, |part| matches!(part, Part::Apply(apply) if apply.to.is_some()));
            continuous_effects::gap_of(rule, of_objects)
        }
        Part::Event(event) => of_event(place, event),
        Part::Condition(condition) => conditions::gap_of(condition),
        Part::Quantity(Quantity::X) if is_of_nothing(place) => Some(X_OF_NOTHING.into()),
        Part::Quantity(quantity) => quantities::gap_of(quantity),
        Part::Trait(word) => filters::gap_of(*word),
        Part::Selection(_) => selections::gap_of(place),
        Part::Cost(cost) => costs::gap_of(cost, paid_when(place)?),
        _ => None,
    }
}

/// Why an X is not known.
const X_OF_NOTHING: &str = "its X is that of something which headjudge does not keep it for";

/// Whether an X is none that its ability, or a payment as that is followed, has chosen: that of a triggered ability which is not about
/// the object's entering or being cast (107.3m), its being turned face up (702.37f), becoming monstrous (701.37c) or being cycled.
fn is_of_nothing(place: &Place<'_, '_>) -> bool {
    let mut above = place.above;
    while let Some(its) = above {
        match its.part {
            Part::Triggered(triggered) => {
                let knows = |part: Part<'_>| match part {
                    Part::Event(Event::Becomes(what, deed)) => {
                        events::only_this(what)
                            && matches!(
                                deed,
                                NamedDeed::Gets(DesignationName::Monstrous) | NamedDeed::Does(Verb::Cycle)
                            )
                    }
                    Part::Event(Event::TurnedFaceUp(what)) => events::only_this(what),
                    part => matches!(part, Part::Event(Event::Moves(_) | Event::Casts(..))),
                };
                return !any(&triggered.when, &mut |place| knows(place.part));
            }
            Part::Activated(_) | Part::Instruction(Instruction::MayPay { .. }) => return false,
            _ => above = its.above,
        }
    }
    false
}

/// The nearest part that it stands in and that is none of these.
fn around<'w, 'f>(place: &'w Place<'w, 'f>, inner: impl Fn(Part<'f>) -> bool) -> Option<&'w Place<'w, 'f>> {
    let mut above = place.above;
    while let Some(its) = above.filter(|its| inner(its.part)) {
        above = its.above;
    }
    above
}

/// Whether it stands directly below such a part.
fn is_below<'f>(place: &Place<'_, 'f>, sought: impl Fn(Part<'f>) -> bool) -> bool {
    place.above.is_some_and(|above| sought(above.part))
}

/// Whether an instruction is followed as something enters, and not as something resolves.
fn is_followed_on_entering(place: &Place<'_, '_>) -> bool {
    let chosen = |part: Part<'_>| {
        matches!(part, Part::Instruction(Instruction::May { .. } | Instruction::MayPay { .. }))
    };
    around(place, chosen).is_some_and(|around| matches!(around.part, Part::Enters(_)))
}

fn of_change(place: &Place<'_, '_>, change: &Change) -> Option<Why> {
    match place.above?.part {
        Part::Static(_) => changes::gap_of(change),
        Part::Apply(_) => continuous_effects::gap_of_made(change, true),
        Part::Put(_) => continuous_effects::gap_of_made(change, false),
        _ => copying_objects::gap_of_exception(change),
    }
}

fn of_event(place: &Place<'_, '_>, event: &Event) -> Option<Why> {
    match around(place, |part| matches!(part, Part::Event(_)))?.part {
        // Of these the whole is looked at.
        Part::Replacement(_)
        | Part::Duration(_)
        | Part::RuleChange(RuleChange::ExtraTrigger { .. } | RuleChange::NoTrigger { .. })
        | Part::Condition(Condition::Happened(_))
        | Part::Quantity(Quantity::Happened(..)) => None,
        Part::Triggered(_) if is_below(place, |part| matches!(part, Part::Triggered(_))) => {
            let untold = matches!(event, Event::Triggers { because, .. } if !is_told(because));
            if untold { Some(events::AS_OTHERS.into()) } else { events::gap_of(event) }
        }
        // One of several that it waits for may be the n-th of something.
        Part::Triggered(_) if matches!(event, Event::Nth(..)) && is_one_of_several(place) => {
            events::gap_of(event)
        }
        _ => events::gap_within(event),
    }
}

/// Whether it is one of the events any of which makes an ability trigger.
fn is_one_of_several(place: &Place<'_, '_>) -> bool {
    let triggers = |any: &Place<'_, '_>| is_below(any, |part| matches!(part, Part::Triggered(_)));
    place.above.is_some_and(|above| matches!(above.part, Part::Event(Event::Any(_))) && triggers(above))
}

/// When a cost is paid; nothing for what is paid several times as part of another cost.
fn paid_when(place: &Place<'_, '_>) -> Option<When> {
    if is_below(place, |part| matches!(part, Part::Costs(_)))
        && place.above.is_some_and(|costs| is_below(costs, |part| matches!(part, Part::Cost(Cost::Each(..)))))
    {
        return None;
    }
    let within = around(place, |part| matches!(part, Part::Costs(_) | Part::Cost(_)))?;
    Some(match within.part {
        Part::Activated(_) => When::Activating,
        Part::Instruction(Instruction::MayPay { .. }) if !is_followed_on_entering(within) => When::Resolving,
        Part::Instruction(_) | Part::Prohibition(_) | Part::CostChange(_) => When::Otherwise,
        _ => When::Casting,
    })
}

/// The words of the nodes in which a part stands.
fn path_to(place: &Place<'_, '_>) -> Vec<&'static str> {
    let mut path = Vec::new();
    let mut above = place.above;
    while let Some(its) = above {
        let name = its.part.name();
        // A keyword says its own name.
        if is_word(name) && !matches!(its.part, Part::Ability(Ability::Keyword(_))) {
            path.push(name);
        }
        above = its.above;
    }
    path.reverse();
    path
}

/// The word of a part: its own, that of the field that it stands in, or the part itself where it is no more than a word.
fn word_of(place: &Place<'_, '_>) -> String {
    let name = place.part.name();
    match place.part {
        Part::Keyword(keyword) => keyword.name().to_string(),
        Part::Trait(word) => word.to_string(),
        _ if is_word(name) => name.to_owned(),
        _ if !place.field.is_empty() => place.field.to_owned(),
        _ => name.to_lowercase(),
    }
}

/// Whether a name is a word of the form, and not the name of a type.
fn is_word(name: &str) -> bool {
    name.starts_with(|letter: char| letter.is_lowercase())
}
