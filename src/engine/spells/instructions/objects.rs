//! Instructions about objects.

use crate::engine::additional::copying_objects::on_the_stack::{self, Copying};
use crate::engine::additional::keyword_abilities::{phasing, station};
use crate::engine::additional::keyword_actions::{counter, destroy, fight, regenerate, tap, transform};
use crate::engine::additional::merging_with_permanents;
use crate::engine::concepts::targets::changing;
use crate::engine::concepts::tokens;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::Sight;
use crate::engine::spells::one_shot_effects;
use crate::engine::zones::general;
use crate::game::{
    Answer, Cause, Change, Choice, ChoiceKind, Item, Move, MoveAction, ObjectId, Options, PlayerId, Thing,
};
use crate::ir::instruction::CopySpell;
use crate::ir::instruction::sorts::{
    about_combat, about_players, by_themselves, never_followed, of_abilities, that_last, that_turn_over,
    with_courses,
};
use crate::ir::{CounterKind, Event, Filter, Instruction, Quantity, Selection, Zone};
use crate::ir::{Players, Slot};
use crate::rules::{Rules, cr};
use crate::trace::{Forbidden, Level, Note};

use super::{Frame, amount, cause, objects_there, sacrificing, things, who_are};

mod attaching;
mod counted;
mod exiling;
pub(super) mod putting;
mod showing;

use self::counted::{put_counters, remove_counters};
use exiling::exile_objects;
use putting::put_objects;

/// Follows the instruction if it is about objects; says whether it was.
pub(super) fn follow(play: &mut Play<'_>, frame: &mut Frame, instruction: &Instruction) -> Outcome<bool> {
    match instruction {
        Instruction::Exile(exile) => exile_objects(play, frame, exile)?,
        Instruction::Destroy { what, no_regeneration, slot, buried } => {
            destroy_objects(play, frame, what, *no_regeneration, (*slot, *buried))?
        }
        Instruction::Sacrifice(it) => sacrificing::sacrifice_objects(play, frame, it)?,
        Instruction::Put(put) => put_objects(play, frame, put)?,
        Instruction::Counter { what, to, counters, slot } => {
            counter_spells(play, frame, what, (*to, counters), *slot)?
        }
        Instruction::Tap { what, slot } => {
            let objects = objects_there(play, frame, what)?;
            let done = tap::tap_each(play, cause(frame, cr!("701.26a")), &objects, true)?;
            frame.bind(*slot, done.into_iter().map(Thing::Object).collect());
        }
        Instruction::Untap { what, slot } => {
            let objects = objects_there(play, frame, what)?;
            let done = tap::tap_each(play, cause(frame, cr!("701.26b")), &objects, false)?;
            frame.bind(*slot, done.into_iter().map(Thing::Object).collect());
        }
        Instruction::RemoveDamage(what) => remove_damage(play, frame, what)?,
        Instruction::Attach { what, to, as_creature, slot } => {
            attaching::attach_objects(play, frame, (what, to), *as_creature, *slot)?
        }
        Instruction::Unattach(what) => attaching::unattach_objects(play, frame, what)?,
        Instruction::PutCounters { kind, count, on, divided, up_to, and, slot } => {
            put_counters(play, frame, ((*kind, count), and, on), (*divided, *up_to), *slot)?
        }
        Instruction::RemoveCounters { kind: Some(kind), count, from, up_to, slot } => {
            remove_counters(play, frame, (*kind, count.as_ref(), from), *up_to, *slot)?
        }
        Instruction::RemoveCounters { kind: None, count: Some(count), from, up_to, slot } => {
            remove_counters_of_any_kind(play, frame, (count, from), *up_to, *slot)?
        }
        Instruction::Regenerate(what) => regenerate_objects(play, frame, what)?,
        Instruction::Fight(one, other) => {
            let first = objects_there(play, frame, one)?.first().copied();
            let second = objects_there(play, frame, other)?.first().copied();
            let both = [(one, first), (other, second)];
            fight::fight(play, cause(frame, cr!("701.14a")), frame, both)?;
        }
        Instruction::PhaseOut { what, until, tapping } => {
            phase_objects_out(play, frame, what, (until.as_deref(), *tapping))?
        }
        Instruction::Look { who, at, slot } => showing::look(play, frame, (who, at), *slot)?,
        Instruction::Reveal { what, slot } => showing::reveal_cards(play, frame, what, *slot)?,
        Instruction::RevealHand(who) => showing::reveal_hands(play, frame, who)?,
        Instruction::Create(create) => {
            let keyword = play.keyword_rule(frame);
            let by = keyword.into_iter().fold(cause(frame, cr!("701.7a")), Cause::and);
            let new = tokens::create(play, by, frame, create)?;
            frame.bind(create.slot, new.into_iter().map(Thing::Object).collect());
        }
        Instruction::CopySpell(CopySpell { what, who, count, new_targets, except, targeting, slot }) => {
            copy_spell(play, frame, (what, who, count), (*new_targets, except, targeting.as_ref()), *slot)?
        }
        Instruction::Encode { on } => encode(play, frame, on)?,
        Instruction::ChangeTargets { of, may } => {
            for object in objects_there(play, frame, of)? {
                changing::change(play, cause(frame, cr!("115.7")), frame, object, *may)?;
            }
        }
        Instruction::Transform { what, converting, slot } => {
            transform_objects(play, frame, what, *converting, *slot)?
        }
        Instruction::Flip(what) => flip_objects(play, frame, what)?,
        with_courses!()
        | of_abilities!()
        | about_players!()
        | that_last!()
        | that_turn_over!()
        | about_combat!()
        | by_themselves!()
        | never_followed!() => return Ok(false),
    }
    Ok(true)
}

