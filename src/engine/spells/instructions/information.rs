//! CR 608: Resolving Spells and Abilities. The rules behind a number that is asked of what is gone (608.2h, 800.4i).

use crate::engine::additional::merging_with_permanents;
use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::filters::attached_to_gone;
use crate::engine::reading::mana_values;
use crate::engine::reading::{Frame, Sight, informing, left, occurrences};
use crate::engine::spells::linked_abilities;
use crate::game::{Cause, Thing};
use crate::ir::instruction::{Discard, Sacrifice};
use crate::ir::part::{Part, any, mentions};
use crate::ir::quantity::Tally;
use crate::ir::{
    Ability, Condition, Cost, CounterKind, DesignationName, Event, Filter, Instruction, Measure, NamedDeed,
    PaidAs, Players, Quantity, Selection, Verb,
};
use crate::rules::{RuleId, Rules, cr};

use super::{things, who_are};

/// The cause with the rules by which a number is known although what it is asked of is gone.
///
/// # Errors
/// If it can't be told what the number is asked of.
pub(in crate::engine) fn informed(
    play: &mut Play<'_>,
    frame: &Frame,
    cause: Cause,
    quantity: &Quantity,
) -> Outcome<Cause> {
    Ok(of_number(play, frame, quantity)?.iter().fold(cause, Cause::and))
}

/// The rules that decide what a number is: those of [`of_gone`], and those by which an ability knows what was noted, chosen, paid or X.
///
/// # Errors
/// If it can't be told what the number is asked of.
pub(super) fn of_number(play: &mut Play<'_>, frame: &Frame, quantity: &Quantity) -> Outcome<Rules> {
    let rules = of_gone(play, frame, quantity)?;
    // It is worked out once, as the effect is applied.
    let rules =
        if frame.on_stack.is_some() && is_of_the_game(quantity) { rules.and(cr!("608.2h")) } else { rules };
    Ok(of_words(play, frame, quantity)?.iter().fold(rules, Rules::and))
}

/// Whether a number is one that the game has to be asked for as an effect is applied, such as how many objects there are or how great
/// something of one is: none that is printed, was chosen, or was noted before, and nothing that has happened, which is looked back at (608.2i).
pub(in crate::engine) fn is_of_the_game(quantity: &Quantity) -> bool {
    mentions(quantity, |part| matches!(part, Part::Quantity(quantity) if asks_the_game(quantity)))
}

/// The same of what a number is as a whole, whatever it is made of.
pub(super) const fn asks_the_game(quantity: &Quantity) -> bool {
    match quantity {
        Quantity::Sum(_)
        | Quantity::Greatest(_)
        | Quantity::Least(_)
        | Quantity::Count(_)
        | Quantity::Players(_)
        | Quantity::Devotion(_)
        | Quantity::DevotionToChosen(_)
        | Quantity::Domain(_)
        | Quantity::PartyOf(_)
        | Quantity::Distinct(..)
        | Quantity::MostOfOneOwner(_) => true,
        Quantity::Fixed(_)
        | Quantity::X
        | Quantity::Chosen(_)
        | Quantity::ThatMuch
        | Quantity::Prevented
        | Quantity::HowMany(_)
        | Quantity::Plus(_)
        | Quantity::Minus(..)
        | Quantity::Times(..)
        | Quantity::Half(..)
        | Quantity::Negative(_)
        | Quantity::Happened(..)
        | Quantity::SpellsResolved
        | Quantity::MostCastLastTurn
        | Quantity::CastBefore(..)
        | Quantity::CommanderColors
        | Quantity::TimesResolved
        | Quantity::StationedBy
        | Quantity::TimesPaid(_)
        | Quantity::AnyNumber
        | Quantity::Slot(_) => false,
    }
}

