//! Why an ability that waits for an attack or a block has not triggered though there was something like it (508.3, 509.3).

use crate::engine::Outcome;
use crate::engine::reading::Frame;
use crate::engine::reading::filters::matches;
use crate::game::{Attack, Block, Change, ObjectId, Step, Thing};
use crate::ir::event::Attacks;
use crate::ir::{Event, Filter, NamedDeed, Trait, Verb, Zone};
use crate::rules::{RuleId, cr};
use crate::trace::{Note, Reasons, What};

use super::super::Played;
use super::super::whereabouts::path_of;

/// What there has been of combat.
#[derive(Default)]
struct Fought {
    /// The attackers that were declared.
    attacks: Vec<Attack>,
    /// The blockers that were declared, or that an effect made block.
    blocks: Vec<Block>,
    /// What was put onto the battlefield attacking.
    entered_attacking: Vec<ObjectId>,
    /// What was put onto the battlefield blocking.
    entered_blocking: Vec<ObjectId>,
    /// What has become blocked.
    blocked: Vec<ObjectId>,
    /// What left the battlefield while attackers, or blockers, were being declared, and before any was.
    left: Vec<(ObjectId, Step)>,
    /// What assigned no combat damage for want of power.
    powerless: Vec<ObjectId>,
    /// Whether blockers have been declared.
    blockers_declared: bool,
}

/// Why no ability of a permanent has triggered on attacks or blocks, if there was something that is not quite what one of them waits for.
pub(super) fn not_so(
    played: Played<'_>,
    object: ObjectId,
    number: Option<u32>,
) -> Outcome<Option<(&'static str, Reasons)>> {
    let fought = fought(played);
    let Some(source) = path_of(played.game, object).last().copied() else { return Ok(None) };
    let view = played.view;
    let game = played.game;
    let sight = played.sight();
    let controller = view.controller(game, source);
    let characteristics = match &game.object(source).known {
        Some(known) => &known.characteristics,
        None => view.characteristics(game, source),
    };
    let triggered = characteristics
        .abilities
        .iter()
        .filter_map(|instance| Some((instance.origin, instance.ability.as_triggered()?)));
    for (place, (origin, triggered)) in (1u32..).zip(triggered) {
        if number.is_some_and(|number| number != place) {
            continue;
        }
        // What is gone by the time that attackers or blockers have been declared does not see it.
        let left = fought.left.iter().find(|(left, _)| path_of(played.game, object).contains(left));
        if let Some((_, step)) = left
            && waits_for(&triggered.when, *step)
        {
            let rule = if *step == Step::DeclareAttackers { cr!("508.1m") } else { cr!("509.1i") };
            return Ok(Some(("it was gone before the declaration was over", Reasons::of(&[rule]))));
        }
        let frame = Frame::of_source(source, controller, origin);
        let is = |filter: &Filter, its: ObjectId| matches(sight, &frame, filter, its).unwrap_or(false);
        if let Some(found) = why(&triggered.when, &fought, &is) {
            let (words, rule) = found;
            return Ok(Some((words, Reasons::of(&[rule]))));
        }
    }
    Ok(None)
}

/// Whether an event is about the declaration of attackers, or of blockers.
fn waits_for(event: &Event, step: Step) -> bool {
    event.is_made_of(&mut |event| match step {
        Step::DeclareAttackers => matches!(
            event,
            Event::Attacks(_) | Event::PlayerAttacked(..) | Event::PlayerAttacks(_) | Event::AttacksWith(..)
        ),
        Step::DeclareBlockers => {
            matches!(event, Event::Blocks(..) | Event::BecomesBlocked(..) | Event::AttacksUnblocked(_))
        }
        _ => false,
    })
}

