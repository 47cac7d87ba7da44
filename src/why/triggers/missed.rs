//! Why an ability has not triggered though something like its event has happened: that was no such event, or its object was not there.

use std::ops::Range;

use crate::engine::Outcome;
use crate::engine::additional::keyword_abilities;
use crate::engine::concepts::abilities::functions;
use crate::engine::concepts::special_actions::planar_die;
use crate::engine::proposal::{DamageEvent, Proposal};
use crate::engine::reading::events::{Candidate, looks_back, occasion, only_this};
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::events::{Alone, Happening, Part};
use crate::game::{
    AbilityInstance, Answer, CauseKind, Change, Characteristics, ChoiceKind, Item, Known, MoveAction,
    ObjectId, Options, PlayerId, Thing,
};
use crate::ir::event::Made;
use crate::ir::{Ability, Event, Filter, NamedDeed, Verb, Zone};
use crate::rules::{RuleId, cr};
use crate::trace::{Entry, EntryId, Forbidden, Note, Reason, Reasons, What, Would};

use super::super::steps::Came;
use super::super::whereabouts::path_of;
use super::super::{Played, beside};
use super::certain::{is_certain, is_lasting};
use super::steps;

/// That nothing was an event of an ability, where it is not said what was nearly one.
pub(super) const NOTHING: [&str; 3] = [
    "nothing that happened while it was there is what it waits for",
    "nothing that happened while it was phased in is what it waits for",
    "nothing that happened is what it waits for",
];

/// The triggered abilities that an object had in one of its stays, and who controlled it there.
pub(super) struct Stay {
    pub(super) object: ObjectId,
    pub(super) controller: PlayerId,
    /// Those that are asked about and functioned there.
    pub(super) abilities: Vec<AbilityInstance>,
}

impl Stay {
    /// What one had of which this is known.
    fn of(
        sight: Sight<'_>,
        object: ObjectId,
        known: (&Characteristics, PlayerId),
        number: Option<u32>,
    ) -> Self {
        let (its, controller) = known;
        let zone = sight.game.object(object).home();
        let triggered = its.abilities.iter().filter(|it| matches!(&*it.ability, Ability::Triggered(_)));
        let asked = (1..).zip(triggered).filter(|(place, instance)| {
            number.is_none_or(|number| number == *place) && functions(instance, zone)
        });
        let abilities = asked.map(|(_, instance)| instance.clone()).collect();
        Self { object, controller, abilities }
    }

    /// The rule that says what those abilities are, if they are what one keyword stands for.
    fn rule_of_keyword(&self) -> Option<RuleId> {
        let keyword = self.abilities.first()?.keyword?;
        let same = self.abilities.iter().all(|instance| instance.keyword == Some(keyword));
        if same { keyword_abilities::rule_of(keyword) } else { None }
    }

    /// What an object has, or had last.
    pub(super) fn last(sight: Sight<'_>, object: ObjectId, number: Option<u32>) -> Self {
        let its = sight.view.characteristics(sight.game, object);
        Self::of(sight, object, (its, sight.view.controller(sight.game, object)), number)
    }

    /// Whether this holds for the event of one of the abilities, with a frame of the ability.
    pub(super) fn waits_for(&self, holds: &dyn Fn(&Frame, &Event) -> bool) -> bool {
        self.abilities.iter().any(|instance| {
            let frame = Frame::of_source(self.object, self.controller, instance.origin);
            instance.ability.as_triggered().is_some_and(|ability| holds(&frame, &ability.when))
        })
    }
}

/// Whether an entry tells that an object has come to be where it is.
pub(super) fn is_coming(entry: &Entry, object: ObjectId) -> bool {
    Came::of(entry).is_some_and(|came| came.object() == object)
}

/// Whether an entry tells that an object is no longer where it was.
pub(super) fn is_leaving(entry: &Entry, object: ObjectId) -> bool {
    match &entry.what {
        What::Changed(Change::Move(it), _) => it.object == object,
        What::Changed(Change::Cease(it) | Change::LeaveGame(it, _), _) => *it == object,
        _ => false,
    }
}

/// Where what happened at the same time as the change at a place begins.
pub(super) fn start_of_batch(entries: &[Entry], place: usize) -> usize {
    let batch = batch_of(entries, place);
    let same = |at: &usize| batch.is_some() && batch_of(entries, *at) == batch;
    (0..place).rev().take_while(same).last().unwrap_or(place)
}