/// The rules by which an ability knows a number that another ability has noted (607.2e), the X of the spell that its permanent was (107.3m)
/// or of what has made it (107.3n), and what was paid for that spell (400.7d); and those that say how devotion and parties are counted.
fn of_words(play: &mut Play<'_>, frame: &Frame, quantity: &Quantity) -> Outcome<Rules> {
    let (mut noted, mut says_x, mut says_paid) = (None, false, false);
    let mut rules = Rules::NONE;
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    any(quantity, &mut |place| {
        match place.part {
            Part::Quantity(Quantity::PartyOf(_)) => rules = rules.and(cr!("700.8")),
            Part::Quantity(part) if part.measure().is_some() => {
                let of_values = mana_values::rules_of_number(sight, frame, part);
                rules = of_values.iter().fold(rules, Rules::and);
            }
            Part::Quantity(Quantity::CommanderColors) => rules = rules.and(cr!("903.4")),
            Part::Quantity(Quantity::Devotion(_) | Quantity::DevotionToChosen(_)) => {
                rules = rules.and(cr!("700.5"));
            }
            Part::Quantity(Quantity::Chosen(link)) => noted = Some(*link),
            Part::Quantity(Quantity::X) => says_x = true,
            Part::Selection(Selection::Paid(_)) => says_paid = true,
            _ => {}
        }
        false
    });
    if let Some(link) = noted {
        let view = play.view()?;
        if linked_abilities::notes(view.characteristics(&play.game, frame.source), link) {
            rules = rules.and(cr!("607.2e"));
            if play.game.word(frame.link(link)).is_none() {
                linked_abilities::note_nothing_noted(play, frame);
                // A number that can't be determined is 0.
                rules = rules.and(cr!("107.2"));
            }
        }
    }
    let ability = frame.on_stack.and_then(|on_stack| play.game.object(on_stack).stack_ability());
    let Some(ability) = ability else { return Ok(rules) };
    let source = play.game.object(frame.source);
    let (x, used) = source.announced.as_deref().map_or((0, &[][..]), |its| (its.x, its.used.as_slice()));
    let announced = frame.announcement();
    if says_x && ability.triggered {
        let effect = ability.ability.as_triggered().map(|triggered| &triggered.effect);
        let makes = |part: Part<'_>| match part {
            Part::Delayed(delayed) => Some(&delayed.effect) == effect,
            Part::Instruction(Instruction::WhenYouDo(body) | Instruction::WhenYouDoIf(_, body)) => {
                Some(body) == effect
            }
            _ => false,
        };
        let mut printed = source.base.abilities.iter().map(|instance| &*instance.ability);
        let maker = printed.find(|printed| mentions(*printed, makes));
        if matches!(maker, Some(Ability::Activated(_) | Ability::Spell(_))) {
            // What has an X in its own cost makes an ability with that X.
            rules = rules.and(cr!("107.3n"));
        } else if x > 0 && announced.is_none_or(|its| its.x == x) {
            // An X that was chosen as the ability resolved is its own (107.3f).
            rules =
                rules.and(ability.ability.as_triggered().map_or(cr!("107.3m"), |its| rule_of_x(&its.when)));
        }
    }
    let of_spell = !used.is_empty() && announced.is_some_and(|its| its.used == used);
    if says_paid && ability.triggered && of_spell {
        rules = rules.and(cr!("400.7d"));
    }
    Ok(rules)
}

/// The rule by which a triggered ability knows an X that its object has had chosen for it.
fn rule_of_x(when: &Event) -> RuleId {
    if let Event::Becomes(_, NamedDeed::Gets(DesignationName::Monstrous)) = when {
        return cr!("701.37c");
    }
    if let Event::Becomes(_, NamedDeed::Does(Verb::Cycle)) = when {
        return cr!("107.3e");
    }
    if let Event::TurnedFaceUp(_) = when { cr!("702.37f") } else { cr!("107.3m") }
}

