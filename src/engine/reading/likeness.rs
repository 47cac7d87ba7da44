//! What the same words of two abilities can mean something different by.

use std::fmt::Debug;

use crate::ir::instruction::KeywordAction;
use crate::ir::mention::{Word, mentions};

/// What tells what a word of an effect means, where that is not the same for every ability that has the word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tells {
    /// Who controls the ability: "you".
    Controller,
    /// Which object it is an ability of, and what is kept for that.
    Source,
    /// To what the ability will link what it finds (607.2).
    Link,
    /// What its source is attached to.
    Host,
    /// What its source attacks (508.5).
    Attack,
    /// Its source, as what deals the damage (609.7).
    Dealer,
    /// Which things it may target, and which it targets.
    Targets,
    /// The numbers that were announced and the costs that were paid.
    Announced,
    /// What an earlier effect has bound for it.
    Slots,
    /// The player of the event.
    PlayerOfEvent,
    /// The object or number of the event.
    Event,
}

/// The keyword actions that are done to the source where nothing else is said.
const DONE_TO_SOURCE: [KeywordAction; 7] = [
    KeywordAction::Goad,
    KeywordAction::Detain,
    KeywordAction::Monstrosity,
    KeywordAction::Explore,
    KeywordAction::Adapt,
    KeywordAction::Connive,
    KeywordAction::Suspect,
];

/// Whether a part of the ability form has a word that is told by something of this kind.
pub fn speaks(form: &dyn Debug, of: impl Fn(Tells) -> bool) -> bool {
    let mut done_to_source = false;
    mentions(form, |it| {
        if it.before == "action" {
            done_to_source = DONE_TO_SOURCE.iter().any(|action| action.word().eq_ignore_ascii_case(it.word));
        }
        let unsaid = done_to_source && it.before == "what" && it.word == "None";
        let tells = if unsaid { Some(Tells::Source) } else { told_by(it) };
        tells.is_some_and(&of)
    })
}

/// By what a word of the ability form is told; by nothing if it means the same wherever it stands.
fn told_by(it: Word<'_>) -> Option<Tells> {
    Some(match it.word {
        "You" | "Opponents" | "GoadedByYou" | "YourNextTurn" | "EndOfYourNextTurn" | "Outside" => {
            Tells::Controller
        }
        "Attached" => Tells::Host,
        "Defending" => Tells::Attack,
        // The players, and not the quality of a creature.
        "Attacking" if it.before == "Is" => return None,
        "Target" => Tells::Targets,
        "X" | "Paid" | "TimesPaid" | "StationedBy" => Tells::Announced,
        "Slot" => Tells::Slots,
        // Of damage without a source this object is it.
        "None" if it.before == "source" => Tells::Dealer,
        "Some" if it.before == "link" => Tells::Link,
        // "That player", and not "that object".
        "It" if matches!(it.before, "Players" | "who") => Tells::PlayerOfEvent,
        // Whose step or turn it is.
        "It" if it.innermost() == Some("Begins") => Tells::PlayerOfEvent,
        "It" | "Itself" | "ItsManaCost" | "Other" | "ThatMuch" => Tells::Event,
        "Another" | "Attacking" | "Linked" | "TheLinked" | "Chosen" | "Chose" | "DevotionToChosen"
        | "Host" | "Haunted" | "Grantor" | "Spent" | "WasCast" | "TimesResolved" => Tells::Source,
        word if word.ends_with("This") => Tells::Source,
        _ => return None,
    })
}