fn batch_of(entries: &[Entry], place: usize) -> Option<u32> {
    match entries.get(place).map(|entry| &entry.what) {
        Some(What::Changed(_, batch)) => Some(*batch),
        _ => None,
    }
}

/// Why what has happened while an object was there to wait was not what an ability of its waits for, and by which rule: something else has
/// happened instead (603.2g), so that something was not put into a graveyard, nobody drew a card, or gained or lost life, or damage was
/// prevented or dealt to another; or something entered tapped and did not become tapped (603.2e).
pub(super) fn no_event(
    played: Played<'_>,
    object: ObjectId,
    number: Option<u32>,
) -> Outcome<Option<(&'static str, Reason)>> {
    let path = path_of(played.game, object);
    let sight = played.sight();
    let entries = played.trace.entries();
    // What has been done for a mana ability, and whether its cost has tapped the permanent (106.12).
    let parent_of = |entry: &Entry| entry.parent.and_then(|parent| entries.get(parent.0 as usize));
    let in_mana_ability = |entry: &Entry| {
        parent_of(entry).is_some_and(|parent| matches!(parent.what, What::Activates { mana: true, .. }))
    };
    let was_tapped = |entry: &Entry, permanent: ObjectId| {
        in_mana_ability(entry)
            && entries.iter().any(|other| {
                other.parent == entry.parent
                    && matches!(other.what, What::Changed(Change::Tap(it, true), _) if it == permanent)
            })
    };
    Ok(path.into_iter().find_map(|object| {
        let stay = Stay::last(sight, object, number);
        let came = entries.iter().position(|entry| is_coming(entry, object));
        let since = came.map_or(0, |came| start_of_batch(entries, came));
        let there = entries.iter().skip(since).take_while(|entry| !is_leaving(entry, object));
        let entered_tapped = |new: ObjectId| {
            let waits = stay.waits_for(&|frame, event| {
                waits_for_tapping(event, &|what| {
                    is_lasting(what)
                        && (only_this(what) || is_as_it_was(sight, new))
                        && matches(sight, frame, what, new).unwrap_or(false)
                })
            });
            waits.then_some(match new == object {
                true => ("it was tapped as it entered, and did not become tapped", cr!("603.2e")),
                false => ("what entered tapped did not become tapped", cr!("603.2e")),
            })
        };
        there.into_iter().find_map(|entry| {
            let waits_for_step = |step, active| {
                stay.waits_for(&|frame, event| steps::is_beginning(sight, frame, event, (step, active)))
            };
            let found = match &entry.what {
                What::Replaced(_, _, Would::Step(_) | Would::Turn) => steps::skipped(entry, waits_for_step),
                What::Replaced(thing, _, would) => {
                    let waits =
                        stay.waits_for(&|frame, event| is_event(sight, frame, event, (*thing, would)));
                    waits.then_some(match would {
                        Would::Prevented { .. } => ("what it waits for was prevented", cr!("603.2g")),
                        _ => ("what it waits for was replaced", cr!("603.2g")),
                    })
                }
                What::Note(Note::Cant(Forbidden::Damage { amount, combat }, thing, source)) => {
                    let would = Would::Prevented { source: *source, amount: *amount, combat: *combat };
                    stay.waits_for(&|frame, event| is_event(sight, frame, event, (*thing, &would)))
                        .then_some(("what it waits for was prevented", cr!("603.2g")))
                }
                What::Note(Note::NoMana(source, player)) if was_tapped(entry, *source) => stay
                    .waits_for(&|frame, event| is_for_mana(sight, frame, event, *source, Some(*player)))
                    .then_some(("what was tapped produced no mana", cr!("106.12a"))),
                What::Changed(Change::Damage { source, to, amount, combat, .. }, _) => {
                    let would = Would::Damage { source: *source, amount: *amount, combat: !combat };
                    let fights = entry.rules.contains(cr!("701.14a"));
                    let is_it = |frame: &Frame, what: &Filter| {
                        source.is_some_and(|it| matches(sight, frame, what, it).unwrap_or(false))
                    };
                    stay.waits_for(&|frame, event| {
                        is_event(sight, frame, event, (*to, &would))
                            || fights && waits_for_combat_damage(event, &|what| is_it(frame, what))
                    })
                    .then_some(of_damage(*combat, fights))
                }
                What::Changed(Change::Tap(tapped, true), _) if !in_mana_ability(entry) => stay
                    .waits_for(&|frame, event| is_for_mana(sight, frame, event, *tapped, None))
                    .then_some(("what became tapped was not tapped for mana", cr!("106.12"))),
                _ => Came::of(entry)
                    .filter(|came| came.enters_tapped())
                    .and_then(|came| entered_tapped(came.object())),
            };
            found.map(|(why, rule)| (why, Reason { rule, step: Some(entry.id) }))
        })
    }))
}

