//! CR 605: Mana Abilities. Which activated and triggered abilities they are, told from the whole of what an ability costs and does.

use crate::ir::instruction::{ManaType, Put, RevealUntil, Search};
use std::collections::BTreeSet;

use crate::engine::concepts::mana;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::reading::Sight;
use crate::engine::spells::activating_activated_abilities::is_loyalty;
use crate::game::{ObjectId, WaitingTrigger};
use crate::ir::part::{Part, any, mentions};
use crate::ir::{Activated, Body, Cost, Event, Filter, Instruction, Selection, Slot, Verb, Zone};

/// What an ability is: a mana ability or none, or why that can't be told.
type Verdict = Result<bool, &'static str>;

/// Whether an activated ability is a mana ability: no target, could add mana, no loyalty ability, and nothing that moves a card to or
/// from a library (605.1a). What can't be told is taken for none here; [`is_activated`] says so.
pub fn is_mana_ability(activated: &Activated) -> bool {
    of_activated(activated) == Ok(true)
}

/// Whether an object could produce mana of a type by its mana abilities (106.7).
///
/// # Errors
/// If what one of them does with other instructions decides what it produces.
pub(in crate::engine) fn could_produce(sight: Sight<'_>, object: ObjectId, kind: ManaType) -> Outcome<bool> {
    Ok(mana::could_produce(sight, object, &mut BTreeSet::new())?.contains(&kind))
}

/// The same of an ability that is activated.
///
/// # Errors
/// If it can't be told.
pub(super) fn is_activated(activated: &Activated, source: ObjectId) -> Outcome<bool> {
    of_activated(activated).map_err(|why| Halt::undecided(source, why))
}

/// Whether an ability that has triggered is a mana ability: no target, could add mana, and triggers from mana abilities or mana (605.1b).
///
/// # Errors
/// If it can't be told.
pub(super) fn is_triggered(trigger: &WaitingTrigger) -> Outcome<bool> {
    let body = &trigger.ability.effect;
    let of_mana = by_mana(&trigger.ability.when);
    let verdict = match of_mana {
        Ok(false) => Ok(false),
        _ if !could_add_mana(body) => Ok(false),
        of_mana => of_mana.and_then(|of_mana| Ok(of_mana && !requires_target(body)?)),
    };
    verdict.map_err(|why| Halt::undecided(trigger.source, why))
}

fn of_activated(activated: &Activated) -> Verdict {
    let body = &activated.effect;
    if is_loyalty(activated) || !could_add_mana(body) {
        return Ok(false);
    }
    let moves = activated.cost.0.iter().any(pays_with_library) || moves_library_cards(body);
    if moves { Ok(false) } else { requires_target(body).map(|requires| !requires) }
}

/// Whether it has a target phrase, be it for any number of targets (115.6).
fn requires_target(body: &Body) -> Verdict {
    let modes = body.choose.iter().flat_map(|choose| &choose.modes);
    let (with, without): (Vec<&Body>, Vec<&Body>) = modes.partition(|mode| !mode.targets.is_empty());
    match (body.targets.is_empty(), with.is_empty(), without.is_empty()) {
        (false, ..) | (_, false, true) => Ok(true),
        (_, true, _) => Ok(false),
        _ => Err("whether it is a mana ability, if one of its modes has a target and another has none"),
    }
}