/// Spells and abilities are countered (701.6a).
fn counter_spells(
    play: &mut Play<'_>,
    frame: &mut Frame,
    what: &Selection,
    (to, counters): (Option<Zone>, &[(CounterKind, Quantity)]),
    slot: Option<Slot>,
) -> Outcome {
    let counters = counters_with(play, frame, counters)?;
    // Where the card has but the word for it, the keyword says it.
    let keyword = play.keyword_rule(frame);
    let by = keyword.into_iter().fold(cause(frame, cr!("701.6a")), Cause::and);
    let objects = objects_there(play, frame, what)?;
    let (countered, abilities) = counter::counter(play, by, &objects, to, &counters)?;
    frame.did = !countered.is_empty() || abilities > 0;
    let went = |object: &ObjectId| to.is_none_or(|to| play.game.object(*object).zone == to);
    frame.bind(slot, countered.into_iter().filter(went).map(Thing::Object).collect());
    Ok(())
}

/// All damage marked on permanents is removed from them (120.6).
fn remove_damage(play: &mut Play<'_>, frame: &mut Frame, what: &Selection) -> Outcome {
    let by = match frame.within {
        Some(rule) => cause(frame, rule),
        None => cause(frame, cr!("120.6")),
    };
    for object in objects_there(play, frame, what)? {
        if play.game.object(object).damage > 0 {
            play.change(by, Level::Default, Change::RemoveDamage(object));
        }
    }
    Ok(())
}

/// Counters of whichever kind there is are removed.
fn remove_counters_of_any_kind(
    play: &mut Play<'_>,
    frame: &mut Frame,
    (count, from): (&Quantity, &Selection),
    up_to: bool,
    slot: Option<Slot>,
) -> Outcome {
    if !players_of(play, frame, from)?.is_empty() {
        return Err(Halt::undecided(frame.source, "which counters a player loses is not asked"));
    }
    let mut kinds: Vec<CounterKind> = Vec::new();
    for object in objects_there(play, frame, from)? {
        let its = play.game.object(object).counters.iter().map(|(kind, _)| *kind);
        kinds.extend(its.filter(|kind| !kinds.contains(kind)).collect::<Vec<_>>());
    }
    match kinds.as_slice() {
        [] => frame.numbers.extend(slot.map(|slot| (slot, 0))),
        [only] => remove_counters(play, frame, (*only, Some(count), from), up_to, slot)?,
        _ => {
            let why = "which of several sorts of counters are removed is not asked";
            return Err(Halt::undecided(frame.source, why));
        }
    }
    Ok(())
}

/// Permanents are regenerated (701.19a), unless they are gone.
fn regenerate_objects(play: &mut Play<'_>, frame: &mut Frame, what: &Selection) -> Outcome {
    if !is_too_late(play, frame, what)? {
        for object in objects_there(play, frame, what)? {
            regenerate::regenerate(play, cause(frame, cr!("701.19a")), frame, object);
        }
    }
    Ok(())
}