/// Why damage is not what an ability waits for that waits for combat damage, or for other damage (120.2).
fn of_damage(combat: bool, fights: bool) -> (&'static str, RuleId) {
    match combat {
        true => ("combat damage is not what it waits for", cr!("120.2a")),
        false if fights => ("damage that creatures deal as they fight is no combat damage", cr!("701.14d")),
        false => ("what was dealt was no combat damage", cr!("120.2b")),
    }
}

/// Whether an event is that something of which this holds deals combat damage.
fn waits_for_combat_damage(event: &Event, is: &dyn Fn(&Filter) -> bool) -> bool {
    event.is_made_of(
        &mut |event| matches!(event, Event::DealsDamage(it) if it.combat == Some(true) && is(&it.source)),
    )
}

/// Whether an event is that something of which this holds becomes tapped.
fn waits_for_tapping(event: &Event, is: &dyn Fn(&Filter) -> bool) -> bool {
    event.is_made_of(&mut |event| matches!(event, Event::BecomesTapped(what) if is(what)))
}

/// Whether an event is that such a permanent is tapped for mana, by this player if that is said (106.12a).
fn is_for_mana(
    sight: Sight<'_>,
    frame: &Frame,
    event: &Event,
    permanent: ObjectId,
    by: Option<PlayerId>,
) -> bool {
    event.is_made_of(&mut |event| {
        let Event::TappedForMana(who, what, _) = event else { return false };
        let meant = players(sight, frame, who);
        by.is_none_or(|by| meant.is_ok_and(|meant| meant.contains(&by)))
            && is_as_it_was(sight, permanent)
            && matches(sight, frame, what, permanent).unwrap_or(false)
    })
}

/// Whether what would have happened to something is such an event.
fn is_event(sight: Sight<'_>, frame: &Frame, event: &Event, (thing, would): (Thing, &Would)) -> bool {
    match event.made() {
        Made::Any(events) => {
            return events.iter().any(|event| is_event(sight, frame, event, (thing, would)));
        }
        Made::OneOrMore(event) | Made::CausedBy(_, event) | Made::Provided(_, event) => {
            return is_event(sight, frame, event, (thing, would));
        }
        // Whether it would have been the first of them is not counted.
        Made::Nth(..) => return false,
        Made::Plain => {}
    }
    let proposal = match (would, thing) {
        (Would::Draw, Thing::Player(player)) => Proposal::Draw(player),
        (Would::Life(amount, _), Thing::Player(player)) => Proposal::Life(player, *amount),
        (
            Would::Damage { source: Some(source), amount, combat }
            | Would::Prevented { source: Some(source), amount, combat }
            | Would::Redirected { source: Some(source), amount, combat, .. },
            to,
        ) => {
            let (source, amount, combat) = (Some(*source), *amount, *combat);
            Proposal::Damage(DamageEvent { source, to, amount, combat, preventable: true })
        }
        // What is not destroyed goes nowhere.
        (Would::Destruction, Thing::Object(object)) => Proposal::Move {
            object,
            from: sight.game.object(object).home(),
            to: Zone::Graveyard,
            action: MoveAction::Destroy,
            causer: None,
            arrived: None,
        },
        // What goes elsewhere than to a graveyard leaves all the same.
        (Would::Move(Some(to @ Zone::Graveyard)), Thing::Object(object)) if matches!(event, Event::Moves(moves) if moves.to == [*to]) =>
        {
            let from = sight.game.object(object).home();
            Proposal::Move { object, from, to: *to, action: MoveAction::Put, causer: None, arrived: None }
        }
        _ => return false,
    };
    occasion(sight, frame, event, Candidate::Would(&proposal)).is_ok_and(|found| found.is_some())
}