/// The rules by which a number is known although what it is asked of is gone: an object, whose last-known information counts
/// (608.2h), or a player who has left the game (800.4i); those by which it is a team's (810.9a, 810.10a), or what several cards were
/// counts as one (712.21, 730.3).
///
/// # Errors
/// If it can't be told what the number is asked of.
fn of_gone(play: &mut Play<'_>, frame: &Frame, quantity: &Quantity) -> Outcome<Rules> {
    match quantity {
        Quantity::Sum(measure) | Quantity::Greatest(measure) | Quantity::Least(measure)
            if quantity.among().is_none() =>
        {
            of_measure(play, frame, measure)
        }
        Quantity::HowMany(selection) if merging_with_permanents::selects_moved(selection) => {
            let found = things(play, frame, selection)?;
            let (_, rule) = merging_with_permanents::how_many(&play.game, &found);
            Ok(rule.map_or(Rules::NONE, |rule| Rules::of(&[rule])))
        }
        // What it was about then need not be there now.
        Quantity::Happened(event, Tally::Amount, _)
            if event.names_an_object() || matches!(**event, Event::Discards(..)) =>
        {
            Ok(Rules::of(&[cr!("608.2i")]))
        }
        Quantity::Happened(event, ..) => of_happened(play, frame, event),
        Quantity::Count(filter) if let Some((who, _)) = filter.cards_of() => of_players(play, frame, who),
        Quantity::Count(filter) if was_attached(play, frame, filter)? => Ok(Rules::of(&[cr!("608.2h")])),
        Quantity::PartyOf(who) => of_players(play, frame, who),
        Quantity::Plus(parts) => {
            let mut rules = Rules::NONE;
            for part in parts {
                rules = of_gone(play, frame, part)?.iter().fold(rules, Rules::and);
            }
            Ok(rules)
        }
        Quantity::Minus(one, other) => {
            let rules = of_gone(play, frame, one)?;
            Ok(of_gone(play, frame, other)?.iter().fold(rules, Rules::and))
        }
        Quantity::Times(_, part) | Quantity::Half(part, _) | Quantity::Negative(part) => {
            of_gone(play, frame, part)
        }
        Quantity::Fixed(_)
        | Quantity::X
        | Quantity::Chosen(_)
        | Quantity::ThatMuch
        | Quantity::Prevented
        | Quantity::Count(_)
        | Quantity::HowMany(_)
        | Quantity::MostOfOneOwner(_)
        | Quantity::Players(_)
        | Quantity::CommanderColors
        | Quantity::Devotion(_)
        | Quantity::DevotionToChosen(_)
        | Quantity::Domain(_)
        | Quantity::Sum(_)
        | Quantity::Greatest(_)
        | Quantity::Least(_)
        | Quantity::Distinct(..)
        | Quantity::MostCastLastTurn
        | Quantity::CastBefore(..)
        | Quantity::TimesResolved
        | Quantity::SpellsResolved
        | Quantity::StationedBy
        | Quantity::TimesPaid(_)
        | Quantity::AnyNumber
        | Quantity::Slot(_) => {
            let view = play.view()?;
            let sight = Sight { game: &play.game, view: &view };
            let back = left::before(sight, frame, quantity)?.is_some();
            Ok(if back { Rules::of(&[cr!("800.4i")]) } else { Rules::NONE })
        }
    }
}

/// Whether what a kind is attached to has left, so that what was attached to it as it left is meant.
fn was_attached(play: &mut Play<'_>, frame: &Frame, filter: &Filter) -> Outcome<bool> {
    let Some(host) = filter.host() else { return Ok(false) };
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    Ok(!attached_to_gone(sight, frame, host)?.is_empty())
}

/// The same of what is measured of objects or players.
fn of_measure(play: &mut Play<'_>, frame: &Frame, measure: &Measure) -> Outcome<Rules> {
    match measure {
        Measure::PowerOf(objects)
        | Measure::ToughnessOf(objects)
        | Measure::ManaValueOf(objects)
        | Measure::LevelOf(objects)
        | Measure::TimesMutated(objects)
        | Measure::UnlockedHalvesOf(objects)
        | Measure::ManaSpentOn(objects)
        | Measure::ColorsSpentOn(objects)
        | Measure::TargetsOf(objects)
        | Measure::CountersOn(_, objects) => of_objects(play, frame, objects),
        Measure::LifeOf(who) => of_team(play, frame, who, cr!("810.9a")),
        Measure::PlayerCounters(CounterKind::POISON, who) => of_team(play, frame, who, cr!("810.10a")),
        Measure::PlayerCounters(_, who) | Measure::SpeedOf(who) | Measure::TemptedOf(who) => {
            of_players(play, frame, who)
        }
        Measure::StartingLifeOf(_)
        | Measure::TurnsOf(_)
        | Measure::DrawnThisStep(_)
        | Measure::AttackedWith(_) => Ok(Rules::NONE),
    }
}