/// Permanents phase out (702.26b), perhaps until something happens.
fn phase_objects_out(
    play: &mut Play<'_>,
    frame: &mut Frame,
    what: &Selection,
    (until, tapping): (Option<&Event>, bool),
) -> Outcome {
    let objects = objects_there(play, frame, what)?;
    let by_cause = cause(frame, cr!("702.26b"));
    match until {
        Some(until) => {
            one_shot_effects::phase_out_until(play, by_cause, frame, &objects, (until, tapping))?;
        }
        None => phasing::phase_out(play, by_cause, &objects, None)?,
    }
    Ok(())
}

/// Flip cards are flipped (710.2).
fn flip_objects(play: &mut Play<'_>, frame: &mut Frame, what: &Selection) -> Outcome {
    for object in objects_there(play, frame, what)? {
        let its = play.game.object(object);
        // Only what has a lower half to show, and has not flipped yet (710.4).
        if its.on_battlefield() && !its.flipped {
            play.change(cause(frame, cr!("710.2")), Level::Default, Change::Flip(object));
        }
    }
    Ok(())
}

/// Permanents transform or convert, each once at most for one ability (701.27f, 701.28e).
fn transform_objects(
    play: &mut Play<'_>,
    frame: &mut Frame,
    what: &Selection,
    converting: bool,
    slot: Option<Slot>,
) -> Outcome {
    let (rule, at_most_once) = match converting {
        true => (cr!("701.28a"), cr!("701.28e")),
        false => (cr!("701.27a"), cr!("701.27f")),
    };
    let mut these = Vec::new();
    for object in objects_there(play, frame, what)? {
        if transform::has_already(&play.game, frame, object) {
            let kind = cause(frame, at_most_once).kind;
            let rules = Rules::of(&[at_most_once]);
            play.note(Level::Default, kind, rules, Note::StaysAsItIs(object));
            continue;
        }
        these.push(object);
    }
    let done = transform::transform_each(play, cause(frame, rule), &these)?;
    frame.bind(slot, done.into_iter().map(Thing::Object).collect());
    Ok(())
}

/// A spell or ability on the stack is copied by each who is told to (707.10).
fn copy_spell(
    play: &mut Play<'_>,
    frame: &mut Frame,
    (what, who, count): (&Selection, &Players, &Quantity),
    (new_targets, except, targeting): (bool, &[crate::ir::Change], Option<&Selection>),
    slot: Option<Slot>,
) -> Outcome {
    let targeting = match targeting {
        Some(selection) => Some(things(play, frame, selection)?),
        None => None,
    };
    let how = Copying { except, new_targets, targeting: targeting.as_deref() };
    let mut copies = Vec::new();
    let copying = who_are(play, frame, who)?;
    let count = amount(play, frame, count)?;
    for player in copying.into_iter().flat_map(|player| (0..count).map(move |_| player)) {
        // Who is told to copy it puts the copy onto the stack, and controls it (707.10).
        let as_copied = Frame { controller: player, ..frame.clone() };
        for thing in things(play, frame, what)? {
            let Thing::Object(of) = thing else { continue };
            let its = play.game.object(of);
            // What has left the stack is copied as it last was there (608.2h).
            if its.zone != Zone::Stack {
                return Err(Halt::undecided(of, "a copy of a spell that was never on the stack"));
            }
            let mut by = cause(frame, cr!("707.10"));
            if !its.exists {
                by = by.and(cr!("608.2h"));
            }
            let keyword = play.keyword_rule(frame);
            by = keyword.into_iter().fold(by, Cause::and);
            copies.extend(on_the_stack::copy(play, by, &as_copied, of, &how)?.map(Thing::Object));
        }
    }
    frame.did = !copies.is_empty();
    frame.bind(slot, copies);
    Ok(())
}

/// Permanents are destroyed (701.8a).
fn destroy_objects(
    play: &mut Play<'_>,
    frame: &mut Frame,
    what: &Selection,
    no_regeneration: bool,
    (slot, buried): (Option<Slot>, Option<Slot>),
) -> Outcome {
    let objects = objects_there(play, frame, what)?;
    if no_regeneration {
        drop_regeneration(play, frame, &objects);
    }
    let by = also_delayed(frame, what, cause(frame, cr!("701.8a")));
    // What would have destroyed something else destroys these: the effect only changes what that does.
    let by = Cause { kind: frame.in_place_of.unwrap_or(by.kind), ..by };
    let mut each = Vec::with_capacity(objects.len());
    for object in objects {
        let other = asks_for_a_color(what) && has_other_colors(play, object)?;
        each.push((if other { by.and(cr!("608.2j")) } else { by }, object));
    }
    let there = buried.map(|_| play.game.battlefield().to_vec());
    let results = destroy::destroy_each(play, &each)?;
    frame.did = results.iter().any(Option::is_some);
    frame.bind(slot, bound(play, &results));
    frame.bind(buried, put_into_graveyards(play, &there.unwrap_or_default()));
    Ok(())
}