/// Why nothing that has happened has made an ability of an object trigger that functioned where the object was: there was no such event (603.2),
/// or only that something phased in or out (702.26d), or the object was phased out then (702.26b) or no longer there just after it (603.10).
pub(super) fn meanwhile(
    played: Played<'_>,
    object: ObjectId,
    number: Option<u32>,
) -> Outcome<(&'static str, Reasons)> {
    let path = path_of(played.game, object);
    let game = played.game;
    let sight = played.sight();
    let entries = played.trace.entries();
    let stays: Vec<Stay> = path.into_iter().map(|object| Stay::last(sight, object, number)).collect();
    let (mut has_phased, mut while_phased_out) = (false, false);
    let (mut was_away, mut while_away) = (false, false);
    let mut phasing = false;
    for (place, stay) in stays.iter().enumerate() {
        phasing |= sees_phasing(sight, entries, stay);
        for (away, known) in phased_out(sight, entries, stay.object) {
            has_phased = true;
            // What was phased out on the board is what its card says.
            let its = game.object(stay.object);
            let known = known.map(|known| (&*known.characteristics, known.controller));
            let stay = Stay::of(sight, stay.object, known.unwrap_or((&its.base, its.controller)), number);
            phasing |= sees_phasing(sight, entries, &stay);
            while_phased_out |= misses(sight, entries, &stay, away);
        }
        if stay.abilities.is_empty() {
            continue;
        }
        was_away |= entries.iter().any(|entry| is_coming(entry, stay.object));
        // As another object it may have the ability again.
        let again = stays.iter().skip(place + 1).find(|other| !other.abilities.is_empty());
        let back = again.and_then(|again| entries.iter().position(|it| is_coming(it, again.object)));
        let end = back.map_or(entries.len(), |back| start_of_batch(entries, back));
        if let Some(left) = entries.iter().position(|entry| is_leaving(entry, stay.object)) {
            was_away = true;
            while_away |= misses(sight, entries, stay, start_of_batch(entries, left)..end);
        }
    }
    let why = match (was_away, has_phased) {
        (true, _) => NOTHING[0],
        (false, true) => NOTHING[1],
        (false, false) if stays.iter().all(|stay| steps_are_missing(sight, entries, stay)) => {
            "no step in which it would trigger has begun"
        }
        (false, false) => NOTHING[2],
    };
    let untargeted = stays.iter().any(|stay| {
        let waits = stay.waits_for(&|_, event| {
            event.is_made_of(
                &mut |event| matches!(event, Event::BecomesTarget { what, .. } if only_this(what)),
            )
        });
        waits && entries.iter().any(|entry| beside::untargeted(game, entry) == Some(stay.object))
    });
    if untargeted {
        return Ok(("it was affected without being a target", Reasons::of(&[cr!("115.10a"), cr!("603.2")])));
    }
    if let Some(roll) = no_chaos(entries, &stays) {
        return Ok(("the planar die did not show the chaos symbol", roll.and(cr!("603.2"))));
    }
    let why = if phasing { "what phases in or out does not enter or leave" } else { why };
    let mut rules = Reasons::of(&[if phasing { cr!("702.26d") } else { cr!("603.2") }]);
    // What it waits for is what the keyword means.
    if let Some(rule) = stays.last().and_then(Stay::rule_of_keyword) {
        rules = rules.led_by(rule);
    }
    for (missed, rule) in [(while_phased_out, cr!("702.26b")), (while_away, cr!("603.10"))] {
        // Why it is no such event says more than that there was none.
        if missed {
            rules = rules.led_by(rule);
        }
    }
    Ok((why, rules))
}