/// Whether an event is the activation or resolution of a mana ability, or mana being added (605.1b).
fn by_mana(event: &Event) -> Verdict {
    match event {
        Event::TappedForMana(..) => Ok(true),
        Event::OneOrMore(event)
        | Event::Nth(_, event)
        | Event::CausedBy(_, event)
        | Event::Provided(_, event) => by_mana(event),
        Event::Any(events) => {
            let verdicts = events.iter().map(by_mana).collect::<Result<Vec<bool>, _>>()?;
            match (verdicts.contains(&true), verdicts.contains(&false)) {
                (true, true) => Err("whether it is a mana ability, if it triggers from other things as well"),
                (of_mana, _) => Ok(of_mana),
            }
        }
        // Of whatever kind the ability is.
        Event::Activates(..) => {
            Err("whether it is a mana ability, if it triggers from abilities of any kind being activated")
        }
        Event::Moves(_)
        | Event::Begins(..)
        | Event::Casts(..)
        | Event::Copies(..)
        | Event::PlaysLand(..)
        | Event::Attacks(_)
        | Event::PlayerAttacks(_)
        | Event::PlayerAttacked(..)
        | Event::Blocks(..)
        | Event::BecomesBlocked(..)
        | Event::BlockedBySoMany(..)
        | Event::AttacksUnblocked(_)
        | Event::DealsDamage(_)
        | Event::Draws(_)
        | Event::Discards(..)
        | Event::GainsLife(_)
        | Event::LosesLife(_)
        | Event::Expends(..)
        | Event::Sacrifices(..)
        | Event::BecomesTapped(_)
        | Event::BecomesUntapped(_)
        | Event::BecomesTarget { .. }
        | Event::PlayerBecomesTarget(..)
        | Event::CountersPut(..)
        | Event::CountersRemoved(..)
        | Event::LastCounterRemoved(..)
        | Event::TurnedFaceUp(_)
        | Event::Transforms(_)
        | Event::BecomesAttached(..)
        | Event::BecomesUnattached(..)
        | Event::Destroyed(_)
        | Event::Countered(_)
        | Event::LosesControl(..)
        | Event::Triggers { .. }
        | Event::Does(..)
        | Event::Becomes(..)
        | Event::Creates(..)
        | Event::LosesGame(_)
        | Event::DamageReducesLife(..)
        | Event::AttacksWith(..)
        | Event::Room(_)
        | Event::Chapter(_)
        | Event::State(_)
        | Event::Never => Ok(false),
    }
}

/// Whether a part says what is done by another ability or effect than the one that makes it.
const fn is_of_another(part: Part<'_>) -> bool {
    matches!(
        part,
        Part::Activated(_)
            | Part::Triggered(_)
            | Part::Static(_)
            | Part::Replacement(_)
            | Part::Instruction(
                Instruction::WhenYouDo(_)
                    | Instruction::WhenYouDoIf(..)
                    | Instruction::Delayed(_)
                    | Instruction::Shield(_)
                    | Instruction::Emblem { .. }
            )
    )
}

/// Whether it does not show at once that an activated ability is a mana ability, or that it is none: one that may add no mana, or none that
/// speaks of adding some (605.1a).
pub(super) fn needs_telling(activated: &Activated, mana: bool) -> bool {
    let adds =
        |part: Part<'_>| matches!(part, Part::AddMana(_) | Part::Instruction(Instruction::DoubleMana { .. }));
    let plainly = |instruction: &Instruction| {
        adds(Part::Instruction(instruction)) || matches!(instruction, Instruction::AddMana(_))
    };
    if mana {
        return !activated.effect.does.iter().any(plainly);
    }
    any(&activated.effect, &mut |place| {
        adds(place.part) && !place.is_within(|above| matches!(above, Part::Ability(_)))
    })
}

/// Whether it could add mana as it resolves, in whichever course or mode.
fn could_add_mana(body: &Body) -> bool {
    // Looked at first, for it is so of most.
    matches!(body.does.first(), Some(Instruction::AddMana(_)))
        || any(body, &mut |place| {
            matches!(place.part, Part::AddMana(_) | Part::Instruction(Instruction::DoubleMana { .. }))
                && !place.is_within(is_of_another)
        })
}

/// Whether a part of a cost moves a card to or from a library.
fn pays_with_library(cost: &Cost) -> bool {
    if let Cost::OneOf(costs) = cost {
        return costs.iter().flat_map(|costs| &costs.0).any(pays_with_library);
    }
    if let Cost::Each(costs, _) = cost {
        return costs.0.iter().any(pays_with_library);
    }
    if let Cost::Put(_, from, to, _) = cost {
        return [from, to].contains(&&Zone::Library);
    }
    matches!(cost, Cost::Draw(_)) || matches!(cost.used(), Some((_, Some(Zone::Library))))
}

fn moves_library_cards(body: &Body) -> bool {
    let modes = body.choose.iter().flat_map(|choose| &choose.modes);
    std::iter::once(body).chain(modes).any(|body| Slots::default().any_moves(&body.does))
}

/// Where the cards of a selection may lie.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Places {
    library: bool,
    elsewhere: bool,
}