/// Whether the objects meant are those of a colour, whatever other colours they have.
fn asks_for_a_color(what: &Selection) -> bool {
    fn named(filter: &Filter) -> bool {
        if let Filter::All(filters) | Filter::Any(filters) = filter {
            return filters.iter().any(named);
        }
        matches!(filter, Filter::Color(_))
    }
    matches!(what, Selection::Each(filter) if named(filter))
}

fn has_other_colors(play: &mut Play<'_>, object: ObjectId) -> Outcome<bool> {
    let view = play.view()?;
    Ok(view.characteristics(&play.game, object).colors.count() > 1)
}

/// The counters with which something is exiled.
fn counters_with(
    play: &mut Play<'_>,
    frame: &Frame,
    counters: &[(CounterKind, Quantity)],
) -> Outcome<Vec<(CounterKind, u32)>> {
    counters.iter().map(|(kind, count)| Ok((*kind, amount(play, frame, count)?))).collect()
}

/// "It can't be regenerated" takes away what would replace the destruction (701.19c).
fn drop_regeneration(play: &mut Play<'_>, frame: &Frame, objects: &[ObjectId]) {
    let shields: Vec<_> = play
        .game
        .shields()
        .iter()
        .filter(|shield| {
            matches!(shield.kind, crate::game::effects::ShieldKind::Regeneration)
                && shield.protects.is_some_and(|protected| objects.contains(&protected))
        })
        .map(|shield| (shield.id, shield.protects))
        .collect();
    for (shield, protected) in shields {
        let by = cause(frame, cr!("701.19c"));
        if let Some(object) = protected {
            play.note(
                Level::Default,
                by.kind,
                by.rules,
                Note::Cant(Forbidden::Regenerate, Thing::Object(object), None),
            );
        }
        play.change(by, Level::Hidden, Change::EndShield(shield));
    }
}

/// What objects have become, to be found again: of a melded or merged permanent all cards (712.21c, 730.3c).
pub(super) fn bound(play: &Play<'_>, results: &[Option<ObjectId>]) -> Vec<Thing> {
    merging_with_permanents::with_parts(play, results).into_iter().map(Thing::Object).collect()
}

/// Which of these objects have been put into a graveyard meanwhile, as they are there.
fn put_into_graveyards(play: &Play<'_>, were: &[ObjectId]) -> Vec<Thing> {
    let went = |object: &ObjectId| {
        play.game.object(*object).next.filter(|now| play.game.object(*now).zone == Zone::Graveyard)
    };
    let results: Vec<Option<ObjectId>> = were.iter().map(went).collect();
    bound(play, &results)
}

/// A delayed triggered ability means the very object that the effect before it meant, whatever it has become (603.7c).
pub(super) fn also_delayed(frame: &Frame, what: &Selection, by: Cause) -> Cause {
    let inherited = matches!(what, Selection::Slot(name) if frame.is_inherited(*name));
    if inherited { by.and(cr!("603.7c")) } else { by }
}

/// The cause with the rule by which another characteristic than power counts, where it does (702.184c).
fn stationed(play: &mut Play<'_>, frame: &Frame, by: Cause) -> Outcome<Cause> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    for creature in station::tapped(frame) {
        if station::by_toughness(sight, creature)? {
            return Ok(by.and(cr!("702.184c")));
        }
    }
    Ok(by)
}

/// Exiles the resolving spell's card encoded on a creature (702.99a).
fn encode(play: &mut Play<'_>, frame: &Frame, on: &Selection) -> Outcome {
    let Some(host) = objects_there(play, frame, on)?.first().copied() else { return Ok(()) };
    let by = Cause::new(cause(frame, cr!("702.99a")).kind, cr!("702.99a"));
    let mut it = Move::new(frame.source, Zone::Exile, MoveAction::Exile);
    it.controller = None;
    if let Some(card) = general::move_one(play, by, it)? {
        if play.game.object(card).zone == Zone::Exile {
            play.change(by.by(cr!("702.99b")), Level::Default, Change::Encode(card, host));
        }
    }
    Ok(())
}