/// The rule by which it is known whether a condition holds although the player that it is about has left the game (800.4i), or what it is
/// about has changed since.
///
/// # Errors
/// If it also looks at what is there now.
pub(super) fn of_condition(
    play: &mut Play<'_>,
    frame: &Frame,
    condition: &Condition,
) -> Outcome<Option<RuleId>> {
    // What left the battlefield or was discarded this turn need not be found any more.
    if let Condition::Happened(event) = condition
        && matches!(
            **event,
            Event::Moves(_) | Event::Discards(..) | Event::Sacrifices(..) | Event::Destroyed(_)
        )
    {
        return Ok(Some(cr!("608.2i")));
    }
    if let Condition::Happened(event) = condition {
        return Ok(of_happened(play, frame, event)?.iter().next());
    }
    // What was beheld is asked for as it was then.
    if mentions(condition, |part| matches!(part, Part::Selection(Selection::Paid(PaidAs(Verb::Behold))))) {
        return Ok(Some(cr!("701.4b")));
    }
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let before = if let Condition::Exists(filter) = condition {
        left::before_for(sight, frame, filter)?
    } else if let Condition::Compare(quantity, _) = condition {
        left::before(sight, frame, quantity)?
    } else if let Condition::Not(condition) = condition {
        return of_condition(play, frame, condition);
    } else {
        None
    };
    Ok(before.map(|_| cr!("800.4i")))
}

/// The rule by which a number that a cost asks for is known although the object that it is asked of is gone (608.2h).
///
/// # Errors
/// As [`of_number`].
pub(super) fn of_costs(play: &mut Play<'_>, frame: &Frame, costs: &[Cost]) -> Outcome<Rules> {
    let mut rules = Rules::NONE;
    for cost in costs {
        let (Cost::Life(quantity)
        | Cost::Energy(quantity)
        | Cost::ManaTimes(_, quantity)
        | Cost::Each(_, quantity)
        | Cost::Sacrifice(Sacrifice { count: quantity, .. })
        | Cost::Discard(Discard { count: quantity, .. })
        | Cost::Exile(_, _, quantity)
        | Cost::Mill(quantity)
        | Cost::CollectEvidence(quantity)) = cost
        else {
            continue;
        };
        if of_number(play, frame, quantity)?.contains(cr!("608.2h")) {
            rules = rules.and(cr!("608.2h"));
        }
    }
    Ok(rules)
}

/// The rule by which an object is known that is gone, if one of these is.
///
/// # Errors
/// If it can't be told which objects are meant.
pub(super) fn of_objects(play: &mut Play<'_>, frame: &Frame, selection: &Selection) -> Outcome<Rules> {
    let things = things(play, frame, selection)?;
    let gone = |thing: &Thing| thing.object().is_some_and(|object| !play.game.object(object).exists);
    Ok(if things.iter().any(gone) { Rules::of(&[cr!("608.2h")]) } else { Rules::NONE })
}

/// The rule by which it is known who the controller is of an object that is gone, or the owner of one.
///
/// # Errors
/// As [`of_objects`].
pub(super) fn of_whom(play: &mut Play<'_>, frame: &Frame, who: &Players) -> Outcome<Rules> {
    if let Players::OwnerOf(selection) = who {
        return of_objects(play, frame, selection);
    }
    let view = play.view()?;
    let known = informing::is_last_known(Sight { game: &play.game, view: &view }, frame, who)?;
    Ok(if known { Rules::of(&[cr!("608.2h")]) } else { Rules::NONE })
}

/// The same of what has happened this turn, where a player did it who has left the game.
fn of_happened(play: &mut Play<'_>, frame: &Frame, event: &Event) -> Outcome<Rules> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let left = occurrences::by_one_who_has_left(sight, frame, event)?;
    Ok(if left { Rules::of(&[cr!("800.4i")]) } else { Rules::NONE })
}

fn of_players(play: &mut Play<'_>, frame: &Frame, who: &Players) -> Outcome<Rules> {
    let players = who_are(play, frame, who)?;
    let gone = players.into_iter().any(|player| play.game.player(player).gone);
    Ok(if gone { Rules::of(&[cr!("800.4i")]) } else { Rules::NONE })
}

/// The same of what is a team's where teammates share it, by this rule.
fn of_team(play: &mut Play<'_>, frame: &Frame, who: &Players, shared: RuleId) -> Outcome<Rules> {
    let rules = of_players(play, frame, who)?;
    Ok(if play.game.shares_life() { rules.and(shared) } else { rules })
}