/// The rules by which chaos abilities did not trigger of a planar die: it came up blank, or with the planeswalker symbol (311.7, 901.9a).
fn no_chaos(entries: &[Entry], stays: &[Stay]) -> Option<Reasons> {
    let is_chaos = |event: &Event| matches!(event, Event::Does(_, NamedDeed::Does(Verb::ChaosEnsues)));
    let waits = |stay: &Stay| stay.waits_for(&|_, event| event.is_made_of(&mut |made| is_chaos(made)));
    if !stays.iter().any(waits) {
        return None;
    }
    let rolls = |id: EntryId| {
        entries
            .iter()
            .any(|entry| entry.id == id && matches!(entry.what, What::Note(Note::RollsPlanarDie(_))))
    };
    entries.iter().rev().find_map(|entry| {
        let What::Chose(choice, Answer::Picked(picked), _) = &entry.what else { return None };
        let Options::Pick { from, .. } = &choice.options else { return None };
        if choice.kind != ChoiceKind::Random || !entry.parent.is_some_and(rolls) {
            return None;
        }
        let side = picked.first().and_then(|index| from.get(usize::try_from(*index).ok()?));
        let of_side = |rule| Reasons::NONE.and(Reason { rule, step: Some(entry.id) });
        match side {
            Some(Item::Word(side)) if *side == planar_die::BLANK => {
                Some(of_side(cr!("901.9a")).and(cr!("311.7")))
            }
            Some(Item::Word(side)) if *side == planar_die::PLANESWALKER => Some(of_side(cr!("311.7"))),
            _ => None,
        }
    })
}

/// Whether all abilities of a stay wait for steps or phases that have not come.
fn steps_are_missing(sight: Sight<'_>, entries: &[Entry], stay: &Stay) -> bool {
    let other = |frame: &Frame, event: &Event| !steps::has_not_come(sight, entries, frame, event);
    !stay.abilities.is_empty() && !stay.waits_for(&other)
}

/// Whether something has phased in or out whose entering or leaving an ability of the stay waits for, while that was there to see it.
fn sees_phasing(sight: Sight<'_>, entries: &[Entry], stay: &Stay) -> bool {
    let away = phased_out(sight, entries, stay.object);
    let came = entries.iter().position(|entry| is_coming(entry, stay.object)).unwrap_or(0);
    let left = entries.iter().position(|entry| is_leaving(entry, stay.object)).unwrap_or(entries.len());
    entries.iter().enumerate().take(left).skip(came).any(|(place, entry)| {
        let (object, leaving) = match &entry.what {
            What::Changed(Change::PhaseOut { object, .. }, _) => (*object, true),
            What::Changed(Change::PhaseIn(object), _) => (*object, false),
            _ => return false,
        };
        let itself = object == stay.object;
        let there = itself || !away.iter().any(|(range, _)| range.contains(&place));
        there
            && stay.waits_for(&|frame, event| {
                waits_to_change_zones(event, leaving, &|what| match itself && only_this(what) {
                    true => true,
                    false => {
                        is_lasting(what)
                            && is_as_it_was(sight, object)
                            && matches(sight, frame, what, object).unwrap_or(false)
                    }
                })
            })
    })
}

/// Whether an event is that something of which this holds enters the battlefield, or leaves it for anywhere.
fn waits_to_change_zones(event: &Event, leaving: bool, is: &dyn Fn(&Filter) -> bool) -> bool {
    event.is_made_of(&mut |event| {
        let Event::Moves(moves) = event else { return false };
        let such = match leaving {
            true => moves.from == [Zone::Battlefield] && moves.to.is_empty(),
            false => moves.from.is_empty() && moves.to == [Zone::Battlefield],
        };
        such && is(&moves.what)
    })
}

/// From where to where in the trace a permanent was phased out, and what it was then, unless it was so on the board.
fn phased_out<'a>(
    sight: Sight<'a>,
    entries: &'a [Entry],
    object: ObjectId,
) -> Vec<(Range<usize>, Option<&'a Known>)> {
    let its = sight.game.object(object);
    let mut found = Vec::new();
    let mut since: Option<(usize, Option<&Known>)> = None;
    let mut told = false;
    for (place, entry) in entries.iter().enumerate() {
        match &entry.what {
            What::Changed(Change::PhaseOut { object: out, known, .. }, _) if *out == object => {
                told = true;
                since = since.or_else(|| Some((start_of_batch(entries, place), known.as_deref())));
            }
            What::Changed(Change::PhaseIn(back), _) if *back == object => {
                // It may have been so on the board.
                let (from, known) = since.take().unwrap_or((0, None));
                told = true;
                found.push((from..start_of_batch(entries, place), known));
            }
            _ => {}
        }
    }
    if its.phased_out.is_some() {
        let (from, known) = since.filter(|_| told).unwrap_or((0, its.known.as_deref()));
        found.push((from..entries.len(), known));
    }
    found
}