/// How what is divided among targets was divided as they were chosen (601.2d).
fn shares(frame: &Frame, selection: &Selection) -> Option<Vec<u32>> {
    let Selection::Target(number) = selection else { return None };
    frame
        .announced
        .as_ref()
        .and_then(|announced| announced.division.get(frame.first_target + usize::from(*number)))
        .cloned()
}

/// Whether how much each target gets has been announced, so that what the whole is counted from is not looked at any more (601.2d).
pub(super) fn is_announced(frame: &Frame, selection: &Selection, quantity: &Quantity) -> bool {
    super::information::is_of_the_game(quantity)
        && shares(frame, selection).is_some_and(|shares| !shares.is_empty())
}

/// How something is divided: among targets as that was announced, else as the player says who does it now (608.2d).
///
/// # Errors
/// If nobody says how, or there is too little for each to get some.
pub(super) fn shares_of(
    play: &mut Play<'_>,
    frame: &Frame,
    selection: &Selection,
    quantity: &Quantity,
) -> Outcome<Option<Vec<u32>>> {
    if matches!(selection, Selection::Target(_)) {
        return Ok(shares(frame, selection));
    }
    let amount = amount(play, frame, quantity)?;
    let among = things(play, frame, selection)?;
    if among.len() < 2 {
        return Ok(None);
    }
    // Of all that there are of a kind any number is chosen by what they get; of what was chosen before each gets some.
    let each = u32::from(!matches!(selection, Selection::Each(_)));
    if among.len() > amount as usize && each > 0 {
        let why = "there is too little to divide it among all that was chosen";
        return Err(Halt::undecided(frame.source, why));
    }
    let choice = Choice {
        player: frame.controller,
        kind: ChoiceKind::Divide,
        source: Some(frame.asking()),
        options: Options::Divide {
            amount,
            among: among.iter().map(|thing| Item::of(*thing)).collect::<Vec<_>>().into(),
            each,
            most: [].into(),
        },
        indifferent: false,
    };
    Ok(match play.choose(choice, Rules::of(&[cr!("608.2d")]))? {
        Answer::Divided(shares) => Some(shares),
        _ => None,
    })
}

/// What would be regenerated and has left the battlefield already stays where it is (614.4). Says whether it is so with all of it.
fn is_too_late(play: &mut Play<'_>, frame: &Frame, what: &Selection) -> Outcome<bool> {
    let mut too_late = false;
    for object in things(play, frame, what)?.into_iter().filter_map(Thing::object) {
        let its = play.game.object(object);
        if its.exists || its.phased_out.is_some() || its.zone != Zone::Battlefield {
            return Ok(false);
        }
        let by = cause(frame, cr!("614.4"));
        play.note(Level::Default, by.kind, by.rules, Note::TooLate(object));
        too_late = true;
    }
    Ok(too_late)
}

/// The players among what a selection has.
fn players_of(play: &mut Play<'_>, frame: &Frame, selection: &Selection) -> Outcome<Vec<PlayerId>> {
    Ok(things(play, frame, selection)?.into_iter().filter_map(Thing::player).collect())
}

/// How many counters of their kind there are on objects that get or lose some.
fn counts(play: &Play<'_>, list: &[(ObjectId, CounterKind, i32)]) -> Vec<(ObjectId, u32)> {
    list.iter().map(|(object, kind, _)| (*object, play.game.object(*object).counters_of(*kind))).collect()
}

/// Of up to so many counters, how many the controller of the spell or ability takes (608.2d).
pub(super) fn up_to_so_many(play: &mut Play<'_>, frame: &Frame, most: i32) -> Outcome<i32> {
    let most = u32::try_from(most).unwrap_or(0);
    if most == 0 {
        return Ok(0);
    }
    let rules = Rules::of(&[cr!("608.2d")]);
    let chosen = play.number(frame.controller, Some(frame.asking()), (0, most), rules)?;
    Ok(i32::try_from(chosen).unwrap_or(i32::MAX))
}

/// How many of the counters that are there the controller of the spell or ability takes, none included (107.1c).
pub(super) fn any_number(play: &mut Play<'_>, frame: &Frame, there: u32) -> Outcome<i32> {
    let rules = Rules::of(&[cr!("608.2d"), cr!("107.1c")]);
    let chosen = match there {
        0 => 0,
        most => play.number(frame.controller, Some(frame.asking()), (0, most), rules)?,
    };
    Ok(i32::try_from(chosen).unwrap_or(i32::MAX))
}
