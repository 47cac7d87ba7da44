//! What the same words of two abilities can mean something different by.

use crate::ir::instruction::ChoosePlayer;
use crate::ir::node::Node;
use crate::ir::part::{Part, mentions};
use crate::ir::{
    Change, Condition, Cost, Duration, Filter, Instruction, Players, Quantity, Selection, Trait, Verb,
};

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
const DONE_TO_SOURCE: [Verb; 7] =
    [Verb::Goad, Verb::Detain, Verb::Monstrosity, Verb::Explore, Verb::Adapt, Verb::Connive, Verb::Suspect];

/// Whether a part of the ability form has a word that is told by something of this kind.
pub fn speaks(form: &impl Node, of: impl Fn(Tells) -> bool) -> bool {
    mentions(form, |part| told_by(part).is_some_and(&of))
}

/// By what a part of the ability form is told; by nothing if it means the same wherever it stands.
fn told_by(part: Part<'_>) -> Option<Tells> {
    Some(match part {
        Part::Players(Players::You | Players::Opponents)
        | Part::Trait(Trait::GoadedByYou)
        | Part::Duration(Duration::YourNextTurn | Duration::EndOfYourNextTurn)
        | Part::Selection(Selection::Outside) => Tells::Controller,
        Part::Selection(Selection::Attached) | Part::Players(Players::Attached) => Tells::Host,
        Part::Players(Players::Defending) => Tells::Attack,
        Part::Selection(Selection::Target(_)) | Part::Players(Players::Target(_)) => Tells::Targets,
        Part::ManaCost(cost) if cost.has_variable() => Tells::Announced,
        Part::Quantity(Quantity::X | Quantity::TimesPaid(_) | Quantity::StationedBy)
        | Part::Condition(Condition::Paid(_) | Condition::KickedWith(_))
        | Part::Selection(Selection::Paid(_)) => Tells::Announced,
        Part::Selection(Selection::Slot(_))
        | Part::Players(Players::Slot(_))
        | Part::Quantity(Quantity::Slot(_)) => Tells::Slots,
        // Of damage without a source this object is it.
        Part::DealDamage(damage) if damage.source.is_none() => Tells::Dealer,
        Part::Exile(exile) if exile.link.is_some() => Tells::Link,
        Part::Instruction(
            Instruction::ChoosePlayer(ChoosePlayer { link: Some(_), .. })
            | Instruction::Emblem { link: Some(_), .. },
        ) => Tells::Link,
        Part::Instruction(Instruction::Do { action, what: None, .. })
            if DONE_TO_SOURCE.contains(&action.0) =>
        {
            Tells::Source
        }
        Part::Players(Players::It) => Tells::PlayerOfEvent,
        Part::Selection(Selection::It | Selection::Other)
        | Part::Cost(Cost::ItsManaCost)
        | Part::Quantity(Quantity::ThatMuch | Quantity::Prevented) => Tells::Event,
        Part::Cost(cost) if cost.moves_this() => Tells::Source,
        part if part.is_chosen() => Tells::Source,
        Part::Players(Players::Attacking)
        | Part::Filter(Filter::Attacking(_))
        | Part::Trait(Trait::This | Trait::Another)
        | Part::Condition(Condition::Spent(..) | Condition::WasCast(_))
        | Part::Quantity(Quantity::TimesResolved | Quantity::SpellsResolved)
        | Part::Change(Change::GainThis)
        | Part::Selection(
            Selection::This
            | Selection::Linked(_)
            | Selection::TheLinked(_)
            | Selection::Host
            | Selection::Haunted
            | Selection::Grantor,
        ) => Tells::Source,
        _ => return None,
    })
}