impl Places {
    const LIBRARY: Self = Self { library: true, elsewhere: false };
    const ELSEWHERE: Self = Self { library: false, elsewhere: true };

    const fn and(self, other: Self) -> Self {
        Self { library: self.library || other.library, elsewhere: self.elsewhere || other.elsewhere }
    }
}

/// The slots that cards were bound to while they may have been in a library.
#[derive(Debug, Default)]
struct Slots(Vec<(Slot, Places)>);

impl Slots {
    fn any_moves(&mut self, does: &[Instruction]) -> bool {
        does.iter().any(|instruction| self.moves(instruction))
    }

    fn bind(&mut self, slot: Option<Slot>, places: Places) {
        self.0.extend(slot.map(|slot| (slot, places)));
    }

    fn places(&self, of: &Selection) -> Places {
        let is_zone = |part: Part<'_>, library: bool| matches!(part, Part::Zone(zone) if (*zone == Zone::Library) == library);
        let of_filter = |filter: &Filter| match mentions(filter, |part| is_zone(part, true)) {
            true => Places { library: true, elsewhere: mentions(filter, |part| is_zone(part, false)) },
            false => Places::ELSEWHERE,
        };
        match of {
            Selection::Top(..) => Places::LIBRARY,
            Selection::Topmost(filter) | Selection::Each(filter) => of_filter(filter),
            Selection::Slot(slot) => {
                let bound = self.0.iter().filter(|(name, _)| name == slot).map(|(_, places)| *places);
                bound.reduce(Places::and).unwrap_or(Places::ELSEWHERE)
            }
            Selection::Among(of, _) | Selection::Last(of) => self.places(of),
            Selection::Several(parts) => {
                parts.iter().map(|part| self.places(part)).fold(Places::default(), Places::and)
            }
            Selection::This
            | Selection::It
            | Selection::Target(_)
            | Selection::Attached
            | Selection::Linked(_)
            | Selection::TheLinked(_)
            | Selection::Other
            | Selection::Players(_)
            | Selection::Host
            | Selection::Haunted
            | Selection::Grantor
            | Selection::Paid(_)
            | Selection::Outside
            | Selection::Itself => Places::ELSEWHERE,
        }
    }