/// Whether in this part of the trace an event has happened that an ability of the stay waits for, as far as it is certain from what the
/// objects are now. At the same time as the object goes it is still there for what looks back (603.10).
fn misses(sight: Sight<'_>, entries: &[Entry], stay: &Stay, away: Range<usize>) -> bool {
    let going = batch_of(entries, away.start);
    let missed = |happening: &Happening, at_once: bool| {
        objects_of(happening).into_iter().all(|object| is_as_it_was(sight, object))
            && stay.waits_for(&|frame, event| {
                event.alternatives().iter().any(|event| {
                    is_certain(event)
                        && !(at_once && looks_back(event))
                        && occasion(sight, frame, event, Candidate::Happened(happening))
                            .is_ok_and(|found| found.is_some())
                })
            })
    };
    away.into_iter().any(|place| {
        let at_once = going.is_some() && batch_of(entries, place) == going;
        match entries.get(place).map(|entry| (&entry.what, entry.cause)) {
            // All the targets are chosen in one step (601.2c).
            Some((What::Targets(by, things), CauseKind::Announcement(player))) => things
                .iter()
                .any(|thing| missed(&Happening::Targeted { thing: *thing, by: *by, player }, at_once)),
            _ => happening(entries, place).is_some_and(|happening| missed(&happening, at_once)),
        }
    })
}

/// What the entry at a place tells, as triggered abilities look at it; only of what an entry tells whole.
pub(super) fn happening(entries: &[Entry], place: usize) -> Option<Happening> {
    let entry = entries.get(place)?;
    Some(match &entry.what {
        What::Changed(change, _) => match change {
            Change::Move(it) => Happening::Moved {
                from: it.object,
                to: it.new,
                action: it.action,
                causer: None,
                part: Part::Whole,
            },
            Change::Create(it) if it.zone == Zone::Battlefield => Happening::Created { object: it.new },
            // The spell becomes cast as the last step of its being cast (601.2i).
            Change::CastCounted(_) => {
                let mut beside = entries.iter().take(place).rev().filter(|it| it.parent == entry.parent);
                beside.find_map(|entry| match &entry.what {
                    What::Casts(player, spell) => Some(Happening::Cast { player: *player, spell: *spell }),
                    _ => None,
                })?
            }
            Change::Damage { source, to, amount, combat, .. } => {
                Happening::Damage { source: *source, to: *to, amount: *amount, combat: *combat }
            }
            Change::Leave(player) => Happening::LostGame { player: *player },
            Change::Life(player, amount) => Happening::Life { player: *player, amount: *amount },
            Change::Counters(object, kind, amount) => {
                Happening::Counters { object: *object, kind: *kind, amount: *amount, causer: None }
            }
            // What is put onto the battlefield attacking was never declared (508.4).
            Change::Attack(attack) if entry.rules.contains(cr!("508.1k")) => Happening::Attacks {
                attacker: attack.attacker,
                defender: attack.defender,
                alone: Alone::Together,
            },
            Change::Tap(object, tapped) => Happening::Tapped { object: *object, tapped: *tapped },
            _ => return None,
        },
        What::Step(active, step) => Happening::Begins { step: *step, active: *active },
        _ => return None,
    })
}

/// The objects that take part in something that has happened.
fn objects_of(happening: &Happening) -> Vec<ObjectId> {
    match happening {
        Happening::Moved { from, to, .. } => vec![*from, *to],
        Happening::Created { object } | Happening::Tapped { object, .. } => vec![*object],
        Happening::Cast { spell, .. } => vec![*spell],
        Happening::Counters { object, .. } => vec![*object],
        Happening::Attacks { attacker, defender, .. } => {
            std::iter::once(*attacker).chain(defender.object()).collect()
        }
        Happening::Targeted { thing, by, .. } => std::iter::once(*by).chain(thing.object()).collect(),
        Happening::Damage { source, to, .. } => source.iter().copied().chain(to.object()).collect(),
        _ => Vec::new(),
    }
}

/// Whether nothing has changed of an object what [`is_lasting`] looks at, so that it is now, or was last, what it was then.
pub(super) fn is_as_it_was(sight: Sight<'_>, object: ObjectId) -> bool {
    let its = sight.game.object(object);
    let now = sight.view.characteristics(sight.game, object);
    now.name == its.base.name
        && now.types == its.base.types
        && now.colors == its.base.colors
        && sight.view.controller(sight.game, object) == its.controller
}