fn why(
    event: &Event,
    fought: &Fought,
    is: &dyn Fn(&Filter, ObjectId) -> bool,
) -> Option<(&'static str, RuleId)> {
    match event {
        Event::Any(events) => events.iter().find_map(|event| why(event, fought, is)),
        Event::OneOrMore(event) | Event::CausedBy(_, event) | Event::Provided(_, event) => {
            why(event, fought, is)
        }
        Event::Attacks(its) => not_attacked_so(its, fought, is),
        Event::PlayerAttacked(_, by) => {
            let rule = if by.is_some() { cr!("508.3e") } else { cr!("508.3b") };
            let declared = fought.attacks.iter().any(|attack| matches!(attack.defender, Thing::Player(_)));
            let nothing = fought.attacks.is_empty() && fought.entered_attacking.is_empty();
            let other = !(declared || nothing);
            other.then_some(("no creature was declared as an attacker attacking that player", rule))
        }
        // It has attacked, and whether it is blocked is still to be seen.
        Event::AttacksUnblocked(what) if !fought.blockers_declared => {
            let attacks = fought.attacks.iter().any(|attack| is(what, attack.attacker));
            attacks.then_some(("blockers have not been declared yet", cr!("508.3f")))
        }
        Event::DealsDamage(it) if it.combat != Some(false) => {
            let powerless = fought.powerless.iter().any(|creature| is(&it.source, *creature));
            powerless.then_some(("a creature without power assigns no combat damage", cr!("510.1a")))
        }
        Event::Becomes(what, word)
            if [NamedDeed::Does(Verb::Exert), NamedDeed::ExertedAsItAttacks].contains(word) =>
        {
            let entered = fought.entered_attacking.iter().any(|creature| is(what, *creature));
            entered.then_some((
                "what was not declared as an attacker is not exerted as it attacks",
                cr!("508.1g"),
            ))
        }
        Event::AttacksUnblocked(what) => {
            let blocked = fought.blocked.iter().any(|creature| is(what, *creature));
            blocked.then_some(("it was blocked", cr!("509.3g")))
        }
        Event::Blocks(what, by) if fought.entered_blocking.iter().any(|creature| is(what, *creature)) => {
            let rule = if *by == Filter::EVERYTHING { cr!("509.3a") } else { cr!("509.3b") };
            Some(("what was put onto the battlefield blocking never blocked", rule))
        }
        Event::BecomesBlocked(what, by) if *by != Filter::EVERYTHING => {
            let by_effect = |creature: &ObjectId| {
                is(what, *creature) && !fought.blocks.iter().any(|block| block.attacker == *creature)
            };
            let blocked = fought.blocked.iter().any(by_effect) && fought.entered_blocking.is_empty();
            blocked.then_some(("it has become blocked by no creature", cr!("509.3d")))
        }
        Event::Nth(..)
        | Event::Moves(_)
        | Event::Begins(..)
        | Event::Casts(..)
        | Event::Copies(..)
        | Event::Activates(..)
        | Event::PlaysLand(..)
        | Event::PlayerAttacks(_)
        | Event::Blocks(..)
        | Event::BecomesBlocked(..)
        | Event::BlockedBySoMany(..)
        | Event::DealsDamage(_)
        | Event::Draws(_)
        | Event::Discards(..)
        | Event::GainsLife(_)
        | Event::LosesLife(_)
        | Event::Expends(..)
        | Event::Sacrifices(..)
        | Event::BecomesTapped(_)
        | Event::BecomesUntapped(_)
        | Event::TappedForMana(..)
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
        | Event::Never => None,
    }
}

/// Whether what a filter asks for is so but for that it is saddled.
fn saddled_only(filter: &Filter, is: &dyn Fn(&Filter) -> bool) -> bool {
    let Filter::All(parts) = filter else { return false };
    let saddled = Filter::Is(Trait::Saddled);
    parts.contains(&saddled) && !is(&saddled) && parts.iter().all(|part| *part == saddled || is(part))
}

/// Why a creature that is in combat has not attacked as an ability waits for.
fn not_attacked_so(
    its: &Attacks,
    fought: &Fought,
    is: &dyn Fn(&Filter, ObjectId) -> bool,
) -> Option<(&'static str, RuleId)> {
    if fought.entered_attacking.iter().any(|creature| is(&its.what, *creature)) {
        return Some(("what was put onto the battlefield attacking never attacked", cr!("508.3a")));
    }
    let attacked = |attack: &&Attack| is(&its.what, attack.attacker);
    let other = |attack: &Attack| matches!(attack.defender, Thing::Object(_));
    let elsewhere = fought.attacks.iter().find(attacked).is_some_and(other) && its.player.is_some();
    if elsewhere {
        return Some(("attacking a planeswalker or battle is not attacking a player", cr!("508.3a")));
    }
    let unsaddled = |attack: &Attack| saddled_only(&its.what, &|filter| is(filter, attack.attacker));
    if fought.attacks.iter().any(unsaddled) {
        return Some(("it attacked, and was not saddled", cr!("702.171b")));
    }
    let attacks = fought.attacks.iter().any(|attack| is(&its.what, attack.attacker));
    if attacks && its.alone && fought.attacks.len() > 1 {
        return Some(("it was not the only creature declared as an attacker", cr!("506.5")));
    }
    let why = match fought.attacks.len() {
        ..=1 => "other creatures had to attack with it, and none did",
        _ => "too few of the others that attacked with it are what it asks for",
    };
    (attacks && its.with.is_some()).then_some((why, cr!("508.3a")))
}

fn fought(played: Played<'_>) -> Fought {
    let mut fought = Fought::default();
    let game = played.game;
    // The step whose declaration is being made.
    let mut declaring: Option<Step> = None;
    for entry in played.trace.entries() {
        if let What::Note(Note::HasNoPower(creature)) = &entry.what {
            fought.powerless.push(*creature);
        }
        let What::Changed(change, _) = &entry.what else { continue };
        match change {
            Change::BeginStep(step) => {
                declaring =
                    Some(*step).filter(|it| matches!(it, Step::DeclareAttackers | Step::DeclareBlockers));
                fought.blockers_declared &= *step != Step::BeginningOfCombat;
            }
            Change::Pass => declaring = None,
            Change::BlockersDeclared => fought.blockers_declared = true,
            Change::Attack(attack) => {
                declaring = None;
                fought.attacks.push(*attack);
            }
            Change::Block(block) => {
                declaring = None;
                fought.blocks.push(*block);
            }
            Change::Blocked(attacker) => fought.blocked.push(*attacker),
            Change::Move(it) => {
                let left = declaring.filter(|_| game.object(it.object).zone == Zone::Battlefield);
                fought.left.extend(left.map(|step| (it.object, step)));
                fought.entered_attacking.extend(it.attacking.map(|_| it.new));
                fought.entered_blocking.extend(it.blocking.map(|_| it.new));
            }
            Change::Create(it) => {
                fought.entered_attacking.extend(it.attacking.map(|_| it.new));
                fought.entered_blocking.extend(it.blocking.map(|_| it.new));
            }
            _ => {}
        }
    }
    fought
}