    /// Whether an instruction moves cards of a library, whatever it is followed by.
    fn moves(&mut self, instruction: &Instruction) -> bool {
        self.binds(instruction);
        match instruction {
            Instruction::Draw { .. } | Instruction::Mill { .. } | Instruction::Surveil { .. } => true,
            Instruction::RevealUntil(until) => until.exiling,
            Instruction::Put(put) => self.puts(put),
            Instruction::Exile(exile) => self.places(&exile.what).library,
            Instruction::Cast(cast) => cast.copy.is_none() && self.places(&cast.what).library,
            Instruction::Counter { to, .. } => *to == Some(Zone::Library),
            Instruction::ExchangeCards(one, other) => self.places(one).library || self.places(other).library,
            Instruction::Do { action, what, .. } => self.acts(action.0, what.as_ref()),
            Instruction::MayPay { cost, .. } if cost.0.iter().any(pays_with_library) => true,
            Instruction::May { .. }
            | Instruction::Search(_)
            | Instruction::Look { .. }
            | Instruction::Reveal { .. }
            | Instruction::Note { .. }
            | Instruction::Choose(_)
            | Instruction::MayPay { .. }
            | Instruction::If { .. }
            | Instruction::Repeat { .. }
            | Instruction::Again { .. }
            | Instruction::ForEach { .. }
            | Instruction::ChooseOne { .. }
            | Instruction::Part { .. }
            | Instruction::WhenYouDo(_)
            | Instruction::WhenYouDoIf(..)
            | Instruction::Delayed(_)
            | Instruction::Destroy { .. }
            | Instruction::Sacrifice(_)
            | Instruction::Tap { .. }
            | Instruction::Untap { .. }
            | Instruction::Attach { .. }
            | Instruction::Unattach(_)
            | Instruction::PutCounters { .. }
            | Instruction::RemoveCounters { .. }
            | Instruction::MoveCounters { .. }
            | Instruction::ChooseCounter { .. }
            | Instruction::Proliferate
            | Instruction::RemoveDamage(_)
            | Instruction::Regenerate(_)
            | Instruction::Transform { .. }
            | Instruction::Flip(_)
            | Instruction::TurnFaceDown(_)
            | Instruction::TurnFaceUp(_)
            | Instruction::Meld(_)
            | Instruction::PhaseOut { .. }
            | Instruction::RemoveFromCombat { .. }
            | Instruction::BecomeBlocked(_)
            | Instruction::Block { .. }
            | Instruction::Reselect { .. }
            | Instruction::ExchangeControl(_)
            | Instruction::Fight(..)
            | Instruction::CopySpell(_)
            | Instruction::ChangeTargets { .. }
            | Instruction::Discard(_)
            | Instruction::Scry { .. }
            | Instruction::GainLife { .. }
            | Instruction::LoseLife { .. }
            | Instruction::SetLife { .. }
            | Instruction::ExchangeLife(_)
            | Instruction::Damage(_)
            | Instruction::RevealHand(_)
            | Instruction::Shuffle(_)
            | Instruction::ChooseWord(_)
            | Instruction::PayAnyLife { .. }
            | Instruction::ChoosePlayer(_)
            | Instruction::PayAnyEnergy { .. }
            | Instruction::Count { .. }
            | Instruction::Link { .. }
            | Instruction::AddMana(_)
            | Instruction::DoubleMana { .. }
            | Instruction::DoublePower { .. }
            | Instruction::DoubleCounters { .. }
            | Instruction::DoubleLife { .. }
            | Instruction::Create(_)
            | Instruction::Emblem { .. }
            | Instruction::FlipCoin(_)
            | Instruction::RollDie(_)
            | Instruction::Vote(_)
            | Instruction::Encode { .. }
            | Instruction::WinGame(_)
            | Instruction::LoseGame(_)
            | Instruction::ExtraTurn(_)
            | Instruction::ControlPlayers(_)
            | Instruction::ExtraPhase(_)
            | Instruction::ExtraStep { .. }
            | Instruction::EndTurn
            | Instruction::Designate { .. }
            | Instruction::Undesignate { .. }
            | Instruction::Apply(_)
            | Instruction::Shield(_)
            | Instruction::Unsupported(_) => {
                instruction.courses().into_iter().any(|course| self.any_moves(course))
            }
        }
    }

    /// Keeps where what an instruction binds to a slot comes from.
    fn binds(&mut self, instruction: &Instruction) {
        if let Instruction::RevealUntil(RevealUntil { slot, rest, .. }) = instruction {
            self.bind(Some(*slot), Places::LIBRARY);
            self.bind(Some(*rest), Places::LIBRARY);
        } else if let Instruction::Search(Search { zones, slot, .. }) = instruction {
            self.bind(Some(*slot), Places { library: true, elsewhere: !zones.is_empty() });
        } else if let Instruction::Look { at: what, slot, .. } | Instruction::Reveal { what, slot } =
            instruction
        {
            self.bind(*slot, self.places(what));
        } else if let Instruction::Note { what, slot } = instruction {
            self.bind(Some(*slot), self.places(what));
        } else if let Instruction::Choose(choice) = instruction {
            let from = choice.from.as_ref().map_or(Places::ELSEWHERE, |from| self.places(from));
            self.bind(Some(choice.slot), from);
            self.bind(choice.rest, from);
        }
    }

    /// Whether what is put somewhere leaves a library by it: from one place of a library to another it stays there.
    fn puts(&self, put: &Put) -> bool {
        let from = match put.from {
            Some(Zone::Library) => Places::LIBRARY,
            Some(_) => Places::ELSEWHERE,
            None => self.places(&put.what),
        };
        if put.to == Zone::Library { from.elsewhere } else { from.library }
    }

    fn acts(&self, action: Verb, what: Option<&Selection>) -> bool {
        match action {
            // Of the top of a library unless something else is said.
            Verb::Manifest | Verb::Cloak => what.is_none_or(|what| self.places(what).library),
            Verb::ManifestDread
            | Verb::Explore
            | Verb::Connive
            | Verb::Discover
            | Verb::Learn
            | Verb::Clash
            | Verb::Recruit => true,
            _ => false,
        }
    }
}
